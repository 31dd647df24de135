package wire

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// Run is a fit as a log of runs keeps it: what it took, what it came to, and its curves.
type Run struct {
	// Name is what somebody has called it; "" = what NameRuns makes of what tells it from others.
	Name   string `json:"name,omitempty"`
	Method string `json:"method"` // id
	Label  string `json:"label"`  // what the method is called
	// Doc is its document, as text.
	Doc string `json:"doc,omitempty"`
	// Params are what it is told apart from others of its method by, in the order of the panel.
	Params []RunParam `json:"params"`
	N      int        `json:"n"` // training points
	// Steps is how many steps were made, and Step what one is called; -1 = it is not made in steps.
	Steps int    `json:"steps"`
	Step  string `json:"step,omitempty"`
	// Passes is how often the training rows were visited (method.Cost), -1 = not known. Seconds is the time of a fit.
	Passes  float64 `json:"passes"`
	Seconds float64 `json:"seconds"`
	// Cost is what the run has brought the function to that it minimises, at its end: the primal objective where there is
	// a dual one beside it. nil = nobody knows.
	Cost   *RunValue  `json:"cost,omitempty"`
	Errors []RunValue `json:"errors"`
	Notes  []string   `json:"notes,omitempty"`
	// Fault says why there is no fit; then there is nothing else.
	Fault string `json:"fault,omitempty"`
	// At are steps, rising, and PassesAt and SecondsAt what it took to come there; of passes that are not known none.
	At        []float64  `json:"at,omitempty"`
	PassesAt  []float64  `json:"passesAt,omitempty"`
	SecondsAt []float64  `json:"secondsAt,omitempty"`
	Curves    []RunCurve `json:"curves,omitempty"`
}

// RunParam is a parameter and its value, as people read them.
type RunParam struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// RunValue is an error at the end of a run, by its name.
type RunValue struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// RunCurve is a curve of a run: Values[i] at place Of[i] of its At.
type RunCurve struct {
	Name   string    `json:"name"`
	Log    bool      `json:"log,omitempty"`
	Of     []int     `json:"of"`
	Values []float64 `json:"values"`
}

// RunLog is runs that are laid over each other in a chart; doc.Runs says what X and the others mean. Looks are the
// numbers of their lines; none = RunLooks.
type RunLog struct {
	Runs   []*Run `json:"runs"`
	Looks  []int  `json:"looks,omitempty"`
	X      string `json:"x,omitempty"`
	Y      string `json:"y,omitempty"`
	Log    bool   `json:"log,omitempty"`
	Excess bool   `json:"excess,omitempty"`
}

// mostNamed is how long a name is that is made, in characters.
const mostNamed = 60

// NameRuns gives each run that nobody has named a name: its method, and those of its parameters that are not the same
// in all runs of that method. (The same name twice is the same run twice, or of other sizes.)
func NameRuns(list []*Run) []string {
	names := make([]string, len(list))
	for i := range list {
		r := list[i]
		if names[i] = r.Name; names[i] != "" {
			continue
		}
		said := []string{r.Label}
		for _, p := range r.Params {
			if slices.ContainsFunc(list, func(o *Run) bool {
				return o.Method == r.Method && !slices.Contains(o.Params, p)
			}) {
				said = append(said, p.Label+" "+p.Value)
			}
		}
		names[i] = strings.Join(said, ", ")
		if c := []rune(names[i]); len(c) > mostNamed {
			names[i] = string(c[:mostNamed-1]) + "…"
		}
	}
	return names
}

// RunLooks are numbers of looks: one for each name, so that runs of several sizes have one.
func RunLooks(names []string) []int {
	looks, seen := make([]int, len(names)), []string{}
	for i, name := range names {
		if looks[i] = slices.Index(seen, name); looks[i] < 0 {
			looks[i] = len(seen)
			seen = append(seen, name)
		}
	}
	return looks
}

// CurveNames are those of the curves of all runs, in the order in which they come.
func CurveNames(list []*Run) (names []string) {
	for i := range list {
		for _, c := range list[i].Curves {
			names = with(names, c.Name)
		}
	}
	return names
}

func with(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// Error is an error by its name.
func (r *Run) Error(name string) (e float64, ok bool) {
	i := slices.IndexFunc(r.Errors, func(v RunValue) bool { return v.Name == name })
	if i < 0 {
		return 0, false
	}
	return r.Errors[i].Value, true
}

// As is the run under a name, with what charts and tables need of it: not its document, which may be long.
func (r *Run) As(name string) *Run {
	c := *r
	c.Name, c.Doc, c.Params, c.Notes = name, "", nil, nil
	return &c
}

// Curve is a curve by its name; nil = there is none.
func (r *Run) Curve(name string) *RunCurve {
	for i := range r.Curves {
		if r.Curves[i].Name == name {
			return &r.Curves[i]
		}
	}
	return nil
}

// RunTable is a table of runs, a row each: their n, steps, passes, time, costs and errors, as say writes them; ""
// where nobody knows.
func RunTable(list []*Run, say func(title string, x float64) string) (titles []string, rows [][]string) {
	titles = []string{"n", "steps", "passes", "seconds"}
	for i := range list {
		if c := list[i].Cost; c != nil {
			titles = with(titles, c.Name)
		}
	}
	for i := range list {
		for _, e := range list[i].Errors {
			titles = with(titles, e.Name)
		}
	}
	for i := range list {
		r := list[i]
		cells := make([]string, len(titles))
		for k, x := range [...]float64{float64(r.N), float64(r.Steps), r.Passes, r.Seconds} {
			if x >= 0 && r.Fault == "" {
				cells[k] = say(titles[k], x)
			}
		}
		if c := r.Cost; c != nil {
			cells[slices.Index(titles, c.Name)] = say(c.Name, c.Value)
		}
		for _, e := range r.Errors {
			k := slices.Index(titles, e.Name)
			cells[k] = say(e.Name, e.Value)
		}
		rows = append(rows, cells)
	}
	return titles, rows
}

// RunsCSV is that table, with names and methods.
func RunsCSV(list []*Run) string {
	titles, rows := RunTable(list, number)
	var b strings.Builder
	row(&b, []string{"run", "method"}, titles)
	for i, name := range NameRuns(list) {
		row(&b, []string{name, list[i].Method}, rows[i])
	}
	return b.String()
}

// CurvesCSV are the curves of runs, a row for each step.
func CurvesCSV(list []*Run) string {
	titles := append([]string{"step", "passes", "seconds"}, CurveNames(list)...)
	var b strings.Builder
	row(&b, []string{"run"}, titles)
	for i, name := range NameRuns(list) {
		r := list[i]
		for k := range r.At {
			cells := make([]string, len(titles))
			for j, values := range [...][]float64{r.At, r.PassesAt, r.SecondsAt} {
				if values != nil {
					cells[j] = number("", values[k])
				}
			}
			for _, c := range r.Curves {
				if at := slices.Index(c.Of, k); at >= 0 {
					cells[slices.Index(titles, c.Name)] = number("", c.Values[at])
				}
			}
			row(&b, []string{name}, cells)
		}
	}
	return b.String()
}

func number(_ string, x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// row writes cells as RFC 4180 has them. What a spreadsheet would take for a formula begins with an apostrophe.
func row(b *strings.Builder, names, cells []string) {
	for i, c := range append(names, cells...) {
		if i > 0 {
			b.WriteByte(',')
		}
		if i < len(names) && c != "" && strings.IndexByte("=+-@\t", c[0]) >= 0 {
			c = "'" + c
		}
		if strings.ContainsAny(c, "\",\r\n") {
			c = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
		}
		b.WriteString(c)
	}
	b.WriteByte('\n')
}

// Seconds writes a time, with its unit.
func Seconds(s float64) string {
	switch {
	case s < 0:
		return "–"
	case s < 1e-3:
		return words.Number(words.Significant(1e6*s, 3)) + " µs"
	case s < 1:
		return words.Number(words.Significant(1e3*s, 3)) + " ms"
	}
	return words.Number(words.Significant(s, 3)) + " s"
}
