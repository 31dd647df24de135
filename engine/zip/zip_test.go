package zip

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"
)

// The standard library reads packed files back unchanged.
func TestPack(t *testing.T) {
	files := []File{{"moons-1.png", []byte("\x89PNG"), false}, {"moons-γ.tex", []byte("text"), false},
		{"empty", nil, false}, {"long.html", bytes.Repeat([]byte("text "), 1000), true}, {"none.html", nil, true}}
	b := Pack(files)
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil || len(z.File) != len(files) {
		t.Fatal(err)
	}
	for i, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r) // including the checksum
		if err != nil || f.Name != files[i].Name || !bytes.Equal(got, files[i].Data) {
			t.Errorf("%s: %q, %v", f.Name, got, err)
		}
		if short := f.CompressedSize64 < f.UncompressedSize64; short != (f.Name == "long.html") || f.Flags&8 != 0 {
			t.Errorf("%s: %d bytes of %d, flags %b", f.Name, f.CompressedSize64, f.UncompressedSize64, f.Flags)
		}
	}
	b[len("PK\x03\x04")+26+len(files[0].Name)+1] ^= 1 // a byte of the image
	if z, err = zip.NewReader(bytes.NewReader(b), int64(len(b))); err == nil {
		r, err := z.File[0].Open()
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if err == nil {
			t.Error("a broken file passes")
		}
	}
}
