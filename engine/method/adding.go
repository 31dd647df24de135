package method

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"pointscape/engine/picture"
)

// Adding explains an answer that is a sum over points by those that add most to it: a
// line of text for each, and one in the picture from the place.
type Adding struct {
	At    []float64 // the place
	Value float64   // on the line, the answer: where the place is drawn
	Says  string    // what the legend calls these points; "" = points that add most to f here
	Rows  []int     // the points of the sum; nil = all
	Adds  []float64 // what each of them adds
	// Weight says why: "α = 3". It is asked of few, by their indices in Adds.
	Weight func(k int) string
}

// told is how many points an explanation names at most.
const told = 5

// Explain adds the lines to e.
func (a Adding) Explain(e *Explanation, p *Problem) {
	order := make([]int, 0, len(a.Adds))
	for k, v := range a.Adds {
		if v != 0 { // what is too far away adds nothing
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
			class, who = p.ClassIDs[p.Class[row]], " ("+p.ClassName(p.Class[row])+")"
		}
		e.Lines = append(e.Lines, fmt.Sprintf("point %d%s, %s: adds %+.3g", p.Number(row), who, a.Weight(k), a.Adds[k]))
		if p.D > 2 || p.D == 1 && p.Y == nil {
			continue // of no document, and drawn nowhere
		}
		x, y := p.Drawn(row)
		e.Layers = append(e.Layers, &picture.Path{
			Role: picture.RoleNeighbor, Class: class, Weight: max(0.15, math.Abs(a.Adds[k]/a.Adds[order[0]])),
			XY: []float64{from[0], from[1], x, y}, Says: cmp.Or(a.Says, "points that add most to f here"),
		})
	}
}
