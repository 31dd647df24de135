package client

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
	msg "pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/json"
)

// desk is a Client with a page and a server that the test plays.
type desk struct {
	*Client
	t     *testing.T
	clock *clock.Manual
	ears  Ears
	sent  []string
	news  []msg.News
	asked []string
	made  []func(string, error)
}

func (d *desk) Send(text string) { d.sent = append(d.sent, text) }
func (d *desk) Close()           {}

func newDesk(t *testing.T) *desk {
	d := &desk{t: t, clock: clock.NewManual()}
	d.Client = New(Around{Clock: d.clock, Random: func() float64 { return 1 },
		Dial: func(server string, e Ears) Link {
			if server != "ws://x/class" {
				t.Errorf("it dials %s", server)
			}
			d.ears = e
			return d
		},
		Tell: func(text string) {
			var n msg.News
			if err := json.Unmarshal([]byte(text), &n); err != nil {
				t.Fatal(err)
			}
			d.news = append(d.news, n)
		},
		Make: func(kind, text string, done func(string, error)) {
			d.asked, d.made = append(d.asked, kind+" "+text), append(d.made, done)
		}}, msg.Attend{Server: "ws://x/class", Link: "https://x/?class="})
	return d
}

func (d *desk) says(m msg.Message) {
	b, err := json.Marshal(&m)
	if err != nil {
		d.t.Fatal(err)
	}
	d.ears.Heard(string(b))
}

func (d *desk) now() *msg.News { return &d.news[len(d.news)-1] }

// leads returns the desk of a lecturer whose page shows a course.
func leads(t *testing.T) *desk {
	d := newDesk(t)
	d.Do(&msg.Order{Do: msg.Open, Title: "A", Where: "?course=a/p"})
	d.ears.Opened()
	d.says(msg.Message{Type: msg.Room, Secret: "abc", State: &msg.State{Code: "BCDFGH", Where: "?course=a/p"}})
	k, err := course.Read([]byte(`{"course": "a", "title": "A", "pages": [
		{"id": "p", "title": "P", "text": "t", "document": {"method": "svm"}, "steps": [
			{"kind": "choose", "text": "c", "choices": [{"text": "no"}, {"text": "yes", "right": true}]},
			{"kind": "number", "text": "n", "answer": "n_support", "within": 2, "set": {"params": {"C": 3}}}]},
		{"id": "q", "title": "Q", "text": "t", "document": {"method": "knn"}, "steps": [
			{"kind": "place", "text": "w", "check": "x > 0"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	d.Do(&msg.Order{Do: "page", Course: b, Palette: "light"})
	return d
}

// The HTML of the answers is requested at most every 250 ms and one at a time, with the newest answers. Its errors are
// shown.
func TestAnswersAreShown(t *testing.T) {
	d := leads(t)
	answers := func(n int) {
		d.says(msg.Message{Type: msg.Members, People: []msg.Member{{ID: n}}})
	}
	for n := range 100 {
		answers(n + 1)
		d.clock.Pass(time.Millisecond)
	}
	if len(d.asked) != 1 || !strings.HasPrefix(d.asked[0], "class {") {
		t.Fatalf("asked %q", d.asked)
	}
	d.made[0]("a", nil)
	if made := d.now().Made; made == nil || *made != "a" {
		t.Errorf("shown %v", made)
	}
	d.clock.Pass(149 * time.Millisecond)
	if len(d.asked) != 1 {
		t.Errorf("asked %d times within 250 ms", len(d.asked))
	}
	d.clock.Pass(time.Millisecond)
	if len(d.asked) != 2 || !strings.Contains(d.asked[1], `{"id":100}`) {
		t.Fatalf("asked %q", d.asked)
	}
	answers(101)
	if d.clock.Pass(10 * time.Second); len(d.asked) != 2 {
		t.Errorf("asked %d times before the answer", len(d.asked))
	}
	d.made[1]("", errors.New("it is too much"))
	if n := d.now(); n.Made != nil || !strings.Contains(n.Panel, `role="alert">it is too much<`) {
		t.Errorf("shown %+v", n)
	}
	if len(d.asked) != 3 || !strings.Contains(d.asked[2], `{"id":101}`) {
		t.Fatalf("asked %q", d.asked)
	}
	d.made[2]("b", nil)
	if n := d.now(); *n.Made != "b" || strings.Contains(n.Panel, "alert") {
		t.Errorf("shown %+v", n)
	}
	if d.clock.Pass(time.Minute); len(d.asked) != 3 {
		t.Errorf("asked %d times", len(d.asked))
	}
}

// The panel describes the present step of the page, and for a file also the other answered steps.
func TestPanel(t *testing.T) {
	d := leads(t)
	d.says(msg.Message{Type: msg.Members, People: []msg.Member{{ID: 1, Here: true}, {ID: 2}}})
	d.says(msg.Message{Type: msg.Answers, All: []msg.Answer{
		{Member: 1, Step: msg.Step{Page: "a/p"}, Kind: msg.Choice, Value: []byte("1")},
		{Member: 1, Step: msg.Step{Page: "a/q"}, Kind: msg.Place, Value: []byte("[1,2]")},
		{Member: 1, Step: msg.Step{Page: "a/q"}, Kind: msg.Document, Value: []byte("true")},
		{Member: 1, Step: msg.Step{Page: "b/q"}, Kind: msg.Place, Value: []byte("[1,2]")}}})
	p := d.asks(false)
	if p.Kind != course.Choose || p.Step != (msg.Step{Page: "a/p"}) || len(p.Choices) != 2 || len(p.Right) != 1 ||
		p.Right[0] != 1 || p.Here != 1 || len(p.Answers) != 2 || p.Steps != nil || p.Palette != "light" || p.Revealed {
		t.Errorf("panel %+v", p)
	}
	d.Do(&msg.Order{Do: "press", ID: "class-forth"})
	d.says(msg.Message{Type: msg.Changed, State: &msg.State{Code: "BCDFGH", Where: "?course=a/p",
		Revealed: []msg.Step{{Page: "a/p", Step: 1}}}})
	if n := d.now(); !strings.Contains(n.Panel, "Step 2 of 2") || !strings.Contains(n.Panel, "Hide the answers") ||
		!strings.Contains(n.Panel, "1 student here") || n.Link != "https://x/?class=BCDFGH&course=a/p" {
		t.Errorf("news %+v", n)
	}
	p = d.asks(true)
	if p.Kind != course.Number || p.Within != 2 || !strings.Contains(p.Page, `"C":3`) || !p.Revealed ||
		len(p.Answers) != 4 || len(p.Steps) != 2 || p.Steps[0].Step.Page != "a/p" || p.Steps[1].Step.Page != "a/q" ||
		p.Steps[1].Check != "x > 0" {
		t.Errorf("panel %+v", p)
	}
	d.Do(&msg.Order{Do: "page", Page: 1, Palette: "dark"})
	if p := d.asks(false); p.Kind != course.Place || p.Palette != "dark" {
		t.Errorf("panel %+v", p)
	}
	d.Do(&msg.Order{Do: "press", ID: "class-look", Text: "1"})
	if last := d.sent[len(d.sent)-1]; last != `{"type":"look","member":1}` {
		t.Errorf("sent %s", last)
	}
	d.says(msg.Message{Type: msg.Looked, Answer: &msg.Answer{Member: 1, Kind: msg.Document, Value: []byte(`"{}"`)}})
	i := len(d.news) - 1
	for i > 0 && d.news[i].Heard == "" {
		i--
	}
	if n := d.news[i]; n.Heard != msg.Looked || n.Document != "{}" {
		t.Errorf("news %+v", n)
	}
}

// The page is told the entries of the browser's storages, and nicknames are escaped.
func TestKept(t *testing.T) {
	d := newDesk(t)
	d.Do(&msg.Order{Do: msg.Join, Code: "BCDFGH"})
	d.ears.Opened()
	d.says(msg.Message{Type: msg.Joined, Member: 1, Key: "k", State: &msg.State{Code: "BCDFGH"}})
	kept := func() map[string]string {
		all := map[string]string{}
		for _, n := range d.news {
			for _, e := range n.Keep {
				all[e.Key] = e.Value
			}
		}
		return all
	}
	if k := kept(); !strings.Contains(k[msg.StudentKey], `"key":"k"`) || k[msg.TabKey] != `{"code":"BCDFGH"}` {
		t.Errorf("kept %v", k)
	}
	d.Do(&msg.Order{Do: msg.Put, Step: &msg.Step{Page: "a/p"}, Kind: msg.Choice, Value: "1"})
	if k := kept(); !strings.Contains(k[msg.StudentKey], `"kind":"choice"`) {
		t.Errorf("the answer is not kept: %v", k)
	}
	d.Do(&msg.Order{Do: "press", ID: "class-nick", Text: `<b "x">`})
	d.ears.Opened()
	d.says(msg.Message{Type: msg.Joined, Member: 1, Key: "k", N: 1, State: &msg.State{Code: "BCDFGH"}})
	if n := d.now(); !strings.Contains(n.Bar, `value="&lt;b &#34;x&#34;&gt;"`) {
		t.Errorf("bar %s", n.Bar)
	}
	before := len(d.news)
	d.Do(&msg.Order{Do: "press", ID: "class-nick", Text: strings.Repeat("x", 31)})
	if len(d.news) != before+1 || !strings.Contains(d.now().Toast, "nick") {
		t.Errorf("a long name: %+v", d.now())
	}
	d.says(msg.Message{Type: msg.Ended})
	if k := kept(); k[msg.StudentKey] != "" || k[msg.TabKey] != "" {
		t.Errorf("kept after the end: %v", k)
	}
}
