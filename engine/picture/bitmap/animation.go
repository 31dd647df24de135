package bitmap

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"slices"
	"time"

	"pointscape/engine/picture"
)

// Animation is a PNG in motion (PNG Specification, third edition, 4.9): sheets one after
// the other, for ever. Programs that know nothing of motion show the first one. Of a later
// frame there is only the rectangle that differs from the frame before, and all of them
// together are in memory once, compressed.
type Animation struct {
	colors  int // 0 = all
	dpi     float64
	bare    bool
	ground  color.RGBA
	first   *image.RGBA
	last    *image.RGBA
	frames  []frame
	counted *census // of the colours that are seen, where they are to be few
}

// frame is what a frame changes.
type frame struct {
	at    image.Rectangle
	pix   []byte // R, G, B, A, deflated
	delay time.Duration
}

// Limits of an Animation.
const (
	MinColors, MaxColors = 8, 256
	// MaxDelay is the longest time that a frame can be shown: the file counts milliseconds in 16 bits.
	MaxDelay = 65535 * time.Millisecond
)

// NewAnimation begins an animation without frames, of as many colours as it has, or at most so many
// (from MinColors to MaxColors): then it takes a third of the bytes, or less.
func NewAnimation(colors int) *Animation {
	a := &Animation{colors: colors}
	if colors > 0 {
		a.counted = &census{}
	}
	return a
}

// Add renders a sheet as the next frame, to be shown for a while. Sheets may be of different
// sizes: where one is smaller, there is its ground.
func (a *Animation) Add(s *picture.Sheet, delay time.Duration) error {
	if a.first == nil {
		bg := s.Palette.Background()
		a.dpi, a.bare = s.DPI, s.Bare
		if !s.Bare {
			a.ground = color.RGBA{bg.R, bg.G, bg.B, 255}
		}
	}
	im, c := blank(s)
	picture.PaintSheet(c, s)
	return a.add(im, delay)
}

func (a *Animation) add(im *image.RGBA, delay time.Duration) error {
	if a.counted != nil {
		if a.bare {
			return errors.New("few colours need a ground: a transparent picture can't have them")
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

// padded is an image with its ground around it.
func (a *Animation) padded(im *image.RGBA, r image.Rectangle) *image.RGBA {
	if im.Rect == r {
		return im
	}
	out := image.NewRGBA(r)
	draw.Draw(out, r, image.NewUniform(a.ground), image.Point{}, draw.Src)
	draw.Draw(out, im.Rect, im, im.Rect.Min, draw.Src)
	return out
}

// changed is the least rectangle outside of which two images of a size are the same. A frame must
// have at least one pixel.
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

// Write writes the animation. The error is the writer's, or says what is wrong with a frame.
func (a *Animation) Write(w io.Writer) error {
	if len(a.frames) == 0 {
		return errors.New("an animation has at least one frame")
	}
	e := &encoder{bare: a.bare, whole: a.first.Rect.Union(a.last.Rect)}
	if a.counted != nil {
		e.few = a.counted.fewer(a.colors - 1) // and one for what stays as it is
		e.shown = image.NewPaletted(e.whole, e.few.palette)
	}
	for i, f := range a.frames {
		if f.delay <= 0 || f.delay > MaxDelay {
			return fmt.Errorf("frame %d must be shown for more than 0 and at most %v; got %v", i, MaxDelay, f.delay)
		}
		if i == 0 {
			if err := e.begin(a.padded(a.first, e.whole), len(a.frames), f.delay); err != nil {
				return err
			}
			continue
		}
		im := image.NewRGBA(f.at)
		if _, err := io.ReadFull(flate.NewReader(bytes.NewReader(f.pix)), im.Pix); err != nil {
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

// encoder writes frames. All of them have the form of the first one: so many channels, the same palette.
type encoder struct {
	out      chunks
	whole    image.Rectangle
	bare     bool
	few      *fewer
	shown    *image.Paletted // so far
	sequence uint32
}

// begin writes the first frame, and before it what holds for all.
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
			e.out.add("acTL", binary.BigEndian.AppendUint32(head, 0)) // for ever
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
		// Where pixels stay as they are, nothing is painted over them: that is shorter as a rule, not always.
		kept := image.NewPaletted(im.Rect, e.few.palette)
		for y := im.Rect.Min.Y; y < im.Rect.Max.Y; y++ {
			n := im.Rect.Dx()
			now, before := p.Pix[p.PixOffset(im.Rect.Min.X, y):][:n], e.shown.Pix[e.shown.PixOffset(im.Rect.Min.X, y):][:n]
			row := kept.Pix[kept.PixOffset(im.Rect.Min.X, y):][:n]
			for x, k := range now {
				if row[x] = k; k == before[x] {
					row[x] = e.few.nothing
				}
			}
			copy(before, now)
		}
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

// control says where the next frame lies, and for how long. What is there before stays.
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

// encoded are the chunks of an image that stands alone.
func encoded(im image.Image) ([]chunk, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	if err := e.Encode(&b, im); err != nil {
		return nil, err
	}
	return chunksOf(b.Bytes())
}

// pixels are the data of an image's pixels.
func pixels(list []chunk) (data []byte) {
	for _, c := range list {
		if c.name == "IDAT" {
			data = append(data, c.data...)
		}
	}
	return data
}

// translucent is an image that is written with its opacity, also where all of it is opaque.
type translucent struct{ *image.RGBA }

func (translucent) Opaque() bool { return false }

const signature = "\x89PNG\r\n\x1a\n"

// chunk is a part of a PNG.
type chunk struct {
	name string
	data []byte
}

// chunks are those of a PNG, as they are written.
type chunks []byte

func (c *chunks) add(name string, data []byte) {
	b := binary.BigEndian.AppendUint32(*c, uint32(len(data)))
	from := len(b)
	b = append(append(b, name...), data...)
	*c = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[from:]))
}

// chunksOf takes a PNG apart, and checks what it finds.
func chunksOf(b []byte) (list []chunk, err error) {
	b, ok := bytes.CutPrefix(b, []byte(signature))
	if !ok {
		return nil, errors.New("no PNG: the signature is another")
	}
	for len(b) > 0 {
		if len(b) < 12 || uint64(len(b)) < 12+uint64(binary.BigEndian.Uint32(b)) {
			return nil, errors.New("a PNG that ends in the middle of a chunk")
		}
		n := 8 + int(binary.BigEndian.Uint32(b))
		if binary.BigEndian.Uint32(b[n:]) != crc32.ChecksumIEEE(b[4:n]) {
			return nil, fmt.Errorf("the check of a chunk %q is wrong", b[4:8])
		}
		list = append(list, chunk{string(b[4:8]), b[8:n]})
		b = b[n+4:]
	}
	return list, nil
}

// census counts colours in cells, of bitsPer bits a channel.
type census struct {
	cells [1 << (3 * bitsPer)]struct{ n, r, g, b uint64 }
}

const bitsPer = 6

func cell(p []byte) int {
	const off = 8 - bitsPer
	return int(p[0]>>off)<<(2*bitsPer) | int(p[1]>>off)<<bitsPer | int(p[2]>>off)
}

func (c *census) count(im *image.RGBA) {
	for i := 0; i < len(im.Pix); i += 4 {
		p := im.Pix[i:]
		k := &c.cells[cell(p)]
		k.n, k.r, k.g, k.b = k.n+1, k.r+uint64(p[0]), k.g+uint64(p[1]), k.b+uint64(p[2])
	}
}

// fewer is a palette, and which of its colours stands for those of a cell. The last one is nothing.
type fewer struct {
	palette color.Palette
	of      [1 << (3 * bitsPer)]uint8
	nothing uint8
}

// shade is the mean colour of a cell, and how many pixels have one like it.
type shade struct {
	cell int
	n    float64
	at   [3]float64
}

// fewer chooses at most so many colours for those that were counted. Boxes of colours are cut in two
// where the sum of squared distances to their means falls most, as long as there may be another one: the box
// of the largest sum first, across its longest side. (P. Heckbert, 1982, cuts at the median instead.)
func (c *census) fewer(most int) *fewer {
	var all []shade
	for i, k := range c.cells {
		if n := float64(k.n); n > 0 {
			all = append(all, shade{i, n, [3]float64{float64(k.r) / n, float64(k.g) / n, float64(k.b) / n}})
		}
	}
	boxes := [][]shade{all}
	spread := []float64{spreadOf(all)}
	for len(boxes) < most {
		worst := 0
		for i, s := range spread {
			if s > spread[worst] {
				worst = i
			}
		}
		if spread[worst] == 0 {
			break // each colour has its own
		}
		a, b := split(boxes[worst])
		boxes[worst], spread[worst] = a, spreadOf(a)
		boxes, spread = append(boxes, b), append(spread, spreadOf(b))
	}
	f := &fewer{}
	for i, box := range boxes {
		_, mean := moments(box)
		f.palette = append(f.palette, color.RGBA{round(mean[0]), round(mean[1]), round(mean[2]), 255})
		for _, s := range box {
			f.of[s.cell] = uint8(i)
		}
	}
	f.nothing = uint8(len(f.palette))
	f.palette = append(f.palette, color.RGBA{})
	return f
}

func round(x float64) uint8 { return uint8(math.Round(x)) }

// moments are how many pixels a box has, and their mean colour.
func moments(box []shade) (n float64, mean [3]float64) {
	for _, s := range box {
		n += s.n
		for i, x := range s.at {
			mean[i] += s.n * x
		}
	}
	for i := range mean {
		mean[i] /= n
	}
	return n, mean
}

// spreadOf is the sum of the squared distances of a box's pixels to their mean, of each channel for
// itself the variances.
func spreadOf(box []shade) float64 {
	v := variances(box)
	return v[0] + v[1] + v[2]
}

func variances(box []shade) (v [3]float64) {
	if len(box) < 2 {
		return v
	}
	_, mean := moments(box)
	for _, s := range box {
		for i, x := range s.at {
			v[i] += s.n * (x - mean[i]) * (x - mean[i])
		}
	}
	return v
}

// split cuts a box of at least two colours in two, across the channel that varies most, where that
// leaves the least variance in it.
func split(box []shade) (a, b []shade) {
	v := variances(box)
	axis := 0
	for i := range v {
		if v[i] > v[axis] {
			axis = i
		}
	}
	slices.SortStableFunc(box, func(p, q shade) int {
		switch {
		case p.at[axis] < q.at[axis]:
			return -1
		case p.at[axis] > q.at[axis]:
			return 1
		}
		return 0
	})
	n, mean := moments(box)
	sum, left, best, at := 0.0, 0.0, -1.0, 1
	for i, s := range box[:len(box)-1] {
		left += s.n
		sum += s.n * (s.at[axis] - mean[axis])
		// The variance between both sides; what is within them is the rest.
		if between := sum * sum * (1/left + 1/(n-left)); between > best {
			best, at = between, i+1
		}
	}
	return box[:at:at], box[at:]
}

// paint paints an image in the palette.
func (f *fewer) paint(out *image.Paletted, im *image.RGBA) {
	for i := range out.Pix {
		out.Pix[i] = f.of[cell(im.Pix[4*i:])]
	}
}
