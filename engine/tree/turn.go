package tree

import (
	"fmt"
	"math"

	"pointscape/engine/cart"
	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Of trees with slanted questions the panel of candidates has the best split in each direction:
// the angle across its line, as if the range of each input were 1. At 0° questions are about
// the first input alone, at 90° about the second.

const (
	// turns is how many directions there are, of nodes of more than many points the
	// multiples of coarse of them.
	turns, many, coarse = 180, 5000, 5
	// turnLook is which of the things (Palette.Thing) they are.
	turnLook = 3
)

func turnKey(k int) string { return turnKind.Key(k) }

// direction is that of a node's question, in degrees.
func (t *tree) direction(q *node) float64 { return 180 / math.Pi * t.set.Direction(&q.Node) }

// turn are the candidates of a node.
func (m *core) turn(job method.Job, i int32) (*chart.Chart, error) {
	q := &m.nodes[i]
	chosen, rest := m.direction(q), q.Impurity()-q.Gain/q.Weight
	step := 1
	if q.N > many {
		step = coarse
	}
	var at, left []float64
	var places []float64
	var keys []string
	told := false
	self := func() { // the curve goes through the chosen one, also between two directions
		at, left, told = append(at, chosen), append(left, rest), true
	}
	for k := 0; k < turns; k += step {
		angle := float64(k)
		err := cart.Direction(job, m.full, m.set, m.target, m.rules, i, math.Pi*angle/turns,
			func(_ int, _, _, _, rest float64) {
				if !told && chosen <= angle {
					if self(); chosen == angle {
						return
					}
				}
				at, left = append(at, angle), append(left, rest/q.Weight)
				places, keys = append(places, angle, rest/q.Weight), append(keys, turnKey(k))
			})
		if err != nil {
			return nil, err
		}
	}
	if !told {
		self()
	}
	if at[0] == 0 {
		at, left = append(at, 180), append(left, left[0])
	}
	c := m.compared(i, q)
	c.X = chart.Exactly(-6, 186)
	nan := math.NaN()
	c.Add(chart.Curve{Look: chart.Look{Role: picture.RoleGuide, Class: picture.NoClass, Weight: 0.4,
		Says: "directions of a single input"}, Untold: true,
		XY: []float64{0, 0, 0, q.Impurity(), nan, nan, 90, 0, 90, q.Impurity(), nan, nan, 180, 0, 180, q.Impurity()}})
	line := chart.Curve{Look: chart.Of(picture.RoleTrack, turnLook, "the best split in each direction")}
	for k, x := range at {
		if k > 0 && x-at[k-1] > float64(step) {
			line.XY = append(line.XY, nan, nan)
		}
		line.XY = append(line.XY, x, left[k])
	}
	c.Add(line)
	m.mark(c, i, chosen, rest < q.Impurity()/5) // a line so short is not seen
	c.Unseen = []picture.Layer{chart.Places(places, keys)}
	return c, nil
}

// tellTurn says what the best split in a direction would leave.
func (m *core) tellTurn(k int, v picture.Viewport) (t method.Told, ok bool) {
	i, ok := m.inPlay()
	if !ok {
		return t, false
	}
	ok = false
	err := cart.Direction(method.Unstopped, m.full, m.set, m.target, m.rules, i, math.Pi*float64(k)/turns,
		func(feature int, tilt, below, above, _ float64) {
			c := &node{Node: cart.Node{Feature: int32(feature), Tilt: tilt, At: cart.Between(below, above)}}
			if t, ok = m.tellCandidate(c, v); ok {
				t.Lines = append(t.Lines, fmt.Sprintf("The best split in the direction of %d°", k))
			}
		})
	return t, ok && err == nil
}
