//go:build js && wasm

package ui

import (
	"syscall/js"

	"pointscape/app/dom"
	"pointscape/app/room/frame"
	"pointscape/app/workers"
	"pointscape/engine/json"
)

// around is the window that a frame talks with: its parent's, or the one that has
// opened it. A page that is neither in a frame nor asked to be like one has none.
func around() js.Value {
	win := js.Global()
	w := win.Get("parent")
	if w.Equal(win) || w.Equal(win.Get("window")) {
		w = win.Get("opener")
	}
	return w
}

// post sends a message to the page around, if it is of one of the origins; nil = of
// any.
func post(m map[string]any, origins []string) {
	w := around()
	b, err := json.Marshal(m)
	if err != nil || !w.Truthy() {
		return
	}
	data := js.Global().Get("JSON").Call("parse", string(b))
	if origins == nil {
		w.Call("postMessage", data, "*")
	}
	for _, o := range origins {
		w.Call("postMessage", data, o)
	}
}

// messages takes the messages of the page around, and of no other window.
func (l listeners) messages() {
	c := l.core
	if !c.Embedded {
		return
	}
	dom.On(js.Global(), "message", func(e js.Value) {
		w := around()
		if source := e.Get("source"); !w.Truthy() || !source.Truthy() || !source.Equal(w) {
			return
		}
		data := e.Get("data")
		if data.Type() != js.TypeObject || !plainObject(data) || data.Get("pointscape").IsUndefined() {
			return // somebody else's
		}
		c.conversation.Take(message(e.Get("origin").String(), data))
	})
	if c.conversation.Options.Keys {
		l.slideKeys()
	}
}

// slideKeys tells the page around of keys that nothing of the frame uses. The plane, whose arrows move a cursor, has
// them once it was reached by a key: who has only clicked there means the slides.
func (l listeners) slideKeys() {
	win := js.Global()
	told := func(e js.Value) bool {
		return !dom.WithCtrl(e) && !e.Get("altKey").Truthy() &&
			l.core.menus.open == "" && l.core.conversation.Key(e.Get("key").String(), e.Get("shiftKey").Truthy())
	}
	at := func(fn func(e, target js.Value)) func(e js.Value) {
		return func(e js.Value) {
			if t := e.Get("target"); !t.Get("closest").IsUndefined() {
				fn(e, t)
			}
		}
	}
	dom.Capture(win, "keydown", at(func(e, target js.Value) {
		if target.Call("matches", "#stage:not(.keys)").Bool() && told(e) {
			e.Call("preventDefault")
			e.Call("stopImmediatePropagation")
		}
	}))
	dom.On(win, "keydown", at(func(e, target js.Value) {
		key := e.Get("key").String()
		if e.Get("defaultPrevented").Bool() || target.Call("closest", "input:not([type=checkbox]), textarea, select").
			Truthy() || key == " " && target.Call("closest", "a, button, input, summary").Truthy() {
			return
		}
		// What scrolls takes them, too.
		whole, seen, overflow := "scrollHeight", "clientHeight", "overflowY"
		if key == "ArrowLeft" || key == "ArrowRight" {
			whole, seen, overflow = "scrollWidth", "clientWidth", "overflowX"
		}
		for at := target; at.Truthy(); at = at.Get("parentElement") {
			if at.Get(whole).Int() > at.Get(seen).Int()+1 {
				if o := win.Call("getComputedStyle", at).Get(overflow).String(); o == "auto" || o == "scroll" {
					return
				}
			}
		}
		told(e)
	}))
}

// message reads a message within the limits of package frame. What the browser hands
// over is a copy without getters, so reading it runs no foreign code.
func message(origin string, data js.Value) (m frame.Message) {
	m.Origin = origin
	defer func() { _ = recover() }() // of a value that Go has no name for, a BigInt: there are no fields then
	left := frame.MaxValues
	keys := js.Global().Get("Object").Call("keys", data)
	if keys.Length() > left {
		return m
	}
	fields := map[string]any{}
	for i := range keys.Length() {
		name, ok := shortText(keys.Index(i))
		if !ok {
			return m
		}
		v := data.Get(name)
		if name == "document" {
			if m.HasDocument = v.Type() == js.TypeString; m.HasDocument {
				m.Document = workers.TextOf(v)
			} else {
				fields[name] = nil
			}
			continue
		}
		if fields[name], ok = plain(v, frame.MaxDepth, &left); !ok {
			return m
		}
	}
	m.Fields = fields
	return m
}

// plain copies a value that is no larger than the limits: ok is false for others.
func plain(v js.Value, depth int, left *int) (x any, ok bool) {
	if *left--; *left < 0 {
		return nil, false
	}
	switch v.Type() {
	case js.TypeUndefined, js.TypeNull:
		return nil, true
	case js.TypeBoolean:
		return v.Bool(), true
	case js.TypeNumber:
		return v.Float(), true
	case js.TypeString:
		return shortText(v)
	case js.TypeObject:
	default:
		return nil, false
	}
	if depth == 0 {
		return nil, false
	}
	if js.Global().Get("Array").Call("isArray", v).Bool() {
		n := v.Length()
		if n > *left {
			return nil, false
		}
		list := make([]any, n)
		for i := range n {
			if list[i], ok = plain(v.Index(i), depth-1, left); !ok {
				return nil, false
			}
		}
		return list, true
	}
	if !plainObject(v) {
		return nil, false
	}
	keys := js.Global().Get("Object").Call("keys", v)
	if keys.Length() > *left {
		return nil, false
	}
	fields := make(map[string]any, keys.Length())
	for i := range keys.Length() {
		name, ok := shortText(keys.Index(i))
		if !ok {
			return nil, false
		}
		if fields[name], ok = plain(v.Get(name), depth-1, left); !ok {
			return nil, false
		}
	}
	return fields, true
}

// shortText copies a text whose length is within the limit.
func shortText(v js.Value) (string, bool) {
	if workers.TextOf(v).Size() > frame.MaxText {
		return "", false
	}
	return v.String(), true
}

// plainObject tells a record from a Map, a buffer, an image.
func plainObject(v js.Value) bool {
	return js.Global().Get("Object").Get("prototype").Get("toString").Call("call", v).String() == "[object Object]"
}
