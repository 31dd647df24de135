package dictionary

import (
	"math"

	"pointscape/engine/words"
)

// sparser is a penalty for which codes with the same atoms are sparse, and their mean number of atoms. alpha is 0 if
// none was found.
type sparser struct{ alpha, atoms float64 }

// Codes count as full if they have more than fullShare of all atoms on average.
const fullShare = 2.0 / 3

// sampled is the number of rows that are coded to find a penalty, and decades the range of the penalties tried.
const sampled, decades = 100, 5

// sparser returns a sentence for the status if the run is over and codes are full: which penalty would make them
// sparse. Otherwise "".
func (s *state) sparser() string {
	if s.ksvd || s.radius > 0 || s.k < 3 || s.step == 0 || !s.settled && s.step < s.end ||
		float64(s.used) <= fullShare*float64(s.k*s.p.N) {
		return ""
	}
	s.once.Do(func() { s.sparse = s.findSparser() })
	if s.sparse.alpha == 0 {
		return ""
	}
	return words.Text(" Such codes are not sparse: with λ = %s they would have about %s of these %s.",
		words.Number(s.sparse.alpha), words.Number(words.Significant(s.sparse.atoms, 2)), words.Count(s.k, "atom"))
}

// findSparser tries the penalties 1, 2 and 5 times powers of ten in descending order on evenly spaced rows, until these
// use an eighth of the atoms on average, and at least one. There is none if they then use more than half of the atoms,
// or if it would not be larger than the present penalty.
func (s *state) findSparser() sparser {
	n := min(s.p.N, sampled)
	q, code, rest := make([]float64, n*s.k), make([]float64, n*s.k), make([]float64, s.k)
	most := 0.0
	for i := range n {
		s.b.products(s.row(i*s.p.N/n), q[i*s.k:(i+1)*s.k])
	}
	for _, v := range q {
		most = max(most, math.Abs(v))
	}
	top := s.scale * most
	if !(top > s.alpha) || math.IsInf(top, 0) {
		return sparser{}
	}
	want := max(float64(s.k)/8, 1)
	for e, last := math.Floor(math.Log10(top)), math.Floor(math.Log10(top))-decades; e > last; e-- {
		for _, m := range []float64{5, 2, 1} {
			alpha := words.Significant(m*math.Pow(10, e), 1)
			if alpha >= top {
				continue
			}
			if alpha <= s.alpha {
				return sparser{}
			}
			used := 0
			for i := range n {
				a := code[i*s.k : (i+1)*s.k]
				s.b.lasso(q[i*s.k:(i+1)*s.k], alpha/s.scale, a, rest, 1e-4, 50)
				for _, v := range a {
					if v != 0 {
						used++
					}
				}
			}
			if atoms := float64(used) / float64(n); atoms >= want {
				if atoms > float64(s.k)/2 {
					return sparser{}
				}
				return sparser{alpha, atoms}
			}
		}
	}
	return sparser{}
}
