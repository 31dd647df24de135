package pixels

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastPixels = true // pictures of a drag are painted into memory, not by the browser (the whole package)
	fastTiles  = true // a picture is recorded first, and painted only in the tiles that have changed (told.go)
)
