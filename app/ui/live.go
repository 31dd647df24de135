package ui

import (
	"net/url"
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

// live joins a live class with the page: an engine of its own attends it (engine/class/client), and says what the page
// is to show and to keep. What a student answers goes there, and pages turn with the lecturer's.
type live struct {
	*Core

	server string // its address; "" = the site has none
	asked  string // the code of the page's address
	goTo   func(address string)
	deckTo func(deck string) // waits for the deck of the class

	dial  workers.Dial
	lane  *workers.Lane // nil = there is no class
	now   msg.News
	deck  string // that the class's lecturer has brought
	made  string // HTML of the answers
	qr    string // the students' link, as HTML
	focus string // the id of what gets the focus once it is there
	retry clock.Timer

	// A student's document: when it is sent, and what was sent.
	edit  clock.Timer
	sent  string
	large bool // that it is too large has been told

	// A lecturer's.
	panel  bool           // is open
	door   bool           // the engine was told to show how to join
	told   *course.Course // that it knows
	joins  bool           // another window goes on with the class: this one turns to its page
	turnAt time.Time

	followed string // the page that was turned to last, because all follow
}

// deckInClass is what the address has of a deck that the class's lecturer has brought.
const deckInClass = "class"

// documentAfter is how long a student's document waits for further edits.
const documentAfter = 2500 * time.Millisecond

// afterDeath is how long the page waits after an engine has died.
const afterDeath = 3 * time.Second

// asks takes what the page's address asks for.
func (lv *live) asks(q url.Values) {
	if !lv.Embedded {
		lv.server, lv.asked = classServer(), msg.Clean(q.Get("class"))
	}
}

// begin comes back to the class of this tab, or joins the address's.
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

// attend has an engine attend a class.
func (lv *live) attend(o msg.Order) {
	lv.close()
	lv.await(msg.News{Code: o.Code, Leads: o.Do != msg.Join})
	lane := workers.New(func(_ bool, recv func(workers.Reply)) (workers.Port, error) { return lv.dial(true, recv) },
		lv.clock, workers.Beside(lv.died))
	lv.lane = lane
	lane.Start()
	lv.ask("class-attend", msg.Attend{Server: lv.server, Link: withQuery("class="),
		Icons: map[string]string{"close": iconHTML("close"), "up": iconHTML("up"), "code": iconHTML("code")}},
		func(p *wire.Progress) {
			if lane == lv.lane {
				lv.hear(p.Text)
			}
		})
	o.Kept = map[string]string{}
	for _, key := range []string{msg.StudentKey, msg.LecturerKey} {
		o.Kept[key] = local.Get(key)
	}
	o.Tab = session.Get(msg.TabKey)
	lv.do(o)
}

// await shows that the class is on its way.
func (lv *live) await(n msg.News) {
	text := words.Say("Connecting …")
	n.There, n.On, n.State = true, true, "on"
	n.Bar = `<span class="class-dot" aria-hidden="true"></span><span class="class-name">` + html.EscapeString(words.Say("Class "+n.Code)) +
		`</span><span class="class-status" role="status">` + text + `</span>` + away("class-leave", "Leave the class")
	n.Panel = `<div class="drawer-head"><h2 id="class-title" tabindex="-1">` + words.Say("Live class") +
		`</h2>` + away("class-hide", "Hide") + `</div><p id="class-here" role="status">` + text + `</p>`
	lv.now = n
	lv.changed()
}

// away is the button that leads away from a class.
func away(id, label string) string {
	label = words.Say(label)
	return `<button class="tool" id="` + id + `" type="button" aria-label="` + label + `" title="` + label + `">` +
		iconHTML("close") + `</button>`
}

// ask asks the class's engine something.
func (lv *live) ask(kind string, text any, progress func(*wire.Progress)) {
	b, err := json.Marshal(text)
	if err != nil || lv.lane == nil {
		return
	}
	lane := lv.lane
	workers.MakeText(kind, string(b), func(head json.RawMessage, answer func(workers.Reply, *wire.Error)) {
		lane.Begin(wire.TypeText, head, nil, progress, answer)
	}, func(_ string, e *wire.Error) {
		if e != nil && lane == lv.lane && kind == "class-attend" {
			lv.died("")
		}
	})
}

func (lv *live) do(o msg.Order) { lv.ask("class-do", o, func(*wire.Progress) {}) }

// died has another engine go on, a little later.
func (lv *live) died(string) {
	n := msg.News{Code: lv.now.Code, Leads: lv.now.Leads}
	lv.await(n)
	lv.retry.Set(lv.clock, afterDeath, func() {
		if n.Leads {
			lv.lead()
		} else {
			lv.join(n.Code)
		}
	})
}

// close ends the class's engine.
func (lv *live) close() {
	lv.retry.Stop()
	lane := lv.lane
	lv.lane, lv.now, lv.deck, lv.made, lv.qr, lv.told, lv.door = nil, msg.News{}, "", "", "", nil, false
	if lane != nil {
		lane.Close()
	}
}

// leave leaves the class. A student who comes back is the same member.
func (lv *live) leave() {
	lv.close()
	session.Remove(msg.TabKey)
	lv.changed()
}

// changed shows the class anew.
func (lv *live) changed() {
	lv.page.changed(theClass)
	lv.page.afterRender(lv.sync)
}

// sync writes what the engine has made.
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

// blend makes the content of an element that of HTML, if it is there.
func blend(id, text string) { app.Window().Get("pointscapeBoot").Call("blend", byID(id), text) }

// hear takes what the class's engine tells.
func (lv *live) hear(text string) {
	var n msg.News
	if json.Unmarshal([]byte(text), &n) != nil {
		return
	}
	for _, e := range n.Keep {
		s := local
		if e.Key == msg.TabKey {
			s = session
		}
		if e.Value != "" {
			s.Set(e.Key, e.Value)
		} else if code, _ := msg.Found(s.Get(e.Key), 0); s == session || code == n.Code {
			s.Remove(e.Key) // another tab's class stays
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

// heard does what a message of the server asks for beside that.
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
		lv.follow(false)
	case msg.Looked:
		lv.importer.Load(wire.Load{Kind: "json", Text: n.Document}, "open a student's picture", "", func(e *wire.Error) {
			if e != nil {
				lv.board.Alarm("The student's picture cannot be opened: " + e.Message + ".")
			}
		})
	case msg.Refused, msg.Ended:
		lv.lacking()
	}
}

// --- which page ---

// classPage says which course or deck an address leads to, and which page of it.
func classPage(q url.Values) (key, page string) {
	if d := q.Get("deck"); d != "" {
		return "deck=" + d, q.Get("page")
	}
	name, page, _ := strings.Cut(q.Get("course"), "/")
	return name, page
}

// key is that of this page.
func (lv *live) key() string {
	if d := lv.lectures.deck; d == deckMine || d == deckInLink {
		return "deck=" + deckInClass
	} else if d != "" {
		return "deck=" + d
	}
	name, _, _ := strings.Cut(lv.lectures.asked, "/")
	return name
}

// where is the address of the page that is read, as others open it; ok is false while it is still on its way.
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

// follow turns to the lecturer's page, where all do; first tells that this page shows none yet.
func (lv *live) follow(first bool) {
	if now := &lv.now; now.Leads {
		// Another window of the lecturer has turned; what comes back of one's own turns is older than the page.
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

// arrived is told that the course or deck is there.
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

// visit turns to a page of a class.
func (lv *live) visit(where string) {
	q, err := url.ParseQuery(strings.TrimPrefix(where, "?"))
	key, page := classPage(q)
	if err != nil || key == "" {
		return
	}
	switch here, ok := lv.where(); {
	case here == where && ok:
	case key == lv.key():
		if i, found := lv.lecture.Find(page); lv.lecture.On() && found && i != lv.lecture.At() {
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

// withDeck waits for the deck of the class.
func (lv *live) withDeck(take func(deck string)) {
	lv.deckTo = take
	switch {
	case lv.now.In:
		lv.brought()
	case !lv.now.On:
		lv.lacking()
	}
}

// brought gives the deck of the class to who waits for it, and lacking says that there is none.
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

// bring has the present deck packed for the class, where no address leads to it; "" = one does.
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
		if e != nil { // it is too large for a link
			lv.board.Alarm("The deck cannot come with the class: " + e.Message + ".")
			return
		}
		done(packed)
	})
}

// --- a student's answers ---

// here is the step that is read, as answers have it.
func (lv *live) here(step int) msg.Step {
	if p := lv.lecture.Now(); p != nil {
		return msg.Step{Page: lv.lecture.Course().Course + "/" + p.ID, Step: step}
	}
	return msg.Step{}
}

// put sends an answer to a step of the page that is read.
func (lv *live) put(step int, kind, value string) {
	if lv.now.Leads || !lv.now.On {
		return
	}
	if len(value) > msg.MaxDocument { // in JSON it is longer than its text: the message fits, too
		if !lv.large {
			lv.large = true
			lv.board.News("Your picture has too many points to be sent to the class; your answers are sent.")
		}
		return
	}
	at := lv.here(step)
	lv.do(msg.Order{Do: msg.Put, Step: &at, Kind: kind, Value: value})
}

// edited notes that the document is another one: a student's is sent some time later.
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

// ClassBar tells a student of the class.
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
