package method

import "pointscape/engine/picture"

// Interfaces of pictures that answer. The session asks for the shapes with each picture, and Tell when one of them
// is pointed at or clicked.

// Keyed is for models whose pictures answer: the paths, marks and labels of their layers
// and panels carry keys (see picture.Spot). Pointing at one lights all shapes with the
// same key, on the stage and in the panels, and says what Tell says of it.
type Keyed interface {
	// Tell says what a key stands for; ok is false when it is of another model or stage.
	// It takes as long as an explanation may: a pointer waits for it. With show a click may do something
	// else: choose a unit for a panel that is shown.
	Tell(key string, v picture.Viewport, show Shown) (t Told, ok bool)
}

// Told is what is said of a key: its Answer is what it is called, in one line and like
// no other key of the model; the Layers are painted on the stage.
type Told struct {
	Explanation
	Click Action
	Knob  *Knob
}

// Knob says that a key stands for one number of a parameter, which people turn up and down: they drag its shape in a
// panel, or type it. The model is a Taker of the parameter (Numbers.Taken), whose numbers hold where the document has
// none; a turned number begins a run anew, at step 0, from all of them.
type Knob struct {
	Param string
	Index int     // in Taker.Take
	Scale float64 // by how much it changes where a hand goes 100 CSS pixels: its usual size
}

// Action is what a click on a key does: at most one of these.
type Action struct {
	Set  map[string]any // these parameters get these values, in one step of undo
	Step *int           // the player goes to this stage of the Stepper
	Rows []int          // these rows of the problem are picked out
}

// KeyedUnseen is a Keyed that answers where nothing is drawn that could carry a key, or what is
// drawn can be switched off.
type KeyedUnseen interface {
	// Unseen are paths and marks of the stage that carry keys and are never painted: the region of an
	// inner node of a tree. Beside a panel that is not shown they would cross to the page for nothing.
	Unseen(v picture.Viewport, show Shown) []picture.Layer
}

// UnseenOf are the unseen layers of the stage; none where the model has none.
func UnseenOf(m Keyed, v picture.Viewport, show Shown) []picture.Layer {
	if m, ok := m.(KeyedUnseen); ok {
		return m.Unseen(v, show)
	}
	return nil
}

// RowKeyed is a Keyed with panels that have keys of the rows: of a bar and its rows.
type RowKeyed interface {
	// RowKeys are those of each row in a panel; nil = it has none. Those of rows that are held out (Problem.Held) may
	// come behind.
	RowKeys(panel string) []string
}
