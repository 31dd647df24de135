package client

import (
	"strconv"
	"time"

	msg "pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/json"
)

// Around is the environment of a Client.
type Around struct {
	Clock  Clock
	Random func() float64 // as in Needs
	Dial   func(server string, e Ears) Link
	// Tell sends the page JSON of a msg.News.
	Tell func(news string)
	// Make makes a text later, and calls done with it, never from within Make: of the kind "class" for a msg.Panel (see
	// package results), or "code" for the QR code of an address.
	Make func(kind, text string, done func(text string, err error))
}

// Client attends a class by the page's orders.
type Client struct {
	Around
	at     msg.Attend
	room   Room
	local  shelf
	tab    shelf
	kept   []msg.Entry    // changed entries of storages that the page has not been told of
	last   string         // last state that the page was told, as JSON
	course *course.Course // that the lecturer's page shows

	// For a lecturer.
	read    msg.Order // the last order "page", without its Course
	shown   bool      // the panel is open
	step    int       // index of the step that the panel shows; -1 = the present one, read.At
	door    bool      // how to join is shown
	ending  bool      // the panel asks whether the class should end
	copied  bool      // the last attempt to copy the students' link succeeded
	why     string    // error of the last HTML of the answers; "" = none
	qr      string    // HTML of the QR code of qrOf; "" = not made yet
	qrOf    string    // the students' link for which qr was requested
	due     bool      // something has changed since the HTML of the answers was last requested
	busy    bool      // the HTML of the answers has been requested and is not there yet
	next    alarm     // set until the next request is allowed
	madeNew *string   // HTML of the answers that the page has not been told; nil = none
}

// boardEvery is the minimum time between two requests for the HTML of the answers.
const boardEvery = 250 * time.Millisecond

// New returns a client that attends no class yet.
func New(around Around, at msg.Attend) *Client {
	c := &Client{Around: around, at: at, step: -1, read: msg.Order{Page: -1}}
	c.local, c.tab = shelf{c, map[string]string{}}, shelf{c, map[string]string{}}
	c.room.Needs = Needs{Clock: c.Clock, Local: c.local, Tab: c.tab, Random: c.Random,
		Dial:    func(e Ears) Link { return c.Dial(at.Server, e) },
		Changed: c.changed, Heard: c.heard}
	return c
}

// shelf is the client's copy of a storage of the browser. Changes are sent to the page, which has the storage itself.
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

// Do carries out an order of the page.
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

// Online and Offline are called when the browser reports that its network is back or gone.
func (c *Client) Online()  { c.room.Online() }
func (c *Client) Offline() { c.room.Offline() }

// press handles the order "press".
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

// heard sends the page the news about a message of the server.
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
		if c.room.leads { // a student's bar is read out anyway
			n.Say = c.status()
		}
	default:
		c.refresh()
		return
	}
	c.tell(n)
	c.refresh()
}

// changed sends the page the present state if it differs from the last one, or if entries or HTML are waiting.
func (c *Client) changed() {
	if n, ok := c.now(msg.News{}); ok && n != c.last || len(c.kept) > 0 || c.madeNew != nil {
		c.tell(msg.News{})
	}
}

// tell sends the page the present state with the other fields of n, and the waiting entries and HTML.
func (c *Client) tell(n msg.News) {
	c.last, _ = c.now(msg.News{})
	n.Keep, n.Made = c.kept, c.madeNew
	c.kept, c.madeNew = nil, nil
	if text, ok := c.now(n); ok {
		c.Tell(text)
	}
}

// now returns JSON of n with the present state added.
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

// --- the lecturer's panel ---

// steps returns the index of the step that the panel shows, and the number of steps of the page.
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

// page returns the course's page that the lecturer reads; nil = none.
func (c *Client) page() *course.Page {
	if c.course == nil || c.read.Page < 0 || c.read.Page >= len(c.course.Pages) {
		return nil
	}
	return &c.course.Pages[c.read.Page]
}

// here returns the msg.Step of a step of the lecturer's page; the zero value if the lecturer reads no course.
func (c *Client) here(step int) msg.Step {
	if p := c.page(); p != nil {
		return msg.Step{Page: c.course.Course + "/" + p.ID, Step: step}
	}
	return msg.Step{}
}

// Panel returns JSON of the msg.Panel for the present step. all adds the other steps of the course that were answered.
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
	p.Members, p.Here, p.Ends = r.people, r.Here(), r.now.Ends
	for i := range r.answers { // the HTML shows one step, and who has sent a document
		if a := &r.answers[i]; all || a.Step == p.Step || a.Kind == msg.Document {
			p.Answers = append(p.Answers, *a)
		}
	}
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

// ofStep returns a panel that describes a step of the course, without answers and members.
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

// refresh has the HTML of the answers made again, if the panel is open and connected.
func (c *Client) refresh() {
	if c.room.leads && c.shown && c.room.state == In {
		c.due = true
		c.ask()
	}
}

// ask requests the HTML of the answers if it is due: one request at a time, and at most one every boardEvery.
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

// link returns the students' link to the lecturer's page. It contains the room's code, but not the secret.
func (c *Client) link() string {
	where := c.room.now.Where
	if where != "" {
		where = "&" + where[1:]
	}
	return c.at.Link + c.room.me.Code + where
}

// code requests the QR code of the students' link, if it is shown and the link has changed.
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

// revealable reports whether the step of the lecturer's page requires answers, which can be shown.
func (c *Client) revealable(at int) bool {
	p := c.page()
	return p != nil && at < len(p.Steps) && p.Steps[at].Kind != course.Note
}
