package method

import (
	"strconv"

	"pointscape/engine/words"
)

// Grouped returns the groups that a model has found, with these layers switched on; ok is false if there are none and
// the points keep their usual colors.
func (d *Drawing) Grouped(show Shown) (g Groups, ok bool) {
	if d.Groups != nil {
		g = d.Groups(show)
	}
	return g, g.Of != nil
}

// Groups are the groups of a problem's rows.
type Groups struct {
	K  int   // number of groups, some of which may be empty
	Of []int // group of each row: 0..K-1, or NoGroup
	// Weight is 0..1 for each row: how certain its group is, or how much the row counts. Rows with less weight are
	// fainter. nil = all have weight 1.
	Weight []float64
	// Shares is for groups that share rows: K numbers per row with sum 1. A point that belongs to several groups has
	// their colors mixed. nil = each row belongs to one group.
	Shares []float64
	// Centers has a representative row for each group, or nil for a group without one. For pixels it is their color.
	// Without Centers the means of the groups' rows are used.
	Centers [][]float64
	// Name is what a group is called, before its number, which counts from 1: "cluster".
	Name string
	// Says is the legend's text for the colors: a short noun phrase in the field's words, "cluster that a point is
	// assigned to".
	Says string
	// Classes says that the groups are the classes. Each point keeps its class, also one that is no row, and only Weight
	// results from the fit. Points with values are all in group 0.
	Classes bool
	// Fainter is the legend's text for faint points, if there is a Weight: "between clusters".
	Fainter string
}

// ByClass returns the classes of the points as groups, to which the caller adds a Weight.
func ByClass(p *Problem) Groups {
	g := Groups{K: 1, Of: make([]int, p.N), Name: "class", Says: "point", Classes: true}
	for i, c := range p.Class {
		g.Of[i] = p.ClassIDs[c]
		g.K = max(g.K, g.Of[i]+1)
	}
	return g
}

// NoGroup is the group of a row without a group.
const NoGroup = -1

// Called returns the name of a group: "cluster 2".
func (g *Groups) Called(group int) string { return words.Text("%s %s", g.Name, strconv.Itoa(group+1)) }
