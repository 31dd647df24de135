package session_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

func answered(t *testing.T, text string, from, n int) *wire.Predicted {
	t.Helper()
	f := fitted(t, text)
	r, err := f.Predictions(method.Unstopped, wire.Predict{From: from, N: n,
		View: picture.Viewport{X1: 1, Y1: 1, W: 400, H: 300, Scale: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func said(r *wire.Predicted) string {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(r.Head, " | "))
	for _, row := range r.Rows {
		for i, x := range row {
			if v, ok := x.(float64); ok {
				x = math.Round(v*1000)/1000 + 0
			}
			if i > 0 {
				b.WriteString(" | ")
			}
			fmt.Fprint(&b, x)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestAnswers(t *testing.T) {
	const two = `"points":[[0.2,0.4,0],[0.3,0.6,0],[0.7,0.5,1],[0.8,0.4,1],[0.75,0.45,0],[0.1,0.1,-1]]`
	for _, x := range []struct{ name, doc, want string }{
		{"classes by name", `{"method":"knn","params":{"n_neighbors":3},"names":{"classes":["left","right"]},` + two + `}`,
			`Point | x₁ | x₂ | Class | Predicted | Probability | Right
1 | 0.2 | 0.4 | left | left | 0.667 | true
2 | 0.3 | 0.6 | left | left | 0.667 | true
3 | 0.7 | 0.5 | right | right | 0.667 | true
4 | 0.8 | 0.4 | right | right | 0.667 | true
5 | 0.75 | 0.45 | left | right | 0.667 | false
6 | 0.1 | 0.1 | no class | left | 0.667 | <nil>
`},
		{"held out", `{"method":"nearest_centroid","split":{"roles":"...tv"},` + two + `}`, `Point | x₁ | x₂ | Class | Role | Predicted | Right
1 | 0.2 | 0.4 | class 1 | training | class 1 | true
2 | 0.3 | 0.6 | class 1 | training | class 1 | true
3 | 0.7 | 0.5 | class 2 | training | class 2 | true
4 | 0.8 | 0.4 | class 2 | test | class 2 | true
5 | 0.75 | 0.45 | class 1 | validation | class 2 | false
6 | 0.1 | 0.1 | no class | training | class 1 | <nil>
`},
		{"decision values", `{"method":"svm","params":{"kernel":"linear","C":1},` + two + `}`, `Point | x₁ | x₂ | Class | Predicted | Decision value | Right
1 | 0.2 | 0.4 | class 1 | class 1 | -1.007 | true
2 | 0.3 | 0.6 | class 1 | class 1 | -0.992 | true
3 | 0.7 | 0.5 | class 2 | class 1 | -0.797 | false
4 | 0.8 | 0.4 | class 2 | class 1 | -0.737 | false
5 | 0.75 | 0.45 | class 1 | class 1 | -0.767 | true
6 | 0.1 | 0.1 | no class | class 1 | -1.007 | <nil>
`},
		{"values", `{"method":"ridge","points":[[0,0,0],[0.5,1,0],[1,2,0]]}`, `Point | x | y | Predicted | Residual
1 | 0 | 0 | 0.003 | -0.003
2 | 0.5 | 1 | 0.997 | 0.003
3 | 1 | 2 | 2 | 0
`},
		{"a Gaussian process", `{"method":"gp","points":[[0,0,0],[0.5,1,0],[1,2,0]]}`, `Point | x | y | Predicted | Standard deviation | Residual
1 | 0 | 0 | 0 | 0.1 | 0
2 | 0.5 | 1 | 0.991 | 0.1 | 0.009
3 | 1 | 2 | 1.981 | 0.1 | 0.019
`},
		{"clusters", `{"method":"kmeans","params":{"n_clusters":2},` + two + `}`, `Point | x₁ | x₂ | Group | Cluster
1 | 0.2 | 0.4 | class 1 | cluster 2
2 | 0.3 | 0.6 | class 1 | cluster 1
3 | 0.7 | 0.5 | class 2 | cluster 1
4 | 0.8 | 0.4 | class 2 | cluster 1
5 | 0.75 | 0.45 | class 1 | cluster 1
6 | 0.1 | 0.1 | no class | cluster 2
`},
		{"cells", `{"method":"voronoi",` + two + `}`, `Point | x₁ | x₂ | Group | Answer
1 | 0.2 | 0.4 | class 1 | Class 1
2 | 0.3 | 0.6 | class 1 | Class 1
3 | 0.7 | 0.5 | class 2 | Class 2
4 | 0.8 | 0.4 | class 2 | Class 2
5 | 0.75 | 0.45 | class 1 | Class 1
6 | 0.1 | 0.1 | no class | No class
`},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := said(answered(t, x.doc, 0, 100)); got != x.want {
				t.Errorf("got\n%swant\n%s", got, x.want)
			}
		})
	}
}

// For each method's example, the table's rows match its head, with numbers that JSON can represent. The number of wrong
// rows agrees with the method's facts.
func TestAnswersOfAll(t *testing.T) {
	for _, m := range catalog.All() {
		f := fitted(t, m.Example)
		r := answered(t, m.Example, 0, 200)
		if _, err := json.Marshal(r); err != nil {
			t.Errorf("%s: %v", m.ID, err)
		}
		wrong, rows := 0, 0
		for _, row := range r.Rows {
			if len(row) != len(r.Head) {
				t.Fatalf("%s: %d of %d in a row: %v", m.ID, len(row), len(r.Head), row)
			}
			if right, ok := row[len(row)-1].(bool); ok {
				if rows++; !right {
					wrong++
				}
			}
		}
		for _, x := range f.Facts(picture.Viewport{X1: 1, Y1: 1, W: 400, H: 300, Scale: 1}) {
			if e, ok := x.Value.(float64); ok && x.Name == "training_error" && rows == f.Problem.N &&
				math.Abs(e-float64(wrong)/float64(rows)) > 1e-9 {
				t.Errorf("%s: %d of %d rows are wrong, and the training error is %v", m.ID, wrong, rows, e)
			}
		}
	}
}

// A file has all points, more than one message, as CSV with quotes around names with blanks.
func TestAnswersFile(t *testing.T) {
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(`{"method":"knn","dataset":{"name":"moons","n":450,"seed":1},
		"names":{"classes":["one moon"]}}`))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	view := session.Viewport(d, method.Classify, 400, 300, 1)
	b, info, err := s.Export(method.Unstopped, session.Request{Doc: d, View: view},
		wire.KindPredictions, picture.ExportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	if len(lines) != 451 || info.Name != "predictions.csv" ||
		lines[0] != "Point,x₁,x₂,Class,Predicted,Probability,Right" ||
		!strings.HasPrefix(lines[450], "450,") || !strings.Contains(string(b), `"one moon"`) {
		t.Errorf("%s: %d lines:\n%s\n%s", info.Name, len(lines), lines[0], lines[len(lines)-1])
	}
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.Predictions(method.Unstopped, wire.Predict{From: 400, N: 100})
	if err != nil || r.From != 400 || r.Of != 450 ||
		len(r.Rows) != 50 || r.Rows[0][0] != 401.0 {
		t.Errorf("from 401 on: %v, %v", r, err)
	}
	if _, err := f.Predictions(method.Unstopped, wire.Predict{N: 100_000}); err == nil {
		t.Error("a hundred thousand points at once")
	}
}
