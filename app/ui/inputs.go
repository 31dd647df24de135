package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// inputs writes the document's values into the inputs of parameters, after rendering and during a drag.
type inputs struct {
	*Core

	sliders map[string]standing // by element id, as last written
}

// standing is a slider and the value that it shows.
type standing struct {
	slider
	value float64
}

// sync writes the value of a parameter into its inputs. A number that the fit has learned is shown instead of the
// setting.
func (in *inputs) sync(p *method.Param) {
	if !app.IsClient {
		return
	}
	if method.Is[method.Estimators](p.Kind) {
		in.estimators(p)
		return
	}
	el := byID("p-" + p.Name)
	if !el.Truthy() {
		return
	}
	v := in.editor.Param(p)
	switch p.Kind.(type) {
	case method.Number, method.Integer:
		f, _ := v.(float64)
		l, learned := in.params.learned(p)
		if learned {
			f = l
		}
		in.number(el, p.Name, f)
		if s, ok := in.params.slider(p); ok {
			in.slider("s-"+p.Name, s, f)
			if learned {
				sayLearned(byID("s-"+p.Name), f)
			}
		}
	case method.Bool:
		b, _ := v.(bool)
		syncChecked(el, b)
	case method.Choose:
		s, _ := v.(string)
		if segmented(p) {
			for i, ch := range p.Choices() {
				if r := byID("p-" + p.Name + "-" + strconv.Itoa(i)); r.Truthy() {
					syncChecked(r, ch.Value == s)
				}
			}
		} else {
			syncProperty(el, "value", s)
		}
	case method.Kernel:
		s, _ := v.(string)
		if in.params.isExpression(p) {
			syncProperty(el, "value", expression)
			if x := byID("x-" + p.Name); x.Truthy() && !isFocused(x) {
				if in.fields.Has(p.Name) {
					s = in.fields.At(p.Name).Text
				}
				syncProperty(x, "value", s)
			}
		} else {
			syncProperty(el, "value", s)
		}
		in.hyper(p)
	case method.Painting:
		in.brush()
	case method.Options:
		in.options(p)
	case method.Numbers, method.Text:
		in.typing(p)
		if p.Taken() == "" && !in.fields.At(p.Name).Shown() && !isFocused(el) {
			syncProperty(el, "value", in.params.applied(p))
		}
	}
}

// number writes a value into a field, or into a list of names for numbers. A text that was refused, or is being
// checked, stays until the field is left; a field that has the focus keeps its text if that means the same number.
func (in *inputs) number(el app.Value, name string, v float64) {
	if !el.Truthy() {
		return
	}
	if b := in.fields.At(name); in.fields.Has(name) && !b.Left {
		if !isFocused(el) {
			syncProperty(el, "value", b.Text)
		}
	} else if old, ok := parseNumber(el.Get("value").String()); !ok || old != v || !isFocused(el) {
		syncProperty(el, "value", number(v))
	}
}

func (in *inputs) slider(id string, s slider, v float64) {
	el := byID(id)
	if !el.Truthy() {
		return
	}
	if in.sliders == nil {
		in.sliders = map[string]standing{}
	}
	in.sliders[id] = standing{s, v}
	lo, hi := s.ends()
	syncProperty(el, "min", strconv.Itoa(lo))
	syncProperty(el, "max", strconv.Itoa(hi))
	syncProperty(el, "step", "1")
	pos := s.position(v)
	// A slider that is being dragged stays at the pointer's position, even if the value is rounded.
	if !(in.interaction.slider() && isFocused(el)) {
		syncProperty(el, "value", strconv.Itoa(pos))
	}
	el.Call("setAttribute", "aria-valuetext", words.Say(number(v)))
	share := 0.0
	if hi > lo {
		share = float64(pos-lo) / float64(hi-lo)
	}
	el.Get("style").Call("setProperty", "--at", strconv.FormatFloat(share, 'f', 4, 64))
}

// arrow returns the position to which an arrow key moves the slider with an id; ok is false for other keys and unknown
// sliders. The browser would move it by one position, but several positions of a logarithmic slider may have the same
// rounded value: the key would change nothing, and the slider would return to its old position.
func (in *inputs) arrow(id, key string) (pos int, ok bool) {
	up := key == "ArrowUp" || key == "ArrowRight"
	s, ok := in.sliders[id]
	if !ok || !up && key != "ArrowDown" && key != "ArrowLeft" {
		return 0, false
	}
	pos = s.next(s.value, up)
	in.sliders[id] = standing{s.slider, s.slider.value(pos)} // repeated keys may come before the page shows the new value
	return pos, true
}

// hyper writes the numbers in a kernel's text into their inputs.
func (in *inputs) hyper(p *method.Param) {
	for i, h := range in.params.hyper(p) {
		v, learned := shown(&h)
		in.number(byID(hyperID("n-", p.Name, i)), p.Name+"."+strconv.Itoa(i), v)
		in.slider(hyperID("ns-", p.Name, i), hyperSlider(&h), v)
		if learned {
			sayLearned(byID(hyperID("ns-", p.Name, i)), v)
		}
	}
}

// sayLearned tells screen readers that a slider's value was learned by the fit.
func sayLearned(el app.Value, v float64) {
	if el.Truthy() {
		el.Call("setAttribute", "aria-valuetext", words.Text("%s, learned", number(v)))
	}
}

// learned writes the values that the newest fit has learned into their inputs.
func (in *inputs) learned() {
	info, pic := in.editor.Info(), in.client.Picture()
	if !app.IsClient || info == nil || pic == nil || len(pic.Learned) == 0 {
		return
	}
	for i := range info.Params {
		if _, ok := pic.Learned[info.Params[i].Name]; ok {
			in.sync(&info.Params[i])
		}
	}
}

// options writes the chosen values into the inputs of a list of choices.
func (in *inputs) options(p *method.Param) {
	now := in.editor.Params.Options(p)
	for i := range max(len(now), len(p.Choices())) {
		el := byID(optionID(p, i))
		switch {
		case !el.Truthy():
		case p.Distinct():
			syncChecked(el, slices.Contains(now, p.Choices()[i].Value))
		case i < len(now):
			syncProperty(el, "value", now[i])
		}
	}
}

// typing writes the number that is being edited (params.numberEdited) into its field, and focuses the field if it was
// just opened.
func (in *inputs) typing(p *method.Param) {
	el := byID("t-" + p.Name)
	if in.params.numberEdited.Param != p.Name || !el.Truthy() {
		return
	}
	v := in.params.numberEdited.Value
	if list := method.FloatsOf(in.editor.Param(p)); in.params.numberEdited.Index < len(list) {
		v = list[in.params.numberEdited.Index]
	}
	if in.params.numberFocus || !isFocused(el) {
		syncProperty(el, "value", number(v))
	}
	if in.params.numberFocus {
		in.params.numberFocus = false
		focusOn(el)
		el.Call("select")
	}
}

// brush writes the width and level of the present brush into its sliders.
func (in *inputs) brush() {
	b := in.editor.Draft.Brush()
	for what, n := range map[string]int{"wide": b.Wide, "level": b.Level} {
		if el := byID("brush-" + what); el.Truthy() {
			syncProperty(el, "value", strconv.Itoa(n))
		}
	}
}

// estimators writes the chosen methods into their lists.
func (in *inputs) estimators(p *method.Param) {
	for i, e := range in.editor.Params.Estimators(p) {
		if el := byID(estimatorID(p, i)); el.Truthy() {
			syncProperty(el, "value", e.Method)
		}
	}
}
