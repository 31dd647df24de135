// Package panels is the room of the plots beside the stage: the parameter plane,
// the losses, a path.
//
// layout.go says where they stand: in a column beside the stage where the window has
// room for one, else among the results. One of them can change places with the stage.
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

// stepEvery is how often panels follow while steps go by, heldEvery while a hand moves
// something as well: it waits for the picture that the panels come with.
const (
	stepEvery = 100 * time.Millisecond
	heldEvery = 500 * time.Millisecond
)

// Needs are what Panels work with.
type Needs struct {
	Clock    clock.Clock
	Embedded bool                              // in somebody's frame there is no place for them
	Offered  func() []method.PanelInfo         // by the newest picture
	Called   func() bool                       // whether the page is presented, which shows them one by one
	Paint    func(id string, im workers.Image) // shows one
	Box      func(id string) Size              // what the page has for its picture; 0 when it is not shown
	Moved    func()                            // they stand elsewhere now
	Redraw   func()                            // asks for a picture with panels of another size
}

// Panels owns the plots' bitmaps, where they stand and how large they are.
type Panels struct {
	Needs

	images []workers.Image
	ids    []string                 // of images
	keys   map[string][]picture.Key // legends

	window, row Size // what there is
	boxes       map[string]Size
	unmeasured  bool            // boxes are not known to be what the page has for them
	taken       int             // how many pictures have come
	turns       map[string]turn // of each box, since pictures came with the same legends
	asked       time.Time
	sought      []method.PanelInfo // those that were asked for, or will be

	// The plot that has changed places with the stage, "" = none; one that takes
	// its place in the list stays there. chosen was the last that did.
	large, chosen string
	place         int
	back          bool // somebody has given the stage its place back
}

// turn is how often a box has changed after a picture, and after which picture it did so last.
type turn struct{ n, taken int }

// mostTurns is how often a plot's place may change of itself before it grows no more.
const mostTurns = 3

// Arrange tells the size of the window, and of the row that stage and plots share.
func (p *Panels) Arrange(window, row Size) {
	was := p.Layout()
	p.window, p.row = window, row
	p.unmeasured = true
	if p.Layout() != was {
		p.Moved()
	}
}

// Layout is where the plots stand that are offered now.
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

// largest is the plot that has the stage's place. "All solvers" is another plot than
// "one solver", and stays where that was.
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

// Swap has a plot change places with the stage, or back if it has already; "" stands
// for the one that did so last, or the first. It tells which one it was.
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
	p.Moved() // and their places are measured
	return id
}

// Size is that of a plot's picture, in CSS pixels.
func (p *Panels) Size(id string) Size {
	s := p.boxes[id]
	if s.W > 0 && s.H > 0 {
		return s.within(budget)
	}
	// What is asked for until the page knows the place that it has.
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

// Tall is how high a plot can be at most; 0 = as high as there is room, which it is, too, in
// the stage's place.
func (p *Panels) Tall(id string) int {
	list := p.Offered()
	at := slices.IndexFunc(list, func(x method.PanelInfo) bool { return x.ID == id })
	if at < 0 || p.Layout().Large == id {
		return 0
	}
	return list[at].Tall
}

// Low tells whether a plot is lower than it would be in a column that plots share.
func (p *Panels) Low(id string) bool {
	tall := p.Tall(id)
	return tall > 0 && float64(tall) < flattest*float64(p.Size(id).W)
}

// Asks are the panels to ask for with a picture: all with a sharp one, none with a coarse one but those that follow a
// hand; while steps go by they follow as the figures do, or now and then where a hand holds something.
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

// Take takes the bitmaps of a picture's panels and their legends, if it has any.
func (p *Panels) Take(images []workers.Image, ids []string, keys [][]picture.Key) {
	if len(images) == 0 {
		return
	}
	p.taken++
	images, ids = slices.Clip(images), slices.Clip(ids)
	offered := p.Offered()
	for i, id := range p.ids { // where some follow a hand, the others stay, while they are offered
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
		p.Moved() // and their places are measured
	} else {
		clear(p.turns)
	}
}

// Keys is the legend of a plot.
func (p *Panels) Keys(id string) []picture.Key { return p.keys[id] }

// Words are those of all legends of the plots that are offered.
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

// Clear frees the bitmaps, and the stage has its place: they are of another method.
func (p *Panels) Clear() {
	p.free()
	p.boxes, p.keys = nil, nil
	swapped := p.large != ""
	if p.large, p.chosen, p.back = "", "", false; swapped {
		p.Moved()
	}
}

// Laid tells that the page has laid out the plots anew.
func (p *Panels) Laid() {
	p.unmeasured = true
	p.Show()
}

// Resized tells that the page shows plots in another size since it has laid them out: a legend has become longer, a
// scroll bar is gone.
func (p *Panels) Resized() {
	if p.measure() {
		p.Redraw()
	}
}

// Show paints the newest bitmaps, and asks for others when they are not as large as
// the places that the page has for them.
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

// ShowAgain paints the newest bitmaps anew: something else is lit on them.
func (p *Panels) ShowAgain() {
	for i, id := range p.ids {
		p.Paint(id, p.images[i])
	}
}

// measure asks the page for its places, and tells whether one has changed.
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
		// A legend may have a line more in a smaller picture, and that takes its place: large and small would follow
		// each other for ever. The smaller one stays.
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

// Lacks tells that a plot is offered that was not before, and was not asked for: it is not
// known before a picture which there are. It is told once.
func (p *Panels) Lacks() (lacks bool) {
	list := p.Offered()
	for _, x := range list {
		lacks = lacks || !has(p.sought, x.ID)
	}
	p.sought = list
	return lacks && !p.Embedded
}
