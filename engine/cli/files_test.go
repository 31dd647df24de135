package cli

import (
	"strings"
	"testing"
)

// Real-world files on the command line: the results are those of the page, or an error names the flag that resolves an
// ambiguity.
func TestFilesAsPeopleHaveThem(t *testing.T) {
	line := write(t, "line.json", `{"method":"least_squares"}`)
	classes := write(t, "classes.json", `{"method":"knn","params":{"n_neighbors":1}}`)
	in := func(name string) string { return "../dataset/testdata/files/" + name }
	for _, c := range []struct {
		args []string
		out  string // a part of standard output
		told string // a part of standard error
	}{
		{[]string{line, "-table", in("thousands_tab.csv"), "-decimal", "."}, `"y": "Trees"`, `“31,204” read as 31204`},
		{[]string{line, "-table", in("thousands_quoted.csv"), "-decimal", "."}, `"y": "Trees"`, `“31,204” read as 31204`},
		{[]string{line, "-table", in("german_thousands.csv")}, `"predictions"`, `“-12.345,60” read as -12345.60`},
		{[]string{classes, "-table", in("nbsp.csv")}, `"a"`, "read as 1234.5"},
		{[]string{classes, "-table", in("percent.csv")}, `"x (%)"`, `“41,25%” read as 41.25`},
		{[]string{classes, "-table", in("excel_errors.csv")}, `"b"`, `(line 3: “#DIV/0!”)`},
		{[]string{classes, "-table", in("cp1252.csv")}, `"groß"`, "Windows-1252"},
		{[]string{classes, "-table", in("cp1252.csv"), "-encoding", "utf-8"}, "gro\uFFFD", "could not be read"},
		{[]string{classes, "-table", in("utf16.csv")}, `"a"`, "read as UTF-16 LE"},
		{[]string{classes, "-table", in("points.json.csv")}, `"predictions"`, "a list of rows in JSON"},
	} {
		code, out, errs := run(Fit, "", c.args...)
		if code != Done || !strings.Contains(out, c.out) || !strings.Contains(errs, c.told) {
			t.Errorf("%v: status %d, %s\n%s", c.args[1:], code, errs, out)
		}
	}
	trees := write(t, "trees.csv", "a,b,tree\n1,2,Fichte\n3,4,fichte\n5,6,Fichte\n7,8,Eiche\n")
	for _, c := range []struct {
		args []string
		told string
	}{{nil, `labels that differ only in case or spaces: ["Fichte" "fichte"]; -merge-labels treats them as one`},
		{[]string{"-merge-labels"}, `labels of tree: “fichte” read as “Fichte”`}} {
		code, out, errs := run(Fit, "", append([]string{classes, "-table", trees}, c.args...)...)
		if code != Done || !strings.Contains(errs, c.told) || strings.Contains(out, `"fichte"`) != (c.args == nil) {
			t.Errorf("%v: status %d, %s\n%s", c.args, code, errs, out)
		}
	}
	vectors := write(t, "svm.json", `{"method":"svm"}`)
	many := write(t, "many.csv", "a,b,k\n"+strings.Repeat("1,2,u\n3,4,v\n", 11_000))
	if code, out, errs := run(Fit, "", vectors, "-table", many, "-sample", "10", "-sample-seed", "3"); code != Done ||
		!strings.Contains(errs, "sample: 10 of 22000 rows, drawn with seed 3 in proportion to the classes") ||
		!strings.Contains(out, `"predictions": [`) {
		t.Errorf("status %d, %s\n%.300s", code, errs, out)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{line, "-table", in("thousands_tab.csv")}, `-decimal must be given: "31,204" (line 2, column 2) is 31204 with a ` +
			"decimal point, and 31.204 with a decimal comma"},
		{[]string{line, "-table", in("thousands_tab.csv"), "-decimal", "x"}, `-decimal must be a point or a comma; got "x"`},
		{[]string{line, "-table", in("utf16.csv"), "-encoding", "latin9"}, "-encoding must be one of utf-8, utf-16le"},
		{[]string{vectors, "-table", many}, "-sample must be given for a table of more than 5000 rows"},
		{[]string{vectors, "-table", many, "-columns", "1,2,3"}, "-sample must be given"},
		{[]string{vectors, "-table", many, "-sample", "-1"}, "-sample must be a whole number from 1 to 100000"},
		{[]string{classes, "-sample", "5"}, "given with -table"},
	} {
		if code, _, errs := run(Fit, "", c.args...); code != Fault || !strings.Contains(errs, c.says) {
			t.Errorf("%v: status %d, %s", c.args[1:], code, errs)
		}
	}
}
