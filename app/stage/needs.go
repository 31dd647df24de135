package stage

import (
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Needs has what a Gesture acts on. Points and handles are identified by numbers (method.GripNumber); -1 is none.
type Needs struct {
	Points func() []doc.Point
	Seen   func() []doc.Point   // Points, with NaN for those that no pointer finds
	Grips  func() []method.Grip // the handles, which lie over the points

	View      View
	Draft     Draft
	Selection Selection
	Edits     Edits
	Brush     Brush
	Keyed     Keyed
	Pointing  Pointing
	Do        Commands
}

// View is the visible part of the plane; see editor.View.
type View interface {
	Now() picture.Viewport
	Set(v picture.Viewport)
	// Near returns how near to the eye each point is, 0..1, if they are rows in space: then dragging and arrow keys
	// rotate it by degrees. nil = they are in the plane.
	Near() []float64
	Turn(azimuth, elevation float64)
	// OneScale reports whether both axes have the same scale, which zooming keeps.
	OneScale() bool
}

// Draft is what is being dragged or sprayed; see editor.Draft.
type Draft interface {
	Grab(i int)
	MoveTo(x, y float64) bool // false = it is there already
	Release(keep bool)        // without keep the gesture is undone
	Spray(x, y float64)
	EndSpray()
}

type Selection interface {
	Now() int
	Set(i int)
}

// Edits has the edits by clicks.
type Edits interface {
	// Add adds a point of the present class, or a handle, whichever is chosen; it returns false if that is not allowed.
	// TakeBack undoes the last Add without a redo.
	Add(x, y float64) bool
	TakeBack()
	Remove(i int)
	// Answer answers a question by a position, which may be that of a point or a handle; it returns false if there is
	// no question.
	Answer(x, y float64) bool
	// Locked reports whether the point or the handle with a number cannot be changed, for instance because it is a row
	// of a table. It can be pointed at and selected; Denied is called for an attempt to move or remove it, or to add
	// one, -1.
	Locked(i int) bool
	Denied(i int)
}

// Brush paints or draws with the pointer: Stroke continues the stroke to a position, or begins one there; EndStroke
// ends it as one step, or undoes it without keep. Painting reports whether dragging does that.
type Brush interface {
	Painting() bool
	Stroke(x, y float64, erase bool)
	EndStroke(keep bool)
	// Cancel gives up what strokes or clicks have begun and not finished, and reports whether there was anything.
	Cancel() bool
}

// Keyed has the shapes with keys in the picture; see hittest.Index.
type Keyed interface {
	// Act performs the click on what is pointed at.
	Act() bool
	// LongPress points at the shape at a pixel, for a finger that rests there, and keeps it pointed at; false = there
	// is none. NextTap handles the tap after that: on the same shape it performs the click, elsewhere it ends the
	// pointing; false = it had ended before. EndLongPress ends it without a tap.
	LongPress(v picture.Viewport, px, py float64) bool
	NextTap(v picture.Viewport, px, py float64) bool
	EndLongPress()
}

// Pointing is told the position of the pointer.
type Pointing interface {
	// Hover sets the position in pixels and the point under the pointer, -1 if there is none; inside is false when it
	// has left.
	Hover(px, py float64, point int, inside bool)
	// Cursor shows or hides the keyboard's cursor, in data coordinates, with the point there, -1 = none.
	Cursor(x, y float64, point int, on bool)
	// Grabbed says that what was pointed at is being dragged, Moved its new position.
	Grabbed()
	Moved(x, y float64)
}

// Commands has the commands of single keys and clicks.
type Commands struct {
	ResetView    func()
	NextAdded    func() bool // chooses the other kind of thing to add; false = there is no choice
	NextRole     func(i int) // gives a point its next role; -1 = no point is pointed at
	EndHoldOut   func()      // ends the mode Gesture.HoldingOut
	Edit         func() bool // gives the keyboard focus to the selected point's numbers; false = none is selected
	ChooseClass  func(c int)
	RemovePicked func() bool  // removes the highlighted points; false = none are
	Say          func(Saying) // announces to screen readers what a key has done
}
