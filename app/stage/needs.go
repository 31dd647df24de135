package stage

import (
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Needs are what a Gesture acts on. What can be taken hold of is told by its number: points and handles have one, -1 is
// nothing (method.GripNumber).
type Needs struct {
	Points func() []doc.Point
	Seen   func() []doc.Point   // Points, those that no pointer finds at NaN
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

// View is what is looked at; see editor.View.
type View interface {
	Now() picture.Viewport
	Set(v picture.Viewport)
	// Near is how near to the eye each point is, 0..1, where they are rows in space: then dragging and arrow keys turn it
	// by degrees. nil = they are in the plane.
	Near() []float64
	Turn(azimuth, elevation float64)
	// OneScale tells whether both axes have the same scale, and keep it.
	OneScale() bool
}

// Draft is what a hand holds or sprays; see editor.Draft.
type Draft interface {
	Grab(i int)
	MoveTo(x, y float64) bool // false = it is there already
	Release(keep bool)        // without keep it goes back
	Spray(x, y float64)
	EndSpray()
}

// Selection is the point or the handle that is selected; see editor.Selection.
type Selection interface {
	Now() int
	Set(i int)
}

// Edits are what clicks change.
type Edits interface {
	// Add adds what is chosen to be added: a point of the current class, or a handle; false when it may not. TakeBack
	// undoes the last Add as if it had not been.
	Add(x, y float64) bool
	TakeBack()
	Remove(i int)
	// Answer takes a place, or that of a point or a handle, as the answer to a question; false = none is asked.
	Answer(x, y float64) bool
	// Locked tells that the point or the handle with a number may not be changed, because it is a row of a table, say:
	// it can be pointed at and selected, and Denied is told of what would move or remove it, or add another, -1.
	Locked(i int) bool
	Denied(i int)
}

// Brush is what a hand draws with, when it does: Stroke draws on to a place, or begins there; EndStroke ends that as
// one step, without keep as if it had not been.
type Brush interface {
	Painting() bool
	Stroke(x, y float64, erase bool)
	EndStroke(keep bool)
	// Cancel takes back what clicks have begun; false = nothing.
	Cancel() bool
}

// Keyed is what carries keys in the picture; see hittest.Index.
type Keyed interface {
	// Act does what a click on what is pointed at does.
	Act() bool
	// LongPress points at what is at a pixel, and keeps it pointed at, for a finger that rests there; false = nothing is.
	// NextTap tells of the tap after that: on the same it does what a click does, elsewhere it ends that; false =
	// nothing was asked for any more. EndLongPress ends it without a tap.
	LongPress(v picture.Viewport, px, py float64) bool
	NextTap(v picture.Viewport, px, py float64) bool
	EndLongPress()
}

// Pointing is told where a hand is.
type Pointing interface {
	// Hover tells what the pointer is over: a place in pixels and the point there, -1 when there is none; inside is false
	// when it has left.
	Hover(px, py float64, point int, inside bool)
	// Cursor shows or hides the keyboard's cursor, in data coordinates, and tells the point there, -1 = none.
	Cursor(x, y float64, point int, on bool)
	// Grabbed tells that a hand has taken hold of what it pointed at, Moved where that is now.
	Grabbed()
	Moved(x, y float64)
}

// Commands are what single keys and clicks do.
type Commands struct {
	ResetView    func()
	NextAdded    func() bool // chooses the other thing to be added; false = there is nothing to choose
	NextRole     func(i int) // gives a point its next role, -1 = there is none to give one
	EndHoldOut   func()      // ends that clicks do so (Gesture.HoldingOut)
	Edit         func() bool // gives the keyboard to the selected point's numbers; false = none is selected
	ChooseClass  func(c int)
	RemovePicked func() bool  // removes the points that are picked out; false = none are
	Say          func(Saying) // announces what a key has done to people who do not see it
}
