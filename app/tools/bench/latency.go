//go:build !js

package main

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"pointscape/app/tools/browser"
	"pointscape/engine/doc"
)

//go:embed recorder.js
var recorder string

// frame is the duration of a frame on a screen of 60 Hz, in milliseconds.
const frame = 1000.0 / 60

// drag has the results of dragging a point on the real page.
type drag struct {
	Method   string `json:"method"`
	N        int    `json:"n"`
	Build    string `json:"build,omitempty"` // if two are compared: before, after
	Moves    int    `json:"moves"`
	Pictures int    `json:"pictures"`
	Staged   int    `json:"staged,omitempty"` // pictures of the whole record that frames of the worker have shown
	// From the page's handling of a move to the end of the frame that shows a picture computed from that position or a
	// later one, in ms.
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	// The same from the input event itself, which waits for the next frame first.
	InputP50 float64 `json:"inputP50"`
	InputP95 float64 `json:"inputP95"`
	// The same as P95 in the first second of the first drag after loading, and its slowest move.
	FirstP95  float64 `json:"firstP95,omitempty"`
	FirstMost float64 `json:"firstMost,omitempty"`
	// Late is the fraction of frames that came more than a frame and a millisecond after the one before, Lost of those
	// that came more than one and a half frames after it, so that a frame is missing.
	Late float64 `json:"late"`
	Lost float64 `json:"lost"`
	Long int     `json:"longTasks"` // of the page's thread, over 50 ms
	Busy float64 `json:"busy"`      // fraction of the time in which the page's thread worked
	Rate float64 `json:"rate"`      // pictures per second
	// Medians that the engine reports of its own pictures: in ms, and the width of their samples in device pixels (0 =
	// there are none).
	Fit  float64 `json:"fit"`
	Draw float64 `json:"draw"`
	Tile float64 `json:"tile"`
	Met  *bool   `json:"met,omitempty"`
	// Cells is the number of pictures beside the stage; CellsP50 and CellsP95 are their times from a move on, like P50
	// and P95.
	Cells    int     `json:"cells,omitempty"`
	CellsP50 float64 `json:"cellsP50,omitempty"`
	CellsP95 float64 `json:"cellsP95,omitempty"`
	// Step is the number of steps for which a network has been trained at the end.
	Step int `json:"step,omitempty"`
	// CPU is the processor time in ms: the worker's per picture, all others per move. Loop is the loop's time measured
	// with it, and Loops is CPU in units of Loop.
	CPU   cost    `json:"cpuMS"`
	Loop  float64 `json:"loopMS"`
	Loops cost    `json:"loops"`
	limit float64
}

// figures returns the figures of a drag of which rounds take the median.
func (d *drag) figures() []*float64 {
	return append([]*float64{&d.P50, &d.P95, &d.InputP50, &d.InputP95, &d.FirstP95, &d.FirstMost, &d.Late, &d.Lost,
		&d.Busy, &d.Rate, &d.Fit, &d.Draw, &d.Tile, &d.Loop, &d.CellsP50, &d.CellsP95},
		append(d.CPU.parts(), d.Loops.parts()...)...)
}

// middle returns the median drag of several rounds, figure by figure; counts are those of the last round, and the
// greatest for long tasks.
func middle(rounds []*drag) *drag {
	d := *rounds[len(rounds)-1]
	for i, to := range d.figures() {
		var all []float64
		for _, r := range rounds {
			all = append(all, *r.figures()[i])
		}
		*to = quantile(all, 0.5)
	}
	for _, r := range rounds {
		d.Long = max(d.Long, r.Long)
	}
	return &d
}

// latencyLimit is the greatest p95 allowed, in ms: two frames. It holds for sliders, too.
const latencyLimit = 33

// quickLimit is the same if a drag must be followed in one frame, of 17 ms, with half a frame for the machine.
const quickLimit = 25

// limit returns the greatest p95 allowed for a subject with n points, in ms, on a machine slowed in the way poor; 0 =
// it has no target. A target also excludes long tasks.
func (s *subject) limit(n int, poor string) float64 {
	switch {
	case s.core && n == 200 && poor != "":
		return 50
	case poor != "":
		return 0
	case s.core && n == 200:
		return 20
	case n == s.quick:
		return quickLimit
	case s.target && n == 200, n == s.large:
		return latencyLimit
	}
	return 0
}

type subject struct {
	name   string
	points func(n int) []doc.Point
	doc    doc.Document
	target bool   // p95 within latencyLimit with 200 points
	core   bool   // faster, and on a slowed machine, too
	large  int    // within latencyLimit with this number of points, too
	quick  int    // within quickLimit with this number of points
	most   int    // greatest number of points of the method; 0 = any
	also   int    // is also measured with this number of points
	grows  bool   // it is trained meanwhile, as fast as possible and through edits
	hovers bool   // the pointer moves without a pressed button
	works  string // a study that another worker makes meanwhile, of another document; "" = none
	walled bool   // pictures are beside it
	rows   int    // number of rows of the document's table; 0 = none. The plane is dragged at its edge: rows stay
	handle string // a parameter with positions: its first one is dragged, and no point
}

func subjects() []subject {
	mix := func(n int) []doc.Point { return moons(n, moonsNoise, 1) }
	classed := func(n int) []doc.Point {
		pts := scatter(n, 5)
		for i := range pts {
			pts[i].Z = float64(i % 3)
		}
		return pts
	}
	square := doc.View{X: [2]float64{0, 1}, Y: [2]float64{0, 1}}
	with := func(d document, v doc.View) doc.Document {
		d.View = v
		return doc.Document(d)
	}
	wide := doc.View{X: [2]float64{0, 1}, Y: [2]float64{-2, 2}}
	grown := document{Method: "tsne"}
	grown.Table = &doc.Table{Name: "digits"}
	begun := doc.View{Step: new(int)}
	nine := svmDoc(10)
	nine.Wall = &doc.Wall{Over: "gamma", Values: []any{0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0}}
	paused := square
	paused.Step = new(int)
	*paused.Step = 300
	// Layers that explain a method are shown beside the plane, and follow.
	kernels, scored := square, square
	kernels.Kernel, scored.Scores = true, &doc.Scores{Class: doc.Unlabeled}
	showing := func(parts ...string) doc.View {
		v := square
		v.Show = parts
		return v
	}
	return []subject{
		{name: "svm rbf", points: mix, doc: with(svmDoc(10), square), core: true, large: 1000},
		{name: "svm rbf, leave-one-out", points: mix, doc: with(svmDoc(10), square), target: true, works: "leave-one-out"},
		{name: "svm rbf, map", points: mix, doc: with(svmDoc(10), square), target: true, works: "map"},
		{name: "svm rbf, nine of them", points: mix, doc: with(nine, square), walled: true},
		{name: "gp line", points: func(n int) []doc.Point { return sine(n, 2) }, doc: with(gpDoc("line"), wide), core: true,
			large: 1000},
		{name: "gp plane", points: func(n int) []doc.Point { return waves(n, 3) }, doc: with(gpDoc("plane"), square),
			core: true, large: 300, also: 300},
		{name: "knn k=15", points: mix, doc: with(knnDoc(15), square), core: true, large: 1000},
		{name: "voronoi", points: classed, doc: with(voronoiDoc(), square), core: true, large: 1000},
		{name: "kernel density", points: mix, doc: with(document{Method: "kernel_density"}, square), target: true},
		{name: "forest, 50 trees", points: mix, doc: with(
			document{Method: "forest", Seed: 1, Params: map[string]any{"n_estimators": 50.0}}, square),
			target: true, quick: 1000},
		{name: "adaboost, 50 rounds", points: mix, doc: with(
			document{Method: "adaboost", Seed: 1, Params: map[string]any{"n_estimators": 50.0}}, square), target: true,
			quick: 1000},
		{name: "gradient boosting, 50 rounds", points: mix,
			doc:    with(document{Method: "gradient_boosting", Seed: 1, Params: map[string]any{"n_estimators": 50.0}}, square),
			target: true, quick: 1000},
		{name: "mlp paused", points: mix, doc: with(exampleNetwork(), paused), target: true, quick: 1000},
		{name: "mlp trains", points: mix, doc: with(exampleNetwork(), square), target: true, grows: true},
		{name: "mlp trains, hover", points: mix, doc: with(exampleNetwork(), square), grows: true, hovers: true},
		{name: "t-SNE grows, hover", rows: 1797, doc: with(grown, begun), grows: true, hovers: true},
		{name: "t-SNE grows, plane", rows: 1797, doc: with(grown, begun), grows: true},
		{name: "svm rbf, kernel views", points: mix, doc: with(svmDoc(10), kernels), target: true, large: 1000},
		{name: "gp plane, kernel views", points: func(n int) []doc.Point { return waves(n, 3) },
			doc: with(gpDoc("plane"), kernels), target: true},
		{name: "svm dual", points: mix, doc: with(document{Method: "svm_dual", Params: map[string]any{"gamma": 10.0}},
			showing("regions", "boundary", "support", "pair", "alpha", "box", "conditions")), target: true, most: 500},
		{name: "nu svm, dual", points: mix, doc: with(document{Method: "nu_svm", Params: map[string]any{"gamma": 8.0}},
			showing("regions", "boundary", "support", "alpha", "conditions")), target: true},
		{name: "feature map", points: mix, doc: with(document{Method: "feature_map"}, square), target: true},
		{name: "logistic, gradient and Hessian", points: mix, doc: with(document{Method: "logistic"},
			showing("regions", "boundary", "levels", "curve", "hessian")), target: true},
		{name: "logistic, scores", points: mix, doc: with(document{Method: "logistic"}, scored), target: true},
		{name: "pipeline", points: mix, doc: with(document{Method: "pipeline", Seed: 1}, square), target: true},
		{name: "nca", points: mix, doc: with(document{Method: "nca", Params: map[string]any{"n_neighbors": 5.0}}, square),
			target: true},
		{name: "constraint", points: mix, doc: with(document{Method: "constrained", Params: map[string]any{
			"g1_at": [][]float64{{0.75, 0.35}, {0.4, 0.8}}}}, square), handle: "g1_at", most: 50, large: 50},
		{name: "constraint, written f", points: mix, doc: with(document{Method: "constrained", Params: map[string]any{
			"g1_at": [][]float64{{0.75, 0.35}, {0.4, 0.8}}, "f": "expression", "f_text": "sin(5x) cos(4y)"}},
			showing("isolines", "feasible", "forces", "touching", "path", "dual", "price")), handle: "g1_at", most: 50,
			large: 50},
		{name: "ellipse of a Gaussian", points: mix, doc: with(document{Method: "gaussian", Params: map[string]any{
			"ellipse": [][]float64{{0.3, 0.5}, {0.5, 0.5}, {0.3, 0.6}}, "at": [][]float64{{0.7, 0.1}}}}, square),
			handle: "ellipse", most: 200, target: true},
		{name: "vector of 50 values", points: func(n int) []doc.Point { return sine(n, 2) }, doc: with(document{
			Method: "gaussian", Params: map[string]any{"picture": "vector", "n_values": 50.0, "kernel": "rbf(0.2)",
				"first": 0.0, "last": 1.0}}, wide),
			most: 200, target: true},
		{name: "logistic on rows, plane", rows: 1797, large: 1797, doc: doc.Document{Method: "logistic",
			Params: map[string]any{"inputs": "all"}, Table: &doc.Table{Name: "digits"}}},
		{name: "pca, matrices", points: mix, doc: with(document{Method: "pca"}, square), target: true},
	}
}

// exampleNetwork returns the network of the method's example.
func exampleNetwork() document {
	return document{Method: "mlp", Seed: 2, Params: map[string]any{"hidden_layer_sizes": []float64{3},
		"learning_rate_init": 0.03}}
}

func latency(o options) error {
	m, err := dragPoints(o)
	if err != nil {
		return err
	}
	md := m.report(o)
	fmt.Println("\n" + md)
	return save(o, m, md)
}

// latencies has the results of dragging points.
type latencies struct {
	Machine machineInfo `json:"machine"`
	Poor    string      `json:"poor,omitempty"`
	Pulses  []pulse     `json:"loops"`
	Drags   []*drag     `json:"drags"` // of the builds in turn
	Idle    [2]float64  `json:"idleLateLost"`
	builds  int
}

// compare opens the browser, serves the builds that are measured in turn, and starts the loop that is the unit of
// processor time. end closes everything.
func (o options) compare() (b *browser.Chromium, builds []build, beats *pulses, end func(), err error) {
	v, b, endStage, err := o.stage()
	if err != nil {
		return nil, nil, nil, nil, err
	}
	builds, endBuilds, err := o.builds(v)
	if err != nil {
		endStage()
		return nil, nil, nil, nil, err
	}
	if beats, err = newPulses(b); err != nil {
		endBuilds()
		endStage()
		return nil, nil, nil, nil, err
	}
	return b, builds, beats, func() { beats.close(); endBuilds(); endStage() }, nil
}

// dragPoints drags a point of every subject, in every size and every build.
func dragPoints(o options) (*latencies, error) {
	b, builds, beats, end, err := o.compare()
	if err != nil {
		return nil, err
	}
	defer end()

	m := &latencies{Poor: o.poor, builds: len(builds)}
	if m.Machine, err = readMachineInfo(beats.p); err != nil {
		return nil, err
	}
	var idle []float64
	last, err := beats.beat()
	if err != nil {
		return nil, err
	}
	for _, sub := range subjects() {
		sizes := []int{50, 200, 1000}
		if sub.rows > 0 {
			sizes = []int{sub.rows}
		}
		if sub.also > 0 {
			sizes = append(sizes, sub.also)
		}
		for _, n := range sizes {
			if sub.most > 0 && n > sub.most || !o.only.MatchString(sub.name+" "+strconv.Itoa(n)) {
				continue
			}
			rounds := map[string][]*drag{}
			for round := range o.rounds {
				for _, of := range turn(builds, round) {
					p, err := b.NewPage()
					if err != nil {
						return nil, err
					}
					d, rest, err := dragOn(b, p, of.url, sub, n, o.quick)
					p.Close()
					if err != nil {
						return nil, fmt.Errorf("%s, n=%d: %w", strings.TrimSpace(of.name+" "+sub.name), n, err)
					}
					now, err := beats.beat()
					if err != nil {
						return nil, err
					}
					d.Build = of.name
					d.count(last, now)
					last = now
					idle = append(idle, rest...)
					rounds[of.name] = append(rounds[of.name], d)
					trained := ""
					if sub.grows {
						trained = fmt.Sprintf("; at step %d in the end", d.Step)
					}
					fmt.Printf("%-6s %-17s n=%-5d %3d moves, %3d pictures; p50 %5.1f, p95 %5.1f ms, in the first second %5.1f; "+
						"%.3f loops on the page, %.3f in the worker, tile %g; the engine fits in %.1f and draws in %.1f ms%s\n",
						of.name, d.Method, d.N, d.Moves, d.Pictures, d.P50, d.P95, d.FirstP95, d.Loops.Page, d.Loops.Worker, d.Tile,
						d.Fit, d.Draw, trained)
				}
			}
			for _, of := range builds {
				d := middle(rounds[of.name])
				if limit := sub.limit(n, o.poor); limit > 0 {
					met := d.P95 <= limit && d.Long == 0
					d.Met, d.limit = &met, limit
				}
				m.Drags = append(m.Drags, d)
			}
		}
	}
	m.Pulses = beats.list
	m.Idle[0], m.Idle[1] = lateness(idle)
	return m, nil
}

// report returns the tables and their explanations.
func (m *latencies) report(o options) string {
	t := table{head: []string{"dragging a point", "n", "p50", "p95", "from input: p50", "p95", "frames over 16.7 ms",
		"lost", "long tasks", "thread busy", "pictures/s", "engine: fit", "draw", "p95 at most"}}
	for _, d := range m.Drags {
		met := ""
		if d.Met != nil {
			met = fmt.Sprintf("%.0f ms: ", d.limit) + map[bool]string{false: "missed", true: "met"}[*d.Met]
		}
		t.add(d.called(), strconv.Itoa(d.N), ms(d.P50), ms(d.P95), ms(d.InputP50), ms(d.InputP95), percent(d.Late),
			percent(d.Lost),
			strconv.Itoa(d.Long), percent(d.Busy), fmt.Sprintf("%.0f", d.Rate), ms(d.Fit), ms(d.Draw), met)
	}
	c := table{head: append([]string{"dragging a point", "n"},
		append(costHead, "tile", "first second: p95", "slowest")...)}
	for _, d := range m.Drags {
		c.add(append([]string{d.called(), strconv.Itoa(d.N)},
			append(d.costCells(), tile(d.Tile), ms(d.FirstP95), ms(d.FirstMost))...)...)
	}
	md := "# From the hand to the picture\n\n" + m.Machine.String() + ".\n" + ways[o.poor] + told(m.Pulses) + fmt.Sprintf(`

A point of the real page (1280x800) is dragged round a circle by mouse events at
60 Hz. p50 and p95: from the page's seeing a move to the end of the frame that
shows a picture computed from that place or a later one; "from input": from the
event's own time, before the browser has aligned it with a frame. Frames over
16.7 ms: more than a millisecond late; lost: a whole frame late. The same page
at rest has %s late and %s lost here. A network ("mlp") is paused after 300 epochs,
and starts anew with each edit; or it trains as fast as it goes, on through the edits, with
pictures following. Where the pointer hovers it holds nothing, and times are those to
the next picture. t-SNE grows on the 1,797 rows of digits, from its start, and moves them on the stage;
the pointer hovers over them, or drags the plane. "leave-one-out": the second lane works on another document all the time.
%s
`, percent(m.Idle[0]), percent(m.Idle[1]), medians(o.rounds)) + t.String() + "\n" + costWords +
		`"tile": how many device pixels wide a sample of the
raster is; none where there is no raster. "first second": of the first drag after loading, a second after its picture was there; the
other figures are of the third to the sixth second.

` + c.String()
	for _, d := range m.Drags {
		if d.Cells > 0 {
			md += fmt.Sprintf("\n%s, n=%d: %d pictures stand beside it. Of each, from the page's seeing a move to the "+
				"end of the "+
				"frame that shows it: p50 %s, p95 %s (at most 100 ms, aim 50).\n", d.called(), d.N, d.Cells, ms(d.CellsP50),
				ms(d.CellsP95))
		}
	}
	if m.builds == 2 {
		md += "\n" + compared(m.pairs())
	}
	return md
}

func medians(rounds int) string {
	if rounds == 1 {
		return ""
	}
	return fmt.Sprintf("Medians of %d rounds.\n", rounds)
}

// called returns the name of what was dragged, with its build if two are compared.
func (d *drag) called() string {
	if d.Build == "" {
		return d.Method
	}
	return d.Method + ", " + d.Build
}

// pairs returns the drags before and after.
func (m *latencies) pairs() (list []pair) {
	for i := 0; i+1 < len(m.Drags); i += 2 {
		a, b := m.Drags[i], m.Drags[i+1]
		list = append(list, pair{fmt.Sprintf("%s, n=%d", a.Method, a.N), a, b})
	}
	return list
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// lateness returns the fractions of frames that are late, and of those before which a frame is missing; see drag.Late.
func lateness(intervals []float64) (late, lost float64) {
	for _, t := range intervals {
		if t > frame+1 {
			late++
		}
		if t > 1.5*frame {
			lost++
		}
	}
	n := float64(max(len(intervals), 1))
	return late / n, lost / n
}

// dragSeconds is the duration of a recorded drag.
const dragSeconds = 4

// record is a part of recorder.js's result.
type record struct {
	Moves     [][3]float64 `json:"moves"` // times: of the event, handled, shown (0 = never)
	Intervals []float64    `json:"intervals"`
	Long      []float64    `json:"long"`
	Pictures  int          `json:"pictures"`
	Staged    int          `json:"staged"` // of the whole record, those that frames of the worker have shown
	Cells     [][2]float64 `json:"cells"`  // per move and picture beside the stage: handled, shown (0 = never)
	Engine    [][4]float64 `json:"engine"` // for each picture: fit, draw, tile, step
}

// place is the position on the page at which a drag begins, and its radius, in CSS pixels.
type place struct{ X, Y, R float64 }

// show opens the page with a subject's document, and finds the position to drag from.
func show(p *browser.Page, url string, sub subject, n int) (at place, err error) {
	if err := p.Navigate(url); err != nil {
		return at, err
	}
	if err := browser.Wait(p, time.Minute, opened); err != nil {
		return at, err
	}
	if sub.works != "" {
		if err := keepBusy(p, sub.works); err != nil {
			return at, err
		}
	}
	document := sub.doc
	if sub.points != nil {
		document.Points = sub.points(n)
	}
	text, err := doc.Encode(document)
	if err != nil {
		return at, err
	}
	if err := do(p, "pointscape.set("+string(text)+").then(() => {})"); err != nil {
		return at, err
	}
	if err := browser.Wait(p, time.Minute, "document.documentElement.dataset.busy === '0'"); err != nil {
		return at, err
	}
	if sub.walled { // the other pictures change the height of the planes' heads
		if err := browser.Wait(p, time.Minute, "document.documentElement.dataset.wall === 'done'"); err != nil {
			return at, err
		}
	}
	// The point nearest to the middle, or the handle, and a circle through it.
	from := "pointscape.points()"
	if sub.handle != "" {
		at := sub.doc.Params[sub.handle].([][]float64)[0]
		from = fmt.Sprintf("[[%g, %g]]", at[0], at[1])
	}
	at, err = browser.Eval[place](p, time.Minute, `(() => {
		const v = pointscape.view();
		const r = document.getElementById("stage-over").getBoundingClientRect();
		const px = `+from+`.map(([x, y]) => ({
			X: r.x + (x - v.x[0]) / (v.x[1] - v.x[0]) * r.width, // the planes of a wall are shown smaller than their view
			Y: r.y + (v.y[1] - y) / (v.y[1] - v.y[0]) * r.height,
			R: Math.min(r.width, r.height) / 6,
		}));
		const off = (q) => Math.hypot(q.X - (r.x + r.width / 2), q.Y - (r.y + r.height / 2));
		return px.reduce((a, b) => off(b) < off(a) ? b : a);
	})()`)
	if err != nil {
		return at, err
	}
	if sub.rows > 0 { // a row cannot be moved: outside of all of them
		if at, err = browser.Eval[place](p, time.Minute, `(() => {
			const r = document.getElementById("stage-over").getBoundingClientRect();
			return {X: r.x + 0.1 * r.width, Y: r.y + 0.1 * r.height, R: Math.min(r.width, r.height) / 6};
		})()`); err != nil {
			return at, err
		}
	}
	if sub.hovers && sub.rows > 0 { // among the rows
		at.X, at.Y = at.X+2*at.R, at.Y+2*at.R
	}
	return at, nil
}

func dragOn(b *browser.Chromium, p *browser.Page, url string, sub subject, n int, quick bool) (d *drag, idle []float64,
	err error) {
	at, err := show(p, url, sub, n)
	if err != nil {
		return nil, nil, err
	}
	if err := do(p, recorder); err != nil {
		return nil, nil, err
	}
	if sub.grows {
		if _, err := browser.Eval[chromedp.Void](p, time.Minute,
			`document.getElementById("keep-weights")?.click();
			(s => { s.value = "4"; s.dispatchEvent(new Event("change")); })(document.getElementById("speed")); document.getElementById("play-toggle").click()`); err != nil {
			return nil, nil, err
		}
	}
	start := func() error { return do(p, "recorder.start()") }
	stop := func() ([]record, error) { return browser.Eval[[]record](p, time.Minute, "recorder.stop()") }
	// A quick drag is that of a test, which needs a number of moves and their pictures, at whatever speed.
	least := 0
	if quick {
		least = 20
	}

	if err := start(); err != nil {
		return nil, nil, err
	}
	time.Sleep(time.Second)
	rest, err := stop()
	if err != nil {
		return nil, nil, err
	}

	seconds := float64(dragSeconds)
	if quick {
		seconds = 1
	}
	first := min(1, seconds/2)
	hand := &hand{p: p, cx: at.X, cy: at.Y, r: at.R, hovers: sub.hovers}
	if err := hand.press(); err != nil {
		return nil, nil, err
	}
	if err := start(); err != nil {
		return nil, nil, err
	}
	// The programs warm up first: their hot loops are compiled twice.
	if err := hand.circleOn(first, least/4); err != nil {
		return nil, nil, err
	}
	if err := mark(p); err != nil {
		return nil, nil, err
	}
	if err := hand.circle(seconds/2 - first); err != nil {
		return nil, nil, err
	}
	busy0, at0, err := taskTime(p)
	if err != nil {
		return nil, nil, err
	}
	work, took, err := hand.work(b, seconds, least)
	if err != nil {
		return nil, nil, err
	}
	busy1, at1, err := taskTime(p)
	if err != nil {
		return nil, nil, err
	}
	if err := browser.Wait(p, time.Minute, "recorder.answered()"); err != nil {
		return nil, nil, err
	}
	parts, err := stop()
	if err != nil {
		return nil, nil, err
	}
	if err := hand.lift(); err != nil {
		return nil, nil, err
	}
	rec := parts[2]
	d = &drag{Method: sub.name, N: n, Moves: len(rec.Moves), Pictures: rec.Pictures, Staged: rec.Staged,
		Long: len(rec.Long), Busy: (busy1 - busy0) / (at1 - at0), Rate: float64(rec.Pictures) / took}
	if d.FirstP95, d.FirstMost, err = beginning(parts[0]); err != nil {
		return nil, nil, err
	}
	if sub.grows {
		if d.Step, err = browser.Eval[int](p, time.Minute, "pointscape.get().view.step ?? 0"); err != nil {
			return nil, nil, err
		}
	}
	if sub.works != "" {
		if still, err := browser.Eval[bool](p, time.Minute, "!!document.getElementById('study-bar')"); err != nil || !still {
			return nil, nil, errors.Join(err, errors.New("the second lane had nothing to do any more"))
		}
	}
	if d.Moves < int(20*seconds) {
		return nil, nil, fmt.Errorf("only %d moves have changed anything", d.Moves)
	}
	return d, rest[0].Intervals, d.read(rec, work)
}

// mark begins another part of the record.
func mark(p *browser.Page) error {
	return do(p, "recorder.mark()")
}

// work is circleOn as a part of the record. It returns the processor time of all threads meanwhile, and the duration in
// seconds.
func (h *hand) work(b *browser.Chromium, seconds float64, least int) (c cost, took float64, err error) {
	if err := mark(h.p); err != nil {
		return c, 0, err
	}
	start := time.Now()
	begun, err := usage(b.PID())
	if err != nil {
		return c, 0, err
	}
	if err := h.circleOn(seconds, least); err != nil {
		return c, 0, err
	}
	ended, err := usage(b.PID())
	if err != nil {
		return c, 0, err
	}
	took = time.Since(start).Seconds()
	return since(begun, ended), took, mark(h.p)
}

// beginning returns the p95 and the maximum of the moves of the first second.
func beginning(rec record) (p95, most float64, err error) {
	var seen []float64
	for _, m := range rec.Moves {
		if m[2] == 0 {
			return 0, 0, errLost
		}
		seen = append(seen, m[2]-m[1])
	}
	if len(seen) == 0 {
		return 0, 0, errors.New("no move of the first second has changed anything")
	}
	return quantile(seen, 0.95), slices.Max(seen), nil
}

var errLost = errors.New("a move never got its picture")

// read computes the figures from the record, and from the processor time.
func (d *drag) read(rec record, work cost) error {
	var seen, stamp []float64
	for _, m := range rec.Moves {
		if m[2] == 0 {
			return errLost
		}
		stamp, seen = append(stamp, m[2]-m[0]), append(seen, m[2]-m[1])
	}
	d.P50, d.P95 = quantile(seen, 0.5), quantile(seen, 0.95)
	d.InputP50, d.InputP95 = quantile(stamp, 0.5), quantile(stamp, 0.95)
	if rec.Pictures == 0 {
		return errors.New("no picture has come while the hand moved")
	}
	if len(rec.Engine) == 0 {
		return fmt.Errorf("%d pictures have come while the hand moved, and the engine that was listened to made none of them",
			rec.Pictures)
	}
	d.CPU = work.over(float64(len(rec.Moves)))
	d.CPU.Worker = work.Worker / float64(rec.Pictures)
	var fit, draw, tile []float64
	for _, e := range rec.Engine {
		fit, draw, tile = append(fit, e[0]), append(draw, e[1]), append(tile, e[2])
	}
	d.Fit, d.Draw, d.Tile = quantile(fit, 0.5), quantile(draw, 0.5), quantile(tile, 0.5)
	d.Late, d.Lost = lateness(rec.Intervals)
	if len(rec.Cells) == 0 {
		return nil
	}
	var cells []float64
	for _, c := range rec.Cells {
		if c[1] == 0 {
			return errors.New("a picture beside the stage never followed")
		}
		cells = append(cells, c[1]-c[0])
	}
	d.Cells, d.CellsP50, d.CellsP95 = len(rec.Cells)/len(rec.Moves), quantile(cells, 0.5), quantile(cells, 0.95)
	return nil
}

// hand is a mouse that drags.
type hand struct {
	p         *browser.Page
	cx, cy, r float64
	phase     float64
	x, y      float64
	hovers    bool                               // no button is pressed
	path      func(phase float64) (x, y float64) // nil: a circle
}

func (h *hand) dispatch(kind input.DispatchMouseEventType, buttons int64) error {
	e := input.DispatchMouseEventParams{Type: kind, X: h.x, Y: h.y, Buttons: buttons, ClickCount: 1}
	if buttons != 0 || kind == "mouseReleased" {
		e.Button = "left"
	}
	return h.p.Mouse(e)
}

func (h *hand) press() error {
	h.x, h.y = h.cx, h.cy
	if err := h.dispatch("mouseMoved", 0); err != nil || h.hovers {
		return err
	}
	return h.dispatch("mousePressed", 1)
}

func (h *hand) lift() error {
	if h.hovers {
		return nil
	}
	return h.dispatch("mouseReleased", 0)
}

// circle moves the mouse at 60 Hz, whatever the page does, because a user does not wait for a browser.
func (h *hand) circle(seconds float64) error {
	n := int(seconds * 60)
	errs := make(chan error, n)
	buttons := int64(1)
	if h.hovers {
		buttons = 0
	}
	tick := time.NewTicker(time.Second / 60)
	defer tick.Stop()
	for range n {
		<-tick.C
		h.phase += 2 * math.Pi / 120
		at := *h
		if h.path != nil {
			at.x, at.y = h.path(at.phase)
		} else {
			// From the point's own position, so that the first step is small.
			at.x, at.y = h.cx+h.r*math.Sin(at.phase), h.cy+h.r*(1-math.Cos(at.phase))/2
		}
		h.x, h.y = at.x, at.y
		go func() { errs <- at.dispatch("mouseMoved", buttons) }()
	}
	var all []error
	for range n {
		all = append(all, <-errs)
	}
	return errors.Join(all...)
}

// circleOn is circle, and continues until the page has handled at least so many moves since the last mark, and shown a
// picture.
func (h *hand) circleOn(seconds float64, least int) error {
	for range 60 {
		if err := h.circle(seconds); err != nil || least == 0 {
			return err
		}
		if n, err := browser.Eval[int](h.p, time.Minute, "recorder.followed()"); err != nil || n >= least {
			return err
		}
	}
	return fmt.Errorf("the page has not seen %d moves and a picture", least)
}

// taskTime returns how long the page's thread has worked, and the time, in seconds.
func taskTime(p *browser.Page) (busy, now float64, err error) {
	if _, err := browser.Call(p.Ctx, performance.Enable, performance.EnableParams{}); err != nil {
		return 0, 0, err
	}
	r, err := browser.Call(p.Ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		return 0, 0, err
	}
	find := func(name string) float64 {
		i := slices.IndexFunc(r.Metrics, func(m *performance.Metric) bool { return m.Name == name })
		if i < 0 {
			return math.NaN()
		}
		return r.Metrics[i].Value
	}
	return find("TaskDuration"), find("Timestamp"), nil
}
