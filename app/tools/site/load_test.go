//go:build load

package site

import (
	"bufio"
	"bytes"
	"io"
	"log"
	"net"
	"net/http"
	"syscall"
	"testing"

	"pointscape/app/tools/load"
)

const manyConnections = 10_000

// TestLoad opens ten thousand connections to a server in another process, and makes a request on each. Then a further
// connection must be answered, each of the first must be answered again, and the memory per connection must stay small.
func TestLoad(t *testing.T) {
	if load.Folder() != "" {
		server := newSite(t, Options{Plain: true}).Server(log.New(io.Discard, "", 0))
		server.IdleTimeout = 0 // no limit, since the test is slow on a slow machine
		server.ReadTimeout = 0
		load.Serve(t, server)
		return
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	n := min(manyConnections, int(limit.Cur)-200)
	server := load.Start(t)
	memory := func() int {
		now, _ := server.Memory()
		return now
	}
	before := memory()
	type conn struct {
		net.Conn
		in *bufio.Reader
	}
	ask := func(c conn) {
		t.Helper()
		if _, err := io.WriteString(c, "GET /sw.js HTTP/1.1\r\nHost: a\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		r, err := http.ReadResponse(c.in, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != 200 || !bytes.Contains(b, []byte("service worker")) {
			t.Fatalf("%s, %d bytes, %v", r.Status, len(b), err)
		}
	}
	var held []conn
	for range n {
		c, err := net.Dial("tcp", server.Addr)
		if err != nil {
			t.Fatalf("connection %d: %v", len(held), err)
		}
		defer c.Close()
		held = append(held, conn{c, bufio.NewReaderSize(c, 512)})
		ask(held[len(held)-1])
	}
	during := memory()
	last, err := net.Dial("tcp", server.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer last.Close()
	ask(conn{last, bufio.NewReader(last)})
	open := 0
	for _, c := range held {
		ask(c)
		open++
	}
	after := memory()
	t.Logf("%d connections held, %d asked once more: %d MB before, %d MB during, %d MB after; %.1f kB each", n, open,
		before>>10, during>>10, after>>10, float64(max(during, after)-before)/float64(n))
	if each := (max(during, after) - before) / n; each > 64 {
		t.Errorf("a connection takes %d kB", each)
	}
}
