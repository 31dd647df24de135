package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The listed tests exist: after a renaming, a test would run, or not, without notice.
func TestNamesAreThere(t *testing.T) {
	text := func(pattern string) string {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", "engine", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files are %s: %v", pattern, err)
		}
		var b strings.Builder
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(text)
		}
		return b.String()
	}
	suite := text("methodtest/methodtest.go")
	for _, list := range []map[string][]string{some, long} {
		for dir, names := range list {
			tests := text(dir + "/*_test.go")
			for _, name := range names {
				name, check, _ := strings.Cut(name, "$/./^")
				name, id, _ := strings.Cut(name, "$/^")
				if id != "" {
					text("catalog/testdata/golden/" + id + ".txt")
				}
				if !strings.Contains(tests, "\nfunc "+name+"(t *testing.T)") {
					t.Errorf("%s has no test %s", dir, name)
				}
				if check = strings.ReplaceAll(check, "_", " "); check != "" && !strings.Contains(suite, `{"`+check+`", `) {
					t.Errorf("the suite has no check %q", check)
				}
			}
		}
	}
	for _, dir := range others {
		text(dir + "/*.go")
	}
}

func TestPackages(t *testing.T) {
	of := []string{"math", "pointscape/engine/wordspace", "pointscape/engine/words", "pointscape/engine/picture/pdf",
		"pointscape/engine/catalog", "pointscape/engine/svm"}
	whole, part := packages(of, false)
	if want := []string{"pointscape/engine/wordspace", "pointscape/engine/svm"}; !slices.Equal(whole, want) {
		t.Errorf("whole %v, want %v", whole, want)
	}
	if want := []string{"pointscape/engine/catalog"}; !slices.Equal(part, want) {
		t.Errorf("in part %v, want %v", part, want)
	}
	if whole, part = packages(of, true); !slices.Equal(whole, of[1:]) || part != nil {
		t.Errorf("all are %v and %v, want %v", whole, part, of[1:])
	}
}
