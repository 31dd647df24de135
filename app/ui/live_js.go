//go:build js && wasm

package ui

import (
	"syscall/js"

	"pointscape/app/dom"
	"pointscape/app/room/class"
)

// classServer is the address of the site's server of live classes; "" = the site has none.
func classServer() string {
	if at := js.Global().Get("pointscapeBoot").Get("class"); at.Truthy() {
		return at.String()
	}
	return ""
}

// dialClass connects to that server.
func dialClass(e class.Ears) class.Link {
	ws := js.Global().Get("WebSocket").New(classServer())
	l := &socket{ws: ws}
	for name, do := range map[string]func(js.Value){
		"onopen":    func(js.Value) { e.Opened() },
		"onmessage": func(m js.Value) { e.Heard(m.Get("data").String()) },
		"onclose":   func(js.Value) { e.Closed() },
	} {
		f := dom.Func("a live class", do)
		l.funcs = append(l.funcs, f)
		ws.Set(name, f)
	}
	return l
}

// socket is a connection to the server of live classes.
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

// goTo leaves the page for another address of it.
func goTo(address string) { js.Global().Get("location").Call("assign", address) }

// listenNetwork hears what the browser knows of its network.
func (lv *live) listenNetwork() {
	dom.On(js.Global(), "online", func(js.Value) { lv.class.Online() })
	dom.On(js.Global(), "offline", func(js.Value) { lv.class.Offline() })
}
