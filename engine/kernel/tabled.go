package kernel

import "math"

// tabled is a tabulated function of the Euclidean distance. It replaces a combination of isotropic kernels that is
// evaluated very often.
type tabled struct {
	k Kernel // the kernel replaced, used beyond the end of the table
	t table
}

func (k *tabled) Eval(x, z []float64) float64                         { return k.k.Eval(x, z) }
func (k *tabled) Grad(x, z []float64, same bool, _ []float64) float64 { return k.k.Eval(x, z) }
func (k *tabled) Hyper() []Hyper                                      { return nil }
func (k *tabled) WithHyper([]float64) Kernel                          { return k }
func (k *tabled) String() string                                      { return k.k.String() }

func (k *tabled) row(p *points, z, out []float64) {
	x, y := p.cols[0][:len(out)], p.cols[1][:len(out)]
	z0, z1 := z[0], z[1]
	inv, cells := k.t.inv, k.t.c
	for j := range out {
		a, b := z0-x[j], z1-y[j]
		u := inv * math.Sqrt(a*a+b*b)
		if i := int(u); uint(i) < uint(len(cells)) {
			c := &cells[i]
			u -= float64(i)
			out[j] = c[0] + u*(c[1]+u*(c[2]+u*c[3]))
		} else {
			out[j] = k.k.Eval(z, []float64{x[j], y[j]})
		}
	}
}

// addRow adds c·k(z, (x, y)) to out for each x.
func (k *tabled) addRow(out, x []float64, y float64, z []float64, c float64) {
	dy := y - z[1]
	far := max(math.Abs(x[0]-z[0]), math.Abs(x[len(x)-1]-z[0]))
	if math.Hypot(far, dy)*k.t.inv < float64(len(k.t.c)-1) {
		k.t.addRow(out, x, z[0], dy*dy, c)
		return
	}
	for i, v := range x {
		out[i] += c * k.Eval(z, []float64{v, y})
	}
}

// addRow adds c·t(√((x-z)² + q)) to out for each x.
func (t *table) addRow(out, x []float64, z, q, c float64) {
	out = out[:len(x)]
	w, cells := t.inv*t.inv, t.c
	q *= w
	for i, v := range x {
		d := v - z
		u := math.Sqrt(w*(d*d) + q)
		k := int(u)
		if uint(k) >= uint(len(cells)) {
			continue
		}
		p := &cells[k]
		u -= float64(k)
		out[i] += c * (p[0] + u*(p[1]+u*(p[2]+u*p[3])))
	}
}

// asTabled returns t, v if k is v times a table t; otherwise t is nil.
func asTabled(k Kernel) (t *tabled, v float64) {
	switch k := k.(type) {
	case *tabled:
		return k, 1
	case scaled:
		t, v = asTabled(k.k)
		return t, v * k.v
	}
	return nil, 0
}

// isotropic reports whether k depends only on the Euclidean distance.
func isotropic(k Kernel) bool {
	return leaves(k, func(k Kernel) bool {
		switch k := k.(type) {
		case *radial:
			return len(k.w) == 1
		case *wide:
			return len(k.base.w) == 1
		case constant, white:
			return true
		}
		return false
	})
}

// fastCost returns the estimated cost of one evaluation of tabulate(k), in ns.
func (f *field2) fastCost(k Kernel) float64 {
	if !fastTable {
		return cost(k)
	}
	if isotropic(k) {
		return min(cost(k), costTable+1)
	}
	switch k := k.(type) {
	case scaled:
		return 1 + f.fastCost(k.k)
	case minus:
		return 1 + f.fastCost(k.k)
	case sum:
		c := 0.0
		for _, t := range k.terms {
			c += 2 + f.fastCost(t)
		}
		return c
	case product:
		c, radials := 0.0, 0.0
		for _, t := range k.factors {
			if isotropic(t) {
				radials = costTable + 3
			} else {
				c += 2 + f.fastCost(t)
			}
		}
		return c + radials
	}
	return cost(k)
}

// tabulate returns k with its isotropic parts replaced by tables where that is cheaper. The error is less than a third
// of eps.
func (f *field2) tabulate(k Kernel, eps float64) Kernel {
	whole := f.bound(k, 0, 0)
	if !fastTable || !(eps > 0 && whole > 0) || math.IsInf(whole, 1) {
		return k
	}
	// No table for distances that hardly any centre has, and none that takes longer to compute than it saves.
	end := 0.0
	for i := 0; i < f.e.N; i++ {
		end = max(end, math.Hypot(math.Abs(f.e.X[2*i]-f.mid[0])+f.half[0], math.Abs(f.e.X[2*i+1]-f.mid[1])+f.half[1]))
	}
	if d := 5 * math.Hypot(f.half[0], f.half[1]); d > 0 {
		end = min(end, d)
	}
	if end == 0 {
		return k
	}
	end *= 1.0001
	make1 := func(k Kernel) (Kernel, bool) {
		if cost(k) < costTable+2 {
			return k, false
		}
		b := f.bound(k, 0, 0)
		z := []float64{0, 0}
		x := []float64{0, 0}
		t, ok := newTable(func(r float64) float64 { x[0] = r; return k.Eval(x, z) }, end, 0.3*eps*b/whole, maxCells)
		if !ok {
			return k, false
		}
		return &tabled{k, t}, true
	}
	var walk func(Kernel) Kernel
	walk = func(k Kernel) Kernel {
		if isotropic(k) {
			if s, ok := k.(scaled); ok {
				t, _ := make1(s.k)
				return Scale(s.v, t)
			}
			t, _ := make1(k)
			return t
		}
		split := func(ks []Kernel, join func(...Kernel) Kernel) Kernel {
			var radials, others []Kernel
			for _, t := range ks {
				if isotropic(t) {
					radials = append(radials, t)
				} else {
					others = append(others, walk(t))
				}
			}
			if len(radials) > 0 {
				others = append(others, walk(join(radials...)))
			}
			return join(others...)
		}
		switch k := k.(type) {
		case scaled:
			return Scale(k.v, walk(k.k))
		case minus:
			return minus{walk(k.k)}
		case sum:
			return split(k.terms, Sum)
		case product:
			return split(k.factors, Product)
		}
		return k
	}
	return walk(k)
}
