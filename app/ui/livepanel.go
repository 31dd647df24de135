package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/class"
	msg "pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// This file is what a lecturer sees of a live class: its code, how many are there, what they have answered.

// open opens a class at the page that is read.
func (lv *live) open() {
	lv.listen()
	lv.menus.close()
	lv.bring(func(deck string) {
		title := lv.editor.Now().Title
		if lv.lecture.On() {
			title = lv.lecture.Course().Title
		}
		where, _ := lv.where()
		lv.panel, lv.ending, lv.made, lv.why = true, false, "", ""
		lv.class.Open(title, where, deck)
		lv.page.afterRender(func() { focusOn(byID("class-title")) })
	})
}

// goOn goes on with the class that this browser has opened in another tab.
func (lv *live) goOn() {
	lv.menus.close()
	lv.joins = true
	lv.lead()
}

// turned tells the class that its lecturer reads another page.
func (lv *live) turned() {
	lv.step = -1
	if !lv.class.Leads() {
		return
	}
	where, ok := lv.where()
	if now := lv.class.Now(); ok && where != now.Where && lv.class.State() == class.In {
		lv.turnAt = lv.clock.Now()
		lv.bring(func(deck string) {
			if deck == lv.class.Deck() {
				deck = ""
			}
			lv.class.Turn(where, deck, now.Follow)
		})
	}
	lv.refresh()
}

// at is the number of the step that the panel shows, and of how many.
func (lv *live) at() (at, of int) {
	_, at, _ = lv.lecture.Step()
	if p := lv.lecture.Now(); p != nil {
		of = len(p.Steps)
	}
	if lv.step >= 0 && lv.step < of {
		at = lv.step
	}
	return at, of
}

// Panel is what the engine is asked to show; all tells whether with it what the other steps ask that were answered.
func (lv *live) Panel(all bool) *msg.Panel {
	at, _ := lv.at()
	r := &lv.class
	p := &msg.Panel{Title: lv.editor.Now().Title}
	if lv.lecture.On() {
		p = lv.ofStep(lv.lecture.At(), at)
	}
	p.Answers, p.Members, p.Here, p.Ends = r.Answers(), r.People(), r.Here(), r.Now().Ends
	p.Revealed, p.Palette = r.Revealed(p.Step), lv.theme.Palette().Name
	if !all || !lv.lecture.On() {
		return p
	}
	answered := map[msg.Step]bool{p.Step: false}
	for i := range p.Answers {
		if step := p.Answers[i].Step; step != p.Step {
			answered[step] = true
		}
	}
	for i := range lv.lecture.Course().Pages {
		for k := range lv.lecture.Course().Pages[i].Steps {
			if q := lv.ofStep(i, k); answered[q.Step] {
				p.Steps = append(p.Steps, *q)
			}
		}
	}
	return p
}

// ofStep is what a step of the course or deck asks.
func (lv *live) ofStep(page, step int) *msg.Panel {
	c := lv.lecture.Course()
	x := &c.Pages[page]
	p := &msg.Panel{Title: x.Title, Page: x.Document, Step: msg.Step{Page: c.Course + "/" + x.ID, Step: step}}
	if len(x.Steps) == 0 {
		return p
	}
	if d, err := x.Begins(step); err == nil {
		p.Page = string(d)
	}
	s := &x.Steps[step]
	p.Kind, p.Text, p.Answer, p.Within, p.Check = s.Kind, s.Text, s.Answer, s.Within, s.Check
	for i := range s.Choices {
		p.Choices = append(p.Choices, s.Choices[i].Text)
		if s.Choices[i].Right {
			p.Right = append(p.Right, i)
		}
	}
	return p
}

// refresh shows anew what has been answered.
func (lv *live) refresh() {
	if lv.class.Leads() && lv.panel && lv.class.State() == class.In {
		lv.answers.Refresh()
	}
}

// Shown takes what the engine has made of it.
func (lv *live) Shown(html, why string) {
	if lv.why = why; why == "" {
		lv.made = html
	}
	lv.changed()
}

// looked opens a student's document.
func (lv *live) looked(m *msg.Message) {
	var text string
	if m.Answer == nil || json.Unmarshal(m.Answer.Value, &text) != nil {
		return
	}
	lv.importer.Load(wire.Load{Kind: "json", Text: text}, "open a student's picture", "", func(e *wire.Error) {
		if e != nil {
			lv.board.Alarm("The student's picture cannot be opened: " + e.Message + ".")
		}
	})
}

// link is the students' link: it has the code, and no secret.
func (lv *live) link() string {
	where := lv.class.Now().Where
	if where != "" {
		where = "&" + where[1:]
	}
	return withQuery("class=" + lv.class.Code() + where)
}

// showDoor shows how to join, for the projector, or hides it.
func (lv *live) showDoor() {
	if lv.menus.open == "door" {
		lv.menus.close()
		lv.page.afterRender(func() { focusOn(byID("menu-door")) })
		return
	}
	lv.menus.show("door")
	lv.page.afterRender(func() { focusOn(byID("door-close")) })
	to := lv.link()
	if to == lv.qrOf {
		return
	}
	lv.qr, lv.qrOf = "", to
	lv.answers.Ask("code", to, func(html string, e *wire.Error) {
		if e == nil && to == lv.qrOf {
			lv.qr = html
			lv.changed()
		}
	})
}

// ClassPanel is a lecturer's panel of the class.
type ClassPanel struct {
	app.Compo
	core   *Core
	ctx    app.Context
	copied bool
}

func (c *ClassPanel) OnMount(ctx app.Context) {
	c.ctx = ctx
	soon(ctx, c.sync)
}

func (c *ClassPanel) reads() any { return c.core.page.version(theClass | theCourse | theMenu) }

func (c *ClassPanel) Render() app.UI {
	c.core.page.rendering(c)
	k, r := c.core, &c.core.class
	lv := &k.live
	if r.State() == class.Off || !r.Leads() || !lv.panel {
		return el("aside.class-panel#class hidden")
	}
	soon(c.ctx, c.sync)
	head := box("div.drawer-head", el("h2#class-title tabindex=-1|Live class"),
		nest(click(el("button.tool#class-hide type=button aria-label=Hide title=Hide"), c.onHide), icon("close")))
	if !r.On() {
		ways := nodes{click(el("button.button#class-close type=button|Close"), c.onLeave)}
		if r.State() == class.Refused {
			ways = append(nodes{click(el("button.button.primary#class-again type=button|Try again"), c.onAgain)}, ways...)
		}
		list := nodes{head, el("p role=status|$", lv.status())}
		if len(r.Answers()) > 0 {
			list.add(el("p.help|You can still save the answers."), box("div.lesson-buttons", c.saves()...))
		}
		list.add(box("div.lesson-buttons", ways...))
		return box("aside.class-panel#class aria-labelledby=class-title", list...)
	}
	in := r.State() == class.In
	off := strconv.FormatBool(!in)
	list := nodes{head}
	if r.Code() != "" {
		copied := "Copy the link"
		if c.copied {
			copied = "Copied"
		}
		list.add(box("div.class-join", el("span.class-code#class-code|$", r.Code()),
			nest(click(el("button.button#menu-door type=button"), c.onDoor), icon("code"), el("span|Show to all")),
			click(el("button.button#class-copy type=button|$", copied), c.onCopy)))
	}
	if in {
		list.add(el("p#class-here|$", words.Count(r.Here(), "student")+" here"))
	} else {
		list.add(el("p.lesson-wrong role=status|$", map[bool]string{true: "No connection. It is tried again.",
			false: "Connecting …"}[r.State() == class.Away]))
	}
	list.add(nest(el("label.tick for=class-follow"),
		listen(el("input type=checkbox id=class-follow disabled=$ data-on=$", off, strconv.FormatBool(r.Now().Follow)),
			"change", c.onFollow),
		el("span|All follow my page")))
	list.add(c.answers(in)...)
	list.add(box("div.lesson-buttons", append(c.saves(),
		click(el("button.button#class-end type=button disabled=$|End the class …", off), c.onEnd))...))
	if lv.ending {
		list.add(box("div.class-sure role=group aria-labelledby=class-sure",
			el("p#class-sure|The class ends for all. You can save its answers until you close this panel."),
			box("div.lesson-buttons",
				click(el("button.button.primary#class-end-now type=button disabled=$|End the class", off), c.onEndNow),
				click(el("button.button#class-end-not type=button|Cancel"), c.onEnd))))
	}
	if k.menus.open == "door" {
		list.add(c.door())
	}
	return box("aside.class-panel#class aria-labelledby=class-title", list...)
}

// saves are the buttons that save the answers.
func (c *ClassPanel) saves() nodes {
	return nodes{click(el("button.button type=button id=class-csv data-kind=csv|Save as CSV"), c.onSave),
		click(el("button.button type=button id=class-json data-kind=json|Save as JSON"), c.onSave)}
}

// answers are those to a step.
func (c *ClassPanel) answers(in bool) (list nodes) {
	k := c.core
	lv := &k.live
	at, of := lv.at()
	var turn nodes
	if of > 1 {
		step := func(id, label string, to int) app.UI {
			return nest(click(el("button.tool type=button id=class-$ aria-label=$ title=$ data-to=$ disabled=$", id, label,
				label, strconv.Itoa(to), strconv.FormatBool(to < 0 || to >= of)), c.onStep), icon("up"))
		}
		turn.add(step("back", "Previous step", at-1), el("span|Step $ of $", strconv.Itoa(at+1), strconv.Itoa(of)),
			step("forth", "Next step", at+1))
	}
	if p := k.lecture.Now(); p != nil && of > 0 && p.Steps[at].Kind != course.Note {
		shown := k.class.Revealed(lv.here(at))
		label := "Show the answers"
		if shown {
			label = "Hide the answers"
		}
		turn.add(click(el("button.button#class-reveal type=button aria-pressed=$ disabled=$|$", strconv.FormatBool(shown),
			strconv.FormatBool(!in), label), c.onReveal))
	}
	if len(turn) > 0 {
		list.add(box("div.class-step", turn...))
	}
	if lv.why != "" {
		list.add(el("p.lesson-wrong role=alert|$", lv.why))
	}
	list.add(click(el("div#class-made"), c.onMade))
	return list
}

// door is how to join, as large as the window.
func (c *ClassPanel) door() app.UI {
	r := &c.core.class
	return box("div.class-door role=dialog aria-modal=true aria-labelledby=door-title",
		el("h2#door-title|Join the class"),
		el("div#door-qr"),
		el("p.class-code|$", r.Code()),
		nest(el("p.class-link"), own(c.core.live.link())),
		nest(click(el("button.tool#door-close type=button aria-label=Close title=Close"), c.onDoor), icon("close")))
}

// sync writes what go-app does not.
func (c *ClassPanel) sync() {
	lv := &c.core.live
	if !app.IsClient {
		return
	}
	if e := byID("class-follow"); e.Truthy() {
		syncChecked(e, c.core.class.Now().Follow)
	}
	write := func(id, html string) {
		e := byID(id)
		if !e.Truthy() || !e.Get("pointscapeText").IsUndefined() && e.Get("pointscapeText").String() == html {
			return
		}
		// What is open stays open, and the focus where it is.
		var open []string
		all := e.Call("querySelectorAll", "details[open][id]")
		for i := range all.Length() {
			open = append(open, all.Index(i).Get("id").String())
		}
		look := ""
		if at := activeElement(); at.Truthy() && e.Call("contains", at).Bool() {
			if v := at.Call("getAttribute", "data-look"); v.Truthy() {
				look = v.String()
			}
		}
		setHTML(e, html)
		e.Set("pointscapeText", html)
		all = e.Call("querySelectorAll", "details[id]")
		for i := range all.Length() {
			if d := all.Index(i); slices.Contains(open, d.Get("id").String()) {
				d.Set("open", true)
			}
		}
		if look != "" {
			focusOn(e.Call("querySelector", `[data-look="`+look+`"]`))
		}
	}
	write("class-made", lv.made)
	write("door-qr", lv.qr)
}

func (c *ClassPanel) onHide(app.Context, app.Event) {
	c.core.live.show(false)
	focusSoon(c.ctx, "menu-class")
}

// show shows the panel, or hides it.
func (lv *live) show(on bool) {
	lv.panel, lv.ending = on, false
	lv.changed()
	lv.refresh()
	if on {
		lv.page.afterRender(func() { focusOn(byID("class-title")) })
	}
}

func (c *ClassPanel) onDoor(app.Context, app.Event)  { c.core.live.showDoor() }
func (c *ClassPanel) onAgain(app.Context, app.Event) { c.core.class.Again() }
func (c *ClassPanel) onLeave(app.Context, app.Event) {
	c.core.live.panel = false
	c.core.answers.Close()
	c.core.class.Leave()
	focusSoon(c.ctx, "menu-class")
}

func (c *ClassPanel) onCopy(app.Context, app.Event) {
	copyText(c.core.live.link(), func(ok bool) {
		if c.copied = ok; !ok {
			c.core.board.Toast("The browser does not allow copying.", false)
		}
		c.core.live.changed()
	})
}

func (c *ClassPanel) onFollow(ctx app.Context, _ app.Event) {
	r := &c.core.class
	r.Turn(r.Now().Where, "", ctx.JSSrc().Get("checked").Bool())
}

func (c *ClassPanel) onStep(ctx app.Context, _ app.Event) {
	lv := &c.core.live
	if to, err := strconv.Atoi(data(ctx, "to")); err == nil {
		lv.step = to
		lv.changed()
		lv.refresh()
	}
}

func (c *ClassPanel) onReveal(app.Context, app.Event) {
	lv := &c.core.live
	at, _ := lv.at()
	step := lv.here(at)
	c.core.class.Reveal(step, !c.core.class.Revealed(step))
}

// onMade hears of what is pressed in what the engine has made.
func (c *ClassPanel) onMade(_ app.Context, e app.Event) {
	at := e.Get("target").Call("closest", "[data-look]")
	if !at.Truthy() {
		return
	}
	if member, err := strconv.Atoi(at.Get("dataset").Get("look").String()); err == nil {
		c.core.class.Look(member)
	}
}

func (c *ClassPanel) onSave(ctx app.Context, _ app.Event) {
	lv, kind := &c.core.live, data(ctx, "kind")
	mime := map[string]string{"csv": "text/csv", "json": "application/json"}[kind]
	lv.answers.Make("class-"+kind, func(text string, e *wire.Error) {
		if e != nil {
			lv.board.Alarm("The answers cannot be saved: " + e.Message + ".")
			return
		}
		download("class-"+lv.class.Code()+"."+kind, mime, []byte(text))
	})
}

func (c *ClassPanel) onEnd(ctx app.Context, _ app.Event) {
	lv := &c.core.live
	lv.ending = !lv.ending
	lv.changed()
	focusSoon(ctx, map[bool]string{true: "class-end-not", false: "class-end"}[lv.ending])
}

func (c *ClassPanel) onEndNow(app.Context, app.Event) {
	c.core.live.ending = false
	c.core.class.End()
}

// class is the menu of live classes; nil where the site has none.
func (h *Header) class() app.UI {
	k := h.core
	r := &k.class
	if k.live.server == "" || r.On() && !r.Leads() { // a student has the bar
		return nil
	}
	if r.State() != class.Off && r.Leads() {
		var count app.UI
		if r.State() == class.In {
			count = el("span.count|$", strconv.Itoa(r.Here()))
		}
		return nest(click(el("button.tool.text#menu-class type=button aria-expanded=$ aria-controls=class title='Live class'",
			strconv.FormatBool(k.live.panel)), h.onClass), icon("hand"), el("span|Class"), count)
	}
	return h.menu("class", "hand", "Class", func() app.UI {
		var on app.UI
		if code := r.Stored(); code != "" {
			on = click(el("button.button#class-goon type=button|Go on with class $", code), h.onGoOn)
		}
		return box("div.share-body",
			box("div.share-field", el("span.label|For lecturers"),
				box("div.lesson-buttons",
					click(el("button.button.primary#class-open type=button|Open a class"), h.onOpenClass), on),
				el("p.help|Students join by a code or a link, without an account. You see what they answer and draw.")),
			nest(listen(el("form.share-field method=dialog"), "submit", h.onJoin),
				el("label.label for=class-join|For students"),
				box("div.copy-line",
					el("input#class-join type=text placeholder=Code maxlength=12 autocomplete=off autocapitalize=characters"+
						" spellcheck=false"),
					el("button.button type=submit|Join"))))
	})
}

func (h *Header) onClass(app.Context, app.Event)     { h.core.live.show(!h.core.live.panel) }
func (h *Header) onGoOn(app.Context, app.Event)      { h.core.live.goOn() }
func (h *Header) onOpenClass(app.Context, app.Event) { h.core.live.open() }

func (h *Header) onJoin(_ app.Context, e app.Event) {
	e.PreventDefault()
	if code := class.Clean(byID("class-join").Get("value").String()); code != "" {
		h.core.menus.close()
		h.core.live.join(code)
	}
}
