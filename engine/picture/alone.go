package picture

// Alone returns a copy of m with mark i alone, in the middle of view v, looking as it does among the others. ok is
// false for marks in space (Near), whose look depends on their depth, and for marks in a legend.
func (m *Marks) Alone(i int, v Viewport) (one *Marks, ok bool) {
	if m.Near != nil || m.room != nil {
		return nil, false
	}
	o := *m
	o.XY = []float64{(v.X0 + v.X1) / 2, (v.Y0 + v.Y1) / 2}
	o.Ordinal, o.Keys, o.Z = nil, nil, nil
	o.crowd = newPainter(nil, v, nil).seen(m)
	o.Size, o.Value, o.Weight = at(m.Size, i), at(m.Value, i), at(m.Weight, i)
	o.Group, o.Mix = at(m.Group, i), at(m.Mix, i)
	if o.Class = at(m.Class, i); len(o.Class) == 1 && len(m.Class) > 1 { // a single class might look different
		o.Class = []int{m.Class[i], m.Class[i]}
	}
	if i < len(m.Held) {
		o.Held = m.Held[i : i+1]
	}
	return &o, true
}

// at returns entry i of a list as a list of one, or the list itself if it has no entry i.
func at[T any](list []T, i int) []T {
	if i < len(list) {
		return list[i : i+1]
	}
	return list
}
