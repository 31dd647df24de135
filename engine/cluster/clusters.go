package cluster

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// clusters are the clusters of a problem's rows at one step of a method.
type clusters struct {
	p    *method.Problem
	k    int
	of   []int              // cluster of each row, or method.NoGroup
	what string             // what a cluster is called: "cluster" or "component"
	name func(c int) string // name of a cluster, within a sentence
}

// newClusters returns k clusters, given the cluster of each row.
func newClusters(p *method.Problem, k int, of func(i int) int) clusters {
	c := clusters{p, k, make([]int, p.N), "cluster", name}
	for i := range c.of {
		c.of[i] = of(i)
	}
	return c
}

// groups returns the clusters as groups, which colour the rows. says is the legend's text.
func (c clusters) groups(says string) method.Groups {
	return method.Groups{K: c.k, Of: c.of, Name: c.what, Says: says}
}

// rows returns the rows of a cluster.
func (c clusters) rows(cluster int) (rows []int) {
	for i, of := range c.of {
		if of == cluster {
			rows = append(rows, i)
		}
	}
	return rows
}

// sizes returns the number of rows of each cluster.
func (c clusters) sizes() []int {
	sizes := make([]int, c.k)
	for _, of := range c.of {
		if of >= 0 {
			sizes[of]++
		}
	}
	return sizes
}

// names returns the capitalised names of the clusters, for rows of facts.
func (c clusters) names() (list []string) {
	for i := range c.k {
		list = append(list, words.Capital(c.name(i)))
	}
	return list
}

// addSizes adds the sizes of the clusters to facts.
func (c clusters) addSizes(facts *method.FactList) *method.Fact {
	return facts.Add("cluster_sizes", c.sizes(), "", "Points of each cluster").Call("Points").By(c.names())
}

// addLabels adds the clusters of the rows to facts, for programs only.
func (c clusters) addLabels(facts *method.FactList, help string) {
	facts.Add("labels", c.of, "", help).Hide()
}

// key returns the key of cluster c.
func key(c int) string { return clusterKind.Key(c) }

var clusterKind = picture.KeyKind{Begins: "k"}

// name returns the name of cluster c, which counts from 0, within a sentence: name(1) is "cluster 2".
func name(c int) string { return words.Sprintf("cluster %d", c+1) }

// unassigned is the help of the fact "labels" of methods that assign all points at once.
const unassigned = "Index of each point's cluster, from 0; −1 before the first assignment"

// share tells how many of all points are in a cluster.
func share(n, all int) string {
	if n == 0 {
		return "No point is nearest to it"
	}
	return words.Text("%s, %s", words.Count(n, "point"), words.Percent(float64(n)/float64(all)))
}

// located returns lines with the coordinates of what, a position among the rows of a problem with few columns.
func located(p *method.Problem, what string, at []float64) (lines []string) {
	if p.D > 4 {
		return nil
	}
	for j, x := range p.OwnNames() {
		own, _ := p.Own(j, at[j])
		lines = append(lines, words.Text("%s: %s = %s", what, x, words.Number(own)))
	}
	return lines
}

// enough returns a method.Need if there are fewer rows than clusters, else nil.
func enough(p *method.Problem, k int) error {
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
