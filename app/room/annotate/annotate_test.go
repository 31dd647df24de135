package annotate

import (
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// paper is a document with annotations. It logs the edits and what was spoken.
type paper struct {
	list []doc.Annotation
	log  []string
}

func (p *paper) Shown() (list []int) {
	for i := range p.list {
		list = append(list, i)
	}
	return list
}

func (p *paper) At(i int) (a doc.Annotation, ok bool) {
	if i < 0 || i >= len(p.list) {
		return a, false
	}
	return p.list[i], true
}

func (p *paper) Add(a doc.Annotation) (int, bool) {
	p.list = append(p.list, a)
	p.log = append(p.log, "add")
	return len(p.list) - 1, true
}

func (p *paper) Set(i int, a doc.Annotation, what, key string) bool {
	p.list[i] = a
	p.log = append(p.log, what)
	return true
}

func (p *paper) Remove(i int) bool {
	p.list = slices.Delete(p.list, i, i+1)
	p.log = append(p.log, "remove")
	return true
}

// view has 100 pixels per unit.
var view = picture.Viewport{X0: 0, X1: 4, Y0: 0, Y1: 3, W: 400, H: 300, Scale: 1}

func room() (*Room, *paper) {
	p, r := &paper{}, &Room{}
	r.Init(Needs{Document: p, View: func() picture.Viewport { return view }, Touch: func() bool { return false },
		Round:  func(x, y float64) (float64, float64) { return x, y },
		Called: "Label", Changed: func() {}, Moved: func() {}, Write: func() { p.log = append(p.log, "write") },
		Say: func(text string) { p.log = append(p.log, text) }})
	return r, p
}

// drag drags from the first position over the others to the last.
func drag(r *Room, at ...float64) {
	for i := 0; i < len(at); i += 2 {
		r.Stroke(at[i], at[i+1], false)
	}
	r.End(true)
}

func said(t *testing.T, p *paper, want ...string) {
	t.Helper()
	if !slices.Equal(p.log, want) {
		t.Errorf("what happened:\n%s\nwas to be\n%s", strings.Join(p.log, "\n"), strings.Join(want, "\n"))
	}
	p.log = nil
}

// An arrow and an area are drawn from one position to another, by a drag or by two clicks. A label is set by a click;
// then the user types its text.
func TestDrawing(t *testing.T) {
	r, p := room()
	r.Take(doc.NoteArrow)
	drag(r, 1, 1, 1.5, 1.2, 2, 2)
	said(t, p, "add", "Added. Arrow from 1, 1 to 2, 2")
	drag(r, 3, 1)
	said(t, p, "The first position is set. Escape takes it back.")
	if spots := r.Spots(); len(spots) != 1 || spots[0].Kind != picture.Dot || len(p.list) != 1 {
		t.Errorf("%v %v", spots, p.list)
	}
	drag(r, 3, 2.5)
	said(t, p, "add", "Added. Arrow from 3, 1 to 3, 2.5")
	r.Take(doc.NoteArea)
	drag(r, 0.2, 0.2, 0.6, 0.4)
	said(t, p, "add", "Added. Area from 0.2, 0.2 to 0.6, 0.4")
	r.Take(doc.NoteLabel)
	drag(r, 3.5, 0.5)
	said(t, p, "add", "Added. Label: Label, at 3.5, 0.5", "write")
	want := []doc.Annotation{{Kind: doc.NoteArrow, At: [4]float64{1, 1, 2, 2}},
		{Kind: doc.NoteArrow, At: [4]float64{3, 1, 3, 2.5}}, {Kind: doc.NoteArea, At: [4]float64{0.2, 0.2, 0.6, 0.4}},
		{Kind: doc.NoteLabel, At: [4]float64{3.5, 0.5},
			Text: "Label"}}
	if !slices.Equal(p.list, want) {
		t.Errorf("%v", p.list)
	}
	if i, a, ok := r.Selected(); i != 3 || a.Text != "Label" || !ok {
		t.Errorf("%d %v is selected", i, a)
	}
}

// An annotation that is being drawn is painted, but is no edit yet. A cancelled one leaves no trace.
func TestGivingUp(t *testing.T) {
	r, p := room()
	r.Take(doc.NoteArrow)
	r.Stroke(1, 1, false)
	r.Stroke(2, 1, false)
	if list := r.Painted(); len(list) != 1 || list[0].At != [4]float64{1, 1, 2, 1} {
		t.Errorf("painted: %v", list)
	}
	r.End(false)
	drag(r, 1, 1)
	p.log = nil
	if !r.Cancel() || r.Cancel() || len(r.Painted()) != 0 || r.Spots() != nil {
		t.Error("the first place is still there")
	}
	drag(r, 2, 2, 3, 2)
	said(t, p, "add", "Added. Arrow from 2, 2 to 3, 2")
	r.Stroke(2, 2, false)
	r.Stroke(1, 1, false)
	r.End(false)
	if len(p.list) != 1 || p.list[0].At != [4]float64{2, 2, 3, 2} || len(p.log) != 0 {
		t.Errorf("%v %v", p.list, p.log)
	}
}

// A drag moves an end, a corner, or the whole annotation, relative to where the drag began.
func TestMoving(t *testing.T) {
	r, p := room()
	p.list = []doc.Annotation{{Kind: doc.NoteArrow, At: [4]float64{1, 1, 2, 2}}, {Kind: doc.NoteArea,
		At: [4]float64{3, 1, 3.5, 2}}, {Kind: doc.NoteLabel, At: [4]float64{0.5, 2.5}, Text: "abc"}}
	r.Take(doc.NoteLabel)
	for _, x := range []struct {
		way  []float64
		i    int
		want [4]float64
	}{
		{[]float64{2, 2.04, 2.5, 2.04}, 0, [4]float64{1, 1, 2.5, 2}},          // the tip
		{[]float64{1.75, 1.5, 1.75, 1.75}, 0, [4]float64{1, 1.25, 2.5, 2.25}}, // the shaft
		{[]float64{3.5, 1, 3.75, 0.5}, 1, [4]float64{3, 0.5, 3.75, 2}},        // a corner other than its two positions
		{[]float64{3, 1, 2.75, 1}, 1, [4]float64{2.75, 0.5, 3.5, 2}},          // an edge
		{[]float64{0.5, 2.5, 1, 2.5}, 2, [4]float64{1, 2.5}},
	} {
		drag(r, x.way...)
		if p.list[x.i].At != x.want {
			t.Errorf("by %v it came to %v, and was to come to %v", x.way, p.list[x.i].At, x.want)
		}
		if i, _, _ := r.Selected(); i != x.i || !slices.Contains(p.log, "move an annotation") || len(p.list) != 3 {
			t.Errorf("%d is selected; %v", i, p.log)
		}
		p.log = nil
	}
	r.Move(2, 10, -20)
	if p.list[2].At != [4]float64{1.1, 2.7} {
		t.Errorf("%v", p.list[2].At)
	}
}

// A click selects an annotation; a second click on it edits its text; the right button removes it.
func TestSelectingAndRemoving(t *testing.T) {
	r, p := room()
	p.list = []doc.Annotation{{Kind: doc.NoteArea, At: [4]float64{1, 1, 2, 2}}, {Kind: doc.NoteLabel,
		At: [4]float64{3, 1}, Text: "abc"}}
	r.Take(doc.NoteArrow)
	drag(r, 3, 1)
	said(t, p, "Label: abc, at 3, 1")
	if spots := r.Spots(); len(spots) != 1 || spots[0].Kind != picture.Area {
		t.Errorf("lit: %v", spots)
	}
	drag(r, 3, 1)
	said(t, p, "Label: abc, at 3, 1", "write")
	r.Stroke(1.5, 1, true)
	r.End(true)
	said(t, p, "remove", "Annotation removed.")
	r.Stroke(2.2, 2.2, true)
	r.End(true)
	if said(t, p); len(p.list) != 1 || p.list[0].Text != "abc" {
		t.Errorf("%v", p.list)
	}
	r.Select(0)
	p.list = nil
	r.Renew()
	if _, _, ok := r.Selected(); ok || r.Kind() == "" {
		t.Error("what is gone is selected")
	}
	if r.Take(""); r.Kind() != "" {
		t.Error("the tool is still there")
	}
}

// The selection stays with its annotation when one before it is removed or comes back, and ends with it.
func TestSelectionFollows(t *testing.T) {
	r, p := room()
	for _, text := range []string{"a", "b", "c"} {
		p.Add(doc.Annotation{Kind: doc.NoteLabel, Text: text, At: [4]float64{1, 1}})
	}
	r.Select(1)
	is := func(want string) {
		t.Helper()
		if _, a, _ := r.Selected(); a.Text != want {
			t.Errorf("%q is selected, want %q", a.Text, want)
		}
	}
	all := slices.Clone(p.list)
	r.Remove(0)
	is("b")
	p.list = all // undone
	r.Renew()
	is("b")
	p.list = slices.Clone(all)
	p.list[1].Text = "B" // edited
	r.Renew()
	is("B")
	r.Remove(1)
	is("")
}
