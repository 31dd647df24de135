package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/dom"
)

// A thing is something that components show. Its version changes when it does. Things are bits, so that a component can
// read several.
type thing uint32

const (
	theDocument     thing = 1 << iota // after an edit that is a step of the history
	theHistory                        // what undo and redo do; a draft that was taken back
	theSelection                      // the point that is selected
	theFields                         // what was typed and does not hold
	theParams                         // what the panel shows of parameters beside the document: learned numbers, the brush
	theData                           // what the data panel shows beside the document: a recipe, a table, answers
	theFacts                          // the numbers of the newest picture
	theFault                          // why there is no picture
	theEngine                         // whether it is computing, loading or gone
	theNotices                        // toasts, offers and news over the plane
	theClick                          // what a click on the plane does
	theMenu                           // which menu, dialog or tab is open
	theHelp                           // whether the panel explains itself
	thePicked                         // points that are picked out
	thePlots                          // where plots stand, and which of them have keys
	thePresentation                   // how the stage is presented
	theWall                           // where the pictures side by side stand
	theStudies                        // long work, and the log of runs
	thePlayer                         // the bar of steps
	theSweep                          // the bar of a parameter that is played
	theSound                          // whether pictures sound
	theExport                         // the dialog of figures
	theColumns                        // the dialog of a table's columns
	theCourse                         // the page of a course or a deck, and how far it is answered
	theLesson                         // what the text of that page shows beside it: a handout, a code, a tool
	theSlides                         // the deck that is made here
	theClass                          // a live class
	things          = iota
	everything      = 1<<things - 1
)

// A part is a component that is rendered anew when something that it reads has changed.
type part interface {
	app.Composer
	// reads returns what Render depends on as a comparable value: the version of things, and where most changes of a thing
	// leave the part as it is, what of it is shown.
	reads() any
}

// rendered renders the components anew that show something else, in go-app's time.
type rendered struct {
	*Core

	ctx       app.Context // of the root; nil until it is mounted
	parts     []renderedPart
	versionOf [things]int
	due       bool     // a flush is
	unshown   int      // flushes that the page does not show yet
	after     []func() // to be done once it shows the next one
	marks     rootData
}

type renderedPart struct {
	part
	was     any  // what it read when it was rendered
	mounted bool // it has been
}

// changed notes that things have changed. The components that read them are rendered anew in the next frame.
func (r *rendered) changed(list thing) {
	for i := range r.versionOf {
		if list>>i&1 != 0 {
			r.versionOf[i]++
		}
	}
	r.flushSoon()
}

// tells returns what a room calls that has changed things.
func (r *rendered) tells(list thing) func() { return func() { r.changed(list) } }

// version changes when one of some things does.
func (r *rendered) version(list thing) (v int) {
	for i, n := range r.versionOf {
		if list>>i&1 != 0 {
			v += n
		}
	}
	return v
}

// rendering is called by a component's Render: what it reads now is what it shows.
func (r *rendered) rendering(p part) {
	i := slices.IndexFunc(r.parts, func(x renderedPart) bool { return x.part == p })
	if i < 0 {
		i = len(r.parts)
		r.parts = append(r.parts, renderedPart{part: p})
	}
	r.parts[i].was = p.reads()
}

// flushSoon has flush run once the event, the answer or the timer is dealt with that has changed something.
func (r *rendered) flushSoon() {
	if r.ctx != nil && !r.due {
		r.due = true
		go r.flush()
	}
}

// flush asks the components that show something else to render. They are in the order in which they came on the page.
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
	// go-app renders in its own time. What is deferred now comes after that, and
	// what it defers then after the inputs have their values (see sync).
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

// soon does something once what is rendered now is on the page. There is no context
// until a component is mounted.
func soon(ctx app.Context, do func()) {
	if ctx != nil {
		ctx.Defer(func(app.Context) { do() })
	}
}

// afterRender does something once the page shows what has changed: the card of a point
// that has just been selected.
func (r *rendered) afterRender(do func()) {
	if r.ctx == nil || !r.due && r.unshown == 0 {
		do()
		return
	}
	r.after = append(r.after, do)
	r.flushSoon()
}

// writeVersions writes on the root element which state the page has and which it shows, for tests and scripts.
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
