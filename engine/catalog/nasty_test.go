package catalog

import (
	"testing"

	"pointscape/engine/methodtest"
)

// TestNasty fits every entry of the catalogue to a corpus of nasty data. Every
// fit answers, or says what is wrong, or can be stopped and tells how far it is.
func TestNasty(t *testing.T) {
	t.Parallel()
	for _, m := range All() {
		t.Run(m.ID, func(t *testing.T) {
			t.Parallel()
			methodtest.Nasty(t, m)
		})
	}
}

// TestNastyDrawn draws a part of that corpus whole, as people see it: all layers and panels, steps, points held out,
// tables.
func TestNastyDrawn(t *testing.T) {
	t.Parallel()
	for _, m := range All() {
		t.Run(m.ID, func(t *testing.T) {
			t.Parallel()
			methodtest.NastyDrawn(t, m)
		})
	}
}
