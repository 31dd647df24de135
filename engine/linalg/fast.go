package linalg

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastMul    = true // products of matrices combine two rows with four at a time (linalg.go)
	fastBlocks = true // factors, triangular systems and inverses are computed by blocks of 32 (linalg.go)
	fastKrylov = true // a few eigenpairs of large matrices come from a Krylov space (eigen.go)
)

// inBlocks returns the block size for n rows or columns: size, or n (one block) if fastBlocks is off.
func inBlocks(size, n int) int {
	if !fastBlocks {
		return max(n, 1)
	}
	return size
}

// askInBlock calls ask at every 32nd row of the single block if fastBlocks is off, as otherwise is done between blocks.
func askInBlock(ask func() error, row int) error {
	if fastBlocks || row == 0 || row%32 != 0 {
		return nil
	}
	return ask()
}
