package dataset

import (
	"math"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// spreadOf returns, for each class, the number of points, and mean and covariances of their coordinates, with the
// standard error that each would have for independent points.
func spreadOf(pts []doc.Point, task method.Task) map[int][]([2]float64) {
	list := map[int][][]float64{}
	for _, p := range pts {
		c := 0
		if task == method.Classify {
			c = int(p.Z)
		}
		row := []float64{p.X, p.Y}
		if task == method.Regress2D {
			row = append(row, p.Z)
		}
		list[c] = append(list[c], row)
	}
	of := map[int][][2]float64{}
	n := float64(len(pts))
	for c, rows := range list {
		k := float64(len(rows))
		of[c] = append(of[c], [2]float64{k / n, math.Sqrt(k / n * (1 - k/n) / n)})
		moment := func(at func(row []float64) float64) float64 {
			sum, square := 0.0, 0.0
			for _, row := range rows {
				sum, square = sum+at(row), square+at(row)*at(row)
			}
			mean := sum / k
			of[c] = append(of[c], [2]float64{mean, math.Sqrt(max(square/k-mean*mean, 0) / k)})
			return mean
		}
		for i := range rows[0] {
			mean := moment(func(row []float64) float64 { return row[i] })
			for j := range i + 1 {
				moment(func(row []float64) float64 { return (row[i] - mean) * row[j] })
			}
		}
	}
	return of
}

// Points drawn with another seed have the same distribution, for every recipe: shares of the classes, their means and
// covariances agree with those of fresh points. The same holds for Places. Make is Draw with the recipe's seed.
func TestDrawsKeepTheLaw(t *testing.T) {
	const n, seeds = 1000, 10
	for _, e := range All() {
		if e.Fixed {
			continue
		}
		ds := doc.Dataset{Name: e.Name, N: n, Noise: e.Noise, Seed: 3}
		want := spreadOf(Fresh(ds, 20*n), e.Task)
		sums := map[int][]float64{} // over the seeds
		check := func(what string, pts []doc.Point, err error) {
			t.Helper()
			if err != nil || len(pts) != n {
				t.Fatalf("%s: %d points, %v", e.Name, len(pts), err)
			}
			got := spreadOf(pts, e.Task)
			for c, list := range want {
				for k, m := range list {
					if len(got[c]) <= k {
						t.Fatalf("%s, %s: no points of class %d", e.Name, what, c)
					}
					off := got[c][k][0] - m[0]
					if se := math.Hypot(m[1], got[c][k][1]); math.Abs(off) > 5*se+2e-3 {
						t.Errorf("%s, %s, class %d: number %d is %.4f, of fresh points %.4f ± %.4f", e.Name, what, c, k, got[c][k][0],
							m[0], se)
					}
					if len(sums[c]) <= k {
						sums[c] = append(sums[c], 0)
					}
					sums[c][k] += off / seeds
				}
			}
		}
		for seed := range uint64(seeds) {
			pts, err := Draw(ds, 100+seed)
			check("drawn", pts, err)
		}
		for c, list := range want {
			for k, m := range list {
				if se := m[1] * math.Sqrt(1+20.0/seeds); math.Abs(sums[c][k]) > 5*se+2e-3 {
					t.Errorf("%s, class %d: number %d is off by %.4f on average, ± %.4f", e.Name, c, k, sums[c][k], se)
				}
			}
		}
		task := e.Task
		if task == method.Regress {
			task = method.Cluster // to get the values of the points
		}
		for _, p := range PlacesOf(ds, task, n, 2) {
			check("places", p.Points, nil)
		}
		own, _ := Make(ds)
		same, _ := Draw(ds, ds.Seed)
		other, _ := Draw(ds, ds.Seed+1)
		random := e.Name != "grid" || e.Noise > 0
		if e.Name == "ring" || e.Name == "sunflower" {
			random = false // their positions without noise are the same
		}
		if !slices.Equal(own, same) || random && slices.Equal(own, other) {
			t.Errorf("%s: Make is not Draw by the seed, or draws are all alike", e.Name)
		}
	}
}

// Places depend only on the distribution; sets are disjoint.
func TestPlacesDependOnTheLaw(t *testing.T) {
	at := func(ds doc.Dataset) []doc.Point { return PlacesOf(ds, method.Classify, 64, 1)[0].Points }
	moons := doc.Dataset{Name: "moons", N: 50, Noise: 0.2, Seed: 1}
	same := moons
	same.N, same.Seed = 400, 9
	other := moons
	other.Noise = 0.3
	if !slices.Equal(at(moons), at(same)) || slices.Equal(at(moons), at(other)) {
		t.Error("places are not those of the law")
	}
	clusters := doc.Dataset{Name: "clusters", Noise: 0.1, Seed: 1}
	moved := clusters
	moved.Seed = 2
	if slices.Equal(at(clusters), at(moved)) {
		t.Error("clusters elsewhere have the same places")
	}
	seen := map[doc.Point]int{}
	for _, p := range PlacesOf(moons, method.Classify, 256, 16) {
		for _, q := range p.Points {
			seen[q]++
		}
	}
	if len(seen) < 256*16-20 { // except for points that are equal in five decimals
		t.Errorf("%d different places", len(seen))
	}
	if PlacesOf(doc.Dataset{Name: "iris"}, method.Classify, 64, 1) != nil ||
		PlacesOf(doc.Dataset{Name: "moons", Noise: -1}, method.Classify, 64, 1) != nil {
		t.Error("a table, or a wrong recipe, has places")
	}
}

// On the line the points are midpoints of equal shares of the inputs: means of smooth functions are exact.
func TestPlacesOnTheLine(t *testing.T) {
	for name, want := range map[string]float64{"sine": 0.5, "sine_gap": 0.5} {
		p := PlacesOf(doc.Dataset{Name: name}, method.Regress, 512, 1)[0]
		g := make([]float64, len(p.Points))
		for i, q := range p.Points {
			g[i] = q.X
			if u := (q.X - low) / (high - low); math.Abs(q.Y-math.Sin(2*math.Pi*u)) > 1e-12 || name == "sine_gap" && u > 1.0/3 &&
				u < 2.0/3 {
				t.Errorf("%s: %v", name, q)
			}
		}
		if mean, own, pooled := p.Mean(g); math.Abs(mean-want) > 1e-12 || own > 1e-3 || pooled != 0 {
			t.Errorf("%s: mean %v ± %v ± %v", name, mean, own, pooled)
		}
	}
}

// The Hilbert curve goes from each cell to an adjacent one, and visits all.
func TestHilbert(t *testing.T) {
	const bits = 4
	at := make([][2]int, 1<<(2*bits))
	seen := map[uint32]bool{}
	for x := range 1 << bits {
		for y := range 1 << bits {
			d := hilbert(uint32(x), uint32(y), bits)
			at[d], seen[d] = [2]int{x, y}, true
		}
	}
	if len(seen) != len(at) {
		t.Fatalf("%d cells", len(seen))
	}
	for i := 1; i < len(at); i++ {
		dx, dy := at[i][0]-at[i-1][0], at[i][1]-at[i-1][1]
		if dx*dx+dy*dy != 1 {
			t.Fatalf("from %v to %v", at[i-1], at[i])
		}
	}
}

// lineExcess returns the excess cost of a linear rule over the Bayes rule at points.
func lineExcess(truth *Truth, pts []doc.Point, w [2]float64, b float64) []float64 {
	p, g := make([]float64, 2*len(pts)), make([]float64, len(pts))
	truth.Posterior(p, places(pts, 2))
	for i, q := range pts {
		class := 0
		if w[0]*q.X+w[1]*q.Y+b > 0 {
			class = 1
		}
		g[i] = max(p[2*i], p[2*i+1]) - p[2*i+class]
	}
	return g
}

// rule is a linear rule of two classes: the second one is where w·x + b > 0.
type rule struct {
	w [2]float64
	b float64
}

// about returns rules near the best line for a recipe: shifted and rotated.
func about(t *testing.T, truth *Truth) (list []rule) {
	t.Helper()
	best, err := truth.BestLine(method.Unstopped)
	if err != nil || best == nil {
		t.Fatal("no best line", err)
	}
	size := math.Hypot(best.W[0], best.W[1])
	u, v, b := best.W[0]/size, best.W[1]/size, best.B/size
	for _, c := range [][2]float64{{0.03, 0}, {-0.05, 0.1}, {0.02, -0.3}} {
		sin, cos := math.Sincos(c[1])
		r := rule{w: [2]float64{cos*u - sin*v, sin*u + cos*v}}
		r.b = b + c[0] + (u-r.w[0])*0.5 + (v-r.w[1])*0.5 // about the center
		list = append(list, r)
	}
	return list
}

// The error of a rule is the Bayes error plus the mean of its excess over the points, within the standard errors, which
// are some tenths of a percent; LineError is computed in another way, to 1e-4.
func TestErrorsAtPlaces(t *testing.T) {
	tries, squares := 0.0, 0.0
	for _, ds := range []doc.Dataset{{Name: "moons", Noise: 0.25}, {Name: "blobs2", Noise: 0.3},
		{Name: "linear_noisy", Noise: 0.3}, {Name: "anisotropic", Noise: 0.1}, {Name: "imbalanced", Noise: 0.2}} {
		truth, _ := TruthOf(ds)
		bayes, _ := truth.Bayes()
		sets := PlacesOf(ds, method.Classify, 512, 16)
		for _, l := range about(t, truth) {
			want, known, err := truth.LineError(method.Unstopped, l.w[:], l.b)
			if err != nil || !known {
				t.Fatal(ds.Name, err)
			}
			all := 0.0
			for _, p := range sets {
				mean, own, pooled := p.Mean(lineExcess(truth, p.Points, l.w, l.b))
				z := (bayes + mean - want) / math.Hypot(own, pooled)
				tries, squares = tries+1, squares+z*z
				if all += mean / 16; math.Abs(z) > 5 || own > 0.008 || pooled > 0.0025 {
					t.Errorf("%s: error %.5f ± %.5f ± %.5f, want %.5f", ds.Name, bayes+mean, own, pooled, want)
				}
			}
			if off := bayes + all - want; math.Abs(off) > 0.004 {
				t.Errorf("%s: %.5f off over all sets", ds.Name, off)
			}
		}
	}
	// The standard errors tend to be too large, but not by much.
	if z := math.Sqrt(squares / tries); !(z > 0.4 && z < 1.15) {
		t.Errorf("errors are %.2f times the standard errors", z)
	}
}

// Over many pools the mean converges to the integral, with a standard error of about 1e-4.
func TestErrorsAtPlacesAreUnbiased(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all runs it")
	}
	for _, ds := range []doc.Dataset{{Name: "moons", Noise: 0.25}, {Name: "blobs2", Noise: 0.3},
		{Name: "linear_noisy", Noise: 0.3}} {
		truth, _ := TruthOf(ds)
		bayes, _ := truth.Bayes()
		const pools = 200
		rules := about(t, truth)
		got, variance := make([]float64, len(rules)), make([]float64, len(rules))
		for k := range pools {
			for _, p := range placesBy(ds, method.Classify, 512, 16, placesSeed-uint64(k)) {
				for i, l := range rules {
					mean, own, pooled := p.Mean(lineExcess(truth, p.Points, l.w, l.b))
					got[i] += mean / (16 * pools)
					variance[i] += (own*own/16 + pooled*pooled) / 16 / (pools * pools)
				}
			}
		}
		for i, l := range rules {
			want, _, err := truth.LineError(method.Unstopped, l.w[:], l.b)
			se := math.Sqrt(variance[i])
			if off := bayes + got[i] - want; err != nil || se > 1.7e-4 || math.Abs(off) > 2.5*se {
				t.Errorf("%s, line %d: error %.6f ± %.6f, want %.6f", ds.Name, i, bayes+got[i], se, want)
			}
		}
	}
}
