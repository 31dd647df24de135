package html

import (
	"html"
	"testing"
)

func TestEscapesAsTheStandardLibrary(t *testing.T) {
	for _, s := range []string{"", "no sign", `<a href="x&y">it's</a>`, "&amp;", "é < ∞\x00\xff"} {
		if got, want := EscapeString(s), html.EscapeString(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}

// A $ in a part is not replaced.
func TestWriter(t *testing.T) {
	var w Writer
	w.Put(`<p title="$">`, "5 $")
	w.Put("$ of $</p>", "1", "$")
	w.Put("<hr/>")
	if want := `<p title="5 $">1 of $</p><hr/>`; w.String() != want {
		t.Errorf("%s, want %s", w.String(), want)
	}
}
