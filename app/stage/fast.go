package stage

// The fast paths of the package. `go run ./app/tools/bench speed` runs the page with each of them switched off in turn
// and measures the difference: see engine/docs/speed.md.
const (
	fastCanvas = true // the engine paints on a canvas of its own, without the page (Picture.Lend, newest.go)
	fastHeld   = true // the dragged point is a small canvas with an image of the point (held_js.go)
	fastCrowd  = true // while the view moves, many points are copied from a canvas of their own (crowd)
)
