package cli

import (
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// asking holds the options of a study, which override those of the document's study.
type asking struct {
	study doc.Study
	given bool // some option of the study was given; else study has no effect
	table bool // print only a table
	take  bool // print only the document with the values of the smallest error
}

func studyFlags(fs *flag.FlagSet) *asking {
	a := &asking{}
	yes := func(to *bool) func(string) error {
		return func(s string) (err error) {
			a.given = true
			*to, err = strconv.ParseBool(s)
			return err
		}
	}
	number := func(to *int) func(string) error {
		return func(s string) (err error) {
			a.given = true
			*to, err = strconv.Atoi(s)
			return err
		}
	}
	fs.Func("cv", "errors by cross-validation with this number of `folds`", number(&a.study.Folds))
	fs.Func("draws", "errors of fits to this number of `sets` of training points, each drawn from the document's recipe",
		number(&a.study.Draws))
	fs.BoolFunc("bootstrap", "draw the sets from the training points, with replacement", yes(&a.study.Bootstrap))
	fs.Func("curve", "errors over values of a parameter, or over n, the number of training points: `NAME` or "+
		"NAME=1,10,100; for two parameters: C=1,10,gamma=2,20", func(s string) error {
		a.given = true
		return a.over(s)
	})
	fs.BoolFunc("seeds", "keep the points, and draw only the method's random numbers", yes(&a.study.Seeds))
	fs.Func("tries", "number of `values` of -curve, drawn at random between its first and last value",
		func(s string) error {
			a.study.Search = doc.RandomSearch
			return number(&a.study.Tries)(s)
		})
	fs.BoolFunc("bounds", "also print bounds on the error, where the method has them", yes(&a.study.Bounds))
	fs.Func("penalty", "add a penalty on complexity to the training error of -curve, a `formula` in n and h, such as "+
		"0.5*h/n", func(s string) error {
		a.given, a.study.Penalty = true, s
		return nil
	})
	fs.BoolVar(&a.take, "take", false, "print only the document with the values that have the smallest error, and how "+
		"they were chosen")
	fs.BoolVar(&a.table, "csv", false, "print only these errors, as a table")
	return a
}

// over parses the argument of -curve.
func (a *asking) over(s string) error {
	var values *[]float64
	for i, word := range strings.Split(s, ",") {
		if name, first, ok := strings.Cut(word, "="); ok || i == 0 {
			switch {
			case a.study.Over == "":
				a.study.Over, values = strings.TrimSpace(name), &a.study.Values
			case a.study.And == "":
				a.study.And, values = strings.TrimSpace(name), &a.study.AndValues
			default:
				return doc.Errorf("-curve", "one or two parameters", s)
			}
			if word = first; !ok {
				continue
			}
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil {
			return doc.Errorf("-curve", "NAME, or NAME= and numbers separated by commas", s)
		}
		*values = append(*values, x)
	}
	return nil
}

// of returns the study of a document; nil = none.
func (a *asking) of(d doc.Document) *doc.Study {
	if !a.given {
		return d.Study
	}
	s := a.study
	if d.Study != nil { // for what the options leave open
		s.Seed, s.Log, s.Rules = d.Study.Seed, d.Study.Log, d.Study.Rules
		if s.Over == "" {
			s.Over, s.Values, s.And, s.AndValues = d.Study.Over, d.Study.Values, d.Study.And, d.Study.AndValues
			if s.Search == "" {
				s.Search, s.Tries = d.Study.Search, d.Study.Tries
			}
		}
		if s.Folds == 0 && s.Draws == 0 {
			s.Folds, s.Repeats, s.Draws = d.Study.Folds, d.Study.Repeats, d.Study.Draws
			s.Bootstrap = s.Bootstrap || d.Study.Bootstrap
			s.Seeds = s.Seeds || d.Study.Seeds
		}
		s.Bounds = s.Bounds || d.Study.Bounds
		if s.Penalty == "" && s.Over != "" && !doc.IsSize(s.Over) {
			s.Penalty = d.Study.Penalty
		}
		if s.Over != doc.SampleSize {
			s.Rules = nil
		}
	}
	return &s
}

// surveyed is the output of fit for a study.
type surveyed struct {
	Says  string         `json:"says"`
	Facts map[string]any `json:"facts"`
	*assess.Curve
	Chosen []map[string]any `json:"chosen,omitempty"` // of the smallest error, and the simplest choice
	Notes  []string         `json:"notes"`
	taken  *doc.Document    // with the values of the smallest error; nil = none is chosen
}

func survey(s *session.Session, job method.Job, d doc.Document) (*surveyed, error) {
	if err := d.Validate(); err != nil { // for the values of the options
		return nil, err
	}
	c, r, err := s.Survey(job, d)
	if err != nil {
		return nil, err
	}
	out := &surveyed{Says: r.Says, Facts: map[string]any{}, Curve: c, Notes: r.Notes}
	for _, f := range r.Facts {
		out.Facts[f.Name] = f.Value
	}
	if len(r.Offers) > 0 {
		best := d.Clone()
		if best.Params == nil {
			best.Params = map[string]any{}
		}
		maps.Copy(best.Params, r.Offers[0].Set)
		best.Study.Chosen = r.Offers[0].Chosen
		out.taken = &best
	}
	for _, o := range r.Offers {
		out.Chosen = append(out.Chosen, o.Set)
	}
	return out, nil
}

// MarshalJSON leaves out the fields that only concern the chart.
func (s *surveyed) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Says    string           `json:"says"`
		Facts   map[string]any   `json:"facts"`
		Over    *assess.Axis     `json:"over,omitempty"`
		And     *assess.Axis     `json:"and,omitempty"`
		Random  bool             `json:"random,omitempty"`
		Measure string           `json:"measure"`
		Lines   []assess.Line    `json:"errors"`
		By      string           `json:"chosen_by,omitempty"`
		Chosen  []map[string]any `json:"chosen,omitempty"`
		Fits    int              `json:"fits"`
		Notes   []string         `json:"notes"`
	}{s.Says, s.Facts, s.Over, s.And, s.Random, s.Measure, s.Lines, s.By, s.Chosen, s.Fits, s.Notes})
}

// write writes the errors as a table: a row for each value, or for each fit if there are no values.
func (s *surveyed) write(w io.Writer) error {
	out := csv.NewWriter(w)
	text := func(x float64) string {
		if !assess.Known(x) {
			return ""
		}
		return fmt.Sprint(x)
	}
	var head []string
	for _, a := range []*assess.Axis{s.Over, s.And} {
		if a != nil {
			head = append(head, a.Name)
		}
	}
	if s.Over == nil {
		head = append(head, "fit")
		most := 0
		for _, l := range s.Lines {
			head, most = append(head, l.Name), max(most, len(l.Each[0]))
		}
		out.Write(head)
		for k := range most {
			row := []string{strconv.Itoa(k + 1)}
			for _, l := range s.Lines {
				if k < len(l.Each[0]) {
					row = append(row, text(l.Each[0][k]))
				} else {
					row = append(row, "")
				}
			}
			out.Write(row)
		}
		out.Flush()
		return out.Error()
	}
	for _, l := range s.Lines {
		if head = append(head, l.Name); l.SE != nil {
			head = append(head, l.Name+" standard error")
		}
	}
	out.Write(head)
	for i := range s.Lines[0].Mean {
		x, y := s.Pair(i)
		row := []string{fmt.Sprint(x)}
		if s.And != nil {
			row = append(row, fmt.Sprint(y))
		}
		for _, l := range s.Lines {
			if row = append(row, text(l.Mean[i])); l.SE != nil {
				row = append(row, text(l.SE[i]))
			}
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}
