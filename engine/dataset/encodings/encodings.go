// Package encodings decodes files to texts, with golang.org/x/text. It is a package of its own because it adds the
// tables of some fifty encodings to a program; the first engine does not include it.
package encodings

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// marks are the byte order marks at the beginning of files.
var marks = []struct{ bytes, encoding string }{
	{"\xEF\xBB\xBF", method.UTF8}, {"\xFF\xFE", method.UTF16LE}, {"\xFE\xFF", method.UTF16BE},
}

// Decode returns the text of a file. An empty encoding is detected: by the byte order mark, by zero bytes at every
// second position (UTF-16), and as UTF-8 if all bytes are valid. Other files are read as UTF-8 if they have more valid
// multi-byte sequences than invalid bytes, else as Windows-1252, in which any bytes are a text.
//
// It is a dataset.Decoder.
func Decode(file, encoding string) (dataset.Decoded, error) {
	d := dataset.Decoded{Encoding: encoding}
	for _, m := range marks {
		if rest, ok := strings.CutPrefix(file, m.bytes); ok && (encoding == "" || encoding == m.encoding) {
			d.Encoding, file = m.encoding, rest
			break
		}
	}
	if d.Encoding == "" {
		d.Encoding, d.Guessed = guess(file)
	}
	var err error
	if d.Encoding == method.UTF8 {
		d.Text = strings.ToValidUTF8(file, "\uFFFD")
	} else if d.Text, err = decoder(d.Encoding).String(file); err != nil {
		return d, doc.Errorf("text", words.Text("a text in %s", method.EncodingName(d.Encoding)), err.Error())
	}
	if d.Broken = strings.Count(d.Text, "\uFFFD"); d.Encoding == method.UTF8 {
		d.Broken -= strings.Count(file, "\uFFFD") // these were in the file already
	}
	return d, nil
}

func decoder(id string) *encoding.Decoder {
	switch id {
	case method.UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder()
	case method.UTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder()
	}
	return charmap.Windows1252.NewDecoder()
}

// looked is the number of bytes at the beginning of a file from which UTF-16 is detected.
const looked = 4096

// guess returns the encoding of a file without a mark. guessed is false if it is plain UTF-8.
func guess(file string) (id string, guessed bool) {
	// Digits, separators and most European letters have a zero high byte in UTF-16, and no text in UTF-8 or Windows-1252
	// contains one.
	var zeros [2]int
	head := file[:min(len(file), looked)]
	for i := range len(head) {
		if head[i] == 0 {
			zeros[i%2]++
		}
	}
	switch pairs := len(head) / 2; {
	case 2*zeros[1] > pairs && 10*zeros[0] < zeros[1]:
		return method.UTF16LE, true
	case 2*zeros[0] > pairs && 10*zeros[1] < zeros[0]:
		return method.UTF16BE, true
	case utf8.ValidString(file):
		return method.UTF8, false
	}
	whole, broken := 0, 0
	for i := 0; i < len(file); {
		r, size := utf8.DecodeRuneInString(file[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			broken++
		case size > 1:
			whole++
		}
		i += size
	}
	if whole > broken {
		return method.UTF8, true
	}
	return method.Windows1252, true
}
