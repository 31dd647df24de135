package discriminant

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pointscape/engine/classify"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Collinear points of size 1e3 with almost no regularisation: the log of prior times density, computed with 50 digits.
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

// With shrinkage the classes' covariances are weighted by their priors, as in LinearDiscriminantAnalysis(solver="lsqr",
// shrinkage=0.3, priors=[0.9, 0.1]) of scikit-learn 1.2.1.
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

// The spread of points across a line is used only as far as rounding errors of their coordinates allow: not at all,
// hardly, or well. If it is not used, the densities are along the line only.
func TestSpreadAcrossALine(t *testing.T) {
	for _, c := range []struct {
		across float64
		want   method.State
		line   bool
	}{{0, method.Exact, true}, {1e-10, method.Exact, true}, {1e-7, method.Limited, false}, {1e-4, method.Exact, false}} {
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
			if err != nil {
				t.Errorf("%s, %g across: %v", of.ID, c.across, err)
				continue
			}
			if st := m.Status(); st.State != c.want || strings.HasSuffix(st.Sentence, onLine) != c.line {
				t.Errorf("%s, %g across: %v, want %s", of.ID, c.across, st, c.want)
			}
		}
	}
}

// For collinear points, on any line of the plane, probabilities are those of the formula for one variable, whatever the
// position across the line, and Fisher's threshold is half-way between the means.
func TestPointsOnALine(t *testing.T) {
	at := [][]float64{{0, 0.4, 0.9, 1.3}, {1.1, 2, 2.2, 3.1, 3.4}}
	for _, u := range [][2]float64{{1, 0}, {0, 1}, {0.6, 0.8}, {0.8, -0.6}} {
		place := func(t, across float64) (x, y float64) {
			return 0.3 + t*u[0] - across*u[1], -0.2 + t*u[1] + across*u[0]
		}
		var pts []doc.Point
		mean, square := [2]float64{}, [2]float64{}
		for k, list := range at {
			for _, v := range list {
				x, y := place(v, 0)
				pts = append(pts, doc.Point{X: x, Y: y, Z: float64(k)})
				mean[k] += v / float64(len(list))
			}
			for _, v := range list {
				square[k] += (v - mean[k]) * (v - mean[k])
			}
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
			if err != nil {
				t.Fatal(err)
			}
			for _, z := range []float64{-1, 0.5, 1.2, 1.75, 4} {
				for _, across := range []float64{0, -2, 0.7} {
					x, y := place(z, across)
					if of.ID == "fisher" {
						var answer [1]float64
						m.Can().Predictor.Predict([]float64{x, y}, answer[:])
						if want := z > (mean[0]+mean[1])/2; (answer[0] == 1) != want {
							t.Errorf("fisher along %v says %v at %g", u, answer[0], z)
						}
						continue
					}
					var score [2]float64
					for k, list := range at {
						n := float64(len(list))
						variance := square[k] / (n - 1)
						if of.ID == "lda" {
							variance = (square[0] + square[1]) / float64(len(pts)-2)
						}
						score[k] = math.Log(n/float64(len(pts))) - 0.5*math.Log(2*math.Pi*variance) -
							(z-mean[k])*(z-mean[k])/(2*variance)
					}
					g := m.(*gaussian)
					for k, f := range g.forms {
						if got := f.at([]float64{x, y}); math.Abs(got-score[k]) > 1e-9 {
							t.Errorf("%s along %v: class %d scores %g at %g, want %g", of.ID, u, k, got, z, score[k])
						}
					}
				}
			}
			layers, _, err := m.Can().Layers(method.Unstopped, picture.Viewport{X1: 1, Y1: 1, W: 10, H: 10}, nil,
				method.Shown{"ellipses": true, "direction": true})
			if err != nil || !finite(layers) {
				t.Errorf("%s along %v: %v, or a picture that is none", of.ID, u, err)
			}
		}
	}
}

// finite reports whether all coordinates of paths are finite.
func finite(layers []picture.Layer) bool {
	for _, l := range layers {
		if p, ok := l.(*picture.Path); ok && !method.Finite(p.XY...) {
			return false
		}
	}
	return true
}

// Classes on parallel lines have no spread in the direction that separates them.
func TestParallelLines(t *testing.T) {
	var pts []doc.Point
	for i := range 8 {
		pts = append(pts, doc.Point{X: float64(i / 2), Y: float64(i % 2), Z: float64(i % 2)})
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
		var need *method.Need
		if _, err := of.Fit(method.Unstopped, p, v, nil); !errors.As(err, &need) {
			t.Errorf("%s: %v, want a need", of.ID, err)
		}
	}
}
