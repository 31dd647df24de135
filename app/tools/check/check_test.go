//go:build !js

package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"pointscape/app/tools/site"
	"pointscape/engine/catalog"
)

// fake returns the checks of knn in a project without files, which run the commands by a function.
func fake(t *testing.T, out *strings.Builder, run func(args []string) ([]byte, error)) *checks {
	return newChecks("knn", "engine/neighbors", t.TempDir(), out, run)
}

const tested = "--- PASS: TestMethods/knn (0.1s)\n"

// count returns the number of steps of some phases.
func count(lists ...[][]lane) (n int) {
	for _, phase := range slices.Concat(lists...) {
		for _, l := range phase {
			n += len(l)
		}
	}
	return n
}

// A step that fails does not prevent the others, and the summary has all failures, with what to do. Those of the quick
// checks are also told before the others run.
func TestAllFailuresAreListed(t *testing.T) {
	var mu sync.Mutex
	var ran []string
	var out strings.Builder
	c := fake(t, &out, func(args []string) ([]byte, error) {
		mu.Lock()
		defer mu.Unlock()
		ran = append(ran, strings.Join(args, " "))
		switch {
		case args[0] == ".ci/lint":
			return []byte("engine/neighbors/knn.go:3: unused\n"), errors.New("1")
		case slices.Contains(args, "./engine/python"):
			return []byte("=== RUN x\n--- FAIL: TestAgreement (1.0s)\n    a.go:3: knn: off by 3\nFAIL\nexit status 1\n"),
				errors.New("1")
		case slices.Contains(args, "./app/tools/words"):
			return []byte("--- FAIL: TestLanguages (1.0s)\n    a.go:3: fr: no word\n"), errors.New("1")
		case slices.Contains(args, "./app/tools/site"):
			return []byte("warning: pointscape.psm takes 96 %\n"), nil
		}
		return []byte(tested), nil
	})
	c.all("check", c.quick(), c.rest())
	if want := count(c.quick(), c.rest()) - 1; len(ran) != want { // one is no command
		t.Errorf("%d of %d commands have run", len(ran), want)
	}
	said := c.summary(false)
	for _, want := range []string{"its words in all languages", "its program in Python", "staticcheck",
		"| engine/neighbors/knn.go:3", "|     a.go:3: knn: off by 3", "loose in engine/python/agreement_test.go",
		"-only knn", "Not passed: 3"} {
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
	early, _, found := strings.Cut(out.String(), "The other checks go on")
	if !found || !strings.Contains(early, "no word") || strings.Contains(early, "the sizes") {
		t.Errorf("what the quick checks have found is not told first:\n%s", out.String())
	}
}

// A method that passes says so.
func TestPassed(t *testing.T) {
	for _, quick := range []bool{false, true} {
		c := fake(t, &strings.Builder{}, func([]string) ([]byte, error) { return []byte(tested), nil })
		c.all("check", c.quick())
		if got := c.summary(quick); !strings.HasPrefix(got, "knn has passed") || strings.Contains(got, "seconds") != quick {
			t.Errorf("said %q", got)
		}
	}
}

// Code that does not compile ends the checks: all others would say the same.
func TestCompilesFirst(t *testing.T) {
	var out strings.Builder
	var ran [][]string
	c := fake(t, &out, func(args []string) ([]byte, error) {
		ran = append(ran, args)
		return []byte("engine/neighbors/knn.go:3:2: undefined: x\n"), errors.New("1")
	})
	c.all("check", c.quick(), c.rest())
	if len(ran) != 1 || ran[0][1] != "build" {
		t.Errorf("have run: %v", ran)
	}
	if said := c.summary(false); !strings.Contains(said, "undefined: x") || !strings.Contains(said, "before it compiles") {
		t.Errorf("said %s", said)
	}
}

// A method that no line of the catalogue has is not tested by tests that pass.
func TestNotInTheCatalogue(t *testing.T) {
	c := fake(t, &strings.Builder{}, func([]string) ([]byte, error) { return []byte("ok\n"), nil })
	c.all("check", c.quick())
	if said := c.summary(true); !strings.Contains(said, "engine/catalog/catalog.go") ||
		!strings.Contains(said, "Not passed: 1") {
		t.Errorf("said %s", said)
	}
}

// Long output is cut.
func TestSummaryIsShort(t *testing.T) {
	c := fake(t, &strings.Builder{}, nil)
	c.failed = []failure{{step{what: "x", args: []string{"go"}}, strings.Repeat("a line\n", 1000)}}
	if got := c.summary(false); strings.Count(got, "\n") > shown+10 || !strings.Contains(got, "960 lines more") {
		t.Errorf("the summary is\n%s", got)
	}
}

// Of go test -v, what tests have written that have passed is left out.
func TestTelling(t *testing.T) {
	got := telling("=== RUN   TestA\n=== RUN   TestA/x\n    a.go:1: good\n=== RUN   TestA/y\n    a.go:2: bad\n" +
		"=== NAME  TestA/x\n    a.go:3: good\n--- FAIL: TestA (0.1s)\n    --- PASS: TestA/x (0.1s)\n" +
		"    --- FAIL: TestA/y (0.1s)\nFAIL\n")
	want := []string{"    a.go:2: bad", "--- FAIL: TestA (0.1s)", "    --- FAIL: TestA/y (0.1s)"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The expression for all other methods matches each of them, also those whose names begin alike.
func TestAllBut(t *testing.T) {
	list := []string{"k", "knn_", "kn", "", "x"}
	for _, m := range catalog.All() {
		list = append(list, m.ID)
	}
	for _, id := range []string{"knn", "knn_regression", "svm", "nearest_mean"} {
		re := regexp.MustCompile(allBut(id))
		for _, other := range append(list, id) {
			if re.MatchString(other) != (other != id) {
				t.Errorf("all but %s: %q matches: %v", id, other, other == id)
			}
		}
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
	for _, name := range strings.Split(ofEach+"|"+ofWords, "|") {
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
