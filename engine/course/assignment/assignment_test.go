package assignment

import (
	"encoding/csv"
	stdjson "encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// homework has a step of each kind. The points and the kernel of its first page are locked.
const homework = `{"course": "hw", "title": "Homework", "pages": [
 {"id": "one", "title": "Margins", "text": "t", "controls": ["C", "gamma"], "lock": ["points", "kernel"],
  "document": {"method": "svm", "params": {"kernel": "linear", "C": 100}, "points":
   [[0.2, 0.3, 0], [0.3, 0.5, 0], [0.2, 0.7, 0], [0.7, 0.3, 1], [0.8, 0.5, 1], [0.7, 0.8, 1]]},
  "steps": [
   {"kind": "note", "text": "n"},
   {"kind": "choose", "text": "Which?", "choices": [{"text": "no"}, {"text": "yes", "right": true}, {"text": "=no"}]},
   {"kind": "number", "text": "How many support vectors?", "answer": "n_support"},
   {"kind": "place", "text": "Where?", "check": "x > 0.5 && y < 0.5", "solution": [{"x": 1, "y": 0}]},
   {"kind": "draw", "text": "Draw.", "check": "mine.training_error == 0", "solution": [{"line": [[0.5, 0], [0.5, 1]]}]},
   {"kind": "task", "text": "More.", "check": "n_support > start.n_support + 1", "hints": ["h"],
    "solution": [{"params": {"C": 0.1}}]}]},
 {"id": "two", "title": "Points", "text": "t",
  "document": {"method": "knn", "params": {"n_neighbors": 1}, "points": [[0, 0, 0], [1, 1, 1]]},
  "steps": [
   {"kind": "task", "text": "Three.", "check": "n_points == 3", "solution": [{"points": [[0, 0, 0], [1, 1, 1], [2, 2, 1]]}]},
   {"kind": "task", "text": "k.", "check": "n_neighbors == 3", "solution": [{"params": {"n_neighbors": 3}}]}]}]}`

func read1(t *testing.T, deck string) *course.Course {
	t.Helper()
	c, err := course.Read([]byte(deck))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// changed1 returns the document with which the course begins a step, patched by change.
func changed1(t *testing.T, c *course.Course, page, step int, change string) json.RawMessage {
	t.Helper()
	b, err := begins(&c.Pages[page], step)
	if err != nil {
		t.Fatal(err)
	}
	if b, err = course.Patch(b, []byte(change)); err != nil {
		t.Fatal(err)
	}
	return b
}

// good returns the work of a student who answers everything right, the choice at the second try. Its documents are
// whole ones, not differences.
func good(t *testing.T) map[string]*Page {
	c := read1(t, homework)
	three := `{"points": [[0, 0, 0], [1, 1, 1], [0.5, 0.25, 1]]}`
	return map[string]*Page{
		"one": {Step: 5, Done: true, Tries: map[string][]string{"1": {"0"}}, Helped: map[string]int{"5": 1},
			Answers: map[string]string{"1": "1", "2": "3", "3": "0.75 0.25", "4": "[[0.5,0],[0.45,0.5],[0.5,1]]"},
			Documents: map[string]json.RawMessage{"2": changed1(t, c, 0, 2, "{}"), "4": changed1(t, c, 0, 4, "{}"),
				"5": changed1(t, c, 0, 5, `{"params": {"C": 0.2}}`)}},
		"two": {Step: 1, Done: true, Documents: map[string]json.RawMessage{"0": changed1(t, c, 1, 0, three),
			"1": changed1(t, c, 1, 1, three[:len(three)-1]+`, "params": {"n_neighbors": 3}}`)}},
	}
}

// noted returns pages as a browser has noted them.
func noted(pages map[string]*Page) map[string]*Progress {
	all := map[string]*Progress{}
	for id, p := range pages {
		g := &Progress{Step: p.Step, Done: p.Done, Answers: map[string]string{}, Noted: map[string][]string{}}
		for at, list := range p.Tries {
			for _, try := range list {
				g.Noted[at] = append(g.Noted[at], "!"+try)
			}
		}
		for at, n := range p.Helped {
			g.Noted[at] = append(g.Noted[at], "?"+fmt.Sprint(n))
		}
		for at, x := range p.Answers {
			if strings.HasPrefix(x, "[") {
				g.Noted[at] = append(g.Noted[at], "[[0,0]]", x)
			} else {
				g.Answers[at] = x
			}
		}
		for at, d := range p.Documents {
			g.Noted[at] = append(g.Noted[at], string(d))
		}
		all[id] = g
	}
	return all
}

// handedIn returns the link with a student's answer to homework.
func handedIn(t *testing.T, name string, pages map[string]*Page) string {
	t.Helper()
	h, err := Hand(&Handing{Deck: homework, Name: name, At: 1_764_400_000, Pages: noted(pages)})
	if err != nil {
		t.Fatal(err)
	}
	return "https://example.org/play/?deck=answer#" + h.Link
}

var sessions = session.New(catalog.All())

func collect(t *testing.T, deck string, texts ...Text) *Table {
	t.Helper()
	table, err := Collect(method.Unstopped, sessions, deck, texts, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// states returns the initials of the states of a row's steps.
func states(r *Row) (s string) {
	for _, c := range r.Steps {
		s += c.State[:1]
	}
	return s
}

func TestEachKindIsCheckedAgain(t *testing.T) {
	table := collect(t, homework, Text{"", handedIn(t, "Ada", good(t))})
	if len(table.Rows) != 1 || len(table.Problems) != 0 {
		t.Fatalf("%d rows, problems %v", len(table.Rows), table.Problems)
	}
	r := table.Rows[0]
	if r.Name != "Ada" || states(r) != "rrrrrrr" || r.Score != 7 || r.First != 5 {
		t.Errorf("%s: %s, %d right, %d at once: %+v", r.Name, states(r), r.Score, r.First, r.Steps)
	}
	var says []string
	for _, c := range r.Steps {
		says = append(says, c.Answer)
	}
	if got := strings.Join(says, "|"); got != "B|3|(0.75, 0.25)|error 0 %|||" {
		t.Errorf("answers: %s", got)
	}
	if c := r.Steps[0]; c.Tries != 1 {
		t.Errorf("the choice: %+v", c)
	}
	if c := r.Steps[4]; c.Hints != 1 || c.Shown {
		t.Errorf("the task: %+v", c)
	}
	// One answer at a time is made wrong.
	for i, spoil := range []func(map[string]*Page){
		func(p map[string]*Page) { p["one"].Answers["1"] = "2" },
		func(p map[string]*Page) { p["one"].Answers["2"] = "4" },
		func(p map[string]*Page) { p["one"].Answers["3"] = "0.75 0.75" },
		func(p map[string]*Page) { p["one"].Answers["4"] = "[[0.25,0],[0.25,1]]" },
		func(p map[string]*Page) {
			p["one"].Documents["5"] = changed1(t, read1(t, homework), 0, 5, `{"params": {"C": 90}}`)
		},
		func(p map[string]*Page) {
			four := `{"points": [[0,0,0],[1,1,1],[1,0,1],[0,1,1]]`
			p["two"].Documents["0"] = changed1(t, read1(t, homework), 1, 0, four+"}")
			p["two"].Documents["1"] = changed1(t, read1(t, homework), 1, 1, four+`, "params": {"n_neighbors": 3}}`)
		},
		func(p map[string]*Page) {
			p["two"].Documents["1"] = changed1(t, read1(t, homework), 1, 1,
				`{"points": [[0, 0, 0], [1, 1, 1], [0.5, 0.25, 1]], "params": {"n_neighbors": 2}}`)
		},
	} {
		pages := good(t)
		spoil(pages)
		r := collect(t, homework, Text{"", handedIn(t, "Ada", pages)}).Rows[0]
		want := strings.Repeat("r", i) + "w" + strings.Repeat("r", 6-i)
		if states(r) != want {
			t.Errorf("with answer %d wrong: %s, want %s: %+v", i, states(r), want, r.Steps)
		}
		if r.Steps[i].Note == "" {
			t.Errorf("answer %d is claimed to be done, and nothing is said of that", i)
		}
	}
}

// Steps that were not reached are open; steps with only wrong tries are wrong.
func TestUnfinished(t *testing.T) {
	r := collect(t, homework, Text{"", handedIn(t, "Bo", map[string]*Page{
		"one": {Step: 2, Answers: map[string]string{"1": "1"}, Tries: map[string][]string{"2": {"7", "8"}}}})}).Rows[0]
	if states(r) != "rwooooo" || r.Steps[1].Answer != "8" || r.Steps[1].Tries != 1 || r.Steps[1].Note != "" {
		t.Errorf("%s: %+v", states(r), r.Steps)
	}
	// A step without an answer is open even if the browser claims that it is done.
	r = collect(t, homework, Text{"", handedIn(t, "Bo", map[string]*Page{"one": {Step: 5, Done: true}})}).Rows[0]
	if states(r) != "ooooooo" || r.Score != 0 {
		t.Errorf("claims alone: %s", states(r))
	}
}

func TestLocksAndPoints(t *testing.T) {
	c := read1(t, homework)
	for what, x := range map[string]struct {
		page       string
		step, cell int
		change     string
		locked     string
		note       string
	}{
		"a locked parameter": {"one", 5, 4, `{"params": {"C": 0.2, "kernel": "rbf", "gamma": 1}}`, "kernel", ""},
		"locked points": {"one", 5, 4, `{"params": {"C": 0.2}, "points": [[0.2, 0.3, 0], [0.3, 0.5, 0], [0.2, 0.7, 0],
			[0.7, 0.3, 1], [0.8, 0.5, 1], [0.7, 0.81, 1]]}`, "points", "other ones"},
		"points that no task asks for": {"two", 1, 6, `{"params": {"n_neighbors": 3}, "points": [[0, 0, 0], [1, 1, 1], [2, 2, 0]]}`,
			"", "other ones"},
	} {
		pages := good(t)
		page := map[string]int{"one": 0, "two": 1}[x.page]
		pages[x.page].Documents[fmt.Sprint(x.step)] = changed1(t, c, page, x.step, x.change)
		r := collect(t, homework, Text{"", handedIn(t, "Ada", pages)}).Rows[0]
		cell := r.Steps[x.cell]
		if cell.State != Wrong || strings.Join(cell.Locked, " ") != x.locked || !strings.Contains(cell.Note, x.note) {
			t.Errorf("%s: %+v", what, cell)
		}
	}
	// A step of the assignment may set what is locked.
	own := strings.Replace(homework, `"check": "n_support > start.n_support + 1"`,
		`"set": {"params": {"kernel": "rbf"}}, "check": "n_support > start.n_support + 1"`, 1)
	oc := read1(t, own)
	h, err := Hand(&Handing{Deck: own, Pages: noted(map[string]*Page{"one": {Step: 5, Done: true,
		Documents: map[string]json.RawMessage{"5": changed1(t, oc, 0, 5, `{"params": {"C": 0.2}}`)}}})})
	if err != nil {
		t.Fatal(err)
	}
	if c := collect(t, own, Text{"", "deck=answer#" + h.Link}).Rows[0].Steps[4]; c.State != Right || c.Locked != nil {
		t.Errorf("a lock that the step sets: %+v", c)
	}
}

// Links are found within other text, and in the forms into which mail programs and tables change them.
func TestFound(t *testing.T) {
	link := handedIn(t, "Ada", good(t))
	address, packed, _ := strings.Cut(link, "#")
	var broken, quoted strings.Builder
	for i := 0; i < len(link); i += 70 {
		part := link[i:min(i+70, len(link))]
		fmt.Fprintf(&broken, "> %s\r\n", part)
		fmt.Fprintf(&quoted, "%s=\r\n", strings.Replace(part, "deck=answer", "deck=3Danswer", 1))
	}
	for what, text := range map[string]string{
		"alone":             link,
		"in a sentence":     "Dear all,\nmy answer is <" + link + ">, thanks.\nAda",
		"in a table":        `2,"Ada","` + link + `","ok"`,
		"in HTML":           `<a href="` + strings.Replace(link, "#", "&amp;utm_source=x#", 1) + `">here</a>`,
		"in an address":     "https://safe.example/?url=https%3A%2F%2Fexample.org%2F%3Fdeck%3Danswer%23" + packed + "&amp;data=1",
		"broken":            broken.String(),
		"broken, and words": broken.String() + "\r\nRegards\r\nAda\r\n",
		"broken, a word":    broken.String() + "Regards\r\nAda\r\n",
		"quoted":            quoted.String() + "\r\n",
		"two pages":         address + "&page=one#" + packed,
		"a blank":           "  " + link + "  ",
		"a bracket":         "[homework] My answer:\n" + link,
		"a brace":           "{homework} " + link,
	} {
		table := collect(t, homework, Text{"a.txt", text})
		if len(table.Rows) != 1 || len(table.Problems) != 0 {
			t.Errorf("%s: %d rows, %v", what, len(table.Rows), table.Problems)
		}
	}
	other := handedIn(t, "Bo", map[string]*Page{"one": {Step: 1}})
	table := collect(t, homework, Text{"", other + " " + link + "\n" + broken.String() + other})
	if len(table.Rows) != 2 || len(table.Problems) != 2 || table.Problems[1].Line == 0 {
		t.Errorf("several: %d rows, %v", len(table.Rows), table.Problems)
	}
	h, err := Hand(&Handing{Deck: homework, Name: "Ada", Pages: noted(good(t))})
	if err != nil {
		t.Fatal(err)
	}
	if h.Name != "homework-ada.json" {
		t.Errorf("the file is called %q", h.Name)
	}
	if table := collect(t, homework, Text{h.Name, h.File}, Text{"list", "[" + h.File + "]"}); len(table.Rows) != 1 ||
		len(table.Problems) != 1 || !strings.Contains(table.Problems[0].Says, h.Name) {
		t.Errorf("files: %d rows, %v", len(table.Rows), table.Problems)
	}
	if table := collect(t, homework, Text{"", "deck=answer#" + h.Link}, Text{h.Name, h.File}); len(table.Rows) != 1 ||
		len(table.Problems) != 1 || !strings.Contains(table.Problems[0].Says, "The same answer as in line 1") {
		t.Errorf("a link and the file of the same answer: %d rows, %v", len(table.Rows), table.Problems)
	}
	for _, text := range []string{"[null]", "[{]"} {
		if table := collect(t, homework, Text{"", text}); len(table.Rows) != 0 || len(table.Problems) != 1 {
			t.Errorf("%s: %d rows, %v", text, len(table.Rows), table.Problems)
		}
	}
}

func TestWrongOnes(t *testing.T) {
	link := handedIn(t, "Ada", good(t))
	at := strings.Index(link, "#") + 20
	elsewhere, err := Hand(&Handing{Deck: strings.Replace(homework, `"C": 100`, `"C": 99`, 1), Name: "Eve"})
	if err != nil {
		t.Fatal(err)
	}
	packed := func(s string) string {
		p, err := pack([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return "deck=answer#" + p
	}
	for what, x := range map[string][2]string{
		"cut":         {link[:len(link)-9], "line 2: The link is damaged"},
		"retyped":     {link[:at] + "xyz" + link[at+3:], "line 2: The link is damaged"},
		"of nothing":  {"deck=answer#", "line 2: The link is damaged"},
		"another one": {"deck=answer#" + elsewhere.Link, "line 2: Eve: This answer is to another assignment"},
		"a document":  {"https://example.org/#" + link[at:], "line 2: This is a link to a picture"},
		"a deck":      {"https://example.org/?deck=link#" + link[at:], "line 2: This is a link to a picture"},
		"too long":    {"deck=answer#" + strings.Repeat("a", MaxLink+1), "at most 30000 characters"},
		"of many bytes": {packed(`{"answer":1,"of":"x","name":"` + strings.Repeat(" ", 2<<20) + `"}`),
			"at most 1048576 bytes"},
		"a long name": {packed(`{"answer":1,"of":"x","name":"` + strings.Repeat("a", 81) + `"}`), "at most 80 characters"},
		"a newer one": {packed(`{"answer":2,"of":"x"}`), "another version"},
		"other JSON":  {packed(`{"method":"svm"}`), "This is not an answer"},
		"many tries": {packed(`{"answer":1,"of":"x","pages":{"a":{"tries":{"1":[` + strings.Repeat(`"1",`, 20) +
			`"1"]}}}}`), "at most 20"},
		"no page": {packed(`{"answer":1,"of":"x","pages":{"a":null}}`), "pages"},
		"null":    {packed(`null`), "An answer has contents, and is not null."},
		"words":   {"nothing", "There is no handed-in answer"},
	} {
		table := collect(t, homework, Text{"", "Dear Ada,\n" + x[0]})
		if len(table.Rows) != 0 || len(table.Problems) != 1 {
			t.Errorf("%s: %d rows, %v", what, len(table.Rows), table.Problems)
			continue
		}
		if p := table.Problems[0]; !strings.Contains(p.Where()+": "+p.Says, x[1]) {
			t.Errorf("%s: %s: %s; want %s", what, p.Where(), p.Says, x[1])
		}
	}
	// Steps with invalid answers or documents are wrong; they do not end the collection.
	a := Answer{Version: 1, Of: identity(t, homework), Name: "Mal", Pages: map[string]*Page{"one": {Step: 5, Done: true,
		Answers:   map[string]string{"1": "9", "2": "x", "3": "NaN 1", "4": "[[0,0],[1e999,1]]"},
		Documents: map[string]json.RawMessage{"5": json.RawMessage(`{"method":"nothing"}`)}}}}
	b, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	r := collect(t, homework, Text{"", packed(string(b))}).Rows[0]
	if states(r) != "wwwwwoo" {
		t.Errorf("damaged answers: %s, %+v", states(r), r.Steps)
	}
	for i, c := range r.Steps[:5] {
		if c.Note == "" {
			t.Errorf("nothing is said of damaged answer %d", i)
		}
	}
	long := []Text{{"", strings.Repeat("x", MaxTexts+1)}}
	if _, err := Collect(method.Unstopped, sessions, homework, long, time.Now); err == nil ||
		!strings.Contains(err.Error(), "at most 16 MB") {
		t.Errorf("a text that is too long: %v", err)
	}
	const silent = `{"course":"a","title":"A","pages":[{"id":"a","title":"A","text":"t","document":{"method":"knn"}}]}`
	if _, err := Collect(method.Unstopped, sessions, silent, nil, time.Now); err == nil {
		t.Error("an assignment without questions")
	}
}

func identity(t *testing.T, deck string) string {
	t.Helper()
	of, err := Identity(read1(t, deck))
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// Texts may change after a link was given to students; what answers depend on may not.
func TestIdentity(t *testing.T) {
	of := identity(t, homework)
	for what, x := range map[string]struct {
		from, to string
		same     bool
	}{
		"a title":    {`"Homework"`, `"Homework 1"`, true},
		"a question": {`"Where?"`, `"Where is it?"`, true},
		"a hint":     {`"hints": ["h"]`, `"hints": ["h", "i"]`, true},
		"notes":      {`"title": "Margins"`, `"title": "Margins", "notes": "n"`, true},
		"blanks":     {`"C": 100`, `"C":   100.0`, true},
		"a document": {`"C": 100`, `"C": 101`, false},
		"a choice":   {`"text": "no"`, `"text": "not"`, false},
		"the right one": {`{"text": "no"}, {"text": "yes", "right": true}`, `{"text": "no", "right": true}, {"text": "yes"}`,
			false},
		"a check":    {"y < 0.5", "y < 0.6", false},
		"an answer":  {`"answer": "n_support"`, `"answer": "n_support + 1"`, false},
		"a lock":     {`"points", "kernel"`, `"points"`, false},
		"a solution": {`"C": 0.1`, `"C": 0.2`, false},
	} {
		deck := strings.Replace(homework, x.from, x.to, 1)
		if deck == homework {
			t.Fatalf("%s: nothing was changed", what)
		}
		if got := identity(t, deck) == of; got != x.same {
			t.Errorf("%s: the same assignment: %v", what, got)
		}
	}
	assigned := strings.Replace(homework, `"title": "Homework"`, `"assignment": true, "title": "Homework"`, 1)
	if identity(t, assigned) != of {
		t.Error("the assignment's own link is another assignment")
	}
}

func TestTwiceAndAlike(t *testing.T) {
	ada, bo := handedIn(t, "Ada", good(t)), handedIn(t, "Bo", good(t))
	later := good(t)
	later["one"].Answers["1"] = "0"
	again := handedIn(t, "ada", later)
	table := collect(t, homework, Text{"", ada + "\n" + ada + "\n" + bo}, Text{"late.txt", again})
	if len(table.Rows) != 3 || len(table.Problems) != 1 {
		t.Fatalf("%d rows, %v", len(table.Rows), table.Problems)
	}
	if p := table.Problems[0]; p.Line != 2 || p.Says != "The same answer as in line 1: it counts once." {
		t.Errorf("twice the same: %+v", p)
	}
	for _, r := range table.Rows {
		says := strings.Join(r.Notes, " ")
		if strings.EqualFold(r.Name, "ada") != strings.Contains(says, "another answer of this name") {
			t.Errorf("%s, %s: %q", r.Name, r.File, says)
		}
		if (r.Name == "Bo") != strings.Contains(says, "exactly those of Ada") {
			t.Errorf("%s: %q", r.Name, says)
		}
	}
}

func TestManyAnswers(t *testing.T) {
	var b strings.Builder
	for i := range MaxAnswers + 5 {
		h, err := Hand(&Handing{Deck: homework, Name: fmt.Sprintf("Student %04d", MaxAnswers-i),
			Pages: noted(map[string]*Page{"one": {Step: 1, Tries: map[string][]string{"1": {fmt.Sprint(i % 3)}}}})})
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("deck=answer#" + h.Link + "\n")
	}
	b.WriteString(strings.Repeat("deck=answer#\n", 10_000))
	table := collect(t, homework, Text{"all.txt", b.String()})
	if len(table.Rows) != MaxAnswers || len(table.Problems) != 1 {
		t.Fatalf("%d rows, %d problems", len(table.Rows), len(table.Problems))
	}
	if p := table.Problems[0]; p.Line != MaxAnswers+1 || !strings.Contains(p.Says, "At most 1000 answers") {
		t.Errorf("%+v", p)
	}
	if table.Rows[0].Name != "Student 0001" || table.Heads[0].Rights != 333 {
		t.Errorf("the first one is %s; %d are right", table.Rows[0].Name, table.Heads[0].Rights)
	}
	// Of 10,000 damaged answers, the HTML lists a hundred; the table has all.
	table = collect(t, homework, Text{"all.txt", strings.Repeat("deck=answer#AAAA\n", 10_000)})
	made := parts(t, table)
	if n := strings.Count(made.HTML, "<li>"); n != mostShown+1 || len(table.Problems) != 10_000 ||
		!strings.Contains(made.HTML, "And 9900 more") {
		t.Errorf("%d of %d problems are shown", n, len(table.Problems))
	}
}

type allParts struct{ HTML, CSV, JSON, Says string }

// parts returns the parts that the page receives.
func parts(t *testing.T, table *Table) allParts {
	t.Helper()
	text, err := table.made()
	if err != nil {
		t.Fatal(err)
	}
	return split(t, text)
}

func split(t *testing.T, text string) allParts {
	t.Helper()
	p := strings.Split(text, "\x00")
	if len(p) != 4 {
		t.Fatalf("%d parts", len(p))
	}
	return allParts{p[0], p[1], p[2], p[3]}
}

// Names are escaped in HTML and are not formulas in spreadsheets.
func TestNamesAreText(t *testing.T) {
	evil := `=HYPERLINK("http://x","<img src=x onerror=alert(1)>")`
	table := collect(t, homework, Text{"", handedIn(t, evil, good(t))}, Text{"<b>.txt", "deck=answer#A"},
		Text{"", handedIn(t, "line\nbreak, \"q\" \u202eback", nil)})
	made := parts(t, table)
	for _, never := range []string{"<img", "<b>", "\u202e"} {
		if strings.Contains(made.HTML, never) {
			t.Errorf("the HTML has %q", never)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(made.CSV, "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 3 || rows[1][0] != "'"+evil || rows[2][0] != `line break, "q" back` {
		t.Errorf("names in the CSV file: %q", rows)
	}
	if head := rows[0]; head[5] != "1.1" || head[6] != "1.1 answer" || rows[1][5] != "1" ||
		rows[1][6] != "B; 1 wrong before" || rows[2][5] != "" {
		t.Errorf("%q", rows)
	}
	var parsed struct {
		Answers []struct {
			Name  string
			Steps []struct{ State string }
		}
	}
	if err := stdjson.Unmarshal([]byte(made.JSON), &parsed); err != nil || len(parsed.Answers) != 2 ||
		parsed.Answers[0].Name != evil || parsed.Answers[0].Steps[3].State != "right" {
		t.Errorf("%v: %+v", err, parsed)
	}
}

// The links in the table open the student's work: the document of a task, and a page with the drawing.
func TestLinks(t *testing.T) {
	r := collect(t, homework, Text{"", handedIn(t, "Ada", good(t))}).Rows[0]
	for i, want := range []bool{false, false, false, true, true, true, true} {
		if got := r.Steps[i].link("T") != ""; got != want {
			t.Errorf("step %d has a link: %v", i, got)
		}
	}
	text, err := doc.UnpackText(strings.TrimPrefix(r.Steps[4].link("T"), "?#"), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	d, err := doc.Decode(text)
	if err != nil || d.Params["C"] != 0.2 {
		t.Errorf("%v: %v", err, d.Params)
	}
	deck, err := course.Unpack(strings.TrimPrefix(r.Steps[3].link("T"), "?deck=link#"))
	if err != nil {
		t.Fatal(err)
	}
	if ink := read1(t, deck).Pages[0].Ink; len(ink) != 1 || len(ink[0].At) != 3 || ink[0].At[1] != [2]float64{0.45, 0.5} {
		t.Errorf("the drawing is %v", ink)
	}
	var long [][2]float64
	for i := range 1000 {
		long = append(long, [2]float64{float64(i), 0})
	}
	if s := strokes(long); len(s) != 3 || s[1].At[0] != s[0].At[course.MaxStroke-1] || s[2].At[len(s[2].At)-1][0] != 999 {
		t.Errorf("a long drawing has %d strokes", len(s))
	}
}

// An answer that takes too long to check does not end the collection; a stopped job does.
func TestPatience(t *testing.T) {
	at := time.Unix(0, 0)
	clock := func() time.Time { at = at.Add(2 * patience); return at }
	table, err := Collect(method.Unstopped, session.New(catalog.All()), homework,
		[]Text{{"", handedIn(t, "Ada", good(t)) + "\n" + handedIn(t, "Bo", nil)}}, clock)
	if err != nil {
		t.Fatal(err)
	}
	if r := table.Rows[0]; len(table.Rows) != 2 || !strings.Contains(r.Steps[4].Note, "longer than a minute") ||
		r.Steps[0].State != Right && r.Steps[0].Note == "" {
		t.Errorf("%+v", r.Steps)
	}
	one := []Text{{"", handedIn(t, "Ada", good(t))}}
	if _, err := Collect(stopped{}, sessions, homework, one, time.Now); err != method.ErrStopped {
		t.Errorf("given up: %v", err)
	}
}

type stopped struct{}

func (stopped) Err() error { return method.ErrStopped }

func TestAnswersOfThePage(t *testing.T) {
	ask := Answers(sessions, time.Now)
	if _, ok, _ := ask(method.Unstopped, "pack", "x"); ok {
		t.Error("it answers what is another's")
	}
	if _, ok, err := ask(method.Unstopped, "collected", ByScore); !ok || err == nil {
		t.Error("a table that was never made is sorted")
	}
	later := good(t)
	later["one"].Answers["1"] = "0"
	file, err := Hand(&Handing{Deck: homework, Name: "Bo", Pages: noted(good(t))})
	if err != nil {
		t.Fatal(err)
	}
	all := homework + "\x00" + handedIn(t, "Ada", later) + "\x01bo.json\n" + file.File
	order := func(kind, text, want string) {
		t.Helper()
		out, ok, err := ask(method.Unstopped, kind, text)
		if err != nil || !ok {
			t.Fatal(err)
		}
		m := split(t, out)
		a, b := strings.Index(m.HTML, ">Ada<"), strings.Index(m.HTML, ">Bo<")
		if a < 0 || b < 0 || (a < b) != (want == "Ada") {
			t.Errorf("%s %.20s: Ada at %d, Bo at %d", kind, text, a, b)
		}
		if strings.Count(m.HTML, "aria-sort") != 1 || !strings.Contains(m.HTML, `href="?#`) {
			t.Error(m.HTML)
		}
		if m.Says != "2 answers." {
			t.Error(m.Says)
		}
	}
	order("collect", all, "Ada")
	order("collected", ByScore, "Bo")
	order("collected", ByTime, "Bo") // it says no time
	for kind, want := range map[string]string{"handing": `id="hand-name"`, "collecting": `id="collect-text"`} {
		if out, ok, err := ask(method.Unstopped, kind, ""); !ok || err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v, %s", kind, err, out)
		}
	}
	done, err := json.Marshal(noted(good(t)))
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := ask(method.Unstopped, "hand", strings.Join([]string{"Ada", "17", "https://example.org/?a=1&b",
		string(done), homework}, "\x00"))
	if err != nil {
		t.Fatal(err)
	}
	p := strings.Split(out, "\x00")
	if len(p) != 3 || p[0] != "homework-ada.json" || !strings.Contains(p[1], `"at":17`) ||
		!strings.Contains(p[2], "Done: 7 of 7.") ||
		!strings.Contains(p[2], `value="https://example.org/?a=1&amp;b&amp;deck=answer#`) {
		t.Errorf("handed in: %q", p)
	}
	if _, _, err := ask(method.Unstopped, "hand", "Ada"); err == nil {
		t.Error("a part of an answer is handed in")
	}
	// An answer that is too long for a link is handed in as a file.
	var line []string
	for i := range 5000 {
		line = append(line, fmt.Sprintf("[%d.%d,0.%d]", i%7, i*7919%99991, i*104729%999983))
	}
	long := good(t)
	long["one"].Answers["4"] = "[" + strings.Join(line, ",") + "]"
	h, err := Hand(&Handing{Deck: homework, Name: "Ada", Pages: noted(long)})
	if err != nil || h.Link != "" || !strings.Contains(h.Why, "the limit is 30000: hand in the file") {
		t.Errorf("a long answer: %v, %q", err, h.Why)
	}
	if r := collect(t, homework, Text{"f", h.File}).Rows; len(r) != 1 || len(r[0].Steps[3].line) != 5000 {
		t.Error("the file of a long answer is not read")
	}
}

// applied(a, difference(a, b)) is b, for any two documents.
func TestDifference(t *testing.T) {
	docs := []string{
		`{"method":"svm","params":{"C":1,"kernel":"rbf"},"points":[[0,0,0],[1,1,1]]}`,
		`{"method":"svm","params":{"C":2},"points":[[0,0,0],[1,1,1]],"view":{"x":[0,1],"y":[0,1]}}`,
		`{"method":"knn","dataset":{"name":"moons","n":20,"seed":3},"view":{"x":[0,1],"y":[0,2],"step":3}}`,
		`{"method":"knn","points":[[0,0.5,0]],"title":"T","split":{"validate":0.2,"seed":1}}`,
		`{"method":"kmeans"}`,
	}
	for _, a := range docs {
		for _, b := range docs {
			from, err := canonical([]byte(a))
			if err != nil {
				t.Fatal(err)
			}
			to, err := canonical([]byte(b))
			if err != nil {
				t.Fatal(err)
			}
			d, err := difference(from, to)
			if err != nil {
				t.Fatal(err)
			}
			got, err := applied(from, d)
			if err == nil {
				got, err = canonical(got)
			}
			if err != nil || string(got) != string(to) {
				t.Errorf("%s and %s are %s, %v; want %s", from, d, got, err, to)
			}
			if a == b && string(d) != "{}" {
				t.Errorf("the same document is different by %s", d)
			}
		}
	}
}

func FuzzCollect(f *testing.F) {
	f.Add("deck=answer#AAAA\nxyz")
	f.Add("{\"answer\":1,\"of\":\"x\",\"pages\":{}}")
	f.Add("DECK%3Danswer&amp;page=1%23QQ=\n> QQ\n")
	h, err := Hand(&Handing{Deck: homework, Name: "Ada", Pages: noted(map[string]*Page{"one": {Step: 1,
		Answers: map[string]string{"1": "1"}}})})
	if err != nil {
		f.Fatal(err)
	}
	f.Add("deck=answer#" + h.Link)
	f.Add(h.File)
	f.Fuzz(func(t *testing.T, text string) {
		table, err := Collect(method.Unstopped, sessions, homework, []Text{{"f", text}}, time.Now)
		if err != nil {
			return
		}
		if _, err := table.made(); err != nil {
			t.Error(err)
		}
	})
}
