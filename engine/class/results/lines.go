package results

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/class"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// errorText writes an error: of classes a share, of values a mean square.
func errorText(x float64, share bool) string {
	if share {
		return words.Readable(words.Percent(x))
	}
	return figure4(x)
}

// special are the lines with the smallest error, the middle one, and the largest.
type special struct{ best, middle, worst *row }

// specialOf picks them of rows, of which some may not be judged. Of an even number, the middle one is the better of the
// two. Of lines with the same error on the points that the fit has not seen, the better one has the smaller error on
// those of the fit, then the member with the smaller number.
func specialOf(list []*row) (s special, judged []*row) {
	for _, r := range list {
		if _, ok := r.risk(); ok {
			judged = append(judged, r)
		}
	}
	slices.SortFunc(judged, func(a, b *row) int {
		x, _ := a.risk()
		y, _ := b.risk()
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a.judged.Mine[0], b.judged.Mine[0]), cmp.Compare(a.ID, b.ID))
	})
	if n := len(judged); n > 0 {
		s = special{judged[0], judged[(n-1)/2], judged[n-1]}
	}
	return s, judged
}

// lines are the lines that were drawn, laid over each other over the step's picture, and the histograms of their errors
// beside those of the method.
func (m *maker) lines(job method.Job, w *writer, p *class.Panel, list []*row) error {
	s := m.step(p.Page)
	pick, judged := specialOf(list)
	f, err := m.figure(job, s, p.Palette)
	if method.Stopped(err) {
		return err
	}
	if err != nil {
		w.noFigure(err)
	} else {
		w.overlaid(f, list, pick, len(judged) > 1)
	}
	if len(judged) == 0 {
		if s.unjudged != nil {
			w.Put(`<p class="tally-why">$</p>`, said("The lines cannot be judged: {}", words.Readable(s.unjudged.Error())))
		}
		return nil
	}
	w.losses(s, pick, judged)
	return nil
}

// overlaid draws lines over each other: the best thick, the middle one and the worst with dashes of their own, the
// others thin and pale, so that many of them add up.
func (w *writer) overlaid(f *figure, list []*row, pick special, several bool) {
	ink, ground := f.ink.CSS(), f.pal.Stage.CSS()
	near := 1.5 + float64(len(list))/200 // pixels; many lines are many bytes
	pale := min(max(2.4/math.Sqrt(float64(len(list))), 0.16), 0.6)
	w.Put(`<figure class="tally-figure">`)
	f.begin(w, say("Lines drawn: {}.", count(len(list))))
	w.Put(`<g class="tally-lines" stroke="$" stroke-width="1.4" stroke-opacity="$">`, ink, words.Figure(pale))
	for _, r := range list {
		if r != pick.best && (!several || r != pick.middle && r != pick.worst) {
			w.Put(`<path d="$"/>`, f.line(r.line, near))
		}
	}
	w.Put(`</g>`)
	type look struct {
		row                *row
		class, name        string
		wide, dash, casing string
	}
	looks := []look{{pick.worst, "tally-worst", "Worst line", "2", "1 5", "4"}, {pick.middle, "tally-median",
		"Median line", "2.4", "8 5", "4.4"}, {pick.best, "tally-best", "Best line", "4", "none", "7"}}
	if !several {
		looks = looks[2:]
	}
	for _, l := range looks {
		if l.row == nil {
			continue
		}
		d := f.line(l.row.line, 0.7)
		w.Put(`<path d="$" stroke="$" stroke-width="$"/><path class="$" d="$" stroke="$" stroke-width="$" `+
			`stroke-dasharray="$"/>`, d, ground, l.casing, l.class, d, ink, l.wide, l.dash)
	}
	f.end(w)
	w.Put(`<figcaption>`)
	for i := len(looks) - 1; i >= 0 && pick.best != nil; i-- {
		l := looks[i]
		w.Put(`<span class="tally-key"><svg viewBox="0 0 36 12" aria-hidden="true"><path d="M2 6H34" stroke="$" `+
			`stroke-width="$" stroke-dasharray="$" stroke-linecap="round"/></svg>$</span> `, ink, l.wide, l.dash,
			said(l.name))
	}
	w.Put(`</figcaption></figure>`)
}

// sets are the names of the points on which errors are counted.
var sets = map[string]string{"": "Error on the training points", "fresh": "Error on fresh points",
	"test": "Error on the test points", "validation": "Error on the validation points"}

// squares are those of values.
var squares = map[string]string{"": "Mean squared error on the training points",
	"fresh": "Mean squared error on fresh points", "test": "Mean squared error on the test points",
	"validation": "Mean squared error on the validation points"}

// losses are histograms of the errors of lines, on the points that the fit has not seen, by which lines are compared,
// then on those of the fit, with the method's; and a table of both.
func (w *writer) losses(s *step, pick special, judged []*row) {
	j := s.judging
	share := j.Task == method.Classify
	names, of := []string{""}, sets
	if j.On != "" {
		names = append(names, j.On)
	}
	if !share {
		of = squares
	}
	head, lines := []string{""}, [][]string{{say("Best line")}, {say("Median line")}, {say("Worst line")},
		{say("Method")}}
	for k := len(names) - 1; k >= 0; k-- {
		values := make([]float64, len(judged))
		for i, r := range judged {
			values[i] = r.judged.Mine[k]
		}
		slices.Sort(values)
		middle := values[(len(values)-1)/2] // as the middle one of the lines
		marks := []mark{{middle, say("Median: {}", errorText(middle, share)), "tally-middle"}}
		theirs := "–"
		if k < len(j.Method) {
			theirs = errorText(j.Method[k], share)
			marks = append([]mark{{j.Method[k], say("Method: {}", theirs), "tally-method"}}, marks...)
		}
		name := say(of[names[k]])
		id := names[k]
		if id == "" {
			id = "training"
		}
		w.histogram(values, id, name, share, marks)
		head = append(head, name)
		for i, r := range []*row{pick.best, pick.middle, pick.worst} {
			lines[i] = append(lines[i], errorText(r.judged.Mine[k], share))
		}
		lines[3] = append(lines[3], theirs)
	}
	w.Put(`<table class="tally-table tally-errors"><caption class="sr">$</caption><thead><tr>`,
		said("Errors of the lines and of the method"))
	w.lines(head, lines)
}
