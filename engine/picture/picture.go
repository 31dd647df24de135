// Package picture holds pictures as data: rasters, paths, marks and labels, each
// with a meaning (a Role) and no colour. Colour comes from a Palette when a
// picture is painted (Paint) onto a Canvas: the browser's canvas, SVG, or PNG.
package picture

import (
	"math"
	"slices"
)

// Viewport is a part of the plane and the pixels it is shown on. Pixel (0,0) is
// the top left corner of the stage; data coordinates grow right and up.
type Viewport struct {
	X0, X1, Y0, Y1 float64 // data: left, right, bottom, top
	W, H           int     // CSS pixels
	Scale          float64 // device pixels per CSS pixel
}

// PX and PY turn data coordinates into CSS pixels.
func (v Viewport) PX(x float64) float64 { return (x - v.X0) / (v.X1 - v.X0) * float64(v.W) }
func (v Viewport) PY(y float64) float64 { return (v.Y1 - y) / (v.Y1 - v.Y0) * float64(v.H) }

// DX and DY turn CSS pixels into data coordinates.
func (v Viewport) DX(px float64) float64 { return v.X0 + px/float64(v.W)*(v.X1-v.X0) }
func (v Viewport) DY(py float64) float64 { return v.Y1 - py/float64(v.H)*(v.Y1-v.Y0) }

// Grid returns w*h nodes at the centres of equal tiles of the viewport, row 0 at
// the top.
func (v Viewport) Grid(w, h int) Grid {
	dx, dy := (v.X1-v.X0)/float64(w), (v.Y1-v.Y0)/float64(h)
	return Grid{X0: v.X0 + dx/2, Y0: v.Y1 - dy/2, DX: dx, DY: -dy, W: w, H: h}
}

// Grid is a regular grid of nodes: node (i, j) lies at X0+i*DX, Y0+j*DY and is
// entry j*W+i of a raster. DY is negative for grids made by Viewport.Grid.
type Grid struct {
	X0, Y0, DX, DY float64
	W, H           int
	From           int // number of the first row where this is a part of a larger grid, see Rows
}

// Over reports whether g is a grid of all of v.
func (g Grid) Over(v Viewport) bool { return g == v.Grid(g.W, g.H) }

func (g Grid) X(i int) float64 { return g.X0 + float64(i)*g.DX }
func (g Grid) Y(j int) float64 { return g.Y0 + float64(g.From+j)*g.DY }

// Rows returns rows from..to of a grid as one of their own, whose nodes lie where
// they did to the bit. Its Y0 stays that of the larger grid's first row.
func (g Grid) Rows(from, to int) Grid {
	g.From += from
	g.H = to - from
	return g
}

// Role is what a layer means. A Palette gives each Role its look; an unknown one
// is painted as RoleGuide.
type Role string

// Roles of paths, marks and labels. Extend the list rather than reuse one for what
// should look otherwise; what a layer is, its words say (Says).
const (
	RoleBoundary   Role = "boundary"     // where the decision changes
	RoleMargin     Role = "margin"       // f = ±1
	RoleSlack      Role = "slack"        // from a point to its margin
	RoleSupport    Role = "support"      // ring round a free support vector
	RoleBounded    Role = "bounded"      // mark on a support vector at the bound
	RoleMean       Role = "mean"         // regression curve
	RoleBand       Role = "band"         // filled; Level = number of standard deviations
	RoleBandEdge   Role = "band edge"    // of a new observation
	RoleBandLine   Role = "band line"    // edge of the band of a function
	RoleSample     Role = "sample"       // Class = number of the sample
	RoleIsoline    Role = "isoline"      // Level = value
	RoleCell       Role = "cell"         // Voronoi cell or tree leaf, filled by class when Class >= 0
	RoleCellEdge   Role = "cell edge"    //
	RoleDelaunay   Role = "delaunay"     //
	RoleCircle     Role = "circumcircle" //
	RoleNeighbor   Role = "neighbour"    // line or ring to a neighbour
	RoleReach      Role = "reach"        // ball that holds the neighbours
	RolePoint      Role = "point"        // the data themselves
	RoleCentroid   Role = "centroid"     //
	RoleCenter     Role = "centre"       // of a cluster: a ring of its colour round its number
	RoleMember     Role = "member"       // from a point to the centre of its cluster
	RoleTrack      Role = "track"        // path of an optimiser; Class = which of the things (Palette.Thing) it is
	RoleOptimum    Role = "optimum"      //
	RoleAxis       Role = "axis"         //
	RoleHeading    Role = "heading"      // of a picture, beside it
	RoleGridline   Role = "gridline"     //
	RoleTick       Role = "tick"         //
	RoleGuide      Role = "guide"        // thin neutral line
	RoleCursor     Role = "cursor"       //
	RoleEllipse    Role = "ellipse"      // a class's covariance
	RoleProjection Role = "projection"   // way of a point to where it is projected to, and that place
	RoleDirection  Role = "direction"    // line onto which points are projected
	RoleBar        Role = "bar"          // filled, of a chart; Class = which of the things it is
	RoleResidual   Role = "residual"     //
	RoleTube       Role = "tube"         // epsilon-insensitive zone
	RoleRival      Role = "rival track"  // path of another optimiser; Class = which of the things it is
	RoleCut        Role = "cut"          // what the newest step parts, and its parts in other pictures
	RoleHandle     Role = "handle"       // place that a hand moves and that is no point: a parameter's
	RoleKnob       Role = "knob"         // such a place of a shape that has several: smaller
	RoleBase       Role = "base"         // boundary of a model that another is made of; Class = which of the things it is
	RoleTotal      Role = "total"        // filled bar of a chart, of the whole beside its parts
	RoleWeight     Role = "weight"       // of a network, positive: as wide as Weight says
	RoleMiddle     Role = "middle"       // mean of all points
	RoleTruth      Role = "truth"        // what data are drawn from: the true curve, the boundary of the Bayes rule
	RolePicked     Role = "picked"       // round a point that people have had picked out
	RoleAgainst    Role = "against"      // of a network, negative: likewise, dashed
	RoleFlat       Role = "flat"         // line or mesh of a cluster's flat, in its colour
	RoleDensity    Role = "density"      // area under a density; Class = which of the things (Palette.Thing) it is of
	RolePlane      Role = "plane"        // a plane in space that parts classes: its outline, filled
	RoleSite       Role = "site"         // one of many places that a model has found: a dot of ink
)

// NoClass is the Class of a layer that belongs to none.
const NoClass = -1

// Layer is one of *Raster, *Path, *Marks, *Label.
type Layer interface{ layer() }

// RasterKind says how values become colours.
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
	// Interior: one plane f; the ground where f < 0; where f > 0 a pale tint of no
	// class, which grows a little up to Hi.
	Interior
	// Colors: planes of red, green and blue, each 0..255 as in sRGB: shown as they are in
	// every palette, a tile each.
	Colors
)

// Raster is a field on a grid that covers the viewport.
type Raster struct {
	Kind    RasterKind
	Grid    Grid
	Planes  [][]float32 // each len Grid.W*Grid.H
	Classes []int       // class id of each plane (Decision: of f<0 and f>0)
	Lo, Hi  float64
	// Sharp rasters are piecewise constant and computed per pixel: painted
	// without interpolation.
	Sharp bool
	// Boxes, of a Sharp raster that is constant in upright boxes, are its cuts.
	Boxes *Boxes
	// Draft is set while a hand moves: of each four pixels one is painted
	// and copied, unless the raster is Sharp. Nobody sees that in a picture that
	// the next frame replaces.
	Draft bool
	// Veil, when given (same grid, 0..1), pales the colours: 1 hides them. Used
	// for what the model does not know.
	Veil []float32
	// Basis are further planes, which are not painted: what the model's own layers
	// are drawn from where Planes do not hold it.
	Basis [][]float32
	Name  string // "decision function", "posterior mean"
	Key   string `json:"-"` // of the boundaries between its regions, see Spot; "" = they have none
	Says  string // what the colours say, for the legend, where it is not the name
	// Still says that the first plane is the same slice wherever a raster has these values, and is
	// never written to again: who paints may keep the colours. It may be smaller than the view.
	Still bool `json:"-"`

	reliefs []*Relief
	ranks   *ranks

	was, made *version // of the planes: of the raster that r follows, and of r
	patched   []bool   // of squares of nodes: what is not as it was
	labels    *labels  // of the version before, or of this one
}

// NewPlanes are n of them on a grid.
func NewPlanes(n int, g Grid) [][]float32 {
	size := g.W * g.H
	all, out := make([]float32, n*size), make([][]float32, n)
	for c := range out {
		out[c] = all[c*size : (c+1)*size : (c+1)*size]
	}
	return out
}

// PutShares writes shares to node i of planes. After rounding, too, w is the winner.
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

// Arrays lists all that r holds for its nodes: Planes, Basis and Veil.
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
	o.Grid, o.Boxes, o.reliefs, o.ranks = g, nil, nil, nil
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

// Relief makes plane k ready for contours, once for all who draw them.
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
	Closed bool      // every sub-path is a polygon (filled even-odd where the role fills)
	Weight float64   // 0..1 emphasis, where the role uses it; 0 means 1
	// Says is what the path is, for the legend: a short noun phrase in the field's
	// words, "margin, f = ±1". Paths with the same words share an entry.
	Says string
	// Z, of what is in space, is how near to the eye each place is before the space is
	// turned about its middle, from which XY are, too. nil = it is in the plane.
	Z []float64 `json:"-"`
	// Keys are those of the sub-paths, "" = none (see Spot); nil = no sub-path has one.
	Keys []string `json:"-"`
	// Hatch says that the sub-paths are the slanted lines of a hatched region.
	Hatch bool `json:"-"`
	// Slide says that a panel's path is never painted, and is the way of a line across the panel that people
	// drag up and down: see the form Slide of a Spot.
	Slide bool `json:"-"`
	// Pad says that a panel's path is never painted, and is the canvas of the parameter of the name of its key:
	// see the form Pad of a Spot.
	Pad bool `json:"-"`
	// Orbit says that a panel's path is never painted, and is an upright box in which people drag a space to turn it: see
	// the form Orbit of a Spot.
	Orbit bool `json:"-"`
	// Cells says that a panel's path is never painted, and is an upright box in so many columns and rows of cells, from
	// its upper left corner: see the form Cells of a Spot. Its only key is what CellKey begins with.
	Cells [2]int `json:"-"`
}

// Marks are symbols at data coordinates, of constant size on the screen.
type Marks struct {
	Role   Role
	XY     []float64
	Class  []int     // per mark; nil = NoClass for all. Of a mark round a data point: the point's
	Size   []float64 // per mark 0..1, relative to the role's largest; nil = 1 for all
	Value  []float64 // per mark, coloured like the Raster over [Lo, Hi] when given
	Lo, Hi float64
	// Sequential: Value is coloured by the sequential map, not the diverging one.
	Sequential bool
	Ordinal    []int // index of the document's point each mark stands for; may be nil
	Among      int   // number of data points in view: marks round points follow their size; 0 = one point
	// Group, of data points alone, is what was found of them: per mark, the class whose
	// colour it has, NoClass = that of none. Class then tells the shape alone; where
	// Class is nil, the shape is that of the group's class, too. nil = colours are those
	// of Class.
	Group []int
	// Weight, with Group, is 0..1: marks of less are fainter. nil = 1 for all.
	Weight []float64
	// Mix, with Group, is that of the colours in each mark's middle (MixOf); 0, and nil = the
	// group's colour alone.
	Mix []int `json:"-"`
	// Held, of data points alone, tells for each mark whether its point is held out: one
	// letter each, ValidationMark or TestMark, any other for none. They are hollow.
	// "" = none is.
	Held string
	// Near, of data points alone, is how near to the eye each is, 0..1: they are in space.
	// nil = they are in the plane.
	Near []float64 `json:"-"`
	// Within, with Near, is what else is in that space, see Deepen.
	Within []Deep `json:"-"`
	// Z is as a Path's.
	Z []float64 `json:"-"`
	// Says is what the marks are, for the legend, as a Path's.
	Says string
	// Keys are those of the marks, as a Path's.
	Keys []string `json:"-"`
	// room is the place that they have in a legend; nil = as much as they take. Where
	// it is small they are smaller, lines and all.
	room *room
	// crowd is how many marks are in view where this one stands for one of them (Alone); 0 = as many as it has.
	crowd int
}

// Anchor says which side of a Label's position its text is on.
type Anchor uint8

const (
	AnchorMiddle Anchor = iota
	AnchorStart         // text to the right of the position
	AnchorEnd           // text to the left
	AnchorAbove
	AnchorBelow
)

// Label is a short text at data coordinates.
type Label struct {
	Role   Role
	X, Y   float64
	Text   string
	Anchor Anchor
	Turned bool // reads upwards
	Ground bool // stands on a ground that hides what is under it
	// On is the value's colour on which it stands, in whichever of two inks is seen better there; nil = on anything.
	On *ValueColour `json:"-"`
	// Says is what the text stands for, for the legend, where it does not say so
	// itself: "points of each class" of "3:1".
	Says string
	Key  string `json:"-"` // see Spot
	// Z has one number where the label is in space, as a Path's.
	Z []float64 `json:"-"`
}

// ValueColour is the colour of a value: at which share of a raster's range it is, and whether that has both signs.
type ValueColour struct {
	Share     float64
	Diverging bool
}

// Box is what a label of a size at a place in pixels takes, at most.
func (l *Label) Box(px, py, size float64) Box {
	w, gap := TextWidth(l.Text, size), labelGap*size
	b := Box{px - w/2, py - size/2, px + w/2, py + size/2}
	switch l.Anchor {
	case AnchorStart:
		b.X0, b.X1 = px+gap, px+gap+w
	case AnchorEnd:
		b.X0, b.X1 = px-gap-w, px-gap
	case AnchorAbove:
		b.Y0, b.Y1 = py-0.6*gap-size, py-0.6*gap
	case AnchorBelow:
		b.Y0, b.Y1 = py+0.6*gap, py+0.6*gap+size
	}
	return b
}

// labelGap is the gap between a label's position and its text, in units of its size.
const labelGap = 0.35

func (*Raster) layer() {}
func (*Path) layer()   {}
func (*Marks) layer()  {}
func (*Label) layer()  {}

// Picture is what is seen of a model: layers in painting order.
type Picture struct {
	View   Viewport // the plane
	Layers []Layer  // in the plane, cut at its edges when there is a frame
	Frame  Frame    // room around the plane; none, and the picture is the plane
	Around []*Label // in the frame's margins, or on no plane; at coordinates of the plane
	Alt    string   // one sentence that says what is to be seen
	Title  string   // the document's own, may be empty
	// Draft is set while a hand moves: how wide the edges of a tiling are follows from how
	// many there are in steps, so that pictures are mostly alike.
	Draft bool `json:"-"`
	// Unseen are paths and marks that are not painted: they carry keys where nothing is
	// drawn that could (see Spot).
	Unseen []Layer
}

// Add appends layers.
func (p *Picture) Add(l ...Layer) { p.Layers = append(p.Layers, l...) }

// Size is the size of the whole, plane and frame, in CSS pixels.
func (p *Picture) Size() (w, h int) { return p.Frame.Whole(p.View.W, p.View.H) }

// All are the layers and what stands around them, in painting order.
func (p *Picture) All() []Layer {
	all := slices.Clone(p.Layers)
	for _, l := range p.Around {
		all = append(all, l)
	}
	return all
}

// AddAxes frames p and adds its axes over the layers that it has.
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

// AddArrow appends an arrow from a place to another, with a head of so many pixels of the view that it is painted in.
// Its keys are those of both sub-paths, its line and its head.
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

// Finite keeps far values within float32. It does without min and max of floats, which are calls in WebAssembly.
func Finite(v float64) float32 {
	if v > 1e30 {
		return 1e30
	}
	if v < -1e30 {
		return -1e30
	}
	return float32(v)
}

// AppendPath adds a path to layers unless it is empty.
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
