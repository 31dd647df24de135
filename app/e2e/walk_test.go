//go:build walk

package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/app/courses"
	"pointscape/engine/course"
	"pointscape/engine/course/trial"
	"pointscape/engine/method"
)

var onlyPage = flag.String("page", "", "walk through the pages with these ids alone: dual,soft")

// TestWalk completes all pages of all courses, in each language: wrong answers are rejected, right ones accepted, tasks
// are unsolved until their solution is shown, and nothing is wider than a phone. It takes about half an hour, and is a
// command of its own (make walk); -run TestWalk/fr/kernels tests one course.
func TestWalk(t *testing.T) {
	tr := trial.New()
	for _, tag := range []string{"en", "fr"} {
		t.Run(tag, func(t *testing.T) {
			list, err := courses.In(tag)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range list {
				t.Run(c.Course, func(t *testing.T) {
					if c.Lang != tag {
						t.Errorf("the course is in %q", c.Lang)
					}
					p := Start(t, Options{Path: "?lang=" + tag + "&course=" + c.Course})
					for i := range c.Pages {
						if *onlyPage != "" && !slices.Contains(strings.Split(*onlyPage, ","), c.Pages[i].ID) {
							continue
						}
						if err := tr.Page(method.Unstopped, &c.Pages[i]); err != nil {
							t.Fatal(err)
						}
						p.walkPage(tr, c, &c.Pages[i], tag)
					}
				})
			}
		})
	}
}

// walkPage completes one page.
func (p *Page) walkPage(tr *trial.Trial, c *course.Course, page *course.Page, tag string) {
	at := c.Course + "/" + page.ID
	p.t.Log(at)
	p.Do(`sessionStorage.clear()`)
	p.Open(fmt.Sprintf("?lang=%s&course=%s", tag, at))
	p.Wait(`document.querySelector("#lesson-text p") !== null`)
	p.WaitReady()
	wrong := func(where string, format string, args ...any) {
		p.t.Helper()
		p.t.Errorf("%s%s: "+format, append([]any{at, where}, args...)...)
	}
	if title := p.lesson().Title; title != page.Title {
		wrong("", "the title is %q, not %q", title, page.Title)
	}
	for i := range page.Steps {
		s := &page.Steps[i]
		where := fmt.Sprintf(" step %d (%s)", i, s.Kind)
		p.Wait(fmt.Sprintf(`document.querySelectorAll(".lesson-step").length === %d`, i+1))
		p.WaitReady()
		done := fmt.Sprintf(`document.querySelectorAll(".lesson-step")[%d].dataset.done === "true"`, i)
		if s.Asks() && Eval[bool](p, done) {
			wrong(where, "it is done before anybody has done anything")
		}
		p.answer(tr, s, func(format string, args ...any) { wrong(where, format, args...) }, done)
		if s.Asks() && !p.comes(done) {
			wrong(where, "the right answer is not taken: %s", Eval[string](p,
				`[...document.querySelectorAll("#lesson-now, .lesson-facts")].map((e) => e.textContent).join(" | ")`))
			p.Screenshot(strings.ReplaceAll(at, "/", "-"))
			return
		}
		p.WaitReady()
		notes := Eval[[]string](p, `[...document.querySelectorAll(".strip-note")].map((e) => e.textContent)`)
		if len(notes) > 0 {
			wrong(where, "the page notes %q", notes)
		}
		if i+1 < len(page.Steps) {
			p.Do(`document.querySelector("#lesson-continue").click()`)
		}
	}
	for _, dark := range []bool{true, false} { // in French the same elements have other texts
		p.Dark(dark)
		p.Wait(fmt.Sprintf(`(document.documentElement.dataset.theme === "dark") === %t`, dark))
		p.WaitReady()
		p.Accessible(fmt.Sprintf("%s, dark %t", at, dark), "#lesson-title")
	}
	for _, size := range []Window{Small, Phone, Desktop} {
		p.Resize(size)
		p.WaitReady()
		if wide := Eval[[]string](p, tooWide); len(wide) > 0 {
			wrong("", "at a width of %d these are too wide: %s", size.Width, strings.Join(wide, "; "))
		}
	}
}

// comes waits until an expression is true, and reports whether it became so.
func (p *Page) comes(expr string) bool {
	for end := time.Now().Add(patience / 2); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if Eval[bool](p, expr) {
			return true
		}
	}
	return false
}

// tooWide returns what extends beyond the course's text, or has to be scrolled within it; texts for screen readers only
// (.sr) are one pixel wide, and clipped.
const tooWide = `(() => {
	const lesson = document.querySelector("#lesson"); // on a phone it has no box of its own
	const box = lesson.getBoundingClientRect();
	const right = box.width > 0 ? box.right : document.documentElement.clientWidth;
	return [...lesson.querySelectorAll("*")].filter((e) => {
		const r = e.getBoundingClientRect();
		const cut = getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1;
		return r.width > 0 && !e.closest(".sr") && (r.right > right + 1 || r.left < -1 || cut);
	}).map((e) => e.tagName + "." + e.className + " " + (e.getAttribute("alttext") ?? e.textContent).slice(0, 60))
		.slice(0, 4);
})()`

// answer answers a step, first wrongly.
func (p *Page) answer(tr *trial.Trial, s *course.Step, wrong func(format string, args ...any), done string) {
	p.t.Helper()
	still := func(what string) {
		p.t.Helper()
		if Eval[bool](p, done) {
			wrong("it is done by %s", what)
		}
	}
	switch s.Kind {
	case course.Choose:
		right := -1
		for j := range s.Choices {
			if s.Choices[j].Right {
				right = j
				continue
			}
			p.Do(fmt.Sprintf(`document.querySelector("#lesson-now [data-choice='%d']").click()`, j))
			p.Wait(fmt.Sprintf(`document.querySelector("#lesson-now [data-choice='%d']").dataset.state === "wrong"`, j))
			still("a wrong answer")
		}
		p.Do(fmt.Sprintf(`document.querySelector("#lesson-now [data-choice='%d']").click()`, right))
	case course.Number:
		say := func(v float64) {
			p.Do(fmt.Sprintf(`document.querySelector("#lesson-number").value = "%.7g"; `+
				`document.querySelector(".lesson-answer button").click()`, v))
		}
		say(tr.Numbers[s] + 10*s.Within + 1)
		p.Wait(`!/worked out|en calcul/.test(document.querySelector(".lesson-wrong").textContent)`)
		still("a number that is too large")
		say(tr.Numbers[s])
	case course.Place:
		for i, text := range append(append([]string{}, s.Wrong...), s.Solution...) {
			var at struct{ X, Y float64 }
			if err := json.Unmarshal([]byte(text), &at); err != nil {
				p.t.Fatal(err)
			}
			if i == len(s.Wrong) {
				still("another place")
			}
			p.Click(p.At(at.X, at.Y))
		}
	case course.Draw:
		for i, text := range append(append([]string{}, s.Wrong...), s.Solution...) {
			var drawn struct{ Line [][2]float64 }
			if err := json.Unmarshal([]byte(text), &drawn); err != nil {
				p.t.Fatal(err)
			}
			p.draw(drawn.Line)
			if !p.comes(`document.querySelector(".lesson-verdict") !== null`) {
				wrong("nothing is said of the line %s", text)
				return
			}
			if i < len(s.Wrong) {
				still("a bad drawing")
				p.Do(`document.querySelector("#lesson-erase").click()`)
				p.Wait(`document.querySelector(".lesson-verdict") === null`)
			}
		}
	case course.Task:
		for i := range s.Hints {
			p.Do(`document.querySelector("#lesson-hint").click()`)
			p.Wait(fmt.Sprintf(`document.querySelectorAll("#lesson-now .hint").length === %d`, i+1))
		}
		still("hints")
		p.Wait(`document.querySelector("#lesson-solve") !== null`)
		p.Do(`document.querySelector("#lesson-solve").click()`)
	}
}
