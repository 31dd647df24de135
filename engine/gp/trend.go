package gp

import (
	"errors"
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/expression"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Values of the parameter mean.
const (
	zeroMean     = "zero"
	constantMean = "constant"
	linearMean   = "linear"
	writtenMean  = "expression"
)

// meanParams declares the mean of the prior.
func meanParams() []method.Param {
	is := func(list ...string) *method.When { return &method.When{Name: "mean", In: list} }
	number := method.Number{Range: method.Range{Min: -1e6, Max: 1e6, SoftMin: -2, SoftMax: 2}}
	across := is(linearMean)
	across.And = method.OnPlane()
	return []method.Param{
		{Name: "mean", Label: "Mean of the prior", Default: zeroMean, Help: "Prior mean of f, to which f returns far " +
			"from all points",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: zeroMean, Label: "0"},
				{Value: constantMean, Label: "A constant"},
				{Value: linearMean, Label: "Linear"},
				{Value: writtenMean, Label: "An expression"},
			}}},
		{Name: "mean_constant", Label: "Constant m₀", Kind: number, Default: 0.5, When: is(constantMean, linearMean),
			Help: "Value of the mean, or where its line is at 0"},
		{Name: "mean_slope", Label: "Slope m₁", Kind: number, Default: 0.5, When: is(linearMean),
			Help: "Slope of the mean in the first input"},
		{Name: "mean_slope_y", Label: "Slope m₂", Kind: number, Default: 0.5, When: across,
			Help: "Slope in the second input"},
		{Name: "mean_text", Label: "Mean m", Kind: method.Text{Max: 100, Like: "2 - 3x^2"}, Default: "sin(6x)",
			When: is(writtenMean),
			Help: "In x, over the plane in x and y, with sin, cos, exp, log, sqrt: such as 1 − 0.5x or sin(6x)"},
	}
}

// trend is the mean of the prior; nil means 0 everywhere.
type trend struct {
	d        int
	constant float64
	slope    [2]float64
	written  *expression.Expr
	text     string
}

// trendOf reads the parameters of the mean; nil for the mean 0. The error is a *doc.Error.
func trendOf(v method.Values) (*trend, error) {
	t := &trend{d: method.Inputs(v), constant: v.Float("mean_constant")}
	switch v.String("mean") {
	case constantMean:
		return t, nil
	case linearMean:
		t.slope = [2]float64{v.Float("mean_slope"), v.Float("mean_slope_y")}
		return t, nil
	case writtenMean:
		t.text = v.String("mean_text")
		wrong := func(want string) error { return doc.Errorf("params.mean_text", want, t.text) }
		e, err := expression.Parse(t.text)
		var at *expression.Error
		if errors.As(err, &at) {
			return nil, wrong(words.Text("an expression in x; its error: %s", at.Error()))
		}
		if t.d == 1 && e.UsesY() {
			return nil, wrong("an expression in x only: there is no other input on a line")
		}
		t.written = e
		return t, nil
	}
	return nil, nil
}

// value returns the mean at x; ok is false if its expression is undefined there, or larger than doc.MaxCoord in
// absolute value.
func (t *trend) value(x []float64) (v float64, ok bool) {
	if t == nil {
		return 0, true
	}
	y := 0.0
	if t.d == 2 {
		y = x[1]
	}
	if t.written == nil {
		return t.constant + t.slope[0]*x[0] + t.slope[1]*y, true
	}
	v = t.written.Value(x[0], y)
	return v, math.Abs(v) <= doc.MaxCoord
}

// at returns the mean at x, or 0 if value has none there. The status reports whether that is so at a point of the data
// (gaps).
func (t *trend) at(x []float64) float64 {
	if v, ok := t.value(x); ok {
		return v
	}
	return 0
}

// lift adds the mean at the rows of x to out.
func (t *trend) lift(x, out []float64) {
	if t == nil {
		return
	}
	for i := range out {
		out[i] += t.at(x[i*t.d : (i+1)*t.d])
	}
}

// left returns the problem with the prior mean subtracted from the targets; p itself for the mean 0.
func (t *trend) left(p *method.Problem) *method.Problem {
	if t == nil {
		return p
	}
	r := *p
	r.Y = make([]float64, p.N)
	t.lift(p.X, r.Y)
	for i, y := range p.Y {
		r.Y[i] = y - r.Y[i]
	}
	return &r
}

// gaps reports whether the mean has no value at a point of p.
func (t *trend) gaps(p *method.Problem) bool {
	for i := range p.N {
		if _, ok := t.value(p.At(i)); !ok {
			return true
		}
	}
	return false
}

// of returns the mean as text.
func (t *trend) of() string {
	switch {
	case t == nil:
		return "0"
	case t.written != nil:
		return t.text
	}
	text := words.Number(t.constant)
	for j, s := range t.slope[:t.d] {
		if s != 0 {
			text += words.Term(s) + "·" + [2]string{"x", "y"}[j]
		}
	}
	return text
}

// raise converts normalised means at the nodes of a grid into the targets' units in place, and adds the prior mean.
func (q *posterior) raise(g picture.Grid, mean []float64) {
	at := make([]float64, 2)
	for i := range mean {
		mean[i] = q.center + q.scale*mean[i]
		if q.trend != nil {
			at[0], at[1] = g.X(i%g.W), g.Y(i/g.W)
			mean[i] += q.trend.at(at)
		}
	}
}
