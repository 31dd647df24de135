package session

import (
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

const (
	// rehearseMost is with how many points a rehearsal is done at most: of more, some are left
	// out. What runs is the same, and a program's memory never shrinks.
	rehearseMost = 200
	// rehearseWithin is within how many seconds the document has to be fitted, the first time and
	// by a program that is not warm: no hand can be followed otherwise.
	rehearseWithin = 0.3
)

// Rehearse draws what a hand asks for that moves a point of the document in req, whose picture
// shows f, again and again until the job ends: a browser compiles a program well only where it
// has run for a while, and that should not be the first second of the first drag. show gets what
// it would have to paint. Nothing of this session changes: another one draws, and is let go with
// all it has fitted.
//
// What a hand does not drag, or not at this pace, is left out: a Grower goes on growing with each
// picture and keeps large states of its steps; rows of a table can't be moved; a document without
// points has handles at most, whose places are a parameter; long fits are not followed.
func (s *Session) Rehearse(job method.Job, f *Fit, req Request, show func(*Result)) {
	d := &req.Doc
	if f.growth != nil || f.Seconds > rehearseWithin || d.Table != nil || len(d.Points) == 0 {
		return
	}
	// Nobody has asked for this, so nobody is told what goes wrong with it; a hand that asks
	// will be. What a panic leaves half-done is the other session's, and goes with it.
	defer func() { _ = recover() }()
	apart := Lean(s.methods)
	apart.now, apart.further = s.now, s.further
	req.Fine, req.Panels, req.On, req.Keep = false, nil, false, 0
	req.Late = func(wire.Facts) error { return nil }
	var points []doc.Point
	held, v := 0, req.View // one that can be seen
	for i := 0; i < len(d.Points); i += (len(d.Points)-1)/rehearseMost + 1 {
		p := d.Points[i]
		if v.X0 <= p.X && p.X <= v.X1 && v.Y0 <= p.Y && p.Y <= v.Y1 {
			held = len(points)
		}
		points = append(points, p)
	}
	for step := 0; ; step++ {
		d.Points = slices.Clone(points) // each picture's are its own
		// To so many places that no fit is in the cache any more.
		d.Points[held].X += float64(step%(2*kept)) * (v.X1 - v.X0) / 200
		req.Terse = step%6 > 0 // as the page asks
		err := apart.Draw(job, req, func(r *Result) error {
			show(r)
			return job.Err()
		})
		if err != nil {
			return
		}
	}
}
