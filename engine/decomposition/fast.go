package decomposition

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastProducts = true // directions of large tables are eigenvectors of XᵀX, without a QR decomposition
)
