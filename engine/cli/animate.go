package cli

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// animation is what draw is asked for when a figure is to move: the steps of a fit, or the values of a parameter, a
// frame each.
type animation struct {
	sweep      string // NAME=FROM:TO as given; "" = none is wanted
	back       bool   // of a sweep: to and fro
	steps      string // FROM:TO as given; "" = none is wanted
	from, to   int    // to is -1 where it was left out
	every      int    // 0 = such that there are shownFrames at most
	fps, pause float64
	count      bool // with the step above the plane
	colors     int  // 0 = all
	still      bool // the pause was asked for
	// ends tells whether the animation ends with frame i, and whether that is the frame before again; nil = it does not.
	ends func(i int, fit *session.Fit) (end, again bool)
}

// frame is a document that is drawn in an animation, and what stands above it.
type frame struct {
	doc  doc.Document
	says string
}

// Limits of animations. Who says nothing of how many steps a frame takes gets at most shownFrames.
const (
	shownFrames    = 60
	mostFrames     = 600
	minFPS, maxFPS = 0.1, 50
	maxPause       = 50 // a frame's own time comes on top of it: see bitmap.MaxDelay
)

// animationFlags adds to the command's flags those of an animation.
func animationFlags(fs *flag.FlagSet, a *animation) {
	fs.StringVar(&a.steps, "steps", "", "draw an animation, a PNG in motion: the steps `FROM:TO` of a fit, 0:40. "+
		"One that is left out is the first or the last")
	fs.StringVar(&a.sweep, "sweep", "", "draw an animation of the values of a parameter, `NAME=FROM:TO`, C=0.01:100. "+
		"NAME alone: as the document has it, or along its slider")
	fs.BoolVar(&a.back, "back", false, "with -sweep: to and fro")
	fs.IntVar(&a.every, "every", 0, "in motion: a frame each so many `steps` of the fit or of the sweep, which has "+
		strconv.Itoa(doc.SweepSteps)+" (default: such that there are at most "+strconv.Itoa(shownFrames)+" frames)")
	fs.Float64Var(&a.fps, "fps", 10, "in motion: `frames` a second")
	fs.Float64Var(&a.pause, "pause", 2, "in motion: how many `seconds` the last frame stays before it begins again; of a "+
		"sweep to and fro 0 by itself")
	fs.BoolVar(&a.count, "count", true, "in motion: the step, or the value, above the plane")
	fs.IntVar(&a.colors, "colors", 0,
		fmt.Sprintf("in motion: at most so many `colours`, %d to %d, for a smaller file (default: all)",
			bitmap.MinColors, bitmap.MaxColors))
}

// complete checks what was given. kind is that of the file.
func (a *animation) complete(o *picture.ExportOptions, given map[string]bool) error {
	switch {
	case given["sweep"] && given["steps"]:
		return doc.Errorf("-sweep", "given without -steps: one of both is in motion", a.sweep)
	case given["back"] && !given["sweep"]:
		return doc.Errorf("-sweep", "given with -back", "")
	case !given["steps"] && !given["sweep"]:
		for _, name := range []string{"every", "fps", "pause", "count", "colors"} {
			if given[name] {
				return doc.Errorf("-steps", "given with -"+name+", or -sweep", "")
			}
		}
		return nil
	}
	if o.Kind != picture.KindPNG {
		what := "-steps"
		if given["sweep"] {
			what = "-sweep"
		}
		return doc.Errorf("-o", "a file name that ends in .png, with "+what, strings.ToUpper(o.Kind))
	}
	if given["sweep"] {
		if _, err := readSweep(a.sweep); err != nil {
			return err
		}
		a.still = given["pause"]
	} else if err := a.readSteps(); err != nil {
		return err
	}
	switch {
	case given["every"] && (a.every < 1 || a.every > doc.MaxStep):
		return doc.Errorf("-every", fmt.Sprintf("a whole number from 1 to %d", doc.MaxStep), a.every)
	case !(a.fps >= minFPS && a.fps <= maxFPS):
		return doc.Errorf("-fps", fmt.Sprintf("a number from %g to %d", minFPS, maxFPS), a.fps)
	case !(a.pause >= 0 && a.pause <= maxPause):
		return doc.Errorf("-pause", fmt.Sprintf("a number of seconds from 0 to %d", maxPause), a.pause)
	case given["colors"] && (a.colors < bitmap.MinColors || a.colors > bitmap.MaxColors):
		return doc.Errorf("-colors",
			fmt.Sprintf("a whole number from %d to %d", bitmap.MinColors, bitmap.MaxColors), a.colors)
	case a.colors > 0 && o.Background == picture.Transparent:
		return doc.Errorf("-background", "filled, with -colors", o.Background)
	}
	return nil
}

// readSteps reads the range of steps.
func (a *animation) readSteps() error {
	wrong := doc.Errorf("-steps", fmt.Sprintf("FROM:TO, two whole numbers from 0 to %d, the first one smaller; "+
		"either may be left out", doc.MaxStep), a.steps)
	from, to, ok := strings.Cut(a.steps, ":")
	if !ok {
		return wrong
	}
	a.to = -1
	for i, text := range [2]string{from, to} {
		if text == "" {
			continue
		}
		k, err := strconv.Atoi(text)
		if err != nil || k < 0 || k > doc.MaxStep {
			return wrong
		}
		*[2]*int{&a.from, &a.to}[i] = k
	}
	if from != "" && to != "" && a.from >= a.to {
		return wrong
	}
	return nil
}

// frames are the steps that get one: each so manieth, and the last.
func (a *animation) frames(last int) (list []int, err error) {
	to := a.to
	if to < 0 || to > last {
		to = last
	}
	if a.from >= to {
		return nil, doc.Errorf("-steps", fmt.Sprintf("such that it begins before the last step, %d", last), a.steps)
	}
	every := a.every
	if every == 0 {
		every = (to - a.from + shownFrames - 2) / (shownFrames - 1)
	}
	if least := (to - a.from + mostFrames - 2) / (mostFrames - 1); every < least {
		return nil, doc.Errorf("-every",
			fmt.Sprintf("at least %d for at most %d frames of the steps %d:%d", least, mostFrames, a.from, to), every)
	}
	for k := a.from; k < to; k += every {
		list = append(list, k)
	}
	return append(list, to), nil
}

// animate draws the steps of a document. What it does not do of what was asked for it tells.
func (a *animation) animate(s *session.Session, d doc.Document, f figure, job *patient) ([]byte, error) {
	first, err := s.Fit(job, atStep(d, a.from))
	if err != nil {
		return nil, err
	}
	last, unit, err := a.last(first)
	if err != nil {
		return nil, err
	}
	if a.to > last {
		fmt.Fprintf(job.w, "The animation ends at %s %d, which is the last one.\n", unit, last)
	}
	steps, err := a.frames(last)
	if err != nil {
		return nil, err
	}
	list := make([]frame, len(steps))
	for i, k := range steps {
		list[i] = frame{atStep(d, k), fmt.Sprintf("%s %d", unit, k)}
	}
	a.ends = func(i int, fit *session.Fit) (end, again bool) {
		k := steps[i]
		if fit.Step >= k {
			return false, false
		}
		text := job.short(fit, list[i].doc) // it has nothing more to learn, or is not to go on
		if text == "" {
			text = "Nothing follows."
		}
		fmt.Fprintf(job.w, "The animation ends at %s %d. %s\n", unit, fit.Step, text)
		list[i] = frame{atStep(list[i].doc, fit.Step), fmt.Sprintf("%s %d", unit, fit.Step)}
		return true, i > 0 && fit.Step <= steps[i-1]
	}
	return a.draw(s, d, list, f, job)
}

// draw draws the frames of an animation of a document.
func (a *animation) draw(s *session.Session, d doc.Document, list []frame, f figure, job *patient) ([]byte, error) {
	if !d.View.HasRange() {
		view, err := viewOfAll(s, list, job)
		if err != nil {
			return nil, err
		}
		for i := range list {
			v := &list[i].doc.View
			v.X, v.Y = [2]float64{view.X0, view.X1}, [2]float64{view.Y0, view.Y1}
		}
	}
	moving := bitmap.NewAnimation(a.colors)
	for i := range list {
		part := method.Stretch(job, float64(i)/float64(len(list)), float64(i+1)/float64(len(list)))
		fit, err := s.Fit(part, list[i].doc)
		if err != nil {
			return nil, err
		}
		var ends, again bool
		if a.ends != nil {
			ends, again = a.ends(i, fit)
		}
		if !again {
			sheet, err := f.sheet(s, list[i].doc, part)
			if err != nil {
				return nil, err
			}
			if a.count {
				entitle(sheet, d.Title, list[i].says)
			}
			if err := moving.Add(sheet, time.Duration(float64(time.Second)/a.fps)); err != nil {
				return nil, err
			}
		}
		job.Progress(float64(i+1) / float64(len(list)))
		if ends {
			break
		}
	}
	moving.Hold(time.Duration(a.pause * float64(time.Second)))
	var b bytes.Buffer
	err := moving.Write(&b)
	return b.Bytes(), err
}

// last is the last step of a fit, and what a step is called.
func (a *animation) last(f *session.Fit) (last int, unit string, err error) {
	switch m := f.Whole.(type) {
	case method.Stepper:
		last, unit = m.Steps(), m.StepName()
	case method.Grower:
		unit = m.StepName()
		if last = method.EndOf(m); last > 0 {
			break
		}
		if last = a.to; last < 0 {
			return 0, "", doc.Errorf("-steps",
				"given an end, such as 0:100, for "+f.Method.Name+", which has none by itself", a.steps)
		}
	default:
		return 0, "", doc.Errorf("-steps", "left out for "+f.Method.Name+", which is not made in steps", a.steps)
	}
	if last == 0 {
		return 0, "", doc.Errorf("-steps", "left out here: "+f.Method.Name+" was done without a step", a.steps)
	}
	return last, cmp.Or(unit, "step"), nil
}

// atStep is a document at a step.
func atStep(d doc.Document, k int) doc.Document {
	d.View.Step = &k
	return d
}

// viewOfAll is the part of the plane that shows the rows of a table in all frames: they may move.
func viewOfAll(s *session.Session, list []frame, job *patient) (view picture.Viewport, err error) {
	for i := range list {
		f, err := s.Fit(job, list[i].doc)
		if err != nil {
			return view, err
		}
		r := session.Range(f.Placed(list[i].doc), f.Task)
		if i == 0 {
			view = r
		}
		view.X0, view.X1 = min(view.X0, r.X0), max(view.X1, r.X1)
		view.Y0, view.Y1 = min(view.Y0, r.Y0), max(view.Y1, r.Y1)
	}
	return view, nil
}

// entitle puts a line above a figure: what it shows, and at which step or value.
func entitle(s *picture.Sheet, title, text string) {
	if title != "" {
		text = title + ": " + text
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
