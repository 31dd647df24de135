package boosting

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const (
	fastPlaces = true // sums at points that are asked for again are kept (sums.at)
)
