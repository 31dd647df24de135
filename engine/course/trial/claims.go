package trial

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"pointscape/engine/check"
	"pointscape/engine/course"
	"pointscape/engine/json"
)

// This file finds unsupported numbers in texts. A number may be in a text if
//
//   - it is in a mark (course.Mark), so that it is tested or has a source;
//   - it is an integer below LeastClaim, without %, in digits or in words;
//   - it is an exponent, an index, the number of an item of a list or a year (course.Numeral.Free);
//   - it is in the page's document, in what the step sets, checks or asks for, in its right or wrong solutions, or in
//     settings: then it is given, and not a result (points do not count);
//   - it is a wrong choice of a question.
//
// In a translation, the fourth rule is replaced: the same text of the original must have the number. Each tested number
// of the original must be in the translation, too.

// LeastClaim is the least absolute value of an integer that must be supported.
const LeastClaim = 5

// given is the reason for a number that the document or the step contains.
const given = "given"

// Loose is an unsupported number.
type Loose struct {
	Course, Page, Field, Lang string
	Shown, Around             string
	Why                       string
}

// String returns an error message about the number.
func (l Loose) String() string {
	lang := ""
	if l.Lang != "" {
		lang = " (" + l.Lang + ")"
	}
	at := l.Course
	if l.Page != "" {
		at += "/" + l.Page
	}
	s := fmt.Sprintf("%s: %s%s: %q %s", at, l.Field, lang, l.Shown, l.Why)
	if l.Around != "" {
		s += ": ..." + l.Around + "..."
	}
	return s
}

// LooseOf returns the unsupported numbers of a course, and those of its translations.
func LooseOf(c *course.Source, said ...*course.Source) (list []Loose) {
	first := front(c)
	for _, s := range append([]*course.Source{c}, said...) {
		before := first
		if s != c {
			before = front(s)
		}
		lang := ""
		if s != c {
			lang = s.Lang
		}
		for i := range s.Pages {
			for _, l := range NewClaims(&c.Pages[i], &s.Pages[i], s.Lang).loose() {
				l.Course, l.Page, l.Lang = c.Course, c.Pages[i].ID, lang
				list = append(list, l)
			}
		}
		for _, l := range NewClaims(first, before, s.Lang).loose() {
			l.Course, l.Page, l.Lang = c.Course, "", lang
			l.Field = fieldsOfFront[l.Field]
			list = append(list, l)
		}
	}
	return list
}

// front returns the texts before the pages of a course, in the form of a page. (Its title is a name.)
func front(c *course.Source) *course.PageSource {
	known := string(c.Prerequisites)
	for i := range c.Symbols {
		known += "\n\n" + string(c.Symbols[i].Means)
	}
	return &course.PageSource{Text: c.Summary, Notice: course.Text(known)}
}

// fieldsOfFront maps fields of the page that front returns to those of the course.
var fieldsOfFront = map[string]string{"text": "summary", "notice": "prerequisites or symbols"}

// Front tests the numbers in the texts before the pages of a course, in which the only name is n_pages.
func Front(c *course.Course) error {
	var wrong []error
	for _, w := range front(c.Source).Texts() {
		for _, n := range course.Numerals(string(w.Text), c.Lang) {
			if n.Mark == nil || n.Mark.Is == ':' {
				continue
			}
			e, err := check.Read(n.Mark.Expr)
			x := 0.0
			if err == nil {
				x, err = e.Number(func(name string) (any, error) {
					if name == "n_pages" && n.Mark.Setting == "" {
						return float64(len(c.Pages)), nil
					}
					return nil, fmt.Errorf("a course has n_pages, and no %q", name)
				})
			}
			if err == nil && !n.Fits(x) {
				err = fmt.Errorf("the text says %q, and %s is %s", n.Mark.Shown, n.Mark.Expr, brief(x))
			}
			if err != nil {
				wrong = append(wrong, fmt.Errorf("%s: %w", fieldsOfFront[w.At], err))
			}
		}
	}
	return errors.Join(wrong...)
}

// Claims decides which numbers may be in the texts of a page.
type Claims struct {
	said  *course.PageSource
	lang  string
	page  []float64   // given by its document and settings; nil in a translation
	steps [][]float64 // given for each step: also by the page, and by what earlier steps set
	// original has the numbers of each text of the original, if said is a translation.
	original map[string][]course.Numeral
}

// NewClaims returns the Claims of a page; said is the page in its language, original that in the course's language.
func NewClaims(original, said *course.PageSource, lang string) *Claims {
	c := &Claims{said: said, lang: lang}
	if original != said {
		c.original = map[string][]course.Numeral{}
		for _, w := range original.Texts() {
			c.original[w.At] = course.Numerals(string(w.Text), "")
		}
		return c
	}
	in := func(into []float64, raw []byte) []float64 {
		var v any
		if len(raw) > 0 && json.Unmarshal(raw, &v) == nil {
			into = literals(into, v)
		}
		return into
	}
	all := in(nil, said.Document)
	for _, change := range said.Settings {
		all = in(all, change)
	}
	c.page = slices.Clone(all)
	for i := range said.Steps {
		s := &said.Steps[i]
		all = in(all, s.Set) // what Set changes stays in force in later steps
		own := literals(slices.Clone(all), s.Check)
		own = literals(own, s.Answer)
		own = append(own, s.Within)
		for _, change := range append(slices.Clone(s.Solution), s.Wrong...) {
			own = in(own, change)
		}
		for _, change := range s.Settings {
			own = in(own, change)
		}
		c.steps = append(c.steps, own)
	}
	return c
}

// literals appends the numbers in a JSON value, including those in its strings. Points, tables and lines are left out.
func literals(into []float64, v any) []float64 {
	switch v := v.(type) {
	case float64:
		into = append(into, v)
	case string:
		for _, n := range course.Numerals(v, "") {
			into = append(into, n.Value)
		}
	case []any:
		for _, e := range v {
			into = literals(into, e)
		}
	case map[string]any:
		for name, e := range v {
			if name != "points" && name != "table" && name != "line" {
				into = literals(into, e)
			}
		}
	}
	return into
}

// Open reports whether a number is unsupported: it is in no mark, and has no other reason to be in its text.
func (c *Claims) Open(w *course.Written, n *course.Numeral) bool {
	return n.Mark == nil && c.why(w, n) == ""
}

// why returns the reason why a number may be where it is without a mark; "" = there is none.
func (c *Claims) why(w *course.Written, n *course.Numeral) string {
	switch {
	case n.Free:
		return "an index, an exponent, a year"
	case !n.Percent && !n.Power && math.Abs(n.Value) < LeastClaim && n.Value == math.Trunc(n.Value) && n.Unit == 1:
		return "small"
	case w.Wrong:
		return "a wrong answer"
	case c.original != nil:
		if slices.ContainsFunc(c.original[w.At], func(o course.Numeral) bool { return same(n, &o) }) {
			return "in the original"
		}
		return ""
	}
	list := c.page
	switch {
	case w.At == "notes" || w.At == "summary":
		for _, own := range c.steps {
			list = append(slices.Clone(list), own...)
		}
	case w.Step >= 0:
		list = c.steps[w.Step]
	}
	is := func(x float64) bool {
		if n.Percent {
			x *= 100
		}
		return near(x, n.Value)
	}
	if slices.ContainsFunc(list, is) {
		return given
	}
	return ""
}

func near(a, b float64) bool { return math.Abs(math.Abs(a)-math.Abs(b)) <= 1e-9*math.Abs(b) }

// same reports whether two numbers have the same value.
func same(a, b *course.Numeral) bool {
	value := func(n *course.Numeral) float64 {
		if n.Percent {
			return n.Value / 100
		}
		return n.Value
	}
	return near(value(a), value(b))
}

// loose returns the unsupported numbers, and those that a translation lacks.
func (c *Claims) loose() (list []Loose) {
	for _, w := range c.said.Texts() {
		text := string(w.Text)
		here := course.Numerals(text, c.lang)
		why := "has no mark"
		if c.original != nil {
			why = "does not occur in the same text of the original"
		}
		for i := range here {
			if n := &here[i]; c.Open(&w, n) {
				list = append(list, Loose{Field: w.At, Shown: text[n.From:n.To], Around: around(text, n), Why: why})
			}
		}
		for i := range c.original[w.At] {
			o := &c.original[w.At][i]
			if o.Mark == nil || o.Mark.Is == ':' {
				continue
			}
			found := slices.IndexFunc(here, func(n course.Numeral) bool { return same(&n, o) })
			if found < 0 {
				list = append(list, Loose{Field: w.At, Shown: o.Mark.Shown,
					Why: "is a number of the original that is missing here"})
				continue
			}
			here = slices.Delete(here, found, found+1)
		}
	}
	return list
}
