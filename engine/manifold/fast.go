package manifold

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const (
	fastQuadtree = true // forces of t-SNE by Barnes–Hut are summed over squares, not over all pairs (quadtree.go)
)
