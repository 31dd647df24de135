package session

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Runs are fits that are compared: their curves over steps, passes over the data and time, and a table. Each is a new
// cold fit, so that a run depends only on its document, not on what was done before.

const (
	// runSteps is the largest number of steps of a run, apart from step 0, at which its errors on unseen points are
	// computed; other curves have as many values, or twice as many.
	runSteps = 60
	// A time is measured over runRows series of fits, each of which takes at least runRow or has runFits fits, unless all
	// together take runTime.
	runRows = 4
	runRow  = 5 * time.Millisecond
	runFits = 64
	// If the clock has not moved after runBlind fits in a row, the time is given as 0.
	runBlind = 16
	runTime  = 300 * time.Millisecond
)

// Runs makes the runs that a document asks for (doc.Runs), or that of the document itself if it asks for none. A run
// without sufficient data (method.Need) contains the reason. Other errors are returned: invalid settings, with the
// field of the run in the document, and the job's.
func (s *Session) Runs(job method.Job, d doc.Document) ([]*wire.Run, error) {
	docs, of := d.RunsOf()
	if d.Runs == nil {
		d.Study, d.Wall, d.View.Part = nil, nil, 0
		docs, of = []doc.Document{d}, []int{-1}
	} else if len(d.Runs.Sizes) > 0 && d.Dataset == nil {
		return nil, doc.Errorf("runs.sizes", "given for points of a recipe, which can draw any number", len(d.Runs.Sizes))
	}
	list := make([]*wire.Run, len(docs))
	for i, one := range docs {
		n := float64(len(docs))
		r, err := s.run(method.Stretch(job, float64(i)/n, float64(i+1)/n), one)
		var need *method.Need
		var wrong *doc.Error
		switch {
		case errors.As(err, &need):
			r = &wire.Run{Method: one.Method, Params: []wire.RunParam{}, Errors: []wire.RunValue{}, Steps: -1, Passes: -1,
				Seconds: -1, Fault: need.Sentence}
			if m, err := s.Method(one.Method); err == nil {
				r.Label = m.Name
			}
		case errors.As(err, &wrong) && of[i] >= 0:
			e := *wrong
			e.Field = fmt.Sprintf("runs.of[%d].%s", of[i], e.Field)
			return nil, &e
		case err != nil:
			return nil, err
		}
		if of[i] >= 0 {
			r.Name = d.Runs.Of[of[i]].Name
		}
		if text, err := doc.Encode(one); err == nil {
			r.Doc = string(text)
		}
		list[i] = r
	}
	return list, nil
}

// Logged returns runs with the document's settings for showing them.
func Logged(d *doc.Document, list []*wire.Run) *wire.RunLog {
	l := &wire.RunLog{Runs: list}
	if r := d.Runs; r != nil {
		l.X, l.Y, l.Log, l.Excess = r.X, r.Y, r.Log, r.Excess
	}
	return l
}

// stopwatch is a job that measures the time spent in Err: in a worker, messages are handled there.
type stopwatch struct {
	method.Job
	now   func() time.Time
	asked time.Duration
}

func (w *stopwatch) Err() error {
	from := w.now()
	err := w.Job.Err()
	w.asked += w.now().Sub(from)
	return err
}

func (w *stopwatch) Progress(done float64) { method.Progress(w.Job, done) }

// time measures how long do takes, in seconds, without the time spent in Err.
func (w *stopwatch) time(do func() error) (float64, error) {
	from, asked := w.now(), w.asked
	err := do()
	return (w.now().Sub(from) - (w.asked - asked)).Seconds(), err
}

// run makes one run: a cold fit of d to its end, or of a Grower to the document's step.
func (s *Session) run(job method.Job, d doc.Document) (r *wire.Run, err error) {
	if d, err = s.Resolve(job, d); err != nil {
		return r, err
	}
	step, first := d.View.Step, 0
	d.View.Step = &first // Growers are trained here
	s.Forget()
	watch := &stopwatch{Job: job, now: s.now}
	f, err := s.Fit(watch, d)
	if err != nil {
		return r, err
	}
	defer s.Forget()
	r = &wire.Run{Method: f.Method.ID, Label: f.Method.Name, N: f.Problem.N, Steps: -1, Passes: -1, Seconds: -1,
		Params: told(f, &d), Errors: []wire.RunValue{}}
	end := f.Whole
	if f.growth != nil {
		end, err = grown(watch, f, d, f.growth.goal(step), r)
	} else {
		if r.Seconds, err = timed(watch, f); err == nil {
			err = stepped(job, f, d, r)
		}
	}
	if err != nil {
		return r, err
	}
	if r.Passes >= 0 && end.Can().Cost().Beside != "" {
		r.Notes = append(r.Notes, words.Text("its time includes that of %s", end.Can().Cost().Beside))
	}
	if st := end.Status(); st.State == method.Limited || st.State == method.Diverged {
		r.Notes = append(r.Notes, st.Sentence)
	}
	return r, finished(job, f, d, end, r)
}

// timed measures the time of a cold fit, in seconds: the fit is repeated in series that are long enough for the clock,
// and the fastest series counts, because other work of the computer can only make it slower.
func timed(w *stopwatch, f *Fit) (float64, error) {
	best, all := math.Inf(1), 0.0
	for fits, rows := 1, 0; rows < runRows && all < runTime.Seconds(); {
		took, err := w.time(func() error {
			for range fits {
				if _, err := f.Method.Fit(unwatched{w}, f.Problem, f.Values, nil); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
		all += took
		if took == 0 && fits >= runBlind {
			return 0, nil // the clock is too coarse
		}
		if took < runRow.Seconds() && fits < runFits {
			fits *= 2
			continue
		}
		best, rows = min(best, took/float64(fits)), rows+1
	}
	return best, nil
}

// stride returns the number of steps between two values of a run's curves, and between two errors on unseen points.
func stride(steps int) (every, tests int) {
	tests = max(1, (steps+runSteps-1)/runSteps)
	if every = tests; tests%2 == 0 {
		every /= 2
	}
	return every, tests
}

// stepped records the curves of a fit that is a Stepper. Its time is divided among the steps in proportion to their
// passes, or evenly.
func stepped(job method.Job, f *Fit, d doc.Document, r *wire.Run) error {
	if f.whole.Cost != nil {
		r.Passes = f.whole.Cost().Passes
	}
	st := f.whole.Stepper
	if st == nil {
		return nil
	}
	n := st.Steps()
	r.Steps, r.Step = n, st.StepName()
	every, tests := stride(n)
	series := st.Trace()
	for _, c := range series {
		r.Curves = append(r.Curves, wire.RunCurve{Name: c.Name, Log: c.Log, Of: []int{}})
	}
	sets := f.unseen(d)
	for _, set := range sets {
		r.Curves = append(r.Curves, wire.RunCurve{Name: f.series(set).Name, Of: []int{}})
	}
	for k := 0; ; k = min(k+every, n) {
		at := len(r.At)
		r.At = append(r.At, float64(k))
		for i, c := range series {
			note(&r.Curves[i], at, c.Values[k])
		}
		stage := f.Whole
		if k < n && (r.Passes >= 0 || len(sets) > 0) {
			stage = st.Stage(k)
		}
		if r.Passes >= 0 {
			r.PassesAt = append(r.PassesAt, stage.Can().Cost().Passes)
		}
		if m := stage.Can(); m.Predictor != nil && (k%tests == 0 || k == n) {
			for i, set := range sets {
				e, err := m.Errors(job, f.Problem, set.points)
				if err != nil {
					return err
				}
				note(&r.Curves[len(series)+i], at, e.Mean)
			}
		}
		if k == n {
			break
		}
		if err := job.Err(); err != nil {
			return err
		}
	}
	for i, k := range r.At {
		share := 0.0
		switch {
		case r.Passes > 0:
			share = r.PassesAt[i] / r.Passes
		case n > 0:
			share = k / float64(n)
		}
		r.SecondsAt = append(r.SecondsAt, r.Seconds*share)
	}
	return nil
}

// note appends a value to a curve if it is finite.
func note(c *wire.RunCurve, at int, v float64) {
	if !math.IsNaN(v) && !math.IsInf(v, 0) {
		c.Of, c.Values = append(c.Of, at), append(c.Values, v)
	}
}

// grown trains the model of f from its start to step goal, or to an earlier end, and records its curves. The time is
// that of the steps alone.
func grown(w *stopwatch, f *Fit, d doc.Document, goal int, r *wire.Run) (method.Model, error) {
	g := f.growth.now
	r.Step, r.Seconds = g.StepName(), 0
	every, tests := stride(goal)
	along := f.testsAlong(d)
	curve := func(name string, log bool) *wire.RunCurve {
		if c := r.Curve(name); c != nil {
			return c
		}
		r.Curves = append(r.Curves, wire.RunCurve{Name: name, Log: log, Of: []int{}})
		return &r.Curves[len(r.Curves)-1]
	}
	for {
		at, k := len(r.At), g.Step()
		r.At, r.SecondsAt = append(r.At, float64(k)), append(r.SecondsAt, r.Seconds)
		if c := g.Can(); c.Cost != nil {
			r.Passes = c.Cost().Passes
			r.PassesAt = append(r.PassesAt, r.Passes)
		}
		for _, m := range g.Measures() {
			note(curve(m.Name, m.Log), at, m.Value)
		}
		if along != nil && (k%tests == 0 || k >= goal) {
			for _, s := range along(g) {
				note(curve(s.Name, false), at, s.Values[0])
			}
		}
		if k >= goal {
			break
		}
		method.Progress(w.Job, float64(k)/float64(goal))
		var next method.Grower
		took, err := w.time(func() (err error) {
			next, err = g.Grow(unwatched{w}, min(every, goal-k))
			return err
		})
		if err != nil {
			return nil, err
		}
		r.Seconds += took
		if next.Step() == k { // it has converged or diverged
			g = next
			break
		}
		g = next
	}
	r.Steps = g.Step()
	return g, nil
}

// unwatched is a job that does not receive progress reports.
type unwatched struct{ method.Job }

// finished records the result of a run: its errors and, for a model without steps, curves with one value.
func finished(job method.Job, f *Fit, d doc.Document, end method.Model, r *wire.Run) error {
	facts := end.Facts()
	for _, name := range []string{"primal_objective", "objective"} { // dual objectives are also named objective
		i := slices.IndexFunc(facts, func(x method.Fact) bool { return x.Name == name })
		if i < 0 {
			continue
		}
		if v, ok := facts[i].Value.(float64); ok && method.Finite(v) {
			r.Cost = &wire.RunValue{Name: "objective", Value: v}
		}
		break
	}
	if len(r.At) == 0 {
		r.At, r.SecondsAt = []float64{0}, []float64{r.Seconds}
		for _, x := range facts {
			switch v := x.Value.(type) {
			case int:
				if x.Name == "n_iter" {
					r.At[0], r.Steps, r.Step = float64(v), v, strings.ToLower(x.Label)
				}
			case float64:
				name, known := map[string]string{"primal_objective": "objective", "objective": "objective"}[x.Name]
				if known && method.Finite(v) && r.Curve(name) == nil {
					r.Curves = append(r.Curves, wire.RunCurve{Name: name, Of: []int{0}, Values: []float64{v}})
				}
			}
		}
		if r.Passes >= 0 {
			r.PassesAt = []float64{r.Passes}
		}
	}
	m := end.Can()
	if m.Predictor == nil || !f.Task.Supervised() || f.Method.Unjudged {
		return nil
	}
	training := "training error"
	if f.Task != method.Classify {
		training = "mean squared error"
	}
	add := func(name string, at *method.Problem) error {
		e, err := m.Errors(job, f.Problem, at)
		if err == nil && method.Finite(e.Mean) {
			r.Errors = append(r.Errors, wire.RunValue{Name: name, Value: e.Mean})
			if len(r.At) == 1 && r.Curve(name) == nil {
				r.Curves = append(r.Curves, wire.RunCurve{Name: name, Of: []int{0}, Values: []float64{e.Mean}})
			}
		}
		return err
	}
	if err := add(training, f.Problem); err != nil {
		return err
	}
	for _, set := range f.unseen(d) {
		if err := add(f.series(set).Name, set.points); err != nil {
			return err
		}
	}
	return nil
}

// told returns the parameters of a run for the user, and the properties of its data that may differ between runs.
func told(f *Fit, d *doc.Document) []wire.RunParam {
	list := []wire.RunParam{}
	for i := range f.Method.Params {
		p := &f.Method.Params[i]
		if p.Looks || !f.Method.Applies(p.When, d.Params) {
			continue
		}
		v, given := d.Params[p.Name]
		if !given || v == nil {
			v = p.Default
		}
		if text := valueText(p, v); text != "" {
			list = append(list, wire.RunParam{Label: p.Label, Value: text})
		}
	}
	data := words.Count(f.Problem.N, "point")
	switch {
	case d.Dataset != nil:
		data = d.Dataset.Name
		list = append(list, wire.RunParam{Label: "noise", Value: words.Number(d.Dataset.Noise)})
	case d.Table != nil:
		data = d.Table.Name
	}
	list = append(list, wire.RunParam{Label: "data", Value: data},
		wire.RunParam{Label: "n", Value: words.Number(float64(f.Problem.N))})
	if f.Method.Random {
		list = append(list, wire.RunParam{Label: "seed", Value: fmt.Sprint(d.Seed)})
	}
	return list
}

// valueText formats the value of a parameter for the user; "" = it is too long, or of another type.
func valueText(p *method.Param, v any) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "on"
		}
		return "off"
	case int:
		return words.Number(float64(v))
	case float64:
		return words.Number(v)
	case string:
		if k, ok := p.Kind.(method.Choose); ok {
			if i := slices.IndexFunc(k.Choices, func(c method.Choice) bool { return c.Value == v }); i >= 0 {
				return k.Choices[i].Label
			}
		}
		return v
	case []float64:
		if len(v) > 6 {
			return ""
		}
		text := make([]string, len(v))
		for i, x := range v {
			text[i] = words.Number(x)
		}
		return strings.Join(text, "–")
	case []string:
		return strings.Join(v, " ")
	case doc.Estimator:
		return v.Method
	}
	return ""
}

// ran returns runs as the result of a study.
func (s *Session) ran(job method.Job, d doc.Document) (*wire.Studied, error) {
	list, err := s.Runs(job, d)
	if err != nil {
		return nil, err
	}
	r := &wire.Studied{Study: method.Runs.ID, Facts: []method.Fact{}, Points: []int{}, Runs: list,
		Says: words.Count(len(list), "run") + "."}
	for i, name := range wire.NameRuns(list) {
		if fault := list[i].Fault; fault != "" {
			r.Notes = append(r.Notes, words.Text("%s failed: %s", words.Capital(name), fault))
		}
		for _, note := range list[i].Notes {
			r.Notes = append(r.Notes, words.Text("%s: %s.", words.Capital(name), strings.TrimSuffix(note, ".")))
		}
	}
	r.Notes = append(r.Notes, "A pass visits each training row once. Time is measured on this computer: the shortest "+
		"of several fits without a warm start, or the sum over the steps of a model that grows; within a fit, time is "+
		"divided in proportion to the passes.")
	return r, nil
}
