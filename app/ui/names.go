package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file has the fields in which axes and classes are named, and the use of their names in texts.

// measured returns a number with its name and unit: "petal length 1.4 cm" for the name "petal length (cm)". Without a
// name it returns the number alone.
func measured(name, number string) string {
	if name == "" {
		return number
	}
	name = words.Say(name)
	if head, unit, ok := strings.Cut(name, " ("); ok && strings.HasSuffix(unit, ")") && strings.Count(unit, ")") == 1 {
		if unit[0] >= '0' && unit[0] <= '9' {
			return head + " " + number // a number is no unit: "PC 1 (72.8 %)"
		}
		return head + " " + number + " " + strings.TrimSuffix(unit, ")")
	}
	return name + " " + number
}

// nameFields returns the fields in which axes and classes are named; nil while there is no document.
func (d *Data) nameFields() app.UI {
	k := d.core
	if !k.editor.Loaded() {
		return nil
	}
	plain := k.editor.Task().Named(doc.Names{})
	field := func(what, label, hint string, swatch bool) app.UI {
		id := "name-" + what
		var mark app.UI
		if swatch {
			mark = el("span.swatch id=name-swatch-$", what)
		}
		return box("div.name-row",
			nest(el("label.label for=$", id), mark, el("span|$", label)),
			listen(el("input.called type=text id=$ data-name=$ maxlength=$ placeholder=$ dir=auto"+
				" autocomplete=off spellcheck=false", id, what, strconv.Itoa(doc.MaxLabel), hint), "change",
				d.onName))
	}
	rows := nodes{
		field("x", words.Text("%s axis", plain.X), "e.g. length (cm)", false),
		field("y", words.Text("%s axis", plain.Y), "e.g. width (cm)", false),
	}
	switch ids := k.classes.nameable(); {
	case k.editor.Task() == method.Regress2D:
		rows.add(field("value", "Values", "e.g. height (m)", false))
	case len(ids) > 0:
		rows.add(field("value", "Class column", "e.g. species", false))
		for _, id := range ids {
			s := strconv.Itoa(id)
			rows.add(field(s, upperFirst(doc.Names{}.Class(id)), "", true))
		}
	}
	return box("div.names role=group aria-labelledby=names-title",
		box("div.head", el("h2.label#names-title|Names")),
		box("div.name-rows", rows...))
}

// syncNames writes the names into their fields, except into one that has the focus.
func (d *Data) syncNames() {
	k := d.core
	n := k.editor.Names()
	show := func(what, name string) {
		if el := byID("name-" + what); el.Truthy() && !isFocused(el) {
			syncProperty(el, "value", name)
		}
	}
	show("x", n.X)
	show("y", n.Y)
	show("value", n.Value)
	for _, id := range k.classes.nameable() {
		name := ""
		if n.Named(id) {
			name = n.Classes[id]
		}
		show(strconv.Itoa(id), name)
		k.painter.chip("name-swatch-"+strconv.Itoa(id), id)
	}
}

func (d *Data) onName(ctx app.Context, _ app.Event) {
	d.core.edits.rename(data(ctx, "name"), inputValue(ctx))
}

// tableNames returns the header of a table, "" if the document names nothing, and a function for the entries of its
// classes. The entries are numbers (byNumber) unless all classes of pts have names that differ and are no numbers.
func tableNames(pts []doc.Point, t method.Task, n doc.Names, classes bool) (header string, class func(id int) string,
	byNumber bool) {
	class = func(id int) string { return strconv.Itoa(method.ClassNumber(id)) }
	if n.IsZero() {
		return "", class, true
	}
	entry := func(s string) string {
		if strings.ContainsAny(s, ",;\t\"'# ") {
			return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
		}
		return s
	}
	h := n.Over(t.Columns())
	list := []string{entry(h.X), entry(h.Y)}
	if t != method.Regress {
		list = append(list, entry(h.Value))
	}
	header = strings.Join(list, ", ") + "\n"
	if !classes {
		return header, class, true
	}
	seen := map[string]int{}
	for _, p := range pts {
		id := int(p.Z)
		if id == doc.Unlabeled {
			continue
		}
		if !n.Named(id) {
			return header, class, true
		}
		name := n.Classes[id]
		if _, number := parseNumber(name); number {
			return header, class, true
		}
		if other, ok := seen[name]; ok && other != id {
			return header, class, true
		}
		seen[name] = id
	}
	return header, func(id int) string { return entry(n.Classes[id]) }, false
}
