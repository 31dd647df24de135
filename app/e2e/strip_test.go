package e2e

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A frame has the controls named in its address in a strip, and nothing that catches the pointer over its plane.
func TestStrip(t *testing.T) {
	p := Start(t, Options{Path: "?embed=1&controls=C,gamma,margins,nosuch&title=1&legend=1" +
		link(t, strings.Replace(twoClasses, `"method":"svm"`, `"method":"svm","title":"Two by two"`, 1)),
		Window: Window{Width: 480, Height: 360}})
	p.WaitReady()
	if got := p.Text("#frame-title"); got != "Two by two" {
		t.Errorf("the title says %q", got)
	}
	if got := p.Text(".strip-note"); !strings.Contains(got, "has no control “nosuch”") {
		t.Errorf("the strip says %q", got)
	}
	if !slices.ContainsFunc(p.Console(), func(s string) bool { return strings.Contains(s, "“nosuch”") }) {
		t.Errorf("the console says %q", p.Console())
	}
	if !p.Has(".strip .meanings li") {
		t.Error("no legend")
	}
	p.Screenshot("strip")
	// The controls work like those of the panel.
	p.Changed(func() { p.Fill(`.strip input[aria-label="C"]:not([type=range])`, "25") })
	if c := p.Doc().Params["C"]; c != 25.0 {
		t.Errorf("C is %v", c)
	}
	b := p.Box(`.strip input[type=range][aria-label="C"]`)
	x, y := b.At(0.2, 0.5)
	p.Changed(func() { p.Press(x, y) })
	low, _ := p.Doc().Params["C"].(float64)
	x, _ = b.At(0.9, 0.5)
	p.Changed(func() { p.DragTo(x, y) })
	high, _ := p.Doc().Params["C"].(float64)
	p.Lift()
	if !(low < 25 && high > 25) {
		t.Errorf("the slider went from %v to %v", low, high)
	}
	p.WaitReady()
	p.Changed(func() { p.ClickOn(`.strip input[data-show="margins"]`) })
	if slices.Contains(p.Doc().View.Show, "margins") {
		t.Error("the switch of a layer does nothing")
	}
	for _, w := range some(1, []Window{{Width: 320, Height: 240}, {Width: 390, Height: 320, Touch: true, Scale: 3},
		{Width: 480, Height: 360}}) {
		p.Become(w)
		p.Wait(fmt.Sprintf(`innerWidth === %d && ((s) => s.clientWidth <= innerWidth && s.clientHeight < innerHeight && pointscape.view().height === s.clientHeight)(document.querySelector("#stage"))`, w.Width))
		p.WaitReady()
		stage := p.Box("#stage")
		if stage.H < 80 {
			t.Errorf("%+v: the plane is %+v", w, stage)
		}
		for _, part := range []string{".strip .row", ".chips", "#open-link", "#frame-title"} {
			if b := p.Box(part); !apart(b, stage) || b.W < 20 {
				t.Errorf("%+v: %s %+v covers the plane %+v", w, part, b, stage)
			}
		}
		q := p.Doc().Points[0]
		x, y := p.At(q.X, q.Y)
		p.Click(x, y)
		p.Wait(`document.querySelector(".card")`)
		if b := p.Box(".card"); !apart(b, stage) || p.Box("#stage") != stage {
			t.Errorf("%+v: the card %+v, the plane %+v, before it %+v", w, b, p.Box("#stage"), stage)
		}
		p.ClickOn(`.card [aria-label="Done"]`)
		p.Wait(`!document.querySelector(".card")`)
	}
	// Another method has other controls; the note is updated.
	p.Set(`{"version":1,"method":"knn","points":[[0.2,0.2,0],[0.8,0.8,1]]}`)
	p.Wait(`/no control “C”/.test(document.querySelector(".strip-note")?.innerText) && !document.querySelector(".strip .row")`)
}

// frameAddress returns the address of the frame with which a piece of HTML begins.
func frameAddress(t *testing.T, markup string) string {
	t.Helper()
	found := regexp.MustCompile(`^<iframe src="([^"]*)"`).FindStringSubmatch(markup)
	if found == nil {
		t.Fatalf("no frame: %s", markup)
	}
	return html.UnescapeString(found[1])
}

// The share dialog gives the HTML of a frame with the document, whose plane is three quarters as high as wide.
func TestShareAFrame(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	p.ClickOn("#menu-share")
	p.Wait(`document.querySelector("#share-embed")?.value.includes("?embed=1#")`)
	p.Screenshot("share")
	// The builder opens with the current document.
	p.Wait(`/\/web\/builder.html(\?[^#]*)?#.{50,}/.test(document.querySelector("#embed-customise").href)`)
	markup := Eval[string](p, `document.querySelector("#share-embed").value`)
	size := regexp.MustCompile(`width="(\d+)" height="(\d+)"`).FindStringSubmatch(markup)
	var w Window
	if _, err := fmt.Sscan(size[1], &w.Width); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(size[2], &w.Height); err != nil {
		t.Fatal(err)
	}
	p.Resize(w)
	p.OpenURL(frameAddress(t, markup))
	p.WaitReady()
	// Its plane is three quarters as high as it is wide.
	if b := p.Box("#stage"); !near(b.H, 0.75*b.W, 2) || len(p.Doc().Points) != 4 {
		t.Errorf("the frame has %+v", b)
	}
}

// If another method has choices instead of a slider, they are new elements: a radio button reused from a slider would
// still report the slider's value to a screen reader.
func TestChoicesInTheSlidersPlace(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?embed&controls=learning_rate&sweep=1" + link(t, `{"version":1,"method":"linear",
		"params":{"loss":"logistic","solver":"gd","learning_rate":0.02},"dataset":{"name":"xor","n":40,"noise":0.03,"seed":1}}`)})
	p.WaitReady()
	p.Wait(`document.querySelector(".strip .slide #s-learning_rate")?.ariaValueText === "0.02"`)
	p.Do(`pointscape.set({version: 1, method: "mlp", params: {hidden_layer_sizes: [2]},
		dataset: {name: "xor", n: 40, noise: 0.03, seed: 1}})`)
	p.Wait(`document.querySelector(".strip input[type=radio]") !== null`)
	p.WaitReady()
	if left := Eval[[]string](p, `[...document.querySelectorAll(".strip input[type=radio]")].filter((e) =>
		e.hasAttribute("aria-valuetext") || e.hasAttribute("max")).map((e) => e.outerHTML)`); len(left) > 0 {
		t.Errorf("choices keep what a slider says: %s", left)
	}
}
