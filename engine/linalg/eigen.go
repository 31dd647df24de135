package linalg

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// dense is the largest order of a symmetric matrix for which all eigenvectors are computed. For larger matrices, Krylov
// subspaces give a few eigenvectors faster (n = 400 natively: 6 against 60 ms; in WebAssembly, n = 1,797 takes about a
// second, against minutes).
const dense = 160

// ErrEigen means that eigenvalues did not converge.
var ErrEigen = errors.New("the eigenvalues of this matrix did not converge")

// LargestEigen returns the k largest eigenvalues (not absolute values) of a symmetric matrix a, n×n, in decreasing
// order, with unit eigenvectors, one row of n numbers each; all n of them if n < k. It calls ask every few
// milliseconds; the error is that of ask, or ErrEigen.
func LargestEigen(ask func() error, a []float64, n, k int) (values []float64, vectors [][]float64, err error) {
	if n > dense && fastKrylov {
		return LargestEigenOf(ask, func(x, y []float64) error {
			for i := range n {
				if i%256 == 0 {
					if err := ask(); err != nil {
						return err
					}
				}
				y[i] = Dot(a[i*n:(i+1)*n], x)
			}
			return nil
		}, n, k)
	}
	return largestOfAll(ask, a, n, k)
}

// largestOfAll is LargestEigen by way of all eigenvectors. It asks only at the end.
func largestOfAll(ask func() error, a []float64, n, k int) (values []float64, vectors [][]float64, err error) {
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(n, slices.Clone(a)), true) {
		return nil, nil, ErrEigen
	}
	all := e.Values(nil)
	var v mat.Dense
	e.VectorsTo(&v)
	for j := range min(k, n) {
		values = append(values, all[n-1-j])
		vectors = append(vectors, mat.Col(nil, n-1-j, &v))
	}
	return values, vectors, ask()
}

// converged is the largest residual of an accepted eigenpair, relative to the largest absolute eigenvalue.
const converged = 1e-11

// LargestEigenOf is LargestEigen for a symmetric operator, y = Ax: the Lanczos method with full reorthogonalisation
// (Golub and Van Loan, Matrix Computations, 10.3). A Krylov space contains only one eigenvector of a multiple
// eigenvalue, so the method is restarted on the orthogonal complement of what was found, until that has no larger
// eigenvalue.
func LargestEigenOf(ask func() error, apply func(x, y []float64) error, n, k int) (values []float64,
	vectors [][]float64, err error) {
	if !fastKrylov {
		a, one := make([]float64, n*n), make([]float64, n)
		for i := range n {
			one[i] = 1
			if err := apply(one, a[i*n:(i+1)*n]); err != nil {
				return nil, nil, err
			}
			one[i] = 0
		}
		return largestOfAll(ask, a, n, k)
	}
	k = min(k, n)
	random := rand.New(rand.NewPCG(1, 2))
	for want := k; len(vectors) < n; want = 1 {
		more, with, err := lanczos(ask, apply, n, want, vectors, random)
		if err != nil {
			return nil, nil, err
		}
		last := math.Inf(-1)
		if len(values) >= k {
			last = values[k-1]
		}
		values, vectors = append(values, more...), append(vectors, with...)
		order := make([]int, len(values))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int {
			switch {
			case values[i] > values[j]:
				return -1
			case values[i] < values[j]:
				return 1
			}
			return 0
		})
		v, u := make([]float64, len(order)), make([][]float64, len(order))
		for i, o := range order {
			v[i], u[i] = values[o], vectors[o]
		}
		values, vectors = v, u
		if len(values) >= k && !(more[0] > last+converged*math.Abs(values[0])) {
			break
		}
	}
	return values[:min(k, len(values))], vectors[:min(k, len(values))], nil
}

// lanczos returns the k largest eigenpairs, or all if there are fewer, on the orthogonal complement of the unit vectors
// in beside.
func lanczos(ask func() error, apply func(x, y []float64) error, n, k int, beside [][]float64, random *rand.Rand) (
	values []float64, vectors [][]float64, err error) {
	room := n - len(beside)
	k = min(k, room)
	var basis [][]float64
	var diagonal, off []float64
	clean := func(w []float64) {
		for range 2 { // twice is enough (Parlett)
			for _, list := range [2][][]float64{beside, basis} {
				for _, v := range list {
					Axpy(-Dot(v, w), v, w)
				}
			}
		}
	}
	fresh := func() []float64 {
		for {
			w := make([]float64, n)
			for i := range w {
				w[i] = random.NormFloat64()
			}
			clean(w)
			if r := math.Sqrt(Dot(w, w)); r > 1e-6 {
				scale(w, 1/r)
				return w
			}
		}
	}
	next := fresh()
	size := 0.0 // estimate of the norm
	for look := min(room, 2*k+12); ; look = min(room, look+look/4+4) {
		for len(basis) < look {
			if err := ask(); err != nil {
				return nil, nil, err
			}
			basis = append(basis, next)
			w := make([]float64, n)
			if err := apply(next, w); err != nil {
				return nil, nil, err
			}
			d := Dot(next, w)
			clean(w)
			b := math.Sqrt(Dot(w, w))
			size = max(size, math.Abs(d), b)
			diagonal = append(diagonal, d)
			if b > 1e-14*size {
				scale(w, 1/b)
				clean(w) // cancellation has lost digits
				scale(w, 1/math.Sqrt(Dot(w, w)))
				next = w
			} else if b = 0; len(basis) < room { // an invariant subspace
				next = fresh()
			}
			off = append(off, b)
		}
		ritz, s, done, err := ritzPairs(diagonal, off, k, len(basis) == room)
		if err != nil {
			return nil, nil, err
		}
		m := len(basis)
		if !done {
			continue
		}
		for j := m - 1; j >= m-k; j-- {
			u := make([]float64, n)
			for i, v := range basis {
				Axpy(s.At(i, j), v, u)
			}
			values, vectors = append(values, ritz[j]), append(vectors, u)
		}
		return values, vectors, nil
	}
}

// ritzPairs returns the eigenvalues, in increasing order, and the eigenvectors of the tridiagonal matrix of the Lanczos
// method. done says whether the k largest have converged; all says that they are exact.
func ritzPairs(diagonal, off []float64, k int, all bool) (ritz []float64, s *mat.Dense, done bool, err error) {
	m := len(diagonal)
	t := mat.NewSymDense(m, nil)
	for i := range m {
		t.SetSym(i, i, diagonal[i])
		if i > 0 {
			t.SetSym(i-1, i, off[i-1])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(t, true) {
		return nil, nil, false, ErrEigen
	}
	ritz = e.Values(nil)
	s = &mat.Dense{}
	e.VectorsTo(s)
	done = all
	if !done {
		done = true
		far := max(math.Abs(ritz[0]), math.Abs(ritz[m-1]))
		for j := m - k; j < m; j++ {
			done = done && math.Abs(off[m-1]*s.At(m-1, j)) <= converged*far
		}
	}
	return ritz, s, done, nil
}

func scale(x []float64, by float64) {
	for i := range x {
		x[i] *= by
	}
}
