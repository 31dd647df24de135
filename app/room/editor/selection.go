package editor

// Selection is the point or the handle whose coordinates are shown.
type Selection struct {
	ed *Editor

	selected int // its number (method.GripNumber), -1 = none
}

// Now returns the number of the selected point or handle, -1 = none.
func (se *Selection) Now() int { return se.selected }

func (se *Selection) Set(i int) {
	if se.selected != i {
		se.selected = i
		se.ed.Selected()
	}
}
