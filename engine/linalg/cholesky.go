package linalg

// askBlock is the width of a block of columns in CholeskyFor. It calls ask between blocks.
const askBlock = 192

// CholeskyFor is Cholesky for large matrices. It calls ask every few milliseconds, and returns its error. Small
// matrices are factorised in one piece, large ones block by block (Golub and Van Loan, section 4.2.9, right-looking).
func CholeskyFor(ask func() error, a []float64, n int) (ok bool, err error) {
	if err := ask(); err != nil {
		return false, err
	}
	if n <= 2*askBlock {
		return Cholesky(a, n), nil
	}
	if !fastCholesky {
		pivot, err := choleskyFor(ask, a, n)
		return pivot < 0 && err == nil, err
	}
	d := make([]float64, askBlock*askBlock)
	panel := make([]float64, askBlock*n)
	for k := 0; k < n; k += askBlock {
		b := min(askBlock, n-k)
		for i := range b {
			copy(d[i*b:(i+1)*b], a[(k+i)*n+k:])
		}
		if !Cholesky(d[:b*b], b) {
			return false, nil
		}
		for i := range b {
			copy(a[(k+i)*n+k:], d[i*b:(i+1)*b])
			clear(a[(k+i)*n+k+b : (k+i+1)*n])
		}
		r := n - k - b // rows below: X = (L21)ᵀ is b×r
		if r == 0 {
			break
		}
		x := panel[:b*r]
		for i := range r {
			for j, v := range a[(k+b+i)*n+k:][:b] {
				x[j*r+i] = v
			}
		}
		if err := ask(); err != nil {
			return false, err
		}
		SolveLower(d[:b*b], b, x, r)
		for i := range r {
			row := a[(k+b+i)*n+k:][:b]
			for j := range row {
				row[j] = x[j*r+i]
			}
		}
		// Subtracts L21·X from the lower triangle of the remaining matrix, block row by block row.
		for i0 := 0; i0 < r; i0 += askBlock {
			if err := ask(); err != nil {
				return false, err
			}
			h, at := min(askBlock, r-i0), (k+b+i0)*n+k
			Gemm(-1, a[at+b:], n, a[at:], n, 1, x, r, h, b, i0+h)
		}
	}
	return true, nil
}
