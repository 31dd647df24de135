package lecture

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/check"
	"pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

const text = `{"course": "a", "title": "A", "pages": [
 {"id": "one", "title": "One", "text": "t", "document": {"method": "knn", "params": {"n_neighbors": 1}}, "steps": [
  {"kind": "choose", "text": "q", "veil": true, "choices": [{"text": "no"}, {"text": "yes", "right": true}]},
  {"kind": "number", "text": "n", "answer": "n_support", "within": 0.5},
  {"kind": "task", "text": "t", "set": {"params": {"n_neighbors": 5}}, "check": "n_support > start.n_support && n_points > 1", "hints": ["h1", "h2"],
   "solution": [{"params": {"n_neighbors": 9}}]},
  {"kind": "place", "text": "p", "check": "x > 0.5", "solution": [{"x": 1, "y": 0}]},
  {"kind": "draw", "text": "d", "check": "mine.training_error < 0.1", "solution": [{"line": [[0,0],[1,1]]}]},
  {"kind": "note", "text": "n"}]},
 {"id": "two", "title": "Two", "text": "t", "document": {"method": "kmeans"}},
 {"id": "three", "title": "Three", "text": "t", "document": {"method": "svm"}, "steps": [{"kind": "note", "text": "n"}]}]}`

type page struct {
	*Room
	kept    string
	doc     string
	opened  []string
	facts   []method.Fact
	points  int
	final   bool
	said    []string
	solved  int
	told    []string // arguments of Answered
	line    [][2]float64
	mark    *Mark
	verdict *Judged
	turned  int
	full    bool
	unkept  int
	info    method.Info
	late    *[]func() // effects of documents and drawings that come later; nil = at once
}

func (p *page) Get(string) string { return p.kept }
func (p *page) Set(_, value string) bool {
	if !p.full {
		p.kept = value
	}
	return !p.full
}
func (p *page) Unkept()          { p.unkept++ }
func (p *page) Document() []byte { return []byte(p.doc) }
func (p *page) Open(document, what string, opened func()) {
	p.doc, p.opened = document, append(p.opened, what)
	if p.late == nil {
		opened()
		return
	}
	*p.late = append(*p.late, opened)
}
func (p *page) Shown()                     {}
func (p *page) Turned()                    { p.turned++ }
func (p *page) Say(text string)            { p.said = append(p.said, text) }
func (p *page) SayJudged(v *Judged)        { p.said = append(p.said, fmt.Sprint("judged ", v.Mine)) }
func (p *page) Solved(string, string, int) { p.solved++ }
func (p *page) Answered(kind, value string) {
	p.told = append(p.told, kind+" "+value)
}
func (p *page) Sketched(line [][2]float64) { p.line = line }
func (p *page) Marked(m *Mark)             { p.mark = m }
func (p *page) Known() (check.Known, bool) {
	d := &doc.Document{Method: "knn", Points: make([]doc.Point, p.points)}
	return check.Known{Document: d, Info: &p.info, Facts: p.facts}, p.final
}

func (p *page) Judge(line [][2]float64, done func(*Judged, string)) {
	if later := p.late; later != nil {
		*later = append(*later, func() { p.late = nil; p.Judge(line, done) })
		return
	}
	if p.verdict == nil {
		done(nil, "it can't be judged")
		return
	}
	done(p.verdict, "")
}

func open(t *testing.T, kept, at string) *page {
	t.Helper()
	c, err := course.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p := &page{kept: kept, points: 10, facts: []method.Fact{{Name: "n_support", Value: 4}}, final: true}
	p.Room = &Room{}
	p.Init(Needs{Shelf: p, Page: p})
	p.doc = p.Begin(c, at)
	return p
}

func (p *page) at(t *testing.T, step int, done bool) {
	t.Helper()
	if _, at, is := p.Room.Step(); at != step || is != done {
		t.Fatalf("at step %d, done %v; want %d, %v", at, is, step, done)
	}
}

func TestSteps(t *testing.T) {
	p := open(t, "", "")
	p.Settled() // the facts of the beginning are known
	if p.at(t, 0, false); !p.Veiled() {
		t.Error("the picture is shown before it is guessed")
	}
	p.Continue() // not before it is answered
	p.Choose(0)
	if p.at(t, 0, false); !p.Tried(0) || p.Tried(1) {
		t.Error("what was tried is not marked")
	}
	p.Choose(1)
	if p.at(t, 0, true); p.Veiled() || p.Answer(0) != "1" {
		t.Error("the answer is right, and the picture hidden")
	}
	p.Continue()
	for answer, want := range map[string]string{"three": "Give a number", "3": "Too small", "7": "Too large",
		"-4": "The size is right, the sign is wrong", "-6": "Too small"} {
		p.Type(answer)
		if p.at(t, 1, false); !strings.Contains(p.Wrong(), want) {
			t.Errorf("%s: %q", answer, p.Wrong())
		}
	}
	p.final = false
	if p.Type("4"); !strings.Contains(p.Wrong(), "still being computed") {
		t.Errorf("before it is known: %q", p.Wrong())
	}
	p.at(t, 1, false)
	if p.Type("9"); !strings.Contains(p.Wrong(), "still being computed") { // shown in its place
		t.Errorf("before it is known: %q", p.Wrong())
	}
	p.final = true
	if p.Settled(); !strings.Contains(p.Wrong(), "Too large") {
		t.Errorf("an answer that had to wait: %q", p.Wrong())
	}
	p.Settled()
	p.at(t, 1, false)
	p.final = false
	p.Type("420 %") // within a half, in percent
	p.at(t, 1, false)
	p.final = true
	p.Settled()
	p.at(t, 1, true)
	p.Continue()
	if p.at(t, 2, false); !strings.Contains(p.doc, `"n_neighbors":5`) {
		t.Errorf("the step has set %s", p.doc)
	}
	p.Settled()
	p.at(t, 2, false)
	if p.Hints() != nil && len(p.Hints()) > 0 || !p.More() || p.Solvable() {
		t.Error("a hint is told before it is asked for")
	}
	p.Hint()
	p.Hint()
	if len(p.Hints()) != 2 || p.More() || !p.Solvable() {
		t.Errorf("%d hints", len(p.Hints()))
	}
	p.Solve()
	if !strings.Contains(p.doc, `"n_neighbors":9`) || p.Solvable() {
		t.Errorf("the solution is %s", p.doc)
	}
	p.facts = []method.Fact{{Name: "n_support", Late: true}}
	p.Settled()
	p.at(t, 2, false)
	p.facts = []method.Fact{{Name: "n_support", Value: 5}} // more than at the start
	p.Settled()
	p.at(t, 2, true)
	p.facts = nil // a done step stays done
	p.Settled()
	p.at(t, 2, true)
	p.Continue()
	if !p.Takes() {
		t.Error("a click on the plane answers nothing")
	}
	p.Click(0.1, 0)
	if p.at(t, 3, false); p.Wrong() == "" || p.mark == nil || *p.mark != (Mark{0.1, 0, false}) {
		t.Error("a wrong place is passed over, or not marked")
	}
	p.Click(0.9, 0)
	if p.at(t, 3, true); p.Takes() || p.mark == nil || *p.mark != (Mark{0.9, 0, true}) {
		t.Error("clicks are still taken, or the right one is not marked")
	}
	p.Continue()
	if p.mark != nil {
		t.Error("the place is still marked")
	}
	if !p.Sketches() {
		t.Error("a hand draws nothing")
	}
	p.Drawing.Stroke(0, 0)
	p.Drawing.EndStroke(true)
	if len(p.line) != 1 || p.Drawing.Verdict() != nil {
		t.Errorf("one corner: %v", p.line)
	}
	p.Drawing.Stroke(1, 1)
	p.Drawing.EndStroke(true)
	if len(p.line) != 2 || !p.Drawing.Corners() || p.Wrong() != "it can't be judged" {
		t.Errorf("two corners: %v, %q", p.line, p.Wrong())
	}
	p.Drawing.Stroke(1, 1)
	p.Drawing.EndStroke(true)
	if len(p.line) != 2 {
		t.Errorf("a double click has set two corners: %v", p.line)
	}
	p.verdict = &Judged{Mine: []float64{0.4}, Method: []float64{0}}
	for i := range 5 {
		p.Drawing.Stroke(float64(i), 2)
	}
	p.Drawing.EndStroke(true)
	if p.at(t, 4, false); len(p.line) != 5 || p.Drawing.Verdict() == nil {
		t.Errorf("a stroke takes the corners' place: %v", p.line)
	}
	if p.said[len(p.said)-1] != "judged [0.4]" {
		t.Errorf("what came of the drawing is not told: %q", p.said)
	}
	p.Drawing.Stroke(7, 7)
	p.Drawing.EndStroke(false)
	if len(p.line) != 5 {
		t.Errorf("a stroke that was broken off: %v", p.line)
	}
	var late []func()
	p.late = &late
	for i := range 3 {
		p.Drawing.Stroke(float64(i), 3)
	}
	if p.Drawing.EndStroke(true); p.Drawing.Verdict() != nil {
		t.Error("a drawing has the verdict of the one before it")
	}
	p.Drawing.Erase()
	late[0]()
	if p.line != nil || p.Drawing.Verdict() != nil {
		t.Error("what is erased stays")
	}
	p.verdict = &Judged{Mine: []float64{0.05}}
	for i := range 5 {
		p.Drawing.Stroke(float64(i), 2)
	}
	p.Drawing.EndStroke(true)
	p.at(t, 4, true)
	if slices.Contains(p.said, "judged [0.05]") {
		t.Errorf("a drawing that is good enough is told twice: %q", p.said)
	}
	p.Drawing.Stroke(9, 9)
	if p.Drawing.EndStroke(true); p.Drawing.Corners() {
		t.Error("a drawing that is done has a next corner")
	}
	p.Continue()
	p.at(t, 5, true) // a note at the end is done when it is read
	if !p.PageDone(0) || p.PageDone(1) || p.solved != 5 {
		t.Errorf("the page is done: %v; %d solved", p.PageDone(0), p.solved)
	}
}

// A live class gets the first answer to each question, before the page says what is right, and each drawing.
func TestAnswered(t *testing.T) {
	p := open(t, "", "")
	p.Settled()
	is := func(want ...string) {
		t.Helper()
		if !slices.Equal(p.told, want) {
			t.Errorf("told of %q, want %q", p.told, want)
		}
		p.told = nil
	}
	p.Choose(0)
	p.Choose(1)
	is("choice 0")
	p.Continue()
	p.Type("three") // not an answer
	is()
	p.final = false
	p.Type("3,5")
	p.final = true
	p.Settled() // the answer is checked again
	p.Type("4")
	is("number 3.5")
	p.Continue()
	p.Solve()
	p.Settled()
	p.facts = []method.Fact{{Name: "n_support", Value: 5}}
	p.Settled()
	p.Continue()
	is()
	p.Click(0.1, 1.0/3)
	p.Click(0.9, 0)
	is("place [0.1,0.33333]")
	p.Continue()
	p.verdict = &Judged{Mine: []float64{0.4}}
	p.Drawing.Stroke(0, 0)
	p.Drawing.EndStroke(true)
	is() // a single corner is not a line
	p.Drawing.Stroke(1, 0.5)
	p.Drawing.EndStroke(true)
	is("line [[0,0],[1,0.5]]")
	for i := range 4999 {
		p.Drawing.Stroke(float64(i), 2)
	}
	p.Drawing.EndStroke(true)
	if len(p.told) != 1 || strings.Count(p.told[0], ",2]") != class.MaxVertices ||
		!strings.HasPrefix(p.told[0], "line [[0,2],[10,2],") || !strings.HasSuffix(p.told[0], ",[4998,2]]") {
		t.Errorf("a long line: %.100q", p.told)
	}
	p.told = nil
	p.Again()
	p.Choose(1)
	is("choice 1")
}

// Facts that the page does not show are hidden while a question is open.
func TestFactsThatAnswer(t *testing.T) {
	p := open(t, "", "")
	p.Now().Steps[1].Facts = []string{"training_error"}
	hidden := func(want bool) {
		t.Helper()
		for fact, is := range map[string]bool{"n_support": want, "training_error": want && p.Facts() == nil} {
			if got := p.Hidden(fact); got != is {
				t.Errorf("%s is hidden: %v, want %v", fact, got, is)
			}
		}
	}
	hidden(true)
	p.Choose(1)
	hidden(false)
	p.Continue() // to a question of a page that shows one fact
	hidden(true)
	p.Type("4")
	hidden(false)
}

// A question that is answered hides nothing any more: the facts of the next step are shown with it, or the page's.
func TestFactsOfAnAnswer(t *testing.T) {
	p := open(t, "", "")
	steps := p.Now().Steps
	steps[0].Facts, steps[1].Facts, steps[2].Facts = []string{"a"}, []string{"a", "b"}, []string{"c"}
	shows := func(want ...string) {
		t.Helper()
		if got := p.Facts(); !slices.Equal(got, want) {
			t.Errorf("shown are %q, want %q", got, want)
		}
	}
	shows("a")
	p.Choose(1)
	shows("a", "b")
	p.Continue()
	shows("a", "b")
	p.Type("4")
	shows("c", "a", "b")
	p.Now().Steps, p.Now().Facts = steps[:2], []string{"a", "d"} // it is the last step
	shows("a", "d", "b")
	p.Go(1) // a page without steps
	shows()
	p.Now().Facts = []string{"e"}
	shows("e")
}

func TestPages(t *testing.T) {
	p := open(t, "", "two")
	if p.At() != 1 || !p.PageDone(1) {
		t.Errorf("at page %d", p.At())
	}
	p.Go(2)
	if !strings.Contains(p.doc, "svm") || p.turned != 1 {
		t.Errorf("turned to %s", p.doc)
	}
	p.at(t, 0, true)
	p.Go(3)
	p.Go(-1)
	if p.At() != 2 {
		t.Error("turned past the end")
	}
	p.Back(0, true)
	if p.At() != 0 || !strings.Contains(p.doc, "svm") {
		t.Error("a page that the address opens is opened twice")
	}
	for name, want := range map[string]int{"": 0, "one": 0, "3": 2, "three": 2} {
		if i, ok := p.Find(name); !ok || i != want {
			t.Errorf("page %q is %d, %v", name, i, ok)
		}
	}
	for _, name := range []string{"0", "4", "four"} {
		if _, ok := p.Find(name); ok {
			t.Errorf("there is a page %q", name)
		}
	}
}

// The progress is stored, and stored data may be damaged.
func TestProgressIsKept(t *testing.T) {
	p := open(t, "", "")
	p.Settled()
	p.Choose(1)
	p.Continue()
	p.Type("4")
	p.Continue()
	again := open(t, p.kept, "one")
	if again.at(t, 2, false); !strings.Contains(again.doc, `"n_neighbors":5`) || again.Answer(1) != "4" {
		t.Errorf("begins with %s, answered %q", again.doc, again.Answer(1))
	}
	again.facts = []method.Fact{{Name: "n_support", Value: 5}} // more than at the first visit
	again.Settled()
	again.at(t, 2, true)
	again.Again()
	again.at(t, 0, false)
	for _, kept := range []string{"{", `{"a": 3}`, `{"a": {"one": {"step": 99}}}`, `{"a": {"one": null}}`, `[]`} {
		open(t, kept, "one").at(t, 0, false)
	}
}

// A task is not judged by the document of the step before while its own is being opened.
func TestDocumentsOnTheirWay(t *testing.T) {
	p := open(t, "", "")
	p.Settled()
	p.Choose(1)
	p.Continue()
	p.Type("4")
	p.late = &[]func(){}
	p.facts = []method.Fact{{Name: "n_support", Value: 5}} // of the old document, by chance
	p.Continue()
	p.Settled()
	if p.at(t, 2, false); !p.Opening() {
		t.Error("nothing is on its way")
	}
	p.facts[0].Value = 4
	(*p.late)[0]()
	if p.at(t, 2, false); p.Opening() {
		t.Error("something is still on its way")
	}
	p.facts[0].Value = 6
	p.Settled()
	p.at(t, 2, true)
}

// If the stored data are damaged, the course starts from the beginning.
func TestKeptIsBroken(t *testing.T) {
	for _, kept := range []string{"null", "7", `"x"`, "[]", "{", `{"a":null}`, `{"a":7}`, `{"a":{"one":null}}`,
		`{"a":{"one":{"step":-1}}}`, `{"a":{"one":{"step":1e9,"answers":null}}}`} {
		p := open(t, kept, "")
		p.at(t, 0, false)
		p.Choose(1)
		p.at(t, 0, true)
	}
}

// Two tabs follow the same courses: neither loses the progress of the other.
func TestTwoTabs(t *testing.T) {
	a := open(t, "", "one")
	b := open(t, a.kept, "three")
	tab := func(from, to *page) { to.kept = from.kept } // they have one storage
	a.Choose(1)
	tab(a, b)
	b.Go(1)
	tab(b, a)
	if a.Go(0); a.kept == "" {
		t.Fatal("nothing is kept")
	}
	a.at(t, 0, true)
	later := open(t, a.kept, "")
	later.at(t, 0, true)
	// A page restarted in one tab is restarted in the other.
	a.Again()
	a.at(t, 0, false)
	open(t, a.kept, "").at(t, 0, false)
}

// A full storage is reported once, and the progress stays until the page is left.
func TestShelfIsFull(t *testing.T) {
	p := open(t, "", "")
	p.full = true
	p.Choose(1)
	p.Go(1)
	p.Go(0)
	p.at(t, 0, true)
	if p.unkept != 1 {
		t.Errorf("people are told %d times", p.unkept)
	}
}

// A page that replaces a removed one brings its picture; one whose text changes keeps its picture.
func TestReplace(t *testing.T) {
	p := open(t, "", "one")
	c := *p.Course()
	p.Replace(&c, 0)
	if len(p.opened) != 0 {
		t.Error("a page whose words have changed is opened anew")
	}
	less := c
	less.Pages = c.Pages[1:]
	if p.Replace(&less, 0); len(p.opened) != 1 || !strings.Contains(p.doc, "kmeans") || !p.PageDone(0) {
		t.Errorf("the page is %q, its picture %s", p.Now().ID, p.doc)
	}
}

// If a goal is reached with another setting than the task requires, or on fewer points, the task is not done, and the
// page says what is missing. A parameter that the solution changes is not named, because the user must find it.
func TestMissing(t *testing.T) {
	p := open(t, "", "")
	p.info = method.Info{Params: []method.Param{
		{Name: "metric", Label: "Metric", Default: "euclidean", Kind: method.Choose{Choices: []method.Choice{
			{Value: "euclidean", Label: "Euclidean"}, {Value: "manhattan", Label: "City blocks"},
		}}},
	}}
	for check, want := range map[string]string{
		`n_support == 4 && metric == "manhattan"`: "The task also asks for this setting: Metric = " +
			"City blocks.",
		`n_support == 4 && n_points >= 20`:                          "The task also asks for at least 20 points.",
		`n_points == 1 && n_support == 4`:                           "The task also asks for exactly 1 point.",
		`n_support == 3 && metric == "manhattan"`:                   "",
		`n_support == 4 && metric == "euclidean" && n_points >= 10`: "",
		`n_support == 4 && metric == "manhattan" && n_classes <= 0`: "The task also asks for " +
			"this setting: Metric = City blocks. The task also asks for at most 0 classes.",
	} {
		s := &course.Step{Kind: course.Task, Check: check}
		if says := p.missing(s); says != want {
			t.Errorf("%s: %q, want %q", check, says, want)
		}
		s.Solution = []string{`{"params": {"metric": "manhattan"}}`}
		if says := p.missing(s); strings.Contains(says, "setting") {
			t.Errorf("%s: the solution is told: %q", check, says)
		}
	}
}

// A number is right if it is right for the picture with which the question began, or for the present one.
func TestNumberOfTheBeginning(t *testing.T) {
	for answer, right := range map[string]bool{"4": true, "9": true, "6": false} {
		p := open(t, "", "")
		p.now.Step, p.now.Done = 1, false // n_support, which is 4
		p.Settled()
		p.facts = []method.Fact{{Name: "n_support", Value: 9}}
		p.Settled()
		p.Type(answer)
		if p.at(t, 1, right); !right && !strings.Contains(p.Wrong(), "Too large") {
			t.Errorf("%s: %q", answer, p.Wrong())
		}
	}
}

// Some facts exist only at some steps of a run. While one is missing, the task is not done, and no error is shown. A
// name that has never been known is an error.
func TestFactOfSomeSteps(t *testing.T) {
	p := open(t, "", "")
	p.Settled()
	p.now.Step, p.now.Done = 2, false // its check names n_support
	p.Settled()
	p.facts = nil
	if p.Settled(); p.Wrong() != "" {
		t.Errorf("a fact is missing for a while: %q", p.Wrong())
	}
	p.fresh()
	if p.Settled(); !strings.Contains(p.Wrong(), "n_support") {
		t.Errorf("a fact has never been known: %q", p.Wrong())
	}
}

// A page that is moved, or gets other steps, keeps its picture.
func TestReplaceKeepsThePicture(t *testing.T) {
	p := open(t, "", "two")
	p.doc = `{"method": "kmeans", "params": {"n_clusters": 7}}`
	turned := p.turned
	moved := *p.Course()
	moved.Pages = []course.Page{moved.Pages[1], moved.Pages[0], moved.Pages[2]}
	if p.Replace(&moved, 0); len(p.opened) != 0 || p.At() != 0 || p.Now().ID != "two" {
		t.Errorf("moved, the page is %d, %q; opened %q", p.At(), p.Now().ID, p.opened)
	}
	asks := moved
	asks.Pages = slices.Clone(moved.Pages)
	asks.Pages[0].Steps = []course.Step{{Kind: course.Note, Text: "a"}, {Kind: course.Note, Text: "b"}}
	p.Replace(&asks, 0)
	if _, at, _ := p.Step(); len(p.opened) != 0 || at != 0 || !strings.Contains(p.doc, "7") || p.turned != turned {
		t.Errorf("with steps, it is at step %d of %s; opened %q", at, p.doc, p.opened)
	}
	// Steps that change the picture begin with their own.
	asks.Pages = slices.Clone(asks.Pages)
	asks.Pages[0].Steps = []course.Step{{Kind: course.Task, Text: "a", Set: `{"params": {"n_clusters": 2}}`}}
	p.now.Step = 5
	if p.Replace(&asks, 0); len(p.opened) != 1 || !strings.Contains(p.doc, `"n_clusters":2`) {
		t.Errorf("the steps begin with %s", p.doc)
	}
}

// A presentation restarts all pages, and the present one with its own picture.
func TestAfresh(t *testing.T) {
	p := open(t, "", "three")
	if !p.PageDone(2) {
		t.Fatal("a remark alone is not done")
	}
	p.Go(0)
	p.Choose(1)
	p.Continue()
	opened := len(p.opened)
	p.Afresh()
	if _, at, done := p.Step(); at != 0 || done || len(p.opened) != opened+1 || p.Answer(0) != "" ||
		strings.Contains(p.kept, `"step":1`) {
		t.Errorf("begun anew, it is at step %d, %v; kept %s", at, done, p.kept)
	}
	p.Afresh()
	if len(p.opened) != opened+1 {
		t.Error("a page that has just begun is opened again: what people have changed is lost")
	}
}

// Numbers are parsed in the forms in which users type them.
func TestTyped(t *testing.T) {
	for text, want := range map[string]float64{"47 %": 47, "47\u00a0%": 47, "0,47": 0.47, " −0.5 ": -0.5,
		"28/60": 28.0 / 60, "1/4%": 0.25, "1e3": 1000} {
		x, share, ok := course.Typed(text)
		if !ok || x != want || share != strings.HasSuffix(text, "%") {
			t.Errorf("%q: %v, %v, %v", text, x, share, ok)
		}
	}
	for _, text := range []string{"", "%", "a", "1/0", "1/", "/2", "1/2/3", "NaN", "Inf", "0.1.2"} {
		if x, _, ok := course.Typed(text); ok {
			t.Errorf("%q is read as %v", text, x)
		}
	}
}
