package lecture

import (
	"strconv"

	"pointscape/engine/course"
)

// What people hand in of an assignment is noted here, in the order in which it happens: package assignment, which makes
// the answer of it, says what the marks mean.
const (
	noteWrong    = "!" // a wrong answer
	noteHelp     = "?" // so many hints were shown, or one more: the solution
	noteLine     = "[" // a drawing: the last one
	noteDocument = "{" // the document of which a step was answered, or that a task has now: the last one
)

// mostNoted is how much of a step is noted. What is noted after that takes the last one's place.
const mostNoted = 60

// note notes something of the present step: a mark, and what it marks; a line and a document begin with theirs.
func (r *Room) note(mark, text string) {
	if r.course == nil || !r.course.Assignment {
		return
	}
	if r.now.Noted == nil {
		r.now.Noted = map[string][]string{}
	}
	step := strconv.Itoa(r.now.Step)
	list := r.now.Noted[step]
	if n := len(list); n == mostNoted || n > 0 && mark >= noteLine && list[n-1][:1] == mark {
		list = list[:n-1]
	}
	if mark < noteLine {
		text = mark + text
	}
	r.now.Noted[step] = append(list, text)
	r.keep()
}

// noteDocument notes the document of which the present step is answered.
func (r *Room) noteDocument() {
	if s, _, _ := r.Step(); s != nil && s.Asks() && s.Kind != course.Choose && r.opening == 0 {
		r.note(noteDocument, string(r.Page.Document()))
	}
}

// at is a place as an answer.
func at(x, y float64) string {
	return strconv.FormatFloat(x, 'g', -1, 64) + " " + strconv.FormatFloat(y, 'g', -1, 64)
}

// Handed is what was done on the pages of the course, with the present document of a step that is not done.
func (r *Room) Handed() map[string]*Progress {
	if _, _, done := r.Step(); !done {
		r.noteDocument()
	}
	return r.kept.of(r.course.Course)
}
