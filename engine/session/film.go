package session

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Film is an animated figure: the steps of a fit, or the values of a parameter, one per frame.
type Film struct {
	Sweep    *doc.Sweep // nil = the steps of the fit
	From, To int        // range of steps; To < 0 = the last one
	Every    int        // number of steps, or of values, per frame; 0 = chosen for at most ShownFrames frames
	FPS      float64
	Pause    float64 // additional seconds for the last frame
	Count    bool    // show the step or the value above the plane
	Dash     string  // prefix of option names in error messages
	Asked    string  // the steps as written in the request

	// Sheet draws a frame, and Show receives it with the time for which it is shown.
	Sheet func(job method.Job, d doc.Document) (*picture.Sheet, error)
	Show  func(s *picture.Sheet, d time.Duration) error
	// Tell, if not nil, receives notes on parts of the request that were not possible; Short, if not nil, says why a fit
	// is short of its document's step.
	Tell  func(text string)
	Short func(f *Fit, d doc.Document) string
}

// FilmOf returns the film of the page's document, with options o. The caller sets Show.
func (s *Session) FilmOf(req Request, o picture.ExportOptions) (*Film, error) {
	if field, want, got := o.Wrong(); field != "" {
		return nil, doc.Errorf(field, want, got)
	}
	f := &Film{From: o.From, To: o.To, FPS: o.FPS, Pause: filmPause, Count: true,
		Sheet: func(job method.Job, d doc.Document) (*picture.Sheet, error) {
			r := req
			r.Doc = d
			sheet, err := s.Sheet(job, r, o.Frame())
			if err != nil {
				return nil, err
			}
			if w, h := sheet.Device(); w*h > mostInFrame {
				return nil, doc.Errorf("dpi", words.Sprintf("smaller, so that a frame has at most %d million pixels",
					mostInFrame/1_000_000),
					fmt.Sprintf("%d x %d", w, h))
			}
			return sheet, nil
		}}
	if o.Moves == picture.Swept {
		if req.Doc.View.Sweep == nil {
			return nil, doc.Errorf("moves", "steps, for a document without a sweep", o.Moves)
		}
		sweep := *req.Doc.View.Sweep
		if f.Sweep = &sweep; sweep.Back {
			f.Pause = 0
		}
	}
	return f, nil
}

// mostInFrame is the largest number of pixels of a frame of a page's film: a browser holds all frames in memory.
const mostInFrame = 4_000_000

// filmPause is the additional time of the last frame of a page's film, in seconds.
const filmPause = 2

// Limits of the numbers of frames: by default there are at most ShownFrames, and for steps never more than MostFrames.
const (
	ShownFrames = 60
	MostFrames  = 600
)

// shot is a document that is drawn as a frame, with the text above it, and its step; -1 = it shows a value of a sweep.
type shot struct {
	doc  doc.Document
	says string
	step int
}

// Film draws the frames of a film of a document, and returns the additional time of the last one.
func (s *Session) Film(job method.Job, d doc.Document, f *Film) (hold time.Duration, err error) {
	return s.able.figures.film(s, job, d, f)
}

func (s *Session) film(job method.Job, d doc.Document, f *Film) (hold time.Duration, err error) {
	if f.Tell == nil {
		f.Tell = func(string) {}
	}
	var list []shot
	if f.Sweep != nil {
		list, err = f.ofSweep(s, job, d)
	} else {
		list, err = f.ofSteps(s, job, d)
	}
	if err != nil {
		return 0, err
	}
	return time.Duration(f.Pause * float64(time.Second)), f.draw(s, d, list, job)
}

// ofSteps returns the frames for the steps of a fit.
func (f *Film) ofSteps(s *Session, job method.Job, d doc.Document) ([]shot, error) {
	first, err := s.Fit(job, atStep(d, f.From))
	if err != nil {
		return nil, err
	}
	last, unit, err := f.last(first)
	if err != nil {
		return nil, err
	}
	if f.To > last {
		f.Tell(words.Sprintf("The animation ends at %s %d, the last one.", unit, last))
	}
	steps, err := f.steps(last)
	if err != nil {
		return nil, err
	}
	list := make([]shot, len(steps))
	for i, k := range steps {
		list[i] = shot{atStep(d, k), words.Sprintf("%s %d", unit, k), k}
	}
	return list, nil
}

// last returns the last step of a fit, and what a step is called. For a Grower without an end it is f.To.
func (f *Film) last(fit *Fit) (last int, unit string, err error) {
	switch m := fit.whole; {
	case m.Stepper != nil:
		last, unit = m.Stepper.Steps(), m.Stepper.StepName()
	case m.Grower != nil:
		unit = m.Grower.StepName()
		if last = m.LastStep(); last > 0 {
			break
		}
		if last = f.To; last < 0 {
			return 0, "", doc.Errorf(f.Dash+"steps",
				words.Text("given an end, such as 0:100, since %s has none of its own", fit.Method.Name), f.Asked)
		}
	default:
		return 0, "", doc.Errorf(f.Dash+"steps", words.Text("left out for %s, which is not fitted in steps",
			fit.Method.Name), f.Asked)
	}
	if last == 0 {
		return 0, "", doc.Errorf(f.Dash+"steps", words.Text("left out here: %s took no step", fit.Method.Name), f.Asked)
	}
	return last, cmp.Or(unit, "step"), nil
}

// steps returns the steps that get a frame: from the first one every k-th, and the last.
func (f *Film) steps(last int) (list []int, err error) {
	to := f.To
	if to < 0 || to > last {
		to = last
	}
	if f.From >= to {
		return nil, doc.Errorf(f.Dash+"steps", words.Sprintf("such that the animation begins before the last step, %d",
			last), f.Asked)
	}
	every := f.Every
	if every == 0 {
		every = (to - f.From + ShownFrames - 2) / (ShownFrames - 1)
	}
	if least := (to - f.From + MostFrames - 2) / (MostFrames - 1); every < least {
		return nil, doc.Errorf(f.Dash+"every",
			words.Sprintf("at least %d for at most %d frames of the steps %d:%d", least, MostFrames, f.From, to), every)
	}
	for k := f.From; k < to; k += every {
		list = append(list, k)
	}
	return append(list, to), nil
}

// ofSweep returns the frames for the values of a parameter.
func (f *Film) ofSweep(s *Session, job method.Job, d doc.Document) ([]shot, error) {
	m, err := s.Method(d.Method)
	if err != nil {
		return nil, err
	}
	d.View.Sweep = f.Sweep
	if err := m.CheckSweep(&d); err != nil {
		return nil, err
	}
	if err := d.Validate(); err != nil {
		return nil, err
	}
	p := m.ParamAt(f.Sweep.Param, d.Params)
	values, err := f.thin(p.SweepValues(f.Sweep))
	if err != nil {
		return nil, err
	}
	if f.Sweep.Back { // the animation repeats, so the ends occur once
		for _, v := range slices.Backward(values[1 : len(values)-1]) {
			values = append(values, v)
		}
	}
	list := make([]shot, len(values))
	for i, v := range values {
		n := d
		n.Params = m.With(d.Params, p.Name, v)
		if p.Moves && n.Table != nil { // the rows are shown elsewhere
			t := *n.Table
			t.Names, t.Axes = doc.Names{}, nil
			n.Names, n.Points, n.Table = n.Names.Beyond(d.Table.Names), nil, &t
		}
		if n, err = s.Resolve(job, n); err != nil {
			return nil, err
		}
		list[i] = shot{n, words.Text("%s = %s", p.Label, p.Say(v)), -1}
	}
	return list, nil
}

// thin keeps every k-th value of a sweep, and the last.
func (f *Film) thin(values []float64) (list []float64, err error) {
	last := len(values) - 1
	every := f.Every
	if every == 0 {
		every = (last + ShownFrames - 2) / (ShownFrames - 1)
	}
	if every > last {
		return nil, doc.Errorf(f.Dash+"every", words.Sprintf("at most %d, the number of steps of this sweep", last), every)
	}
	for i := 0; i < last; i += every {
		list = append(list, values[i])
	}
	return append(list, values[last]), nil
}

// draw draws the frames, all with the same part of the plane.
func (f *Film) draw(s *Session, d doc.Document, list []shot, job method.Job) error {
	if !d.View.HasRange() {
		view, err := viewOfAll(s, list, job)
		if err != nil {
			return err
		}
		for i := range list {
			v := &list[i].doc.View
			v.X, v.Y = [2]float64{view.X0, view.X1}, [2]float64{view.Y0, view.Y1}
		}
	}
	for i := range list {
		part := method.Stretch(job, float64(i)/float64(len(list)), float64(i+1)/float64(len(list)))
		fit, err := s.Fit(part, list[i].doc)
		if err != nil {
			return err
		}
		ends, again := f.ended(list, i, fit)
		if !again {
			sheet, err := f.Sheet(part, list[i].doc)
			if err != nil {
				return err
			}
			if f.Count {
				entitle(sheet, d.Title, list[i].says)
			}
			if err := f.Show(sheet, time.Duration(float64(time.Second)/f.FPS)); err != nil {
				return err
			}
		}
		if w, ok := job.(method.Watched); ok {
			w.Progress(float64(i+1) / float64(len(list)))
		}
		if ends {
			break
		}
	}
	return nil
}

// ended reports whether the fit of frame i ends before the step that it should show, and whether it is the same as the
// frame before: it has converged, or may not continue. If it ends, ended calls f.Tell, and changes the frame's document
// and text to the step reached.
func (f *Film) ended(list []shot, i int, fit *Fit) (ends, again bool) {
	k := list[i].step
	if k < 0 || fit.Step >= k {
		return false, false
	}
	text := ""
	if f.Short != nil {
		text = f.Short(fit, list[i].doc)
	}
	if text == "" {
		text = "Nothing follows."
	}
	unit := list[i].says[:len(list[i].says)-len(fmt.Sprint(k))]
	f.Tell(words.Sprintf("The animation ends at %s%d. %s", unit, fit.Step, text))
	list[i] = shot{atStep(list[i].doc, fit.Step), fmt.Sprintf("%s%d", unit, fit.Step), k}
	return true, i > 0 && fit.Step <= list[i-1].step
}

// atStep returns the document at a step.
func atStep(d doc.Document, k int) doc.Document {
	d.View.Step = &k
	return d
}

// viewOfAll returns the part of the plane that shows the points of all frames. The rows of a table may move from frame
// to frame.
func viewOfAll(s *Session, list []shot, job method.Job) (view picture.Viewport, err error) {
	for i := range list {
		f, err := s.Fit(job, list[i].doc)
		if err != nil {
			return view, err
		}
		r := Range(f.Placed(list[i].doc), f.Task)
		if i == 0 {
			view = r
		}
		view.X0, view.X1 = min(view.X0, r.X0), max(view.X1, r.X1)
		view.Y0, view.Y1 = min(view.Y0, r.Y0), max(view.Y1, r.Y1)
	}
	return view, nil
}

// entitle adds a line above a figure, with the title, if there is one, and the text.
func entitle(s *picture.Sheet, title, text string) {
	if title != "" {
		text = words.Text("%s: %s", title, text)
	}
	left, width := 0, s.W
	if len(s.Parts) > 0 {
		g := s.Parts[0].Frame
		left, width = g.Left, s.W-g.Left-g.Right
	}
	line := picture.Heading(words.Capital(text), width, s.Palette)
	_, high := line.Size()
	above := int(math.Ceil(s.Palette.Text() / 2))
	for i := range s.Parts {
		s.Parts[i].Y += above + high
	}
	s.Parts = append(s.Parts, picture.Part{X: left, Y: above, Picture: line})
	s.H += above + high
}
