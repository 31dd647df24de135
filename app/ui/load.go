package ui

import (
	"encoding/json"
	"strings"
	"time"

	"pointscape/app/history"
	"pointscape/app/pool"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// openFirst opens the document that the page starts with: the link's, else the
// last visit's, else the engine's.
func (c *Core) openFirst() {
	// wrong is what to say of a link that was no good: when the page has another
	// document, because with that one comes forgiveness.
	wrong := ""
	begun := func() {
		if wrong != "" {
			c.toast(wrong, true)
		}
	}
	start := func() {
		c.load(wire.Load{Kind: "json", Text: string(c.hello.Start)}, "start", "", func(e *wire.Error) {
			if e != nil {
				c.toast(e.Message, true)
			}
			begun()
		})
	}
	saved := func() {
		if c.Embedded {
			start()
			return
		}
		text := storageGet(history.Key)
		if _, ok := history.Restore(text); !ok {
			start()
			return
		}
		c.load(wire.Load{Kind: "json", Text: text}, "start", "", func(e *wire.Error) {
			if e != nil {
				start()
				return
			}
			begun()
		})
	}
	link := takeHash()
	came := arrival()
	opened := func() {
		if link == "" {
			saved()
			return
		}
		c.openLink(link, "start", func(e *wire.Error) {
			if e != nil {
				wrong = "The link could not be opened: " + e.Message
				saved()
			} else if came == "navigate" {
				c.keepBefore()
			}
		})
	}
	// A tab that is found again goes on where it was left, also when its address
	// had no time to follow. Who opens the same address anew means the address.
	if text, ok := history.RestoreBehind(session.get(history.TabKey), link); ok && came != "navigate" && !c.Embedded {
		c.load(wire.Load{Kind: "json", Text: text}, "start", "", func(e *wire.Error) {
			if e != nil {
				opened()
				return
			}
			c.save()
		})
		return
	}
	session.remove(history.TabKey)
	opened()
}

// keepBefore puts what was saved at the last visit under what a link has
// brought: one undo away.
func (c *Core) keepBefore() {
	if c.Embedded {
		return
	}
	text := storageGet(history.Key)
	if d, ok := history.Restore(text); !ok || history.Same(d, c.doc) {
		return
	}
	c.fetch(wire.Load{Kind: "json", Text: text}, func(d doc.Document, _ []string, e *wire.Error) {
		if e != nil {
			return // it could not be opened without the link, either
		}
		in := c.infoOf(d.Method)
		if in == nil {
			return
		}
		c.frameDoc(&d, in.TaskOf(d.Params))
		c.hist.Before(d, "open a link")
		c.refresh(PartHeader)
		c.toast("Undo brings back the points that you had here before.", false)
	})
}

// openLink opens a permalink. It is looked at here first, so that a broken one
// is told at once.
func (c *Core) openLink(link, what string, done func(*wire.Error)) {
	if _, err := doc.DecodeLink(link); err != nil {
		done(wireError(err))
		return
	}
	c.load(wire.Load{Kind: "link", Text: strings.TrimPrefix(link, "#")}, what, "", done)
}

func wireError(err error) *wire.Error {
	e := &wire.Error{Message: err.Error()}
	if d, ok := err.(*doc.Error); ok {
		e.Field = d.Field
	}
	return e
}

// load has the engine make a document of foreign input and, if nothing is wrong
// with it, makes it the present.
func (c *Core) load(l wire.Load, what, key string, done func(*wire.Error)) {
	c.fetch(l, func(d doc.Document, notes []string, e *wire.Error) {
		if e != nil {
			done(e)
			return
		}
		c.replace(d, what, key)
		for _, n := range notes {
			c.toast(n, false)
		}
		done(nil)
	})
}

// fetch has the engine make a document of foreign input.
func (c *Core) fetch(l wire.Load, done func(d doc.Document, notes []string, e *wire.Error)) {
	fail := func(err error) { done(doc.Document{}, nil, wireError(err)) }
	head, err := json.Marshal(l)
	if err != nil {
		fail(err)
		return
	}
	c.lane.Call(wire.TypeLoad, head, nil, func(r pool.Reply, e *wire.Error) {
		if e != nil {
			done(doc.Document{}, nil, e)
			return
		}
		var loaded wire.Loaded
		if err := json.Unmarshal(r.Head, &loaded); err != nil {
			fail(err)
			return
		}
		d, err := doc.DecodeHead(loaded.Doc)
		if err != nil {
			fail(err)
			return
		}
		d.Points = unflat(r.Points)
		done(d, loaded.Notes, nil)
	})
}

// loadDoc has the engine check a document and make its points of its recipe.
func (c *Core) loadDoc(d doc.Document, what, key string, done func(*wire.Error)) {
	b, err := doc.Encode(d)
	if err != nil {
		done(wireError(err))
		return
	}
	c.load(wire.Load{Kind: "json", Text: string(b)}, what, key, done)
}

// replace makes a whole document the present.
func (c *Core) replace(d doc.Document, what, key string) {
	in := c.infoOf(d.Method)
	if in == nil {
		return // the engine, which has just accepted it, knows all methods
	}
	task := in.TaskOf(d.Params)
	c.frameDoc(&d, task)
	c.gesture.Reset()
	c.pause()
	c.moving, c.spraying, c.selected, c.hover = -1, false, -1, -1
	c.bad = map[string]badText{}
	c.fault, c.need = nil, ""
	c.forgive()
	if d.Method != c.doc.Method {
		c.panelsGone()
	}
	first := !c.loaded
	c.loaded = true
	if d.Dataset != nil {
		c.dataset = *d.Dataset
	}
	if first {
		c.hist.Reset(d)
	} else {
		c.hist.Commit(d, what, key, true)
	}
	c.setDoc(d, true, true)
	c.pickClass()
	if first {
		c.makeLink()
	} else {
		c.save()
	}
	c.refresh(partsAll)
}

// pickClass keeps the class of the next point among those that make sense.
func (c *Core) pickClass() {
	if c.task == method.Regress2D && len(c.doc.Points) > 0 {
		lo, hi := c.doc.Points[0].Z, c.doc.Points[0].Z
		for _, p := range c.doc.Points {
			lo, hi = min(lo, p.Z), max(hi, p.Z)
		}
		if c.value < lo || c.value > hi {
			c.value = significant((lo+hi)/2, 3)
		}
	}
}

// makeData replaces the points by those of a recipe. While a slider moves, one
// request is on its way and the newest waits.
func (c *Core) makeData(ds doc.Dataset) {
	c.dataset = ds
	c.refresh(PartData)
	if c.dsBusy {
		c.dsNext = &ds
		return
	}
	info := c.datasetInfo(ds.Name)
	if info == nil || !c.loaded {
		return
	}
	d := c.doc
	d.Points = nil
	d.Dataset = &ds
	if kin(info.Task) != kin(c.task) {
		c.byTask[kin(c.task)] = c.doc
	}
	id, params, ok := c.methodFor(info.Task)
	if !ok {
		c.toast("There is no method for these data yet.", true)
		return
	}
	if id != d.Method {
		c.byMethod[d.Method] = d.Params
		d.View.Show, d.View.Step = nil, nil
	}
	d.Method, d.Params = id, params
	d.Title = ""
	// Another recipe is looked at anew; the same one with other numbers is not,
	// so that it stays in place while the slider moves.
	if c.doc.Dataset == nil || c.doc.Dataset.Name != ds.Name {
		d.View.X, d.View.Y = [2]float64{}, [2]float64{}
	}
	key := "dataset " + ds.Name
	c.dsBusy = true
	c.loadDoc(d, "make data", key, func(e *wire.Error) {
		c.dsBusy = false
		if e != nil {
			c.toast(e.Message, true)
		}
		if next := c.dsNext; next != nil {
			c.dsNext = nil
			c.makeData(*next)
		}
	})
}

func (c *Core) datasetInfo(name string) *wire.DatasetInfo {
	if c.hello == nil {
		return nil
	}
	for i := range c.hello.Datasets {
		if c.hello.Datasets[i].Name == name {
			return &c.hello.Datasets[i]
		}
	}
	return nil
}

// loadText reads a file or pasted text: a document if it looks like JSON, else
// a table.
func (c *Core) loadText(name, text string, done func(*wire.Error)) {
	t := strings.TrimSpace(text)
	l := wire.Load{Kind: "csv", Text: text}
	what := "read a table"
	if strings.HasPrefix(t, "{") {
		l = wire.Load{Kind: "json", Text: t}
		what = "open a document"
	} else {
		d := c.doc
		d.Points, d.Dataset, d.Title = nil, nil, ""
		d.View.X, d.View.Y = [2]float64{}, [2]float64{}
		b, err := doc.EncodeHead(d)
		if err != nil {
			done(wireError(err))
			return
		}
		l.Doc = b
	}
	c.load(l, what, "", func(e *wire.Error) {
		if e != nil && name != "" {
			e.Message = name + ": " + e.Message
		}
		done(e)
	})
}

func (c *Core) loadFile(name, text string) {
	c.loadText(name, text, func(e *wire.Error) {
		if e != nil {
			c.toast(e.Message, true)
			return
		}
		c.toast("Opened "+name+": "+plural(len(c.doc.Points), "point")+".", false)
	})
}

// check has the engine look at a parameter that only it understands.
func (c *Core) check(d doc.Document, done func(*wire.Error)) {
	d.Points, d.Dataset = nil, nil
	b, err := doc.EncodeHead(d)
	if err != nil {
		done(wireError(err))
		return
	}
	head, err := json.Marshal(wire.Load{Kind: "json", Text: string(b)})
	if err != nil {
		done(wireError(err))
		return
	}
	c.lane.Call(wire.TypeLoad, head, nil, func(_ pool.Reply, e *wire.Error) { done(e) })
}

// export has the engine make a file, and saves it.
func (c *Core) export(kind string) {
	d, ask, ok := c.drawHead()
	if !ok {
		return
	}
	ask.Fine = true
	ask.Panels = nil
	if kind != "png" && kind != "svg" {
		ask.Palette = "print"
	} else {
		ask.View.Scale = 2
	}
	head, err := json.Marshal(wire.Export{Draw: ask, Kind: kind})
	if err != nil {
		c.toast(err.Error(), true)
		return
	}
	c.lane.Call(wire.TypeExport, head, &d, func(r pool.Reply, e *wire.Error) {
		if e != nil {
			c.toast(e.Message, true)
			return
		}
		var info wire.Exported
		if err := json.Unmarshal(r.Head, &info); err != nil {
			c.toast("The engine's file can't be read.", true)
			return
		}
		download(info.Name, info.MIME, r.Bytes)
		c.news("Saved " + info.Name + ".")
	})
}

// save keeps the document for the next visit and writes the address, a little
// later: Safari refuses more than 100 changes of the address in half a minute.
func (c *Core) save() {
	c.saveLater(500 * time.Millisecond)
}

func (c *Core) saveLater(d time.Duration) {
	c.unsaved = true
	if c.saveTimer != nil {
		c.saveTimer.Stop()
	}
	c.saveTimer = time.AfterFunc(d, c.saveNow)
}

// comeBack is called when a page that was left is shown again as it was: its
// address may not have followed.
func (c *Core) comeBack() {
	if c.loaded && fragment() != c.link {
		c.save()
	}
}

func (c *Core) saveNow() { c.keep(false) }

// leave saves what the page may be left with: it is hidden, or goes.
func (c *Core) leave() { c.keep(true) }

func (c *Core) keep(leaving bool) {
	if c.saveTimer != nil {
		c.saveTimer.Stop()
		c.saveTimer = nil
	}
	// Who only looks at a link keeps what was saved here before.
	if !c.loaded || !c.unsaved {
		return
	}
	d, link := c.doc, ""
	if c.moving >= 0 || c.spraying {
		if !leaving {
			return // the end of the gesture saves
		}
		d = c.before
		link, _ = history.Link(d) // none when it would be too long
	} else {
		link = c.makeLink()
	}
	c.unsaved = false
	if c.Embedded {
		setHash(link)
		return
	}
	if text, err := history.Save(d); err == nil && !storageSet(history.Key, text) && !leaving {
		c.news("This browser keeps no more data: save your points as a file before you leave.")
	}
	at := fragment()
	setHash(link)
	behind := fragment() != link
	if behind && !leaving {
		c.saveLater(10 * time.Second) // the browser has refused: it was done too often
	}
	if behind || leaving {
		if text, err := history.SaveBehind(at, d); err == nil {
			session.set(history.TabKey, text)
			return
		}
	}
	session.remove(history.TabKey)
}

// makeLink makes the permalink of the present, "" when it would be too long.
func (c *Core) makeLink() string {
	link, err := history.Link(c.doc)
	if err != nil {
		link = ""
	}
	c.link = link
	if c.Embedded {
		if a := byID("open-link"); a != nil && a.Truthy() {
			a.Set("href", plainAddress()+"#"+link)
		}
	}
	return link
}

// explain asks what the method says where the pointer is: one question at a
// time, and not while a picture is being made.
func (c *Core) explain() {
	if !c.loaded || c.pic == nil || c.lane == nil || c.moving >= 0 {
		return
	}
	if c.explaining || c.lane.Busy() {
		c.explainNext = true
		return
	}
	if wait := 40*time.Millisecond - time.Since(c.explainedAt); wait > 0 {
		if !c.explainNext {
			c.explainNext = true
			time.AfterFunc(wait, c.explainAgain)
		}
		return
	}
	c.explainNext = false
	c.explaining = true
	c.explainedAt = time.Now()
	x, y := c.view.DX(c.hovX), c.view.DY(c.hovY)
	// At a point, the question is about the point.
	if c.hover >= 0 && c.hover < len(c.doc.Points) {
		x, y = c.doc.Points[c.hover].X, c.doc.Points[c.hover].Y
	}
	head, err := json.Marshal(wire.Explain{X: x, Y: y, View: c.view})
	if err != nil {
		c.explaining = false
		return
	}
	c.lane.Call(wire.TypeExplain, head, nil, func(r pool.Reply, e *wire.Error) {
		c.explaining = false
		if e != nil || !c.hovIn || c.moving >= 0 {
			return
		}
		var ex wire.Explanation
		if err := json.Unmarshal(r.Head, &ex); err != nil {
			return
		}
		c.showExplained(&ex)
		if c.explainNext {
			c.explainAgain()
		}
	})
}

func (c *Core) explainAgain() {
	c.explainNext = false
	if c.hovIn && c.moving < 0 {
		c.explain()
	}
}
