package cluster

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"pointscape/engine/method"
)

type tolerance struct{ Abs, Rel float64 }

// refCase is a case of testdata/cluster.json.
type refCase struct {
	Name, Method string
	Params       struct {
		K       int
		Initial [][]float64 `json:"initial_centres"`
	}
	X        [][]float64
	Expected struct {
		Centres   [][]float64
		Labels    []int32
		Inertia   float64
		Trace     []float64 `json:"inertia_trace"`
		Updates   int       `json:"n_updates"`
		Potential float64   `json:"expected_potential"`
		Spread    float64   `json:"sd_potential"`
		Least     float64   `json:"min_potential_of_data_centres"`
		Uniform   float64   `json:"expected_potential_uniform_seeding"`
		Second    []float64 `json:"second_centre_probability_given_first_0"`
	}
	Tolerance struct{ Default tolerance }
}

// reference returns the cases of a method: centres from given starts, by plain Lloyd iterations in float64; potentials
// over all enumerated seedings.
func reference(t *testing.T, of string, want int) (cases []refCase) {
	t.Helper()
	b, err := os.ReadFile("testdata/cluster.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []refCase
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Method == of {
			cases = append(cases, c)
		}
	}
	if len(cases) != want {
		t.Fatalf("%d cases of %s, want %d", len(cases), of, want)
	}
	return cases
}

func flat(rows [][]float64) (out []float64) {
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
}

func (c *refCase) problem() *method.Problem {
	return &method.Problem{N: len(c.X), D: len(c.X[0]), X: flat(c.X), Task: method.Cluster}
}

func (tol tolerance) near(got, want float64) bool {
	return math.Abs(got-want) <= tol.Abs+tol.Rel*math.Abs(want)
}

func TestReference(t *testing.T) {
	for _, c := range reference(t, "kmeans", 7) {
		t.Run(c.Name, func(t *testing.T) {
			tol := c.Tolerance.Default
			l := runFrom(t, c.problem(), flat(c.Params.Initial), false)
			if !l.settled || l.moves() != c.Expected.Updates {
				t.Errorf("settled %v after %d moves, want %d", l.settled, l.moves(), c.Expected.Updates)
			}
			if !slices.Equal(l.labels, c.Expected.Labels) {
				t.Errorf("clusters %v, want %v", l.labels, c.Expected.Labels)
			}
			for i, want := range flat(c.Expected.Centres) {
				if got := l.at(l.moves())[i]; !tol.near(got, want) {
					t.Errorf("number %d of the centres is %v, want %v", i, got, want)
				}
			}
			// The inertia after each assignment.
			for i, want := range c.Expected.Trace {
				if 2*i >= len(l.energy) || !tol.near(l.energy[2*i], want) {
					t.Fatalf("inertia after %d moves: %v, want %v", i, l.energy, want)
				}
			}
			if got := l.energy[len(l.energy)-1]; !tol.near(got, c.Expected.Inertia) ||
				len(l.energy) != 2*len(c.Expected.Trace)-1 {
				t.Errorf("inertia %v at the end of %d, want %v", got, len(l.energy), c.Expected.Inertia)
			}
		})
	}
}

// Seedings must have the distribution of k-means++, or of k different points drawn uniformly: the first two moments of
// the potential, and the probability of each second centre.
func TestSeedingDistribution(t *testing.T) {
	const runs = 2000
	for _, c := range reference(t, "kmeans_plusplus", 4) {
		t.Run(c.Name, func(t *testing.T) {
			p := c.problem()
			mean := func(init string) (mean, least float64) {
				least = math.Inf(1)
				drawn := make([]bool, p.N) // second centre, given the first point
				for seed := range runs {
					q := *p
					q.Seed = uint64(seed)
					l := &lloyd{p: &q, k: c.Params.K, d: p.D, init: init}
					if err := l.seed(t.Context()); err != nil {
						t.Fatal(err)
					}
					last := l.potential[len(l.potential)-1]
					mean, least = mean+last/runs, min(least, last)
					if i := l.seeds[1]; l.seeds[0] == 0 && init == initPlusPlus {
						drawn[i] = true
						if want := c.Expected.Second[i]; math.Abs(l.chance[1]-want) > 1e-12 {
							t.Errorf("point %d was drawn with probability %v, want %v", i, l.chance[1], want)
						}
					}
					slices.Sort(l.seeds)
					if len(slices.Compact(l.seeds)) < c.Params.K {
						t.Fatalf("a point is two centres: %v", l.seeds)
					}
				}
				if init == initPlusPlus && !slices.Contains(drawn, true) {
					t.Errorf("the first point never was the first centre in %d runs", runs)
				}
				return mean, least
			}
			got, least := mean(initPlusPlus)
			if bound := 5 * c.Expected.Spread / math.Sqrt(runs); math.Abs(got-c.Expected.Potential) > bound {
				t.Errorf("k-means++ leaves %v in the mean, want %v ± %v", got, c.Expected.Potential, bound)
			}
			if least < c.Expected.Least*(1-1e-9) {
				t.Errorf("a seeding leaves %v, less than the best, %v", least, c.Expected.Least)
			}
			// The reference lacks its standard deviation, which is of the order of the mean.
			if got, _ := mean(initRandom); math.Abs(got-c.Expected.Uniform) > 5*1.5*c.Expected.Uniform/math.Sqrt(runs) {
				t.Errorf("random points leave %v in the mean, want %v", got, c.Expected.Uniform)
			}
		})
	}
}
