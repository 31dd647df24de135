package tree

import (
	"math"
	"math/rand/v2"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// slope returns a regression problem of n points with d inputs.
func slope(n, d int, seed uint64) *method.Problem {
	rng := rand.New(rand.NewPCG(seed, 7))
	p := &method.Problem{N: n, D: d, Task: method.Regress}
	if d == 2 {
		p.Task = method.Regress2D
	}
	for range n {
		sum := 0.0
		for range d {
			x := 4*rng.Float64() - 2
			p.X = append(p.X, x)
			sum += math.Sin(2 * x)
		}
		p.Y = append(p.Y, sum+0.2*rng.NormFloat64())
	}
	return p
}

func fitValuesWith(t *testing.T, p *method.Problem, params map[string]any) *stage {
	t.Helper()
	all := map[string]any{"domain": map[int]string{1: "line", 2: "plane"}[p.D]}
	for k, v := range params {
		all[k] = v
	}
	return methodtest.Fit(t, Regression(), p, all).(*stage)
}

// The steps are drawn exactly where the prediction changes: the line is everywhere at the predicted value, and the
// value of a leaf is the mean of its points.
func TestStairs(t *testing.T) {
	for seed := range uint64(4) {
		m := fitValuesWith(t, slope(50, 1, seed), map[string]any{"max_depth": 6.0})
		for _, k := range []int{0, 1, m.Steps() / 2, m.Steps()} {
			s := m.stage(k)
			v := picture.Viewport{X0: -2, X1: 2, Y0: -2, Y1: 2, W: 100, H: 100, Scale: 1}
			under, _, err := s.Layers(t.Context(), v, nil, method.Shown{method.Mean: true, "cuts": true})
			if err != nil {
				t.Fatal(err)
			}
			var xy []float64
			cuts := 0
			for _, l := range under {
				switch p := l.(*picture.Path); p.Role {
				case picture.RoleMean:
					xy = p.XY
				case picture.RoleCellEdge:
					cuts = len(p.XY) / 4
				}
			}
			if len(xy) != 4*(k+1) || cuts != k {
				t.Fatalf("seed %d, %d splits: %d numbers of the steps, %d cuts", seed, k, len(xy), cuts)
			}
			if xy[0] != -6 || xy[len(xy)-2] != 6 {
				t.Errorf("the steps go from %g to %g", xy[0], xy[len(xy)-2])
			}
			for i := 0; i < len(xy); i += 4 {
				mid := []float64{(xy[i] + xy[i+2]) / 2}
				if got := predicted(s, mid, 1)[0]; got != xy[i+1] || got != xy[i+3] || !(xy[i] < xy[i+2]) {
					t.Errorf("at %v the answer is %g, drawn are %v", mid, got, xy[i:i+4])
				}
				sum, n := 0.0, 0.0
				for row := range s.p.N {
					if s.leaf(s.p.At(row)) == s.leaf(mid) {
						sum, n = sum+s.p.Y[row], n+1
					}
				}
				if math.Abs(sum/n-xy[i+1]) > 1e-12 {
					t.Errorf("the mean is %g, drawn is %g", sum/n, xy[i+1])
				}
			}
			of := spots(s.Hits(v, nil))
			if len(of) != 2*k+1 {
				t.Errorf("%d keys on the stage after %d splits", len(of), k)
			}
			s.preorder(func(i int32, q *node) {
				for _, x := range []float64{-1.9, -0.7, 0.1, 0.9, 1.8} {
					in := false // the node is on the path to the leaf of x
					for j := s.leaf([]float64{x}); j >= 0; j = s.nodes[j].Parent {
						in = in || j == i
					}
					area := of[nodeKey(i)][0].XY
					if drawn := x > area[0] && x <= area[2]; drawn != in {
						t.Errorf("node %d is at %v; %g in it is %v", i, area, x, in)
					}
				}
			})
		}
	}
}

// In the plane, each raster node has the prediction at its position, and the curve over the steps is the mean squared
// error of each stage's predictions.
func TestFieldIsTheAnswer(t *testing.T) {
	m := fitValuesWith(t, slope(80, 2, 3), map[string]any{"max_depth": 5.0})
	g := picture.Grid{X0: -3, Y0: 3, DX: 0.13, DY: -0.11, W: 47, H: 53}
	for k := range m.Steps() + 1 {
		s := m.Stage(k).(*stage)
		r, err := s.FieldRaster(t.Context(), g, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.W {
			for j := range g.H {
				if got, want := r.Planes[0][j*g.W+i], predicted(s, []float64{g.X(i), g.Y(j)}, 2)[0]; got != float32(want) {
					t.Fatalf("%d splits: at %g, %g the field is %g, the answer %g", k, g.X(i), g.Y(j), got, want)
				}
			}
		}
		sum := 0.0
		for i, y := range predicted(s, m.p.X, 2) {
			sum += (y - m.p.Y[i]) * (y - m.p.Y[i])
		}
		if got := m.Trace()[0].Values[k]; math.Abs(got-sum/80) > 1e-12 {
			t.Errorf("after %d splits the curve is at %g, the error is %g", k, got, sum/80)
		}
	}
}

// Readouts of regression trees have means, their range, and the remaining variance.
func TestTellValues(t *testing.T) {
	p := &method.Problem{N: 4, D: 1, Task: method.Regress, X: []float64{0, 1, 2, 3}, Y: []float64{1, 1, 4, 6}}
	m := fitValuesWith(t, p, map[string]any{"max_depth": 1.0})
	v := picture.Viewport{X0: 0, X1: 3, Y0: 0, Y1: 6, W: 100, H: 100, Scale: 1}
	ex := m.Explain([]float64{2.5, 9}, v, nil)
	if want := []string{"x = 2.5 > 1.5: right", "mean 5, values from 4 to 6",
		"variance 1"}; ex.Answer != "5 (mean of 2 points in the leaf)" || len(ex.Lines) != 3 || ex.Lines[1] != want[1] ||
		ex.Lines[2] != want[2] {
		t.Errorf("%q %q", ex.Answer, ex.Lines)
	}
	if leaf, ok := m.Tell("n1", v, nil); !ok || leaf.Answer != "Leaf 1 of 2: 1" || leaf.Lines[2] != "mean 1" {
		t.Errorf("%+v", leaf)
	}
	const want = "I(t) = (1/n) Σᵢ (yᵢ − ȳ)^{2} = (1/4)·18 = 4.5\nΔ = I(t) − (n_{L}/n) I(t_{L}) − (n_{R}/n) I(t_{R})\n= " +
		"4.5 − (2/4)·0 − (2/4)·1 = 4 at x ≤ 1.5"
	if m.Formula() != want {
		t.Errorf("%q", m.Formula())
	}
	if r2 := methodtest.Fact(t, m, "r2").Value.(float64); math.Abs(r2-(1-0.5/4.5)) > 1e-12 {
		t.Errorf("R² is %g", r2)
	}
	same := &method.Problem{N: 2, D: 1, Task: method.Regress, X: []float64{0, 1}, Y: []float64{3, 3}}
	if s := fitValuesWith(t, same, nil).Status().Sentence; s != "All points have the same value: there is "+
		"nothing to split." {
		t.Error(s)
	}
}
