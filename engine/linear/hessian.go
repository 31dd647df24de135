package linear

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Kinds of the keys of the derivatives' entries.
const gradientBox, hessianBox = "gradient", "hessian"

// mostHessian is the largest number of parameters for which second derivatives are shown.
const mostHessian = 60

// hessianShow declares the switch of the panels with derivatives.
func hessianShow() method.Show {
	return method.Show{Name: "hessian", Label: "Gradient and Hessian",
		Help: "Two plots: first and second derivatives of the objective; under the pointer each point's contribution"}
}

// bends reports whether the objective has second derivatives.
func (s *stage) bends() bool { return s.o.class != nil || s.o.loss.smooth() }

// lossOnly returns the objective without its penalty.
func (s *stage) lossOnly() *objective {
	o := *s.o
	o.pen = penalty{}
	return &o
}

// gradient returns the gradient of o at the present parameters.
func (s *stage) gradient(o *objective) []float64 {
	g := make([]float64, o.dim())
	o.function().Value(s.theta, g)
	return g
}

// hessianOf returns the Hessian of o without the gauge, even if it is singular.
func (s *stage) hessianOf(o *objective) []float64 {
	as := *o
	as.plain = true
	h := make([]float64, o.dim()*o.dim())
	as.function().Hess(s.theta, h)
	return h
}

// parameter returns the name of parameter k, with its class if there is a row per class.
func (s *stage) parameter(k int) string {
	e := s.o.d + 1
	name := s.short(k)
	if s.o.rows > 1 {
		name += words.Text(" of %s", s.p.ClassName(k/e))
	}
	return name
}

func (s *stage) short(k int) string {
	e := s.o.d + 1
	switch {
	case k%e == s.o.d:
		return "b"
	case s.o.d == 1:
		return "w"
	}
	return "w" + words.Subscript(k%e+1)
}

// factors returns the first and second derivatives of a point's loss with respect to output r, multiplied by the weight
// of the losses.
func (s *stage) factors(i, r int) (first, second float64) {
	o := s.o
	x := o.x[i*o.d : (i+1)*o.d]
	if o.class != nil {
		one := *o
		one.class = o.class[i : i+1]
		f := make([]float64, o.rows)
		for k := range f {
			w, b := o.row(s.theta, k)
			one.n, one.x = 1, x
			one.outputs(w, b, f[k:k+1])
		}
		one.softmax(f, nil)
		first, second = f[r], -f[r]*(1+f[r])
		if o.class[i] != r {
			second = f[r] * (1 - f[r])
		}
		return o.weight * first, o.weight * second
	}
	var z, d1, d2 [1]float64
	w, b := o.row(s.theta, r)
	y := o.y[r*o.n+i]
	o.outputsOf(x, w, b, z[:])
	if sign := 1.0; o.loss.ofMargin() {
		sign = y
		z[0] *= sign
		o.loss.sum(z[:], o.eps, d1[:], d2[:])
		return o.weight * sign * d1[0], o.weight * d2[0]
	}
	z[0] -= y
	o.loss.sum(z[:], o.eps, d1[:], d2[:])
	return o.weight * d1[0], o.weight * d2[0]
}

// outputsOf computes outputs for a single row of inputs.
func (o *objective) outputsOf(x, w []float64, b float64, out []float64) {
	one := *o
	one.n, one.x = 1, x
	one.outputs(w, b, out)
}

// derived lists a point's contributions to the derivatives.
func (s *stage) derived(i int) (lines []string) {
	for r := range s.o.rows {
		first, second := s.factors(i, r)
		one, two := "φ′ = ", "φ″ = "
		if s.proba {
			one, two = "P − y = ", "P(1 − P) = "
		}
		of := ""
		if s.o.rows > 1 {
			of = words.Text("%s: ", s.p.ClassName(r))
		}
		line := words.Text("%s%s%s, times (x, 1) in the gradient", of, one, words.Number(first))
		lines = append(lines, line, words.Text("%s%s%s, times (x, 1)(x, 1)ᵀ in the Hessian", of, two, words.Number(second)))
	}
	return lines
}

// derivativePanels returns the pictures of the gradient and the Hessian.
func (s *stage) derivativePanels() []method.Panel {
	note := func(id, title, text, alt string) method.Panel {
		return method.Panel{PanelInfo: method.PanelInfo{ID: id, Title: title, Bare: true,
			Help: "The second derivatives of the objective, where it has some and they are few enough"},
			Draw: chart.InPixels(func(p *picture.Picture) { chart.Note(p, text, alt) })}
	}
	if !s.bends() {
		return []method.Panel{note(hessianBox, "Hessian", "The loss has corners", words.Text("The loss %s is not "+
			"differentiable everywhere, and its second derivative is 0 elsewhere.", s.o.loss.called()))}
	}
	if s.o.dim() > mostHessian {
		return []method.Panel{note(hessianBox, "Hessian", words.Text("%s are too many", words.Count(s.o.dim(),
			"parameter")),
			words.Text("The second derivatives are shown for at most %s parameters.", strconv.Itoa(mostHessian)))}
	}
	first, second, at := "Xᵀφ′", "Xᵀ diag(φ″) X", "φ′ and φ″ are the derivatives of each point's loss with respect to f"
	switch {
	case s.proba && s.o.rows == 1:
		first, second, at = "Xᵀ(P − y)", "XᵀPX", "P is the diagonal matrix of the p(1 − p) of the points"
	case s.proba:
		first, second, at = "Xᵀ(P − Y)", "blocks XᵀPX", "the blocks on the diagonal have the p(1 − p) of a class, "+
			"the others "+
			"the −pq of two"
	}
	rest := ", and the penalty's part."
	if s.o.pen.l1 != 0 {
		rest = ", and the penalty's part, without that of λ‖w‖₁."
	}
	return []method.Panel{
		chart.Matrix{}.Panel(method.PanelInfo{ID: gradientBox, Title: "Gradient at this step",
			Help: words.Text("%s%s At the minimum all entries are 0. The last column of X is 1. Point at an entry, or at a "+
				"point.", first, rest)},
			func(job method.Job) (*chart.Matrix, error) { return s.gradientMatrix(), job.Err() }),
		chart.Matrix{}.Panel(method.PanelInfo{ID: hessianBox, Title: s.hessianTitle(),
			Help: words.Text("The second derivatives: %s%s Here %s. Large eigenvalues mean strong curvature.", second, rest,
				at)},
			func(job method.Job) (*chart.Matrix, error) { return s.hessianMatrix(), job.Err() }),
	}
}

// eigenvalues returns the eigenvalues of the Hessian in descending order; nil if they cannot be computed.
func (s *stage) eigenvalues() []float64 {
	n, h := s.o.dim(), s.hessianOf(s.o)
	if !method.Finite(h...) {
		return nil
	}
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(n, h), false) {
		return nil
	}
	list := e.Values(nil)
	for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// hessianTitle lists the eigenvalues: all if there are few, else the extreme ones.
func (s *stage) hessianTitle() string {
	list := s.eigenvalues()
	figure := func(v float64) string {
		if small := 1e-12 * list[0]; v < small && v > -small {
			v = 0 // a rounding error
		}
		return words.Number(words.Significant(v, 3))
	}
	switch n := len(list); {
	case n == 0:
		return "Hessian"
	case n <= 3:
		text := words.Say("Hessian, eigenvalues ")
		for k, v := range list {
			if k > 0 {
				text += ", "
			}
			text += figure(v)
		}
		return text
	default:
		return words.Text("Hessian, eigenvalues %s … %s", figure(list[0]), figure(list[n-1]))
	}
}

// gradientMatrix has a row for each input and the intercept, and a column for each row of parameters.
func (s *stage) gradientMatrix() *chart.Matrix {
	g, e := s.gradient(s.o), s.o.d+1
	m := &chart.Matrix{Rows: e, Cols: s.o.rows, Key: gradientBox, Signed: true, Name: "entry",
		Says: "derivative of the objective with respect to a parameter", Row: func(i int, out []float64) {
			for r := range out {
				out[r] = g[r*e+i]
			}
		}}
	for i := range e {
		m.RowNames = append(m.RowNames, s.short(i))
	}
	// The colour scale is at least that of the start, so that colours fade on the way to the minimum.
	first := make([]float64, len(g))
	s.o.function().Value(s.run.At(0), first)
	for k := range g {
		m.Hi = max(m.Hi, math.Abs(g[k]), math.Abs(first[k]))
	}
	m.Lo = -m.Hi
	if s.o.rows > 1 {
		m.ColNames = s.p.ClassNames()
	}
	return m
}

func (s *stage) hessianMatrix() *chart.Matrix {
	h, n, e := s.hessianOf(s.o), s.o.dim(), s.o.d+1
	m := &chart.Matrix{Rows: n, Cols: n, Alike: true, Key: hessianBox, Signed: true, Name: "entry",
		Says: "second derivative of the objective", Row: func(i int, out []float64) { copy(out, h[i*n:(i+1)*n]) }}
	for k := range n {
		m.RowNames, m.ColNames = append(m.RowNames, s.parameter(k)), append(m.ColNames, s.short(k))
	}
	for r := 0; s.o.rows > 1 && r < s.o.rows; r++ {
		m.Groups = append(m.Groups, chart.Group{Name: s.p.ClassName(r), N: e})
	}
	return m
}

// tellEntry describes an entry of the derivatives and its parts.
func (s *stage) tellEntry(key string) (t method.Told, ok bool) {
	n, e := s.o.dim(), s.o.d+1
	if n > mostHessian {
		return t, false
	}
	parts := func(name string, all, losses float64) {
		t.Answer = words.Text("%s = %s", name, words.Number(all))
		t.Lines = []string{words.Text("of the losses %s", words.Number(losses)), words.Text("of the penalty %s",
			words.Number(all-losses))}
	}
	if i, r, ok := picture.CellOf(gradientBox, key); ok && i >= 0 && i < e && r >= 0 && r < s.o.rows {
		k := r*e + i
		parts("∂J/∂("+s.parameter(k)+")", s.gradient(s.o)[k], s.gradient(s.lossOnly())[k])
		return t, true
	}
	i, j, ok := picture.CellOf(hessianBox, key)
	if !ok || i < 0 || i >= n || j < 0 || j >= n {
		return t, false
	}
	parts(words.Text("∂²J by %s and %s", s.parameter(i), s.parameter(j)), s.hessianOf(s.o)[i*n+j],
		s.hessianOf(s.lossOnly())[i*n+j])
	return t, true
}
