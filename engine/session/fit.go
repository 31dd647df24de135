// Package session turns a document and a viewport into pictures: it validates,
// fits (from a cache, warm when it can), draws coarse and then fine, and stops
// when nobody waits any more. It knows methods only by their contract.
package session

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"pointscape/engine/assess"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Session holds the methods and what was fitted last. It is not safe for
// concurrent use: a worker has one, and serves one request after the other.
type Session struct {
	methods   []method.Method
	cache     []fitted           // newest first
	ahead     errand             // what may be grown while nobody asks
	speed     map[string]*pace   // cost of the last pictures, by method id
	panels    map[string]float64 // seconds that the last panels took, by method id
	runs      int                // fits so far
	now       func() time.Time   // a clock
	assessed  time.Time          // when late facts were worked out last
	trail     method.Trail       // of the last picture
	rowPool   RowPool            // nil = nobody else
	studyPool StudyPool          // nil = nobody else
	mine      float64            // share of a raster's rows that is this engine's own
	with      int                // when so many others help
	further   *further
	wall      wall
	truth     *truth         // of the last recipe whose truth was asked for
	plane     *plane         // of the last section
	studied   truth          // of the last recipe whose errors were studied
	exams     examsKnown     // of the last study of points of a recipe
	open      dataset.Opener // of built-in tables
	tables    []table        // the last ones, newest first
	wide      widened
	even      *float64 // the first of a table's numbers that are known to have no gaps
	patience  Patience
}

// kept is how many models stay in the cache: going back and forth between two
// or three settings costs no fit, and memory stays bounded.
const kept = 6

type fitted struct {
	id     string
	values method.Values
	task   method.Task
	seed   uint64
	names  doc.Names
	points []doc.Point
	table  *doc.Table // whose rows the model has; nil = points
	roles  string
	model  method.Model
	own    *method.Problem // the model's
	places bool            // the model says where its rows are shown
	run    int
	late   *assessment
	test   *trial
	growth *growth // of a Grower, else nil
}

// assessment keeps what costs as much as a picture once it is known: the facts of an
// Assessor, and the errors on points that are held out.
type assessment struct {
	facts  []method.Fact
	errors []method.Errors
	scored map[int]*scored // by the index of the class
	taken  []float64       // what the points at which scores are looked at are taken for
	kernel any             // of a kernelViewer
	// section is the share of rows that the section in a plane answers otherwise; nil = not worked out.
	plane   *plane
	section float64
}

// Lean makes a session over a list of methods that works out no studies of errors, and lays no truth over pictures.
func Lean(methods []method.Method) *Session {
	return &Session{methods: methods, now: time.Now, open: dataset.Embedded, speed: map[string]*pace{},
		panels: map[string]float64{}}
}

// SetClock gives the session another clock than the computer's: tests, which must
// not depend on how quick a machine is.
func (s *Session) SetClock(now func() time.Time) { s.now = now }

// Methods are the ids of the methods.
func (s *Session) Methods() []string {
	ids := make([]string, len(s.methods))
	for i := range s.methods {
		ids[i] = s.methods[i].ID
	}
	return ids
}

// Method finds a method by id.
func (s *Session) Method(id string) (*method.Method, error) {
	for i := range s.methods {
		if s.methods[i].ID == id {
			return &s.methods[i], nil
		}
	}
	return nil, doc.Errorf("method", doc.OneOf(s.Methods(), id), id)
}

// Resolve checks everything that can be checked without fitting, and makes the
// points and names of a document that carries only their recipe. Errors are *doc.Error.
func (s *Session) Resolve(d doc.Document) (doc.Document, error) {
	if d.Dataset != nil && len(d.Points) == 0 {
		pts, err := dataset.Make(*d.Dataset)
		if err != nil {
			return d, err
		}
		d.Points = pts
	}
	if d.Dataset != nil {
		recipe := *d.Dataset
		recipe.Names = dataset.Names(recipe.Name)
		d.Dataset, d.Names = &recipe, d.Names.Over(recipe.Names)
	}
	d.Params = s.infer(d)
	if d.Table != nil {
		if err := s.unroll(&d); err != nil {
			return d, err
		}
	}
	m, v, _, err := s.check(d)
	if err == nil {
		err = m.CheckSweep(&d)
	}
	if err != nil {
		return d, err
	}
	p, err := method.NewProblem(d.Points, m.TaskOf(d.Params), d.Seed)
	if err != nil && d.Dataset != nil {
		err = doc.Errorf("dataset.name", "data with classes for "+m.Name, d.Dataset.Name)
	}
	if err == nil {
		s.widen(m, p, &d)
		err = m.CheckPlaces(v, p.D)
	}
	if err == nil && m.TakesRows(d.Params) && d.Table != nil {
		s.place(&d)
	}
	if r := m.Range; err == nil && !d.View.HasRange() && r != nil && len(d.Points) == 0 {
		d.View.X, d.View.Y = [2]float64{r[0], r[1]}, [2]float64{r[2], r[3]}
	}
	if err == nil && !d.View.HasRange() {
		x, y := method.RangeOf(&d, p.Task.Plane())
		if h, ok := heightsOf(m, p, v, x); ok {
			d.View.X, d.View.Y = x, [2]float64{min(y[0], h[0]), max(y[1], h[1])}
		}
	}
	return d, err
}

// heightsOf are the heights that a method wants room for.
func heightsOf(m *method.Method, p *method.Problem, v method.Values, x [2]float64) (y [2]float64, ok bool) {
	if m.Heights == nil {
		return y, false
	}
	return m.Heights(p, v, x)
}

// infer returns a document's parameters with the one that its data decide: a
// method that serves several tasks (a Gaussian process, on a line or over the
// plane) gets that of the dataset, and rows of three columns are no points on a
// line. What the document says itself stays.
func (s *Session) infer(d doc.Document) map[string]any {
	m, err := s.Method(d.Method)
	if err != nil {
		return d.Params // an error of check
	}
	task := m.TaskOf(d.Params)
	if d.Dataset != nil {
		if t, ok := dataset.TaskOf(d.Dataset.Name); ok {
			task = t
		}
	} else if task == method.Regress && d.Table == nil &&
		slices.ContainsFunc(d.Points, func(p doc.Point) bool { return p.Z != 0 }) {
		task = method.Regress2D
	}
	if task == m.TaskOf(d.Params) {
		return d.Params
	}
	name, value, ok := m.ChoiceFor(task)
	if _, given := d.Params[name]; !ok || given {
		return d.Params
	}
	params := map[string]any{name: value}
	maps.Copy(params, d.Params)
	return params
}

func (s *Session) check(d doc.Document) (*method.Method, method.Values, method.Shown, error) {
	m, err := s.Method(d.Method)
	if err != nil {
		return nil, method.Values{}, nil, err
	}
	v, err := m.Validate(d.Params)
	if err != nil {
		return nil, v, nil, err
	}
	if m.Check != nil {
		if err := m.Check(v); err != nil {
			return nil, v, nil, err
		}
	}
	if err := m.CheckWall(&d); err != nil {
		return nil, v, nil, err
	}
	show, err := m.Shown(d.View.Show)
	if err != nil {
		return nil, v, nil, err
	}
	if err := d.Split.Fits(len(d.Points)); err != nil {
		return nil, v, nil, err
	}
	if n, limit := len(d.Points), m.Limit(); n > limit {
		return nil, v, nil, doc.Errorf("points", fmt.Sprintf("at most %d for %s", limit, m.Name), n)
	}
	return m, v, show, nil
}

// Fit is a fitted document.
type Fit struct {
	Method  *method.Method
	Values  method.Values
	Task    method.Task
	Show    method.Shown
	Problem *method.Problem
	Model   method.Model       // at the document's step
	Whole   method.Model       // at the end
	Step    int                // of a Stepper: the stage that Model is
	Run     int                // number of the fit, from 1
	part    int                // of the study's cross-validation that is held out; 0 = none
	Seconds float64            // 0 when the model came from the cache
	points  []doc.Point        // of the document
	table   *doc.Table         // of the document; nil = it has points
	solid   *doc.Table         // whose rows are shown in space; nil = in the plane
	moved   *method.Projection // where the model shows the rows, and not the document; nil = they are there
	own     *method.Problem    // the model's, of the same rows as Problem
	roles   string             // of the points; "" = all train
	sets    []set              // of those that are held out
	// widen makes a problem one of wide rows, as that of the fit is; nil = it is of points.
	widen   func(*method.Problem)
	late    *assessment    // of Whole
	test    *trial         // likewise
	growth  *growth        // of a Grower: Whole is Model
	further *further       // of the session
	shared  *method.Shared // by fits to parts of the rows; nil = none was made yet
	all     []int          // of its rows
	scores  scoring        // what scores are worth; nil = nobody asks
	section sectioning     // what it answers on the plane of whole rows; nil = nobody asks
	proba   mapping        // a map of the probability of a class; nil = nobody asks
	kernel  kernelViewer   // what the kernel says; nil = nobody asks
	truth   overlay        // what the data are drawn from; nil = nobody asks
	rests   bool           // no hand moves: there is time for what takes longer than a picture
	status  *method.Status
	on      string           // see method.Info.FittedOn
	notes   []string         // of its status: see remarks
	found   *grouping        // of Model
	reuse   method.Reuse     // what its picture makes of the last one
	anew    bool             // its raster took longer than the next one will
	curve   *assess.Curve    // what a study has found, for its panel; nil = nothing
	runs    laid             // runs laid over each other, for their panel; nil = none
	view    picture.Viewport // whose points were counted
	seen    int
}

// Status is the model's, unless it answers with what is no number: then the fit
// has diverged, whatever the model says.
func (f *Fit) Status() method.Status {
	if f.status == nil {
		st := f.Model.Status()
		if st.State != method.Diverged && !f.sound() {
			st = method.Status{State: method.Diverged, Sentence: "The numbers became too large or too small for " +
				"floating-point arithmetic: the picture shows no valid result. Move the points closer to each other and to the " +
				"origin, or choose parameters closer to their defaults."}
		}
		for _, note := range f.notes {
			st.Sentence += " " + words.Capital(note) + "."
		}
		f.status = &st
	}
	return *f.status
}

// remarks are what a document asks for and its method does not do: of tables it takes what the
// plane shows, of points that are held out all, and of points it draws no part that is of tables' rows.
func remarks(m *method.Method, task method.Task, d *doc.Document, wide bool) (list []string) {
	if on := m.FittedOn(d); on != "" {
		list = append(list, "fitted on "+on)
	}
	if !d.Split.IsZero() && !task.Supervised() {
		list = append(list, strings.TrimSuffix(method.AllUsed(m.Name), "."))
	}
	if !wide {
		for i := range m.Shows {
			if s := &m.Shows[i]; s.Whole && !s.On && slices.Contains(d.View.Show, string(s.Name)) {
				list = append(list, s.Label+" is drawn only for the rows of a table, not for these points")
			}
		}
	}
	if d.Split.Sealed && task.Supervised() {
		list = append(list, "the test points are sealed: they are neither drawn nor counted")
	}
	return list
}

// sound asks the model about some of its own points, and tells whether all that it
// says is numbers. One that knows nothing at some places may say NaN.
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
	if m, ok := f.Model.(method.Predictor); ok {
		if _, partial := f.Model.(method.Partial); !partial {
			y := make([]float64, len(x)/p.D)
			m.Predict(x, y)
			if !method.Finite(y...) {
				return false
			}
		}
	}
	if m, ok := f.Model.(method.PointScorer); ok {
		for _, row := range m.PointScores(x) {
			if !method.Finite(row...) {
				return false
			}
		}
	}
	return true
}

// Fit validates and fits a document whose points are made. The error is a
// *doc.Error, a *method.Need, the job's, or says what the method met.
func (s *Session) Fit(job method.Job, d doc.Document) (*Fit, error) {
	return s.fit(job, Request{Doc: d})
}

func (s *Session) fit(job method.Job, req Request) (*Fit, error) {
	if req.Doc.View.Truth {
		if err := s.lacks("the true distribution or function of the points", &req.Doc); err != nil {
			return nil, err
		}
	}
	if req.Doc.View.Scores != nil {
		if err := s.lacks("the ROC curve", &req.Doc); err != nil {
			return nil, err
		}
	}
	if req.Doc.View.Kernel {
		if err := s.lacks("value of a kernel", &req.Doc); err != nil {
			return nil, err
		}
	}
	if req.Doc.View.Section || req.Doc.View.Proba != nil {
		if err := s.lacks("a section, or a map of P(class | x)", &req.Doc); err != nil {
			return nil, err
		}
	}
	if req.Curve != nil {
		if err := s.lacks("a chart of errors", &req.Doc); err != nil {
			return nil, err
		}
	}
	if req.Runs != nil {
		if err := s.lacks("a chart of runs", &req.Doc); err != nil {
			return nil, err
		}
	}
	f, err := s.fitAt(job, req)
	if err == nil {
		if f.further = s.further; f.alongLine() {
			if err := s.lacks("predictions of a method over one input", &req.Doc); err != nil {
				return nil, err
			}
		}
		f.curve, f.runs = req.Curve, nil
		if req.Runs != nil {
			f.runs = s.further.chart(req.Runs)
		}
		if req.Doc.View.Section {
			f.section = s.further.section(s, f, &req.Doc)
			f.notes = append(f.notes, f.section.unknown()...)
		}
		f.follow(req.Doc)
		if req.Doc.View.Proba != nil {
			f.proba = s.further.proba(f, &req.Doc)
			f.notes = append(f.notes, f.proba.unknown()...)
		}
		f.truth, f.rests = nil, req.Fine || req.Late == nil
		if req.Doc.View.Truth {
			f.truth = s.further.truth(s, f, &req.Doc)
		}
		if f.truth != nil {
			f.notes = append(f.notes, f.truth.unknown()...)
		}
		if req.Doc.View.Scores != nil {
			f.scores = s.further.scores(f, &req.Doc)
			f.notes = append(f.notes, f.scores.unknown()...)
		}
		if req.Doc.View.Kernel {
			f.kernel = s.further.kernel(f, &req.Doc)
			f.notes = append(f.notes, f.kernel.Unknown()...)
		}
	}
	return f, err
}

// fitAt is fit, with the rows of a table where the document has them.
func (s *Session) fitAt(job method.Job, req Request) (*Fit, error) {
	d := req.Doc
	m, v, show, err := s.check(d)
	if err != nil {
		return nil, err
	}
	task := m.TaskOf(d.Params)
	if err := task.CheckPart(d); err != nil {
		return nil, err
	}
	roles := task.Roles(d)
	p, err := method.NewProblemOf(d.Points, roles, doc.Train, task, d.Seed)
	if err != nil {
		return nil, err
	}
	if d.Table != nil && d.Table.Rows != nil && s.mixed(d.Table.Rows) {
		err := s.lacks("a table with words or gaps", &d)
		if err == nil {
			err = s.further.mixed.check(&m.Info, &d)
		}
		if err != nil {
			return nil, err
		}
	}
	s.widen(m, p, &d)
	if err := m.CheckPlaces(v, p.D); err != nil {
		return nil, err
	}
	p.Names = d.Names
	var rows *doc.Table
	if p.Wide() {
		rows = d.Table
	}
	f := &Fit{own: p, Method: m, Values: v, Task: task, Show: show, Problem: p, points: d.Points, roles: roles,
		table: d.Table, on: m.FittedOn(&d), notes: remarks(m, task, &d, p.Wide()),
		further: s.further}
	if task.Supervised() {
		f.part = d.View.Part
	}
	if d.Table != nil && d.Table.Axes != nil {
		f.solid = d.Table
	}
	if p.Wide() {
		f.widen = func(p *method.Problem) { s.widen(m, p, &d) }
	}
	if roles != "" {
		p.Held = func() (list []method.Held) {
			for _, s := range f.heldOut() {
				if f.part > 0 && s.role == doc.Validation {
					continue // no fit of a cross-validation watches what it is asked about
				}
				list = append(list, method.Held{Role: s.role, Name: s.name, Points: s.points})
			}
			return list
		}
	}
	var prev method.Model
	s.ahead = errand{}
	carrier := s.carrier(req, m.ID, task)
	for i := range s.cache {
		c := s.cache[i]
		if c.id != m.ID || c.task != task {
			continue
		}
		same, names := samePoints, c.names.Equal(d.Names)
		if c.places {
			// wherever they are shown, by whatever axes
			same, names = sameClasses, slices.Equal(c.names.Classes, d.Names.Classes)
		} else if f.solid != nil {
			same = sameClasses // whichever way they are turned
		}
		if c.seed == d.Seed && m.SameFit(c.values, v) && names && c.roles == roles && sameTable(c.table, rows) &&
			samePlane(c.table, rows) && same(c.points, d.Points) && c.growth.serves(carrier) {
			s.cache = slices.Insert(slices.Delete(s.cache, i, i+1), 0, c)
			f.own, f.Run, f.late, f.test, f.growth = c.own, c.run, c.late, c.test, c.growth
			if f.growth != nil {
				return f, s.grow(job, f, req)
			}
			model := c.model
			if l, ok := model.(method.Looker); ok { // another look at the same fit
				model = l.Look(v)
			}
			f.at(model, d.View.Step)
			return f, nil
		}
		if prev == nil {
			prev = c.model
		}
	}
	if err := m.CheckRows(v, p); err != nil {
		return nil, err
	}
	start := s.now()
	model, err := m.Fit(job, p, v, prev)
	f.Seconds = s.now().Sub(start).Seconds()
	if err != nil {
		return nil, f.lacking(err)
	}
	s.runs++
	f.Run, f.late, f.test = s.runs, &assessment{}, &trial{}
	if g, ok := model.(method.Grower); ok {
		if f.growth, err = s.plant(job, g, req, carrier); err != nil {
			return nil, err
		}
		f.growth.more = f.testsAlong(d)
	}
	f.Model = model
	_, places := f.placing()
	s.cache = slices.Insert(s.cache, 0, fitted{m.ID, v, task, d.Seed, d.Names, d.Points, rows, roles, model, p, places,
		s.runs, f.late, f.test, f.growth})
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

// at chooses the stage of a model that the document asks for; a step beyond the
// end is the end, so that a document outlives an edit that shortens the way.
func (f *Fit) at(model method.Model, step *int) {
	f.Whole, f.Model = model, model
	if st, ok := model.(method.Stepper); ok {
		f.Step = st.Steps()
		if step != nil && *step < f.Step {
			f.Step = *step
			f.Model, f.late = st.Stage(f.Step), &assessment{}
		}
	}
}

// Forget empties the cache, so that the next fit is a cold one.
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

// Facts returns the model's facts, as they are for the part of the plane that
// is looked at, with numbers that JSON can't carry put in words. None is late.
func (f *Fit) Facts(v picture.Viewport) []method.Fact {
	_ = f.assess(method.Unstopped) // without a deadline there is no error
	return f.facts(v)
}

// assess works out the facts that are late, once for a model.
func (f *Fit) assess(job method.Job) (err error) {
	if f.rests && f.truth != nil {
		if err := f.truth.work(job); err != nil {
			return err
		}
	}
	if f.scores != nil {
		if err := f.scores.work(job); err != nil {
			return err
		}
	}
	if f.kernel != nil && f.rests {
		if err := f.kernel.Work(job); err != nil {
			return err
		}
	}
	if f.section != nil && f.rests {
		if err := f.section.work(job); err != nil {
			return err
		}
	}
	if f.late.errors == nil {
		if f.late.errors, err = f.Errors(job, f.Model); err != nil {
			return err
		}
	}
	m, ok := f.Model.(method.Assessor)
	if !ok || f.late.facts != nil {
		return nil
	}
	facts, err := m.Assess(job)
	if err == nil {
		f.late.facts = facts
	}
	return err
}

// known are the facts as far as they are known, whatever the view: first the errors by
// role, where points are held out, then the model's.
func (f *Fit) known() []method.Fact {
	facts := f.late.facts
	if facts == nil {
		facts = f.Model.Facts()
	}
	if held := append(f.heldFacts(f.late.errors), f.true()...); len(held) > 0 {
		facts = append(held, facts...)
	}
	return append(append(slices.Clip(facts), f.worth()...), append(f.ofKernel(), f.ofSection()...)...)
}

// sectioned tells whether the picture is a section.
func (f *Fit) sectioned() bool { return f.section != nil && f.section.on() }

// answersPlaces tells whether the model of rows has an answer at a place where none is: a class or a cluster.
func (f *Fit) answersPlaces() bool {
	_, answers := f.Model.(method.Predictor)
	_, groups := f.Model.(method.Grouper) // others answer with a number: a coordinate
	return answers && (f.Task == method.Classify || f.Task == method.Cluster && groups)
}

// mapsProba tells whether the picture is a map of the probability of a class.
func (f *Fit) mapsProba() bool { return f.proba != nil && f.proba.on() }

// ofSection are the facts of the section.
func (f *Fit) ofSection() method.FactList {
	if f.section == nil {
		return nil
	}
	return f.section.say()
}

// true are the facts of what the data are drawn from.
func (f *Fit) true() method.FactList {
	if f.truth == nil {
		return nil
	}
	return f.truth.say()
}

// worth are the facts of what scores are worth.
func (f *Fit) worth() method.FactList {
	if f.scores == nil {
		return nil
	}
	return f.scores.say()
}

// ofKernel are the facts of what the kernel says.
func (f *Fit) ofKernel() method.FactList {
	if f.kernel == nil {
		return nil
	}
	return f.kernel.Say()
}

// facts is Facts without working out those that are late.
func (f *Fit) facts(v picture.Viewport) []method.Fact {
	facts := f.known()
	if m, ok := f.Model.(method.ViewFacts); ok {
		facts = slices.Concat(f.heldFacts(f.late.errors), f.true(), m.FactsIn(v), f.worth(), f.ofKernel(), f.ofSection())
	}
	facts = slices.Clone(facts)
	for i := range facts {
		facts[i].Complete()
		facts[i].Value = speakable(facts[i].Value)
	}
	return facts
}

func speakable(v any) any {
	switch x := v.(type) {
	case float64:
		return sayFloat(x)
	case []float64:
		if !slices.ContainsFunc(x, notFinite) {
			return x
		}
		out := make([]any, len(x))
		for i, y := range x {
			out[i] = sayFloat(y)
		}
		return out
	case [][]float64:
		for _, row := range x {
			if slices.ContainsFunc(row, notFinite) {
				out := make([]any, len(x))
				for i, r := range x {
					out[i] = speakable(r)
				}
				return out
			}
		}
	}
	return v
}

func notFinite(x float64) bool { return !method.Finite(x) }

func sayFloat(x float64) any {
	switch {
	case math.IsNaN(x):
		return "not a number"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	return x
}

// Explain says why the answer at x is what it is; ok is false when the model
// can't tell.
func (f *Fit) Explain(x []float64, v picture.Viewport) (e method.Explanation, ok bool) {
	if !f.Problem.Wide() {
		return f.explain(x, v)
	}
	if f.sectioned() {
		if i := f.rowAt(x, v); i >= 0 {
			return f.explainRow(i, v)
		}
		return f.section.explain(x, v)
	}
	if m, can := f.Model.(method.PlaceExplainer); can && f.solid == nil {
		if e, ok = m.ExplainPlace([2]float64{x[0], x[1]}, v); ok {
			return f.presentable(e, v), true
		}
	}
	return f.explainRow(f.rowAt(x, v), v)
}

// ExplainRow is Explain of the document's row i, which is at x: rows may lie on one another.
func (f *Fit) ExplainRow(i int, x []float64, v picture.Viewport) (e method.Explanation, ok bool) {
	if !f.Problem.Wide() {
		return f.explain(x, v)
	}
	if i >= len(f.points) {
		return e, false
	}
	if f.Problem.Row != nil {
		i = slices.Index(f.Problem.Row, i)
	}
	return f.explainRow(i, v)
}

func (f *Fit) explainRow(i int, v picture.Viewport) (e method.Explanation, ok bool) {
	if i < 0 {
		return e, false
	}
	return f.explain(f.Problem.At(i), v)
}

func (f *Fit) explain(x []float64, v picture.Viewport) (e method.Explanation, ok bool) {
	m, ok := f.Model.(method.Explainer)
	if !ok {
		return e, false
	}
	if e = m.Explain(x, v, f.Show); f.truth != nil {
		f.further.here(f, x, v, &e)
	}
	if f.kernel != nil {
		f.kernel.Explain(x, v, &e)
	}
	if e = f.presentable(e, v); f.on != "" {
		e.Lines = append(e.Lines, "Fitted on "+f.on)
	}
	return e, true
}

// presentable is an explanation as people read it, with marks as large as points are.
func (f *Fit) presentable(e method.Explanation, v picture.Viewport) method.Explanation {
	if f.solid != nil { // lines and marks are of the plane; rows as pictures stand where they stand
		e.Layers = slices.DeleteFunc(e.Layers, func(l picture.Layer) bool {
			switch l.(type) {
			case *picture.Path, *picture.Marks:
				return true
			}
			return false
		})
	}
	e.Layers = f.around(e.Layers, v)
	// Each stands on a line of its own.
	e.Answer = words.Capital(e.Answer)
	for i, line := range e.Lines {
		e.Lines[i] = words.Capital(line)
	}
	return e
}
