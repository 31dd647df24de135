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
	in, on := r.State() == class.In, r.On()
	off := strconv.FormatBool(!in)
	here := el("p#class-here role=status|$", lv.status())
	if in { // who comes and goes is not said
		here = el("p#class-here|$ here", words.Count(r.Here(), "student"))
	}
	var join, follow, answers, saves, end, sure, door app.UI
	if on && r.Code() != "" {
		copied := "Copy the link"
		if c.copied {
			copied = "Copied"
		}
		join = box("div.class-join", el("span.class-code#class-code|$", r.Code()),
			nest(c.act(el("button.button#menu-door type=button")), icon("code"), el("span|Show to all")),
			c.act(el("button.button#class-copy type=button|$", copied)))
	}
	if on {
		follow = nest(el("label.tick for=class-follow"),
			listen(el("input type=checkbox id=class-follow disabled=$ data-on=$", off, strconv.FormatBool(r.Now().Follow)),
				"change", c.onPress),
			el("span|All follow my page"))
		answers = c.answers(off)
		end = c.act(el("button.button#class-end type=button disabled=$|End the class …", off))
	} else {
		if r.State() == class.Refused {
			follow = c.act(el("button.button.primary#class-again type=button|Try again"))
		}
		end = c.act(el("button.button#class-close type=button|Close"))
	}
	if on || len(r.Answers()) > 0 {
		saves = box("div.lesson-buttons", c.act(el("button.button#class-csv type=button|Save as CSV")),
			c.act(el("button.button#class-json type=button|Save as JSON")))
	}
	if on && lv.ending {
		sure = box("div.class-sure role=group aria-labelledby=class-sure",
			el("p#class-sure|The class ends for all. You can save its answers until you close this panel."),
			box("div.lesson-buttons",
				c.act(el("button.button.primary#class-end-now type=button disabled=$|End the class", off)),
				c.act(el("button.button#class-end-not type=button|Cancel"))))
	}
	if on && k.menus.open == "door" {
		door = box("div.class-door role=dialog aria-modal=true aria-labelledby=door-title",
			el("h2#door-title|Join the class"), el("div#door-qr"), el("p.class-code|$", r.Code()),
			nest(el("p.class-link"), own(lv.link())),
			nest(c.act(el("button.tool#door-close type=button aria-label=Close title=Close")), icon("close")))
	}
	return box("aside.class-panel#class aria-labelledby=class-title",
		box("div.drawer-head", el("h2#class-title tabindex=-1|Live class"),
			nest(c.act(el("button.tool#class-hide type=button aria-label=Hide title=Hide")), icon("close"))),
		join, here, follow, answers, saves, box("div.lesson-buttons", end), sure, door)
}

// act has a button do what onPress says of its id.
func (c *ClassPanel) act(button app.UI) app.UI { return click(button, c.onPress) }

// answers are those to a step.
func (c *ClassPanel) answers(off string) app.UI {
	k := c.core
	lv := &k.live
	at, of := lv.at()
	var back, which, forth, reveal, why app.UI
	if of > 1 {
		back = nest(c.act(el("button.tool#class-back type=button aria-label='Previous step' title='Previous step'"+
			" disabled=$", strconv.FormatBool(at == 0))), icon("up"))
		which = el("span|Step $ of $", strconv.Itoa(at+1), strconv.Itoa(of))
		forth = nest(c.act(el("button.tool#class-forth type=button aria-label='Next step' title='Next step' disabled=$",
			strconv.FormatBool(at+1 == of))), icon("up"))
	}
	if p := k.lecture.Now(); p != nil && of > 0 && p.Steps[at].Kind != course.Note {
		shown := k.class.Revealed(lv.here(at))
		label := "Show the answers"
		if shown {
			label = "Hide the answers"
		}
		reveal = c.act(el("button.button#class-reveal type=button aria-pressed=$ disabled=$|$", strconv.FormatBool(shown), off,
			label))
	}
	if lv.why != "" {
		why = el("p.lesson-wrong role=alert|$", lv.why)
	}
	return box("div.class-answers", box("div.class-step", back, which, forth, reveal), why, c.act(el("div#class-made")))
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

// show shows the panel, or hides it.
func (lv *live) show(on bool) {
	lv.panel, lv.ending = on, false
	lv.changed()
	lv.refresh()
	if on {
		lv.page.afterRender(func() { focusOn(byID("class-title")) })
	}
}

// onPress does what the pressed button's id says.
func (c *ClassPanel) onPress(ctx app.Context, e app.Event) {
	k := c.core
	lv, r := &k.live, &k.class
	at, _ := lv.at()
	switch id := ctx.JSSrc().Get("id").String(); id {
	case "class-hide":
		lv.show(false)
		focusSoon(ctx, "menu-class")
	case "class-close":
		lv.panel = false
		k.answers.Close()
		r.Leave()
		focusSoon(ctx, "menu-class")
	case "class-again":
		r.Again()
	case "menu-door", "door-close":
		lv.showDoor()
	case "class-copy":
		copyText(lv.link(), func(ok bool) {
			if c.copied = ok; !ok {
				k.board.Toast("The browser does not allow copying.", false)
			}
			lv.changed()
		})
	case "class-follow":
		r.Turn(r.Now().Where, "", ctx.JSSrc().Get("checked").Bool())
	case "class-back", "class-forth":
		if lv.step = at + 1; id == "class-back" {
			lv.step = at - 1
		}
		lv.changed()
		lv.refresh()
	case "class-reveal":
		step := lv.here(at)
		r.Reveal(step, !r.Revealed(step))
	case "class-made": // something that the engine has made
		if look := e.Get("target").Call("closest", "[data-look]"); look.Truthy() {
			if member, err := strconv.Atoi(look.Get("dataset").Get("look").String()); err == nil {
				r.Look(member)
			}
		}
	case "class-csv":
		lv.save("csv", "text/csv")
	case "class-json":
		lv.save("json", "application/json")
	case "class-end", "class-end-not":
		lv.ending = !lv.ending
		lv.changed()
		focusSoon(ctx, map[bool]string{true: "class-end-not", false: "class-end"}[lv.ending])
	case "class-end-now":
		lv.ending = false
		r.End()
	}
}

// save saves the answers as a file.
func (lv *live) save(kind, mime string) {
	lv.answers.Make("class-"+kind, func(text string, e *wire.Error) {
		if e != nil {
			lv.board.Alarm("The answers cannot be saved: " + e.Message + ".")
			return
		}
		download("class-"+lv.class.Code()+"."+kind, mime, []byte(text))
	})
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
