package linalg

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// dense is the order up to which a symmetric matrix is reduced to a tridiagonal one. Krylov subspaces have a few
// eigenvectors sooner (ten of n = 200, in WebAssembly: 4 against 17 ms), but where the eigenvalues lie close together
// (35 ms): up to that order they are given up once they are patience-th as large as the matrix.
const dense, patience = 300, 3

// few is how many times as large as what is wanted of it a matrix is, and small its order, when the vectors
// that are wanted cost less than all.
const few, small = 3, 24

// ErrEigen is the error of an eigenproblem whose answer was not found.
var ErrEigen = errors.New("the eigenvalues of this matrix did not converge")

// LargestEigen are the k largest eigenvalues (by value, not by size) of a symmetric matrix a,
// n×n, in falling order, with unit eigenvectors, a row of n numbers each; fewer where n < k. It
// asks every few milliseconds; the error is ask's, or ErrEigen.
func LargestEigen(ask func() error, a []float64, n, k int) (values []float64, vectors [][]float64, err error) {
	if n > dense {
		return byKrylov(ask, a, n, k, n)
	}
	size := 0.0
	for _, x := range a {
		size = max(size, math.Abs(x))
	}
	if n > small && n >= few*k && size > 1e-100 && size < 1e100 { // whose square is a number, too
		if values, vectors, err := byKrylov(ask, a, n, k, n/patience); err != errSlow {
			return values, vectors, err
		}
		if values, vectors, ok := byInverses(a, n, k); ok {
			return values, vectors, ask()
		}
	}
	values, vectors, ok := whole(a, n, k)
	if !ok {
		return nil, nil, ErrEigen
	}
	return values, vectors, ask()
}

// byKrylov is LargestEigenOf of a matrix; the error is errSlow if that takes subspaces of more than most dimensions.
func byKrylov(ask func() error, a []float64, n, k, most int) (values []float64, vectors [][]float64, err error) {
	return krylov(ask, func(x, y []float64) error {
		for i := range n {
			if i%256 == 0 {
				if err := ask(); err != nil {
					return err
				}
			}
			y[i] = Dot(a[i*n:(i+1)*n], x)
		}
		return nil
	}, n, k, most)
}

// whole is LargestEigen by all eigenvectors.
func whole(a []float64, n, k int) (values []float64, vectors [][]float64, ok bool) {
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(n, slices.Clone(a)), true) {
		return nil, nil, false
	}
	all := e.Values(nil)
	var v mat.Dense
	e.VectorsTo(&v)
	for j := range min(k, n) {
		values = append(values, all[n-1-j])
		vectors = append(vectors, mat.Col(nil, n-1-j, &v))
	}
	return values, vectors, true
}

// byInverses is LargestEigen by the matrix's tridiagonal form (Golub and Van Loan, Matrix Computations, 8.3.1). ok is
// false where tridiagonal's is.
func byInverses(a []float64, n, k int) (values []float64, vectors [][]float64, ok bool) {
	var lapack gonum.Implementation
	a = slices.Clone(a)
	d, e, tau := make([]float64, n), make([]float64, n-1), make([]float64, n-1)
	room := make([]float64, 64*n)
	lapack.Dsytrd(blas.Lower, n, a, n, d, e, tau, room, len(room))
	all, vectors, ok := tridiagonal(d, e, k)
	if !ok {
		return nil, nil, false
	}
	// From the tridiagonal form's axes to the matrix's own.
	c := make([]float64, n*k)
	for j, v := range vectors {
		for i, x := range v {
			c[i*k+j] = x
		}
	}
	lapack.Dormqr(blas.Left, blas.NoTrans, n-1, k, n-1, a[n:], n, tau, c[k:], k, room, len(room))
	for j, v := range vectors {
		for i := range v {
			v[i] = c[i*k+j]
		}
		values = append(values, all[n-1-j])
	}
	return values, vectors, true
}

// tridiagonal are all eigenvalues, rising, of a symmetric tridiagonal matrix with diagonal d, n numbers, and e beside
// it, n−1, and the unit eigenvectors of the k largest, the largest's first, by inverse iteration, each beside those
// of eigenvalues near its own (Golub and Van Loan, 8.2.2; LAPACK's dstein). ok is false where sizes are extreme, or a
// vector does not satisfy its equation.
func tridiagonal(d, e []float64, k int) (values []float64, vectors [][]float64, ok bool) {
	const eps = 0x1p-52
	var lapack gonum.Implementation
	n := len(d)
	size := 0.0
	for i, x := range d {
		row := math.Abs(x)
		if i > 0 {
			row += math.Abs(e[i-1])
		}
		if i < n-1 {
			row += math.Abs(e[i])
		}
		if !(row < 1e100) {
			return nil, nil, false
		}
		size = max(size, row)
	}
	if size < 1e-100 {
		return nil, nil, false
	}
	values = slices.Clone(d)
	if !lapack.Dsterf(n, values, slices.Clone(e)) {
		return nil, nil, false
	}
	random := rand.New(rand.NewPCG(1, 2))
	below, at, above := make([]float64, n-1), make([]float64, n), make([]float64, n-1)
	near := 0 // the first of the vectors whose eigenvalues are near
	for j := range k {
		l := values[n-1-j]
		if j > 0 && values[n-j]-l > 1e-3*size {
			near = j
		}
		v, x := make([]float64, n), make([]float64, n)
		for i := range v {
			v[i] = random.NormFloat64()
		}
		shift := l
		for turn := 0; turn < 3; {
			copy(below, e)
			copy(above, e)
			copy(x, v)
			for i := range d {
				at[i] = d[i] - shift
			}
			if !lapack.Dgtsv(n, 1, below, at, above, x, 1) { // singular to the bit
				if shift > l+100*eps*size {
					return nil, nil, false
				}
				shift += eps * size
				continue
			}
			v, x = x, v
			most := 0.0 // whose square may be too large
			for _, c := range v {
				most = max(most, math.Abs(c))
			}
			scale(v, 1/most)
			for range 2 {
				for _, u := range vectors[near:] {
					Axpy(-Dot(u, v), u, v)
				}
			}
			scale(v, 1/math.Sqrt(Dot(v, v)))
			turn++
		}
		rest := 0.0
		for i, x := range v {
			r := (d[i] - l) * x
			if i > 0 {
				r += e[i-1] * v[i-1]
			}
			if i < n-1 {
				r += e[i] * v[i+1]
			}
			rest = max(rest, math.Abs(r))
		}
		if !(rest <= converged/10*size) {
			return nil, nil, false
		}
		vectors = append(vectors, v)
	}
	return values, vectors, true
}

// converged is how small a residual is, beside the largest eigenvalue, of an eigenpair that is
// found.
const converged = 1e-11

// LargestEigenOf is LargestEigen of a symmetric operator, y = Ax: Lanczos with full
// reorthogonalisation (Golub and Van Loan, Matrix Computations, 10.3). One Krylov space holds
// but one vector of an eigenvalue that is there twice, so it is begun anew beside what was found,
// until nothing larger is left.
func LargestEigenOf(ask func() error, apply func(x, y []float64) error, n, k int) (values []float64,
	vectors [][]float64, err error) {
	return krylov(ask, apply, n, k, n)
}

// errSlow is the error of an eigenproblem that takes larger subspaces than it may.
var errSlow = errors.New("the eigenvalues lie too close together")

// krylov is LargestEigenOf in subspaces of at most so many dimensions each.
func krylov(ask func() error, apply func(x, y []float64) error, n, k, most int) (values []float64,
	vectors [][]float64, err error) {
	k = min(k, n)
	random := rand.New(rand.NewPCG(1, 2))
	for want := k; len(vectors) < n; want = 1 {
		more, with, err := lanczos(ask, apply, n, want, most, vectors, random)
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

// lanczos are the largest eigenpairs, at least one, on the complement of some unit vectors.
func lanczos(ask func() error, apply func(x, y []float64) error, n, k, most int, beside [][]float64,
	random *rand.Rand) (values []float64, vectors [][]float64, err error) {
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
	size := 0.0 // of the matrix, as far as is seen
	for look := min(room, 2*k+12); ; look = min(room, look+look/4+4) {
		if look > most {
			return nil, nil, errSlow
		}
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
				clean(w) // what was small has lost digits
				scale(w, 1/math.Sqrt(Dot(w, w)))
				next = w
			} else if b = 0; len(basis) < room { // an invariant subspace
				next = fresh()
			}
			off = append(off, b)
		}
		m := len(basis)
		ritz, of, err := projected(diagonal, off[:m-1], k)
		if err != nil {
			return nil, nil, err
		}
		done := m == room
		if !done {
			done = true
			far := max(math.Abs(ritz[0]), math.Abs(ritz[m-1]))
			for _, s := range of {
				done = done && math.Abs(off[m-1]*s[m-1]) <= converged*far
			}
		}
		if !done {
			continue
		}
		for j, s := range of {
			u := make([]float64, n)
			for i, v := range basis {
				Axpy(s[i], v, u)
			}
			values, vectors = append(values, ritz[m-1-j]), append(vectors, u)
		}
		return values, vectors, nil
	}
}

// projected is tridiagonal, and by all eigenvectors where that finds none.
func projected(d, e []float64, k int) (values []float64, vectors [][]float64, err error) {
	m := len(d)
	if m > small && m >= few*k {
		if values, vectors, ok := tridiagonal(d, e, k); ok {
			return values, vectors, nil
		}
	}
	t := make([]float64, m*m)
	for i := range m {
		t[i*m+i] = d[i]
		if i > 0 {
			t[i*m+i-1], t[(i-1)*m+i] = e[i-1], e[i-1]
		}
	}
	values, vectors, ok := whole(t, m, m)
	if !ok {
		return nil, nil, ErrEigen
	}
	slices.Reverse(values)
	return values, vectors[:k], nil
}

func scale(x []float64, by float64) {
	for i := range x {
		x[i] *= by
	}
}
