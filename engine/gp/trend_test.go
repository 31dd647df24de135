package gp

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// meansOf are means of the prior, with their functions.
var meansOf = []struct {
	params map[string]any
	is     func(x, y float64) float64
}{
	{map[string]any{"mean": "constant", "mean_constant": 1.5}, func(x, y float64) float64 { return 1.5 }},
	{map[string]any{"mean": "linear", "mean_constant": -1.0, "mean_slope": 2.0, "mean_slope_y": -0.5},
		func(x, y float64) float64 { return -1 + 2*x - 0.5*y }},
	{map[string]any{"mean": "expression", "mean_text": "sin(6x) + sqrt((x - 0.5)^2)"},
		func(x, y float64) float64 { return math.Sin(6*x) + math.Abs(x-0.5) }},
}

// The posterior mean must be m(x) + k(x,X)(K + σ²I)⁻¹(y − m(X)) wherever it is shown, with the deviations of the
// process without a prior mean.
func TestMeanOfThePrior(t *testing.T) {
	for _, task := range []method.Task{method.Regress, method.Regress2D} {
		for _, c := range meansOf {
			for _, kern := range []string{"rbf(0.2)", "matern12(0.3)"} {
				pts := methodtest.Points(task, 14, 6)
				params := map[string]any{"kernel": kern, "alpha": 0.02}
				if task == method.Regress2D {
					params["domain"] = "plane"
				}
				p, err := method.NewProblem(pts, task, 1)
				if err != nil {
					t.Fatal(err)
				}
				plain := methodtest.Fit(t, Method(), p, params)
				for name, v := range c.params {
					params[name] = v
				}
				m := methodtest.Fit(t, Method(), p, params)
				is := func(x []float64) float64 {
					if task == method.Regress {
						return c.is(x[0], 0)
					}
					return c.is(x[0], x[1])
				}
				k, _ := kernel.Parse(kern)
				gram := kernel.Gram(k, p.X, p.N, p.D, nil)
				w := make([]float64, p.N)
				for i := range w {
					gram[i*p.N+i] += 0.02
					w[i] = p.Y[i] - is(p.At(i))
				}
				linalg.Cholesky(gram, p.N)
				linalg.CholSolve(gram, p.N, w, 1)
				var at []float64
				for i := range 300 { // as many as a curve has
					at = append(at, -0.2+1.4*float64(i)/299)
					if p.D == 2 {
						at = append(at, math.Mod(float64(i)*0.37, 1))
					}
				}
				out := make([]float64, 300)
				m.Can().Predictor.Predict(at, out)
				for i, got := range out {
					x := at[i*p.D : (i+1)*p.D]
					want := is(x) + linalg.Dot(kernel.Cross(k, p.X, p.N, x, 1, p.D, nil), w)
					if math.Abs(got-want) > 1e-8 {
						t.Fatalf("%v %s: at %v the mean is %v, want %v", c.params, kern, x, got, want)
					}
				}
				a, b := m.Can(), plain.Can()
				fa, ya := a.Deviations(at)
				fb, yb := b.Deviations(at)
				for i := range fa {
					if math.Abs(fa[i]-fb[i]) > 1e-12 || math.Abs(ya[i]-yb[i]) > 1e-12 {
						t.Fatalf("%v %s: the mean changes a deviation", c.params, kern)
					}
				}
				g := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 40, H: 30, Scale: 1}.Grid(40, 30)
				if f := m.Can(); f.FieldRaster != nil {
					r, err := f.FieldRaster(method.Unstopped, g, nil)
					if err != nil {
						t.Fatal(err)
					}
					for _, j := range []int{0, 17, 613, 1199} {
						x := []float64{g.X(j % g.W), g.Y(j / g.W)}
						m.Can().Predictor.Predict(x, out[:1])
						if math.Abs(float64(r.Planes[0][j])-out[0]) > 1e-3 {
							t.Errorf("%v %s: painted %v, answered %v", c.params, kern, r.Planes[0][j], out[0])
						}
					}
				}
			}
		}
	}
}

// Far from all points, the process must return to its prior mean, and without points it must be the prior mean.
func TestReturnsToItsMean(t *testing.T) {
	for _, n := range []int{0, 5} {
		p, err := method.NewProblem(methodtest.Points(method.Regress, n, 2), method.Regress, 1)
		if err != nil {
			t.Fatal(err)
		}
		m := methodtest.Fit(t, Method(), p, map[string]any{"mean": "linear", "mean_constant": 1.0, "mean_slope": 0.5})
		out := []float64{0}
		if m.Can().Predictor.Predict([]float64{9}, out); math.Abs(out[0]-5.5) > 1e-9 {
			t.Errorf("with %d points it is %v at 9, want 5.5", n, out[0])
		}
		if f := m.Can().Formula(); !strings.HasPrefix(f, "μ(x) = 1 + 0.5·x") {
			t.Errorf("the formula is %q", f)
		}
	}
}

// An invalid expression for the mean must be reported with its parameter; one that is undefined at a point must be
// reported in the status.
func TestWrittenMeans(t *testing.T) {
	m := Method()
	for text, says := range map[string]string{"2 +": "column", "sin": "( after sin", "x + y": "x only",
		"log(y-2)": "x only",
		"x + z":    "column"} {
		v, err := m.Validate(map[string]any{"mean": "expression", "mean_text": text})
		if err != nil {
			t.Fatal(err)
		}
		var e *doc.Error
		if err := m.Check(v); !errors.As(err, &e) || e.Field != "params.mean_text" || !strings.Contains(e.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
	p, err := method.NewProblem([]doc.Point{{X: -1, Y: 1}, {X: 1, Y: 0}}, method.Regress, 1)
	if err != nil {
		t.Fatal(err)
	}
	of := methodtest.Fit(t, m, p, map[string]any{"mean": "expression", "mean_text": "log(x)"})
	if s := of.Status().Sentence; !strings.Contains(s, "has no value") {
		t.Errorf("ln(−1) is passed over: %s", s)
	}
}
