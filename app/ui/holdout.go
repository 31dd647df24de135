package ui

import (
	"math"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/frame"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file has the controls that hold points out: the section of the data panel, the dock's button, and the list of
// roles on the card of a point.

// holdout sets the roles of points (training, validation, test), also by clicks on them.
type holdout struct {
	*Core
}

// next gives point i its next role (editor.Split.NextRole) and announces it. If there is no such point, or the method
// uses all points, it says so instead.
func (ho *holdout) next(i int) {
	if i < 0 || i >= len(ho.editor.Now().Points) {
		ho.speaker.Say("There is no point here to hold out")
		return
	}
	if !ho.editor.Task().Supervised() {
		ho.board.Toast(method.AllUsed(ho.editor.Info().Name), false)
		return
	}
	ho.set(i, ho.editor.Split.NextRole(i))
}

// set gives point i the role r and announces it.
func (ho *holdout) set(i int, r doc.Role) {
	ho.editor.Split.SetRole(i, r)
	if ho.editor.Split.Role(i) != r {
		return // it is locked
	}
	ho.inspector.RefreshPlace()
	ho.speaker.Say(words.Text("Point %s: %s", strconv.Itoa(i+1), method.RoleName(r)))
}

// byClicks switches the mode on or off in which a click on a point gives it its next role.
func (ho *holdout) byClicks(on bool) {
	if on == ho.gesture.HoldingOut {
		return
	}
	ho.gesture.HoldingOut = on
	if on {
		ho.editor.Selection.Set(-1)
		ho.speaker.Say("Click a point to hold it out: for validation, for testing, or not")
	}
	ho.page.changed(theClick)
}

// holdChip returns the dock's button that switches holding out by clicks on or off. On the page it is there while that
// is on or points are held out, in a frame if the frame's address asks for it. It is nil otherwise, if holding out is
// locked, and for unsupervised tasks.
func (d *Dock) holdChip() app.UI {
	k := d.core
	on := k.gesture.HoldingOut
	if k.editor.Locks(frame.HoldOut) {
		return nil
	}
	if k.Embedded {
		list, _ := k.conversation.Options.Chosen(k.editor.Info(), k.editor.Now().Params)
		if !slices.ContainsFunc(list, frame.Control.Holds) {
			return nil
		}
	}
	if !on && k.editor.Split.Roles() == "" && !k.Embedded || !k.editor.Task().Supervised() {
		return nil
	}
	title := "Click a point to hold it out (key R: the point at the pointer)"
	return nest(click(el("button.chip.hold#hold type=button aria-pressed=$ title=$", strconv.FormatBool(on), title),
		d.onHold),
		icon("held"),
		el("span.chip-name|Hold out"))
}

func (d *Dock) onHold(app.Context, app.Event) { d.core.holdout.byClicks(!d.core.gesture.HoldingOut) }

// hint returns the dock's text while clicks hold out points.
func (ho *holdout) hint() string {
	return ho.names.byPointer("Tap a point: validation, test, training", "Click a point: validation, test, training. "+
		"Esc ends it")
}

// holdOut returns the data panel's section about held-out points; nil while there is no document, and for unsupervised
// tasks if the document holds nothing out.
func (d *Data) holdOut() app.UI {
	k := d.core
	if !k.editor.Loaded() || k.editor.Info() == nil {
		return nil
	}
	s := k.editor.Now().Split
	var body nodes
	if !k.editor.Task().Supervised() {
		if s.IsZero() {
			return nil
		}
		body.add(el("p.help|$", method.AllUsed(k.editor.Info().Name)))
	} else {
		body.add(d.share("validate", "Validation", "share of the validation points"),
			d.share("test", "Test", "share of the test points"))
		if !s.IsZero() && s.Roles == "" {
			body.add(box("div.row",
				box("div.head",
					el("label.label for=d-split-seed|Seed"),
					box("span.entry",
						listen(el("input#d-split-seed.num type=text inputmode=numeric data-field=split-seed"+
							" aria-label='seed of the held-out points'"+
							" aria-describedby=d-wrong-split-seed"), "change", d.onField),
						nest(click(el("button.button.small#reshuffle type=button"), d.onReshuffle),
							icon("dice"),
							el("span|Reshuffle")))),
				d.wrong("split-seed")))
		}
		body.add(el("p.help#held-out|$", k.holdout.summary()))
		buttons := nodes{nest(click(el("button.button#hold-by-clicks type=button aria-pressed=$",
			strconv.FormatBool(k.gesture.HoldingOut)), d.onHold),
			icon("held"),
			el("span|$", k.names.byPointer("Hold out by tapping", "Hold out by clicking")))}
		if s.Tests() {
			buttons.add(click(el("button.button#seal type=button aria-pressed=$"+
				" title='Sealed test points are neither drawn nor counted'|Seal the test",
				strconv.FormatBool(s.Sealed)), d.onSeal))
		}
		if !s.IsZero() {
			buttons.add(click(el("button.button#hold-none type=button|Train on all"), d.onHoldNone))
		}
		body.add(box("div.buttons", buttons...))
	}
	return box("div.held role=group aria-labelledby=held-title",
		append([]app.UI{box("div.head", el("h2.label#held-title|Held-out points"))}, body...)...)
}

// summary returns a sentence about the number of points with each role.
func (ho *holdout) summary() string {
	if ho.editor.Split.Roles() == "" {
		return ho.names.byPointer("All points are used for training. Hold some out to measure errors on them: these "+
			"points are hollow, test points with a dot.",
			"All points are used for training. Hold some out to measure errors on them: these points are hollow, test points "+
				"with a dot. R holds out the point at the pointer.")
	}
	v, t := ho.editor.Split.HeldOut(doc.Validation), ho.editor.Split.HeldOut(doc.Test)
	says := words.Text("%s, %s for validation, %s for the test", words.CountOf(len(ho.editor.Split.Roles())-v-t,
		"training point", "training points"), strconv.Itoa(v), strconv.Itoa(t))
	if ho.editor.Now().Split.Roles != "" {
		return words.Text("%s, chosen by hand. A share replaces this choice.", says)
	}
	if ho.editor.Task() == method.Classify {
		return words.Text("%s, with the same shares of each class.", says)
	}
	return says + "."
}

func (d *Data) share(name, label, says string) app.UI {
	return box("div.row",
		box("div.head",
			el("label.label for=d-$|$", name, label),
			box("span.entry", listen(el("input.num type=text inputmode=decimal id=d-$ data-field=$ aria-label=$"+
				" aria-describedby=d-wrong-$", name, name, says, name), "change", d.onField))),
		listen(listen(el("input.slider type=range id=ds-$ data-field=$ aria-label=$", name, name, says), "input",
			d.onSlide), "change", d.onSlideEnd),
		d.wrong(name))
}

// shareParam returns a parameter with the range of a share; ok is false if name is not that of a share.
func shareParam(name string) (p *method.Param, ok bool) {
	return &method.Param{Name: name, Kind: method.Number{Range: method.Range{Min: 0, Max: doc.MostHeld}}},
		name == "validate" || name == "test"
}

// held returns the document's value for a field of the section; ok is false for other fields.
func (d *Data) held(name string) (v float64, ok bool) {
	s := d.core.editor.Now().Split
	switch name {
	case "validate":
		return s.Validate, true
	case "test":
		return s.Test, true
	case "split-seed":
		return float64(s.Seed), true
	}
	return 0, false
}

// setHeld sets a share or the seed and drops roles that were chosen by hand. If both shares together would exceed
// doc.MostHeld, the other share is reduced. Edits with the same key are one step of undo.
func (d *Data) setHeld(name string, v float64, key string) {
	s := d.core.editor.Now().Split
	s.Roles = ""
	left := func() float64 { return words.Significant(math.Max(doc.MostHeld-v, 0), 12) }
	switch name {
	case "validate":
		s.Validate, s.Test = v, min(s.Test, left())
	case "test":
		s.Test, s.Validate = v, min(s.Validate, left())
	default:
		s.Seed = uint64(v)
	}
	d.core.dataFields.Clear()
	d.core.editor.Split.HoldOut(s, key)
}

func (d *Data) onReshuffle(app.Context, app.Event) {
	d.core.editor.History.Seal()
	d.setHeld("split-seed", float64(d.core.editor.Now().Split.Seed+1), "")
}

func (d *Data) onHold(app.Context, app.Event) {
	on := !d.core.gesture.HoldingOut
	d.core.holdout.byClicks(on)
	if on {
		d.core.menus.close()
		d.core.screen.Focus()
	}
}

// onSeal seals the test points, which are then neither drawn nor counted, or opens the seal.
func (d *Data) onSeal(app.Context, app.Event) {
	s := d.core.editor.Now().Split
	s.Sealed = !s.Sealed
	d.core.editor.Split.HoldOut(s, "")
}

func (d *Data) onHoldNone(app.Context, app.Event) {
	d.core.holdout.byClicks(false)
	d.core.editor.Split.HoldOut(doc.Split{}, "")
}

// roleSelect returns the list for the role of the selected point; nil for unsupervised tasks.
func (c *Card) roleSelect() app.UI {
	k := c.core
	if !k.editor.Task().Supervised() {
		return nil
	}
	var options nodes
	for _, r := range []doc.Role{doc.Train, doc.Validation, doc.Test} {
		options.add(el("option value=$|$", string(rune(r)), roleWord(r)))
	}
	return box("div.select.role",
		nest(listen(el("select#card-role aria-label=role title='Role of the point'"), "change", c.onRole),
			options...),
		icon("down"))
}

// roleWord returns a role in one word, as it is in fields and tables.
func roleWord(r doc.Role) string {
	switch r {
	case doc.Validation:
		return words.Say("validation")
	case doc.Test, doc.Sealed:
		return words.Say("test")
	}
	return words.Say("training")
}

func (c *Card) onRole(ctx app.Context, _ app.Event) {
	if r := inputValue(ctx); r != "" {
		c.core.holdout.set(c.core.editor.Selection.Now(), doc.Role(r[0]))
	}
}
