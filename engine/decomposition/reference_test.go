package decomposition

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

type tolerance struct{ Abs, Rel float64 }

func (tol tolerance) near(got, want float64) bool {
	return math.Abs(got-want) <= tol.Abs+tol.Rel*math.Abs(want)
}

// refCase is a case of testdata/pca.json: numpy's SVD, checked against scikit-learn's PCA.
type refCase struct {
	Name, Method string
	Params       struct {
		Components int `json:"n_components"`
	}
	X, Query [][]float64
	Expected struct {
		Mean           []float64
		Variance       []float64   `json:"explained_variance"`
		Ratio          []float64   `json:"explained_variance_ratio"`
		Components     [][]float64 // may be missing if they are arbitrary
		Scores         [][]float64 `json:"query_scores"`
		Reconstruction [][]float64 `json:"query_reconstruction"`
		Error          []float64   `json:"query_error"`
		Lost           float64     `json:"train_mse"`
	}
	Tolerance struct {
		Default tolerance
		Fields  struct{ Components tolerance }
	}
}

func flat(rows [][]float64) (out []float64) {
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
}

// wide returns a problem of rows of any width.
func wide(rows [][]float64) *method.Problem {
	return &method.Problem{N: len(rows), D: len(rows[0]), X: flat(rows), Task: method.Cluster}
}

// fitted fits with validated parameters.
func fitted(t testing.TB, p *method.Problem, params map[string]any) *pca {
	t.Helper()
	return methodtest.Fit(t, PCA(), p, params).(*pca)
}

// facts returns the facts of a model by name.
func facts(m method.Model) map[string]any {
	all := map[string]any{}
	for _, f := range m.Facts() {
		all[f.Name] = f.Value
	}
	return all
}

func TestReference(t *testing.T) {
	b, err := os.ReadFile("testdata/pca.json")
	if err != nil {
		t.Fatal(err)
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, r := range raw {
		var head struct{ Method string }
		if err := json.Unmarshal(r, &head); err != nil {
			t.Fatal(err)
		}
		if head.Method != "pca" { // others belong to the kernel methods
			continue
		}
		n++
		var c refCase
		if err := json.Unmarshal(r, &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, func(t *testing.T) { c.check(t) })
	}
	if n != 6 {
		t.Errorf("%d cases of pca, want 6", n)
	}
}

func (c *refCase) check(t *testing.T) {
	loose, tight := c.Tolerance.Fields.Components, c.Tolerance.Default
	m := fitted(t, wide(c.X), map[string]any{"n_components": float64(c.Params.Components)})
	same := func(what string, got, want []float64, tol tolerance) {
		t.Helper()
		if len(got) != len(want) {
			t.Errorf("%s: %d numbers, want %d", what, len(got), len(want))
			return
		}
		for i := range want {
			if !tol.near(got[i], want[i]) {
				t.Errorf("%s: number %d is %v, want %v", what, i, got[i], want[i])
				return
			}
		}
	}
	f, e := facts(m), &c.Expected
	same("mean", f["mean"].([]float64), e.Mean, tight)
	same("explained_variance", f["explained_variance"].([]float64), e.Variance, tight)
	same("explained_variance_ratio", f["explained_variance_ratio"].([]float64), e.Ratio, tight)
	same("reconstruction_error", []float64{f["reconstruction_error"].(float64)}, []float64{e.Lost}, tight)
	if e.Components != nil {
		same("components", flat(f["components"].([][]float64)[:len(e.Components)]), flat(e.Components), loose)
	}
	if e.Scores != nil {
		same("scores", flat(m.PointScores(flat(c.Query))), flat(e.Scores), loose)
	}
	for i, x := range c.Query {
		at := make([]float64, len(x))
		m.reconstruct(x, at, m.q)
		same("reconstruction", at, e.Reconstruction[i], loose)
		d2 := 0.0
		for j := range x {
			d2 += (x[j] - at[j]) * (x[j] - at[j])
		}
		same("error", []float64{d2}, e.Error[i:i+1], loose)
	}
}
