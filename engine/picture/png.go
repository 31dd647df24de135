package picture

import (
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
)

// writePNG writes w*h opaque pixels (R, G, B, A bytes) as a PNG of 8-bit RGB
// (ISO/IEC 15948). Package image/png would do, but linking it links its decoder
// into every program that paints a picture, the page's among them.
func writePNG(out io.Writer, pix []byte, w, h int) error {
	if _, err := io.WriteString(out, "\x89PNG\r\n\x1a\n"); err != nil {
		return err
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(w))
	head = binary.BigEndian.AppendUint32(head, uint32(h))
	head = append(head, 8, 2, 0, 0, 0) // 8 bits, RGB, deflate, adaptive filters, no interlace
	if err := pngChunk(out, "IHDR", head); err != nil {
		return err
	}
	var data sink
	z := zlib.NewWriter(&data)
	row, above := make([]byte, 1+3*w), make([]byte, 3*w)
	row[0] = 2 // filter Up: fields change little from row to row
	for y := range h {
		for x := range w {
			p := pix[4*(y*w+x):][:3]
			q, a := row[1+3*x:][:3], above[3*x:][:3]
			for c, v := range p {
				q[c] = v - a[c]
				a[c] = v
			}
		}
		if _, err := z.Write(row); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := pngChunk(out, "IDAT", data); err != nil {
		return err
	}
	return pngChunk(out, "IEND", nil)
}

// EncodePNG returns a PNG of w*h opaque pixels (R, G, B, A bytes).
func EncodePNG(pix []byte, w, h int) []byte {
	var b sink
	_ = writePNG(&b, pix, w, h) // a sink takes all
	return b
}

// sink is a minimal io.Writer, which never fails.
type sink []byte

func (s *sink) Write(b []byte) (int, error) {
	*s = append(*s, b...)
	return len(b), nil
}

func pngChunk(out io.Writer, name string, data []byte) error {
	b := binary.BigEndian.AppendUint32(make([]byte, 0, len(data)+12), uint32(len(data)))
	b = append(append(b, name...), data...)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
	_, err := out.Write(b)
	return err
}

// WithResolution returns a copy of a PNG with its resolution in pixels per inch: a pHYs chunk (ISO/IEC 15948,
// 11.3.5.3), in pixels per metre, after its header. It returns png itself if dpi is not positive.
func WithResolution(png []byte, dpi float64) []byte {
	const head = 8 + 25 // signature and IHDR
	if !(dpi > 0) || len(png) < head {
		return png
	}
	perMetre := uint32(math.Round(dpi / 0.0254))
	data := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, perMetre), perMetre)
	out := append(sink(nil), png[:head]...)
	_ = pngChunk(&out, "pHYs", append(data, 1)) // a sink takes all
	return append(out, png[head:]...)
}
