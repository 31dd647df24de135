package site

import (
	"strings"
	"testing"
)

func TestParsePasses(t *testing.T) {
	for text, want := range map[string]Passes{
		"plain": 0, "all": AllPasses, "cold": Cold, "cold,overlay": Cold | Overlay, "all,-recode": AllPasses &^ Recode,
		"plain,segments,lines": Segments | Lines,
	} {
		if p, err := ParsePasses(text); err != nil || p != want {
			t.Errorf("%s: %b, %v, want %b", text, p, err, want)
		}
	}
	for text, want := range map[string]string{"": `"" is not one of`, "lines": "joined segments",
		"all,-segments": "joined segments", "colder": "colder"} {
		if _, err := ParsePasses(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %s", text, err, want)
		}
	}
}

// A release of Go with unknown tables is refused, unless the passes that read them are left out.
func TestTested(t *testing.T) {
	for version, want := range map[string]bool{"go1.26": true, "go1.26.8": true, "go1.27": false, "go1.260": false,
		"devel go1.27-abc": false} {
		if err := tested(version, AllPasses); (err == nil) != want {
			t.Errorf("%s: %v", version, err)
		}
	}
	if err := tested("go1.27", Cold|Overlay); err != nil {
		t.Error(err)
	}
}
