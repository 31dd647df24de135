package methodtest

import (
	"fmt"
	"slices"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Phrase returns what is wrong with a stand-alone text, such as a line of help or a label: it must start with a capital
// or with mathematics, and have a full stop if and only if it has more than one sentence.
func Phrase(text string) error {
	if err := written(text); err != nil {
		return err
	}
	switch stop, several := strings.HasSuffix(text, "."), strings.Contains(text, ". "); {
	case several && !stop:
		return fmt.Errorf("%q has several sentences, and no full stop at its end", text)
	case stop && !several:
		return fmt.Errorf("%q is one phrase: no full stop", text)
	}
	return nil
}

// Sentence returns what is wrong with one or several sentences: each must start with a capital or with mathematics, and
// end with a full stop or a question mark.
func Sentence(text string) error {
	if err := written(text); err != nil {
		return err
	}
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
		return fmt.Errorf("%q does not end as a sentence", text)
	}
	return nil
}

func written(text string) error {
	if text == "" {
		return fmt.Errorf("a text is missing")
	}
	if strings.TrimSpace(text) != text || strings.Contains(text, "  ") {
		return fmt.Errorf("%q has blanks too many", text)
	}
	for s := range strings.SplitSeq(text, ". ") {
		if words.Capital(s) != s {
			return fmt.Errorf("%q: a sentence begins with a capital letter", text)
		}
	}
	if strings.Contains(strings.ToLower(text), "today") {
		return fmt.Errorf("%q: what is current is called so", text)
	}
	return nil
}

// declared checks all texts of a declaration.
func declared(t T, m method.Method) {
	phrase := func(what, text string) {
		if err := Phrase(text); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	phrase("name", m.Name)
	phrase("family", m.Family)
	if err := Sentence(m.Summary); err != nil {
		t.Errorf("summary: %v", err)
	}
	for _, p := range m.Params {
		phrase(p.Name+"'s label", p.Label)
		phrase(p.Name+"'s help", p.Help)
		for _, c := range p.Choices() {
			phrase(p.Name+"'s choice "+c.Value, c.Label)
			if c.Help != "" {
				phrase(p.Name+"'s choice "+c.Value, c.Help)
			}
		}
	}
	for _, s := range m.Shows {
		phrase("layer "+string(s.Name), s.Label)
		if s.Help != "" {
			phrase("layer "+string(s.Name), s.Help)
		}
	}
}

// told checks the texts of a model, given its facts.
func told(t T, m method.Method, model method.Model, facts []method.Fact) {
	t.Helper()
	if err := Sentence(model.Status().Sentence); err != nil {
		t.Errorf("status: %v", err)
	}
	for _, f := range facts {
		if f.Quiet {
			continue
		}
		f.Complete()
		if err := Phrase(f.Label); err != nil {
			t.Errorf("fact %s's label: %v", f.Name, err)
		}
		if err := Phrase(f.Meaning); err != nil {
			t.Errorf("fact %s's meaning: %v", f.Name, err)
		}
		if err := labelled(f); err != nil {
			t.Errorf("fact %s: %v", f.Name, err)
		}
	}
	all := method.Shown{}
	for _, s := range m.Shows {
		all[s.Name] = true
	}
	if p := model.Can(); p.Panels != nil {
		for _, info := range p.Panels(all) {
			for _, text := range []string{info.Title, info.Help} {
				if err := Phrase(text); err != nil {
					t.Errorf("panel %s: %v", info.ID, err)
				}
			}
		}
	}
}

// labelled returns an error if a list or matrix lacks labels.
func labelled(f method.Fact) error {
	rows, cols := -1, 0
	switch v := f.Value.(type) {
	case []float64:
		rows = len(v)
	case []int:
		rows = len(v)
	case []string:
		rows = len(v)
	case [][]float64:
		rows = len(v)
		for _, row := range v {
			cols = max(cols, len(row))
		}
	case []any:
		return fmt.Errorf("a list of lists is not for people: keep it for programs")
	}
	if rows < 0 {
		if len(f.Rows)+len(f.Cols) > 0 {
			return fmt.Errorf("a single value has no rows")
		}
		return nil
	}
	if slices.Contains(slices.Concat(f.Rows, f.Cols), "") {
		return fmt.Errorf("a row or a column has no name: %q × %q", f.Rows, f.Cols)
	}
	if len(f.Rows) != rows || len(f.Cols) != cols {
		return fmt.Errorf("%d × %d numbers need as many labels, not %q × %q", rows, cols, f.Rows, f.Cols)
	}
	return nil
}
