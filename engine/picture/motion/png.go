//go:build !js

package motion

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"time"

	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// WritePNG writes the animation as an animated PNG (PNG Specification, third edition, 4.9). Programs without support
// for animations show the first frame. The error is the writer's, or says what is wrong with a frame.
func (a *Animation) WritePNG(w io.Writer) error {
	if len(a.frames) == 0 {
		return errors.New("an animation has at least one frame")
	}
	e := &encoder{bare: a.bare, whole: a.first.Rect.Union(a.last.Rect)}
	if a.counted != nil {
		e.few = a.counted.fewer(a.colors - 1) // and one for unchanged pixels
		e.shown = image.NewPaletted(e.whole, e.few.palette)
	}
	for i, f := range a.frames {
		if f.delay <= 0 || f.delay > MaxDelay {
			return words.Errorf("frame %d must be shown for more than 0 and at most %v; got %v", i, MaxDelay, f.delay)
		}
		if i == 0 {
			if err := e.begin(a.padded(a.first, e.whole), len(a.frames), f.delay); err != nil {
				return err
			}
			continue
		}
		im, err := f.pixels()
		if err != nil {
			return err
		}
		if err := e.change(im, f.delay); err != nil {
			return err
		}
	}
	e.out.add("IEND", nil)
	_, err := w.Write(picture.WithResolution(append([]byte(signature), e.out...), a.dpi))
	return err
}

// encoder writes frames. All of them have the format of the first one: the same channels, the same palette.
type encoder struct {
	out      chunks
	whole    image.Rectangle
	bare     bool
	few      *fewer
	shown    *image.Paletted // the picture so far
	sequence uint32
}

// begin writes the first frame, preceded by what applies to all.
func (e *encoder) begin(im *image.RGBA, frames int, delay time.Duration) error {
	var any image.Image = im
	switch {
	case e.few != nil:
		e.few.paint(e.shown, im)
		any = e.shown
	case e.bare:
		any = translucent{im}
	}
	list, err := encoded(any)
	if err != nil {
		return err
	}
	for _, c := range list {
		switch c.name {
		case "IHDR":
			e.out.add(c.name, c.data)
			head := binary.BigEndian.AppendUint32(nil, uint32(frames))
			e.out.add("acTL", binary.BigEndian.AppendUint32(head, 0)) // repeat forever
		case "PLTE", "tRNS":
			e.out.add(c.name, c.data)
		}
	}
	e.control(im.Rect, delay, false)
	e.out.add("IDAT", pixels(list))
	return nil
}

// change writes a later frame.
func (e *encoder) change(im *image.RGBA, delay time.Duration) error {
	var any image.Image = im
	over := false
	switch {
	case e.few != nil:
		p := image.NewPaletted(im.Rect, e.few.palette)
		e.few.paint(p, im)
		// Unchanged pixels are made transparent if that is shorter, as it usually is.
		kept := image.NewPaletted(im.Rect, e.few.palette)
		copy(kept.Pix, p.Pix)
		e.few.keep(kept, e.shown)
		list, err := encoded(kept)
		if err != nil {
			return err
		}
		another, err := encoded(p)
		if err != nil {
			return err
		}
		if over = len(pixels(list)) < len(pixels(another)); !over {
			list = another
		}
		e.add(im.Rect, delay, over, list)
		return nil
	case e.bare:
		any = translucent{im}
	}
	list, err := encoded(any)
	if err == nil {
		e.add(im.Rect, delay, over, list)
	}
	return err
}

func (e *encoder) add(at image.Rectangle, delay time.Duration, over bool, list []chunk) {
	e.control(at, delay, over)
	data := binary.BigEndian.AppendUint32(nil, e.sequence)
	e.sequence++
	e.out.add("fdAT", append(data, pixels(list)...))
}

// control writes position and duration of the next frame, which is painted above the previous ones. over says that
// these show through where it is transparent.
func (e *encoder) control(at image.Rectangle, delay time.Duration, over bool) {
	b := binary.BigEndian.AppendUint32(nil, e.sequence)
	e.sequence++
	for _, n := range []int{at.Dx(), at.Dy(), at.Min.X, at.Min.Y} {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	b = binary.BigEndian.AppendUint16(b, uint16(delay.Milliseconds()))
	b = binary.BigEndian.AppendUint16(b, 1000)
	blend := byte(0)
	if over {
		blend = 1
	}
	e.out.add("fcTL", append(b, 0, blend))
}

// encoded returns the chunks of a separate image.
func encoded(im image.Image) ([]chunk, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	if err := e.Encode(&b, im); err != nil {
		return nil, err
	}
	return chunksOf(b.Bytes())
}

// pixels returns the data of an image's pixels.
func pixels(list []chunk) (data []byte) {
	for _, c := range list {
		if c.name == "IDAT" {
			data = append(data, c.data...)
		}
	}
	return data
}

// translucent is an image that is encoded with its alpha channel even if it is opaque.
type translucent struct{ *image.RGBA }

func (translucent) Opaque() bool { return false }

const signature = "\x89PNG\r\n\x1a\n"

// chunk is a part of a PNG.
type chunk struct {
	name string
	data []byte
}

// chunks are the encoded chunks of a PNG.
type chunks []byte

func (c *chunks) add(name string, data []byte) {
	b := binary.BigEndian.AppendUint32(*c, uint32(len(data)))
	from := len(b)
	b = append(append(b, name...), data...)
	*c = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[from:]))
}

// chunksOf splits a PNG into chunks, and checks them.
func chunksOf(b []byte) (list []chunk, err error) {
	b, ok := bytes.CutPrefix(b, []byte(signature))
	if !ok {
		return nil, errors.New("not a PNG: the signature is wrong")
	}
	for len(b) > 0 {
		if len(b) < 12 || uint64(len(b)) < 12+uint64(binary.BigEndian.Uint32(b)) {
			return nil, errors.New("a PNG that ends in the middle of a chunk")
		}
		n := 8 + int(binary.BigEndian.Uint32(b))
		if binary.BigEndian.Uint32(b[n:]) != crc32.ChecksumIEEE(b[4:n]) {
			return nil, words.Errorf("the checksum of chunk %q is wrong", b[4:8])
		}
		list = append(list, chunk{string(b[4:8]), b[8:n]})
		b = b[n+4:]
	}
	return list, nil
}
