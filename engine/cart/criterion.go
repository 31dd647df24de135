package cart

import "math"

// Total returns the impurity of a node of classes times its weight, given the weight v of each class. plogp is the
// table of newPlogp, or nil.
func (c Criterion) Total(v []float64, weight float64, plogp []float64) float64 {
	if !(weight > 0) {
		return 0
	}
	switch c {
	case Entropy:
		if plogp != nil {
			sum := plogp[int(weight)]
			for _, w := range v {
				sum -= plogp[int(w)]
			}
			return max(sum, 0)
		}
		sum := 0.0
		for _, w := range v {
			if w > 0 && w < weight {
				sum -= w * math.Log2(w/weight)
			}
		}
		return sum
	case Misclassification:
		most := 0.0
		for _, w := range v {
			most = max(most, w)
		}
		return max(weight-most, 0)
	}
	squares := 0.0
	for _, w := range v {
		if w >= weight {
			return 0 // pure, despite rounding errors
		}
		squares += w * w
	}
	return weight - squares/weight
}

// newPlogp returns the table of m log₂ m for m = 0..n.
func newPlogp(n int) []float64 {
	t := make([]float64, n+1)
	for m := 2; m <= n; m++ {
		t[m] = float64(m) * math.Log2(float64(m))
	}
	return t
}
