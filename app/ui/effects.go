package ui

// The path of an edit, from top to bottom. Each arrow is a call of a named method.
//
//	an event           listeners (listen_js.go), stage.Gesture, components' handlers
//	  -> an edit       planeHost (host.go), params, keyActions, edits, holdout, placing, classes, opener
//	  -> the document  a part of editor.Editor makes another one; editor.Change says what is different
//	  -> effects       effects.Changed, here: end, paint, ask, tell, save, show
//	  -> a request     client.Client sends it when it is time; requests.Compose, here, makes it
//	  -> an answer     workers.Lane, client.Client; then effects.Picture, Facts, Refused, here
//
// Only few things lead back to the document: what an answer says about it (Suits, Place, MakeRoom, LeaveBehind), a
// player that continues when its picture is painted, and a gesture that is aborted.

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"pointscape/app/room/client"
	"pointscape/app/room/clock"
	"pointscape/app/room/editor"
	"pointscape/app/room/persistence"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// tellEvery is the interval at which numbers change during a drag. Nobody reads them faster, and each change costs
// layout and painting.
const tellEvery = 100 * time.Millisecond

// effects has what follows from an edit and from the engine's answers, each as a list of steps in order.
type effects struct {
	*Core
	offer *wire.Offer

	arrival persistence.Arrival
	greeted bool // an engine has said hello

	turned bool       // a space was turned, and the engine does not know it yet
	pace   clock.Pace // limits how often the facts are shown while they change
}

// Changed is called after each change of the document, which is already the new one. What was going on for the old
// document ends first, so that the request for the new one describes the resulting state.
func (fx *effects) Changed(x editor.Change) {
	if x.Turned {
		fx.turn()
		return
	}
	if x.What != editor.First && fx.client.Picture() == nil {
		fx.page.marks.set("edited", "1") // web/boot.js removes the still, which shows another document
	}
	if words.Speaks() != nil {
		now := fx.editor.Now()
		words.Keep(now.Own())
	}
	fx.end(x)
	fx.paint(x)
	fx.ask(x)
	fx.tell(x)
	fx.save(x)
	fx.live.edited()
	fx.show(x)
}

// turn shows a space after a rotation. The engine is only told when the pointer rests (settled), because its picture
// stays the same.
func (fx *effects) turn() {
	fx.turned = true
	fx.painter.points()
	fx.painter.highlights()
	fx.conversation.Changed()
	fx.store.Save()
}

// tellTurn requests a picture of the rotated space, unless the engine knows the rotation.
func (fx *effects) tellTurn() {
	if fx.turned {
		fx.turned = false
		fx.client.Changed()
		fx.walls.changed(false)
	}
}

// end ends gestures, playback, dialogs and messages that belong to the old document.
func (fx *effects) end(x editor.Change) {
	whole := x.Whole()
	fx.sound.Stop()
	fx.lectures.pointLetter(nil)
	if x.What != editor.Viewed && !x.Rolled {
		fx.sweep.Edited()
	}
	if whole || x.What == editor.Restored { // undo while playing, a link during a drag
		fx.gesture.Reset()
		fx.player.Pause()
		fx.inspector.Reset()
		fx.fields.Clear()
		fx.client.ClearFault()
	}
	if whole || x.Method {
		fx.inspector.Lifted()
	}
	if x.Method {
		fx.inspector.Reset() // the data may be of another kind
		fx.player.Pause()
		fx.fields.Clear()
		fx.client.ClearFault()
		fx.panels.Clear()
		fx.hits.Clear()
	}
	if whole || x.Method || x.Points() && !x.Held() {
		fx.picked.set(nil, "")
	}
	if whole || x.Method || x.Task {
		fx.player.NewLineage()
		fx.chooser.Cancel() // the dialog was about the old document's task
	}
	if whole || !fx.editor.Task().Supervised() {
		fx.holdout.byClicks(false)
	}
	if x.What != editor.Drafted && x.What != editor.Viewed {
		fx.dataFields.Clear()
		fx.board.Clear()
		if x.What != editor.Back {
			fx.importer.Overtake()
		}
	}
	if whole {
		if !x.Rolled {
			fx.sweep.Forget()
		}
		fx.studies.opened = true
		fx.runs.Replaced()
		fx.client.Reset()
		if ds := fx.editor.Now().Dataset; ds != nil {
			fx.recipes.Show(*ds)
		}
	}
}

// paint paints what the page paints itself, in the frame of the event.
func (fx *effects) paint(x editor.Change) {
	if x.View {
		fx.screen.SetView(fx.editor.View.Now())
	}
	fx.annotations.changed()
	fx.presentation.Changed()
	switch {
	case x.Held(): // what is held is painted above the rest until it is released
		fx.painter.rings()
		if len(fx.picked.points) > 0 { // their marks follow the one that is dragged
			fx.painter.highlights()
		}
		if fx.editor.Draft.Leads() {
			fx.painter.handles()
		}
	case x.What == editor.Back, x.Points(), x.Method, x.Task, x.Names, x.Roles:
		fx.painter.points()
	case x.What != editor.Viewed:
		fx.painter.handles()
	}
}

// ask asks the engine for a picture; the request is made when it is sent (Compose).
func (fx *effects) ask(x editor.Change) {
	fx.client.Changed()
	fx.walls.changed(x.Whole() || x.What == editor.Restored || x.Method)
	if fx.interaction.dragging() {
		fx.study.Moved()
		fx.printing.Moved()
	}
}

// tell informs the embedding page.
func (fx *effects) tell(x editor.Change) {
	if x.What != editor.Drafted {
		fx.conversation.Changed()
	}
}

// save saves the document. During a gesture it does not: the result of the gesture is saved.
func (fx *effects) save(x editor.Change) {
	switch x.What {
	case editor.Drafted:
	case editor.First:
		fx.store.Began()
	default:
		fx.store.Save()
	}
}

// show makes the components show the change, in go-app's time. Changes during a gesture need none of that. While a
// slider or the sweep changes a parameter continuously, only the first edit of the step is shown this way; later ones
// show in the parameter's own slider (inputs.sync).
func (fx *effects) show(x editor.Change) {
	switch {
	case x.Whole(), x.What == editor.Restored:
		fx.page.changed(everything)
	case x.What == editor.Back:
		fx.page.changed(theHistory)
	case x.What == editor.Step && !(x.SameStep && fx.interaction.holds()):
		fx.page.changed(theDocument)
	}
	if x.What != editor.Drafted {
		fx.sweeps.changed()
	}
}

// Selected is called when another point is selected, or none. Keys then act on that point, and no longer on picked
// points.
func (fx *effects) Selected() {
	if fx.editor.Selection.Now() != -1 {
		fx.picked.set(nil, "")
	}
	fx.fields.Accept("x", "y", "value")
	fx.painter.rings()
	fx.page.changed(theSelection)
	i, v := fx.editor.Selection.Now(), fx.editor.View.Now()
	if q, ok := fx.editor.Points.Spot(i); ok {
		fx.inspector.Hover(v.PX(q.X), v.PY(q.Y), i, true)
	}
}

// settled is called when a gesture has ended.
func (fx *effects) settled() {
	fx.gesture.Settle()
	if !fx.gesture.Busy() {
		fx.tellTurn()
	}
	if !fx.gesture.Busy() && fx.editor.Loaded() {
		fx.client.Settle()
		fx.walls.wall.Settle()
		fx.predictions.settled()
	}
	fx.page.writeVersions()
}

// requests composes the requests for pictures.
type requests struct {
	*Core

	curve, ran json.RawMessage // the learning curve and the log of runs in the last request
}

// further reports whether a document shows something that only the whole program computes, besides methods.
func (rq *requests) further(d *doc.Document) bool {
	if d.View.Truth || d.View.Kernel || d.View.Scores != nil || d.View.Proba != nil || d.View.Section ||
		d.Wall != nil && d.Wall.Over == doc.WallProba {
		return true
	}
	_, line := method.Line(d.Points)
	line = line && d.Dataset == nil || d.Table != nil && len(d.Table.Chosen()) == 1
	return line && rq.editor.Task() == method.Classify
}

// Compose makes a request of the newest state; see client.Requests.
func (rq *requests) Compose(fine bool) (q client.Request, ok bool, err error) {
	if q, ok, err = rq.compose(fine); ok {
		rq.curve = q.Curve
		q.Panels = rq.panels.Asks(
			fine,
			rq.player.Moves() || rq.hits.Drawing(),
			rq.interaction.dragging() && !rq.hits.Drawing(),
		)
	}
	return q, ok, err
}

// compose is Compose without panels: requests of other lanes, for the wall, never include them.
func (rq *requests) compose(fine bool) (q client.Request, ok bool, err error) {
	if !rq.editor.Loaded() || rq.editor.View.Now().W <= 0 {
		return q, false, nil
	}
	now := rq.editor.Now()
	head, err := doc.EncodeHead(now)
	if err != nil {
		rq.page.changed(theFault)
		return q, false, err
	}
	q.Draw = wire.Draw{
		Doc: head, PointsVersion: rq.editor.Version(), View: rq.editor.View.Now(), Palette: rq.theme.Palette().Name,
		Run: rq.player.Known(), Tuned: rq.tuning.Known(),
		Grow: rq.player.RunsOn(), Keep: rq.player.Lineage(), Curve: rq.study.Curve(),
		Calm: !rq.interaction.dragging() && !rq.player.Playing() && !rq.player.Scrubbing() && reducedMotion(),
	}
	q.Need = wire.Need{Method: now.Method, Further: rq.further(&now) || q.Curve != nil}
	if log := rq.runs.Log(); log != nil || rq.ran != nil {
		if q.Need.Runs = true; log == nil {
			log = json.RawMessage(`{"runs":[]}`)
		}
		if rq.ran = log; !rq.interaction.Busy() { // the engine has them already during a drag
			q.Runs = log
		}
	}
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

// begin opens the document that the page starts with while the engine is still loading, unless it comes from others or
// from storage: then an engine has to check it first.
func (fx *effects) begin() {
	fx.arrival = persistence.Arrival{Link: takeHash(), Anew: anew(), Since: begun(), Start: string(fx.offer.Start)}
	if fx.lectures.on() || !fx.store.Plain(fx.arrival) {
		return
	}
	if d, ok, err := fx.offer.Opened.Document(); ok && err == nil { // otherwise the engine reports the error
		fx.catalogue.Take(fx.offer)
		fx.store.Begin(d)
	}
}

// Hello is called when an engine says hello. The first one opens the course, or the document that the page starts with
// unless begin has opened it. A later one replaces an engine that has crashed: what the page knew of that one's state
// is forgotten, and everything is shown again.
func (fx *effects) Hello() {
	first := !fx.greeted
	fx.greeted = true
	if !fx.catalogue.Known() {
		fx.catalogue.Take(fx.offer)
		if fx.lectures.on() {
			fx.lectures.open()
		} else {
			fx.store.Open(fx.arrival)
		}
	}
	if first {
		return
	}
	if lost := fx.player.Forget(); lost != "" {
		fx.board.News(lost)
	}
	fx.tuning.Forget()
	fx.page.changed(everything)
}

// Picture shows a new picture and the information that came with it.
func (fx *effects) Picture(p client.Picture) {
	if p.Newest {
		fx.editor.Methods.Suits()
	}
	fx.paintPicture(p)
	fx.player.Take(p.Player)
	fx.params.takeTuning(p.Tuning, p.Tuned)
	if p.Newest && p.Last && !fx.interaction.Busy() {
		fx.editor.View.MakeRoom(p.Heights)
	}
	fx.showPicture(p)
	fx.conversation.Fault(nil)
	fx.conversation.Changed()
	fx.showFacts(p.Last)
	if p.Last && !fx.client.Computing() {
		fx.askFurther()
	}
	if p.Last && !fx.interaction.Busy() {
		fx.announce(p.Picture)
	}
}

// paintPicture paints a picture, the plots that came with it, and the points with the colours and positions that it
// gives them.
func (fx *effects) paintPicture(p client.Picture) {
	fx.screen.Show(p.Reply.Bitmap, p.View, p.Above(), p.Staged)
	if q := p.Placed; q != nil && p.PointsVersion == fx.editor.Version() {
		fx.editor.View.Place(method.Projection{Q: q.Q, At: q.At, Names: q.Names})
	}
	fx.hits.Take(p.Spots, p.PanelsDrawn)
	fx.panels.Take(p.Reply.Panels, p.PanelsDrawn, p.PanelKeys)
	fx.painter.colour(p)
}

// showPicture makes the components show what the picture has changed.
func (fx *effects) showPicture(p client.Picture) {
	if p.Fault { // the fault is gone
		fx.page.changed(theFault)
	}
	if before := keysOf(p.Before); picture.SameWords(p.Keys, before) && !picture.Alike(p.Keys, before) {
		fx.legend.stale = true
	}
}

// askFurther requests plots that the picture lacks, and a new readout, which had to wait for the picture.
func (fx *effects) askFurther() {
	if fx.panels.Lacks() {
		fx.client.Redraw()
	}
	fx.inspector.Again()
}

// Painted is called when the newest picture is visible. It lets players continue, and checks what depends on the
// picture.
func (fx *effects) Painted() {
	fx.player.Tick()
	if fx.player.Playing() || fx.player.Scrubbing() { // the user plays the steps now
		fx.sweep.Stop()
	}
	fx.sweep.Tick()
	fx.lecture.Settled()
	fx.decks.settled()
	fx.predictions.settled()
	fx.studies.painted()
	fx.conversation.Changed()
	fx.catalogue.Ahead(fx.client.Clock, &fx.interaction)
}

// Facts shows facts that arrived after their picture.
func (fx *effects) Facts(f *wire.Facts) {
	fx.player.TakeTests(f)
	fx.showFacts(true)
	fx.lecture.Settled()
	fx.conversation.Changed()
	if !fx.interaction.Busy() {
		fx.announce(fx.client.Picture())
	}
}

// Refused shows why there is no picture. If the cause is a value that was carried over from another method, that value
// is reset instead, unless the user is dragging; then dealt is true.
func (fx *effects) Refused(e wire.Error, newest bool) (dealt bool) {
	fx.player.Pause()
	fx.sweep.Stop()
	fx.params.takeTuning(e.Tuning, e.Tuned)
	if e.Need {
		fx.screen.Clear()
		fx.painter.colour(client.Picture{})
		fx.hits.Clear()
		fx.inspector.Clear()
	} else if newest && !fx.interaction.Busy() {
		// A value carried over from another method is not the user's mistake.
		if fx.editor.Methods.LeaveBehind(e.Field) {
			fx.client.ClearFault()
			return true
		}
	}
	fx.conversation.Fault(&e)
	fx.page.changed(theFault)
	return false
}

// Further reports whether an engine with more methods may serve a request that one engine has refused. If none can, it
// makes the refusal's list of methods complete.
func (fx *effects) Further(e *wire.Error) bool {
	ids := fx.catalogue.IDs()
	got, err := strconv.Unquote(e.Got)
	if err == nil && slices.Contains(ids, got) {
		return true
	}
	// A text that can be no id is refused for that, without a list.
	var wrong *doc.Error
	no := (&doc.Document{Method: got}).Validate()
	if err == nil && !(errors.As(no, &wrong) && wrong.Field == e.Field) {
		e.Message = (&doc.Error{Field: e.Field, Want: doc.OneOf(ids, got), Got: e.Got}).Error()
	}
	return false
}

// announce tells screen readers the result of a fit.
func (fx *effects) announce(p *wire.Picture) {
	alt := p.Alt
	for i := range p.Facts {
		if x := &p.Facts[i]; fx.lecture.Hidden(x.Name) {
			alt = strings.Replace(alt, x.Said(), "", 1)
		}
	}
	alt = words.Readable(alt)
	if fx.lecture.Veiled() { // the description would answer the open question
		alt = ""
	}
	setText("picture-alt", alt)
	if el := byID("stage"); el != nil && el.Truthy() {
		el.Call("setAttribute", "aria-label", words.Say(fx.names.plane()))
	}
	fx.speaker.Tell(alt)
}

// veil hides the readout and the descriptions of pictures while they would answer an open question, and speaks them
// afterwards.
func (fx *effects) veil() {
	if fx.lecture.Veiled() {
		fx.inspector.Clear()
	}
	fx.inspector.Again()
	if p := fx.client.Picture(); p != nil {
		fx.announce(p)
	}
	fx.walls.said()
}

// showFacts shows the facts; while they change, at most ten times per second. now means that they are final.
func (fx *effects) showFacts(now bool) {
	if now && !fx.interaction.Busy() {
		fx.pace.Now()
		return
	}
	fx.pace.Soon()
}

func (fx *effects) factsNow() {
	if fx.legend.stale { // repainting swatches costs a layout: not in each frame of a drag
		fx.legend.stale = false
		fx.legend.paint()
	}
	fx.page.changed(theFacts)
	fx.inputs.learned()
	fx.walls.ownSaid()
	fx.errors()
	fx.player.CatchUp()
}

// errors writes the errors of the newest fit below the method's name.
func (fx *effects) errors() {
	var list []string
	if p := fx.client.Picture(); p != nil && fx.client.Need() == "" && fx.client.Fault() == nil {
		for _, says := range method.ErrorLine(p.Facts, p.N) {
			says = words.Readable(words.Say(says))
			if list != nil { // no line break within an error, except in the first, which is longer
				says = strings.ReplaceAll(says, " ", nbsp)
			}
			list = append(list, says)
		}
	}
	if el := byID("errors"); el != nil && el.Truthy() {
		syncProperty(el, "textContent", strings.Join(list, " · "))
	}
}
