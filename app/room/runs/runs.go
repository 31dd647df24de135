// Package runs is the room of the log of runs: fits that somebody has kept, with their curves, errors and costs, to be
// laid over each other and over those that a document asks for. Kept runs live in the browser's storage and in no
// document.
package runs

import (
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Key is where the browser keeps runs.
const Key = "pointscape.runs"

const (
	// Most is how many runs are kept, and MostBytes how much text they may be.
	Most      = 24
	MostBytes = 1 << 20
)

// Shelf is the browser's storage; it may be refused or full.
type Shelf interface {
	Get(key string) string
	Set(key, value string) (kept bool)
	Remove(key string)
}

// Needs are what a Room works with.
type Needs struct {
	Shelf Shelf
	// Asked are the runs that the present document asks for and that are worked out, and how it wants them shown; nil =
	// it asks for none.
	Asked    func() ([]*wire.Run, *doc.Runs)
	Changed  func()            // what is shown has changed
	Tell     func(text string) // to everybody
	Embedded bool              // in somebody's frame: there are the runs of its document alone
}

// kept is a run on the shelf.
type kept struct {
	Run *wire.Run `json:"run"`
	Off bool      `json:"off,omitempty"`
}

// Room owns the kept runs, which of all are shown, and over what.
type Room struct {
	Needs
	read bool
	lost bool // the shelf has refused: what is here is nowhere else
	list []kept
	gone []kept          // that were removed last, to be put back
	off  map[string]bool // runs of the document that are not shown, by name
	view *View           // chosen by hand; nil = as the document says
	log  json.RawMessage // what Log says, of the document's runs from; nil = it is to be made anew
	from []*wire.Run
	// awake tells that somebody has asked for the chart in this visit: it takes the engine of all methods, for which no
	// first picture waits because of runs that were kept once.
	awake bool
	open  int // the row whose name and buttons are shown, -1 = none
}

var tooMany = "Not kept: this browser keeps " + strconv.Itoa(Most) + " runs. Remove some."

// View is what stands on the axes of the chart.
type View struct {
	X, Y        string
	Log, Excess bool
}

// Row is a run of the table.
type Row struct {
	*wire.Run
	Name string
	Look int
	Off  bool
	Kept int // its number among those that are kept, -1 = it is the document's
}

// New makes the room.
func New(n Needs) Room { return Room{Needs: n, open: -1} }

// runs are the kept runs, which are read when somebody asks first.
func (r *Room) runs() []kept {
	if r.read || r.Embedded {
		return r.list
	}
	r.read = true
	text := r.Shelf.Get(Key)
	bad := text != "" && json.Unmarshal([]byte(text), &r.list) != nil
	if bad || slices.ContainsFunc(r.list, func(k kept) bool { return k.Run == nil }) {
		r.list = slices.DeleteFunc(r.list, func(k kept) bool { return bad || k.Run == nil })
		r.Tell("The runs that this browser has kept can't be read.")
	}
	return r.list
}

// renew reads the shelf again, where another tab may have kept runs meanwhile.
func (r *Room) renew() []kept {
	if !r.lost {
		r.read, r.list = false, nil
	}
	return r.runs()
}

// Awake tells that kept runs are in the chart, and Wake puts them there.
func (r *Room) Awake() bool { return r.awake }
func (r *Room) Wake() {
	r.awake = true
	r.changed()
}

// Kept is how many runs are kept.
func (r *Room) Kept() int { return len(r.runs()) }

// Rows are all runs: those of the document, then those that are kept.
func (r *Room) Rows() (list []Row) {
	asked, _ := r.Asked()
	var all []*wire.Run
	for i := range asked {
		all = append(all, asked[i])
		list = append(list, Row{Run: asked[i], Kept: -1})
	}
	for i, k := range r.runs() {
		all = append(all, k.Run)
		list = append(list, Row{Run: k.Run, Kept: i, Off: k.Off})
	}
	names := wire.NameRuns(all)
	looks := wire.RunLooks(names)
	for i := range list {
		list[i].Name, list[i].Look = names[i], looks[i]
		if list[i].Kept < 0 {
			list[i].Off = r.off[names[i]]
		}
	}
	return list
}

// View is what stands on the axes; "" where the chart decides.
func (r *Room) View() (v View) {
	if r.view != nil {
		return *r.view
	}
	if _, d := r.Asked(); d != nil {
		v = View{d.X, d.Y, d.Log, d.Excess}
	}
	return v
}

// Log is what the engine lays over each other; nil = there are no runs.
func (r *Room) Log() json.RawMessage {
	asked, theirs := r.Asked()
	if !r.awake && theirs == nil {
		return nil
	}
	if same := len(asked) == len(r.from) && (len(asked) == 0 || &asked[0] == &r.from[0]); same && r.log != nil {
		return r.log // each request asks for it
	}
	rows := r.Rows()
	if len(rows) == 0 {
		return nil
	}
	v := r.View()
	l := wire.RunLog{Runs: []*wire.Run{}, X: v.X, Y: v.Y, Log: v.Log, Excess: v.Excess}
	for _, row := range rows {
		if !row.Off {
			l.Runs, l.Looks = append(l.Runs, row.As(row.Name)), append(l.Looks, row.Look)
		}
	}
	b, err := json.Marshal(l)
	if err != nil {
		return nil
	}
	r.log, r.from = b, asked
	return b
}

// Keep keeps runs, as far as there is room, and says what became of that.
func (r *Room) Keep(list []*wire.Run) {
	r.awake = true
	before, n := r.renew(), 0
	for _, run := range list {
		if run.Fault == "" {
			one := *run // what it is called here is nobody else's
			r.list = append(slices.Clip(r.list), kept{Run: &one})
			n++
		}
	}
	size := len(r.text())
	switch {
	case n == 0:
		r.Tell("There is no run to keep.")
	case len(r.list) > Most:
		r.list = before
		r.Tell(tooMany)
	case size > MostBytes:
		r.list = before
		r.Tell("Not kept: the runs would be more than 1 MB. Remove some.")
	default:
		r.gone = nil
		r.save()
	}
	r.changed()
}

func (r *Room) text() []byte {
	b, err := json.Marshal(r.list)
	if err != nil {
		return nil
	}
	return b
}

func (r *Room) save() {
	r.lost = false
	if len(r.list) == 0 {
		r.Shelf.Remove(Key)
	} else if r.lost = !r.Shelf.Set(Key, string(r.text())); r.lost {
		r.Tell("This browser keeps no more data: the runs are there until you leave this page.")
	}
}

// change changes the kept runs as they are now, in a list of their own: another tab may have changed them meanwhile. i
// is the number here of the run that is changed, and at its number now; where that tab has removed it, nothing is. -1
// is all.
func (r *Room) change(i int, do func(list []kept, at int) []kept) {
	before := r.runs()
	list := slices.Clone(r.renew())
	if i >= 0 {
		what := before[i].text()
		same := func(k kept) bool { return k.text() == what }
		if i >= len(list) || !same(list[i]) {
			i = slices.IndexFunc(list, same)
		}
		if i < 0 {
			r.Tell("Another tab has changed this run: nothing was done.")
			r.changed()
			return
		}
	}
	r.list = do(list, i)
	r.save()
	r.changed()
}

// text is a run as it is kept, but for whether it is shown.
func (k kept) text() string {
	b, _ := json.Marshal(k.Run)
	return string(b)
}

// Toggle shows a run in the chart, or no longer.
func (r *Room) Toggle(row Row) {
	if row.Kept >= 0 && row.Kept < r.Kept() {
		r.change(row.Kept, func(list []kept, i int) []kept { list[i].Off = !row.Off; return list })
		return
	}
	if r.off == nil {
		r.off = map[string]bool{}
	}
	r.off[row.Name] = !row.Off
	r.changed()
}

// Rename calls a kept run something else; "" = by what tells it from the others.
func (r *Room) Rename(i int, name string) {
	if i < 0 || i >= r.Kept() || r.list[i].Run.Name == name {
		return
	}
	if c := []rune(name); len(c) > doc.MaxRunName {
		name = string(c[:doc.MaxRunName])
	}
	r.change(i, func(list []kept, i int) []kept {
		one := *list[i].Run
		one.Name, list[i].Run = name, &one
		return list
	})
}

// Remove takes a run away, all with -1. They can be put back until others are kept or removed.
func (r *Room) Remove(i int) {
	r.open = -1
	r.gone = nil
	r.change(i, func(list []kept, i int) []kept {
		if r.gone = slices.Clone(list); i < 0 {
			return nil
		}
		return slices.Delete(list, i, i+1)
	})
	if r.gone == nil {
		return
	}
	says := "All runs are removed."
	if i >= 0 {
		says = words.Count(len(r.list), "run") + " left."
	}
	r.Tell(says + " “Put back” restores it.")
}

// Gone tells that what was removed can be put back.
func (r *Room) Gone() bool { return r.gone != nil }

// PutBack puts back what was removed last, before what has been kept since.
func (r *Room) PutBack() {
	if r.gone != nil {
		r.change(-1, func(list []kept, _ int) []kept {
			all := slices.Clone(r.gone)
			for _, k := range list {
				if !slices.ContainsFunc(all, func(o kept) bool { return o.text() == k.text() }) {
					all = append(all, k)
				}
			}
			if len(all) > Most {
				r.Tell(tooMany)
				return list
			}
			return all
		})
		r.gone = nil
		r.changed()
	}
}

// Show lays the runs over each other by other axes.
func (r *Room) Show(v View) {
	r.view = &v
	r.changed()
}

// Open is the row that is opened, -1 = none; Unfold opens one, or closes it.
func (r *Room) Open() int { return r.open }
func (r *Room) Unfold(i int) {
	if r.open == i {
		i = -1
	}
	r.open = i
	r.changed()
}

// Replaced forgets what was chosen beside another document.
func (r *Room) Replaced() { r.view, r.off, r.open, r.log = nil, nil, -1, nil }

func (r *Room) changed() {
	r.log = nil
	r.Changed()
}

// all are the runs of the table, with their names.
func (r *Room) all() (list []*wire.Run) {
	for _, row := range r.Rows() {
		list = append(list, row.As(row.Name))
	}
	return list
}

// Table and Curves are all runs as CSV.
func (r *Room) Table() string  { return wire.RunsCSV(r.all()) }
func (r *Room) Curves() string { return wire.CurvesCSV(r.all()) }
