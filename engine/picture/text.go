package picture

import (
	"strconv"
	"strings"
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

// readable puts the numbers in a text that programs wrote as people read them: 1e-05
// as a power of ten, with the true minus.
func readable(s string) string {
	if !strings.ContainsAny(s, "e-") {
		return s
	}
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'e' && digit(i-1) && i+2 < len(s) && (s[i+1] == '-' || s[i+1] == '+') && digit(i+2):
			end := i + 2
			for digit(end) {
				end++
			}
			n, err := strconv.Atoi(s[i+1 : end])
			if err != nil {
				b.WriteByte(c)
				continue
			}
			b.WriteString("×" + powerOfTen(n))
			i = end - 1
		case c == '-' && digit(i+1) && (i == 0 || s[i-1] == ' '):
			b.WriteString("−")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
