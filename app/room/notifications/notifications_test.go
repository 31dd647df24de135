package notifications

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
)

func texts(b *Board) (list []string) {
	for _, t := range b.list {
		list = append(list, t.Text)
	}
	return list
}

func TestToasts(t *testing.T) {
	m, changed := clock.NewManual(), 0
	b := &Board{Clock: m, Changed: func() { changed++ }}
	b.Toast("moved", false)
	b.Toast("moved", false)
	b.Toast("too many points", true)
	b.News("saved")
	if !slices.Equal(texts(b), []string{"moved", "too many points", "saved"}) || changed != 3 {
		t.Fatalf("%q, changed %d times", texts(b), changed)
	}
	shown := b.list
	b.Toast("a fourth", false)
	if !slices.Equal(texts(b), []string{"too many points", "saved", "a fourth"}) || shown[0].Text != "moved" {
		t.Errorf("%q after %v", texts(b), shown)
	}
	// A message disappears after a while, an error when it is dismissed.
	m.Pass(toastTime - 1)
	if len(texts(b)) != 3 {
		t.Errorf("gone too early: %q", texts(b))
	}
	m.Pass(1)
	if !slices.Equal(texts(b), []string{"too many points"}) {
		t.Errorf("%q", texts(b))
	}
	// A long text stays as long as it takes to read.
	b.Toast(strings.Repeat("é", 200), false)
	m.Pass(200*perLetter - 1)
	if len(texts(b)) != 2 {
		t.Errorf("gone too early: %q", texts(b))
	}
	if m.Pass(1); len(texts(b)) != 1 {
		t.Errorf("%q", texts(b))
	}
	changed = 0
	b.Dismiss(b.list[0].ID)
	b.Dismiss(99)
	if len(texts(b)) != 0 || changed != 1 {
		t.Errorf("%q, changed %d times", texts(b), changed)
	}
}

// Only one toast is shown at a time: the newest error, otherwise the newest.
func TestOneToastAtATime(t *testing.T) {
	m := clock.NewManual()
	b := &Board{Clock: m, Changed: func() {}}
	shows := func(want string) {
		t.Helper()
		if x, ok := b.Shown(); x.Text != want || ok != (want != "") {
			t.Errorf("%q is shown, not %q", x.Text, want)
		}
	}
	shows("")
	b.News("saved")
	b.Toast("moved", false)
	shows("moved")
	b.Alarm("too many points")
	b.Toast("copied", false)
	shows("too many points")
	b.Alarm("no such file")
	shows("no such file")
	x, _ := b.Shown()
	b.Dismiss(x.ID)
	shows("too many points")
	m.Pass(toastTime)
	x, _ = b.Shown()
	b.Dismiss(x.ID)
	shows("")

	// A toast whose details are shown stays.
	b.Tell("opened a.csv", "two rows are left out")
	x, _ = b.Shown()
	m.Pass(toastTime - 1)
	b.Open(x.ID)
	b.Open(99)
	m.Pass(time.Hour)
	if x, _ := b.Shown(); !x.Open || x.More != "two rows are left out" {
		t.Errorf("shown is %+v", x)
	}
	b.Tell("opened b.csv", "none")
	m.Pass(toastTime)
	shows("opened a.csv")
}

func TestToastsGoWithTheirDocument(t *testing.T) {
	changed := 0
	b := &Board{Clock: clock.NewManual(), Changed: func() { changed++ }}
	b.News("saved")
	b.Toast("all points removed", false)
	b.Toast("too many points", true)
	changed = 0
	b.Clear()
	b.Clear()
	if !slices.Equal(texts(b), []string{"saved"}) || changed != 1 {
		t.Errorf("%q, changed %d times", texts(b), changed)
	}
}

func TestFields(t *testing.T) {
	var f Fields
	f.Accept("C")
	f.Clear()
	if f.Has("C") || f.Leave("C") || f.At("C").Shown() {
		t.Error("something is wrong from the start")
	}
	f.Refuse("C", "-3", "C must be positive."+Still("4"))
	if w := f.At("C"); !w.Shown() || w.Text != "-3" || w.Message != "C must be positive. Still 4." {
		t.Errorf("%+v", w)
	}
	// While another text is checked, the message stays readable.
	f.Try("C", "-33")
	if w := f.At("C"); !w.Shown() || w.Text != "-33" || w.Message == "" {
		t.Errorf("%+v", w)
	}
	// Once the user has left, the field shows the valid value, and the message stays.
	if !f.Leave("C") || f.At("C").Shown() || f.At("C").Message == "" || !f.Has("C") {
		t.Errorf("left: %+v", f.At("C"))
	}
	f.Refuse("C", "-5", "C must be positive.")
	if !f.At("C").Shown() {
		t.Error("typed again, it counts as left")
	}
	f.Try("kernel", "rbf(")
	if !f.Has("kernel") || f.At("kernel").Shown() || f.Leave("kernel") {
		t.Errorf("only looked at: %+v", f.At("kernel"))
	}
	f.Accept("C", "x")
	if f.Has("C") || !f.Has("kernel") {
		t.Error("accepted the wrong field")
	}
	f.Clear()
	if f.Has("kernel") {
		t.Error("not cleared")
	}
}

func TestSpeakerIsNotHeldUpByKeys(t *testing.T) {
	m := clock.NewManual()
	var heard []string
	s := Speaker{Clock: m, Live: func(text string) { heard = append(heard, text) }}
	for _, x := range []string{"a", "b", "c"} {
		s.Say(x)
		m.Pass(100 * time.Millisecond)
	}
	if !slices.Equal(heard, []string{"a"}) {
		t.Fatalf("heard %q", heard)
	}
	m.Pass(sayEvery)
	if !slices.Equal(heard, []string{"a", "c"}) {
		t.Fatalf("heard %q", heard)
	}
	m.Pass(time.Minute)
	s.Say("c")
	if !slices.Equal(heard, []string{"a", "c", "c"}) {
		t.Errorf("heard %q: the same thing done again is told again, but not by itself", heard)
	}
}

func TestResultIsToldOnceThingsAreCalm(t *testing.T) {
	m := clock.NewManual()
	var heard []string
	s := Speaker{Clock: m, Result: func(text string) { heard = append(heard, text) }}
	for _, x := range []string{"a", "b", "c"} {
		s.Tell(x)
		m.Pass(calmAfter - 1)
	}
	if len(heard) != 0 {
		t.Errorf("heard %q in the middle of it", heard)
	}
	m.Pass(1)
	s.Tell("c")
	m.Pass(time.Minute)
	if !slices.Equal(heard, []string{"c"}) {
		t.Errorf("heard %q", heard)
	}
}
