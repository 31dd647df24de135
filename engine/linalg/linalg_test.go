package linalg

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

func random(rng *rand.Rand, n int) []float64 {
	a := make([]float64, n)
	for i := range a {
		a[i] = rng.NormFloat64()
	}
	return a
}

// spd returns a well-conditioned symmetric positive definite matrix.
func spd(rng *rand.Rand, n int) []float64 {
	b := random(rng, n*n)
	a := make([]float64, n*n)
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			a[i*n+j] = Dot(b[i*n:(i+1)*n], b[j*n:(j+1)*n])
		}
		a[i*n+i] += float64(n)
	}
	return a
}

func naiveMul(a, b []float64, m, k, n int) []float64 {
	c := make([]float64, m*n)
	for i := 0; i < m; i++ {
		for p := 0; p < k; p++ {
			for j := 0; j < n; j++ {
				c[i*n+j] += a[i*k+p] * b[p*n+j]
			}
		}
	}
	return c
}

func transpose(a []float64, m, n int) []float64 {
	t := make([]float64, m*n)
	for i := 0; i < m; i++ {
		for j := 0; j < n; j++ {
			t[j*m+i] = a[i*n+j]
		}
	}
	return t
}

func near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tol*(1+math.Abs(want[i]))) {
			t.Fatalf("%s: entry %d is %g, want %g", what, i, got[i], want[i])
		}
	}
}

var sizes = []int{1, 2, 3, 4, 5, 7, 16, 31, 32, 33, 64, 65, 100}

func TestMulAdd(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, s := range [][3]int{{1, 1, 1}, {2, 3, 4}, {3, 4, 2}, {5, 9, 7}, {0, 3, 3}, {3, 0, 3}, {17, 33, 601},
		{8, 8, 1025}} {
		m, k, n := s[0], s[1], s[2]
		a, b := random(rng, m*k), random(rng, k*n)
		c0 := random(rng, m*n)
		want := naiveMul(a, b, m, k, n)
		for i := range want {
			want[i] += c0[i]
		}
		c := append([]float64(nil), c0...)
		MulAdd(c, a, b, m, k, n)
		near(t, fmt.Sprint("MulAdd ", s), c, want, 1e-12)
		c = append([]float64(nil), c0...)
		MulAddT(c, transpose(a, m, k), b, m, k, n)
		near(t, fmt.Sprint("MulAddT ", s), c, want, 1e-12)
	}
}

func TestCholesky(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for _, n := range sizes {
		a := spd(rng, n)
		l := append([]float64(nil), a...)
		for i := 0; i < n; i++ {
			for j := i + 1; j < n; j++ {
				l[i*n+j] = math.NaN() // the upper triangle is not read
			}
		}
		if !Cholesky(l, n) {
			t.Fatal("not positive definite", n)
		}
		near(t, fmt.Sprint("L Lᵀ ", n), naiveMul(l, transpose(l, n, n), n, n, n), a, 1e-12)

		inv := make([]float64, n*n)
		CholInverse(l, n, inv)
		eye := make([]float64, n*n)
		for i := 0; i < n; i++ {
			eye[i*n+i] = 1
		}
		near(t, fmt.Sprint("A A⁻¹ ", n), naiveMul(a, inv, n, n, n), eye, 1e-10)
		diag, want := make([]float64, n), make([]float64, n)
		for i := range want {
			want[i] = inv[i*n+i]
		}
		CholInverseDiag(l, n, diag)
		near(t, fmt.Sprint("diagonal of A⁻¹ ", n), diag, want, 1e-10)

		for _, m := range []int{1, 2, 5, 40} {
			x := random(rng, n*m)
			b := naiveMul(l, x, n, n, m)
			SolveLower(l, n, b, m)
			near(t, fmt.Sprint("SolveLower ", n, m), b, x, 1e-9)
			b = naiveMul(transpose(l, n, n), x, n, n, m)
			SolveLowerT(l, n, b, m)
			near(t, fmt.Sprint("SolveLowerT ", n, m), b, x, 1e-9)
		}
	}
}

func TestCholeskyPivot(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, n := range []int{1, 2, 3, 5, 31, 32, 33, 40, 70} {
		for p := 0; p < n; p++ {
			for _, bad := range []float64{-1, 0, math.NaN(), math.Inf(1)} {
				a := spd(rng, n)
				for j := 0; j < n; j++ {
					a[p*n+j], a[j*n+p] = 0, 0
				}
				a[p*n+p] = bad
				if got := CholeskyPivot(a, n); got != p {
					t.Errorf("n=%d, a[%d][%d]=%g: failing pivot %d", n, p, p, bad, got)
				}
			}
		}
	}
}

// The benchmarks compare with gonum.

func BenchmarkCholesky300(b *testing.B) {
	const n = 300
	a := spd(rand.New(rand.NewPCG(4, 1)), n)
	l := make([]float64, len(a))
	b.Run("own", func(b *testing.B) {
		for b.Loop() {
			copy(l, a)
			Cholesky(l, n)
		}
	})
	b.Run("gonum", func(b *testing.B) {
		for b.Loop() {
			copy(l, a)
			lapack64.Potrf(blas64.Symmetric{N: n, Stride: n, Uplo: blas.Lower, Data: l})
		}
	})
}

func BenchmarkSolveLower300x1000(b *testing.B) {
	const n, m = 300, 1000
	rng := rand.New(rand.NewPCG(4, 1))
	l := spd(rng, n)
	Cholesky(l, n)
	x := random(rng, n*m)
	y := make([]float64, len(x))
	b.Run("own", func(b *testing.B) {
		for b.Loop() {
			copy(y, x)
			SolveLower(l, n, y, m)
		}
	})
	b.Run("gonum", func(b *testing.B) {
		for b.Loop() {
			copy(y, x)
			blas64.Trsm(blas.Left, blas.NoTrans, 1, blas64.Triangular{N: n, Stride: n, Uplo: blas.Lower, Diag: blas.NonUnit,
				Data: l}, blas64.General{Rows: n, Cols: m, Stride: m, Data: y})
		}
	})
}

func BenchmarkCholInverse300(b *testing.B) {
	const n = 300
	l := spd(rand.New(rand.NewPCG(4, 1)), n)
	Cholesky(l, n)
	out := make([]float64, n*n)
	b.Run("own", func(b *testing.B) {
		for b.Loop() {
			CholInverse(l, n, out)
		}
	})
	b.Run("gonum", func(b *testing.B) {
		for b.Loop() {
			copy(out, l)
			lapack64.Potri(blas64.Triangular{N: n, Stride: n, Uplo: blas.Lower, Diag: blas.NonUnit, Data: out})
		}
	})
}

func BenchmarkMulAdd(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 1))
	const m, k, n = 320, 64, 480
	x, y, z := random(rng, m*k), random(rng, k*n), make([]float64, m*n)
	b.Run("own", func(b *testing.B) {
		for b.Loop() {
			MulAdd(z, x, y, m, k, n)
		}
	})
	b.Run("gonum", func(b *testing.B) {
		for b.Loop() {
			blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, blas64.General{Rows: m, Cols: k, Stride: k, Data: x},
				blas64.General{Rows: k, Cols: n, Stride: n, Data: y}, 1, blas64.General{Rows: m, Cols: n, Stride: n, Data: z})
		}
	})
}

// CholeskyFor must stop at any call of ask that returns an error.
func TestCholeskyStops(t *testing.T) {
	const n = 200
	a := spd(rand.New(rand.NewPCG(2, 3)), n)
	want := slices.Clone(a)
	if !Cholesky(want, n) {
		t.Fatal("not positive definite")
	}
	stop := errors.New("stop")
	for at := 1; ; at++ {
		asked, l := 0, slices.Clone(a)
		ok, err := CholeskyFor(func() error {
			if asked++; asked == at {
				return stop
			}
			return nil
		}, l, n)
		if asked < at { // there were fewer calls, so it is complete
			if !ok || err != nil || at < 5 || !slices.Equal(l, want) {
				t.Errorf("after %d questions: %v, %v", asked, ok, err)
			}
			break
		}
		if ok || err != stop || asked != at {
			t.Errorf("told to stop at question %d: %v, %v after %d", at, ok, err, asked)
		}
	}
	a[n*n-1] = -1
	if ok, err := CholeskyFor(func() error { return nil }, a, n); ok || err != nil {
		t.Errorf("no positive definite matrix: %v, %v", ok, err)
	}
}

func TestCholInverseStops(t *testing.T) {
	const n = 300
	l := make([]float64, n*n)
	for i := range n {
		l[i*n+i] = 1
	}
	asked, stop := 0, errors.New("stop")
	err := CholInverseFor(func() error {
		if asked++; asked == 3 {
			return stop
		}
		return nil
	}, l, n, make([]float64, n*n))
	if err != stop || asked != 3 {
		t.Errorf("error %v after %d questions, want %v after 3", err, asked, stop)
	}
}
