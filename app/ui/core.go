// Package ui is the page: go-app components around one Core, which holds the
// document and everything that is derived from it here. Components only show
// the Core and tell it what people have done; they hold no state that matters.
package ui

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/history"
	"pointscape/app/pool"
	"pointscape/app/room/clock"
	"pointscape/app/room/keep"
	"pointscape/app/room/load"
	"pointscape/app/room/notices"
	"pointscape/app/room/player"
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

	board      notices.Board
	fields     notices.Fields // of the parameters and of the card
	dataFields notices.Fields // of the data panel
	speaker    notices.Speaker
	facts      clock.Pace // the facts, while they change

	lane    *pool.Lane
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

	// Versions: of the points as sent to the worker, of the whole state, of
	// the state that the painted picture shows.
	pointsVersion int
	state         int
	painted       int
	incoming      int  // state of the picture handed to the screen
	unpainted     bool // which has not painted it yet
	resting       bool
	restTimer     *time.Timer
	movedAt       time.Time // the newest change
	lastFine      bool
	waiters       []waiter

	// What the engine has said.
	pic      *wire.Picture
	roles    string // of the newest picture, joined
	panels   []pool.Image
	panelIDs []string // of panels
	need     string
	fault    *wire.Error
	progress float64
	slow     bool
	dead     string
	stale    bool // app and engine are of different builds
	panelW   int  // CSS pixels
	roomy    bool // the panels have a column of their own, see Plots
	// unmeasured: panelW is not known to be the width that the page has for them.
	unmeasured bool
	panelsAt   time.Time // when they were asked for

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
	watchTimer *time.Timer

	marks   rootData
	readout readout
}

type waiter struct {
	state int
	done  func(*wire.Error)
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
		panelW:   288,
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
		Accept: c.replace,
		Note:   func(text string) { c.board.Toast(text, false) },
	}
	c.board = notices.Board{Clock: c.clock, Changed: func() { c.refresh(PartDock) }}
	c.speaker = notices.Speaker{
		Clock: c.clock,
		Live:  func(text string) { setText("live", text) }, Result: func(text string) { setText("announce", text) },
	}
	c.player.Needs = player.Needs{
		Clock: c.clock,
		Step:  func() *int { return c.doc.View.Step }, Look: c.lookAtStep,
		State: func() int { return c.state }, Painted: func() int { return c.painted },
		Source: c.source,
		Render: func() { c.refresh(PartPlayer) }, Write: c.writePlayer,
		Say: c.speaker.Say, Settled: c.settled, Still: reducedMotion,
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
func (c *Core) Connect(dial pool.Dial) {
	c.lane = pool.New(dial, pool.Events{
		Hello: c.onHello, Boot: func(float64) {}, Draw: c.drawRequest,
		Picture: c.onPicture, Facts: c.onFacts, Failed: c.onFailed, Progress: c.onProgress,
		Notice: c.board.News,
		Dead: func(reason string) {
			c.dead = "The engine stopped three times in a row."
			if reason != "" {
				c.dead += " It said: " + reason
			}
			c.refresh(PartDock)
			c.mark()
		},
		Mismatch: func(int) {
			c.stale = true
			c.refresh(PartDock)
		},
		After: func(d time.Duration, f func()) { time.AfterFunc(d, f) },
		Now:   time.Now,
	})
	c.loader.Engine = c.lane
	c.lane.Start()
}

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
	c.dead = ""
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
	c.state++
	c.resting = false
	if points {
		c.showPoints()
	}
	c.rest()
	c.mark()
	if c.lane != nil {
		c.lane.Redraw()
	}
}

// rest asks for a sharp picture when the hand holds still.
func (c *Core) rest() {
	c.movedAt = time.Now()
	if c.restTimer != nil || !c.busy() {
		return // a timer for each move would be dearer than one that looks again
	}
	c.restLater(restAfter)
}

// restAfter is how long a hand holds still before it rests.
const restAfter = 160 * time.Millisecond

func (c *Core) restLater(d time.Duration) {
	c.restTimer = time.AfterFunc(d, func() {
		c.restTimer = nil
		if !c.busy() {
			return // what is asked for then is sharp anyway
		}
		if left := restAfter - time.Since(c.movedAt); left > 0 {
			c.restLater(left)
			return
		}
		if !c.lastFine && c.lane != nil {
			c.resting = true
			c.lane.Redraw()
		}
	})
}

// busy tells that a hand is changing something continuously.
func (c *Core) busy() bool {
	return c.gesture.Busy() || c.sliding || c.viewing || c.player.Playing() || c.player.Scrubbing()
}

// settled is called when a gesture has ended.
func (c *Core) settled() {
	c.viewing = false
	if !c.gesture.Busy() && !c.lastFine && c.lane != nil && c.loaded {
		c.lane.Redraw()
	}
	c.mark()
}

// mark writes the versions where tests and scripts can see them.
func (c *Core) mark() {
	busy := "0"
	if c.painted < c.state || c.unpainted || c.unshown > 0 || c.lane == nil || c.lane.Busy() {
		busy = "1"
	}
	c.marks.set("busy", busy)
	c.marks.set("stateVersion", strconv.Itoa(c.state))
	c.marks.set("pictureVersion", strconv.Itoa(c.painted))
	c.marks.set("pointsVersion", strconv.Itoa(c.pointsVersion))
}

// look says how points are painted.
func (c *Core) look() stage.Look {
	l := stage.Look{Task: c.task, Palette: c.palette}
	if c.task == method.Regress2D && c.pic != nil && c.pic.Legend != nil && c.pic.Legend.Diverging {
		l.Lo, l.Hi, l.Scaled = c.pic.Legend.Lo, c.pic.Legend.Hi, true
	}
	return l
}

func (c *Core) showPoints() {
	c.screen.SetPoints(c.doc.Points, c.look(), c.moving)
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

// drawRequest makes the newest request; see pool.Events.Draw.
func (c *Core) drawRequest() (pool.Draw, bool) {
	d, _, ok := c.drawHead()
	return d, ok
}

func (c *Core) drawHead() (pool.Draw, wire.Draw, bool) {
	if !c.loaded || c.view.W <= 0 {
		return pool.Draw{}, wire.Draw{}, false
	}
	head, err := doc.EncodeHead(c.doc)
	if err != nil {
		c.fault = &wire.Error{Message: err.Error()}
		if e, ok := err.(*doc.Error); ok {
			c.fault.Field = e.Field
		}
		c.refresh(PartControls | PartDock)
		return pool.Draw{}, wire.Draw{}, false
	}
	fine := !c.busy() || c.resting
	c.lastFine = fine
	c.watch()
	v := c.view
	// Beyond two pixels a CSS pixel nobody sees a difference, but the engine
	// would paint twice as many.
	v.Scale = min(v.Scale, 2)
	ask := wire.Draw{
		Doc: head, PointsVersion: c.pointsVersion, View: v, Fine: fine, Palette: c.palette.Name, Run: c.player.Known(),
	}
	// While steps go by, the panels follow as the figures do.
	if fine || (c.player.Playing() || c.player.Scrubbing()) && time.Since(c.panelsAt) >= tellEvery {
		ask.Panels = c.panelAsks()
		c.panelsAt = time.Now()
	}
	b, err := json.Marshal(ask)
	if err != nil {
		return pool.Draw{}, wire.Draw{}, false
	}
	return pool.Draw{
		Head: b, Tag: c.state, PointsVersion: c.pointsVersion,
		Points: func() []float64 { return flat(c.doc.Points) },
	}, ask, true
}

// watch offers to stop a draw that takes long, also one that tells nothing of
// its progress.
func (c *Core) watch() {
	if c.watchTimer != nil {
		return
	}
	c.watchTimer = time.AfterFunc(time.Second, func() {
		c.watchTimer = nil
		switch since := c.lane.Since(); {
		case since > 1500*time.Millisecond && !c.slow:
			c.slow = true
			c.refresh(PartDock)
		case since > 0:
			c.watch()
		}
	})
}

func (c *Core) panelAsks() []wire.PanelAsk {
	if c.Embedded {
		return nil
	}
	var asks []wire.PanelAsk
	w, h := c.panelSize()
	for _, p := range c.offered() {
		asks = append(asks, wire.PanelAsk{ID: p.ID, W: w, H: h})
	}
	return asks
}

func flat(pts []doc.Point) []float64 {
	f := make([]float64, 0, 3*len(pts))
	for _, p := range pts {
		f = append(f, p.X, p.Y, p.Z)
	}
	return f
}

func (c *Core) onPicture(p *wire.Picture, r pool.Reply, tag int) {
	offered := offers(c.pic)
	keepLate(p, c.pic)
	legendBefore, wrong := c.look(), c.fault != nil
	c.pic, c.need, c.fault, c.slow, c.progress = p, "", nil, false, 0
	if tag == c.state {
		c.carried = carried{} // all of it suits
	}
	if tag > c.incoming || tag == c.incoming {
		c.incoming = tag
	}
	c.screen.SetPicture(r.Bitmap, p.View)
	c.unpainted = true
	if len(r.Panels) > 0 {
		c.panelsGone()
		c.panels, c.panelIDs = r.Panels, p.PanelsDrawn
		c.paintPanels()
	}
	if l := c.look(); l.Lo != legendBefore.Lo || l.Hi != legendBefore.Hi || l.Scaled != legendBefore.Scaled {
		c.showPoints()
	}
	c.player.Take(p.Player)
	if r := joined(p.Roles); r != c.roles || wrong {
		c.roles = r
		c.refresh(PartControls)
	}
	c.showFacts(p.Last)
	if p.Last && !c.lane.Busy() {
		if offers(p) != offered && offers(p) != "" && len(p.PanelsDrawn) == 0 {
			c.lane.Redraw() // now that it is known which panels there are
		}
		c.explainAgain()
	}
	if p.Last && !c.busy() {
		c.announce(p)
	}
	c.mark()
}

// keepLate lets facts that are still to come show what they were: they follow
// within a moment, and a hand that drags is not served by rows that flicker.
func keepLate(p, before *wire.Picture) {
	if before == nil {
		return
	}
	for i, x := range p.Facts {
		if !x.Late {
			continue
		}
		for _, y := range before.Facts {
			if y.Name == x.Name {
				p.Facts[i].Value = y.Value
			}
		}
	}
}

// onFacts takes the facts that were late.
func (c *Core) onFacts(f *wire.Facts) {
	if c.pic == nil {
		return
	}
	c.pic.Facts, c.pic.Alt = f.Facts, f.Alt
	c.player.TakeTest(f)
	c.showFacts(true)
	if !c.busy() {
		c.announce(c.pic)
	}
}

func joined(roles []picture.Role) string {
	s := ""
	for _, r := range roles {
		s += string(r) + "\n"
	}
	return s
}

func offers(p *wire.Picture) string {
	if p == nil {
		return ""
	}
	s := ""
	for _, x := range p.Panels {
		s += x.ID + "\n"
	}
	return s
}

// onPainted is called in the frame that shows the newest bitmap.
func (c *Core) onPainted() {
	c.painted, c.unpainted = max(c.painted, c.incoming), false
	c.mark()
	c.answer(nil)
	c.player.Tick()
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

// answer tells those who wait for the present state to be drawn.
func (c *Core) answer(err *wire.Error) {
	keep := c.waiters[:0]
	var done []func(*wire.Error)
	for _, w := range c.waiters {
		if c.painted >= w.state {
			done = append(done, w.done)
		} else {
			keep = append(keep, w)
		}
	}
	c.waiters = keep
	for _, f := range done {
		f(err)
	}
}

func (c *Core) onFailed(e wire.Error, tag int) {
	c.slow, c.progress = false, 0
	c.player.Pause()
	if e.Need {
		c.need, c.fault = e.Message, nil
		c.pic, c.roles = nil, ""
		c.screen.ClearPicture()
		c.clearExplained()
	} else {
		c.fault = &e
	}
	c.painted, c.incoming = max(c.painted, tag), max(c.incoming, tag)
	if !e.Need && tag == c.state && !c.busy() && c.leaveBehind(e.Field) {
		return
	}
	c.mark()
	var err *wire.Error
	if !e.Need {
		err = &e
	}
	c.answer(err)
	c.refresh(PartControls | PartFacts | PartDock)
}

func (c *Core) onProgress(done float64) {
	c.slow, c.progress = true, done
	c.refresh(PartDock)
}

// resize gives the stage another size.
func (c *Core) resize(w, h int, scale float64) {
	c.arrange(windowWidth())
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
	c.state++
	c.mark()
	if c.lane != nil {
		c.lane.Redraw()
	}
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
