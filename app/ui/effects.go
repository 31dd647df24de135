package ui

import (
	"strconv"
	"strings"

	"pointscape/app/room/catalogue"
	"pointscape/app/room/client"
	"pointscape/app/room/clock"
	"pointscape/app/room/editor"
	"pointscape/app/room/frame"
	"pointscape/app/room/hittest"
	"pointscape/app/room/importer"
	"pointscape/app/room/inspector"
	"pointscape/app/room/notifications"
	"pointscape/app/room/panels"
	"pointscape/app/room/persistence"
	"pointscape/app/room/player"
	"pointscape/app/room/study"
	"pointscape/app/room/tuning"
	"pointscape/app/stage"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// effects is what follows from an edit and from the engine's answers, each as a list in order.
type effects struct {
	board        *notifications.Board
	catalogue    *catalogue.Catalogue
	chooser      *importer.Chooser
	client       *client.Client
	dataFields   *notifications.Fields
	editor       *editor.Editor
	fields       *notifications.Fields
	gesture      *stage.Gesture
	guest        *frame.Conversation
	hits         *hittest.Index
	importer     *importer.Importer
	inspector    *inspector.Inspector
	offer        *wire.Offer
	panels       *panels.Panels
	player       *player.Player
	recipes      *importer.Recipes
	screen       *stage.Screen
	speaker      *notifications.Speaker
	store        *persistence.Store
	study        *study.Room
	tuning       *tuning.Tuning
	hand         *interaction
	holdout      *holdout
	inputs       *inputs
	legend       *legend
	names        *names
	page         *rendered
	painter      *painter
	params       *params
	picked       *pickedPoints
	presentation *presentation
	versions     *versions

	turned bool // a space is, and the engine does not know it yet

	pace clock.Pace // of the facts, while they change
}

// Changed is what all rooms do when the document has changed. What was under way
// for the old one ends first, so that the new one is asked for as it will rest.
func (fx *effects) Changed(x editor.Change) {
	if x.Turned { // the engine is told when the hand rests: nothing of its picture is otherwise
		fx.turned = true
		fx.painter.points()
		fx.painter.lit()
		fx.guest.Changed()
		fx.store.Save()
		return
	}
	whole := x.What == editor.Whole || x.What == editor.First
	if whole || x.What == editor.Turn { // undo while playing, a link during a drag
		fx.gesture.Reset()
		fx.player.Pause()
		fx.inspector.Replaced()
		fx.fields.Clear()
		fx.client.Forgive()
	}
	if x.Method {
		if x.Points { // of another kind of data
			fx.inspector.Replaced()
		}
		fx.player.Pause()
		fx.fields.Clear()
		fx.client.Forgive()
		fx.panels.Clear()
		fx.hits.Clear()
	}
	if whole || x.Method || x.Points {
		fx.picked.set(nil, "")
	}
	if whole || x.Method || x.Task {
		fx.player.Anew()
		fx.chooser.Cancel() // columns were to be chosen for what was
	}
	if whole || !fx.editor.Task().Supervised() {
		fx.holdout.byClicks(false)
	}
	if x.What != editor.Draft && x.What != editor.Look {
		fx.dataFields.Clear()
		fx.board.Forgive()
		if x.What != editor.Back {
			fx.importer.Overtake()
		}
	}
	if whole {
		fx.client.Anew()
		if ds := fx.editor.Now().Dataset; ds != nil {
			fx.recipes.Show(*ds)
		}
	}

	if x.View {
		fx.screen.SetView(fx.editor.View())
	}
	fx.presentation.Changed()
	if x.Points || x.Task || x.Names || x.Roles {
		fx.painter.points()
	} else if x.What == editor.Draft {
		fx.painter.rings() // round what is held
	} else if x.What != editor.Look {
		fx.painter.handles()
	}
	fx.client.Changed()
	if fx.hand.held() {
		fx.study.Moved()
	}

	if x.What != editor.Draft {
		fx.guest.Changed()
	}
	switch x.What {
	case editor.Draft:
		return // its end is kept
	case editor.First:
		fx.store.Began()
	default:
		fx.store.Save()
	}
	switch {
	case x.What == editor.Turn:
		fx.page.refresh(partsAll &^ PartRoot)
	case whole:
		fx.page.refresh(partsAll)
	case x.What == editor.Back:
		fx.page.refresh(PartHeader | PartData)
	case x.What == editor.Step && !fx.hand.quiet:
		fx.page.refresh(PartHeader | PartControls | PartData | PartCard | PartDock)
	}
}

// Selected shows another point's numbers, or none. Keys are about that one then, and no
// longer about points that were picked out.
func (fx *effects) Selected() {
	if fx.editor.Selected() != -1 {
		fx.picked.set(nil, "")
	}
	fx.fields.Accept("x", "y", "value")
	fx.painter.rings()
	fx.page.refresh(PartCard)
	i, v := fx.editor.Selected(), fx.editor.View()
	if q, ok := fx.editor.Spot(i); ok {
		fx.inspector.Hover(v.PX(q.X), v.PY(q.Y), i, true)
	}
}

// Hello opens the first document; from a fresh engine after a crash, all is shown
// anew.
func (fx *effects) Hello(*wire.Hello) {
	first := !fx.catalogue.Known()
	if first {
		fx.catalogue.Take(fx.offer)
	}
	if lost := fx.player.Forget(); lost != "" {
		fx.board.News(lost)
	}
	fx.tuning.Forget()
	if first {
		fx.store.Open(persistence.Arrival{Link: takeHash(), Anew: anew(), Since: begun(), Start: fx.catalogue.Start()})
		return
	}
	fx.page.refresh(partsAll)
}

// Picture shows a picture and what it tells.
func (fx *effects) Picture(p client.Picture) {
	if p.Newest {
		fx.editor.Suits()
	}
	fx.screen.SetPicture(p.Reply.Bitmap, p.View, p.Above(), p.Staged)
	if q := p.Placed; q != nil && p.PointsVersion == fx.editor.Version() {
		fx.editor.Place(method.Projection{Q: q.Q, At: q.At, Names: q.Names})
	}
	fx.hits.Take(p.Spots, p.PanelsDrawn)
	fx.panels.Take(p.Reply.Panels, p.PanelsDrawn, p.PanelKeys)
	fx.painter.colour(p)
	fx.player.Take(p.Player)
	fx.params.tune(p.Tuning, p.Tuned)
	if p.Newest && p.Last && !fx.hand.busy() {
		fx.editor.MakeRoom(p.Heights)
	}
	if (len(p.Learned) > 0) != (p.Before != nil && len(p.Before.Learned) > 0) {
		fx.page.refresh(PartControls)
	}
	if before := keysOf(p.Before); p.Fault || !picture.SameWords(p.Keys, before) {
		fx.page.refresh(PartControls)
	} else if !picture.Alike(p.Keys, before) {
		fx.legend.stale = true
	}
	fx.guest.Fault(nil)
	fx.guest.Changed()
	fx.showFacts(p.Last)
	if p.Last && !fx.client.Computing() {
		if fx.panels.Lacks() {
			fx.client.Redraw()
		}
		fx.inspector.Again()
	}
	if p.Last && !fx.hand.busy() {
		fx.announce(p.Picture)
	}
}

// Painted goes on when the newest picture is to be seen.
func (fx *effects) Painted() {
	fx.player.Tick()
	fx.guest.Changed()
}

// Facts shows the facts that were late.
func (fx *effects) Facts(f *wire.Facts) {
	fx.player.TakeTests(f)
	fx.showFacts(true)
	if !fx.hand.busy() {
		fx.announce(fx.client.Picture())
	}
}

// Refused shows why there is no picture, unless what is wrong can be left behind.
func (fx *effects) Refused(e wire.Error, newest bool) (dealt bool) {
	fx.player.Pause()
	fx.params.tune(e.Tuning, e.Tuned)
	if e.Need {
		fx.screen.ClearPicture()
		fx.painter.colour(client.Picture{})
		fx.hits.Clear()
		fx.inspector.Clear()
	} else if newest && !fx.hand.busy() {
		// What was carried from another method is no mistake of people's.
		if fx.editor.LeaveBehind(e.Field) {
			fx.client.Forgive()
			return true
		}
	}
	fx.guest.Fault(&e)
	fx.page.refresh(PartControls | PartFacts | PartDock)
	return false
}

// Further tells whether an engine of more methods may serve what one has refused. Where no
// engine can, the refusal names the methods of all.
func (fx *effects) Further(e *wire.Error) bool {
	var ids []string
	for _, in := range fx.catalogue.Methods() {
		if strconv.Quote(in.ID) == e.Got {
			return true
		}
		ids = append(ids, in.ID)
	}
	if strings.HasPrefix(e.Message, e.Field+" must be one of ") {
		got, _ := strconv.Unquote(e.Got)
		e.Message = (&doc.Error{Field: e.Field, Want: doc.OneOf(ids, got), Got: e.Got}).Error()
	}
	return false
}

// announce tells screen readers what came out.
func (fx *effects) announce(p *wire.Picture) {
	alt := words.Readable(p.Alt)
	setText("picture-alt", alt)
	if el := byID("stage"); el != nil && el.Truthy() {
		el.Call("setAttribute", "aria-label", fx.names.plane())
	}
	fx.speaker.Tell(alt)
}

// showFacts shows the facts, at most ten times a second while they change.
func (fx *effects) showFacts(now bool) {
	if now && !fx.hand.busy() {
		fx.pace.Now()
		return
	}
	fx.pace.Soon()
}

func (fx *effects) factsNow() {
	if fx.legend.stale { // a swatch is a background: one more would cost a layout in each frame of a drag
		fx.legend.stale = false
		fx.legend.paint()
	}
	parts := PartFacts
	if d, ok := fx.page.parts[PartDock].(*Dock); ok && d.shown != d.state() {
		parts |= PartDock
	}
	fx.page.refresh(parts)
	fx.inputs.learned()
	fx.player.CatchUp()
}

// settled is called when a gesture has ended.
func (fx *effects) settled() {
	fx.hand.view = false
	if fx.turned && !fx.gesture.Busy() {
		fx.turned = false
		fx.client.Changed()
	}
	if !fx.gesture.Busy() && fx.editor.Loaded() {
		fx.client.Settle()
	}
	fx.versions.write()
}

// Notice tells people what the engine has to say.
func (fx *effects) Notice(text string) { fx.board.News(text) }

// Condition shows how the engine is, Versions which state is shown.
func (fx *effects) Condition() { fx.page.refresh(PartDock) }
func (fx *effects) Versions()  { fx.versions.write() }
