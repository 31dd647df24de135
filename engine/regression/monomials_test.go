package regression

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Polynomial kernels far from the origin, where K + αI is singular in float64. The expected solutions of (K + αI)a = y
// were computed with Python's fractions.
func TestKernelRidgeFarFromTheOrigin(t *testing.T) {
	line := func(x0 float64, y ...float64) (pts []doc.Point) {
		for i, v := range y {
			pts = append(pts, doc.Point{X: x0 + float64(i), Y: v})
		}
		return pts
	}
	plane := []doc.Point{{X: 1000, Y: -500, Z: 1}, {X: 1001, Y: -499, Z: 2}, {X: 1003, Y: -500}, {X: 1000, Y: -497, Z: 3},
		{X: 1002, Y: -498, Z: 1}, {X: 1004, Y: -499.5, Z: -1}, {X: 1003.5, Y: -496, Z: 2}, {X: 1001.5, Y: -501, Z: 0.5}}
	for _, c := range []struct {
		name            string
		pts             []doc.Point
		params          map[string]any
		a0              float64 // a of the first point
		at, f           []float64
		free, loo, norm float64
	}{
		{"linear near 1000", line(1000, 1, 2, 3.1, 4), map[string]any{"kernel": "linear", "alpha": 1e-6}, -1522473.7500909714,
			[]float64{1000, 1003, 1010}, []float64{2.5224737500909713, 2.530041171341244, 2.5476984875918807},
			0.9999999999997508, 2.2585769744315067, 0.002522473750090971},
		{"poly near 2000", line(2000, 1, 2, 3.1, 4), map[string]any{"kernel": "poly", "alpha": 0.1}, -0.11030668285154498,
			[]float64{2000, 2001.5, 2005}, []float64{1.0110306682851544, 2.52375059417168, 6.070931041291074},
			2.0002994605201736, 0.007776385032820196, 0.002847350642866955},
		{"poly near 2000, little penalty", line(2000, 1, 2, 3.1, 4, -2), map[string]any{"kernel": "poly", "alpha": 1e-6},
			589368.1298786777,
			[]float64{2000, 2001.5, 2005}, []float64{0.41063187012132235, 3.577963351752858, -6.6234603353983115},
			2.9905473241678004, 16.99251140603576, 367.19407758888485},
		{"an expression over the plane", plane, map[string]any{"domain": "plane", "kernel": "poly(1,1,2)+0.5*linear()",
			"alpha": 1e-3}, -574.8161724111076,
			[]float64{1000, -500, 1002.5, -498.5, 1006, -495},
			[]float64{1.5748161724111076, 0.7610930147218734, 1.7153736367461108}, 4.021756749044954, 2.458015290111308,
			2.5698841373853787},
	} {
		of := KernelRidge()
		v, err := of.Validate(c.params)
		if err != nil {
			t.Fatal(err)
		}
		p, err := method.NewProblem(c.pts, of.TaskOf(c.params), 1)
		if err != nil {
			t.Fatal(err)
		}
		m, err := of.Fit(t.Context(), p, v, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		close := func(what string, got, want float64) {
			t.Helper()
			if !(math.Abs(got-want) <= 1e-8*max(math.Abs(want), 0.1)) {
				t.Errorf("%s: %s = %v, want %v", c.name, what, got, want)
			}
		}
		if s := m.Status(); s.State != method.Exact {
			t.Errorf("%s: %s: %s", c.name, s.State, s.Sentence)
		}
		out := make([]float64, len(c.f))
		m.Can().Predictor.Predict(c.at, out)
		for i, f := range c.f {
			close("f", out[i], f)
		}
		for _, f := range m.Facts() {
			switch f.Name {
			case "dual_coef":
				close(f.Name, f.Value.([]float64)[0], c.a0)
			case "degrees_of_freedom":
				close(f.Name, f.Value.(float64), c.free)
			case "leave_one_out_error":
				close(f.Name, f.Value.(float64), c.loo)
			case "function_norm":
				close(f.Name, f.Value.(float64), c.norm)
			}
		}
		if f := m.Can(); f.FieldRaster != nil { // the picture must agree
			g := picture.Viewport{X0: 1000, X1: 1004, Y0: -500, Y1: -496, W: 9, H: 7, Scale: 1}.Grid(9, 7)
			r, err := f.FieldRaster(t.Context(), g, nil)
			if err != nil {
				t.Fatal(err)
			}
			m.Can().Predictor.Predict([]float64{g.X(4), g.Y(5)}, out[:1])
			if got := float64(r.Planes[0][5*g.W+4]); math.Abs(got-out[0]) > 1e-6 {
				t.Errorf("%s: the raster has %v, Predict %v", c.name, got, out[0])
			}
		}
	}
}

// The two methods must agree where both are accurate.
func TestMonomialsAgreeWithTheKernelMatrix(t *testing.T) {
	var pts []doc.Point
	for i := range 30 {
		x := float64(i)/10 - 1
		pts = append(pts, doc.Point{X: x, Y: math.Sin(3 * x)})
	}
	for _, kern := range []string{"linear()", "poly(1, 1, 3)", "poly(2, 0, 3)", "0.5*linear()*linear() + 2",
		"poly(1, 0.5, 2) + 3*linear() + 1"} {
		m, p, err := ridgeOf(t, map[string]any{"kernel": kern, "alpha": 0.3}, pts)
		if err != nil {
			t.Fatal(err)
		}
		k := m.(*kernelRidge)
		if k.poly != nil {
			t.Fatalf("%s: the matrix is good enough", kern)
		}
		other := newMonomials(k.sum.Kernel, p, 0.3)
		want, got := make([]float64, p.N), make([]float64, p.N)
		m.Can().Predictor.Predict(p.X, want)
		other.predict(p.X, got)
		for i, w := range want {
			if math.Abs(got[i]-w) > 1e-10 {
				t.Errorf("%s at %g: %v, want %v", kern, p.X[i], got[i], w)
				break
			}
		}
	}
}

func ridgeOf(t *testing.T, params map[string]any, pts []doc.Point) (method.Model, *method.Problem, error) {
	t.Helper()
	of := KernelRidge()
	v, err := of.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	p, err := method.NewProblem(pts, of.TaskOf(params), 1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := of.Fit(t.Context(), p, v, nil)
	return m, p, err
}

// A system that cannot be solved must be reported with a remedy that works.
func TestKernelRidgeThatIsSingular(t *testing.T) {
	pts := []doc.Point{{X: 2000, Y: 1}, {X: 2000, Y: 2}, {X: 2003, Y: 3}}
	// Not a polynomial: K has the size 1e26, and no α within its range helps.
	_, _, err := ridgeOf(t, map[string]any{"kernel": "rbf(1)*poly(1,1,4)", "alpha": 0.1}, pts)
	var need *method.Need
	if !errors.As(err, &need) || !strings.Contains(need.Sentence, "closer to the origin") {
		t.Errorf("got %v", err)
	}
	// Within reach: 1e-14 of K's size.
	_, _, err = ridgeOf(t, map[string]any{"kernel": "1e8*rbf(100)", "alpha": 1e-10}, pts)
	var de *doc.Error
	if !errors.As(err, &de) || de.Field != "params.alpha" || !strings.Contains(de.Want, "3e-06") {
		t.Errorf("got %v", err)
	}
	m, _, err := ridgeOf(t, map[string]any{"kernel": "1e8*rbf(100)", "alpha": 3e-6}, pts)
	if err != nil {
		t.Fatal(err)
	}
	if s := m.Status(); s.State != method.Limited || !strings.Contains(s.Sentence, "nearly singular") {
		t.Errorf("%s: %s", s.State, s.Sentence)
	}
	// Not positive definite, and singular except for α.
	m, _, err = ridgeOf(t, map[string]any{"kernel": "sigmoid", "gamma": 1.0, "coef0": 0.0, "alpha": 1e-10},
		[]doc.Point{{X: -2, Y: 1}, {X: -2, Y: 2}, {X: 1, Y: 3}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range m.Facts() {
		if f.Name == "condition_estimate" && !(f.Value.(float64) > 1e9 && f.Value.(float64) < 1e12) {
			t.Errorf("condition %v", f.Value)
		}
	}
}
