package session

import (
	"testing"

	"pointscape/engine/picture"
)

// The grid of a drag becomes as coarse as necessary, stays so, and becomes finer again when the cost drops; one late
// picture changes nothing.
func TestPace(t *testing.T) {
	v := picture.Viewport{X1: 1, Y1: 1, W: 960, H: 700, Scale: 1}
	for _, c := range []struct {
		name  string
		sharp bool
		took  func(tile int) float64 // in ms
		want  int
	}{
		{"cheap", true, func(int) float64 { return 2 }, 1},
		{"as the nodes", true, func(t int) float64 { return 40 / float64(t*t) }, 3},
		{"mostly fixed", true, func(t int) float64 { return 3 + 17/float64(t*t) }, 3},
		{"with the edges", true, func(t int) float64 { return 20 / float64(t) }, 3},
		{"all fixed", true, func(int) float64 { return 20 }, 8},
		{"in the end fixed", true, func(t int) float64 { return 4.6 + 3/float64(t) }, 2},
		{"smooth", false, func(t int) float64 { return 4 / float64(t*t) }, 2},
		{"smooth and slow", false, func(t int) float64 { return 90 / float64(t*t) }, 4},
	} {
		p := &pace{sharp: c.sharp, paint: 0.001}
		picture := func(late float64) {
			live, _ := p.grids(v)
			tile := p.tile
			if tile == 0 {
				tile = 2 // because of the number of nodes
			}
			p.note(v, live, c.took(tile)/1000*late)
		}
		for range 5 {
			picture(9) // before the program is warm
		}
		for range 400 {
			picture(1)
		}
		if p.tile != c.want {
			t.Errorf("%s: tiles of %d, want %d", c.name, p.tile, c.want)
		}
		for range 20 {
			picture(1)
			if p.tile != c.want && p.back != c.want {
				t.Fatalf("%s: tiles of %d after those of %d", c.name, p.tile, c.want)
			}
		}
		picture(1.4)
		if p.tile != c.want && c.name != "with the edges" {
			t.Errorf("%s: after a late picture, tiles of %d", c.name, p.tile)
		}
		c.took = func(int) float64 { return 0.4 }
		for range 30 {
			picture(1)
		}
		if p.tile != 1 {
			t.Errorf("%s: tiles of %d although all is cheap now", c.name, p.tile)
		}
	}
}
