package words

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Significant rounds a number to so many significant digits.
func Significant(x float64, digits int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x // what rounds to beyond the largest number
	}
	return r
}

// Minus writes the sign of a negative number as the true minus.
func Minus(s string) string {
	if strings.HasPrefix(s, "-") {
		return "−" + s[1:]
	}
	return s
}

// Trim takes noughts off the end of a decimal fraction.
func Trim(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// PowerOfTen writes 10 to the power of n: 10⁻⁴.
func PowerOfTen(n int) string { return "10" + Superscript(n) }

// Scientific writes a number as a mantissa with that many decimals at most, times a
// power of ten: 2.5×10⁻⁴. A mantissa of 1 is left out: 10⁻⁴. decimals -1: as many
// as the number needs.
func Scientific(x float64, decimals int) string {
	mantissa, exp, ok := strings.Cut(strconv.FormatFloat(x, 'e', decimals, 64), "e")
	if !ok {
		return Minus(mantissa) // what is no number has no exponent
	}
	n, _ := strconv.Atoi(exp) // FormatFloat's own
	switch mantissa = Trim(mantissa); mantissa {
	case "1":
		return PowerOfTen(n)
	case "-1":
		return "−" + PowerOfTen(n)
	}
	return Minus(mantissa) + "×" + PowerOfTen(n)
}

// Readable puts the numbers in a text that programs wrote as people read them: the
// true minus as a sign, 1e-05 as a power of ten, and no line ends before %. A hyphen
// between words or figures stays one. In another language than English, Say says it.
func Readable(s string) string {
	s = Say(s)
	if !strings.ContainsAny(s, "-e%") {
		return s
	}
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	b := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '-' && (digit(i+1) || i+1 < len(s) && s[i+1] == '.' && digit(i+2)) && !wordEnds(s[:i]):
			b = append(b, "−"...)
		case c == 'e' && digit(i-1) && i+2 < len(s) && (s[i+1] == '-' || s[i+1] == '+') && digit(i+2):
			end := i + 2
			for digit(end) {
				end++
			}
			n, err := strconv.Atoi(s[i+1 : end])
			if err != nil {
				b = append(b, c)
				continue
			}
			if s[i-1] == '1' && !digit(i-2) && (i < 2 || s[i-2] != '.') {
				b = b[:len(b)-1]
			} else {
				b = append(b, "×"...)
			}
			b = append(b, PowerOfTen(n)...)
			i = end - 1
		case c == ' ' && i+1 < len(s) && s[i+1] == '%' && digit(i-1):
			b = append(b, "\u00a0"...)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// wordEnds tells whether a text ends in a letter or figure, or in what closes an
// expression.
func wordEnds(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == ')' || r == '"')
}
