package motion

import (
	"encoding/binary"
	"image"
	"io"
	"math"
	"time"
)

// Each calls fn with each complete frame, its start and its duration, until fn returns an error, which Each returns.
// The image is valid until fn returns. The sides of the frames are even numbers of pixels, as videos require.
func (a *Animation) Each(fn func(im *image.RGBA, at, long time.Duration) error) error {
	if len(a.frames) == 0 {
		return nil
	}
	whole := a.first.Rect.Union(a.last.Rect)
	whole.Max.X += whole.Dx() & 1
	whole.Max.Y += whole.Dy() & 1
	shown := a.padded(a.first, whole)
	if shown == a.first {
		shown = image.NewRGBA(whole)
		copy(shown.Pix, a.first.Pix)
	}
	var at time.Duration
	for i, f := range a.frames {
		if i > 0 {
			pix, err := f.pixels()
			if err != nil {
				return err
			}
			for y := f.at.Min.Y; y < f.at.Max.Y; y++ {
				copy(shown.Pix[shown.PixOffset(f.at.Min.X, y):], pix.Pix[pix.PixOffset(f.at.Min.X, y):][:4*f.at.Dx()])
			}
		}
		if err := fn(shown, at, f.delay); err != nil {
			return err
		}
		at += f.delay
	}
	return nil
}

// Encoded is an encoded frame of a video.
type Encoded struct {
	At   time.Duration
	Key  bool // a key frame, which does not depend on others
	Data []byte
}

// WriteWebM writes a video from encoded frames, in order, the first of which must be a key frame (WebM, based on
// Matroska: RFC 9559). codec is V_VP8 or V_VP9; long is the duration of the video. The error is the writer's.
func WriteWebM(w io.Writer, codec string, width, height int, frames []Encoded, long time.Duration) error {
	const tick = time.Millisecond
	head := element(0x1A45DFA3, number(0x4286, 1), number(0x42F7, 1), number(0x42F2, 4), number(0x42F3, 8),
		element(0x4282, []byte("webm")), number(0x4287, 4), number(0x4285, 2))
	info := element(0x1549A966, number(0x2AD7B1, int(tick)),
		element(0x4489, binary.BigEndian.AppendUint64(nil, math.Float64bits(float64(long)/float64(tick)))),
		element(0x4D80, []byte("Pointscape")), element(0x5741, []byte("Pointscape")))
	track := element(0xAE, number(0xD7, 1), number(0x73C5, 1), number(0x83, 1), element(0x86, []byte(codec)),
		element(0xE0, number(0xB0, width), number(0xBA, height)))
	parts := [][]byte{info, element(0x1654AE6B, track)}
	for i := 0; i < len(frames); { // clusters begin at key frames or after 30 s: relative times have 16 bits
		from := frames[i].At
		cluster := number(0xE7, int(from/tick))
		for first := true; i < len(frames) && (first || !frames[i].Key && frames[i].At-from < 30*time.Second); i++ {
			f := frames[i]
			block := binary.BigEndian.AppendUint16([]byte{0x81}, uint16((f.At-from)/tick))
			flags := byte(0)
			if f.Key {
				flags = 0x80
			}
			cluster = append(cluster, element(0xA3, append(append(block, flags), f.Data...))...)
			first = false
		}
		parts = append(parts, element(0x1F43B675, cluster))
	}
	_, err := w.Write(append(head, element(0x18538067, parts...)...))
	return err
}

// element returns an element of the file: its id, length, and contents.
func element(id uint32, parts ...[]byte) []byte {
	var b []byte
	for shift := 24; shift >= 0; shift -= 8 {
		if v := id >> shift; v != 0 {
			b = append(b, byte(v))
		}
	}
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	b = append(b, 0x08) // a length of five bytes
	b = binary.BigEndian.AppendUint32(b, uint32(n))
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

// number returns an element that holds a number.
func number(id uint32, v int) []byte {
	return element(id, binary.BigEndian.AppendUint32(nil, uint32(v)))
}
