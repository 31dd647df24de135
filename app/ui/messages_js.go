//go:build js && wasm

package ui

import (
	"syscall/js"

	"pointscape/app/dom"
	"pointscape/app/room/frame"
	"pointscape/app/workers"
	"pointscape/engine/json"
)

// around returns the window that a frame talks to: its parent or, if it has none, the window that opened it. It is null
// if there is neither.
func around() js.Value {
	win := js.Global()
	w := win.Get("parent")
	if w.Equal(win) || w.Equal(win.Get("window")) {
		w = win.Get("opener")
	}
	return w
}

// post sends a message to the page around if that has one of the origins; nil = any origin.
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

// messages listens for messages from the page around a frame, and from no other window.
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
			return // not a message of this protocol
		}
		c.conversation.Take(message(e.Get("origin").String(), data))
	})
	if c.conversation.Options.Keys {
		l.slideKeys()
	}
}

// slideKeys passes keys that the frame does not use to the page around. The plane, where arrow keys move a cursor,
// keeps its keys if it was reached by keyboard. If the user has only clicked it, they go to the page around, to turn
// slides.
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
		// Elements that scroll use the keys themselves.
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

// message reads a message within the limits of package frame; m.Fields is nil if it exceeds them. The browser passes a
// copy without getters, so reading it runs no foreign code.
func message(origin string, data js.Value) (m frame.Message) {
	m.Origin = origin
	defer func() { _ = recover() }() // syscall/js panics for a BigInt; m.Fields is then nil
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

// plain copies a value of JSON; ok is false if it exceeds the limits or has another type. left is the number of values
// that may still be copied.
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

// shortText copies a text of at most frame.MaxText characters; false if it is longer.
func shortText(v js.Value) (string, bool) {
	if workers.TextOf(v).Size() > frame.MaxText {
		return "", false
	}
	return v.String(), true
}

// plainObject reports whether v is a plain object, not a Map, a buffer or an image.
func plainObject(v js.Value) bool {
	return js.Global().Get("Object").Get("prototype").Get("toString").Call("call", v).String() == "[object Object]"
}
