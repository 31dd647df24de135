//go:build js && wasm

package stage

import (
	"slices"
	"strings"
	"syscall/js"

	"pointscape/app/dom"
	"pointscape/app/workers"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// listen attaches raw listeners: go-app's would render the page on every move,
// and take no options. They live as long as the page.
func (s *Screen) listen() {
	s.gesture.Declined = func() {
		if s.gesture.solid() {
			s.hint("Pull at a point to turn, use two fingers to move")
			return
		}
		s.hint("Use two fingers to move the plane")
	}
	s.listenPlane(s.layers[2].el)
	wheel := func(target js.Value, zoom func(x, y, notches float64)) {
		dom.On(target, "wheel", func(e js.Value) { s.wheel(e, zoom) })
	}
	wheel(s.gutter.left.el, func(_, y, notches float64) { s.gesture.WheelY(y, notches) })
	wheel(s.gutter.below.el, func(x, _, notches float64) {
		s.gesture.WheelX(x-float64(s.gutter.frame.Left), notches)
	})
	for axis, l := range map[string]layer{"x": s.gutter.below, "y": s.gutter.left} {
		dom.On(l.el, "dblclick", func(js.Value) { s.on.Axis(axis) })
	}
	dom.On(s.box, "keydown", func(e js.Value) {
		if !e.Get("target").Equal(s.box) || e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy() ||
			e.Get("altKey").Truthy() {
			return
		}
		key := e.Get("key").String()
		s.showFocus(true)
		if key == " " {
			s.space = true
			e.Call("preventDefault")
			return
		}
		if s.gesture.Key(key, e.Get("shiftKey").Truthy()) {
			e.Call("preventDefault")
			e.Call("stopPropagation")
		}
	})
	dom.On(s.box, "keyup", func(e js.Value) {
		if e.Get("key").String() == " " {
			s.space = false
		}
		s.on.Settled()
	})
	dom.On(s.box, "focus", func(js.Value) {
		if s.Embedded {
			s.SetActive(true)
		}
		s.showFocus(!s.pressed)
	})
	dom.On(s.box, "blur", func(js.Value) {
		s.space = false
		s.gesture.Blur()
		if s.Embedded {
			s.SetActive(false)
		}
		s.on.Settled()
	})
	dom.On(s.whole, "dragover", func(e js.Value) { e.Call("preventDefault") })
	dom.On(s.whole, "drop", func(e js.Value) {
		e.Call("preventDefault")
		files := e.Get("dataTransfer").Get("files")
		if files.Length() == 0 {
			return
		}
		s.on.Drop(workers.FileOf(files.Index(0)))
	})
}

// Mirror has the plane of another picture take gestures as if they were made on the stage. It lies on canvas id-plane
// where the stage lies, and canvases id-left and id-below show the numbers that stand beside the stage.
func (s *Screen) Mirror(id string) {
	d := js.Global().Get("document")
	el := d.Call("getElementById", id+"-plane")
	if !el.Truthy() {
		return
	}
	s.mirrors = slices.DeleteFunc(s.mirrors, func(m mirror) bool { return !m.plane.Get("isConnected").Bool() })
	if !slices.ContainsFunc(s.mirrors, func(m mirror) bool { return m.plane.Equal(el) }) {
		s.mirrors = append(s.mirrors, mirror{el, [2]js.Value{d.Call("getElementById", id+"-left"),
			d.Call("getElementById", id+"-below")}})
		if !el.Get("mirrors").Truthy() {
			el.Set("mirrors", true)
			s.listenPlane(el)
		}
	}
	s.paintMirrors()
}

// mirror is such a picture: its canvases.
type mirror struct {
	plane js.Value
	sides [2]js.Value
}

// paintMirrors gives the pictures that mirror the stage their places, and its numbers.
func (s *Screen) paintMirrors() {
	for _, m := range s.mirrors {
		m.plane.Get("style").Set("cssText", s.box.Get("style").Get("cssText"))
		for i, from := range [2]js.Value{s.gutter.left.el, s.gutter.below.el} {
			m.sides[i].Get("style").Set("cssText", from.Get("style").Get("cssText"))
			m.sides[i].Set("width", from.Get("width"))
			m.sides[i].Set("height", from.Get("height"))
			if from.Get("width").Int() > 0 && from.Get("height").Int() > 0 {
				m.sides[i].Call("getContext", "2d").Call("drawImage", from, 0, 0)
			}
		}
	}
}

// listenPlane listens to pointers on a plane: the stage, or one that mirrors it. No listener holds its plane: those of
// mirrors come and go.
func (s *Screen) listenPlane(target js.Value) {
	dom.On(target, "pointerdown", func(e js.Value) {
		p := s.pointer(e)
		if s.Embedded && p.Touch && !s.active {
			return // the page's own gestures first; a tap activates, see click
		}
		s.gesture.Cooperative = s.scrolls(e.Get("currentTarget"))
		if !p.Touch {
			e.Call("preventDefault") // no text selection, no auto-scroll
			s.engaged = true
		}
		s.focusByPointer()
		e.Get("currentTarget").Call("setPointerCapture", p.ID)
		s.gesture.Down(p)
		s.shape()
		if p.Touch {
			js.Global().Call("clearTimeout", s.restTimer)
			s.resting = p.ID
			s.restTimer = js.Global().Call("setTimeout", s.restFn, RestTime)
		}
	})
	// Fingers that do not scroll the page: one that begins on a point, which it is to move, and two. touch-action can't
	// tell them apart.
	dom.On(target, "touchstart", func(e js.Value) {
		plane, list := e.Get("currentTarget"), e.Get("touches")
		if e.Get("cancelable").Truthy() && (s.active || !s.Embedded) && s.scrolls(plane) &&
			(list.Length() > 1 || s.gesture.Touches(s.place(plane, list.Index(0)))) {
			e.Call("preventDefault")
		}
	})
	dom.On(target, "pointermove", func(e js.Value) {
		s.gesture.Move(s.move(e))
		s.shape()
	})
	dom.On(target, "pointerup", func(e js.Value) {
		s.gesture.Up(s.pointer(e))
		s.shape()
		s.on.Settled()
	})
	dom.On(target, "pointercancel", func(e js.Value) {
		s.gesture.Cancel(e.Get("pointerId").Int())
		s.on.Settled()
	})
	dom.On(target, "lostpointercapture", func(e js.Value) {
		// After an ordinary pointerup there is nothing left to cancel.
		if s.gesture.Lost(e.Get("pointerId").Int()) {
			s.on.Settled()
		}
	})
	dom.On(target, "pointerleave", func(e js.Value) {
		if e.Get("pointerType").String() != "touch" {
			s.engaged = false
			s.gesture.Leave()
		}
	})
	dom.On(target, "contextmenu", func(e js.Value) { e.Call("preventDefault") })
	dom.On(target, "click", func(js.Value) {
		if s.Embedded && !s.active {
			s.focusByPointer()
		}
	})
	dom.On(target, "wheel", func(e js.Value) { s.wheel(e, s.gesture.Wheel) })
}

// scrolls tells whether one finger on a plane scrolls the page: in frames, and where the style sheet leaves it a
// direction, as it does in the one column of a course on a phone.
func (s *Screen) scrolls(plane js.Value) bool {
	return s.Embedded || js.Global().Call("getComputedStyle", plane).Get("touchAction").String() != "none"
}

// Frame is what stands around the plane.
func (s *Screen) Frame() picture.Frame { return s.gutter.frame }

// wheel takes a turn of the wheel over the plane or the numbers of an axis.
func (s *Screen) wheel(e js.Value, zoom func(x, y, notches float64)) {
	ctrl := e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy()
	if s.Embedded && !s.engaged && !ctrl {
		// It is the page around that is scrolled: nobody has asked for more
		// since the mouse came here.
		s.hint(wheelHint())
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
	zoom(e.Get("offsetX").Float()/s.zooms(), e.Get("offsetY").Float()/s.zooms(), d)
	if s.wheelTimer.Truthy() {
		js.Global().Call("clearTimeout", s.wheelTimer)
	}
	s.wheelTimer = js.Global().Call("setTimeout", s.wheelFn, 140)
}

// wheelHint says how to zoom where the wheel scrolls the page around.
func wheelHint() string {
	if strings.HasPrefix(js.Global().Get("navigator").Get("platform").String(), "Mac") {
		return "Click, or hold ⌘, to zoom"
	}
	return "Click, or hold Ctrl, to zoom"
}

// hint shows a line on the stage for a moment. There is a place for it on
// embedded stages.
func (s *Screen) hint(text string) {
	el := js.Global().Get("document").Call("getElementById", "stage-hint")
	if !el.Truthy() {
		return
	}
	el.Set("textContent", words.Say(text))
	el.Get("classList").Call("add", "on")
	if s.hintTimer.Truthy() {
		js.Global().Call("clearTimeout", s.hintTimer)
	}
	s.hintTimer = js.Global().Call("setTimeout", s.hintFn, 1200)
}

// place returns where on the stage a Touch is.
func (s *Screen) place(target, touch js.Value) (x, y float64) {
	r := target.Call("getBoundingClientRect")
	return (touch.Get("clientX").Float() - r.Get("x").Float()) / s.zooms(),
		(touch.Get("clientY").Float() - r.Get("y").Float()) / s.zooms()
}

// FocusQuietly gives the stage the keyboard without a ring that says so, until a key
// is pressed.
func (s *Screen) FocusQuietly() {
	if s.box.Truthy() {
		s.focusByPointer()
	}
}

func (s *Screen) focusByPointer() {
	s.pressed = true
	s.Focus()
	s.pressed = false
	s.showFocus(false)
}

// showFocus shows the focus ring to people who use keys. The browser's own
// judgement, :focus-visible, takes a focus given by a script for one by a key.
func (s *Screen) showFocus(on bool) { s.box.Get("classList").Call("toggle", "keys", on) }

func (s *Screen) pointer(e js.Value) Pointer {
	p, b := s.move(e), e.Get("button").Int()
	p.Left, p.Mid, p.Right = b == 0, b == 1, b == 2
	p.Shift, p.Space, p.Ctrl = e.Get("shiftKey").Truthy(), s.space, e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy()
	p.Time = e.Get("timeStamp").Float()
	return p
}

// move is what of a pointer a move may change: each question to the event costs, and moves are many.
func (s *Screen) move(e js.Value) Pointer {
	p := Pointer{
		ID: e.Get("pointerId").Int(),
		X:  e.Get("offsetX").Float() / s.zooms(), Y: e.Get("offsetY").Float() / s.zooms(),
	}
	if was, down := s.gesture.ids[p.ID]; down {
		p.Touch = was.Touch
	} else {
		p.Touch = e.Get("pointerType").String() == "touch"
	}
	return p
}

// shape makes the mouse's cursor say what a press would do.
func (s *Screen) shape() {
	c := "crosshair"
	switch {
	case s.gesture.mode == dragging || s.gesture.mode == panning || s.gesture.mode == turning:
		c = "grabbing"
	case s.space || s.gesture.solid() && s.hover == nil || s.hover != nil && !s.gesture.ReadOnly &&
		(s.hover.Grip || !s.gesture.locked(0)):
		c = "grab"
	}
	if c != s.lastCursor {
		s.lastCursor = c
		s.layers[2].el.Get("style").Set("cursor", c)
		for _, m := range s.mirrors {
			m.plane.Get("style").Set("cursor", c)
		}
	}
}
