package constrained

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastBounds = true // blocks of nodes that cannot contain the lowest one are skipped (dual.go)
	fastKept   = true // problems along a multiplier's curve share candidates independent of the constraint (solve.go)
)
