package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/words"
)

// handouts prints the open course or deck, and makes it a package for learning platforms.
type handouts struct {
	*Core

	images []string // blob: addresses of the figures
	title  string   // the page's title, while the window has that of the handout; "" = it has its own
}

func (h *handouts) start() {
	lc := &h.lectures
	before := ""
	if lc.deck != deckMine && lc.deck != deckInLink { // others cannot open the address, or it is too long to print
		before = withQuery(lc.address("")[1:])
	}
	h.printing.Start(lc.lecture.Course(), before)
	h.page.afterRender(func() { focusOn(byID("print-off")) })
}

// pack makes the open course or deck a package for learning platforms.
func (h *handouts) pack(version string) {
	if siteFile(packageFile) == "" {
		h.board.Toast("Packages are made on the site only, not in one file or in a package.", true)
		return
	}
	h.board.Clear() // a message that an earlier package failed
	of := h.decks.source
	if h.lectures.deck == "" { // a course: the engine fetches it
		of = ""
	}
	h.packing.Start(version + "\n" + tongue() + "\n" + h.lecture.Course().Course + "\n" + of)
	h.page.afterRender(func() { focusOn(byID("pack-off")) })
}

// packageFile is scorm.SiteFile, a file of the site that the engine needs for packages.
const packageFile = "scorm.json"

// Put adds the sheets to the page's body; web/app.css shows them on paper only.
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

// imageID returns the id of a page's figure, as handout.ImageID does.
func imageID(page int) string { return "handout-" + strconv.Itoa(page) }

func (h *handouts) Without(page int, why string) {
	if app.IsClient {
		byID(imageID(page)).Call("replaceWith", words.Readable(words.Text("There is no figure: %s.",
			strings.TrimSuffix(why, "."))))
	}
}

// Print prints the sheets, after the page has shown that they are ready. The event afterprint follows (Away).
func (h *handouts) Print() {
	h.clock.After(0, func() {
		focusOn(byID("lesson-title"))
		if app.IsClient {
			w := app.Window()
			document := w.Get("document")
			h.title = document.Get("title").String()
			document.Set("title", h.lecture.Course().Title) // browsers propose it as the name of the file
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

// printer returns the button that prints; nil in a frame.
func (l *Lesson) printer(id string) app.UI {
	if l.core.Embedded { // printing is up to the page around the frame
		return nil
	}
	_, _, on := l.core.printing.At()
	return click(el("button.button type=button id=$ disabled=$|Print…", id, strconv.FormatBool(on)), l.onPrint)
}

// printing returns the progress of a handout or of a package; nil if none is made.
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
