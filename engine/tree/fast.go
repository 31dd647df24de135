package tree

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastFill = true // a raster is filled by the rectangles of the leaves (stage.fill)
)
