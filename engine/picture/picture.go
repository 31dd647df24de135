// Package picture represents pictures as data: rasters, paths, marks and labels, each with a meaning (a Role) and
// without colour. Colours come from a Palette when a picture is painted (Paint) onto a Canvas: the browser's canvas,
// SVG, or PNG.
package picture

import (
	"math"
	"slices"
	"strings"

	"pointscape/engine/words"
)

// Viewport is a part of the plane and the pixels it is shown on. Pixel (0, 0) is the top left corner of the stage; data
// coordinates grow to the right and upwards.
type Viewport struct {
	X0, X1, Y0, Y1 float64 // data: left, right, bottom, top
	W, H           int     // CSS pixels
	Scale          float64 // device pixels per CSS pixel
}

// PX and PY convert data coordinates to CSS pixels.
func (v Viewport) PX(x float64) float64 { return (x - v.X0) / (v.X1 - v.X0) * float64(v.W) }
func (v Viewport) PY(y float64) float64 { return (v.Y1 - y) / (v.Y1 - v.Y0) * float64(v.H) }

// DX and DY convert CSS pixels to data coordinates.
func (v Viewport) DX(px float64) float64 { return v.X0 + px/float64(v.W)*(v.X1-v.X0) }
func (v Viewport) DY(py float64) float64 { return v.Y1 - py/float64(v.H)*(v.Y1-v.Y0) }

// Grid returns the grid of w×h nodes at the centres of equal tiles of the viewport, row 0 at the top.
func (v Viewport) Grid(w, h int) Grid {
	dx, dy := (v.X1-v.X0)/float64(w), (v.Y1-v.Y0)/float64(h)
	return Grid{X0: v.X0 + dx/2, Y0: v.Y1 - dy/2, DX: dx, DY: -dy, W: w, H: h}
}

// Grid is a regular grid of nodes: node (i, j) lies at X0+i*DX, Y0+j*DY and is
// entry j*W+i of a raster. DY is negative for grids made by Viewport.Grid.
type Grid struct {
	X0, Y0, DX, DY float64
	W, H           int
	From           int // number of the first row if this is a part of a larger grid, see Rows
}

// Over reports whether g covers all of v.
func (g Grid) Over(v Viewport) bool { return g == v.Grid(g.W, g.H) }

func (g Grid) X(i int) float64 { return g.X0 + float64(i)*g.DX }
func (g Grid) Y(j int) float64 { return g.Y0 + float64(g.From+j)*g.DY }

// Rows returns rows from..to-1 of g as a grid whose nodes have bit-identical coordinates. Its Y0 stays that of the
// larger grid's first row.
func (g Grid) Rows(from, to int) Grid {
	g.From += from
	g.H = to - from
	return g
}

// Role is the meaning of a layer. A Palette defines the look of each Role; an unknown one is painted as RoleGuide.
type Role string

// Roles of paths, marks and labels. Add a role rather than reuse one for a layer that should look different; what a
// layer is, is said by its text (Says).
const (
	RoleBoundary   Role = "boundary"     // where the decision changes
	RoleMargin     Role = "margin"       // f = ±1
	RoleSlack      Role = "slack"        // from a point to its margin
	RoleSupport    Role = "support"      // ring round a free support vector
	RoleBounded    Role = "bounded"      // mark on a support vector at the bound
	RoleMean       Role = "mean"         // regression curve
	RoleBand       Role = "band"         // filled band; Level = number of standard deviations
	RoleBandEdge   Role = "band edge"    // edge of the band of a new observation
	RoleBandLine   Role = "band line"    // edge of the band of the function
	RoleSample     Role = "sample"       // sampled function; Class = number of the sample
	RoleIsoline    Role = "isoline"      // contour; Level = value
	RoleCell       Role = "cell"         // Voronoi cell or tree leaf, filled by class when Class >= 0
	RoleCellEdge   Role = "cell edge"    //
	RoleDelaunay   Role = "delaunay"     //
	RoleCircle     Role = "circumcircle" //
	RoleNeighbor   Role = "neighbour"    // line or ring to a neighbour
	RoleReach      Role = "reach"        // ball that contains the neighbours
	RolePoint      Role = "point"        // the data points
	RoleCentroid   Role = "centroid"     //
	RoleCenter     Role = "centre"       // centre of a cluster: a ring of its colour around its number
	RoleMember     Role = "member"       // line from a point to the centre of its cluster
	RoleTrack      Role = "track"        // path of an optimiser; Class = number of the series (Palette.Thing)
	RoleOptimum    Role = "optimum"      //
	RoleAxis       Role = "axis"         //
	RoleHeading    Role = "heading"      // title of a picture, beside it
	RoleGridline   Role = "gridline"     //
	RoleTick       Role = "tick"         //
	RoleGuide      Role = "guide"        // thin neutral line
	RoleCursor     Role = "cursor"       //
	RoleEllipse    Role = "ellipse"      // a class's covariance
	RoleProjection Role = "projection"   // line from a point to its projection, and the projection
	RoleDirection  Role = "direction"    // line onto which points are projected
	RoleBar        Role = "bar"          // filled bar of a chart; Class = number of the series
	RoleResidual   Role = "residual"     //
	RoleTube       Role = "tube"         // epsilon-insensitive zone
	RoleRival      Role = "rival track"  // path of another optimiser; Class = number of the series
	RoleCut        Role = "cut"          // what the newest step splits, and its parts in other pictures
	RoleHandle     Role = "handle"       // draggable position that is not a data point: of a parameter
	RoleKnob       Role = "knob"         // smaller handle, of a shape that has several
	RoleBase       Role = "base"         // boundary of a base model of an ensemble; Class = number of the series
	RoleTotal      Role = "total"        // filled bar of a chart: the total beside its parts
	RoleWeight     Role = "weight"       // positive weight of a network: as wide as Weight says
	RoleMiddle     Role = "middle"       // mean of all points
	RoleTruth      Role = "truth"        // the true distribution: the true curve, the boundary of the Bayes rule
	RolePicked     Role = "picked"       // ring round a point that the user has picked
	RoleAgainst    Role = "against"      // negative weight of a network: dashed, as wide as Weight says
	RoleFlat       Role = "flat"         // line or mesh of a cluster's affine subspace (flat), in its colour
	RoleDensity    Role = "density"      // area under a density; Class = number of the series (Palette.Thing)
	RolePlane      Role = "plane"        // a plane in space that separates classes: its outline, filled
	RoleSite       Role = "site"         // one of many positions that a model has found: a dot of ink
	RoleNote       Role = "annotation"   // arrows and texts of the user's annotations
	RoleArea       Role = "area"         // rectangles of the user's annotations: their outlines, filled
)

// NoClass is the Class of a layer that belongs to no class.
const NoClass = -1

// Layer is one of *Raster, *Path, *Marks, *Label.
type Layer interface{ layer() }

// RasterKind says how the values of a raster are coloured.
type RasterKind uint8

const (
	// Decision: one plane f; f < 0 is Classes[0], f > 0 is Classes[1]; shading
	// grows with |f| and saturates at |f| = Hi.
	Decision RasterKind = iota
	// Scores: a plane per class; the largest wins; shading grows with its lead
	// over the second and saturates at Hi.
	Scores
	// Shares: a plane per class, non-negative, sum 1: class colours are mixed.
	Shares
	// Labels: one plane of class ids (NoClass where there is none), no shading.
	Labels
	// Sequential: one plane of values from Lo to Hi, one-directional (a spread, a density).
	Sequential
	// Diverging: one plane of values from Lo to Hi (a mean); the colour is
	// neutral at the middle of Lo and Hi.
	Diverging
	// Interior: one plane f; where f < 0 the background, where f > 0 a pale tint of no class, slightly stronger towards
	// Hi.
	Interior
	// Colors: planes of red, green and blue, each 0..255 as in sRGB. They look the same in every palette, one tile per
	// node.
	Colors
)

// Raster is a field on a grid that covers the viewport.
type Raster struct {
	Kind    RasterKind
	Grid    Grid
	Planes  [][]float32 // each len Grid.W*Grid.H
	Classes []int       // class id of each plane (Decision: of f<0 and f>0)
	Lo, Hi  float64
	// Sharp rasters are piecewise constant, computed per pixel, and painted without interpolation.
	Sharp bool
	// Boxes are the cuts of a Sharp raster that is constant on axis-parallel boxes.
	Boxes *Boxes
	// Draft is set during a drag: only one of four pixels is painted and then copied, unless the raster is Sharp. The
	// difference is not noticeable in a picture that the next frame replaces.
	Draft bool
	// Veil, if given (same grid, 0..1), fades the colours: 1 hides them. It shows where the model is uncertain.
	Veil []float32
	// Basis are additional planes that are not painted, from which the model's own layers are drawn if Planes do not
	// suffice.
	Basis [][]float32
	Name  string // "decision function", "posterior mean"
	Key   string `json:"-"` // key of the boundaries between its regions, see Spot; "" = none
	Says  string // text for the legend, if it differs from Name
	// Still says that the first plane is the same slice in every raster with these values and is never overwritten, so
	// that a painter may cache the colours. It may be smaller than the view.
	Still bool `json:"-"`

	reliefs []*Relief

	was, made *version // versions of the planes: of the raster that r follows, and of r
	patched   []bool   // squares of nodes that have changed since was
	labels    *labels  // labels of the previous or of the current version
}

// NewPlanes returns n planes of zeros on a grid.
func NewPlanes(n int, g Grid) [][]float32 {
	size := g.W * g.H
	all, out := make([]float32, n*size), make([][]float32, n)
	for c := range out {
		out[c] = all[c*size : (c+1)*size : (c+1)*size]
	}
	return out
}

// PutShares writes shares to node i of planes. It makes sure that w is the winner after rounding to float32, too.
func PutShares(planes [][]float32, i int, share []float64, w int) {
	for c, q := range share {
		planes[c][i] = float32(q)
	}
	if share[w] >= 0.6 {
		return
	}
	top := planes[w][i]
	for c, plane := range planes {
		if q := plane[i]; c != w && (q > top || q == top && c < w) {
			top = math.Nextafter32(q, 2)
		}
	}
	planes[w][i] = top
}

// Arrays returns all arrays of r with a value per node: Planes, Basis and Veil.
func (r *Raster) Arrays() [][]float32 {
	all := append(slices.Clone(r.Planes), r.Basis...)
	if r.Veil != nil {
		all = append(all, r.Veil)
	}
	return all
}

// On returns a raster like r on another grid, with 0 at all nodes.
func (r *Raster) On(g Grid) *Raster {
	o := *r
	o.Grid, o.Boxes, o.reliefs = g, nil, nil
	o.made, o.labels = nil, nil
	zeros := func(like [][]float32) [][]float32 {
		if like == nil {
			return nil
		}
		planes := make([][]float32, len(like))
		for i := range planes {
			planes[i] = make([]float32, g.W*g.H)
		}
		return planes
	}
	o.Planes, o.Basis = zeros(r.Planes), zeros(r.Basis)
	if r.Veil != nil {
		o.Veil = make([]float32, g.W*g.H)
	}
	return &o
}

// Relief returns plane k prepared for contours; it is computed once and shared.
func (r *Raster) Relief(k int) *Relief {
	if r.reliefs == nil {
		r.reliefs = make([]*Relief, len(r.Planes))
	}
	if r.reliefs[k] == nil {
		r.reliefs[k] = NewRelief(r.Planes[k], r.Grid)
	}
	return r.reliefs[k]
}

// Path is a set of polylines (or polygons) in data coordinates.
type Path struct {
	Role   Role
	Class  int       // class id, sample number, or NoClass
	Level  float64   // contour level, number of standard deviations, ...
	XY     []float64 // x0, y0, x1, y1, ...
	Starts []int     // index of the first *point* of each sub-path; nil = one sub-path
	Closed bool      // every sub-path is a polygon (filled even-odd if the role fills)
	Weight float64   // emphasis, 0..1, if the role uses it; 0 means 1
	// Says names the path in the legend: a short noun phrase in the field's words, "margin, f = ±1". Paths with the
	// same text share an entry.
	Says string
	// Z, for a path in space, is the third coordinate of each point, towards the eye before the space is rotated. XY
	// and Z are relative to the centre of the space. nil = in the plane.
	Z []float64 `json:"-"`
	// Keys are the keys of the sub-paths, "" = none (see Spot); nil = no sub-path has one.
	Keys []string `json:"-"`
	// Hatch says that the sub-paths are the slanted lines of a hatched region.
	Hatch bool `json:"-"`
}

// Marks are symbols at data coordinates, of constant size on the screen.
type Marks struct {
	Role   Role
	XY     []float64
	Class  []int     // per mark; nil = NoClass for all. For a mark round a data point: the class of the point
	Size   []float64 // per mark 0..1, relative to the role's largest; nil = 1 for all
	Value  []float64 // per mark; coloured like the Raster over [Lo, Hi] if given
	Lo, Hi float64
	// Sequential says that Value is coloured by the sequential map instead of the diverging one.
	Sequential bool
	Ordinal    []int // index of the document's point that each mark stands for; may be nil
	Among      int   // number of data points in view, which sets the size of marks round points; 0 = one point
	// Group, for data points only, is what the fit found: per mark, the class whose colour it has, NoClass = no colour.
	// Class then sets the shape only; if Class is nil, the shape is that of the group's class, too. nil = colours are
	// those of Class.
	Group []int
	// Weight, with Group, is 0..1 per mark: marks of less weight are fainter. nil = 1 for all.
	Weight []float64
	// Mix, with Group, is the mix of colours in the middle of each mark (MixOf); 0 or nil = the group's colour alone.
	Mix []int `json:"-"`
	// Held, for data points only, has a letter per mark: ValidationMark or TestMark if its point is held out, any other
	// letter if not. Held-out marks are hollow. "" = none is held out.
	Held string
	// Near, for data points in space only, is the nearness of each to the eye, 0..1. nil = they are in the plane.
	Near []float64 `json:"-"`
	// Within, with Near, is the other layers in that space, see Deepen.
	Within []Deep `json:"-"`
	// Z is the third coordinate, as in Path.
	Z []float64 `json:"-"`
	// Says names the marks in the legend, as in Path.
	Says string
	// Keys are the keys of the marks, as in Path.
	Keys []string `json:"-"`
	// room is the space for the marks in a legend; nil = unlimited. If it is small, the marks are scaled down with
	// their lines.
	room *room
	// crowd is the number of marks in view that this one is drawn as one of (see Alone); 0 = count the marks
	// themselves.
	crowd int
}

// Anchor is the side of a Label's position on which its text stands.
type Anchor uint8

const (
	AnchorMiddle Anchor = iota
	AnchorStart         // text to the right of the position
	AnchorEnd           // text to the left of the position
	AnchorAbove
	AnchorBelow
)

// Label is a short text at data coordinates. \n separates its lines.
type Label struct {
	Role   Role
	X, Y   float64
	Text   string
	Anchor Anchor
	Turned bool // the label rotated by 90°, to be read upwards
	Ground bool // has a background that hides the layers below
	Own    bool // the text was written by the user: it is not translated
	// On is the value whose colour is under the label: the text has the colour with the better contrast. nil = unknown.
	On *ValueColour `json:"-"`
	// Says is what the text stands for, for the legend, unless the text itself says it: "points of each class" for
	// "3:1".
	Says string
	Key  string `json:"-"` // see Spot
	// Z has one number if the label is in space, as in Path.
	Z []float64 `json:"-"`
}

// ValueColour is the colour of a value: its position in a raster's range as a fraction, and whether the colour map is
// diverging.
type ValueColour struct {
	Share     float64
	Diverging bool
}

// Box returns an upper bound of the box of a label of a text size at a position, in pixels.
func (l *Label) Box(px, py, size float64) Box {
	w, gap := 0.0, labelGap*size
	lines := l.lines()
	for _, line := range lines {
		w = max(w, textWidth(line, size))
	}
	h := (1 + lineStep*float64(len(lines)-1)) * size
	b := Box{px - w/2, py - h/2, px + w/2, py + h/2}
	switch l.Anchor {
	case AnchorStart:
		b.X0, b.X1 = px+gap, px+gap+w
	case AnchorEnd:
		b.X0, b.X1 = px-gap-w, px-gap
	case AnchorAbove:
		b.Y0, b.Y1 = py-0.6*gap-h, py-0.6*gap
	case AnchorBelow:
		b.Y0, b.Y1 = py+0.6*gap, py+0.6*gap+h
	}
	return b
}

// lines returns the lines of the text, in the user's language.
func (l *Label) lines() []string {
	text := l.Text
	if !l.Own {
		text = words.Say(text)
	}
	return strings.Split(text, "\n")
}

// lineStep is the distance between the baselines of a label's lines, in units of the text size.
const lineStep = 1.25

// labelGap is the gap between a label's position and its text, in units of the text size.
const labelGap = 0.35

func (*Raster) layer() {}
func (*Path) layer()   {}
func (*Marks) layer()  {}
func (*Label) layer()  {}

// Picture is the drawing of a model: layers in painting order.
type Picture struct {
	View   Viewport // the plane
	Layers []Layer  // layers in the plane, clipped at its edges if there is a frame
	Frame  Frame    // margins around the plane; zero = the picture is just the plane
	Around []*Label // labels in the frame's margins, or without a plane; in coordinates of the plane
	Alt    string   // alternative text: one sentence that describes the picture
	Title  string   // the document's own title, may be empty
	// Draft is set during a drag: the width of the edges of a tiling then depends on their number in steps, so that
	// successive pictures mostly look the same.
	Draft bool `json:"-"`
	// Hits are hit areas besides the layers with keys.
	Hits Hits `json:"-"`
}

// Add appends layers.
func (p *Picture) Add(l ...Layer) { p.Layers = append(p.Layers, l...) }

// Size returns the size of the whole picture, plane and frame, in CSS pixels.
func (p *Picture) Size() (w, h int) { return p.Frame.Whole(p.View.W, p.View.H) }

// All returns the layers and the labels around the plane, in painting order.
func (p *Picture) All() []Layer {
	all := slices.Clone(p.Layers)
	for _, l := range p.Around {
		all = append(all, l)
	}
	return all
}

// AddAxes gives p a frame, and adds axes over its present layers.
func (p *Picture) AddAxes(f Frame, opt AxisOptions) {
	p.Frame = f
	under, over, around := Axes(p.View, f, opt)
	p.Add(under...)
	p.Add(over...)
	p.Around = around
}

// AddLine appends the sub-path x0,y0,x1,y1,... to a Path.
func (p *Path) AddLine(xy ...float64) {
	p.Starts = append(p.Starts, len(p.XY)/2)
	p.XY = append(p.XY, xy...)
}

// AddArrow appends an arrow from (x0, y0) to (x1, y1), with a head of constant size in pixels of view v. Both
// sub-paths, the line and the head, get keys.
func (p *Path) AddArrow(v Viewport, x0, y0, x1, y1 float64, keys ...string) {
	const head = 9
	p.AddLine(x0, y0, x1, y1)
	p.Keys = append(p.Keys, keys...)
	sx, sy := float64(v.W)/(v.X1-v.X0), float64(v.H)/(v.Y1-v.Y0)
	dx, dy := (x1-x0)*sx, (y1-y0)*sy // in pixels, y upwards
	l := math.Hypot(dx, dy)
	if !(l > head/2) || math.IsInf(l, 0) {
		return
	}
	size := min(head, 0.6*l)
	s, c := math.Sincos(0.45)
	wing := func(sign float64) (x, y float64) {
		return x1 - size*(c*dx-sign*s*dy)/l/sx, y1 - size*(c*dy+sign*s*dx)/l/sy
	}
	ax, ay := wing(1)
	bx, by := wing(-1)
	p.AddLine(ax, ay, x1, y1, bx, by)
	p.Keys = append(p.Keys, keys...)
}

// Finite converts v to float32, limited to ±1e30. It avoids min and max of floats, which are function calls in
// WebAssembly.
func Finite(v float64) float32 {
	if v > 1e30 {
		return 1e30
	}
	if v < -1e30 {
		return -1e30
	}
	return float32(v)
}

// AppendPath appends a path to layers unless it is empty.
func AppendPath(layers []Layer, p *Path) []Layer {
	if len(p.XY) == 0 {
		return layers
	}
	return append(layers, p)
}

// Lines calls fn with the coordinates of each sub-path.
func (p *Path) Lines(fn func(xy []float64)) {
	if len(p.Starts) == 0 {
		if len(p.XY) > 0 {
			fn(p.XY)
		}
		return
	}
	for k, s := range p.Starts {
		e := len(p.XY) / 2
		if k+1 < len(p.Starts) {
			e = p.Starts[k+1]
		}
		if e > s {
			fn(p.XY[2*s : 2*e])
		}
	}
}
