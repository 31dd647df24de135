package picture

// Alone is mark i in the middle of a view, and looks there as it does among the others. ok is false where it has no
// look of its own: in space those behind are seen through those before them.
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
	if o.Class = at(m.Class, i); len(o.Class) == 1 && len(m.Class) > 1 { // one class alone can look otherwise
		o.Class = []int{m.Class[i], m.Class[i]}
	}
	if i < len(m.Held) {
		o.Held = m.Held[i : i+1]
	}
	return &o, true
}

// at is entry i of a list alone, where it has one.
func at[T any](list []T, i int) []T {
	if i < len(list) {
		return list[i : i+1]
	}
	return list
}
