package wire

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// Run is the record of a fit: its cost, its result, and its curves.
type Run struct {
	// Name is the user's name for it; "" = NameRuns makes one from the differences to other runs.
	Name   string `json:"name,omitempty"`
	Method string `json:"method"` // id of the method
	Label  string `json:"label"`  // display name of the method
	// Doc is its document, as JSON text.
	Doc string `json:"doc,omitempty"`
	// Params are the parameters that may differ between runs of its method, in the order of the panel.
	Params []RunParam `json:"params"`
	N      int        `json:"n"` // number of training points
	// Steps is the number of steps made, and Step what one is called; Steps = -1 for a method without steps.
	Steps int    `json:"steps"`
	Step  string `json:"step,omitempty"`
	// Passes is the number of passes over the training rows (method.Cost), -1 = unknown. Seconds is the time of a fit.
	Passes  float64 `json:"passes"`
	Seconds float64 `json:"seconds"`
	// Cost is the final value of the objective that the run minimizes: the primal one if there is also a dual one. nil =
	// unknown.
	Cost   *RunValue  `json:"cost,omitempty"`
	Errors []RunValue `json:"errors"`
	Notes  []string   `json:"notes,omitempty"`
	// Fault is the reason if there is no fit; then there are no results.
	Fault string `json:"fault,omitempty"`
	// At are steps in increasing order, and PassesAt and SecondsAt the cost up to each of them; PassesAt is empty if it
	// is unknown.
	At        []float64  `json:"at,omitempty"`
	PassesAt  []float64  `json:"passesAt,omitempty"`
	SecondsAt []float64  `json:"secondsAt,omitempty"`
	Curves    []RunCurve `json:"curves,omitempty"`
}

// RunParam is a parameter with its value, formatted for the user.
type RunParam struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// RunValue is a named value at the end of a run.
type RunValue struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// RunCurve is a curve of a run: Values[i] belongs to entry Of[i] of the run's At.
type RunCurve struct {
	Name   string    `json:"name"`
	Log    bool      `json:"log,omitempty"`
	Of     []int     `json:"of"`
	Values []float64 `json:"values"`
}

// RunLog is a set of runs that are compared in a chart; see doc.Runs for X and the other fields. Looks are the numbers
// of their line styles; nil = RunLooks.
type RunLog struct {
	Runs   []*Run `json:"runs"`
	Looks  []int  `json:"looks,omitempty"`
	X      string `json:"x,omitempty"`
	Y      string `json:"y,omitempty"`
	Log    bool   `json:"log,omitempty"`
	Excess bool   `json:"excess,omitempty"`
}

// mostNamed is the largest length of a generated name, in characters.
const mostNamed = 60

// NameRuns returns the names of runs: the user's, or else the method with those parameters that differ between the runs
// of that method. Generated names have at most mostNamed characters. Runs that differ only in the number of points have
// the same name.
func NameRuns(list []*Run) []string {
	names := make([]string, len(list))
	for i := range list {
		r := list[i]
		if names[i] = r.Name; names[i] != "" {
			continue
		}
		said := []string{words.Say(r.Label)}
		for _, p := range r.Params {
			if slices.ContainsFunc(list, func(o *Run) bool {
				return o.Method == r.Method && !slices.Contains(o.Params, p)
			}) {
				said = append(said, words.Say(p.Label)+" "+words.Say(p.Value))
			}
		}
		names[i] = strings.Join(said, ", ")
		if c := []rune(names[i]); len(c) > mostNamed {
			names[i] = string(c[:mostNamed-1]) + "…"
		}
	}
	return names
}

// RunLooks returns the numbers of line styles: one for each name, so that runs with several numbers of points share
// one.
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

// CurveNames returns the names of the curves of all runs, in the order of their first occurrence.
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

// Error returns an error of the run by name.
func (r *Run) Error(name string) (e float64, ok bool) {
	i := slices.IndexFunc(r.Errors, func(v RunValue) bool { return v.Name == name })
	if i < 0 {
		return 0, false
	}
	return r.Errors[i].Value, true
}

// As returns the run with a name, reduced to what charts and tables need: without its document, which may be long.
func (r *Run) As(name string) *Run {
	c := *r
	c.Name, c.Doc, c.Params, c.Notes = name, "", nil, nil
	return &c
}

// Curve returns a curve by name; nil = there is none.
func (r *Run) Curve(name string) *RunCurve {
	for i := range r.Curves {
		if r.Curves[i].Name == name {
			return &r.Curves[i]
		}
	}
	return nil
}

// RunTable returns a table of runs, with a row for each: n, steps, passes, time, costs and errors, formatted by say; ""
// for unknown values.
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

// RunsCSV returns the table of RunTable as CSV, with names and methods.
func RunsCSV(list []*Run) string {
	titles, rows := RunTable(list, number)
	b := words.AppendCSV(nil, append([]string{"run", "method"}, titles...)...)
	for i, name := range NameRuns(list) {
		b = words.AppendCSV(b, append([]string{words.Harmless(name), list[i].Method}, rows[i]...)...)
	}
	return string(b)
}

// CurvesCSV returns the curves of runs as CSV, with a row for each step.
func CurvesCSV(list []*Run) string {
	titles := append([]string{"step", "passes", "seconds"}, CurveNames(list)...)
	b := words.AppendCSV(nil, append([]string{"run"}, titles...)...)
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
			b = words.AppendCSV(b, append([]string{words.Harmless(name)}, cells...)...)
		}
	}
	return string(b)
}

func number(_ string, x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Seconds formats a time with its unit.
func Seconds(s float64) string {
	switch {
	case s < 0:
		return "–"
	case s < 1e-3:
		return words.Number(words.Significant(1e6*s, 3)) + " µs"
	case s < 1:
		return words.Text("%s ms", words.Number(words.Significant(1e3*s, 3)))
	}
	return words.Number(words.Significant(s, 3)) + " s"
}
