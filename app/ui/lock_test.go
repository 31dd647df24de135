package ui

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pointscape/app/room/clock"
	"pointscape/app/stage"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
)

// framed returns a page in a frame with a query.
func framed(t *testing.T, query string) (*Core, *engine) {
	t.Helper()
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	e := &engine{clock: clock.NewManual(), steps: 10}
	c := newCore("light", true, e.clock)
	c.FrameAsks(q)
	c.Connect(offer(), e.dial, nil, nil)
	c.layout.resize(800, 600, 1)
	e.hello()
	if !c.editor.Loaded() {
		t.Fatal("nothing is open")
	}
	return c, e
}

// hands are actions of users in a frame, and actions of other parts of the page on their behalf.
var hands = map[string]func(c *Core, r *rand.Rand){
	"drag": func(c *Core, r *rand.Rand) {
		at := func() (x, y float64) { return 800 * r.Float64(), 600 * r.Float64() }
		if pts := c.editor.Now().Points; len(pts) > 0 && r.IntN(2) == 0 {
			q, v := pts[r.IntN(len(pts))], c.editor.View.Now()
			at = func() (x, y float64) { return v.PX(q.X) + 40*r.Float64(), v.PY(q.Y) }
		}
		p := stage.Pointer{ID: 1, Left: r.IntN(4) > 0, Shift: r.IntN(4) == 0, Touch: r.IntN(3) == 0, Time: 1e6 * r.Float64()}
		p.Right = !p.Left
		for range r.IntN(3) + 1 {
			p.X, p.Y = at()
			c.gesture.Down(p)
			for range r.IntN(4) {
				p.X, p.Y = at()
				c.gesture.Move(p)
			}
			switch r.IntN(5) {
			case 0:
				c.gesture.Cancel(1)
			case 1: // the gesture does not end
			default:
				c.gesture.Up(p)
			}
		}
	},
	"key": func(c *Core, r *rand.Rand) {
		keys := []string{"Enter", "Delete", "ArrowLeft", "ArrowUp", "r", "n", "p", "Escape", "1", "2", "h", "Home", "F2"}
		for range 4 {
			c.gesture.Key(keys[r.IntN(len(keys))], r.IntN(2) == 0)
		}
	},
	"undo": func(c *Core, r *rand.Rand) { c.edits.undo() },
	"redo": func(c *Core, r *rand.Rand) { c.edits.redo() },
	"back": func(c *Core, r *rand.Rand) { c.host.TakeBack() },
	"controls": func(c *Core, r *rand.Rand) {
		c.params.set("C", 1+9*r.Float64(), fmt.Sprint("slide", r.IntN(2)))
		c.params.set("C", nil, "")
		c.params.set("gamma", 1+9*r.Float64(), "")
		c.params.set("kernel", []string{"rbf", "linear"}[r.IntN(2)], "")
	},
	"sliders": func(c *Core, r *rand.Rand) {
		c.params.slide("C", fmt.Sprint(r.IntN(1000)))
		c.params.release()
		c.params.slide("gamma", fmt.Sprint(r.IntN(1000)))
		c.params.release()
	},
	"play": func(c *Core, r *rand.Rand) {
		c.sweeps.play("C")
		c.sweep.Walk(1)
		c.sweep.Scrub(r.IntN(9))
		c.sweep.LetGo()
	},
	"pictures": func(c *Core, r *rand.Rand) {
		c.keyActions.Set(map[string]any{"C": 1 + r.Float64(), "gamma": 3.0}, "take it")
		c.keyActions.Slide("C", 1+r.Float64(), r.IntN(2) == 0)
		c.keyActions.Orbit(map[string]any{"C": 1 + r.Float64()}, r.IntN(2) == 0)
		c.keyActions.Step(r.IntN(9))
	},
	"layers": func(c *Core, r *rand.Rand) {
		c.editor.Layers.Set("margins", r.IntN(2) == 0)
		c.editor.Layers.Set("slack", r.IntN(2) == 0)
	},
	"points": func(c *Core, r *rand.Rand) {
		c.editor.Points.SetClasses([]int{0}, r.IntN(3))
		c.editor.Points.SetThird(0, float64(r.IntN(3)))
		c.editor.Points.SetCoordinate(0, "x", r.Float64())
		c.picked.toggle([]int{0, 1}, "some")
		c.picked.setClass(r.IntN(2))
		c.picked.remove()
		c.picked.clear()
	},
	"roles": func(c *Core, r *rand.Rand) {
		c.holdout.byClicks(r.IntN(2) == 0)
		c.holdout.next(0)
		c.editor.Split.HoldOut(doc.Split{Validate: 0.25, Seed: r.Uint64()}, "")
	},
	"annotations": func(c *Core, r *rand.Rand) {
		c.annotations.take(doc.NoteKinds[r.IntN(3)])
		p := stage.Pointer{ID: 1, Left: true, X: 800 * r.Float64(), Y: 600 * r.Float64()}
		c.gesture.Down(p)
		p.X += 100
		c.gesture.Move(p)
		c.gesture.Up(p)
		c.annotations.text(fmt.Sprint(r.IntN(3)))
		c.notes.Move(0, 3, 4)
		if r.IntN(3) == 0 {
			c.notes.Remove(0)
		}
		c.annotations.take("")
	},
	"method": func(c *Core, r *rand.Rand) { c.editor.Methods.Choose([]string{"svm", "knn", "gp"}[r.IntN(3)]) },
	"clear":  func(c *Core, r *rand.Rand) { c.edits.clear() },
}

// seen returns those parts of the present document that locks are about.
func seen(c *Core) map[string]any {
	d, in := c.editor.Now(), c.editor.Info()
	m := map[string]any{"annotations": slices.Clone(d.Annotations), "method": d.Method, "points": slices.Clone(d.Points),
		"split":   d.Split,
		"margins": c.editor.Layers.Shown()["margins"], "slack": c.editor.Layers.Shown()["slack"]}
	for i := range in.Params {
		m[in.Params[i].Name] = c.editor.Param(&in.Params[i])
	}
	return m
}

// The user cannot change what is locked, by any actions in any order, and can change what is not. Meanwhile the page
// around the frame changes both.
func TestLockedIsNotChanged(t *testing.T) {
	for _, x := range []struct {
		lock   string
		locked []string // names in seen
		free   []string
	}{
		{"C", []string{"method", "C"}, []string{"gamma", "points", "split", "slack", "annotations"}},
		{"annotations,method", []string{"annotations", "method"}, []string{"C", "points"}},
		{"γ,margins", []string{"method", "gamma", "margins"}, []string{"C", "points", "slack"}},
		{"points", []string{"method", "points", "split"}, []string{"C", "gamma", "slack"}},
		{"hold_out", []string{"method", "split"}, []string{"C", "points"}},
		{"method", []string{"method"}, []string{"C", "points"}},
		{"all", []string{"annotations", "method", "points", "split", "C", "gamma", "kernel", "margins", "slack"}, nil},
	} {
		t.Run(x.lock, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, 11))
			c, _ := framed(t, "embed=1&sweep=1&controls=C,gamma,slack,hold_out&lock="+url.QueryEscape(x.lock))
			var names []string
			for name := range hands {
				names = append(names, name)
			}
			slices.Sort(names)
			changed := map[string]bool{}
			for k := range 3000 {
				name := names[r.IntN(len(names))]
				was := seen(c)
				hands[name](c, r)
				c.client.Shown()
				now := seen(c)
				for _, what := range x.locked {
					if !reflect.DeepEqual(was[what], now[what]) {
						t.Fatalf("act %d, %s, has changed %s from %v to %v", k, name, what, was[what], now[what])
					}
				}
				for what := range now {
					changed[what] = changed[what] || !reflect.DeepEqual(was[what], now[what])
				}
				if r.IntN(6) > 0 {
					continue
				}
				// The page around may change it, even during a drag.
				want := 1 + float64(k%50)
				c.embedder.Change(map[string]any{"C": want}, func(*wire.Error) {})
				if got := c.editor.Now().Params["C"]; got != want {
					t.Fatalf("act %d: the page around has set C to %v, it is %v", k, want, got)
				}
				if r.IntN(10) == 0 {
					text := fmt.Sprintf(
						`{"version":1,"method":"svm","params":{"C":%d,"gamma":%d},"points":[[0.1,0.2,0],[0.5,0.6,1],[0.8,0.3,0]]}`,
						r.IntN(9)+1, r.IntN(9)+1)
					var wrong *wire.Error
					c.embedder.Load(workers.TextFrom(text), func(e *wire.Error) { wrong = e })
					if d := c.editor.Now(); wrong != nil || len(d.Points) != 3 {
						t.Fatalf("act %d: the page around has set a document, and there is %+v, %v", k, d, wrong)
					}
				}
			}
			for _, what := range x.free {
				if !changed[what] {
					t.Errorf("%s is not locked, and never changed", what)
				}
			}
		})
	}
}

// With locked steps, only the page around the frame moves through them.
func TestLockedSteps(t *testing.T) {
	c, _ := framed(t, "embed=1&lock=steps")
	c.conversation.Walk(-4)
	at := c.player.Step()
	if at != 6 {
		t.Fatalf("the page around is at step %d", at)
	}
	c.keyActions.Step(2)
	c.playerBar.scrub(100, 400)
	if c.player.Step() != at {
		t.Errorf("a hand has gone to step %d", c.player.Step())
	}
}

// A file that is dropped on a locked frame is not opened, and the user is told why.
func TestLockedDrop(t *testing.T) {
	c, _ := framed(t, "embed=1&lock=method")
	c.opener.dropped(workers.File{})
	if text := toast(c).Text; !strings.Contains(text, "the picture") {
		t.Errorf("people are told %q", text)
	}
}

// When a drag is cancelled, the dragged point returns, and other changes that were made meanwhile stay.
func TestChangedWhileHeld(t *testing.T) {
	c, _ := open(t)
	before := c.editor.Now().Points[0]
	c.gesture.Grab(0)
	c.gesture.MoveTo(0.9, 0.9)
	c.embedder.Change(map[string]any{"C": 7.0}, func(*wire.Error) {})
	if q := c.editor.Now().Points[0]; q.X != 0.9 {
		t.Errorf("the point is no longer under the hand: %v", q)
	}
	c.gesture.Draft.Release(false)
	if q := c.editor.Now().Points[0]; q != before || c.editor.Now().Params["C"] != 7.0 {
		t.Errorf("then: %v, C %v", q, c.editor.Now().Params["C"])
	}
	c.edits.undo()
	if q := c.editor.Now().Points[0]; q != before || c.editor.Now().Params["C"] != nil {
		t.Errorf("undone: %v, C %v", q, c.editor.Now().Params["C"])
	}
}

// Painting and dragging a handle cannot change a locked parameter, from the first move on.
func TestLockedBeforeItIsHeld(t *testing.T) {
	c, _ := framed(t, "embed=1&lock=points")
	was := c.editor.Now().Points[0]
	c.gesture.Grab(0)
	c.gesture.MoveTo(0.9, 0.9)
	if q := c.editor.Now().Points[0]; q != was || c.editor.Draft.Dragged() != -1 {
		t.Errorf("it is held: %v", q)
	}
	c.gesture.Draft.Spray(0.2, 0.2)
	c.gesture.Draft.EndSpray()
	if n := len(c.editor.Now().Points); n != 4 {
		t.Errorf("%d points", n)
	}
	if x := toast(c); x.Text != "Locked on this page: points." {
		t.Errorf("it says %v", x)
	}
}
