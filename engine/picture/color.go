package picture

import (
	"encoding/binary"
	"math"
)

// Color is an sRGB colour, not premultiplied.
type Color struct{ R, G, B, A uint8 }

// Hex returns the opaque colour 0xRRGGBB.
func Hex(rgb uint32) Color {
	return Color{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// Alpha returns c with opacity a, 0..1.
func (c Color) Alpha(a float64) Color {
	c.A = uint8(math.Round(255 * min(max(a, 0), 1)))
	return c
}

// CSS returns c as "#rrggbb", or "#rrggbbaa" when it is translucent.
func (c Color) CSS() string {
	var b [9]byte
	return string(c.appendHex(b[:0], true))
}

func (c Color) appendHex(b []byte, alpha bool) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '#')
	for _, v := range [3]uint8{c.R, c.G, c.B} {
		b = append(b, hex[v>>4], hex[v&15])
	}
	if alpha && c.A != 255 {
		b = append(b, hex[c.A>>4], hex[c.A&15])
	}
	return b
}

// Over returns the opaque colour that results from painting c over the opaque colour below.
func (c Color) Over(below Color) Color {
	a := int(c.A)
	f := func(x, y uint8) uint8 { return uint8((int(x)*a + int(y)*(255-a) + 127) / 255) }
	return Color{f(c.R, below.R), f(c.G, below.G), f(c.B, below.B), 255}
}

// Luminance returns the relative luminance of WCAG 2, 0..1.
func (c Color) Luminance() float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// Contrast returns the contrast ratio of WCAG 2, 1..21, of two opaque colours.
func Contrast(a, b Color) float64 {
	x, y := a.Luminance(), b.Luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// rgba packs an opaque colour into a word whose bytes in memory are R, G, B, A.
func rgba(r, g, b int) uint32 {
	if littleEndian {
		return uint32(r) | uint32(g)<<8 | uint32(b)<<16 | 255<<24
	}
	return uint32(r)<<24 | uint32(g)<<16 | uint32(b)<<8 | 255
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

func (c Color) pack() uint32 { return rgba(int(c.R), int(c.G), int(c.B)) }

func unpack(p uint32) Color {
	var b [4]byte
	binary.NativeEndian.PutUint32(b[:], p)
	return Color{b[0], b[1], b[2], b[3]}
}

// linear inverts the sRGB transfer function.
func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

func companded(x float64) float64 {
	if x <= 0.0031308 {
		return 12.92 * x
	}
	return 1.055*math.Pow(x, 1/2.4) - 0.055
}

// lab is a colour in OKLab (B. Ottosson, "A perceptual color space for image processing", 2020), in which equal
// distances are perceived as equal.
type lab struct{ L, a, b float64 }

// lch returns the OKLab colour of lightness 0..1, chroma, and hue in degrees.
func lch(L, c, hue float64) lab {
	s, k := math.Sincos(hue * math.Pi / 180)
	return lab{L, c * k, c * s}
}

// lches converts a list of (lightness, chroma, hue).
func lches(list [][3]float64) []lab {
	colors := make([]lab, len(list))
	for i, c := range list {
		colors[i] = lch(c[0], c[1], c[2])
	}
	return colors
}

func (p lab) chroma() float64 { return math.Hypot(p.a, p.b) }

func (p lab) rgb() (r, g, b float64) {
	l := p.L + 0.3963377774*p.a + 0.2158037573*p.b
	m := p.L - 0.1055613458*p.a - 0.0638541728*p.b
	s := p.L - 0.0894841775*p.a - 1.2914855480*p.b
	l, m, s = l*l*l, m*m*m, s*s*s
	return 4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s
}

// color converts p to sRGB. Colours outside the gamut lose chroma, never lightness or hue.
func (p lab) color() Color {
	in := func(q lab) bool {
		r, g, b := q.rgb()
		const e = 1e-4
		return min(r, g, b) >= -e && max(r, g, b) <= 1+e
	}
	q := p
	if !in(q) {
		lo, hi := 0.0, 1.0
		for range 20 {
			t := (lo + hi) / 2
			q = lab{p.L, p.a * t, p.b * t}
			if in(q) {
				lo = t
			} else {
				hi = t
			}
		}
		q = lab{p.L, p.a * lo, p.b * lo}
	}
	r, g, b := q.rgb()
	f := func(x float64) uint8 { return uint8(math.Round(255 * companded(min(max(x, 0), 1)))) }
	return Color{f(r), f(g), f(b), 255}
}

// toLab converts an opaque colour to OKLab.
func (c Color) toLab() lab {
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return lab{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

func (p lab) mix(q lab, t float64) lab {
	return lab{p.L + (q.L-p.L)*t, p.a + (q.a-p.a)*t, p.b + (q.b-p.b)*t}
}

// mixColor mixes opaque colours in OKLab.
func mixColor(a, b Color, t float64) Color { return a.toLab().mix(b.toLab(), t).color() }

// ramp interpolates evenly spaced anchor colours at t in 0..1.
func ramp(anchors []lab, t float64) lab {
	n := len(anchors) - 1
	x := min(max(t, 0), 1) * float64(n)
	i := min(int(x), n-1)
	return anchors[i].mix(anchors[i+1], x-float64(i))
}
