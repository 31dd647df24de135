package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/notifications"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// sweeps plays a parameter through a range of values; see sweep.Needs.
type sweeps struct {
	*Core

	moving bool       // a previous move of the same motion has rendered the page
	shown  *doc.Sweep // sweep that the bar was rendered for last; nil = none
	of     swept
}

// swept caches the values of a sweep for a method.
type swept struct {
	sweep  doc.Sweep
	method string
	list   []float64
}

// sweepEnds are the names that the fields of both ends have in Core.fields.
var sweepEnds = []string{"sweep.from", "sweep.to"}

// sweepTimes are the offered durations of a pass from one end to the other, in seconds.
var sweepTimes = []float64{2, doc.SweepTime, 15, 40}

func (sw *sweeps) Sweep() *doc.Sweep {
	s, _ := sw.editor.View.Swept()
	return s
}

func (sw *sweeps) Values() []float64 {
	s, p := sw.editor.View.Swept()
	if s == nil {
		return nil
	}
	if id := sw.editor.Method(); sw.of.list == nil || sw.of.sweep != *s || sw.of.method != id {
		sw.of = swept{*s, id, p.SweepValues(s)}
	}
	return sw.of.list
}

func (sw *sweeps) Value() float64 {
	if _, p := sw.editor.View.Swept(); p != nil {
		v, _ := sw.editor.Param(p).(float64)
		return v
	}
	return 0
}

// sweepKey returns the key that joins the edits of a sweep to one step of history.
func sweepKey(name string) string { return "sweep " + name }

// Move sets the parameter. After the first move of a motion, only the parameter's inputs are updated, as while its
// slider is dragged.
func (sw *sweeps) Move(v float64) {
	_, p := sw.editor.View.Swept()
	if p == nil {
		return
	}
	sw.params.set(p.Name, v, sweepKey(p.Name))
	if sw.moving {
		sw.inputs.sync(p)
	}
	sw.moving = sw.sweep.Moves()
}

func (sw *sweeps) Rest() {
	sw.moving = false
	if _, p := sw.editor.View.Swept(); p != nil {
		sw.editor.Params.Rest(p.Name, sweepKey(p.Name))
	}
	if !sw.interaction.dragging() {
		sw.effects.settled()
	}
	sw.page.changed(theDocument)
}

func (sw *sweeps) Say() {
	if _, p := sw.editor.View.Swept(); p != nil {
		at, last := sw.sweep.At()
		sw.speaker.Say(words.Text("%s %s, %s of %s", called(p), number(sw.Value()), strconv.Itoa(at+1),
			strconv.Itoa(last+1)))
	}
}

// Write writes the value into the bar and moves its slider there.
func (sw *sweeps) Write() {
	if !app.IsClient || !sw.shows() {
		return
	}
	at, last := sw.sweep.At()
	v := number(sw.Value())
	syncText("sweep-value", v)
	el := byID("sweep-at")
	if !el.Truthy() {
		return
	}
	syncProperty(el, "min", "0")
	syncProperty(el, "max", strconv.Itoa(last))
	if !sw.sweep.Held() {
		syncProperty(el, "value", strconv.Itoa(at))
	}
	el.Call("setAttribute", "aria-valuetext", words.Say(v))
	el.Get("style").Call("setProperty", "--at", strconv.FormatFloat(float64(at)/float64(max(last, 1)), 'f', 4, 64))
}

// shows reports whether the bar is visible: the document has a sweep of a parameter that is not locked, and, in a
// frame, the frame's address asks for the bar.
func (sw *sweeps) shows() bool {
	return sw.editor.Loaded() && sw.Sweep() != nil && sw.offered() && !sw.editor.Locks(sw.Sweep().Param)
}

func (sw *sweeps) offered() bool { return !sw.Embedded || sw.conversation.Options.Sweep }

// changed updates the bar after a change of the document.
func (sw *sweeps) changed() {
	if sw.Sweep() != sw.shown {
		sw.page.changed(theSweep)
		return
	}
	sw.Write()
}

// play plays or pauses a parameter, when the button beside its slider is pressed. If the document's sweep is not of
// this parameter, it first gets one.
func (sw *sweeps) play(name string) {
	p := sw.editor.ParamAt(name)
	if p == nil {
		return
	}
	if now := sw.Sweep(); now == nil || now.Param != name {
		s := sw.params.ranged(p).Sweep()
		if s == nil {
			return
		}
		sw.sweep.Stop()
		sw.sweep.Forget()
		sw.editor.View.SetSweep(s)
	}
	sw.toggle()
}

// toggle plays or pauses the sweep, and pauses the player of steps.
func (sw *sweeps) toggle() {
	sw.player.Pause()
	sw.sweep.Toggle()
	sw.page.changed(theSweep)
}

// close removes the sweep from the document.
func (sw *sweeps) close() {
	sw.sweep.Stop()
	sw.sweep.Forget()
	sw.fields.Accept(sweepEnds...)
	sw.editor.View.SetSweep(nil)
}

// change edits a copy of the sweep with change. If that returns false, or the result is not valid, the document stays
// as it is and an error is shown for field, with its text.
func (sw *sweeps) change(field, text string, change func(s *doc.Sweep) (ok bool)) {
	s := sw.Sweep()
	if s == nil {
		return
	}
	n := *s
	ok := change(&n)
	n.Log = n.Log && n.From > 0 && n.To > 0
	d := sw.editor.Now()
	d.Points, d.View.Sweep = nil, &n
	wrong := ""
	if err := sw.editor.Info().CheckSweep(&d); err != nil {
		wrong = err.Error()
	} else if err := d.Validate(); err != nil {
		wrong = err.Error()
	}
	switch {
	case !ok:
		wrong = words.Text("%s must be a number; got %s", strings.TrimPrefix(field, "sweep."), strconv.Quote(text))
	case wrong == "":
		sw.fields.Accept(sweepEnds...)
		sw.editor.View.SetSweep(&n)
		sw.page.changed(theSweep)
		return
	}
	holds := s.From
	if field == sweepEnds[1] {
		holds = s.To
	}
	sw.fields.Refuse(field, text, upperFirst(strings.TrimPrefix(wrong, "view.sweep."))+"."+
		notifications.Still(number(holds)))
	sw.page.changed(theSweep)
}

func (sw *sweeps) scrub(text string) {
	if k, err := strconv.Atoi(text); err == nil {
		sw.sweep.Scrub(k)
	}
}

// playButton returns the button that plays a parameter, for the place beside its slider; nil if the frame has none.
func (sw *sweeps) playButton(p *method.Param) app.UI {
	if !sw.offered() {
		return nil
	}
	name, label := "play", words.Text("Play %s", called(p))
	s := sw.Sweep()
	mine := s != nil && s.Param == p.Name
	if mine && sw.sweep.Playing() {
		name, label = "pause", words.Text("Pause %s", called(p))
	}
	b := nest(click(el("button.play type=button id=play-of-$ data-param=$ aria-label=$ title=$", p.Name, p.Name,
		label, label), sw.onPlay), icon(name))
	if mine {
		with(b, ".on")
	}
	return b
}

func (sw *sweeps) onPlay(ctx app.Context, _ app.Event) { sw.play(data(ctx, "param")) }

// Sweep is the bar below the stage that controls the sweep.
type Sweep struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (w *Sweep) OnMount(ctx app.Context) {
	w.ctx = ctx
}

func (w *Sweep) reads() any { return w.core.page.version(theSweep | theFields) }

func (w *Sweep) Render() app.UI {
	w.core.page.rendering(w)
	k := w.core
	sw := &k.sweeps
	sw.shown = sw.Sweep()
	if !sw.shows() {
		return el("div.no-sweep hidden")
	}
	soon(w.ctx, w.sync)
	s, p := k.editor.View.Swept()
	button := func(id, name, label, hint string, fn app.EventHandler) app.UI {
		return nest(click(el("button.tool type=button id=sweep-$ aria-label=$ title=$", id, label, hint), fn), icon(name))
	}
	end := func(id, label string) app.UI {
		field := "sweep." + id
		in := listen(el("input.num type=text id=sweep-$ data-end=$ aria-label=$ autocomplete=off spellcheck=false"+
			" aria-invalid=$", id, id, label, strconv.FormatBool(k.fields.Has(field))), "change", w.onEnd)
		if k.fields.Has(field) {
			with(in, "aria-describedby=sweep-wrong")
		}
		return in
	}
	transport := nodes{button("start", "first", "To the first value", "To the first value", w.onStart),
		button("back", "back", "Previous value", "Previous value (,)", w.onBack)}
	if !reducedMotion() { // who prefers reduced motion can only step
		play, label := "play", "Play"
		if k.sweep.Playing() {
			play, label = "pause", "Pause"
		}
		transport.add(button("toggle", play, label, words.Text("%s (space on the slider; Esc stops)", label), w.onToggle))
	}
	transport.add(button("step", "forth", "Next value", "Next value (.)", w.onStep),
		button("end", "last", "To the last value", "To the last value", w.onLast))
	var times nodes
	list := sweepTimes
	if !slices.Contains(list, s.Time()) {
		list = append(slices.Clone(list), s.Time())
		slices.Sort(list)
	}
	for _, t := range list {
		times.add(el("option value=$ selected=$|$ s", plainNumber(t), strconv.FormatBool(t == s.Time()), number(t)))
	}
	name := method.NameOf(p.Name)
	body := nodes{
		box("div.transport", transport...),
		box("div.sweep-value", el("span title=$|$ = ", p.Label, name), el("b#sweep-value")),
		box("div.way", end("from", "from"),
			listen(el("input#sweep-at.slider type=range step=1 aria-label=$", words.Text("value of %s", called(p))),
				"change", w.onLetGo),
			end("to", "to")),
		box("div.sweep-how",
			with(button("fro", "swap", "Back and forth", "Back and forth, until stopped", w.onFro), "aria-pressed=$",
				strconv.FormatBool(s.Back)),
			box("div.select.speed title='Seconds from one end to the other'",
				nest(listen(el("select#sweep-time aria-label='seconds from one end to the other'"), "change", w.onTime),
					times...),
				icon("down")),
			button("close", "close", "Close", "Close", w.onClose)),
	}
	for _, field := range sweepEnds {
		if k.fields.Has(field) {
			body.add(el("p.wrong#sweep-wrong role=alert|$", k.fields.At(field).Message))
			break
		}
	}
	return nest(el("section.sweep#sweep aria-label='Play $'", called(p)), body...)
}

// sync writes the ends and the present value into the bar.
func (w *Sweep) sync() {
	k := w.core
	if !app.IsClient || !k.sweeps.shows() {
		return
	}
	s := k.sweeps.Sweep()
	for i, v := range []float64{s.From, s.To} {
		text := number(v)
		if f := k.fields; f.Has(sweepEnds[i]) {
			text = f.At(sweepEnds[i]).Text
		}
		if el := byID("sweep-" + []string{"from", "to"}[i]); el.Truthy() && !isFocused(el) {
			syncProperty(el, "value", text)
		}
	}
	k.sweeps.Write()
}

func (w *Sweep) onToggle(app.Context, app.Event) { w.core.sweeps.toggle() }
func (w *Sweep) onStart(app.Context, app.Event)  { w.core.sweep.Go(0) }
func (w *Sweep) onBack(app.Context, app.Event)   { w.core.sweep.Walk(-1) }
func (w *Sweep) onStep(app.Context, app.Event)   { w.core.sweep.Walk(1) }
func (w *Sweep) onLetGo(app.Context, app.Event)  { w.core.sweep.LetGo() }
func (w *Sweep) onClose(app.Context, app.Event)  { w.core.sweeps.close() }

func (w *Sweep) onLast(app.Context, app.Event) {
	_, last := w.core.sweep.At()
	w.core.sweep.Go(last)
}

// onEnd handles a value that was typed for one of the ends.
func (w *Sweep) onEnd(ctx app.Context, _ app.Event) {
	text, to := inputValue(ctx), data(ctx, "end") == "to"
	v, ok := parseNumber(text)
	w.core.sweeps.change(sweepEnds[b2i(to)], text, func(s *doc.Sweep) bool {
		if to {
			s.To = v
		} else {
			s.From = v
		}
		return ok
	})
}

func (w *Sweep) onFro(app.Context, app.Event) {
	w.core.sweeps.change("", "", func(s *doc.Sweep) bool {
		s.Back = !s.Back
		return true
	})
}

func (w *Sweep) onTime(ctx app.Context, _ app.Event) {
	t, ok := parseNumber(inputValue(ctx))
	w.core.sweeps.change("", "", func(s *doc.Sweep) bool {
		if s.Seconds = t; t == doc.SweepTime {
			s.Seconds = 0
		}
		return ok
	})
}
