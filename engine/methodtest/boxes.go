package methodtest

import (
	"math/rand/v2"
	"slices"

	"pointscape/engine/method"
)

// boxes checks that the predictions of a model with Cuts are constant in each box between its cuts, if it says that
// they change nowhere else.
func boxes(t T, m method.Method) {
	task := m.TaskOf(planar(m))
	if task != method.Classify && task != method.Regress2D {
		return
	}
	tried := []map[string]any{{}}
	for _, p := range m.Params {
		switch p.Kind.(type) {
		case method.Choose:
			for _, c := range p.Choices() {
				tried = append(tried, map[string]any{p.Name: c.Value})
			}
		case method.Bool:
			tried = append(tried, map[string]any{p.Name: p.Default != true})
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for _, params := range tried {
		for name, value := range planar(m) {
			params[name] = value
		}
		model, _ := fit(t, m, Points(m.TaskOf(params), 60, 4), params, nil)
		if model == nil {
			continue
		}
		b := model.Can()
		if b.Cuts == nil {
			continue
		}
		cuts := [2][]float64{{view.X0, view.X1}, {view.Y0, view.Y1}}
		if !b.Cuts(func(input int, at float64) { cuts[input] = append(cuts[input], at) }) {
			continue
		}
		for k := range cuts {
			slices.Sort(cuts[k])
			cuts[k] = slices.Compact(cuts[k])
		}
		var x [4]float64 // two points in one box
		for range 400 {
			for k, list := range cuts {
				i := rng.IntN(len(list) - 1)
				for j := k; j < 4; j += 2 {
					x[j] = list[i] + (0.01+0.98*rng.Float64())*(list[i+1]-list[i])
				}
			}
			var out [2]float64
			model.Can().Predictor.Predict(x[:], out[:])
			if out[0] != out[1] && (out[0] == out[0] || out[1] == out[1]) {
				t.Errorf("%v: no cut parts (%g, %g) and (%g, %g), where it answers %g and %g", params, x[0], x[1], x[2], x[3],
					out[0], out[1])
				break
			}
		}
	}
}
