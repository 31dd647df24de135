//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// runsVar is an environment variable with a shell script that the test's own program runs as a check would.
const runsVar = "CHECK_TEST_RUNS"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == guardArg {
		guard()
		os.Exit(0)
	}
	if script := os.Getenv(runsVar); script != "" {
		run, err := commandsIn(".")
		if err == nil {
			_, err = run([]string{"sh", "-c", script})
		}
		if err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// However the program ends, all that its commands have started ends, too: when it is interrupted, terminated or killed,
// and when what has started it is killed.
func TestChildrenEnd(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		signal syscall.Signal
		args   []string
	}{
		"interrupted":       {syscall.SIGINT, []string{self}},
		"terminated":        {syscall.SIGTERM, []string{self}},
		"killed":            {syscall.SIGKILL, []string{self}},
		"its parent killed": {syscall.SIGKILL, []string{"sh", "-c", `"$0" & wait`, self}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// The child of a child holds one end of the pipe open as long as it lives.
			pipe := filepath.Join(t.TempDir(), "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(c.args[0], c.args[1:]...)
			cmd.Env = append(os.Environ(), runsVar+"=(exec 3>'"+pipe+"'; echo runs >&3; sleep 100000) & wait")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			f, err := os.Open(pipe)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			r := bufio.NewReader(f)
			if line, err := r.ReadString('\n'); err != nil || strings.TrimSpace(line) != "runs" {
				t.Fatalf("the child says %q, %v", line, err)
			}
			if err := cmd.Process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err == nil {
				t.Error("it has ended by itself")
			}
			if _, err := io.ReadAll(r); err != nil { // ends when all children have
				t.Fatal(err)
			}
		})
	}
}
