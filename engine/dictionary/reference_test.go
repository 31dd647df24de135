package dictionary

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"pointscape/engine/linalg"
)

type tolerance struct{ Abs, Rel float64 }

func (tol tolerance) near(got, want float64) bool {
	return math.Abs(got-want) <= tol.Abs+tol.Rel*math.Abs(want)
}

// refCase is a case of testdata/sparse.json: coordinate descent to 1e-14, then the linear system of the active set,
// cross-checked with scikit-learn.
type refCase struct {
	Name, Method string
	Params       struct {
		Lambda     float64
		Dictionary [][]float64 // inputs x atoms
	}
	X        [][]float64
	Expected struct {
		Codes       [][]float64
		Objective   []float64
		Nonzeros    []int
		Correlation [][]float64
		Lipschitz   float64
		Iterates    map[string][]float64 `json:"ista_iterates_of_row_0"`
	}
	Tolerance struct {
		Default tolerance
		Fields  struct {
			Lipschitz tolerance
			Iterates  tolerance `json:"ista_iterates_of_row_0"`
		}
	}
}

func reference(t testing.TB) (cases []refCase) {
	t.Helper()
	b, err := os.ReadFile("testdata/sparse.json")
	if err == nil {
		err = json.Unmarshal(b, &cases)
	}
	if err != nil || len(cases) != 7 {
		t.Fatal(len(cases), err)
	}
	return cases
}

// basis returns the dictionary of a case.
func (c *refCase) basis() *basis {
	d := c.Params.Dictionary
	at := make([]float64, 0, len(d)*len(d[0]))
	for k := range d[0] {
		for j := range d {
			at = append(at, d[j][k])
		}
	}
	return newBasis(at, len(d))
}

// For all cases: the minimum and its code by coordinate descent, ISTA and FISTA; the first iterates of ISTA; the
// optimality conditions.
func TestSparseReference(t *testing.T) {
	for _, c := range reference(t) {
		b, lambda, tol := c.basis(), c.Params.Lambda, c.Tolerance.Default
		lip := b.lipschitz()
		if want := c.Expected.Lipschitz; want != 0 && !c.Tolerance.Fields.Lipschitz.near(lip, want) {
			t.Errorf("%s: L = %v, want %v", c.Name, lip, want)
		}
		q, room := make([]float64, b.p), make([]float64, b.d)
		for i, x := range c.X {
			b.products(x, q)
			a := make([]float64, b.p)
			if !b.lasso(q, lambda, a, make([]float64, b.p), 1e-13, 1e5) {
				t.Errorf("%s, row %d: coordinate descent does not settle", c.Name, i)
			}
			check := func(by string, a []float64, tol tolerance) {
				t.Helper()
				n := 0
				for k, want := range c.Expected.Codes[i] {
					if !tol.near(a[k], want) {
						t.Errorf("%s, row %d, %s: a%d = %v, want %v", c.Name, i, by, k, a[k], want)
					}
					if math.Abs(a[k]) > tol.Abs {
						n++
					}
				}
				if f := b.lost(x, a, room)/2 + lambda*norm1(a); !tol.near(f, c.Expected.Objective[i]) ||
					n != c.Expected.Nonzeros[i] {
					t.Errorf("%s, row %d, %s: %v with %d atoms, want %v with %d", c.Name, i, by, f, n, c.Expected.Objective[i],
						c.Expected.Nonzeros[i])
				}
			}
			check("coordinate descent", a, tol)
			if c.Expected.Correlation != nil {
				b.rebuild(a, room)
				for k, want := range c.Expected.Correlation[i] {
					sum := 0.0
					for j := range room {
						sum += b.atom(k)[j] * (x[j] - room[j])
					}
					if !tol.near(sum, want) {
						t.Errorf("%s, row %d: atom %d has the product %v with the rest, want %v", c.Name, i, k, sum, want)
					}
				}
			}
			for _, fast := range []bool{false, true} {
				w := newWalk(b, lip, lambda, q, fast)
				last := math.Inf(1)
				for n := 1; n <= 200000; n++ {
					w.step()
					if want := c.Expected.Iterates[strconv.Itoa(n)]; i == 0 && !fast {
						for k := range want {
							if !c.Tolerance.Fields.Iterates.near(w.a[k], want[k]) {
								t.Errorf("%s: after %d iterations a%d = %v, want %v", c.Name, n, k, w.a[k], want[k])
							}
						}
					}
					if n > 100 && w.change == 0 {
						break
					}
					if f := b.lost(x, w.a, room)/2 + lambda*norm1(w.a); n <= 2000 && !fast {
						if f > last*(1+1e-14) {
							t.Fatalf("%s, row %d: ISTA goes up from %v to %v in iteration %d", c.Name, i, last, f, n)
						}
						last = f
					}
				}
				loose := tol
				if c.Name != "sparse_identity_dictionary" {
					loose.Abs, loose.Rel = 1e-5, 1e-5 // convergence is slow if atoms are similar
				}
				check("iterations", w.a, loose)
			}
		}
	}
}

// If atoms are nearly parallel, or there are more atoms than inputs, coordinate descent alone converges slowly; the
// codes must still be optimal: the product of each atom with the residual is λ where its coefficient is not 0, with its
// sign, and no larger elsewhere.
func TestLassoOfAlikeAtoms(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	for try := range 300 {
		d, p := 2+random.IntN(3), 2+random.IntN(7)
		at := make([]float64, p*d)
		for k := range p {
			for j := range d {
				if at[k*d+j] = random.NormFloat64(); k > 0 && try%2 == 0 {
					at[k*d+j] = at[j] + 0.03*at[k*d+j] // near the first atom
				}
			}
		}
		b := newBasis(at, d)
		x, q, a, room := make([]float64, d), make([]float64, p), make([]float64, p), make([]float64, d)
		for j := range x {
			x[j] = random.NormFloat64()
		}
		b.products(x, q)
		most := 0.0
		for _, v := range q {
			most = max(most, math.Abs(v))
		}
		lambda := most * math.Pow(10, -4*random.Float64())
		if !b.lasso(q, lambda, a, make([]float64, p), 1e-13, 5000) {
			t.Errorf("try %d: the code of %d atoms in %d inputs does not settle", try, p, d)
		}
		b.rebuild(a, room)
		for j := range x {
			room[j] = x[j] - room[j]
		}
		for k := range p {
			g := linalg.Dot(b.atom(k), room)
			if a[k] != 0 && math.Abs(g-math.Copysign(lambda, a[k])) > 1e-8*most || math.Abs(g) > lambda+1e-8*most {
				t.Errorf("try %d: atom %d with the coefficient %v has the product %v with the rest, λ is %v", try, k, a[k], g,
					lambda)
			}
		}
	}
}
