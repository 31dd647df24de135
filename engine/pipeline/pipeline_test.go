package pipeline_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

func fitted(t *testing.T, s *session.Session, text string) (*session.Fit, doc.Document) {
	t.Helper()
	d, err := doc.Decode([]byte(text))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(text, err)
	}
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(text, err)
	}
	return f, d
}

func factsOf(f *session.Fit, d doc.Document) map[string]any {
	all := map[string]any{}
	for _, fact := range f.Facts(session.Viewport(d, f.Task, 200, 150, 1)) {
		all[fact.Name] = fact.Value
	}
	return all
}

// Logistic regression on components and on distances to centres agrees with scikit-learn's pipelines, for training rows
// and new rows (testdata/sklearn.json, by scikit-learn 1.2). Its k-means starts from the centres found here and stays
// there.
func TestAsScikitLearn(t *testing.T) {
	var cases []struct {
		Name          string
		Document      json.RawMessage
		Rows          []int
		Probabilities [][]float64
		TrainingError float64  `json:"training_error"`
		TestError     *float64 `json:"test_error"`
	}
	b, err := os.ReadFile("testdata/sklearn.json")
	if err == nil {
		err = json.Unmarshal(b, &cases)
	}
	if err != nil || len(cases) != 5 {
		t.Fatal(err, len(cases))
	}
	s := session.New(catalog.All())
	for _, c := range cases {
		f, d := fitted(t, s, string(c.Document))
		x, w := d.Table.Rows.X, d.Table.Rows.D()
		var rows []float64
		for _, i := range c.Rows {
			rows = append(rows, x[i*w:(i+1)*w]...)
		}
		got := f.Model.Can().PointScorer.PointScores(rows)
		for i, want := range c.Probabilities {
			for k, p := range want {
				if math.Abs(got[i][k]-p) > 2e-5 {
					t.Fatalf("%s: row %d has the probabilities %v, want %v", c.Name, c.Rows[i], got[i], want)
				}
			}
		}
		facts := factsOf(f, d)
		if e := facts["training_error"].(float64); math.Abs(e-c.TrainingError) > 1e-12 {
			t.Errorf("%s: training error %v, want %v", c.Name, e, c.TrainingError)
		}
		if c.TestError != nil {
			if e := facts["error_by_role"].([]float64); math.Abs(e[1]-*c.TestError) > 1e-12 {
				t.Errorf("%s: test error %v, want %v", c.Name, e[1], *c.TestError)
			}
		}
	}
}

// Held-out rows do not influence the codes: changing them changes nothing that was fitted.
func TestCodesOfTrainingRows(t *testing.T) {
	s := session.New(catalog.All())
	for _, maker := range []string{`"pca","params":{"n_components":1}`, `"kmeans"`, `"dictionary"`,
		`"autoencoder","params":{"n_components":1}`} {
		at := func(x string) [][]float64 {
			f, _ := fitted(t, s, `{"version":1,"method":"pipeline","params":{"codes":{"method":`+maker+`}},"points":[`+
				`[0,0,0],[0.1,0.3,0],[0.2,0,0],[0.3,0.2,0],[0.5,0.1,0],[1,1,1],[0.8,0.7,1],[0.9,1,1],[0.6,0.9,1],[0.7,0.8,1],`+
				`[`+x+`,3,1]],"split":{"roles":"10.t"}}`)
			return f.Model.Can().PointScorer.PointScores([]float64{0.2, 0.9, 0.7, 0.1, -1, 4})
		}
		one, other := at("2"), at("-7")
		for i := range one {
			if !slices.Equal(one[i], other[i]) {
				t.Errorf("%s: a held-out point has a part in the codes: %v and %v", maker, one, other)
			}
		}
	}
}

// Keeping all components rotates the rows without changing distances, so the nearest neighbours are those of the
// original rows.
func TestAllComponentsChangeNothing(t *testing.T) {
	s := session.New(catalog.All())
	const table = `,"table":{"name":"iris"}}`
	plain, d := fitted(t, s, `{"version":1,"method":"knn","params":{"inputs":"all","n_neighbors":5}`+table)
	turned, _ := fitted(t, s, `{"version":1,"method":"pipeline","params":{"codes":{"method":"pca","params":{"n_components":4}},`+
		`"classifier":{"method":"knn","params":{"n_neighbors":5}}}`+table)
	n := len(d.Points)
	a, b := make([]float64, n), make([]float64, n)
	plain.Model.Can().Predictor.Predict(d.Table.Rows.X, a)
	turned.Model.Can().Predictor.Predict(d.Table.Rows.X, b)
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("row %d is of %v, and of %v by all its components", i, a[i], b[i])
		}
	}
}

// The status, the title, the formula and the weights say which codes are the inputs. Weights of components are also
// given as weights of the columns.
func TestSays(t *testing.T) {
	s := session.New(catalog.All())
	f, d := fitted(t, s, `{"version":1,"method":"pipeline","title":"Iris","params":{"codes":{"method":"pca","params":`+
		`{"n_components":2}}},"table":{"name":"iris"}}`)
	if text := f.Status().Sentence; !strings.Contains(text, "Its inputs are 2 components.") ||
		!strings.HasSuffix(text, "Fitted on codes of Principal components.") {
		t.Errorf("the status is %q", text)
	}
	if got := f.Method.Title(&d); got != "Iris (fitted on codes of Principal components)" {
		t.Errorf("the title is %q", got)
	}
	formula := f.Model.Can().Formula()
	for _, want := range []string{"ŷ(x) = h(z(x)),  z(x) = (PC 1, PC 2)\n", "_{1}(z) = ", " z_{2}", "P(class c | z)"} {
		if !strings.Contains(formula, want) {
			t.Errorf("the formula has no %q:\n%s", want, formula)
		}
	}
	if strings.Contains(formula, "what follows") {
		t.Errorf("the formula takes z for x:\n%s", formula)
	}
	var ids []string
	for _, p := range f.Model.Can().Panels(method.Shown{"weights": true, "parts": true}) {
		ids = append(ids, p.ID)
	}
	if !slices.Equal(ids, []string{"weights", "columns", "spectrum", "loadings"}) {
		t.Errorf("the panels are %v", ids)
	}
}
