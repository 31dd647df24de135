package python_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/python"
	"pointscape/engine/session"
)

// differentialFolder has random documents, at least twenty for every method that scikit-learn has, with scikit-learn's
// results: values, no code. Each file is one method's, with one document per line after a line with the versions.
// TestDifferentialRecord has written them, and explains how. Tests need no Python.
const differentialFolder = "testdata/differential"

// versions are in the first line of a file.
type versions struct {
	Python  string `json:"python"`
	Sklearn string `json:"scikit-learn"`
	NumPy   string `json:"numpy"`
	SciPy   string `json:"scipy"`
}

// compared is a random document with scikit-learn's results. A number that changes with another seed or another order
// of the rows is null, because there is no single right answer.
type compared struct {
	Document json.RawMessage       `json:"document"`
	Kind     string                `json:"kind,omitempty"` // kind of the answers: classes, values, groups
	Numbers  map[string][]*float64 `json:"numbers,omitempty"`
	Answers  []*float64            `json:"answers,omitempty"` // at the positions of fitted.places, or at the rows
}

var kinds = map[string]python.Kind{"": python.Nothing, "classes": python.Classes, "values": python.Values,
	"groups": python.Groups}

// agreement is how much a method may differ from scikit-learn, and why.
type agreement struct {
	// within is the largest difference of a number, and of answers that are values, as a fraction of the largest number
	// in its list; answers is the fraction of classes or groups that may differ.
	within, answers float64
	numbers         map[string]float64 // within, for single numbers; 0 = it is not compared
	// but is the number of documents that may differ more, where chance or rounding decides between equally good
	// answers.
	but int
	// why gives the reason of a difference that is not rounding.
	why string
}

const rounding = 1e-6 // smaller differences are rounding: scikit-learn's numbers are stored with ten digits

// agreements are those of the methods; for a method that is not listed all numbers agree up to rounding, and all
// answers are equal.
var agreements = map[string]agreement{
	"svm":         {numbers: map[string]float64{"intercept": 1e-2}, why: machines},
	"svm_dual":    {numbers: map[string]float64{"intercept": 1e-2}, why: machines},
	"nu_svm":      {numbers: map[string]float64{"intercept": 1e-2}, why: machines},
	"feature_map": {numbers: map[string]float64{"intercept": 1e-2, "coef": 1e-3}, why: machines},
	"svm_primal": {numbers: map[string]float64{"answers": 0, "training_error": 0, "coef": 0, "intercept": 0, "margin": 0},
		why: "subgradients are on their way to the optimum; how low that lies is compared"},
	"svr": {within: 1e-4},
	"huber": {within: 1e-3, but: 3, why: "where columns and σ differ in size, scikit-learn's descent ends above the " +
		"minimum"},
	"logistic": {within: 1e-3, but: 1, why: "scikit-learn's solvers stop at gradients of 1e-10 or so in all; " +
		"with λ = 1e6 " +
		"already where they begin"},
	"linear": {within: 1e-4},
	"gp": {within: 1e-3, but: 1, why: "with a noise of 1e-10 the covariance is ill-conditioned; and the likelihood of a " +
		"period has so many tops that the last digits decide which one is climbed"},
	"kernel_ridge":   {within: 1e-4},
	"mlp_regression": {within: 1e-4},
	"bayesian_linear": {numbers: map[string]float64{"coef": 1e-2}, why: "wide bumps are nearly one: only their " +
		"sum is sure"},
	"nca": {but: 1, why: "both climb a hill with several tops, with other line searches"},

	"tree":              {numbers: map[string]float64{"feature_importances": 0}, why: splits},
	"adaboost":          {numbers: map[string]float64{"feature_importances": 0}, but: 2, why: splits},
	"gradient_boosting": {numbers: map[string]float64{"feature_importances": 0}, but: 3, why: splits},
	"forest":            {but: 1, why: splits},
	"extra_trees":       {but: 3, why: "thresholds are drawn by other random numbers"},

	"kmeans":              {but: 1, why: "scikit-learn moves the centre of a cluster that has lost all points"},
	"spectral_clustering": {answers: 0.2, why: "k-means begins in the embedding with other random numbers"},
	"kernel_pca":          {numbers: map[string]float64{"eigenvalues": 1e-4}},
	"mds": {numbers: map[string]float64{"stress": 1e-3}, why: "where the map is exact, the stress is 0 " +
		"but for rounding"},
}

// Reasons that several methods share.
const (
	machines = "scikit-learn ends within its tolerance, which a high price makes large in b"
	splits   = "of splits that are equally good rounding takes one, and scikit-learn's random numbers another"
)

func readDifferential(t *testing.T, path string) (v versions, list []compared) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first := true
	for line := range bytes.Lines(b) {
		var c compared
		var to any = &c
		if first {
			to = &v
		}
		if err := json.Unmarshal(line, to); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if !first {
			list = append(list, c)
		}
		first = false
	}
	return v, list
}

func plainFit(s *session.Session, text []byte) (f fitted, err error) {
	d, err := doc.Decode(text)
	if err != nil {
		return f, err
	}
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		return f, err
	}
	if f.fit, err = s.Fit(context.Background(), d); err != nil {
		return f, err
	}
	f.facts = map[string]any{}
	facts := f.fit.Model.Facts()
	if m := f.fit.Model.Can(); m.Assess != nil {
		if facts, err = m.Assess(context.Background()); err != nil {
			return f, err
		}
	}
	for _, x := range facts {
		f.facts[x.Name] = x.Value
	}
	return f, nil
}

// apart returns the largest difference between the engine's numbers and the stored ones, as a fraction of the largest;
// rows of d numbers may have the opposite sign. Values that either side does not have are not compared.
func apart(own []float64, kept []*float64, d int) float64 {
	if len(own) != len(kept) {
		return math.Inf(1)
	}
	size, most := 1e-9, 0.0
	for _, x := range kept {
		if x != nil {
			size = max(size, math.Abs(*x))
		}
	}
	for at := 0; at < len(own); at += max(d, 1) {
		same, turned := 0.0, 0.0
		for i := at; i < min(len(own), at+max(d, 1)); i++ {
			if kept[i] != nil && !math.IsNaN(own[i]) {
				same, turned = max(same, math.Abs(own[i]-*kept[i])), max(turned, math.Abs(own[i]+*kept[i]))
			}
		}
		if d > 0 {
			same = min(same, turned)
		}
		most = max(most, same)
	}
	return most / size
}

// others returns the fraction of answers that differ; groups may be numbered differently.
func others(own []float64, kept []*float64, groups bool) float64 {
	if len(own) != len(kept) {
		return 1
	}
	var a, b []float64
	for i, x := range kept {
		if x != nil {
			a, b = append(a, own[i]), append(b, *x)
		}
	}
	if len(a) == 0 {
		return 0
	}
	return max(differ(a, b, groups), differ(b, a, groups))
}

// compare returns the differences between a fit and the stored results, by number.
func (c *compared) compare(f *fitted) map[string]float64 {
	m := map[string]float64{}
	for name, x := range c.Numbers {
		d := 0
		if name == "components" {
			d = f.fit.Problem.D
		}
		own := flat(f.facts[name])
		if name == "eigenvalues" { // either may leave out zeros
			own = append(own, make([]float64, max(0, len(x)-len(own)))...)
		}
		if id := f.fit.Method.ID; (id == "pca" || id == "kernel_pca") && len(own) > len(x) {
			own = own[:len(x)] // scikit-learn has only the components that are kept
		}
		m[name] = apart(own, x, d)
	}
	if c.Kind == "" {
		return m
	}
	f.program = &python.Program{At: kinds[c.Kind]}
	own := f.answers(f.places())
	if c.Kind == "values" {
		m["answers"] = apart(own, c.Answers, 0)
	} else {
		m["answers"] = others(own, c.Answers, c.Kind == "groups")
	}
	return m
}

// may returns the greatest difference allowed for a number of a method.
func may(id, kind, name string) float64 {
	a := agreements[id]
	if x, ok := a.numbers[name]; ok {
		if x == 0 {
			return math.Inf(1)
		}
		return x
	}
	if name == "answers" && kind != "values" {
		return a.answers
	}
	return max(a.within, rounding)
}

// farther describes the differences that are too large; "" = none.
func (c *compared) farther(f *fitted, id string) string {
	var list []string
	off := c.compare(f)
	for _, name := range slices.Sorted(maps.Keys(off)) {
		if most := may(id, c.Kind, name); !(off[name] <= most) {
			list = append(list, fmt.Sprintf("%s is off by %.3g, want %.3g at most", name, off[name], most))
		}
	}
	return strings.Join(list, ", ")
}

// The engine's results for random documents agree with scikit-learn's, within agreements.
func TestDifferential(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	for _, m := range catalog.All() {
		if !tests(m.ID) {
			continue
		}
		path := documentsOf(m.ID)
		x, none := aside()[m.ID]
		if _, err := os.Stat(path); none && errors.Is(err, fs.ErrNotExist) {
			continue
		} else if none {
			t.Errorf("%s has documents, and %s/%s.json says that it has none: %s", m.ID, withoutFolder, m.ID, x.Why)
		} else if err != nil {
			t.Errorf("%s has no documents: go test ./engine/python -run DifferentialRecord -python python3 -only %s draws "+
				"them, as plans in differential_record_test.go says. Or say in %s/%s.json why it has none", m.ID, m.ID,
				withoutFolder, m.ID)
			continue
		}
		v, list := readDifferential(t, path)
		if !strings.HasPrefix(v.Sklearn, "1.2") || v.NumPy == "" || v.SciPy == "" || v.Python == "" {
			t.Errorf("%s is of the versions %+v, want scikit-learn 1.2", path, v)
		}
		if len(list) < fewest {
			t.Errorf("%s has %d documents, want %d at least: see plans in differential_record_test.go", path, len(list),
				fewest)
		}
		var farther []string
		for i, c := range list {
			d, err := doc.Decode(c.Document)
			if err != nil || d.Method != m.ID {
				t.Fatalf("%s, line %d is of the method %q: %v", path, i+2, d.Method, err)
			}
			f, err := plainFit(s, c.Document)
			if err != nil {
				t.Errorf("%s, line %d: %v\n%s", path, i+2, err, c.Document)
				continue
			}
			if far := c.farther(&f, m.ID); far != "" {
				farther = append(farther, fmt.Sprintf("%s, line %d: %s\n%s", path, i+2, far, c.Document))
			}
		}
		if most := agreements[m.ID].but; len(farther) > most {
			t.Errorf("%s: %d documents are off, want %d at most, or why they are in agreements in differential_test.go:\n%s",
				m.ID, len(farther), most, strings.Join(farther, "\n"))
		}
	}
	files, err := filepath.Glob(filepath.Join(differentialFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if !slices.ContainsFunc(catalog.All(), func(m method.Method) bool { return path == documentsOf(m.ID) }) {
			t.Errorf("%s is of no method", path)
		}
	}
}

// Every method that differs has a reason, and every method that is listed differs.
func TestDifferentialReasons(t *testing.T) {
	t.Parallel()
	for id, a := range agreements {
		if !slices.ContainsFunc(catalog.All(), func(m method.Method) bool { return m.ID == id }) {
			t.Errorf("there is no method %s", id)
		}
		loose := a.answers > 0 || a.within > 1e-4 || a.but > 0
		for _, x := range a.numbers {
			loose = loose || x == 0 || x > 1e-4
		}
		if loose != (a.why != "") {
			t.Errorf("%s: differences and why they are there belong together: %+v", id, a)
		}
	}
	for id, x := range aside() {
		if x.Why == "" || !slices.ContainsFunc(catalog.All(), func(m method.Method) bool { return m.ID == id }) {
			t.Errorf("%s has no documents, and has no reason, or is no method", id)
		}
		folder, name, _ := strings.Cut(x.Held, " ")
		found := false
		paths, _ := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
		for _, path := range paths {
			text, err := os.ReadFile(path)
			found = found || err == nil && bytes.Contains(text, []byte("\nfunc "+name+"(t *testing.T)"))
		}
		if !found {
			t.Errorf("%s is held by %q, which is no test", id, x.Held)
		}
	}
}
