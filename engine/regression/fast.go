package regression

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastLevel = true // after a sweep of the lasso, all coefficients that are not 0 move together (descent.level)
)
