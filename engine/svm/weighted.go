package svm

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// weighted holds the dual variables of any machine for two charts: a bar for each point, and the points in relation to
// the lines on which the conditions of optimality hold. It is not linked into the first engine.
type weighted struct {
	problem *method.Problem
	row     func(i int) int // row of the problem for a point
	coef    []float64       // per point: yα, β or α
	at      []float64       // argument of the conditions: f, or the residual
	side    func(i int) int // side (0 or 1) of a point
	looks   [2]chart.Look   // style of the bars on the two sides
	top     float64         // largest coefficient in view
	limit   float64         // limit of the coefficients; 0 if it is not drawn
	limits  string          // text of the limit in the legend
	shown   []int           // points that have a bar
	hooks   []hook
	beyond  float64 // scale of the horizontal axis of the conditions, which shows at least ±1.6 times this
	turn    string  // text of the line at 0 in the legend; "" if there is no line
	off     int     // number of points that violate their condition
}

// hook is a line on which the conditions hold. Ends at x = ±∞ are drawn to the edge of the picture.
type hook struct {
	class int
	says  string
	xy    []float64 // an infinite x means the edge
}

// largestOf returns the points with a bar: all, or the mostBars of largest size.
func largestOf(size []float64) []int {
	rows := method.Indices(len(size))
	if len(rows) <= mostBars {
		return rows
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	rows = rows[:mostBars]
	slices.Sort(rows)
	return rows
}

// numbered reports whether bars are at the numbers of their points, which requires small numbers.
func (w *weighted) numbered() bool { return w.problem.Number(w.row(len(w.coef)-1)) <= mostBars }

// place returns the function of the position of bar k, and the last position.
func (w *weighted) place() (at func(k int) float64, last int) {
	if !w.numbered() {
		return func(k int) float64 { return float64(k + 1) }, len(w.shown)
	}
	return func(k int) float64 { return float64(w.problem.Number(w.row(w.shown[k]))) },
		w.problem.Number(w.row(len(w.coef) - 1))
}

// bars draws a bar for each point; the two sides extend up and down from 0.
func (w *weighted) bars() *chart.Chart {
	place, last := w.place()
	c := &chart.Chart{X: chart.Exactly(0.3, float64(last)+0.7),
		Y: chart.Axis{See: []float64{-w.top, 0, w.top}, Below: 0.06, Above: 0.06}}
	if w.looks[0].Says == "" { // only one side
		c.Y.See = c.Y.See[1:]
	}
	for side, look := range w.looks {
		var x, y []float64
		var keys []string
		for k, i := range w.shown {
			if w.side(i) == side && w.coef[i] != 0 {
				x, y, keys = append(x, place(k)), append(y, w.coef[i]), append(keys, pointKeys.Key(w.row(i)))
			}
		}
		if look.Says == "" {
			continue
		}
		if last > wideBars {
			look.Role = picture.RoleFlat
			c.Add(chart.Stems{Look: look, X: x, High: y, Keys: keys})
			continue
		}
		c.Add(chart.Bars{Look: look, X: x, Y: y, Keys: keys, Line: picture.RoleEllipse})
	}
	// Where a coefficient is 0 there is no bar: a hit area on the axis gives the readout and, in svm_dual, can be
	// dragged.
	for k, i := range w.shown {
		if w.coef[i] == 0 {
			c.Hits.Add(picture.Dot, pointKeys.Key(w.row(i)), place(k), 0)
		}
	}
	c.Add(chart.Level(chart.As(picture.RoleAxis, ""), 0))
	for side, at := range []float64{w.limit, -w.limit} {
		if w.limit > 0 && w.looks[1-side].Says != "" {
			line := chart.Level(chart.As(picture.RoleMargin, w.limits), at)
			line.Seen = true
			c.Add(line)
		}
	}
	c.Told = true
	return c
}

// conditions draws the lines on which the conditions of optimality hold, and the points in relation to them.
func (w *weighted) conditions() *chart.Chart {
	c := &chart.Chart{X: chart.Axis{See: []float64{-1.6 * w.beyond, 1.6 * w.beyond}, Below: 0.06, Above: 0.06},
		Y: chart.Axis{See: []float64{-w.top, w.top}, Below: 0.08, Above: 0.08}}
	if w.looks[0].Says == "" {
		c.Y.See[0] = 0
	}
	c.Add(chart.On(func(pic *picture.Picture) {
		for _, h := range w.hooks {
			xy := slices.Clone(h.xy)
			for k := 0; k < len(xy); k += 2 {
				if math.IsInf(xy[k], 1) {
					xy[k] = pic.View.X1
				} else if math.IsInf(xy[k], -1) {
					xy[k] = pic.View.X0
				}
			}
			pic.Add(&picture.Path{Role: picture.RoleEllipse, Class: h.class, XY: xy, Says: h.says})
		}
	}))
	marks := &picture.Marks{Role: picture.RolePoint}
	for i, b := range w.coef {
		row := w.row(i)
		marks.XY = append(marks.XY, w.at[i], b)
		if w.problem.Class != nil {
			marks.Class = append(marks.Class, w.problem.ClassIDs[w.problem.Class[row]])
		}
		marks.Keys = append(marks.Keys, pointKeys.Key(row))
	}
	if w.turn != "" {
		c.Add(chart.Upright(chart.As(picture.RoleGuide, w.turn), 0))
	}
	c.Add(chart.Dots{Marks: marks})
	c.Alt, c.Told = words.Sprintf("%s; %s off the lines on which the KKT conditions hold.",
		words.Capital(words.Count(len(w.coef), "point")), words.CountOf(w.off, "one lies", "lie")), true
	return c
}

// hits returns the points on the stage as hit areas, whose readouts describe their conditions.
func (w *weighted) hits() (hits picture.Hits) {
	for i := range w.coef {
		x, y := w.problem.Drawn(w.row(i))
		hits.Add(picture.Dot, pointKeys.Key(w.row(i)), x, y)
	}
	return hits
}

// held returns text about whether a condition holds within a tolerance.
func held(residual, tol float64) string {
	switch {
	case residual > tol:
		return words.Text("violated by %s", words.Number(residual))
	case residual > 0:
		return words.Text("holds to %s", fmt.Sprintf("%.1g", residual))
	}
	return "holds"
}

// dualShows declares the panels of the dual variables. called is their name, such as "α".
func dualShows(called string) []method.Show {
	return []method.Show{
		{Name: showBars, Label: words.Text("%s of the points", called), Help: words.Text("A plot: a bar %s at each "+
			"point; under the pointer the condition it must satisfy", called)},
		{Name: showKKT, Label: "Conditions", Help: "A plot: each point against the KKT conditions"},
	}
}

// panels returns those of the two panels that are switched on. called is the name of the coefficients; of is added to
// the titles. sum explains the first panel, asks the lines of the second, whose horizontal axis is labelled where.
func (w *weighted) panels(show method.Shown, of, called, where, asks string, sum string) (list []method.Panel) {
	if show[showBars] {
		info := method.PanelInfo{ID: string(showBars), Title: words.Text("%s of the points%s", called, of),
			XLabel: "point", YLabel: called,
			XCounts: true, Help: words.Text("%s of each training point. %s", called, sum)}
		if n := len(w.coef); n > mostBars {
			info.XLabel = words.Sprintf("the %d points whose %s is largest, by row", mostBars, called)
		} else if n > 0 && !w.numbered() {
			info.XLabel = "points, by row"
		}
		list = append(list, chart.Plain(info, func() *chart.Chart {
			c := w.bars()
			above, below := 0.0, 0.0
			for _, b := range w.coef {
				above, below = above+max(b, 0), below+min(b, 0)
			}
			c.Alt = words.Text("Bars of %s: above 0 they sum to %s, below to %s.", words.Count(len(w.shown), "point"),
				words.Number(above), words.Number(below))
			return c
		}))
	}
	if show[showKKT] {
		list = append(list, chart.Plain(method.PanelInfo{ID: string(showKKT), Title: words.Text("KKT conditions%s", of),
			XLabel: where, YLabel: called, Help: words.Text("Each training point at its %s and %s. At the optimum all lie "+
				"on the lines: %s", where, called, asks)}, w.conditions))
	}
	return list
}
