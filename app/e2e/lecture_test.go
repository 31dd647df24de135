package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"pointscape/app/courses"
	"pointscape/engine/course"
)

// lesson returns the address of a page of the course in testdata/lesson.json.
func lesson(t *testing.T, page string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/lesson.json")
	if err != nil {
		t.Fatal(err)
	}
	packed, err := course.Pack(string(b))
	if err != nil {
		t.Fatal(err)
	}
	return "?deck=link&page=" + page + "#" + packed
}

// lessonState is what a page of a course shows.
type lessonState struct {
	Title  string
	Steps  int
	Done   []string // attributes data-done of the steps
	Veiled bool
	Facts  []string
}

func (p *Page) lesson() lessonState {
	p.t.Helper()
	return Eval[lessonState](p, `({
		Title: document.querySelector("#lesson-title")?.textContent ?? "",
		Steps: document.querySelectorAll(".lesson-step").length,
		Done: [...document.querySelectorAll(".lesson-step")].map((e) => e.dataset.done),
		Veiled: getComputedStyle(document.querySelector("#stage-picture")).visibility === "hidden",
		Facts: [...document.querySelectorAll(".lesson-facts [data-fact]")].map((e) => e.dataset.fact),
	})`)
}

// TestLecture completes a page of a course: a question before the picture, a task by its hints and solution, a number,
// a position.
func TestLecture(t *testing.T) {
	p := Start(t, Options{Path: lesson(t, "neuron")})
	p.WaitReady()
	p.Wait(`document.querySelector("#lesson-text math") !== null`)
	now := p.lesson()
	if !strings.Contains(now.Title, "neuron") || now.Steps != 1 || !now.Veiled || len(now.Facts) != 0 {
		t.Fatalf("the page begins as %+v", now)
	}
	if !Eval[bool](p, `document.querySelector("#stage-below").checkVisibility({visibilityProperty: true})`) {
		t.Error("the veil hides the numbers of the axis below")
	}
	p.Screenshot("veiled")
	p.ClickOn(`#lesson-now [data-choice="1"]`)
	p.Wait(`document.querySelector(".choice[data-state=wrong]")?.textContent.endsWith("That is not it.")`)
	p.ClickOn(`#lesson-now [data-choice="0"]`)
	p.Wait(`document.querySelector(".choice[data-state=right]")?.textContent.endsWith("Right.")`)
	if now = p.lesson(); now.Veiled || now.Done[0] != "true" {
		t.Errorf("once it is answered: %+v", now)
	}
	p.Screenshot("answered")
	said := `[!!document.querySelector("#lesson-notice")?.textContent.includes("shading"),
		!!document.querySelector("#lesson-summary")].join()`
	if is := Eval[string](p, said); is != "true,false" {
		t.Errorf("what to notice, and no summary before the end: %s", is)
	}
	p.ClickOn(".lesson-nav .fold")
	p.Wait(`document.querySelectorAll(".lesson-symbols dt").length === 2 && document.querySelector("#lesson-references")`)
	p.Screenshot("front")
	p.ClickOn(".lesson-nav .fold")
	p.ClickOn("#lesson-continue")
	p.Wait(`document.querySelectorAll(".lesson-step").length === 2`)
	p.Do(`document.querySelector("#lesson-hint").click()`) // wherever it has scrolled to
	p.Wait(`document.querySelectorAll("#lesson .hint").length === 1`)
	p.Do(`document.querySelector("#lesson-hint").click()`) // wherever it has scrolled to
	cut := Eval[string](p, `[...document.querySelectorAll("#lesson .hint")].filter((e) => e.scrollWidth > e.clientWidth)
		.map((e) => e.textContent).join("; ")`)
	if cut != "" {
		t.Errorf("these hints are cut off: %s", cut)
	}
	p.Screenshot("hints")
	if !Eval[bool](p, `[...document.querySelectorAll(".hint.prose")].every((e) => e.scrollWidth <= e.clientWidth)`) {
		t.Error("a hint is cut off at the end of its line")
	}
	if p.lesson().Done[1] != "false" {
		t.Error("the task is done before anybody has done it")
	}
	p.Wait(`document.querySelector("#lesson-solve") !== null`)
	p.Do(`document.querySelector("#lesson-solve").click()`)
	p.Wait(`document.querySelectorAll(".lesson-step")[1].dataset.done === "true"`)
	p.WaitReady()
	p.ClickOn("#lesson-continue")
	p.Wait(`document.querySelector("#lesson-number") !== null`)
	p.Do(`document.querySelector("#lesson-number").value = "12"; document.querySelector(".lesson-answer button").click()`)
	p.Wait(`document.querySelector(".lesson-wrong")?.textContent.includes("Too small")`)
	p.Do(`document.querySelector("#lesson-number").value = "33"; document.querySelector(".lesson-answer button").click()`)
	p.Wait(`document.querySelectorAll(".lesson-step")[2].dataset.done === "true"`)
	p.Rests("#lesson-continue") // the text of the answer moves it down
	p.ClickOn("#lesson-continue")
	p.Wait(`document.querySelectorAll(".lesson-step").length === 4`)
	p.Screenshot("place")
	points := len(p.Doc().Points)
	p.Accessible("a page of a course", "#lesson")
	p.Click(p.At(0.5, 0.95))
	p.Wait(`document.querySelectorAll(".lesson-step")[3].dataset.done === "true"`)
	if n := len(p.Doc().Points); n != points {
		t.Errorf("a place has added %d points", n-points)
	}
	p.ClickOn("#lesson-continue")
	p.Wait(`document.querySelector("#lesson-summary")?.textContent.includes("several lines")`)
	p.Do(`document.querySelector("#lesson").scrollTop = 1e5`)
	p.Screenshot("end")
	p.Resize(Phone)
	p.Do(`document.querySelector("#lesson").scrollTop = 0`)
	p.WaitReady()
	p.Screenshot("phone")
	p.Do(`document.querySelector(".stage-row").scrollIntoView()`)
	p.Screenshot("phone-plane")
	p.Do(`document.querySelector("#lesson-now").scrollIntoView()`)
	p.Screenshot("phone-steps")
}

// is checks that a position is marked in this way (see marked).
func (p *Page) is(mark string, x, y float64) {
	p.t.Helper()
	p.Wait(twoFrames)
	if got := p.marked(x, y); got != mark {
		p.Screenshot("mark")
		p.t.Fatalf("%g, %g is marked as %q, not %q", x, y, got, mark)
	}
}

// marked returns how a position of the plane is marked as an answer, in the colour of the page's text: "tick" or
// "cross" for a ring with such a mark, "ring" for a ring with something else, "" for no ring.
func (p *Page) marked(x, y float64) string {
	p.t.Helper()
	return Eval[string](p, fmt.Sprintf(`(() => {
		const over = document.querySelector("#stage-over"), view = pointscape.view();
		if (!over.checkVisibility()) return "";
		const scale = over.width / view.width, c = over.getContext("2d");
		const px = view.width * (%g - view.x[0]) / (view.x[1] - view.x[0]);
		const py = view.height * (view.y[1] - %g) / (view.y[1] - view.y[0]);
		const ink = (dx, dy) => { // opaque, within a pixel of there
			const s = Math.ceil(2 * scale), d = c.getImageData(Math.round((px + dx - 1) * scale), Math.round((py + dy - 1) * scale), s, s).data;
			const dark = document.documentElement.dataset.theme === "dark";
			for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 200 && (dark ? Math.min(d[i], d[i + 1], d[i + 2]) > 180 : Math.max(d[i], d[i + 1], d[i + 2]) < 90)) return true;
			return false;
		};
		if (![[11, 0], [-11, 0], [0, 11], [0, -11]].every(([dx, dy]) => ink(dx, dy))) return "";
		if (ink(0, 0) && ink(-4, -4) && ink(4, 4) && ink(-4, 4) && ink(4, -4)) return "cross";
		return ink(-1.5, 4) && ink(4.5, -3.3) && !ink(-4.5, -4.5) ? "tick" : "ring";
	})()`, x, y))
}

// A position given as an answer stays marked, as right or wrong, until the next one: by the pointer, even if the points
// are locked, and by the keyboard, even on a point.
func TestPlaceIsMarked(t *testing.T) {
	long(t)
	packed, err := course.Pack(`{"course": "where", "title": "Where", "pages": [
		{"id": "one", "title": "One", "text": "t", "lock": ["points"],
		 "document": {"method": "svm", "points": [[0.2,0.2,0],[0.8,0.8,1]], "view": {"x": [0, 1], "y": [0, 1]}},
		 "steps": [{"kind": "place", "text": "p", "check": "y > 0.85", "solution": [{"x": 0.5, "y": 0.95}]},
		  {"kind": "note", "text": "n"}]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, dark := range []bool{false, true} {
		p := Start(t, Options{Path: "?deck=link&page=one#" + packed, Dark: dark})
		p.WaitReady()
		p.is("", 0.5, 0.3)
		p.Do(`document.querySelector("#stage").focus()`)
		p.Key("n")
		p.Key("Enter")
		p.Wait(`document.querySelector(".lesson-wrong")?.textContent.includes("not the right position")`)
		p.Key("Escape")
		p.is("cross", 0.2, 0.2)
		p.Click(p.At(0.5, 0.3))
		p.is("cross", 0.5, 0.3)
		p.is("", 0.2, 0.2)
		p.Screenshot("wrong-place")
		p.Click(p.At(0.5, 0.92))
		p.Wait(`document.querySelector(".lesson-step").dataset.done === "true"`)
		p.is("tick", 0.5, 0.92)
		p.is("", 0.5, 0.3)
		p.Screenshot("right-place")
		p.ClickOn("#lesson-continue")
		p.Wait(`document.querySelectorAll(".lesson-step").length === 2`)
		p.is("", 0.5, 0.92)
	}
}

// draw draws a line in the plane in one stroke.
func (p *Page) draw(line [][2]float64) {
	p.t.Helper()
	box := Eval[[4]float64](p, `(() => { const r = document.querySelector("#stage").getBoundingClientRect();
		return [r.left, r.top, r.right, r.bottom]; })()`)
	within := func(q [2]float64) (x, y float64) { // a line may end at the plane's edge
		x, y = p.At(q[0], q[1])
		return min(max(x, box[0]+2), box[2]-2), min(max(y, box[1]+2), box[3]-2)
	}
	p.Press(within(line[0]))
	for _, q := range line[1:] {
		p.DragTo(within(q))
	}
	p.Lift()
}

// TestDrawnByHand draws a boundary by pointer and by corners, and has it assessed.
func TestDrawnByHand(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: lesson(t, "by-hand")})
	p.WaitReady()
	p.Wait(`document.querySelector("#lesson-step-0 p") !== null`)
	points := len(p.Doc().Points)
	const verdict = `[...document.querySelectorAll(".lesson-verdict tbody tr:first-child td")].map((e) => parseFloat(e.textContent))`
	p.draw([][2]float64{{0.5, 0.05}, {0.5, 0.95}})
	p.Wait(verdict + `.length === 2`)
	bad := Eval[[]float64](p, verdict)
	if p.lesson().Done[0] != "false" || bad[1] < 20 || len(p.Doc().Points) != points {
		t.Errorf("a bad line errs %v, done is %v, %d points of %d", bad, p.lesson().Done, len(p.Doc().Points), points)
	}
	p.draw([][2]float64{{0, 0.2}, {0.33, 0.62}, {0.4, 0.62}, {0.55, 0.38}, {0.64, 0.38}, {1, 0.8}})
	p.Wait(`document.querySelector(".lesson-step").dataset.done === "true"`)
	good := Eval[[]float64](p, verdict)
	if good[1] > 12 {
		t.Errorf("a line that is done errs %v", good)
	}
	p.Screenshot("drawn")
	p.ClickOn("#lesson-erase")
	p.Wait(`document.querySelector(".lesson-verdict") === null`)
	// Corners, one by one.
	for _, at := range [][2]float64{{0.5, 0.1}, {0.5, 0.9}} {
		p.Click(p.At(at[0], at[1]))
	}
	p.Wait(verdict + `.length === 2`)
	if now := Eval[[]float64](p, verdict); now[1] < 20 || p.lesson().Done[0] != "true" {
		t.Errorf("two corners err %v, and what is done is %v", now, p.lesson().Done)
	}
	p.Screenshot("corners")
}

// TestCoursesOpen opens the first page of each course from the list, turns to the next page, and goes back.
func TestCoursesOpen(t *testing.T) {
	long(t)
	all, err := courses.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		p := Start(t, Options{Path: "courses.html"})
		p.Do(`document.querySelector('a.begin[href="./?course=' + ` + quote(c.Course) + ` + '"]').click()`)
		p.WaitReady()
		p.Wait(`document.querySelector("#lesson-title")?.textContent === ` + quote(c.Pages[0].Title))
		p.ClickOn("#lesson-next")
		p.Wait(`document.querySelector("#lesson-title").textContent === ` + quote(c.Pages[1].Title))
		p.WaitReady()
		if at := Eval[string](p, `location.search`); at != "?course="+c.Course+"/"+c.Pages[1].ID {
			t.Errorf("%s: the second page is at %s", c.Course, at)
		}
		p.Screenshot(c.Course)
		p.Back()
		p.Wait(`document.querySelector("#lesson-title").textContent === ` + quote(c.Pages[0].Title))
		p.WaitReady()
	}
}

// What is hidden until a question is answered is revealed nowhere: not by pointing, not by a tap at the same position
// on the page before, and not to screen readers.
func TestVeilTellsNothing(t *testing.T) {
	packed, err := course.Pack(`{"course": "hidden", "title": "Hidden", "pages": [
		{"id": "one", "title": "One", "text": "t", "document": {"method": "knn"}},
		{"id": "two", "title": "Two", "text": "t", "document": {"method": "kmeans",
		 "points": [[0.2,0.2],[0.3,0.2],[0.8,0.8]], "view": {"x": [0, 1], "y": [0, 1]}},
		 "steps": [{"kind": "choose", "text": "Q", "veil": true,
		  "choices": [{"text": "no", "why": "w"}, {"text": "yes", "right": true}]}]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	p := Start(t, Options{Closed: true, Window: Phone})
	p.Inject(`window.explained = 0;
		const post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function(m, ...rest) {
			window.explained += m.type === "explain";
			return post.call(this, m, ...rest);
		};`)
	p.Open("?deck=link&page=one#" + packed)
	p.WaitReady()
	p.Tap(p.At(0.5, 0.5))
	p.Wait(`document.querySelector("#readout-answer").textContent !== ""`)
	p.WaitReady()
	p.Do(`document.querySelector("#lesson-next").click()`)
	p.Wait(`document.querySelector("#lesson-title").textContent === "Two"`)
	p.WaitReady()
	asked := Eval[int](p, `explained`)
	p.Do(`document.querySelector("#stage").focus()`)
	for range 5 { // steps through points and centres
		p.Key("n")
	}
	p.Become(Desktop)
	p.Move(p.At(0.5, 0.5))
	p.Move(p.At(0.25, 0.2))
	p.Wait(twoFrames)
	p.Screenshot("veiled")
	const told = `[...document.querySelectorAll("#readout-answer, #readout-lines, #picture-alt, .lesson-facts")].map(
		(e) => e.textContent).join("")`
	if s := Eval[string](p, told); s != "" || Eval[int](p, `explained`) != asked {
		t.Errorf("the hidden picture tells %q, and is asked", s)
	}
	p.ClickOn(`#lesson-now [data-choice="1"]`)
	p.Wait(`document.querySelector("#picture-alt").textContent !== ""`)
	p.Move(p.At(0.6, 0.5))
	p.Wait(`document.querySelector("#readout-answer").textContent !== ""`)
}

// Descriptions of pictures don't answer an open question: facts that the page withholds are included once it is
// answered.
func TestWhatIsToldAnswersNothing(t *testing.T) {
	p := Start(t, Options{Path: "?course=kernels/margin"})
	p.WaitReady()
	p.Wait(`document.querySelector("#picture-alt").textContent.includes("Geometric margin")`)
	if s := p.Text("#picture-alt"); strings.Contains(s, "Functional margin") {
		t.Errorf("the functional margin is asked for, and told: %s", s)
	}
	p.ClickOn("#lesson-number")
	p.Type("0.04")
	p.ClickOn(".lesson-answer button")
	p.Wait(`document.querySelector("#picture-alt").textContent.includes("Functional margin 0.04")`)
	p.Open("?course=kernels/likelihood")
	p.WaitReady()
	const told = `[...document.querySelectorAll("[id^=wall-][id$=-plane]")].map((e) => e.ariaLabel).join("; ")`
	if s := Eval[string](p, told); strings.Contains(s, "ikelihood") || s == "" {
		t.Errorf("the largest likelihood is asked for, and told: %s", s)
	}
	for k := range Eval[int](p, `document.querySelectorAll("[data-choice]").length`) {
		p.Do(fmt.Sprintf(`document.querySelector("[data-choice='%d']").click()`, k))
	}
	p.Wait(`(` + told + `).includes("ikelihood")`)
}

// The plane does not move while a finger sets one corner after the other.
func TestCornersByTaps(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: lesson(t, "by-hand"), Window: Phone})
	p.WaitReady()
	p.Do(`document.querySelector(".stage-row").scrollIntoView({block: "start", behavior: "instant"})`)
	p.Still()
	line := [][2]float64{{0.03, 0.2}, {0.33, 0.62}, {0.4, 0.62}, {0.55, 0.38}, {0.64, 0.38}, {0.97, 0.8}}
	var at [][2]float64
	for _, q := range line {
		x, y := p.At(q[0], q[1])
		at = append(at, [2]float64{x, y})
	}
	for i, q := range at[:3] {
		p.Tap(q[0], q[1])
		if i > 0 {
			p.Wait(`document.querySelector(".lesson-verdict") !== null`)
		}
		p.Still()
		if x, y := p.At(line[i][0], line[i][1]); !near(x, q[0], 0.5) || !near(y, q[1], 0.5) {
			t.Fatalf("after corner %d the plane has moved by %g, %g", i+1, x-q[0], y-q[1])
		}
	}
	for _, q := range at[3:] {
		p.Tap(q[0], q[1])
	}
	p.Wait(`document.querySelector(".lesson-step").dataset.done === "true"`)
	p.Screenshot("corners")
}

// On a phone the picture stays visible above the steps: a question is answered, and the answer and the next step are
// read beside it. Notices over the page are visible, too.
func TestPictureStaysInSight(t *testing.T) {
	p := Start(t, Options{Path: "?course=recognition/neighbours", Window: Phone, Clock: true})
	p.WaitReady()
	for _, w := range some(1, []Window{Small, Phone}) {
		p.Become(w)
		p.Open("?course=recognition/neighbours")
		p.WaitReady()
		if p.Has("#lesson-again") {
			p.Do(`document.querySelector("#lesson-again").click()`)
			p.WaitReady()
		}
		seen := func(what string) {
			t.Helper()
			p.Still()
			b := p.boxes("#stage", "#lesson-now")
			stage, now := b[0], b[1]
			ends := stage.Y + stage.H
			if stage.Y < 40 || now.Y+now.H < ends+40 || now.Y > float64(w.Height)-40 {
				t.Errorf("%d pixels wide, %s: the picture is %+v, the step %+v", w.Width, what, stage, now)
			}
			x, y := stage.Center()
			if !Eval[bool](p, fmt.Sprintf(`document.elementFromPoint(%g, %g)?.closest("#stage") !== null`, x, y)) {
				t.Errorf("%d pixels wide, %s: something lies over the picture", w.Width, what)
			}
		}
		p.TapOn(`#lesson-now [data-choice="1"]`)
		p.Wait(`document.querySelector("#lesson-continue") !== null`)
		p.WaitReady()
		seen("answered")
		p.Screenshot("answered")
		p.TapOn("#lesson-continue")
		p.Wait(`document.querySelectorAll(".lesson-step").length === 2`)
		p.WaitReady()
		seen("going on")
		p.Screenshot("on")
	}
	for _, w := range []Window{Phone, Desktop} {
		p.Become(w)
		p.Do(`document.querySelector("#menu-slides").click()`)
		p.ClickNamed("#pop-slides button", "Add this page")
		toast := p.Notice("Added to your slides as page")
		x, y := toast.button("Dismiss").Center()
		if !Eval[bool](p, fmt.Sprintf(`!!document.elementFromPoint(%g, %g)?.closest(".toast")`, x, y)) {
			t.Errorf("%d pixels wide: a toast is not seen", w.Width)
		}
		p.Screenshot("toast")
		toast.Click("Dismiss")
		toast.Gone()
	}
}

// The last page of a course links to the other courses.
func TestCourseEnds(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?course=ten-minutes/unsure"})
	p.WaitReady()
	p.ClickOn("#lesson-end")
	p.Wait(`location.pathname.endsWith("/courses.html")`)
	p.Open("?course=ten-minutes/fold")
	p.WaitReady()
	p.Wait(`document.querySelector("#lesson-next") !== null`)
	if p.Has("#lesson-end") {
		t.Error("a course ends before its last page")
	}
}

// On a phone in landscape, the plane is beside the text, and the drawing is still there.
func TestCourseOnItsSide(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: lesson(t, "by-hand"), Window: Phone})
	p.WaitReady()
	p.Do(`document.querySelector(".stage-row").scrollIntoView({block: "start", behavior: "instant"})`)
	p.Still()
	x0, y0 := p.At(0.5, 0.2)
	x1, y1 := p.At(0.5, 0.8)
	p.Swipe(x0, y0, x1, y1)
	p.Wait(`document.querySelector(".lesson-verdict") !== null`)
	for _, w := range []Window{{Width: 844, Height: 390, Touch: true}, {Width: 780, Height: 360, Touch: true}} {
		p.Become(w)
		stage, text := p.Box("#stage"), p.Box("#lesson")
		if !apart(stage, text) || stage.W < 300 || stage.H < 150 || text.W < 300 || text.H < 250 {
			t.Errorf("%d x %d: the plane is %+v, the text %+v", w.Width, w.Height, stage, text)
		}
		if !p.Has(".lesson-verdict") {
			t.Error("the drawing is gone")
		}
		p.Screenshot("side")
	}
	p.Become(Phone)
	p.ClickOn("#lesson-erase")
	p.Wait(`document.querySelector(".lesson-verdict") === null`)
	// Much content below the plane does not reduce its height.
	p.Become(Window{Width: 844, Height: 390, Touch: true})
	p.Open("?course=ten-minutes/fold")
	p.WaitReady()
	p.Still()
	if b := p.Box("#stage"); b.H < 150 {
		t.Errorf("above a player and a strip the plane is %+v", b)
	}
	p.reaches("on its side")
	p.Screenshot("player")
}

// By keyboard only: after an answer the focus stays at the step, and the next step gets the focus.
func TestFollowedByKeys(t *testing.T) {
	p := Start(t, Options{Path: lesson(t, "neuron")})
	p.WaitReady()
	p.Wait(`document.querySelector("[data-choice]") !== null`)
	const within = `document.activeElement.id === "lesson-now"`
	step := func(n int, done bool) {
		t.Helper()
		p.Wait(fmt.Sprintf(`document.querySelectorAll(".lesson-step").length === %d &&
			document.querySelector("#lesson-now").dataset.done === "%t"`, n, done))
		p.Wait(within)
	}
	p.Do(`document.querySelector("[data-choice='1']").focus()`)
	p.Key("Enter")
	p.Wait(`document.querySelector(".choice[data-state=wrong]") !== null`)
	step(1, false)
	p.Key("Tab")
	p.Key("Enter")
	step(1, true)
	p.Key("Tab")
	p.Key("Enter") // Go on
	step(2, false)
	for range 2 { // hints, and the solution, whose button replaces theirs
		p.Key("Tab")
		p.Key("Enter")
		p.Wait(twoFrames)
	}
	p.Do(`document.querySelector("#lesson-solve").focus()`)
	p.Key("Enter")
	step(2, true)
	p.WaitReady()
	p.Key("Tab")
	p.Key("Enter")
	step(3, false)
	p.Key("Tab")
	p.Type("33")
	p.Key("Enter")
	step(3, true)
	p.Key("Tab")
	p.Key("Enter")
	step(4, false)
	// A position: the cursor moves there.
	p.Do(`document.querySelector("#stage").focus()`)
	for range 5 {
		p.Key("Shift+ArrowUp")
	}
	p.Key("Enter")
	p.Wait(`document.querySelectorAll(".lesson-step")[3].dataset.done === "true"`)
}

// Each kind of step can be done by single taps and typing, without dragging (WCAG 2.5.7): a choice, a position, points
// and handles that are moved, a slider, a curve, a number and a note. TestCornersByTaps draws a boundary.
func TestCourseByTaps(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Window: Phone})
	done := func() {
		t.Helper()
		p.Wait(`document.querySelector("#lesson-now").dataset.done === "true"`)
		p.WaitReady()
	}
	open := func(page string) {
		p.Open("?course=" + page)
		p.WaitReady()
		p.Wait(`document.querySelector("#lesson-now") !== null`)
	}
	goOn := func() {
		n := Eval[int](p, `document.querySelectorAll(".lesson-step").length`)
		p.TapOn("#lesson-continue")
		p.Wait(fmt.Sprintf(`document.querySelectorAll(".lesson-step").length === %d`, n+1))
		p.WaitReady()
	}
	tap := func(at ...[2]float64) { // at positions of the plane, which is scrolled to the top
		p.Do(`document.querySelector(".stage-row").scrollIntoView({block: "start", behavior: "instant"})`)
		p.Still()
		for _, q := range at {
			p.Tap(p.At(q[0], q[1]))
			p.Still()
		}
	}
	open("ten-minutes/border")
	tap([2]float64{0.5, 0.77}) // a place
	done()
	goOn()
	tap([2]float64{0.779, 0.651}, [2]float64{0.52, 0.46}) // a point, and its new position
	done()
	open("ten-minutes/memory")
	p.TapOn(`#lesson-now [data-choice="0"]`)
	done()
	goOn()
	p.Tap(p.Box(`#strip [data-row=n_neighbors] input[type=range]`).At(0.25, 0.5))
	done()
	open("ten-minutes/centres")
	p.TapOn(`#lesson-now [data-choice="1"]`)
	done()
	goOn()
	tap([2]float64{0.5, 0.55}) // a handle, and its new position
	p.Wait(`document.querySelector("#readout").textContent.includes("Tap the new position")`)
	tap([2]float64{0.3, 0.14})
	tap([2]float64{0.3, 0.5}, [2]float64{0.06, 0.4})
	done()
	open("foundations/least-squares")
	tap([2]float64{0.02, -0.78}, [2]float64{0.5, 0}, [2]float64{0.98, 0.75}) // a curve, corner by corner
	done()
	p.TapOn("#lesson-erase")
	p.Wait(`document.querySelector("#lesson-erase") === null`)
	open("kernels/counts")
	p.TapOn("#lesson-number")
	p.Type("16")
	p.TapOn(".lesson-answer button")
	done()
	open("recognition/neighbours")
	p.Do(`localStorage.setItem("pointscape.courses", '{"recognition": {"neighbours": {"step": 4, "done": true}}}')`)
	open("recognition/neighbours")
	goOn() // to a note, which needs no answer
	if p.Text("#lesson-now") == "" || p.Has("#lesson-continue") {
		t.Error("the note is not the end of its page")
	}
}

// While a question hides the picture, it also hides the player with its curves and steps, which would reveal the
// answer.
func TestVeilOverThePlayer(t *testing.T) {
	long(t)
	sideBySide(t)
	p := Start(t, Options{Path: "?course=kernels/soft"})
	p.WaitReady()
	p.ClickOn("#lesson-continue")
	p.Wait(`document.querySelector(".app.veiled") !== null`)
	const seen = `document.querySelector("#player").checkVisibility({visibilityProperty: true})`
	if Eval[bool](p, seen) {
		t.Error("the player is seen while its question is open")
	}
	p.Screenshot("veiled")
	for k := range Eval[int](p, `document.querySelectorAll("[data-choice]").length`) {
		p.Do(fmt.Sprintf(`document.querySelector("[data-choice='%d']").click()`, k))
	}
	p.Wait(`document.querySelector(".app.veiled") === null`)
	p.WaitReady()
	if !Eval[bool](p, seen) {
		t.Error("the player stays away")
	}
}

// If a task's goal is reached with another setting than it requires, the page names the setting until it is chosen.
func TestTaskNamesTheMissingSetting(t *testing.T) {
	long(t) // TestLecture completes a task
	packed, err := course.Pack(`{"course": "missing", "title": "Missing", "pages": [
		{"id": "one", "title": "One", "text": "t", "controls": ["n_neighbors", "metric"],
		 "document": {"method": "knn", "params": {"n_neighbors": 3, "metric": "manhattan"},
		  "points": [[0.2,0.2,0],[0.3,0.2,0],[0.8,0.8,1],[0.25,0.25,1]], "view": {"x": [0, 1], "y": [0, 1]}},
		 "steps": [{"kind": "task", "text": "p", "check": "training_error == 0 && metric == \"euclidean\"",
		  "solution": [{"params": {"n_neighbors": 1}}]}, {"kind": "note", "text": "n"}]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	p := Start(t, Options{Path: "?deck=link&page=one#" + packed})
	p.WaitReady()
	p.Wait(`document.querySelector("#lesson-reset") !== null`)
	if p.Has(".lesson-wrong") {
		t.Error("a setting is named before the goal is reached")
	}
	p.Fill(`[data-row="n_neighbors"] input.num`, "1")
	p.Key("Enter")
	p.Wait(`document.querySelector(".lesson-wrong")?.textContent.includes("this setting: Metric = Euclidean")`)
	p.Screenshot("missing-setting")
	p.Do(`(() => { const s = document.querySelector("#p-metric"); s.value = "euclidean";
		s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	p.Wait(`document.querySelector(".lesson-step").dataset.done === "true"`)
}

// A notice on a course's page is visible, on a desktop and on a phone.
func TestNoticeOfACoursePage(t *testing.T) {
	long(t) // TestPictureStaysInSight shows notices on the page of a course
	for _, window := range []Window{Desktop, Phone} {
		p := Start(t, Options{Path: "?course=foundations/losses", Window: window})
		p.WaitReady()
		p.Drop("broken.json", "{")
		p.Notice("broken.json")
		p.Screenshot(fmt.Sprint("notice-", window.Width))
		if window != Phone {
			continue
		}
		// On a phone the picture, which stays above the steps, is not covered by the notice.
		p.Do(`document.querySelector("#lesson-now").scrollIntoView({block: "center"})`)
		p.Wait(twoFrames)
		p.Still()
		if picture, over := p.Box(".stage-row"), p.Box(".over > *"); !apart(picture, over) {
			t.Errorf("the notice %+v covers the picture %+v", over, picture)
		}
	}
}
