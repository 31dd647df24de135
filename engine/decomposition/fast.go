package decomposition

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const (
	fastProducts = true // directions of large tables are eigenvectors of XᵀX, without a QR decomposition
)
