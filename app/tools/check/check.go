//go:build !js

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// checks are the checks of one method.
type checks struct {
	id, home string // home is the directory of its package, below the project's root
	root     string
	out      io.Writer
	run      func(args []string) ([]byte, error)

	began time.Time
	mu    sync.Mutex // for what follows, and for out
	said  time.Time  // time of the last printed line
	going []string   // what is running
	done  int

	failed  []failure
	stopped bool // a step has failed that all others need
}

func newChecks(id, home, root string, out io.Writer, run func([]string) ([]byte, error)) *checks {
	return &checks{id: id, home: home, root: root, out: out, run: run, began: time.Now(), said: time.Now()}
}

// A step is a command that checks or writes something.
type step struct {
	what string
	args []string
	// do, if there is one, is run instead of the command, which is only shown: it returns what is wrong.
	do    func() []string
	needs bool   // all other steps need that this one passes
	says  string // what its output must contain: otherwise its command has tested nothing
}

// failure is a step that has failed, and what it has printed.
type failure struct {
	step
	output string
}

// A lane is steps that run one after the other. Lanes of a phase run side by side, phases one after the other.
type lane []step

// ofEach are the tests of the catalogue that have a part for each method.
const ofEach = "TestMethods|TestGolden|TestSwatches|TestNasty|TestDocuments|TestExtent"

// ofWords are the tests of the catalogue that read only declarations.
const ofWords = "TestWordsAreShort|TestWordsAgree|TestTiesAreTold"

// ofSite are the tests of the site that a new method may fail.
const ofSite = "TestSizeBudget|TestListsInLanguages|TestTonguesDeclareTheSame|TestMethodsPage|" +
	"TestOfferIsTheCatalogue|TestGallery|TestAppImports|TestEngineImports|TestLinks|TestGuidesAreShort"

// goTest returns a command that runs tests without vetting them, which one of the steps does.
func goTest(args ...string) []string { return append([]string{"go", "test", "-vet=off"}, args...) }

// quick are the phases of checks that take seconds.
func (c *checks) quick() [][]lane {
	return [][]lane{
		{{{what: "how its files are written", args: []string{"gofmt", "-l", c.home}, do: c.written}}},
		{{{what: "whether it compiles", args: []string{"go", "build", "./engine/catalog"}, needs: true}}},
		{
			{{what: "its declaration, its words, and the suite", args: goTest("-short", "-v", "./engine/catalog", "-run",
				"^(TestMethods|TestDocuments)$/^"+c.id+"$|^("+ofWords+")$"), says: "TestMethods/" + c.id + " ("}},
			{
				{what: "whether its tests compile, and go vet", args: []string{"go", "vet", "./" + c.home}},
				{what: "its words in all languages", args: goTest("./app/tools/words")},
			},
		},
	}
}

// rest are the phases of all other checks. The two lanes take about as long.
func (c *checks) rest() [][]lane {
	return [][]lane{{
		{
			{what: "its place on the site, and the sizes of the programs", args: goTest("-count=1", "-timeout", "60m", "-v",
				"./app/tools/site", "-run", "^("+ofSite+")$")},
		},
		{
			{what: "the tests of ./" + c.home, args: goTest("./" + c.home)},
			{what: "the catalogue's tests", args: c.only(goTest("./engine/catalog", "-skip", "^("+ofEach+")$/"+allBut(c.id)))},
			{what: "its program in Python, and scikit-learn's answers", args: c.only(goTest("./engine/python"))},
			{what: "its place in a course", args: goTest("./app/courses", "-run", "^TestEveryMethodHasAPage$")},
			{what: "how people find it", args: goTest("./app/room/methodsearch", "-run", "^TestWhatPeopleCallIt$")},
			{what: "staticcheck", args: []string{".ci/lint", "./" + c.home, "./engine/catalog"}},
		},
	}}
}

// only returns a command whose tests are of the method alone. Unlike with their flag -only, the go command keeps their
// results.
func (c *checks) only(command []string) []string {
	return append([]string{"env", "POINTSCAPE_ONLY=" + c.id}, command...)
}

// allBut returns a regular expression that matches every text but one, of letters that mean nothing else in it.
func allBut(text string) string {
	var other []string
	for i := range text {
		before := text[:i]
		other = append(other, before, before+"[^"+text[i:i+1]+"].*")
	}
	return "^(" + strings.Join(append(other, text+".+"), "|") + ")$"
}

// fixes write what is recorded about the method. python is an interpreter that has scikit-learn, "" = there is none.
func (c *checks) fixes(python string) [][]lane {
	test := func(args ...string) []string { return goTest(append([]string{"-count=1"}, args...)...) }
	record := func(what, name, python string) step {
		return step{what: what, args: test("./engine/python", "-run", "^"+name+"$", "-python", python, "-only", c.id)}
	}
	records := lane{record("what scikit-learn says of its examples", "TestAgreement", python),
		record("what scikit-learn says of random documents", "TestDifferentialRecord", python)}
	if python == "" {
		fmt.Fprintln(c.out, "No Python here has scikit-learn: only why there are no programs is recorded.")
		records = lane{record("why its examples have no programs in Python", "TestAgreement", "python3")}
	}
	return [][]lane{
		{{{what: "format ./" + c.home, args: append([]string{"gofmt", "-w", c.home}, tables...)}}},
		{{{what: "whether it compiles", args: []string{"go", "build", "./engine/catalog"}, needs: true}}},
		{
			{{what: "golden pictures, lasting links, pages of methods and capabilities", args: test("./engine/catalog",
				"-run", "^(TestGolden|TestPermalinks|TestMethodsPage|TestCapabilities)$/^"+c.id+"$", "-update", "-add",
				"-only", c.id)}},
			append(records,
				step{what: "words that wait for a translation", args: test("./app/tools/words", "-run", "^TestLanguages$",
					"-update")},
				step{what: "methods that wait for a page of a course", args: test("./app/courses", "-run",
					"^TestEveryMethodHasAPage$", "-update")}),
		},
	}
}

// all runs all steps of some lists of phases, and keeps those that fail.
func (c *checks) all(how string, lists ...[][]lane) {
	steps := 0
	for _, phase := range slices.Concat(lists...) {
		for _, l := range phase {
			steps += len(l)
		}
	}
	c.done = 0
	stop := c.tellSilence()
	defer stop()
	for i, list := range lists {
		for _, phase := range list {
			var all sync.WaitGroup
			for _, l := range phase {
				all.Go(func() {
					for _, s := range l {
						if !c.isStopped() {
							c.step(s, how, steps)
						}
					}
				})
			}
			all.Wait()
			if c.isStopped() {
				return
			}
		}
		// What has failed so far need not wait for the rest.
		if i+1 < len(lists) && len(c.failed) > 0 {
			fmt.Fprintf(c.out, "%s\nThe other checks go on, and all failures are listed at the end.\n", c.failures())
		}
	}
}

func (c *checks) isStopped() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stopped
}

// step runs a step.
func (c *checks) step(s step, how string, of int) {
	c.mu.Lock()
	c.going = append(c.going, s.what)
	c.mu.Unlock()
	began := time.Now()
	var out []byte
	var err error
	if s.do != nil {
		if faults := s.do(); len(faults) > 0 {
			out, err = []byte(strings.Join(faults, "\n")+"\n"), errors.New("faults")
		}
	} else if out, err = c.run(s.args); err == nil && !bytes.Contains(out, []byte(s.says)) {
		out, err = fmt.Appendf(nil, "nothing of %s has been tested: has it a line in engine/catalog/catalog.go?\n", c.id),
			errors.New("nothing")
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	c.said = time.Now()
	c.going = slices.DeleteFunc(c.going, func(what string) bool { return what == s.what })
	result := "passed"
	if err != nil {
		result = "FAILED"
		c.failed = append(c.failed, failure{s, string(out)})
		c.stopped = c.stopped || s.needs
	}
	fmt.Fprintf(c.out, "%4.0f s  %s %d of %d %s in %.1f s: %s\n", time.Since(c.began).Seconds(), how, c.done, of, result,
		time.Since(began).Seconds(), s.what)
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "warning:") {
			fmt.Fprint(c.out, "        "+line)
		}
	}
}

// silence is the longest time without output.
const silence = 15 * time.Second

// tellSilence prints what is running whenever nothing has been printed for a while, until stop is called.
func (c *checks) tellSilence() (stop func()) {
	ended := make(chan struct{})
	go func() {
		for beat := time.Tick(time.Second); ; {
			select {
			case <-ended:
				return
			case <-beat:
			}
			c.mu.Lock()
			if len(c.going) > 0 && time.Since(c.said) >= silence {
				c.said = time.Now()
				fmt.Fprintf(c.out, "%4.0f s  still at: %s\n", time.Since(c.began).Seconds(), strings.Join(c.going, "; "))
			}
			c.mu.Unlock()
		}
	}()
	return func() { close(ended) }
}

// telling returns the lines of an output that tell why something has failed: not those of tests that have passed, which
// go test -v has, too.
func telling(output string) (lines []string) {
	failed := map[string]bool{"": true}
	for _, m := range failedTest.FindAllStringSubmatch(output, -1) {
		failed[m[1]] = true
	}
	of := "" // the test whose lines follow
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		if m := begunTest.FindStringSubmatch(line); m != nil {
			of = m[1]
		} else if strings.HasPrefix(line, "FAIL") || strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "---") {
			of = ""
		}
		if line != "" && !noise.MatchString(line) && failed[of] {
			lines = append(lines, line)
		}
	}
	return lines
}

var (
	begunTest  = regexp.MustCompile(`^=== (?:RUN|PAUSE|CONT|NAME) +(\S+)$`)
	failedTest = regexp.MustCompile(`(?m)^ *--- FAIL: (\S+)`)
	noise      = regexp.MustCompile(`^\s*(=== |--- (PASS|SKIP)|PASS$|ok  |FAIL$|FAIL\t|exit status|coverage:|warning:)`)
)

// shown is the greatest number of lines of a failure in the summary.
const shown = 40

// summary says how the checks have ended, and lists all failures.
func (c *checks) summary(quick bool) string {
	if len(c.failed) == 0 && quick {
		return fmt.Sprintf("%s has passed what takes seconds. All checks: make check M=%s\n", c.id, c.id)
	} else if len(c.failed) == 0 {
		return c.id + " has passed.\n"
	}
	end := fmt.Sprintf("\nNot passed: %d. \"make check M=%s FIX=1\" writes anew what is written by commands, \"make "+
		"check M=%s QUICK=1\" checks what takes seconds.\n", len(c.failed), c.id, c.id)
	if c.stopped {
		end = "\nNothing else can be checked before it compiles.\n"
	}
	return c.failures() + end
}

// failures lists all failures: what each has printed, and what can be done.
func (c *checks) failures() string {
	var b strings.Builder
	for i, f := range c.failed {
		fmt.Fprintf(&b, "\n%d. %s\n   %s\n", i+1, f.what, quoted(f.args))
		lines := telling(f.output)
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
		name, _, _ := strings.Cut(m[1], "/")
		add(name)
	}
	return list
}

const byFix = "; FIX=1 does it"

// toDo says for each command and test what can be done if it fails. ID is the method's.
var toDo = map[string]string{
	"gofmt":    "gofmt -w formats" + byFix + ". Lines have at most 120 characters. An example is one line of JSON",
	".ci/lint": "gofmt -w formats; lines have at most 120 characters; staticcheck says what it wants",

	"TestMethods": "the suite is engine/methodtest. What a method can't do is listed with a reason in exceptions in " +
		"engine/catalog/catalog_test.go",
	"TestGolden": "look at the picture (go run . draw), and write engine/catalog/testdata/golden/ID.txt anew: go test " +
		"./engine/catalog -run 'TestGolden$/^ID$' -update" + byFix,
	"TestPermalinks": "new documents are added to engine/catalog/testdata/permalinks.jsonl by go test " +
		"./engine/catalog -run TestPermalinks -add" + byFix + ". Lines that a commit has never change: if one fails, " +
		"the program is wrong",
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
	"TestWhatPeopleCallIt": "Aliases of ID are what people search for, other than its name. If a name that people use " +
		"proposes another method now, change an alias, or what is wanted in app/room/methodsearch/names_test.go",
	"TestListsInLanguages": "titles are translated in any file of app/tools/site/languages/fr and es",
	"TestTonguesDeclareTheSame": "titles are translated in any file of app/tools/site/languages/fr and es, or wait in " +
		"pending.list",
	"TestSizeBudget": "budgets are in Budgets in app/tools/site/budget.go",
}
