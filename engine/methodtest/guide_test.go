package methodtest_test

import (
	"os"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// The method from the guides passes the suite, also with the panel from the other guide.
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

// paneled is the model of add-a-method.md with the panel of add-a-kernel-or-panel.md.
type paneled struct{ *model }

func (m paneled) Can() *method.Capabilities {
	can := m.model.Can()
	can.Panels = m.Panels
	return can
}

// The guides show the method's files, without package clause and imports.
func TestGuideShowsTheMethod(t *testing.T) {
	for name, guide := range map[string]string{"guidemethod_test.go": "add-a-method.md",
		"guidepanel_test.go": "add-a-kernel-or-panel.md"} {
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile("../docs/" + guide)
		if err != nil {
			t.Fatal(err)
		}
		if _, shown, ok := strings.Cut(string(code), "\n)\n\n"); !ok ||
			!strings.Contains(string(text), "\n```go\n"+shown+"```\n") {
			t.Errorf("engine/docs/%s shows other code than methodtest/%s has after its imports", guide, name)
		}
	}
}
