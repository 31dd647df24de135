package histogram

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

var kernels = []string{"gaussian", "epanechnikov", "tophat"}

func classes(t testing.TB, n, k int) *method.Problem {
	pts := methodtest.Points(method.Classify, n, 4)
	for i := range pts {
		pts[i].Z = float64(i % k)
		pts[i].X += 0.2 * float64(i%k)
	}
	p, err := method.NewProblem(pts, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Each density integrates to its prior.
func TestDensitiesAreDensities(t *testing.T) {
	p := classes(t, 60, 3)
	for _, name := range kernels {
		m := fitWith(t, KernelDensity(), p, map[string]any{"kernel": name, "bandwidth": 0.2,
			"priors": []float64{0.5, 0.3, 0.2}}).(*density)
		g := picture.Viewport{X0: -2, X1: 3, Y0: -2, Y1: 3, W: 500, H: 500}.Grid(500, 500)
		planes, void, err := m.field(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		for k, plane := range planes {
			sum := 0.0
			for i, v := range plane {
				switch {
				case void == nil:
					sum += math.Exp(v)
				case !void[i]:
					sum += v
				}
			}
			sum *= math.Abs(g.DX * g.DY)
			if math.Abs(sum-m.prior[k]) > 2e-3 {
				t.Errorf("%s: class %d integrates to %v, want %v", name, k, sum, m.prior[k])
			}
		}
	}
}

// Single kernels agree with their formulas.
func TestKnownDensities(t *testing.T) {
	p := &method.Problem{N: 1, D: 2, X: []float64{0, 0}, Class: []int{0}, ClassIDs: []int{0}, Task: method.Classify}
	for name, want := range map[string]float64{
		"gaussian":     math.Exp(-0.125) / (2 * math.Pi * 4), // h = 2, r = 1
		"epanechnikov": 2 / (math.Pi * 4) * 0.75,
		"tophat":       1 / (math.Pi * 4),
	} {
		m := fitWith(t, KernelDensity(), p, map[string]any{"kernel": name, "bandwidth": 2.0}).(*density)
		s := []float64{0}
		m.scoresAt([]float64{0.6, 0.8}, make([]evidence, 1), s)
		if got := math.Exp(s[0]); math.Abs(got-want) > 1e-14 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// The raster agrees with the pointwise sums, nearby and very far away, where exp underflows.
func TestRasterIsExact(t *testing.T) {
	views := map[string]picture.Viewport{
		"near": {X0: -0.5, X1: 1.5, Y0: -0.5, Y1: 1.5, W: 60, H: 50},
		"far":  {X0: -300, X1: 500, Y0: -900, Y1: -100, W: 30, H: 30},
		"wide": {X0: -40, X1: 40, Y0: -40, Y1: 40, W: 41, H: 41},
	}
	for _, k := range []int{2, 3} {
		p := classes(t, 90, k)
		for _, name := range kernels {
			for _, h := range []float64{0.003, 0.05, 0.4} {
				m := fitWith(t, KernelDensity(), p, map[string]any{"kernel": name, "bandwidth": h}).(*density)
				for where, v := range views {
					g := v.Grid(v.W, v.H)
					planes, void, err := m.field(t.Context(), g)
					if err != nil {
						t.Fatal(err)
					}
					r, err := m.ScoreRaster(t.Context(), g, nil)
					if err != nil {
						t.Fatal(err)
					}
					s, e, out := make([]float64, k), make([]evidence, k), []float64{0}
					wrong := 0
					for i := range planes[0] {
						at := []float64{g.X(i % g.W), g.Y(i / g.W)}
						isVoid := m.scoresAt(at, e, s)
						if void != nil && void[i] != isVoid {
							t.Fatalf("%s %s h=%g: void %v at %v", name, where, h, void[i], at)
						}
						for c := range planes {
							got := planes[c][i]
							if void != nil && !isVoid {
								if got < 1e-9*m.weight[c] && math.Exp(s[c]) < 1e-9*m.weight[c] {
									continue // the edge of a kernel
								}
								got = math.Log(got)
							}
							if math.Abs(got-s[c]) > 1e-7*(1+math.Abs(s[c])) {
								t.Fatalf("%s %s h=%g class %d at %v: %v, want %v", name, where, h, c, at, got, s[c])
							}
						}
						m.Predict(at, out)
						class := 0
						if k == 2 && r.Planes[0][i] > 0 {
							class = 1
						}
						for c := range r.Planes {
							if k > 2 && r.Planes[c][i] > r.Planes[class][i] {
								class = c
							}
						}
						if class != int(out[0]) {
							wrong++
						}
					}
					if wrong > len(planes[0])/200 {
						t.Errorf("%s %s h=%g: %d nodes painted otherwise than predicted", name, where, h, wrong)
					}
				}
			}
		}
	}
}

// Leave-one-out results agree with fits without each point.
func TestLeaveOneOut(t *testing.T) {
	p := classes(t, 40, 3)
	for _, name := range kernels {
		params := map[string]any{"kernel": name, "bandwidth": 0.12, "priors": []float64{0.2, 0.3, 0.5}}
		m := fitWith(t, KernelDensity(), p, params).(*density)
		left, self := 0, 0
		logs := 0.0
		for i := range p.N {
			q := &method.Problem{D: 2, Task: p.Task, ClassIDs: p.ClassIDs}
			for j := range p.N {
				if j != i {
					q.N++
					q.X = append(q.X, p.At(j)...)
					q.Class = append(q.Class, p.Class[j])
				}
			}
			out := []float64{0}
			other := fitWith(t, KernelDensity(), q, params).(*density)
			other.Predict(p.At(i), out)
			c := p.Class[i]
			if int(out[0]) != c {
				left++
			}
			s := make([]float64, 3)
			other.scoresAt(p.At(i), make([]evidence, 3), s)
			logs += s[c] - math.Log(m.prior[c])
			m.Predict(p.At(i), out)
			if int(out[0]) != c {
				self++
			}
		}
		facts, err := m.Assess(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n := float64(p.N)
		want := map[string]float64{"training_error": float64(self) / n, "leave_one_out_error": float64(left) / n}
		if name == "gaussian" {
			want["leave_one_out_log_likelihood"] = logs / n
		}
		for i, f := range m.Facts() {
			if late := want[f.Name] != 0; f.Late != late || facts[i].Late || facts[i].Name != f.Name {
				t.Errorf("%s: fact %+v, then %+v", name, f, facts[i])
			}
		}
		for _, f := range facts {
			if w, ok := want[f.Name]; ok && math.Abs(f.Value.(float64)-w) > 1e-12 {
				t.Errorf("%s: %s is %v, want %v", name, f.Name, f.Value, w)
			}
			delete(want, f.Name)
		}
		if len(want) > 0 {
			t.Errorf("%s: no %v", name, want)
		}
	}
}

func TestEnvelope(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var c cloud
		x := 0.0
		for range 1 + rng.IntN(20) {
			x += float64(rng.IntN(3)) / 4 // some points coincide
			c.x, c.y = append(c.x, x), append(c.y, rng.NormFloat64())
		}
		m := &density{p: &method.Problem{D: 2}, h: 1, inv: 1, points: []cloud{c}, shape: tophat}
		g := picture.Viewport{X0: -2, X1: 8, Y0: -3, Y1: 3, W: 50, H: 1}.Grid(50, 1)
		empty := make([]bool, g.W)
		for i := range empty {
			empty[i] = true
		}
		out := [][]float64{make([]float64, g.W)}
		m.distances(g, 0, empty, out, &envelope{})
		for i := range g.W {
			e := m.at(0, []float64{g.X(i), g.Y(0)})
			if math.Abs(out[0][i]+math.Sqrt(e.near)) > 1e-12 {
				t.Fatalf("nearest of %v at %g: %v, want %v", c, g.X(i), -out[0][i], math.Sqrt(e.near))
			}
			if away := c.away(g.X(i), g.Y(0)); math.Abs(away-math.Sqrt(e.near)) > 1e-12 {
				t.Fatalf("distance from %v at %g: %v, want %v", c, g.X(i), away, math.Sqrt(e.near))
			}
		}
	}
}

func BenchmarkDensity(b *testing.B) {
	p := classes(b, 200, 2)
	for _, name := range kernels {
		for _, h := range []float64{0.01, 0.1} {
			b.Run(name+map[bool]string{true: "/narrow", false: "/wide"}[h < 0.05], func(b *testing.B) {
				m := KernelDensity()
				v, _ := m.Validate(map[string]any{"kernel": name, "bandwidth": h})
				g := picture.Viewport{X0: -0.2, X1: 1.2, Y0: -0.1, Y1: 1.1, W: 480, H: 320}.Grid(240, 160)
				for b.Loop() {
					model, err := m.Fit(context.Background(), p, v, nil)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := model.(*density).ScoreRaster(context.Background(), g, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// Without itself, point 0 has one neighbour of its class and three of the other, all at distance 3 = 30 h, with kernels
// of e^-450. 0.4·(2/1)·1 < 0.6·3, so it gets the other class. Point 1 has its own class at 3 and the other at √18; the
// remaining points coincide with others.
func TestLeftOutPointsKeepTheirNeighboursMultiplicity(t *testing.T) {
	pts := []doc.Point{{}, {X: 3}, {Y: 3, Z: 1}, {Y: 3, Z: 1}, {Y: 3, Z: 1}}
	p, err := method.NewProblem(pts, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	of := KernelDensity()
	v, err := of.Validate(map[string]any{"bandwidth": 0.1})
	if err != nil {
		t.Fatal(err)
	}
	m, err := of.Fit(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	facts, err := m.Can().Assess(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// ln of the density without the point: e^-450/(2πh²) for points 0 and 1, 2/(2·2πh²) for the others.
	log := -math.Log(2*math.Pi*0.01) - 2*450./5
	want := map[string]float64{"training_error": 0, "leave_one_out_error": 0.2, "leave_one_out_log_likelihood": log}
	for _, f := range facts {
		if w, ok := want[f.Name]; ok {
			if math.Abs(f.Value.(float64)-w) > 1e-9*math.Abs(w) {
				t.Errorf("%s = %v, want %v", f.Name, f.Value, w)
			}
			delete(want, f.Name)
		}
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}
