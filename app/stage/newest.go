package stage

import (
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// newest is the state of the newest picture: which canvas shows it, and whether it is visible yet.
//
// Two canvases can show it. The page paints its own from messages, in its animation frames. The engine paints the other
// one without the page, which therefore does not know in which frame a picture appears. So all pictures on the engine's
// canvas are of one view, and the page moves that canvas while another part of the plane is visible. A picture of
// another view comes by message, and is on the page's canvas until the engine's is known to show that view, too:
//
//	        lend                   staged, of the same view
//	absent ─────► onPage ──────────────────────────────────────────► onEngine
//	               │  ▲   show, without a message (a late answer)       │  ▲
//	               └──┘                                                 │  └─ show, without a message
//	                  ▲      show, by a message; clear; lend            │
//	                  └─────────────────────────────────────────────────┘
//
// The picture is visible when a frame of the page has painted it, or, if the engine says when, after its message:
//
//	  show          painted, by a frame
//	──────► due ───────────────────────► seen
//	         ▲
//	──────► atEngine: said
//	  show, and the engine says when
type newest struct {
	canvas canvas
	sight  sight
	view   picture.Viewport
}

type canvas uint8

const (
	absent   canvas = iota // the page's canvas shows it: no engine has a canvas
	onPage                 // the page's canvas shows it, though an engine has a canvas
	onEngine               // the engine's canvas shows it
)

type sight uint8

const (
	seen     sight = iota
	due            // the next frame shows it
	atEngine       // the engine will say when its canvas shows it
)

// where returns where the pixels of a picture of view v go; see wire.Draw.Stage.
func (n *newest) where(v picture.Viewport) int {
	switch {
	case n.canvas == absent || v != n.view:
		return wire.StagePixels
	case n.canvas == onEngine:
		return wire.StageOnly
	}
	return wire.StageToo
}

// lend notes that an engine has got a canvas, which shows nothing yet.
func (n *newest) lend() { n.canvas = onPage }

// show notes a picture of view v, which came by message or is only on the engine's canvas; waits says that the engine
// will say when that canvas shows it.
func (n *newest) show(v picture.Viewport, message, waits bool) {
	n.view, n.sight = v, due
	if waits {
		n.sight = atEngine
	}
	if n.canvas != absent {
		n.canvas = onEngine
		if message {
			n.canvas = onPage
		}
	}
}

// staged notes that the engine's canvas shows a picture of view v, and reports whether it replaces the page's canvas
// from now on.
func (n *newest) staged(v picture.Viewport) bool {
	if n.canvas != onPage || v != n.view {
		return false
	}
	n.canvas = onEngine
	return true
}

// said notes that the engine's canvas shows the newest picture, and reports whether that was expected.
func (n *newest) said() bool {
	if n.sight != atEngine {
		return false
	}
	n.sight = due
	return true
}

// painted notes that a frame was painted, and reports whether the newest picture becomes visible with it.
func (n *newest) painted() bool {
	if n.sight != due {
		return false
	}
	n.sight = seen
	return true
}
