// Package expression parses functions of two variables, such as x^2 + 3xy + exp(−y), and computes their values,
// gradients and Hessians exactly by automatic differentiation (second-order jets).
package expression

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"pointscape/engine/words"
)

const (
	maxDepth = 40
	maxNodes = 400
)

// Expr is a parsed function of x and y.
type Expr struct {
	root *node
	text string
}

// String returns the text that was parsed.
func (e *Expr) String() string { return e.text }

// At returns the function's jet at a point. It is NaN where the function is undefined, such as the logarithm of a
// negative number.
func (e *Expr) At(x, y float64) Jet { return e.root.jet(x, y) }

// Value returns the function's value at a point.
func (e *Expr) Value(x, y float64) float64 { return e.root.value(x, y) }

// Slope returns the value and the gradient, the same as At to the last bit, in half the time.
func (e *Expr) Slope(x, y float64) (f, fx, fy float64) {
	s := e.root.slope(x, y)
	return s.f, s.x, s.y
}

// Row sets out[i] to the function's value at (xs[i], y). It evaluates subexpressions without x only once.
func (e *Expr) Row(out, xs []float64, y float64) {
	var r rows
	r.row(e.root, out, xs, y)
}

// Degree returns the degree of the expression as it is written (without cancellation) if it is a polynomial with
// exponents of at most 100, otherwise −1.
func (e *Expr) Degree() int { return e.root.degree() }

// Jet is a value with its first and second derivatives.
type Jet struct{ F, X, Y, XX, XY, YY float64 }

// Plus returns the jet of the sum of two functions at the same point.
func (a Jet) Plus(b Jet) Jet {
	return Jet{a.F + b.F, a.X + b.X, a.Y + b.Y, a.XX + b.XX, a.XY + b.XY, a.YY + b.YY}
}

func (a Jet) times(b Jet) Jet {
	return Jet{float64(a.F * b.F),
		float64(a.X*b.F) + float64(a.F*b.X), float64(a.Y*b.F) + float64(a.F*b.Y),
		float64(a.XX*b.F) + float64(2*a.X*b.X) + float64(a.F*b.XX),
		float64(a.XY*b.F) + float64(a.X*b.Y) + float64(a.Y*b.X) + float64(a.F*b.XY),
		float64(a.YY*b.F) + float64(2*a.Y*b.Y) + float64(a.F*b.YY)}
}

// through returns the jet of φ(a), given the value of φ at a and its first two derivatives.
func (a Jet) through(f, d, dd float64) Jet {
	return Jet{f, float64(d * a.X), float64(d * a.Y),
		float64(d*a.XX) + float64(dd*a.X*a.X),
		float64(d*a.XY) + float64(dd*a.X*a.Y),
		float64(d*a.YY) + float64(dd*a.Y*a.Y)}
}

// constant reports whether all derivatives are 0.
func (a Jet) constant() bool {
	return a.X == 0 && a.Y == 0 && a.XX == 0 && a.XY == 0 && a.YY == 0
}

// node is a node of the syntax tree: op is 'n' for a number, 'x', 'y', '+', '*', '/', '^', 'm' for minus, or 'f' for a
// function.
type node struct {
	op   byte
	v    float64
	f    *function
	a, b *node
}

// function is a function that expressions may call, with its first two derivatives.
type function struct {
	name string
	at   func(u float64) (f, d, dd float64)
}

var functions = []function{
	{"exp", func(u float64) (f, d, dd float64) { e := math.Exp(u); return e, e, e }},
	{"ln", logarithm},
	{"log", logarithm},
	{"sqrt", func(u float64) (f, d, dd float64) {
		s := math.Sqrt(u)
		return s, 0.5 / s, -0.25 / (s * u)
	}},
	{"sin", func(u float64) (f, d, dd float64) { s, c := math.Sincos(u); return s, c, -s }},
	{"cos", func(u float64) (f, d, dd float64) { s, c := math.Sincos(u); return c, -s, -c }},
	{"tanh", func(u float64) (f, d, dd float64) {
		t := math.Tanh(u)
		return t, 1 - t*t, -2 * t * (1 - t*t)
	}},
}

func logarithm(u float64) (f, d, dd float64) { return math.Log(u), 1 / u, -1 / (u * u) }

// Functions returns the names of the functions that expressions may call.
func Functions() (names []string) {
	for _, f := range functions {
		names = append(names, f.name)
	}
	return names
}

// UsesY reports whether the expression contains y.
func (e *Expr) UsesY() bool { return e.root.has('y') }

func (n *node) has(op byte) bool { return n != nil && (n.op == op || n.a.has(op) || n.b.has(op)) }

func (n *node) jet(x, y float64) Jet {
	switch n.op {
	case 'n':
		return Jet{F: n.v}
	case 'x':
		return Jet{F: x, X: 1}
	case 'y':
		return Jet{F: y, Y: 1}
	case '+':
		return n.a.jet(x, y).Plus(n.b.jet(x, y))
	case 'm':
		a := n.a.jet(x, y)
		return a.through(-a.F, -1, 0)
	case '*':
		return n.a.jet(x, y).times(n.b.jet(x, y))
	case '/':
		b := n.b.jet(x, y)
		return n.a.jet(x, y).times(b.through(1/b.F, -1/(b.F*b.F), 2/(b.F*b.F*b.F)))
	case '^':
		a, b := n.a.jet(x, y), n.b.jet(x, y)
		if b.constant() {
			return a.through(power(a.F, b.F))
		}
		f, d, dd := logarithm(a.F)
		e := math.Exp(b.F * f)
		return b.times(a.through(f, d, dd)).through(e, e, e)
	}
	a := n.a.jet(x, y)
	return a.through(n.f.at(a.F))
}

// power returns u to the power p, with its first two derivatives by u.
func power(u, p float64) (f, d, dd float64) {
	switch p {
	case 0:
		return 1, 0, 0
	case 1:
		return u, 1, 0
	case 2:
		return float64(u * u), 2 * u, 2
	}
	return math.Pow(u, p), p * math.Pow(u, p-1), p * (p - 1) * math.Pow(u, p-2)
}

func (n *node) value(x, y float64) float64 {
	switch n.op {
	case 'n':
		return n.v
	case 'x':
		return x
	case 'y':
		return y
	case '+':
		return n.a.value(x, y) + n.b.value(x, y)
	case 'm':
		return -n.a.value(x, y)
	case '*':
		return float64(n.a.value(x, y) * n.b.value(x, y))
	case '/':
		return n.a.value(x, y) / n.b.value(x, y)
	case '^':
		return raised(n.a.value(x, y), n.b.value(x, y))
	}
	f, _, _ := n.f.at(n.a.value(x, y))
	return f
}

// slope is a value with its first derivatives.
type slope struct{ f, x, y float64 }

func (a slope) through(f, d float64) slope { return slope{f, float64(d * a.x), float64(d * a.y)} }

func (a slope) times(b slope) slope {
	return slope{float64(a.f * b.f), float64(a.x*b.f) + float64(a.f*b.x), float64(a.y*b.f) + float64(a.f*b.y)}
}

// slope is jet without second derivatives.
func (n *node) slope(x, y float64) slope {
	switch n.op {
	case 'n':
		return slope{f: n.v}
	case 'x':
		return slope{f: x, x: 1}
	case 'y':
		return slope{f: y, y: 1}
	case '+':
		a, b := n.a.slope(x, y), n.b.slope(x, y)
		return slope{a.f + b.f, a.x + b.x, a.y + b.y}
	case 'm':
		a := n.a.slope(x, y)
		return a.through(-a.f, -1)
	case '*':
		return n.a.slope(x, y).times(n.b.slope(x, y))
	case '/':
		b := n.b.slope(x, y)
		return n.a.slope(x, y).times(b.through(1/b.f, -1/(b.f*b.f)))
	case '^':
		if n.b.op == 'n' {
			a := n.a.slope(x, y)
			f, d, _ := power(a.f, n.b.v)
			return a.through(f, d)
		}
		j := n.jet(x, y) // jet uses second derivatives to choose between two formulas
		return slope{j.F, j.X, j.Y}
	}
	a := n.a.slope(x, y)
	f, d, _ := n.f.at(a.f)
	return a.through(f, d)
}

// rows is a pool of buffers for the values of subexpressions along a row.
type rows struct{ free [][]float64 }

func (r *rows) row(n *node, out, xs []float64, y float64) {
	if !n.has('x') {
		v := n.value(0, y)
		for i := range out {
			out[i] = v
		}
		return
	}
	switch n.op {
	case 'x':
		copy(out, xs)
		return
	case 'm':
		r.row(n.a, out, xs, y)
		for i, a := range out {
			out[i] = -a
		}
		return
	case 'f':
		r.row(n.a, out, xs, y)
		for i, a := range out {
			out[i], _, _ = n.f.at(a)
		}
		return
	}
	r.row(n.a, out, xs, y)
	var other []float64
	if k := len(r.free); k > 0 {
		other, r.free = r.free[k-1], r.free[:k-1]
	} else {
		other = make([]float64, len(out))
	}
	r.row(n.b, other, xs, y)
	for i, a := range out {
		switch b := other[i]; n.op {
		case '+':
			out[i] = a + b
		case '*':
			out[i] = float64(a * b)
		case '/':
			out[i] = a / b
		case '^':
			out[i] = raised(a, b)
		}
	}
	r.free = append(r.free, other)
}

// raised returns a to the power b.
func raised(a, b float64) float64 {
	if b == 2 {
		return float64(a * a)
	}
	return math.Pow(a, b)
}

func (n *node) degree() int {
	switch n.op {
	case 'n':
		return 0
	case 'x', 'y':
		return 1
	case 'm':
		return n.a.degree()
	}
	a, b := n.a.degree(), -1
	if n.b != nil {
		b = n.b.degree()
	}
	switch {
	case n.op == 'f' && a == 0:
		return 0
	case n.op == 'f' || a < 0 || b < 0:
		return -1
	case n.op == '+':
		return max(a, b)
	case n.op == '*':
		return a + b
	case n.op == '/' && b == 0:
		return a
	case n.op == '^' && b == 0:
		if p := n.b.value(0, 0); p >= 0 && p == math.Trunc(p) && p <= 100 {
			return a * int(p)
		} else if a == 0 {
			return 0
		}
	}
	return -1
}

// Error is a syntax error: what was expected, where, and what was found.
type Error struct {
	Want   string
	Column int // from 1
	Got    string
}

func (e *Error) Error() string {
	return words.Sprintf("%s is expected at column %d; got %s", e.Want, e.Column, e.Got)
}

// Parse parses an expression: numbers, x and y (or x1 and x2), + − * / ^, parentheses, and the functions of Functions.
// Multiplication signs may be omitted. The error is an *Error.
func Parse(text string) (*Expr, error) {
	p := read(text)
	n, err := p.sum(0)
	if err != nil {
		return nil, err
	}
	if p.space(); p.pos < len(p.s) {
		return nil, p.fail("an operator or the end")
	}
	return &Expr{n, text}, nil
}

// pasted lists notations of formulas that users paste, with their equivalents.
var pasted = [...][2]string{{"−", "-"}, {"·", "*"}, {"×", "*"}, {"²", "^2 "}, {"³", "^3 "}, {"x₁", "x"}, {"x₂", "y"}}

// read returns a parser of a text.
func read(text string) *parser {
	p := &parser{text: text}
	for at := 0; at < len(text); {
		plain, n := text[at:at+1], 1
		for _, r := range pasted {
			if strings.HasPrefix(text[at:], r[0]) {
				plain, n = r[1], len(r[0])
			}
		}
		for range plain {
			p.from = append(p.from, at)
		}
		p.s += plain
		at += n
	}
	p.from = append(p.from, len(text))
	return p
}

type parser struct {
	text  string // as typed
	s     string // after replacements
	from  []int  // index in text of each byte of s, and of its end
	pos   int
	nodes int
}

func (p *parser) space() {
	for p.pos < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *parser) peek() byte {
	if p.space(); p.pos < len(p.s) {
		return p.s[p.pos]
	}
	return 0
}

func (p *parser) fail(want string) error {
	p.space()
	got := "the end"
	at := p.from[p.pos]
	if p.pos < len(p.s) {
		r := []rune(p.text[at:])
		got = strconv.Quote(string(r[:min(len(r), 12)]))
	}
	return &Error{want, utf8.RuneCountInString(p.text[:at]) + 1, got}
}

func (p *parser) make(n node) (*node, error) {
	if p.nodes++; p.nodes > maxNodes {
		return nil, p.fail(words.Text("fewer than %s terms and factors", strconv.Itoa(maxNodes)))
	}
	return &n, nil
}

func (p *parser) sum(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, p.fail("fewer nested parentheses")
	}
	a, err := p.product(depth)
	for err == nil {
		op := p.peek()
		if op != '+' && op != '-' {
			return a, nil
		}
		p.pos++
		var b *node
		if b, err = p.product(depth); err != nil {
			break
		}
		if op == '-' {
			if b, err = p.make(node{op: 'm', a: b}); err != nil {
				break
			}
		}
		a, err = p.make(node{op: '+', a: a, b: b})
	}
	return nil, err
}

func (p *parser) product(depth int) (*node, error) {
	a, err := p.signed(depth)
	for err == nil {
		op := p.peek()
		switch {
		case op == '*' || op == '/':
			p.pos++
		case op == '(' || letter(op) || digit(op):
			op = '*' // omitted multiplication sign
		default:
			return a, nil
		}
		var b *node
		if b, err = p.signed(depth); err == nil {
			a, err = p.make(node{op: op, a: a, b: b})
		}
	}
	return nil, err
}

// signed parses a power with its sign: −x^2 is −(x^2).
func (p *parser) signed(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, p.fail("fewer signs")
	}
	switch p.peek() {
	case '+':
		p.pos++
		return p.signed(depth + 1)
	case '-':
		p.pos++
		a, err := p.signed(depth + 1)
		if err != nil {
			return nil, err
		}
		return p.make(node{op: 'm', a: a})
	}
	a, err := p.atom(depth)
	if err != nil || p.peek() != '^' {
		return a, err
	}
	p.pos++
	b, err := p.signed(depth + 1)
	if err != nil {
		return nil, err
	}
	return p.make(node{op: '^', a: a, b: b})
}

func digit(c byte) bool  { return c >= '0' && c <= '9' || c == '.' }
func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func (p *parser) atom(depth int) (*node, error) {
	const want = "a number, x, y, a function or ("
	c := p.peek()
	switch {
	case c == '(':
		p.pos++
		a, err := p.sum(depth + 1)
		if err != nil {
			return nil, err
		}
		if p.peek() != ')' {
			return nil, p.fail(")")
		}
		p.pos++
		return a, nil
	case digit(c):
		from := p.pos
		for p.pos < len(p.s) && digit(p.s[p.pos]) {
			p.pos++
		}
		// 1e-3 is a number in exponential notation; 2e^x and 2 e x are products with Euler's number.
		if q := p.pos; q < len(p.s) && (p.s[q] == 'e' || p.s[q] == 'E') {
			if q++; q < len(p.s) && (p.s[q] == '-' || p.s[q] == '+') {
				q++
			}
			for ; q < len(p.s) && p.s[q] >= '0' && p.s[q] <= '9'; q++ {
				p.pos = q + 1
			}
		}
		v, err := strconv.ParseFloat(p.s[from:p.pos], 64)
		if err != nil || math.IsInf(v, 0) {
			p.pos = from
			return nil, p.fail("a number")
		}
		return p.make(node{op: 'n', v: v})
	case !letter(c):
		return nil, p.fail(want)
	}
	rest := p.s[p.pos:]
	for i := range functions {
		f := &functions[i]
		if !strings.HasPrefix(rest, f.name) {
			continue
		}
		from := p.pos
		p.pos += len(f.name)
		if p.peek() != '(' {
			p.pos = from
			return nil, p.fail(words.Text("( after %s", f.name))
		}
		a, err := p.atom(depth + 1)
		if err != nil {
			return nil, err
		}
		return p.make(node{op: 'f', f: f, a: a})
	}
	for _, v := range []struct {
		name string
		op   byte
		v    float64
	}{{"x1", 'x', 0}, {"x2", 'y', 0}, {"x", 'x', 0}, {"y", 'y', 0}, {"pi", 'n', math.Pi}, {"e", 'n', math.E}} {
		if strings.HasPrefix(rest, v.name) {
			p.pos += len(v.name)
			return p.make(node{op: v.op, v: v.v})
		}
	}
	return nil, p.fail(want)
}
