package cluster

import (
	"math"

	"pointscape/engine/grouping"
	"pointscape/engine/method"
)

// codebook returns the centres; nil entries for those that do not exist yet or have been removed.
func (s *stage) codebook() [][]float64 {
	book := make([][]float64, s.k)
	for _, c := range s.living() {
		book[c] = s.center(c)
	}
	return book
}

// Groups returns the clusters of the points. Points have none before the first assignment; a move of the centres does
// not change them.
func (s *stage) Groups(method.Shown) method.Groups {
	g := grouping.New(s.p, s.k, s.label).Groups("cluster that a point is assigned to")
	g.Centers = s.codebook()
	return g
}

// Seeding returns the mean loss of a point after the seeding. For k-means++ the bound is that of theorem 1.1 of Arthur
// and Vassilvitskii, The advantages of careful seeding, SODA 2007; for other starts there is none. ok is false for
// given starts, several runs, and centres moved by the user.
func (s *stage) Seeding() (loss float64, bound method.Bound, ok bool) {
	if s.of != nil || s.init == initGiven || s.hand != nil {
		return 0, method.Bound{}, false
	}
	if s.init == initPlusPlus {
		bound = method.Bound{Name: "bound 8 (2 + ln k) of k-means++", ID: "start_bound",
			Help: "Upper bound on the mean ratio of the initial loss to the smallest possible " +
				"loss", Value: 8 * (2 + math.Log(float64(s.k)))}
	}
	return s.energy[0] / float64(s.p.N), bound, true
}

// Losses writes the squared distance to the nearest centre. Its mean over the points is inertia/n once the run has
// ended. It is +Inf before the first centre.
func (s *stage) Losses(x, out []float64) {
	for i := range out {
		row := x[i*s.d : (i+1)*s.d]
		out[i] = math.Inf(1)
		for c := 0; c < len(s.centers); c += s.d {
			sum := 0.0
			for j, v := range row {
				sum += (v - s.centers[c+j]) * (v - s.centers[c+j])
			}
			out[i] = min(out[i], sum)
		}
	}
}
