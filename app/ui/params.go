package ui

import (
	"maps"
	"reflect"
	"strconv"
	"strings"

	"pointscape/app/room/catalogue"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// params reads and edits parameters. Rows, sliders, lines in plots and the page around a frame all use it.
type params struct {
	*Core

	numberEdited wire.Knob // number that is edited in a field of its own; Param is "" if there is none
	numberFocus  bool      // that field gets the focus when it is shown
	rewrites     int       // number of requests to the engine; only the newest answer counts
}

// set sets a parameter to a value that its declaration accepts; see editor.Params.Set.
func (ps *params) set(name string, v any, key string) {
	ps.fields.Accept(name)
	if !ps.editor.Params.Set(name, v, key) {
		ps.page.changed(theFields) // the fields show the present value again
	}
}

// slide handles a move of a parameter's slider; text is the position. Rendering the panel and the page around it for
// each move would be slow: after the first move of a drag, only the parameter's inputs are updated.
func (ps *params) slide(name, text string) {
	p := ps.editor.ParamAt(name)
	pos, err := strconv.Atoi(text)
	if p == nil || err != nil {
		return
	}
	if s, ok := ps.slider(p); ok {
		ps.slideTo(p, s.value(pos))
	}
}

// slideTo sets a parameter during a drag, which ends with release. A value that the parameter does not accept is
// ignored.
func (ps *params) slideTo(p *method.Param, v any) {
	if _, err := p.Check(v); err != nil {
		return // the open end of a range, which a slider can reach
	}
	again := ps.interaction.param
	ps.interaction.param = true
	ps.set(p.Name, v, "slide "+p.Name)
	if again {
		ps.inputs.sync(p)
	}
}

// release ends the drag of a parameter's slider, or of the player's. It is also called when the pointer is lifted: a
// slider that has returned to its old position sends no change event.
func (ps *params) release() {
	player := ps.player.LetGo()
	if !ps.interaction.param && !player {
		return
	}
	if ps.interaction.param {
		ps.editor.History.Seal()
	}
	ps.interaction.param, ps.interaction.recipe = false, false
	ps.effects.settled()
	if player {
		ps.player.Show()
		return
	}
	ps.page.changed(theDocument)
}

// value returns the value of a number, and whether the parameter is an integer.
func (ps *params) value(name string) (v float64, whole bool) {
	if p := ps.editor.ParamAt(name); p != nil {
		v, _ = ps.editor.Param(p).(float64)
		whole = method.Is[method.Integer](p.Kind)
	}
	return v, whole
}

// slideHyper handles a move of the slider of a number in a kernel's text, as slide does for a parameter. which is the
// number's index, text the position.
func (ps *params) slideHyper(name, which, text string) {
	info := ps.editor.Info()
	if info == nil {
		return
	}
	i, err1 := strconv.Atoi(which)
	pos, err2 := strconv.Atoi(text)
	p := ps.editor.ParamAt(name)
	if p == nil || err1 != nil || err2 != nil || i < 0 || i >= len(ps.hyper(p)) {
		return
	}
	h := ps.hyper(p)[i]
	if _, learned := shown(&h); learned {
		return
	}
	after, ok := ps.tuning.Put(info.ID, name, ps.text(name), i, hyperSlider(&h).value(pos))
	if !ok {
		return // the known numbers belong to another text; the engine's report about this one is on its way
	}
	again := ps.interaction.param
	ps.interaction.param = true
	ps.fields.Accept(name + "." + which)
	ps.set(name, after, "slide "+name+"."+which)
	if again {
		ps.inputs.sync(p)
	}
}

// takeTuning handles the engine's report about parameters; see tuning.Tuning.Take.
func (ps *params) takeTuning(told *method.Tuning, number int) {
	if info := ps.editor.Info(); info != nil && ps.tuning.Take(told, number, info.ID, ps.text, ps.interaction.holds()) {
		ps.page.changed(theParams)
	}
}

// hyper returns the numbers in the text of a kernel; nil for other parameters.
func (ps *params) hyper(p *method.Param) []method.Hyper {
	if !method.Is[method.Kernel](p.Kind) {
		return nil
	}
	return ps.tuning.Hyper(ps.editor.Now().Method, p.Name)
}

// text returns the present text of a parameter, "" if it has none; see tuning.Tuning.Take.
func (ps *params) text(name string) string {
	if p := ps.editor.ParamAt(name); p != nil {
		s, _ := ps.editor.Param(p).(string)
		return s
	}
	return ""
}

// learned returns the value of a parameter that the fit has found, rounded to shownDigits. ok is false if it has found
// none, or the parameter is not a number.
func (ps *params) learned(p *method.Param) (v float64, ok bool) {
	if pic := ps.client.Picture(); pic != nil {
		v, ok = pic.Learned[p.Name].(float64)
		v = words.Significant(v, shownDigits)
	}
	return v, ok && (method.Is[method.Number](p.Kind) || method.Is[method.Integer](p.Kind))
}

// rewrite has the engine rewrite a kernel as an expression (to = "*"), or as the kernel named to, and then calls done.
// If that kernel cannot express the present one, it replaces it. A failure is shown at the field, and done is not
// called.
func (ps *params) rewrite(p *method.Param, to string, done func()) {
	d := ps.editor.Now()
	ps.rewrites++
	mine := ps.rewrites
	ps.importer.Rewrite(d, p.Name, to, func(params map[string]any, e *wire.Error) {
		now := ps.editor.Now()
		if mine != ps.rewrites || now.Method != d.Method || !reflect.DeepEqual(now.Params, d.Params) {
			return // the user has changed something meanwhile
		}
		if e != nil {
			ps.fields.Refuse(p.Name, ps.text(p.Name), e.Message)
			return
		}
		ps.fields.Accept(p.Name)
		if !maps.EqualFunc(params, now.Params, func(a, b any) bool { return reflect.DeepEqual(a, b) }) {
			ps.editor.Params.SetAll(params, words.Text("change %s", strings.ToLower(p.Label)))
		}
		done()
	})
}

func (ps *params) isExpression(p *method.Param) bool {
	if ps.fields.Has(p.Name) {
		return true
	}
	s, _ := ps.editor.Param(p).(string)
	return !catalogue.IsChoice(p, s)
}

// applied returns the document's value of a parameter as its field shows it.
func (ps *params) applied(p *method.Param) string {
	switch v := ps.editor.Param(p).(type) {
	case float64:
		return number(v)
	case string:
		return v
	default:
		return numbers(method.FloatsOf(v))
	}
}

// slider returns the slider of a parameter of the present document.
func (ps *params) slider(p *method.Param) (slider, bool) { return sliderOf(ps.ranged(p)) }

// ranged returns a parameter with the range of its slider for the present data. If that differs from the declared
// range, the result is a copy.
func (ps *params) ranged(p *method.Param) *method.Param {
	if p.Inputs() && ps.takesRows() {
		q, n := *p, float64(len(ps.editor.Now().Table.Chosen()))
		method.Change(&q, func(k *method.Number) { k.SoftMax = n })
		method.Change(&q, func(k *method.Integer) { k.SoftMax = n })
		p = &q
	}
	if info := ps.editor.Info(); p.Scales != nil && info.Param(p.Name) != nil {
		q, r := *p, info.Ends(p, ps.editor.Now().Params, ps.editor.Units.Size())
		method.Change(&q, func(k *method.Number) { k.Range = r })
		p = &q
	}
	return p
}

// offersChoice reports whether a choice is offered. One that only applies to points of the plane is not offered while
// the method takes whole rows, unless it is the present value.
func (ps *params) offersChoice(p *method.Param, ch method.Choice) bool {
	return ch.Where.Offered(ps.takesRows(), false) || ch.Value == ps.editor.Param(p)
}

// takesRows reports whether the method is fitted to whole rows of the document's table.
func (ps *params) takesRows() bool {
	return ps.editor.Now().Table != nil && ps.editor.Info().TakesRows(ps.editor.Now().Params)
}

// eachInner calls fn with the parameters of the methods that are parameters of the present method.
func (ps *params) eachInner(fn func(p *method.Param)) {
	info := ps.editor.Info()
	for i := range info.Params {
		p := &info.Params[i]
		if !method.Is[method.Estimators](p.Kind) {
			continue
		}
		for k := range ps.editor.Params.Estimators(p) {
			for _, q := range info.Inner(p, k, ps.editor.Now().Params) {
				fn(q)
			}
		}
	}
}
