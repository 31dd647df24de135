package frame

import (
	"fmt"
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

// Version is that of the messages, which each of them carries.
const Version = 1

// changedEvery is how often the page around is told of changes at most.
const changedEvery = 200 * time.Millisecond

// Limits of what is read of a message: beyond them it is refused unread.
const (
	MaxValues = 2000 // in lists and objects
	MaxDepth  = 4
	MaxText   = 2000 // characters; a document may have doc.MaxBytes
)

// Message is one that has come from the page around.
type Message struct {
	Origin string
	// Fields are its plain values: float64, bool, string, []any, map[string]any;
	// without the document. nil when it is larger than the limits.
	Fields map[string]any
	// Document is the text of the document in it, which stays where the browser has
	// it; HasDocument tells whether there is one.
	Document    workers.Text
	HasDocument bool
}

// Size is how large the frame and its plane are, in CSS pixels.
type Size struct{ Width, Height, PlaneWidth, PlaneHeight int }

// Needs are what a Conversation works with.
type Needs struct {
	Clock clock.Clock
	// Build is the version of the site.
	Build string
	// Post sends a message to the page around, if it is of one of these origins; nil
	// = of any.
	Post func(m map[string]any, origins []string)
	// Now is the document that no gesture is about to change, and its method's
	// declaration, nil until there is one.
	Now func() (doc.Document, *method.Info)
	// Picture is what the newest picture tells, nil when there is none.
	Picture func() *wire.Picture
	// Hidden tells whether a fact is not shown, since it would answer a question.
	Hidden func(fact string) bool
	// Load makes a foreign document the present, Change parameters that their
	// declarations accept; done is called when that is drawn. Check asks the engine
	// whether it would draw a document.
	Load   func(text workers.Text, done func(*wire.Error))
	Change func(params map[string]any, done func(*wire.Error))
	Check  func(d doc.Document, done func(*wire.Error))
	// Steps is where the player stands and the last step that it can be asked for, beyond
	// the present end where the method has none; ok false when the method does not step.
	// Walk steps by hand, Play plays or pauses.
	Steps func() (step, steps, last int, ok bool)
	Drawn func(done func(*wire.Error)) // waits until the present is drawn
	Walk  func(by int)
	Play  func(on bool)
	Size  func() Size
}

// Conversation owns what is said between the frame and the page around it.
type Conversation struct {
	Needs
	Options Options

	ready bool
	pace  clock.Pace
	told  string      // the newest state that was told
	size  Size        // likewise
	fault *wire.Error // why the present can't be drawn, nil = it can
	busy  bool        // a document or parameters are on their way
	waits *request    // the newest of those that wait for that
}

// request is a message that is being answered.
type request struct {
	kind string
	id   any // nil, a string or a number
	do   func(done func(*wire.Error))
}

// Ready tells the page around that it may begin: the first picture is there, or
// what the data lack for one.
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

// Changed tells the page around, five times a second at most, what is shown now.
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

// Task tells the page around that somebody has done a task of a page of a course.
func (c *Conversation) Task(course, page, task string) {
	if !c.ready {
		return
	}
	c.post("task", map[string]any{"course": course, "page": page, "task": task, "solved": true})
}

// Key tells the page around of a key that the frame does not use, if its address asks for that: once people have
// clicked in a frame, the keys of a deck of slides around it come here. It tells of those alone that turn slides, and
// of nothing that is typed.
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

// Resized tells the page around how large the frame and its plane are.
func (c *Conversation) Resized() {
	if !c.ready || c.size == c.Size() {
		return
	}
	c.size = c.Size()
	m := map[string]any{}
	c.addSize(m)
	c.post("resize", m)
}

// ideal is how much lower than wide the plane of a frame is at its best.
const ideal = 0.75

func (c *Conversation) addSize(m map[string]any) {
	s := c.size
	m["width"], m["height"] = s.Width, s.Height
	m["plane"] = map[string]any{"width": s.PlaneWidth, "height": s.PlaneHeight}
	m["ideal"] = s.Height - s.PlaneHeight + int(math.Round(ideal*float64(s.PlaneWidth)))
}

// Fault tells the page around why the present can't be drawn, once; nil = it can.
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

// state is what a message tells of the present: no more than a link to it would.
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

// facts are those that are a number, a text or a truth value, by their names. Those of a list have no bound that suits
// a message, and a question's answer is not told before the question is answered.
func (c *Conversation) facts(p *wire.Picture) map[string]any {
	list := map[string]any{}
	for i := range p.Facts {
		x := &p.Facts[i]
		if c.Hidden(x.Name) {
			continue
		}
		switch v := x.Value.(type) {
		case float64:
			if !math.IsNaN(v) && !math.IsInf(v, 0) { // which JSON has not
				list[x.Name] = v
			}
		case string, bool, int:
			list[x.Name] = v
		}
	}
	return list
}

// key tells one state from another.
func key(m map[string]any) string {
	b, _ := json.Marshal(m) // of values that JSON has
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

// fields are those that messages may have, by their type.
var fields = map[string][]string{
	"get":  {},
	"set":  {"params"},
	"step": {"to", "by", "play"},
}

// Take answers a message. One that does not say that it is meant for Pointscape is
// somebody else's, and so is one of an origin that may not talk with the frame.
func (c *Conversation) Take(m Message) {
	if !c.Options.Allows(m.Origin) {
		return
	}
	var r request
	if m.Fields == nil {
		c.fail(r, "", fmt.Sprintf("A message has at most %d values, %d levels deep, and texts of at most %d characters "+
			"besides its document.", MaxValues, MaxDepth, MaxText))
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
			c.fail(r, "id", fmt.Sprintf("id must be a number or a text of at most %d characters", maxName))
			return
		}
	default:
		c.fail(r, "id", "id must be a number or a text")
		return
	}
	switch {
	case version != float64(Version):
		c.fail(r, "pointscape", fmt.Sprintf("pointscape must be %d, the message version of this frame",
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
			c.fail(r, name, name+" must be a field of "+r.kind+": "+strings.Join(append([]string{"id"}, known...), ", "))
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
	controls := []any{} // that the frame could have
	if in != nil {
		for _, x := range Available(in, d.Params) {
			controls = append(controls, map[string]any{"name": x.Name(), "label": words.Say(x.Label())})
		}
	}
	m["controls"] = controls
	c.reply(r, m)
}

// set takes a document or parameters. One is worked at, the newest other one waits;
// those between are refused, so that a page that asks too much costs no more.
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

// change gives parameters values, all of them or none.
func (c *Conversation) change(given map[string]any, done func(*wire.Error)) {
	d, in := c.Now()
	params := make(map[string]any, len(given))
	ask := false // the engine knows what is no good as a kernel
	for _, name := range slices.Sorted(maps.Keys(given)) {
		p := in.Param(name)
		if p == nil {
			done(&wire.Error{Field: "params." + name, Message: in.Name + " has no parameter " + quote(name)})
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
		c.fail(r, "step", fmt.Sprintf("step must go to a whole number from 0 or to \"end\", by a whole number of at most "+
			"%d, or play: true or false", doc.MaxStep))
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

// stepWithin is how long a step may take that is asked for: a network comes to its thousand-millionth never. Then the
// answer tells at which one it is.
const stepWithin = 20 * time.Second
