package session

import (
	"pointscape/engine/dataset"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// beside is the truth with the best linear prediction for its distribution, to which the coefficients of a linear model
// converge as the number of points grows.
type beside struct {
	*truth
	facts method.FactList
	best  dataset.Ideal
}

// besideIdeal returns t, extended by the best linear prediction if the model is a linear regression, or as besideRule
// does for classes.
func besideIdeal(t *truth, f *Fit) overlay {
	if t.of != nil && t.of.Task == method.Classify {
		return besideRule(t, f)
	}
	if t.of == nil || f.table != nil && (f.table.Standardize || !f.asValued()) {
		return t
	}
	best, intercept, coef, ok := idealOf(t.of, f.Model)
	if !ok {
		return t
	}
	o := &beside{truth: t, best: best}
	p := f.Problem
	o.facts.Add("ideal_coef", best.Beta, "", "Coefficients of the recipe's best linear prediction: the model's "+
		"coefficients tend to them as the number of points grows").Call("Best coefficients")
	o.facts.Add("ideal_intercept", best.Intercept, "units of y", "The best prediction at inputs 0").Call("Best intercept")
	o.facts.Add("ideal_error", best.Error, method.SquaredUnits, "Mean squared error on fresh points, noise included: "+
		"no linear prediction has a smaller one").Call("Error of the best linear prediction")
	estimation, prediction := risks(&best, intercept, coef)
	o.facts.Add("estimation_risk", estimation, "",
		"Squared distance between the coefficients and the best ones").Call(
		"Estimation risk")
	o.facts.Add("prediction_risk", prediction, method.SquaredUnits, "Excess of the mean squared error on fresh points "+
		"over that of the best linear prediction").Call("Prediction risk")
	o.facts.Add("input_variance", variances(p), "", "Variance of the points, divided by n").Call("Variance of the inputs")
	o.facts.Add("true_input_variance", best.Var, "",
		"Variance of the recipe's distribution, where the inputs are uncorrelated").Call(
		"True variance of the inputs")
	return o
}

// asValued reports whether the fit predicts the column of a generated table that its recipe computes from all others.
func (f *Fit) asValued() bool {
	t, p := f.table, f.Problem
	return t != nil && t.Columns == nil && len(p.Outputs) == 1 && p.Outputs[0] == t.Rows.Columns[t.Rows.D()-1]
}

// idealOf returns the best linear prediction for a true distribution, and the coefficients of a model; ok is false if
// one of them does not exist, or they have different inputs.
func idealOf(t *dataset.Truth, m method.Model) (best dataset.Ideal, intercept float64, coef []float64, ok bool) {
	a := m.Can()
	if a.Affine == nil || t.Task == method.Classify {
		return best, 0, nil, false
	}
	if intercept, coef, ok = a.Affine(); !ok {
		return best, 0, nil, false
	}
	best, ok = t.Ideal()
	return best, intercept, coef, ok && len(best.Beta) == len(coef)
}

// risks returns the squared distance of a linear prediction's coefficients from the best ones (without the intercept),
// and the excess of its mean squared error on fresh points over that of the best prediction.
func risks(best *dataset.Ideal, intercept float64, coef []float64) (estimation, prediction float64) {
	shift := intercept - best.Intercept
	for j, c := range coef {
		off := c - best.Beta[j]
		estimation += off * off
		prediction += off * off * best.Var[j]
		shift += off * best.Mean[j]
	}
	return estimation, prediction + shift*shift
}

// variances returns the variances of the inputs, with divisor n.
func variances(p *method.Problem) []float64 {
	list, n := make([]float64, p.D), float64(p.N)
	for j := range list {
		mean := 0.0
		for i := range p.N {
			mean += p.At(i)[j] / n
		}
		for i := range p.N {
			list[j] += (p.At(i)[j] - mean) * (p.At(i)[j] - mean) / n
		}
	}
	return list
}

// say returns the facts of the truth, and those that compare the model with the best linear prediction.
func (o *beside) say() method.FactList {
	list := append(method.FactList{}, o.truth.say()...)
	return append(list, o.facts...)
}

// layers draws the truth and, in regression on the line, the best line over the true curve. Over the plane it draws
// only the truth, because level lines of the best prediction would cross those of the true function.
func (o *beside) layers(job method.Job, f *Fit, v picture.Viewport, raster *picture.Raster, fine bool) []picture.Layer {
	list := o.truth.layers(job, f, v, raster, fine)
	if f.Task != method.Regress || f.table != nil {
		return list
	}
	at := func(x float64) float64 { return o.best.Intercept + o.best.Beta[0]*x }
	return append(list, &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass,
		Says: "best line for the recipe", XY: []float64{v.X0, at(v.X0), v.X1, at(v.X1)}})
}
