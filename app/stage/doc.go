// Package stage is the plane that the user edits: what lies under the pointer, what a gesture means, and the canvases
// that show it. Gesture (gesture.go, keyboard.go) turns pointer and key events into edits and does not depend on a
// browser; input_js.go listens, and Screen (screen_js.go) paints.
//
// # What is painted when
//
// An edit is painted in the frame of its event, by plain event listeners and an animation frame; no component is
// rendered. (app/docs/path.md lists the functions on that path.) The engine's pixels follow; the engine paints them
// itself on a canvas of the stage (newest.go). A picture comes with
//
//   - what a model draws over the points (wire.Over), painted on a canvas above the points (Above);
//   - groups of points (wire.Groups), which colour the points that the page paints. They hold for the list of points
//     that the picture was made from: Found recognises each point in the present list, or leaves it neutral;
//   - rows that move with the steps (wire.Placed). Moving them is not an edit, and does not change the version of the
//     points. The view follows them as long as it suits all of them, unless the user has chosen it.
//
// Roles of points depend only on the document, so hollow marks are painted with the edit; the engine computes the same
// (method.Task.Roles).
//
// # Frames of a drag change little
//
// While a point is dragged, one small canvas is painted: the one with the dragged point (Held), which is moved when the
// point comes to its edge. No element is moved and no style changes, because the browser would then rebuild its list of
// layers. Facts, the pointer's position and swatches are updated ten times a second and once more at the end, and only
// if they have changed. A canvas that never changes is a background instead, because the browser composites each canvas
// in every frame.
//
// # Axes and sizes
//
// Numbers and titles of axes are beside the plane, in the margins of a picture.Frame: the element #stage is the plane,
// #stage-frame the whole. Margins depend on the size of the whole and on the font, not on the view, so that the plane
// keeps its size while it is panned. Two canvases contain them (Axes). In an embedded frame smaller than LeastWidth x
// LeastHeight there are no margins: the numbers are in the plane, over the points.
//
// The stage can be enlarged relative to the page (Screen.SetZoom): one of its pixels is then several CSS pixels, as if
// the window were smaller and of a higher resolution. Letters, lines, points and the hit radii of the pointer grow
// alike, and the painting code does not depend on it.
//
// # Rows in space
//
// The page rotates a space without the engine (editor.View.Turn): each row's position takes a few additions, and rows
// are painted by depth from stamps (canvas2d.Stamps). A rotation is not a step of the history, and a picture is asked
// for when the pointer rests. What the model draws in space comes with its third coordinates and is painted among the
// rows (Points). Foremost finds the row in front.
package stage
