package classroom

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pointscape/engine/class"
	"pointscape/engine/json"
)

// lesson is a hub whose clock shows time, which the test sets.
type lesson struct {
	*Hub
	t    *testing.T
	time time.Time
}

func newLesson(t *testing.T, limits Limits) *lesson {
	l := &lesson{t: t, time: time.Date(2030, 1, 2, 10, 0, 0, 0, time.UTC)}
	l.Hub = NewHub(limits, func() time.Time { return l.time })
	return l
}

// send sends a message, and returns what is sent back over the same connection.
func (l *lesson) send(c *Conn, m class.Message) []class.Message {
	l.t.Helper()
	if !c.Accept(&m) {
		l.t.Fatalf("%s: too many messages", m.Type)
	}
	list, _ := c.Take()
	return list
}

// only returns the message of a list, which must have one, of this type.
func (l *lesson) only(list []class.Message, kind string) class.Message {
	l.t.Helper()
	if len(list) != 1 || list[0].Type != kind {
		l.t.Fatalf("got %+v, want one message %q", list, kind)
	}
	return list[0]
}

// room opens a room, and returns its lecturer's connection.
func (l *lesson) room() (lead *Conn, code, secret string) {
	l.t.Helper()
	lead = l.Connect("10.0.0.1")
	m := l.only(l.send(lead, class.Message{Type: class.Open, Title: "Kernels", Where: "kernels/1"}), class.Room)
	if len(m.State.Code) != 6 || len(m.Secret) != 32 {
		l.t.Fatalf("code %q, secret %q", m.State.Code, m.Secret)
	}
	return lead, m.State.Code, m.Secret
}

// student joins a room as a new member, and returns its connection and the answer.
func (l *lesson) student(code string) (*Conn, class.Message) {
	l.t.Helper()
	c := l.Connect("10.0.0.2")
	return c, l.only(l.send(c, class.Message{Type: class.Join, Code: code}), class.Joined)
}

func put(n int, page string, step int, kind, value string) class.Message {
	return class.Message{Type: class.Put, N: n, Answer: &class.Answer{Step: class.Step{Page: page, Step: step}, Kind: kind,
		Value: json.RawMessage(value)}}
}

func take(c *Conn) []class.Message {
	list, _ := c.Take()
	return list
}

// The answers of students reach the lecturer: the newest one of each step, each once.
func TestAnswersArrive(t *testing.T) {
	l := newLesson(t, Usual)
	lead, code, _ := l.room()
	a, joined := l.student(" " + strings.ToLower(code))
	if joined.Member != 1 || joined.State.Title != "Kernels" || joined.State.Where != "kernels/1" || joined.Secret != "" {
		t.Errorf("joined %+v", joined)
	}
	b, _ := l.student(code)
	if m := l.only(take(lead), class.Members); len(m.People) != 2 || !m.People[1].Here || m.People[1].ID != 2 {
		t.Errorf("members %+v", m)
	}

	l.time = l.time.Add(3 * time.Second)
	if m := l.only(l.send(a, put(1, "p", 0, class.Choice, "2")), class.Kept); m.N != 1 {
		t.Errorf("kept %+v", m)
	}
	l.send(a, put(2, "p", 0, class.Choice, "1")) // the student changes the answer
	l.send(b, put(1, "p", 1, class.Line, "[[0,0],[1,2.5]]"))
	m := l.only(take(lead), class.Answers)
	if len(m.All) != 2 || m.All[0].Member != 1 || string(m.All[0].Value) != "1" || m.All[0].At != 3000 ||
		m.All[1].Kind != class.Line || string(m.All[1].Value) != "[[0,0],[1,2.5]]" {
		t.Errorf("answers %+v", m.All)
	}

	// An answer that is sent again after the connection broke is not kept twice.
	if m := l.only(l.send(a, put(1, "p", 0, class.Choice, "2")), class.Kept); m.N != 2 {
		t.Errorf("kept %+v", m)
	}
	if list := take(lead); list != nil {
		t.Errorf("the lecturer is told again: %+v", list)
	}
	l.only(l.send(a, put(4, "p", 0, class.Choice, "0")), class.Refused) // 3 has not arrived
}

// A member that joins again with its key is the same member, and its earlier connection ends. Without the key it is a
// new member.
func TestMembersComeBack(t *testing.T) {
	l := newLesson(t, Usual)
	lead, code, _ := l.room()
	a, joined := l.student(code)
	l.send(a, put(1, "p", 0, class.Number, "1.5"))
	take(lead)

	again := l.Connect("10.0.0.2")
	m := l.only(l.send(again, class.Message{Type: class.Join, Code: code, Member: 1, Key: joined.Key, Nick: "Ada"}),
		class.Joined)
	if m.Member != 1 || m.N != 1 || m.Key != joined.Key {
		t.Errorf("joined %+v", m)
	}
	if list, last := a.Take(); !last || list[0].Type != class.Ended {
		t.Errorf("the old connection gets %+v, last %t", list, last)
	}
	a.Close() // the old connection ends late: the member is still here
	if m := l.only(take(lead), class.Members); len(m.People) != 1 || m.People[0].Nick != "Ada" || !m.People[0].Here {
		t.Errorf("members %+v", m)
	}
	again.Close()
	again.Close()
	if m := l.only(take(lead), class.Members); m.People[0].Here {
		t.Errorf("members %+v", m)
	}

	thief := l.Connect("10.0.0.9")
	m = l.only(l.send(thief, class.Message{Type: class.Join, Code: code, Member: 1, Key: "guessed"}), class.Joined)
	if m.Member != 2 || m.Key == joined.Key || m.N != 0 {
		t.Errorf("joined %+v", m)
	}
}

// The lecturer turns a page, reveals answers, reloads, looks at a document and ends the room.
func TestLecturer(t *testing.T) {
	l := newLesson(t, Usual)
	lead, code, secret := l.room()
	a, _ := l.student(code)
	l.send(a, put(1, "p", 0, class.Document, `"{\"method\":\"svm\"}"`))
	take(lead)

	l.send(lead, class.Message{Type: class.Turn, Where: "kernels/2", Follow: true})
	if m := l.only(take(a), class.Changed); m.State.Where != "kernels/2" || !m.State.Follow {
		t.Errorf("state %+v", m.State)
	}
	l.send(lead, class.Message{Type: class.Reveal, Step: &class.Step{Page: "p"}, On: true})
	if m := l.only(take(a), class.Changed); len(m.State.Revealed) != 1 {
		t.Errorf("state %+v", m.State)
	}
	l.send(lead, class.Message{Type: class.Reveal, Step: &class.Step{Page: "p"}})
	if m := l.only(take(a), class.Changed); len(m.State.Revealed) != 0 {
		t.Errorf("state %+v", m.State)
	}

	lead.Close()
	lead = l.Connect("10.0.0.7")
	m := l.only(l.send(lead, class.Message{Type: class.Lead, Code: code, Secret: secret}), class.Room)
	if m.Secret != "" || len(m.People) != 1 || len(m.All) != 1 || string(m.All[0].Value) != "true" {
		t.Errorf("room %+v", m)
	}
	if m := l.only(l.send(lead, class.Message{Type: class.Look, Member: 1}), class.Looked); string(m.Answer.Value) !=
		`"{\"method\":\"svm\"}"` {
		t.Errorf("looked %+v", m.Answer)
	}
	l.send(lead, class.Message{Type: class.End})
	if list, last := a.Take(); !last || list[0].Type != class.Ended || l.Rooms() != 0 {
		t.Errorf("the student gets %+v", list)
	}
}

// Guessed secrets, floods, and messages and answers that are wrong or too many are refused; others are not disturbed.
func TestHostile(t *testing.T) {
	limits := Usual
	limits.Rooms, limits.Opened, limits.Members, limits.Answers, limits.Bytes = 3, 2, 2, 3, 2000
	l := newLesson(t, limits)
	lead, code, secret := l.room()
	a, _ := l.student(code)
	take(lead)
	refused := func(c *Conn, m class.Message, field string) {
		t.Helper()
		if got := l.only(l.send(c, m), class.Refused); got.Field != field || !strings.HasPrefix(got.Text, field) {
			t.Errorf("%s: refused for %q (%s), want %q", m.Type, got.Field, got.Text, field)
		}
	}
	stranger := l.Connect("10.6.6.6")
	for _, guess := range []string{"", "x", strings.ToUpper(secret), secret + "a", secret[1:]} {
		refused(stranger, class.Message{Type: class.Lead, Code: code, Secret: guess}, "secret")
	}
	refused(stranger, class.Message{Type: class.Lead, Code: "AAAAAA", Secret: secret}, "code")
	refused(stranger, put(1, "p", 0, class.Choice, "1"), "type")
	refused(stranger, class.Message{Type: class.End}, "type")
	for _, act := range []string{class.Turn, class.Reveal, class.Look, class.End} { // only for lecturers
		refused(a, class.Message{Type: act, Step: &class.Step{}, Member: 1}, "lecturer")
	}
	refused(lead, put(1, "p", 0, class.Choice, "1"), "put")
	l.time = l.time.Add(time.Minute) // so that a may send messages again

	// Values of a wrong form, and answers that are too many or too long, are refused.
	n := 0
	for value, kind := range map[string]string{"1e999": class.Number, "-1": class.Choice, "[1]": class.Place,
		"[[0,0]]": class.Line, "false": class.Solved, `{"a":1}`: class.Document, "7": "other", "null": class.Place} {
		n++
		field := "answer.value"
		if kind == "other" {
			field = "answer.kind"
		}
		list := l.send(a, put(n, "p", 0, kind, value))
		if len(list) != 2 || list[0].Field != field || list[0].N != n || list[1].N != n {
			t.Errorf("%s %s: %+v", kind, value, list)
		}
	}
	for i := range 4 {
		n++
		list := l.send(a, put(n, fmt.Sprint("p", i), 0, class.Choice, "1"))
		if refused := list[0].Type == class.Refused; refused != (i == 3) {
			t.Errorf("answer %d: %+v", i, list)
		}
	}
	long := "[[0,0]" + strings.Repeat(",[1,1]", 400) + "]"
	if list := l.send(a, put(n+1, "p0", 0, class.Choice, "2")); list[0].Type != class.Kept {
		t.Errorf("an answer in place of another: %+v", list)
	}
	b, _ := l.student(code)
	if list := l.send(b, put(1, "p", 0, class.Line, long)); list[0].Type != class.Refused {
		t.Errorf("a room that is full takes %+v", list)
	}
	refused(l.Connect("10.0.0.3"), class.Message{Type: class.Join, Code: code}, "join")
	refused(l.Connect("10.0.0.3"), class.Message{Type: class.Join, Code: code, Nick: "a\u202eb"}, "nick")
	refused(l.Connect("10.0.0.3"), class.Message{Type: class.Join, Code: code, Nick: strings.Repeat("x", 31)}, "nick")

	// The number of rooms is limited, in total and per IP address; an hour later the address may open another one.
	open := class.Message{Type: class.Open}
	l.only(l.send(l.Connect("10.0.0.1"), open), class.Room)
	refused(l.Connect("10.0.0.1"), open, "open")
	l.only(l.send(l.Connect("10.0.0.4"), open), class.Room)
	refused(l.Connect("10.0.0.5"), open, "open")
	l.time = l.time.Add(time.Hour)
	l.limits.Rooms++
	l.only(l.send(l.Connect("10.0.0.1"), open), class.Room)

	// A flood ends the connection.
	flood := l.Connect("10.0.0.6")
	for i := 0; ; i++ {
		if !flood.Accept(&class.Message{Type: "?"}) {
			if i != int(limits.Burst) {
				t.Errorf("%d messages at once", i)
			}
			break
		}
	}
	if list := take(flood); len(list) != maxRefused {
		t.Errorf("%d messages in answer to a flood", len(list))
	}
}

// A room is closed, and its data are deleted, after Limits.Life.
func TestRoomsClose(t *testing.T) {
	l := newLesson(t, Usual)
	_, code, secret := l.room()
	a, _ := l.student(code)
	l.time = l.time.Add(Usual.Life)
	if n := l.Rooms(); n != 0 {
		t.Errorf("%d rooms", n)
	}
	if list, last := a.Take(); !last || list[0].Type != class.Ended {
		t.Errorf("the student gets %+v", list)
	}
	late := l.send(l.Connect("x"), class.Message{Type: class.Lead, Code: code, Secret: secret})
	if m := l.only(late, class.Refused); m.Field != "code" {
		t.Errorf("refused %+v", m)
	}
}

// The file keeps rooms across a restart. It contains neither the secret nor the keys.
func TestFile(t *testing.T) {
	l := newLesson(t, Usual)
	_, code, secret := l.room()
	a, joined := l.student(code)
	l.send(a, put(1, "p", 0, class.Place, "[0.5,-1]"))
	file := filepath.Join(t.TempDir(), "class.json")
	if err := l.Save(file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(text), secret) || strings.Contains(string(text), joined.Key) {
		t.Errorf("the file tells secrets, %v: %s", err, text)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v, %v", info.Mode(), err)
	}

	next := newLesson(t, Usual)
	next.time = l.time.Add(time.Hour)
	if err := next.Load(file); err != nil {
		t.Fatal(err)
	}
	lead := next.Connect("x")
	m := next.only(next.send(lead, class.Message{Type: class.Lead, Code: code, Secret: secret}), class.Room)
	if len(m.All) != 1 || string(m.All[0].Value) != "[0.5,-1]" || m.People[0].Here || m.State.Title != "Kernels" {
		t.Errorf("room %+v", m)
	}
	again := next.Connect("y")
	if m := next.only(next.send(again, class.Message{Type: class.Join, Code: code, Member: 1, Key: joined.Key}),
		class.Joined); m.Member != 1 || m.N != 1 {
		t.Errorf("joined %+v", m)
	}

	if err := next.Load(filepath.Join(t.TempDir(), "none")); err != nil {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(file, text[:len(text)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := next.Load(file); err == nil {
		t.Error("half a file is read")
	}
	late := newLesson(t, Usual)
	late.time = l.time.Add(25 * time.Hour)
	os.WriteFile(file, text, 0o600)
	if err := late.Load(file); err != nil || late.Rooms() != 0 {
		t.Errorf("%d rooms a day later, %v", late.Rooms(), err)
	}
}

// A deck that has no address of its own is sent with the class: the lecturer, and students who join, get the newest
// one. It survives a restart, and its length is limited.
func TestDeckComesWithTheClass(t *testing.T) {
	l := newLesson(t, Usual)
	lead := l.Connect("10.0.0.1")
	room := l.only(l.send(lead, class.Message{Type: class.Open, Where: "?deck=class&page=a", Deck: "AbC_1"}), class.Room)
	if _, joined := l.student(room.State.Code); joined.Deck != "AbC_1" || room.Deck != "AbC_1" {
		t.Errorf("decks %q and %q", joined.Deck, room.Deck)
	}
	for _, deck := range []string{"", "Other"} { // "" keeps the deck
		l.send(lead, class.Message{Type: class.Turn, Where: "?deck=class&page=b", Deck: deck})
	}
	l.send(lead, class.Message{Type: class.Turn, Where: "?course=a/b"})
	if _, joined := l.student(room.State.Code); joined.Deck != "Other" {
		t.Errorf("deck %q", joined.Deck)
	}
	for _, deck := range []string{strings.Repeat("a", class.MaxDeck+1), "a b", "a\n", "é"} {
		for _, kind := range []string{class.Open, class.Turn} {
			c := lead
			if kind == class.Open {
				c = l.Connect("10.0.0.3")
			}
			take(c)
			if m := l.only(l.send(c, class.Message{Type: kind, Deck: deck}), class.Refused); m.Field != "deck" {
				t.Errorf("%s of %.10q: %+v", kind, deck, m)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "class.json")
	if err := l.Save(file); err != nil {
		t.Fatal(err)
	}
	next := newLesson(t, Usual)
	next.time = l.time
	if err := next.Load(file); err != nil {
		t.Fatal(err)
	}
	if _, joined := next.student(room.State.Code); joined.Deck != "Other" {
		t.Errorf("after a restart, deck %q", joined.Deck)
	}
}

// A lecturer whose page has not read for a long time is sent all answers in one message, each once; afterwards, only
// those that change.
func TestSlowLecturer(t *testing.T) {
	limits := Usual
	limits.Burst, limits.Answers = 1e6, 1e6
	l := newLesson(t, limits)
	lead, code, _ := l.room()
	c, _ := l.student(code)
	n := maxDirty + 5
	for i := range n {
		l.send(c, put(i+1, fmt.Sprintf("kernels/%d", i), 0, class.Number, fmt.Sprint(i)))
	}
	m := l.only(take(lead), class.Room)
	if len(m.All) != n || m.Secret != "" || string(m.All[n-1].Value) != fmt.Sprint(n-1) {
		t.Errorf("%d answers of %d, secret %q", len(m.All), n, m.Secret)
	}
	l.send(c, put(n+1, "kernels/1", 0, class.Number, "7"))
	if m := l.only(take(lead), class.Answers); len(m.All) != 1 || string(m.All[0].Value) != "7" {
		t.Errorf("after that: %+v", m)
	}
}

// A large room is sent in several messages, each answer once. All rooms together hold no more than the server may.
func TestLargeRooms(t *testing.T) {
	limits := Usual
	limits.Burst, limits.Answers, limits.All = 1e6, 1e6, 3*maxSent
	l := newLesson(t, limits)
	_, code, secret := l.room()
	c, _ := l.student(code)
	line := "[" + strings.Repeat("[0.1234567,0.1234567],", 499) + "[1,1]]"
	n := 0
	for {
		list := l.send(c, put(n+1, fmt.Sprintf("kernels/%d", n), 0, class.Line, line))
		if len(list) > 0 && list[0].Type == class.Refused {
			if list[0].Field != "answer" || !strings.Contains(list[0].Text, "the server holds too much") {
				t.Errorf("%+v", list[0])
			}
			break
		}
		n++
	}
	if want := 3 * maxSent / (len(line) + 120); n < want-2 || n > want {
		t.Errorf("%d answers of %d bytes are kept", n, len(line))
	}
	again := l.Connect("10.0.0.1")
	list := l.send(again, class.Message{Type: class.Lead, Code: code, Secret: secret})
	seen := map[string]bool{}
	for i, m := range list {
		if size := len(m.All) * len(line); size > maxSent || (m.Type == class.Room) != (i == 0) {
			t.Errorf("message %d, a %s, has %d bytes", i, m.Type, size)
		}
		for _, a := range m.All {
			seen[a.Page] = true
		}
	}
	if len(list) < 3 || len(seen) != n {
		t.Errorf("%d messages with %d answers of %d", len(list), len(seen), n)
	}
	l.send(again, class.Message{Type: class.End})
	if l.bytes != 0 {
		t.Errorf("%d bytes are counted without a room", l.bytes)
	}
}

// Another deck reaches the students who are there, and the lecturer's other windows.
func TestAnotherDeckForAll(t *testing.T) {
	l := newLesson(t, Usual)
	lead, code, secret := l.room()
	other := l.Connect("10.0.0.1")
	l.send(other, class.Message{Type: class.Lead, Code: code, Secret: secret})
	c, _ := l.student(code)
	take(lead)
	take(other)
	l.only(l.send(lead, class.Message{Type: class.Turn, Where: "?deck=class&page=a", Deck: "abc"}), class.Changed)
	for name, c := range map[string]*Conn{"student": c, "other window": other} {
		m := l.only(take(c), class.Changed)
		if m.Deck != "abc" {
			t.Errorf("%s: deck %q", name, m.Deck)
		}
	}
	l.send(lead, class.Message{Type: class.Turn, Where: "?deck=class&page=b", Deck: "abc"})
	if m := l.only(take(c), class.Changed); m.Deck != "" || m.State.Where != "?deck=class&page=b" {
		t.Errorf("the same deck is sent again: %+v", m)
	}
}
