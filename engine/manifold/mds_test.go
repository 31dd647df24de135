package manifold

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// The reference testdata/mds.json is scikit-learn 1.2.1's smacof(D, metric=True, n_components=2, init=Init, n_init=1,
// max_iter=Steps, eps=0) on 40 rows of iris: the map after so many steps, and the stress before the last one.
func TestMDSReference(t *testing.T) {
	var c struct {
		X, Init [][]float64
		Cases   []struct {
			Metric bool
			Steps  int
			Y      [][]float64
			Stress float64
		}
	}
	b, err := os.ReadFile("testdata/mds.json")
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil || len(c.Cases) != 3 {
		t.Fatal(len(c.Cases), err)
	}
	p := wide(c.X)
	s := methodtest.Fit(t, MDS(), p, map[string]any{"eps": 1e-12}).(*scaled)
	y := make([]float64, 2*p.N)
	for i, q := range c.Init {
		y[2*i], y[2*i+1] = q[0]/s.scale, q[1]/s.scale
	}
	begun := &scaled{scaling: s.scaling, tries: []*attempt{{y: y}}}
	if err := (&halfScaling{next: begun}).goOn(method.Unstopped); err != nil {
		t.Fatal(err)
	}
	for _, want := range c.Cases {
		g, err := begun.Grow(method.Unstopped, want.Steps)
		if err != nil {
			t.Fatal(err)
		}
		end, last := g.(*scaled), (*scaled)(nil)
		if g, err = begun.Grow(method.Unstopped, want.Steps-1); err != nil {
			t.Fatal(err)
		}
		last = g.(*scaled)
		// scikit-learn returns the stress of the map before the last step.
		if got := last.shown().stress * s.scale * s.scale; math.Abs(got-want.Stress) > 1e-6*want.Stress {
			t.Errorf("%d steps: stress %g, want %g", want.Steps, got, want.Stress)
		}
		for i, q := range want.Y {
			for k := range 2 {
				if got := end.shown().y[2*i+k] * s.scale; !near(got, q[k], 1e-5) {
					t.Fatalf("%d steps: row %d is at %g, want %g", want.Steps, i, got, q[k])
				}
			}
		}
	}
}

// The stress never rises, metric or not, from any start; a run computed in slices must be the same to the bit.
func TestMDSFalls(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	var x [][]float64
	for range 50 {
		x = append(x, []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(),
			math.Round(2 * random.Float64())})
	}
	x = append(x, x[0], x[1]) // a repeated row
	for _, v := range []map[string]any{
		{"eps": 1e-12, "n_init": 3.0}, {"metric": false, "eps": 1e-12}, {"init": "classical_mds", "eps": 1e-12},
		{"init": "classical_mds", "metric": false, "n_components": 1.0, "eps": 1e-12},
	} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			first := methodtest.Fit(t, MDS(), wide(x), v).(*scaled)
			var s method.Grower = first
			was := make([]float64, len(first.tries))
			for k := range was {
				was[k] = math.Inf(1)
			}
			shown := math.Inf(1)
			for range 120 {
				for k, a := range s.(*scaled).tries {
					if a.stress > was[k] {
						t.Fatalf("step %d, start %d: the stress rises from %g to %g", s.Step(), k, was[k], a.stress)
					}
					was[k] = a.stress
				}
				if r := s.(*scaled).relative(); r > shown || math.IsNaN(r) {
					t.Fatalf("step %d: the curve rises from %g to %g", s.Step(), shown, r)
				} else {
					shown = r
				}
				var err error
				if s, err = s.Grow(method.Unstopped, 1); err != nil {
					t.Fatal(err)
				}
			}
			if !(shown < first.relative()) {
				t.Errorf("120 steps leave a stress of %g, of %g", shown, first.relative())
			}
			again, err := first.Grow(method.Unstopped, s.Step())
			if err != nil || !slices.Equal(again.(*scaled).shown().y, s.(*scaled).shown().y) {
				t.Errorf("in one go the same steps end elsewhere: %v", err)
			}
		})
	}
}

// Classical scaling must equal principal components, up to signs.
func TestClassicalScaling(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{30, 200} { // dense and Krylov eigenvectors
		var x [][]float64
		var flat []float64
		for range n {
			row := []float64{3 * random.NormFloat64(), 2 * random.NormFloat64(), random.NormFloat64(),
				0.5 * random.NormFloat64()}
			x, flat = append(x, row), append(flat, row...)
		}
		s := methodtest.Fit(t, MDS(), wide(x), map[string]any{"init": "classical_mds", "n_components": 3.0}).(*scaled)
		scores, _, _ := linalg.Components(flat, n, 4, 3)
		at := s.at()
		for k := range 3 {
			sign := 1.0
			if at[k][0]*scores[k] < 0 {
				sign = -1
			}
			for i := range n {
				if !near(sign*at[k][i], scores[3*i+k], 1e-5) {
					t.Fatalf("n=%d: coordinate %d of row %d is %g, and its principal component %g", n, k, i, at[k][i], scores[3*i+k])
				}
			}
		}
	}
}

// Disparities must be monotone in the dissimilarities, equal for equal ones, and the least-squares solution under this
// condition: pooled means, times a constant.
func TestDisparities(t *testing.T) {
	x := [][]float64{{0}, {1}, {2}, {4}, {7}} // distances 1, 1, 2, 2, 3, 3, 4, 5, 6, 7
	s := methodtest.Fit(t, MDS(), wide(x), map[string]any{"metric": false, "n_components": 1.0}).(*scaled)
	a := &attempt{y: []float64{0, 3, 1, 2, 9}}
	begun := &scaled{scaling: s.scaling, tries: []*attempt{a}}
	if err := (&halfScaling{next: begun}).goOn(method.Unstopped); err != nil {
		t.Fatal(err)
	}
	type q struct{ delta, d, hat float64 }
	var list []q
	sum, square := 0.0, 0.0
	for i := range x {
		for j := range i {
			c := pair(i, j)
			list = append(list, q{begun.delta[c], gap(a.y, 1, i, j), begun.wanted(c) / s.scale})
			sum += begun.wanted(c) * begun.wanted(c) / s.scale / s.scale
			square += begun.delta[c] * begun.delta[c]
		}
	}
	if !near(sum, square, 1e-9) {
		t.Errorf("the squares of the disparities add up to %g, want %g", sum, square)
	}
	slices.SortFunc(list, func(a, b q) int { return int(math.Copysign(1, a.delta-b.delta)) })
	for k := 1; k < len(list); k++ {
		if list[k].hat < list[k-1].hat || list[k].delta == list[k-1].delta && list[k].hat != list[k-1].hat {
			t.Errorf("disparities %g, %g of dissimilarities %g, %g", list[k-1].hat, list[k].hat, list[k-1].delta, list[k].delta)
		}
	}
	// Each level is a mean: the deviations of a block's distances from it must sum to 0.
	by := 0.0
	for from := 0; from < len(list); {
		to, mean := from, 0.0
		for to < len(list) && list[to].hat == list[from].hat {
			mean += list[to].d
			to++
		}
		ratio := list[from].hat / (mean / float64(to-from))
		if by != 0 && !near(ratio, by, 1e-9) {
			t.Errorf("the block from %d on is %g times its mean, the others %g", from, ratio, by)
		}
		by, from = ratio, to
	}
}
