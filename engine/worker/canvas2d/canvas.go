//go:build js && wasm

// Package canvas2d paints pictures on a browser's CanvasRenderingContext2D: the page's canvases, and the
// OffscreenCanvas of a worker.
package canvas2d

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"syscall/js"

	"pointscape/engine/picture"
)

// Canvas is a picture.Canvas on a 2D context. Calls of JavaScript are expensive: a shape is passed once, as the text of
// a Path2D, however often it is filled and stroked, and styles only if they change.
type Canvas struct {
	// Keep, if given, holds the stamps that this canvas uses.
	Keep *Stamps

	ctx   js.Value
	scale float64

	known        bool // the fields below are the context's state
	fill, stroke picture.Color
	width        float64
	dash         []float64
	font         fontKey
	align        string
	smooth       bool
	// The rectangle of the canvas in which it paints, in CSS pixels; in = false: the whole canvas.
	in                      bool
	left, top, across, down float64

	buf, last []byte   // path data: of this call, of lastPath
	lastPath  js.Value // Path2D

	// Rasters are written to an ImageData of size sw x sh, which is reused for the next one. Those that must be scaled are
	// drawn via the canvas scratch; fits says that it has that size.
	scratch, sctx, data, array js.Value
	sw, sh                     int
	fits                       bool
}

type fontKey struct {
	size float64
	bold bool
}

var _ picture.Canvas = (*Canvas)(nil)

// New returns a Canvas that paints CSS pixels scaled by scale. It assumes that nothing else uses the context: after
// another change of its state, or of the canvas' size, call Reset.
func New(ctx js.Value, scale float64) *Canvas {
	c := &Canvas{ctx: ctx, scale: scale}
	c.Reset()
	return c
}

// Reset sets the context's state anew.
func (c *Canvas) Reset() {
	c.ctx.Call("setTransform", c.scale, 0, 0, c.scale, 0, 0)
	c.known = false
}

// begin sets every style once, so that later calls only need to compare.
func (c *Canvas) begin() {
	if c.known {
		return
	}
	c.known = true
	c.fill, c.stroke, c.width, c.dash = picture.Color{A: 255}, picture.Color{A: 255}, 1, c.dash[:0]
	c.font, c.align, c.smooth = fontKey{}, "", true
	c.ctx.Set("lineJoin", "round")
	c.ctx.Set("lineCap", "round")
	c.ctx.Set("fillStyle", "#000")
	c.ctx.Set("strokeStyle", "#000")
	c.ctx.Set("lineWidth", 1)
	c.ctx.Call("setLineDash", js.Global().Get("Array").New())
	c.ctx.Set("textBaseline", "alphabetic")
	c.ctx.Set("imageSmoothingEnabled", true)
}

// path returns o as a Path2D, which is reused if it is the same as the last one.
func (c *Canvas) path(o *picture.Outline) js.Value {
	c.buf = o.AppendSVG(c.buf[:0])
	if !c.lastPath.IsUndefined() && bytes.Equal(c.buf, c.last) {
		return c.lastPath
	}
	c.lastPath = js.Global().Get("Path2D").New(string(c.buf))
	c.buf, c.last = c.last, c.buf
	return c.lastPath
}

func (c *Canvas) setFill(k picture.Color) {
	if c.fill != k {
		c.ctx.Set("fillStyle", k.CSS())
		c.fill = k
	}
}

func (c *Canvas) setStroke(k picture.Color, width float64, dash []float64) {
	if c.stroke != k {
		c.ctx.Set("strokeStyle", k.CSS())
		c.stroke = k
	}
	if c.width != width {
		c.ctx.Set("lineWidth", width)
		c.width = width
	}
	if !slices.Equal(c.dash, dash) {
		list := js.Global().Get("Array").New(len(dash))
		for i, d := range dash {
			list.SetIndex(i, d)
		}
		c.ctx.Call("setLineDash", list)
		c.dash = append(c.dash[:0], dash...)
	}
}

func (c *Canvas) Fill(o *picture.Outline, k picture.Color) {
	if o.Empty() || k.A == 0 {
		return
	}
	c.begin()
	c.setFill(k)
	rule := "evenodd"
	if o.NonZero {
		rule = "nonzero"
	}
	c.ctx.Call("fill", c.path(o), rule)
}

func (c *Canvas) Stroke(o *picture.Outline, s picture.Stroke) {
	if o.Empty() || s.Color.A == 0 || !(s.Width > 0) {
		return
	}
	c.begin()
	c.setStroke(s.Color, s.Width, s.Dash)
	c.ctx.Call("stroke", c.path(o))
}

// Image requires opaque pixels.
func (c *Canvas) Image(pix []byte, w, h int, x, y, dw, dh float64, smooth bool) {
	if w <= 0 || h <= 0 || len(pix) < 4*w*h {
		return
	}
	c.begin()
	if c.sw != w || c.sh != h {
		c.sw, c.sh = w, h
		c.array = js.Global().Get("Uint8ClampedArray").New(4 * w * h)
		c.data = js.Global().Get("ImageData").New(c.array, w, h)
		c.fits = false
	}
	js.CopyBytesToJS(c.array, pix[:4*w*h])
	// putImageData ignores the transformation and the clipping rectangle.
	x0, y0 := (x+c.left)*c.scale, (y+c.top)*c.scale
	px, py := math.Round(x0), math.Round(y0)
	whole := !c.in || x >= 0 && y >= 0 && x+dw <= c.across && y+dh <= c.down
	if near := func(a, b float64) bool { return math.Abs(a-b) < 0.01 }; whole &&
		near(x0, px) && near(y0, py) && near(dw*c.scale, float64(w)) && near(dh*c.scale, float64(h)) {
		// Pixels correspond exactly: it need not be drawn via another canvas.
		c.ctx.Call("putImageData", c.data, px, py)
		return
	}
	if !c.fits {
		if c.scratch.IsUndefined() {
			c.scratch = js.Global().Get("OffscreenCanvas").New(w, h)
			c.sctx = c.scratch.Call("getContext", "2d", map[string]any{"alpha": false})
		} else {
			c.scratch.Set("width", w)
			c.scratch.Set("height", h)
		}
		c.fits = true
	}
	c.sctx.Call("putImageData", c.data, 0, 0)
	if c.smooth != smooth {
		c.ctx.Set("imageSmoothingEnabled", smooth)
		c.smooth = smooth
	}
	c.ctx.Call("drawImage", c.scratch, x, y, dw, dh)
}

func (c *Canvas) Text(s string, x, y float64, t picture.TextStyle) {
	c.begin()
	if k := (fontKey{t.Size, t.Bold}); c.font != k {
		font := strconv.FormatFloat(t.Size, 'g', 4, 64) + "px " + picture.FontStack
		if t.Bold {
			font = "600 " + font
		}
		c.ctx.Set("font", font)
		c.font = k
	}
	align := "center"
	switch t.Align {
	case picture.AlignStart:
		align = "left"
	case picture.AlignEnd:
		align = "right"
	}
	if c.align != align {
		c.ctx.Set("textAlign", align)
		c.align = align
	}
	halo := t.HaloWidth > 0 && t.Halo.A > 0
	if halo {
		c.setStroke(t.Halo, 2*t.HaloWidth, nil)
	}
	c.setFill(t.Color)
	if t.Turned {
		c.ctx.Call("save")
		defer c.ctx.Call("restore")
		c.ctx.Call("translate", x, y)
		c.ctx.Call("rotate", -math.Pi/2)
		x, y = 0, 0
	}
	y += t.Drop()
	if halo {
		c.ctx.Call("strokeText", s, x, y)
	}
	c.ctx.Call("fillText", s, x, y)
}

func (c *Canvas) Into(x, y, w, h float64) {
	c.begin()
	c.ctx.Call("save")
	c.ctx.Call("beginPath")
	c.ctx.Call("rect", x, y, w, h)
	c.ctx.Call("clip")
	c.ctx.Call("translate", x, y)
	c.in, c.left, c.top, c.across, c.down = true, x, y, w, h
}

// Out restores older styles, so the known state is forgotten.
func (c *Canvas) Out() {
	c.ctx.Call("restore")
	c.known, c.in, c.left, c.top = false, false, 0, 0
}
