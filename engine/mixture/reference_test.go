package mixture

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"pointscape/engine/grouping"
	"pointscape/engine/method"
)

// mixCase is a case of EM in testdata/mixture.json: so many iterations from a given start, with nothing added to the
// variances.
type mixCase struct {
	Name   string
	Params struct {
		Kind        string `json:"covariance_type"`
		Weights     []float64
		Means       [][]float64
		Covariances any
		Iterations  int `json:"n_iterations"`
	}
	X, Query [][]float64
	Expected map[string]any
}

// numbers returns all numbers in a JSON value, in order.
func numbers(v any) (list []float64) {
	switch x := v.(type) {
	case float64:
		return []float64{x}
	case []any:
		for _, e := range x {
			list = append(list, numbers(e)...)
		}
	case [][]float64:
		for _, row := range x {
			list = append(list, row...)
		}
	case []float64:
		return x
	default:
		panic(fmt.Sprintf("%T", v))
	}
	return list
}

func mixCases(t *testing.T) (cases []mixCase) {
	t.Helper()
	b, err := os.ReadFile("testdata/mixture.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 6 {
		t.Fatalf("%d cases of EM, want 6", len(cases))
	}
	return cases
}

func (c *mixCase) start() *gaussians {
	means := slices.Concat(c.Params.Means...)
	return &gaussians{kind: c.Params.Kind, k: len(c.Params.Means), d: len(c.X[0]), weights: c.Params.Weights, means: means,
		cov: numbers(c.Params.Covariances)}
}

func runMix(t testing.TB, p *method.Problem, g *gaussians, iterations int, tol, reg float64) *mix {
	t.Helper()
	m := &mix{p: p, k: g.k, d: g.d, kind: g.kind, limit: iterations, tol: tol, reg: reg, broken: none,
		scan: &grouping.Scan{}}
	if err := m.run(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMixtureReference(t *testing.T) {
	for _, c := range mixCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			p := &method.Problem{N: len(c.X), D: len(c.X[0]), X: slices.Concat(c.X...), Task: method.Cluster}
			m := runMix(t, p, c.start(), c.Params.Iterations, 0, 0)
			near := func(what string, got, want []float64, tol float64) {
				t.Helper()
				if len(got) != len(want) {
					t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
				}
				for i := range want {
					if !(math.Abs(got[i]-want[i]) <= tol*(1+math.Abs(want[i]))) {
						t.Errorf("%s: number %d is %v, want %v", what, i, got[i], want[i])
					}
				}
			}
			state := func(name string, g *gaussians, tol float64) {
				t.Helper()
				want := c.Expected[name].(map[string]any)
				near(name+" weights", g.weights, numbers(want["weights"]), tol)
				near(name+" means", g.means, numbers(want["means"]), tol)
				near(name+" covariances", g.cov, numbers(want["covariances"]), tol)
			}
			const tol = 1e-8
			near("log-likelihood", m.ll, numbers(c.Expected["loglik_trace"]), tol)
			near("responsibilities", m.resp(m.at(0))[:m.k], numbers(c.Expected["responsibilities_first_row"]), tol)
			state("after_1", m.at(1), tol)
			end := m.Stage(m.Steps()).(*blend)
			state(fmt.Sprintf("after_%d", c.Params.Iterations), end.g, tol)
			near("scores", numbers(end.PointScores(slices.Concat(c.Query...))),
				numbers(c.Expected["query_responsibilities"]), tol)
			var lns []float64
			for _, x := range c.Query {
				ln, _ := end.density(x)
				lns = append(lns, ln)
			}
			near("log density", lns, numbers(c.Expected["query_logdensity"]), tol)
			facts := map[string]any{}
			for _, f := range end.Facts() {
				facts[f.Name] = f.Value
			}
			near("criteria", []float64{facts["bic"].(float64), facts["aic"].(float64), float64(facts["n_parameters"].(int))},
				[]float64{c.Expected["bic"].(float64), c.Expected["aic"].(float64), c.Expected["n_parameters"].(float64)}, tol)
			// At the end of the run.
			m = runMix(t, p, c.start(), 5000, 1e-14, 0)
			near("log-likelihood at rest", m.ll[m.moves():], numbers(c.Expected["converged"].(map[string]any)["loglik"]), 1e-4)
			state("converged", m.at(m.moves()), 1e-4)
		})
	}
}
