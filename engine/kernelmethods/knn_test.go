package kernelmethods

import (
	"math"
	"slices"
	"sort"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/method/methodtest"
)

// The answer is that of sorting all distances in feature space, whichever way
// it is found.
func TestKNNByDefinition(t *testing.T) {
	pts := third(methodtest.Points(method.Classify, 50, 3))
	for _, kern := range []string{"linear", "rbf", "laplacian", "poly", "sigmoid", "rbf(0.2) + matern32(0.1)*rq(0.5, 1)", "laplacian(3, norm=l1)", "rbf(0.05, 0.5)", "periodic(0.5, 0.3)", "linear() + rbf(0.2)"} {
		for _, k := range []int{1, 7, 50} {
			model, p := fitOf(t, KNN(), pts, map[string]any{"kernel": kern, "n_neighbors": float64(k), "gamma": 2.0})
			m := model.(*classifier)
			bad := 0
			var places, alone []float64
			for j := range 60 {
				x := []float64{float64(j%10)/8 - 0.1, float64(j/10)/5 - 0.05}
				d := make([]float64, p.N)
				order := make([]int, p.N)
				for i := range d {
					at := p.At(i)
					d[i] = m.kernel.Eval(x, x) - 2*m.kernel.Eval(x, at) + m.kernel.Eval(at, at)
					order[i] = i
				}
				sort.SliceStable(order, func(a, b int) bool { return d[order[a]] < d[order[b]] })
				votes := make([]int, len(p.ClassIDs))
				for _, i := range order[:k] {
					votes[p.Class[i]]++
				}
				best := 0
				for c, n := range votes {
					if n > votes[best] {
						best = c
					}
				}
				out := []float64{0}
				m.Predict(x, out)
				places, alone = append(places, x...), append(alone, out[0])
				share := m.PointScores(x)[0][best]
				if int(out[0]) != best || math.Abs(share-float64(votes[best])/float64(k)) > 1e-12 {
					bad++
				}
			}
			// Each place is searched from the neighbours of the one before.
			together := make([]float64, len(alone))
			if m.Predict(places, together); !slices.Equal(together, alone) {
				t.Errorf("%s k %d: one after the other %v, each alone %v", kern, k, together, alone)
			}
			// Rounding may exchange points at nearly the same distance.
			if bad > 1 {
				t.Errorf("%s k %d: %d of 60 answers differ", kern, k, bad)
			}
		}
	}
}
