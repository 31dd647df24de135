// Package load is what the tests of servers under load share: the server, in a process of its own, and its memory.
package load

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// child is the environment variable of the process that serves. Its value is a folder of the test.
const child = "POINTSCAPE_LOAD"

// Folder returns the test's folder in the process that serves, "" in that of the test.
func Folder() string { return os.Getenv(child) }

// Server is a server in another process, which runs the same test: there Folder is not "", and the test calls Serve.
type Server struct {
	Addr   string
	Folder string // of the test

	t      *testing.T
	orders io.Writer
	told   *bufio.Scanner
}

// Start starts the server. It ends with the test.
func Start(t *testing.T) *Server {
	t.Helper()
	s := &Server{t: t, Folder: t.TempDir()}
	run := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.timeout=20m")
	run.Env = append(os.Environ(), child+"="+s.Folder)
	run.Stderr = os.Stderr
	orders, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		orders.Close()
		run.Wait()
	})
	s.orders, s.told = orders, bufio.NewScanner(out)
	s.told.Scan()
	s.Addr = s.told.Text()
	return s
}

// Memory returns the server's memory and the largest that it had so far, in kB.
func (s *Server) Memory() (now, most int) {
	s.t.Helper()
	fmt.Fprintln(s.orders, "memory?")
	s.told.Scan()
	if _, err := fmt.Sscan(s.told.Text(), &now, &most); err != nil {
		s.t.Fatalf("%q: %v", s.told.Text(), err)
	}
	return now, most
}

var memoryOf = regexp.MustCompile(`Vm(?:HWM|RSS):\s*(\d+) kB`)

// Serve serves on a free port until the test's process ends, or closes the orders.
func Serve(t *testing.T, server *http.Server) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	defer server.Close()
	fmt.Println(l.Addr())
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		status, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		found := memoryOf.FindAllSubmatch(status, 2) // VmHWM, VmRSS
		most, _ := strconv.Atoi(string(found[0][1]))
		now, _ := strconv.Atoi(string(found[1][1]))
		fmt.Println(now, most)
	}
}
