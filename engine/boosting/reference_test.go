package boosting

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

func load[T any](t *testing.T, name string) (cases []T) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

// problem returns a problem of rows with classes or values.
func problem(t *testing.T, x [][]float64, y []float64, task method.Task) *method.Problem {
	t.Helper()
	pts := make([]doc.Point, len(x))
	for i := range x {
		switch pts[i].X = x[i][0]; task {
		case method.Regress:
			pts[i].Y = y[i]
		default:
			pts[i].Y, pts[i].Z = x[i][1], y[i]
		}
	}
	p, err := method.NewProblem(pts, task, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// start fits a method; step returns the model after so many rounds.
func start(t *testing.T, m method.Method, p *method.Problem, params map[string]any) method.Grower {
	t.Helper()
	return methodtest.Fit(t, m, p, params).Can().Grower
}

func step(t *testing.T, g method.Grower, n int) method.Grower {
	t.Helper()
	next, err := g.Grow(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// Rounds agree with the reference: splits, predictions, errors, votes, weights and labels.
func TestSAMMEReference(t *testing.T) {
	type refCase struct {
		Name   string
		Params struct {
			Rounds    int     `json:"n_rounds"`
			Rate      float64 `json:"learning_rate"`
			Criterion string  `json:"stump_criterion"`
		}
		X, Query [][]float64
		Y        []float64
		Expected struct {
			Rounds []struct {
				Feature                int32
				Threshold, Left, Right float64
				Error, Alpha           float64
			}
			Final  []float64 `json:"final_weights"`
			Votes  [][]float64
			Labels []float64
			Staged [][]float64 `json:"staged_labels"`
			Error  float64     `json:"train_error"`
		}
		Tolerance struct{ Default struct{ Abs, Rel float64 } }
	}
	cases := load[refCase](t, "samme.json")
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			p, tol := problem(t, c.X, c.Y, method.Classify), c.Tolerance.Default.Abs
			g := start(t, AdaBoost(), p, map[string]any{"n_estimators": float64(c.Params.Rounds), "learning_rate": c.Params.Rate,
				"criterion": c.Params.Criterion})
			var query []float64
			for _, x := range c.Query {
				query = append(query, x...)
			}
			labels := make([]float64, len(c.Query))
			for k, want := range c.Expected.Rounds {
				g = step(t, g, 1)
				m := g.(*ada)
				r := m.round()
				q := &r.tree.Nodes[0]
				if q.Feature != want.Feature || float64(r.tree.Nodes[1].Wins) != want.Left ||
					float64(r.tree.Nodes[2].Wins) != want.Right {
					t.Errorf("round %d: input %d, %d or %d, want %+v", k+1, q.Feature, r.tree.Nodes[1].Wins, r.tree.Nodes[2].Wins,
						want)
				}
				near(t, "threshold", q.At, want.Threshold, tol)
				near(t, "error", r.err, want.Error, tol)
				near(t, "vote", r.alpha, want.Alpha, tol)
				if m.Predict(query, labels); k < len(c.Expected.Staged) && !slices.Equal(labels, c.Expected.Staged[k]) {
					t.Errorf("round %d says %v, want %v", k+1, labels, c.Expected.Staged[k])
				}
			}
			m := g.(*ada)
			if len(m.rounds) != len(c.Expected.Rounds) || m.Step() != c.Params.Rounds {
				t.Errorf("%d rounds", m.Step())
			}
			for i, w := range c.Expected.Final {
				near(t, "final weight", m.course.weights[i], w, tol)
			}
			all := m.tally(query)
			for i, row := range c.Expected.Votes {
				for k, v := range row {
					near(t, "votes", m.unit.Float(all[i*len(row)+k]), v, tol)
				}
			}
			if !slices.Equal(labels, c.Expected.Labels) {
				t.Errorf("labels %v, want %v", labels, c.Expected.Labels)
			}
			near(t, "training error", m.mistakes(), c.Expected.Error, 1e-12)
		})
	}
	if len(cases) < 5 {
		t.Errorf("%d cases", len(cases))
	}
}

// Rounds agree with scikit-learn: errors, votes and predictions at the training points.
func TestAdaBoostAsScikitLearn(t *testing.T) {
	cases := load[struct {
		Params  map[string]any
		X       [][]float64
		Y       []float64
		Rounds  int
		Errors  []float64
		Staged  [][]float64
		Weights []float64 `json:"estimator_weights"`
		Errs    []float64 `json:"estimator_errors"`
	}](t, "adaboost.json")
	for _, c := range cases {
		p := problem(t, c.X, c.Y, method.Classify)
		g := start(t, AdaBoost(), p, c.Params)
		says := make([]float64, p.N)
		for k := range c.Rounds {
			g = step(t, g, 1)
			m := g.(*ada)
			near(t, "staged error", m.mistakes(), c.Errors[k], 1e-9)
			near(t, "estimator_error", m.round().err, c.Errs[k], 1e-9)
			near(t, "estimator_weight", m.round().alpha, c.Weights[k], 1e-9)
			if m.Predict(p.X, says); !slices.Equal(says, c.Staged[k]) {
				t.Errorf("%v: round %d says something else", c.Params, k+1)
			}
			if t.Failed() {
				t.Fatalf("%v, round %d", c.Params, k+1)
			}
		}
		if next := step(t, g, mostRounds); next.Step() != c.Rounds || next.Status().State != method.Exact {
			t.Errorf("%v: after %d rounds: %d, %v", c.Params, c.Rounds, next.Step(), next.Status())
		}
	}
}

// Sums at the training points, log-odds and values, and mean losses agree with scikit-learn. With an odd number of
// values, one of them is the initial sum: the sign of its residual is 0, whatever the rounding errors.
func TestGradientAsScikitLearn(t *testing.T) {
	type refCase struct {
		Task   method.Task
		Params map[string]any
		X      [][]float64
		Y      []float64
		Steps  []int
		Staged []json.RawMessage
		Scores []float64 `json:"train_score"`
	}
	cases := append(load[refCase](t, "gradient.json"), load[refCase](t, "medians.json")...)
	seen := map[string]bool{}
	for _, c := range cases {
		p := problem(t, c.X, c.Y, c.Task)
		m := Regression()
		if c.Task == method.Classify {
			m = Gradient()
		}
		seen[string(c.Task)+c.Params["loss"].(string)] = true
		params := map[string]any{}
		for name, v := range c.Params {
			if c.Task != method.Classify || name != "loss" {
				params[name] = v
			}
		}
		if c.Task == method.Regress2D {
			params["domain"] = "plane"
		}
		g := start(t, m, p, params)
		for i, k := range c.Steps {
			g = step(t, g, k-g.Step())
			b := g.(*boosted)
			_, loss := b.now()
			if b.p.Class != nil && b.outputs == 1 {
				loss *= 2 // scikit-learn's is the deviance for two classes
			}
			near(t, "loss", loss, c.Scores[k-1], 1e-9)
			var want []float64
			if err := json.Unmarshal(c.Staged[i], &want); err != nil {
				var rows [][]float64
				if err := json.Unmarshal(c.Staged[i], &rows); err != nil {
					t.Fatal(err)
				}
				want = slices.Concat(rows...)
			}
			got := b.fitted(k)
			if len(got) != len(want) {
				t.Fatalf("%d sums, want %d", len(got), len(want))
			}
			for j, w := range want {
				near(t, "sum", got[j], w, 1e-9)
			}
			if t.Failed() {
				t.Fatalf("%s, %v, round %d", c.Task, c.Params, k)
			}
		}
	}
	if len(seen) < 7 {
		t.Errorf("only %v", seen)
	}
}
