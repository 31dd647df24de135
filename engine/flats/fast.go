package flats

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const (
	fastPlaces = true // images that span few dimensions are stored as coordinates (gram.go)
)
