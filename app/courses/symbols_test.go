package courses

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Each symbol in a table of symbols is in some formula of its course, and its meaning is on some of the course's pages:
// a parameter or a part of the picture of the page's method, or a fact that the page shows.
func TestSymbolsAreUsed(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	methods := catalog.All()
	for _, c := range all {
		text, err := json.Marshal(c.Pages)
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{"truth": true}
		for i := range c.Pages {
			p := &c.Pages[i]
			d, err := doc.Decode([]byte(p.Document))
			if err != nil {
				t.Fatal(err)
			}
			m := &methods[slices.IndexFunc(methods, func(m method.Method) bool { return m.ID == d.Method })]
			for j := range m.Params {
				known[m.Params[j].Name] = true
			}
			for _, s := range m.Shows {
				known[string(s.Name)] = true
			}
			facts := slices.Clone(p.Facts)
			for j := range p.Steps {
				facts = append(facts, p.Steps[j].Facts...)
			}
			for _, name := range facts {
				known[name] = true
			}
		}
		for i, s := range c.Symbols {
			if mark := fmt.Sprintf(`%s=\"%d\"`, course.TermAttribute, i); !strings.Contains(string(text), mark) {
				t.Errorf("%s: no formula has the symbol %s (%s)", c.Course, s.Symbol, s.Means)
			}
			for _, name := range s.Shows {
				if !known[name] {
					t.Errorf("%s: no page has %q, which %s stands for", c.Course, name, s.Symbol)
				}
			}
		}
	}
}
