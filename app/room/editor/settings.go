package editor

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Param returns a parameter's effective value.
func (e *Editor) Param(p *method.Param) any {
	if v := e.Given(p.Name); v != nil {
		return v
	}
	return p.Default
}

// Given is the value that the document gives at a parameter's path (method.PathTo); nil =
// none, and the default holds.
func (e *Editor) Given(path string) any {
	if e.info == nil {
		return nil
	}
	return e.info.Given(path, e.now.Params)
}

// ParamAt is the declaration of the parameter at a path, as the document stands; nil where
// there is none.
func (e *Editor) ParamAt(path string) *method.Param {
	if e.info == nil {
		return nil
	}
	return e.info.ParamAt(path, e.now.Params)
}

// SetParam gives a parameter a value that its declaration accepts. key makes the
// edits of one gesture one step. A nil value is the default. It tells whether the
// document is another one.
func (e *Editor) SetParam(name string, v any, key string) (changed bool) {
	p := e.ParamAt(name)
	if p == nil || method.SameValue(e.Given(name), v) {
		return false
	}
	delete(e.carried.params, name)
	e.setByHand(name, v)
	n := e.now
	n.Params = e.info.With(e.now.Params, name, v)
	e.fitPer(p, n.Params)
	if method.Is[method.Numbers](p.Kind) {
		n.Params = e.fitLists(name, key, n.Params)
	}
	lost := e.outgrown(name, &n)
	e.takeOver(&n)
	e.begin(&n)
	if !e.info.TakesRows(e.now.Params) {
		e.offPlane(&n)
	}
	if p.Scales == nil {
		e.suit(&n, e.hist.Origin.Data)
	}
	what := "change " + p.Label
	if after := e.info.TaskOf(n.Params); catalogue.Kin(e.task) != catalogue.Kin(after) {
		return e.switchData(n, after, what)
	}
	if !e.tuned(n, what, key) {
		return false
	}
	e.forgotten(lost)
	return true
}

// outgrown takes away numbers that were taken over for another value of a parameter, and returns what they were.
func (e *Editor) outgrown(name string, n *doc.Document) (lost *method.Param) {
	for i := range e.info.Params {
		if p := &e.info.Params[i]; slices.Contains(p.Shape(), name) && n.Params[p.Name] != nil {
			n.Params, lost = e.info.With(n.Params, p.Name, nil), p
		}
	}
	return lost
}

// forgotten says which numbers that were taken over are there no more, if any.
func (e *Editor) forgotten(p *method.Param) {
	if p != nil {
		e.Notifier.Toast(p.Label+" no longer suited the other parameters and was reset. Undo restores both.",
			false)
	}
}

// tuned makes a document with other parameters the present. Where they move the rows of its
// table, the engine shows these anew. It is false where that is locked.
func (e *Editor) tuned(n doc.Document, what, key string) bool {
	if n.Table != nil && n.Table.Solid() && e.info.TakesRows(e.now.Params) && !e.info.TakesRows(n.Params) {
		t := *n.Table
		t.Plane, t.Space = nil, false
		n.Table = &t
		n.Reshow()
		return e.unroll(n, what, key, e.retune(n, what, key))
	}
	if n.Table != nil && e.info.Wide {
		for i := range e.info.Params {
			p := &e.info.Params[i]
			if p.Moves && !method.SameValue(e.Param(p), n.Params[p.Name]) &&
				!(n.Params[p.Name] == nil && method.SameValue(e.Param(p), p.Default)) {
				n.Reshow()
				return e.unroll(n, what, key, e.retune(n, what, key))
			}
		}
	}
	return e.commit(n, what, key, Change{What: Step})
}

// retune gives the present of later the parameters that n has otherwise now, if it is of the
// same method.
func (e *Editor) retune(n doc.Document, what, key string) func() {
	changed := map[string]any{}
	for i := range e.info.Params {
		name := e.info.Params[i].Name
		if v := n.Params[name]; !method.SameValue(v, e.now.Params[name]) {
			changed[name] = v
		}
	}
	return func() {
		later := e.now
		if later.Method != n.Method {
			return
		}
		for name, v := range changed {
			later.Params = e.info.With(later.Params, name, v)
		}
		e.tuned(later, what, key)
	}
}

// unroll has the rows of a document's table shown anew, in one step. What people have changed when
// the answer comes is not overwritten by it: again does the same to what is there by then, unless
// that is another document. It is false where that is locked.
func (e *Editor) unroll(n doc.Document, what, key string, again func()) bool {
	if e.refused(&n) {
		return false
	}
	by := func(do func()) { do() }
	if e.Lock != nil {
		by = e.Lock.Later()
	}
	edits, wholes := e.edits, e.replacements
	e.Engine.Unroll(n, func(made doc.Document) {
		switch {
		case e.replacements != wholes:
		case e.edits != edits:
			by(again)
		default:
			e.rolled = true
			e.Import(made, what, key)
			e.rolled = false
			e.replacements = wholes
			e.edits++
		}
	})
	return true
}

// SetParams changes several parameters in one step; the engine has found them right.
// They make no other task of the method.
func (e *Editor) SetParams(params map[string]any, what string) {
	n := e.now
	n.Params = params
	e.tuned(n, what, "")
}

// Adjust gives some parameters other values, in one step. What a declaration does not
// accept is left as it is.
func (e *Editor) Adjust(values map[string]any, what string) {
	e.adjust(e.now, values, what, "")
}

// AdjustHeld is Adjust while a hand holds something: the edits of one gesture are one step.
func (e *Editor) AdjustHeld(values map[string]any, what string) {
	e.adjust(e.now, values, what, what)
}

// adjust is Adjust of the present document where n is that, but for its study.
func (e *Editor) adjust(n doc.Document, values map[string]any, what, key string) {
	if e.info == nil {
		return
	}
	n.Params = maps.Clone(n.Params)
	if n.Params == nil {
		n.Params = map[string]any{}
	}
	changed := !n.Study.Equal(e.now.Study)
	for name, v := range values {
		p := e.info.Param(name)
		if p == nil {
			continue
		}
		if v, err := p.Check(method.ValueOf(v)); err == nil && !method.SameValue(e.Param(p), v) {
			n.Params[name], changed = v, true
		}
	}
	if changed {
		e.setByHandAmong(values, &n)
		e.tuned(n, what, key)
	}
}

// Shown are the layers that are drawn.
func (e *Editor) Shown() method.Shown {
	s, err := e.info.Shown(e.now.View.Show)
	if err != nil {
		// Names of another method's layers: the engine has said so already.
		s, _ = e.info.Shown(nil)
	}
	return s
}

// SetShow switches a layer on or off.
func (e *Editor) SetShow(name string, on bool) {
	if e.info == nil {
		return
	}
	shown := e.Shown()
	shown[method.Part(name)] = on
	n := e.now
	n.View.Show = []string{}
	for _, s := range e.info.Shows {
		if shown[s.Name] {
			n.View.Show = append(n.View.Show, string(s.Name))
		}
	}
	e.commit(n, "switch a layer", "", Change{What: Step})
}

// SetTruth lays over the picture what the data are drawn from, or takes it away.
func (e *Editor) SetTruth(on bool) {
	n := e.now
	n.View.Truth = on
	e.commit(n, "switch a layer", "", Change{What: Step})
}

// SetKernel shows what the kernel of the method says of the points, or no longer.
func (e *Editor) SetKernel(on bool) {
	n := e.now
	n.View.Kernel = on
	e.commit(n, "switch a layer", "", Change{What: Step})
}

// SetSection shows what the method answers on the plane of a table's rows, or no longer: rows may be elsewhere then.
func (e *Editor) SetSection(on bool) {
	n := e.now
	n.View.Section = on
	const what = "switch a layer"
	if n.Table == nil {
		e.commit(n, what, "", Change{What: Step})
		return
	}
	n.Reshow()
	e.unroll(n, what, "", func() { e.SetSection(on) })
}

// SetProba shows the probability of a class as a map, or the regions of all classes: doc.Unlabeled.
func (e *Editor) SetProba(class int) {
	n := e.now
	if n.View.Proba = nil; class != doc.Unlabeled {
		n.View.Proba = &class
	}
	e.commit(n, "choose a class", "", Change{What: Step})
}

// SetScores shows what the scores of a classifier are worth, or no longer.
func (e *Editor) SetScores(on bool) {
	n := e.now
	if n.View.Scores = nil; on {
		n.View.Scores = &doc.Scores{Class: doc.Unlabeled}
	}
	e.commit(n, "switch a layer", "", Change{What: Step})
}

// SetScored chooses the class whose scores are looked at; the threshold was another one's.
func (e *Editor) SetScored(class int) {
	if e.now.View.Scores == nil {
		return
	}
	n := e.now
	n.View.Scores = &doc.Scores{Class: class}
	e.commit(n, "choose a class", "", Change{What: Step})
}

// SetThreshold gives the scores another threshold; nil = that of the method. key makes the edits of one gesture one
// step.
func (e *Editor) SetThreshold(at *float64, key string) {
	was := e.now.View.Scores
	if was == nil || was.Threshold == nil && at == nil || was.Threshold != nil && at != nil && *was.Threshold == *at {
		return
	}
	n := e.now
	n.View.Scores = &doc.Scores{Class: was.Class}
	if at != nil {
		to := *at
		n.View.Scores.Threshold = &to
	}
	e.commit(n, "set the threshold", key, Change{What: Step})
}

// HasTruth tells whether the data have a recipe of random numbers whose truth a picture can
// show, or the document asks for it anyway.
func (e *Editor) HasTruth() bool {
	if e.info == nil || !e.task.Supervised() {
		return false
	}
	drawn := func(in *method.Dataset) bool { return in != nil && !in.Fixed }
	switch n := &e.now; {
	case n.View.Truth:
		return true
	case n.Dataset != nil:
		return drawn(e.Catalogue.Dataset(n.Dataset.Name))
	case n.Table != nil && e.task == method.Classify:
		return drawn(e.Catalogue.Table(n.Table.Name))
	}
	return false
}

// carried are the parameters that a method has from the one before.
type carried struct {
	method string
	params map[string]bool
}

// titleWith is the title of a document when it gets another method: an example's own title says what its method shows,
// and goes; one that people have typed stays.
func (e *Editor) titleWith(d *doc.Document, id string) string {
	in := e.Catalogue.Method(d.Method)
	if in == nil || d.Title == "" || id == d.Method || d.Title == e.typed {
		return d.Title
	}
	for _, text := range in.Documents() {
		if x, err := doc.Decode([]byte(text)); err == nil && x.Title == d.Title {
			return ""
		}
	}
	return d.Title
}

// SetMethod changes the method. Parameters that both have and that were set by hand
// are kept, unless the new one has been used before. An example's own title goes.
func (e *Editor) SetMethod(id string) {
	in := e.Catalogue.Method(id)
	if in == nil || id == e.now.Method {
		return
	}
	e.byMethod[e.place(e.now.Method, "")] = e.now.Params
	n := e.now
	n.Method, n.Title = id, e.titleWith(&n, id)
	n.View.Show, n.View.Step = in.Begins(), nil
	params, ok := e.byMethod[e.place(id, "")]
	e.carried = carried{}
	if !ok {
		params = e.carry(in)
	}
	n.Params = maps.Clone(params)
	e.unsweep(&n)
	studied(&n, in)
	what := "choose " + in.Name
	if after := in.TaskOf(n.Params); catalogue.Kin(e.task) != catalogue.Kin(after) && !e.keepsTable(in, &n) {
		e.switchData(n, after, what)
		return
	}
	if t := n.Table; t != nil && (in.Wide || e.info != nil && e.info.Wide) {
		// Where rows are shown is for the method to say, or no longer.
		e.offPlane(&n)
		n.Reshow()
		if (!in.TakesRows(n.Params) || in.Aims(n.Params)) && t.Solid() {
			n.Table.Plane, n.Table.Space = nil, false
		}
		from := e.now.Method
		e.unroll(n, what, "", func() {
			if e.now.Method == from {
				e.SetMethod(id)
			}
		})
		return
	}
	e.suit(&n, e.hist.Origin.Data)
	c := Change{What: Step, Points: true}
	if one := in.TaskOf(n.Params).OneScale(&n); one != e.OneScale() {
		n.View.X, n.View.Y = method.RangeOf(&n, one)
		c.View = true
	}
	e.commit(n, what, "", c)
}

// keepsTable tells whether the table of a document serves another method, where one of them predicts a column and the
// other does not.
func (e *Editor) keepsTable(in *method.Info, n *doc.Document) bool {
	switch t := n.Table; {
	case t == nil:
		return false
	case in.Aims(n.Params):
		return catalogue.Kin(e.task) == catalogue.Kin(method.Classify)
	}
	return e.info != nil && e.info.Aims(e.now.Params) &&
		catalogue.Kin(in.TaskOf(n.Params)) == catalogue.Kin(method.Classify) &&
		(n.Table.Rows.Class != nil || in.TaskOf(n.Params) != method.Classify)
}

// carry returns the parameters of the present that suit another method.
func (e *Editor) carry(in *method.Info) map[string]any {
	params := map[string]any{}
	e.carried = carried{in.ID, map[string]bool{}}
	if e.info == nil {
		return params
	}
	for name, v := range e.now.Params {
		p, q := in.Param(name), e.info.Param(name)
		if p == nil || q == nil || !p.SameKind(q) {
			continue
		}
		// A kernel's name means what its own method says; an expression means the
		// same everywhere.
		if text, ok := v.(string); ok && method.Is[method.Kernel](p.Kind) && catalogue.IsChoice(q, text) &&
			!catalogue.IsChoice(p, text) {
			continue
		}
		if _, ok := e.fitting(name, v); ok {
			continue // each method has what suits the data
		}
		if _, err := p.Check(v); err == nil {
			params[name] = v
			e.carried.params[name] = true
			e.suited.carry(e.place(e.now.Method, name), e.place(in.ID, name))
		}
	}
	return params
}

// Suits tells that the present could be drawn: all that was carried suits it.
func (e *Editor) Suits() { e.carried = carried{} }

// LeaveBehind gives a parameter its default again that does not suit the others of
// a method, when it was carried there or taken over, and not chosen, and says so. It tells whether
// that was so.
func (e *Editor) LeaveBehind(field string) bool {
	name, ok := method.ParamOf(field)
	v, set := e.now.Params[name]
	p := e.info.Param(name)
	if !ok || !set || p == nil || p.Taken() == "" && (e.now.Method != e.carried.method || !e.carried.params[name]) {
		return false
	}
	delete(e.carried.params, name)
	n := e.now
	n.Params = maps.Clone(n.Params)
	delete(n.Params, name)
	e.hist.Amend(n)
	e.set(n, Change{What: Step})
	if p.Taken() != "" { // of a network that had another shape
		e.forgotten(p)
		return true
	}
	e.Notifier.Toast(fmt.Sprintf("%s %v, from the previous method, does not suit %s: the value is now %v.", p.Label,
		p.Say(v), e.info.Name, p.Say(p.Default)), false)
	return true
}

// Apply writes what the method has learned into the document.
func (e *Editor) Apply(learned map[string]any) {
	if n, changed := e.taught(learned); changed {
		e.setByHandAmong(learned, &n)
		e.tuned(n, "apply the learned values", "")
	}
}

// Teaches tells whether there is something to apply in what was learned.
func (e *Editor) Teaches(learned map[string]any) bool {
	_, changed := e.taught(learned)
	return changed
}

// taught is the present with learned values, and whether it is another one.
func (e *Editor) taught(learned map[string]any) (n doc.Document, changed bool) {
	n = e.now
	if e.info == nil {
		return n, false
	}
	n.Params = maps.Clone(e.now.Params)
	for name, v := range learned {
		p := e.info.Param(name)
		if p == nil {
			continue
		}
		if w, err := p.Check(method.ValueOf(v)); err == nil {
			if f, ok := w.(float64); ok && !math.IsNaN(f) {
				w = words.Significant(f, method.LearnedDigits)
			}
			if !method.SameValue(e.Param(p), w) {
				n.Params[name], changed = w, true
			}
		}
	}
	return n, changed
}

// switchData puts the last data of another kind of task into n: classes are no
// heights, nor the other way round. What was there is kept for coming back. It is false where that is locked.
func (e *Editor) switchData(n doc.Document, after method.Task, what string) bool {
	if e.Denies(LockedPoints, LockedPoints) || e.refused(&n) {
		return false
	}
	e.keepData()
	e.Select(-1)
	n.View.Step = nil
	n.Split = ofOthers(n.Split)
	old, ok := e.byTask[catalogue.Kin(after)]
	was, origin := e.hist.Origin, e.hist.Origin
	ds := e.Catalogue.DataFor(n.Method, after)
	// Who has removed all points wants to set others, not to see sample data.
	if len(e.now.Points) == 0 && e.now.Dataset == nil && e.now.Table == nil &&
		e.Catalogue.DataFor(e.now.Method, e.task) != nil {
		ds = nil
	}
	switch {
	case ok:
		origin.Data = old.data
		n.Points, n.Dataset, n.Table = old.Points, old.Dataset, old.Table
		n.Title = e.Titled(e.titleWith(&old.Document, n.Method))
		n.Names, n.Split = old.Names, old.Split
		n.Note = old.Note
		n.View.X, n.View.Y = old.View.X, old.View.Y
	case ds != nil:
		recipe := ds.Recipe(1)
		n.Points, n.Dataset, n.Table, n.Title, n.Note, n.Names = nil, &recipe, nil, e.Titled(""), "", doc.Names{}
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
		e.Engine.Make(n, what)
		return true
	default: // it draws without points, or waits for some
		e.origins.Data++
		origin.Data = e.origins.Data
		n.Points, n.Dataset, n.Table, n.Title, n.Note, n.Names = nil, nil, nil, e.Titled(""), "", doc.Names{}
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
		if r := e.Catalogue.Method(n.Method).Range; r != nil {
			n.View.X, n.View.Y = [2]float64{r[0], r[1]}, [2]float64{r[2], r[3]}
		}
	}
	e.suit(&n, origin.Data)
	frame(&n, e.Catalogue.Method(n.Method))
	e.hist.Origin = origin
	if !e.commit(n, what, "", Change{What: Step, Points: true, View: true}) {
		e.hist.Origin = was
		return false
	}
	return true
}

// kept are the last data of a kind of task.
type kept struct {
	doc.Document
	data int // their number
}

func (e *Editor) keepData() { e.byTask[catalogue.Kin(e.task)] = kept{e.now, e.hist.Origin.Data} }
