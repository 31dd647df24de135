// Package editor is the room of the document and its edits.
//
// An Editor has the present document. All edits, whichever part makes them, go the same way to the next one:
//
//	Points.Add, Params.Set, ...   the part makes another document
//	  -> Editor.commit            refuses what is locked; a step of History
//	  -> Editor.set               finds out what is different: Change
//	  -> Needs.Changed            what follows (app/ui/effects.go)
//
// A gesture changes the present in place, without steps: Draft.MoveTo -> Needs.Changed. Its end is a step. How the
// document is looked at (View) is no step either.
//
// The parts of an Editor, the state that each owns, and the parts that it works with beside the Editor:
//
//	Draft      a gesture: what is held, the document before it             Points, Places, Split
//	Points     class and value of the next point                           Selection, Places, Split, Draft, View
//	Places     the parameter that a click adds to or paints                Selection, Draft
//	Selection  the point or the handle whose coordinates are shown
//	Params     lists that a gesture shortens, methods that were tried      Methods, Units, Data, Places, History
//	Methods    parameters of methods that were left, values carried over   Params, Units, Data, View, History
//	Units      values by hand, of documents, and fitted to units           View, History
//	Layers     none: layers are the document's                             Data
//	Split      roles of points, once they are worked out                   Points, Draft
//	Wall       none: the wall is the document's                            Methods, Draft
//	Annotations  none: annotations are the document's
//	Data       the last data of each kind of task                          Methods, Units, Wall, Selection, History
//	View       the part of the plane that is seen, depths of a space       Draft, Wall, History
//	History    undo and redo, numbers of documents and data                Draft, Selection, Units
//
// Replace and Import (replace.go) take whole documents.
package editor

import (
	"slices"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// What tells what kind of change it is.
type What uint8

const (
	Step     What = iota // an edit: a step of history
	Back                 // an edit or a gesture is taken back as if it had not been made
	Restored             // undone or redone
	Opened               // another document
	First                // the first document
	Drafted              // a gesture has changed the draft, which is no step of history yet
	Viewed               // the same document, looked at in another way: no step of history
)

// Change tells how the present differs from the document before. The present has changed already.
type Change struct {
	What What

	Moved     bool // points are at other places
	Added     bool // new points follow those that there were
	Removed   bool // points are gone, and those after them have other numbers
	Relabeled bool // points have other classes or values
	Replaced  bool // the points are another list; of undo and redo, whatever has become of them

	View   bool // another part of the plane is shown
	Method bool // the method is another one
	Task   bool // points are read in another way
	Names  bool // axes or classes have other names
	Roles  bool // other points are held out, or by another rule
	Turned bool // the space is turned, and nothing else
	Rolled bool // the rows of its table are shown anew, for an edit that was made before

	SameStep bool // it went into the step of the edit before, as the moves of a slider do
}

// Points tells whether the points are different in any way.
func (c Change) Points() bool { return c.Moved || c.Added || c.Removed || c.Relabeled || c.Replaced }

// Whole tells whether it is another document, not an edit of the one before.
func (c Change) Whole() bool { return c.What == Opened || c.What == First }

// Held tells whether only what a gesture holds is different, as it is moved or painted.
func (c Change) Held() bool { return c.What == Drafted && !c.Added }

// Needs are what an Editor works with.
type Needs struct {
	Catalogue *catalogue.Catalogue
	Lock      Lock // nil = people may change everything

	Changed  func(Change)                  // is called after each change of the document
	Selected func()                        // is called when another point is selected, or none
	Toast    func(text string, alarm bool) // tells people something of the document

	// Begun returns the places at which the model that is shown has begun by itself, by parameter. nil = there are none.
	Begun func() map[string][][]float64
	// Make has the points of a document's recipe made, and imports the whole.
	Make func(d doc.Document, what string)
	// Unroll has the points of a document's table made; done gets the whole.
	Unroll func(d doc.Document, done func(doc.Document))
}

// Lock says what people may not change. It does not restrict changes that the page makes by itself.
type Lock interface {
	// Refuses says what would be changed, though it is locked, if one document took the place of another;
	// "" = nothing.
	Refuses(from, to *doc.Document) string
	// Locks tells whether something of the present is locked: a parameter by its path, or LockedPoints.
	Locks(name string) bool
	// Later returns a function that does the rest of an edit later, on behalf of whoever makes it now.
	Later() func(do func())
}

// LockedPoints is what the points are called by a Lock.
const LockedPoints = "points"

// Editor is the present document, and the only way to another one: commit and set. Each kind of edit is a part
// of it, with a state of its own. An Editor must not be copied.
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

	typed string // the title that people have typed last
}

// present is the document of now, with what is known of it. All parts read it; a gesture and the view change it in
// place, all else by set.
type present struct {
	now     doc.Document
	info    *method.Info // of now.Method
	task    method.Task
	loaded  bool
	version int // of the points
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

// Loaded tells whether there is a document.
func (e *Editor) Loaded() bool { return e.loaded }

// Now is the document that the page shows; during a gesture, its draft. It is not
// to be changed.
func (e *Editor) Now() doc.Document { return e.now }

// Method is that of Now.
func (e *Editor) Method() string { return e.now.Method }

// Version is that of the points.
func (e *Editor) Version() int { return e.version }

// Info declares the method, nil until the first document is there.
func (e *Editor) Info() *method.Info { return e.info }

// Task is how points are read.
func (e *Editor) Task() method.Task { return e.task }

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
	if e.Draft.on() {
		return e.Draft.before, true
	}
	return e.now, false
}

// set makes n the present, without history.
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
	e.Wall.follow(&n)
	e.unsweep(&n)
	e.unchoose(&n)
	e.unpart(&n)
	c.SameStep = e.History.stack.Commit(e.Draft.step(n), what, key, c.View)
	e.set(n, c)
	return true
}

// refused tells whether n would change what is locked, and says so in a toast.
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

// Denies is Locks, and says so in a toast.
func (e *Editor) Denies(name, called string) bool {
	if !e.Locks(name) {
		return false
	}
	e.tellLocked(called)
	return true
}

func (e *Editor) tellLocked(what string) {
	e.Toast("Locked on this page: "+what+".", false)
}

// SetTitle names the document. Nothing that is drawn changes. A title that people have typed stays with other data.
func (e *Editor) SetTitle(title string) {
	e.now.Title, e.typed = title, title
	e.History.age.edits++
	e.History.stack.Commit(e.now, "change the title", "title", false)
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

// Param returns a parameter's effective value.
func (e *Editor) Param(p *method.Param) any {
	if v := e.Given(p.Name); v != nil {
		return v
	}
	return p.Default
}

// Given is the value that the document gives at a parameter's path (method.PathTo); nil =
// none, and the default holds.
func (e *Editor) Given(path string) any {
	if e.info == nil {
		return nil
	}
	return e.info.Given(path, e.now.Params)
}

// ParamAt is the declaration of the parameter at a path, as the document stands; nil where
// there is none.
func (e *Editor) ParamAt(path string) *method.Param {
	if e.info == nil {
		return nil
	}
	return e.info.ParamAt(path, e.now.Params)
}

// unsweep takes a sweep away from a document whose method has no such number.
func (e *Editor) unsweep(n *doc.Document) {
	if in := e.Catalogue.Method(n.Method); n.View.Sweep != nil && (in == nil || in.CheckSweep(n) != nil) {
		n.View.Sweep = nil
	}
}

// unpart looks at the fit to all points where there is no such part of a cross-validation any more.
func (e *Editor) unpart(n *doc.Document) {
	if in := e.Catalogue.Method(n.Method); in != nil && n.View.Part != 0 && len(n.Points) > 0 {
		if parts, _ := in.TaskOf(n.Params).Parts(*n); n.View.Part > parts {
			n.View.Part = 0
		}
	}
}

// unchoose takes away what n's values were chosen by, where they, or what they were chosen for, are others than before.
func (e *Editor) unchoose(n *doc.Document) {
	old := &e.now
	if n.Study == nil || n.Study.Chosen == "" || old.Study == nil || old.Study.Chosen != n.Study.Chosen {
		return // or it has come with n
	}
	plain := func(d doc.Document) string {
		d.View, d.Title, d.Note, d.Names, d.Wall, d.Runs = doc.View{}, "", "", doc.Names{}, nil, nil
		d.Annotations = nil
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
