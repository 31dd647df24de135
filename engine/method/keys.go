package method

import "pointscape/engine/picture"

// Interfaces of pictures with shapes that respond to the pointer. The session asks for the shapes with each picture
// outside a drag, and calls Tell when the user points at one of them or clicks it.

// Keyed is for models whose paths, marks and labels, in layers and panels, have keys (see picture.Spot). When the user
// points at a shape, all shapes with the same key are highlighted, on the stage and in the panels, and the readout
// shows the result of Tell.
type Keyed interface {
	// Tell describes what a key stands for; ok is false if the key belongs to another model or step. It may take as long
	// as Explain, since the pointer waits for it. What a click does may depend on show: with a panel shown, it may choose
	// a unit for that panel.
	Tell(key string, v picture.Viewport, show Shown) (t Told, ok bool)
}

// Told is the description of a key. Answer is the name of the shape, one line, different from those of all other keys
// of the model (cells of a matrix excepted). Layers are painted on the stage.
type Told struct {
	Explanation
	Click Action
	Knob  *Knob
}

// Knob says that a key stands for one number of a parameter, which the user changes by dragging its shape in a panel,
// or by typing. The model is a Taker of the parameter (Numbers.Taken), and its numbers hold where the document has
// none. Changing a number starts a new run at step 0, with all of these numbers.
type Knob struct {
	Param string
	Index int     // index in the result of Taker.Take
	Scale float64 // change of the number per 100 CSS pixels of a drag, > 0: its usual magnitude
}

// Action is what a click on a key does: at most one of these.
type Action struct {
	Set  map[string]any // set these parameters, in one undo step
	Step *int           // move the player to this step of the Stepper or Ender
	Rows []int          // select these rows of the problem
}

// KeyedUnseen is a Keyed with shapes that are not drawn, or whose layer can be switched off.
type KeyedUnseen interface {
	// Unseen returns paths and marks of the stage that have keys and are never painted, such as the region of an inner
	// node of a tree. It may return none while the panel with the same keys is not shown.
	Unseen(v picture.Viewport, show Shown) []picture.Layer
}

// UnseenOf returns the unpainted layers of the stage; nil if the model has none.
func UnseenOf(m Keyed, v picture.Viewport, show Shown) []picture.Layer {
	if m, ok := m.(KeyedUnseen); ok {
		return m.Unseen(v, show)
	}
	return nil
}

// RowKeyed is a Keyed with panels in which rows have keys, such as that of the bar that a row belongs to.
type RowKeyed interface {
	// RowKeys returns the key of each row in a panel; nil = the panel has none. The keys of held-out rows (Problem.Held)
	// may follow.
	RowKeys(panel string) []string
}
