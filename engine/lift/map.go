package lift

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"pointscape/engine/doc"
	"pointscape/engine/expression"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Names of the maps.
const (
	squares    = "squares"
	quadratic  = "quadratic"
	paraboloid = "paraboloid"
	monomials  = "monomials"
	written    = "expression"
	gaussian   = "gaussian"
)

// power is x1^i x2^j.
type power [2]int

// term is a power with a coefficient.
type term struct {
	by float64
	power
}

// feature is a coordinate of the feature space: a sum of terms, or a user-defined function.
type feature struct {
	name    string // as displayed
	terms   []term
	written *expression.Expr
}

// mostNamed is the maximum length of a function that is displayed as a name.
const mostNamed = 20

// writtenOf reads the third coordinate of a user-defined map. The error is a *doc.Error.
func writtenOf(v method.Values) (feature, error) {
	text := v.String("height")
	e, err := expression.Parse(text)
	var at *expression.Error
	if errors.As(err, &at) {
		return feature{}, doc.Errorf("params.height", words.Text("a function of x and y; its error: %s", at.Error()), text)
	}
	f := feature{name: text, written: e}
	if utf8.RuneCountInString(text) > mostNamed {
		f.name = "φ"
	}
	return f, nil
}

// at returns the feature's value at a point; 0 where a user-defined function is undefined, which the status reports
// (see gaps).
func (f *feature) at(u [2]float64) float64 {
	if f.written != nil {
		if v := f.written.Value(u[0], u[1]); method.Finite(v) {
			return v
		}
		return 0
	}
	s := 0.0
	for _, t := range f.terms {
		s += t.by * t.at(u)
	}
	return s
}

// height returns the user-defined function; nil if there is none.
func (m *feats) height() *expression.Expr {
	if m.kind != written {
		return nil
	}
	return m.list[2].written
}

// gaps reports whether a user-defined function is undefined at a point, or at a node of a grid over the box.
func (m *feats) gaps(p *method.Problem, b box) bool {
	e := m.height()
	if e == nil {
		return false
	}
	for i := range p.N {
		if x := p.At(i); !method.Finite(e.Value(x[0], x[1])) {
			return true
		}
	}
	const nodes = 24
	for i := range nodes + 1 {
		for j := range nodes + 1 {
			x, y := b.x0+(b.x1-b.x0)*float64(i)/nodes, b.y0+(b.y1-b.y0)*float64(j)/nodes
			if !method.Finite(e.Value(x, y)) {
				return true
			}
		}
	}
	return false
}

// feats is a feature map Φ of the plane.
type feats struct {
	kind string
	dim  int
	list []feature // coordinates of polynomial maps; nil for components of a Gaussian kernel
	// Polynomials are in u = x − middle if letter is "u", or in x itself if it is "x".
	letter string
	middle [2]float64

	// The components of a Gaussian kernel: Φ_k(x) = Σ over i of sum.Coef[k][i] k(x_i, x), with sum.Coef[k] = v_k/√λ_k;
	// lambda has the eigenvalues, and trace the sum of all n.
	sum    *kernel.Expansion
	lambda []float64
	trace  float64

	constant float64 // of the quadratic map
	gamma    float64
}

// monomialsOffered lists the powers that the user can choose.
var monomialsOffered = []struct {
	value string
	power
}{
	{"x1", power{1, 0}}, {"x2", power{0, 1}}, {"x1^2", power{2, 0}}, {"x1x2", power{1, 1}}, {"x2^2", power{0, 2}},
	{"x1^3", power{3, 0}}, {"x1^2x2", power{2, 1}}, {"x1x2^2", power{1, 2}}, {"x2^3", power{0, 3}},
}

// name formats a power for display, as in "x₁²x₂"; the power 0 is "1".
func (p power) name(letter string) string {
	var b strings.Builder
	for k, n := range p {
		if n > 0 {
			b.WriteString(letter + words.Subscript(k+1))
		}
		if n > 1 {
			b.WriteString(words.Superscript(n))
		}
	}
	if b.Len() == 0 {
		return "1"
	}
	return b.String()
}

// text formats a power for formulas; the power 0 is "".
func (p power) text(letter string) string {
	s := ""
	for k, n := range p {
		if n > 0 {
			s += letter + words.Index(k+1)
		}
		if n > 1 {
			s += "^{" + strconv.Itoa(n) + "}"
		}
	}
	return s
}

func (p power) at(x [2]float64) float64 {
	v := 1.0
	for k, n := range p {
		for range n {
			v *= x[k]
		}
	}
	return v
}

// mapOf returns the map chosen by the parameters.
func mapOf(job method.Job, p *method.Problem, v method.Values) (*feats, error) {
	m := &feats{kind: v.String("map"), letter: "x"}
	if m.kind == gaussian {
		return m, m.components(job, p, v.Float("gamma"), v.Int("kept"))
	}
	if v.Bool("about_mean") && m.kind != written {
		m.letter = "u"
		for i := range p.N {
			for j, x := range p.At(i) {
				m.middle[j] += x / float64(p.N)
			}
		}
	}
	one := func(i, j int) feature {
		p := power{i, j}
		return feature{name: p.name(m.letter), terms: []term{{1, p}}}
	}
	named := func(name string, by float64, p power) feature {
		if q := p.name(m.letter); q != "1" {
			name += " " + words.Say(q)
		}
		return feature{name: name, terms: []term{{by, p}}}
	}
	switch m.kind {
	case squares:
		m.list = []feature{one(2, 0), named("√2", math.Sqrt2, power{1, 1}), one(0, 2)}
	case quadratic:
		m.constant = v.Float("constant")
		r := math.Sqrt(2 * m.constant)
		m.list = []feature{one(2, 0), named("√2", math.Sqrt2, power{1, 1}), one(0, 2), named("√(2c)", r, power{1, 0}),
			named("√(2c)", r, power{0, 1}), named("c", m.constant, power{})}
	case paraboloid:
		m.list = []feature{one(1, 0), one(0, 1), {name: words.Text("%s + %s", power{2, 0}.name(m.letter), power{0,
			2}.name(m.letter)), terms: []term{{1, power{2, 0}}, {1, power{0, 2}}}}}
	case written:
		f, err := writtenOf(v)
		if err != nil {
			return nil, err
		}
		m.list = []feature{one(1, 0), one(0, 1), f}
	default:
		for _, name := range v.Strings("monomials") {
			for _, o := range monomialsOffered {
				if o.value == name {
					m.list = append(m.list, one(o.power[0], o.power[1]))
				}
			}
		}
	}
	m.dim = len(m.list)
	return m, nil
}

// least is the ratio to the largest eigenvalue up to which an eigenvalue counts as 0.
const least = 1e-12

// The coordinates of the points along kernel components are rounded to multiples of 1/digits.
const digits = 1 << 36

// components computes the map to the leading components of a Gaussian kernel on the points.
func (m *feats) components(job method.Job, p *method.Problem, gamma float64, q int) error {
	k, err := kernel.ByName("rbf", gamma, 0, 0, "l2")
	if err != nil {
		return err
	}
	n := p.N
	gram := make([]float64, n*n)
	rower := kernel.NewRower(k, p.X, n, p.D)
	for i := range n {
		if err := method.AskEvery(job, i, 64); err != nil {
			return err
		}
		rower.Row(i, gram[i*n:(i+1)*n])
	}
	values, vectors, err := linalg.LargestEigen(job.Err, gram, n, q)
	if err != nil {
		return err
	}
	m.gamma, m.trace = gamma, float64(n)
	m.sum = &kernel.Expansion{Kernel: k, X: p.X, N: n, D: p.D}
	for j, l := range values {
		if !(l > least*values[0]) {
			break
		}
		u := vectors[j]
		linalg.Upright(u)
		for i := range u {
			u[i] /= math.Sqrt(l)
		}
		m.lambda, m.sum.Coef = append(m.lambda, l), append(m.sum.Coef, u)
	}
	m.dim = len(m.lambda)
	return nil
}

// at returns Φ of each row of x (two coordinates each), row after row, in out if it has room.
func (m *feats) at(x, out []float64) []float64 {
	if m.list == nil {
		return m.sum.EvalPoints(x, out)
	}
	n := len(x) / 2
	if cap(out) < n*m.dim {
		out = make([]float64, n*m.dim)
	}
	out = out[:n*m.dim]
	for i := range n {
		u := [2]float64{x[2*i] - m.middle[0], x[2*i+1] - m.middle[1]}
		for k := range m.list {
			out[i*m.dim+k] = m.list[k].at(u)
		}
	}
	return out
}

// name returns the displayed name of coordinate k.
func (m *feats) name(k int) string {
	if m.list == nil {
		return "Φ" + words.Subscript(k+1)
	}
	return m.list[k].name
}

func (m *feats) names() []string {
	list := make([]string, m.dim)
	for k := range list {
		list[k] = words.Capital(m.name(k))
	}
	return list
}

// kernel returns the value of the map's kernel by its own formula; ok is false if the kernel is defined only as the
// inner product.
func (m *feats) kernel(x, z []float64) (value float64, ok bool) {
	if m.kind == gaussian {
		return m.sum.Kernel.Eval(x[:2], z[:2]), true
	}
	u, v := x[0]-m.middle[0], x[1]-m.middle[1]
	s, t := z[0]-m.middle[0], z[1]-m.middle[1]
	dot := u*s + v*t
	switch m.kind {
	case squares:
		return dot * dot, true
	case quadratic:
		return (dot + m.constant) * (dot + m.constant), true
	case paraboloid:
		return dot + (u*u+v*v)*(s*s+t*t), true
	}
	return 0, false
}

// polynomial returns f = w·Φ + b as a polynomial in u, or x, by decreasing degree.
func (m *feats) polynomial(w []float64, b float64) (powers []power, coef []float64) {
	sum := map[power]float64{{}: b}
	for k := range m.list {
		for _, t := range m.list[k].terms {
			sum[t.power] += w[k] * t.by
		}
	}
	for deg := 3; deg >= 0; deg-- {
		for i := deg; i >= 0; i-- {
			p := power{i, deg - i}
			if c, ok := sum[p]; ok {
				powers, coef = append(powers, p), append(coef, c)
			}
		}
	}
	return powers, coef
}

// degree returns the degree of a polynomial map.
func (m *feats) degree() (most int) {
	for _, f := range m.list {
		for _, t := range f.terms {
			most = max(most, t.power[0]+t.power[1])
		}
	}
	return most
}
