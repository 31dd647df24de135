package session

import (
	"pointscape/engine/method"
)

// fresh returns a copy of the fit's problem, without its held-out points unless the method stops early by them.
func (f *Fit) fresh() *method.Problem {
	p := *f.Problem
	if w := f.Method.Watches; w == "" || !f.Values.Bool(w) {
		p.Held = nil
	}
	if f.shared == nil {
		f.shared, f.all = &method.Shared{Whole: f.Problem}, make([]int, p.N)
		for i := range f.all {
			f.all[i] = i
		}
	}
	p.Join(f.shared, f.all)
	return &p
}

// rows returns a problem with some of the fit's rows; rows may repeat. Classes without a row are left out.
func (f *Fit) rows(list []int) *method.Problem {
	all := f.Problem
	p := *f.fresh()
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
	p.Join(f.shared, list)
	return &p
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
