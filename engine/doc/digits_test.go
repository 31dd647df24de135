package doc

import (
	"encoding/base64"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// A link in digits opens the same document as the one in letters, and invalid ones are rejected with a message.
func TestLinkInDigits(t *testing.T) {
	for _, n := range []int{1, 20, 121, 300} {
		d := randomDocument(n)
		link, err := EncodeLink(d)
		if err != nil {
			t.Fatal(err)
		}
		digits, err := InDigits(link)
		if n == 300 { // 6 bits per letter and 1 more, which give more than 7089 digits
			if err == nil {
				t.Errorf("%d letters have %d digits, more than a code holds", len(link), len(digits)-1)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if strings.Trim(digits[1:], "0123456789") != "" || digits[0] != '.' {
			t.Fatalf("%q is not a full stop and digits", digits)
		}
		// A letter has six bits, a digit three and a third.
		if most := 6*float64(len(link))/math.Log2(10) + 4; float64(len(digits)) > most {
			t.Errorf("%d digits for %d letters", len(digits), len(link))
		}
		for _, s := range []string{digits, "#" + digits, "https://host.example/#" + digits, digits + ".", digits + " )"} {
			got, err := DecodeLink(s)
			if err != nil {
				t.Fatalf("%d points, %.20q: %v", n, s, err)
			}
			a, _ := Encode(d)
			b, _ := Encode(got)
			if string(a) != string(b) {
				t.Errorf("%d points: another document", n)
			}
		}
		for _, wrong := range []string{digits[:len(digits)-3], digits + "000", digits + "abc", "." + digits, digits[1:],
			".", ".0", ".1", "." + strings.Repeat("9", 100_000)} {
			if _, err := DecodeLink(wrong); err == nil {
				t.Errorf("%.20q is opened", wrong)
			}
		}
	}
}

// A number too long for a QR code is rejected before it is converted.
func TestLongDigits(t *testing.T) {
	_, err := DecodeLink("." + strings.Repeat("9", 100_000))
	if err == nil || !strings.Contains(err.Error(), "a shorter number: this one does not fit into a QR code") {
		t.Error(err)
	}
	// 256 to the power of 2943 has 7088 digits, and of 2944 has 7090: a code holds 7089.
	bytes := func(n int) string { return base64.RawURLEncoding.EncodeToString(make([]byte, n)) }
	if digits, err := InDigits(bytes(2943)); err != nil || len(digits) != 1+7088 {
		t.Errorf("%d signs, %v", len(digits), err)
	}
	if _, err := InDigits(bytes(2944)); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Error(err)
	}
}

// Bytes of any length are restored, including leading zeros.
func TestDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		z := make([]byte, n)
		for i := range z {
			z[i] = byte(r.Uint32())
		}
		if n > 3 {
			z[0], z[1] = 0, 0
		}
		link := base64.RawURLEncoding.EncodeToString(z)
		digits, err := InDigits(link)
		if err != nil {
			t.Fatal(err)
		}
		got, err := fromDigits(digits[1:])
		if err != nil || string(got) != string(z) {
			t.Fatalf("%d bytes: %v, %v", n, got, err)
		}
	}
}

// Rounded points are at most a pixel away; classes, and documents without points, are unchanged.
func TestRounded(t *testing.T) {
	d := Document{Method: "svm"}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 121 {
		d.Points = append(d.Points, Point{X: 1000 + 40*r.Float64(), Y: r.Float64() / 1e4, Z: float64(i % 3)})
	}
	was := d.Points[0]
	got := d.Rounded(400)
	if d.Points[0] != was {
		t.Error("the document itself has changed")
	}
	for i, p := range got.Points {
		q := d.Points[i]
		if math.Abs(p.X-q.X) > 40.0/400 || math.Abs(p.Y-q.Y) > 1e-4/400 || p.Z != q.Z {
			t.Fatalf("point %d: %v has become %v", i, q, p)
		}
	}
	long, _ := EncodeLink(d)
	short, _ := EncodeLink(got)
	if 2*len(short) > len(long) {
		t.Errorf("%d characters instead of %d", len(short), len(long))
	}
	for _, points := range [][]Point{nil, {{X: 1.23456789, Y: 2}}, {{X: 1, Y: 1}, {X: 1, Y: 1}}} {
		d := Document{Method: "svm", Points: points}
		for i, p := range d.Rounded(400).Points {
			if p != points[i] {
				t.Errorf("%v has become %v", points[i], p)
			}
		}
	}
	seen := Document{Method: "svm", Points: []Point{{X: 0.123456}, {X: 0.2}}, View: View{X: [2]float64{0, 100}}}
	if x := seen.Rounded(400).Points[0].X; x != 0 {
		t.Errorf("in a view of 100 units a point stands at %v", x)
	}
}
