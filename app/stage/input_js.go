//go:build js && wasm

package stage

import (
	"slices"
	"strings"
	"syscall/js"

	"pointscape/app/dom"
	"pointscape/app/workers"
	"pointscape/engine/words"
)

// input listens to events on the stage: go-app's listeners would render the page on every move, and have no options.
// All of them live as long as the page.
type input struct {
	screen  *Screen
	gesture *Gesture
	on      Events
	box     js.Value // the plane, which gets the keyboard focus
	cursor  string
	mirrors []mirror // other pictures that accept gestures: see Mirror

	space   bool // the space bar is held
	active  bool // an embedded stage handles gestures that otherwise scroll the page around it
	pressed bool // the focus was given by a pointer
	engaged bool // the mouse was pressed here since it entered

	hint, wheel, rest       js.Value // timers
	hintFn, wheelFn, restFn js.Func
	resting                 int // id of the finger that may come to rest
}

func (in *input) listen(box js.Value, g *Gesture, on Events) {
	in.box, in.gesture, in.on = box, g, on
	in.wheelFn = dom.Func("the wheel's rest", func(js.Value) { on.Settled() })
	in.hintFn = dom.Func("the end of a hint", func(js.Value) {
		dom.ByID("stage-hint").Get("classList").Call("remove", "on")
	})
	in.restFn = dom.Func("a finger that rests", func(js.Value) { g.Rested(in.resting) })
	g.Declined = func() {
		if g.solid() {
			in.showHint("Pull at a point to turn, use two fingers to move")
			return
		}
		in.showHint("Use two fingers to move the plane")
	}
	in.listenPlane(in.screen.Top.el)
	axes := &in.screen.Axes
	dom.On(axes.left.el, "wheel", in.turns(func(_, y, notches float64) { g.WheelY(y, notches) }))
	dom.On(axes.below.el, "wheel", in.turns(func(x, _, notches float64) {
		g.WheelX(x-float64(axes.frame.Left), notches)
	}))
	dom.On(axes.left.el, "dblclick", func(js.Value) { on.Axis("y") })
	dom.On(axes.below.el, "dblclick", func(js.Value) { on.Axis("x") })
	dom.On(box, "keydown", func(e js.Value) {
		if !e.Get("target").Equal(box) || dom.WithCtrl(e) || e.Get("altKey").Truthy() {
			return
		}
		key := e.Get("key").String()
		in.showFocus(true)
		if key == " " {
			in.space = true
			e.Call("preventDefault")
			return
		}
		if g.Key(key, e.Get("shiftKey").Truthy()) {
			e.Call("preventDefault")
			e.Call("stopPropagation")
		}
	})
	dom.On(box, "keyup", func(e js.Value) {
		if e.Get("key").String() == " " {
			in.space = false
		}
		on.Settled()
	})
	dom.On(box, "focus", func(js.Value) {
		in.activate(true)
		in.showFocus(!in.pressed)
	})
	dom.On(box, "blur", func(js.Value) {
		in.space = false
		g.Blur()
		in.activate(false)
		on.Settled()
	})
	dom.On(in.screen.whole, "dragover", func(e js.Value) { e.Call("preventDefault") })
	dom.On(in.screen.whole, "drop", func(e js.Value) {
		e.Call("preventDefault")
		if files := e.Get("dataTransfer").Get("files"); files.Length() > 0 {
			on.Dropped(workers.FileOf(files.Index(0)))
		}
	})
}

// listenPlane listens to pointers on a plane: the stage, or one that mirrors it. The listeners do not refer to their
// plane, because those of mirrors come and go.
func (in *input) listenPlane(target js.Value) {
	g := in.gesture
	dom.On(target, "pointerdown", func(e js.Value) {
		p := in.pointer(e)
		if p.Touch && in.asleep() {
			return // the page around has priority; a tap activates, see click
		}
		g.Cooperative = in.scrolls(e.Get("currentTarget"))
		if !p.Touch {
			e.Call("preventDefault") // prevents text selection and auto-scroll
			in.engaged = true
		}
		in.focusByPointer()
		e.Get("currentTarget").Call("setPointerCapture", p.ID)
		g.Down(p)
		in.shape()
		if p.Touch {
			in.resting = p.ID
			restart(&in.rest, in.restFn, RestTime)
		}
	})
	// Fingers that must not scroll the page: one that begins on a point, to move it, and two. touch-action cannot
	// distinguish them.
	dom.On(target, "touchstart", func(e js.Value) {
		plane, list := e.Get("currentTarget"), e.Get("touches")
		if e.Get("cancelable").Truthy() && !in.asleep() && in.scrolls(plane) &&
			(list.Length() > 1 || g.Touches(in.place(plane, list.Index(0)))) {
			e.Call("preventDefault")
		}
	})
	dom.On(target, "pointermove", func(e js.Value) {
		g.Move(in.move(e))
		in.shape()
	})
	dom.On(target, "pointerup", func(e js.Value) {
		g.Up(in.pointer(e))
		in.shape()
		in.on.Settled()
	})
	dom.On(target, "pointercancel", func(e js.Value) {
		g.Cancel(e.Get("pointerId").Int())
		in.on.Settled()
	})
	dom.On(target, "lostpointercapture", func(e js.Value) {
		// After an ordinary pointerup there is nothing to cancel.
		if g.Lost(e.Get("pointerId").Int()) {
			in.on.Settled()
		}
	})
	dom.On(target, "pointerleave", func(e js.Value) {
		if e.Get("pointerType").String() != "touch" {
			in.engaged = false
			g.Leave()
		}
	})
	dom.On(target, "contextmenu", func(e js.Value) { e.Call("preventDefault") })
	dom.On(target, "click", func(js.Value) {
		if in.asleep() {
			in.focusByPointer()
		}
	})
	dom.On(target, "wheel", in.turns(g.Wheel))
}

// asleep reports whether an embedded stage leaves fingers to the page around it.
func (in *input) asleep() bool { return in.screen.plane.embedded && !in.active }

// activate sets whether an embedded stage handles gestures that otherwise scroll the page around it.
func (in *input) activate(on bool) {
	if in.screen.plane.embedded {
		in.active = on
		in.box.Get("classList").Call("toggle", "active", on)
	}
}

// scrolls reports whether one finger on a plane scrolls the page: in frames, and if the style sheet allows a direction,
// as it does in the single column of a course on a phone.
func (in *input) scrolls(plane js.Value) bool {
	return in.screen.plane.embedded ||
		js.Global().Call("getComputedStyle", plane).Get("touchAction").String() != "none"
}

// turns returns a listener for the wheel over the plane or over the numbers of an axis.
func (in *input) turns(zoom func(x, y, notches float64)) func(e js.Value) {
	return func(e js.Value) {
		if in.screen.plane.embedded && !in.engaged && !dom.WithCtrl(e) {
			// The page around must scroll: the user has not clicked since the mouse entered.
			in.showHint(wheelHint())
			return
		}
		e.Call("preventDefault")
		d := -e.Get("deltaY").Float()
		switch e.Get("deltaMode").Int() {
		case 0:
			d /= 100
		case 1:
			d /= 3
		}
		if e.Get("ctrlKey").Truthy() {
			d *= 4 // a pinch on a touchpad comes in small steps
		}
		zoom(in.offset(e, "offsetX"), in.offset(e, "offsetY"), d)
		restart(&in.wheel, in.wheelFn, 140)
	}
}

// wheelHint returns how to zoom if the wheel scrolls the page around.
func wheelHint() string {
	if strings.HasPrefix(js.Global().Get("navigator").Get("platform").String(), "Mac") {
		return "Click, or hold ⌘, to zoom"
	}
	return "Click, or hold Ctrl, to zoom"
}

// showHint shows a line on the stage for a moment. Only embedded stages have an element for it.
func (in *input) showHint(text string) {
	el := dom.ByID("stage-hint")
	if !el.Truthy() {
		return
	}
	el.Set("textContent", words.Say(text))
	el.Get("classList").Call("add", "on")
	restart(&in.hint, in.hintFn, 1200)
}

// Focus gives the stage the keyboard focus.
func (s *Screen) Focus() { s.input.box.Call("focus", map[string]any{"preventScroll": true}) }

// FocusQuietly gives the stage the keyboard focus without a visible ring, until a key is pressed.
func (s *Screen) FocusQuietly() {
	if s.input.box.Truthy() {
		s.input.focusByPointer()
	}
}

func (in *input) focusByPointer() {
	in.pressed = true
	in.screen.Focus()
	in.pressed = false
	in.showFocus(false)
}

// showFocus shows the focus ring to users of the keyboard. The browser's own decision, :focus-visible, treats focus
// given by a script like focus given by a key.
func (in *input) showFocus(on bool) { in.box.Get("classList").Call("toggle", "keys", on) }

func (in *input) pointer(e js.Value) Pointer {
	p, b := in.move(e), e.Get("button").Int()
	p.Left, p.Mid, p.Right = b == 0, b == 1, b == 2
	p.Shift, p.Space, p.Ctrl = e.Get("shiftKey").Truthy(), in.space, dom.WithCtrl(e)
	p.Time = e.Get("timeStamp").Float()
	return p
}

// move returns the parts of a pointer that a move can change: each property of an event is slow to read, and moves are
// frequent.
func (in *input) move(e js.Value) Pointer {
	p := Pointer{ID: e.Get("pointerId").Int(), X: in.offset(e, "offsetX"), Y: in.offset(e, "offsetY")}
	if was, down := in.gesture.ids[p.ID]; down {
		p.Touch = was.Touch
	} else {
		p.Touch = e.Get("pointerType").String() == "touch"
	}
	return p
}

// offset returns a position of an event in the stage's pixels.
func (in *input) offset(e js.Value, name string) float64 {
	return e.Get(name).Float() / in.screen.plane.zoom
}

// place returns the position of a Touch on a plane.
func (in *input) place(plane, touch js.Value) (x, y float64) {
	r, z := plane.Call("getBoundingClientRect"), in.screen.plane.zoom
	return (touch.Get("clientX").Float() - r.Get("x").Float()) / z,
		(touch.Get("clientY").Float() - r.Get("y").Float()) / z
}

// shape sets the mouse's cursor to show what a press would do.
func (in *input) shape() {
	g, hover := in.gesture, in.screen.Top.hover
	c := "crosshair"
	switch {
	case g.mode == dragging || g.mode == panning || g.mode == turning:
		c = "grabbing"
	case in.space || g.solid() && hover == nil || hover != nil && !g.ReadOnly && (hover.Grip || !g.Edits.Locked(0)):
		c = "grab"
	}
	if c != in.cursor {
		in.cursor = c
		in.screen.Top.el.Get("style").Set("cursor", c)
		for _, m := range in.mirrors {
			m.plane.Get("style").Set("cursor", c)
		}
	}
}

// mirror is a picture that handles gestures as if they were made on the stage: its canvases.
type mirror struct {
	plane, left, below js.Value
}

// Mirror makes the plane of another picture handle gestures as if they were made on the stage. Its canvas id-plane is
// placed like the stage, and the canvases id-left and id-below show the numbers beside the stage.
func (s *Screen) Mirror(id string) {
	in, el := &s.input, dom.ByID(id+"-plane")
	if !el.Truthy() {
		return
	}
	in.mirrors = slices.DeleteFunc(in.mirrors, func(m mirror) bool { return !m.plane.Get("isConnected").Bool() })
	if !slices.ContainsFunc(in.mirrors, func(m mirror) bool { return m.plane.Equal(el) }) {
		in.mirrors = append(in.mirrors, mirror{el, dom.ByID(id + "-left"), dom.ByID(id + "-below")})
		if !el.Get("mirrors").Truthy() {
			el.Set("mirrors", true)
			in.listenPlane(el)
		}
	}
	in.paintMirrors()
}

// paintMirrors gives the pictures that mirror the stage its position and numbers.
func (in *input) paintMirrors() {
	like := func(to, from js.Value) {
		to.Get("style").Set("cssText", from.Get("style").Get("cssText"))
	}
	for _, m := range in.mirrors {
		like(m.plane, in.box)
		for from, to := range map[*layer]js.Value{&in.screen.Axes.left: m.left, &in.screen.Axes.below: m.below} {
			like(to, from.el)
			to.Set("width", from.el.Get("width"))
			to.Set("height", from.el.Get("height"))
			if from.el.Get("width").Int() > 0 && from.el.Get("height").Int() > 0 {
				to.Call("getContext", "2d").Call("drawImage", from.el, 0, 0)
			}
		}
	}
}
