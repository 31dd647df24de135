package assess

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Rule is an expression in n, the number of training points: n^(2/3)/2, 1/sqrt(n), log(n).
type Rule struct {
	text string
	eval term
}

// String returns the rule as it was written.
func (r *Rule) String() string { return r.text }

// At returns the value for n points, which may be infinite or NaN.
func (r *Rule) At(n int) float64 { return r.eval(letters{n: float64(n)}) }

// PenaltyRule is an expression in n and in h, the complexity of a fit: 0.5*h/n, or Vapnik's
// sqrt((h*(log(2*n/h)+1)-log(0.05/4))/n).
type PenaltyRule struct{ rule Rule }

// At returns the penalty of a fit with complexity h to n points, which may be infinite or NaN.
func (p *PenaltyRule) At(n int, h float64) float64 { return p.rule.eval(letters{float64(n), h}) }

// maxNested is the largest depth of parentheses in a rule.
const maxNested = 20

// ParseRule parses a rule: numbers, n, + - * / ^ and parentheses, and the functions sqrt, log (natural), log2, log10,
// exp, floor, ceil and round of one argument. ^ has the highest precedence, and is right-associative. The error names
// field.
func ParseRule(field, text string) (*Rule, error) {
	p := &ruleParser{field: field, s: text}
	return p.all()
}

// ParsePenalty parses a penalty, which is a rule in n and h. The error names field.
func ParsePenalty(field, text string) (*PenaltyRule, error) {
	r, err := (&ruleParser{field: field, s: text, penalised: true}).all()
	if err != nil {
		return nil, err
	}
	return &PenaltyRule{*r}, nil
}

// letters are the variables of an expression.
type letters struct{ n, h float64 }

type term = func(at letters) float64

type ruleParser struct {
	field, s  string
	pos       int
	penalised bool // the expression contains h, too
}

// all parses the whole text.
func (p *ruleParser) all() (*Rule, error) {
	eval, err := p.sum(0)
	if err == nil && p.peek() != 0 {
		err = p.fail("an operator or the end")
	}
	if err != nil {
		return nil, err
	}
	return &Rule{strings.TrimSpace(p.s), eval}, nil
}

// peek returns the next byte that is not a blank; 0 = the end.
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
	wanted := words.Text("an expression in n such as n^(2/3)/2, with %s at column %s", want, strconv.Itoa(p.pos+1))
	if p.penalised {
		wanted = words.Text("an expression in n and h such as 0.5*h/n, with %s at column %s", want, strconv.Itoa(p.pos+1))
	}
	return &doc.Error{Field: p.field, Want: wanted, Got: got}
}

func (p *ruleParser) sum(depth int) (term, error) {
	if depth > maxNested {
		return nil, p.fail(words.Text("at most %s nested parentheses", strconv.Itoa(maxNested)))
	}
	a, err := p.product(depth)
	for err == nil {
		x := a
		switch {
		case p.eat('+'):
			y, e := p.product(depth)
			a, err = func(at letters) float64 { return x(at) + y(at) }, e
		case p.eat('-'):
			y, e := p.product(depth)
			a, err = func(at letters) float64 { return x(at) - y(at) }, e
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
			a, err = func(at letters) float64 { return x(at) * y(at) }, e
		case p.eat('/'):
			y, e := p.sign(depth)
			a, err = func(at letters) float64 { return x(at) / y(at) }, e
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
	return func(at letters) float64 { return -x(at) }, nil
}

func (p *ruleParser) power(depth int) (term, error) {
	if depth > maxNested {
		return nil, p.fail(words.Text("at most %s nested powers", strconv.Itoa(maxNested)))
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
		return func(at letters) float64 { return math.Pow(x(at), -y(at)) }, nil
	}
	return func(at letters) float64 { return math.Pow(x(at), y(at)) }, nil
}

// ruleFunctions are the functions of one argument.
var ruleFunctions = []struct {
	name string
	of   func(float64) float64
}{{"sqrt", math.Sqrt}, {"log10", math.Log10}, {"log2", math.Log2}, {"log", math.Log}, {"exp", math.Exp},
	{"floor", math.Floor}, {"ceil", math.Ceil}, {"round", math.Round}}

func (p *ruleParser) wantTerm() string {
	if p.penalised {
		return "a number, n, h, a function or ("
	}
	return "a number, n, a function or ("
}

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
			return nil, p.fail(p.wantTerm())
		}
		return func(letters) float64 { return v }, nil
	}
	for _, f := range ruleFunctions {
		if !strings.HasPrefix(p.s[p.pos:], f.name) {
			continue
		}
		p.pos += len(f.name)
		if !p.eat('(') {
			return nil, p.fail(words.Text("( after %s", f.name))
		}
		x, err := p.closed(depth)
		if err != nil {
			return nil, err
		}
		return func(at letters) float64 { return f.of(x(at)) }, nil
	}
	if p.eat('n') {
		return func(at letters) float64 { return at.n }, nil
	}
	if p.penalised && p.eat('h') {
		return func(at letters) float64 { return at.h }, nil
	}
	return nil, p.fail(p.wantTerm())
}

// closed parses the rest of an expression in parentheses.
func (p *ruleParser) closed(depth int) (term, error) {
	x, err := p.sum(depth + 1)
	if err == nil && !p.eat(')') {
		return nil, p.fail("an operator or )")
	}
	return x, err
}
