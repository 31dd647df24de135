// Package client attends a live class for the page, in a worker: a Client carries out the page's orders and sends it
// the HTML to show. Its Room has the connection to the class's server; for a student the answers that the server has
// not acknowledged yet, and for a lecturer the members and their answers.
//
//	        Open, Lead, Join              room, joined
//	off ──────────────────► connecting ──────────────► in
//	                         ▲  │  │                   │ │
//	         alarm, Online,  │  │  └──► refused ◄── code, full, secret
//	         Again           │  ▼                      │ │ ended, replaced
//	                         away ◄──── closed, silent ┘ └──────► over, replaced
//
// A student's answers are numbered, kept in the browser and sent again on each new connection until the server has
// acknowledged them. So a reload or a broken connection loses none; and each counts once, because the server ignores
// numbers that it has already received.
package client

import (
	"slices"
	"strings"
	"time"

	msg "pointscape/engine/class"
	"pointscape/engine/json"
)

// State is the state of a room's connection.
type State int

const (
	Off        State = iota // no class
	Connecting              // waiting for the server to let this page in
	In                      // connected
	Away                    // the connection is broken; the room will try again
	Refused                 // the server has not let this page in: see Why
	Replaced                // another tab of this browser has taken over the member
	Over                    // the class has ended
)

// Link is a connection. After Close it does not call its Ears any more.
type Link interface {
	Send(text string)
	Close()
}

// Ears are the functions that a connection calls: one at a time, and never from within Dial.
type Ears struct {
	Opened func()
	Heard  func(text string) // a message of the server has arrived
	Closed func()            // the connection is broken, or could not be opened
}

// Shelf is one of the browser's storages. Set returns false if the browser denies access to it or it is full.
type Shelf interface {
	Get(key string) string
	Set(key, value string) (kept bool)
	Remove(key string)
}

// Needs is the environment of a Room.
type Needs struct {
	Clock      Clock
	Local, Tab Shelf // the browser's local storage, and the session storage of this tab
	Dial       func(Ears) Link
	Random     func() float64 // from 0 to 1
	// Changed is called when the state of the room has changed, and Heard with each message of the server, after the room
	// has handled it.
	Changed func()
	Heard   func(m *msg.Message)
}

const (
	firstRetry = 500 * time.Millisecond // wait before the first attempt to connect again; it doubles each time
	lastRetry  = 15 * time.Second       // longest wait
	silence    = 10 * time.Second       // wait for an expected answer, after which the connection counts as broken
	window     = 8                      // maximum number of answers that are sent but not acknowledged
)

// kept is the JSON of a class in the browser's storages.
type kept struct {
	Code   string `json:"code"`
	Secret string `json:"secret,omitempty"`
	Ends   int64  `json:"ends,omitempty"`
	Member int    `json:"member,omitempty"`
	Key    string `json:"key,omitempty"`
	Nick   string `json:"nick,omitempty"`
	Last   int    `json:"last,omitempty"` // number of the last acknowledged answer
	Out    []item `json:"out,omitempty"`  // answers that are not acknowledged, in the order of their numbers
}

// item is an answer that is not acknowledged.
type item struct {
	N      int        `json:"n"` // its number
	Answer msg.Answer `json:"answer"`
	tried  bool       // it has been sent, so that the server may have received it
}

// Room is a class from the view of a lecturer or a student. A Room with only Needs is in no class.
type Room struct {
	Needs

	state State
	leads bool
	me    kept
	open  msg.Message // the message with which a lecturer opens the room
	why   msg.Fault   // reason of Refused
	been  bool        // the server has let this page in before

	link  Link  // nil = no connection
	run   int   // number of the connection: calls of earlier ones are ignored
	tries int   // failed connections since the last successful one
	sent  int   // number of answers of me.Out that were sent on this connection
	retry alarm // next attempt to connect
	watch alarm // end of the wait for an answer of the server

	now  msg.State
	deck string // packed deck of the room; "" = the lecturer's page has an address

	// For a lecturer.
	people  []msg.Member
	answers []msg.Answer
	at      map[spot]int // index in answers
}

// State returns the state of the room, On reports whether it is connected or trying to connect, and Leads whether this
// page is a lecturer's.
func (r *Room) State() State { return r.state }
func (r *Room) On() bool     { return r.state == Connecting || r.state == In || r.state == Away }
func (r *Room) Leads() bool  { return r.leads }

// Code returns the room's code, Nick the student's nickname, Now the last state that the server has sent, and Deck the
// lecturer's deck, packed.
func (r *Room) Code() string   { return r.me.Code }
func (r *Room) Nick() string   { return r.me.Nick }
func (r *Room) Now() msg.State { return r.now }
func (r *Room) Deck() string   { return r.deck }

// Why returns the fault for which the server has refused this page.
func (r *Room) Why() msg.Fault { return r.why }

// Unsent returns the number of answers that the server has not acknowledged.
func (r *Room) Unsent() int { return len(r.me.Out) }

// People and Answers return the members and answers of a lecturer's room. The caller must not change them.
func (r *Room) People() []msg.Member  { return r.people }
func (r *Room) Answers() []msg.Answer { return r.answers }

// Here returns the number of connected members of a lecturer's room.
func (r *Room) Here() (n int) {
	for _, m := range r.people {
		if m.Here {
			n++
		}
	}
	return n
}

// Open opens a class. where is the query of the lecturer's page; deck is its packed deck if where does not lead to it.
func (r *Room) Open(title, where, deck string) {
	r.begin(true, kept{})
	r.open = msg.Message{Type: msg.Open, Title: title, Where: where, Deck: deck}
	r.connect()
}

// Lead returns to the class that this tab leads, or else to the last one that this browser has opened, if it still
// exists.
func (r *Room) Lead() {
	k := r.read(r.Tab, msg.TabKey)
	if k.Secret == "" {
		k = r.read(r.Local, msg.LecturerKey)
	}
	if k.Secret != "" {
		r.begin(true, k)
		r.connect()
	}
}

// Join joins a class as a student: as the same member as before, if this browser has been in the class.
func (r *Room) Join(code string) {
	k := r.read(r.Local, msg.StudentKey)
	if k.Code != code {
		k = kept{Code: code, Nick: k.Nick}
	}
	for i := range k.Out {
		k.Out[i].tried = true
	}
	r.begin(false, k)
	r.connect()
}

// Name sets the student's nickname; "" removes it. The error is a *msg.Fault.
func (r *Room) Name(nick string) error {
	nick = strings.Join(strings.Fields(nick), " ")
	if r.leads || nick == r.me.Nick {
		return nil
	}
	if err := msg.CheckText("nick", nick, msg.MaxNick); err != nil {
		return err
	}
	r.me.Nick = nick
	r.save()
	if r.On() { // the message Join has the nickname
		r.drop()
		r.connect()
	}
	return nil
}

// begin leaves the present class and starts with the state k, not connected.
func (r *Room) begin(leads bool, k kept) {
	r.drop()
	*r = Room{Needs: r.Needs, run: r.run, retry: r.retry, watch: r.watch, leads: leads, me: k, at: map[spot]int{}}
}

// Again connects again, unless there is no class or it has ended.
func (r *Room) Again() {
	if r.state != Off && r.state != Over {
		r.drop()
		r.connect()
	}
}

// Online and Offline are called when the browser reports that its network is back or gone.
func (r *Room) Online() {
	if r.state == Away {
		r.Again()
	}
}

func (r *Room) Offline() {
	if r.state == In || r.state == Connecting {
		r.lost()
	}
}

// connect opens a connection.
func (r *Room) connect() {
	r.state, r.run, r.sent = Connecting, r.run+1, 0
	run := r.run
	mine := func() bool { return run == r.run }
	r.watch.Set(r.Clock, silence, r.lost)
	r.link = r.Dial(Ears{
		Opened: func() {
			if mine() {
				r.send(r.greeting())
			}
		},
		Heard: func(text string) {
			var m msg.Message
			if mine() && json.Unmarshal([]byte(text), &m) == nil {
				r.heard(&m)
			}
		},
		Closed: func() {
			if mine() {
				r.lost()
			}
		},
	})
	r.Changed()
}

// greeting returns the first message on a connection: Open, Lead or Join.
func (r *Room) greeting() msg.Message {
	switch {
	case r.leads && r.me.Secret == "":
		return r.open
	case r.leads:
		return msg.Message{Type: msg.Lead, Code: r.me.Code, Secret: r.me.Secret}
	}
	return msg.Message{Type: msg.Join, Code: r.me.Code, Nick: r.me.Nick, Member: r.me.Member, Key: r.me.Key}
}

func (r *Room) send(m msg.Message) {
	if b, err := json.Marshal(&m); err == nil && r.link != nil {
		r.link.Send(string(b))
	}
}

// drop closes the connection, if there is one, and cancels all alarms.
func (r *Room) drop() {
	r.run++
	r.retry.Stop()
	r.watch.Stop()
	if r.link != nil {
		r.link.Close()
	}
	r.link = nil
}

// lost drops the connection and sets an alarm to connect again, after a wait that grows with the number of failures.
// The wait is random, so that the pages of a class do not all connect at the same time.
func (r *Room) lost() {
	r.drop()
	r.state = Away
	wait := min(firstRetry<<min(r.tries, 10), lastRetry)
	r.tries++
	r.retry.Set(r.Clock, time.Duration(float64(wait)*(0.5+r.Random()/2)), r.connect)
	r.Changed()
}

// rest drops the connection without another attempt.
func (r *Room) rest(s State) {
	r.drop()
	r.state = s
	r.Changed()
}

// heard handles a message of the server.
func (r *Room) heard(m *msg.Message) {
	if r.leads {
		r.watch.Stop()
	}
	switch m.Type {
	case msg.Room:
		if r.leads && m.State != nil {
			r.entered(m)
			if m.Secret != "" {
				r.me.Secret = m.Secret
			}
			r.people, r.answers, r.at = m.People, nil, map[spot]int{}
			r.take(m.All)
			r.save()
		}
	case msg.Joined:
		if !r.leads && m.State != nil {
			r.entered(m)
			r.joined(m)
		}
	case msg.Changed:
		if m.State != nil {
			r.now = *m.State
			if m.Deck != "" {
				r.deck = m.Deck
			}
		}
	case msg.Members:
		for _, p := range m.People {
			if i := slices.IndexFunc(r.people, func(q msg.Member) bool { return q.ID == p.ID }); i >= 0 {
				r.people[i] = p
			} else {
				r.people = append(r.people, p)
			}
		}
	case msg.Answers:
		r.take(m.All)
	case msg.Kept:
		r.acknowledged(m.N)
		r.pump()
	case msg.Refused:
		if r.state == Connecting {
			r.refused(m)
			return
		}
	case msg.Ended:
		if m.Text == "replaced" {
			r.rest(Replaced)
		} else {
			r.over()
		}
		r.Heard(m)
		return
	}
	r.Heard(m)
	r.Changed()
}

// entered handles Room or Joined: the server has let this page in.
func (r *Room) entered(m *msg.Message) {
	r.state, r.been, r.tries, r.now, r.deck = In, true, 0, *m.State, m.Deck
	r.me.Code, r.me.Ends = m.State.Code, m.State.Ends
	r.watch.Stop()
}

// refused handles a refusal to let this page in. If the code is unknown, but the page or browser was in the class
// before, the class has ended.
func (r *Room) refused(m *msg.Message) {
	if m.Field == "code" && (r.been || r.me.Secret != "" || r.me.Member > 0) {
		r.over()
		r.Heard(&msg.Message{Type: msg.Ended})
		return
	}
	r.why = msg.Fault{Field: m.Field, Text: m.Text}
	if m.Field == "code" || m.Field == "secret" {
		r.forget()
	}
	r.rest(Refused)
	r.Heard(m)
}

// over handles the end of the class: the browser keeps nothing of it.
func (r *Room) over() {
	r.forget()
	r.me.Out = nil
	r.rest(Over)
}

// joined handles the server's greeting of this member, and numbers the remaining answers after the last one that the
// server has: a restarted server may have lost answers that it has acknowledged, or the member.
func (r *Room) joined(m *msg.Message) {
	if m.Member == r.me.Member && m.Key == r.me.Key {
		r.acknowledged(m.N)
	}
	r.me.Member, r.me.Key, r.me.Last = m.Member, m.Key, m.N
	for i := range r.me.Out {
		r.me.Out[i].N = m.N + 1 + i
	}
	r.save()
	r.pump()
}

// acknowledged removes the answers up to number n, which the server has received.
func (r *Room) acknowledged(n int) {
	i := 0
	for i < len(r.me.Out) && r.me.Out[i].N <= n {
		i++
	}
	r.me.Last = n
	if i > 0 {
		r.me.Out, r.sent = slices.Delete(r.me.Out, 0, i), max(0, r.sent-i)
		r.save()
	}
}

// pump sends the answers that were not sent on this connection, as far as window allows.
func (r *Room) pump() {
	if r.state != In || r.leads {
		return
	}
	for ; r.sent < min(window, len(r.me.Out)); r.sent++ {
		x := &r.me.Out[r.sent]
		x.tried = true
		r.send(msg.Message{Type: msg.Put, N: x.N, Answer: &x.Answer})
	}
	if r.watch.Stop(); r.sent > 0 {
		r.watch.Set(r.Clock, silence, r.lost)
	}
}

// Put sends a student's answer, now or when there is a connection. value is JSON. An answer that waits and was never
// sent is replaced. Put returns false for a document that is too large.
func (r *Room) Put(page string, step int, kind, value string) (fits bool) {
	if r.leads || !r.On() {
		return true
	}
	if len(value) > msg.MaxDocument { // value is JSON of the document's text and longer than it: the message fits, too
		return false
	}
	a := msg.Answer{Step: msg.Step{Page: page, Step: step}, Kind: kind, Value: json.RawMessage(value)}
	i := slices.IndexFunc(r.me.Out, func(x item) bool { return !x.tried && spotOf(&x.Answer) == spotOf(&a) })
	if i >= 0 {
		r.me.Out[i].Answer = a
	} else {
		r.me.Out = append(r.me.Out, item{N: r.me.Last + len(r.me.Out) + 1, Answer: a})
	}
	r.save()
	r.pump()
	r.Changed()
	return true
}

// take adds answers of members, each in place of the older one.
func (r *Room) take(list []msg.Answer) {
	for _, a := range list {
		if i, ok := r.at[spotOf(&a)]; ok {
			r.answers[i] = a
			continue
		}
		r.at[spotOf(&a)] = len(r.answers)
		r.answers = append(r.answers, a)
	}
}

// Turn sends the query of the lecturer's page, and whether the students' pages follow it. deck is the packed deck of
// the page if where does not lead to it; "" = the same deck as before, or none.
func (r *Room) Turn(where, deck string, follow bool) {
	if deck != "" {
		r.deck = deck
	}
	r.act(msg.Message{Type: msg.Turn, Where: where, Deck: deck, Follow: follow})
	r.now.Where, r.now.Follow = where, follow // at once, without waiting for the server
}

// Reveal shows or hides the answers to a step.
func (r *Room) Reveal(step msg.Step, on bool) {
	r.act(msg.Message{Type: msg.Reveal, Step: &step, On: on})
}

// Revealed reports whether the answers to a step are shown.
func (r *Room) Revealed(step msg.Step) bool { return slices.Contains(r.now.Revealed, step) }

// Look requests a member's document; End ends the class.
func (r *Room) Look(member int) { r.act(msg.Message{Type: msg.Look, Member: member}) }
func (r *Room) End()            { r.act(msg.Message{Type: msg.End}) }

// act sends a lecturer's message, if the room is connected. The server answers each; if it says nothing for silence,
// the connection is taken for lost.
func (r *Room) act(m msg.Message) {
	if r.leads && r.state == In {
		r.send(m)
		r.watch.Set(r.Clock, silence, r.lost)
	}
}

// save stores the class in the browser, so that the page can continue after a reload.
func (r *Room) save() {
	key, tab := msg.StudentKey, kept{Code: r.me.Code}
	if r.leads {
		key, tab = msg.LecturerKey, r.me
	}
	if b, err := json.Marshal(&r.me); err == nil {
		r.Local.Set(key, string(b))
	}
	if b, err := json.Marshal(&tab); err == nil {
		r.Tab.Set(msg.TabKey, string(b))
	}
}

// forget removes this class from the browser's storages.
func (r *Room) forget() {
	r.Tab.Remove(msg.TabKey)
	for _, key := range []string{msg.StudentKey, msg.LecturerKey} {
		if r.read(r.Local, key).Code == r.me.Code {
			r.Local.Remove(key)
		}
	}
}

// read returns the class in a storage. It removes an entry that is invalid or whose class has ended by now.
func (r *Room) read(s Shelf, key string) (k kept) {
	text := s.Get(key)
	if text == "" {
		return k
	}
	if json.Unmarshal([]byte(text), &k) != nil || k.Ends != 0 && k.Ends < r.Clock.Now().UnixMilli() {
		s.Remove(key)
		return kept{}
	}
	return k
}

// spot identifies answers that replace one another.
type spot struct {
	member int
	step   msg.Step
	kind   string
}

func spotOf(a *msg.Answer) spot {
	if a.Kind == msg.Document { // a member has only one document
		return spot{member: a.Member, kind: a.Kind}
	}
	return spot{a.Member, a.Step, a.Kind}
}
