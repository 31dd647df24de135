package forest

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastKeep   = true // trees that have not seen the points of an edit are kept (run.takeOver)
	fastPlaces = true // sums at points that are asked for again are kept (forest.atEach)
	fastLine   = true // on the line, the trees are added up as one step function (forest.along)
)
