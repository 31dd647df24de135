package tree

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/cart"
	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

// curve holds the impurity that each split of a node by one input leaves.
type curve struct {
	feature      int
	below, above []float64 // consecutive values of the input around each threshold
	rest         []float64 // weighted mean impurity of the two sides, for each threshold
	least        float64
}

// curves returns the impurity left by every split of node i that the rules allow, one curve for each input that has
// one.
func (t *tree) curves(job method.Job, i int32) (list []curve, err error) {
	q := &t.nodes[i]
	of := make([]curve, t.set.D)
	for j := range of {
		of[j] = curve{feature: j, least: math.Inf(1)}
	}
	err = cart.Candidates(job, t.full, t.set, t.target, t.rules, i, func(feature int, below, above, rest float64) {
		c := &of[feature]
		rest /= q.Weight
		c.below, c.above, c.rest = append(c.below, below), append(c.above, above), append(c.rest, rest)
		c.least = min(c.least, rest)
	})
	return slices.DeleteFunc(of, func(c curve) bool { return len(c.rest) == 0 }), err
}

// candidates returns the chart of the candidate splits of the node in play.
func (m *stage) candidates(job method.Job) (*chart.Chart, error) {
	i, _ := m.inPlay()
	if m.rules.Oblique {
		return m.turn(job, i)
	}
	q := &m.nodes[i]
	list, err := m.curves(job, i)
	if err != nil {
		return nil, err
	}
	// Each input has a colour of its own, besides the first colour, which is the chosen split's. If there are too many
	// inputs, those that leave least impurity are shown.
	if most := picture.Things - 1; len(list) > most {
		sorts.StableFunc(list, func(a, b curve) int { return cmp.Compare(a.least, b.least) })
		list = list[:most]
		sorts.Func(list, func(a, b curve) int { return cmp.Compare(a.feature, b.feature) })
	}
	c := m.compared(i, q)
	c.X = chart.Airy(0.04)
	names := m.p.InputNames()
	for k := range list {
		of := &list[k]
		line := chart.Curve{Look: chart.Of(picture.RoleTrack, candidateLook(of.feature),
			words.Text("splits %s ≤ threshold", names[of.feature]))}
		for k, rest := range of.rest {
			if k > 0 && of.below[k] != of.above[k-1] {
				line.XY = append(line.XY, math.NaN(), math.NaN())
			}
			line.XY = append(line.XY, of.below[k], rest, of.above[k], rest)
		}
		c.Add(line, chart.On(func(p *picture.Picture) { p.Hits = append(p.Hits, of.keys(p.View)...) }))
	}
	if m.full.Mixed != nil {
		if err := m.groupsOf(job, c, i); err != nil {
			return nil, err
		}
	}
	if !q.ofNumbers() {
		rest := q.Impurity() - q.Gain/q.Weight
		c.Add(chart.Level(chart.As(picture.RoleCut, words.Text("the chosen one: %s", m.question(q))), rest))
		return c, nil
	}
	m.mark(c, i, q.At, m.values()) // the remaining impurity may be close to 0
	return c, nil
}

// compared returns a new chart of the impurity that the splits of node i leave, with a level line for the node itself.
func (m *stage) compared(i int32, q *node) *chart.Chart {
	c := &chart.Chart{Y: chart.Axis{See: []float64{0, q.Impurity()}, Below: 0.04, Above: 0.08},
		Alt: words.Sprintf("%s of the node: %s. %s %s.", words.Capital(m.criterion.name()), words.Number(q.Impurity()),
			m.question(q), m.criterion.why())}
	c.Add(chart.Level(chart.As(picture.RoleGuide, "the node before it is split"), q.Impurity()))
	return c
}

// mark adds the chosen split of node i at the threshold: a vertical line up to the impurity that the split leaves, or,
// if whole is set, up to the impurity of the node.
func (m *stage) mark(c *chart.Chart, i int32, at float64, whole bool) {
	q := &m.nodes[i]
	rest := q.Impurity() - q.Gain/q.Weight
	top := rest
	if whole {
		top = q.Impurity()
	}
	line := chart.Upright(chart.As(picture.RoleCut, "the chosen one"), at, top)
	line.Key = nodeKey(i)
	dot := chart.Dot(chart.As(picture.RoleOptimum, line.Says), at, rest)
	dot.Keys = []string{line.Key}
	c.Add(line, dot)
}
