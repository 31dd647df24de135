package e2e

import (
	"fmt"
	"slices"
	"testing"

	"pointscape/engine/doc"
)

// A frame shows what is locked, and the user can't change it by pointer, keys or undo; the page around it can.
func TestLockedFrame(t *testing.T) {
	p := Start(t, Options{Closed: true, Clock: true})
	p.Frames(1, 480, "?embed=1&controls=C,gamma,margins&lock=C,points&hide=open,readout"+
		link(t, `{"version":1,"method":"svm","params":{"kernel":"rbf","C":1,"gamma":1},"points":[[0.2,0.2,0],[0.3,0.4,0],[0.7,0.6,1],[0.8,0.8,1]]}`))
	p.Do(`asked = 0; ask = (m) => new Promise((done) => {
		const id = ++asked;
		addEventListener("message", function hear(e) { if (e.data.id === id) { removeEventListener("message", hear); done(e.data) } });
		frames[0].postMessage({ pointscape: 1, id, ...m }, "*");
	})`)
	p.Wait(`frames[0].document.documentElement.dataset.busy === "0" && +frames[0].document.documentElement.dataset.pictureVersion > 0`)
	// in evaluates an expression in the frame.
	in := func(js string) string { return `(({ document, pointscape }) => ` + js + `)(frames[0])` }
	shows := func(js string) bool { t.Helper(); return Eval[bool](p, in(js)) }
	document := func() doc.Document {
		t.Helper()
		d, err := doc.Decode([]byte(Eval[string](p, `ask({type: "get"}).then(m => m.document)`)))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for what, js := range map[string]string{
		"C's controls can't be used":     `[...document.querySelectorAll(".strip input[aria-label=C]")].length === 2 && [...document.querySelectorAll(".strip input[aria-label=C]")].every(e => e.matches(":disabled"))`,
		"gamma's can":                    `[...document.querySelectorAll(".strip input[aria-label=gamma]")].length === 2 && [...document.querySelectorAll(".strip input[aria-label=gamma]")].every(e => e.matches(":enabled"))`,
		"what is hidden is not there":    `!document.querySelector(".open-link").checkVisibility()`,
		"no class of the next point":     `!document.querySelector(".chips")`,
		"a layer that is not locked can": `document.querySelector(".strip input[data-show=margins]").matches(":enabled")`,
	} {
		if !shows(js) {
			t.Errorf("%s: not so", what)
		}
	}
	p.Screenshot("locked")
	before := document()
	same := func(what string) {
		t.Helper()
		if d := document(); !slices.Equal(d.Points, before.Points) || fmt.Sprint(d.Params) != fmt.Sprint(before.Params) {
			t.Errorf("%s has changed it from %+v to %+v", what, before, d)
			before = d
		}
	}
	spot := Eval[[2]float64](p,
		in(`((v, b) => [b.x + (0.2 - v.x[0]) / (v.x[1] - v.x[0]) * v.width, b.y + (v.y[1] - 0.2) / (v.y[1] - v.y[0]) * v.height])(pointscape.view(), document.querySelector("#stage").getBoundingClientRect())`))
	x, y := spot[0], spot[1] // the first point
	p.Click(x+60, y-40)
	same("a click")
	p.Wait(in(`[...document.querySelectorAll(".toast")].some(e => /Locked on this page: points/.test(e.innerText))`))
	p.Drag(x, y, x+50, y-50)
	same("a drag")
	p.RightClick(x, y)
	same("a right click")
	p.Click(x, y)
	p.Wait(in(`document.querySelector("#card-x").matches(":disabled") && !document.querySelector(".card [title^=Remove]")`))
	p.Screenshot("locked-card")
	for _, key := range []string{"ArrowRight", "n", "Enter", "ArrowRight", "Enter", "Delete", "r", "2", "Ctrl+z",
		"Ctrl+Shift+z"} {
		p.Key(key)
		same(key)
	}
	// The surrounding page sets C; undo does not restore the old value.
	if v := Eval[float64](p, `ask({type: "set", params: {C: 30}}).then(m => m.params.C)`); v != 30 {
		t.Errorf("the page around has set C to 30, it is %v", v)
	}
	before = document()
	p.Key("Ctrl+z")
	same("Ctrl+z")
	// What is not locked can be changed.
	p.Key("Escape")
	p.Wait(in(`!document.querySelector(".card")`))
	if !shows(`(e => { e.focus(); return e.matches(":enabled") })(document.querySelector(".strip input[type=range][aria-label=gamma]"))`) {
		t.Fatal("gamma is locked")
	}
	p.Key("End")
	p.Wait(`(m => m.params.gamma > 10 && m.params.C === 30)(await ask({type: "get"}))`)
}
