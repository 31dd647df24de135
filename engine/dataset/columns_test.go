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

const irisWide = "sepal_length,sepal_width,petal_length,petal_width,species\n5.1,3.5,1.4,0.2,setosa\n7.0,3.2,4.7,1.4,versicolor\n6.3,,6.0,2.5,virginica\n4.9,3.0,n.a.,0.2,setosa\n"

func TestColumns(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     string // name, kind, values and missing of each column
		rows     int
	}{
		{"wide", irisWide, "sepal_length number 4 0, sepal_width number 3 1, petal_length number 4 1, petal_width number " +
			"3 0, species label 3 0", 4},
		{"no header", "setosa,5.1,3.5,1.4\nversicolor,7,3.2,4.7\n", " label 2 0,  number 2 0,  number 2 0,  number 2 0", 2},
		{"words without a header", "F,setosa,5.1,3.5\nM,versicolor,7,3.2\n",
			" label 2 0,  label 2 0,  number 2 0,  number 2 0", 2},
		{"words only", "a,b,c,d\nx,y,z,w\n", "a label 1 0, b label 1 0, c label 1 0, d label 1 0", 1},
		{"pandas", ",a,b,c,d\n0,1,2,3,x\n1,4,5,6,y\n", " number 2 0, a number 2 0, b number 2 0, c number 2 0, d label 2 0",
			2},
		{"R", "\"a\" \"b\" \"c\" \"d\"\n\"1\" 1 2 3 \"x\"\n\"2\" 4 5 6 \"y\"\n",
			" number 2 0, a number 2 0, b number 2 0, c number 2 0, d label 2 0", 2},
		{"decimal commas", "a;b;c;d\n1,5;2;3;x\n2,5;3;4;y\n", "a number 2 0, b number 2 0, c number 2 0, d label 2 0", 2},
		{"labels that would be no numbers", "a,b,c\n1,2,-\n3,4,None\n5,6,NA\n", "a number 3 0, b number 3 0, c label 2 1", 3},
		{"days", "day,price\n2024-01-01,3\n2024-07-01,4\n,5\n", "day date 2 1, price number 3 0", 3},
		{"libsvm", "+1 1:0.5 3:2\n-1 2:1\n", "label number 2 0, feature 1 number 2 0, feature 2 number 2 0, feature " +
			"3 number 2 0", 2},
		{"an empty last column", "a,b,c,d\n1,2,3,\n4,5,6,\n", "a number 2 0, b number 2 0, c number 2 0, d label 0 2", 2},
	} {
		got, err := Columns(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var list []string
		for _, k := range got.Columns {
			list = append(list, k.Name+" "+string(k.Kind)+" "+strconv.Itoa(k.Values)+" "+strconv.Itoa(k.Missing))
		}
		if s := strings.Join(list, ", "); s != c.want || got.Rows != c.rows {
			t.Errorf("%s: %d rows of\n%s, want\n%s", c.name, got.Rows, s, c.want)
		}
	}
	got, _ := Columns(irisWide)
	if s := got.Columns[2].Sample; !slices.Equal(s, []string{"1.4", "4.7", "6.0", "n.a."}) {
		t.Errorf("the first entries are %q", s)
	}
	for in, field := range map[string]string{"": "text", "a,b,c,d\n1,2,3,4\n1,2,3\n": "line 3", "a,b,c,\"d\n": "line 1",
		strings.Repeat("1,", 2000) + "\n": "line 1", strings.Repeat(" ", doc.MaxBytes+1): "text"} {
		var e *doc.Error
		if _, err := Columns(in); !errors.As(err, &e) || e.Field != field {
			t.Errorf("%.20q: %v, want %s", in, err, field)
		}
	}
}

// A table is read without a choice if there is only one interpretation.
func TestFits(t *testing.T) {
	many := "" // words
	for i := range 13 {
		many += "1,2," + string(rune('p'+i)) + "\n"
	}
	for _, c := range []struct {
		in   string
		task method.Task
		want bool
	}{
		{"1,2,0\n3,4,1\n", classify, true}, {"1,2\n3,4\n", classify, true}, {"1,2,a\n3,4,b\n", classify, true},
		{"1,2,-1\n3,4,1\n", classify, true}, {"1,2,\n3,4,1\n", classify, true},
		{irisWide, classify, false}, {"kind,a,b\nx,1,2\ny,3,4\n", classify, false}, {"1,2,0.5\n3,4,0.7\n", classify, false},
		{",a,b,c\n0,1,2,x\n1,3,4,y\n", classify, true}, {",a,b,c,d\n0,1,2,3,x\n1,3,4,5,y\n", classify, false},
		{"1,2,0,,\n2,-3,1,,\n", classify, true},
		{"1,2\n3,4\n", regress, true}, {"day,price\n2024-01-01,3\n", regress, false}, {"1,2,x\n3,4,y\n", regress, true},
		{many, regress, false}, {many, cluster, false}, {many, value, false}, {"1,NA,0\n3,4,1\n5,6,1\n", classify, true},
		{"1,2,3\n4,5,6\n", value, true}, {"1,2,a\n4,5,b\n", value, false},
		{"1,2,0.5\n3,4,0.7\n", cluster, true}, {"hello\nworld\n", classify, true},
	} {
		table, err := Columns(c.in)
		if err != nil {
			t.Fatal(err)
		}
		got := Fits(table, c.task)
		if got != c.want {
			t.Errorf("%q fits %s: %v", c.in, c.task, got)
		}
		if len(table.Columns) < 2 {
			continue
		}
		if _, _, _, err := ParseCSV(c.in, c.task); got && err != nil {
			t.Errorf("%q fits %s, and is refused: %v", c.in, c.task, err)
		}
	}
}

func TestSuggest(t *testing.T) {
	many := "id,age,sex,dose,answer,site\n"
	for i := range 20 {
		many += strconv.Itoa(i+1) + "," + strconv.Itoa(30+i%13) + "," + []string{"f", "m"}[i%2] + "," + strconv.Itoa(i%11) +
			".5," + strconv.FormatFloat(float64(i)/7, 'f', 3, 64) + ",s" + strconv.Itoa(i) + "\n"
	}
	ten := "id,a,b,kind,site,count\n"
	digits := "target,a,b,c\n"
	for i := range 20 {
		ten += fmt.Sprintf("%d,%d.5,%d,%c,s%d,%d\n", i+1, 7*i%20, 3*i%20, 'u'+i%3, i%10, i%12)
		digits += fmt.Sprintf("%d,%d,%d,%d\n", i%10, 7*i%20, 3*i%20, i%3)
	}
	for _, c := range []struct {
		name, in string
		task     method.Task
		want     []int
	}{
		{"ten words, and fewer", ten, classify, []int{1, 2, 3}},
		{"ten words", strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(ten, ",u,", ",1.5,"), ",v,", ",2.5,"), ",w,",
			",3.5,"), classify, []int{1, 2, 4}},
		{"digits, by their name", digits, classify, []int{1, 2, 0}},
		{"twelve numbers", "a,b,c,d\n" + strings.Join(strings.Fields("0,0,0,1 1,1,1,2 2,2,2,3 3,3,3,4 4,4,4,5 5,5,5,6 "+
			"6,6,6,7 7,7,7,8 8,8,8,9 9,9,9,10"), "\n"), classify, []int{0, 1, -1}},
		{"iris", irisWide, classify, []int{0, 1, 4}},
		{"iris, to be grouped", irisWide, cluster, []int{0, 1, 4}},
		{"iris, a line", irisWide, regress, []int{0, 3, -1}},
		{"iris, values", irisWide, value, []int{0, 1, 3}},
		{"class first", "species,a,b,c\nx,1,2,3\ny,4,5,6\n", classify, []int{1, 2, 0}},
		{"a class of numbers, by its name", "target,a,b,c\n0,1.5,2,3\n1,4.5,5,6\n", classify, []int{1, 2, 0}},
		{"ids and groups", many, classify, []int{1, 3, 2}},
		{"ids, a line", many, regress, []int{1, 4, -1}},
		{"pandas", ",a,b,c,d\n0,1,2,3,x\n1,4,5,6,y\n", classify, []int{1, 2, 4}},
		{"no class", "a,b,c,d\n1.5,2.5,3.5,4.5\n2.5,3.5,4.5,5.5\n", classify, []int{0, 1, -1}},
		{"days", "day,price\n2024-01-01,3\n2024-07-01,4\n", regress, []int{0, 1, -1}},
	} {
		table, err := Columns(c.in)
		if err != nil {
			t.Fatal(err)
		}
		got := Suggest(table, c.task)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if _, _, _, err := ParseColumns(c.in, c.task, got); err != nil {
			t.Errorf("%s: what is suggested is refused: %v", c.name, err)
		}
	}
}

func TestParseColumns(t *testing.T) {
	type names = doc.Names
	for _, c := range []struct {
		name, in string
		task     method.Task
		columns  []int
		want     []doc.Point
		names    names
		notes    string
	}{
		{"iris", irisWide, classify, []int{2, 3, 4},
			[]doc.Point{{X: 1.4, Y: 0.2}, {X: 4.7, Y: 1.4, Z: 1}, {X: 6, Y: 2.5, Z: 2}},
			names{X: "petal_length", Y: "petal_width", Value: "species", Classes: []string{"setosa", "versicolor", "virginica"}},
			`1 row left out: no number in petal_length (line 5: “n.a.”)`},
		{"iris without a class", irisWide, classify, []int{1, 0, -1},
			[]doc.Point{{X: 3.5, Y: 5.1}, {X: 3.2, Y: 7}, {X: 3, Y: 4.9}}, names{X: "sepal_width", Y: "sepal_length"},
			`no number in sepal_width (line 4)`},
		{"a line", irisWide, regress, []int{0, 3}, []doc.Point{{X: 5.1, Y: 0.2}, {X: 7, Y: 1.4}, {X: 6.3, Y: 2.5},
			{X: 4.9, Y: 0.2}}, names{X: "sepal_length", Y: "petal_width"}, ""},
		{"values", irisWide, value, []int{0, 3, 1}, []doc.Point{{X: 5.1, Y: 0.2, Z: 3.5}, {X: 7, Y: 1.4, Z: 3.2},
			{X: 4.9, Y: 0.2, Z: 3}}, names{X: "sepal_length", Y: "petal_width", Value: "sepal_width"}, "1 row left out"},
		{"a missing class", "a,b,c,d\n1,2,x,0\n3,4,NA,0\n5,6,none,0\n", classify, []int{0, 1, 2},
			[]doc.Point{{X: 1, Y: 2}, {X: 3, Y: 4, Z: -1}, {X: 5, Y: 6, Z: 1}},
			names{X: "a", Y: "b", Value: "c", Classes: []string{"x", "none"}}, "1 point without a class"},
		{"days", "day,price\n2024-01-01,3\n2023-07-02,4\n", regress, []int{0, 1, -1},
			[]doc.Point{{X: 2024, Y: 3}, {X: 2023.49863, Y: 4}}, names{X: "day (years)", Y: "price"}, ""},
		{"one column twice", "a,b,c,d\n1,2,3,4\n", regress, []int{0, 0}, []doc.Point{{X: 1, Y: 1}}, names{X: "a", Y: "a"},
			""},
		{"libsvm", "+1 1:0.5 3:2\n-1 2:1\n", classify, []int{1, 3, 0}, []doc.Point{{X: 0.5, Y: 2, Z: 1}, {}},
			names{X: "feature 1", Y: "feature 3", Value: "label", Classes: []string{"-1", "1"}}, ""},
		{"no header", "x,1,2,3\ny,4,5,6\n", classify, []int{3, 1, 0}, []doc.Point{{X: 3, Y: 1}, {X: 6, Y: 4, Z: 1}},
			names{Classes: []string{"x", "y"}}, ""},
	} {
		pts, got, notes, err := ParseColumns(c.in, c.task, c.columns)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i := range pts {
			pts[i].X = round(pts[i].X)
		}
		if !slices.Equal(pts, c.want) || !got.Equal(c.names) {
			t.Errorf("%s:\n got %v %+v\nwant %v %+v", c.name, pts, got, c.want, c.names)
		}
		if !strings.Contains(strings.Join(notes, "\n"), c.notes) {
			t.Errorf("%s: notes %q lack %q", c.name, notes, c.notes)
		}
	}
	many := "a,b,c,d\n"
	for i := range 13 {
		many += "1,2,3," + string(rune('p'+i)) + "\n"
	}
	for _, c := range []struct {
		in      string
		task    method.Task
		columns []int
		says    string
	}{
		{many, classify, []int{0, 1, 3}, "d must be a column of at most 12 classes: choose another column, or none; got 13 " +
			"different entries"},
		{many + "1,2,3,NA\n", classify, []int{0, 1, 3}, "d must be a column of at most 12 classes: choose another column, " +
			"or none; got 13 different entries"},
		{"a,b,c,d\n1,2,0.5,4\n", classify, []int{0, 1, 2}, "line 2, column 3 must be a class"},
		{irisWide, classify, []int{4, 0, -1}, "columns must be columns of numbers; got no row with a number in each"},
		{irisWide, classify, []int{0, 5, -1}, "columns must be among the 5 of the table; got 6"},
		{irisWide, classify, []int{0, 1, 7}, "columns must be among the 5 of the table; got 8"},
		{irisWide, classify, []int{0}, "columns must be those of 2 or 3 columns"},
		{irisWide, classify, []int{-1, 1, 2}, "columns must be those of"},
		{irisWide, value, []int{0, 1}, "columns must be those of 3 columns"},
		{"a,b,c,d\n1,2,x\x00,4\n", classify, []int{0, 1, 2}, "line 2, column 3 must be a text without control characters"},
	} {
		var e *doc.Error
		if _, _, _, err := ParseColumns(c.in, c.task, c.columns); !errors.As(err, &e) ||
			!strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%v: %v, want %s", c.columns, err, c.says)
		}
	}
}

func FuzzColumns(f *testing.F) {
	for _, s := range []string{irisWide, "", "+1 1:0.5 3:2\n-1 2:1\n", "a;b;c;d\n1,5;2;3;x\n", ",a,b,c,d\n0,1,2,3,x\n",
		"day,price\n2024-01-01,3\n", "\"a", "1,2,3,4\n1,2\n", "\xff,\x00,a,b\n1,2,3,4"} {
		f.Add(s, 0, 1, 2)
	}
	f.Fuzz(func(t *testing.T, s string, a, b, c int) {
		table, err := Columns(s)
		if err != nil {
			return
		}
		for _, task := range []method.Task{classify, regress, value, cluster} {
			for _, pick := range [][]int{Suggest(table, task), {a, b, c}} {
				pts, names, _, err := ParseColumns(s, task, pick)
				taken(t, task, pts, names, err)
			}
		}
	})
}
