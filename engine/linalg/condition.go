package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"
)

// CholCondition estimates the condition number of A = L·Lᵀ in the 1-norm, given the 1-norm of A and its n×n Cholesky
// factor L in the lower triangle of l. The estimate is seldom too small by more than a factor of three, and never too
// large (Higham, ACM Trans. Math. Softw. 14, 1988; LAPACK's dpocon). It costs a few products of L with a vector.
func CholCondition(norm float64, l []float64, n int) float64 {
	if n == 0 {
		return 1
	}
	r := gonum.Implementation{}.Dpocon(blas.Lower, n, l, n, norm, make([]float64, 3*n), make([]int, n))
	return 1 / r
}
