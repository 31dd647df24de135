package persistence

import (
	"strings"
	"testing"
	"time"

	"pointscape/app/history"
)

// visit opens a page and lets a second pass.
func visit(p *tab, a Arrival) {
	a.Since = p.clock.Now()
	p.clock.Pass(time.Second) // the engine starts
	p.Open(a)
	p.clock.Pass(time.Second)
}

// after returns a later page of the same browser.
func after(p *tab, embedded bool) *tab {
	q := newTab(p.local, embedded)
	q.clock.Pass(p.clock.Now().Sub(q.clock.Now()) + time.Minute)
	return q
}

func offered(p *tab) string {
	var list []string
	for _, o := range p.Offers() {
		list = append(list, o.Text)
	}
	return strings.Join(list, "|")
}

func TestLinkThatAPageDiedOf(t *testing.T) {
	for _, embedded := range []bool{false, true} {
		l := link(t, document(7))
		a := Arrival{Anew: true, Link: l, Start: text(t, document(1))}
		p := newTab(newShelf(), embedded)
		visit(p, a)
		if len(p.now.Points) != 7 || offered(p) != "" {
			t.Fatalf("%d points, offered %q", len(p.now.Points), offered(p))
		}
		// The page never reports that it has survived. The next page opens something else.
		for range 2 {
			p = after(p, embedded)
			visit(p, a)
			if len(p.now.Points) != 1 || !strings.HasPrefix(offered(p), "The page stopped when it opened this link.") {
				t.Fatalf("%d points, offered %q", len(p.now.Points), offered(p))
			}
			p.Shown()
		}
		// Other documents are opened as usual.
		q := after(p, embedded)
		visit(q, Arrival{Anew: true, Link: link(t, document(8)), Start: a.Start})
		if len(q.now.Points) != 8 || offered(q) != "" {
			t.Errorf("another link: %d points, offered %q", len(q.now.Points), offered(q))
		}
		q.Shown()
		// On request the document is opened; and by itself once it was shown.
		p.Take(p.Offers()[0].ID)
		if len(p.now.Points) != 7 || offered(p) != "" {
			t.Errorf("%d points, offered %q", len(p.now.Points), offered(p))
		}
		p.Shown()
		if p.local.text[notesKey] != "" {
			t.Errorf("notes are left: %q", p.local.text[notesKey])
		}
		p = after(q, embedded)
		visit(p, a)
		if len(p.now.Points) != 7 || offered(p) != "" {
			t.Errorf("%d points, offered %q", len(p.now.Points), offered(p))
		}
	}
}

func TestAutosaveThatAPageDiedOf(t *testing.T) {
	start := text(t, document(1))
	p := newTab(newShelf(), false)
	p.local.Set(history.Key, text(t, document(9)))
	visit(p, Arrival{Anew: true, Start: start})
	p = after(p, false)
	visit(p, Arrival{Anew: true, Start: start})
	if len(p.now.Points) != 1 || !strings.HasPrefix(offered(p), "The page stopped while opening your "+
		"last document.") {
		t.Fatalf("%d points, offered %q", len(p.now.Points), offered(p))
	}
	// New edits are saved, and the document that was saved before is not lost.
	p.Shown()
	p.now = document(2)
	p.Save()
	p.clock.Pass(saveAfter)
	p = after(p, false)
	visit(p, Arrival{Anew: true, Start: start})
	if len(p.now.Points) != 2 || len(p.Offers()) != 1 || p.Offers()[0].JSON != text(t, document(9)) {
		t.Fatalf("%d points, offers %+v", len(p.now.Points), p.Offers())
	}
	p.Shown()
	// A page that crashes by it again leaves it on offer.
	p.Take(p.Offers()[0].ID)
	p = after(p, false)
	visit(p, Arrival{Anew: true, Start: start})
	if len(p.Offers()) != 1 {
		t.Fatalf("offers %+v", p.Offers())
	}
	p.Shown()
	p.Take(p.Offers()[0].ID)
	p.Shown()
	if len(p.now.Points) != 9 || p.local.text[keptKey] != "" {
		t.Errorf("%d points, %q", len(p.now.Points), p.local.text[keptKey])
	}
	// An offer that the user dismisses is removed.
	p.local.Set(keptKey, text(t, document(5)))
	p = after(p, false)
	visit(p, Arrival{Anew: true, Start: start})
	p.Shown()
	p.Dismiss(p.Offers()[0].ID)
	if len(p.Offers()) != 0 || p.local.text[keptKey] != "" {
		t.Error("an offer that was dismissed is kept")
	}
}

// If a tab that was restored crashes, the cause is the tab's stored document, and not that of its address.
func TestTabThatDiedGoesBackToItsAddress(t *testing.T) {
	p := newTab(newShelf(), false)
	a := Arrival{Link: link(t, document(3)), Start: text(t, document(1))}
	behind, err := history.SaveBehind(document(4), a.Link)
	if err != nil {
		t.Fatal(err)
	}
	p.session.Set(history.TabKey, behind)
	p.Open(a)
	if len(p.now.Points) != 4 {
		t.Fatalf("%d points", len(p.now.Points))
	}
	q := after(p, false)
	q.session = p.session
	q.Session = p.session
	visit(q, a)
	if len(q.now.Points) != 3 || !strings.HasPrefix(offered(q), "The page stopped while opening the document of this "+
		"tab.") {
		t.Errorf("%d points, offered %q", len(q.now.Points), offered(q))
	}
}

// A page that is completely shown while the engine still checks a document has not survived that document.
func TestOpeningIsNotOver(t *testing.T) {
	p := start(t, false)
	p.silent = true
	p.bar.fragment = link(t, document(7))
	p.AddressChanged(p.bar.fragment)
	p.Shown()
	q := after(p, false)
	visit(q, Arrival{Anew: true, Link: p.bar.fragment, Start: text(t, document(1))})
	if len(q.now.Points) != 1 || offered(q) == "" {
		t.Errorf("%d points, offered %q", len(q.now.Points), offered(q))
	}
	// A document that was asked for and refused stays on offer for another visit.
	q.local.Set(keptKey, `{"version":1,"method":"gone"}`)
	q = after(q, false)
	visit(q, Arrival{Anew: true, Start: text(t, document(1))})
	q.Take(q.Offers()[0].ID)
	if len(q.toasts) != 1 || q.local.text[keptKey] == "" {
		t.Errorf("told %q, kept %q", q.toasts, q.local.text[keptKey])
	}
}

// No crash is reported for pages that open the same document side by side, for one that the user has left, and for one
// whose document the engine has refused.
func TestNobodyDied(t *testing.T) {
	a := Arrival{Anew: true, Link: link(t, document(7)), Start: text(t, document(1))}
	p := newTab(newShelf(), true)
	q := newTab(p.local, true)
	a.Since = p.clock.Now()
	for _, frame := range []*tab{p, q} { // they began with their page
		frame.clock.Pass(time.Second)
		frame.Open(a)
		if len(frame.now.Points) != 7 {
			t.Errorf("%d points, offered %q", len(frame.now.Points), offered(frame))
		}
	}
	p.Survived() // pagehide, too
	q.Shown()
	for _, wrong := range []string{"", "zzz", link(t, document(7))} {
		next := after(p, false)
		if wrong == "zzz" {
			next.local.Set(history.Key, `{"version":1,"method":"gone"}`)
		}
		a.Link = wrong
		visit(next, a)
		if strings.Contains(offered(next), "stopped") {
			t.Errorf("%q: offered %q", wrong, offered(next))
		}
		next.Shown()
	}
	if s := p.local.text[notesKey]; s != "" {
		t.Errorf("notes are left: %q", s)
	}
	// The number of notes is limited.
	for n := range 50 {
		next := after(p, false)
		a.Link = link(t, document(n+2))
		visit(next, a)
	}
	if n := len(strings.Fields(p.local.text[notesKey])); n != maxNotes {
		t.Errorf("%d notes", n)
	}
	p.local.Set(notesKey, "nonsense 1: :2 x:y")
	visit(after(p, false), a)
}

// No work of the user is overwritten because it cannot be opened: an invalid part of the view is left out, and a text
// that is not a document for this page is set aside and offered.
func TestAutosaveThatCannotBeOpened(t *testing.T) {
	begin := text(t, document(1))
	edit := func(p *tab) {
		p.Shown()
		p.now = document(2)
		p.Save()
		p.clock.Pass(saveAfter)
	}
	narrow := strings.Replace(text(t, document(9)), "{", `{"view":{"x":[1,1.0000000000001],"y":[0,1]},`, 1)
	for _, l := range []string{"", link(t, document(3))} {
		p := newTab(newShelf(), false)
		p.local.Set(history.Key, narrow)
		visit(p, Arrival{Anew: true, Link: l, Start: begin})
		if l == "" && len(p.now.Points) != 9 || l != "" && (len(p.before) != 1 || len(p.before[0].Points) != 9) ||
			offered(p) != "" {
			t.Errorf("%q: %d points, before it %v, offered %q", l, len(p.now.Points), p.before, offered(p))
		}
		for _, lost := range []string{`{"version":99,"method":"svm","points":[[1,2,0]]}`,
			`{"version":1,"method":"gone","points":[[1,2,0]]}`, `{"version":1,"method":"svm","points":[[1,2,0],[3,`} {
			p := newTab(newShelf(), false)
			p.local.Set(history.Key, lost)
			visit(p, Arrival{Anew: true, Link: l, Start: begin})
			if len(p.Offers()) != 1 || p.Offers()[0].JSON != lost || !strings.HasPrefix(offered(p), "Your last picture "+
				"here can't be opened: ") {
				t.Errorf("%q, %s: offers %+v", l, lost, p.Offers())
				continue
			}
			edit(p)
			// The next visit finds both, and offers what it cannot open again.
			p = after(p, false)
			if p.local.text[history.Key] != text(t, document(2)) {
				t.Errorf("saved %q", p.local.text[history.Key])
			}
			p.local.Set(history.Key, "{")
			visit(p, Arrival{Anew: true, Start: begin})
			if len(p.Offers()) != 2 {
				t.Fatalf("offers %+v", p.Offers())
			}
			// After it was tried and refused, it is still on offer, so that it can be saved as a file.
			for _, o := range p.Offers() {
				p.Take(o.ID)
			}
			if len(p.Offers()) != 2 || len(p.toasts) < 2 {
				t.Errorf("told %q, offers %+v", p.toasts, p.Offers())
			}
			for _, o := range p.Offers() {
				p.Dismiss(o.ID)
			}
			for key, value := range p.local.text {
				if strings.HasPrefix(key, keptKey) {
					t.Errorf("%s is kept though dismissed: %q", key, value)
				}
			}
		}
	}
	// If it cannot be stored elsewhere, it stays until the next edit.
	p := newTab(newShelf(), false)
	p.local.Set(history.Key, "{")
	p.local.once = true
	visit(p, Arrival{Anew: true, Start: begin})
	if p.local.text[history.Key] != "{" || len(p.Offers()) != 1 {
		t.Errorf("kept %q, offers %+v", p.local.text, p.Offers())
	}
}
