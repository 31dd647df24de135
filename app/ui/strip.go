package ui

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/frame"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// FrameAsks reads the query of the page's address: a course, a class, and the options of a frame (frame.Options).
func (c *Core) FrameAsks(q url.Values) {
	c.lectures.asks(q)
	c.live.asks(q)
	if !c.Embedded {
		return
	}
	c.conversation.Options, c.menus.stripWrong = frame.Read(q)
}

// embedder does what the embedding page asks for (frame.Needs), and enforces the locks.
type embedder struct {
	*Core

	outside bool // the present edit is made by the embedding page
}

// below returns the options of the strip below the plane: the course page's controls, or those of the frame.
func (em *embedder) below() frame.Options {
	if em.lecture.On() {
		// Controls that the present method does not have are left out: other steps of the page have another method.
		var o frame.Options
		for _, name := range em.lecture.Controls() {
			if _, unknown := (frame.Options{Controls: []string{name}}).Chosen(em.editor.Info(),
				em.editor.Now().Params); unknown == nil {
				o.Controls = append(o.Controls, name)
			}
		}
		return o
	}
	return em.conversation.Options
}

// locks returns the options of the frame; on a course page with its controls, and with its locks added.
func (em *embedder) locks() frame.Options {
	o := em.conversation.Options
	if em.lecture.On() {
		o.Controls, o.Lock = em.lecture.Controls(), append(slices.Clip(o.Lock), em.lecture.Now().Lock...)
	}
	return o
}

// Refuses, Locks and Later implement editor.Lock: they decide what the user may not change. The embedding page may
// change everything.
func (em *embedder) Refuses(from, to *doc.Document) string {
	if in := em.editor.Info(); in != nil && !em.outside {
		return em.locks().Refuses(in, from, to)
	}
	return ""
}

func (em *embedder) Locks(name string) bool {
	in := em.editor.Info()
	return in != nil && !em.outside && em.locks().Locks(in, em.editor.Now().Params, name)
}

func (em *embedder) Later() func(do func()) {
	outside := em.outside
	return func(do func()) {
		defer func(was bool) { em.outside = was }(em.outside)
		em.outside = outside
		do()
	}
}

func (em *embedder) Now() (doc.Document, *method.Info) {
	d, _ := em.editor.Settled()
	return d, em.editor.Info()
}

func (em *embedder) Picture() *wire.Picture {
	if em.client.PaintedState() < em.client.State() {
		return nil // the newest picture is of an earlier state
	}
	return em.client.Picture()
}

func (em *embedder) Load(text workers.Text, done func(*wire.Error)) {
	em.importer.JSON(text, "set by the web page", func(e *wire.Error) {
		if e != nil {
			done(e)
			return
		}
		em.client.Wait(done)
	})
}

func (em *embedder) Change(params map[string]any, done func(*wire.Error)) {
	defer func() { em.outside = false }()
	em.outside = true
	em.editor.History.Seal()
	for _, p := range em.editor.Info().Params { // in the order of the declaration
		if v, ok := params[p.Name]; ok {
			em.params.set(p.Name, v, "by the web page")
		}
	}
	em.client.Wait(done)
}

func (em *embedder) Steps() (step, steps, last int, ok bool) {
	if now := em.player.Now(); now != nil {
		return em.player.Step(), now.Steps, em.player.Last(), true
	}
	return 0, 0, 0, false
}

func (em *embedder) Play(on bool) {
	if on != em.player.Playing() {
		em.player.Toggle()
	}
}

// Drawn calls done when the present document is drawn, at its step.
func (em *embedder) Drawn(done func(*wire.Error)) {
	em.client.Wait(func(e *wire.Error) {
		if e == nil && em.player.Short() {
			em.client.WaitFor(em.client.State()+1, func(*wire.Error) { em.Drawn(done) })
			return
		}
		done(e)
	})
}

// Size returns the size of the frame and that of its plane.
func (em *embedder) Size() frame.Size {
	v := em.editor.View.Now()
	return frame.Size{Width: em.layout.window.W, Height: em.layout.window.H, PlaneWidth: v.W, PlaneHeight: v.H}
}

// Strip stands below the plane of a frame or a course page, with the controls and the legend that the address or the
// course asks for. The controls are those of the panel.
type Strip struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (s *Strip) OnMount(ctx app.Context) {
	s.ctx = ctx
	soon(ctx, s.sync)
}

func (s *Strip) reads() any { return readByControls(s.core) }

func (s *Strip) Render() app.UI {
	s.core.page.rendering(s)
	k := s.core
	soon(s.ctx, s.sync)
	if k.editor.Info() == nil {
		return el("div.no-strip hidden")
	}
	options := k.embedder.below()
	list, unknown := options.Chosen(k.editor.Info(), k.editor.Now().Params)
	var body nodes
	for _, x := range list {
		from := len(body)
		switch {
		case x.Param != nil && method.Is[method.Estimators](x.Param.Kind):
			body.add(k.paramRows.choices(x.Param)...)
		case x.Param != nil:
			p := *x.Param
			if _, i, ok := method.Within(p.Name); ok && strings.Contains(p.Name, "[") {
				p.Label = strconv.Itoa(i+1) + ": " + p.Label // the number of the estimator in the list
			}
			body = append(append(body, k.paramRows.row(&p)), k.paramRows.hypers(x.Param)...)
		case x.Show != nil: // not the one of held-out points: it is in the dock
			body.add(k.shows.show(x.Show))
		}
		if k.editor.Locks(x.Name()) {
			body = append(body[:from], held(body[from:]...))
		}
	}
	if options.Legend {
		body.add(s.core.legend.list())
	}
	for _, text := range append(k.menus.stripWrong, frame.Unknown(k.editor.Info(), unknown)) {
		if text != "" {
			body.add(el("p.strip-note role=note|$", text))
		}
	}
	return nest(el("section.strip#strip aria-label=Controls hidden=$", strconv.FormatBool(len(body) == 0)), body...)
}

// held returns controls that the user cannot change.
func held(controls ...app.UI) app.UI {
	return box("fieldset.held disabled title='Locked on this page'", slices.Clone(controls)...)
}

// sync sets the values of the inputs after rendering, and writes errors of the address to the console once.
func (s *Strip) sync() {
	k := s.core
	if k.editor.Info() == nil || !app.IsClient {
		return
	}
	options := k.embedder.below()
	list, unknown := options.Chosen(k.editor.Info(), k.editor.Now().Params)
	on := k.editor.Layers.Shown()
	for _, x := range list {
		if x.Param != nil {
			k.inputs.sync(x.Param)
		} else if el := byID("show-" + x.Name()); x.Show != nil && el.Truthy() {
			syncChecked(el, on[x.Show.Name])
		}
	}
	if options.Legend {
		k.legend.paint()
	}
	for _, text := range append(k.menus.stripWrong, frame.Unknown(k.editor.Info(), unknown)) {
		if text != "" && !k.menus.stripTold[text] {
			warn("pointscape: " + text)
			k.menus.stripTold[text] = true
		}
	}
}

// title returns the document's title above the plane, if the frame's address asks for it.
func (em *embedder) title() app.UI {
	title := em.editor.Now().Title
	return el("p.frame-title#frame-title hidden=$|$",
		strconv.FormatBool(!em.Embedded || !em.conversation.Options.Title || title == ""), title)
}

// controls returns the controls that a frame of the present document may have.
func (em *embedder) controls() []frame.Control {
	if em.editor.Info() == nil {
		return nil
	}
	return frame.Available(em.editor.Info(), em.editor.Now().Params)
}

// tick returns a checkbox with a label.
func tick(id, value, label string, on bool, fn app.EventHandler) app.UI {
	return nest(el("label.tick for=$", id),
		listen(el("input type=checkbox id=$ data-tick=$ data-on=$", id, value, strconv.FormatBool(on)), "change",
			fn),
		el("span|$", upperFirst(label)))
}
