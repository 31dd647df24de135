package kernel

import (
	"math"
	"slices"

	"pointscape/engine/linalg"
)

// Executing a plan: evaluate the kernel at the nodes of panels, and interpolate by two matrix products.

// panels are the nodes of one axis and the matrices for interpolation.
type panels struct {
	nodes []float64   // nodes of all panels; the grid's own if m is 0
	m     int         // number of nodes per panel
	start []int       // grid nodes start[p] to start[p+1] belong to panel p
	mat   [][]float64 // per panel: m × (grid nodes), row-major
}

func makePanels(o option, at []float64) panels {
	if o.m == 0 {
		return panels{nodes: at}
	}
	p := panels{m: o.m, nodes: make([]float64, 0, o.q*o.m), start: make([]int, o.q+1), mat: make([][]float64, o.q)}
	for q := 0; q < o.q; q++ {
		lo, hi := q*len(at)/o.q, (q+1)*len(at)/o.q
		p.start[q+1] = hi
		c, h := (at[lo]+at[hi-1])/2, (at[hi-1]-at[lo])/2
		unit := make([]float64, o.m)
		for i := range unit {
			if o.m > 1 {
				unit[i] = math.Sin(math.Pi / 2 * float64(2*i-o.m+1) / float64(o.m-1))
			}
			p.nodes = append(p.nodes, c+h*unit[i])
		}
		cols := hi - lo
		mat := make([]float64, o.m*cols)
		for j := 0; j < cols; j++ {
			t := 0.0
			if h != 0 {
				t = (at[lo+j] - c) / h
			}
			barycentric(unit, t, mat[j:], cols)
		}
		p.mat[q] = mat
	}
	return p
}

// barycentric writes the values at t of the Lagrange polynomials of Chebyshev
// points of the second kind to out[0], out[stride], ... (Berrut and Trefethen,
// SIAM Review 46, 2004).
func barycentric(nodes []float64, t float64, out []float64, stride int) {
	m := len(nodes)
	total := 0.0
	for i, x := range nodes {
		if t == x {
			for j := range nodes {
				out[j*stride] = 0
			}
			out[i*stride] = 1
			return
		}
		w := 1 / (t - x)
		if i&1 != 0 {
			w = -w
		}
		if i == 0 || i == m-1 {
			w /= 2
		}
		out[i*stride] = w
		total += w
	}
	for i := range nodes {
		out[i*stride] /= total
	}
}

// execute adds the field of p.k to out.
func (f *field2) execute(p plan) error {
	px, py := makePanels(p.axis[0], f.xs), makePanels(p.axis[1], f.ys)
	mx, my := len(px.nodes), len(py.nodes)
	at := f.out // values at the nodes; the grid itself if it consists of the nodes
	if px.m > 0 || py.m > 0 {
		at = make([][]float64, len(f.out))
		for k := range at {
			buf := lend(mx * my)
			defer sums.Put(buf)
			at[k] = *buf
		}
	}
	var err error
	if v, wx, wy, ok := gaussian(p.k); ok && fastGauss {
		err = f.gauss(at, px.nodes, py.nodes, v, wx, wy)
	} else {
		err = f.nodes(at, f.tabulate(p.k, p.eps), px.nodes, py.nodes)
	}
	if err != nil {
		return err
	}
	return f.spread(at, px, py)
}

// spread interpolates the values at the panels' nodes and adds them to out. If neither axis has panels, they are in out
// already.
func (f *field2) spread(at [][]float64, px, py panels) error {
	if px.m == 0 && py.m == 0 {
		return nil
	}
	mx, my := len(px.nodes), len(py.nodes)
	w := len(f.xs)
	for k, v := range at {
		if px.m > 0 {
			to := f.out[k]
			if py.m > 0 {
				buf := lend(my * w)
				defer sums.Put(buf)
				to = *buf
			}
			for q, mat := range px.mat {
				lo, cols := px.start[q], px.start[q+1]-px.start[q]
				linalg.Gemm(1, to[lo:], w, v[q*px.m:], mx, 1, mat, cols, my, px.m, cols)
				if err := f.spend(float64(my*px.m*cols) * costGemm); err != nil {
					return err
				}
			}
			v = to
		}
		if py.m == 0 {
			continue
		}
		for q, mat := range py.mat {
			lo, hi := py.start[q], py.start[q+1]
			const block = 32
			for j := lo; j < hi; j += block {
				rows := min(block, hi-j)
				linalg.Gemm(1, f.out[k][j*w:], w, mat[j-lo:], 1, hi-lo, v[q*py.m*w:], w, rows, py.m, w)
				if err := f.spend(float64(rows*py.m*w) * costGemm); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// nodes adds the expansion in k at all (x, y) to at[output][row of y, column of x].
func (f *field2) nodes(at [][]float64, k Kernel, x, y []float64) error {
	if t, v := asTabled(k); t != nil && len(at) == 1 {
		for i := 0; i < f.e.N; i++ {
			z := f.e.X[2*i : 2*i+2]
			for j, yj := range y {
				t.addRow(at[0][j*len(x):(j+1)*len(x)], x, yj, z, v*f.e.Coef[0][i])
			}
			if err := f.spend(costTable * float64(len(x)*len(y))); err != nil {
				return err
			}
		}
		return nil
	}
	// Chunks of rows, so that buffers stay in the cache.
	rows := max(1, min(len(y), 4096/len(x)))
	p := &points{n: rows * len(x), d: 2, cols: [][]float64{make([]float64, rows*len(x)), make([]float64, rows*len(x))}}
	buf := make([]float64, rows*len(x))
	c := cost(k) + costAxpy*float64(len(at))
	for j := 0; j < len(y); j += rows {
		r := min(rows, len(y)-j)
		p.n = r * len(x)
		for i := 0; i < r; i++ {
			copy(p.cols[0][i*len(x):], x)
			fill(p.cols[1][i*len(x):(i+1)*len(x)], y[j+i])
		}
		b := buf[:p.n]
		for i := 0; i < f.e.N; i++ {
			row(k, p, f.e.X[2*i:2*i+2], b, &f.ws)
			for o, cf := range f.e.Coef {
				linalg.Axpy(cf[i], b, at[o][j*len(x):])
			}
			if err := f.spend(c * float64(p.n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// gauss adds the expansion in v·exp(-wx dx² - wy dy²).
func (f *field2) gauss(at [][]float64, x, y []float64, v, wx, wy float64) error {
	n := f.e.N
	if f.coverage(0, wx)*f.coverage(1, wy)*costAxpy > costGemm {
		// A matrix product, for chunks of centres.
		const chunk = 128
		bx, by := lend(chunk*len(x)), lend(chunk*len(y))
		defer sums.Put(bx)
		defer sums.Put(by)
		ax, ay := *bx, *by
		for i0 := 0; i0 < n; i0 += chunk {
			m := min(chunk, n-i0)
			for i := 0; i < m; i++ {
				gaussRow(ax[i*len(x):(i+1)*len(x)], x, f.e.X[2*(i0+i)], wx)
				gaussRow(ay[i*len(y):(i+1)*len(y)], y, f.e.X[2*(i0+i)+1], wy)
			}
			b := ax[:m*len(x)]
			tmp := f.ws.get(m * len(x))
			for o, cf := range f.e.Coef {
				for i := 0; i < m; i++ {
					c := v * cf[i0+i]
					r := tmp[i*len(x) : (i+1)*len(x)]
					for j, t := range b[i*len(x) : (i+1)*len(x)] {
						r[j] = c * t
					}
				}
				const block = 32
				for j := 0; j < len(y); j += block {
					rows := min(block, len(y)-j)
					linalg.Gemm(1, at[o][j*len(x):], len(x), ay[j:], 1, len(y), tmp, len(x), rows, m, len(x))
					if err := f.spend(float64(rows*m*len(x)) * costGemm); err != nil {
						return err
					}
				}
			}
			f.ws.put(tmp)
		}
		return nil
	}
	rx, ry := math.Sqrt(gaussCut/wx), math.Sqrt(gaussCut/wy)
	ax, ay := make([]float64, len(x)), make([]float64, len(y))
	for i := 0; i < n; i++ {
		z0, z1 := f.e.X[2*i], f.e.X[2*i+1]
		x0, x1 := within(x, z0, rx)
		y0, y1 := within(y, z1, ry)
		if x0 >= x1 || y0 >= y1 {
			continue
		}
		gaussRow(ax[x0:x1], x[x0:x1], z0, wx)
		gaussRow(ay[y0:y1], y[y0:y1], z1, wy)
		b := ax[x0:x1]
		for o, cf := range f.e.Coef {
			c := v * cf[i]
			j := y0
			for ; j+2 <= y1; j += 2 {
				r0 := at[o][j*len(x)+x0:][:len(b)]
				r1 := at[o][(j+1)*len(x)+x0:][:len(b)]
				s0, s1 := c*ay[j], c*ay[j+1]
				for t, bv := range b {
					r0[t] += s0 * bv
					r1[t] += s1 * bv
				}
			}
			if j < y1 {
				linalg.Axpy(c*ay[j], b, at[o][j*len(x)+x0:])
			}
		}
		if err := f.spend(float64((x1-x0)*(y1-y0)*len(at))*costAxpy + 200); err != nil {
			return err
		}
	}
	return nil
}

func gaussRow(out, x []float64, z, w float64) {
	out = out[:len(x)]
	for i, v := range x {
		d := v - z
		out[i] = ExpNeg(-w * d * d)
	}
}

// within returns the range of the monotone coordinates x that lie within r of z.
func within(x []float64, z, r float64) (lo, hi int) {
	if x[0] <= x[len(x)-1] {
		lo, _ = slices.BinarySearch(x, z-r)
		hi, _ = slices.BinarySearch(x, z+r)
		return lo, hi
	}
	down := func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	}
	lo, _ = slices.BinarySearchFunc(x, z+r, down)
	hi, _ = slices.BinarySearchFunc(x, z-r, down)
	return lo, hi
}
