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

// params reads and edits parameters: rows, sliders, lines in plots and the page around a frame all
// go through it.
type params struct {
	*Core

	numberEdited wire.Knob // the number that has a field
	numberFocus  bool      // which gets the focus
	rewrites     int       // asked for; the newest counts
}

// set gives a parameter a value that its declaration accepts; see
// editor.Params.Set.
func (ps *params) set(name string, v any, key string) {
	ps.fields.Accept(name)
	if !ps.editor.Params.Set(name, v, key) {
		ps.page.changed(theFields) // they show what holds again
	}
}

// slide takes a move of a parameter's slider. go-app would render the panel and
// the page around it for each; after the first of a drag, only what the slider
// says itself is written anew.
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

// slideTo gives a parameter a value while something is held, until release.
func (ps *params) slideTo(p *method.Param, v any) {
	if _, err := p.Check(v); err != nil {
		return // the open end of a range: the slider goes one further than the value may
	}
	again := ps.interaction.param
	ps.interaction.param = true
	ps.set(p.Name, v, "slide "+p.Name)
	if again {
		ps.inputs.sync(p)
	}
}

// release ends the move of a parameter's slider, or of the player's. It is called
// when the pointer is lifted, too: a slider that is back where it was tells of no
// change.
func (ps *params) release() {
	player := ps.player.LetGo()
	if !ps.interaction.param && !player {
		return
	}
	ps.interaction.param, ps.interaction.recipe = false, false
	if !player {
		ps.editor.History.Seal()
	}
	ps.effects.settled()
	if player {
		ps.player.Show()
		return
	}
	ps.page.changed(theDocument)
}

// value is the value of a parameter that is a number, and whether it is a whole one.
func (ps *params) value(name string) (v float64, whole bool) {
	if p := ps.editor.ParamAt(name); p != nil {
		v, _ = ps.editor.Param(p).(float64)
		whole = method.Is[method.Integer](p.Kind)
	}
	return v, whole
}

// slideHyper takes a move of the slider of a number in a text, as slide does of a
// parameter's.
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
		return // of another text: the engine's word of this one is on its way
	}
	again := ps.interaction.param
	ps.interaction.param = true
	ps.fields.Accept(name + "." + which)
	ps.set(name, after, "slide "+name+"."+which)
	if again {
		ps.inputs.sync(p)
	}
}

// takeTuning takes what the engine has told of the parameters.
func (ps *params) takeTuning(told *method.Tuning, number int) {
	if info := ps.editor.Info(); info != nil && ps.tuning.Take(told, number, info.ID, ps.text, ps.interaction.holds()) {
		ps.page.changed(theParams)
	}
}

// hyper are the numbers in the text of a parameter.
func (ps *params) hyper(p *method.Param) []method.Hyper {
	if !method.Is[method.Kernel](p.Kind) {
		return nil
	}
	return ps.tuning.Hyper(ps.editor.Now().Method, p.Name)
}

// text says what a parameter is now; see tuning.Tuning.Take.
func (ps *params) text(name string) string {
	if p := ps.editor.ParamAt(name); p != nil {
		s, _ := ps.editor.Param(p).(string)
		return s
	}
	return ""
}

// learned is the value of a parameter that the fit has found.
func (ps *params) learned(p *method.Param) (v float64, ok bool) {
	if pic := ps.client.Picture(); pic != nil {
		v, ok = pic.Learned[p.Name].(float64)
		v = words.Significant(v, shownDigits)
	}
	return v, ok && (method.Is[method.Number](p.Kind) || method.Is[method.Integer](p.Kind))
}

// rewrite says a kernel in another way: as an expression (to = "*"), or by a name. The
// engine knows how; what it can't say alike becomes what was chosen.
func (ps *params) rewrite(p *method.Param, to string, done func()) {
	d := ps.editor.Now()
	ps.rewrites++
	mine := ps.rewrites
	ps.importer.Rewrite(d, p.Name, to, func(params map[string]any, e *wire.Error) {
		now := ps.editor.Now()
		if mine != ps.rewrites || now.Method != d.Method || !reflect.DeepEqual(now.Params, d.Params) {
			return // people have gone on
		}
		if e != nil {
			ps.fields.Refuse(p.Name, ps.text(p.Name), e.Message)
			return
		}
		ps.fields.Accept(p.Name)
		if !maps.EqualFunc(params, now.Params, func(a, b any) bool { return reflect.DeepEqual(a, b) }) {
			ps.editor.Params.SetAll(params, "change "+strings.ToLower(p.Label))
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

// applied is the value of a parameter that holds, as its field shows it.
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

// ranged is a parameter with the ends that its slider has here.
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

// offersChoice tells whether people are offered a choice: not one of points of the plane alone
// where the method takes rows whole, unless the document has it.
func (ps *params) offersChoice(p *method.Param, ch method.Choice) bool {
	return !ch.Plane || !ps.takesRows() || ch.Value == ps.editor.Param(p)
}

// takesRows tells whether the method takes the rows of a table whole.
func (ps *params) takesRows() bool {
	return ps.editor.Now().Table != nil && ps.editor.Info().TakesRows(ps.editor.Now().Params)
}

// eachInner calls fn with the parameters of methods that are parameters themselves.
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
