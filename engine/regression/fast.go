package regression

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const (
	fastLevel = true // after a sweep of the lasso, all coefficients that are not 0 move together (descent.level)
)
