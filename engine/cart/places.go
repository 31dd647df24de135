package cart

import (
	"slices"
	"sync"
)

// Places keeps the sums of the members of an ensemble at points that are asked for again: the errors of a run are
// computed at the same points after each member, and only the new member needs evaluation.
type Places[T int64 | float64] struct {
	mu   sync.Mutex
	last []*place[T] // most recent queries, newest first
}

// place holds the sums of the first n members at the points x. The sums never change, since callers read them.
type place[T int64 | float64] struct {
	x    []float64
	n    int
	sums []T
}

// The sums at points of at least keptX numbers are kept, for keptPlaces queries.
const keptX, keptPlaces = 32, 12

// At returns the sums of the first n members at x, which the caller only reads. add adds the members after the first
// from ones to sums of these, and returns them; it makes the sums if they are nil, when from is 0.
func (p *Places[T]) At(x []float64, n int, add func(sums []T, from int) []T) []T {
	if len(x) < keptX {
		return add(nil, 0)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	at := slices.IndexFunc(p.last, func(q *place[T]) bool { return slices.Equal(q.x, x) })
	if at < 0 {
		p.last = slices.Insert(p.last, 0, &place[T]{x: slices.Clone(x)})
		p.last = p.last[:min(len(p.last), keptPlaces)]
		at = 0
	}
	q := p.last[at]
	switch {
	case q.n > n: // sums can only be extended by further members
		return add(nil, 0)
	case q.n < n || q.sums == nil:
		q.sums, q.n = add(slices.Clone(q.sums), q.n), n
	}
	return q.sums
}
