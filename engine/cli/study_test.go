package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
)

const studied = `{"version":1,"method":"knn","params":{"n_neighbors":3},"dataset":{"name":"moons","n":60,"noise":0.3,"seed":2}%s}`

// The command prints the study that the options, or else the document, ask for, with the error of each fit.
func TestFitStudies(t *testing.T) {
	plain := strings.Replace(studied, "%s", "", 1)
	own := strings.Replace(studied, "%s", `,"study":{"over":"n_neighbors","values":[1,5,9],"folds":4,"seed":3}`, 1)
	type found struct {
		Study struct {
			Says   string
			Over   struct{ At []float64 }
			Errors []struct {
				Name     string
				Mean, SE []float64
				Each     [][]float64
			}
			By     string `json:"chosen_by"`
			Chosen []map[string]any
			Fits   int
		}
	}
	fit := func(text string, args ...string) (f found) {
		t.Helper()
		code, out, errs := run(Fit, text, append([]string{"-"}, args...)...)
		if code != Done {
			t.Fatal(errs)
		}
		if err := json.Unmarshal([]byte(out), &f); err != nil {
			t.Fatal(err)
		}
		return f
	}
	a := fit(own).Study
	if len(a.Errors) != 3 || a.Errors[1].Name != "cross-validated" || len(a.Errors[1].Each[2]) != 4 ||
		a.By != "cross-validated" ||
		a.Fits != 15 || a.Chosen[0]["n_neighbors"] == nil {
		t.Errorf("%+v", a)
	}
	if b := fit(plain, "-curve", "n_neighbors=1,5,9", "-cv", "4").Study; len(b.Over.At) != 3 || b.Fits != 15 {
		t.Errorf("%+v", b)
	}
	if c := fit(own, "-cv", "6").Study; len(c.Errors[1].Each[0]) != 6 || len(c.Over.At) != 3 {
		t.Errorf("the option does not win, or takes the curve away: %+v", c)
	}
	d := fit(plain, "-draws", "7", "-bootstrap").Study
	last := d.Errors[len(d.Errors)-1]
	if last.Name != "out-of-bag" || len(last.Each[0]) != 7 || !strings.Contains(d.Says, "nine of ten fits") {
		t.Errorf("%+v", d)
	}

	_, out, _ := run(Fit, own, "-", "-csv")
	rows := strings.Split(strings.TrimSpace(out), "\n")
	if len(rows) != 4 || rows[0] !=
		"n_neighbors,training,training standard error,cross-validated,cross-validated standard error,fresh" ||
		!strings.HasPrefix(rows[2], "5,") || strings.Count(rows[2], ",") != 5 {
		t.Errorf("%s", out)
	}
	_, out, _ = run(Fit, plain, "-", "-curve", "n_neighbors=1,5,weights", "-csv")
	if strings.Contains(out, ",") {
		t.Errorf("a word among numbers: %s", out)
	}
	if _, out, _ = run(Fit, plain, "-", "-draws", "3", "-csv"); !strings.HasPrefix(out, "fit,training,fresh\n1,") ||
		strings.Count(out, "\n") != 4 {
		t.Errorf("%s", out)
	}
	for _, wrong := range []struct{ args, want string }{
		{"-csv", "-csv must be given with"}, {"-curve kernel", "study.over must be one of n_neighbors"},
		{"-cv 1", "study.folds"},
		{"-curve n_neighbors=1,x", "NAME="}, {"-cv x", "invalid"}, {"-bootstrap -cv 3", "study.bootstrap must be given " +
			"with study.draws"},
	} {
		if code, _, errs := run(Fit, plain, append([]string{"-"}, strings.Fields(wrong.args)...)...); code == Done ||
			!strings.Contains(errs, wrong.want) {
			t.Errorf("%s: %d %s", wrong.args, code, errs)
		}
	}
	if _, out, errs := run(Draw, own, "-", "-panels"); !strings.Contains(out, "Error against neighbours k") {
		t.Errorf("the figure has no chart of the study: %s", errs)
	}
	if math.IsNaN(a.Errors[0].Mean[0]) {
		t.Error("no error")
	}
}

// The chosen values come as a document that names the criterion, and can be fitted like any other.
func TestFitTakes(t *testing.T) {
	plain := strings.Replace(studied, "%s", "", 1)
	code, out, errs := run(Fit, plain, "-", "-curve", "n_neighbors=1,40", "-cv", "4", "-tries", "9", "-take")
	if code != Done {
		t.Fatal(errs)
	}
	var d struct {
		Params struct {
			K float64 `json:"n_neighbors"`
		}
		Study struct {
			Search, Chosen string
			Tries          int
		}
	}
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	if d.Study.Search != "random" || d.Study.Tries != 9 || d.Params.K < 1 || d.Params.K > 40 || d.Params.K == 3 ||
		!strings.HasPrefix(d.Study.Chosen, fmt.Sprintf(
			"neighbours k = %v: smallest 4-fold cross-validated error of ", d.Params.K)) {
		t.Errorf("%s", out)
	}
	if code, _, errs := run(Fit, out, "-"); code != Done {
		t.Error(errs)
	}
	if code, _, errs := run(Fit, plain, "-", "-take"); code != Fault || !strings.Contains(errs, "-take must be given") {
		t.Errorf("%d %q", code, errs)
	}
}
