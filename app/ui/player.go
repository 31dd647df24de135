package ui

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// The player steps through a fit that was reached in steps. Which one is looked
// at stands in the document (View.Step, nil = the end) and is no edit, as the
// part of the plane is none. While it plays, the next step is asked for when the
// last one is painted: a slow engine skips steps and keeps the speed.

// rates are the speeds to choose from, in steps a second; 0 = fast enough for
// the whole way in wholeWay.
var rates = [...]float64{1, 4, 15, 60, 0}

const wholeWay = 5 // seconds

// run is what the page knows of one fit: the curves over its steps.
type run struct {
	id    int
	trace []wire.Series
	of    string // method and recipe of the data
}

const runsKept = 4 // answers on their way may be of another run than the newest

// runKnown is the run whose trace need not be sent again.
func (c *Core) runKnown() int {
	if c.player == nil || len(c.runs) == 0 {
		return 0
	}
	return c.runs[0].id
}

// barState is what the player's bar was rendered for; everything else in it is
// written directly.
type barState struct {
	shown, playing, start, end bool
	rate                       int
	curves                     string // names of the series, as the keys tell them
}

func (c *Core) takePlayer(p *wire.Player) {
	if p != nil {
		i := slices.IndexFunc(c.runs, func(r run) bool { return r.id == p.Run })
		switch {
		case i > 0:
			r := c.runs[i]
			c.runs = slices.Insert(slices.Delete(c.runs, i, i+1), 0, r)
		case i < 0:
			c.runs = slices.Insert(c.runs, 0, run{p.Run, c.expectTest(p.Trace), c.source()})
			if len(c.runs) > runsKept {
				c.runs = c.runs[:runsKept]
			}
		}
	}
	c.player = p
	if p == nil {
		c.pause()
	}
	// While something else is dragged, the curve and its figures follow with the
	// facts, ten times a second.
	if !c.playing && !c.scrubbing && c.barNow() == c.bar {
		c.late = true
		return
	}
	c.showPlayer()
}

// expectTest keeps a place in a new fit's trace for the error on fresh points, which
// is worked out when the hand rests, if the fit before had one: the keys stay
// where they are.
func (c *Core) expectTest(trace []wire.Series) []wire.Series {
	fresh := func(s wire.Series) bool { return s.Fresh }
	if len(c.runs) == 0 || c.runs[0].of != c.source() || slices.ContainsFunc(trace, fresh) {
		return trace
	}
	i := slices.IndexFunc(c.runs[0].trace, fresh)
	if i < 0 {
		return trace
	}
	was := c.runs[0].trace[i]
	return wire.WithTest(trace, wire.Series{Name: was.Name, Help: was.Help})
}

// source tells which method the document has, and which recipe its data.
func (c *Core) source() string {
	if c.doc.Dataset == nil {
		return c.doc.Method
	}
	return c.doc.Method + " " + c.doc.Dataset.Name
}

// takeTest puts the error on fresh points among the curves of its run.
func (c *Core) takeTest(f *wire.Facts) {
	i := slices.IndexFunc(c.runs, func(r run) bool { return r.id == f.Run })
	if f.Test == nil || i < 0 {
		return
	}
	c.runs[i].trace = wire.WithTest(c.runs[i].trace, *f.Test)
	c.showPlayer()
}

func (c *Core) trace() []wire.Series {
	if c.player == nil || len(c.runs) == 0 {
		return nil
	}
	return c.runs[0].trace
}

// step is the step that is asked for.
func (c *Core) step() int {
	switch {
	case c.player == nil:
		return 0
	case c.doc.View.Step == nil:
		return c.player.Steps
	}
	return min(*c.doc.View.Step, c.player.Steps)
}

// setStep looks at another step of the fit.
func (c *Core) setStep(k int) {
	if c.player == nil {
		return
	}
	k = min(max(k, 0), c.player.Steps)
	var to *int
	if k < c.player.Steps {
		to = &k
	}
	if now := c.doc.View.Step; now == nil && to == nil || now != nil && to != nil && *now == *to {
		return
	}
	c.doc.View.Step = to
	if c.moving < 0 && !c.spraying {
		c.hist.Amend(c.doc)
	}
	c.before.View.Step = to
	c.changed(false)
	c.keeper.Save()
	c.showPlayer()
}

// walk steps by hand.
func (c *Core) walk(d int) {
	c.pause()
	c.setStep(c.step() + d)
	c.sayStep()
}

func (c *Core) sayStep() {
	if c.player != nil {
		c.speaker.Say(stepText(c.player, c.step()))
	}
}

func stepText(p *wire.Player, k int) string {
	return orStep(p.StepName) + " " + strconv.Itoa(k) + " of " + strconv.Itoa(p.Steps)
}

func orStep(name string) string {
	if name == "" {
		return "step"
	}
	return name
}

func (c *Core) togglePlay() {
	switch {
	case c.playing:
		c.pause()
		c.settled()
		c.sayStep()
		return
	case c.player == nil || c.player.Steps == 0:
		return
	case reducedMotion():
		// People who want no motion get the other end at once.
		if c.step() == c.player.Steps {
			c.setStep(0)
		} else {
			c.setStep(c.player.Steps)
		}
		c.sayStep()
		return
	}
	c.playing = true
	if c.step() == c.player.Steps {
		c.setStep(0)
	}
	c.asked = c.state
	c.due = time.Now().Add(time.Duration(float64(time.Second) / c.speed()))
	c.showPlayer()
	c.tick()
}

// pause stops playing; who calls it for people's sake asks for a sharp picture
// by settled.
func (c *Core) pause() {
	if c.playTimer != nil {
		c.playTimer.Stop()
		c.playTimer = nil
	}
	if c.playing {
		c.playing = false
		c.showPlayer()
	}
}

// rateIndex is the chosen speed: until somebody chooses, one that takes not much
// longer than 20 seconds for all.
func (c *Core) rateIndex() int {
	if c.rate >= 0 || c.player == nil {
		return max(c.rate, 0)
	}
	for i, r := range rates[:4] {
		if i > 0 && float64(c.player.Steps) <= 20*r {
			return i
		}
	}
	return 4
}

// speed in steps a second.
func (c *Core) speed() float64 {
	if r := rates[c.rateIndex()]; r > 0 {
		return r
	}
	return max(60, float64(c.player.Steps)/wholeWay)
}

// tick takes the next step when it is due and the last one is painted.
func (c *Core) tick() {
	if !c.playing || c.player == nil || c.painted < c.asked {
		return
	}
	if c.playTimer != nil {
		c.playTimer.Stop()
		c.playTimer = nil
	}
	now := time.Now()
	if wait := c.due.Sub(now); wait > 0 {
		c.playTimer = time.AfterFunc(wait, c.tick)
		return
	}
	n, late := stepsDue(now.Sub(c.due).Seconds(), c.speed())
	c.due = now.Add(-time.Duration(late * float64(time.Second)))
	k := c.step() + n
	if k >= c.player.Steps {
		c.playing = false // before the picture is asked for: the last one is sharp
	}
	c.setStep(k)
	c.asked = c.state
	if !c.playing {
		c.showPlayer()
		c.sayStep()
	}
}

// stepsDue tells how many steps to take now that the next one has been due for
// so long, and for how long the one after them will have been (less than 0: not
// yet). No more than a quarter of a second is made up for: a page that was hidden goes on
// where it was.
func stepsDue(waited, speed float64) (n int, late float64) {
	waited = min(waited, 0.25)
	n = 1 + int(waited*speed)
	return n, waited - float64(n)/speed
}

func reducedMotion() bool {
	return app.IsClient && app.Window().Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool()
}

// showPlayer shows the step. The bar is rendered only when its parts change.
func (c *Core) showPlayer() {
	if now := c.barNow(); now != c.bar {
		c.bar = now
		c.refresh(PartPlayer)
		return // and sync follows
	}
	c.syncPlayer()
}

func (c *Core) barNow() barState {
	s := barState{playing: c.playing, rate: c.rateIndex()}
	if p := c.player; p != nil {
		s.shown, s.start, s.end = true, c.step() == 0, c.step() == p.Steps
		for i := range c.trace() {
			s.curves += curveName(c.trace(), i) + "\n"
		}
	}
	return s
}

func (c *Core) syncPlayer() {
	c.late = false
	p := c.player
	if p == nil || !app.IsClient {
		return
	}
	k := p.Step
	syncText("step-at", strconv.Itoa(k))
	if el := byID("step"); el.Truthy() {
		at := k
		if c.scrubbing {
			at = c.step()
		}
		syncProperty(el, "max", strconv.Itoa(max(p.Steps, 1)))
		if !c.scrubbing {
			syncProperty(el, "value", strconv.Itoa(at))
		}
		el.Call("setAttribute", "aria-valuetext", stepText(p, at))
		el.Get("style").Call("setProperty", "--at", strconv.FormatFloat(float64(at)/float64(max(p.Steps, 1)), 'f', 4, 64))
	}
	syncText("step-of", strconv.Itoa(p.Steps))
	syncText("step-name", orStep(p.StepName))
	trace := c.trace()
	for i, s := range trace {
		text := "–"
		if j := before(s.At, k); j >= 0 {
			text = figure(s.Values[j])
		}
		syncText("trace-"+strconv.Itoa(i), text)
	}
	if len(trace) > 0 {
		c.screen.PaintOn("curve", "", c.palette, func(w, h int) *picture.Picture { return curves(trace, k, p.Steps, w, h) })
	}
}

// before is the index of the last of the ascending steps that is not after k, -1
// when there is none.
func before(at []float64, k int) int { return sort.SearchFloat64s(at, float64(k)+0.5) - 1 }

// thumb is half the width of the slider's handle: its middle goes from thumb to
// the width less thumb, and so do the curves.
const thumb = 8

// curveRoles give each series a look that tells them apart without colour, too.
var curveRoles = [...]picture.Role{picture.RoleMean, picture.RoleTrack, picture.RoleMargin, picture.RoleGuide}

// curves draws series over the steps 0..steps, each on a scale of its own or on that
// of the one before (Same), what lies ahead of step k paler.
func curves(trace []wire.Series, k, steps, w, h int) *picture.Picture {
	dx := float64(max(steps, 1)) / float64(max(w-2*thumb, 1))
	p := &picture.Picture{View: picture.Viewport{X0: -thumb * dx, X1: float64(max(steps, 1)) + thumb*dx, Y0: 0, Y1: float64(h), W: w, H: h, Scale: 1}}
	p.Add(&picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, XY: []float64{float64(k), 0, float64(k), float64(h)}})
	const room = 5 // px above and below
	for i := range trace {
		s := &trace[i]
		if i == len(curveRoles) {
			break
		}
		scale, lo, hi := axisOf(sharing(trace, i))
		y := func(v float64) float64 {
			t := 0.5
			if lo < hi {
				t = (scale(v) - lo) / (hi - lo)
			}
			return room + t*(float64(h)-2*room)
		}
		all := &picture.Path{Role: curveRoles[i], Class: picture.NoClass, Weight: 0.3}
		done := &picture.Path{Role: curveRoles[i], Class: picture.NoClass}
		for j, v := range s.Values {
			if t := scale(v); math.IsNaN(t) || math.IsInf(t, 0) {
				continue // a logarithm of 0
			}
			all.XY = append(all.XY, s.At[j], y(v))
			if s.At[j] <= float64(k) {
				done.XY = append(done.XY, s.At[j], y(v))
			}
		}
		p.Add(all, done)
		if n := len(done.XY); n > 0 {
			p.Add(&picture.Marks{Role: picture.RoleTrack, XY: done.XY[n-2:]})
		}
	}
	return p
}

// sharing are the series on the scale of series i.
func sharing(trace []wire.Series, i int) []wire.Series {
	for i > 0 && trace[i].Same {
		i--
	}
	end := i + 1
	for end < len(trace) && trace[end].Same {
		end++
	}
	return trace[i:end]
}

// curveName is what series i is called beside its curve.
func curveName(trace []wire.Series, i int) string {
	name := upperFirst(trace[i].Name)
	if isLog(&sharing(trace, i)[0]) {
		name += " (log)"
	}
	return name
}

// isLog tells whether a series is drawn on a logarithmic axis: one that says so,
// or one that grows beyond all bounds.
func isLog(s *wire.Series) bool {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range s.Values {
		if v > 0 || !s.Log {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo > 0 && (s.Log && hi > 0 || hi > 1e4*lo)
}

// axisOf returns the scale of series that share it, and its ends.
func axisOf(all []wire.Series) (scale func(float64) float64, lo, hi float64) {
	scale = func(v float64) float64 { return v }
	log := isLog(&all[0])
	if log {
		scale = math.Log10
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range all {
		for _, v := range s.Values {
			if t := scale(v); !math.IsNaN(t) && !math.IsInf(t, 0) {
				lo, hi = min(lo, t), max(hi, t)
			}
		}
	}
	if !log && lo > 0 && lo < hi/2 {
		lo = 0
	}
	return scale, lo, hi
}

// Player is the bar below the stage.
type Player struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (p *Player) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.core.parts[PartPlayer] = p
}

func (p *Player) Render() app.UI {
	k := p.core
	if k.player == nil {
		return app.Div().Class("no-player").Hidden(true)
	}
	if p.ctx != nil {
		p.ctx.Defer(func(app.Context) { k.syncPlayer() })
	}
	s := k.bar
	button := func(id, name, label, hint string, off bool, fn app.EventHandler) app.UI {
		return app.Button().Type("button").Class("tool").ID("play-"+id).Aria("label", label).Title(hint).Aria("disabled", strconv.FormatBool(off)).OnClick(fn).Body(icon(name))
	}
	play, label := "play", "Play"
	if s.playing {
		play, label = "pause", "Pause"
	}
	var list []app.UI
	for i := range rates {
		list = append(list, app.Option().Value(strconv.Itoa(i)).Selected(i == s.rate).Text(rateText(i)))
	}
	trace := k.trace()
	var keys []app.UI
	for i := range trace {
		if i == len(curveRoles) {
			break
		}
		keys = append(keys, app.Span().Class("curve-key k"+strconv.Itoa(i)).Title(trace[i].Help).Body(
			app.I(), app.Text(curveName(trace, i)+" "), app.B().ID("trace-"+strconv.Itoa(i))))
	}
	way := []app.UI{}
	class := "way"
	if len(trace) > 0 {
		class += " curved"
		way = append(way, app.Canvas().ID("curve").Aria("hidden", "true"))
	}
	way = append(way,
		app.Input().Type("range").ID("step").Class("slider").Min(0).Step(1).Aria("label", "step").OnInput(p.onScrub).OnChange(p.onScrubbed))
	return app.Section().Class("player").ID("player").Aria("label", "Player").Body(
		app.Div().Class("transport").Body(
			button("start", "first", "To the start", "To the start (Home on the slider)", s.start, p.onStart),
			button("back", "back", "Step back", "Step back (,)", s.start, p.onBack),
			button("toggle", play, label, label+" (space)", false, p.onToggle),
			button("step", "forth", "Step", "Step (.)", s.end, p.onStep),
			button("end", "last", "To the end", "To the end (End on the slider)", s.end, p.onEnd)),
		app.Div().Class(class).Body(way...),
		app.Div().Class("steps").Body(
			app.Div().Class("step-text").Body(
				app.Span().ID("step-name"), app.Text(" "), app.B().ID("step-at"), app.Span().Text(" / "), app.Span().ID("step-of")),
			app.Div().Class("curve-keys").Body(keys...)),
		app.Div().Class("select speed").Title("Speed").Body(
			app.Select().ID("speed").Aria("label", "speed").OnChange(p.onSpeed).Body(list...), icon("down")))
}

func rateText(i int) string {
	if rates[i] == 0 {
		return "max"
	}
	return strings.TrimSuffix(strconv.FormatFloat(rates[i], 'f', -1, 64), ".0") + " / s"
}

func (p *Player) onStart(app.Context, app.Event) { p.core.walk(-p.core.step()) }
func (p *Player) onBack(app.Context, app.Event)  { p.core.walk(-1) }
func (p *Player) onStep(app.Context, app.Event)  { p.core.walk(1) }
func (p *Player) onEnd(app.Context, app.Event) {
	if p.core.player != nil {
		p.core.walk(p.core.player.Steps)
	}
}
func (p *Player) onToggle(app.Context, app.Event) { p.core.togglePlay() }

func (p *Player) onScrub(ctx app.Context, _ app.Event) {
	k := p.core
	v, err := strconv.Atoi(inputValue(ctx))
	if err != nil {
		return
	}
	k.pause()
	k.scrubbing, k.sliding = true, true
	k.setStep(v)
}

func (p *Player) onScrubbed(app.Context, app.Event) { p.core.letGo() }

func (p *Player) onSpeed(ctx app.Context, _ app.Event) {
	if i, err := strconv.Atoi(inputValue(ctx)); err == nil && i >= 0 && i < len(rates) {
		p.core.rate = i
		p.core.due = time.Now()
		p.core.showPlayer()
	}
}
