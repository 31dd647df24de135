package doc

import (
	"strings"
	"unicode"
)

// Clean removes from an external text the invisible characters that change how other text is shown: control characters
// and marks that change the text direction. If lines is set, line ends and tabs are kept, else they become blanks, as
// in a title.
func Clean(s string, lines bool) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			if lines {
				return r
			}
			return ' '
		case unseen(r):
			return -1
		}
		return r
	}, s)
}

// Seen reports whether s has no invisible character: none that Clean removes, and no line end or tab.
func Seen(s string) bool { return strings.IndexFunc(s, unseen) < 0 }

func unseen(r rune) bool {
	switch {
	case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069': // directions
		return true
	case r == '\u2028' || r == '\u2029', r == '\ufeff': // line ends of Unicode, byte order mark
		return true
	}
	return unicode.IsControl(r)
}
