package session

import (
	"time"

	"pointscape/engine/assess"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/kernelview"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// further holds what a session can do beyond fits and their pictures. The first engine does not include it, to be
// smaller: it refuses such requests like a method that it does not have, and the whole engine handles them. (The linker
// removes code that is only reachable from New.)
type further struct {
	survey func(s *Session, job method.Job, d doc.Document) (*assess.Curve, *wire.Studied, error)
	share  func(s *Session, job method.Job, d doc.Document, from, part, of int, give func([]Tried) error) error
	pack   func(r *wire.Studied, c *assess.Curve) error
	runs   func(s *Session, job method.Job, d doc.Document) (*wire.Studied, error)
	chart  func(l *wire.RunLog) laid
	truth  func(s *Session, f *Fit, d *doc.Document) overlay
	cell   func(s *Session, job method.Job, req Request, i int, frame picture.Frame) (*picture.Picture, *wire.Cell, error)
	sheet  func(s *Session, job method.Job, req Request, o picture.ExportOptions) (*picture.Sheet, error)
	film   func(s *Session, job method.Job, d doc.Document, f *Film) (time.Duration, error)
	// For the result of a study: the boundaries of several fits, its panel, and the description of one of its marks.
	fan      func(f *Fit) picture.Layer
	studied  func(f *Fit) []method.Panel
	tried    func(f *Fit, key string) (t method.Told, ok bool)
	scores   func(f *Fit, d *doc.Document) scoring
	line     func(f *Fit) []method.Panel
	along    func(f *Fit, key string) (method.Told, []int)
	here     func(f *Fit, x []float64, v picture.Viewport, e *method.Explanation) // explains the true distribution
	kernel   func(f *Fit, d *doc.Document) kernelViewer
	section  func(s *Session, f *Fit, d *doc.Document) sectioning
	proba    func(f *Fit, d *doc.Document) mapping
	maps     func(d *doc.Document) []picture.Layer // legend layers of the probability maps beside a picture
	drawn    drawing
	mixed    mixing
	files    filing
	python   func(s *Session, job method.Job, d doc.Document) ([]byte, wire.Exported, error)
	notebook func(s *Session, job method.Job, d doc.Document, site string) ([]byte, wire.Exported, error)
	judge    func(s *Session, job method.Job, req Request, line [][2]float64) (*wire.Judged, error)
	// For tables in which columns are predicted.
	aimed     func(m *method.Method, t *doc.Table, params map[string]any) (at []float64, axes []string, err error)
	aim       func(p *method.Problem, t *doc.Table, targets []int)
	predicted func(f *Fit) (pl method.Projection, ok bool)
}

// filing reads files of tables: see foreign.go.
type filing interface {
	load(d doc.Document, m *method.Method, l wire.Load) (made doc.Document, roles string, notes []string, err error)
	table(d doc.Document, m *method.Method, l wire.Load) (*method.Table, error)
}

// mixing handles tables with words or missing values: see mixed.go.
type mixing interface {
	numbers(r *doc.Rows, columns []int) []int
	onAxes(t *doc.Table, chosen []int) columns
	check(in *method.Info, d *doc.Document) error
	wide(t *doc.Table, open dataset.Opener) (*doc.Rows, doc.Names, error)
	format(r *doc.Rows, names doc.Names) string
}

// drawing makes panels from interfaces of the model: see span.go and maps.go.
type drawing interface {
	panels(f *Fit) []method.Panel
	rowKeys(f *Fit, panel string) []string
	tell(f *Fit, key string) (t method.Told, points []int, ok bool)
}

// kernelViewer shows the values of a kernel at the points.
type kernelViewer interface {
	Work(job method.Job) error // computes what takes long
	Say() method.FactList      // facts, late ones without values
	Unknown() []string
	Panels() []method.Panel
	RowKeys(panel string) []string
	Tell(key string) (method.Told, bool)
	Explain(x []float64, v picture.Viewport, e *method.Explanation)
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

// laid is a chart of runs.
type laid interface {
	panel() method.Panel
	tell(key string) (method.Told, bool)
}

// overlay shows the true distribution in a picture.
type overlay interface {
	work(job method.Job) error // computes what takes long
	say() method.FactList      // facts, late ones without values
	unknown() []string         // why it is unknown, as remarks
	itself() *truth            // the truth without comparisons
	layers(job method.Job, f *Fit, v picture.Viewport, raster *picture.Raster, fine bool) []picture.Layer
}

// scoring evaluates the scores of a classifier.
type scoring interface {
	work(job method.Job) error
	say() method.FactList
	unknown() []string
	panels() []method.Panel
	layers(v picture.Viewport, raster *picture.Raster, fine bool) []picture.Layer
	tell(key string) (t method.Told, points []int, ok bool)
	// rowKeys returns the keys of a problem's rows in a panel.
	rowKeys(panel string) (p *method.Problem, keys []string)
	level() []float64 // threshold for the score of the second of two classes, if there is one
}

// New returns a session over a list of methods, with all features.
func New(methods []method.Method) *Session {
	s := Lean(methods)
	kernelview.ShareValues()
	s.further = &further{survey: (*Session).Survey, share: (*Session).help, pack: pack, runs: (*Session).ran,
		chart: layRuns,
		truth: func(s *Session, f *Fit, d *doc.Document) overlay {
			if t := s.truthOf(f, d); t != nil {
				return besideIdeal(t, f)
			}
			return nil
		}, fan: (*Fit).fan, studied: (*Fit).studied, tried: (*Fit).tellTried, cell: (*Session).cell,
		sheet: (*Session).wallSheet, film: (*Session).film,
		line: func(f *Fit) []method.Panel { return append(f.alongPanel(), f.lossPanel()...) }, along: (*Fit).tellAlong,
		kernel: (*Fit).kernelView,
		here:   (*Fit).lawHere, python: (*Session).pythonFile, notebook: (*Session).notebookFile,
		mixed: mixed{}, files: foreign{},
		section: (*Session).sectionOf, proba: (*Fit).probaOf, maps: mapsBeside,
		drawn: ofModels{}, aimed: aimed, aim: aim,
		predicted: (*Fit).predicted, judge: (*Session).judge,
		scores: func(f *Fit, d *doc.Document) scoring { return f.scoresOf(d) }}
	return s
}

// Lacks returns the error for a request that a lean session can't handle and the whole engine can.
func (s *Session) Lacks(what string, d *doc.Document) error { return s.lacks(what, d) }

// lacks returns the error for a feature that a lean session does not have; nil = it has it.
func (s *Session) lacks(what string, d *doc.Document) error {
	if s.further != nil {
		return nil
	}
	return doc.Errorf("method", "a message for this engine: "+what+" needs the engine with all methods", d.Method)
}
