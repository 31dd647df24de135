package stage

// The fast paths of the stage, which belong to the page's program. `go run ./app/tools/bench speed` builds the page
// without one at a time and measures what it gives.
const (
	fastCanvas = true // the engine paints on a canvas of its own, without the page (Picture.Lend, newest.go)
	fastHeld   = true // the dragged point is a small canvas with an image of the point (held_js.go)
	fastCrowd  = true // while the view moves, many points are copied from a canvas of their own (crowd)
)
