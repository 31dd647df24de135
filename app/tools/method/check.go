//go:build !js

package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
)

// checks are the checks of one method.
type checks struct {
	id   string
	home string // directory of its package, below the project's root
	out  io.Writer
	run  func(args []string) ([]byte, error)

	failed []failure
}

// A step is a command that checks or writes something.
type step struct {
	what string
	args []string
}

// failure is a step that has failed, and what it has printed.
type failure struct {
	step
	output string
}

// ofEach are the tests of the catalogue that have a part for each method.
const ofEach = "TestMethods|TestGolden|TestSwatches|TestNasty|TestDocuments|TestExtent"

// ofSite are the tests of the site that a new method may fail, except for the sizes, which take a minute.
const ofSite = "TestListsInLanguages|TestTonguesDeclareTheSame|TestMethodsPage|TestOfferIsTheCatalogue|TestGallery|" +
	"TestAppImports|TestEngineImports|TestLinks|TestGuidesAreShort"

// steps are the checks. What takes seconds, and is wrong most often, comes first.
func (c *checks) steps() []step {
	test := func(args ...string) []string { return append([]string{"go", "test", "-vet=off"}, args...) }
	return []step{
		{"how ./" + c.home + " is written", []string{".ci/lint", "./" + c.home, "./engine/catalog"}},
		{"the tests of ./" + c.home, test("./" + c.home)},
		{"the catalogue's tests of " + c.id, test("./engine/catalog", "-run", "^("+ofEach+")$/^"+c.id+"$")},
		{"the catalogue's tests of all methods together", test("./engine/catalog", "-skip", "^("+ofEach+")$")},
		{"its program in Python, and scikit-learn's answers", test("./engine/python")},
		{"its words in all languages", test("./app/tools/words")},
		{"its place in a course", test("./app/courses", "-run", "^TestEveryMethodHasAPage$")},
		{"how people find it", test("./app/room/methodsearch", "-run", "^TestWhatPeopleCallIt$")},
		{"its place on the site", test("-count=1", "./app/tools/site", "-run", "^("+ofSite+")$")},
		{"the sizes of the programs", test("-count=1", "-timeout", "60m", "./app/tools/site", "-run", "^TestSizeBudget$",
			"-v")},
	}
}

// fixes write what is recorded about the method, in an order in which each finds what it needs. python is an
// interpreter that has scikit-learn, "" = there is none.
func (c *checks) fixes(python string) []step {
	test := func(args ...string) []string { return append([]string{"go", "test", "-vet=off", "-count=1"}, args...) }
	list := []step{
		{"format ./" + c.home, []string{"gofmt", "-w", c.home, "engine/catalog"}},
		{"golden pictures, lasting links, pages of methods and capabilities", test("./engine/catalog", "-run",
			"^(TestGolden|TestPermalinks|TestMethodsPage|TestCapabilities)$/^"+c.id+"$", "-update", "-add")},
	}
	record := func(what, name, python string) {
		list = append(list, step{what, test("./engine/python", "-run", "^"+name+"$", "-python", python, "-only", c.id)})
	}
	if python != "" {
		record("what scikit-learn says of its examples", "TestAgreement", python)
		record("what scikit-learn says of random documents", "TestDifferentialRecord", python)
	} else {
		fmt.Fprintln(c.out, "No Python here has scikit-learn: only why there are no programs is recorded.")
		record("why its examples have no programs in Python", "TestAgreement", "python3")
	}
	return append(list, step{"words that wait for a translation", test("./app/tools/words", "-run", "^TestLanguages$",
		"-update")}, step{"methods that wait for a page of a course", test("./app/courses", "-run",
		"^TestEveryMethodHasAPage$", "-update")})
}

// all runs all steps, and keeps those that fail.
func (c *checks) all(list []step, how string) {
	began := time.Now()
	for i, s := range list {
		fmt.Fprintf(c.out, "%3.0f s  %s %d of %d: %s\n", time.Since(began).Seconds(), how, i+1, len(list), s.what)
		out, err := c.run(s.args)
		for line := range strings.Lines(string(out)) {
			if strings.HasPrefix(line, "warning:") {
				fmt.Fprint(c.out, "       "+line)
			}
		}
		if err != nil {
			fmt.Fprintf(c.out, "       failed: %s\n", strings.Join(s.args, " "))
			c.failed = append(c.failed, failure{s, string(out)})
		}
	}
}

var (
	failedTest = regexp.MustCompile(`(?m)^ *--- FAIL: (\w+)`)
	noise      = regexp.MustCompile(`^\s*(=== |--- (PASS|SKIP)|PASS$|ok  |FAIL$|FAIL\t|exit status|coverage:|warning:)`)
)

// shown is the greatest number of lines of a failure in the summary.
const shown = 40

// summary lists all failures: what each has printed, and what can be done.
func (c *checks) summary() string {
	if len(c.failed) == 0 {
		return c.id + " has passed.\n"
	}
	var b strings.Builder
	for i, f := range c.failed {
		fmt.Fprintf(&b, "\n%d. %s\n   %s\n", i+1, f.what, quoted(f.args))
		var lines []string
		for line := range strings.Lines(f.output) {
			if line = strings.TrimRight(line, "\n"); line != "" && !noise.MatchString(line) {
				lines = append(lines, line)
			}
		}
		if n := len(lines) - shown; n > 0 {
			lines = append(lines[:shown], fmt.Sprintf("… and %d lines more", n))
		}
		for _, line := range lines {
			b.WriteString("   | " + line + "\n")
		}
		for _, say := range advice(f) {
			b.WriteString("   → " + strings.ReplaceAll(say, "ID", c.id) + "\n")
		}
	}
	fmt.Fprintf(&b, "\nNot passed: %d. \"make check M=%s FIX=1\" writes anew what is written by commands.\n",
		len(c.failed), c.id)
	return b.String()
}

// quoted returns a command as it is typed in a shell.
func quoted(args []string) string {
	list := slices.Clone(args)
	for i, a := range list {
		if strings.ContainsAny(a, "|$^()") {
			list[i] = "'" + a + "'"
		}
	}
	return strings.Join(list, " ")
}

// advice returns what can be done about a failure: about each test that has failed.
func advice(f failure) (list []string) {
	add := func(name string) {
		if say := toDo[name]; say != "" && !slices.Contains(list, say) {
			list = append(list, say)
		}
	}
	add(f.args[0])
	for _, m := range failedTest.FindAllStringSubmatch(f.output, -1) {
		add(m[1])
	}
	return list
}

const byFix = "; FIX=1 does it"

// toDo says for each command and test what can be done if it fails. ID is the method's.
var toDo = map[string]string{
	".ci/lint": "gofmt -w formats; lines have at most 120 characters; staticcheck says what it wants",

	"TestMethods": "the suite is engine/methodtest. What a method can't do is listed with a reason in exceptions in " +
		"engine/catalog/catalog_test.go",
	"TestGolden": "look at the picture (go run . draw), and write engine/catalog/testdata/golden/ID.txt anew: go test " +
		"./engine/catalog -run 'TestGolden$/^ID$' -update" + byFix,
	"TestPermalinks": "new documents are added to engine/catalog/testdata/permalinks.jsonl by go test " +
		"./engine/catalog -run TestPermalinks -add" + byFix + ". Lines that are there never change: if one fails, the " +
		"program is wrong",
	"TestMethodsPage": "engine/catalog/README.md is written by go test ./engine/catalog -run TestMethodsPage -update" +
		byFix,
	"TestCapabilities": "engine/catalog/capabilities.md is written by go test ./engine/catalog -run TestCapabilities " +
		"-update" + byFix,
	"TestManyClasses": "a classifier learns twelve classes on a ring. If it needs more steps than by default, say so in " +
		"patient in engine/catalog/classes_test.go",
	"TestWordsAreShort": "a label has at most 28 characters, a help 110; reasons for longer ones are in longer in " +
		"engine/catalog/words_test.go",
	"TestWordsAgree": "one parameter has one label and help in all methods; others are in otherLabel and otherHelp in " +
		"engine/catalog/words_test.go",
	"TestLayers": "a new package has its place in layers in engine/catalog/layers_test.go, and in the table of " +
		"engine/README.md",
	"TestReadmeListsThePackages": "the table of packages is in engine/README.md",

	"TestEveryMethod": "the method declares its counterpart in scikit-learn, or why there is none: method.Method.Python",
	"TestAgreement": "answers are recorded by go test ./engine/python -run TestAgreement -python python3 -only ID" +
		byFix + ". Why a method differs is in loose in engine/python/agreement_test.go",
	"TestDifferential": "random documents are recorded by go test ./engine/python -run DifferentialRecord -python " +
		"python3 -only ID" + byFix + ". What is fixed in them is in plans in " +
		"engine/python/differential_record_test.go, how far they may differ in agreements in " +
		"engine/python/differential_test.go; methods without documents have a file in " +
		"engine/python/testdata/without",

	"TestLanguages": "translations are in any file of app/tools/site/languages/fr and es (make words LANG_TAG=fr lists " +
		"them); those that wait are in pending.list" + byFix,
	"TestEveryMethodHasAPage": "show ID on a page of a course in app/courses, in its document or in a step, or let it " +
		"wait" + byFix,
	"TestWhatPeopleCallIt": "a name that people use proposes another method now: change an alias of ID, or what is " +
		"wanted in app/room/methodsearch/names_test.go",
	"TestListsInLanguages": "titles are translated in any file of app/tools/site/languages/fr and es",
	"TestTonguesDeclareTheSame": "titles are translated in any file of app/tools/site/languages/fr and es, or wait in " +
		"pending.list",
	"TestSizeBudget": "budgets are in Budgets in app/tools/site/budget.go",
}
