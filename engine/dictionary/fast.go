package dictionary

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastLeap = true // in codes, all nonzero coefficients move together from time to time (basis.leap)
)
