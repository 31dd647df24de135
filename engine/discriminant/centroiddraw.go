package discriminant

import (
	"math"
	"slices"

	"pointscape/engine/chart"
	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Keys: of a class's centroid, and of its deviation in an input.
var (
	centroidKind  = picture.KeyKind{Begins: "c"}
	deviationKind = picture.KeyKind{Begins: "d"}
)

// Draws reports that Layers draws regions and the boundary exactly.
func (m *centroid) Draws(p method.Part) bool { return p == method.Regions || p == method.Boundary }

func (m *centroid) shapes(b *draw.Board) error {
	if m.p.D != 2 || m.p.Wide() {
		return nil
	}
	ids, v := m.p.ClassIDs, b.View
	f := newFacets(m.places, m.manhattan, v.X0, v.Y0, v.X1, v.Y1)
	if b.Show[method.Regions] {
		cells := draw.ByClass{Like: picture.Path{Role: picture.RoleCell, Closed: true,
			Says: "region of the nearest centroid's class"}}
		f.each(func(p facet) { cells.Of(ids[p.site]).AddLine(p.xy...) })
		b.Under(cells.Layers()...)
	}
	if b.Show[method.Boundary] {
		border := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass,
			Says: "boundary: two centroids are equally near"}
		f.borders(func(x0, y0, x1, y1 float64) { border.AddLine(x0, y0, x1, y1) })
		b.Under(border)
	}
	if b.Show["unshrunken"] && m.threshold > 0 && m.within != nil {
		b.Over(m.shrinking()...)
	}
	if b.Show["centroids"] {
		b.Over(&picture.Marks{Role: picture.RoleCentroid, XY: slices.Concat(m.places...), Class: ids, Says: m.middleName(),
			Keys: centroidKind.Keys(len(ids))})
	}
	return nil
}

// middleName describes the centroids.
func (m *centroid) middleName() string {
	s := words.Say("mean of a class")
	if m.manhattan {
		s = words.Say("median of a class")
	}
	if m.threshold > 0 {
		s = words.Text("%s, shrunk", s)
	}
	return s
}

// shrinking draws how the centroids have moved, and towards what.
func (m *centroid) shrinking() (layers []picture.Layer) {
	starts := &picture.Marks{Role: picture.RoleProjection, Says: "where a centroid was before shrinking"}
	for k, raw := range m.raw {
		id := m.p.ClassIDs[k]
		layers = append(layers, &picture.Path{Role: picture.RoleProjection, Class: id, XY: slices.Concat(raw, m.places[k]),
			Says: "shift of a centroid by shrinking"})
		starts.XY, starts.Class = append(starts.XY, raw...), append(starts.Class, id)
		starts.Keys = append(starts.Keys, centroidKind.Key(k))
	}
	return append(layers, starts, &picture.Marks{Role: picture.RoleMiddle, XY: m.middle, Says: "mean of all points"})
}

// Explain gives the distances, and the ball around x through the nearest centroid.
func (m *centroid) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	x = x[:m.p.D]
	best := m.nearest(x)
	e.Answer = m.p.ClassName(best)
	for k := range m.places {
		e.Lines = append(e.Lines, words.Sprintf("%s: distance %.4g", m.p.ClassName(k), m.distance(x, k)))
	}
	switch {
	case m.p.Across > 0:
		e.Layers = m.p.Album(x, v, []method.Tile{{Values: x, Name: "row", Says: "row", Title: "row"},
			{Values: m.places[best], Name: "centroid", Says: "centroid of a class",
				Title: words.Text("centroid of %s", m.p.ClassName(best))}})
	case m.p.D == 2 && !m.p.Wide():
		c := m.places[best]
		e.Layers = []picture.Layer{
			&picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true, XY: m.ball(x, m.distance(x, best)),
				Says: "points as far from here as the nearest centroid"},
			&picture.Path{Role: picture.RoleNeighbor, Class: m.p.ClassIDs[best], XY: []float64{x[0], x[1], c[0], c[1]},
				Says: "to the nearest centroid"},
		}
	}
	return e
}

// ball returns the boundary of the ball of radius r around x.
func (m *centroid) ball(x []float64, r float64) []float64 {
	n := 96
	if m.manhattan {
		n = 4
	}
	return picture.Ellipse(x[0], x[1], r, r, n)
}

func (m *centroid) Panels(show method.Shown) []method.Panel {
	if !show["deviations"] || m.delta == nil {
		return nil
	}
	return []method.Panel{chart.Plain(method.PanelInfo{ID: "deviations", Title: "Deviations of the centroids",
		XLabel: "input", XCounts: true, YLabel: "δ in standard errors",
		Help: "Distance of each class's centroid from the mean of all points in each input. Shrinking reduces each " +
			"distance by Δ: those between the two lines become 0. Drag the upper line."}, m.deviations)}
}

// deviations returns a chart with a stem for each class in each input, whose length is the centroid's deviation, with a
// mark at the deviation after shrinking.
func (m *centroid) deviations() *chart.Chart {
	c := &chart.Chart{X: chart.Slots(m.p.D), Y: chart.Airy(0.08)}
	most, k := m.reach(), float64(len(m.raw))
	for class, delta := range m.delta {
		id := m.p.ClassIDs[class]
		marks := &picture.Marks{Role: picture.RoleProjection, Says: "value after shrinking"}
		stems := chart.Stems{Look: chart.Of(picture.RoleMember, id, "deviation of a class's centroid").
			Called(m.p.ClassName(class))}
		for j, x := range delta {
			x = min(max(x, -most), most)
			at := float64(j+1) + 0.7*((float64(class)+0.5)/k-0.5)
			stems.X, stems.High = append(stems.X, at), append(stems.High, x)
			stems.Keys = append(stems.Keys, deviationKind.Key(class, j))
			marks.XY = append(marks.XY, at, math.Copysign(max(math.Abs(x)-m.threshold, 0), x))
			marks.Class = append(marks.Class, id)
			marks.Keys = append(marks.Keys, deviationKind.Key(class, j))
		}
		if m.threshold == 0 {
			marks.Says = stems.Says
		}
		c.Add(stems, chart.Dots{Marks: marks, Untold: m.threshold == 0})
	}
	at := min(m.threshold, 1.05*most)
	line := chart.As(picture.RoleMargin, "threshold Δ: drag it").Called("threshold Δ")
	if at > 0 {
		c.Add(chart.Level(chart.As(picture.RoleMargin, "minus the threshold"), -at))
	}
	c.Add(chart.Level(line, at),
		chart.On(func(p *picture.Picture) {
			p.Add(&picture.Label{Role: picture.RoleGuide, X: p.View.X1, Y: at, Text: "↕", Anchor: picture.AnchorEnd,
				Ground: true, Says: line.Says})
			p.Hits.Add(picture.Slide, thresholdParam, 0, 0, 1.05*most, 1.05*most)
		}))
	c.Y.See = []float64{-1.05 * most, 1.05 * most}
	return c
}

// reach returns the largest deviation that the panel shows, at most the largest threshold; 1 if all are 0.
func (m *centroid) reach() float64 {
	if most := m.farthest(); most > 0 {
		return min(most, largestThreshold/1.05)
	}
	return 1
}

// keys are the things that keys name: the threshold, centroids, and their deviations in inputs.
func (m *centroid) keys(*draw.Board) []draw.Reader {
	return []draw.Reader{
		draw.Each(centroidKind, len(m.places), m.tell),
		draw.Pairs(deviationKind, m.tellDeviation),
		draw.Named(thresholdParam, func() (t method.Told, ok bool) {
			t.Answer = words.Text("threshold Δ = %s", words.Number(m.threshold))
			t.Lines = []string{words.Text("%s of %s with centroids apart", words.Count(m.apart(), "input"),
				words.Number(float64(m.p.D)))}
			return t, m.delta != nil
		}),
	}
}

// tell describes the centroid of a class. A click selects the class's points.
func (m *centroid) tell(k int) (t method.Told, ok bool) {
	t.Answer = words.Text("centroid of %s", m.p.ClassName(k))
	if m.p.D <= 4 {
		for j, name := range m.p.OwnNames() {
			own, _ := m.p.Own(j, m.places[k][j])
			line := words.Text("%s = %s", name, words.Number(own))
			if raw, _ := m.p.Own(j, m.raw[k][j]); raw != own {
				line = words.Text("%s, before shrinking %s", line, words.Number(raw))
			}
			t.Lines = append(t.Lines, line)
		}
	}
	for i, c := range m.p.Class {
		if c == k {
			t.Click.Rows = append(t.Click.Rows, i)
		}
	}
	t.Lines = append(t.Lines, words.Count(m.count[k], "point"))
	return t, true
}

// tellDeviation describes a centroid's deviation in an input.
func (m *centroid) tellDeviation(k, j int) (t method.Told, ok bool) {
	if m.delta == nil || k < 0 || k >= len(m.delta) || j < 0 || j >= m.p.D {
		return t, false
	}
	t.Answer = words.Text("%s, %s", m.p.ClassName(k), m.p.OwnNames()[j])
	raw, _ := m.p.Own(j, m.raw[k][j])
	own, _ := m.p.Own(j, m.places[k][j])
	middle, _ := m.p.Own(j, m.middle[j])
	t.Lines = []string{words.Text("deviation %s standard errors", words.Number(m.delta[k][j])),
		words.Text("centroid %s, mean of all points %s", words.Number(raw), words.Number(middle))}
	if m.threshold > 0 {
		t.Lines = append(t.Lines, words.Text("shrunk to %s", words.Number(own)))
	}
	return t, true
}
