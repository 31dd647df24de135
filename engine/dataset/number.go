package dataset

import (
	"strings"
	"unicode/utf8"
)

// This file reads numbers as people and spreadsheets write them: with marks or blanks between thousands,
// decimal commas, percent signs. Nothing but Read leads here.

// written is an entry that is a number.
type written struct {
	sign     string   // "-" or ""
	groups   []string // of digits
	marks    []rune   // between them; a blank of any kind is ' ', any apostrophe '\''
	exponent string   // with its e, or ""
	percent  bool
	plain    bool // strconv.ParseFloat reads the entry as it is

	decimals  bool // the last mark can stand before decimals
	thousands bool // the last mark can stand between thousands, as do all others; also where there is no mark
}

// last is the last mark, 0 where there is none.
func (w *written) last() rune {
	if len(w.marks) == 0 {
		return 0
	}
	return w.marks[len(w.marks)-1]
}

// doubt tells whether there are two readings, which differ by a factor of 1000.
func (w *written) doubt() bool { return w.decimals && w.thousands && w.last() != 0 }

// decimal is the decimal mark of whoever wrote the number, as far as it says so: "1,5" and "1.234.567" come
// from someone whose decimals stand behind a comma. 0 = it does not say.
func (w *written) decimal() rune {
	switch m := w.last(); {
	case m != '.' && m != ',' && len(w.marks) == 0, w.doubt():
		return 0
	case w.decimals:
		return m
	case m == '.':
		return ','
	case m == ',':
		return '.'
	}
	return 0
}

// text is the number with a decimal point, and no other mark. mark is the decimal mark that settles a doubt.
func (w *written) text(mark rune) string {
	decimals := w.decimals && (!w.thousands || w.last() == mark)
	var b strings.Builder
	b.WriteString(w.sign)
	for i, g := range w.groups {
		if i > 0 && i == len(w.groups)-1 && decimals && len(w.marks) > 0 {
			b.WriteByte('.')
		}
		b.WriteString(g)
	}
	b.WriteString(w.exponent)
	return b.String()
}

// isBlank tells whether a character is a blank that does not end a line: the common one, those that don't break, and
// those of other widths.
func isBlank(r rune) bool {
	switch r {
	case ' ', '\t', '\u00A0', '\u202F', '\u205F', '\u3000':
		return true
	}
	return r >= '\u2000' && r <= '\u200A'
}

// readWritten reads an entry as a number; ok is false where it is none.
func readWritten(s string) (w written, ok bool) {
	if s == "" || len(s) > 60 {
		return w, false
	}
	w.plain = true
	body := strings.TrimFunc(s, isBlank)
	if rest, ok := strings.CutSuffix(body, "%"); ok {
		body, w.percent, w.plain = strings.TrimRightFunc(rest, isBlank), true, false
	}
	switch r, size := utf8.DecodeRuneInString(body); r {
	case '+':
		body = body[size:]
	case '-', '\u2212', '\u2013': // a hyphen, a minus, a dash
		w.plain = w.plain && r == '-'
		w.sign, body = "-", body[size:]
	}
	if trimmed := strings.TrimLeftFunc(body, isBlank); len(trimmed) < len(body) {
		body, w.plain = trimmed, false
	}
	if i := strings.IndexAny(body, "eE"); i > 0 {
		w.exponent, body = body[i:], body[:i]
		digits := strings.TrimLeft(w.exponent[1:], "+-")
		if digits == "" || len(w.exponent)-len(digits) > 2 || !allDigits(digits) {
			return w, false
		}
	}
	start := 0
	for i, r := range body {
		switch {
		case r >= '0' && r <= '9':
			continue
		case r == '\'' || r == '\u2019':
			r, w.plain = '\'', false
		case isBlank(r):
			r, w.plain = ' ', false
		case r == ',':
			w.plain = false
		case r != '.':
			return w, false
		}
		w.groups, w.marks = append(w.groups, body[start:i]), append(w.marks, r)
		_, size := utf8.DecodeRuneInString(body[i:])
		start = i + size
	}
	w.groups = append(w.groups, body[start:])
	w.decimals, w.thousands = w.readings()
	w.plain = w.plain && len(w.marks) <= 1
	return w, w.decimals || w.thousands
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// readings are what the last mark can be.
func (w *written) readings() (decimals, thousands bool) {
	n := len(w.marks)
	if n == 0 {
		return false, w.groups[0] != ""
	}
	grouped := func(upTo int) bool { // the first groups are those of thousands, with one and the same mark
		if first := w.groups[0]; len(first) < 1 || len(first) > 3 {
			return false
		}
		for i := 1; i < upTo; i++ {
			if len(w.groups[i]) != 3 || w.marks[i-1] != w.marks[0] {
				return false
			}
		}
		return true
	}
	m := w.last()
	if m == '.' || m == ',' {
		switch {
		case n == 1:
			decimals = w.groups[0] != "" || w.groups[1] != ""
		default:
			decimals = w.marks[0] != m && grouped(n)
		}
	}
	thousands = w.exponent == "" && grouped(n+1) && w.groups[0][0] != '0'
	return decimals, thousands
}

// simple reads the numbers of most tables, such as -12.5, for no more than a look at them; point tells that
// there is one.
func simple(s string) (point, ok bool) {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	digits := 0
	for i := range len(s) {
		switch {
		case s[i] >= '0' && s[i] <= '9':
			digits++
		case s[i] == '.' && !point:
			point = true
		default:
			return false, false
		}
	}
	return point, digits > 0
}

// mayDoubt tells whether the mark of a simple number can stand between thousands.
func mayDoubt(s string) bool {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	n := len(s) - 4
	return n >= 1 && n <= 3 && s[n] == '.' && s[0] != '0'
}
