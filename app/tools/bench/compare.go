//go:build !js

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"pointscape/app/tools/browser"
	"pointscape/engine/doc"
)

// figure is the result of one workload.
type figure struct {
	ID     string  `json:"id"`
	Group  string  `json:"group"`
	Title  string  `json:"title"`
	Rounds int     `json:"rounds"`
	Who    []score `json:"contestants"`
	// Best is the fastest peer with a right answer, or the peer that the workload's target is against; "" = none.
	Best     string  `json:"best,omitempty"`
	Ratio    float64 `json:"ratio,omitempty"`    // its median time divided by ours, from request to answer
	RatioMin float64 `json:"ratioMin,omitempty"` // the same for the shortest times
	Inside   float64 `json:"ratioInside,omitempty"`
	Target   float64 `json:"target,omitempty"`
	Aim      float64 `json:"aim,omitempty"`
	LimitMS  float64 `json:"limitMS,omitempty"`
	Met      *bool   `json:"met,omitempty"`
}

// score is one contestant's result.
type score struct {
	Name   string  `json:"name"`
	Label  string  `json:"label"`
	Trip   Summary `json:"trip"`   // from posting the request to having the answer, on the page
	Inside Summary `json:"inside"` // the part of that which is the work itself, in the worker
	Answer string  `json:"answer"` // result of the check
	Wrong  bool    `json:"wrong,omitempty"`
}

// timing is drive.js's result for a contestant.
type timing struct {
	Trips   []float64 `json:"trips"`
	Insides []float64 `json:"insides"`
	Error   string    `json:"error"`
}

// bed is an open page of the benchmark.
type bed struct {
	server  *server
	browser *browser.Chromium
	page    *browser.Page
	info    machineInfo
	memo    sync.Map
}

func openBed(o options, peers bool) (*bed, error) {
	out := ""
	if peers {
		var err error
		if out, err = makePeers(o.root); err != nil {
			return nil, err
		}
	}
	s, err := o.site()
	if err != nil {
		return nil, err
	}
	b := &bed{}
	if b.server, err = serve(s.Handler(), out); err != nil {
		return nil, err
	}
	if b.browser, err = openBrowser(o.poor); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *bed) close() {
	if b.page != nil {
		b.page.Close()
	}
	if b.browser != nil {
		b.browser.Close()
	}
	b.server.close()
}

// fresh opens a new page, without the contestants of before.
func (b *bed) fresh() error {
	if b.page != nil {
		b.page.Close()
		b.page = nil
	}
	p, err := b.browser.NewPage()
	if err != nil {
		return err
	}
	b.page = p
	if err := p.Navigate(b.server.URL + "bench/bench.html"); err != nil {
		return err
	}
	b.info, err = readMachineInfo(p)
	return err
}

func (b *bed) measure(w *workload) (*figure, error) {
	b.server.mu.Lock()
	b.server.points[w.ID] = w.points
	b.server.mu.Unlock()
	for i := range w.Who {
		if e := &w.Who[i]; e.prepareWith != "" {
			if err := b.giveModel(w, e); err != nil {
				return nil, err
			}
		}
	}
	spec, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	got, err := browser.Eval[map[string]timing](b.page, 5*time.Minute, "bench.run("+string(spec)+")")
	if err != nil {
		return nil, err
	}
	f := &figure{ID: w.ID, Group: w.group, Title: w.title, Target: w.target, Aim: w.aim, LimitMS: w.limit}
	ours := b.server.answer(w.ID, engine)
	for i := range w.Who {
		e := &w.Who[i]
		t := got[e.Name]
		s := score{Name: e.Name, Label: e.Label, Trip: summarize(t.Trips), Inside: summarize(t.Insides)}
		if e.Name == engine {
			s.Label = "Pointscape"
			f.Rounds = len(t.Trips)
		}
		c := &checker{w: w, who: e.Name, mine: b.server.answer(w.ID, e.Name), ours: ours, memo: &b.memo}
		switch {
		case t.Error != "":
			s.Wrong, s.Answer = true, t.Error
		case c.mine == nil || c.ours == nil:
			s.Wrong, s.Answer = true, "there is no answer"
		case e.check != nil:
			s.Answer, err = e.check(c)
			if err != nil {
				s.Wrong, s.Answer = true, err.Error()
			}
		}
		f.Who = append(f.Who, s)
	}
	f.judge(w)
	return f, nil
}

// judge computes the ratios, and whether the target is met.
func (f *figure) judge(w *workload) {
	us := f.Who[0]
	var best *score
	for i := range f.Who[1:] {
		s := &f.Who[1+i]
		if s.Wrong || s.Trip.N == 0 || w.against != "" && s.Name != w.against {
			continue
		}
		if best == nil || s.Trip.Median < best.Trip.Median {
			best = s
		}
	}
	met := false
	switch {
	case us.Wrong || us.Trip.N == 0:
	case w.limit > 0:
		met = us.Trip.Median <= w.limit
	case best != nil:
		met = best.Trip.Median >= w.target*us.Trip.Median
	}
	if w.limit > 0 || w.target > 0 {
		f.Met = &met
	}
	if best == nil || us.Trip.N == 0 {
		return
	}
	f.Best = best.Label
	f.Ratio = best.Trip.Median / us.Trip.Median
	f.RatioMin = best.Trip.Min / us.Trip.Min
	if us.Inside.Median > 0 {
		f.Inside = best.Inside.Median / us.Inside.Median
	}
}

// giveModel gives a trained model to the peer that cannot train in reasonable time.
func (b *bed) giveModel(w *workload, e *entrant) error {
	a := b.server.answer(e.prepareWith, engine)
	if a == nil {
		return fmt.Errorf("%s needs the answer of %s first", w.ID, e.prepareWith)
	}
	m, err := readMachine(a)
	if err != nil {
		return err
	}
	vectors := make([][2]float64, len(m.support))
	for k, i := range m.support {
		vectors[k] = [2]float64{m.points[i].X, m.points[i].Y}
	}
	e.Prepare = &call{Op: "load", Args: map[string]any{"gamma": gamma, "vectors": vectors, "coef": m.coef,
		"intercept": m.intercept}}
	return nil
}

func (o options) hurry(w *workload) {
	if o.quick {
		w.Warm, w.WarmMS, w.Min, w.Max, w.Budget = 1, 0, 2, 2, 0
	}
}

func compare(o options) error {
	b, err := openBed(o, true)
	if err != nil {
		return err
	}
	defer b.close()
	var figures []*figure
	group := ""
	all := workloads()
	for i := range all {
		w := &all[i]
		if !o.only.MatchString(w.ID) {
			continue
		}
		if w.group != group {
			group = w.group
			if err := b.fresh(); err != nil {
				return err
			}
		}
		o.hurry(w)
		begun := time.Now()
		f, err := b.measure(w)
		if err != nil {
			return fmt.Errorf("%s: %w", w.ID, err)
		}
		figures = append(figures, f)
		fmt.Printf("%s: %s (%d rounds, %.0f s in all)\n", f.Group, f.Title, f.Rounds, time.Since(begun).Seconds())
		for _, s := range f.Who {
			note := ""
			if s.Wrong {
				note = "WRONG: "
			}
			fmt.Printf("  %-28s %9s, least %9s, most %9s; inside %9s  %s%s\n", s.Label, ms(s.Trip.Median), ms(s.Trip.Min),
				ms(s.Trip.Max), ms(s.Inside.Median), note, s.Answer)
		}
		if f.Ratio > 0 {
			fmt.Printf("  %s as fast as %s (of the least times: %s; inside the workers: %s)\n", times(f.Ratio), f.Best,
				times(f.RatioMin), times(f.Inside))
		}
	}
	md := compareTable(figures, b.info)
	fmt.Println("\n" + md)
	if err := save(o, struct {
		Machine machineInfo `json:"machine"`
		Figures []*figure   `json:"figures"`
	}{b.info, figures}, md); err != nil {
		return err
	}
	return wrongs(figures)
}

// wrongs returns an error if an answer of ours is wrong; a peer's is only reported.
func wrongs(figures []*figure) error {
	var errs []error
	for _, f := range figures {
		for _, s := range f.Who {
			if !s.Wrong {
				continue
			}
			if s.Name == engine {
				errs = append(errs, fmt.Errorf("%s: our answer is wrong: %s", f.ID, s.Answer))
			} else {
				fmt.Printf("%s: the answer of %s is wrong: %s\n", f.ID, s.Label, s.Answer)
			}
		}
	}
	return errors.Join(errs...)
}

func compareTable(figures []*figure, info machineInfo) string {
	t := table{head: []string{"workload", "Pointscape", "best peer", "", "ratio", "of minima", "inside", "target",
		"others"}, left: map[int]bool{2: true, 7: true, 8: true}}
	for _, f := range figures {
		us := f.Who[0]
		peer, peerTime, ratio, least, inside := f.Best, "", "", "", ""
		var others []string
		for _, s := range f.Who[1:] {
			switch {
			case s.Label == f.Best:
				peerTime = ms(s.Trip.Median)
				ratio, least, inside = times(f.Ratio), times(f.RatioMin), times(f.Inside)
			case s.Wrong:
				others = append(others, s.Label+": wrong ("+firstLine(s.Answer)+")")
			default:
				others = append(others, s.Label+" "+ms(s.Trip.Median))
			}
		}
		goal := ""
		switch {
		case f.LimitMS > 0:
			goal = "at most " + ms(f.LimitMS)
		case f.Target > 0:
			goal = times(f.Target)
			if f.Aim > 0 {
				goal += ", aim " + times(f.Aim)
			}
		}
		if f.Met != nil && *f.Met {
			goal += ": met"
		} else if f.Met != nil {
			goal += ": missed"
		}
		time := ms(us.Trip.Median)
		if us.Wrong {
			time = "WRONG"
		}
		t.add(f.Group+": "+f.Title, time, peer, peerTime, ratio, least, inside, goal, strings.Join(others, "; "))
	}
	return "# Pointscape beside its peers\n\n" + info.String() + ".\n" + `
Median times from posting a request to a Web Worker to having its answer in the
page, in one run of one browser, contestants in turn on the same data. "ratio":
the best peer's time to ours; "of minima": of the shortest times; "inside": of
the work alone as each worker tells it (of libsvm-wasm: its training alone,
without copying the points into it). All answers are checked against exact ones.

` + t.String()
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	if r := []rune(s); len(r) > 80 {
		s = string(r[:79]) + "…"
	}
	return s
}

// growing is a series of workloads of one method.
type growing struct {
	name, what string
	sizes      []int
	points     func(n int) []doc.Point
	doc        document
	w, h       int
	prepare    bool // fit first: only the field is measured
	expect     string
}

func growth(o options) error {
	b, err := openBed(o, false)
	if err != nil {
		return err
	}
	defer b.close()
	if err := b.fresh(); err != nil {
		return err
	}
	mix := func(n int) []doc.Point { return moons(n, moonsNoise, 1) }
	series := []growing{
		{name: "svm", what: "RBF train, C=1, cold", sizes: []int{125, 250, 500, 1000, 2000, 4000}, points: mix,
			doc: svmDoc(1), expect: "2 to 3 (support vectors and steps both grow as n)"},
		{name: "svm", what: fmt.Sprintf("RBF field %dx%d", gridW, gridH), sizes: []int{125, 250, 500, 1000, 2000, 4000},
			points: mix, doc: svmDoc(1), w: gridW, h: gridH, prepare: true, expect: "1, less a constant"},
		{name: "gp", what: "line, fit + mean + sd at 480", sizes: []int{50, 100, 200, 400, 800, 1600},
			points: func(n int) []doc.Point { return sine(n, 2) }, doc: gpDoc("line"), w: gridW, h: 1,
			expect: "3 (factorisation)"},
		{name: "gp", what: fmt.Sprintf("plane, fit + mean + sd on %dx%d", gridW, gridH),
			sizes: []int{50, 100, 200, 400, 800, 1600}, points: func(n int) []doc.Point { return waves(n, 3) },
			doc: gpDoc("plane"), w: gridW, h: gridH, expect: "2 (columns), 3 in the end"},
		{name: "knn", what: fmt.Sprintf("k=15, index and regions %dx%d", gridW, gridH),
			sizes:  []int{500, 1000, 2000, 5000, 20_000, 100_000},
			points: func(n int) []doc.Point { return moons(n, moonsNoise, 4) }, doc: knnDoc(15), w: gridW, h: gridH,
			expect: "below 1 (pixels, borders)"},
		{name: "voronoi", what: "all cells clipped", sizes: []int{1000, 3000, 10_000, 30_000, 100_000},
			points: func(n int) []doc.Point { return scatter(n, 5) }, doc: voronoiDoc(), w: 1, h: 1, expect: "1 (n log n)"},
	}
	type line struct {
		Method   string    `json:"method"`
		What     string    `json:"what"`
		N        []int     `json:"n"`
		MS       []float64 `json:"ms"` // medians, in the worker
		Exponent float64   `json:"exponent"`
		Upper    float64   `json:"exponentUpperHalf"`
		Expected string    `json:"expected"`
	}
	var lines []line
	t := table{head: []string{"what", "n: time", "exponent", "upper half", "expected"},
		left: map[int]bool{1: true, 4: true}}
	for _, g := range series {
		if !o.only.MatchString(g.name) {
			continue
		}
		l := line{Method: g.name, What: g.what, Expected: g.expect}
		var ns, ts []float64
		var cells []string
		if o.quick {
			g.sizes = g.sizes[:3]
		}
		for _, n := range g.sizes {
			w := &workload{
				ID: fmt.Sprintf("growth-%d", n), points: g.points(n), Warm: 2, WarmMS: 500, Min: 5, Max: 15, Budget: 1500,
				Who: []entrant{{Name: engine, Call: call{Args: g.doc.field(g.w, g.h, !g.prepare, false), Send: !g.prepare}}},
			}
			if g.prepare {
				w.Who[0].Prepare = &call{Args: g.doc.field(0, 0, true, false), Send: true}
				w.Who[0].Between = &call{Args: g.doc.field(2, 2, false, false)}
			}
			o.hurry(w)
			f, err := b.measure(w)
			if err != nil {
				return err
			}
			if f.Who[0].Wrong {
				return fmt.Errorf("%s, n=%d: %s", g.name, n, f.Who[0].Answer)
			}
			m := f.Who[0].Inside.Median
			l.N, l.MS = append(l.N, n), append(l.MS, m)
			ns, ts = append(ns, float64(n)), append(ts, m)
			cells = append(cells, fmt.Sprintf("%d: %s", n, ms(m)))
		}
		half := len(ns) / 2
		l.Exponent, l.Upper = exponent(ns, ts), exponent(ns[half:], ts[half:])
		lines = append(lines, l)
		t.add(g.name+": "+g.what, strings.Join(cells, ", "), fmt.Sprintf("%.2f", l.Exponent), fmt.Sprintf("%.2f", l.Upper),
			g.expect)
		fmt.Println(g.name, g.what, strings.Join(cells, ", "))
	}
	md := "# Time against the number of points\n\n" + b.info.String() + ".\n\nMedian times in the worker; time = " +
		"c·n^exponent by least squares of the logarithms.\n\n" + t.String()
	fmt.Println("\n" + md)
	return save(o, struct {
		Machine machineInfo `json:"machine"`
		Growth  []line      `json:"growth"`
	}{b.info, lines}, md)
}
