package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Part is a part of the page that can be asked to show itself anew.
type Part uint32

const (
	PartHeader Part = 1 << iota
	PartControls
	PartFacts
	PartData
	PartDock
	PartCard
	PartRoot
	PartPlayer
	PartPicker
	PartPlots
	PartColumns
	PartLarge
	PartExport
	PartMeanings
	PartWall
	PartSweep
	PartLesson
	PartLessonPlots
	PartRemarks
	PartSlides
	partsAll = 1<<iota - 1
)

// rendered owns the components that are mounted, and what the page shows of them.
type rendered struct {
	ctx     app.Context // of the root; nil until it is mounted
	parts   map[Part]app.Composer
	unshown int // refreshes that the page does not show yet
	marks   rootData

	*Core
}

// refresh asks parts to show themselves anew.
func (r *rendered) refresh(parts Part) {
	if parts&PartControls != 0 {
		parts |= PartPicker | PartMeanings | PartRemarks
	}
	if p, ok := r.parts[PartPlots].(*Plots); ok && parts&PartFacts != 0 && p.stale() {
		parts |= PartPlots | PartLarge | PartRoot
		if r.present.On() { // the stage has another width, and room for a legend or none
			parts |= PartControls | PartMeanings | PartDock
		}
	}
	if parts&PartPlots != 0 {
		parts |= PartLessonPlots
	}
	if parts&PartLesson != 0 {
		parts |= PartSlides
	}
	asked := false
	for p, compo := range r.parts {
		if parts&p == 0 || !compo.Mounted() {
			continue
		}
		compo.(interface{ Update() }).Update()
		asked = true
	}
	if !asked || r.ctx == nil {
		return
	}
	// go-app renders in its own time. What is deferred now comes after that, and
	// what it defers then after the inputs have their values (see sync).
	r.unshown++
	r.ctx.Defer(func(ctx app.Context) {
		ctx.Defer(func(app.Context) {
			r.unshown--
			r.versions.write()
		})
	})
}

// dock and data show the dock and the data panel anew.
func (r *rendered) dock() { r.refresh(PartDock) }
func (r *rendered) data() { r.refresh(PartData) }

// soon does something once what is rendered now is on the page. There is no context
// until a component is mounted.
func soon(ctx app.Context, do func()) {
	if ctx != nil {
		ctx.Defer(func(app.Context) { do() })
	}
}

// afterRender does something once the page shows what it was asked to: the card of a point
// that has just been selected.
func (r *rendered) afterRender(do func()) {
	if r.ctx == nil || r.unshown == 0 {
		do()
		return
	}
	r.ctx.Defer(func(ctx app.Context) { ctx.Defer(func(app.Context) { do() }) })
}

// versions writes on the root element which state the page has and which it shows, for tests and scripts.
type versions struct {
	*Core
}

// write writes the versions where tests and scripts can see them.
func (v *versions) write() {
	busy := "1"
	if !v.client.Unfinished() && v.page.unshown == 0 && !v.lecture.Opening() && !v.importer.Opening() {
		v.store.Shown()
		if !v.player.Follows() || v.client.Fault() != nil {
			busy = "0"
		}
	}
	m := &v.page.marks
	m.set("busy", busy)
	m.set("stateVersion", strconv.Itoa(v.client.State()))
	m.set("pictureVersion", strconv.Itoa(v.client.PaintedState()))
	m.set("pointsVersion", strconv.Itoa(v.editor.Version()))
}
