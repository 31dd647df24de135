// Command nodetest runs the engine's tests compiled to WebAssembly, in Node.js. They are compiled like the site's
// programs (site.Toolchain): the tested code is the published code, and packages that both use are compiled once.
//
// The same code computes other last digits there: exp, tanh and the sums that gonum has in assembly differ. So the
// numerical packages are tested there, too, each number with the tolerance of its own test. Packages that draw, contain
// texts and messages, or compute sums, products and roots alone, behave the same everywhere: only -all tests them. The
// same holds for tests that take a second or more there and compare no numbers with references, or only within
// tolerances far above the last digits (long).
//
// go test does not cache the results of -exec, so each run repeats all tests.
//
//	go run ./app/tools/nodetest                                  as make test does
//	go run ./app/tools/nodetest -all                             as make test-all does
//	go run ./app/tools/nodetest -json                            either of them, with -json for go test
//	go run ./app/tools/nodetest ./engine/svm -run Reference -v   any arguments of go test
package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"pointscape/app/tools/site"
)

// others are the packages, with those below them, that compute nothing of a model, or without exp and gonum.
var others = []string{"bands", "chart", "check", "class", "course", "doc", "html", "json", "kdtree", "picture", "sorts",
	"voronoi", "words"}

// some are packages about all methods, with those of their tests that compare numbers (with methodtest's own list for
// its suite). Python's documents at random compare each method with scikit-learn; its examples would say the same.
var some = map[string][]string{
	"catalog": {"TestMethods"},
	"python":  {"TestDifferential"},
	"session": {"TestCrossValidationReference", "TestRegressionOfTables", "TestSeveralTargets", "TestBoostingOfTables",
		"TestKernelDiscriminantOfTables"},
}

// long are tests of other packages that take a second or more. They compare the engine with itself (pictures that
// follow edits, fits that are continued) or with a search through everything, have tolerances of 1e-6 or more
// (quadratures, samples, finite differences), or check whether something is learned, shown or stopped. The suite of
// methods leaves out two that have neither points nor other references than those of their packages.
var long = map[string][]string{
	"autoencoder": {"TestStartsFromMachines"},
	"boosting":    {"TestDrawsAreGoneOnWith"},
	"cart":        {"TestLocalSearch", "TestOneLineParts", "TestSlantedIsTheBest"},
	"catalog": {"TestMethods$/^cnn", "TestMethods$/^skip_gram", "TestMethods$/./^degenerate_data",
		"TestMethods$/./^gradient", "TestMethods$/./^warm_equals_cold"},
	"centroidal":  {"TestCellsAgainstFineQuadrature", "TestEnergyOnlyFalls", "TestSmallCells"},
	"cluster":     {"TestRisingEnergyIsTold"},
	"constrained": {"TestLowest"},
	"convolution": {"TestAsksWithinItsWork", "TestDigits", "TestHands", "TestParameters", "TestStartTakenOver"},
	"dataset": {"TestAll", "TestBayesErrorsAreThoseOfPlainSums", "TestBestLines",
		"TestDensitiesAreTheSharesOfFreshPoints", "TestDensitiesOfTables", "TestDrawsKeepTheLaw",
		"TestIdealsOfFreshPoints", "TestMomentsOfFreshPoints", "TestParseCSVErrors", "TestPosteriorsAreProbabilities",
		"TestPosteriorsAreTheSharesOfFreshPoints", "TestTruthsOfTables", "TestWorkStops"},
	"density":  {"TestMeanShiftGoesUphill"},
	"ensemble": {"TestBagOfOne", "TestDisagreementOfRows", "TestReuseOfOtherClasses", "TestVoteOfOne"},
	"gp": {"TestColumnsServeSeveralGrids", "TestDragging", "TestPlaneInterpolation",
		"TestSamplesHaveTheCovariance"},
	"histogram":  {"TestLiveRasters"},
	"kernel":     {"TestWavesAddUp"},
	"linear":     {"TestCountsOfMistakes", "TestPerceptronStopsWithinAPass"},
	"manifold":   {"TestDivergenceAsScikitLearn", "TestIslands"},
	"mixture":    {"TestEllipsoids"},
	"neighbors":  {"TestRasterEqualsBruteForce", "TestRastersFollowEdits"},
	"network":    {"TestContrastOnAverage", "TestGivenUpWithinAnEpoch"},
	"neural":     {"TestLearns"},
	"regression": {"TestLassoOfMixedScales"},
	"som":        {"TestUnfolds"},
	"svm":        {"TestLayers", "TestPartsAreWhatTheyAreAlone", "TestVote", "TestWordsWithoutProgress"},
	"tree":       {"TestStagesAreSmallerTrees"},
	"wordspace":  {"TestLossFalls", "TestNeighbours"},
}

const engine = "pointscape/engine/"

func main() {
	root, err := site.Root(".")
	if err == nil {
		err = test(root, os.Args[1:])
	}
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed): // go test has printed the reason
		os.Exit(failed.ExitCode())
	case err != nil:
		fmt.Fprintln(os.Stderr, "nodetest:", err)
		os.Exit(1)
	}
}

// test runs go test in root with args. If there are none but -all and -json, it tests the packages of the whole
// program.
func test(root string, args []string) error {
	env, flags := site.Toolchain()
	flags = append(flags, "-ldflags=-s -w", "-tags=tables", "-vet=off", "-short", "-timeout=30m",
		"-exec="+filepath.Join(root, ".ci", "go_js_wasm_exec"))
	command := func(args ...string) *exec.Cmd {
		c := exec.Command("go", args...)
		c.Dir, c.Env, c.Stderr = root, append(os.Environ(), env...), os.Stderr
		return c
	}
	gotest := func(args ...string) error {
		c := command(slices.Concat([]string{"test"}, flags, args)...)
		c.Stdout = os.Stdout
		return c.Run()
	}
	has := func(flag string) bool { return slices.Contains(args, flag) }
	rest := slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "-all" || a == "-json" })
	if len(rest) > 0 {
		return gotest(args...)
	}
	all := has("-all")
	if has("-json") {
		flags = append(flags, "-json")
	}
	list := "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}"
	out, err := command("list", "-deps", "-f", list, site.Pointscape.Engine, site.Pointscape.Class).Output()
	if err != nil {
		return err
	}
	whole, part := packages(strings.Fields(string(out)), all)
	if all {
		return gotest(whole...)
	}
	return errors.Join(gotest(append([]string{"-skip=" + names(long)}, whole...)...),
		gotest(append([]string{"-skip=" + names(long), "-run=" + names(some)}, part...)...))
}

// packages returns the packages of a program that are tested completely, and those that are tested in part.
func packages(of []string, all bool) (whole, part []string) {
	for _, p := range of {
		name, ours := strings.CutPrefix(p, engine)
		_, in := some[name]
		switch other := func(o string) bool { return name == o || strings.HasPrefix(name, o+"/") }; {
		case !ours || !all && slices.ContainsFunc(others, other):
		case in && !all:
			part = append(part, p)
		default:
			whole = append(whole, p)
		}
	}
	return whole, part
}

// names returns a regular expression that matches exactly the names of the tests of some packages.
func names(of map[string][]string) string {
	all := slices.Concat(slices.Collect(maps.Values(of))...)
	slices.Sort(all)
	return "^" + strings.Join(all, "$|^") + "$"
}
