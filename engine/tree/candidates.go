package tree

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"pointscape/engine/cart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// curve is what the splits of a node at one input leave.
type curve struct {
	feature      int
	below, above []float64 // the values on both sides of each threshold
	rest         []float64 // the impurity of both sides, each counted by its points
	least        float64
}

// curves works out all splits of node i that the rules allow.
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

// candidates draws the curves of the node in play.
func (m *core) candidates(job method.Job, w, h int) (*picture.Picture, error) {
	i, _ := m.inPlay()
	if m.rules.Oblique {
		return m.turn(job, i, w, h)
	}
	q := &m.nodes[i]
	list, err := m.curves(job, i)
	if err != nil {
		return nil, err
	}
	// So many inputs have a look of their own, next to the first, which the chosen split
	// has: those that leave least.
	if most := picture.Things - 1; len(list) > most {
		slices.SortStableFunc(list, func(a, b curve) int { return cmp.Compare(a.least, b.least) })
		list = list[:most]
		slices.SortFunc(list, func(a, b curve) int { return cmp.Compare(a.feature, b.feature) })
	}
	v := picture.Viewport{X0: math.Inf(1), X1: math.Inf(-1), W: w, H: h, Scale: 1}
	top := q.Impurity()
	for _, c := range list {
		v.X0, v.X1 = min(v.X0, c.below[0]), max(v.X1, c.above[len(c.above)-1])
		top = max(top, slices.Max(c.rest))
	}
	wide := 0.04 * (v.X1 - v.X0)
	v.X0, v.X1 = v.X0-wide, v.X1+wide
	v.Y0, v.Y1 = -0.04*top, 1.08*top
	pic := &picture.Picture{View: v}
	pic.Add(&picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, XY: []float64{v.X0, q.Impurity(), v.X1, q.Impurity()}, Says: "the node before it is split"})
	names := m.p.InputNames()
	for k := range list {
		c := &list[k]
		p := &picture.Path{Role: picture.RoleTrack, Class: candidateLook(c.feature), Says: "splits " + names[c.feature] + " ≤ threshold"}
		for k, rest := range c.rest {
			if k == 0 || c.below[k] != c.above[k-1] {
				p.AddLine(c.below[k], rest)
			} else {
				p.XY = append(p.XY, c.below[k], rest)
			}
			p.XY = append(p.XY, c.above[k], rest)
		}
		pic.Add(p)
		pic.Unseen = append(pic.Unseen, c.keys(v))
	}
	rest := q.Impurity() - q.Gain/q.Weight
	const chosen = "the chosen one"
	key := []string{nodeKey(i)}
	top = rest
	if m.values() { // what is left may be next to nothing
		top = q.Impurity()
	}
	pic.Add(&picture.Path{Role: picture.RoleCut, Class: picture.NoClass, XY: []float64{q.At, v.Y0, q.At, top}, Says: chosen, Keys: key},
		&picture.Marks{Role: picture.RoleOptimum, XY: []float64{q.At, rest}, Says: chosen, Keys: key})
	pic.Alt = fmt.Sprintf("%s of the node: %s. %s leaves the least of all splits, %s.", words.Capital(m.criterion.name()), words.Number(q.Impurity()), m.question(q), words.Number(rest))
	return pic, nil
}
