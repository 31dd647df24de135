package cluster

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastBounds = true // k-means skips points whose own centre is certainly the nearest (bounds.go)
	fastPlane  = true // k-means in the plane has its own loop, with what it needs side by side (bounds.go)
)
