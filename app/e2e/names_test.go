package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/engine/doc"
)

// Drop drops a file with this text on the plane.
func (p *Page) Drop(name, text string) {
	p.t.Helper()
	p.Do(`(() => {
		const data = new DataTransfer();
		data.items.add(new File([` + quote(text) + `], ` + quote(name) + `, { type: "text/csv" }));
		document.getElementById("stage").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	})()`)
}

// followed waits until the address contains the current document, and returns its fragment.
func (p *Page) followed() string {
	p.t.Helper()
	want := p.written(p.Doc())
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		fragment := Eval[string](p, `location.hash`)
		if d, err := doc.DecodeLink(fragment); err == nil && p.written(d) == want {
			return fragment
		}
	}
	p.t.Fatalf("the address does not follow: %s\nwanted: %.300s", Eval[string](p, `location.href`), want)
	return ""
}

// written returns a document as JSON, for comparisons.
func (p *Page) written(d doc.Document) string {
	p.t.Helper()
	b, err := doc.Encode(d)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(b)
}

// chips returns the names of the classes that can be chosen, and "no class", separated by "|".
func (p *Page) chips() string {
	p.t.Helper()
	return Eval[string](p, `[...document.querySelectorAll(".chip")].map(c => c.getAttribute("aria-label").split(",")[0]).join("|")`)
}

const flowers = "petal length (cm),petal width " +
	"(cm),species\n1.4,0.2,setosa\n1.3,0.3,setosa\n4.7,1.4,versicolor\n4.5,1.5,versicolor\n6,2.5,virginica\n5.1,1.9,virginica\n"

// A table's header and labels name the axes and classes; the names can be changed and undone, and are in the link.
func TestNames(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	before := p.chips()
	p.Changed(func() { p.Drop("flowers.csv", flowers) })
	want := doc.Names{X: "petal length (cm)", Y: "petal width (cm)", Value: "species",
		Classes: []string{"setosa", "versicolor", "virginica"}}
	if got := p.Doc().Names; !got.Equal(want) {
		t.Errorf("the table is called %+v", got)
	}
	if got := p.chips(); !strings.HasPrefix(got, "setosa|versicolor|virginica|class 4") {
		t.Errorf("chips %s", got)
	}
	if text := p.Text(".chips"); !strings.Contains(text, "versicolor") {
		t.Errorf("the chips show %q", text)
	}
	x, y := p.At(4.7, 1.4)
	p.Move(x, y)
	p.Wait(`/petal length 4\.7\d* cm, petal width 1\.\d+ cm · point 3, versicolor/.test(document.querySelector("#readout-at").innerText)`)
	p.Screenshot("names")

	// A double-click on its chip opens a class's name in the data panel.
	c, d := p.Box(`.chip[data-class="1"]`).Center()
	p.DoubleClick(c, d)
	p.Wait(`document.activeElement.id === "name-1" && document.activeElement.value === "versicolor"`)
	p.Changed(func() { p.Fill("#name-1", "blue flag") })
	if got := p.chips(); !strings.HasPrefix(got, "setosa|blue flag|") {
		t.Errorf("chips %s", got)
	}
	p.Changed(func() { p.Fill("#name-x", "length <b>") })
	p.Screenshot("names-panel")
	// An empty name is the default.
	p.Changed(func() {
		p.ClickOn("#name-0")
		p.Do("document.activeElement.select()")
		p.Key("Backspace")
		p.Key("Tab")
	})
	if got := p.chips(); !strings.HasPrefix(got, "class 1|blue flag|") {
		t.Errorf("chips %s", got)
	}
	q := Start(t, Options{Path: p.followed()})
	q.WaitReady()
	if got, want := q.Doc().Names, (doc.Names{X: "length <b>", Y: want.Y, Value: want.Value,
		Classes: []string{"", "blue flag", "virginica"}}); !got.Equal(want) {
		t.Errorf("the link opens with %+v", got)
	}
	if got := q.chips(); !strings.HasPrefix(got, "class 1|blue flag|virginica") {
		t.Errorf("the link's chips are %s", got)
	}
	for range 3 {
		p.Changed(func() { p.ClickOn(`[aria-label="Undo"]`) })
	}
	if got := p.Doc().Names; !got.Equal(want) {
		t.Errorf("undone to %+v", got)
	}
	p.Changed(func() { p.ClickOn(`[aria-label="Undo"]`) })
	if got := p.chips(); got != before || !p.Doc().Names.IsZero() {
		t.Errorf("undone to %s, %+v", got, p.Doc().Names)
	}
}

// A recipe's names need no space in its link, and "Remove all" removes them.
func TestNamesOfTables(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, `{"method":"svm","dataset":{"name":"iris"},"title":"Three species"}`)})
	p.WaitReady()
	if got := p.chips(); !strings.HasPrefix(got, "setosa|versicolor|virginica") {
		t.Errorf("chips %s", got)
	}
	if d := p.Doc(); d.Dataset == nil || !d.Names.IsZero() {
		t.Errorf("the document carries %+v", d.Names)
	}
	x, y := p.Empty()
	p.Changed(func() { p.Click(x, y) })
	if got := p.Doc().Names; got.X != "petal length (cm)" || got.Class(2) != "virginica" {
		t.Errorf("with a point by hand: %+v", got)
	}
	p.ClickOn("#menu-data")
	p.Changed(func() { p.ClickNamed("#data button", "Remove all") })
	if d := p.Doc(); d.Title != "" || !d.Names.IsZero() || p.chips() != "class 1|class 2|class 3|no class" {
		t.Errorf("left: %q, %+v, chips %s", d.Title, d.Names, p.chips())
	}
	p.Changed(func() { p.ClickOn(`[aria-label="Undo"]`) })
	if d := p.Doc(); d.Title != "Three species" || d.Names.Class(0) != "setosa" {
		t.Errorf("undo brought back %q, %+v", d.Title, d.Names)
	}
}

// A page that is at rest has the chosen recipe: it is not at rest while the engine generates the points, which takes
// ten frames here.
func TestRestHasTheRecipe(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true})
	p.Inject(workerWith("", `
		const post = this.postMessage.bind(this);
		this.postMessage = (m, ...rest) => {
			let frames = m.type === "load" && m.head.includes("moons") ? 10 : 0;
			const later = () => { if (frames-- > 0) requestAnimationFrame(later); else post(m, ...rest); };
			later();
		};`))
	p.Open(link(t, twoClasses))
	p.WaitReady()
	p.ClickOn("#menu-data")
	if early := Eval[string](p, `(async () => {
		const s = document.querySelector("#dataset");
		s.value = "moons";
		s.dispatchEvent(new Event("change", {bubbles: true}));
		while (document.documentElement.dataset.busy !== "0") await new Promise((done) => setTimeout(done));
		const d = pointscape.get();
		return d.dataset?.name === "moons" ? "" : JSON.stringify(d);
	})()`); early != "" {
		t.Errorf("the page is at rest and has %s", early)
	}
}

const wide = "id,sepal length,sepal width,petal length,petal width,species,site\n" +
	"1,5.1,3.5,1.4,0.2,setosa,a1\n2,4.9,3.0,1.3,0.3,setosa,a2\n3,7.0,3.2,4.7,1.4,versicolor,a3\n4,6.4,3.2,NA,1.5,versicolor,a4\n5,6.3,3.3,6.0,2.5,virginica,a5\n" +
	"6,5.8,2.7,5.1,1.9,virginica,a6\n7,7.1,3.0,5.9,2.1,virginica,a7\n8,6.3,2.9,5.6,1.8,virginica,a8\n9,5.0,3.6,1.4,0.2,setosa,a9\n10,5.4,3.9,1.7,0.4,setosa,a10\n" +
	"11,6.9,3.1,4.9,1.5,versicolor,a11\n12,5.5,2.3,4.0,1.3,versicolor,a12\n13,4.6,3.1,1.5,0.2,setosa,a13\n"

// For a table with more columns than are needed, a dialog asks which to use: it keeps the focus, shows the result of
// the choice, and loads it as one undo step.
func TestChooseColumns(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	p.Drop("wide.csv", wide)
	p.Wait(`document.querySelector("#columns-use:not([disabled])") && document.activeElement.id === "pick-0"`)
	if n := len(p.Doc().Points); n != 4 {
		t.Errorf("%d points before anything was chosen", n)
	}
	picked := func() string {
		return Eval[string](p,
			`[0, 1, 2].map(i => document.getElementById("pick-" + i).selectedOptions[0].text.split(" · ")[0]).join("|")`)
	}
	if got := picked(); got != "Sepal length|Sepal width|Species" {
		t.Errorf("suggested: %s", got)
	}
	pick := func(place, name string) {
		p.Do(`(() => {
			const s = document.getElementById("pick-` + place + `"), o = [...s.options].find(o => o.text.split(" · ")[0] === ` +
			quote(name) + `);
			s.value = o.value; s.dispatchEvent(new Event("change", { bubbles: true }));
		})()`)
	}
	pick("2", "Site")
	p.Wait(`/site must be a column of at most 12 classes: choose another column, or none/.test(document.querySelector("#columns .wrong")?.innerText)`)
	if !p.Has("#columns-use[disabled]") {
		t.Error("what can't be read can be used")
	}
	pick("2", "Species")
	pick("0", "Petal length")
	pick("1", "Petal width")
	p.Wait(`/12 points of 3 classes: setosa, versicolor, virginica/.test(document.querySelector("#columns").innerText) && /1 row left out: no number in petal length \(line 5: “NA”\)/.test(document.querySelector("#columns").innerText)`)
	p.Wait(`document.getElementById("columns-preview").style.backgroundImage.startsWith("url(")`)
	p.Screenshot("columns")
	// The focus stays inside.
	for range 12 {
		p.Key("Tab")
		if !Eval[bool](p, `document.getElementById("columns").contains(document.activeElement)`) {
			t.Fatal("Tab leaves the dialog")
		}
	}
	p.Changed(func() { p.ClickOn("#columns-use") })
	d := p.Doc()
	if len(d.Points) != 12 || d.Points[2] != (doc.Point{X: 4.7, Y: 1.4, Z: 1}) ||
		!d.Names.Equal(doc.Names{X: "petal length", Y: "petal width", Value: "species",
			Classes: []string{"setosa", "versicolor", "virginica"}}) {
		t.Errorf("loaded %v, %+v", d.Points, d.Names)
	}
	if p.Has("#columns") {
		t.Error("the dialog is still there")
	}
	p.Changed(func() { p.ClickOn(`[aria-label="Undo"]`) })
	if n := len(p.Doc().Points); n != 4 {
		t.Errorf("one undo left %d points", n)
	}
	// Escape changes nothing; nor does Cancel, here for a pasted table.
	p.Drop("wide.csv", wide)
	p.Wait(`document.activeElement.id === "pick-0"`)
	p.Key("Escape")
	p.Wait(`!document.getElementById("columns")`)
	p.ClickOn("#menu-data")
	p.Paste("#table", wide)
	p.ClickOn(`button.use-csv`)
	p.Wait(`document.querySelector("#columns-use:not([disabled])")`)
	p.Dark(true)
	p.Screenshot("columns-dark")
	p.ClickNamed("#columns button", "Cancel")
	p.Wait(`!document.getElementById("columns")`)
	if n := len(p.Doc().Points); n != 4 {
		t.Errorf("%d points after all was left", n)
	}
}

func TestChooseColumnsOnAPhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses), Window: Phone})
	p.WaitReady()
	p.Drop("wide.csv", wide)
	p.Wait(`document.querySelector("#columns-use:not([disabled])")`)
	if w := Eval[int](p, `document.documentElement.scrollWidth`); w > 390 {
		t.Errorf("the page is %d px wide", w)
	}
	p.Screenshot("columns-phone")
	p.Changed(func() { p.Do(`document.getElementById("columns-use").click()`) })
	if n := len(p.Doc().Points); n != 13 {
		t.Errorf("%d points", n)
	}
}

// Names are shown as text, whatever they contain, and are never interpreted.
func TestHostileNames(t *testing.T) {
	long(t)
	hostile := []string{`<img src=x onerror=alert(1)>`, `"><script>alert(1)</script>`, "👩\u200d🔬 שלום",
		`&lt;b&gt; {{x}} ${y}`}
	d := `{"method":"svm","points":[[0.2,0.2,0],[0.3,0.6,1],[0.7,0.3,2],[0.8,0.7,3]],"view":{"x":[0,1],"y":[0,1]},"names":{"x":` + quote(hostile[0]) + `,"y":` + quote(hostile[1]) + `,"value":` + quote(hostile[2]) + `,"classes":[` + quote(hostile[0]) + `,` + quote(hostile[1]) + `,` + quote(hostile[2]) + `,` + quote(hostile[3]) + `]}}`
	p := Start(t, Options{Path: link(t, d)})
	p.WaitReady()
	x, y := p.At(0.2, 0.2)
	p.Move(x, y)
	p.Wait(`/onerror/.test(document.querySelector("#readout-at").innerText)`)
	p.Wait(`/onerror|script|שלום/.test(document.querySelector("#readout-answer").innerText)`)
	p.ClickOn("#menu-data")
	p.Wait(`document.getElementById("name-1")?.value === ` + quote(hostile[1]))
	p.Do(`document.querySelector("#stage").focus()`)
	p.Click(x, y) // opens the card
	p.Wait(`document.querySelector(".card")`)
	if n := Eval[int](p, `document.querySelectorAll("img[src=x], b b").length`); n > 0 ||
		Eval[bool](p, `[...document.scripts].some(s => /alert/.test(s.text))`) {
		t.Error("a name has become part of the page")
	}
	got := Eval[[]string](p, `[...document.querySelectorAll(".chip")].slice(0, 4).map(c => c.getAttribute("aria-label"))`)
	for i, s := range hostile {
		if !strings.HasPrefix(got[i], s) {
			t.Errorf("class %d is called %q", i, got[i])
		}
	}
	if d := p.Doc(); !slices.Equal(d.Names.Classes, hostile) {
		t.Errorf("the names are now %q", d.Names.Classes)
	}
	p.Screenshot("names-hostile")
	for in, says := range map[string]string{
		`{"x":"a\u0000b"}`: "names.x: names.x must be a name without control characters",
		`{"classes":["\u202eb"]}`: "names.classes[0]: names.classes[0] must be a name without " +
			"control characters",
		`{"y":"` + strings.Repeat("x", 61) + `"}`: "names.y: names.y must be a name of at most 60 " +
			"characters; got 61",
		`{"classes":[` + strings.Repeat(`"a",`, 12) + `"b"]}`: "names.classes: names.classes must be a list of " +
			"names, at most 12",
	} {
		if got := Eval[string](p, `pointscape.set({method: "svm", names: `+in+
			`}).then(() => "taken", e => e.field + ": " + e.message)`); !strings.HasPrefix(got, says) {
			t.Errorf("%s: %s", in, got)
		}
	}
}

// Whatever the number and names of the classes, their chips are in one row, and the chosen one is visible.
func TestChipsInOneRow(t *testing.T) {
	long(t)
	var points, names []string
	for k := range doc.MaxClass + 1 {
		points = append(points, fmt.Sprintf("[%g,0.5,%d]", 0.1+0.07*float64(k), k))
		names = append(names, quote(strings.Repeat("w", 4)+fmt.Sprint(" ", k)))
	}
	d := `{"method":"knn","points":[` + strings.Join(points, ",") + `],"names":{"classes":[` + strings.Join(names, ",") +
		`]},"view":{"x":[0,1],"y":[0,1]}}`
	for path, w := range map[string]Window{"": {Width: 900, Height: 700}, "?theme=projector": Phone,
		"?embed=1": {Width: 320, Height: 300}} {
		p := Start(t, Options{Path: path + link(t, d), Window: w})
		p.WaitReady()
		if n := Eval[int](p, `new Set([...document.querySelectorAll(".chip")].map(e => e.offsetTop)).size`); n != 1 {
			t.Errorf("%+v: the chips stand in %d rows", w, n)
		}
		stage := p.Box("#stage")
		for _, k := range []string{"8", "A", "C", "0", "1"} {
			p.Do(`document.querySelector("#stage").focus()`)
			p.Key(k)
			p.Wait(`(e => { const r = e?.getBoundingClientRect(), s = document.querySelector(".chips").getBoundingClientRect(); return r && r.left >= s.left - 1 && r.right <= s.right + 1 })(document.querySelector('.chip[aria-checked="true"] .kbd[data-key="` + k + `"]')?.closest(".chip"))`)
		}
		if b := p.Box("#stage"); b != stage {
			t.Errorf("%+v: the stage was %+v and is %+v", w, stage, b)
		}
		p.Screenshot(fmt.Sprint("chips-", w.Width))
	}
}

// Beside panels the row is narrow: the classes are completely visible, and the hint disappears if there is no room.
func TestChipsBesidePanels(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, `{"method":"kernel_pca","dataset":{"name":"circles","n":40,"seed":1}}`)})
	p.WaitReady()
	for _, width := range []int{1280, 1700} {
		p.Resize(Window{Width: width, Height: 800})
		whole := `(e => e.scrollWidth <= e.clientWidth)(document.querySelector(".chips"))`
		hint := `document.querySelector(".dock-left .hint").checkVisibility()`
		p.Wait(whole + ` && (` + hint + `) === ` + fmt.Sprint(width > 1280))
		p.Screenshot(fmt.Sprint("chips-beside-panels-", width))
	}
	if h := p.Box(".dock-left .hint").H; h > 40 {
		t.Errorf("the hint is %g pixels high", h)
	}
}

// Twelve classes can be chosen by their keys and chips, and points of each are drawn.
func TestTwelveClasses(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	p.Set(`{"method":"knn","params":{"n_neighbors":1},"points":[[0.02,0.02,0],[0.98,0.98,1]],"view":{"x":[0,1],"y":[0,1]}}`)
	keys := strings.Split("123456789ABC", "")
	for k, key := range keys {
		p.Do(`document.querySelector("#stage").focus()`)
		p.Key(strings.ToLower(key))
		p.Wait(fmt.Sprintf(`document.querySelector('.chip[aria-checked="true"]')?.dataset.class === "%d"`, k))
		x, y := p.At(0.1+0.25*float64(k%4), 0.2+0.3*float64(k/4))
		p.Changed(func() { p.Click(x, y) })
	}
	pts := p.Doc().Points[2:]
	if len(pts) != len(keys) {
		t.Fatalf("%d points", len(pts))
	}
	for k, q := range pts {
		if q.Z != float64(k) {
			t.Errorf("key %s made a point of class %v", keys[k], q.Z)
		}
	}
	labels := Eval[[]string](p,
		`[...document.querySelectorAll(".chip")].map(c => c.getAttribute("aria-label") + ", " + c.getAttribute("aria-keyshortcuts"))`)
	if len(labels) != 13 || labels[9] != "class 10, violet, A" || labels[11] != "class 12, taupe, C" ||
		labels[12] != "no class, 0" {
		t.Errorf("chips: %q", labels)
	}
	// The swatches of all chips differ.
	swatches := Eval[int](p,
		`new Set([...document.querySelectorAll(".chip .swatch")].map(s => getComputedStyle(s).backgroundImage)).size`)
	if swatches != 13 {
		t.Errorf("%d swatches of 13 chips differ", swatches)
	}
	p.Screenshot("twelve-classes")
	// A chip has the same effect as its key.
	p.ClickOn(`.chip[data-class="10"]`)
	x, y := p.At(0.5, 0.9)
	p.Changed(func() { p.Click(x, y) })
	if pts = p.Doc().Points; pts[len(pts)-1].Z != 10 {
		t.Errorf("the chip of class 11 made a point of class %v", pts[len(pts)-1].Z)
	}
	x, y = p.At(0.1, 0.2)
	p.Move(x+14, y+2)
	p.Wait(`/class 1 /i.test(document.querySelector("#readout-answer").innerText)`)
	p.Dark(true)
	p.Screenshot("twelve-classes-dark")
	p.Become(Phone)
	p.Screenshot("twelve-classes-phone")
}
