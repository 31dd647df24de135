package session

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Request asks for the picture of a document.
type Request struct {
	Doc    doc.Document // with its points
	View   picture.Viewport
	Fine   bool // sharpen after the first picture
	Panels []wire.PanelAsk
	Curve  *assess.Curve // result of a study of the document; nil = none
	Runs   *wire.RunLog  // runs that are compared in a panel; nil = none
	Text   float64       // font size beside panels, see picture.Palette.Text; 0 = the light palette's
	Terse  bool          // without texts, see wire.Picture
	Run    int           // number of the run whose trace the page has already; 0 = none
	Tuned  int           // number of the Tuning that the page has already; 0 = none
	// Within limits the time for which a Grower is trained for this picture, towards the document's step; 0 = no limit.
	// On trains it beyond that step.
	Within time.Duration
	On     bool
	// Keep, if it is not 0, lets a Grower of an edited document continue from the present weights, if these were trained
	// for the same number.
	Keep int
	// Late, if given, receives expensive facts after the last picture. Otherwise that picture waits for them.
	Late func(wire.Facts) error
}

// Result is one answer to a Request: the picture of the model without points and axes, which the page draws itself, and
// the layers above them. Its rasters are valid until the session's next Draw, which may overwrite their planes.
type Result struct {
	Picture *picture.Picture
	Over    []picture.Layer    // the model's layers above the points
	Panels  []*picture.Picture // those of Request.Panels
	Info    wire.Picture
	Fit     *Fit
	panels  []method.Panel // all available panels
}

// AllPanels returns a request for all panels of a fit, with one size.
func AllPanels(f *Fit, w, h int) (list []wire.PanelAsk) {
	for _, p := range f.panels() {
		list = append(list, wire.PanelAsk{ID: p.ID, W: w, H: h})
	}
	return list
}

// CanSend panics if the value of a fact can't be encoded in a message: for tests.
func CanSend(facts []method.Fact) { wire.Append(nil, wire.Table{Facts: facts}) }

// Draw fits and draws. It calls emit once, or twice if req.Fine is set and a sharper picture differs. Errors are those
// of Fit and of emit.
func (s *Session) Draw(job method.Job, req Request, emit func(*Result) error) error {
	f, err := s.fit(job, req)
	if err != nil {
		return err
	}
	return s.DrawFit(job, f, req, emit)
}

// DrawFit draws a fitted model.
func (s *Session) DrawFit(job method.Job, f *Fit, req Request, emit func(*Result) error) error {
	if f.onTheWay(req) {
		req.Fine = false // the next picture follows at once
	}
	if req.Late == nil {
		if err := f.assess(job); err != nil {
			return err
		}
	}
	if err := s.draw(job, f, req, emit); err != nil || req.Late == nil {
		return err
	}
	tell := func() error {
		here, err := f.testReadings(job)
		if err != nil {
			return err
		}
		return req.Late(wire.Facts{Facts: loud(f.facts(req.View)), Alt: alt(f), Run: f.Run, Tests: f.test.series,
			Step: f.Step, Here: here})
	}
	// During a drag the next picture would wait for them.
	if (req.Fine || s.now().Sub(s.assessed) >= assessEvery) &&
		slices.ContainsFunc(f.known(), func(x method.Fact) bool { return x.Late }) {
		if err := f.assess(job); err != nil {
			return err
		}
		s.assessed = s.now()
		if err := tell(); err != nil {
			return err
		}
	}
	if !req.Fine {
		return nil
	}
	fresh, err := s.test(job, f, req.Doc)
	if err != nil || !fresh {
		return err
	}
	return tell()
}

// assessEvery is the shortest interval between computations of late facts during a drag: they can't be read faster.
const assessEvery = 100 * time.Millisecond

func (s *Session) draw(job method.Job, f *Fit, req Request, show func(*Result) error) error {
	emit := func(r *Result) error {
		start := s.now()
		err := show(r)
		if len(r.Panels) == 0 {
			smooth(&s.pace(f).paint, s.now().Sub(start).Seconds())
		}
		return err
	}
	f.reuse = s.reuse(f, req.View, !req.Fine)
	live, fine := s.grids(f, req.View)
	grid, quick := live, false
	if req.Fine {
		if p := s.pace(f); p.after {
			p.tile = 0 // start anew with the next drag
			live, _ = s.grids(f, req.View)
		}
		grid = fine
		if quick = live.W < fine.W; quick {
			r, err := s.render(job, f, req, live, false)
			if err != nil {
				return err
			}
			if err := emit(r); err != nil {
				return err
			}
			// The first picture may show that a finer grid adds nothing.
			_, grid = s.grids(f, req.View)
		}
	}
	r, err := s.render(job, f, req, grid, true)
	if err != nil {
		return err
	}
	// A step may be sharp although the last drawn one was smooth, or vice versa. The final picture must not depend on
	// what was drawn before.
	if _, now := s.grids(f, req.View); req.Fine && grid != now {
		if r, err = s.render(job, f, req, now, true); err != nil {
			return err
		}
	}
	if len(req.Panels) > 0 && req.Fine && !quick && s.panelsWait(f) {
		first := *r
		first.Info.Last = false
		if err := emit(&first); err != nil {
			return err
		}
	}
	if err := s.drawPanels(job, f, req, r); err != nil {
		return err
	}
	if req.Fine || len(req.Panels) > 0 { // during a drag the user points at nothing
		f.keyed(r)
	}
	return emit(r)
}

// panelsWait reports whether the panels of a fit take, or may take, so long that the picture must not wait for them.
func (s *Session) panelsWait(f *Fit) bool {
	if len(f.panels()) == 0 {
		return false
	}
	took, known := s.panels[f.Method.ID]
	return !known || took > panelBudget
}

// panelBudget is the time, in seconds, that a picture waits for its panels: painting it twice takes longer.
const panelBudget = 0.005

// drawPanels adds the requested panels that are available.
func (s *Session) drawPanels(job method.Job, f *Fit, req Request, r *Result) error {
	if len(r.panels) == 0 || len(req.Panels) == 0 {
		return nil
	}
	start := s.now()
	for _, ask := range req.Panels {
		panel, ok := method.FindPanel(r.panels, ask.ID)
		if !ok {
			continue
		}
		frame, opt := panelFrame(panel.PanelInfo, ask.W, req.Text)
		w, h := frame.Plane(ask.W, ask.H)
		p, err := panel.Draw(job, w, h)
		if err != nil {
			return err
		}
		p.View.Scale = req.View.Scale
		p.AddAxes(frame, opt)
		r.Panels = append(r.Panels, p)
		r.Info.PanelsDrawn = append(r.Info.PanelsDrawn, ask.ID)
		r.Info.PanelKeys = append(r.Info.PanelKeys, picture.KeysOf(p.Layers...))
	}
	took := s.now().Sub(start).Seconds()
	r.Info.DrawMS += 1000 * took
	// Panels of another step of the same fit may be cached.
	if f.Seconds > 0 || took > s.panels[f.Method.ID] {
		s.panels[f.Method.ID] = took
	}
	return nil
}

// panelFrame returns the margins that a panel of width w needs for its axes.
func panelFrame(info method.PanelInfo, w int, text float64) (picture.Frame, picture.AxisOptions) {
	if text == 0 {
		light, _ := picture.PaletteByName("light")
		text = light.Text()
	}
	opt := picture.AxisOptions{XLog: info.XLog, YLog: info.YLog, XLabel: info.XLabel, YLabel: info.YLabel,
		HideX: info.XLabel == "", HideY: info.YLabel == "", YFrom0: info.YFrom0, XWhole: info.XCounts, YWhole: info.YCounts}
	if info.Bare {
		return picture.Frame{}, picture.AxisOptions{HideX: true, HideY: true}
	}
	return picture.FigureFrame(w, text, opt), opt
}

// grids returns the grids of the raster: one for drags, and a fine one.
func (s *Session) grids(f *Fit, v picture.Viewport) (live, fine picture.Grid) {
	if !f.painted() {
		g := v.Grid(max(1, v.W/2), max(1, v.H/2))
		return g, g
	}
	p := s.pace(f)
	live, fine = p.grids(v)
	// Rasters on other grids can't be updated in place.
	if r := s.trail.Raster; f.reuse == method.ReusePlanes && r != nil && p.tile == 0 {
		live = r.Grid
	}
	return live, fine
}

// painted reports whether the picture has a raster of the model's answers.
func (f *Fit) painted() bool {
	if f.Problem.Wide() {
		return f.sectioned()
	}
	return method.Painted(f.can, f.Task)
}

// pace returns the measured costs of a method: of pictures that reuse the last one, or of others.
func (s *Session) pace(f *Fit) *pace {
	id := f.Method.ID
	after := f.reuse == method.ReusePlanes
	if after {
		id += "+"
	}
	if f.sectioned() {
		id += "/"
	}
	p := s.speed[id]
	if p == nil {
		p = &pace{sharp: after, after: after}
		s.speed[id] = p
	}
	return p
}

// draws reports whether the session draws a part of the picture, and it is switched on.
func (f *Fit) draws(p method.Part) bool {
	if f.sectioned() {
		// A part that is not offered for rows in the plane has no switch here.
		return (p == method.Regions || p == method.Boundary) && (f.Method.On(p, f.Show) ||
			slices.ContainsFunc(f.Method.Shows, func(s method.Show) bool {
				return s.Name == p && !s.Where.Offered(true, false)
			}))
	}
	return !f.Problem.Wide() && p.DrawnFor(f.can, f.Task) && f.Method.On(p, f.Show)
}

// render makes one picture on grid g.
func (s *Session) render(job method.Job, f *Fit, req Request, g picture.Grid, last bool) (*Result, error) {
	start := s.now()
	f.anew = false
	info := wire.Picture{View: req.View, Last: last, Terse: req.Terse, FitMS: 1000 * f.Seconds, N: f.Problem.N}
	if !req.Terse {
		info.Facts, info.Status = loud(f.facts(req.View)), f.Status()
	}
	// The raster comes first, because models draw their own contours from its values.
	raster, others, err := s.raster(job, f, req, g)
	if err != nil {
		return nil, err
	}
	s.keep(f, raster)
	info.Engines = 1 + others
	if raster != nil {
		info.Same = !req.Terse && last && sameAll(raster)
		raster.Draft = !(req.Fine && last)
		if !f.Problem.Wide() { // the cuts are not boxes of a section
			f.can.Box(raster)
		}
	}
	c := &canvas{f: f, req: req, raster: raster, fine: req.Fine && last}
	if err := c.draw(job, g); err != nil {
		return nil, err
	}
	p := &picture.Picture{View: req.View, Draft: !c.fine, Layers: c.layers}
	info.Legend = c.legend
	if !req.Terse {
		p.Alt = alt(f)
		info.Alt = p.Alt
		info.Keys = picture.KeysOf(slices.Concat(p.Layers, f.grouped(), f.heldKeys(), c.over, f.grips(req.Doc.Params))...)
		info.Keys = append(info.Keys, picture.KeysOf(s.able.paints.beside(&req.Doc)...)...)
	}
	if info.Player, err = f.player(job, req); err != nil {
		return nil, err
	}
	info.Over = wire.OverOf(c.over)
	f.describe(&info)
	info.Tuning, info.Tuned = tuning(&f.Method.Info, f.Values, info.Learned, req.Tuned)
	r := &Result{Picture: p, Over: c.over, Fit: f, panels: f.panels()}
	info.Panels = method.PanelInfos(r.panels)
	took := s.now().Sub(start).Seconds()
	if raster != nil {
		s.notePace(f, req.View, raster.Sharp, g, took)
		info.Tile = int(math.Round(float64(req.View.W) * req.View.Scale / float64(g.W)))
	}
	info.DrawMS = 1000 * took
	r.Info = info
	return r, nil
}

// notePace records the seconds that a picture with a raster on grid g took.
func (s *Session) notePace(f *Fit, v picture.Viewport, sharp bool, g picture.Grid, took float64) {
	p := s.pace(f)
	if p.sharp != sharp {
		*p = pace{sharp: sharp, after: p.after, paint: p.paint, alone: p.alone}
	}
	if f.Seconds > 0 {
		smooth(&p.fit, f.Seconds)
	}
	// On another grid than the last one, a single picture is computed from scratch.
	if !f.anew {
		p.note(v, g, took)
	}
}

// player returns the state of the player of a fit in steps; nil = it has none. The error is the job's.
func (f *Fit) player(job method.Job, req Request) (*wire.Player, error) {
	if f.growth != nil {
		return f.growth.player(f, req), nil
	}
	st := f.whole.Stepper
	if st == nil {
		return nil, nil
	}
	p := &wire.Player{Step: f.Step, Steps: st.Steps(), StepName: st.StepName(), Run: f.Run}
	if f.Run != req.Run {
		p.Trace = traces(st.Trace())
		if f.test.series != nil {
			p.Trace = wire.WithTests(p.Trace, f.test.series)
		}
	}
	tests, err := f.testReadings(job)
	if err != nil {
		return nil, err
	}
	p.Here = append(f.traceReadings(st), tests...)
	return p, nil
}

// describe tells the page what the fit has to show besides the picture.
func (f *Fit) describe(info *wire.Picture) {
	if g := f.groups(); g != nil {
		info.Groups = g.wire
	}
	if pl := f.moved; pl != nil {
		info.Placed = &wire.Placed{Q: pl.Q, Names: pl.Names, N: len(pl.At), At: pl.At}
	}
	if f.can.Formula != nil {
		info.Formula = f.can.Formula()
	}
	info.Coded = f.can.Code != nil
	info.Section = f.Problem.Wide() && !f.table.Solid() && f.answersPlaces()
	info.Proba = f.Task == method.Classify && f.can.ProbaAt() != method.NoProba &&
		(f.sectioned() || !f.Problem.Wide() && f.Problem.D == 2)
	if f.can.Learned != nil {
		info.Learned = f.can.Learned()
	}
	if f.can.Places != nil {
		info.Places = f.can.Places()
	}
	if h, ok := heightsOf(f.Method, f.Problem, f.Values, [2]float64{info.View.X0, info.View.X1}); ok {
		info.Heights = h[:]
	}
}

// loud leaves out quiet facts: the page does not show them, and for 100,000 sites they are megabytes per picture.
func loud(facts []method.Fact) []method.Fact {
	return slices.DeleteFunc(facts, func(f method.Fact) bool { return f.Quiet })
}

// rasterOf computes a model's raster; nil if it has none.
func rasterOf(job method.Job, f *Fit, g picture.Grid) (*picture.Raster, error) {
	if f.Problem.Wide() {
		if !f.sectioned() {
			return nil, nil
		}
		return f.section.raster(job, g)
	}
	return f.named(f.can.Raster(job, g, f.Show))
}

// named sets the name and the legend text of a raster of a fit.
func (f *Fit) named(r *picture.Raster, err error) (*picture.Raster, error) {
	if err != nil || r == nil {
		return nil, err
	}
	if f.can.ScoreRaster != nil {
		r.Name = cmp.Or(r.Name, "regions of the classes")
	}
	r.Says = method.Regions.Says(f.can, r)
	return r, nil
}

// alt describes the picture in a few words, as alternative text.
func alt(f *Fit) string {
	var b strings.Builder
	points := "point"
	if f.roles != "" {
		points = "training point"
	}
	b.WriteString(words.Sprintf("%s on %s", f.Method.Name, words.Count(f.Problem.N, points)))
	if k := len(f.Problem.ClassIDs); k > 0 {
		b.WriteString(words.Sprintf(" of %s", words.Count(k, "class")))
	}
	b.WriteString(". ")
	b.WriteString(words.Say(f.Status().Sentence))
	if g := f.groups(); g != nil {
		b.WriteString(g.sizes())
	}
	b.WriteString(f.heldAlt())
	for _, x := range f.known() {
		x.Complete()
		b.WriteString(x.Said())
	}
	return b.String()
}

// Complete adds axes, the data points, the layers above them and handles to a picture, for exports; the page paints
// these four itself. The axes are in the frame; without a frame there are none.
func Complete(r *Result, d doc.Document, f picture.Frame) *picture.Picture {
	d = r.Fit.Placed(d)
	return complete(r, d, f, r.Fit.Task.AxesOf(&d))
}

func complete(r *Result, d doc.Document, f picture.Frame, axes picture.AxisOptions) *picture.Picture {
	p := &picture.Picture{View: r.Picture.View, Alt: r.Picture.Alt, Title: r.Fit.Method.Title(&d)}
	p.Add(r.Picture.Layers...)
	if f.Text > 0 {
		p.AddAxes(f, axes)
	}
	under, names := method.SpaceAxes(&d, p.View)
	p.Add(under...)
	points := r.Fit.marks(d.Points)
	if _, points.Near = method.TurnRows(&d); points.Near != nil {
		points.Within = picture.Deepen(r.Over, d.View.Turned(), picture.SpaceReach(d.Table.Rows.Places))
	}
	if l := r.Info.Legend; l != nil && l.Diverging {
		points.Lo, points.Hi = l.Lo, l.Hi // so that points and field have the same color scale
	}
	p.Add(points)
	p.Add(names...)
	p.Add(r.Fit.grips(d.Params)...)
	if points.Near == nil {
		p.Add(r.Over...)
	}
	var notes []doc.Annotation
	for _, i := range r.Fit.Method.Annotated(&d) {
		notes = append(notes, d.Annotations[i])
		p.Alt = words.Say(p.Alt) + words.Text(" %s.", method.AnnotationSaid(&d.Annotations[i]))
	}
	p.Add(method.AnnotationLayers(notes, p.View)...)
	return p
}

// space returns the positions of the problem's rows in space, three numbers each, relative to the center.
func (f *Fit) space() []float64 {
	at := f.solid.Rows.Places
	x, y, z := picture.Middle(at)
	list := make([]float64, 0, 3*f.Problem.N)
	for i := range f.Problem.N {
		o := 3 * f.Problem.Ordinal(i)
		list = append(list, at[o]-x, at[o+1]-y, at[o+2]-z)
	}
	return list
}

// grips returns the layers of the handles of a document's parameters.
func (f *Fit) grips(params map[string]any) []picture.Layer {
	return method.GripLayers(f.Method.Grips(params), -1)
}
