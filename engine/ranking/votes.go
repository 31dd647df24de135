package ranking

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/method"
)

// votes holds the rankings of some items by some voters.
type votes struct {
	n, m int // numbers of voters and of items
	// entry has m numbers for each voter; smaller ones are better. NaN = the voter does not rank the item.
	entry []float64
	// above[i*m+j] is the number of voters who rank item i above item j, tied[i*m+j] that of voters who tie them.
	above, tied []int
}

// newVotes counts the pairwise preferences of n voters among m items.
func newVotes(entry []float64, n, m int) *votes {
	u := &votes{n: n, m: m, entry: entry, above: make([]int, m*m), tied: make([]int, m*m)}
	for v := range n {
		for i := range m {
			for j := range m {
				switch a, b := u.entry[v*m+i], u.entry[v*m+j]; {
				case i == j:
				case a < b:
					u.above[i*m+j]++
				case a == b:
					u.tied[i*m+j]++
				}
			}
		}
	}
	return u
}

// ranked reports whether a voter ranks an item.
func (u *votes) ranked(v, i int) bool { return !math.IsNaN(u.entry[v*u.m+i]) }

// borda returns the Borda counts. Each voter gives an item one point for each item ranked below it, and half a point
// for each item tied with it or not compared with it. In a complete ranking without ties, the last item gets 0 points
// and the first one m − 1.
func (u *votes) borda() []float64 {
	score := make([]float64, u.m)
	for i := range score {
		for j := range u.m {
			if i != j {
				a, b := u.above[i*u.m+j], u.above[j*u.m+i]
				score[i] += float64(a) + float64(u.n-a-b)/2
			}
		}
	}
	return score
}

// copeland returns Copeland's scores: for each item, the number of other items that it beats by majority, plus half the
// number of those that as many voters rank above it as below it.
func (u *votes) copeland() []float64 {
	score := make([]float64, u.m)
	for i := range score {
		for j := range u.m {
			switch a, b := u.above[i*u.m+j], u.above[j*u.m+i]; {
			case i == j:
			case a > b:
				score[i]++
			case a == b:
				score[i] += 0.5
			}
		}
	}
	return score
}

// places returns a voter's ranks of the items: 1 for the best one; tied items share the mean of their ranks. The rank
// is NaN if the voter does not rank the item.
func (u *votes) places(v int) []float64 {
	list := make([]float64, u.m)
	for i := range list {
		if !u.ranked(v, i) {
			list[i] = math.NaN()
			continue
		}
		list[i] = 1
		for j := range u.m {
			switch a, b := u.entry[v*u.m+i], u.entry[v*u.m+j]; {
			case i == j:
			case b < a:
				list[i]++
			case a == b:
				list[i] += 0.5
			}
		}
	}
	return list
}

// meanPlaces returns the mean rank of each item over the voters who rank it, NaN if nobody does.
func (u *votes) meanPlaces() []float64 {
	sum, count := make([]float64, u.m), make([]float64, u.m)
	for v := range u.n {
		for i, x := range u.places(v) {
			if !math.IsNaN(x) {
				sum[i] += x
				count[i]++
			}
		}
	}
	for i := range sum {
		sum[i] /= count[i]
	}
	return sum
}

// best orders the items by decreasing scores (ties: in the order of their columns).
func best(score []float64) []int {
	order := method.Indices(len(score))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(score[j], score[i]) })
	return order
}

// kemeny returns the ranking of all items with the least sum of Kendall distances to the voters, and the number of
// rankings that attain it. Of several, it returns the first in lexicographic order of column indices. It uses dynamic
// programming over the subsets of items at the top (Held and Karp, 1962), in 2^m m² steps.
func (u *votes) kemeny() (order []int, optimal int) {
	m := u.m
	all := 1<<m - 1
	// rest[s] is the least cost of the pairs of items outside s, where the cost of a pair is the number of voters who
	// order it the other way; ways[s] is the number of orders of the items outside s that attain it.
	rest, ways := make([]int, all+1), make([]int, all+1)
	ways[all] = 1
	// next is the number of voters who contradict that item i is above the other items outside s, summed over these.
	next := func(s, i int) (sum int) {
		for j := range m {
			if s>>j&1 == 0 && j != i {
				sum += u.above[j*m+i]
			}
		}
		return sum
	}
	for s := all - 1; s >= 0; s-- {
		rest[s] = math.MaxInt
		for i := range m {
			if s>>i&1 == 1 {
				continue
			}
			t := s | 1<<i
			switch sum := next(s, i) + rest[t]; {
			case sum < rest[s]:
				rest[s], ways[s] = sum, ways[t]
			case sum == rest[s]:
				ways[s] += ways[t]
			}
		}
	}
	for s := 0; s != all; {
		for i := range m {
			if t := s | 1<<i; t != s && next(s, i)+rest[t] == rest[s] {
				order, s = append(order, i), t
				break
			}
		}
	}
	return order, ways[0]
}

// distance returns the Kendall distance between a voter and an order of all items: the number of pairs that they order
// differently. Pairs that the voter ties count half, and pairs that the voter does not compare count 0.
func (u *votes) distance(v int, order []int) (d float64) {
	for k, i := range order {
		for _, j := range order[k+1:] {
			switch a, b := u.entry[v*u.m+i], u.entry[v*u.m+j]; {
			case a > b:
				d++
			case a == b:
				d += 0.5
			}
		}
	}
	return d
}

// total returns the sum of the Kendall distances between an order of all items and the voters.
func (u *votes) total(order []int) (d float64) {
	for k, i := range order {
		for _, j := range order[k+1:] {
			d += float64(u.above[j*u.m+i]) + float64(u.tied[j*u.m+i])/2
		}
	}
	return d
}

// tau returns Kendall's τ_b between a voter and an order of all items, over the items that the voter ranks: from −1,
// the reverse order, to 1. It is 0 if the voter ranks no item above another.
func (u *votes) tau(v int, order []int) float64 {
	var same, pairs, ordered float64
	for k, i := range order {
		for _, j := range order[k+1:] {
			a, b := u.entry[v*u.m+i], u.entry[v*u.m+j]
			switch {
			case a < b:
				same++
				ordered++
			case a > b:
				same--
				ordered++
			case a != b:
				continue
			}
			pairs++
		}
	}
	if ordered == 0 {
		return 0
	}
	return same / math.Sqrt(pairs*ordered)
}

// beats reports whether more voters rank item i above item j than below it.
func (u *votes) beats(i, j int) bool { return u.above[i*u.m+j] > u.above[j*u.m+i] }

// condorcet returns the Condorcet winner, the item that beats all others, -1 if there is none.
func (u *votes) condorcet() int {
	for i := range u.m {
		wins := 0
		for j := range u.m {
			if u.beats(i, j) {
				wins++
			}
		}
		if wins == u.m-1 {
			return i
		}
	}
	return -1
}

// cycle returns a shortest cycle of items, each of which beats the next, and the last one the first; nil if there is
// none. Of several, it is the first in the order of columns.
func (u *votes) cycle() (best []int) {
	m := u.m
	for from := range m {
		// away[j] is the least number of steps from j to the beginning, 0 = there is no path.
		away, now := make([]int, m), []int{from}
		for step := 1; len(now) > 0; step++ {
			var next []int
			for j := range m {
				if away[j] == 0 && slices.ContainsFunc(now, func(k int) bool { return u.beats(j, k) }) {
					away[j] = step
					next = append(next, j)
				}
			}
			now = next
		}
		if length := away[from]; length > 0 && (best == nil || length < len(best)) {
			best = []int{from}
			for left := length - 1; left > 0; left-- {
				last := best[len(best)-1]
				for j := range m {
					if j != from && away[j] == left && u.beats(last, j) {
						best = append(best, j)
						break
					}
				}
			}
		}
	}
	return best
}

// preferences writes to out, for each pair of items i < j, ½ if a voter ranks i above j, −½ if below, and 0 if they are
// tied or not compared. For complete rankings without ties, squared distances between these vectors are Kendall
// distances.
func (u *votes) preferences(entry, out []float64) {
	k := 0
	for i := range u.m {
		for j := i + 1; j < u.m; j++ {
			switch a, b := entry[i], entry[j]; {
			case a < b:
				out[k] = 0.5
			case a > b:
				out[k] = -0.5
			default:
				out[k] = 0
			}
			k++
		}
	}
}

// asEntries returns the ranks of the items in an order, by item.
func asEntries(order []int) []float64 {
	list := make([]float64, len(order))
	for k, i := range order {
		list[i] = float64(k + 1)
	}
	return list
}
