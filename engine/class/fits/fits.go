// Package fits finds out what the results of a live class (package results) need to know about a document: its picture,
// values of names in conditions, and the errors of lines drawn over it. The program of classes has no methods, and asks
// an engine.
package fits

import (
	"encoding/base64"
	"strings"

	"pointscape/engine/check"
	"pointscape/engine/course/handout"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Answer returns a function that answers requests for texts: of the kind "fits", an AskFits by a Fits, and those of
// handout.Answer.
func Answer(s *session.Session) func(job method.Job, kind, text string) (string, error) {
	k := New(s)
	others := handout.Answer(s)
	return func(job method.Job, kind, text string) (string, error) {
		if kind != "fits" {
			return others(job, kind, text)
		}
		ask, err := wire.Parse[wire.AskFits](text)
		if err != nil {
			return "", err
		}
		of, err := k.Fits(job, &ask)
		if err != nil {
			return "", err
		}
		b, err := json.Marshal(of)
		return string(b), err
	}
}

// Keeper answers AskFits. It keeps what is slow for the last documents.
type Keeper struct {
	s      *session.Session
	known  *session.Conditions
	judged map[string]*session.Judging // at most mostKept, by document
}

// mostKept is the number of documents whose Judging is kept.
const mostKept = 6

// New returns a Keeper without documents.
func New(s *session.Session) *Keeper {
	return &Keeper{s: s, known: s.Conditions(mostKept), judged: map[string]*session.Judging{}}
}

// Fits answers a request. The error is the job's: a fault of the document is Fits.Why.
func (k *Keeper) Fits(job method.Job, ask *wire.AskFits) (*wire.Fits, error) {
	of := &wire.Fits{}
	err := k.fits(job, ask, of)
	if method.Stopped(err) {
		return nil, err
	}
	if err != nil {
		of = &wire.Fits{Why: err.Error()}
	}
	return of, nil
}

func (k *Keeper) fits(job method.Job, ask *wire.AskFits, of *wire.Fits) (err error) {
	if ask.Palette != "" {
		if of.Figure, err = k.figure(job, ask); err != nil {
			return err
		}
	}
	if len(ask.Names) > 0 {
		var known *check.Known
		if known, err = k.known.Of(job, []byte(ask.Document), nil); err != nil {
			return err
		}
		of.Values = map[string]wire.Value{}
		for _, name := range ask.Names {
			if v, err := known.Name(name); err == nil {
				of.Values[name] = wire.ValueOf(v)
			}
		}
	}
	if len(ask.Lines) > 0 {
		return k.judge(job, ask, of)
	}
	return nil
}

// judge computes the errors of lines.
func (k *Keeper) judge(job method.Job, ask *wire.AskFits, of *wire.Fits) error {
	j := k.judged[ask.Document]
	if j == nil {
		d, _, err := handout.Ready(job, k.s, ask.Document)
		if err != nil {
			return err
		}
		if j, err = k.s.Judging(job, d); err != nil {
			return err
		}
		if len(k.judged) >= mostKept {
			clear(k.judged)
		}
		k.judged[ask.Document] = j
	}
	of.Task, of.On, of.Method = j.Task, j.On, wire.Exact(j.Method)
	for _, line := range ask.Lines {
		r, err := j.Line(job, line)
		if err != nil {
			return err
		}
		of.Mine = append(of.Mine, wire.Exact(r.Mine))
	}
	return nil
}

// figureW and figureH are the size that is requested for the plane, in pixels.
const figureW, figureH = 480, 340

// figure draws the picture of a document.
func (k *Keeper) figure(job method.Job, ask *wire.AskFits) (*wire.Figure, error) {
	d, of, err := handout.Ready(job, k.s, ask.Document)
	if err != nil {
		return nil, err
	}
	d.Wall, d.Study, d.Runs = nil, nil, nil // the picture shows a single plane
	o := picture.DefaultExport()
	o.Legend, o.Titles, o.Palette = false, false, ask.Palette
	sheet, err := k.s.Sheet(job, session.Request{Doc: d,
		View: session.Viewport(d, of.TaskOf(d.Params), figureW, figureH, 1), Fine: true}, o)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := picture.WriteSheet(&b, sheet); err != nil {
		return nil, err
	}
	part := sheet.Parts[0]
	return &wire.Figure{W: sheet.W, H: sheet.H, Left: float64(part.X + part.Frame.Left),
		Top: float64(part.Y + part.Frame.Top), View: part.View,
		Source: "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(b.String())),
		Alt:    strings.ReplaceAll(words.Readable(sheet.Alt), "\n", " "), Free: free(d.Points)}, nil
}

// free returns the first of some classes that no point has; if points have all of them, the last.
func free(points []doc.Point) (k int) {
	for _, k = range []int{3, 9, 10, 2} {
		has := false
		for _, p := range points {
			has = has || p.Class() == k
		}
		if !has {
			break
		}
	}
	return k
}
