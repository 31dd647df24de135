package cluster

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastBounds = true // k-means skips points whose own centre is certainly the nearest (bounds.go)
	fastPlane  = true // k-means on two inputs has its own loop over contiguous data (bounds.go)
)
