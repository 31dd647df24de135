package descent

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastLevel   = true // with an l1 norm, all nonzero coordinates of a Newton step move together (runner.level)
	fastShuffle = true // the random order of a pass without calls for each element (shuffle)
)
