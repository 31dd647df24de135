package descent

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastLevel   = true // with an l1 norm, all nonzero coordinates of a Newton step move together (runner.level)
	fastShuffle = true // the random order of a pass without calls for each element (shuffle)
)
