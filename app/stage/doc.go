// Package stage is the plane that people edit: what lies under the pointer, what a gesture means, and the canvases that
// show it. Gesture (gesture.go, keyboard.go) turns pointers and keys into edits and knows of no browser; input_js.go
// listens, and Screen (screen_js.go) paints.
//
// # What is painted when
//
// An edit is painted in the frame of its event, by listeners of the browser's own and an animation frame; no component
// is rendered. (app/docs/path.md lists the functions on that way.) The engine's pixels follow; it paints them by itself
// on a canvas of the stage (newest.go). With a picture come
//
//   - what a model draws over the points (wire.Over), painted on a canvas above the points (Above);
//   - groups of points (wire.Groups), which colour the page's own points. They hold for the list of points that the
//     picture was made from: Found knows each point again in the present list, or leaves it neutral;
//   - rows that move with the steps (wire.Placed). Moving them is no edit, and no new version of the points. The view
//     goes with them as long as it suits all of them, unless people have chosen it.
//
// Roles of points follow from the document alone, so hollow marks are painted with the edit; the engine works out the
// same (method.Task.Roles).
//
// # Frames of a drag change little
//
// While a point is dragged, one small canvas is painted: a pane on which the held point is put down (Held), and which
// is moved when the point comes to its edge. No element is moved and no style changes, or the browser would list all
// canvases anew. Figures in words (facts, the pointer's place, swatches) change ten times a second, the last ones
// always, and what did not change is not written. A canvas that never changes is a background instead: the browser
// looks after each canvas in every frame.
//
// # Axes and sizes
//
// Numbers and titles of axes stand beside the plane, in the margins of a picture.Frame: the element #stage is the
// plane, #stage-frame the whole. Margins depend on the size of the whole and on the type, not on the view, so that the
// plane keeps its size while it is moved. Two canvases hold them (Axes). In somebody's frame under LeastWidth x
// LeastHeight there are no margins: numbers stand in the plane, over the points.
//
// The stage can be larger than the page (Screen.SetZoom): its pixels are then so many of CSS's, as if the window were
// smaller and of a higher resolution. So letters, lines, points and the reach of a pointer grow alike, and no painter
// knows of it.
//
// # Rows in space
//
// The page turns a space by itself (editor.View.Turn): the places are a few sums for each row, painted by depth from
// stamps (canvas2d.Stamps). A turn is no step of history, and a picture is asked for when the pointer rests. What the
// model draws in space comes with its third coordinates and is painted among the rows (Points). Foremost finds the row
// in front.
package stage
