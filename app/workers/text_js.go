//go:build js && wasm

package workers

import "syscall/js"

// Text is a text from outside that may be long, or the bytes of a file in any encoding. It stays in the browser until
// the engine's worker reads it: copying megabytes into this program would block the page.
type Text struct{ v js.Value }

// TextOf makes a Text of a JavaScript string, and TextFrom of a Go string.
func TextOf(v js.Value) Text    { return Text{v} }
func TextFrom(s string) Text    { return Text{js.ValueOf(s)} }
func (t Text) given() bool      { return t.v.Type() == js.TypeString || t.bytes() }
func (t Text) bytes() bool      { return t.v.Type() == js.TypeObject }
func (t Text) object() js.Value { return js.Global().Get("Object").Invoke(t.v) }

// Size returns the length: of a file in bytes, of a string in UTF-16 units (at most the number of bytes in UTF-8).
func (t Text) Size() int {
	if !t.given() {
		return 0
	}
	if t.bytes() {
		return t.v.Get("length").Int()
	}
	return t.object().Get("length").Int()
}

// Start returns at most the first n units of the text. Each byte of a file becomes one character.
func (t Text) Start(n int) string {
	if !t.given() {
		return ""
	}
	if t.bytes() {
		head := t.v.Call("subarray", 0, n)
		return js.Global().Get("TextDecoder").New("latin1").Call("decode", head).String()
	}
	return t.object().Call("slice", 0, n).String()
}

// FileOf makes a File of a JavaScript File.
func FileOf(v js.Value) File {
	return File{
		Name: v.Get("name").String(), Size: v.Get("size").Int(),
		Read: func(done func(Text), failed func()) {
			var then, fail js.Func
			release := func() { then.Release(); fail.Release() }
			then = js.FuncOf(func(_ js.Value, args []js.Value) any {
				release()
				done(TextOf(js.Global().Get("Uint8Array").New(args[0])))
				return nil
			})
			fail = js.FuncOf(func(js.Value, []js.Value) any {
				release()
				failed()
				return nil
			})
			v.Call("arrayBuffer").Call("then", then, fail)
		},
	}
}
