//go:build js && wasm

package worker

import (
	"fmt"
	"syscall/js"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/session"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// maxNodes is the largest number of nodes of a table: 64 MB per plane.
const maxNodes = 1 << 24

// tabulate answers with numbers: the model's values at the nodes of a grid.
func (w *worker) tabulate(m message) error {
	head, err := wire.Parse[wire.Tabulate](m.head)
	if err != nil {
		return err
	}
	if head.W < 0 || head.H < 0 || head.W > 0 && head.H == 0 || head.H > 0 && head.W > maxNodes/head.H {
		return doc.Errorf("w, h", words.Sprintf("a grid of at most %d nodes", maxNodes), fmt.Sprintf("%d x %d", head.W,
			head.H))
	}
	req, err := w.request(m, &head.Draw)
	if err != nil {
		return err
	}
	job := w.yielder.begin(m.id)
	defer w.yielder.end()
	if head.Cold {
		w.session.Forget()
	}
	begun := time.Now()
	f, err := w.session.Fit(job, req.Doc)
	if err != nil {
		return err
	}
	took := f.Seconds
	if f.Model.Can().Grower != nil { // includes training to its step
		took = time.Since(begun).Seconds()
	}
	answer := wire.Table{FitMS: 1000 * took, Status: f.Status(), Planes: []wire.Plane{}}
	if head.Facts {
		answer.Facts = f.Facts(req.View)
	}
	start := time.Now()
	var planes []session.Plane
	if head.W > 0 {
		if planes, answer.Grid, err = session.Tabulate(job, f, req.View, head.W, head.H); err != nil {
			return err
		}
	}
	answer.FieldMS = 1000 * time.Since(start).Seconds()
	n := 0
	for _, p := range planes {
		n += p.N
		answer.Planes = append(answer.Planes, p.Plane)
	}
	if n == 0 {
		post(wire.TypeTable, m.id, answer, nil) // a buffer would double the time of the message
		return nil
	}
	buffer := js.Global().Get("ArrayBuffer").New(4 * n)
	bytes := js.Global().Get("Uint8Array")
	at := 0
	for _, p := range planes {
		if p.N > 0 {
			js.CopyBytesToJS(bytes.New(buffer, 4*at, 4*p.N), floatBytes(p.Values))
		}
		at += p.N
	}
	post(wire.TypeTable, m.id, answer, []any{buffer}, "values", js.Global().Get("Float32Array").New(buffer))
	return nil
}
