//go:build !(js && wasm)

package workers

// Text is a text from outside that may be long; see text_js.go.
type Text struct{ s string }

// TextFrom takes a string of ours.
func TextFrom(s string) Text { return Text{s} }

// Size is the length of the text.
func (t Text) Size() int { return len(t.s) }

// Start is the text's beginning, of at most n units.
func (t Text) Start(n int) string { return t.s[:min(n, len(t.s))] }
