package stage

import (
	"pointscape/app/pool"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Look is how points are painted.
type Look struct {
	Task    method.Task
	Lo, Hi  float64 // of the colours of values, when Scaled
	Scaled  bool
	Palette *picture.Palette
}

// Marks returns the points as marks, without the one at index skip (-1 = all).
func (l Look) Marks(pts []doc.Point, skip int) *picture.Marks {
	xy := make([]float64, 0, 2*len(pts))
	var class []int
	var value []float64
	for i, q := range pts {
		if i == skip {
			continue
		}
		xy = append(xy, q.X, q.Y)
		switch l.Task {
		case method.Regress:
		case method.Regress2D:
			value = append(value, q.Z)
		default:
			class = append(class, classOf(q.Z))
		}
	}
	m := picture.PointMarks(xy, class, value)
	if l.Scaled && value != nil {
		m.Lo, m.Hi = l.Lo, l.Hi
	}
	return m
}

// classOf reads a third column as a class; what is none counts as unlabelled.
func classOf(z float64) int {
	c := int(z)
	if float64(c) != z || c < 0 || c > doc.MaxClass {
		return doc.Unlabeled
	}
	return c
}

// frameOf is the room for axes on a stage of w x h pixels: a gutter, except in
// somebody's frame that is small.
func frameOf(w, h int, embedded bool, text float64, opt picture.AxisOptions) picture.Frame {
	if embedded && (w < 520 || h < 300) {
		return picture.Inside(text)
	}
	return picture.Gutter(w, h, text, opt)
}

// Callbacks are what a Screen tells its owner.
type Callbacks struct {
	Resize  func(w, h int, scale float64)
	Painted func()          // the newest picture has been painted
	Settled func()          // a pointer was lifted, or the wheel has come to rest
	Drop    func(pool.File) // a file was dropped on the stage
}
