// Package check evaluates the conditions of tasks, such as "n_support <= 3 && training_error == 0": on the facts of a
// fit, the parameters and points of its document, and the user's answers.
//
// A condition consists of numbers, quoted texts, true and false, names, name[index], the operators || && ! == != < <= >
// >= + - * / and parentheses, and calls of Functions. Precedence is that of Go. name["row"] is name.row, for rows whose
// names have spaces or signs.
package check

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pointscape/engine/words"
)

// Limits of a condition.
const (
	MaxText  = 1000 // characters of its text
	maxDepth = 40   // nested brackets and signs
)

// ErrLater says that the value of a name is still being computed.
var ErrLater = errors.New("the result is still being computed")

// Names returns the value of a name: float64, bool, string, []float64 or []string. It returns ErrLater, perhaps
// wrapped, for a value that is not available yet, and another error for an unknown name.
type Names func(name string) (any, error)

// Condition is a parsed condition.
type Condition struct {
	root *node
	text string
}

// String returns the text of the condition.
func (c *Condition) String() string { return c.text }

// node is a part of a condition: a value (float64, string or bool), a name, or an operator or function with its
// arguments.
type node struct {
	op    string // "value", "name", "[", a binary operator, "not!" or "not-" (unary), or a function's name
	value any
	args  []*node
}

// function is a function of numbers, or of a list of them, that conditions may call.
type function struct {
	least, most int // number of arguments
	of          func(x []float64) float64
}

var functions = map[string]function{
	"abs":   {1, 1, func(x []float64) float64 { return math.Abs(x[0]) }},
	"exp":   {1, 1, func(x []float64) float64 { return math.Exp(x[0]) }},
	"ln":    {1, 1, func(x []float64) float64 { return math.Log(x[0]) }},
	"sqrt":  {1, 1, func(x []float64) float64 { return math.Sqrt(x[0]) }},
	"round": {1, 1, func(x []float64) float64 { return math.Round(x[0]) }},
	"min":   {1, 100, slices.Min[[]float64]},
	"max":   {1, 100, slices.Max[[]float64]},
	"sum":   {1, 100, sum},
	"count": {1, 100, func(x []float64) float64 { return float64(len(x)) }},
}

func sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

// Functions returns the names of the functions, sorted. Those of several numbers also accept lists: max(proportions).
func Functions() []string {
	names := make([]string, 0, len(functions))
	for name := range functions {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Read parses a condition; its error says what is wrong, and where.
func Read(text string) (*Condition, error) {
	if n := utf8.RuneCountInString(text); n > MaxText {
		return nil, words.Errorf("a condition has at most %d characters; this one has %d", MaxText, n)
	}
	r := reader{text: text}
	r.next()
	root := r.binary(0, 0)
	if r.err == nil && r.token != "" {
		r.fail("an operator was expected before %q", r.token)
	}
	if r.err != nil {
		return nil, r.err
	}
	return &Condition{root, text}, nil
}

// Names returns the names in the condition, each once, in the order of their first occurrence.
func (c *Condition) Names() (names []string) {
	var walk func(n *node)
	walk = func(n *node) {
		if n.op == "name" && !slices.Contains(names, n.value.(string)) {
			names = append(names, n.value.(string))
		}
		for _, a := range n.args {
			walk(a)
		}
	}
	walk(c.root)
	return names
}

// Holds evaluates the condition. Operands that && and || do not need are not evaluated. The error is that of names, or
// says why the condition is neither true nor false.
func (c *Condition) Holds(names Names) (bool, error) {
	v, err := c.root.eval(names)
	if err != nil {
		return false, err
	}
	b, ok := v.(bool)
	if !ok {
		return false, words.Errorf("%q is not a condition: a condition is true or false", c.text)
	}
	return b, nil
}

// Demand is a part of a condition that compares one name with a constant: n_points >= 40, linkage == "ward".
type Demand struct {
	Name, Op string
	Value    any // float64, bool or string
}

// Missing returns the demands that do not hold, among those that wanted accepts, if all other parts of the condition
// (joined by &&) hold. If another part does not hold, or can't be evaluated, it returns nil.
func (c *Condition) Missing(names Names, wanted func(Demand) bool) (missing []Demand) {
	for _, part := range c.root.joined(nil) {
		holds, err := part.truth(names)
		if err != nil {
			return nil
		}
		if holds {
			continue
		}
		d, ok := part.demand()
		if !ok || !wanted(d) {
			return nil
		}
		missing = append(missing, d)
	}
	return missing
}

// joined appends the operands of a conjunction.
func (n *node) joined(parts []*node) []*node {
	if n.op != "&&" {
		return append(parts, n)
	}
	return n.args[1].joined(n.args[0].joined(parts))
}

func (n *node) demand() (d Demand, ok bool) {
	if !slices.Contains(levels[2], n.op) || n.args[0].op != "name" || n.args[1].op != "value" {
		return d, false
	}
	return Demand{n.args[0].value.(string), n.op, n.args[1].value}, true
}

// Number evaluates an expression that is a number, not a condition, such as the right answer to a question.
func (c *Condition) Number(names Names) (float64, error) {
	v, err := c.root.eval(names)
	if err != nil {
		return 0, err
	}
	x, ok := v.(float64)
	if !ok {
		return 0, words.Errorf("%q is not a number", c.text)
	}
	return x, nil
}

// The binary operators, in order of increasing precedence.
var levels = [][]string{{"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/"}}

type reader struct {
	text  string
	at    int
	token string // the present one, "" at the end
	err   error
}

func (r *reader) fail(format string, args ...any) *node {
	if r.err == nil {
		where := utf8.RuneCountInString(r.text[:min(r.at, len(r.text))])
		r.err = words.Errorf("%s (up to character %d of %q)", words.Sprintf(format, args...), where, r.text)
	}
	r.token = ""
	return &node{op: "value"}
}

// next reads the next token.
func (r *reader) next() {
	for r.at < len(r.text) && strings.IndexByte(" \t\n\r", r.text[r.at]) >= 0 {
		r.at++
	}
	rest := r.text[r.at:]
	r.token = ""
	if rest == "" {
		return
	}
	first, size := utf8.DecodeRuneInString(rest)
	n := size
	switch {
	case isLetter(first):
		n = 0
		for _, c := range rest {
			if !isLetter(c) && !unicode.IsDigit(c) && c != '.' {
				break
			}
			n += utf8.RuneLen(c)
		}
	case first >= '0' && first <= '9' || first == '.':
		n = 0
		for n < len(rest) && (strings.IndexByte("0123456789.eE", rest[n]) >= 0 ||
			(rest[n] == '-' || rest[n] == '+') && n > 0 && (rest[n-1] == 'e' || rest[n-1] == 'E')) {
			n++
		}
	case first == '"':
		end := strings.IndexByte(rest[1:], '"')
		if end < 0 {
			r.fail("a text has no closing quote")
			return
		}
		n = end + 2
	case len(rest) > 1 && slices.Contains([]string{"||", "&&", "==", "!=", "<=", ">="}, rest[:2]):
		n = 2
	case !strings.ContainsRune("<>+-*/!()[],", first):
		r.fail("%q cannot stand in a condition", first)
		return
	}
	r.token = rest[:n]
	r.at += n
}

func isLetter(c rune) bool { return c == '_' || c != utf8.RuneError && unicode.IsLetter(c) }

func (r *reader) take(token string) bool {
	if r.token != token {
		return false
	}
	r.next()
	return true
}

func (r *reader) expect(token string) {
	if r.err == nil && !r.take(token) {
		r.fail("%q was expected", token)
	}
}

func (r *reader) binary(level, depth int) *node {
	if depth > maxDepth {
		return r.fail("brackets are nested more than %d deep", maxDepth)
	}
	if level == len(levels) {
		return r.unary(depth)
	}
	a := r.binary(level+1, depth)
	for r.err == nil && slices.Contains(levels[level], r.token) {
		op := r.token
		r.next()
		a = &node{op: op, args: []*node{a, r.binary(level+1, depth)}}
	}
	return a
}

func (r *reader) unary(depth int) *node {
	if depth > maxDepth {
		return r.fail("brackets are nested more than %d deep", maxDepth)
	}
	for _, op := range []string{"-", "!"} {
		if r.take(op) {
			return &node{op: "not" + op, args: []*node{r.unary(depth + 1)}}
		}
	}
	return r.operand(depth)
}

func (r *reader) operand(depth int) *node {
	token := r.token
	if token == "" {
		return r.fail("the condition ends too early")
	}
	first, _ := utf8.DecodeRuneInString(token)
	switch {
	case r.take("("):
		n := r.binary(0, depth+1)
		r.expect(")")
		return n
	case first == '"':
		r.next()
		return &node{op: "value", value: token[1 : len(token)-1]}
	case first >= '0' && first <= '9' || first == '.':
		x, err := strconv.ParseFloat(token, 64)
		if err != nil {
			return r.fail("%q is not a number", token)
		}
		r.next()
		return &node{op: "value", value: x}
	case !isLetter(first):
		return r.fail("a value was expected before %q", token)
	}
	r.next()
	if token == "true" || token == "false" {
		return &node{op: "value", value: token == "true"}
	}
	if r.take("(") {
		return r.call(token, depth)
	}
	n := &node{op: "name", value: token}
	for r.err == nil && r.take("[") {
		at := r.binary(0, depth+1)
		r.expect("]")
		if row, ok := at.value.(string); ok && n.op == "name" && at.op == "value" {
			n = &node{op: "name", value: n.value.(string) + "." + row}
			continue
		}
		n = &node{op: "[", args: []*node{n, at}}
	}
	return n
}

func (r *reader) call(name string, depth int) *node {
	f, ok := functions[name]
	if !ok {
		return r.fail("there is no function %q; the functions are %s", name, strings.Join(Functions(), ", "))
	}
	n := &node{op: name}
	for r.err == nil && r.token != ")" {
		n.args = append(n.args, r.binary(0, depth+1))
		if !r.take(",") {
			break
		}
	}
	r.expect(")")
	if r.err == nil && (len(n.args) < f.least || len(n.args) > f.most) {
		return r.fail("%s needs %d to %d values; got %d", name, f.least, f.most, len(n.args))
	}
	return n
}

func (n *node) eval(names Names) (any, error) {
	switch n.op {
	case "value":
		return n.value, nil
	case "name":
		return names(n.value.(string))
	case "&&", "||":
		a, err := n.args[0].truth(names)
		if err != nil || a == (n.op == "||") {
			return a, err
		}
		return n.args[1].truth(names)
	case "not!":
		a, err := n.args[0].truth(names)
		return !a, err
	case "==", "!=":
		a, err := n.args[0].eval(names)
		if err != nil {
			return nil, err
		}
		b, err := n.args[1].eval(names)
		if err != nil {
			return nil, err
		}
		same, err := equal(a, b)
		return same == (n.op == "=="), err
	}
	if f, ok := functions[n.op]; ok {
		return n.calls(f, names)
	}
	if n.op == "[" {
		return n.index(names)
	}
	a, err := n.args[0].number(names)
	if err != nil {
		return nil, err
	}
	if n.op == "not-" {
		return -a, nil
	}
	b, err := n.args[1].number(names)
	if err != nil {
		return nil, err
	}
	switch n.op {
	case "<":
		return a < b, nil
	case "<=":
		return a <= b, nil
	case ">":
		return a > b, nil
	case ">=":
		return a >= b, nil
	case "+":
		return a + b, nil
	case "-":
		return a - b, nil
	case "*":
		return a * b, nil
	}
	return a / b, nil
}

func equal(a, b any) (bool, error) {
	switch a := a.(type) {
	case float64:
		if b, ok := b.(float64); ok {
			return a == b, nil
		}
	case string:
		if b, ok := b.(string); ok {
			return a == b, nil
		}
	case bool:
		if b, ok := b.(bool); ok {
			return a == b, nil
		}
	}
	return false, words.Errorf("%v and %v cannot be compared: they have different types", a, b)
}

func (n *node) calls(f function, names Names) (any, error) {
	var list []float64
	for _, a := range n.args {
		v, err := a.eval(names)
		if err != nil {
			return nil, err
		}
		switch v := v.(type) {
		case float64:
			list = append(list, v)
		case []float64:
			list = append(list, v...)
		case []string:
			if n.op != "count" {
				return nil, words.Errorf("%s needs numbers; got texts", n.op)
			}
			list = append(list, make([]float64, len(v))...)
		default:
			return nil, words.Errorf("%s needs numbers; got %v", n.op, v)
		}
	}
	if len(list) < f.least && n.op != "sum" && n.op != "count" || f.most == 1 && len(list) != 1 {
		return nil, words.Errorf("%s needs at least one number; got %d", n.op, len(list))
	}
	return f.of(list), nil
}

func (n *node) index(names Names) (any, error) {
	list, err := n.args[0].eval(names)
	if err != nil {
		return nil, err
	}
	x, err := n.args[1].number(names)
	if err != nil {
		return nil, err
	}
	length := 0
	switch list := list.(type) {
	case []float64:
		if length = len(list); x >= 0 && x < float64(length) && x == math.Trunc(x) {
			return list[int(x)], nil
		}
	case []string:
		if length = len(list); x >= 0 && x < float64(length) && x == math.Trunc(x) {
			return list[int(x)], nil
		}
	default:
		return nil, errors.New("only lists have an index")
	}
	return nil, words.Errorf("an index counts from 0 to %d; got %v", length-1, x)
}

func (n *node) truth(names Names) (bool, error) {
	v, err := n.eval(names)
	if err != nil {
		return false, err
	}
	b, ok := v.(bool)
	if !ok {
		return false, words.Errorf("%v is neither true nor false", v)
	}
	return b, nil
}

func (n *node) number(names Names) (float64, error) {
	v, err := n.eval(names)
	if err != nil {
		return 0, err
	}
	x, ok := v.(float64)
	if !ok {
		return 0, words.Errorf("%v is not a number", v)
	}
	return x, nil
}
