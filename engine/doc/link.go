package doc

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"io"
	"strconv"
	"strings"

	"pointscape/engine/words"
)

const wantLink = "a document's link: its JSON, deflated, in base64url"

// EncodeLink encodes a document as the fragment (after #) of a permalink: its JSON, deflated (RFC 1951), in base64url
// without padding (RFC 4648). InDigits converts it for a QR code.
func EncodeLink(d Document) (string, error) {
	b, err := Encode(d)
	if err != nil {
		return "", err
	}
	return PackText(b)
}

// PackText compresses a text for a link: deflated, in base64url without padding.
func PackText(text []byte) (string, error) {
	var z bytes.Buffer
	w, err := flate.NewWriter(&z, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(text); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(z.Bytes()), nil
}

// CutLink splits s where the alphabet of a link ends. What follows may belong to a sentence, or have been added by the
// program that transmitted the link: punctuation, blanks, the padding of base64 and tracking parameters are ignored.
// Anything else is returned as rest, which the caller must not ignore; "" = nothing.
func CutLink(s string) (link, rest string) {
	s = strings.TrimSpace(s)
	end := inDigits(s)
	if end == 0 {
		for end < len(s) && (alphanumeric(s[end]) || s[end] == '-' || s[end] == '_') {
			end++
		}
	}
	link, rest = s[:end], unescaped(s[end:])
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(rest, "&amp;", "&"), func(r rune) bool {
		return r == '&' || r == '?'
	}) {
		name, _, given := strings.Cut(part, "=")
		if strings.IndexFunc(part, meaningful) >= 0 && !(given && countsVisits(name)) {
			return link, rest
		}
	}
	return link, ""
}

func alphanumeric(c byte) bool { return c-'0' < 10 || c|0x20-'a' < 26 }

// unescaped decodes percent escapes such as %29.
func unescaped(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(c))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// meaningful reports whether r is a letter, a digit or a symbol rather than blank or punctuation.
func meaningful(r rune) bool {
	if r < 0x80 {
		return alphanumeric(byte(r))
	}
	for _, block := range [][2]rune{{0x80, 0xBF}, {0x2000, 0x206F}, {0x3000, 0x303F}, {0xFE00, 0xFE6F}, {0xFF00, 0xFF0F}} {
		if r >= block[0] && r <= block[1] {
			return false
		}
	}
	return r != 0xFEFF
}

// countsVisits reports whether a URL parameter is a tracking parameter that newsletters and networks add to links.
func countsVisits(name string) bool {
	switch name {
	case "mc_cid", "mc_eid", "igshid", "igsh", "mkt_tok", "_hsenc", "_hsmi", "_ga", "_gl", "vero_id", "ref_src":
		return true
	}
	return strings.HasPrefix(name, "utm_") || strings.HasSuffix(name, "clid")
}

// UnpackText inverts PackText, and reads links in digits (InDigits), too. A few kilobytes can inflate to gigabytes: of
// a text longer than most it returns most+1 bytes. The error is a text for the user that says what is wrong with the
// link.
//
// Up to mostMarks hyphens and underscores after the end are ignored: chats and Markdown use them to mark text.
func UnpackText(link string, most int) (text []byte, err error) {
	if text, err = unpackText(link, most); err == nil {
		return text, nil
	}
	for range mostMarks {
		n := len(link) - 1
		if n < 0 || link[n] != '-' && link[n] != '_' {
			break
		}
		link = link[:n]
		if t, wrong := unpackText(link, most); wrong == nil {
			return t, nil
		}
	}
	return nil, err
}

// mostMarks is the maximum number of hyphens and underscores after a link that are ignored.
const mostMarks = 3

func unpackText(link string, most int) (text []byte, err error) {
	var z []byte
	if inDigits(link) > 0 {
		if z, err = fromDigits(link[1:]); err != nil {
			return nil, err
		}
	} else if z, err = base64.RawURLEncoding.DecodeString(link); err != nil {
		return nil, errors.New(linkTrouble(err))
	}
	packed := bytes.NewReader(z)
	text, err = io.ReadAll(io.LimitReader(flate.NewReader(packed), int64(most)+1))
	switch {
	case err != nil:
		return nil, errors.New(linkTrouble(err))
	case len(text) <= most && packed.Len() > 0:
		return nil, words.Errorf("%d bytes after its end", packed.Len())
	}
	return text, nil
}

// DecodeLink decodes a permalink: its fragment, with or without #, or a whole URL. The error is a *Error; its field is
// "link" unless the document inside is invalid.
func DecodeLink(s string) (Document, error) { return decodeLink(s, nil) }

// SalvageLink decodes a permalink in the way Salvage decodes a document.
func SalvageLink(s string) (d Document, left []*Error, err error) {
	d, err = decodeLink(s, &left)
	return d, left, err
}

func decodeLink(s string, left *[]*Error) (Document, error) {
	if i := strings.IndexByte(s, '#'); i >= 0 {
		s = s[i+1:]
	}
	if len(s) > base64.RawURLEncoding.EncodedLen(MaxBytes) {
		return Document{}, TooLong("link", base64.RawURLEncoding.DecodedLen(len(s)))
	}
	s, rest := CutLink(s)
	if s == "" && rest == "" {
		return Document{}, &Error{Field: "link", Want: wantLink, Got: "nothing"}
	}
	b, err := UnpackText(s, MaxBytes)
	switch {
	case err != nil:
		got := err.Error()
		if rest != "" { // the link up to there is complete: rest was only added to it
			got = linkTrouble(base64.CorruptInputError(len(s)))
		}
		return Document{}, &Error{Field: "link", Want: wantLink, Got: got}
	case len(b) > MaxBytes:
		return Document{}, &Error{Field: "link", Want: words.Sprintf("a document of at most %d MB", MaxBytes>>20),
			Got: "a longer one"}
	}
	if rest != "" {
		more := Errorf("link", "a document's link, with nothing after it", rest)
		if left == nil {
			return Document{}, more
		}
		*left = append(*left, more)
	}
	d, err := decode(b, true, left)
	if e, ok := err.(*Error); ok && e.syntax {
		// A position in the JSON is of no use to a user who has a link.
		err = &Error{Field: "link", Want: wantLink, Got: "other data inside"}
	}
	return d, err
}

// linkTrouble returns a text for the user that says what is wrong with a link.
func linkTrouble(err error) string {
	if at, ok := err.(base64.CorruptInputError); ok {
		return words.Sprintf("a wrong character, or too few characters, at position %d", int64(at)+1)
	}
	if err == io.ErrUnexpectedEOF {
		return "an incomplete link"
	}
	return "data that cannot be decompressed"
}
