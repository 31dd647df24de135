package dataset

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// ruled counts the fresh points that a linear rule misclassifies.
func ruled(xs []float64, class []int, w []float64, b float64) (wrong int) {
	for i, c := range class {
		f := b
		for j, v := range w {
			f += v * xs[i*len(w)+j]
		}
		if (f > 0) != (c == 1) {
			wrong++
		}
	}
	return wrong
}

// The error of a line agrees with that on fresh points; no random line has a smaller one than the best line, which
// equals the Bayes rule if that is linear.
func TestBestLines(t *testing.T) {
	thrown := 150
	lines, seen := map[string]bool{"blobs2": true, "anisotropic": true, "linear_noisy": true}, map[string]bool{}
	check := func(t *testing.T, truth *Truth, xs []float64, class []int, isLine bool) {
		t.Helper()
		best, err := truth.BestLine(method.Unstopped)
		if err != nil || best == nil {
			t.Fatalf("no best line, %v", err)
		}
		n := float64(len(class))
		rng := rand.New(rand.NewPCG(3, 4))
		tried := []Line{*best, {W: make([]float64, truth.dims), B: 1}, {W: make([]float64, truth.dims), B: -1}}
		for len(tried) < thrown {
			l := Line{W: make([]float64, truth.dims)}
			for j := range l.W {
				if l.W[j] = rng.NormFloat64(); len(tried)%2 == 0 { // near the best one
					l.W[j] = best.W[j] + 0.2*math.Hypot(best.W[0], best.W[1])*l.W[j]
				}
				if truth.dims == 2 {
					l.B -= l.W[j] * (0.5 + 0.3*rng.NormFloat64())
				}
			}
			tried = append(tried, l)
		}
		for i, l := range tried {
			e, known, err := truth.LineError(method.Unstopped, l.W, l.B)
			if !known || err != nil {
				t.Fatalf("known %v, %v", known, err)
			}
			if e < best.Error-1e-4 {
				t.Errorf("the line %+v errs by %g, the best one %+v", l, e, best)
			}
			wrong := float64(ruled(xs, class, l.W, l.B))
			if off := math.Abs(wrong - n*e); i < 30 && off > within(n*e*(1-e))+2e-4*n {
				t.Errorf("the line %+v errs by %g, on fresh points %g", l, e, wrong/n)
			}
		}
		bayes, _ := truth.Bayes()
		if best.Error < bayes-2e-4 || isLine && best.Error > bayes+1e-4 {
			t.Errorf("the best line errs by %g, the Bayes rule by %g", best.Error, bayes)
		}
		again, _ := truth.BestLine(method.Unstopped)
		if again != best {
			t.Error("it is searched for each time")
		}
	}
	truths(t, func(t *testing.T, ds doc.Dataset, truth *Truth) {
		if truth.lines == nil {
			if l, err := truth.BestLine(method.Unstopped); l != nil || err != nil {
				t.Error("a best line of what is no two classes of bars")
			}
			return
		}
		seen[ds.Name] = true
		pts := Fresh(ds, drawn())
		class := make([]int, len(pts))
		for i, p := range pts {
			class[i] = p.Class()
		}
		check(t, truth, places(pts, 2), class, lines[ds.Name])
	})
	for _, name := range []string{"moons", "xor", "spirals", "blobs2", "checkerboard", "linear", "linear_noisy", "stripes",
		"imbalanced", "anisotropic"} {
		if !seen[name] {
			t.Errorf("%s has no best line", name)
		}
	}
	table := doc.Table{Name: gaussians, D: 4, Noise: 0.8}
	truth, _ := TruthOfTable(&table)
	r := FreshRows(&table, drawn())
	check(t, truth, r.X, slices.Clone(r.Class), true)
}

// For two normal distributions with one covariance matrix the log-odds are linear: at random points they agree with the
// posterior.
func TestLogOdds(t *testing.T) {
	for _, name := range []string{"blobs2", "anisotropic"} {
		truth, _ := TruthOf(doc.Dataset{Name: name, Noise: 0.2})
		w, b, ok := truth.LogOdds()
		if !ok {
			t.Fatal(name)
		}
		for _, x := range [][2]float64{{0.5, 0.5}, {0.4, 0.62}, {0.7, 0.1}} {
			var p [2]float64
			truth.Posterior(p[:], x[:])
			if want, got := math.Log(p[1]/p[0]), w[0]*x[0]+w[1]*x[1]+b; math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("%s at %v: %v, the posterior says %v", name, x, got, want)
			}
		}
	}
	truth, _ := TruthOf(doc.Dataset{Name: "imbalanced", Noise: 0.2})
	if _, _, ok := truth.LogOdds(); ok {
		t.Error("two normals of different size have linear log-odds")
	}
}
