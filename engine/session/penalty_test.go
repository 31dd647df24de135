package session_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/assess"
	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// For each value the penalty is that of the formula for the complexity of a separate fit to all points, and the
// smallest sum is that of training error and penalty.
func TestPenalty(t *testing.T) {
	const vc = "sqrt((h*(log(2*n/h)+1)-log(0.05/4))/n)"
	moons := `"dataset":{"name":"moons","n":120,"noise":0.3,"seed":2}`
	sine := `"dataset":{"name":"sine","n":40,"noise":0.3,"seed":2}`
	cases := []struct {
		text, over string
		values     []float64
		penalty    string
		of         func(n, h float64) float64
		fact, h    string // the training error's fact, and h: the name of a fact, or n/k
	}{
		{`"method":"tree","params":{"max_depth":100},` + moons, "max_leaf_nodes", []float64{2, 3, 5, 8, 20}, vc,
			func(n, h float64) float64 { return math.Sqrt((h*(math.Log(2*n/h)+1) - math.Log(0.05/4)) / n) },
			"training_error", "n_leaves"},
		{`"method":"knn",` + moons, "n_neighbors", []float64{1, 3, 9, 27, 81}, "0.4*h/n",
			func(n, h float64) float64 { return 0.4 * h / n }, "training_error", ""},
		{`"method":"least_squares",` + sine, "degree", []float64{1, 2, 3, 5, 9}, "2*0.09*h/n",
			func(n, h float64) float64 { return 0.18 * h / n }, "mse", "degrees_of_freedom"},
		{`"method":"ridge","params":{"degree":9},` + sine, "alpha", []float64{1e-6, 1e-3, 1, 100}, "2*0.09*h/n",
			func(n, h float64) float64 { return 0.18 * h / n }, "mse", "degrees_of_freedom"},
		{`"method":"lasso","params":{"degree":9},` + sine, "alpha", []float64{1e-3, 0.01, 1}, "h/n",
			func(n, h float64) float64 { return h / n }, "mse", "degrees_of_freedom"},
		{`"method":"kernel_ridge",` + sine, "alpha", []float64{1e-2, 1, 100}, "0.1*h/n",
			func(n, h float64) float64 { return 0.1 * h / n }, "mse", "degrees_of_freedom"},
	}
	for _, c := range cases {
		study := fmt.Sprintf(`,"study":{"over":%q,"values":%s,"penalty":%q}}`, c.over,
			strings.ReplaceAll(fmt.Sprint(c.values), " ", ","), c.penalty)
		found, r := survey(t, "{"+c.text+study)
		train, paid, sum := found.Line(assess.Training), found.Line(assess.Penalty), found.Line(assess.Sum)
		if train == nil || paid == nil || sum == nil || found.By != assess.Sum || found.Choice >= 0 {
			t.Fatalf("%s: %+v", c.text, found)
		}
		var sums []float64
		for i, x := range c.values {
			s := session.New(catalog.All())
			d := open(t, s, "{"+c.text+"}")
			if d.Params == nil {
				d.Params = map[string]any{}
			}
			d.Params[c.over] = x
			f, err := s.Fit(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			n := float64(f.Problem.N)
			h, e := n/x, toldNumber(t, f, c.fact)
			if c.h != "" {
				h = toldNumber(t, f, c.h)
			}
			if c.h == "degrees_of_freedom" && f.Method.ID != "kernel_ridge" {
				h++ // the constant
			}
			if want := c.of(n, h); !nearly(paid.Mean[i], want, 1e-9) || !nearly(train.Mean[i], e, 1e-9) ||
				!nearly(sum.Mean[i], e+want, 1e-9) || !nearly(found.Line(assess.Complexity).Mean[i], h, 1e-9) {
				t.Errorf("%s, %s = %v: %v + %v = %v, want %v + %v with h = %v", c.text, c.over, x, train.Mean[i], paid.Mean[i],
					sum.Mean[i], e, want, h)
			}
			sums = append(sums, e+c.of(n, h))
		}
		best := slices.Index(sums, slices.Min(sums))
		if found.Best != best || len(r.Offers) != 1 || r.Offers[0].Set[c.over] != c.values[best] ||
			!strings.Contains(r.Offers[0].Chosen, "+ penalty "+c.penalty) {
			t.Errorf("%s: value %d is chosen, want %d: %+v", c.text, found.Best, best, r.Offers)
		}
		if fresh := found.Line(assess.Fresh); fresh == nil || fact(r, "error_of_best") != fresh.Mean[best] {
			t.Errorf("%s: beside it %v", c.text, r.Facts)
		}
		for _, x := range r.Facts {
			if (x.Name == "error_of_best" || x.Name == "best_error") && x.Share != found.Share {
				t.Errorf("%s: %s is a share: %v, its curve: %v", c.text, x.Name, x.Share, found.Share)
			}
		}
	}
}

// toldNumber returns a numeric fact of a fit.
func toldNumber(t *testing.T, f *session.Fit, name string) float64 {
	t.Helper()
	facts := f.Model.Facts()
	if a := f.Model.Can(); a.Assess != nil {
		var err error
		if facts, err = a.Assess(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, fact := range facts {
		if fact.Name == name {
			switch v := fact.Value.(type) {
			case int:
				return float64(v)
			case float64:
				return v
			}
		}
	}
	t.Fatalf("%s tells no %s", f.Method.ID, name)
	return 0
}

// For an unsupervised method with minus the log-density as loss, the penalty gives AIC or BIC, over 2n.
func TestPenaltyOfParameters(t *testing.T) {
	const text = `{"method":"gmm","dataset":{"name":"clusters","n":150,"noise":0.05,"seed":3}%s}`
	values := []float64{1, 2, 3, 5, 8}
	for name, penalty := range map[string]string{"aic": "h/n", "bic": "log(n)*h/(2*n)"} {
		found, _ := survey(t, fmt.Sprintf(text, `,"study":{"over":"n_components","values":[1,2,3,5,8],"penalty":"`+penalty+`"}`))
		for i, k := range values {
			s := session.New(catalog.All())
			f, err := s.Fit(t.Context(), open(t, s, fmt.Sprintf(text, fmt.Sprintf(`,"params":{"n_components":%v}`, k))))
			if err != nil {
				t.Fatal(err)
			}
			if want := toldNumber(t, f, name) / 300; !nearly(found.Line(assess.Sum).Mean[i], want, 1e-9) {
				t.Errorf("%s of %v components: %v, want %v", name, k, found.Line(assess.Sum).Mean[i], want)
			}
		}
		if found.By != assess.Sum || found.Says(assess.Sum) != "training loss + penalty" {
			t.Errorf("%q chooses", found.By)
		}
	}
}

// The penalty of a support vector machine, computed by hand: for points at ±1 on a line the margin is 1/‖w‖ = 1 and the
// ball has the radius 1, so that h = 1·1 + 1; similarly for points in a square four times as far apart.
func TestPenaltyOfMargin(t *testing.T) {
	for points, want := range map[string]float64{
		`[[-1,0,0],[1,0,1]]`:                    2,
		`[[-1,-3,0],[1,-3,1],[-1,3,0],[1,3,1]]`: 11, // R² = 1 + 9
	} {
		found, _ := survey(t, `{"method":"svm","params":{"kernel":"linear"},"points":`+points+
			`,"view":{"x":[-4,4],"y":[-4,4]},"study":{"over":"C","values":[100,1000],"penalty":"h/n"}}`)
		for i := range 2 {
			if h := found.Line(assess.Complexity).Mean[i]; math.Abs(h-want) > 1e-3 {
				t.Errorf("%s: h = %v, want %v", points, h, want)
			}
		}
	}
}

func TestPenaltyRefused(t *testing.T) {
	const text = `{"method":%q,"dataset":{"name":"moons","n":40,"noise":0.3,"seed":2},"study":{%s}}`
	for _, c := range []struct{ method, study, says string }{
		{"tree", `"over":"max_depth","penalty":"0.5*k/n"`, "an expression in n and h"},
		{"tree", `"over":"max_depth","penalty":"log(h-2)"`, "finite number at h = 2"},
		{"lda", `"over":"shrinkage","penalty":"h/n"`, "has no measure of complexity"},
		{"tree", `"over":"n","penalty":"h/n"`, "given where study.over is a parameter"},
		{"tree", `"draws":20,"penalty":"h/n"`, "given where study.over is a parameter"},
	} {
		s := session.New(catalog.All())
		d, err := doc.Decode([]byte(fmt.Sprintf(text, c.method, c.study)))
		if err == nil {
			if d, err = s.Resolve(method.Unstopped, d); err == nil {
				_, _, err = s.Survey(t.Context(), d)
			}
		}
		var fault *doc.Error
		if !errors.As(err, &fault) || fault.Field != "study.penalty" || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s: %v", c.method, c.study, err)
		}
	}
}

// Each method with a complexity has a positive one for its example.
func TestComplexities(t *testing.T) {
	seen := 0
	for _, m := range catalog.All() {
		if m.Complexity == "" {
			continue
		}
		seen++
		s := session.New(catalog.All())
		f, err := s.Fit(t.Context(), open(t, s, m.Example))
		if err != nil {
			t.Fatal(err)
		}
		c := f.Whole.Can()
		if c.Complexity == nil {
			t.Errorf("%s tells no %s", m.ID, m.Complexity)
			continue
		}
		if h, err := c.Complexity(t.Context()); err != nil || !(h > 0) || math.IsInf(h, 1) {
			t.Errorf("%s: h = %v, %v", m.ID, h, err)
		}
	}
	if seen < 10 {
		t.Errorf("%d methods tell a complexity", seen)
	}
}

// Numbers of parameters, counted by hand.
func TestComplexityCounts(t *testing.T) {
	for text, want := range map[string]float64{
		`{"method":"kmeans","dataset":{"name":"clusters","n":60,"seed":4},"params":{"n_clusters":3}}`:              3 * 2,
		`{"method":"pca","table":{"name":"iris"},"params":{"n_components":1}}`:                                     2 * 4,
		`{"method":"pca","table":{"name":"iris"},"params":{"n_components":2,"subspace":"linear"}}`:                 2 * 4,
		`{"method":"adaboost","dataset":{"name":"moons","n":90,"noise":0.3,"seed":4},"params":{"n_estimators":5}}`: 5 * 2,
		`{"method":"gradient_boosting","dataset":{"name":"blobs5","n":90,"noise":0.3,"seed":4},` +
			`"params":{"n_estimators":5,"max_depth":1}}`: 5 * 5 * 2,
		`{"method":"extra_trees","dataset":{"name":"moons","n":90,"noise":0.3,"seed":4},` +
			`"params":{"n_estimators":7,"max_depth":1}}`: 7 * 2,
	} {
		s := session.New(catalog.All())
		f, err := s.Fit(t.Context(), open(t, s, text))
		if err != nil {
			t.Fatal(err)
		}
		if h, err := f.Whole.Can().Complexity(t.Context()); err != nil || h != want {
			t.Errorf("%s: h = %v, %v; want %v", text, h, err, want)
		}
	}
}

// A study over seeds says so if the method draws no random numbers with its parameters.
func TestSeedsThatMakeNoDifference(t *testing.T) {
	const text = `{"method":"perceptron","params":{"order":%q},"dataset":{"name":"linear","n":60,"noise":0.1,"seed":4},"study":{"draws":5,"seeds":true}}`
	for order, same := range map[string]bool{"cyclic": true, "shuffled": false} {
		_, r := survey(t, fmt.Sprintf(text, order))
		if said := strings.Contains(strings.Join(r.Notes, " "), "All fits have the same errors"); said != same {
			t.Errorf("%s: %q", order, r.Notes)
		}
	}
}
