package html

import "strings"

// Writer writes HTML.
type Writer struct{ strings.Builder }

// Put writes a text in which each $ stands for the next part; these are HTML already.
func (w *Writer) Put(text string, parts ...string) {
	for _, s := range parts {
		before, after, _ := strings.Cut(text, "$")
		w.WriteString(before)
		w.WriteString(s)
		text = after
	}
	w.WriteString(text)
}
