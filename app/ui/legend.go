package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/picture"
)

// meanings say what people see, for the roles that need saying, in the order of
// the legend.
var meanings = []struct {
	role picture.Role
	kind byte // 'l' a line, 'm' a mark, 'b' both, 'a' an area
	text string
}{
	{picture.RoleBoundary, 'l', "boundary of the classes"},
	{picture.RoleMargin, 'l', "margin"},
	{picture.RoleSupport, 'm', "support vector"},
	{picture.RoleBounded, 'm', "support vector at its bound"},
	{picture.RoleSlack, 'l', "slack, the way to the margin"},
	{picture.RoleMean, 'l', "fitted curve"},
	{picture.RoleTube, 'a', "tube of width ε"},
	{picture.RoleResidual, 'l', "residual"},
	{picture.RoleBand, 'a', "standard deviations"},
	{picture.RoleBandEdge, 'l', "the same with the noise"},
	{picture.RoleSample, 'l', "samples"},
	{picture.RoleIsoline, 'l', "equal value"},
	{picture.RoleEllipse, 'l', "spread of a class"},
	{picture.RoleCentroid, 'm', "mean"},
	{picture.RoleProjection, 'b', "projection"},
	{picture.RoleCellEdge, 'l', "edge of a cell"},
	{picture.RoleDelaunay, 'l', "Delaunay triangulation"},
	{picture.RoleCircle, 'l', "circumcircle"},
	{picture.RoleNeighbor, 'b', "neighbour"},
	{picture.RoleReach, 'a', "reach"},
	{picture.RoleTrack, 'b', "way of the iterates"},
	{picture.RoleOptimum, 'm', "optimum"},
}

// legendRoles returns the indices in meanings of what the picture shows.
func (c *Core) legendRoles() []int {
	var list []int
	for i := range meanings {
		for _, r := range rolesOf(c.talk.Picture()) {
			if r == meanings[i].role {
				list = append(list, i)
			}
		}
	}
	return list
}

// legend says what the lines and marks of the picture mean.
func (c *Controls) legend() app.UI {
	var rows []app.UI
	for _, i := range c.core.legendRoles() {
		m := &meanings[i]
		rows = append(rows, app.Li().Body(app.Span().ID("key-"+string(m.role)).Class("swatch"), app.Span().Text(upperFirst(m.text))))
	}
	if len(rows) == 0 {
		return nil
	}
	return app.Div().Class("meanings").Body(app.H2().ID("legend-title").Text("Legend"), app.Ul().Aria("labelledby", "legend-title").Body(rows...))
}

// paintLegend paints the samples of the legend.
func (c *Controls) paintLegend() {
	k := c.core
	for _, i := range k.legendRoles() {
		m := &meanings[i]
		k.screen.PaintOn("key-"+string(m.role), string(m.role), k.theme.Palette(), func(w, h int) *picture.Picture { return sample(m.role, m.kind, w, h) })
	}
}

// sample shows what a role looks like.
func sample(r picture.Role, kind byte, w, h int) *picture.Picture {
	p := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
	x, y := float64(w)/2, float64(h)/2
	switch kind {
	case 'a':
		p.Add(&picture.Path{Role: r, Class: picture.NoClass, Level: 1, Closed: true, XY: []float64{2, 3, 2*x - 2, 3, 2*x - 2, 2*y - 3, 2, 2*y - 3}})
	case 'l', 'b':
		p.Add(&picture.Path{Role: r, Class: 0, XY: []float64{2, y, 2*x - 2, y}})
	}
	if kind == 'm' || kind == 'b' {
		if r == picture.RoleSupport || r == picture.RoleBounded {
			p.Add(picture.PointMarks([]float64{x, y}, []int{0}, nil))
		}
		p.Add(&picture.Marks{Role: r, XY: []float64{x, y}, Class: []int{0}})
	}
	return p
}
