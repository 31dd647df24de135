package lecture

import (
	"strconv"

	"pointscape/engine/course"
	"pointscape/engine/json"
)

// What people hand in of an assignment is noted here: see package assignment, which checks it.

// mostTries is how many wrong answers of a step are noted, each of at most mostTyped bytes.
const (
	mostTries = 20
	mostTyped = 90
)

// noted notes what is handed in; of other courses nothing.
type noted struct{ room *Room }

func (n noted) off() bool { return n.room.course == nil || !n.room.course.Assignment }

// wrong notes a wrong answer to the present step.
func (n noted) wrong(answer string) {
	r := n.room
	step := strconv.Itoa(r.now.Step)
	if list := r.now.Tries[step]; !n.off() && len(list) < mostTries {
		if r.now.Tries == nil {
			r.now.Tries = map[string][]string{}
		}
		r.now.Tries[step] = append(list, answer[:min(len(answer), mostTyped)])
		r.keep()
	}
}

// helped notes that so many hints of the present step were shown, or one more: its solution.
func (n noted) helped(hints int) {
	r := n.room
	step := strconv.Itoa(r.now.Step)
	if !n.off() && hints > r.now.Helped[step] {
		if r.now.Helped == nil {
			r.now.Helped = map[string]int{}
		}
		r.now.Helped[step] = hints
		r.keep()
	}
}

// document notes the document of which the present step is answered.
func (n noted) document() {
	r := n.room
	if s, at, _ := r.Step(); !n.off() && s != nil && s.Asks() && s.Kind != course.Choose && r.opening == 0 {
		if r.now.Documents == nil {
			r.now.Documents = map[string]json.RawMessage{}
		}
		r.now.Documents[strconv.Itoa(at)] = r.Page.Document()
	}
}

// drew notes a drawing.
func (n noted) drew(line [][2]float64) {
	r := n.room
	if b, err := json.Marshal(line); err == nil && !n.off() {
		r.now.Answers[strconv.Itoa(r.now.Step)] = string(b)
		n.document()
		r.keep()
	}
}

// at is a place as an answer.
func at(x, y float64) string {
	return strconv.FormatFloat(x, 'g', -1, 64) + " " + strconv.FormatFloat(y, 'g', -1, 64)
}

// Handed is what was done on the pages of the course, with the present document of a task that is not done.
func (r *Room) Handed() map[string]*Progress {
	if _, _, done := r.Step(); !done {
		noted{r}.document()
		r.keep()
	}
	return r.kept.of(r.course.Course)
}

// Asked is how many steps of the course ask something, and Solved how many of them are done.
func (r *Room) Asked() (solved, asked int) {
	pages := r.kept.courses[r.course.Course]
	for i := range r.course.Pages {
		p := &r.course.Pages[i]
		g := pages[p.ID]
		for j := range p.Steps {
			if !p.Steps[j].Asks() {
				continue
			}
			asked++
			if g != nil && (j < g.Step || j == g.Step && g.Done) {
				solved++
			}
		}
	}
	return solved, asked
}
