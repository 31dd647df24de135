package client

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/tools/classroom"
	msg "pointscape/engine/class"
	"pointscape/engine/json"
)

// storage is a browser's storage.
type storage map[string]string

func (s storage) Get(key string) string { return s[key] }
func (s storage) Set(key, value string) bool {
	s[key] = value
	return true
}
func (s storage) Remove(key string) { delete(s, key) }

// net is the real server of classes, connected without a network. It has the same clock as the pages.
type net struct {
	t     *testing.T
	clock *clock.Manual
	hub   *classroom.Hub
	down  bool // pages can't connect to the server
	deaf  bool // messages are lost without an error
}

func newNet(t *testing.T, limits classroom.Limits) *net {
	n := &net{t: t, clock: clock.NewManual()}
	n.hub = classroom.NewHub(limits, n.clock.Now)
	return n
}

// cable is a connection of a page.
type cable struct {
	net    *net
	ears   Ears
	conn   *classroom.Conn
	closed bool
	sent   []string
}

func (w *cable) Send(text string) {
	w.sent = append(w.sent, text)
	var m msg.Message
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		w.net.t.Errorf("%s: %v", text, err)
	}
	if !w.net.deaf && !w.conn.Accept(&m) {
		w.net.t.Errorf("too many messages: %s", text)
	}
}

func (w *cable) Close() {
	w.closed = true
	w.conn.Close()
}

// cut breaks the connection; the page is told.
func (w *cable) cut() {
	w.conn.Close()
	w.net.clock.After(0, func() {
		if !w.closed {
			w.ears.Closed()
		}
	})
}

// Found returns the class that the page finds in the tab's storage, Stored the code of the lecturer's class in the
// browser's.
func (p *page) Found() (code string, leads bool) {
	return msg.Found(p.Tab.Get(msg.TabKey), p.net.clock.Now().UnixMilli())
}

func (p *page) Stored() string {
	code, _ := msg.Found(p.Local.Get(msg.LecturerKey), p.net.clock.Now().UnixMilli())
	return code
}

// page is a page in a browser. It receives the server's messages as the clock advances.
type page struct {
	*Room
	net   *net
	wires []*cable
	heard []*msg.Message
	tab   storage
}

func (n *net) page(local, tab storage) *page {
	p := &page{net: n, tab: tab}
	p.Room = &Room{Needs: Needs{Clock: n.clock, Local: local, Tab: tab, Random: func() float64 { return 1 },
		Changed: func() {}, Heard: func(m *msg.Message) { p.heard = append(p.heard, m) }}}
	p.Dial = func(e Ears) Link {
		w := &cable{net: n, ears: e, conn: n.hub.Connect("10.0.0.1")}
		p.wires = append(p.wires, w)
		n.clock.After(time.Millisecond, func() {
			switch {
			case w.closed:
			case n.down:
				e.Closed()
			default:
				e.Opened()
				w.listen()
			}
		})
		return w
	}
	return p
}

// listen passes the server's messages on to the page, every ten milliseconds.
func (w *cable) listen() {
	if w.closed {
		return
	}
	if !w.net.deaf && !w.net.down {
		list, last := w.conn.Take()
		for i := range list {
			b, err := json.Marshal(&list[i])
			if err != nil {
				w.net.t.Fatal(err)
			}
			if !w.closed {
				w.ears.Heard(string(b))
			}
		}
		if last && !w.closed {
			w.ears.Closed()
			return
		}
	}
	w.net.clock.After(10*time.Millisecond, w.listen)
}

func (n *net) pass() { n.clock.Pass(100 * time.Millisecond) }

// opened returns a lecturer's page that has opened a class.
func (n *net) opened() *page {
	p := n.page(storage{}, storage{})
	p.Open("Kernels", "?course=kernels/trick", "")
	n.pass()
	if p.State() != In || len(p.Code()) != 6 {
		n.t.Fatalf("the class is not open: %d %v", p.State(), p.Why())
	}
	return p
}

func (n *net) joined(code string) *page {
	p := n.page(storage{}, storage{})
	p.Join(msg.Clean(code))
	n.pass()
	if p.State() != In {
		n.t.Fatalf("nobody joined: %d %v", p.State(), p.Why())
	}
	return p
}

// values returns the answers of a kind that a lecturer's page has, each with its member and step.
func (p *page) values(kind string) string {
	var list []string
	for _, a := range p.Answers() {
		if a.Kind == kind {
			list = append(list, fmt.Sprintf("%d %s/%d %s", a.Member, a.Page, a.Step.Step, a.Value))
		}
	}
	return strings.Join(list, "; ")
}

func (p *page) put(step int, kind, value string) {
	p.net.t.Helper()
	if !p.Put("kernels/trick", step, kind, value) {
		p.net.t.Errorf("%s %.40s is too large", kind, value)
	}
}

// In a lecture, students are counted, their answers arrive, pages turn, answers are shown, a document is opened, and
// the class ends. Then no browser keeps anything of it.
func TestLecture(t *testing.T) {
	n := newNet(t, classroom.Usual)
	lead := n.opened()
	a, b := n.joined(lead.Code()), n.joined(" "+strings.ToLower(lead.Code()[:3])+" "+lead.Code()[3:])
	if now := a.Now(); now.Where != "?course=kernels/trick" || now.Title != "Kernels" || now.Follow {
		t.Errorf("a student sees %+v", now)
	}
	n.pass()
	if lead.Here() != 2 || len(lead.People()) != 2 {
		t.Errorf("%d of %d are here", lead.Here(), len(lead.People()))
	}
	a.put(0, msg.Choice, "2")
	b.put(0, msg.Choice, "0")
	b.put(0, msg.Solved, "true")
	n.pass()
	if got := lead.values(msg.Choice); got != "1 kernels/trick/0 2; 2 kernels/trick/0 0" {
		t.Errorf("answers: %s", got)
	}
	if a.Unsent()+b.Unsent() != 0 {
		t.Errorf("%d and %d answers are not acknowledged", a.Unsent(), b.Unsent())
	}

	step := msg.Step{Page: "kernels/trick"}
	lead.Reveal(step, true)
	lead.Turn("?course=kernels/width", "", true)
	n.pass()
	if now := b.Now(); !b.Revealed(step) || now.Where != "?course=kernels/width" || !now.Follow {
		t.Errorf("a student sees %+v", now)
	}

	a.put(0, msg.Document, `"{\"method\":\"svm\"}"`)
	n.pass()
	if got := lead.values(msg.Document); got != "1 kernels/trick/0 true" {
		t.Errorf("documents: %s", got)
	}
	lead.heard = nil
	lead.Look(1)
	n.pass()
	if len(lead.heard) != 1 || lead.heard[0].Type != msg.Looked ||
		string(lead.heard[0].Answer.Value) != `"{\"method\":\"svm\"}"` {
		t.Errorf("looked at %+v", lead.heard)
	}

	if err := b.Name("  Ada   L. "); err != nil {
		t.Error(err)
	}
	n.pass()
	if p := lead.People()[1]; p.Nick != "Ada L." || !p.Here || lead.Here() != 2 {
		t.Errorf("members %+v", lead.People())
	}
	if err := b.Name(strings.Repeat("x", 31)); err == nil || err.(*msg.Fault).Field != "nick" {
		t.Errorf("a long name: %v", err)
	}

	lead.End()
	n.pass()
	for i, p := range []*page{lead, a, b} {
		if p.State() != Over || p.heard[len(p.heard)-1].Type != msg.Ended {
			t.Errorf("page %d: state %d after the end", i, p.State())
		}
		if len(p.Local.(storage))+len(p.tab) != 0 {
			t.Errorf("page %d keeps %v %v", i, p.Local, p.tab)
		}
	}
	if n.clock.Waiting() != 0 {
		t.Errorf("%d alarms are set after the end", n.clock.Waiting())
	}
}

// While a connection is broken, answers wait, the newest of each step. They arrive once, in their order, also if an
// answer had arrived before but was not acknowledged, or if the page was reloaded meanwhile.
func TestAnswersArriveOnce(t *testing.T) {
	n := newNet(t, classroom.Usual)
	lead := n.opened()
	a := n.joined(lead.Code())
	a.put(0, msg.Choice, "1")
	n.pass()

	// This answer arrives, but the connection breaks before it is acknowledged.
	a.put(1, msg.Number, "3.5")
	n.down = true
	a.wires[0].cut()
	n.clock.Pass(time.Millisecond)
	if a.State() != Away || a.Unsent() != 1 {
		t.Fatalf("state %d with %d answers to send", a.State(), a.Unsent())
	}
	a.put(1, msg.Number, "4.5") // a further answer, because the previous one may have arrived (it has)
	a.put(2, msg.Place, "[1,2]")
	a.put(2, msg.Place, "[3,4]") // replaces the previous one, which was not sent
	if a.Unsent() != 3 {
		t.Errorf("%d answers to send", a.Unsent())
	}

	// The page is reloaded without a connection, and adds an answer.
	again := n.page(a.Local.(storage), a.tab)
	code, leads := again.Found()
	if code != lead.Code() || leads {
		t.Fatalf("found %q, lead %v", code, leads)
	}
	a.drop()
	again.Join(code)
	again.put(3, msg.Solved, "true")
	n.clock.Pass(20 * time.Second)
	if again.State() != Away && again.State() != Connecting {
		t.Errorf("state %d", again.State())
	}
	n.down = false
	n.clock.Pass(20 * time.Second)
	if again.State() != In || again.Unsent() != 0 {
		t.Fatalf("state %d with %d answers to send", again.State(), again.Unsent())
	}
	want := map[string]string{msg.Choice: "1 kernels/trick/0 1", msg.Number: "1 kernels/trick/1 4.5",
		msg.Place: "1 kernels/trick/2 [3,4]", msg.Solved: "1 kernels/trick/3 true"}
	for kind, answer := range want {
		if got := lead.values(kind); got != answer {
			t.Errorf("%s: %q, want %q", kind, got, answer)
		}
	}
	if len(lead.People()) != 1 {
		t.Errorf("members %+v", lead.People())
	}
}

// If the server does not acknowledge an answer for ten seconds, the page sends the answer on another connection.
func TestSilence(t *testing.T) {
	n := newNet(t, classroom.Usual)
	lead := n.opened()
	a := n.joined(lead.Code())
	n.deaf = true
	a.put(0, msg.Choice, "1")
	n.clock.Pass(silence - time.Millisecond)
	if a.State() != In {
		t.Errorf("state %d too early", a.State())
	}
	n.clock.Pass(time.Millisecond)
	if a.State() != Away {
		t.Errorf("state %d after %v", a.State(), silence)
	}
	n.deaf = false
	n.clock.Pass(time.Second)
	if a.State() != In || lead.values(msg.Choice) != "1 kernels/trick/0 1" {
		t.Errorf("state %d, answers %q", a.State(), lead.values(msg.Choice))
	}
	n.clock.Pass(time.Minute)
	if len(a.wires) != 2 {
		t.Errorf("%d connections", len(a.wires))
	}
}

// The waits between attempts to connect double, up to 15 seconds. Each is random, between half and all of that.
func TestRetries(t *testing.T) {
	n := newNet(t, classroom.Usual)
	lead := n.opened()
	for _, share := range []float64{0, 1} {
		a := n.joined(lead.Code())
		a.Random = func() float64 { return share }
		n.down = true
		a.Offline()
		var at []time.Time
		dial := a.Dial
		a.Dial = func(e Ears) Link {
			at = append(at, n.clock.Now())
			return dial(e)
		}
		began := n.clock.Now()
		n.clock.Pass(2 * time.Minute)
		for i, want := range []float64{0.5, 1, 2, 4, 8, 15, 15} {
			got := at[i].Sub(began)
			if i > 0 {
				got = at[i].Sub(at[i-1]) - time.Millisecond // the attempt fails after a millisecond
			}
			if half := time.Duration(want * (0.5 + share/2) * float64(time.Second)); got != half {
				t.Errorf("try %d after %v, want %v", i, got, half)
			}
		}
		// When the browser's network is back, the page connects at once.
		n.down = false
		a.Online()
		n.pass()
		if a.State() != In {
			t.Errorf("state %d", a.State())
		}
		a.drop()
	}
}

// After a reload, a lecturer's page finds its class with all answers. Another tab of the browser can lead it, too, but
// no other browser.
func TestLecturerComesBack(t *testing.T) {
	n := newNet(t, classroom.Usual)
	lead := n.opened()
	a := n.joined(lead.Code())
	a.put(0, msg.Line, "[[0,0],[1,1]]")
	n.pass()
	if strings.Contains(fmt.Sprint(a.Local, a.tab, a.Now()), lead.me.Secret) {
		t.Error("a student has the secret")
	}
	local := lead.Local.(storage)
	again := n.page(local, lead.tab)
	if code, leads := again.Found(); code != lead.Code() || !leads {
		t.Fatalf("found %q, lead %v", code, leads)
	}
	lead.drop()
	again.Lead()
	n.pass()
	if again.State() != In || again.values(msg.Line) != "1 kernels/trick/0 [[0,0],[1,1]]" || again.Here() != 1 {
		t.Errorf("state %d, answers %q", again.State(), again.values(msg.Line))
	}
	other := n.page(local, storage{})
	if code, _ := other.Found(); code != "" || other.Stored() != lead.Code() {
		t.Errorf("another tab found %q, and %q is stored", code, other.Stored())
	}
	other.Lead()
	n.pass()
	a.put(0, msg.Line, "[[0,0],[2,1]]")
	n.pass()
	for _, p := range []*page{again, other} {
		if got := p.values(msg.Line); got != "1 kernels/trick/0 [[0,0],[2,1]]" {
			t.Errorf("answers %q", got)
		}
	}

	thief := n.page(storage{}, storage{})
	thief.begin(true, kept{Code: lead.Code(), Secret: strings.Repeat("a", 32)})
	thief.connect()
	n.pass()
	if thief.State() != Refused || thief.Why().Field != "secret" || len(thief.Answers()) != 0 {
		t.Errorf("without the secret: %d %+v", thief.State(), thief.Why())
	}
	// A day later the class has ended, and the browser keeps nothing of it.
	for _, p := range []*page{again, other, a} {
		p.drop()
	}
	n.clock.Pass(25 * time.Hour)
	late := n.page(local, storage{})
	if late.Stored() != "" {
		t.Errorf("a day later, %q is stored", late.Stored())
	}
	if late.Lead(); late.State() != Off || len(local) != 0 {
		t.Errorf("a day later, the page is in state %d and keeps %v", late.State(), local)
	}
}

// A page that is not let in has the reason. It does not try again by itself. To a student who was in the room before,
// an unknown code means that the class has ended.
func TestRefusals(t *testing.T) {
	limits := classroom.Usual
	limits.Members, limits.Rooms = 1, 1
	n := newNet(t, limits)
	lost := n.page(storage{}, storage{})
	lost.Join("BBBBBB")
	n.pass()
	if lost.State() != Refused || lost.Why().Field != "code" || len(lost.tab) != 0 {
		t.Errorf("a wrong code: %d %+v %v", lost.State(), lost.Why(), lost.tab)
	}
	n.clock.Pass(time.Minute)
	if len(lost.wires) != 1 {
		t.Errorf("a wrong code is tried %d times", len(lost.wires))
	}
	lead := n.opened()
	second := n.page(storage{}, storage{})
	second.Open("x", "", "")
	n.pass()
	if second.State() != Refused || second.Why().Field != "open" {
		t.Errorf("a second room: %d %+v", second.State(), second.Why())
	}
	a := n.joined(lead.Code())
	late := n.page(storage{}, storage{})
	late.Join(lead.Code())
	n.pass()
	if late.State() != Refused || late.Why().Field != "join" || !strings.Contains(late.Why().Text, "full") {
		t.Errorf("a full room: %d %+v", late.State(), late.Why())
	}
	if a.Put("kernels/trick", 0, msg.Document, `"`+strings.Repeat("x", msg.MaxDocument+1)+`"`) {
		t.Error("a large document is taken")
	}
	if a.Unsent() != 0 {
		t.Error("it waits to be sent")
	}

	n.down = true
	a.wires[0].cut()
	n.pass()
	a.put(0, msg.Choice, "1")
	lead.End()
	n.down = false
	n.clock.Pass(10 * time.Second)
	if a.State() != Over || a.Unsent() != 0 || len(a.Local.(storage)) != 0 {
		t.Errorf("the class has ended meanwhile: state %d, %d to send, kept %v", a.State(), a.Unsent(), a.Local)
	}
}

// If a student opens the class in two tabs, the newer one is connected, and the older one sends nothing until it takes
// the member back.
func TestTwoTabs(t *testing.T) {
	n := newNet(t, classroom.Usual)
	lead := n.opened()
	a := n.joined(lead.Code())
	b := n.page(a.Local.(storage), storage{})
	b.Join(lead.Code())
	n.pass()
	if a.State() != Replaced || b.State() != In || len(lead.People()) != 1 {
		t.Errorf("states %d and %d, members %+v", a.State(), b.State(), lead.People())
	}
	if a.put(0, msg.Choice, "1"); a.Unsent() != 0 {
		t.Errorf("the older tab answers: %d", a.Unsent())
	}
	b.put(0, msg.Choice, "2")
	n.pass()
	a.Again()
	n.pass()
	a.put(1, msg.Choice, "3")
	n.pass()
	if got := lead.values(msg.Choice); got != "1 kernels/trick/0 2; 1 kernels/trick/1 3" {
		t.Errorf("answers %q", got)
	}
}

// A server that was restarted from its file has lost the answers since the file was written, and receives the later
// ones.
func TestServerStartedAgain(t *testing.T) {
	n := newNet(t, classroom.Usual)
	lead := n.opened()
	a := n.joined(lead.Code())
	a.put(0, msg.Choice, "0")
	n.pass()
	file := t.TempDir() + "/rooms.json"
	if err := n.hub.Save(file); err != nil {
		t.Fatal(err)
	}
	for step := 1; step < 4; step++ {
		a.put(step, msg.Choice, "1")
	}
	n.pass()
	n.down = true
	for _, p := range []*page{lead, a} {
		p.wires[0].cut()
	}
	a.put(9, msg.Choice, "1")
	n.hub = classroom.NewHub(classroom.Usual, n.clock.Now)
	if err := n.hub.Load(file); err != nil {
		t.Fatal(err)
	}
	n.down = false
	n.clock.Pass(10 * time.Second)
	a.put(10, msg.Choice, "1")
	n.pass()
	if got := lead.values(msg.Choice); a.Unsent() != 0 ||
		got != "1 kernels/trick/0 0; 1 kernels/trick/9 1; 1 kernels/trick/10 1" {
		t.Errorf("%d to send, answers %q", a.Unsent(), got)
	}
}

// Any message of the server leaves the page in a state in which it works.
func FuzzHeard(f *testing.F) {
	for _, text := range []string{`{"type":"room"}`, `{"type":"joined","n":-1}`, `{"type":"kept","n":99}`, `[]`,
		`{"type":"answers","answers":[{"kind":"document"}]}`, `{"type":"ended"}`, `{"type":"refused","field":"code"}`,
		`{"type":"members","members":[{"id":-1},{"id":-1}]}`, `{"type":"changed","state":{"where":"?course=x"}}`} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, leads bool) {
		n := newNet(t, classroom.Usual)
		lead := n.opened()
		p := lead
		if !leads {
			p = n.joined(lead.Code())
			p.put(0, msg.Choice, "1")
		}
		p.wires[0].ears.Heard(text)
		n.pass()
		if !leads && p.On() {
			p.put(1, msg.Choice, "1")
		}
		n.pass()
		_ = slices.Collect(maps.Keys(p.at))
	})
}

// A lecturer whose message the server does not answer is connected again, although nothing says that the connection is
// broken.
func TestSilenceToALecturer(t *testing.T) {
	n := newNet(t, classroom.Usual)
	p := n.page(storage{}, storage{})
	p.Open("Kernels", "", "")
	n.clock.Pass(time.Second)
	n.clock.Pass(2 * silence) // without messages, silence means nothing
	if p.State() != In || len(p.wires) != 1 {
		t.Fatalf("state %v, %d connections", p.State(), len(p.wires))
	}
	p.Turn("?course=a/b", "", false)
	n.clock.Pass(2 * silence)
	if p.State() != In || len(p.wires) != 1 {
		t.Fatalf("an answered message: state %v, %d connections", p.State(), len(p.wires))
	}
	n.deaf = true
	p.Turn("?course=a/c", "", false)
	n.clock.Pass(silence)
	n.deaf = false
	n.clock.Pass(2 * time.Second)
	if p.State() != In || len(p.wires) < 2 {
		t.Errorf("state %v, %d connections", p.State(), len(p.wires))
	}
}
