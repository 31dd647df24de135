package course

import (
	"fmt"
	"math"
	"strings"

	"pointscape/engine/check"
)

// This file reads the marks of numbers in texts. A number of a text that the engine can work out stands in one, so that
// it is tried (package trial) and cannot be wrong for long:
//
//	[[33 = n_support]] support vectors        33 is n_support, rounded to the figures shown
//	[[18 % = test_error]]                     100*test_error, rounded
//	about [[30 % ~ test_error]]               rounded as far as the zeros at its end say: 25 to 35 %
//	fewer than [[40 > n_support]]             40 is more than n_support; [[200 < step]] is the other way
//	[[4 = n_support @ wide]]                  of the document with the changes that the page's settings call "wide"
//	[[1.05 : Tikhonov 1963]]                  nothing works it out; behind the colon is where it comes from
//
// People see what stands before the sign alone, in prose and in formulas. What does not begin with a number, as
// [[a, b]], is no mark and stays as it is, and so does what stands between backquotes.

// The settings that each step has: its document when it begins, and when it is done.
const (
	Begin = "begin"
	End   = "end"
)

// Mark is a number in a text, with what it must be.
type Mark struct {
	Shown string
	// Is is =, ~, > or < between the number and Expr, or : before Source.
	Is      byte
	Expr    string // an expression of package check
	Setting string // the name of the changes of which Expr is asked; "" = those of the text's place
	Source  string // where a number comes from that nothing works out

	from, to int // where Shown stands behind the first bracket of the mark
}

// mostMark is how many bytes a mark may have.
const mostMark = 300

// readMark reads the mark that a text begins with, and tells how many bytes it has; nil where there is none. Its error
// says what is wrong with one.
func readMark(text string) (m *Mark, n int, err error) {
	if !strings.HasPrefix(text, "[[") {
		return nil, 0, nil
	}
	end, depth := 2, 0
	for ; end < len(text) && end < mostMark && text[end] != '\n'; end++ {
		switch text[end] {
		case '[':
			depth++
			continue
		case ']':
		default:
			continue
		}
		if depth == 0 {
			break
		}
		depth--
	}
	if end+1 >= len(text) || !strings.HasPrefix(text[end:], "]]") {
		return nil, 0, nil
	}
	inner := text[2:end]
	at := strings.IndexAny(inner, "=~<>:")
	if at < 0 {
		return nil, 0, nil
	}
	shown := strings.Trim(inner[:at], " ")
	if !isNumber(shown) {
		return nil, 0, nil
	}
	m = &Mark{Shown: shown, Is: inner[at], from: 2 + strings.Index(inner, shown)}
	m.to = m.from + len(shown)
	rest := strings.TrimSpace(inner[at+1:])
	if m.Is == ':' {
		if m.Source = rest; rest == "" {
			err = fmt.Errorf("[[%s]]: the source of the number is missing after the colon", inner)
		}
		return m, end + 2, err
	}
	expr, setting, named := strings.Cut(rest, "@")
	m.Expr, m.Setting = strings.TrimSpace(expr), strings.TrimSpace(setting)
	if named && m.Setting == "" {
		err = fmt.Errorf("[[%s]]: the name of settings is missing after @", inner)
	} else if _, e := check.Read(m.Expr); e != nil {
		err = fmt.Errorf("[[%s]]: %w", inner, e)
	}
	return m, end + 2, err
}

// isNumber reports whether a text is one number and nothing else, in one of the languages.
func isNumber(s string) bool {
	for _, lang := range []string{"en", "fr"} {
		for _, formula := range []bool{false, true} {
			r := numberReader{text: s, t: tongueOf(lang), formula: formula}
			if n, ok := r.number(); ok && n.To == len(s) {
				return true
			}
		}
	}
	return false
}

// Shown is a text as people see it: of each mark its number alone.
func Shown(text string) (string, error) {
	if !strings.Contains(text, "[[") {
		return text, nil
	}
	var b strings.Builder
	code := false
	for i := 0; i < len(text); i++ {
		if text[i] == '`' {
			code = !code
		}
		if text[i] == '[' && !code && !escaped(text, i) {
			m, n, err := readMark(text[i:])
			if err != nil {
				return "", err
			}
			if m != nil {
				b.WriteString(m.Shown)
				i += n - 1
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String(), nil
}

// Fits reports whether a number that is shown in a mark is right, when its expression has a value.
func (n *Numeral) Fits(value float64) bool {
	if n.Percent {
		value *= 100
	}
	unit := n.Unit
	switch n.Mark.Is {
	case '>':
		return n.Value > value
	case '<':
		return n.Value < value
	case '~':
		for unit >= 1 && n.Value != 0 && math.Mod(n.Value, 10*unit) == 0 {
			unit *= 10
		}
	}
	return math.Abs(n.Value-value) <= unit/2+1e-9*math.Abs(value)
}
