package methodtest_test

import (
	"os"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// The method that the guides begin with passes the suite, also with the panel of a guide.
func TestGuidesMethod(t *testing.T) {
	m := NearestMean()
	t.Run("method", func(t *testing.T) { methodtest.Run(t, m) })
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		made, err := fit(job, p, v, prev)
		if err != nil {
			return nil, err
		}
		return paneled{made.(*model)}, nil
	}
	t.Run("panel", func(t *testing.T) { methodtest.Run(t, m) })
}

// paneled is the nearest mean with the panel of add-a-kernel-or-panel.md.
type paneled struct{ *model }

func (m paneled) Can() *method.Capabilities {
	can := m.model.Can()
	can.Panels = m.Panels
	return can
}

// The guide shows the panel's file, without package clause and imports.
func TestGuideShowsThePanel(t *testing.T) {
	code, err := os.ReadFile("guidepanel_test.go")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../docs/add-a-kernel-or-panel.md")
	if err != nil {
		t.Fatal(err)
	}
	if _, shown, ok := strings.Cut(string(code), "\n)\n\n"); !ok ||
		!strings.Contains(string(text), "\n```go\n"+shown+"```\n") {
		t.Error("engine/docs/add-a-kernel-or-panel.md shows other code than guidepanel_test.go has after its imports")
	}
}
