package catalog_test

import (
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// The studies of examples and lessons can be computed, have a sentence, and take a page only seconds.
func TestStudiesOfLessons(t *testing.T) {
	if testing.Short() {
		t.Skip("the numbers of studies are those of their methods, which are tested on each platform")
	}
	s, seen := session.New(catalog.All()), 0
	for _, m := range catalog.Tested() {
		for _, text := range append([]string{m.Example}, m.Lessons...) {
			if !strings.Contains(text, `"study"`) {
				continue
			}
			seen++
			d, err := doc.Decode([]byte(text))
			if err == nil {
				d, err = s.Resolve(method.Unstopped, d)
			}
			if err != nil {
				t.Fatal(err)
			}
			c, r, err := s.Survey(t.Context(), d)
			if err != nil {
				t.Errorf("%s: %v", d.Title, err)
				continue
			}
			if c.Fits > 2500 || c.Unfit > 0 || !strings.Contains(r.Says, "error") && !strings.Contains(r.Says, "loss") {
				t.Errorf("%s: %d fits, %d could not be made: %s", d.Title, c.Fits, c.Unfit, r.Says)
			}
		}
	}
	if seen < 8 && catalog.TestsAll() {
		t.Errorf("%d studies", seen)
	}
}
