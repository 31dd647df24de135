package svm

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// bruteLead computes δ of class j by brute force: the smallest |f| up to which helpful flips make j win against the
// winner.
func bruteLead(v *vote, f []float64, w, j int) float64 {
	best := math.Inf(1)
	for _, limit := range f {
		limit = math.Abs(limit)
		a, b := v.wins[w], v.wins[j]
		for p, x := range f {
			if math.Abs(x) > limit {
				continue
			}
			win, lose := v.a[p], v.b[p]
			if x > 0 {
				win, lose = lose, win
			}
			if win == w || lose == j {
				if win == w {
					a--
				}
				if lose == j {
					b++
				}
			}
		}
		if b > a || b == a && j < w {
			best = min(best, limit)
		}
	}
	return best
}

func TestVote(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, k := range []int{2, 3, 4, 8, 9} {
		v := newVote(k)
		f, s := make([]float64, len(v.a)), make([]float64, k)
		for range 3000 {
			for p := range f {
				f[p] = rng.NormFloat64()
			}
			w := v.scores(f, s)
			best := 0
			for c := range s {
				if s[c] > s[best] {
					best = c
				}
			}
			if s[w] != 0 || best != w || w != v.count(f) {
				t.Fatalf("%v: winner %d, scores %v", f, w, s)
			}
			for c := range s {
				if c != w && -s[c] != bruteLead(v, f, w, c) {
					t.Fatalf("%v: class %d is %v away from winning, want %v", f, c, -s[c], bruteLead(v, f, w, c))
				}
			}
			// The winner changes only if a pair does: there the lead is 0.
			for p := range f {
				old := f[p]
				f[p] = 1e-12
				a := v.scores(f, s)
				f[p] = -1e-12
				b := v.count(f)
				if a != b && s[b] < -1e-9 {
					t.Fatalf("the lead jumps by %v between classes %d and %d at %v", -s[b], a, b, f)
				}
				f[p] = old
			}
		}
	}
}

func TestLayers(t *testing.T) {
	v := picture.Viewport{X0: -0.2, X1: 1.2, Y0: -0.2, Y1: 1.2, W: 240, H: 240, Scale: 1}
	all := method.Shown{"margins": true, "support": true, "slack": true}
	for _, classes := range []int{2, 3, 5} {
		for _, kern := range []string{"linear", "rbf", "poly", "laplacian"} {
			m := mustFit(t, blobs(60, classes, 0.12, 1), map[string]any{"kernel": kern, "C": 10.0}, nil)
			r, err := m.ScoreRaster(context.Background(), v.Grid(240, 240), nil)
			if err != nil {
				t.Fatal(err)
			}
			under, over, err := m.Layers(context.Background(), v, r, all)
			if err != nil {
				t.Fatal(err)
			}
			levels := map[float64]bool{}
			if len(over) > 0 {
				t.Errorf("%s: %d layers strike through the points", kern, len(over))
			}
			for _, l := range under {
				path, ok := l.(*picture.Path)
				if !ok || path.Role != picture.RoleMargin {
					continue
				}
				levels[path.Level] = true
				if !strings.Contains(path.Says, "margin") {
					t.Errorf("the legend calls a margin %q", path.Says)
				}
				for i := 0; i < len(path.XY); i += 2 {
					best := math.Inf(1)
					for _, f := range m.values(path.XY[i : i+2]) {
						if len(m.pairs) > 1 {
							f = math.Abs(f)
						}
						best = min(best, math.Abs(f-path.Level))
					}
					// Contours with several classes have corners, which the grid cuts off.
					if best > 0.02 && classes == 2 || best > 0.1 || classes == 2 && kern == "linear" && best > 1e-9 {
						t.Errorf("%s, %d classes: a margin of level %v runs where f is off by %v", kern, classes, path.Level, best)
						break
					}
				}
			}
			if levels[-1] != (classes == 2) || !levels[1] {
				t.Errorf("%s, %d classes: margins %v", kern, classes, levels)
			}
			rings, slack := 0, 0
			for _, l := range under {
				switch l := l.(type) {
				case *picture.Marks:
					rings += len(l.XY) / 2
				case *picture.Path:
					if l.Role != picture.RoleSlack {
						continue
					}
					slack += len(l.Starts)
					checkSlack(t, m, l)
					if !strings.HasPrefix(l.Says, "slack") {
						t.Errorf("the legend calls slack %q", l.Says)
					}
				}
			}
			if rings != len(m.vectors) {
				t.Errorf("%s: %d rings for %d support vectors", kern, rings, len(m.vectors))
			}
			if want := kern == "linear" && classes == 2; want != (slack > 0) {
				t.Errorf("%s, %d classes: %d slack segments", kern, classes, slack)
			}
		}
	}
}

// checkSlack checks that a segment goes from a data point, perpendicular to the margin, to f = ±1.
func checkSlack(t *testing.T, m *model, path *picture.Path) {
	y := -1.0
	if path.Class == 1 {
		y = 1
	}
	path.Lines(func(xy []float64) {
		f := m.values(xy)
		w := m.w[0]
		cross := (xy[2]-xy[0])*w[1] - (xy[3]-xy[1])*w[0]
		if math.Abs(f[1]-y) > 1e-9 || math.Abs(cross) > 1e-9 || y*f[0] > 1 {
			t.Errorf("slack from f = %v to %v", f[0], f[1])
		}
	})
}
