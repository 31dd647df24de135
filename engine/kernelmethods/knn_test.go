package kernelmethods

import (
	"math"
	"math/big"
	"slices"
	"sort"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// The prediction must be that of sorting all distances in feature space, however it is found.
func TestKNNByDefinition(t *testing.T) {
	pts := third(methodtest.Points(method.Classify, 50, 3))
	for _, kern := range []string{"linear", "rbf", "laplacian", "poly", "sigmoid", "rbf(0.2) + matern32(0.1)*rq(0.5, 1)",
		"laplacian(3, norm=l1)", "rbf(0.05, 0.5)", "periodic(0.5, 0.3)", "linear() + rbf(0.2)"} {
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
			// Each search starts from the neighbours of the previous position.
			together := make([]float64, len(alone))
			if m.Predict(places, together); !slices.Equal(together, alone) {
				t.Errorf("%s k %d: one after the other %v, each alone %v", kern, k, together, alone)
			}
			// Rounding may swap points at nearly the same distance.
			if bad > 1 {
				t.Errorf("%s k %d: %d of 60 answers differ", kern, k, bad)
			}
		}
	}
}

// Distances in a polynomial's feature space, far from the origin, must agree with exact arithmetic.
func TestNeighboursFarFromTheOrigin(t *testing.T) {
	of := func(v float64) *big.Float { return new(big.Float).SetPrec(1000).SetFloat64(v) }
	k := func(x, z []float64) *big.Float {
		s := of(1)
		for i := range x {
			s.Add(s, new(big.Float).SetPrec(1000).Mul(of(x[i]), of(z[i])))
		}
		return new(big.Float).SetPrec(1000).Mul(s, new(big.Float).SetPrec(1000).Mul(s, s))
	}
	var pts []doc.Point
	for i := range 20 {
		pts = append(pts, doc.Point{X: 1e8 + 3*math.Sin(float64(i)), Y: -2e8 + 2*math.Cos(1.7*float64(i)), Z: float64(i % 4)})
	}
	model, p := fitOf(t, KNN(), pts, map[string]any{"kernel": "poly(1, 1, 3)", "n_neighbors": 1.0})
	for j := range 30 {
		x := []float64{1e8 + 0.2*float64(j-15), -2e8 + math.Sin(float64(j))}
		best, least := -1, of(0)
		for i := range p.N {
			d := k(x, x)
			d.Add(d, k(p.At(i), p.At(i)))
			d.Sub(d, k(x, p.At(i)))
			d.Sub(d, k(x, p.At(i)))
			if best < 0 || d.Cmp(least) < 0 {
				best, least = i, d
			}
		}
		out := []float64{0}
		model.Can().Predictor.Predict(x, out)
		if int(out[0]) != p.Class[best] {
			t.Errorf("at %v the nearest is point %d of class %d, got class %v", x, best, p.Class[best], out[0])
		}
	}
}
