package session_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset/encodings"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

func inputFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../dataset/testdata/files/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// If the reading of a file is ambiguous, the user is asked, and sees the assumption; otherwise not.
func TestWhatFilesLeaveOpen(t *testing.T) {
	s := session.New(catalog.All())
	s.SetDecoder(encodings.Decode)
	for _, c := range []struct{ name, method, asks string }{
		{"thousands_tab.csv", "least_squares", "31,204 is 31204 or 31.204, assumed ."},
		{"thousands_quoted.csv", "least_squares", "31,204 is 31204 or 31.204, assumed ."},
		{"german_thousands.csv", "least_squares", ""},
		{"nbsp.csv", "knn", ""}, {"percent.csv", "knn", ""}, {"excel_errors.csv", "knn", ""}, {"utf16.csv", "knn", ""},
		{"points.json.csv", "knn", ""},
		{"cp1252.csv", "knn", "windows-1252"},
	} {
		q := wire.Load{Kind: "csv", Doc: []byte(`{"method":"` + c.method + `"}`), Text: inputFile(t, c.name), File: true}
		table, err := s.Table(q)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		asks := ""
		if table != nil {
			if table.Read.Guessed {
				asks = table.Read.Encoding
			}
			for _, d := range table.Read.Doubts {
				asks += fmt.Sprintf("%s is %s or %s, assumed %s", d.Text, d.Thousands, d.Decimals, d.Decimal)
			}
		}
		if asks != c.asks {
			t.Errorf("%s asks %q, want %q", c.name, asks, c.asks)
		}
		if q.Ask = true; table == nil {
			if table, err = s.Table(q); err != nil || table == nil || !table.Fits {
				t.Errorf("%s, asked for: %+v, %v", c.name, table, err)
			}
		}
		_, _, err = s.Load(method.Unstopped, q)
		var e *doc.Error
		if open := strings.Contains(c.asks, "assumed"); open != (errors.As(err, &e) && e.Field == "decimal") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	// The first engine always leaves this to the whole engine.
	_, err := session.With(catalog.First()).Table(wire.Load{Kind: "csv", Doc: []byte(`{"method":"svm"}`), Text: "1,2,1"})
	var e *doc.Error
	if !errors.As(err, &e) || e.Field != "method" {
		t.Errorf("the first engine says %v", err)
	}
}

// A sample has the classes in proportion, the rows keep their roles, and the document says that it is a sample.
func TestSampledTable(t *testing.T) {
	s := session.New(catalog.All())
	s.SetDecoder(encodings.Decode)
	var b strings.Builder
	b.WriteString("p,q,kind,role\n")
	for i := range 1000 {
		kind, role := "a", "train"
		if i%4 == 0 {
			kind = "b"
		}
		if i%2 == 0 {
			role = "test"
		}
		fmt.Fprintf(&b, "%d,%d,%s,%s\n", i, 2*i, kind, role)
	}
	q := wire.Load{Kind: "csv", Doc: []byte(`{"method":"knn","note":"Mine.\nSample: of another file."}`), Text: b.String(),
		File: true, Reading: method.Reading{Sample: 100, Seed: 7}}
	d, notes, err := s.Load(method.Unstopped, q)
	if err != nil {
		t.Fatal(err)
	}
	const said = "100 of 1000 rows, drawn with seed 7 in proportion to the classes"
	if d.Note != "Mine.\nSample: "+said+"." || !slices.Contains(notes, "sample: "+said) {
		t.Errorf("note %q, told %q", d.Note, notes)
	}
	count := map[float64]int{}
	roles := method.Classify.Roles(d)
	for i, p := range d.Points {
		count[p.Z]++
		even, class := int(p.X)%2 == 0, int(p.X)%4 == 0
		if p.Y != 2*p.X || class != (d.Names.Class(int(p.Z)) == "b") || even != (roles[i] == byte(doc.Test)) {
			t.Fatalf("row %d is %v of class %s, %q", i, p, d.Names.Class(int(p.Z)), roles[i])
		}
	}
	if len(d.Points) != 100 || count[0]+count[1] != 100 || max(count[0], count[1]) != 75 {
		t.Errorf("%d points, %v", len(d.Points), count)
	}
	// Without a sample the error names the limit; the table reports it before.
	q.Text = "p,q\n" + strings.Repeat("1,2\n", 100_001)
	table, err := s.Table(q)
	if err != nil || table == nil || table.Read.Limit == 0 || table.Rows != 100_001 ||
		table.Read.WideLimit != doc.MaxRows {
		t.Errorf("%+v, %v", table, err)
	}
	if d, _, err := s.Load(method.Unstopped, q); err != nil || len(d.Points) != 100 {
		t.Errorf("%d of 100001 rows: %v", len(d.Points), err)
	}
	q.Reading.Sample = 0
	if _, _, err := s.Load(method.Unstopped, q); err == nil || !strings.Contains(err.Error(), "at most 100000 rows") {
		t.Errorf("told %v", err)
	}
	// Rows of a whole table.
	q = wire.Load{Kind: "csv", Doc: []byte(`{"method":"pca"}`), Text: "a,b,c,k\n" + strings.Repeat("1,2,3,u\n4,5,6,v\n", 6000),
		Wide: true, Columns: []int{0, 1, 3}, Reading: method.Reading{Sample: 50}}
	if d, _, err = s.Load(method.Unstopped, q); err != nil || d.Table.Rows.N != 50 || len(d.Table.Rows.X) != 150 ||
		len(d.Points) != 50 || len(d.Table.Rows.Class) != 50 {
		t.Errorf("%+v, %v", d.Table, err)
	}
}
