package editor

import (
	"math"
	"reflect"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// View is the visible part of the plane, and how the document is shown. Changes are not steps of the history.
type View struct {
	*present
	ed *Editor

	port   picture.Viewport
	fitted bool      // port belongs to the present document
	framed bool      // the user has not chosen port
	scaled bool      // the user has chosen the scales of the axes
	placed int       // version of the points that a picture has placed last
	near   []float64 // nearness of the points of a space to the eye, 0..1; nil = they are in the plane
	lent   lent
}

// Plane reports whether both axes are inputs.
func (vw *View) Plane() bool { return vw.task == "" || vw.task.Plane() }

// OneScale reports whether both axes have the same scale.
func (vw *View) OneScale() bool { return vw.Plane() && vw.task.OneScale(&vw.now) }

// SetOneScale gives both axes the same scale, or fits each to the points. It is not a step of the history.
func (vw *View) SetOneScale(on bool) {
	if vw.info == nil || vw.OneScale() == on {
		return
	}
	vw.scaled = true
	switch vw.now.View.Axes = ""; {
	case !on:
		vw.now.View.Axes = doc.FreeAxes
	case vw.info.FitsAxes(&vw.now):
		vw.now.View.Axes = doc.EqualAxes // otherwise a method could make the scales free
	}
	vw.ShowAll()
}

// scaleAxes decides whether the axes of a document that is about to replace the present one have the same scale, as
// suits its method and points, unless the user has chosen. If distances matter, independent scales are introduced only
// with other points: another method keeps the present ones.
func (vw *View) scaleAxes(n *doc.Document, in *method.Info) {
	same := sameData(n, &vw.now, false)
	if !same {
		vw.scaled = false
	}
	if n.View.Axes == doc.EqualAxes && same || vw.scaled || same && n.Method == vw.now.Method {
		return
	}
	free := in.FitsAxes(n) && (in.Free || !same || n.View.Axes == doc.FreeAxes)
	if n.View.Axes = ""; free {
		n.View.Axes = doc.FreeAxes
	}
}

// Now returns the visible part of the plane.
func (vw *View) Now() picture.Viewport { return vw.port }

// Resize sets the size of the plane in pixels. The visible part stays, as far as equal scales allow.
func (vw *View) Resize(w, h int, scale float64) {
	x, y := [2]float64{vw.port.X0, vw.port.X1}, [2]float64{vw.port.Y0, vw.port.Y1}
	switch {
	case vw.now.View.HasRange():
		x, y = vw.now.View.X, vw.now.View.Y
	case !vw.fitted:
		x, y = [2]float64{0, 1}, [2]float64{0, 1}
	}
	vw.port = picture.FitViewport(x, y, vw.OneScale(), w, h, scale)
}

// fit shows the range that the document contains.
func (vw *View) fit() {
	vw.port = picture.FitViewport(vw.now.View.X, vw.now.View.Y, vw.OneScale(), vw.port.W, vw.port.H, vw.port.Scale)
	vw.fitted = true
}

// Set shows another part of the plane.
func (vw *View) Set(v picture.Viewport) {
	if v == vw.port {
		return
	}
	vw.port, vw.framed = v, false
	vw.now.View.X, vw.now.View.Y = [2]float64{v.X0, v.X1}, [2]float64{v.Y0, v.Y1}
	vw.viewed()
	vw.ed.Changed(Change{What: Viewed, View: true})
}

// lent is the additional height that a picture was given above and below the visible part.
type lent struct {
	on       bool
	from, to [2]float64 // range of y before and since; equal if there was enough room
}

// MakeRoom extends the visible part to heights (such as a prior's) that a picture needs in addition to the points, and
// returns to the former part when they are no longer needed. A part that the user chooses in the meantime stays.
func (vw *View) MakeRoom(heights []float64) {
	now := vw.now.View.Y
	switch wanted := len(heights) == 2; {
	case wanted && !vw.lent.on:
		vw.lent = lent{true, now, [2]float64{min(now[0], heights[0]), max(now[1], heights[1])}}
		vw.lookAtHeights(vw.lent.to)
	case !wanted && vw.lent.on:
		if now == vw.lent.to {
			vw.lookAtHeights(vw.lent.from)
		}
		vw.lent = lent{}
	}
}

func (vw *View) lookAtHeights(y [2]float64) {
	if y == vw.now.View.Y || !(y[0] < y[1]) || vw.Plane() {
		return
	}
	vw.now.View.Y = y
	vw.fit()
	vw.viewed()
	vw.ed.Changed(Change{What: Viewed, View: true})
}

// ShowAll shows all points.
func (vw *View) ShowAll() { vw.Show(method.RangeOf(&vw.now, vw.OneScale())) }

// Place shows the rows of a table at the positions that a picture's model gives them; it is not an edit. The visible
// part follows if it suited the positions before or, when the rows are placed for the first time, if the user has not
// chosen it.
func (vw *View) Place(pl method.Projection) {
	n := len(vw.now.Points)
	if vw.now.Table == nil || pl.Q*n != len(pl.At) {
		return
	}
	follows := vw.framed
	if vw.placed == vw.version {
		follows = vw.suits()
	}
	flat := vw.near == nil
	pl.Show(&vw.now)
	if vw.now.Points, vw.near = method.TurnRows(&vw.now); flat != (vw.near == nil) {
		vw.version++ // the engine packs the rows of a space differently
	}
	vw.framed, vw.placed = false, vw.version
	vw.viewed()
	if follows && !vw.suits() {
		vw.ShowAll()
	}
}

// suits reports whether the visible part contains all points, and not much more. It ignores margins, so that slow
// growth does not move it all the time.
func (vw *View) suits() bool {
	x, y := method.RangeOf(&vw.now, true)
	w, h := x[1]-x[0], y[1]-y[0]
	v, m := vw.port, 0.05*max(w, h)
	return x[0]+m > v.X0 && x[1]-m < v.X1 && y[0]+m > v.Y0 && y[1]-m < v.Y1 && (2*w > v.X1-v.X0 || 2*h > v.Y1-v.Y0)
}

// Near returns how near to the eye each point of a space is, 0..1; nil in the plane.
func (vw *View) Near() []float64 { return vw.near }

// Turn rotates a space: azimuth and elevation are changes in degrees. The points are then the same rows at other
// positions in the plane.
func (vw *View) Turn(azimuth, elevation float64) {
	t := vw.now.View.Turned()
	t[0] = math.Remainder(t[0]+azimuth, 360)
	t[1] = min(max(t[1]+elevation, -90), 90)
	for k := range t {
		t[k] = math.Round(100*t[k]) / 100
	}
	vw.turnTo(&t)
}

// TurnBack restores the default rotation of a space.
func (vw *View) TurnBack() { vw.turnTo(nil) }

func (vw *View) turnTo(t *[2]float64) {
	if vw.near == nil || t == nil && vw.now.View.Turn == nil || t != nil && *t == vw.now.View.Turned() {
		return
	}
	vw.now.View.Turn = t
	vw.now.Points, vw.near = method.TurnRows(&vw.now)
	vw.viewed()
	vw.ed.Changed(Change{What: Viewed, Turned: true})
}

// Show shows a part of the plane.
func (vw *View) Show(x, y [2]float64) {
	vw.now.View.X, vw.now.View.Y = x, y
	vw.fit()
	vw.viewed()
	vw.ed.Changed(Change{What: Viewed, View: true})
}

// ShowStep shows another step of the fit, nil = its end.
func (vw *View) ShowStep(step *int) {
	n := vw.now
	n.View.Step = step
	vw.ed.Wall.follow(&n)
	vw.now = n
	vw.viewed()
	vw.ed.Changed(Change{What: Viewed})
}

// Present shows the stage alone and enlarged, or returns to the page.
func (vw *View) Present(on bool) {
	if on == vw.now.View.Present {
		return
	}
	vw.now.View.Present = on
	vw.viewed()
	vw.ed.Changed(Change{What: Viewed})
}

// SetSweep sets which parameter can be played, nil = none. It is not a step of the history.
func (vw *View) SetSweep(s *doc.Sweep) {
	if !vw.loaded || reflect.DeepEqual(s, vw.now.View.Sweep) {
		return
	}
	vw.now.View.Sweep = s
	vw.viewed()
	vw.ed.Changed(Change{What: Viewed})
}

// Swept returns the present sweep and its parameter; nil if there is none.
func (vw *View) Swept() (*doc.Sweep, *method.Param) {
	s := vw.now.View.Sweep
	if s == nil {
		return nil, nil
	}
	p := vw.ed.ParamAt(s.Param)
	if p == nil {
		return nil, nil
	}
	return s, p
}

// viewed makes the view part of the present document without a step of the history; a draft that is undone keeps it,
// too.
func (vw *View) viewed() {
	if !vw.ed.Draft.on() {
		vw.ed.History.stack.Amend(vw.now)
	}
	vw.ed.Draft.viewed(vw.now.View)
}

// open sets the view for a document that is about to become the present one: its own range, or one computed from its
// points.
func (vw *View) open(n *doc.Document) {
	vw.framed = !n.View.HasRange()
	frame(n, vw.ed.Catalogue.Method(n.Method))
	vw.lent = lent{on: true, from: n.View.Y, to: n.View.Y}
}

// depths computes how near to the eye the present points are.
func (vw *View) depths() { _, vw.near = method.TurnRows(&vw.now) }

// ShowsAll reports whether all points are in the visible part of the plane.
func (vw *View) ShowsAll() bool {
	v := vw.port
	for i := range vw.now.Points {
		if p := &vw.now.Points[i]; p.X < v.X0 || p.X > v.X1 || p.Y < v.Y0 || p.Y > v.Y1 {
			return false
		}
	}
	return true
}
