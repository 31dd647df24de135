package kernel

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

const field = "params.kernel"

// Limits of an expression, and of its numbers. Squares of such numbers are far from overflow.
const (
	maxBytes   = 4000
	maxKernels = 16
	maxDepth   = 16
	maxScales  = 4 // length scales of one kernel
	maxDegree  = 50
	minNumber  = 1e-100
	maxNumber  = 1e100
)

func itoa(n int) string { return strconv.Itoa(n) }

// signature lists the parameters of a kernel in the order of positional arguments.
type signature struct {
	name   string
	params []string
	sample string
	each   bool // the parameter may be given once for each coordinate
}

var signatures = []signature{
	{"rbf", []string{"length_scale"}, "rbf(0.2)", true},
	{"matern12", []string{"length_scale"}, "matern12(0.2)", true},
	{"matern32", []string{"length_scale"}, "matern32(0.2)", true},
	{"matern52", []string{"length_scale"}, "matern52(0.2)", true},
	{"rq", []string{"length_scale", "alpha"}, "rq(0.2, 1)", false},
	{"periodic", []string{"length_scale", "period"}, "periodic(0.5, 1)", false},
	{"laplacian", []string{"gamma", "norm"}, "laplacian(5)", false},
	{"cos", []string{"period"}, "cos(1)", false},
	{"triangle", []string{"length_scale"}, "triangle(0.5)", false},
	{"box", []string{"length_scale"}, "box(0.5)", false},
	{"linear", nil, "linear()", false},
	{"poly", []string{"gamma", "coef0", "degree"}, "poly(1, 1, 3)", false},
	{"sigmoid", []string{"gamma", "coef0"}, "sigmoid(1, 0)", false},
	{"constant", []string{"value"}, "constant(1)", false},
	{"white", []string{"value"}, "white(0.1)", false},
}

const kernelList = "rbf, matern12, matern32, matern52, rq, periodic, cos, triangle, box, laplacian, " +
	"linear, poly, sigmoid, constant or white"

// Parse reads a kernel expression: kernels by name with their arguments (by
// position, or as length_scale=0.2), numbers, +, -, * and parentheses:
//
//	rbf(0.2) + 0.5*linear*periodic(0.3, 1) + white(0.01)
//
// A difference, such as rbf(0.2) - 0.5*rbf(0.4), and box(0.5) need not be positive definite: see PositiveDefiniteIn and
// Check. A number that is a factor is a variance (Scale), a number that is a term a Constant. rbf and the Matérn
// kernels take one length scale, or one per coordinate; rbf(gamma=10) is exp(-10 r²); laplacian(5, norm=l1) uses the
// sum of the absolute differences. Errors are *doc.Error, and most name the column. Parse reads what String writes for
// such a kernel, and the result is the same kernel.
func Parse(expr string) (Kernel, error) { return parse(&parser{s: expr}) }

func parse(p *parser) (Kernel, error) {
	expr := p.s
	if len(expr) > maxBytes {
		return nil, p.fail(words.Text("a kernel expression of at most %s characters", itoa(maxBytes)),
			words.Text("%s characters", itoa(len(expr))))
	}
	k, err := p.sum(0)
	if err != nil {
		return nil, err
	}
	if p.pos < len(p.s) {
		return nil, p.at("+, -, * or the end")
	}
	return k, nil
}

type parser struct {
	s       string
	pos     int
	kernels int
	// numbers lists the numbers in s, recorded only for Read.
	numbers []Number
	read    bool
}

func (p *parser) fail(want, got string) error {
	return &doc.Error{Field: field, Want: want, Got: got}
}

// at returns the error that want was expected at the current position.
func (p *parser) at(want string) error {
	p.space()
	got := "the end"
	if p.pos < len(p.s) {
		got = strconv.Quote(short(p.s[p.pos:]))
	}
	return p.fail(words.Text("a kernel expression with %s at %s", want, p.column(p.pos)), got)
}

func (p *parser) column(pos int) string {
	return words.Text("column %s", itoa(len([]rune(p.s[:pos]))+1))
}

func short(s string) string {
	r := []rune(s)
	if len(r) > 20 {
		return string(r[:19]) + "…"
	}
	return s
}

func (p *parser) space() {
	for p.pos < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *parser) eat(c byte) bool {
	p.space()
	if p.pos < len(p.s) && p.s[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *parser) sum(depth int) (Kernel, error) {
	if depth > maxDepth {
		return nil, p.fail(words.Text("a kernel expression with at most %s nested parentheses", itoa(maxDepth)),
			words.Text("more at %s", p.column(p.pos)))
	}
	var terms []Kernel
	for negative := false; ; {
		t, err := p.product(depth)
		if err != nil {
			return nil, err
		}
		if negative {
			t = Minus(t)
		}
		terms = append(terms, t)
		if negative = p.eat('-'); !negative && !p.eat('+') {
			return Sum(terms...), nil
		}
	}
}

func (p *parser) product(depth int) (Kernel, error) {
	var factors []Kernel
	scale, numbers := 1.0, false
	p.space()
	start, first, own := p.pos, p.kernels, len(p.numbers)
	for {
		k, v, err := p.factor(depth)
		if err != nil {
			return nil, err
		}
		if k != nil {
			factors = append(factors, k)
		} else {
			scale *= v
			numbers = true
		}
		if !p.eat('*') {
			break
		}
	}
	var k Kernel
	if len(factors) == 0 {
		if err := p.count(start); err != nil {
			return nil, err
		}
		k = Constant(scale)
		p.factors(own, "constant", first, p.kernels-1)
	} else {
		p.factors(own, "variance", first, p.kernels-1)
		k = Product(factors...)
		if numbers {
			k = Scale(scale, k)
		}
		if s, ok := k.(scaled); ok {
			scale = s.v
		}
	}
	return k, p.inRange(scale, "product of numbers", start)
}

func (p *parser) count(pos int) error {
	if p.kernels++; p.kernels > maxKernels {
		return p.fail(words.Text("a kernel expression of at most %s kernels", itoa(maxKernels)), words.Text("more at %s",
			p.column(pos)))
	}
	return nil
}

// factor returns a kernel, or (with k == nil) a number.
func (p *parser) factor(depth int) (k Kernel, v float64, err error) {
	p.space()
	if p.pos == len(p.s) {
		return nil, 0, p.at("a kernel or a number")
	}
	c := p.s[p.pos]
	switch {
	case c == '(':
		p.pos++
		if k, err = p.sum(depth + 1); err != nil {
			return nil, 0, err
		}
		if !p.eat(')') {
			return nil, 0, p.at("+, -, * or )")
		}
		return k, 0, nil
	case isDigit(c) || c == '.' || c == '-':
		start := p.pos
		if v, err = p.number(); err != nil {
			return nil, 0, err
		}
		p.note(Number{From: start, To: p.pos, Value: v, Axis: unread})
		return nil, v, p.inRange(v, "number", start)
	case isLetter(c):
		k, err = p.call()
		return k, 0, err
	}
	return nil, 0, p.at("a kernel or a number")
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

func (p *parser) word() string {
	start := p.pos
	for p.pos < len(p.s) && (isLetter(p.s[p.pos]) || isDigit(p.s[p.pos])) {
		p.pos++
	}
	return p.s[start:p.pos]
}

// number reads [-]digits[.digits][e[±]digits].
func (p *parser) number() (float64, error) {
	start, s := p.pos, p.s
	i := p.pos
	if i < len(s) && s[i] == '-' {
		i++
	}
	for i < len(s) && (isDigit(s[i]) || s[i] == '.') {
		i++
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && isDigit(s[j]) {
			for j < len(s) && isDigit(s[j]) {
				j++
			}
			i = j
		}
	}
	v, err := strconv.ParseFloat(s[start:i], 64)
	if err != nil && !math.IsInf(v, 0) || i == start {
		return 0, p.at("a number")
	}
	p.pos = i
	return v, nil
}

// inRange checks a positive parameter.
func (p *parser) inRange(v float64, name string, pos int) error {
	if v >= minNumber && v <= maxNumber {
		return nil
	}
	return p.fail(words.Text("a kernel expression whose %s at %s is greater than 0 (from 1e-100 to 1e+100)", name,
		p.column(pos)),
		num(v))
}

type argument struct {
	pos  int
	name string  // name of the parameter
	v    float64 // value, unless word is set
	word string
}

func (p *parser) call() (Kernel, error) {
	start := p.pos
	name := p.word()
	var sig *signature
	for i := range signatures {
		if signatures[i].name == name {
			sig = &signatures[i]
		}
	}
	if sig == nil {
		p.pos = start
		return nil, p.fail(words.Text("a kernel expression with %s at %s", kernelList, p.column(start)),
			strconv.Quote(short(name)))
	}
	if err := p.count(start); err != nil {
		return nil, err
	}
	if !p.eat('(') {
		if name == "linear" {
			return Linear(), nil
		}
		return nil, p.at(words.Text("( after %s, as in %s,", name, sig.sample))
	}
	var args []argument
	for !p.eat(')') {
		if len(args) > 0 && !p.eat(',') {
			return nil, p.at(", or )")
		}
		a, err := p.argument(sig, args)
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
	return p.build(sig, args, start)
}

func (p *parser) argument(sig *signature, before []argument) (argument, error) {
	p.space()
	a := argument{pos: p.pos}
	if p.pos == len(p.s) {
		return a, p.at(words.Text("an argument of %s", sig.name))
	}
	i := len(before)
	if isLetter(p.s[p.pos]) {
		done, err := p.named(sig, before, &a)
		if done || err != nil {
			return a, err
		}
	} else {
		if err := p.placed(sig, before); err != nil {
			return a, err
		}
		a.name = sig.positional(i)
	}
	p.space()
	at := p.pos
	if p.pos == len(p.s) || !isDigit(p.s[p.pos]) && p.s[p.pos] != '.' && p.s[p.pos] != '-' {
		return a, p.at(words.Text("a number for %s", a.name))
	}
	v, err := p.number()
	if err != nil {
		return a, err
	}
	a.v = v
	switch a.name {
	case "coef0":
		if math.Abs(v) > maxNumber {
			return a, p.fail(words.Text("a kernel expression whose coef0 at %s is a number from -1e+100 to 1e+100",
				p.column(at)), num(v))
		}
		a.v = v + 0 // no negative zero
	case "degree":
		if v != math.Trunc(v) || v < 0 || v > maxDegree {
			return a, p.fail(words.Text("a kernel expression whose degree at %s is a whole number from 0 to %s",
				p.column(at), itoa(maxDegree)),
				num(v))
		}
	default:
		if err := p.inRange(v, a.name, at); err != nil {
			return a, err
		}
	}
	p.note(Number{From: at, To: p.pos, Value: a.v, Name: a.name, Axis: i + 1, First: p.kernels - 1, Last: p.kernels - 1})
	return a, nil
}

// placed checks whether another argument without a name may follow those before.
func (p *parser) placed(sig *signature, before []argument) error {
	i := len(before)
	switch {
	case i > 0 && before[i-1].name != sig.positional(i-1):
		return p.at("a name=, like the previous argument,")
	case sig.each && i >= maxScales:
		return p.at(words.Text("at most %s length scales", itoa(maxScales)))
	case !sig.each && i >= len(sig.params):
		if len(sig.params) == 0 {
			return p.at(words.Text("no argument of %s", sig.name))
		}
		return p.at(words.Text("at most %s arguments of %s", itoa(len(sig.params)), sig.name))
	}
	return nil
}

// named reads the name of an argument, or, if done, all of it: a word.
func (p *parser) named(sig *signature, before []argument, a *argument) (done bool, err error) {
	w := p.word()
	if !p.eat('=') {
		// The only positional argument that is a word.
		if sig.name == "laplacian" && len(before) == 1 {
			a.name, a.word = "norm", w
			return true, nil
		}
		p.pos = a.pos
		return false, p.at("a number, or name=number,")
	}
	a.name = w
	known := sig.name == "rbf" && w == "gamma"
	for _, n := range sig.params {
		known = known || n == w
	}
	if !known {
		p.pos = a.pos
		if len(sig.params) == 0 {
			return false, p.at(words.Text("no argument of %s", sig.name))
		}
		return false, p.at(words.Text("one of the arguments %s of %s", strings.Join(sig.params, ", "), sig.name))
	}
	for _, b := range before {
		if b.name == w {
			p.pos = a.pos
			return false, p.at(words.Text("%s given once", w))
		}
	}
	p.space()
	if w == "norm" {
		a.pos = p.pos
		a.word = p.word()
		return true, nil
	}
	return false, nil
}

// positional returns the name of positional argument i.
func (s *signature) positional(i int) string {
	if s.each {
		return s.params[0]
	}
	if i < len(s.params) {
		return s.params[i]
	}
	return ""
}

func (p *parser) build(sig *signature, args []argument, start int) (Kernel, error) {
	val := func(name string) float64 {
		for _, a := range args {
			if a.name == name {
				return a.v
			}
		}
		return 0
	}
	if sig.name == "rbf" && len(args) == 1 && args[0].name == "gamma" {
		return RBFGamma(args[0].v), nil
	}
	for _, n := range sig.params {
		found := n == "norm"
		for _, a := range args {
			found = found || a.name == n
		}
		if !found {
			return nil, p.fail(words.Text("a kernel expression with %s of %s, as in %s, at %s", n, sig.name, sig.sample,
				p.column(start)),
				words.Text("no %s", n))
		}
	}
	if sig.name == "rbf" && val("gamma") != 0 {
		return nil, p.fail(words.Text("a kernel expression with either length_scale or gamma of rbf at %s",
			p.column(start)), "both")
	}
	switch sig.name {
	case "rbf", "matern12", "matern32", "matern52":
		l := make([]float64, len(args))
		for i, a := range args {
			l[i] = a.v
		}
		f := map[string]form{"rbf": formRBF, "matern12": formMatern12, "matern32": formMatern32,
			"matern52": formMatern52}[sig.name]
		return newRadial(f, l, 0), nil
	case "rq":
		return RQ(val("length_scale"), val("alpha")), nil
	case "periodic":
		return Periodic(val("length_scale"), val("period")), nil
	case "cos":
		return Cos(val("period")), nil
	case "triangle":
		return Triangle(val("length_scale")), nil
	case "box":
		return Box(val("length_scale")), nil
	case "laplacian":
		for _, a := range args {
			if a.name == "norm" {
				switch a.word {
				case "l1":
					return LaplacianL1(val("gamma")), nil
				case "l2":
				default:
					return nil, p.fail(words.Text("a kernel expression whose norm at %s is l1 or l2", p.column(a.pos)),
						strconv.Quote(short(a.word)))
				}
			}
		}
		return Laplacian(val("gamma")), nil
	case "linear":
		return Linear(), nil
	case "poly":
		return Poly(val("gamma"), val("coef0"), int(val("degree"))), nil
	case "sigmoid":
		return Sigmoid(val("gamma"), val("coef0")), nil
	case "constant":
		return Constant(val("value")), nil
	default:
		return White(val("value")), nil
	}
}

// ByName returns the kernel that scikit-learn calls name ("linear", "poly", "rbf", "laplacian", "sigmoid"), with those
// of the parameters that it has. norm applies to the Laplacian: "" or "l2" (default), or "l1". Errors are *doc.Error
// naming the parameter.
func ByName(name string, gamma, coef0, degree float64, norm string) (Kernel, error) {
	switch name {
	case "linear":
		return Linear(), nil
	case "rbf", "poly", "laplacian", "sigmoid":
	default:
		return nil, doc.Errorf(field, "one of linear, poly, rbf, laplacian, sigmoid", name)
	}
	if !(gamma >= minNumber && gamma <= maxNumber) {
		return nil, doc.Errorf("params.gamma", "a number greater than 0 (from 1e-100 to 1e+100)", gamma)
	}
	switch name {
	case "rbf":
		return RBFGamma(gamma), nil
	case "laplacian":
		switch norm {
		case "", "l2":
			return Laplacian(gamma), nil
		case "l1":
			return LaplacianL1(gamma), nil
		}
		return nil, doc.Errorf("params.norm", "l1 or l2", norm)
	}
	if !(math.Abs(coef0) <= maxNumber) {
		return nil, doc.Errorf("params.coef0", "a number from -1e+100 to 1e+100", coef0)
	}
	if name == "sigmoid" {
		return Sigmoid(gamma, coef0), nil
	}
	if degree != math.Trunc(degree) || !(degree >= 0 && degree <= maxDegree) {
		return nil, doc.Errorf("params.degree", words.Text("a whole number from 0 to %s", itoa(maxDegree)), degree)
	}
	return Poly(gamma, coef0, int(degree)), nil
}
