//go:build linux

package main

import (
	"fmt"
	"os"
	"regexp"
	"testing"
)

// A browser that is restricted to one processor is so with all its processes, and the work of a thread is measured.
func TestBrowserOnOneProcessor(t *testing.T) {
	b, err := openBrowser(poorOne)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	beats, err := newPulses(b)
	if err != nil {
		t.Fatal(err)
	}
	defer beats.close()
	list, err := processes(b.PID())
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 3 {
		t.Errorf("the browser has %d processes", len(list))
	}
	for _, pid := range list {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			continue // it has ended
		}
		if !regexp.MustCompile(`(?m)^Cpus_allowed_list:\t0$`).Match(status) {
			t.Errorf("process %d may run elsewhere:\n%s", pid, status)
		}
	}
	u, err := beats.beat()
	if err != nil {
		t.Fatal(err)
	}
	// Threads wait for a processor, and never have more processor time than wall time.
	if u.CPU <= 0 || u.CPU > u.Alone+1 || u.Both < u.CPU {
		t.Errorf("%+v", u)
	}
}
