package ink

import (
	"math"
	"testing"

	"pointscape/engine/course"
	"pointscape/engine/picture"
)

func open() *Room {
	return &Room{Pixel: func() (float64, float64) { return 0.01, 0.002 }, Inked: func() {}}
}

func (r *Room) line(places ...float64) {
	for i := 0; i < len(places); i += 2 {
		r.Draw(places[i], places[i+1])
	}
	r.End(true)
}

// A stroke has the tool's kind. A single point is not a stroke, and a cancelled one is discarded.
func TestStrokes(t *testing.T) {
	r := open()
	r.Take(course.Pen)
	r.line(0, 0, 1, 1, 2, 0)
	r.line(5, 5)
	r.Draw(0, 0)
	r.Draw(3, 3)
	r.End(false)
	r.Take(course.Arrow)
	r.line(0, 0, 9, 9, 1, 0)
	r.Take(course.Region)
	r.line(0, 0, 1, 0)
	r.line(0, 0, 1, 0, 0, 1)
	if r.Take(course.Region); r.Tool() != "" {
		t.Error("a tool that is taken again stays")
	}
	var kinds string
	for _, s := range r.Strokes() {
		kinds += s.Kind + " "
	}
	if kinds != "pen arrow region " || len(r.Strokes()[1].At) != 2 || r.Strokes()[1].At[1] != [2]float64{1, 0} {
		t.Errorf("drawn are %v", r.Strokes())
	}
	kept := r.Strokes()
	if r.Erase(); len(r.Strokes()) != 2 {
		t.Error("no stroke is removed")
	}
	if r.Open(kept); len(r.Strokes()) != 3 {
		t.Error("the page has lost what it keeps")
	}
	if r.Open(nil); len(r.Strokes()) != 0 {
		t.Error("another page has what was drawn on the last one")
	}
	r.Erase()
}

// Strokes are limited: a long one keeps its ends and its course, and of too many the first is removed.
func TestBounds(t *testing.T) {
	r := open()
	r.Take(course.Pen)
	for i := range 5000 {
		r.Draw(float64(i), 0)
	}
	r.End(true)
	at := r.Strokes()[0].At
	if n := len(at); n != course.MaxStroke || at[0][0] != 0 || at[n-1][0] != 4999 || math.Abs(at[n/2][0]-2500) > 20 {
		t.Errorf("a stroke of %d places, from %v to %v", len(at), at[0], at[len(at)-1])
	}
	for i := range course.MaxStrokes {
		r.line(0, float64(i), 1, 1)
	}
	if n := len(r.Strokes()); n != course.MaxStrokes || r.Strokes()[0].At[0][1] != 0 || len(r.Strokes()[0].At) != 2 {
		t.Errorf("%d strokes", n)
	}
}

// An arrow's head has a fixed length and width in pixels, whatever the units of the axes; a region is an area.
func TestSpots(t *testing.T) {
	r := open()
	r.Take(course.Arrow)
	r.line(0, 0, 3, 0.8) // 300 pixels across, 400 up
	r.Take(course.Region)
	r.line(0, 0, 1, 0, 0, 1)
	list := r.Spots()
	if len(list) != 2 || list[0].Kind != picture.Line || list[1].Kind != picture.Area || len(list[0].XY) != 10 {
		t.Fatalf("the shapes are %v", list)
	}
	xy := list[0].XY
	for i := 4; i < 10; i += 4 { // an arm's end
		x, y := (xy[i]-3)/0.01, (xy[i+1]-0.8)/0.002
		along, across := x*0.6+y*0.8, math.Abs(x*0.8-y*0.6)
		if math.Abs(along+headLong) > 1e-9 || math.Abs(across-headWide) > 1e-9 {
			t.Errorf("the head reaches %g back and %g aside", -along, across)
		}
	}
	if xy[4] == xy[8] {
		t.Error("the head has one side")
	}
	r.Draw(0, 0)
	r.Draw(1, 1)
	if n := len(r.Spots()); n != 3 {
		t.Errorf("%d shapes while one is drawn", n)
	}
}
