//go:build !js

package pdf

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/go-fonts/dejavu/dejavusans"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
)

var update = flag.Bool("update", false, "make the files of the fonts")

// Ranges of characters in figures, ends included. Regular letters include Cyrillic ones, for names given by the user;
// bold ones occur only in headings.
var (
	letters  = [][2]rune{{0x20, 0x7E}, {0xA0, 0x17F}, {0x384, 0x3CE}, {0x400, 0x45F}, {0x1E80, 0x20AC}, {0x2116, 0x2265}}
	headings = [][2]rune{{0x20, 0x7E}, {0xA0, 0xFF}, {0x152, 0x153}, {0x391, 0x3C9}, {0x2010, 0x2030}, {0x2202, 0x2265}}
	// Mathematical characters that the other fonts lack.
	maths = [][2]rune{{0x233, 0x233}, {0x300, 0x304}, {0x307, 0x308}, {0x30C, 0x30C}, {0x3D1, 0x3D6}, {0x3F5, 0x3F5},
		{0x1D40, 0x1D6B}, {0x1DA0, 0x1DBB}, {0x1EF9, 0x1EF9}, {0x2016, 0x2016}, {0x2032, 0x2037}, {0x2070, 0x209C},
		{0x2102, 0x2102}, {0x2113, 0x2115}, {0x211A, 0x211A}, {0x211D, 0x211D}, {0x2124, 0x2124},
		{0x2190, 0x2195}, {0x21A6, 0x21A6}, {0x21D0, 0x21D4},
		{0x2200, 0x2225}, {0x2227, 0x222C}, {0x223C, 0x223C}, {0x2243, 0x2248}, {0x2261, 0x226B},
		{0x2272, 0x2273}, {0x227A, 0x227B}, {0x2282, 0x2287},
		{0x2295, 0x2299}, {0x22A2, 0x22A5}, {0x22C0, 0x22C6}, {0x22EE, 0x22F1}, {0x2308, 0x230B},
		{0x25A0, 0x25CF}, {0x27E8, 0x27E9}, {0x27F6, 0x27F6},
		{0x2AAF, 0x2AB0}}
)

// cut returns a font with the characters of some ranges that another font lacks.
func cut(t *testing.T, ttf []byte, blocks [][2]rune, but *font) []byte {
	t.Helper()
	f, err := parseFont(ttf)
	if err != nil {
		t.Fatal(err)
	}
	of := map[rune]uint16{}
	for _, b := range blocks {
		for r := b[0]; r <= b[1]; r++ {
			if g, ok := f.of[r]; ok {
				if but != nil {
					if _, there := but.of[r]; there {
						continue
					}
				}
				of[r] = g
			}
		}
	}
	var glyphs []uint16
	for _, r := range slices.Sorted(maps.Keys(of)) {
		glyphs = append(glyphs, of[r])
	}
	b, _ := f.subset(glyphs, of)
	return b
}

// The files contain the characters for figures from the fonts of a PNG; -update makes them.
func TestFonts(t *testing.T) {
	first := cut(t, goregular.TTF, letters, nil)
	f, err := parseFont(first)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name      string
		want, has []byte
	}{{"regular.ttf", first, regular}, {"bold.ttf", cut(t, gomedium.TTF, headings, nil), boldface},
		{"signs.ttf", cut(t, dejavusans.TTF, maths, f), signs}} {
		if *update {
			if err := os.WriteFile(x.name, x.want, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if !bytes.Equal(x.want, x.has) {
			t.Errorf("%s is not what the fonts have: go test ./engine/picture/pdf -run TestFonts -update", x.name)
		}
	}
}
