package ui

import (
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// classes counts the document's classes and chooses the class of new points.
type classes struct {
	*Core
}

// count returns the number of classes, at least 2: the highest class id of a point plus one.
func (cl *classes) count() int {
	n := 2
	for _, p := range cl.editor.Now().Points {
		if k := int(p.Z); k+1 > n && k <= doc.MaxClass {
			n = k + 1
		}
	}
	return n
}

// offered returns the number of classes to choose from: one more than there are, or those up to the chosen one if that
// is more, within the limit.
func (cl *classes) offered() int {
	return min(max(cl.count()+1, cl.editor.Points.Class()+1), doc.MaxClass+1)
}

// namedChips reports which of n classes show their names on their buttons, besides the chosen one: those that have been
// named, and in a presentation also those that have points, because nothing else names their regions. If the names are
// too long together, none are shown.
func (cl *classes) namedChips(n int) []bool {
	named := make([]bool, n)
	names := cl.editor.Names()
	for i := range named {
		named[i] = names.Named(i)
	}
	room := roomyNames
	if cl.present.On() {
		room = roomyStage
		for _, p := range cl.editor.Now().Points {
			if i := int(p.Z); i >= 0 && i < n {
				named[i] = true
			}
		}
	}
	length := 0
	for i, yes := range named {
		if yes {
			length += len([]rune(cl.names.class(i)))
		}
	}
	if length > room {
		clear(named)
	}
	return named
}

// nameable returns the ids of the classes that can be named: those in the document, and those that have names; nil if
// the points have no classes.
func (cl *classes) nameable() []int {
	if !cl.editor.Points.Classes() {
		return nil
	}
	list := make([]int, max(cl.count(), len(cl.editor.Names().Classes)))
	for i := range list {
		list[i] = i
	}
	return list
}

// choose makes k the class of new points and of the selected point; -1 = no class.
func (cl *classes) choose(k int) {
	if !cl.editor.Points.Classes() || cl.editor.Points.Rows() {
		return
	}
	cl.editor.Points.SetClass(k)
	name := cl.names.class(k)
	if k >= 0 {
		name += cl.names.look(k, ", ")
	}
	text := words.Text("New points: %s", name)
	if i := cl.editor.Selection.Now(); i >= 0 && i < len(cl.editor.Now().Points) {
		is := " changed to "
		if cl.editor.Now().Points[i].Z == float64(k) {
			is = " already belongs to this class: "
		}
		if cl.editor.Points.SetThird(i, float64(k)) {
			text = words.Text("Point %s%s%s, like new points.", strconv.Itoa(i+1), is, name)
		}
	}
	cl.page.changed(theClick)
	cl.page.afterRender(func() {
		if el := byID("chip-" + strconv.Itoa(k)); el.Truthy() {
			reveal(el.Call("closest", ".chip"))
		}
	})
	cl.speaker.Say(text)
}
