package density

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// groupCase is a case of testdata/groups.json: scikit-learn's results for points, and for moons, rings and blobs. The
// file names the version and the calls.
type groupCase struct {
	Name  string
	X     [][]float64
	Shift []struct {
		Quantile, Bandwidth float64
		Labels              []int
		Centers             [][]float64
	} `json:"mean_shift"`
	DBSCAN []struct {
		Eps        float64
		MinSamples float64 `json:"min_samples"`
		Labels     []int
		Core       []int
	}
}

// With the flat kernel, bandwidths, modes and labels must be scikit-learn's; labels up to renaming.
func TestMeanShiftAsScikitLearn(t *testing.T) {
	for _, c := range methodtest.Cases[groupCase](t, "testdata/groups.json", 21) {
		for _, want := range c.Shift {
			params := map[string]any{"assign": "nearest"}
			if want.Quantile > 0 {
				params["quantile"] = want.Quantile
			} else {
				params["bandwidth_rule"], params["bandwidth"] = "given", want.Bandwidth
			}
			t.Run(fmt.Sprint(c.Name, " ", want.Quantile), func(t *testing.T) {
				got := methodtest.Fit(t, MeanShift(), methodtest.Unlabelled(c.X), params).(*drift)
				if !(math.Abs(got.h-want.Bandwidth) <= 1e-12*want.Bandwidth) {
					t.Errorf("bandwidth %v, want %v", got.h, want.Bandwidth)
				}
				if len(got.modes) != len(want.Centers) {
					t.Fatalf("%d modes, want %d", len(got.modes), len(want.Centers))
				}
				for _, m := range want.Centers {
					if at := got.closest(m); grouping.SquaredDistance(m, got.modes[at]) > 1e-18 {
						t.Errorf("no mode at %v; the nearest is %v", m, got.modes[at])
					}
				}
				if of := got.Groups(nil).Of; !methodtest.SameGroups(of, want.Labels) {
					t.Errorf("labels %v\nwant %v", of, want.Labels)
				}
			})
		}
	}
}

// The density never falls along a path, and each path ends where the density is flat (Comaniciu and Meer 2002).
func TestMeanShiftGoesUphill(t *testing.T) {
	for _, c := range methodtest.Cases[groupCase](t, "testdata/groups.json", 21) {
		p := methodtest.Unlabelled(c.X)
		for _, k := range []string{"flat", "gaussian"} {
			for _, q := range []float64{0.1, 0.3} {
				d := methodtest.Fit(t, MeanShift(), p, map[string]any{"kernel": k, "quantile": q, "max_iter": 1000.0}).(*drift)
				if !d.ended {
					t.Errorf("%s, %s, %v: not ended after %d moves", c.Name, k, q, d.n)
				}
				for i := 1; i < len(d.density); i++ {
					if d.density[i] < d.density[i-1]*(1-1e-12) {
						t.Errorf("%s, %s, %v: the mean density falls from %v to %v in move %d", c.Name, k, q, d.density[i-1],
							d.density[i], i)
					}
				}
				rng := rand.New(rand.NewPCG(1, 1))
				for range 20 {
					x := slices.Clone(p.At(rng.IntN(p.N)))
					for j := range x {
						x[j] += 0.3 * d.h * rng.NormFloat64()
					}
					places, _, from, to := d.way(x)
					before := from
					for _, at := range append(places, nil) {
						if at == nil {
							break
						}
						next := make([]float64, p.D)
						now, _ := d.move(at, next, make([]float64, 2))
						if now < before*(1-1e-12) {
							t.Fatalf("%s, %s, %v: density falls from %v to %v", c.Name, k, q, before, now)
						}
						before = now
					}
					if len(places) > 0 && to < from {
						t.Fatalf("%s, %s, %v: from %v to %v", c.Name, k, q, from, to)
					}
				}
			}
		}
	}
}

// The path from a point's position, computed alone, must end at the mode found in the common run, and the stages are
// the positions on it.
func TestMeanShiftWays(t *testing.T) {
	for _, c := range methodtest.Cases[groupCase](t, "testdata/groups.json", 21)[:6] {
		p := methodtest.Unlabelled(c.X)
		if p.D != 2 {
			continue
		}
		d := methodtest.Fit(t, MeanShift(), p, nil).(*drift)
		out := make([]float64, p.N)
		d.Predict(p.X, out)
		for i := range p.N {
			if int(out[i]) != int(d.label[i]) {
				t.Errorf("%s: point %d is in %d, and its way leads to %v", c.Name, i, d.label[i], out[i])
			}
			places, drawn, _, _ := d.way(p.At(i))
			if len(places) != d.moves[i] {
				t.Errorf("%s: point %d makes %d moves, and %d alone", c.Name, i, d.moves[i], len(places))
				continue
			}
			for k := range d.n + 1 {
				want := p.At(i)
				if n := min(k, len(drawn)); n > 0 {
					want = drawn[n-1][:]
				}
				if u := d.at[k][i]; !slices.Equal(d.drawn[k][2*u:2*u+2], want) {
					t.Fatalf("%s: after %d moves point %d is at %v, want %v", c.Name, k, i, d.drawn[k][2*u:2*u+2], want)
				}
				if in := d.Stage(k).Can().Groups(nil).Of[i]; in != method.NoGroup &&
					(k < d.moves[i] || in != int(d.label[i])) {
					t.Fatalf("%s: point %d is in %d after %d of %d moves", c.Name, i, in, k, d.moves[i])
				}
			}
		}
	}
}

// Clusters, core points and noise must be scikit-learn's. A border point near two clusters depends on the order, which
// is the same.
func TestDBSCANOfTheReference(t *testing.T) {
	for _, c := range methodtest.Cases[groupCase](t, "testdata/groups.json", 21) {
		for _, want := range c.DBSCAN {
			got := methodtest.Fit(t, DBSCAN(), methodtest.Unlabelled(c.X),
				map[string]any{"eps": want.Eps, "min_samples": want.MinSamples}).(*grown)
			var core []int
			for i := range got.p.N {
				if got.core(i) {
					core = append(core, i)
				}
			}
			if of := got.Groups(nil).Of; !methodtest.SameGroups(of, want.Labels) || !slices.Equal(core, want.Core) {
				t.Errorf("%s, eps %v, m %v: labels %v, core %v\nwant %v, %v", c.Name, want.Eps, want.MinSamples, of, core,
					want.Labels, want.Core)
			}
		}
	}
}
