package voronoi

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastJoin   = true // triangulations are made by divide and conquer along a curve (join.go, order.go)
	fastFilter = true // predicates are decided in float64 if the rounding errors allow
	fastFixed  = true // undecided ones are decided in integers of 256 bits if these suffice (predicates.go)
	fastRows   = true // rows of nodes pass from cell to cell (rows.go)
)
