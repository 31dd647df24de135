// Package wire defines the messages between the page and its engine worker. Every message is a JavaScript object {type,
// id, head, ...}: head is one of the structs below as JSON text, and large data are sent beside it as transferable
// buffers (named at each struct). Both WASM programs are built from this package; Protocol detects a program of another
// version.
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

// Protocol is increased whenever the meaning of a message changes.
const Protocol = 16

// Message types, page to worker.
const (
	// Draw; points: Float64Array x,y,z,... (doc.Document.Pack) if they changed; spare: ArrayBuffer that may be reused for
	// pixels; canvas: OffscreenCanvas of the stage, once
	TypeDraw     = "draw"
	TypeExplain  = "explain" // Explain; uses the model of the last draw
	TypeTrace    = "trace"   // Trace; uses the model of the last draw
	TypePredict  = "predict" // Predict; uses the model of the last draw
	TypeLoad     = "load"    // Load
	TypeExport   = "export"  // Export
	TypeTabulate = "field"   // Tabulate; points: as in draw
	TypeExtent   = "extent"  // Draw; points: as in draw
	TypeText     = "text"    // AskText
	TypeJudge    = "judge"   // Judge; points: as in draw
	TypeStudy    = "study"   // Study; points: as in draw. Progress may come before the answer
	// none: the result of the study or load with the same id is no longer needed; answered by superseded, unless it is
	// complete
	TypeCancel = "cancel"
	TypeYield  = "yield" // none: during a drag; a study pauses if there are few processors
	TypeCell   = "cell"  // AskCell; points: as in draw
	TypePoint  = "point" // Point; about the latest pictures of a wall
	TypePing   = "ping"  // none; answered by pong, even during a request
	TypeRows   = "rows"  // between engines, see engine/worker
	TypeShare  = "share" // between engines: a part of a study
	TypeAgain  = "again" // none; to wasm_exec.js, while the program is being fetched: ends the pause before the next try
	TypeWords  = "words" // none; text: a words.Language, for texts in pictures
	TypeCrash  = "crash" // none: the worker panics on purpose (tests of recovery)
)

// Message types, worker to page.
const (
	TypeHello = "hello" // Hello; the first message
	// Picture; bitmap: ImageBitmap, or pixels: ArrayBuffer of width x height R, G, B, A bytes, or none if the pixels are
	// on the stage's canvas (Draw.Stage); panels: [ImageBitmap]; numbers: Float64Array of the trace, the layers above the
	// points, their positions, their groups and the shapes with keys, if there are any (Picture.Numbers).
	TypePicture = "picture"
	// Staged; once the stage's canvas shows a picture with the same id that was requested with StageToo, or a Picture
	// with Staged
	TypeStaged = "staged"
	// Facts; after the picture with the same id, if some of its facts were late; numbers: Float64Array of Tests, if there
	// are any
	TypeFacts       = "facts"
	TypeExplanation = "explanation" // Explanation
	TypeTraced      = "traced"      // Traced; numbers: Float64Array of its values
	TypePredicted   = "predicted"   // Predicted
	TypeLoaded      = "loaded"      // Loaded; points: Float64Array
	TypeExported    = "exported"    // Exported; bytes: Uint8Array
	TypeTable       = "values"      // Table; values: Float32Array
	TypeReach       = "reach"       // Reach; answers extent
	TypeTextMade    = "textmade"    // TextMade; answers text
	TypeJudged      = "judged"      // Judged; answers judge
	TypeStudied     = "studied"     // Studied; answers study
	TypeCelled      = "celled"      // Cell; answers cell; bitmap or pixels of the plane, as in picture
	TypePointed     = "pointed"     // Pointed; answers point
	TypeProgress    = "progress"    // Progress
	TypeError       = "error"       // Error
	TypeSuperseded  = "superseded"  // none: a newer draw or explain came first; no further message for this id
	TypeHelper      = "helper"      // none: an engine that helps another one, or works on studies, is ready
	TypeShared      = "shared"      // between engines: results of a part of a study
	TypePong        = "pong"        // none; also from wasm_exec.js, before the engine is running
	TypeFatal       = "fatal"       // Error; from wasm_exec.js: the engine has crashed
	TypeBulky       = "bulky"       // none: most of the engine's memory is unused now
	TypeBoot        = "boot"        // Progress; from wasm_exec.js: fraction of the program fetched
)

// Hello is the engine's first message.
type Hello struct {
	Protocol int      `json:"protocol"`
	Methods  []string `json:"methods"`         // ids of the methods in this program
	Whole    bool     `json:"whole,omitempty"` // it has all methods
}

// Need is what a program must have to handle a request.
type Need struct {
	Method  string // id of the document's method
	Further bool   // what only the whole engine computes, for any method (a session without contributors does not)
	Runs    bool   // runs that are stored in the browser, which only the whole engine reads
}

// Has reports whether the program that sent h can handle a request. A program that names no methods has all.
func (h *Hello) Has(n Need) bool {
	return h.Whole || len(h.Methods) == 0 || !n.Further && !n.Runs && slices.Contains(h.Methods, n.Method)
}

// Draw asks for a picture. It is only a head: points are sent with it if PointsVersion is new to the worker, which
// keeps them.
type Draw struct {
	Doc           json.RawMessage  `json:"doc"` // doc.Encode without points
	PointsVersion int              `json:"pointsVersion"`
	View          picture.Viewport `json:"view"`
	Fine          bool             `json:"fine"` // no drag: send a sharper picture after the first one
	Palette       string           `json:"palette"`
	Panels        []PanelAsk       `json:"panels,omitempty"`
	// Stage says where the pixels go: StagePixels, StageOnly or StageToo.
	Stage int `json:"stage,omitempty"`
	// Terse leaves out texts, which stay as in the last picture: during a drag they can't be read.
	Terse bool `json:"terse,omitempty"`
	// Run is the run whose trace the page has already (Player.Run); 0 = none.
	Run int `json:"run,omitempty"`
	// Tuned is the number of the Tuning that the page has already (Picture.Tuned); 0 = none.
	Tuned int `json:"tuned,omitempty"`
	// For a method without an end: Grow lets it be trained further while there is no request, and shows a picture as far
	// beyond the document's step as it is. Keep, unless it is 0, lets an edited document continue from the present
	// weights, if those were trained for the same number.
	Grow bool `json:"grow,omitempty"`
	Keep int  `json:"keep,omitempty"`
	// Calm limits pictures of a model in training to one per second, for users who prefer reduced motion.
	Calm bool `json:"calm,omitempty"`
	// Curve is the result of a study of the document (Studied.Curve), for its panel.
	Curve json.RawMessage `json:"curve,omitempty"`
	// Runs is a RunLog for the panel in which runs are compared; if it is missing, that of the last draw is used, as
	// during a drag.
	Runs json.RawMessage `json:"runs,omitempty"`
}

// Where a picture's pixels go. On the stage's canvas, which the worker owns, they need no message, no copy and no time
// of the page. But the page does not know which frame shows them, so that this canvas only shows pictures of one view:
// for another view the page requests pixels by message, and shows them in its own frames, until the canvas shows the
// new view, too.
const (
	StagePixels = iota // in the message
	StageOnly          // on the stage's canvas
	StageToo           // both; staged follows
)

// Staged has the view of the picture on the stage's canvas.
type Staged struct {
	View picture.Viewport `json:"view"`
}

// PanelAsk asks for a panel with a size in CSS pixels.
type PanelAsk struct {
	ID string `json:"id"`
	W  int    `json:"w"`
	H  int    `json:"h"`
}

// Picture answers a Draw, first with a coarse picture and, if Fine was requested and a finer one differs, once again.
type Picture struct {
	View          picture.Viewport `json:"view"`
	PointsVersion int              `json:"pointsVersion"`
	Last          bool             `json:"last"` // no better picture follows
	// Staged says that the pixels are only on the stage's canvas, and staged follows. (During a drag nothing waits for
	// it.)
	Staged bool `json:"staged,omitempty"`
	// Terse says that Alt, Facts, Status and Keys are left out, as requested.
	Terse   bool           `json:"terse,omitempty"`
	Alt     string         `json:"alt"`
	Facts   []method.Fact  `json:"facts"`
	N       int            `json:"n,omitempty"` // number of training points
	Status  method.Status  `json:"status"`
	Same    bool           `json:"same,omitempty"` // the prediction is nearly the same everywhere in the view
	Formula string         `json:"formula,omitempty"`
	Coded   bool           `json:"coded,omitempty"` // the model can be exported as a program (method.Words.Code)
	Learned map[string]any `json:"learned,omitempty"`
	// Proba says that the probability of each class can be shown over the plane (doc.View.Proba).
	Proba bool `json:"proba,omitempty"`
	// Section says that the model can predict at positions without a row of the table (doc.View.Section).
	Section bool `json:"section,omitempty"`
	// Places are the initial positions that the model has chosen (method.Pointer.Places), by parameter.
	Places map[string][][]float64 `json:"places,omitempty"`
	// Tuning is the tuning of the parameters, and Tuned its number, 0 = there is none; Tuning is left out if the page has
	// it.
	Tuning *method.Tuning `json:"tuning,omitempty"`
	Tuned  int            `json:"tuned,omitempty"`
	// Heights is a vertical range that should be visible in addition to the points (method.Method.Heights); nil = none.
	Heights     []float64          `json:"heights,omitempty"`
	Panels      []method.PanelInfo `json:"panels,omitempty"`      // available panels
	PanelsDrawn []string           `json:"panelsDrawn,omitempty"` // ids of the drawn panels, in the order of the bitmaps
	FitMS       float64            `json:"fitMS"`
	DrawMS      float64            `json:"drawMS"`
	Engines     int                `json:"engines"` // number of engines that computed rows of the raster in parallel
	// Tile is the width of a raster cell, in device pixels, for measurements.
	Tile int `json:"tile,omitempty"`
	// Legend has the name of the raster and the range of its values.
	Legend *Legend `json:"legend,omitempty"`
	// Keys are the entries of the legend for what is drawn, without points and axes.
	Keys []picture.Key `json:"keys,omitempty"`
	// PanelKeys are the entries for the panels, in the order of PanelsDrawn.
	PanelKeys [][]picture.Key `json:"panelKeys,omitempty"`
	Player    *Player         `json:"player,omitempty"` // for methods with steps
	// Over are the layers above the data points, which can't be in the pixels, because these are below the points. The
	// page paints them in the frame that shows the pixels.
	Over []Over `json:"over,omitempty"`
	// Placed holds the positions of a table's rows, if they differ from those in PointsVersion, or move with the steps;
	// nil = they are the same.
	Placed *Placed `json:"placed,omitempty"`
	// Groups are the groups of the points in PointsVersion; nil = they are not colored by groups.
	Groups *Groups `json:"groups,omitempty"`
	// Spots are the shapes with keys: of the stage, and of each panel in the order of PanelsDrawn. nil = those that the
	// page has are still valid.
	Spots []Spots `json:"spots,omitempty"`
}

// Placed is a method.Projection of all rows. Its N numbers are sent beside the head.
type Placed struct {
	Q     int       `json:"q"`
	Names []string  `json:"names"`
	N     int       `json:"n"`
	At    []float64 `json:"-"`
}

// Facts replaces a picture's facts.
type Facts struct {
	Facts []method.Fact `json:"facts"`
	Alt   string        `json:"alt"`
	// Tests, once they are known, are the errors on points that were not in the fit, held out or fresh, over the steps of
	// Run; later traces of that run include them.
	Run   int      `json:"run,omitempty"`
	Tests []Series `json:"tests,omitempty"`
	// Here are the values of Tests at Step, if their curves lack it.
	Step int       `json:"step,omitempty"`
	Here []Reading `json:"here,omitempty"`
}

// Numbers returns the numbers sent beside the head: those of Tests.
func (f *Facts) Numbers() (list []float64) {
	for i := range f.Tests {
		list = f.Tests[i].numbers(list)
	}
	return list
}

// Take sets the numbers of Tests that were sent beside the head, as Picture.Take does.
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

// Player describes a method with steps: which step the picture shows, and curves over all of them.
type Player struct {
	Step     int    `json:"step"`
	Steps    int    `json:"steps"`
	StepName string `json:"stepName"`
	// Run numbers the fits of this worker: if it stays the same, so does Trace, which is left out if the page has it.
	Run   int      `json:"run"`
	Trace []Series `json:"trace,omitempty"`
	// Here are the values at Step of the curves that lack it because they are thinned. They come with every picture.
	Here []Reading `json:"here,omitempty"`
	// Endless says that the method has no end: Steps is the furthest step that was shown, and Step may be less than the
	// requested one if there was not enough time.
	Endless bool `json:"endless,omitempty"`
	// Grows says that Steps is the end of a Grower: here, too, Step may be less than the requested one.
	Grows bool `json:"grows,omitempty"`
	First int  `json:"first,omitempty"` // the first available step
	Kept  bool `json:"kept,omitempty"`  // the weights are partly from other data or parameters
	Ended bool `json:"ended,omitempty"` // no step follows this one; the status says why
}

// Series is a curve over the steps: Values[i] belongs to step At[i]. Steps without a finite value are left out. Both
// lists, of N numbers, are sent beside the head: as JSON, a thousand steps take the page 3 ms per curve.
type Series struct {
	Name   string    `json:"name"`
	Log    bool      `json:"log,omitempty"`
	Same   bool      `json:"same,omitempty"`  // on the axis of the series before
	Fresh  bool      `json:"fresh,omitempty"` // computed on points that were not in the fit
	Help   string    `json:"help,omitempty"`  // description, if the name is not enough
	N      int       `json:"n"`
	At     []float64 `json:"-"`
	Values []float64 `json:"-"`
}

// Reading is the value of a named series at one step.
type Reading struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Read appends the value of a series if it is finite.
func Read(list []Reading, name string, v float64) []Reading {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return list
	}
	return append(list, Reading{name, v})
}

// Add appends a value if it is finite.
func (s *Series) Add(at int, v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return
	}
	s.At, s.Values, s.N = append(s.At, float64(at)), append(s.Values, v), s.N+1
}

// Numbers returns the numbers sent beside the head: At and Values of each series in turn.
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

// WithTests inserts the errors on unseen points into the series of a trace: in place of earlier ones, or after the
// training error, with which they share an axis, else in the third place.
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

// Explain asks for an explanation of the prediction at (X, Y) or, with a Key, for the description of what it stands
// for.
type Explain struct {
	X    float64          `json:"x"`
	Y    float64          `json:"y"`
	View picture.Viewport `json:"view"`
	Key  string           `json:"key,omitempty"`
	// Place asks for the explanation at the position, and only for the click action of the key.
	Place bool `json:"place,omitempty"`
	// Row is the number of the table's row at that position plus one; 0 = unknown.
	Row int `json:"row,omitempty"`
	// Take is the parameter for which the model's numbers are requested (method.Pointer.Take).
	Take string `json:"take,omitempty"`
	// Lit are parts of the picture (method.Show) whose layers are requested, and nothing else.
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
	// Key is the requested one, or "" if the model does not know it any more. Act is the action of a click on it, and
	// Does its description; nil and "" if there is none.
	Key  string  `json:"key,omitempty"`
	Does string  `json:"does,omitempty"`
	Act  *Action `json:"act,omitempty"`
	// Taken are the numbers of Explain.Take; nil if the model has none.
	Taken []float64 `json:"taken,omitempty"`
	Knob  *Knob     `json:"knob,omitempty"`
}

// Knob is a number that the user can change by dragging the shape with its key, see method.Knob. All are the present
// values of the parameter.
type Knob struct {
	Param string    `json:"param"`
	Index int       `json:"index"`
	Value float64   `json:"value"`
	Scale float64   `json:"scale"`
	All   []float64 `json:"all"`
}

// Action is the effect of a click on a key, see method.Action: one of the three.
type Action struct {
	Set    map[string]any `json:"set,omitempty"`
	Step   *int           `json:"step,omitempty"`
	Points []int          `json:"points,omitempty"` // indices in the document
}

// Trace asks for the output of the last draw's model at N equally spaced points from (X0, Y) to (X1, Y); a model on the
// line ignores Y.
type Trace struct {
	X0 float64 `json:"x0"`
	X1 float64 `json:"x1"`
	Y  float64 `json:"y"`
	N  int     `json:"n"`
}

// Traced answers Trace. Without values the model has no predictions at points.
type Traced struct {
	// Values are those of the function, or for classes their certainty, 0 to 1. NaN = none. They are sent beside the
	// head.
	Values []float64 `json:"-"`
	// Lo and Hi are the range of most values over the plane, if the page does not know it.
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
	// Classes are the numbers of the classes or clusters at each point, from 0; -1 = none there. nil = there are values.
	// There are K of them; beyond K, numbers sound the same as the ones K less.
	Classes []int `json:"classes,omitempty"`
	K       int   `json:"k,omitempty"`
	// Numbers are those that occur, and Names their names.
	Numbers []int    `json:"numbers,omitempty"`
	Names   []string `json:"names,omitempty"`
}

// Predict asks for the predictions of the last draw's model at N points of the document, beginning with From.
type Predict struct {
	From int              `json:"from"`
	N    int              `json:"n"`
	View picture.Viewport `json:"view"`
}

// Predicted answers Predict: a row for each point with its number, its coordinates, its target and the predictions.
// Numbers are numbers, and missing values are nil.
type Predicted struct {
	From int      `json:"from"` // the first point, which may be earlier than requested
	Of   int      `json:"of"`   // number of points of the document
	Head []string `json:"head"`
	Rows [][]any  `json:"rows"`
}

// KindPredictions is the Kind of Export for all of these rows, as CSV.
const KindPredictions = "predictions"

// Load asks the engine to make a document from foreign input, completely checked: methods, parameters, kernels, limits.
// Any error in "json" is refused. For "saved" and "link", of which the user may have no other copy, an invalid part of
// the view is left out, with a note. "rewrite" converts a parameter of Doc to an equivalent form (method.Live), if
// there is one.
type Load struct {
	Kind string          `json:"kind"`           // "json", "saved", "link", "csv", "dataset", "rewrite"
	Text string          `json:"text,omitempty"` // or sent beside the head, to avoid copying a long text
	Doc  json.RawMessage `json:"doc,omitempty"`  // csv, dataset: the document that gets the points
	// Columns are the chosen columns of a csv, see method.Table.
	Columns []int `json:"columns,omitempty"`
	// Wide keeps all numeric columns; the last of Columns holds the classes.
	Wide bool `json:"wide,omitempty"`
	// Mixed keeps, with Wide, also columns of words and rows with missing values.
	Mixed bool `json:"mixed,omitempty"`
	// Reading says how the file of a csv is read.
	Reading method.Reading `json:"reading"`
	// Ask requests the columns of a csv even if there is no choice, and no suggestion.
	Ask bool `json:"ask,omitempty"`
	// Fits says that the caller adapts parameters to the units of the points (method.Info.Misfits), so that no note about
	// them is necessary.
	Fits bool `json:"fits,omitempty"`
	// File says that Text holds the bytes of a file, in any encoding; it is set where they are available.
	File bool `json:"-"`
	// Param is the parameter to convert, and To the form: one of its choices, or "*" for an expression.
	Param string `json:"param,omitempty"`
	To    string `json:"to,omitempty"`
}

// Loaded answers Load: Doc without points, which are sent beside it. For a table with columns to choose from, it has
// only their description.
type Loaded struct {
	Doc   json.RawMessage `json:"doc,omitempty"`
	Notes []string        `json:"notes,omitempty"` // "3 empty lines passed over"
	Table *method.Table   `json:"table,omitempty"`
}

// Export asks for a file made of a document.
type Export struct {
	Draw
	Kind string `json:"kind"` // "svg", "png", "csv", "json"
	// Options are those of a figure, for the kinds svg and png.
	Options picture.ExportOptions `json:"options"`
}

// Exported answers Export.
type Exported struct {
	Name string `json:"name"` // file name
	MIME string `json:"mime"`
}

// Tabulate asks for numbers instead of a picture: the model's values at W x H equally spaced points of the view, with
// row 0 at the top, or at W points of the line (H = 1). W = 0 only fits.
type Tabulate struct {
	Draw
	W     int  `json:"w"`
	H     int  `json:"h"`
	Cold  bool `json:"cold,omitempty"`  // forget earlier fits
	Facts bool `json:"facts,omitempty"` // include the facts in the answer
}

// Table answers Tabulate. The buffer beside it holds the planes, one after the other.
type Table struct {
	FitMS   float64       `json:"fitMS"`
	FieldMS float64       `json:"fieldMS"`
	Status  method.Status `json:"status"`
	Facts   []method.Fact `json:"facts,omitempty"`
	Grid    picture.Grid  `json:"grid"`
	Planes  []Plane       `json:"planes"`
}

// Plane describes a part of the buffer of a Table: a number for each node of the grid or, for a model that consists of
// outlines, x and y of their vertices with NaN, NaN after each outline.
type Plane struct {
	Name  string `json:"name"`
	Class int    `json:"class"` // class id, or picture.NoClass
	N     int    `json:"n"`     // length of the part
}

// Reach answers an extent request: the part of the plane that shows everything drawn.
type Reach struct {
	X [2]float64 `json:"x"`
	Y [2]float64 `json:"y"`
}

// AskText asks for a conversion of a text: see fits.Answer, and package class for a live class.
type AskText struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// TextMade is the result.
type TextMade struct {
	Text string `json:"text"`
}

// Judge asks for the errors of a line that the user has drawn over the document's points.
type Judge struct {
	Draw
	Line [][2]float64 `json:"line"`
}

// Judged holds the errors of a line drawn by hand, and the method's, on the points of the fit and, if there are any, on
// others that On names: fresh, test or validation. They are shares for classes, and mean squared errors for values.
type Judged struct {
	On     string    `json:"on,omitempty"`
	Mine   []float64 `json:"mine"`
	Method []float64 `json:"method,omitempty"`
}

// Study asks for a study of a document: method.Study. The page has a separate engine for it, which draws nothing.
type Study struct {
	Draw
	Study string `json:"study"` // id
}

// Studied answers Study.
type Studied struct {
	Study string        `json:"study"`
	Says  string        `json:"says"` // the result, in a sentence
	Facts []method.Fact `json:"facts"`
	// Points are the points of the document that the result names, and PointsSay what they are.
	Points    []int    `json:"points"`
	PointsSay string   `json:"pointsSay"`
	Notes     []string `json:"notes,omitempty"` // how it was computed
	// Offers are values that the user can take over.
	Offers []Offering `json:"offers,omitempty"`
	// Wider are extended values for the document's study, and WiderAnd those of its second parameter, if the smallest
	// error is at an end of the tried ones.
	Wider    []float64 `json:"wider,omitempty"`
	WiderAnd []float64 `json:"widerAnd,omitempty"`
	// Tried holds the tried values of each parameter.
	Tried map[string][]float64 `json:"tried,omitempty"`
	// Curve is the data of the chart (assess.Curve), which the page sends with the next draws. nil = there is none.
	Curve json.RawMessage `json:"curve,omitempty"`
	// Runs are those that the document asks for, or its own.
	Runs []*Run `json:"runs,omitempty"`
}

// Offering holds values of parameters that the user can take over, with the label of the button.
type Offering struct {
	Label string         `json:"label"`
	Set   map[string]any `json:"set"`
	// Chosen names the criterion by which they were chosen, for the document that will have them (doc.Study.Chosen).
	Chosen string `json:"chosen,omitempty"`
}

// AskCell asks for one of the pictures of a document's wall (doc.Wall), with its points. The page has a separate engine
// for them. Draw.View is the plane of the picture, and Frame the margins, which the page paints.
type AskCell struct {
	Draw
	Cell  int           `json:"cell"`
	Frame picture.Frame `json:"frame"`
}

// Cell answers AskCell. Errors are the model's errors on each set of points, as short phrases; FitMS is the time of its
// latest fit.
type Cell struct {
	Cell   int      `json:"cell"`
	Name   string   `json:"name"`
	Errors []string `json:"errors,omitempty"`
	FitMS  float64  `json:"fitMS"`
	Alt    string   `json:"alt,omitempty"`
	Fine   bool     `json:"fine"`
	// Apart says that its rows are at other positions than in the document's own picture, so that positions do not
	// correspond.
	Apart bool `json:"apart,omitempty"`
}

// Point asks for the predictions of the latest pictures of the wall at a position.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Pointed answers Point with the prediction of each model, "" for none.
type Pointed struct {
	Says []string `json:"says"`
}

// Progress reports the progress of a long job, 0 to 1.
type Progress struct {
	Done float64 `json:"done"`
	// SoFar is the intermediate result of a study, from time to time.
	SoFar *Studied `json:"soFar,omitempty"`
	// Text reports what happens in a live class, in answer to an AskText of the kind class-attend: JSON of a class.News.
	// Ask is a question of the class's program instead, which the page passes on to an engine.
	Text string   `json:"text,omitempty"`
	Ask  *AskText `json:"ask,omitempty"`
}

// Error answers any request that failed. It had no other effect.
type Error struct {
	Field   string `json:"field,omitempty"` // "params.C", if a field is invalid
	Message string `json:"message"`
	Got     string `json:"got,omitempty"`  // the field's value, as in doc.Error
	Need    bool   `json:"need,omitempty"` // not an error: what the data lack (method.Need)
	// Again says that the request may succeed if it is repeated: a file could not be fetched.
	Again bool `json:"again,omitempty"`
	// Tuning and Tuned are as in Picture, for a document that could not be drawn.
	Tuning *method.Tuning `json:"tuning,omitempty"`
	Tuned  int            `json:"tuned,omitempty"`
}
