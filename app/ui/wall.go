package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/wall"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// walls shows the pictures beside the document's own (doc.Wall).
type walls struct {
	*Core

	names []string // of the pictures
	shown grid     // grid that the page was rendered for last
	over  string   // what the user has chosen that the next wall varies
	fitMS float64  // duration of the newest fit of the document's own picture
}

// grid is the arrangement of the pictures: n pictures, the document's own at index own, in cols columns and rows rows.
type grid struct {
	n, own, cols, rows int
	lines              int     // number of lines of a caption
	zoom               float64 // magnification of lines, points and text in the pictures
}

func (wl *walls) Cells() (n, own int) {
	cells := wl.editor.Wall.Cells()
	return len(cells), slices.IndexFunc(cells, func(c doc.Cell) bool { return c.Own })
}

// on reports whether the document has a wall.
func (wl *walls) on() bool { return wl.editor.Loaded() && wl.editor.Now().Wall != nil }

func (wl *walls) Compose(fine bool) (d wire.Draw, frame picture.Frame, points func() []float64, ok bool) {
	q, ok, err := wl.requests.compose(fine)
	if !ok || err != nil {
		return d, frame, nil, false
	}
	d = q.Draw
	d.Run, d.Tuned, d.Panels, d.Grow, d.Keep, d.Curve, d.Runs = 0, 0, nil, false, 0, nil, nil
	return d, wl.screen.Frame(), q.Points, true
}

func (wl *walls) Paint(i int, im workers.Image) {
	wl.screen.Elements.Show(cellID(i, "plane"), im)
	if !im.Pixels() {
		im.Close()
	}
}

func cellID(i int, of string) string { return "wall-" + strconv.Itoa(i) + "-" + of }

// Said writes the texts about picture i without rendering anything: they change during a drag.
func (wl *walls) Said(i int) {
	c := wl.wall.Cell(i)
	if i < len(wl.names) {
		syncText(cellID(i, "name"), wl.names[i])
	}
	errors, ms := wl.told(i)
	syncText(cellID(i, "told"), strings.Join(errors, " · "))
	syncText(cellID(i, "took"), took(ms))
	syncText(cellID(i, "here"), words.Readable(c.Here))
	syncText(cellID(i, "fault"), wl.fault(i))
	if el := byID(cellID(i, "box")); el != nil && el.Truthy() {
		el.Get("classList").Call("toggle", "apart", c.Apart)
	}
	alt := c.Alt
	if wl.lecture.Asking() { // the description of the picture would answer the question
		alt = strings.Join(errors, ". ")
	}
	if el := byID(cellID(i, "plane")); el != nil && el.Truthy() && i < len(wl.names) {
		el.Call("setAttribute", "aria-label", words.Readable(strings.TrimSpace(wl.names[i]+": "+alt)))
	}
}

// fault returns why picture i is missing, "" if it is not.
func (wl *walls) fault(i int) string {
	if dead := wl.wall.Dead(); dead != "" {
		return words.Text("The engine of these pictures stopped: %s", dead)
	}
	return words.Readable(wl.wall.Cell(i).Fault)
}

// told returns the errors of picture i, and the duration of its newest fit in milliseconds, 0 if unknown.
func (wl *walls) told(i int) (errors []string, ms float64) {
	if _, own := wl.Cells(); i != own {
		c := wl.wall.Cell(i)
		return c.Errors, c.FitMS
	}
	if p := wl.client.Picture(); p != nil {
		if p.FitMS > 0 {
			wl.fitMS = p.FitMS
		}
		return method.ErrorsTold(p.Facts), wl.fitMS
	}
	return nil, 0
}

// took formats the duration of a fit; "" for 0.
func took(ms float64) string {
	switch {
	case ms == 0:
		return ""
	case ms < 1:
		return "under 1\u00a0ms"
	case ms >= 1000:
		return words.Figure(words.Significant(ms/1000, 2)) + nbsp + "s"
	}
	return strconv.Itoa(int(ms+0.5)) + nbsp + "ms"
}

// said writes the texts about all pictures: a question was answered, or another one is open.
func (wl *walls) said() {
	for i := range wl.names {
		wl.Said(i)
	}
}

// ownSaid writes the texts about the document's own picture, whose values have changed.
func (wl *walls) ownSaid() {
	if wl.on() {
		if _, own := wl.Cells(); own >= 0 {
			wl.Said(own)
		}
	}
}

func (wl *walls) Settled() {
	wl.page.marks.set("wall", map[bool]string{true: "busy", false: "done"}[wl.wall.Unfinished()])
	wl.lay()
}

// lay has the page arrange the pictures anew if their grid has changed.
func (wl *walls) lay() {
	if wl.grid() != wl.shown {
		wl.page.changed(theWall)
	}
}

// changed updates the pictures and their names after a change; other says that they belong to another document, and are
// discarded.
func (wl *walls) changed(other bool) {
	if names := wl.cellNames(); !slices.Equal(names, wl.names) {
		wl.names = names
		for i := range names {
			wl.Said(i)
		}
	}
	wl.lay()
	if other {
		wl.wall.Other()
		return
	}
	wl.wall.Changed()
}

// grid returns the arrangement of the pictures for the present document and window.
func (wl *walls) grid() (g grid) {
	if !wl.on() {
		return g
	}
	g.n, g.own = wl.Cells()
	row := shownSize("stage-row")
	g.cols, g.rows = wall.Grid(g.n, row.W, row.H)
	g.zoom = wall.Zoom(g.cols, g.rows, row.W, row.H, wl.present.On())
	told := make([]string, g.n)
	for i := range told {
		errors, _ := wl.told(i)
		if told[i] = strings.Join(errors, " · "); told[i] == "" && wl.fault(i) == "" {
			told[i] = strings.Repeat(" ", 30) // room for errors that are not known yet
		}
	}
	g.lines = wall.Lines(row.W/max(g.cols, 1), wl.words(), wl.names, told)
	return g
}

// words returns the magnification of text: 1 except in a presentation.
func (wl *walls) words() float64 {
	if wl.present.On() {
		return wl.presentation.scale()
	}
	return 1
}

// zoom returns how many CSS pixels a pixel of the stage is; fewer for several pictures than for one.
func (wl *walls) zoom() float64 {
	z := wl.present.Zoom()
	if wl.shown.n > 0 {
		z *= wl.shown.zoom
	}
	return z
}

// point shows a cross on all pictures at the position (px, py), in pixels of the stage, that is pointed at on one of
// them; inside is false when the pointer has left.
func (wl *walls) point(px, py float64, inside bool) {
	if !wl.on() {
		return
	}
	n, _ := wl.Cells()
	f, z := wl.screen.Frame(), wl.zoom()
	for i := range n {
		showCross(cellID(i, "at"), z*(px+float64(f.Left)), z*(py+float64(f.Top)), inside)
	}
	if !inside {
		wl.wall.Leave()
		return
	}
	v := wl.editor.View.Now()
	wl.wall.Point(v.DX(px), v.DY(py))
}

// name returns the name of a picture.
func (wl *walls) name(c doc.Cell) string {
	now := wl.editor.Now()
	return words.Readable(wl.editor.Info().CellName(&now, c, func(id string) string {
		if in := wl.catalogue.Method(id); in != nil {
			return in.Name
		}
		return id
	}))
}

func (wl *walls) cellNames() (list []string) {
	for _, c := range wl.editor.Wall.Cells() {
		list = append(list, wl.name(c))
	}
	return list
}

// Wall is the component of the pictures beside the document's own, and of the headings of all.
type Wall struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (w *Wall) OnMount(ctx app.Context) {
	w.ctx = ctx
}

func (w *Wall) reads() any { return w.core.page.version(theWall) }

func (w *Wall) Render() app.UI {
	w.core.page.rendering(w)
	wl := &w.core.walls
	g := wl.shown
	var list nodes
	for i, c := range w.core.editor.Wall.Cells() {
		list.add(w.cell(g, i, c))
	}
	soon(w.ctx, func() {
		for i := range g.n {
			if i != g.own {
				wl.screen.Mirror("wall-" + strconv.Itoa(i))
			}
			wl.Said(i)
		}
	})
	return nest(el("section.wall#wall aria-label='Pictures side by side' hidden=$",
		strconv.FormatBool(list == nil)),
		list...)
}

// cell returns picture i with its heading. For the document's own it returns only the heading, because the stage is
// there.
func (w *Wall) cell(g grid, i int, c doc.Cell) app.UI {
	wl := &w.core.walls
	name, says := string(rune('a'+i)), wl.name(c)
	open := nest(click(el("button.wall-open type=button id=$ data-cell=$ title='Open only this picture'",
		cellID(i, "open"), strconv.Itoa(i)), w.onOpen),
		el("strong|($) ", name),
		el("span id=$|$", cellID(i, "name"), says))
	head := nodes{open, el("span.wall-told id=$", cellID(i, "told")),
		el("span.wall-took id=$", cellID(i, "took"))}
	if !c.Own && !w.core.Embedded {
		head.add(nest(click(el("button.tool type=button id=$ data-cell=$ aria-label='Remove picture $'"+
			" title='Remove this picture'", cellID(i, "off"), strconv.Itoa(i), name), w.onOff),
			icon("close")))
	}
	class := "wall-cell"
	body := nodes{box("div.wall-head", head...)}
	cross := el("div.wall-at id=$ aria-hidden=true", cellID(i, "at"))
	if c.Own {
		class += " own"
		with(open, "aria-current=true")
		body.add(box("div.wall-over aria-hidden=true", cross))
	} else {
		body.add(nest(el("div.wall-box id=$", cellID(i, "box")),
			el("canvas id=$ aria-hidden=true", cellID(i, "left")),
			el("canvas id=$ aria-hidden=true", cellID(i, "below")),
			el("canvas.wall-plane id=$ role=img aria-label=$", cellID(i, "plane"), says),
			cross,
			el("div.wall-here id=$ aria-hidden=true", cellID(i, "here")),
			el("p.wall-fault id=$", cellID(i, "fault"))))
	}
	return nest(el("figure class=$ style=grid-area:$", class, area(g, i)), body...)
}

// area returns the place of picture i as a CSS grid-area. A picture takes two columns (web/app.css), so that an
// incomplete last row can be centred.
func area(g grid, i int) string {
	if g.cols == 0 {
		return "auto"
	}
	row, left := i/g.cols, 2*(i%g.cols)+1
	if last := g.n - row*g.cols; last < g.cols {
		left += g.cols - last
	}
	return strconv.Itoa(row+1) + " / " + strconv.Itoa(left)
}

func (w *Wall) pressed(ctx app.Context) (c doc.Cell, ok bool) {
	cells := w.core.editor.Wall.Cells()
	i, err := strconv.Atoi(data(ctx, "cell"))
	if err != nil || i >= len(cells) {
		return c, false
	}
	return cells[i], true
}

func (w *Wall) onOpen(ctx app.Context, _ app.Event) {
	if c, ok := w.pressed(ctx); ok {
		w.core.editor.Wall.Open(c)
		w.core.page.afterRender(func() { w.core.screen.FocusQuietly() })
	}
}

func (w *Wall) onOff(ctx app.Context, _ app.Event) {
	if c, ok := w.pressed(ctx); ok {
		w.core.editor.Wall.Without(c)
	}
}
