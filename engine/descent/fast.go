package descent

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const (
	fastLevel = true // with an l1 norm, all nonzero coordinates of a Newton step move together (runner.level)
)
