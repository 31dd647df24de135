package export

import (
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

type shelf map[string]string

func (s shelf) Get(key string) string      { return s[key] }
func (s shelf) Set(key, value string) bool { s[key] = value; return true }

// page has what a dialog depends on.
type page struct {
	Dialog
	clock   *clock.Manual
	shelf   shelf
	asked   []picture.ExportOptions
	answers []func(f wire.Exported, b []byte, e *wire.Error)
	saved   []string
	shown   int
	changed int

	progress  func(float64)
	cancelled int
	motions   []Motion
}

// around implements the dialog's dependencies.
type around struct{ *page }

func (p around) Make(o picture.ExportOptions, progress func(float64),
	done func(f wire.Exported, b []byte, e *wire.Error)) func() {
	p.asked, p.answers, p.progress = append(p.asked, o), append(p.answers, done), progress
	return func() { p.cancelled++ }
}

func (p around) Motions() []Motion { return p.motions }

func (p around) Save(f wire.Exported, _ []byte) { p.saved = append(p.saved, f.Name) }

func (p around) Show(wire.Exported, []byte) { p.shown++ }

func (p around) Changed() { p.changed++ }

func (p around) needs() Needs {
	return Needs{
		Shelf: p.shelf, Clock: p.clock, Make: p.Make, Motions: p.Motions, Save: p.Save, Show: p.Show, Changed: p.Changed,
	}
}

func newPage() *page {
	p := &page{shelf: shelf{}, clock: clock.NewManual()}
	p.Needs = around{p}.needs()
	return p
}

// answer answers the newest request.
func (p *page) answer(name, wrong string) {
	done := p.answers[len(p.answers)-1]
	if wrong != "" {
		done(wire.Exported{}, nil, &wire.Error{Message: wrong})
		return
	}
	done(wire.Exported{Name: name}, []byte("file"), nil)
}

func TestFigureIsMadeAsAskedAndRemembered(t *testing.T) {
	p := newPage()
	p.Open("png")
	if !p.IsOpen() || p.Options().Palette != "print" || p.Options().Kind != "png" {
		t.Fatalf("opens with %+v", p.Options())
	}
	p.clock.Pass(time.Second)
	if len(p.asked) != 1 || p.asked[0].Kind != "png" {
		t.Fatalf("asked for %+v", p.asked)
	}
	p.answer("preview.png", "")
	if p.shown != 1 || !p.Shown() || len(p.saved) > 0 {
		t.Errorf("%d previews, %q saved", p.shown, p.saved)
	}
	for field, value := range map[string]string{"width": "90", "type": " 7,5 ", "palette": "dark",
		"background": "transparent", "legend": "false", "panels": "true", "dpi": "600"} {
		p.Set(field, value)
	}
	p.clock.Pass(time.Second)
	if len(p.asked) != 2 {
		t.Errorf("%d previews were asked for after one pause", len(p.asked)-1)
	}
	p.Export()
	want := picture.ExportOptions{Kind: "png", Width: 90, Unit: "mm", Type: 7.5, DPI: 600, Palette: "dark",
		Background: "transparent", Titles: true, Panels: true, FPS: 10, FilmDPI: 144}
	if got := p.asked[len(p.asked)-1]; got != want || !p.Making() {
		t.Errorf("asked for %+v, want %+v", got, want)
	}
	p.Export() // the second call does nothing
	p.answer("moons.png", "")
	if len(p.saved) != 1 || p.saved[0] != "moons.png" || p.IsOpen() || len(p.asked) != 3 {
		t.Errorf("saved %q, open %v, asked %d times", p.saved, p.IsOpen(), len(p.asked))
	}
	// The options are remembered, even for another visit.
	q := newPage()
	q.Shelf = p.shelf
	if q.Open(""); q.Options() != want {
		t.Errorf("remembers %+v", q.Options())
	}
	// Stored options that are not valid are ignored.
	for _, bad := range []string{"{", `{"width":-3}`, `{"palette":"pink"}`, `[]`} {
		q = newPage()
		q.shelf[key] = bad
		if q.Open(""); q.Options() != picture.DefaultExport() {
			t.Errorf("%s: opens with %+v", bad, q.Options())
		}
	}
}

func TestWrongNumbersAreTold(t *testing.T) {
	p := newPage()
	p.Open("svg")
	p.clock.Pass(time.Second)
	for _, c := range []struct{ field, value, says string }{
		{"width", "wide", `width must be a number; got "wide"`},
		{"width", "2", "width must be from 28 to"},
		{"type", "0", "type must be from 3 to 96 pt; got 0"},
		{"type", "NaN", "type must be a number"},
	} {
		before := p.Text(c.field)
		n := len(p.asked)
		p.Set(c.field, c.value)
		p.clock.Pass(time.Second)
		field, message := p.Wrong()
		if field != c.field || !strings.Contains(message, c.says) {
			t.Errorf("%s %q: %s, %q", c.field, c.value, field, message)
		}
		p.Export()
		if len(p.asked) != n {
			t.Errorf("%s %q: a figure was asked for", c.field, c.value)
		}
		p.Set(c.field, before)
		if field, message := p.Wrong(); field != "" {
			t.Errorf("%s is still wrong: %s", field, message)
		}
	}
	// The dialog does not ask for options that an SVG does not use.
	p.Set("kind", "png")
	p.Set("dpi", "x")
	if field, _ := p.Wrong(); field != "dpi" {
		t.Errorf("%q is wrong", field)
	}
	p.Set("kind", "svg")
	if field, _ := p.Wrong(); field != "" {
		t.Errorf("%q is wrong", field)
	}
}

func TestUnitsKeepTheSize(t *testing.T) {
	p := newPage()
	p.Open("png")
	p.Set("width", "127")
	p.Set("unit", "px")
	if o := p.Options(); o.Width != 480 || o.DPI != 96 || p.AsksDPI() {
		t.Errorf("%+v", o)
	}
	p.Set("unit", "mm")
	if o := p.Options(); o.Width != 127 || o.DPI != 300 || !p.AsksDPI() {
		t.Errorf("%+v", o)
	}
}

// If the engine cannot make the figure, the dialog stays open with the reason. A preview that comes too late is not
// shown.
func TestFailuresAndLatePreviews(t *testing.T) {
	p := newPage()
	p.Open("svg")
	p.clock.Pass(time.Second)
	late := p.answers[0]
	p.Set("width", "100")
	late(wire.Exported{}, nil, nil)
	if p.shown != 0 {
		t.Error("a preview of what was chosen before is shown")
	}
	p.clock.Pass(time.Second)
	p.Export()
	p.answer("", "no room")
	if !p.IsOpen() || p.Failed() != "no room" || p.Making() || len(p.saved) > 0 {
		t.Errorf("open %v, %q", p.IsOpen(), p.Failed())
	}
	p.Close()
	late(wire.Exported{}, nil, nil)
	if p.shown != 0 || p.IsOpen() {
		t.Error("a closed dialog shows a preview")
	}
	// A late answer saves no file of a dialog that was closed, and does not close it after it was opened again.
	p.Open("svg")
	p.Export()
	left := p.answers[len(p.answers)-1]
	p.Close()
	p.Open("png")
	left(wire.Exported{Name: "left.svg"}, []byte("file"), nil)
	if len(p.saved) > 0 || !p.IsOpen() {
		t.Errorf("saved %q, open %v", p.saved, p.IsOpen())
	}
}

// The text of a number field stays as the user has typed it.
func TestTypedDigitsStay(t *testing.T) {
	p := newPage()
	p.Open("svg")
	for _, s := range []string{"85.123456789", "1234567", "90"} {
		if p.Set("width", s); p.Text("width") != s {
			t.Errorf("%s became %s", s, p.Text("width"))
		}
	}
}

// Moving figures are offered if something moves, and have their own resolution and speed. If the dialog is closed, the
// file is given up.
func TestFiguresInMotion(t *testing.T) {
	p := newPage()
	p.Open("gif")
	if p.Options().Kind != "svg" {
		t.Errorf("nothing moves, and it is a %s", p.Options().Kind)
	}
	p.Set("kind", "webm")
	if p.Options().Kind != "svg" {
		t.Error("nothing moves in a video")
	}
	p.Set("background", "transparent")
	p.Close()
	p.motions = []Motion{{picture.Swept, "C from 1 to 10"}, {picture.Steps, "steps 0 to 5"}}
	p.Open("gif")
	if o := p.Options(); o.Kind != "gif" || o.Moves != picture.Swept || o.Background != picture.Filled || !p.AsksDPI() ||
		p.Text("dpi") != "144" {
		t.Fatalf("%+v", o)
	}
	p.Set("moves", picture.Steps)
	p.Set("fps", "60")
	if field, says := p.Wrong(); field != "fps" || !strings.Contains(says, "from 0.1 to 50") {
		t.Errorf("%q: %q", field, says)
	}
	p.Set("fps", "5")
	p.Set("dpi", "96")
	p.Export()
	if o := p.asked[len(p.asked)-1]; o.FPS != 5 || o.FilmDPI != 96 || o.DPI != 300 || o.Moves != picture.Steps {
		t.Errorf("asked for %+v", o)
	}
	if p.progress(0.4); p.Done() != 0.4 {
		t.Errorf("%v is told as done", p.Done())
	}
	if p.Close(); p.cancelled != 1 {
		t.Error("a file that people have left is made nevertheless")
	}
	if p.Open("png"); p.Text("dpi") != "300" {
		t.Errorf("a PNG has %s pixels per inch", p.Text("dpi"))
	}
}
