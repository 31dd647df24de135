//go:build js && wasm

package workers

import (
	"errors"
	"syscall/js"
	"unsafe"

	"pointscape/app/dom"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// Image is an ImageBitmap, or an ImageData with its pixels.
type Image struct {
	js.Value
	pixels bool
}

// Pixels reports whether the image is an ImageData.
func (i Image) Pixels() bool { return i.pixels }

// spare is the buffer of an ImageData that is no longer shown. It goes back to a worker with the next request and holds
// the next picture's pixels, so that neither side allocates megabytes.
var spare js.Value

// Close frees the image's memory at once, without waiting for the garbage collector. The buffer of an ImageData is kept
// in spare.
func (i Image) Close() {
	switch {
	case !i.Truthy():
	case i.pixels:
		spare = i.Get("data").Get("buffer")
	default:
		i.Call("close")
	}
}

// Valid reports whether there is an image.
func (i Image) Valid() bool { return i.Truthy() }

// Canvas is an OffscreenCanvas, or none. The zero value is none.
type Canvas struct{ js.Value }

type worker struct {
	w       js.Value
	release []js.Func
}

// Browser returns a Dial that starts Web Workers. The first one was started by the page's boot script, side by side
// with this program; its messages so far were queued there. If it runs the same program as the page, its hello is known
// in advance.
func Browser() Dial {
	boot := js.Global().Get("pointscapeBoot")
	adopted := false
	return func(whole bool, recv func(Reply)) (Port, error) {
		if !boot.Truthy() {
			return nil, errors.New("the page's boot script is missing")
		}
		if !adopted {
			adopted = true
			if w := boot.Get("worker"); w.Truthy() {
				if boot.Get("program").String() == "app" {
					go recv(Reply{Type: wire.TypeHello, Head: []byte(boot.Get("hello").String())})
				}
				return adopt(w, boot.Get("queued"), recv), nil
			}
		}
		w, err := spawn(boot, "engine", whole)
		if err != nil {
			return nil, err
		}
		if !whole {
			boot.Set("worker", w) // a worker of the whole program is set with its first draw
		}
		return adopt(w, js.Undefined(), recv), nil
	}
}

// Aside returns a Dial that starts a worker separate from the document's engine: "lane" for long work, or "class" for
// the program of live classes.
func Aside(name string) Dial {
	boot := js.Global().Get("pointscapeBoot")
	return func(whole bool, recv func(Reply)) (Port, error) {
		w, err := spawn(boot, name, whole)
		if err != nil {
			return nil, err
		}
		return adopt(w, js.Undefined(), recv), nil
	}
}

// spawn makes another worker from the same script as the first. With whole set, and if the page has it, its program is
// the whole one.
func spawn(boot js.Value, name string, whole bool) (w js.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("the browser does not start workers")
		}
	}()
	return boot.Call("spawn", name, whole), nil
}

func adopt(w, queued js.Value, recv func(Reply)) *worker {
	p := &worker{w: w}
	handle := func(data js.Value) {
		defer dom.Recover("a message of the engine")
		recv(read(data))
	}
	p.listen("onmessage", func(e js.Value) { handle(e.Get("data")) })
	p.listen("onerror", func(e js.Value) {
		e.Call("preventDefault")
		msg := "the worker failed"
		if m := e.Get("message"); m.Type() == js.TypeString {
			msg = m.String()
		}
		head, _ := json.Marshal(wire.Error{Message: msg}) // a string always marshals
		recv(Reply{Type: wire.TypeFatal, Head: head})
	})
	if queued.Truthy() {
		// Replayed in a separate goroutine, which runs when the caller has the Port.
		list := queued
		go func() {
			for i := range list.Length() {
				handle(list.Index(i))
			}
			list.Set("length", 0)
		}()
	}
	if text := js.Global().Get("pointscapeBoot").Get("words"); text.Truthy() {
		m := js.Global().Get("Object").New()
		m.Set("type", wire.TypeWords)
		m.Set("id", 0)
		m.Set("head", "")
		m.Set("text", text)
		w.Call("postMessage", m)
	}
	return p
}

func (p *worker) listen(name string, fn func(js.Value)) {
	f := dom.Func(name, fn)
	p.release = append(p.release, f)
	p.w.Set(name, f)
}

// Post sends a request; its points are transferred, not copied.
func (p *worker) Post(r Request) {
	m := js.Global().Get("Object").New()
	m.Set("type", r.Type)
	m.Set("id", r.ID)
	m.Set("head", string(r.Head))
	if r.Text.given() {
		m.Set("text", r.Text.v)
	}
	transfer := js.Global().Get("Array").New()
	if r.Points != nil {
		a := js.Global().Get("Float64Array").New(len(r.Points))
		if len(r.Points) > 0 {
			js.CopyBytesToJS(js.Global().Get("Uint8Array").New(a.Get("buffer")), floatBytes(r.Points))
		}
		m.Set("points", a)
		transfer.Call("push", a.Get("buffer"))
	}
	if r.Canvas.Truthy() {
		m.Set("canvas", r.Canvas.Value)
		transfer.Call("push", r.Canvas.Value)
	}
	boot := js.Global().Get("pointscapeBoot")
	switch r.Type {
	case wire.TypeDraw:
		boot.Set("worker", p.w)
		if spare.Truthy() {
			m.Set("spare", spare)
			transfer.Call("push", spare)
			spare = js.Undefined()
		}
	case wire.TypeAgain:
		boot.Call("again") // another frame may now be the one that fetches for this worker
	}
	p.w.Call("postMessage", m, transfer)
}

// Close ends the worker, even while it computes.
func (p *worker) Close() {
	p.w.Set("onmessage", js.Null())
	p.w.Set("onerror", js.Null())
	p.w.Call("terminate")
	for _, f := range p.release {
		f.Release()
	}
	p.release = nil
}

func read(m js.Value) Reply {
	r := Reply{Type: m.Get("type").String()}
	if id := m.Get("id"); id.Type() == js.TypeNumber {
		r.ID = id.Int()
	}
	if h := m.Get("head"); h.Type() == js.TypeString {
		r.Head = []byte(h.String())
	}
	if b := m.Get("bitmap"); b.Truthy() {
		r.Bitmap = Image{Value: b}
	}
	if b := m.Get("pixels"); b.Truthy() {
		a := js.Global().Get("Uint8ClampedArray").New(b)
		r.Bitmap = Image{js.Global().Get("ImageData").New(a, m.Get("width"), m.Get("height")), true}
	}
	if list := m.Get("panels"); list.Truthy() {
		for i := range list.Length() {
			r.Panels = append(r.Panels, Image{Value: list.Index(i)})
		}
	}
	if r.Type == wire.TypeBoot {
		r.Trouble = js.Global().Get("pointscapeBoot").Call("said", m).String()
	}
	r.Points = floats(m.Get("points"))
	r.Numbers = floats(m.Get("numbers"))
	if a := m.Get("bytes"); a.Truthy() {
		r.Bytes = make([]byte, a.Length())
		js.CopyBytesToGo(r.Bytes, a)
	}
	return r
}

// floats copies a Float64Array; it returns nil if there is none.
func floats(a js.Value) []float64 {
	if !a.Truthy() {
		return nil
	}
	if wire.InJSON() && a.Type() == js.TypeString {
		list, _ := wire.NumbersOf(a.String()) // Take refuses another number of them
		return list
	}
	list := make([]float64, a.Length())
	if len(list) > 0 {
		js.CopyBytesToGo(floatBytes(list), js.Global().Get("Uint8Array").New(a.Get("buffer"), a.Get("byteOffset"),
			a.Get("byteLength")))
	}
	return list
}

// floatBytes views numbers as bytes: WebAssembly and typed arrays are both little-endian.
func floatBytes(f []float64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&f[0])), len(f)*8)
}
