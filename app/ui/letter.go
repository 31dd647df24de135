package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/stage"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// letter is the letter under the pointer in a formula of a course.
type letter struct {
	el  app.Value // its element; nil = none
	lit []app.Value
}

// pointLetter shows the meaning of a letter of a formula, from the course's table of symbols, and highlights the
// controls, facts and parts of the picture that it stands for. el is the letter's element; nil or null removes the
// highlights.
func (lc *lectures) pointLetter(el app.Value) {
	t := &lc.term
	on := el != nil && el.Truthy()
	if !on && t.el == nil || on && t.el != nil && t.el.Equal(el) {
		return
	}
	for _, x := range t.lit {
		x.Get("classList").Call("remove", "lit")
	}
	*t = letter{}
	tip := byID("term-tip")
	if lc.painter.term != nil {
		lc.painter.term = nil
		lc.painter.highlights()
	}
	number := -1
	if on {
		if n, err := strconv.Atoi(el.Get("dataset").Get("term").String()); err == nil {
			number = n
		}
	}
	if number < 0 || !lc.lecture.On() || number >= len(lc.lecture.Course().Symbols) {
		if tip.Truthy() {
			tip.Set("hidden", true)
		}
		return
	}
	t.el = el
	s := &lc.lecture.Course().Symbols[number]
	if tip.Truthy() && el.Get("localName").String() != "dt" { // a dt is in the table of symbols, beside the meaning
		setHTML(tip, s.Means)
		tip.Set("hidden", false)
		at, own := el.Call("getBoundingClientRect"), tip.Call("getBoundingClientRect")
		const gap = 8
		left := min(at.Get("left").Float(), byID("lesson").Call("getBoundingClientRect").Get("right").Float()-
			own.Get("width").Float()-gap) // so that it does not cover the picture
		top := at.Get("bottom").Float() + gap
		if h := own.Get("height").Float(); top+h > app.Window().Get("innerHeight").Float()-gap {
			top = at.Get("top").Float() - gap - h
		}
		tip.Get("style").Set("translate", pixels(max(gap, left))+" "+pixels(top))
	}
	for _, name := range s.Shows {
		selector := `[data-row="` + name + `"], [data-fact="` + name + `"], [data-panel="` + name + `"]`
		list := root().Call("querySelectorAll", selector)
		for i := range list.Length() {
			x := list.Index(i)
			x.Get("classList").Call("add", "lit")
			t.lit = append(t.lit, x)
		}
	}
	if len(s.Shows) == 0 || lc.lecture.Veiled() || lc.client.Picture() == nil {
		return
	}
	view := lc.editor.View.Now()
	lc.client.Explain(wire.Explain{View: view, Lit: s.Shows}, func(x *wire.Explanation) {
		if x != nil && t.el != nil && t.el.Equal(el) {
			lc.painter.term = picture.Outlines(view, x.Layers, stage.Term)
			lc.painter.highlights()
		}
	})
}

func pixels(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) + "px" }
