package editor

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Params changes parameters, including lists of numbers and of methods, each time in one step.
type Params struct {
	*present
	ed *Editor

	shortened shortened
	tried     tried
}

// Set sets a parameter to a value that its declaration accepts; nil is the default. Edits with the same key in one
// gesture are one step. It reports whether the document has changed.
func (pr *Params) Set(name string, v any, key string) (changed bool) {
	p := pr.ed.ParamAt(name)
	if p == nil || method.SameValue(pr.ed.Given(name), v) {
		return false
	}
	pr.ed.Methods.choseValue(name)
	pr.ed.Units.setByHand(name, v)
	n := pr.now
	n.Params = pr.info.With(pr.now.Params, name, v)
	pr.fitPer(p, n.Params)
	if method.Is[method.Numbers](p.Kind) {
		n.Params = pr.fitLists(name, key, n.Params)
	}
	lost := pr.outgrown(name, &n)
	pr.ed.Places.takeOver(&n)
	pr.ed.Places.begin(&n)
	if !pr.info.TakesRows(pr.now.Params) {
		pr.ed.Data.offPlane(&n)
	}
	if p.Scales == nil {
		pr.ed.Units.suit(&n, pr.ed.History.stack.Origin.Data)
	}
	what := words.Text("change %s", p.Label)
	if after := pr.info.TaskOf(n.Params); catalogue.Kin(pr.task) != catalogue.Kin(after) {
		return pr.ed.Data.switchKind(n, after, what)
	}
	if !pr.tuned(n, what, key) {
		return false
	}
	pr.forgotten(lost)
	return true
}

// outgrown removes numbers from n that were taken over for another value of the parameter name, and returns their
// parameter.
func (pr *Params) outgrown(name string, n *doc.Document) (lost *method.Param) {
	for i := range pr.info.Params {
		if p := &pr.info.Params[i]; slices.Contains(p.Shape(), name) && n.Params[p.Name] != nil {
			n.Params, lost = pr.info.With(n.Params, p.Name, nil), p
		}
	}
	return lost
}

// forgotten tells the user which numbers were removed, if any.
func (pr *Params) forgotten(p *method.Param) {
	if p != nil {
		pr.ed.Toast(words.Text("%s no longer suited the other parameters and was reset. Undo restores both.", p.Label),
			false)
	}
}

// tuned makes a document with other parameters the present one. If they move the rows of its table, the engine projects
// these anew. It returns false if the edit is locked.
func (pr *Params) tuned(n doc.Document, what, key string) bool {
	if n.Table != nil && n.Table.Solid() && pr.info.TakesRows(pr.now.Params) && !pr.info.TakesRows(n.Params) {
		t := *n.Table
		t.Plane, t.Space = nil, false
		n.Table = &t
		n.Reshow()
		return pr.ed.Data.unroll(n, what, key, pr.retune(n, what, key))
	}
	if n.Table != nil && pr.info.Wide {
		for i := range pr.info.Params {
			p := &pr.info.Params[i]
			if p.Moves && !method.SameValue(pr.ed.Param(p), n.Params[p.Name]) &&
				!(n.Params[p.Name] == nil && method.SameValue(pr.ed.Param(p), p.Default)) {
				n.Reshow()
				return pr.ed.Data.unroll(n, what, key, pr.retune(n, what, key))
			}
		}
	}
	return pr.ed.commit(n, what, key, Change{What: Step})
}

// retune returns a function that applies n's changes of parameters to the document that is present when it is called,
// if that has the same method.
func (pr *Params) retune(n doc.Document, what, key string) func() {
	changed := map[string]any{}
	for i := range pr.info.Params {
		name := pr.info.Params[i].Name
		if v := n.Params[name]; !method.SameValue(v, pr.now.Params[name]) {
			changed[name] = v
		}
	}
	return func() {
		later := pr.now
		if later.Method != n.Method {
			return
		}
		for name, v := range changed {
			later.Params = pr.info.With(later.Params, name, v)
		}
		pr.tuned(later, what, key)
	}
}

// SetAll changes several parameters in one step; the engine has checked them. They do not change the method's task.
func (pr *Params) SetAll(params map[string]any, what string) {
	n := pr.now
	n.Params = params
	pr.tuned(n, what, "")
}

// Adjust changes some parameters in one step. Values that a declaration does not accept are left out.
func (pr *Params) Adjust(values map[string]any, what string) {
	pr.adjust(pr.now, values, what, "")
}

// AdjustHeld is Adjust during a gesture, whose edits are one step.
func (pr *Params) AdjustHeld(values map[string]any, what string) {
	pr.adjust(pr.now, values, what, what)
}

// adjust is Adjust for n, which is the present document except for its study.
func (pr *Params) adjust(n doc.Document, values map[string]any, what, key string) {
	if pr.info == nil {
		return
	}
	n.Params = maps.Clone(n.Params)
	if n.Params == nil {
		n.Params = map[string]any{}
	}
	changed := !n.Study.Equal(pr.now.Study)
	for name, v := range values {
		p := pr.info.Param(name)
		if p == nil {
			continue
		}
		if v, err := p.Check(method.ValueOf(v)); err == nil && !method.SameValue(pr.ed.Param(p), v) {
			n.Params[name], changed = v, true
		}
	}
	if changed {
		pr.ed.Units.setByHandAmong(values, &n)
		pr.tuned(n, what, key)
	}
}

// Apply writes the parameters that the method has learned into the document.
func (pr *Params) Apply(learned map[string]any) {
	if n, changed := pr.taught(learned); changed {
		pr.ed.Units.setByHandAmong(learned, &n)
		pr.tuned(n, "apply the learned values", "")
	}
}

// Teaches reports whether Apply would change the document.
func (pr *Params) Teaches(learned map[string]any) bool {
	_, changed := pr.taught(learned)
	return changed
}

// taught returns the present document with learned values, and whether it differs.
func (pr *Params) taught(learned map[string]any) (n doc.Document, changed bool) {
	n = pr.now
	if pr.info == nil {
		return n, false
	}
	n.Params = maps.Clone(pr.now.Params)
	for name, v := range learned {
		p := pr.info.Param(name)
		if p == nil {
			continue
		}
		if w, err := p.Check(method.ValueOf(v)); err == nil {
			if f, ok := w.(float64); ok && !math.IsNaN(f) {
				w = words.Significant(f, method.LearnedDigits)
			}
			if !method.SameValue(pr.ed.Param(p), w) {
				n.Params[name], changed = w, true
			}
		}
	}
	return n, changed
}

// Rest ends a gesture on a parameter, by its key. If the parameter is back at its first value, and nothing else has
// changed, the step is removed.
func (pr *Params) Rest(name, key string) {
	d, back := pr.ed.History.stack.Return(key, func(before, now *doc.Document) bool {
		p := pr.ed.ParamAt(name)
		if p == nil || before.Method != now.Method {
			return false
		}
		v := pr.info.Given(name, before.Params)
		if v == nil {
			v = p.Default
		}
		then, same := *before, *now
		same.Params = pr.info.With(now.Params, name, pr.info.Given(name, before.Params))
		then.View = same.View
		return method.SameValue(v, pr.ed.Param(p)) && reflect.DeepEqual(then, same)
	})
	if back {
		pr.ed.set(d, Change{What: Back})
	}
}

// Options returns the choices for the entries of a parameter, one for each entry that it belongs to.
func (pr *Params) Options(p *method.Param) []string { return pr.info.Whole(p, pr.now.Params) }

// shortened is a gesture that shortens a list, with the parameters before it: typing "8, 4" over "8, 8" passes through
// "8", and must not lose the values that belong to the second entry.
type shortened struct {
	key    string
	age    age
	params map[string]any
}

// fitLists shortens the lists whose entries belong to those of the list at path, if that list has become shorter.
// Within one gesture (key) it starts from the lists before the gesture, so entries return when the list at path grows
// again. params already contains its new value.
func (pr *Params) fitLists(path, key string, params map[string]any) map[string]any {
	now := pr.ed.History.age
	if s := &pr.shortened; key == "" || s.key != key || s.age != now {
		*s = shortened{key, age{0, now.wholes}, pr.now.Params}
	}
	for _, p := range pr.info.PerLists(path, params) {
		if v := pr.info.Given(p.Name, pr.shortened.params); v != nil {
			params = pr.info.With(params, p.Name, v)
		}
	}
	pr.shortened.age.edits = now.edits + 1
	return pr.info.Fitted(path, params)
}

// Give sets a parameter to numbers of the present model at its step, from which training then starts; it returns false
// if the declaration does not accept them, or the edit is locked.
func (pr *Params) Give(p *method.Param, list []float64, what, key string) bool {
	v, err := p.Check(list)
	if err != nil {
		return false
	}
	n := pr.now
	n.Params = pr.info.With(n.Params, p.Name, v)
	start := 0 // where a document without a step may show the end
	n.View.Step = &start
	if !pr.tuned(n, what, key) {
		return false
	}
	pr.ed.History.stack.Walked()
	return true
}

// Estimators returns the methods in a list of methods.
func (pr *Params) Estimators(p *method.Param) []doc.Estimator {
	return method.EstimatorsIn(p, pr.now.Params)
}

// AddEstimator adds the first available method that is not in the list yet, or the first one if all are, and returns
// its index in the list; -1 if there is no room.
func (pr *Params) AddEstimator(p *method.Param) int {
	list := pr.Estimators(p)
	if len(list) >= p.List().MaxLen {
		return -1
	}
	at := max(0, slices.IndexFunc(p.Of(), func(m method.Method) bool {
		return !slices.ContainsFunc(list, func(x doc.Estimator) bool { return x.Method == m.ID })
	}))
	list = append(slices.Clip(list), doc.Estimator{Method: p.Of()[at].ID})
	pr.SetAll(pr.info.With(pr.now.Params, p.Name, list), words.Text("add a %s", p.List().Entry))
	return len(list) - 1
}

// RemoveEstimator removes a method, and the numbers that belong to it; it returns false if it must stay.
func (pr *Params) RemoveEstimator(p *method.Param, i int) bool {
	list := pr.Estimators(p)
	if i < 0 || i >= len(list) || len(list) <= p.List().MinLen {
		return false
	}
	pr.tried = tried{} // the entries' indices change
	params := pr.info.With(pr.now.Params, p.Name, slices.Delete(slices.Clone(list), i, i+1))
	for k := range pr.info.Params {
		q := &pr.info.Params[k]
		if numbers, _ := params[q.Name].([]float64); q.List().Per == p.Name && i < len(numbers) {
			params[q.Name] = slices.Delete(slices.Clone(numbers), i, i+1)
		}
	}
	pr.fitPer(p, params)
	pr.SetAll(params, words.Text("remove %s %s", p.List().Entry, strconv.Itoa(i+1)))
	return true
}

// fitPer removes numbers that belong to no method. If all that are left are 0 it removes them, too: then all methods
// have the default weight.
func (pr *Params) fitPer(p *method.Param, params map[string]any) {
	if !method.Is[method.Estimators](p.Kind) {
		return
	}
	count := len(method.EstimatorsIn(p, params))
	for k := range pr.info.Params {
		q := &pr.info.Params[k]
		numbers, _ := params[q.Name].([]float64)
		if q.List().Per != p.Name || len(numbers) == 0 {
			continue
		}
		numbers = slices.Clip(numbers[:min(count, len(numbers))])
		if slices.Max(numbers) > 0 {
			params[q.Name] = numbers
		} else {
			delete(params, q.Name)
		}
	}
}

// tried has the parameters of the methods that were chosen for one entry, as long as the user is choosing there, so
// that moving through the list by keys loses none.
type tried struct {
	param  string
	entry  int
	wholes int
	params map[string]map[string]any
}

// ChooseEstimator replaces a method in a list, with the default parameters, or with those that it had there before.
func (pr *Params) ChooseEstimator(p *method.Param, i int, id string) {
	list := slices.Clone(pr.Estimators(p))
	if i < 0 || i >= len(list) || list[i].Method == id || p.Choose(id) == nil {
		return
	}
	if t := &pr.tried; t.param != p.Name || t.entry != i || t.wholes != pr.ed.History.age.wholes || t.params == nil {
		*t = tried{p.Name, i, pr.ed.History.age.wholes, map[string]map[string]any{}}
	}
	pr.tried.params[list[i].Method] = list[i].Params
	list[i] = doc.Estimator{Method: id, Params: pr.tried.params[id]}
	pr.SetAll(pr.info.With(pr.now.Params, p.Name, list), words.Text("choose %s", p.Choose(id).Name))
}

// Take sets parameters to the values that a study has found, and notes how they were chosen, in one step.
func (pr *Params) Take(values map[string]any, chosen, what string) {
	defer pr.ed.Units.found(values)
	if pr.now.Study == nil || chosen == pr.now.Study.Chosen {
		pr.Adjust(values, what)
		return
	}
	n := pr.now
	n.Study = n.Study.Clone()
	n.Study.Chosen = chosen
	pr.adjust(n, values, what, "")
}

// Below reports whether a number that applies is below its default, and returns both.
func (pr *Params) Below(name string) (m method.Misfit, ok bool) {
	p := pr.info.Param(name)
	if p == nil || !pr.info.Applies(p.When, pr.now.Params) {
		return m, false
	}
	now, _ := pr.ed.Param(p).(float64)
	to, _ := p.Default.(float64)
	return method.Misfit{Param: p, Value: now, Suit: to}, now < to
}
