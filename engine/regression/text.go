package regression

import (
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// priced writes what is minimised with its numbers: a + price·b = sum.
func priced(a, price, b float64) string {
	return words.Number(a) + " + " + words.Number(price) + "·" + words.Number(b) + " = " + words.Number(a+price*b)
}

// square names the size of a linear system.
func square(n int) string { return strconv.Itoa(n) + "×" + strconv.Itoa(n) }

// name writes monomial k: x, x², x₁x₂.
func (f *frame) name(k int) string {
	var s strings.Builder
	for j, a := range f.exps[k] {
		if a == 0 {
			continue
		}
		s.WriteByte('x')
		if f.d > 1 {
			s.WriteString(words.Subscript(j + 1))
		}
		if a > 1 {
			for _, c := range strconv.Itoa(a) {
				switch c {
				case '1':
					s.WriteRune('¹')
				case '2', '3':
					s.WriteRune('²' + c - '2')
				default:
					s.WriteRune('⁰' + c - '0')
				}
			}
		}
	}
	return s.String()
}

// terms lists the monomials.
func (f *frame) terms() []string {
	list := make([]string, f.size())
	for k := range list {
		list[k] = f.name(k)
	}
	return list
}

// written is the polynomial with its numbers.
func (p *polynomial) written() string {
	var s strings.Builder
	s.WriteString("f(x) = " + words.Number(p.intercept))
	terms := 0
	for k, w := range p.coef {
		if w == 0 {
			continue
		}
		terms++
		s.WriteString(words.Term(w) + " " + p.name(k))
		if terms == 24 {
			s.WriteString(" + …")
			break
		}
	}
	return s.String()
}
