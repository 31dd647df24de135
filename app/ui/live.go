package ui

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/class"
	"pointscape/app/room/clock"
	"pointscape/app/room/deck"
	msg "pointscape/engine/class"
	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// live joins the room of a live class with the page: what a student answers goes there, and pages turn with the
// lecturer's. What a lecturer sees of it is in livepanel.go.
type live struct {
	*Core

	server string // its address; "" = the site has none
	asked  string // the code of the page's address
	goTo   func(address string)
	deckTo func(deck string) // waits for the deck of the class
	calls  bool              // the network is listened to

	// A student's document: when it is sent, and what was sent.
	edit  clock.Timer
	sent  string
	large bool // that it is too large has been told

	// A lecturer's.
	panel  bool // is open
	step   int  // of the page, that the panel shows; -1 = the present one
	made   string
	why    string // there is no HTML
	qr     string // the students' code, as HTML
	qrOf   string // its address
	ending bool   // it was asked whether the class is to end
	joins  bool   // another window goes on with the class: this one turns to its page
	turnAt time.Time

	followed string // the page that was turned to last, because all follow
}

// deckInClass is what the address has of a deck that the class's lecturer has brought.
const deckInClass = "class"

// documentAfter is how long a student's document waits for further edits.
const documentAfter = 2500 * time.Millisecond

// asks takes what the page's address asks for.
func (lv *live) asks(q url.Values) {
	if lv.step = -1; !lv.Embedded {
		lv.server, lv.asked = classServer(), class.Clean(q.Get("class"))
	}
}

// begin comes back to the class of this tab, or joins the address's.
func (lv *live) begin() {
	if lv.server == "" {
		lv.lacking()
		return
	}
	switch code, lead := lv.class.Found(); {
	case lv.asked != "":
		lv.join(lv.asked)
	case lead:
		lv.lead()
	case code != "":
		lv.join(code)
	default:
		lv.lacking()
	}
}

func (lv *live) join(code string) {
	lv.listen()
	lv.class.Join(code)
}

func (lv *live) lead() {
	lv.listen()
	lv.panel = true
	lv.class.Lead()
}

func (lv *live) listen() {
	if !lv.calls {
		lv.calls = true
		lv.listenNetwork()
	}
}

// changed shows the room anew.
func (lv *live) changed() { lv.page.changed(theClass) }

// Heard does what a message of the server asks for beside that.
func (lv *live) Heard(m *msg.Message) {
	switch m.Type {
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
			lv.visit(lv.class.Now().Where)
		} else {
			lv.turned()
		}
	case msg.Changed:
		lv.follow(false)
	case msg.Looked:
		lv.looked(m)
	case msg.Refused:
		if lv.class.State() == class.Refused {
			lv.lacking()
		} else {
			lv.board.Toast(classRefuses(m.Field, m.Text), true)
		}
	case msg.Ended:
		if lv.lacking(); lv.class.Leads() { // a student's bar says it
			lv.speaker.Say(lv.status())
		}
	}
	lv.refresh()
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
	if now := lv.class.Now(); lv.class.Leads() {
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
	case lv.class.State() != class.In:
	case lv.class.Leads():
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
		if !lv.class.Leads() {
			to.Set("class", lv.class.Code())
		}
		lv.goTo(withQuery(strings.ReplaceAll(to.Encode(), "%2F", "/")))
	}
}

// withDeck waits for the deck of the class.
func (lv *live) withDeck(take func(deck string)) {
	lv.deckTo = take
	switch lv.class.State() {
	case class.In:
		lv.brought()
	case class.Connecting, class.Away:
	default:
		lv.lacking()
	}
}

// brought gives the deck of the class to who waits for it, and lacking says that there is none.
func (lv *live) brought() {
	if take := lv.deckTo; take != nil && lv.class.Deck() != "" {
		lv.deckTo = nil
		take(lv.class.Deck())
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
	at := lv.here(step)
	if !lv.class.Put(at.Page, at.Step, kind, value) && !lv.large {
		lv.large = true
		lv.board.News("Your picture has too many points to be sent to the class; your answers are sent.")
	}
}

// edited notes that the document is another one: a student's is sent some time later.
func (lv *live) edited() {
	if lv.class.On() && !lv.class.Leads() && !lv.edit.Waits() {
		lv.edit.Set(lv.clock, documentAfter, lv.sendDocument)
	}
}

func (lv *live) sendDocument() {
	text := string(lv.decks.picture())
	if text == lv.sent || !lv.class.On() {
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

// classRefuses says what is wrong with a field of a message; text may begin with the field's name.
func classRefuses(field, text string) string {
	return "The class refuses this: " + field + " " + words.Say(strings.TrimPrefix(text, field+" ")) + "."
}

// --- the bar of a student ---

// status says how it stands with the class.
func (lv *live) status() string {
	switch lv.class.State() {
	case class.Connecting:
		return "Connecting …"
	case class.In:
		if lv.class.Now().Follow {
			return "Your page follows the lecturer."
		}
		return "Connected"
	case class.Away:
		if lv.class.Leads() {
			return "No connection. It is tried again."
		}
		return "No connection. Your answers are sent when it is back."
	case class.Replaced:
		return "The class goes on in another tab."
	case class.Over:
		if len(lv.class.Answers()) > 0 {
			return "The class has ended. You can still save the answers."
		}
		return "The class has ended. What you did here stays."
	case class.Refused:
		switch why := lv.class.Why(); why.Field {
		case "code":
			return "There is no class with this code. Check it, or go on alone."
		case "join":
			return "The class is full. You can go on alone."
		default:
			return classRefuses(why.Field, why.Text)
		}
	}
	return ""
}

// ClassBar tells a student of the class.
type ClassBar struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (b *ClassBar) OnMount(ctx app.Context) {
	b.ctx = ctx
	soon(ctx, b.sync)
}

func (b *ClassBar) reads() any { return b.core.page.version(theClass) }

func (b *ClassBar) sync() {
	if in := byID("class-nick"); app.IsClient && in.Truthy() && !isFocused(in) {
		syncProperty(in, "value", b.core.class.Nick())
	}
}

func (b *ClassBar) Render() app.UI {
	b.core.page.rendering(b)
	r := &b.core.class
	if r.State() == class.Off || r.Leads() {
		return el("section.class-bar#class-bar hidden")
	}
	soon(b.ctx, b.sync)
	var again, nick app.UI
	switch r.State() {
	case class.Away, class.Replaced, class.Refused:
		again = click(el("button.button.small#class-again type=button|Try again"), b.onAgain)
	case class.In:
		nick = listen(el("input.num#class-nick type=text aria-label='Nickname (optional)' placeholder='Nickname (optional)'"+
			" autocomplete=nickname maxlength=$", strconv.Itoa(msg.MaxNick)), "change", b.onNick)
	}
	state := map[class.State]string{class.In: "in", class.Connecting: "on"}[r.State()]
	leave := "Leave the class"
	if !r.On() {
		leave = "Close"
	}
	return nest(el("section.class-bar#class-bar aria-label='Live class' data-state=$", state),
		el("span.class-dot aria-hidden=true"),
		el("span.class-name|Class $", r.Code()),
		el("span.class-status role=status|$", b.core.live.status()),
		nick, again,
		nest(click(el("button.tool#class-leave type=button aria-label=$ title=$", leave, leave), b.onLeave), icon("close")))
}

func (b *ClassBar) onAgain(app.Context, app.Event) { b.core.class.Again() }

func (b *ClassBar) onNick(ctx app.Context, _ app.Event) {
	if f, ok := b.core.class.Name(inputValue(ctx)).(*msg.Fault); ok {
		b.core.board.Toast(classRefuses(f.Field, f.Text), true)
	}
}

func (b *ClassBar) onLeave(app.Context, app.Event) {
	lv := &b.core.live
	lv.edit.Stop()
	lv.sent, lv.asked = "", ""
	b.core.class.Leave()
	dropFromAddress("class")
	lv.page.afterRender(func() { focusOn(byID("stage")) })
}
