//go:build !js

package motion

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"math"
	"testing"
	"time"

	"pointscape/engine/picture/bitmap"
)

// ebml is a decoded element of a file.
type ebml struct {
	id    uint32
	data  []byte
	parts []ebml
}

// holders are the elements that contain others.
var holders = map[uint32]bool{0x1A45DFA3: true, 0x18538067: true, 0x1549A966: true, 0x1654AE6B: true, 0xAE: true,
	0xE0:       true,
	0x1F43B675: true}

// readEBML decodes a file.
func readEBML(b []byte) (list []ebml, err error) {
	for len(b) > 0 {
		n := 1
		for mask := byte(0x80); n <= 4 && b[0]&mask == 0; mask >>= 1 {
			n++
		}
		if n > 4 || len(b) < n+1 {
			return nil, fmt.Errorf("no element begins with % x", b[:min(len(b), 8)])
		}
		e := ebml{}
		for _, v := range b[:n] {
			e.id = e.id<<8 | uint32(v)
		}
		b = b[n:]
		n = 1
		for mask := byte(0x80); n <= 8 && b[0]&mask == 0; mask >>= 1 {
			n++
		}
		if n > 8 || len(b) < n {
			return nil, fmt.Errorf("element %x has no length", e.id)
		}
		size := uint64(b[0]) & (1<<(8-n) - 1)
		for _, v := range b[1:n] {
			size = size<<8 | uint64(v)
		}
		if b = b[n:]; uint64(len(b)) < size {
			return nil, fmt.Errorf("element %x is cut off", e.id)
		}
		if e.data, b = b[:size], b[size:]; holders[e.id] {
			if e.parts, err = readEBML(e.data); err != nil {
				return nil, err
			}
		}
		list = append(list, e)
	}
	return list, nil
}

// find returns the element on a path of ids; with nil data if there is none.
func find(list []ebml, ids ...uint32) ebml {
	for _, e := range list {
		if e.id == ids[0] {
			if len(ids) == 1 {
				return e
			}
			return find(e.parts, ids[1:]...)
		}
	}
	return ebml{}
}

// A video contains the given frames, each at its time, in clusters that begin with a key frame.
func TestWebM(t *testing.T) {
	var frames []Encoded
	for i := range 70 {
		frames = append(frames, Encoded{At: time.Duration(i) * time.Second, Key: i%30 == 0, Data: []byte{byte(i), 1, 2}})
	}
	var b bytes.Buffer
	if err := WriteWebM(&b, "V_VP9", 320, 240, frames, 72*time.Second); err != nil {
		t.Fatal(err)
	}
	list, err := readEBML(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if got := string(find(list, 0x1A45DFA3, 0x4282).data); got != "webm" {
		t.Errorf("the file is a %q", got)
	}
	long := math.Float64frombits(binary.BigEndian.Uint64(find(list, 0x18538067, 0x1549A966, 0x4489).data))
	track := find(list, 0x18538067, 0x1654AE6B, 0xAE)
	if long != 72000 || string(find(track.parts, 0x86).data) != "V_VP9" ||
		binary.BigEndian.Uint32(find(track.parts, 0xE0, 0xB0).data) != 320 || binary.BigEndian.Uint32(find(track.parts, 0xE0,
		0xBA).data) != 240 {
		t.Errorf("%v ms, track %+v", long, track)
	}
	n := 0
	for _, cluster := range find(list, 0x18538067).parts {
		if cluster.id != 0x1F43B675 {
			continue
		}
		from := time.Duration(binary.BigEndian.Uint32(find(cluster.parts, 0xE7).data)) * time.Millisecond
		for k, block := range cluster.parts[1:] {
			at := from + time.Duration(int16(binary.BigEndian.Uint16(block.data[1:])))*time.Millisecond
			key := block.data[3]&0x80 != 0
			if f := frames[n]; block.id != 0xA3 || block.data[0] != 0x81 || at != f.At || key != f.Key || !bytes.Equal(
				block.data[4:], f.Data) || k == 0 && n%30 == 0 && !key {
				t.Errorf("frame %d: at %v, key %v, % x", n, at, key, block.data)
			}
			n++
		}
	}
	if n != len(frames) {
		t.Errorf("%d frames of %d", n, len(frames))
	}
	if _, err := readEBML(b.Bytes()[:b.Len()-1]); err == nil {
		t.Error("a file that is cut off passes")
	}
}

// A video is made from complete frames, whose sides are even.
func TestEach(t *testing.T) {
	a := NewAnimation(0)
	sheets := film(false)
	for _, s := range sheets {
		s.W-- // an odd number
		if err := a.Add(s, bitmap.Image(s), time.Second); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	err := a.Each(func(im *image.RGBA, at, long time.Duration) error {
		want := bitmap.Image(sheets[n])
		if size := im.Rect.Size(); size != image.Pt(120, 110) || at != time.Duration(n)*time.Second || long != time.Second {
			t.Errorf("frame %d of %v, at %v for %v", n, size, at, long)
		}
		if d := off(want, im); d > 0 {
			t.Errorf("frame %d is off by %d", n, d)
		}
		n++
		return nil
	})
	if err != nil || n != 4 {
		t.Errorf("%d frames, %v", n, err)
	}
}
