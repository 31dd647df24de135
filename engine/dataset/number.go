package dataset

import (
	"strings"
	"unicode/utf8"
)

// This file reads numbers in the notation of users and spreadsheets: with marks or blanks between thousands, decimal
// commas, percent signs. Only Read leads here.

// written is an entry that is a number.
type written struct {
	sign     string   // "-" or ""
	groups   []string // groups of digits
	marks    []rune   // marks between the groups; any blank is ' ', any apostrophe '\''
	exponent string   // including its e, or ""
	percent  bool
	plain    bool // strconv.ParseFloat can read the entry

	decimals  bool // the last mark may be a decimal mark
	thousands bool // the last mark may separate thousands, and all others do; also true without marks
}

// last returns the last mark, 0 if there is none.
func (w *written) last() rune {
	if len(w.marks) == 0 {
		return 0
	}
	return w.marks[len(w.marks)-1]
}

// doubt reports whether there are two readings, which differ by a factor of 1000.
func (w *written) doubt() bool { return w.decimals && w.thousands && w.last() != 0 }

// decimal returns the decimal mark that a number implies: both "1,5" and "1.234.567" imply a decimal comma. 0 = it
// implies none.
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

// text returns the number with a decimal point and no other mark. mark is the decimal mark for ambiguous numbers.
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

// isBlank reports whether a character is a blank that does not end a line: a space, a tab, a no-break space, or a space
// of another width.
func isBlank(r rune) bool {
	switch r {
	case ' ', '\t', '\u00A0', '\u202F', '\u205F', '\u3000':
		return true
	}
	return r >= '\u2000' && r <= '\u200A'
}

// readWritten reads an entry as a number; ok is false if it is not one.
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
	case '-', '\u2212', '\u2013': // a hyphen, a minus sign, a dash
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

// readings reports whether the last mark can be a decimal mark, and whether it can separate thousands.
func (w *written) readings() (decimals, thousands bool) {
	n := len(w.marks)
	if n == 0 {
		return false, w.groups[0] != ""
	}
	grouped := func(upTo int) bool { // the first groups are thousands, with the same mark between all of them
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

// simple recognizes the numbers of most tables, such as -12.5, quickly; point reports whether there is a point.
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

// mayDoubt reports whether the point of a number that simple recognizes could separate thousands.
func mayDoubt(s string) bool {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	n := len(s) - 4
	return n >= 1 && n <= 3 && s[n] == '.' && s[0] != '0'
}
