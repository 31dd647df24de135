package ui

import (
	"strconv"

	"pointscape/engine/doc"
)

// classes counts the classes that there are and chooses that of new points.
type classes struct {
	*Core
}

// count is how many classes there are, two at least.
func (cl *classes) count() int {
	n := 2
	for _, p := range cl.editor.Now().Points {
		if k := int(p.Z); k+1 > n && k <= doc.MaxClass {
			n = k + 1
		}
	}
	return n
}

// offered is how many classes can be chosen: one more than there are.
func (cl *classes) offered() int {
	return min(max(cl.count()+1, cl.editor.Points.Class()+1), doc.MaxClass+1)
}

// namedChips tells which of n classes have their names on their chips, besides the
// chosen one: those that have been given one, and while it is presented those that
// have points, as the regions have no other words. When there are too many letters,
// none has.
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

// nameable are the ids of the classes that can be named: those that there are.
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

// choose makes k the class of the next points, and of the selected one.
func (cl *classes) choose(k int) {
	if !cl.editor.Points.Classes() || cl.editor.Points.Rows() {
		return
	}
	cl.editor.Points.SetClass(k)
	name := cl.names.class(k)
	if k >= 0 {
		name += cl.names.look(k, ", ")
	}
	text := "New points: " + name
	if i := cl.editor.Selection.Now(); i >= 0 && i < len(cl.editor.Now().Points) {
		is := " changed to "
		if cl.editor.Now().Points[i].Z == float64(k) {
			is = " already belongs to this class: "
		}
		if cl.editor.Points.SetThird(i, float64(k)) {
			text = "Point " + strconv.Itoa(i+1) + is + name + ", like new points."
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
