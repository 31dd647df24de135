package ui

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/clock"
	"pointscape/app/room/lecture"
	"pointscape/app/stage"
	"pointscape/engine/check"
	msg "pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// lectures opens courses, and is the page around the room of a course (lecture.Page).
type lectures struct {
	*Core

	asked   string // NAME or NAME/PAGE in the address; deck/PAGE for a deck; "" = neither
	deck    string // the deck in the address: the address of its file, or deckInLink and the like; "" = none
	packed  string // the packed deck in the fragment of the address
	failed  string // why the course could not be opened; "" = no error
	slow    bool   // the course has not arrived for slowAfter
	term    letter // letter of a formula that is pointed at
	fetches int    // number of requests for the file: an answer to an earlier one is ignored
}

// asks reads the address: ?course=NAME/PAGE or ?deck=ADDRESS&page=PAGE.
func (lc *lectures) asks(q url.Values) {
	lc.asked, lc.deck = q.Get("course"), q.Get("deck")
	if lc.deck != "" {
		lc.asked = "deck/" + q.Get("page")
	}
	lc.store.Guest, lc.store.Still = lc.on(), lc.deck == deckInLink
}

// on reports whether the page shows a course or a deck, or will show it. It never changes, and neither does the layout
// that depends on it.
func (lc *lectures) on() bool { return lc.asked != "" }

// open fetches and opens the course or deck that the address names.
func (lc *lectures) open() {
	if lc.deck != "" {
		lc.openDeck()
		return
	}
	name, page, _ := strings.Cut(lc.asked, "/")
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		lc.fail("There is no such course: names have lower-case letters, digits and hyphens.")
		return
	}
	lc.fetch(courseFile("", name), func(text string, ok bool) {
		if !ok {
			lc.fail("The course could not be loaded: it does not exist, or there is no connection. Reload the page to try " +
				"again.")
			return
		}
		var c course.Course
		if err := json.Unmarshal([]byte(text), &c); err != nil || len(c.Pages) == 0 || c.Version > course.Version {
			lc.fail("The course is from another version of Pointscape. Reload the page.")
			return
		}
		lc.failed = ""
		lc.begin(&c, page)
	})
}

// slowAfter is the time after which the user is told that a file is still loading.
const slowAfter = 4 * time.Second

// fetch fetches the file of a course or a deck. If it takes long, the user is told and may ask for it again; the result
// of the earlier request is then ignored.
func (lc *lectures) fetch(path string, done func(text string, ok bool)) {
	lc.fetches++
	n := lc.fetches
	lc.failed, lc.slow = "", false
	lc.page.changed(theLesson)
	var late clock.Timer
	late.Set(lc.decks.clock, slowAfter, func() {
		if n == lc.fetches {
			lc.slow = true
			lc.page.changed(theLesson)
		}
	})
	fetchText(path, func(text string, ok bool) {
		late.Stop()
		if n == lc.fetches {
			lc.slow = false
			done(text, ok)
		}
	})
}

// courseFile returns the address of a course's file in the page's language. In folder "source/" the file is as its
// author wrote it; in "" it is converted for the page.
func courseFile(folder, name string) string {
	at := "courses/"
	if t := tongue(); t != "en" {
		at += t + "/"
	}
	return siteFile(at + folder + name + ".json")
}

// begin opens a course at a page, with the page's document; if the tab or the address has one already, that one is
// opened.
func (lc *lectures) begin(c *course.Course, page string) {
	lc.effects.arrival.Start = lc.lecture.Begin(c, page)
	lc.decks.ink.Open(lc.lecture.Now().Ink)
	lc.decks.opened(lc.effects.arrival.Link == "" && lc.effects.arrival.Anew)
	lc.store.Open(lc.effects.arrival)
	lc.collects.open()
	lc.page.changed(theCourse)
	lc.decks.resume()
	lc.live.arrived()
}

// fail shows, instead of the course, the reason why it cannot be opened. The plane shows the engine's first document,
// if none is open.
func (lc *lectures) fail(why string) {
	lc.failed = why
	lc.speaker.Say(why)
	if !lc.editor.Loaded() {
		lc.store.Open(lc.effects.arrival)
	}
	lc.page.changed(theLesson)
}

func (lc *lectures) Known() (k check.Known, ok bool) {
	p, in := lc.client.Picture(), lc.editor.Info()
	d, drafted := lc.editor.Settled()
	if p == nil || in == nil || drafted || lc.client.PaintedState() < lc.client.State() || lc.client.Fault() != nil {
		return k, false
	}
	return check.Known{Document: &d, Info: in, Facts: p.Facts, Status: p.Status}, true
}

func (lc *lectures) Document() []byte {
	d, _ := lc.editor.Settled()
	b, err := doc.Encode(d)
	if err != nil {
		return []byte("{}")
	}
	return b
}

func (lc *lectures) Open(document, what string, opened func()) {
	lc.page.writeVersions() // before the page's title is shown: the page is busy
	lc.importer.Load(wire.Load{Kind: "json", Text: document}, what, "", func(e *wire.Error) {
		opened()
		lc.decks.opened(true)
		lc.page.changed(theCourse)
		if e != nil {
			lc.board.Toast(e.Message, true)
		}
		lc.page.writeVersions()
	})
}

// Unkept is called when the browser stores no more data.
func (lc *lectures) Unkept() {
	if !lc.store.Embedded { // many browsers store nothing for frames
		lc.board.News("The browser's storage is full: your progress is lost when you leave this page.")
	}
}

// Shown shows the room anew, and scrolls to the present step.
func (lc *lectures) Shown() {
	if made := byID("hand-made"); app.IsClient && made.Truthy() { // it shows an answer of an earlier state
		setHTML(made, "")
	}
	lc.effects.veil()
	lc.page.changed(theCourse)
	lc.live.refresh()
	if lc.decks.editing() { // the author of a deck keeps the position in the text
		return
	}
	lc.page.afterRender(func() {
		// If text and plane are one column, scrolling would move the plane away from under the finger that sets
		// corners.
		if !app.IsClient || !lc.lecture.Drawing.Corners() || byID("lesson").Get("clientHeight").Int() > 0 {
			reveal(byID("lesson-now"))
			if unfocused() { // the field of the answer is gone
				focusOn(byID("lesson-now"))
			}
		}
	})
}

func (lc *lectures) Turned() {
	lc.effects.inspector.Hover(0, 0, -1, false) // ends the readout of the page before, which a finger may have opened
	pushAddress(lc.address(lc.lecture.Now().ID)[1:], lc.store.Still)
	lc.decks.turned()
	lc.live.turned()
	lc.page.changed(theCourse)
	lc.page.afterRender(func() {
		if el := byID("lesson"); app.IsClient && el.Truthy() {
			el.Set("scrollTop", 0)
		}
		if !lc.decks.mine() || lc.decks.showing { // while a deck is edited, the title is far below the button
			focusOn(byID("lesson-title"))
		}
	})
}

// Judge has the engine judge a drawing.
func (lc *lectures) Judge(line [][2]float64, done func(*lecture.Judged, string)) {
	lc.client.Judge(line, func(r *wire.Judged, e *wire.Error) {
		if e != nil {
			done(nil, e.Message)
			return
		}
		done(&lecture.Judged{On: r.On, Mine: r.Mine, Method: r.Method}, "")
	})
}

// Sketched paints a drawing, highlighted like a shape that is pointed at.
func (lc *lectures) Sketched(line [][2]float64) {
	lc.painter.sketch = nil
	if len(line) > 0 {
		xy := make([]float64, 0, 2*len(line))
		for _, q := range line {
			xy = append(xy, q[0], q[1])
		}
		kind := picture.Line
		if len(line) == 1 {
			kind = picture.Dot
		}
		lc.painter.sketch = []picture.Spot{{Key: "sketch", Kind: kind, XY: xy}}
	}
	lc.painter.highlights()
}

// Marked shows the position at which the user has answered; nil = none.
func (lc *lectures) Marked(m *lecture.Mark) { lc.painter.screen.Top.SetMark((*stage.Mark)(m)) }

func (lc *lectures) Say(text string) { lc.speaker.Say(text) }

func (lc *lectures) SayJudged(v *lecture.Judged) {
	last := len(v.Mine) - 1 // the errors on test points come last, if there are any
	number := drawnText(lc.editor.Task())
	if last >= len(v.Method) { // the method has no errors to compare with
		lc.speaker.Say(words.Text("Your drawing: error %s", number(v.Mine[last])))
		return
	}
	lc.speaker.Say(words.Text("Your drawing: error %s, the method: %s", number(v.Mine[last]), number(v.Method[last])))
}

// drawnText returns the format of a drawing's errors: mean squared errors in a regression, otherwise shares of points
// in percent.
func drawnText(t method.Task) func(float64) string {
	if t == method.Regress {
		return figure
	}
	return percent
}

// Answered sends an answer to the present step to the live class, if there is one.
func (lc *lectures) Answered(kind, value string) {
	_, at, _ := lc.lecture.Step()
	lc.live.put(at, kind, value)
}

// Solved tells the live class and the embedding page that a step is done.
func (lc *lectures) Solved(course, page string, step int) {
	lc.live.put(step, msg.Solved, "true")
	lc.conversation.Task(course, page, strconv.Itoa(step+1))
	lc.page.changed(theCourse)
}

// address returns the address of a page of the course or deck, as a query.
func (lc *lectures) address(page string) string {
	if lc.deck != "" {
		return "?deck=" + url.QueryEscape(lc.deck) + "&page=" + page
	}
	return "?course=" + lc.lecture.Course().Course + "/" + page
}

// follow turns to the page that a link leads to. It returns false if the link does not lead to a page of the open
// course or deck.
func (lc *lectures) follow(href string) bool {
	q, err := url.ParseQuery(strings.TrimPrefix(href, "?"))
	if err != nil || !lc.lecture.On() {
		return false
	}
	name, page, _ := strings.Cut(q.Get("course"), "/")
	if lc.deck != "" && q.Get("deck") == lc.deck {
		name, page = lc.lecture.Course().Course, q.Get("page")
	}
	i, ok := lc.lecture.Find(page)
	if name != lc.lecture.Course().Course || !ok {
		return false
	}
	lc.lecture.Go(i)
	return true
}

// popped handles Back and Forward. If the address has a fragment, the document in it is opened as after any change of
// the fragment.
func (lc *lectures) popped(search, fragment string) {
	q, err := url.ParseQuery(strings.TrimPrefix(search, "?"))
	if err != nil || !lc.lecture.On() {
		return
	}
	name, page, _ := strings.Cut(q.Get("course"), "/")
	if lc.deck != "" {
		name, page = lc.lecture.Course().Course, q.Get("page")
	}
	if i, ok := lc.lecture.Find(page); ok && name == lc.lecture.Course().Course && i != lc.lecture.At() {
		lc.lecture.Back(i, fragment != "")
		lc.decks.turned()
		lc.page.changed(theCourse)
	}
}

// Lesson shows a page of a course: its text and its steps.
type Lesson struct {
	app.Compo
	core  *Core
	ctx   app.Context
	texts map[string]string // HTML of elements, by id
}

func (l *Lesson) OnMount(ctx app.Context) {
	l.ctx = ctx
	soon(ctx, l.sync)
}

// prose returns element in with an id, whose content will be html: sync sets it after rendering, because go-app cannot.
func (l *Lesson) prose(in app.UI, id, html string) app.UI {
	l.texts[id] = html
	return l.said(with(in, "id=$", id))
}

// said sets the language of an element that has words of the course, if that is not the page's.
func (l *Lesson) said(in app.UI) app.UI {
	if tag := l.core.lecture.Course().Lang; tag != "" && tag != tongue() {
		return with(in, "lang=$", tag)
	}
	return in
}

func (l *Lesson) sync() {
	if !app.IsClient {
		return
	}
	for id, html := range l.texts {
		if e := byID(id); e.Truthy() && (e.Get("pointscapeText").IsUndefined() || e.Get("pointscapeText").String() != html) {
			setHTML(e, html)
			e.Set("pointscapeText", html)
		}
	}
}

func (l *Lesson) reads() any { return l.core.page.version(theCourse | theLesson) }

func (l *Lesson) Render() app.UI {
	l.core.page.rendering(l)
	r := &l.core.lecture
	l.texts = map[string]string{}
	soon(l.ctx, l.sync)
	p := r.Now()
	if p == nil {
		ways := box("div.lesson-foot", click(el("button.button.primary type=button|Try again"), l.onAgain),
			el("a.button href=$|To the playground", plainAddress()))
		if why := l.core.lectures.failed; why != "" {
			return box("aside.lesson#lesson aria-label=Course", el("p role=alert|$", why), ways)
		}
		list := nodes{el("div.skeleton aria-hidden=true")}
		if l.core.lectures.slow {
			list.add(el("p role=status|Nothing has arrived for some seconds. The connection may be slow or interrupted."), ways)
		}
		return box("aside.lesson#lesson aria-label=Course", list...)
	}
	s, now, done := r.Step()
	var steps nodes
	for i := range p.Steps[:min(now+1, len(p.Steps))] {
		steps.add(l.step(i))
	}
	turn := func(id, label, name string, to int, class string) app.UI {
		if to < 0 || to >= len(r.Course().Pages) {
			return nil
		}
		b := el("button.button type=button id=$ data-page=$ class=$", id, strconv.Itoa(to), class)
		b.(app.HTMLElem).Attr("title", r.Course().Pages[to].Title) // not by el, which would translate it
		return nest(click(b, l.onPage),
			icon(name),
			el("span|$", label))
	}
	var summary string
	if s == nil || now == len(p.Steps)-1 && (done || !s.Asks()) { // earlier, the summary would give the answer away
		summary = p.Summary
	}
	next := "button"
	if r.PageDone(r.At()) {
		next = "button primary"
	}
	var again, end, making, hand app.UI
	if html := l.core.collects.hand; html != "" {
		l.texts["hand"] = html
		hand = click(el("section.lesson-hand#hand"), l.onHand)
	}
	if now > 0 || s != nil && done && s.Asks() {
		again = click(el("button.button#lesson-again type=button|Begin again"), l.onAgain)
	}
	if r.At()+1 == len(r.Course().Pages) && l.core.lectures.deck == "" {
		end = courseLink(el("a#lesson-end class=$", next), el("span|All courses"))
	}
	contents := app.UI(nil)
	if l.core.decks.editing() {
		making = l.making()
	} else {
		contents = l.contents()
	}
	return box("aside.lesson#lesson aria-labelledby=lesson-title",
		contents,
		l.printing(),
		making,
		nest(l.said(el("h2#lesson-title tabindex=-1")), own(p.Title)),
		l.prose(el("div.prose"), "lesson-text", p.Text),
		l.aside("notice", "What to notice", p.Notice),
		box("ol.lesson-steps", steps...),
		l.aside("summary", "In short", summary),
		box("div.lesson-foot",
			turn("lesson-back", "Back", "up", r.At()-1, "button"),
			again,
			turn("lesson-next", "Next page", "up", r.At()+1, next),
			end),
		hand,
		l.showing(),
		l.said(el("div.prose#term-tip role=tooltip hidden")))
}

// aside returns a section with a heading and a text; nil without a text.
func (l *Lesson) aside(id, heading, html string) app.UI {
	if html == "" {
		return nil
	}
	return nest(el("section class=$", "lesson-"+id), el("h3|$", heading), l.prose(el("div.prose"), "lesson-"+id, html))
}

// front returns the prerequisites, symbols and references of the course.
func (l *Lesson) front() (list nodes) {
	c := l.core.lecture.Course()
	list.add(l.aside("before", "Prerequisites", c.Prerequisites))
	if len(c.Symbols) > 0 {
		var rows nodes
		for i := range c.Symbols {
			at := "lesson-symbol-" + strconv.Itoa(i)
			dt := el("dt.prose data-term=$", strconv.Itoa(i))
			if c.Symbols[i].Shows != nil {
				with(dt, "tabindex=0")
			}
			rows.add(l.prose(dt, at, c.Symbols[i].Symbol), l.prose(el("dd.prose"), at+"-means", c.Symbols[i].Means))
		}
		list.add(box("section", el("h3|Symbols"), box("dl.lesson-symbols", rows...)))
	}
	list.add(l.aside("references", "References", strings.Join(c.References, "")))
	return list
}

// contents returns the list of all pages, which can be folded.
func (l *Lesson) contents() app.UI {
	r := &l.core.lecture
	var list nodes
	if l.core.menus.unfolded["contents"] {
		for i := range r.Course().Pages {
			p := &r.Course().Pages[i]
			to := asking(l.core.lectures.address(p.ID)[1:])
			line := nest(el("a href=$ data-done=$", to, strconv.FormatBool(r.PageDone(i))), own(p.Title))
			if i == r.At() {
				with(line, "aria-current=page")
			}
			list.add(box("li", line))
		}
	}
	var printer, opens app.UI
	var front nodes
	if len(list) > 0 {
		if l.core.live.server != "" && !l.core.live.now.On {
			opens = click(el("button.button#lesson-class type=button|Open a class"), l.onClass)
		}
		printer, front = l.printer("lesson-print"), l.front()
	}
	return box("nav.lesson-nav aria-label=Course",
		nest(click(el("button.fold type=button aria-expanded=$ aria-controls=lesson-contents",
			strconv.FormatBool(l.core.menus.unfolded["contents"])), l.onContents),
			icon("down"),
			nest(el("span"), own(r.Course().Title)),
			el("span.count|$ of $", strconv.Itoa(r.At()+1), strconv.Itoa(len(r.Course().Pages)))),
		nest(el("ol#lesson-contents hidden=$", strconv.FormatBool(len(list) == 0)), list...),
		nest(el("div.lesson-front hidden=$", strconv.FormatBool(len(front) == 0)), front...),
		printer, opens)
}

func (l *Lesson) step(i int) app.UI {
	r := &l.core.lecture
	s := &r.Now().Steps[i]
	_, now, done := r.Step()
	at := strconv.Itoa(i)
	done = done || i < now
	body := nodes{l.prose(el("div.prose"), "lesson-step-"+at, s.Text)}
	switch s.Kind {
	case course.Choose:
		body.add(l.choices(i, done))
	case course.Number:
		if done {
			body.add(box("p.lesson-right", icon("check"), el("span|$", r.Answer(i))))
		} else {
			body.add(nest(listen(el("form.lesson-answer method=dialog"), "submit", l.onNumber),
				el("input#lesson-number.num type=text inputmode=text aria-label='Your answer' autocomplete=off"),
				el("button.button.primary type=submit|Check")))
		}
	case course.Place:
		if !done {
			body.add(el("p.help|Tap or click the position in the plane, or move there with the arrow keys and press Enter."))
		}
	}
	if s.Kind == course.Draw && i == now {
		body.add(l.drawing()...)
	}
	if !done && i == now {
		body.add(l.help(s)...)
	}
	if done {
		if s.Kind == course.Task || s.Kind == course.Place || s.Kind == course.Draw {
			body.add(box("p.lesson-right", icon("check"), el("span|Done")))
		}
		if s.Then != "" {
			body.add(l.prose(el("div.prose.then"), "lesson-then-"+at, s.Then))
		}
	}
	if i == now && (done || !s.Asks()) && i+1 < len(r.Now().Steps) {
		body.add(click(el("button.button.primary#lesson-continue type=button|Go on"), l.onContinue))
	}
	li := el("li.lesson-step data-kind=$ data-done=$", s.Kind, strconv.FormatBool(done && s.Asks()))
	if i == now {
		with(li, "id=lesson-now tabindex=-1")
	}
	return nest(li, body...)
}

// drawing returns the instructions for a drawing, and its errors once it is judged.
func (l *Lesson) drawing() (body nodes) {
	r := &l.core.lecture
	body.add(el("p.help|Draw in the plane with a finger or the pointer. Or set corners: tap or click, or move there " +
		"with the arrow keys and press Enter."))
	if v := r.Drawing.Verdict(); v != nil {
		what, on := "Error", map[string]string{"fresh": "on fresh points", "test": "on test points",
			"validation": "on validation points"}
		if l.core.editor.Task() == method.Regress {
			what = "Mean squared error"
		}
		head := nodes{el("th scope=col|$", what), el("th scope=col|on these points")}
		row := func(name string, list []float64) app.UI {
			line := nodes{el("th scope=row|$", name)}
			for _, x := range list {
				line.add(el("td|$", drawnText(l.core.editor.Task())(x)))
			}
			return box("tr", line...)
		}
		if v.On != "" {
			head.add(el("th scope=col|$", on[v.On]))
		}
		body.add(box("table.lesson-verdict", box("thead", box("tr", head...)),
			box("tbody", row("Your drawing", v.Mine), row("The method", v.Method))))
	}
	if r.Drawing.Drawn() {
		body.add(box("div.lesson-buttons", click(el("button.button#lesson-erase type=button|Erase"), l.onErase)))
	}
	return body
}

// choices returns the answers to choose from. The comment on an answer is shown below it once it was chosen.
func (l *Lesson) choices(i int, done bool) app.UI {
	r := &l.core.lecture
	_, now, _ := r.Step()
	s := &r.Now().Steps[i]
	var list nodes
	for j := range s.Choices {
		c := &s.Choices[j]
		tried := i == now && r.Tried(j) || done && c.Right
		id := "lesson-choice-" + strconv.Itoa(i) + "-" + strconv.Itoa(j)
		state, mark, told := "open", "dot", "" // told says the mark to screen readers
		switch {
		case tried && c.Right:
			state, mark, told = "right", "check", "Right."
		case tried:
			state, mark, told = "wrong", "close", "That is not it."
		}
		b := click(el("button.choice type=button data-choice=$ data-state=$ disabled=$", strconv.Itoa(j), state,
			strconv.FormatBool(done || tried)), l.onChoose)
		list.add(nest(b, icon(mark), l.prose(el("span.prose"), id, c.Text), el("span.sr|$", told)))
		if tried && c.Why != "" {
			list.add(l.prose(el("div.prose.why"), id+"-why", c.Why))
		}
	}
	return box("div.choices role=group aria-label=Answers", list...)
}

// help returns the help for the present step: the message about the last answer, hints, and buttons for a hint, a
// solution, and the picture as it was.
func (l *Lesson) help(s *course.Step) (body nodes) {
	r := &l.core.lecture
	if r.Wrong() != "" {
		body.add(el("p.lesson-wrong role=status|$", r.Wrong()))
	}
	for j, h := range r.Hints() {
		body.add(l.prose(el("div.prose.hint"), "lesson-hint-"+strconv.Itoa(j), h))
	}
	var buttons nodes
	if r.More() {
		buttons.add(click(el("button.button#lesson-hint type=button|Hint"), l.onHint))
	}
	if r.Solvable() {
		buttons.add(click(el("button.button#lesson-solve type=button|Show a solution"), l.onSolve))
	}
	if s.Kind == course.Task || s.Kind == course.Draw {
		buttons.add(click(el("button.button#lesson-reset type=button|Reset the picture"), l.onReset))
	}
	if len(buttons) > 0 {
		body.add(box("div.lesson-buttons", buttons...))
	}
	return body
}

func (l *Lesson) onAgain(app.Context, app.Event) {
	if r := &l.core.lecture; r.Now() != nil {
		r.Again()
		return
	}
	l.core.lectures.open()
}
func (l *Lesson) onContents(app.Context, app.Event) { l.core.menus.toggleFold("contents") }
func (l *Lesson) onContinue(_ app.Context, e app.Event) {
	if !secondClick(e) {
		l.core.lecture.Continue()
	}
}
func (l *Lesson) onHint(app.Context, app.Event)  { l.core.lecture.Hint() }
func (l *Lesson) onSolve(app.Context, app.Event) { l.core.lecture.Solve() }
func (l *Lesson) onErase(app.Context, app.Event) {
	l.core.lecture.Drawing.Erase()
	l.core.lectures.Shown()
}
func (l *Lesson) onReset(app.Context, app.Event) { l.core.lecture.Reset() }

func (l *Lesson) onPage(ctx app.Context, e app.Event) {
	if secondClick(e) {
		return
	}
	if i, err := strconv.Atoi(data(ctx, "page")); err == nil {
		l.core.lecture.Go(i)
	}
}

func (l *Lesson) onChoose(ctx app.Context, _ app.Event) {
	if i, err := strconv.Atoi(data(ctx, "choice")); err == nil {
		l.core.lecture.Choose(i)
	}
}

func (l *Lesson) onNumber(_ app.Context, e app.Event) {
	e.PreventDefault()
	if in := byID("lesson-number"); in.Truthy() {
		l.core.lecture.Type(in.Get("value").String())
	}
}

// factsOf returns a fact's value in one line; each number of a short list is preceded by the name of its row.
func factsOf(x *method.Fact) string {
	list, ok := x.Value.([]any)
	if !ok || len(list) != len(x.Rows) || len(list) > 4 {
		return factText(x, x.Value)
	}
	var parts []string
	for i, v := range list {
		parts = append(parts, strings.ToLower(words.Say(x.Rows[i]))+nbsp+factText(x, v))
	}
	return strings.Join(parts, ", ")
}

// LessonFacts shows, below the plane, the facts that the page or step of a course names.
type LessonFacts struct {
	app.Compo
	core *Core
}

func (f *LessonFacts) reads() any { return f.core.page.version(theFacts | theFault | theCourse) }

func (f *LessonFacts) Render() app.UI {
	f.core.page.rendering(f)
	k := f.core
	p := k.client.Picture()
	var list nodes
	var state app.UI
	if k.lecture.On() && p != nil && !k.lecture.Veiled() {
		for _, name := range k.lecture.Facts() {
			for i := range p.Facts {
				if x := &p.Facts[i]; x.Name == name {
					list.add(nest(el("div title=$ data-fact=$", factTitle(x), x.Name),
						box("dt", sentence(factLabel(x))), el("dd|$", factsOf(x))))
				}
			}
		}
		if p.Status.State != method.Converged {
			state = status(p.Status)
		}
	}
	return nest(el("div.lesson-facts hidden=$", strconv.FormatBool(len(list) == 0 && state == nil)),
		box("dl", list...), state)
}
