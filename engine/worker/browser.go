//go:build js && wasm

package worker

import (
	"errors"
	"math"
	"syscall/js"
	"unsafe"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/picture/pixels"
	"pointscape/engine/session"
	"pointscape/engine/wire"
	"pointscape/engine/worker/canvas2d"
)

// post sends {type, id, head, ...}; pairs are further fields, name then value.
func post(kind string, id int, head any, transfer []any, pairs ...any) {
	m := js.Global().Get("Object").New()
	m.Set("type", kind)
	m.Set("id", id)
	m.Set("head", string(wire.Append(nil, head)))
	for i := 0; i+1 < len(pairs); i += 2 {
		m.Set(pairs[i].(string), pairs[i+1])
	}
	list := js.Global().Get("Array").New()
	for _, t := range transfer {
		list.Call("push", t)
	}
	js.Global().Call("postMessage", m, list)
}

func postBytes(id int, info wire.Exported, file []byte) {
	a := js.Global().Get("Uint8Array").New(len(file))
	js.CopyBytesToJS(a, file)
	post(wire.TypeExported, id, info, []any{a.Get("buffer")}, "bytes", a)
}

// readPoints copies a Float64Array of x, y, z triples.
func readPoints(a js.Value) []doc.Point {
	n := a.Get("length").Int() / 3
	pts := make([]doc.Point, n)
	if n > 0 {
		view := js.Global().Get("Uint8Array").New(a.Get("buffer"), a.Get("byteOffset"), n*24)
		js.CopyBytesToGo(pointBytes(pts), view)
	}
	return pts
}

func pointsArray(pts []doc.Point) js.Value {
	a := js.Global().Get("Float64Array").New(3 * len(pts))
	if len(pts) > 0 {
		js.CopyBytesToJS(js.Global().Get("Uint8Array").New(a.Get("buffer")), pointBytes(pts))
	}
	return a
}

// beside returns the field of a message with the numbers beside its head, and what of them is transferred.
func beside(list []float64) (pairs, transfer []any) {
	if wire.InJSON() {
		return []any{"numbers", wire.NumbersText(list)}, nil
	}
	a := numbersArray(list)
	return []any{"numbers", a}, []any{a.Get("buffer")}
}

// numbersArray copies numbers into a Float64Array.
func numbersArray(list []float64) js.Value {
	a := js.Global().Get("Float64Array").New(len(list))
	if len(list) > 0 {
		js.CopyBytesToJS(js.Global().Get("Uint8Array").New(a.Get("buffer")),
			unsafe.Slice((*byte)(unsafe.Pointer(&list[0])), 8*len(list)))
	}
	return a
}

// pointBytes views points as bytes. A Point is three float64 without padding, and WebAssembly is little-endian, as are
// typed arrays in all browsers.
func pointBytes(pts []doc.Point) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&pts[0])), len(pts)*int(unsafe.Sizeof(doc.Point{})))
}

// surface is an OffscreenCanvas that is reused for several pictures. Except for the stage's it is blank before each: a
// new canvas is, and so is one whose pixels were transferred.
type surface struct {
	canvas, ctx js.Value
	target      *canvas2d.Canvas
	options     js.Value // options of the context
	w, h        int
	scale       float64
}

func (s *surface) paint(p *picture.Picture, pal *picture.Palette) {
	s.fit(device(p))
	if s.target == nil || s.scale != p.View.Scale {
		s.target = canvas2d.New(s.ctx, p.View.Scale)
		s.scale = p.View.Scale
	}
	picture.Paint(s.target, p, pal)
}

// device returns a picture's size in device pixels.
func device(p *picture.Picture) (w, h int) {
	w, h = p.Size()
	return max(1, int(math.Round(float64(w)*p.View.Scale))), max(1, int(math.Round(float64(h)*p.View.Scale)))
}

// fit sets the size of the canvas.
func (s *surface) fit(w, h int) {
	if s.canvas.IsUndefined() {
		s.canvas = js.Global().Get("OffscreenCanvas").New(w, h)
		s.w, s.h = w, h
	}
	if s.ctx.IsUndefined() {
		s.ctx = s.canvas.Call("getContext", "2d", s.options)
	}
	if s.w != w || s.h != h {
		s.canvas.Set("width", w)
		s.canvas.Set("height", h)
		s.w, s.h = w, h
		s.target = nil
	}
}

// bitmap paints p and transfers the pixels without a copy; the canvas is blank again afterwards.
func (s *surface) bitmap(p *picture.Picture, pal *picture.Palette) js.Value {
	s.paint(p, pal)
	return s.canvas.Call("transferToImageBitmap")
}

// paint paints a picture and returns the fields of a message with it, and those to transfer: pixels if our own painter
// is faster, else a bitmap.
func (w *worker) paint(p *picture.Picture, pal *picture.Palette) (pairs, transfer []any) {
	if !pixels.Can(p) {
		b := w.canvas.bitmap(p, pal)
		return []any{"bitmap", b}, []any{b}
	}
	w.paints++
	return w.copied(w.pixels.Paint(p, pal))
}

// copied returns the fields of a message with pixels.
func (w *worker) copied(pix []byte, width, height int) (pairs, transfer []any) {
	buffer := w.spare
	w.spare = js.Undefined()
	if !buffer.Truthy() || buffer.Get("byteLength").Int() != len(pix) {
		buffer = js.Global().Get("ArrayBuffer").New(len(pix))
	}
	js.CopyBytesToJS(js.Global().Get("Uint8Array").New(buffer), pix)
	return []any{"pixels", buffer, "width", width, "height", height}, []any{buffer}
}

// stage is the canvas that the page has transferred to the worker. It keeps what was painted.
type stage struct {
	surface
	paints       int    // value of worker.paints when pixels were last painted on it; −1 = it shows something else
	painted      staged // the latest picture
	due          staged // the picture that a frame has shown, of which the page is told next
	frame, after js.Func
}

// staged is a picture on the stage's canvas that the page must be told about; id is that of its request.
type staged struct {
	id   int
	view picture.Viewport
}

// show returns the fields of a message with a picture, as paint does, or paints the picture on the stage and returns
// none, or does both, as how (wire.Draw.Stage) says. The page is told about pictures that stay on the stage.
func (w *worker) show(id int, p *picture.Picture, pal *picture.Palette, how int, stays bool) (pairs, transfer []any) {
	s := &w.stage
	if how == wire.StagePixels || s.canvas.IsUndefined() {
		return w.paint(p, pal)
	}
	defer func() {
		if stays || how == wire.StageToo {
			s.tell(staged{id, p.View})
		}
	}()
	if pixels.Can(p) {
		pix, width, height := w.pixels.Paint(p, pal)
		x0, y0, x1, y1 := 0, 0, width, height
		w.paints++
		if s.paints == w.paints-1 { // the canvas shows what these pixels were before
			x0, y0, x1, y1 = w.pixels.Dirty()
		}
		s.paints = w.paints
		s.put(pix, width, height, x0, y0, x1, y1)
		if how == wire.StageToo {
			pairs, transfer = w.copied(pix, width, height)
		}
	} else {
		s.paints = -1
		s.fit(device(p))
		s.ctx.Call("setTransform", 1, 0, 0, 1, 0, 0)
		s.ctx.Set("fillStyle", pal.Background().CSS())
		s.ctx.Call("fillRect", 0, 0, s.w, s.h)
		s.target = nil // the style of the context is unknown
		s.paint(p, pal)
		if how == wire.StageToo {
			pairs, transfer = w.paint(p, pal)
		}
	}
	return pairs, transfer
}

// put copies a part of a picture's pixels to the canvas.
func (s *stage) put(pix []byte, width, height, x0, y0, x1, y1 int) {
	s.fit(width, height)
	at := uintptr(unsafe.Pointer(&pix[0]))
	js.Global().Call("pointscapePut", s.ctx, int(at), width, height, x0, y0, x1-x0, y1-y0)
}

// tell reports that the canvas shows a picture, once it does: what is painted before the callbacks of a frame is shown
// after they have run.
func (s *stage) tell(p staged) {
	waits := s.painted.id != 0
	s.painted = p
	if waits {
		return
	}
	if !s.frame.Truthy() {
		s.after = js.FuncOf(func(js.Value, []js.Value) any {
			post(wire.TypeStaged, s.due.id, wire.Staged{View: s.due.view}, nil)
			return nil
		})
		s.frame = js.FuncOf(func(js.Value, []js.Value) any {
			s.due, s.painted = s.painted, staged{}
			js.Global().Call("setTimeout", s.after)
			return nil
		})
	}
	js.Global().Call("requestAnimationFrame", s.frame)
}

// letters paints a text on a small canvas, for pictures that are painted into memory.
func (w *worker) letters(s string, t picture.TextStyle, scale float64) pixels.Letters {
	// Wider than the letters of any font.
	across := 2*t.HaloWidth + 4 + t.Size*float64(2+len([]rune(s)))
	down := 2*t.HaloWidth + 4 + 3*t.Size
	l := pixels.Letters{W: int(math.Ceil(across * scale)), H: int(math.Ceil(down * scale)),
		Y: math.Round(down / 2 * scale)}
	if w.ink.IsUndefined() {
		opt := js.Global().Get("Object").New()
		opt.Set("willReadFrequently", true)
		w.ink = js.Global().Get("OffscreenCanvas").New(l.W, l.H).Call("getContext", "2d", opt)
	}
	c := w.ink.Get("canvas") // setting its size clears it
	c.Set("width", l.W)
	c.Set("height", l.H)
	switch t.Align {
	case picture.AlignCenter:
		l.X = math.Round(across / 2 * scale)
	case picture.AlignStart:
		l.X = math.Round((t.HaloWidth + 2) * scale)
	case picture.AlignEnd:
		l.X = math.Round((across - t.HaloWidth - 2) * scale)
	}
	canvas2d.New(w.ink, scale).Text(s, l.X/scale, l.Y/scale, t)
	data := w.ink.Call("getImageData", 0, 0, l.W, l.H).Get("data")
	l.Pix = make([]byte, 4*l.W*l.H)
	js.CopyBytesToGo(l.Pix, data)
	return l
}

// exportPNG answers when the browser has encoded the picture.
func (w *worker) exportPNG(id int, name string, sheet *picture.Sheet) error {
	canvas, _, err := Paint(sheet)
	if err != nil {
		return err
	}
	blob, err := Await(canvas.Call("convertToBlob"))
	if err != nil {
		return errNoRoom
	}
	buf, err := Await(blob.Call("arrayBuffer"))
	if err != nil {
		return errNoRoom
	}
	file := make([]byte, buf.Get("byteLength").Int())
	js.CopyBytesToGo(file, js.Global().Get("Uint8Array").New(buf))
	postBytes(id, wire.Exported{Name: name, MIME: session.MIME(picture.KindPNG)}, picture.WithResolution(file, sheet.DPI))
	return nil
}

// Paint paints a sheet on a new canvas.
func Paint(sheet *picture.Sheet) (canvas, ctx js.Value, err error) {
	width, height := sheet.Device()
	canvas = js.Global().Get("OffscreenCanvas").New(width, height)
	if ctx = canvas.Call("getContext", "2d"); !ctx.Truthy() {
		return canvas, ctx, errNoRoom
	}
	if !sheet.Bare {
		ctx.Set("fillStyle", sheet.Palette.Background().CSS())
		ctx.Call("fillRect", 0, 0, width, height)
	}
	picture.PaintSheet(canvas2d.New(ctx, sheet.Scale), sheet)
	return canvas, ctx, nil
}

var errNoRoom = errors.New("this PNG is too large for the browser: make it smaller, or choose fewer pixels per inch")

// Await blocks this goroutine, not the browser, until a promise settles.
func Await(p js.Value) (js.Value, error) {
	type result struct {
		v   js.Value
		err error
	}
	done := make(chan result, 1)
	ok := js.FuncOf(func(_ js.Value, args []js.Value) any { done <- result{v: args[0]}; return nil })
	bad := js.FuncOf(func(_ js.Value, args []js.Value) any { done <- result{err: js.Error{Value: args[0]}}; return nil })
	defer ok.Release()
	defer bad.Release()
	p.Call("then", ok, bad)
	r := <-done
	return r.v, r.err
}

var errNoTable = errors.New("the table can't be fetched: try again when there is a connection")

// fetchTable fetches a built-in table from the program's site. Messages are handled while this goroutine waits.
func fetchTable(name string) (string, error) {
	text, err := Await(js.Global().Call("pointscapeTable", name))
	if err != nil {
		return "", errNoTable
	}
	return text.String(), nil
}
