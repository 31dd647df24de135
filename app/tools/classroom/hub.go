// Package classroom is the server of live classes. A room has a lecturer and members. The server passes the members'
// answers on to the lecturer at once, and keeps them until the room closes. Everything is in memory; a file can keep it
// across a restart.
//
// The server trusts no message. It limits the number of rooms, members, answers and bytes, and the rate of messages.
// Secrets and keys are kept as hashes, which are compared in constant time. Of a member it keeps nothing else but a
// number, a nickname and answers.
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

// Limits limit how much of the server clients can use.
type Limits struct {
	Rooms     int           // number of open rooms
	Opened    int           // rooms that one IP address may open per hour
	Members   int           // members of a room, connected or not
	Lecturers int           // connections of a room's lecturer at a time
	Answers   int           // answers of a member that are kept
	Bytes     int           // estimated size of a room's answers, in bytes
	All       int           // the same of all rooms
	Life      time.Duration // time from the opening of a room until it is closed
	Rate      float64       // messages of a connection per second, on average
	Burst     float64       // messages of a connection at once
}

// Usual are the limits for the server of a university.
var Usual = Limits{Rooms: 500, Opened: 60, Members: 1000, Lecturers: 8, Answers: 400, Bytes: 32 << 20, All: 1 << 30,
	Life: 24 * time.Hour, Rate: 20, Burst: 60}

// Hub contains all rooms. Its exported methods, and those of its connections, can be called from any goroutine.
type Hub struct {
	limits Limits
	now    func() time.Time

	mu      sync.Mutex
	rooms   map[string]*room       // by code
	bytes   int                    // estimated size of all answers
	opened  map[string][]time.Time // when rooms were opened in the last hour, by IP address
	version int                    // number of changes to what Save writes
	saved   int                    // version that Save wrote last; -1 = none
}

// NewHub returns a hub without rooms. now returns the current time.
func NewHub(limits Limits, now func() time.Time) *Hub {
	return &Hub{limits: limits, now: now, rooms: map[string]*room{}, opened: map[string][]time.Time{},
		saved: -1}
}

// room is one class.
type room struct {
	state   class.State
	deck    string            // deck that students read, as in links; "" = the state's Where is enough
	secret  [sha256.Size]byte // hash of the lecturer's secret
	began   time.Time
	members []*member // the member with id n at index n-1
	bytes   int       // estimated size of all answers (cost)
	leads   []*Conn   // connections of the lecturer
}

// member is a student.
type member struct {
	class.Member
	key     [sha256.Size]byte // hash of the member's key
	n       int               // number of answers that have arrived, with those that were refused or replaced
	answers []class.Answer    // newest answer of each kind and step, in the order of their first arrival
	conn    *Conn             // nil = not connected
}

// alphabet has the characters of codes: no vowels and no Y, and neither 0 nor 1, which look like O and I.
const alphabet = "BCDFGHJKLMNPQRSTVWXZ23456789"

// newCode returns a random code of six characters for a room.
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

// newSecret returns 160 random bits as 32 characters.
func newSecret() string {
	var b [20]byte
	rand.Read(b[:])
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}

// fault returns a *class.Fault, the error of a message that is refused.
func fault(field, text string) error { return &class.Fault{Field: field, Text: text} }

// find returns the open room with a code; case, and spaces around the code, are ignored. The caller holds h.mu.
//
// Errors: there is no such room.
func (h *Hub) find(code string) (*room, error) {
	h.sweep()
	r := h.rooms[strings.ToUpper(strings.TrimSpace(code))]
	if r == nil {
		return nil, fault("code", "must be the code of an open room")
	}
	return r, nil
}

// sweep closes the rooms whose life is over, and forgets openings of rooms that are an hour old. The caller holds h.mu.
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

// close closes the room with this code, and notes for its connections that it has ended. The caller holds h.mu.
func (h *Hub) close(code string) {
	r := h.rooms[code]
	delete(h.rooms, code)
	h.bytes -= r.bytes
	h.version++
	for _, c := range r.conns() {
		c.room, c.member, c.ended = nil, nil, true
		c.wake()
	}
}

// conns returns all connections of a room: the lecturer's and the members'.
func (r *room) conns() []*Conn {
	list := slices.Clone(r.leads)
	for _, m := range r.members {
		if m.conn != nil {
			list = append(list, m.conn)
		}
	}
	return list
}

// open opens a room, of which c becomes the lecturer's connection.
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

// lead makes c a connection of the room's lecturer if the message has the secret.
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

// enter makes c a connection of the room's lecturer, which will be sent the whole room. The caller holds h.mu.
func (h *Hub) enter(c *Conn, r *room) {
	c.room, c.whole = r, true
	r.leads = append(r.leads, c)
	c.wake()
}

// join makes c the connection of a student: the member that the message names, if it has the key of that member, else a
// new member.
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
	if old := who.conn; old != nil { // another tab of the student, or a connection not known to be broken
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

// put keeps a member's answer and acknowledges it. An answer that has arrived before is only acknowledged again.
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
	if err := h.keep(r, who, &a); err != nil { // acknowledged, too: the page would send it forever
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

// keep adds an answer to those of a member, or replaces the earlier one of the same kind and step. It sets a.Member and
// a.At. The caller holds h.mu.
//
// Errors: a *class.Fault: the answer has a fault, or exceeds a limit. Then it is not kept.
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
	if h.bytes+size > h.limits.All {
		return fault("answer", "must wait: the server holds too much")
	}
	r.bytes += size
	h.bytes += size
	if i >= 0 {
		who.answers[i] = *a
	} else {
		who.answers = append(who.answers, *a)
	}
	return nil
}

// same reports whether a newer answer of a member replaces an older one: both have the same kind and step. A member has
// only one document, whatever its step is.
func same(a, b *class.Answer) bool {
	return a.Kind == b.Kind && (a.Step == b.Step || a.Kind == class.Document)
}

// cost estimates the memory that an answer takes, in bytes.
func cost(a *class.Answer) int { return 100 + len(a.Page) + len(a.Value) }

// turn sets which page the lecturer reads, and whether the students follow; all connections will be sent that. A deck,
// if there is one, replaces the room's; it is sent only to those who join or come back later.
func (h *Hub) turn(c *Conn, m *class.Message) error {
	if err := class.CheckText("where", m.Where, class.MaxText); err != nil {
		return err
	}
	if err := class.CheckDeck(m.Deck); err != nil {
		return err
	}
	return h.change(c, func(s *class.State) {
		s.Where, s.Follow = m.Where, m.Follow
		if m.Deck == "" || m.Deck == c.room.deck {
			return
		}
		c.room.deck = m.Deck
		for _, other := range c.room.conns() {
			other.deck = other != c
		}
	})
}

// maxRevealed is the largest number of steps whose answers are shown at a time: each change sends the list to all.
const maxRevealed = 200

// reveal notes that the answers of a step are shown (m.On), or hidden again; all connections will be sent that.
func (h *Hub) reveal(c *Conn, m *class.Message) error {
	if m.Step == nil || m.Step.Step < 0 || m.Step.Step >= class.MaxSteps {
		return fault("step", "must be there")
	}
	if err := class.CheckText("step.page", m.Step.Page, class.MaxText); err != nil {
		return err
	}
	if c.room != nil && m.On && len(c.room.state.Revealed) >= maxRevealed {
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

// change lets do change the state of the room whose lecturer is at c; all its connections will be sent the state.
//
// Errors: c is no connection of a lecturer.
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

// look notes a member's document, which will be sent to the lecturer at c.
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

// end closes the room whose lecturer is at c.
func (h *Hub) end(c *Conn) error {
	if err := c.leads(); err != nil {
		return err
	}
	h.close(c.room.state.Code)
	return nil
}

// tellMember notes that the lecturer must be sent a member who has joined, has left, or has another name. The caller
// holds h.mu.
func (r *room) tellMember(m *member) {
	for _, l := range r.leads {
		if !slices.Contains(l.people, m.ID) {
			l.people = append(l.people, m.ID)
		}
		l.wake()
	}
}

// Sweep closes rooms whose time is over.
func (h *Hub) Sweep() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sweep()
}

// Rooms returns the number of open rooms.
func (h *Hub) Rooms() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sweep()
	return len(h.rooms)
}
