package flats

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastPlaces = true // images that span few dimensions are computed with by their coordinates (gram.go)
)
