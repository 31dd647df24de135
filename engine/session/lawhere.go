package session

import (
	"math"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// bellWide is the width in CSS pixels of the narrowest density of y, which is drawn sideways, at its mean.
const bellWide = 70

// lawHere adds to a point's explanation the true distribution of y there. On the line it draws
// the density sideways, together with the model's, if it has one. For classes it does what lossHere does.
func (f *Fit) lawHere(t *truth, x []float64, v picture.Viewport, e *method.Explanation) {
	f.lossHere(t, x, e)
	if t == nil || t.of == nil || f.table != nil || t.of.Classes > 0 {
		return
	}
	var mean, sd [1]float64
	t.of.F(mean[:], sd[:], x)
	text := words.Text("True distribution of y here: mean %s", words.Number(mean[0]))
	if sd[0] > 0 {
		text = words.Text("%s, standard deviation %s", text, words.Number(sd[0]))
	}
	e.Lines = append(e.Lines, text)
	if f.Task != method.Regress || sd[0] <= 0 {
		return
	}
	type law struct {
		mean, sd float64
		role     picture.Role
		says     string
	}
	laws := []law{{mean[0], sd[0], trueRole, "true distribution of y here"}}
	if f.can.Deviations != nil {
		var y [1]float64
		f.can.Predictor.Predict(x, y[:])
		if _, of := f.can.Deviations(x); len(of) == 1 && of[0] > 0 && method.Finite(of[0], y[0]) {
			laws = append(laws, law{y[0], of[0], picture.RoleMean, "predicted distribution of y here"})
		}
	}
	narrow := laws[0].sd
	for _, l := range laws {
		narrow = min(narrow, l.sd)
	}
	wide := bellWide * (v.X1 - v.X0) / float64(v.W)
	if x[0]+wide > v.X1 { // no room to the right
		wide = -wide
	}
	for _, l := range laws {
		path := &picture.Path{Role: l.role, Class: picture.NoClass, Says: l.says}
		const nodes = 60
		var xy []float64
		for i := range nodes + 1 {
			z := 6*float64(i)/nodes - 3
			xy = append(xy, x[0]+wide*narrow/l.sd*math.Exp(-z*z/2), l.mean+z*l.sd)
		}
		path.AddLine(xy...)
		path.AddLine(x[0], l.mean, x[0]+wide*narrow/l.sd, l.mean) // to the density at its mean
		e.Layers = append(e.Layers, path)
	}
}
