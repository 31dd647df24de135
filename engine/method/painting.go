package method

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Painting is a drawing by the user, on the plane or in a panel: a level for each square of a grid. The value is a
// string of digits, one per square, row by row from the top left corner; missing squares have level 0, so "" is empty.
// Values.String reads it, Canvas.Levels converts it to numbers.
type Painting struct {
	plain
	Canvas *Canvas `json:"canvas,omitempty"`
}

func (k Painting) parts() parts { return parts{canvas: k.Canvas} }

func (k Painting) Wants(*Param) string {
	n := k.Canvas.Side * k.Canvas.Side
	return words.Sprintf("a text of at most %d digits from 0 to %d, one for each square, starting at the top left", n,
		k.Canvas.Top)
}

func (k Painting) Flaw(*Param) string {
	if c := k.Canvas; c == nil || c.Name == "" || c.Side < 1 || c.Top < 1 || c.Top > 9 || !(c.Size > 0) {
		return "a painted parameter needs a canvas with a name, squares, levels and a place on the plane"
	}
	return ""
}

func (k Painting) Wrong(*Param) []Refused {
	list := refused(3.0, []float64{1}, strings.Repeat("0", k.Canvas.Side*k.Canvas.Side+1))
	for _, x := range []string{"0x", "0-", "0" + string(rune('1'+k.Canvas.Top)), "0é", "0\x00", "0\xff"} {
		list = append(list, Refused{"[1]", x})
	}
	return list
}

func (k Painting) Tries(*Param) []any {
	half, top := k.Canvas.Side*k.Canvas.Side/2, strconv.Itoa(k.Canvas.Top)
	return []any{strings.Repeat(top, half) + strings.Repeat("1", half), strings.Repeat("01"+top, half/2)}
}

// Canvas says where a Painting is, and what it is called.
type Canvas struct {
	// Name is the name of the drawing within a sentence: "density".
	Name string `json:"name"`
	Side int    `json:"side"` // number of squares along each side
	Top  int    `json:"top"`  // highest level, 1..9
	// Pad says that the canvas is in a panel, where the model draws a Path with Pad. Then X and Y are 0 and Size is 1:
	// positions are fractions of its sides.
	Pad bool `json:"pad,omitempty"`
	// X, Y and Size are the lower left corner and the side length of the painted part of the plane.
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Size float64 `json:"size"`
}

// Levels returns the levels of all squares, row by row from the top left corner, for a valid value.
func (c *Canvas) Levels(value string) []byte {
	levels := make([]byte, c.Side*c.Side)
	for i := range min(len(value), len(levels)) {
		levels[i] = value[i] - '0'
	}
	return levels
}

// value returns the string for levels.
func (c *Canvas) value(levels []byte) string {
	text := make([]byte, len(levels))
	for i, l := range levels {
		text[i] = '0' + l
	}
	return strings.TrimRight(string(text), "0")
}

// Stroke returns the value after a straight stroke of a brush from (x0, y0) to (x1, y1): squares whose center is at
// most wide/2 from the segment get the level, and so do the squares of its ends. wide is in squares. Parts outside the
// canvas are ignored.
func (c *Canvas) Stroke(value string, x0, y0, x1, y1, wide float64, level int) string {
	levels := c.Levels(value)
	unit := c.Size / float64(c.Side)
	// In units of squares, from the top left corner.
	ax, ay := (x0-c.X)/unit, (c.Y+c.Size-y0)/unit
	bx, by := (x1-c.X)/unit, (c.Y+c.Size-y1)/unit
	dx, dy := bx-ax, by-ay
	long := dx*dx + dy*dy
	for i := range levels {
		col, row := i%c.Side, i/c.Side
		px, py := float64(col)+0.5-ax, float64(row)+0.5-ay
		t := 0.0
		if long > 0 {
			t = min(max((px*dx+py*dy)/long, 0), 1)
		}
		on := func(x, y float64) bool { return math.Floor(x) == float64(col) && math.Floor(y) == float64(row) }
		if math.Hypot(px-t*dx, py-t*dy) <= wide/2 || on(ax, ay) || on(bx, by) {
			levels[i] = byte(level)
		}
	}
	return c.value(levels)
}

// Level returns the level of the square at a position; ok is false outside the canvas.
func (c *Canvas) Level(value string, x, y float64) (level int, ok bool) {
	unit := c.Size / float64(c.Side)
	col, row := math.Floor((x-c.X)/unit), math.Floor((c.Y+c.Size-y)/unit)
	side := float64(c.Side)
	if !(col >= 0 && col < side && row >= 0 && row < side) {
		return 0, false
	}
	if i := int(row)*c.Side + int(col); i < len(value) {
		level = int(value[i] - '0')
	}
	return level, true
}

func (k Painting) Check(p *Param, x any) (any, error) {
	s, ok := x.(string)
	if !ok {
		return nil, doc.Errorf("params."+p.Name, p.Wants(), x)
	}
	if n := k.Canvas.Side * k.Canvas.Side; len(s) > n {
		return nil, doc.Errorf("params."+p.Name, p.Wants(), words.Text("%s of them", strconv.Itoa(len(s))))
	}
	for i := range len(s) {
		if s[i] < '0' || int(s[i]-'0') > k.Canvas.Top {
			return nil, doc.Errorf("params."+p.Name+"["+strconv.Itoa(i)+"]", words.Sprintf("a digit from 0 to %d",
				k.Canvas.Top),
				strings.ToValidUTF8(s[i:i+1], "?"))
		}
	}
	return strings.TrimRight(s, "0"), nil
}

// Canvases returns the parameters that can be painted on the plane with these parameters.
func (in *Info) Canvases(params map[string]any) (list []*Param) {
	for i := range in.Params {
		if p := &in.Params[i]; Is[Painting](p.Kind) && !p.Canvas().Pad && in.TaskOf(params).Plane() &&
			in.Applies(p.When, params) {
			list = append(list, p)
		}
	}
	return list
}
