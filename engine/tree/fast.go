package tree

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const (
	fastFill = true // a raster is filled by the rectangles of the leaves (stage.fill)
)
