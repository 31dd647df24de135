// Command plain runs tests without fast paths (engine/docs/speed.md), so that the plain ways stay right: readers read
// them first, and the fast ways are compared with them. For each package with fast paths, its own short tests and a few
// of others are run without all of them together, and without each of them alone: some plain ways are only read if
// another path is fast.
//
//	go run ./app/tools/plain                              as make test-all does
//	go run ./app/tools/plain -only 'engine/svm|/gp'       of the fast paths whose names match
//	go run ./app/tools/plain -only 'svm.fastDrop$' -v     with the names and the output of all tests
//	go run ./app/tools/plain -json                        with the output of go test -json
//
// All tests are compiled once, with variables instead of the constants (site.PlainTests).
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"pointscape/app/tools/site"
)

func main() {
	p := program{out: os.Stdout}
	only := flag.String("only", "", "switch off only the fast paths whose names match this `regexp`")
	flag.BoolVar(&p.json, "json", false, "write what go test -json writes")
	flag.BoolVar(&p.verbose, "v", false, "print the names and the output of all tests")
	flag.Parse()
	err := func() (err error) {
		if p.only, err = regexp.Compile(*only); err != nil {
			return err
		}
		if p.root, err = site.Root("."); err != nil {
			return err
		}
		return p.run()
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, "plain:", err)
		os.Exit(1)
	}
}

type program struct {
	root          string
	only          *regexp.Regexp
	json, verbose bool
	out           io.Writer
	bin           string // where the compiled tests are
}

// A trial runs tests of one package without some fast paths.
type trial struct {
	paths []string
	of    tests
	leave []string // tests that are not run
}

// tests are those tests of a package whose names match, as go test's -run has it; "" = all.
type tests struct{ pkg, match string }

// run runs the trials that the flags ask for.
func (p *program) run() error {
	list, err := site.FastPaths(p.root)
	if err != nil {
		return err
	}
	trials, err := p.plan(list)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "pointscape-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p.bin = dir
	if err := p.compile(trials); err != nil {
		return err
	}
	wrong := 0
	for _, l := range left {
		if p.only.MatchString(l.without) && !l.long {
			passes, err := p.passes(l)
			if err != nil {
				return err
			}
			if passes {
				fmt.Fprintf(p.out, "%s passes without %s: it need not be left out\n", l.test, l.without)
				wrong++
			}
		}
	}
	for _, t := range trials {
		bad, err := p.try(t)
		if err != nil {
			return err
		}
		wrong += bad
	}
	if wrong > 0 {
		return fmt.Errorf("%d tests are wrong without fast paths", wrong)
	}
	return nil
}

// passes reports whether a test passes that is left out.
func (p *program) passes(l leaving) (bool, error) {
	dir, name := packageOf(l.test), path.Ext(l.test)[1:]
	res, err := p.test(trial{[]string{l.without}, tests{dir, "^" + name + "$"}, nil}, false)
	if err == nil && !res.ok && !slices.Contains(res.failed, name) {
		err = fmt.Errorf("%s, which is left out, is not run:\n%s", l.test, res.output)
	}
	return res.ok, err
}

// plan returns the trials for the fast paths that match: of each package without all of them together, with the further
// tests, and without every single one.
func (p *program) plan(list []site.FastPath) (trials []trial, err error) {
	for _, dir := range packagesOf(list) {
		var paths []string
		for _, f := range list {
			if packageOf(f.Name) == dir && p.only.MatchString(f.Name) {
				paths = append(paths, f.Name)
			}
		}
		if len(paths) == 0 || inBrowser[dir] != "" {
			continue
		}
		sets := [][]string{paths}
		if len(paths) > 1 {
			for _, name := range paths {
				sets = append(sets, []string{name})
			}
		}
		for _, set := range sets {
			run := append([]tests{{dir, ""}}, further[dir]...)
			if len(set) < len(paths) {
				run = []tests{{dir, alone[dir]}}
			}
			for _, of := range run {
				t := trial{paths: set, of: of}
				for _, l := range left {
					if slices.Contains(set, l.without) && packageOf(l.test) == of.pkg {
						t.leave = append(t.leave, path.Ext(l.test)[1:])
					}
				}
				trials = append(trials, t)
			}
		}
	}
	if len(trials) == 0 {
		return nil, fmt.Errorf("no fast path that tests reach matches %q", p.only)
	}
	return trials, nil
}

// packageOf returns the package of a fast path or a test: engine/svm of engine/svm.fastDrop.
func packageOf(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// packagesOf returns the packages that have fast paths.
func packagesOf(list []site.FastPath) (dirs []string) {
	for _, f := range list {
		if dir := packageOf(f.Name); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// compile compiles the tests of all packages, each with its own name.
func (p *program) compile(trials []trial) error {
	overlay, err := site.PlainTests(p.root, p.bin)
	if err != nil {
		return err
	}
	args := []string{"test", "-c", "-vet=off", overlay, "-o", p.bin + string(filepath.Separator)}
	for _, t := range trials {
		if pkg := "./" + t.of.pkg; !slices.Contains(args, pkg) {
			args = append(args, pkg)
		}
	}
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = p.root, p.out, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the tests with switches do not compile: %w", err)
	}
	for _, t := range trials {
		if _, err := os.Stat(p.file(t.of.pkg)); err != nil {
			return fmt.Errorf("%s has no tests: %w", t.of.pkg, err)
		}
	}
	return nil
}

// file returns the name of the compiled tests of a package.
func (p *program) file(pkg string) string { return filepath.Join(p.bin, path.Base(pkg)+".test") }

// limit is the time that the tests of a package may take.
const limit = 15 * time.Minute

// try runs a trial and returns how many tests fail.
func (p *program) try(t trial) (wrong int, err error) {
	began := time.Now()
	res, err := p.test(t, true)
	if err != nil {
		return 0, err
	}
	took := time.Since(began).Round(10 * time.Millisecond).Seconds()
	if res.ok {
		fmt.Fprintf(p.out, "ok  \t%s\t%.2fs\n", t, took)
		return 0, nil
	}
	if !p.json && !p.verbose {
		p.out.Write(res.output)
	}
	fmt.Fprintf(p.out, "FAIL\t%s\t%.2fs\n", t, took)
	if len(res.failed) == 0 {
		return 1, nil // the package as a whole, by a panic or the limit
	}
	for _, name := range res.failed {
		fmt.Fprintf(p.out, "%s.%s fails %s\n", t.of.pkg, name, t.without())
	}
	return len(res.failed), nil
}

// String returns what the trial is called: "engine/catalog ^TestMethods$/^svm$ without the 8 of engine/svm".
func (t trial) String() string {
	name := t.of.pkg
	if t.of.match != "" {
		name += " " + t.of.match
	}
	return name + " " + t.without()
}

func (t trial) without() string {
	if len(t.paths) > 1 {
		return fmt.Sprintf("without the %d of %s", len(t.paths), packageOf(t.paths[0]))
	}
	return "without " + t.paths[0]
}

// result is the result of a trial.
type result struct {
	ok     bool
	failed []string // tests, without those below them
	output []byte
}

// failed finds the tests that fail. If one panics, there is no event of it.
var failed = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// test runs a trial. The output of its tests is passed on if tell is set.
func (p *program) test(t trial, tell bool) (res result, err error) {
	args := []string{"tool", "test2json", "-t", "-p", t.String(), p.file(t.of.pkg),
		"-test.short", "-test.paniconexit0", "-test.timeout=" + limit.String()}
	switch {
	case p.json:
		args = append(args, "-test.v=test2json")
	case p.verbose:
		args = append(args, "-test.v")
	}
	if t.of.match != "" {
		args = append(args, "-test.run="+t.of.match)
	}
	if len(t.leave) > 0 {
		args = append(args, "-test.skip=^("+strings.Join(t.leave, "|")+")$")
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = filepath.Join(p.root, filepath.FromSlash(t.of.pkg))
	cmd.Env = append(os.Environ(), site.PlainPaths+"="+strings.Join(t.paths, " "))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return res, err
	}
	if err := cmd.Start(); err != nil {
		return res, err
	}
	lines := bufio.NewReader(out)
	for err == nil {
		var line []byte
		if line, err = lines.ReadBytes('\n'); len(line) == 0 {
			continue
		}
		var e struct{ Action, Test, Output string }
		if err := json.Unmarshal(bytes.TrimSpace(line), &e); err != nil {
			return res, fmt.Errorf("%s: test2json writes %q", t, line)
		}
		res.output = append(res.output, e.Output...)
		switch {
		case tell && p.json:
			p.out.Write(line)
		case tell && p.verbose:
			io.WriteString(p.out, e.Output)
		}
		if e.Test == "" && e.Action == "pass" {
			res.ok = true
		}
	}
	if err != io.EOF {
		return res, err
	}
	for _, found := range failed.FindAllSubmatch(res.output, -1) {
		if name := string(found[1]); !slices.Contains(res.failed, name) {
			res.failed = append(res.failed, name)
		}
	}
	if bytes.Contains(res.output, []byte("testing: warning: no tests to run\n")) {
		return res, fmt.Errorf("%s: there are no such tests", t)
	}
	if err := cmd.Wait(); err != nil && res.ok {
		return res, fmt.Errorf("%s: %w", t, err)
	}
	return res, nil
}
