package motion

import (
	"bytes"
	"compress/lzw"
	"errors"
	"image"
	"image/color"
	"io"
	"math"
	"time"
)

// WriteGIF writes the animation as a GIF with at most 256 colors, one of which is transparent, so that unchanged pixels
// are not painted again. The error is the writer's, or says why the animation can't be a GIF.
func (a *Animation) WriteGIF(w io.Writer) error {
	switch {
	case len(a.frames) == 0:
		return errors.New("an animation has at least one frame")
	case a.counted == nil:
		return errors.New("NewAnimation needs the number of colours for a GIF")
	}
	whole := a.first.Rect.Union(a.last.Rect)
	if max(whole.Dx(), whole.Dy()) > math.MaxUint16 {
		return errors.New("a GIF is at most 65535 pixels wide and high")
	}
	few := a.counted.fewer(min(a.colors, MaxColors) - 1)
	bits := 2
	for 1<<bits < len(few.palette) {
		bits++
	}
	g := &gifFile{w: w, bits: bits, nothing: few.nothing}
	g.begin(whole, few.palette)
	shown := image.NewPaletted(whole, few.palette)
	var at time.Duration // start of the frame
	for i, f := range a.frames {
		im := image.NewPaletted(f.at, few.palette)
		if i == 0 {
			im = image.NewPaletted(whole, few.palette)
			few.paint(im, a.padded(a.first, whole))
			copy(shown.Pix, im.Pix)
		} else {
			pix, err := f.pixels()
			if err != nil {
				return err
			}
			few.paint(im, pix)
			few.keep(im, shown)
		}
		// Hundredths of a second, rounded such that times from the start are right.
		const tick = time.Second / 100
		g.frame(im, int((at+f.delay).Round(tick)/tick-at.Round(tick)/tick))
		at += f.delay
	}
	g.put(0x3B)
	return g.fault
}

// gifFile writes the parts of a GIF (GIF89a). Package image/gif would add its decoder, and palettes, to the program.
type gifFile struct {
	w       io.Writer
	bits    int // per pixel
	nothing uint8
	fault   error
}

// put writes bytes, unless there was an error.
func (g *gifFile) put(b ...byte) {
	if g.fault == nil {
		_, g.fault = g.w.Write(b)
	}
}

func two(v int) (low, high byte) { return byte(v), byte(v >> 8) }

// begin writes the size, the colors of all frames, and that the animation repeats forever.
func (g *gifFile) begin(whole image.Rectangle, colors color.Palette) {
	w0, w1 := two(whole.Dx())
	h0, h1 := two(whole.Dy())
	size := byte(g.bits - 1)
	head := append([]byte("GIF89a"), w0, w1, h0, h1, 0x80|size<<4|size, 0, 0)
	for i := range 1 << g.bits {
		var c color.RGBA
		if i < len(colors) {
			c = colors[i].(color.RGBA)
		}
		head = append(head, c.R, c.G, c.B)
	}
	g.put(append(append(head, "!\xFF\x0BNETSCAPE2.0"...), 3, 1, 0, 0, 0)...)
}

// frame writes a frame that is shown for a number of hundredths of a second, above the previous ones.
func (g *gifFile) frame(im *image.Paletted, long int) {
	d0, d1 := two(long)
	head := []byte{'!', 0xF9, 4, 1<<2 | 1, d0, d1, g.nothing, 0, ','}
	for _, v := range []int{im.Rect.Min.X, im.Rect.Min.Y, im.Rect.Dx(), im.Rect.Dy()} {
		low, high := two(v)
		head = append(head, low, high)
	}
	g.put(append(head, 0, byte(g.bits))...)
	var packed bytes.Buffer
	z := lzw.NewWriter(&packed, lzw.LSB, g.bits)
	_, _ = z.Write(im.Pix) // a buffer accepts all
	_ = z.Close()
	for packed.Len() > 0 {
		block := packed.Next(255)
		g.put(append([]byte{byte(len(block))}, block...)...)
	}
	g.put(0)
}

// keep makes pixels of im transparent that are shown already, and updates shown with the others.
func (f *fewer) keep(im, shown *image.Paletted) {
	n := im.Rect.Dx()
	for y := im.Rect.Min.Y; y < im.Rect.Max.Y; y++ {
		now := im.Pix[im.PixOffset(im.Rect.Min.X, y):][:n]
		before := shown.Pix[shown.PixOffset(im.Rect.Min.X, y):][:n]
		for x, k := range now {
			if k == before[x] {
				now[x] = f.nothing
			} else {
				before[x] = k
			}
		}
	}
}
