//go:build !js

package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/app/tools/site"
)

var update = flag.Bool("update", false, "write the table of fast paths")

// Every fast path has been measured, gives enough, and is compared with the plain way by tests; the table of the guide
// says so. After a new measurement:
//
//	go run ./app/tools/bench speed -json app/tools/bench/testdata/speed.json
//	go test ./app/tools/bench -run TestFastPaths -update
func TestFastPaths(t *testing.T) {
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	list, err := site.FastPaths(root)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("testdata", "speed.json"))
	if err != nil {
		t.Fatal(err)
	}
	var record speeds
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	var names []string
	rows := &strings.Builder{}
	fmt.Fprintf(rows, "| fast path | what it does | lines, about | what it gives | compared with the plain way by |\n"+
		"|---|---|---|---|---|\n")
	total := 0
	for _, f := range list {
		names = append(names, f.Name)
		best, ok := record.best(f.Name)
		if !ok && because[f.Name] == "" {
			t.Errorf("%s has not been measured: see the command above", f.Name)
			continue
		}
		if ok && !best.enough() && because[f.Name] == "" {
			t.Errorf("%s gives only %s: delete it", f.Name, best.worth())
		}
		r, ok := references[f.Name]
		if !ok || f.About == "" || r.tests == "" && because[f.Name] == "" {
			t.Errorf("%s needs a comment beside it, and an entry in references with a test", f.Name)
		}
		total += r.lines
		dir, _, _ := strings.Cut(f.Name, ".")
		for _, test := range strings.Fields(r.tests) {
			if !declares(t, root, dir, test) {
				t.Errorf("%s is said to be compared by %s, which is not there", f.Name, test)
			}
		}
		gives := because[f.Name]
		if ok {
			gives = strings.TrimSuffix(best.worth()+" ("+best.Trial+"); "+gives, "; ")
		}
		fmt.Fprintf(rows, "| `%s` | %s | %d | %s | %s |\n", strings.TrimPrefix(f.Name, "engine/"), f.About, r.lines,
			strings.ReplaceAll(gives, "|", "\\|"), strings.ReplaceAll(r.tests, " ", ", "))
	}
	for _, tr := range trials {
		for _, name := range tr.paths {
			if !slices.Contains(names, name) {
				t.Errorf("a trial is of %s, which there is not", name)
			}
		}
	}
	for name := range references {
		if !slices.Contains(names, name) {
			t.Errorf("references name %s, which there is not", name)
		}
	}
	for name := range because {
		if !slices.Contains(names, name) {
			t.Errorf("%s is kept, and is not there", name)
		}
	}

	guide := filepath.Join(root, "engine", "docs", "speed.md")
	old, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	const begin = "<!-- made by go test ./app/tools/bench -run TestFastPaths -update -->\n"
	head, _, ok := strings.Cut(string(old), begin)
	if !ok {
		t.Fatalf("%s has no line %s", guide, begin)
	}
	now := head + begin + rows.String()
	if string(old) == now {
		return
	}
	if !*update {
		t.Fatalf("the table of %s is out of date: go test ./app/tools/bench -run TestFastPaths -update", guide)
	}
	if err := os.WriteFile(guide, []byte(now), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d fast paths, %d lines", len(list), total)
}

// declares reports whether a package has a test: TestX of the package at dir, engine/svm.TestX of another one, or
// another package whose checks compare.
func declares(t *testing.T, root, dir, test string) bool {
	if d, name, ok := strings.Cut(test, "."); ok {
		dir, test = d, name
	} else if strings.Contains(test, "/") {
		_, err := os.Stat(filepath.Join(root, test))
		return err == nil
	}
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(dir), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	re := regexp.MustCompile(`(?m)^func ` + test + `\(`)
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && re.Match(text)
	})
}
