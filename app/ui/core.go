// Package ui is the page: go-app components around one Core, which puts the rooms
// together (packages pointscape/app/room/...). Components only show what the rooms
// hold and tell them what people have done; they hold no state that matters.
//
// core.go has the rooms and tells each what it works with, changes.go says what all
// of them do when the document changes or the engine answers, host.go what gestures
// on the plane do. Everything else is components, and the little they share.
package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/catalogue"
	"pointscape/app/room/client"
	"pointscape/app/room/clock"
	"pointscape/app/room/editor"
	"pointscape/app/room/export"
	"pointscape/app/room/frame"
	"pointscape/app/room/hittest"
	"pointscape/app/room/importer"
	"pointscape/app/room/inspector"
	"pointscape/app/room/methodsearch"
	"pointscape/app/room/notifications"
	"pointscape/app/room/panels"
	"pointscape/app/room/persistence"
	"pointscape/app/room/player"
	"pointscape/app/room/present"
	"pointscape/app/room/study"
	"pointscape/app/room/theme"
	"pointscape/app/room/tuning"
	"pointscape/app/stage"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Core is the page's rooms, and what joins them. Everything runs on the browser's
// one thread.
type Core struct {
	Embedded bool

	offer      *wire.Offer
	catalogue  catalogue.Catalogue
	editor     editor.Editor
	client     client.Client
	study      study.Room
	player     player.Player
	inspector  inspector.Inspector
	hits       hittest.Index
	typing     wire.Turn // the number that has a field
	typed      bool      // which gets the focus
	turnedHand bool      // a hand that turns a number has made a step
	picked     []int     // points that are picked out
	pickedSays string    // what they are, for the legend
	panels     panels.Panels
	store      persistence.Store
	importer   importer.Importer
	recipes    importer.Recipes
	chooser    importer.Chooser
	choosing   choosing
	theme      theme.Theme
	search     methodsearch.Search
	exporting  export.Dialog
	guest      frame.Conversation // with the page around a frame
	present    present.Present
	tuning     tuning.Tuning
	rewrites   int // asked for; the newest counts

	board      notifications.Board
	fields     notifications.Fields // of the parameters and of the card
	dataFields notifications.Fields // of the data panel
	speaker    notifications.Speaker
	facts      clock.Pace // the facts, while they change

	legendLate bool // the legend's swatches are of a picture before

	turned   bool // a space is, and the engine does not know it yet
	rowShown bool // the readout has a row's picture

	screen  stage.Screen
	found   stage.Found // of the points, with the newest picture
	gesture stage.Gesture
	hand    hand
	menus   menus
	page    rendered
	preview string      // address of the picture in the figure's dialog
	window  panels.Size // as it was measured last: to ask for it may take a layout
}

// NewCore makes the page's state. theme is "auto" or a palette's name, embedded
// tells that the stage stands alone in somebody's frame.
func NewCore(theme string, embedded bool) *Core { return newCore(theme, embedded, system{}) }

// tellEvery is how often figures change while a hand moves. Nobody reads them
// faster, and each change is laid out and painted.
const tellEvery = 100 * time.Millisecond

// newCore tells the rooms what they work with.
func newCore(chosen string, embedded bool, time clock.Clock) *Core {
	c := &Core{Embedded: embedded}
	c.menus = newMenus()
	c.page = rendered{parts: map[Part]app.Composer{}}
	c.gesture.Host = (*host)(c)
	c.gesture.Locked, c.gesture.Denied = c.locked, c.deny
	c.screen.Embedded = embedded
	toast := func(text string) { c.board.Toast(text, true) }

	c.editor = editor.New(editor.Needs{
		Catalogue: &c.catalogue, Changed: c.onChange, Picked: c.onPicked, Toast: c.board.Toast,
		Make: c.makeData, Begun: c.begun, Unroll: c.unroll,
	})
	c.client.Needs = client.Needs{
		Clock: time, Busy: c.busy, Compose: c.compose,
		Stage: c.screen.Stage, Where: c.screen.Where, Staged: c.screen.Staged,
		Hello: c.onHello, Came: c.onPicture, Facts: c.onFacts, Refused: c.onRefused, Painted: c.onPainted,
		Notice: c.board.News, Further: c.further,
		Turned: func() { c.refresh(PartDock) }, Marked: c.mark,
	}
	c.study.Needs = c.studyNeeds()
	c.study.Clock = time
	c.player.Needs = player.Needs{
		Clock: time,
		Step:  func() *int { return c.editor.Now().View.Step }, Look: c.editor.LookAt, Again: c.client.Changed,
		State: c.client.State, Painted: c.client.PaintedState,
		Source: c.editor.Source,
		Render: func() { c.refresh(PartPlayer) }, Write: c.writePlayer,
		Tell: func(text string) { c.board.Toast(text, false) },
		Say:  c.speaker.Say, Settled: c.settled, Still: reducedMotion, Held: c.held,
	}
	c.inspector.Needs = inspector.Needs{
		Clock: time, Points: c.editor.Points, View: c.editor.View, Rows: c.editor.Locked, Held: c.editor.Held, Selected: c.editor.Selected,
		Open:      func() bool { return c.editor.Loaded() && c.client.Picture() != nil },
		Computing: c.client.Computing, Ask: c.explain,
		Hovered: c.overKeys, Key: c.hits.Key,
		OtherCorner: c.present.Legend,
		Text:        c.placeText, Readout: &readout{core: c}, Rings: c.showRings,
	}
	c.hits.Needs = c.spotsNeeds()
	c.panels.Needs = panels.Needs{
		Clock: time, Embedded: embedded,
		Offered: c.offered, Called: func() bool { return c.present.On() },
		Paint: c.paintPlot,
		Box: func(id string) panels.Size {
			s, z := shownSize("panel-"+id), c.present.Zoom()
			return panels.Size{W: int(float64(s.W) / z), H: int(float64(s.H) / z)}
		},
		Moved: func() { c.refresh(PartFacts) }, Redraw: c.client.Redraw,
	}
	c.store.Needs = persistence.Needs{
		Clock: time, Local: local, Session: session, Address: bar{}, Notifier: &c.board, Embedded: embedded,
		Loader: &c.importer, Present: c.editor.Settled, Linked: c.linked, Before: c.putBefore,
		Offered: func() { c.refresh(PartDock) },
	}
	c.importer.Needs = importer.Needs{
		Engine: &c.client, Accept: c.editor.Replace,
		Note:    c.note,
		Chooser: &c.chooser,
	}
	c.chooser = importer.Chooser{Importer: &c.importer, Changed: c.onChooser}
	c.recipes = importer.Recipes{
		Importer: &c.importer, Prepare: c.editor.WithRecipe, Failed: toast,
		Changed: func() { c.refresh(PartData) },
	}
	c.board = notifications.Board{Clock: time, Changed: func() { c.refresh(PartDock) }}
	c.speaker = notifications.Speaker{
		Clock: time,
		Live:  func(text string) { setText("live", text) }, Result: func(text string) { setText("announce", text) },
	}
	c.facts = clock.Pace{Clock: time, Every: tellEvery, Show: c.factsNow}
	c.theme.Needs = theme.Needs{PrefersDark: prefersDark, Wear: func(p *picture.Palette, choice string) {
		setRootData("theme", p.Name)
		setRootData("theme-choice", choice)
	}}
	c.theme.Choose(chosen)
	c.present.Needs = present.Needs{
		On: func() bool { return !embedded && c.editor.Now().View.Present }, Set: c.editor.Present,
		Window: func() (int, int) { return c.window.W, c.window.H }, Shelf: local,
		Stage: func() int { return c.panels.Layout().Stage(c.window.W) },
		Fill:  fillScreen, Leave: leaveScreen, Say: c.speaker.Say,
		Changed: c.showPresent, Redraw: c.client.Redraw,
	}
	c.guest.Needs = c.guestNeeds()
	c.guest.Clock = time
	c.exporting.Needs = export.Needs{
		Clock: time, Shelf: local, Make: c.makeFigure, Save: c.saveFile, Show: c.showPreview,
		Changed: func() { c.refresh(PartExport) },
	}
	c.search = methodsearch.Search{Methods: c.catalogue.Methods, Chosen: func() string { return c.editor.Now().Method }}
	return c
}

// begun are the places at which the model that is shown has begun by itself.
func (c *Core) begun() map[string][][]float64 {
	if p := c.client.Picture(); p != nil {
		return p.Places
	}
	return nil
}

// Connect starts the engine; aside starts the one for long work, when it is asked for.
// offer is what both can do.
func (c *Core) Connect(offer *wire.Offer, dial, aside workers.Dial) {
	c.offer = offer
	c.study.Dial = aside
	c.client.Connect(dial)
}

// busy tells that a hand is changing something continuously.
func (c *Core) busy() bool {
	return c.held() || c.player.Moves()
}

// held tells that it is a hand, and not the player.
func (c *Core) held() bool { return c.gesture.Busy() || c.hand.busy() }

// settled is called when a gesture has ended.
func (c *Core) settled() {
	c.hand.view = false
	if c.turned && !c.gesture.Busy() {
		c.turned = false
		c.client.Changed()
	}
	if !c.gesture.Busy() && c.editor.Loaded() {
		c.client.Settle()
	}
	c.mark()
}

// compose makes a request of the newest state; see client.Needs.
func (c *Core) compose(fine bool) (q client.Request, ok bool, err error) {
	if !c.editor.Loaded() || c.editor.View().W <= 0 {
		return q, false, nil
	}
	now := c.editor.Now()
	head, err := doc.EncodeHead(now)
	if err != nil {
		c.refresh(PartControls)
		return q, false, err
	}
	q.Draw = wire.Draw{
		Doc: head, PointsVersion: c.editor.Version(), View: c.editor.View(), Palette: c.theme.Palette().Name, Run: c.player.Known(), Tuned: c.tuning.Known(),
		Panels: c.panels.Asks(fine, c.player.Moves() || c.hits.Drawing(), c.held() && !c.hits.Drawing()),
		Grow:   c.player.RunsOn(), Keep: c.player.Lineage(),
	}
	q.Method = now.Method
	q.Points = func() []float64 { return flat(now.Pack()) }
	return q, true, nil
}

func flat(pts []doc.Point) []float64 {
	f := make([]float64, 0, 3*len(pts))
	for _, p := range pts {
		f = append(f, p.X, p.Y, p.Z)
	}
	return f
}

// undo and redo; what the rooms do about it is said in onChange.
func (c *Core) undo() {
	if what, ok := c.editor.Undo(); ok {
		c.speaker.Say("Undone: " + what)
	}
}

func (c *Core) redo() {
	if what, ok := c.editor.Redo(); ok {
		c.speaker.Say("Redone: " + what)
	}
}

// setParam gives a parameter a value that its declaration accepts; see
// editor.Editor.SetParam.
func (c *Core) setParam(name string, v any, key string) {
	c.fields.Accept(name)
	if !c.editor.SetParam(name, v, key) {
		c.refresh(PartControls)
	}
}

// clear removes all points.
func (c *Core) clear() {
	c.gesture.Reset()
	if c.editor.Clear() {
		c.board.Toast("All points removed. Undo brings them back.", false)
	}
}

// makeData has points made for a method that has none; see editor.Needs.
func (c *Core) makeData(d doc.Document, what string) {
	c.importer.Document(d, what, "", func(e *wire.Error) {
		if e != nil {
			c.board.Toast(e.Message, true)
			return
		}
		c.board.Toast("These are data for this method. Your points come back with a method for them.", false)
	})
}

// unroll has points made of a table's rows; see editor.Needs.
func (c *Core) unroll(d doc.Document, done func(doc.Document)) {
	c.importer.Made(d, func(made doc.Document, e *wire.Error) {
		if e != nil {
			c.board.Toast(e.Message, true)
			c.refresh(PartData) // what was chosen does not hold
			return
		}
		done(made)
	})
}

func (c *Core) putBefore(d doc.Document, what string) bool {
	ok := c.editor.PutBefore(d, what)
	c.refresh(PartHeader)
	return ok
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

// setTheme dresses the page by a choice of people, which is kept.
func (c *Core) setTheme(name string) {
	local.Set(ThemeKey, name)
	c.theme.Choose(name)
	c.onTheme()
}

// onTheme paints everything in the palette that is worn now.
func (c *Core) onTheme() {
	c.showPoints()
	c.client.Changed()
	c.refresh(partsAll)
}

// ThemeKey is where the choice of theme is kept.
const ThemeKey = "pointscape.theme"

func prefersDark() bool {
	return app.IsClient && app.Window().Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool()
}

// resize gives the stage another size.
func (c *Core) resize(w, h int, scale float64) {
	c.arrange()
	c.editor.Resize(w, h, scale)
	c.screen.SetView(c.editor.View())
	c.showPresent()
	c.player.Show()
	c.client.Resized()
	c.guest.Resized()
}

// arrange finds places for what depends on the size of the window.
func (c *Core) arrange() {
	row := shownSize("stage-row")
	c.window = windowSize()
	c.panels.Arrange(c.window, row)
	c.player.Fit(chartsRoom(c.window, row, c.Embedded))
}
