package session

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Study carries out the study with an id for a document whose points are made. It reports its progress to job. Errors
// are those of Fit. It empties the cache of fits first.
func (s *Session) Study(job method.Job, d doc.Document, id string) (*wire.Studied, error) {
	switch id {
	case method.LeaveOneOut.ID, method.ErrorCurve.ID:
	case method.Runs.ID:
		return s.able.studies.runs(s, job, d)
	default:
		return nil, doc.Errorf("study", words.Text("one of %s, %s, %s", method.ErrorCurve.ID, method.LeaveOneOut.ID,
			method.Runs.ID), id)
	}
	if id == method.ErrorCurve.ID {
		return s.able.studies.survey(s, job, d)
	}
	d.View.Part = 0
	s.Forget() // the result must be that of cold fits
	f, err := s.Fit(method.Stretch(job, 0, 0), d)
	if err != nil {
		return nil, err
	}
	l, err := f.LeaveOneOut(job)
	if err != nil {
		return nil, err
	}
	return f.leftOut(l), nil
}

// LeaveOneOut predicts each training point with the fit without it. Held-out points stay held out. A Stepper is fitted
// to its end; a Grower is trained from its start to the step of f, or to its end if f is at its end. The error is a
// *doc.Error or *method.Need if that is impossible, the job's, or that of a fit.
func (f *Fit) LeaveOneOut(job method.Job) (*method.LeftOut, error) {
	p, study := f.Problem, &method.LeaveOneOut
	if !study.Suits(&f.Method.Info, f.Task) {
		return nil, doc.Errorf("study", words.Text("left out for %s, whose results cannot be compared with given answers",
			f.Method.Name),
			study.ID)
	}
	if f.Method.Unjudged {
		return nil, doc.Errorf("study", words.Text("left out for %s, whose error on new points has no meaning",
			f.Method.Name),
			study.ID)
	}
	if no := study.Refuses(p.N); no != "" {
		return nil, &method.Need{Sentence: no}
	}
	if f.whole.Predictor == nil {
		return nil, doc.Errorf("study", words.Text("left out for %s, which makes no predictions at points", f.Method.Name),
			study.ID)
	}
	if f.growth != nil && f.Step == 0 {
		return nil, &method.Need{Sentence: words.Text("%s: this model has not been trained, and errors are computed for "+
			"trained models. Train it, or give the number of steps in its document: view.step.", study.Label)}
	}
	l := &method.LeftOut{Answers: make([]float64, p.N)}
	known := make([]bool, p.N)
	if f.whole.LeaveOneOut != nil {
		answers, which, err := f.whole.LeaveOneOut(job)
		if err != nil {
			return nil, err
		}
		for i, a := range answers {
			if which == nil || which[i] {
				known[i], l.Answers[i] = true, f.answer(p, a)
			}
		}
	}
	done, all := 0, 0
	for _, k := range known {
		if !k {
			all++
		}
	}
	for i, k := range known {
		if k {
			continue
		}
		share := float64(done) / float64(all)
		if err := f.without(method.Stretch(job, share, share), i, l); err != nil {
			return nil, err
		}
		done++
		method.Progress(job, float64(done)/float64(all))
	}
	return l, nil
}

// without fits all training points but that of row i, cold, predicts it, and records the result in l.
func (f *Fit) without(job method.Job, i int, l *method.LeftOut) error {
	p := f.Problem
	rest := f.rows().some(others(p.N, []int{i}))
	l.Answers[i] = math.NaN()
	if f.Task == method.Classify && !slices.Contains(rest.ClassIDs, p.ClassIDs[p.Class[i]]) {
		l.Alone++
		return job.Err() // the only point of its class: any prediction is wrong
	}
	m, why, err := f.made(job, rest, f.Values, nil)
	if why != "" {
		if l.Unfit++; l.Unfit == 1 {
			l.Why = why
		}
	}
	if m == nil || err != nil {
		return err
	}
	l.Fits++
	var out [1]float64
	m.Can().Predictor.Predict(p.At(i), out[:])
	l.Answers[i] = f.answer(rest, out[0])
	if unfinished(m) {
		l.Limited++
	}
	return job.Err()
}

// grownUp reports whether the model is a Grower that has an end, and is there. Fits to other points are then trained to
// their ends, too.
func (f *Fit) grownUp() bool {
	return f.growth != nil && f.growth.end > 0 && f.growth.over(f)
}

// answer converts a prediction of a model of p to the form of LeftOut: a class index to a class id.
func (f *Fit) answer(p *method.Problem, a float64) float64 {
	if f.Task == method.Classify && a == a {
		return float64(p.ClassIDs[int(a)])
	}
	return a
}

// farthest is the largest number of points with the largest errors that are named in regression.
const farthest = 5

// leftOut describes the result of LeaveOneOut in words and facts.
func (f *Fit) leftOut(l *method.LeftOut) *wire.Studied {
	p := f.Problem
	r := &wire.Studied{Study: method.LeaveOneOut.ID, Points: []int{}}
	var facts method.FactList
	rows := make([]int, 0, p.N) // the rows that are named
	n := float64(p.N)
	if f.Task == method.Classify {
		for i, a := range l.Answers {
			if a != float64(p.ClassIDs[p.Class[i]]) {
				rows = append(rows, i)
			}
		}
		facts.Add("leave_one_out_error", float64(len(rows))/n, "", "").Call("Share of errors")
		facts.Add("leave_one_out_wrong", len(rows), "", words.Text("Number of points, of %s, that are misclassified "+
			"when left out", words.Count(p.N, "training point"))).Call("Misclassified points")
		r.Says = words.Text("Leave-one-out error %s: %s of %s misclassified when left out.",
			words.Percent(float64(len(rows))/n), words.Count(len(rows), "point"), words.Count(p.N, "training point"))
		r.PointsSay = "Misclassified when left out"
	} else {
		sum, residuals := 0.0, make([]float64, p.N)
		for i, a := range l.Answers {
			residuals[i] = p.Y[i] - a
			if a != a {
				n--
				continue
			}
			sum += residuals[i] * residuals[i]
			rows = append(rows, i)
		}
		r.PointsSay = "Largest errors when left out"
		mse := sum / n
		if n == 0 {
			r.Says = "No left-out point gets a prediction: there is no error."
		} else {
			facts.Add("leave_one_out_mse", mse, method.SquaredUnits, "").Call("Mean squared error")
			facts.Add("leave_one_out_rmse", math.Sqrt(mse), "units of y", "Root of the mean squared error of "+
				"the leave-one-out predictions, in the units of y").Call("Its root, RMSE")
			facts.Add("leave_one_out_residuals", residuals, "units of y",
				"y minus the prediction of the fit without the point").Hide()
			r.Says = words.Text("Leave-one-out error: mean squared error %s, its root %s, over %s.", words.Number(mse),
				words.Number(math.Sqrt(mse)), words.Count(int(n), "training point"))
		}
		slices.SortStableFunc(rows, func(a, b int) int { return int(sign(math.Abs(residuals[b]) - math.Abs(residuals[a]))) })
		rows = rows[:min(farthest, len(rows))]
	}
	r.Points = p.Ordinals(rows)
	r.Notes = append(r.Notes, l.Work())
	switch silent := p.N - int(n); {
	case n == 0:
	case silent == 1:
		r.Notes = append(r.Notes, "1 point is not counted: left out, it has no prediction.")
	case silent > 1:
		r.Notes = append(r.Notes, words.Text("%s are not counted: left out, they have no predictions.", words.Count(silent,
			"point")))
	}
	if l.Unfit > 0 && f.Task == method.Classify {
		r.Notes = append(r.Notes, "A point without which the method can't be fitted counts as wrong.")
	}
	if f.roles != "" {
		r.Notes = append(r.Notes, words.Text("Only training points are left out; %s held out of every fit.",
			words.Count(f.held(), "point")))
	}
	if f.table != nil {
		r.Notes = append(r.Notes, "The table's scale and plane are those of all rows.")
	}
	if f.whole.Stepper != nil && f.Step < f.whole.Stepper.Steps() {
		r.Notes = append(r.Notes, "This describes the final fit, not the step shown.")
	}
	if f.growth != nil && !f.grownUp() {
		r.Notes = append(r.Notes, words.Text("Each is trained from its start to the step shown, %s %s.",
			f.growth.now.StepName(), words.Number(float64(f.Step))))
	}
	for i := range facts {
		facts[i].Complete()
		facts[i].Value = speakable(facts[i].Value)
	}
	r.Facts = facts
	return r
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
