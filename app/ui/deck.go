package ui

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/clock"
	"pointscape/app/room/deck"
	"pointscape/app/workers"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/html"
	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Values of the address's parameter deck for decks that no file of a site has; see also deckInClass and deckAnswer.
const (
	deckInLink = "link" // the fragment of the address contains the deck
	deckMine   = "mine" // the deck that is edited in this browser
)

// decks opens decks, edits the user's own one, and presents decks and courses: with a window that has notes and a clock
// for the speaker, and a QR code for the audience.
type decks struct {
	*Core

	source  string // JSON of the open deck, as its author wrote it; "" = none
	begins  string // JSON of the user's own deck when its first page had just been made; "" if it had pages before
	showing bool   // the deck or course is presented
	blank   string // CSS class of the blank screen, which is black or white; "" = the page is shown
	code    string // QR code of the present page, as HTML; "" = not shown
	said    string // the error in the user's own deck; "" = none
	copied  bool   // a link of the deck is on the clipboard

	// About the page that is edited. base is its document as it is stored, alias the same document as picture returns
	// it, with what the engine adds ("" = not known yet), and called the name (byMethod) of what they show. changed
	// says that the present picture is another one.
	base, alias string
	called      string
	first       bool         // no picture was compared yet: the next one becomes alias, if it is fresh or equal to page
	fresh       bool         // the user has not changed the document since it was opened
	page        doc.Document // base, decoded
	changed     bool
	drawn       map[string]string // blob: addresses of small figures, by document; "" = it cannot be drawn
	dragged     string            // index of the page that is dragged in the strip; "" = none

	linkNotes bool   // links contain the notes, too
	noted     bool   // the deck that came in a link has notes
	bare      string // that deck without notes, packed for a link; "" until it is made
	bareFile  bool   // files are saved without notes

	notes  app.Value // the presenter's window, which has the notes; nil = none
	begun  time.Time // start of its clock
	window string    // end of the window's name: the time at which it was opened, in milliseconds since 1970
	ticker clock.Timer
	unfull bool // fill the screen again at the user's next action
	asked  bool // the notes were opened, and the user has done nothing on this page since
}

// showingKey is the key in the tab's storage of what is presented, and of the time at which the notes were opened, so
// that a reload continues both.
const showingKey = "pointscape.showing"

// openDeck opens the deck that the address names.
func (lc *lectures) openDeck() {
	d := &lc.decks
	_, page, _ := strings.Cut(lc.asked, "/")
	switch lc.deck {
	case deckMine:
		if lc.store.Embedded { // the embedding page could read a deck that the user never gave it
			lc.fail("An embedded frame cannot open the deck kept in this browser: share the deck as a link or a file first.")
			return
		}
		if len(d.deck.Source().Pages) == 0 {
			d.deck.Add(-1, words.Say("First page"), []byte(lc.effects.arrival.Start))
			d.begins = d.deck.JSON()
		}
		d.take(d.deck.JSON(), page)
	case deckInLink:
		lc.packed, lc.effects.arrival.Link = lc.effects.arrival.Link, ""
		lc.text("unpack", lc.packed, func(text string, e *wire.Error) {
			if e != nil {
				lc.fail(words.Text("The link contains no deck: %s.", e.Message))
				return
			}
			d.take(text, page)
			d.strip(text)
		})
	case deckInClass:
		lc.live.withDeck(func(packed string) {
			lc.text("unpack", packed, func(text string, e *wire.Error) {
				if e != nil {
					lc.fail(words.Text("The class contains no deck: %s.", e.Message))
					return
				}
				d.take(text, page)
			})
		})
	case deckAnswer:
		lc.fail("This link is what a student has handed in. To check it, open the assignment and choose Collect answers " +
			"in its menu Share.")
	default:
		if !onHost(lc.deck, address()) {
			lc.fail("Decks are loaded only from the host of this page: put the file there, or share the deck as a link.")
			return
		}
		lc.fetch(lc.deck, func(text string, ok bool) {
			if !ok {
				lc.fail(words.Text("The deck could not be loaded: there is no file %s, or no connection. Reload the page to try "+
					"again.", lc.deck))
				return
			}
			d.take(text, page)
		})
	}
}

// onHost reports whether an address is on the host of the page at here. Addresses that browsers may read in another way
// than package url are refused: browsers take \ for /, any number of slashes for two, and ignore blanks at the ends and
// tabs inside.
func onHost(address, here string) bool {
	to, err := url.Parse(address)
	page, wrong := url.Parse(here)
	if err != nil || wrong != nil || to.Opaque != "" || strings.TrimSpace(address) != address ||
		strings.ContainsAny(address, "\\\t\r\n") || strings.HasPrefix(address, "//") && to.Host == "" {
		return false
	}
	return to.Scheme == "" && to.Host == "" ||
		to.Host != "" && to.Host == page.Host && (to.Scheme == "" || to.Scheme == page.Scheme)
}

// text has the engine convert a text; see wire.AskText for the kinds.
func (lc *lectures) text(kind, text string, done func(string, *wire.Error)) {
	workers.MakeText(kind, text, func(head json.RawMessage, answer func(workers.Reply, *wire.Error)) {
		lc.client.Persist(func(again func(workers.Reply, *wire.Error)) {
			lc.client.Call(wire.TypeText, head, nil, again)
		}, answer)
	}, done)
}

// take opens a deck at a page, after the engine has checked it and converted its texts to HTML.
func (d *decks) take(source, page string) {
	d.set(source, func(c *course.Course, why string) {
		if c == nil {
			d.lectures.fail(words.Text("The deck cannot be opened: %s.", why))
			return
		}
		d.lectures.failed = ""
		d.lectures.begin(c, page)
	})
}

// set makes source the open deck, and has the engine check it and convert its texts to HTML. c is nil if it is not
// valid; why says why.
func (d *decks) set(source string, done func(c *course.Course, why string)) {
	d.source = source
	d.lectures.text("set", source, func(text string, e *wire.Error) {
		var c course.Course
		switch {
		case e != nil:
			done(nil, e.Message)
		case json.Unmarshal([]byte(text), &c) != nil || len(c.Pages) == 0:
			done(nil, "the engine's response cannot be read")
		default:
			done(&c, "")
		}
	})
}

// mine reports whether the open deck is the user's own one.
func (d *decks) mine() bool { return d.lectures.deck == deckMine }

// here is an argument of rewrite: the page that is shown when the deck has been checked.
const here = -1

// rewrite shows the user's own deck after an edit, at a page. If the deck is not valid, the error is shown, and the
// last valid version stays.
func (d *decks) rewrite(page int) {
	d.set(d.deck.JSON(), func(c *course.Course, why string) {
		if r := &d.lecture; page == here && c != nil {
			id := r.Now().ID
			if page = slices.IndexFunc(c.Pages, func(p course.Page) bool { return p.ID == id }); page < 0 {
				page = r.At()
			}
		}
		if d.said = why; c == nil {
			d.lectures.page.changed(theLesson)
			return
		}
		d.lecture.Replace(c, page)
		d.lectures.page.changed(theCourse)
	})
}

// elsewhere shows the changes that another tab has made to the user's own deck.
func (d *decks) elsewhere() {
	if r := &d.lecture; d.mine() && r.On() {
		if at, changed := d.deck.Elsewhere(r.At()); changed {
			d.rewrite(at)
		}
	}
}

// Unread is called when the stored deck cannot be read.
func (d *decks) Unread() {
	d.board.News("The deck in this browser cannot be read: the data are damaged, or from a newer version of " +
		"Pointscape. The old deck is set aside, and a new one begins.")
}

// Unkept is called when the browser stores no more data.
func (d *decks) Unkept() {
	d.board.News("The browser's storage is full: save your deck as a file before you leave.")
}

// addFile appends the pages of a deck's file to the user's own deck. If that has only its automatic first page
// (begins), the file's pages replace it.
func (d *decks) addFile(text string, ok bool) {
	if !ok {
		return
	}
	d.lectures.text("set", text, func(_ string, e *wire.Error) {
		var s course.Source
		if e == nil && json.Unmarshal([]byte(text), &s) != nil {
			e = &wire.Error{Message: "this is not a deck"}
		}
		if e != nil {
			d.board.Alarm(words.Text("The deck cannot be opened: %s.", e.Message))
			return
		}
		first, instead := d.lecture.At(), d.deck.JSON() == d.begins
		for i := range s.Pages {
			at := d.deck.Collect(&s.Pages[i], s.Lang)
			if at < 0 {
				d.added(-1)
				break
			}
			if i == 0 {
				first = at
			}
		}
		if instead {
			first = d.deck.Remove(0)
			d.deck.Name(s.Title)
		}
		d.rewrite(first)
	})
}

// collectPage appends the present page, of a course or of another deck, to the user's own deck, as its author wrote it.
func (d *decks) collectPage() {
	lc := &d.lectures
	page := lc.lecture.Now().ID
	add := func(text string, ok bool) {
		var s course.Source
		at := -1
		if ok = ok && json.Unmarshal([]byte(text), &s) == nil; ok {
			at = slices.IndexFunc(s.Pages, func(p course.PageSource) bool { return p.ID == page })
		}
		if at < 0 {
			lc.board.Retry("The page could not be loaded. Is there a connection?", d.collectPage)
			return
		}
		d.added(d.deck.Collect(&s.Pages[at], s.Lang))
	}
	if lc.deck != "" {
		add(d.source, true)
		return
	}
	fetchText(courseFile("source/", lc.lecture.Course().Course), add)
}

// collect appends a page with the present document to the user's own deck.
func (d *decks) collect() {
	d.added(d.deck.Add(len(d.deck.Source().Pages)-1, d.title(), d.picture()))
}

// picture returns the present document for a page, as JSON. It contains only what the picture shows, because decks are
// given to others.
func (d *decks) picture() []byte {
	now, _ := d.editor.Settled()
	lean, _ := d.embedder.lean(now)
	b, err := doc.Encode(lean)
	if err != nil {
		return []byte("{}")
	}
	return b
}

// added tells the user that a page was added as page n, counted from 0; if n < 0, that the deck is full.
func (d *decks) added(n int) {
	d.lectures.page.changed(theSlides)
	if n < 0 {
		d.board.Toast(words.Text("The deck is full: the limit is %s pages.", strconv.Itoa(course.MaxPages)), true)
		return
	}
	d.board.News(words.Text("Added to your slides as page %s.", strconv.Itoa(n+1)))
}

// strip makes the link of a deck without notes (bare) if the deck came in a link and has notes: a user who shares it
// does not share its notes by accident.
func (d *decks) strip(text string) {
	bare, noted, err := deck.Bare(text)
	if d.noted = noted; err != nil || !noted {
		return
	}
	d.lectures.text("pack", bare, func(link string, e *wire.Error) {
		if e == nil {
			d.bare = link
			d.lectures.page.changed(theSlides)
		}
	})
}

// link makes the link that contains the deck, without its notes unless linkNotes is set. If assign is true, the link is
// of an assignment, which never has notes.
func (d *decks) link(assign bool, done func(link, why string)) {
	text := d.source
	var err error
	if assign {
		text, err = deck.Assignment(text)
	} else if !d.linkNotes {
		text, _, err = deck.Bare(text)
	}
	if err != nil {
		done("", err.Error())
		return
	}
	d.lectures.text("pack", text, func(text string, e *wire.Error) {
		if e != nil {
			done("", e.Message)
			return
		}
		done(withQuery("deck="+deckInLink)+"#"+text, "")
	})
}

// show begins or ends the presentation.
func (d *decks) show(on bool) {
	if d.showing == on {
		return
	}
	if on {
		fillScreen()
	} else {
		d.ink.Take("")
		leaveScreen()
		d.code, d.blank, d.unfull = "", "", false
	}
	d.asked = false
	if on && d.lectures.deck != "" {
		d.lecture.Afresh()
	}
	d.present(on)
	d.keep()
}

// keep stores what is presented for a reload of the tab.
func (d *decks) keep() {
	if !d.showing {
		session.Remove(showingKey)
		return
	}
	var begun int64
	if d.notes != nil {
		begun = d.begun.UnixMilli()
	}
	session.Set(showingKey, strconv.FormatInt(begun, 10)+" "+d.window+" "+d.name())
}

// name returns the name, for keep, of what is presented: a course's name, or "?" and the address's parameter deck.
func (d *decks) name() string {
	if d.lectures.deck != "" {
		return "?" + d.lectures.deck
	}
	return d.lecture.Course().Course
}

// resume continues the presentation after a reload, and the notes if their window is still open. It does nothing in a
// tab that presented nothing, or if the user has opened the page anew.
func (d *decks) resume() {
	begun, name, _ := strings.Cut(session.Get(showingKey), " ")
	window, name, ok := strings.Cut(name, " ")
	if d.showing || !ok || anew() || name != d.name() {
		return
	}
	d.present(true)
	if ms, err := strconv.ParseInt(begun, 10, 64); err == nil && ms > 0 {
		d.begun, d.window = time.UnixMilli(ms), window
		if d.notes = notesWindow(showingKey+window, d.fromNotes); d.notes == nil {
			d.board.News("Press N for the notes.")
		} else {
			d.writeNotes()
			d.tick()
		}
	}
	d.fillLater()
	d.keep()
}

func (d *decks) fillLater() {
	if d.unfull = mayFill(); d.unfull {
		d.board.News("Click or press a key for full screen again.")
	}
}

// unfilled is called when the browser has left full screen: because of Escape, which ends the presentation like the
// key, or by itself, as Firefox does when the presenter's window comes to the front.
func (d *decks) unfilled() {
	if !d.asked {
		d.key("Escape")
	}
	if d.asked = false; d.showing {
		d.fillLater()
	}
}

// refill fills the screen again at an action of the user: browsers allow it at no other time.
func (d *decks) refill() {
	d.asked = false
	if d.unfull && d.showing {
		d.unfull = false
		fillScreen()
	}
}

// away writes into the presenter's window that the presentation was closed.
func (d *decks) away() {
	if d.notes != nil && !windowClosed(d.notes) {
		writeWindow(d.notes, "#clock", words.Say("The presentation is closed. The notes continue here when it is back; "+
			"otherwise present again and press N."))
	}
}

// present switches the page between its usual layout and that of a presentation.
func (d *decks) present(on bool) {
	d.showing = on
	d.annotations.putAway()
	d.Core.present.Deck(on)
	d.lectures.page.changed(theCourse | thePresentation)
}

// key handles a key during a presentation. It returns false if it does not use the key.
func (d *decks) key(key string) bool {
	r := &d.lecture
	if !d.showing || !r.On() {
		return false
	}
	if key != "Escape" && key != "n" && key != "N" { // a browser allows one thing per key: a window or full screen
		d.refill()
	}
	switch key {
	case "b", "B", ".", ">": // presentation remotes send the full stop
		return d.cover("covered")
	case "w", "W", ",", "<":
		return d.cover("covered-white")
	case "n", "N", "Shift", "Control", "Alt", "AltGraph", "Meta":
	default:
		if d.blank != "" {
			return d.cover("")
		}
	}
	switch key {
	case "ArrowRight", "PageDown", " ":
		if !d.reveal() {
			r.Go(r.At() + 1)
		}
	case "ArrowLeft", "PageUp":
		r.Go(r.At() - 1)
	case "Home":
		r.Go(0)
	case "End":
		r.Go(len(r.Course().Pages) - 1)
	case "n", "N":
		d.openNotes()
	case "q", "Q":
		d.showCode()
	case "d", "D":
		tool := d.ink.Tool()
		if tool == "" {
			tool = course.Pen
		}
		d.draws(tool)
	case "Escape":
		if d.menus.open == "door" {
			d.live.showDoor()
			break
		}
		if tool := d.ink.Tool(); tool != "" {
			d.draws(tool)
			break
		}
		if d.code != "" {
			d.showCode()
			break
		}
		d.show(false)
	default:
		return false
	}
	return true
}

// cover makes the screen black or white; the same value again, or "", shows the page. It returns true.
func (d *decks) cover(blank string) bool {
	if d.blank == blank {
		blank = ""
	}
	if d.blank = blank; blank != "" {
		d.lectures.Say("The screen is blank. Any key shows the page again.")
	}
	d.lectures.page.changed(theCourse)
	return true
}

// covers reports whether the presentation uses a key wherever the focus is.
func (d *decks) covers(key string) bool {
	return d.showing && (d.blank != "" || strings.Contains("bBwW.,<>", key))
}

// draws selects a drawing tool; the tool that is already selected, or "", is put away.
func (d *decks) draws(tool string) {
	d.ink.Take(tool)
	d.lectures.page.changed(theLesson)
}

// Pixel returns the width and the height of a pixel in units of the plane.
func (d *decks) Pixel() (w, h float64) {
	v := d.editor.View.Now()
	return (v.X1 - v.X0) / float64(max(v.W, 1)), (v.Y1 - v.Y0) / float64(max(v.H, 1))
}

// keepInk stores the freehand drawing in the page of the user's own deck.
func (d *decks) keepInk() {
	at := d.lecture.At()
	d.deck.Ink(at, d.ink.Strokes())
	d.rewrite(at)
}

// reveal shows the next step of the page. It returns false if there is none, or if the present step is a question or
// task that is not done.
func (d *decks) reveal() bool {
	r := &d.lecture
	s, at, done := r.Step()
	if s == nil || s.Asks() && !done || at+1 >= len(r.Now().Steps) {
		return false
	}
	r.Continue()
	return true
}

// turned is called when another page is shown.
func (d *decks) turned() {
	d.ink.Open(d.lecture.Now().Ink)
	d.rebind()
	if d.code != "" {
		d.code = ""
		d.showCode()
	}
	d.writeNotes()
}

// showCode shows the QR code of the page's address, or hides it.
func (d *decks) showCode() {
	if d.code != "" {
		d.code = ""
		d.lectures.page.changed(theLesson)
		return
	}
	to, _, _ := strings.Cut(address(), "#")
	if d.mine() || d.lectures.deck == deckInLink { // others cannot open its address
		now, _ := d.editor.Settled()
		lean, _ := d.embedder.lean(now)
		b, err := doc.Encode(lean)
		if err != nil {
			return
		}
		to = plainAddress() + "\n" + string(b) + "\n" + d.lecture.Now().ID + "\n" + d.source
	}
	d.lectures.text("code", to, func(text string, e *wire.Error) {
		if d.code = text; e != nil {
			d.board.Toast(words.Text("There is no code: %s.", e.Message), true)
		}
		d.lectures.page.changed(theLesson)
	})
}

// openNotes opens the presenter's window, with the notes of the present page and a clock.
func (d *decks) openNotes() {
	begun := d.clock.Now()
	window := strconv.FormatInt(begun.UnixMilli(), 10)
	if d.notes != nil && !windowClosed(d.notes) {
		begun, window = d.begun, d.window // the same window; its clock goes on
	}
	if d.notes = notesWindow(showingKey+window, d.fromNotes); d.notes == nil {
		d.board.Toast("The browser blocked the window with the notes: allow pop-up windows for this page.",
			true)
		return
	}
	d.begun, d.window, d.asked = begun, window, true
	d.writeNotes()
	d.tick()
	d.keep()
}

// fromNotes handles a key or button of the presenter's window. A key in that window cannot fill the screen of this one.
func (d *decks) fromNotes(key string) {
	if key == "reset" {
		d.begun = d.clock.Now()
		d.tick()
		d.keep()
		return
	}
	full := d.unfull
	d.unfull = false
	d.key(key)
	d.unfull = full && d.showing
}

func (d *decks) writeNotes() {
	p := d.lecture.Now()
	if d.notes == nil || p == nil || windowClosed(d.notes) {
		return
	}
	at, pages := d.lecture.At(), d.lecture.Course().Pages
	next := words.Say("This is the last page.")
	shown := []string{p.Document, ""}
	if at+1 < len(pages) {
		next = words.Fill("Next: %s", html.EscapeString(pages[at+1].Title))
		shown[1] = pages[at+1].Document
	}
	notes := p.Notes
	if notes == "" {
		notes = "<p>" + words.Say("No notes.") + "</p>"
	}
	writeWindow(d.notes, "#at", strconv.Itoa(at+1)+" / "+strconv.Itoa(len(pages)))
	writeWindow(d.notes, "h1", html.EscapeString(p.Title))
	writeWindow(d.notes, "h2", next)
	writeWindow(d.notes, "#notes", notes)
	var want []string
	for i, where := range []string{"#now", "#next"} {
		address, drawn := d.drawn[shown[i]]
		if showInWindow(d.notes, where, address); !drawn && shown[i] != "" {
			want = append(want, shown[i])
		}
	}
	if len(want) > 0 {
		d.thumbs.Want(want)
	}
}

// tick shows the time in the presenter's window, and calls itself each second while that is open.
func (d *decks) tick() {
	if d.notes == nil || windowClosed(d.notes) {
		d.notes = nil
		d.keep()
		return
	}
	now := d.clock.Now()
	s := int(now.Sub(d.begun).Seconds())
	two := func(n int) string { return strconv.Itoa(n/10) + strconv.Itoa(n%10) }
	writeWindow(d.notes, "#clock", now.Format("15:04")+" · "+two(s/60)+":"+two(s%60))
	d.ticker.Set(d.clock, time.Second, d.tick)
}

func deckTool(id, name, label string, on bool, fn app.EventHandler) app.UI {
	return nest(click(el("button.tool type=button id=deck-$ aria-label=$ title=$ disabled=$", id, label, label,
		strconv.FormatBool(!on)), fn), icon(name))
}

// showing returns the bar of a presentation, with the number of the page and buttons, and the QR code for the audience.
func (l *Lesson) showing() app.UI {
	d := &l.core.decks
	var code app.UI
	if d.code != "" {
		code = box("div.deck-code", l.prose(el("div"), "deck-code", d.code))
	}
	if !d.showing && code == nil {
		return nil
	}
	r := &l.core.lecture
	return box("div.deck-bar", code,
		deckTool("prev", "up", "Previous page (←)", r.At() > 0, l.onPrev),
		el("span.deck-at|$ / $", strconv.Itoa(r.At()+1), strconv.Itoa(len(r.Course().Pages))),
		deckTool("next", "up", "Next step, or page (→)", true, l.onNext),
		deckTool("draw", "pen", "Draw on the picture (D)", true, l.onDraw),
		deckTool("notes", "sheet", "Presenter's window: notes, next page and clock (N)", true, l.onNotes),
		deckTool("qr", "code", "QR code for the audience (Q)", true, l.onCode),
		l.classTool(),
		deckTool("end", "close", "End the presentation (Esc)", true, l.onEnd),
		l.inking())
}

// inking returns the tools of freehand drawing; nil if none is selected.
func (l *Lesson) inking() app.UI {
	d := &l.core.decks
	if d.ink.Tool() == "" {
		return nil
	}
	tool := func(kind, icon, label string) app.UI {
		return with(deckTool("ink-"+kind, icon, label, true, l.onTool), "data-tool=$ aria-pressed=$", kind,
			strconv.FormatBool(d.ink.Tool() == kind))
	}
	var keep app.UI
	if d.mine() {
		keep = deckTool("ink-keep", "check", "Keep the drawing on this page", true, l.onKeepInk)
	}
	return box("div.ink-bar role=group aria-label=Drawing",
		tool(course.Pen, "pen", "Freehand line"),
		tool(course.Arrow, "arrow", "Arrow"),
		tool(course.Region, "region", "Region"),
		deckTool("ink-undo", "undo", "Remove the last stroke", true, l.onEraseInk),
		keep)
}

// classTool returns the button that opens a live class, or shows and hides its panel; nil if the site has no server of
// classes, or the user attends a class as a student.
func (l *Lesson) classTool() app.UI {
	if l.core.live.server == "" || l.core.live.now.On && !l.core.live.now.Leads {
		return nil
	}
	return deckTool("class", "hand", "Live class", true, l.onClass)
}

func (l *Lesson) onClass(app.Context, app.Event) {
	if lv := &l.core.live; lv.now.Leads {
		lv.show(!lv.panel)
	} else {
		lv.open()
	}
}

func (l *Lesson) onDraw(app.Context, app.Event) { l.core.decks.key("d") }
func (l *Lesson) onTool(ctx app.Context, _ app.Event) {
	if tool := data(ctx, "tool"); tool != l.core.ink.Tool() {
		l.core.decks.draws(tool)
	}
}
func (l *Lesson) onEraseInk(app.Context, app.Event) { l.core.ink.Erase() }
func (l *Lesson) onKeepInk(app.Context, app.Event)  { l.core.decks.keepInk() }

func (l *Lesson) onWrite(ctx app.Context, _ app.Event) {
	d := &l.core.decks
	what, text := data(ctx, "what"), inputValue(ctx)
	if what == "name" {
		d.deck.Name(text)
	} else {
		d.deck.Write(d.numberOf(data(ctx, "page")), what, text)
	}
	d.rewrite(here)
}

func (l *Lesson) onFile(app.Context, app.Event) { fileText("deck-file", l.core.decks.addFile) }

func (l *Lesson) onPrev(app.Context, app.Event)  { l.core.decks.key("ArrowLeft") }
func (l *Lesson) onNext(app.Context, app.Event)  { l.core.decks.key("ArrowRight") }
func (l *Lesson) onEnd(app.Context, app.Event)   { l.core.decks.show(false) }
func (l *Lesson) onNotes(app.Context, app.Event) { l.core.decks.openNotes() }
func (l *Lesson) onCode(app.Context, app.Event)  { l.core.decks.showCode() }
