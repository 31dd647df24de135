//go:build !js

package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"pointscape/engine/doc"
)

//go:embed recorder.js
var recorder string

// frame is a frame's time on a screen of 60 Hz, in milliseconds.
const frame = 1000.0 / 60

// drag is what dragging a point on the real page showed.
type drag struct {
	Method   string `json:"method"`
	N        int    `json:"n"`
	Moves    int    `json:"moves"`
	Pictures int    `json:"pictures"`
	// From the page's seeing a move to the end of the frame that shows a
	// picture computed from that place or a later one, in ms.
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	// The same from the input itself, which waits for the next frame first.
	InputP50 float64 `json:"inputP50"`
	InputP95 float64 `json:"inputP95"`
	// Late is the share of frames that came later after the one before than a
	// frame and a millisecond, Lost of those that came a whole frame late.
	Late float64 `json:"late"`
	Lost float64 `json:"lost"`
	Long int     `json:"longTasks"` // of the page's thread, over 50 ms
	Busy float64 `json:"busy"`      // share of time that the page's thread worked
	// Medians of what the engine says of its own pictures, in ms.
	Fit  float64 `json:"fit"`
	Draw float64 `json:"draw"`
	Met  *bool   `json:"met,omitempty"`
	// Step is that of a network at the end.
	Step int `json:"step,omitempty"`
}

// target of n = 200: p95 at most this, and no long task.
const latencyLimit = 33

type subject struct {
	name   string
	points func(n int) []doc.Point
	doc    doc.Document
	target bool
	grows  bool // it is trained meanwhile, as fast as it goes and on through edits
	hovers bool // the pointer moves, and holds nothing
	works  bool // the second lane leaves one out of another document meanwhile
	rows   int  // of a table, which the document names: what is dragged is the plane, at its edge
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
	paused := square
	paused.Step = new(int)
	*paused.Step = 300
	return []subject{
		{name: "svm rbf", points: mix, doc: with(svmDoc(10), square), target: true},
		{name: "svm rbf, leave-one-out", points: mix, doc: with(svmDoc(10), square), target: true, works: true},
		{name: "gp line", points: func(n int) []doc.Point { return sine(n, 2) }, doc: with(gpDoc("line"), wide), target: true},
		{name: "gp plane", points: func(n int) []doc.Point { return waves(n, 3) }, doc: with(gpDoc("plane"), square)},
		{name: "knn k=15", points: mix, doc: with(knnDoc(15), square), target: true},
		{name: "voronoi", points: classed, doc: with(voronoiDoc(), square), target: true},
		{name: "forest, 50 trees", points: mix, doc: with(document{Method: "forest", Seed: 1, Params: map[string]any{"n_estimators": 50.0}}, square), target: true},
		{name: "adaboost, 50 rounds", points: mix, doc: with(document{Method: "adaboost", Seed: 1, Params: map[string]any{"n_estimators": 50.0}}, square), target: true},
		{name: "gradient boosting, 50 rounds", points: mix, doc: with(document{Method: "gradient_boosting", Seed: 1, Params: map[string]any{"n_estimators": 50.0}}, square), target: true},
		{name: "mlp paused", points: mix, doc: with(exampleNetwork(), paused), target: true},
		{name: "mlp trains", points: mix, doc: with(exampleNetwork(), square), target: true, grows: true},
		{name: "mlp trains, hover", points: mix, doc: with(exampleNetwork(), square), grows: true, hovers: true},
		{name: "t-SNE grows, hover", rows: 1797, doc: with(grown, begun), grows: true, hovers: true},
		{name: "t-SNE grows, plane", rows: 1797, doc: with(grown, begun), grows: true},
	}
}

// exampleNetwork is that of the method's example.
func exampleNetwork() document {
	return document{Method: "mlp", Seed: 2, Params: map[string]any{"hidden_layer_sizes": []float64{3}, "learning_rate_init": 0.03}}
}

func latency(o options) error {
	v, b, end, err := o.stage()
	if err != nil {
		return err
	}
	defer end()

	var drags []drag
	var info machineInfo
	var idle []float64
	for _, sub := range subjects() {
		sizes := []int{50, 200, 1000}
		if sub.rows > 0 {
			sizes = []int{sub.rows}
		}
		for _, n := range sizes {
			if !o.only.MatchString(sub.name + " " + strconv.Itoa(n)) {
				continue
			}
			p, err := b.newPage()
			if err != nil {
				return err
			}
			d, rest, err := dragOn(p, v.URL, sub, n, o.quick)
			if err == nil && info.Browser == "" {
				info, err = readMachineInfo(p)
			}
			p.cancel()
			if err != nil {
				return fmt.Errorf("%s, n=%d: %w", sub.name, n, err)
			}
			idle = append(idle, rest...)
			if sub.target && n == 200 {
				met := d.P95 <= latencyLimit && d.Long == 0
				d.Met = &met
			}
			drags = append(drags, *d)
			trained := ""
			if sub.grows {
				trained = fmt.Sprintf("; at step %d in the end", d.Step)
			}
			fmt.Printf("%-17s n=%-5d %3d moves, %3d pictures; p50 %5.1f, p95 %5.1f ms; the engine fits in %.1f and draws in %.1f ms%s\n", d.Method, d.N, d.Moves, d.Pictures, d.P50, d.P95, d.Fit, d.Draw, trained)
		}
	}
	late, lost := lateness(idle)
	t := table{head: []string{"dragging a point", "n", "p50", "p95", "from input: p50", "p95", "frames over 16.7 ms", "lost", "long tasks", "thread busy", "pictures/s", "engine: fit", "draw", "p95 at most 33 ms"}}
	for _, d := range drags {
		met := ""
		if d.Met != nil {
			met = map[bool]string{false: "missed", true: "met"}[*d.Met]
		}
		t.add(d.Method, strconv.Itoa(d.N), ms(d.P50), ms(d.P95), ms(d.InputP50), ms(d.InputP95), percent(d.Late), percent(d.Lost),
			strconv.Itoa(d.Long), percent(d.Busy), fmt.Sprintf("%.0f", float64(d.Pictures)/dragSeconds), ms(d.Fit), ms(d.Draw), met)
	}
	md := "# From the hand to the picture\n\n" + info.String() + ".\n" + fmt.Sprintf(`
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

`, percent(late), percent(lost)) + t.String()
	fmt.Println("\n" + md)
	return save(o, struct {
		Machine machineInfo `json:"machine"`
		Drags   []drag      `json:"drags"`
		Idle    [2]float64  `json:"idleLateLost"`
	}{info, drags, [2]float64{late, lost}}, md)
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// lateness returns the shares of frames that are late, and that are a whole
// frame late.
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

// dragSeconds is how long a drag is recorded.
const dragSeconds = 4

// record is what recorder.js returns.
type record struct {
	Moves     [][3]float64 `json:"moves"` // times: of the event, seen, shown (0 = never)
	Intervals []float64    `json:"intervals"`
	Long      []float64    `json:"long"`
	Pictures  int          `json:"pictures"`
	Engine    [][2]float64 `json:"engine"` // of each picture: fit, draw
}

func dragOn(p *page, url string, sub subject, n int, quick bool) (d *drag, idle []float64, err error) {
	if err := p.open(url); err != nil {
		return nil, nil, err
	}
	if err := p.wait(time.Minute, "document.documentElement.dataset.busy === '0' && pointscape.get()"); err != nil {
		return nil, nil, err
	}
	if sub.works {
		if err := leaveOneOut(p); err != nil {
			return nil, nil, err
		}
	}
	document := sub.doc
	if sub.rows == 0 {
		document.Points = sub.points(n)
	}
	text, err := doc.Encode(document)
	if err != nil {
		return nil, nil, err
	}
	if _, err := eval[chromedp.Void](p, time.Minute, "pointscape.set("+string(text)+").then(() => {})"); err != nil {
		return nil, nil, err
	}
	if err := p.wait(time.Minute, "document.documentElement.dataset.busy === '0'"); err != nil {
		return nil, nil, err
	}
	type place struct{ X, Y, R float64 }
	// The point nearest to the middle, and a circle through it.
	at, err := eval[place](p, time.Minute, `(() => {
		const v = pointscape.view();
		const r = document.getElementById("stage-over").getBoundingClientRect();
		const px = pointscape.points().map(([x, y]) => ({
			X: r.x + (x - v.x[0]) / (v.x[1] - v.x[0]) * v.width,
			Y: r.y + (v.y[1] - y) / (v.y[1] - v.y[0]) * v.height,
			R: Math.min(v.width, v.height) / 6,
		}));
		const off = (q) => Math.hypot(q.X - (r.x + v.width / 2), q.Y - (r.y + v.height / 2));
		return px.reduce((a, b) => off(b) < off(a) ? b : a);
	})()`)
	if err != nil {
		return nil, nil, err
	}
	if sub.rows > 0 { // a row is not moved: beside all of them
		if at, err = eval[place](p, time.Minute, `(() => {
			const r = document.getElementById("stage-over").getBoundingClientRect(), v = pointscape.view();
			return {X: r.x + 0.1 * v.width, Y: r.y + 0.1 * v.height, R: Math.min(v.width, v.height) / 6};
		})()`); err != nil {
			return nil, nil, err
		}
	}
	if sub.hovers && sub.rows > 0 { // among the rows
		at.X, at.Y = at.X+2*at.R, at.Y+2*at.R
	}
	if _, err := eval[chromedp.Void](p, time.Minute, recorder); err != nil {
		return nil, nil, err
	}
	if sub.grows {
		if _, err := eval[chromedp.Void](p, time.Minute, `document.getElementById("keep-weights")?.click(); document.getElementById("play-toggle").click()`); err != nil {
			return nil, nil, err
		}
	}
	start := func() error { _, err := eval[chromedp.Void](p, time.Minute, "recorder.start()"); return err }
	stop := func() (record, error) { return eval[record](p, time.Minute, "recorder.stop()") }

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
	hand := &hand{p: p, cx: at.X, cy: at.Y, r: at.R, hovers: sub.hovers}
	if err := hand.press(); err != nil {
		return nil, nil, err
	}
	// The programs warm up first: their hot loops are compiled twice.
	if err := hand.circle(seconds / 2); err != nil {
		return nil, nil, err
	}
	if err := start(); err != nil {
		return nil, nil, err
	}
	busy0, at0, err := taskTime(p)
	if err != nil {
		return nil, nil, err
	}
	if err := hand.circle(seconds); err != nil {
		return nil, nil, err
	}
	busy1, at1, err := taskTime(p)
	if err != nil {
		return nil, nil, err
	}
	time.Sleep(time.Second) // the last pictures
	rec, err := stop()
	if err != nil {
		return nil, nil, err
	}
	if err := hand.lift(); err != nil {
		return nil, nil, err
	}
	d = &drag{Method: sub.name, N: n, Moves: len(rec.Moves), Pictures: rec.Pictures, Long: len(rec.Long), Busy: (busy1 - busy0) / (at1 - at0)}
	if sub.grows {
		if d.Step, err = eval[int](p, time.Minute, "pointscape.get().view.step ?? 0"); err != nil {
			return nil, nil, err
		}
	}
	if sub.works {
		if still, err := eval[bool](p, time.Minute, "!!document.getElementById('study-bar')"); err != nil || !still {
			return nil, nil, errors.Join(err, errors.New("the second lane had nothing to do any more"))
		}
	}
	if d.Moves < int(20*seconds) {
		return nil, nil, fmt.Errorf("only %d moves have changed anything", d.Moves)
	}
	return d, rest.Intervals, d.read(rec)
}

// leaveOneOut begins long work that takes minutes; it goes on when another document is
// opened.
func leaveOneOut(p *page) error {
	const slow = `{version: 1, method: "kernel_logistic", params: {alpha: 1e-6}, dataset: {name: "moons", n: 500, noise: 0.25, seed: 1}}`
	if _, err := eval[chromedp.Void](p, time.Minute, "pointscape.set("+slow+").then(() => {})"); err != nil {
		return err
	}
	if err := p.wait(time.Minute, "document.documentElement.dataset.busy === '0' && document.getElementById('start-leave_one_out')"); err != nil {
		return err
	}
	if _, err := eval[chromedp.Void](p, time.Minute, "document.getElementById('start-leave_one_out').click()"); err != nil {
		return err
	}
	return p.wait(time.Minute, "document.getElementById('study-bar')?.getAttribute('aria-valuenow') > 0")
}

// read works out the figures of what was recorded.
func (d *drag) read(rec record) error {
	var seen, stamp []float64
	for _, m := range rec.Moves {
		if m[2] == 0 {
			return errors.New("a move never got its picture")
		}
		stamp, seen = append(stamp, m[2]-m[0]), append(seen, m[2]-m[1])
	}
	d.P50, d.P95 = quantile(seen, 0.5), quantile(seen, 0.95)
	d.InputP50, d.InputP95 = quantile(stamp, 0.5), quantile(stamp, 0.95)
	var fit, draw []float64
	for _, e := range rec.Engine {
		fit, draw = append(fit, e[0]), append(draw, e[1])
	}
	d.Fit, d.Draw = quantile(fit, 0.5), quantile(draw, 0.5)
	// Frames while the hand moved: not those of the second after.
	moving := rec.Intervals[:max(0, len(rec.Intervals)-60)]
	d.Late, d.Lost = lateness(moving)
	return nil
}

// hand is a mouse that drags.
type hand struct {
	p         *page
	cx, cy, r float64
	phase     float64
	x, y      float64
	hovers    bool                               // no button is pressed
	path      func(phase float64) (x, y float64) // nil: a circle
}

func (h *hand) dispatch(kind input.DispatchMouseEventType, buttons int64) error {
	ctx, cancel := context.WithTimeout(h.p.ctx, time.Minute)
	defer cancel()
	e := input.DispatchMouseEventParams{Type: kind, X: h.x, Y: h.y, Buttons: buttons, ClickCount: 1}
	if buttons != 0 || kind == "mouseReleased" {
		e.Button = "left"
	}
	_, err := chromedp.Call(ctx, input.DispatchMouseEvent, e)
	return err
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

// circle moves the mouse at 60 Hz, whatever the page does: nobody's hand waits
// for a browser.
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
			// From the point's own place, so that the first step is a small one.
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

// taskTime returns how long the page's thread has worked, and the time, in
// seconds.
func taskTime(p *page) (busy, now float64, err error) {
	ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	if _, err := chromedp.Call(ctx, performance.Enable, performance.EnableParams{}); err != nil {
		return 0, 0, err
	}
	r, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
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
