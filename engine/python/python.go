// Package python exports documents as programs in Python: with scikit-learn's counterpart of the method and the
// document's data they compute the numbers that the page shows. For a method without a counterpart there is a sentence
// that says so. Each method declares its counterpart (Counterpart) beside the rest of its declaration.
package python

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/method"
)

// Fit is what a program is made of: a fitted document.
type Fit struct {
	Title   string
	Method  *method.Method
	Values  method.Values
	Problem *method.Problem
	Held    []method.Held
	Whole   method.Model  // for a model that is trained in steps: at the end
	Facts   []method.Fact // at the document's step, as far as they are known
}

// Program is a program and its results.
type Program struct {
	Text    string
	Code    string   // Text without the data
	Numbers []Number // printed numbers
	Answers string   // expression of its predictions at the rows of P, or of its results for its own rows
	At      Kind     // kind of the answers
}

// Number is a printed number: an expression, and the name of the same fact, "" = none.
type Number struct{ Fact, Expr string }

// Kind is the kind of a program's answers.
type Kind uint8

const (
	Nothing Kind = iota
	Classes      // class ids, at any positions
	Values       // at any positions
	Groups       // group numbers, of the program's own rows
	Places       // coordinates of the program's own rows in fewer dimensions
)

// Writer writes a program.
type Writer struct {
	Fit
	Counterpart
	Known   map[string]*method.Fact // the facts, by name
	Before  []string                // lines before the estimator
	Body    []string                // lines of the estimator and its fit; nil = the usual ones
	Predict string                  // function that predicts for rows
	Nested  bool                    // within another method
	// For regression with uncertainty: lines of code that define sd, the standard deviation of f at the points line, and
	// an expression for the variance of the noise; nil and "" = no uncertainty.
	Spread []string
	Noise  string

	imports []string // "svm.SVC"
	notes   []string
	data    strings.Builder
	numbers []Number
	refused string // why there is no program
}

// Write returns the program of a fit. The error is a *method.Need if there is none.
func Write(f Fit) (*Program, error) {
	w, err := write(f)
	if err != nil {
		return nil, err
	}
	picture := w.drawn()
	p := &Program{Text: w.text(w.data.String()) + picture, Code: w.text("") + picture, Numbers: w.numbers, At: w.Kind}
	switch {
	case w.Kind == Groups:
		p.Answers = "labels"
	case w.Kind == Places:
		p.Answers = "Z"
	case w.Kind != Nothing:
		p.Answers = w.Predict + "(P)"
	}
	return p, nil
}

// write writes a program without its picture. The error is a *method.Need if there is no program.
func write(f Fit) (*Writer, error) {
	w := &Writer{Fit: f, Counterpart: of(f.Method), Known: map[string]*method.Fact{}, Predict: "model.predict"}
	for i := range f.Facts {
		x := f.Facts[i]
		x.Complete()
		w.Known[x.Name] = &x
	}
	if w.None != "" {
		return nil, &method.Need{Sentence: w.None}
	}
	if f.Problem.N == 0 {
		return nil, &method.Need{Sentence: "A Python program needs points, and there are none."}
	}
	w.rows()
	estimator := w.estimator()
	if w.refused != "" {
		return nil, &method.Need{Sentence: w.refused}
	}
	w.tail(estimator)
	return w, nil
}

// estimator returns the counterpart as an expression.
func (w *Writer) estimator() string {
	switch w.Problem.Task {
	case method.Classify:
		w.Kind = Classes
	case method.Regress, method.Regress2D:
		w.Kind = Values
	}
	for _, s := range lines(w.Note) {
		w.Say(s)
	}
	if no := w.beyond(); no != "" {
		return w.Refuse(no)
	}
	if w.Make != nil {
		return w.Make(w)
	}
	return w.Call(w.Class, append(w.Args(w.Pass), w.More)...)
}

// Say adds a sentence about a difference, once.
func (w *Writer) Say(sentence string) {
	if !slices.Contains(w.notes, sentence) {
		w.notes = append(w.notes, sentence)
	}
}

// Refuse sets the reason why there is no program.
func (w *Writer) Refuse(sentence string) string {
	if w.refused == "" {
		w.refused = sentence
	}
	return ""
}

// use imports a class or function, "svm.SVC", and returns its unqualified name.
func (w *Writer) use(class string) string {
	if !slices.Contains(w.imports, class) {
		w.imports = append(w.imports, class)
	}
	return class[strings.LastIndexByte(class, '.')+1:]
}

// Call returns the call of a class with arguments; "" is left out.
func (w *Writer) Call(class string, args ...string) string {
	args = slices.DeleteFunc(slices.Clone(args), func(s string) bool { return s == "" })
	return w.use(class) + "(" + strings.Join(args, ", ") + ")"
}

// Args returns parameters as arguments; see counterpart.pass.
func (w *Writer) Args(pass string) (list []string) {
	for _, s := range strings.Fields(pass) {
		s, only, _ := strings.Cut(s, "@")
		if name, value, ok := strings.Cut(only, "="); ok && w.Values.String(name) != value {
			continue
		}
		name, as, ok := strings.Cut(s, ":")
		if !ok {
			as = name
		}
		list = append(list, as+"="+w.Literal(name))
	}
	return list
}

// Literal returns a parameter's value in Python.
func (w *Writer) Literal(name string) string {
	p := w.Method.Param(name)
	switch {
	case method.Is[method.Integer](p.Kind):
		return strconv.Itoa(w.Values.Int(name))
	case method.Is[method.Number](p.Kind):
		return Float(w.Values.Float(name))
	case method.Is[method.Bool](p.Kind):
		return Bool(w.Values.Bool(name))
	case method.Is[method.Numbers](p.Kind):
		return Floats(w.Values.Floats(name))
	}
	return Quote(w.Values.String(name))
}

func Bool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// Floats returns a fact that is a list of numbers, nil if there is none.
func (w *Writer) Floats(name string) []float64 {
	if f := w.Known[name]; f != nil {
		x, _ := f.Value.([]float64)
		return x
	}
	return nil
}

// tail writes the fit and the lines that print.
func (w *Writer) tail(estimator string) {
	supervised := w.Kind == Classes || w.Kind == Values
	if w.Body == nil {
		w.Body = []string{"model = " + estimator}
		switch {
		case supervised:
			w.Body = append(w.Body, "model.fit(X, y)")
		case w.Kind == Places:
			w.Body = append(w.Body, "Z = model.fit_transform(X)")
		default:
			w.Body = append(w.Body, "model.fit(X)")
		}
		if w.Kind == Groups {
			w.Body = append(w.Body, "labels = model.labels_")
		}
	}
	switch w.Kind {
	case Classes:
		w.print("training_error", "np.mean("+w.Predict+"(X) != y)", "Training error")
	case Values:
		one := "np.mean((" + w.Predict + "(X) - y) ** 2)"
		for _, name := range []string{"mse", "mean_squared_error", "training_mse"} {
			if w.Known[name] != nil {
				w.print(name, one, "")
				one = ""
			}
		}
		if one != "" {
			w.print("", one, "Mean squared error")
		}
		for _, name := range []string{"r2", "score"} {
			if w.Known[name] != nil {
				w.print(name, "1 - np.mean(("+w.Predict+"(X) - y) ** 2) / np.var(y)", "")
			}
		}
	}
	for i, h := range w.Held {
		x, y := named("X", h.Name), named("y", h.Name)
		expr := "np.mean(" + w.Predict + "(" + x + ") != " + y + ")"
		fact, label := "error_by_role", " error"
		if w.Kind == Values {
			expr, fact = "np.mean(("+w.Predict+"("+x+") - "+y+") ** 2)", "mse_by_role"
			label = " mean squared error"
		}
		here := ""
		if list := w.Floats(fact); i+1 < len(list) {
			here = figure(list[i+1])
		}
		w.printed(strings.ToUpper(h.Name[:1])+h.Name[1:]+label, expr, here)
	}
	for _, s := range lines(w.Says) {
		fact, expr, _ := strings.Cut(s, "=")
		if w.Known[fact] != nil {
			w.print(fact, expr, "")
		}
	}
}

// print prints an expression, with the fact's value here as a comment; label is for a number that is not a fact.
func (w *Writer) print(fact, expr, label string) {
	here := ""
	if f := w.Known[fact]; f != nil {
		here = shown(f.Value)
		if f.Label != "" {
			label = f.Label
		}
		if fact == "n_support_per_class" {
			label += " of each class"
		}
	} else {
		fact = ""
	}
	w.numbers = append(w.numbers, Number{fact, expr})
	w.printed(label, expr, here)
}

func (w *Writer) printed(label, expr, here string) {
	line := "print(" + Quote(label+":") + ", " + expr + ")"
	if here != "" {
		line += "  # here: " + here
	}
	w.Body = append(w.Body, line)
}

// text returns the program without its picture. data is the code that defines the data.
func (w *Writer) text(data string) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	title := plain(w.Title)
	if title == "" {
		title = plain(w.Method.Name)
	}
	p(`"""%s`, title)
	p("")
	b.WriteString(wrap("", "", w.Method.Name+" with scikit-learn (1.2 or later), fitted to the data of a "+
		"Pointscape document. Comments give Pointscape's values."))
	if len(w.notes) > 0 {
		p("\nWhat differs from Pointscape, or is worth knowing:")
		for _, s := range w.notes {
			b.WriteString(wrap("- ", "  ", plain(s)))
		}
	}
	p(`"""`)
	p("import numpy as np")
	b.WriteString(w.imported())
	p("")
	b.WriteString(data)
	p("")
	for _, s := range append(w.Before, w.Body...) {
		b.WriteString(broken(s) + "\n")
	}
	return b.String()
}

// imported returns the imports, by module.
func (w *Writer) imported() string {
	slices.Sort(w.imports)
	var b strings.Builder
	last := ""
	for _, s := range w.imports {
		at := strings.LastIndexByte(s, '.')
		if module := s[:at]; module != last {
			if last != "" {
				b.WriteByte('\n')
			}
			b.WriteString("from sklearn." + module + " import " + s[at+1:])
			last = module
			continue
		}
		b.WriteString(", " + s[at+1:])
	}
	if last != "" {
		b.WriteByte('\n')
	}
	return b.String()
}

// rows writes the data.
func (w *Writer) rows() {
	p := w.Problem
	switch {
	case p.Inputs != nil:
		w.data.WriteString(wrap("# ", "# ", "Columns: "+plain(strings.Join(p.Inputs, ", "))))
	case p.Names.X != "" || p.Names.Y != "":
		w.data.WriteString(wrap("# ", "# ", "Inputs: "+plain(strings.Join(p.InputNames(), ", "))))
	}
	if len(p.Names.Classes) > 0 && p.Class != nil {
		list := make([]string, len(p.ClassIDs))
		for k, id := range p.ClassIDs {
			list[k] = strconv.Itoa(id) + " is " + p.ClassName(k)
		}
		w.data.WriteString(wrap("# ", "# ", "Classes: "+plain(strings.Join(list, ", "))))
	}
	if p.Scales != nil {
		w.data.WriteString("# The columns are standardised: mean 0, standard deviation 1 over all rows of the table.\n")
	}
	w.set("X", "y", p)
	for _, h := range w.Held {
		w.set(named("X", h.Name), named("y", h.Name), h.Points)
	}
}

// named returns the name of a variable for points that are held out.
func named(name, role string) string { return name + "_" + strings.ToLower(role) }

// set writes the rows of a problem, and their targets.
func (w *Writer) set(x, y string, p *method.Problem) {
	w.Array(x, p.X, p.D)
	switch {
	case p.Y != nil:
		w.Array(y, p.Y, 0)
	case p.Class != nil:
		ids := make([]float64, p.N)
		for i, c := range p.Class {
			ids[i] = float64(p.ClassIDs[c])
		}
		w.Array(y, ids, 0)
	}
}

// Array defines an array of rows of d numbers, or of numbers if d is 0.
func (w *Writer) Array(name string, x []float64, d int) {
	w.data.WriteString(name + " = np.array([\n")
	if d > 0 && d < 4 {
		// Several short rows per line.
		row := make([]string, 0, len(x)/d)
		for at := 0; at < len(x); at += d {
			row = append(row, Floats(x[at:at+d]))
		}
		w.data.WriteString(filled(row))
	} else if d > 0 {
		for at := 0; at < len(x); at += d {
			w.data.WriteString("    " + Floats(x[at:at+d]) + ",\n")
		}
	} else {
		row := make([]string, len(x))
		for i, v := range x {
			row[i] = Float(v)
		}
		w.data.WriteString(filled(row))
	}
	w.data.WriteString("])\n")
}
