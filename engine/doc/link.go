package doc

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
)

const wantLink = "a document's link: its JSON, deflated, in base64url"

// EncodeLink writes a document as what stands behind # in a permalink: its
// JSON, deflated (RFC 1951), in base64url without padding (RFC 4648).
func EncodeLink(d Document) (string, error) {
	b, err := Encode(d)
	if err != nil {
		return "", err
	}
	return PackText(b)
}

// PackText makes a text short, for a link.
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

// UnpackText is the text that PackText has packed. A few kilobytes can inflate to gigabytes: of one that is longer
// than most it returns most+1 bytes. Its error says in words for people what the link is in place of one of ours.
func UnpackText(link string, most int) (text []byte, err error) {
	z, err := base64.RawURLEncoding.DecodeString(link)
	if err != nil {
		return nil, errors.New(linkTrouble(err))
	}
	packed := bytes.NewReader(z)
	text, err = io.ReadAll(io.LimitReader(flate.NewReader(packed), int64(most)+1))
	switch {
	case err != nil:
		return nil, errors.New(linkTrouble(err))
	case len(text) <= most && packed.Len() > 0:
		return nil, fmt.Errorf("%d bytes behind its end", packed.Len())
	}
	return text, nil
}

// DecodeLink reads a permalink: what stands behind #, the same with the #, or
// a whole address. The error is a *Error; its field is "link" unless the
// document inside is at fault.
func DecodeLink(s string) (Document, error) { return decodeLink(s, nil) }

// SalvageLink reads a permalink as Salvage reads a document.
func SalvageLink(s string) (d Document, left []*Error, err error) {
	d, err = decodeLink(s, &left)
	return d, left, err
}

func decodeLink(s string, left *[]*Error) (Document, error) {
	if i := strings.IndexByte(s, '#'); i >= 0 {
		s = s[i+1:]
	}
	s = strings.TrimRight(strings.TrimSpace(s), "=")
	if s == "" {
		return Document{}, &Error{Field: "link", Want: wantLink, Got: "nothing"}
	}
	if len(s) > base64.RawURLEncoding.EncodedLen(MaxBytes) {
		return Document{}, TooLong("link", base64.RawURLEncoding.DecodedLen(len(s)))
	}
	b, err := UnpackText(s, MaxBytes)
	switch {
	case err != nil:
		return Document{}, &Error{Field: "link", Want: wantLink, Got: err.Error()}
	case len(b) > MaxBytes:
		return Document{}, &Error{Field: "link", Want: fmt.Sprintf("a document of at most %d MB", MaxBytes>>20),
			Got: "a longer one"}
	}
	d, err := decode(b, true, left)
	if e, ok := err.(*Error); ok && strings.HasPrefix(e.Field, "line ") {
		// A place in the JSON says nothing to someone who holds a link.
		err = &Error{Field: "link", Want: wantLink, Got: "something else inside"}
	}
	return d, err
}

// linkTrouble says what is wrong with a link in words for people.
func linkTrouble(err error) string {
	if at, ok := err.(base64.CorruptInputError); ok {
		return fmt.Sprintf("a wrong character, or too few, at position %d", int64(at)+1)
	}
	if err == io.ErrUnexpectedEOF {
		return "a link that was cut off"
	}
	return "something that does not inflate"
}
