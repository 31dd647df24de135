// Package desk is the room of the document and its edits.
//
// desk.go holds the present and what is looked at, points.go edits points (by
// gestures, too), places.go the places that are parameters, settings.go parameters and methods, turns.go undoes and redoes,
// whole.go takes whole documents.
package desk

import (
	"math"

	"pointscape/app/history"
	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// What tells what has become of the document.
type What uint8

const (
	Step  What = iota // an edit: a step of history
	Back              // what had been done is taken back as if it had not been
	Turn              // undone or redone
	Whole             // another document
	First             // the first that there is
	Draft             // a gesture goes on; nothing of it is kept yet
	Look              // the same, looked at otherwise: no step of history
)

// Change tells of a change of the document. It is there already.
type Change struct {
	What   What
	Points bool // the points are others
	View   bool // another part of the plane is looked at
	Method bool // the method is another one
	Task   bool // points are read in another way
	Names  bool // axes or classes are called otherwise
	Roles  bool // other points are held out, or by another rule
	Turned bool // the space is turned, and nothing else
}

// Needs are what a Desk works with.
type Needs struct {
	Catalogue *catalogue.Catalogue
	Changed   func(Change)
	// Picked tells that another point is selected, or none.
	Picked func()
	// Toast tells people something of the document.
	Toast func(text string, alarm bool)
	// Begun are the places at which the model that is shown has begun by itself, by
	// parameter.
	Begun func() map[string][][]float64
	// Make has points made of a document's recipe, and comes back with the whole.
	Make func(d doc.Document, what string)
	// Unroll has the points made of a document's table; done gets the whole.
	Unroll func(d doc.Document, done func(doc.Document))
}

// Desk owns the document: the present and, while a hand holds a point or sprays, its
// draft; its history; the part of the plane that is looked at; what is selected and
// what the next point will be; the last data of each kind of task and the last
// parameters of each method.
type Desk struct {
	Needs

	hist   history.Stack
	now    doc.Document
	info   *method.Info // of now.Method
	task   method.Task
	loaded bool

	view   picture.Viewport
	fitted bool // view belongs to now
	framed bool // nobody has chosen it
	placed int  // the version of the points that a picture has placed last

	class    int
	value    float64 // of the next point, regression over the plane
	adding   string  // the parameter that a click on the plane gives a place, or that is painted there; "" = it adds a point
	selected int     // number of a point or of a handle (method.GripNumber), -1 = none
	moving   int     // likewise, of what a hand holds
	spraying bool
	stroking bool // a brush is down, on canvas; it was at wayX, wayY
	canvas   *method.Param
	wayX     float64
	wayY     float64
	brush    Brush
	before   doc.Document // the present before the draft

	lent     lent
	edits    int       // steps that were made
	wholes   int       // how often another document came: opened, undone
	version  int       // of the points
	near     []float64 // of the points of a space to the eye; nil = they are in the plane
	roles    roles
	byTask   map[string]doc.Document
	byMethod map[string]map[string]any
	carried  carried
	tried    tried

	shortened shortened
}

// New makes a desk without a document.
func New(n Needs) Desk {
	return Desk{Needs: n, selected: -1, moving: -1, brush: Brush{Wide: 3, Level: 9}, byTask: map[string]doc.Document{}, byMethod: map[string]map[string]any{}}
}

// Loaded tells whether there is a document.
func (d *Desk) Loaded() bool { return d.loaded }

// Now is the document that the page shows; during a gesture, its draft. It is not
// to be changed.
func (d *Desk) Now() doc.Document { return d.now }

// Points are those of Now.
func (d *Desk) Points() []doc.Point { return d.now.Points }

// Version is that of the points.
func (d *Desk) Version() int { return d.version }

// Info declares the method, nil until the first document is there.
func (d *Desk) Info() *method.Info { return d.info }

// Task is how points are read.
func (d *Desk) Task() method.Task { return d.task }

// Plane tells whether both axes are inputs, in one scale.
func (d *Desk) Plane() bool { return d.task == "" || d.task.Plane() }

// Source tells which method the document has, which recipe its data, and whether some are
// held out.
func (d *Desk) Source() string {
	s := d.now.Method
	if t := d.now.Table; t != nil {
		s += " table " + t.Name
	}
	if d.now.Dataset != nil {
		s += " " + d.now.Dataset.Name
	}
	if !d.now.Split.IsZero() {
		s += ", held out"
	}
	return s
}

// Settled is the newest document that no gesture is about to change: in the middle
// of one, which drafted tells, the one before it.
func (d *Desk) Settled() (now doc.Document, drafted bool) {
	if d.drafts() {
		return d.before, true
	}
	return d.now, false
}

func (d *Desk) drafts() bool { return d.moving != -1 || d.spraying || d.stroking }

// set makes n the present, without history.
func (d *Desk) set(n doc.Document, c Change) {
	if n.Params == nil {
		n.Params = map[string]any{}
	}
	switch c.What {
	case Step:
		d.edits++
	case Whole, First, Turn:
		d.wholes++
	}
	task, old := d.task, d.now
	d.now = n
	d.renew()
	_, d.near = method.TurnRows(&d.now)
	c.Method, c.Task, c.Names = old.Method != n.Method, task != d.task, !old.Names.Equal(n.Names)
	c.Roles = old.Split != n.Split
	if c.Points {
		d.version++
	}
	if c.View {
		d.fit()
	}
	if _, ok := d.Spot(d.selected); !ok && d.selected < -1 {
		d.Select(-1) // its handle is gone
	}
	if c.What == Whole || c.What == First {
		d.pickValue()
	}
	d.Changed(c)
}

// renew looks the method up.
func (d *Desk) renew() {
	d.info = d.Catalogue.Method(d.now.Method)
	if d.info != nil {
		d.task = d.info.TaskOf(d.now.Params)
	}
}

// commit makes n the present, as a step of history: see history.Stack.Commit.
func (d *Desk) commit(n doc.Document, what, key string, c Change) {
	d.hist.Commit(n, what, key, c.View)
	d.set(n, c)
}

// Seal ends a gesture of sliders or typing: the next edit is a step of its own.
func (d *Desk) Seal() { d.hist.Seal() }

// SetTitle names the document. Nothing that is drawn changes.
func (d *Desk) SetTitle(title string) {
	d.now.Title = title
	d.edits++
	d.hist.Commit(d.now, "change the title", "title", false)
}

// Names are what axes and classes are called: all that have a name.
func (d *Desk) Names() doc.Names { return d.now.Names }

// SetNames gives other names; what is empty gets the name back that the data set
// gives it, if it gives one. It tells whether the document is another one.
func (d *Desk) SetNames(n doc.Names, what, key string) bool {
	n = n.Over(d.now.Given())
	if !d.loaded || n.Equal(d.now.Names) {
		return false
	}
	to := d.now
	to.Names = n
	d.commit(to, what, key, Change{What: Step})
	return true
}

// View is the part of the plane that is looked at.
func (d *Desk) View() picture.Viewport { return d.view }

// Resize gives the plane another size in pixels. What is looked at stays, as far as
// one scale for both axes allows.
func (d *Desk) Resize(w, h int, scale float64) {
	x, y := [2]float64{d.view.X0, d.view.X1}, [2]float64{d.view.Y0, d.view.Y1}
	switch {
	case d.now.View.HasRange():
		x, y = d.now.View.X, d.now.View.Y
	case !d.fitted:
		x, y = [2]float64{0, 1}, [2]float64{0, 1}
	}
	d.view = picture.FitViewport(x, y, d.Plane(), w, h, scale)
}

// fit looks at the range that the document names.
func (d *Desk) fit() {
	d.view = picture.FitViewport(d.now.View.X, d.now.View.Y, d.Plane(), d.view.W, d.view.H, d.view.Scale)
	d.fitted = true
}

// frame gives a document a range if it has none, so that it stays where it is while
// its points change.
func frame(n *doc.Document, t method.Task) {
	if !n.View.HasRange() {
		n.View.X, n.View.Y = method.RangeOf(n, t.Plane())
	}
}

// SetView looks at another part of the plane.
func (d *Desk) SetView(v picture.Viewport) {
	if v == d.view {
		return
	}
	d.view, d.framed = v, false
	d.now.View.X, d.now.View.Y = [2]float64{v.X0, v.X1}, [2]float64{v.Y0, v.Y1}
	d.look()
	d.Changed(Change{What: Look, View: true})
}

// lent is room that a picture was given above and below what was looked at.
type lent struct {
	on       bool
	from, to [2]float64 // of y, before and since; equal where there was room enough
}

// MakeRoom looks at heights that have become worth seeing beside the points (those of
// a prior), and back at what was looked at before when they no longer are. What people
// look at themselves meanwhile stays.
func (d *Desk) MakeRoom(heights []float64) {
	now := d.now.View.Y
	switch wanted := len(heights) == 2; {
	case wanted && !d.lent.on:
		d.lent = lent{true, now, [2]float64{min(now[0], heights[0]), max(now[1], heights[1])}}
		d.lookAtHeights(d.lent.to)
	case !wanted && d.lent.on:
		if now == d.lent.to {
			d.lookAtHeights(d.lent.from)
		}
		d.lent = lent{}
	}
}

func (d *Desk) lookAtHeights(y [2]float64) {
	if y == d.now.View.Y || !(y[0] < y[1]) || d.Plane() {
		return
	}
	d.now.View.Y = y
	d.fit()
	d.look()
	d.Changed(Change{What: Look, View: true})
}

// ShowAll looks at all points.
func (d *Desk) ShowAll() { d.Show(method.RangeOf(&d.now, d.Plane())) }

// Place shows the rows of a table where a picture's model has them: no edit. Where all of them
// fitted the part of the plane that is looked at, or nobody has chosen it, that follows.
func (d *Desk) Place(pl method.Projection) {
	n := len(d.now.Points)
	if d.now.Table == nil || pl.Q*n != len(pl.At) {
		return
	}
	follows := d.framed
	if d.placed == d.version {
		follows = d.suits()
	}
	flat := d.near == nil
	pl.Show(&d.now)
	if d.now.Points, d.near = method.TurnRows(&d.now); flat != (d.near == nil) {
		d.version++ // the engine packs the rows of a space otherwise
	}
	d.framed, d.placed = false, d.version
	d.look()
	if follows && !d.suits() {
		d.ShowAll()
	}
}

// suits tells whether what is looked at shows all points, and not much more. It leaves out
// margins, so that what grows slowly does not move it all the time.
func (d *Desk) suits() bool {
	x, y := method.RangeOf(&d.now, true)
	w, h := x[1]-x[0], y[1]-y[0]
	v, m := d.view, 0.05*max(w, h)
	return x[0]+m > v.X0 && x[1]-m < v.X1 && y[0]+m > v.Y0 && y[1]-m < v.Y1 && (2*w > v.X1-v.X0 || 2*h > v.Y1-v.Y0)
}

// Near is how near to the eye each point of a space is, 0..1; nil in the plane.
func (d *Desk) Near() []float64 { return d.near }

// Turn looks at a space from elsewhere: degrees by which its azimuth and elevation change.
// The points are those of the same rows at other places of the plane.
func (d *Desk) Turn(azimuth, elevation float64) {
	t := d.now.View.Turned()
	t[0] = math.Remainder(t[0]+azimuth, 360)
	t[1] = min(max(t[1]+elevation, -90), 90)
	for k := range t {
		t[k] = math.Round(100*t[k]) / 100
	}
	d.turnTo(&t)
}

// TurnBack looks at a space as a document does that says nothing of it.
func (d *Desk) TurnBack() { d.turnTo(nil) }

func (d *Desk) turnTo(t *[2]float64) {
	if d.near == nil || t == nil && d.now.View.Turn == nil || t != nil && *t == d.now.View.Turned() {
		return
	}
	d.now.View.Turn = t
	d.now.Points, d.near = method.TurnRows(&d.now)
	d.look()
	d.Changed(Change{What: Look, Turned: true})
}

// Show looks at a part of the plane.
func (d *Desk) Show(x, y [2]float64) {
	d.now.View.X, d.now.View.Y = x, y
	d.fit()
	d.look()
	d.Changed(Change{What: Look, View: true})
}

// LookAt looks at another step of the fit, nil = its end.
func (d *Desk) LookAt(step *int) {
	d.now.View.Step = step
	d.look()
	d.Changed(Change{What: Look})
}

// Present shows the stage alone and large, or the page around it again.
func (d *Desk) Present(on bool) {
	if on == d.now.View.Present {
		return
	}
	d.now.View.Present = on
	d.look()
	d.Changed(Change{What: Look})
}

// look makes what is looked at part of the present, and not a step of history; a
// draft that is given up keeps it, too.
func (d *Desk) look() {
	if !d.drafts() {
		d.hist.Amend(d.now)
	}
	d.before.View.X, d.before.View.Y, d.before.View.Step = d.now.View.X, d.now.View.Y, d.now.View.Step
	d.before.View.Present, d.before.View.Turn = d.now.View.Present, d.now.View.Turn
}
