//go:build !js

package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"pointscape/app/tools/browser"
	"pointscape/engine/catalog"
	"pointscape/engine/doc"
)

// sliderPoints is the number of points of the methods whose sliders are dragged.
const sliderPoints = 200

// slid has the results of one slider: p50 and a picture's cost are the medians of the rounds, the rest is the drag of
// the best round.
type slid struct {
	Slider string `json:"slider"`
	drag
	Worst  float64   `json:"worstP95"`
	Rounds []float64 `json:"p95s"`
	all    []*drag
}

// sliderRounds is how often each slider is dragged by default, minutes apart. Other work of the machine, or of its
// host, can only make a round slower: the best round shows the program's speed, the worst one the machine's state.
const sliderRounds = 3

// slidings has the results of dragging sliders.
type slidings struct {
	Machine machineInfo `json:"machine"`
	Poor    string      `json:"poor,omitempty"`
	Pulses  []pulse     `json:"loops"`
	Sliders []*slid     `json:"sliders"` // of one build after the other
	builds  int
}

// dragSliders drags every slider of every method's example to and fro, in every round.
func dragSliders(o options) (*slidings, error) {
	b, builds, beats, end, err := o.compare()
	if err != nil {
		return nil, err
	}
	defer end()
	m := &slidings{Poor: o.poor, builds: len(builds)}
	if m.Machine, err = readMachineInfo(beats.p); err != nil {
		return nil, err
	}
	rows := map[string][]*slid{}
	for round := range o.rounds {
		for _, of := range turn(builds, round) {
			if rows[of.name], err = slideAll(o, b, beats, of, round == 0, rows[of.name]); err != nil {
				return nil, err
			}
		}
	}
	for _, of := range builds {
		m.Sliders = append(m.Sliders, rows[of.name]...)
	}
	m.Pulses = beats.list
	return m, nil
}

// slideAll is a round of one build. It adds to the rows of the rounds before.
func slideAll(o options, b *browser.Chromium, beats *pulses, of build, first bool, rows []*slid) ([]*slid, error) {
	p, err := b.NewPage()
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if err := p.Navigate(of.url); err != nil {
		return nil, err
	}
	const calm = opened
	if err := browser.Wait(p, time.Minute, calm); err != nil {
		return nil, err
	}
	if err := do(p, recorder); err != nil {
		return nil, err
	}
	last, err := beats.beat()
	if err != nil {
		return nil, err
	}
	k := 0
	err = eachSlider(p, o, calm, func(method, id string) error {
		d, err := slideOn(b, p, id, o.quick)
		if err != nil {
			return err
		}
		now, err := beats.beat()
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(id, "s-")
		d.Method, d.N, d.Build = method, sliderPoints, of.name
		d.count(last, now)
		last = now
		fmt.Printf("%-6s %-20s %-14s %3d moves, %3d pictures; p50 %5.1f, p95 %5.1f ms; %.3f loops on the page, %.3f in "+
			"the worker; the engine fits in %.1f and draws in %.1f ms\n",
			of.name, method, name, d.Moves, d.Pictures, d.P50, d.P95, d.Loops.Page, d.Loops.Worker, d.Fit, d.Draw)
		if first {
			rows = append(rows, &slid{Slider: name})
		}
		if k == len(rows) || rows[k].Slider != name {
			return fmt.Errorf("another slider than in the first round")
		}
		rows[k].add(d)
		k++
		return nil
	})
	return rows, err
}

// sliders measures how soon pictures follow every slider.
func sliders(o options) error {
	m, err := dragSliders(o)
	if err != nil {
		return err
	}
	t := table{head: append(append([]string{"method", "slider", "p50", "p95, best round", "worst", "engine: fit", "draw",
		"p95 at most 33 ms"}, costHead...), "tile")}
	met, all := 0, 0
	for _, r := range m.Sliders {
		ok := r.P95 <= latencyLimit
		r.Met = &ok
		word := "missed"
		if ok {
			word, met = "met", met+1
		}
		if r.Worst <= latencyLimit {
			word, all = "met in all", all+1
		}
		cells := append([]string{r.called(), r.Slider, ms(r.P50), ms(r.P95), ms(r.Worst), ms(r.Fit), ms(r.Draw), word},
			r.costCells()...)
		t.add(append(cells, tile(r.Tile))...)
	}
	md := "# From the slider to the picture\n\n" + m.Machine.String() + ".\n" + ways[o.poor] + told(m.Pulses) +
		fmt.Sprintf(`

Every slider of every method's example with %d points on the real page, dragged
to and fro by mouse events at 60 Hz. p50 and p95: from the slider's event to the
end of the frame that shows a picture computed from that value or a later one. %d
rounds, minutes apart; what else runs on the machine can only make one slower.
%s"tile": how many device pixels wide a sample of the raster is.

`, sliderPoints, o.rounds, costWords) + t.String() + fmt.Sprintf("\n%d of %d met it in a round, %d in all.\n", met,
		len(m.Sliders), all)
	if m.builds == 2 {
		pairs, err := m.pairs()
		if err != nil {
			return err
		}
		md += "\n" + compared(pairs)
	}
	fmt.Println("\n" + md)
	return save(o, m, md)
}

// pairs returns the sliders that both builds have.
func (m *slidings) pairs() (list []pair, err error) {
	for _, a := range m.Sliders {
		for _, b := range m.Sliders {
			if a.Build == before && b.Build == after && a.Method == b.Method && a.Slider == b.Slider {
				list = append(list, pair{a.Method + ", " + a.Slider, &a.drag, &b.drag})
			}
		}
	}
	if len(list) == 0 {
		return nil, errors.New("both builds have no slider in common")
	}
	return list, nil
}

// add adds a round's figures.
func (s *slid) add(d *drag) {
	s.all = append(s.all, d)
	s.Rounds = append(s.Rounds, d.P95)
	if len(s.Rounds) == 1 || d.P95 < s.P95 {
		s.drag = *d
	}
	mid := middle(s.all)
	s.P50, s.CPU, s.Loop, s.Loops = mid.P50, mid.CPU, mid.Loop, mid.Loops
	s.Worst = slices.Max(s.Rounds)
}

// eachSlider opens the example of every method that o.only matches, and calls drag for each of its sliders, with the
// slider's id: s- and the parameter, or ns-, the parameter and the index of a number in its text.
func eachSlider(p *browser.Page, o options, calm string, drag func(method, id string) error) error {
	for _, m := range catalog.All() {
		if !o.only.MatchString(m.ID) {
			continue
		}
		d, err := doc.Decode([]byte(m.Example))
		if err != nil {
			return err
		}
		if d.Dataset != nil {
			d.Dataset.N = sliderPoints
		}
		text, err := doc.Encode(d)
		if err != nil {
			return err
		}
		open := func() error {
			if err := do(p, "pointscape.set("+string(text)+").then(() => {})"); err != nil {
				return fmt.Errorf("%s: %w", m.ID, err)
			}
			return browser.Wait(p, time.Minute, calm)
		}
		if err := open(); err != nil {
			return err
		}
		ids, err := browser.Eval[[]string](p, time.Minute,
			`[...document.querySelectorAll(".params .slider")].filter(e => e.checkVisibility()).map(e => e.id)`)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := open(); err != nil {
				return err
			}
			if err := drag(m.ID, id); err != nil {
				return fmt.Errorf("%s, %s: %w", m.ID, id, err)
			}
		}
	}
	return nil
}

// slideOn drags the slider with an id.
func slideOn(b *browser.Chromium, p *browser.Page, id string, quick bool) (*drag, error) {
	type place struct{ X, Y, At, W, Share float64 }
	at, err := browser.Eval[place](p, time.Minute, `(async () => {
		const e = document.getElementById("`+id+`");
		e.scrollIntoView({block: "center"});
		await new Promise(requestAnimationFrame);
		const r = e.getBoundingClientRect();
		return {X: r.x + 8, Y: r.y + r.height / 2, At: (e.value - e.min) / (e.max - e.min), W: r.width - 16, Share: e.max - e.min <= 6 ? 1/2 : 1/6};
	})()`)
	if err != nil {
		return nil, err
	}
	seconds, least := 2.0, 0
	if quick {
		seconds, least = 0.7, 5 // a test needs pictures, at whatever speed
	}
	h := &hand{p: p, cx: at.X + at.At*at.W, cy: at.Y}
	// Around the slider's handle, over a third of its range, but not beyond the ends; a slider with few positions is
	// dragged from end to end.
	h.r = at.W * at.Share
	middle := min(max(h.cx, at.X+h.r), at.X+at.W-h.r)
	h.path = func(phase float64) (x, y float64) {
		begin := math.Asin(min(max((h.cx-middle)/h.r, -1), 1))
		return middle + h.r*math.Sin(begin+phase), h.cy
	}
	if err := h.press(); err != nil {
		return nil, err
	}
	// The programs warm up first: their hot loops are compiled twice.
	if err := h.circle(seconds / 2); err != nil {
		return nil, err
	}
	if err := do(p, `recorder.start("input")`); err != nil {
		return nil, err
	}
	work, took, err := h.work(b, seconds, least)
	if err != nil {
		return nil, err
	}
	if err := browser.Wait(p, time.Minute, "recorder.answered()"); err != nil {
		return nil, err
	}
	parts, err := browser.Eval[[]record](p, time.Minute, "recorder.stop()")
	if err != nil {
		return nil, err
	}
	rec := parts[1]
	if err := h.lift(); err != nil {
		return nil, err
	}
	d := &drag{Moves: len(rec.Moves), Pictures: rec.Pictures, Long: len(rec.Long), Rate: float64(rec.Pictures) / took}
	if d.Moves == 0 {
		return nil, fmt.Errorf("the slider has not moved")
	}
	return d, d.read(rec, work)
}
