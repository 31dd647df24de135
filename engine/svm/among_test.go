package svm

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
)

// Fits to parts of the same rows share kernel values. Coefficients and predictions must equal those of separate fits,
// to the bit.
func TestPartsAreWhatTheyAreAlone(t *testing.T) {
	kernelparam.Share()
	r := rand.New(rand.NewPCG(5, 6))
	for classes := 2; classes <= 3; classes++ {
		var pts []doc.Point
		for i := range 90 {
			z := float64(i % classes)
			pts = append(pts, doc.Point{X: r.NormFloat64() + z, Y: r.NormFloat64() - z, Z: z})
		}
		problem := func(list []int) *method.Problem {
			var of []doc.Point
			for _, i := range list {
				of = append(of, pts[i])
			}
			p, err := method.NewProblem(of, method.Classify, 0)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		var all []int
		for i := range pts {
			all = append(all, i)
		}
		set := &method.Shared{Whole: problem(all)}
		for _, params := range []map[string]any{
			{"kernel": "rbf", "gamma": 0.7, "C": 1.0}, {"kernel": "rbf", "gamma": 0.7, "C": 30.0}, {"kernel": "rbf"},
			{"kernel": "poly", "C": 3.0}, {"kernel": "linear"}, {"kernel": "sigmoid", "gamma": 0.5},
			{"kernel": "laplacian(0.4) + white(0.3)"}, {"kernel": "rbf", "nu": 0.3},
		} {
			m := Method()
			if params["nu"] != nil {
				m = Nu()
			}
			v, err := m.Validate(params)
			if err != nil {
				t.Fatal(err)
			}
			for fold := range 3 {
				var in, out []int
				for i := range pts {
					if i%9/3 == fold {
						out = append(out, i)
					} else {
						in = append(in, i)
					}
				}
				fit := func(join bool) (*model, []float64) {
					p, at := problem(in), problem(out)
					if join {
						p.Join(set, in)
						at.Join(set, out)
					}
					m, err := m.Fit(t.Context(), p, v, nil)
					if err != nil {
						t.Fatal(err)
					}
					answers := make([]float64, at.N)
					if asked := m.Can().PredictPart(at, 0, answers); !asked {
						m.Can().Predictor.Predict(at.X, answers)
					} else if !join {
						t.Error("rows of no set are known")
					}
					return m.(*model), answers
				}
				alone, answers := fit(false)
				if fold == 0 { // rows outside the set are evaluated repeatedly
					strangers := problem(out)
					for k := range 3 {
						p := problem(all)
						p.Join(set, all)
						m, err := m.Fit(t.Context(), p, v, nil)
						if err != nil {
							t.Fatal(err)
						}
						own, kept := make([]float64, strangers.N), make([]float64, strangers.N)
						m.Can().Predictor.Predict(strangers.X, own)
						half := strangers.N / 2
						known := m.Can().PredictPart(strangers, 0, kept[:half])
						known = m.Can().PredictPart(strangers, half, kept[half:]) && known
						if want := k > 0 && params["kernel"] != "linear"; known != want || known && !slices.Equal(own, kept) {
							t.Errorf("%v: asked %d times, known %t, %v, want %v", params, k+1, known, kept, own)
						}
					}
				}
				shared, others := fit(true)
				if !reflect.DeepEqual(alone.decision.Coef, shared.decision.Coef) ||
					!slices.Equal(alone.decision.Bias, shared.decision.Bias) || !slices.Equal(alone.vectors, shared.vectors) {
					t.Errorf("%v, fold %d: other coefficients", params, fold)
				}
				if !slices.Equal(answers, others) || alone.errors != shared.errors {
					t.Errorf("%v, fold %d: other answers", params, fold)
				}
				if used := shared.among != nil; used == (params["kernel"] == "linear") {
					t.Errorf("%v: shared %t", params, used)
				}
			}
		}
	}
}
