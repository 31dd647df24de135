package words

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Significant rounds a number to a number of significant digits.
func Significant(x float64, digits int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x // the result would exceed the largest number
	}
	return r
}

// Minus replaces the hyphen of a negative number by a minus sign.
func Minus(s string) string {
	if strings.HasPrefix(s, "-") {
		return "−" + s[1:]
	}
	return s
}

// Trim removes zeros at the end of a decimal fraction.
func Trim(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// PowerOfTen writes 10 to the power of n: 10⁻⁴.
func PowerOfTen(n int) string { return "10" + Superscript(n) }

// Scientific writes a number as a mantissa with at most this many decimals times a power of ten: 2.5×10⁻⁴. A mantissa
// of 1 is left out: 10⁻⁴. decimals = -1 means as many as necessary.
func Scientific(x float64, decimals int) string {
	mantissa, exp, ok := strings.Cut(strconv.FormatFloat(x, 'e', decimals, 64), "e")
	if !ok {
		return Minus(mantissa) // NaN and infinities have no exponent
	}
	n, _ := strconv.Atoi(exp) // FormatFloat's output is valid
	switch mantissa = Trim(mantissa); mantissa {
	case "1":
		return PowerOfTen(n)
	case "-1":
		return "−" + PowerOfTen(n)
	}
	return Minus(mantissa) + "×" + PowerOfTen(n)
}

// Readable converts numbers in a text to typographic form: a true minus sign, powers of ten for 1e-05, and a no-break
// space before %. Hyphens between words or digits stay. In a language other than English, it translates the text first
// (Say).
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

// wordEnds reports whether a text ends in a letter, a digit, or the end of an expression.
func wordEnds(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == ')' || r == '"')
}
