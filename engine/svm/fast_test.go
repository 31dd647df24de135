package svm

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/method"
)

// matrix supplies the rows of a symmetric matrix.
type matrix [][]float64

func (m matrix) row(i int) []float64 { return m[i] }

// programme returns a random programme of n variables, some at their limits, whose matrix is positive definite.
func programme(n int, seed uint64) *quad {
	rng := rand.New(rand.NewPCG(seed, 5))
	k, x := make(matrix, n), make([][]float64, n)
	for i := range x {
		k[i], x[i] = make([]float64, n), make([]float64, n)
		for j := range x[i] {
			x[i][j] = rng.NormFloat64()
		}
	}
	q := newQuad(n)
	q.rows, q.diag, q.convex = k, make([]float64, n), true
	for i := range n {
		for j := range n {
			k[i][j] = dot(x[i], x[j])
		}
		q.diag[i] = k[i][i]
		q.lo[i], q.hi[i], q.target[i] = -1, 1, rng.NormFloat64()
		q.beta[i] = [...]float64{-1, -0.5, 0.5, 1}[rng.IntN(4)]
	}
	q.refresh()
	return q
}

// The factor from which a variable is dropped has the product that a new factor of the smaller face has.
func TestDroppedFactorIsThatOfTheSmallerFace(t *testing.T) {
	for seed := range uint64(30) {
		q := programme(12, seed)
		f := &q.face
		for k := range q.beta {
			q.beta[k] = 0.1 * float64(k%3) // all free
		}
		q.scan()
		for k := range q.side {
			f.free = append(f.free, k)
		}
		q.standIns()
		rank, err := q.factorise(context.Background())
		if err != nil || rank != len(f.free)-1 {
			t.Fatalf("rank %d, %v", rank, err)
		}
		f.rank = rank
		for _, p := range []int{3, 1, 7, 4} {
			q.beta[f.free[p]] = q.hi[f.free[p]]
			q.settle(f.free[p])
			if !q.shrink() {
				t.Fatalf("seed %d: variable %d is not dropped", seed, p)
			}
			r := f.free[0]
			for a := 1; a < len(f.free); a++ {
				for b := 1; b < len(f.free); b++ {
					i, j := f.free[a], f.free[b]
					want := q.row(i)[j] - q.row(i)[r] - q.row(j)[r] + q.diag[r]
					got := dot(f.factor[a*f.stride:a*f.stride+f.rank], f.factor[b*f.stride:b*f.stride+f.rank])
					if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
						t.Fatalf("seed %d: entry (%d, %d) is %v, want %v", seed, a, b, got, want)
					}
				}
			}
		}
	}
}

// With Newton steps, and a C that is reached in stages, the solution is that of SMO alone.
func TestNewtonAgreesWithSMO(t *testing.T) {
	p := moons(60, 0.25, 3)
	m := mustFit(t, p, map[string]any{"C": 50.0, "gamma": 8.0, "tol": 1e-8}, nil)
	one := m.pairs[0]
	q := newQuad(p.N)
	copy(q.target, one.target)
	g := newGram(m.inside, one.x, p.N, 2, cacheBytes, nil)
	q.rows, q.diag = g, g.diag
	q.box(one.sign, 50)
	q.refresh()
	for range 10_000 {
		if err := q.smo(context.Background(), 1e-8, 1000); err != nil {
			t.Fatal(err)
		}
		if q.gap() <= 1e-8 {
			break
		}
	}
	if q.gap() > 1e-8 || q.iterations < 100 {
		t.Fatalf("the violation is %v after %d steps", q.gap(), q.iterations)
	}
	if a, b := one.dual, q.dual(); math.Abs(a-b) > 1e-7*b {
		t.Errorf("objective %v, by SMO alone %v", a, b)
	}
	for i, b := range q.beta {
		if math.Abs(b-one.beta[i]) > 1e-3 {
			t.Errorf("coefficient %d is %v, by SMO alone %v", i, one.beta[i], b)
		}
	}
}

// The gradient that is derived from the one before an edit is that of the coefficients, which no tolerance hides here:
// points move, come, go and change their class, and C changes.
func TestDerivedGradientIsThatOfTheCoefficients(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	p, c := moons(80, 0.3, 2), 2.0
	m := mustFit(t, p, map[string]any{"C": c}, nil)
	for step := range 60 {
		q := &method.Problem{N: p.N, D: 2, Task: p.Task, ClassIDs: p.ClassIDs, X: slices.Clone(p.X),
			Class: slices.Clone(p.Class)}
		i := rng.IntN(q.N)
		switch step % 5 {
		case 0:
			q.X[2*i] += 0.3 * rng.NormFloat64()
		case 1:
			q.X, q.Class, q.N = append(q.X, rng.Float64(), rng.Float64()), append(q.Class, rng.IntN(2)), q.N+1
		case 2:
			q.X, q.Class, q.N = slices.Delete(q.X, 2*i, 2*i+2), slices.Delete(q.Class, i, i+1), q.N-1
		case 3:
			q.Class[i] = 1 - q.Class[i]
		case 4:
			c *= math.Exp(0.5 * rng.NormFloat64())
		}
		p, m = q, mustFit(t, q, map[string]any{"C": c}, m)
		one := m.pairs[0]
		if fastWarm && fastGradient && step < renewAfter && one.age != step+1 {
			t.Fatalf("step %d: the gradient is not derived", step)
		}
		for i := range one.n {
			want := one.target[i]
			for j, b := range one.beta {
				want -= b * m.kernel.Eval(p.At(i), p.At(j))
			}
			if math.Abs(one.grad[i]-want) > 1e-9*(1+c) {
				t.Fatalf("step %d: gradient %d is %v, want %v", step, i, one.grad[i], want)
			}
		}
	}
}
