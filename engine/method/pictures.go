package method

import "pointscape/engine/picture"

// Interfaces of what is drawn. session.DrawFit calls them for each picture: the raster (Scorer or Field) before the
// layers, which may follow it, and the requested panels at the end.

type Scorer interface {
	// ScoreRaster computes the raster on g. Kind is Decision (two classes), Scores, Shares or Labels, and Classes holds
	// class *ids*. For every kind, the class shown at a node is the one that Predict returns there. Scores are continuous
	// where possible, so that contours of the difference between two classes are the true boundaries. Depending on show,
	// the raster may be a part of the model, or have additional planes; if show is nil it is the model's answer.
	ScoreRaster(job Job, g picture.Grid, show Shown) (*picture.Raster, error)
}

// Field returns scalar fields on a grid (regression over the plane, densities).
type Field interface {
	// FieldRaster computes the field that show asks for: it is painted, contoured and read under the pointer.
	FieldRaster(job Job, g picture.Grid, show Shown) (*picture.Raster, error)
}

// Overlay adds the model's own paths, marks and labels.
type Overlay interface {
	// Layers returns the layers below the data points (outlines of regions, bands, and rings around points, which must
	// not cover neighboring points) and those above them (class means, numbers: what many points would hide), for the
	// parts in show. The page paints the layers above in each frame: they should be few shapes and no raster. raster is
	// the raster of the picture, computed by the same model as Scorer or Field on a grid that covers v, for contours of
	// the same values; it is nil if the model is neither or draws all parts itself (Painted), and for wide rows. Its
	// planes must not be changed.
	Layers(job Job, v picture.Viewport, raster *picture.Raster, show Shown) (under, over []picture.Layer, err error)
}

// SpaceOverlay is for models of whole rows that draw in the three-dimensional plot of the rows.
type SpaceOverlay interface {
	// SpaceLayers returns paths, marks and labels with three coordinates (Z), for the parts in show. Row i of the problem
	// is at at[3*i:3*i+3]; the map from rows to positions is affine, so that means of rows are at the means of positions.
	// The layers are painted together with the rows, by depth.
	SpaceLayers(at []float64, show Shown) []picture.Layer
}

// PartDrawer is for models that draw some of the session's parts themselves, in Layers: a tree, for example, draws its
// cuts exactly, while the session could only follow a raster.
type PartDrawer interface {
	// Draws reports whether Layers draws p if it is switched on. The session then leaves it out.
	Draws(p Part) bool
}

// PartNamer is for models with better legend texts for the session's parts: "mean of the prior" for Mean.
type PartNamer interface {
	// PartSays returns the legend text for p: a short noun phrase in the field's words; "" = the session's text.
	PartSays(p Part) string
}

// Panels is for models with plots beside the stage: a likelihood map, a loss curve.
type Panels interface {
	// Panels returns the panels that show asks for. It is called for each picture: expensive work belongs in Draw.
	Panels(show Shown) []Panel
}

// Grouper is for models that assign each point to a group (a cluster, a component, a fold), or give it a weight: points
// are colored by group. Their shapes still show their classes if there are several; otherwise shapes show the groups,
// too, so that color is not the only difference.
type Grouper interface {
	// Groups returns the groups; if Of is nil, because of what is switched on, the points keep their usual colors. It is
	// called for each picture, and the result is not changed. Each step of a Stepper has groups of its own.
	Groups(show Shown) Groups
}

// Projector is for models of wide rows that determine where the rows are shown. Otherwise the document determines it.
// For a Stepper or Grower the positions depend on the step: they are sent with each picture, and Problem.Drawn returns
// them.
type Projector interface {
	// Projected returns the positions. If Q = 0, rows are shown where the document says. Parameters that change the
	// positions, independently of the steps, are declared (Param.Moves).
	Projected() Projection
}

// Locator is for Projectors that can also project rows that were not in the fit: then held-out rows have positions,
// too.
type Locator interface {
	// Located returns the positions of the rows in x, which has the form of Problem.X, in the order of x.
	Located(x []float64) Projection
}

// Boxed is for models of the plane whose predictions are constant in each box between axis-parallel cuts: what is drawn
// from their rasters follows the cuts exactly.
type Boxed interface {
	// Cuts calls tell for each cut, with an input, 0 or 1, and a threshold: the cut separates values <= at from values >
	// at, perhaps only for part of the other input's range. Cuts reports whether predictions change nowhere else.
	Cuts(tell func(input int, at float64)) bool
}

// Tiler is for models of the plane whose predictions are constant on some rectangles: sums over many models can then
// add rectangles instead of nodes.
type Tiler interface {
	// Tiles calls fn with rectangles of nodes of a grid, x0 <= x < x1 and y0 <= y < y1, which cover each node once, and
	// with the prediction there: the shares of the classes, or the value. fn must not keep the slice.
	Tiles(g picture.Grid, fn func(x0, x1, y0, y1 int, says []float64))
}

// Spanned is for models whose weight vector is a linear combination of rows, or of their features. The session draws
// the sum as a panel if the part WeightSum is switched on.
type Spanned interface {
	// Span returns the sum; nil = the weights are not of this form, or there are several weight vectors.
	Span() *Span
}

// Mapped is for models with an encoder from rows to codes and a decoder back. The session draws both maps as a panel if
// the part BothMaps is switched on.
type Mapped interface {
	// Maps returns them; nil = the model has none.
	Maps() *Maps
}
