//go:build js && wasm

package worker

import (
	"fmt"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// cell draws one of the pictures of a wall.
func (w *worker) cell(m message) error {
	head, err := wire.Parse[wire.AskCell](m.head)
	req, job, err := w.begin(m, &head.Draw, err)
	if err != nil {
		return err
	}
	defer job.end()
	pal, ok := picture.PaletteByName(head.Palette)
	if !ok {
		return doc.Errorf("palette", words.Text("one of %s", fmt.Sprint(picture.PaletteNames())), head.Palette)
	}
	req.Text = pal.Text()
	if !req.Fine { // expensive parts wait for the end of the drag
		req.Within = session.LiveGrowth
		req.Late = func(wire.Facts) error { return nil }
	}
	p, says, err := w.session.Cell(job, req, head.Cell, head.Frame)
	if err != nil {
		return err
	}
	// The page draws the tick labels around the plane, which are the stage's.
	plane := *p
	plane.Frame, plane.Around = picture.Frame{}, nil
	pairs, transfer := w.paint(&plane, pal)
	post(wire.TypeCelled, m.id, says, transfer, pairs...)
	return nil
}

// point predicts at a position with the models of a wall.
func (w *worker) point(m message) error {
	head, err := wire.Parse[wire.Point](m.head)
	if err != nil {
		return err
	}
	post(wire.TypePointed, m.id, wire.Pointed{Says: w.session.Point(head.X, head.Y)}, nil)
	return nil
}
