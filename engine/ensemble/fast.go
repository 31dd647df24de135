package ensemble

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastPool    = true // members whose samples an edit does not change are kept (run.pool)
	fastCorners = true // tiles are added up by their corners (bagged.sums)
)
