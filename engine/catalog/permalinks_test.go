//go:build !js

package catalog

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// Links are used in lectures, papers and chats: they must always open, to the same document as when they were made.
// testdata/permalinks.jsonl has links and documents in their original form, one per line, with the result of opening
// them. Lines are added by
//
//	go test ./engine/catalog -run TestPermalinks -add
//
// and never changed or removed once a commit has them: if one fails, the program is wrong. Lines that no commit has are
// of drafts, and -add writes them anew; without git, every line counts as committed. (A parameter that gets another
// default, another name or a narrower range needs a new doc.Version, and a migration that writes the old meaning into
// old documents.)
var addPermalinks = flag.Bool("add", false, "add to testdata/permalinks.jsonl what it does not have yet")

const permalinkFile = "testdata/permalinks.jsonl"

// permalink is a line of the file.
type permalink struct {
	From string `json:"from"` // where it comes from, for a reader
	Text string `json:"text"` // a document in the form of a file
	Link string `json:"link"` // the same in the form of an address
	// The result of opening both.
	Doc    json.RawMessage `json:"doc"`    // in doc.Encode's form
	Values map[string]any  `json:"values"` // of all parameters, including defaults
	Shown  method.Shown    `json:"shown"`  // of all layers
	Task   method.Task     `json:"task"`
	Points string          `json:"points"` // number of points, and a hash of their digits
}

func TestPermalinks(t *testing.T) {
	t.Parallel()
	if *addPermalinks {
		dropDrafts(t)
	}
	kept := readPermalinks(t)
	if *addPermalinks {
		kept = append(kept, appendPermalinks(t, kept)...)
	}
	if len(kept) == 0 {
		t.Fatal("no permalinks are kept")
	}
	has := map[string]bool{}
	for i, p := range kept {
		has[p.Text] = true
		if !TestsAll() && !strings.Contains(p.Text, strconv.Quote(one())) {
			continue
		}
		t.Run(fmt.Sprintf("line %d, %s", i+1, p.From), func(t *testing.T) {
			fits := !testing.Short() || i%4 == 0 // where a fit places the points, the short run has one in four
			asText, err := doc.Decode([]byte(p.Text))
			text, err := open(asText, err, fits)
			if err != nil {
				t.Fatalf("the document does not open: %v\n%s", err, p.Text)
			}
			asLink, err := doc.DecodeLink(p.Link)
			link := text
			if err != nil || !reflect.DeepEqual(asLink, asText) { // both forms open to the same document
				link, err = open(asLink, err, fits)
			}
			if err != nil {
				t.Fatalf("the link does not open: %v\n%s", err, p.Link)
			}
			for how, got := range map[string]*permalink{"document": text, "link": link} {
				for _, d := range got.differs(&p) {
					t.Errorf("the %s %s", how, d)
				}
			}
		})
	}
	for _, s := range present() {
		if !has[s.text] {
			t.Errorf("%s is not kept yet: go test ./engine/catalog -run TestPermalinks -add", s.from)
		}
	}
}

// A line is identified by its document, which must not occur with two results.
func TestPermalinksDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for i, p := range readPermalinks(t) {
		if j, ok := seen[p.Text]; ok {
			t.Errorf("lines %d and %d hold the same document", j, i+1)
		}
		seen[p.Text] = i + 1
	}
}

// open resolves a decoded document and describes the result; the points that a fit places are left out if it may not
// fit.
func open(d doc.Document, err error, fits bool) (*permalink, error) {
	if err != nil {
		return nil, err
	}
	s := session.New(All())
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		return nil, err
	}
	p := &permalink{Values: map[string]any{}}
	if p.Doc, err = doc.Encode(d); err != nil {
		return nil, err
	}
	m, err := s.Method(d.Method)
	if err != nil {
		return nil, err
	}
	v, err := m.Validate(d.Params)
	if err != nil {
		return nil, err
	}
	p.values(m, v)
	if p.Shown, err = m.Shown(d.View.Show); err != nil {
		return nil, err
	}
	p.Task = m.TaskOf(d.Params)
	if d.Table != nil && slices.ContainsFunc(m.Params, func(q method.Param) bool { return q.Moves }) {
		if !fits {
			return p, nil
		}
		f, err := s.Fit(method.Unstopped, d) // which may project the rows later than Resolve
		if err != nil {
			return nil, err
		}
		d = f.Placed(d)
	}
	// Generators round to five digits, so that the points are the same on all machines.
	h := fnv.New64a()
	for _, q := range d.Points {
		fmt.Fprintf(h, "%.0f %.0f %.0f\n", math.Round(q.X*1e6), math.Round(q.Y*1e6), math.Round(q.Z*1e6))
	}
	p.Points = fmt.Sprintf("%d %016x", len(d.Points), h.Sum64())
	return p, nil
}

// values records the values of all parameters of a method.
func (p *permalink) values(m *method.Method, v method.Values) {
	for _, q := range m.Params {
		switch q.Kind.(type) {
		case method.Number, method.Integer:
			p.Values[q.Name] = v.Float(q.Name)
		case method.Bool:
			p.Values[q.Name] = v.Bool(q.Name)
		case method.Numbers:
			p.Values[q.Name] = []any{}
			for _, x := range v.Floats(q.Name) {
				p.Values[q.Name] = append(p.Values[q.Name].([]any), x)
			}
		case method.Places:
			list := []any{}
			for _, at := range v.Places(q.Name) {
				var row []any
				for _, x := range at {
					row = append(row, x)
				}
				list = append(list, row)
			}
			p.Values[q.Name] = list
		case method.Options:
			list := []any{}
			for _, x := range v.Strings(q.Name) {
				list = append(list, x)
			}
			p.Values[q.Name] = list
		case method.Estimators:
			list := []any{}
			for _, c := range v.Chosen(q.Name) {
				e := permalink{Values: map[string]any{}}
				e.values(c.Method, c.Values)
				list = append(list, map[string]any{"method": c.Method.ID, "params": e.Values})
			}
			p.Values[q.Name] = list
		default:
			p.Values[q.Name] = v.String(q.Name)
		}
	}
}

// differs lists the differences between p and was. Parameters and layers that did not exist then may have any value.
func (p *permalink) differs(was *permalink) []string {
	var list []string
	say := func(what string, got, want any) {
		list = append(list, fmt.Sprintf("has %s %v, and had %v", what, got, want))
	}
	if a, b := canonical(p.Doc), canonical(was.Doc); a != b {
		say("the form", a, b)
	}
	for _, name := range slices.Sorted(maps.Keys(was.Values)) {
		if !holds(p.Values[name], was.Values[name]) {
			say("params."+name, p.Values[name], was.Values[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was.Shown)) {
		if on, ok := p.Shown[name]; !ok || on != was.Shown[name] {
			say("the layer "+string(name), on, was.Shown[name])
		}
	}
	if p.Task != was.Task {
		say("the task", p.Task, was.Task)
	}
	if p.Points != "" && p.Points != was.Points {
		say("the points", p.Points, was.Points)
	}
	return list
}

// holds reports whether a value is the former one; methods in a list may have additional parameters.
func holds(now, was any) bool {
	switch was := was.(type) {
	case map[string]any:
		now, ok := now.(map[string]any)
		for name, x := range was {
			ok = ok && holds(now[name], x)
		}
		return ok
	case []any:
		now, ok := now.([]any)
		if ok = ok && len(now) == len(was); ok {
			for i, x := range was {
				ok = ok && holds(now[i], x)
			}
		}
		return ok
	}
	return reflect.DeepEqual(now, was)
}

// canonical returns a document in the newest form: older forms are converted first, so that a new version does not
// change the file.
func canonical(text []byte) string {
	if d, err := doc.Decode(text); err == nil && !bytes.Contains(text, fmt.Appendf(nil, `"version":%d,`, doc.Version)) {
		if b, err := doc.Encode(d); err == nil {
			return string(b)
		}
	}
	return string(text)
}

func readPermalinks(t *testing.T) []permalink {
	b, err := os.ReadFile(permalinkFile)
	if os.IsNotExist(err) && *addPermalinks {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var list []permalink
	for i, line := range bytes.Split(bytes.TrimSuffix(b, []byte("\n")), []byte("\n")) {
		var p permalink
		if err := json.Unmarshal(line, &p); err != nil {
			t.Fatalf("%s, line %d: %v", permalinkFile, i+1, err)
		}
		list = append(list, p)
	}
	return list
}

// dropDrafts removes the lines from the file that no commit has: those of examples that have changed before they were
// committed are replaced. While commits are joined, those that are joined count, too.
func dropDrafts(t *testing.T) {
	file, err := os.ReadFile(permalinkFile)
	if os.IsNotExist(err) {
		return
	} else if err != nil {
		t.Fatal(err)
	}
	var committed [][]byte
	for _, commit := range []string{"HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REBASE_HEAD"} {
		text, err := exec.Command("git", "show", commit+":./"+permalinkFile).Output()
		if err == nil {
			committed = append(committed, text)
		} else if commit == "HEAD" {
			return
		}
	}
	kept := linesOf(file, committed...)
	if n := bytes.Count(file, []byte("\n")) - bytes.Count(kept, []byte("\n")); n > 0 {
		if err := os.WriteFile(permalinkFile, kept, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d of drafts removed", n)
	}
}

// linesOf returns the lines of a file that one of the other files has.
func linesOf(file []byte, others ...[]byte) (kept []byte) {
	has := map[string]bool{}
	for _, other := range others {
		for line := range bytes.Lines(other) {
			has[string(line)] = true
		}
	}
	for line := range bytes.Lines(file) {
		if has[string(line)] {
			kept = append(kept, line...)
		}
	}
	return kept
}

// Lines that a commit has stay, in their order.
func TestLinksOfDraftsAreReplaced(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, want string
		commits    []string
	}{
		{"a\nb\ndraft\n", "a\nb\n", []string{"a\nb\n"}},
		{"a\nb\n", "a\nb\n", []string{"a\nb\nc\n"}},
		{"a\ntheirs\ndraft\nb\n", "a\ntheirs\nb\n", []string{"a\nb\n", "a\ntheirs\n"}},
		{"draft\n", "", []string{""}},
	} {
		var commits [][]byte
		for _, text := range c.commits {
			commits = append(commits, []byte(text))
		}
		if got := linesOf([]byte(c.file), commits...); string(got) != c.want {
			t.Errorf("of %q stays %q, want %q", c.file, got, c.want)
		}
	}
}

// appendPermalinks appends the documents that the file does not have yet.
func appendPermalinks(t *testing.T, kept []permalink) (added []permalink) {
	f, err := os.OpenFile(permalinkFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, s := range present() {
		same := func(p permalink) bool { return p.Text == s.text }
		if slices.ContainsFunc(kept, same) || slices.ContainsFunc(added, same) {
			continue
		}
		d, err := doc.Decode([]byte(s.text))
		if err != nil {
			t.Fatalf("%s: %v", s.from, err)
		}
		p, err := open(d, nil, true)
		if err != nil {
			t.Fatalf("%s: %v", s.from, err)
		}
		p.From, p.Text = s.from, s.text
		// As the page writes it; or unchanged, if that is tested.
		if p.Link, err = doc.EncodeLink(d); err != nil {
			t.Fatal(err)
		}
		if s.raw {
			p.Link = deflated(t, s.text)
		}
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(p); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(b.Bytes()); err != nil {
			t.Fatal(err)
		}
		added = append(added, *p)
	}
	t.Logf("%d added", len(added))
	return added
}

func deflated(t *testing.T, text string) string {
	var z bytes.Buffer
	w, err := flate.NewWriter(&z, flate.BestCompression)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err = cmp.Or(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(z.Bytes())
}

// source is a document that the program offers or accepts now.
type source struct {
	from, text string
	raw        bool // the link contains the text unchanged
}

// present returns the documents that must be in the file: the start document, every method's example and lessons, every
// data set, and typical documents written by hand.
func present() []source {
	list := []source{{from: "start", text: Start}}
	for _, m := range All() {
		list = append(list, source{from: m.ID + ", example", text: m.Example})
		for i, lesson := range m.Lessons {
			list = append(list, source{from: fmt.Sprintf("%s, lesson %d", m.ID, i+1), text: lesson})
		}
	}
	use := map[method.Task]string{method.Classify: "knn", method.Regress: "knn_regression", method.Regress2D: "gp",
		method.Cluster: "voronoi", method.Embed: "voronoi"}
	for _, s := range dataset.All() {
		list = append(list, source{from: "dataset " + s.Name,
			text: fmt.Sprintf(`{"version":1,"method":"%s","dataset":{"name":"%s"}}`, use[s.Task], s.Name)})
		if !s.Fixed {
			list = append(list, source{from: "dataset " + s.Name + ", other numbers",
				text: fmt.Sprintf(`{"version":1,"method":"%s","dataset":{"name":"%s","n":%d,"noise":%g,"seed":42}}`, use[s.Task],
					s.Name, s.N/2, s.MaxNoise/3)})
		}
	}
	for _, expr := range []string{
		"linear()", "poly(1, 3, 1)", "poly(gamma=2, degree=2, coef0=0)", "sigmoid(0.5, -1)", "rbf(0.2)", "rbf(gamma=3)",
		"matern12(0.3)", "matern32(0.3)", "matern52(0.3)", "rq(0.2, 1.5)", "periodic(0.3, 1)", "laplacian(2)",
		"laplacian(2, l2)",
		"constant(2)", "rbf(0.2) + white(0.01)", "rbf(0.2) + 0.5*linear() * periodic(0.3, 1)", "2*(rbf(0.1) + rbf(0.5))",
	} {
		list = append(list, source{from: "kernel " + expr,
			text: fmt.Sprintf(`{"version":1,"method":"gp","params":{"kernel":"%s","alpha":0.05},"dataset":{"name":"sine"}}`,
				expr)})
	}
	for name, text := range map[string]string{
		"no version": `{"method":"svm","params":{"kernel":"linear"},"points":[[0,0,0],[1,1,1]]}`,
		"version 0":  `{"version":0,"method":"knn","params":{"n_neighbors":3},"points":[[0.1,0.2,0],[0.8,0.9,1],[0.5,0.5,-1]]}`,
		"version 1, spaces": "\uFEFF {\r\n\t\"version\" : 1 ,\n \"method\" : \"voronoi\",\n \"points\": [ [ 0.1 , 0.2 ] " +
			", [ 3e-1 , 4E+0 ] , [ -5 , 0.60 ] ] }\n",
		"all fields":         `{"version":1,"method":"svm","params":{"C":3,"gamma":0.5,"kernel":"rbf"},"points":[[0.2,0.7,0],[0.4,0.1,1],[-1,2,-1]],"view":{"x":[-2,2],"y":[-1,3],"show":["boundary","margins"]},"seed":7,"title":"A \"title\" \u003cb>","note":"line\nbreak, umlaut ü, \ud83d\ude00"}`,
		"names":              `{"version":1,"method":"knn","points":[[1.4,0.2,0],[4.7,1.4,1]],"names":{"x":"petal length (cm)","y":"petal width (cm)","value":"species","classes":["setosa","versicolor"]}}`,
		"some names":         `{"version":1,"method":"knn","points":[[1.4,0.2,0],[4.7,1.4,1]],"names":{"y":"\u003cb> 👩\u200d🔬 {{x}}","classes":["","-1"]}}`,
		"a name of a table":  `{"version":1,"method":"knn","dataset":{"name":"iris"},"names":{"x":"length","classes":["","blue flag"]}}`,
		"a view":             `{"version":1,"method":"knn","points":[[0,0,0],[1,1,1]],"view":{"x":[-0.5,1.5],"y":[0.25,0.75]}}`,
		"a far view":         `{"version":1,"method":"knn","points":[[0,0,0],[1,1,1]],"view":{"x":[-8000000000000,8000000000000],"y":[-6000000000000,6000000000000]}}`,
		"a near view":        `{"version":1,"method":"knn","points":[[0,0,0],[1,1,1]],"view":{"x":[0.5,0.500000001],"y":[0.5,0.500000001]}}`,
		"a near, far view":   `{"version":1,"method":"voronoi","points":[[999999999999,0],[1000000000000,1]],"view":{"x":[999999999000,1000000000000],"y":[0,1000]}}`,
		"a view, upright":    `{"version":1,"method":"least_squares","params":{"domain":"line"},"points":[[0,1],[1,2],[2,4]],"view":{"x":[0,1e-09],"y":[-1000000000000,1000000000000]}}`,
		"nothing shown":      `{"version":1,"method":"voronoi","points":[[0,0],[1,1],[2,0]],"view":{"show":[]}}`,
		"a step":             `{"version":1,"method":"perceptron","dataset":{"name":"moons"},"view":{"step":5}}`,
		"a step beyond":      `{"version":1,"method":"perceptron","dataset":{"name":"moons"},"view":{"step":1000000}}`,
		"no points":          `{"version":1,"method":"svm"}`,
		"one point":          `{"version":1,"method":"knn","points":[[0.25,0.75]]}`,
		"values in a plane":  `{"version":1,"method":"gp","points":[[0.1,0.2,1.5],[0.3,0.1,-2],[0.9,0.9,0.25]]}`,
		"nine classes":       `{"version":1,"method":"knn","points":[[0,0,0],[1,0,1],[2,0,2],[3,0,3],[4,0,4],[5,0,5],[6,0,6],[7,0,7],[8,0,8],[9,0,-1]]}`,
		"twelve classes":     `{"version":1,"method":"knn","points":[[0,0,11],[1,0,10],[2,0,9],[3,0,8],[4,0,7],[5,0,6],[6,0,5],[7,0,4],[8,0,3],[9,0,2],[9,1,1],[9,2,0],[9,3,-1]],"names":{"classes":["zero","","","","","","","","","nine","","eleven"]}}`,
		"the largest seed":   `{"version":1,"method":"knn","dataset":{"name":"moons","n":20,"seed":9007199254740992},"seed":9007199254740992}`,
		"numbers to the bit": `{"version":1,"method":"voronoi","points":[[0.1,0.30000000000000004],[1e-07,5e-324],[-1000000000000,1000000000000],[123456.789,-0.000001]]}`,
		"kernel as a choice": `{"version":1,"method":"svm","params":{"kernel":"poly","degree":4,"coef0":2,"gamma":1,"C":0.5},"dataset":{"name":"circles","n":60}}`,
		"an old example":     `{"version":1,"method":"perceptron","params":{"form":"dual","n_starts":8},"dataset":{"name":"linear","n":60,"seed":3},"seed":1}`,
		"kernel, two scales": `{"version":1,"method":"gp","params":{"kernel":"rbf(0.1, 0.4) + matern52(0.3, 0.5)"},"dataset":{"name":"hills"}}`,
		"kernel, expression": `{"version":1,"method":"svm","params":{"kernel":"rbf(0.2) + 0.5*linear()"},"dataset":{"name":"moons","n":60}}`,
	} {
		list = append(list, source{from: name, text: text, raw: true})
	}
	slices.SortStableFunc(list, func(a, b source) int {
		if a.raw && b.raw { // a map has no order
			return strings.Compare(a.from, b.from)
		}
		return 0
	})
	return list
}
