// Package editor has the document and its edits.
//
// An Editor has the present document. All edits pass through the same functions, whichever part makes them:
//
//	Points.Add, Params.Set, ...   the part makes another document
//	  -> Editor.commit            refuses what is locked; a step of History
//	  -> Editor.set               determines the differences: Change
//	  -> Needs.Changed            the effects (app/ui/effects.go)
//
// A gesture changes the present document in place, without steps: Draft.MoveTo -> Needs.Changed. Its end is a step.
// Changes of the view (View) are not steps either.
//
// The parts of an Editor, the state of each, and the parts other than the Editor that it uses:
//
//	Draft      a gesture: what is dragged, the document before it          Points, Places, Split
//	Points     class and value of the next point                           Selection, Places, Split, Draft, View
//	Places     the parameter that a click adds to or paints                Selection, Draft
//	Selection  the point or the handle whose coordinates are shown
//	Params     lists that a gesture shortens, methods that were tried      Methods, Units, Data, Places, History
//	Methods    parameters of methods used before, inherited values         Params, Units, Data, View, History
//	Units      values by hand, of documents, and fitted to units           View, History
//	Layers     none: layers are the document's                             Data
//	Split      roles of points, once they are computed                     Points, Draft
//	Wall       none: the wall is the document's                            Methods, Draft
//	Annotations  none: annotations are the document's
//	Data       the last data of each kind of task                          Methods, Units, Wall, Selection, History
//	View       the visible part of the plane, depths of a space            Draft, Wall, History
//	History    undo and redo, numbers of documents and data                Draft, Selection, Units
//
// Replace and Import (replace.go) replace the whole document.
package editor

import (
	"slices"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// What is the kind of a change.
type What uint8

const (
	Step     What = iota // an edit: a step of history
	Back                 // an edit or a gesture was undone as if it had not been made
	Restored             // undone or redone
	Opened               // another document was opened
	First                // the first document was opened
	Drafted              // a gesture has changed the draft, which is not a step of the history yet
	Viewed               // only the view has changed, which is not a step of the history
)

// Change describes how the present document differs from the one before. It is reported after the change.
type Change struct {
	What What

	Moved     bool // points have moved
	Added     bool // new points were appended
	Removed   bool // points were removed, and those after them have other indices
	Relabeled bool // points have other classes or values
	Replaced  bool // the list of points is another one; after undo and redo, whatever the differences

	View   bool // another part of the plane is shown
	Method bool // the method is another one
	Task   bool // the task, by which points are read, is another one
	Names  bool // axes or classes have other names
	Roles  bool // other points are held out, or by another rule
	Turned bool // only the space was turned
	Rolled bool // the rows of the table were projected anew, as part of an earlier edit

	SameStep bool // merged into the step of the edit before, like the moves of a slider
}

// Points reports whether the points differ in any way.
func (c Change) Points() bool { return c.Moved || c.Added || c.Removed || c.Relabeled || c.Replaced }

// Whole reports whether it is another document, and not an edit of the one before.
func (c Change) Whole() bool { return c.What == Opened || c.What == First }

// Held reports whether only what is being dragged or painted has changed.
func (c Change) Held() bool { return c.What == Drafted && !c.Added }

// Needs has what an Editor depends on.
type Needs struct {
	Catalogue *catalogue.Catalogue
	Lock      Lock // nil = the user may change everything

	Changed  func(Change)                  // called after each change of the document
	Selected func()                        // called when another point is selected, or none
	Toast    func(text string, alarm bool) // shows a message about the document

	// Begun returns the starting positions that the present model has chosen by itself, by parameter; nil = none.
	Begun func() map[string][][]float64
	// Make has the points of a document's recipe made, and imports the result.
	Make func(d doc.Document, what string)
	// Unroll has the points of a document's table made; done gets the document with them.
	Unroll func(d doc.Document, done func(doc.Document))
}

// Lock decides what the user may not change. It does not restrict changes that the page makes by itself.
type Lock interface {
	// Refuses returns what is locked and would change if one document replaced another; "" = nothing.
	Refuses(from, to *doc.Document) string
	// Locks reports whether a part of the present document is locked: a parameter by its path, LockedPoints or
	// LockedAnnotations.
	Locks(name string) bool
	// Later returns a function that continues an edit later, on behalf of the caller that makes it now.
	Later() func(do func())
}

// LockedPoints is the name of the points in a Lock.
const LockedPoints = "points"

// Editor has the present document, which only commit and set replace. Each kind of edit is a part with its own state.
// An Editor must not be copied.
type Editor struct {
	Needs
	present

	Points      Points
	Places      Places
	Draft       Draft
	Selection   Selection
	Params      Params
	Methods     Methods
	Units       Units
	Layers      Layers
	Split       Split
	Wall        Wall
	Annotations Annotations
	Data        Data
	View        View
	History     History

	typed string // the title that the user has typed last
}

// present is the present document, with what is known of it. All parts read it. Gestures and the view change it in
// place, and everything else calls set.
type present struct {
	now     doc.Document
	info    *method.Info // of now.Method
	task    method.Task
	loaded  bool
	version int // version of the points
}

// Init makes an editor without a document.
func (e *Editor) Init(n Needs) {
	p := &e.present
	*e = Editor{
		Needs:     n,
		Points:    Points{present: p, ed: e},
		Places:    Places{present: p, ed: e},
		Draft:     Draft{present: p, ed: e, dragged: -1, brush: Brush{Wide: 3, Level: 9}},
		Selection: Selection{e, -1},
		Params:    Params{present: p, ed: e},
		Methods:   Methods{present: p, ed: e, used: map[place]map[string]any{}},
		Units: Units{present: p, ed: e, hand: map[place]any{}, brought: map[place]brought{},
			fitted: map[place]Fitting{}},
		Layers:      Layers{p, e},
		Split:       Split{present: p, ed: e},
		Wall:        Wall{p, e},
		Annotations: Annotations{p, e},
		Data:        Data{present: p, ed: e, last: map[string]kept{}},
		View:        View{present: p, ed: e},
		History:     History{present: p, ed: e},
	}
}

// Loaded reports whether there is a document.
func (e *Editor) Loaded() bool { return e.loaded }

// Now returns the document that the page shows; during a gesture, its draft. It must not be modified.
func (e *Editor) Now() doc.Document { return e.now }

// Method returns the id of the present method.
func (e *Editor) Method() string { return e.now.Method }

// Version returns the version of the points.
func (e *Editor) Version() int { return e.version }

// Info returns the method's declaration, nil until the first document is there.
func (e *Editor) Info() *method.Info { return e.info }

// Task returns the task, by which points are read.
func (e *Editor) Task() method.Task { return e.task }

// Source returns a text that identifies the method and the recipe or table of the data, and says whether points are
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

// Settled returns the newest document that no gesture is changing: during a gesture, which drafted reports, the one
// before it.
func (e *Editor) Settled() (now doc.Document, drafted bool) {
	if e.Draft.on() {
		return e.Draft.before, true
	}
	return e.now, false
}

// set makes n the present document, without a step of the history.
func (e *Editor) set(n doc.Document, c Change) {
	if n.Params == nil {
		n.Params = map[string]any{}
	}
	e.History.passed(c)
	task, old := e.task, e.now
	e.now = n
	e.renew()
	e.View.depths()
	c.Method, c.Task, c.Names = old.Method != n.Method, task != e.task, !old.Names.Equal(n.Names)
	c.Roles = old.Split != n.Split || partedOf(&old) != partedOf(&n)
	if c.Points() || c.Method {
		e.version++
	}
	if c.View {
		e.View.fit()
	}
	if i := e.Selection.Now(); i < -1 {
		if _, ok := e.Points.Spot(i); !ok {
			e.Selection.Set(-1) // its handle is gone
		}
	}
	if c.Whole() {
		e.Points.pickValue()
	}
	e.Changed(c)
}

// renew updates the method's declaration and task.
func (e *Editor) renew() {
	e.info = e.Catalogue.Method(e.now.Method)
	if e.info != nil {
		e.task = e.info.TaskOf(e.now.Params)
	}
}

// commit makes n the present document, as a step of the history: see history.Stack.Commit. It returns false if the edit
// is locked.
func (e *Editor) commit(n doc.Document, what, key string, c Change) bool {
	if e.refused(&n) {
		return false
	}
	e.Wall.follow(&n)
	e.unsweep(&n)
	e.unchoose(&n)
	e.unpart(&n)
	c.SameStep = e.History.stack.Commit(e.Draft.step(n), what, key, c.View)
	e.set(n, c)
	return true
}

// refused reports whether n would change something locked, and tells the user.
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

// Locks reports whether the user may not change a part of the present document; see Lock.
func (e *Editor) Locks(name string) bool { return e.Lock != nil && e.Lock.Locks(name) }

// Denies is Locks, and tells the user.
func (e *Editor) Denies(name, called string) bool {
	if !e.Locks(name) {
		return false
	}
	e.tellLocked(called)
	return true
}

func (e *Editor) tellLocked(what string) {
	says := words.Text("Locked on this page: %s.", what)
	switch what { // these are also names in addresses
	case "method":
		says = "Locked on this page: method."
	case "all":
		says = "Locked on this page: all."
	}
	e.Toast(says, false)
}

// SetTitle sets the document's title. Nothing that is drawn changes. A title that the user has typed stays with other
// data.
func (e *Editor) SetTitle(title string) {
	e.now.Title, e.typed = title, title
	e.History.age.edits++
	e.History.stack.Commit(e.now, "change the title", "title", false)
}

// Typed sets the title that the user has typed, which may have been on an earlier visit.
func (e *Editor) Typed(title string) { e.typed = title }

// Titled returns the title for other data: the one that was typed, otherwise data.
func (e *Editor) Titled(data string) string {
	if e.typed != "" && e.now.Title == e.typed {
		return e.typed
	}
	return data
}

// Names returns the names of axes and classes.
func (e *Editor) Names() doc.Names { return e.now.Names }

// SetNames sets the names. An empty one is replaced by the data set's, if it has one. SetNames reports whether the
// document has changed.
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

// Param returns a parameter's effective value.
func (e *Editor) Param(p *method.Param) any {
	if v := e.Given(p.Name); v != nil {
		return v
	}
	return p.Default
}

// Given returns the document's value at a parameter's path (method.PathTo); nil = none, so that the default holds.
func (e *Editor) Given(path string) any {
	if e.info == nil {
		return nil
	}
	return e.info.Given(path, e.now.Params)
}

// ParamAt returns the declaration of the parameter at a path in the present document; nil if there is none.
func (e *Editor) ParamAt(path string) *method.Param {
	if e.info == nil {
		return nil
	}
	return e.info.ParamAt(path, e.now.Params)
}

// unsweep removes a sweep over a parameter that the document's method does not have.
func (e *Editor) unsweep(n *doc.Document) {
	if in := e.Catalogue.Method(n.Method); n.View.Sweep != nil && (in == nil || in.CheckSweep(n) != nil) {
		n.View.Sweep = nil
	}
}

// unpart returns to the fit to all points if the part of a cross-validation that is shown no longer exists.
func (e *Editor) unpart(n *doc.Document) {
	if in := e.Catalogue.Method(n.Method); in != nil && n.View.Part != 0 && len(n.Points) > 0 {
		if parts, _ := in.TaskOf(n.Params).Parts(*n); n.View.Part > parts {
			n.View.Part = 0
		}
	}
}

// unchoose removes the note of how n's values were chosen, if they, or what they were chosen for, have changed.
func (e *Editor) unchoose(n *doc.Document) {
	old := &e.now
	if n.Study == nil || n.Study.Chosen == "" || old.Study == nil || old.Study.Chosen != n.Study.Chosen {
		return // there is no such note, or it came with n
	}
	plain := func(d doc.Document) string {
		d.Unsay()
		d.View, d.Title, d.Wall, d.Runs = doc.View{}, "", nil, nil
		head, err := doc.EncodeHead(d)
		if err != nil {
			return ""
		}
		return string(head)
	}
	if plain(*n) != plain(*old) || !slices.Equal(n.Points, old.Points) {
		n.Study = n.Study.Clone()
		n.Study.Chosen = ""
	}
}
