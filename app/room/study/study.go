// Package study is the room of long work: what takes seconds or minutes to find out about
// a document (method.Study). It has an engine of its own, which starts when somebody asks for
// the first, and which the pictures never wait for. What was found is kept by document.
//
// Progress comes ten times a second and is written without rendering; what is found so far comes twice a second, and is
// shown unless a hand moves. While a hand moves, the room tells the engine to yield. An edit ends nothing: what runs is
// then said to be of the document before, with buttons to cancel it or to compute for the present one. An answer is
// never shown beside another document than its own (Subject), and undo shows it again.
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
	// kept is how many results are kept.
	kept = 24
	// yieldEvery is how often the engine hears that a hand moves.
	yieldEvery = 100 * time.Millisecond
	// idleAfter is how long the engine stays when there is nothing to do: it holds a
	// program and its memory.
	idleAfter = time.Minute
	// Unasked is how long what a document asks for may work before somebody says so: a link starts no minutes of work.
	Unasked = 10 * time.Second
)

// Subject is what an answer depends on. Names, titles and what is looked at are no part of
// it, but for the step of a model that grows.
type Subject struct {
	study  string
	head   string
	points []doc.Point
	rows   *doc.Rows
	turned bool // the points lie where the rows are turned to
}

// SubjectOf is the subject of a study of a document; endless tells that the step of its
// model is not only looked at. Errors over values of a parameter do not depend on the one that it has.
func SubjectOf(study string, d doc.Document, endless bool) (s Subject, ok bool) {
	step, turned := d.View.Step, method.Solid(&d)
	d.View, d.Title, d.Note, d.Names, d.Wall, d.Annotations = doc.View{}, "", "", doc.Names{}, nil, nil
	if study == method.Runs.ID {
		d.Study = nil
		if d.Runs != nil { // how they are shown is only looked at
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

// Needs are what a Room works with.
type Needs struct {
	Clock clock.Clock
	// Dial starts the engine for long work.
	Dial workers.Dial
	// Present is the document, how its points are read, and the role of each point ("" =
	// all train); endless tells that its model has no end. ok is false when there is none.
	Present func() (d doc.Document, t method.Task, roles string, endless, ok bool)
	// Suits tells whether the document's method can be studied so.
	Suits func(s *method.Study) bool
	// Compose makes a request of the document, with its points.
	Compose func() (d wire.Draw, points []float64, ok bool)
	Changed func() // what Show gives has changed
	// More tells that what runs has found more: nothing that can't wait for another picture.
	More func()
	// Found is told each result when it comes, of whichever document it is.
	Found func(result *wire.Studied)
	Share func(done float64) // of what runs has changed, and nothing else
	Say   func(text string)  // to screen readers
	Tell  func(text string)  // to everybody
}

// Room owns what runs, and what was found.
type Room struct {
	Needs
	lane *workers.Lane
	dead bool
	run  *run
	kept []found // newest first
	// behind is what was found last, until somebody has seen it.
	behind *Subject
	wrong  *failure
	told   time.Time // when the engine heard last that a hand moves
	idle   clock.Timer
}

type run struct {
	Subject
	label   string
	share   float64
	soFar   *wire.Studied // what it has found until now
	work    *workers.Work
	unasked bool // nobody has asked but the document
}

type found struct {
	Subject
	result *wire.Studied
}

type failure struct {
	Subject
	message string
}

// View is what there is to show of a study.
type View struct {
	Study   *method.Study
	Refused string // why it can't be done
	Running bool
	// Old says that what runs, or what was found last, is of a document from before the
	// last change.
	Old    bool
	Share  float64
	Result *wire.Studied
	SoFar  *wire.Studied // of what runs
	Fault  string
}

// Show is what there is to show of a study beside the present document. ok is false where
// the study does not suit it. A result is never of another document.
func (r *Room) Show(study *method.Study) (v View, ok bool) {
	d, task, roles, endless, ok := r.Present()
	if !ok || !r.Suits(study) {
		return v, false
	}
	v.Study = study
	v.Refused = study.Refuses(Trained(d.Points, task, roles))
	if r.run == nil && r.wrong == nil && len(r.kept) == 0 {
		return v, true // nobody has asked for anything: nothing has to be compared
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

// Trained is how many points a model is fitted to.
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

// Curve is what the error curve of the present document is made of, also while it is worked out; nil where nothing is
// known of it.
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

// Start begins a study of the present document; what runs is given up. What is known
// already is not worked out again.
func (r *Room) Start(study *method.Study) {
	d, task, roles, endless, ok := r.Present()
	if !ok || !r.Suits(study) || study.Refuses(Trained(d.Points, task, roles)) != "" {
		return
	}
	s, ok := SubjectOf(study.ID, d, endless)
	if ok && r.run != nil && r.run.equal(&s) {
		r.run.unasked = false // now somebody has
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
	s.points = slices.Clone(s.points) // a hand may hold them
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
		r.Say(study.Label + ": computing")
	}
	r.Changed()
}

// Again begins a study anew whose result does not hold for all of the present document.
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

// StartUnasked begins the study that a document itself asks for when it is opened. It is given up when it takes long.
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
			r.wrong = &failure{now.Subject, "This document needs more " +
				"than " + words.Count(int(Unasked/time.Second), "second") + " of computing: start it when you want."}
			r.Changed()
		})
	}
}

// died is told that the engine is given up.
func (r *Room) died(string) { r.dead = true }

// connect starts the engine, unless it is there.
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

// soFar takes what a run has found until now. It is shown where it is of the present document, and no hand moves: a
// hand's pictures come first.
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
		r.Tell(now.label + ": " + e.Message)
		r.Changed()
		return
	}
	r.kept = append([]found{{now.Subject, &result}}, r.kept...)
	r.kept = r.kept[:min(len(r.kept), kept)]
	r.Found(&result)
	r.behind = &now.Subject
	says := result.Says
	if v, ok := r.Show(study(now.study)); !ok || v.Result == nil {
		says = now.label + ": computed for other points, parameters or another step. The result returns with them."
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

// Runs tells whether a study is being worked out, of whichever document.
func (r *Room) Runs(study *method.Study) bool { return r.run != nil && r.run.study == study.ID }

// Cancel gives up what runs.
func (r *Room) Cancel() {
	if r.run == nil {
		return
	}
	label := r.run.label
	r.stop()
	r.rest()
	r.Say(label + ": cancelled")
	r.Changed()
}

func (r *Room) stop() {
	if r.run != nil && r.run.work != nil {
		r.run.work.Cancel()
	}
	r.run = nil
}

// rest ends the engine when there has been nothing to do for a while.
func (r *Room) rest() {
	r.idle.Set(r.Clock, idleAfter, func() {
		if r.run == nil && !r.dead {
			r.lane.Close()
			r.lane = nil
		}
	})
}

// Moved is called while a hand moves something: where there are only two processors, page
// and pictures need both.
func (r *Room) Moved() {
	if r.run == nil || r.run.work == nil {
		return
	}
	if now := r.Clock.Now(); now.Sub(r.told) >= yieldEvery {
		r.told = now
		r.run.work.Yield()
	}
}
