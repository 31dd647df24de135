package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/json"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// legend explains the lines, marks and colours of the picture.
type legend struct {
	*Core

	stale bool // the swatches belong to an earlier picture
}

// legendReads has all that a legend depends on: whether it is on the stage or in the panel, its zoom, and its texts.
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

// keys returns the entries of the legend: those of classes, those of the picture, and one for the picked points.
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

// classes returns entries for the classes with names, in a frame that has a legend and in which nothing else shows
// these names. On the page they are on the buttons for classes in the dock.
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

// list returns the legend for the panel; nil if it has no entries.
func (lg *legend) list() app.UI {
	keys := lg.keys()
	if len(keys) == 0 {
		return nil
	}
	rows := make([]app.UI, len(keys))
	classes := len(lg.classes())
	for i, k := range keys {
		says := box("span", sentence(upperFirst(k.Says)))
		if i < classes { // names are shown as the user has written them
			says = el("span dir=auto|$", k.Says)
		}
		rows[i] = box("li", el("span.swatch id=key-$", strconv.Itoa(i)), says)
	}
	return box("div.meanings", el("h2#legend-title|Legend"), box("ul aria-labelledby=legend-title", rows...))
}

// Meanings is the legend on the stage in a presentation, where it replaces the one in the panel.
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
		w, h    int // size of the stage, which is narrower beside plots: the legend may cover points
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

// low reports whether the legend, before it is laid out, is estimated to hide fewer points in the lower right corner of
// the stage than in the upper right one.
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

// paintKey paints the swatch of an entry on the element with an id, if it shows something else there.
func (lg *legend) paintKey(id string, k picture.Key) {
	what, _ := json.Marshal(k.Looks) // cannot fail: finite numbers and texts
	lg.screen.Elements.PaintOn(id, string(what), lg.theme.Palette(), k.Swatch)
}

func keysOf(p *wire.Picture) []picture.Key {
	if p == nil {
		return nil
	}
	return p.Keys
}
