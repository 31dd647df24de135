package importer

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// offer answers the oldest request with a table to choose from.
func (e *engine) offer(t *testing.T, columns int, picks ...int) {
	t.Helper()
	b, err := json.Marshal(wire.Loaded{Table: &method.Table{Columns: make([]method.Column, columns), Rows: 9,
		Picks: picks}})
	if err != nil {
		t.Fatal(err)
	}
	done := e.done[0]
	e.done = e.done[1:]
	done(workers.Reply{Head: b}, nil)
}

func choosing(t *testing.T) (p *page, told *[]*wire.Error, shown *int) {
	p, told, shown = newPage(), &[]*wire.Error{}, new(int)
	p.Importer.Chooser = &Chooser{Importer: &p.Importer, Changed: func() { *shown++ }}
	now := doc.Document{Method: "svm", Title: "new", Names: doc.Names{X: "old x"}, Points: make([]doc.Point, 5)}
	p.Text(workers.TextFrom("a,b,c,d\n1,2,3,4"), now,
		func(notes []string, e *wire.Error) { *told, p.notes = append(*told, e), append(p.notes, notes...) })
	if q := p.asked[0]; q.Kind != "csv" || q.Columns != nil || strings.Contains(string(q.Doc), "old") {
		t.Fatalf("asked %+v", q)
	}
	p.offer(t, 4, 0, 1, -1)
	return p, told, shown
}

func TestChoosingColumns(t *testing.T) {
	p, told, shown := choosing(t)
	c := p.Importer.Chooser
	if c.Table() == nil || len(*told) > 0 || len(p.accepted) > 0 || *shown == 0 {
		t.Fatalf("table %v, told %v, accepted %q", c.Table(), *told, p.accepted)
	}
	// The suggested columns are loaded as a preview, and are not the present document yet.
	if q := p.asked[1]; !slices.Equal(q.Columns, []int{0, 1, -1}) || q.Text != "a,b,c,d\n1,2,3,4" ||
		!strings.Contains(string(q.Doc), "svm") {
		t.Fatalf("asked %+v", q)
	}
	if c.Take() {
		t.Error("taken before the engine has answered")
	}
	p.answer(7, "", "2 rows left out")
	if d, notes, wrong := c.Made(); d == nil || len(d.Points) != 7 || len(notes) != 1 || wrong != nil ||
		len(p.accepted) > 0 {
		t.Errorf("made %v, %q, %v; accepted %q", d, notes, wrong, p.accepted)
	}
	// Two columns swap roles.
	c.Pick(0, 1)
	if !slices.Equal(c.Picks(), []int{1, 0, -1}) {
		t.Errorf("picked %v", c.Picks())
	}
	if d, _, _ := c.Made(); d != nil || c.Take() {
		t.Error("another choice can be taken unread")
	}
	c.Pick(2, 3) // while the engine reads
	p.answer(3, "")
	if d, _, _ := c.Made(); d != nil {
		t.Error("a late answer is taken for the present one's")
	}
	p.answer(0, "d must be a column of at most 12 classes")
	if d, _, wrong := c.Made(); d != nil || wrong == nil || c.Take() {
		t.Errorf("made %v, wrong %v", d, wrong)
	}
	c.Pick(2, -1)
	p.answer(8, "", "a note")
	n := len(p.asked)
	c.Pick(2, -1)
	c.Pick(9, 0)
	c.Pick(0, 4)
	if len(p.asked) != n {
		t.Error("nothing else was chosen, and it is read again")
	}
	if !c.Take() || c.Table() != nil || len(p.accepted) != 1 || p.accepted[0] != "import: read a table/" ||
		p.points != 8 ||
		len(*told) != 1 || (*told)[0] != nil || !slices.Equal(p.notes, []string{"a note"}) {
		t.Errorf("accepted %q, %d points, told %v, notes %q", p.accepted, p.points, *told, p.notes)
	}
	if c.Take() {
		t.Error("taken twice")
	}
}

func TestLeavingAChoice(t *testing.T) {
	p, told, _ := choosing(t)
	c := p.Importer.Chooser
	c.Cancel()
	p.answer(7, "", "a note")
	if c.Table() != nil || len(p.accepted)+len(p.notes)+len(*told) > 0 {
		t.Errorf("left, and accepted %q, notes %q, told %v", p.accepted, p.notes, *told)
	}
	c.Cancel()
	// Another table starts another choice.
	p.Text(workers.TextFrom("e,f,g,h\n1,2,3,4"), doc.Document{Method: "svm"},
		func(notes []string, e *wire.Error) { *told, p.notes = append(*told, e), append(p.notes, notes...) })
	p.offer(t, 5, 3, 2, 1)
	p.answer(4, "")
	if d, _, _ := c.Made(); d == nil || !slices.Equal(c.Picks(), []int{3, 2, 1}) || !c.Take() || p.points != 4 {
		t.Errorf("made %v of %v", d, c.Picks())
	}
}

// Words and missing values can be kept only if all columns are, and only if the table has any.
func TestKeepingWords(t *testing.T) {
	p, _, _ := choosing(t)
	c := p.Importer.Chooser
	c.Table().Columns[3] = method.Column{Kind: method.LabelColumn}
	last := func() wire.Load { return p.asked[len(p.asked)-1] }
	if c.SetGaps(true); c.Gaps() || last().Mixed {
		t.Error("words are kept of two columns")
	}
	if c.SetWide(true); !c.Mixed() || !c.Gaps() || !last().Mixed || !last().Wide {
		t.Errorf("asked %+v", last())
	}
	if c.Pick(2, 3); c.Mixed() || last().Mixed {
		t.Error("the words of the classes are kept as a column, too")
	}
	c.Table().Columns[0].Missing = 2
	if c.Pick(2, -1); !c.Gaps() {
		t.Error("gaps are not kept")
	}
	if c.SetGaps(false); c.Gaps() || last().Mixed || !last().Wide {
		t.Errorf("asked %+v", last())
	}
}

// An ambiguous file is read as it is shown until the user chooses otherwise; then the table is read anew.
func TestChoosingHowAFileIsRead(t *testing.T) {
	p, _, _ := choosing(t)
	c := p.Importer.Chooser
	last := func() wire.Load { return p.asked[len(p.asked)-1] }
	c.Table().Read = method.Read{Encoding: method.Windows1252, Guessed: true, Doubts: []method.Doubt{
		{Column: 3, Text: "1.234", Decimal: ".", Open: true}}, Alike: []method.Alike{{Column: 2, Labels: []string{"a", "A"}}}}
	if c.Doubt() != nil || c.Alike() != nil {
		t.Error("columns that are not chosen are asked about")
	}
	if c.Pick(1, 3); c.Doubt() == nil || last().Reading.Decimal != "." {
		t.Errorf("asked %+v", last().Reading)
	}
	if c.Pick(2, 2); len(c.Alike()) != 1 || last().Reading.Merge {
		t.Errorf("alike %v", c.Alike())
	}
	if c.SetMerge(true); !last().Reading.Merge {
		t.Error("labels are not merged")
	}
	n := len(p.asked)
	c.SetDecimal(".") // unchanged
	c.SetEncoding(method.Windows1252)
	c.SetSample(5, 1) // all rows can be loaded
	if len(p.asked) != n {
		t.Error("nothing else was chosen, and it is read again")
	}
	c.SetDecimal(",")
	if q := last(); !q.Ask || q.Columns != nil || q.Reading != (method.Reading{Decimal: ",", Merge: true, Seed: 1}) ||
		c.Take() {
		t.Errorf("asked %+v", q)
	}
	// The table still has as many columns, so the choice stays. Late answers are ignored.
	for len(p.done) > 1 {
		p.answer(1, "")
	}
	p.offer(t, 4, 0, 1, 2)
	if q := last(); !slices.Equal(q.Columns, []int{0, 3, 2}) || q.Reading.Decimal != "," {
		t.Errorf("asked %+v", q)
	}
	p.answer(6, "")
	if d, _, _ := c.Made(); d == nil || len(d.Points) != 6 {
		t.Errorf("made %v", d)
	}
	c.SetEncoding(method.UTF8)
	p.offer(t, 3, 2, 1, -1)
	if q := last(); !slices.Equal(q.Columns, []int{2, 1, -1}) || q.Reading.Encoding != method.UTF8 {
		t.Errorf("asked %+v", q)
	}
	p.answer(6, "")
	c.SetEncoding(method.UTF16LE)
	p.answer(0, "text must be a table")
	if d, _, wrong := c.Made(); d != nil || wrong == nil || c.Take() {
		t.Errorf("made %v, wrong %v", d, wrong)
	}
}

// If a table has more rows than can be loaded, the largest possible sample is drawn, unless the user wants fewer.
func TestChoosingASample(t *testing.T) {
	p := newPage()
	p.Importer.Chooser = &Chooser{Importer: &p.Importer, Changed: func() {}}
	p.Text(workers.TextFrom("a,b,c\n1,2,3"), doc.Document{Method: "svm"}, func([]string, *wire.Error) {})
	b, err := json.Marshal(wire.Loaded{Table: &method.Table{Columns: make([]method.Column, 3), Rows: 900,
		Picks: []int{0, 1, 2}, Read: method.Read{Limit: 500, WideLimit: 70}}})
	if err != nil {
		t.Fatal(err)
	}
	p.done[0](workers.Reply{Head: b}, nil)
	p.done = p.done[1:]
	c := p.Importer.Chooser
	how := func() method.Reading { return p.asked[len(p.asked)-1].Reading }
	if how() != (method.Reading{Sample: 500, Seed: 1}) {
		t.Errorf("asked %+v", how())
	}
	if c.SetSample(20, 4); how() != (method.Reading{Sample: 20, Seed: 4}) {
		t.Errorf("asked %+v", how())
	}
	for _, rows := range []int{0, -1, 501} {
		if c.SetSample(rows, 1); how().Sample != 20 {
			t.Errorf("%d rows are asked for", rows)
		}
	}
	if c.SetWide(true); c.Limit() != 70 || how().Sample != 70 {
		t.Errorf("of the whole table %+v", how())
	}
}

// With a method of words, columns of words are kept from the start.
func TestWordsAreKeptForTheirMethods(t *testing.T) {
	p, _, _ := choosing(t)
	c := p.Importer.Chooser
	p.info.Objects = true
	head, text, table := c.head, c.text, c.Table()
	c.begin(head, text, table, c.done)
	if last := p.asked[len(p.asked)-1]; !last.Wide || !c.Wide() {
		t.Errorf("asked %+v", last)
	}
}
