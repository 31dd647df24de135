package pixels

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastPixels = true // pictures of a drag are painted into memory, not by the browser (the whole package)
	fastTiles  = true // a picture is recorded first, and painted only in the tiles that have changed (told.go)
	fastDiscs  = true // circles are painted by the distance from their center, not as curves
)
