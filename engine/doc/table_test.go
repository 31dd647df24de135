package doc

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func table() *Table {
	return &Table{Standardize: true, Plane: []int{2, 0}, Columns: []int{0, 2}, Color: 2,
		Rows: &Rows{N: 2, X: []float64{1, 2.5, 3, -4, 5e-7, 6}, Columns: []string{"a (m)", `b "q"`, "<c>"},
			Class: []int{1, -1}}}
}

func TestTableText(t *testing.T) {
	for _, c := range []struct {
		t    Table
		want string
	}{
		{Table{Name: "iris"}, `{"name":"iris"}`},
		{Table{Name: "swiss_roll", N: 100, Noise: 0.5, Seed: 3, Space: true},
			`{"name":"swiss_roll","n":100,"noise":0.5,"seed":3,"plane":"pca3"}`},
		{Table{Name: "spheres", N: 50, D: 7, Seed: 1}, `{"name":"spheres","n":50,"d":7,"seed":1}`},
		{Table{Name: "spectrum", Noise: 0.5, Decay: 1, Gamma: 0.5}, `{"name":"spectrum","noise":0.5,"decay":1,"gamma":0.5}`},
		{Table{Name: "wine", Standardize: true, Plane: []int{0, 6}, Columns: []int{0, 6, 12}, Color: 1},
			`{"name":"wine","columns":[0,6,12],"plane":[0,6],"standardize":true,"color":0}`},
		{*table(), `{"columns":[0,2],"plane":[2,0],"standardize":true,"color":1,"data":{"columns":["a (m)","b \"q\"","\u003cc>"],"class":[1,-1],"rows":[[1,2.5,3],[-4,5e-07,6]]}}`},
	} {
		b, err := Encode(Document{Method: "knn", Table: &c.t, Points: []Point{{1, 2, 3}}})
		if want := `{"version":1,"method":"knn","table":` + c.want + `}`; err != nil || string(b) != want {
			t.Errorf("%v\n got %s\nwant %s", err, b, want)
		}
	}
}

// A file, a link and a head restore the document; for a named table the rows are restored beside the head only.
func TestTableRoundTrip(t *testing.T) {
	d := Document{Method: "knn", Params: map[string]any{}, Table: table(), View: View{Turn: &[2]float64{30, -45}},
		Names: Names{Value: "kind"}}
	d.Table.Columns = nil
	d.Table.Rows = &Rows{N: 2, X: []float64{1, 2.5, 3, 4, 5e-7, 6}, Columns: d.Table.Rows.Columns, Class: []int{1, -1},
		Pixels: 2}
	b, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Decode(b); err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("%v, %+v", err, got)
	}
	link, err := EncodeLink(d)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := DecodeLink(link); err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("link: %v, %+v", err, got)
	}
	for _, name := range []string{"", "wine"} {
		for _, space := range []bool{false, true} {
			d := d.Clone()
			d.Table.Name = name
			d.Table.Names = Names{X: "across"}
			d.Names.X = "across"
			d.Points = []Point{{1, 2, 1}, {3, 4, -1}}
			if space {
				d.Table.Plane, d.Table.Axes = []int{0, 1, 2}, []string{"a", "b", "c"}
				r := *d.Table.Rows
				r.Places = []float64{1, 2, 3, 4, 5, 6}
				d.Table.Rows = &r
			}
			head, err := EncodeHead(d)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(head), "2.5") {
				t.Errorf("the rows are in the head: %s", head)
			}
			got, err := DecodeHead(head)
			if err == nil {
				err = got.Unpack(d.Pack())
			}
			if err != nil || !reflect.DeepEqual(got, d) {
				t.Errorf("%q, space %v: %v\n got %+v %+v\nwant %+v %+v", name, space, err, got, got.Table.Rows, d, d.Table.Rows)
			}
			// Take gives another head of the same points the existing rows, and rejects others.
			again, _ := DecodeHead(head)
			if !again.Take(d.Pack(), got.Table.Rows) || again.Table.Rows != got.Table.Rows || !reflect.DeepEqual(again, d) {
				t.Errorf("%q, space %v: taken %+v", name, space, again)
			}
			for what, spoil := range map[string]func(r *Rows){"rows": func(r *Rows) { r.N++ },
				"columns": func(r *Rows) { r.Columns = r.Columns[1:] },
				"places": func(r *Rows) {
					if r.Places = nil; !space {
						r.Places = []float64{1, 2, 3, 4, 5, 6}
					}
				}} {
				other, r := again, *got.Table.Rows
				table := *again.Table
				other.Table = &table
				if spoil(&r); other.Take(d.Pack(), &r) {
					t.Errorf("%q, space %v: rows with other %s were taken", name, space, what)
				}
			}
			if plain := (Document{}); plain.Take(d.Pack(), got.Table.Rows) {
				t.Error("a document without a table takes rows")
			}
			if err := got.Unpack(d.Pack()[1:]); err == nil {
				t.Error("rows that are missing are not missed")
			}
		}
	}
}

func TestWrongTables(t *testing.T) {
	many := strings.Repeat("[1],", MaxRows) + "[1]"
	for text, want := range map[string]string{
		`{"name":"iris","data":{"columns":["a"],"rows":[[1]]}}`: "table must be given by name or with its data, not both; got both",
		`{}`: "table must be given by name or with its data, not both; " +
			"got neither",
		`{"name":"iris","plane":"both"}`:    "table.plane must be two different columns",
		`{"name":"iris","plane":[1]}`:       "table.plane must be two different columns",
		`{"name":"iris","plane":[]}`:        "table.plane must be two different columns",
		`{"name":"iris","plane":[1,1]}`:     "table.plane[1] must be two different columns",
		`{"name":"iris","plane":[1,2.5]}`:   "table.plane[1] must be a whole number",
		`{"name":"iris","plane":[1,2,3,4]}`: "table.plane must be two different columns",
		`{"name":"iris","columns":[]}`: "table.columns must be a list of different " +
			"columns, counted from 0, at least one",
		`{"name":"iris","columns":[-1]}`: "table.columns[0] must be a column from 0 to " +
			"199; got -1",
		`{"name":"iris","standardize":"yes"}`:              "table.standardize must be true or false",
		`{"name":"iris","color":-1}`:                       "table.color must be a whole number from 0 to 199",
		`{"name":"iris","noise":-1}`:                       "table.noise must be a number from 0",
		`{"name":"iris","n":20000}`:                        "table.n must be a whole number from 0 to 10000",
		`{"name":"iris","names":{"x":"a"}}`:                "table.names must be a field of table",
		`{"name":"iris","axes":["a"]}`:                     "table.axes must be a field of table",
		`{"data":{"columns":["a"]}}`:                       "table.data.rows must be given",
		`{"data":{"rows":[[1]]}}`:                          "table.data.rows[0] must be a row of 0 numbers",
		`{"data":{"columns":[],"rows":[]}}`:                "table.data.columns must be 1 to 200 names",
		`{"data":{"columns":["a"],"rows":[[1],[NaN]]}}`:    "table.data.rows[1][0] must be a finite number",
		`{"data":{"columns":["a","b"],"rows":[[1,true]]}}`: "table.data.rows[0][1] must be a finite number",
		`{"data":{"columns":["a"],"rows":[[1,2]]}}`:        "table.data.rows[0] must be a row of 1 numbers",
		`{"data":{"columns":["a"],"rows":[` + many + `]}}`: "table.data.rows must be a list of rows of " +
			"numbers, at most 10000",
		`{"data":{"columns":["a"],"rows":[[1]],"class":[1,2]}}`: "table.data.class must be one class for each of " +
			"the 1 rows; got 2",
		`{"data":{"columns":["a"],"rows":[[1]],"class":[12]}}`: "table.data.class[0] must be a class from 0 to 11",
		`{"data":{"columns":["a"],"rows":[[1]],"width":3,"height":2}}`: "table.data.width must be the width of a picture " +
			"of 1 numbers",
		`{"data":{"columns":["a"],"rows":[[1]]},"plane":[0,1]}`: "table.plane[1] must be a column from 0 to 0; got 1",
		`{"data":{"columns":["a"],"rows":[[1]]},"color":1}`:     `table.color must be "class" or a column from 0 to 0; got 1`,
	} {
		_, err := Decode([]byte(`{"method":"knn","table":` + text + `}`))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.80s: got %v, want %s", text, err, want)
		}
	}
	for _, other := range []string{`"points":[[1,2]]`, `"dataset":{"name":"moons"}`} {
		if _, err := Decode([]byte(`{"method":"knn","table":{"name":"iris"},` + other + `}`)); err == nil {
			t.Errorf("a table and %s pass", other)
		}
	}
	for _, turn := range []string{"[1]", "[0,91]", "[400,0]", `"left"`, "[NaN,0]"} {
		text := []byte(`{"method":"knn","view":{"turn":` + turn + `}}`)
		if _, err := Decode(text); err == nil || !strings.HasPrefix(err.Error(), "view.turn") {
			t.Errorf("turn %s: %v", turn, err)
		}
		if d, left, err := Salvage(text); err != nil || len(left) != 1 || d.View.Turn != nil {
			t.Errorf("turn %s is not left out: %v %v", turn, left, err)
		}
	}
}

// A carried table of the maximum size is accepted, and one more number is rejected.
func TestTableLimit(t *testing.T) {
	d := MaxCells / 5000
	r := &Rows{N: 5000, X: make([]float64, MaxCells), Columns: slices.Repeat([]string{"a"}, d)}
	doc := Document{Method: "knn", Table: &Table{Rows: r}}
	b, err := Encode(doc)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Decode(b); err != nil || len(got.Table.Rows.X) != MaxCells {
		t.Errorf("%v", err)
	}
	r.N, r.X = 5001, append(r.X, make([]float64, d)...)
	if _, err := Encode(doc); err == nil || !strings.Contains(err.Error(), fmt.Sprint(MaxCells)) {
		t.Errorf("a larger one: %v", err)
	}
}

// mixed returns a table with a qualitative column and missing values.
func mixed() *Table {
	nan := math.NaN()
	return &Table{Rows: &Rows{N: 3, X: []float64{1, 2.5, nan, 0, 0, nan}, Columns: []string{"sky", "degrees"},
		Categories: [][]string{{"sunny", `over "cast"`}, nil}}}
}

// Qualitative columns and missing values are restored from a file, a link and beside a head; documents without them are
// written without the field.
func TestMixedTables(t *testing.T) {
	d := Document{Method: "tree", Params: map[string]any{}, Table: mixed()}
	b, err := Encode(d)
	const want = `{"version":1,"method":"tree","table":{"data":{"columns":["sky","degrees"],` +
		`"categories":[["sunny","over \"cast\""],[]],"rows":[[1,2.5],[null,0],[0,null]]}}}`
	if err != nil || string(b) != want {
		t.Fatalf("%v\n got %s\nwant %s", err, b, want)
	}
	check := func(how string, got Document, err error) {
		t.Helper()
		if again, _ := Encode(got); err != nil || string(again) != want {
			t.Errorf("%s: %v, %s", how, err, again)
		}
	}
	got, err := Decode(b)
	check("file", got, err)
	link, err := EncodeLink(d)
	if err != nil {
		t.Fatal(err)
	}
	got, err = DecodeLink(link)
	check("link", got, err)
	d.Points = make([]Point, 3)
	head, err := EncodeHead(d)
	if err != nil {
		t.Fatal(err)
	}
	if got, err = DecodeHead(head); err == nil {
		err = got.Unpack(d.Pack())
	}
	got.Points, got.Table.Rows.Class = nil, nil
	check("head", got, err)
	if r := d.Table.Rows; r.Lacking(0) != 1 || r.Lacking(1) != 1 || r.Sorts(1) != nil || len(r.Sorts(0)) != 2 {
		t.Errorf("%d and %d are missing, categories %v and %v", r.Lacking(0), r.Lacking(1), r.Sorts(0), r.Sorts(1))
	}
	for text, want := range map[string]string{
		`"categories":[["a"]],"rows":[[0,1]]`:        "table.data.categories must be a list for each of the 2 columns",
		`"categories":[["a",""],[]],"rows":[[0,1]]`:  "table.data.categories[0][1] must be a name of 1 to 60 characters",
		`"categories":[[],["a","a"]],"rows":[[0,1]]`: "table.data.categories[1][1] must be a name of 1 to 60 characters",
		`"categories":[["a","b"],[]],"rows":[[2,1]]`: "table.data.rows[0][0] must be a category of x, a whole number " +
			"from 0 to 1",
		`"categories":[["a","b"],[]],"rows":[[0.5,1]]`: "table.data.rows[0][0] must be a category of x",
		`"categories":[["a","b"],[]],"rows":[[0,NaN]]`: "table.data.rows[0][1] must be a finite number, or null",
		`"categories":"a","rows":[[0,1]]`:              "table.data.categories must be a list",
		`"rows":[[0,null]],"width":2,"height":1`:       "table.data.rows[0][1] must be a finite number",
	} {
		_, err := Decode([]byte(`{"method":"tree","table":{"data":{"columns":["x","y"],` + text + `}}}`))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	for _, color := range []string{"0", "1"} { // a qualitative column, and one with missing values
		_, err := Decode([]byte(strings.Replace(want, `{"data"`, `{"color":`+color+`,"data"`, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), "table.color must be a column of numbers") {
			t.Errorf("colour %s: %v", color, err)
		}
	}
}
