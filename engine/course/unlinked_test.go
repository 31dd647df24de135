package course

import (
	"strings"
	"testing"
)

// Unlinked finds the links that the page makes of a text: brackets within words, behind a backslash, in code and in
// formulas do not mislead it.
func TestUnlinked(t *testing.T) {
	out := func(to string) bool { return strings.HasPrefix(to, "?course=x") }
	for text, want := range map[string]string{
		"":                                    "",
		"see [there](?course=x/a), and go":    "see there, and go",
		"[the [1] of *it*](?course=x)":        "the [1] of *it*",
		"[a [b](?course=x) c](?course=x)":     "a b c",
		"[a [b](?course=x) c](?course=y)":     "[a b c](?course=y)",
		`\[a](?course=x)`:                     `\[a](?course=x)`,
		`[a \] b]( ?course=x )`:               `a \] b`,
		"`[a](?course=x)` [b](?course=x)":     "`[a](?course=x)` b",
		"$[0,1](?course=x)$ [b](?course=x)":   "$[0,1](?course=x)$ b",
		`$\$[0]$ [b](?course=x)`:              `$\$[0]$ b`,
		"[x] no, [b](?course=x)":              "[x] no, b",
		"- [ ] no\n- [x] [yes](?course=x/b)":  "- [ ] no\n- [x] yes",
		"[a](https://h.example/) [b](?course": "[a](https://h.example/) [b](?course",
		"$ ` \\":                              "$ ` \\",
	} {
		if got := Unlinked(text, out); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		set, err := Set(want)
		if err == nil && strings.Contains(set, `href="?course=x`) {
			t.Errorf("%q still has the link: %s", want, set)
		}
	}
	deep := strings.Repeat("[", 30000) + strings.Repeat("](?course=x)", 30000)
	w := new(setter)
	if w.unlinked(deep, out); w.looked > maxLooked+2*len(deep) {
		t.Errorf("%d bytes were looked through", w.looked)
	}
}
