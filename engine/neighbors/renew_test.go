package neighbors

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// fitted returns a classifier of a document's points.
func fitted(t testing.TB, points []doc.Point, params map[string]any) *Classifier {
	m := KNN()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	p, err := method.NewProblem(points, m.Task, 0)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(method.Unstopped, p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return model.(*Classifier)
}

// A raster updated after an edit equals one computed from scratch, to the bit, and the changed area covers all changes:
// for points that are moved, added, removed or reclassified, with equal distances, coincident points, and points on
// grid nodes.
func TestRastersFollowEdits(t *testing.T) {
	v := picture.Viewport{X0: -0.1, X1: 1.1, Y0: 0, Y1: 0.8, W: 150, H: 100, Scale: 1}
	followed, rounds := 0, uint64(240)
	if testing.Short() {
		rounds = 48
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, 1))
		pick := func(list ...any) any { return list[r.IntN(len(list))] }
		k := pick(1, 2, 3, 5, 7, 15).(int)
		params := map[string]any{"n_neighbors": float64(k), "weights": pick("uniform", "uniform", "distance"),
			"metric": pick("euclidean", "euclidean", "manhattan", "chebyshev", "minkowski", "mahalanobis")}
		g := v.Grid(149+r.IntN(3), 90+r.IntN(20))
		if seed%4 == 0 {
			g = g.Rows(16, 64)
		}
		place := func() float64 { return r.Float64() }
		switch seed % 3 {
		case 1: // equal distances, and some coincide
			place = func() float64 { return float64(r.IntN(8)) / 8 }
		case 2: // on grid nodes
			place = func() float64 { return g.X(r.IntN(90)) }
		}
		points := make([]doc.Point, 20+r.IntN(120))
		classes := 2 + r.IntN(3)
		for i := range points {
			points[i] = doc.Point{X: place(), Y: place(), Z: float64(r.IntN(classes))}
		}
		m := fitted(t, points, params)
		raster, err := m.ScoreRaster(method.Unstopped, g, nil)
		if err != nil {
			t.Fatal(err)
		}
		raster.Keep()
		held := r.IntN(len(points))
		for step := range 12 {
			points = slices.Clone(points)
			held = min(held, len(points)-1)
			p := &points[held]
			what := "a step"
			switch e := r.IntN(14); e {
			case 0:
				what, p.Z = "another class", float64(r.IntN(classes))
			case 1:
				what = "a new point"
				points = slices.Insert(points, r.IntN(len(points)+1),
					doc.Point{X: place(), Y: place(), Z: float64(r.IntN(classes))})
			case 2:
				what = "a point less"
				points = slices.Delete(points, held, held+1)
			case 3:
				what, p.X, p.Y = "far away", 5, 7
			case 4, 5:
				what, p.X, p.Y = "a jump", place(), place()
			case 6:
				what, p.X, p.Y = "onto another", points[0].X, points[0].Y
			case 7:
				what = "two at once"
				points[r.IntN(len(points))].X, p.Y = place(), place()
			case 8:
				what = "nothing"
			case 9: // anywhere, or at the end
				what = "two new points"
				points = slices.Insert(points, pick(len(points), r.IntN(len(points))).(int), doc.Point{X: place(), Y: place()},
					doc.Point{X: place(), Y: place()})
			case 10:
				what = "two points less"
				i := pick(len(points)-2, r.IntN(len(points)-2)).(int)
				points = slices.Delete(points, i, i+2)
			default:
				p.X, p.Y = p.X+0.01*r.NormFloat64(), p.Y+0.01*r.NormFloat64()
			}
			next := fitted(t, points, params)
			want, err := next.ScoreRaster(method.Unstopped, g, nil)
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("seed %d, step %d, %s, k=%v, %v of %v", seed, step, what, k, params["weights"], params["metric"])
			trail := &method.Trail{Model: m, Raster: raster}
			if next.Follows(trail) == method.NoReuse {
				if what == "a step" && params["metric"] != "mahalanobis" && params["metric"] != "minkowski" && k < len(points) {
					t.Errorf("%s: made anew", name)
				}
				raster, m = want, next
				raster.Keep()
				continue
			}
			was := make([][]float32, len(raster.Planes))
			for c, plane := range raster.Planes {
				was[c] = slices.Clone(plane)
			}
			after, _, err := next.Follow(method.Unstopped, trail, g)
			if err != nil {
				t.Fatal(err)
			}
			followed++
			touched := make([]bool, g.W*g.H)
			after.Touched(func(i0, j0, i1, j1 int) {
				for j := j0; j < j1; j++ {
					for i := i0; i < i1; i++ {
						touched[j*g.W+i] = true
					}
				}
			})
			for c := range want.Planes {
				for i, x := range want.Planes[c] {
					if y := after.Planes[c][i]; math.Float32bits(x) != math.Float32bits(y) {
						t.Fatalf("%s: plane %d at node %d, %d: %v, anew %v", name, c, i%g.W, i/g.W, y, x)
					}
					if x != was[c][i] && !touched[i] {
						t.Fatalf("%s: plane %d at node %d, %d has changed unseen", name, c, i%g.W, i/g.W)
					}
				}
			}
			raster, m = after, next
		}
	}
	if followed < 4*int(rounds) {
		t.Errorf("only %d rasters followed", followed)
	}
}
