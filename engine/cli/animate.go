package cli

import (
	"bytes"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
	"pointscape/engine/picture/motion"
	"pointscape/engine/session"
)

// animation holds the options of an animated figure: the steps of a fit, or the values of a parameter, one per frame.
type animation struct {
	sweep      string // NAME=FROM:TO as given; "" = no sweep
	back       bool   // run the sweep forwards and backwards
	steps      string // FROM:TO as given; "" = no steps
	from, to   int    // to is -1 if it was left out
	every      int    // 0 = such that there are at most session.ShownFrames
	fps, pause float64
	count      bool // show the step above the plane
	colors     int  // number of colors, 0 = all
	still      bool // the pause of a sweep was given
}

// Limits of animations.
const (
	maxPause = 50 // seconds, in addition to a frame's own time: see motion.MaxDelay
)

// animationFlags defines the flags of an animation.
func animationFlags(fs *flag.FlagSet, a *animation) {
	fs.StringVar(&a.steps, "steps", "", "draw an animation, a PNG or a GIF, of the steps `FROM:TO` of a fit, such as "+
		"0:40. Either may be left out: the first or the last step")
	fs.StringVar(&a.sweep, "sweep", "", "draw an animation over the values of a parameter, `NAME=FROM:TO`, such as "+
		"C=0.01:100. NAME alone: the document's sweep, or the range of its slider")
	fs.BoolVar(&a.back, "back", false, "with -sweep: forwards and backwards")
	fs.IntVar(&a.every, "every", 0, "in motion: a frame each so many `steps` of the fit or of the sweep, which has "+
		strconv.Itoa(doc.SweepSteps)+" (default: such that there are at most "+strconv.Itoa(session.ShownFrames)+" frames)")
	fs.Float64Var(&a.fps, "fps", 10, "animation: `frames` per second")
	fs.Float64Var(&a.pause, "pause", 2, "animation: `seconds` that the last frame stays (default 2; with -back 0)")
	fs.BoolVar(&a.count, "count", true, "animation: write the step, or the value, above the plane")
	fs.IntVar(&a.colors, "colors", 0,
		fmt.Sprintf("in motion: at most so many `colours`, %d to %d, for a smaller file (default: all)",
			motion.MinColors, motion.MaxColors))
}

// complete checks the options. kind is that of the file.
func (a *animation) complete(o *picture.ExportOptions, kind string, given map[string]bool) error {
	switch {
	case given["sweep"] && given["steps"]:
		return doc.Errorf("-sweep", "given without -steps: an animation is over steps or over a parameter", a.sweep)
	case given["back"] && !given["sweep"]:
		return doc.Errorf("-sweep", "given with -back", "")
	case !given["steps"] && !given["sweep"]:
		for _, name := range []string{"every", "fps", "pause", "count", "colors"} {
			if given[name] {
				return doc.Errorf("-steps", "given with -"+name+", or -sweep", "")
			}
		}
		if kind == picture.KindGIF {
			return doc.Errorf("-steps", "given with a GIF or with -sweep", "")
		}
		return nil
	}
	if kind != picture.KindPNG && kind != picture.KindGIF {
		what := "-steps"
		if given["sweep"] {
			what = "-sweep"
		}
		return doc.Errorf("-o", "a file name that ends in .png or .gif, with "+what, strings.ToUpper(kind))
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
	case !(a.fps >= picture.MinFPS && a.fps <= picture.MaxFPS):
		return doc.Errorf("-fps", fmt.Sprintf("a number from %g to %d", picture.MinFPS, picture.MaxFPS), a.fps)
	case !(a.pause >= 0 && a.pause <= maxPause):
		return doc.Errorf("-pause", fmt.Sprintf("a number of seconds from 0 to %d", maxPause), a.pause)
	case given["colors"] && (a.colors < motion.MinColors || a.colors > motion.MaxColors):
		return doc.Errorf("-colors",
			fmt.Sprintf("a whole number from %d to %d", motion.MinColors, motion.MaxColors), a.colors)
	case a.colors > 0 && o.Background == picture.Transparent:
		return doc.Errorf("-background", "filled, with -colors", o.Background)
	case kind == picture.KindGIF && o.Background == picture.Transparent:
		return doc.Errorf("-background", "filled in a GIF, which has no half-transparent pixels", o.Background)
	}
	return nil
}

// readSteps parses the range of steps.
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

// animate draws an animated figure. It prints which requests were not possible.
func (a *animation) animate(s *session.Session, d doc.Document, f figure, job *patient) ([]byte, error) {
	film := &session.Film{From: a.from, To: a.to, Every: a.every, FPS: a.fps, Pause: a.pause, Count: a.count, Dash: "-",
		Asked: a.steps, Tell: func(text string) { fmt.Fprintln(job.w, text) }, Short: job.short}
	if a.sweep != "" {
		m, err := s.Method(d.Method)
		if err != nil {
			return nil, err
		}
		if film.Sweep, err = a.swept(m, &d); err != nil {
			return nil, err
		}
		if film.Sweep.Back && !a.still {
			film.Pause = 0
		}
	}
	colors := a.colors
	if colors == 0 && f.file == picture.KindGIF {
		colors = motion.MaxColors
	}
	moving := motion.NewAnimation(colors)
	film.Sheet = func(job method.Job, d doc.Document) (*picture.Sheet, error) {
		return f.sheet(s, d, job)
	}
	film.Show = func(s *picture.Sheet, delay time.Duration) error { return moving.Add(s, bitmap.Image(s), delay) }
	hold, err := s.Film(job, d, film)
	if err != nil {
		return nil, err
	}
	moving.Hold(hold)
	var b bytes.Buffer
	if f.file == picture.KindGIF {
		err = moving.WriteGIF(&b)
	} else {
		err = moving.WritePNG(&b)
	}
	return b.Bytes(), err
}
