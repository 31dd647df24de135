package ensemble

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// The mean out-of-sample error of single members is the error of their mean plus their variance about it, computed by
// definition.
func TestTermsOfABag(t *testing.T) {
	p := &method.Problem{N: 30, D: 1}
	random := rand.New(rand.NewPCG(5, 5))
	for i := range p.N {
		p.X, p.Y = append(p.X, float64(i)), append(p.Y, 1e3+random.NormFloat64())
	}
	m := begin(&run{p: p, k: 1, prior: []float64{0}, count: 12})
	var members []*sampled
	for range 12 {
		one := &sampled{says: make([]float64, 2*p.N)}
		for i := range p.N {
			one.rows = append(one.rows, random.IntN(p.N))
			one.says[2*i], one.says[2*i+1] = p.Y[i]+0.2+0.5*random.NormFloat64(), 1
		}
		slices.Sort(one.rows)
		members = append(members, one)
		m = m.with(one)
	}
	var single, off, variance, rows float64
	for i, y := range p.Y {
		var says []float64
		for _, one := range members {
			if !slices.Contains(one.rows, i) {
				says = append(says, one.says[2*i])
			}
		}
		if says == nil {
			continue
		}
		about := linalg.Mean(says)
		for _, f := range says {
			single += (f - y) * (f - y) / float64(len(says))
			variance += (f - about) * (f - about) / float64(len(says))
		}
		off += (about - y) * (about - y)
		rows++
	}
	a, b, c, ok := m.terms()
	for k, v := range [][2]float64{{a, single / rows}, {b, off / rows}, {c, variance / rows}, {a, b + c}} {
		if !ok || math.Abs(v[0]-v[1]) > 1e-9 {
			t.Errorf("term %d is %v, want %v", k, v[0], v[1])
		}
	}
	if e := m.step(12); math.Abs(e.oob-b) > 1e-9 || c < 0.1 {
		t.Errorf("the out-of-bag error is %v, that of the mean %v; the variance is %v", e.oob, b, c)
	}
}
