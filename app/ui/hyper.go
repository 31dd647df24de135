package ui

import (
	"maps"
	"reflect"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// The numbers in a kernel's expression have rows of their own under the kernel's,
// made of what the engine has told of them (room/tuning).

// hyper are the numbers in the text of a parameter.
func (c *Core) hyper(p *method.Param) []method.Hyper {
	if !method.Is[method.Kernel](p.Kind) {
		return nil
	}
	return c.tuning.Hyper(c.editor.Now().Method, p.Name)
}

// texts says what a parameter is now; see tuning.Tuning.Take.
func (c *Core) texts(name string) string {
	if p := c.editor.ParamAt(name); p != nil {
		s, _ := c.editor.Param(p).(string)
		return s
	}
	return ""
}

// tune takes what the engine has told of the parameters.
func (c *Core) tune(told *method.Tuning, number int) {
	if info := c.editor.Info(); info != nil && c.tuning.Take(told, number, info.ID, c.texts, c.hand.param) {
		c.refresh(PartControls)
	}
}

// hyperSlider is the slider of a number in a text.
func hyperSlider(h *method.Hyper) slider {
	s, _ := sliderOf(hyperParam(h))
	return s
}

// hyperParam declares a number as parameters are declared.
func hyperParam(h *method.Hyper) *method.Param {
	span := method.Range{SoftMin: h.Lo, SoftMax: h.Hi, Log: h.Log}
	p := &method.Param{Name: h.Name(), Label: h.Label, Kind: method.Number{Range: span}}
	if h.Whole {
		p.Kind = method.Integer{Range: span}
	}
	return p
}

// shownDigits of what a fit has found are shown; documents get method.LearnedDigits.
const shownDigits = 4

// shown is the value that a number's slider shows: the learned one, if there is one.
func shown(h *method.Hyper) (v float64, learned bool) {
	if h.Learned != 0 {
		return words.Significant(h.Learned, shownDigits), true
	}
	return h.Value, false
}

func hyperID(prefix, name string, i int) string { return prefix + name + "-" + strconv.Itoa(i) }

// hypers are the rows of the numbers in a parameter's text.
func (c *Controls) hypers(p *method.Param) []app.UI {
	k := c.core
	var rows []app.UI
	for i, h := range k.hyper(p) {
		at := p.Name + "." + strconv.Itoa(i)
		message := k.fields.At(at).Message
		_, learned := shown(&h)
		head := []app.UI{app.Label().Class("label").For(hyperID("n-", p.Name, i)).Body(sentence(h.Heading()))}
		if h.Symbol != h.Label {
			head = append(head, app.Span().Class("symbol").Aria("hidden", "true").Body(sentence(h.Symbol)))
		}
		if learned {
			head = append(head, learnedMark())
		}
		in := app.Input().Type("text").ID(hyperID("n-", p.Name, i)).Class("num").DataSet("param", p.Name).DataSet("hyper", strconv.Itoa(i)).
			Aria("label", h.Name()).Attr("inputmode", "decimal").Aria("invalid", strconv.FormatBool(message != "" && !k.fields.At(at).Left)).
			AutoComplete(false).Spellcheck(false).OnInput(c.onNumber).OnChange(c.onNumberDone).OnKeyDown(c.onNumberKey).Disabled(learned)
		slide := app.Input().Type("range").ID(hyperID("ns-", p.Name, i)).Class("slider").DataSet("param", p.Name).DataSet("hyper", strconv.Itoa(i)).
			Aria("label", h.Name()).OnChange(c.onSlideEnd).Disabled(learned)
		kids := []app.UI{app.Div().Class("head").Body(append(head, app.Span().Class("entry").Body(in))...), slide}
		class := "row hyper"
		if message != "" {
			class += " bad"
			kids = append(kids, app.P().Class("wrong").Attr("role", "alert").Text(message))
		}
		rows = append(rows, app.Div().Class(class).DataSet("row", at).Body(kids...))
	}
	return rows
}

// learnedMark stands beside a value that the fit has found.
func learnedMark() app.UI {
	return app.Span().Class("learned").Title("Found by the fit. “Apply learned values” keeps it; it can be moved again when nothing is learned").Text("learned")
}

// learned is the value of a parameter that the fit has found.
func (c *Core) learned(p *method.Param) (v float64, ok bool) {
	if pic := c.client.Picture(); pic != nil {
		v, ok = pic.Learned[p.Name].(float64)
		v = words.Significant(v, shownDigits)
	}
	return v, ok && (method.Is[method.Number](p.Kind) || method.Is[method.Integer](p.Kind))
}

// syncHyper gives the inputs of a text's numbers their values.
func (c *Core) syncHyper(p *method.Param) {
	for i, h := range c.hyper(p) {
		v, learned := shown(&h)
		c.syncNumber(byID(hyperID("n-", p.Name, i)), p.Name+"."+strconv.Itoa(i), v)
		c.syncSlider(byID(hyperID("ns-", p.Name, i)), hyperSlider(&h), v)
		if learned {
			sayLearned(byID(hyperID("ns-", p.Name, i)), v)
		}
	}
}

// sayLearned tells screen readers that a value is no setting.
func sayLearned(el app.Value, v float64) {
	if el.Truthy() {
		el.Call("setAttribute", "aria-valuetext", number(v)+", learned")
	}
}

// syncLearned shows what the fit has found meanwhile.
func (c *Core) syncLearned() {
	info, pic := c.editor.Info(), c.client.Picture()
	if !app.IsClient || info == nil || pic == nil || len(pic.Learned) == 0 {
		return
	}
	for i := range info.Params {
		if _, ok := pic.Learned[info.Params[i].Name]; ok {
			c.syncParam(&info.Params[i])
		}
	}
}

// slideHyper takes a move of the slider of a number in a text, as slide does of a
// parameter's.
func (c *Core) slideHyper(name, which, text string) {
	info := c.editor.Info()
	if info == nil {
		return
	}
	i, err1 := strconv.Atoi(which)
	pos, err2 := strconv.Atoi(text)
	p := c.editor.ParamAt(name)
	if p == nil || err1 != nil || err2 != nil || i < 0 || i >= len(c.hyper(p)) {
		return
	}
	h := c.hyper(p)[i]
	if _, learned := shown(&h); learned {
		return
	}
	after, ok := c.tuning.Put(info.ID, name, c.texts(name), i, hyperSlider(&h).value(pos))
	if !ok {
		return // of another text: the engine's word of this one is on its way
	}
	again := c.hand.param
	c.hand.param, c.hand.quiet = true, again
	c.fields.Accept(name + "." + which)
	c.setParam(name, after, "slide "+name+"."+which)
	c.hand.quiet = false
	if again {
		c.syncParam(p)
	}
}

// number is the parameter and the number that an input is of.
func (c *Controls) number(ctx app.Context) (p *method.Param, i int, h method.Hyper, ok bool) {
	p = c.param(ctx)
	i, err := strconv.Atoi(data(ctx, "hyper"))
	if p == nil || err != nil || i < 0 || i >= len(c.core.hyper(p)) {
		return nil, 0, h, false
	}
	return p, i, c.core.hyper(p)[i], true
}

// onNumber takes what is typed for a number in a text. The engine looks at the whole.
func (c *Controls) onNumber(ctx app.Context, _ app.Event) {
	k := c.core
	p, i, h, ok := c.number(ctx)
	if !ok {
		return
	}
	at, text := p.Name+"."+strconv.Itoa(i), inputValue(ctx)
	v, ok := parseNumber(text)
	after, fits := k.tuning.With(k.editor.Now().Method, p.Name, k.texts(p.Name), i, v)
	if !ok || !fits || h.Log && v <= 0 || h.Whole && v != float64(int(v)) {
		want := "a number"
		switch {
		case h.Whole:
			want = "a whole number"
		case h.Log:
			want = "a number greater than 0"
		}
		k.fields.Refuse(at, text, h.Name()+" must be "+want+"; got "+strconv.Quote(text)+". Still "+number(h.Value)+".")
		k.refresh(PartControls)
		return
	}
	k.fields.Accept(at)
	c.tryExpression(p, after)
}

// onNumberDone leaves the field of a number: what is no good makes room for what
// holds.
func (c *Controls) onNumberDone(ctx app.Context, _ app.Event) {
	p, i, h, ok := c.number(ctx)
	if !ok {
		return
	}
	if c.core.fields.Leave(p.Name + "." + strconv.Itoa(i)) {
		ctx.JSSrc().Set("value", number(h.Value))
		c.core.refresh(PartControls)
	}
	c.core.editor.Seal()
}

// onNumberKey: Escape puts back the value that holds, arrows step.
func (c *Controls) onNumberKey(ctx app.Context, e app.Event) {
	k := c.core
	p, i, h, ok := c.number(ctx)
	if !ok {
		return
	}
	at := p.Name + "." + strconv.Itoa(i)
	switch key := e.Get("key").String(); key {
	case "Escape":
		k.fields.Accept(at)
		ctx.JSSrc().Set("value", number(h.Value))
		k.refresh(PartControls)
	case "ArrowUp", "ArrowDown":
		e.PreventDefault()
		v := hyperSlider(&h).step(hyperParam(&h), h.Value, key == "ArrowUp")
		if h.Whole && v < 0 || h.Log && v <= 0 {
			return
		}
		if after, ok := k.tuning.Put(k.editor.Now().Method, p.Name, k.texts(p.Name), i, v); ok {
			k.fields.Accept(at)
			ctx.JSSrc().Set("value", number(v))
			k.setParam(p.Name, after, "step "+at)
		}
	}
}

// rewrite says a kernel in another way: as an expression (to = "*"), or by a name. The
// engine knows how; what it can't say alike becomes what was chosen.
func (c *Core) rewrite(p *method.Param, to string, done func()) {
	d := c.editor.Now()
	c.rewrites++
	mine := c.rewrites
	c.importer.Rewrite(d, p.Name, to, func(params map[string]any, e *wire.Error) {
		now := c.editor.Now()
		if mine != c.rewrites || now.Method != d.Method || !reflect.DeepEqual(now.Params, d.Params) {
			return // people have gone on
		}
		if e != nil {
			c.fields.Refuse(p.Name, c.texts(p.Name), e.Message)
			c.refresh(PartControls)
			return
		}
		c.fields.Accept(p.Name)
		if !maps.EqualFunc(params, now.Params, func(a, b any) bool { return reflect.DeepEqual(a, b) }) {
			c.editor.SetParams(params, "change "+strings.ToLower(p.Label))
		}
		done()
		c.refresh(PartControls)
	})
}
