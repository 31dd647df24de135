//go:build js && wasm

package workers

import "syscall/js"

// Text is a text from outside that may be long. It stays where the browser has it
// until the engine's worker reads it: copied into this program, megabytes would keep
// the page from answering.
type Text struct{ v js.Value }

// TextOf takes a string of the browser's, and TextFrom one of ours.
func TextOf(v js.Value) Text    { return Text{v} }
func TextFrom(s string) Text    { return Text{js.ValueOf(s)} }
func (t Text) given() bool      { return t.v.Type() == js.TypeString }
func (t Text) object() js.Value { return js.Global().Get("Object").Invoke(t.v) }

// Size is the number of UTF-16 units, which is at most the number of bytes in UTF-8.
func (t Text) Size() int {
	if !t.given() {
		return 0
	}
	return t.object().Get("length").Int()
}

// Start is the text's beginning, of at most n units.
func (t Text) Start(n int) string {
	if !t.given() {
		return ""
	}
	return t.object().Call("slice", 0, n).String()
}

// FileOf takes a File of the browser's.
func FileOf(v js.Value) File {
	return File{
		Name: v.Get("name").String(), Size: v.Get("size").Int(),
		Read: func(done func(Text), failed func()) {
			var then, fail js.Func
			release := func() { then.Release(); fail.Release() }
			then = js.FuncOf(func(_ js.Value, args []js.Value) any {
				release()
				done(TextOf(args[0]))
				return nil
			})
			fail = js.FuncOf(func(js.Value, []js.Value) any {
				release()
				failed()
				return nil
			})
			v.Call("text").Call("then", then, fail)
		},
	}
}
