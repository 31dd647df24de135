package dataset

import (
	"errors"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

func TestWideTables(t *testing.T) {
	for _, c := range []struct {
		name            string
		n, d, classes   int
		first, last     float64 // of the first row
		column, classed string
	}{
		{"iris", 150, 4, 3, 5.1, 0.2, "petal width (cm)", "virginica"},
		{"wine", 178, 13, 3, 14.23, 1065, "proline", "cultivar 3"},
		{"breast_cancer", 569, 30, 2, 17.99, 0.1189, "worst fractal dimension", "benign"},
		{"digits", 1797, 64, 10, 0, 0, "row 8 pixel 8", "digit 9"},
		{"picture", 1536, 3, 0, 59, 169, "blue", ""},
		{"swiss_roll", 800, 3, 4, 0, 0, "z", "last quarter"},
	} {
		r, names, err := Wide(&doc.Table{Name: c.name}, Embedded)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if r.N != c.n || r.D() != c.d || len(r.X) != c.n*c.d || len(r.Class) != c.n && c.classes > 0 {
			t.Errorf("%s has %d rows of %d columns, %d numbers and %d classes", c.name, r.N, r.D(), len(r.X), len(r.Class))
		}
		if row := r.At(0); c.name != swissRoll && (row[0] != c.first || row[c.d-1] != c.last) {
			t.Errorf("%s begins with %v", c.name, row)
		}
		if got := r.Columns[c.d-1]; got != c.column {
			t.Errorf("%s ends with the column %q", c.name, got)
		}
		seen := map[int]bool{}
		for _, k := range r.Class {
			seen[k] = true
		}
		if len(seen) != c.classes || c.classed != "" && names.Class(c.classes-1) != c.classed {
			t.Errorf("%s has the classes %v, %+v", c.name, seen, names)
		}
		full := doc.Table{Name: c.name, Rows: r, Names: names}
		if err := (doc.Document{Method: "x", Table: &full}).Validate(); err != nil {
			t.Error(c.name, err)
		}
	}
}

func TestDigitsArePictures(t *testing.T) {
	r, _, err := Wide(&doc.Table{Name: "digits"}, Embedded)
	if err != nil {
		t.Fatal(err)
	}
	if r.W != 8 || r.H != 8 {
		t.Fatalf("a digit is %d x %d", r.W, r.H)
	}
	if got := r.Columns[10]; got != "row 2 pixel 3" {
		t.Errorf("the 11th pixel is called %q", got)
	}
	// The first digit of the UCI's file is a nought, its second row 0 0 13 15 10 15 5 0.
	var b strings.Builder
	for _, x := range r.At(0)[8:16] {
		b.WriteByte(" .:-=+*#%@ABCDEFG"[int(x)])
	}
	if got, want := b.String(), "  DFAF+ "; got != want {
		t.Errorf("the second row of the first digit is %q, want %q", got, want)
	}
}

func TestParseWide(t *testing.T) {
	r, names, notes, err := ParseWide("id,a (m),kind,b,note\n1,1.5,x,2,hm\n2,NA,y,3,hm\n3,4,y,5,hm\n", 2)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(r.Columns, "|") != "id|a (m)|b" || r.N != 2 || r.At(1)[1] != 4 {
		t.Errorf("rows %+v", r)
	}
	if names.Value != "kind" || names.Class(1) != "y" || r.Class[0] != 0 || r.Class[1] != 1 {
		t.Errorf("classes %v, names %+v", r.Class, names)
	}
	all := strings.Join(notes, "; ")
	for _, want := range []string{"no numbers: note", `1 row left out: no number in a (m) (line 3: "NA")`} {
		if !strings.Contains(all, want) {
			t.Errorf("notes %q lack %q", all, want)
		}
	}
}

func TestNastyWide(t *testing.T) {
	long := "a,b\n" + strings.Repeat("1,2\n", doc.MaxRows+1)
	cells := strings.Repeat("1,", 40) + "1\n"
	for text, want := range map[string]string{
		"":                             "at least one line",
		"a,b\n":                        "at least one line",
		"a,b\nx,y\nz,u\n":              "columns of numbers",
		long:                           "at most 10000 rows",
		strings.Repeat(cells, 5000):    "at most 200000 numbers",
		strings.Repeat("1,", 250):      "at most 200 columns",
		"a,b\nNA,1\n2,NA\n3,x\nNA,4\n": "no row with a number in each",
	} {
		_, _, _, err := ParseWide(text, -1)
		var e *doc.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q gave %v, want %q", text, err, want)
		}
	}
	for _, c := range []doc.Table{{Name: "nobody"}, {Name: "iris", N: 3}, {Name: "iris", Noise: 1},
		{Name: swissRoll, N: 6000}} {
		_, _, err := Wide(&c, Embedded)
		var e *doc.Error
		if !errors.As(err, &e) || !strings.HasPrefix(e.Field, "table.") {
			t.Errorf("%+v gave %v", c, err)
		}
	}
}

// The list of classes that a saved table has is that of its own class column, and of another
// that somebody chooses instead it says nothing.
func TestListedClassesAreOfTheirColumn(t *testing.T) {
	const rows = "a,sort,kind\n1,x,late\n2,y,early\n3,z,late\n"
	for _, c := range []struct {
		list   string
		column int
		want   string
		first  int // class of the first row
	}{
		{"early,late,never", 2, "early|late|never", 1},
		{"early,late,,,", 2, "early|late", 1},
		{"early,,late", 2, "early|late", 1},
		{"early,late", 1, "x|y|z", 0},
		{"late", 2, "late|early", 0},
		{"a,b,c,d,e,f,g,h,i,j,k,l", 1, "x|y|z", 0},
		{"a,b,c,d,e,f,g,h,i,j,k,l,x,y,z", 1, "x|y|z", 0},
	} {
		r, names, notes, err := ParseWide(classesNote+c.list+"\n"+rows, c.column)
		if err != nil {
			t.Errorf("%s of column %d: %v", c.list, c.column, err)
			continue
		}
		if got := strings.Join(names.Classes, "|"); got != c.want || r.Class[0] != c.first {
			t.Errorf("%s of column %d: classes %s, the first row's %d; %v", c.list, c.column, got, r.Class[0], notes)
		}
	}
	// Numbers are their own names.
	_, names, _, err := ParseWide(classesNote+"early,late\na,n\n1,10\n2,20\n3,30\n", 1)
	if got := strings.Join(names.Classes, "|"); err != nil || strings.Contains(got, "early") {
		t.Errorf("numbers are called %s, %v", got, err)
	}
}
