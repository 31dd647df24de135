package picture

import (
	"strings"
	"testing"
)

// A legend shows all texts, in lines that fit, below one another, beside their swatches; in columns if there is space.
func TestLegend(t *testing.T) {
	says := []string{"Support vector at its bound α = C", "Class 1", "Margin of a class: its lead in the vote is 1",
		"Mean"}
	pal := allPalettes(t)[0]
	for _, w := range []int{120, 200, 400, 1200} {
		var shown [][4]float64
		var entries []Entry
		for _, s := range says {
			entries = append(entries, Entry{Says: s, Shows: func(v Viewport, x, y, w, h float64) []Layer {
				shown = append(shown, [4]float64{x, y, w, h})
				return nil
			}})
		}
		p := Legend(entries, w, pal)
		text, taken, next := "", []Box{}, 0
		for _, l := range p.Around {
			b := l.Box(p.View.PX(l.X), p.View.PY(l.Y), pal.Text())
			if b.X0 < 0 || b.Y0 < 0 || b.X1 > float64(w) || b.Y1 > float64(p.View.H) {
				t.Errorf("%d pixels: %q is cut off, %+v of %d", w, l.Text, b, p.View.H)
			}
			for _, c := range taken {
				if b.Meets(c) {
					t.Errorf("%d pixels: %q touches something", w, l.Text)
				}
			}
			taken = append(taken, b)
			if text = strings.TrimSpace(text + " " + l.Text); text == says[next] {
				s := shown[next]
				if s[1] < 0 || s[1]+s[3] > float64(p.View.H) || b.X0 < s[0]+s[2] {
					t.Errorf("%d pixels: the swatch of %q is at %v", w, text, s)
				}
				text = ""
				next++
			}
		}
		if next != len(says) {
			t.Errorf("%d pixels: %q is not said", w, says[next])
		}
		if flat := p.View.H < 3*int(2.3*pal.Text()); flat != (w == 1200) {
			t.Errorf("%d pixels wide, it is %d high", w, p.View.H)
		}
	}
	if got := wrapped("boundary, f = 0", 10, TextWidth("boundary, f =", 10)); len(got) != 2 || got[1] != "f = 0" {
		t.Errorf("a formula is parted: %q", got)
	}
	if got := wrapped(strings.Repeat("x", 99), 10, 100); len(got) != 1 || TextWidth(got[0], 10) > 100 {
		t.Errorf("a word without end: %q", got)
	}
}
