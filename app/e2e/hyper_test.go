package e2e

import (
	"math"
	"regexp"
	"testing"
)

// TestPanelRowsFit checks rows of the panel that used to be squeezed: fitted values end at the same position as other
// numbers, and the list of what to show side by side is below its help and above its button.
func TestPanelRowsFit(t *testing.T) {
	long(t) // TestPanelHoldsItsControls tells of controls that have no room
	p := Start(t, Options{})
	p.WaitReady()
	p.Set(`{"version":1,"method":"gp","params":{"optimize":true},"dataset":{"name":"sine","n":20,"noise":0.1,"seed":1}}`)
	p.WaitReady()
	p.Wait(`document.querySelectorAll(".controls .learned").length === 2`)
	type edges struct{ Left, Right, Top, Bottom float64 }
	at := func(selector string) edges {
		return Eval[edges](p, `(() => { const r = document.querySelector(`+quote(selector)+`).getBoundingClientRect();
			return {Left: r.left, Right: r.right, Top: r.top, Bottom: r.bottom} })()`)
	}
	samples := at("#p-samples")
	for _, field := range []string{"#p-alpha", `input.num[data-hyper="0"]`} {
		if r := at(field); math.Abs(r.Right-samples.Right) > 1 {
			t.Errorf("%s ends at %g, the number of samples at %g", field, r.Right, samples.Right)
		}
	}
	if label, field := at("#l-alpha"), at("#p-alpha"); label.Bottom-label.Top > field.Bottom-field.Top {
		t.Errorf("the label of the noise is %g high", label.Bottom-label.Top)
	}
	over, button, help := at("#beside-over"), at("#beside-on"), at("#h-beside")
	if over.Right-over.Left < 150 || over.Top < help.Bottom || button.Top < over.Bottom {
		t.Errorf("side by side: help %+v, list %+v, button %+v", help, over, button)
	}
}

// TestLengthScaleSlider drags the slider of a number in a kernel's expression: the expression and the picture follow,
// in one undo step. A named kernel written as an expression gives the same picture, and can be changed back.
func TestLengthScaleSlider(t *testing.T) {
	long(t) // TestSlider drags a slider
	p := Start(t, Options{})
	p.WaitReady()
	p.Set(`{"version":1,"method":"gp","params":{"kernel":"0.5*rbf(0.2) + linear()"},"points":[[0.1,0.2,0],[0.4,0.8,0],[0.9,0.3,0]],"view":{"x":[0,1],"y":[-1,2]}}`)
	kernel := `pointscape.get().params.kernel`
	first := p.Look()
	slider := `input[type=range][aria-label="rbf: length scale ℓ"]`
	p.Wait(`document.querySelector('` + slider + `')`)
	box := p.Box(slider)
	y := box.Y + box.H/2
	x := Eval[float64](p, `(e => { const r = e.getBoundingClientRect(); return r.x + 8 + (e.value - e.min) / (e.max - e.min) * (r.width - 16) })(document.querySelector('`+slider+`'))`)
	p.Press(x, y)
	p.Do(`window.pictures = new Set(); new MutationObserver(() => pictures.add(document.documentElement.dataset.pictureVersion)).observe(document.documentElement, {attributes: true})`)
	for dx := 2.0; dx <= 60; dx += 2 {
		p.Move(x+dx, y)
	}
	p.Wait(`pictures.size > 0`) // during the drag
	text := Eval[string](p, kernel)
	if shown := Eval[string](p, `document.querySelector("#x-kernel").value`); shown != text ||
		text == "0.5*rbf(0.2) + linear()" {
		t.Errorf("under the hand the kernel is %q, and its field shows %q", text, shown)
	}
	p.Lift()
	p.WaitReady()
	matches(t, Eval[string](p, kernel), `^0\.5\*rbf\([0-9.]+\) \+ linear\(\)$`)
	if p.Look().Hash == first.Hash {
		t.Error("the picture is the same")
	}
	p.Changed(func() { p.ClickOn(`button[aria-label="Undo"]`) })
	if now := Eval[string](p, kernel); now != "0.5*rbf(0.2) + linear()" || p.Look().Hash != first.Hash {
		t.Errorf("undone in one step it is %q", now)
	}

	p.Set(`{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10},"dataset":{"name":"moons","n":60,"noise":0.2,"seed":4}}`)
	named := p.Look()
	p.Changed(func() {
		p.Do(`(e => { e.value = "*"; e.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector("#p-kernel"))`)
	})
	matches(t, Eval[string](p, kernel), `^rbf\(0\.2236`)
	p.Wait(`document.querySelector("#x-kernel").value === ` + kernel) // it is rendered a moment later
	if p.Look().Hash != named.Hash {
		t.Error("as an expression the kernel is another one")
	}
	p.Changed(func() {
		p.Do(`(e => { e.value = "rbf"; e.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector("#p-kernel"))`)
	})
	if back := Eval[string](p,
		`JSON.stringify([pointscape.get().params.kernel, pointscape.get().params.gamma])`); back != `["rbf",10]` {
		t.Errorf("by its name it is %s", back)
	}
}

func matches(t *testing.T, text, pattern string) {
	t.Helper()
	if !regexp.MustCompile(pattern).MatchString(text) {
		t.Errorf("%q is not as %s", text, pattern)
	}
}
