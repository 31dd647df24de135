package ui

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/clock"
	"pointscape/app/room/deck"
	"pointscape/app/workers"
	msg "pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/html"
	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// live connects the page with a live class. A program of its own attends the class (engine/worker/attend); it makes the
// HTML of the bar and the panel, and says what the browser stores. A student's answers are sent to it, and the
// student's page can follow the lecturer's. What the program asks about fits is passed on to an engine.
type live struct {
	*Core

	server string               // address of the class server; "" = the site has none
	asked  string               // code of the class in the page's address; "" = none
	goTo   func(address string) // leaves the page for another address
	deckTo func(deck string)    // called with the deck of the class when it arrives; nil = no deck is awaited

	dial   workers.Dial   // starts the class's program
	lane   *workers.Lane  // lane of the class's program; nil = the page is in no class, or waits to start another one
	engine workers.Helper // answers what the program asks
	owes   bool           // the program waits for such an answer
	unsent []*msg.Order   // a student's answers that the program has not taken, oldest first

	now   msg.News    // state of the class
	deck  string      // packed deck that the lecturer has sent to the class; "" = none
	made  string      // HTML of the answers, for #class-made
	qr    string      // HTML of the QR code of the students' link, for #door-qr
	focus string      // id of the element that gets the focus as soon as it exists; "" = none
	retry clock.Timer // starts another program after one has died
	dead  int         // number of programs that have died since one told something

	// A student's document.
	edit  clock.Timer // sends it
	sent  string      // the one that was sent last, or that the page had when it joined, as JSON
	large bool        // the student was told that it is too large

	// The lecturer's page.
	panel  bool           // the panel is open
	door   bool           // the program knows that the instructions for joining are shown
	told   *course.Course // the course that the program knows
	joins  bool           // the class was continued here from another window: turn to its page
	turnAt time.Time      // when this page last told the class that it turned

	another  bool   // the lecturer has sent another deck than the one that this page shows
	followed string // student: address of the page that was last turned to by following; "" = none
}

// deckInClass is the value of the address's parameter deck for a deck that the lecturer has sent to the class.
const deckInClass = "class"

// documentAfter is the time from a student's edit to the sending of the document: edits in between are sent with it.
const documentAfter = 2500 * time.Millisecond

// afterDeath is the time from the death of a program to the start of another one. It doubles with each further death,
// up to longestDeath.
const (
	afterDeath   = 3 * time.Second
	longestDeath = time.Minute
)

// asks reads the address. A page in a frame takes part in no class.
func (lv *live) asks(q url.Values) {
	if !lv.Embedded {
		lv.server, lv.asked = classServer(), msg.Clean(q.Get("class"))
	}
}

// begin joins the class in the address; without one, it returns to the class that this tab was in before a reload.
func (lv *live) begin() {
	if lv.server == "" {
		lv.lacking()
		return
	}
	switch code, leads := msg.Found(session.Get(msg.TabKey), lv.clock.Now().UnixMilli()); {
	case lv.asked != "":
		lv.join(lv.asked)
	case leads:
		lv.lead()
	case code != "":
		lv.join(code)
	default:
		lv.lacking()
	}
}

func (lv *live) join(code string) { lv.attend(msg.Order{Do: msg.Join, Code: code}) }

func (lv *live) lead() {
	lv.panel = true
	lv.attend(msg.Order{Do: msg.Lead})
}

// attend starts a program that attends a class, and gives it its first order: msg.Open, msg.Lead or msg.Join.
func (lv *live) attend(o msg.Order) {
	lv.close()
	lv.await(msg.News{Code: o.Code, Leads: o.Do != msg.Join})
	var lane *workers.Lane
	died := func() {
		if lane == lv.lane {
			lv.died()
		}
	}
	lane = workers.New(lv.dial, lv.clock, workers.Beside(func(string) { died() }))
	lv.lane = lane
	lane.Start()
	lv.ask("class-attend", msg.Attend{Server: lv.server, Link: withQuery("class="),
		Icons: map[string]string{"close": iconHTML("close"), "up": iconHTML("up"), "code": iconHTML("code")}},
		func(p *wire.Progress) {
			switch {
			case lane != lv.lane:
			case p.Ask != nil:
				lv.owes = true
				lv.engine.Ask(p.Ask.Kind, p.Ask.Text, func(float64) {}, workers.Made(lv.answer))
			default:
				lv.hear(p.Text)
			}
		}, func(e *wire.Error) {
			if e != nil {
				died()
			}
		})
	o.Kept = map[string]string{}
	for _, key := range []string{msg.StudentKey, msg.LecturerKey} {
		o.Kept[key] = local.Get(key)
	}
	o.Tab = session.Get(msg.TabKey)
	lv.do(o)
	list := lv.unsent
	lv.unsent = nil
	for _, o := range list {
		lv.give(*o)
	}
}

// answer sends the program the answer to what it has asked.
func (lv *live) answer(text string, e *wire.Error) {
	if lv.owes {
		lv.owes = false
		if e != nil {
			text = e.Message
		}
		lv.do(msg.Order{Do: "told", On: e == nil, Text: text})
	}
}

// give sends the program a student's answer, and keeps it until the program has taken it.
func (lv *live) give(o msg.Order) {
	if lv.lane == nil { // nothing was sent yet: a newer answer replaces an older one, and a document that of any step
		for _, was := range lv.unsent {
			if was.Kind == o.Kind && (o.Kind == msg.Document || *was.Step == *o.Step) {
				*was = o
				return
			}
		}
	}
	lane := lv.lane
	lv.unsent = append(lv.unsent, &o)
	lv.ask("class-do", o, nil, func(e *wire.Error) {
		if i := slices.Index(lv.unsent, &o); i >= 0 && (e == nil || lane == lv.lane) { // taken, or refused
			lv.unsent = slices.Delete(lv.unsent, i, i+1)
		}
	})
}

// await shows that the class is being connected; n says which one, and whether the page leads it.
func (lv *live) await(n msg.News) {
	text := words.Say("Connecting …")
	n.There, n.On, n.State = true, true, "on"
	n.Bar = `<span class="class-dot" aria-hidden="true"></span><span class="class-name">` +
		html.EscapeString(words.Text("Class %s", n.Code)) +
		`</span><span class="class-status" role="status">` + text + `</span>` + away("class-leave", "Leave the class")
	n.Panel = `<div class="drawer-head"><h2 id="class-title" tabindex="-1">` + words.Say("Live class") +
		`</h2>` + away("class-hide", "Hide") + `</div><p id="class-here" role="status">` + text + `</p>`
	lv.now = n
	lv.changed()
}

// away returns the HTML of the button that leaves a class or hides its panel.
func away(id, label string) string {
	label = words.Say(label)
	return `<button class="tool" id="` + id + `" type="button" aria-label="` + label + `" title="` + label + `">` +
		iconHTML("close") + `</button>`
}

// ask sends the class's program a request of a kind, with text as JSON.
func (lv *live) ask(kind string, text any, progress func(*wire.Progress), done func(*wire.Error)) {
	b, err := json.Marshal(text)
	if err != nil || lv.lane == nil {
		return
	}
	lane := lv.lane
	workers.MakeText(kind, string(b), func(head json.RawMessage, answer func(workers.Reply, *wire.Error)) {
		lane.Begin(wire.TypeText, head, nil, progress, answer)
	}, func(_ string, e *wire.Error) { done(e) })
}

func (lv *live) do(o msg.Order) { lv.ask("class-do", o, nil, func(*wire.Error) {}) }

// died ends what is left of the program, and starts another one for the same class some time later.
func (lv *live) died() {
	lv.end()
	n := msg.News{Code: lv.now.Code, Leads: lv.now.Leads}
	lv.await(n)
	wait := min(afterDeath<<min(lv.dead, 10), longestDeath)
	lv.dead++
	lv.retry.Set(lv.clock, wait, func() {
		if n.Leads {
			lv.attend(msg.Order{Do: msg.Lead})
		} else {
			lv.join(n.Code)
		}
	})
}

// close ends the class's program and forgets the class.
func (lv *live) close() {
	lv.retry.Stop()
	lv.end()
	lv.now, lv.deck, lv.made, lv.qr, lv.told, lv.door = msg.News{}, "", "", "", nil, false
}

// end ends the class's program and the engine for its questions.
func (lv *live) end() {
	lane := lv.lane
	lv.lane, lv.owes = nil, false
	if lane != nil {
		lane.Close()
	}
	lv.engine.Close()
}

// leave leaves the class. A student who joins it again is the same member, because local storage keeps the membership.
func (lv *live) leave() {
	lv.close()
	lv.unsent = nil
	session.Remove(msg.TabKey)
	lv.changed()
}

// changed shows the class anew.
func (lv *live) changed() {
	lv.page.changed(theClass)
	lv.page.afterRender(lv.sync)
}

// sync writes the HTML that the program has made.
func (lv *live) sync() {
	if !app.IsClient {
		return
	}
	blend("class-bar", lv.now.Bar)
	panel := lv.now.Panel
	if !lv.panel {
		panel = ""
	}
	blend("class", panel)
	blend("class-made", lv.made)
	blend("door-qr", lv.qr)
	if e := byID("class-follow"); e.Truthy() {
		syncChecked(e, lv.now.Follow)
	}
	if e := byID(lv.focus); lv.focus != "" && e.Truthy() {
		lv.focus = ""
		focusOn(e)
	}
}

// blend changes the content of an element, if it exists, to that of an HTML text. Elements in both stay as they are,
// with the focus and what is typed; see web/boot.js.
func blend(id, text string) { app.Window().Get("pointscapeBoot").Call("blend", byID(id), text) }

// hear handles a message from the class's program: a msg.News as JSON.
func (lv *live) hear(text string) {
	var n msg.News
	if json.Unmarshal([]byte(text), &n) != nil {
		return
	}
	lv.dead = 0
	for _, e := range n.Keep {
		s := local
		if e.Key == msg.TabKey {
			s = session
		}
		if e.Value != "" {
			s.Set(e.Key, e.Value)
		} else if code, _ := msg.Found(s.Get(e.Key), 0); s == session || code == n.Code {
			s.Remove(e.Key) // the entry of another tab's class stays
		}
	}
	lv.now = n
	if n.Deck != "" {
		lv.deck = n.Deck
	}
	if n.Made != nil {
		lv.made = *n.Made
	}
	if n.QR != nil {
		lv.qr = *n.QR
	}
	if n.Focus != "" {
		lv.focus = n.Focus
	}
	lv.heard(&n)
	if n.Toast != "" {
		lv.board.Toast(n.Toast, true)
	}
	if n.Say != "" {
		lv.speaker.Say(n.Say)
	}
	lv.changed()
}

// heard does what the server's message, if there was one, requires of the page.
func (lv *live) heard(n *msg.News) {
	switch n.Heard {
	case msg.Joined:
		if lv.sent == "" && lv.editor.Loaded() {
			lv.sent = string(lv.decks.picture())
		}
		lv.brought()
		lv.follow(!lv.lectures.on())
	case msg.Room:
		lv.brought()
		if lv.joins {
			lv.joins = false
			lv.visit(n.Where)
		} else {
			lv.turned()
		}
	case msg.Changed:
		if n.Deck != "" && lv.lectures.deck == deckInClass {
			lv.another, lv.followed = true, ""
		}
		lv.follow(false)
	case msg.Looked:
		lv.importer.Load(wire.Load{Kind: "json", Text: n.Document}, "open a student's picture", "", func(e *wire.Error) {
			if e != nil {
				lv.board.Alarm(words.Text("The student's picture cannot be opened: %s.", e.Message))
			}
		})
	case msg.Refused, msg.Ended:
		lv.joins = false
		lv.lacking()
	}
}

// --- which page ---

// classPage returns the course or deck that an address leads to, as of key, and its page.
func classPage(q url.Values) (key, page string) {
	if d := q.Get("deck"); d != "" {
		return "deck=" + d, q.Get("page")
	}
	name, page, _ := strings.Cut(q.Get("course"), "/")
	return name, page
}

// key returns the name of this page's course, or "deck=" and the address of its deck; "" on the playground.
func (lv *live) key() string {
	if d := lv.lectures.deck; d == deckMine || d == deckInLink {
		return "deck=" + deckInClass
	} else if d != "" {
		return "deck=" + d
	}
	name, _, _ := strings.Cut(lv.lectures.asked, "/")
	return name
}

// where returns the address at which others in the class can open the present page, "" for the playground; ok is false
// while the course or deck is still loading.
func (lv *live) where() (where string, ok bool) {
	lc := &lv.lectures
	if !lc.on() {
		return "", true
	}
	p := lv.lecture.Now()
	if p == nil {
		return "", false
	}
	if lc.deck == deckMine || lc.deck == deckInLink {
		return "?deck=" + deckInClass + "&page=" + p.ID, true
	}
	return lc.address(p.ID), true
}

// follow turns to the lecturer's page if the class follows it, once for each turn of the lecturer. first means that
// this page shows no course: then it goes there in any case. On the lecturer's own page it turns to where another
// window of the lecturer has turned.
func (lv *live) follow(first bool) {
	if now := &lv.now; now.Leads {
		// What the server reports within two seconds may be an earlier turn of this page itself, so it is ignored.
		if lv.clock.Now().Sub(lv.turnAt) > 2*time.Second {
			lv.visit(now.Where)
		}
	} else if now.Follow && now.Where != lv.followed || first {
		lv.followed = now.Where
		lv.visit(now.Where)
	} else if !now.Follow {
		lv.followed = ""
	}
}

// arrived is called when the course or deck was opened.
func (lv *live) arrived() {
	switch {
	case !lv.now.In:
	case lv.now.Leads:
		lv.turned()
	default:
		lv.followed = ""
		lv.follow(false)
	}
}

// visit turns to the page at an address of the class; if it is of another course or deck, the browser leaves this page.
// Only the course, deck and page in the address count, so no address leads to another site.
func (lv *live) visit(where string) {
	q, err := url.ParseQuery(strings.TrimPrefix(where, "?"))
	key, page := classPage(q)
	if err != nil || key == "" {
		return
	}
	another := lv.another && key == "deck="+deckInClass
	switch here, ok := lv.where(); {
	case here == where && ok && !another:
	case key == lv.key() && !another:
		if !lv.lecture.On() { // it is still being opened; arrived turns then
			return
		}
		if i, found := lv.lecture.Find(page); found && i != lv.lecture.At() {
			lv.lecture.Go(i)
		}
	default:
		to := url.Values{}
		for _, name := range []string{"course", "deck", "page"} {
			if q.Get(name) != "" {
				to.Set(name, q.Get(name))
			}
		}
		if !lv.now.Leads {
			to.Set("class", lv.now.Code)
		}
		lv.goTo(withQuery(strings.ReplaceAll(to.Encode(), "%2F", "/")))
	}
}

// withDeck calls take with the packed deck of the class, as soon as that is known.
func (lv *live) withDeck(take func(deck string)) {
	lv.deckTo = take
	switch {
	case lv.now.In:
		lv.brought()
	case !lv.now.On:
		lv.lacking()
	}
}

// brought passes the deck of the class to withDeck's take. If there is no deck, lacking tells the user, in case that
// one is awaited.
func (lv *live) brought() {
	if take := lv.deckTo; take != nil && lv.deck != "" {
		lv.deckTo = nil
		take(lv.deck)
	} else {
		lv.lacking()
	}
}

func (lv *live) lacking() {
	if lv.deckTo != nil {
		lv.deckTo = nil
		lv.lectures.fail("This deck is only in its class, and the class cannot be reached, or has ended.")
	}
}

// bring packs the open deck for the class if others cannot open its address. done is called with "" if they can; it is
// not called if the deck cannot be packed.
func (lv *live) bring(done func(deck string)) {
	lc := &lv.lectures
	if lc.deck != deckMine && lc.deck != deckInLink {
		done("")
		return
	}
	text, _, err := deck.Bare(lv.decks.source)
	if err != nil {
		lv.board.Alarm(err.Error())
		return
	}
	lc.text("pack", text, func(packed string, e *wire.Error) {
		if e != nil { // the deck is too large for a link
			lv.board.Alarm(words.Text("The deck cannot come with the class: %s.", e.Message))
			return
		}
		done(packed)
	})
}

// --- a student's answers ---

// here returns a step of the present page as answers refer to it.
func (lv *live) here(step int) msg.Step {
	if p := lv.lecture.Now(); p != nil {
		return msg.Step{Page: lv.lecture.Course().Course + "/" + p.ID, Step: step}
	}
	return msg.Step{}
}

// put sends a student's answer to a step of the present page. Too long a value, which only a document can have, is not
// sent.
func (lv *live) put(step int, kind, value string) {
	if lv.now.Leads || !lv.now.On {
		return
	}
	if len(value) > msg.MaxDocument { // JSON is longer than the text in it: messages fit, too
		if !lv.large {
			lv.large = true
			lv.board.News("Your picture has too many points to be sent to the class; your answers are sent.")
		}
		return
	}
	at := lv.here(step)
	lv.give(msg.Order{Do: msg.Put, Step: &at, Kind: kind, Value: value})
}

// edited is called when the document has changed: a student's document is sent after documentAfter.
func (lv *live) edited() {
	if lv.now.On && !lv.now.Leads && !lv.edit.Waits() {
		lv.edit.Set(lv.clock, documentAfter, lv.sendDocument)
	}
}

func (lv *live) sendDocument() {
	text := string(lv.decks.picture())
	if text == lv.sent || !lv.now.On {
		return
	}
	b, err := json.Marshal(text)
	if err != nil {
		return
	}
	lv.sent = text
	_, at, _ := lv.lecture.Step()
	lv.put(at, msg.Document, string(b))
}

// --- the bar of a student ---

// ClassBar is the bar that shows a student the state of the class.
type ClassBar struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (b *ClassBar) OnMount(ctx app.Context) {
	b.ctx = ctx
	soon(ctx, b.core.live.sync)
}

func (b *ClassBar) reads() any { return b.core.page.version(theClass) }

func (b *ClassBar) Render() app.UI {
	b.core.page.rendering(b)
	lv := &b.core.live
	if !lv.now.There || lv.now.Leads {
		return el("section.class-bar#class-bar hidden")
	}
	soon(b.ctx, lv.sync)
	return lv.controls(el("section.class-bar#class-bar aria-label='Live class' data-state=$", lv.now.State))
}

func (lv *live) onLeave() {
	lv.edit.Stop()
	lv.sent, lv.asked = "", ""
	lv.leave()
	dropFromAddress("class")
	lv.page.afterRender(func() { focusOn(byID("stage")) })
}
