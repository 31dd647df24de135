package svm

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// referenceCase is a case of testdata/svm.json, computed with LIBSVM and refined in higher precision. By the
// conventions in its README, y is −1 or 1, or a class 0 to K−1.
type referenceCase struct {
	Name, Method string
	Params       struct {
		C, Epsilon float64
		Kernel     struct {
			Type, Norm           string
			Gamma, Coef0, Degree float64
		}
	}
	X, Query  [][]float64
	Y         []float64
	Tolerance struct {
		Default tolerance
		Fields  map[string]tolerance
	}
	Expected expected
}

type tolerance struct{ Abs, Rel float64 }

type expected struct {
	Support         []int
	DualCoef        []float64 `json:"dual_coef"`
	NSupport        *int      `json:"n_support"`
	NBounded        *int      `json:"n_bounded"`
	Bounded         []int
	DualUnique      *bool `json:"dual_unique"`
	Intercept       float64
	InterceptUnique *bool      `json:"intercept_unique"`
	Interval        [2]float64 `json:"intercept_interval"`
	Decision        []float64
	DecisionMinus   []float64 `json:"decision_minus_intercept"`
	Labels          []int
	Undecided       []int
	TrainDecision   []float64 `json:"train_decision"`
	Prediction      []float64
	TrainPrediction []float64 `json:"train_prediction"`
	TrainErrors     int       `json:"train_errors"`
	DualObjective   float64   `json:"dual_objective"`
	PrimalObjective float64   `json:"primal_objective"`
	WNorm           float64   `json:"w_norm"`
	W               []float64
	Pairs           [][2]int
	Votes           [][]int
	Models          []struct {
		Pair          [2]int
		Support       []int
		DualCoef      []float64 `json:"dual_coef"`
		Intercept     float64
		Decision      []float64
		DualObjective float64 `json:"dual_objective"`
		NBounded      int     `json:"n_bounded"`
	}
}

func loadReference(t testing.TB) []referenceCase {
	b, err := os.ReadFile("testdata/svm.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []referenceCase
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func flat(rows [][]float64) []float64 {
	var out []float64
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
}

func (c *referenceCase) params(tol float64) map[string]any {
	k := c.Params.Kernel
	p := map[string]any{"kernel": k.Type, "C": c.Params.C, "tol": tol, "coef0": k.Coef0}
	if k.Gamma != 0 {
		p["gamma"] = k.Gamma
	}
	if k.Degree != 0 {
		p["degree"] = k.Degree
	}
	if k.Norm != "" {
		p["norm"] = k.Norm
	}
	return p
}

func (c *referenceCase) problem() *method.Problem {
	p := &method.Problem{N: len(c.X), D: len(c.X[0]), X: flat(c.X), Task: method.Classify}
	for _, y := range c.Y {
		if c.Method == "svc" {
			y = (y + 1) / 2
		}
		p.Class = append(p.Class, int(y))
	}
	for k := range slices.Max(p.Class) + 1 {
		p.ClassIDs = append(p.ClassIDs, k)
	}
	return p
}

func validate(t testing.TB, params map[string]any) method.Values {
	t.Helper()
	m := Method()
	v, err := m.Validate(params)
	if err == nil {
		err = m.Check(v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustFit(t testing.TB, p *method.Problem, params map[string]any, prev method.Model) *model {
	t.Helper()
	got, err := fit(context.Background(), p, validate(t, params), prev)
	if err != nil {
		t.Fatal(err)
	}
	return got.(*model)
}

func facts(m *model) map[string]any {
	out := map[string]any{}
	for _, f := range m.Facts() {
		out[f.Name] = f.Value
	}
	return out
}

func TestReference(t *testing.T) {
	for _, c := range loadReference(t) {
		if c.Method != "svc" && c.Method != "svc_ovo" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			m := mustFit(t, c.problem(), c.params(1e-8), nil)
			want := method.Converged
			if worst(m.pairs).sound == kernel.Indefinite {
				want = method.Limited
			}
			if st := m.Status(); st.State != want {
				t.Errorf("status %v", st)
			}
			if c.Method == "svc" {
				checkBinary(t, &c, m)
			} else {
				checkPairs(t, &c, m)
			}
		})
	}
}

func (c *referenceCase) close(t *testing.T, what string, got, want float64) {
	t.Helper()
	tol, ok := c.Tolerance.Fields[what]
	if !ok {
		tol = c.Tolerance.Default
	}
	if !(math.Abs(got-want) <= tol.Abs+tol.Rel*math.Abs(want)) {
		t.Errorf("%s: got %.12g, want %.12g (off by %.1e)", what, got, want, got-want)
	}
}

func (c *referenceCase) closeAll(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %d values, want %d", what, len(got), len(want))
		return
	}
	for i := range got {
		c.close(t, what, got[i], want[i])
	}
}

func checkBinary(t *testing.T, c *referenceCase, m *model) {
	e, f := &c.Expected, facts(m)
	query := flat(c.Query)
	column := func(x []float64) (out []float64) {
		for _, r := range m.PointScores(x) {
			out = append(out, r[0])
		}
		return
	}
	c.close(t, "dual_objective", f["objective"].(float64), e.DualObjective)
	if worst(m.pairs).sound != kernel.Indefinite { // an indefinite kernel has no w
		c.close(t, "primal_objective", f["primal_objective"].(float64), e.PrimalObjective)
		c.close(t, "w_norm", f["w_norm"].(float64), e.WNorm)
		c.close(t, "margin", f["margin"].(float64), 2/e.WNorm)
	}
	if e.W != nil {
		c.closeAll(t, "w", f["coef"].([]float64), e.W)
	}
	if *e.DualUnique {
		if got := f["support"].([]int); !slices.Equal(got, e.Support) {
			t.Errorf("support: got %v, want %v", got, e.Support)
		} else {
			c.closeAll(t, "dual_coef", f["dual_coef"].([]float64), e.DualCoef)
		}
		if got := f["n_support"]; got != *e.NSupport {
			t.Errorf("n_support: got %v, want %v", got, *e.NSupport)
		}
		if got := f["n_bounded"]; got != *e.NBounded {
			t.Errorf("n_bounded: got %v, want %v", got, *e.NBounded)
		}
		if got := f["bounded"].([]int); !slices.Equal(got, e.Bounded) {
			t.Errorf("bounded: got %v, want %v", got, e.Bounded)
		}
	}
	// libsvm's rule also takes the middle of the interval.
	bias := f["intercept"].(float64)
	c.close(t, "intercept", bias, e.Intercept)
	if !*e.InterceptUnique {
		if bias < e.Interval[0] || bias > e.Interval[1] {
			t.Errorf("intercept %v is not in %v", bias, e.Interval)
		}
		minus := column(query)
		for i := range minus {
			minus[i] -= bias
		}
		c.closeAll(t, "decision_minus_intercept", minus, e.DecisionMinus)
	}
	c.closeAll(t, "decision", column(query), e.Decision)
	c.closeAll(t, "train_decision", column(flat(c.X)), e.TrainDecision)
	if got := f["training_error"].(float64) * float64(len(c.X)); math.Abs(got-float64(e.TrainErrors)) > 1e-9 {
		t.Errorf("training errors: got %v, want %v", got, e.TrainErrors)
	}
	labels := make([]float64, len(c.Query))
	m.Predict(query, labels)
	for i, got := range labels {
		if !slices.Contains(e.Undecided, i) && 2*int(got)-1 != e.Labels[i] {
			t.Errorf("label %d: got %v, want %v", i, 2*int(got)-1, e.Labels[i])
		}
	}
}

func checkPairs(t *testing.T, c *referenceCase, m *model) {
	e := &c.Expected
	query := flat(c.Query)
	scores := m.PointScores(query)
	for k, want := range e.Models {
		p := m.pairs[k]
		if p.a != want.Pair[0] || p.b != want.Pair[1] {
			t.Fatalf("pair %d is (%d, %d), want %v", k, p.a, p.b, want.Pair)
		}
		var support []int
		var coef []float64
		bounded := 0
		for i, b := range p.beta {
			if b != 0 {
				support = append(support, p.row(i))
				coef = append(coef, b)
			}
			if math.Abs(b) == p.c {
				bounded++
			}
		}
		if !slices.Equal(support, want.Support) {
			t.Errorf("pair %v: support %v, want %v", want.Pair, support, want.Support)
			continue
		}
		if bounded != want.NBounded {
			t.Errorf("pair %v: %d bounded, want %d", want.Pair, bounded, want.NBounded)
		}
		c.closeAll(t, "models", coef, want.DualCoef)
		c.close(t, "models", m.decision.Bias[k], want.Intercept)
		c.close(t, "models", p.dual, want.DualObjective)
		for i := range scores {
			c.close(t, "models", scores[i][k], want.Decision[i])
		}
	}
	labels := make([]float64, len(c.Query))
	m.Predict(query, labels)
	v := newVote(m.classes())
	for i, got := range labels {
		if !slices.Contains(e.Undecided, i) && int(got) != e.Labels[i] {
			t.Errorf("label %d: got %v, want %v", i, got, e.Labels[i])
		}
		v.count(scores[i])
		if !slices.Equal(v.wins, e.Votes[i]) {
			t.Errorf("votes %d: got %v, want %v", i, v.wins, e.Votes[i])
		}
	}
}
