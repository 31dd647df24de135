package ui

import (
	"slices"
	"strconv"

	"pointscape/app/room/client"
	"pointscape/app/stage"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// painter paints on the stage what the page paints itself: points, handles, rings and highlights.
type painter struct {
	*Core

	found  stage.Found    // what the newest picture says about the points, such as clusters
	sketch []picture.Spot // the student's drawing; nil = none
	term   []picture.Spot // what the letter under the pointer stands for in a course's formulas; nil = none
}

func (pt *painter) points() {
	now := pt.editor.Now()
	pt.screen.SetAxes(pt.editor.Task().AxesOf(&now), pt.theme.Palette().Text())
	var solid *stage.Space
	if near := pt.editor.View.Near(); near != nil {
		at := now.Table.Rows.Places
		solid = &stage.Space{Near: near, Reach: picture.SpaceReach(at), Turn: now.View.Turned(), Names: now.Table.Axes}
		solid.Mid[0], solid.Mid[1], solid.Mid[2] = picture.Middle(at)
	}
	pt.screen.Points.Set(pt.editor.Now().Points, pt.look(pt.client.Picture()), pt.editor.Draft.Dragged(), solid)
	pt.handles()
	pt.rings()
	if solid != nil {
		pt.highlights() // highlights follow the rotation
	}
}

// look returns how points are painted over a picture, which may be nil.
func (pt *painter) look(pic *wire.Picture) stage.Look {
	l := stage.Look{Task: pt.editor.Task(), Roles: pt.editor.Split.Roles(), Palette: pt.theme.Palette()}
	if l.Task == method.Regress2D && pic != nil && pic.Legend != nil && pic.Legend.Diverging {
		l.Lo, l.Hi, l.Scaled = pic.Legend.Lo, pic.Legend.Hi, true
	}
	if pt.found.By(pt.editor.Now().Method) {
		l.Found = &pt.found
	}
	l.Table = pt.editor.Now().Table
	return l
}

// grouped reports whether points have the colours of groups that the model has found. Then only their shapes show their
// classes.
func (pt *painter) grouped() bool { return pt.found.By(pt.editor.Now().Method) && !pt.found.Classes() }

// colour gives the points the colours of a new picture: its scale of values, and the groups that its model has found.
func (pt *painter) colour(p client.Picture) {
	before := pt.look(p.Before)
	var groups *wire.Groups
	if p.Picture != nil {
		groups = p.Groups
	}
	made := p.Made
	if groups != nil && pt.editor.Now().Table != nil && len(made) > 3*groups.N {
		made = made[:3*groups.N] // the rows of the table come after the points
	}
	moved := p.Picture != nil && p.Placed != nil
	pt.found.Turned = moved || pt.editor.View.Near() != nil
	found := pt.found.Take(groups, made, pt.editor.Now().Method)
	if found || moved || pt.look(p.Picture) != before {
		pt.points()
	}
}

func (pt *painter) handles() {
	pt.screen.Above.SetGrips(pt.editor.Places.Grips(), pt.editor.Draft.Dragged())
}

func (pt *painter) rings() {
	ring := func(i int) *stage.Ring {
		q, ok := pt.editor.Points.Spot(i)
		if !ok {
			return nil
		}
		return &stage.Ring{X: q.X, Y: q.Y, Grip: i < -1}
	}
	pt.rows.paintPointed()
	pt.screen.Top.SetRings(ring(pt.inspector.Over()), ring(pt.editor.Selection.Now()))
	var held *doc.Point
	if q, ok := pt.editor.Points.Spot(pt.editor.Draft.Dragged()); ok {
		held = &q
	}
	pt.screen.Held.Set(held)
}

func (pt *painter) highlights() {
	var at []float64
	pts := pt.editor.Now().Points
	for _, i := range pt.picked.points {
		if i < len(pts) {
			at = append(at, pts[i].X, pts[i].Y)
		}
	}
	lit := pt.hits.Highlighted("")
	if pt.sketch != nil {
		lit = append(slices.Clip(lit), pt.sketch...)
	}
	if pt.term != nil {
		lit = append(slices.Clip(lit), pt.term...)
	}
	if ink := pt.ink.Spots(); ink != nil {
		lit = append(slices.Clip(lit), ink...)
	}
	if notes := pt.notes.Spots(); notes != nil {
		lit = append(slices.Clip(lit), notes...)
	}
	pt.screen.Top.SetHighlight(lit, at)
}

// chip paints the mark of a class on a swatch: only its shape if points have the colours of groups.
func (pt *painter) chip(id string, class int) {
	const side = 18 // CSS pixels
	what := "chip "
	m := picture.PointMarks([]float64{side / 2, side / 2}, []int{class}, nil)
	if pt.grouped() {
		m.Group, what = []int{picture.NoClass}, "shape "
	}
	p := &picture.Picture{View: picture.Viewport{X1: side, Y1: side, W: side, H: side, Scale: 1}}
	p.Add(m)
	pal := pt.theme.Palette()
	pt.screen.Elements.Paint(id, what+strconv.Itoa(class), side, side, pal,
		func(c picture.Canvas, _, _ int) { picture.Paint(c, p, pal) })
}

// scale paints the colour scale of values on a swatch.
func (pt *painter) scale(id string, diverging bool) {
	const width, height = 120, 10 // CSS pixels
	pal := pt.theme.Palette()
	pt.screen.Elements.Paint(id, "legend "+strconv.FormatBool(diverging), width, height, pal,
		func(c picture.Canvas, w, h int) {
			var o picture.Outline
			for i := range w {
				o.Reset()
				o.Rect(float64(i), 0, 1.5, float64(h))
				c.Fill(&o, pal.Value((float64(i)+0.5)/float64(w), diverging))
			}
		})
}
