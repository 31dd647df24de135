package session

import (
	"time"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/kernelview"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// A Contributor is something that a session can do beyond fits and their pictures. A program gives a list of them to
// With, and the linker leaves out the code of all others.
type Contributor interface {
	// join adds what the contributor does to the abilities of a session.
	join(a *abilities)
}

// All returns all contributors. Those of pictures are in the order of their panels and layers.
func All() []Contributor {
	return []Contributor{OverLine{}, Studies{}, Truths{}, Scores{}, Kernels{}, RunCharts{}, ModelPanels{}, Sections{},
		Figures{}, Programs{}, Drawings{}, MixedTables{}, TableFiles{}, PredictedColumns{}}
}

// New returns a session over a list of methods, with all contributors.
func New(methods []method.Method) *Session { return With(methods, All()...) }

// With returns a session over a list of methods, with a list of contributors.
func With(methods []method.Method, contributors ...Contributor) *Session {
	s := &Session{methods: methods, now: time.Now, open: dataset.Embedded, speed: map[string]*pace{},
		panels: map[string]float64{}, able: noAbilities()}
	for _, c := range contributors {
		c.join(&s.able)
	}
	return s
}

// feature names something that a document or request can ask for, as errors do.
type feature string

// Features that contributors of pictures add.
const (
	aimsFeature     feature = "a table with predicted columns"
	truthFeature    feature = "the true distribution or function of the points"
	scoresFeature   feature = "the ROC curve"
	kernelFeature   feature = "value of a kernel"
	sectionFeature  feature = "a section, or a map of P(class | x)"
	curveFeature    feature = "a chart of errors"
	runsFeature     feature = "a chart of runs"
	overLineFeature feature = "predictions of a method over one input"
)

// asks reports which features of pictures a request asks for.
func (req *Request) asks(f feature) bool {
	v := &req.Doc.View
	switch f {
	case truthFeature:
		return v.Truth
	case scoresFeature:
		return v.Scores != nil
	case kernelFeature:
		return v.Kernel
	case sectionFeature:
		return v.Section || v.Proba != nil
	case curveFeature:
		return req.Curve != nil
	case runsFeature:
		return req.Runs != nil
	}
	return false // known only after the fit
}

// abilities collects what a session's contributors provide. A request for anything else fails: Session.lacking and the
// fit check features of pictures, unroll checks predicted columns, and type absent returns the other errors. Only the
// panels of models are left out without an error.
type abilities struct {
	has      map[feature]bool
	adders   []adder // in the order of their panels and layers
	studies  studying
	figures  figuring
	programs programming
	drawings assessing
	paints   painting
	mixed    mixing
	files    filing
	outputs  aiming
}

func noAbilities() abilities {
	n := absent{}
	return abilities{has: map[feature]bool{}, studies: n, figures: n, programs: n, drawings: n, paints: n, mixed: n,
		files: n, outputs: n}
}

// adder returns the addition to a fit that a request asks for; nil = none.
type adder func(s *Session, f *Fit, req *Request) addition

// show lists an adder, for requests that ask for a feature.
func (a *abilities) show(x feature, v adder) {
	a.has[x] = true
	a.adders = append(a.adders, func(s *Session, f *Fit, req *Request) addition {
		if !req.asks(x) {
			return nil
		}
		return v(s, f, req)
	})
}

// lacking returns the error for the first feature that a request asks for and the session does not have.
func (s *Session) lacking(req *Request) error {
	for _, f := range []feature{truthFeature, scoresFeature, kernelFeature, sectionFeature, curveFeature, runsFeature} {
		if req.asks(f) && !s.able.has[f] {
			return refusal(f, &req.Doc)
		}
	}
	return nil
}

// studying makes studies.
type studying interface {
	survey(s *Session, job method.Job, d doc.Document) (*wire.Studied, error)
	share(s *Session, job method.Job, d doc.Document, from, part, of int, give func([]Tried) error) error
	runs(s *Session, job method.Job, d doc.Document) (*wire.Studied, error)
}

// figuring draws figures of several pictures.
type figuring interface {
	cell(s *Session, job method.Job, req Request, i int, frame picture.Frame) (*picture.Picture, *wire.Cell, error)
	sheet(s *Session, job method.Job, req Request, o picture.ExportOptions) (*picture.Sheet, error)
	film(s *Session, job method.Job, d doc.Document, f *Film) (time.Duration, error)
}

// programming writes programs that make a document's fit.
type programming interface {
	python(s *Session, job method.Job, d doc.Document) ([]byte, wire.Exported, error)
	notebook(s *Session, job method.Job, d doc.Document, site string) ([]byte, wire.Exported, error)
}

// assessing judges boundaries and curves that users draw.
type assessing interface {
	judge(s *Session, job method.Job, req Request) (*Judging, error)
}

// painting replaces the raster of a model by another one.
type painting interface {
	section(s *Session, f *Fit, d *doc.Document) sectioning
	proba(f *Fit, d *doc.Document) mapping
	beside(d *doc.Document) []picture.Layer // legend layers of the probability maps beside a picture
}

// filing reads files of tables: see foreign.go.
type filing interface {
	load(d doc.Document, m *method.Method, l wire.Load) (made doc.Document, roles string, notes []string, err error)
	table(d doc.Document, m *method.Method, l wire.Load) (*method.Table, error)
}

// mixing handles tables with words or missing values: see mixed.go.
type mixing interface {
	allows(what feature, d *doc.Document) error // the error for a table that what describes
	numbers(r *doc.Rows, columns []int) []int
	onAxes(t *doc.Table, chosen []int) columns
	check(in *method.Info, d *doc.Document) error
	wide(t *doc.Table, open dataset.Opener) (*doc.Rows, doc.Names, error)
	format(r *doc.Rows, names doc.Names) string
}

// Tables that mixing is for.
const (
	tableOfWords feature = "a table with words"
	tableOfGaps  feature = "a table with words or gaps"
)

// aiming handles tables in which columns are predicted: see aim.go.
type aiming interface {
	aims(m *method.Method, params map[string]any) bool // the method predicts columns with these parameters
	aimed(m *method.Method, t *doc.Table, params map[string]any) (at []float64, axes []string, err error)
	aim(p *method.Problem, t *doc.Table, targets []int)
	predicted(f *Fit) (pl method.Projection, ok bool)
}

// sectioning shows the predictions of a model of whole rows on the plane of the picture.
type sectioning interface {
	on() bool
	unknown() []string // what the section is, or why there is none
	placing() method.Projection
	raster(job method.Job, g picture.Grid) (*picture.Raster, error)
	explain(x []float64, v picture.Viewport) (e method.Explanation, ok bool)
	work(job method.Job) error
	say() method.FactList // facts, late ones without values
}

// mapping is a map of the probability of a class.
type mapping interface {
	on() bool
	unknown() []string
	layers(job method.Job, r *picture.Raster, g picture.Grid) (*picture.Raster, []picture.Layer, error)
}

// Contributors.
type (
	OverLine         struct{} // the panel of a classifier over its single input
	Studies          struct{} // studies of errors, and their chart
	Truths           struct{} // the true distribution
	Scores           struct{} // scores of a classifier
	Kernels          struct{} // values of a kernel
	RunCharts        struct{} // the chart of runs
	ModelPanels      struct{} // panels from capabilities of models
	Sections         struct{} // sections, and maps of the probability of a class
	Figures          struct{} // walls and films
	Programs         struct{} // programs in Python
	Drawings         struct{} // lines drawn by users
	PredictedColumns struct{} // predicted columns
)

func (OverLine) join(a *abilities) {
	a.has[overLineFeature] = true
	a.adders = append(a.adders, func(_ *Session, f *Fit, _ *Request) addition {
		if !f.alongLine() {
			return nil
		}
		return &lineView{f: f}
	})
}

func (Studies) join(a *abilities) {
	a.studies = Studies{}
	a.show(curveFeature, func(_ *Session, f *Fit, req *Request) addition { return &studyView{f: f, curve: req.Curve} })
}

func (Studies) survey(s *Session, job method.Job, d doc.Document) (*wire.Studied, error) {
	c, r, err := s.Survey(job, d)
	if err != nil {
		return nil, err
	}
	return r, pack(r, c)
}

func (Studies) share(s *Session, job method.Job, d doc.Document, from, part, of int, give func([]Tried) error) error {
	return s.help(job, d, from, part, of, give)
}

func (Studies) runs(s *Session, job method.Job, d doc.Document) (*wire.Studied, error) {
	return s.ran(job, d)
}

func (Truths) join(a *abilities) {
	a.show(truthFeature, func(s *Session, f *Fit, req *Request) addition {
		t := s.truthOf(f, &req.Doc)
		if t == nil {
			return nil
		}
		return &truthView{f: f, law: besideIdeal(t, f)}
	})
}

func (Scores) join(a *abilities) {
	a.show(scoresFeature, func(_ *Session, f *Fit, req *Request) addition { return f.scoresOf(&req.Doc) })
}

func (Kernels) join(a *abilities) {
	kernelview.ShareValues()
	a.show(kernelFeature, func(_ *Session, f *Fit, _ *Request) addition { return f.kernelView() })
}

func (RunCharts) join(a *abilities) {
	a.show(runsFeature, func(_ *Session, _ *Fit, req *Request) addition { return layRuns(req.Runs) })
}

func (ModelPanels) join(a *abilities) {
	a.adders = append(a.adders, func(_ *Session, f *Fit, _ *Request) addition { return &modelView{f: f} })
}

func (Sections) join(a *abilities) {
	a.paints = Sections{}
	a.has[sectionFeature] = true
}

func (Sections) section(s *Session, f *Fit, d *doc.Document) sectioning { return s.sectionOf(f, d) }
func (Sections) proba(f *Fit, d *doc.Document) mapping                  { return f.probaOf(d) }
func (Sections) beside(d *doc.Document) []picture.Layer                 { return mapsBeside(d) }

func (Figures) join(a *abilities) { a.figures = Figures{} }

func (Figures) cell(s *Session, job method.Job, req Request, i int, frame picture.Frame) (*picture.Picture, *wire.Cell,
	error) {
	return s.cell(job, req, i, frame)
}

func (Figures) sheet(s *Session, job method.Job, req Request, o picture.ExportOptions) (*picture.Sheet, error) {
	return s.wallSheet(job, req, o)
}

func (Figures) film(s *Session, job method.Job, d doc.Document, f *Film) (time.Duration, error) {
	return s.film(job, d, f)
}

func (Programs) join(a *abilities) { a.programs = Programs{} }

func (Programs) python(s *Session, job method.Job, d doc.Document) ([]byte, wire.Exported, error) {
	return s.pythonFile(job, d)
}

func (Programs) notebook(s *Session, job method.Job, d doc.Document, site string) ([]byte, wire.Exported, error) {
	return s.notebookFile(job, d, site)
}

func (Drawings) join(a *abilities) { a.drawings = Drawings{} }

func (Drawings) judge(s *Session, job method.Job, req Request) (*Judging, error) {
	return s.judging(job, req)
}

func (m MixedTables) join(a *abilities) { a.mixed = m }

func (files TableFiles) join(a *abilities) { a.files = files }

func (o PredictedColumns) join(a *abilities) { a.outputs = o }

func (PredictedColumns) aims(m *method.Method, params map[string]any) bool { return m.Aims(params) }

func (PredictedColumns) aimed(m *method.Method, t *doc.Table, params map[string]any) ([]float64, []string, error) {
	return aimed(m, t, params)
}

func (PredictedColumns) aim(p *method.Problem, t *doc.Table, targets []int) { aim(p, t, targets) }
func (PredictedColumns) predicted(f *Fit) (pl method.Projection, ok bool)   { return f.predicted() }
