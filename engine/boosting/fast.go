package boosting

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastPlaces = true // sums at points that are asked for again are kept (sums.at)
)
