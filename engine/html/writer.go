package html

import "strings"

// Writer writes HTML.
type Writer struct{ strings.Builder }

// Put writes text with each $ replaced by the next part. The parts must be HTML: they are not escaped. Further $ stay.
func (w *Writer) Put(text string, parts ...string) {
	for _, s := range parts {
		before, after, _ := strings.Cut(text, "$")
		w.WriteString(before)
		w.WriteString(s)
		text = after
	}
	w.WriteString(text)
}
