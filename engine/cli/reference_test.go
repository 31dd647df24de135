package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// The families' own tests run every reference case with their packages. Here, the cases that a document can express run
// through the command: document, fit, printed JSON.

type refCase struct {
	Name, Method string
	Params       map[string]any
	X            [][]float64
	Y            []float64
	Query        [][]float64
	Expected     map[string]json.RawMessage
	Tolerance    struct {
		Default tolerance
		Fields  map[string]tolerance
	}
}

type tolerance struct{ Abs, Rel float64 }

func (c *refCase) want(t *testing.T, field string, into any) bool {
	t.Helper()
	raw, ok := c.Expected[field]
	if !ok || string(raw) == "null" {
		return false
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %v", field, err)
	}
	return true
}

func (c *refCase) near(t *testing.T, field string, got, want float64) {
	t.Helper()
	tol, ok := c.Tolerance.Fields[field]
	if !ok {
		tol = c.Tolerance.Default
	}
	if !(math.Abs(got-want) <= tol.Abs+tol.Rel*math.Abs(want)) {
		t.Errorf("%s is %v, want %v", field, got, want)
	}
}

func (c *refCase) skip(t *testing.T, i int) bool {
	var undecided []int
	c.want(t, "undecided", &undecided)
	for _, k := range undecided {
		if k == i {
			return true
		}
	}
	return false
}

type printed struct {
	Facts       map[string]any
	Predictions []float64
	Scores      [][]float64
	Std         []float64
	StdY        []float64 `json:"std_y"`
}

// fitCase prints the fit of a document made from the case; labels are classes.
func fitCase(t *testing.T, c *refCase, method string, params map[string]any, d int) printed {
	t.Helper()
	document := doc.Document{Method: method, Params: params, View: doc.View{X: [2]float64{0, 1}, Y: [2]float64{0, 1}}}
	for i, x := range c.X {
		p := doc.Point{X: x[0]}
		switch {
		case d == 1:
			p.Y = c.Y[i]
		case c.Y != nil:
			p.Y, p.Z = x[1], c.Y[i]
		default:
			p.Y = x[1]
		}
		document.Points = append(document.Points, p)
	}
	text, err := doc.Encode(document)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-"}
	if c.Query != nil {
		at, err := json.Marshal(c.Query)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, "-at", write(t, "at.json", string(at)))
	}
	code, out, errs := run(Fit, string(text), args...)
	if code != Done {
		t.Fatalf("status %d: %s", code, errs)
	}
	var p printed
	if err := json.Unmarshal([]byte(out), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// cases runs a test for each case in a family's file that takes accepts.
func cases(t *testing.T, path string, least int, takes func(c *refCase) bool, test func(t *testing.T, c *refCase)) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []*refCase
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range all {
		if takes(c) {
			n++
			t.Run(c.Name, func(t *testing.T) { test(t, c) })
		}
	}
	if n < least {
		t.Errorf("%d cases of %s, want at least %d", n, path, least)
	}
}

func inPlane(c *refCase) bool { return len(c.X) > 0 && len(c.X[0]) == 2 }

func TestFitPrintsReferenceSVM(t *testing.T) {
	cases(t, "../svm/testdata/svm.json", 30, func(c *refCase) bool {
		return (c.Method == "svc" || c.Method == "svc_ovo") && inPlane(c)
	}, func(t *testing.T, c *refCase) {
		params := map[string]any{"C": c.Params["C"], "tol": 1e-8}
		for k, v := range c.Params["kernel"].(map[string]any) {
			if k == "type" {
				k = "kernel"
			}
			params[k] = v
		}
		two := c.Method == "svc"
		if two {
			for i, y := range c.Y {
				c.Y[i] = (y + 1) / 2 // converts -1, 1 to classes 0, 1
			}
		}
		got := fitCase(t, c, "svm", params, 2)
		var labels []float64
		c.want(t, "labels", &labels)
		for i, y := range labels {
			if two {
				y = (y + 1) / 2
			}
			if !c.skip(t, i) && got.Predictions[i] != y {
				t.Errorf("query %d is of class %v, want %v", i, got.Predictions[i], y)
			}
		}
		if !two {
			return
		}
		var unique bool
		var decision []float64
		if c.want(t, "intercept_unique", &unique) && unique && c.want(t, "decision", &decision) {
			for i, f := range decision {
				c.near(t, "decision", got.Scores[i][0], f)
			}
			var b float64
			c.want(t, "intercept", &b)
			c.near(t, "intercept", got.Facts["intercept"].(float64), b)
		}
		var objective float64
		c.want(t, "dual_objective", &objective)
		c.near(t, "dual_objective", got.Facts["objective"].(float64), objective)
	})
}

func TestFitPrintsReferenceKNN(t *testing.T) {
	cases(t, "../neighbors/testdata/knn.json", 12, func(c *refCase) bool {
		return c.Params["task"] == "classification" && inPlane(c)
	}, func(t *testing.T, c *refCase) {
		got := fitCase(t, c, "knn", map[string]any{"n_neighbors": c.Params["k"], "metric": c.Params["metric"],
			"weights": c.Params["weights"]}, 2)
		var labels []float64
		var proba [][]float64
		c.want(t, "labels", &labels)
		c.want(t, "proba", &proba)
		for i := range labels {
			if c.skip(t, i) {
				continue
			}
			if got.Predictions[i] != labels[i] {
				t.Errorf("query %d is of class %v, want %v", i, got.Predictions[i], labels[i])
			}
			for k := range proba[i] {
				c.near(t, "proba", got.Scores[i][k], proba[i][k])
			}
		}
	})
}

// expression writes a reference kernel as a kernel expression.
func expression(k map[string]any) string {
	num := func(name string) string { return strconv.FormatFloat(k[name].(float64), 'g', -1, 64) }
	length := func() string {
		if list, ok := k["length_scale"].([]any); ok {
			parts := make([]string, len(list))
			for i, l := range list {
				parts[i] = fmt.Sprint(l)
			}
			return strings.Join(parts, ", ")
		}
		return num("length_scale")
	}
	var s string
	switch k["type"] {
	case "sum", "product":
		var parts []string
		for _, term := range k["terms"].([]any) {
			parts = append(parts, expression(term.(map[string]any)))
		}
		if k["type"] == "sum" {
			return "(" + strings.Join(parts, " + ") + ")"
		}
		return strings.Join(parts, " * ")
	case "rbf":
		s = "rbf(" + length() + ")"
	case "matern15":
		s = "matern32(" + length() + ")"
	case "matern25":
		s = "matern52(" + length() + ")"
	case "rq":
		s = "rq(" + length() + ", " + num("alpha") + ")"
	case "periodic":
		s = "periodic(" + length() + ", " + num("period") + ")"
	}
	if _, ok := k["variance"]; ok {
		s = num("variance") + "*" + s
	}
	return s
}

func TestFitPrintsReferenceGP(t *testing.T) {
	cases(t, "../gp/testdata/gp.json", 18, func(c *refCase) bool { return c.Method == "gp" },
		func(t *testing.T, c *refCase) {
			d, domain := len(c.X[0]), "line"
			if d == 2 {
				domain = "plane"
			}
			got := fitCase(t, c, "gp", map[string]any{
				"domain": domain, "kernel": expression(c.Params["kernel"].(map[string]any)), "alpha": c.Params["noise_variance"],
			}, d)
			compare := func(field string, got []float64) {
				var want []float64
				if !c.want(t, field, &want) {
					t.Errorf("no %s in the reference", field)
				}
				for i := range want {
					c.near(t, field, got[i], want[i])
				}
			}
			compare("mean", got.Predictions)
			compare("std_f", got.Std)
			compare("std_y", got.StdY)
			var lml float64
			c.want(t, "lml", &lml)
			c.near(t, "lml", got.Facts["log_marginal_likelihood"].(float64), lml)
		})
}

func TestFitPrintsReferenceVoronoi(t *testing.T) {
	cases(t, "../voronoi/testdata/geometry.json", 15, func(c *refCase) bool { return true },
		func(t *testing.T, c *refCase) {
			c.Query = nil
			got := fitCase(t, c, "voronoi", map[string]any{}, 2)
			var want []float64
			c.want(t, "cell_areas", &want)
			areas, _ := got.Facts["cell_areas"].([]any)
			if len(areas) != len(want) {
				t.Fatalf("%d cells, want %d", len(areas), len(want))
			}
			for i := range want {
				c.near(t, "cell_areas", areas[i].(float64), want[i])
			}
		})
}
