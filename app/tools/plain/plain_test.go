package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
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
			if of.match == "" {
				continue // all
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
	for dir := range alone {
		has(dir)
	}
	for _, l := range left {
		if !slices.ContainsFunc(list, func(f site.FastPath) bool { return f.Name == l.without }) {
			t.Errorf("there is no fast path %s", l.without)
		}
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

func TestSlow(t *testing.T) {
	if fastTwo {
		t.Log("fast")
	} else {
		panic("slow")
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

// A test that fails is named with the paths without which it fails; one that need not be left out is named, too.
func TestFaultsAreNamed(t *testing.T) {
	root := project(t)
	was, wasFurther := left, further
	left = []leaving{{"engine/p.fastOne", "engine/p.TestDifference", "", false},
		{"engine/p.fastTwo", "engine/p.TestSlow", "", false}}
	defer func() { left, further = was, wasFurther }()
	for _, json := range []bool{false, true} {
		var out strings.Builder
		p := program{root: root, only: regexp.MustCompile(""), json: json, out: &out}
		err := p.run()
		if err == nil || err.Error() != "4 tests are wrong without fast paths" {
			t.Errorf("%v", err)
		}
		said := out.String()
		for _, want := range []string{
			"the sum is -1",
			"FAIL\tengine/p without the 2 of engine/p\t",
			"FAIL\tengine/p without engine/p.fastTwo\t",
			"ok  \tengine/p without engine/p.fastOne\t",
			"engine/p.TestSum fails without the 2 of engine/p\n",
			"engine/p.TestProduct fails without the 2 of engine/p\n",
			"engine/p.TestSum fails without engine/p.fastTwo\n",
			"engine/p.TestDifference passes without engine/p.fastOne: it need not be left out\n",
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
	left = nil
	p := program{root: root, only: regexp.MustCompile("fastOne"), out: &out}
	if err := p.run(); err != nil || !strings.HasPrefix(out.String(), "ok  \tengine/p without engine/p.fastOne\t") {
		t.Errorf("%v\n%s", err, out.String())
	}
	further = map[string][]tests{"engine/p": {{"engine/p", "^TestOther$"}}}
	if err := p.run(); err == nil {
		t.Error("tests that there are not are no error")
	}
	further = nil
	left = []leaving{{"engine/p.fastOne", "engine/p.TestOther", "", false}}
	if err := p.run(); err == nil {
		t.Error("a test that is left out and is not there is no error")
	}
	left = nil
	p.only = regexp.MustCompile("fastThree")
	if err := p.run(); err == nil {
		t.Error("a path that there is not is no error")
	}
}

// Each package is tried without all of its paths together, and without each alone, unless only some are asked for; with
// the tests that the lists say.
func TestPlan(t *testing.T) {
	wasFurther, wasAlone, wasLeft := further, alone, left
	defer func() { further, alone, left = wasFurther, wasAlone, wasLeft }()
	further = map[string][]tests{"engine/p": {{"engine/r", ""}}, "engine/q": {{"engine/r", "^TestR$"}}}
	alone = map[string]string{"engine/p": "^TestP$"}
	left = []leaving{{"engine/q.fastOne", "engine/r.TestS", "", false}}
	list := []site.FastPath{{Name: "app/stage.fastHeld"}, {Name: "engine/p.fastOne"}, {Name: "engine/p.fastTwo"},
		{Name: "engine/q.fastOne"}}
	together := trial{[]string{"engine/p.fastOne", "engine/p.fastTwo"}, tests{"engine/p", ""}, nil}
	others := trial{together.paths, tests{"engine/r", ""}, nil}
	first := trial{[]string{"engine/p.fastOne"}, tests{"engine/p", "^TestP$"}, nil}
	second := trial{[]string{"engine/p.fastTwo"}, tests{"engine/p", "^TestP$"}, nil}
	q := trial{[]string{"engine/q.fastOne"}, tests{"engine/q", ""}, nil}
	r := trial{[]string{"engine/q.fastOne"}, tests{"engine/r", "^TestR$"}, []string{"TestS"}}
	for only, want := range map[string][]trial{
		"":        {together, others, first, second, q, r},
		"/p":      {together, others, first, second},
		"fastTwo": {{second.paths, tests{"engine/p", ""}, nil}, {second.paths, tests{"engine/r", ""}, nil}},
		"stage":   nil,
	} {
		p := program{only: regexp.MustCompile(only)}
		got, err := p.plan(list)
		if (err != nil) != (want == nil) || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %v", only, got, err)
		}
	}
}
