//go:build load

package classroom

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"pointscape/app/tools/load"
	"pointscape/engine/class"
)

const (
	manyMembers = 500
	soon        = 300 * time.Millisecond // time within which 95 % of the answers must reach the lecturer
)

// TestLoad has a class of 500 students answer at the same time, several times, by WebSockets, with the server in a
// process of its own that keeps its rooms in a file. It measures how long the answers take to reach the lecturer, and
// the server's memory. The clients share the processors with the server: two, with make load.
func TestLoad(t *testing.T) {
	if folder := load.Folder(); folder != "" {
		hub, file := NewHub(Usual, time.Now), roomsIn(folder)
		go func() { // as serve -rooms does
			for range time.Tick(keepEvery) {
				if err := hub.Save(file); err != nil {
					fmt.Fprintln(os.Stderr, err)
				}
			}
		}()
		load.Serve(t, &http.Server{Handler: hub.Handler()})
		return
	}
	server := load.Start(t)
	url := "http://" + server.Addr
	memory := func() (now, most int) { // in MB
		now, most = server.Memory()
		return now >> 10, most >> 10
	}
	connect := func() *pupil {
		ws, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {url}}})
		if err != nil {
			t.Fatal(err)
		}
		ws.SetReadLimit(64 << 20)
		t.Cleanup(func() { ws.CloseNow() })
		return &pupil{t, ws}
	}
	before, _ := memory()
	lead := connect()
	lead.send(class.Message{Type: class.Open, Title: "Many"})
	code := lead.next(class.Room).State.Code
	var members []*pupil
	for range manyMembers {
		p := connect()
		p.send(class.Message{Type: class.Join, Code: code})
		p.next(class.Joined)
		members = append(members, p)
	}
	for _, p := range members { // read what they are sent, as pages do
		go func() {
			for {
				if _, _, err := p.ws.Read(t.Context()); err != nil {
					return
				}
			}
		}()
	}
	joined, _ := memory()
	t.Logf("%d members: %d MB before, %d MB when all have joined", manyMembers, before, joined)

	var line []string
	for i := range 200 {
		line = append(line, fmt.Sprintf("[%d.25,%d.75]", i, -i))
	}
	document, err := json.Marshal(`{"method":"svm","points":[` + strings.Repeat(`[0.123,0.456,1],`, 499) + `[0,0,1]]}`)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range []struct{ kind, value string }{
		{class.Choice, "1"}, {class.Place, "[0.5,0.25]"}, {class.Line, "[" + strings.Join(line, ",") + "]"},
		{class.Document, string(document)},
	} {
		var all []time.Duration
		for range 5 {
			n++
			sent := make([]time.Time, manyMembers+1)
			var mu sync.Mutex
			var ready, gone sync.WaitGroup
			start := make(chan struct{})
			for i, p := range members {
				ready.Add(1)
				gone.Go(func() {
					ready.Done()
					<-start
					mu.Lock()
					sent[i+1] = time.Now()
					mu.Unlock()
					p.send(put(n, "page", n, c.kind, c.value))
				})
			}
			ready.Wait()
			close(start)
			for came := 0; came < manyMembers; {
				for _, a := range lead.next(class.Answers).All {
					if a.Step.Step == n {
						came++
						mu.Lock()
						all = append(all, time.Since(sent[a.Member]))
						mu.Unlock()
					}
				}
			}
			gone.Wait()
			time.Sleep(time.Second) // nobody exceeds the rate of messages
		}
		slices.Sort(all)
		at := func(share float64) time.Duration { return all[int(share*float64(len(all)-1))].Round(time.Millisecond) }
		now, most := memory()
		t.Logf("%-8s of %5d bytes: half within %v, 95 %% within %v, all within %v; the server has %d MB, at most %d MB",
			c.kind, len(c.value), at(0.5), at(0.95), at(1), now, most)
		if at(0.95) > soon {
			t.Errorf("%s: 95 %% of the answers take %v, want %v", c.kind, at(0.95), soon)
		}
	}
	time.Sleep(3 * keepEvery)
	again := NewHub(Usual, time.Now)
	if err := again.Load(roomsIn(server.Folder)); err != nil {
		t.Fatal(err)
	}
	r := again.rooms[code]
	if r == nil || len(r.members) != manyMembers {
		t.Fatalf("the file of rooms has not got the class with its members")
	}
	for _, m := range r.members {
		if len(m.answers) != 3*5+1 { // of documents, the newest
			t.Fatalf("the file has %d answers of member %d", len(m.answers), m.ID)
		}
	}
}

// keepEvery is the time between two savings of the rooms, as of serve.
const keepEvery = 2 * time.Second

// roomsIn returns the file of rooms in the test's folder.
func roomsIn(folder string) string { return filepath.Join(folder, "rooms.json") }
