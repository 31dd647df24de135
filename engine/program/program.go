// Package program exports trained models as programs in other languages, with numbers in the shortest form that reads
// back exactly. It supports feed-forward networks, and linear models as networks without hidden layers. It depends on
// no method.
package program

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Net is what a program computes at a point x: a = (features of x − Shift)·Scale, then a = φ(a·W + b) for each layer,
// and the prediction from the outputs z.
type Net struct {
	Title    string   // title of the program, without a full stop
	Inputs   []string // names of the inputs
	Features []Feature
	Shift    []float64 // for each feature
	Scale    []float64
	Layers   []Layer
	// Classes are the names of the classes. The prediction is then a class index: for a single output 1 if z > 0,
	// otherwise that of the largest z. Without classes the prediction is z/YScale + YShift; several outputs are
	// returned unscaled.
	Classes        []string
	YShift, YScale float64
	Proba          Proba
}

// Layer has weights W, inputs × units, row by row, biases B, and the name of an activation: identity, tanh, relu,
// leaky_relu (0.01), elu, logistic or step.
type Layer struct {
	W, B []float64
	Act  string
}

// Feature is a function of a point: an input, its square, its sine, or the product of two inputs.
type Feature struct {
	Of   string // "x", "square", "sin", "product"
	I, J int
}

// Proba is how outputs are converted to probabilities.
type Proba uint8

const (
	None     Proba = iota // no probabilities
	Logistic              // of a single output: probability of the second class
	Softmax
)

// Finite reports whether all numbers are finite; others have no portable notation.
func (n *Net) Finite() bool {
	lists := [][]float64{n.Shift, n.Scale, {n.YShift, n.YScale}}
	for _, l := range n.Layers {
		lists = append(lists, l.W, l.B)
	}
	for _, list := range lists {
		if slices.ContainsFunc(list, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
			return false
		}
	}
	return true
}

// Code returns the program in a language, "" if the language is not supported.
func (n *Net) Code(lang string) string {
	switch lang {
	case "python":
		return n.python()
	case "javascript":
		return n.javascript()
	case "pytorch":
		return n.pytorch()
	}
	return ""
}

func numbers(list []float64) string {
	text := make([]string, len(list))
	for i, v := range list {
		text[i] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return "[" + strings.Join(text, ", ") + "]"
}

// quoted formats a list of strings as both Python and JavaScript read it.
func quoted(list []string) string {
	text := make([]string, len(list))
	for i, s := range list {
		text[i] = quote(s)
	}
	return "[" + strings.Join(text, ", ") + "]"
}

func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 || r == 0xfffd:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// comment replaces characters that would end a line or a string.
func comment(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ' || r == 0x2028 || r == 0x2029:
			return ' '
		case r == '"' || r == '\\':
			return '\''
		}
		return r
	}, s)
}

// matrix formats rows of numbers, each on a line of its own.
func matrix(w []float64, cols int, indent string) string {
	rows := make([]string, 0, len(w)/cols)
	for at := 0; at < len(w); at += cols {
		rows = append(rows, numbers(w[at:at+cols]))
	}
	return "[\n" + indent + "    " + strings.Join(rows, ",\n"+indent+"    ") + ",\n" + indent + "]"
}

// expression formats the feature, given functions for columns and the name of the sine function.
func (f Feature) expression(column func(i int) string, sin string) string {
	switch f.Of {
	case "square":
		return column(f.I) + " * " + column(f.I)
	case "product":
		return column(f.I) + " * " + column(f.J)
	case "sin":
		return sin + "(" + column(f.I) + ")"
	}
	return column(f.I)
}

func (n *Net) features(column func(i int) string, sin string) string {
	list := make([]string, len(n.Features))
	for i, f := range n.Features {
		list[i] = f.expression(column, sin)
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// acts returns the names of the activations in use, sorted.
func (n *Net) acts() (list []string) {
	for _, l := range n.Layers {
		if !slices.Contains(list, l.Act) {
			list = append(list, l.Act)
		}
	}
	slices.Sort(list)
	return list
}

// says describes the result of predict.
func (n *Net) says() string {
	switch {
	case n.several():
		return "the values at each point, one for each output"
	case n.Classes == nil:
		return "the value at each point"
	case len(n.last().B) == 1:
		return "index into CLASSES: 1 where the output is positive"
	}
	return "index into CLASSES: of the largest output"
}

// several reports whether the prediction is a list of values.
func (n *Net) several() bool { return n.Classes == nil && len(n.last().B) > 1 }

func (n *Net) last() Layer { return n.Layers[len(n.Layers)-1] }

func (n *Net) value(z string) string {
	if n.YScale == 1 && n.YShift == 0 {
		return z
	}
	return z + " / Y_SCALE + Y_SHIFT"
}

// yScale defines the constants that convert standardized values back.
func (n *Net) yScale(keyword, end string) string {
	if n.Classes != nil || n.YScale == 1 && n.YShift == 0 {
		return ""
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	return keyword + "Y_SCALE = " + number(n.YScale) + end + "\n" + keyword + "Y_SHIFT = " + number(n.YShift) + end + "\n"
}

func (n *Net) python() string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p(`"""%s.`, comment(n.Title))
	p("\nTrained with Pointscape. predict(x) answers for rows of %s.\n\"\"\"", comment(strings.Join(n.Inputs, ", ")))
	p("import numpy as np\n")
	if n.Classes != nil {
		p("CLASSES = %s", quoted(n.Classes))
	}
	b.WriteString(n.yScale("", ""))
	p("SHIFT = np.array(%s)  # what the network sees is (features - SHIFT) * SCALE", numbers(n.Shift))
	p("SCALE = np.array(%s)", numbers(n.Scale))
	p("LAYERS = [  # weights (a row for each input), biases, activation")
	for _, l := range n.Layers {
		p("    (np.array(%s), np.array(%s), %s),", matrix(l.W, len(l.B), "    "), numbers(l.B), quote(l.Act))
	}
	p("]")
	p("ACTIVATIONS = {")
	for _, act := range n.acts() {
		p("    %s: %s,", quote(act), map[string]string{
			"identity": "lambda z: z", "tanh": "np.tanh", "relu": "lambda z: np.maximum(z, 0)",
			"leaky_relu": "lambda z: np.where(z < 0, 0.01 * z, z)",
			"elu":        "lambda z: np.where(z < 0, np.expm1(np.minimum(z, 0)), z)",
			"logistic":   "lambda z: 0.5 * (1 + np.tanh(z / 2))", "step": "lambda z: (z > 0) * 1.0",
		}[act])
	}
	p("}\n\n")
	p("def outputs(x):")
	p(`    """What comes out of the last layer, a row for each row of x."""`)
	p("    x = np.asarray(x, dtype=float).reshape(-1, %d)", len(n.Inputs))
	p("    a = np.column_stack(%s)", n.features(func(i int) string { return "x[:, " + strconv.Itoa(i) + "]" }, "np.sin"))
	p("    a = (a - SHIFT) * SCALE")
	p("    for weights, biases, activation in LAYERS:")
	p("        a = ACTIVATIONS[activation](a @ weights + biases)")
	p("    return a\n\n")
	p("def predict(x):")
	p(`    """The answer for each row of x: %s."""`, n.says())
	switch {
	case n.several():
		p("    return outputs(x)")
	case n.Classes == nil:
		p("    return %s", n.value("outputs(x)[:, 0]"))
	case len(n.last().B) == 1:
		p("    return (outputs(x)[:, 0] > 0).astype(int)")
	default:
		p("    return outputs(x).argmax(axis=1)")
	}
	switch n.Proba {
	case Logistic:
		p("\n\ndef predict_proba(x):")
		p(`    """Probabilities of the classes, a row for each row of x."""`)
		p("    p = 0.5 * (1 + np.tanh(outputs(x) / 2))")
		p("    return np.hstack([1 - p, p])")
	case Softmax:
		p("\n\ndef predict_proba(x):")
		p(`    """Probabilities of the classes, a row for each row of x."""`)
		p("    z = outputs(x)")
		p("    e = np.exp(z - z.max(axis=1, keepdims=True))")
		p("    return e / e.sum(axis=1, keepdims=True)")
	}
	return b.String()
}

func (n *Net) javascript() string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("// %s.", comment(n.Title))
	p("// Trained with Pointscape. predict([%s]) answers for one point.\n", comment(strings.Join(n.Inputs, ", ")))
	if n.Classes != nil {
		p("const CLASSES = %s;", quoted(n.Classes))
	}
	b.WriteString(n.yScale("const ", ";"))
	p("const SHIFT = %s; // what the network sees is (features - SHIFT) * SCALE", numbers(n.Shift))
	p("const SCALE = %s;", numbers(n.Scale))
	p("const LAYERS = [ // weights (a row for each input), biases, activation")
	for _, l := range n.Layers {
		p("  [%s, %s, %s],", matrix(l.W, len(l.B), "  "), numbers(l.B), quote(l.Act))
	}
	p("];")
	p("const ACTIVATIONS = {")
	for _, act := range n.acts() {
		p("  %s: %s,", act, map[string]string{
			"identity": "(z) => z", "tanh": "Math.tanh", "relu": "(z) => Math.max(z, 0)",
			"leaky_relu": "(z) => (z < 0 ? 0.01 * z : z)",
			"elu":        "(z) => (z < 0 ? Math.expm1(z) : z)", "logistic": "(z) => 0.5 * (1 + Math.tanh(z / 2))",
			"step": "(z) => (z > 0 ? 1 : 0)",
		}[act])
	}
	p("};\n")
	p("// What comes out of the last layer.")
	p("function outputs(x) {")
	p("  let a = %s;", n.features(func(i int) string { return "x[" + strconv.Itoa(i) + "]" }, "Math.sin"))
	p("  a = a.map((v, i) => (v - SHIFT[i]) * SCALE[i]);")
	p("  for (const [weights, biases, activation] of LAYERS) {")
	p("    a = biases.map((bias, j) => ACTIVATIONS[activation](a.reduce((sum, v, i) => sum + v * weights[i][j], bias)));")
	p("  }")
	p("  return a;")
	p("}\n")
	p("// The answer at x: %s.", n.says())
	p("function predict(x) {")
	switch {
	case n.several():
		p("  return outputs(x);")
	case n.Classes == nil:
		p("  return %s;", n.value("outputs(x)[0]"))
	case len(n.last().B) == 1:
		p("  return outputs(x)[0] > 0 ? 1 : 0;")
	default:
		p("  const z = outputs(x);")
		p("  return z.indexOf(Math.max(...z));")
	}
	p("}")
	switch n.Proba {
	case Logistic:
		p("\n// Probabilities of the classes.")
		p("function predictProba(x) {")
		p("  const p = 0.5 * (1 + Math.tanh(outputs(x)[0] / 2));")
		p("  return [1 - p, p];")
		p("}")
	case Softmax:
		p("\n// Probabilities of the classes.")
		p("function predictProba(x) {")
		p("  const z = outputs(x), most = Math.max(...z), e = z.map((v) => Math.exp(v - most));")
		p("  const sum = e.reduce((s, v) => s + v, 0);")
		p("  return e.map((v) => v / sum);")
		p("}")
	}
	return b.String()
}

func (n *Net) pytorch() string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p(`"""%s.`, comment(n.Title))
	p("\nTrained with Pointscape. model(x) gives the outputs for rows of %s, predict(x) the answers.\n\"\"\"",
		comment(strings.Join(n.Inputs, ", ")))
	p("import torch")
	p("from torch import nn\n")
	if n.Classes != nil {
		p("CLASSES = %s", quoted(n.Classes))
	}
	b.WriteString(n.yScale("", ""))
	p("\n\nclass Inputs(nn.Module):")
	p(`    """What the network sees of a point."""`)
	p("\n    def forward(self, x):")
	p("        x = x.double()")
	p("        a = torch.stack(%s, dim=1)", n.features(func(i int) string { return "x[:, " + strconv.Itoa(i) + "]" },
		"torch.sin"))
	p("        shift, scale = a.new_tensor(%s), a.new_tensor(%s)", numbers(n.Shift), numbers(n.Scale))
	p("        return (a - shift) * scale")
	if slices.Contains(n.acts(), "step") {
		p("\n\nclass Step(nn.Module):")
		p("    def forward(self, z):")
		p("        return (z > 0).to(z.dtype)")
	}
	p("\n\nmodel = nn.Sequential(")
	p("    Inputs(),")
	in := len(n.Features)
	for _, l := range n.Layers {
		p("    nn.Linear(%d, %d),", in, len(l.B))
		if l.Act != "identity" {
			p("    %s,", map[string]string{"tanh": "nn.Tanh()", "relu": "nn.ReLU()", "leaky_relu": "nn.LeakyReLU(0.01)",
				"elu": "nn.ELU()", "logistic": "nn.Sigmoid()", "step": "Step()"}[l.Act])
		}
		in = len(l.B)
	}
	p(").double()\n")
	p("WEIGHTS = [  # of each layer: weights (a row for each unit), biases")
	in = len(n.Features)
	for _, l := range n.Layers {
		across := make([]float64, 0, len(l.W))
		for j := range l.B {
			for i := range in {
				across = append(across, l.W[i*len(l.B)+j])
			}
		}
		p("    (%s, %s),", matrix(across, in, "    "), numbers(l.B))
		in = len(l.B)
	}
	p("]")
	p("with torch.no_grad():")
	p("    for layer, (weight, bias) in zip((m for m in model if isinstance(m, nn.Linear)), WEIGHTS):")
	p("        layer.weight.copy_(torch.tensor(weight, dtype=torch.float64))")
	p("        layer.bias.copy_(torch.tensor(bias, dtype=torch.float64))")
	p("\n\n@torch.no_grad()")
	p("def predict(x):")
	p(`    """The answer for each row of x: %s."""`, n.says())
	p("    z = model(torch.as_tensor(x, dtype=torch.float64).reshape(-1, %d))", len(n.Inputs))
	switch {
	case n.several():
		p("    return z")
	case n.Classes == nil:
		p("    return %s", n.value("z[:, 0]"))
	case len(n.last().B) == 1:
		p("    return (z[:, 0] > 0).long()")
	default:
		p("    return z.argmax(dim=1)")
	}
	return b.String()
}
