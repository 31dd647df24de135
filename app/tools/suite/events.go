package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// event is a line of the output of go test -json: see "go doc test2json".
type event struct {
	Action     string
	Package    string
	ImportPath string // of a package that does not compile
	Test       string
	Output     string
}

// name identifies a test of a package; Test is "" for the package itself.
type name struct{ Package, Test string }

// tests follows the tests of one part as they run.
type tests struct {
	say func(line string) // prints a line
	now func() time.Time

	began time.Time

	mu      sync.Mutex
	running map[name]time.Time // with the time of their start
	output  map[name][]string  // output of tests that have not ended yet
	failed  []name             // in the order in which they failed

	packages, passed, skipped int
}

func newTests(say func(string), now func() time.Time) *tests {
	return &tests{say: say, now: now, began: now(), running: map[name]time.Time{}, output: map[name][]string{}}
}

// read reads events until there are no more. A line that is not an event is printed unchanged.
func (t *tests) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if text := strings.TrimRight(line, "\n"); text != "" {
			var e event
			if json.Unmarshal([]byte(text), &e) != nil || e.Action == "" {
				t.say(text)
			} else {
				t.follow(e)
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// follow handles one event. A test that fails is printed at once, with its whole output; of one that passes, only
// warnings are. The last line of a package is printed as go test prints it.
func (t *tests) follow(e event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := name{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		t.say(strings.TrimRight(e.Output, "\n"))
	case "run", "cont":
		t.running[n] = t.now()
	case "pause":
		delete(t.running, n)
	case "output":
		t.write(n, strings.TrimRight(e.Output, "\n"))
	case "pass", "fail", "skip":
		t.end(n, e.Action)
	}
}

// write stores a line of a test's output.
func (t *tests) write(n name, line string) {
	if n.Test != "" {
		if !strings.HasPrefix(strings.TrimSpace(line), "=== ") {
			t.output[n] = append(t.output[n], line)
		}
		return
	}
	switch first, _, _ := strings.Cut(line, "\t"); {
	case line == "PASS", line == "FAIL", line == "", strings.HasPrefix(first, "?"):
		// the next line says so, with the package
	case strings.HasPrefix(line, "ok "), first == "FAIL":
		t.say(line)
	default:
		t.output[n] = append(t.output[n], line)
	}
}

func (t *tests) end(n name, how string) {
	delete(t.running, n)
	lines := t.output[n]
	delete(t.output, n)
	if n.Test == "" {
		if how != "skip" {
			t.packages++
		}
		// A test that was still running when the package failed has caused that: by a panic or a time limit.
		for of := range t.running {
			if of.Package == n.Package {
				lines = append(t.output[of], lines...)
				delete(t.running, of)
				delete(t.output, of)
			}
		}
	}
	switch {
	case how == "fail":
		for _, l := range lines {
			t.say(l)
		}
		if n.Test != "" || !slices.ContainsFunc(t.failed, func(f name) bool { return f.Package == n.Package }) {
			t.failed = append(t.failed, n)
		}
	default:
		for _, l := range lines {
			if strings.Contains(l, "warning:") {
				t.say(l)
			}
		}
	}
	if n.Test != "" {
		switch how {
		case "pass":
			t.passed++
		case "skip":
			t.skipped++
		}
	}
}

// state returns a short description of the progress.
func (t *tests) state() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	said := fmt.Sprintf("%d tests passed", t.passed)
	if t.passed == 0 && len(t.running) == 0 {
		return fmt.Sprintf("for %d s", int(t.now().Sub(t.began).Seconds()))
	}
	// The test that has been running longest, except those that only wait for their subtests.
	var longest name
	var since time.Time
	for n, at := range t.running {
		waits := false
		for other := range t.running {
			waits = waits || other.Package == n.Package && strings.HasPrefix(other.Test, n.Test+"/")
		}
		if n.Test != "" && !waits && (since.IsZero() || at.Before(since)) {
			longest, since = n, at
		}
	}
	if !since.IsZero() {
		said += fmt.Sprintf(", %s for %d s", longest.Test, int(t.now().Sub(since).Seconds()))
	}
	return said
}
