package ui

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/app/stage"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// host is the Core as gestures see it.
type host Core

func (h *host) core() *Core { return (*Core)(h) }

func (h *host) Points() []doc.Point        { return h.doc.Points }
func (h *host) View() picture.Viewport     { return h.view }
func (h *host) SetView(v picture.Viewport) { h.core().setView(v) }
func (h *host) ResetView()                 { h.core().resetView() }

// third is the third column of a new point.
func (c *Core) third() float64 {
	switch c.task {
	case method.Regress:
		return 0
	case method.Regress2D:
		return c.value
	}
	return float64(c.class)
}

// classes tells whether points have classes that can be chosen.
func (c *Core) classes() bool {
	return c.task == method.Classify || c.hasClasses() && c.task.Plane() && c.task != method.Regress2D
}

// hasClasses tells whether some third column is not 0.
func (c *Core) hasClasses() bool {
	for _, p := range c.doc.Points {
		if p.Z != 0 {
			return true
		}
	}
	return false
}

func (c *Core) limit() int {
	if c.info == nil {
		return doc.MaxPoints
	}
	return c.info.Limit()
}

// room tells whether one more point may be added, and says so if not.
func (c *Core) room() bool {
	if n := c.limit(); len(c.doc.Points) >= n {
		name := "A document"
		if c.info != nil {
			name = c.info.Name
		}
		c.board.Toast(fmt.Sprintf("%s takes at most %d points.", name, n), true)
		return false
	}
	return true
}

// withPoints returns the present with other points; they are by hand now.
func (c *Core) withPoints(pts []doc.Point) doc.Document {
	d := c.doc
	d.Points, d.Dataset = pts, nil
	return d
}

func (h *host) Add(x, y float64) bool {
	c := h.core()
	if !c.loaded || !c.room() {
		return false
	}
	pts := append(slices.Clip(slices.Clone(c.doc.Points)), doc.Point{X: x, Y: y, Z: c.third()})
	c.hover = len(pts) - 1
	c.edit(c.withPoints(pts), "add a point", "", false, true)
	return true
}

func (h *host) TakeBack() {
	c := h.core()
	if d, ok := c.hist.Drop(); ok {
		c.hover = -1
		c.setDoc(d, true, false)
		c.keeper.Save()
		c.refresh(PartHeader | PartData)
	}
}

func (h *host) Remove(i int) {
	c := h.core()
	if i < 0 || i >= len(c.doc.Points) {
		return
	}
	c.hover, c.selected = -1, -1
	c.edit(c.withPoints(slices.Delete(slices.Clone(c.doc.Points), i, i+1)), "remove a point", "", false, true)
}

func (h *host) Grab(i int) {
	c := h.core()
	c.before = c.doc
	c.doc = c.withPoints(slices.Clone(c.doc.Points)) // the draft: changed in place until Release
	c.moving, c.hover = i, -1
	c.clearExplained()
	c.showPoints()
}

func (h *host) MoveTo(x, y float64) {
	c := h.core()
	if c.moving < 0 || c.moving >= len(c.doc.Points) {
		return
	}
	p := &c.doc.Points[c.moving]
	if p.X == x && p.Y == y {
		return
	}
	p.X, p.Y = x, y
	c.pointsVersion++
	c.showRings()
	c.changed(false)
	c.readoutAt(x, y, c.moving)
}

func (h *host) Release(keep bool) {
	c := h.core()
	i := c.moving
	if i < 0 {
		return
	}
	c.moving = -1
	moved := i < len(c.doc.Points) && i < len(c.before.Points) && c.doc.Points[i] != c.before.Points[i]
	if !keep || !moved {
		back := c.before
		back.View = c.doc.View
		c.setDoc(back, true, false)
		return
	}
	c.edit(c.doc, "move a point", "", false, true)
}

func (h *host) Spray(x, y float64) {
	c := h.core()
	if !c.loaded || !c.room() {
		return
	}
	if !c.spraying {
		c.spraying, c.before = true, c.doc
		c.doc = c.withPoints(slices.Clone(c.doc.Points))
	}
	c.doc.Points = append(c.doc.Points, doc.Point{X: x, Y: y, Z: c.third()})
	c.pointsVersion++
	c.changed(true)
}

func (h *host) EndSpray() {
	c := h.core()
	if !c.spraying {
		return
	}
	c.spraying = false
	c.edit(c.doc, "spray points", "", false, true)
	c.room() // what has stopped the spray holds still
}

func (h *host) Select(i int) {
	c := h.core()
	if c.selected == i {
		return
	}
	c.selected = i
	c.fields.Accept("x", "y", "value")
	c.showRings()
	c.refresh(PartCard)
	if i >= 0 && i < len(c.doc.Points) {
		q := c.doc.Points[i]
		h.Hover(c.view.PX(q.X), c.view.PY(q.Y), i, true)
	}
}

func (h *host) Selected() int { return h.selected }

func (h *host) Edit() bool {
	if h.selected < 0 {
		return false
	}
	if el := byID("card-x"); el != nil && el.Truthy() {
		el.Call("focus")
		el.Call("select")
	}
	return true
}

func (h *host) ChooseClass(k int) { h.core().chooseClass(k) }

func (h *host) Hover(px, py float64, point int, inside bool) {
	c := h.core()
	if !inside {
		point = -1
	}
	if point != c.hover {
		c.hover = point
		c.showRings()
	}
	c.hovIn, c.hovX, c.hovY = inside, px, py
	if !inside {
		c.clearExplained()
		return
	}
	c.readoutAt(c.view.DX(px), c.view.DY(py), point)
	c.explain()
}

func (h *host) Cursor(x, y float64, on bool) {
	c := h.core()
	c.screen.SetCursor(x, y, on)
	if on {
		c.hovIn, c.hovX, c.hovY = true, c.view.PX(x), c.view.PY(y)
		c.readoutAt(x, y, -1)
		c.explain()
	} else {
		c.hovIn = false
		c.clearExplained()
	}
}

func (h *host) Say(s stage.Saying) {
	c := h.core()
	place := figure(s.X) + ", " + figure(s.Y)
	text := ""
	switch s.What {
	case "cursor":
		text = place
		if s.I >= 0 {
			text += ", on " + c.namePoint(s.I)
		}
	case "point":
		text = c.namePoint(s.I) + " at " + place + ". Press Enter to grab it, F2 for its numbers, Delete to remove it, Tab for the next."
	case "added":
		text = "Added " + c.namePoint(len(c.doc.Points)-1) + " at " + place
	case "grabbed":
		text = "Grabbed " + c.namePoint(s.I) + ". Arrows move it, Enter lets go, Escape puts it back."
	case "released":
		text = "Let go at " + place
	case "removed":
		text = "Removed a point; " + plural(len(c.doc.Points), "point") + " left"
	case "cancelled":
		text = "Cancelled"
	case "empty":
		text = "There are no points. Press Enter to add one."
	}
	c.speaker.Say(text)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func (c *Core) namePoint(i int) string {
	if i < 0 || i >= len(c.doc.Points) {
		return "a point"
	}
	s := "point " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(c.doc.Points))
	switch z := c.doc.Points[i].Z; {
	case c.task == method.Regress2D:
		s += ", value " + figure(z)
	case c.task == method.Regress:
	case z == doc.Unlabeled:
		s += ", without a class"
	case c.classes():
		s += ", " + className(int(z))
	}
	return s
}

// chooseClass makes k the class of the next points, and of the selected one.
func (c *Core) chooseClass(k int) {
	if !c.classes() {
		return
	}
	c.class = k
	name := className(k)
	if k >= 0 {
		name += ", " + c.palette.Class[k].Name
	}
	text := "New points: " + name
	if i := c.selected; i >= 0 && i < len(c.doc.Points) {
		if c.doc.Points[i].Z == float64(k) {
			text = "Point " + strconv.Itoa(i+1) + " is of that class already: " + name + ". So are new points."
		} else {
			text = "Point " + strconv.Itoa(i+1) + " changed to " + name + ". So are new points."
		}
		c.setThird(i, float64(k))
	}
	c.refresh(PartDock | PartCard)
	c.speaker.Say(text)
}

// className is what people call the class with an id. They count from 1, as the
// keys and tables do; documents and programs count from 0.
func className(id int) string {
	if id == doc.Unlabeled {
		return "no class"
	}
	return "class " + strconv.Itoa(method.ClassNumber(id))
}

// touched returns the text for fingers or the one for a mouse, after the last
// pointer that was used.
func (c *Core) touched(finger, mouse string) string {
	if c.gesture.Touch {
		return finger
	}
	return mouse
}

// hands puts a text that speaks of clicks in the words for the pointer in use.
func (c *Core) hands(text string) string {
	if !c.gesture.Touch {
		return text
	}
	return tapWords.Replace(text)
}

var tapWords = strings.NewReplacer("Click", "Tap", "click", "tap")

func (c *Core) setThird(i int, z float64) {
	if i < 0 || i >= len(c.doc.Points) || c.doc.Points[i].Z == z {
		return
	}
	pts := slices.Clone(c.doc.Points)
	pts[i].Z = z
	what := "change a class"
	if c.task == method.Regress2D {
		what = "change a value"
	}
	c.edit(c.withPoints(pts), what, "third"+strconv.Itoa(i), false, true)
}

func (c *Core) setCoordinate(i int, name string, v float64) {
	if i < 0 || i >= len(c.doc.Points) {
		return
	}
	pts := slices.Clone(c.doc.Points)
	if name == "x" {
		pts[i].X = v
	} else {
		pts[i].Y = v
	}
	if pts[i] != c.doc.Points[i] {
		c.edit(c.withPoints(pts), "move a point", "coordinate"+name+strconv.Itoa(i), false, true)
	}
}

// setParam gives a parameter a value that its declaration accepts. key makes the
// edits of one gesture one step. A nil value is the default.
func (c *Core) setParam(name string, v any, key string) {
	if c.info == nil {
		return
	}
	p := c.info.Param(name)
	if p == nil {
		return
	}
	delete(c.carried.params, name)
	c.fields.Accept(name)
	d := c.doc
	d.Params = maps.Clone(c.doc.Params)
	if d.Params == nil {
		d.Params = map[string]any{}
	}
	if v == nil {
		delete(d.Params, name)
	} else {
		d.Params[name] = v
	}
	if same(c.doc.Params[name], d.Params[name]) {
		c.refresh(PartControls)
		return
	}
	before := c.task
	after := c.info.TaskOf(d.Params)
	if kin(before) != kin(after) {
		c.switchData(d, before, after, "change "+p.Label)
		return
	}
	c.edit(d, "change "+p.Label, key, false, false)
	if before != after {
		c.showPoints()
	}
}

func same(a, b any) bool {
	x, ok1 := a.([]float64)
	y, ok2 := b.([]float64)
	if ok1 || ok2 {
		return ok1 && ok2 && slices.Equal(x, y)
	}
	return a == b
}

// param returns a parameter's effective value.
func (c *Core) param(p *method.Param) any {
	if v, ok := c.doc.Params[p.Name]; ok && v != nil {
		return v
	}
	return p.Default
}

// setShow switches a layer on or off.
func (c *Core) setShow(name string, on bool) {
	if c.info == nil {
		return
	}
	shown := c.shown()
	shown[method.Part(name)] = on
	d := c.doc
	d.View.Show = []string{}
	for _, s := range c.info.Shows {
		if shown[s.Name] {
			d.View.Show = append(d.View.Show, string(s.Name))
		}
	}
	c.edit(d, "switch a layer", "", false, false)
}

func (c *Core) shown() method.Shown {
	s, err := c.info.Shown(c.doc.View.Show)
	if err != nil {
		// Names of another method's layers: the engine has said so already.
		s, _ = c.info.Shown(nil)
	}
	return s
}

// kin groups the tasks that read points in the same way.
func kin(t method.Task) string {
	switch t {
	case method.Regress, method.Regress2D:
		return string(t)
	}
	return "classes"
}

// setMethod changes the method. Parameters that both have and that were set by
// hand are kept, unless the new one has been used before.
func (c *Core) setMethod(id string) {
	in := c.infoOf(id)
	if in == nil || id == c.doc.Method {
		return
	}
	c.byMethod[c.doc.Method] = c.doc.Params
	c.fields.Clear()
	d := c.doc
	d.Method = id
	d.View.Show, d.View.Step = nil, nil
	params, ok := c.byMethod[id]
	c.carried = carried{}
	if !ok {
		params = map[string]any{}
		c.carried = carried{id, map[string]bool{}}
		for name, v := range c.doc.Params {
			p, q := in.Param(name), c.info
			if p == nil || q == nil || q.Param(name) == nil || q.Param(name).Kind != p.Kind {
				continue
			}
			// A kernel's name means what its own method says; an expression
			// means the same everywhere.
			if text, ok := v.(string); ok && p.Kind == method.Kernel && chosen(q.Param(name), text) && !chosen(p, text) {
				continue
			}
			if _, err := p.Check(v); err == nil {
				params[name] = v
				c.carried.params[name] = true
			}
		}
	}
	d.Params = maps.Clone(params)
	c.talk.Forgive()
	c.player.Pause()
	before, after := c.task, in.TaskOf(d.Params)
	c.panels.Clear()
	if kin(before) == kin(after) {
		c.edit(d, "choose "+in.Name, "", false, true)
		return
	}
	c.switchData(d, before, after, "choose "+in.Name)
}

// carried are the parameters that a method has from the one before.
type carried struct {
	method string
	params map[string]bool
}

// leaveBehind gives a parameter its default again that does not suit the others of
// a method, when it was carried there and not chosen, and says so. It tells
// whether that was so.
func (c *Core) leaveBehind(field string) bool {
	name, ok := strings.CutPrefix(field, "params.")
	v, set := c.doc.Params[name]
	if !ok || !set || c.doc.Method != c.carried.method || !c.carried.params[name] {
		return false
	}
	delete(c.carried.params, name)
	d := c.doc
	d.Params = maps.Clone(d.Params)
	delete(d.Params, name)
	c.talk.Forgive()
	c.hist.Amend(d)
	c.present(d, false, false)
	p := c.info.Param(name)
	c.board.Toast(fmt.Sprintf("%s %v, from the method before, does not go with %s here: it is %v now.", p.Label, valueName(p, v), c.info.Name, valueName(p, p.Default)), false)
	return true
}

// valueName is a parameter's value as people see it.
func valueName(p *method.Param, v any) any {
	for _, ch := range p.Choices {
		if ch.Value == v {
			return ch.Label
		}
	}
	return v
}

// chosen tells whether a value is one of a parameter's choices.
func chosen(p *method.Param, value string) bool {
	for _, ch := range p.Choices {
		if ch.Value == value {
			return true
		}
	}
	return false
}

// switchData puts the last data of another kind of task into d: classes are no
// heights, nor the other way round. What was there is kept for coming back.
func (c *Core) switchData(d doc.Document, before, after method.Task, what string) {
	c.byTask[kin(before)] = c.doc
	c.host().Select(-1)
	d.View.Step = nil
	if old, ok := c.byTask[kin(after)]; ok {
		d.Points, d.Dataset = old.Points, old.Dataset
		d.View.X, d.View.Y = old.View.X, old.View.Y
		d.Title = old.Title
		c.frameDoc(&d, after)
		c.edit(d, what, "", true, true)
		return
	}
	name := c.datasetFor(d.Method, after)
	if name == nil {
		c.frameDoc(&d, after)
		c.edit(d, what, "", true, true)
		return
	}
	ds := name.Dataset(1)
	d.Points, d.Dataset, d.Title = nil, &ds, ""
	d.View.X, d.View.Y = [2]float64{}, [2]float64{}
	c.loader.Document(d, what, "", func(e *wire.Error) {
		if e != nil {
			c.board.Toast(e.Message, true)
			return
		}
		c.board.Toast("Data for this method; your points come back with a method for them.", false)
	})
}

func (c *Core) host() *host { return (*host)(c) }

// datasetFor chooses data for a method that none has been made for: its
// example's, else the first for the task.
func (c *Core) datasetFor(id string, t method.Task) *wire.DatasetInfo {
	example := ""
	if in := c.infoOf(id); in != nil && in.Example != "" {
		if d, err := doc.Decode([]byte(in.Example)); err == nil && d.Dataset != nil && in.TaskOf(d.Params) == t {
			example = d.Dataset.Name
		}
	}
	var first *wire.DatasetInfo
	for i := range c.hello.Datasets {
		ds := &c.hello.Datasets[i]
		if ds.Name == example {
			return ds
		}
		if first == nil && kin(ds.Task) == kin(t) {
			first = ds
		}
	}
	return first
}

// methodFor finds a method for data of a task: the present one if it will do.
func (c *Core) methodFor(t method.Task) (id string, params map[string]any, ok bool) {
	if kin(c.task) == kin(t) {
		return c.doc.Method, c.doc.Params, true
	}
	if c.info != nil {
		if p := choiceFor(c.info, t); p != nil {
			m := maps.Clone(c.doc.Params)
			maps.Copy(m, p)
			return c.doc.Method, m, true
		}
	}
	for _, in := range c.hello.Catalog {
		if in.TaskOf(nil) == t {
			return in.ID, map[string]any{}, true
		}
	}
	for i := range c.hello.Catalog {
		if p := choiceFor(&c.hello.Catalog[i], t); p != nil {
			return c.hello.Catalog[i].ID, p, true
		}
	}
	return "", nil, false
}

// choiceFor returns the parameter that makes the method's task t.
func choiceFor(in *method.Info, t method.Task) map[string]any {
	if name, value, ok := in.ChoiceFor(t); ok {
		return map[string]any{name: value}
	}
	return nil
}

func (c *Core) undo() {
	if c.moving >= 0 || c.spraying {
		return
	}
	c.hist.Seal()
	if d, what, ok := c.hist.Undo(); ok {
		c.travel(d)
		c.speaker.Say("Undone: " + what)
	}
}

func (c *Core) redo() {
	if c.moving >= 0 || c.spraying {
		return
	}
	if d, what, ok := c.hist.Redo(); ok {
		c.travel(d)
		c.speaker.Say("Redone: " + what)
	}
}

// travel makes a document of the past or the future the present.
func (c *Core) travel(d doc.Document) {
	c.gesture.Reset()
	c.player.Pause()
	c.fields.Clear()
	c.selected, c.hover = -1, -1
	c.talk.Forgive()
	old := c.doc
	changed := len(old.Points) != len(d.Points) || len(d.Points) > 0 && &old.Points[0] != &d.Points[0] || old.Method != d.Method
	c.setDoc(d, changed, d.View.X != old.View.X || d.View.Y != old.View.Y || old.Method != d.Method)
	c.keeper.Save()
	c.refresh(partsAll &^ PartRoot)
}

// clear removes all points.
func (c *Core) clear() {
	if len(c.doc.Points) == 0 {
		return
	}
	c.host().Select(-1)
	c.gesture.Reset()
	c.edit(c.withPoints(nil), "remove all points", "", false, true)
	c.board.Toast("All points removed. Undo brings them back.", false)
}

// applyLearned writes what the method has found into the document.
func (c *Core) applyLearned() {
	pic := c.talk.Picture()
	if pic == nil || c.info == nil || len(pic.Learned) == 0 {
		return
	}
	d := c.doc
	d.Params = maps.Clone(c.doc.Params)
	for name, v := range pic.Learned {
		p := c.info.Param(name)
		if p == nil {
			continue
		}
		if list, ok := v.([]any); ok {
			f := make([]float64, 0, len(list))
			for _, x := range list {
				if y, ok := x.(float64); ok {
					f = append(f, y)
				}
			}
			v = f
		}
		if w, err := p.Check(v); err == nil {
			if f, ok := w.(float64); ok && !math.IsNaN(f) {
				w = significant(f, 6)
			}
			d.Params[name] = w
		}
	}
	c.fields.Clear()
	c.edit(d, "apply the learned values", "", false, false)
}
