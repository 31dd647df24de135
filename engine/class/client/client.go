package client

import (
	"strconv"
	"time"

	msg "pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/json"
)

// Around is what a Client works with beside its Room's needs.
type Around struct {
	Clock  Clock
	Random func() float64
	Dial   func(server string, e Ears) Link
	// Tell tells the page something, a msg.News as JSON.
	Tell func(news string)
	// Make has the engine make a text of a kind, soon: done is never called from within Make.
	Make func(kind, text string, done func(text string, err error))
}

// Client attends a class as the page orders.
type Client struct {
	Around
	at     msg.Attend
	room   Room
	local  shelf
	tab    shelf
	kept   []msg.Entry // that have changed since the page was told
	last   string      // that it was told
	course *course.Course

	// A lecturer's.
	read    msg.Order // the order "page"
	shown   bool      // the panel is open
	step    int       // of the page, that the panel shows; -1 = the present one
	door    bool      // how to join is shown
	ending  bool      // it was asked whether the class is to end
	copied  bool
	why     string // there is no HTML of the answers
	qr      string // the students' link, as HTML
	qrOf    string
	due     bool // something has changed since the HTML was asked for
	busy    bool // from asking for it until it comes
	next    alarm
	madeNew *string
}

// boardEvery is the time between two texts of the answers at least.
const boardEvery = 250 * time.Millisecond

// New makes a client.
func New(around Around, at msg.Attend) *Client {
	c := &Client{Around: around, at: at, step: -1, read: msg.Order{Page: -1}}
	c.local, c.tab = shelf{c, map[string]string{}}, shelf{c, map[string]string{}}
	c.room.Needs = Needs{Clock: c.Clock, Local: c.local, Tab: c.tab, Random: c.Random,
		Dial:    func(e Ears) Link { return c.Dial(at.Server, e) },
		Changed: c.changed, Heard: c.heard}
	return c
}

// shelf is a storage of the browser's, as far as the client needs it; the page keeps what is put there.
type shelf struct {
	c    *Client
	text map[string]string
}

func (s shelf) Get(key string) string { return s.text[key] }

func (s shelf) Set(key, value string) bool {
	s.text[key] = value
	s.c.kept = append(s.c.kept, msg.Entry{Key: key, Value: value})
	return true
}

func (s shelf) Remove(key string) {
	delete(s.text, key)
	s.c.kept = append(s.c.kept, msg.Entry{Key: key})
}

// Do does what the page orders.
func (c *Client) Do(o *msg.Order) {
	r := &c.room
	switch o.Do {
	case msg.Open, msg.Lead, msg.Join:
		for key, text := range o.Kept {
			c.local.text[key] = text
		}
		c.tab.text[msg.TabKey] = o.Tab
		c.ending, c.why = false, ""
		c.shown = o.Do != msg.Join
		switch o.Do {
		case msg.Open:
			r.Open(o.Title, o.Where, o.Deck)
		case msg.Lead:
			r.Lead()
		default:
			r.Join(o.Code)
		}
	case msg.Put:
		if o.Step != nil {
			r.Put(o.Step.Page, o.Step.Step, o.Kind, o.Value)
		}
	case msg.Turn:
		deck := o.Deck
		if deck == r.deck {
			deck = ""
		}
		r.Turn(o.Where, deck, r.now.Follow)
	case "page":
		if len(o.Course) > 0 {
			k := &course.Course{}
			if json.Unmarshal(o.Course, k) != nil {
				return
			}
			c.course, o.Course = k, nil
			c.step = -1
		}
		if c.read.Page != o.Page {
			c.step = -1
		}
		c.read = *o
		c.refresh()
	case "show":
		c.shown, c.ending = o.On, false
		c.refresh()
	case "door":
		c.door = o.On
		c.tell(msg.News{Focus: map[bool]string{true: "door-close", false: "menu-door"}[o.On]})
		c.code()
	case "copied":
		c.copied = o.On
	case "press":
		c.press(o)
	}
	c.changed()
}

// press does what a pressed control's id says.
func (c *Client) press(o *msg.Order) {
	r := &c.room
	at, _ := c.steps()
	switch o.ID {
	case "class-again":
		r.Again()
	case "class-nick":
		if f, ok := r.Name(o.Text).(*msg.Fault); ok {
			c.tell(msg.News{Toast: refuses(f.Field, f.Text)})
		}
	case "class-follow":
		r.Turn(r.now.Where, "", o.On)
	case "class-back", "class-forth":
		if c.step = at + 1; o.ID == "class-back" {
			c.step = at - 1
		}
		c.refresh()
	case "class-reveal":
		step := c.here(at)
		r.Reveal(step, !r.Revealed(step))
	case "class-look":
		if member, err := strconv.Atoi(o.Text); err == nil {
			r.Look(member)
		}
	case "class-end", "class-end-not":
		c.ending = !c.ending
		c.tell(msg.News{Focus: map[bool]string{true: "class-end-not", false: "class-end"}[c.ending]})
	case "class-end-now":
		c.ending = false
		r.End()
	}
}

// heard tells the page what it does of a message of the server.
func (c *Client) heard(m *msg.Message) {
	n := msg.News{Heard: m.Type}
	switch m.Type {
	case msg.Joined, msg.Room:
		n.Deck = c.room.deck
	case msg.Changed:
		n.Deck = m.Deck
	case msg.Looked:
		if m.Answer == nil || json.Unmarshal(m.Answer.Value, &n.Document) != nil {
			return
		}
	case msg.Refused:
		if c.room.state != Refused {
			n = msg.News{Toast: refuses(m.Field, m.Text)}
		}
	case msg.Ended:
		if c.room.leads { // a student's bar says it
			n.Say = c.status()
		}
	default:
		c.refresh()
		return
	}
	c.tell(n)
	c.refresh()
}

// changed tells the page how it stands, where that is new.
func (c *Client) changed() {
	if n, ok := c.now(msg.News{}); ok && n != c.last || len(c.kept) > 0 || c.madeNew != nil {
		c.tell(msg.News{})
	}
}

// tell tells the page how it stands, and more.
func (c *Client) tell(n msg.News) {
	c.last, _ = c.now(msg.News{})
	n.Keep, n.Made = c.kept, c.madeNew
	c.kept, c.madeNew = nil, nil
	if text, ok := c.now(n); ok {
		c.Tell(text)
	}
}

// now adds to the news how it stands.
func (c *Client) now(n msg.News) (text string, ok bool) {
	r := &c.room
	n.There, n.On, n.In, n.Leads, n.Code = r.state != Off, r.On(), r.state == In, r.leads, r.me.Code
	n.Where, n.Follow, n.Here = r.now.Where, r.now.Follow, r.Here()
	if n.There && r.leads {
		n.Link, n.Panel = c.link(), c.panel()
		if c.qr != "" && c.door {
			n.QR = &c.qr
		}
	} else if n.There {
		n.Bar = c.bar()
		n.State = map[State]string{In: "in", Connecting: "on"}[r.state]
	}
	b, err := json.Marshal(&n)
	return string(b), err == nil
}

// --- what the lecturer sees ---

// steps is the number of the step that the panel shows, and of how many.
func (c *Client) steps() (at, of int) {
	at = c.read.At
	if p := c.page(); p != nil {
		of = len(p.Steps)
	}
	if c.step >= 0 && c.step < of {
		at = c.step
	}
	return at, of
}

// page is the page of a course that is read; nil = none.
func (c *Client) page() *course.Page {
	if c.course == nil || c.read.Page < 0 || c.read.Page >= len(c.course.Pages) {
		return nil
	}
	return &c.course.Pages[c.read.Page]
}

// here is a step of that page, as answers have it.
func (c *Client) here(step int) msg.Step {
	if p := c.page(); p != nil {
		return msg.Step{Page: c.course.Course + "/" + p.ID, Step: step}
	}
	return msg.Step{}
}

// Panel is what the engine is asked to show, as JSON; all tells whether with it what the other steps ask that were
// answered.
func (c *Client) Panel(all bool) (text string, err error) {
	b, err := json.Marshal(c.asks(all))
	return string(b), err
}

func (c *Client) asks(all bool) *msg.Panel {
	at, _ := c.steps()
	r := &c.room
	p := &msg.Panel{Title: c.read.Title}
	reads := c.page() != nil
	if reads {
		p = c.ofStep(c.read.Page, at)
	}
	p.Answers, p.Members, p.Here, p.Ends = r.answers, r.people, r.Here(), r.now.Ends
	p.Revealed, p.Palette = r.Revealed(p.Step), c.read.Palette
	if !all || !reads {
		return p
	}
	answered := map[msg.Step]bool{p.Step: false}
	for i := range p.Answers {
		if step := p.Answers[i].Step; step != p.Step {
			answered[step] = true
		}
	}
	for i := range c.course.Pages {
		for k := range c.course.Pages[i].Steps {
			if q := c.ofStep(i, k); answered[q.Step] {
				p.Steps = append(p.Steps, *q)
			}
		}
	}
	return p
}

// ofStep is what a step of the course or deck asks.
func (c *Client) ofStep(page, step int) *msg.Panel {
	x := &c.course.Pages[page]
	p := &msg.Panel{Title: x.Title, Page: x.Document, Step: msg.Step{Page: c.course.Course + "/" + x.ID, Step: step}}
	if step >= len(x.Steps) {
		return p
	}
	if d, err := x.Begins(step); err == nil {
		p.Page = string(d)
	}
	s := &x.Steps[step]
	p.Kind, p.Text, p.Answer, p.Within, p.Check = s.Kind, s.Text, s.Answer, s.Within, s.Check
	for i := range s.Choices {
		p.Choices = append(p.Choices, s.Choices[i].Text)
		if s.Choices[i].Right {
			p.Right = append(p.Right, i)
		}
	}
	return p
}

// refresh has the HTML of the answers made anew, soon: one at a time, and at most every 250 ms.
func (c *Client) refresh() {
	if c.room.leads && c.shown && c.room.state == In {
		c.due = true
		c.ask()
	}
}

func (c *Client) ask() {
	if !c.due || c.busy || c.next.Waits() {
		return
	}
	c.due = false
	c.next.Set(c.Clock, boardEvery, c.ask)
	text, err := c.Panel(false)
	if err != nil {
		return
	}
	c.busy = true
	c.Make("class", text, func(html string, err error) {
		if c.busy, c.why = false, ""; err != nil {
			c.why = err.Error()
		} else {
			c.madeNew = &html
		}
		c.changed()
		c.ask()
	})
}

// link is the students' link: it has the code, and no secret.
func (c *Client) link() string {
	where := c.room.now.Where
	if where != "" {
		where = "&" + where[1:]
	}
	return c.at.Link + c.room.me.Code + where
}

// code has the students' link made a picture.
func (c *Client) code() {
	to := c.link()
	if !c.door || to == c.qrOf {
		return
	}
	c.qr, c.qrOf = "", to
	c.Make("code", to, func(html string, err error) {
		if err == nil && to == c.qrOf {
			c.qr = html
			c.changed()
		}
	})
}

// revealable tells whether the step has answers that can be shown.
func (c *Client) revealable(at int) bool {
	p := c.page()
	return p != nil && at < len(p.Steps) && p.Steps[at].Kind != course.Note
}
