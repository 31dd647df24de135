package session

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// around returns layers in which marks that stand for points of the document are completed with the class of each
// point, which determines its shape, and the number of points in view, which determines its size. Rings then fit around
// their points for all methods.
func (f *Fit) around(layers []picture.Layer, v picture.Viewport) []picture.Layer {
	own := false // layers is a copy already
	for i, l := range layers {
		m, ok := l.(*picture.Marks)
		if !ok || len(m.Ordinal) == 0 {
			continue
		}
		if !own {
			layers, own = slices.Clone(layers), true
		}
		told := *m
		told.Among = f.within(v)
		if told.Class == nil && (f.groups() != nil || f.Task != method.Regress && f.Task != method.Regress2D) {
			told.Class = make([]int, len(m.Ordinal))
			for k, o := range m.Ordinal {
				told.Class[k] = f.shapeOf(o)
			}
		}
		layers[i] = &told
	}
	return layers
}

// within counts the points in a view. The last count is cached, because an explanation follows every move of the
// pointer.
func (f *Fit) within(v picture.Viewport) int {
	if f.view != v {
		f.view, f.seen = v, 0
		for _, p := range f.points {
			if p.X >= v.X0 && p.X <= v.X1 && p.Y >= v.Y0 && p.Y <= v.Y1 {
				f.seen++
			}
		}
	}
	return f.seen
}
