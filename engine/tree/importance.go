package tree

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// inputKey is that of an input: of its bar, and of its questions in the diagram.
func inputKey(j int) string { return diagram.InputKey(j) }

// importances are the shares of the inputs in what the splits took off the impurity: all 0
// where there is none.
func (m *core) importances() []float64 {
	share := make([]float64, m.p.D)
	sum := 0.0
	m.preorder(func(_ int32, q *node) {
		if m.asks(q) {
			share[q.Feature] += q.Gain
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

// importance draws a bar for each input, the longest first, as many as have room.
func (m *core) importance(w, h int) *picture.Picture {
	share := m.importances()
	order := make([]int, len(share))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(share[b], share[a]) })
	v := picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}
	pic := &picture.Picture{View: v}
	const most, edge = 30, 6 // pixels of a row, and round all
	rows := min(len(order), max(1, (h-2*edge)/(line+3)))
	high := min(most, float64(h-2*edge)/float64(rows))
	names := m.p.InputNames()
	wide := 0.0
	for _, j := range order[:rows] {
		wide = max(wide, picture.TextWidth(shortened(names[j]), picture.LabelSize))
	}
	left := min(wide+10, float64(w)/2)
	const figures = 44 // the room of a percentage
	scale := (float64(w) - left - figures) / max(share[order[0]], 1e-9)
	const says = "share of what the splits take off the impurity"
	touch := &picture.Path{Closed: true}
	var texts []picture.Layer
	for k, j := range order[:rows] {
		y := edge + high*(float64(k)+0.5)
		half := max(3, 0.34*high)
		long := max(scale*share[j], 0)
		bar := &picture.Path{Role: picture.RoleBar, Class: candidateLook(j), Closed: true, Says: "importance of an input", Keys: []string{inputKey(j)}}
		if long > 0.5 {
			bar.AddLine(v.DX(left), v.DY(y-half), v.DX(left+long), v.DY(y-half), v.DX(left+long), v.DY(y+half), v.DX(left), v.DY(y+half))
			pic.Add(bar)
		}
		touch.AddLine(v.DX(0), v.DY(y-high/2), v.DX(float64(w)), v.DY(y-high/2), v.DX(float64(w)), v.DY(y+high/2), v.DX(0), v.DY(y+high/2))
		touch.Keys = append(touch.Keys, inputKey(j))
		texts = append(texts,
			&picture.Label{Role: picture.RoleGuide, X: v.DX(left - 3), Y: v.DY(y), Anchor: picture.AnchorEnd, Text: shortened(names[j])},
			&picture.Label{Role: picture.RoleGuide, X: v.DX(left + long + 2), Y: v.DY(y), Anchor: picture.AnchorStart, Text: words.Percent(share[j]), Says: says})
		if k < 3 && share[j] > 0 {
			pic.Alt += fmt.Sprintf(" %s %s,", names[j], words.Percent(share[j]))
		}
	}
	pic.Unseen = []picture.Layer{touch}
	pic.Add(texts...)
	if pic.Alt == "" {
		pic.Alt = "There is no split."
	} else {
		pic.Alt = "Shares in what the splits take off the impurity:" + pic.Alt[:len(pic.Alt)-1] + "."
	}
	return pic
}

// shortened is a name of an input of which bars have room for as many letters.
func shortened(name string) string {
	const most = 18
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

// tellInput says what an input's questions are worth; their cuts are drawn.
func (m *core) tellInput(j int, v picture.Viewport) (t method.Told) {
	name := m.p.InputNames()[j]
	asked, first := 0, math.MaxInt
	m.preorder(func(_ int32, q *node) {
		if m.asks(q) && int(q.Feature) == j {
			asked++
			first = min(first, int(q.Depth))
		}
	})
	t.Answer = name + ": " + words.Percent(m.importances()[j]) + " of the importance"
	if asked == 0 {
		t.Lines = append(t.Lines, "No question is about it")
		return t
	}
	t.Lines = append(t.Lines, fmt.Sprintf("%s, the first at depth %d", words.Count(asked, "question"), first))
	if cuts := m.cutsOf(j, v); cuts != nil {
		cuts.Role, cuts.Class = picture.RoleTrack, candidateLook(j)
		t.Layers = []picture.Layer{cuts}
	}
	return t
}

// cutsOf are all cuts of an input, as they are drawn on the stage; nil where none is.
func (m *core) cutsOf(j int, v picture.Viewport) *picture.Path {
	if !m.flat() {
		return nil
	}
	p := &picture.Path{}
	all := around(v)
	m.preorder(func(i int32, q *node) {
		if m.asks(q) && int(q.Feature) == j {
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
