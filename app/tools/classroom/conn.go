package classroom

import (
	"slices"
	"time"

	"pointscape/engine/class"
)

// Conn is the server's end of a connection. What is to be sent is not queued but noted: a connection that is slow is
// told the newest of everything when it is ready, and never holds more than its room does.
type Conn struct {
	hub   *Hub
	from  string // the address it came from
	ready chan struct{}

	// Under hub.mu:
	room   *room
	member *member // nil = a lecturer, or nobody yet
	tokens float64 // messages that it may still send
	filled time.Time

	secret, key string         // to be told once
	whole       bool           // a lecturer is to be told all
	greet       bool           // a student is to be told that it has joined
	state       bool           // the room's state is to be told
	kept        bool           // how many answers have come is to be told
	people      []int          // members to be told, by number
	dirty       []class.Answer // answers to be told: which ones; the newest value is read when they are sent
	looked      *class.Answer
	refused     []class.Message
	ended       bool
	replaced    bool
	gone        bool
}

// maxRefused bounds what is kept to be refused: whoever sends nonsense needs no more answers.
const maxRefused = 10

// Connect begins a connection from an address.
func (h *Hub) Connect(from string) *Conn {
	return &Conn{hub: h, from: from, ready: make(chan struct{}, 1), tokens: h.limits.Burst, filled: h.now()}
}

// Ready tells that Take has something to send.
func (c *Conn) Ready() <-chan struct{} { return c.ready }

func (c *Conn) wake() {
	select {
	case c.ready <- struct{}{}:
	default:
	}
}

// leads checks that a connection is a room's lecturer's. hub.mu is held.
func (c *Conn) leads() error {
	if c.room == nil || c.member != nil {
		return fault("lecturer", "must be the one of this room")
	}
	return nil
}

// maxDirty is the largest number of answers that are noted for a lecturer whose page is slow. If there are more, all
// answers are sent: looking up one among many for each message would hold up every room.
const maxDirty = 1000

// changed notes that a lecturer is to be sent an answer. hub.mu is held.
func (c *Conn) changed(a *class.Answer) {
	switch {
	case c.whole:
	case len(c.dirty) == maxDirty:
		c.whole, c.dirty = true, nil
	case !slices.ContainsFunc(c.dirty, func(b class.Answer) bool { return b.Member == a.Member && same(&b, a) }):
		c.dirty = append(c.dirty, class.Answer{Member: a.Member, Step: a.Step, Kind: a.Kind})
	}
	c.wake()
}

// Accept deals with a message. It returns false when the connection sends more than it may.
func (c *Conn) Accept(m *class.Message) bool {
	h := c.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	c.tokens = min(h.limits.Burst, c.tokens+now.Sub(c.filled).Seconds()*h.limits.Rate)
	c.filled = now
	if c.tokens < 1 {
		return false
	}
	c.tokens--
	if err := c.do(m); err != nil && len(c.refused) < maxRefused {
		f, ok := err.(*class.Fault)
		if !ok {
			f = &class.Fault{Field: "message", Text: err.Error()}
		}
		c.refused = append(c.refused, class.Message{Type: class.Refused, Field: f.Field, Text: f.Error(), N: m.N})
		c.wake()
	}
	return true
}

// do is what a message asks for. hub.mu is held.
func (c *Conn) do(m *class.Message) error {
	h := c.hub
	if c.room != nil {
		switch m.Type {
		case class.Put:
			return h.put(c, m)
		case class.Turn:
			return h.turn(c, m)
		case class.Reveal:
			return h.reveal(c, m)
		case class.Look:
			return h.look(c, m)
		case class.End:
			return h.end(c)
		}
		return fault("type", "must be one that a connection with a room may send")
	}
	switch m.Type {
	case class.Open:
		return h.open(c, m)
	case class.Lead:
		return h.lead(c, m)
	case class.Join:
		return h.join(c, m)
	}
	return fault("type", "must be open, lead or join: the connection has no room yet")
}

// Take returns what is to be sent now, and whether the connection is to be closed after that.
func (c *Conn) Take() (list []class.Message, last bool) {
	h := c.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	list, c.refused = c.refused, nil
	switch {
	case c.ended:
		return append(list, class.Message{Type: class.Ended}), true
	case c.replaced:
		return append(list, class.Message{Type: class.Ended, Text: "replaced"}), true
	case c.room == nil:
		return list, false
	case c.member != nil:
		return append(list, c.toMember()...), false
	}
	return append(list, c.toLecturer()...), false
}

// toMember is what a student is told. hub.mu is held.
func (c *Conn) toMember() (list []class.Message) {
	state := c.room.state
	switch {
	case c.greet:
		list = append(list, class.Message{Type: class.Joined, State: &state, Member: c.member.ID, Key: c.key, N: c.member.n,
			Deck: c.room.deck})
	case c.state:
		list = append(list, class.Message{Type: class.Changed, State: &state})
	}
	if c.kept && !c.greet {
		list = append(list, class.Message{Type: class.Kept, N: c.member.n})
	}
	c.greet, c.state, c.kept = false, false, false
	return list
}

// toLecturer is what a lecturer is told. hub.mu is held.
func (c *Conn) toLecturer() (list []class.Message) {
	state := c.room.state
	if c.whole {
		m := class.Message{Type: class.Room, Secret: c.secret, State: &state, Deck: c.room.deck}
		for _, who := range c.room.members {
			m.People = append(m.People, who.Member)
			for _, a := range who.answers {
				m.All = append(m.All, told(a))
			}
		}
		list = append(list, m)
		c.whole, c.state, c.secret, c.people, c.dirty = false, false, "", nil, nil
	}
	if c.state {
		list = append(list, class.Message{Type: class.Changed, State: &state})
	}
	if len(c.people) > 0 {
		m := class.Message{Type: class.Members}
		for _, id := range c.people {
			m.People = append(m.People, c.room.members[id-1].Member)
		}
		list = append(list, m)
	}
	if len(c.dirty) > 0 {
		m := class.Message{Type: class.Answers}
		for i := range c.dirty {
			b := &c.dirty[i]
			for _, a := range c.room.members[b.Member-1].answers {
				if same(&a, b) {
					m.All = append(m.All, told(a))
				}
			}
		}
		list = append(list, m)
	}
	if c.looked != nil {
		list = append(list, class.Message{Type: class.Looked, Answer: c.looked})
	}
	c.state, c.people, c.dirty, c.looked = false, nil, nil, nil
	return list
}

// told is an answer as a lecturer is told of it: a document comes when it is asked for.
func told(a class.Answer) class.Answer {
	if a.Kind == class.Document {
		a.Value = []byte("true")
	}
	return a
}

// Close ends a connection. The member stays, and may come back.
func (c *Conn) Close() {
	h := c.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if c.gone {
		return
	}
	c.gone = true
	switch r := c.room; {
	case r == nil:
	case c.member != nil:
		c.member.conn, c.member.Here = nil, false
		r.tellMember(c.member)
	default:
		r.leads = slices.DeleteFunc(r.leads, func(l *Conn) bool { return l == c })
	}
	c.room, c.member = nil, nil
}
