package method

import "pointscape/engine/picture"

// Interfaces of pictures that are drawn while a point is dragged, made of what the picture before has left. The
// session asks them in the place of ScoreRaster.

// Successor is a Scorer that can make its raster of the one that the model before an edit
// has made, where most nodes stay what they are.
type Successor interface {
	Scorer
	// Follows tells whether it can, and is quicker so.
	Follows(before Model) bool
	// Renew writes the raster over r, of before, to the bit as ScoreRaster makes it, and
	// tells r by Touch what is not as it was. With an error, which is job's, r is of no use.
	Renew(job Job, before Model, r *picture.Raster) error
}

// LiveScorer is a Scorer that makes the raster of a picture that follows a hand of what it has
// kept of the one before.
type LiveScorer interface {
	Scorer
	// LiveRaster is ScoreRaster but for rounding errors, as small as those of float32. anew
	// tells that it took longer than the next one will that follows it on this grid.
	LiveRaster(job Job, g picture.Grid) (r *picture.Raster, anew bool, err error)
}
