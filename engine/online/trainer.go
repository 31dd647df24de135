package online

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"pointscape/engine/method"
)

// Order puts all rows into list, in the order of a pass, which counts from 1: another one in each pass. It depends only
// on the seed and the pass, as Growers need it.
func Order(list []int, seed uint64, pass int) {
	for i := range list {
		list[i] = i
	}
	rand.New(rand.NewPCG(seed, uint64(pass))).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// Trainer is the update rule of an endless Grower whose steps are single rows. All states of a training share it, so
// queries of one state may come while another grows.
type Trainer struct {
	Rows int
	Seed uint64
	// Learn corrects the weights w by row i, and reports whether that changed them.
	Learn func(w []float64, i int) bool
	// Done reports whether no row would change w any more; nil = never. It is asked only after changes.
	Done func(w []float64) bool

	last atomic.Pointer[pass] // the one asked for last
}

// pass is a pass over the rows, which never changes.
type pass struct {
	number int // from 1
	order  []int
}

// State is a state of a training, which a Grower embeds.
type State struct {
	W, Was []float64 // weights now, and before the last row
	Seen   int       // number of rows so far
	Moved  int       // number of rows so far that changed the weights
	Lost   bool      // the next weights were larger than wildest
}

// wildest is the absolute value of a weight beyond which a training counts as diverged.
const wildest = 1e12

// Row returns the row of a step, counted from 0.
func (t *Trainer) Row(step int) int {
	now, number := t.last.Load(), step/t.Rows+1
	if now == nil || now.number != number {
		now = &pass{number: number, order: make([]int, t.Rows)}
		Order(now.order, t.Seed, number)
		t.last.Store(now)
	}
	return now.order[step%t.Rows]
}

// Grow trains on up to rows more rows. It stops when Done, or at divergence, keeping the weights from before it.
func (t *Trainer) Grow(job method.Job, s State, rows int) (State, error) {
	s.W, s.Was = slices.Clone(s.W), slices.Clone(s.Was)
	moved := true // since the last call of Done
	for k := range rows {
		if s.Lost || moved && t.Done != nil && t.Done(s.W) {
			break
		}
		if err := method.AskEvery(job, k, 64); err != nil {
			return State{}, err
		}
		s.Was = append(s.Was[:0], s.W...)
		moved = t.Learn(s.W, t.Row(s.Seen))
		s.Seen++
		if moved {
			s.Moved++
		}
		for _, v := range s.W {
			if !(math.Abs(v) <= wildest) {
				copy(s.W, s.Was)
				s.Lost = true
				break
			}
		}
	}
	return s, nil
}

// Last returns the row of the last of so many steps; −1 before the first.
func (t *Trainer) Last(seen int) int {
	if seen == 0 {
		return -1
	}
	return t.Row(seen - 1)
}

// Step returns the number of rows so far.
func (s *State) Step() int { return s.Seen }

// Bytes returns the memory of a state.
func (s *State) Bytes() int { return 8*(len(s.W)+len(s.Was)+2) + 160 }
