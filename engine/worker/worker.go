//go:build js && wasm

package worker

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall/js"
	"time"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/pixels"
	"pointscape/engine/session"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Run handles requests with the methods of a session, for ever. whole says that these are all methods.
func Run(s *session.Session, whole bool) {
	// The heap is small and in a worker of its own: using more memory for fewer garbage collections makes a drag
	// smoother.
	debug.SetGCPercent(400)
	w := &worker{
		session: s,
		whole:   whole,
		inbox:   make(chan struct{}, 1),
	}
	if helpers != nil {
		w.studies = helpers(w)
	}
	w.session.SetTables(fetchTable)
	w.yielder = newYielder(w)
	w.rehearsal.start(w)
	w.pool.w = w
	w.pixels.Letters = w.letters
	listen := js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.receive(args[0])
		return nil
	})
	js.Global().Call("pointscapeListen", listen)
	if js.Global().Get("name").String() == laneName {
		if w.studies != nil && js.Global().Get("pointscapeSubworker").Truthy() {
			w.studies.hire()
		}
		post(wire.TypeHelper, 0, wire.Nothing{}, nil)
	} else if js.Global().Get("pointscapeSubworker").Truthy() {
		w.session.SetRowPool(&w.pool)
		w.hello()
	} else {
		post(wire.TypeHelper, 0, wire.Nothing{}, nil)
	}
	for {
		var rested <-chan time.Time
		wait, grows := w.ahead()
		if grows {
			rested = time.After(wait)
		} else if w.rehearsal.left() > 0 {
			rested = time.After(rehearseAfter)
		}
		select {
		case <-rested:
			if grows {
				w.leisure()
			} else {
				w.rehearse()
			}
		case <-w.inbox:
		}
		for {
			if m, ok := w.next(); ok {
				w.serve(m)
				if m.kind == wire.TypeDraw {
					w.weigh()
				}
			} else if wait, grows := w.ahead(); !grows || wait > 0 || !w.leisure() {
				break
			}
		}
	}
}

// bulky is the memory, in bytes, that the program may keep for a document that is gone. A program's memory never
// shrinks.
const bulky = 96 << 20

// weigh tells the page if much of the memory was needed for a document that was much larger than the present one: only
// a new engine releases it.
func (w *worker) weigh() {
	n := len(w.points)
	if w.most = max(w.most, n); 10*n >= w.most { // no earlier document had more than ten times as many points
		return
	}
	w.most = n
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.Sys < bulky {
		return
	}
	w.session.Forget()
	runtime.GC()
	if runtime.ReadMemStats(&m); m.HeapAlloc < m.Sys/4 {
		post(wire.TypeBulky, 0, wire.Nothing{}, nil)
	}
}

// message is a request that waits.
type message struct {
	kind string
	id   int
	head string
	text js.Value     // of a load, sent beside its head
	grid picture.Grid // of rows
	// For share: the first value, the number of the part, and the number of parts.
	from, part, of int
}

type worker struct {
	session *session.Session
	whole   bool
	yielder *yielder
	pool    rowPool
	studies helper        // nil = this engine does not share studies
	inbox   chan struct{} // has an element if the queue may not be empty
	queue   []message
	points  []doc.Point // latest points that the page has sent
	version int
	wide    *doc.Rows // rows of the table whose points have version wideOf
	wideOf  int
	// curve is the result of a study, decoded from curveText.
	curve     *assess.Curve
	curveText string
	// runs is the comparison of runs, decoded from runsText; nil = none.
	runs     *wire.RunLog
	runsText string
	most     int          // largest number of points since memory was last checked
	fit      *session.Fit // the fit of the last picture, for explanations
	canvas   surface
	panels   surface
	stage    stage
	pixels   pixels.Canvas
	paints   int      // number of paintings on pixels
	ink      js.Value // context of the canvas on which letters are painted
	spare    js.Value // ArrayBuffer for pixels, from the page
	drawn    time.Time

	rehearsal rehearsal
}

// receive runs whenever the browser delivers a message, also while a request is being handled (see yielder).
func (w *worker) receive(v js.Value) {
	m := message{kind: v.Get("type").String(), id: v.Get("id").Int(), head: v.Get("head").String(), text: v.Get("text")}
	switch m.kind {
	case wire.TypePing:
		// At once: the page asks whether the engine is alive.
		post(wire.TypePong, m.id, wire.Nothing{}, nil)
		return
	case wire.TypeCancel:
		w.cancel(m.id)
		return
	case wire.TypeYield:
		w.yielder.yield()
		if w.studies != nil {
			w.studies.yield()
		}
		return
	case wire.TypeWords:
		// Before any request.
		if l, err := wire.ReadLanguage([]byte(m.text.String())); err == nil {
			words.Speak(l)
		}
		return
	case wire.TypeCrash:
		go panic("the engine was asked to crash")
	}
	switch m.kind {
	case wire.TypeDraw, wire.TypeExport, wire.TypeTabulate, wire.TypeExtent, wire.TypeJudge, wire.TypeStudy, wire.TypeRows,
		wire.TypeCell, wire.TypeShare:
		if pts := v.Get("points"); pts.Truthy() {
			// An invalid head is reported when the request is handled.
			if head, err := wire.Parse[wire.Draw](m.head); err == nil {
				w.points, w.version = readPoints(pts), head.PointsVersion
			}
		}
	}
	if m.kind == wire.TypeDraw {
		if b := v.Get("spare"); b.Truthy() {
			w.spare = b
		}
		if c := v.Get("canvas"); c.Truthy() {
			opaque := js.Global().Get("Object").New() // blending with what is below is not needed
			opaque.Set("alpha", false)
			w.stage = stage{surface: surface{canvas: c, options: opaque}, paints: -1}
		}
		w.replace(m.kind)
		w.yielder.newer()
	}
	switch m.kind {
	case wire.TypeExplain:
		for _, old := range w.replace(m.kind) { // the page waits for each answer
			post(wire.TypeSuperseded, old.id, wire.Nothing{}, nil)
		}
	case wire.TypeShare:
		m.from, m.part, m.of = v.Get("from").Int(), v.Get("part").Int(), v.Get("of").Int()
	case wire.TypeRows:
		m.grid = readGrid(v.Get("grid"))
		w.replace(m.kind)
		w.yielder.stop()
	}
	w.queue = append(w.queue, m)
	w.rouse()
}

// rouse lets the queue and possible warm-ups be checked.
func (w *worker) rouse() {
	select {
	case w.inbox <- struct{}{}:
	default:
	}
}

// replace removes and returns waiting messages of a kind: a newer one follows.
func (w *worker) replace(kind string) (old []message) {
	w.queue = slices.DeleteFunc(w.queue, func(m message) bool {
		if m.kind == kind {
			old = append(old, m)
		}
		return m.kind == kind
	})
	return old
}

func (w *worker) next() (message, bool) {
	if len(w.queue) == 0 {
		return message{}, false
	}
	m := w.queue[0]
	w.queue = w.queue[1:]
	return m, true
}

// serve answers one request. A panic ends the program: the state that a half-done fit left behind can't be trusted, so
// the page starts a new engine.
func (w *worker) serve(m message) {
	var err error
	switch m.kind {
	case wire.TypeDraw:
		err = w.draw(m)
	case wire.TypeRows:
		err = w.rows(m)
	case wire.TypeExplain:
		err = w.explain(m)
	case wire.TypeTrace:
		err = w.trace(m)
	case wire.TypePredict:
		err = w.predict(m)
	case wire.TypeTabulate:
		err = w.tabulate(m)
	case wire.TypeLoad:
		err = w.load(m)
	case wire.TypeExport:
		err = w.export(m)
	case wire.TypeExtent:
		err = w.extent(m)
	case wire.TypeText:
		err = w.text(m)
	case wire.TypeJudge:
		err = w.judge(m)
	case wire.TypeStudy:
		err = w.study(m)
	case wire.TypeShare:
		err = w.studies.share(m)
	case wire.TypeCell:
		err = w.cell(m)
	case wire.TypePoint:
		err = w.point(m)
	default:
		err = words.Errorf("the engine does not know the message %q", m.kind)
	}
	if err == nil {
		return
	}
	if method.Stopped(err) {
		post(wire.TypeSuperseded, m.id, wire.Nothing{}, nil)
		return
	}
	head := wire.Error{Message: err.Error(), Again: errors.Is(err, errNoTable)}
	var need *method.Need
	var de *doc.Error
	switch {
	case errors.As(err, &need):
		head.Need = true
	case errors.As(err, &de):
		head.Field, head.Got = de.Field, de.Got
	}
	if m.kind == wire.TypeDraw {
		w.tune(m, &head)
	}
	post(wire.TypeError, m.id, head, nil)
}

// tune adds the tuning of a document that could not be drawn, because the user repairs it with these controls.
func (w *worker) tune(m message, e *wire.Error) {
	if _, req, err := w.drawRequest(m); err == nil {
		e.Tuning, e.Tuned = w.session.Tuning(req)
	}
}

func (w *worker) hello() {
	post(wire.TypeHello, 0, wire.Hello{Protocol: wire.Protocol, Methods: w.session.Methods(), Whole: w.whole}, nil)
}

func (w *worker) request(m message, into *wire.Draw) (session.Request, error) {
	var req session.Request
	d, err := doc.DecodeHead(into.Doc)
	if err != nil {
		return req, err
	}
	if into.PointsVersion != w.version {
		return req, words.Errorf("the engine has points of version %d, not %d", w.version, into.PointsVersion)
	}
	// Keeps the same rows until the page sends others: fits are recognized by the address of the rows.
	if w.wideOf != w.version || !d.Take(w.points, w.wide) {
		if err := d.Unpack(w.points); err != nil {
			return req, err
		}
		w.wide, w.wideOf = nil, w.version
	}
	if t := d.Table; t != nil {
		w.wide = t.Rows
		// The page turns them by itself; its request has the latest direction.
		d.Points, _ = method.TurnRows(&d)
	}
	if words.Speaks() != nil {
		words.Keep(d.Own())
	}
	w.pool.head = m.head
	v := into.View
	if !(v.W > 0 && v.H > 0 && v.W <= 8192 && v.H <= 8192 && v.Scale > 0 && v.Scale <= 8 && v.X0 < v.X1 && v.Y0 < v.Y1) {
		return req, doc.Errorf("view", "a part of the plane on 1 to 8192 pixels", fmt.Sprintf("%+v", v))
	}
	// The same curve comes with each picture while other things change: it is decoded once.
	if text := string(into.Curve); text != w.curveText {
		w.curve, w.curveText = nil, ""
		if text != "" {
			if err := json.Unmarshal(into.Curve, &w.curve); err != nil {
				return req, err
			}
			w.curveText = text
		}
	}
	// The same holds for runs, which are left out during a drag.
	if text := string(into.Runs); text != "" && text != w.runsText {
		w.runs, w.runsText = nil, ""
		var l wire.RunLog
		if err := json.Unmarshal(into.Runs, &l); err != nil {
			return req, err
		}
		if w.runsText = text; len(l.Runs) > 0 {
			w.runs = &l
		}
	}
	return session.Request{Doc: d, View: v, Fine: into.Fine, Panels: into.Panels, Terse: into.Terse, Run: into.Run,
		Tuned: into.Tuned, On: into.Grow, Keep: into.Keep, Curve: w.curve,
		Runs: w.runs}, nil
}

// drawRequest decodes a message whose head is a wire.Draw.
func (w *worker) drawRequest(m message) (head wire.Draw, req session.Request, err error) {
	if head, err = wire.Parse[wire.Draw](m.head); err == nil {
		req, err = w.request(m, &head)
	}
	return head, req, err
}

// begin starts the work on a message whose head contains a wire.Draw; err is the error of decoding it. Without an error
// the caller must end the job.
func (w *worker) begin(m message, head *wire.Draw, err error) (session.Request, *yielder, error) {
	if err != nil {
		return session.Request{}, nil, err
	}
	req, err := w.request(m, head)
	if err != nil {
		return req, nil, err
	}
	return req, w.yielder.begin(m.id), nil
}

func (w *worker) draw(m message) error {
	head, req, err := w.drawRequest(m)
	if err != nil {
		return err
	}
	pal, ok := picture.PaletteByName(head.Palette)
	if !ok {
		return doc.Errorf("palette", words.Text("one of %s", fmt.Sprint(picture.PaletteNames())), head.Palette)
	}
	req.Text, req.Within = pal.Text(), session.LiveGrowth
	if head.Calm {
		req.Within = time.Second
	}
	defer func() { w.drawn = time.Now() }()
	w.rehearsal.forget()
	job := w.yielder.begin(m.id)
	defer w.yielder.end()
	req.Late = func(f wire.Facts) error {
		var pairs, transfer []any
		if list := f.Numbers(); list != nil {
			pairs, transfer = beside(list)
		}
		post(wire.TypeFacts, m.id, f, transfer, pairs...)
		return nil
	}
	return w.session.Draw(job, req, func(r *session.Result) error {
		if err := job.Err(); err != nil {
			return err
		}
		start := time.Now()
		w.fit = r.Fit
		panels := js.Global().Get("Array").New()
		pairs, transfer := w.show(m.id, r.Picture, pal, head.Stage, req.Fine && r.Info.Last)
		r.Info.Staged = len(pairs) == 0 && req.Fine && r.Info.Last
		for _, p := range r.Panels {
			b := w.panels.bitmap(p, pal)
			panels.Call("push", b)
			transfer = append(transfer, b)
		}
		if list := r.Info.Numbers(); list != nil {
			numbers, own := beside(list)
			pairs, transfer = append(pairs, numbers...), append(transfer, own...)
		}
		r.Info.PointsVersion = head.PointsVersion
		r.Info.DrawMS += 1000 * time.Since(start).Seconds()
		post(wire.TypePicture, m.id, r.Info, transfer, append(pairs, "panels", panels)...)
		w.yielder.shown()
		if req.Fine && r.Info.Last {
			w.rehearsal.drawn(r.Fit, req, pal)
		}
		return nil
	})
}

func (w *worker) extent(m message) error {
	head, err := wire.Parse[wire.Draw](m.head)
	req, job, err := w.begin(m, &head, err)
	if err != nil {
		return err
	}
	defer job.end()
	var r wire.Reach
	if r.X, r.Y, err = w.session.Extent(job, req); err != nil {
		return err
	}
	post(wire.TypeReach, m.id, r, nil)
	return nil
}

func (w *worker) judge(m message) error {
	head, err := wire.Parse[wire.Judge](m.head)
	req, job, err := w.begin(m, &head.Draw, err)
	if err != nil {
		return err
	}
	defer job.end()
	r, err := w.session.Judge(job, req, head.Line)
	if err != nil {
		return err
	}
	post(wire.TypeJudged, m.id, *r, nil)
	return nil
}

func (w *worker) explain(m message) error {
	head, err := wire.Parse[wire.Explain](m.head)
	if err != nil {
		return err
	}
	answer := wire.Explanation{X: head.X, Y: head.Y}
	if w.fit != nil {
		var ex method.Explanation
		ok := false
		if head.Take != "" {
			answer.Taken = w.fit.Take(head.Take)
		}
		if head.Key != "" {
			if ex, answer.Act, answer.Does, answer.Knob, ok = w.fit.TellKnob(head.Key, head.View); ok {
				answer.Key = head.Key
			}
		}
		switch {
		case head.Lit != nil:
			job := w.yielder.begin(m.id)
			defer job.end()
			if answer.Layers, err = w.session.Lit(job, w.fit, head.View, head.Lit); err != nil {
				return err
			}
		case head.Key == "" || head.Place:
			x := []float64{head.X, head.Y}
			if head.Row > 0 {
				ex, ok = w.fit.ExplainRow(head.Row-1, x, head.View)
			} else {
				ex, ok = w.fit.Explain(x, head.View)
			}
		}
		if ok {
			answer.Answer, answer.Lines, answer.Layers, answer.Keys = ex.Answer, ex.Lines, ex.Layers,
				picture.KeysOf(ex.Layers...)
		}
	}
	post(wire.TypeExplanation, m.id, answer, nil)
	return nil
}

func (w *worker) trace(m message) error {
	head, err := wire.Parse[wire.Trace](m.head)
	if err != nil {
		return err
	}
	r := &wire.Traced{}
	if w.fit != nil {
		job := w.yielder.begin(m.id)
		defer job.end()
		if r, err = w.fit.Trace(job, head); err != nil {
			return err
		}
	}
	pairs, transfer := beside(r.Values)
	post(wire.TypeTraced, m.id, *r, transfer, pairs...)
	return nil
}

func (w *worker) predict(m message) error {
	head, err := wire.Parse[wire.Predict](m.head)
	if err != nil {
		return err
	}
	r := &wire.Predicted{}
	if w.fit != nil {
		job := w.yielder.begin(m.id)
		defer job.end()
		if r, err = w.fit.Predictions(job, head); err != nil {
			return err
		}
	}
	post(wire.TypePredicted, m.id, *r, nil)
	return nil
}

func (w *worker) load(m message) error {
	head, err := wire.Parse[wire.Load](m.head)
	if err != nil {
		return err
	}
	switch m.text.Type() {
	case js.TypeString:
		head.Text = m.text.String()
	case js.TypeObject: // the bytes of a file
		b := make([]byte, m.text.Get("length").Int())
		js.CopyBytesToGo(b, m.text)
		head.Text, head.File = string(b), true
	}
	t, err := w.session.Table(head)
	if err != nil {
		return err
	}
	if t != nil {
		none := pointsArray(nil)
		post(wire.TypeLoaded, m.id, wire.Loaded{Table: t}, []any{none.Get("buffer")}, "points", none)
		return nil
	}
	job := w.yielder.begin(m.id)
	job.silent, job.whole = true, true
	defer job.end()
	d, notes, err := w.session.Load(job, head)
	if err != nil {
		return err
	}
	b, err := doc.EncodeHead(d)
	if err != nil {
		return err
	}
	pts := pointsArray(d.Pack())
	post(wire.TypeLoaded, m.id, wire.Loaded{Doc: b, Notes: notes}, []any{pts.Get("buffer")}, "points", pts)
	return nil
}

// Figures makes files of figures other than SVG and PNG; nil = this program makes none. It must be set before Run.
var Figures func(s *session.Session, job method.Job, req session.Request, o picture.ExportOptions) ([]byte,
	wire.Exported,
	error)

func (w *worker) export(m message) error {
	head, err := wire.Parse[wire.Export](m.head)
	req, job, err := w.begin(m, &head.Draw, err)
	if err != nil {
		return err
	}
	defer job.end()
	if k := head.Kind; k == picture.KindPDF || k == picture.KindTeX || picture.Moving(k) {
		if Figures == nil {
			return session.Lacks("a figure of this kind", &req.Doc)
		}
		head.Options.Kind = k
		file, info, err := Figures(w.session, job, req, head.Options)
		if err != nil {
			return err
		}
		postBytes(m.id, info, file)
		return nil
	}
	if head.Kind == picture.KindPNG {
		head.Options.Kind = head.Kind
		sheet, err := w.session.Sheet(job, req, head.Options)
		if err != nil {
			return err
		}
		return w.exportPNG(m.id, session.FigureName(req.Doc, head.Kind), sheet)
	}
	file, info, err := w.session.Export(job, req, head.Kind, head.Options)
	if err != nil {
		return err
	}
	postBytes(m.id, info, file)
	return nil
}
