//go:build !js

package catalog

import (
	"errors"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// A method that needs classes says of a table without any that its rows have none, and does not ask the user to click.
func TestTablesWithoutClasses(t *testing.T) {
	t.Parallel()
	s := session.New(All())
	n := 0
	for _, m := range All() {
		if m.Task != method.Classify || !m.Task.Supervised() || m.Pictures || m.Objects { // which tables do not have
			continue
		}
		d, err := doc.Decode([]byte(`{"version":1,"method":"` + m.ID +
			`","table":{"data":{"columns":["a","b"],"rows":[[1,2],[2,1],[0,3]]}}}`))
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Fit(t.Context(), d)
		var need *method.Need
		if !errors.As(err, &need) {
			continue // it needs none
		}
		if n++; !strings.Contains(need.Sentence, "no row has a class") || strings.Contains(need.Sentence, "click") {
			t.Errorf("%s: %q", m.ID, need.Sentence)
		}
	}
	if n < 10 {
		t.Errorf("%d methods need classes", n)
	}
}
