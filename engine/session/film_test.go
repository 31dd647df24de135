package session_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// filmed returns the frames of a page's film of a document.
func filmed(t *testing.T, s *session.Session, text string, set func(o *picture.ExportOptions)) (frames []*picture.Sheet,
	hold time.Duration, err error) {
	t.Helper()
	d, err := doc.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	o := picture.DefaultExport()
	o.Kind, o.Moves = picture.KindGIF, picture.Swept
	if set != nil {
		set(&o)
	}
	req := session.Request{Doc: d, View: session.Viewport(d, method.Classify, 320, 240, 1)}
	f, err := s.FilmOf(req, o)
	if err != nil {
		return nil, 0, err
	}
	f.Show = func(sheet *picture.Sheet, long time.Duration) error {
		if want := time.Duration(float64(time.Second) / o.FPS); long != want {
			t.Errorf("a frame is shown for %v, not %v", long, want)
		}
		frames = append(frames, sheet)
		return nil
	}
	hold, err = s.Film(method.Unstopped, d, f)
	return frames, hold, err
}

const sweptDoc = `{"version":1,"method":"svm","params":{"kernel":"linear","C":10},"points":[[0,0,0],[0,1,0],[1,0,1],[1,1,1]],
	"view":{"sweep":{"param":"C","from":1,"to":100,"steps":4}}}`
const runDoc = `{"version":1,"method":"kmeans","params":{"n_clusters":3},"dataset":{"name":"clusters","n":60,"seed":2},"seed":1}`

// A page's film shows the values of the document's sweep, or the steps of its fit, one per frame, each with a heading.
func TestFilm(t *testing.T) {
	s := session.New(catalog.All())
	heading := func(s *picture.Sheet) string { return s.Parts[len(s.Parts)-1].Around[0].Text }
	frames, hold, err := filmed(t, s, sweptDoc, nil)
	if err != nil || len(frames) != 5 || hold != 2*time.Second {
		t.Fatalf("%d frames, %v, %v", len(frames), hold, err)
	}
	if a, b := heading(frames[0]), heading(frames[4]); !strings.HasSuffix(a, "C = 1") || !strings.HasSuffix(b, "C = 100") {
		t.Errorf("frames are of %q and %q", a, b)
	}
	if w, _ := frames[0].Device(); w != 680 { // 120 mm of 144 pixels per inch
		t.Errorf("a frame is %d pixels wide", w)
	}
	steps := func(o *picture.ExportOptions) { o.Moves, o.From, o.To, o.FPS = picture.Steps, 0, 3, 5 }
	if frames, _, err = filmed(t, s, runDoc, steps); err != nil || len(frames) < 3 ||
		heading(frames[1]) == heading(frames[0]) {
		t.Errorf("%d frames of a run, %v", len(frames), err)
	}
	for _, c := range []struct {
		doc, field string
		set        func(o *picture.ExportOptions)
	}{
		{runDoc, "moves", nil}, // there is no sweep
		{sweptDoc, "steps", steps},
		{sweptDoc, "fps", func(o *picture.ExportOptions) { o.FPS = 0 }},
		{sweptDoc, "moves", func(o *picture.ExportOptions) { o.Moves = "" }},
		{sweptDoc, "background", func(o *picture.ExportOptions) { o.Background = picture.Transparent }},
		{sweptDoc, "dpi", func(o *picture.ExportOptions) { o.FilmDPI = 1200 }},
	} {
		_, _, err := filmed(t, s, c.doc, c.set)
		var wrong *doc.Error
		if !errors.As(err, &wrong) || wrong.Field != c.field {
			t.Errorf("%v; want one of %s", err, c.field)
		}
	}
	// The first engine leaves films to the whole engine.
	if _, _, err := filmed(t, session.With(catalog.First()), sweptDoc, nil); err == nil {
		t.Error("a lean session makes a film")
	}
}
