package methodtest_test

import (
	"os"
	"strings"
	"testing"

	"pointscape/engine/methodtest"
)

// The method that the guide adds passes the suite: the guide shows guidemethod_test.go, from its declaration on.
func TestGuidesMethod(t *testing.T) {
	methodtest.Run(t, NearestMean())
}

func TestGuideShowsTheMethod(t *testing.T) {
	code, err := os.ReadFile("guidemethod_test.go")
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile("../docs/add-a-method.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, ok := strings.Cut(string(code), "\n)\n\n")
	if !ok || !strings.Contains(string(guide), "\n```go\n"+shown+"```\n") {
		t.Error("engine/docs/add-a-method.md shows other code than guidemethod_test.go has after its imports")
	}
}
