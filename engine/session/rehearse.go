package session

import (
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

const (
	// rehearseMost is the largest number of points of a warm-up; if there are more, some are left out. The same code
	// runs, and a program's memory never shrinks.
	rehearseMost = 200
	// rehearseWithin is the longest time, in seconds, of the fit shown for which there is a warm-up: slower fits can't
	// follow a drag.
	rehearseWithin = 0.3
)

// Rehearse draws the pictures of a simulated drag of a point of the document in req, whose picture shows f, until the
// job ends. A browser optimizes code only after it has run for a while, and that should not be the first second of the
// first real drag. show receives what would be painted. This session does not change: another one draws, and is
// discarded with its fits. Errors end the warm-up, and are not reported.
//
// It leaves out what can't be dragged, or not at this pace: a Grower trains on with each picture and keeps large states
// of its steps; rows of a table can't be moved; a document without points has at most handles, whose positions are a
// parameter; slow fits are not followed.
func (s *Session) Rehearse(job method.Job, f *Fit, req Request, show func(*Result)) {
	d := &req.Doc
	if !fastRehearsal || f.growth != nil || f.Seconds > rehearseWithin || d.Table != nil || len(d.Points) == 0 {
		return
	}
	// Nobody asked for this, so errors are not reported; a real drag will report them. A panic can only leave the other
	// session in a bad state, and that one is discarded.
	defer func() { _ = recover() }()
	apart := With(s.methods)
	apart.now, apart.able = s.now, s.able
	req.Fine, req.Panels, req.On, req.Keep = false, nil, false, 0
	req.Late = func(wire.Facts) error { return nil }
	var points []doc.Point
	held, v := 0, req.View // a visible point
	for i := 0; i < len(d.Points); i += (len(d.Points)-1)/rehearseMost + 1 {
		p := d.Points[i]
		if v.X0 <= p.X && p.X <= v.X1 && v.Y0 <= p.Y && p.Y <= v.Y1 {
			held = len(points)
		}
		points = append(points, p)
	}
	for step := 0; ; step++ {
		d.Points = slices.Clone(points) // each picture needs points of its own
		// More positions than the cache has fits.
		d.Points[held].X += float64(step%(2*kept)) * (v.X1 - v.X0) / 200
		req.Terse = step%6 > 0 // as the page does
		err := apart.Draw(job, req, func(r *Result) error {
			show(r)
			return job.Err()
		})
		if err != nil {
			return
		}
	}
}
