package chart

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// OverInputID is the id of the panel with a classifier's output over the single input of its data.
const OverInputID = "line"

// Air is the margin of an input's axis beyond the points, on both sides, as a fraction of their range.
const Air = 0.06

// OverInput shows a classifier's output over the single input of its data: the probabilities of the classes, or its
// scores. The size of a weight is visible as the slope.
type OverInput struct {
	Input string // name of the input
	What  string // label of the vertical axis: "P(class 2)"
	Help  string
	Lines []Item
	// Points have the ordinates 0 and 1, or with Scores −1 and 1.
	Points Dots
	Cuts   []float64 // positions where the prediction changes
	Says   string    // legend text for these
	// Scores says that the lines are scores, not probabilities, and Margins that ±1 are the edges of a margin.
	Scores, Margins bool
	// Several says that there is a line for each of several classes: then the lines need not be at 1/2 where the
	// prediction changes.
	Several bool
	Level   []float64 // thresholds chosen by the user
	Alt     string    // beginning of the alternative text
}

// Info returns the declaration of the panel.
func (o *OverInput) Info() method.PanelInfo {
	info := method.PanelInfo{ID: OverInputID, Title: words.Text("Probability over %s", o.Input), XLabel: o.Input,
		YLabel: o.What,
		Help:   o.Help}
	if o.Scores {
		info.Title = words.Text("Decision value over %s", o.Input)
	}
	return info
}

// Chart returns the chart.
func (o *OverInput) Chart() *Chart {
	x := newSpan(Axis{})
	o.Points.reach(x, newSpan(Axis{}))
	// The lines extend to the edges.
	c := &Chart{X: Axis{See: []float64{x.lo, x.hi}, Only: true, Below: Air, Above: Air}, Y: Exactly(-0.12, 1.12),
		Alt: o.Alt}
	if o.Scores {
		c.Y = Airy(0.08)
	}
	c.Add(o.Lines...)
	switch {
	case o.Scores && !o.Several:
		c.Add(Rule{Look: As(picture.RoleGuide, "f = 0"), Level: true, Seen: true})
		if o.Margins {
			for _, at := range []float64{-1, 1} {
				c.Add(Rule{Look: As(picture.RoleMargin, "edges of the margin: f = ±1"), At: at, Level: true, Seen: true})
			}
		}
	case !o.Scores && !o.Several:
		c.Add(Level(As(picture.RoleGuide, "both are equally probable: 1/2"), 0.5))
	}
	for _, at := range o.Cuts {
		c.Add(Upright(As(picture.RoleBoundary, o.Says), at))
	}
	for _, at := range o.Level {
		c.Add(Level(As(picture.RoleCut, words.Text("threshold %s", words.Number(at))), at))
	}
	c.Add(o.Points)
	switch n := len(o.Cuts); {
	case n == 1:
		c.Alt = words.Say(c.Alt) + words.Text(" The threshold is at %s.", words.Number(o.Cuts[0]))
	case n > 1:
		c.Alt = words.Say(c.Alt) + words.Text(" The prediction changes at %s, from %s to %s.", words.Count(n, "position"),
			words.Number(slices.Min(o.Cuts)), words.Number(slices.Max(o.Cuts)))
	}
	return c
}
