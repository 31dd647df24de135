package catalog

import (
	"maps"
	"math"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// ring returns n classes as clusters on a circle, each of which a line separates from all others.
func ring(n int) []doc.Point {
	var pts []doc.Point
	for c := range n {
		x, y := ringPlace(c, n)
		for k := range 5 {
			s, u := math.Sincos(2 * math.Pi * float64(k) / 5)
			pts = append(pts, doc.Point{X: x + 0.012*u, Y: y + 0.012*s, Z: float64(c)})
		}
	}
	return pts
}

func ringPlace(c, n int) (x, y float64) {
	s, u := math.Sincos(2 * math.Pi * float64(c) / float64(n))
	return 0.5 + 0.4*u, 0.5 + 0.4*s
}

// classifiers returns the methods of classification, with the parameters that make them classifiers.
func classifiers() (list []method.Method, params []map[string]any) {
	for _, m := range Tested() {
		with := map[string]any{}
		for _, p := range m.Params {
			for _, c := range p.Choices() {
				if c.Task == method.Classify && m.TaskOf(nil) != method.Classify {
					with[p.Name] = c.Value
				}
			}
		}
		if m.TaskOf(with) != method.Classify || m.Pictures ||
			m.Objects { // the number of classes of pictures depends on their data
			continue
		}
		maps.Copy(with, patient[m.ID])
		list, params = append(list, m), append(params, with)
		if p := m.Param("weights"); p != nil && method.Is[method.Choose](p.Kind) { // votes are summed differently
			other := maps.Clone(with)
			other["weights"] = "distance"
			list, params = append(list, m), append(params, other)
		}
	}
	return list, params
}

// patient has parameters for iterative methods and trees: with fewer steps or less depth, some classes would not be
// learned.
var patient = map[string]map[string]any{
	"perceptron":         {"max_iter": 5000.0},
	"passive_aggressive": {"max_iter": 5000.0, "C": 1000.0},
	"svm_primal":         {"C": 1000.0, "max_iter": 10000.0, "solver": "subgradient"},
	"tree":               {"max_depth": 12.0},
	"backpropagation":    {"hidden_layer_sizes": []float64{6, 6}, "epochs_before": 2000.0},
	"neuron":             {"activation": "identity", "learning_rate": 0.005},
	"adaboost":           {"max_depth": 8.0}, // the vote of stumps, each with two classes, ends soon
}

// Every classifier supports as many classes as a document can have: it learns each of them, shows it in its raster
// under its id, and reports it by its number.
func TestManyClasses(t *testing.T) {
	t.Parallel()
	list, params := classifiers()
	if len(list) < 8 && TestsAll() {
		t.Fatalf("only %d classifiers", len(list))
	}
	for i, m := range list {
		for _, n := range []int{10, doc.MaxClass + 1} {
			v, err := m.Validate(params[i])
			if err != nil {
				t.Fatal(err)
			}
			p, err := method.NewProblem(ring(n), method.Classify, 1)
			if err != nil {
				t.Fatal(err)
			}
			model, err := m.Fit(method.Unstopped, p, v, nil)
			if err != nil {
				t.Errorf("%s: %d classes: %v", m.ID, n, err)
				continue
			}
			steps := 500
			if g := model.Can().Grower; g != nil && g.StepName() == "example" {
				steps *= p.N
			}
			if model, err = method.Whole(method.Unstopped, model, steps); err != nil {
				t.Fatal(err)
			}
			x, out := make([]float64, 0, 2*n), make([]float64, n)
			for c := range n {
				a, b := ringPlace(c, n)
				x = append(x, a, b)
			}
			model.Can().Predictor.Predict(x, out)
			right := 0
			for c, y := range out {
				if int(y) == c {
					right++
				}
			}
			if right < n-n/5 {
				t.Errorf("%s: of %d classes on a ring it has learned %d: %v. If it needs more steps than by default, say so in "+
					"patient in classes_test.go", m.ID, n, right, out)
			}
			if s := model.Can(); s.ScoreRaster != nil {
				g := picture.Viewport{X1: 1, Y1: 1, W: 200, H: 200, Scale: 1}.Grid(200, 200)
				r, err := s.ScoreRaster(method.Unstopped, g, nil)
				if err != nil {
					t.Fatal(err)
				}
				seen := map[int]bool{}
				for k := range r.Planes[0] {
					best, sum := 0, 0.0
					for c, plane := range r.Planes {
						sum += float64(plane[k])
						if plane[k] > r.Planes[best][k] {
							best = c
						}
					}
					if r.Kind == picture.Shares && math.Abs(sum-1) > 1e-4 {
						t.Fatalf("%s: the shares of %d classes sum to %v", m.ID, n, sum)
					}
					switch {
					case r.Kind == picture.Labels:
						best = int(r.Planes[0][k])
					case best < len(r.Classes):
						best = r.Classes[best]
					}
					seen[best] = true
				}
				if len(seen) < n-n/5 || !seen[n-1] {
					t.Errorf("%s: the raster shows the classes %v of %d", m.ID, seen, n)
				}
			}
			if e := model.Can(); e.Explain != nil {
				for c, y := range out {
					if int(y) != c {
						continue
					}
					ex := e.Explain(x[2*c:2*c+2], picture.Viewport{X1: 1, Y1: 1, W: 400, H: 400, Scale: 1}, nil)
					if want := (doc.Names{}).Class(c); !strings.Contains(ex.Answer, want) {
						t.Errorf("%s: at the place of %s it answers %q", m.ID, want, ex.Answer)
					}
				}
			}
		}
	}
}
