package site

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// memory decodes a program and returns the memory that its data segments initialise, their number, and the rest of the
// program.
func memory(t *testing.T, wasm []byte) (mem []byte, segments int, rest []byte) {
	t.Helper()
	for r := (reader{b: wasm[8:]}); len(r.b) > 0; {
		id := r.byte()
		content := r.take(r.unsigned())
		if r.bad {
			t.Fatal("sections")
		}
		if id != 11 {
			rest = append(append(rest, id), content...)
			continue
		}
		d := reader{b: content}
		for range d.unsigned() {
			d.unsigned()
			d.byte()
			at := int(d.signed())
			d.byte()
			data := d.take(d.unsigned())
			if end := at + len(data); end > len(mem) {
				mem = append(mem, make([]byte, end-len(mem))...)
			}
			copy(mem[at:], data)
			segments++
		}
	}
	return mem, segments, rest
}

func assemble(segments []segment) []byte {
	data := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		data = appendSigned(append(data, 0, 0x41), s.at)
		data = append(binary.AppendUvarint(append(data, 0x0b), uint64(len(s.data))), s.data...)
	}
	wasm := []byte("\x00asm\x01\x00\x00\x00\x05\x03\x01\x00\x01")
	wasm = append(wasm, 11)
	wasm = append(binary.AppendUvarint(wasm, uint64(len(data))), data...)
	return append(wasm, 0, 2, 1, 'x')
}

func TestJoinSegments(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var all []segment
	at := int64(50)
	for i := range 3000 {
		data := make([]byte, 1+rng.IntN(30))
		for j := range data {
			data[j] = byte(rng.IntN(256))
		}
		all = append(all, segment{at, data})
		at += int64(len(data) + rng.IntN(300))
		if i%500 == 499 {
			at += 100_000
		}
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	before := assemble(all)
	after, err := joinSegments(before, Segments)
	if err != nil {
		t.Fatal(err)
	}
	wantMem, n, wantRest := memory(t, before)
	gotMem, m, gotRest := memory(t, after)
	if n != 3000 || m != 6 || !bytes.Equal(gotMem, wantMem) || !bytes.Equal(gotRest, wantRest) {
		t.Errorf("%d segments became %d; the same memory: %v, the same else: %v", n, m, bytes.Equal(gotMem, wantMem),
			bytes.Equal(gotRest, wantRest))
	}
	again, err := joinSegments(after, Segments)
	if err != nil || !bytes.Equal(again, after) {
		t.Errorf("joining twice is not joining once: %v", err)
	}
	for name, bad := range map[string][]byte{
		"overlap": assemble([]segment{{500, []byte("abc")}, {502, []byte("def")}}), "empty": nil,
		"other": []byte("\x7fELF1234"), "cut": before[:len(before)-5],
		"passive": append([]byte("\x00asm\x01\x00\x00\x00"), 11, 4, 1, 1, 1, 'a'),
	} {
		if _, err := joinSegments(bad, Segments); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
