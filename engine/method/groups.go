package method

import "strconv"

// Grouper is for models that find a group for each point (a cluster, a component, a
// fold), or how much it counts: the points are coloured by that. Their shapes go on
// telling their classes where they have some; where they have none, the shapes are
// those of the groups, too, so that colour does not stand alone.
type Grouper interface {
	// Groups returns what was found; without Of, the points are coloured as ever: what is switched
	// on doesn't ask for it. It is asked for each picture, and is not changed. A stage of a Stepper
	// answers for itself.
	Groups(show Shown) Groups
}

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

// Quantizer is for a Grouper each of whose groups has a row that stands for its rows: of pixels
// their colour. Of any other Grouper these are the means of the groups' rows.
type Quantizer interface {
	// Codebook are the rows, in the order of the groups, nil for a group that has none.
	Codebook() [][]float64
}

// NoGroup is the group of a row that belongs to none, or to none yet.
const NoGroup = -1

// Called is what people call group g: "cluster 2".
func (g *Groups) Called(group int) string { return g.Name + " " + strconv.Itoa(group+1) }
