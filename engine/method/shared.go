package method

import "slices"

// Shared is a set of rows to whose parts many fits are made, and what these have in common: values of pairs of rows,
// such as a kernel's, are worked out once for all parts.
type Shared struct {
	Whole *Problem
	kept  []named
}

type named struct {
	name string
	what any
}

// keptMost is how many things are kept at once: as many as a map has values of a kernel's parameter, and some more.
const keptMost = 16

// Keep returns what is kept under a name, and makes it if there is none yet. What was asked for longest ago makes room.
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

// part says of which set a problem's rows are.
type part struct {
	of   *Shared
	rows []int
	x    *float64 // the first input, by which the problem is known: a copy with other inputs is none of this part
}

// Join says that the problem's rows are these of a set, each as often as it is named.
func (p *Problem) Join(s *Shared, rows []int) {
	p.part = nil
	if p.N > 0 && p.D > 0 && p.N == len(rows) {
		p.part = &part{s, rows, &p.X[0]}
	}
}

// PartOf is the set that the problem's rows are of, and which ones they are; nil = no other fit is made to parts of it.
func (p *Problem) PartOf() (*Shared, []int) {
	q := p.part
	if q == nil || p.N != len(q.rows) || p.D != q.of.Whole.D || len(p.X) == 0 || &p.X[0] != q.x {
		return nil, nil
	}
	return q.of, q.rows
}
