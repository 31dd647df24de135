//go:build js && wasm

package canvas2d

import (
	"math"
	"syscall/js"

	"pointscape/engine/picture"
)

// Stamps are small images that outlive a Canvas: see Canvas.Keep. Each is painted with a single call.
type Stamps struct {
	look  picture.StampLook
	scale float64
	list  map[int]stamp
	draw  js.Value // drawImage of the context
	of    js.Value
}

type stamp struct {
	image js.Value
	half  float64 // half of the width, in its own pixels
}

var _ picture.Stamper = (*Canvas)(nil)

func (c *Canvas) Stamps(look picture.StampLook) bool {
	s := c.Keep
	if s == nil || c.in {
		return false
	}
	if s.list == nil || s.look != look || s.scale != c.scale {
		for _, k := range s.list {
			k.image.Call("close")
		}
		s.look, s.scale, s.list = look, c.scale, map[int]stamp{}
	}
	if !s.of.Equal(c.ctx) {
		s.of, s.draw = c.ctx, c.ctx.Get("drawImage").Call("bind", c.ctx)
	}
	c.ctx.Call("setTransform", 1, 0, 0, 1, 0, 0)
	return true
}

func (c *Canvas) Stamp(key int, x, y float64) bool {
	k, ok := c.Keep.list[key]
	if ok {
		c.Keep.draw.Invoke(k.image, math.Round(x*c.scale-k.half), math.Round(y*c.scale-k.half))
	}
	return ok
}

func (c *Canvas) Cut(key int, reach float64, paint func(picture.Canvas)) {
	size := 2 * math.Ceil(reach*c.scale)
	sheet := js.Global().Get("OffscreenCanvas").New(size, size)
	paint(New(sheet.Call("getContext", "2d"), size/2/reach))
	c.Keep.list[key] = stamp{sheet.Call("transferToImageBitmap"), size / 2}
}

func (c *Canvas) Stamped() { c.Reset() }
