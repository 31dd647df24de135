package lecture

import (
	"strconv"
	"strings"

	"pointscape/engine/course"
)

// What a student does at a step of an assignment is noted as a list of texts, in the order in which it happens. Package
// assignment makes the answer of these lists. The first character of a text says what it is. Successive drawings
// replace each other, and so do successive documents.
const (
	noteWrong    = "!" // a wrong answer
	noteHelp     = "?" // number of hints shown; one more than there are = the solution was shown
	noteLine     = "[" // a drawing, as a JSON list of positions
	noteDocument = "{" // the document at an answer or, of an open step, when all is handed in
)

// mostNoted is the largest number of notes of a step. Each further note replaces the last one.
const mostNoted = 60

// note notes something at the present step of an assignment: mark is one of the constants, and text what follows it.
// The texts of drawings and documents begin with their marks themselves.
func (r *Room) note(mark, text string) {
	if r.course == nil || !r.course.Assignment {
		return
	}
	if r.now.Noted == nil {
		r.now.Noted = map[string][]string{}
	}
	step := strconv.Itoa(r.now.Step)
	list := r.now.Noted[step]
	if n := len(list); n == mostNoted || n > 0 && mark >= noteLine && strings.HasPrefix(list[n-1], mark) {
		list = list[:n-1]
	}
	if mark < noteLine {
		text = mark + text
	}
	r.now.Noted[step] = append(list, text)
	r.keep()
}

// noteDocument notes the present document, as the one at an answer to the present step. Choices need none, nor do steps
// that ask nothing.
func (r *Room) noteDocument() {
	if s, _, _ := r.Step(); s != nil && s.Asks() && s.Kind != course.Choose && r.opening == 0 {
		r.note(noteDocument, string(r.Page.Document()))
	}
}

// at returns a position as an answer: "x y".
func at(x, y float64) string {
	return strconv.FormatFloat(x, 'g', -1, 64) + " " + strconv.FormatFloat(y, 'g', -1, 64)
}

// Handed returns the progress on all pages of the course, by page id. If the present step is not done, it notes the
// present document first.
func (r *Room) Handed() map[string]*Progress {
	if _, _, done := r.Step(); !done {
		r.noteDocument()
	}
	return r.kept.of(r.course.Course)
}
