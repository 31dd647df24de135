//go:build !js

package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pointscape/app/tools/site"
	"pointscape/engine/words"
)

// Every noun that is counted has a plural in each language: nouns in English (pictures, sentences of the engine) and
// nouns of declarations, which are translated before they are counted (the page).
func TestPlurals(t *testing.T) {
	root, list := everyText(t)
	tongues, err := site.Translations(root)
	if err != nil || len(tongues) == 0 {
		t.Fatalf("%d languages, %v", len(tongues), err)
	}
	defer words.Speak(nil)
	for _, l := range tongues {
		counted := 0
		words.Speak(nil)
		english := map[string]string{}
		for _, x := range list {
			if (x.what == "Count" || x.what == "Plural" || x.what == "entry") && needs(x) {
				if one, many, irregular := strings.Cut(x.says, "¦"); irregular {
					english[one] = many
				} else if !strings.ContainsAny(one, "{}%") {
					english[one] = words.Plural(one)
				}
			}
		}
		words.Speak(&l.Language)
		for one, plural := range english {
			to, ok := l.Texts[one]
			if !ok {
				continue // TestLanguages reports it, or it is pending
			}
			first, several, both := strings.Cut(to, "¦")
			if !both {
				if again, ok := l.Texts[plural]; ok && !isEntry(list, one) {
					several = again
				} else {
					t.Errorf("%s: %q is counted, and has no plural behind a ¦ (%q)", l.Tag, one, to)
					continue
				}
			}
			counted++
			if fault := ofFrench(l.Tag, several); fault != "" {
				t.Errorf("%s: several of %q are %q: %s", l.Tag, one, several, fault)
			}
			for n, want := range map[int]string{0: first, 1: first, 2: several, 8: several} {
				if l.Plural != 2 {
					continue
				}
				want = fmt.Sprint(n, " ", want)
				if got := words.Count(n, one); got != want {
					t.Errorf("%s: %d of %q are %q, want %q", l.Tag, n, one, got, want)
				}
				if got := words.Say(want); got != want {
					t.Errorf("%s: %q is said again as %q", l.Tag, want, got)
				}
				if got := words.Count(n, first); both && got != want {
					t.Errorf("%s: %d of %q, as it is declared on the page, are %q, want %q", l.Tag, n, first, got, want)
				}
			}
		}
		if counted < 50 {
			t.Errorf("%s: %d names are counted", l.Tag, counted)
		}
	}
}

// isEntry reports whether a text is the name of a list's entry, which the page counts in its translated form.
func isEntry(list []text, says string) bool {
	return slices.ContainsFunc(list, func(x text) bool { return x.what == "entry" && x.says == says })
}

// ofFrench returns the error of a French plural: its noun, the first word, or the whole if that is one word, must end
// in s, x or z.
func ofFrench(tag, several string) string {
	if tag != "fr" {
		return ""
	}
	noun, _, _ := strings.Cut(several, " ")
	if !strings.ContainsAny(noun[len(noun)-1:], "sxz") {
		return noun + " is no plural"
	}
	return ""
}
