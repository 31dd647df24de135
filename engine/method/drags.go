package method

import "pointscape/engine/picture"

// During a drag, what a fit reuses of the previous fit is in its model, which Method.Fit gets as
// prev (for example the Cholesky factor of a Gaussian process). What a raster reuses of the previous picture is in a
// Trail, which the session passes on.

// Trail is what one picture of a drag leaves for the next one.
type Trail struct {
	Model  Model           // the model of the picture
	Raster *picture.Raster // the raster of the picture, which may be overwritten; nil = it was not kept
	Kept   any             // left by the last call of Follow, for any picture: partial sums, and what they belong to
}

// Reuse says how Drawing.Follow uses a trail.
type Reuse int

const (
	NoReuse     Reuse = iota // not at all: ScoreRaster is as fast
	ReuseSums                // the raster is computed from Trail.Kept, up to rounding errors like float32's
	ReusePlanes              // Trail.Raster is updated in place, and is identical to that of ScoreRaster to the bit
)
