package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Entries of files with their readings: unambiguous ones, and with points or commas as decimal marks.
func TestWrittenNumbers(t *testing.T) {
	const none = "none"
	for _, c := range []struct {
		in    string
		marks string // decimal marks that it implies
		point string // reading with decimal points
		comma string // reading with decimal commas
	}{
		{"12", "", "12", "12"}, {"+12", "", "12", "12"}, {"-12", "", "-12", "-12"}, {"− 12", "", "-12", "-12"},
		{"–12", "", "-12", "-12"}, {"1.5", ".", "1.5", "1.5"}, {"1,5", ",", "1.5", "1.5"}, {".5", ".", ".5", ".5"},
		{"5,", ",", "5.", "5."}, {"31,204", "", "31204", "31.204"}, {"1.234", "", "1.234", "1234"},
		{"-1.234", "", "-1.234", "-1234"}, {"0,123", ",", "0.123", "0.123"}, {"-0.123", ".", "-0.123", "-0.123"},
		{"1234,567", ",", "1234.567", "1234.567"}, {"1.234,5", ",", "1234.5", "1234.5"},
		{"1,234.567", ".", "1234.567", "1234.567"}, {"12.345.678", ",", "12345678", "12345678"},
		{"12,345,678", ".", "12345678", "12345678"}, {"1.234.567,89", ",", "1234567.89", "1234567.89"},
		{"1\u00a0234,5", ",", "1234.5", "1234.5"}, {"1\u202f234\u202f567", "", "1234567", "1234567"},
		{"1 234.5", ".", "1234.5", "1234.5"}, {"1'234'567.25", ".", "1234567.25", "1234567.25"},
		{"1’234", "", "1234", "1234"}, {"1’234,567", ",", "1234.567", "1234.567"}, {"41,25%", ",", "41.25", "41.25"},
		{"5 %", "", "5", "5"}, {"1e5", "", "1e5", "1e5"}, {"1,234e-2", ",", "1.234e-2", "1.234e-2"},
		{"+5e-1", "", "5e-1", "5e-1"}, {"2,5E+3", ",", "2.5E+3", "2.5E+3"},
		// Not numbers.
		{"", none, "", ""}, {".", none, "", ""}, {"-", none, "", ""}, {"12.05.2021", none, "", ""},
		{"1,23,456", none, "", ""},
		{"1,2.3", none, "", ""}, {"1 23", none, "", ""}, {"1'23", none, "", ""}, {"12 km", none, "", ""},
		{"e5", none, "", ""},
		{"1e", none, "", ""}, {"1e+-5", none, "", ""}, {"1.234,567.8", none, "", ""}, {"0x10", none, "", ""},
		{"--1", none, "", ""}, {"%", none, "", ""}, {"1,234 5", none, "", ""}, {"1234.567.890", none, "", ""},
	} {
		w, ok := readWritten(c.in)
		if ok != (c.marks != none) {
			t.Errorf("%q: a number: %v", c.in, ok)
			continue
		}
		if !ok {
			continue
		}
		marks := strings.Trim(string(w.decimal()), "\x00")
		if p, k := w.text('.'), w.text(','); marks != c.marks || p != c.point || k != c.comma {
			t.Errorf("%q: shows %q, is %s or %s; want %q, %s, %s", c.in, marks, p, k, c.marks, c.point, c.comma)
		}
	}
}

// The column determines the reading of an ambiguous number, or else the other columns.
func TestDoubts(t *testing.T) {
	for _, c := range []struct {
		in      string
		decimal string
		want    []float64 // values of the first row
		open    string    // ambiguous entries that nothing decides, with the assumed mark
	}{
		{"a;b\n1.234;2\n1,5;3\n", "", []float64{1234, 2}, ""},
		{"a\tb\n1,234\t2\n1.5\t3\n", "", []float64{1234, 2}, ""},
		{"a;b\n1.234;2,5\n1.500;3\n", "", []float64{1234, 2.5}, ""},
		{"a\tb\n1,234\t2.5\n", "", []float64{1234, 2.5}, ""},
		{"a\tb\n1,234\t1,234,567\n", "", []float64{1234, 1234567}, ""},
		{"a,b\n1.234,2\n", "", []float64{1.234, 2}, ""},
		{"a b\n1.234 2\n", "", []float64{1.234, 2}, ""},
		{"a;b\n1.234;2\n", "", []float64{1.234, 2}, "1.234 ."},
		{"a;b\n1,234;2\n", ",", []float64{1.234, 2}, "1,234 ,"},
		{"a\tb\n1,234\t2\n", ".", []float64{1234, 2}, "1,234 ."},
		{"a\tb\n1.234\t2\n", ",", []float64{1234, 2}, "1.234 ,"},
		// The numbers of the column itself take precedence over the request and over other columns; if they disagree, it is
		// open.
		{"a\tb\n1.234\t2,5\n0.5\t3\n", ",", []float64{1.234, 2.5}, ""},
		{"a\tb\n1.234\t2,5\n0.5\t1\n7,5\t1\n", ",", []float64{1234, 2.5}, "1.234 ,"},
		{"a\tb\tc\n1.234\t2,5\t0.5\n", ",", []float64{1234, 2.5}, "1.234 ,"},
		{"1 234,5;2\n3,5;4\n", "", []float64{1234.5, 2}, ""},
		{"12.345,60;41.008,75\n1,5;2\n", "", []float64{12345.6, 41008.75}, ""}, // and there is no header
		{"\"a\",\"b\"\n\"1'234\",\"+5\"\n", "", []float64{1234, 5}, ""},
	} {
		f, err := Read(c.in, nil, method.Reading{Decimal: c.decimal})
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		pts, _, notes, err := f.Chosen(cluster, []int{0, 1})
		if err != nil || pts[0].X != c.want[0] || pts[0].Y != c.want[1] {
			t.Errorf("%q: %v, %v, %q; want %v", c.in, pts, err, notes, c.want)
		}
		open := ""
		for _, d := range f.Read.Doubts {
			if d.Open {
				open = d.Text + " " + d.Decimal
			}
		}
		if open != c.open {
			t.Errorf("%q: open is %q, want %q", c.in, open, c.open)
		}
	}
}

// If only some numbers of a column are in percent, those are not read as numbers, and there is a note.
func TestPercentOfSome(t *testing.T) {
	f, err := Read("a;b\n41%;1\n0,5;2\n12%;3\n", nil, method.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	pts, names, notes, err := f.Chosen(cluster, []int{0, 1})
	if err != nil || !slices.Equal(pts, []doc.Point{{X: 0.5, Y: 2}}) || names.X != "a" ||
		!strings.Contains(strings.Join(notes, "\n"), `2 rows left out: no number in a (line 2: “41%”, line 4: “12%”)`) {
		t.Errorf("%v, %+v, %q, %v", pts, names, notes, err)
	}
	if _, _, _, err := f.CSV(cluster); err == nil || !strings.Contains(err.Error(), `line 2, column 1`) {
		t.Errorf("told %v", err)
	}
}

// Labels that differ in case or blanks are reported, and merged on request.
func TestMergedLabels(t *testing.T) {
	const in = "a,b,tree\n1,2,\"fichte \"\n3,4,Fichte\n5,6,\"rot\u00a0Buche\"\n7,8,Fichte\n9,9,rot buche\n2,2,Eiche\n" +
		"1,1,Rot  Buche\n"
	f, err := Read(in, nil, method.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	want := []method.Alike{{Column: 2, Labels: []string{"Fichte", "fichte"}, Rows: []int{2, 1}},
		{Column: 2, Labels: []string{"rot\u00a0Buche", "rot buche", "Rot  Buche"}, Rows: []int{1, 1, 1}}}
	if got := fmt.Sprint(f.Read.Alike); got != fmt.Sprint(want) {
		t.Errorf("alike: %s, want %v", got, want)
	}
	if _, names, _, err := f.CSV(classify); err != nil || len(names.Classes) != 6 {
		t.Errorf("merged unasked: %+v, %v", names, err)
	}
	if f, err = Read(in, nil, method.Reading{Merge: true}); err != nil {
		t.Fatal(err)
	}
	pts, names, notes, err := f.CSV(classify)
	var ids []float64
	for _, p := range pts {
		ids = append(ids, p.Z)
	}
	if err != nil || !slices.Equal(ids, []float64{0, 0, 1, 0, 1, 2, 1}) || len(names.Classes) != 3 ||
		names.Classes[0] != "Fichte" || !strings.Contains(strings.Join(notes, "\n"), `labels of tree: “fichte” read as “Fichte”`) {
		t.Errorf("%v, %+v, %q, %v", ids, names, notes, err)
	}
}

// A table as this package writes it stays unchanged.
func TestPlainTablesStay(t *testing.T) {
	for _, in := range []string{irisWide, "x1,x2,class\n0.125,1.5,1\n1.234,-3,2\n", "0,5;1,5;0\n2;-3,0;1\n",
		"+1 1:0.5 3:2\n",
		"# a comment\n\na b c\n1 2 \"x y\"\n", "\"a", "1,2,3,4\n1,2\n"} {
		if f, err := Read(in, nil, method.Reading{}); err != nil || f.Text != in {
			t.Errorf("%q became %+v, %v", in, f, err)
		}
	}
}

// Lines keep their numbers, so that errors and notes refer to those of the file.
func TestForeignLines(t *testing.T) {
	f, err := Read("# made by hand\r\n\r\na;\"b\r\nb\";c\r\n\"1.234,5\";2;x\r\n\r\n7,5;oops;z\r\n", nil, method.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := f.CSV(classify); err == nil || !strings.Contains(err.Error(), "line 7, column 2") ||
		!strings.Contains(err.Error(), `"oops"`) {
		t.Errorf("%v in %q", err, f.Text)
	}
}

func TestSample(t *testing.T) {
	strata := make([]int, 1000)
	for i := range strata {
		if i%10 == 0 {
			strata[i] = 1
		}
	}
	strata[7] = 5
	keep := Sample(1000, strata, 100, 3)
	count := map[int]int{}
	for k, i := range keep {
		if count[strata[i]]++; k > 0 && i <= keep[k-1] {
			t.Fatalf("row %d after %d", i, keep[k-1])
		}
	}
	if len(keep) != 100 || count[0] != 89 || count[1] != 10 || count[5] != 1 {
		t.Errorf("drawn of the classes: %v", count)
	}
	if again := Sample(1000, strata, 100, 3); !slices.Equal(again, keep) {
		t.Error("the same seed draws other rows")
	}
	if other := Sample(1000, strata, 100, 4); slices.Equal(other, keep) {
		t.Error("another seed draws the same rows")
	}
	if all := Sample(5, nil, 9, 1); !slices.Equal(all, []int{0, 1, 2, 3, 4}) {
		t.Errorf("all rows: %v", all)
	}
	// All pairs of rows are equally likely: chi-square with 9 degrees of freedom, whose 99.9 % quantile is 27.88.
	drawn := map[[2]int]float64{}
	const times = 10_000
	for seed := range uint64(times) {
		k := Sample(5, nil, 2, seed)
		drawn[[2]int{k[0], k[1]}]++
	}
	square := 0.0
	for _, n := range drawn {
		square += (n - times/10) * (n - times/10) / (times / 10)
	}
	if len(drawn) != 10 || square > 27.88 {
		t.Errorf("pairs %v: chi-square %.1f", drawn, square)
	}
}

// For any file, the reader of plain tables finds the same columns in the result, and the same numbers.
func FuzzRead(f *testing.F) {
	for _, s := range []string{irisWide, "", "a;b\n1.234,5;2\n-61,2;41%\n", "x,y\n\"1,234\",\"2,5\"\n",
		"a\tb\n1 234\t2'000\n",
		"\xff\xfea\x00", "Gr\xf6\xdfe;b\n1;2\n", "[[1,2,0],[3,4,1]]", "#N/A,2,a\n1,2,b\n", "a,b,c\n1,2,\"x \"\n1,2,X\n",
		"a;b;c\n1,5;#DIV/0!;Fichte\n2;3;fichte\n"} {
		f.Add(s, ".", true)
		f.Add(s, "", false)
	}
	f.Fuzz(func(t *testing.T, s string, decimal string, merge bool) {
		how := method.Reading{Decimal: decimal, Merge: merge, Sample: 5}
		r, err := Read(s, nil, how)
		if err != nil {
			return
		}
		if plain, err := Read(r.Text, nil, how); err != nil ||
			len(plain.Read.Alike) > 0 && merge && !strings.Contains(s, "\"") {
			t.Fatalf("read again: %v, %+v", err, plain)
		}
		table, err := r.Columns()
		if err != nil {
			return
		}
		for _, task := range []method.Task{classify, regress, value, cluster} {
			pts, names, _, err := r.Chosen(task, Suggest(table, task))
			taken(t, task, pts, names, err)
			pts, names, _, err = r.CSV(task)
			taken(t, task, pts, names, err)
		}
		if w, ok := readWritten(s); ok {
			for _, mark := range ".," {
				if _, err := strconv.ParseFloat(w.text(mark), 64); err != nil && !errors.Is(err, strconv.ErrRange) {
					t.Fatalf("%q became %q", s, w.text(mark))
				}
			}
		}
	})
}
