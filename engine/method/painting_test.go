package method

import (
	"errors"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

func canvas() *Param {
	return &Param{Name: "ink", Kind: Painting{Canvas: &Canvas{Name: "density", Side: 4, Top: 5, X: -1, Y: 2, Size: 2}},
		Default: ""}
}

// A brush paints exactly the squares whose center it passes; rows start at the top left corner.
func TestStroke(t *testing.T) {
	c := canvas().Canvas()
	for _, x := range []struct {
		name           string
		from           string
		x0, y0, x1, y1 float64
		wide           float64
		level          int
		want           string
	}{
		{"one square, at the top left", "", -0.9, 3.9, -0.9, 3.9, 1, 5, "5"},
		{"one square, at the lower right", "", 0.9, 2.1, 0.9, 2.1, 1, 3, "0000000000000003"},
		{"a row", "", -0.9, 3.4, 0.9, 3.4, 1, 2, "00002222"},
		{"a column of an older picture", "1111111111111111", -0.3, 4, -0.3, 2.1, 1, 4, "1411141114111411"},
		{"erased", "1111111111111111", -0.9, 2.1, 0.9, 2.1, 1, 0, "111111111111"},
		{"the four squares about a corner", "", -0.5, 3.5, -0.5, 3.5, 1.5, 1, "110011"},
		{"beside the canvas", "", 5, 5, 6, 6, 3, 1, ""},
	} {
		if got := c.Stroke(x.from, x.x0, x.y0, x.x1, x.y1, x.wide, x.level); got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
	text := c.Stroke("", 0.3, 2.6, 0.3, 2.6, 1, 4)
	if l, ok := c.Level(text, 0.4, 2.7); !ok || l != 4 {
		t.Errorf("level %d, %v", l, ok)
	}
	if _, ok := c.Level(text, 1.2, 2.5); ok {
		t.Error("a level beside the canvas")
	}
	if n := len(c.Levels(text)); n != 16 {
		t.Errorf("%d levels", n)
	}
}

// Invalid paintings are refused with the position of the error; trailing squares of level 0 are dropped.
func TestCheckPainting(t *testing.T) {
	p := canvas()
	if v, err := p.Check("0120000"); err != nil || v != "012" {
		t.Errorf("%v, %v", v, err)
	}
	for text, field := range map[string]string{"016": "params.ink[2]", "0a": "params.ink[1]", "\xff": "params.ink[0]",
		strings.Repeat("0", 17): "params.ink"} {
		_, err := p.Check(text)
		var de *doc.Error
		if !errors.As(err, &de) || de.Field != field {
			t.Errorf("%q: %v, want an error that names %s", text, err, field)
		}
	}
	if _, err := p.Check(3.0); err == nil {
		t.Error("a number is taken")
	}
}
