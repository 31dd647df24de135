package course

import (
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"pointscape/engine/doc"
)

// QR codes of short and long URLs are read by another library.
func TestCodesAreRead(t *testing.T) {
	for _, text := range []string{"https://a.example/", "https://host.example/x/?course=linear/margin#" +
		strings.Repeat("aB3_-", 300), "https://host.example/x/#." + strings.Repeat("1234567", 200), "#.7"} {
		got, err := Code(text)
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		var path string
		if n, p, ok := strings.Cut(got, " "); ok {
			for _, c := range n {
				size = 10*size + int(c-'0')
			}
			path = p
		}
		const scale, quiet = 4, 4
		im := image.NewGray(image.Rect(0, 0, (size+2*quiet)*scale, (size+2*quiet)*scale))
		for i := range im.Pix {
			im.Pix[i] = 255
		}
		for _, run := range strings.Split(path, "z") {
			if run == "" {
				continue
			}
			var x, y, w int
			for i, f := range strings.FieldsFunc(run, func(r rune) bool { return r < '0' || r > '9' }) {
				v := 0
				for _, c := range f {
					v = 10*v + int(c-'0')
				}
				switch i {
				case 0:
					x = v
				case 1:
					y = v
				case 2:
					w = v
				}
			}
			for py := (y + quiet) * scale; py < (y+quiet+1)*scale; py++ {
				for px := (x + quiet) * scale; px < (x+quiet+w)*scale; px++ {
					im.SetGray(px, py, color.Gray{})
				}
			}
		}
		bits, err := gozxing.NewBinaryBitmapFromImage(im)
		if err != nil {
			t.Fatal(err)
		}
		read, err := qrcode.NewQRCodeReader().Decode(bits,
			map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true})
		if err != nil || read.GetText() != text {
			t.Errorf("a code of %d modules is read as %v, %v; want %q", size, read, err, text)
		}
	}
	if _, err := Code(strings.Repeat("long ", 1000)); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("a text of 5000 characters: %v", err)
	}
}

func TestPack(t *testing.T) {
	link, err := Pack(small)
	if err != nil || len(link) > len(small) {
		t.Fatalf("%d characters, %v", len(link), err)
	}
	if back, err := Unpack(link); err != nil || back != small {
		t.Errorf("comes back as %q, %v", back, err)
	}
	for _, end := range []string{".", ")", ",", "&utm_source=x", "_", "%29"} {
		if back, err := Unpack(link + end); err != nil || back != small {
			t.Errorf("%q behind: %q, %v", end, back, err)
		}
	}
	for _, wrong := range []string{link[:len(link)/2], "!", link + "AAAA", link + "&page=2",
		strings.Repeat("A", MaxLink+1)} {
		if text, err := Unpack(wrong); err == nil {
			t.Errorf("%.20q... is %q", wrong, text)
		}
	}
	// A decompression bomb: a long text of blanks.
	bomb, err := Pack(strings.Repeat(" ", MaxBytes+10))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Unpack(bomb); err == nil || !strings.Contains(err.Error(), "after decompression") {
		t.Errorf("a bomb: %v", err)
	}
	set, err := Answer("set", small)
	if err != nil || !strings.Contains(set, `"id":"widest"`) {
		t.Errorf("set: %s, %v", set, err)
	}
	if _, err := Answer("sing", ""); err == nil {
		t.Error("what there is not is answered")
	}
}

// The QR code of 121 points set by hand has few enough modules to be read from the middle of a room; a denser one comes
// with a message.
func TestCodesAreSmall(t *testing.T) {
	size := func(n int) (modules int, says string) {
		r := rand.New(rand.NewPCG(5, 6))
		d := doc.Document{Method: "svm", Params: map[string]any{"C": 10.0}}
		for i := range n {
			d.Points = append(d.Points, doc.Point{X: r.Float64(), Y: r.Float64(), Z: float64(i % 2)})
		}
		b, err := doc.Encode(d)
		if err != nil {
			t.Fatal(err)
		}
		says, err = Answer("code", "https://host.example/courses/\n"+string(b)+"\n\n")
		if err != nil {
			t.Fatal(err)
		}
		_, told, _ := strings.Cut(says, "phone.</p><p>")
		if _, err := fmt.Sscanf(told, "%d modules", &modules); err != nil {
			t.Fatalf("%v: %s", err, says[len(says)-200:])
		}
		return modules, says
	}
	if n, says := size(121); n > 85 || strings.Contains(says, "dense") {
		t.Errorf("%d modules a side of 121 points", n)
	}
	if n, says := size(300); n < 97 || !strings.Contains(says, "dense") {
		t.Errorf("%d modules a side of 300 points, and nothing is said of it", n)
	}
	if n, _ := size(2); n > 41 {
		t.Errorf("%d modules a side of 2 points", n)
	}
}
