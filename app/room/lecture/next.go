package lecture

import (
	"pointscape/engine/course"
	"pointscape/engine/method"
)

// next returns the document with which the present step begins after the previous one, and whether it differs from the
// present document; see course.Page.Next.
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

// otherPoints reports whether the points, or their roles, differ from those at the beginning of the present task,
// although the task does not ask for that.
func (r *Room) otherPoints(s *course.Step) bool { return s.OtherPoints(r.given, r.Page.Document()) }
