package assess

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/doc"
)

// Rule is an expression in n, the number of training points: n^(2/3)/2, 1/sqrt(n), log(n).
type Rule struct {
	text string
	eval func(n float64) float64
}

// String is the rule as it was written.
func (r *Rule) String() string { return r.text }

// At is the value for n points; it may be no finite number.
func (r *Rule) At(n int) float64 { return r.eval(float64(n)) }

// maxNested is how deep parentheses of a rule may be.
const maxNested = 20

// ParseRule reads a rule: numbers, n, + - * / ^ and parentheses, and the functions sqrt, log (natural), log2, log10,
// exp, floor, ceil and round of one argument. ^ binds closest and to the right. The error names field.
func ParseRule(field, text string) (*Rule, error) {
	p := &ruleParser{field: field, s: text}
	eval, err := p.sum(0)
	if err == nil && p.peek() != 0 {
		err = p.fail("an operator or the end")
	}
	if err != nil {
		return nil, err
	}
	return &Rule{strings.TrimSpace(text), eval}, nil
}

type term = func(n float64) float64

type ruleParser struct {
	field, s string
	pos      int
}

// peek is the next byte that is no blank; 0 = the end.
func (p *ruleParser) peek() byte {
	for p.pos < len(p.s) && p.s[p.pos] == ' ' {
		p.pos++
	}
	if p.pos == len(p.s) {
		return 0
	}
	return p.s[p.pos]
}

func (p *ruleParser) eat(c byte) bool {
	if p.peek() == c {
		p.pos++
		return true
	}
	return false
}

func (p *ruleParser) fail(want string) error {
	got := "the end"
	if p.peek() != 0 {
		got = strconv.Quote(p.s[p.pos:min(len(p.s), p.pos+20)])
	}
	return &doc.Error{Field: p.field, Want: "an expression in n such as n^(2/3)/2, with " + want + " at column " +
		strconv.Itoa(p.pos+1), Got: got}
}

func (p *ruleParser) sum(depth int) (term, error) {
	if depth > maxNested {
		return nil, p.fail("at most " + strconv.Itoa(maxNested) + " nested parentheses")
	}
	a, err := p.product(depth)
	for err == nil {
		x := a
		switch {
		case p.eat('+'):
			y, e := p.product(depth)
			a, err = func(n float64) float64 { return x(n) + y(n) }, e
		case p.eat('-'):
			y, e := p.product(depth)
			a, err = func(n float64) float64 { return x(n) - y(n) }, e
		default:
			return a, nil
		}
	}
	return nil, err
}

func (p *ruleParser) product(depth int) (term, error) {
	a, err := p.sign(depth)
	for err == nil {
		x := a
		switch {
		case p.eat('*'):
			y, e := p.sign(depth)
			a, err = func(n float64) float64 { return x(n) * y(n) }, e
		case p.eat('/'):
			y, e := p.sign(depth)
			a, err = func(n float64) float64 { return x(n) / y(n) }, e
		default:
			return a, nil
		}
	}
	return nil, err
}

func (p *ruleParser) sign(depth int) (term, error) {
	minus := false
	for p.eat('-') {
		minus = !minus
	}
	x, err := p.power(depth)
	if err != nil || !minus {
		return x, err
	}
	return func(n float64) float64 { return -x(n) }, nil
}

func (p *ruleParser) power(depth int) (term, error) {
	if depth > maxNested {
		return nil, p.fail("at most " + strconv.Itoa(maxNested) + " nested powers")
	}
	x, err := p.atom(depth)
	if err != nil || !p.eat('^') {
		return x, err
	}
	minus := p.eat('-')
	y, err := p.power(depth + 1)
	if err != nil {
		return nil, err
	}
	if minus {
		return func(n float64) float64 { return math.Pow(x(n), -y(n)) }, nil
	}
	return func(n float64) float64 { return math.Pow(x(n), y(n)) }, nil
}

// ruleFunctions are those of one argument.
var ruleFunctions = []struct {
	name string
	of   func(float64) float64
}{{"sqrt", math.Sqrt}, {"log10", math.Log10}, {"log2", math.Log2}, {"log", math.Log}, {"exp", math.Exp},
	{"floor", math.Floor}, {"ceil", math.Ceil}, {"round", math.Round}}

const wantTerm = "a number, n, a function or ("

func (p *ruleParser) atom(depth int) (term, error) {
	c := p.peek()
	switch {
	case p.eat('('):
		return p.closed(depth)
	case c >= '0' && c <= '9' || c == '.':
		from := p.pos
		for p.pos < len(p.s) && (p.s[p.pos] >= '0' && p.s[p.pos] <= '9' || p.s[p.pos] == '.') {
			p.pos++
		}
		v, err := strconv.ParseFloat(p.s[from:p.pos], 64)
		if err != nil {
			p.pos = from
			return nil, p.fail(wantTerm)
		}
		return func(float64) float64 { return v }, nil
	}
	for _, f := range ruleFunctions {
		if !strings.HasPrefix(p.s[p.pos:], f.name) {
			continue
		}
		p.pos += len(f.name)
		if !p.eat('(') {
			return nil, p.fail("( after " + f.name)
		}
		x, err := p.closed(depth)
		if err != nil {
			return nil, err
		}
		return func(n float64) float64 { return f.of(x(n)) }, nil
	}
	if p.eat('n') {
		return func(n float64) float64 { return n }, nil
	}
	return nil, p.fail(wantTerm)
}

// closed reads what stands in parentheses whose first one is read.
func (p *ruleParser) closed(depth int) (term, error) {
	x, err := p.sum(depth + 1)
	if err == nil && !p.eat(')') {
		return nil, p.fail("an operator or )")
	}
	return x, err
}
