package trial

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/check"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
)

// moment is a state of a page's document, with its facts.
type moment struct {
	document []byte
	known    *check.Known
}

// place has what the numbers of a text refer to.
type place struct {
	page, begin, end moment
	step             *course.StepSource // nil = the text belongs to the page
	source           *course.PageSource
	answer           *float64 // right number of the step; nil = it asks for none
}

// numbers tests the numbers in the texts of a step, -1 = of the page itself, in each language.
func (t *Trial) numbers(job method.Job, step int, at *place) (wrong []error) {
	for _, said := range t.said {
		for _, w := range said.Source.Texts() {
			if w.Step != step {
				continue
			}
			for _, n := range course.Numerals(string(w.Text), said.Lang) {
				if t.visit != nil {
					t.visit(said, &w, &n, at)
				}
				if n.Mark == nil || n.Mark.Is == ':' {
					continue
				}
				if err := t.number(job, &n, w.Late, at); err != nil {
					field := w.At
					if said.Lang != "" && said.Lang != "en" {
						field += " (" + said.Lang + ")"
					}
					wrong = append(wrong, fmt.Errorf("%s: %w", field, err))
				}
			}
		}
	}
	return wrong
}

// number tests a number in a mark.
func (t *Trial) number(job method.Job, n *course.Numeral, late bool, at *place) error {
	m := n.Mark
	expr := m.Expr
	if m.Setting != "" {
		expr += " @ " + m.Setting
	}
	value, err := t.value(job, m, late, at)
	switch {
	case err != nil:
		return fmt.Errorf("%q: %s: %w", m.Shown, expr, err)
	case n.Fits(value):
		return nil
	}
	if n.Percent {
		return fmt.Errorf("the text says %q, and %s is %s %%", m.Shown, expr, brief(100*value))
	}
	return fmt.Errorf("the text says %q, and %s is %s", m.Shown, expr, brief(value))
}

func brief(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }

// value returns the value of a mark's expression.
func (t *Trial) value(job method.Job, m *course.Mark, late bool, at *place) (float64, error) {
	c, err := check.Read(m.Expr)
	if err != nil {
		return 0, err
	}
	of, err := t.setting(job, m.Setting, late, at)
	if err != nil {
		return 0, err
	}
	return c.Number(func(name string) (any, error) { return t.name(job, name, of, at) })
}

// setting returns the document that a mark refers to.
func (t *Trial) setting(job method.Job, name string, late bool, at *place) (moment, error) {
	number, isWrong := strings.CutPrefix(name, "wrong[")
	switch {
	case name == course.End || name == "" && late:
		return at.end, nil
	case name == course.Begin || name == "":
		return at.begin, nil
	case isWrong && at.step != nil && strings.HasSuffix(number, "]"):
		i, err := strconv.Atoi(number[:len(number)-1])
		if err != nil || i < 0 || i >= len(at.step.Wrong) {
			return moment{}, doc.Errorf("wrong", fmt.Sprintf("an index from 0 to %d", len(at.step.Wrong)-1), number)
		}
		return t.changed(job, at.begin, at.step.Wrong[i], at)
	}
	if at.step != nil {
		if change, ok := at.step.Settings[name]; ok {
			return t.changed(job, at.begin, change, at)
		}
	}
	if change, ok := at.source.Settings[name]; ok {
		return t.changed(job, at.page, change, at)
	}
	known := slices.Sorted(maps.Keys(at.source.Settings))
	if at.step != nil {
		known = append(slices.Sorted(maps.Keys(at.step.Settings)), known...)
	}
	return moment{}, fmt.Errorf("there are no settings %q here; there are %s", name,
		strings.Join(append([]string{course.Begin, course.End}, known...), ", "))
}

// changed returns a document with changes.
func (t *Trial) changed(job method.Job, of moment, change []byte, at *place) (moment, error) {
	document, err := course.Patch(of.document, change)
	if err != nil {
		return moment{}, err
	}
	k, err := t.known.Of(job, document, at.page.known)
	return moment{document, k}, err
}

// name returns the value of a name in a number's expression. In addition to those of conditions (check.Known) there are
//
//	answer                  the right number of the step, if it asks for one
//	points.x points.y       the coordinates of the document's points, and points.z their classes or values
//	study.test study.fresh study.cross_validated ...   the means in the study's curves, one for each value
//	study.test.se           their standard errors
//	study.at                the values; study.best and study.choice are the indices of those chosen
//	study.NAME loo.NAME     a fact found by the study, or by leave-one-out
func (t *Trial) name(job method.Job, name string, of moment, at *place) (any, error) {
	prefix, rest, _ := strings.Cut(name, ".")
	switch {
	case name == "answer" && at.answer != nil:
		return *at.answer, nil
	case prefix == "points":
		var list []float64
		for _, p := range of.known.Document.Points {
			switch rest {
			case "x":
				list = append(list, p.X)
			case "y":
				list = append(list, p.Y)
			case "z":
				list = append(list, p.Z)
			default:
				return nil, fmt.Errorf("points have x, y and z, and no %q", rest)
			}
		}
		return list, nil
	case prefix == "study":
		return t.studied(job, rest, of, method.ErrorCurve.ID)
	case prefix == "loo":
		return t.studied(job, rest, of, method.LeaveOneOut.ID)
	}
	return of.known.Name(name)
}

// studied returns a result of a document's study.
func (t *Trial) studied(job method.Job, name string, of moment, study string) (any, error) {
	key := study + string(of.document)
	found, ok := t.studies[key]
	if !ok {
		d, err := doc.Decode(of.document)
		if err == nil {
			d, err = t.s.Resolve(job, d)
		}
		if err != nil {
			return nil, err
		}
		r, err := t.s.Study(job, d, study)
		if err != nil {
			return nil, err
		}
		found = map[string]any{}
		for _, f := range r.Facts {
			found[f.Name] = f.Value
		}
		if err := curve(found, r.Curve); err != nil {
			return nil, err
		}
		t.studies[key] = found
	}
	if v, ok := found[name]; ok {
		k := check.Known{Extra: map[string]any{name: v}}
		return k.Name(name)
	}
	return nil, fmt.Errorf("the study has found no %q, but %s", name,
		strings.Join(slices.Sorted(maps.Keys(found)), ", "))
}

// curve adds the data of a study's chart to found, by the names that expressions use.
func curve(found map[string]any, chart json.RawMessage) error {
	if len(chart) == 0 {
		return nil
	}
	var c struct {
		Over *struct {
			At []float64 `json:"at"`
		} `json:"over"`
		Lines []struct {
			Name string    `json:"name"`
			Mean []float64 `json:"mean"`
			SE   []float64 `json:"se"`
		} `json:"lines"`
		Best   int     `json:"best"`
		Choice int     `json:"choice"`
		Bayes  float64 `json:"bayes"`
	}
	if err := json.Unmarshal(chart, &c); err != nil {
		return fmt.Errorf("the study's chart: %w", err)
	}
	if c.Over != nil {
		found["at"] = c.Over.At
	}
	found["best"], found["choice"], found["bayes"] = c.Best, c.Choice, c.Bayes
	for _, l := range c.Lines {
		name := strings.NewReplacer("-", "_", " ", "_").Replace(l.Name)
		found[name], found[name+".se"] = l.Mean, l.SE
	}
	return nil
}

// Listed is a number in a text, for an author who adds marks.
type Listed struct {
	Lang, Field string
	Shown       string
	Around      string // the text around it
	// Says is a mark's expression or source, Why another reason why it may be there (Claims); if both are "", it is
	// unsupported.
	Says, Why string
	// May lists expressions that have the number's value where the number is. For a number that is given (see Claims)
	// these are only facts.
	May []string
}

// List returns all numbers of a page, with possible expressions for those without a mark; said is the page in other
// languages. The errors are those of Page.
func (t *Trial) List(job method.Job, p *course.Page, said ...*course.Page) (list []Listed, err error) {
	claims := map[*course.PageSource]*Claims{}
	for _, page := range append([]*course.Page{p}, said...) {
		claims[page.Source] = NewClaims(p.Source, page.Source, page.Lang)
	}
	t.visit = func(page *course.Page, w *course.Written, n *course.Numeral, at *place) {
		l := Listed{Lang: page.Lang, Field: w.At, Shown: string(w.Text)[n.From:n.To], Around: around(string(w.Text), n)}
		if m := n.Mark; m != nil {
			l.Shown = m.Shown
			if l.Says = ": " + m.Source; m.Is != ':' {
				l.Says = strings.TrimSuffix(string(m.Is)+" "+m.Expr+" @ "+m.Setting, " @ ")
			}
		} else {
			l.Why = claims[page.Source].why(w, n)
			if l.Why == "" || l.Why == given {
				l.May = t.may(n, w.Late, l.Why == "", at)
			}
		}
		list = append(list, l)
	}
	defer func() { t.visit = nil }()
	return list, t.Page(job, p, said...)
}

// around returns the text around a number.
func around(text string, n *course.Numeral) string {
	from, to := max(0, n.From-30), min(len(text), n.To+30)
	return strings.ToValidUTF8(strings.ReplaceAll(text[from:to], "\n", " "), "")
}

// may returns the names, of facts or of everything, whose value a number shows.
func (t *Trial) may(n *course.Numeral, late, all bool, at *place) (list []string) {
	with := *n
	with.Mark = &course.Mark{Is: '='}
	seen := map[string]bool{}
	for _, of := range []struct {
		setting string
		moment
	}{{"", at.begin}, {" @ " + course.End, at.end}} {
		if late {
			if of.setting == "" {
				of.moment = at.end
			} else {
				of.setting, of.moment = " @ "+course.Begin, at.begin
			}
		}
		for _, name := range names(of.known, all) {
			v, err := of.known.Name(name)
			if err != nil || seen[name] {
				continue
			}
			shows := func(x float64) bool { return with.Fits(x) || with.Fits(-x) }
			if x, ok := v.(float64); ok && shows(x) {
				seen[name] = true
				list = append(list, name+of.setting)
			}
			if many, _ := v.([]float64); len(many) <= 20 {
				for i, x := range many {
					if shows(x) {
						seen[name] = true
						list = append(list, fmt.Sprintf("%s[%d]%s", name, i, of.setting))
					}
				}
			}
		}
	}
	if at.answer != nil && with.Fits(*at.answer) {
		list = append(list, "answer")
	}
	return list
}

// names returns the names that conditions may use for a document, or only those of its facts.
func names(k *check.Known, all bool) (list []string) {
	for i := range k.Facts {
		list = append(list, k.Facts[i].Name)
	}
	if !all {
		return list
	}
	for i := range k.Info.Params {
		list = append(list, k.Info.Params[i].Name)
	}
	return append(list, "step", "n_points", "n_classes", "n_held_out", "n", "noise")
}
