package session

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// This file makes a table of the points of a document with the model's answers, for users who can't see the picture,
// and as a CSV file.

// mostAnswered is the largest number of points in one request.
const mostAnswered = 200

// Predictions returns q.N rows of the table of points and answers, or fewer at its end, from row q.From on. If there is
// no such row, because the table has become shorter, it returns the last page of q.N rows.
func (f *Fit) Predictions(job method.Job, q wire.Predict) (*wire.Predicted, error) {
	if q.N < 1 || q.N > mostAnswered || q.From < 0 {
		return nil, doc.Errorf("n", "1 to 200 points, starting with the first", q.N)
	}
	return f.newAnswers(q.View).rows(job, q.From, q.N)
}

// answersCSV returns the whole table as a CSV file.
func (f *Fit) answersCSV(job method.Job, v picture.Viewport) ([]byte, error) {
	a := f.newAnswers(v)
	a.file = true
	var b strings.Builder
	write := func(list []any) {
		for i, x := range list {
			if i > 0 {
				b.WriteByte(',')
			}
			switch x := x.(type) {
			case float64:
				b.Write(doc.AppendNumber(nil, x))
			case bool:
				b.WriteString(map[bool]string{true: "yes", false: "no"}[x])
			case string:
				if strings.ContainsAny(x, ",;\t\"'# \n") {
					x = `"` + strings.ReplaceAll(x, `"`, `""`) + `"`
				}
				b.WriteString(x)
			}
		}
		b.WriteByte('\n')
	}
	head := make([]any, len(a.head))
	for i, name := range a.head {
		head[i] = name
	}
	write(head)
	for from := 0; from < len(f.points); from += mostAnswered {
		r, err := a.rows(job, from, mostAnswered)
		if err != nil {
			return nil, err
		}
		for _, row := range r.Rows {
			write(row)
		}
	}
	return []byte(b.String()), nil
}

// answering holds what the table is made from.
type answering struct {
	*Fit
	view     picture.Viewport
	head     []string
	predict  method.Predictor    // nil = the model makes no predictions, or the task has no targets
	scores   method.PointScorer  // nil = there is no column of scores
	proba    bool                // the scores are probabilities
	spread   bool                // there is a column of standard deviations
	clusters *grouping           // nil = the task has targets, or the model has no groups
	at       map[int]answerPlace // for rows of a table, by index in the document; nil = points are the inputs
	file     bool                // names without a name of their own are in English
}

// answerPlace is the position of a document's row in a problem.
type answerPlace struct {
	p *method.Problem
	i int
}

func (f *Fit) newAnswers(v picture.Viewport) *answering {
	a := &answering{Fit: f, view: v}
	if f.Problem.Wide() {
		a.at = map[int]answerPlace{}
		for _, s := range append([]set{{points: f.Problem}}, f.heldOut()...) {
			for i := range s.points.N {
				a.at[s.points.Ordinal(i)] = answerPlace{s.points, i}
			}
		}
	}
	n := f.Problem.Names.Over(f.Task.Named(doc.Names{}))
	a.head = []string{"Point", n.X, n.Y}
	if f.Task == method.Regress2D || f.Task.Classed(f.points) || f.Task == method.Classify {
		a.head = append(a.head, words.Capital(n.Value))
	}
	if f.held() > 0 {
		a.head = append(a.head, "Role")
	}
	if !f.Task.Supervised() {
		if g := f.groups(); g != nil {
			if a.clusters = g; !g.Classes {
				a.head = append(a.head, words.Capital(g.Name))
			}
			if g.wire.Weighted {
				a.head = append(a.head, "Weight")
			}
		}
	} else {
		a.predict = f.can.Predictor
	}
	switch {
	case a.predict != nil && f.Task == method.Classify:
		a.head = append(a.head, "Predicted")
		a.scores = f.can.PointScorer
		if a.proba = f.can.ProbaAt() != method.NoProba; a.proba {
			a.head = append(a.head, "Probability")
		} else if a.scores = a.decides(); a.scores != nil {
			a.head = append(a.head, "Decision value")
		}
		a.head = append(a.head, "Right")
	case a.predict != nil:
		a.head = append(a.head, "Predicted")
		if a.spread = f.can.Deviations != nil; a.spread {
			a.head = append(a.head, "Standard deviation")
		}
		a.head = append(a.head, "Residual")
	case a.clusters == nil:
		if f.can.Explain != nil {
			a.head = append(a.head, "Answer")
		}
	}
	return a
}

// decides returns the model as PointScorer if it has a single score per point, else nil.
func (a *answering) decides() method.PointScorer {
	if m := a.scores; m != nil && a.Problem.N > 0 {
		if s := m.PointScores(a.Problem.At(0)); len(s) == 1 && len(s[0]) == 1 {
			return m
		}
	}
	return nil
}

// input returns the model's input for a point of the document; nil = its row is in no problem, because it has no class,
// or is a sealed test point.
func (a *answering) input(point int) []float64 {
	q := a.points[point]
	switch {
	case a.at != nil:
		if at, ok := a.at[point]; ok {
			return at.p.At(at.i)
		}
		return nil
	case a.Problem.D == 1:
		return []float64{q.X}
	}
	return []float64{q.X, q.Y}
}

// rows returns up to n rows of the table, from the row with index from on.
func (a *answering) rows(job method.Job, from, n int) (*wire.Predicted, error) {
	from = min(from, max(0, len(a.points)-1)/n*n) // the table may have become shorter since the request was made
	r := &wire.Predicted{From: from, Of: len(a.points), Head: a.head, Rows: [][]any{}}
	for i := from; i < min(from+n, r.Of); i++ {
		if err := job.Err(); err != nil {
			return nil, err
		}
		row := a.row(i)
		for k, v := range row { // JSON has no NaN and infinities
			if x, ok := v.(float64); ok && !method.Finite(x) {
				row[k] = speakable(x)
			}
		}
		r.Rows = append(r.Rows, row)
	}
	return r, nil
}

// class returns the name of a class.
func (a *answering) class(id int) string {
	if n := a.Problem.Names; a.file && id >= 0 && !n.Named(id) {
		return strings.Join([]string{"class", strconv.Itoa(id + 1)}, " ")
	}
	return a.Problem.Names.Class(id)
}

func (a *answering) row(i int) []any {
	q := a.points[i]
	row := []any{float64(i + 1), q.X, q.Y}
	switch {
	case a.Task == method.Regress2D:
		row = append(row, q.Z)
	case a.Task == method.Classify || a.Task.Classed(a.points):
		row = append(row, a.class(q.Class()))
	}
	if a.held() > 0 {
		role, _, _ := strings.Cut(method.RoleName(doc.Role(a.roles[i])), " ")
		row = append(row, role)
	}
	switch {
	case a.clusters != nil:
		g := a.clusters
		if !g.Classes {
			name := any("none")
			if of := g.wire.Of[i]; of != method.NoGroup {
				if name = g.Called(of); a.file {
					name = g.Name + " " + strconv.Itoa(of+1)
				}
			}
			row = append(row, name)
		}
		if g.wire.Weighted {
			row = append(row, g.wire.Weight[i])
		}
		return row
	case a.predict != nil:
		return append(row, a.answer(i)...)
	case len(a.head) > len(row):
		text := any(nil)
		x := a.input(i)
		if e, ok := a.ExplainRow(i, x, a.view); ok && e.Answer != "" {
			text = e.Answer
		}
		return append(row, text)
	}
	return row
}

// answer returns the last cells of row i if the model predicts classes or values: the prediction, its probability,
// decision value or standard deviation (if there is such a column), and whether it is right, or the residual.
func (a *answering) answer(i int) (row []any) {
	x, classes := a.input(i), a.Task == method.Classify
	says := []float64{math.NaN()}
	if x != nil {
		a.predict.Predict(x, says)
	}
	y := says[0]
	if y != y {
		row = append(row, "no prediction")
		if a.proba || a.scores != nil || a.spread {
			row = append(row, nil)
		}
		return append(row, nil)
	}
	if !classes {
		row = append(row, y)
		if a.spread {
			f, _ := a.can.Deviations(x)
			row = append(row, f[0])
		}
		truth := a.points[i].Z
		if a.at != nil {
			truth = a.at[i].p.Y[a.at[i].i]
		} else if a.Task == method.Regress {
			truth = a.points[i].Y
		}
		return append(row, truth-y)
	}
	k := int(y)
	row = append(row, a.class(a.Problem.ClassIDs[k]))
	if a.proba || a.scores != nil {
		s := a.scores.PointScores(x)[0]
		if !a.proba {
			k = 0
		}
		row = append(row, any(s[min(k, len(s)-1)]))
	}
	if id := a.points[i].Class(); id != doc.Unlabeled {
		return append(row, id == a.Problem.ClassIDs[int(y)])
	}
	return append(row, nil)
}
