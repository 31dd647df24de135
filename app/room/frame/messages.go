package frame

import (
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"pointscape/app/room/catalogue"
	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Version is the version of the messages, which each of them contains.
const Version = 1

// changedEvery is the minimum time between two "changed" messages.
const changedEvery = 200 * time.Millisecond

// Limits of a message; a larger one is refused unread.
const (
	MaxValues = 2000 // in lists and objects
	MaxDepth  = 4
	MaxText   = 2000 // characters; a document may have doc.MaxBytes
)

// Message is a message from the page around.
type Message struct {
	Origin string
	// Fields are its plain values (float64, bool, string, []any, map[string]any) without the document; nil if they
	// exceed the limits.
	Fields map[string]any
	// Document is the text of the message's document, which stays in the browser; HasDocument reports whether there is
	// one.
	Document    workers.Text
	HasDocument bool
}

// Size is the size of the frame and of its plane, in CSS pixels.
type Size struct{ Width, Height, PlaneWidth, PlaneHeight int }

// Needs has what a Conversation depends on.
type Needs struct {
	Clock clock.Clock
	// Build is the version of the site.
	Build string
	// Post sends a message to the page around, if it has one of these origins; nil allows any.
	Post func(m map[string]any, origins []string)
	// Now returns the document, during a gesture the one before it, and the declaration of its method; nil = there is
	// none yet.
	Now func() (doc.Document, *method.Info)
	// Picture returns the newest picture's data, nil if there is none.
	Picture func() *wire.Picture
	// Hidden reports whether a fact is not shown because it would answer a question.
	Hidden func(fact string) bool
	// Load replaces the present document by one from outside. Change sets parameters to values that their declarations
	// accept. Both call done when the result is drawn. Check asks the engine whether it would draw a document.
	Load   func(text workers.Text, done func(*wire.Error))
	Change func(params map[string]any, done func(*wire.Error))
	Check  func(d doc.Document, done func(*wire.Error))
	// Steps returns the player's step, the number of steps, and the last step that can be asked for, which lies beyond
	// the present end if the method has no end; ok is false if the method has no steps. Walk moves by some steps, Play
	// starts or pauses.
	Steps func() (step, steps, last int, ok bool)
	Drawn func(done func(*wire.Error)) // waits until the present state is drawn
	Walk  func(by int)
	Play  func(on bool)
	Size  func() Size
}

// Conversation exchanges messages between the frame and the page around it.
type Conversation struct {
	Needs
	Options Options

	ready bool
	pace  clock.Pace
	told  string      // the newest state that was sent
	size  Size        // the newest size that was sent
	fault *wire.Error // why the present state cannot be drawn, nil = it can
	busy  bool        // a document or parameters are being loaded
	waits *request    // the newest request that waits for that
}

// request is a message that has not been answered yet.
type request struct {
	kind string
	id   any // nil, a string or a number
	do   func(done func(*wire.Error))
}

// Ready sends the first message to the page around: there is a first picture, or the reason why the data are not
// sufficient.
func (c *Conversation) Ready() {
	c.ready = true
	c.pace = clock.Pace{Clock: c.Clock, Every: changedEvery, Show: c.tellChanged}
	m := c.state()
	c.told = key(m)
	m["version"] = c.Build
	c.size = c.Size()
	c.addSize(m)
	c.post("ready", m)
	c.tellFault()
}

// Changed sends the present state to the page around if it differs from the last one sent, at most five times a second.
func (c *Conversation) Changed() {
	if c.ready {
		c.pace.Soon()
	}
}

func (c *Conversation) tellChanged() {
	m := c.state()
	if k := key(m); k != c.told {
		c.told = k
		c.post("changed", m)
	}
}

// Task tells the page around that the user has finished a task of a course's page.
func (c *Conversation) Task(course, page, task string) {
	if !c.ready {
		return
	}
	c.post("task", map[string]any{"course": course, "page": page, "task": task, "solved": true})
}

// Key passes a key that the frame does not use on to the page around, if the frame's address asks for that: once the
// user has clicked in the frame, it receives the keys meant for a deck of slides around it. Only keys that turn slides
// are passed on, never typed text.
func (c *Conversation) Key(name string, shift bool) (told bool) {
	switch name {
	case "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " ":
	default:
		return false
	}
	if c.Options.Keys {
		c.post("key", map[string]any{"key": name, "shift": shift})
	}
	return c.Options.Keys
}

// Resized sends the sizes of the frame and of its plane to the page around, if they have changed.
func (c *Conversation) Resized() {
	if !c.ready || c.size == c.Size() {
		return
	}
	c.size = c.Size()
	m := map[string]any{}
	c.addSize(m)
	c.post("resize", m)
}

// ideal is the best ratio of height to width of a frame's plane.
const ideal = 0.75

func (c *Conversation) addSize(m map[string]any) {
	s := c.size
	m["width"], m["height"] = s.Width, s.Height
	m["plane"] = map[string]any{"width": s.PlaneWidth, "height": s.PlaneHeight}
	m["ideal"] = s.Height - s.PlaneHeight + int(math.Round(ideal*float64(s.PlaneWidth)))
}

// Fault tells the page around once why the present state cannot be drawn; nil = it can.
func (c *Conversation) Fault(e *wire.Error) {
	was := c.fault
	switch {
	case e == nil || e.Need:
		c.fault = nil
	case was == nil || was.Field != e.Field || was.Message != e.Message:
		c.fault = e
		if c.ready {
			c.tellFault()
		}
	}
}

func (c *Conversation) tellFault() {
	if c.fault != nil {
		c.fail(request{}, c.fault.Field, c.fault.Message)
	}
}

// state returns the content of a message about the present state: method, title, parameters, number of points, and, as
// far as there are some, step, status and facts; empty without a method.
func (c *Conversation) state() map[string]any {
	m := map[string]any{}
	d, in := c.Now()
	if in == nil {
		return m
	}
	params := make(map[string]any, len(in.Params))
	for i := range in.Params {
		p := &in.Params[i]
		if !in.Applies(p.When, d.Params) {
			continue
		}
		v, ok := d.Params[p.Name]
		if !ok || v == nil {
			v = p.Default
		}
		params[p.Name] = v
	}
	m["method"], m["title"], m["params"], m["points"] = d.Method, d.Title, params, len(d.Points)
	if step, steps, _, ok := c.Steps(); ok {
		m["step"], m["steps"] = step, steps
	}
	if p := c.Picture(); p != nil {
		m["status"], m["sentence"] = string(p.Status.State), words.Say(p.Status.Sentence)
		m["facts"] = c.facts(p)
	}
	return m
}

// facts returns the facts that are a number, a text or a truth value, by name. Lists are left out, because they have no
// size limit, and so is the answer to an open question.
func (c *Conversation) facts(p *wire.Picture) map[string]any {
	list := map[string]any{}
	for i := range p.Facts {
		x := &p.Facts[i]
		if c.Hidden(x.Name) {
			continue
		}
		switch v := x.Value.(type) {
		case float64:
			if !math.IsNaN(v) && !math.IsInf(v, 0) { // JSON has no NaN and no infinity
				list[x.Name] = v
			}
		case string, bool, int:
			list[x.Name] = v
		}
	}
	return list
}

// key returns a text that identifies a state.
func key(m map[string]any) string {
	b, _ := json.Marshal(m) // values that JSON has always marshal
	return string(b)
}

func (c *Conversation) post(kind string, m map[string]any) {
	m["pointscape"], m["type"] = Version, kind
	if c.Options.Restricted {
		c.Post(m, append([]string{}, c.Options.Origins...))
		return
	}
	c.Post(m, nil)
}

func (c *Conversation) reply(r request, m map[string]any) {
	m["to"] = r.kind
	if r.id != nil {
		m["id"] = r.id
	}
	c.post("reply", m)
}

func (c *Conversation) fail(r request, field, message string) {
	m := map[string]any{"message": words.Say(message)} // in the frame's language
	if field != "" {
		m["field"] = field
	}
	if r.kind != "" {
		m["to"] = r.kind
	}
	if r.id != nil {
		m["id"] = r.id
	}
	c.post("error", m)
}

// fields lists the fields that messages may have, by type.
var fields = map[string][]string{
	"get":  {},
	"set":  {"params"},
	"step": {"to", "by", "play"},
}

// Take answers a message. It ignores a message that is not marked as one for Pointscape, and one from an origin that is
// not allowed.
func (c *Conversation) Take(m Message) {
	if !c.Options.Allows(m.Origin) {
		return
	}
	var r request
	if m.Fields == nil {
		c.fail(r, "", words.Sprintf("A message has at most %d values, %d levels deep, and texts of at most %d "+
			"characters besides its document.", MaxValues, MaxDepth, MaxText))
		return
	}
	version, ours := m.Fields["pointscape"]
	if !ours {
		return
	}
	r.kind, _ = m.Fields["type"].(string)
	known, ok := fields[r.kind]
	if !ok {
		r.kind = ""
	}
	switch id := m.Fields["id"].(type) {
	case nil:
	case float64:
		r.id = id
	case string:
		if r.id = id; len(id) > maxName {
			r.id = nil
			c.fail(r, "id", words.Sprintf("id must be a number or a text of at most %d characters", maxName))
			return
		}
	default:
		c.fail(r, "id", "id must be a number or a text")
		return
	}
	switch {
	case version != float64(Version):
		c.fail(r, "pointscape", words.Sprintf("pointscape must be %d, the message version of this frame",
			Version))
		return
	case !ok:
		c.fail(r, "type", "type must be get, set or step")
		return
	case !c.ready:
		c.fail(r, "", "The frame is not ready: wait for its “ready” message.")
		return
	}
	if _, ok := m.Fields["document"]; ok {
		c.fail(r, "document", "document must be the text of a document: JSON.stringify(document)")
		return
	}
	for _, name := range slices.Sorted(maps.Keys(m.Fields)) {
		if !slices.Contains(known, name) && name != "pointscape" && name != "type" && name != "id" {
			c.fail(r, name, words.Text("%s must be a field of %s: %s", name, r.kind, strings.Join(append([]string{"id"},
				known...), ", ")))
			return
		}
	}
	if m.HasDocument && r.kind != "set" {
		c.fail(r, "document", "document must be a field of set")
		return
	}
	switch r.kind {
	case "get":
		c.get(r)
	case "set":
		c.set(r, m)
	case "step":
		c.step(r, m.Fields)
	}
}

func (c *Conversation) get(r request) {
	d, in := c.Now()
	b, err := doc.Encode(d)
	if err != nil {
		c.fail(r, "", err.Error())
		return
	}
	m := c.state()
	m["document"] = string(b)
	controls := []any{} // those that the frame could have
	if in != nil {
		for _, x := range Available(in, d.Params) {
			controls = append(controls, map[string]any{"name": x.Name(), "label": words.Say(x.Label())})
		}
	}
	m["controls"] = controls
	c.reply(r, m)
}

// set loads a document or sets parameters. One request is processed at a time, and only the newest other one waits;
// those between are refused, so that too many requests cost no more.
func (c *Conversation) set(r request, m Message) {
	given, some := m.Fields["params"]
	switch {
	case m.HasDocument == some:
		c.fail(r, "set", "set must have either a document or params")
		return
	case m.HasDocument:
		if err := m.Document.TooLong("document"); err != nil {
			c.fail(r, "document", err.Error())
			return
		}
		r.do = func(done func(*wire.Error)) { c.Load(m.Document, done) }
	default:
		params, ok := given.(map[string]any)
		if !ok {
			c.fail(r, "params", "params must be an object of named values")
			return
		}
		r.do = func(done func(*wire.Error)) { c.change(params, done) }
	}
	if c.busy {
		if c.waits != nil {
			c.fail(*c.waits, "", "A newer set arrived before this one began.")
		}
		c.waits = &r
		return
	}
	c.begin(r)
}

func (c *Conversation) begin(r request) {
	c.busy = true
	r.do(func(e *wire.Error) {
		c.busy = false
		if next := c.waits; next != nil {
			c.waits = nil
			defer c.begin(*next)
		}
		if e != nil {
			c.fail(r, e.Field, e.Message)
			return
		}
		c.reply(r, c.state())
	})
}

// change sets parameters, all or none.
func (c *Conversation) change(given map[string]any, done func(*wire.Error)) {
	d, in := c.Now()
	params := make(map[string]any, len(given))
	ask := false // a kernel must be checked by the engine
	for _, name := range slices.Sorted(maps.Keys(given)) {
		p := in.Param(name)
		if p == nil {
			done(&wire.Error{Field: "params." + name, Message: words.Text("%s has no parameter %s", in.Name, quote(name))})
			return
		}
		v, err := p.Check(method.ValueOf(given[name]))
		if err != nil {
			done(&wire.Error{Field: "params." + name, Message: err.Error()})
			return
		}
		params[name] = v
		text, _ := v.(string)
		ask = ask || method.Is[method.Estimators](p.Kind) || method.Is[method.Kernel](p.Kind) && !catalogue.IsChoice(p, text)
	}
	if !ask {
		c.Change(params, done)
		return
	}
	d.Params = maps.Clone(d.Params)
	if d.Params == nil {
		d.Params = map[string]any{}
	}
	maps.Copy(d.Params, params)
	c.Check(d, func(e *wire.Error) {
		if now, _ := c.Now(); e == nil && now.Method != d.Method {
			e = &wire.Error{Message: "The method was changed meanwhile."}
		}
		if e != nil {
			done(e)
			return
		}
		c.Change(params, done)
	})
}

func (c *Conversation) step(r request, f map[string]any) {
	step, steps, last, ok := c.Steps()
	if !ok {
		c.fail(r, "", "The method has no steps.")
		return
	}
	whole := func(name string) (int, bool) {
		x, ok := f[name].(float64)
		return int(x), ok && x == math.Trunc(x) && math.Abs(x) <= doc.MaxStep
	}
	n := 0
	for _, name := range fields["step"] {
		if _, ok := f[name]; ok {
			n++
		}
	}
	to, toOK := whole("to")
	by, byOK := whole("by")
	play, playOK := f["play"].(bool)
	switch {
	case n != 1:
		c.fail(r, "step", "step must have one of to, by and play")
		return
	case f["to"] == "end":
		c.Walk(steps - step)
	case toOK && to >= 0:
		c.Walk(min(to, last) - step)
	case byOK:
		c.Walk(by)
	case playOK:
		c.Play(play)
		c.reply(r, c.state())
		return
	default:
		c.fail(r, "step", words.Sprintf("step must go to a whole number from 0 or to \"end\", by a whole number of at "+
			"most %d, or play: true or false", doc.MaxStep))
		return
	}
	answered, late := false, &clock.Timer{}
	answer := func(e *wire.Error) {
		late.Stop()
		switch {
		case answered:
			return
		case e != nil:
			c.fail(r, e.Field, e.Message)
		default:
			c.reply(r, c.state())
		}
		answered = true
	}
	late.Set(c.Clock, stepWithin, func() { answer(nil) })
	c.Drawn(answer)
}

// stepWithin is how long the frame tries to reach a requested step: training a network for a thousand million steps
// would never end. After that the answer contains the step that was reached.
const stepWithin = 20 * time.Second
