package session

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// mostKept is the largest number of values of a raster that is kept.
const mostKept = 8_000_000

// keep keeps a raster for the picture after an edit, if the model can use it, and it is not too large.
func (s *Session) keep(f *Fit, r *picture.Raster) {
	if fastFollow && f.can.Follow != nil && !f.Problem.Wide() && r != nil && r.Sharp &&
		len(r.Planes)*len(r.Planes[0]) <= mostKept {
		r.Keep()
		s.trail.Model, s.trail.Raster = f.Model, r
	}
}

// reuse returns how the next picture can reuse the last one; moving says that it is part of a drag.
func (s *Session) reuse(f *Fit, v picture.Viewport, moving bool) method.Reuse {
	if !fastFollow || f.can.Follow == nil || f.Problem.Wide() {
		return method.NoReuse
	}
	of := f.can.Follows(&s.trail)
	if of == method.ReuseSums && !moving || of == method.ReusePlanes && !s.trail.Raster.Grid.Over(v) {
		return method.NoReuse
	}
	return of
}

// follow computes the raster of a fit from the trail of the last picture, and leaves a new trail. With ReusePlanes it
// returns nil if the trail is on another grid.
func (s *Session) follow(job method.Job, f *Fit, t method.Trail, g picture.Grid) (r *picture.Raster, err error) {
	if f.reuse == method.ReusePlanes && (t.Raster == nil || t.Raster.Grid != g) {
		f.anew = true
		return nil, nil
	}
	r, f.anew, err = f.can.Follow(job, &t, g)
	s.trail.Kept = t.Kept
	return r, err
}
