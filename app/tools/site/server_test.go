package site

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// pipes is a network in memory: its time is that of the test's synctest bubble.
type pipes struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.done) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p *pipes) dial() net.Conn {
	ours, theirs := net.Pipe()
	p.conns <- theirs
	return ours
}

// served runs a test with a server of the site on a network in memory.
func served(t *testing.T, s *Site, f func(dial func() net.Conn)) {
	synctest.Test(t, func(t *testing.T) {
		l := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
		server := s.Server(log.New(io.Discard, "", 0))
		ended := make(chan error)
		go func() { ended <- server.Serve(l) }()
		f(l.dial)
		server.Close()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
}

// The server limits what hostile or silent clients can use.
func TestServer(t *testing.T) {
	s := newSite(t, Options{Base: "/ml/", Plain: true})
	t.Run("slow clients", func(t *testing.T) { slowClients(t, s) })
	t.Run("many slow clients", func(t *testing.T) { manySlowClients(t, s) })
	t.Run("hostile requests", func(t *testing.T) { hostileRequests(t, s) })
}

// A deliberately slow client is disconnected after a known time, in whichever phase it is slow.
func slowClients(t *testing.T, s *Site) {
	t.Helper()
	const get = "GET /ml/web/app.css HTTP/1.1\r\nHost: a\r\n"
	slowly := func(c net.Conn, next func() byte) {
		for {
			if _, err := c.Write([]byte{next()}); err != nil {
				return
			}
			time.Sleep(time.Second)
		}
	}
	for _, x := range []struct {
		name  string
		after time.Duration
		slow  func(t *testing.T, c net.Conn)
	}{
		{"says nothing", waitHeader, func(t *testing.T, c net.Conn) { io.ReadAll(c) }},
		{"a header without an end", waitHeader, func(t *testing.T, c net.Conn) {
			go io.Copy(io.Discard, c)
			io.WriteString(c, get)
			slowly(c, func() byte { return 'a' })
		}},
		{"headers without an end", waitHeader, func(t *testing.T, c net.Conn) {
			go io.Copy(io.Discard, c)
			io.WriteString(c, get)
			text := 0
			slowly(c, func() byte { text++; return "a: b\r\n"[text%6] })
		}},
		{"a body without an end", waitBody, func(t *testing.T, c net.Conn) {
			go io.Copy(io.Discard, c)
			io.WriteString(c, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
			slowly(c, func() byte { return 'a' })
		}},
		{"chunks without an end", waitBody, func(t *testing.T, c net.Conn) {
			go io.Copy(io.Discard, c)
			io.WriteString(c, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
			text := 0
			slowly(c, func() byte { text++; return "1\r\na\r\n"[(text-1)%6] })
		}},
		{"a reader of a byte a second", waitReader, func(t *testing.T, c net.Conn) {
			io.WriteString(c, get+"\r\n")
			for one := make([]byte, 1); ; time.Sleep(time.Second) {
				if _, err := c.Read(one); err != nil {
					return
				}
			}
		}},
		{"keeps the line, and asks no more", waitNext, func(t *testing.T, c net.Conn) {
			io.WriteString(c, get+"\r\n")
			in := bufio.NewReader(c)
			r, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Error(err)
				return
			}
			if b, err := io.ReadAll(r.Body); err != nil || len(b) < 1000 {
				t.Errorf("%d bytes, %v", len(b), err)
			}
			in.ReadByte()
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			served(t, s, func(dial func() net.Conn) {
				c := dial()
				begun := time.Now()
				x.slow(t, c)
				if took := time.Since(begun); took < x.after || took > x.after+2*time.Second {
					t.Errorf("left after %v, want %v", took, x.after)
				}
				c.Close()
			})
		})
	}
}

// A client is served while a thousand others are slow.
func manySlowClients(t *testing.T, s *Site) {
	served(t, s, func(dial func() net.Conn) {
		var slow []net.Conn
		for range 1000 {
			c := dial()
			io.WriteString(c, "GET /ml/ HTTP/1.1\r\n")
			slow = append(slow, c)
		}
		begun := time.Now()
		c := dial()
		io.WriteString(c, "GET /ml/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(r.Body); err != nil || r.StatusCode != 200 || !bytes.Contains(b, []byte("Pointscape")) {
			t.Errorf("%s, %d bytes, %v", r.Status, len(b), err)
		}
		if took := time.Since(begun); took != 0 {
			t.Errorf("it waited %v for others", took)
		}
		for _, c := range slow {
			c.Close()
		}
	})
}

// Requests that no browser sends are refused; they get nothing beyond the site's files, and use no more resources than
// a file does.
func hostileRequests(t *testing.T, s *Site) {
	ask := func(t *testing.T, dial func() net.Conn, text string) (*http.Response, []byte) {
		t.Helper()
		c := dial()
		defer c.Close()
		go io.WriteString(c, text) // the server may refuse before it has read everything
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatalf("%.80q: %v", text, err)
		}
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatalf("%.80q: %v", text, err)
		}
		return r, b
	}
	line := func(method, target string, header ...string) string {
		return method + " " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + strings.Join(header, "\r\n") +
			strings.Repeat("\r\n", min(1, len(header))) + "\r\n"
	}
	secret := []byte("module pointscape")
	t.Run("paths", func(t *testing.T) {
		served(t, s, func(dial func() net.Conn) {
			for _, path := range []string{"/../go.mod", "/ml/../go.mod", "/ml/../../go.mod", "/ml/..%2f..%2fgo.mod",
				"/ml/%2e%2e/%2e%2e/go.mod", "/ml/%2e%2e%2fgo.mod", "/ml/%252e%252e/go.mod", "/ml/..%5c..%5cgo.mod",
				`/ml/..\..\go.mod`,
				"/ml/web/../../../go.mod", "/ml//etc/passwd", "//etc/passwd", "/ml/%00", "/ml/web/app.css%00.html", "/ml/web",
				"/ml/web/",
				"/ml/.", "/ml/./index.html", "/ml/%c0%ae%c0%ae/go.mod", "/ml/..;/go.mod", "/ml/.pointscape", "/ml/_headers",
				"/ml/.git/config", "/ml/cards/..%2f..%2fgo.mod.light.png", "/ml/" + strings.Repeat("a", 10_000), "/ml/courses/",
				"/ml/web/app.css/", "/ML/", "/ml/\xff\xfe", "/ml/CON", "/ml/web/app.css.br.br", "/ml/web/app.css::$DATA"} {
				r, b := ask(t, dial, line("GET", path))
				if r.StatusCode != 404 || bytes.Contains(b, secret) {
					t.Errorf("%.60q: %s, %d bytes", path, r.Status, len(b))
				}
				if r.Header.Get("Content-Security-Policy") == "" {
					t.Errorf("%.60q is answered without a policy", path)
				}
			}
			// In the absolute form of a request, too, only the path counts, and no address is fetched.
			if r, b := ask(t, dial, line("GET", "http://a.example/go.mod")); r.StatusCode != 404 || bytes.Contains(b, secret) {
				t.Errorf("of another host: %s", r.Status)
			}
			if r, _ := ask(t, dial, line("GET", "/")); r.StatusCode != 302 || r.Header.Get("Location") != "/ml/" {
				t.Errorf("the root leads to %q", r.Header.Get("Location"))
			}
			if r, _ := ask(t, dial, line("GET", "//b.example")); r.StatusCode != 404 {
				t.Errorf("//b.example: %s, to %q", r.Status, r.Header.Get("Location"))
			}
		})
	})
	t.Run("methods", func(t *testing.T) {
		served(t, s, func(dial func() net.Conn) {
			for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "CONNECT", "get",
				"G"} {
				target := "/ml/"
				if method == "CONNECT" {
					target = "a.example:443"
				}
				r, b := ask(t, dial, line(method, target, "Cookie: secret=1"))
				if r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" || bytes.Contains(b, []byte("secret")) {
					t.Errorf("%s: %s, allow %q, %.80q", method, r.Status, r.Header.Get("Allow"), b)
				}
			}
			for _, text := range []string{"GET\r\n\r\n", "GET /ml/ HTTP/9.9\r\nHost: a\r\n\r\n", "GET /ml/ HTTP/1.1\r\n\r\n",
				"GET /ml/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET /ml/ HTTP/1.1\r\nHost: a\r\nA\x00: b\r\n\r\n",
				"GET /ml/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
				"GET /ml/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n", "\x16\x03\x01\x02\x00\r\n\r\n"} {
				if r, _ := ask(t, dial, text); r.StatusCode < 400 {
					t.Errorf("%q: %s", text, r.Status)
				}
			}
		})
	})
	t.Run("headers", func(t *testing.T) {
		served(t, s, func(dial func() net.Conn) {
			for name, header := range map[string]string{"long": "A: " + strings.Repeat("b", 1<<20),
				"many": strings.TrimSuffix(strings.Repeat("A: b\r\n", 1<<16), "\r\n")} {
				if r, _ := ask(t, dial, line("GET", "/ml/", header)); r.StatusCode != 431 {
					t.Errorf("%s: %s", name, r.Status)
				}
			}
			for _, accept := range []string{strings.Repeat("br,", 9000), "br;q=" + strings.Repeat("9", 9000),
				"br;q=NaN, gzip;q=-1",
				strings.Repeat(";", 9000)} {
				if r, _ := ask(t, dial, line("GET", "/ml/web/app.css", "Accept-Encoding: "+accept)); r.StatusCode != 200 {
					t.Errorf("%.40q: %s", accept, r.Status)
				}
			}
		})
	})
	t.Run("ranges", func(t *testing.T) {
		size := len(s.files["web/app.css"].raw)
		served(t, s, func(dial func() net.Conn) {
			for name, x := range map[string]struct {
				ranges string
				status int
			}{
				"one":        {"0-9", 206},
				"two":        {"0-9,20-29", 206},
				"many":       {strings.TrimSuffix(strings.Repeat("0-0,", 8000), ","), 200},
				"all, twice": {fmt.Sprintf("0-%d,0-%d", size, size), 200},
				"far":        {fmt.Sprintf("%d-", size), 416},
				"huge":       {"0-99999999999999999999", 416},
				"backwards":  {"9-0", 416},
				"negative":   {"--1", 416},
				"nonsense":   {"a-b", 416},
			} {
				r, b := ask(t, dial, line("GET", "/ml/web/app.css", "Range: bytes="+x.ranges))
				if r.StatusCode != x.status {
					t.Errorf("%s: %s, want %d", name, r.Status, x.status)
				}
				if len(b) > size+1000 {
					t.Errorf("%s: %d bytes of a file of %d", name, len(b), size)
				}
			}
		})
	})
}
