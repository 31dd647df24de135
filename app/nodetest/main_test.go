package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The tests and packages that are told apart are there: a name that has changed would be tested in another way without
// a word.
func TestNamesAreThere(t *testing.T) {
	t.Parallel()
	const engine = "../../engine"
	for _, list := range []map[string][]string{some, long} {
		for dir, names := range list {
			files, err := filepath.Glob(filepath.Join(engine, dir, "*_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			for _, f := range files {
				b, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				text.Write(b)
			}
			for _, name := range names {
				top := regexp.MustCompile(`^\w+`).FindString(name)
				if !strings.Contains(text.String(), "func "+top+"(") {
					t.Errorf("engine/%s has no test %s", dir, top)
				}
			}
		}
	}
	for _, name := range others {
		if info, err := os.Stat(filepath.Join(engine, name)); err != nil || !info.IsDir() {
			t.Errorf("there is no package engine/%s", name)
		}
	}
}
