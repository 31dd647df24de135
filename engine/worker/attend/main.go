//go:build js && wasm

// Command attend is class.psm: it attends a live class for a page, in a worker of its own. It speaks the protocol of
// the engines, but has no methods. What it needs to know about fits it asks the page, which asks an engine.
package main

import (
	"errors"
	"math/rand/v2"
	"sync"
	"syscall/js"
	"time"

	"pointscape/engine/class"
	"pointscape/engine/class/client"
	"pointscape/engine/class/results"
	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

func main() {
	w := &worker{told: make(chan class.Order, 1), woken: make(chan struct{}, 1)}
	w.results = results.Answer(w.fits)
	w.channel = js.Global().Get("MessageChannel").New()
	w.channel.Get("port1").Set("onmessage", function(func(js.Value) { w.woken <- struct{}{} }))
	for name, hear := range map[string]func(*client.Client){"online": (*client.Client).Online,
		"offline": (*client.Client).Offline} {
		js.Global().Call("addEventListener", name, function(func(js.Value) {
			if w.client != nil {
				hear(w.client)
			}
		}))
	}
	js.Global().Call("pointscapeListen", function(w.receive))
	post(wire.TypeHelper, 0, wire.Nothing{})
	select {}
}

// function returns a JavaScript function that calls f with its first argument, or undefined.
func function(f func(js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(append(args, js.Undefined())[0])
		return nil
	})
}

func post(kind string, id int, head any) {
	m := js.Global().Get("Object").New()
	m.Set("type", kind)
	m.Set("id", id)
	m.Set("head", string(wire.Append(nil, head)))
	js.Global().Call("postMessage", m)
}

type worker struct {
	client *client.Client // nil = no class is attended yet
	id     int            // of the request to attend it

	results func(job method.Job, kind, text string) (string, error)
	making  sync.Mutex       // one text is made at a time
	told    chan class.Order // the engine's answer to what the text that is being made needs

	channel js.Value // on which the program wakes itself
	woken   chan struct{}
	last    time.Time // when it last let the browser deliver messages
}

// receive handles a message of the page. It must not block.
func (w *worker) receive(v js.Value) {
	id := v.Get("id").Int()
	switch v.Get("type").String() {
	case wire.TypePing:
		post(wire.TypePong, id, wire.Nothing{})
	case wire.TypeWords:
		if l, err := wire.ReadLanguage([]byte(v.Get("text").String())); err == nil {
			words.Speak(l)
		}
	case wire.TypeText:
		if err := w.text(id, v.Get("head").String()); err != nil {
			post(wire.TypeError, id, wire.Error{Message: err.Error()})
		}
	case wire.TypeCrash:
		go panic("the program of the class was asked to crash")
	}
}

// text handles a request of the kinds in package class.
func (w *worker) text(id int, head string) error {
	ask, err := wire.Parse[wire.AskText](head)
	if err != nil {
		return err
	}
	c := w.client
	switch {
	case ask.Kind == "class-attend":
		at, err := wire.Parse[class.Attend](ask.Text)
		if err != nil {
			return err
		}
		w.id = id
		w.client = client.New(client.Around{Clock: system{}, Random: rand.Float64, Dial: dial, Make: w.make,
			Tell: func(news string) { post(wire.TypeProgress, id, wire.Progress{Text: news}) }}, at)
		return nil
	case c == nil:
		return words.Errorf("the engine does not know the name %q", ask.Kind)
	case ask.Kind == "class-do":
		o, err := wire.Parse[class.Order](ask.Text)
		if err != nil {
			return err
		}
		if o.Do == "told" {
			select {
			case w.told <- o:
			default: // it was asked for by a text that is no longer made
			}
		} else {
			c.Do(&o)
		}
		post(wire.TypeTextMade, id, wire.TextMade{})
		return nil
	}
	panel, err := c.Panel(true)
	if err != nil {
		return err
	}
	w.make(ask.Kind, panel, func(text string, err error) {
		if err != nil {
			post(wire.TypeError, id, wire.Error{Message: err.Error()})
			return
		}
		post(wire.TypeTextMade, id, wire.TextMade{Text: text})
	})
	return nil
}

// make makes a text later: results, or a QR code.
func (w *worker) make(kind, text string, done func(string, error)) {
	go func() {
		if kind == "code" {
			done(course.CodeHTML(text))
			return
		}
		w.making.Lock()
		made, err := w.results(w, kind, text)
		w.making.Unlock()
		done(made, err)
	}()
}

// fits is the results.Engine: it asks the page, and waits for its answer. Messages arrive meanwhile.
func (w *worker) fits(_ method.Job, ask *wire.AskFits) (*wire.Fits, error) {
	b, err := json.Marshal(ask)
	if err != nil {
		return nil, err
	}
	post(wire.TypeProgress, w.id, wire.Progress{Ask: &wire.AskText{Kind: "fits", Text: string(b)}})
	o := <-w.told
	if !o.On {
		return nil, errors.New(o.Text)
	}
	of, err := wire.Parse[wire.Fits](o.Text)
	return &of, err
}

// Err lets the browser deliver messages every few milliseconds: w is the job of the text that is being made.
func (w *worker) Err() error {
	if time.Since(w.last) > 5*time.Millisecond {
		w.channel.Get("port2").Call("postMessage", 0)
		<-w.woken
		w.last = time.Now()
	}
	return nil
}
