package linalg

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastMul      = true // products of matrices combine two rows with four at a time (linalg.go)
	fastBlocks   = true // factors, triangular systems and inverses are computed by blocks of 32 (linalg.go)
	fastCholesky = true // factors of large matrices are computed by blocks of 192 (cholesky.go)
	fastKrylov   = true // a few eigenpairs of large matrices come from a Krylov space (eigen.go)
)

// inBlocks returns the size of blocks of n rows or columns: size, or n, that is a single block.
func inBlocks(size, n int) int {
	if !fastBlocks {
		return max(n, 1)
	}
	return size
}

// askInBlock calls ask for every 32nd row of a block, after the first.
func askInBlock(ask func() error, row int) error {
	if fastBlocks || row == 0 || row%32 != 0 {
		return nil
	}
	return ask()
}
