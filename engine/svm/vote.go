package svm

import (
	"math"

	"pointscape/engine/method"
)

// vote counts the pairwise decisions at a position, and measures how far each class is from winning there.
type vote struct {
	k    int
	a, b []int // classes of each pair
	at   []int // index of pair (i, j), i < j, at i*k+j
	wins []int
	cost []float64 // |f| of the flips that help a class
	gain []int
}

func newVote(k int) *vote {
	v := &vote{k: k, at: make([]int, k*k), wins: make([]int, k)}
	for i := range k {
		for j := i + 1; j < k; j++ {
			v.at[i*k+j] = len(v.a)
			v.a, v.b = append(v.a, i), append(v.b, j)
		}
	}
	v.cost, v.gain = make([]float64, 2*k), make([]int, 2*k)
	return v
}

// count returns the class with the most votes, the lowest of equals. f has the decision values of the pairs, positive
// for the second class.
func (v *vote) count(f []float64) int {
	clear(v.wins)
	for p, x := range f {
		if x > 0 {
			v.wins[v.b[p]]++
		} else {
			v.wins[v.a[p]]++
		}
	}
	return method.Largest(v.wins)
}

// scores writes 0 for the winner w and −δ_j for each other class j, where δ_j is the smallest number such that j would
// win against w if all helpful pairs with |f| ≤ δ_j were flipped: those that w won, and those that j lost; the pair of
// w and j counts twice. On the border between two regions the winner's lead is 0 on both sides, since a pair with f = 0
// decides there, and the lead is continuous in f.
func (v *vote) scores(f, out []float64) int {
	w := v.count(f)
	for j := range v.k {
		if j == w {
			out[j] = 0
			continue
		}
		need := v.wins[w] - v.wins[j]
		if j > w {
			need++ // equal votes go to the lower class
		}
		n := 0
		for c := range v.k {
			// w against c helps if w won; j against c helps if j lost.
			if c != w {
				if p, won := v.won(f, w, c); won {
					v.cost[n], v.gain[n] = math.Abs(f[p]), 1
					if c == j {
						v.gain[n] = 2
					}
					n++
				}
			}
			if c != j && c != w {
				if p, won := v.won(f, j, c); !won {
					v.cost[n], v.gain[n] = math.Abs(f[p]), 1
					n++
				}
			}
		}
		delta := 0.0
		for need > 0 && n > 0 {
			least := 0
			for i := 1; i < n; i++ {
				if v.cost[i] < v.cost[least] {
					least = i
				}
			}
			delta = v.cost[least]
			need -= v.gain[least]
			n--
			v.cost[least], v.gain[least] = v.cost[n], v.gain[n]
		}
		out[j] = -delta
	}
	return w
}

// won reports whether class i beats class c, and returns their pair.
func (v *vote) won(f []float64, i, c int) (pair int, won bool) {
	if i < c {
		p := v.at[i*v.k+c]
		return p, !(f[p] > 0)
	}
	p := v.at[c*v.k+i]
	return p, f[p] > 0
}
