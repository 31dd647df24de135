package method

import "pointscape/engine/picture"

// Interfaces of pictures during a drag. What a fit reuses of the previous fit is in its model, which Method.Fit gets as
// prev (for example the Cholesky factor of a Gaussian process). What a raster reuses of the previous picture is in a
// Trail, which the session passes on.

// Trail is what one picture of a drag leaves for the next one.
type Trail struct {
	Model  Model           // the model of the picture
	Raster *picture.Raster // the raster of the picture, which may be overwritten; nil = it was not kept
	Kept   any             // left by the last call of Follow, for any picture: partial sums, and what they belong to
}

// Reuse says how a Follower uses a trail.
type Reuse int

const (
	NoReuse     Reuse = iota // not at all: ScoreRaster is as fast
	ReuseSums                // the raster is computed from Trail.Kept, up to rounding errors like float32's
	ReusePlanes              // Trail.Raster is updated in place, and is identical to that of ScoreRaster to the bit
)

// Follower is a Scorer that can compute its raster from the trail of the picture before an edit. The session calls
// Follow instead of ScoreRaster where the result of Follows allows it.
type Follower interface {
	Scorer
	// Follows says how it would use the trail. ReuseSums is only for pictures during a drag, ReusePlanes for all pictures
	// on the trail's grid.
	Follows(t *Trail) Reuse
	// Follow computes the raster on a grid, and sets t.Kept for the next one. With ReusePlanes it updates t.Raster, which
	// is on that grid, and reports the changed nodes with Touch. anew reports that it took longer than the next call on
	// this grid will. After an error, which is job's, the trail is unusable.
	Follow(job Job, t *Trail, g picture.Grid) (r *picture.Raster, anew bool, err error)
}
