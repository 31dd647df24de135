package doc

import (
	"strings"
	"unicode"
)

// Clean returns a text that came from somewhere without what can't be seen and
// changes how other text is shown: control characters, and marks that turn the
// direction of what follows. Line ends and tabs stay where the text may have
// lines; a title has none, and they become blanks.
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

// Seen reports whether Clean leaves a text of one line as it is.
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
