// Package editor is the room of the document and its edits.
//
// editor.go holds the present and what is looked at, points.go edits points (by
// gestures, too), places.go the places that are parameters, settings.go parameters and
// methods, undo.go undoes and redoes, replace.go takes whole documents.
package editor

import (
	"maps"
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
	Step     What = iota // an edit: a step of history
	Back                 // what had been done is taken back as if it had not been
	Restored             // undone or redone
	Replaced             // another document
	First                // the first that there is
	Draft                // a gesture goes on; nothing of it is kept yet
	Look                 // the same, looked at otherwise: no step of history
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
	Rolled bool // the rows of its table are shown anew, for an edit that was made before
}

// Needs are what an Editor works with.
type Needs struct {
	Catalogue *catalogue.Catalogue
	Effects   Effects
	Engine    Engine
	Notifier  Notifier
	Lock      Lock // nil = people may change everything
}

// Effects are what follows from an edit.
type Effects interface {
	// Changed is told each change of the document.
	Changed(Change)
	// Selected tells that another point is selected, or none.
	Selected()
}

// Engine is what the engine does for an edit.
type Engine interface {
	// Begun are the places at which the model that is shown has begun by itself, by
	// parameter.
	Begun() map[string][][]float64
	// Make has points made of a document's recipe, and comes back with the whole.
	Make(d doc.Document, what string)
	// Unroll has the points made of a document's table; done gets the whole.
	Unroll(d doc.Document, done func(doc.Document))
}

// Notifier tells people something of the document.
type Notifier interface {
	Toast(text string, alarm bool)
}

// Lock is what people may not change. What is changed without a hand of theirs it lets pass.
type Lock interface {
	// Refuses says what would be changed, though it is locked, if one document took the place of another;
	// "" = nothing.
	Refuses(from, to *doc.Document) string
	// Locks tells whether something of the present is locked: a parameter by its path, or LockedPoints.
	Locks(name string) bool
	// Later keeps whose hand makes an edit for a part of it that is done later.
	Later() func(do func())
}

// LockedPoints is what the points are called by a Lock.
const LockedPoints = "points"

// Editor owns the document: the present and, while a hand holds a point or sprays, its
// draft; its history; the part of the plane that is looked at; what is selected and
// what the next point will be; the last data of each kind of task and the last
// parameters of each method.
type Editor struct {
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

	class int
	value float64 // of the next point, regression over the plane
	// the parameter that a click on the plane gives a place, or that is painted there; "" = it adds a point
	adding   string
	selected int  // number of a point or of a handle (method.GripNumber), -1 = none
	dragged  int  // likewise, of what a hand holds
	moved    bool // what is held, since it was taken
	spraying bool
	stroking bool // a brush is down, on canvas; it was at wayX, wayY
	canvas   *method.Param
	wayX     float64
	wayY     float64
	brush    Brush
	before   doc.Document // the present before the draft
	typed    string       // the title that people have typed last

	lent         lent
	edits        int       // steps that were made
	replacements int       // how often another document came: opened, undone
	version      int       // of the points
	near         []float64 // of the points of a space to the eye; nil = they are in the plane
	roles        roles
	byTask       map[string]kept
	byMethod     map[place]map[string]any // by the document and the method
	carried      carried
	rolled       bool // the engine has shown the rows of the present anew
	tried        tried
	suited       suited
	origins      history.Origin // the newest

	shortened shortened
}

// New makes an editor without a document.
func New(n Needs) Editor {
	return Editor{Needs: n, selected: -1, dragged: -1, brush: Brush{Wide: 3, Level: 9}, byTask: map[string]kept{},
		byMethod: map[place]map[string]any{}}
}

// Loaded tells whether there is a document.
func (e *Editor) Loaded() bool { return e.loaded }

// Now is the document that the page shows; during a gesture, its draft. It is not
// to be changed.
func (e *Editor) Now() doc.Document { return e.now }

// Method is that of Now.
func (e *Editor) Method() string { return e.now.Method }

// Points are those of Now.
func (e *Editor) Points() []doc.Point { return e.now.Points }

// Version is that of the points.
func (e *Editor) Version() int { return e.version }

// Info declares the method, nil until the first document is there.
func (e *Editor) Info() *method.Info { return e.info }

// Task is how points are read.
func (e *Editor) Task() method.Task { return e.task }

// Plane tells whether both axes are inputs, in one scale.
func (e *Editor) Plane() bool { return e.task == "" || e.task.Plane() }

// OneScale tells whether both axes have the same scale.
func (e *Editor) OneScale() bool { return e.Plane() && e.task.OneScale(&e.now) }

// SetOneScale gives both axes the same scale, or fits each to the points: what is looked at, and no step of history.
func (e *Editor) SetOneScale(on bool) {
	if e.info == nil || e.OneScale() == on {
		return
	}
	e.suited.axes = true
	switch e.now.View.Axes = ""; {
	case !on:
		e.now.View.Axes = doc.FreeAxes
	case e.info.FitsAxes(&e.now):
		e.now.View.Axes = doc.EqualAxes // it would be free where a method is chosen
	}
	e.ShowAll()
}

// Source tells which method the document has, which recipe its data, and whether some are
// held out.
func (e *Editor) Source() string {
	s := e.now.Method
	if t := e.now.Table; t != nil {
		s += " table " + t.Name
	}
	if e.now.Dataset != nil {
		s += " " + e.now.Dataset.Name
	}
	if !e.now.Split.IsZero() {
		s += ", held out"
	}
	return s
}

// Settled is the newest document that no gesture is about to change: in the middle
// of one, which drafted tells, the one before it.
func (e *Editor) Settled() (now doc.Document, drafted bool) {
	if e.drafts() {
		return e.before, true
	}
	return e.now, false
}

func (e *Editor) drafts() bool { return e.dragged != -1 || e.spraying || e.stroking }

// set makes n the present, without history.
func (e *Editor) set(n doc.Document, c Change) {
	if n.Params == nil {
		n.Params = map[string]any{}
	}
	switch c.What {
	case Step:
		e.edits++
	case Replaced, First, Restored:
		e.replacements++
	}
	task, old := e.task, e.now
	e.now = n
	e.renew()
	_, e.near = method.TurnRows(&e.now)
	c.Method, c.Task, c.Names = old.Method != n.Method, task != e.task, !old.Names.Equal(n.Names)
	c.Roles = old.Split != n.Split || partedOf(&old) != partedOf(&n)
	if c.Points {
		e.version++
	}
	if c.View {
		e.fit()
	}
	if _, ok := e.Spot(e.selected); !ok && e.selected < -1 {
		e.Select(-1) // its handle is gone
	}
	if c.What == Replaced || c.What == First {
		e.pickValue()
	}
	e.Effects.Changed(c)
}

// renew looks the method up.
func (e *Editor) renew() {
	e.info = e.Catalogue.Method(e.now.Method)
	if e.info != nil {
		e.task = e.info.TaskOf(e.now.Params)
	}
}

// commit makes n the present, as a step of history: see history.Stack.Commit. It is false where
// that is locked.
func (e *Editor) commit(n doc.Document, what, key string, c Change) bool {
	if e.refused(&n) {
		return false
	}
	e.walled(&n)
	e.unsweep(&n)
	e.unchoose(&n)
	e.unpart(&n)
	if e.drafts() { // what a hand holds meanwhile is no part of the step, and may go back
		e.before = e.undrafted(n)
		e.hist.Commit(e.before, what, key, c.View)
	} else {
		e.hist.Commit(n, what, key, c.View)
	}
	e.set(n, c)
	return true
}

// undrafted is a document with what a hand holds as it was before.
func (e *Editor) undrafted(n doc.Document) doc.Document {
	p := e.canvas
	if g, ok := e.grip(e.dragged); ok {
		p = g.Param
	} else if !e.stroking {
		n.Points, n.Dataset, n.Table = e.before.Points, e.before.Dataset, e.before.Table
		return n
	}
	n.Params = maps.Clone(n.Params)
	if n.Params[p.Name] = e.before.Params[p.Name]; n.Params[p.Name] == nil {
		delete(n.Params, p.Name)
	}
	return n
}

// refused tells that people may not make n of the present, and says so.
func (e *Editor) refused(n *doc.Document) bool {
	if e.Lock == nil || !e.loaded {
		return false
	}
	what := e.Lock.Refuses(&e.now, n)
	if what != "" {
		e.tellLocked(what)
	}
	return what != ""
}

// Locks tells whether people may not change something of the present; see Lock.
func (e *Editor) Locks(name string) bool { return e.Lock != nil && e.Lock.Locks(name) }

// Denies tells that they may not, and says so to them.
func (e *Editor) Denies(name, called string) bool {
	if !e.Locks(name) {
		return false
	}
	e.tellLocked(called)
	return true
}

func (e *Editor) tellLocked(what string) {
	e.Notifier.Toast("Locked on this page: "+what+".", false)
}

// Fixed tells whether people may not move or remove the point or the handle with a number, or add another, -1.
func (e *Editor) Fixed(i int) bool {
	name, _ := e.lockOf(i)
	return e.Locks(name)
}

// Holds tells that Fixed is so, and says so to people.
func (e *Editor) Holds(i int) bool {
	name, called := e.lockOf(i)
	return e.Denies(name, called)
}

// lockOf is what has to be unlocked for a change of a point or a handle, or for another one, -1.
func (e *Editor) lockOf(i int) (name, called string) {
	p := (*method.Param)(nil)
	if g, ok := e.grip(i); ok {
		p = g.Param
	} else if i == -1 {
		if p = e.Painting(); p == nil {
			p = e.Adding()
		}
	}
	if p == nil {
		return LockedPoints, LockedPoints
	}
	return p.Name, p.Label
}

// Seal ends a gesture of sliders or typing: the next edit is a step of its own.
func (e *Editor) Seal() { e.hist.Seal() }

// SetTitle names the document. Nothing that is drawn changes. A title that people have typed stays with other data.
func (e *Editor) SetTitle(title string) {
	e.now.Title, e.typed = title, title
	e.edits++
	e.hist.Commit(e.now, "change the title", "title", false)
}

// Typed tells which title people have typed, on an earlier visit, too.
func (e *Editor) Typed(title string) { e.typed = title }

// Titled is the title with other data: the one that was typed, else what these are called.
func (e *Editor) Titled(data string) string {
	if e.typed != "" && e.now.Title == e.typed {
		return e.typed
	}
	return data
}

// Names are what axes and classes are called: all that have a name.
func (e *Editor) Names() doc.Names { return e.now.Names }

// SetNames gives other names; what is empty gets the name back that the data set
// gives it, if it gives one. It tells whether the document is another one.
func (e *Editor) SetNames(n doc.Names, what, key string) bool {
	n = n.Over(e.now.Given())
	if !e.loaded || n.Equal(e.now.Names) {
		return false
	}
	to := e.now
	to.Names = n
	e.commit(to, what, key, Change{What: Step})
	return true
}

// View is the part of the plane that is looked at.
func (e *Editor) View() picture.Viewport { return e.view }

// Resize gives the plane another size in pixels. What is looked at stays, as far as
// one scale for both axes allows.
func (e *Editor) Resize(w, h int, scale float64) {
	x, y := [2]float64{e.view.X0, e.view.X1}, [2]float64{e.view.Y0, e.view.Y1}
	switch {
	case e.now.View.HasRange():
		x, y = e.now.View.X, e.now.View.Y
	case !e.fitted:
		x, y = [2]float64{0, 1}, [2]float64{0, 1}
	}
	e.view = picture.FitViewport(x, y, e.OneScale(), w, h, scale)
}

// fit looks at the range that the document names.
func (e *Editor) fit() {
	e.view = picture.FitViewport(e.now.View.X, e.now.View.Y, e.OneScale(), e.view.W, e.view.H, e.view.Scale)
	e.fitted = true
}

// frame gives a document a range if it has none, so that it stays where it is while
// its points change.
func frame(n *doc.Document, in *method.Info) {
	if !n.View.HasRange() {
		n.View.X, n.View.Y = method.RangeOf(n, in.TaskOf(n.Params).OneScale(n))
	}
}

// SetView looks at another part of the plane.
func (e *Editor) SetView(v picture.Viewport) {
	if v == e.view {
		return
	}
	e.view, e.framed = v, false
	e.now.View.X, e.now.View.Y = [2]float64{v.X0, v.X1}, [2]float64{v.Y0, v.Y1}
	e.look()
	e.Effects.Changed(Change{What: Look, View: true})
}

// lent is room that a picture was given above and below what was looked at.
type lent struct {
	on       bool
	from, to [2]float64 // of y, before and since; equal where there was room enough
}

// MakeRoom looks at heights that have become worth seeing beside the points (those of
// a prior), and back at what was looked at before when they no longer are. What people
// look at themselves meanwhile stays.
func (e *Editor) MakeRoom(heights []float64) {
	now := e.now.View.Y
	switch wanted := len(heights) == 2; {
	case wanted && !e.lent.on:
		e.lent = lent{true, now, [2]float64{min(now[0], heights[0]), max(now[1], heights[1])}}
		e.lookAtHeights(e.lent.to)
	case !wanted && e.lent.on:
		if now == e.lent.to {
			e.lookAtHeights(e.lent.from)
		}
		e.lent = lent{}
	}
}

func (e *Editor) lookAtHeights(y [2]float64) {
	if y == e.now.View.Y || !(y[0] < y[1]) || e.Plane() {
		return
	}
	e.now.View.Y = y
	e.fit()
	e.look()
	e.Effects.Changed(Change{What: Look, View: true})
}

// ShowAll looks at all points.
func (e *Editor) ShowAll() { e.Show(method.RangeOf(&e.now, e.OneScale())) }

// Place shows the rows of a table where a picture's model has them: no edit. Where all of them
// fitted the part of the plane that is looked at, or nobody has chosen it, that follows.
func (e *Editor) Place(pl method.Projection) {
	n := len(e.now.Points)
	if e.now.Table == nil || pl.Q*n != len(pl.At) {
		return
	}
	follows := e.framed
	if e.placed == e.version {
		follows = e.suits()
	}
	flat := e.near == nil
	pl.Show(&e.now)
	if e.now.Points, e.near = method.TurnRows(&e.now); flat != (e.near == nil) {
		e.version++ // the engine packs the rows of a space otherwise
	}
	e.framed, e.placed = false, e.version
	e.look()
	if follows && !e.suits() {
		e.ShowAll()
	}
}

// suits tells whether what is looked at shows all points, and not much more. It leaves out
// margins, so that what grows slowly does not move it all the time.
func (e *Editor) suits() bool {
	x, y := method.RangeOf(&e.now, true)
	w, h := x[1]-x[0], y[1]-y[0]
	v, m := e.view, 0.05*max(w, h)
	return x[0]+m > v.X0 && x[1]-m < v.X1 && y[0]+m > v.Y0 && y[1]-m < v.Y1 && (2*w > v.X1-v.X0 || 2*h > v.Y1-v.Y0)
}

// Near is how near to the eye each point of a space is, 0..1; nil in the plane.
func (e *Editor) Near() []float64 { return e.near }

// Turn looks at a space from elsewhere: degrees by which its azimuth and elevation change.
// The points are those of the same rows at other places of the plane.
func (e *Editor) Turn(azimuth, elevation float64) {
	t := e.now.View.Turned()
	t[0] = math.Remainder(t[0]+azimuth, 360)
	t[1] = min(max(t[1]+elevation, -90), 90)
	for k := range t {
		t[k] = math.Round(100*t[k]) / 100
	}
	e.turnTo(&t)
}

// TurnBack looks at a space as a document does that says nothing of it.
func (e *Editor) TurnBack() { e.turnTo(nil) }

func (e *Editor) turnTo(t *[2]float64) {
	if e.near == nil || t == nil && e.now.View.Turn == nil || t != nil && *t == e.now.View.Turned() {
		return
	}
	e.now.View.Turn = t
	e.now.Points, e.near = method.TurnRows(&e.now)
	e.look()
	e.Effects.Changed(Change{What: Look, Turned: true})
}

// Show looks at a part of the plane.
func (e *Editor) Show(x, y [2]float64) {
	e.now.View.X, e.now.View.Y = x, y
	e.fit()
	e.look()
	e.Effects.Changed(Change{What: Look, View: true})
}

// LookAt looks at another step of the fit, nil = its end.
func (e *Editor) LookAt(step *int) {
	n := e.now
	n.View.Step = step
	e.walled(&n)
	e.now = n
	e.look()
	e.Effects.Changed(Change{What: Look})
}

// Present shows the stage alone and large, or the page around it again.
func (e *Editor) Present(on bool) {
	if on == e.now.View.Present {
		return
	}
	e.now.View.Present = on
	e.look()
	e.Effects.Changed(Change{What: Look})
}

// look makes what is looked at part of the present, and not a step of history; a
// draft that is given up keeps it, too.
func (e *Editor) look() {
	if !e.drafts() {
		e.hist.Amend(e.now)
	}
	e.before.View.X, e.before.View.Y, e.before.View.Step = e.now.View.X, e.now.View.Y, e.now.View.Step
	e.before.View.Present, e.before.View.Turn = e.now.View.Present, e.now.View.Turn
	e.before.View.Sweep, e.before.View.Axes = e.now.View.Sweep, e.now.View.Axes
}
