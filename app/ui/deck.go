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

// What the address says of a deck that has no address of its own.
const (
	deckInLink = "link" // it stands behind #
	deckMine   = "mine" // it is the one that is made in this browser
)

// decks opens decks, makes them, and presents them: notes and a clock for who speaks, a code for who listens.
type decks struct {
	*Core

	source  string // the deck's JSON, as it was written
	begins  string // one's own deck, as it was when there was none
	showing bool   // it is presented
	blank   string // the class of a black or white screen; "" = it shows the page
	code    string // of the present page, as HTML; "" = not shown
	said    string // what is wrong with the deck as it is written now
	copied  bool

	// Of the page that is written: its picture as it was opened, in one or two ways, a title for that, and whether the
	// picture is another one now.
	base, alias string
	called      string
	first       bool // nothing has been looked at yet: alias is the next picture, if that is fresh, or shows the same
	fresh       bool
	page        doc.Document
	changed     bool
	drawn       map[string]string // addresses of small figures, by their documents
	dragged     string            // the number of the page that is dragged in the strip; "" = none

	linkNotes bool   // links hold the notes, too
	noted     bool   // a deck that came in a link has some
	bare      string // that link without them; "" until it is made
	bareFile  bool   // files are saved without them

	notes  app.Value // the window with the notes; nil = none
	begun  time.Time // when that was opened; it is called after it
	ticker clock.Timer
	unfull bool // the screen is to be filled again, when a hand does something
	asked  bool // for the window with the notes, and no hand has been here since
}

// showingKey is where a tab keeps for its reload what it presents, and when the notes were opened.
const showingKey = "pointscape.showing"

// openDeck opens the deck that the address asks for.
func (lc *lectures) openDeck() {
	d := &lc.decks
	_, page, _ := strings.Cut(lc.asked, "/")
	switch lc.deck {
	case deckMine:
		if lc.store.Embedded { // the page around would read what was never given to it
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
				lc.fail("The link contains no deck: " + e.Message + ".")
				return
			}
			d.take(text, page)
			d.strip(text)
		})
	case deckInClass:
		lc.live.withDeck(func(packed string) {
			lc.text("unpack", packed, func(text string, e *wire.Error) {
				if e != nil {
					lc.fail("The class contains no deck: " + e.Message + ".")
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
				lc.fail("The deck could not be loaded: there is no file " + lc.deck + ", or no connection. Reload the page to " +
					"try " +
					"again.")
				return
			}
			d.take(text, page)
		})
	}
}

// onHost tells whether an address leads to the host of the page at here, whichever way a browser reads it: browsers
// take \ for /, any number of them for two, and leave out blanks around and tabs within.
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

// text asks the engine for something made of a text; see course.Answer.
func (lc *lectures) text(kind, text string, done func(string, *wire.Error)) {
	workers.MakeText(kind, text, func(head json.RawMessage, answer func(workers.Reply, *wire.Error)) {
		lc.client.Persist(func(again func(workers.Reply, *wire.Error)) {
			lc.client.Call(wire.TypeText, head, nil, again)
		}, answer)
	}, done)
}

// take opens a deck, once the engine has checked it and set its texts.
func (d *decks) take(source, page string) {
	d.set(source, func(c *course.Course, why string) {
		if c == nil {
			d.lectures.fail("The deck cannot be opened: " + why + ".")
			return
		}
		d.lectures.failed = ""
		d.lectures.begin(c, page)
	})
}

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

// mine tells whether the deck is the one that is made here.
func (d *decks) mine() bool { return d.lectures.deck == deckMine }

// here is for rewrite the page that is read when the deck has been checked.
const here = -1

// rewrite shows the deck as it is written now, at a page; what is wrong with it is said, and the last one that was
// right stays.
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

// elsewhere shows what another tab has made of the deck.
func (d *decks) elsewhere() {
	if r := &d.lecture; d.mine() && r.On() {
		if at, changed := d.deck.Elsewhere(r.At()); changed {
			d.rewrite(at)
		}
	}
}

// Unread tells that what was kept can't be read.
func (d *decks) Unread() {
	d.board.News("The deck in this browser cannot be read: the data are damaged, or from a newer version of " +
		"Pointscape. The old deck is set aside, and a new one begins.")
}

// Unkept tells that the browser keeps no more.
func (d *decks) Unkept() {
	d.board.News("The browser's storage is full: save your deck as a file before you leave.")
}

// addFile adds the pages of a deck's file behind those of one's own; where nothing has been written yet, it takes the
// place of that.
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
			d.board.Alarm("The deck cannot be opened: " + e.Message + ".")
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

// collectPage adds the present page of a course or of somebody's deck to one's own, as it was written.
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

// collect adds the present document to the deck.
func (d *decks) collect() {
	d.added(d.deck.Add(len(d.deck.Source().Pages)-1, d.title(), d.picture()))
}

// picture is the present document for a page: with what it shows and no more, as decks are given away.
func (d *decks) picture() []byte {
	now, _ := d.editor.Settled()
	lean, _ := d.embedder.lean(now)
	b, err := doc.Encode(lean)
	if err != nil {
		return []byte("{}")
	}
	return b
}

// added tells of a page that has become the one of that number, or that there is no room for it.
func (d *decks) added(n int) {
	d.lectures.page.changed(theSlides)
	if n < 0 {
		d.board.Toast("The deck is full: the limit is "+strconv.Itoa(course.MaxPages)+" pages.", true)
		return
	}
	d.board.News("Added to your slides as page " + strconv.Itoa(n+1) + ".")
}

// strip makes the link of a deck that came in one without its notes: who shares it shares no notes unasked, either.
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

// link makes the link that holds the deck, without its notes unless they are asked for; assign makes it an assignment,
// which has none.
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
		done(plainAddress()+"?deck="+deckInLink+"#"+text, "")
	})
}

// show presents the deck, or ends that.
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

// keep notes for a reload of the tab what is presented.
func (d *decks) keep() {
	if !d.showing {
		session.Remove(showingKey)
		return
	}
	var begun int64
	if d.notes != nil {
		begun = d.begun.UnixMilli()
	}
	session.Set(showingKey, strconv.FormatInt(begun, 10)+" "+d.name())
}

// name is what is presented, a course or a deck, as the address has it.
func (d *decks) name() string {
	if d.lectures.deck != "" {
		return "?" + d.lectures.deck
	}
	return d.lecture.Course().Course
}

// resume goes on presenting after a reload, with the notes in their window if it is still there. Another tab, and a
// page that is opened anew, do not.
func (d *decks) resume() {
	begun, name, ok := strings.Cut(session.Get(showingKey), " ")
	if d.showing || !ok || anew() || name != d.name() {
		return
	}
	d.present(true)
	if ms, err := strconv.ParseInt(begun, 10, 64); err == nil && ms > 0 {
		d.begun = time.UnixMilli(ms)
		if d.notes = notesWindow(showingKey+begun, d.fromNotes); d.notes == nil {
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

// unfilled follows a browser that no longer fills the screen: it has taken an Escape, or has brought the notes' window
// to the front, for which Firefox leaves the full screen by itself.
func (d *decks) unfilled() {
	if !d.asked {
		d.key("Escape")
	}
	if d.asked = false; d.showing {
		d.fillLater()
	}
}

// refill fills the screen again, once a hand has done something: browsers grant it to no one else.
func (d *decks) refill() {
	d.asked = false
	if d.unfull && d.showing {
		d.unfull = false
		fillScreen()
	}
}

// away tells who reads the notes that their presentation has gone.
func (d *decks) away() {
	if d.notes != nil && !windowClosed(d.notes) {
		writeWindow(d.notes, "#clock", words.Say("The presentation is closed. The notes continue here when it is back; "+
			"otherwise present again and press N."))
	}
}

// present shows the page as it is presented, or as it is otherwise.
func (d *decks) present(on bool) {
	d.showing = on
	d.Core.present.Deck(on)
	d.lectures.page.changed(theCourse | thePresentation)
}

// key takes the keys of a presentation.
func (d *decks) key(key string) bool {
	r := &d.lecture
	if !d.showing || !r.On() {
		return false
	}
	if key != "Escape" && key != "n" && key != "N" { // a browser grants one thing for a key, the window or the screen
		d.refill()
	}
	switch key {
	case "b", "B", ".", ">": // a remote sends the point
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

// cover makes the screen black or white; the same again, or "", shows the page.
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

// covers tells whether a key is the presentation's wherever the focus is.
func (d *decks) covers(key string) bool {
	return d.showing && (d.blank != "" || strings.Contains("bBwW.,<>", key))
}

// draws takes a tool to draw with, or puts it down.
func (d *decks) draws(tool string) {
	d.ink.Take(tool)
	d.lectures.page.changed(theLesson)
}

// Pixel is how wide and high a pixel of the plane is.
func (d *decks) Pixel() (w, h float64) {
	v := d.editor.View.Now()
	return (v.X1 - v.X0) / float64(max(v.W, 1)), (v.Y1 - v.Y0) / float64(max(v.H, 1))
}

// keepInk keeps on the page what is drawn over it.
func (d *decks) keepInk() {
	at := d.lecture.At()
	d.deck.Ink(at, d.ink.Strokes())
	d.rewrite(at)
}

// reveal shows the next step of the page; false when there is none, or a question is open.
func (d *decks) reveal() bool {
	r := &d.lecture
	s, at, done := r.Step()
	if s == nil || s.Asks() && !done || at+1 >= len(r.Now().Steps) {
		return false
	}
	r.Continue()
	return true
}

// turned follows to another page.
func (d *decks) turned() {
	d.ink.Open(d.lecture.Now().Ink)
	d.rebind()
	if d.code != "" {
		d.code = ""
		d.showCode()
	}
	d.writeNotes()
}

// showCode shows the code of the page's address, or hides it.
func (d *decks) showCode() {
	if d.code != "" {
		d.code = ""
		d.lectures.page.changed(theLesson)
		return
	}
	to, _, _ := strings.Cut(address(), "#")
	if d.mine() || d.lectures.deck == deckInLink { // nobody else's browser has it: the engine makes a link of the page
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
			d.board.Toast("There is no code: "+e.Message+".", true)
		}
		d.lectures.page.changed(theLesson)
	})
}

// openNotes opens a window with the notes of the present page, and a clock.
func (d *decks) openNotes() {
	begun := d.clock.Now()
	if d.notes != nil && !windowClosed(d.notes) {
		begun = d.begun // the same window, and the same clock
	}
	if d.notes = notesWindow(showingKey+strconv.FormatInt(begun.UnixMilli(), 10), d.fromNotes); d.notes == nil {
		d.board.Toast("The browser blocked the window with the notes: allow pop-up windows for this page.",
			true)
		return
	}
	d.begun, d.asked = begun, true
	d.writeNotes()
	d.tick()
	d.keep()
}

// fromNotes takes what is pressed in the window with the notes. A key there fills no screen here.
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
		next = strings.Replace(words.Say("Next: {}"), "{}", html.EscapeString(pages[at+1].Title), 1)
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

// tick shows the time in that window, each second while it is open.
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

// showing is what a presentation has beside the page: where one is, and a code for the audience.
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

// inking are the tools with which a hand draws over the picture.
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

// classTool shows the panel of the lecturer's class, or opens one; nil where the site has none.
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
