package uuid

import (
	"regexp"
	"testing"
)

func TestNewString(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	seen := map[string]bool{}
	for range 1000 {
		s := NewString()
		if !form.MatchString(s) {
			t.Fatalf("%q has not the form of a version 4", s)
		}
		if seen[s] {
			t.Fatalf("%q came twice", s)
		}
		seen[s] = true
	}
}
