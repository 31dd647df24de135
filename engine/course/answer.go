package course

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rsc.io/qr/coding"

	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/words"
)

// Answer answers what the page asks of texts, by kind:
//
//	set      the JSON of a course or a deck, checked, its texts set; as JSON
//	pack     a text as it stands in a link; unpack is the other way
//	code     a QR code of an address, as an SVG, and what is to be said of it. On lines below may stand a document, a
//	         page's id and its deck: the code is that of the page, if it asks, else of the document
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
		to, err := told(text)
		if err != nil {
			return "", err
		}
		code, err := Code(to)
		if err != nil {
			return "", err
		}
		size, path, _ := strings.Cut(code, " ")
		n, err := strconv.Atoi(size)
		dense := ""
		if n > mostModules {
			dense = " " + words.Say("This code is dense: phones in the back rows may fail to scan it. Fewer "+
				"points make it simpler.")
		}
		return fmt.Sprintf(`<svg viewBox="-4 -4 %[1]d %[1]d" role="img" aria-label="%[2]s" shape-rendering="crispEdges">`+
			`<rect x="-4" y="-4" width="%[1]d" height="%[1]d" fill="#fff"/><path d="%[3]s"/></svg><p>%[4]s</p><p>%[5]s%[6]s</p>`,
			n+8, words.Say("QR code of this page"), path, words.Say("Scan to open this picture on your phone."),
			strings.Replace(words.Say("{} modules a side."), "{}", size, 1), dense), err
	}
	return "", fmt.Errorf("the engine does not know the name %q", kind)
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
		return "", fmt.Errorf("the deck needs %d characters in a link, and the limit is %d: save it as a file",
			len(s), MaxLink)
	}
	return s, nil
}

// mostCode is how long a link to a page of a deck may be whose code is read across a room.
const mostCode = 1500

// mostModules is how many modules a side a code may have that is read from the back rows of a room. One of 25 modules
// is read from about ten times its width, one of 89 from not quite three times.
const mostModules = 89

// seenPixels is how wide the plane of a phone is, about: a code tells points as that shows them.
const seenPixels = 360

// told is the address that a code tells: the link to a picture, or to a deck of the page alone, without its notes,
// where the page asks something and is short enough.
func told(text string) (string, error) {
	address, rest, more := strings.Cut(text, "\n")
	if !more {
		return text, nil
	}
	document, page, _ := strings.Cut(rest, "\n")
	id, deck, _ := strings.Cut(page, "\n")
	if s, err := ReadSource([]byte(deck)); err == nil {
		for _, p := range s.Pages {
			if p.ID != id || len(p.Steps) == 0 {
				continue
			}
			p.Notes, p.Settings = "", nil
			for j := range p.Steps {
				p.Steps[j].Settings = nil
			}
			if short, err := seen(p.Document); err == nil {
				p.Document = short
			}
			s.Pages = []PageSource{p}
			b, err := json.Marshal(s)
			if err != nil {
				break
			}
			if link, err := Pack(string(b)); err == nil && len(link) <= mostCode {
				link, err = doc.InDigits(link)
				return address + "?deck=link#" + link, err
			}
		}
	}
	short, err := seen([]byte(document))
	if err != nil {
		return "", err
	}
	link, err := doc.PackText(short)
	if err == nil {
		link, err = doc.InDigits(link)
	}
	if err != nil {
		return "", errTooLong
	}
	return address + "#" + link, nil
}

// seen is a document with its points where a phone shows them.
func seen(document []byte) ([]byte, error) {
	d, err := doc.Decode(document)
	if err != nil {
		return nil, err
	}
	return doc.Encode(d.Rounded(seenPixels))
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
		return "", doc.Errorf("deck", "a link, with nothing after it", rest)
	}
	if len(text) > MaxBytes {
		return "", doc.Errorf("deck", fmt.Sprintf("at most %d bytes after decompression", MaxBytes), "more")
	}
	return string(text), nil
}

var errTooLong = errors.New("the address is too long for a code that a phone reads: shorten the page, or share its " +
	"file")

// Code is a QR code (ISO/IEC 18004) of a text: how many modules it has on a side, and the dark ones as the path of an
// SVG. The digits at its end have a segment of their own, in which three take ten bits.
func Code(text string) (string, error) {
	head := strings.TrimRight(text, "0123456789")
	parts := []coding.Encoding{coding.String(head)}
	if len(head) < len(text) {
		parts = append(parts, coding.Num(text[len(head):]))
	}
	version := coding.Version(coding.MinVersion)
	for ; ; version++ {
		if version > coding.MaxVersion {
			return "", errTooLong
		}
		bits := 0
		for _, p := range parts {
			bits += p.Bits(version)
		}
		if bits <= 8*version.DataBytes(coding.L) {
			break
		}
	}
	plan, err := coding.NewPlan(version, coding.L, 0)
	if err != nil {
		return "", err
	}
	c, err := plan.Encode(parts...)
	if err != nil {
		return "", err
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
