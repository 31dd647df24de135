//go:build !js

package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/app/tools/site"
)

// A step that fails does not prevent the others, and the summary has all failures, with what to do.
func TestAllFailuresAreListed(t *testing.T) {
	var ran []string
	var out strings.Builder
	c := &checks{id: "knn", home: "engine/neighbors", out: &out, run: func(args []string) ([]byte, error) {
		ran = append(ran, strings.Join(args, " "))
		switch {
		case args[0] == ".ci/lint":
			return []byte("engine/neighbors/knn.go:3: the line has more than 120 characters\n"), errors.New("1")
		case slices.Contains(args, "./engine/python"):
			return []byte("=== RUN x\n--- FAIL: TestAgreement (1.0s)\n    a.go:3: knn: off by 3\nFAIL\nexit status 1\n"),
				errors.New("1")
		case strings.Contains(args[len(args)-1], "TestSizeBudget") || args[len(args)-1] == "-v":
			return []byte("warning: pointscape.psm takes 96 %\n"), nil
		}
		return nil, nil
	}}
	c.all(c.steps(), "check")
	if len(ran) != len(c.steps()) {
		t.Errorf("%d of %d steps have run", len(ran), len(c.steps()))
	}
	said := c.summary()
	for _, want := range []string{"1. how ./engine/neighbors is written", "2. its program in Python",
		"| engine/neighbors/knn.go:3", "|     a.go:3: knn: off by 3", "loose in engine/python/agreement_test.go",
		"-only knn", "Not passed: 2"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if strings.Contains(said, "=== RUN") || strings.Contains(said, "exit status") {
		t.Errorf("noise in\n%s", said)
	}
	if !strings.Contains(out.String(), "warning: pointscape.psm") {
		t.Errorf("the warning is lost: %s", out.String())
	}
}

// A method that passes says so.
func TestPassed(t *testing.T) {
	c := &checks{id: "knn", home: "engine/neighbors", out: &strings.Builder{},
		run: func([]string) ([]byte, error) { return nil, nil }}
	c.all(c.steps(), "check")
	if got := c.summary(); got != "knn has passed.\n" {
		t.Errorf("said %q", got)
	}
}

// Long output is cut.
func TestSummaryIsShort(t *testing.T) {
	c := &checks{id: "knn", failed: []failure{{step{"x", []string{"go"}}, strings.Repeat("a line\n", 1000)}}}
	if got := c.summary(); strings.Count(got, "\n") > shown+10 || !strings.Contains(got, "960 lines more") {
		t.Errorf("the summary is\n%s", got)
	}
}

// Tests, tables and files that the checks and their advice name exist.
func TestNamesExist(t *testing.T) {
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	read := func(pattern string) string {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(names) == 0 {
			t.Errorf("no file is %s: %v", pattern, err)
		}
		var b strings.Builder
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Error(err)
			}
			b.Write(text)
		}
		return b.String()
	}
	tests := map[string]string{}
	dirs := []string{"engine/catalog", "engine/python", "app/tools/words", "app/tools/site", "app/courses",
		"app/room/methodsearch"}
	for _, dir := range dirs {
		tests[dir] = read(dir + "/*_test.go")
	}
	has := func(dir, name string) bool { return strings.Contains(tests[dir], "func "+name+"(t *testing.T)") }
	for _, name := range strings.Split(ofEach, "|") {
		if !has("engine/catalog", name) {
			t.Errorf("the catalogue has no test %s", name)
		}
	}
	for _, name := range strings.Split(ofSite, "|") {
		if !has("app/tools/site", name) {
			t.Errorf("the site has no test %s", name)
		}
	}
	table := regexp.MustCompile(`\bin (\w+)(?: and (\w+))? in (\S+\.go)`)
	file := regexp.MustCompile(`\b(?:engine|app)/[\w/.]+\.(?:go|md|jsonl?)`)
	for name, say := range toDo {
		if strings.HasPrefix(name, "Test") && !slices.ContainsFunc(dirs,
			func(dir string) bool { return has(dir, name) }) {
			t.Errorf("there is no test %s", name)
		}
		for _, path := range file.FindAllString(say, -1) {
			read(path)
		}
		for _, m := range table.FindAllStringSubmatch(say, -1) {
			for _, name := range m[1:3] {
				if name != "" && !regexp.MustCompile(`(?m)^(var )?\s*`+name+`\s*=|^(var|const) `+name+`\b`).MatchString(read(m[3])) {
					t.Errorf("%s has no table %s", m[3], name)
				}
			}
		}
	}
}
