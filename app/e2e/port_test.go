//go:build hosts || browsers

package e2e

import (
	tcp "net"
	"testing"
)

// freePort returns a free port of this machine.
func freePort(t testing.TB) int {
	t.Helper()
	l, err := tcp.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*tcp.TCPAddr).Port
}
