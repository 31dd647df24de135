package client

import (
	"pointscape/app/room/importer"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Export has the engine make a file of the newest state, a figure as options ask;
// done gets what it is called and its bytes. It is not called while there is nothing
// to be drawn. What it returns gives the file up.
func (t *Client) Export(kind string, o picture.ExportOptions, progress func(done float64),
	done func(f wire.Exported, b []byte, e *wire.Error)) (cancel func()) {
	cancelled, now := false, func() {}
	t.Persist(func(answer func(workers.Reply, *wire.Error)) {
		var ask wire.Draw
		d, ok := t.compose(true, func(q *Request) {
			q.Panels = nil
			ask = q.Draw
		})
		switch {
		case cancelled:
			return
		case !ok:
			answer(workers.Reply{}, workers.Overtaken)
			return
		}
		head, err := json.Marshal(wire.Export{Draw: ask, Kind: kind, Options: o})
		if err != nil {
			answer(workers.Reply{}, importer.Refusal(err))
			return
		}
		if t.lane != nil {
			// As work, which goes on in the engine of all methods where this one makes no such file: a PDF, pictures side
			// by side.
			now = t.lane.Begin(wire.TypeExport, head, &d, func(p *wire.Progress) { progress(p.Done) }, answer).Cancel
			return
		}
		t.Call(wire.TypeExport, head, &d, answer)
	}, func(r workers.Reply, e *wire.Error) {
		var f wire.Exported
		switch {
		case e != nil:
			done(f, nil, e)
		case json.Unmarshal(r.Head, &f) != nil:
			done(f, nil, &wire.Error{Message: "The engine's file can't be read."})
		default:
			done(f, r.Bytes, nil)
		}
	})
	return func() {
		cancelled = true
		now()
	}
}
