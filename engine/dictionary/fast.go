package dictionary

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const (
	fastLeap = true // in codes, all nonzero coefficients move together from time to time (basis.leap)
)
