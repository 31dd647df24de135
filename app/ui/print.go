package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/words"
)

// handouts prints the course or the deck that is open.
type handouts struct {
	*Core

	images []string // addresses of the figures
	title  string   // of the window before it was the handout's; "" = it is its own
}

func (h *handouts) start() {
	lc := &h.lectures
	before := ""
	if lc.deck != deckMine && lc.deck != deckInLink { // nobody else's browser has it, or the address is long
		before = plainAddress() + lc.address("")
	}
	h.printing.Start(lc.lecture.Course(), before)
	h.page.afterRender(func() { focusOn(byID("print-off")) })
}

// pack has the course or the deck made a package for learning platforms.
func (h *handouts) pack(version string) {
	if siteFile(packageFile) == "" {
		h.board.Toast("Packages are made on the site only, not in one file or in a package.", true)
		return
	}
	h.board.Clear() // why there was none before
	of := h.decks.source
	if h.lectures.deck == "" { // the engine fetches it
		of = ""
	}
	h.packing.Start(version + "\n" + tongue() + "\n" + h.lecture.Course().Course + "\n" + of)
	h.page.afterRender(func() { focusOn(byID("pack-off")) })
}

// packageFile is scorm.SiteFile, which the engine reads.
const packageFile = "scorm.json"

// Put puts the sheets beside all else of the page, where only paper shows them (web/app.css).
func (h *handouts) Put(html string) {
	h.Away()
	if !app.IsClient {
		return
	}
	document := app.Window().Get("document")
	e := document.Call("createElement", "div")
	e.Set("id", "handout")
	setHTML(e, html)
	document.Get("body").Call("append", e)
}

func (h *handouts) Figure(page int, svg, shows string, done func(ok bool)) {
	if !app.IsClient {
		return
	}
	at := blobURL("image/svg+xml", []byte(svg))
	h.images = append(h.images, at)
	img := byID(imageID(page))
	img.Set("alt", shows)
	img.Set("src", at)
	var yes, no app.Func
	end := func(ok bool) any {
		yes.Release()
		no.Release()
		done(ok)
		return nil
	}
	yes = app.FuncOf(func(app.Value, []app.Value) any { return end(true) })
	no = app.FuncOf(func(app.Value, []app.Value) any { return end(false) })
	img.Call("decode").Call("then", yes, no)
}

// imageID is that of handout.ImageID.
func imageID(page int) string { return "handout-" + strconv.Itoa(page) }

func (h *handouts) Without(page int, why string) {
	if app.IsClient {
		byID(imageID(page)).Call("replaceWith", words.Readable("There is no figure: "+strings.TrimSuffix(why, ".")+"."))
	}
}

// Print prints, once the page shows that it is ready. The browser tells when that is over.
func (h *handouts) Print() {
	h.clock.After(0, func() {
		focusOn(byID("lesson-title"))
		if app.IsClient {
			w := app.Window()
			document := w.Get("document")
			h.title = document.Get("title").String()
			document.Set("title", h.lecture.Course().Title) // what browsers call a file of it
			w.Call("print")
		}
	})
}

func (h *handouts) Away() {
	if e := byID("handout"); app.IsClient && e.Truthy() {
		e.Call("remove")
	}
	if h.title != "" {
		app.Window().Get("document").Set("title", h.title)
		h.title = ""
	}
	for _, at := range h.images {
		revoke(at)
	}
	h.images = nil
}

// printer is the button that prints.
func (l *Lesson) printer(id string) app.UI {
	if l.core.Embedded { // what is printed is the business of the page around
		return nil
	}
	_, _, on := l.core.printing.At()
	return click(el("button.button type=button id=$ disabled=$|Print…", id, strconv.FormatBool(on)), l.onPrint)
}

// printing is how far a handout is, or a package.
func (l *Lesson) printing() app.UI {
	if done, on := l.core.packing.Done(); on {
		return box("div.lesson-buttons#packing",
			click(el("button.button type=button id=pack-off aria-describedby=pack-at|Cancel"), l.onPackOff),
			el("span#pack-at|Making the package: $ %", strconv.Itoa(int(100*done))))
	}
	at, of, on := l.core.printing.At()
	if !on {
		return nil
	}
	return box("div.lesson-buttons#printing",
		click(el("button.button type=button id=print-off aria-describedby=print-at|Cancel"), l.onPrintOff),
		el("span#print-at|Printing: page $ of $", strconv.Itoa(at+1), strconv.Itoa(of)))
}

func (l *Lesson) onPrint(app.Context, app.Event) { l.core.handouts.start() }

func (l *Lesson) onPackOff(app.Context, app.Event) {
	l.core.packing.Cancel()
	l.core.page.afterRender(func() { focusOn(byID("lesson-title")) })
}

func (l *Lesson) onPrintOff(app.Context, app.Event) {
	l.core.printing.Cancel()
	l.core.page.afterRender(func() { focusOn(byID("lesson-title")) })
}
