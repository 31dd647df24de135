package results

import (
	"math"
	"slices"

	"pointscape/engine/class"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// numbers writes the histogram of the numbers in list, with marks at their median and, if it is known, at the right
// number.
func (m *maker) numbers(job method.Job, w *writer, p *class.Panel, list []*row) error {
	values := make([]float64, len(list))
	for i, r := range list {
		values[i] = r.number
	}
	want, ok, err := m.wanted(job, p)
	if err != nil {
		return err
	}
	marks := []mark{{median(values), say("Median: %s", figure4(median(values))), "tally-middle"}}
	if ok {
		marks = append([]mark{{want, say("Correct: %s", figure4(want)), "tally-right-line"}}, marks...)
	}
	w.histogram(values, "answers", say("Answer"), false, marks)
	return nil
}

// histogram writes the histogram of values with vertical marks. id identifies its table, name labels the x-axis, and
// share means that values are shares.
func (w *writer) histogram(values []float64, id, name string, share bool, marks []mark) {
	var at []float64
	for _, x := range marks {
		at = append(at, x.at)
	}
	h := histogramOf(values, share, at...)
	w.counted(h, id, name, share, marks)
}

// median returns the median of values, which must not be empty.
func median(values []float64) float64 { return quantile(slices.Sorted(slices.Values(values)), 0.5) }

// densityShares are the shares of the estimated density that the drawn regions contain, the larger region first.
var densityShares = []float64{0.9, 0.5}

// places writes the step's picture with the marked positions in list, the regions of their density (of three positions
// or more), and, if it is known, the outline of the region of right positions.
func (m *maker) places(job method.Job, w *writer, p *class.Panel, list []*row) error {
	s := m.step(p.Page)
	f, err := m.figure(job, s, p.Palette)
	if f == nil {
		return w.noFigure(s, err)
	}
	var on [][2]float64
	var xs, ys []float64
	for _, r := range list {
		if xs, ys = append(xs, r.place[0]), append(ys, r.place[1]); f.shows(r.place) {
			on = append(on, r.place)
		}
	}
	beside := len(list) - len(on)
	alt := say("Positions marked: %s.", count(len(list)))
	n, known := rightOf(list)
	if known > 0 {
		alt += " " + say("Correct: %s of %s (%s)", count(n), count(known), percent(n, known)) + "."
	}
	ink, ground := f.ink.CSS(), f.pal.Stage.CSS()
	w.Put(`<figure class="tally-figure">`)
	f.begin(w, alt)
	if len(on) > 2 {
		d := densityOf(on, f.View)
		for _, share := range densityShares {
			w.Put(`<path class="tally-density" d="$" fill="$" fill-opacity=".22" fill-rule="evenodd" stroke="$" `+
				`stroke-opacity=".7" stroke-width="1"/>`, f.area(d.region(d.level(share))), ink, ink)
		}
	}
	where, err := m.area(job, p, f.View)
	if err != nil {
		return err
	}
	if where != nil {
		d := f.area(where)
		w.Put(`<path d="$" stroke="$" stroke-width="3.6"/><path class="tally-right-area" d="$" stroke="$" `+
			`stroke-width="1.6" stroke-dasharray="5 4"/>`, d, ground, d, f.pal.Ink.CSS())
	}
	f.putPlaces(w, list)
	f.end(w)
	w.Put(`<figcaption>`)
	if known > 0 {
		w.Put(`<span class="tally-key"><svg viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="4" fill="$"/>`+
			`</svg>$</span> <span class="tally-key"><svg viewBox="0 0 12 12" aria-hidden="true">`+
			`<path d="M2 2L10 10M10 2L2 10" stroke="$" stroke-width="2"/></svg>$</span> `, ink, said("correct"), ink,
			said("not correct"))
	}
	if where != nil {
		w.Put(`<span>$</span> `, said("Dashed: correct positions"))
	}
	if len(on) > 2 {
		w.Put(`<span>$</span>`, said("Shaded: where half and 90 % of the answers lie"))
	}
	if beside > 0 {
		w.Put(` <span>$</span>`, said("Outside the picture: %s", count(beside)))
	}
	w.Put(`</figcaption>`)
	middle := [2]float64{median(xs), median(ys)}
	lines := [][]string{{say("Positions"), count(len(list))}, {say("Median"), position(middle)}}
	if known > 0 {
		lines = append(lines, []string{say("Correct"), count(n) + " (" + percent(n, known) + ")"})
	}
	lines = append(lines, []string{say("Outside the picture"), count(beside)})
	w.table("places", []string{"", say("Value")}, lines)
	w.Put(`</figure>`)
	return nil
}

// putPlaces writes the marked positions in view: discs, or crosses for wrong ones.
func (f *figure) putPlaces(w *writer, list []*row) {
	ink, ground := f.ink.CSS(), f.pal.Stage.CSS()
	for _, r := range list {
		if !f.shows(r.place) {
			continue
		}
		x, y := f.px(r.place[0]), f.py(r.place[1])
		if r.right != nil && !*r.right {
			const a, cross = 3.4, "l6.8 6.8m0 -6.8l-6.8 6.8"
			path := "M" + short(x-a) + " " + short(y-a) + cross
			w.Put(`<path class="tally-wrong-place" d="$" stroke="$" stroke-width="4"/><path d="$" stroke="$" `+
				`stroke-width="1.8"/>`, path, ground, path, ink)
			continue
		}
		w.Put(`<circle class="tally-place" cx="$" cy="$" r="3.6" fill="$" stroke="$" stroke-width="1.2"/>`, short(x),
			short(y), ink, ground)
	}
}

// solved writes a chart of the share of members who have solved a task, over time. rows are all members, list those who
// have solved it.
func (w *writer) solved(rows []row, list []*row) {
	all := 0
	for i := range rows {
		if rows[i].Here || rows[i].answer != nil {
			all++
		}
	}
	times := make([]float64, len(list))
	for i, r := range list {
		times[i] = float64(r.answer.At) / 60_000
	}
	slices.Sort(times)
	first, last := times[0], times[len(times)-1]
	p := &plot{w: w, y1: 1}
	p.x0 = max(math.Floor(first-0.05*(last-first)), 0)
	p.x1 = max(last+0.05*(last-first), p.x0+1)
	minutes := func(t float64) string { return figure4(words.Significant(t, 3)) }
	alt := say("Share of students who have solved the task over time: %s of %s (%s) after %s min; half of those who "+
		"have solved it after %s min.", count(len(list)), count(all), percent(len(list), all), minutes(last),
		minutes(median(times)))
	w.Put(`<figure class="tally-figure">`)
	p.begin(alt, 0)
	p.axes(say("Minutes since the room was opened"), "", false, true)
	w.Put(`<path class="tally-curve" d="M$ $`, short(p.px(p.x0)), short(p.py(0)))
	for i, t := range times {
		w.Put("H$V$", short(p.px(t)), short(p.py(float64(i+1)/float64(all))))
	}
	w.Put(`H$"/>`, short(p.px(p.x1)))
	p.end()
	lines := [][]string{}
	for _, share := range []float64{0.25, 0.5, 0.75, 1} {
		if k := int(math.Ceil(share * float64(all))); k <= len(times) {
			lines = append(lines, []string{percent(k, all), count(k), minutes(times[k-1])})
		}
	}
	if n := len(times); n < all {
		lines = append(lines, []string{percent(n, all), count(n), minutes(last)})
	}
	w.table("solved", []string{say("Percentage"), say("Students"), say("Minutes since the room was opened")}, lines)
	w.Put(`</figure>`)
}
