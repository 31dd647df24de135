package e2e

import (
	"testing"

	"pointscape/engine/course"
)

// TestTwoPlotsPresented presents pages with two and with more plots on a projector of 1280 x 720: two are completely
// visible, with their legends; with more, the next one begins below them.
func TestTwoPlotsPresented(t *testing.T) {
	long(t)
	packed, err := course.Pack(`{"course": "two", "title": "Two", "pages": [
		{"id": "bare", "title": "A network", "text": "", "document": {"method": "mlp",
		 "params": {"hidden_layer_sizes": [2]}, "dataset": {"name": "circles", "n": 40, "seed": 3},
		 "view": {"step": 20, "show": ["regions", "boundary", "diagram", "hidden_plane"]}}},
		{"id": "words", "title": "More", "text": "A text.", "document": {"method": "logistic",
		 "dataset": {"name": "moons", "n": 40, "noise": 0.2, "seed": 1}, "view": {"scores": {"class": 1}}}}]}`)
	if err != nil {
		t.Fatal(err)
	}
	p := Start(t, Options{Window: Window{Width: 1280, Height: 720}, Path: "?deck=link&page=bare#" + packed})
	p.WaitReady()
	p.Do(`document.querySelector("#present-deck").click()`)
	for _, page := range []struct {
		n    string
		more bool
	}{{"1 / 2", false}, {"2 / 2", true}} {
		p.Wait(`document.querySelector(".deck-at")?.textContent === ` + quote(page.n))
		p.Wait(`document.querySelectorAll(".plots .panel-figure").length >= 2`)
		p.WaitReady()
		p.Wait(twoFrames)
		type seen struct {
			Whole, Begun, All int
			Least             float64
			Scrolls           bool
		}
		got := Eval[seen](p, `(() => {
			const plots = document.querySelector(".plots"), end = plots.getBoundingClientRect().bottom;
			const boxes = [...plots.querySelectorAll(".panel-figure")].map((e) => e.getBoundingClientRect());
			return { Whole: boxes.filter((b) => b.bottom <= end).length, Begun: boxes.filter((b) => b.top < end - 10).length,
				All: boxes.length, Scrolls: plots.scrollHeight > plots.clientHeight,
				Least: Math.min(...[...plots.querySelectorAll(".plot-box")].slice(0, 2).map((e) => e.clientHeight)) };
		})()`)
		if got.Whole != 2 || got.Least < 100 || got.Scrolls != page.more || page.more && got.Begun != 3 ||
			!page.more && got.All != 2 {
			t.Errorf("page %s shows %+v", page.n, got)
		}
		// The plots are painted in the aspect ratio in which they are shown.
		p.Wait(`[...document.querySelectorAll(".plots canvas")].slice(0, 2).every((c) =>
			Math.abs(c.height / c.width - c.clientHeight / c.clientWidth) < 0.02)`)
		p.Screenshot("plots")
		p.Do(`document.querySelector("#deck-next").click()`)
	}
}

// TestNamesOfControlsAreWhole checks the controls below the pictures of pages with long names: none is cut off, in
// either language.
func TestNamesOfControlsAreWhole(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?course=kernels/posterior"})
	for _, path := range []string{"?course=kernels/posterior", "?lang=fr&course=kernels/posterior",
		"?lang=fr&course=foundations/losses"} {
		p.Open(path)
		p.WaitReady()
		p.Wait(`document.querySelector("#strip .row .label") !== null`)
		if cut := Eval[string](p, `[...document.querySelectorAll("#strip .row .label")].filter((e) => e.scrollWidth > e.clientWidth)
			.map((e) => e.textContent).join("; ")`); cut != "" {
			t.Errorf("%s cuts %s", path, cut)
		}
		if wide := Eval[int](p, `document.querySelector(".foot").scrollWidth - document.querySelector(".foot").clientWidth`); wide > 0 {
			t.Errorf("%s: the controls are %d pixels wider than their place", path, wide)
		}
	}
}

// TestTypeOfPhones checks that the font size on a phone is the same in both themes, and that no class is cut off, in
// either language.
func TestTypeOfPhones(t *testing.T) {
	long(t) // TestClassesOnAPhone tells of classes that are cut off
	p := Start(t, Options{Window: Phone})
	p.WaitReady()
	for _, dark := range []bool{false, true} {
		p.Dark(dark)
		p.Wait(`document.documentElement.dataset.theme === ` + quote(map[bool]string{false: "light", true: "dark"}[dark]))
		if size := Eval[string](p, `getComputedStyle(document.body).fontSize`); size != "15px" {
			t.Errorf("dark %t: type is of %s", dark, size)
		}
	}
	p.Dark(false)
	for _, path := range []string{"", "?lang=fr"} {
		p.Open(path)
		p.WaitReady()
		if over := Eval[int](p, `(e => e.scrollWidth - e.clientWidth)(document.querySelector(".chips"))`); over > 0 {
			t.Errorf("%q: %d pixels of the classes are cut", path, over)
		}
	}
}
