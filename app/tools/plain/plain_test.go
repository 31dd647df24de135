package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/app/tools/site"
)

// The lists name packages, fast paths and tests that there are.
func TestLists(t *testing.T) {
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	list, err := site.FastPaths(root)
	if err != nil {
		t.Fatal(err)
	}
	dirs := packagesOf(list)
	has := func(dir string) {
		if !slices.Contains(dirs, dir) {
			t.Errorf("%s has no fast paths", dir)
		}
	}
	for dir, also := range further {
		has(dir)
		for _, of := range also {
			if _, err := regexp.Compile(of.match); err != nil || of.match == "" {
				t.Errorf("%s, of %s: %v", dir, of.pkg, err)
			}
			name, _, _ := strings.Cut(strings.Trim(of.match, "^$"), "$/")
			for _, name := range strings.Split(strings.Trim(name, "()"), "|") {
				declared(t, root, of.pkg+"."+name)
			}
		}
	}
	for dir := range inBrowser {
		has(dir)
	}
	for _, l := range left {
		has(l.without)
		declared(t, root, l.test)
		if l.why == "" {
			t.Errorf("why is %s left out?", l.test)
		}
	}
}

func declared(t *testing.T, root, test string) {
	t.Helper()
	dir := packageOf(test)
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(dir), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	text := []byte("func " + strings.TrimPrefix(test, dir+".") + "(")
	if !slices.ContainsFunc(files, func(file string) bool {
		b, err := os.ReadFile(file)
		return err == nil && bytes.Contains(b, text)
	}) {
		t.Errorf("there is no test %s", test)
	}
}

// project writes a project whose package engine/p has two fast paths. Without the second, Sum is wrong; without both,
// so is Product.
func project(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":     "module pointscape\n\ngo 1.26\n",
		"app/app.go": "package app\n",
		"engine/p/fast.go": `package p

const (
	fastOne = true // one
	fastTwo = true // two
)
`,
		"engine/p/p.go": `package p

func Sum(a, b int) int {
	if !fastTwo {
		return a - b
	}
	return a + b
}

func Product(a, b int) int {
	if !fastOne && !fastTwo {
		return 0
	}
	return a * b
}
`,
		"engine/p/p_test.go": `package p

import "testing"

func TestSum(t *testing.T) {
	t.Run("small", func(t *testing.T) {
		if s := Sum(1, 2); s != 3 {
			t.Errorf("the sum is %d", s)
		}
	})
}

func TestProduct(t *testing.T) {
	if Product(2, 3) != 6 {
		t.Error("the product is wrong")
	}
}

func TestDifference(t *testing.T) {
	if Sum(2, -1) < 0 {
		t.Error("it is negative")
	}
}
`,
	} {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// A test that fails is named with the paths without which it fails.
func TestFaultsAreNamed(t *testing.T) {
	root := project(t)
	for _, json := range []bool{false, true} {
		var out strings.Builder
		p := program{root: root, only: regexp.MustCompile(""), json: json, out: &out}
		err := p.run()
		if err == nil || err.Error() != "2 tests are wrong without fast paths" {
			t.Errorf("%v", err)
		}
		said := out.String()
		for _, want := range []string{
			"the sum is -1",
			"FAIL\tengine/p without engine/p.fastOne and 1 more\t",
			"engine/p.TestSum fails without engine/p.fastTwo alone\n",
			"engine/p.TestProduct fails only without several of engine/p.fastOne, engine/p.fastTwo\n",
		} {
			if !strings.Contains(said, want) {
				t.Errorf("not said: %s", want)
			}
		}
		if strings.Contains(said, `"Action"`) != json {
			t.Errorf("JSON is %v", json)
		}
		if t.Failed() {
			t.Log(said)
		}
	}
	var out strings.Builder
	p := program{root: root, only: regexp.MustCompile("fastOne"), out: &out}
	if err := p.run(); err != nil || !strings.HasPrefix(out.String(), "ok  \tengine/p without engine/p.fastOne\t") {
		t.Errorf("%v\n%s", err, out.String())
	}
	p.only = regexp.MustCompile("fastThree")
	if err := p.run(); err == nil {
		t.Error("a path that there is not is no error")
	}
}

// Each package is tried without all of its paths, each with the tests that the lists say.
func TestPlan(t *testing.T) {
	list := []site.FastPath{{Name: "app/stage.fastHeld"}, {Name: "engine/p.fastOne"}, {Name: "engine/p.fastTwo"},
		{Name: "engine/q.fastOne"}}
	names := func(p program) (list2 []string) {
		trials, err := p.plan(list)
		if err != nil {
			t.Fatal(err)
		}
		for _, t := range trials {
			list2 = append(list2, t.String())
		}
		return list2
	}
	p := program{only: regexp.MustCompile("")}
	if got, want := names(p), []string{"engine/p without engine/p.fastOne and 1 more",
		"engine/q without engine/q.fastOne"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	p.each, p.only = true, regexp.MustCompile("/p")
	if got, want := names(p), []string{"engine/p without engine/p.fastOne and 1 more",
		"engine/p without engine/p.fastOne", "engine/p without engine/p.fastTwo"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
