package e2e

import (
	"slices"
	"testing"

	"pointscape/engine/catalog"
)

// The list of examples contains all of them, by family and method, beginning with those for beginners and those of the
// current method. It can be searched by typing and navigated with the arrow keys, and Enter opens the highlighted one.
func TestExamples(t *testing.T) {
	long(t)
	for _, m := range catalog.All() {
		if m.ID == "kmeans" {
			testExamples(t, link(t, m.Example))
		}
	}
}

func testExamples(t *testing.T, path string) {
	p := Start(t, Options{Path: path})
	p.WaitReady()
	p.ClickOn("#menu-examples")
	p.Wait(`document.activeElement.id === "example-search"`)
	all := 0
	for _, m := range catalog.All() {
		all += 1 + len(m.Lessons)
	}
	all += 6 // the examples to start with
	if n := Eval[int](p, `document.querySelectorAll("#pop-examples [role=option]").length`); n != all {
		t.Errorf("%d examples are listed, of %d", n, all)
	}
	if got := Eval[[]string](p, `[...document.querySelectorAll("#example-list .family-name")].slice(0, 2).map((e) =>
		e.innerText)`); !slices.Equal(got, []string{"Start here", "For this method"}) {
		t.Errorf("the list begins with %q", got)
	}
	if got := p.Text("#example-list .shelf-name"); got != "k-means" {
		t.Errorf("its examples are those of %q", got)
	}
	p.Screenshot("examples")

	p.Type("svm sigmoid zzz")
	p.Wait(`document.querySelector("#pop-examples .none")`)
	p.Do(`document.querySelector("#example-search").select()`)
	p.Type("spirals")
	p.Wait(`document.querySelector("#pop-examples .example.active")`)
	p.Screenshot("examples-found")
	// All results show the word.
	if n := Eval[int](p, `[...document.querySelectorAll("#pop-examples .example")].filter(e => !/spiral/i.test(e.innerText)).length`); n > 0 {
		t.Errorf("%d of the examples have no spirals", n)
	}
	first := Eval[string](p, `document.querySelector("#pop-examples .example.active").id`)
	if got := Eval[string](p,
		`document.querySelector("#example-search").getAttribute("aria-activedescendant")`); got != first {
		t.Errorf("readers hear of %q, %q is lit", got, first)
	}
	p.Key("ArrowDown")
	p.Wait(`document.querySelector("#pop-examples .example.active")?.id !== ` + quote(first))
	p.Key("ArrowUp")
	p.Wait(`document.querySelector("#pop-examples .example.active")?.id === ` + quote(first))
	title := Eval[string](p, `document.querySelector("#pop-examples .example.active").innerText`)
	p.Changed(func() { p.Key("Enter") })
	if d := p.Doc(); d.Title != title {
		t.Errorf("Enter has opened %q, not %q", d.Title, title)
	}
	if p.Has("#pop-examples") {
		t.Error("the list stays open")
	}

	// The search starts afresh, and Escape closes the list.
	p.ClickOn("#menu-examples")
	p.Wait(`document.querySelector("#pop-examples .example")`)
	if n := Eval[int](p, `document.querySelectorAll("#pop-examples [role=option]").length`); n != all {
		t.Errorf("opened again, %d examples are listed", n)
	}
	p.Key("Escape")
	p.Wait(`!document.querySelector("#pop-examples")`)
}

// On a phone, no part of the list is wider than the window.
func TestExamplesOnAPhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Window: Phone, Dark: true})
	p.WaitReady()
	p.TapOn("#menu-examples")
	p.Wait(`document.querySelector("#pop-examples .example")`)
	p.Screenshot("examples-phone")
	if wide := Eval[bool](p,
		`document.documentElement.scrollWidth > innerWidth || document.querySelector("#example-list").scrollWidth > document.querySelector("#example-list").clientWidth`); wide {
		t.Error("something is wider than the window")
	}
	p.Accessible("examples on a phone", "#pop-examples .example")
}

// When an example is opened, its method's panel is scrolled to the top.
func TestExampleShowsItsMethod(t *testing.T) {
	long(t) // a corner: where a panel is scrolled
	for at, w := range map[string]Window{"#sheet": {Width: 1280, Height: 500}, ".controls": Phone} {
		p := Start(t, Options{Window: w})
		p.WaitReady()
		p.Do(`document.querySelector("` + at + `").scrollTop = 1e6`)
		p.Wait(`document.querySelector("` + at + `").scrollTop > 50`)
		p.Do(`document.querySelector("#menu-examples").click()`)
		p.Wait(`document.querySelector("#pop-examples .example:nth-of-type(2)")`)
		p.Changed(func() { p.Do(`document.querySelector("#pop-examples [data-method=gp]").click()`) })
		p.Wait(`pointscape.get().method === "gp" && document.querySelector(".method-button")?.textContent !== ""`)
		p.Wait(twoFrames)
		if y := Eval[float64](p, `document.querySelector("`+at+`").scrollTop`); y != 0 {
			t.Errorf("the panel %s of another method is scrolled by %g", at, y)
		}
	}
}

// The page of the methods fits on a phone, and its pictures open the playground with an example.
func TestMethodsPage(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "methods.html", Window: Phone})
	p.Wait(`document.querySelector("#kmeans .tile")`)
	p.Do(`document.querySelector("#kmeans details").open = true; document.querySelector("#kmeans").scrollIntoView()`)
	p.Screenshot("methods-phone")
	if wide := Eval[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		t.Errorf("the page is %d pixels wider than a phone", wide)
	}
	p.Accessible("the page of the methods", "#kmeans .tile")
	p.Do(`document.querySelector("#kmeans .tile").click()`)
	p.Wait(`document.documentElement.dataset.busy === "0"`)
	if d := p.Doc(); d.Method != "kmeans" {
		t.Errorf("its picture opens %q", d.Method)
	}
}
