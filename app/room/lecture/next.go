package lecture

import (
	"pointscape/engine/course"
	"pointscape/engine/method"
)

// next is the document with which the present step begins after the one before it, and whether it is another one than
// the present; see course.Page.Next.
func (r *Room) next() (document []byte, changed bool) {
	var info *method.Info // nil = not known yet
	if k, ok := r.Page.Known(); ok {
		info = k.Info
	}
	return r.Now().Next(r.now.Step, r.Page.Document(), info)
}

// begin stores the document with which the present task began.
func (r *Room) begin() {
	if r.given == nil {
		r.given = r.Page.Document()
	}
}

// otherPoints tells whether a task which asks for no other points has others than it began with.
func (r *Room) otherPoints(s *course.Step) bool { return s.OtherPoints(r.given, r.Page.Document()) }
