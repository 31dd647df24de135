package discriminant

import (
	"errors"
	"math"
	"testing"

	"pointscape/engine/classify"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Points on a line, of size 1e3, with next to no regularisation: the logarithm of
// prior and density, worked out with 50 digits.
func TestCollinearOfSize1e3(t *testing.T) {
	var pts []doc.Point
	for i := range 4 {
		pts = append(pts, doc.Point{X: []float64{1000, 1100.1, 1200.2, 1300.3}[i],
			Y: []float64{2000, 2033.3, 2066.6, 2099.9}[i]})
	}
	pts = append(pts, doc.Point{X: 1000, Y: 2500, Z: 1}, doc.Point{X: 1200, Y: 2400, Z: 1},
		doc.Point{X: 1300, Y: 2600, Z: 1})
	p, err := method.NewProblem(pts, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ r, on, beside float64 }{
		{1e-4, -3.006365785517907, -3.0108657871391564}, {1e-7, 0.44749187555043588, -4.054303452913919},
	} {
		of := QDA()
		v, err := of.Validate(map[string]any{"reg_param": c.r})
		if err != nil {
			t.Fatal(err)
		}
		m, err := of.Fit(method.Unstopped, p, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := classify.PointScores(m.(*gaussian), m.(*gaussian).p, []float64{1050.05, 2016.65, 1050.05, 2016.651}, nil)
		for i, want := range []float64{c.on, c.beside} {
			if math.Abs(got[i][0]-want) > 1e-6*math.Abs(want) {
				t.Errorf("reg_param %g, place %d: %.12g, want %.12g", c.r, i, got[i][0], want)
			}
		}
	}
}

// With shrinkage the classes' covariances count by their priors, as in
// LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.3, priors=[0.9, 0.1]) of
// scikit-learn 1.2.1.
func TestShrinkageWeighsByPriors(t *testing.T) {
	var pts []doc.Point
	for _, x := range [][3]float64{{1000, 2000, 0}, {1100.1, 2033.3, 0}, {1200.2, 2066.6, 0}, {1300.3, 2099.9, 0},
		{1000, 2500, 1}, {1200, 2400, 1}, {1300, 2600, 1}} {
		pts = append(pts, doc.Point{X: x[0], Y: x[1], Z: x[2]})
	}
	p, err := method.NewProblem(pts, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	of := LDA()
	v, err := of.Validate(map[string]any{"shrinkage": 0.3, "priors": []float64{0.9, 0.1}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := of.Fit(method.Unstopped, p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{11190.98197222, 2858.33070833, 2858.33070833, 3551.25275} {
		if got := m.(*gaussian).cov[0][i]; math.Abs(got-want) > 1e-8*want {
			t.Errorf("covariance %d: %v, want %v", i, got, want)
		}
	}
	got := m.(*gaussian).PointScores([]float64{1050, 2010, 1200, 2200, 1150, 2050, 1250, 2083.4})
	for i, want := range []float64{4.9095358862608076e-18, 1.5765766326757256e-07, 5.590500515961667e-17,
		2.243338736888273e-16} {
		if math.Abs(got[i][1]-want) > 1e-8*want {
			t.Errorf("probability at place %d: %v, want %v", i, got[i][1], want)
		}
	}
}

// How far points spread across a line is told only as far as their coordinates do:
// not at all, hardly, or well.
func TestSpreadAcrossALine(t *testing.T) {
	for _, c := range []struct {
		across float64
		want   method.State
	}{{0, ""}, {1e-10, ""}, {1e-7, method.Limited}, {1e-4, method.Exact}} {
		var pts []doc.Point
		for i := range 12 {
			x := float64(i) / 7
			pts = append(pts, doc.Point{X: 1e6 + x, Y: 1e6 + x/3 + c.across*float64(i%3), Z: float64(i / 6)})
		}
		p, err := method.NewProblem(pts, method.Classify, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []method.Method{QDA(), LDA(), Fisher()} {
			v, err := of.Validate(nil)
			if err != nil {
				t.Fatal(err)
			}
			m, err := of.Fit(method.Unstopped, p, v, nil)
			var need *method.Need
			switch {
			case c.want == "" && !errors.As(err, &need):
				t.Errorf("%s, %g across: %v, want a need", of.ID, c.across, err)
			case c.want != "" && err != nil:
				t.Errorf("%s, %g across: %v", of.ID, c.across, err)
			case c.want != "" && m.Status().State != c.want:
				t.Errorf("%s, %g across: %v, want %s", of.ID, c.across, m.Status(), c.want)
			}
		}
	}
}
