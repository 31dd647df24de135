//go:build js && wasm

package client

import (
	"math/rand/v2"
	"syscall/js"
	"time"

	msg "pointscape/engine/class"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// attending is the client of this worker; nil = it attends no class.
var attending *Client

// Begin creates the worker's client. text is JSON of a msg.Attend; tell and make become Around.Tell and Around.Make.
func Begin(text string, tell func(string), make func(kind, text string, done func(string, error))) error {
	at, err := wire.Parse[msg.Attend](text)
	if err != nil {
		return err
	}
	c := New(Around{Clock: system{}, Random: rand.Float64, Dial: dial, Tell: tell, Make: make}, at)
	attending = c
	for name, hear := range map[string]func(){"online": c.room.Online, "offline": c.room.Offline} {
		js.Global().Call("addEventListener", name, js.FuncOf(func(js.Value, []js.Value) any {
			hear()
			return nil
		}))
	}
	return nil
}

// Answer returns a function that answers requests of the kinds class-do, class-csv and class-json if the worker attends
// a class, and passes other requests on to others. For the latter two, others makes the text of the client's panel.
func Answer(others func(method.Job, string, string) (string, error)) func(method.Job, string, string) (string, error) {
	return func(job method.Job, kind, text string) (string, error) {
		c := attending
		switch {
		case c == nil:
		case kind == "class-do":
			o, err := wire.Parse[msg.Order](text)
			if err == nil {
				c.Do(&o)
			}
			return "", err
		case kind == "class-csv" || kind == "class-json":
			var err error
			if text, err = c.Panel(true); err != nil {
				return "", err
			}
		}
		return others(job, kind, text)
	}
}

// system is the worker's clock.
type system struct{}

func (system) Now() time.Time { return time.Now() }

func (system) After(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}

// dial opens a WebSocket to a server.
func dial(server string, e Ears) Link {
	ws := js.Global().Get("WebSocket").New(server)
	l := &socket{ws: ws}
	for name, do := range map[string]func(js.Value){
		"onopen":    func(js.Value) { e.Opened() },
		"onmessage": func(m js.Value) { e.Heard(m.Get("data").String()) },
		"onclose":   func(js.Value) { e.Closed() },
	} {
		f := js.FuncOf(func(_ js.Value, args []js.Value) any {
			do(args[0])
			return nil
		})
		l.funcs = append(l.funcs, f)
		ws.Set(name, f)
	}
	return l
}

// socket is a WebSocket to the server of live classes.
type socket struct {
	ws    js.Value
	funcs []js.Func
}

func (s *socket) Send(text string) { s.ws.Call("send", text) }

func (s *socket) Close() {
	for _, name := range []string{"onopen", "onmessage", "onclose"} {
		s.ws.Set(name, js.Null())
	}
	s.ws.Call("close")
	for _, f := range s.funcs {
		f.Release()
	}
}
