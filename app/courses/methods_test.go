package courses

import (
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/catalog"
)

// Every method is on a page of a course: in its document, or in a step or the solution of a task.
func TestEveryMethodHasAPage(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	var shown strings.Builder
	for _, c := range all {
		for i := range c.Pages {
			p := &c.Pages[i]
			shown.WriteString(p.Document)
			for j := range p.Steps {
				s := &p.Steps[j]
				shown.WriteString(s.Set + strings.Join(s.Solution, "") + strings.Join(s.Wrong, ""))
			}
		}
	}
	for _, m := range catalog.All() {
		if !strings.Contains(shown.String(), strconv.Quote(m.ID)) {
			t.Errorf("%s is on no page", m.ID)
		}
	}
}
