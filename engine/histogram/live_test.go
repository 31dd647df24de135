package histogram

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// During a long drag with all kinds of edits, incremental rasters equal those computed from scratch: for narrow and
// wide kernels, points far from all others, coincident points, the only point of a class, points moved in turn and two
// at a time.
func TestLiveRasters(t *testing.T) {
	for _, h := range []float64{0.003, 0.02, 0.1, 2} {
		rng := rand.New(rand.NewPCG(1, 1))
		pts := methodtest.Points(method.Classify, 40, 4)
		for i := range pts {
			pts[i].Z = float64(i % 2)
		}
		pts = append(pts, doc.Point{X: 0.3, Y: 0.4, Z: 2}) // the only point of its class
		g := picture.Viewport{X0: -1, X1: 1, Y0: -1, Y1: 1, W: 40, H: 30}.Grid(40, 30)
		params := map[string]any{"bandwidth": h}
		var prev method.Model
		var trail method.Trail
		followed, hand := 0, 0
		for step := range 400 {
			pts = slices.Clone(pts)
			p := &pts[hand]
			switch {
			case step%40 == 39:
				hand = []int{40, 3, 4, 3, 8}[step/40%5]
			case step%31 == 30:
				p.X, p.Y = 40*rng.NormFloat64(), rng.NormFloat64()
			case step%37 == 36:
				p.X, p.Y = pts[9].X, pts[9].Y
			case step%41 == 40:
				pts[5].X += 0.1 // a second point in the same edit
				p.X += 0.1
			case step == 100:
				g = picture.Viewport{X0: -1.1, X1: 1, Y0: -1, Y1: 1, W: 40, H: 30}.Grid(50, 30)
			case step == 120:
				g.X0 += 0.01
			case step == 150:
				params = map[string]any{"bandwidth": 1.1 * h}
			case step == 200:
				pts[5].Z = 1 - pts[5].Z
			case step == 250:
				params["priors"] = []float64{0.5, 0.3, 0.2}
			case step == 300:
				pts = append(pts, doc.Point{X: 0.3, Z: 1})
			default:
				p.X, p.Y = 0.5*p.X+0.3*rng.NormFloat64(), 0.5*p.Y+0.3*rng.NormFloat64()
			}
			problem, err := method.NewProblem(pts, method.Classify, 1)
			if err != nil {
				t.Fatal(err)
			}
			at := KernelDensity()
			values, err := at.Validate(params)
			if err != nil {
				t.Fatal(err)
			}
			model, err := at.Fit(t.Context(), problem, values, prev)
			if err != nil {
				t.Fatal(err)
			}
			prev = model
			m := model.(*density)
			if m.Follows(&trail) != method.ReuseSums {
				t.Fatal("it does not follow")
			}
			began := trail.Kept != nil && trail.Kept.(*kept).of != nil
			got, anew, err := m.Follow(t.Context(), &trail, g)
			if err != nil {
				t.Fatal(err)
			}
			if began && !anew && trail.Kept.(*kept).moved == hand {
				followed++
			}
			want, err := m.ScoreRaster(t.Context(), g, nil)
			if err != nil {
				t.Fatal(err)
			}
			compare := func(got, want []float32) {
				for i, v := range want {
					if d := math.Abs(float64(got[i]) - float64(v)); !(d <= 1e-6*(1+math.Abs(float64(v)))) {
						t.Fatalf("h = %v, step %d, node %d: %v, want %v", h, step, i, got[i], v)
					}
				}
			}
			for k := range want.Planes {
				compare(got.Planes[k], want.Planes[k])
			}
			for k := range want.Basis {
				compare(got.Basis[k], want.Basis[k])
			}
		}
		if followed < 200 {
			t.Errorf("h = %v: %d rasters were made of the last one", h, followed)
		}
	}
}
