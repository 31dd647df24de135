package results

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/class"
	"pointscape/engine/method"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

// errorText formats an error: a share in percent, or a mean squared error.
func errorText(x float64, share bool) string {
	if share {
		return words.Readable(words.Percent(x))
	}
	return figure4(x)
}

// special holds the lines with the smallest, the median and the largest error (row.risk); nil if no line was judged.
// One line can be several of them.
type special struct{ best, middle, worst *row }

// specialOf returns the special lines, and all judged rows sorted from the best to the worst. Of an even number of
// lines, the median is the better one of the middle two. Lines with the same risk are ordered by their error on the
// training points, then by the number of the member.
func specialOf(list []*row) (s special, judged []*row) {
	for _, r := range list {
		if _, ok := r.risk(); ok {
			judged = append(judged, r)
		}
	}
	sorts.Func(judged, func(a, b *row) int {
		x, _ := a.risk()
		y, _ := b.risk()
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a.judged.Mine[0], b.judged.Mine[0]), cmp.Compare(a.ID, b.ID))
	})
	if n := len(judged); n > 0 {
		s = special{judged[0], judged[(n-1)/2], judged[n-1]}
	}
	return s, judged
}

// lines writes the step's picture with all drawn lines, and the histograms of their errors with marks at the errors of
// the method.
func (m *maker) lines(job method.Job, w *writer, p *class.Panel, list []*row) error {
	s := m.step(p.Page)
	pick, judged := specialOf(list)
	f, err := m.figure(job, s, p.Palette)
	if f != nil {
		w.overlaid(f, list, pick, len(judged) > 1)
	} else if err := w.noFigure(s, err); err != nil {
		return err
	}
	if len(judged) == 0 {
		if s.unjudged != nil {
			w.Put(`<p class="tally-why">$</p>`, said("The lines cannot be judged: %s", words.Readable(s.unjudged.Error())))
		}
		return nil
	}
	w.losses(s, pick, judged)
	return nil
}

// overlaid writes a picture with all lines: the best one thick, the median and the worst one dashed (only if several
// lines were judged), and the others thin and transparent, so that overlapping lines look darker.
func (w *writer) overlaid(f *figure, list []*row, pick special, several bool) {
	ink, ground := f.ink.CSS(), f.pal.Stage.CSS()
	near := 1.5 + float64(len(list))/200 // pixels; more lines get fewer vertices, to bound the size of the HTML
	pale := min(max(2.4/math.Sqrt(float64(len(list))), 0.16), 0.6)
	w.Put(`<figure class="tally-figure">`)
	f.begin(w, say("Lines drawn: %s.", count(len(list))))
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

// sets are the labels of errors of classifiers, by the set of points (wire.Judged.On; "" = training points).
var sets = map[string]string{"": "Error on the training points", "fresh": "Error on fresh points",
	"test": "Error on the test points", "validation": "Error on the validation points"}

// squares are the labels of errors in regression.
var squares = map[string]string{"": "Mean squared error on the training points",
	"fresh": "Mean squared error on fresh points", "test": "Mean squared error on the test points",
	"validation": "Mean squared error on the validation points"}

// losses writes the histograms of the lines' errors with marks at the median and at the method's error: first on the
// unseen points, if there are any, then on the training points. A table with the errors of the special lines and of the
// method follows.
func (w *writer) losses(s *step, pick special, judged []*row) {
	j := s.judging
	share := j.task == method.Classify
	names, of := []string{""}, sets
	if j.on != "" {
		names = append(names, j.on)
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
		middle := values[(len(values)-1)/2] // as in specialOf
		marks := []mark{{middle, say("Median: %s", errorText(middle, share)), "tally-middle"}}
		theirs := "–"
		if k < len(j.method) {
			theirs = errorText(j.method[k], share)
			marks = append([]mark{{j.method[k], say("Method: %s", theirs), "tally-method"}}, marks...)
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
