// Package grouping has what clustering methods share: the clusters of a problem's rows, with their names, keys, facts
// and agreement with the points' classes; panels over the number of clusters; the paths of centres.
package grouping

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Clusters are the clusters of a problem's rows at one step of a method.
type Clusters struct {
	p    *method.Problem
	K    int                // number of clusters
	Of   []int              // cluster of each row, or method.NoGroup
	What string             // what a cluster is called: "cluster" or "component"
	Name func(c int) string // name of a cluster, within a sentence
}

// New returns k clusters, given the cluster of each row.
func New(p *method.Problem, k int, of func(i int) int) Clusters {
	c := Clusters{p: p, K: k, Of: make([]int, p.N), What: "cluster", Name: Name}
	for i := range c.Of {
		c.Of[i] = of(i)
	}
	return c
}

// Groups returns the clusters as groups, which colour the rows. says is the legend's text.
func (c Clusters) Groups(says string) method.Groups {
	return method.Groups{K: c.K, Of: c.Of, Name: c.What, Says: says}
}

// Rows returns the rows of a cluster.
func (c Clusters) Rows(cluster int) (rows []int) {
	for i, of := range c.Of {
		if of == cluster {
			rows = append(rows, i)
		}
	}
	return rows
}

// Sizes returns the number of rows of each cluster.
func (c Clusters) Sizes() []int {
	sizes := make([]int, c.K)
	for _, of := range c.Of {
		if of >= 0 {
			sizes[of]++
		}
	}
	return sizes
}

// Names returns the capitalised names of the clusters, for rows of facts.
func (c Clusters) Names() (list []string) {
	for i := range c.K {
		list = append(list, words.Capital(c.Name(i)))
	}
	return list
}

// AddSizes adds the sizes of the clusters to facts.
func (c Clusters) AddSizes(facts *method.FactList) *method.Fact {
	return facts.Add("cluster_sizes", c.Sizes(), "", "Points of each cluster").Call("Points").By(c.Names())
}

// AddLabels adds the clusters of the rows to facts, for programs only.
func (c Clusters) AddLabels(facts *method.FactList, help string) {
	facts.Add("labels", c.Of, "", help).Hide()
}

// Key returns the key of cluster c.
func Key(c int) string { return Kind.Key(c) }

// Kind is the kind of keys of clusters.
var Kind = picture.KeyKind{Begins: "k"}

// Name returns the name of cluster c, which counts from 0, within a sentence: Name(1) is "cluster 2".
func Name(c int) string { return words.Sprintf("cluster %d", c+1) }

// Coordinates returns lines with the coordinates of what, a position among the rows of a problem with few columns.
func Coordinates(p *method.Problem, what string, at []float64) (lines []string) {
	if p.D > 4 {
		return nil
	}
	for j, x := range p.OwnNames() {
		own, _ := p.Own(j, at[j])
		lines = append(lines, words.Text("%s: %s = %s", what, x, words.Number(own)))
	}
	return lines
}

// Enough returns a method.Need if there are fewer rows than clusters, else nil.
func Enough(p *method.Problem, k int) error {
	switch {
	case p.N == 0:
		return &method.Need{Sentence: "Click to add points: at least as many as clusters."}
	case p.N < k && p.Wide():
		return &method.Need{Sentence: words.Sprintf("%d clusters need at least %d rows, and there are %d: choose fewer "+
			"clusters.", k, k, p.N)}
	case p.N < k:
		return &method.Need{Sentence: words.Sprintf("%d clusters need at least %d points, and there are %d: click to "+
			"add some, or choose fewer clusters.", k, k, p.N)}
	}
	return nil
}
