package ui

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// legend says what is drawn: the entries come with the picture.
func (c *Controls) legend() app.UI {
	keys := keysOf(c.core.talk.Picture())
	if len(keys) == 0 {
		return nil
	}
	rows := make([]app.UI, len(keys))
	for i, k := range keys {
		rows[i] = app.Li().Body(app.Span().ID("key-"+strconv.Itoa(i)).Class("swatch"), app.Span().Body(sentence(upperFirst(k.Says))))
	}
	return app.Div().Class("meanings").Body(app.H2().ID("legend-title").Text("Legend"), app.Ul().Aria("labelledby", "legend-title").Body(rows...))
}

// paintLegend paints the swatches of the legend.
func (c *Core) paintLegend() {
	for i, k := range keysOf(c.talk.Picture()) {
		what, _ := json.Marshal(k.Looks)
		c.screen.PaintOn("key-"+strconv.Itoa(i), string(what), c.theme.Palette(), k.Swatch)
	}
}

func keysOf(p *wire.Picture) []picture.Key {
	if p == nil {
		return nil
	}
	return p.Keys
}

// sameWords tells whether two legends read the same.
func sameWords(a, b []picture.Key) bool {
	return slices.EqualFunc(a, b, func(a, b picture.Key) bool { return a.Says == b.Says })
}
