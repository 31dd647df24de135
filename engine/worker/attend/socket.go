//go:build js && wasm

package main

import (
	"syscall/js"
	"time"

	"pointscape/engine/class/client"
)

// system is the worker's clock.
type system struct{}

func (system) Now() time.Time { return time.Now() }

func (system) After(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}

// dial opens a WebSocket to a server.
func dial(server string, e client.Ears) client.Link {
	ws := js.Global().Get("WebSocket").New(server)
	l := &socket{ws: ws}
	for name, do := range map[string]func(js.Value){
		"onopen":    func(js.Value) { e.Opened() },
		"onmessage": func(m js.Value) { e.Heard(m.Get("data").String()) },
		"onclose":   func(js.Value) { e.Closed() },
	} {
		f := function(do)
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
