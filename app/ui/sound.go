package ui

import (
	"pointscape/app/room/sound"
	"pointscape/engine/wire"
)

// sounds plays the picture as sound; see sound.Needs.
type sounds struct {
	*Core

	audio audio
}

// View returns the horizontal line that is played, through the keyboard's cursor, the selected point or the middle; or
// why nothing can be played.
func (so *sounds) View() (v sound.View, why string) {
	p := so.client.Picture()
	if p == nil || so.lecture.Veiled() {
		return v, "There is no picture to play yet."
	}
	view, n := so.editor.View.Now(), so.names.all()
	v = sound.View{X0: view.X0, X1: view.X1, Y: (view.Y0 + view.Y1) / 2, Plane: so.editor.Task().Plane(), XName: n.X,
		YName: n.Y, Method: so.editor.Info().Name}
	if _, y, on := so.gesture.Keyboard(); on {
		v.Y = y
	} else if q, ok := so.editor.Points.Spot(so.editor.Selection.Now()); ok {
		v.Y = q.Y
	}
	if !v.Plane {
		v.Lo, v.Hi = view.Y0, view.Y1
	} else if l := p.Legend; l != nil {
		v.Lo, v.Hi = l.Lo, l.Hi
	}
	return v, ""
}

func (so *sounds) Ask(q wire.Trace, done func(*wire.Traced, string)) {
	so.client.Trace(q, func(t *wire.Traced, e *wire.Error) {
		if e != nil {
			done(nil, e.Message)
			return
		}
		done(t, "")
	})
}

// point plays the position of the pointer, in pixels of the stage, once the user has played any sound.
func (so *sounds) point(px, py float64) {
	if so.audio.opened() {
		v := so.editor.View.Now()
		so.cursor(v.DX(px), v.DY(py))
	}
}

// cursor plays the position of the keyboard's cursor or the pointer, unless a point is being dragged. Frames have no
// switch for this sound, so there it is silent.
func (so *sounds) cursor(x, y float64) {
	if so.editor.Draft.Dragged() == -1 && !so.Embedded {
		so.sound.At(x, y)
	}
}
