package stage

import (
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// newest is the state of the newest picture: which canvas shows it, and whether people see it yet.
//
// Two canvases can show it. The page paints its own from messages, in its animation frames. The engine paints the other
// one without the page, which therefore can't tell the frame that shows a picture. So all pictures there are of one
// view, and the page moves that canvas while people look elsewhere. A picture of another view comes by message, and is
// on the page's canvas until the engine's is known to show that view, too:
//
//	        lend                   staged, of the same view
//	absent ─────► onPage ──────────────────────────────────────────► onEngine
//	               │  ▲   show, without a message (a late answer)       │  ▲
//	               └──┘                                                 │  └─ show, without a message
//	                  ▲      show, by a message; clear; lend            │
//	                  └─────────────────────────────────────────────────┘
//
// People see it when a frame of the page has painted it, or, if the engine is to say when, after that:
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
	absent   canvas = iota // the page's canvas shows it: no engine has one
	onPage                 // the page's canvas shows it, though an engine has one
	onEngine               // the engine's canvas shows it
)

type sight uint8

const (
	seen     sight = iota
	due            // the next frame shows it
	atEngine       // the engine will say that its canvas shows it
)

// where says where the pixels of a picture of view v go; see wire.Draw.Stage.
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

// show takes a picture of view v, by message or on the engine's canvas only; waits: the engine says when that shows it.
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

// staged notes that the engine's canvas shows a picture of view v, and tells whether it is seen from now on instead of
// the page's.
func (n *newest) staged(v picture.Viewport) bool {
	if n.canvas != onPage || v != n.view {
		return false
	}
	n.canvas = onEngine
	return true
}

// said notes that the engine's canvas shows the newest picture, and tells whether that was waited for.
func (n *newest) said() bool {
	if n.sight != atEngine {
		return false
	}
	n.sight = due
	return true
}

// painted notes that a frame has painted what there is, and tells whether people see the newest picture with it.
func (n *newest) painted() bool {
	if n.sight != due {
		return false
	}
	n.sight = seen
	return true
}
