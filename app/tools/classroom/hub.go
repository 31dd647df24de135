// Package classroom is the server of live classes: rooms with a lecturer and members, whose answers it keeps until the
// room closes and passes on at once. All is held in memory; a file can hold it beyond a restart.
//
// The server trusts no message. It bounds rooms, members, answers, bytes and rates; a lecturer's secret is compared in
// constant time; and nothing of a member is kept but a number, a nickname and answers.
package classroom

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"slices"
	"strings"
	"sync"
	"time"

	"pointscape/engine/class"
)

// Limits bound what clients may take of the server.
type Limits struct {
	Rooms     int           // open at a time
	Opened    int           // rooms that one address may open in an hour
	Members   int           // of a room
	Lecturers int           // connections of a room's lecturer
	Answers   int           // of a member
	Bytes     int           // of a room's answers
	Life      time.Duration // of a room
	Rate      float64       // messages of a connection in a second, on average
	Burst     float64       // messages at once
}

// Usual are the limits of a server for a university.
var Usual = Limits{Rooms: 500, Opened: 60, Members: 1000, Lecturers: 8, Answers: 400, Bytes: 32 << 20,
	Life: 24 * time.Hour, Rate: 20, Burst: 60}

// Hub has all rooms. Its methods may be called from any goroutine.
type Hub struct {
	limits Limits
	now    func() time.Time

	mu      sync.Mutex
	rooms   map[string]*room
	opened  map[string][]time.Time // by address, in the last hour
	version int                    // counts changes
	saved   int                    // the version that the file has; -1 = none yet
}

// NewHub makes a hub without rooms. now tells the time.
func NewHub(limits Limits, now func() time.Time) *Hub {
	return &Hub{limits: limits, now: now, rooms: map[string]*room{}, opened: map[string][]time.Time{},
		saved: -1}
}

// room is one class.
type room struct {
	state   class.State
	deck    string            // that students read, if no address leads to it
	secret  [sha256.Size]byte // its hash: the file does not tell it
	began   time.Time
	members []*member // the one with number n at n-1
	bytes   int       // of all answers
	leads   []*Conn
}

// member is a student. Its answers are in the order in which they came first.
type member struct {
	class.Member
	key     [sha256.Size]byte
	n       int // answers that have come
	answers []class.Answer
	conn    *Conn // nil = not connected
}

// alphabet has no characters that look alike, and no vowels.
const alphabet = "BCDFGHJKLMNPQRSTVWXZ23456789"

// newCode is a room's code: six characters.
func newCode() string {
	var b [6]byte
	for i := range b {
		for {
			rand.Read(b[i : i+1])
			if k := int(b[i]); k < 256/len(alphabet)*len(alphabet) {
				b[i] = alphabet[k%len(alphabet)]
				break
			}
		}
	}
	return string(b[:])
}

// newSecret has 160 random bits.
func newSecret() string {
	var b [20]byte
	rand.Read(b[:])
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}

// fault answers a message that is not accepted.
func fault(field, text string) error { return &class.Fault{Field: field, Text: text} }

// find is an open room. h.mu is held.
func (h *Hub) find(code string) (*room, error) {
	h.sweep()
	r := h.rooms[strings.ToUpper(strings.TrimSpace(code))]
	if r == nil {
		return nil, fault("code", "must be the code of an open room")
	}
	return r, nil
}

// sweep closes rooms whose time is over, and forgets what addresses opened long ago. h.mu is held.
func (h *Hub) sweep() {
	now := h.now()
	for code, r := range h.rooms {
		if now.Sub(r.began) >= h.limits.Life {
			h.close(code)
		}
	}
	for from, list := range h.opened {
		list = slices.DeleteFunc(list, func(t time.Time) bool { return now.Sub(t) >= time.Hour })
		if h.opened[from] = list; len(list) == 0 {
			delete(h.opened, from)
		}
	}
}

// close ends a room. h.mu is held.
func (h *Hub) close(code string) {
	r := h.rooms[code]
	delete(h.rooms, code)
	h.version++
	for _, c := range r.conns() {
		c.room, c.member, c.ended = nil, nil, true
		c.wake()
	}
}

// conns are all connections of a room.
func (r *room) conns() []*Conn {
	list := slices.Clone(r.leads)
	for _, m := range r.members {
		if m.conn != nil {
			list = append(list, m.conn)
		}
	}
	return list
}

// open makes a room for the lecturer at c.
func (h *Hub) open(c *Conn, m *class.Message) error {
	if err := class.CheckText("title", m.Title, class.MaxText); err != nil {
		return err
	}
	if err := class.CheckText("where", m.Where, class.MaxText); err != nil {
		return err
	}
	if err := class.CheckDeck(m.Deck); err != nil {
		return err
	}
	h.sweep()
	if len(h.rooms) >= h.limits.Rooms {
		return fault("open", "must wait: the server has no room left")
	}
	if len(h.opened[c.from]) >= h.limits.Opened {
		return fault("open", "must wait: too many rooms were opened from here in the last hour")
	}
	code := newCode()
	for h.rooms[code] != nil {
		code = newCode()
	}
	now := h.now()
	h.opened[c.from] = append(h.opened[c.from], now)
	c.secret = newSecret()
	h.rooms[code] = &room{began: now, deck: m.Deck, secret: sha256.Sum256([]byte(c.secret)), state: class.State{Code: code,
		Title: m.Title, Where: m.Where, Ends: now.Add(h.limits.Life).UnixMilli()}}
	h.version++
	h.enter(c, h.rooms[code])
	return nil
}

// lead lets a lecturer in who has the secret.
func (h *Hub) lead(c *Conn, m *class.Message) error {
	r, err := h.find(m.Code)
	if err != nil {
		return err
	}
	hash := sha256.Sum256([]byte(m.Secret))
	if subtle.ConstantTimeCompare(hash[:], r.secret[:]) != 1 {
		return fault("secret", "must be the one that the room's lecturer was given")
	}
	if len(r.leads) >= h.limits.Lecturers {
		return fault("lead", "must wait: the room is open in too many windows of its lecturer")
	}
	h.enter(c, r)
	return nil
}

// enter makes a connection one of the room's lecturer, who is told all. h.mu is held.
func (h *Hub) enter(c *Conn, r *room) {
	c.room, c.whole = r, true
	r.leads = append(r.leads, c)
	c.wake()
}

// join lets a student in: as the member that it was, if it has the key.
func (h *Hub) join(c *Conn, m *class.Message) error {
	if err := class.CheckText("nick", m.Nick, class.MaxNick); err != nil {
		return err
	}
	r, err := h.find(m.Code)
	if err != nil {
		return err
	}
	var who *member
	if m.Member > 0 && m.Member <= len(r.members) {
		hash := sha256.Sum256([]byte(m.Key))
		if was := r.members[m.Member-1]; subtle.ConstantTimeCompare(hash[:], was.key[:]) == 1 {
			who, c.key = was, m.Key
		}
	}
	if who == nil {
		if len(r.members) >= h.limits.Members {
			return fault("join", "must wait: the room is full")
		}
		c.key = newSecret()
		who = &member{Member: class.Member{ID: len(r.members) + 1}, key: sha256.Sum256([]byte(c.key))}
		r.members = append(r.members, who)
	}
	if old := who.conn; old != nil && old != c { // another tab of the student, or a connection not known to be broken
		old.room, old.member, old.replaced = nil, nil, true
		old.wake()
	}
	who.conn, who.Here, who.Nick = c, true, m.Nick
	c.room, c.member, c.greet = r, who, true
	h.version++
	r.tellMember(who)
	c.wake()
	return nil
}

// put keeps a member's answer, unless it has come before.
func (h *Hub) put(c *Conn, m *class.Message) error {
	who, r := c.member, c.room
	if who == nil {
		return fault("put", "must come from a member of a room")
	}
	if m.Answer == nil || m.N <= 0 {
		return fault("answer", "must be there, with a number n from 1")
	}
	if m.N <= who.n {
		c.kept = true
		c.wake()
		return nil
	}
	if m.N != who.n+1 {
		return fault("n", "must be one more than that of the answer before")
	}
	a := *m.Answer
	if err := h.keep(r, who, &a); err != nil { // a page that sent it again would get no further
		who.n = m.N
		h.version++
		c.kept = true
		c.wake()
		return err
	}
	who.n = m.N
	h.version++
	c.kept = true
	c.wake()
	for _, l := range r.leads {
		l.changed(&a)
	}
	return nil
}

// keep puts an answer among those of a member, in place of the one before it. h.mu is held.
func (h *Hub) keep(r *room, who *member, a *class.Answer) error {
	if err := a.Check(); err != nil {
		return err
	}
	a.Member, a.At = who.ID, h.now().Sub(r.began).Milliseconds()
	i := slices.IndexFunc(who.answers, func(b class.Answer) bool { return same(&b, a) })
	size := cost(a)
	if i >= 0 {
		size -= cost(&who.answers[i])
	} else if len(who.answers) >= h.limits.Answers {
		return fault("answer", "must wait: a member has too many answers")
	}
	if r.bytes+size > h.limits.Bytes {
		return fault("answer", "must wait: the room holds too much")
	}
	r.bytes += size
	if i >= 0 {
		who.answers[i] = *a
	} else {
		who.answers = append(who.answers, *a)
	}
	return nil
}

// same tells whether a newer answer takes the place of an older one. Of documents there is one a member.
func same(a, b *class.Answer) bool {
	return a.Kind == b.Kind && (a.Step == b.Step || a.Kind == class.Document)
}

// cost is what an answer takes of memory, in bytes, about.
func cost(a *class.Answer) int { return 100 + len(a.Page) + len(a.Value) }

// turn tells all which page the lecturer reads, and whether they follow.
func (h *Hub) turn(c *Conn, m *class.Message) error {
	if err := class.CheckText("where", m.Where, class.MaxText); err != nil {
		return err
	}
	if err := class.CheckDeck(m.Deck); err != nil {
		return err
	}
	return h.change(c, func(s *class.State) {
		if s.Where, s.Follow = m.Where, m.Follow; m.Deck != "" {
			c.room.deck = m.Deck
		}
	})
}

// reveal shows the answers of a step to all, or hides them.
func (h *Hub) reveal(c *Conn, m *class.Message) error {
	if m.Step == nil || m.Step.Step < 0 || m.Step.Step >= class.MaxSteps {
		return fault("step", "must be there")
	}
	if err := class.CheckText("step.page", m.Step.Page, class.MaxText); err != nil {
		return err
	}
	if c.room != nil && m.On && len(c.room.state.Revealed) >= class.MaxSteps {
		return fault("step", "must be one of fewer that are shown")
	}
	return h.change(c, func(s *class.State) {
		list := slices.DeleteFunc(slices.Clone(s.Revealed), func(t class.Step) bool { return t == *m.Step })
		if m.On {
			list = append(list, *m.Step)
		}
		s.Revealed = list
	})
}

// change is an act of the lecturer, of which all are told.
func (h *Hub) change(c *Conn, do func(*class.State)) error {
	if err := c.leads(); err != nil {
		return err
	}
	do(&c.room.state)
	h.version++
	for _, other := range c.room.conns() {
		other.state = true
		other.wake()
	}
	return nil
}

// look answers with a member's document.
func (h *Hub) look(c *Conn, m *class.Message) error {
	if err := c.leads(); err != nil {
		return err
	}
	if m.Member <= 0 || m.Member > len(c.room.members) {
		return fault("member", "must be the number of a member")
	}
	for _, a := range c.room.members[m.Member-1].answers {
		if a.Kind == class.Document {
			c.looked = &a
			c.wake()
			return nil
		}
	}
	return fault("member", "must have sent a document")
}

// end closes the room of a lecturer.
func (h *Hub) end(c *Conn) error {
	if err := c.leads(); err != nil {
		return err
	}
	h.close(c.room.state.Code)
	return nil
}

// tellMember has the lecturer told of a member who has come, gone, or taken a name. h.mu is held.
func (r *room) tellMember(m *member) {
	for _, l := range r.leads {
		if !slices.Contains(l.people, m.ID) {
			l.people = append(l.people, m.ID)
		}
		l.wake()
	}
}

// Rooms counts the rooms that are open.
func (h *Hub) Rooms() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sweep()
	return len(h.rooms)
}
