package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/json"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// legend says what is drawn.
type legend struct {
	*Core

	stale bool // its swatches are of a picture before
}

// legendReads is what a legend shows, and where: on the stage, as large as that, or in the panel.
type legendReads struct {
	onStage bool
	zoom    float64
	says    string
}

func (lg *legend) reads() legendReads {
	x := legendReads{onStage: lg.present.Legend(), zoom: lg.walls.zoom()}
	for _, k := range lg.keys() {
		x.says += k.Says + "\n"
	}
	return x
}

// keys are the entries of the legend: those of classes, those that come with the picture, and that of points which are
// picked out.
func (lg *legend) keys() []picture.Key {
	keys := append(lg.classes(), keysOf(lg.client.Picture())...)
	if len(lg.picked.points) == 0 {
		return keys
	}
	point := picture.Look{Kind: picture.LookMark, Role: picture.RolePoint, Class: picture.NoClass}
	mark := picture.Look{Kind: picture.LookMark, Role: picture.RolePicked, Class: picture.NoClass,
		On: []picture.Look{point}}
	return append(slices.Clip(keys), picture.Key{Says: lg.picked.says, Looks: []picture.Look{mark}})
}

// classes are those that have a name, where a frame has a legend and nothing else tells them. The page has their names
// on its chips.
func (lg *legend) classes() (list []picture.Key) {
	o := &lg.embedder.conversation.Options
	if !lg.Embedded || !o.Legend || !lg.editor.Points.Classes() {
		return nil
	}
	if lg.editor.Points.Rows() && (!slices.Contains(o.Hide, "classes") || lg.editor.Now().Table.Color > 0) {
		return nil
	}
	names := lg.editor.Names()
	for id, name := range names.Classes {
		if names.Named(id) {
			l := picture.Look{Kind: picture.LookMark, Role: picture.RolePoint, Class: id}
			if lg.painter.grouped() {
				l.Group = picture.NoClass
			}
			list = append(list, picture.Key{Says: name, Looks: []picture.Look{l}})
		}
	}
	return list
}

// list says what is drawn.
func (lg *legend) list() app.UI {
	keys := lg.keys()
	if len(keys) == 0 {
		return nil
	}
	rows := make([]app.UI, len(keys))
	classes := len(lg.classes())
	for i, k := range keys {
		says := box("span", sentence(upperFirst(k.Says)))
		if i < classes { // a name is as people have written it
			says = el("span dir=auto|$", k.Says)
		}
		rows[i] = box("li", el("span.swatch id=key-$", strconv.Itoa(i)), says)
	}
	return box("div.meanings", el("h2#legend-title|Legend"), box("ul aria-labelledby=legend-title", rows...))
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
	soon(ctx, m.core.legend.paint)
}

func (m *Meanings) reads() any {
	v := m.core.editor.View.Now()
	return struct {
		version int
		w, h    int // of the stage, which is narrower beside plots: the legend may cover points
		legend  legendReads
	}{m.core.page.version(theDocument | thePicked | theCourse), v.W, v.H, m.core.legend.reads()}
}

func (m *Meanings) Render() app.UI {
	m.core.page.rendering(m)
	soon(m.ctx, m.core.legend.paint)
	var legend app.UI
	if m.core.present.Legend() {
		legend = m.core.legend.list()
	}
	if legend == nil {
		return el("aside.stage-legend hidden")
	}
	class := "stage-legend"
	if m.core.legend.low() {
		class += " low"
	}
	return nest(el("aside class=$ aria-labelledby=legend-title", class), legend)
}

// low tells whether the legend on the stage hides fewer points in its lower right corner than in
// its upper one, as far as is known before it is laid out.
func (lg *legend) low() bool {
	v := lg.editor.View.Now()
	wide, high := 0.47*float64(v.W), 16+26*float64(len(lg.keys()))
	up, low := 0, 0
	for _, p := range lg.editor.Now().Points {
		x, y := v.PX(p.X), v.PY(p.Y)
		switch {
		case x < float64(v.W)-wide || x > float64(v.W):
		case y >= 0 && y < high:
			up++
		case y <= float64(v.H) && y > float64(v.H)-high:
			low++
		}
	}
	return low < up
}

// paint paints the swatches of the legend.
func (lg *legend) paint() {
	for i, k := range lg.keys() {
		lg.paintKey("key-"+strconv.Itoa(i), k)
	}
}

// paintKey paints the swatch of an entry of a legend, if it shows anything else.
func (lg *legend) paintKey(id string, k picture.Key) {
	what, _ := json.Marshal(k.Looks) // numbers that JSON has, and texts
	lg.screen.Elements.PaintOn(id, string(what), lg.theme.Palette(), k.Swatch)
}

func keysOf(p *wire.Picture) []picture.Key {
	if p == nil {
		return nil
	}
	return p.Keys
}
