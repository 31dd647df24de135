package kernel

import "math"

// points are n points of d coordinates, stored by rows and by columns: loops run over columns, so that no inner loop
// has only two iterations.
type points struct {
	n, d int
	rows []float64
	cols [][]float64
}

func newPoints(x []float64, n, d int) *points {
	p := &points{n: n, d: d, rows: x, cols: make([][]float64, d)}
	buf := make([]float64, n*d)
	for c := range p.cols {
		col := buf[c*n : (c+1)*n]
		for i := range col {
			col[i] = x[i*d+c]
		}
		p.cols[c] = col
	}
	return p
}

// scratch provides buffers for the evaluation of combined kernels.
type scratch struct{ free [][]float64 }

func (s *scratch) get(n int) []float64 {
	if m := len(s.free); m > 0 {
		b := s.free[m-1]
		s.free = s.free[:m-1]
		if cap(b) >= n {
			return b[:n]
		}
	}
	return make([]float64, n)
}

func (s *scratch) put(b []float64) { s.free = append(s.free, b) }

// row writes k(z, p_j), j < len(out), without white noise, with one loop for each simple kernel in k.
func row(k Kernel, p *points, z, out []float64, ws *scratch) {
	if !fastRows {
		rowOfEval(k, p, z, out)
		return
	}
	switch k := k.(type) {
	case *radial:
		k.dist2Row(p, z, out)
		k.phiRow(out)
	case *wide:
		k.row(p, z, out, ws)
	case *tabled:
		k.row(p, z, out)
	case laplaceL1:
		k.row(p, z, out)
	case *about:
		k.row(p, z, out, ws)
	case inner:
		dotRow(p, z, out)
		k.apply(out)
	case constant:
		fill(out, k.v)
	case white:
		clear(out)
	case minus:
		row(k.k, p, z, out, ws)
		for j, v := range out {
			out[j] = -v
		}
	case scaled:
		row(k.k, p, z, out, ws)
		for j := range out {
			out[j] *= k.v
		}
	case sum:
		row(k.terms[0], p, z, out, ws)
		tmp := ws.get(len(out))
		for _, t := range k.terms[1:] {
			row(t, p, z, tmp, ws)
			for j, v := range tmp[:len(out)] {
				out[j] += v
			}
		}
		ws.put(tmp)
	case product:
		row(k.factors[0], p, z, out, ws)
		tmp := ws.get(len(out))
		for _, f := range k.factors[1:] {
			row(f, p, z, tmp, ws)
			for j, v := range tmp[:len(out)] {
				out[j] *= v
			}
		}
		ws.put(tmp)
	default:
		for j := range out {
			out[j] = k.Eval(z, p.rows[j*p.d:(j+1)*p.d])
		}
	}
}

// rowOfEval is row by its definition.
func rowOfEval(k Kernel, p *points, z, out []float64) {
	x := make([]float64, p.d)
	for j := range out {
		for c, col := range p.cols {
			x[c] = col[j]
		}
		out[j] = k.Eval(z, x)
	}
}

func fill(out []float64, v float64) {
	for j := range out {
		out[j] = v
	}
}

// dist2Row writes the scaled squared distances from z.
func (k *radial) dist2Row(p *points, z, out []float64) {
	w := k.w[0]
	c := 0
	if p.d >= 2 {
		w1 := w
		if len(k.w) > 1 {
			w1 = k.w[1]
		}
		x, y := p.cols[0][:len(out)], p.cols[1][:len(out)]
		z0, z1 := z[0], z[1]
		for j := range out {
			a, b := z0-x[j], z1-y[j]
			out[j] = w*(a*a) + w1*(b*b)
		}
		c = 2
	} else if p.d == 1 {
		x := p.cols[0][:len(out)]
		z0 := z[0]
		for j := range out {
			a := z0 - x[j]
			out[j] = w * (a * a)
		}
		c = 1
	} else {
		clear(out)
	}
	for ; c < p.d; c++ {
		if len(k.w) > 1 {
			w = k.w[c]
		}
		x := p.cols[c][:len(out)]
		z0 := z[c]
		for j := range out {
			a := z0 - x[j]
			out[j] += w * (a * a)
		}
	}
}

// phiRow turns scaled squared distances into values, in place.
func (k *radial) phiRow(s []float64) {
	switch k.form {
	case formRBF:
		for j, v := range s {
			s[j] = ExpNeg(-0.5 * v)
		}
	case formRBFGamma:
		for j, v := range s {
			s[j] = ExpNeg(-v)
		}
	case formLaplace, formMatern12:
		for j, v := range s {
			s[j] = ExpNeg(-math.Sqrt(v))
		}
	case formMatern32:
		for j, v := range s {
			u := math.Sqrt(3 * v)
			s[j] = (1 + u) * ExpNeg(-u)
		}
	case formMatern52:
		for j, v := range s {
			u := math.Sqrt(5 * v)
			s[j] = (1 + u*(1+u*(1./3))) * ExpNeg(-u)
		}
	case formPeriodic:
		f, c := math.Pi/k.shape, -2/(k.par[0]*k.par[0])
		for j, v := range s {
			t := math.Sin(f * math.Sqrt(v))
			s[j] = ExpNeg(c * (t * t))
		}
	case formCos:
		for j, v := range s {
			s[j] = math.Cos(2 * math.Pi * math.Sqrt(v))
		}
	case formTriangle, formBox:
		for j, v := range s {
			s[j] = k.phi(v)
		}
	case formRQ:
		f, c := 1/(2*k.shape), -k.shape
		for j, v := range s {
			s[j] = ExpNeg(c * math.Log1p(f*v))
		}
	}
}

func (k laplaceL1) row(p *points, z, out []float64) {
	clear(out)
	for c, x := range p.cols {
		z0 := z[c]
		x = x[:len(out)]
		for j := range out {
			out[j] += math.Abs(z0 - x[j])
		}
	}
	for j, v := range out {
		out[j] = ExpNeg(-k.gamma * v)
	}
}

// dotRow writes the inner products with z.
func dotRow(p *points, z, out []float64) {
	if p.d == 0 {
		clear(out)
		return
	}
	x, z0 := p.cols[0][:len(out)], z[0]
	for j := range out {
		out[j] = z0 * x[j]
	}
	for c := 1; c < p.d; c++ {
		x, z0 := p.cols[c][:len(out)], z[c]
		for j := range out {
			out[j] += z0 * x[j]
		}
	}
}

// apply turns inner products into values, in place.
func (k inner) apply(s []float64) {
	g, c := k.gamma, k.coef0
	switch {
	case k.kind == dotLinear:
	case k.kind == dotSigmoid:
		for j, v := range s {
			s[j] = tanh(g*v + c)
		}
	case k.degree == 0:
		fill(s, 1)
	case k.degree == 1:
		for j, v := range s {
			s[j] = g*v + c
		}
	case k.degree == 2:
		for j, v := range s {
			t := g*v + c
			s[j] = t * t
		}
	case k.degree == 3:
		for j, v := range s {
			t := g*v + c
			s[j] = t * t * t
		}
	default:
		for j, v := range s {
			s[j] = powi(g*v+c, k.degree)
		}
	}
}

// tanh computes math.Tanh with ExpNeg, to within a few units in the last place.
func tanh(t float64) float64 {
	if !fastExp {
		return math.Tanh(t)
	}
	if math.Abs(t) < 0.02 {
		q := t * t
		return t * (1 - q*(1./3-q*(2./15-q*(17./315))))
	}
	e := ExpNeg(-2 * math.Abs(t))
	return math.Copysign((1-e)/(1+e), t)
}

// gradRow writes k(z, p_j) to val and its derivatives with respect to the logarithm of each hyperparameter to g[h], for
// j < len(val). same is the index of the point that is the same observation as z, or −1.
func gradRow(k Kernel, p *points, z []float64, same int, val []float64, g [][]float64, ws *scratch) {
	if !fastGrads {
		rowOfGrad(k, p, z, same, val, g)
		return
	}
	switch k := k.(type) {
	case *radial:
		k.gradRow(p, z, val, g, ws)
	case inner:
		dotRow(p, z, val)
		var d [2]float64
		for j, s := range val {
			val[j] = k.gradAt(s, d[:])
			for h := range g {
				g[h][j] = d[h]
			}
		}
	case laplaceL1:
		k.row(p, z, val)
		for j, v := range val {
			g[0][j] = 0
			if v > 0 {
				g[0][j] = v * math.Log(v)
			}
		}
	case constant:
		fill(val, k.v)
		fill(g[0], k.v)
	case white:
		clear(val)
		clear(g[0])
		if same >= 0 && same < len(val) {
			val[same], g[0][same] = k.v, k.v
		}
	case minus:
		gradRow(k.k, p, z, same, val, g, ws)
		for j, v := range val {
			val[j] = -v
		}
		for _, gh := range g {
			for j, v := range gh {
				gh[j] = -v
			}
		}
	case scaled:
		gradRow(k.k, p, z, same, val, g[1:], ws)
		for j := range val {
			val[j] *= k.v
		}
		for _, gh := range g[1:] {
			for j := range gh {
				gh[j] *= k.v
			}
		}
		copy(g[0], val)
	case sum:
		k.gradRow(p, z, same, val, g, ws)
	case product:
		k.gradRow(p, z, same, val, g, ws)
	default:
		rowOfGrad(k, p, z, same, val, g)
	}
}

// rowOfGrad is gradRow by its definition.
func rowOfGrad(k Kernel, p *points, z []float64, same int, val []float64, g [][]float64) {
	d := make([]float64, len(g))
	for j := range val {
		val[j] = k.Grad(z, p.rows[j*p.d:(j+1)*p.d], j == same, d)
		for h := range g {
			g[h][j] = d[h]
		}
	}
}

// gradRow is gradRow for a sum.
func (k sum) gradRow(p *points, z []float64, same int, val []float64, g [][]float64, ws *scratch) {
	n := hyperCount(k.terms[0])
	gradRow(k.terms[0], p, z, same, val, g[:n], ws)
	tmp := ws.get(len(val))
	for _, t := range k.terms[1:] {
		g = g[n:]
		n = hyperCount(t)
		gradRow(t, p, z, same, tmp, g[:n], ws)
		for j, v := range tmp[:len(val)] {
			val[j] += v
		}
	}
	ws.put(tmp)
}

// gradRow is gradRow for a product: each derivative is multiplied by the other factors.
func (k product) gradRow(p *points, z []float64, same int, val []float64, g [][]float64, ws *scratch) {
	o := hyperCount(k.factors[0])
	gradRow(k.factors[0], p, z, same, val, g[:o], ws)
	tmp := ws.get(len(val))
	for _, f := range k.factors[1:] {
		n := hyperCount(f)
		gradRow(f, p, z, same, tmp, g[o:o+n], ws)
		for h, gh := range g[:o+n] {
			by := tmp
			if h >= o {
				by = val
			}
			by = by[:len(gh)]
			for j := range gh {
				gh[j] *= by[j]
			}
		}
		for j, v := range tmp[:len(val)] {
			val[j] *= v
		}
		o += n
	}
	ws.put(tmp)
}

func (k *radial) gradRow(p *points, z, val []float64, g [][]float64, ws *scratch) {
	s := ws.get(len(val))
	defer ws.put(s)
	k.dist2Row(p, z, s)
	copy(val, s)
	k.phiRow(val)
	switch k.form {
	case formPeriodic, formRQ, formCos, formTriangle, formBox:
		var d [2]float64
		for j, v := range val {
			k.gradAt(s[j], v, nil, nil, d[:])
			for h := range g {
				g[h][j] = d[h]
			}
		}
		return
	}
	// m is the factor of each coordinate's part of s in its derivative: −2 phi'(s) for length scales.
	m := g[len(g)-1]
	switch k.form {
	case formRBF:
		copy(m, val)
	case formRBFGamma:
		for j, v := range val {
			m[j] = -v
		}
	case formLaplace:
		for j, v := range val {
			m[j] = -v / math.Sqrt(s[j])
		}
	case formMatern12:
		for j, v := range val {
			m[j] = v / math.Sqrt(s[j])
		}
	case formMatern32:
		for j, v := range val {
			m[j] = 3 * v / (1 + math.Sqrt(3*s[j]))
		}
	case formMatern52:
		for j, v := range val {
			u := math.Sqrt(5 * s[j])
			m[j] = 5. / 3 * (1 + u) * v / (1 + u*(1+u*(1./3)))
		}
	}
	for j, v := range s {
		if v == 0 { // 0/0 above for the Laplacian
			m[j] = 0
		}
	}
	if len(k.w) == 1 {
		for j, v := range s {
			m[j] *= v
		}
		return
	}
	for c, w := range k.w { // the last gradient is m itself
		x, gc, z0 := p.cols[c][:len(m)], g[c][:len(m)], z[c]
		for j, v := range m {
			a := z0 - x[j]
			gc[j] = v * (w * a * a)
		}
	}
}
