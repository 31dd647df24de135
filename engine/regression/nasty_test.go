package regression

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pointscape/engine/method"
)

// years returns seven values, one per year.
func years(first float64) *method.Problem {
	p := &method.Problem{N: 7, D: 1, Y: []float64{3, 1, 4, 1, 5, 9, 2}, Task: method.Regress}
	for i := range p.N {
		p.X = append(p.X, first+float64(i))
	}
	return p
}

// A polynomial with as many powers as there are points must interpolate them, wherever they lie, and between them be
// the one with the smallest coefficients.
func TestManyPowersFarAway(t *testing.T) {
	for _, first := range []float64{0, 1990, 1e6, 1e9} {
		for _, degree := range []float64{6, 7, 12} {
			m := fitted(t, LeastSquares(), years(first), map[string]any{"degree": degree})
			f := factsOf(m)
			near(t, "r2", f["r2"].(float64), 1, 1e-9)
			if s := m.Status(); s.State != method.Exact {
				t.Errorf("from %g, degree %g: %v", first, degree, s)
			}
			if _, ok := f["leave_one_out_error"].(string); !ok {
				t.Errorf("from %g, degree %g: every point decides, but its error without it is %v", first, degree,
					f["leave_one_out_error"])
			}
		}
	}
	// A status must say that digits are lost, but only if they are: computed with 80 digits, this posterior has r2
	// 0.723924632237, log evidence −6591602.0242775482 and intercept 5.324.
	m := fitted(t, BayesianLinear(), years(1990), map[string]any{"degree": 7.0, "alpha": 1e6, "lambda": 1e-8})
	near(t, "r2", factsOf(m)["r2"].(float64), 0.723924632237, 1e-9)
	near(t, "log_evidence", factsOf(m)["log_evidence"].(float64), -6591602.0242775482, 1e-6)
	if s := m.Status().Sentence; !strings.Contains(s, "few reliable digits") {
		t.Error(s)
	}
	m = fitted(t, LeastSquares(), years(1990), map[string]any{"degree": 2.0})
	if s := m.Status().Sentence; strings.Contains(s, "few reliable digits") {
		t.Error(s)
	}
	// The smallest coefficients of degree 7 that interpolate the values at 1 to 7, computed with 60 digits.
	got := factsOf(fitted(t, LeastSquares(), years(1), map[string]any{"degree": 7.0}))["coef"].([]float64)
	for j, want := range []float64{-43.81328425176947, -18.37426419797189, 42.50492900467599, -21.4103379399958,
		4.864436471094549, -0.5237191134285115, 0.02168044452720874} {
		near(t, "coefficient", got[j], want, 1e-6)
	}
}

// With points at two positions, each point's leave-one-out error must be its distance from the mean of the others at
// its position.
func TestLeaveOneOutOfDuplicates(t *testing.T) {
	p := &method.Problem{N: 5, D: 1, X: []float64{0, 0, 0, 1, 1}, Y: []float64{1, 2, 4, 3, 5}, Task: method.Regress}
	want := (4 + 0.25 + 6.25 + 4 + 4) / 5.0
	near(t, "leave_one_out_error", factsOf(fitted(t, LeastSquares(), p,
		map[string]any{"degree": 3.0}))["leave_one_out_error"].(float64), want, 1e-12)
}

// Ridge regression must stay accurate if powers differ by forty orders of magnitude: the high powers cost almost
// nothing, and the points are interpolated.
func TestRidgeOfMixedScales(t *testing.T) {
	p := &method.Problem{N: 4, D: 1, X: []float64{4e-7, 2.1e3, -8e4, 3e4}, Y: []float64{4.7e5, 3e-2, 12, -4e5},
		Task: method.Regress}
	m := fitted(t, Ridge(), p, map[string]any{"degree": 9.0, "alpha": 1e-10})
	near(t, "r2", factsOf(m)["r2"].(float64), 1, 1e-9)
	if s := m.Status(); s.State != method.Exact {
		t.Error(s)
	}
	// If coefficients cancel beyond all digits, the status must say so.
	p.X, p.Y = []float64{4e-7, 2.1e3, -8e4, 0.5}, []float64{4.7e5, 3e-2, 12, -4e5}
	m = fitted(t, Ridge(), p, map[string]any{"degree": 9.0, "alpha": 1e-3})
	if s := m.Status(); s.State != method.Limited || !strings.Contains(s.Sentence, "Rounding errors blur") {
		t.Errorf("r2 %v: %v", factsOf(m)["r2"], s)
	}
}

// patience is a job that counts checks for cancellation and reports of progress.
type patience struct{ asked, told int }

func (p *patience) Err() error         { p.asked++; return nil }
func (p *patience) Progress(_ float64) { p.told++ }

// The lasso and the elastic net in the plane on badly scaled points must end soon, and say so if the penalty is lost in
// rounding errors; meanwhile they must report their progress.
func TestLassoOfMixedScales(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	size := func() float64 { return math.Pow(10, -9+15*rng.Float64()) * float64(1-2*rng.IntN(2)) }
	for _, c := range []struct {
		of     method.Method
		degree float64
		n      int
	}{{Lasso(), 8, 4}, {Lasso(), 12, 4}, {Lasso(), 12, 60}, {ElasticNet(), 8, 4}, {ElasticNet(), 12, 60}} {
		p := &method.Problem{N: c.n, D: 2, Task: method.Regress2D}
		for range c.n {
			p.X, p.Y = append(p.X, size(), size()), append(p.Y, rng.NormFloat64())
		}
		v, err := c.of.Validate(map[string]any{"domain": "plane", "degree": c.degree})
		if err != nil {
			t.Fatal(err)
		}
		job := &patience{}
		m, err := c.of.Fit(job, p, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := m.Status()
		if k := m.(*linear).sweeps.steps; c.n > 4 && k > 200 || job.asked > 3000 || job.asked-job.told > 200 {
			t.Errorf("%s, %d points, degree %g: %d sweeps, asked %d times, told %d times", c.of.ID, c.n, c.degree, k,
				job.asked, job.told)
		}
		if s.State == method.Limited && !strings.Contains(s.Sentence, "ounding errors") {
			t.Errorf("%s, %d points, degree %g: %v", c.of.ID, c.n, c.degree, s)
		}
		if r2 := factsOf(m)["r2"].(float64); s.State == method.Converged && r2 < 0 {
			t.Errorf("%s, %d points, degree %g: converged with r2 %v", c.of.ID, c.n, c.degree, r2)
		}
	}
}

// The optimality condition must hold at the solution, and be violated next to it.
func TestBalance(t *testing.T) {
	p := problem(t, method.Regress, 30, 4)
	f := newFrame(p.X, p.N, 1, 5)
	d, err := newDesign(method.Unstopped, f.columns(p.X, p.N), p.Y, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, alpha := range []float64{0, 1e-3, 10} {
		s := d.least(f.toRaw)
		if alpha > 0 {
			s = d.penalized(1, math.Sqrt(alpha), f.toRaw)
		}
		if left := d.balance(s.v, alpha, f.toRaw); left > 1e-12 {
			t.Errorf("α %g: %g is open at the answer", alpha, left)
		}
		s.v[2] += 0.01
		if left := d.balance(s.v, alpha, f.toRaw); left < 1e-4 {
			t.Errorf("α %g: only %g is open beside it", alpha, left)
		}
	}
}

// A penalty that is lost in rounding errors must end the descent when it gains little, and the status must name it.
func TestDrownedPenalty(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	p := &method.Problem{N: 200, D: 2, Task: method.Regress2D}
	for range p.N {
		p.X, p.Y = append(p.X, 1e6*rng.Float64(), 1e-6*rng.Float64()), append(p.Y, rng.NormFloat64())
	}
	m := fitted(t, Lasso(), p, map[string]any{"domain": "plane", "degree": 9.0}).(*linear)
	if s := m.Status(); m.sweeps.steps > 300 || s.State != method.Limited ||
		!strings.Contains(s.Sentence, "lost in rounding errors") {
		t.Errorf("%d sweeps: %v", m.sweeps.steps, s)
	}
}

// Ridge regression over years, and over positions near 100, must not be doubted: the curves must agree with those
// computed in 80 digits (Python's mpmath) to 1e-14 of y.
func TestRidgeOverYears(t *testing.T) {
	y := []float64{0.3, 0.5, 0.2, 0.6, 0.8, 0.9, 1.1}
	for _, at := range []struct {
		from, step float64
		want       []float64 // at the points
	}{
		{1990.0, 1.0, []float64{0.30436282494078565, 0.4738669085910843, 0.26522330326852417, 0.5131812028631669,
			0.8650051117778922, 0.8740414621804837, 1.1043191863780633}},
		{100.0, 0.125, []float64{0.33091381117147545, 0.36828731384235247, 0.39618336851336516, 0.5141319557237015,
			0.7339237012347566, 0.9781038202768617, 1.0784560292374872}},
	} {
		p := &method.Problem{N: len(y), D: 1, Y: y, Task: method.Regress}
		for i := range y {
			p.X = append(p.X, at.from+at.step*float64(i))
		}
		m := fitted(t, Ridge(), p, map[string]any{"degree": 9.0, "alpha": 0.001})
		if s := m.Status(); s.State != method.Exact {
			t.Errorf("from %g: %v", at.from, s)
		}
		out := make([]float64, p.N)
		m.Can().Predictor.Predict(p.X, out)
		for i, want := range at.want {
			if math.Abs(out[i]-want) > 1e-10 {
				t.Errorf("from %g: %v at point %d, want %v", at.from, out[i], i, want)
			}
		}
	}
}
