package wire

import (
	"slices"
	"strings"
	"testing"
)

func logged() []*Run {
	params := func(c string) []RunParam { return []RunParam{{"Kernel", "Linear"}, {"C", c}} }
	return []*Run{
		{Method: "svm", Label: "SVM", Params: params("1"), N: 40, Steps: 12, Step: "step", Passes: 24.5, Seconds: 0.0015,
			Cost:   &RunValue{"objective", 1},
			Errors: []RunValue{{"training error", 0.1}, {"fresh error", 0.125}},
			At:     []float64{0, 6, 12}, PassesAt: []float64{0, 10, 24.5}, SecondsAt: []float64{0, 0.0005, 0.0015},
			Curves: []RunCurve{{Name: "objective", Of: []int{0, 1, 2}, Values: []float64{3, 2, 1}},
				{Name: "fresh error", Of: []int{0, 2}, Values: []float64{0.5, 0.125}}}},
		{Method: "svm", Label: "SVM", Params: params("10"), N: 40, Steps: -1, Passes: -1, Seconds: 2, Errors: []RunValue{{
			"training error", 0.05}}, At: []float64{0}, SecondsAt: []float64{2}, Curves: []RunCurve{{Name: "training error",
			Of: []int{0}, Values: []float64{0.05}}}},
		{Name: `=a "quoted", name`, Method: "knn", Label: "Neighbours", Params: []RunParam{{"k", "3"}}, N: 40, Steps: -1,
			Passes: -1, Seconds: 1e-7, Errors: []RunValue{}},
		{Method: "lda", Label: "LDA", Steps: -1, Passes: -1, Seconds: -1, Fault: "LDA needs two classes."},
	}
}

// A generated name has the method, and only the parameters that differ from other runs of that method.
func TestNamesOfRuns(t *testing.T) {
	list := logged()
	if got := NameRuns(list); !slices.Equal(got, []string{"SVM, C 1", "SVM, C 10", `=a "quoted", name`, "LDA"}) {
		t.Errorf("%q", got)
	}
	if got := NameRuns(list[:1]); got[0] != "SVM" {
		t.Errorf("alone it is %q", got)
	}
	if got := RunLooks([]string{"a", "b", "a", "c"}); !slices.Equal(got, []int{0, 1, 0, 2}) {
		t.Errorf("looks %v", got)
	}
}

// The exact CSV: RFC 4180, unknown values empty, and nothing that a spreadsheet would compute.
func TestRunsAsCSV(t *testing.T) {
	const table = "run,method,n,steps,passes,seconds,objective,training error,fresh error\n" +
		"\"SVM, C 1\",svm,40,12,24.5,0.0015,1,0.1,0.125\n" +
		"\"SVM, C 10\",svm,40,,,2,,0.05,\n" +
		"\"'=a \"\"quoted\"\", name\",knn,40,,,1e-07,,,\n" +
		"LDA,lda,,,,,,,\n"
	if got := RunsCSV(logged()); got != strings.ReplaceAll(table, "\n", "\r\n") {
		t.Errorf("the table is\n%s", got)
	}
	const curves = "run,step,passes,seconds,objective,fresh error,training error\n" +
		"\"SVM, C 1\",0,0,0,3,0.5,\n" +
		"\"SVM, C 1\",6,10,0.0005,2,,\n" +
		"\"SVM, C 1\",12,24.5,0.0015,1,0.125,\n" +
		"\"SVM, C 10\",0,,2,,,0.05\n"
	if got := CurvesCSV(logged()); got != strings.ReplaceAll(curves, "\n", "\r\n") {
		t.Errorf("the curves are\n%s", got)
	}
}

func TestSecondsAreRead(t *testing.T) {
	for s, want := range map[float64]string{-1: "–", 0: "0 µs", 4.56e-5: "45.6 µs", 0.0123: "12.3 ms", 1.5: "1.5 s",
		123.4: "123 s"} {
		if got := Seconds(s); got != want {
			t.Errorf("%v s is %q, not %q", s, got, want)
		}
	}
}
