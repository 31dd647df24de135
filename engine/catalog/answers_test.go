package catalog

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// ofFile fits a document of testdata/answers.
func ofFile(t *testing.T, name string) (d doc.Document, m method.Method, f *session.Fit, err error) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "answers", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if d, err = doc.Decode(text); err != nil {
		t.Fatal(err)
	}
	all := All()
	m = all[slices.IndexFunc(all, func(m method.Method) bool { return m.ID == d.Method })]
	s := session.New(all)
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	f, err = s.Fit(method.Unstopped, d)
	return d, m, f, err
}

// factOf returns a fact's value, nil if there is none.
func factOf(f *session.Fit, name string) any {
	for _, fact := range f.Facts(session.Range(doc.Document{}, f.Task)) {
		if fact.Name == name {
			return fact.Value
		}
	}
	return nil
}

// A border point of two clusters has one answer, the same as scikit-learn's: the cluster found first. By the nearest
// core point it would be the other one.
func TestBorderOfTwo(t *testing.T) {
	for name, want := range map[string][]int{
		"dbscan_border_nearer": {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0},
		"dbscan_border_tie":    {0, 0, 0, 0, 0, 1, 1, 1, 1},
	} {
		d, m, f, err := ofFile(t, name)
		if err != nil {
			t.Fatal(err)
		}
		if got := factOf(f, "labels"); !slices.Equal(got.([]int), want) {
			t.Errorf("%s: labels %v, want %v", name, got, want)
		}
		out := make([]float64, f.Problem.N)
		f.Model.Can().Predictor.Predict(f.Problem.X, out)
		for i, y := range out {
			if int(y) != want[i] {
				t.Errorf("%s: point %d is predicted %v, want %d", name, i, y, want[i])
			}
		}
		methodtest.OneAnswer(t, m, d)
	}
}

// A cut that would separate equal points is refused, with the possible number of clusters.
func TestCutBetweenEqual(t *testing.T) {
	for name, want := range map[string]string{
		"agglomerative_two_same": "The 2 points lie in 1 position, and equal ones are never separated: choose at most 1 " +
			"cluster.",
		"agglomerative_dups_cut0": "The 4 points lie in 2 positions, and equal ones are never separated: choose at most " +
			"2 clusters.",
	} {
		_, _, _, err := ofFile(t, name)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// The out-of-bag error comes with the number of points that it was computed from, and there is none without such a
// point.
func TestOutOfBagPoints(t *testing.T) {
	_, _, f, err := ofFile(t, "forest_oob_one_tree")
	if err != nil {
		t.Fatal(err)
	}
	// One tree of 8 drawn points; forest's TestOutOfBag counts those that it has not drawn.
	n, ok := factOf(f, "oob_points").(int)
	if !ok || n < 1 || n > 7 {
		t.Fatalf("the out-of-bag error is of %v points", factOf(f, "oob_points"))
	}
	if e := factOf(f, "oob_error"); e == nil {
		t.Error("no out-of-bag error")
	}
	formula := f.Model.Can().Formula()
	if want := "of " + words.Count(n, "point") + ", training error"; !strings.Contains(formula, want) {
		t.Errorf("the formula says %q, without %q", formula, want)
	}
	// With one point each tree has drawn it: no tree can predict it.
	d, _, _, _ := ofFile(t, "forest_oob_one_tree")
	d.Points = d.Points[:1]
	alone, err := session.New(All()).Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"oob_error", "oob_score", "oob_points"} {
		if x := factOf(alone, name); x != nil {
			t.Errorf("of one point, which every tree has seen, %s is %v", name, x)
		}
	}
}

// The message has the singular for one point, and the greatest ν.
func TestNuTooLarge(t *testing.T) {
	_, _, _, err := ofFile(t, "nusvm_infeasible")
	want := "ν = 0.9 is too large: with 1 point of class 1 and 7 of class 2 it can be at most 2·1/8 = 0.25. Make ν " +
		"smaller, or add points to the smaller class."
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
