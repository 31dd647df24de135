package session_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// The weights equal the models' sums of rows, up to rounding and to the documented rest. The panel has an arrow for
// each term, in an order in which the chain always turns to the same side.
func TestWeightsAreASumOfRows(t *testing.T) {
	s := session.New(catalog.All())
	for _, c := range []struct {
		name, text string
		rest       bool
	}{
		{"perceptron", `{"method":"perceptron","params":{"form":"dual","learning_rate":0.7},` +
			`"dataset":{"name":"linear","n":60,"seed":4},"view":{"show":["weight_sum"]}}`, false},
		{"perceptron, half-way", `{"method":"perceptron","dataset":{"name":"linear","n":60,"seed":4},` +
			`"view":{"step":5,"show":["weight_sum"]}}`, false},
		{"logistic, at the optimum", `{"method":"logistic","params":{"alpha":0.5},` +
			`"dataset":{"name":"moons","n":50,"noise":0.3,"seed":2},"view":{"show":["weight_sum"]}}`, false},
		{"logistic, on the way", `{"method":"logistic","params":{"alpha":0.5,"solver":"gd","learning_rate":0.01},` +
			`"dataset":{"name":"moons","n":50,"noise":0.3,"seed":2},"view":{"step":3,"show":["weight_sum"]}}`, true},
		{"squared losses", `{"method":"linear","params":{"domain":"plane","regression_loss":"squared","solver":"newton",` +
			`"alpha":0.2},"dataset":{"name":"saddle","n":40,"noise":0.1,"seed":1},"view":{"show":["weight_sum"]}}`, false},
		{"machine", `{"method":"svm_dual","params":{"kernel":"linear","C":4},` +
			`"dataset":{"name":"moons","n":50,"noise":0.3,"seed":2},"view":{"show":["weight_sum"]}}`, false},
		{"machine by hand", `{"method":"svm_dual","params":{"kernel":"linear","C":4,"dual_coef":[-1,3]},` +
			`"points":[[0,0,0],[1,1,1]],"view":{"step":0,"show":["weight_sum"]}}`, true},
		{"ridge in the plane", `{"method":"ridge","params":{"domain":"plane","degree":1,"alpha":0.3},` +
			`"dataset":{"name":"saddle","n":40,"noise":0.1,"seed":1},"view":{"show":["weight_sum"]}}`, false},
		{"ridge, powers", `{"method":"ridge","params":{"degree":4,"alpha":0.01},` +
			`"dataset":{"name":"sine","n":20,"noise":0.1,"seed":1},"view":{"show":["weight_sum"]}}`, false},
		{"ridge, one weight", `{"method":"ridge","params":{"degree":1,"alpha":0.01},` +
			`"dataset":{"name":"sine","n":20,"noise":0.1,"seed":1},"view":{"show":["weight_sum"]}}`, false},
		{"ridge, rows of a table", `{"method":"ridge","params":{"alpha":3},"table":{"name":"diabetes","standardize":true},` +
			`"view":{"show":["weight_sum"]}}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, _, panels := scoresOf(t, s, c.text)
			span := f.Model.Can().Span()
			if span == nil {
				t.Fatal("the model tells no sum")
			}
			sum, row, size := make([]float64, len(span.Weights)), make([]float64, len(span.Weights)), 0.0
			terms := 0
			for i, a := range span.Coef {
				span.Row(i, row)
				for j, x := range row {
					sum[j] += a * x
					size = max(size, math.Abs(a*x))
				}
				if a != 0 {
					terms++
				}
			}
			off := 0.0
			for j, w := range span.Weights {
				off = max(off, math.Abs(w-sum[j])/size)
			}
			if missing := off > 1e-6; missing != c.rest {
				t.Errorf("the sum is %v, the weights are %v", sum, span.Weights)
			}
			p := panels["weight_sum"]
			if p == nil {
				t.Fatal("no panel")
			}
			arrows, rest := map[string]bool{}, false
			for _, l := range p.Layers {
				path, ok := l.(*picture.Path)
				if !ok {
					continue
				}
				for _, key := range path.Keys {
					arrows[key] = true
				}
				rest = rest || path.Says == span.Rest && span.Rest != ""
			}
			if len(arrows) != terms || rest != c.rest {
				t.Errorf("%d arrows of %d terms, rest %t", len(arrows), terms, rest)
			}
			for key := range arrows {
				told, points, ok := f.Told(key, p.View)
				if !ok || len(points) != 1 || !strings.HasPrefix(told.Answer, "Point ") && !strings.HasPrefix(told.Answer, "Row ") {
					t.Errorf("%s tells %+v of %v", key, told, points)
				}
				if strings.Contains(strings.Join(told.Lines, " "), "NaN") {
					t.Errorf("%s: %v", key, told.Lines)
				}
				break
			}
		})
	}
	for _, text := range []string{
		`{"method":"perceptron","dataset":{"name":"blobs","n":60,"seed":4},"view":{"show":["weight_sum"]}}`,
		`{"method":"logistic","params":{"alpha":0},"dataset":{"name":"moons","n":50,"noise":0.3,"seed":2},` +
			`"view":{"show":["weight_sum"]}}`,
	} {
		if _, _, panels := scoresOf(t, s, text); panels["weight_sum"] != nil {
			t.Errorf("%s: a sum is drawn", text)
		}
	}
}

// Both maps are drawn for each model that has them: the reconstruction agrees with the model's loss, each row is in all
// three pictures, and its readout has its code.
func TestBothMaps(t *testing.T) {
	s := session.New(catalog.All())
	const blobs = `"dataset":{"name":"clusters","n":60,"noise":0.05,"seed":3},"view":{"show":["both_maps"]},"seed":1`
	for _, c := range []struct {
		text  string
		codes int
	}{
		{`{"method":"pca","params":{"n_components":1},` + blobs + `}`, 1},
		{`{"method":"pca","params":{"n_components":2},` + blobs + `}`, 2},
		{`{"method":"kmeans","params":{"n_clusters":4},` + blobs + `}`, 4},
		{`{"method":"representations","params":{"representation":"pca","n_components":1},` + blobs + `}`, 1},
		{`{"method":"representations","params":{"representation":"kmeans","n_components":3},` + blobs + `}`, 3},
		{`{"method":"representations","params":{"representation":"kflats","n_components":3},` + blobs + `}`, 3},
		{`{"method":"representations","params":{"representation":"sparse","n_components":3},` + blobs + `}`, 3},
		{`{"method":"dictionary","params":{"n_components":5},` + blobs + `}`, 5},
		{`{"method":"autoencoder","params":{"n_components":1},"dataset":{"name":"moons","n":40,"seed":1},` +
			`"view":{"step":30,"show":["both_maps"]}}`, 1},
		{`{"method":"pca","params":{"n_components":3},"table":{"name":"iris"},"view":{"show":["both_maps"]}}`, 3},
	} {
		f, _, panels := scoresOf(t, s, c.text)
		maps := f.Model.Can().Maps()
		if maps == nil || len(maps.Codes) != c.codes {
			t.Fatalf("%s: %+v", c.text, maps)
		}
		n, d := f.Problem.N, f.Problem.D
		back, code := make([]float64, d), make([]float64, c.codes)
		lost := 0.0
		for i := range n {
			maps.Code(i, code)
			maps.Back(i, back)
			if !method.Finite(code...) || !method.Finite(back...) {
				t.Fatalf("%s: code %v, rebuilt %v", c.text, code, back)
			}
			for j, x := range f.Problem.At(i) {
				lost += (x - back[j]) * (x - back[j])
			}
			if maps.Choose {
				if slices.Max(code) != 1 || slices.Min(code) != 0 {
					t.Errorf("%s: code %v", c.text, code)
				}
			}
		}
		if m := f.Model.Can(); m.Losses != nil {
			losses, sum := make([]float64, n), 0.0
			m.Losses(f.Problem.X, losses)
			for _, l := range losses {
				sum += l
			}
			if math.Abs(sum-lost) > 1e-9*math.Max(1, sum) {
				t.Errorf("%s: %v is lost, and the model says %v", c.text, lost, sum)
			}
		}
		p := panels["both_maps"]
		if p == nil {
			t.Fatalf("%s: no panel", c.text)
		}
		seen := map[string]int{}
		for _, l := range p.Layers {
			switch l := l.(type) {
			case *picture.Marks:
				for _, k := range l.Keys {
					seen[k]++
				}
			case *picture.Path:
				for _, k := range l.Keys {
					seen[k]++
				}
				for i, x := range l.XY {
					if far := []int{p.View.W, p.View.H}[i%2]; !(x > -2 && x < float64(far+2)) {
						t.Errorf("%s: %s leaves the panel at %v", c.text, l.Says, x)
					}
				}
			}
		}
		for _, hit := range p.Hits {
			seen[hit.Key]++
		}
		if len(seen) != n {
			t.Errorf("%s: %d of %d rows are seen", c.text, len(seen), n)
		}
		for key, times := range seen {
			if times != 3 {
				t.Errorf("%s: %s is seen %d times", c.text, key, times)
			}
			if told, points, ok := f.Told(key, p.View); !ok || len(points) != 1 || !strings.Contains(told.Lines[0], "Φ") {
				t.Errorf("%s: %s tells %+v", c.text, key, told)
			}
			break
		}
	}
}
