package session

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// A boundary or a curve that somebody has drawn by hand is a model as any other: it answers at every place, and its
// errors are counted as a method's are.

// drawnLimits of a line.
const (
	fewestDrawn = 2
	mostDrawn   = 5000
)

// Judge counts the errors of a line that was drawn by hand over a document's points, beside those of its method: see
// Judging.
func (s *Session) Judge(job method.Job, req Request, line [][2]float64) (*wire.Judged, error) {
	if s.further == nil {
		return nil, s.lacks("assessing a drawing", &req.Doc)
	}
	return s.further.judge(s, job, req, line)
}

func (s *Session) judge(job method.Job, req Request, line [][2]float64) (*wire.Judged, error) {
	if err := drawable(line); err != nil {
		return nil, err
	}
	j, err := s.judging(job, req)
	if err != nil {
		return nil, err
	}
	return j.Line(job, line)
}

// Judging counts the errors of lines that were drawn by hand over one document's points, beside those of its method: on
// the points of the fit, and on those that it has not seen: the validation points, since who draws once more has chosen
// by them; where there are none, fresh ones if the recipe is known, else the test points.
//
// Of classes, the line parts the plane: a closed one (whose ends nearly meet) into inside and outside, another one
// goes on straight beyond its ends. Each side takes the class that most of its training points have. On the line, the
// drawing is the function's graph.
type Judging struct {
	Task method.Task // of the document's method: Classify or Regress
	// On names the points that the fit has not seen, and Method has its errors, on the points of the fit and on those, as
	// in wire.Judged.
	On     string
	Method []float64

	fitted *method.Problem
	sets   []*method.Problem
}

// Judging makes a judge of lines over a document's points. The error is that of a fit, or a *doc.Error where neither a
// boundary nor a curve can be drawn.
func (s *Session) Judging(job method.Job, d doc.Document) (*Judging, error) {
	if err := s.lacks("assessing a drawing", &d); err != nil {
		return nil, err
	}
	return s.judging(job, Request{Doc: d})
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
		at = len(unseen) - 1 // fresh ones come last
	}
	if at >= 0 {
		j.On, j.sets = unseen[at].name, append(j.sets, unseen[at].points)
	}
	for _, points := range j.sets {
		if p, ok := f.Model.(method.Predictor); ok {
			e, err := method.ErrorsOf(job, p, f.Problem, points)
			if err != nil {
				return nil, err
			}
			if method.Finite(e.Mean) {
				j.Method = append(j.Method, e.Mean)
			}
		}
	}
	return j, nil
}

// Line judges a line. The error is a *doc.Error of the line, or job's.
func (j *Judging) Line(job method.Job, line [][2]float64) (*wire.Judged, error) {
	if err := drawable(line); err != nil {
		return nil, err
	}
	var mine method.Predictor = newGraph(line)
	if j.Task == method.Classify {
		mine = newParting(j.fitted, line)
	}
	r := &wire.Judged{On: j.On, Method: j.Method}
	for _, points := range j.sets {
		e, err := method.ErrorsOf(job, mine, j.fitted, points)
		if err != nil {
			return nil, err
		}
		r.Mine = append(r.Mine, e.Mean)
	}
	return r, nil
}

// drawable tells what is wrong with a line.
func drawable(line [][2]float64) error {
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

// parting is a plane that a line parts in two.
type parting struct {
	line   [][2]float64
	away   [2]float64 // a place whose side is called the first
	answer [2]float64 // the class of each side, an index
	// slopes are those of the ways from away to the places of the line, the smallest and the largest of each stretch of
	// it: a way in another direction crosses nothing of that stretch.
	slopes [][2]float64
}

// stretch is how many pieces of a line have slopes together.
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
	across := math.Hypot(hi[0]-lo[0], hi[1]-lo[1]) // of the drawing alone
	for i := range p.N {
		grow([2]float64{p.X[2*i], p.X[2*i+1]})
	}
	far := 4*math.Hypot(hi[0]-lo[0], hi[1]-lo[1]) + 1
	first, last := line[0], line[len(line)-1]
	if math.Hypot(first[0]-last[0], first[1]-last[1]) < 0.12*across && len(line) > 3 {
		t.line = append(t.line, first)
	} else {
		// Each end goes on as the line comes to it, looked at over a tenth of the drawing: a hand trembles.
		reach := 0.1 * across
		t.line = append([][2]float64{beyond(t.line, reach, far)}, t.line...)
		back := slices.Clone(t.line)
		slices.Reverse(back)
		t.line = append(t.line, beyond(back, reach, far))
	}
	// A place that is on no line between points and corners but by chance.
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

// beyond is a place far before the beginning of a line, the way that it comes from there.
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

// sight works out the slopes of each stretch. Those of a stretch that does not lie on the right of the place away as a
// whole are all that there are.
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

// side tells on which side a place lies: how often the way from it to the place away crosses the line.
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

// turns is positive where a, b, c turn to the left.
func turns(a, b, c [2]float64) float64 { return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]) }

// Predict implements method.Predictor.
func (t *parting) Predict(x []float64, out []float64) {
	for i := range out {
		out[i] = t.answer[t.side(x[2*i], x[2*i+1])]
	}
}

// graph is a function whose graph was drawn: at each x the drawing's height, the mean where it passes several times,
// beyond its ends that of the nearest.
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

// Predict implements method.Predictor.
func (g *graph) Predict(x []float64, out []float64) {
	for i := range out {
		out[i] = g.at(x[i])
	}
}
