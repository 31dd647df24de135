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
