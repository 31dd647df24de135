package method

import "pointscape/engine/picture"

// Interfaces of pictures that are drawn while a point is dragged. What a fit takes over from the fit before stays in
// its model, which Method.Fit gets as prev (the Gaussian process's factor and columns); what a raster takes over from
// the picture before is a Trail, which the session hands on.

// Trail is what a picture has left for the next one of the drag.
type Trail struct {
	Model  Model           // whose picture it was
	Raster *picture.Raster // its raster, which may be written over; nil = it is not kept
	Kept   any             // what Follow has left there last, of whatever picture: sums, and what they are of
}

// Reuse is what a Follower makes of a trail.
type Reuse int

const (
	NoReuse     Reuse = iota // ScoreRaster is as quick
	ReuseSums                // it is made of Trail.Kept, exact but for rounding errors, as small as those of float32
	ReusePlanes              // Trail.Raster is written over, to the bit as ScoreRaster makes it
)

// Follower is a Scorer that can make its raster of what the picture of the model before an edit has left. The session
// asks it in the place of ScoreRaster.
type Follower interface {
	Scorer
	// Follows tells what of the trail it uses. Sums serve pictures of a hand that moves alone, planes all on the trail's
	// grid.
	Follows(t *Trail) Reuse
	// Follow makes the raster on a grid, and leaves in t.Kept what the next one is made of. Of planes it writes over
	// t.Raster, which is on that grid, and tells by Touch what is not as it was. anew tells that it took longer than
	// the next one will that follows it on this grid. With an error, which is job's, the trail is of no use.
	Follow(job Job, t *Trail, g picture.Grid) (r *picture.Raster, anew bool, err error)
}
