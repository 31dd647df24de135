package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/dom"
)

// A thing is a part of the state that components show. Its version changes when it does. Things are bits, so that a
// component can read several.
type thing uint32

const (
	theDocument     thing = 1 << iota // the document, after each step of the history
	theHistory                        // what undo and redo would do; also after a gesture was undone
	theSelection                      // the selected point or annotation, and the card
	theFields                         // invalid inputs, with their messages
	theParams                         // parameters besides the document: learned numbers, the brush
	theData                           // data besides the document: a recipe, a table, predictions
	theFacts                          // the numbers of the newest picture
	theFault                          // why there is no picture
	theEngine                         // state of the engine: computing, loading, crashed
	theNotices                        // toasts, offers and news over the plane
	theClick                          // what a click on the plane does
	theMenu                           // which menu, dialog or tab is open
	theHelp                           // whether the panel explains itself
	thePicked                         // picked points
	thePlots                          // the layout of plots, and which of them have keys
	thePresentation                   // how the stage is presented
	theWall                           // the layout of the pictures side by side
	theStudies                        // studies, and the log of runs
	thePlayer                         // the bar of steps
	theSweep                          // the bar of a sweep
	theSound                          // whether the picture is played as sound
	theExport                         // the dialog of figures
	theColumns                        // the dialog of a table's columns
	theCourse                         // the page of a course or a deck, and how far it is answered
	theLesson                         // what that page shows besides its text: progress of a handout, a QR code, a tool
	theSlides                         // the user's own deck
	theClass                          // a live class
	things          = iota
	everything      = 1<<things - 1
)

// A part is a component that is rendered again when something that it reads has changed.
type part interface {
	app.Composer
	// reads returns, as a comparable value, what Render depends on: the version of things. If most changes of a thing
	// do not concern the part, it has instead the values of that thing that the part shows.
	reads() any
}

// rendered renders the components that would show something else, in go-app's time.
type rendered struct {
	*Core

	ctx       app.Context // context of the root component; nil until that is mounted
	parts     []renderedPart
	versionOf [things]int
	due       bool     // a flush will run
	unshown   int      // number of flushes whose result the page does not show yet
	after     []func() // called once the page shows the next flush
	marks     rootData // of writeVersions and others
}

type renderedPart struct {
	part
	was     any  // result of reads at its last Render
	mounted bool // it was mounted at the last flush
}

// changed notes that things have changed. The components that read them are rendered in the next frame.
func (r *rendered) changed(list thing) {
	for i := range r.versionOf {
		if list>>i&1 != 0 {
			r.versionOf[i]++
		}
	}
	r.flushSoon()
}

// tells returns a function that notes that things have changed, for a room to call.
func (r *rendered) tells(list thing) func() { return func() { r.changed(list) } }

// version returns a number that changes when one of some things does.
func (r *rendered) version(list thing) (v int) {
	for i, n := range r.versionOf {
		if list>>i&1 != 0 {
			v += n
		}
	}
	return v
}

// rendering is called by the Render of a component: what the component reads now is what it shows.
func (r *rendered) rendering(p part) {
	i := slices.IndexFunc(r.parts, func(x renderedPart) bool { return x.part == p })
	if i < 0 {
		i = len(r.parts)
		r.parts = append(r.parts, renderedPart{part: p})
	}
	r.parts[i].was = p.reads()
}

// flushSoon runs flush after the present event, answer or timer is handled completely.
func (r *rendered) flushSoon() {
	if r.ctx != nil && !r.due {
		r.due = true
		go r.flush()
	}
}

// flush makes the components render that would show something else. They are in the order of their first Render.
func (r *rendered) flush() {
	defer dom.Recover("a frame")
	r.due = false
	after := r.after
	r.after = nil
	r.parts = slices.DeleteFunc(r.parts, func(x renderedPart) bool { return x.mounted && !x.Mounted() })
	asked := false
	for i := range r.parts {
		x := &r.parts[i]
		if x.mounted = x.Mounted(); x.mounted && x.was != x.reads() {
			x.Update()
			asked = true
		}
	}
	if !asked && after == nil {
		r.writeVersions()
		return
	}
	// go-app renders in its own time. What is deferred now runs after that, and what is deferred then runs after the
	// inputs have their values (see sync).
	r.unshown++
	r.ctx.Defer(func(ctx app.Context) {
		ctx.Defer(func(app.Context) {
			r.unshown--
			for _, do := range after {
				do()
			}
			r.writeVersions()
		})
	})
}

// soon calls a function once what is being rendered is on the page. It does nothing while ctx is nil: the component is
// not mounted yet.
func soon(ctx app.Context, do func()) {
	if ctx != nil {
		ctx.Defer(func(app.Context) { do() })
	}
}

// afterRender calls a function once the page shows what has changed, for instance the card of a point that was just
// selected.
func (r *rendered) afterRender(do func()) {
	if r.ctx == nil || !r.due && r.unshown == 0 {
		do()
		return
	}
	r.after = append(r.after, do)
	r.flushSoon()
}

// writeVersions sets data attributes of the root element, for tests and scripts: which state the page has, which state
// it shows, and whether it is busy.
func (r *rendered) writeVersions() {
	busy := "1"
	if !r.client.Unfinished() && !r.due && r.unshown == 0 && !r.lecture.Opening() && !r.importer.Opening() {
		r.store.Shown()
		if !r.player.Follows() || r.client.Fault() != nil {
			busy = "0"
		}
	}
	m := &r.marks
	m.set("busy", busy)
	m.set("stateVersion", strconv.Itoa(r.client.State()))
	m.set("pictureVersion", strconv.Itoa(r.client.PaintedState()))
	m.set("pointsVersion", strconv.Itoa(r.editor.Version()))
}
