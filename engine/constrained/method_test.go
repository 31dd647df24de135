package constrained

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

func modelOf(t *testing.T, params map[string]any, points ...float64) method.Model {
	t.Helper()
	p, err := method.NewProblem(nil, method.Embed, 1)
	if err != nil {
		t.Fatal(err)
	}
	p.X, p.N = points, len(points)/2
	return methodtest.Fit(t, Method(), p, params)
}

// The solutions must be those of scipy, or those derived by hand.
func TestReference(t *testing.T) {
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Name        string
			Params      map[string]any
			X           []float64
			F           float64
			Multipliers []float64
			Dual        *float64
			Source      string
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		params := map[string]any{}
		for name, v := range c.Params {
			if list := method.PlacesOf(v); list != nil {
				v = list
			}
			params[name] = v
		}
		m := modelOf(t, params)
		tol := 1e-9
		if strings.Contains(c.Source, "scipy") {
			tol = 1e-6 // accuracy of its steps
		}
		same := func(name string, want []float64) {
			got, _ := methodtest.Fact(t, m, name).Value.([]float64)
			for i := range want {
				if len(got) != len(want) || math.Abs(got[i]-want[i]) > 30*tol {
					t.Errorf("%s: %s is %v, not %v", c.Name, name, got, want)
					return
				}
			}
		}
		if y := methodtest.Fact(t, m, "f_star").Value.(float64); math.Abs(y-c.F) > tol {
			t.Errorf("%s: f* is %.12g, not %.12g", c.Name, y, c.F)
		}
		same("x_star", c.X)
		same("multipliers", c.Multipliers)
		if c.Dual != nil {
			if y := methodtest.Fact(t, m, "dual_optimum").Value.(float64); math.Abs(y-*c.Dual) > 1e-8 {
				t.Errorf("%s: d* is %.12g, not %.12g", c.Name, y, *c.Dual)
			}
		}
	}
}

// The status must describe degenerate cases.
func TestSaid(t *testing.T) {
	at := func(xy ...float64) (list [][]float64) {
		for i := 0; i < len(xy); i += 2 {
			list = append(list, xy[i:i+2])
		}
		return list
	}
	for _, c := range []struct {
		what   string
		params map[string]any
		says   []string
	}{
		{"half-planes apart", map[string]any{"g1_at": at(0.2, 0, 0.2, 1), "g2": "half_plane", "g2_at": at(0.5, 1, 0.5, 0)},
			[]string{"No point satisfies g₁ and g₂ together", "infeasible"}},
		{"three half-planes of which any two meet", map[string]any{"g1_at": at(0, 0, 1, 0), "g2": "half_plane",
			"g2_at": at(1, -1, 0, -0.5), "g3_at": at(0, -0.5, -1, -1)}, []string{"infeasible"}},
		{"a linear function on a half-plane", map[string]any{"f": "linear", "f_cost": at(-1, 0.3), "g1": "none",
			"g2": "none"},
			[]string{"unbounded", "−∞ for all λ"}},
		{"a saddle on a half-plane", map[string]any{"f_curvature_1": -1.0, "g1": "none", "g2": "none"},
			[]string{"unbounded"}},
		{"one constraint twice", map[string]any{"g2": "half_plane", "g2_at": at(0.75, 0.35, 0.4, 0.8)},
			[]string{"not unique", "LICQ fails", "Strong duality"}},
		{"discs that touch", map[string]any{"g1": "inside", "g1_at": at(0.25, 0.5, 0.5, 0.5),
			"g2_at": at(0.75, 0.5, 0.5, 0.5),
			"g3":    "none", "f_center": at(0.5, 0.9)}, []string{"No multipliers exist", "Slater’s condition fails"}},
		{"a concave function on a square", map[string]any{"f_curvature_1": -1.0, "f_curvature_2": -2.0,
			"f_center": at(0.4, 0.4),
			"g1_at":    at(0, 0, 1, 0), "g2": "half_plane", "g2_at": at(1, 0, 1, 1), "g3_at": at(1, 1, 0, 1), "g4": "half_plane",
			"g4_at": at(0, 1, 0, 0)}, []string{"The optimum is (0, 1)", "gap is infinite"}},
		{"an expression that falls", map[string]any{"f": "expression", "f_text": "exp(x) + y^3", "g1": "none", "g2": "none",
			"g3": "none"}, []string{"may be unbounded"}},
		{"a linear function along an edge", map[string]any{"f": "linear", "f_cost": at(0, 1), "g1": "none", "g2": "none"},
			[]string{"f* = 0.2"}},
	} {
		says := modelOf(t, c.params).Status().Sentence
		for _, want := range c.says {
			if !strings.Contains(says, want) {
				t.Errorf("%s: %q, without %q", c.what, says, want)
			}
		}
	}
}

// The algorithms must end at the optimum of a convex problem; on the central path the gap is mμ.
func TestAlgorithms(t *testing.T) {
	for _, by := range []string{byGradient, byBarrier} {
		m := modelOf(t, map[string]any{"algorithm": by, "max_iter": 400.0}, 0.3, 0.4, 2, -1)
		w := m.(*view)
		if s := w.Status(); s.State != method.Converged {
			t.Errorf("%s: %v", by, s)
		}
		for i := range w.runs {
			if by == byGradient || i == 0 {
				if d := w.runs[i].at(w.steps).minus(w.answer.at).size(); d > 1e-6 {
					t.Errorf("%s: run %d ends %g from the optimum", by, i, d)
				}
			}
			for k, v := range w.runs[i].way {
				if !w.feasible(v, 0) {
					t.Errorf("%s: step %d of run %d is not feasible", by, k, i)
				}
			}
		}
		if by == byBarrier {
			r := w.runs[0]
			for k := 1; k < len(r.way); k++ {
				if gap := w.f.at(r.way[k]) - w.answer.least; gap > w.inequalities()*r.mu[k]*(1+1e-6) {
					t.Errorf("step %d: f is %g above f*, more than mμ = %g", k, gap, w.inequalities()*r.mu[k])
				}
			}
		}
	}
}

// Too large steps cycle through a few points. Runs and trace must equal those of separately computed steps, to the last
// bit; each segment must be drawn exactly once.
func TestRounds(t *testing.T) {
	var starts []float64
	for k := range 24 {
		starts = append(starts, 0.3+0.02*float64(k), 0.9-0.03*float64(k))
	}
	m := modelOf(t, map[string]any{"f": ofText, "f_text": "sin(5x) cos(4y)", "max_iter": 400.0,
		"g1_at": [][]float64{{0.75, 0.35}, {0.4, 0.8}}}, starts...)
	w := m.(*view)
	method := Method()
	values, err := method.Validate(nil)
	if err != nil {
		t.Fatal(err)
	}
	rate := values.Float("step_size")
	rounds := 0
	mean := make([]float64, w.steps+1)
	for i := range w.runs {
		r := &w.runs[i]
		v := r.way[0]
		for k := 1; k < len(r.way); k++ {
			if v, _ = w.project(v.along(w.f.grad(v), -rate)); v != r.way[k] {
				t.Fatalf("run %d: step %d leads to %v, not to %v", i, k, v, r.way[k])
			}
		}
		if r.fresh < len(r.way) {
			rounds++
		}
		for k := range mean {
			mean[k] += w.f.at(r.at(k)) / float64(len(w.runs))
		}
	}
	if rounds < 3 {
		t.Fatalf("%d of %d runs go round", rounds, len(w.runs))
	}
	for k, y := range w.Trace()[0].Values {
		if y != mean[k] {
			t.Fatalf("after %d steps the mean of f is told as %g, not %g", k, y, mean[k])
		}
	}
	view := picture.FitViewport([2]float64{0, 1}, [2]float64{0, 1}, true, 600, 600, 1)
	near := func(a, b vec) bool {
		return math.Abs(a[0]-b[0]) < 1.01*same/600 && math.Abs(a[1]-b[1]) < 1.01*same/600
	}
	var lines [][2]vec
	p := w.way(view)[0].(*picture.Path)
	for k, from := range p.Starts {
		to := len(p.XY) / 2
		if k+1 < len(p.Starts) {
			to = p.Starts[k+1]
		}
		for j := from + 1; j < to; j++ {
			lines = append(lines, [2]vec{{p.XY[2*j-2], p.XY[2*j-1]}, {p.XY[2*j], p.XY[2*j+1]}})
		}
	}
	steps := 0
	for i := range w.runs {
		for k, at := range w.runs[i].way[1:] {
			steps++
			if !slices.ContainsFunc(lines, func(l [2]vec) bool {
				return near(l[0], w.runs[i].way[k]) && near(l[1], at)
			}) {
				t.Fatalf("run %d: step %d is not drawn", i, k+1)
			}
		}
	}
	for i, l := range lines {
		if slices.Contains(lines[:i], l) {
			t.Fatalf("the line from %v to %v is drawn twice", l[0], l[1])
		}
	}
	if len(lines) > steps/5 {
		t.Errorf("%d lines for %d steps", len(lines), steps)
	}
	marks := w.way(view)[1].(*picture.Marks)
	if len(marks.XY)/2 > len(lines)+len(w.runs) || len(marks.Class) != len(marks.XY)/2 {
		t.Errorf("%d marks of %d classes for %d lines", len(marks.XY)/2, len(marks.Class), len(lines))
	}
}

// Cached values of an expression at the nodes and on the edge of the searched square must equal its values there,
// together with those of a form; and off must never exceed the distance from a boundary.
func TestKeptValues(t *testing.T) {
	m := modelOf(t, map[string]any{"f": ofText, "f_text": "sin(5x) cos(4y) + x^2", "g2_ratio": 0.4})
	p := *m.(*view).problem.with(m.(*view).cons[:1])
	p.f.form = form{xx: 1, xy: -0.5, yy: 3, b: vec{0.2, -0.7}, c: 2}
	var d dual
	d.sample(&p)
	for k, y := range d.f {
		if want := p.f.at(p.node(k/(searched+1), k%(searched+1), searched)); y != want {
			t.Fatalf("node %d has the value %g, not %g", k, y, want)
		}
	}
	least, at := p.edge()
	if y := p.f.at(at); y != least {
		t.Errorf("at %v of the edge f is told as %g, not %g", at, least, y)
	}
	for k := range 65 {
		for _, side := range []float64{0, 1} {
			for _, s := range []vec{{float64(k) / 64, side}, {side, float64(k) / 64}} {
				v := vec{p.lo[0] + s[0]*(p.hi[0]-p.lo[0]), p.lo[1] + s[1]*(p.hi[1]-p.lo[1])}
				if y := p.f.at(v); p.feasible(v, 0) && y < least-1e-12 {
					t.Errorf("at %v of the edge f is %g, and the least is told as %g", v, y, least)
				}
			}
		}
	}
	for _, ratio := range []float64{0.4, 1, 2.5} {
		c := newEllipse(vec{0.5, 0.5}, vec{0.8, 0.6}, ratio, false)
		steepest := 2 * c.r * min(1, ratio) / max(1, ratio*ratio)
		for _, v := range []vec{{0.5, 0.5}, {0.51, 0.5}, {0.7, 0.5}, {2, 3}} {
			want := c.value(v) / max(c.slope(v).size(), steepest)
			if got := c.off(v); math.Abs(got-want) > 1e-12*math.Abs(want) {
				t.Errorf("ratio %g: %v is %g off, not %g", ratio, v, got, want)
			}
		}
	}
}

// The labels of the forces must cover neither heads nor shafts of arrows, even if the optimum is near an edge.
func TestNamesOfForces(t *testing.T) {
	named, all := 0, 0
	round := [][]float64{{0, 0}, {1, 0}}
	for k := range 12 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 12)
		for _, params := range []map[string]any{
			{"f": "linear", "f_cost": [][]float64{{cos, sin}}, "g1": "ellipse", "g1_at": round, "g2": "none",
				"g3": "none"},
			{"f_center": [][]float64{{1.5 * cos, 1.5 * sin}}, "g1": "inside", "g1_at": round, "g2": "half_plane",
				"g2_at": [][]float64{{-0.2 * sin, 0.2 * cos}, {0.8 * cos, 0.8 * sin}}, "g3": "none"},
		} {
			m := modelOf(t, params).Can()
			for _, size := range [][2]int{{800, 600}, {360, 300}, {500, 220}} {
				for _, wide := range []float64{1.15, 1.3, 2} {
					w := picture.FitViewport([2]float64{-wide, wide}, [2]float64{-wide, wide}, true, size[0], size[1], 1)
					_, over, err := m.Layers(t.Context(), w, nil, method.Shown{"forces": true})
					if err != nil {
						t.Fatal(err)
					}
					var arrows []*picture.Path
					for _, l := range over {
						if p, ok := l.(*picture.Path); ok && (p.Role == picture.RoleMean || p.Role == picture.RoleCut) {
							arrows = append(arrows, p)
						}
					}
					if len(arrows) == 0 {
						continue
					}
					all++
					some := false
					for _, l := range over {
						l, ok := l.(*picture.Label)
						if !ok || !strings.Contains(l.Text, "∇") {
							continue
						}
						some = true
						b := l.Box(w.PX(l.X), w.PY(l.Y), picture.LabelSize).Grown(-3, -3) // a single force is offset
						for _, p := range arrows {
							p.Lines(func(xy []float64) {
								for i := 0; i+3 < len(xy); i += 2 {
									if b.MeetsLine(w.PX(xy[i]), w.PY(xy[i+1]), w.PX(xy[i+2]), w.PY(xy[i+3])) {
										t.Errorf("f falls along %g, %g, in %v: %q lies on %q", -cos, -sin, size, l.Text, p.Says)
									}
								}
							})
						}
					}
					if some {
						named++
					}
				}
			}
		}
	}
	if all < 100 || named < all*3/4 {
		t.Errorf("of %d pictures with forces %d name them", all, named)
	}
}
