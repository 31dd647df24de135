package session

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// before is the last raster that was drawn, while another may follow it.
type before struct {
	model  method.Model
	raster *picture.Raster
}

// mostKept is how many numbers of a raster are kept at most.
const mostKept = 8_000_000

// keep keeps a raster for the picture after an edit, where the model can make use of it.
func (s *Session) keep(f *Fit, r *picture.Raster) {
	if _, ok := f.Model.(method.Successor); ok && r != nil && r.Sharp && len(r.Planes)*len(r.Planes[0]) <= mostKept {
		r.Keep()
		s.last = before{f.Model, r}
	}
}

// follows tells whether the raster of a fit can be made of the last one.
func (s *Session) follows(f *Fit, v picture.Viewport) bool {
	m, ok := f.Model.(method.Successor)
	return ok && s.last.raster != nil && s.last.raster.Grid.Over(v) && m.Follows(s.last.model)
}

// renewed makes the raster of a fit that follows the last one of it; nil where it is on
// another grid.
func (s *Session) renewed(job method.Job, f *Fit, last before, g picture.Grid) (*picture.Raster, error) {
	if !f.after || last.raster == nil || last.raster.Grid != g {
		f.anew = f.after
		return nil, nil
	}
	r := last.raster.Next()
	return r, f.Model.(method.Successor).Renew(job, last.model, r)
}
