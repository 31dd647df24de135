package ui

import (
	"testing"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/wire"
)

// runSweep lets a sweep play for a time d, while pictures are shown at once.
func runSweep(c *Core, e *engine, d time.Duration) {
	for ; d > 0; d -= 20 * time.Millisecond {
		e.clock.Pass(20 * time.Millisecond)
		c.client.Shown()
	}
}

// A parameter is played along its slider: coarse pictures meanwhile, a sharp one at the end, and one step of undo.
func TestSweep(t *testing.T) {
	c, e := open(t)
	c.params.set("gamma", 5.0, "")
	before, _ := c.editor.History.CanUndo()
	c.sweeps.play("C")
	if s := c.editor.Now().View.Sweep; s == nil || *s != (doc.Sweep{Param: "C", From: 0.01, To: 1000, Log: true}) {
		t.Fatalf("the sweep is %+v", s)
	}
	if what, _ := c.editor.History.CanUndo(); !c.sweep.Playing() || !c.interaction.Busy() || what == before {
		t.Fatalf("playing: %v, undo %q", c.sweep.Playing(), what)
	}
	draws := e.draws
	runSweep(c, e, time.Second)
	if v, _ := c.params.value("C"); v < 0.02 || v > 1 {
		t.Errorf("after a second of six C is %g", v)
	}
	if e.draws < draws+20 || e.fine {
		t.Errorf("%d pictures in a second, sharp: %v", e.draws-draws, e.fine)
	}
	runSweep(c, e, 10*time.Second)
	if v, _ := c.params.value("C"); v != 1000 || c.sweep.Playing() || c.interaction.Busy() || !e.fine {
		t.Errorf("in the end C is %g, playing: %v, sharp: %v", v, c.sweep.Playing(), e.fine)
	}
	if c.edits.undo(); c.editor.Given("C") != nil || c.editor.Given("gamma") != 5.0 {
		t.Errorf("undone, C is %v and gamma %v", c.editor.Given("C"), c.editor.Given("gamma"))
	}
	// The sweep stays, and is in a link.
	d, err := doc.DecodeLink(c.store.Link())
	if err != nil || d.View.Sweep == nil || d.View.Sweep.Param != "C" {
		t.Errorf("the link has the sweep %+v, %v", d.View.Sweep, err)
	}
	if c.edits.redo(); c.editor.Given("C") != 1000.0 || c.editor.Now().View.Sweep == nil {
		t.Errorf("redone, C is %v", c.editor.Given("C"))
	}
	c.sweeps.close()
	if c.editor.Now().View.Sweep != nil {
		t.Error("the bar was closed, and the document still has a sweep")
	}
}

// A sweep that returns to its first value is no step.
func TestSweepBackWhereItWas(t *testing.T) {
	c, _ := open(t)
	c.params.set("gamma", 5.0, "")
	what, _ := c.editor.History.CanUndo()
	given := c.editor.Given("C")
	c.sweeps.play("C")
	c.sweep.Stop()
	if now, _ := c.editor.History.CanUndo(); now == what {
		t.Fatal("C is another one, and undo does not know it")
	}
	k, _ := c.sweep.At()
	for v := 0.0; v != 1; k++ {
		c.sweep.Go(k)
		v = c.sweeps.Value()
	}
	if now, _ := c.editor.History.CanUndo(); now != what || c.editor.Given("C") != given {
		t.Errorf("back at 1, undo would undo %q and C is %v", now, c.editor.Given("C"))
	}
	if _, ok := c.editor.History.CanRedo(); ok {
		t.Error("what has been no step can be redone")
	}
}

// Any other edit ends a sweep at the present value, and is a separate step.
func TestSweepEnds(t *testing.T) {
	for name, turn := range map[string]func(c *Core){
		"its slider":         func(c *Core) { c.params.slide("C", "250"); c.params.release() },
		"another slider":     func(c *Core) { c.params.slide("gamma", "250"); c.params.release() },
		"a number":           func(c *Core) { c.params.set("C", 3.0, "type C") },
		"a point":            func(c *Core) { c.host.Add(0.4, 0.4) },
		"undo":               func(c *Core) { c.edits.undo() },
		"refused":            func(c *Core) { c.effects.Refused(wire.Error{Message: "too large"}, true) },
		"another method":     func(c *Core) { c.editor.Methods.Choose("knn") },
		"a link":             func(c *Core) { c.store.OpenLink(c.store.Link(), "open a link", func(*wire.Error) {}) },
		"another sweep":      func(c *Core) { c.sweeps.play("gamma"); c.sweep.Toggle() },
		"closing":            func(c *Core) { c.sweeps.close() },
		"its own slider":     func(c *Core) { c.sweeps.scrub("7"); c.sweep.LetGo() },
		"a point that moves": func(c *Core) { c.gesture.Grab(0); c.gesture.MoveTo(0.5, 0.5); c.gesture.Draft.Release(true) },
	} {
		t.Run(name, func(t *testing.T) {
			c, e := open(t)
			c.params.set("gamma", 5.0, "")
			c.sweeps.play("C")
			runSweep(c, e, time.Second)
			if !c.sweep.Playing() {
				t.Fatal("it does not play")
			}
			turn(c)
			c.client.Shown()
			v := c.editor.Given("C")
			if runSweep(c, e, 10*time.Second); c.sweep.Moves() || c.interaction.Busy() || c.editor.Given("C") != v {
				t.Errorf("playing: %v, busy: %v, C from %v to %v", c.sweep.Playing(), c.interaction.Busy(), v,
					c.editor.Given("C"))
			}
			gone := name == "another method" || name == "closing" || name == "a link"
			if s := c.editor.Now().View.Sweep; (s == nil) != gone {
				t.Errorf("the sweep is %+v", s)
			}
		})
	}
}

// Looking at something else does not end a sweep: another part of the plane, a presentation.
func TestSweepGoesOn(t *testing.T) {
	c, e := open(t)
	c.sweeps.play("C")
	runSweep(c, e, time.Second)
	c.gesture.Wheel(400, 300, 1)
	c.effects.settled()
	c.editor.View.Present(true)
	c.present.Call()
	at, _ := c.sweep.At()
	if runSweep(c, e, time.Second); !c.sweep.Playing() {
		t.Error("it stopped")
	}
	if now, _ := c.sweep.At(); now <= at {
		t.Errorf("from value %d to %d in a second", at, now)
	}
}

// A document's sweep is ready when the document is opened, and does not start by itself.
func TestSweepOfALink(t *testing.T) {
	c, e := open(t)
	d := c.editor.Now().Clone()
	d.View.Sweep = &doc.Sweep{Param: "C", From: 10, To: 0.1, Steps: 10, Log: true, Back: true, Seconds: 1}
	link, err := doc.EncodeLink(d)
	if err != nil {
		t.Fatal(err)
	}
	c.store.OpenLink(link, "open a link", func(e *wire.Error) {
		if e != nil {
			t.Error(e)
		}
	})
	before := c.editor.Given("C")
	if runSweep(c, e, 5*time.Second); c.sweep.Playing() || c.editor.Given("C") != before || !c.sweeps.shows() {
		t.Fatalf("playing: %v, C %v", c.sweep.Playing(), c.editor.Given("C"))
	}
	c.sweeps.toggle()
	if c.editor.Given("C") != 10.0 {
		t.Errorf("it begins at %v", c.editor.Given("C"))
	}
	runSweep(c, e, 1500*time.Millisecond)
	if v, _ := c.params.value("C"); v < 0.3 || v > 3 || !c.sweep.Playing() {
		t.Errorf("half-way back, C is %g", v)
	}
	// A value that is typed for an end is accepted, or refused with an error.
	c.sweeps.change("sweep.to", "20", func(s *doc.Sweep) bool { s.To = 20; return true })
	if s := c.sweeps.Sweep(); s.To != 20 || s.From != 10 || c.fields.Has("sweep.to") {
		t.Errorf("the sweep is %+v", s)
	}
	for _, text := range []string{"-1", "10"} {
		v, _ := parseNumber(text)
		c.sweeps.change("sweep.to", text, func(s *doc.Sweep) bool { s.To = v; return true })
		if s := c.sweeps.Sweep(); s.To != 20 || !c.fields.Has("sweep.to") {
			t.Errorf("%s: the sweep is %+v, what is wrong %+v", text, s, c.fields.At("sweep.to"))
		}
	}
}

// A frame has the bar only if its address asks for it.
func TestSweepInAFrame(t *testing.T) {
	c := newCore("light", true, nil)
	c.conversation.Options.Sweep = false
	if c.sweeps.offered() {
		t.Error("a frame offers what nobody asked for")
	}
	c.conversation.Options.Sweep = true
	if !c.sweeps.offered() {
		t.Error("a frame does not offer what its address asks for")
	}

}
