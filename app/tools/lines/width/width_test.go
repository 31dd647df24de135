package width

import (
	"strings"
	"testing"
)

func TestLongLines(t *testing.T) {
	long := strings.Repeat("a b ", 40)
	for src, want := range map[string]int{
		"package p\n// " + long + "\n":                                 1,
		"package p\n\nvar x = \"" + long + "\"\n":                      1,
		"package p\n\nvar x = `" + long + "\n" + long + "`\n":          0,
		"package p\n\n// Output:\n// " + long + "\n":                   0,
		"package p\n\n// Output:\n// x\n\nvar x = 1 // " + long + "\n": 1,
	} {
		if got := Over([]byte(src)); len(got) != want {
			t.Errorf("%q: long lines %v, want %d", src, got, want)
		}
	}
}
