package course

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rsc.io/qr"

	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/words"
)

// Answer answers what the page asks of texts, by kind:
//
//	set      the JSON of a course or a deck, checked, its texts set; as JSON
//	pack     a text as it stands in a link; unpack is the other way
//	code     a QR code of a text, as an SVG; of a link to a picture, with a page's id and its deck on lines below, that
//	         of the page, if it asks
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
		code, err := Code(told(text))
		if err != nil {
			return "", err
		}
		size, path, _ := strings.Cut(code, " ")
		n, err := strconv.Atoi(size)
		return fmt.Sprintf(`<svg viewBox="-4 -4 %[1]d %[1]d" role="img" aria-label="%[2]s" shape-rendering="crispEdges">`+
			`<rect x="-4" y="-4" width="%[1]d" height="%[1]d" fill="#fff"/><path d="%[3]s"/></svg>`,
			n+8, words.Say("QR code of this page"), path), err
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

// mostCode is how long a link may be whose code is read across a room.
const mostCode = 1500

// told is the address that a code tells: the link to a picture, or to a deck of the page alone, without its notes,
// where the page asks something and is short enough.
func told(text string) string {
	picture, page, deep := strings.Cut(text, "\n")
	if !deep {
		return text
	}
	id, deck, _ := strings.Cut(page, "\n")
	s, err := ReadSource([]byte(deck))
	if err != nil {
		return picture
	}
	for _, p := range s.Pages {
		if p.ID != id || len(p.Steps) == 0 {
			continue
		}
		p.Notes, p.Settings = "", nil
		for j := range p.Steps {
			p.Steps[j].Settings = nil
		}
		s.Pages = []PageSource{p}
		b, err := json.Marshal(s)
		if err != nil {
			break
		}
		if link, err := Pack(string(b)); err == nil && len(link) <= mostCode {
			address, _, _ := strings.Cut(picture, "#")
			return address + "?deck=link#" + link
		}
	}
	return picture
}

// Unpack is the text that Pack has packed.
func Unpack(link string) (string, error) {
	if len(link) > MaxLink {
		return "", doc.Errorf("deck", fmt.Sprintf("at most %d characters of a link", MaxLink), len(link))
	}
	link, rest := doc.CutLink(link)
	text, err := doc.UnpackText(link, MaxBytes)
	if err != nil {
		return "", fmt.Errorf("the deck's link is damaged: it is %w", err)
	}
	if rest != "" {
		return "", doc.Errorf("deck", "a link, with nothing behind it", rest)
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
