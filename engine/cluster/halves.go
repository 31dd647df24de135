package cluster

import (
	"math"

	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// halves are the measures of a run in which k centres or flats are chosen one by one, and then assignments of the rows
// alternate with moves: half-steps, the first and the last of which are assignments.
type halves struct {
	potential []float64 // after each choice: sum of the squared distances to the nearest centre or flat
	// energy is the sum of the squared distances of the rows to the centres or flats of their clusters: after the first
	// assignment, then after each move and each assignment.
	energy  []float64
	changed []int // number of rows that each assignment moved to another cluster
}

// moves returns the number of moves.
func (h *halves) moves() int { return len(h.changed) - 1 }

// Steps returns the number of choices and half-steps.
func (h *halves) Steps() int { return len(h.potential) + 2*h.moves() + 1 }

func (h *halves) StepName() string { return "step" }

// trace returns the energy, under its name, and the numbers of changed rows over the steps.
func (h *halves) trace(name string) []method.Series {
	energy, changed := make([]float64, h.Steps()+1), make([]float64, h.Steps()+1)
	for k := range energy {
		energy[k], changed[k] = math.NaN(), math.NaN()
		switch at := k - len(h.potential) - 1; {
		case at >= 0:
			energy[k] = h.energy[at]
			// A move changes no cluster, and keeps the number of the assignment before it. The first assignment changes all
			// rows, which would hide the other values.
			if at > 1 {
				changed[k] = float64(h.changed[at/2])
			}
		case k > 0:
			energy[k] = h.potential[k-1]
		}
	}
	return []method.Series{{Name: name, Values: energy}, {Name: "points that changed", Values: changed}}
}

// unassigned is the help of the fact "labels" of methods that assign all points at once.
const unassigned = "Index of each point's cluster, from 0; −1 before the first assignment"

// half is such a run after some steps.
type half struct {
	h     *halves
	step  int
	moved int // number of moves so far
}

// after returns the run after so many steps.
func (h *halves) after(step int) half { return half{h, step, max(step-len(h.potential), 0) / 2} }

// seeding reports whether no assignment has been made yet.
func (s *half) seeding() bool { return s.step <= len(s.h.potential) }

// moving reports whether the last half-step was a move.
func (s *half) moving() bool { return !s.seeding() && (s.step-len(s.h.potential))%2 == 0 }

// ended reports whether the run is at its end.
func (s *half) ended() bool { return s.step == s.h.Steps() }

// reached returns the energy, or the potential during the seeding; ok is false before the first step.
func (s *half) reached() (sum float64, ok bool) {
	switch {
	case !s.seeding():
		return s.h.energy[s.step-len(s.h.potential)-1], true
	case s.step > 0:
		return s.h.potential[s.step-1], true
	}
	return 0, false
}

// changes says how many points an assignment moved to another cluster.
func (s *half) changes() string {
	switch n := s.h.changed[s.moved]; n {
	case 0:
		return "none changes its cluster"
	case 1:
		return "1 point changes its cluster"
	default:
		return words.Sprintf("%d points change their cluster", n)
	}
}

// ringChanges rings the points whose cluster changes in this step, unless it is the first assignment, where all do.
// before returns the clusters of the assignment before.
func ringChanges[L comparable](b *draw.Board, s *half, labels []L, before func() []L) {
	if s.seeding() || s.moving() || s.moved == 0 || s.h.changed[s.moved] == 0 {
		return
	}
	var rows []int
	old := before()
	for i, c := range labels {
		if c != old[i] {
			rows = append(rows, i)
		}
	}
	b.Under(b.Rings(picture.RoleSupport, "changes its cluster in this step", draw.Thin, rows))
}
