package method

import "slices"

// Shared is a set of rows that many fits use parts of. Values of pairs of rows, such as a kernel's, are computed once
// for all fits.
type Shared struct {
	Whole *Problem
	kept  []named
}

type named struct {
	name string
	what any
}

// keptMost is the largest number of kept objects: a few more than the number of values of a kernel's parameter in a
// map.
const keptMost = 16

// Keep returns the object kept under a name, after making it if necessary. The object that was requested longest ago is
// dropped when there is no room.
func (s *Shared) Keep(name string, make func() any) any {
	i := slices.IndexFunc(s.kept, func(n named) bool { return n.name == name })
	if i < 0 {
		if len(s.kept) == keptMost {
			s.kept = slices.Delete(s.kept, 0, 1)
		}
		s.kept = append(s.kept, named{name, make()})
		return s.kept[len(s.kept)-1].what
	}
	n := s.kept[i]
	s.kept = append(slices.Delete(s.kept, i, i+1), n)
	return n.what
}

// part says which rows of a set a problem consists of.
type part struct {
	of   *Shared
	rows []int
	x    *float64 // address of the first input: a copy of the problem with other inputs is not this part
}

// Join says that the problem consists of these rows of a set; rows may repeat.
func (p *Problem) Join(s *Shared, rows []int) {
	p.part = nil
	if p.N > 0 && p.D > 0 && p.N == len(rows) {
		p.part = &part{s, rows, &p.X[0]}
	}
}

// PartOf returns the set that the problem's rows are from, and their indices; nil if it was not joined to a set, or its
// inputs have been replaced since.
func (p *Problem) PartOf() (*Shared, []int) {
	q := p.part
	if q == nil || p.N != len(q.rows) || p.D != q.of.Whole.D || len(p.X) == 0 || &p.X[0] != q.x {
		return nil, nil
	}
	return q.of, q.rows
}
