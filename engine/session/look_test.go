package session_test

import (
	"slices"
	"strconv"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// Changing a parameter with Looks does not fit, also for a model that does not grow: a space is drawn as it is turned,
// for the same fit, and turning it back restores the picture.
func TestToLookFitsNothing(t *testing.T) {
	s := session.New(catalog.All())
	draw := func(azimuth int) (run int, places []float64) {
		r := drawnOf(t, s, `{"method":"feature_map","params":{"azimuth":`+strconv.Itoa(azimuth)+
			`},"dataset":{"name":"circles","n":40,"noise":0.05,"seed":1}}`)
		at := slices.Index(r.Info.PanelsDrawn, "space")
		for _, l := range r.Panels[at].Layers {
			if m, ok := l.(*picture.Marks); ok && m.Role == picture.RolePoint {
				places = m.XY
			}
		}
		if r.Fit.Model.Can().Look == nil || len(places) != 80 {
			t.Fatalf("%d places", len(places)/2)
		}
		return r.Fit.Run, places
	}
	run, first := draw(30)
	other, turned := draw(100)
	again, back := draw(30)
	if run != other || run != again {
		t.Errorf("runs %d, %d and %d", run, other, again)
	}
	if slices.Equal(first, turned) || !slices.Equal(first, back) {
		t.Errorf("it is turned: %v, and back: %v", !slices.Equal(first, turned), slices.Equal(first, back))
	}
}
