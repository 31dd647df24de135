package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"
)

// turned is a clock that shows the time that the test has set.
type turned struct{ at time.Time }

func (c *turned) now() time.Time       { return c.at }
func (c *turned) turn(d time.Duration) { c.at = c.at.Add(d) }

func events(t *testing.T, lines ...string) (said []string, of *tests) {
	t.Helper()
	c := &turned{}
	of = newTests(func(line string) { said = append(said, line) }, c.now)
	if err := of.read(strings.NewReader(strings.Join(lines, "\n"))); err != nil {
		t.Fatal(err)
	}
	return said, of
}

// A test that fails is printed with its whole output, and so is the last line of a package; a test that passes is not.
func TestFailuresAreShown(t *testing.T) {
	said, of := events(t,
		`{"Action":"run","Package":"p","Test":"TestGood"}`,
		`{"Action":"output","Package":"p","Test":"TestGood","Output":"=== RUN   TestGood\n"}`,
		`{"Action":"output","Package":"p","Test":"TestGood","Output":"    a_test.go:1: quiet\n"}`,
		`{"Action":"pass","Package":"p","Test":"TestGood"}`,
		`{"Action":"run","Package":"p","Test":"TestLong"}`,
		`{"Action":"output","Package":"p","Test":"TestLong","Output":"    a_test.go:2: long\n"}`,
		`{"Action":"skip","Package":"p","Test":"TestLong"}`,
		`{"Action":"run","Package":"p","Test":"TestBad"}`,
		`{"Action":"output","Package":"p","Test":"TestBad","Output":"--- FAIL: TestBad (0.00s)\n"}`,
		`{"Action":"output","Package":"p","Test":"TestBad","Output":"    a_test.go:3: 2, want 3\n"}`,
		`{"Action":"fail","Package":"p","Test":"TestBad"}`,
		`{"Action":"output","Package":"p","Output":"FAIL\n"}`,
		`{"Action":"output","Package":"p","Output":"FAIL\tp\t0.01s\n"}`,
		`{"Action":"fail","Package":"p"}`,
		`{"Action":"output","Package":"q","Output":"ok  \tq\t0.01s\n"}`,
		`{"Action":"pass","Package":"q"}`,
		`{"Action":"output","Package":"r","Output":"?   \tr\t[no test files]\n"}`,
		`{"Action":"skip","Package":"r"}`,
		`no event`)
	want := []string{"--- FAIL: TestBad (0.00s)", "    a_test.go:3: 2, want 3", "FAIL\tp\t0.01s", "ok  \tq\t0.01s",
		"no event"}
	if strings.Join(said, "|") != strings.Join(want, "|") {
		t.Errorf("printed %q, want %q", said, want)
	}
	if of.passed != 1 || of.skipped != 1 || of.packages != 2 || len(of.failed) != 1 ||
		of.failed[0] != (name{"p", "TestBad"}) {
		t.Errorf("%+v", of)
	}
}

// If a package ends before its tests do, by a panic or a time limit, the test that was running is printed. So are
// compile errors.
func TestCrashesAreShown(t *testing.T) {
	said, of := events(t,
		`{"Action":"run","Package":"p","Test":"TestA"}`,
		`{"Action":"output","Package":"p","Test":"TestA","Output":"panic: no\n"}`,
		`{"Action":"output","Package":"p","Output":"FAIL\tp\t0.01s\n"}`,
		`{"Action":"fail","Package":"p"}`,
		`{"ImportPath":"q","Action":"build-output","Output":"q/a.go:1: syntax error\n"}`,
		`{"ImportPath":"q","Action":"build-fail"}`,
		`{"Action":"output","Package":"q","Output":"FAIL\tq [build failed]\n"}`,
		`{"Action":"fail","Package":"q"}`)
	want := []string{"FAIL\tp\t0.01s", "panic: no", "q/a.go:1: syntax error", "FAIL\tq [build failed]"}
	if strings.Join(said, "|") != strings.Join(want, "|") {
		t.Errorf("printed %q, want %q", said, want)
	}
	if len(of.failed) != 2 || len(of.running) != 0 {
		t.Errorf("failed: %v, running: %v", of.failed, of.running)
	}
}

// A warning of a test that passes is printed.
func TestWarningsAreShown(t *testing.T) {
	said, _ := events(t,
		`{"Action":"output","Package":"p","Test":"TestSize","Output":"    size_test.go:9: warning: 96 % of the budget\n"}`,
		`{"Action":"pass","Package":"p","Test":"TestSize"}`)
	if len(said) != 1 || !strings.Contains(said[0], "96 %") {
		t.Errorf("printed %q", said)
	}
}

// If nothing has been printed for a while, a line says what is running and for how long.
func TestSilenceIsBroken(t *testing.T) {
	var out bytes.Buffer
	c := &turned{}
	r := newRun(&out, c.now)
	p := &result{part: part{name: "native"}, tests: newTests(r.say, c.now)}
	r.going = append(r.going, p)
	c.turn(silence - 1)
	r.beat()
	if out.Len() > 0 {
		t.Fatalf("too early: %s", out.String())
	}
	c.turn(1)
	r.beat()
	if got, want := out.String(), "    0:15  native: for 15 s\n"; got != want {
		t.Fatalf("printed %q, want %q", got, want)
	}
	p.tests.follow(event{Action: "run", Package: "p", Test: "TestA"})
	p.tests.follow(event{Action: "run", Package: "p", Test: "TestA/x"})
	out.Reset()
	c.turn(70 * time.Second)
	r.beat()
	if got, want := out.String(), "    1:25  native: 0 tests passed, TestA/x for 70 s\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

// Parts run in the order of their lane, and one that fails does not prevent the others from running, which the table
// shows.
func TestPartsRunOn(t *testing.T) {
	if os.Getenv("SUITE_PART") != "" {
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r := newRun(&out, time.Now)
	env := []string{"SUITE_PART=1"}
	ok := r.run(context.Background(), [][]part{{
		{name: "one", what: "does not exist", args: []string{self + " is not there"}},
		{name: "two", what: "fails", args: []string{self, "-no-such-flag"}, env: env},
		{name: "three", what: "passes", args: []string{self, "-test.run", "^TestPartsRunOn$"}, env: env},
	}})
	if ok {
		t.Error("all passed")
	}
	table := r.table()
	for _, want := range []string{"failed: one (", "failed: two (exit status 2)", "\none ", "\nthree ",
		"0 passed, 2 failed, 0 skipped\n"} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is not in the table:\n%s", want, table)
		}
	}
	if len(r.results) != 3 || r.results[2].err != nil {
		t.Errorf("results: %+v\n%s", r.results, out.String())
	}
}

// Parts are chosen by name, from the short suite or the whole one.
func TestChosen(t *testing.T) {
	t.Parallel()
	for _, name := range partNames() {
		if _, err := chosen(false, false, name); err != nil {
			t.Error(err)
		}
	}
	lanes, err := chosen(true, false, "wasm,lint")
	if err != nil || len(lanes) != 1 || len(lanes[0]) != 2 || lanes[0][0].name != "wasm" {
		t.Errorf("%v, %v", lanes, err)
	}
	if _, err := chosen(false, false, "all"); err == nil || !strings.Contains(err.Error(), "native") {
		t.Errorf("an unknown part: %v", err)
	}
}
