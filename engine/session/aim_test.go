package session_test

import (
	"cmp"
	"encoding/json"
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

// Least squares, ridge, lasso and elastic net on whole tables agree with scikit-learn, standardised or not, with every
// third row held out or none: coefficients, intercept, R², errors. All rows, held out or not, are shown at their
// predicted and true values.
func TestRegressionOfTables(t *testing.T) {
	text, err := os.ReadFile("testdata/rows_regression.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Table, Method    string
		Standardize      bool
		Split            bool
		Alpha, Intercept float64
		Coef             []float64
		R2, MSE, Test    float64
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	s := session.New(catalog.All())
	for _, c := range cases {
		params := ""
		switch c.Method {
		case "ridge":
			params = fmt.Sprintf(`"alpha":%v`, c.Alpha)
		case "lasso", "elastic_net":
			params = fmt.Sprintf(`"alpha":%v,"tol":1e-14,"max_iter":20000`, c.Alpha)
		}
		text := fmt.Sprintf(`{"method":%q,"params":{%s},"table":{"name":%q,"standardize":%v}}`, c.Method, params, c.Table,
			c.Standardize)
		d := resolved(t, s, text)
		if c.Split {
			roles := []byte(strings.Repeat(string(doc.Train), len(d.Points)))
			for i := 0; i < len(roles); i += 3 {
				roles[i] = byte(doc.Test)
			}
			d.Split = doc.Split{Roles: string(roles)}
		}
		f, facts := atStep(t, s, d, 1_000_000)
		same := func(what string, got, want float64) {
			if !near(got, want, 1e-7*(1+math.Abs(want))) {
				t.Errorf("%s, split %v: %s %v, want %v", text, c.Split, what, got, want)
			}
		}
		coef := facts["coef"].([]float64)
		if len(coef) != len(c.Coef) || f.Problem.D != len(coef) {
			t.Fatalf("%s: %v", text, coef)
		}
		for j, w := range c.Coef {
			same("a coefficient", coef[j], w)
		}
		same("the intercept", facts["intercept"].(float64), c.Intercept)
		same("R²", facts["r2"].(float64), c.R2)
		same("the error", facts["mse"].(float64), c.MSE)
		if c.Split {
			same("the error of test rows", facts["mse_by_role"].([]float64)[1], c.Test)
		}
		placed := f.Placed(d)
		x := d.Table.Rows
		for i, q := range placed.Points {
			row := x.At(i)
			if q.Y != row[len(row)-1] {
				t.Fatalf("%s: row %d is shown at the height %v of %v", text, i, q.Y, row)
			}
			want := c.Intercept
			for j, w := range c.Coef {
				v := row[j]
				if c.Standardize {
					v = (v - f.Problem.Scales[j].Mean) / f.Problem.Scales[j].SD
				}
				want += w * v
			}
			same("the place of a row", q.X, want)
		}
		if !strings.HasPrefix(placed.Names.X, "predicted ") || placed.Names.Y != x.Columns[len(x.Columns)-1] {
			t.Errorf("%s: axes %q and %q", text, placed.Names.X, placed.Names.Y)
		}
	}
	if len(cases) < 32 {
		t.Errorf("only %d cases", len(cases))
	}
}

// The predicted column is the one on the vertical axis, or the last one of the chosen columns; it is not an input, and
// is not standardised. If the horizontal axis shows a column, rows are at its values, with a line of predictions as
// only that column varies.
func TestTargets(t *testing.T) {
	s := session.New(catalog.All())
	for _, c := range []struct {
		table, target, inputs string
		along                 []int
	}{
		{`"name":"iris"`, "petal width (cm)", "sepal length (cm),sepal width (cm),petal length (cm)", nil},
		{`"name":"iris","columns":[3,0,1]`, "sepal width (cm)", "petal width (cm),sepal length (cm)", nil},
		{`"name":"iris","plane":[2,0]`, "sepal length (cm)", "sepal width (cm),petal length (cm),petal width (cm)",
			[]int{1, -1}},
		{`"name":"iris","plane":[2,0],"columns":[0,3]`, "sepal length (cm)", "petal width (cm)", []int{-1, -1}},
		{`"name":"iris","plane":[2,0],"columns":[1,2],"standardize":true`, "sepal length (cm)",
			"sepal width, standardised,petal length, standardised", []int{1, -1}},
	} {
		d := resolved(t, s, `{"method":"ridge","params":{"alpha":1},"table":{`+c.table+`}}`)
		f, _ := atStep(t, s, d, 0)
		p := f.Problem
		if got := strings.Join(p.Inputs, ","); p.Outputs[0] != c.target || got != c.inputs ||
			fmt.Sprint(p.Along) != fmt.Sprint(c.along) {
			t.Errorf("%s: %v of %v along %v", c.table, p.Outputs, got, p.Along)
		}
		target := 0
		for d.Table.Rows.Columns[target] != c.target {
			target++
		}
		for i, y := range p.Y {
			if y != d.Table.Rows.At(i)[target] {
				t.Fatalf("%s: the target of row %d is %v", c.table, i, y)
			}
		}
		// A residual goes from a row's position to its prediction; the line shows where prediction and truth are equal, or
		// the predictions as one column varies with the others at their means.
		v := session.Viewport(f.Placed(d), f.Task, 300, 200, 1)
		show := method.Shown{method.Mean: true, "residuals": true}
		under, _, err := f.Model.Can().Layers(method.Unstopped, v, nil, show)
		if err != nil || len(under) != 2 && (len(under) != 1 || c.along == nil || c.along[0] >= 0) {
			t.Fatalf("%s: %v, layers %v", c.table, err, under)
		}
		says := make([]float64, p.N)
		f.Model.Can().Predictor.Predict(p.X, says)
		rest := under[len(under)-1].(*picture.Path)
		placed := f.Placed(d)
		for i, q := range placed.Points {
			if at := rest.XY[4*i:][:4]; !slices.Equal(at, []float64{q.X, q.Y, q.X, says[i]}) {
				t.Fatalf("%s: row %d at %v has the residual %v of %v", c.table, i, q, at, says[i])
			}
		}
		if len(under) == 1 {
			continue
		}
		line := under[0].(*picture.Path).XY
		row := make([]float64, p.D)
		for i := range p.N {
			for j, x := range p.At(i) {
				row[j] += x / float64(p.N)
			}
		}
		for k := 0; k < len(line); k += 2 {
			want := []float64{line[k]}
			if c.along != nil {
				row[c.along[0]] = line[k]
				f.Model.Can().Predictor.Predict(row, want)
			}
			if !near(line[k+1], want[0], 1e-9) {
				t.Errorf("%s: the line is %v at %v, want %v", c.table, line[k+1], line[k], want[0])
			}
		}
	}
	for text, want := range map[string]string{
		`{"method":"ridge","table":{"name":"iris","columns":[2]}}`:                           "table.columns",
		`{"method":"ridge","table":{"name":"iris","plane":"pca3"}}`:                          "table.plane",
		`{"method":"ridge","params":{"domain":"plane"},"table":{"name":"iris"}}`:             "table",
		`{"method":"svr","table":{"name":"iris"}}`:                                           "table",
		`{"method":"least_squares","table":{"data":{"columns":["a"],"rows":[[1],[2],[3]]}}}`: "table.columns",
	} {
		d, err := doc.Decode([]byte(text))
		if err == nil {
			_, err = s.Resolve(method.Unstopped, d)
		}
		if bad, ok := err.(*doc.Error); !ok || bad.Field != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Several predicted columns agree with scikit-learn: coefficients, intercepts, and R² of each on training and held-out
// rows. The first is the column that the plane shows.
func TestSeveralTargets(t *testing.T) {
	text, err := os.ReadFile("testdata/rows_outputs.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Table       string
		Targets     int
		Alpha       float64
		Coef        [][]float64
		Intercept   []float64
		Train, Test []*float64
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) < 3 {
		t.Fatal(err, len(cases))
	}
	s := session.New(catalog.All())
	for _, c := range cases {
		id, alpha := "least_squares", ""
		if c.Alpha > 0 {
			id, alpha = "ridge", fmt.Sprintf(`,"alpha":%v`, c.Alpha)
		}
		d := resolved(t, s, fmt.Sprintf(`{"method":%q,"params":{"n_targets":%d%s},"table":{"name":%q}}`, id, c.Targets, alpha,
			c.Table))
		roles := []byte(strings.Repeat(string(doc.Train), len(d.Points)))
		for i := 0; i < len(roles); i += 3 {
			roles[i] = byte(doc.Test)
		}
		d.Split = doc.Split{Roles: string(roles)}
		f, facts := atStep(t, s, d, 0)
		last := c.Targets - 1
		order := []int{last} // in the order of scikit-learn's columns
		for k := range last {
			order = append(order, k)
		}
		all := d.Table.Rows.Columns
		for k, of := range order {
			if want := all[len(all)-c.Targets+of]; f.Problem.Outputs[k] != want {
				t.Errorf("%s: output %d is %s, want %s", c.Table, k, f.Problem.Outputs[k], want)
			}
			what := fmt.Sprintf("%s, %d columns, %s", c.Table, c.Targets, f.Problem.Outputs[k])
			for j, want := range c.Coef[of] {
				if got := facts["coef_by_output"].([][]float64)[k][j]; !near(got, want, 1e-7*(1+math.Abs(want))) {
					t.Fatalf("%s: coefficient %d is %v, want %v", what, j, got, want)
				}
			}
			same := func(fact string, want *float64) {
				got := facts[fact]
				list, ok := got.([]float64)
				if want == nil { // all are equal
					return
				}
				var x float64
				if ok {
					x = list[k]
				} else {
					x, ok = got.([]any)[k].(float64)
				}
				if !ok || !near(x, *want, 1e-7*(1+math.Abs(*want))) {
					t.Errorf("%s: %s is %v, want %v", what, fact, x, *want)
				}
			}
			same("intercept_by_output", &c.Intercept[of])
			same("r2_by_output", c.Train[of])
			same("test_r2_by_output", c.Test[of])
		}
	}
}

// Neighbours and kernels predict a column from whole rows by their formulas: the mean of the k nearest rows, found here
// by brute force, and residuals equal to α times the coefficients, y − f(xᵢ) = αaᵢ, where f is the sum of kernels. The
// rows are shown at their predictions, which their readouts contain.
func TestNeighboursAndKernelsPredictAColumn(t *testing.T) {
	s := session.New(catalog.All())
	fit := func(text string) (*session.Fit, []float64) {
		f, err := s.Fit(t.Context(), open(t, s, text))
		if err != nil {
			t.Fatal(err)
		}
		says := make([]float64, f.Problem.N)
		f.Model.Can().Predictor.Predict(f.Problem.X, says)
		return f, says
	}
	const table = `"table":{"name":"diabetes","standardize":true}`
	f, says := fit(`{"method":"knn_regression","params":{"n_neighbors":7},` + table + `}`)
	p := f.Problem
	if p.D != 10 || p.N != 442 || p.Outputs[0] != "progression after a year" {
		t.Fatalf("%d rows of %d columns, to predict %v", p.N, p.D, p.Outputs)
	}
	for i := range p.N {
		order, far := method.Indices(p.N), make([]float64, p.N)
		for k := range far {
			for j, x := range p.At(k) {
				far[k] += (x - p.At(i)[j]) * (x - p.At(i)[j])
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(far[a], far[b]) })
		mean := 0.0
		for _, k := range order[:7] {
			mean += p.Y[k] / 7
		}
		if math.Abs(mean-says[i]) > 1e-9 {
			t.Fatalf("row %d: %v, want %v", i, says[i], mean)
		}
	}
	f, says = fit(`{"method":"kernel_ridge","params":{"kernel":"rbf","gamma":0.02,"alpha":0.5},` + table + `}`)
	p = f.Problem
	var coef []float64
	for _, fact := range f.Facts(picture.Viewport{W: 10, H: 10, X1: 1, Y1: 1}) {
		if fact.Name == "dual_coef" {
			coef = fact.Value.([]float64)
		}
	}
	for i := range p.N {
		sum := 0.0
		for k, a := range coef {
			far := 0.0
			for j, x := range p.At(k) {
				far += (x - p.At(i)[j]) * (x - p.At(i)[j])
			}
			sum += a * math.Exp(-0.02*far)
		}
		if math.Abs(sum-says[i]) > 1e-6 || math.Abs(p.Y[i]-says[i]-0.5*coef[i]) > 1e-6 {
			t.Fatalf("row %d: %v, want %v, coefficient %v", i, says[i], sum, coef[i])
		}
	}
	e := f.Model.Can().Explain(p.At(3), picture.Viewport{W: 100, H: 100, X1: 1, Y1: 1}, nil)
	if !strings.HasPrefix(e.Answer, "progression after a year predicted: ") || !strings.HasPrefix(e.Lines[0], "true ") {
		t.Errorf("row 4 says %+v", e)
	}
}
