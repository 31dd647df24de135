package session_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// onTable returns a document with a built-in table, of which every third row is held out for testing.
func onTable(t *testing.T, s *session.Session, id, table string, params map[string]any) doc.Document {
	t.Helper()
	p, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	d := resolved(t, s, `{"method":"`+id+`","params":`+string(p)+`,"table":{"name":"`+table+`"}}`)
	roles := []byte(strings.Repeat(string(doc.Train), len(d.Points)))
	for i := 0; i < len(roles); i += 3 {
		roles[i] = byte(doc.Test)
	}
	d.Split = doc.Split{Roles: string(roles)}
	return d
}

// atStep fits a document at a step, and returns the values of its facts.
func atStep(t *testing.T, s *session.Session, d doc.Document, k int) (*session.Fit, map[string]any) {
	t.Helper()
	d.View.Step = &k
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	return f, valuesOf(f.Facts(session.Viewport(d, f.Task, 200, 150, 1)))
}

// Boosting of whole tables agrees with scikit-learn, round by round: errors on training and test rows, the trees'
// errors and votes, or the losses; and importances, if they do not depend on ties.
func TestBoostingOfTables(t *testing.T) {
	text, err := os.ReadFile("testdata/boosting.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Table, Method string
		Params        map[string]any
		Rounds        int
		Train         []float64 `json:"training_errors"`
		Test          []float64 `json:"test_errors"`
		Errors        []float64 `json:"estimator_errors"`
		Weights       []float64 `json:"estimator_weights"`
		Scores        []float64 `json:"train_score"`
		Importances   []float64 `json:"feature_importances"`
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	tables, compared, tested := map[string]bool{}, 0, 0
	for _, c := range cases {
		s := session.New(catalog.All())
		d := onTable(t, s, c.Method, c.Table, c.Params)
		var facts map[string]any
		for k := 1; k <= c.Rounds; k++ {
			var f *session.Fit
			f, facts = atStep(t, s, d, k)
			e := facts["error_by_role"].([]float64)
			if !f.Problem.Wide() || !near(e[0], c.Train[k-1], 1e-9) || k <= len(c.Test) && !near(e[1], c.Test[k-1], 1e-9) ||
				!near(facts["training_error"].(float64), c.Train[k-1], 1e-9) {
				t.Fatalf("%s of %s, %v, round %d: errors %v, want %v and %v", c.Method, c.Table, c.Params, k, e, c.Train[k-1],
					c.Test)
			}
		}
		same := func(what string, got, want []float64) {
			for i, w := range want {
				if i >= len(got) || !near(got[i], w, 1e-9*(1+math.Abs(w))) {
					t.Fatalf("%s of %s, %v: %s %v, want %v", c.Method, c.Table, c.Params, what, got, want)
				}
			}
		}
		if c.Scores == nil {
			same("errors of the trees", facts["estimator_errors"].([]float64), c.Errors)
			same("votes", facts["estimator_weights"].([]float64), c.Weights)
		} else {
			scores := slices.Clone(facts["train_score"].([]float64))
			if c.Table == "breast_cancer" { // for two classes scikit-learn uses the deviance
				for i := range scores {
					scores[i] *= 2
				}
			}
			same("losses", scores, c.Scores)
		}
		if c.Importances != nil {
			compared++
			same("importances", facts["feature_importances"].([]float64), c.Importances)
		}
		tables[c.Table] = true
		tested += len(c.Test)
	}
	if len(tables) < 4 || compared < 6 || tested < 100 {
		t.Errorf("only %v, importances of %d, %d errors at test rows", tables, compared, tested)
	}
}

// A vote and a bag of whole rows combine the predictions of their members: a vote of one equals that one, and so does a
// bag of one member that has drawn all rows.
func TestMembersOfTables(t *testing.T) {
	for _, table := range []string{"iris", "wine", "breast_cancer", "digits"} {
		s := session.New(catalog.All())
		tree := map[string]any{"method": "tree", "params": map[string]any{"max_depth": 6}}
		alone, want := atStep(t, s, onTable(t, s, "tree", table, map[string]any{"inputs": "all", "max_depth": 6}), 1000)
		said := make([]float64, alone.Problem.N)
		alone.Model.Can().Predictor.Predict(alone.Problem.X, said)
		for id, params := range map[string]map[string]any{
			"vote":    {"inputs": "all", "estimators": []any{tree}},
			"bagging": {"inputs": "all", "estimator": tree, "n_estimators": 1, "bootstrap": false},
		} {
			f, facts := atStep(t, s, onTable(t, s, id, table, params), 1)
			if !f.Problem.Wide() || f.Problem.D != alone.Problem.D {
				t.Fatalf("%s of %s has %d inputs", id, table, f.Problem.D)
			}
			says := make([]float64, f.Problem.N)
			f.Model.Can().Predictor.Predict(f.Problem.X, says)
			if !slices.Equal(says, said) {
				t.Errorf("%s of %s says something else than its member", id, table)
			}
			if e := facts["error_by_role"].([]float64); !slices.Equal(e, want["error_by_role"].([]float64)) {
				t.Errorf("%s of %s errs at %v, its member at %v", id, table, e, want["error_by_role"])
			}
		}
	}
}

// A bag of deep trees on whole tables has scikit-learn 1.2's out-of-bag score: within four standard deviations of those
// of 20 seeds of BaggingClassifier(n_estimators=50, oob_score=True).
func TestBagsOfTables(t *testing.T) {
	for _, c := range []struct {
		table    string
		mean, sd float64
	}{
		{"iris", 0.9553, 0.0048},
		{"wine", 0.9643, 0.0072},
		{"breast_cancer", 0.9569, 0.0035},
		{"digits", 0.9435, 0.0039},
	} {
		s := session.New(catalog.All())
		d := resolved(t, s, `{"method":"bagging","params":{"inputs":"all","n_estimators":50},"table":{"name":"`+c.table+`"}}`)
		_, facts := atStep(t, s, d, 50)
		if got := facts["oob_score"].(float64); math.Abs(got-c.mean) > 4*c.sd {
			t.Errorf("%s: out-of-bag score %v, want %v ± %v", c.table, got, c.mean, 4*c.sd)
		}
	}
}

// Members that can't take whole rows are refused by name, with a list of those that can; in the plane they are valid
// members, and so they are in older documents with tables.
func TestMembersOfThePlane(t *testing.T) {
	s := session.New(catalog.All())
	for text, want := range map[string][]string{
		`{"method":"vote","params":{"inputs":"all","estimators":[{"method":"tree"},{"method":"svm"}]}`: {"Member 2, Support vector machine,", "Decision tree", "Random forest", "AdaBoost"},
		`{"method":"bagging","params":{"inputs":"all","estimator":{"method":"kernel_logistic"}}`:       {"The base, Kernel logistic regression,", "Decision tree"},
	} {
		d := resolved(t, s, text+`,"table":{"name":"iris"}}`)
		_, err := s.Fit(method.Unstopped, d)
		var need *method.Need
		if !errors.As(err, &need) {
			t.Fatalf("%s: %v", text, err)
		}
		for _, w := range want {
			if !strings.Contains(need.Sentence, w) {
				t.Errorf("%s: %q does not say %q", text, need.Sentence, w)
			}
		}
		shown := resolved(t, s, strings.Replace(text, `"inputs":"all",`, "", 1)+`,"table":{"name":"iris"}}`)
		f, err := s.Fit(method.Unstopped, shown)
		if err != nil || f.Problem.Wide() || f.Problem.D != 2 {
			t.Errorf("%s on the plane: %v", text, err)
		}
	}
	// For points of the plane the parameter has no effect.
	if _, err := s.Fit(method.Unstopped, resolved(t, s,
		`{"method":"vote","params":{"inputs":"all"},"points":[[0,0,0],[1,1,1],[0,1,0],[1,0.5,1]]}`)); err != nil {
		t.Error(err)
	}
}

// Leave-one-out of a vote of whole rows fits again for each row, with all columns.
func TestLeaveOneOutOfMembers(t *testing.T) {
	s := session.New(catalog.All())
	of := func(text string) float64 {
		d := resolved(t, s, text+`,"table":{"name":"iris"}}`)
		r, err := s.Study(method.Unstopped, d, method.LeaveOneOut.ID)
		if err != nil {
			t.Fatal(text, err)
		}
		for _, f := range r.Facts {
			if f.Name == "leave_one_out_error" {
				return f.Value.(float64)
			}
		}
		t.Fatalf("%s: no error among %v", text, r.Facts)
		return 0
	}
	want := of(`{"method":"tree","params":{"inputs":"all","max_depth":3}`)
	if got := of(`{"method":"vote","params":{"inputs":"all","estimators":[{"method":"tree","params":{"max_depth":3}}]}`); got != want || want == of(`{"method":"tree","params":{"max_depth":3}`) {
		t.Errorf("the vote of one errs at %v, its member at %v", got, want)
	}
}

// Classifiers of whole rows have scikit-learn's errors (1.2.1: KNeighborsClassifier, GaussianNB,
// LinearDiscriminantAnalysis with the solver lsqr, QuadraticDiscriminantAnalysis), on training rows and on every third
// row, which is held out. (Manhattan distances of iris and digits have ties.)
func TestClassifiersOfTables(t *testing.T) {
	for _, c := range []struct {
		table, method, params string
		train, test           float64
	}{
		{"iris", "knn", `{"n_neighbors":5}`, 2, 2},
		{"iris", "naive_bayes", `{}`, 5, 0},
		{"iris", "lda", `{"shrinkage":0.1}`, 2, 0},
		{"iris", "qda", `{"reg_param":0.1}`, 2, 2},
		{"wine", "knn", `{"n_neighbors":5}`, 23, 18},
		{"wine", "knn", `{"n_neighbors":7,"metric":"manhattan","weights":"distance"}`, 0, 8},
		{"wine", "naive_bayes", `{}`, 3, 0},
		{"wine", "lda", `{"shrinkage":0.1}`, 32, 17},
		{"wine", "qda", `{"reg_param":0.1}`, 0, 0},
		{"breast_cancer", "knn", `{"n_neighbors":5}`, 23, 10},
		{"breast_cancer", "knn", `{"n_neighbors":7,"metric":"manhattan","weights":"distance"}`, 0, 9},
		{"breast_cancer", "naive_bayes", `{}`, 22, 10},
		{"breast_cancer", "lda", `{"shrinkage":0.1}`, 48, 20},
		{"breast_cancer", "qda", `{"reg_param":0.1}`, 18, 7},
		{"digits", "knn", `{"n_neighbors":5}`, 12, 7},
		{"digits", "naive_bayes", `{}`, 180, 103},
		{"digits", "lda", `{"shrinkage":0.1}`, 37, 28},
		{"digits", "qda", `{"reg_param":0.1}`, 0, 16},
	} {
		s := session.New(catalog.All())
		params := map[string]any{"inputs": "all"}
		if err := json.Unmarshal([]byte(c.params), &params); err != nil {
			t.Fatal(err)
		}
		f, facts := atStep(t, s, onTable(t, s, c.method, c.table, params), 0)
		errs, of := facts["error_by_role"].([]float64), facts["points_by_role"].([]int)
		if !f.Problem.Wide() || math.Round(errs[0]*float64(of[0])) != c.train ||
			math.Round(errs[1]*float64(of[1])) != c.test {
			t.Errorf("%s of %s, %s: errors %v of %v, want %v and %v", c.method, c.table, c.params, errs, of, c.train, c.test)
		}
	}
}

// With many columns Fisher's formula names those with the largest weights.
func TestFisherTellsTheLargest(t *testing.T) {
	s := session.New(catalog.All())
	f, err := s.Fit(method.Unstopped, resolved(t, s,
		`{"method":"fisher","params":{"inputs":"all"},"table":{"name":"breast_cancer","standardize":true}}`))
	if err != nil {
		t.Fatal(err)
	}
	facts := valuesOf(f.Facts(session.Viewport(resolved(t, s, `{"method":"fisher","table":{"name":"iris"}}`), f.Task, 200,
		150, 1)))
	w := facts["directions"].([][]float64)[0]
	order := method.Indices(len(w))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(w[b]), math.Abs(w[a])) })
	text := f.Model.Can().Formula()
	for k, j := range order {
		if has := strings.Contains(text, fmt.Sprintf("x_{%d}", j+1)); has != (k < 5) {
			t.Errorf("weight %d in size, of column %d, in the formula: %v\n%s", k+1, j+1, has, text)
		}
	}
}

// The kernel discriminant of whole rows has the eigenvalues, the coordinates along the directions and the predictions
// that scipy computes from the whole Gram matrix; in the plane of the directions each row is in the region of its
// prediction.
func TestKernelDiscriminantOfTables(t *testing.T) {
	text, err := os.ReadFile("testdata/kernel_discriminant.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Table        string
		Gamma, Alpha float64
		Eigenvalues  []float64
		Z            [][]float64
		Says         []float64
		Errors       float64
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) < 3 {
		t.Fatal(err, len(cases))
	}
	for _, c := range cases {
		s := session.New(catalog.All())
		d := resolved(t, s, fmt.Sprintf(
			`{"method":"kernel_discriminant","params":{"inputs":"all","kernel":"rbf","gamma":%v,"alpha":%v},"table":{"name":%q,"standardize":true}}`,
			c.Gamma, c.Alpha, c.Table))
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatal(err)
		}
		v := session.Viewport(d, f.Task, 300, 200, 1)
		facts := valuesOf(f.Facts(v))
		for k, want := range c.Eigenvalues {
			if got := facts["eigenvalues"].([]float64)[k]; !near(got, want, 1e-6*want) {
				t.Errorf("%s: eigenvalue %d is %v, want %v", c.Table, k, got, want)
			}
		}
		says := make([]float64, f.Problem.N)
		f.Model.Can().Predictor.Predict(f.Problem.X, says)
		if !slices.Equal(says, c.Says) || !near(facts["training_error"].(float64)*float64(len(says)), c.Errors, 1e-9) {
			t.Errorf("%s: other answers than scipy's", c.Table)
		}
		for k, z := range c.Z {
			q := d.Points[7*k]
			if !near(math.Abs(q.X), z[0], 1e-5) || len(z) > 1 && !near(math.Abs(q.Y), z[1], 1e-5) {
				t.Fatalf("%s: row %d is shown at %v, %v, want %v", c.Table, 7*k, q.X, q.Y, z)
			}
		}
		under, _, err := f.Model.Can().Layers(method.Unstopped, v, nil, f.Show)
		if err != nil {
			t.Fatal(err)
		}
		regions := map[int][]float64{}
		for _, l := range under {
			if p, ok := l.(*picture.Path); ok && p.Role == picture.RoleCell {
				regions[p.Class] = p.XY
			}
		}
		for i, q := range d.Points {
			if own := regions[int(says[i])]; !inside(own, q.X, q.Y) {
				t.Fatalf("%s: row %d at %v, %v is not in the region of class %v", c.Table, i, q.X, q.Y, says[i])
			}
		}
	}
}

// inside reports whether a point lies in a convex polygon.
func inside(xy []float64, x, y float64) bool {
	left, right := false, false
	for k := 0; k < len(xy); k += 2 {
		n := (k + 2) % len(xy)
		side := (xy[n]-xy[k])*(y-xy[k+1]) - (xy[n+1]-xy[k+1])*(x-xy[k])
		left, right = left || side > 1e-9, right || side < -1e-9
	}
	return len(xy) >= 6 && !(left && right)
}
