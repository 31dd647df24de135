package session_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// Extreme documents: far or coincident points, constant and missing columns, one class, expressions with undefined
// values. Each gives finite numbers and pictures, or a sentence that says what is wrong.
func TestHostileDocuments(t *testing.T) {
	s := session.New(catalog.All())
	const views = `"kernel":true,"show":`
	points := map[string]string{
		"none":      `[]`,
		"one":       `[[0.3,0.3,0]]`,
		"one class": `[[0,0,0],[0.1,0.2,0],[0.2,0.9,0]]`,
		"same":      `[[0.5,0.5,0],[0.5,0.5,1],[0.5,0.5,0],[0.5,0.5,1]]`,
		"constant":  `[[0.5,0,0],[0.5,0.1,1],[0.5,0.2,0],[0.5,0.3,1]]`,
		"far":       `[[-1e12,1e12,0],[1e12,-1e12,1],[1e12,1e12,0],[1e11,0,1]]`,
		"near":      `[[0,0,0],[1e-300,0,1],[0,1e-300,0],[1e-300,1e-300,1]]`,
	}
	var list []string
	for _, p := range points {
		for _, m := range []string{
			`"method":"svm_dual","params":{"kernel":"linear"},"view":{` + views + `["weight_sum","alpha","conditions"]}`,
			`"method":"perceptron","view":{"show":["weight_sum"]}`,
			`"method":"logistic","view":{"show":["weight_sum","hessian"],"scores":{}}`,
			`"method":"ridge","params":{"domain":"plane","degree":2},"view":{"show":["weight_sum","path"]}`,
			`"method":"pca","params":{"n_components":1},"view":{"show":["both_maps","matrices"]}`,
			`"method":"kmeans","params":{"n_clusters":2},"view":{"show":["both_maps"]}`,
			`"method":"dictionary","params":{"n_components":2},"view":{"show":["both_maps"]}`,
			`"method":"representations","params":{"n_components":1},"view":{"show":["both_maps","code"]}`,
			`"method":"autoencoder","view":{"step":3,"show":["both_maps"]}`,
			`"method":"kernel_discriminant"`,
			`"method":"pipeline","params":{"codes":{"method":"kmeans","params":{"n_clusters":2}}}`,
		} {
			list = append(list, `{`+m+`,"points":`+p+`}`)
		}
	}
	for _, rows := range []string{`[[1,2,3]]`, `[[1,2,1],[1,2,2],[1,2,3],[1,2,5]]`, `[[1,2,3],[1,2,3],[1,2,3]]`,
		`[[1e12,-1e12,0],[-1e12,1e12,1],[1e12,1e12,2]]`, `[[0,1e-300,1],[1e-300,0,2],[0,0,4]]`,
		`[[1,null,2],[2,3,null],[4,5,6]]`, `[[null,null,null],[null,null,null]]`} {
		for _, m := range []string{
			`"method":"least_squares","params":{"n_targets":2},"view":{"show":["weights","design_matrix","covariance_matrix"]}`,
			`"method":"ridge","view":{"show":["weights","covariance_matrix","weight_sum"]}`,
			`"method":"kernel_ridge","params":{"kernel":"poly","alpha":1e-10},"view":{"kernel":true}`,
			`"method":"kernel_ridge","params":{"kernel":"linear","alpha":1e-10}`,
			`"method":"knn_regression","params":{"weights":"distance"}`,
			`"method":"pca","view":{"show":["both_maps","spectrum","matrices"]}`,
			`"method":"lda","params":{"inputs":"all"}`,
			`"method":"logistic","params":{"inputs":"all"},"view":{"show":["weights","weight_sum"]}`,
			`"method":"tree","params":{"inputs":"all"}`,
			`"method":"pipeline","params":{"codes":{"method":"pca"}}`,
		} {
			list = append(list, `{`+m+`,"table":{"data":{"columns":["a","b","c"],"rows":`+rows+`,"class":[`+
				"0,1,0,1"[:2*strings.Count(rows, "],[")+1]+`]}}}`)
		}
	}
	for _, f := range []string{"x/0", "0/0", "ln(x)", "1/x", "1e308*x*x", "exp(exp(x))", "sqrt(x)+1/y"} {
		list = append(list, fmt.Sprintf(`{"method":"constrained","params":{"f":"expression","f_text":%q}}`, f),
			fmt.Sprintf(`{"method":"feature_map","params":{"map":"expression","height":%q},`+
				`"dataset":{"name":"circles","n":12,"seed":1}}`, f))
	}
	for _, text := range list {
		if wrong := harmed(t.Context(), s, text); wrong != "" {
			t.Errorf("%.200s: %s", text, wrong)
		}
	}
}

// patience is a job that stops after a number of calls, independently of the machine's speed.
type patience struct{ left atomic.Int64 }

func (p *patience) Err() error {
	if p.left.Add(-1) < 0 {
		return method.ErrStopped
	}
	return nil
}

// FuzzSession processes an arbitrary document, as from a link: it is read, fitted and drawn with all its panels, or
// gives an error. Long computations must check the job.
func FuzzSession(f *testing.F) {
	for _, text := range []string{
		`{"method":"svm","points":[[0,0,0],[1,1,1],[0.5,0.2,0]]}`,
		`{"method":"svm","params":{"kernel":"rbf(gamma=2) + 3*linear"},"dataset":{"name":"moons","n":12,"noise":0.2,"seed":3}}`,
		`{"method":"kmeans","params":{"n_clusters":3},"view":{"step":2},"points":[[0,0],[1,1],[1,1],[-1e12,3]]}`,
		`{"method":"feature_map","params":{"map":"expression","height":"x^y/ln(x)"},"points":[[0,0,0],[1,1,1],[2,0,0]]}`,
		`{"method":"constrained","params":{"f":"expression","f_text":"exp(exp(x))-y"}}`,
		`{"method":"ridge","params":{"domain":"plane","degree":3},"points":[[0,0,1],[1,1,2],[0,1,1e12]],"split":{"test":0.3}}`,
		`{"method":"pipeline","params":{"codes":{"method":"kmeans","params":{"n_clusters":2}}},"points":[[0,0,0],[1,1,1]]}`,
		`{"method":"lda","params":{"inputs":"all"},"table":{"data":{"columns":["a","b"],"rows":[[1,2],[2,1],[3,null]],"class":[0,1,1]}}}`,
		`{"method":"perceptron","points":[[0,0,0],[1,1,1]],"view":{"step":1000000000,"x":[-1,1],"y":[-1e-9,1e-9],"show":["regions","margins"]}}`,
		`{"method":"knn","params":{"k":0},"points":[]}`, `{"method":"tree","seed":9007199254740992,"points":[[1e-300,0,0],[0,0,11]]}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 5000 || strings.Count(text, "[") > 200 {
			return // many points may take long
		}
		job := &patience{}
		job.left.Store(300)
		if wrong := harmed(job, session.New(catalog.All()), text); wrong != "" {
			t.Errorf("%s: %s", text, wrong)
		}
	})
}

// harmed draws a document, and returns what is wrong with the result.
func harmed(job method.Job, s *session.Session, text string) string {
	d, err := doc.Decode([]byte(text))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	var last *session.Result
	if err == nil {
		var f *session.Fit
		v := picture.Viewport{X0: d.View.X[0], X1: d.View.X[1], Y0: d.View.Y[0], Y1: d.View.Y[1], W: 60, H: 40, Scale: 1}
		if f, err = s.Fit(job, d); err == nil {
			err = s.DrawFit(job, f, session.Request{Doc: d, View: v, Fine: true, Panels: session.AllPanels(f, 160, 120)},
				func(r *session.Result) error { last = r; return nil })
		}
	}
	var need *method.Need
	var wrong *doc.Error
	switch {
	case errors.As(err, &need), errors.As(err, &wrong):
		if strings.Contains(err.Error(), "NaN") {
			return "it is refused by " + err.Error()
		}
		return ""
	case method.Stopped(err):
		return ""
	case err != nil:
		return err.Error()
	}
	if s := last.Fit.Status().Sentence; strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
		return s
	}
	for _, p := range append([]*picture.Picture{last.Picture}, last.Panels...) {
		for _, hit := range p.Hits {
			if slices.ContainsFunc(hit.XY, math.IsNaN) {
				return "a hit area is at no number"
			}
		}
		for _, pal := range []string{"light", "dark"} {
			look, _ := picture.PaletteByName(pal)
			picture.Paint(&nothing{}, p, look)
		}
		for _, l := range p.Layers {
			var xy []float64
			switch l := l.(type) {
			case *picture.Marks:
				xy = l.XY
			case *picture.Label:
				xy = []float64{l.X, l.Y}
				if strings.Contains(l.Text, "NaN") {
					return "a label says " + l.Text
				}
				if l.On != nil && !(l.On.Share >= 0 && l.On.Share <= 1) {
					return fmt.Sprintf("%q stands on %v", l.Text, l.On.Share)
				}
			}
			for _, x := range xy {
				if math.IsNaN(x) {
					return "a place is no number"
				}
			}
		}
	}
	return ""
}

// nothing is a canvas that shows nothing.
type nothing struct{}

func (*nothing) Fill(*picture.Outline, picture.Color)                             {}
func (*nothing) Stroke(*picture.Outline, picture.Stroke)                          {}
func (*nothing) Image([]byte, int, int, float64, float64, float64, float64, bool) {}
func (*nothing) Text(string, float64, float64, picture.TextStyle)                 {}
func (*nothing) Into(float64, float64, float64, float64)                          {}
func (*nothing) Out()                                                             {}
