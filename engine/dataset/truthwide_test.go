package dataset

import (
	"math"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// Posteriors, priors and errors of generated tables agree with fresh rows: in total, and in each part of the first and
// the last column.
func TestTruthsOfTables(t *testing.T) {
	for _, table := range []doc.Table{
		{Name: swissRoll}, {Name: swissRoll, Noise: 0.05}, {Name: swissRoll, Noise: 0.7}, {Name: swissRoll, Noise: 3},
		{Name: planes}, {Name: planes, Noise: 1e-4}, {Name: planes, Noise: 0.03}, {Name: planes, Noise: 0.3},
		{Name: planes, Noise: 1},
		{Name: spheres, D: 2, Noise: 0.2}, {Name: spheres}, {Name: spheres, D: 40, Noise: 0.5}, {Name: gaussians, D: 2},
		{Name: gaussians, Noise: 1}, {Name: gaussians, D: 40, Noise: 0.4},
	} {
		truth, why := TruthOfTable(&table)
		if truth == nil {
			t.Fatalf("%+v: %s", table, why)
		}
		bayes, exact := truth.Bayes()
		t.Logf("%+v: Bayes error %.6f, exact %v", table, bayes, exact)
		n := drawn()
		r := FreshRows(&table, n)
		d, k := r.D(), truth.Classes
		p := make([]float64, n*k)
		truth.Posterior(p, r.X)
		prior := make([]float64, k)
		off, variance := map[[3]int]float64{}, map[[3]int]float64{}
		wrong := 0.0
		for i, class := range r.Class {
			own, row := p[i*k:(i+1)*k], r.At(i)
			prior[class]++
			if largest(own) != class {
				wrong++
			}
			sum := 0.0
			for c, v := range own {
				at := [3]int{int(math.Floor(row[0])), int(math.Floor(row[d-1])), c}
				variance[at] += v * (1 - v)
				off[at] -= v
				if c == class {
					off[at]++
				}
				sum += v
			}
			if !(math.Abs(sum-1) < 1e-9) {
				t.Fatalf("%+v: probabilities %v", table, own)
			}
		}
		for at, s := range off {
			if math.Abs(s) > within(variance[at]) {
				t.Errorf("%s, noise %g, part %v: %.1f rows more than its probabilities say; at most %.1f are chance", table.Name,
					table.Noise, at, s, within(variance[at]))
			}
		}
		if s := math.Abs(wrong - float64(n)*bayes); s > within(float64(n)*bayes*(1-bayes))+1e-4*float64(n) {
			t.Errorf("%s, noise %g: the Bayes rule errs on %g of %d fresh rows; its error is %g", table.Name, table.Noise,
				wrong, n, bayes)
		}
		for c, q := range truth.Prior() {
			if s := math.Abs(prior[c] - float64(n)*q); s > within(float64(n)*q*(1-q)) {
				t.Errorf("%s: %g of %d fresh rows are of class %d, whose prior is %g", table.Name, prior[c], n, c, q)
			}
		}
		far := make([]float64, d)
		for j := range far {
			far[j] = 1e9
		}
		if truth.Posterior(p[:k], far); !(p[0] >= 0 && p[0] <= 1) {
			t.Errorf("%+v: probabilities %v far away", table, p[:k])
		}
	}
}

// The density of rows in space integrates to 1.
func TestDensitiesOfTables(t *testing.T) {
	for _, c := range []struct {
		table doc.Table
		low   [3]float64
		size  [3]float64
	}{
		{doc.Table{Name: planes, Noise: 0.2}, [3]float64{-3, -3, -3}, [3]float64{6, 6, 6}},
		{doc.Table{Name: swissRoll, Noise: 2}, [3]float64{-25, -12, -25}, [3]float64{50, 45, 50}},
		{doc.Table{Name: spheres, D: 3, Noise: 0.1}, [3]float64{-6, -6, -6}, [3]float64{12, 12, 12}},
		{doc.Table{Name: gaussians, D: 3, Noise: 0.8}, [3]float64{-6, -6, -6}, [3]float64{12, 12, 12}},
	} {
		truth, _ := TruthOfTable(&c.table)
		const n = 50
		d := make([]float64, truth.Classes)
		sum := 0.0
		for i := range n * n * n {
			x := c.low
			cell := 1.0
			for j, at := range [3]int{i % n, i / n % n, i / n / n} {
				x[j] += c.size[j] * (float64(at) + 0.5) / n
				cell *= c.size[j] / n
			}
			if !truth.Density(d, x[:]) {
				t.Fatal(c.table.Name, truth.Flat)
			}
			for _, v := range d {
				sum += v * cell
			}
		}
		if math.Abs(sum-1) > 2e-3 {
			t.Errorf("%s: the density's integral is %g", c.table.Name, sum)
		}
	}
}

func TestTablesWithoutTruth(t *testing.T) {
	for _, w := range Tables() {
		truth, why := TruthOfTable(&doc.Table{Name: w.Name})
		known := !w.Fixed
		if (truth != nil) != known || (why == "") != known || !known && !strings.HasSuffix(why, ".") {
			t.Errorf("%s: truth %v, because %q", w.Name, truth != nil, why)
		}
		if (FreshRows(&doc.Table{Name: w.Name}, 3) != nil) != known {
			t.Errorf("%s: fresh rows, or none", w.Name)
		}
	}
	for _, bad := range []doc.Table{{}, {Name: "x"}, {Name: spheres, D: mostD + 1}, {Name: spheres, D: 1},
		{Name: planes, D: 4}, {Name: "iris", D: 4}} {
		if truth, why := TruthOfTable(&bad); truth != nil || why == "" {
			t.Errorf("%+v has a truth", bad)
		}
	}
}

// Half of all rows of the nested spheres are in the inner class, in any dimension: the quantiles agree with tables
// (Abramowitz, Stegun 1964, 26.8).
func TestHalfOfChi2(t *testing.T) {
	for d, want := range map[int]float64{1: 0.45494, 2: 1.38629, 3: 2.36597, 10: 9.34182, 30: 29.33603, 40: 39.33534} {
		if got := halfOfChi2(d); math.Abs(got-want) > 2e-5 {
			t.Errorf("half of χ² with %d degrees of freedom is below %g, want %g", d, got, want)
		}
	}
}

// More columns do not change the number of rows and the classes' shares; fresh rows are different.
func TestRowsOfAnyDimension(t *testing.T) {
	for _, name := range []string{spheres, gaussians} {
		for _, d := range []int{0, 2, 3, 40} {
			table := doc.Table{Name: name, N: 200, D: d, Seed: 4, Noise: 0.3}
			r, _, err := Wide(&table, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := d
			if d == 0 {
				want = 10
			}
			if r.N != 200 || r.D() != want || len(r.X) != 200*want {
				t.Errorf("%s in %d dimensions has %d rows of %d columns", name, d, r.N, r.D())
			}
			full := doc.Table{Name: name, D: d, Rows: r}
			if err := (doc.Document{Method: "x", Table: &full}).Validate(); err != nil {
				t.Error(err)
			}
			if f := FreshRows(&table, 200); f.D() != want || f.X[0] == r.X[0] {
				t.Errorf("%s: fresh rows begin with %g, as the others", name, f.X[0])
			}
		}
	}
}
