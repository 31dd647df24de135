package regression

import (
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

func huberProblem(t *testing.T, pts []doc.Point, d int) *method.Problem {
	t.Helper()
	p, err := method.NewProblem(pts, map[int]method.Task{1: method.Regress, 2: method.Regress2D}[d], 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Coefficients, scale and objective are those of scikit-learn.
func TestHuber(t *testing.T) {
	t.Parallel()
	type reference struct {
		Name                                        string
		Epsilon, Alpha, Intercept, Scale, Objective float64
		X                                           [][]float64
		Y, Coef                                     []float64
		Outliers                                    int `json:"n_outliers"`
	}
	for _, c := range methodtest.Cases[reference](t, "testdata/huber.json", 5) {
		t.Run(c.Name, func(t *testing.T) {
			var pts []doc.Point
			params := map[string]any{"epsilon": c.Epsilon, "alpha": c.Alpha}
			for i, x := range c.X {
				pt := doc.Point{X: x[0], Y: c.Y[i]}
				if len(x) == 2 {
					pt, params["domain"] = doc.Point{X: x[0], Y: x[1], Z: c.Y[i]}, "plane"
				}
				pts = append(pts, pt)
			}
			m := fitted(t, Huber(), huberProblem(t, pts, len(c.Coef)), params)
			f := factsOf(m)
			for j, w := range f["coef"].([]float64) {
				near(t, "coef", w, c.Coef[j], 1e-9)
			}
			near(t, "intercept", f["intercept"].(float64), c.Intercept, 1e-9)
			near(t, "scale", f["scale"].(float64), c.Scale, 1e-9)
			near(t, "objective", f["objective"].(float64), c.Objective, 1e-9)
			if n := f["n_outliers"].(int); n != c.Outliers {
				t.Errorf("%d outliers, want %d", n, c.Outliers)
			}
			if s := m.Status(); s.State != method.Converged {
				t.Errorf("status %v", s)
			}
			run := m.Can().Stepper.(*huberRun)
			for k := range run.Steps() {
				if run.cost[k+1] > run.cost[k]*(1+1e-13) {
					t.Errorf("step %d raises the objective from %v to %v", k+1, run.cost[k], run.cost[k+1])
				}
			}
		})
	}
}

// How far an outlier lies does not matter; and where most points lie on a line, so does the fit, with σ = 0.
func TestHuberOutliers(t *testing.T) {
	t.Parallel()
	lines := map[float64][]float64{}
	for _, far := range []float64{3, 30, 3e4} {
		pts := []doc.Point{{X: 0.5, Y: far}}
		for i, e := range []float64{0.1, -0.2, 0.1, 0.05, -0.1, 0.2, -0.15} {
			pts = append(pts, doc.Point{X: float64(i), Y: 1 - 0.1*float64(i) + e})
		}
		f := factsOf(fitted(t, Huber(), huberProblem(t, pts, 1), map[string]any{}))
		lines[far] = append(f["coef"].([]float64), f["intercept"].(float64), f["scale"].(float64))
		for j, v := range lines[far] {
			near(t, "after the move", v, lines[3][j], 1e-8)
		}
	}
	pts := []doc.Point{{X: 0.5, Y: 7}, {X: 2.5, Y: -3}, {X: 4.5, Y: 9}}
	for i := range 7 {
		pts = append(pts, doc.Point{X: float64(i), Y: 3 - 0.5*float64(i)})
	}
	m := fitted(t, Huber(), huberProblem(t, pts, 1), map[string]any{"alpha": 1e-6})
	f := factsOf(m)
	near(t, "slope", f["coef"].([]float64)[0], -0.5, 1e-6)
	near(t, "intercept", f["intercept"].(float64), 3, 1e-6)
	if f["scale"] != 0.0 || f["n_outliers"] != 3 || m.Status().State != method.Converged {
		t.Errorf("scale %v, %v outliers, %v", f["scale"], f["n_outliers"], m.Status())
	}
}
