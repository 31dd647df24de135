package ui

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/frame"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// FrameAsks takes what the address of a frame asks for; see frame.Options.
func (c *Core) FrameAsks(q url.Values) {
	if !c.Embedded {
		return
	}
	c.guest.Options, c.menus.stripWrong = frame.Read(q)
}

// guestNeeds is what the conversation with the page around works with.
func (c *Core) guestNeeds() frame.Needs {
	loaded := func(done func(*wire.Error)) func(*wire.Error) {
		return func(e *wire.Error) {
			if e != nil {
				done(e)
				return
			}
			c.client.Wait(done)
		}
	}
	return frame.Needs{
		Post: post, Build: build(),
		Now: func() (doc.Document, *method.Info) {
			d, _ := c.editor.Settled()
			return d, c.editor.Info()
		},
		Picture: func() *wire.Picture {
			if c.client.PaintedState() < c.client.State() {
				return nil // it shows what was
			}
			return c.client.Picture()
		},
		Load: func(text workers.Text, done func(*wire.Error)) {
			c.importer.JSON(text, "set by the page around", loaded(done))
		},
		Change: func(params map[string]any, done func(*wire.Error)) {
			c.editor.Seal()
			for _, p := range c.editor.Info().Params { // in one order
				if v, ok := params[p.Name]; ok {
					c.setParam(p.Name, v, "by the page around")
				}
			}
			c.client.Wait(done)
		},
		Check: c.importer.Check,
		Steps: func() (step, steps, last int, ok bool) {
			if now := c.player.Now(); now != nil {
				return c.player.Step(), now.Steps, c.player.Last(), true
			}
			return 0, 0, 0, false
		},
		Drawn: c.drawn,
		Walk:  c.player.Walk,
		Play: func(on bool) {
			if on != c.player.Playing() {
				c.player.Toggle()
			}
		},
		Size: c.frameSize,
	}
}

// drawn calls done when the present is drawn, at its step.
func (c *Core) drawn(done func(*wire.Error)) {
	c.client.Wait(func(e *wire.Error) {
		if e == nil && c.player.Short() {
			c.client.WaitFor(c.client.State()+1, func(*wire.Error) { c.drawn(done) })
			return
		}
		done(e)
	})
}

// frameSize is how large the frame is, and its plane.
func (c *Core) frameSize() frame.Size {
	v := c.editor.View()
	return frame.Size{Width: c.window.W, Height: c.window.H, PlaneWidth: v.W, PlaneHeight: v.H}
}

// Strip stands below the plane of a frame, with the controls and the legend that its
// address asks for. The controls are the panel's.
type Strip struct {
	app.Compo
	core  *Core
	ctx   app.Context
	panel Controls
}

func (s *Strip) OnMount(ctx app.Context) {
	s.ctx = ctx
	s.core.page.parts[PartControls] = s
	soon(ctx, s.sync)
}

func (s *Strip) Render() app.UI {
	k := s.core
	soon(s.ctx, s.sync)
	s.panel.core = k
	if k.editor.Info() == nil {
		return app.Div().Class("no-strip").Hidden(true)
	}
	list, unknown := k.guest.Options.Chosen(k.editor.Info(), k.editor.Now().Params)
	var body []app.UI
	for _, x := range list {
		switch {
		case x.Param != nil && method.Is[method.Estimators](x.Param.Kind):
			body = append(body, s.panel.choices(x.Param)...)
		case x.Param != nil:
			p := *x.Param
			if _, i, ok := method.Within(p.Name); ok && strings.Contains(p.Name, "[") {
				p.Label = strconv.Itoa(i+1) + ": " + p.Label // whose it is
			}
			body = append(append(body, s.panel.row(&p)), s.panel.hypers(x.Param)...)
		case x.Show != nil: // the dock has that which holds points out
			body = append(body, s.panel.show(x.Show))
		}
	}
	if k.guest.Options.Legend {
		body = append(body, s.core.legend())
	}
	for _, text := range append(k.menus.stripWrong, frame.Unknown(k.editor.Info(), unknown)) {
		if text != "" {
			body = append(body, app.P().Class("strip-note").Attr("role", "note").Text(text))
		}
	}
	return app.Section().Class("strip").ID("strip").Aria("label", "Controls").Hidden(len(body) == 0).Body(body...)
}

// sync gives the inputs their values, as Controls does.
func (s *Strip) sync() {
	k := s.core
	if k.editor.Info() == nil || !app.IsClient {
		return
	}
	list, unknown := k.guest.Options.Chosen(k.editor.Info(), k.editor.Now().Params)
	on := k.editor.Shown()
	for _, x := range list {
		if x.Param != nil {
			k.syncParam(x.Param)
		} else if el := byID("show-" + x.Name()); x.Show != nil && el.Truthy() {
			el.Set("checked", on[x.Show.Name])
		}
	}
	if k.guest.Options.Legend {
		k.paintLegend()
	}
	for _, text := range append(k.menus.stripWrong, frame.Unknown(k.editor.Info(), unknown)) {
		if text != "" && !k.menus.stripTold[text] {
			warn("pointscape: " + text)
			k.menus.stripTold[text] = true
		}
	}
}

// frameTitle is the document's title above the plane, where the address asks for it.
func (c *Core) frameTitle() app.UI {
	title := c.editor.Now().Title
	return app.P().Class("frame-title").ID("frame-title").Hidden(!c.Embedded || !c.guest.Options.Title || title == "").Text(title)
}

// available are the controls that a frame of the present document may have.
func (c *Core) available() []frame.Control {
	if c.editor.Info() == nil {
		return nil
	}
	return frame.Available(c.editor.Info(), c.editor.Now().Params)
}

// tick is a box to tick, with its words.
func tick(id, value, label string, on bool, fn app.EventHandler) app.UI {
	return app.Label().Class("tick").For(id).Body(
		app.Input().Type("checkbox").ID(id).DataSet("tick", value).DataSet("on", strconv.FormatBool(on)).OnChange(fn),
		app.Span().Text(upperFirst(label)))
}
