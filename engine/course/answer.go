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

// Answer performs the engine's services for texts on behalf of the page, by kind:
//
//	set      text is the JSON of a course or a deck; the result is the checked course with its texts as HTML, as JSON
//	pack     compresses a text for a link; unpack is the inverse
//	code     a QR code of a URL as an SVG, and a message about it. On further lines may follow a document, a page's id
//	         and its deck: the code is that of the page if it has steps and its link is short, else that of the
//	         document
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
		return CodeHTML(to)
	}
	return "", words.Errorf("the engine does not know the name %q", kind)
}

// CodeHTML returns a QR code of a text as an SVG, and a message about it.
func CodeHTML(text string) (string, error) {
	code, err := Code(text)
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
		words.Fill("%s modules a side.", size), dense), err
}

// MaxLink is the maximum length of a link to a whole deck: not all browsers and mail programs accept longer ones.
const MaxLink = 30_000

// Pack compresses a deck's text for a link.
func Pack(text string) (string, error) {
	s, err := doc.PackText([]byte(text))
	if err != nil {
		return "", err
	}
	if len(s) > MaxLink {
		return "", words.Errorf("the deck needs %d characters in a link, and the limit is %d: save it as a file",
			len(s), MaxLink)
	}
	return s, nil
}

// mostCode is the maximum length of a link to a page of a deck whose QR code can be read across a room.
const mostCode = 1500

// mostModules is the maximum number of modules per side of a QR code that can be read from the back of a room. One of
// 25 modules can be read from about ten times its width, one of 89 from not quite three times.
const mostModules = 89

// seenPixels is the approximate width of the plane on a phone: points in a QR code are rounded to its pixels.
const seenPixels = 360

// WithQuery returns a page's address with further parameters, the query q. address has no fragment; it may have a
// query, such as lang=fr.
func WithQuery(address, q string) string {
	if strings.Contains(address, "?") {
		return address + "&" + q
	}
	return address + "?" + q
}

// told returns the URL for the QR code. A text of one line is the URL itself. Else it is a link to a deck with the page
// alone, without its notes and settings, if the page has steps and the link is short enough, or else a link to the
// document.
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
				return WithQuery(address, "deck=link") + "#" + link, err
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

// seen returns a document with its points rounded to a phone's pixels.
func seen(document []byte) ([]byte, error) {
	d, err := doc.Decode(document)
	if err != nil {
		return nil, err
	}
	return doc.Encode(d.Rounded(seenPixels))
}

// Unpack is the inverse of Pack.
func Unpack(link string) (string, error) {
	if len(link) > MaxLink {
		return "", doc.Errorf("deck", words.Sprintf("at most %d characters of a link", MaxLink), len(link))
	}
	link, rest := doc.CutLink(link)
	text, err := doc.UnpackText(link, MaxBytes)
	if err != nil {
		return "", words.Errorf("the deck's link is damaged: it is %w", err)
	}
	if rest != "" {
		return "", doc.Errorf("deck", "a link, with nothing after it", rest)
	}
	if len(text) > MaxBytes {
		return "", doc.Errorf("deck", words.Sprintf("at most %d bytes after decompression", MaxBytes), "more")
	}
	return string(text), nil
}

var errTooLong = errors.New("the address is too long for a code that a phone reads: shorten the page, or share its " +
	"file")

// Code returns a QR code (ISO/IEC 18004) of a text: the number of modules per side, and the dark ones as the path of an
// SVG. Digits at the end of the text are a segment of their own, in which three take ten bits.
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
