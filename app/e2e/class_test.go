package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"pointscape/app/tools/classroom"
	"pointscape/engine/class"
	pagejson "pointscape/engine/json"
)

// classPath is where a school's classes are, below the site's base.
const classPath = "class"

// school is a server of live classes whose network a test can break.
type school struct {
	classes http.Handler

	mu    sync.Mutex
	down  bool
	conns []net.Conn
}

func newSchool() *school {
	return &school{classes: classroom.NewHub(classroom.Usual, time.Now).Handler()}
}

// beside serves the classes beside a site.
func (s *school) beside(site http.Handler, base string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != base+classPath {
			site.ServeHTTP(w, r)
			return
		}
		s.mu.Lock()
		down := s.down
		s.mu.Unlock()
		if down {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		s.classes.ServeHTTP(&hijacked{w, s}, r)
	})
}

// hijacked notes the connection that a handler takes over.
type hijacked struct {
	http.ResponseWriter
	school *school
}

func (h *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	c, b, err := h.ResponseWriter.(http.Hijacker).Hijack()
	h.school.mu.Lock()
	h.school.conns = append(h.school.conns, c)
	h.school.mu.Unlock()
	return c, b, err
}

// stop breaks all connections and takes no new ones, until start.
func (s *school) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = true
	for _, c := range s.conns {
		c.Close()
	}
	s.conns = nil
}

func (s *school) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = false
}

// pupil is a member or a lecturer of a class without a page.
type pupil struct {
	t     *testing.T
	ws    *websocket.Conn
	heard []class.Message // that nobody has waited for yet
}

// pupil connects to the classes of a page's site.
func (p *Page) pupil(t *testing.T) *pupil {
	t.Helper()
	ws, _, err := websocket.Dial(t.Context(), p.URL+classPath,
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {strings.TrimSuffix(p.URL, "/")}}})
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(64 << 20)
	t.Cleanup(func() { ws.CloseNow() })
	return &pupil{t: t, ws: ws}
}

func (u *pupil) send(m class.Message) {
	u.t.Helper()
	b, err := json.Marshal(m)
	if err == nil {
		err = u.ws.Write(u.t.Context(), websocket.MessageText, b)
	}
	if err != nil {
		u.t.Fatal(err)
	}
}

// next is the next message of a type for which something holds; what comes before it is of no interest.
func (u *pupil) next(kind string, holds func(m *class.Message) bool) class.Message {
	u.t.Helper()
	for {
		_, b, err := u.ws.Read(u.t.Context())
		if err != nil {
			u.t.Fatalf("no %s: %v", kind, err)
		}
		var m class.Message
		if err := json.Unmarshal(b, &m); err != nil {
			u.t.Fatal(err)
		}
		if m.Type == kind && (holds == nil || holds(&m)) {
			return m
		}
	}
}

// join joins a class, as a member that it returns.
func (u *pupil) join(code, nick string) class.Message {
	u.t.Helper()
	u.send(class.Message{Type: class.Join, Code: code, Nick: nick})
	return u.next(class.Joined, nil)
}

// put answers; n counts the answers from 1.
func (u *pupil) put(n int, page string, step int, kind, value string) {
	u.t.Helper()
	u.send(class.Message{Type: class.Put, N: n, Answer: &class.Answer{Step: class.Step{Page: page, Step: step}, Kind: kind,
		Value: pagejson.RawMessage(value)}})
}

// answered is the value of an answer that a lecturer hears of.
func (u *pupil) answered(kind string) string {
	u.t.Helper()
	var value string
	u.next(class.Answers, func(m *class.Message) bool {
		for _, a := range m.All {
			if a.Kind == kind {
				value = string(a.Value)
				return true
			}
		}
		return false
	})
	return value
}

// openClass opens a class at the page, and returns its code.
func (p *Page) openClass() string {
	p.t.Helper()
	p.ClickOn("#menu-class")
	p.ClickOn("#class-open")
	p.Wait(`document.querySelector("#class-code")?.textContent.length === 6`)
	return p.Text("#class-code")
}

// TestClass leads a class in the page, whose student is a script, and then joins one whose lecturer is a script.
func TestClass(t *testing.T) {
	p := Start(t, Options{Path: "?course=ten-minutes/memory", School: newSchool()})
	p.WaitReady()
	code := p.openClass()
	a := p.pupil(t)
	a.join(code, "Ada")
	p.Wait(`document.querySelector("#class-here").textContent === "1 student here"`)
	a.put(1, "ten-minutes/memory", 0, class.Choice, "1")
	p.Wait(`document.querySelector("#class-made").textContent.includes("Ada")`)
	p.ClickOn("#class-reveal")
	a.next(class.Changed, func(m *class.Message) bool { return len(m.State.Revealed) == 1 })
	p.ClickOn("#class-follow")
	a.next(class.Changed, func(m *class.Message) bool { return m.State.Follow })
	p.ClickOn("#lesson-next")
	a.next(class.Changed, func(m *class.Message) bool { return m.State.Where == "?course=ten-minutes/street" })
	p.Accessible("a lecturer's panel", "#class")
	p.ClickOn("#class-end")
	p.ClickOn("#class-end-now")
	a.next(class.Ended, nil)
	p.ClickOn("#class-close")
	p.Wait(`document.querySelector("#class").hidden`)

	lead := p.pupil(t)
	lead.send(class.Message{Type: class.Open, Title: "Ten minutes", Where: "?course=ten-minutes/memory"})
	code = lead.next(class.Room, nil).State.Code
	p.OpenURL("about:blank")
	p.Open("?class=" + strings.ToLower(code))
	p.Wait(`location.search.includes("course=ten-minutes/memory") && document.querySelector("#class-nick") !== null`)
	p.WaitReady()
	p.Accessible("a student's bar", "#class-bar")
	p.ClickOn(`#lesson-now [data-choice="1"]`)
	if v := lead.answered(class.Choice); v != "1" {
		t.Errorf("the lecturer hears of %s", v)
	}
	lead.send(class.Message{Type: class.Turn, Where: "?course=ten-minutes/street", Follow: true})
	p.Wait(`location.search.startsWith("?course=ten-minutes/street") && document.querySelector("#class-bar").textContent
		.includes("follows")`)
	p.WaitReady()
	lead.send(class.Message{Type: class.End})
	p.Wait(`document.querySelector("#class-bar").textContent.includes("has ended")`)
	p.ClickOn("#class-leave")
	p.Wait(`document.querySelector("#class-bar").hidden && !location.search.includes("class=")`)
	if kept := Eval[string](p, `JSON.stringify(Object.keys(localStorage).concat(Object.keys(sessionStorage))
		.filter((k) => k.startsWith("pointscape.class")))`); kept != "[]" {
		t.Errorf("the browser keeps %s", kept)
	}
	_ = fmt.Sprint
}
