package neighbors

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// ncaCase is a result of scikit-learn's NeighborhoodComponentsAnalysis: the objective and its gradient for a random A,
// and the begin and end of a run.
type ncaCase struct {
	Name, Init  string
	X           [][]float64
	Y           []int
	Q           int
	A, Gradient [][]float64
	Value       float64
	Start, End  float64
	StartMetric [][]float64 `json:"start_metric"`
}

func ncaCases(t *testing.T) []ncaCase {
	t.Helper()
	data, err := os.ReadFile("testdata/nca.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Cases []ncaCase }
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Cases) < 5 {
		t.Fatalf("%d cases", len(all.Cases))
	}
	return all.Cases
}

// problem returns the case's problem; rows of more than two columns are rows of a table.
func (c *ncaCase) problem() *method.Problem {
	p := &method.Problem{N: len(c.Y), D: len(c.X[0]), Task: method.Classify}
	for i, x := range c.X {
		p.X, p.Class = append(p.X, x...), append(p.Class, c.Y[i])
		for c.Y[i] >= len(p.ClassIDs) {
			p.ClassIDs = append(p.ClassIDs, len(p.ClassIDs))
		}
		p.Shown = append(p.Shown, x[0], x[1])
	}
	low := p.Class[0]
	for _, k := range p.Class {
		low = min(low, k)
	}
	for i := range p.Class {
		p.Class[i] -= low
	}
	p.ClassIDs = p.ClassIDs[low:]
	if p.D == 2 {
		p.Shown = nil
		return p
	}
	p.Inputs = []string{"a", "b", "c", "d"}[:p.D]
	return p
}

func fitLearned(t *testing.T, p *method.Problem, given map[string]any) *learned {
	t.Helper()
	of := NCA()
	v, err := of.Validate(given)
	if err != nil {
		t.Fatal(err)
	}
	m, err := of.Fit(method.Unstopped, p, v, nil)
	if err == nil {
		m, err = method.Whole(method.Unstopped, m, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m.(*learned)
}

// The objective and its gradient agree with scikit-learn for any A.
func TestNCAObjective(t *testing.T) {
	for _, c := range ncaCases(t) {
		p := c.problem()
		s := newSuccess(p, c.Q, make([]float64, p.D))
		var a []float64
		for _, row := range c.A {
			a = append(a, row...)
		}
		g := make([]float64, len(a))
		v, _ := s.value(method.Unstopped, a, g) // negative of scikit-learn's, and so is the gradient
		if math.Abs(v+c.Value) > 1e-10*(1+math.Abs(c.Value)) {
			t.Errorf("%s, %s: value %v, scikit-learn has −%v", c.Name, c.Init, v, c.Value)
		}
		top := 1.0
		for _, row := range c.Gradient {
			for _, x := range row {
				top = max(top, math.Abs(x))
			}
		}
		for i, x := range g {
			if want := -c.Gradient[i/p.D][i%p.D]; math.Abs(x-want) > 1e-10*top {
				t.Errorf("%s, %s: slope %d is %v, scikit-learn has %v", c.Name, c.Init, i, x, want)
			}
		}
		// The gradient agrees with finite differences.
		for i := range a {
			const h = 1e-5
			at := a[i]
			a[i] = at + h
			up, _ := s.value(method.Unstopped, a, nil)
			a[i] = at - h
			down, _ := s.value(method.Unstopped, a, nil)
			a[i] = at
			if d := (up - down) / (2 * h); math.Abs(d-g[i]) > 1e-6*top {
				t.Errorf("%s, %s: slope %d is %v, by differences %v", c.Name, c.Init, i, g[i], d)
			}
		}
	}
}

// A starts as in scikit-learn, up to an orthogonal transformation, and ends at a maximum that is as high.
func TestNCAEndsAsHigh(t *testing.T) {
	for _, c := range ncaCases(t) {
		m := fitLearned(t, c.problem(), map[string]any{"n_components": float64(c.Q), "init": c.Init, "tol": 1e-9,
			"max_iter": 1000.0, "inputs": "all"})
		start := m.at(0)
		if math.Abs(start.successes()-c.Start) > 1e-8*c.Start {
			t.Errorf("%s, %s: starts with %v successes, scikit-learn with %v", c.Name, c.Init, start.successes(), c.Start)
		}
		for i, row := range start.metric() {
			for j, x := range row {
				if want := c.StartMetric[i][j]; math.Abs(x-want) > 1e-7*(1+math.Abs(want)) {
					t.Errorf("%s, %s: AᵀA[%d][%d] is %v at the start, scikit-learn has %v", c.Name, c.Init, i, j, x, want)
				}
			}
		}
		if math.Abs(m.successes()-c.End) > 1e-4*c.End {
			t.Errorf("%s, %s: ends with %v successes after %d steps, scikit-learn with %v", c.Name, c.Init, m.successes(),
				m.step, c.End)
		}
		for k := 1; k <= m.step; k++ {
			if a, b := m.at(k-1).successes(), m.at(k).successes(); b < a-1e-9*math.Abs(a) {
				t.Errorf("%s, %s: step %d leads from %v successes to %v", c.Name, c.Init, k, a, b)
			}
		}
	}
}

// impatient is a job that is canceled at every other call of Err.
type impatient struct{ asked int }

func (j *impatient) Err() error {
	if j.asked++; j.asked%2 == 0 {
		return method.ErrStopped
	}
	return nil
}

// A run that is interrupted again and again, within evaluations of the objective, ends as one without interruptions.
func TestNCAGoesOn(t *testing.T) {
	for _, c := range ncaCases(t) {
		given := map[string]any{"n_components": float64(c.Q), "init": c.Init, "inputs": "all"}
		want := fitLearned(t, c.problem(), given)
		of := NCA()
		v, err := of.Validate(given)
		if err != nil {
			t.Fatal(err)
		}
		m, err := of.Fit(method.Unstopped, c.problem(), v, nil)
		if err != nil {
			t.Fatal(err)
		}
		at, job, stops := m.(*learned), &impatient{}, 0
		for !at.over {
			g, err := at.Grow(job, 1)
			if err != nil {
				stops++
				continue
			}
			at = g.(*learned)
		}
		if at.step != want.step || !slices.Equal(at.a, want.a) || stops < at.step {
			t.Errorf("%s, %s: %d steps to %v with %d stops, %d to %v without", c.Name, c.Init, at.step, at.a, stops,
				want.step, want.a)
		}
	}
}

// Learned distances are (x − z)ᵀAᵀA(x − z), in the plane, also with a single row of A, and for rows of a table; the
// neighbours are the nearest by them.
func TestLearnedDistances(t *testing.T) {
	for _, c := range ncaCases(t) {
		m := fitLearned(t, c.problem(), map[string]any{"n_components": float64(c.Q), "init": c.Init, "inputs": "all"})
		p, w := m.problem, m.metric()
		ids, keys := m.votes().Search(4, 1).Nearest(p.At(0))
		d2 := func(i int) (s float64) {
			for a := range p.D {
				for b := range p.D {
					s += w[a][b] * (p.At(i)[a] - p.At(0)[a]) * (p.At(i)[b] - p.At(0)[b])
				}
			}
			return s
		}
		closer := 0
		for i := range p.N {
			if d2(i) < d2(int(ids[3]))-1e-9 {
				closer++
			}
		}
		if closer > 3 {
			t.Errorf("%s, %s: %d points are nearer than the fourth nearest", c.Name, c.Init, closer)
		}
		for k, id := range ids {
			if want := d2(int(id)); math.Abs(keys[k]-want) > 1e-9*(1+want) {
				t.Errorf("%s, %s: the square of a distance is %v, want %v", c.Name, c.Init, keys[k], want)
			}
		}
	}
}

// The curve of learned distance 1 in the plane is drawn correctly: an ellipse, or the two sides of a strip.
func TestLearnedReach(t *testing.T) {
	v := picture.Viewport{X0: -1, X1: 2, Y0: -1, Y1: 1, W: 300, H: 200, Scale: 1}
	met := map[int]bool{}
	for _, c := range ncaCases(t) {
		if len(c.X[0]) != 2 {
			continue
		}
		m := fitLearned(t, c.problem(), map[string]any{"n_components": float64(c.Q), "init": c.Init})
		met[c.Q] = true
		at, w := []float64{0.3, 0.1}, m.metric()
		e := m.votes().strip(at, 1, v)
		for i := 0; i < len(e.XY); i += 2 {
			x, y := e.XY[i]-at[0], e.XY[i+1]-at[1]
			if d2 := w[0][0]*x*x + 2*w[0][1]*x*y + w[1][1]*y*y; math.Abs(d2-1) > 1e-6 {
				t.Errorf("%s, %d rows: a place of the ellipse is at distance √%v", c.Name, c.Q, d2)
			}
		}
	}
	if !met[1] || !met[2] {
		t.Errorf("drawn of %v rows of A", met)
	}
}

// With A = 0 all points are equally near, and nothing is drawn.
func TestNoMetric(t *testing.T) {
	for _, a := range [][]float64{{0, 0}, {3, 0}, {0, 2}, {1, 2}} {
		w := lower(a, 1)
		for i := range 2 {
			for j := range 2 {
				got := w[i]*w[j] + w[2+i]*w[2+j]
				if want := a[i] * a[j]; math.Abs(got-want) > 1e-15 {
					t.Errorf("%v: wᵀw[%d][%d] is %v, want %v", a, i, j, got, want)
				}
			}
		}
	}
	s := newLinearSpace([]float64{0, 0}, 1, []float64{0, 0}, []float64{1, 2}, 1, 2)
	if e := s.strip([]float64{0, 0}, 1, picture.Viewport{X1: 1, Y1: 1, W: 10, H: 10, Scale: 1}); e != nil {
		t.Errorf("all places are equally far: %v", e.XY)
	}
}
