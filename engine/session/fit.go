// Package session turns a document and a viewport into pictures: it validates, fits (from a cache, or starting from the
// last fit), draws coarse pictures first and then fine ones, and stops when the result is no longer needed. It knows
// methods only by package method.
package session

import (
	"slices"
	"strings"
	"time"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Session holds the methods and the latest fits. It is not safe for concurrent use: a worker has one, and handles one
// request after the other.
type Session struct {
	methods   []method.Method
	cache     []fitted           // newest first
	ahead     errand             // training that may continue while there is no request
	speed     map[string]*pace   // measured costs of drawing, by method and kind of picture: see pace
	panels    map[string]float64 // seconds that panels take, by method id: see drawPanels
	runs      int                // latest number given to a fit, see Fit.Run
	now       func() time.Time   // the clock
	assessed  time.Time          // time of the latest computation of late facts
	trail     method.Trail       // of the latest picture
	rowPool   RowPool            // nil = no other engines
	studyPool StudyPool          // nil = no other engines
	mine      float64            // share of a raster's rows that this engine computes
	with      int                // number of other engines that the share is for
	able      abilities
	wall      wall
	truth     *truth         // of the latest recipe whose truth was shown
	plane     *plane         // of the latest section
	studied   truth          // of the latest recipe whose errors were studied
	exams     examsKnown     // of the latest study of points of a recipe
	open      dataset.Opener // opens built-in tables
	tables    []table        // latest tables, newest first
	wide      widened
	even      *float64 // address of the first value of the last table found to have no gaps
	patience  Patience
}

// kept is the largest number of models in the cache, and of tables in theirs: switching between two or three settings
// costs no fit, and memory stays bounded.
const kept = 6

type fitted struct {
	id     string
	values method.Values
	task   method.Task
	seed   uint64
	names  doc.Names
	points []doc.Point
	table  *doc.Table // the table with the model's rows; nil = points
	roles  string
	model  method.Model
	own    *method.Problem // the model's problem
	places bool            // the model determines the positions of its rows
	run    int
	late   *assessment
	test   *trial
	growth *growth // of a Grower, else nil
}

// assessment caches results on a model at one step that cost as much as a picture: the facts of Assess, the errors
// by role, the scores, and results of the kernel view and of the section.
type assessment struct {
	facts  []method.Fact
	errors []method.Errors
	scored map[int]*scored // by class index
	taken  []float64       // predictions at the points whose scores are shown
	kernel any             // cache of the kernel view; nil = empty
	// section is the share of rows whose prediction differs from that at their position on plane, the plane of a section.
	// If plane is nil, it is not computed yet.
	plane   *plane
	section float64
}

// SetClock replaces the computer's clock, for tests, which must not depend on the machine's speed.
func (s *Session) SetClock(now func() time.Time) { s.now = now }

// Methods returns the ids of the methods.
func (s *Session) Methods() []string {
	ids := make([]string, len(s.methods))
	for i := range s.methods {
		ids[i] = s.methods[i].ID
	}
	return ids
}

// Method returns the method with an id.
func (s *Session) Method(id string) (*method.Method, error) {
	for i := range s.methods {
		if s.methods[i].ID == id {
			return &s.methods[i], nil
		}
	}
	return nil, doc.Errorf("method", doc.OneOf(s.Methods(), id), id)
}

// Fit is a fitted document.
type Fit struct {
	Method  *method.Method
	Values  method.Values
	Task    method.Task
	Show    method.Shown
	Problem *method.Problem
	source
	outcome
	extras
	statement
	scene
	able *abilities // of the session
}

// source is what of a document a fit was made from.
type source struct {
	points []doc.Point     // the document's points
	table  *doc.Table      // the document's table; nil = it has points
	solid  *doc.Table      // the table whose rows are shown in space; nil = the plane is shown
	roles  string          // roles of the points; "" = all are training points
	part   int             // the held-out part of the study's cross-validation, from 1; 0 = none
	sets   []set           // the sets that heldOut returns; nil = not computed yet
	own    *method.Problem // the model's problem, with the same rows as Fit.Problem
	pool   *pool           // the rows of Fit.Problem, for fits to parts of them; nil = not needed yet
	// widen converts a problem to one of wide rows like the fit's; nil = the fit is to points.
	widen func(*method.Problem)
}

// outcome is the result of a fit, with what was computed of it.
type outcome struct {
	Model   method.Model         // at the document's step
	Whole   method.Model         // at the end
	can     *method.Capabilities // of Model
	whole   *method.Capabilities // of Whole
	Step    int                  // for a Stepper or a Grower: the step of Model
	Run     int                  // number of the fit, or of a Grower's curves (growth.run), from 1
	Seconds float64              // time of the fit; 0 if the model came from the cache
	late    *assessment          // late results for Model
	test    *trial               // errors on unseen points over the steps of Whole
	growth  *growth              // training of a Grower, for which Whole equals Model; nil = another method
	found   *grouping            // groups of Model; nil = none, or not asked for yet
	moved   *method.Projection   // positions of the rows given by Model, if they differ from the document's; else nil
}

// extras are what the request for a picture asks for besides the model; nil = it does not ask for that.
type extras struct {
	additions []addition // what contributors add
	section   sectioning // predictions on a plane through whole rows
	proba     mapping    // map of the probability of a class
	rests     bool       // the user is not dragging: there is time for what takes longer than a picture
}

// statement is what is said of a fit as a whole.
type statement struct {
	status *method.Status // nil = not asked for yet
	on     string         // see method.Info.FittedOn
	notes  []string       // remarks shown with the status: see remarks
}

// scene is how a fit is drawn.
type scene struct {
	reuse method.Reuse     // how its picture reuses the last one
	anew  bool             // the raster took longer than the next one will
	view  picture.Viewport // the view whose points were counted
	seen  int
}

// Status returns the model's status, unless its answers are not finite: then the fit has diverged, whatever the model
// says. The notes follow the sentence.
func (f *Fit) Status() method.Status {
	if f.status == nil {
		st := f.Model.Status()
		if st.State != method.Diverged && !f.sound() {
			st = method.Status{State: method.Diverged, Sentence: "The numbers became too large or too small for " +
				"floating-point arithmetic: the picture shows no valid result. Move the points closer to each other and to the " +
				"origin, or choose parameters closer to their defaults."}
		}
		for _, note := range f.notes {
			st.Sentence = words.Say(st.Sentence) + words.Text(" %s.", words.Capital(note))
		}
		f.status = &st
	}
	return *f.status
}

// remarks lists requests of a document that its method ignores: a method of the plane uses only two columns of a table,
// an unsupervised method uses held-out points, too, and layers for rows of tables are not drawn for points. If test
// points are sealed, it says so, too.
func remarks(m *method.Method, task method.Task, d *doc.Document, wide bool) (list []string) {
	if on := m.FittedOn(d); on != "" {
		list = append(list, words.Text("fitted on %s", on))
	}
	if !d.Split.IsZero() && !task.Supervised() {
		list = append(list, strings.TrimSuffix(method.AllUsed(m.Name), "."))
	}
	if !wide {
		for i := range m.Shows {
			if s := &m.Shows[i]; s.Where == method.OnlyRows && !s.On && slices.Contains(d.View.Show, string(s.Name)) {
				list = append(list, words.Text("%s is drawn only for the rows of a table, not for these points", s.Label))
			}
		}
	}
	if d.Split.Sealed && task.Supervised() {
		list = append(list, "the test points are sealed: they are neither drawn nor counted")
	}
	return list
}

// sound reports whether the model's predictions and scores at up to four of its points are finite. Predictions of a
// Partial model are not checked, because they may be NaN.
func (f *Fit) sound() bool {
	const asked = 4
	p := f.Problem
	if p.N == 0 {
		return true
	}
	x := make([]float64, 0, asked*p.D)
	for k := range min(asked, p.N) {
		x = append(x, p.At(k*(p.N-1)/max(asked-1, 1))...)
	}
	if m := f.can.Predictor; m != nil {
		if !f.can.Partial {
			y := make([]float64, len(x)/p.D)
			m.Predict(x, y)
			if !method.Finite(y...) {
				return false
			}
		}
	}
	if m := f.can.PointScorer; m != nil {
		for _, row := range m.PointScores(x) {
			if !method.Finite(row...) {
				return false
			}
		}
	}
	return true
}

// Fit validates and fits a document whose points are made (see Resolve). The error is a *doc.Error, a *method.Need, the
// job's, or describes a failure of the method.
func (s *Session) Fit(job method.Job, d doc.Document) (*Fit, error) {
	return s.fit(job, Request{Doc: d})
}

func (s *Session) fit(job method.Job, req Request) (*Fit, error) {
	if err := s.lacking(&req); err != nil {
		return nil, err
	}
	f, err := s.fitAt(job, req)
	if err != nil {
		return nil, err
	}
	if f.alongLine() && !s.able.has[overLineFeature] {
		return nil, refusal(overLineFeature, &req.Doc)
	}
	if req.Doc.View.Section {
		f.section = s.able.paints.section(s, f, &req.Doc)
		f.notes = append(f.notes, f.section.unknown()...)
	}
	f.follow(req.Doc)
	if req.Doc.View.Proba != nil {
		f.proba = s.able.paints.proba(f, &req.Doc)
		f.notes = append(f.notes, f.proba.unknown()...)
	}
	f.rests = req.Fine || req.Late == nil
	s.look(f, &req)
	return f, nil
}

// fitAt fits a document's method to its points or rows, or takes the model from the cache. It leaves out what fit adds:
// the section, the map of probabilities, and additions of contributors.
func (s *Session) fitAt(job method.Job, req Request) (*Fit, error) {
	f, err := s.unfitted(&req.Doc)
	if err != nil {
		return nil, err
	}
	m, d := f.Method, &req.Doc
	var prev method.Model
	s.ahead = errand{}
	carrier := s.carrier(req, m.ID, f.Task)
	for i := range s.cache {
		c := s.cache[i]
		if c.id != m.ID || c.task != f.Task {
			continue
		}
		if c.is(f, d) && c.growth.serves(carrier) {
			s.cache = slices.Insert(slices.Delete(s.cache, i, i+1), 0, c)
			return f, s.revive(job, f, c, req)
		}
		if prev == nil {
			prev = c.model
		}
	}
	if err := m.CheckRows(f.Values, f.Problem); err != nil {
		return nil, err
	}
	model, err := s.train(job, f, prev)
	if err != nil {
		return nil, err
	}
	if g := model.Can().Grower; g != nil {
		if f.growth, err = s.plant(job, g, req, carrier); err != nil {
			return nil, err
		}
		f.growth.more = f.testsAlong(*d)
	}
	f.hold(model)
	_, places := f.placing()
	s.cache = slices.Insert(s.cache, 0, fitted{m.ID, f.Values, f.Task, d.Seed, d.Names, d.Points, f.wideTable(), f.roles,
		model, f.own, places, s.runs, f.late, f.test, f.growth})
	if len(s.cache) > kept {
		s.cache[kept] = fitted{}
		s.cache = s.cache[:kept]
	}
	if f.growth != nil {
		return f, s.grow(job, f, req)
	}
	f.at(model, d.View.Step)
	return f, nil
}

// unfitted checks a document, and returns its fit without a model.
func (s *Session) unfitted(d *doc.Document) (*Fit, error) {
	m, v, show, err := s.check(*d)
	if err != nil {
		return nil, err
	}
	task := m.TaskOf(d.Params)
	if err := task.CheckPart(*d); err != nil {
		return nil, err
	}
	roles := task.Roles(*d)
	p, err := method.NewProblemOf(d.Points, roles, doc.Train, task, d.Seed)
	if err != nil {
		return nil, err
	}
	if d.Table != nil && d.Table.Rows != nil && s.mixed(d.Table.Rows) {
		if err := s.able.mixed.check(&m.Info, d); err != nil {
			return nil, err
		}
	}
	s.widen(m, p, d)
	if err := m.CheckPlaces(v, p.D); err != nil {
		return nil, err
	}
	p.Names = d.Names
	f := &Fit{Method: m, Values: v, Task: task, Show: show, Problem: p, able: &s.able,
		source:    source{points: d.Points, table: d.Table, roles: roles, own: p},
		statement: statement{on: m.FittedOn(d), notes: remarks(m, task, d, p.Wide())}}
	if task.Supervised() {
		f.part = d.View.Part
	}
	if d.Table != nil && d.Table.Axes != nil {
		f.solid = d.Table
	}
	if p.Wide() {
		whole := *d
		f.widen = func(p *method.Problem) { s.widen(m, p, &whole) }
	}
	if roles != "" {
		p.Held = f.watched
	}
	return f, nil
}

// watched returns the held-out points by which a fit may stop early.
func (f *Fit) watched() (list []method.Held) {
	for _, s := range f.heldOut() {
		if f.part > 0 && s.role == doc.Validation {
			continue // fits of a cross-validation must not watch the points that test them
		}
		list = append(list, method.Held{Role: s.role, Name: s.name, Points: s.points})
	}
	return list
}

// wideTable returns the table whose rows the fit is to; nil = it is to points.
func (f *Fit) wideTable() *doc.Table {
	if f.Problem.Wide() {
		return f.table
	}
	return nil
}

// is reports whether a cached model, of the same method and task, is that of a fit without one.
func (c *fitted) is(f *Fit, d *doc.Document) bool {
	same, names, rows := samePoints, c.names.Equal(d.Names), f.wideTable()
	if c.places {
		// the positions and axes do not matter
		same, names = sameClasses, slices.Equal(c.names.Classes, d.Names.Classes)
	} else if f.solid != nil {
		same = sameClasses // the direction of view does not matter
	}
	return c.seed == d.Seed && f.Method.SameFit(c.values, f.Values) && names && c.roles == f.roles &&
		sameTable(c.table, rows) && samePlane(c.table, rows) && same(c.points, d.Points)
}

// revive gives a fit a cached model.
func (s *Session) revive(job method.Job, f *Fit, c fitted, req Request) error {
	f.own, f.Run, f.late, f.test, f.growth = c.own, c.run, c.late, c.test, c.growth
	if f.growth != nil {
		return s.grow(job, f, req)
	}
	model := c.model
	if l := model.Can(); l.Look != nil { // the same fit with another unit, say, to look at
		model = l.Look(f.Values)
	}
	f.at(model, req.Doc.View.Step)
	return nil
}

// train fits the method anew, warm if prev is not nil.
func (s *Session) train(job method.Job, f *Fit, prev method.Model) (method.Model, error) {
	start := s.now()
	model, err := f.Method.Fit(job, f.Problem, f.Values, prev)
	f.Seconds = s.now().Sub(start).Seconds()
	if err != nil {
		return nil, f.lacking(err)
	}
	if flaw := model.Can().Flaw(); flaw != "" {
		return nil, words.Errorf("the engine has an error in %s: its model has %s", f.Method.Name, flaw)
	}
	s.runs++
	f.Run, f.late, f.test = s.runs, &assessment{}, &trial{}
	return model, nil
}

// at sets Whole to model, and Model to its state at a step; nil = the end. A step beyond the end is the end, so that a
// document stays valid if an edit makes the run shorter.
func (f *Fit) at(model method.Model, step *int) {
	f.hold(model)
	if st := f.whole.Stepper; st != nil {
		f.Step = st.Steps()
		if step != nil && *step < f.Step {
			f.Step = *step
			f.Model, f.late = st.Stage(f.Step), &assessment{}
			f.can = f.Model.Can()
		}
	}
}

// hold sets Whole and Model to a model, with its capabilities.
func (f *Fit) hold(model method.Model) {
	f.Model, f.can = model, model.Can()
	f.Whole, f.whole = f.Model, f.can
}

// Forget empties the cache, so that the next fit is cold.
func (s *Session) Forget() { s.cache, s.trail = nil, method.Trail{} }

func samePoints(a, b []doc.Point) bool {
	if len(a) != len(b) {
		return false
	}
	if len(a) == 0 || &a[0] == &b[0] {
		return true
	}
	return slices.Equal(a, b)
}

func sameClasses(a, b []doc.Point) bool {
	return slices.EqualFunc(a, b, func(p, q doc.Point) bool { return p.Z == q.Z })
}

// sectioned reports whether the picture is a section.
func (f *Fit) sectioned() bool { return f.section != nil && f.section.on() }

// answersPlaces reports whether a model of rows predicts at positions without a row: a class or a cluster.
func (f *Fit) answersPlaces() bool {
	answers := f.can.Predictor != nil
	groups := f.can.Groups != nil // others return a coordinate
	return answers && (f.Task == method.Classify || f.Task == method.Cluster && groups)
}

// mapsProba reports whether the picture is a map of the probability of a class.
func (f *Fit) mapsProba() bool { return f.proba != nil && f.proba.on() }
