package results

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/sorts"
	"pointscape/engine/wire"
)

// row is a member with the answer to the panel's step.
type row struct {
	class.Member
	answer *class.Answer // newest answer of the step's kind; nil = none
	sent   bool          // the member has sent a document, which the lecturer can open

	// The value of answer, by its kind.
	choice int
	number float64
	place  [2]float64
	line   [][2]float64

	judged *wire.Judged // errors of line; nil = it can't be judged
	share  bool         // these errors are shares, not mean squared errors
	right  *bool        // the answer is right; nil = unknown
}

// kinds maps the kind of a step to the kind of its answers. Steps of other kinds have none.
var kinds = map[string]string{course.Choose: class.Choice, course.Number: class.Number, course.Place: class.Place,
	course.Draw: class.Line, course.Task: class.Solved}

// rows returns the members, each once, in the order of their numbers, with their newest answers to the panel's step. A
// member whose answer has arrived before the message about the member has a row, too.
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
	sorts.Func(list, func(a, b *row) int { return cmp.Compare(a.ID, b.ID) })
	var given []*class.Answer
	for _, r := range list {
		if r.answer != nil {
			given = append(given, r.answer)
		}
	}
	if err := m.judge(job, m.step(p.Page), given); err != nil {
		return nil, err
	}
	rows := make([]row, len(list))
	for i, r := range list {
		if r.answer != nil {
			if err := m.read(job, p, r, solved[r.ID]); err != nil {
				return nil, in(err, at[r])
			}
			if kind == class.Choice && r.choice >= len(p.Choices) { // the page has changed since the answer
				r.answer, r.right = nil, nil
			}
		}
		rows[i] = *r
	}
	return rows, nil
}

// in returns err with the index of the answer in its field, if it is a *class.Fault of an answer.
func in(err error, i int) error {
	if f, ok := errors.AsType[*class.Fault](err); ok {
		return &class.Fault{Field: "answers[" + count(i) + "]" + f.Field[len("answer"):], Text: f.Text}
	}
	return err
}

// read decodes the answer of a row and finds whether it is right. solved means that the member's own page takes it for
// right; that counts for numbers, and for other kinds if it can't be found out here.
func (m *maker) read(job method.Job, p *class.Panel, r *row, solved bool) (err error) {
	a := r.answer
	s := m.step(p.Page)
	d := s.lines[string(a.Value)]
	if a.Kind != class.Line || d == nil { // judge has checked the others
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
		r.line, r.judged = d.line, d.judged
		r.share = s.judging != nil && s.judging.task == method.Classify
		if d.judged != nil {
			right, known, err = m.holds(job, p, course.Drawn(d.judged.Mine, d.judged.Method, d.judged.On))
		}
	case class.Solved:
		right, known = true, true
	}
	if err != nil {
		return err
	}
	if right = right || solved && (!known || a.Kind == class.Number); known || right {
		// A member's page also accepts the number that is right for the document that the member has made.
		r.right = &right
	}
	return nil
}

// near reports whether a number is within the tolerance of the right one, as course.Step.Near does for a number without
// a percent sign.
func near(x, want, within float64) bool { return math.Abs(x-want) <= within+1e-9*math.Abs(want) }

// wanted returns the right number for the document with which the step begins. ok is false if it is unknown; the error
// is that of parsing p.Answer, or the engine's.
func (m *maker) wanted(job method.Job, p *class.Panel) (x float64, ok bool, err error) {
	if p.Answer == "" {
		return 0, false, nil
	}
	s := m.step(p.Page)
	c, err := m.condition(job, s, p.Answer, nil)
	if err != nil {
		return 0, false, err
	}
	if x, err = c.Number(s.names(nil)); err != nil || !method.Finite(x) {
		return 0, false, nil // a name is unknown, or its value is computed later
	}
	return x, true, nil
}

// holds reports whether the step's condition holds; of has the names and values of the answer that it may use. known is
// false if there is no condition or it can't be evaluated; the error is that of parsing it, or the engine's.
func (m *maker) holds(job method.Job, p *class.Panel, of map[string]any) (right, known bool, err error) {
	if p.Check == "" {
		return false, false, nil
	}
	s := m.step(p.Page)
	c, err := m.condition(job, s, p.Check, of)
	if err != nil {
		return false, false, err
	}
	right, err = c.Holds(s.names(of))
	return right, err == nil, nil
}

// area is the key of a cached region: a condition of x and y, and the viewport.
type area struct {
	check string
	view  picture.Viewport
}

// Size of the grid on which a condition is evaluated.
const areaW, areaH = 192, 136

// area returns the region of v in which the step's condition of a position holds, as polygons; nil if the condition
// can't be evaluated.
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

// mostAsked is the maximum number of lines that the engine judges at a time, to bound the size of messages.
const mostAsked = 200

// judge decodes the lines among answers, and has those judged that are new. Lines that are not valid are left out.
func (m *maker) judge(job method.Job, s *step, answers []*class.Answer) error {
	if len(s.lines) >= mostLines {
		clear(s.lines)
	}
	var keys []string
	var lines [][][2]float64
	for _, a := range answers {
		if a.Kind != class.Line || s.lines[string(a.Value)] != nil {
			continue
		}
		var places [][]float64
		if json.Unmarshal(a.Value, &places) != nil || !isLine(places) {
			continue
		}
		line := make([][2]float64, len(places))
		for i, q := range places {
			line[i] = [2]float64(q)
		}
		keys, lines = append(keys, string(a.Value)), append(lines, line)
	}
	for len(lines) > 0 {
		n := min(len(lines), mostAsked)
		judged := make([]*wire.Judged, n)
		if s.unjudged == nil {
			fits, err := m.engine(job, &wire.AskFits{Document: s.document, Lines: lines[:n]})
			if err != nil {
				return err
			}
			if fits.Why != "" {
				s.unjudged = errors.New(fits.Why)
			} else if s.judging, judged, err = judgedOf(fits, n); err != nil {
				return err
			}
		}
		for i, line := range lines[:n] {
			s.lines[keys[i]] = &drawn{line, judged[i]}
		}
		keys, lines = keys[n:], lines[n:]
	}
	return nil
}

// judgedOf decodes the errors of n lines.
func judgedOf(fits *wire.Fits, n int) (j *judging, judged []*wire.Judged, err error) {
	if len(fits.Mine) != n {
		panic("results: the engine judged other lines")
	}
	j = &judging{task: fits.Task, on: fits.On}
	if j.method, err = wire.Numbers(fits.Method); err != nil {
		return nil, nil, err
	}
	for _, texts := range fits.Mine {
		mine, err := wire.Numbers(texts)
		if err != nil {
			return nil, nil, err
		}
		judged = append(judged, &wire.Judged{On: j.on, Mine: mine, Method: j.method})
	}
	return j, judged, nil
}

// isLine reports whether a decoded line is valid, by the rules of class.Answer.Check. Check would decode the line a
// second time, which takes as long as everything else.
func isLine(places [][]float64) bool {
	return len(places) >= 2 && len(places) <= class.MaxVertices && !slices.ContainsFunc(places, func(q []float64) bool {
		return len(q) != 2 || !method.Finite(q[0]) || !method.Finite(q[1])
	})
}

// risk returns the error by which lines are compared: on the unseen points, or on the training points if there are no
// unseen ones. ok is false if the line was not judged or the error is not finite.
func (r *row) risk() (x float64, ok bool) {
	if r.judged == nil || len(r.judged.Mine) == 0 {
		return 0, false
	}
	x = r.judged.Mine[len(r.judged.Mine)-1]
	return x, method.Finite(x)
}

// answered returns the rows that have an answer.
func answered(rows []row) (list []*row) {
	for i := range rows {
		if rows[i].answer != nil {
			list = append(list, &rows[i])
		}
	}
	return list
}

// rightOf returns the number of right answers, and the number of answers that are known to be right or wrong.
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
