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

// further is what a session can do beside fits and their pictures. The engine of the first visit goes without, so that
// it is a smaller program: what asks for it is refused as a method is that it does not have, and the engine of all
// methods does it. (The linker leaves out what nothing but New leads to.)
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
	// Of what a study has found: fits alike laid over each other, its panel, and what one of its marks says.
	fan      func(f *Fit) picture.Layer
	studied  func(f *Fit) []method.Panel
	tried    func(f *Fit, key string) (t method.Told, ok bool)
	scores   func(f *Fit, d *doc.Document) scoring
	line     func(f *Fit) []method.Panel
	along    func(f *Fit, key string) (method.Told, []int)
	here     func(f *Fit, x []float64, v picture.Viewport, e *method.Explanation) // of the truth, where people point
	kernel   func(f *Fit, d *doc.Document) kernelViewer
	section  func(s *Session, f *Fit, d *doc.Document) sectioning
	proba    func(f *Fit, d *doc.Document) mapping
	maps     func(d *doc.Document) []picture.Layer // what the legend has of those beside a picture
	drawn    drawing
	mixed    mixing
	files    filing
	python   func(s *Session, job method.Job, d doc.Document) ([]byte, wire.Exported, error)
	notebook func(s *Session, job method.Job, d doc.Document, site string) ([]byte, wire.Exported, error)
	judge    func(s *Session, job method.Job, req Request, line [][2]float64) (*wire.Judged, error)
	// Of tables whose columns are predicted.
	aimed     func(m *method.Method, t *doc.Table, params map[string]any) (at []float64, axes []string, err error)
	aim       func(p *method.Problem, t *doc.Table, targets []int)
	predicted func(f *Fit) (pl method.Projection, ok bool)
}

// filing is what is done with files of tables: see foreign.go.
type filing interface {
	load(d doc.Document, m *method.Method, l wire.Load) (made doc.Document, roles string, notes []string, err error)
	table(d doc.Document, m *method.Method, l wire.Load) (*method.Table, error)
}

// mixing is what is done with tables that have words or gaps: see mixed.go.
type mixing interface {
	numbers(r *doc.Rows, columns []int) []int
	onAxes(t *doc.Table, chosen []int) columns
	check(in *method.Info, d *doc.Document) error
	wide(t *doc.Table, open dataset.Opener) (*doc.Rows, doc.Names, error)
	format(r *doc.Rows, names doc.Names) string
}

// drawing are panels that the session makes of what a model tells of itself: see span.go and maps.go.
type drawing interface {
	panels(f *Fit) []method.Panel
	rowKeys(f *Fit, panel string) []string
	tell(f *Fit, key string) (t method.Told, points []int, ok bool)
}

// kernelViewer is what a kernel says of points.
type kernelViewer interface {
	Work(job method.Job) error // finds out what takes long
	Say() method.FactList      // late ones without values
	Unknown() []string
	Panels() []method.Panel
	RowKeys(panel string) []string
	Tell(key string) (method.Told, bool)
	Explain(x []float64, v picture.Viewport, e *method.Explanation)
}

// sectioning is what a model of whole rows answers on the plane of the picture.
type sectioning interface {
	on() bool
	unknown() []string // what it is, or why there is none
	placing() method.Projection
	raster(job method.Job, g picture.Grid) (*picture.Raster, error)
	explain(x []float64, v picture.Viewport) (e method.Explanation, ok bool)
	work(job method.Job) error
	say() method.FactList // late ones without values
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

// overlay is what the data are drawn from, laid over a picture.
type overlay interface {
	work(job method.Job) error // finds out what takes long
	say() method.FactList      // late ones without values
	unknown() []string         // why it isn't there, as remarks
	itself() *truth            // without what is laid beside it
	layers(job method.Job, f *Fit, v picture.Viewport, raster *picture.Raster, fine bool) []picture.Layer
}

// scoring is what the scores of a classifier are worth.
type scoring interface {
	work(job method.Job) error
	say() method.FactList
	unknown() []string
	panels() []method.Panel
	layers(v picture.Viewport, raster *picture.Raster, fine bool) []picture.Layer
	tell(key string) (t method.Told, points []int, ok bool)
	// rowKeys are the keys of a problem's rows in a panel.
	rowKeys(panel string) (p *method.Problem, keys []string)
	level() []float64 // the threshold of the second of two classes, where there is one
}

// New makes a session over a list of methods.
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

// Lacks is the error where a page asks a lean session for what only the program of all methods makes of a document.
func (s *Session) Lacks(what string, d *doc.Document) error { return s.lacks(what, d) }

// lacks is the error where a document asks for what a lean session can't do; nil = it can.
func (s *Session) lacks(what string, d *doc.Document) error {
	if s.further != nil {
		return nil
	}
	return doc.Errorf("method", "a message for this engine: "+what+" needs the engine with all methods", d.Method)
}
