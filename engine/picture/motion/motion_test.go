//go:build !js

package motion

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"testing"
	"time"

	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
)

// moving is an animation as decoded by a program that only follows the specification: its complete frames, and their
// delays.
type moving struct {
	frames []*image.RGBA
	delays []time.Duration
	at     []image.Rectangle // the rectangle that each frame changes
}

// read decodes an animation. It checks the checksums of chunks, their order and numbers, and the sizes of all
// rectangles.
func read(t *testing.T, b []byte) (m moving) {
	t.Helper()
	list, err := chunksOf(b)
	if err != nil {
		t.Fatal(err)
	}
	if list[0].name != "IHDR" || list[len(list)-1].name != "IEND" {
		t.Fatalf("the first chunk is %s, the last one %s", list[0].name, list[len(list)-1].name)
	}
	var shared chunks // chunks that apply to all frames
	promised, sequence, seen := -1, uint32(0), map[string]bool{}
	var control, data []byte
	var canvas *image.RGBA
	show := func() {
		if control == nil {
			return
		}
		number := func(i int) int { return int(binary.BigEndian.Uint32(control[4*i:])) }
		w, h, x, y := number(1), number(2), number(3), number(4)
		head := bytes.Clone(list[0].data)
		binary.BigEndian.PutUint32(head, uint32(w))
		binary.BigEndian.PutUint32(head[4:], uint32(h))
		alone := chunks(signature)
		alone.add("IHDR", head)
		alone = append(alone, shared...)
		alone.add("IDAT", data)
		alone.add("IEND", nil)
		im, err := png.Decode(bytes.NewReader(alone))
		if err != nil {
			t.Fatalf("frame %d: %v", len(m.frames), err)
		}
		r := image.Rect(x, y, x+w, y+h)
		if !r.In(canvas.Rect) || len(m.frames) == 0 && r != canvas.Rect {
			t.Fatalf("frame %d lies at %v of %v", len(m.frames), r, canvas.Rect)
		}
		op := draw.Src
		if control[25] == 1 {
			op = draw.Over
		}
		draw.Draw(canvas, r, im, im.Bounds().Min, op)
		now := image.NewRGBA(canvas.Rect)
		copy(now.Pix, canvas.Pix)
		m.frames, m.at = append(m.frames, now), append(m.at, r)
		num, den := binary.BigEndian.Uint16(control[20:]), binary.BigEndian.Uint16(control[22:])
		m.delays = append(m.delays, time.Duration(num)*time.Second/time.Duration(den))
		data = nil
	}
	next := func(c chunk) {
		if got := binary.BigEndian.Uint32(c.data); got != sequence {
			t.Fatalf("a chunk %s has the number %d, not %d", c.name, got, sequence)
		}
		sequence++
	}
	for _, c := range list {
		switch c.name {
		case "IHDR":
			canvas = image.NewRGBA(image.Rect(0, 0, int(binary.BigEndian.Uint32(c.data)),
				int(binary.BigEndian.Uint32(c.data[4:]))))
		case "acTL":
			if seen["IDAT"] || seen["fcTL"] || promised >= 0 {
				t.Fatal("acTL comes late or twice")
			}
			promised = int(binary.BigEndian.Uint32(c.data))
			if loops := binary.BigEndian.Uint32(c.data[4:]); loops != 0 {
				t.Errorf("it is played %d times, not for ever", loops)
			}
		case "PLTE", "tRNS":
			if seen["IDAT"] {
				t.Fatalf("%s comes after the pixels", c.name)
			}
			shared.add(c.name, c.data)
		case "fcTL":
			show()
			next(c)
			if control = c.data; len(control) != 26 || control[24] != 0 {
				t.Fatalf("a frame begins with % x", control)
			}
		case "IDAT":
			if len(m.frames) > 0 || control == nil {
				t.Fatal("IDAT is not the first frame")
			}
			data = append(data, c.data...)
		case "fdAT":
			next(c)
			data = append(data, c.data[4:]...)
		case "IEND":
			show()
		}
		seen[c.name] = true
	}
	if len(m.frames) != promised {
		t.Errorf("%d frames, %d promised", len(m.frames), promised)
	}
	return m
}

// film returns some sheets: a sample with a moving point, the last one with a line below it.
func film(bare bool) (list []*picture.Sheet) {
	pal, _ := picture.PaletteByName("light")
	for i := range 4 {
		p := &picture.Picture{View: picture.Viewport{X1: 1, Y1: 1, W: 120, H: 90, Scale: 1}}
		p.Add(picture.PointMarks([]float64{0.2 + 0.15*float64(min(i, 2)), 0.5, 0.9, 0.9}, []int{0, 1}, nil))
		s := picture.SheetOf(p, pal)
		s.Bare, s.DPI = bare, 96
		if i == 3 {
			s.H += 20
		}
		list = append(list, s)
	}
	return list
}

func animated(t *testing.T, sheets []*picture.Sheet, colors int) []byte {
	t.Helper()
	a := NewAnimation(colors)
	for _, s := range sheets {
		if err := a.Add(s, bitmap.Image(s), 100*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	a.Hold(2 * time.Second)
	var b bytes.Buffer
	if err := a.WritePNG(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// off returns the largest difference between two images in one channel.
func off(a, b image.Image) (most int) {
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			p, q := color.RGBAModel.Convert(a.At(x, y)).(color.RGBA), color.RGBAModel.Convert(b.At(x, y)).(color.RGBA)
			for _, d := range [...]int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B), int(p.A) - int(q.A)} {
				most = max(most, d, -d)
			}
		}
	}
	return most
}

// Each frame of an animation equals the picture of its sheet.
func TestAnimation(t *testing.T) {
	for _, c := range []struct {
		bare   bool
		colors int
		off    int // largest difference in a channel
	}{{false, 0, 0}, {true, 0, 1}, {false, 256, 4}, {false, 8, 120}} {
		sheets := film(c.bare)
		b := animated(t, sheets, c.colors)
		m := read(t, b)
		if len(m.frames) != 4 || !bytes.Contains(b, []byte("pHYs")) {
			t.Fatalf("%+v: %d frames", c, len(m.frames))
		}
		for i, s := range sheets {
			if d := off(bitmap.Image(s), m.frames[i]); d > c.off {
				t.Errorf("%+v: frame %d is off by %d", c, i, d)
			}
			want := 100 * time.Millisecond
			if i == 3 {
				want += 2 * time.Second
			}
			if m.delays[i] != want {
				t.Errorf("%+v: frame %d is shown for %v, not for %v", c, i, m.delays[i], want)
			}
		}
		// A program without support for animations shows the first frame.
		first, err := png.Decode(bytes.NewReader(b))
		if err != nil || off(first, m.frames[0]) > 0 {
			t.Errorf("%+v: the picture at rest is another: %v", c, err)
		}
		if h := first.Bounds().Dy(); h != 110 {
			t.Errorf("%+v: it is %d pixels high, which not all frames have room in", c, h)
		}
		// Only the area in which the point moves changes.
		if r := m.at[1]; r.Dx() > 60 || r.Dy() > 40 {
			t.Errorf("%+v: %v changes", c, r)
		}
		if r := m.at[3]; r.Dx() != 1 || r.Dy() != 1 {
			t.Errorf("%+v: %v changes where nothing does", c, r)
		}
	}
}

// As long as there are no more colors than allowed, all are kept.
func TestFewColors(t *testing.T) {
	im := image.NewRGBA(image.Rect(0, 0, 100, 10))
	shades := []color.RGBA{{255, 255, 255, 255}, {31, 111, 178, 255}, {190, 80, 20, 255}, {0, 0, 0, 255}}
	for x := range 100 {
		for y := range 10 {
			k := 0
			if x < 3 {
				k = 1 + x // a few pixels of each
			}
			im.SetRGBA(x, y, shades[k])
		}
	}
	var c census
	c.count(im)
	f := c.fewer(7)
	if len(f.palette) != 5 {
		t.Errorf("%d colours for 4, and nothing", len(f.palette))
	}
	out := image.NewPaletted(im.Rect, f.palette)
	f.paint(out, im)
	if d := off(im, out); d > 0 {
		t.Errorf("colours that fit are off by %d", d)
	}
}

// Invalid animations are refused.
func TestNoAnimation(t *testing.T) {
	if NewAnimation(0).WritePNG(&bytes.Buffer{}) == nil {
		t.Error("one without frames is written")
	}
	if NewAnimation(8).Add(film(true)[0], bitmap.Image(film(true)[0]), time.Second) == nil {
		t.Error("few colours without a ground")
	}
	for _, d := range []time.Duration{0, MaxDelay + time.Millisecond} {
		a := NewAnimation(0)
		if err := a.Add(film(false)[0], bitmap.Image(film(false)[0]), d); err != nil {
			t.Fatal(err)
		}
		if a.WritePNG(&bytes.Buffer{}) == nil {
			t.Errorf("a frame is shown for %v", d)
		}
	}
}

// The standard library can decode a GIF: each frame equals the picture of its sheet, with fewer colors, and has the
// right time.
func TestGIF(t *testing.T) {
	sheets := film(false)
	a := NewAnimation(MaxColors)
	for _, s := range sheets {
		if err := a.Add(s, bitmap.Image(s), time.Second/30); err != nil {
			t.Fatal(err)
		}
	}
	a.Hold(time.Second)
	var b bytes.Buffer
	if err := a.WriteGIF(&b); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 4 || g.LoopCount != 0 {
		t.Fatalf("%d frames, played %d times", len(g.Image), g.LoopCount)
	}
	canvas := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	apart := 0
	for i, im := range g.Image {
		draw.Draw(canvas, im.Rect, im, im.Rect.Min, draw.Over)
		if d := off(bitmap.Image(sheets[i]), canvas); d > 4 {
			t.Errorf("frame %d is off by %d", i, d)
		}
		apart = max(apart, off(bitmap.Image(sheets[min(i, 1)+1]), canvas))
	}
	if apart < 50 {
		t.Errorf("this test does not tell one frame from another: %d", apart)
	}
	if got := [4]int(g.Delay); got != [4]int{3, 4, 3, 103} { // thirtieths of a second, rounded to hundredths
		t.Errorf("frames are shown for %v hundredths of a second", got)
	}
	if r := g.Image[1].Rect; r.Dx() > 60 || r.Dy() > 40 {
		t.Errorf("%v changes", r)
	}
	if NewAnimation(0).WriteGIF(&b) == nil || NewAnimation(64).WriteGIF(&b) == nil {
		t.Error("a GIF without frames is written")
	}
	all := NewAnimation(0)
	if all.Add(sheets[0], bitmap.Image(sheets[0]), time.Second) != nil || all.WriteGIF(&b) == nil {
		t.Error("a GIF of all colours is written")
	}
}
