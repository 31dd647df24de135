package runs

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// page has what a room depends on: a storage that may be full, and a document that may ask for runs.
type page struct {
	shelf   map[string]string
	full    bool
	asked   []*wire.Run
	doc     *doc.Runs
	changed int
	told    []string
}

func (p *page) Get(key string) string { return p.shelf[key] }
func (p *page) Set(key, value string) bool {
	if p.full {
		return false
	}
	p.shelf[key] = value
	return true
}
func (p *page) Remove(key string)               { delete(p.shelf, key) }
func (p *page) Asked() ([]*wire.Run, *doc.Runs) { return p.asked, p.doc }
func (p *page) Changed()                        { p.changed++ }
func (p *page) Tell(text string)                { p.told = append(p.told, text) }

func (p *page) needs() Needs {
	return Needs{
		Shelf: p, Asked: p.Asked, Changed: p.Changed, Tell: p.Tell,
	}
}

func open(p *page) *Room {
	if p.shelf == nil {
		p.shelf = map[string]string{}
	}
	r := New(p.needs())
	return &r
}

// run returns a run of k nearest neighbours, with a curve of long points.
func run(k string, long int) *wire.Run {
	r := &wire.Run{Method: "knn", Label: "Neighbours", Params: []wire.RunParam{{Label: "k", Value: k}}, N: 9, Steps: -1,
		Passes: -1, Seconds: 0.5, Errors: []wire.RunValue{{Name: "training error", Value: 0.25}}, Doc: `{"method":"knn"}`,
		At: []float64{0}, SecondsAt: []float64{0.5}}
	if long > 0 {
		r.Curves = []wire.RunCurve{{Name: "training error", Of: []int{0}, Values: make([]float64, long)}}
	}
	return r
}

func names(r *Room) (list []string) {
	for _, row := range r.Rows() {
		list = append(list, row.Name)
	}
	return list
}

func (p *page) last() string {
	if len(p.told) == 0 {
		return ""
	}
	return p.told[len(p.told)-1]
}

// Saved runs are there on the next visit, with names that distinguish them.
func TestKeepsRuns(t *testing.T) {
	p := &page{}
	r := open(p)
	if r.Log() != nil || r.Rows() != nil {
		t.Error("there are runs before one is kept")
	}
	r.Keep([]*wire.Run{run("3", 2)})
	if got := names(r); !slices.Equal(got, []string{"Neighbours"}) || p.changed != 1 {
		t.Errorf("%q, changed %d times", got, p.changed)
	}
	five := run("5", 2)
	r.Keep([]*wire.Run{five, {Fault: "Nothing was made."}})
	if r.Rename(1, "five"); five.Name != "" {
		t.Error("the run that somebody else has is renamed, too")
	}
	again := open(p)
	if got := names(again); !slices.Equal(got, []string{"Neighbours, k 3", "five"}) {
		t.Errorf("the next visit has %q", got)
	}
	again.Rename(1, "")
	if got := names(again); got[1] != "Neighbours, k 5" {
		t.Errorf("without a name it is %q", got)
	}
	again.Rename(0, strings.Repeat("é", 100))
	if got := names(again)[0]; len([]rune(got)) != doc.MaxRunName {
		t.Errorf("a name of %d characters", len([]rune(got)))
	}
	if p.told != nil {
		t.Errorf("told %q", p.told)
	}
}

func TestLimitsAreTold(t *testing.T) {
	p := &page{}
	r := open(p)
	for i := range Most {
		r.Keep([]*wire.Run{run(strconv.Itoa(i), 0)})
	}
	if r.Kept() != Most || p.told != nil {
		t.Fatalf("%d kept, told %q", r.Kept(), p.told)
	}
	before := p.shelf[Key]
	r.Keep([]*wire.Run{run("x", 0)})
	if r.Kept() != Most || p.shelf[Key] != before || !strings.Contains(p.last(), "keeps 24 runs") {
		t.Errorf("%d kept, told %q", r.Kept(), p.told)
	}
	r.Remove(-1)
	r.Keep([]*wire.Run{run("large", MostBytes)})
	if r.Kept() != 0 || !strings.Contains(p.last(), "more than 1 MB") {
		t.Errorf("%d kept, told %q", r.Kept(), p.last())
	}
	r.Keep([]*wire.Run{{Fault: "Nothing was made."}})
	if r.Kept() != 0 || p.last() != "There is no run to keep." {
		t.Errorf("%d kept, told %q", r.Kept(), p.last())
	}
	p.full = true
	r.Keep([]*wire.Run{run("1", 0)})
	r.Keep([]*wire.Run{run("2", 0)})
	if r.Kept() != 2 || !strings.Contains(p.last(), "until you leave") {
		t.Errorf("a browser that keeps nothing more: %d kept, told %q", r.Kept(), p.last())
	}
	p.shelf[Key] = "{"
	if again := open(p); again.Kept() != 0 || !strings.Contains(p.last(), "can't be read") {
		t.Errorf("what can't be read: %d kept, told %q", again.Kept(), p.last())
	}
}

// Saving a run here does not lose another tab's.
func TestTwoTabs(t *testing.T) {
	p := &page{}
	here, there := open(p), open(p)
	here.Keep([]*wire.Run{run("1", 0)})
	there.Keep([]*wire.Run{run("2", 0)})
	here.Keep([]*wire.Run{run("3", 0)})
	if got := names(here); !slices.Equal(got, []string{"Neighbours, k 1", "Neighbours, k 2", "Neighbours, k 3"}) {
		t.Errorf("%q", got)
	}
}

// A change here applies to the intended run in its present form, and another tab's changes stay.
func TestTwoTabsChangeRuns(t *testing.T) {
	p := &page{}
	here := open(p)
	there := func() *Room { return open(p) } // a tab that has just been opened
	here.Keep([]*wire.Run{run("1", 0), run("2", 0), run("3", 0)})
	want := func(list ...string) {
		t.Helper()
		if got := names(open(p)); !slices.Equal(got, list) || !slices.Equal(names(here), list) {
			t.Errorf("the shelf has %q, here are %q, want %q", got, names(here), list)
		}
	}
	there().Remove(0)
	here.Rename(2, "three")
	want("Neighbours, k 2", "three")
	there().Keep([]*wire.Run{run("4", 0)})
	here.Remove(0)
	want("three", "Neighbours, k 4")
	there().Rename(0, "iii")
	here.Toggle(here.Rows()[1])
	want("iii", "Neighbours, k 4")
	if rows := open(p).Rows(); rows[0].Off || !rows[1].Off {
		t.Errorf("switched off: %v %v", rows[0].Off, rows[1].Off)
	}
	there().Remove(0)
	told := len(p.told)
	here.Rename(0, "first")
	want("Neighbours")
	if len(p.told) != told+1 || !strings.Contains(p.last(), "nothing was done") {
		t.Errorf("told %q", p.told[told:])
	}
	here.Remove(-1)
	there().Keep([]*wire.Run{run("5", 0)})
	here.PutBack()
	want("Neighbours, k 4", "Neighbours, k 5")
	here.Remove(-1)
	for i := range Most {
		there().Keep([]*wire.Run{run(strconv.Itoa(10+i), 0)})
	}
	if here.PutBack(); here.Kept() != Most || !strings.Contains(p.last(), "keeps 24 runs") {
		t.Errorf("%d kept, told %q", here.Kept(), p.last())
	}
}

func logOf(t *testing.T, r *Room) (l wire.RunLog) {
	t.Helper()
	if err := json.Unmarshal(r.Log(), &l); err != nil {
		t.Fatal(err)
	}
	return l
}

// Stored data may be damaged: entries that are not runs are left out, and the user is told.
func TestKeptIsBroken(t *testing.T) {
	for kept, n := range map[string]int{"null": 0, "7": 0, "[null]": 0, `[{"run":null}]`: 0, "[{}]": 0, "[": 0,
		`[{"run":{"method":"knn"}},{}]`: 1} {
		p := &page{shelf: map[string]string{Key: kept}}
		r := open(p)
		if got := len(names(r)); got != n || kept != "null" && len(p.told) != 1 {
			t.Errorf("of %s there are %d runs, and people are told %q", kept, got, p.told)
		}
		r.Wake()
		r.Log()
		r.Keep([]*wire.Run{run("3", 0)})
		if got := len(names(r)); got != n+1 {
			t.Errorf("of %s and another one there are %d runs", kept, got)
		}
	}
}

func TestWhatIsShown(t *testing.T) {
	p := &page{doc: &doc.Runs{X: "time", Y: "objective", Excess: true}}
	r := open(p)
	r.Keep([]*wire.Run{run("1", 0), run("2", 0)})
	p.asked = []*wire.Run{{Name: "theirs", Method: "svm", Steps: -1, Passes: -1, Params: []wire.RunParam{}}}
	l := logOf(t, r)
	if !slices.Equal(wire.NameRuns(l.Runs), []string{"theirs", "Neighbours, k 1", "Neighbours, k 2"}) ||
		!slices.Equal(l.Looks, []int{0, 1, 2}) ||
		l.X != "time" || l.Y != "objective" || !l.Excess || l.Log ||
		l.Runs[1].Doc != "" {
		t.Errorf("%+v", l)
	}
	if a, b := r.Log(), r.Log(); &a[0] != &b[0] {
		t.Error("the same is written for each picture")
	}
	r.Toggle(r.Rows()[0])
	r.Toggle(r.Rows()[1])
	if l = logOf(t, r); !slices.Equal(wire.NameRuns(l.Runs), []string{"Neighbours, k 2"}) || l.Looks[0] != 2 {
		t.Errorf("%+v", l)
	}
	if again := open(p); again.Rows()[0].Off || !again.Rows()[1].Off {
		t.Error("what is switched off of the kept ones is kept, of others not")
	}
	r.Toggle(r.Rows()[1])
	r.Show(View{X: "steps", Log: true})
	if l = logOf(t, r); len(l.Runs) != 2 || l.X != "steps" || l.Y != "" || !l.Log || l.Excess {
		t.Errorf("%+v", l)
	}
	r.Replaced()
	if l = logOf(t, r); len(l.Runs) != 3 || l.X != "time" {
		t.Errorf("beside another document: %+v", l)
	}
	p.asked, p.doc = nil, nil
	if l = logOf(t, r); len(l.Runs) != 2 {
		t.Errorf("the document's are shown when it has none: %+v", l)
	}
	again := open(p)
	if again.Log() != nil || len(again.Rows()) != 2 || again.Awake() {
		t.Error("on the next visit the first picture waits for runs that nobody has asked for")
	}
	if again.Wake(); len(logOf(t, again).Runs) != 2 {
		t.Error("the chart is asked for, and has not all runs")
	}
	needs := p.needs()
	needs.Embedded = true
	frame := New(needs)
	if frame.Log() != nil || frame.Rows() != nil {
		t.Error("a frame shows what this browser keeps")
	}
}

func TestWhatIsRemovedCanBePutBack(t *testing.T) {
	p := &page{}
	r := open(p)
	r.Keep([]*wire.Run{run("1", 0), run("2", 0), run("3", 0)})
	r.Unfold(1)
	r.Remove(1)
	if got := names(r); !slices.Equal(got, []string{"Neighbours, k 1", "Neighbours, k 3"}) || !r.Gone() ||
		r.Open() != -1 {
		t.Errorf("%q, open %d", got, r.Open())
	}
	r.PutBack()
	if got := names(r); len(got) != 3 || got[1] != "Neighbours, k 2" || r.Gone() {
		t.Errorf("%q", got)
	}
	r.Remove(-1)
	if r.Kept() != 0 || p.shelf[Key] != "" {
		t.Errorf("%d kept, on the shelf %q", r.Kept(), p.shelf[Key])
	}
	r.PutBack()
	if again := open(p); again.Kept() != 3 {
		t.Errorf("%d are kept again", again.Kept())
	}
	if table := r.Table(); !strings.HasPrefix(table, "run,method,") || strings.Count(table, "\n") != 4 ||
		!strings.Contains(table, "\"Neighbours, k 2\",knn,9,,,0.5,0.25") {
		t.Errorf("%s", table)
	}
	if curves := r.Curves(); strings.Count(curves, "\n") != 4 {
		t.Errorf("%s", curves)
	}
}
