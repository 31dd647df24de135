package tree

import (
	"math"

	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// importances returns each input's share in the total reduction of impurity, all 0 if there is no split.
func (m *stage) importances() []float64 {
	share := make([]float64, m.p.D)
	sum := 0.0
	m.preorder(func(_ int32, q *node) {
		if m.asks(q) {
			for j := range share {
				share[j] += q.Gain * m.part(q, j)
			}
			sum += q.Gain
		}
	})
	for j := range share {
		if sum > 0 {
			share[j] /= sum
		}
	}
	return share
}

// part returns the share of input j in a split's gain: 1 or 0 for a split by one input; for an oblique split the
// squared cosine of the angle between its direction and the input's axis, with inputs scaled to range 1.
func (t *tree) part(q *node, j int) float64 {
	if q.Tilt == 0 {
		if int(q.Feature) == j {
			return 1
		}
		return 0
	}
	other := q.Tilt * t.set.Range(int(1-q.Feature)) / t.set.Range(int(q.Feature))
	if int(q.Feature) == j {
		return 1 / (1 + other*other)
	}
	return other * other / (1 + other*other)
}

// importance draws a bar chart of the inputs' importances.
func (m *stage) importance(w, h int) *picture.Picture {
	return diagram.Bars(w, h, m.p.InputNames(), diagram.Series{Values: m.importances(),
		Says: "share in the reduction of impurity", Look: candidateLook, Figure: words.Percent})
}

// tellInput describes the importance of input j and highlights its cuts.
func (m *stage) tellInput(j int, v picture.Viewport) (t method.Told) {
	name := m.p.InputNames()[j]
	asked, first := 0, math.MaxInt
	m.preorder(func(i int32, q *node) {
		if m.asks(q) && !m.full.Links(i) && m.part(q, j) > 0 {
			asked++
			first = min(first, int(q.Depth))
		}
	})
	t.Answer = words.Text("%s: %s of the importance", name, words.Percent(m.importances()[j]))
	if asked == 0 {
		t.Lines = append(t.Lines, "No question uses it")
		return t
	}
	t.Lines = append(t.Lines, words.Sprintf("%s, the first at depth %d", words.Count(asked, "question"), first))
	if cuts := m.cutsOf(j, v); cuts != nil {
		cuts.Role, cuts.Class = picture.RoleTrack, candidateLook(j)
		t.Layers = []picture.Layer{cuts}
	}
	return t
}

// cutsOf returns all cuts by input j, as they are drawn in the plane, nil if there is none.
func (m *stage) cutsOf(j int, v picture.Viewport) *picture.Path {
	if !m.flat() {
		return nil
	}
	p := &picture.Path{}
	all := around(v).region()
	m.preorder(func(i int32, q *node) {
		if m.asks(q) && m.part(q, j) > 0 {
			if xy := m.cut(i, all); xy != nil {
				p.AddLine(xy...)
			}
		}
	})
	if len(p.XY) == 0 {
		return nil
	}
	return p
}
