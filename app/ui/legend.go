package ui

import (
	"pointscape/engine/json"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// legend says what is drawn: the entries come with the picture.
func (c *Core) legend() app.UI {
	keys := keysOf(c.talk.Picture())
	if len(keys) == 0 {
		return nil
	}
	rows := make([]app.UI, len(keys))
	for i, k := range keys {
		rows[i] = app.Li().Body(app.Span().ID("key-"+strconv.Itoa(i)).Class("swatch"), app.Span().Body(sentence(upperFirst(k.Says))))
	}
	return app.Div().Class("meanings").Body(app.H2().ID("legend-title").Text("Legend"), app.Ul().Aria("labelledby", "legend-title").Body(rows...))
}

// Meanings is the legend on the stage while that is presented. It stands there instead
// of in the panel.
type Meanings struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (m *Meanings) OnMount(ctx app.Context) {
	m.ctx = ctx
	m.core.page.parts[PartMeanings] = m
	soon(ctx, m.core.paintLegend)
}

func (m *Meanings) Render() app.UI {
	soon(m.ctx, m.core.paintLegend)
	var legend app.UI
	if m.core.present.Legend() {
		legend = m.core.legend()
	}
	if legend == nil {
		return app.Aside().Class("stage-legend").Hidden(true)
	}
	return app.Aside().Class("stage-legend").Aria("labelledby", "legend-title").Body(legend)
}

// paintLegend paints the swatches of the legend.
func (c *Core) paintLegend() {
	for i, k := range keysOf(c.talk.Picture()) {
		c.paintKey("key-"+strconv.Itoa(i), k)
	}
}

// paintKey paints the swatch of an entry of a legend, if it shows anything else.
func (c *Core) paintKey(id string, k picture.Key) {
	what, _ := json.Marshal(k.Looks) // numbers that JSON has, and texts
	c.screen.PaintOn(id, string(what), c.theme.Palette(), k.Swatch)
}

func keysOf(p *wire.Picture) []picture.Key {
	if p == nil {
		return nil
	}
	return p.Keys
}
