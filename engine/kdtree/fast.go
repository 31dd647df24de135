package kdtree

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastTree = true // many searches use a tree instead of comparing with all points (tree.go)
	fastEnd  = true // a sum of many squares ends early if it is already too large
)
