package dataset

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Entries of files, with their readings: as they say themselves, and where points or commas stand before decimals.
func TestWrittenNumbers(t *testing.T) {
	const none = "none"
	for _, c := range []struct {
		in    string
		marks string // decimal marks that it shows
		point string // with decimal points
		comma string // with decimal commas
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
		// No numbers.
		{"", none, "", ""}, {".", none, "", ""}, {"-", none, "", ""}, {"12.05.2021", none, "", ""}, {"1,23,456", none, "", ""},
		{"1,2.3", none, "", ""}, {"1 23", none, "", ""}, {"1'23", none, "", ""}, {"12 km", none, "", ""}, {"e5", none, "", ""},
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

func file(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/files/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Files that people had, each with its right answer.
func TestFilesAsPeopleHaveThem(t *testing.T) {
	trees := []doc.Point{{X: 2021, Y: 31204}, {X: 2020, Y: 30877}, {X: 2019, Y: 30115}, {X: 2018, Y: 29640}}
	for _, c := range []struct {
		name  string
		task  method.Task
		how   method.Reading
		want  []doc.Point
		names doc.Names
		notes []string
	}{
		{"thousands_tab.csv", regress, method.Reading{Decimal: "."}, trees, doc.Names{X: "Year", Y: "Trees"},
			[]string{`numbers such as "31,204" read as 31204`}},
		{"thousands_quoted.csv", regress, method.Reading{Decimal: "."}, trees, doc.Names{X: "Year", Y: "Trees"},
			[]string{`numbers such as "31,204" read as 31204`}},
		{"german_thousands.csv", regress, method.Reading{}, []doc.Point{{X: -12345.6, Y: 1.5}, {X: -2070.25, Y: 2.5},
			{X: 41008.75, Y: 3.5}, {X: -61.2, Y: 4.5}}, doc.Names{}, []string{`numbers such as "-12.345,60" read as -12345.60`}},
		{"nbsp.csv", classify, method.Reading{}, []doc.Point{{X: 1234.5, Y: 2}, {X: 3, Y: 4, Z: 1}},
			doc.Names{X: "x", Y: "y", Classes: []string{"a", "b"}}, []string{"read as 1234.5"}},
		{"percent.csv", classify, method.Reading{}, []doc.Point{{X: 41.25, Y: 30.5}, {X: 8.75, Y: 12, Z: 1}},
			doc.Names{X: "x (%)", Y: "y (%)", Classes: []string{"a", "b"}},
			[]string{`x is in percent: "41,25%" read as 41.25`, `y is in percent: "30,5%" read as 30.5`}},
		{"excel_errors.csv", classify, method.Reading{}, []doc.Point{{X: 1, Y: 1}, {X: 2, Y: 2, Z: 1}},
			doc.Names{X: "x", Y: "y", Classes: []string{"a", "b"}},
			[]string{`no number in x (line 2: "#N/A")`, `no number in y (line 3: "#DIV/0!")`}},
		{"cp1252.csv", classify, method.Reading{}, []doc.Point{{X: 1.5, Y: 2.5}, {X: 2.5, Y: 3.5, Z: 1}},
			doc.Names{X: "Länge", Y: "Höhe", Value: "Art", Classes: []string{"groß", "klein"}},
			[]string{"read as Windows-1252, as the file does not say its encoding"}},
		{"utf16.csv", classify, method.Reading{}, []doc.Point{{X: 1, Y: 2}, {X: 3, Y: 4, Z: 1}},
			doc.Names{X: "x", Y: "y", Classes: []string{"a", "b"}}, []string{"read as UTF-16 LE"}},
		{"points.json.csv", classify, method.Reading{}, []doc.Point{{X: 1, Y: 2}, {X: 3, Y: 4, Z: 1}}, doc.Names{},
			[]string{"a list of rows in JSON"}},
	} {
		f, err := Read(file(t, c.name), true, c.how)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		pts, names, notes, err := f.CSV(c.task)
		if err != nil || !slices.Equal(pts, c.want) || !names.Equal(c.names) {
			t.Errorf("%s: %v\n got %v %+v\nwant %v %+v", c.name, err, pts, names, c.want, c.names)
		}
		for _, n := range c.notes {
			if !strings.Contains(strings.Join(notes, "\n"), n) {
				t.Errorf("%s: notes %q lack %q", c.name, notes, n)
			}
		}
	}
	for name, says := range map[string]string{
		"thousands_tab.csv":    `decimal must be given: "31,204" (line 2, column 2) is 31204 with a decimal point, and 31.204 with a decimal comma`,
		"thousands_quoted.csv": `"31,204" (line 2, column 2)`,
	} {
		f, err := Read(file(t, name), true, method.Reading{})
		if err != nil {
			t.Fatal(err)
		}
		var e *doc.Error
		if _, _, _, err := f.CSV(regress); !errors.As(err, &e) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
		if _, _, _, err := f.Chosen(regress, []int{0, 0}); err != nil {
			t.Errorf("%s: a column that is not read is in doubt: %v", name, err)
		}
		f, err = Read(file(t, name), true, method.Reading{Decimal: ","})
		if err != nil {
			t.Fatal(err)
		}
		if pts, _, _, err := f.CSV(regress); err != nil || pts[0].Y != 31.204 {
			t.Errorf("%s, decimal commas: %v, %v", name, pts, err)
		}
	}
}

// What a doubtful number is, its column says, or else the other columns.
func TestDoubts(t *testing.T) {
	for _, c := range []struct {
		in      string
		decimal string
		want    []float64 // of the first row
		open    string    // doubtful entries that nothing decides, with the mark that is assumed
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
		// A column's own numbers outweigh what is asked for and what others say; where they disagree, it is open.
		{"a\tb\n1.234\t2,5\n0.5\t3\n", ",", []float64{1.234, 2.5}, ""},
		{"a\tb\n1.234\t2,5\n0.5\t1\n7,5\t1\n", ",", []float64{1234, 2.5}, "1.234 ,"},
		{"a\tb\tc\n1.234\t2,5\t0.5\n", ",", []float64{1234, 2.5}, "1.234 ,"},
		{"1 234,5;2\n3,5;4\n", "", []float64{1234.5, 2}, ""},
		{"12.345,60;41.008,75\n1,5;2\n", "", []float64{12345.6, 41008.75}, ""}, // and is no header
		{"\"a\",\"b\"\n\"1'234\",\"+5\"\n", "", []float64{1234, 5}, ""},
	} {
		f, err := Read(c.in, false, method.Reading{Decimal: c.decimal})
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

// One number in percent among others is none, and no reading makes it another one in silence.
func TestPercentOfSome(t *testing.T) {
	f, err := Read("a;b\n41%;1\n0,5;2\n12%;3\n", false, method.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	pts, names, notes, err := f.Chosen(cluster, []int{0, 1})
	if err != nil || !slices.Equal(pts, []doc.Point{{X: 0.5, Y: 2}}) || names.X != "a" ||
		!strings.Contains(strings.Join(notes, "\n"), `2 rows left out: no number in a (line 2: "41%", line 4: "12%")`) {
		t.Errorf("%v, %+v, %q, %v", pts, names, notes, err)
	}
	if _, _, _, err := f.CSV(cluster); err == nil || !strings.Contains(err.Error(), `line 2, column 1`) {
		t.Errorf("told %v", err)
	}
}

func encoded(s string, big, mark bool) string {
	var b []byte
	units := utf16.Encode([]rune(s))
	if mark {
		units = append([]uint16{0xFEFF}, units...)
	}
	for _, u := range units {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return string(b)
}

func TestDecode(t *testing.T) {
	const text = "Größe;€\n1,5;😀\n"
	for _, c := range []struct {
		name, in, as string
		text, found  string
		guessed      bool
		broken       int
	}{
		{"UTF-8", text, "", text, method.UTF8, false, 0},
		{"UTF-8 with a mark", "\xEF\xBB\xBF" + text, "", text, method.UTF8, false, 0},
		{"UTF-16 LE with a mark", encoded(text, false, true), "", text, method.UTF16LE, false, 0},
		{"UTF-16 BE with a mark", encoded(text, true, true), "", text, method.UTF16BE, false, 0},
		{"UTF-16 LE", encoded(text, false, false), "", text, method.UTF16LE, true, 0},
		{"UTF-16 BE", encoded(text, true, false), "", text, method.UTF16BE, true, 0},
		{"Windows-1252", "Gr\xF6\xDFe;\x80\n", "", "Größe;€\n", method.Windows1252, true, 0},
		{"Windows-1252, asked for", "\xC3\xB6", method.Windows1252, "Ã¶", method.Windows1252, false, 0},
		{"UTF-8, asked for", "Gr\xF6\xDFe", method.UTF8, "Gr\uFFFDe", method.UTF8, false, 1},
		{"UTF-8 with a broken byte", "Größe Höhe \xF6 Maß", "", "Größe Höhe \uFFFD Maß", method.UTF8, true, 1},
		{"half a character", encoded("ab", false, true) + "c", "", "ab\uFFFD", method.UTF16LE, false, 1},
		{"nothing", "", "", "", method.UTF8, false, 0},
	} {
		text, found, guessed, broken, err := Decode(c.in, c.as)
		if err != nil || text != c.text || found != c.found || guessed != c.guessed || broken != c.broken {
			t.Errorf("%s: %q, %s, %v, %d, %v", c.name, text, found, guessed, broken, err)
		}
	}
}

// Labels that differ in case or blanks are told of, and are one if that is asked for.
func TestMergedLabels(t *testing.T) {
	const in = "a,b,tree\n1,2,\"fichte \"\n3,4,Fichte\n5,6,\"rot\u00a0Buche\"\n7,8,Fichte\n9,9,rot buche\n2,2,Eiche\n" +
		"1,1,Rot  Buche\n"
	f, err := Read(in, false, method.Reading{})
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
	if f, err = Read(in, false, method.Reading{Merge: true}); err != nil {
		t.Fatal(err)
	}
	pts, names, notes, err := f.CSV(classify)
	var ids []float64
	for _, p := range pts {
		ids = append(ids, p.Z)
	}
	if err != nil || !slices.Equal(ids, []float64{0, 0, 1, 0, 1, 2, 1}) || len(names.Classes) != 3 ||
		names.Classes[0] != "Fichte" || !strings.Contains(strings.Join(notes, "\n"), `labels of tree: "fichte" read as "Fichte"`) {
		t.Errorf("%v, %+v, %q, %v", ids, names, notes, err)
	}
}

// A table that is written as this package writes it is read as it stands.
func TestPlainTablesStay(t *testing.T) {
	for _, in := range []string{irisWide, "x1,x2,class\n0.125,1.5,1\n1.234,-3,2\n", "0,5;1,5;0\n2;-3,0;1\n", "+1 1:0.5 3:2\n",
		"# a comment\n\na b c\n1 2 \"x y\"\n", "\"a", "1,2,3,4\n1,2\n"} {
		if f, err := Read(in, false, method.Reading{}); err != nil || f.Text != in {
			t.Errorf("%q became %+v, %v", in, f, err)
		}
	}
}

// Lines stay where they are: errors and notes name those of the file.
func TestForeignLines(t *testing.T) {
	f, err := Read("# made by hand\r\n\r\na;\"b\r\nb\";c\r\n\"1.234,5\";2;x\r\n\r\n7,5;oops;z\r\n", false, method.Reading{})
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
	// Each pair of rows is as likely as any other: chi-square with 9 degrees of freedom, 99.9 % of it below 27.88.
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

// Whatever is read, the reader of plain tables finds the same columns in it, and numbers that mean the same.
func FuzzRead(f *testing.F) {
	for _, s := range []string{irisWide, "", "a;b\n1.234,5;2\n-61,2;41%\n", "x,y\n\"1,234\",\"2,5\"\n", "a\tb\n1 234\t2'000\n",
		"\xff\xfea\x00", "Gr\xf6\xdfe;b\n1;2\n", "[[1,2,0],[3,4,1]]", "#N/A,2,a\n1,2,b\n", "a,b,c\n1,2,\"x \"\n1,2,X\n",
		"a;b;c\n1,5;#DIV/0!;Fichte\n2;3;fichte\n"} {
		f.Add(s, true, ".", true)
		f.Add(s, false, "", false)
	}
	f.Fuzz(func(t *testing.T, s string, file bool, decimal string, merge bool) {
		how := method.Reading{Decimal: decimal, Merge: merge, Sample: 5}
		r, err := Read(s, file, how)
		if err != nil {
			return
		}
		if plain, err := Read(r.Text, false, how); err != nil || len(plain.Read.Alike) > 0 && merge && !strings.Contains(s, "\"") {
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
