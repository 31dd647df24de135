package scorm

import "testing"

// Links to other courses are found in the strings of a JSON text, whose escapes stay valid.
func TestUnlinked(t *testing.T) {
	const text = `{"text": "é \"[the [1] \\] \u2028](?course=other/p)\" [here](?course=mine/p)", "n": [1, "\\"]}`
	const want = `{"text": "é \"the [1] \\] \u2028\" [here](?course=mine/p)", "n": [1, "\\"]}`
	if got := unlinked(text, "mine"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for _, text := range []string{"", `"`, `"[a](?course=x)`, `"\`} { // no JSON
		if got := unlinked(text, "mine"); got != text {
			t.Errorf("%s becomes %s", text, got)
		}
	}
}
