package course

import (
	"fmt"
	"math"
	"strings"

	"pointscape/engine/check"
	"pointscape/engine/words"
)

// This file reads the marks of numbers in texts. A number that the engine can compute is written as a mark, so that it
// is verified (package trial) and can't stay wrong:
//
//	[[33 = n_support]] support vectors        33 is n_support, rounded to the digits shown
//	[[18 % = test_error]]                     100*test_error, rounded
//	about [[30 % ~ test_error]]               rounded to the last digit that is not 0: 25 to 35 %
//	fewer than [[40 > n_support]]             40 is greater than n_support; [[200 < step]] is the opposite
//	[[4 = n_support @ wide]]                  for the document with the changes of the page's setting "wide"
//	[[1.05 : Tikhonov 1963]]                  not computed; the text after the colon is the source
//
// Readers see only the part before the sign, in prose and in formulas. Brackets that don't begin with a number, such as
// [[a, b]], are no mark and stay as they are, and so does text between backquotes.

// Names of settings that every page and step has: its document at the beginning, and at the end.
const (
	Begin = "begin"
	End   = "end"
)

// Mark is a number in a text, with its condition.
type Mark struct {
	Shown string
	// Is is =, ~, > or < between the number and Expr, or : before Source.
	Is      byte
	Expr    string // an expression of package check
	Setting string // name of the setting for which Expr is evaluated; "" = that of the text's position
	Source  string // source of a number that is not computed

	from, to int // byte range of Shown, counted from the mark's first bracket
}

// mostMark is the maximum length of a mark without its closing brackets, in bytes.
const mostMark = 300

// readMark reads the mark at the beginning of a text, and returns its length in bytes; m is nil if there is none. The
// error says what is wrong with a mark.
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
			err = words.Errorf("[[%s]]: the source of the number is missing after the colon", inner)
		}
		return m, end + 2, err
	}
	expr, setting, named := strings.Cut(rest, "@")
	m.Expr, m.Setting = strings.TrimSpace(expr), strings.TrimSpace(setting)
	if named && m.Setting == "" {
		err = words.Errorf("[[%s]]: the name of settings is missing after @", inner)
	} else if _, e := check.Read(m.Expr); e != nil {
		err = fmt.Errorf("[[%s]]: %w", inner, e)
	}
	return m, end + 2, err
}

// isNumber reports whether a text is a single number and nothing else, in one of the languages.
func isNumber(s string) bool {
	for _, lang := range []string{"en", "fr", "es"} {
		for _, formula := range []bool{false, true} {
			r := numberReader{text: s, t: tongueOf(lang), formula: formula}
			if n, ok := r.number(); ok && n.To == len(s) {
				return true
			}
		}
	}
	return false
}

// Shown returns a text as readers see it: marks are replaced by their numbers.
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

// Fits reports whether a number in a mark is correct, given the value of the mark's expression.
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
