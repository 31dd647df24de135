package session

import (
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// far limits how far drawn shapes may extend the range of the points, as a multiple of it at each side: otherwise a
// diverging polynomial would make the points invisible.
const far = 1

// Extent returns the part of the plane that shows what is drawn of a document: its points, and the bounded shapes of
// the model, within the limit far. It depends on the document and on the size of req.View in pixels, not on the visible
// part. For rows in space only the rows count.
func (s *Session) Extent(job method.Job, req Request) (x, y [2]float64, err error) {
	f, err := s.fit(job, req)
	if err != nil {
		return x, y, err
	}
	req.Doc = f.Placed(req.Doc)
	plane, pts := f.Task.Plane(), req.Doc.Points
	equal := f.Task.OneScale(&req.Doc)
	x, y = method.RangeOf(&req.Doc, equal)
	if f.solid != nil {
		return x, y, nil
	}
	req.View = picture.FitViewport(x, y, equal, req.View.W, req.View.H, 1)
	if !plane {
		req.View.X0, req.View.X1 = x[0], x[1]
	}
	req.Fine = false
	grid, _ := s.grids(f, req.View)
	r, err := s.render(job, f, req, grid, false)
	if err != nil {
		return x, y, err
	}
	box := picture.Extent(slices.Concat(r.Picture.Layers, r.Over, f.grips(req.Doc.Params)), !plane)
	if box.Empty() {
		return x, y, nil
	}
	x0, x1, _, _, some := doc.Bounds(pts)
	if some {
		within := func(r, own [2]float64) [2]float64 {
			w := far * (own[1] - own[0])
			lo, hi := own[0]-w, own[1]+w
			return [2]float64{min(max(r[0], lo), hi), min(max(r[1], lo), hi)}
		}
		box.X, box.Y = within(box.X, x), within(box.Y, y)
	} else {
		x0, x1 = x[0], x[1]
	}
	if !plane { // a curve is as wide as the picture, so it does not determine x
		mid := (x0 + x1) / 2
		box.X = [2]float64{mid, mid}
	}
	all := append(append([]doc.Point{}, pts...), doc.Point{X: box.X[0], Y: box.Y[0]}, doc.Point{X: box.X[1], Y: box.Y[1]})
	x, y = doc.AutoRange(all, equal)
	return x, y, nil
}
