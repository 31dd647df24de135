package cluster

import (
	"math"
	"math/rand/v2"

	"pointscape/engine/draw"
	"pointscape/engine/flats"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
)

// lloyd is a run of k-means (Lloyd 1982): the initial centres, and the centres after each move. All stages are derived
// from it.
type lloyd struct {
	halves
	p        *method.Problem
	k, d     int
	init     string
	farthest bool // the centre of an empty cluster jumps to the point farthest from its own centre; else it stays
	drop     bool // the centre of an empty cluster is removed instead
	limit    int  // largest number of moves
	scan     *grouping.Scan
	// Centres moved by the user, once: after handAfter moves, or earlier if the run would end; nil if there are none.
	hand      [][]float64
	handAfter int
	handed    int     // index of that move; 0 if there is none
	alone     float64 // inertia at the end of the run without the user's move
	v         method.Values
	restart   int // index of the run among several; each uses other random numbers

	// Of the seeding; empty if the starts are given.
	seeds  []int     // rows at which the centres start, in the order of choice
	chance []float64 // the probability with which each seed was drawn; 1 if it is the farthest row

	// k·d numbers before the first move and after each move. A removed centre is +Inf, which is nearest to nothing.
	centers []float64
	labels  []int32   // clusters of the points by the last assignment
	jumps   []jump    // jumps of centres of empty clusters, in the order of the moves
	shown   []float64 // wide rows: 2·k coordinates of the drawn centres, before the first move and after each move
	settled bool      // the run ended because nothing changes any more
}

// jump is the move of an empty cluster's centre to a row.
type jump struct {
	move, c, row int     // move counts from 1
	saves        float64 // squared distance of the row to its own centre after the move
}

// jumped returns the jump of centre c in a move; nil if it made none.
func (l *lloyd) jumped(move, c int) *jump {
	for i := range l.jumps {
		if j := &l.jumps[i]; j.move == move && j.c == c {
			return j
		}
	}
	return nil
}

// gone reports whether centre c is removed after so many moves.
func (l *lloyd) gone(moves, c int) bool { return math.IsInf(l.centers[(moves*l.k+c)*l.d], 1) }

// work is the number of distances in the plane between two checks for cancellation.
const work = 100_000

// at returns the centres after so many moves.
func (l *lloyd) at(moves int) []float64 {
	size := l.k * l.d
	return l.centers[moves*size : (moves+1)*size : (moves+1)*size]
}

// runWithHand calls run. If the user has moved centres, it first runs without that move, for comparison.
func (l *lloyd) runWithHand(job method.Job, start []float64) error {
	if l.hand == nil {
		return l.run(job, start)
	}
	alone := *l
	alone.hand = nil
	if err := alone.run(method.Stretch(job, 0, 0.5), start); err != nil {
		return err
	}
	l.alone = alone.inertia()
	return l.run(method.Stretch(job, 0.5, 1), start)
}

// run iterates from the centres start, k·d numbers, until nothing changes or the limit is reached. It ends with an
// assignment.
func (l *lloyd) run(job method.Job, start []float64) error {
	n := l.p.N
	l.centers = append(l.centers, start...)
	l.labels = make([]int32, n)
	for i := range l.labels {
		l.labels[i] = none
	}
	b := newBounds(l.p.X, n, l.k, l.d)
	l.show(0, nil)
	var old []float64
	for t := 0; ; t++ {
		method.Progress(job, float64(t)/float64(l.limit+1))
		b.moved(old, l.at(t), l.d)
		before, after, changed, err := b.assign(job, l.p.X, l.at(t), l.d, l.labels)
		if err != nil {
			return err
		}
		if t > 0 {
			l.energy = append(l.energy, before)
		}
		l.energy, l.changed = append(l.energy, after), append(l.changed, changed)
		next := make([]float64, l.k*l.d)
		jumps, dropped := l.move(l.at(t), next, b)
		rest := changed == 0 && len(jumps) == 0 && dropped == 0
		if l.hand != nil && l.handed == 0 && t < l.limit && (rest || t == l.handAfter) {
			for c, at := range l.hand[:min(len(l.hand), l.k)] {
				if !math.IsInf(l.at(t)[c*l.d], 1) { // false if it has been removed
					copy(next[c*l.d:(c+1)*l.d], at)
				}
			}
			l.handed, rest, jumps = t+1, false, nil
		}
		if l.settled = rest; l.settled || t == l.limit {
			return nil
		}
		for i := range jumps {
			jumps[i].move = t + 1
		}
		l.jumps = append(l.jumps, jumps...)
		l.centers = append(l.centers, next...)
		l.show(t+1, b.counts)
		old = l.at(t)
	}
}

// show records where the centres of wide rows are drawn in the plane after so many moves, of which the last followed an
// assignment to clusters of these sizes.
func (l *lloyd) show(moves int, counts []int) {
	if l.p.Shown != nil {
		rows := draw.Plane(l.p)
		l.shown = append(l.shown, l.places(&rows, moves, l.labels, counts,
			func() []float64 { return l.shown[len(l.shown)-2*l.k:] })...)
	}
}

// places returns the positions of the centres after so many moves, of which the last followed an assignment with these
// labels and sizes. before returns the positions before that move. The map from rows to their positions is affine: a
// centre is at the row at which it started, then at the mean position of its rows. The first coordinate of an unknown
// position is NaN.
func (l *lloyd) places(rows *draw.Rows, moves int, labels []int32, counts []int, before func() []float64) []float64 {
	q := rows.Q
	at := make([]float64, q*l.k)
	place := func(c int) []float64 { return at[q*c : q*c+q] }
	if moves > 0 && moves != l.handed {
		for i, c := range labels {
			for j, x := range rows.Of(i) {
				at[q*int(c)+j] += x / float64(counts[c])
			}
		}
	}
	for c := range l.k {
		j := l.jumped(moves, c)
		switch {
		case moves == 0 && c < len(l.seeds):
			copy(place(c), rows.Of(l.seeds[c]))
		case moves == 0 || moves == l.handed: // of a position set by the user, the image is unknown
			at[q*c] = math.NaN()
		case counts[c] > 0:
		case j != nil:
			copy(place(c), rows.Of(j.row))
		case l.gone(moves, c):
			at[q*c] = math.NaN()
		default:
			copy(place(c), before()[q*c:])
		}
	}
	return at
}

// drawn returns where centre c is drawn after so many moves; nil if this is unknown or the centre is removed.
func (l *lloyd) drawn(moves, c int) []float64 {
	at := l.shown
	if at == nil {
		at = l.centers
	}
	i := 2 * (moves*l.k + c)
	if !method.Finite(at[i]) {
		return nil
	}
	return at[i : i+2 : i+2]
}

// none is the cluster of a point that has not been assigned yet.
const none = -1

// move writes the means of the clusters, which b has summed up, into next. The centre of an empty cluster stays, is
// removed, or jumps to the point that is farthest from its own centre (the first of equally far ones). It returns the
// jumps and the number of centres removed. Each mean is computed relative to the old centre, which keeps the precision
// of data far from the origin.
func (l *lloyd) move(old, next []float64, b *bounds) (jumps []jump, dropped int) {
	d, counts := l.d, b.counts
	copy(next, b.sums)
	vacant := 0
	for c, n := range counts {
		for t := c * d; t < (c+1)*d; t++ {
			if n > 0 {
				next[t] /= float64(n)
			}
			next[t] += old[t]
			if n == 0 && l.drop {
				next[t] = math.Inf(1)
			}
		}
		if n > 0 {
			continue
		}
		vacant++
		if l.drop && !math.IsInf(old[c*d], 1) {
			dropped++
		}
	}
	if vacant == 0 || !l.farthest {
		return nil, dropped
	}
	far := make([]float64, l.p.N)
	for i, c := range l.labels {
		far[i] = grouping.SquaredDistance(l.p.At(i), old[int(c)*d:])
	}
	for c, n := range counts {
		if n > 0 {
			continue
		}
		i := method.Largest(far)
		if !(far[i] > 0) {
			break // each point coincides with its centre
		}
		copy(next[c*d:(c+1)*d], l.p.At(i))
		own := int(l.labels[i])
		jumps = append(jumps, jump{c: c, row: i, saves: grouping.SquaredDistance(l.p.At(i), next[own*d:])})
		closer(l.p, i, far)
	}
	return jumps, 0
}

// closer updates the squared distances d2 to the nearest centre for a new centre at row i, and returns their sum.
func closer(p *method.Problem, i int, d2 []float64) (sum float64) {
	row := p.At(i)
	for r := range d2 {
		d2[r] = min(d2[r], grouping.SquaredDistance(row, p.X[r*p.D:]))
		sum += d2[r]
	}
	return sum
}

// seed chooses the points at which the centres start, one after the other.
func (l *lloyd) seed(job method.Job) error {
	n := l.p.N
	rng := rand.New(rand.NewPCG(l.p.Seed, 0x9e3779b97f4a7c15+uint64(l.restart)))
	d2 := make([]float64, n) // squared distances to the nearest centre
	for i := range d2 {
		d2[i] = math.Inf(1)
	}
	taken := make([]bool, n)
	// another draws one of the points that are not centres yet, all with the same probability.
	another := func() int {
		skip := rng.IntN(n - len(l.seeds))
		for i, is := range taken {
			if is {
				continue
			}
			if skip == 0 {
				return i
			}
			skip--
		}
		panic("cluster: all points are taken")
	}
	sum := 0.0
	for j := range l.k {
		if err := job.Err(); err != nil {
			return err
		}
		var i int
		chance := 1 / float64(n-j)
		switch {
		case j == 0 || l.init == initRandom || !(sum > 0): // sum is 0 if all points coincide with centres
			i = another()
		case l.init == initFarthest:
			i, chance = method.Largest(d2), 1
		default:
			i = flats.Draw(d2, rng.Float64()*sum)
			chance = d2[i] / sum
		}
		taken[i] = true
		sum = closer(l.p, i, d2)
		l.seeds, l.chance, l.potential = append(l.seeds, i), append(l.chance, chance), append(l.potential, sum)
	}
	return nil
}

// starts returns the positions of the seeds, k·d numbers.
func (l *lloyd) starts() []float64 {
	c := make([]float64, 0, l.k*l.d)
	for _, i := range l.seeds {
		c = append(c, l.p.At(i)...)
	}
	return c
}
