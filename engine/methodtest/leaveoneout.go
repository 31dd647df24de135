package methodtest

import (
	"errors"
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// leaveOneOut leaves out each of about 25 points in turn, of generated data for each choice, and of the example: the
// session's study must agree with fits of documents without the point, and so must shortcuts, to 1e-10 of the size of
// the predictions. A fact with the name of the study must have its value; one that still depends on all points must say
// so in its label.
func leaveOneOut(t T, m method.Method) {
	variants := inTurn(&m, 1)
	for i, v := range variants {
		if task := m.TaskOf(v.Params); task.Supervised() {
			leaveEachOut(t, m, v.Name, doc.Document{Method: m.ID, Params: v.Params, Points: Points(task, 25, 5), Seed: 7},
				i == 0)
		}
	}
	if m.Example == "" {
		return
	}
	d, err := doc.Decode([]byte(m.Example))
	if err == nil && d.Table == nil {
		d, err = session.New([]method.Method{m}).Resolve(method.Unstopped, d)
	}
	if err != nil || d.Table != nil || !m.TaskOf(d.Params).Supervised() {
		return
	}
	few := doc.Document{Method: m.ID, Params: d.Params, Seed: d.Seed}
	for i, every := 0, max(1, len(d.Points)/25); i < len(d.Points); i += every {
		few.Points = append(few.Points, d.Points[i])
	}
	leaveEachOut(t, m, "the example", few, true)
}

// leaveEachOut is leaveOneOut for one document. With whole, or if the model has a fact with the name of the study, it
// tests all points, otherwise only those that have a shortcut.
func leaveEachOut(t T, m method.Method, name string, d doc.Document, whole bool) {
	f, err := session.New([]method.Method{m}).Fit(method.Unstopped, d)
	if err != nil {
		return // a Need, or an unsuitable parameter
	}
	if m.Unjudged {
		var de *doc.Error
		if _, err := f.LeaveOneOut(method.Unstopped); !errors.As(err, &de) || de.Field != "study" {
			t.Errorf("%s: leave-one-out of what is not judged: %v, want an error that names the study", name, err)
		}
		return
	}
	short := f.Whole.Can()
	known := make([]bool, f.Problem.N)
	var answers []float64
	if short.LeaveOneOut != nil {
		var some []bool
		if answers, some, err = short.LeaveOneOut(method.Unstopped); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range answers {
			known[i] = some == nil || some[i]
		}
	}
	told, tells := toldLeftOut(t, f)
	whole = whole || tells
	if !whole && !slices.Contains(known, true) {
		return
	}
	var l *method.LeftOut
	if whole {
		if l, err = f.LeaveOneOut(method.Unstopped); err != nil {
			var need *method.Need
			if !errors.As(err, &need) {
				t.Errorf("%s: leave-one-out: %v", name, err)
			}
			return
		}
	}
	size := 1e-300
	for _, y := range f.Problem.Y {
		size = max(size, math.Abs(y))
	}
	fits := 0
	for i := range known {
		if !whole && !known[i] {
			continue
		}
		want := withoutPoint(t, m, f, d, f.Problem.Ordinal(i))
		same := func(a float64) bool { return a == want || a != a && want != want || math.Abs(a-want) <= 1e-10*size }
		if known[i] {
			a := answers[i]
			if f.Task == method.Classify && a == a {
				a = float64(f.Problem.ClassIDs[int(a)])
			}
			if !same(a) {
				t.Errorf("%s: the shortcut says %v of point %d without it, a fit %v", name, a, f.Problem.Ordinal(i), want)
			}
		} else {
			fits++
		}
		if whole && !same(l.Answers[i]) {
			t.Errorf("%s: leave-one-out says %v of point %d, a fit without it %v", name, l.Answers[i], f.Problem.Ordinal(i),
				want)
		}
	}
	if whole && l.Fits > fits {
		t.Errorf("%s: %d fits where %d answers were not known", name, l.Fits, fits)
	}
	if tells {
		p := f.Problem
		sum, n := 0.0, 0.0
		for i, a := range l.Answers {
			switch {
			case f.Task != method.Classify && a == a:
				sum += (p.Y[i] - a) * (p.Y[i] - a)
				n++
			case f.Task == method.Classify && a != float64(p.ClassIDs[p.Class[i]]):
				sum++
				fallthrough
			case f.Task == method.Classify:
				n++
			}
		}
		if got := sum / n; math.Abs(got-told) > 1e-9*max(size*size, 1) {
			t.Errorf("%s: the fact %q is %g, and the study of the same name finds %g", name, method.LeaveOneOut.Label, told, got)
		}
	}
}

// toldLeftOut returns the value of the model's fact with the name of the study; ok is false if there is none, or its
// value is NaN.
func toldLeftOut(t T, f *session.Fit) (value float64, ok bool) {
	facts := f.Whole.Facts()
	if a := f.Whole.Can(); a.Assess != nil {
		var err error
		if facts, err = a.Assess(method.Unstopped); err != nil {
			t.Fatalf("%v", err)
		}
	}
	for _, x := range facts {
		if x.Complete(); x.Label == method.LeaveOneOut.Label {
			value, ok = x.Value.(float64)
			return value, ok && value == value
		}
	}
	return 0, false
}

// withoutPoint returns the prediction at a point of the fit without it: a class id or a value; NaN if the fit has no
// prediction there, needs more data, or lacks the point's class.
func withoutPoint(t T, m method.Method, f *session.Fit, d doc.Document, at int) float64 {
	v, err := m.Validate(d.Params)
	if err != nil {
		t.Fatalf("%v", err)
	}
	p, err := method.NewProblem(slices.Delete(slices.Clone(d.Points), at, at+1), f.Task, d.Seed)
	if err != nil {
		t.Fatalf("%v", err)
	}
	q := d.Points[at]
	if f.Task == method.Classify && !slices.Contains(p.ClassIDs, q.Class()) {
		return math.NaN()
	}
	model, err := m.Fit(method.Unstopped, p, v, nil)
	var need *method.Need
	if errors.As(err, &need) {
		return math.NaN() // a Need: no prediction
	}
	if err != nil {
		t.Fatalf("without point %d: %v", at, err)
	}
	var out [1]float64
	model.Can().Predictor.Predict([]float64{q.X, q.Y}[:p.D], out[:])
	if f.Task == method.Classify && out[0] == out[0] {
		return float64(p.ClassIDs[int(out[0])])
	}
	return out[0]
}
