package tree

import (
	"math"

	"pointscape/engine/cart"
	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// For oblique splits, the panel of candidates shows the best split in each direction, given by the angle of its normal
// with the inputs scaled to range 1: at 0° splits use only the first input, at 90° only the second.

const (
	// turns is the number of directions. Nodes with more than many points use only every coarse-th direction.
	turns, many, coarse = 180, 5000, 5
	// turnLook is the series number (see Palette.Thing) of the directions.
	turnLook = 3
)

func turnKey(k int) string { return turnKind.Key(k) }

// direction returns the direction of a node's split in degrees.
func (t *tree) direction(q *node) float64 { return 180 / math.Pi * t.set.Direction(&q.Node) }

// turn returns the chart of the candidate splits of node i by direction.
func (m *stage) turn(job method.Job, i int32) (*chart.Chart, error) {
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
	self := func() { // the curve passes through the chosen split, also between two directions
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
	m.mark(c, i, chosen, rest < q.Impurity()/5) // shorter lines are invisible
	c.Hits = chart.Places(places, keys)
	return c, nil
}

// tellTurn describes the best split in direction k.
func (m *stage) tellTurn(k int, v picture.Viewport) (t method.Told, ok bool) {
	i, ok := m.inPlay()
	if !ok {
		return t, false
	}
	ok = false
	err := cart.Direction(method.Unstopped, m.full, m.set, m.target, m.rules, i, math.Pi*float64(k)/turns,
		func(feature int, tilt, below, above, _ float64) {
			c := &node{Node: cart.Node{Feature: int32(feature), Tilt: tilt, At: cart.Between(below, above)}}
			if t, ok = m.tellCandidate(c, v); ok {
				t.Lines = append(t.Lines, words.Sprintf("The best split in the direction of %d°", k))
			}
		})
	return t, ok && err == nil
}
