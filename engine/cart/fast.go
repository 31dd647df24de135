package cart

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastGini       = true // a scan for Gini impurity and integer weights (scanGini)
	fastTwo        = true // a scan for Gini impurity and two classes (scanTwo)
	fastValues     = true // a scan for regression (scanValues)
	fastTable      = true // a table of m log m for entropy (newPlogp)
	fastBuckets    = true // oblique splits: directions are sorted into buckets (slanter.sort)
	fastRectangles = true // trees are added up by the rectangles of their leaves (Sum)
)
