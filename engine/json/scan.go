package json

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Scanner scans the tokens of JSON text (RFC 8259). A method that returns what it wants has not found it at At; ""
// means that it has. This package decodes Go values with it, and package doc documents.
type Scanner struct {
	Text string
	At   int
	// NaN also accepts NaN, Infinity and -Infinity as numbers, as several languages write them.
	NaN bool
}

// Peek returns the next byte, or 0 at the end: a NUL is never valid in JSON.
func (s *Scanner) Peek() byte {
	if s.At < len(s.Text) {
		return s.Text[s.At]
	}
	return 0
}

// Next skips white space and returns the byte after it, as Peek does.
func (s *Scanner) Next() byte {
	for at := s.At; at < len(s.Text); at++ {
		switch c := s.Text[at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			s.At = at
			return c
		}
	}
	s.At = len(s.Text)
	return 0
}

// wanted are the texts of errors for letters that begin no word.
var wanted = map[string]string{"true": "a value (true?)", "false": "a value (false?)", "null": "a value (null?)",
	"NaN": "a value (NaN?)", "Infinity": "a value (Infinity?)"}

// Word skips a word: true, false or null, and NaN or Infinity, for which the caller has an error.
func (s *Scanner) Word(w string) (want string) {
	if !strings.HasPrefix(s.Text[s.At:], w) {
		return wanted[w]
	}
	s.At += len(w)
	return ""
}

// Quoted skips a text in double quotes, the first of which has been seen. Unquote returns the text.
func (s *Scanner) Quoted() (want string) {
	s.At++
	for s.At < len(s.Text) {
		switch c := s.Text[s.At]; {
		case c == '"':
			s.At++
			return ""
		case c < ' ':
			return `a character of a text (line breaks are written \n)`
		case c == '\\':
			s.At++
			switch s.Peek() {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for range 4 {
					s.At++
					if !isHex(s.Peek()) {
						return "a hexadecimal digit"
					}
				}
			default:
				return `one of " \ / b f n r t u after a backslash`
			}
		}
		s.At++
	}
	return "a closing double quote"
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// Number skips a number.
func (s *Scanner) Number() (want string) {
	if s.Peek() == '-' {
		s.At++
	}
	switch c := s.Peek(); {
	case s.NaN && c == 'N':
		return s.Word("NaN")
	case s.NaN && c == 'I':
		return s.Word("Infinity")
	case c == '0':
		s.At++
		if n := s.digits(); n > 0 {
			s.At -= n + 1
			return "a number without leading zeros"
		}
	case s.digits() == 0:
		return "a digit"
	}
	if s.Peek() == '.' {
		s.At++
		if s.digits() == 0 {
			return "a digit after the decimal point"
		}
	}
	if c := s.Peek(); c == 'e' || c == 'E' {
		s.At++
		if c := s.Peek(); c == '+' || c == '-' {
			s.At++
		}
		if s.digits() == 0 {
			return "a digit of the exponent"
		}
	}
	return ""
}

func (s *Scanner) digits() int {
	at := s.At
	for at < len(s.Text) && s.Text[at]-'0' <= 9 {
		at++
	}
	n := at - s.At
	s.At = at
	return n
}

// Unquote returns the text that a quoted text represents, which a Scanner has accepted. Half a surrogate pair becomes
// U+FFFD; bytes that are not UTF-8 are kept.
func Unquote(quoted string) string {
	s := quoted[1 : len(quoted)-1]
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b = append(b, s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r := hex4(s[i+1:])
			i += 4
			if utf16.IsSurrogate(r) {
				low := rune(-1)
				if strings.HasPrefix(s[i+1:], `\u`) {
					low = hex4(s[i+3:])
				}
				// Half a pair is no character: DecodeRune returns U+FFFD, and what follows is read on its own.
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					i += 6
				}
			}
			b = utf8.AppendRune(b, r)
		default: // a quote, a backslash, a slash
			b = append(b, c)
		}
	}
	return string(b)
}

// hex4 parses four hexadecimal digits, which a Scanner has accepted.
func hex4(s string) rune {
	n, _ := strconv.ParseUint(s[:4], 16, 32)
	return rune(n)
}
