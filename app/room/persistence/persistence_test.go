package persistence

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pointscape/app/history"
	"pointscape/app/room/clock"
	"pointscape/app/room/importer"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
)

type shelf struct {
	text map[string]string
	full bool
	once bool // refuses the next value only
}

func (s *shelf) Get(key string) string { return s.text[key] }
func (s *shelf) Remove(key string)     { delete(s.text, key) }
func (s *shelf) Set(key, value string) bool {
	if s.once {
		s.once = false
		return false
	}
	if !s.full {
		s.text[key] = value
	}
	return !s.full
}

type bar struct {
	fragment string
	refuses  bool
	written  int
}

func (b *bar) Fragment() string { return b.fragment }
func (b *bar) SetFragment(link string) {
	b.written++
	if !b.refuses {
		b.fragment = link
	}
}

// tab is a page with a Store: it accepts every document of method svm.
type tab struct {
	*Store
	clock          *clock.Manual
	local, session *shelf
	bar            *bar
	now, whole     doc.Document
	drafted        bool
	before         []doc.Document
	toasts, news   []string
	opened         []string // kinds of what was loaded
	silent         bool     // the engine does not answer
	overtaken      bool     // something else is opened before it answers
}

func (t *tab) Retry(text string, _ func()) { t.toasts = append(t.toasts, text) }
func (t *tab) Toast(text string, _ bool)   { t.toasts = append(t.toasts, text) }
func (t *tab) News(text string)            { t.news = append(t.news, text) }

func (t *tab) Fetch(l wire.Load, done func(doc.Document, []string, *wire.Error)) {
	d, err := doc.Decode([]byte(l.Text))
	switch l.Kind {
	case "saved":
		d, _, err = doc.Salvage([]byte(l.Text))
	case "link":
		d, _, err = doc.SalvageLink(l.Text)
	}
	if err == nil && d.Method != "svm" {
		err = errors.New("no such method: " + d.Method)
	}
	if err != nil {
		done(d, nil, importer.Refusal(err))
		return
	}
	done(d, nil, nil)
}

func (t *tab) Load(l wire.Load, what, _ string, done func(*wire.Error)) {
	t.opened = append(t.opened, l.Kind+" "+what)
	if t.silent {
		return
	}
	if t.overtaken {
		done(importer.Overtaken)
		return
	}
	t.Fetch(l, func(d doc.Document, _ []string, e *wire.Error) {
		if e == nil {
			t.now = d
			if !t.open {
				t.Began()
			} else {
				t.Save()
			}
		}
		done(e)
	})
}

// around implements what the store depends on.
type around struct{ *tab }

func (t around) Linked(string) {}

func (t around) Present() (doc.Document, bool) {
	if t.drafted {
		return t.whole, true
	}
	return t.now, false
}

func (t around) Offered() {}

func (t around) Begin(d doc.Document)                 { t.now = d; t.Began() }
func (t around) Before(d doc.Document, _ string) bool { t.before = append(t.before, d); return true }

func (t around) needs(embedded bool) Needs {
	return Needs{
		Clock: t.clock, Local: t.local, Session: t.session, Address: t.bar, Notifier: t, Embedded: embedded, Loader: t,
		Present: t.Present, Linked: t.Linked, Begin: t.Begin, Before: t.Before, Offered: t.Offered,
	}
}

// newTab opens no document yet. Tabs of one browser share local.
func newTab(local *shelf, embedded bool) *tab {
	t := &tab{clock: clock.NewManual(), local: local, session: &shelf{text: map[string]string{}}, bar: &bar{}}
	t.Store = &Store{Needs: around{t}.needs(embedded)}
	return t
}

func newShelf() *shelf { return &shelf{text: map[string]string{}} }

func document(n int) doc.Document {
	d := doc.Document{Method: "svm"}
	for i := range n {
		d.Points = append(d.Points, doc.Point{X: float64(i), Y: 1})
	}
	return d
}

func text(t *testing.T, d doc.Document) string {
	t.Helper()
	s, err := history.Save(d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func link(t *testing.T, d doc.Document) string {
	t.Helper()
	s, err := history.Link(d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// start opens a fresh page without a link or a saved document: the engine's document has one point.
func start(t *testing.T, embedded bool) *tab {
	t.Helper()
	p := newTab(newShelf(), embedded)
	p.Open(Arrival{Anew: true, Start: text(t, document(1))})
	if len(p.now.Points) != 1 {
		t.Fatalf("opened %+v", p.now)
	}
	return p
}

func TestSavedHalfASecondAfterTheLastEdit(t *testing.T) {
	p := start(t, false)
	p.clock.Pass(time.Minute)
	if p.bar.written != 0 || len(p.local.text) != 0 {
		t.Fatal("who only looks has something saved")
	}
	for n := range 10 {
		p.now = document(n + 2)
		p.Save()
		p.clock.Pass(saveAfter - time.Millisecond)
	}
	if p.bar.written != 0 {
		t.Error("saved in the middle of typing")
	}
	p.clock.Pass(time.Millisecond)
	if p.bar.written != 1 || p.bar.fragment != link(t, document(11)) ||
		p.local.text[history.Key] != text(t, document(11)) || p.Link() != p.bar.fragment {
		t.Errorf("written %d times: %q, %q", p.bar.written, p.bar.fragment, p.local.text)
	}
	p.SaveNow()
	if p.bar.written != 1 || p.clock.Waiting() != 0 {
		t.Error("saved again, though nothing has changed")
	}
}

func TestNothingIsSavedBeforeTheFirstDocument(t *testing.T) {
	p := newTab(newShelf(), false)
	p.Save() // the view was moved while the engine started
	p.Open(Arrival{Anew: true, Link: link(t, document(3)), Start: text(t, document(1))})
	p.Leave()
	if p.local.text[history.Key] != "" {
		t.Errorf("looking at a link has overwritten what was saved: %q", p.local.text)
	}
}

func TestGestureIsSavedByItsEnd(t *testing.T) {
	p := start(t, false)
	p.now, p.whole, p.drafted = document(5), document(4), true
	p.Save()
	p.clock.Pass(time.Minute)
	if p.bar.written != 0 {
		t.Error("a draft was saved")
	}
	// A page that is left during the gesture saves the document before it.
	p.Leave()
	if p.local.text[history.Key] != text(t, document(4)) {
		t.Errorf("left with %q", p.local.text)
	}
}

func TestTabIsFoundAgainAsItWasLeft(t *testing.T) {
	p := start(t, false)
	p.now = document(7)
	p.Save()
	// A page that is being left may write an address under which it is not restored.
	p.Leave()
	if p.bar.fragment != link(t, document(7)) {
		t.Error("nor has it tried")
	}
	again := newTab(p.local, false)
	again.session = p.session
	again.Session = p.session
	again.Open(Arrival{Start: text(t, document(1))}) // under the former address
	if len(again.now.Points) != 7 {
		t.Errorf("found %d points", len(again.now.Points))
	}
	again.clock.Pass(time.Second)
	if again.bar.fragment != link(t, document(7)) {
		t.Error("the address has not followed")
	}
	if len(p.session.text) != 0 {
		t.Error("the tab still keeps what its address tells")
	}
	// If the address is opened anew, it decides; so does another address.
	for _, a := range []Arrival{{Anew: true}, {Link: link(t, document(3))}} {
		other := newTab(newShelf(), false)
		other.Session.Set(history.TabKey, "\n"+text(t, document(7)))
		a.Start = text(t, document(1))
		other.Open(a)
		if n := len(other.now.Points); n == 7 {
			t.Errorf("%+v found the tab's own", a)
		}
		if len(other.session.text) != 0 {
			t.Error("what is not opened stays")
		}
	}
}

// The engine's first document is opened without the engine only if Open would open that document.
func TestPlainStart(t *testing.T) {
	for _, c := range []struct {
		name        string
		embedded    bool
		a           Arrival
		saved, left string
		plain       bool
	}{
		{name: "nothing", plain: true},
		{name: "link", a: Arrival{Link: link(t, document(3))}},
		{name: "saved", saved: text(t, document(3))},
		{name: "saved, in a frame", embedded: true, saved: text(t, document(3)), plain: true},
		{name: "a tab that is found again", left: "\n" + text(t, document(3))},
		{name: "a tab, anew", a: Arrival{Anew: true}, left: "\n" + text(t, document(3)), plain: true},
	} {
		p := newTab(newShelf(), c.embedded)
		p.Local.Set(history.Key, c.saved)
		p.Session.Set(history.TabKey, c.left)
		if got := p.Plain(c.a); got != c.plain {
			t.Errorf("%s: plain %v", c.name, got)
		}
		if c.plain {
			p.Begin(document(5))
			p.clock.Pass(time.Second)
			if len(p.now.Points) != 5 || p.session.text[history.TabKey] != "" {
				t.Errorf("%s: %d points, the tab has %q", c.name, len(p.now.Points), p.session.text[history.TabKey])
			}
		}
	}
}

func TestAddressThatIsRefusedFollowsLater(t *testing.T) {
	p := start(t, false)
	p.bar.refuses = true
	p.now = document(2)
	p.Save()
	p.clock.Pass(saveAfter)
	if p.session.text[history.TabKey] == "" {
		t.Error("a reload would lose the edit")
	}
	p.bar.refuses = false
	p.clock.Pass(againAfter)
	if p.bar.fragment != link(t, document(2)) || len(p.session.text) != 0 {
		t.Errorf("then the address is %q, the tab keeps %q", p.bar.fragment, p.session.text)
	}
}

func TestFullShelfIsTold(t *testing.T) {
	p := start(t, false)
	p.local.full = true
	p.Save()
	p.clock.Pass(saveAfter)
	if len(p.news) != 1 || !strings.Contains(p.news[0], "keeps no more") {
		t.Errorf("told %q", p.news)
	}
	p.Save()
	p.Leave() // nothing reads it any more
	if len(p.news) != 1 {
		t.Errorf("told %q", p.news)
	}
}

func TestFrameWritesOnlyItsAddress(t *testing.T) {
	p := start(t, true)
	p.now = document(2)
	p.Save()
	p.clock.Pass(saveAfter)
	p.Save()
	p.Leave()
	if len(p.local.text)+len(p.session.text) != 0 || p.bar.fragment != link(t, document(2)) {
		t.Errorf("kept %q, %q; address %q", p.local.text, p.session.text, p.bar.fragment)
	}
}

func TestLinkWinsOverTheAutosave(t *testing.T) {
	local := newShelf()
	local.Set(history.Key, text(t, document(9)))
	open := func(a Arrival, embedded bool) *tab {
		p := newTab(local, embedded)
		a.Start = text(t, document(1))
		p.Open(a)
		return p
	}
	if p := open(Arrival{Anew: true}, false); len(p.now.Points) != 9 || len(p.before) != 0 {
		t.Errorf("without a link: %d points", len(p.now.Points))
	}
	l := link(t, document(3))
	p := open(Arrival{Anew: true, Link: l}, false)
	if len(p.now.Points) != 3 || len(p.before) != 1 || len(p.before[0].Points) != 9 || len(p.toasts) != 1 {
		t.Errorf("with one: %d points, before it %v, told %q", len(p.now.Points), p.before, p.toasts)
	}
	if p := open(Arrival{Link: l}, false); len(p.now.Points) != 3 || len(p.before) != 0 {
		t.Error("a reload of the link puts the autosave under it again")
	}
	if p := open(Arrival{Anew: true, Link: link(t, document(9))}, false); len(p.before) != 0 {
		t.Error("the same document is put under itself")
	}
	if p := open(Arrival{Anew: true, Link: l}, true); len(p.now.Points) != 3 || len(p.before) != 0 {
		t.Error("a frame looks at the autosave")
	}
	if p := open(Arrival{Anew: true}, true); len(p.now.Points) != 1 {
		t.Errorf("a frame without a link opens %d points", len(p.now.Points))
	}
	// A broken link: the saved document is opened, and the error is shown.
	if p := open(Arrival{Anew: true, Link: "zzz"}, false); len(p.now.Points) != 9 || len(p.toasts) != 1 ||
		!strings.HasPrefix(p.toasts[0], "The link could not be opened: ") {
		t.Errorf("a bad link: %d points, told %q", len(p.now.Points), p.toasts)
	}
	for _, bad := range []string{"{", `{"version":1,"method":"gone"}`} {
		local.Set(history.Key, bad)
		if p := open(Arrival{Anew: true, Link: "zzz"}, false); len(p.now.Points) != 1 || len(p.toasts) != 1 {
			t.Errorf("autosave %q: %d points, told %q", bad, len(p.now.Points), p.toasts)
		}
	}
}

func TestAddressThatPeopleChange(t *testing.T) {
	p := start(t, false)
	p.now = document(2)
	p.Save()
	p.clock.Pass(saveAfter)
	n := len(p.opened)
	p.AddressChanged(p.bar.fragment) // the page's own change
	p.AddressChanged("")
	if len(p.opened) != n {
		t.Errorf("opened %q", p.opened[n:])
	}
	// The page writes its own address before it hears of the new one.
	p.Save()
	there := link(t, document(5))
	p.bar.fragment = there
	p.clock.Pass(saveAfter)
	p.AddressChanged(there)
	if len(p.now.Points) != 5 || p.opened[n] != "link open a link" {
		t.Errorf("%d points, opened %q", len(p.now.Points), p.opened[n:])
	}
	p.AddressChanged("%%%")
	if len(p.now.Points) != 5 || len(p.toasts) != 1 {
		t.Errorf("%d points, told %q", len(p.now.Points), p.toasts)
	}
	// Back, into a page that the browser has kept in memory: its address is updated.
	p.bar.fragment = "elsewhere"
	p.ComeBack()
	p.clock.Pass(saveAfter)
	if p.bar.fragment != link(t, document(5)) {
		t.Errorf("the address is %q", p.bar.fragment)
	}
}

// found returns a restored tab, or one in which the address is opened anew.
func (t *tab) found(test *testing.T, at string, anew bool) *tab {
	test.Helper()
	next := newTab(t.local, false)
	next.session, next.Session = t.session, t.session
	next.bar.fragment = at
	next.Open(Arrival{Link: at, Start: text(test, document(1)), Anew: anew})
	return next
}

// A reload requests the address that the tab has when the reload begins, whatever is written before the host answers.
// The newest document must be found nevertheless. A page may be told twice that it is left: when it is hidden, and when
// it is unloaded.
func TestReloadThatTakesTime(t *testing.T) {
	for _, c := range []struct {
		edits, leaves int
		refuses       bool // the browser no longer changes the address
	}{{1, 1, false}, {1, 2, false}, {2, 1, false}, {2, 2, false}, {2, 1, true}, {2, 2, true}} {
		p := start(t, false)
		p.now = document(2)
		p.Save()
		p.clock.Pass(saveAfter)
		at := p.bar.fragment
		p.now = document(4)
		p.Save()
		// The reload begins here.
		p.clock.Pass(saveAfter)
		if p.bar.refuses = c.refuses; c.refuses {
			at = p.bar.fragment
		}
		if c.edits == 2 {
			p.now = document(6)
			p.Save()
		}
		for range c.leaves {
			p.Leave()
		}
		found := p.found(t, at, false)
		if n := 2 + 2*c.edits; len(found.now.Points) != n {
			t.Errorf("%+v: %d points, want %d", c, len(found.now.Points), n)
		}
		anew := p.found(t, at, true)
		if want := map[bool]int{false: 2, true: 4}[c.refuses]; len(anew.now.Points) != want {
			t.Errorf("%+v: who opens the address anew finds %d points, want %d", c, len(anew.now.Points), want)
		}
	}
}

// The tab is restored under a link that the user has entered, even if the page had that address before.
func TestLinkOfBefore(t *testing.T) {
	p := start(t, false)
	p.now = document(2)
	p.Save()
	p.clock.Pass(saveAfter)
	at := p.bar.fragment
	p.now = document(4)
	p.Save()
	p.clock.Pass(saveAfter)
	p.Leave() // hidden for a while
	p.silent = true
	p.bar.fragment = at
	p.AddressChanged(at)
	p.Leave()
	found := p.found(t, at, false)
	if len(found.now.Points) != 2 {
		t.Errorf("%d points, want those of the link, 2", len(found.now.Points))
	}
}

func TestDocumentTooLongForALink(t *testing.T) {
	p := start(t, false)
	p.now = document(history.LinkPoints + 1)
	p.Save()
	p.clock.Pass(saveAfter)
	if p.bar.fragment != "" || p.Link() != "" || p.local.text[history.Key] == "" {
		t.Error("it has a link, or is not saved")
	}
}

// A document that is loaded before the first one stays: the first one does not replace it.
func TestBeginningThatIsOvertaken(t *testing.T) {
	local := newShelf()
	local.Set(history.Key, text(t, document(2)))
	for name, a := range map[string]Arrival{"a link": {Anew: true, Link: link(t, document(3))},
		"the last visit": {Anew: true}} {
		p := newTab(local, false)
		p.overtaken = true
		a.Start = text(t, document(1))
		p.Open(a)
		if len(p.opened) != 1 || len(p.toasts)+len(p.news)+len(p.Offers()) > 0 {
			t.Errorf("%s: opened %q, told %q", name, p.opened, p.toasts)
		}
	}
}
