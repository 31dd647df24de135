package editor

import (
	"maps"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Brush is what people paint with: so many squares wide, and the level that it leaves; 0 erases.
type Brush struct{ Wide, Level int }

// Brush is that of now, SetBrush takes another.
func (e *Editor) Brush() Brush     { return e.brush }
func (e *Editor) SetBrush(b Brush) { e.brush = b }

// Canvases are the parameters that can be painted on the plane.
func (e *Editor) Canvases() []*method.Param {
	if e.info == nil {
		return nil
	}
	return e.info.Canvases(e.now.Params)
}

// Painting is the parameter that the hand paints on the plane; nil = none, it adds and moves.
func (e *Editor) Painting() *method.Param {
	if e.adding != "" {
		for _, p := range e.Canvases() {
			if p.Name == e.adding {
				return p
			}
		}
	}
	return nil
}

// painted is the value of such a parameter.
func (e *Editor) painted(p *method.Param) string {
	s, _ := e.Param(p).(string)
	return s
}

func (e *Editor) withPainting(p *method.Param, value string) doc.Document {
	n := e.now
	n.Params = maps.Clone(e.now.Params)
	n.Params[p.Name] = value
	return n
}

// Stroke draws on to a place of the plane with the brush, or begins there; EndStroke makes a step of the stroke.
func (e *Editor) Stroke(x, y float64, erase bool) { e.StrokeOn(e.Painting(), x, y, erase) }

// StrokeOn is Stroke on the canvas of a parameter; nil = none.
func (e *Editor) StrokeOn(p *method.Param, x, y float64, erase bool) {
	if p == nil || p.Canvas() == nil || e.stroking && p != e.canvas || !e.stroking && e.Denies(p.Name, p.Label) {
		return
	}
	level := min(e.brush.Level, p.Canvas().Top)
	if erase {
		level = 0
	}
	if !e.stroking {
		e.stroking, e.canvas, e.before, e.wayX, e.wayY = true, p, e.now, x, y
	}
	was := e.painted(p)
	value := p.Canvas().Stroke(was, e.wayX, e.wayY, x, y, float64(e.brush.Wide), level)
	e.wayX, e.wayY = x, y
	if value != was {
		e.now = e.withPainting(p, value)
		e.Effects.Changed(Change{What: Draft})
	}
}

// EndStroke ends a stroke as one step; without keep all is as it was before it.
func (e *Editor) EndStroke(keep bool) {
	if !e.stroking {
		return
	}
	e.stroking = false
	p := e.canvas
	value := e.painted(p)
	n := e.now
	e.now = e.before
	if !keep || value == e.painted(p) {
		e.set(e.before, Change{What: Back})
		return
	}
	e.commit(n, "paint the "+p.Canvas().Name, "", Change{What: Step})
}

// ClearPainting wipes all that is painted, as one step.
func (e *Editor) ClearPainting(p *method.Param) {
	if e.painted(p) != "" && !e.drafts() {
		e.commit(e.withPainting(p, ""), "wipe the "+p.Canvas().Name, "", Change{What: Step})
	}
}

// begin has the hand paint what comes to be painted by a choice of n.
func (e *Editor) begin(n *doc.Document) {
	for _, p := range e.info.Canvases(n.Params) {
		if !e.info.Applies(p.When, e.now.Params) {
			e.adding = p.Name
		}
	}
}
