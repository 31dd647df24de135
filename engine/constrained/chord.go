package constrained

import (
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// chord is the line segment between two points of the graph of f. A function is convex if none of its chords lies below
// its graph (Boyd and Vandenberghe, Convex Optimization, 2004, section 3.1.1).
type chord struct {
	f    *objective
	a, b vec
}

// chordNodes is the number of intervals of a chord at whose ends f is compared with it. It is even, since for a
// quadratic f the difference is largest at the middle.
const chordNodes = 400

// at returns f at a + t (b − a); NaN if it is infinite.
func (c *chord) at(t float64) float64 { return finite(c.f.at(c.a.plus(c.b.minus(c.a).times(t)))) }

// between returns the value at t of the linear function that is a at 0 and b at 1.
func between(a, b, t float64) float64 { return (1-t)*a + t*b }

// below returns the largest distance of the chord below the graph, and the t of this distance; 0 if the chord is
// nowhere below. Differences within rounding errors count as 0. ok is false if f has no finite value at an end.
func (c *chord) below() (most, where float64, ok bool) {
	first, second := c.at(0), c.at(1)
	size := max(math.Abs(first), math.Abs(second))
	if !method.Finite(size) {
		return 0, 0, false
	}
	for k := range chordNodes + 1 {
		t := float64(k) / chordNodes
		if d := c.at(t) - between(first, second, t); d > most && d > 1e-12*(1+size) {
			most, where = d, t
		}
	}
	return most, where, true
}

// layer draws the chord in the plane.
func (c *chord) layer() picture.Layer {
	return &picture.Path{Role: picture.RoleTrack, Class: 0, Says: "chord of f",
		XY: []float64{c.a[0], c.a[1], c.b[0], c.b[1]}}
}

// panel draws the graph of f along the chord.
func (c *chord) panel() method.Panel {
	return chart.Plain(method.PanelInfo{ID: "chord", Title: "f along the chord",
		XLabel: "t, in a + t (b − a)", YLabel: "f",
		Help: "f on the line through both handles, a at t = 0 and b at t = 1, and the chord between these points of its " +
			"graph. Where f is convex, no chord lies below the graph."}, c.chart)
}

func (c *chord) chart() *chart.Chart {
	first, second := c.at(0), c.at(1)
	most, where, ok := c.below()
	switch {
	case !(c.b.minus(c.a).size() > 0):
		return noted("Both ends coincide")
	case !ok:
		return noted("f has no finite value at an end of the chord")
	}
	const over = 0.2
	ch := &chart.Chart{X: chart.Exactly(-over, 1+over), Y: chart.Airy(0.1), Told: true}
	for k := range chordNodes + 1 { // include everything between the ends
		ch.Y.See = append(ch.Y.See, c.at(float64(k)/chordNodes))
	}
	ch.Add(chart.Graph{Look: chart.As(picture.RoleMean, "f"), From: -over, To: 1 + over, F: c.at, Nodes: 281},
		chart.Curve{Look: chart.Of(picture.RoleTrack, 0, "chord of f"), XY: []float64{0, first, 1, second}},
		chart.Dot(chart.As(picture.RoleKnob, "first end"), 0, first),
		chart.Dot(chart.As(picture.RoleKnob, "second end"), 1, second))
	ch.Alt = "The chord lies nowhere below the graph of f."
	if most > 0 {
		ch.Add(chart.Upright(chart.As(picture.RoleCut, "distance of the chord below the graph"), where,
			between(first, second, where), c.at(where)))
		ch.Alt = words.Text("The chord lies below the graph of f, by up to %s.", words.Number(most))
	}
	return ch
}
