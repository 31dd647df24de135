// Package runs has the log of runs: fits that the user has saved with their curves, errors and costs, to compare them
// with each other and with the runs that a document asks for. Saved runs are in the browser's storage and in no
// document.
package runs

import (
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Key is the storage key of the runs.
const Key = "pointscape.runs"

const (
	// Most is the largest number of saved runs, and MostBytes that of their text in bytes.
	Most      = 24
	MostBytes = 1 << 20
)

// Shelf is the browser's storage; it may be disabled or full.
type Shelf interface {
	Get(key string) string
	Set(key, value string) (kept bool)
	Remove(key string)
}

// Needs has what a Room depends on.
type Needs struct {
	Shelf Shelf
	// Asked returns the computed runs that the present document asks for, and how they are to be shown; nil = it asks
	// for none.
	Asked    func() ([]*wire.Run, *doc.Runs)
	Changed  func()            // what is shown has changed
	Tell     func(text string) // shows a message to the user
	Embedded bool              // in a frame of another site: only the runs of its document are shown
}

// kept is a saved run.
type kept struct {
	Run *wire.Run `json:"run"`
	Off bool      `json:"off,omitempty"`
}

// Room has the saved runs, which of all runs are shown, and on which axes.
type Room struct {
	Needs
	read bool
	lost bool // the storage has refused: these runs are not stored
	list []kept
	gone []kept          // whole list before the last removal; nil = nothing to restore
	off  map[string]bool // hidden runs of the document, by name
	view *View           // chosen by the user; nil = as the document says
	log  json.RawMessage // cached result of Log for the document's runs in from; nil = outdated
	from []*wire.Run
	// awake says that the user has asked for the chart in this visit. It needs the whole program's engine, and the
	// first picture must not wait for that because of runs that were saved once.
	awake bool
	open  int // index of the row whose name and buttons are shown, -1 = none
}

func tooMany() string {
	return words.Sprintf("Not kept: this browser keeps %d runs. Remove some.", Most)
}

// View has the axes of the chart.
type View struct {
	X, Y        string
	Log, Excess bool
}

// Row is a run in the table.
type Row struct {
	*wire.Run
	Name string
	Look int
	Off  bool
	Kept int // index among the saved runs, -1 = it is the document's
}

// New returns a room.
func New(n Needs) Room { return Room{Needs: n, open: -1} }

// runs returns the saved runs, which are read at the first call.
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

// renew reads the storage again, because another tab may have saved runs in the meantime.
func (r *Room) renew() []kept {
	if !r.lost {
		r.read, r.list = false, nil
	}
	return r.runs()
}

// Awake reports whether saved runs are in the chart, and Wake puts them there.
func (r *Room) Awake() bool { return r.awake }
func (r *Room) Wake() {
	r.awake = true
	r.changed()
}

// Kept returns the number of saved runs.
func (r *Room) Kept() int { return len(r.runs()) }

// Rows returns all runs: those of the document, then the saved ones.
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

// View returns the axes; "" where the chart decides.
func (r *Room) View() (v View) {
	if r.view != nil {
		return *r.view
	}
	if _, d := r.Asked(); d != nil {
		v = View{d.X, d.Y, d.Log, d.Excess}
	}
	return v
}

// Log returns the runs that the engine draws in one chart, as JSON; nil = there are none.
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

// Keep saves those runs that have no fault: all of them, or none if there is no room for all. It tells the user if it
// saves none.
func (r *Room) Keep(list []*wire.Run) {
	r.awake = true
	before, n := r.renew(), 0
	for _, run := range list {
		if run.Fault == "" {
			one := *run // a copy: its name here must not change the original
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
		r.Tell(tooMany())
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

// change applies do to the saved runs as they are now, because another tab may have changed them in the meantime. i is
// the index here of the run to change, and at its present index; if the other tab has removed it, nothing happens. -1
// means all.
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

// text returns a saved run as JSON, without whether it is shown.
func (k kept) text() string {
	b, _ := json.Marshal(k.Run)
	return string(b)
}

// Toggle shows or hides a run in the chart.
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

// Rename names a saved run; "" = after what distinguishes it from the others.
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

// Remove removes a run, or all with -1. They can be restored until others are saved or removed.
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
		says = words.Text("%s left.", words.Count(len(r.list), "run"))
	}
	r.Tell(words.Text("%s “Put back” restores it.", says))
}

// Gone reports whether removed runs can be restored.
func (r *Room) Gone() bool { return r.gone != nil }

// PutBack restores the runs that were removed last, before those saved since.
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
				r.Tell(tooMany())
				return list
			}
			return all
		})
		r.gone = nil
		r.changed()
	}
}

// Show draws the runs on other axes.
func (r *Room) Show(v View) {
	r.view = &v
	r.changed()
}

// Open returns the open row, -1 = none; Unfold opens or closes one.
func (r *Room) Open() int { return r.open }
func (r *Room) Unfold(i int) {
	if r.open == i {
		i = -1
	}
	r.open = i
	r.changed()
}

// Replaced resets the choices that belong to the document before.
func (r *Room) Replaced() { r.view, r.off, r.open, r.log = nil, nil, -1, nil }

func (r *Room) changed() {
	r.log = nil
	r.Changed()
}

// all returns the runs of the table, with their names.
func (r *Room) all() (list []*wire.Run) {
	for _, row := range r.Rows() {
		list = append(list, row.As(row.Name))
	}
	return list
}

// Table and Curves return all runs as CSV.
func (r *Room) Table() string  { return wire.RunsCSV(r.all()) }
func (r *Room) Curves() string { return wire.CurvesCSV(r.all()) }
