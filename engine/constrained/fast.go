package constrained

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const fastBounds = true // blocks of nodes that cannot contain the lowest one are skipped (dual.go)
