package session

import (
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// If the data of a classifier have a single input, a panel shows the probability of the classes, or the scores, over
// that input: there the size of a weight is visible, which in the plane is only shading. No method needs code for it.

// line holds the single input of points.
type line struct {
	at   []float64 // input of each point of the document
	axis int       // 0 = horizontal, 1 = vertical, -1 = the rows have one column
	rest float64   // the other coordinate, which all points share
}

// alongLine reports whether the data of a classifier with scores have a single input: the only column, or the only
// coordinate that varies.
func (f *Fit) alongLine() bool {
	p := f.Problem
	if f.Task != method.Classify || len(p.ClassIDs) < 2 || p.D > 2 || p.D == 2 && p.Wide() ||
		p.Things() != nil { // indices of words are not ordered
		return false
	}
	_, ok := method.Line(f.points)
	scores := f.can.PointScorer != nil
	return scores && (ok || p.D == 1)
}

// lineOf returns the single input of what a classifier is fitted to.
func (f *Fit) lineOf() *line {
	if f.Problem.D == 1 {
		return &line{at: values(f.table, f.table.Chosen()).x, axis: -1}
	}
	axis, _ := method.Line(f.points)
	l := &line{at: make([]float64, len(f.points)), axis: axis, rest: coordinate(f.points[0], 1-axis)}
	for i, q := range f.points {
		l.at[i] = coordinate(q, axis)
	}
	return l
}

// lineView shows a classifier over its single input, unless the model does so itself.
type lineView struct {
	plain
	f *Fit
}

func (v *lineView) where() place { return behind }

func (v *lineView) panels() []method.Panel {
	if v.f.ownLine() {
		return nil
	}
	return []method.Panel{v.f.lineOf().panel(v.f)}
}

func (v *lineView) rowKeys(panel string, add func(point int, key string)) bool {
	if panel != chart.OverInputID || v.f.ownLine() {
		return false
	}
	for i := range v.f.points {
		add(i, alongKeys.Key(i))
	}
	return true
}

// ownLine reports whether the model has a panel over its input itself, which may be switched off.
func (f *Fit) ownLine() bool {
	if f.can.Panels == nil {
		return false
	}
	all := method.Shown{}
	for _, s := range f.Method.Shows {
		all[s.Name] = true
	}
	_, ok := method.FindPanel(f.can.Panels(all), chart.OverInputID)
	return ok
}

func coordinate(q doc.Point, axis int) float64 {
	if axis == 1 {
		return q.Y
	}
	return q.X
}

// rows returns the model's inputs for positions on the line.
func (l *line) rows(at []float64) []float64 {
	if l.axis < 0 {
		return at
	}
	x := make([]float64, 2*len(at))
	for i, a := range at {
		x[2*i+l.axis], x[2*i+1-l.axis] = a, l.rest
	}
	return x
}

// panel returns the panel with the model's output over the line.
func (l *line) panel(f *Fit) method.Panel {
	draw := func(_ method.Job, w, h int) (*chart.Chart, error) { return l.over(f, w, h).Chart(), nil }
	return chart.Sized(l.over(f, 0, 0).Info(), draw)
}

// over returns the chart for w x h pixels; if w is 0, only its declaration.
func (l *line) over(f *Fit, w, h int) *chart.OverInput {
	p, proba := f.Problem, f.can.ProbaAt() != method.NoProba
	two := len(p.ClassIDs) == 2
	o := &chart.OverInput{Input: p.InputNames()[max(l.axis, 0)], Scores: !proba, Several: !two,
		Says: "the prediction changes"}
	second, first := p.ClassName(min(1, len(p.ClassIDs)-1)), p.ClassName(0)
	o.Margins = f.Method.Margin && o.Scores && two
	switch {
	case proba && two:
		o.What = "P(" + second + ")"
		o.Help = words.Text("Probability of %s over the only input. Its points are drawn at 1, those of %s at 0; the "+
			"prediction changes where the curve crosses 1/2.", second, first)
	case proba:
		o.What = "P(class)"
		o.Help = "Probability of each class over the only input. The class of the highest curve is predicted."
	case two:
		o.What = "f(x)"
		o.Help = words.Text("Decision value over the only input: %s where it is positive.", second)
		if o.Margins {
			o.Help = words.Say(o.Help) + words.Say(" Points are drawn at ±1, the edges of the margin: a point whose curve "+
				"value lies beyond is no support vector.")
		}
	default:
		o.What = "f(x)"
		o.Help = "Decision values of all classes over the only input. The class of the largest value is predicted."
	}
	if w == 0 {
		return o
	}
	lo, hi := slices.Min(l.at), slices.Max(l.at)
	air := chart.Air * (hi - lo)
	xs := make([]float64, w+1)
	for i := range xs {
		xs[i] = lo - air + (hi-lo+2*air)*float64(i)/float64(w)
	}
	lines := l.lines(f, xs)
	for k, ys := range lines {
		look := chart.As(picture.RoleTrack, "P("+second+")")
		if o.Scores {
			look = chart.As(picture.RoleTrack, "f")
		}
		if len(lines) > 1 {
			look = chart.Of(picture.RoleEllipse, p.ClassIDs[k], "scores of the classes").Called(p.ClassName(k))
		}
		scale := float64(h)
		if o.Scores {
			scale /= max(slices.Max(ys)-slices.Min(ys), 1e-300)
		}
		x, y := upright(xs, ys, scale, func(x, out []float64) { copy(out, l.lines(f, x)[k]) })
		o.Lines = append(o.Lines, chart.Curve{Look: look, X: x, Y: y})
	}
	o.Cuts = l.cuts(f, xs)
	o.Points = l.points(f, o)
	o.Level = f.level()
	return o
}

// lines returns the model's output at positions: P of the second class or f, or one list for each of several classes.
func (l *line) lines(f *Fit, at []float64) [][]float64 {
	scores := f.can.PointScorer.PointScores(l.rows(at))
	n := len(scores[0])
	if len(f.Problem.ClassIDs) > 2 {
		out := make([][]float64, n)
		for k := range out {
			for _, row := range scores {
				out[k] = append(out[k], row[k])
			}
		}
		return out
	}
	out := make([]float64, len(at))
	for i, row := range scores {
		out[i] = single(row, f.can.ProbaAt())
	}
	return [][]float64{out}
}

// single returns a single score for two classes, positive for the second class, or its probability.
func single(row []float64, proba method.Proba) float64 {
	switch {
	case len(row) == 1:
		return row[0]
	case proba != method.NoProba:
		return row[1]
	}
	return row[1] - row[0]
}

// shares returns the probabilities of all classes from a model's row, which for two classes may hold only the second
// one's.
func shares(row []float64) []float64 {
	if len(row) == 1 {
		return []float64{1 - row[0], row[0]}
	}
	return row
}

// cuts returns the positions at which the prediction changes, at most one between two consecutive ones of the
// increasing positions at.
func (l *line) cuts(f *Fit, at []float64) (cuts []float64) {
	m := f.can.Predictor
	if m == nil {
		return nil
	}
	said := make([]float64, len(at))
	m.Predict(l.rows(at), said)
	one := make([]float64, 1)
	for i := range len(at) - 1 {
		if said[i] == said[i+1] {
			continue
		}
		lo, hi := at[i], at[i+1]
		for range 50 {
			mid := lo + (hi-lo)/2
			if m.Predict(l.rows([]float64{mid}), one); one[0] == said[i] {
				lo = mid
			} else {
				hi = mid
			}
		}
		cuts = append(cuts, lo+(hi-lo)/2)
	}
	return cuts
}

// points returns those of the document whose class is in the fit: at the height of their class for two classes with
// probabilities or margins, else all at one height.
func (l *line) points(f *Fit, o *chart.OverInput) chart.Dots {
	var pts []doc.Point
	var roles []byte
	var keys []string
	for i, q := range f.points {
		k := slices.Index(f.Problem.ClassIDs, q.Class())
		if k < 0 {
			continue
		}
		switch {
		case o.Several && !o.Scores:
			q.Y = -0.06
		case o.Several, o.Scores && !o.Margins:
			q.Y = 0
		case o.Scores:
			q.Y = float64(2*k - 1)
		default:
			q.Y = float64(k)
		}
		if q.X = l.at[i]; len(f.points) <= mostKeyed {
			keys = append(keys, alongKeys.Key(i))
		}
		if pts = append(pts, q); f.roles != "" {
			roles = append(roles, f.roles[i])
		}
	}
	marks := f.Task.Marks(pts, string(roles), -1)
	marks.Role, marks.Keys = picture.RolePoint, keys
	return chart.Dots{Marks: marks, Untold: true}
}

// alongKeys are the keys of points over the line, by their index in the document.
var alongKeys = picture.KeyKind{Begins: "along"}

// tell describes the point with a key on the line.
func (v *lineView) tell(key string) (t method.Told, points []int, ok bool) {
	f := v.f
	i, ok := alongKeys.Number(key, len(f.points))
	if !ok {
		return t, nil, false
	}
	l, class := f.lineOf(), f.points[i].Class()
	t.Answer = words.Text("point %s, %s", strconv.Itoa(i+1), f.Problem.Names.Class(class))
	proba := f.can.ProbaAt() != method.NoProba
	lines := l.lines(f, l.at[i:i+1])
	for k, value := range lines {
		name := "f"
		switch {
		case proba && len(lines) == 1:
			name = "P(" + f.Problem.ClassName(1) + ")"
		case proba:
			name = "P(" + f.Problem.ClassName(k) + ")"
		case len(lines) > 1:
			name = words.Text("f of %s", f.Problem.ClassName(k))
		}
		t.Lines = append(t.Lines, words.Text("%s = %s", name, words.Number(value[0])))
	}
	return t, []int{i}, true
}
