package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	network "net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"pointscape/app/tools/classroom"
	"pointscape/engine/class"
	pagejson "pointscape/engine/json"
)

// classPath is the address of a school's classes, relative to the site's base.
const classPath = "class"

// school is a server of live classes whose connections a test can break.
type school struct {
	hub     *classroom.Hub
	classes http.Handler

	mu    sync.Mutex
	down  bool
	conns []network.Conn
}

func newSchool() *school {
	hub := classroom.NewHub(classroom.Usual, time.Now)
	return &school{hub: hub, classes: hub.Handler()}
}

// beside returns a handler that serves the site and the classes.
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

// hijacked is a ResponseWriter that records the connection that the handler takes over in school.conns.
type hijacked struct {
	http.ResponseWriter
	school *school
}

func (h *hijacked) Hijack() (network.Conn, *bufio.ReadWriter, error) {
	c, b, err := h.ResponseWriter.(http.Hijacker).Hijack()
	h.school.mu.Lock()
	h.school.conns = append(h.school.conns, c)
	h.school.mu.Unlock()
	return c, b, err
}

// stop breaks all connections, and refuses new ones until start is called.
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

// pupil is a scripted client, without a page: a member or a lecturer of a class.
type pupil struct {
	t     *testing.T
	ws    *websocket.Conn
	heard chan class.Message // messages of the server; closed when the connection ends
}

// pupil connects a new client to the classes of the page's site.
func (p *Page) pupil(t *testing.T) *pupil {
	t.Helper()
	ws, _, err := websocket.Dial(t.Context(), p.URL+classPath,
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {strings.TrimSuffix(p.URL, "/")}}})
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(64 << 20)
	t.Cleanup(func() { ws.CloseNow() })
	u := &pupil{t: t, ws: ws, heard: make(chan class.Message, 10_000)}
	go func() { // reading also answers the server's pings
		defer close(u.heard)
		for {
			_, b, err := ws.Read(context.Background())
			var m class.Message
			if err != nil || json.Unmarshal(b, &m) != nil {
				return
			}
			u.heard <- m
		}
	}()
	return u
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

// next returns the next message of this type for which holds is true, or any of this type if holds is nil. It drops the
// messages before it.
func (u *pupil) next(kind string, holds func(m *class.Message) bool) class.Message {
	u.t.Helper()
	late := time.After(patience)
	for {
		select {
		case m, on := <-u.heard:
			if !on {
				u.t.Fatalf("no %s: the connection has ended", kind)
			}
			if m.Type == kind && (holds == nil || holds(&m)) {
				return m
			}
		case <-late:
			u.t.Fatalf("no %s", kind)
		}
	}
}

// join joins a class as a new member, and returns the answer, which has the member and its key.
func (u *pupil) join(code, nick string) class.Message {
	u.t.Helper()
	u.send(class.Message{Type: class.Join, Code: code, Nick: nick})
	return u.next(class.Joined, nil)
}

// put sends an answer; n is its number, from 1.
func (u *pupil) put(n int, page string, step int, kind, value string) {
	u.t.Helper()
	u.send(class.Message{Type: class.Put, N: n, Answer: &class.Answer{Step: class.Step{Page: page, Step: step}, Kind: kind,
		Value: pagejson.RawMessage(value)}})
}

// answered waits until the lecturer u is sent an answer of this kind, and returns its value.
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

// openClass opens a class on the page, and returns its code.
func (p *Page) openClass() string {
	p.t.Helper()
	p.ClickOn("#menu-class")
	p.ClickOn("#class-open")
	p.Wait(`document.querySelector("#class-code")?.textContent.length === 6`)
	return p.Text("#class-code")
}

// besideThePlane checks that the lecturer's panel leaves the plane free, that nothing below the panel can have the
// focus, and that the player, which has less room than without the panel, shows its controls side by side.
func (p *Page) besideThePlane(what string) {
	p.t.Helper()
	p.WaitReady()
	area, panel, bar, wide := p.Box(".stage-area"), p.Box("#class"), p.Box(".bar"), Eval[float64](p, "innerWidth")
	if area.W < 380 || area.X+area.W > panel.X+0.5 {
		p.t.Errorf("%s, %g pixels wide: the plane is %+v, the panel %+v", what, wide, area, panel)
	}
	if !near(panel.X+panel.W, wide, 0.5) || bar.X != 0 || !near(bar.W, wide, 0.5) {
		p.t.Errorf("%s, %g pixels wide: the panel is %+v, the bar %+v", what, wide, panel, bar)
	}
	covered := Eval[[]string](p, `(() => {
		const box = (e) => e.getBoundingClientRect(), panel = box(document.querySelector("#class"));
		const cut = (a, b) => a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1;
		const shown = (css) => [...document.querySelectorAll(css)].filter((e) => e.checkVisibility({visibilityProperty: true}));
		const below = shown(".app :is(a, button, input, select, textarea, canvas, [tabindex])")
			.filter((e) => !e.closest("#class, .bar") && cut(box(e), panel));
		const parts = shown(".player > :is(.transport, .steps, .pace), .player .slider");
		const room = box(document.querySelector(".player") ?? document.body);
		const tight = parts.filter((e) => box(e).right > room.right + 1 ||
			parts.some((x) => !x.contains(e) && !e.contains(x) && cut(box(e), box(x))));
		tight.push(...shown(".player .charts").filter((e) => box(e).width < 240));
		return [...below, ...tight].map((e) => e.id || e.className || e.outerHTML);
	})()`)
	if len(covered) > 0 {
		p.t.Errorf("%s, %g pixels wide: covered or too narrow are %q", what, wide, covered)
	}
}

// TestPanelBesideThePlane opens the lecturer's panel in the playground, in a course and while a deck is made and
// presented.
func TestPanelBesideThePlane(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "404.html", School: newSchool(), Whole: true})
	p.keepDeck(homework)
	const net = `pointscape.set({"method": "mlp", "dataset": {"name": "moons", "n": 80, "noise": 0.1, "seed": 5}})`
	for _, c := range []struct{ what, path string }{{"playground", ""}, {"course", "?course=ten-minutes/street"},
		{"deck", "?deck=mine"}} {
		p.Resize(Desktop)
		p.Open(c.path)
		p.WaitReady()
		p.openClass()
		p.Do(net)
		for _, wide := range []int{1280, 1600, 1200} {
			p.Resize(Window{Width: wide, Height: 800})
			p.besideThePlane(c.what)
			p.Screenshot(c.what + " " + strconv.Itoa(wide))
		}
		if c.what == "deck" {
			p.Resize(Desktop)
			p.ClickOn("#present-deck")
			p.Wait(`document.querySelector(".showing") !== null`)
			p.Do(net)
			p.WaitReady()
			area, panel := p.Box(".stage-area"), p.Box("#class")
			if !near(area.X+area.W, panel.X, 0.5) || panel.Y != 0 {
				t.Errorf("presenting: the plane is %+v, the panel %+v", area, panel)
			}
			p.Screenshot("presented")
			p.Key("Escape")
			p.Wait(`document.querySelector(".showing") === null`)
		}
		p.Rests("#class-end")
		p.ClickOn("#class-end")
		p.ClickOn("#class-end-now")
		p.ClickOn("#class-close")
		p.Wait(`document.querySelector("#class").hidden`)
		if area := p.Box(".stage-area"); c.what == "course" && !near(area.X+area.W, Eval[float64](p, "innerWidth"), 0.5) {
			t.Errorf("without the panel, the plane is %+v", area)
		}
	}
}

// TestClass opens a class on the page, with a scripted student, and then joins a class that has a scripted lecturer.
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
	p.besideThePlane("in a course")
	p.ClickOn("#lesson-next")
	a.next(class.Changed, func(m *class.Message) bool { return m.State.Where == "?course=ten-minutes/street" })
	p.Accessible("a lecturer's panel", "#class")
	p.Rests("#class-end")
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
}

// windowOf opens a page of the same site as another page, with a browser profile of its own.
func windowOf(t *testing.T, of *Page, window Window, path string) *Page {
	t.Helper()
	p := Start(t, Options{Closed: true, Alone: true, Window: window, Expect: brokenOff})
	p.URL = of.URL
	p.Open(path)
	p.WaitReady()
	return p
}

// brokenOff matches the message of browsers about a server that they cannot reach.
const brokenOff = `WebSocket connection to .* failed`

// bar waits until the student's bar contains the words.
func (p *Page) bar(says string) {
	p.t.Helper()
	p.Wait(`document.querySelector("#class-bar")?.textContent.includes(` + quote(says) + `)`)
}

// panelSays waits until the answers in the lecturer's panel contain the words.
func (p *Page) panelSays(says string) {
	p.t.Helper()
	p.Wait(`document.querySelector("#class-made").textContent.replaceAll("\u00a0", " ").includes(` + quote(says) + `)`)
}

// TestLectureInThreeWindows is a lecture with a lecturer and two students, one of them on a phone, each in a window.
// The students join, answer and follow the lecturer; the network breaks and returns. The lecturer reloads the page,
// opens a student's picture, saves the answers and ends the class.
func TestLectureInThreeWindows(t *testing.T) {
	long(t)
	s := newSchool()
	lead := Start(t, Options{Path: "?course=ten-minutes/border", School: s, Alone: true, Expect: brokenOff})
	lead.WaitReady()
	lead.ClickOn(".lesson-nav .fold")
	lead.ClickOn("#lesson-class")
	lead.Wait(`document.querySelector("#class-code")?.textContent.length === 6`)
	code := lead.Text("#class-code")
	lead.ClickOn("#menu-door")
	lead.Wait(`document.querySelector("#door-qr svg path") !== null`)
	lead.Screenshot("door")
	lead.Accessible("how to join a class", ".class-door")
	link := lead.Text(".class-link")
	secret := Eval[string](lead, `JSON.parse(localStorage["pointscape.class.lead"]).secret`)
	if want := lead.URL + "?class=" + code + "&course=ten-minutes/border"; link != want || len(secret) < 20 {
		t.Errorf("the students' link is %s, want %s; the secret has %d characters", link, want, len(secret))
	}
	lead.Key("Escape")
	lead.Wait(`document.querySelector(".class-door") === null && document.activeElement.id === "menu-door"`)

	a := windowOf(t, lead, Desktop, strings.TrimPrefix(link, lead.URL))
	b := windowOf(t, lead, Phone, "?class="+strings.ToLower(code))
	b.Wait(`location.search.includes("course=ten-minutes/border")`) // the lecturer's page
	b.WaitReady()
	for _, p := range []*Page{a, b} {
		p.bar("Connected")
	}
	b.Fill("#class-nick", "Bea")
	lead.panelSays("Bea")
	lead.Wait(`document.querySelector("#class-here").textContent === "2 students here"`)
	b.Screenshot("student-phone")

	a.Click(a.At(0.5, 0.95))
	b.Do(`document.querySelector("#stage").scrollIntoView()`)
	b.Tap(b.At(0.5, 0.77))
	lead.panelSays("Answered: 2 of 2")
	if lead.Has("#class-made figure, #class-made .class-picture") {
		t.Error("the answers are seen before they are revealed")
	}
	lead.ClickOn("#class-reveal")
	lead.Wait(`document.querySelector("#class-made svg") !== null`)
	lead.Screenshot("places")
	lead.Accessible("places of a class", "#class-made svg")
	lead.ClickOn("#class-follow")
	lead.ClickOn("#lesson-next")
	for _, p := range []*Page{a, b} {
		p.Wait(`location.search.startsWith("?course=ten-minutes/memory")`)
		p.bar("follows the lecturer")
		p.WaitReady()
	}

	// The network is down. Answers given meanwhile arrive later, once.
	s.stop()
	a.bar("No connection. Your answers are sent when it is back.")
	a.ClickOn(`#lesson-now [data-choice="1"]`)
	a.Wait(`document.querySelector(".choice[data-state=wrong]") !== null`)
	a.ClickOn(`#lesson-now [data-choice="0"]`)
	a.Wait(`document.querySelector(".choice[data-state=right]") !== null`)
	a.Screenshot("away")
	lead.Wait(`document.querySelector("#class-here").textContent.includes("No connection") && document.querySelector("#class-reveal").disabled`)
	s.start()
	a.bar("follows the lecturer")
	lead.panelSays("Answered: 1 of 2")

	// The lecturer reloads the page.
	lead.Reload()
	lead.WaitReady()
	lead.Wait(`document.querySelector("#class-code")?.textContent === ` + quote(code))
	lead.panelSays("Answered: 1 of 2")
	lead.Wait(`document.querySelector("#class-here").textContent === "2 students here"`)

	// The lecturer opens a student's picture, and undoes that.
	a.Do(`document.querySelector("#lesson-continue").click()`)
	a.Wait(`document.querySelectorAll(".lesson-step").length === 2`)
	a.Wait(`document.querySelector('[data-param="n_neighbors"]') !== null`)
	a.Do(`{ const s = document.querySelector('input[type=range][data-param="n_neighbors"]'); s.focus() }`)
	a.Key("End")
	a.WaitReady()
	want := a.Doc().Params["n_neighbors"]
	was := lead.Doc().Params["n_neighbors"]
	lead.Wait(`document.querySelector('[data-look="1"]') !== null`)
	lead.Do(`document.querySelector('[data-look="1"]').closest("details").open = true`)
	for range 20 { // the student's page sends it some time after the last edit
		lead.Changed(func() { lead.ClickOn(`[data-look="1"]`) })
		if lead.Doc().Params["n_neighbors"] == want {
			break
		}
		time.Sleep(500 * time.Millisecond)
	}
	if got := lead.Doc().Params["n_neighbors"]; got != want || want == was {
		t.Errorf("the student's picture has %v neighbours, want %v", got, want)
	}
	if !Eval[bool](lead, `document.querySelector('[data-look="1"]').closest("details").open`) {
		t.Error("the list of members has closed")
	}
	lead.Screenshot("looked")
	lead.ClickOn("#undo")
	lead.WaitReady()

	csv := lead.saved(func() { lead.ClickOn("#class-csv") })
	lines := strings.Split(strings.TrimSpace(csv), "\n")
	choices := 0
	for _, line := range lines {
		if strings.Contains(line, ",choice,") {
			choices++
			if !strings.HasPrefix(line, "1,") || !strings.Contains(line, "ten-minutes/memory") {
				t.Errorf("a choice: %s", line)
			}
		}
	}
	if choices != 1 || !strings.Contains(csv, "Bea") || strings.Contains(csv, secret) {
		t.Errorf("%d choices in\n%s", choices, csv)
	}
	lead.Rests("#class-end") // what appears above it moves it
	lead.ClickOn("#class-end")
	lead.Screenshot("end")
	lead.ClickOn("#class-end-now")
	for _, p := range []*Page{a, b} {
		p.bar("The class has ended.")
	}
	lead.Wait(`document.querySelector("#class").textContent.includes("You can still save the answers.")`)
	b.Screenshot("student-phone-ended")
	a.ClickOn("#class-leave")
	a.Do(`document.querySelector("#lesson-next").click()`) // without a class
	a.Wait(`location.search === "?course=ten-minutes/street"`)
}

// TestDeckInAClass opens a class with a deck that only exists in a link: students get it with the class. A student who
// reloads the page after the class is told that the deck exists only in its class.
func TestDeckInAClass(t *testing.T) {
	long(t)
	lead := Start(t, Options{Path: lesson(t, "neuron"), School: newSchool(), Alone: true})
	lead.WaitReady()
	code := lead.openClass()
	a := windowOf(t, lead, Desktop, "?class="+code)
	a.Wait(`location.search.includes("deck=class") && document.querySelector("#lesson-title") !== null`)
	a.WaitReady()
	if got, want := a.Text("#lesson-title"), lead.Text("#lesson-title"); got != want {
		t.Errorf("the student reads %q, the lecturer %q", got, want)
	}
	a.ClickOn(`#lesson-now [data-choice="1"]`)
	lead.panelSays("Answered: 1 of 1")
	lead.ClickOn("#lesson-next")
	lead.ClickOn("#class-follow")
	a.Wait(`document.querySelector("#lesson-title").textContent === ` + quote(lead.Text("#lesson-title")))
	lead.Rests("#class-end") // what appears above it moves it
	lead.ClickOn("#class-end")
	lead.ClickOn("#class-end-now")
	a.bar("has ended")
	a.Reload()
	a.Wait(`document.querySelector("#lesson [role=alert]")?.textContent.includes("only in its class")`)
}

// TestClassOfForty is a class of forty scripted students, some of whom are late or lose their connection, and of
// hostile clients. The lecturer uses the page.
func TestClassOfForty(t *testing.T) {
	long(t)
	s := newSchool()
	lead := Start(t, Options{Path: "?course=recognition/honest", School: s, Alone: true})
	lead.WaitReady()
	code := lead.openClass()
	const page = "recognition/honest"
	line := func(i int) string {
		off := float64(i%8)/100 - 0.04
		return fmt.Sprintf(`[[%g,0],[0.2,0.2],[%g,0.42],[0.36,0.53],[0.48,%g],[0.6,0.44],[0.68,0.47],[0.72,0.6],[0.78,0.8],`+
			`[%g,1]]`, 0.12+off, 0.27+off, 0.52+2*off, 0.85+off)
	}
	var class40 []*pupil
	for i := range 40 {
		u := lead.pupil(t)
		nick := ""
		switch i {
		case 3:
			nick = "<b onclick=alert(1)>x</b>"
		case 4:
			nick = "Zoé ☂"
		}
		me := u.join(code, nick)
		class40 = append(class40, u)
		if i >= 35 { // late: they answer later, below
			continue
		}
		u.put(1, page, 0, class.Line, line(i))
		if i < 30 {
			u.next(class.Kept, nil)
			continue
		}
		// They lose the connection before the answer is acknowledged, join again, and send it again.
		u.ws.CloseNow()
		again := lead.pupil(t)
		again.send(class.Message{Type: class.Join, Code: code, Member: me.Member, Key: me.Key})
		if back := again.next(class.Joined, nil); back.Member != me.Member {
			t.Errorf("member %d came back as %d", me.Member, back.Member)
		}
		again.put(1, page, 0, class.Line, line(i))
		again.next(class.Kept, nil)
		class40[i] = again
	}
	lead.Wait(`document.querySelector("#class-here").textContent === "40 students here"`)
	lead.panelSays("Answered: 35 of 40")
	s.hostile(t, lead, code)

	for i := 35; i < 40; i++ {
		class40[i].put(1, page, 0, class.Line, line(i))
		class40[i].next(class.Kept, nil)
	}
	for _, u := range class40[:5] {
		u.put(2, page, 0, class.Solved, "true")
	}
	lead.panelSays("Answered: 40 of 40")
	lead.ClickOn("#class-reveal")
	lead.Wait(`document.querySelectorAll("#class-made svg").length >= 2`)
	lead.Wait(`document.querySelector('#class-made svg[aria-label^="Lines drawn: 40."]') !== null`)
	lead.Screenshot("forty")
	lead.Dark(true)
	lead.WaitReady()
	lead.Screenshot("forty-dark")
	lead.Dark(false)
	lead.WaitReady()
	for _, bad := range []string{"#class-made b", "#class-made script", "#class-made [onclick]"} {
		if lead.Has(bad) {
			t.Errorf("a student's text has become %s", bad)
		}
	}
	lead.Do(`document.querySelector("#class-made details").open = true`)
	if says := Eval[string](lead, `document.querySelector("#class-made").textContent`); !strings.Contains(says, "<b onclick=alert(1)>x</b>") ||
		!strings.Contains(says, "Zoé ☂") {
		t.Error("nicknames are not shown as they were typed")
	}
	lead.Screenshot("members")
	var saved []map[string]any
	if err := json.Unmarshal([]byte(lead.saved(func() { lead.ClickOn("#class-json") })), &saved); err != nil {
		t.Fatal(err)
	}
	lines := map[any]int{}
	for _, x := range saved {
		if x["kind"] == class.Line && x["page"] == page {
			lines[x["member"]]++
		}
	}
	if len(lines) != 40 {
		t.Errorf("lines of %d members are saved: %v", len(lines), lines)
	}
	for member, n := range lines {
		if n != 1 {
			t.Errorf("member %v has %d lines", member, n)
		}
	}
	x, y := lead.At(0.2, 0.8) // the page still works
	lead.Move(x, y)
	lead.Rests("#class-end") // what appears above it moves it
	lead.ClickOn("#class-end")
	lead.ClickOn("#class-end-now")
	class40[0].next(class.Ended, nil)
	lead.Wait(`document.querySelector("#class").textContent.includes("The class has ended.")`)
}

// hostile attacks the classes of a site.
func (s *school) hostile(t *testing.T, lead *Page, code string) {
	t.Helper()
	// Answers to the same page in another room.
	elsewhere := lead.pupil(t)
	elsewhere.send(class.Message{Type: class.Open})
	other := lead.pupil(t)
	other.join(elsewhere.next(class.Room, nil).State.Code, "elsewhere")
	other.put(1, "recognition/honest", 0, class.Line, "[[0,0],[1,1]]")
	other.next(class.Kept, nil)
	// Texts of a megabyte.
	for _, text := range []string{`{"type":"join","code":"` + code + `","nick":"` + strings.Repeat("x", 1<<20) + `"}`,
		strings.Repeat("[", 1<<20), `{"type":`} {
		u := lead.pupil(t)
		u.ws.Write(t.Context(), websocket.MessageText, []byte(text)) // may fail: the server closes it meanwhile
		if m, on := <-u.heard; on {
			t.Errorf("%.30s… is answered: %+v", text, m)
		}
	}
	// 10,000 rooms.
	for sent := 0; sent < 10_000; {
		u := lead.pupil(t)
		for range 100 {
			sent++
			if u.ws.Write(t.Context(), websocket.MessageText, []byte(`{"type":"open","title":"x"}`)) != nil {
				break
			}
		}
		u.ws.CloseNow()
	}
	if n := s.hub.Rooms(); n > classroom.Usual.Opened {
		t.Errorf("%d rooms are open", n)
	}
	// Guessed secrets, and a student who sends a lecturer's messages.
	for i := range 200 {
		u := lead.pupil(t)
		u.send(class.Message{Type: class.Lead, Code: code, Secret: strings.Repeat(fmt.Sprint(i), 32)[:32*(i%2)]})
		if m := u.next(class.Refused, nil); m.Field != "secret" {
			t.Fatalf("a guessed secret: %+v", m)
		}
		u.ws.CloseNow()
	}
	thief := lead.pupil(t)
	thief.join(code, "")
	for _, m := range []class.Message{{Type: class.Turn, Where: "?course=linear/line", Follow: true}, {Type: class.End},
		{Type: class.Reveal, Step: &class.Step{}, On: true}, {Type: class.Look, Member: 1}} {
		thief.send(m)
		if m := thief.next(class.Refused, nil); m.Field != "lecturer" {
			t.Errorf("%+v", m)
		}
	}
	// Answers with odd or wrong values, to pages that do not exist.
	for i, a := range []class.Answer{{Kind: class.Line, Value: pagejson.RawMessage(`[[1e308,-1e308],[1e308,1e308]]`)},
		{Kind: class.Choice, Value: pagejson.RawMessage(`99`)},
		{Kind: class.Number, Value: pagejson.RawMessage(`"<b>1</b>"`)},
		{Kind: "<script>", Value: pagejson.RawMessage(`1`)}, {Kind: class.Line, Value: pagejson.RawMessage(`[[1,2]]`)},
		{Kind: class.Document, Value: pagejson.RawMessage(`"no document <b>"`)}} {
		a.Step = class.Step{Page: "../<b>", Step: 999}
		thief.send(class.Message{Type: class.Put, N: i + 1, Answer: &a})
		thief.next(class.Kept, nil)
	}
	thief.ws.CloseNow()
}
