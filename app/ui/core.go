// Package ui is the page: go-app components around one Core, which holds the
// document and everything that is derived from it here. Components only show
// the Core and tell it what people have done; they hold no state that matters.
package ui

import (
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/history"
	"pointscape/app/pool"
	"pointscape/app/room/clock"
	"pointscape/app/room/keep"
	"pointscape/app/room/load"
	"pointscape/app/room/notices"
	"pointscape/app/room/panels"
	"pointscape/app/room/player"
	"pointscape/app/room/talk"
	"pointscape/app/stage"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Part is a part of the page that can be asked to show itself anew.
type Part uint16

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
	partsAll = 0xffff
)

// Core is the state of the page. Everything runs on the browser's one thread.
type Core struct {
	Embedded bool

	clock   clock.Clock
	keeper  keep.Keeper
	loader  load.Loader
	recipes load.Recipes
	player  player.Player
	talk    talk.Talk
	panels  panels.Panels

	board      notices.Board
	fields     notices.Fields // of the parameters and of the card
	dataFields notices.Fields // of the data panel
	speaker    notices.Speaker
	facts      clock.Pace // the facts, while they change

	ctx     app.Context // of the root; nil until it is mounted
	unshown int         // refreshes that the page does not show yet
	screen  stage.Screen
	gesture stage.Gesture
	hist    history.Stack
	parts   map[Part]app.Composer

	hello   *wire.Hello
	doc     doc.Document // the present; during a gesture, its draft
	info    *method.Info // of doc.Method; nil until the first document is there
	task    method.Task
	loaded  bool
	view    picture.Viewport
	fitted  bool // view belongs to doc
	palette *picture.Palette
	theme   string // "auto" or a palette's name

	// Editing.
	class    int
	value    float64 // of the next point, regression over the plane
	selected int
	hover    int
	moving   int // the point a hand holds, -1 = none
	before   doc.Document
	spraying bool
	sliding  bool // a slider is held
	slid     bool // a parameter's slider
	quiet    bool // edits ask no part to show itself
	viewing  bool // the view has changed and not settled yet

	pointsVersion int // as sent to the worker

	// Hovering.
	hovX, hovY  float64
	hovIn       bool
	explaining  bool
	explainNext bool
	explainedAt time.Time

	// Surroundings.
	menu       string // the open menu or dialog
	tab        string // phone: "method", "data", "results"
	explainAll bool   // help lines are shown
	advanced   bool
	allFacts   bool                    // facts are not folded
	query      string                  // typed in the picker of methods
	candidate  string                  // the method that Enter would choose
	byTask     map[string]doc.Document // the last data of each kind of task
	byMethod   map[string]map[string]any
	carried    carried

	marks   rootData
	readout readout
}

// NewCore makes the page's state. theme is "auto" or a palette's name, embedded
// tells that the stage stands alone in somebody's frame.
func NewCore(theme string, embedded bool) *Core { return newCore(theme, embedded, clock.System{}) }

func newCore(theme string, embedded bool, time clock.Clock) *Core {
	c := &Core{
		clock:    time,
		Embedded: embedded,
		parts:    map[Part]app.Composer{},
		theme:    theme,
		selected: -1, hover: -1, moving: -1,
		tab:      "method",
		byTask:   map[string]doc.Document{},
		byMethod: map[string]map[string]any{},
	}
	c.explainAll = local.Get(ExplainKey) == "true"
	c.gesture.Host = (*host)(c)
	c.screen.Embedded = embedded
	c.applyTheme()
	c.furnish()
	return c
}

// furnish tells the rooms what they work with.
func (c *Core) furnish() {
	c.keeper.Needs = keep.Needs{
		Clock: c.clock, Local: local, Session: session, Address: bar{}, Voice: &c.board, Embedded: c.Embedded,
		Loader: &c.loader, Present: c.whole, Linked: c.linked, Before: c.putBefore,
	}
	c.loader.Needs = load.Needs{
		Engine: &c.talk, Accept: c.replace,
		Note: func(text string) { c.board.Toast(text, false) },
	}
	c.board = notices.Board{Clock: c.clock, Changed: func() { c.refresh(PartDock) }}
	c.speaker = notices.Speaker{
		Clock: c.clock,
		Live:  func(text string) { setText("live", text) }, Result: func(text string) { setText("announce", text) },
	}
	c.player.Needs = player.Needs{
		Clock: c.clock,
		Step:  func() *int { return c.doc.View.Step }, Look: c.lookAtStep,
		State: c.talk.State, Painted: c.talk.PaintedState,
		Source: c.source,
		Render: func() { c.refresh(PartPlayer) }, Write: c.writePlayer,
		Say: c.speaker.Say, Settled: c.settled, Still: reducedMotion,
	}
	c.talk.Needs = talk.Needs{
		Clock: c.clock, Busy: c.busy, Compose: c.compose,
		Hello: c.onHello, Came: c.onPicture, Facts: c.onFacts, Refused: c.onRefused, Painted: c.player.Tick,
		Notice: c.board.News,
		Turned: func() { c.refresh(PartDock) }, Marked: c.mark,
	}
	c.panels.Needs = panels.Needs{
		Clock: c.clock, Embedded: c.Embedded,
		Offered: c.offered,
		Paint:   func(id string, im pool.Image) { c.screen.PaintPanel("panel-"+id, im) },
		Width:   func(id string) int { return shownWidth("panel-" + id) },
		Moved:   func() { c.refresh(PartFacts) }, Redraw: c.talk.Redraw,
	}
	c.facts = clock.Pace{Clock: c.clock, Every: tellEvery, Show: c.factsNow}
	c.recipes.Loader, c.recipes.Prepare = &c.loader, c.withRecipe
	c.recipes.Failed = func(text string) { c.board.Toast(text, true) }
	c.recipes.Changed = func() { c.refresh(PartData) }
}

// tellEvery is how often figures change while a hand moves. Nobody reads them
// faster, and each change is laid out and painted.
const tellEvery = 100 * time.Millisecond

// showFacts shows the facts, at most ten times a second while they change.
func (c *Core) showFacts(now bool) {
	if now && !c.busy() {
		c.facts.Now()
		return
	}
	c.facts.Soon()
}

func (c *Core) factsNow() {
	parts := PartFacts
	if d, ok := c.parts[PartDock].(*Dock); ok && d.shown != c.dockState() {
		parts |= PartDock
	}
	c.refresh(parts)
	c.player.CatchUp()
}

// linked shows the newest permalink where a frame leads out of itself.
func (c *Core) linked(link string) {
	if !c.Embedded {
		return
	}
	if a := byID("open-link"); a != nil && a.Truthy() {
		a.Set("href", plainAddress()+"#"+link)
	}
}

// Connect starts the engine.
func (c *Core) Connect(dial pool.Dial) { c.talk.Connect(dial) }

// refresh asks parts to show themselves anew.
func (c *Core) refresh(parts Part) {
	if parts&PartControls != 0 {
		parts |= PartPicker
	}
	if p, ok := c.parts[PartPlots].(*Plots); ok && parts&PartFacts != 0 && p.stale() {
		parts |= PartPlots
	}
	asked := false
	for p, compo := range c.parts {
		if parts&p == 0 || !compo.Mounted() {
			continue
		}
		compo.(interface{ Update() }).Update()
		asked = true
	}
	if !asked || c.ctx == nil {
		return
	}
	// go-app renders in its own time. What is deferred now comes after that, and
	// what it defers then after the inputs have their values (see sync).
	c.unshown++
	c.ctx.Defer(func(ctx app.Context) {
		ctx.Defer(func(app.Context) {
			c.unshown--
			c.mark()
		})
	})
}

// forgive takes away what was said about the document before.
func (c *Core) forgive() {
	c.dataFields.Clear()
	c.board.Forgive()
}

func (c *Core) onHello(h *wire.Hello) {
	first := c.hello == nil
	c.hello = h
	c.player.Forget()
	if first {
		c.keeper.Open(keep.Arrival{Link: takeHash(), Anew: anew(), Start: string(h.Start)})
		return
	}
	c.info = c.infoOf(c.doc.Method)
	c.refresh(partsAll)
}

func (c *Core) infoOf(id string) *method.Info {
	if c.hello == nil {
		return nil
	}
	for i := range c.hello.Catalog {
		if c.hello.Catalog[i].ID == id {
			return &c.hello.Catalog[i]
		}
	}
	return nil
}

// setDoc makes d the present without history. points tells that its points are
// not those of before, frame that it is to be looked at as it says itself.
func (c *Core) setDoc(d doc.Document, points, frame bool) {
	if d.Params == nil {
		d.Params = map[string]any{}
	}
	c.forgive()
	c.doc = d
	c.info = c.infoOf(d.Method)
	if c.info != nil {
		c.task = c.info.TaskOf(d.Params)
	}
	if points {
		c.pointsVersion++
	}
	if frame {
		c.fitView()
	}
	c.changed(points)
}

// edit makes d the present, as a step of history.
func (c *Core) edit(d doc.Document, what, key string, frame, points bool) {
	c.hist.Commit(d, what, key, frame)
	c.present(d, points, frame)
}

// present makes d, which is the present of history, what the page shows.
func (c *Core) present(d doc.Document, points, frame bool) {
	c.setDoc(d, points, frame)
	c.keeper.Save()
	if !c.quiet {
		c.refresh(PartHeader | PartControls | PartData | PartCard | PartDock)
	}
}

// changed tells everybody that the picture is out of date.
func (c *Core) changed(points bool) {
	if points {
		c.showPoints()
	}
	c.talk.Changed()
}

// busy tells that a hand is changing something continuously.
func (c *Core) busy() bool {
	return c.gesture.Busy() || c.sliding || c.viewing || c.player.Playing() || c.player.Scrubbing()
}

// settled is called when a gesture has ended.
func (c *Core) settled() {
	c.viewing = false
	if !c.gesture.Busy() && c.loaded {
		c.talk.Settle()
	}
	c.mark()
}

// mark writes the versions where tests and scripts can see them.
func (c *Core) mark() {
	busy := "0"
	if c.talk.Unfinished() || c.unshown > 0 {
		busy = "1"
	}
	c.marks.set("busy", busy)
	c.marks.set("stateVersion", strconv.Itoa(c.talk.State()))
	c.marks.set("pictureVersion", strconv.Itoa(c.talk.PaintedState()))
	c.marks.set("pointsVersion", strconv.Itoa(c.pointsVersion))
}

// look says how points are painted on a picture.
func (c *Core) look(pic *wire.Picture) stage.Look {
	l := stage.Look{Task: c.task, Palette: c.palette}
	if c.task == method.Regress2D && pic != nil && pic.Legend != nil && pic.Legend.Diverging {
		l.Lo, l.Hi, l.Scaled = pic.Legend.Lo, pic.Legend.Hi, true
	}
	return l
}

func (c *Core) showPoints() {
	c.screen.SetPoints(c.doc.Points, c.look(c.talk.Picture()), c.moving)
	c.showRings()
}

func (c *Core) showRings() {
	at := func(i int) *doc.Point {
		if i < 0 || i >= len(c.doc.Points) {
			return nil
		}
		q := c.doc.Points[i]
		return &q
	}
	c.screen.SetRings(at(c.hover), at(c.selected))
	c.screen.SetHeld(at(c.moving))
}

// compose makes a request of the newest state; see talk.Needs.
func (c *Core) compose(fine bool) (q talk.Request, ok bool, err error) {
	if !c.loaded || c.view.W <= 0 {
		return q, false, nil
	}
	head, err := doc.EncodeHead(c.doc)
	if err != nil {
		c.refresh(PartControls)
		return q, false, err
	}
	q.Draw = wire.Draw{
		Doc: head, PointsVersion: c.pointsVersion, View: c.view, Palette: c.palette.Name, Run: c.player.Known(),
		Panels: c.panels.Asks(fine, c.player.Playing() || c.player.Scrubbing()),
	}
	q.Points = func() []float64 { return flat(c.doc.Points) }
	return q, true, nil
}

func flat(pts []doc.Point) []float64 {
	f := make([]float64, 0, 3*len(pts))
	for _, p := range pts {
		f = append(f, p.X, p.Y, p.Z)
	}
	return f
}

// onPicture shows a picture and what it tells.
func (c *Core) onPicture(p talk.Picture) {
	if p.Newest {
		c.carried = carried{} // all of it suits
	}
	c.screen.SetPicture(p.Reply.Bitmap, p.View)
	c.panels.Take(p.Reply.Panels, p.PanelsDrawn)
	if c.look(p.Picture) != c.look(p.Before) {
		c.showPoints()
	}
	c.player.Take(p.Player)
	if p.Fault || !slices.Equal(p.Roles, rolesOf(p.Before)) {
		c.refresh(PartControls)
	}
	c.showFacts(p.Last)
	if p.Last && !c.talk.Computing() {
		if panels.Lacks(p.Picture, p.Before) {
			c.talk.Redraw()
		}
		c.explainAgain()
	}
	if p.Last && !c.busy() {
		c.announce(p.Picture)
	}
}

func rolesOf(p *wire.Picture) []picture.Role {
	if p == nil {
		return nil
	}
	return p.Roles
}

// onFacts shows the facts that were late.
func (c *Core) onFacts(f *wire.Facts) {
	c.player.TakeTest(f)
	c.showFacts(true)
	if !c.busy() {
		c.announce(c.talk.Picture())
	}
}

// onRefused shows why there is no picture, unless what is wrong can be left behind.
func (c *Core) onRefused(e wire.Error, newest bool) (dealt bool) {
	c.player.Pause()
	if e.Need {
		c.screen.ClearPicture()
		c.clearExplained()
	} else if newest && !c.busy() && c.leaveBehind(e.Field) {
		return true
	}
	c.refresh(PartControls | PartFacts | PartDock)
	return false
}

// announce tells screen readers what came out, once things have calmed down.
func (c *Core) announce(p *wire.Picture) {
	alt := figures(p.Alt)
	setText("picture-alt", alt)
	if el := byID("stage"); el != nil && el.Truthy() {
		el.Call("setAttribute", "aria-label", "Plane with "+plural(len(c.doc.Points), "point"))
	}
	c.speaker.Tell(alt)
}

// resize gives the stage another size.
func (c *Core) resize(w, h int, scale float64) {
	c.panels.Arrange(windowWidth())
	if !c.fitted || c.doc.View.HasRange() {
		c.view = picture.FitViewport(c.doc.View.X, c.doc.View.Y, c.plane(), w, h, scale)
		if !c.doc.View.HasRange() {
			c.view = picture.FitViewport([2]float64{0, 1}, [2]float64{0, 1}, c.plane(), w, h, scale)
		}
	} else {
		c.view = stage.Resize(c.view, w, h, scale, c.plane())
	}
	c.screen.SetView(c.view)
	c.player.Show()
	c.talk.Resized()
}

func (c *Core) plane() bool { return c.task == "" || c.task.Plane() }

// frameDoc fits the viewport to the document, which gets a range if it has
// none, so that it stays where it is while its points change.
func (c *Core) frameDoc(d *doc.Document, task method.Task) {
	if !d.View.HasRange() {
		d.View.X, d.View.Y = doc.AutoRange(d.Points, task.Plane())
	}
}

func (c *Core) fitView() {
	w, h, s := c.view.W, c.view.H, c.view.Scale
	c.view = picture.FitViewport(c.doc.View.X, c.doc.View.Y, c.plane(), w, h, s)
	c.fitted = true
	c.screen.SetView(c.view)
}

// setView looks at another part of the plane. That is no step of history.
func (c *Core) setView(v picture.Viewport) {
	if v == c.view {
		return
	}
	c.view = v
	c.viewing = true
	c.doc.View.X, c.doc.View.Y = [2]float64{v.X0, v.X1}, [2]float64{v.Y0, v.Y1}
	if c.moving < 0 && !c.spraying {
		c.hist.Amend(c.doc)
	}
	c.before.View.X, c.before.View.Y = c.doc.View.X, c.doc.View.Y
	c.screen.SetView(v)
	c.changed(false)
	c.keeper.Save()
}

func (c *Core) resetView() {
	c.doc.View.X, c.doc.View.Y = doc.AutoRange(c.doc.Points, c.plane())
	c.fitView()
	c.hist.Amend(c.doc)
	c.changed(false)
	c.keeper.Save()
}

// ExplainKey is where it is kept whether the panel explains itself.
const ExplainKey = "pointscape.explain"

func (c *Core) toggleExplain() {
	c.explainAll = !c.explainAll
	local.Set(ExplainKey, strconv.FormatBool(c.explainAll))
	c.refresh(PartRoot | PartControls | PartFacts)
}
