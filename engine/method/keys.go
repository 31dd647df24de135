package method

import "pointscape/engine/picture"

// Pointer is what a model does when the user points at its shapes, clicks or drags them, and the numbers that it has
// found, which the user may copy into the document. The session asks for the shapes with each picture outside a drag.
type Pointer struct {
	// Tell is for models whose paths, marks and labels, in layers and panels, have keys (see picture.Spot). When the user
	// points at a shape, all shapes with the same key are highlighted, on the stage and in the panels, and the readout
	// shows the result of Tell: what the key stands for. ok is false if the key belongs to another model or step. Tell may
	// take as long as Explain, since the pointer waits for it. What a click does may depend on show: with a panel shown,
	// it may choose a unit for that panel.
	Tell func(key string, v picture.Viewport, show Shown) (t Told, ok bool)
	// Hits returns hit areas of the stage: shapes with keys that are not painted, such as the region of an inner node of a
	// tree, or whose layer can be switched off. It may return none while the panel with the same keys is not shown.
	Hits func(v picture.Viewport, show Shown) picture.Hits
	// Learned returns better parameters than the model was given (optimized hyperparameters); the page offers to write
	// them into the document.
	Learned func() map[string]any
	// Places returns initial positions for parameters that have none yet: those that the model started from. The page
	// copies them into the document when the user chooses to set positions.
	Places func() map[string][][]float64
	// Take returns numbers that the user may copy into a document (Numbers.Taken), such as the present weights of a
	// network. A new fit then starts from them. They are in the parameter's order; nil = there are none.
	Take func(param string) []float64
}

// Told is the description of a key. Answer is the name of the shape, one line, different from those of all other keys
// of the model (cells of a matrix excepted). Layers are painted on the stage.
type Told struct {
	Explanation
	Click Action
	Knob  *Knob
}

// Knob says that a key stands for one number of a parameter, which the user changes by dragging its shape in a panel,
// or by typing. The model has Take for the parameter (Numbers.Taken), and its numbers hold where the document has
// none. Changing a number starts a new run at step 0, with all of these numbers.
type Knob struct {
	Param string
	Index int     // index in the result of Pointer.Take
	Scale float64 // change of the number per 100 CSS pixels of a drag, > 0: its usual magnitude
}

// Action is what a click on a key does: at most one of these.
type Action struct {
	Set  map[string]any // set these parameters, in one undo step
	Step *int           // move the player to this step of the run
	Rows []int          // select these rows of the problem
}
