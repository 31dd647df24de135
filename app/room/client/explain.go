package client

import (
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// Explain asks the model of the newest picture what it says of a place; done gets
// nil when it has no answer.
func (t *Client) Explain(q wire.Explain, done func(*wire.Explanation)) {
	head, err := json.Marshal(q)
	if err != nil {
		done(nil)
		return
	}
	t.Call(wire.TypeExplain, head, nil, func(r workers.Reply, e *wire.Error) {
		var x wire.Explanation
		if e != nil || json.Unmarshal(r.Head, &x) != nil {
			done(nil)
			return
		}
		done(&x)
	})
}
