package lecture

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/json"
)

// Drawing is a line that the user draws to answer the present step, with its verdict.
type Drawing struct {
	room *Room

	line    [][2]float64
	corners bool         // the last point of the line is a corner, which was set by a click
	stroke  [][2]float64 // the stroke that is being drawn
	asked   int          // number of the newest question to the engine: an answer to an earlier one is ignored
	verdict *Judged      // of line; nil = none yet
}

// mostDrawn is the largest number of points of a drawing; the engine accepts no more.
const mostDrawn = 5000

// Verdict returns the result of the drawing, nil before it is judged.
func (d *Drawing) Verdict() *Judged { return d.verdict }

// Corners reports whether an unfinished drawing is set corner by corner, so that another corner may follow.
func (d *Drawing) Corners() bool { return d.corners && d.room.Sketches() && !d.room.now.Done }

// Drawn reports whether there is a drawing.
func (d *Drawing) Drawn() bool { return len(d.line) > 0 }

// Stroke extends the stroke to a position. A stroke of several positions is a drawing; single positions, by clicks or
// Enter, are added as its corners.
func (d *Drawing) Stroke(x, y float64) {
	d.stroke = append(d.stroke, [2]float64{x, y})
	if len(d.stroke) > mostDrawn {
		d.stroke = d.stroke[:mostDrawn]
	}
	if len(d.stroke) > 1 {
		d.room.Page.Sketched(d.stroke)
	}
}

// EndStroke ends the stroke; without keep the drawing stays as it was before.
func (d *Drawing) EndStroke(keep bool) {
	stroke := d.stroke
	d.stroke = nil
	if !keep || len(stroke) == 0 || !d.room.Sketches() {
		d.room.Page.Sketched(d.line)
		return
	}
	corner := stroke[len(stroke)-1]
	d.corners = len(stroke) <= 2
	switch n := len(d.line); {
	case !d.corners:
		d.line = stroke
	case n > 0 && d.line[n-1] == corner: // a double click sets one
		return
	default:
		d.line = append(slices.Clip(d.line), corner)
	}
	d.room.Page.Sketched(d.line)
	d.judge()
}

// Erase removes the drawing.
func (d *Drawing) Erase() {
	*d = Drawing{room: d.room, asked: d.asked + 1}
	d.room.Page.Sketched(nil)
}

// lineOf returns a drawing of at least two positions as JSON, thinned to at most class.MaxVertices positions.
func lineOf(line [][2]float64) string {
	n := min(len(line), class.MaxVertices)
	text := make([]string, n)
	for i := range text {
		text[i] = placeOf(line[i*(len(line)-1)/(n-1)])
	}
	return "[" + strings.Join(text, ",") + "]"
}

func placeOf(q [2]float64) string {
	return "[" + strconv.FormatFloat(q[0], 'g', 5, 64) + "," + strconv.FormatFloat(q[1], 'g', 5, 64) + "]"
}

// judge has the drawing judged.
func (d *Drawing) judge() {
	r := d.room
	d.asked++
	d.verdict, r.wrong = nil, ""
	if len(d.line) < 2 {
		r.Page.Shown()
		return
	}
	r.Page.Answered(class.Line, lineOf(d.line))
	number := d.asked
	r.Page.Judge(d.line, func(v *Judged, why string) {
		if number != d.asked {
			return
		}
		s, _, done := r.Step()
		if v == nil {
			r.wrong = why
		} else if d.verdict = v; s != nil && !done {
			if b, err := json.Marshal(d.line); err == nil {
				r.note(noteLine, string(b))
			}
			ok, err := r.holds(s.Check, course.Drawn(v.Mine, v.Method, v.On))
			if err == nil && ok {
				r.Page.Say("Done.")
				r.done("")
				return
			}
		}
		if v != nil {
			r.Page.SayJudged(v)
		}
		r.Page.Shown()
	})
}
