package desk

import (
	"maps"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Brush is what people paint with: so many squares wide, and the level that it leaves; 0 erases.
type Brush struct{ Wide, Level int }

// Brush is that of now, SetBrush takes another.
func (d *Desk) Brush() Brush     { return d.brush }
func (d *Desk) SetBrush(b Brush) { d.brush = b }

// Canvases are the parameters that can be painted on the plane.
func (d *Desk) Canvases() []*method.Param {
	if d.info == nil {
		return nil
	}
	return d.info.Canvases(d.now.Params)
}

// Painting is the parameter that the hand paints on the plane; nil = none, it adds and moves.
func (d *Desk) Painting() *method.Param {
	if d.adding != "" {
		for _, p := range d.Canvases() {
			if p.Name == d.adding {
				return p
			}
		}
	}
	return nil
}

// painted is the value of such a parameter.
func (d *Desk) painted(p *method.Param) string {
	s, _ := d.Param(p).(string)
	return s
}

func (d *Desk) withPainting(p *method.Param, value string) doc.Document {
	n := d.now
	n.Params = maps.Clone(d.now.Params)
	n.Params[p.Name] = value
	return n
}

// Stroke draws on to a place of the plane with the brush, or begins there; EndStroke makes a step of the stroke.
func (d *Desk) Stroke(x, y float64, erase bool) { d.StrokeOn(d.Painting(), x, y, erase) }

// StrokeOn is Stroke on the canvas of a parameter; nil = none.
func (d *Desk) StrokeOn(p *method.Param, x, y float64, erase bool) {
	if p == nil || p.Canvas == nil || d.stroking && p != d.canvas {
		return
	}
	level := min(d.brush.Level, p.Canvas.Top)
	if erase {
		level = 0
	}
	if !d.stroking {
		d.stroking, d.canvas, d.before, d.wayX, d.wayY = true, p, d.now, x, y
	}
	was := d.painted(p)
	value := p.Canvas.Stroke(was, d.wayX, d.wayY, x, y, float64(d.brush.Wide), level)
	d.wayX, d.wayY = x, y
	if value != was {
		d.now = d.withPainting(p, value)
		d.Changed(Change{What: Draft})
	}
}

// EndStroke ends a stroke as one step; without keep all is as it was before it.
func (d *Desk) EndStroke(keep bool) {
	if !d.stroking {
		return
	}
	d.stroking = false
	p := d.canvas
	value := d.painted(p)
	n := d.now
	d.now = d.before
	if !keep || value == d.painted(p) {
		d.set(d.before, Change{What: Back})
		return
	}
	d.commit(n, "paint the "+p.Canvas.Name, "", Change{What: Step})
}

// ClearPainting wipes all that is painted, as one step.
func (d *Desk) ClearPainting(p *method.Param) {
	if d.painted(p) != "" && !d.drafts() {
		d.commit(d.withPainting(p, ""), "wipe the "+p.Canvas.Name, "", Change{What: Step})
	}
}

// begin has the hand paint what comes to be painted by a choice of n.
func (d *Desk) begin(n *doc.Document) {
	for _, p := range d.info.Canvases(n.Params) {
		if !d.info.Applies(p.When, d.now.Params) {
			d.adding = p.Name
		}
	}
}
