package cluster

import "pointscape/engine/doc"

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
