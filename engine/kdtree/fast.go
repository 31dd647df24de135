package kdtree

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastTree = true // many searches use a tree instead of comparing with all points (tree.go)
	fastEnd  = true // a sum of many squares ends early if it is already too large
)
