package e2e

import (
	"fmt"
	"strings"
	"testing"

	"pointscape/engine/course"
)

// A double click, by habit or by a trembling hand, acts only once on a button: it goes one page further, or adds one
// page to the slides. On the plane it adds no point.
func TestDoubleClicks(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	x, y := p.At(0.5, 0.9)
	p.DoubleClick(x, y)
	p.WaitReady()
	// A double click resets the view and adds no point (TestDoubleClickLeavesNoPoint in stage).
	if n := len(p.Doc().Points); n != 4 {
		t.Errorf("a double click on the plane leaves %d points", n)
	}
	packed, err := course.Pack(`{"course": "three", "title": "Three", "pages": [
		{"id": "a", "title": "A", "text": "t", "document": {"method": "svm"}},
		{"id": "b", "title": "B", "text": "t", "document": {"method": "knn"}},
		{"id": "c", "title": "C", "text": "t", "document": {"method": "svm"}}]}`)
	if err != nil {
		t.Fatal(err)
	}
	p.OpenURL("about:blank")
	p.Open("?deck=link&page=a#" + packed)
	p.WaitReady()
	p.Wait(`document.querySelector("#lesson-next") !== null`)
	at := func() string { return p.Text(".lesson-nav .count") }
	if s := at(); !strings.HasPrefix(s, "1 ") {
		t.Fatalf("the course begins at %q", s)
	}
	p.Do(`document.querySelector("#lesson-next").scrollIntoView()`)
	box := p.Box("#lesson-next")
	p.DoubleClick(box.At(0.5, 0.5))
	p.Wait(`!document.querySelector(".lesson-nav .count").textContent.startsWith("1 ")`)
	p.WaitReady()
	if s := at(); !strings.HasPrefix(s, "2 ") {
		t.Errorf("a double click on the next page goes to %q", s)
	}
	p.ClickOn("#menu-slides")
	p.Wait(`document.querySelector("#deck-collect") !== null`)
	box = p.Box("#deck-collect")
	p.DoubleClick(box.At(0.5, 0.5))
	p.Wait(`!document.querySelector("#deck-open").textContent.includes("(0)")`)
	p.Wait(twoFrames)
	if s := p.Text("#deck-open"); !strings.Contains(s, "(1)") {
		t.Errorf("a double click takes the page: %q", s)
	}
}

// In a window of 320 pixels, or of 1280 at 200 %, all controls can be scrolled into view and are large enough for a
// finger (reaches), and buttons zoom the plane.
func TestNarrowAndZoomed(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses), Window: Small})
	p.WaitReady()
	for _, w := range []Window{{Width: 320, Height: 568, Touch: true}, {Width: 640, Height: 400}} {
		p.Become(w)
		at := fmt.Sprintf("%d pixels, ", w.Width)
		p.reaches(at + "start")
		for _, tab := range []string{"data", "results", "method"} {
			if Eval[bool](p, `!!document.querySelector("#tab-`+tab+`")?.checkVisibility()`) {
				p.Do(`document.querySelector("#tab-` + tab + `").click()`)
				p.reaches(at + tab)
			}
		}
		for _, menu := range []string{"method", "examples", "share", "export"} {
			p.Do(`document.getElementById("menu-` + menu + `").click()`)
			p.Wait(`document.querySelector("#pop-` + menu + `")`)
			p.reaches(at + menu)
			p.Screenshot(fmt.Sprint(menu, "-", w.Width))
			p.Key("Escape")
			p.Wait(`!document.querySelector("#pop-` + menu + `")`)
		}
		if !p.Has(`.zoom [data-key="+"]`) || !Eval[bool](p, `document.querySelector('.zoom [data-key="+"]').checkVisibility()`) {
			t.Errorf("%sonly two fingers can look closer", at)
		}
		p.Screenshot(fmt.Sprint("start-", w.Width))
	}
}

// TestNarrowAndZoomed for pages of courses with various tasks, the lists of courses, examples and methods, the builder
// of frames, and the user's own deck. The plane of a course is at least 200 by 150 pixels.
func TestNarrowAndZoomedPages(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Window: Small})
	windows := []Window{{Width: 320, Height: 568, Touch: true}, {Width: 640, Height: 400}}
	for _, page := range []string{
		lesson(t, "neuron"), lesson(t, "by-hand"), "?course=ten-minutes/centres", "?course=ten-minutes/fold",
		"?course=kernels/posterior", "?course=recognition/questions", "?lang=fr&course=kernels/promise",
	} {
		p.Resize(windows[0])
		p.OpenURL("about:blank")
		p.Open(page)
		p.WaitReady()
		p.Wait(`document.querySelector("#lesson-text p") !== null`)
		for _, w := range windows {
			p.Become(w)
			at := fmt.Sprintf("%.40s, %d pixels", page, w.Width)
			p.reaches(at)
			if b := p.Box("#stage"); b.W < 200 || b.H < 150 {
				t.Errorf("%s: the plane is %+v", at, b)
			}
			// In one evaluation: the page may still be scrolling to the focused element.
			if b := Eval[[]Box](p, `[".player .steps", ".player .way .slider"].map((q) => document.querySelector(q))
				.filter(Boolean).map((e) => e.getBoundingClientRect())
				.map((b) => ({x: b.x, y: b.y, w: b.width, h: b.height}))`); len(b) == 2 && !apart(b[0], b[1]) {
				t.Errorf("%s: the step lies over the slider: %+v", at, b)
			}
			p.Do(`document.querySelector("[aria-controls=lesson-contents]").click()`)
			p.Wait(`document.querySelector("#lesson-contents a")`)
			p.reaches(at + ", contents")
			p.Screenshot("narrow")
			p.Do(`document.querySelector("[aria-controls=lesson-contents]").click()`)
			p.Wait(`!document.querySelector("#lesson-contents a")`)
		}
	}
	for _, page := range []string{"courses.html", "gallery.html", "methods.html", "web/embed.html", "web/builder.html",
		"gallery.fr.html", "?deck=mine"} {
		p.Resize(windows[0])
		p.Open(page)
		ready := `document.readyState === "complete"`
		switch {
		case strings.HasSuffix(page, "builder.html"):
			ready = `document.querySelector("#controls input") !== null`
		case strings.HasSuffix(page, "mine"):
			p.WaitReady()
			ready = `document.querySelector("#deck-title") !== null`
		}
		p.Wait(ready)
		for _, w := range windows {
			p.Resize(w)
			p.Wait(twoFrames)
			p.reaches(fmt.Sprintf("%s, %d pixels", page, w.Width))
			p.Screenshot("narrow")
		}
	}
}

// reaches fails if a control extends beyond the window and can't be scrolled into it, or is smaller than 24 pixels and
// close to another one, or if the page itself scrolls horizontally or, in a course, vertically.
func (p *Page) reaches(state string) {
	p.t.Helper()
	p.Wait(`document.getAnimations().every(a => a.playState !== "running" || a.effect.getComputedTiming().endTime === Infinity)`)
	for _, s := range Eval[[]string](p, `(() => {
		const out = [], seen = [];
		for (const e of [document.documentElement, document.querySelector(".app")]) {
			if (e?.scrollWidth > innerWidth) out.push("the page is " + e.scrollWidth + " px wide");
		}
		// What is out of sight in a course's text is no part of the window: a focus would move all of it away.
		const high = document.documentElement.scrollHeight;
		if (document.querySelector(".app.lecture") && high > innerHeight + 1) out.push("behind the page are " + high + " px");
		for (const e of document.querySelectorAll("button, a[href], input, select, textarea, summary")) {
			const target = e.matches("input[type=radio], input[type=checkbox], input[type=file]") && e.labels?.[0] || e;
			if (e.disabled || !target.checkVisibility({visibilityProperty: true}) || target.closest("[inert], [aria-hidden=true], .sr")) continue;
			const what = e.tagName + " " + (e.getAttribute("aria-label") || e.textContent || e.id).trim().slice(0, 40);
			target.scrollIntoView({block: "nearest", inline: "nearest"});
			const r = target.getBoundingClientRect();
			if (r.width < 1) continue;
			if (r.left < -1 || r.right > innerWidth + 1 || r.top < -1 || r.bottom > innerHeight + 1 && r.height < innerHeight) {
				out.push(what + " is out of reach: " + [r.left, r.top, r.right, r.bottom].map(Math.round));
			}
			seen.push([what, target, r]);
		}
		for (const [what, e] of seen) {
			const r = e.getBoundingClientRect();
			if (r.width >= 23.9 && r.height >= 23.9 || e.matches(".prose a, p a, .help a, label input")) continue;
			// 2.5.8: a circle of 24 pixels about it touches no other one.
			const x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;
			for (const [other, f] of seen) {
				const q = f.getBoundingClientRect();
				if (f === e || f.contains(e) || e.contains(f) || q.width < 1) continue;
				const dx = Math.max(q.left - x, 0, x - q.right), dy = Math.max(q.top - y, 0, y - q.bottom);
				if (Math.hypot(dx, dy) < 11.9) { out.push(what + " is " + Math.round(r.width) + " x " + Math.round(r.height) + " beside " + other); break; }
			}
		}
		return out;
	})()`) {
		p.t.Errorf("%s: %s", state, s)
	}
}

// In forced colours, a chosen class or option looks different from one that is not chosen, and the focus has an
// outline.
func TestForcedColours(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	p.media("forced-colors", "active")
	p.Wait(`matchMedia("(forced-colors: active)").matches`)
	p.WaitReady()
	p.Screenshot("forced")
	for _, s := range Eval[[]string](p, `(() => {
		const out = [], look = (e) => { const c = getComputedStyle(e), b = getComputedStyle(e, "::before"); return [c.outlineStyle, c.outlineColor, c.borderColor, c.backgroundColor, c.color, b.backgroundColor, b.translate, b.left].join(); };
		for (const [what, on, off] of [
			["a class", ".chip[aria-checked=true]", ".chip[aria-checked=false]"],
			["a choice", ".segments input:checked + label", ".segments input:not(:checked) + label"],
		]) {
			const a = document.querySelector(on), b = document.querySelector(off);
			if (a && b && look(a) === look(b)) out.push(what + " that is chosen looks as one that is not");
		}
		const button = document.querySelector("#menu-share");
		button.focus({focusVisible: true});
		const c = getComputedStyle(button);
		if (c.outlineStyle === "none" || parseFloat(c.outlineWidth) < 1) out.push("the focus is not seen");
		return out;
	})()`) {
		t.Error(s)
	}
	p.Do(`document.querySelector("#menu-export").click()`)
	p.Wait(`document.querySelector("#pop-export")`)
	p.Screenshot("forced-export")
	p.Key("Escape")
	p.Open(lesson(t, "neuron"))
	p.WaitReady()
	p.Wait(`document.querySelector("[data-choice]") !== null`)
	p.ClickOn(`#lesson-now [data-choice="1"]`)
	p.Wait(`document.querySelector(".choice[data-state=wrong]") !== null`)
	p.Screenshot("forced-course")
}
