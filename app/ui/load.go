package ui

import (
	"encoding/json"
	"time"

	"pointscape/app/pool"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// putBefore puts a document under the oldest step of history.
func (c *Core) putBefore(d doc.Document, what string) bool {
	in := c.infoOf(d.Method)
	if in == nil {
		return false
	}
	c.frameDoc(&d, in.TaskOf(d.Params))
	c.hist.Before(d, what)
	c.refresh(PartHeader)
	return true
}

// whole is the newest document that no gesture is about to change; see keep.Needs.
func (c *Core) whole() (d doc.Document, drafted bool) {
	if c.moving >= 0 || c.spraying {
		return c.before, true
	}
	return c.doc, false
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
	c.player.Pause()
	c.moving, c.spraying, c.selected, c.hover = -1, false, -1, -1
	c.fields.Clear()
	c.talk.Anew()
	c.forgive()
	if d.Method != c.doc.Method {
		c.panels.Clear()
	}
	first := !c.loaded
	c.loaded = true
	if d.Dataset != nil {
		c.recipes.Show(*d.Dataset)
	}
	if first {
		c.hist.Reset(d)
	} else {
		c.hist.Commit(d, what, key, true)
	}
	c.setDoc(d, true, true)
	c.pickClass()
	if first {
		c.keeper.Began()
	} else {
		c.keeper.Save()
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

// withRecipe is the present with the points of a recipe, which are still to be
// made, and with a method for them.
func (c *Core) withRecipe(ds doc.Dataset) (doc.Document, bool) {
	d := c.doc
	info := c.datasetInfo(ds.Name)
	if info == nil || !c.loaded {
		return d, false
	}
	d.Points = nil
	d.Dataset = &ds
	if kin(info.Task) != kin(c.task) {
		c.byTask[kin(c.task)] = c.doc
	}
	id, params, ok := c.methodFor(info.Task)
	if !ok {
		c.board.Toast("There is no method for these data yet.", true)
		return d, false
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
	return d, true
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

// openFile opens a file that people have chosen.
func (c *Core) openFile(f pool.File) {
	c.loader.File(f, func() doc.Document { return c.doc }, func(e *wire.Error) {
		if e != nil {
			c.board.Toast(e.Message, true)
			return
		}
		c.board.Toast("Opened "+f.Name+": "+plural(len(c.doc.Points), "point")+".", false)
	})
}

// useTable reads a table that was typed or pasted; done, if there is one, is called
// when its points are there.
func (c *Core) useTable(text pool.Text, done func()) {
	c.loader.Text(text, c.doc, func(e *wire.Error) {
		c.dataFields.Clear()
		if e != nil {
			c.dataFields.Refuse("table", "", e.Message)
		}
		c.refresh(PartData)
		if e == nil && done != nil {
			done()
		}
	})
}

// pasteShown is the longest text that is pasted into the table's field, in
// characters. Longer ones would take the browser seconds to lay out, and nobody
// edits them by hand.
const pasteShown = 300_000

// export has the engine make a file, and saves it.
func (c *Core) export(kind string) {
	c.talk.Export(kind, func(f wire.Exported, b []byte, e *wire.Error) {
		if e != nil {
			c.board.Toast(e.Message, true)
			return
		}
		download(f.Name, f.MIME, b)
		c.board.News("Saved " + f.Name + ".")
	})
}

// explain asks what the method says where the pointer is: one question at a
// time, and not while a picture is being made.
func (c *Core) explain() {
	if !c.loaded || c.talk.Picture() == nil || c.moving >= 0 {
		return
	}
	if c.explaining || c.talk.Computing() {
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
	c.talk.Call(wire.TypeExplain, head, nil, func(r pool.Reply, e *wire.Error) {
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
