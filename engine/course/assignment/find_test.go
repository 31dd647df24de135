package assignment

import (
	"strings"
	"testing"
)

// Long lines of addresses are searched in linear time: a quadratic search would take hours for this line.
func TestForeign(t *testing.T) {
	fragment := strings.Repeat("a", 24)
	for line, want := range map[string]bool{
		strings.Repeat("://", 4<<20):                     false,
		"see https://x.example/#" + fragment + " and go": true,
		"see https://x.example/%23" + fragment:           true,
		"see https://x.example/#" + fragment[1:]:         false,
		"https://x.example/ #" + fragment:                false,
		"#" + fragment:                                   false,
	} {
		if got := foreign(line); got != want {
			t.Errorf("%.60s: %v", line, got)
		}
	}
}
