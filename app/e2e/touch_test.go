package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// apart reports whether two boxes don't overlap.
func apart(a, b Box) bool {
	return a.X+a.W <= b.X+0.5 || b.X+b.W <= a.X+0.5 || a.Y+a.H <= b.Y+0.5 || b.Y+b.H <= a.Y+0.5
}

// TestTapWhereItGoes moves a point by two taps, to all parts of the stage.
func TestTapWhereItGoes(t *testing.T) {
	p := Start(t, Options{Window: Phone, Path: link(t, twoClasses)})
	p.WaitReady()
	stage := p.Box("#stage")
	for _, at := range [][2]float64{{0.5, 0.97}, {0.1, 0.9}, {0.9, 0.75}, {0.5, 0.6}, {0.9, 0.05}, {0.3, 0.1}} {
		q := p.Doc().Points[3]
		x, y := p.At(q.X, q.Y)
		p.Tap(x, y)
		p.Wait(`document.querySelector(".card #card-x")`)
		if card := p.Box(".card"); !apart(card, stage) {
			t.Fatalf("the card %+v covers the stage %+v", card, stage)
		}
		if s := p.Text("#readout"); !strings.Contains(s, "Tap the new position") ||
			strings.Contains(p.Text(".app"), "Click") {
			t.Errorf("a finger is told %q", s)
		}
		if at[1] > 0.9 && at[0] == 0.5 {
			p.Screenshot("phone-card")
		}
		x, y = stage.At(at[0], at[1])
		p.Changed(func() { p.Tap(x, y) })
		d := p.Doc()
		gx, gy := p.At(d.Points[3].X, d.Points[3].Y)
		if len(d.Points) != 4 || !near(gx, x, 1) || !near(gy, y, 1) {
			t.Errorf("a tap at (%g, %g) put the point at (%g, %g); %d points", x, y, gx, gy, len(d.Points))
		}
		p.Wait(`!document.querySelector(".card")`)
	}
}

// TestFingersOnACourse: in the single column of a phone, a finger on the picture scrolls the page, unless it begins on
// a point; two fingers zoom. If text and picture are side by side, a finger on the empty plane moves the view.
func TestFingersOnACourse(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?course=ten-minutes/street", Window: Phone})
	p.WaitReady()
	p.Still()
	const (
		eye    = `JSON.stringify([pointscape.view().x, pointscape.view().y])`
		scroll = `document.querySelector(".app").scrollTop`
	)
	top := func() float64 { return Eval[float64](p, scroll) }
	view, points := Eval[string](p, eye), p.Doc().Points
	x, y := p.At(0.7, 0.92) // no point is near
	start := top()
	p.Swipe(x, y, x, y-150)
	p.Wait(fmt.Sprintf(scroll+` > %g`, start+80))
	p.Wait(`/two fingers/.test(document.querySelector("#stage-hint.on")?.textContent)`)
	p.rests(`return "at " + ` + scroll)
	p.Still()
	if got := Eval[string](p, eye); got != view || len(p.Doc().Points) != len(points) {
		t.Errorf("a finger that scrolls changed the view from %s to %s, %d points", view, got, len(p.Doc().Points))
	}
	p.Do(`document.querySelector(".stage-row").scrollIntoView({block: "center", behavior: "instant"})`)
	p.Still()
	x, y = p.At(points[7].X, points[7].Y)
	start = top()
	p.Changed(func() { p.Swipe(x, y, x-20, y-60) })
	p.Still()
	if q := p.Doc().Points[7]; q.Y < points[7].Y+0.05 || top() != start || Eval[string](p, eye) != view {
		t.Errorf("a finger on a point put it at %g, %g and scrolled from %g to %g", q.X, q.Y, start, top())
	}
	x, y = p.At(0.5, 0.5)
	p.Pinch(x, y, 60, 160)
	p.Wait(eye + ` !== ` + quote(view))
	if top() != start {
		t.Errorf("two fingers scrolled from %g to %g", start, top())
	}
	// Text and picture side by side.
	p.Become(Tablet)
	view = Eval[string](p, eye)
	b := p.Box("#stage")
	p.Swipe(b.X+8, b.Y+b.H-8, b.X+8, b.Y+b.H-128)
	p.Wait(eye + ` !== ` + quote(view))
}

// TestCardIsBesideThePlane: in windows of all kinds, the card does not cover the plane.
func TestCardIsBesideThePlane(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	for _, w := range []Window{Desktop, Phone, Small, Tablet, {Width: 844, Height: 390, Touch: true}} {
		p.Become(w)
		q := p.Doc().Points[0]
		x, y := p.At(q.X, q.Y)
		p.Click(x, y)
		p.Wait(`document.querySelector(".card")`)
		card, stage := p.Box(".card"), p.Box("#stage")
		if !apart(card, stage) {
			t.Errorf("%+v: the card %+v covers the stage %+v", w, card, stage)
		}
		for _, part := range []string{"#card-x", "#card-y", "#card-class", `.card [aria-label="Remove point"]`,
			`.card [aria-label="Done"]`} {
			if b := p.Box(part); b.X < card.X-0.5 || b.X+b.W > card.X+card.W+0.5 || b.W < 24 {
				t.Errorf("%+v: %s %+v is not within the card %+v", w, part, b, card)
			}
		}
		p.ClickOn(`.card [aria-label="Done"]`)
		p.Wait(`!document.querySelector(".card")`)
	}
}

// A field with an invalid text says which value is in force, and shows that again when it is left.
func TestWrongNumbersArePutBack(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	const c = `input[aria-label="C"]:not([type=range])`
	value := func(css string) string { return Eval[string](p, `document.querySelector(`+quote(css)+`).value`) }
	p.ClickOn(c)
	p.Do(`document.activeElement.select()`)
	p.Type("-3")
	p.Wait(`/C must be.*-3.*Still 10\./.test(document.querySelector("#e-C").innerText)`)
	if v := value(c); v != "-3" {
		t.Errorf("while it is typed the text became %q", v)
	}
	p.Key("Escape")
	p.Wait(`!document.querySelector("#e-C")`)
	if v := value(c); v != "10" {
		t.Errorf("after Escape the field shows %q", v)
	}
	for _, leave := range []string{"Tab", "Enter"} {
		p.ClickOn(c)
		p.Do(`document.activeElement.select()`)
		p.Type("x")
		p.Key(leave)
		p.Wait(`/Still 10\./.test(document.querySelector("#e-C").innerText) && document.querySelector(` + quote(c) +
			`).value === "10" &&
			!document.querySelector("[aria-invalid=true]")`) // a field that shows what holds is not wrong
	}
	p.Changed(func() { p.Fill(c, "5") })
	if v := p.Doc().Params["C"]; v != 5.0 || p.Has("#e-C") {
		t.Errorf("then C = %v", v)
	}
	// The same in the card and in the data panel.
	x, y := p.At(0.2, 0.2)
	p.Click(x, y)
	p.Fill("#card-x", "abc")
	p.Wait(`/x₁ must be.*Still 0\.2\./.test(document.querySelector(".card").innerText) && document.querySelector("#card-x").value === "0.2"`)
	p.ClickOn("#menu-data")
	p.Do(`(s => { s.value = "moons"; s.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector("#dataset"))`)
	p.Wait(`document.querySelector("#d-n")`)
	p.WaitReady()
	n := value("#d-n")
	p.Fill("#d-n", "1")
	p.Wait(`/n must be.*Still ` + n +
		`\./.test(document.querySelector("#d-wrong-n").innerText) && document.querySelector("#d-n").value === "` + n + `"`)
	p.ClickOn("#undo")
	p.Wait(`!document.querySelector("#d-wrong-n")`)
}

// Tab moves between points once keyboard selection has begun, and always leads out of the stage.
func TestTabWalksThePoints(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	on := func() string { return Eval[string](p, `document.activeElement?.id ?? ""`) }
	live := func(want string) {
		t.Helper()
		p.Wait(`document.querySelector("#live").textContent.includes(` + quote(want) + `)`)
	}
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("n")
	live("point 1 of 4")
	for i := 2; i <= 4; i++ {
		p.Key("Tab")
		live(fmt.Sprintf("point %d of 4", i))
	}
	if on() != "stage" {
		t.Fatalf("the walk left for %q", on())
	}
	p.Key("Shift+Tab")
	live("point 3 of 4")
	p.Key("F2")
	if on() != "card-x" {
		t.Errorf("F2 leads to %q", on())
	}
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("Escape")
	p.Key("n") // the next key comes before the card appears
	p.Key("F2")
	p.Wait(`document.activeElement.id === "card-x"`)
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("n")
	live("point 4 of 4")
	p.Key("Tab")
	if on() == "stage" {
		t.Error("Tab does not leave after the last point")
	}
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("p")
	p.Key("Escape")
	p.Key("Tab")
	if on() == "stage" {
		t.Error("Tab does not leave after Escape")
	}
}

// On a phone the classes are beside the plane's tools, none of them cut off; names given by the user are shown.
func TestClassesOnAPhone(t *testing.T) {
	p := Start(t, Options{Window: Phone})
	p.WaitReady()
	const cut = `(row => [...row.children].filter((c) => c.getBoundingClientRect().right > row.getBoundingClientRect().right + .5)
		.map((c) => c.ariaLabel).join("; "))(document.querySelector(".chips"))`
	for n, points := range []string{`[[0,0,0],[1,1,1]]`, `[[0,0,0],[1,1,1],[0.5,0.5,2]]`} {
		p.Set(`{"method":"knn","points":` + points + `}`)
		p.WaitReady()
		if chips := Eval[int](p, `document.querySelectorAll(".chip").length`); chips != n+4 {
			t.Fatalf("%d classes are offered, not %d", chips, n+4)
		}
		if s := Eval[string](p, cut); s != "" {
			t.Errorf("of %d classes these are cut off: %s", n+4, s)
		}
		p.Screenshot("classes")
	}
	p.Open("?course=ten-minutes/border")
	p.WaitReady()
	if s := Eval[string](p, cut); s != "" {
		t.Errorf("in a course these are cut off: %s", s)
	}
	p.Open("#")
	p.WaitReady()
	p.Set(`{"method":"knn","points":[[0,0,0],[1,1,1]],"names":{"classes":["setosa","versicolor"]}}`)
	p.WaitReady()
	if s := Eval[string](p, `[...document.querySelectorAll(".chip-name")].filter((e) => e.checkVisibility())
		.map((e) => e.textContent).join("; ")`); !strings.Contains(s, "setosa") {
		t.Errorf("the names of classes that are seen are %q", s)
	}
}

// Notices about a document disappear with it, and are never covered by the data panel.
func TestToasts(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses), Clock: true})
	p.WaitReady()
	p.ClickOn("#menu-data")
	for _, w := range []Window{Desktop, {Width: 900, Height: 700}} {
		p.Become(w)
		p.Changed(func() { p.ClickNamed("#data button", "Remove all") })
		toast := p.Notice("All points removed. Undo brings them back.")
		x, y := toast.button("Dismiss").Center()
		if !Eval[bool](p, fmt.Sprintf(`!!document.elementFromPoint(%g, %g)?.closest(".toast")`, x, y)) {
			t.Errorf("%+v: something lies over the toast", w)
		}
		if w == Desktop && !apart(p.boxOf(toast.js), p.Box("#data")) {
			t.Error("the toast and the data panel lie over each other")
		}
		p.Screenshot(fmt.Sprint("toast-", w.Width))
		p.Changed(func() { p.ClickOn("#undo") })
		toast.Gone()
	}
}

// Screen readers get the help of every parameter, and it is shown when the pointer is on its name.
func TestHelpOfParameters(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	if bad := Eval[string](p,
		`[...document.querySelectorAll(".controls input, .controls select")].filter(e => e.type !== "radio" && e.type !== "search" && e.id !== "method-search")
		.filter(e => !(e.getAttribute("aria-describedby") || "").split(" ").some(id => document.getElementById(id)?.textContent.trim())).map(e => e.id).join(" ")`); bad != "" {
		t.Errorf("without a description: %s", bad)
	}
	if p.Has("#h-C") {
		t.Error("the help of C is shown before anybody asks")
	}
	before := p.Box("#s-C")
	x, y := p.Box(`[data-row="C"] .label`).Center()
	p.Move(x, y)
	p.Wait(`document.querySelector("#h-C").checkVisibility()`)
	if after := p.Box("#s-C"); after != before {
		t.Errorf("the help moves the slider from %+v to %+v", before, after)
	}
}
