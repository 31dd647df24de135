package e2e

import (
	"archive/zip"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/gif"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// savedHere makes the page put files into window.saved instead of saving them.
const savedHere = `{
	window.saved = [];
	const make = URL.createObjectURL, blobs = new Map();
	URL.createObjectURL = (b) => { const u = make.call(URL, b); blobs.set(u, b); return u; };
	HTMLAnchorElement.prototype.click = function () {
		const b = blobs.get(this.href), name = this.download;
		b.arrayBuffer().then((a) => window.saved.push({ name, type: b.type, bytes: [...new Uint8Array(a)] }));
	};
}`

type savedFile struct {
	Name, Type string
	Bytes      []int
}

func (f savedFile) text() string {
	b := make([]byte, len(f.Bytes))
	for i, c := range f.Bytes {
		b[i] = byte(c)
	}
	return string(b)
}

// The dialog for saving a figure opens from the menu, shows a preview, keeps the focus, saves a file of the correct
// size named after the document's title, and remembers the choices.
func TestSaveAFigure(t *testing.T) {
	sideBySide(t)
	for name, o := range map[string]Options{"desk": {}, "phone": {Window: Phone}, "dark": {Dark: true}} {
		t.Run(name, func(t *testing.T) {
			if name != "desk" {
				long(t)
			}
			p := Start(t, o)
			p.Open("")
			p.WaitReady()
			p.Do(savedHere)
			p.Set(`{"version":1,"method":"svm","title":"Two moons, once more","dataset":{"name":"moons","n":40,"noise":0.1,"seed":1}}`)
			p.WaitReady()
			open := func(kind string) {
				p.ClickOn("#menu-export")
				p.Wait(`document.querySelector("[data-kind=` + kind + `]")`)
				p.ClickOn(`[data-kind="` + kind + `"]`)
				p.Wait(`document.querySelector("#figure").open`)
			}
			open("svg")
			p.Wait(`document.querySelector("#figure-image").naturalWidth > 0`)
			p.Screenshot("dialog")
			if got := Eval[string](p, `document.querySelector("#figure-palette").value`); got != "print" {
				t.Errorf("the palette is %q, whatever the page wears", got)
			}
			// Everything is visible, and Tab stays inside.
			if !Eval[bool](p, `(r => r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight)(document.querySelector("#figure").getBoundingClientRect())`) {
				t.Error("the dialog goes out of the window")
			}
			for range 20 {
				p.Key("Tab")
				if !Eval[bool](p, `document.activeElement === document.body || !!document.activeElement.closest("#figure")`) {
					t.Fatal("Tab leaves the dialog")
				}
			}
			if names := Eval[int](p,
				`[...document.querySelectorAll("#figure :is(input, select, button)")].filter(e => !(e.ariaLabel || e.labels?.[0]?.textContent || e.textContent).trim()).length`); names > 0 {
				t.Errorf("%d controls without a name", names)
			}
			p.Fill("#figure-width", "1")
			p.Wait(`document.querySelector("#figure-wrong") && document.querySelector("#figure-save").disabled`)
			if got := p.Text("#figure-wrong"); !strings.HasPrefix(got, "Width must be from") {
				t.Errorf("told %q", got)
			}
			p.Fill("#figure-width", "90")
			p.Fill("#figure-type", "7")
			p.Wait(`!document.querySelector("#figure-save").disabled`)
			p.ClickOn("#figure-save")
			p.Wait(`window.saved.length === 1 && !document.querySelector("#figure").open`)
			f := Eval[savedFile](p, `window.saved[0]`)
			if f.Name != "two-moons-once-more.svg" || f.Type != "image/svg+xml" {
				t.Errorf("saved %q, %s", f.Name, f.Type)
			}
			checkFigure(t, f.text(), "90mm", 90, 7)
			if !Eval[bool](p, `document.activeElement.id === "menu-export"`) {
				t.Error("the focus is lost")
			}
			// The choices are remembered; Escape closes the dialog without saving.
			open("png")
			p.Wait(`document.querySelector("#figure-dpi")`)
			if got := Eval[string](p,
				`document.querySelector("#figure-width").value + " " + document.querySelector("#figure-type").value`); got != "90 7" {
				t.Errorf("remembers %q", got)
			}
			p.Key("Escape")
			p.Wait(`!document.querySelector("#figure").open`)
			open("png")
			p.Fill("#figure-dpi", "200")
			p.ClickOn("#figure-save")
			p.Wait(`window.saved.length === 2`)
			b := Eval[savedFile](p, `window.saved[1]`).text()
			if f := Eval[savedFile](p, `window.saved[1]`); f.Name != "two-moons-once-more.png" || f.Type != "image/png" ||
				!strings.Contains(b[:64], "pHYs") {
				t.Errorf("saved %q, %s, %q", f.Name, f.Type, b[:64])
			}
			if w := int(b[16])<<24 | int(b[17])<<16 | int(b[18])<<8 | int(b[19]); w != 709 { // 90 mm
				t.Errorf("the PNG is %d pixels wide", w)
			}
		})
	}
}

// checkFigure checks a figure's width, an attribute such as "90mm" for mm millimetres, and that the numbers of its
// axes, at least four, have a font size of pt points.
func checkFigure(t *testing.T, svg, width string, mm, pt float64) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(svg))
	units, numbers := 0.0, 0
	for {
		tok, err := dec.Token()
		if err != nil {
			break
		}
		e, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		attr := map[string]string{}
		for _, a := range e.Attr {
			attr[a.Name.Local] = a.Value
		}
		if e.Name.Local == "svg" && units == 0 {
			if attr["width"] != width {
				t.Errorf("the figure is %s wide", attr["width"])
			}
			units, _ = strconv.ParseFloat(strings.Fields(attr["viewBox"])[2], 64)
		}
		if e.Name.Local != "text" {
			continue
		}
		var text string
		if err := dec.DecodeElement(&text, &e); err != nil {
			t.Fatal(err)
		}
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			continue
		}
		size, _ := strconv.ParseFloat(attr["font-size"], 64)
		numbers++
		if got := size / units * mm / 25.4 * 72; math.Abs(got-pt) > 0.01*pt {
			t.Errorf("%q is %.2f pt", text, got)
		}
	}
	if numbers < 4 {
		t.Errorf("%d numbers at the axes", numbers)
	}
}

// TestSavePicturesSideBySide saves pictures side by side for a method of the first engine, which lacks the code to draw
// them: the engine of all methods draws them.
func TestSavePicturesSideBySide(t *testing.T) {
	long(t) // TestSaveAFigure saves by the same dialog
	p := Start(t, Options{})
	p.WaitReady()
	p.Do(savedHere)
	p.Set(`{"version":1,"method":"knn","dataset":{"name":"moons","n":40,"noise":0.1,"seed":1},
		"wall":{"over":"n_neighbors","values":[1,15]}}`)
	p.WaitReady()
	p.ClickOn("#menu-export")
	p.ClickOn(`[data-kind="svg"]`)
	p.Wait(`document.querySelector("#figure").open && document.querySelector("#figure-image").naturalWidth > 0`)
	p.ClickOn("#figure-save")
	p.Wait(`window.saved.length === 1 && !document.querySelector("#figure").open`)
	if text := Eval[savedFile](p, `window.saved[0]`).text(); !strings.Contains(text, "(b)") {
		t.Errorf("saved %.200q", text)
	}
}

// Figures of other kinds can be saved from the dialog: as vector graphics, for LaTeX, and as films of a sweep and of a
// run. Each file is of its kind, and the film of the sweep has the right number of frames.
func TestSaveOtherFigures(t *testing.T) {
	p := Start(t, Options{})
	p.WaitReady()
	p.Do(savedHere)
	p.Set(`{"version":1,"method":"svm","title":"Two moons: γ","dataset":{"name":"moons","n":40,"noise":0.1,"seed":1},
		"view":{"sweep":{"param":"C","from":0.1,"to":10,"steps":5}}}`)
	p.WaitReady()
	const moves = `document.querySelector("#figure-moves").selectedOptions[0].text`
	saved := 0
	save := func(kind string, then func()) savedFile {
		t.Helper()
		p.ClickOn("#menu-export")
		open := kind
		if kind == "webm" {
			open = "gif"
		}
		p.Wait(`document.querySelector("[data-kind=` + open + `]")`)
		p.ClickOn(`[data-kind="` + open + `"]`)
		p.Wait(`document.querySelector("#figure").open && document.querySelector("#figure-image").naturalWidth > 0`)
		if open != kind {
			p.Do(`(e => { e.value = "` + kind +
				`"; e.dispatchEvent(new Event("change")); })(document.querySelector("#figure-kind"))`)
		}
		if then != nil {
			then()
		}
		p.Screenshot(kind)
		p.Wait(`!document.querySelector("#figure-save").disabled`)
		p.ClickOn("#figure-save")
		saved++
		p.Wait(fmt.Sprintf(`window.saved.length === %d && !document.querySelector("#figure").open`, saved))
		return Eval[savedFile](p, fmt.Sprintf(`window.saved[%d]`, saved-1))
	}
	f := save("pdf", nil)
	if text := f.text(); f.Name != "two-moons-γ.pdf" || f.Type != "application/pdf" ||
		!strings.HasPrefix(text, "%PDF-1.") ||
		!strings.Contains(text, "/MediaBox [0 0 340.1575 ") || !strings.Contains(text, "/Subtype /CIDFontType2") {
		t.Errorf("saved %q, %s, %.40q", f.Name, f.Type, text)
	}
	f = save("tex", nil)
	z, err := zip.NewReader(strings.NewReader(f.text()), int64(len(f.Bytes)))
	if err != nil || f.Name != "two-moons-γ.zip" || len(z.File) != 2 {
		t.Fatalf("saved %q: %v", f.Name, err)
	}
	r, err := z.File[1].Open()
	if err != nil {
		t.Fatal(err)
	}
	tex, err := io.ReadAll(r)
	if err != nil || z.File[1].Name != "two-moons-γ.tex" || !strings.Contains(string(tex), `\begin{axis}`) ||
		z.File[0].Name != "two-moons-1.png" ||
		!strings.Contains(string(tex), "{two-moons-1.png}") {
		t.Errorf("%s: %v, %.200q", z.File[1].Name, err, tex)
	}
	f = save("gif", func() {
		p.Fill("#figure-dpi", "72")
		if got := Eval[string](p, moves); got != "C from 0.1 to 10" {
			t.Errorf("what moves is %q", got)
		}
	})
	g, err := gif.DecodeAll(strings.NewReader(f.text()))
	if err != nil || f.Name != "two-moons-γ.gif" || len(g.Image) != 6 || g.Config.Width != 340 || g.Delay[5] != 210 {
		t.Fatalf("saved %q: %v", f.Name, err)
	}
	if p.tab.Encodes() {
		f = save("webm", func() { p.Fill("#figure-fps", "5") })
		if f.Name != "two-moons-γ.webm" || f.Type != "video/webm" {
			t.Errorf("saved %q, %s", f.Name, f.Type)
		}
		if p.ctx != nil {
			playsFilm(t, f)
		}
	}
	// A film of a run shows its steps. Without a sweep or a run, no film is offered.
	p.Set(`{"version":1,"method":"kmeans","title":"Run","dataset":{"name":"clusters","n":60,"seed":2},"seed":1}`)
	p.WaitReady()
	f = save("gif", func() {
		if got := Eval[string](p, moves); !strings.HasPrefix(got, "Steps 0 to ") {
			t.Errorf("what moves is %q", got)
		}
	})
	if g, err := gif.DecodeAll(strings.NewReader(f.text())); err != nil || len(g.Image) < 3 {
		t.Errorf("a run: %v", err)
	}
	p.Set(`{"version":1,"method":"ridge","dataset":{"name":"sine","n":20,"seed":1}}`)
	p.WaitReady()
	p.ClickOn("#menu-export")
	p.Wait(`document.querySelector("[data-kind=svg]")`)
	if Eval[bool](p, `!!document.querySelector("[data-kind=gif]")`) {
		t.Error("what stands still is offered in motion")
	}
}

// playsFilm plays a video on a page that allows it, which the site's policy does not: that needs Chromium's protocol.
func playsFilm(t *testing.T, f savedFile) {
	t.Helper()
	q := Start(t, Options{Closed: true})
	if _, err := chromedp.Call(q.ctx, cdppage.SetBypassCSP, cdppage.SetBypassCSPParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	q.Open("404.html") // which runs no program
	bytes, err := json.Marshal(f.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	q.Do(`{
		const v = document.createElement("video");
		window.film = v;
		v.muted = true;
		v.src = URL.createObjectURL(new Blob([new Uint8Array(` + string(bytes) + `)], { type: "video/webm" }));
	}`)
	q.Wait(`window.film.readyState >= 2 && window.film.duration > 0`)
	if got := Eval[string](q, `[film.videoWidth, film.duration.toFixed(1), film.error].join(" ")`); got != "340 3.2 " {
		t.Errorf("the video is %q", got)
	}
	// The last frame differs from the first.
	q.Do(`window.look = () => {
		const c = new OffscreenCanvas(film.videoWidth, film.videoHeight).getContext("2d");
		c.drawImage(film, 0, 0);
		return [...c.getImageData(0, 0, film.videoWidth, film.videoHeight).data];
	}; window.first = window.look(); film.currentTime = 3`)
	q.Wait(`!film.seeking && film.currentTime === 3`)
	if n := Eval[int](q, `(l => l.filter((v, i) => Math.abs(v - first[i]) > 60).length)(look())`); n < 500 {
		t.Errorf("the last frame differs from the first one in %d numbers", n)
	}
}
