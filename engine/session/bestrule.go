package session

import (
	"slices"

	"pointscape/engine/dataset"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// This file compares a linear rule of two classes with the best linear rule for the recipe's distribution. It divides
// the excess of the model's error over the Bayes error into the part due to linearity (approximation error) and the
// part due to estimation (estimation error).

// besideLine is the truth, with facts that compare a linear rule of two classes with the best one.
type besideLine struct {
	*truth
	intercept float64
	coef      []float64
	inputs    []string
	best      *dataset.Line // the best linear rule; nil = not computed yet
	share     float64       // the true error of the model's own rule
}

// besideRule returns t, extended by the best linear rule if the model is a linear rule of two classes and the best one
// can be computed, or by the smallest loss if it minimizes the exponential loss.
func besideRule(t *truth, f *Fit) overlay {
	if _, ok := f.exponential(t); ok {
		return &besideLoss{t, f}
	}
	if f.table != nil && (f.table.Columns != nil || f.table.Standardize || !f.Problem.Wide()) {
		return t
	}
	if f.can.Affine == nil || t.of.Classes != 2 || !slices.Equal(f.Problem.ClassIDs, []int{0, 1}) {
		return t
	}
	o := &besideLine{truth: t, inputs: f.Problem.InputNames()}
	var ok bool
	if o.intercept, o.coef, ok = f.can.Affine(); !ok || len(o.coef) != f.Problem.D || !method.Finite(o.coef...) {
		return t
	}
	if !t.of.KnowsLines() {
		return t
	}
	return o
}

// work computes what takes long: the true errors of the model's rule and of the best one, once. The error is job's.
func (o *besideLine) work(job method.Job) (err error) {
	if err = o.truth.work(job); err != nil || o.best != nil {
		return err
	}
	if o.share, _, err = o.of.LineError(job, o.coef, o.intercept); err != nil {
		return err
	}
	o.best, err = o.of.BestLine(job)
	return err
}

// say returns the facts, late ones without values.
func (o *besideLine) say() method.FactList {
	list := append(method.FactList{}, o.truth.say()...)
	if w, b, ok := o.of.LogOdds(); ok {
		list.Add("log_odds_coef", w, "", "Σ⁻¹(μ₂ − μ₁) of the recipe's normal distributions: the weights in ln P(second "+
			"class)/P(first class)").Call("True log-odds: weights").By(o.inputs)
		list.Add("log_odds_intercept", b, "", "Constant of the true log-odds").Call("True log-odds: constant")
	}
	late := func(name, label, meaning string, value func() float64) {
		f := list.Add(name, nil, "", meaning).Call(label).InPercent()
		if f.Late = o.best == nil; !f.Late {
			f.Value = value()
		}
	}
	bayes := func() float64 { e, _ := o.of.Bayes(); return e }
	late("line_error", "True error of this line", "Share of fresh points that the model's line misclassifies, an "+
		"integral, to 0.0001. Its excess over the Bayes error is the approximation error plus the estimation "+
		"error", func() float64 { return o.share })
	late("best_line_error", "Error of the best line", "The smallest error of any line on fresh points, to 0.0001",
		func() float64 { return o.best.Error })
	late("approximation_error", "Approximation error", "Error of the best line minus the Bayes error: the "+
		"approximation error "+
		"of a linear rule", func() float64 {
		if o.best.Bayes {
			return 0
		}
		return max(0, o.best.Error-bayes())
	})
	late("estimation_error", "Estimation error", "Error of the model's line minus that of the best one: the estimation "+
		"error from a finite sample", func() float64 { return max(0, o.share-o.best.Error) })
	return list
}

// layers draws the truth and, in fine pictures of points, the boundary of the best linear rule above that of the Bayes
// rule, unless they are equal.
func (o *besideLine) layers(job method.Job, f *Fit, v picture.Viewport, raster *picture.Raster,
	fine bool) []picture.Layer {
	list := o.truth.layers(job, f, v, raster, fine)
	if !fine || f.table != nil {
		return list
	}
	best, err := o.of.BestLine(job)
	if err != nil || best == nil || best.Bayes {
		return list // the caller checks the job, too
	}
	if xy := picture.LineIn(best.W[0], best.W[1], best.B, v); xy != nil {
		list = append(list, &picture.Path{Role: picture.RoleCut, Class: picture.NoClass,
			Says: "best line for the recipe", XY: xy})
	}
	return list
}
