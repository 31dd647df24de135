package cluster

import (
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// shownInputs is the largest number of columns in the page's tables.
const shownInputs = 16

// ownRows returns rows in the units of their table; nil if they already have them.
func ownRows(p *method.Problem, rows [][]float64) [][]float64 {
	if p.Scales == nil {
		return nil
	}
	own := make([][]float64, len(rows))
	for c := range own {
		own[c] = make([]float64, p.D)
		for j, x := range rows[c] {
			own[c][j], _ = p.Own(j, x)
		}
	}
	return own
}

// agree adds facts about how well the clusters agree with the points' classes, if they have at least two.
func (c clusters) agree(facts *method.FactList) {
	classes := classesOf(c.p)
	if classes == nil {
		return
	}
	facts.Add("adjusted_rand_score", adjustedRand(c.of, classes), "", words.Text("How well the %s agree with the "+
		"points' classes: 1 means the same groups, about 0 no better than chance", words.Plural(c.what))).Call(
		"Adjusted Rand index")
	table, of, share := contingency(c.p, c.of, c.k, classes)
	facts.Add("purity", share, "", words.Text("Share of the points whose class is the most frequent one in their %s",
		c.what)).Call(
		"Purity")
	facts.Add("contingency_matrix", table, "", words.Text("How many points of each class are in each %s",
		c.what)).Call("Points of").By(
		c.names(), of...)
}

// contingency counts the points of each class in each of k groups. It returns the counts, the names of the classes, and
// the purity: the share of points whose class is the most frequent one in their group.
func contingency(p *method.Problem, labels []int, k int, classes []int) (table [][]float64, names []string,
	purity float64) {
	ids := idsOf(classes)
	for _, id := range ids {
		names = append(names, words.Capital(p.Names.Class(id)))
	}
	cells := make([]float64, k*len(ids))
	for c := range k {
		table = append(table, cells[c*len(ids):(c+1)*len(ids)])
	}
	n := 0.0
	for i, id := range classes {
		if k, ok := slices.BinarySearch(ids, id); ok {
			table[labels[i]][k]++
			n++
		}
	}
	for _, row := range table {
		purity += slices.Max(row) / n
	}
	return table, names, purity
}

// idsOf returns the distinct ids among classes in ascending order, without doc.Unlabeled.
func idsOf(classes []int) []int {
	ids := slices.Compact(slices.Sorted(slices.Values(classes)))
	if ids[0] == doc.Unlabeled {
		ids = ids[1:]
	}
	return ids
}

// classesOf returns the class id of each point; nil unless there are at least two classes.
func classesOf(p *method.Problem) []int {
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

// adjustedRand returns the adjusted Rand index of clusters and classes (Hubert and Arabie 1985): the number of pairs of
// points that are together in both, corrected for chance. Points without a class do not count. It is 1 if
// both put all points together, or both put all apart.
func adjustedRand(labels []int, classes []int) float64 {
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
