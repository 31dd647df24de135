package method

import "pointscape/engine/picture"

// Interfaces of what is drawn. session.DrawFit asks each of them for each picture, first the raster (Scorer or
// Field), then the layers, the panels and the groups of the points.

// Scorer gives class scores over a grid.
type Scorer interface {
	// ScoreRaster computes the raster on g. Kind is Decision (two classes),
	// Scores, Shares or Labels, and Classes holds class *ids*. For every kind
	// the class that the raster shows at a node is the one Predict gives there.
	// Scores are continuous where they can be, so that contours of a class's
	// lead are the true boundaries. With a show it may be one part of the model alone, or have
	// more planes for what is switched on; without one (nil) it is the model's answer.
	ScoreRaster(job Job, g picture.Grid, show Shown) (*picture.Raster, error)
}

// Field gives scalar fields over a grid (regression over the plane, densities).
type Field interface {
	// FieldRaster computes what the switches ask for: it is painted, contoured and
	// read under the pointer.
	FieldRaster(job Job, g picture.Grid, show Shown) (*picture.Raster, error)
}

// Overlay adds paths, marks and labels of the model's own.
type Overlay interface {
	// Layers returns what lies under the data points (regions' outlines, bands, and
	// rings round points, which must not strike through their neighbours) and what
	// lies over them (class means, numbers: what a crowd of points would hide), for
	// the switched-on shows. What lies over is painted by the page in each frame: a
	// few shapes, and no raster. raster is
	// what the picture is painted with: what the model itself has just computed as
	// a Scorer or Field, on a grid of all of v, for contours of the same values;
	// nil when it is neither, or draws all parts itself (Painted). Its planes
	// must not be changed.
	Layers(job Job, v picture.Viewport, raster *picture.Raster, show Shown) (under, over []picture.Layer, err error)
}

// SpaceOverlay is for models of whole rows that draw among them in space.
type SpaceOverlay interface {
	// SpaceLayers are paths, marks and labels with three coordinates (Z), for the
	// switched-on shows; row i of the problem lies at at[3*i:3*i+3]. What shows the rows
	// takes means to means. They are painted with the rows, by their depth.
	SpaceLayers(at []float64, show Shown) []picture.Layer
}

// PartDrawer is for models that draw some of the session's parts by themselves, in
// Layers: from what they know, where the session could only follow a raster. A
// tree knows its cuts.
type PartDrawer interface {
	// Draws tells whether Layers draws p, when it is switched on. The session then
	// leaves it out.
	Draws(p Part) bool
}

// PartNamer is for models that know better words than the session for the parts that
// it draws: "mean of the prior" for Mean.
type PartNamer interface {
	// PartSays returns what the legend says of p: a short noun phrase in the field's
	// words; "" leaves it to the session.
	PartSays(p Part) string
}

// Panels are small pictures beside the stage: a likelihood map, a loss curve.
type Panels interface {
	// Panels returns those that the shows ask for. It is asked for each picture: what costs more
	// than a declaration belongs into Draw.
	Panels(show Shown) []Panel
}

// Grouper is for models that find a group for each point (a cluster, a component, a
// fold), or how much it counts: the points are coloured by that. Their shapes go on
// telling their classes where they have some; where they have none, the shapes are
// those of the groups, too, so that colour does not stand alone.
type Grouper interface {
	// Groups returns what was found; without Of, the points are coloured as ever: what is switched
	// on doesn't ask for it. It is asked for each picture, and is not changed. A stage of a Stepper
	// answers for itself.
	Groups(show Shown) Groups
}

// Projector is for models of wide rows that say where the rows are shown. Models without
// it have their rows shown where the document says. The places of a Stepper or Grower are those
// of its step: they come with each picture, and Problem.Drawn tells them.
type Projector interface {
	// Projected says where. Without places (Q = 0) rows are shown where the document says.
	// Parameters that change it, and not with the steps, are declared (Param.Moves).
	Projected() Projection
}

// Locator is for Projectors that can say of any rows where they are shown, not only of those that were fitted: with it
// rows that are held out have places, too.
type Locator interface {
	// Located says it of rows as Problem.X has them, whose places are in this order.
	Located(x []float64) Projection
}

// Boxed is for models of the plane whose answers are the same all over each box between cuts
// of one input or the other: what is drawn of their rasters keeps to the cuts.
type Boxed interface {
	// Cuts calls tell with an input, 0 or 1, and where it is cut: between what is at most at
	// and what is more, perhaps not all the way along the other input. It tells whether answers
	// change nowhere else.
	Cuts(tell func(input int, at float64)) bool
}

// Tiler is for models of the plane that answer the same all over each of some rectangles: what
// is made of many of them adds up rectangles, not nodes.
type Tiler interface {
	// Tiles calls fn with rectangles of nodes of a grid, x0 <= x < x1 and y0 <= y < y1, each node
	// in one of them, and what is answered there: the shares of the classes, or the value. fn
	// does not keep it.
	Tiles(g picture.Grid, fn func(x0, x1, y0, y1 int, says []float64))
}

// Spanned is for models whose weights are a sum of rows, or of their features, each times a number: whatever the
// weights are, they lie in the span of the rows. The session draws the sum as a panel where the part WeightSum is
// switched on.
type Spanned interface {
	// Span tells it; nil = the weights are no such sum, or there are several of them.
	Span() *Span
}

// Mapped is for models that represent rows by codes and rebuild rows from these. The session draws both maps as a panel
// where the part BothMaps is switched on.
type Mapped interface {
	// Maps tells them; nil = the model has none.
	Maps() *Maps
}
