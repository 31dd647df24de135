package classroom

import (
	"slices"
	"time"

	"pointscape/engine/class"
)

// Conn is the server's end of a connection. It has no queue of messages; it notes what must be sent. So a slow client
// gets the newest values when it reads again, and the server's memory stays bounded.
type Conn struct {
	hub   *Hub
	from  string        // the client's IP address
	ready chan struct{} // holds a value if Take may have messages; capacity 1

	// Under hub.mu:
	room   *room     // nil = none yet, or no longer
	member *member   // nil = a lecturer, if there is a room
	tokens float64   // messages that the client might still send at the time filled
	filled time.Time // when tokens was computed

	secret, key string          // the room's secret, until it is sent; the member's key
	whole       bool            // send a lecturer the whole room
	greet       bool            // send a student that it has joined
	state       bool            // send the room's state
	deck        bool            // the state is sent with the deck, which is another one
	kept        bool            // send a student the number of answers that have arrived
	people      []int           // ids of members to send to a lecturer
	dirty       []class.Answer  // answers to send to a lecturer, without values: Take reads the newest ones
	looked      *class.Answer   // document to send to a lecturer; nil = none
	refused     []class.Message // refusals to send
	ended       bool            // the room has been closed
	replaced    bool            // the member has joined over another connection
	gone        bool            // Close was called
}

// maxRefused is the largest number of refusals that wait to be sent. Further ones are dropped.
const maxRefused = 10

// Connect returns a new connection from an IP address, without a room.
func (h *Hub) Connect(from string) *Conn {
	return &Conn{hub: h, from: from, ready: make(chan struct{}, 1), tokens: h.limits.Burst, filled: h.now()}
}

// Ready returns a channel that receives a value when Take may have something to send.
func (c *Conn) Ready() <-chan struct{} { return c.ready }

func (c *Conn) wake() {
	select {
	case c.ready <- struct{}{}:
	default:
	}
}

// leads returns an error unless the connection is one of a room's lecturer. The caller holds hub.mu.
func (c *Conn) leads() error {
	if c.room == nil || c.member != nil {
		return fault("lecturer", "must be the one of this room")
	}
	return nil
}

// maxDirty is the largest number of answers that are noted for a lecturer whose page is slow. If more are to be noted,
// the whole room will be sent: each new answer searches the list, which would delay every room if the list were long.
const maxDirty = 1000

// changed notes that an answer must be sent to this lecturer. The caller holds hub.mu.
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

// Accept handles a message of the client. A message with a fault is answered by class.Refused. Accept returns false,
// and ignores the message, if the client sends more messages than it may.
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

// do carries out a message. The caller holds hub.mu, also while do calls the functions of the message types.
//
// Errors: a *class.Fault that says why the message is refused.
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

// Take returns the messages that must be sent now, each once, and whether the connection must be closed after them.
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

// toMember returns the messages for a student, and resets what was noted. The caller holds hub.mu.
func (c *Conn) toMember() (list []class.Message) {
	state := c.room.state
	switch {
	case c.greet:
		list = append(list, class.Message{Type: class.Joined, State: &state, Member: c.member.ID, Key: c.key, N: c.member.n,
			Deck: c.room.deck})
	case c.state:
		list = append(list, c.stateChanged())
	}
	if c.kept && !c.greet {
		list = append(list, class.Message{Type: class.Kept, N: c.member.n})
	}
	c.greet, c.state, c.deck, c.kept = false, false, false, false
	return list
}

// stateChanged returns the message with the state of the room, and with its deck if that is another one. The caller
// holds hub.mu.
func (c *Conn) stateChanged() class.Message {
	state := c.room.state
	m := class.Message{Type: class.Changed, State: &state}
	if c.deck {
		m.Deck = c.room.deck
	}
	return m
}

// maxSent is the size, in bytes, of answers that are sent in one message; the rest of a large room follows in others,
// so that each can be written in waitWrite on a slow line.
const maxSent = 256 << 10

// inRoom reports whether the connection belongs to a room.
func (c *Conn) inRoom() bool {
	c.hub.mu.Lock()
	defer c.hub.mu.Unlock()
	return c.room != nil
}

// toLecturer returns the messages for a lecturer, and resets what was noted. The caller holds hub.mu.
func (c *Conn) toLecturer() (list []class.Message) {
	state := c.room.state
	if c.whole {
		m := class.Message{Type: class.Room, Secret: c.secret, State: &state, Deck: c.room.deck}
		size := 0
		for _, who := range c.room.members {
			m.People = append(m.People, who.Member)
		}
		for _, who := range c.room.members {
			for _, a := range who.answers {
				if size += cost(&a); size > maxSent && len(m.All) > 0 {
					list = append(list, m)
					m, size = class.Message{Type: class.Answers}, cost(&a)
				}
				m.All = append(m.All, told(a))
			}
		}
		list = append(list, m)
		c.whole, c.state, c.deck, c.secret, c.people, c.dirty = false, false, false, "", nil, nil
	}
	if c.state {
		list = append(list, c.stateChanged())
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
	c.state, c.deck, c.people, c.dirty, c.looked = false, false, nil, nil, nil
	return list
}

// told returns an answer as it is sent to a lecturer with the others: a document is replaced by true, because documents
// are sent only on request (class.Look).
func told(a class.Answer) class.Answer {
	if a.Kind == class.Document {
		a.Value = []byte("true")
	}
	return a
}

// Close ends a connection. A member stays in the room and can join again with its key. Only the first call has an
// effect.
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
