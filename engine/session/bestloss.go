package session

import (
	"math"
	"slices"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// This file compares the f of a model that minimizes the exponential loss of two classes with the minimizer of its
// expectation, f* = ½ ln(η/(1 − η)), where η = P(second class | x) (Friedman, Hastie and Tibshirani, Additive logistic
// regression, Annals of Statistics 28, 2000, lemma 1). Its expected loss at x is 2 √(η (1 − η)).

// besideLoss is the truth, with a fact for a model that minimizes the exponential loss: the smallest possible loss.
type besideLoss struct {
	*truth
	f *Fit
}

// exponential returns the model of a fit if it minimizes the exponential loss, and t can be compared with it.
func (f *Fit) exponential(t *truth) (m *method.Capabilities, ok bool) {
	m = f.can
	if m.Exponential == nil || t == nil || t.of == nil || t.of.Classes != 2 || f.table != nil || f.Problem.D != 2 ||
		!slices.Equal(f.Problem.ClassIDs, []int{0, 1}) {
		return nil, false
	}
	_, ok = m.Exponential(nil)
	return m, ok
}

// half returns ½ ln(η/(1 − η)) at points of the plane, two numbers each.
func (t *truth) half(x []float64) []float64 {
	log := make([]float64, len(x)) // log-densities of two classes for points with two inputs
	t.of.Scores(log, x)
	out := make([]float64, len(x)/2)
	for i := range out {
		out[i] = (log[2*i+1] - log[2*i]) / 2
	}
	return out
}

// say returns the facts.
func (o *besideLoss) say() method.FactList {
	list, sum := append(method.FactList{}, o.truth.say()...), 0.0
	best := o.half(o.f.Problem.X)
	for _, v := range best {
		sum += 1 / math.Cosh(v) // 2 √(η (1 − η))
	}
	list.Add("least_exponential_loss", sum/float64(len(best)), "", "Mean over the points of 2 √(η (1 − η)): no f has a "+
		"smaller expected exponential loss for classes drawn at these points").Call("Least exponential loss")
	return list
}

// lossPanelID is the id of the panel with f and f*.
const lossPanelID = "half_log_odds"

// lossPanel returns the panel with f and f*; nil unless the model is one to compare with t.
func (f *Fit) lossPanel(t *truth) []method.Panel {
	m, ok := f.exponential(t)
	if !ok {
		return nil
	}
	return []method.Panel{chart.Plain(method.PanelInfo{ID: lossPanelID, Title: "f compared with the best one, ½ " +
		"ln(η/(1 − η))",
		XLabel: "½ ln(η/(1 − η)), the best f", YLabel: "f", Help: "Each point at the f with the smallest " +
			"expected exponential loss and at the model's f. On the line both agree. Infinite values are " +
			"drawn at the edge."}, func() *chart.Chart {
		at, _ := m.Exponential(f.Problem.X)
		end := 1.0
		for _, v := range at {
			end = max(end, 1.1*math.Abs(v))
		}
		c := &chart.Chart{X: chart.Exactly(-1.04*end, 1.04*end), Y: chart.Exactly(-1.04*end, 1.04*end), Told: true}
		c.Add(chart.Curve{Look: chart.As(trueRole, "f equals the best one"), XY: []float64{-end, -end, end, end}},
			chart.Upright(chart.As(picture.RoleGuide, "both classes are equally probable"), 0))
		marks, near := &picture.Marks{Role: picture.RolePoint, Says: "point"}, 0
		for i, v := range t.half(f.Problem.X) {
			marks.XY = append(marks.XY, max(-end, min(end, v)), at[i])
			marks.Class = append(marks.Class, f.Problem.ClassIDs[f.Problem.Class[i]])
			if (v > 0) == (at[i] > 0) {
				near++
			}
		}
		c.Add(chart.Dots{Marks: marks})
		c.Alt = words.Text("The model's f and the best f, ½ ln(η/(1 − η)), have the same sign at %s of %s.",
			words.Count(near, "point"), words.Number(float64(len(at))))
		return c
	})}
}

// lossHere adds f and f* at a point to its explanation, if the model is one to compare with t.
func (f *Fit) lossHere(t *truth, x []float64, e *method.Explanation) {
	m, ok := f.exponential(t)
	if !ok {
		return
	}
	at, _ := m.Exponential(x[:2])
	e.Lines = append(e.Lines, words.Text("f = %s; the best one here is ½ ln(η/(1 − η)) = %s", words.Number(at[0]),
		words.Number(t.half(x[:2])[0])))
}
