package ui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	msg "pointscape/engine/class"
	"pointscape/engine/class/client"
	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// school is the server of a class, as a page sees it.
type school struct {
	t    *testing.T
	ears client.Ears
	sent []msg.Message
	at   *attendant
}

func (s *school) Send(text string) {
	var m msg.Message
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		s.t.Fatal(err)
	}
	s.sent = append(s.sent, m)
}

func (s *school) Close() {}

func (s *school) says(m msg.Message) {
	b, err := json.Marshal(&m)
	if err != nil {
		s.t.Fatal(err)
	}
	s.ears.Heard(string(b))
}

// attendant is a program that attends a class at a school.
type attendant struct {
	*school
	clock clock.Clock
	recv  func(workers.Reply)
	c     *client.Client
	told  []msg.Order // answers to what it has asked
	dead  bool
	ended int // number of programs that were ended
}

func (x *attendant) Post(r workers.Request) {
	if x.dead {
		return
	}
	switch r.Type {
	case wire.TypePing:
		x.recv(workers.Reply{Type: wire.TypePong, ID: r.ID, Head: wire.Append(nil, wire.Nothing{})})
		return
	case wire.TypeText:
	default:
		return
	}
	ask, err := wire.Parse[wire.AskText](string(r.Head))
	if err != nil {
		x.t.Fatal(err)
	}
	switch ask.Kind {
	case "class-attend":
		at, err := wire.Parse[msg.Attend](ask.Text)
		if err != nil {
			x.t.Fatal(err)
		}
		x.c = client.New(client.Around{Clock: x.clock, Random: func() float64 { return 1 },
			Dial: func(_ string, e client.Ears) client.Link { x.ears = e; return x.school },
			Tell: func(news string) {
				x.recv(workers.Reply{Type: wire.TypeProgress, ID: r.ID, Head: wire.Append(nil, wire.Progress{Text: news})})
			},
			Make: func(string, string, func(string, error)) {}}, at)
	case "class-do":
		o, err := wire.Parse[msg.Order](ask.Text)
		if err != nil {
			x.t.Fatal(err)
		}
		if o.Do == "told" {
			x.told = append(x.told, o)
		} else {
			x.c.Do(&o)
		}
		x.recv(workers.Reply{Type: wire.TypeTextMade, ID: r.ID, Head: wire.Append(nil, wire.TextMade{})})
	}
}

func (x *attendant) Close() { x.ended++ }

// of returns the answers of a kind that were sent.
func (s *school) of(kind string) (list []msg.Answer) {
	for _, m := range s.sent {
		if m.Type == msg.Put && m.Answer.Kind == kind {
			list = append(list, *m.Answer)
		}
	}
	return list
}

// attend returns a page that takes part in a class, as its lecturer or as a student; went collects the addresses that
// the browser goes to.
func attend(t *testing.T, lead bool) (c *Core, e *engine, s *school, went *[]string) {
	t.Helper()
	c, e = open(t)
	s, went = &school{t: t}, new([]string)
	x := &attendant{school: s, clock: e.clock}
	s.at = x
	c.live.dial = func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
		x.recv, x.dead = recv, false
		return x, nil
	}
	c.live.server = "ws://x/class"
	c.live.goTo = func(to string) { *went = append(*went, to) }
	if lead {
		c.live.open()
		x.recv(workers.Reply{Type: wire.TypeHelper, Head: wire.Append(nil, wire.Nothing{})})
		s.ears.Opened()
		s.says(msg.Message{Type: msg.Room, Secret: "abc", State: &msg.State{Code: "BCDFGH"}})
	} else {
		c.live.join("BCDFGH")
		x.recv(workers.Reply{Type: wire.TypeHelper, Head: wire.Append(nil, wire.Nothing{})})
		s.ears.Opened()
		s.says(msg.Message{Type: msg.Joined, Member: 1, Key: "k", State: &msg.State{Code: "BCDFGH"}})
	}
	if !c.live.now.In || len(s.sent) != 1 {
		t.Fatalf("news %+v, sent %+v", c.live.now, s.sent)
	}
	return c, e, s, went
}

// A student's document is sent once, some time after an edit, and not if it has not changed.
func TestDocumentsOfAStudent(t *testing.T) {
	c, e, s, _ := attend(t, false)
	e.clock.Pass(time.Minute)
	if n := len(s.of(msg.Document)); n != 0 {
		t.Fatalf("%d documents are sent without an edit", n)
	}
	c.host.Add(0.3, 0.7)
	c.host.Add(0.4, 0.7)
	if e.clock.Pass(documentAfter - time.Millisecond); len(s.of(msg.Document)) != 0 {
		t.Error("a document is sent while it is edited")
	}
	e.clock.Pass(time.Millisecond)
	docs := s.of(msg.Document)
	if len(docs) != 1 || !strings.Contains(string(docs[0].Value), `[0.4,0.7`) || docs[0].Page != "" {
		t.Fatalf("documents %+v", docs)
	}
	s.says(msg.Message{Type: msg.Kept, N: 1})
	c.host.Add(0.5, 0.7)
	c.edits.undo()
	e.clock.Pass(time.Minute)
	if n := len(s.of(msg.Document)); n != 1 {
		t.Errorf("%d documents: the last one is the one before", n)
	}
	c.live.leave()
	c.host.Add(0.6, 0.7)
	if e.clock.Pass(time.Minute); len(s.of(msg.Document)) != 1 {
		t.Error("a document is sent to a class that was left")
	}
}

// After the program has died, another one returns to the class, and gets the answers that the first one has not taken.
func TestProgramOfAClassDies(t *testing.T) {
	c, e, s, _ := attend(t, false)
	put := func(step int, value string) {
		c.live.give(msg.Order{Do: msg.Put, Step: &msg.Step{Page: "a", Step: step}, Kind: msg.Choice, Value: value})
	}
	put(0, "1")
	s.says(msg.Message{Type: msg.Kept, N: 1})
	s.at.dead = true
	put(1, "2")
	s.at.recv(workers.Reply{Type: wire.TypeFatal, Head: wire.Append(nil, wire.Error{Message: "out of memory"})})
	if s.at.ended != 1 || c.live.lane != nil {
		t.Errorf("%d programs were ended, lane %v", s.at.ended, c.live.lane)
	}
	put(2, "3")
	put(2, "4")
	if now := c.live.now; now.In || !now.On || !strings.Contains(now.Bar, "Connecting") {
		t.Errorf("news %+v", now)
	}
	e.clock.Pass(afterDeath)
	s.at.recv(workers.Reply{Type: wire.TypeHelper, Head: wire.Append(nil, wire.Nothing{})})
	s.ears.Opened()
	s.says(msg.Message{Type: msg.Joined, Member: 1, Key: "k", State: &msg.State{Code: "BCDFGH"}})
	if len(s.sent) != 5 || s.sent[2].Type != msg.Join || s.sent[2].Code != "BCDFGH" || !c.live.now.In {
		t.Fatalf("sent %+v, news %+v", s.sent, c.live.now)
	}
	for i, want := range []string{"1", "2", "4"} {
		if got := s.of(msg.Choice)[i]; string(got.Value) != want || got.Step.Step != i {
			t.Errorf("answer %d is %s at step %d, want %s", i, got.Value, got.Step.Step, want)
		}
	}
	if len(c.live.unsent) != 0 {
		t.Errorf("%d answers were not taken", len(c.live.unsent))
	}
	// Programs that die at once are started less and less often.
	started := 0
	c.live.dial = func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
		started++
		return nil, errors.New("no")
	}
	c.live.died()
	for range 60 {
		e.clock.Pass(time.Second)
	}
	if started < 2 || started > 5 {
		t.Errorf("%d programs are started in a minute", started)
	}
}

// helper is an engine that answers each text with a word, unless it dies.
type helper struct {
	recv   func(workers.Reply)
	asked  []string
	dies   bool
	closed bool
}

func (h *helper) Post(r workers.Request) {
	if r.Type != wire.TypeText {
		return
	}
	ask, _ := wire.Parse[wire.AskText](string(r.Head))
	h.asked = append(h.asked, ask.Kind+" "+ask.Text)
	if !h.dies {
		h.recv(workers.Reply{Type: wire.TypeTextMade, ID: r.ID, Head: wire.Append(nil, wire.TextMade{Text: "found"})})
	}
}

func (h *helper) Close() { h.closed = true }

// What the program asks is passed on to an engine, which starts with the first question and ends with the class. Each
// question is answered once, also if the engine dies.
func TestQuestionsOfAClass(t *testing.T) {
	c, _, s, _ := attend(t, true)
	var engines []*helper
	c.live.engine.Dial = func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
		h := &helper{recv: recv}
		engines = append(engines, h)
		return h, nil
	}
	id := 2 // of the request to attend
	ask := func(text string) {
		s.at.recv(workers.Reply{Type: wire.TypeProgress, ID: id, Head: wire.Append(nil,
			wire.Progress{Ask: &wire.AskText{Kind: "fits", Text: text}})})
	}
	ask("a")
	if len(engines) != 1 {
		t.Fatalf("%d engines", len(engines))
	}
	engines[0].recv(workers.Reply{Type: wire.TypeHelper, Head: wire.Append(nil, wire.Nothing{})})
	ask("b")
	if got := strings.Join(engines[0].asked, ", "); got != "fits a, fits b" || len(engines) != 1 {
		t.Errorf("asked %s of %d engines", got, len(engines))
	}
	if len(s.at.told) != 2 || !s.at.told[1].On || s.at.told[1].Text != "found" {
		t.Errorf("told %+v", s.at.told)
	}
	engines[0].dies = true
	ask("c")
	for range 3 { // the third death is the last one
		engines[len(engines)-1].recv(workers.Reply{Type: wire.TypeFatal, Head: wire.Append(nil, wire.Error{Message: "no"})})
	}
	if last := s.at.told[len(s.at.told)-1]; len(s.at.told) != 3 || last.On || last.Text == "" {
		t.Errorf("told %+v", s.at.told)
	}
	ask("d")
	n := len(engines)
	c.live.leave()
	if !engines[n-1].closed {
		t.Error("the engine outlives the class")
	}
}

// A student's page goes to the lecturer's page if the class follows it, once for each turn. Only addresses of courses
// and decks count, whoever wrote them.
func TestFollow(t *testing.T) {
	_, _, s, went := attend(t, false)
	says := func(where string, follow bool) string {
		*went = nil
		s.says(msg.Message{Type: msg.Changed, State: &msg.State{Code: "BCDFGH", Where: where, Follow: follow}})
		return strings.Join(*went, " ")
	}
	for _, x := range []struct {
		where  string
		follow bool
		want   string
	}{
		{"?course=linear/line", false, ""},
		{"?course=linear/line", true, "?class=BCDFGH&course=linear/line"},
		{"?course=linear/line", true, ""}, // it has gone there already; the student may be elsewhere since
		{"?deck=class&page=a", true, "?class=BCDFGH&deck=class&page=a"},
		{"?course=linear/line", false, ""},
		{"?course=linear/line", true, "?class=BCDFGH&course=linear/line"},
		{"javascript:alert(1)", true, ""},
		{"https://evil.example/?course=x", true, ""},
		{"?course=x&lang=fr&theme=dark&class=JKLMNP", true, "?class=BCDFGH&course=x"},
		{"%", true, ""},
		{"", true, ""},
	} {
		if got := says(x.where, x.follow); got != x.want {
			t.Errorf("%q, follow %v: went to %q, want %q", x.where, x.follow, got, x.want)
		}
	}
}

// If the lecturer brings another deck, the pages that show the class's deck are opened again, although their address is
// the same.
func TestAnotherDeck(t *testing.T) {
	c, _, s, went := attend(t, false)
	c.lectures.deck, c.lectures.asked = deckInClass, "a"
	says := func(deck string) string {
		*went = nil
		s.says(msg.Message{Type: msg.Changed, Deck: deck, State: &msg.State{Code: "BCDFGH", Where: "?deck=class&page=a",
			Follow: true}})
		return strings.Join(*went, " ")
	}
	if to := says(""); to != "" {
		t.Errorf("the same deck: went to %q", to)
	}
	if to := says("other"); to != "?class=BCDFGH&deck=class&page=a" || c.live.deck != "other" {
		t.Errorf("another deck %q: went to %q", c.live.deck, to)
	}
}

// The class's program is told which step the lecturer reads, and the course once. A student's document is opened as one
// step of the history.
func TestLecturersPage(t *testing.T) {
	c, _, s, _ := attend(t, true)
	k, err := course.Read([]byte(`{"course": "a", "title": "A", "pages": [
		{"id": "p", "title": "P", "text": "t", "document": {"method": "svm"}, "steps": [
			{"kind": "choose", "text": "c", "choices": [{"text": "no"}, {"text": "yes", "right": true}]},
			{"kind": "choose", "text": "d", "choices": [{"text": "no"}, {"text": "yes", "right": true}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	c.lectures.asked = "a/p"
	c.lecture.Begin(k, "p")
	c.live.turned()
	if last := s.sent[len(s.sent)-1]; last.Type != msg.Turn || last.Where != "?course=a/p" {
		t.Errorf("sent %+v", last)
	}
	if p := c.live.now.Panel; !strings.Contains(p, "Step 1 of 2") || !strings.Contains(p, "0 students here") {
		t.Errorf("panel %s", p)
	}
	if c.live.told != k {
		t.Error("the program does not know the course")
	}
	points := len(c.editor.Now().Points)
	s.says(msg.Message{Type: msg.Looked, Answer: &msg.Answer{Member: 1, Kind: msg.Document,
		Value: []byte(`"{\"method\":\"knn\",\"points\":[[1,2,0]]}"`)}})
	if now := c.editor.Now(); now.Method != "knn" || len(now.Points) != 1 {
		t.Errorf("the student's picture is %+v", now)
	}
	if c.edits.undo(); len(c.editor.Now().Points) != points {
		t.Error("it is not one step")
	}
}
