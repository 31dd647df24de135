package manifold

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastQuadtree = true // forces of t-SNE by Barnes–Hut are summed over squares, not over all pairs (quadtree.go)
)
