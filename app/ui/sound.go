package ui

import (
	"pointscape/app/room/sound"
	"pointscape/engine/wire"
)

// sounds has the picture sound; see sound.Needs.
type sounds struct {
	*Core

	audio audio
}

// View is the line through the keyboard's cursor, the selected point or the middle.
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

// point sounds where a pointer is, once people have had something sound.
func (so *sounds) point(px, py float64) {
	if so.audio.opened() {
		v := so.editor.View.Now()
		so.cursor(v.DX(px), v.DY(py))
	}
}

// cursor sounds where the keyboard's cursor is, unless it holds something. Frames have no switch for that.
func (so *sounds) cursor(x, y float64) {
	if so.editor.Draft.Dragged() == -1 && !so.Embedded {
		so.sound.At(x, y)
	}
}
