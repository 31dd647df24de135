package dataset

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

const (
	classify = method.Classify
	regress  = method.Regress
	value    = method.Regress2D
	cluster  = method.Cluster
)

func TestParseCSV(t *testing.T) {
	two := []doc.Point{{X: 0.5, Y: 1.5}, {X: 2, Y: -3}}
	three := []doc.Point{{X: 0.5, Y: 1.5}, {X: 2, Y: -3, Z: 1}}
	for _, c := range []struct {
		name, in string
		task     method.Task
		want     []doc.Point
		notes    []string // texts that must be in the notes
	}{
		{"commas", "0.5,1.5,0\n2,-3,1\n", classify, three, nil},
		{"no line end", "0.5,1.5,0\n2,-3,1", classify, three, nil},
		{"Windows, byte order mark", "\uFEFF0.5,1.5,0\r\n2,-3,1\r\n", classify, three, nil},
		{"old Mac", "0.5,1.5,0\r2,-3,1\r", classify, three, nil},
		{"comma and blank", "0.5, 1.5, 0\n 2 , -3 , 1\n", classify, three, nil},
		{"semicolons", "0.5;1.5;0\n2;-3;1\n", classify, three, nil},
		{"semicolons, decimal commas", "0,5;1,5;0\n2;-3,0;1\n", classify, three, []string{"decimal points"}},
		{"tabs", "0.5\t1.5\t0\n2\t-3\t1\n", classify, three, nil},
		{"tabs, decimal commas", "0,5\t1,5\t0\n2\t-3\t1\n", classify, three, []string{"decimal points"}},
		{"blanks", "  0.5 1.5   0\n2 \t -3 1  \n", classify, three, nil},
		{"blanks, decimal commas", "0,5 1,5 0\n2 -3 1\n", classify, three, []string{"decimal points"}},
		{"quoted decimal commas", "\"0,5\",\"1,5\",0\n2,-3,1\n", classify, three, []string{"decimal points"}},
		{"header", "x1,x2,class\n0.5,1.5,0\n2,-3,1\n", classify, three, []string{"line 1 read as the header: x1, x2, class"}},
		{"header with a line end in it", "\"x\n1\",x2,class\n0.5,1.5,0\n2,-3,1\n", classify, three, []string{"header"}},
		{"pandas", ",x1,x2,class\n0,0.5,1.5,0\n1,2,-3,1\n", classify, three,
			[]string{"header: x1, x2, class", "first column, which has no name"}},
		{"pandas, rows taken out and mixed", ",x1,x2,class\n17,0.5,1.5,0\n3,2,-3,1\n", classify, three, []string{"no name"}},
		{"pandas, rows with names", ",x1,x2,class\nanna,0.5,1.5,no\nbert,2,-3,yes\n", classify, three,
			[]string{"no name", "no = 1"}},
		{"pandas, decimal commas", ";x1;x2;class\n0;0,5;1,5;0\n1;2,0;-3,0;1\n", classify, three,
			[]string{"no name", "decimal points"}},
		{"pandas, line", ",x,y\n0,0.5,1.5\n1,2,-3\n", regress, two, []string{"header: x, y", "no name"}},
		{"pandas, without a class", ",x1,x2\n0,0.5,1.5\n1,2,-3\n", classify, two, []string{"no name", "class 1"}},
		{"pandas, values", ",x1,x2,y\n0,0.5,1.5,0\n1,2,-3,1\n", value, three, []string{"no name"}},
		{"pandas, twice", "Unnamed: 0,x1,x2,class\n0,0.5,1.5,0\n1,2,-3,1\n", classify, three, []string{"no name"}},
		{"a first column without a name, but no labels", ",x2,class\n0.5,1.5,0\n2,-3,1\n", classify, three,
			[]string{"header: , x2, class"}},
		{"R, write.csv", "\"\",\"x1\",\"x2\",\"class\"\n\"1\",0.5,1.5,\"a\"\n\"2\",2,-3,\"b\"\n", classify, three,
			[]string{"no name", "a = 1"}},
		{"R, write.table", "\"x1\" \"x2\" \"class\"\n\"1\" 0.5 1.5 \"a\"\n\"2\" 2 -3 \"b\"\n", classify, three,
			[]string{"header: x1, x2, class", "no name"}},
		{"quotes", "\"a \"\"b\"\"\",\"c,d\",e\n\"0.5\",\"1.5\",\"0\"\n2,-3,1\n", classify, three, []string{`a "b", c,d, e`}},
		{"blank lines and comments", "# data\n\n0.5,1.5,0\n  \n# more\n2,-3,1\n\n", classify, three,
			[]string{"3 blank lines", "2 comment lines"}},
		{"separator line", "sep=;\n0,5;1,5;0\n2;-3;1", classify, three, []string{"1 comment line"}},
		{"exponents, plus, typographic minus", "+5e-1,1.5E0,0\n2.,\u22123,1.0\n", classify, three, nil},
		{"separators at the end", "0.5,1.5,0,,\n2,-3,1,,\n", classify, three, nil},
		{"names", "0.5,1.5,no\n2,-3,yes\n", classify, three, []string{"classes: no = 1, yes = 2"}},
		{"names with blanks, quoted", "0.5 1.5 \"class a\"\n2 -3 'b\n", classify, three, []string{"class a = 1"}},
		{"no class column", "0.5,1.5\n2,-3\n", classify, two, []string{"all points are of class 1"}},
		{"line", "x;y\n0,5;1,5\n2;-3\n", regress, two, nil},
		{"line with a group", "0.5,1.5,0\n2,-3,1\n", regress, three, nil},
		{"values", "0.5,1.5,0\n2,-3,1\n", value, three, nil},
		{"cluster", "0.5,1.5\n2,-3\n", cluster, two, nil},
		{"cluster, separator at the end", "0.5,1.5,\n2,-3,\n", cluster, two, nil},
		{"cluster with numbers kept", "0.5,1.5,0.25\n2,-3,99\n", cluster,
			[]doc.Point{{X: 0.5, Y: 1.5, Z: 0.25}, {X: 2, Y: -3, Z: 99}}, nil},
		{"cluster with names", "0.5,1.5,a\n2,-3,b\n", cluster, three, []string{"a = 1"}},
		{"numbers that are missing", "a,b,class\n0.5,1.5,1\nNA,1,2\n3,,2\n2,-3,2\n1,NaN,2\n", classify, three,
			[]string{`1 row left out: no number in a (line 3: “NA”)`,
				`2 rows left out: no number in b (line 4, line 6: “NaN”)`}},
		{"a line, no header", "0.5;1.5\n?;1\n2;-3\n", regress, two,
			[]string{`1 row left out: no number in column 1 (line 2: “?”)`}},
		{"values that are missing", "x1,x2,height\n0.5,1.5,0\n1,1,NA\n2,-3,1\n", value, three,
			[]string{`1 row left out: no number in height (line 3: “NA”)`}},
		{"pandas, a missing number", ",a,b,class\n0,0.5,1.5,1\n1,NaN,1,1\n2,2,-3,2\n", classify, three,
			[]string{`1 row left out: no number in a (line 3: “NaN”)`}},
		{"classes that are missing", "0.5,1.5,a\n2,-3,NA\n", classify, []doc.Point{{X: 0.5, Y: 1.5}, {X: 2, Y: -3, Z: -1}},
			[]string{"1 point without a class", "classes: a = 1"}},
		{"unlabelled", "0.5,1.5,\n2,-3,-1\n1,1,0", classify,
			[]doc.Point{{X: 0.5, Y: 1.5, Z: -1}, {X: 2, Y: -3, Z: -1}, {X: 1, Y: 1}}, []string{"1 point without a class"}},
		{"minus one and one", "0.5,1.5,-1\n2,-3,+1\n", classify, three, []string{"classes: -1 = 1, 1 = 2"}},
		{"minus one, one, empty", "0.5,1.5,-1\n2,-3,+1\n1,1,", classify,
			append(slices.Clone(three), doc.Point{X: 1, Y: 1, Z: -1}), []string{"-1 = 1"}},
		{"minus one, nought, one", "1,1,-1\n2,2,0\n3,3,1\n", classify,
			[]doc.Point{{X: 1, Y: 1, Z: -1}, {X: 2, Y: 2}, {X: 3, Y: 3, Z: 1}}, nil},
		{"other whole numbers", "0.5,1.5,10\n2,-3,20\n1,1,-1", classify,
			append(slices.Clone(three), doc.Point{X: 1, Y: 1, Z: -1}), []string{"10 = 1, 20 = 2"}},
		{"libsvm", "+1 1:0.3 2:0.7 # first\n-1 2:5\n\n-1 1:2\n1\n", classify,
			[]doc.Point{{X: 0.3, Y: 0.7, Z: 1}, {Y: 5}, {X: 2}, {Z: 1}}, []string{"libsvm", "-1 = 1", "1 blank line"}},
		{"libsvm, line", "1.5 1:0.5\n-3 1:2\n", regress, two, []string{"libsvm"}},
		{"libsvm, values", "0 1:0.5 2:1.5\n1 1:2 2:-3\n", value, three, []string{"libsvm"}},
	} {
		pts, _, notes, err := ParseCSV(c.in, c.task)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !slices.Equal(pts, c.want) {
			t.Errorf("%s:\n got %v\nwant %v", c.name, pts, c.want)
		}
		for _, n := range c.notes {
			if !strings.Contains(strings.Join(notes, "\n"), n) {
				t.Errorf("%s: notes %q lack %q", c.name, notes, n)
			}
		}
		if c.notes == nil && len(notes) > 0 && !strings.HasPrefix(notes[0], "line 1 read as the header") {
			t.Errorf("%s: unexpected notes %q", c.name, notes)
		}
	}
}

func TestParseCSVErrors(t *testing.T) {
	names := ""
	for _, s := range strings.Fields("a b c d e f g h i j k l m") {
		names += "1,2," + s + "\n"
	}
	numbers := func(from, to int) (text string) {
		for k := from; k <= to; k++ {
			text += fmt.Sprintf("1,1,%d\n", k)
		}
		return text
	}
	for _, c := range []struct {
		name, in    string
		task        method.Task
		field, says string
	}{
		{"nothing", "", classify, "text", "got none"},
		{"comments only", "# a\n\n", classify, "text", "got none"},
		{"header only", "x1,x2,class\n", classify, "text", "got none"},
		{"prose", "hello\nworld\n", classify, "line 2", "got 1"},
		{"one column", "1\n2\n", classify, "line 1", "2 or 3 columns"},
		{"word for a number", "1,2,0\n3,four,1\n", classify, "line 2, column 2", `got "four"`},
		{"behind a name of two lines", "\"x\n1\",x2,class\n0.5,1.5,0\n2,four,1\n", classify, "line 4, column 2", `got "four"`},
		{"class first", "kind,a,b\nsetosa,1,2\n", classify, "line 2, column 1", "third column"},
		{"no number in any row", "x,y\n\n1,NaN\n", regress, "text", "got none"},
		{"infinite", "inf,1\n", regress, "line 1, column 1", `got "inf"`},
		{"beyond float64", "1,1e999\n", regress, "line 1, column 2", `got "1e999"`},
		{"too large", "1,1e13\n", regress, "line 1, column 2", "1e+12"},
		{"hexadecimal", "1,2\n0x10,2\n", regress, "line 2, column 1", `"0x10"`},
		{"thousands", "1;2\n1,234,567;2\n", regress, "line 2, column 1", "1,234,567"},
		{"ragged", "1,2,0\n3,4\n", classify, "line 2", "3 columns, like the rows before it; got 2"},
		{"too many columns", "1.0,2.0,3.0,4.0,0\n", classify, "line 1", "keep for example 1, 2, 5; got 5 columns"},
		{"too many named columns", "sl,sw,pl,pw,species\n1,2,3,4,a\n", classify, "line 2", "sl, sw, species; got 5 columns"},
		{"value missing", "1,2\n3,4\n", value, "line 1", "3 columns"},
		{"value is a word", "1,2,a\n", value, "line 1, column 3", `"a"`},
		{"half a class", "1,2,0\n3,4,0.5\n", classify, "line 2, column 3", "1 to 12 or from 0 to 11"},
		{"thirteen names", names, classify, "line 13, column 3", `at most 12 classes; got "m"`},
		{"thirteen numbers", numbers(0, 12), classify, "line 13, column 3", "got \"12\""},
		{"thirteen numbers from 1", numbers(1, 13), classify, "line 13, column 3", "got \"13\""},
		{"thirteen numbers from 50", numbers(50, 62), classify, "line 1, column 3", "got \"50\""},
		{"open quote", "1,2,0\n3,4,\"a\n5,6,b\n", classify, "line 2", "quote"},
		{"rows", strings.Repeat("1,2\n", doc.MaxPoints+5), regress, "text", "at most 100000 rows; got about 100005"},
		{"rows without end", strings.Repeat("1,2\n", 3<<20), regress, "text", "at most 100000 rows; got about 3145728"},
		{"columns without end", strings.Repeat("1,", 7<<20) + "\n1,2\n", classify, "line 1",
			"keep for example 1, 2, 1000; got 1000 or more columns"},
		{"features without end", "1 " + strings.Repeat("1:1 ", 3<<20), regress, "line 1, column 3", `got "1:1"`},
		{"a word without end", "1," + strings.Repeat("x", 15<<20), regress, "line 1, column 2", "xxx…"},
		{"pandas, ragged", ",x1,x2,class\n0,0.5,1.5,0\n1,2,-3\n", classify, "line 3",
			"a row of 4 columns, like the rows before it; got 3"},
		{"pandas, word for a number", ",x1,x2,class\n0,0.5,1.5,0\n1,two,-3,1\n", classify, "line 3, column 2", `got "two"`},
		{"pandas, half a class", ",x1,x2,class\n0,0.5,1.5,0\n1,2,-3,0.5\n", classify, "line 3, column 4", `got "0.5"`},
		{"pandas, too many columns", ",x1,x2,x3,class\n0,0.5,1.5,3,0\n", classify, "line 2", "x1, x2, class; got 4 columns"},
		{"a class with a NUL", "1,2,1\x00\n", classify, "line 1, column 3", `without control characters; got "1\x00"`},
		{"a class that turns what follows", "1,2,a\n3,4,\u202eb\n", classify, "line 2, column 3",
			"without control characters"},
		{"libsvm, a class with a NUL", "1\x00 1:2\n", classify, "line 1, column 1", "without control characters"},
		{"a number with a NUL", "1\x00,2,1\n", classify, "line 1, column 1", `got "1\x00"`},
		{"bytes", strings.Repeat(" ", doc.MaxBytes+1), regress, "text", "at most 16 MB long; got 16.1 MB"},
		{"libsvm feature 3", "1 1:1 2:2\n1 1:1 3:2\n", classify, "line 2, column 3", `got "3:2"`},
		{"libsvm descending", "1 2:1 1:2\n", classify, "line 1, column 3", "ascending"},
		{"libsvm without a label", "1 1:2\n#N/A\n", classify, "line 2, column 1", `got "#N/A"`},
		{"libsvm no number", "1 1:a\n", classify, "line 1, column 2", `"a"`},
		{"libsvm rows", strings.Repeat("1 1:2\n", doc.MaxPoints+1), classify, "text", "at most 100000 rows; got 100001"},
	} {
		_, _, _, err := ParseCSV(c.in, c.task)
		var e *doc.Error
		if !errors.As(err, &e) || e.Field != c.field || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%s: %v; want %s ... %s", c.name, err, c.field, c.says)
		}
	}
}

// Only the beginning of a long line is kept, however long it is.
func TestSplitEnds(t *testing.T) {
	for sep, s := range map[byte]string{',': strings.Repeat(",", 1<<16), ' ': strings.Repeat("a ", 1<<16),
		';': strings.Repeat(`"a";`, 1<<16)} {
		fields, used, closed := split(nil, s+"\n1,2\n", sep)
		if len(fields) != maxColumns || used != len(s)+1 || !closed {
			t.Errorf("%q: %d fields of %d bytes, closed %v", sep, len(fields), used, closed)
		}
	}
	long := strings.Repeat("x", 1<<20)
	for _, s := range []string{long, `"` + long + `"`} {
		if fields, _, _ := split(nil, s, ','); len(fields[0].text) > maxEntry {
			t.Errorf("an entry of %d bytes", len(fields[0].text))
		}
	}
}

// ParseCSV reads back exactly what FormatCSV writes.
func TestFormatCSV(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	num := func() float64 { return r.NormFloat64() * math.Pow(10, float64(r.IntN(20)-10)) }
	for _, task := range []method.Task{classify, regress, value, cluster, method.Embed} {
		for _, third := range []func() float64{
			func() float64 { return 0 },
			func() float64 { return -1 },
			func() float64 { return float64(2*r.IntN(2) - 1) }, // no class and class 1
			func() float64 { return float64(r.IntN(doc.MaxClass+2) - 1) },
			func() float64 { return float64(1 + 8*r.IntN(2)) }, // the second and the tenth class
			func() float64 { return float64(9 * r.IntN(2)) },   // the first and the tenth class
			num,
		} {
			pts := make([]doc.Point, 50)
			for i := range pts {
				pts[i] = doc.Point{X: num(), Y: num(), Z: third()}
			}
			if task == classify && pts[0].Z != math.Trunc(pts[0].Z) {
				continue
			}
			text := FormatCSV(pts, task, doc.Names{})
			got, _, _, err := ParseCSV(text, task)
			if err != nil || !slices.Equal(got, pts) {
				t.Errorf("%s: %v\n%s got %v\nwant %v", task, err, text, got, pts)
			}
		}
	}
	if s := FormatCSV([]doc.Point{{X: 0.5, Y: 1e6, Z: -1}, {X: 1, Y: 2, Z: 1}}, classify,
		doc.Names{}); s != "x1,x2,class\n0.5,1000000,\n1,2,2\n" {
		t.Errorf("got %q", s)
	}
}

// Without a class 0, classes are counted from 1.
func TestClassesFromOne(t *testing.T) {
	for _, c := range []struct {
		labels string
		want   []float64
	}{
		{"1 2 3", []float64{0, 1, 2}},
		{"0 1 2", []float64{0, 1, 2}},
		{"1 1", []float64{0, 0}},
		{"2 9 -1", []float64{1, 8, -1}},
		{"-1 1", []float64{0, 1}},
		{"0 8", []float64{0, 8}},
		{"0 9", []float64{0, 1}}, // renumbered
		{"1 10", []float64{0, 1}},
		{"3 -1 10", []float64{0, -1, 1}},
		{"11 12 13", []float64{0, 1, 2}},
		{"1 2 3 4 5 6 7 8 9", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{"1 2 3 4 5 6 7 8 10", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{"0 1 2 3 4 5 6 7 9", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		// With ten of them, numbers up to the twelfth are classes.
		{"0 1 2 3 4 5 6 7 8 9", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{"1 2 3 4 5 6 7 8 9 10", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{"9 0 -1 8 1 2 7 6 5 4 3", []float64{9, 0, -1, 8, 1, 2, 7, 6, 5, 4, 3}},
		{"0 1 2 3 4 5 6 7 8 9 10 11", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
		{"1 2 3 4 5 6 7 8 9 10 11 12", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
		{"1 2 3 4 5 6 7 8 9 12", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 11}},
		{"0 1 2 3 4 5 6 7 8 11", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 11}},
		{"0 1 2 3 4 5 6 7 8 12", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}, // renumbered
		{"10 20 30 40 50 60 70 80 90 100", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
	} {
		text := ""
		for _, l := range strings.Fields(c.labels) {
			text += "0.5,0.5," + l + "\n"
		}
		pts, _, _, err := ParseCSV(text, classify)
		if err != nil {
			t.Errorf("%s: %v", c.labels, err)
			continue
		}
		for i, p := range pts {
			if p.Z != c.want[i] {
				t.Errorf("%s: point %d is of class %v, not %v", c.labels, i, p.Z, c.want[i])
			}
		}
	}
}

// A comment says that classes are counted from 1 if at most nine numbers, one of them larger than nine, would otherwise
// be renumbered.
func TestCountedClasses(t *testing.T) {
	pts := []doc.Point{{X: 0.5, Y: 1, Z: 9}, {X: 2, Y: 3, Z: 2}, {X: 4, Y: 5, Z: -1}}
	const want = "# classes are counted from 1\nx1,x2,class\n0.5,1,10\n2,3,3\n4,5,\n"
	text := FormatCSV(pts, classify, doc.Names{})
	if text != want {
		t.Errorf("written as %q, want %q", text, want)
	}
	for _, in := range []string{want, strings.ReplaceAll(want, "\n", "\r\n"), "\uFEFF" + want,
		strings.Replace(want, "from 1\n", "from 1,,\n", 1)} {
		got, names, notes, err := ParseCSV(in, classify)
		if err != nil || !slices.Equal(got, pts) || !names.IsZero() ||
			strings.Contains(strings.Join(notes, "\n"), "comment") {
			t.Errorf("%q: %v, %v, %+v, notes %q", in, err, got, names, notes)
		}
		got, _, _, err = ParseColumns(in, classify, []int{0, 1, 2})
		if err != nil || !slices.Equal(got, pts) {
			t.Errorf("%q, by columns: %v, %v", in, err, got)
		}
	}
	// Words need no such comment, nor does a table with ten classes.
	named := doc.Names{Classes: []string{"", "", "c", "", "", "", "", "", "", "j"}}
	if text := FormatCSV(pts, classify, named); strings.Contains(text, "#") {
		t.Errorf("written as %q", text)
	}
	pts = pts[:0]
	for k := range 10 {
		pts = append(pts, doc.Point{Z: float64(k)})
	}
	if text := FormatCSV(pts, classify, doc.Names{}); strings.Contains(text, "#") || !strings.HasSuffix(text, "0,0,10\n") {
		t.Errorf("written as %q", text)
	}
	// Other comments do not change the meaning of numbers.
	if got, _, notes, err := ParseCSV("# counted from 1\n1,2,10\n1,2,3\n", classify); err != nil || got[0].Z != 1 ||
		got[1].Z != 0 || !strings.Contains(strings.Join(notes, "\n"), "1 comment line") {
		t.Errorf("%v: %v, %q", err, got, notes)
	}
}

// A table of groups is read as classes by a method that needs classes, and vice versa.
func TestGroupsAreClasses(t *testing.T) {
	for _, ids := range [][]float64{{0, 1, 2}, {1, 2}, {0, 8}, {8, 0, -1}, {3}, {0, 9}, {9}, {2, 9, -1}, {10, 11},
		{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}} {
		var pts []doc.Point
		for i, z := range ids {
			pts = append(pts, doc.Point{X: float64(i), Y: 1, Z: z})
		}
		for _, way := range [][2]method.Task{{classify, cluster}, {cluster, classify}, {cluster, cluster}} {
			got, _, _, err := ParseCSV(FormatCSV(pts, way[0], doc.Names{}), way[1])
			if err != nil || !slices.Equal(got, pts) {
				t.Errorf("%v written by %s, read by %s: %v, %v", ids, way[0], way[1], got, err)
			}
		}
	}
}

// taken reports whether a table was read without error, and checks that the result is a valid document and problem, or
// that the error is complete.
func taken(t *testing.T, task method.Task, pts []doc.Point, names doc.Names, err error) bool {
	t.Helper()
	if err != nil {
		var e *doc.Error
		if !errors.As(err, &e) || e.Field == "" || e.Want == "" {
			t.Fatalf("not a full *doc.Error: %#v", err)
		}
		return false
	}
	if err := (doc.Document{Method: "knn", Points: pts, Names: names}).Validate(); err != nil {
		t.Fatal(err)
	}
	if _, err := method.NewProblem(pts, task, 0); err != nil {
		t.Fatal(err)
	}
	return true
}

func FuzzParseCSV(f *testing.F) {
	for _, s := range []string{
		"", "1,2\n3,4\n", "x1,x2,class\n0.1,0.2,0\n0.3,0.4,1\n", "0,5;1,5;a\n2;3;b\n", "1\t2\t0\n\n# c\n3\t4\t-1\n",
		"1 2 3\n4 5 6",
		"+1 1:0.3 2:0.7\n-1 2:5 # x\n1\n", "\"a\"\"b\",\"c\nd\",e\n\"1\",\"2\",\"3\"", "\uFEFFsep=;\r\n1;2\r\n",
		"1,2,\n3,4,-1\n5,6,1", "1,2,3,4\n",
		"1,nan\n", "1,1e999\n", "\u22121,2\n", "\"", "1,\"2", "1,2,10\n1,2,-1\n", "\x00\xff,1\n", "1, 2,a\n1, 2,\n", "#\n#\n",
		method.CountedNote + "\n1,2,10\n1,2,3\n", "1,2,0\n1,2,9\n",
		"1,2,1\n1,2,2\n1,2,3\n1,2,4\n1,2,5\n1,2,6\n1,2,7\n1,2,8\n1,2,9\n1,2,10\n", "1 1:1 1:1\n", "\v1\u00a02\u0085\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, task := range []method.Task{classify, regress, value, cluster} {
			pts, names, notes, err := ParseCSV(s, task)
			if !taken(t, task, pts, names, err) {
				continue
			}
			for _, n := range notes {
				if len(n) > 5000 {
					t.Fatalf("a note of %d bytes", len(n))
				}
			}
			again, _, _, err := ParseCSV(FormatCSV(pts, task, doc.Names{}), task)
			if err != nil || !slices.Equal(again, pts) {
				t.Fatalf("%s: %v\n%v became %v", task, err, pts, again)
			}
			again, back, _, err := ParseCSV(FormatCSV(pts, task, names), task)
			if err != nil || len(again) != len(pts) {
				t.Fatalf("%s: %v, with names %+v: %d points of %d", task, err, names, len(again), len(pts))
			}
			for i, p := range pts {
				q := again[i]
				if p.X != q.X || p.Y != q.Y || task == value && p.Z != q.Z || names.Named(int(p.Z)) && back.Named(int(q.Z)) &&
					names.Class(int(p.Z)) != back.Class(int(q.Z)) {
					t.Fatalf("%s: with names %+v, %v became %v with %+v", task, names, p, q, back)
				}
			}
		}
	})
}

func BenchmarkParseCSV100k(b *testing.B) {
	pts, err := Make(doc.Dataset{Name: "uniform", N: doc.MaxPoints})
	if err != nil {
		b.Fatal(err)
	}
	for i := range pts {
		pts[i].Z = float64(i % 3)
	}
	text := FormatCSV(pts, classify, doc.Names{})
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, _, _, err := ParseCSV(text, classify); err != nil {
			b.Fatal(err)
		}
	}
}

// A header and labels fill the names; FormatCSV preserves them.
func TestTableNames(t *testing.T) {
	type names = doc.Names
	for _, c := range []struct {
		name, in string
		task     method.Task
		want     doc.Names
	}{
		{"iris", "petal length (cm),petal width (cm),species\n1,2,setosa\n3,4,virginica\n5,6,setosa\n", classify,
			names{X: "petal length (cm)", Y: "petal width (cm)", Value: "species", Classes: []string{"setosa", "virginica"}}},
		{"labels only, as they appear", "1,2,setosa\n3,4,Anna\n5,6,setosa\n", classify,
			names{Classes: []string{"setosa", "Anna"}}},
		{"our own header is no name", "X1,x2,class\n1,2,1\n3,4,2\n", classify, names{}},
		{"numbers that are ids", "a,b,c\n1,2,0\n3,4,1\n", classify, names{X: "a", Y: "b", Value: "c"}},
		{"numbers that are none", "a,b,c\n1,2,10\n3,4,-20\n", classify,
			names{X: "a", Y: "b", Value: "c", Classes: []string{"-20", "10"}}},
		{"a pair", "1,2,-1\n3,4,+1\n", classify, names{Classes: []string{"-1", "1"}}},
		{"a label that is the default", "1,2,class 1\n3,4,b\n", classify, names{Classes: []string{"", "b"}}},
		{"a line", "year;price\n1990;3\n1991;4\n", regress, names{X: "year", Y: "price"}},
		{"a line, x and y", "x,y\n1990,3\n", regress, names{}},
		{"values", "x1,x2,height (m)\n1,2,3\n", value, names{Value: "height (m)"}},
		{"groups", "a,b,kind\n1,2,p\n1,3,q\n", cluster, names{X: "a", Y: "b", Value: "kind", Classes: []string{"p", "q"}}},
		{"pandas", ",len,wid,species\n0,1,2,a\n1,3,4,b\n", classify,
			names{X: "len", Y: "wid", Value: "species", Classes: []string{"a", "b"}}},
		{"what can't be seen, and blanks", "\" a\u202e\x01  b \",y\n1,2\n", regress, names{X: "a b"}},
		{"long", strings.Repeat("x", 80) + ",y\n1,2\n", regress, names{X: strings.Repeat("x", 59) + "…"}},
	} {
		pts, got, notes, err := ParseCSV(c.in, c.task)
		if err != nil || !got.Equal(c.want) {
			t.Errorf("%s: %v, names %+v", c.name, err, got)
			continue
		}
		if cut := strings.Contains(strings.Join(notes, "\n"), "was cut"); cut != (c.name == "long") {
			t.Errorf("%s: notes %q", c.name, notes)
		}
		text := FormatCSV(pts, c.task, got)
		again, names, _, err := ParseCSV(text, c.task)
		if err != nil || !slices.Equal(again, pts) || !names.Beyond(got).IsZero() || names.X != got.X || names.Y != got.Y ||
			names.Value != got.Value {
			t.Errorf("%s: %v\n%s read as %+v, %v", c.name, err, text, names, again)
		}
	}
	pts := []doc.Point{{X: 1, Y: 2, Z: 1}, {X: 3, Y: 4, Z: -1}, {X: 5, Y: 6}}
	for _, c := range []struct {
		names names
		want  string
	}{
		{names{X: "a, b", Y: `"c"`, Classes: []string{"p q", "=1+2"}}, "\"a, b\",\"\"\"c\"\"\",class\n1,2,\" " +
			"=1+2\"\n3,4,\n5,6,\"p q\"\n"},
		{names{X: "12", Classes: []string{"p", ""}}, "x1,x2,class\n1,2,2\n3,4,\n5,6,1\n"},
		{names{X: "a", Classes: []string{"p", "p"}}, "a,x2,class\n1,2,2\n3,4,\n5,6,1\n"},
		{names{X: "Unnamed: 0", Classes: []string{"p", "7"}}, "x1,x2,class\n1,2,2\n3,4,\n5,6,1\n"},
		{names{X: "a", Classes: []string{"p", "NA"}}, "a,x2,class\n1,2,2\n3,4,\n5,6,1\n"},
		{names{X: "#", Y: "sep=;"}, "\"#\",\"sep=;\",class\n1,2,2\n3,4,\n5,6,1\n"},
	} {
		if got := FormatCSV(pts, classify, c.names); got != c.want {
			t.Errorf("%+v: written as %q, want %q", c.names, got, c.want)
		}
	}
}

// The names of a built-in table's classes are in the table, in the same order.
func TestTablesHaveTheirNames(t *testing.T) {
	for _, e := range tables() {
		n := Names(e.Name)
		if n.X == "" || n.Y == "" {
			t.Errorf("%s: axes are called %q and %q", e.Name, n.X, n.Y)
		}
		pts, read, _, err := ParseCSV(e.table, e.Task)
		if err != nil {
			t.Fatal(err)
		}
		if read.Classes != nil && !slices.Equal(read.Classes, n.Classes) {
			t.Errorf("%s: classes %q are called %q", e.Name, read.Classes, n.Classes)
		}
		for _, p := range pts {
			if e.Task == classify && !n.Named(int(p.Z)) {
				t.Fatalf("%s: class %v has no name", e.Name, p.Z)
			}
		}
		if strings.ContainsAny(e.Help, "0123456789") {
			t.Errorf("%s counts classes: %s", e.Name, e.Help)
		}
	}
	if n := Names("moons"); !n.IsZero() {
		t.Errorf("moons are called %+v", n)
	}
}
