// Package regression holds regression methods that solve one linear system or run a short descent: least squares,
// ridge, Huber regression, lasso and elastic net on polynomial features, kernel ridge regression, and Bayesian linear
// regression.
package regression

import (
	"math"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// frame is the space of polynomials up to a total degree in d inputs, in two bases: the monomials without the constant,
// which methods penalise and report, and products of Chebyshev polynomials of t = (x − center)/half, which lies in [−1,
// 1] over the data; in this basis numbers stay accurate. Both bases have one element for each row of exps, in the order
// of scikit-learn's PolynomialFeatures: x, y, x², xy, y², …
type frame struct {
	d, degree    int
	exps         [][]int // p rows of d exponents
	center, half []float64
	constant     []float64 // p numbers: the constant term of each Chebyshev product, in monomials
	names        []string  // names of the inputs if they are columns of a table; nil for x, or x₁ and x₂
	spreads      []float64 // standard deviations of those columns
	toRaw        []float64 // p×p, upper triangular: monomial coefficients = toRaw · Chebyshev coefficients
	fromRaw      []float64 // p×p: inverse of toRaw
}

// Lower bounds on the scale of an axis, absolute and relative to the distance from 0: squared powers of its inverse
// must not overflow.
const (
	leastHalf  = 1e-9
	leastShare = 1e-12
)

// frameOf returns the frame of a method's features; for wide rows, that of the columns themselves (degree 1).
func frameOf(p *method.Problem, degree int) *frame {
	if !p.Wide() {
		return newFrame(p.X, p.N, p.D, degree)
	}
	f := newFrame(p.X, p.N, p.D, 1)
	f.names, f.spreads = p.OwnNames(), make([]float64, p.D)
	for j := range f.spreads {
		mean, square := 0.0, 0.0
		for i := range p.N {
			mean += p.X[i*p.D+j] / float64(p.N)
		}
		for i := range p.N {
			square += (p.X[i*p.D+j] - mean) * (p.X[i*p.D+j] - mean)
		}
		f.spreads[j] = math.Sqrt(square / float64(p.N))
	}
	return f
}

func newFrame(x []float64, n, d, degree int) *frame {
	f := &frame{d: d, degree: degree, center: make([]float64, d), half: make([]float64, d)}
	for total := 1; total <= degree; total++ {
		f.spread(make([]int, d), 0, total)
	}
	p, m := len(f.exps), degree+1
	to, from := make([][]float64, d), make([][]float64, d)
	for j := range d {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range n {
			lo, hi = min(lo, x[i*d+j]), max(hi, x[i*d+j])
		}
		c, h := (lo+hi)/2, (hi-lo)/2
		if h == 0 {
			h = max(1, math.Abs(c))
		}
		f.center[j], f.half[j] = c, max(h, leastHalf, leastShare*math.Abs(c))
		to[j], from[j] = chebyshevMatrices(f.center[j], f.half[j], m)
	}
	f.constant, f.toRaw, f.fromRaw = make([]float64, p), make([]float64, p*p), make([]float64, p*p)
	for i, e := range f.exps {
		f.constant[i] = 1
		for j, k := range e {
			f.constant[i] *= to[j][k*m]
		}
		for a, g := range f.exps {
			t, u := 1.0, 1.0
			for j := range d {
				t *= to[j][e[j]*m+g[j]]
				u *= from[j][g[j]*m+e[j]]
			}
			f.toRaw[a*p+i], f.fromRaw[i*p+a] = t, u
		}
	}
	return f
}

// spread appends to exps all exponents whose sum from axis on is left, with those of e before axis.
func (f *frame) spread(e []int, axis, left int) {
	if axis == f.d-1 {
		e[axis] = left
		f.exps = append(f.exps, append([]int(nil), e...))
		return
	}
	for k := left; k >= 0; k-- {
		e[axis] = k
		f.spread(e, axis+1, left-k)
	}
}

// chebyshevMatrices returns, for one input and m polynomials, the coefficient of x^a in T_i((x−c)/h) at to[i*m+a], and
// that of T_i in x^a at from[a*m+i].
func chebyshevMatrices(c, h float64, m int) (to, from []float64) {
	to, from = make([]float64, m*m), make([]float64, m*m)
	to[0], from[0] = 1, 1
	for i := 1; i < m; i++ {
		// T_i = 2 t T_{i-1} - T_{i-2}, T_1 = t.
		two := 2.0
		if i == 1 {
			two = 1
		}
		for a := range i {
			v := two * to[(i-1)*m+a]
			to[i*m+a] -= v * c / h
			to[i*m+a+1] += v / h
			if i > 1 {
				to[i*m+a] -= to[(i-2)*m+a]
			}
		}
		// x T_k = c T_k + h (T_{k+1} + T_{k-1})/2, x T_0 = c T_0 + h T_1.
		for k := range i {
			v := from[(i-1)*m+k]
			from[i*m+k] += c * v
			if k == 0 {
				from[i*m+1] += h * v
				continue
			}
			from[i*m+k+1] += h * v / 2
			from[i*m+k-1] += h * v / 2
		}
	}
	return to, from
}

func (f *frame) size() int { return len(f.exps) }

// axis writes T_0 .. T_degree at coordinate x of input j.
func (f *frame) axis(j int, x float64, out []float64) {
	t := (x - f.center[j]) / f.half[j]
	out[0] = 1
	if len(out) > 1 {
		out[1] = t
	}
	for k := 2; k < len(out); k++ {
		out[k] = 2*t*out[k-1] - out[k-2]
	}
}

// columns returns the features of n rows of x, one slice per feature.
func (f *frame) columns(x []float64, n int) [][]float64 {
	cols := make([][]float64, f.size())
	for k := range cols {
		cols[k] = make([]float64, n)
	}
	m := f.degree + 1
	t := make([]float64, f.d*m)
	for i := range n {
		for j := range f.d {
			f.axis(j, x[i*f.d+j], t[j*m:(j+1)*m])
		}
		for k, e := range f.exps {
			v := 1.0
			for j, a := range e {
				v *= t[j*m+a]
			}
			cols[k][i] = v
		}
	}
	return cols
}

// polynomial is an element of a frame.
type polynomial struct {
	*frame
	v         []float64 // Chebyshev coefficients
	b         float64   // constant added to the Chebyshev products
	coef      []float64 // coefficients of the monomials
	intercept float64
}

// polynomial returns the element with Chebyshev coefficients v and the constant b.
func (f *frame) polynomial(v []float64, b float64) *polynomial {
	p := &polynomial{frame: f, v: v, b: b, coef: multiply(f.toRaw, v), intercept: b}
	for i, c := range f.constant {
		p.intercept += c * v[i]
	}
	return p
}

// fewDigits is added to the status if the curve is accurate but the coefficients of the powers are not.
const fewDigits = " So far from x = 0, some coefficients of powers of x have few reliable digits; the curve is " +
	"computed without them."

// rough reports whether cancellation leaves an entry of the product t·v fewer than four digits.
func rough(t, v, product []float64) bool {
	for i, w := range product {
		size := 0.0
		for k, c := range t[i*len(v) : (i+1)*len(v)] {
			size += math.Abs(c * v[k])
		}
		if size*0x1p-52 > 1e-4*math.Abs(w) && size > 0 {
			return true
		}
	}
	return false
}

// multiply returns the product of a matrix with len(x) columns and x.
func multiply(a, x []float64) []float64 {
	out := make([]float64, 0, len(x))
	for i := 0; i < len(a); i += len(x) {
		out = append(out, linalg.Dot(a[i:i+len(x)], x))
	}
	return out
}

// Predict writes the polynomial's values at the rows of x.
func (p *polynomial) Predict(x, out []float64) {
	if p.degree == 1 {
		for i := range out {
			out[i] = p.b
			for j, v := range p.v {
				out[i] += v * ((x[i*p.d+j] - p.center[j]) / p.half[j])
			}
		}
		return
	}
	m := p.degree + 1
	t := make([]float64, p.d*m)
	for i := range out {
		for j := range p.d {
			p.axis(j, x[i*p.d+j], t[j*m:(j+1)*m])
		}
		s := p.b
		if p.d == 1 {
			s += linalg.Dot(p.v, t[1:])
		} else {
			for k, e := range p.exps {
				v := p.v[k]
				for j, a := range e {
					v *= t[j*m+a]
				}
				s += v
			}
		}
		out[i] = s
	}
}

// raster computes the values on a grid of the plane: in each row, a polynomial in x.
func (p *polynomial) raster(g picture.Grid) []float32 {
	m := p.degree + 1
	tx := make([]float64, g.W*m)
	for i := range g.W {
		p.axis(0, g.X(i), tx[i*m:(i+1)*m])
	}
	out := make([]float32, g.W*g.H)
	row, ty := make([]float64, m), make([]float64, m)
	for j := range g.H {
		p.axis(1, g.Y(j), ty)
		clear(row)
		row[0] = p.b
		for k, e := range p.exps {
			row[e[0]] += p.v[k] * ty[e[1]]
		}
		for i := range g.W {
			out[j*g.W+i] = picture.Finite(linalg.Dot(row, tx[i*m:(i+1)*m]))
		}
	}
	return out
}
