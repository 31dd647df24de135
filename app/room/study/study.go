// Package study runs studies: computations about a document that take seconds or minutes (method.Study). It has its own
// engine, which starts with the first study, so that pictures never wait for it. The results are cached by document.
//
// Progress comes ten times a second and is written without rendering; intermediate results come twice a second, and are
// shown except during a drag. During a drag, the room tells the engine to yield. An edit does not end a study: it is
// then marked as one of the document before, with buttons to cancel it or to compute it for the present document. A
// result is never shown with another document than its own (Subject), and undo shows it again.
package study

import (
	"maps"
	"slices"
	"strings"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

const (
	// kept is the number of results in the cache.
	kept = 24
	// yieldEvery is how often the engine is told to yield during a drag.
	yieldEvery = 100 * time.Millisecond
	// idleAfter is how long the engine stays without work: it occupies memory.
	idleAfter = time.Minute
	// Unasked is how long a study may run that a document asks for: a link must not start minutes of computation
	// without the user.
	Unasked = 10 * time.Second
)

// Subject is what a result depends on. Names, titles, annotations and the view are not part of it, except the step of a
// model that grows.
type Subject struct {
	study  string
	head   string
	points []doc.Point
	rows   *doc.Rows
	turned bool // the points are the rotated rows
}

// SubjectOf returns the subject of a study of a document; endless says that the step of its model is part of it. Errors
// over the values of a parameter do not depend on the parameter's present value.
func SubjectOf(study string, d doc.Document, endless bool) (s Subject, ok bool) {
	step, turned := d.View.Step, method.Solid(&d)
	d.Unsay()
	d.View, d.Title, d.Wall = doc.View{}, "", nil
	if study == method.Runs.ID {
		d.Study = nil
		if d.Runs != nil { // how they are shown does not matter
			d.Runs = &doc.Runs{Of: d.Runs.Of, Sizes: d.Runs.Sizes}
		}
	} else if d.Runs = nil; study == method.ErrorCurve.ID && d.Study != nil {
		d.Params = maps.Clone(d.Params)
		delete(d.Params, d.Study.Over)
		delete(d.Params, d.Study.And)
		for name := range d.Study.Rules {
			delete(d.Params, name)
		}
		d.Study = d.Study.Clone()
		d.Study.Chosen = ""
	} else {
		d.Dataset, d.Study = nil, nil
	}
	if endless {
		d.View.Step = step
	}
	s = Subject{study: study, points: d.Points, turned: turned}
	if t := d.Table; t != nil {
		s.rows = t.Rows
		plain := *t
		plain.Color, plain.Names = 0, doc.Names{}
		d.Table = &plain
	}
	head, err := doc.EncodeHead(d)
	s.head = string(head)
	return s, err == nil
}

func (s *Subject) equal(o *Subject) bool {
	same := func(p, q doc.Point) bool { return p == q || s.turned && p.Z == q.Z }
	return s.study == o.study && s.head == o.head && s.rows == o.rows && slices.EqualFunc(s.points, o.points, same)
}

// Needs has what a Room depends on.
type Needs struct {
	Clock clock.Clock
	// Dial starts the engine for long work.
	Dial workers.Dial
	// Present returns the document, the task by which its points are read, and the role of each point ("" = all train);
	// endless says that its model has no end. ok is false if there is none.
	Present func() (d doc.Document, t method.Task, roles string, endless, ok bool)
	// Suits reports whether the study applies to the document's method.
	Suits func(s *method.Study) bool
	// Compose makes a request of the document, with its points.
	Compose func() (d wire.Draw, points []float64, ok bool)
	Changed func() // the result of Show has changed
	// More is called when a running study has an intermediate result; it can wait for a picture.
	More func()
	// Found gets each result when it comes, of any document.
	Found func(result *wire.Studied)
	Share func(done float64) // the finished fraction of the running study has changed
	Say   func(text string)  // for screen readers
	Tell  func(text string)  // shows a message to the user
}

// Room has the running study and the results.
type Room struct {
	Needs
	lane *workers.Lane
	dead bool
	run  *run
	kept []found // newest first
	// behind is the newest result, until it has been shown.
	behind *Subject
	wrong  *failure
	told   time.Time // when the engine was last told to yield
	idle   clock.Timer
}

type run struct {
	Subject
	label   string
	share   float64
	soFar   *wire.Studied // intermediate result
	work    *workers.Work
	unasked bool // only the document has asked for it
}

type found struct {
	Subject
	result *wire.Studied
}

type failure struct {
	Subject
	message string
}

// View is what is shown of a study.
type View struct {
	Study   *method.Study
	Refused string // why it is not possible
	Running bool
	// Old says that the running study, or the newest result, belongs to the document before the last change.
	Old    bool
	Share  float64
	Result *wire.Studied
	SoFar  *wire.Studied // of the running study
	Fault  string
}

// Show returns what is shown of a study with the present document. ok is false if the study does not apply to it. A
// result is never that of another document.
func (r *Room) Show(study *method.Study) (v View, ok bool) {
	d, task, roles, endless, ok := r.Present()
	if !ok || !r.Suits(study) {
		return v, false
	}
	v.Study = study
	v.Refused = study.Refuses(Trained(d.Points, task, roles))
	if r.run == nil && r.wrong == nil && len(r.kept) == 0 {
		return v, true // nothing was ever asked for, so nothing has to be compared
	}
	if v.Refused != "" {
		if r.run != nil {
			v.Running, v.Old, v.Share = true, true, r.run.share
		}
		return v, true
	}
	s, ok := SubjectOf(study.ID, d, endless)
	if !ok {
		return v, false
	}
	v.Result = r.find(&s)
	if r.behind != nil && r.behind.equal(&s) {
		r.behind = nil
	}
	v.Old = r.behind != nil && v.Result == nil
	if r.wrong != nil && r.wrong.equal(&s) {
		v.Fault = r.wrong.message
	}
	if r.run != nil && r.run.study == study.ID {
		v.Running, v.Share, v.Old = true, r.run.share, !r.run.equal(&s)
		if !v.Old {
			v.SoFar = r.run.soFar
		}
	}
	return v, true
}

// Trained returns the number of points that a model is fitted to.
func Trained(pts []doc.Point, task method.Task, roles string) int {
	n := len(pts)
	if roles != "" {
		n = strings.Count(roles, string(doc.Train))
	}
	if task == method.Classify {
		for i := range pts {
			if pts[i].Class() == doc.Unlabeled && (roles == "" || doc.Role(roles[i]) == doc.Train) {
				n--
			}
		}
	}
	return n
}

// Curve returns the data of the present document's error curve, even while it is computed; nil if there are none.
func (r *Room) Curve() json.RawMessage {
	if len(r.kept) == 0 && (r.run == nil || r.run.soFar == nil) {
		return nil
	}
	d, _, _, endless, ok := r.Present()
	if !ok || d.Study == nil {
		return nil
	}
	if s, ok := SubjectOf(method.ErrorCurve.ID, d, endless); ok {
		if found := r.find(&s); found != nil {
			return found.Curve
		}
		if r.run != nil && r.run.soFar != nil && r.run.equal(&s) {
			return r.run.soFar.Curve
		}
	}
	return nil
}

func (r *Room) find(s *Subject) *wire.Studied {
	for i := range r.kept {
		if k := r.kept[i]; k.equal(s) {
			return k.result
		}
	}
	return nil
}

// Start starts a study of the present document and cancels a running one. A cached result is not computed again.
func (r *Room) Start(study *method.Study) {
	d, task, roles, endless, ok := r.Present()
	if !ok || !r.Suits(study) || study.Refuses(Trained(d.Points, task, roles)) != "" {
		return
	}
	s, ok := SubjectOf(study.ID, d, endless)
	if ok && r.run != nil && r.run.equal(&s) {
		r.run.unasked = false // now the user has, too
	}
	if !ok || r.find(&s) != nil || r.run != nil && r.run.equal(&s) {
		return
	}
	draw, points, ok := r.Compose()
	if !ok {
		return
	}
	head, err := json.Marshal(wire.Study{Draw: draw, Study: study.ID})
	if err != nil {
		return
	}
	r.stop()
	s.points = slices.Clone(s.points) // a drag may change them in place
	now := &run{Subject: s, label: study.Label}
	r.run, r.wrong, r.behind = now, nil, nil
	r.connect()
	if r.run == now { // there is an engine
		ask := workers.Draw{Head: head, PointsVersion: draw.PointsVersion, Points: func() []float64 { return points }}
		now.work = r.lane.Begin(wire.TypeStudy, head, &ask, func(p *wire.Progress) {
			now.share = p.Done
			r.Share(p.Done)
			if p.SoFar != nil {
				r.soFar(now, p.SoFar)
			}
		}, func(a workers.Reply, e *wire.Error) { r.answer(now, a, e) })
	}
	if r.run == now {
		r.Say(words.Text("%s: computing", study.Label))
	}
	r.Changed()
}

// Again starts a study anew if its result does not hold for the whole present document.
func (r *Room) Again(study *method.Study) {
	d, _, _, endless, ok := r.Present()
	if !ok {
		return
	}
	if s, ok := SubjectOf(study.ID, d, endless); ok {
		r.kept = slices.DeleteFunc(r.kept, func(k found) bool { return k.equal(&s) })
	}
	r.Start(study)
}

// StartUnasked starts the study that a document asks for when it is opened. It is cancelled if it takes long.
func (r *Room) StartUnasked(study *method.Study) {
	was := r.run
	r.Start(study)
	if now := r.run; now != nil && now != was {
		now.unasked = true
		r.Clock.After(Unasked, func() {
			if r.run != now || !now.unasked {
				return
			}
			r.stop()
			r.rest()
			r.wrong = &failure{now.Subject, words.Text("This document needs more than %s of computing: start it when you want.",
				words.Count(int(Unasked/time.Second), "second"))}
			r.Changed()
		})
	}
}

// died is called when the engine is given up.
func (r *Room) died(string) { r.dead = true }

// connect starts the engine, unless it is running.
func (r *Room) connect() {
	r.idle.Stop()
	switch {
	case r.lane == nil:
		r.lane = workers.New(r.Dial, r.Clock, workers.Beside(r.died))
		r.lane.Start()
	case r.dead:
		r.dead = false
		r.lane.Retry()
	}
}

// soFar handles an intermediate result. It is shown if it belongs to the present document, and not during a drag, whose
// pictures come first.
func (r *Room) soFar(now *run, found *wire.Studied) {
	now.soFar = found
	if r.Clock.Now().Sub(r.told) < 3*yieldEvery {
		return
	}
	if v, ok := r.Show(study(now.study)); ok && v.SoFar != nil {
		r.More()
	}
}

func (r *Room) answer(now *run, a workers.Reply, e *wire.Error) {
	r.run = nil
	r.rest()
	var result wire.Studied
	if e == nil && json.Unmarshal(a.Head, &result) != nil {
		e = &wire.Error{Message: "The engine's response can't be read."}
	}
	if e != nil {
		r.wrong = &failure{now.Subject, e.Message}
		r.Tell(words.Text("%s: %s", now.label, e.Message))
		r.Changed()
		return
	}
	r.kept = append([]found{{now.Subject, &result}}, r.kept...)
	r.kept = r.kept[:min(len(r.kept), kept)]
	r.Found(&result)
	r.behind = &now.Subject
	says := result.Says
	if v, ok := r.Show(study(now.study)); !ok || v.Result == nil {
		says = words.Text("%s: computed for other points, parameters or another step. The result returns with them.",
			now.label)
	}
	r.Say(says)
	r.Changed()
}

func study(id string) *method.Study {
	for _, s := range append(method.Studies(), &method.Runs) {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Runs reports whether a study is running, for any document.
func (r *Room) Runs(study *method.Study) bool { return r.run != nil && r.run.study == study.ID }

// Cancel cancels the running study.
func (r *Room) Cancel() {
	if r.run == nil {
		return
	}
	label := r.run.label
	r.stop()
	r.rest()
	r.Say(words.Text("%s: cancelled", label))
	r.Changed()
}

func (r *Room) stop() {
	if r.run != nil && r.run.work != nil {
		r.run.work.Cancel()
	}
	r.run = nil
}

// rest ends the engine when it has had no work for a while.
func (r *Room) rest() {
	r.idle.Set(r.Clock, idleAfter, func() {
		if r.run == nil && !r.dead {
			r.lane.Close()
			r.lane = nil
		}
	})
}

// Moved is called during a drag: if there are only two processors, the page and the pictures need both.
func (r *Room) Moved() {
	if r.run == nil || r.run.work == nil {
		return
	}
	if now := r.Clock.Now(); now.Sub(r.told) >= yieldEvery {
		r.told = now
		r.run.work.Yield()
	}
}
