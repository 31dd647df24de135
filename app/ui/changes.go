package ui

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/app/room/client"
	"pointscape/app/room/editor"
	"pointscape/app/room/persistence"
	"pointscape/app/stage"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// onChange is what all rooms do when the document has changed. What was under way
// for the old one ends first, so that the new one is asked for as it will rest.
func (c *Core) onChange(x editor.Change) {
	if x.Turned { // the engine is told when the hand rests: nothing of its picture is otherwise
		c.turned = true
		c.showPoints()
		c.showPicked()
		c.guest.Changed()
		c.store.Save()
		return
	}
	whole := x.What == editor.Whole || x.What == editor.First
	if whole || x.What == editor.Turn { // undo while playing, a link during a drag
		c.gesture.Reset()
		c.player.Pause()
		c.inspector.Replaced()
		c.fields.Clear()
		c.client.Forgive()
	}
	if x.Method {
		if x.Points { // of another kind of data
			c.inspector.Replaced()
		}
		c.player.Pause()
		c.fields.Clear()
		c.client.Forgive()
		c.panels.Clear()
		c.hits.Clear()
	}
	if whole || x.Method || x.Points {
		c.pick(nil, "")
	}
	if whole || x.Method || x.Task {
		c.player.Anew()
		c.chooser.Cancel() // columns were to be chosen for what was
	}
	if whole || !c.editor.Task().Supervised() {
		c.holding(false)
	}
	if x.What != editor.Draft && x.What != editor.Look {
		c.dataFields.Clear()
		c.board.Forgive()
		if x.What != editor.Back {
			c.importer.Overtake()
		}
	}
	if whole {
		c.client.Anew()
		if ds := c.editor.Now().Dataset; ds != nil {
			c.recipes.Show(*ds)
		}
	}

	if x.View {
		c.screen.SetView(c.editor.View())
	}
	c.showPresent()
	if x.Points || x.Task || x.Names || x.Roles {
		c.showPoints()
	} else if x.What == editor.Draft {
		c.showRings() // round what is held
	} else if x.What != editor.Look {
		c.showGrips()
	}
	c.client.Changed()
	if c.held() {
		c.study.Moved()
	}

	if x.What != editor.Draft {
		c.guest.Changed()
	}
	switch x.What {
	case editor.Draft:
		return // its end is kept
	case editor.First:
		c.store.Began()
	default:
		c.store.Save()
	}
	switch {
	case x.What == editor.Turn:
		c.refresh(partsAll &^ PartRoot)
	case whole:
		c.refresh(partsAll)
	case x.What == editor.Back:
		c.refresh(PartHeader | PartData)
	case x.What == editor.Step && !c.hand.quiet:
		c.refresh(PartHeader | PartControls | PartData | PartCard | PartDock)
	}
}

// onPicked shows another point's numbers, or none. Keys are about that one then, and no
// longer about points that were picked out.
func (c *Core) onPicked() {
	if c.editor.Selected() != -1 {
		c.pick(nil, "")
	}
	c.fields.Accept("x", "y", "value")
	c.showRings()
	c.refresh(PartCard)
	i, v := c.editor.Selected(), c.editor.View()
	if q, ok := c.editor.Spot(i); ok {
		c.inspector.Hover(v.PX(q.X), v.PY(q.Y), i, true)
	}
}

// onHello opens the first document; from a fresh engine after a crash, all is shown
// anew.
func (c *Core) onHello(*wire.Hello) {
	first := !c.catalogue.Known()
	if first {
		c.catalogue.Take(c.offer)
	}
	if lost := c.player.Forget(); lost != "" {
		c.board.News(lost)
	}
	c.tuning.Forget()
	if first {
		c.store.Open(persistence.Arrival{Link: takeHash(), Anew: anew(), Since: begun(), Start: c.catalogue.Start()})
		return
	}
	c.refresh(partsAll)
}

// onPicture shows a picture and what it tells.
func (c *Core) onPicture(p client.Picture) {
	if p.Newest {
		c.editor.Suits()
	}
	c.screen.SetPicture(p.Reply.Bitmap, p.View, p.Above(), p.Staged)
	if q := p.Placed; q != nil && p.PointsVersion == c.editor.Version() {
		c.editor.Place(method.Projection{Q: q.Q, At: q.At, Names: q.Names})
	}
	c.hits.Take(p.Spots, p.PanelsDrawn)
	c.panels.Take(p.Reply.Panels, p.PanelsDrawn, p.PanelKeys)
	c.colour(p)
	c.player.Take(p.Player)
	c.tune(p.Tuning, p.Tuned)
	if p.Newest && p.Last && !c.busy() {
		c.editor.MakeRoom(p.Heights)
	}
	if (len(p.Learned) > 0) != (p.Before != nil && len(p.Before.Learned) > 0) {
		c.refresh(PartControls)
	}
	if before := keysOf(p.Before); p.Fault || !picture.SameWords(p.Keys, before) {
		c.refresh(PartControls)
	} else if !picture.Alike(p.Keys, before) {
		c.legendLate = true
	}
	c.guest.Fault(nil)
	c.guest.Changed()
	c.showFacts(p.Last)
	if p.Last && !c.client.Computing() {
		if c.panels.Lacks() {
			c.client.Redraw()
		}
		c.inspector.Again()
	}
	if p.Last && !c.busy() {
		c.announce(p.Picture)
	}
}

// onPainted goes on when the newest picture is to be seen.
func (c *Core) onPainted() {
	c.player.Tick()
	c.guest.Changed()
	c.catalogue.Ahead(c.client.Clock, c.busy)
}

// onFacts shows the facts that were late.
func (c *Core) onFacts(f *wire.Facts) {
	c.player.TakeTests(f)
	c.showFacts(true)
	if !c.busy() {
		c.announce(c.client.Picture())
	}
}

// onRefused shows why there is no picture, unless what is wrong can be left behind.
func (c *Core) onRefused(e wire.Error, newest bool) (dealt bool) {
	c.player.Pause()
	c.tune(e.Tuning, e.Tuned)
	if e.Need {
		c.screen.ClearPicture()
		c.colour(client.Picture{})
		c.hits.Clear()
		c.inspector.Clear()
	} else if newest && !c.busy() {
		// What was carried from another method is no mistake of people's.
		if c.editor.LeaveBehind(e.Field) {
			c.client.Forgive()
			return true
		}
	}
	c.guest.Fault(&e)
	c.refresh(PartControls | PartFacts | PartDock)
	return false
}

// further tells whether an engine of more methods may serve what one has refused. Where no
// engine can, the refusal names the methods of all.
func (c *Core) further(e *wire.Error) bool {
	ids := c.catalogue.IDs()
	if got, err := strconv.Unquote(e.Got); err == nil && slices.Contains(ids, got) {
		return true
	}
	if strings.HasPrefix(e.Message, e.Field+" must be one of ") {
		got, _ := strconv.Unquote(e.Got)
		e.Message = (&doc.Error{Field: e.Field, Want: doc.OneOf(ids, got), Got: e.Got}).Error()
	}
	return false
}

// announce tells screen readers what came out.
func (c *Core) announce(p *wire.Picture) {
	alt := words.Readable(p.Alt)
	setText("picture-alt", alt)
	if el := byID("stage"); el != nil && el.Truthy() {
		el.Call("setAttribute", "aria-label", c.planeName())
	}
	c.speaker.Tell(alt)
}

// showFacts shows the facts, at most ten times a second while they change.
func (c *Core) showFacts(now bool) {
	if now && !c.busy() {
		c.facts.Now()
		return
	}
	c.facts.Soon()
}

func (c *Core) factsNow() {
	if c.legendLate { // a swatch is a background: one more would cost a layout in each frame of a drag
		c.legendLate = false
		c.paintLegend()
	}
	parts := PartFacts
	if d, ok := c.page.parts[PartDock].(*Dock); ok && d.shown != c.dockState() {
		parts |= PartDock
	}
	c.refresh(parts)
	c.syncLearned()
	c.player.CatchUp()
}

// look says how points are painted on a picture.
func (c *Core) look(pic *wire.Picture) stage.Look {
	l := stage.Look{Task: c.editor.Task(), Roles: c.editor.Roles(), Palette: c.theme.Palette()}
	if l.Task == method.Regress2D && pic != nil && pic.Legend != nil && pic.Legend.Diverging {
		l.Lo, l.Hi, l.Scaled = pic.Legend.Lo, pic.Legend.Hi, true
	}
	if c.found.By(c.editor.Now().Method) {
		l.Found = &c.found
	}
	l.Table = c.editor.Now().Table
	return l
}

// grouped tells whether points have the colours of what was found of them; then their
// classes are shapes alone.
func (c *Core) grouped() bool { return c.found.By(c.editor.Now().Method) && !c.found.Classes() }

// colour gives the points what a picture tells of their colours: its scale of values,
// and what was found of them.
func (c *Core) colour(p client.Picture) {
	before, grouped := c.look(p.Before), c.grouped()
	var groups *wire.Groups
	if p.Picture != nil {
		groups = p.Groups
	}
	made := p.Made
	if groups != nil && c.editor.Now().Table != nil && len(made) > 3*groups.N {
		made = made[:3*groups.N] // the rows of a table follow
	}
	moved := p.Picture != nil && p.Placed != nil
	c.found.Turned = moved || c.editor.Near() != nil
	found := c.found.Take(groups, made, c.editor.Now().Method)
	if found || moved || c.look(p.Picture) != before {
		c.showPoints()
	}
	if grouped != c.grouped() {
		c.refresh(PartData | PartDock | PartCard) // marks of classes
	}
}

func (c *Core) showPoints() {
	now := c.editor.Now()
	c.screen.SetAxes(c.editor.Task().AxesOf(&now), c.theme.Palette().Text())
	var solid *stage.Space
	if near := c.editor.Near(); near != nil {
		at := now.Table.Rows.Places
		solid = &stage.Space{Near: near, Reach: picture.SpaceReach(at), Turn: now.View.Turned(), Names: now.Table.Axes}
		solid.Mid[0], solid.Mid[1], solid.Mid[2] = picture.Middle(at)
	}
	c.screen.SetSpace(solid)
	c.screen.SetPoints(c.editor.Points(), c.look(c.client.Picture()), c.editor.Held())
	c.showGrips()
	c.showRings()
	if solid != nil {
		c.showPicked() // where they are now
	}
}

// showGrips shows the handles.
func (c *Core) showGrips() { c.screen.SetGrips(c.editor.Grips(), c.editor.Held()) }

func (c *Core) showRings() {
	ring := func(i int) *stage.Ring {
		q, ok := c.editor.Spot(i)
		if !ok {
			return nil
		}
		return &stage.Ring{X: q.X, Y: q.Y, Grip: i < -1}
	}
	c.pointRow()
	c.screen.SetRings(ring(c.inspector.Over()), ring(c.editor.Selected()))
	var held *doc.Point
	if q, ok := c.editor.Spot(c.editor.Held()); ok {
		held = &q
	}
	c.screen.SetHeld(held)
}
