package results

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"pointscape/engine/check"
	"pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// row is a member with its answer to a step.
type row struct {
	class.Member
	answer *class.Answer // the newest of the step's kind; nil = none
	sent   bool          // a document of the member can be looked at

	choice int
	number float64
	place  [2]float64
	line   [][2]float64
	judged *wire.Judged // of a line; nil = it can't be judged
	share  bool         // its errors are shares
	right  *bool        // nil = not known
}

// kinds are those of answers by the kind of the step.
var kinds = map[string]string{course.Choose: class.Choice, course.Number: class.Number, course.Place: class.Place,
	course.Draw: class.Line, course.Task: class.Solved}

// rows are the members by their numbers, each once, with their newest answers to the panel's step. who has answered and
// is no member that the page knows is one, too: messages of both are on their way.
func (m *maker) rows(job method.Job, p *class.Panel) ([]row, error) {
	of := map[int]*row{}
	var list []*row
	member := func(x class.Member) *row {
		r := of[x.ID]
		if r == nil {
			r = &row{Member: x}
			of[x.ID], list = r, append(list, r)
		}
		return r
	}
	for _, x := range p.Members {
		member(x)
	}
	solved := map[int]bool{}
	kind := kinds[p.Kind]
	at := map[*row]int{}
	for i := range p.Answers {
		a := &p.Answers[i]
		if a.Kind == class.Document {
			member(class.Member{ID: a.Member}).sent = true
		}
		if a.Step != p.Step {
			continue
		}
		if a.Kind == class.Solved {
			solved[a.Member] = true
		}
		if a.Kind != kind {
			continue
		}
		if r := member(class.Member{ID: a.Member}); r.answer == nil || a.At >= r.answer.At {
			r.answer, at[r] = a, i
		}
	}
	slices.SortFunc(list, func(a, b *row) int { return cmp.Compare(a.ID, b.ID) })
	rows := make([]row, len(list))
	for i, r := range list {
		if r.answer != nil {
			if err := m.read(job, p, r, solved[r.ID]); err != nil {
				return nil, in(err, at[r])
			}
			if kind == class.Choice && r.choice >= len(p.Choices) { // of a page that has changed since
				r.answer, r.right = nil, nil
			}
		}
		rows[i] = *r
	}
	return rows, nil
}

// in says of which answer an error is.
func in(err error, i int) error {
	if f, ok := errors.AsType[*class.Fault](err); ok {
		return &class.Fault{Field: "answers[" + count(i) + "]" + f.Field[len("answer"):], Text: f.Text}
	}
	return err
}

// read reads the answer of a row, and whether it is right. solved tells that the member's own page says so, which
// counts where this can't be found out here.
func (m *maker) read(job method.Job, p *class.Panel, r *row, solved bool) (err error) {
	a := r.answer
	if a.Kind != class.Line { // of which those that are kept were checked when they came
		if err := a.Check(); err != nil {
			return err
		}
	}
	var right, known bool
	switch a.Kind {
	case class.Choice:
		err = json.Unmarshal(a.Value, &r.choice)
		right, known = slices.Contains(p.Right, r.choice), len(p.Right) > 0
	case class.Number:
		if err = json.Unmarshal(a.Value, &r.number); err != nil {
			return err
		}
		want, ok, failed := m.wanted(job, p)
		if err = failed; ok {
			right, known = near(r.number, want, p.Within), true
		}
	case class.Place:
		if err = json.Unmarshal(a.Value, &r.place); err == nil {
			right, known, err = m.holds(job, p, map[string]any{"x": r.place[0], "y": r.place[1]})
		}
	case class.Line:
		var d *drawn
		s := m.step(p.Page)
		if d, err = m.drawn(job, s, a); err == nil {
			r.line, r.judged = d.line, d.judged
			r.share = s.judging != nil && s.judging.Task == method.Classify
			if d.judged != nil {
				right, known, err = m.holds(job, p, course.Drawn(d.judged.Mine, d.judged.Method, d.judged.On))
			}
		}
	case class.Solved:
		right, known = true, true
	}
	if err != nil {
		return err
	}
	if right = right || solved && (!known || a.Kind == class.Number); known || right {
		// Of numbers, a page also takes what holds of the picture that a student has made.
		r.right = &right
	}
	return nil
}

// near tells whether a number is right, as a page does.
func near(x, want, within float64) bool { return math.Abs(x-want) <= within+1e-9*math.Abs(want) }

// wanted is the right number, of the document with which the step begins.
func (m *maker) wanted(job method.Job, p *class.Panel) (x float64, ok bool, err error) {
	if p.Answer == "" {
		return 0, false, nil
	}
	s := m.step(p.Page)
	if x, ok = s.values[p.Answer]; ok {
		return x, true, nil
	}
	c, err := check.Read(p.Answer)
	if err != nil {
		return 0, false, err
	}
	names := func(name string) (any, error) {
		k, err := m.names(job, s)
		if err != nil {
			return nil, err
		}
		return k.Name(name)
	}
	if x, err = c.Number(names); method.Stopped(err) {
		return 0, false, err
	}
	if err != nil || !method.Finite(x) { // what it asks for is not known, or is worked out later
		return 0, false, nil
	}
	s.values[p.Answer] = x
	return x, true, nil
}

// holds tells whether the step's condition holds of an answer; known is false where that can't be told.
func (m *maker) holds(job method.Job, p *class.Panel, of map[string]any) (right, known bool, err error) {
	if p.Check == "" {
		return false, false, nil
	}
	s := m.step(p.Page)
	c := s.checks[p.Check]
	if c == nil {
		if c, err = check.Read(p.Check); err != nil {
			return false, false, err
		}
		s.checks[p.Check] = c
	}
	right, err = c.Holds(func(name string) (any, error) {
		if v, ok := of[name]; ok {
			return v, nil
		}
		k, err := m.names(job, s)
		if err != nil {
			return nil, err
		}
		return k.Name(name)
	})
	if method.Stopped(err) {
		return false, false, err
	}
	return right, err == nil, nil
}

// area names where a condition of x and y holds on a plane.
type area struct {
	check string
	view  picture.Viewport
}

// Nodes of the grid on which a condition is looked at.
const areaW, areaH = 192, 136

// area is where the step's condition of a place holds, as polygons; nil where that is not known.
func (m *maker) area(job method.Job, p *class.Panel, v picture.Viewport) (*picture.Path, error) {
	s := m.step(p.Page)
	if path, ok := s.areas[area{p.Check, v}]; ok {
		return path, nil
	}
	g := v.Grid(areaW, areaH)
	values := make([]float32, areaW*areaH)
	at := map[string]any{}
	for i := range values {
		if err := method.AskEvery(job, i, areaW); err != nil {
			return nil, err
		}
		at["x"], at["y"] = g.X(i%areaW), g.Y(i/areaW)
		right, known, err := m.holds(job, p, at)
		if err != nil || !known {
			return nil, err
		}
		if values[i] = -1; right {
			values[i] = 1
		}
	}
	path := picture.FilledContours(values, g, 0, math.Inf(1))
	s.areas[area{p.Check, v}] = path
	return path, nil
}

// drawn is a line that was drawn over a step's document, which is judged once.
func (m *maker) drawn(job method.Job, s *step, a *class.Answer) (*drawn, error) {
	if d := s.lines[string(a.Value)]; d != nil {
		return d, nil
	}
	var places [][]float64
	if err := json.Unmarshal(a.Value, &places); err != nil || !isLine(places) {
		return nil, cmp.Or(a.Check(), err)
	}
	d := &drawn{line: make([][2]float64, len(places))}
	for i, q := range places {
		d.line[i] = [2]float64(q)
	}
	j, err := m.judge(job, s)
	if err == nil {
		d.judged, err = j.Line(job, d.line)
	}
	if method.Stopped(err) {
		return nil, err
	}
	if len(s.lines) >= mostLines {
		clear(s.lines)
	}
	s.lines[string(a.Value)] = d
	return d, nil
}

// isLine tells what class.Answer.Check does, of a line that is read: it reads it once more, which takes as long as all
// else.
func isLine(places [][]float64) bool {
	return len(places) >= 2 && len(places) <= class.MaxVertices && !slices.ContainsFunc(places, func(q []float64) bool {
		return len(q) != 2 || !method.Finite(q[0]) || !method.Finite(q[1])
	})
}

// risk is the error of a line by which it is compared with others: on the points that the fit has not seen, where there
// are such, else on those of the fit.
func (r *row) risk() (x float64, ok bool) {
	if r.judged == nil || len(r.judged.Mine) == 0 {
		return 0, false
	}
	x = r.judged.Mine[len(r.judged.Mine)-1]
	return x, method.Finite(x)
}

// answered are the rows that have an answer.
func answered(rows []row) (list []*row) {
	for i := range rows {
		if rows[i].answer != nil {
			list = append(list, &rows[i])
		}
	}
	return list
}

// right counts answers that are right, and those of which it is known whether they are.
func rightOf(rows []*row) (right, known int) {
	for _, r := range rows {
		if r.right != nil {
			known++
			if *r.right {
				right++
			}
		}
	}
	return right, known
}
