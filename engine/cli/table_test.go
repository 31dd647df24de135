package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

const wideTable = "id,petal length (cm),\"width, " +
	"petal\",species\n1,1.4,0.2,setosa\n2,4.7,1.4,versicolor\n3,1.3,0.3,setosa\n4,NA,1.5,versicolor\n5,4.5,1.5,versicolor\n"

// A table replaces a document's points, and its names are printed and drawn.
func TestTables(t *testing.T) {
	document := write(t, "doc.json",
		`{"method":"svm","params":{"kernel":"linear"},"dataset":{"name":"moons"},"title":"Old","names":{"x":"old"}}`)
	table := write(t, "wide.csv", wideTable)
	for _, columns := range []string{"petal length (cm),\"width, petal\",species", "2, 3, 4",
		"PETAL LENGTH (CM),3,Species"} {
		code, out, errs := run(Fit, "", document, "-table", table, "-columns", columns)
		if code != Done {
			t.Fatalf("%s: status %d: %s", columns, code, errs)
		}
		var got struct {
			Names       doc.Names
			Predictions []float64
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		want := doc.Names{X: "petal length (cm)", Y: "width, petal", Value: "species",
			Classes: []string{"setosa", "versicolor"}}
		if !got.Names.Equal(want) || len(got.Predictions) != 4 || !strings.Contains(out, `"names": {`) ||
			!strings.Contains(out, `"x": "petal length (cm)"`) {
			t.Errorf("%s: %+v, %v", columns, got.Names, got.Predictions)
		}
		if !strings.Contains(errs, `1 row left out: no number in petal length (cm) (line 5: “NA”)`) {
			t.Errorf("told %q", errs)
		}
	}
	code, out, errs := run(Draw, wideTable, document, "-table", "-", "-columns", "2,3,4")
	if code != Done || !strings.Contains(out, ">petal length (cm)<") || !strings.Contains(out, ">width, petal<") ||
		strings.Contains(out, "Old") {
		t.Errorf("status %d: %s\n%.2000s", code, errs, out)
	}
	// A table with three columns needs no choice; a recipe has its own names.
	narrow := write(t, "narrow.csv", "a,b,kind\n1,2,p\n3,4,q\n")
	if code, out, errs := run(Fit, "", document, "-table", narrow); code != Done || !strings.Contains(out, `"q"`) {
		t.Errorf("status %d: %s%s", code, errs, out)
	}
	if code, out, _ := run(Fit, `{"method":"knn","dataset":{"name":"iris"}}`, "-"); code != Done ||
		!strings.Contains(out, `"virginica"`) {
		t.Errorf("status %d: %.300s", code, out)
	}
	if code, out, _ := run(Fit, `{"method":"knn","dataset":{"name":"moons"}}`, "-"); code != Done ||
		strings.Contains(out, `"names"`) {
		t.Errorf("status %d: %.300s", code, out)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{document, "-columns", "1,2"}, "-columns must be given with -table"},
		{[]string{document, "-table", table}, "-columns must be given for a table with the columns 1 id, 2 petal length " +
			"(cm), 3 width, petal, 4 species; for example -columns 2,3,4"},
		{[]string{document, "-table", table, "-columns", "2"}, "-columns must be two or three columns"},
		{[]string{document, "-table", table, "-columns", "2,height"},
			`-columns must be one of the table's 1 id, 2 petal length (cm), 3 width, petal, 4 species; got "height"`},
		{[]string{document, "-table", table, "-columns", "2,9"}, `got "9"`},
		{[]string{document, "-table", table, "-columns", "4,2"}, "columns must be columns of numbers"},
		{[]string{document, "-table", "nowhere.csv"}, "nowhere.csv"},
		{[]string{"-", "-table", "-"}, "-table must be a file"},
	} {
		for name, f := range map[string]func() (int, string, string){
			"fit":  func() (int, string, string) { return run(Fit, svmDoc, c.args...) },
			"draw": func() (int, string, string) { return run(Draw, svmDoc, c.args...) },
		} {
			if code, _, errs := f(); code != Fault || !strings.Contains(errs, c.says) {
				t.Errorf("%s %v: status %d, %s", name, c.args[1:], code, errs)
			}
		}
	}
}
