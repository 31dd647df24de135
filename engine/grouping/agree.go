package grouping

import (
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// AddAgreement adds facts about how well the clusters agree with the points' classes, if they have at least two.
func (c Clusters) AddAgreement(facts *method.FactList) {
	classes := Classes(c.p)
	if classes == nil {
		return
	}
	facts.Add("adjusted_rand_score", AdjustedRand(c.Of, classes), "", words.Text("How well the %s agree with the "+
		"points' classes: 1 means the same groups, about 0 no better than chance", words.Plural(c.What))).Call(
		"Adjusted Rand index")
	table, ids, share := c.Contingency(classes)
	var of []string
	for _, id := range ids {
		of = append(of, words.Capital(c.p.Names.Class(id)))
	}
	facts.Add("purity", share, "", words.Text("Share of the points whose class is the most frequent one in their %s",
		c.What)).Call("Purity")
	facts.Add("contingency_matrix", table, "", words.Text("How many points of each class are in each %s",
		c.What)).Call("Points of").By(c.Names(), of...)
}

// Contingency counts the points of each class in each cluster, given the class of each point. It returns the counts,
// the ids of the classes in ascending order, and the purity: the share of points whose class is the most frequent one
// in their cluster.
func (c Clusters) Contingency(classes []int) (table [][]float64, ids []int, purity float64) {
	ids = idsOf(classes)
	cells := make([]float64, c.K*len(ids))
	for k := range c.K {
		table = append(table, cells[k*len(ids):(k+1)*len(ids)])
	}
	n := 0.0
	for i, id := range classes {
		if k, ok := slices.BinarySearch(ids, id); ok {
			table[c.Of[i]][k]++
			n++
		}
	}
	for _, row := range table {
		purity += slices.Max(row) / n
	}
	return table, ids, purity
}

// idsOf returns the distinct ids among classes in ascending order, without doc.Unlabeled.
func idsOf(classes []int) []int {
	ids := slices.Compact(slices.Sorted(slices.Values(classes)))
	if ids[0] == doc.Unlabeled {
		ids = ids[1:]
	}
	return ids
}

// Classes returns the class id of each point; nil unless there are at least two classes.
func Classes(p *method.Problem) []int {
	first := doc.Unlabeled
	for _, c := range p.Labels {
		switch {
		case c == doc.Unlabeled:
		case first == doc.Unlabeled:
			first = c
		case c != first:
			return p.Labels
		}
	}
	return nil
}

// AdjustedRand returns the adjusted Rand index of clusters and classes (Hubert and Arabie 1985): the number of pairs of
// points that are together in both, corrected for chance. Points without a class do not count. It is 1 if
// both put all points together, or both put all apart.
func AdjustedRand(labels []int, classes []int) float64 {
	both, rows, cols, n := map[[2]int]float64{}, map[int]float64{}, map[int]float64{}, 0.0
	for i, c := range classes {
		if c == doc.Unlabeled {
			continue
		}
		a := labels[i]
		both[[2]int{a, c}]++
		rows[a]++
		cols[c]++
		n++
	}
	pairs := func(n float64) float64 { return n * (n - 1) / 2 }
	// The sums are integers, so the order of the map does not matter.
	together, inRows, inCols := 0.0, 0.0, 0.0
	for _, m := range both {
		together += pairs(m)
	}
	for _, m := range rows {
		inRows += pairs(m)
	}
	for _, m := range cols {
		inCols += pairs(m)
	}
	chance, most := inRows*inCols/pairs(n), (inRows+inCols)/2
	if !(most > chance) {
		return 1
	}
	return (together - chance) / (most - chance)
}
