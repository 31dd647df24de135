package session

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// A boundary or a curve drawn by the user is a model like any other: it predicts everywhere, and its errors are
// computed as for a method.

// Limits of the number of points of a drawn line.
const (
	fewestDrawn = 2
	mostDrawn   = 5000
)

// Judge computes the errors of a line that the user has drawn over a document's points, together with those of the
// document's method: see Judging.
func (s *Session) Judge(job method.Job, req Request, line [][2]float64) (*wire.Judged, error) {
	if err := checkLine(line); err != nil {
		return nil, err
	}
	j, err := s.able.drawings.judge(s, job, req)
	if err != nil {
		return nil, err
	}
	return j.Line(job, line)
}

// Judging computes the errors of lines that users have drawn over one document's points, together with those of the
// document's method: on the points of the fit, and on unseen ones. These are the validation points, because a user may
// redraw the line after seeing its error; if there are none, fresh points if the recipe is known, else the test points.
//
// For classes, a line divides the plane: a closed one (whose ends nearly meet) into inside and outside, while another
// one is extended straight beyond its ends. Each side predicts the class that most of its training points have. In
// regression on the line, the drawing is the graph of the function.
type Judging struct {
	Task method.Task // of the document's method: Classify or Regress
	// On names the unseen points; "" = there are none. Method has the errors of the method on the points of the fit, then
	// on the unseen ones, as in wire.Judged. An error that is not finite is left out.
	On     string
	Method []float64

	fitted *method.Problem
	sets   []*method.Problem // points of the fit, and unseen ones if there are any
}

// Judging fits a document and returns the Judging of its points. The error is that of the fit, or a *doc.Error if
// neither a boundary nor a curve can be drawn over the document.
func (s *Session) Judging(job method.Job, d doc.Document) (*Judging, error) {
	return s.able.drawings.judge(s, job, Request{Doc: d})
}

func (s *Session) judging(job method.Job, req Request) (*Judging, error) {
	f, err := s.fit(job, req)
	if err != nil {
		return nil, err
	}
	if f.Task != method.Regress && !(f.Task == method.Classify && f.Problem.D == 2 && !f.Problem.Wide()) {
		return nil, doc.Errorf("line", "drawn over classes in the plane, or over a curve's points", string(f.Task))
	}
	j := &Judging{Task: f.Task, fitted: f.Problem, sets: []*method.Problem{f.Problem}}
	unseen := f.unseen(req.Doc)
	at := slices.IndexFunc(unseen, func(x set) bool { return x.role == doc.Validation })
	if at < 0 {
		at = len(unseen) - 1 // fresh ones are the last set
	}
	if at >= 0 {
		j.On, j.sets = unseen[at].name, append(j.sets, unseen[at].points)
	}
	for _, points := range j.sets {
		if f.can.Predictor != nil {
			e, err := f.can.Errors(job, f.Problem, points)
			if err != nil {
				return nil, err
			}
			j.Method = append(j.Method, e.Mean)
		}
	}
	if slices.ContainsFunc(j.Method, func(x float64) bool { return !method.Finite(x) }) {
		j.Method = nil // its entries are told apart by their index
	}
	return j, nil
}

// Line computes the errors of a line. The error is a *doc.Error about the line, or job's.
func (j *Judging) Line(job method.Job, line [][2]float64) (*wire.Judged, error) {
	if err := checkLine(line); err != nil {
		return nil, err
	}
	mine := method.Answers{Predictor: newGraph(line)}
	if j.Task == method.Classify {
		mine.Predictor = newParting(j.fitted, line)
	}
	r := &wire.Judged{On: j.On, Method: j.Method}
	for _, points := range j.sets {
		e, err := mine.Errors(job, j.fitted, points)
		if err != nil {
			return nil, err
		}
		r.Mine = append(r.Mine, e.Mean)
	}
	return r, nil
}

// checkLine returns an error that says what is wrong with a drawn line, or nil.
func checkLine(line [][2]float64) error {
	if n := len(line); n < fewestDrawn || n > mostDrawn {
		return doc.Errorf("line", "2 to 5000 points", n)
	}
	for _, q := range line {
		if !method.Finite(q[0]) || !method.Finite(q[1]) {
			return doc.Errorf("line", "points with two coordinates", "a point without")
		}
	}
	return nil
}

// parting is a plane divided by a line.
type parting struct {
	line   [][2]float64
	away   [2]float64 // a point on the first side
	answer [2]float64 // the class index of each side
	// slopes holds, for each stretch of the line, the smallest and the largest slope of the segments from away to the
	// stretch's points: a segment from away in another direction does not cross the stretch.
	slopes [][2]float64
}

// stretch is the number of consecutive segments of a line that form a stretch.
const stretch = 16

func newParting(p *method.Problem, line [][2]float64) *parting {
	t := &parting{line: slices.Clone(line)}
	lo, hi := line[0], line[0]
	grow := func(q [2]float64) {
		for k := range 2 {
			lo[k], hi[k] = min(lo[k], q[k]), max(hi[k], q[k])
		}
	}
	for _, q := range line {
		grow(q)
	}
	across := math.Hypot(hi[0]-lo[0], hi[1]-lo[1]) // diagonal of the drawing's bounding box
	for i := range p.N {
		grow([2]float64{p.X[2*i], p.X[2*i+1]})
	}
	far := 4*math.Hypot(hi[0]-lo[0], hi[1]-lo[1]) + 1
	first, last := line[0], line[len(line)-1]
	if math.Hypot(first[0]-last[0], first[1]-last[1]) < 0.12*across && len(line) > 3 {
		t.line = append(t.line, first)
	} else {
		// Each end is extended in the direction from a point of the line that is across/10 away, because hands tremble.
		reach := 0.1 * across
		t.line = append([][2]float64{beyond(t.line, reach, far)}, t.line...)
		back := slices.Clone(t.line)
		slices.Reverse(back)
		t.line = append(t.line, beyond(back, reach, far))
	}
	// A point that lies on a line through points and corners only by chance.
	t.away = [2]float64{lo[0] - 0.31*(hi[0]-lo[0]) - 0.0137, lo[1] - 0.27*(hi[1]-lo[1]) - 0.0119}
	t.sight()
	counts := [2][]int{make([]int, len(p.ClassIDs)), make([]int, len(p.ClassIDs))}
	for i := range p.N {
		counts[t.side(p.X[2*i], p.X[2*i+1])][p.Class[i]]++
	}
	for s := range 2 {
		best := 0
		for c, n := range counts[s] {
			if n > counts[s][best] {
				best = c
			}
		}
		t.answer[s] = float64(best)
	}
	return t
}

// beyond returns a point far before the beginning of a line, in the direction in which it begins.
func beyond(line [][2]float64, reach, far float64) [2]float64 {
	a := line[0]
	b := line[len(line)-1]
	for _, q := range line[1:] {
		if math.Hypot(q[0]-a[0], q[1]-a[1]) >= reach {
			b = q
			break
		}
	}
	dx, dy := a[0]-b[0], a[1]-b[1]
	n := math.Hypot(dx, dy)
	if n == 0 {
		return a
	}
	return [2]float64{a[0] + far*dx/n, a[1] + far*dy/n}
}

// sight computes the slopes of all stretches. A stretch that is not completely to the right of away gets all slopes.
func (t *parting) sight() {
	for from := 0; from+1 < len(t.line); from += stretch {
		s := [2]float64{math.Inf(1), math.Inf(-1)}
		for _, a := range t.line[from:min(from+stretch+1, len(t.line))] {
			if !(a[0] > t.away[0]) {
				s = [2]float64{math.Inf(-1), math.Inf(1)}
				break
			}
			m := (a[1] - t.away[1]) / (a[0] - t.away[0])
			s[0], s[1] = min(s[0], m), max(s[1], m)
		}
		t.slopes = append(t.slopes, s)
	}
}

// side returns the side of a point: the parity of the crossings of the line by the segment from the point to t.away.
func (t *parting) side(x, y float64) int {
	p, q := [2]float64{x, y}, t.away
	m := (y - q[1]) / (x - q[0])     // of the whole line through both
	near := 1e-9 * (1 + math.Abs(m)) // rounding errors are far smaller
	n := 0
	for k, s := range t.slopes {
		if m < s[0]-near || m > s[1]+near {
			continue
		}
		piece := t.line[k*stretch : min((k+1)*stretch+1, len(t.line))]
		left := turns(p, q, piece[0]) > 0
		for i := 1; i < len(piece); i++ {
			was := left
			if left = turns(p, q, piece[i]) > 0; left == was {
				continue
			}
			if a, b := piece[i-1], piece[i]; (turns(a, b, p) > 0) != (turns(a, b, q) > 0) {
				n++
			}
		}
	}
	return n % 2
}

// turns is positive if a, b, c is a left turn.
func turns(a, b, c [2]float64) float64 { return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]) }

func (t *parting) Predict(x []float64, out []float64) {
	for i := range out {
		out[i] = t.answer[t.side(x[2*i], x[2*i+1])]
	}
}

// graph is a function given by a drawn graph: at each x its height, the mean if there are several, and beyond its ends
// the height of the nearer end.
type graph struct{ line [][2]float64 }

func newGraph(line [][2]float64) *graph { return &graph{line} }

func (g *graph) at(x float64) float64 {
	sum, n := 0.0, 0
	for i := 1; i < len(g.line); i++ {
		a, b := g.line[i-1], g.line[i]
		if a[0] > b[0] {
			a, b = b, a
		}
		if x < a[0] || x > b[0] || a[0] == b[0] {
			continue
		}
		sum += a[1] + (b[1]-a[1])*(x-a[0])/(b[0]-a[0])
		n++
	}
	if n > 0 {
		return sum / float64(n)
	}
	best := g.line[0]
	for _, q := range g.line {
		if math.Abs(q[0]-x) < math.Abs(best[0]-x) {
			best = q
		}
	}
	return best[1]
}

func (g *graph) Predict(x []float64, out []float64) {
	for i := range out {
		out[i] = g.at(x[i])
	}
}
