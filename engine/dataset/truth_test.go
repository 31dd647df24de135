package dataset

import (
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// drawn returns the number of fresh points that the truths are compared with, fewer in short runs;
// TRUTH_POINTS=1000000 uses more of them.
func drawn() int {
	if n, err := strconv.Atoi(os.Getenv("TRUTH_POINTS")); err == nil {
		return n
	}
	if testing.Short() {
		return 8000
	}
	return 20_000
}

// within bounds the deviation of a sum of independent numbers, each within 1 of its mean, from its mean if its variance
// is v: exceeding it is as rare as five standard deviations of a normal (Bernstein's inequality).
func within(v float64) float64 {
	const rare = 12.5
	return rare/3 + math.Sqrt(rare*rare/9+2*rare*v)
}

// worked caches truths whose integrals are computed, for several tests.
var worked = map[string]*Truth{}

// truths visits every generator, without noise, with a little more than its default noise, and with its largest noise.
func truths(t *testing.T, visit func(t *testing.T, ds doc.Dataset, truth *Truth)) {
	for _, e := range All() {
		if e.Fixed {
			continue
		}
		noises := []float64{0}
		if e.MaxNoise > 0 {
			noises = append(noises, e.Noise+e.MaxNoise/100, e.MaxNoise)
		}
		for _, noise := range noises {
			ds := doc.Dataset{Name: e.Name, Noise: noise, Seed: 7}
			truth, why := worked[ds.Name+strconv.FormatFloat(noise, 'g', -1, 64)], ""
			if truth == nil {
				truth, why = TruthOf(ds)
				worked[ds.Name+strconv.FormatFloat(noise, 'g', -1, 64)] = truth
			}
			if truth == nil {
				t.Errorf("%s is drawn, and has no truth: %s", e.Name, why)
				continue
			}
			t.Run(e.Name+"/"+strconv.FormatFloat(noise, 'g', -1, 64), func(t *testing.T) { visit(t, ds, truth) })
		}
	}
}

func places(pts []doc.Point, dims int) (xs []float64) {
	for _, p := range pts {
		if xs = append(xs, p.X); dims == 2 {
			xs = append(xs, p.Y)
		}
	}
	return xs
}

func TestTablesOfMeasurementsHaveNoTruth(t *testing.T) {
	for _, e := range All() {
		truth, why := TruthOf(doc.Dataset{Name: e.Name})
		if (truth == nil) != e.Fixed || (why == "") != (truth != nil) {
			t.Errorf("%s: truth %v, because %q", e.Name, truth != nil, why)
		}
		if why != "" && (!strings.HasSuffix(why, ".") || !strings.HasPrefix(why, e.Label)) {
			t.Errorf("%s: %q is no sentence about it", e.Name, why)
		}
	}
	for _, bad := range []doc.Dataset{{Name: "nothing"}, {Name: "moons", Noise: -1}, {Name: "moons", Noise: math.NaN()}} {
		if truth, why := TruthOf(bad); truth != nil || why == "" {
			t.Errorf("%v has a truth", bad)
		}
	}
}

// Posteriors are probabilities everywhere, also far from all points and without noise.
func TestPosteriorsAreProbabilities(t *testing.T) {
	truths(t, func(t *testing.T, ds doc.Dataset, truth *Truth) {
		if truth.Task != method.Classify {
			return
		}
		var xs []float64
		for _, c := range []float64{0.5, 0.3, 1, 20, 1e6, 1e12} {
			for i := range 9 {
				s := float64(i%3-1) * c
				xs = append(xs, 0.5+s, 0.5+float64(i/3-1)*c*0.9)
			}
		}
		p := make([]float64, len(xs)/2*truth.Classes)
		truth.Posterior(p, xs)
		for i := 0; i < len(p); i += truth.Classes {
			sum := 0.0
			for _, v := range p[i : i+truth.Classes] {
				if !(v >= 0 && v <= 1) {
					t.Fatalf("a probability of %g at %v", v, xs[i/truth.Classes*2:][:2])
				}
				sum += v
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Fatalf("probabilities add up to %g", sum)
			}
		}
		sum := 0.0
		for _, q := range truth.Prior() {
			sum += q
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("priors add up to %g", sum)
		}
	})
}

// In each of 8 x 8 parts of the square the frequencies of the classes of fresh points agree with their probabilities;
// over all of it, so do the priors and the errors of the Bayes rule.
func TestPosteriorsAreTheSharesOfFreshPoints(t *testing.T) {
	truths(t, func(t *testing.T, ds doc.Dataset, truth *Truth) {
		if truth.Task != method.Classify {
			return
		}
		pts := Fresh(ds, drawn())
		k := truth.Classes
		p := make([]float64, len(pts)*k)
		truth.Posterior(p, places(pts, 2))
		type cell struct{ off, variance float64 }
		cells := map[[3]int]cell{}
		prior := make([]float64, k)
		wrong := 0.0
		for i, q := range pts {
			own := p[i*k : (i+1)*k]
			for c, v := range own {
				at := [3]int{int(8 * q.X), int(8 * q.Y), c}
				s := cells[at]
				s.variance += v * (1 - v)
				s.off -= v
				if int(q.Z) == c {
					s.off++
				}
				cells[at] = s
			}
			prior[int(q.Z)]++
			if largest(own) != int(q.Z) {
				wrong++
			}
		}
		for at, s := range cells {
			if math.Abs(s.off) > within(s.variance) {
				t.Errorf("in part %v, class %d: %.1f points more than its probabilities say; at most %.1f are chance",
					at[:2], at[2], s.off, within(s.variance))
			}
		}
		n := float64(len(pts))
		bayes, _ := truth.Bayes()
		if off := math.Abs(wrong - n*bayes); off > within(n*bayes*(1-bayes))+1e-4*n {
			t.Errorf("the Bayes rule errs on %g of %g fresh points; its error is %g", wrong, n, bayes)
		}
		for c, q := range truth.Prior() {
			if off := math.Abs(prior[c] - n*q); off > within(n*q*(1-q))+1e-4*n {
				t.Errorf("%g of %g fresh points are of class %d, whose prior is %g", prior[c], n, c, q)
			}
		}
	})
}

// Densities, integrated over each of 8 x 8 parts of the square, agree with the shares of fresh points there, and their
// total is 1.
func TestDensitiesAreTheSharesOfFreshPoints(t *testing.T) {
	truths(t, func(t *testing.T, ds doc.Dataset, truth *Truth) {
		e := find(ds.Name)
		if truth.Classes == 0 || truth.Flat != "" || ds.Noise == 0 && e.plane.spread == 0 && e.MaxNoise > 0 {
			return // none, or one with sharp edges, which needs another kind of integration
		}
		const cells, fine = 8, 16
		var share [cells * cells]float64
		total := 0.0
		d := make([]float64, truth.Classes)
		const h = (high - low) / (cells * fine)
		for i := range cells * fine {
			for j := range cells * fine {
				x := [2]float64{low + (float64(i)+0.5)*h, low + (float64(j)+0.5)*h}
				if !truth.Density(d, x[:]) {
					t.Fatal("no density, and no reason")
				}
				for _, v := range d {
					share[i/fine*cells+j/fine] += v * h * h
					total += v * h * h
				}
			}
		}
		if math.Abs(total-1) > 1e-3 {
			t.Errorf("the density's integral is %g", total)
		}
		pts := Fresh(ds, drawn())
		var count [cells * cells]float64
		at := func(x float64) int { return min(cells-1, int((x-low)/(high-low)*cells)) }
		for _, p := range pts {
			count[at(p.X)*cells+at(p.Y)]++
		}
		n := float64(len(pts))
		for i, q := range share {
			if off := math.Abs(count[i] - n*q); off > within(n*q)+2e-4*n {
				t.Errorf("part %d holds %g of %g fresh points; the density says %.1f", i, count[i], n, n*q)
			}
		}
	})
}

// f is the mean of fresh values in each of 16 parts, and the variance about it is as documented.
func TestTrueCurvesAreTheMeansOfFreshValues(t *testing.T) {
	truths(t, func(t *testing.T, ds doc.Dataset, truth *Truth) {
		if truth.Classes > 0 {
			return
		}
		pts := Fresh(ds, drawn())
		f, sd := make([]float64, len(pts)), make([]float64, len(pts))
		truth.F(f, sd, places(pts, truth.dims))
		var off, variance, count [16]float64
		rest, rest4 := 0.0, 0.0
		for i, p := range pts {
			y, part := p.Y, int(16*p.X)
			if truth.dims == 2 {
				y, part = p.Z, 4*int(4*p.X)+int(4*p.Y)
			}
			off[part] += y - f[i]
			variance[part] += sd[i] * sd[i]
			count[part]++
			rest += (y - f[i]) * (y - f[i])
			rest4 += 2 * sd[i] * sd[i] * sd[i] * sd[i]
		}
		for i, s := range off {
			if most := 5*math.Sqrt(variance[i]) + 1e-6*count[i]; math.Abs(s) > most { // values have five decimals
				t.Errorf("in part %d values are %g off in sum; at most %g are chance", i, s, most)
			}
		}
		if n := float64(len(pts)); math.Abs(rest-n*truth.Noise) > 5*math.Sqrt(rest4)+n*1e-4*truth.Noise+n*1e-11 {
			t.Errorf("the mean of (y-f)² is %g, not %g", rest/n, truth.Noise)
		}
	})
}

// The errors of Bayes rules equal those of plain sums over a lattice, with independent implementations of the
// distributions.
func TestBayesErrorsAreThoseOfPlainSums(t *testing.T) {
	normal := func(x, y, sd float64) float64 { return math.Exp(-(x*x+y*y)/(2*sd*sd)) / (2 * math.Pi * sd * sd) }
	around := func(n int, at func(t float64) (x, y float64)) func(x, y, sd float64) float64 {
		return func(x, y, sd float64) (p float64) {
			for i := range n {
				u, v := at((float64(i) + 0.5) / float64(n))
				p += normal(x-u, y-v, sd) / float64(n)
			}
			return p
		}
	}
	for _, c := range []struct {
		name          string
		noise, sd     float64
		x0, y0, size  float64 // of the square without the margin for the noise
		first, second func(x, y, sd float64) float64
		lattice       int
	}{
		{name: "moons", noise: 0.3, sd: 0.3, x0: -1, y0: -1.25, size: 3, lattice: 160, first: around(200,
			func(t float64) (x, y float64) { return math.Cos(math.Pi * t), math.Sin(math.Pi * t) }), second: around(200,
			func(t float64) (x, y float64) { return 1 - math.Cos(math.Pi*t), 0.5 - math.Sin(math.Pi*t) })},
		{name: "circles", noise: 0.25, sd: 0.25, x0: -1, y0: -1, size: 2, lattice: 160, first: around(100,
			func(t float64) (x, y float64) { return math.Cos(2 * math.Pi * t), math.Sin(2 * math.Pi * t) }), second: around(200,
			func(t float64) (x, y float64) { return math.Cos(2*math.Pi*t) / 2, math.Sin(2*math.Pi*t) / 2 })},
		{name: "blobs2", noise: 0.2, sd: 0.6, x0: -1, y0: -1, size: 2, lattice: 500,
			first:  func(x, y, sd float64) float64 { return normal(x+0.8, y+0.6, sd) },
			second: func(x, y, sd float64) float64 { return normal(x-0.8, y-0.6, sd) }},
		{name: "linear_noisy", noise: 0.35, x0: -1, y0: -1, size: 2, lattice: 1000,
			first:  func(x, y, _ float64) float64 { return math.Erfc((0.6*x + 0.8*y) / 0.35 / math.Sqrt2) },
			second: func(x, y, _ float64) float64 { return math.Erfc(-(0.6*x + 0.8*y) / 0.35 / math.Sqrt2) }},
	} {
		truth, why := TruthOf(doc.Dataset{Name: c.name, Noise: c.noise, Seed: 1})
		if truth == nil {
			t.Fatal(why)
		}
		sum, wrong, first := 0.0, 0.0, 0.0
		size := c.size + 4*c.sd
		for i := range c.lattice {
			for j := range c.lattice {
				x := c.x0 - 2*c.sd + size*(float64(i)+0.5)/float64(c.lattice)
				y := c.y0 - 2*c.sd + size*(float64(j)+0.5)/float64(c.lattice)
				p, q := c.first(x, y, c.sd), c.second(x, y, c.sd)
				sum, wrong, first = sum+p+q, wrong+min(p, q), first+p
			}
		}
		bayes, _ := truth.Bayes()
		if math.Abs(bayes-wrong/sum) > 1e-4 || math.Abs(truth.Prior()[0]-first/sum) > 1e-4 {
			t.Errorf("%s: error %.6f, prior %.6f; the sums say %.6f, %.6f", c.name, bayes, truth.Prior()[0], wrong/sum,
				first/sum)
		}
	}
}

// Without noise, classes that do not overlap have no error; those that do, have.
func TestErrorsWithoutNoise(t *testing.T) {
	for _, e := range All() {
		if e.Task != method.Classify || e.Fixed {
			continue
		}
		truth, _ := TruthOf(doc.Dataset{Name: e.Name})
		bayes, exact := truth.Bayes()
		switch e.Name {
		case "blobs", "blobs2", "blobs5", "imbalanced", "anisotropic": // normal classes always have a spread
			if bayes <= 0 || exact {
				t.Errorf("%s: error %g, exact %v", e.Name, bayes, exact)
			}
		default:
			if bayes != 0 || !exact {
				t.Errorf("%s: error %g, exact %v", e.Name, bayes, exact)
			}
		}
	}
}

// stopped is a job that stops after a number of calls.
type stopped struct{ left int }

func (s *stopped) Err() error {
	if s.left--; s.left < 0 {
		return errors.New("nobody waits")
	}
	return nil
}

// Work that was stopped has no effect, and is done when it is requested again.
func TestWorkStops(t *testing.T) {
	ds := doc.Dataset{Name: "spirals", Noise: 0.05}
	whole, _ := TruthOf(ds)
	want, _ := whole.Bayes()
	for _, after := range []int{0, 3, 40} {
		truth, _ := TruthOf(ds)
		if err := truth.Work(&stopped{after}); err == nil {
			t.Fatalf("nothing stops it after %d questions", after)
		}
		if got, exact := truth.Bayes(); got != want || exact {
			t.Errorf("stopped after %d questions, then the error is %g, not %g", after, got, want)
		}
	}
}
