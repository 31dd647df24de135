package session

import "pointscape/engine/method"

// pool holds the training rows that fits to parts of them have in common.
type pool struct {
	of      *method.Problem
	watched bool           // the method stops early by the error on held-out points
	shared  *method.Shared // nil = not needed yet
	all     []int          // indices of all rows; nil until shared is set
}

// rows returns the pool of the fit's training rows.
func (f *Fit) rows() *pool {
	if f.pool == nil {
		w := f.Method.Watches
		f.pool = &pool{of: f.Problem, watched: w != "" && f.Values.Bool(w)}
	}
	return f.pool
}

// whole returns a problem with all rows, without held-out points unless the method stops early by them.
func (l *pool) whole() *method.Problem {
	p := *l.of
	if !l.watched {
		p.Held = nil
	}
	if l.shared == nil {
		l.shared, l.all = &method.Shared{Whole: l.of}, make([]int, p.N)
		for i := range l.all {
			l.all[i] = i
		}
	}
	l.join(&p, l.all)
	return &p
}

// some returns a problem with some of the rows; rows may repeat. Classes without a row are left out.
func (l *pool) some(list []int) *method.Problem {
	all := l.of
	p := *l.whole()
	p.N, p.X, p.Y, p.Class, p.ClassIDs, p.Row, p.Labels, p.Shown = len(list), nil, nil, nil, nil, nil, nil, nil
	index := make([]int, len(all.ClassIDs))
	if all.Class != nil {
		for _, i := range list {
			index[all.Class[i]] = 1
		}
		for k, id := range all.ClassIDs {
			if index[k] > 0 {
				index[k] = len(p.ClassIDs)
				p.ClassIDs = append(p.ClassIDs, id)
			}
		}
	}
	for _, i := range list {
		p.X, p.Row = append(p.X, all.At(i)...), append(p.Row, all.Ordinal(i))
		if all.Y != nil {
			p.Y = append(p.Y, all.Y[i])
		}
		if all.Class != nil {
			p.Class = append(p.Class, index[all.Class[i]])
		}
		if all.Shown != nil {
			p.Shown = append(p.Shown, all.Shown[2*i], all.Shown[2*i+1])
		}
	}
	l.join(&p, list)
	return &p
}

// join says that a problem consists of these rows of the pool.
func (l *pool) join(p *method.Problem, rows []int) {
	if fastShared {
		p.Join(l.shared, rows)
	} else {
		p.Join(nil, nil)
	}
}

// others returns those of the rows 0 to n − 1 that are not in an increasing list.
func others(n int, list []int) []int {
	rest := make([]int, 0, n-len(list))
	for i := range n {
		if len(list) > 0 && list[0] == i {
			list = list[1:]
		} else {
			rest = append(rest, i)
		}
	}
	return rest
}

func picked(rows, which []int) []int {
	out := make([]int, len(which))
	for k, i := range which {
		out[k] = rows[i]
	}
	return out
}
