package stage

import (
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Look is how points are painted.
type Look struct {
	Task    method.Task
	Roles   string  // of the points: those that are held out are hollow; "" = all train
	Lo, Hi  float64 // range of the colours of values, if Scaled
	Scaled  bool
	Palette *picture.Palette
	// Table, if it is given and says so, colours the points by one of its columns.
	Table *doc.Table
	// Found, if it is given, colours the points by the model's groups.
	Found *Found
}

// Marks returns the points as marks, without the one at index skip (-1 = all).
func (l Look) Marks(pts []doc.Point, skip int) *picture.Marks {
	if values, _ := l.Table.Colours(); values != nil && len(values) == len(pts) && skip < 0 {
		m := picture.PointMarks(l.Task.Marks(pts, l.Roles, -1).XY, nil, values)
		m.Sequential = true
		return m
	}
	if l.Found != nil {
		group, weight, mix := l.Found.Each(pts)
		return l.Task.GroupedMarks(pts, l.Roles, skip, group, weight, mix)
	}
	m := l.Task.Marks(pts, l.Roles, skip)
	if l.Scaled && m.Value != nil {
		m.Lo, m.Hi = l.Lo, l.Hi
	}
	return m
}

// held is how the dragged point is painted, if points are coloured by groups or some are held out.
type held struct {
	class, group, mix int
	weight            float64
	classed           bool   // the class determines the shape
	role              string // "" = training
}

// held returns how the point at index i is painted; ok is false if that follows from its own numbers, or there is none.
func (l Look) held(pts []doc.Point, i int) (h held, ok bool) {
	if i < 0 || i >= len(pts) || l.Found == nil && l.Roles == "" {
		return held{}, false
	}
	if i < len(l.Roles) {
		h.role = l.Roles[i : i+1]
	}
	if l.Found == nil {
		return h, true
	}
	group, weight, mix := l.Found.Each(pts)
	if mix != nil {
		h.mix = mix[i]
	}
	h.class, h.group, h.weight, h.classed = pts[i].Class(), group[i], 1, l.Task.Classed(pts)
	if weight != nil {
		h.weight = weight[i]
	}
	return h, true
}

// heldMarks returns the dragged point, with its third column z, at a position.
func (l Look) heldMarks(h held, x, y, z float64) *picture.Marks {
	if l.Found == nil {
		l.Roles = h.role
		return l.Marks([]doc.Point{{X: x, Y: y, Z: z}}, -1)
	}
	m := &picture.Marks{Role: picture.RolePoint, XY: []float64{x, y}, Group: []int{h.group}, Weight: []float64{h.weight},
		Mix: []int{h.mix}, Held: h.role}
	if h.classed {
		m.Class = []int{h.class}
	}
	return m
}

// Space is the geometry of points in space: how near to the eye each is, 0..1, and the axes with their names through
// the middle, in the present rotation.
type Space struct {
	Near  []float64
	Reach float64
	Mid   [3]float64
	Turn  [2]float64
	Names []string
}

// split separates layers over the points: those in the plane, and those in space.
func split(layers []picture.Layer) (flat, deep []picture.Layer) {
	for _, l := range layers {
		if picture.InSpace(l) {
			deep = append(deep, l)
		} else {
			flat = append(flat, l)
		}
	}
	return flat, deep
}

// Mark is the position of an answer to a question: a ring with a tick if it was right, otherwise with a cross.
type Mark struct {
	X, Y  float64
	Right bool
}

// Ring is a ring round a point, or round a handle.
type Ring struct {
	X, Y float64
	Grip bool
}

// radius returns the radius of the ring's object; for a point that is r.
func (q *Ring) radius(p *picture.Palette, r float64) float64 {
	if q.Grip {
		return p.Style(picture.RoleHandle).Radius
	}
	return r
}

// ringGround is the additional width of a ring's border, in CSS pixels.
const ringGround = 2.5

// ring paints a circle with a border in the stage's colour.
func ring(c picture.Canvas, x, y, r, width float64, col picture.Color, pal *picture.Palette) {
	var o picture.Outline
	o.Circle(x, y, r)
	c.Stroke(&o, picture.Stroke{Color: pal.Stage.Alpha(0.9), Width: width + ringGround})
	c.Stroke(&o, picture.Stroke{Color: col, Width: width})
}

func paintCursor(c picture.Canvas, x, y float64, pal *picture.Palette) {
	var o picture.Outline
	for _, d := range [4][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		o.MoveTo(x+4*d[0], y+4*d[1])
		o.LineTo(x+14*d[0], y+14*d[1])
	}
	c.Stroke(&o, picture.Stroke{Color: pal.Stage.Alpha(0.9), Width: 4.5})
	c.Stroke(&o, picture.Stroke{Color: pal.Accent, Width: 2})
}

// paint paints a ring with a tick or a cross, in ink with a border in the stage's colour.
func (m *Mark) paint(c picture.Canvas, x, y float64, pal *picture.Palette) {
	var o picture.Outline
	o.Circle(x, y, 11)
	way := []float64{-4.5, -4.5, 4.5, 4.5, 4.5, -4.5, -4.5, 4.5}
	if m.Right {
		way = []float64{-5, 0.5, -1.5, 4, -1.5, 4, 5, -4}
	}
	for i := 0; i < len(way); i += 4 {
		o.MoveTo(x+way[i], y+way[i+1])
		o.LineTo(x+way[i+2], y+way[i+3])
	}
	c.Stroke(&o, picture.Stroke{Color: pal.Stage, Width: 5.5})
	c.Stroke(&o, picture.Stroke{Color: pal.Ink, Width: 2.5})
}

// LeastWidth and LeastHeight are the least size of an embedded frame with room for axis margins.
const LeastWidth, LeastHeight = 360, 180

// frameOf returns the margins for the axes on a stage of w x h pixels. An embedded frame that is too small has none.
func frameOf(w, h int, embedded bool, text float64, opt picture.AxisOptions) picture.Frame {
	if embedded && (w < LeastWidth || h < LeastHeight) {
		return picture.Inside(text)
	}
	return picture.Gutter(w, text, opt)
}

// Events has the functions that the stage calls.
type Events struct {
	Resized func(w, h int, scale float64)
	Painted func()             // the newest picture is visible
	Settled func()             // a pointer was lifted, or the wheel has stopped
	Dropped func(workers.File) // a file was dropped on the stage
	Axis    func(axis string)  // the numbers of an axis, "x" or "y" as in doc.Names, were double-clicked
}
