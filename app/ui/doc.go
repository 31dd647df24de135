// Package ui is the page: go-app components and controllers around one Core, which puts the
// rooms together (packages pointscape/app/room/...). Components show what the rooms hold and
// tell controllers or rooms what people have done; controllers join the rooms. Neither holds
// state that matters.
//
// core.go is the list of rooms and controllers, and says who works with whom. effects.go is the
// way of an edit: what follows when the document changes or the engine answers. host.go is what
// gestures on the plane do, params.go what sliders and fields do, hits.go what keys in pictures do.
//
// # What go-app needs
//
//   - Handlers are method values, and what they act on is in a data- attribute. go-app compares handlers by
//     their code, so a closure goes stale.
//   - A handler of go-app renders its component and all around it, which takes some milliseconds. What moves
//     continuously, the stage and the sliders, is listened to by listen_js.go instead.
//   - Values of inputs are set after rendering, in sync, as properties: limits first, then the value. go-app
//     compares with what it has rendered, not with what was typed, and prints floats with four decimals.
//   - A frame that is due runs as soon as Go hears of anything, so between a control's click or input and its
//     change, too. syncProperty and syncChecked leave alone what a hand has just changed, until its handlers
//     have run (changing).
//   - Components are asked to render by rendered.flush, if something that they read has changed. Text that changes
//     with every move (readout, announcements) is written directly.
//   - Its reading of the address does not survive a fragment that is no URL; app/prepare_js.go takes such a one away.
//   - The page is compiled with less of go-app than there is (app/tools/site/overlay.go): no routes by regular
//     expressions, no ciphers, no states (SetState, ObserveState), and pointscape/engine/json in place of
//     encoding/json.
//
// # What people read
//
//   - While a point is selected, nothing that takes the pointer lies over the plane: its card is in the dock's
//     place, in somebody's frame in that of the strip.
//   - A field with a wrong number says what is wrong and which value holds ("Still 10."). Left, or by Escape, it shows
//     that value again.
//   - Classes and axes are called by the document's names (names.class, names.all). Names are somebody's text:
//     they are set as text, and nowhere read as anything else. Without names, points and classes count from 1
//     (names.point).
//   - What is pointed out on the plane has its legend in the readout (readout.go). A readout that a finger has asked
//     for fades (inspector.Inspector.Lifted).
//   - notifications.Board.Toast is about the present document and goes with it; News is about something that has
//     happened. How a file was read is one toast, with its notes behind "Details".
//   - Handles, places that are parameters (places.go), are pointed at, named and read out as points are.
//   - Tab walks the points once N or P has begun a walk. Past its ends, and after Escape, it leaves the plane.
package ui
