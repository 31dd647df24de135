package catalog

import (
	"flag"
	"maps"
	"slices"
	"testing"

	"pointscape/engine/methodtest"
)

var silence = flag.Bool("silence", false, "tell for how many seconds the fits of TestNasty say nothing at most")

// TestNasty fits every entry of the catalogue to a corpus of difficult data. Every fit returns a result, or an error,
// or can be stopped and reports its progress.
func TestNasty(t *testing.T) {
	if *silence { // go test ./engine/catalog -run 'TestNasty$' -v -parallel 1 -args -silence
		s := &methodtest.Silence{}
		methodtest.Silences = s
		t.Cleanup(func() {
			for _, id := range slices.Sorted(maps.Keys(s.Asked)) {
				t.Logf("%s: %.2f s without a question (%s), %.2f s without a word (%s)", id, s.Asked[id].Seconds,
					s.Asked[id].What, s.Told[id].Seconds, s.Told[id].What)
			}
		})
	}
	t.Parallel()
	for _, m := range All() {
		t.Run(m.ID, func(t *testing.T) {
			t.Parallel()
			methodtest.Nasty(t, m)
		})
	}
}

// TestNastyDrawn draws a part of that corpus completely: all layers and panels, steps, points held out, tables.
func TestNastyDrawn(t *testing.T) {
	t.Parallel()
	for _, m := range All() {
		t.Run(m.ID, func(t *testing.T) {
			t.Parallel()
			methodtest.NastyDrawn(t, m)
		})
	}
}
