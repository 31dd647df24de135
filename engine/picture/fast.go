package picture

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastCells   = true // two or four pixels of a cell are painted at a time (two, four, wide in rgba.go; shareCells)
	fastDraft   = true // pictures of a drag have a colour for every four pixels (enlarge)
	fastWinners = true // where one class wins at all corners of a cell, only its lead or colour is interpolated
	fastFollow  = true // what follows another raster is coloured and labelled anew only where it changed (follow.go)
	fastThin    = true // lines are painted without the points that lie on a straight line (thin)
	fastPiles   = true // marks that do not overlap are painted in one call (piles)
	fastBatches = true // long paths are passed to a browser's canvas in parts (strokeBatches, batches)
	fastStamps  = true // many marks are painted from images of them (stamped in depth.go, canvas2d/stamps.go)
)
