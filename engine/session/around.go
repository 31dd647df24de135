package session

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// around tells the marks that stand for points of the document what these look
// like in the view: their classes, which are their shapes, and how many there are,
// which is their size. So rings clear their points, whatever method draws them.
func (f *Fit) around(layers []picture.Layer, v picture.Viewport) []picture.Layer {
	own := false // layers are no longer the model's
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

// within counts the points in a view, once while that is asked about: an explanation
// follows every move of the pointer.
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
