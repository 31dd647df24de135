package neighbors

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

var metrics = []struct {
	name string
	p    float64
}{{"euclidean", 0}, {"manhattan", 0}, {"chebyshev", 0}, {"minkowski", 3}, {"minkowski", 1.5}, {"minkowski", 1},
	{"minkowski", 20}, {"mahalanobis", 0}}

// bruteForce implements the definition: all distances, sorted, ties by index.
func bruteForce(s *Space, v *voter, k int, x []float64) (ids []int32, out [maxClasses]float32) {
	q := make([]float64, s.D)
	s.Map(x, q)
	keys := make([]float64, s.N)
	ids = make([]int32, s.N)
	for i := range ids {
		ids[i] = int32(i)
		keys[i] = s.Key(q, i)
	}
	sort.SliceStable(ids, func(a, b int) bool { return keys[ids[a]] < keys[ids[b]] })
	ids = ids[:k]
	near := make([]float64, k)
	for i, id := range ids {
		near[i] = keys[id]
	}
	var sum [maxClasses]float64
	v.tally(s, ids, near, &sum)
	toShares(&sum, &out, v.classes)
	return ids, out
}

func points(family string, n int, r *rand.Rand) []float64 {
	x := make([]float64, 2*n)
	for i := range x {
		switch family {
		case "uniform":
			x[i] = r.Float64()
		case "lattice":
			x[i] = float64(r.IntN(5)) / 4
		case "clusters":
			x[i] = float64(r.IntN(2)) + 1e-6*r.NormFloat64()
		case "far":
			x[i] = 1e6 + r.Float64()
		}
	}
	return x
}

func TestRasterEqualsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	tried, sizes := 0, []int{1, 2, 7, 60, 200}
	for _, family := range []string{"uniform", "lattice", "clusters", "far"} {
		for _, metric := range metrics {
			for _, distance := range []bool{false, true} {
				for _, n := range sizes {
					x := points(family, n, r)
					s, err := NewSpace(metric.name, metric.p, x, n, 2)
					if err != nil {
						continue // singular covariance
					}
					classes := 2 + r.IntN(3)
					v := voter{class: make([]uint8, n), classes: classes, distance: distance}
					for i := range v.class {
						v.class[i] = uint8(r.IntN(classes))
					}
					k := []int{1, 2, 3, 5, 15, n}[r.IntN(6)]
					k = min(k, n)
					g := frame(family, x, r)
					planes, err := shares(t.Context(), s, v, k, g)
					if err != nil {
						t.Fatal(err)
					}
					what := fmt.Sprintf("%s, %s p=%g, distance %v, n=%d, k=%d, %d classes", family, metric.name, metric.p, distance, n,
						k, classes)
					// The plain ways: a search for each node, and tiles whose nodes are computed one by one.
					nodes := &tiler{Space: s, voter: v, job: t.Context(), g: g, k: k}
					ranked := &tiler{Space: s, voter: v, job: t.Context(), g: g, k: k}
					for range planes {
						nodes.planes = append(nodes.planes, make([]float32, g.W*g.H))
						ranked.planes = append(ranked.planes, make([]float32, g.W*g.H))
					}
					if err := nodes.byNodes(); err != nil {
						t.Fatal(err)
					}
					ranked.prepare()
					for j := range g.H {
						for i := range g.W {
							if (i+j)%3 != 0 {
								continue
							}
							for c, p := range planes {
								if got, want := p[j*g.W+i], nodes.planes[c][j*g.W+i]; got != want {
									t.Fatalf("%s: node %d, %d has share %v of class %d, by a search %v", what, i, j, got, c, want)
								}
							}
							if (i+j)%9 == 0 {
								ranked.ranked(i, j, i+1, j+1, ranked.ids, k)
								for c, p := range planes {
									if got, want := p[j*g.W+i], ranked.planes[c][j*g.W+i]; got != want {
										t.Fatalf("%s: node %d, %d has share %v of class %d, by sorting %v", what, i, j, got, c, want)
									}
								}
							}
							ids, want := bruteForce(s, &v, k, []float64{g.X(i), g.Y(j)})
							for c, p := range planes {
								if p[j*g.W+i] != want[c] {
									t.Fatalf("%s: node %d, %d has share %v of class %d, want %v (neighbours %v)", what, i, j, p[j*g.W+i], c,
										want[c], ids)
								}
							}
							tried++
						}
					}
				}
			}
		}
	}
	t.Logf("%d nodes", tried)
}

// frame returns a grid around the points; for points on a lattice some nodes have ties.
func frame(family string, x []float64, r *rand.Rand) picture.Grid {
	v := picture.Viewport{X0: -0.2, X1: 1.2, Y0: -0.1, Y1: 1.3, W: 100, H: 100}
	switch {
	case family == "lattice":
		return picture.Grid{X0: -0.25, Y0: 1.25, DX: 0.0625, DY: -0.0625, W: 25, H: 25}
	case family == "far":
		v = picture.Viewport{X0: 1e6 - 0.2, X1: 1e6 + 1.2, Y0: 1e6, Y1: 1e6 + 0.9, W: 100, H: 100}
	case r.IntN(3) == 0: // zoomed in on a point
		cx, cy := x[0], x[1]
		v.X0, v.X1, v.Y0, v.Y1 = cx-2e-6, cx+2e-6, cy-1e-6, cy+1e-6
	}
	return v.Grid(17+r.IntN(30), 9+r.IntN(30))
}

func TestSearchEqualsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	for _, d := range []int{1, 2, 3, 6} {
		for _, metric := range metrics {
			for _, n := range []int{1, 5, 45, 300} {
				x := make([]float64, n*d)
				for i := range x {
					x[i] = float64(r.IntN(12)) / 4
					if n > 100 {
						x[i] += 0.01 * r.Float64()
					}
				}
				s, err := NewSpace(metric.name, metric.p, x, n, d)
				if err != nil {
					continue
				}
				v := voter{class: make([]uint8, n), classes: 1}
				k := 1 + r.IntN(n)
				for _, queries := range []int{1, 100} {
					search := NewIndex(s).Search(k, queries)
					for range 10 {
						q := make([]float64, d)
						for j := range q {
							q[j] = float64(r.IntN(26)) / 8
						}
						want, _ := bruteForce(s, &v, k, q)
						ids, keys := search.Nearest(q)
						for i := range want {
							if ids[i] != want[i] {
								t.Fatalf("%s, %d dimensions, %d of %d: neighbours %v, want %v (keys %v)", metric.name, d, k, n, ids, want, keys)
							}
						}
					}
				}
			}
		}
	}
}

func moons(n int, noise float64, r *rand.Rand) ([]float64, []uint8) {
	x, c := make([]float64, 2*n), make([]uint8, n)
	for i := range n {
		a := math.Pi * r.Float64()
		px, py := math.Cos(a), math.Sin(a)
		if i%2 == 1 {
			px, py, c[i] = 1-px, 0.5-py, 1
		}
		x[2*i] = (px + noise*r.NormFloat64() + 1.5) / 4
		x[2*i+1] = (py + noise*r.NormFloat64() + 1.25) / 3
	}
	return x, c
}

func BenchmarkRaster(b *testing.B) {
	g := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1}.Grid(480, 320)
	for _, n := range []int{200, 2000, 100_000} {
		for _, k := range []int{1, 5, 15, 100} {
			for _, w := range []bool{false, true} {
				b.Run(fmt.Sprintf("n=%d/k=%d/distance=%v", n, k, w), func(b *testing.B) {
					benchmark(b, "euclidean", 0, n, k, w, g, false)
				})
			}
		}
	}
	for _, k := range []int{1, 15} {
		b.Run(fmt.Sprintf("random classes/n=2000/k=%d", k), func(b *testing.B) {
			benchmark(b, "euclidean", 0, 2000, k, false, g, true)
		})
	}
	for _, m := range metrics[1:] {
		b.Run(fmt.Sprintf("n=2000/k=15/%s %g", m.name, m.p), func(b *testing.B) {
			benchmark(b, m.name, m.p, 2000, 15, false, g, false)
		})
	}
}

func benchmark(b *testing.B, metric string, p float64, n, k int, distance bool, g picture.Grid, random bool) {
	r := rand.New(rand.NewPCG(1, 1))
	x, class := moons(n, 0.25, r)
	if random {
		for i := range x {
			x[i] = r.Float64()
		}
		for i := range class {
			class[i] = uint8(r.IntN(2))
		}
	}
	s, err := NewSpace(metric, p, x, n, 2)
	if err != nil {
		b.Fatal(err)
	}
	v := voter{class: class, classes: 2, distance: distance}
	for b.Loop() {
		if _, err := shares(b.Context(), s, v, k, g); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{200, 2000, 100_000} {
		for _, k := range []int{1, 15} {
			b.Run(fmt.Sprintf("n=%d/k=%d", n, k), func(b *testing.B) {
				x, _ := moons(n, 0.25, rand.New(rand.NewPCG(1, 1)))
				s, err := NewSpace("euclidean", 0, x, n, 2)
				if err != nil {
					b.Fatal(err)
				}
				search := NewIndex(s).Search(k, 1000)
				for i := 0; b.Loop(); i++ {
					search.Nearest(x[2*(i%n) : 2*(i%n)+2])
				}
			})
		}
	}
}

func BenchmarkAssess(b *testing.B) {
	for _, n := range []int{200, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			pts := methodtest.Points(method.Classify, n, 5)
			m, err := knn(b, pts, map[string]any{"n_neighbors": 15.0})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := m.Assess(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The k-th and the (k+1)-th smallest number are the same as by sorting, whatever the guess, also with equal numbers.
func TestLastTwo(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 20_000 {
		a := make([]float64, 2+r.IntN(40))
		for i := range a {
			if a[i] = r.Float64(); r.IntN(3) == 0 {
				a[i] = float64(r.IntN(4)) / 4
			}
		}
		k := 1 + r.IntN(len(a)-1)
		guess := []float64{a[r.IntN(len(a))], r.Float64(), math.Inf(1), 0}[r.IntN(4)]
		sorted := slices.Sorted(slices.Values(a))
		s := tiler{pick: make([]float64, len(a))}
		if last, after := s.lastTwo(a, k, guess); last != sorted[k-1] || after != sorted[k] {
			t.Fatalf("%d of %v, guess %v: %v and %v, want %v and %v", k, a, guess, last, after, sorted[k-1], sorted[k])
		}
		if last, after := twoSmallest(slices.Clone(a), k); last != sorted[k-1] || after != sorted[k] {
			t.Fatalf("%d of %v: %v and %v, want %v and %v", k, a, last, after, sorted[k-1], sorted[k])
		}
	}
}

// Of coincident points only the first k can be among the nearest, so a raster over a hundred thousand of them does not
// inspect the rest in each tile.
func TestCandidates(t *testing.T) {
	const n, k = 1000, 5
	for d := 1; d <= 2; d++ {
		x := make([]float64, n*d)
		want := []int32{}
		for i := range n {
			if i%3 == 2 && i < 900 { // all distinct
				x[i*d] = float64(i)
				want = append(want, int32(i))
				continue
			}
			x[i*d+d-1] = math.Copysign(0, float64(i%2)-0.5) // zeros of both signs are the same position
			if len(want) < 7 {                              // five at that position, and two others in between
				want = append(want, int32(i))
			}
		}
		s, err := NewSpace("euclidean", 0, x, n, d)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.candidates(k); !slices.Equal(got, want) {
			t.Errorf("%d coordinates: %d candidates %v, want %d %v", d, len(got), got[:20], len(want), want[:20])
		}
		if got := s.candidates(n); len(got) != n {
			t.Errorf("%d coordinates: %d candidates of all", d, len(got))
		}
	}
}

// Two points have equal or nearly equal Manhattan distances in a whole region. One and the same point is the nearest
// everywhere in it, as rounding errors must not decide. Coordinates are multiples of 1/20, which is not exact in
// binary.
func TestManhattanTiesInARegion(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for trial := range 200 {
		a, b, side := float64(r.IntN(20))/20, float64(r.IntN(20))/20, float64(1+r.IntN(6))/20
		x := []float64{a, b, a + side, b + side}
		if trial%2 == 0 {
			x = []float64{a + side, b + side, a, b}
		}
		s, err := NewSpace("manhattan", 0, x, 2, 2)
		if err != nil {
			t.Fatal(err)
		}
		search := NewIndex(s).Search(1, 100)
		q := []float64{a - 0.1, b + side + 0.1} // above and to the left of both
		near, _ := search.Nearest(q)
		want := near[0]
		for range 100 {
			q[0], q[1] = a-r.Float64(), b+side+r.Float64()
			if near, _ := search.Nearest(q); near[0] != want {
				t.Fatalf("points %v: point %d is the nearest to %v, and point %d elsewhere in the region", x, near[0], q, want)
			}
		}
	}
}
