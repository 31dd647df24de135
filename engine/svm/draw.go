package svm

import (
	"fmt"
	"math"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// edges is the legend's text for the lines f = −1 and f = 1.
const edges = "margin, f = ±1"

// saturation is the decision value at which the regions have full colour.
const saturation = 1.5

// ScoreRaster computes the decision function for two classes. For more classes, it computes 0 for the class that wins
// the vote, and for each other class minus the amount by which decision values would have to change for that class to
// win; see vote.scores.
func (m *model) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	values := classify.Planes(len(m.pairs), g)
	if m.linear {
		for k, w := range m.w {
			out := values[k]
			for j := range g.H {
				c := w[1]*g.Y(j) + m.decision.Bias[k]
				for i := range g.W {
					out[j*g.W+i] = float32(w[0]*g.X(i) + c)
				}
			}
		}
	} else if err := m.decision.Grid(job, g, values); err != nil {
		return nil, err
	}
	k := m.classes()
	if k == 2 {
		return classify.RasterOf(m.problem, g, values, saturation, "decision function"), nil
	}
	r := classify.Raster(m.problem, g, k, saturation, "lead in votes of the class pairs")
	v := newVote(k)
	at, s := make([]float64, len(m.pairs)), make([]float64, k)
	for i := range g.W * g.H {
		if err := method.AskEvery(job, i, 4096); err != nil {
			return nil, err
		}
		for p, values := range values {
			at[p] = float64(values[i])
		}
		v.scores(at, s)
		for c := range s {
			r.Planes[c][i] = float32(s[c])
		}
	}
	return r, nil
}

// Layers draws margins, slack and rings, all below the points: a ring must not cover neighbouring points.
func (m *model) Layers(_ method.Job, v picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if m.problem.D != 2 {
		return nil, nil, nil
	}
	if show["margins"] {
		under = m.margins(v, raster)
	}
	if show["slack"] && m.linear && m.classes() == 2 {
		under = append(under, m.slack()...)
	}
	if show["support"] {
		under = append(under, m.rings()...)
	}
	return under, over, nil
}

// margins returns the lines f = −1 and f = 1: exact for the linear kernel, else contours of the raster. With more than
// two classes there is one line for each: inside it, no pair with a decision value below 1 could change the vote.
func (m *model) margins(v picture.Viewport, raster *picture.Raster) []picture.Layer {
	var out []picture.Layer
	id := m.problem.ClassIDs
	if m.linear && m.classes() == 2 {
		for k, level := range []float64{-1, 1} {
			if line := picture.LineIn(m.w[0][0], m.w[0][1], m.decision.Bias[0]-level, v); line != nil {
				out = append(out, &picture.Path{Role: picture.RoleMargin, Class: id[k], Level: level, XY: line, Says: edges})
			}
		}
		return out
	}
	add := func(r *picture.Relief, level float64, class int, says string) {
		path := r.Path(level, picture.RoleMargin, class)
		path.Says = says
		out = picture.AppendPath(out, path)
	}
	if m.classes() == 2 {
		add(raster.Relief(0), -1, id[0], edges)
		add(raster.Relief(0), 1, id[1], edges)
		return out
	}
	lead := make([]float32, raster.Grid.W*raster.Grid.H)
	for c, own := range raster.Planes {
		for i, s := range own {
			best := float32(math.Inf(-1))
			for j, other := range raster.Planes {
				if j != c {
					best = max(best, other[i])
				}
			}
			lead[i] = s - best
		}
		add(picture.NewRelief(lead, raster.Grid), 1, id[c], "margin of a class: its lead in the vote is 1")
	}
	return out
}

// slack draws a segment from each point inside the margin or on the wrong side to the edge of the margin that it
// violates.
func (m *model) slack() []picture.Layer {
	w, b := m.w[0], m.decision.Bias[0]
	nn := dot(w, w)
	if nn == 0 {
		return nil
	}
	var out []picture.Layer
	for class := range 2 {
		path := &picture.Path{Role: picture.RoleSlack, Class: m.problem.ClassIDs[class],
			Says: "slack ξ: from a point to its margin"}
		y := float64(2*class - 1)
		for i := range m.problem.N {
			x := m.problem.At(i)
			f := dot(w, x) + b
			if m.problem.Class[i] != class || y*f >= 1-max(1e-9, m.pairs[0].tol) {
				continue
			}
			t := (y - f) / nn
			path.AddLine(x[0], x[1], x[0]+t*w[0], x[1]+t*w[1])
		}
		out = picture.AppendPath(out, path)
	}
	return out
}

// rings marks the support vectors. With several pairs, each vector counts with its largest coefficient.
func (m *model) rings() []picture.Layer {
	size := make([]float64, len(m.vectors))
	for _, c := range m.decision.Coef {
		for i, v := range c {
			size[i] = max(size[i], math.Abs(v))
		}
	}
	limit := "support vector at its bound α = C"
	switch {
	case m.nu > 0:
		limit = "support vector at its bound α = 1/ρ"
	case m.hard: // without C
		limit = "support vector with unbounded α"
	}
	return rings(m.problem, m.vectors, size, m.bounded(), "support vector on the margin, thicker for larger α", limit)
}

// Explain returns the decision value at x and the support vectors that contribute most to it. With more than two
// classes it is that of the winner against the second class, after the numbers of votes.
func (m *model) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.problem.D]
	f := m.values(x)
	winner := newVote(m.classes()).count(f)
	e := method.Explanation{Answer: m.problem.ClassName(winner)}
	pair := 0
	if m.classes() == 2 {
		e.Lines = append(e.Lines, words.Sprintf("f = %.4g: %s", f[0], where(f[0])))
		if g := m.geometric(m.pairs[0], f[0]); !math.IsNaN(g) {
			e.Lines = append(e.Lines, words.Text("f/‖w‖ = %s: distance from the boundary %s", words.Number(g), m.space()))
		}
	} else {
		vt := newVote(m.classes())
		s := make([]float64, m.classes())
		vt.scores(f, s)
		second := -1
		for c, n := range vt.wins {
			e.Lines = append(e.Lines, words.Sprintf("%s: %s", m.problem.ClassName(c), words.Count(n, "vote")))
			if c != winner && (second < 0 || s[c] > s[second]) {
				second = c
			}
		}
		pair = vt.at[min(winner, second)*m.classes()+max(winner, second)]
		p := m.pairs[pair]
		e.Lines = append(e.Lines, words.Sprintf("%s against %s: f = %.4g, positive for %s", m.problem.ClassName(p.a),
			m.problem.ClassName(p.b), f[pair], m.problem.ClassName(p.b)))
	}
	var rows []int
	var coef, sim, adds []float64
	for k, i := range m.vectors {
		if c := m.decision.Coef[pair][k]; c != 0 {
			s := m.kernel.Eval(m.problem.At(i), x)
			rows, coef, sim, adds = append(rows, i), append(coef, c), append(sim, s), append(adds, c*s)
		}
	}
	method.Adding{At: x, Says: heaviest, Rows: rows, Adds: adds,
		Weight: func(k int) string { return fmt.Sprintf("α = %.3g, k = %.3g", math.Abs(coef[k]), sim[k]) }}.Explain(&e,
		m.problem)
	return e
}

// space names the space of w and its distances.
func (m *model) space() string {
	switch {
	case !m.linear:
		return "in feature space"
	case m.problem.D > 2:
		return "in the space of the columns"
	}
	return "in the plane"
}

func (m *model) PartSays(p method.Part) string {
	if p == method.Boundary && m.classes() == 2 {
		return "decision boundary, f = 0"
	}
	return ""
}

// where returns text about the side of the margin of a decision value. It rounds f to the four digits shown with it,
// since the solver reaches ±1 only approximately, and rounding errors remain near 0.
func where(f float64) string {
	switch size := words.Significant(math.Abs(f), 4); {
	case size == 1:
		return "on the edge of the margin"
	case size > 1:
		return "outside the margin"
	case size < 1e-12:
		return "on the boundary"
	}
	return "inside the margin"
}
