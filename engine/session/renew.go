package session

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// mostKept is how many numbers of a raster are kept at most.
const mostKept = 8_000_000

// keep keeps a raster for the picture after an edit, where the model can make use of it.
func (s *Session) keep(f *Fit, r *picture.Raster) {
	if _, ok := f.Model.(method.Follower); ok && !f.Problem.Wide() && r != nil && r.Sharp &&
		len(r.Planes)*len(r.Planes[0]) <= mostKept {
		r.Keep()
		s.trail.Model, s.trail.Raster = f.Model, r
	}
}

// reuse is what of the last picture the next one can be made of; moving tells that the hand does.
func (s *Session) reuse(f *Fit, v picture.Viewport, moving bool) method.Reuse {
	m, ok := f.Model.(method.Follower)
	if !ok || f.Problem.Wide() {
		return method.NoReuse
	}
	of := m.Follows(&s.trail)
	if of == method.ReuseSums && !moving || of == method.ReusePlanes && !s.trail.Raster.Grid.Over(v) {
		return method.NoReuse
	}
	return of
}

// follow makes the raster of a fit of what the last picture has left, and leaves its own. Of planes it is nil where
// they are on another grid.
func (s *Session) follow(job method.Job, f *Fit, t method.Trail, g picture.Grid) (r *picture.Raster, err error) {
	if f.reuse == method.ReusePlanes && (t.Raster == nil || t.Raster.Grid != g) {
		f.anew = true
		return nil, nil
	}
	r, f.anew, err = f.Model.(method.Follower).Follow(job, &t, g)
	s.trail.Kept = t.Kept
	return r, err
}
