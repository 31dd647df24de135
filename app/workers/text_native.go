//go:build !(js && wasm)

package workers

// Text is a text from outside that may be long; see text_js.go.
type Text struct{ s string }

func TextFrom(s string) Text { return Text{s} }

// Size returns the length of the text in bytes.
func (t Text) Size() int { return len(t.s) }

// Start returns at most the first n bytes of the text.
func (t Text) Start(n int) string { return t.s[:min(n, len(t.s))] }
