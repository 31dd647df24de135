package doc

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// full returns a document in which every field is set.
func full() Document {
	return Document{
		Method: "svm",
		Params: map[string]any{"C": 1.0, "kernel": "rbf", "hard": false, "priors": []float64{0.25, 0.75}, "gamma": 1e-9},
		Points: []Point{{0.2, 0.7, 0}, {0.4, 0.1, 1}, {-1e12, math.SmallestNonzeroFloat64, -1}},
		View:   View{X: [2]float64{0, 1}, Y: [2]float64{-0.5, 1.5}, Show: []string{"margins", "support"}},
		Seed:   7,
		Title:  `A "title" <b>`,
		Note:   "line\nbreak, umlaut ü, tab\t, 👩\u200d🔬",
		Names:  Names{X: "length (cm)", Y: "<b>", Value: `"kind"`, Classes: []string{"a", "", "👩\u200d🔬"}},
	}
}

func TestEncodeText(t *testing.T) {
	for _, c := range []struct {
		name string
		d    Document
		want string
	}{
		{"method only", Document{Method: "knn"}, `{"version":1,"method":"knn"}`},
		{"two columns", Document{Method: "knn", Points: []Point{{0.1, 2, 0}, {1e6, -3, 0}}},
			`{"version":1,"method":"knn","points":[[0.1,2],[1000000,-3]]}`},
		{"three columns", Document{Method: "knn", Points: []Point{{0.1, 2, 0}, {1e-7, 1e12, 1}}},
			`{"version":1,"method":"knn","points":[[0.1,2,0],[1e-07,1000000000000,1]]}`},
		{"dataset, not points", Document{Method: "knn", Points: []Point{{1, 2, 3}},
			Dataset: &Dataset{Name: "moons", N: 200, Noise: 0.25, Seed: 1}},
			`{"version":1,"method":"knn","dataset":{"name":"moons","n":200,"noise":0.25,"seed":1}}`},
		{"a step", Document{Method: "knn", View: View{Step: new(int), Show: []string{"a"}}},
			`{"version":1,"method":"knn","view":{"step":0,"show":["a"]}}`},
		{"a part of a cross-validation", Document{Method: "knn", View: View{Part: 2}},
			`{"version":1,"method":"knn","view":{"part":2}}`},
		{"presented", Document{Method: "knn", View: View{Present: true}},
			`{"version":1,"method":"knn","view":{"present":true}}`},
		{"with its truth", Document{Method: "knn", View: View{Present: true, Truth: true, Part: 3,
			Turn: &[2]float64{1, 2}}},
			`{"version":1,"method":"knn","view":{"present":true,"truth":true,"part":3,"turn":[1,2]}}`},
		{"with its scores", Document{Method: "knn", View: View{Truth: true, Scores: &Scores{Class: Unlabeled},
			Turn: &[2]float64{1, 2}}},
			`{"version":1,"method":"knn","view":{"truth":true,"scores":{},"turn":[1,2]}}`},
		{"with a map of a section", Document{Method: "knn", View: View{Proba: ptr(0), Section: true,
			Turn: &[2]float64{1, 2}}}, `{"version":1,"method":"knn","view":{"proba":0,"section":true,"turn":[1,2]}}`},
		{"with a threshold", Document{Method: "knn", View: View{Scores: &Scores{Class: 2, Threshold: ptr(0.3)}}},
			`{"version":1,"method":"knn","view":{"scores":{"class":2,"threshold":0.3}}}`},
		{"a sweep", Document{Method: "knn", View: View{Turn: &[2]float64{1, 2},
			Sweep: &Sweep{Param: "C", From: 0.01, To: 100, Steps: 60, Log: true, Back: true, Seconds: 2.5}}},
			`{"version":1,"method":"knn","view":{"turn":[1,2],"sweep":{"param":"C","from":0.01,"to":100,"steps":60,` +
				`"log":true,"back":true,"seconds":2.5}}}`},
		{"a short sweep", Document{Method: "knn", View: View{Sweep: &Sweep{Param: "k", From: 9, To: 1}}},
			`{"version":1,"method":"knn","view":{"sweep":{"param":"k","from":9,"to":1}}}`},
		{"a step, presented", Document{Method: "knn", View: View{Step: new(int), Show: []string{"a"}, Present: true}},
			`{"version":1,"method":"knn","view":{"step":0,"show":["a"],"present":true}}`},
		{"nothing shown", Document{Method: "knn", View: View{Show: []string{}}},
			`{"version":1,"method":"knn","view":{"show":[]}}`},
		{"params sorted", Document{Method: "svm", Params: map[string]any{"b": true, "a": []float64{1, 2}, "c": "x"}, Seed: 3,
			Title: "<i>"},
			`{"version":1,"method":"svm","params":{"a":[1,2],"b":true,"c":"x"},"seed":3,"title":"\u003ci>"}`},
	} {
		b, err := Encode(c.d)
		if err != nil || string(b) != c.want {
			t.Errorf("%s: %v\n got %s\nwant %s", c.name, err, b, c.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	d := full()
	b, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(b) {
		t.Fatalf("not JSON: %s", b)
	}
	got, err := Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, d) {
		t.Errorf("got  %+v\nwant %+v", got, d)
	}
	link, err := EncodeLink(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{link, "#" + link, "https://example.org/play/#" + link, link + "=\n"} {
		if got, err := DecodeLink(s); err != nil || !reflect.DeepEqual(got, d) {
			t.Errorf("DecodeLink(%q): %v, %+v", s, err, got)
		}
	}
}

// Every float64 is restored bit by bit.
func TestNumbersExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	d := Document{Method: "knn", Params: map[string]any{}}
	for range 2000 {
		x := r.NormFloat64() * math.Pow(10, float64(r.IntN(40)-30))
		y := math.Float64frombits(r.Uint64())
		if !inRange(y) {
			y = 0
		}
		d.Points = append(d.Points, Point{x, y, 0.1})
	}
	b, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range got.Points {
		q := d.Points[i]
		if math.Float64bits(p.X) != math.Float64bits(q.X) || math.Float64bits(p.Y) != math.Float64bits(q.Y) {
			t.Fatalf("point %d: got %v, want %v", i, p, q)
		}
	}
}

func TestHead(t *testing.T) {
	d := full()
	d.Dataset = &Dataset{Name: "moons", Noise: 0.1}
	b, err := EncodeHead(d)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), "points") || !strings.Contains(string(b), "moons") {
		t.Errorf("head: %s", b)
	}
	got, err := DecodeHead(b)
	want := d.Clone()
	want.Points = nil
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n got %+v\nwant %+v", err, got, want)
	}
	// Points are skipped, even beside a dataset, and even invalid ones.
	got, err = DecodeHead([]byte(`{"method":"knn","points":[[1]],"dataset":{"name":"moons"}}`))
	if err != nil || got.Points != nil || got.Dataset.Name != "moons" {
		t.Errorf("%v %+v", err, got)
	}
}

func TestDecodeLenient(t *testing.T) {
	for _, c := range []struct{ name, in string }{
		{"no version", `{"method":"knn"}`},
		{"version 0", `{"version":0,"method":"knn"}`},
		{"byte order mark, spaces", "\uFEFF \r\n\t{ \"method\" :\t\"knn\" , \"points\" : [ ] } \n"},
		{"escaped name", `{"m\u0065thod":"knn"}`},
	} {
		d, err := Decode([]byte(c.in))
		if err != nil || d.Method != "knn" || d.Points != nil || d.Params == nil {
			t.Errorf("%s: %v %+v", c.name, err, d)
		}
	}
	d, err := Decode([]byte(`{"method":"knn","points":[[1,2,0],[3e0,-0.4E+1,-1]],"seed":1e3,"view":{"show":[]}}`))
	if err != nil || !reflect.DeepEqual(d.Points, []Point{{1, 2, 0}, {3, -4, -1}}) || d.Seed != 1000 ||
		d.View.Show == nil {
		t.Errorf("%v %+v", err, d)
	}
}

// A title is one line of visible characters, and a note several lines, whatever their source.
func TestTextsAreClean(t *testing.T) {
	const title, note = "a\x00b\u202ec\nd\u2028e\u0085\uFEFF", "a\x1b[31mb\r\n\tc\u2066\x7f"
	b, err := Encode(Document{Method: "knn", Title: title, Note: note})
	if want := `{"version":1,"method":"knn","title":"abc de","note":"a[31mb\n\u0009c"}`; err != nil || string(b) != want {
		t.Errorf("%v, written as %s, want %s", err, b, want)
	}
	quoted, _ := json.Marshal([]string{title, note})
	texts := strings.SplitN(strings.Trim(string(quoted), "[]"), ",", 2)
	d, err := Decode([]byte(`{"method":"knn","title":` + texts[0] + `,"note":` + texts[1] + `}`))
	if err != nil || d.Title != "abc de" || d.Note != "a[31mb\n\tc" {
		t.Errorf("%v, read as %q and %q", err, d.Title, d.Note)
	}
	if b, err = Encode(Document{Method: "knn", Title: "\x00"}); err != nil || strings.Contains(string(b), "title") {
		t.Errorf("%v, a title of nothing is written: %s", err, b)
	}
}

// Every mistake is a *Error that names the field and what was got.
func TestDecodeErrors(t *testing.T) {
	long := strings.Repeat("x", MaxLong+1)
	many := `[` + strings.TrimSuffix(strings.Repeat("[1,2],", MaxPoints+2), ",") + `]`
	manyNames := ""
	for i := range 1100 {
		manyNames += fmt.Sprintf(`"name%d":1,`, i)
	}
	for _, c := range []struct {
		in    string
		field string
		says  string // a part of the message
	}{
		{``, "line 1, column 1", "{"},
		{`[]`, "line 1, column 1", `"["`},
		{`{"method":"knn"`, "line 1, column 16", "the end of the text"},
		{"{\"method\":\"knn\",\n \"note\": 'a'}", "line 2, column 10", "'"},
		{`{"method":"knn"} {}`, "line 1, column 18", "the end of the document"},
		{`{"method":"knn",}`, "line 1, column 17", "name"},
		{`{"method":"knn","seed":01}`, "line 1, column 24", "leading zeros"},
		{`{"method":"knn","seed":.5}`, "line 1, column 24", "value"},
		{`{"method":"knn","seed":1.}`, "line 1, column 26", "decimal point"},
		{`{"method":"knn","seed":1e}`, "line 1, column 26", "exponent"},
		{`{"method":"knn","seed":tru}`, "line 1, column 24", "true"},
		{`{"method":"k` + "\n" + `nn"}`, "line 1, column 13", "line breaks"},
		{`{"method":"k\x"}`, "line 1, column 14", "backslash"},
		{`{"method":"k\u12g4"}`, "line 1, column 17", "hexadecimal"},
		{`{"method":"knn","method":"svm"}`, "line 1, column 17", "not been given already"},
		{strings.Repeat(`{"a":`, 100), "line 1, column 161", "nested"},
		{`{"method":"knn","params":{"a":` + strings.Repeat("[", 5000) + `}}`, "line 1, column 61", "nested"},

		{`{"method":"knn",` + manyNames + `"seed":1}`, "line 1, column 11895", "after 1000 names"},

		{`{}`, "method", "none"},
		{`{"method":""}`, "method", `""`},
		{`{"method":3}`, "method", "got 3"},
		{`{"method":null}`, "method", "got null"},
		{`{"method":"` + strings.Repeat("x", 101) + `"}`, "method", "100 characters"},
		{`{"method":"knn","pionts":[]}`, "pionts", "points"},
		{`{"method":"knn","":1}`, `""`, "points"},
		{`{"method":"knn","a\u0000":1}`, `"a\x00"`, "points"},
		{`{"version":2,"method":"knn","new":1}`, "version", "newer"},
		{`{"version":-1,"method":"knn"}`, "version", "got -1"},
		{`{"version":"1","method":"knn"}`, "version", `got "1"`},
		{`{"version":NaN,"method":"knn"}`, "version", "got NaN"},

		{`{"method":"knn","params":[]}`, "params", "got []"},
		{`{"method":"knn","params":{"C":null}}`, "params.C", "got null"},
		{`{"method":"knn","params":{"C":{}}}`, "params.C.method", "given: the id of a method"},
		{`{"method":"knn","params":{"C":NaN}}`, "params.C", "got NaN"},
		{`{"method":"knn","params":{"C":1e400}}`, "params.C", "got +Inf"},
		{`{"method":"knn","params":{"C":-Infinity}}`, "params.C", "got -Inf"},
		{`{"method":"knn","params":{"p":[1,"2"]}}`, "params.p[1]", `got "2"`},
		{`{"method":"knn","params":{"p":[1,[2]]}}`, "params.p[1]", "got [2]"},
		{`{"method":"knn","params":{"p":[1,NaN]}}`, "params.p", "got NaN"},
		{`{"method":"knn","params":{"p":[` + strings.Repeat("1,", MaxFloats) + `1]}}`, "params.p", "at most 20000"},
		{`{"method":"knn","params":{"":1}}`, "params", "1 to 100"},
		{`{"method":"knn","params":{"C\u0000":1}}`, "params", `control characters; got "C\x00"`},
		{`{"method":"knn\u0001"}`, "method", "control characters"},
		{`{"method":"knn","dataset":{"name":"moons\u202e"}}`, "dataset.name", "control characters"},
		{`{"method":"knn","view":{"show":["a\n"]}}`, "view.show[0]", "control characters"},
		{`{"method":"knn","params":{"k":"` + long + `"}}`, "params.k", "20000"},

		{`{"method":"knn","points":{}}`, "points", "got {}"},
		{`{"method":"knn","points":[1,2]}`, "points[0]", "got 1"},
		{`{"method":"knn","points":[[1,2],[3]]}`, "points[1]", "got [3]"},
		{`{"method":"knn","points":[[1,2],[]]}`, "points[1]", "got []"},
		{`{"method":"knn","points":[[1,2,3,4]]}`, "points[0]", "got [1,2,3,4]"},
		{`{"method":"knn","points":[[1,"2"]]}`, "points[0]", `got [1,"2"]`},
		{`{"method":"knn","points":[[1,[2]]]}`, "points[0]", `got [1,[2]]`},
		{`{"method":"knn","points":[[1,2,0],[3,4]]}`, "points[1]", "a row of 3 numbers"},
		{`{"method":"knn","points":[[1,2],[3,NaN]]}`, "points[1]", "got NaN"},
		{`{"method":"knn","points":[[1,-Infinity]]}`, "points[0]", "got -Inf"},
		{`{"method":"knn","points":[[1,2,1e13]]}`, "points[0]", "got 1e+13"},
		{`{"method":"knn","points":` + many + `}`, "points", "at most 100000 rows; got 100002"},

		{`{"method":"knn","points":[[1,2]],"dataset":{"name":"moons"}}`, "dataset", "both"},
		{`{"method":"knn","dataset":"moons"}`, "dataset", `"moons"`},
		{`{"method":"knn","dataset":{}}`, "dataset.name", ""},
		{`{"method":"knn","dataset":{"name":7}}`, "dataset.name", "got 7"},
		{`{"method":"knn","dataset":{"name":"moons","size":7}}`, "dataset.size", "noise"},
		{`{"method":"knn","dataset":{"name":"moons","n":1.5}}`, "dataset.n", "got 1.5"},
		{`{"method":"knn","dataset":{"name":"moons","n":100001}}`, "dataset.n", "100000"},
		{`{"method":"knn","dataset":{"name":"moons","noise":-1}}`, "dataset.noise", "got -1"},
		{`{"method":"knn","dataset":{"name":"moons","noise":"a"}}`, "dataset.noise", `got "a"`},
		{`{"method":"knn","dataset":{"name":"moons","seed":-1}}`, "dataset.seed", "got -1"},

		{`{"method":"knn","view":7}`, "view", "got 7"},
		{`{"method":"knn","view":{"step":-1}}`, "view.step", "-1"},
		{`{"method":"knn","view":{"proba":12}}`, "view.proba", "0 to 11"},
		{`{"method":"knn","view":{"proba":"a"}}`, "view.proba", "0 to 11"},
		{`{"method":"knn","view":{"section":1}}`, "view.section", "got 1"},
		{`{"method":"knn","view":{"step":1.5}}`, "view.step", "1.5"},
		{`{"method":"knn","view":{"step":2000000000}}`, "view.step", "2000000"},
		{`{"method":"knn","view":{"z":[0,1]}}`, "view.z", "show"},
		{`{"method":"knn","view":{"x":[0,1]}}`, "view.y", "both"},
		{`{"method":"knn","view":{"x":[0,0],"y":[0,1]}}`, "view.x", "got [0,0]"},
		{`{"method":"knn","view":{"x":[0,1],"y":[1,0]}}`, "view.y", "got [1,0]"},
		{`{"method":"knn","view":{"x":[0,1,2],"y":[0,1]}}`, "view.x", "[0,1,2]"},
		{`{"method":"knn","view":{"x":[0],"y":[0,1]}}`, "view.x", "got [0]"},
		{`{"method":"knn","view":{"x":[0,NaN],"y":[0,1]}}`, "view.x", "NaN"},
		{`{"method":"knn","view":{"x":[0,Infinity],"y":[0,1]}}`, "view.x", "Inf"},
		{`{"method":"knn","view":{"x":[0.5,0.5000000000000001],"y":[0,1]}}`, "view.x",
			"at least 5e-11; got [0.5,0.5000000000000001], 1.11e-16 wide"},
		{`{"method":"knn","view":{"x":[0,1],"y":[1e12,1000000000000.001]}}`, "view.y", "at least 100"},
		{`{"method":"knn","view":{"x":[0,1],"y":[-1e12,-999999999999.999]}}`, "view.y", "at least 100"},
		{`{"method":"knn","view":{"x":[0,1],"y":[0,5e-324]}}`, "view.y", "at least 1e-100; got [0,5e-324]"},
		{`{"method":"knn","view":{"x":[0,2e15],"y":[0,1]}}`, "view.x", "first"},
		{`{"method":"knn","view":{"show":"all"}}`, "view.show", `"all"`},
		{`{"method":"knn","view":{"show":[1]}}`, "view.show[0]", "got 1"},
		{`{"method":"knn","view":{"show":[""]}}`, "view.show[0]", ""},
		{`{"method":"knn","view":{"show":[` + strings.Repeat(`"a",`, 100) + `"a"]}}`, "view.show", "at most 100"},

		{`{"method":"knn","seed":-1}`, "seed", "got -1"},
		{`{"method":"knn","seed":0.5}`, "seed", "got 0.5"},
		{`{"method":"knn","seed":9007199254740994}`, "seed", "9007199254740992"},
		{`{"method":"knn","seed":"1"}`, "seed", `got "1"`},
		{`{"method":"knn","title":["a"]}`, "title", `got ["a"]`},
		{`{"method":"knn","title":"` + long + `"}`, "title", "got 20001"},
		{`{"method":"knn","note":"` + long + `"}`, "note", "got 20001"},
		{strings.Repeat(" ", MaxBytes+1), "document", "at most 16 MB long; got 16.1 MB"},
	} {
		_, err := Decode([]byte(c.in))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%.80s: error %v", c.in, err)
			continue
		}
		if e.Field != c.field || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%.80s:\n field %q, want %q\n message %q, want %q in it", c.in, e.Field, c.field, e, c.says)
		}
		if len(e.Error()) > 400 {
			t.Errorf("%.80s: message of %d bytes", c.in, len(e.Error()))
		}
	}
}

// Encode rejects what Go code can get wrong, so that nothing invalid is shared.
func TestEncodeErrors(t *testing.T) {
	for _, c := range []struct {
		field string
		spoil func(d *Document)
	}{
		{"method", func(d *Document) { d.Method = "" }},
		{"params.n", func(d *Document) { d.Params["n"] = 3 }},
		{"params.n", func(d *Document) { d.Params["n"] = math.NaN() }},
		{"params.n", func(d *Document) { d.Params["n"] = []float64{math.Inf(1)} }},
		{"points[1]", func(d *Document) { d.Points[1].Y = math.NaN() }},
		{"points[2]", func(d *Document) { d.Points[2].Z = math.Inf(-1) }},
		{"view.x", func(d *Document) { d.View.X = [2]float64{1, 0} }},
		{"view.x", func(d *Document) { d.View.X = [2]float64{0, math.NaN()} }},
		{"view.y", func(d *Document) { d.View.Y = [2]float64{} }},
		{"dataset.noise", func(d *Document) { d.Dataset = &Dataset{Name: "moons", Noise: math.NaN()} }},
		{"dataset.n", func(d *Document) { d.Dataset = &Dataset{Name: "moons", N: -1} }},
		{"dataset.seed", func(d *Document) { d.Dataset = &Dataset{Name: "moons", Seed: MaxSeed + 1} }},
		{"table", func(d *Document) { d.Dataset, d.Table = &Dataset{Name: "moons"}, &Table{Name: "iris"} }},
		{"split.sealed", func(d *Document) { d.Split = Split{Sealed: true} }},
		{"split.roles", func(d *Document) { d.Split = Split{Roles: "...vvv"} }},
		{"view.part", func(d *Document) { d.View.Part = -1 }},
		{"seed", func(d *Document) { d.Seed = MaxSeed + 1 }},
		{"points", func(d *Document) { d.Points = make([]Point, MaxPoints+1) }},
	} {
		d := full().Clone()
		c.spoil(&d)
		_, err := Encode(d)
		var e *Error
		if !errors.As(err, &e) || e.Field != c.field {
			t.Errorf("%s: error %v", c.field, err)
		}
	}
	if _, err := EncodeLink(Document{}); err == nil {
		t.Error("EncodeLink took a document without a method")
	}
}

func TestMigrations(t *testing.T) {
	if len(migrations) != Version {
		t.Fatalf("%d migrations for version %d: each version needs the one that leads to it", len(migrations), Version)
	}
	// An invented future in which version 2 renamed "method" and version 3 counts seeds from 1.
	table := []func(map[string]string) *Error{
		migrations[0],
		func(f map[string]string) *Error { f["learner"] = f["method"]; delete(f, "method"); return nil },
		func(f map[string]string) *Error { f["seed"] = "1"; return nil },
	}
	for _, c := range []struct{ in, learner, method, seed string }{
		{`{"method":"a"}`, `"a"`, "", "1"},
		{`{"version":1,"method":"a"}`, `"a"`, "", "1"},
		{`{"version":2,"learner":"b"}`, `"b"`, "", "1"},
		{`{"version":3,"learner":"c","seed":5}`, `"c"`, "", "5"},
	} {
		f, err := parseFields([]byte(c.in))
		if err != nil {
			t.Fatal(err)
		}
		if err := migrate(f, table); err != nil {
			t.Fatal(err)
		}
		if f["learner"] != c.learner || f["method"] != c.method || f["seed"] != c.seed {
			t.Errorf("%s: %v", c.in, f)
		}
	}
	f, _ := parseFields([]byte(`{"version":4}`))
	if err := migrate(f, table); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("version 4 of 3: %v", err)
	}
}

func TestShort(t *testing.T) {
	if s := short(strings.Repeat("ü", 100)); s != strings.Repeat("ü", 59)+"…" {
		t.Errorf("got %q", s)
	}
	if s := short("a\xffb"); s != "a\uFFFDb" {
		t.Errorf("got %q", s)
	}
}

// same compares documents by value: -0 equals 0, and NaN, a missing value in a table, equals NaN.
func same(a, b Document) bool {
	if s, t := a.Table, b.Table; s != nil && t != nil && s.Rows != nil && t.Rows != nil {
		if !slices.EqualFunc(s.Rows.X, t.Rows.X, func(x, y float64) bool { return x == y || x != x && y != y }) {
			return false
		}
		a.Table, b.Table = s.clone(), t.clone()
		r, q := *s.Rows, *t.Rows
		r.X, q.X = nil, nil
		a.Table.Rows, b.Table.Rows = &r, &q
	}
	return reflect.DeepEqual(a, b)
}

func FuzzDecode(f *testing.F) {
	b, err := Encode(full())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	for _, s := range []string{
		``, `{}`, `{"method":"knn"}`, `[]`, `null`, `{"method":"a","points":[[1,2],[3,4]]}`,
		`{"method":"a","points":[[1,2,-0],[3,4e-7,1]]}`,
		`{"version":0,"method":"a","dataset":{"name":"moons","n":10,"noise":0.1,"seed":9007199254740992}}`,
		`{"method":"a","params":{"a":[1,2e22],"b":true,"c":"\ud83d\ude00\ud800","d":-0}}`,
		`{"method":"a","view":{"x":[0,1],"y":[-1e13,1e13],"show":["a","b"]},"seed":1e3,"title":"\u0000","note":"\n"}`,
		"\uFEFF{\"method\":\"\xff\",\"title\":\"\x7f\"}", `{"method":"a","points":[[NaN,Infinity]]}`, `{"a":{"b":[[[{}]]]}}`,
		`{"method":"a","table":{"data":{"columns":["u","v"],"categories":[["a","b"],[]],"rows":[[1,null],[null,2]]}}}`,
		`{"method":"a","view":{"sweep":{"param":"C","from":0.01,"to":1e2,"steps":60,"log":true,"back":true,"seconds":3}}}`,
		`{"method":"a","view":{"sweep":{"param":"","from":-0,"to":0,"steps":0,"log":1}}}`,
		`{"method":"a","points":[[1,2],[3]]}`, `{"method":"a","points":[[1e400,2]]}`, `{"method":"a","params":{"":1}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := Decode(b)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Field == "" || e.Want == "" {
				t.Fatalf("not a full *Error: %#v", err)
			}
			return
		}
		again, err := Encode(d)
		if err != nil {
			t.Fatalf("decoded, but can't be encoded: %v", err)
		}
		if !json.Valid(again) {
			t.Fatalf("not JSON: %s", again)
		}
		d2, err := Decode(again)
		if err != nil {
			t.Fatalf("%v in %s", err, again)
		}
		if !same(d, d2) {
			t.Fatalf("%+v became %+v", d, d2)
		}
		head, err := EncodeHead(d)
		if err != nil {
			t.Fatal(err)
		}
		h, err := DecodeHead(head)
		d.Points = nil
		if t := d.Table; t != nil && t.Rows != nil { // the numbers are transferred beside the head
			r := *t.Rows
			r.X, r.Class = nil, nil
			d.Table = t.clone()
			d.Table.Rows = &r
		}
		if err != nil || !same(h, d) {
			t.Fatalf("head: %v\n%+v became %+v", err, d, h)
		}
	})
}

// randomDocument returns a document of n points with as many digits as those drawn with a mouse.
func randomDocument(n int) Document {
	r := rand.New(rand.NewPCG(3, 4))
	d := Document{Method: "knn", Params: map[string]any{"n_neighbors": 5.0}}
	for range n {
		d.Points = append(d.Points, Point{r.Float64(), r.Float64(), float64(r.IntN(3))})
	}
	return d
}

func BenchmarkDecode2k(b *testing.B)   { benchmarkDecode(b, randomDocument(2000)) }
func BenchmarkDecode100k(b *testing.B) { benchmarkDecode(b, randomDocument(MaxPoints)) }

// BenchmarkStandard2k is encoding/json on a document of points: without positions in errors, unique names and limits.
func BenchmarkStandard2k(b *testing.B) {
	type document struct {
		Version int            `json:"version"`
		Method  string         `json:"method"`
		Params  map[string]any `json:"params,omitempty"`
		Points  [][]float64    `json:"points,omitempty"`
	}
	text, err := Encode(randomDocument(2000))
	if err != nil {
		b.Fatal(err)
	}
	var d document
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			d = document{}
			if err := json.Unmarshal(text, &d); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			if _, err := json.Marshal(d); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkDecodeParts(b *testing.B) { benchmarkDecode(b, parts()) }

func benchmarkDecode(b *testing.B, d Document) {
	j, err := Encode(d)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(j)))
	for b.Loop() {
		if _, err := Decode(j); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode2k(b *testing.B)    { benchmarkEncode(b, randomDocument(2000)) }
func BenchmarkEncode100k(b *testing.B)  { benchmarkEncode(b, randomDocument(MaxPoints)) }
func BenchmarkEncodeParts(b *testing.B) { benchmarkEncode(b, parts()) }

// parts returns a document without points in which most parts are used.
func parts() Document {
	d := full()
	d.Points, d.Dataset = nil, &Dataset{Name: "moons", N: 100, Noise: 0.2, Seed: 3}
	d.Split = Split{Validate: 0.2, Test: 0.2, Seed: 1}
	d.Study = &Study{Over: "C", Values: []float64{0.1, 1, 10}, Folds: 5, Log: true, Penalty: "h/n", Chosen: "by hand"}
	d.Wall = &Wall{Over: "gamma", Values: []any{0.1, 1.0, 10.0}}
	d.Runs = &Runs{Of: []Run{{Name: "a", Params: map[string]any{"C": 2.0}}, {Method: "knn"}}, X: RunTime, Log: true}
	d.Annotations = []Annotation{{Kind: NoteLabel, At: [4]float64{0.5, 0.2}, Text: "$w^Tx + b = 0$"},
		{Kind: NoteArea, At: [4]float64{0.6, 0.6, 0.9, 0.8}}}
	d.View.Step, d.View.Scores, d.View.Axes = ptr(3), &Scores{Class: 1, Threshold: ptr(0.5)}, EqualAxes
	d.View.Sweep = &Sweep{Param: "C", From: 0.01, To: 100, Log: true}
	return d
}

func benchmarkEncode(b *testing.B, d Document) {
	for b.Loop() {
		if _, err := Encode(d); err != nil {
			b.Fatal(err)
		}
	}
}

// Salvage leaves out an invalid field of the view and keeps everything else: the user may have no other copy.
func TestSalvage(t *testing.T) {
	step := 3
	for _, c := range []struct {
		view string
		want View
		left []string // fields
	}{
		{`{"x":[0,1],"y":[0,2],"show":["a"],"step":3}`, View{X: [2]float64{0, 1}, Y: [2]float64{0, 2}, Show: []string{"a"},
			Step: &step}, nil},
		{`{"x":[1,1.0000000000001],"y":[0,2],"show":["a"],"step":3}`, View{Show: []string{"a"}, Step: &step},
			[]string{"view.x"}},
		{`{"x":[0,1],"y":[2,0],"show":["a"]}`, View{Show: []string{"a"}}, []string{"view.y"}},
		{`{"x":[NaN,1],"y":[0,1e16]}`, View{}, []string{"view.x"}},
		{`{"x":[0,1],"y":[0,1e16]}`, View{}, []string{"view.y"}},
		{`{"x":[0,1],"step":3}`, View{Step: &step}, []string{"view.y"}},
		{`{"x":"a","y":7,"step":3}`, View{Step: &step}, []string{"view.x", "view.y"}},
		{`{"x":[0,1],"y":[0,2],"show":["a",7]}`, View{X: [2]float64{0, 1}, Y: [2]float64{0, 2}}, []string{"view.show[1]"}},
		{`{"show":["a",""],"step":3}`, View{Step: &step}, []string{"view.show[1]"}},
		{`{"show":["a"],"axes":"free"}`, View{Show: []string{"a"}, Axes: FreeAxes}, nil},
		{`{"show":["a"],"axes":"round"}`, View{Show: []string{"a"}}, []string{"view.axes"}},
		{`{"show":["a"],"step":-1}`, View{Show: []string{"a"}}, []string{"view.step"}},
		{`{"show":["a"],"tilt":1}`, View{Show: []string{"a"}}, []string{"view.tilt"}},
		{`{"show":["a"],"present":true}`, View{Show: []string{"a"}, Present: true}, nil},
		{`{"truth":true}`, View{Truth: true}, nil},
		{`{"scores":{"threshold":-2}}`, View{Scores: &Scores{Class: Unlabeled, Threshold: ptr(-2.0)}}, nil},
		{`{"scores":{"class":12},"truth":true}`, View{Truth: true}, []string{"view.scores.class"}},
		{`{"scores":{"threshold":1e13},"truth":true}`, View{Truth: true}, []string{"view.scores.threshold"}},
		{`{"scores":{"what":1}}`, View{}, []string{"view.scores.what"}},
		{`{"scores":1}`, View{}, []string{"view.scores"}},
		{`{"proba":3,"section":true}`, View{Proba: ptr(3), Section: true}, nil},
		{`{"proba":12,"section":true}`, View{Section: true}, []string{"view.proba"}},
		{`{"sweep":{"param":"C","from":0,"to":1}}`, View{Sweep: &Sweep{Param: "C", To: 1}}, nil},
		{`{"sweep":{"param":"C","from":0,"to":1,"log":true},"truth":true}`, View{Truth: true}, []string{"view.sweep.from"}},
		{`{"sweep":{"param":"C"},"step":3}`, View{Step: &step}, []string{"view.sweep.from"}},
		{`{"show":["a"],"truth":"yes"}`, View{Show: []string{"a"}}, []string{"view.truth"}},
		{`{"show":["a"],"present":1}`, View{Show: []string{"a"}}, []string{"view.present"}},
		{`7`, View{}, []string{"view"}},
	} {
		text := `{"method":"svm","points":[[1,2,0],[3,4,1]],"title":"t","view":` + c.view + `}`
		var z bytes.Buffer
		w, _ := flate.NewWriter(&z, flate.BestSpeed)
		w.Write([]byte(text))
		w.Close()
		_, strict := Decode([]byte(text))
		if (strict == nil) != (c.left == nil) {
			t.Errorf("%s: Decode: %v", c.view, strict)
		}
		for how, read := range map[string]func() (Document, []*Error, error){
			"text": func() (Document, []*Error, error) { return Salvage([]byte(text)) },
			"link": func() (Document, []*Error, error) {
				return SalvageLink("#" + base64.RawURLEncoding.EncodeToString(z.Bytes()))
			},
		} {
			d, left, err := read()
			if err != nil || len(d.Points) != 2 || d.Title != "t" || !reflect.DeepEqual(d.View, c.want) {
				t.Errorf("%s, %s: %+v, %v", how, c.view, d, err)
			}
			var fields []string
			for _, e := range left {
				fields = append(fields, e.Field)
			}
			if !slices.Equal(fields, c.left) {
				t.Errorf("%s, %s: left out %q", how, c.view, left)
			}
			if _, err := Encode(d); err != nil {
				t.Errorf("%s, %s: %v", how, c.view, err)
			}
		}
	}
	// Everything else is as strict as in Decode.
	for _, text := range []string{`{`, `{"method":"svm","points":[[1,2,0],[3]]}`, `{"version":2,"method":"svm"}`,
		`{"method":"svm","view":{"x":[0,1]`, `{"view":{}}`} {
		if d, _, err := Salvage([]byte(text)); err == nil {
			t.Errorf("%s became %+v", text, d)
		}
	}
}

// A parameter may be a list of positions.
func TestPlaces(t *testing.T) {
	d := Document{Method: "m", Params: map[string]any{"at": [][]float64{{0.1, 2}, {-3, 1e-7}},
		"deep": [][]float64{{1, 2, 3}}}}
	b, err := Encode(d)
	want := `{"version":1,"method":"m","params":{"at":[[0.1,2],[-3,1e-07]],"deep":[[1,2,3]]}}`
	if err != nil || string(b) != want {
		t.Fatalf("%v: %s, want %s", err, b, want)
	}
	if got, err := Decode(b); err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("%v: %+v", err, got)
	}
	c := d.Clone()
	c.Params["at"].([][]float64)[1][0] = 7
	if d.Params["at"].([][]float64)[1][0] != -3 {
		t.Error("a clone shares its places")
	}
	for _, c := range []struct{ params, field string }{
		{`{"at":[[0,1],2]}`, "params.at[1]"},
		{`{"at":[[0,1],["x"]]}`, "params.at[1][0]"},
		{`{"at":[[0,1],[]]}`, "params.at[1]"},
		{`{"at":[[0,1],[0,1e13]]}`, "params.at[1]"},
		{`{"at":[[0,NaN]]}`, "params.at[0]"},
		{`{"at":[1,[0,1]]}`, "params.at[1]"},
		{`{"at":[` + strings.Repeat("[0],", MaxList) + `[0]]}`, "params.at"},
	} {
		_, err := Decode([]byte(`{"method":"m","params":` + c.params + `}`))
		var e *Error
		if !errors.As(err, &e) || e.Field != c.field {
			t.Errorf("%.40s: %v, want an error of %s", c.params, err, c.field)
		}
	}
	if _, err := Encode(Document{Method: "m", Params: map[string]any{"at": [][]float64{{1},
		{math.Inf(1)}}}}); err == nil || !strings.HasPrefix(err.Error(), "params.at[1] must be finite numbers") {
		t.Errorf("an infinite place: %v", err)
	}
}

// A parameter may be a list of choices.
func TestTexts(t *testing.T) {
	d := Document{Method: "m", Params: map[string]any{"phi": []string{"tanh", "relu\""}}}
	b, err := Encode(d)
	want := `{"version":1,"method":"m","params":{"phi":["tanh","relu\""]}}`
	if err != nil || string(b) != want {
		t.Fatalf("%v: %s, want %s", err, b, want)
	}
	if got, err := Decode(b); err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("%v: %+v", err, got)
	}
	c := d.Clone()
	c.Params["phi"].([]string)[0] = "elu"
	if d.Params["phi"].([]string)[0] != "tanh" {
		t.Error("a clone shares its texts")
	}
	for _, c := range []struct{ params, field string }{
		{`{"phi":["tanh",2]}`, "params.phi[1]"},
		{`{"phi":["tanh",["relu"]]}`, "params.phi[1]"},
		{`{"phi":[2,"tanh"]}`, "params.phi[1]"},
		{`{"phi":[` + strings.Repeat(`"a",`, MaxList) + `"a"]}`, "params.phi"},
	} {
		_, err := Decode([]byte(`{"method":"m","params":` + c.params + `}`))
		var e *Error
		if !errors.As(err, &e) || e.Field != c.field {
			t.Errorf("%.40s: %v, want an error of %s", c.params, err, c.field)
		}
	}
}

func ptr[T any](x T) *T { return &x }
