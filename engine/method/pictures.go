package method

import "pointscape/engine/picture"

// Drawing is what a model draws. session.DrawFit calls these functions for each picture: the raster before the layers,
// which may follow it, and the requested panels at the end. A model has at most one of ScoreRaster and FieldRaster.
type Drawing struct {
	// ScoreRaster computes the raster on g of a classification or of another model with several regions. Kind is Decision
	// (two classes), Scores, Shares or Labels, and Classes holds class *ids*. For every kind, the class shown at a node
	// is the one that Predict returns there. Scores are continuous where possible, so that contours of the difference
	// between two classes are the true boundaries. Depending on show, the raster may be a part of the model, or have
	// additional planes; if show is nil it is the model's answer.
	ScoreRaster func(job Job, g picture.Grid, show Shown) (*picture.Raster, error)
	// FieldRaster computes the scalar field on g (regression over the plane, densities) that show asks for: it is
	// painted, contoured and read under the pointer.
	FieldRaster func(job Job, g picture.Grid, show Shown) (*picture.Raster, error)
	// Layers returns the model's own paths, marks and labels: the layers below the data points (outlines of regions,
	// bands, and rings around points, which must not cover neighboring points) and those above them (class means,
	// numbers: what many points would hide), for the parts in show. The page paints the layers above in each frame: they
	// should be few shapes and no raster. raster is the raster of the picture, computed by the same model on a grid that
	// covers v, for contours of the same values; it is nil if the model has none or draws all parts itself (Painted), and
	// for wide rows. Its planes must not be changed.
	Layers func(job Job, v picture.Viewport, raster *picture.Raster, show Shown) (under, over []picture.Layer, err error)
	// SpaceLayers is for models of whole rows that draw in the three-dimensional plot of the rows. It returns paths,
	// marks and labels with three coordinates (Z), for the parts in show. Row i of the problem is at at[3*i:3*i+3]; the
	// map from rows to positions is affine, so that means of rows are at the means of positions. The layers are painted
	// together with the rows, by depth.
	SpaceLayers func(at []float64, show Shown) []picture.Layer
	// Draws reports whether Layers draws the session's part p itself if it is switched on. The session then leaves it
	// out: a tree, for example, draws its cuts exactly, while the session could only follow a raster.
	Draws func(p Part) bool
	// PartSays returns a better legend text for the session's part p, such as "mean of the prior" for Mean: a short noun
	// phrase in the field's words; "" = the session's text.
	PartSays func(p Part) string
	// Panels returns the plots beside the stage that show asks for, such as a likelihood map or a loss curve. It is
	// called for each picture: expensive work belongs in Panel.Draw.
	Panels func(show Shown) []Panel
	// Groups is for models that assign each point to a group (a cluster, a component, a fold), or give it a weight:
	// points are colored by group. Their shapes still show their classes if there are several; otherwise shapes show the
	// groups, too, so that color is not the only difference. If Of is nil, because of what is switched on, the points
	// keep their usual colors. Groups is called for each picture, and the result is not changed. Each stage of a run has
	// groups of its own.
	Groups func(show Shown) Groups
	// Projected is for models of wide rows that determine where the rows are shown. Otherwise, and if Q = 0, the document
	// determines it. In a run the positions depend on the step: they are sent with each picture, and Problem.Drawn
	// returns them. Parameters that change the positions, independently of the steps, are declared (Param.Moves).
	Projected func() Projection
	// Located is for models with Projected that can also project rows that were not in the fit: then held-out rows have
	// positions, too. It returns the positions of the rows in x, which has the form of Problem.X, in the order of x.
	Located func(x []float64) Projection
	// Cuts is for models of the plane whose predictions are constant in each box between axis-parallel cuts: what is
	// drawn from their rasters follows the cuts exactly. It calls tell for each cut, with an input, 0 or 1, and a
	// threshold: the cut separates values <= at from values > at, perhaps only for part of the other input's range. It
	// reports whether predictions change nowhere else.
	Cuts func(tell func(input int, at float64)) bool
	// Tiles is for models of the plane whose predictions are constant on some rectangles: sums over many models can then
	// add rectangles instead of nodes. It calls fn with rectangles of nodes of a grid, x0 <= x < x1 and y0 <= y < y1,
	// which cover each node once, and with the prediction there: the shares of the classes, or the value. fn must not
	// keep the slice.
	Tiles func(g picture.Grid, fn func(x0, x1, y0, y1 int, says []float64))
	// Span is for models whose weight vector is a linear combination of rows, or of their features: the session draws the
	// sum as a panel if the part WeightSum is switched on. nil = the weights are not of this form, or there are several
	// weight vectors.
	Span func() *Span
	// Maps is for models with an encoder from rows to codes and a decoder back: the session draws both maps as a panel if
	// the part BothMaps is switched on. nil = the model has none.
	Maps func() *Maps
	// Follows and Follow are for models that can compute the raster of ScoreRaster from the trail of the picture before
	// an edit. Follows says how it would use the trail. ReuseSums is only for pictures during a drag, ReusePlanes for all
	// pictures on the trail's grid. The session calls Follow instead of ScoreRaster where the result allows it.
	Follows func(t *Trail) Reuse
	// Follow computes the raster on a grid, and sets t.Kept for the next one. With ReusePlanes it updates t.Raster, which
	// is on that grid, and reports the changed nodes with Touch. anew reports that it took longer than the next call on
	// this grid will. After an error, which is job's, the trail is unusable.
	Follow func(job Job, t *Trail, g picture.Grid) (r *picture.Raster, anew bool, err error)
}
