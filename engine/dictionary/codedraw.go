package dictionary

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

var origin = []float64{0, 0}

// Layers colours the atoms like their handles.
func (s *coded) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["ball"] && s.ball != nil {
		under = append(under, &picture.Path{Role: picture.RoleReach, Closed: true, XY: s.ball.outline(),
			Says: "all sums with ‖a‖₁ ≤ τ"})
	}
	if show["reconstructions"] {
		under = append(under, ways(s.p.N, s.b.p, s.p.Drawn, func(i int, at []float64) { s.b.rebuild(s.codeOf(i), at) },
			func(i int) int { return leading(s.codeOf(i)) })...)
	}
	if show["atoms"] {
		for k := range s.b.p {
			u := s.b.atom(k)
			p := &picture.Path{Role: picture.RoleEllipse, Class: k, Weight: 0.5, Says: "atom, from the origin"}
			p.AddArrow(v, 0, 0, u[0], u[1], key(k))
			under = append(under, p)
		}
		under = append(under, &picture.Marks{Role: picture.RoleMiddle, XY: origin, Says: "origin"})
	}
	if show["watched"] {
		way := &picture.Path{Role: picture.RoleTrack, Class: picture.NoClass, XY: s.way[:2*s.step+2],
			Says: "path of the watched point's reconstruction"}
		if s.step > 0 {
			over = append(over, way)
		}
		over = append(over, chain(v, origin, s.codeOf(s.watched), s.b.atom, "sum of the watched point, atom by atom")...)
		stops := &picture.Marks{Role: picture.RoleTrack, XY: s.way[2*s.step : 2*s.step+2],
			Says: "its reconstruction at this step"}
		x, y := s.p.Drawn(s.watched)
		over = append(over, stops, &picture.Marks{Role: picture.RoleSupport, XY: []float64{x, y},
			Ordinal: []int{s.p.Ordinal(s.watched)}, Says: "watched point"})
	}
	return under, over, nil
}

// Explain returns the optimal code of a position, and its sum atom by atom.
func (s *coded) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	a := s.of(x)
	var at [2]float64
	lost := s.b.lost(x[:2], a, at[:])
	e.Answer = words.Text("x ≈ %s", sum(a))
	e.Lines = append(e.Lines, words.Text("%s, lost: ‖x − x̂‖ = %s", words.Count(len(order(a)), "atom"),
		words.Number(math.Sqrt(lost))))
	switch {
	case s.ball != nil:
		e.Lines = append(e.Lines, words.Text("½‖x − Da‖² = %s, ‖a‖₁ = %s ≤ τ = %s", words.Number(lost/2),
			words.Number(norm1(a)), words.Number(s.radius)), words.Text("the same code as with the penalty λ = %s",
			words.Number(s.price(x, a))))
	case s.by != byOMP:
		e.Lines = append(e.Lines, "½‖x − Da‖² + λ‖a‖₁ = "+words.Number(lost/2)+" + "+words.Number(s.lambda*norm1(a)))
	}
	e.Layers = append(chain(v, origin, a, s.b.atom, "sum of this position, atom by atom"),
		&picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, XY: []float64{x[0], x[1], at[0], at[1]},
			Says: "error at this position"})
	return e
}

func (s *coded) Panels(show method.Shown) (list []method.Panel) {
	if show["code"] {
		help := "The coefficients of the watched point, in each atom's colour. Rings: minimum of the objective; " +
			"crosses: matching pursuit with as many atoms. Dashed bars: before the threshold, which sets values between " +
			"the dashed lines to 0 and moves the others towards 0 by the same amount."
		if s.by == byOMP {
			help = "The coefficients of the watched point, in each atom's colour"
		}
		list = append(list, chart.Plain(method.PanelInfo{ID: "code", Title: words.Text("Code of point %s",
			fmt.Sprint(s.p.Number(s.watched))), XLabel: "atom", XCounts: true, YLabel: "coefficient", Help: help},
			s.codeChart).Rows(func() []string { return rowKind.Keys(s.p.N) })) // a click on a row makes it the watched one
	}
	if show["threshold"] && s.by != byOMP {
		list = append(list, chart.Plain(method.PanelInfo{ID: "threshold", Title: "Threshold", XLabel: "coefficient before",
			YLabel: "coefficient after", Help: "Effect of soft thresholding on a coefficient, with the watched point's " +
				"coefficients of this step. Hard thresholding only sets small ones to 0; firm thresholding leaves large ones " +
				"unchanged."}, s.thresholdChart))
	}
	return list
}

// thresholdChart draws the graph of soft thresholding and of two other rules, with the watched point's coefficients on
// it.
func (s *coded) thresholdChart() *chart.Chart {
	z, t := s.before()
	if s.step == 0 && s.ball == nil {
		t = s.lambda / s.lip
	}
	reach := 0.0
	for _, x := range z {
		reach = max(reach, math.Abs(x))
	}
	reach = 1.15 * max(reach, min(2.4*t, 20*reach))
	if reach == 0 {
		reach = max(2.4*t, 1)
	}
	c := &chart.Chart{X: chart.Exactly(-reach, reach), Y: chart.Exactly(-reach, reach), Told: true}
	c.Add(chart.Level(chart.As(picture.RoleAxis, ""), 0), chart.Upright(chart.As(picture.RoleAxis, ""), 0))
	line := func(look chart.Look, at ...float64) { // line segments over the positive half, and their reflections
		xy := make([]float64, 0, 2*len(at))
		for k := len(at) - 2; k >= 0; k -= 2 {
			xy = append(xy, -at[k], -at[k+1])
		}
		c.Add(chart.Curve{Look: look, XY: append(xy, at...)})
	}
	line(chart.As(picture.RoleGuide, "no threshold"), 0, 0, reach, reach)
	if t > 0 && t < reach {
		line(chart.Of(picture.RoleRival, 1, "hard"), 0, 0, t, 0, t, t, reach, reach)
		if 2*t < reach {
			// Gao and Bruce, WaveShrink with firm shrinkage, Statistica Sinica 7, 1997.
			line(chart.Of(picture.RoleRival, 2, "firm, between t and 2t"), 0, 0, t, 0, 2*t, 2*t, reach, reach)
		}
		line(chart.As(picture.RoleMean, "soft, S(z)"), 0, 0, t, 0, reach, soft(reach, t))
	} else if t > 0 {
		line(chart.As(picture.RoleMean, "soft, S(z)"), 0, 0, reach, 0)
	} else {
		line(chart.As(picture.RoleMean, "soft, S(z)"), 0, 0, reach, reach)
	}
	if t < reach && t > 0 {
		c.Add(chart.Upright(chart.As(picture.RoleMargin, "threshold"), t),
			chart.Upright(chart.As(picture.RoleMargin, "threshold"), -t))
	}
	told := words.Text("Soft thresholding by %s", words.Number(t))
	dots := &picture.Marks{Role: picture.RoleSite, Says: "coefficient of the watched point"}
	var labels chart.Layers
	for k, x := range z {
		y := soft(x, t)
		dots.XY, dots.Keys = append(dots.XY, x, y), append(dots.Keys, key(k))
		if x != y {
			c.Add(chart.Curve{Look: chart.As(picture.RoleResidual, "reduction"), XY: []float64{x, x, x, y}})
		}
		labels = append(labels, &picture.Label{Role: picture.RoleGuide, X: x, Y: max(x, y), Text: symbol(k),
			Anchor: picture.AnchorAbove, Key: key(k)})
		told += words.Text(", %s from %s to %s", symbol(k), words.Number(x), words.Number(y))
	}
	if z != nil {
		c.Add(chart.Dots{Marks: dots}, labels)
	}
	c.Alt = told + "."
	return c
}

// before returns the coefficients of the watched point before thresholding in this step, and the threshold; nil before
// the first step and for matching pursuit.
func (s *coded) before() (z []float64, threshold float64) {
	if s.by == byOMP || s.step == 0 {
		return nil, 0
	}
	w := s.walk(s.watched, s.by == byFISTA)
	for range s.step {
		w.step()
	}
	return w.before, w.cut
}

// codeChart draws the code of the watched point as bars.
func (s *coded) codeChart() *chart.Chart {
	a := s.codeOf(s.watched)
	z, t := s.before()
	edge := float64(s.b.p) + 0.7
	c := &chart.Chart{X: chart.Exactly(0.3, edge), Y: chart.Axis{See: []float64{0}, Below: 0.08, Above: 0.08}}
	c.Alt, c.Told = words.Text("The code of point %s: %s.", strconv.Itoa(s.p.Number(s.watched)), sum(a)), true
	if s.by == byOMP { // all steps on the same scale
		for k := range s.steps + 1 {
			c.Y.See = append(c.Y.See, (&coded{s.coding, k, s.codes(k)}).codeOf(s.watched)...)
		}
	} else {
		c.Y.See = append(c.Y.See, s.goal...)
		name, far := "threshold ±λ/L", norm1(z)
		switch {
		case s.ball != nil:
			name = "threshold ±θ"
		case s.step == 0:
			t = s.lambda / s.lip
		}
		for _, x := range slices.Concat(a, s.goal) {
			far = max(far, math.Abs(x))
		}
		if t > 0 && (t < 4*far || far == 0) { // otherwise the bars would be too small to see
			c.Add(chart.Curve{Look: chart.As(picture.RoleMargin, name),
				XY: []float64{0.3, t, edge, t, math.NaN(), math.NaN(), 0.3, -t, edge, -t}})
		}
	}
	for k, y := range z {
		c.Add(chart.Bars{Look: chart.As(picture.RoleReach, "before the threshold"), X: []float64{float64(k + 1)},
			Y: []float64{y}})
	}
	used := 0
	for k, y := range a {
		if y != 0 {
			used++
			c.Add(chart.Bars{Look: chart.Of(picture.RoleCell, k, "coefficient"), X: []float64{float64(k + 1)}, Y: []float64{y},
				Half: 0.25, Keys: []string{key(k)}, Line: picture.RoleEllipse})
		}
	}
	if s.by != byOMP {
		goal := &picture.Marks{Role: picture.RoleGuide, Says: "minimum of the objective"}
		for k, y := range s.goal {
			goal.XY = append(goal.XY, float64(k+1), y)
		}
		o := make([]float64, s.b.p)
		newPursuit(s.b.p, used).run(s.b, s.qOf(s.watched), used, o)
		pursuit := &picture.Marks{Role: picture.RoleOptimum, Says: "by matching pursuit of as many atoms"}
		for k, y := range o {
			if y != 0 {
				pursuit.XY = append(pursuit.XY, float64(k+1), y)
			}
		}
		c.Add(chart.Dots{Marks: goal})
		if pursuit.XY != nil {
			c.Add(chart.Dots{Marks: pursuit})
		}
	}
	c.Add(chart.Level(chart.As(picture.RoleAxis, "coefficient 0"), 0))
	return c
}

// Tell describes an atom (a click selects the points that use it), or the code of a point (a click makes it the watched
// one).
func (s *coded) Tell(of string, v picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	if i, ok := rowKind.Number(of, s.p.N); ok {
		t.Explanation = s.Explain(s.row(i), v, nil)
		t.Answer = words.Text("point %s: %s", fmt.Sprint(s.p.Number(i)), t.Answer)
		if i != s.watched {
			t.Click.Set = map[string]any{"sample": float64(i + 1)}
		}
		return t, true
	}
	k, ok := keyed(of, s.b.p)
	if !ok {
		return t, false
	}
	t.Answer = words.Text("atom %s", name(k))
	for i := range s.p.N {
		if s.codeOf(i)[k] != 0 {
			t.Click.Rows = append(t.Click.Rows, i)
		}
	}
	n := len(t.Click.Rows)
	t.Lines = append(t.Lines, words.Text("%s = %s, ‖%s‖ = %s", index(k), vector(s.b.atom(k)), index(k),
		words.Number(length(s.b.atom(k)))),
		words.Text("in the codes of %s, %s", words.Count(n, "point"), words.Percent(float64(n)/float64(s.p.N))))
	return t, true
}
