package picture

import (
	"strings"
	"unicode"
)

// TextWidth estimates how wide a text of a size is, in the widest of the fonts that
// FontStack may be: what is kept clear for a text holds it everywhere.
func TextWidth(s string, size float64) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			w += 0.64
		case strings.ContainsRune("−×+=<>±", r):
			w += 0.84
		case strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉", r):
			w += 0.42
		case strings.ContainsRune(" .,:;'|!ijlft()[]/·", r):
			w += 0.38
		case strings.ContainsRune("mwMW%@—…", r):
			w += 0.98
		case r >= 'A' && r <= 'Z':
			w += 0.72
		case r >= 0x2E80: // ideographs
			w += 1
		default:
			w += 0.63
		}
	}
	return w * size
}

// shorten returns s, or its beginning and an ellipsis where s is wider than room.
func shorten(s string, size, room float64) string {
	if TextWidth(s, size) <= room {
		return s
	}
	runes := []rune(s)
	for n := len(runes) - 1; n > 0; n-- {
		if t := strings.TrimRight(string(runes[:n]), " (,") + "…"; TextWidth(t, size) <= room {
			return t
		}
	}
	return ""
}

// wrapped returns s in lines that are as wide as room at most: what is wider without a
// blank is shortened. Formulas such as f = 0 stay together.
func wrapped(s string, size, room float64) (lines []string) {
	sign := func(word string) bool {
		return !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	}
	var parts []string
	after := false // a sign
	for _, word := range strings.Fields(s) {
		if n := len(parts); n > 0 && (after || sign(word)) {
			parts[n-1] += " " + word
		} else {
			parts = append(parts, word)
		}
		after = sign(word)
	}
	line := ""
	for _, word := range parts {
		if longer := strings.TrimSpace(line + " " + word); line == "" || TextWidth(longer, size) <= room {
			line = longer
			continue
		}
		lines = append(lines, shorten(line, size, room))
		line = word
	}
	return append(lines, shorten(line, size, room))
}

// CutText shortens a label's text to a width in pixels.
func CutText(s string, width float64) string {
	if TextWidth(s, LabelSize) <= width {
		return s
	}
	r := []rune(s)
	for len(r) > 1 && TextWidth(string(r)+"…", LabelSize) > width {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}
