package ui

import (
	"strings"
	"testing"
	"time"

	"pointscape/app/room/class"
	"pointscape/app/workers"
	msg "pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/json"
)

// school is the server of a class as a page sees it.
type school struct {
	t    *testing.T
	ears class.Ears
	sent []msg.Message
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

// mute is an engine that answers nothing.
type mute struct{}

func (mute) Post(workers.Request) {}
func (mute) Close()               {}

// of are the answers that were sent, of a kind.
func (s *school) of(kind string) (list []msg.Answer) {
	for _, m := range s.sent {
		if m.Type == msg.Put && m.Answer.Kind == kind {
			list = append(list, *m.Answer)
		}
	}
	return list
}

// attend makes a page that is in a class, as its lecturer or a student, and notes where it goes.
func attend(t *testing.T, lead bool) (c *Core, e *engine, s *school, went *[]string) {
	t.Helper()
	c, e = open(t)
	s, went = &school{t: t}, new([]string)
	c.class.Dial = func(ears class.Ears) class.Link { s.ears = ears; return s }
	c.answers.Dial = func(bool, func(workers.Reply)) (workers.Port, error) { return mute{}, nil }
	c.live.server, c.live.step = "ws://x/class", -1
	c.live.goTo = func(to string) { *went = append(*went, to) }
	if lead {
		c.live.open()
		s.ears.Opened()
		s.says(msg.Message{Type: msg.Room, Secret: "abc", State: &msg.State{Code: "BCDFGH"}})
	} else {
		c.live.join("bcd fgh")
		s.ears.Opened()
		s.says(msg.Message{Type: msg.Joined, Member: 1, Key: "k", State: &msg.State{Code: "BCDFGH"}})
	}
	if c.class.State() != class.In || len(s.sent) != 1 {
		t.Fatalf("state %d, sent %+v", c.class.State(), s.sent)
	}
	return c, e, s, went
}

// A student's document is sent some time after an edit, once, and not while it is what it was.
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
	c.class.Leave()
	c.host.Add(0.6, 0.7)
	if e.clock.Pass(time.Minute); len(s.of(msg.Document)) != 1 {
		t.Error("a document is sent to a class that was left")
	}
}

// A student's page goes where the lecturer's is, where all follow, once for each turn; a page of a class says which
// one, whoever wrote it.
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
		{"?course=linear/line", true, ""}, // it has gone there, and may have gone further
		{"?deck=class&page=a", true, "?class=BCDFGH&deck=class&page=a"},
		{"?course=linear/line", false, ""},
		{"?course=linear/line", true, "?class=BCDFGH&course=linear/line"},
		{"javascript:alert(1)", true, ""},
		{"https://evil.example/?course=x", true, ""},
		{"?course=x&lang=fr&theme=dark&class=XXXXXX", true, "?class=BCDFGH&course=x"},
		{"%", true, ""},
		{"", true, ""},
	} {
		if got := says(x.where, x.follow); got != x.want {
			t.Errorf("%q, follow %v: went to %q, want %q", x.where, x.follow, got, x.want)
		}
	}
}

// The panel asks for what the page's step asks, and for a file also what others ask that were answered; what a student
// has made is opened as one step.
func TestLecturersPanel(t *testing.T) {
	c, _, s, _ := attend(t, true)
	k, err := course.Read([]byte(`{"course": "a", "title": "A", "pages": [
		{"id": "p", "title": "P", "text": "t", "document": {"method": "svm"}, "steps": [
			{"kind": "choose", "text": "c", "choices": [{"text": "no"}, {"text": "yes", "right": true}]},
			{"kind": "number", "text": "n", "answer": "n_support", "within": 2, "set": {"params": {"C": 3}}}]},
		{"id": "q", "title": "Q", "text": "t", "document": {"method": "knn"}, "steps": [
			{"kind": "place", "text": "w", "check": "x > 0"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	c.lectures.asked = "a/p"
	c.lecture.Begin(k, "p")
	s.says(msg.Message{Type: msg.Members, People: []msg.Member{{ID: 1, Here: true}, {ID: 2}}})
	s.says(msg.Message{Type: msg.Answers, All: []msg.Answer{
		{Member: 1, Step: msg.Step{Page: "a/q"}, Kind: msg.Place, Value: []byte("[1,2]")},
		{Member: 1, Step: msg.Step{Page: "b/q"}, Kind: msg.Place, Value: []byte("[1,2]")}}})
	p := c.live.Panel(false)
	if p.Kind != course.Choose || p.Step != (msg.Step{Page: "a/p"}) || len(p.Choices) != 2 || len(p.Right) != 1 ||
		p.Right[0] != 1 || p.Here != 1 || len(p.Answers) != 2 || p.Steps != nil || p.Palette != "light" || p.Revealed {
		t.Errorf("panel %+v", p)
	}
	c.live.step = 1
	s.says(msg.Message{Type: msg.Changed, State: &msg.State{Code: "BCDFGH", Where: "?course=a/p",
		Revealed: []msg.Step{{Page: "a/p", Step: 1}}}})
	p = c.live.Panel(true)
	if p.Kind != course.Number || p.Within != 2 || !strings.Contains(p.Page, `"C":3`) || !p.Revealed ||
		len(p.Steps) != 1 || p.Steps[0].Step.Page != "a/q" || p.Steps[0].Check != "x > 0" {
		t.Errorf("panel %+v", p)
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
