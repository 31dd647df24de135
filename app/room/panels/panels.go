// Package panels has the plots beside the stage, such as the parameter plane, the losses or a path.
//
// layout.go arranges them: in a column beside the stage if the window has room for one, otherwise among the results.
// One of them can swap places with the stage.
package panels

import (
	"slices"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// stepEvery is the time between updates of the panels while steps are played, heldEvery while the user also drags
// something, because a drag waits for the picture with the panels.
const (
	stepEvery = 100 * time.Millisecond
	heldEvery = 500 * time.Millisecond
)

// Needs has what Panels depends on.
type Needs struct {
	Clock    clock.Clock
	Embedded bool                              // in a frame of another site there is no room for plots
	Offered  func() []method.PanelInfo         // plots of the newest picture
	Called   func() bool                       // in presentation mode: even a low window shows plots
	Paint    func(id string, im workers.Image) // shows one
	Box      func(id string) Size              // size of a plot's box on the page; 0 if it is not shown
	Moved    func()                            // the arrangement has changed
	Redraw   func()                            // asks for a picture with panels of another size
}

// Panels has the plots' bitmaps, arrangement and sizes.
type Panels struct {
	Needs

	images []workers.Image
	ids    []string                 // ids of the plots in images
	keys   map[string][]picture.Key // legends by plot

	window, row Size // available size
	boxes       map[string]Size
	unmeasured  bool            // the boxes' sizes on the page are not known
	taken       int             // number of pictures that have come
	turns       map[string]turn // by plot, since the legends were last different
	asked       time.Time
	sought      []method.PanelInfo // those that were asked for, or will be

	// The plot that has swapped places with the stage, "" = none. If another plot replaces it in the list, that one
	// takes over. chosen is the last plot that was swapped.
	large, chosen string
	place         int
	back          bool // the user has swapped the stage back
}

// turn counts the changes of a box after a picture: n is the number of changes, taken the picture of the last one.
type turn struct{ n, taken int }

// mostTurns is how often a plot's box may change by itself before it grows no more.
const mostTurns = 3

// Arrange sets the size of the window, and of the row that stage and plots share.
func (p *Panels) Arrange(window, row Size) {
	was := p.Layout()
	p.window, p.row = window, row
	p.unmeasured = true
	if p.Layout() != was {
		p.Moved()
	}
}

// Layout returns the arrangement of the plots of the newest picture.
func (p *Panels) Layout() Layout {
	if p.Embedded {
		return Layout{}
	}
	list := p.Offered()
	l := layout(p.window, p.row, list, p.largest(list), p.Called())
	if at := slices.IndexFunc(list, func(x method.PanelInfo) bool { return x.Pad }); at >= 0 && !l.Beside &&
		l.Large == "" && !p.back {
		l = layout(p.window, p.row, list, list[at].ID, p.Called())
	}
	return l
}

// largest returns the plot in the stage's place. "All solvers" is another plot than "one solver", and takes over its
// place.
func (p *Panels) largest(list []method.PanelInfo) string {
	switch {
	case p.large == "" || has(list, p.large):
		return p.large
	case p.place < len(list):
		return list[p.place].ID
	}
	return ""
}

func has(list []method.PanelInfo, id string) bool {
	return slices.ContainsFunc(list, func(x method.PanelInfo) bool { return x.ID == id })
}

// Swap swaps a plot with the stage, or back if it already has been; "" stands for the last plot that was swapped, or
// the first. It returns which one it was.
func (p *Panels) Swap(id string) (which string) {
	list := p.Offered()
	if p.Embedded || len(list) == 0 {
		return ""
	}
	now := p.Layout().Large
	switch {
	case id != "":
	case now != "":
		id = now
	case has(list, p.chosen):
		id = p.chosen
	default:
		id = list[0].ID
	}
	if !has(list, id) {
		return ""
	}
	p.large, p.chosen = id, id
	p.place = slices.IndexFunc(list, func(x method.PanelInfo) bool { return x.ID == id })
	if p.back = id == now; p.back {
		p.large = ""
	}
	p.Moved() // and the page's boxes are measured
	return id
}

// Size returns the size of a plot's picture, in CSS pixels.
func (p *Panels) Size(id string) Size {
	s := p.boxes[id]
	if s.W > 0 && s.H > 0 {
		return s.within(budget)
	}
	// A guess until the page's boxes are measured.
	switch l := p.Layout(); {
	case l.Large == id && id != "":
		s = Size{p.row.W - l.Column, p.row.H - words}
	case l.Scrolls:
		s.W = l.Column - sides
		s.H = min(int(mostHigh*float64(s.W)), max(p.row.H-words-peek, int(flattest*float64(s.W))))
	case l.Beside:
		s.W = l.Column - sides
		s.H = min(s.W, max(p.row.H/max(len(p.Offered()), 1)-words, int(flattest*float64(s.W))))
	default:
		s = Size{288, 245}
	}
	if tall := p.Tall(id); tall > 0 {
		s.H = min(s.H, tall)
	}
	return Size{max(s.W, 1), max(s.H, 1)}.within(budget)
}

// Tall returns the greatest height of a plot; 0 = no limit, which also holds in the stage's place.
func (p *Panels) Tall(id string) int {
	list := p.Offered()
	at := slices.IndexFunc(list, func(x method.PanelInfo) bool { return x.ID == id })
	if at < 0 || p.Layout().Large == id {
		return 0
	}
	return list[at].Tall
}

// Low reports whether a plot is lower than it would be in a shared column.
func (p *Panels) Low(id string) bool {
	tall := p.Tall(id)
	return tall > 0 && float64(tall) < flattest*float64(p.Size(id).W)
}

// Asks returns the panels to ask for with a picture: all with a sharp one; none with a coarse one but those that follow
// a drag. While steps are played, all are asked for at intervals.
func (p *Panels) Asks(fine, stepping, held bool) (list []wire.PanelAsk) {
	every := stepEvery
	if held {
		every = heldEvery
	}
	if p.Embedded {
		return nil
	}
	all := fine || stepping && p.Clock.Now().Sub(p.asked) >= every
	offered := p.Offered()
	if all {
		p.asked, p.sought = p.Clock.Now(), offered
	}
	for _, x := range offered {
		if all || x.Live {
			s := p.Size(x.ID)
			list = append(list, wire.PanelAsk{ID: x.ID, W: s.W, H: s.H})
		}
	}
	return list
}

// Take takes the bitmaps and legends of a picture's panels, if it has any.
func (p *Panels) Take(images []workers.Image, ids []string, keys [][]picture.Key) {
	if len(images) == 0 {
		return
	}
	p.taken++
	images, ids = slices.Clip(images), slices.Clip(ids)
	offered := p.Offered()
	for i, id := range p.ids { // if only those that follow a drag have come, the others stay while they are offered
		if slices.Contains(ids, id) ||
			!slices.ContainsFunc(offered, func(x method.PanelInfo) bool { return x.ID == id }) {
			p.images[i].Close()
		} else {
			images, ids = append(images, p.images[i]), append(ids, id)
		}
	}
	p.images, p.ids = images, ids
	other := false
	for i, id := range ids {
		if i < len(keys) {
			other = other || !picture.SameWords(keys[i], p.keys[id])
			if p.keys == nil {
				p.keys = map[string][]picture.Key{}
			}
			p.keys[id] = keys[i]
		}
	}
	p.Show()
	if other {
		p.Moved() // and the page's boxes are measured
	} else {
		clear(p.turns)
	}
}

// Keys returns the legend of a plot.
func (p *Panels) Keys(id string) []picture.Key { return p.keys[id] }

// Words returns the texts of the legends of all offered plots.
func (p *Panels) Words() (text string) {
	for _, x := range p.Offered() {
		for _, k := range p.keys[x.ID] {
			text += k.Says + "\n"
		}
	}
	return text
}

func (p *Panels) free() {
	for _, im := range p.images {
		im.Close()
	}
	p.images, p.ids = nil, nil
}

// Clear frees the bitmaps and returns the stage to its place: the method is another one.
func (p *Panels) Clear() {
	p.free()
	p.boxes, p.keys = nil, nil
	swapped := p.large != ""
	if p.large, p.chosen, p.back = "", "", false; swapped {
		p.Moved()
	}
}

// Laid says that the page has laid the plots out anew.
func (p *Panels) Laid() {
	p.unmeasured = true
	p.Show()
}

// Resized says that the sizes of plots on the page have changed after the layout, for instance by a longer legend or a
// scroll bar that disappeared.
func (p *Panels) Resized() {
	if p.measure() {
		p.Redraw()
	}
}

// Show paints the newest bitmaps, and asks for others if their sizes differ from the page's boxes.
func (p *Panels) Show() {
	for i, id := range p.ids {
		if i < len(p.images) {
			p.Paint(id, p.images[i])
		}
	}
	if p.unmeasured && p.measure() {
		p.Redraw()
	}
}

// ShowAgain paints the newest bitmaps again, because the highlighting has changed.
func (p *Panels) ShowAgain() {
	for i, id := range p.ids {
		p.Paint(id, p.images[i])
	}
}

// measure reads the sizes of the page's boxes, and reports whether one has changed.
func (p *Panels) measure() (changed bool) {
	for _, x := range p.Offered() {
		box := p.Box(x.ID)
		if box.W <= 0 || box.H <= 0 {
			continue
		}
		p.unmeasured = false
		was, had := p.Size(x.ID), p.boxes[x.ID]
		if p.boxes == nil {
			p.boxes = map[string]Size{}
		}
		p.boxes[x.ID] = box
		if p.Size(x.ID) == was {
			continue
		}
		// In a smaller picture a legend may need one more line, which makes the picture smaller: two sizes would
		// alternate for ever. The smaller one stays.
		if p.turns == nil {
			p.turns = map[string]turn{}
		}
		if t := p.turns[x.ID]; t.taken != p.taken || t.n == 0 {
			p.turns[x.ID] = turn{t.n + 1, p.taken}
		}
		if p.turns[x.ID].n > mostTurns && box.H > had.H {
			p.boxes[x.ID] = had
			continue
		}
		changed = true
	}
	return changed
}

// Lacks reports whether a plot is offered that was neither offered nor asked for before: the plots are known only with
// a picture. It reports each such plot once.
func (p *Panels) Lacks() (lacks bool) {
	list := p.Offered()
	for _, x := range list {
		lacks = lacks || !has(p.sought, x.ID)
	}
	p.sought = list
	return lacks && !p.Embedded
}
