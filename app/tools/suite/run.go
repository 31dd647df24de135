package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// A part is a command that tests something.
type part struct {
	name string
	what string // short description
	env  []string
	args []string // the command; its go test -json output is followed
}

// silence is the longest time without output.
const silence = 15 * time.Second

// result is the result of a part.
type result struct {
	part
	wall, cpu time.Duration
	err       error
	tests     *tests
}

// run is one run of the suite.
type run struct {
	out io.Writer
	now func() time.Time

	mu      sync.Mutex
	began   time.Time
	said    time.Time // time of the last printed line
	going   []*result // parts that are running
	results []*result // parts that have ended
}

func newRun(out io.Writer, now func() time.Time) *run {
	return &run{out: out, now: now, began: now(), said: now()}
}

func (r *run) say(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintln(r.out, line)
	r.said = r.now()
}

// since returns the duration of the run so far: "3:07".
func (r *run) since() string { return clock(r.now().Sub(r.began)) }

func clock(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// beat prints the progress of the parts if nothing has been printed for a while.
func (r *run) beat() {
	r.mu.Lock()
	quiet := r.now().Sub(r.said) >= silence
	going := append([]*result(nil), r.going...)
	r.mu.Unlock()
	if !quiet || len(going) == 0 {
		return
	}
	var list []string
	for _, p := range going {
		list = append(list, p.name+": "+p.tests.state())
	}
	r.say("    " + r.since() + "  " + strings.Join(list, "; "))
}

// run runs the lanes in parallel and reports whether all parts passed.
func (r *run) run(ctx context.Context, lanes [][]part) bool {
	var all sync.WaitGroup
	for _, lane := range lanes {
		all.Go(func() {
			for _, p := range lane {
				r.part(ctx, p)
			}
		})
	}
	all.Wait()
	for _, p := range r.results {
		if p.err != nil {
			return false
		}
	}
	return true
}

func (r *run) part(ctx context.Context, p part) {
	if ctx.Err() != nil {
		return
	}
	began := r.now()
	res := &result{part: p, tests: newTests(r.say, r.now)}
	r.mu.Lock()
	r.going = append(r.going, res)
	r.mu.Unlock()
	r.say("--- " + r.since() + "  " + p.name + ": " + p.what)

	cmd := exec.CommandContext(ctx, p.args[0], p.args[1:]...)
	cmd.Env = append(os.Environ(), p.env...)
	read, write, err := os.Pipe()
	if err == nil {
		cmd.Stdout, cmd.Stderr = write, write
		if err = cmd.Start(); err == nil {
			write.Close()
			err = res.tests.read(read)
			if e := cmd.Wait(); err == nil {
				err = e
			}
			res.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		} else {
			write.Close()
		}
		read.Close()
	}
	res.wall, res.err = r.now().Sub(began), err

	r.mu.Lock()
	for i, g := range r.going {
		if g == res {
			r.going = append(r.going[:i], r.going[i+1:]...)
			break
		}
	}
	r.results = append(r.results, res)
	r.mu.Unlock()
	said := "passed"
	if err != nil {
		said = "FAILED (" + err.Error() + ")"
	}
	r.say("--- " + r.since() + "  " + p.name + ": " + said + " in " + clock(res.wall))
}

// table returns a summary: the tests that failed, the time of each part, and the numbers of tests.
func (r *run) table() string {
	var b strings.Builder
	passed, failed, skipped := 0, 0, 0
	b.WriteString("\n")
	for _, p := range r.results {
		passed += p.tests.passed
		skipped += p.tests.skipped
		failed += len(p.tests.failed)
		for _, f := range p.tests.failed {
			fmt.Fprintf(&b, "failed: %s\n", strings.Join([]string{p.name, f.Package, f.Test}, " "))
		}
		if p.err != nil && len(p.tests.failed) == 0 {
			failed++
			fmt.Fprintf(&b, "failed: %s (%v)\n", p.name, p.err)
		}
	}
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "part\tresult\ttests\tleft out\ttime\tprocessor\t")
	for _, p := range r.results {
		how := "passed"
		if p.err != nil {
			how = "FAILED"
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\t%s\t\n", p.name, how, p.tests.passed+len(p.tests.failed), p.tests.skipped,
			clock(p.wall), clock(p.cpu))
	}
	fmt.Fprintf(w, "all\t\t\t\t%s\t\t\n", r.since())
	w.Flush()
	fmt.Fprintf(&b, "\n%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	return b.String()
}
