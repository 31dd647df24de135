// Package client attends a live class for the page, in a worker: a Client does what the page orders, and tells it what
// to show. Its Room has the connection to the class's server, the answers of a student that the server has not
// acknowledged yet, and for a lecturer the members with what they have answered.
//
//	        Open, Lead, Join              room, joined
//	off ──────────────────► connecting ──────────────► in
//	                         ▲  │  │                   │ │
//	         alarm, Online,  │  │  └──► refused ◄── code, full, secret
//	         Again           │  ▼                      │ │ ended, replaced
//	                         away ◄──── closed, silent ┘ └──────► over, replaced
//
// A student's answers are numbered, kept in the browser and sent again on each new connection until the server has
// acknowledged them. So a reload or a broken connection loses none, and the server, which ignores numbers that it has
// had, takes each once.
package client

import (
	"slices"
	"strings"
	"time"

	msg "pointscape/engine/class"
	"pointscape/engine/json"
)

// State is where the room is with its connection.
type State int

const (
	Off        State = iota // there is no class
	Connecting              // a connection is on its way
	In                      // connected
	Away                    // the connection is broken; another one will be tried
	Refused                 // the server has let nobody in: Why
	Replaced                // another tab of this browser goes on as this member
	Over                    // the class has ended
)

// Link is a connection. Nothing is heard of it after Close.
type Link interface {
	Send(text string)
	Close()
}

// Ears are called by a connection, one at a time and never from within Dial.
type Ears struct {
	Opened func()
	Heard  func(text string)
	Closed func() // it is broken, or never came to be
}

// Shelf is one of the browser's storages; it may be refused or full.
type Shelf interface {
	Get(key string) string
	Set(key, value string) (kept bool)
	Remove(key string)
}

// Needs are what a Room works with.
type Needs struct {
	Clock      Clock
	Local, Tab Shelf // of all tabs of this browser, and of this one
	Dial       func(Ears) Link
	Random     func() float64 // from 0 to 1
	// Changed is told that something is to be shown anew, Heard what has come that asks for more than that: Room, Joined,
	// Changed, Looked, Refused and Ended.
	Changed func()
	Heard   func(m *msg.Message)
}

// Waits.
const (
	firstRetry = 500 * time.Millisecond
	lastRetry  = 15 * time.Second
	silence    = 10 * time.Second // a server that answers nothing for so long is not there
	window     = 8                // answers that are sent before they are acknowledged
)

// kept is what a browser keeps of a class.
type kept struct {
	Code   string `json:"code"`
	Secret string `json:"secret,omitempty"`
	Ends   int64  `json:"ends,omitempty"`
	Member int    `json:"member,omitempty"`
	Key    string `json:"key,omitempty"`
	Nick   string `json:"nick,omitempty"`
	Last   int    `json:"last,omitempty"` // the number of the last answer that is acknowledged
	Out    []item `json:"out,omitempty"`
}

// item is an answer that is not acknowledged.
type item struct {
	N      int        `json:"n"`
	Answer msg.Answer `json:"answer"`
	tried  bool       // it has been sent: the server may have had it
}

// Room owns a class as a lecturer or a student sees it. The zero value with Needs is none.
type Room struct {
	Needs

	state State
	leads bool
	me    kept
	open  msg.Message // with which a lecturer opens a room
	why   msg.Fault   // of Refused
	been  bool        // the server has let this page in

	link  Link
	run   int // counts connections: what an old one says is nobody's
	tries int // since the last one that held
	sent  int // of me.Out, on this connection
	retry alarm
	watch alarm

	now  msg.State
	deck string

	// A lecturer's.
	people  []msg.Member
	answers []msg.Answer
	at      map[spot]int // where in answers
}

// State is where the room is, On whether there is a class that goes on, and Leads whether it is this page's own.
func (r *Room) State() State { return r.state }
func (r *Room) On() bool     { return r.state == Connecting || r.state == In || r.state == Away }
func (r *Room) Leads() bool  { return r.leads }

// Code and Nick are those of the class and of the student; Now is what the server has said of the class, and Deck the
// deck that its lecturer has brought.
func (r *Room) Code() string   { return r.me.Code }
func (r *Room) Nick() string   { return r.me.Nick }
func (r *Room) Now() msg.State { return r.now }
func (r *Room) Deck() string   { return r.deck }

// Why is why the server has refused this page, and of which field.
func (r *Room) Why() msg.Fault { return r.why }

// Unsent counts the answers that have not arrived, as far as is known.
func (r *Room) Unsent() int { return len(r.me.Out) }

// People and Answers are those of a lecturer's room.
func (r *Room) People() []msg.Member  { return r.people }
func (r *Room) Answers() []msg.Answer { return r.answers }

// Here counts the members that are connected.
func (r *Room) Here() (n int) {
	for _, m := range r.people {
		if m.Here {
			n++
		}
	}
	return n
}

// Open opens a class.
func (r *Room) Open(title, where, deck string) {
	r.begin(true, kept{})
	r.open = msg.Message{Type: msg.Open, Title: title, Where: where, Deck: deck}
	r.connect()
}

// Lead comes back to the class that this tab leads, or else that this browser has opened last.
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

// Join joins a class as a student: as the one that this browser was there before, if it was.
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

// Name gives the student a nickname, or takes it away.
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
	if r.On() { // a member says its name when it comes
		r.drop()
		r.connect()
	}
	return nil
}

// begin forgets the class that was there.
func (r *Room) begin(leads bool, k kept) {
	r.drop()
	*r = Room{Needs: r.Needs, run: r.run, retry: r.retry, watch: r.watch, leads: leads, me: k, at: map[spot]int{}}
}

// Again tries once more to come in.
func (r *Room) Again() {
	if r.state != Off && r.state != Over {
		r.drop()
		r.connect()
	}
}

// Online and Offline are told what the browser knows of its network.
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

// connect tries to come in.
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

// greeting is the first message: who comes.
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

// drop leaves the connection, if there is one.
func (r *Room) drop() {
	r.run++
	r.retry.Stop()
	r.watch.Stop()
	if r.link != nil {
		r.link.Close()
	}
	r.link = nil
}

// lost tries again, later each time, and not all pages of a class at once.
func (r *Room) lost() {
	r.drop()
	r.state = Away
	wait := min(firstRetry<<min(r.tries, 10), lastRetry)
	r.tries++
	r.retry.Set(r.Clock, time.Duration(float64(wait)*(0.5+r.Random()/2)), r.connect)
	r.Changed()
}

// rest ends the connection for good.
func (r *Room) rest(s State) {
	r.drop()
	r.state = s
	r.Changed()
}

// heard takes a message of the server.
func (r *Room) heard(m *msg.Message) {
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

func (r *Room) entered(m *msg.Message) {
	r.state, r.been, r.tries, r.now, r.deck = In, true, 0, *m.State, m.Deck
	r.me.Code, r.me.Ends = m.State.Code, m.State.Ends
	r.watch.Stop()
}

// refused is told that the server lets this page not in. A class that was there before has ended meanwhile.
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

// over is told that the class has ended: the browser keeps nothing of it.
func (r *Room) over() {
	r.forget()
	r.me.Out = nil
	r.rest(Over)
}

// joined takes what the server knows of this member. What it has not had is numbered behind that: a server that was
// started again may know less than it has acknowledged, or not this member.
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

// acknowledged is told that the server has the answers up to a number.
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

// pump sends what has not been sent on this connection.
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

// Put answers; the value is JSON. It returns false for a document that is too large to be sent.
func (r *Room) Put(page string, step int, kind, value string) (fits bool) {
	if r.leads || !r.On() {
		return true
	}
	if len(value) > msg.MaxDocument { // in JSON it is longer than its text: the message fits, too
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

// take takes answers of members.
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

// Turn tells the class which page its lecturer reads, and whether all follow; deck is the deck of that page where no
// address leads to it, "" = the one that was told before.
func (r *Room) Turn(where, deck string, follow bool) {
	if deck != "" {
		r.deck = deck
	}
	r.act(msg.Message{Type: msg.Turn, Where: where, Deck: deck, Follow: follow})
	r.now.Where, r.now.Follow = where, follow // until the server says so
}

// Reveal shows the answers of a step, or hides them.
func (r *Room) Reveal(step msg.Step, on bool) {
	r.act(msg.Message{Type: msg.Reveal, Step: &step, On: on})
}

// Revealed tells whether they are shown.
func (r *Room) Revealed(step msg.Step) bool { return slices.Contains(r.now.Revealed, step) }

// Look asks for the document of a member, End ends the class.
func (r *Room) Look(member int) { r.act(msg.Message{Type: msg.Look, Member: member}) }
func (r *Room) End()            { r.act(msg.Message{Type: msg.End}) }

// act sends what only a lecturer may.
func (r *Room) act(m msg.Message) {
	if r.leads && r.state == In {
		r.send(m)
	}
}

// save keeps what another page needs to go on.
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

// forget keeps nothing any more of this class.
func (r *Room) forget() {
	r.Tab.Remove(msg.TabKey)
	for _, key := range []string{msg.StudentKey, msg.LecturerKey} {
		if r.read(r.Local, key).Code == r.me.Code {
			r.Local.Remove(key)
		}
	}
}

// read is what a storage keeps; a class that is over by now is removed.
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

// spot is what a newer answer takes the place of an older one by.
type spot struct {
	member int
	step   msg.Step
	kind   string
}

func spotOf(a *msg.Answer) spot {
	if a.Kind == msg.Document { // of which a member has one
		return spot{member: a.Member, kind: a.Kind}
	}
	return spot{a.Member, a.Step, a.Kind}
}
