package regression

import (
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// square names the size of a linear system.
func square(n int) string { return strconv.Itoa(n) + "×" + strconv.Itoa(n) }

// name writes monomial k: x, x², xy.
func (f *frame) name(k int) string {
	var s strings.Builder
	for j, a := range f.exps[k] {
		if a == 0 {
			continue
		}
		switch {
		case f.d == 1:
			s.WriteByte('x')
		case f.d == 2:
			s.WriteByte("xy"[j])
		default:
			s.WriteString("x" + strconv.Itoa(j+1))
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

// names lists the monomials, the first ones when there are many.
func (f *frame) names() string {
	const told = 12
	list := make([]string, 0, told)
	for k := range min(f.size(), told) {
		list = append(list, f.name(k))
	}
	if f.size() > told {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

// written is the polynomial with its numbers, four terms a line.
func (p *polynomial) written() string {
	var s strings.Builder
	s.WriteString("f = " + words.Number(p.intercept))
	terms := 0
	for k, w := range p.coef {
		if w == 0 {
			continue
		}
		if terms++; terms%4 == 0 {
			s.WriteString("\n   ")
		}
		s.WriteString(words.Term(w) + " " + p.name(k))
		if terms == 24 {
			s.WriteString(" + …")
			break
		}
	}
	return s.String()
}
