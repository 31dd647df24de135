package methodtest_test

import (
	"os"
	"strings"
	"testing"

	"pointscape/engine/methodtest"
)

// The method from the guides passes the suite, with its panel.
func TestGuidesMethod(t *testing.T) {
	methodtest.Run(t, NearestMean())
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
