package wall

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Setting is the document for which a wall's values are chosen.
type Setting struct {
	Doc     doc.Document
	Info    *method.Info
	Methods []string // ids of the methods for the same data
	Method  func(id string) *method.Info
	Steps   int  // of the fit; 0 = it has none
	N       int  // number of generated points
	Proba   bool // P(class | x) can be shown on the plane
}

// Choice is a parameter, or another quantity, that can vary over a wall.
type Choice struct{ Over, Label string }

// Choices returns everything that can vary over a wall, parameters first.
func (s *Setting) Choices() (list []Choice) {
	for _, name := range s.Info.WallNames(s.Doc.Params) {
		p := s.Info.Param(name)
		if !s.Info.Offers(p, &s.Doc) {
			continue
		}
		switch p.Kind.(type) {
		case method.Number, method.Integer, method.Bool, method.Choose, method.Kernel:
			list = append(list, Choice{name, p.Label})
		case method.Numbers:
			if len(s.values(p)) > 1 {
				list = append(list, Choice{name, p.Label})
			}
		}
	}
	if s.Steps > 1 {
		list = append(list, Choice{doc.WallSteps, "Steps"})
	}
	if len(s.Methods) > 1 {
		list = append(list, Choice{doc.WallMethods, "Methods"})
	}
	if s.Info.TaskOf(s.Doc.Params) == method.Classify && s.Doc.Table == nil && len(s.classes()) > 2 {
		list = append(list, Choice{doc.WallClasses, "All classes, and each against the rest"})
	}
	if s.Proba && len(s.classes()) > 1 {
		list = append(list, Choice{doc.WallProba, "P(class | x) of each class"})
	}
	if s.Doc.Dataset != nil || s.Doc.Table != nil && s.Doc.Table.Name != "" {
		list = append(
			list,
			Choice{doc.WallData + "n", "n, number of points"},
			Choice{doc.WallData + "noise", "Noise of the data"},
			Choice{doc.WallData + "seed", "Draws of the data"},
		)
	}
	return list
}

func (s *Setting) classes() (list []int) {
	for i := range s.Doc.Points {
		if c := s.Doc.Points[i].Class(); c != doc.Unlabeled && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	slices.Sort(list)
	return list
}

// Suggest returns a wall over a quantity, with suitable values that include the document's own.
func (s *Setting) Suggest(over string) *doc.Wall {
	w := &doc.Wall{Over: over}
	number := func(list ...float64) {
		slices.Sort(list)
		for _, x := range slices.Compact(list) {
			w.Values = append(w.Values, x)
		}
	}
	switch over {
	case doc.WallSteps:
		last := float64(s.Steps)
		own := last
		if k := s.Doc.View.Step; k != nil {
			own = float64(*k)
		}
		number(1, math.Ceil(last/4), own, last)
	case doc.WallMethods:
		w.Values = append(w.Values, s.Doc.Method)
		for _, id := range s.Methods {
			if id != s.Doc.Method && len(w.Values) < 4 {
				w.Values = append(w.Values, id)
			}
		}
	case doc.WallClasses, doc.WallProba:
		for _, c := range s.classes() {
			w.Values = append(w.Values, float64(c))
		}
	case doc.WallData + "n":
		n := float64(max(s.N, 4))
		number(math.Ceil(n/4), n, min(4*n, doc.MaxPoints))
	case doc.WallData + "noise":
		x := s.recipe().noise
		number(0, x, max(2*x, 0.1))
	case doc.WallData + "seed":
		x := float64(s.recipe().seed)
		number(x, x+1, x+2)
	default:
		if p := s.Info.Param(over); p != nil {
			w.Values = s.values(p)
		}
	}
	d := s.Doc
	d.Wall = w
	if own := s.Info.Cells(&d)[0]; own.Value != nil && own.Stray(w) {
		w.Values = append([]any{own.Value}, w.Values...)
	}
	w.Values = w.Values[:min(len(w.Values), doc.MaxWall)]
	return w
}

// Lead returns the value that the document takes if none of a wall's values is its own: the first. For steps it is the
// last one of the fit, if the wall has it and the document shows the fit's end. It is nil if the values cannot be a
// document's.
func (s *Setting) Lead(w *doc.Wall) any {
	switch end := any(float64(s.Steps)); {
	case w.Over == doc.WallClasses:
		return nil
	case w.Over == doc.WallSteps && s.Doc.View.Step == nil && slices.Contains(w.Values, end):
		return end
	}
	return w.Values[0]
}

func (s *Setting) recipe() (r struct {
	noise float64
	seed  uint64
}) {
	switch {
	case s.Doc.Dataset != nil:
		r.noise, r.seed = s.Doc.Dataset.Noise, s.Doc.Dataset.Seed
	case s.Doc.Table != nil:
		r.noise, r.seed = s.Doc.Table.Noise, s.Doc.Table.Seed
	}
	return r
}

// values returns suitable values of a parameter: false and true, its first six choices, its own number with a smaller
// and a larger one, or its own list of numbers with half and double the entries' values, rounded up.
func (s *Setting) values(p *method.Param) (list []any) {
	own := s.Info.Given(p.Name, s.Doc.Params)
	if own == nil {
		own = p.Default
	}
	if i, ok := own.(int); ok {
		own = float64(i)
	}
	switch p.Kind.(type) {
	case method.Bool:
		return []any{false, true}
	case method.Number, method.Integer:
		x, _ := own.(float64)
		for _, y := range near(p.Range(), x, method.Is[method.Integer](p.Kind)) {
			if _, err := p.Check(y); err == nil {
				list = append(list, y)
			}
		}
		return list
	case method.Numbers:
		own, _ := own.([]float64)
		for _, f := range []float64{0.5, 1, 2} {
			x := make([]float64, len(own))
			for i := range own {
				x[i] = math.Ceil(f * own[i])
			}
			if _, err := p.Check(x); err == nil && len(own) > 0 && (len(list) == 0 || !method.SameValue(list[len(list)-1], x)) {
				list = append(list, x)
			}
		}
		return list
	}
	for _, c := range p.Choices() {
		if len(list) < 6 {
			list = append(list, c.Value)
		}
	}
	if len(list) == 0 {
		list = append(list, own)
	}
	return list
}

// near returns up to three values of a range, x among them, in ascending order.
func near(r method.Range, x float64, whole bool) (list []float64) {
	lo, hi := r.Slider()
	if r.Log || whole && lo > 0 && hi > 20*lo {
		list = []float64{x / 10, x, 10 * x}
	} else {
		list = []float64{lo, x, (x + hi) / 2}
		if hi <= lo {
			list = []float64{x / 2, x, 2 * x}
		}
	}
	for i, y := range list {
		if hi > lo && i != 1 { // the document's own value stays exact
			y = min(max(y, lo), hi)
		}
		if whole {
			y = math.Round(y)
		} else if y != x {
			y = words.Significant(y, 2)
		}
		list[i] = y
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Text returns a wall's values in the form in which the user types them. The document's own value comes first if it is
// not one of them and its picture is shown.
func (s *Setting) Text(w *doc.Wall) string {
	list := make([]string, len(w.Values))
	for i, v := range w.Values {
		list[i] = s.say(w.Over, v)
	}
	if own := s.Info.Cells(&s.Doc); len(own) > 0 && own[0].Value != nil && own[0].Stray(w) {
		list = append([]string{s.say(w.Over, own[0].Value)}, list...)
	}
	p := s.Info.Param(w.Over)
	if p != nil && method.Is[method.Numbers](p.Kind) ||
		slices.ContainsFunc(list, func(text string) bool { return len(apart(text, false)) > 1 }) {
		return strings.Join(list, "; ")
	}
	return strings.Join(list, ", ")
}

func (s *Setting) say(over string, v any) string {
	if x, ok := v.(float64); ok {
		if ofClasses(over) {
			return s.class(int(x))
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	if id, ok := v.(string); ok {
		for _, c := range s.named(over) {
			if c.Value == id {
				return c.Label
			}
		}
		return id
	}
	if p := s.Info.Param(over); p != nil {
		return p.Say(v)
	}
	return fmt.Sprint(v)
}

// ofClasses reports whether a wall goes over classes.
func ofClasses(over string) bool { return over == doc.WallClasses || over == doc.WallProba }

// class returns the text for a class: its name, otherwise its number.
func (s *Setting) class(id int) string {
	if n := s.Doc.Names; n.Named(id) && !strings.ContainsAny(n.Classes[id], ",;") {
		return n.Classes[id]
	}
	return strconv.Itoa(id + 1)
}

// named returns the values that have names: choices, and methods.
func (s *Setting) named(over string) (list []method.Choice) {
	if over == doc.WallMethods {
		for _, id := range s.Methods {
			list = append(list, method.Choice{Value: id, Label: s.Method(id).Name})
		}
		return list
	}
	if p := s.Info.Param(over); p != nil {
		return p.Choices()
	}
	return nil
}

// Parse returns a wall over a quantity with the values in a text, separated by semicolons, or by commas if there are
// none. The error is a *doc.Error.
func (s *Setting) Parse(over, text string, was *doc.Wall) (*doc.Wall, error) {
	w := &doc.Wall{Over: over}
	if was != nil && was.Over == over {
		w.Params = was.Params
	}
	p := s.Info.Param(over)
	lists := p != nil && method.Is[method.Numbers](p.Kind)
	parts := apart(text, lists)
	if slices.ContainsFunc(
		s.named(over),
		func(c method.Choice) bool { return strings.EqualFold(c.Label, strings.TrimSpace(text)) },
	) {
		parts = []string{text} // a name with a comma in it
	}
	for _, part := range parts {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		read := s.read
		if lists {
			read = func(_, part string) (any, error) { return numbers(part) }
		}
		v, err := read(over, part)
		if err != nil {
			return nil, err
		}
		w.Values = append(w.Values, v)
	}
	if n := len(w.Values); n < 1 || n > doc.MaxWall {
		return nil, doc.Errorf("Values", words.Sprintf("1 to %d, separated by commas", doc.MaxWall), n)
	}
	d := s.Doc
	d.Wall = w
	if err := s.Info.CheckWall(&d); err != nil {
		return nil, err
	}
	if err := d.Validate(); err != nil {
		return nil, err
	}
	return w, nil
}

func (s *Setting) read(over, part string) (any, error) {
	if list := s.named(over); list != nil {
		labels := make([]string, len(list))
		for i, c := range list {
			if labels[i] = c.Label; strings.EqualFold(part, c.Label) || strings.EqualFold(part, c.Value) {
				return c.Value, nil
			}
		}
		if over == doc.WallMethods || method.Is[method.Choose](s.Info.Param(over).Kind) {
			return nil, doc.Errorf("Values", doc.OneOf(labels, part), part)
		}
		return part, nil
	}
	p := s.Info.Param(over)
	if p != nil && method.Is[method.Bool](p.Kind) {
		switch strings.ToLower(part) {
		case "on", "true":
			return true, nil
		case "off", "false":
			return false, nil
		}
		return nil, doc.Errorf("Values", "on or off", part)
	}
	for id := 0; ofClasses(over) && id <= doc.MaxClass; id++ {
		if strings.EqualFold(part, s.class(id)) {
			return float64(id), nil
		}
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(part, "−", "-"), 64)
	if err != nil {
		if p != nil && !p.IsNumber() {
			return part, nil // a text
		}
		return nil, doc.Errorf("Values", "numbers, separated by commas", part)
	}
	if ofClasses(over) {
		x--
	}
	return x, nil
}

// numbers parses a value that is a list of numbers.
func numbers(part string) (any, error) {
	list := []float64{}
	for _, f := range strings.FieldsFunc(part, func(c rune) bool { return c == ',' || c == ' ' }) {
		x, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return nil, doc.Errorf("Values", "lists of numbers, with a semicolon between two lists", part)
		}
		list = append(list, x)
	}
	return list, nil
}

// apart splits a text at its semicolons, otherwise at the commas outside of parentheses.
func apart(text string, lists bool) []string {
	if lists || strings.Contains(text, ";") {
		return strings.Split(text, ";")
	}
	depth := 0
	return strings.FieldsFunc(text, func(c rune) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		return c == ',' && depth == 0
	})
}
