package dataset

import (
	"errors"
	"fmt"
	"math"
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
		{"weather", 14, 4, 2, 0, 0, "windy", "don't play"},
		{"penguins", 344, 6, 3, 0, 0, "sex", "Gentoo"},
		{"words", 36, 1, 2, 0, 0, "word", "German"},
		{"graphs", 20, 1, 2, 0, 0, "graph", "chain"},
		{"cities", 15, 5, 3, 2, 5, "Rome", "sport"},
	} {
		r, names, err := MixedWide(&doc.Table{Name: c.name}, Embedded)
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
	// The first digit in the UCI's file is a zero, whose second row is 0 0 13 15 10 15 5 0.
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
	for _, want := range []string{"no numbers: note", `1 row left out: no number in a (m) (line 3: “NA”)`} {
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

// The list of classes in a saved table belongs to its own class column, and is not used for another column.
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

// The built-in tables with words and missing values agree with their sources.
func TestMixedTables(t *testing.T) {
	r, names, err := MixedWide(&doc.Table{Name: "weather"}, Embedded)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{} // Quinlan 1993, table 2.1: 9 days to play, outlook 5, 4 and 5 days
	for i := range r.N {
		count[names.Class(r.Class[i])]++
		count[r.Sorts(0)[int(r.At(i)[0])]]++
		count["windy "+r.Sorts(3)[int(r.At(i)[3])]]++
	}
	for what, want := range map[string]int{"play": 9, "don't play": 5, "sunny": 5, "overcast": 4, "rain": 5,
		"windy true": 6} {
		if count[what] != want {
			t.Errorf("weather: %d days of %q, want %d", count[what], what, want)
		}
	}
	if r, _, err = MixedWide(&doc.Table{Name: "penguins"}, Embedded); err != nil {
		t.Fatal(err)
	}
	var lacks []int
	for j := range r.D() {
		lacks = append(lacks, r.Lacking(j))
	}
	if fmt.Sprint(lacks) != "[0 2 2 2 2 11]" || strings.Join(r.Sorts(0), " ") != "Torgersen Biscoe Dream" {
		t.Errorf("penguins: %v values are missing, islands %v", lacks, r.Sorts(0))
	}
}

// A table with words and missing values is read back unchanged, whatever its words are.
func TestMixedTablesReadBack(t *testing.T) {
	nan := math.NaN()
	r := &doc.Rows{N: 4, X: []float64{2, 1.5, nan, nan, nan, 1, 0, -3, 0, 1, 2, 1},
		Columns:    []string{"kind", "size (m)", "no"},
		Categories: [][]string{{"NA", `a "b", c`, "#1"}, nil, {"2", "1"}}, Class: []int{1, 0, -1, 1}}
	names := doc.Names{Value: "sort", Classes: []string{"late", "early"}}
	for _, names := range []doc.Names{names, {}} {
		text := FormatMixed(r, names)
		back, again, notes, err := ParseMixed(text, 3)
		if err != nil || fmt.Sprintf("%v", back) != fmt.Sprintf("%v", r) || !again.Equal(names) {
			t.Errorf("%v %v\n%s\n got %v %+v\nwant %v", err, notes, text, back, again, r)
		}
	}
	one := &doc.Rows{N: 2, X: []float64{nan, 1}, Columns: []string{"a"}}
	back, _, _, err := ParseMixed(FormatMixed(one, doc.Names{}), -1)
	if err != nil || back.N != 2 || back.Lacking(0) != 1 {
		t.Errorf("%v, %+v", err, back)
	}
}

// In a table from elsewhere, words are kept up to a limit, entries that mean no number are missing, and the rest is
// reported.
func TestParseMixed(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,sky,degrees,note,kind\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%d,%s,%d,note %d,%s\n", i, []string{"blue", "grey", "?"}[i%3], i*i, i, []string{"x", "y"}[i%2])
	}
	b.WriteString("40,grey,NA,hm,x\n41,blue,hot,hm,y\n42,,5,hm,\n")
	r, names, notes, err := ParseMixed(b.String(), 4)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(r.Columns, "|") != "id|sky|degrees" || r.N != 42 || strings.Join(r.Sorts(1), " ") != "blue grey" ||
		r.Lacking(1) != 14 || r.Lacking(2) != 1 || r.Class[41] != doc.Unlabeled || names.Class(1) != "y" {
		t.Errorf("%d rows of %v, %v, %d and %d missing, classes %v", r.N, r.Columns, r.Sorts(1), r.Lacking(1), r.Lacking(2),
			names)
	}
	all := strings.Join(notes, "; ")
	for _, want := range []string{"more than 32 different words, or labels of rows: note",
		`1 row left out: no number in degrees (line 43: “hot”)`} {
		if !strings.Contains(all, want) {
			t.Errorf("notes %q lack %q", all, want)
		}
	}
}
