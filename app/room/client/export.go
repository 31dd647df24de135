package client

import (
	"pointscape/app/room/importer"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Export has the engine make a file of the newest state, a figure as options ask;
// done gets what it is called and its bytes. It is not called while there is nothing
// to be drawn.
func (t *Client) Export(kind string, o picture.ExportOptions, done func(f wire.Exported, b []byte, e *wire.Error)) {
	var ask wire.Draw
	d, ok := t.compose(true, func(q *Request) {
		q.Panels = nil
		ask = q.Draw
	})
	if !ok {
		return
	}
	head, err := json.Marshal(wire.Export{Draw: ask, Kind: kind, Options: o})
	if err != nil {
		done(wire.Exported{}, nil, importer.Refusal(err))
		return
	}
	answer := func(r workers.Reply, e *wire.Error) {
		var f wire.Exported
		switch {
		case e != nil:
			done(f, nil, e)
		case json.Unmarshal(r.Head, &f) != nil:
			done(f, nil, &wire.Error{Message: "The engine's file can't be read."})
		default:
			done(f, r.Bytes, nil)
		}
	}
	if kind == method.ScikitLearn && t.lane != nil {
		// As work, which goes on in the engine of all methods where this one has no such file.
		t.lane.Begin(wire.TypeExport, head, &d, func(*wire.Progress) {}, answer)
		return
	}
	t.Call(wire.TypeExport, head, &d, answer)
}
