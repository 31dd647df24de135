// Package motion makes files of animations: animated PNGs and GIFs, and videos from frames that a browser has encoded.
// The frames are painted elsewhere.
package motion

import (
	"bytes"
	"compress/flate"
	"errors"
	"image"
	"image/color"
	"io"
	"time"

	"pointscape/engine/picture"
)

// Animation is a sequence of sheets that repeats forever. It is in memory: the first and the last frame, and for each
// frame after the first, compressed, the rectangle that differs from the frame before.
type Animation struct {
	colors  int // number of colors; 0 = all
	dpi     float64
	bare    bool
	ground  color.RGBA
	first   *image.RGBA
	last    *image.RGBA
	frames  []frame
	counted *census // counts of the colors of all frames; nil = all colors are kept
}

// frame is the change that a frame makes.
type frame struct {
	at    image.Rectangle
	pix   []byte // R, G, B, A, deflated; nil for the first frame
	delay time.Duration
}

// Limits of an Animation.
const (
	MinColors, MaxColors = 8, 256
	// MaxDelay is the longest time that a frame can be shown: an animated PNG stores milliseconds in 16 bits.
	MaxDelay = 65535 * time.Millisecond
)

// NewAnimation returns an animation without frames. With colors > 0 (from MinColors to MaxColors) it has at most this
// many colors, and needs a third of the bytes or less; 0 keeps all colors.
func NewAnimation(colors int) *Animation {
	a := &Animation{colors: colors}
	if colors > 0 {
		a.counted = &census{}
	}
	return a
}

// Add adds an image painted from a sheet as the next frame, to be shown for a delay. Sheets may have different sizes:
// smaller ones are extended by the first one's background. Add returns an error if the number of colors is limited and
// the first sheet is Bare.
func (a *Animation) Add(s *picture.Sheet, im *image.RGBA, delay time.Duration) error {
	if a.first == nil {
		bg := s.Palette.Background()
		a.dpi, a.bare = s.DPI, s.Bare
		if !s.Bare {
			a.ground = color.RGBA{bg.R, bg.G, bg.B, 255}
		}
	}
	return a.add(im, delay)
}

func (a *Animation) add(im *image.RGBA, delay time.Duration) error {
	if a.counted != nil {
		if a.bare {
			return errors.New("few colours need a background: transparent pictures cannot have them")
		}
		a.counted.count(im)
	}
	if a.first == nil {
		a.first, a.last = im, im
		a.frames = append(a.frames, frame{at: im.Rect, delay: delay})
		return nil
	}
	whole := a.last.Rect.Union(im.Rect)
	before, now := a.padded(a.last, whole), a.padded(im, whole)
	at := changed(before, now)
	var z bytes.Buffer
	w, err := flate.NewWriter(&z, flate.BestSpeed)
	if err != nil {
		return err
	}
	for y := at.Min.Y; y < at.Max.Y; y++ {
		if _, err := w.Write(now.Pix[now.PixOffset(at.Min.X, y):now.PixOffset(at.Max.X, y)]); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	a.frames = append(a.frames, frame{at, z.Bytes(), delay})
	a.last = now
	return nil
}

// pixels returns the pixels that a frame changes.
func (f *frame) pixels() (*image.RGBA, error) {
	im := image.NewRGBA(f.at)
	_, err := io.ReadFull(flate.NewReader(bytes.NewReader(f.pix)), im.Pix)
	return im, err
}

// padded returns an image extended to rectangle r by the animation's background, or the image itself if it has this
// size.
func (a *Animation) padded(im *image.RGBA, r image.Rectangle) *image.RGBA {
	if im.Rect == r {
		return im
	}
	out := image.NewRGBA(r)
	for i := 0; i < len(out.Pix); i += 4 {
		out.Pix[i], out.Pix[i+1], out.Pix[i+2], out.Pix[i+3] = a.ground.R, a.ground.G, a.ground.B, a.ground.A
	}
	for y := im.Rect.Min.Y; y < im.Rect.Max.Y; y++ {
		copy(out.Pix[out.PixOffset(im.Rect.Min.X, y):], im.Pix[im.PixOffset(im.Rect.Min.X, y):][:4*im.Rect.Dx()])
	}
	return out
}

// changed returns the smallest rectangle outside which two images of equal size agree. It is not empty, because a frame
// must have at least one pixel.
func changed(a, b *image.RGBA) image.Rectangle {
	var r image.Rectangle
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y++ {
		p, q := a.Pix[a.PixOffset(a.Rect.Min.X, y):][:4*a.Rect.Dx()], b.Pix[b.PixOffset(b.Rect.Min.X, y):][:4*b.Rect.Dx()]
		if bytes.Equal(p, q) {
			continue
		}
		from, to := 0, len(p)-1
		for p[from] == q[from] {
			from++
		}
		for p[to] == q[to] {
			to--
		}
		r = r.Union(image.Rect(a.Rect.Min.X+from/4, y, a.Rect.Min.X+to/4+1, y+1))
	}
	if r.Empty() {
		r = image.Rect(0, 0, 1, 1)
	}
	return r
}

// Hold shows the last frame longer.
func (a *Animation) Hold(by time.Duration) {
	if n := len(a.frames); n > 0 {
		a.frames[n-1].delay += by
	}
}
