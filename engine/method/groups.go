package method

import "strconv"

// GroupsOf are the groups that a model has found, with what is switched on; ok is false
// where the points are coloured as ever.
func GroupsOf(m Model, show Shown) (g Groups, ok bool) {
	if m, is := m.(Grouper); is {
		g = m.Groups(show)
	}
	return g, g.Of != nil
}

// Groups are the groups of a problem's rows.
type Groups struct {
	K  int   // number of groups; there may be some without points
	Of []int // of each row: 0..K-1, or NoGroup
	// Weight is, for each row, 0..1: how sure its group is, or how much it counts. Who
	// counts less is fainter. nil = all count fully.
	Weight []float64
	// Shares, of K numbers a row that add up to 1, are given where groups share rows: a point
	// that several have is painted in their colours, mixed. nil = each is of one group.
	Shares []float64
	// Centers has a row for each group that stands for its rows, nil for a group that has none: of pixels
	// their colour. Without it these are the means of the groups' rows.
	Centers [][]float64
	// Name is what one group is called, with a number after it, from 1: "cluster".
	Name string
	// Says is what the legend says of the colours: a short noun phrase in the field's
	// words, "cluster that a point is assigned to".
	Says string
	// Classes says that the groups are the classes, of which each point keeps its own, also one
	// that is no row (values have one class): Weight alone is what was found.
	Classes bool
	// Fainter is what the legend says of faint points, where there is a Weight:
	// "between clusters".
	Fainter string
}

// ByClass are groups that are the classes of points, for a Weight to be given to each.
func ByClass(p *Problem) Groups {
	g := Groups{K: 1, Of: make([]int, p.N), Name: "class", Says: "point", Classes: true}
	for i, c := range p.Class {
		g.Of[i] = p.ClassIDs[c]
		g.K = max(g.K, g.Of[i]+1)
	}
	return g
}

// NoGroup is the group of a row that belongs to none, or to none yet.
const NoGroup = -1

// Called is what people call group g: "cluster 2".
func (g *Groups) Called(group int) string { return g.Name + " " + strconv.Itoa(group+1) }
