package picture

import (
	"slices"
	"strings"
	"unicode"

	"pointscape/engine/words"
)

// TextWidth estimates the width of a text of a given size in the widest font of FontStack, so that the space kept for a
// text is sufficient everywhere. It is measured in the user's language.
func TextWidth(s string, size float64) float64 { return textWidth(words.Say(s), size) }

func textWidth(s string, size float64) float64 {
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

// shorten returns s, or its beginning and an ellipsis if s is wider than room.
func shorten(s string, size, room float64) string {
	s = words.Say(s)
	if textWidth(s, size) <= room {
		return s
	}
	runes := []rune(s)
	for n := len(runes) - 1; n > 0; n-- {
		if t := strings.TrimRight(string(runes[:n]), " (,") + "…"; textWidth(t, size) <= room {
			return t
		}
	}
	return ""
}

// wrapped splits s into lines at most room wide; a longer word is shortened. Formulas such as f = 0 are not split.
func wrapped(s string, size, room float64) (lines []string) {
	s = words.Say(s)
	sign := func(word string) bool {
		return !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	}
	var parts []string
	after := false // the previous word was a sign
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
		if longer := strings.TrimSpace(line + " " + word); line == "" || textWidth(longer, size) <= room {
			line = longer
			continue
		}
		lines = append(lines, shorten(line, size, room))
		line = word
	}
	return append(lines, shorten(line, size, room))
}

// Broken breaks a text that is not translated at blanks into lines, separated by \n. Lines are at most wide times the
// text size wide, except for a longer word.
func Broken(s string, wide float64) string {
	line := ""
	var b strings.Builder
	for i, word := range strings.Split(s, " ") {
		switch longer := line + " " + word; {
		case i == 0:
			line = word
		case textWidth(longer, 1) <= wide:
			line = longer
		default:
			b.WriteString(line + "\n")
			line = word
		}
	}
	return b.String() + line
}

// WrapText splits a label's text, in the user's language, into lines at most width pixels wide.
func WrapText(s string, width float64) []string { return wrapped(s, LabelSize, width) }

// CutText shortens a label's text, in the user's language, to a width in pixels.
func CutText(s string, width float64) string {
	s = words.Say(s)
	if textWidth(s, LabelSize) <= width {
		return s
	}
	r := []rune(s)
	for len(r) > 1 && textWidth(string(r)+"…", LabelSize) > width {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

// Small returns the ordinary character that is drawn smaller in place of a superscript or subscript character; up is
// true for a superscript. ok is true for the digits, so that all look alike, for signs, and for letters that fonts
// lack; otherwise r is drawn with its own glyph.
func Small(r rune) (sign rune, up, ok bool) {
	for _, set := range []struct {
		small, large string
		up           bool
	}{{"⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿᶜʰʲˡʳˢʷˣʸ", "0123456789−+nchjlrswxy", true}, {"₀₁₂₃₄₅₆₇₈₉₋₊ₙⱼ", "0123456789−+nj", false}} {
		if i := slices.Index([]rune(set.small), r); i >= 0 {
			return []rune(set.large)[i], set.up, true
		}
	}
	return r, false, false
}

// CutName is like CutText for the name of a quantity: its unit, in brackets at the end, is omitted first.
func CutName(s string, width float64) string {
	if TextWidth(s, LabelSize) > width {
		s = BareName(s)
	}
	return CutText(s, width)
}

// BareName returns the name of a quantity without its unit.
func BareName(s string) string {
	if i := strings.LastIndex(s, " ("); i > 0 && strings.HasSuffix(s, ")") {
		return s[:i]
	}
	return s
}
