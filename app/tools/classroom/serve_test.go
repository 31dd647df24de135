package classroom

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"pointscape/engine/class"
)

// pupil is a client of a server, as pages are.
type pupil struct {
	t  testing.TB
	ws *websocket.Conn
}

func dial(t testing.TB, server *httptest.Server, origin string) (*pupil, error) {
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	ws, _, err := websocket.Dial(t.Context(), server.URL, &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(64 << 20)
	return &pupil{t, ws}, nil
}

func enter(t testing.TB, server *httptest.Server) *pupil {
	t.Helper()
	p, err := dial(t, server, server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.ws.CloseNow() })
	return p
}

func (p *pupil) send(m class.Message) {
	p.t.Helper()
	text, err := json.Marshal(m)
	if err == nil {
		err = p.ws.Write(p.t.Context(), websocket.MessageText, text)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// next returns the next message of this type, and drops the messages before it.
func (p *pupil) next(kind string) class.Message {
	p.t.Helper()
	for {
		_, text, err := p.ws.Read(p.t.Context())
		if err != nil {
			p.t.Fatalf("no %s: %v", kind, err)
		}
		var m class.Message
		if err := json.Unmarshal(text, &m); err != nil {
			p.t.Fatal(err)
		}
		if m.Type == kind {
			return m
		}
	}
}

// closed reads until the server closes the connection, and returns the reason.
func (p *pupil) closed() websocket.StatusCode {
	for {
		if _, _, err := p.ws.Read(p.t.Context()); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func serve(t testing.TB) (*Hub, *httptest.Server) {
	h := NewHub(Usual, time.Now)
	server := httptest.NewServer(h.Handler())
	t.Cleanup(server.Close)
	return h, server
}

// A class over WebSockets: a lecturer opens it, a student joins, answers and leaves, and the lecturer ends the class.
func TestServe(t *testing.T) {
	_, server := serve(t)
	lead := enter(t, server)
	lead.send(class.Message{Type: class.Open, Title: "Trees"})
	room := lead.next(class.Room)

	a := enter(t, server)
	a.send(class.Message{Type: class.Join, Code: room.State.Code, Nick: "Ada"})
	a.next(class.Joined)
	if m := lead.next(class.Members); m.People[0].Nick != "Ada" || !m.People[0].Here {
		t.Errorf("members %+v", m.People)
	}
	a.send(put(1, "p", 0, class.Choice, "2"))
	a.next(class.Kept)
	if m := lead.next(class.Answers); string(m.All[0].Value) != "2" {
		t.Errorf("answers %+v", m.All)
	}
	a.ws.CloseNow()
	if m := lead.next(class.Members); m.People[0].Here {
		t.Errorf("members %+v", m.People)
	}
	b := enter(t, server)
	b.send(class.Message{Type: class.Join, Code: room.State.Code})
	b.next(class.Joined)
	lead.send(class.Message{Type: class.End})
	b.next(class.Ended)
	if why := b.closed(); why != websocket.StatusNormalClosure {
		t.Errorf("closed with %v", why)
	}
}

// Connections from other origins or without an origin are refused. Those with a message that is too long or not JSON,
// or with too many messages, are closed. Others are not affected.
func TestServeHostile(t *testing.T) {
	_, server := serve(t)
	for _, origin := range []string{"", "http://evil.example", "null"} {
		if _, err := dial(t, server, origin); err == nil || !strings.Contains(err.Error(), "403") {
			t.Errorf("origin %q: %v", origin, err)
		}
	}
	lead := enter(t, server)
	lead.send(class.Message{Type: class.Open})
	code := lead.next(class.Room).State.Code

	for text, want := range map[string]websocket.StatusCode{
		`{"type":"join","nick":"` + strings.Repeat("x", 1<<20) + `"}`: websocket.StatusMessageTooBig,
		`[1`: websocket.StatusUnsupportedData,
		`[]`: websocket.StatusUnsupportedData,
	} {
		bad := enter(t, server)
		if err := bad.ws.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil && len(text) < 100 {
			t.Error(err)
		}
		// A client whose connection is closed while it still writes may not receive the reason.
		if why := bad.closed(); why != want && len(text) < 100 {
			t.Errorf("%.20s: closed with %v, want %v", text, why, want)
		}
	}
	flood := enter(t, server)
	for range 200 {
		if err := flood.ws.Write(t.Context(), websocket.MessageText, []byte(`{"type":"?"}`)); err != nil {
			break
		}
	}
	flood.closed()

	a := enter(t, server)
	a.send(class.Message{Type: class.Join, Code: code})
	a.next(class.Joined)
}

// The server handles every message without a crash, whether it is from a stranger, a student or a lecturer, and its
// answers can be encoded.
func FuzzMessage(f *testing.F) {
	for _, text := range []string{`{"type":"open","title":"x"}`, `{"type":"join","code":"BBBBBB"}`, `{"type":"lead"}`,
		`{"type":"put","n":1,"answer":{"page":"p","step":1,"kind":"line","value":[[1,2],[3,4]]}}`,
		`{"type":"turn","where":"x","follow":true}`, `{"type":"reveal","step":{"page":"p","step":2},"on":true}`,
		`{"type":"look","member":1}`, `{"type":"end"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var m class.Message
		if json.Unmarshal([]byte(text), &m) != nil {
			return
		}
		l := newLesson(t, Usual)
		lead, code, _ := l.room()
		a, _ := l.student(code)
		for _, c := range []*Conn{l.Connect("x"), a, lead} {
			c.Accept(&m)
			list, _ := c.Take()
			for i := range list {
				if _, err := json.Marshal(&list[i]); err != nil {
					t.Errorf("%+v: %v", list[i], err)
				}
			}
		}
		if list := take(lead); len(list) > 0 && l.Rooms() == 1 {
			if _, err := json.Marshal(list); err != nil {
				t.Error(err)
			}
		}
	})
}

// BenchmarkClass measures how long it takes until the lecturer has the answers of 500 students who answer one after the
// other, as fast as possible.
func BenchmarkClass(b *testing.B) {
	_, server := serve(b)
	lead := enter(b, server)
	lead.send(class.Message{Type: class.Open})
	code := lead.next(class.Room).State.Code
	pupils := make([]*pupil, 500)
	for i := range pupils {
		pupils[i] = enter(b, server)
		pupils[i].send(class.Message{Type: class.Join, Code: code})
		pupils[i].next(class.Joined)
	}
	n := 0
	for b.Loop() {
		n++
		for _, p := range pupils {
			p.send(put(n, "p", 0, class.Choice, "1"))
		}
		for got := 0; got < len(pupils); {
			got += len(lead.next(class.Answers).All)
		}
		b.StopTimer()
		for _, p := range pupils {
			p.next(class.Kept)
		}
		time.Sleep(100 * time.Millisecond) // so that they may send messages again
		b.StartTimer()
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(n), "ms/class")
}

// The limit of rooms is for each client, also behind a proxy on this machine. Nobody else can give another address.
func TestClientOf(t *testing.T) {
	for _, x := range []struct {
		remote    string
		forwarded []string
		want      string
	}{
		{"192.0.2.7:1234", nil, "192.0.2.7"},
		{"192.0.2.7:1234", []string{"198.51.100.1"}, "192.0.2.7"},
		{"127.0.0.1:1234", nil, "127.0.0.1"},
		{"127.0.0.1:1234", []string{"198.51.100.1"}, "198.51.100.1"},
		{"[::1]:1234", []string{"203.0.113.5, 198.51.100.1"}, "198.51.100.1"},
		{"127.0.0.1:1234", []string{"203.0.113.5", "2001:db8::1"}, "2001:db8::1"},
		{"127.0.0.1:1234", []string{"nonsense"}, "127.0.0.1"},
	} {
		r := &http.Request{RemoteAddr: x.remote, Header: http.Header{"X-Forwarded-For": x.forwarded}}
		if got := clientOf(r); got != x.want {
			t.Errorf("%s, forwarded for %q: %s, want %s", x.remote, x.forwarded, got, x.want)
		}
	}
}
