// Package ui is the page: go-app components and controllers around one Core, which has the rooms (packages
// pointscape/app/room/...). Components show the state of the rooms and pass the user's actions to controllers or rooms;
// controllers connect the rooms. Documents and settings are in the rooms, not in components and controllers.
//
// core.go lists the rooms and controllers and connects them. effects.go has what follows when the document changes or
// the engine answers. host.go handles gestures on the plane, params.go sliders and fields, hits.go keys in pictures.
//
// # Rules that come from go-app
//
//   - Handlers are method values, and what they act on is in a data- attribute. go-app compares handlers by
//     their code, so the variables of a closure would become out of date.
//   - After a handler, go-app renders its component and all components around it, which takes some milliseconds. So
//     listen_js.go handles what moves continuously, the stage and the sliders.
//   - Values of inputs are set after rendering, in sync, as properties: first the limits, then the value. go-app
//     compares with what it rendered, not with what was typed, and prints floats with four decimals.
//   - Rendering that is due runs with the next event that Go receives, so possibly between the click or input event
//     of a control and its change event. syncProperty and syncChecked leave a control that the user has just changed
//     alone until its handlers have run (changing).
//   - rendered.flush has components render if something that they read has changed. Text that changes
//     with every move (readout, announcements) is written directly.
//   - go-app fails if the address has a fragment that is no URL; app/prepare_js.go removes such a fragment.
//   - The page is compiled with a part of go-app only (app/tools/site/overlay.go): without routes by regular
//     expressions, ciphers and states (SetState, ObserveState), and with pointscape/engine/json instead of
//     encoding/json.
//
// # What users see
//
//   - While a point is selected, nothing that takes the pointer lies over the plane: the point's card replaces the
//     dock, and the strip in a frame.
//   - A field with a wrong number shows the error and the value in use ("Still 10."). When it is left, or by Escape, it
//     shows that value again.
//   - Classes and axes have the document's names (names.class, names.all). Names are untrusted text: they are set
//     as text and never parsed. Classes without names, and points, are counted from 1 (names.point).
//   - The readout has the legend of what is highlighted on the plane (readout.go). A readout that a finger has called
//     fades (inspector.Inspector.Lifted).
//   - notifications.Board.Toast is about the present document and disappears with it; News is about something that has
//     happened. How a file was read is one toast, with its notes behind "Details".
//   - Handles, positions that are parameters (places.go), are pointed at, named and read out like points.
//   - Tab moves through the points once N or P has begun that. After the last point, and after Escape, it leaves the
//     plane.
package ui
