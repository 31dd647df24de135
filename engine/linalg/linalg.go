// Package linalg has dense linear algebra for the hot paths of the engine, where libraries written for SIMD machines
// are slow: Go compiled to WebAssembly has neither SIMD nor threads, so it uses plain loops with register blocking.
//
// All matrices are row-major, without padding, in float64. Sizes are not checked: a slice that is too short panics.
package linalg

import "math"

// Dot returns the inner product of a and b over the length of a.
func Dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	for i, v := range a {
		s0 += v * b[i]
	}
	return (s0 + s1) + (s2 + s3)
}

// Mean returns the mean of x, added up in order: gonum's stat.Mean adds up in another order on some processors.
func Mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Axpy adds alpha*x to y over the length of x. It is not inlined: in Go's WebAssembly, a loop is several times as fast
// in a function without calls.
//
//go:noinline
func Axpy(alpha float64, x, y []float64) {
	y = y[:len(x)]
	k := 0
	for ; k+4 <= len(x); k += 4 {
		xs, ys := x[k:k+4:k+4], y[k:k+4:k+4]
		ys[0] += alpha * xs[0]
		ys[1] += alpha * xs[1]
		ys[2] += alpha * xs[2]
		ys[3] += alpha * xs[3]
	}
	for ; k < len(x); k++ {
		y[k] += alpha * x[k]
	}
}

// MulAdd computes C += A·B, where A is m×k, B is k×n and C is m×n.
func MulAdd(c, a, b []float64, m, k, n int) {
	mulAdd(1, c, n, a, k, 1, b, n, m, k, n)
}

// MulAddT computes C += Aᵀ·B, where A is k×m, B is k×n and C is m×n.
func MulAddT(c, a, b []float64, m, k, n int) {
	mulAdd(1, c, n, a, 1, m, b, n, m, k, n)
}

// Gemm computes C += alpha·A·B for matrices inside larger ones: C[i][j] is c[i*ldc+j], A[i][p] is a[i*ras+p*cas],
// B[p][j] is b[p*ldb+j]; A is m×k, B is k×n, C is m×n.
func Gemm(alpha float64, c []float64, ldc int, a []float64, ras, cas int, b []float64, ldb, m, k, n int) {
	mulAdd(alpha, c, ldc, a, ras, cas, b, ldb, m, k, n)
}

// mulCols is the number of columns processed at a time, so that the six rows in use fit into the first-level cache.
const mulCols = 512

// mulAdd is Gemm. It combines two rows of C with four rows of B at a time: eight multiply-adds for eight memory
// accesses, and no bounds checks in the loop.
func mulAdd(alpha float64, c []float64, ldc int, a []float64, ras, cas int, b []float64, ldb, m, k, n int) {
	if !fastMul {
		mulAddByRow(alpha, c, ldc, a, ras, cas, b, ldb, m, k, n)
		return
	}
	for j0 := 0; j0 < n; j0 += mulCols {
		w := min(mulCols, n-j0)
		i := 0
		for ; i+2 <= m; i += 2 {
			c0 := c[i*ldc+j0:][:w]
			c1 := c[(i+1)*ldc+j0:][:w]
			ai, aj := i*ras, (i+1)*ras
			p := 0
			for ; p+4 <= k; p += 4 {
				a00, a01, a02, a03 := alpha*a[ai], alpha*a[ai+cas], alpha*a[ai+2*cas], alpha*a[ai+3*cas]
				a10, a11, a12, a13 := alpha*a[aj], alpha*a[aj+cas], alpha*a[aj+2*cas], alpha*a[aj+3*cas]
				ai += 4 * cas
				aj += 4 * cas
				o := p*ldb + j0
				b0, b1, b2, b3 := b[o:][:w], b[o+ldb:][:w], b[o+2*ldb:][:w], b[o+3*ldb:][:w]
				c1, b0, b1, b2, b3 := c1[:len(c0)], b0[:len(c0)], b1[:len(c0)], b2[:len(c0)], b3[:len(c0)]
				for j := range c0 {
					v0, v1, v2, v3 := b0[j], b1[j], b2[j], b3[j]
					c0[j] += (a00*v0 + a01*v1) + (a02*v2 + a03*v3)
					c1[j] += (a10*v0 + a11*v1) + (a12*v2 + a13*v3)
				}
			}
			for ; p < k; p++ {
				x, y := alpha*a[ai], alpha*a[aj]
				ai += cas
				aj += cas
				b0 := b[p*ldb+j0:][:w]
				c1, b0 := c1[:len(c0)], b0[:len(c0)]
				for j := range c0 {
					c0[j] += x * b0[j]
					c1[j] += y * b0[j]
				}
			}
		}
		if i < m {
			c0 := c[i*ldc+j0:][:w]
			ai := i * ras
			p := 0
			for ; p+4 <= k; p += 4 {
				x0, x1, x2, x3 := alpha*a[ai], alpha*a[ai+cas], alpha*a[ai+2*cas], alpha*a[ai+3*cas]
				ai += 4 * cas
				o := p*ldb + j0
				b0, b1, b2, b3 := b[o:][:w], b[o+ldb:][:w], b[o+2*ldb:][:w], b[o+3*ldb:][:w]
				b0, b1, b2, b3 = b0[:len(c0)], b1[:len(c0)], b2[:len(c0)], b3[:len(c0)]
				for j := range c0 {
					c0[j] += (x0*b0[j] + x1*b1[j]) + (x2*b2[j] + x3*b3[j])
				}
			}
			for ; p < k; p++ {
				Axpy(alpha*a[ai], b[p*ldb+j0:][:w], c0)
				ai += cas
			}
		}
	}
}

// mulAddByRow is Gemm in plain loops: it adds one row of B to one row of C at a time.
func mulAddByRow(alpha float64, c []float64, ldc int, a []float64, ras, cas int, b []float64, ldb, m, k, n int) {
	if n == 0 {
		return
	}
	for i := range m {
		for p := range k {
			Axpy(alpha*a[i*ras+p*cas], b[p*ldb:][:n], c[i*ldc:][:n])
		}
	}
}

// Cholesky factorises the symmetric n×n matrix a = L·Lᵀ in place. Only the lower triangle is read; on success it holds
// L, and the part above the diagonal is zero. ok is false if a is not numerically positive definite (or not finite); a
// is then overwritten by intermediate results.
func Cholesky(a []float64, n int) (ok bool) { return CholeskyPivot(a, n) < 0 }

// cholBlock is the number of columns that are factorised before the rest of the matrix is updated.
const cholBlock = 32

// CholeskyPivot is Cholesky; it returns -1, or the index of the first pivot that is not positive and finite.
func CholeskyPivot(a []float64, n int) int {
	pivot, _ := choleskyFor(func() error { return nil }, a, n)
	return pivot
}

// CholeskyFor is Cholesky for calls that may be cancelled: it calls ask between blocks and returns its error at once.
func CholeskyFor(ask func() error, a []float64, n int) (ok bool, err error) {
	if err := ask(); err != nil {
		return false, err
	}
	pivot, err := choleskyFor(ask, a, n)
	return pivot < 0 && err == nil, err
}

// choleskyFor is CholeskyPivot; it calls ask between blocks and returns its error.
//
// Right-looking by blocks of columns, so that nearly all of the work is a matrix product (Golub and Van Loan, Matrix
// Computations, section 4.2.6).
func choleskyFor(ask func() error, a []float64, n int) (pivot int, err error) {
	block := inBlocks(cholBlock, n)
	var t []float64 // block of columns below the diagonal, transposed
	if n > block {
		t = make([]float64, block*(n-block))
	}
	for k0 := 0; k0 < n; k0 += block {
		k1 := min(k0+block, n)
		p, err := cholRows(ask, a[k0*n+k0:], n, k1-k0)
		switch {
		case err != nil:
			return -1, err
		case p >= 0:
			return k0 + p, nil
		}
		m := n - k1
		for i := k1; i < n; i++ {
			r := a[i*n+k0 : i*n+k1]
			for j := range r {
				q := a[(k0+j)*n+k0:][:j+1]
				v := (r[j] - Dot(r[:j], q)) / q[j]
				r[j] = v
				t[j*m+i-k1] = v
			}
		}
		for i := k1; i < n; i += block {
			if err := ask(); err != nil {
				return -1, err
			}
			e := min(i+block, n)
			mulAdd(-1, a[i*n+k1:], n, a[i*n+k0:], n, 1, t, m, e-i, k1-k0, e-k1)
		}
	}
	for i := 0; i < n; i++ {
		clear(a[i*n+i+1 : (i+1)*n])
	}
	return -1, nil
}

// cholRows factorises an n×n matrix with row stride lda, row by row. It returns the index of the failing pivot, or -1.
func cholRows(ask func() error, a []float64, lda, n int) (pivot int, err error) {
	for i := 0; i < n; i++ {
		if err := askInBlock(ask, i); err != nil {
			return -1, err
		}
		r := a[i*lda:][:i+1]
		for j := 0; j < i; j++ {
			q := a[j*lda:][:j+1]
			r[j] = (r[j] - Dot(r[:j], q)) / q[j]
		}
		d := r[i] - Dot(r[:i], r)
		if !(d > 0) || math.IsInf(d, 1) {
			return i, nil
		}
		r[i] = math.Sqrt(d)
	}
	return -1, nil
}

// solveBlock is the number of rows of a triangle that are solved one by one before the rest is updated by a matrix
// product.
const solveBlock = 32

// SolveLower solves L·X = B in place of B, where L is lower triangular n×n (the part above the diagonal is not read)
// and B is n×m.
func SolveLower(l []float64, n int, b []float64, m int) {
	if m == 1 {
		for i := 0; i < n; i++ {
			b[i] = (b[i] - Dot(l[i*n:i*n+i], b)) / l[i*n+i]
		}
		return
	}
	block := inBlocks(solveBlock, n)
	for i0 := 0; i0 < n; i0 += block {
		i1 := min(i0+block, n)
		mulAdd(-1, b[i0*m:], m, l[i0*n:], n, 1, b, m, i1-i0, i0, m)
		for i := i0; i < i1; i++ {
			bi := b[i*m : (i+1)*m]
			mulAdd(-1, bi, m, l[i*n+i0:], n, 1, b[i0*m:], m, 1, i-i0, m)
			s := 1 / l[i*n+i]
			for j := range bi {
				bi[j] *= s
			}
		}
	}
}

// SolveLowerT solves Lᵀ·X = B in place of B, where L is lower triangular n×n (the part above the diagonal is not read)
// and B is n×m.
func SolveLowerT(l []float64, n int, b []float64, m int) {
	if m == 1 {
		for i := n - 1; i >= 0; i-- {
			v := b[i] / l[i*n+i]
			b[i] = v
			Axpy(-v, l[i*n:i*n+i], b)
		}
		return
	}
	block := inBlocks(solveBlock, n)
	for i1 := n; i1 > 0; {
		i0 := (i1 - 1) / block * block
		for i := i1 - 1; i >= i0; i-- {
			bi := b[i*m : (i+1)*m]
			if i+1 < i1 {
				mulAdd(-1, bi, m, l[(i+1)*n+i:], 1, n, b[(i+1)*m:], m, 1, i1-i-1, m)
			}
			s := 1 / l[i*n+i]
			for j := range bi {
				bi[j] *= s
			}
		}
		mulAdd(-1, b, m, l[i0*n:], 1, n, b[i0*m:], m, i0, i1-i0, m)
		i1 = i0
	}
}

// CholSolve solves (L·Lᵀ)·X = B in place of B (n×m).
func CholSolve(l []float64, n int, b []float64, m int) {
	SolveLower(l, n, b, m)
	SolveLowerT(l, n, b, m)
}

// CholLogDet returns the natural logarithm of the determinant of L·Lᵀ.
func CholLogDet(l []float64, n int) float64 {
	s := 0.0
	for i := 0; i < n; i++ {
		s += math.Log(l[i*n+i])
	}
	return 2 * s
}

// invertLower writes the inverse of the lower triangular matrix L, n×n, to out.
func invertLower(ask func() error, l []float64, n int, out []float64) error {
	clear(out)
	for i := 0; i < n; i++ {
		out[i*n+i] = 1
	}
	// The inverse of L is lower triangular: rows of block i0 have i1 columns.
	block := inBlocks(solveBlock, n)
	for i0 := 0; i0 < n; i0 += block {
		if err := ask(); err != nil {
			return err
		}
		i1 := min(i0+block, n)
		mulAdd(-1, out[i0*n:], n, l[i0*n:], n, 1, out, n, i1-i0, i0, i0)
		for i := i0; i < i1; i++ {
			if err := askInBlock(ask, i-i0); err != nil {
				return err
			}
			oi := out[i*n : i*n+i+1]
			mulAdd(-1, oi, n, l[i*n+i0:], n, 1, out[i0*n:], n, 1, i-i0, i)
			s := 1 / l[i*n+i]
			for j := range oi {
				oi[j] *= s
			}
		}
	}
	return nil
}

// CholInverseDiag writes the diagonal of the inverse of L·Lᵀ to out, at half the cost of CholInverse: the sums of
// squares of the columns of L⁻¹.
func CholInverseDiag(l []float64, n int, out []float64) {
	m := make([]float64, n*n)
	_ = invertLower(func() error { return nil }, l, n, m)
	out = out[:n]
	clear(out)
	for i := range n {
		for j, v := range m[i*n : i*n+i+1] {
			out[j] += v * v
		}
	}
}

// CholInverse writes the inverse of L·Lᵀ (n×n, full and symmetric) to out.
func CholInverse(l []float64, n int, out []float64) {
	_ = CholInverseFor(func() error { return nil }, l, n, out)
}

// CholInverseFor is CholInverse for calls that may be canceled: it calls ask between blocks of rows and returns its
// error at once, in which case out is incomplete.
func CholInverseFor(ask func() error, l []float64, n int, out []float64) error {
	out = out[:n*n]
	if err := invertLower(ask, l, n, out); err != nil {
		return err
	}
	// (L·Lᵀ)⁻¹ = L⁻ᵀ·L⁻¹, by the transposed solve; only the lower triangle is needed, so block rows stop at their last
	// column.
	block := inBlocks(solveBlock, n)
	for i1 := n; i1 > 0; {
		if err := ask(); err != nil {
			return err
		}
		i0 := (i1 - 1) / block * block
		for i := i1 - 1; i >= i0; i-- {
			if err := askInBlock(ask, i1-1-i); err != nil {
				return err
			}
			oi := out[i*n : i*n+i1]
			if i+1 < i1 {
				mulAdd(-1, oi, n, l[(i+1)*n+i:], 1, n, out[(i+1)*n:], n, 1, i1-i-1, i1)
			}
			s := 1 / l[i*n+i]
			for j := range oi {
				oi[j] *= s
			}
		}
		mulAdd(-1, out, n, l[i0*n:], 1, n, out[i0*n:], n, i0, i1-i0, i0)
		i1 = i0
	}
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			out[j*n+i] = out[i*n+j]
		}
	}
	return nil
}

// Upright chooses the sign of a direction such that its coordinate of largest absolute value, the first of equally
// large ones, is positive (scikit-learn's svd_flip, by the rows of V).
func Upright(u []float64) {
	best := 0
	for j, x := range u {
		if math.Abs(x) > math.Abs(u[best])*(1+1e-9) {
			best = j
		}
	}
	if u[best] < 0 {
		for j := range u {
			u[j] = -u[j]
		}
	}
}
