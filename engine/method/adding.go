package method

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Adding explains an answer that is a sum over points by the points whose terms have the largest absolute values: a
// line of text for each and, if the rows are points of the document, a line in the picture from the query point to it.
type Adding struct {
	At    []float64 // the query point
	Value float64   // on the line: the answer, which is the height at which the query point is drawn
	Says  string    // legend text for these points; "" = points that add most to f here
	Rows  []int     // the rows that the sum runs over, in the order of Adds; nil = all
	Adds  []float64 // the term of each row
	// Weight returns a factor of term k as text, "α = 3". It is called only for the terms that are named.
	Weight func(k int) string
}

// told is the largest number of points that an explanation names.
const told = 5

// Explain adds the lines and the layers to e.
func (a Adding) Explain(e *Explanation, p *Problem) {
	order := make([]int, 0, len(a.Adds))
	for k, v := range a.Adds {
		if v != 0 { // points too far away have a zero term
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(j, k int) int { return cmp.Compare(math.Abs(a.Adds[k]), math.Abs(a.Adds[j])) })
	from := append(a.At[:len(a.At):len(a.At)], a.Value)
	for _, k := range order[:min(told, len(order))] {
		row, class, who := k, picture.NoClass, ""
		if a.Rows != nil {
			row = a.Rows[k]
		}
		if p.Class != nil {
			class, who = p.ClassIDs[p.Class[row]], words.Text(" (%s)", p.ClassName(p.Class[row]))
		}
		e.Lines = append(e.Lines, words.Sprintf("point %d%s, %s: adds %+.3g", p.Number(row), who, a.Weight(k), a.Adds[k]))
		if p.D > 2 || p.D == 1 && p.Y == nil {
			continue // not in the document, hence not drawn
		}
		x, y := p.Drawn(row)
		e.Layers = append(e.Layers, &picture.Path{
			Role: picture.RoleNeighbor, Class: class, Weight: max(0.15, math.Abs(a.Adds[k]/a.Adds[order[0]])),
			XY: []float64{from[0], from[1], x, y}, Says: cmp.Or(a.Says, "points that add most to f here"),
		})
	}
}
