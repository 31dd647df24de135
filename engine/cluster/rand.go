package cluster

import (
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// shownInputs is how many columns the tables of the page have at most.
const shownInputs = 16

// ownRows are rows in the units of their table; nil where they are in these already.
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

// agreement adds the facts of how k groups agree with the points' classes; what is what a
// group is called, names what each is.
func agreement(facts *method.FactList, p *method.Problem, labels []int32, k int, classes []int, names []string,
	what string) {
	facts.Add("adjusted_rand_score", adjustedRand(labels, classes), "", "How well the "+what+
		"s agree with the points' classes: 1 means the same groups, about 0 no better than chance").Call(
		"Adjusted Rand index")
	table, of, share := contingency(p, labels, k, classes)
	facts.Add("purity", share, "", "Share of the points whose class is the most frequent one in their "+what).Call(
		"Purity")
	facts.Add("contingency_matrix", table, "", "How many points of each class are in each "+what).Call("Points of").By(
		names, of...)
}

// contingency counts the points of each class in each of k groups, names the classes, and tells
// the share of points that are of the most frequent class of their group.
func contingency(p *method.Problem, labels []int32, k int, classes []int) (table [][]float64, names []string,
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

// idsOf are the ids that occur among classes, ascending, without that of no class.
func idsOf(classes []int) []int {
	ids := slices.Compact(slices.Sorted(slices.Values(classes)))
	if ids[0] == doc.Unlabeled {
		ids = ids[1:]
	}
	return ids
}

// classesOf are those of the points, where there are several; else nil.
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

// adjustedRand compares clusters with classes (Hubert and Arabie 1985): by the pairs of
// points that are together in both, less those that chance would put together. Points
// without a class do not count. Where chance leaves nothing to gain, both are all in one
// or all apart, and it is 1.
func adjustedRand(labels []int32, classes []int) float64 {
	both, rows, cols, n := map[[2]int]float64{}, map[int]float64{}, map[int]float64{}, 0.0
	for i, c := range classes {
		if c == doc.Unlabeled {
			continue
		}
		a := int(labels[i])
		both[[2]int{a, c}]++
		rows[a]++
		cols[c]++
		n++
	}
	pairs := func(n float64) float64 { return n * (n - 1) / 2 }
	// Whole numbers: the order of a map does not matter.
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
