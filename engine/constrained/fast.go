package constrained

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastBounds = true // blocks of nodes that cannot contain the lowest one are skipped (dual.go)
	fastKept   = true // the points of the curve of prices share what does not depend on the constraint (solve.go)
	fastWaves  = true // along an ellipse, the slope of a quadratic function is a sum of sine waves (solve.go)
)
