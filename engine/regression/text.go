package regression

import (
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// priced formats the objective with its numbers: a + price·b = sum.
func priced(a, price, b float64) string {
	return words.Text("%s + %s·%s = %s", words.Number(a), words.Number(price), words.Number(b), words.Number(a+price*b))
}

// square formats the size of a linear system.
func square(n int) string { return strconv.Itoa(n) + "×" + strconv.Itoa(n) }

// name returns monomial k: x, x², x₁x₂; for a table, the name of column k.
func (f *frame) name(k int) string {
	if f.names != nil {
		return f.names[k]
	}
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
			s.WriteString(words.Superscript(a))
		}
	}
	return s.String()
}

// what describes the monomials.
func (f *frame) what() string {
	if f.names != nil {
		return "the columns"
	}
	if f.d > 1 && f.degree > 1 {
		return "the powers and products of the inputs"
	}
	return "the powers of the inputs"
}

// terms lists the monomials.
func (f *frame) terms() []string {
	list := make([]string, f.size())
	for k := range list {
		list[k] = f.name(k)
	}
	return list
}

// written formats the polynomial with its numbers.
func (p *polynomial) written() string {
	if p.names != nil {
		return p.sum()
	}
	var s strings.Builder
	s.WriteString("f(x) = " + words.Number(p.intercept))
	terms := 0
	for k, w := range p.coef {
		if w == 0 {
			continue
		}
		if terms++; terms > 24 {
			s.WriteString(" + …")
			break
		}
		s.WriteString(words.Text("%s %s", words.Term(w), p.name(k)))
	}
	return s.String()
}
