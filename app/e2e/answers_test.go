package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// cells returns the rows of the table of predictions, with its head; the cells of a row are joined by " | ".
const cells = `[...document.querySelectorAll("#answers tr")].map((r) => [...r.cells].map((c) => c.textContent).join(" | "))`

// The table of predictions at the points opens by keyboard, follows edits, shows 100 points at a time, is saved as a
// file, and is in the page's language. Nothing is computed while it is closed.
func TestPointsAndPredictions(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Clock: true})
	p.Inject(`{
		const post = Worker.prototype.postMessage;
		window.asked = 0;
		Worker.prototype.postMessage = function (m, ...rest) {
			if (m.type === "predict") asked++;
			return post.call(this, m, ...rest);
		};
	}`)
	p.Open(link(t, strings.Replace(twoClasses, `"method":"svm","params":{"kernel":"linear","C":10}`,
		`"method":"knn","params":{"n_neighbors":3},"split":{"roles":"...t"},"names":{"classes":["red"]}`, 1)))
	p.WaitReady()
	p.ClickOn("#menu-data")
	p.Wait(`document.activeElement?.id === "dataset"`)
	p.Do(`document.querySelector("#answers-fold").focus()`)
	if n := Eval[int](p, "asked"); n != 0 {
		t.Errorf("%d tables were asked for unasked", n)
	}
	p.Key("Enter")
	table := func(want string) {
		t.Helper()
		p.Wait(fmt.Sprintf(`(%s).join("\n") === %s`, cells, quote(want)))
	}
	const first = "Point | x₁ | x₂ | Class | Role | Predicted | Probability | Right\n" +
		"1 | 0.2 | 0.2 | red | training | red | 0.6667 | yes\n2 | 0.3 | 0.6 | red | training | red | 0.6667 | yes\n" +
		"3 | 0.7 | 0.3 | class 2 | training | red | 0.6667 | no\n4 | 0.8 | 0.7 | class 2 | test | red | 0.6667 | no"
	table(first)
	if n := Eval[int](p, "asked"); n != 1 {
		t.Errorf("%d questions for one table", n)
	}
	if s := p.Text("#answers caption"); s != "Points 1 to 4 of 4, with the model's predictions" {
		t.Errorf("the table is called %q", s)
	}
	p.Do(`document.querySelector("#answers").scrollIntoView()`)
	p.InBothThemes("the table", "#answers table")
	p.Screenshot("answers")
	// The table follows an edit that is made on the stage by keys.
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("n")
	p.Changed(func() { p.Key("2") })
	table(strings.NewReplacer("red | training | red | 0.6667 | yes\n2", "class 2 | training | class 2 | 0.6667 | yes\n2",
		"red | 0.6667 | yes\n3", "class 2 | 0.6667 | no\n3", "red | 0.6667 | no", "class 2 | 0.6667 | yes").Replace(first))
	p.Changed(func() { p.Key("Ctrl+z") })
	table(first)
	// Without a model there is no table; the page says which data are missing.
	p.Set(strings.Replace(twoClasses, "[0.7,0.3,1],[0.8,0.7,1]", "[0.7,0.3,0]", 1))
	p.Wait(`/two classes/.test(document.querySelector("#answers").textContent) && !document.querySelector("#answers table")`)
	// Many points are shown in pages.
	p.Set(`{"version":1,"method":"kmeans","dataset":{"name":"moons","n":230,"seed":1}}`)
	p.Wait(`document.querySelectorAll("#answers tbody tr").length === 100`)
	if rows := Eval[[]string](p, cells); !strings.HasPrefix(rows[0], "Point | x₁ | x₂ | ") ||
		!strings.HasSuffix(rows[0], "Cluster") || !strings.Contains(rows[1], " | cluster ") {
		t.Errorf("of clusters: %q", rows[:2])
	}
	p.ClickOn(`#answers [data-by="100"]`)
	p.Wait(`document.querySelector("#answers tbody th").textContent === "101"`)
	p.Wait(`/Points 101 to 200 of 230/.test([...document.querySelectorAll("[aria-live]")].map((e) => e.textContent).join())`)
	p.ClickOn(`#answers [data-by="100"]`)
	p.Wait(`document.querySelectorAll("#answers tbody tr").length === 30`)
	p.ClickOn(`#answers [data-by="100"]`) // the last page
	p.Wait(twoFrames)
	if at := p.Text("#answers tbody th"); at != "201" {
		t.Errorf("after the last points come those from %s on", at)
	}
	file := p.saved(func() { p.ClickOn(`#answers [data-kind]`) })
	if lines := strings.Split(strings.TrimSpace(file), "\n"); len(lines) != 231 ||
		!strings.HasPrefix(lines[230], "230,") {
		t.Errorf("the file has %d lines", len(lines))
	}
	// Nothing is requested while the pointer moves a point, only when it rests.
	p.Set(twoClasses)
	p.Wait(`document.querySelectorAll("#answers tbody tr").length === 4`)
	asked := Eval[int](p, "asked")
	x, y := p.At(0.2, 0.2)
	p.Press(x, y)
	p.Do(`clock.slow(true)`)
	for i := range 10 {
		p.DragTo(x+float64(3*i), y)
	}
	if n := Eval[int](p, "asked"); n != asked {
		t.Errorf("%d questions while a hand moves", n-asked)
	}
	p.Do(`clock.slow(false)`)
	p.Lift()
	p.WaitReady()
	p.Wait(fmt.Sprintf("asked > %d", asked))
	// The table in French.
	p.Open("?lang=fr" + link(t, twoClasses))
	p.WaitReady()
	p.ClickOn("#menu-data")
	p.ClickOn("#answers-fold")
	p.Wait(`document.querySelector("#answers table")`)
	if found := english(t, "fr", Eval[[]string](p, read)); len(found) > 0 {
		t.Errorf("English are %q", found)
	}
	const head = "Point | x₁ | x₂ | Classe | Prédit | Valeur de décision | Juste"
	if rows := Eval[[]string](p, cells); !slices.Contains(rows, head) {
		t.Errorf("in French: %q", rows)
	}
}

// saved calls do, and returns the text of the file that the page then saves.
func (p *Page) saved(do func()) string {
	p.t.Helper()
	p.Do(`{ window.file = null; const click = HTMLAnchorElement.prototype.click;
		HTMLAnchorElement.prototype.click = function () { if (this.download) fetch(this.href).then((r) => r.text()).then((s) => file = s); else click.call(this) } }`)
	do()
	p.Wait(`file`)
	return Eval[string](p, `file`)
}
