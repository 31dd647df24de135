// Package wire is the vocabulary between the page and its engine worker. Every
// message is a JavaScript object {type, id, head, ...}: head is one of the
// structs below as JSON text, and big things ride beside it as transferable
// buffers (named at each struct). Both WASM programs are built from this file;
// Protocol tells a stale half from a fresh one.
package wire

import (
	"errors"
	"math"
	"pointscape/engine/json"
	"slices"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Protocol is raised whenever a message changes its meaning.
const Protocol = 16

// Message types, page to worker.
const (
	// Draw; points: Float64Array x,y,z,... (doc.Document.Pack) when they changed; spare: ArrayBuffer that pixels may use
	// again; canvas: OffscreenCanvas of the stage, once
	TypeDraw     = "draw"
	TypeExplain  = "explain" // Explain; answered from the model of the last draw
	TypeTrace    = "trace"   // Trace; likewise
	TypePredict  = "predict" // Predict; likewise
	TypeLoad     = "load"    // Load
	TypeExport   = "export"  // Export
	TypeTabulate = "field"   // Tabulate; points: as draw
	TypeExtent   = "extent"  // Draw; points: as draw
	TypeText     = "text"    // AskText
	TypeJudge    = "judge"   // Judge; points: as draw
	TypeStudy    = "study"   // Study; points: as draw. Progress may come before the answer
	// none: the study or load of the same id is not waited for any more; it is answered by superseded, unless it is done
	TypeCancel = "cancel"
	TypeYield  = "yield" // none: a hand moves, and a study leaves it the processors for a moment, where there are few
	TypeCell   = "cell"  // AskCell; points: as draw
	TypePoint  = "point" // Point; about the pictures of a wall that were drawn last
	TypePing   = "ping"  // none; answered by pong, also while a request is being served
	TypeRows   = "rows"  // from one engine to another, see engine/worker
	TypeShare  = "share" // likewise: a part of a study
	TypeAgain  = "again" // none; to wasm_exec.js, while the program is on its way: a pause between two tries ends
	TypeWords  = "words" // none; text: a words.Language, for what is written in pictures
	TypeCrash  = "crash" // none: the worker panics on purpose (tests of recovery)
)

// Message types, worker to page.
const (
	TypeHello = "hello" // Hello; the first message
	// Picture; bitmap: ImageBitmap, or pixels: ArrayBuffer of width x height R, G, B, A bytes, or none where the stage's
	// canvas has them (Draw.Stage); panels: [ImageBitmap]; numbers: Float64Array of the trace, of what lies over the
	// points, of their places, of their groups and of the spots, when there is any (Picture.Numbers).
	TypePicture = "picture"
	// Staged; once the stage's canvas shows a picture of the same id that was asked for with StageToo, or a Picture that
	// said so
	TypeStaged = "staged"
	// Facts; after the picture of the same id, when some of its facts were late; numbers: Float64Array of Tests, when
	// there are some
	TypeFacts       = "facts"
	TypeExplanation = "explanation" // Explanation
	TypeTraced      = "traced"      // Traced; numbers: Float64Array of its values
	TypePredicted   = "predicted"   // Predicted
	TypeLoaded      = "loaded"      // Loaded; points: Float64Array
	TypeExported    = "exported"    // Exported; bytes: Uint8Array
	TypeTable       = "values"      // Table; values: Float32Array
	TypeReach       = "reach"       // Reach; the answer to extent
	TypeTextMade    = "textmade"    // TextMade; the answer to text
	TypeJudged      = "judged"      // Judged; the answer to judge
	TypeStudied     = "studied"     // Studied; the answer to study
	TypeCelled      = "celled"      // Cell; the answer to cell; bitmap or pixels of the plane, as picture
	TypePointed     = "pointed"     // Pointed; the answer to point
	TypeProgress    = "progress"    // Progress
	TypeError       = "error"       // Error
	TypeSuperseded  = "superseded"  // none: a newer draw or explain came first; nothing more follows for this id
	TypeHelper      = "helper"      // none: an engine that helps another, or does long work, is ready
	TypeShared      = "shared"      // from one engine to another: what it has found of its part
	TypePong        = "pong"        // none; also from wasm_exec.js, before the engine can speak
	TypeFatal       = "fatal"       // Error; from wasm_exec.js: the engine is dead
	TypeBulky       = "bulky"       // none: most of the engine's memory holds nothing any more
	TypeBoot        = "boot"        // Progress; from wasm_exec.js: share of the program fetched
)

// Hello is the engine's first message.
type Hello struct {
	Protocol int      `json:"protocol"`
	Methods  []string `json:"methods"`         // the ids of those that this program has
	Whole    bool     `json:"whole,omitempty"` // it has all that there are
}

// Need is what a program must have to serve a request.
type Need struct {
	Method  string // id of the document's
	Further bool   // what the whole program alone computes, whatever the method (session.Lean leaves it out)
	Runs    bool   // runs that are kept in the browser, which the whole program alone reads
}

// Has tells whether the program that says hello serves what needs n. A program that names no methods has all.
func (h *Hello) Has(n Need) bool {
	return h.Whole || len(h.Methods) == 0 || !n.Further && !n.Runs && slices.Contains(h.Methods, n.Method)
}

// Draw asks for a picture. Head only: points are sent when PointsVersion is new
// to the worker, and kept there.
type Draw struct {
	Doc           json.RawMessage  `json:"doc"` // doc.Encode without points
	PointsVersion int              `json:"pointsVersion"`
	View          picture.Viewport `json:"view"`
	Fine          bool             `json:"fine"` // the hand rests: sharpen after the first picture
	Palette       string           `json:"palette"`
	Panels        []PanelAsk       `json:"panels,omitempty"`
	// Stage says where the pixels go: StagePixels, StageOnly or StageToo.
	Stage int `json:"stage,omitempty"`
	// Terse leaves out what is told in words, as the one before told it: while a hand moves, nobody reads as fast.
	Terse bool `json:"terse,omitempty"`
	// Run whose trace the page has already (Player.Run); 0 = none.
	Run int `json:"run,omitempty"`
	// Tuned is the Tuning that the page has already (Picture.Tuned); 0 = none.
	Tuned int `json:"tuned,omitempty"`
	// Of a method without an end: Grow asks for it to be trained on while nobody asks for
	// anything else, and for a picture as far beyond the document's step as it is. Keep,
	// unless it is 0, lets an edited document go on from the present weights, if those
	// were trained for the same number.
	Grow bool `json:"grow,omitempty"`
	Keep int  `json:"keep,omitempty"`
	// Calm: pictures of what grows come a second apart, for people who want no motion.
	Calm bool `json:"calm,omitempty"`
	// Curve is what a study of the document has found (Studied.Curve), for its panel.
	Curve json.RawMessage `json:"curve,omitempty"`
	// Runs are laid over each other in a panel, a RunLog; left out, those of the draw before are, as while a hand moves.
	Runs json.RawMessage `json:"runs,omitempty"`
}

// Where a picture's pixels go. On the stage's canvas, which the worker owns, they need no message, no copy and no time
// of the page; but the page can't tell the frame that shows them, so that this canvas has pictures of one view only:
// the page asks for those of others by message, in its own frames, until the canvas shows the new view, too.
const (
	StagePixels = iota // with the message
	StageOnly          // on the stage's canvas
	StageToo           // both; staged follows
)

// Staged tells the view of the picture on the stage's canvas.
type Staged struct {
	View picture.Viewport `json:"view"`
}

// PanelAsk asks for a panel at a size in CSS pixels.
type PanelAsk struct {
	ID string `json:"id"`
	W  int    `json:"w"`
	H  int    `json:"h"`
}

// Picture answers a Draw, once coarse and, when Fine was asked for and there is
// more to see, once again.
type Picture struct {
	View          picture.Viewport `json:"view"`
	PointsVersion int              `json:"pointsVersion"`
	Last          bool             `json:"last"` // nothing better follows
	// Staged: the pixels are on the stage's canvas alone, and staged follows. (While a hand
	// moves, nobody waits for that.)
	Staged bool `json:"staged,omitempty"`
	// Terse: Alt, Facts, Status and Keys are left out, as was asked for.
	Terse   bool           `json:"terse,omitempty"`
	Alt     string         `json:"alt"`
	Facts   []method.Fact  `json:"facts"`
	N       int            `json:"n,omitempty"` // training points
	Status  method.Status  `json:"status"`
	Same    bool           `json:"same,omitempty"` // the answer is the same nearly everywhere in the view
	Formula string         `json:"formula,omitempty"`
	Coded   bool           `json:"coded,omitempty"` // the model can be told as a program (method.Coder)
	Learned map[string]any `json:"learned,omitempty"`
	// Proba: the probability of each class can be shown over the plane (doc.View.Proba).
	Proba bool `json:"proba,omitempty"`
	// Section: the model answers at places of the plane where no row of the table is (doc.View.Section).
	Section bool `json:"section,omitempty"`
	// Places are those at which the model began by itself (method.Placer), by parameter.
	Places map[string][][]float64 `json:"places,omitempty"`
	// Tuning is what is to be known of the parameters, 0 = nothing in Tuned; it is
	// left out when the page has it.
	Tuning *method.Tuning `json:"tuning,omitempty"`
	Tuned  int            `json:"tuned,omitempty"`
	// Heights are the two between which something is to be seen beside the points
	// (method.Method.Heights); none = no more than they need.
	Heights     []float64          `json:"heights,omitempty"`
	Panels      []method.PanelInfo `json:"panels,omitempty"`      // offered
	PanelsDrawn []string           `json:"panelsDrawn,omitempty"` // ids, in the order of the bitmaps
	FitMS       float64            `json:"fitMS"`
	DrawMS      float64            `json:"drawMS"`
	Engines     int                `json:"engines"` // that computed the raster's rows at the same time
	// Tile is how wide a sample of the raster is, in device pixels: for who measures.
	Tile int `json:"tile,omitempty"`
	// Legend of the raster: name and range of its values.
	Legend *Legend `json:"legend,omitempty"`
	// Keys are the entries of the legend: what is drawn, without points and axes.
	Keys []picture.Key `json:"keys,omitempty"`
	// PanelKeys are those of the panels, in the order of PanelsDrawn.
	PanelKeys [][]picture.Key `json:"panelKeys,omitempty"`
	Player    *Player         `json:"player,omitempty"` // of methods that step
	// Over are the layers over the data points, which the pixels can't hold: they
	// lie under the points. The page paints them, in the frame that shows the pixels.
	Over []Over `json:"over,omitempty"`
	// Placed is where the model shows the rows of a table, which are elsewhere in the points of
	// PointsVersion, or move with its steps; nil = they are there.
	Placed *Placed `json:"placed,omitempty"`
	// Groups are what was found of the points of PointsVersion; nil = they are not
	// coloured by that.
	Groups *Groups `json:"groups,omitempty"`
	// Spots are the shapes that carry keys: of the stage, and of each panel in the order
	// of PanelsDrawn. nil = those that the page has still hold.
	Spots []Spots `json:"spots,omitempty"`
}

// Placed is a method.Projection of all rows. Its N numbers ride beside the head.
type Placed struct {
	Q     int       `json:"q"`
	Names []string  `json:"names"`
	N     int       `json:"n"`
	At    []float64 `json:"-"`
}

// Facts takes the place of a picture's facts.
type Facts struct {
	Facts []method.Fact `json:"facts"`
	Alt   string        `json:"alt"`
	// Tests, once they are known, are the errors on points that the fit has not seen,
	// held out or fresh, over the steps of Run;
	// later traces of that run have it among them.
	Run   int      `json:"run,omitempty"`
	Tests []Series `json:"tests,omitempty"`
	// Here are the values of Tests at Step, where their curves have no such step.
	Step int       `json:"step,omitempty"`
	Here []Reading `json:"here,omitempty"`
}

// Numbers are what rides beside the head: those of Tests.
func (f *Facts) Numbers() (list []float64) {
	for i := range f.Tests {
		list = f.Tests[i].numbers(list)
	}
	return list
}

// Take gives Tests the numbers that rode beside the head, as Picture.Take does.
func (f *Facts) Take(numbers []float64) error {
	ok := true
	for i := range f.Tests {
		if numbers, ok = f.Tests[i].take(numbers); !ok {
			return errTrace
		}
	}
	if len(numbers) > 0 {
		return errTrace
	}
	return nil
}

// Player tells of a method that works in steps: which stage the picture shows,
// and curves over all of them.
type Player struct {
	Step     int    `json:"step"`
	Steps    int    `json:"steps"`
	StepName string `json:"stepName"`
	// Run numbers the fits of this worker: while it stays the same, so does
	// Trace, which is left out when the page has it.
	Run   int      `json:"run"`
	Trace []Series `json:"trace,omitempty"`
	// Here are the values at Step of the curves that, being thinned, have no such step. They
	// come with every picture.
	Here []Reading `json:"here,omitempty"`
	// Endless says that the method has no natural end: Steps is the furthest step that was
	// shown, and Step may be short of the one that was asked for, as far as there was time.
	Endless bool `json:"endless,omitempty"`
	// Grows says that Steps is the end of a model that grows: Step may be short of the one that
	// was asked for, too.
	Grows bool `json:"grows,omitempty"`
	First int  `json:"first,omitempty"` // the first step that can be looked at
	Kept  bool `json:"kept,omitempty"`  // the weights are partly of other data or parameters
	Ended bool `json:"ended,omitempty"` // no step follows on this one; the status says why
}

// Series is a curve over the steps: Values[i] belongs to step At[i]. Steps
// without a finite value are left out. Both lists, of N numbers, ride beside the
// head: as JSON a thousand steps take the page 3 ms a curve.
type Series struct {
	Name   string    `json:"name"`
	Log    bool      `json:"log,omitempty"`
	Same   bool      `json:"same,omitempty"`  // on the scale of the series before
	Fresh  bool      `json:"fresh,omitempty"` // counted on points that the fit has not seen
	Help   string    `json:"help,omitempty"`  // what it is, where the name does not say
	N      int       `json:"n"`
	At     []float64 `json:"-"`
	Values []float64 `json:"-"`
}

// Reading is the value at one step of the series of that name.
type Reading struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Read appends the value of a series, unless it is none that a curve could show.
func Read(list []Reading, name string, v float64) []Reading {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return list
	}
	return append(list, Reading{name, v})
}

// Add appends a value, unless it is none that a curve could show.
func (s *Series) Add(at int, v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return
	}
	s.At, s.Values, s.N = append(s.At, float64(at)), append(s.Values, v), s.N+1
}

// Numbers are what rides beside the head: At and Values of each series in turn.
func (p *Player) Numbers() []float64 {
	if p == nil {
		return nil
	}
	var list []float64
	for _, s := range p.Trace {
		list = s.numbers(list)
	}
	return list
}

func (s *Series) numbers(list []float64) []float64 {
	return append(append(list, s.At...), s.Values...)
}

func (s *Series) take(numbers []float64) (rest []float64, ok bool) {
	if s.N < 0 || 2*s.N > len(numbers) {
		return nil, false
	}
	s.At, s.Values = numbers[:s.N:s.N], numbers[s.N:2*s.N:2*s.N]
	return numbers[2*s.N:], true
}

// WithTests puts the errors on points that the fit has not seen among the series of a
// trace: in the place of other such ones, or after the error on the points themselves,
// whose scale they share, else in the third place.
func WithTests(trace []Series, tests []Series) []Series {
	trace = slices.DeleteFunc(slices.Clone(trace), func(s Series) bool { return s.Fresh })
	at := slices.IndexFunc(trace, func(s Series) bool { return strings.Contains(s.Name, "error") }) + 1
	same := at > 0
	if at == 0 {
		at = min(2, len(trace))
	}
	out := trace[:at:at]
	for i, s := range tests {
		s.Fresh, s.Same = true, same || i > 0
		out = append(out, s)
	}
	return append(out, trace[at:]...)
}

func (p *Player) take(numbers []float64) (rest []float64, ok bool) {
	ok = true
	for i := range p.Trace {
		if numbers, ok = p.Trace[i].take(numbers); !ok {
			return nil, false
		}
	}
	return numbers, true
}

var errTrace = errors.New("the curves differ in number from the header")

// Legend explains a raster of values.
type Legend struct {
	Name      string  `json:"name"`
	Lo        float64 `json:"lo"`
	Hi        float64 `json:"hi"`
	Diverging bool    `json:"diverging"`
}

// Explain asks why the answer at (X, Y) is what it is; with a Key, what that stands for.
type Explain struct {
	X    float64          `json:"x"`
	Y    float64          `json:"y"`
	View picture.Viewport `json:"view"`
	Key  string           `json:"key,omitempty"`
	// Place says that the answer at the place is wanted, and of the key what a click on
	// it does.
	Place bool `json:"place,omitempty"`
	// Row is one more than the number of the row of a table that is there; 0 = none is known.
	Row int `json:"row,omitempty"`
	// Take is the parameter whose numbers are wanted that the model has (method.Taker).
	Take string `json:"take,omitempty"`
	// Lit are parts of the picture (method.Show) whose layers are wanted, and nothing else.
	Lit []string `json:"lit,omitempty"`
}

// Explanation answers Explain. The page paints Layers over the stage.
type Explanation struct {
	X      float64  `json:"x"`
	Y      float64  `json:"y"`
	Answer string   `json:"answer"`
	Lines  []string `json:"lines"`
	Layers Layers   `json:"layers,omitempty"`
	// Keys are the entries of the legend for Layers.
	Keys []picture.Key `json:"keys,omitempty"`
	// Key is the one that was asked about, "" where the model knows it no more. Does says
	// what a click on it does, and Act is that; none where it does nothing.
	Key  string  `json:"key,omitempty"`
	Does string  `json:"does,omitempty"`
	Act  *Action `json:"act,omitempty"`
	// Taken are the numbers of Explain.Take; none where the model has none.
	Taken []float64 `json:"taken,omitempty"`
	Knob  *Knob     `json:"knob,omitempty"`
}

// Knob is a number that people turn up and down where its key is, see method.Knob: All are the
// present values of the parameter.
type Knob struct {
	Param string    `json:"param"`
	Index int       `json:"index"`
	Value float64   `json:"value"`
	Scale float64   `json:"scale"`
	All   []float64 `json:"all"`
}

// Action is what a click on a key does, see method.Action: one of the three.
type Action struct {
	Set    map[string]any `json:"set,omitempty"`
	Step   *int           `json:"step,omitempty"`
	Points []int          `json:"points,omitempty"` // the document's
}

// Trace asks what the model of the last draw says at N equally spaced places from (X0, Y) to (X1, Y); one on the line
// knows no Y.
type Trace struct {
	X0 float64 `json:"x0"`
	X1 float64 `json:"x1"`
	Y  float64 `json:"y"`
	N  int     `json:"n"`
}

// Traced answers Trace. Without values the model says nothing at places.
type Traced struct {
	// Values are those of the function; of classes how sure each is, 0 to 1. NaN = none. They ride beside the head.
	Values []float64 `json:"-"`
	// Lo and Hi are the values between which those over the plane mostly lie, where the page can't see that.
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
	// Classes are the numbers of the classes or clusters at each place, from 0; -1 = none there. nil = there are values.
	// There are K of them, or so many that they sound alike after K.
	Classes []int `json:"classes,omitempty"`
	K       int   `json:"k,omitempty"`
	// Numbers are those that occur, and Names what they are called.
	Numbers []int    `json:"numbers,omitempty"`
	Names   []string `json:"names,omitempty"`
}

// Predict asks what the model of the last draw says at points of the document, N of them from From on.
type Predict struct {
	From int              `json:"from"`
	N    int              `json:"n"`
	View picture.Viewport `json:"view"`
}

// Predicted answers Predict: a row for each point with its number, its coordinates, what is true there and what the
// model says. Numbers are numbers, and what there is not is nil.
type Predicted struct {
	From int      `json:"from"` // the first point, which may be one before what was asked for
	Of   int      `json:"of"`   // points of the document
	Head []string `json:"head"`
	Rows [][]any  `json:"rows"`
}

// KindPredictions is the Kind of Export of all of these rows, as CSV.
const KindPredictions = "predictions"

// Load asks the engine to make a document of foreign input, with everything
// checked: methods, parameters, kernels, limits. "json" is refused for whatever is
// wrong with it; of what somebody may have nowhere else ("saved", "link"), a part of
// the view that is wrong is left out, with a note. "rewrite" says a parameter of Doc
// in another way (method.Live), where there is one.
type Load struct {
	Kind string          `json:"kind"`           // "json", "saved", "link", "csv", "dataset", "rewrite"
	Text string          `json:"text,omitempty"` // or beside the head: a long one is not copied there
	Doc  json.RawMessage `json:"doc,omitempty"`  // csv, dataset: what the points go into (its "dataset" is made)
	// Columns of a csv that were chosen, see method.Table.
	Columns []int `json:"columns,omitempty"`
	// Wide keeps all columns of numbers; the last of Columns holds the classes.
	Wide bool `json:"wide,omitempty"`
	// Mixed keeps, with Wide, columns of words and rows with values that are missing, too.
	Mixed bool `json:"mixed,omitempty"`
	// Reading says how the file of a csv is read.
	Reading method.Reading `json:"reading"`
	// Ask has the columns of a csv told, also where there is nothing to choose, and no suggestion.
	Ask bool `json:"ask,omitempty"`
	// Fits says that who asks fits parameters to the units of the points (method.Info.Misfits): no note tells that they
	// are for others.
	Fits bool `json:"fits,omitempty"`
	// File says that Text is the bytes of a file, in whatever encoding; it is set where these are at hand.
	File bool `json:"-"`
	// Param is to become To: one of its choices, or "*", an expression.
	Param string `json:"param,omitempty"`
	To    string `json:"to,omitempty"`
}

// Loaded answers Load: Doc without points; those ride beside it. Of a table with
// columns to choose from, it tells these instead.
type Loaded struct {
	Doc   json.RawMessage `json:"doc,omitempty"`
	Notes []string        `json:"notes,omitempty"` // "3 empty lines passed over"
	Table *method.Table   `json:"table,omitempty"`
}

// Export asks for a file made of a document.
type Export struct {
	Draw
	Kind string `json:"kind"` // "svg", "png", "csv", "json"
	// Options are those of a figure: of kinds svg and png.
	Options picture.ExportOptions `json:"options"`
}

// Exported answers Export.
type Exported struct {
	Name string `json:"name"` // file name
	MIME string `json:"mime"`
}

// Tabulate asks for numbers instead of a picture: what the model says at W x H
// equally spaced places of the view, row 0 at the top, or along the line at W
// places (H = 1). W = 0 fits and asks for no values.
type Tabulate struct {
	Draw
	W     int  `json:"w"`
	H     int  `json:"h"`
	Cold  bool `json:"cold,omitempty"`  // forget all that was fitted before
	Facts bool `json:"facts,omitempty"` // answer with the facts, too
}

// Table answers Tabulate. The buffer beside it holds the planes, one after the
// other.
type Table struct {
	FitMS   float64       `json:"fitMS"`
	FieldMS float64       `json:"fieldMS"`
	Status  method.Status `json:"status"`
	Facts   []method.Fact `json:"facts,omitempty"`
	Grid    picture.Grid  `json:"grid"`
	Planes  []Plane       `json:"planes"`
}

// Plane names a part of the buffer of a Table: a number for each node of the
// grid, or, of a model that consists of outlines, x and y of their corners with
// NaN, NaN after each outline.
type Plane struct {
	Name  string `json:"name"`
	Class int    `json:"class"` // class id, or picture.NoClass
	N     int    `json:"n"`     // numbers
}

// Reach answers an extent request: the part of the plane that shows all that is drawn.
type Reach struct {
	X [2]float64 `json:"x"`
	Y [2]float64 `json:"y"`
}

// AskText asks for something made of a text: see results.Answer.
type AskText struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// TextMade is what was made.
type TextMade struct {
	Text string `json:"text"`
}

// Judge asks how good a line is that somebody has drawn over the document's points.
type Judge struct {
	Draw
	Line [][2]float64 `json:"line"`
}

// Judged are errors of a line drawn by hand, and the method's own, on the points of the fit and, where there are such,
// on others that On names: fresh, test or validation. Of classes they are shares, of values mean squares.
type Judged struct {
	On     string    `json:"on,omitempty"`
	Mine   []float64 `json:"mine"`
	Method []float64 `json:"method,omitempty"`
}

// Study asks for long work on a document: method.Study. The page has an engine of its own
// for it, which draws nothing.
type Study struct {
	Draw
	Study string `json:"study"` // id
}

// Studied answers Study.
type Studied struct {
	Study string        `json:"study"`
	Says  string        `json:"says"` // what was found, in a sentence
	Facts []method.Fact `json:"facts"`
	// Points are those of the document that it names, and PointsSay what they are.
	Points    []int    `json:"points"`
	PointsSay string   `json:"pointsSay"`
	Notes     []string `json:"notes,omitempty"` // how it was found
	// Offers are values to take over.
	Offers []Offering `json:"offers,omitempty"`
	// Wider are values for the document's study, and WiderAnd those of its second parameter, where the least error lies
	// at an end of those that were tried.
	Wider    []float64 `json:"wider,omitempty"`
	WiderAnd []float64 `json:"widerAnd,omitempty"`
	// Tried are the values of each parameter that were tried.
	Tried map[string][]float64 `json:"tried,omitempty"`
	// Curve is what a chart is made of (assess.Curve); it goes with the next draws. nil = there is none.
	Curve json.RawMessage `json:"curve,omitempty"`
	// Runs are those that the document asks for, or its own.
	Runs []*Run `json:"runs,omitempty"`
}

// Offering is values of parameters that people can take over, and what a button says of them.
type Offering struct {
	Label string         `json:"label"`
	Set   map[string]any `json:"set"`
	// Chosen says what they were chosen by, for the document that has them (doc.Study.Chosen).
	Chosen string `json:"chosen,omitempty"`
}

// AskCell asks for one of the pictures of a document's wall (doc.Wall), with its points. The page has an engine of its
// own for them. Draw.View is the plane of the picture, and Frame what stands around it, which the page paints.
type AskCell struct {
	Draw
	Cell  int           `json:"cell"`
	Frame picture.Frame `json:"frame"`
}

// Cell answers AskCell. Errors are how good the model is, on each set of points in a few words; FitMS is how long its
// newest fit took.
type Cell struct {
	Cell   int      `json:"cell"`
	Name   string   `json:"name"`
	Errors []string `json:"errors,omitempty"`
	FitMS  float64  `json:"fitMS"`
	Alt    string   `json:"alt,omitempty"`
	Fine   bool     `json:"fine"`
	// Apart: its rows are elsewhere than in the document's own picture, and places of that one are none of this one.
	Apart bool `json:"apart,omitempty"`
}

// Point asks all of these pictures that were drawn last about a place.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Pointed answers Point: what the model of each says there, "" for nothing.
type Pointed struct {
	Says []string `json:"says"`
}

// Progress of a long job, 0 to 1.
type Progress struct {
	Done float64 `json:"done"`
	// SoFar is what a study has found until now, from time to time.
	SoFar *Studied `json:"soFar,omitempty"`
}

// Error answers any request that could not be served. Nothing else changed.
type Error struct {
	Field   string `json:"field,omitempty"` // "params.C", when a field is at fault
	Message string `json:"message"`
	Got     string `json:"got,omitempty"`  // by the field, as doc.Error says it
	Need    bool   `json:"need,omitempty"` // not a mistake: what the data lack (method.Need)
	// Again tells that it may succeed when it is asked for once more: a file has not come.
	Again bool `json:"again,omitempty"`
	// Tuning and Tuned as in Picture, of a document that could not be drawn.
	Tuning *method.Tuning `json:"tuning,omitempty"`
	Tuned  int            `json:"tuned,omitempty"`
}
