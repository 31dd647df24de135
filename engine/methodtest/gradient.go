package methodtest

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// gradient compares the gradients of models with finite differences of their objective: for each choice, at the model's
// parameters and at one point beside them.
func gradient(t T, m method.Method) {
	variants, _ := Variants(&m)
	for _, v := range variants {
		model, _ := fit(t, m, Points(m.TaskOf(v.Params), 30, 21), v.Params, nil)
		d, ok := model.(method.Differentiable)
		if !ok {
			continue
		}
		theta := d.Parameters()
		was := slices.Clone(theta)
		value, _ := d.ObjectiveAt(theta)
		for _, f := range facts(t, d) {
			if x, ok := f.Value.(float64); ok && f.Name == "objective" && !(math.Abs(x-value) <= 1e-9*max(1, math.Abs(x))) {
				t.Errorf("%s: what is minimised is %v, and with the same parameters %v", v.Name, x, value)
			}
		}
		for i := range theta { // a point beside the parameters
			theta[i] += 0.01 * math.Sin(float64(3*i+1))
		}
		for _, at := range [][]float64{was, theta} {
			falls(t, v.Name, d, at)
		}
		if got := d.Parameters(); !slices.Equal(got, was) {
			t.Errorf("%s: to ask for its gradient changes the model", v.Name)
		}
	}
}

// falls compares some 40 entries of a gradient, evenly spread, and the last four with finite differences.
func falls(t T, what string, d method.Differentiable, at []float64) {
	t.Helper()
	_, grad := d.ObjectiveAt(at)
	if len(grad) != len(at) {
		t.Fatalf("%s: %d parameters, and a gradient of %d", what, len(at), len(grad))
	}
	size := 0.0
	for _, g := range grad {
		if !method.Finite(g) {
			t.Fatalf("%s: an entry of the gradient is %v", what, g)
		}
		size = max(size, math.Abs(g))
	}
	for k := range at {
		if k%(1+len(at)/40) != 0 && k < len(at)-4 {
			continue
		}
		value := func(h float64) float64 {
			moved := slices.Clone(at)
			moved[k] += h
			x, _ := d.ObjectiveAt(moved)
			return x
		}
		off, scale := math.Inf(1), max(1, math.Abs(at[k]))
		for _, h := range [...]float64{1e-5 * scale, 1e-7 * scale} { // the second step in case a kink is near
			slope := (8*(value(h)-value(-h)) - (value(2*h) - value(-2*h))) / (12 * h)
			off = min(off, math.Abs(slope-grad[k]))
		}
		// At a kink itself (a weight of 0 with an absolute-value penalty) the derivative is between those of both sides.
		if h := 1e-7 * scale; off > 1e-5*max(1, size) {
			x := value(0)
			left, right := (x-value(-h))/h, (value(h)-x)/h
			if lo, hi := min(left, right), max(left, right); grad[k] >= lo-1e-5*max(1, size) && grad[k] <= hi+
				1e-5*max(1, size) && hi-lo > 1e-4*max(1, size) {
				continue
			}
			t.Errorf("%s: entry %d of the gradient is %v, and differences say %v", what, k, grad[k], (left+right)/2)
			return
		}
	}
}
