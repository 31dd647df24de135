package doc

import (
	"encoding/base64"
	"errors"
	"math"
	"slices"
	"strings"
)

// Links in digits. A QR code (ISO/IEC 18004) stores three digits in ten bits, but each letter of base64, which carries
// six bits of the deflated data, in eight: in digits the code is a quarter smaller. Such a link is a full stop and a
// decimal number whose digits to base 256 are 1 and the bytes.

// mostDigits is the capacity of a QR code in digits; longer numbers would take long to read.
const mostDigits = 7089

// InDigits converts a link made by EncodeLink or PackText to digits.
func InDigits(link string) (string, error) {
	z, err := base64.RawURLEncoding.DecodeString(link)
	if err != nil {
		return "", err
	}
	// The number is less than 2 to the power of this many bits. The division takes quadratic time.
	if bits := 8*len(z) + 1; 1+int(float64(bits)*math.Log10(2)) > mostDigits {
		return "", errors.New("the link is too long for a QR code")
	}
	number := append([]byte{1}, z...)
	var digits []byte // the last digit first
	for len(number) > 0 {
		rest := 0
		for i, b := range number { // divide by a thousand
			x := rest<<8 | int(b)
			number[i], rest = byte(x/1000), x%1000
		}
		for len(number) > 0 && number[0] == 0 {
			number = number[1:]
		}
		digits = append(digits, byte('0'+rest%10), byte('0'+rest/10%10), byte('0'+rest/100))
	}
	slices.Reverse(digits)
	return "." + strings.TrimLeft(string(digits), "0"), nil
}

// fromDigits returns the bytes of a link in digits, given without its full stop.
func fromDigits(digits string) ([]byte, error) {
	if len(digits) > mostDigits {
		return nil, errors.New("a shorter number: this one does not fit into a QR code")
	}
	number := []byte{0} // the last byte first
	for _, c := range digits {
		carry := int(c - '0')
		for i, b := range number { // multiply by ten
			x := 10*int(b) + carry
			number[i], carry = byte(x), x>>8
		}
		if carry > 0 {
			number = append(number, byte(carry))
		}
	}
	n := len(number) - 1
	if number[n] != 1 {
		return nil, errors.New("a whole number: this one was cut off")
	}
	slices.Reverse(number[:n])
	return number[:n], nil
}

// inDigits returns the length of the link in digits at the beginning of s, or 0 if there is none.
func inDigits(s string) int {
	n := 0
	for n+1 < len(s) && s[0] == '.' && s[n+1]-'0' < 10 {
		n++
	}
	if n > 0 {
		n++
	}
	return n
}

// Rounded returns the document with its points rounded to as few digits as possible, moved by at most one pixel of a
// plane that is pixels wide and high. Classes are not changed, nor is a document without points, such as one with a
// recipe.
func (d Document) Rounded(pixels int) Document {
	if len(d.Points) == 0 {
		return d
	}
	span := func(of func(p *Point) float64, view [2]float64) float64 {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range d.Points {
			lo, hi = min(lo, of(&d.Points[i])), max(hi, of(&d.Points[i]))
		}
		if view[1] > view[0] {
			return view[1] - view[0]
		}
		return hi - lo
	}
	// round rounds x to a multiple of the largest of 1, 2 and 5 times a power of ten that moves it by at most one
	// pixel.
	round := func(x, span float64) float64 {
		step := 2 * span / float64(pixels)
		if !(step > 0) || math.IsInf(step, 0) {
			return x
		}
		ten := math.Pow(10, -math.Floor(math.Log10(step)))
		times := 1.0
		for _, m := range []float64{2, 5} {
			if m <= step*ten {
				times = m
			}
		}
		if y := math.Round(x*ten/times) * times / ten; !math.IsNaN(y) && !math.IsInf(y, 0) {
			return y
		}
		return x
	}
	x := span(func(p *Point) float64 { return p.X }, d.View.X)
	y := span(func(p *Point) float64 { return p.Y }, d.View.Y)
	z := span(func(p *Point) float64 { return p.Z }, [2]float64{})
	d.Points = slices.Clone(d.Points)
	for i := range d.Points {
		p := &d.Points[i]
		p.X, p.Y, p.Z = round(p.X, x), round(p.Y, y), round(p.Z, z)
	}
	return d
}
