package course

import (
	"errors"
	"fmt"
	"strings"

	"rsc.io/qr"

	"pointscape/engine/doc"
	"pointscape/engine/json"
)

// Answer answers what the page asks of texts, by kind:
//
//	set      the JSON of a course or a deck, checked, its texts set; as JSON
//	pack     a text as it stands in a link; unpack is the other way
//	code     a QR code of a text, as the path of an SVG whose modules are units, after its size and a blank
func Answer(kind, text string) (string, error) {
	switch kind {
	case "set":
		c, err := Read([]byte(text))
		if err != nil {
			return "", err
		}
		b, err := json.Marshal(c)
		return string(b), err
	case "pack":
		return Pack(text)
	case "unpack":
		return Unpack(text)
	case "code":
		return Code(text)
	}
	return "", fmt.Errorf("the engine does not know what %q is", kind)
}

// MaxLink is how long a link to a whole deck may be: browsers and mail take no more for sure.
const MaxLink = 30_000

// Pack makes a deck's text short, for a link.
func Pack(text string) (string, error) {
	s, err := doc.PackText([]byte(text))
	if err != nil {
		return "", err
	}
	if len(s) > MaxLink {
		return "", fmt.Errorf("the deck takes %d characters of a link, and %d are the most: save it as a file",
			len(s), MaxLink)
	}
	return s, nil
}

// Unpack is the text that Pack has packed.
func Unpack(link string) (string, error) {
	if len(link) > MaxLink {
		return "", doc.Errorf("deck", fmt.Sprintf("at most %d characters of a link", MaxLink), len(link))
	}
	text, err := doc.UnpackText(link, MaxBytes)
	if err != nil {
		return "", fmt.Errorf("the deck's link is damaged: it is %w", err)
	}
	if len(text) > MaxBytes {
		return "", doc.Errorf("deck", fmt.Sprintf("at most %d bytes once inflated", MaxBytes), "more")
	}
	return string(text), nil
}

// Code is a QR code (ISO/IEC 18004) of a text: how many modules it has on a side, and the dark ones as the path of an
// SVG.
func Code(text string) (string, error) {
	c, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", errors.New("the address is too long for a code that a phone reads: shorten the page, or share its file")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d ", c.Size)
	for y := range c.Size {
		for x := 0; x < c.Size; {
			if !c.Black(x, y) {
				x++
				continue
			}
			from := x
			for x < c.Size && c.Black(x, y) {
				x++
			}
			fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
		}
	}
	return b.String(), nil
}
