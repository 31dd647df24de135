//go:build !js

package catalog_test

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
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// Linear methods on whole rows agree with scikit-learn 1.2 (testdata/rows.json): weights, errors, directions.
func TestLinearMethodsOnRows(t *testing.T) {
	t.Parallel()
	var cases []struct {
		Name       string
		Document   json.RawMessage
		Facts      map[string]json.RawMessage
		Directions [][]float64
		Tolerance  float64
	}
	b, err := os.ReadFile("testdata/rows.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 13 {
		t.Fatalf("%d cases", len(cases))
	}
	s := session.New(catalog.All())
	for _, c := range cases {
		if d, err := doc.Decode(c.Document); err == nil && !catalog.Tests(d.Method) {
			continue
		}
		d, err := openTable(s, string(c.Document))
		if err != nil {
			t.Fatal(c.Name, err)
		}
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatal(c.Name, err)
		}
		v := session.Viewport(d, f.Task, 200, 150, 1)
		facts := map[string]method.Fact{}
		for _, fact := range f.Facts(v) {
			facts[fact.Name] = fact
		}
		for name, raw := range c.Facts {
			got, want := numbers(t, facts[name].Value), flat(t, raw)
			if len(got) != len(want) {
				t.Errorf("%s: %s has %d numbers, want %d", c.Name, name, len(got), len(want))
				continue
			}
			size := 0.0
			for _, x := range want {
				size = max(size, math.Abs(x))
			}
			for i, x := range want {
				if math.Abs(got[i]-x) > c.Tolerance*max(size, 1e-3) {
					t.Errorf("%s: %s[%d] = %v, want %v", c.Name, name, i, got[i], x)
					break
				}
			}
		}
		if c.Directions != nil {
			got := numbers(t, facts["directions"].Value)
			for k, want := range c.Directions { // unit vectors, of either sign
				dot := 0.0
				for j, x := range want {
					dot += x * got[k*len(want)+j]
				}
				if math.Abs(math.Abs(dot)-1) > c.Tolerance {
					t.Errorf("%s: direction %d is %v, want %v", c.Name, k, got, want)
				}
			}
		}
		if text := f.Status().Sentence; !strings.Contains(text, "Fitted on ") || !strings.Contains(text, "column") {
			t.Errorf("%s: the status does not say what is fitted: %q", c.Name, text)
		}
	}
}

// numbers returns the numbers of a fact, row by row.
func numbers(t *testing.T, value any) []float64 {
	t.Helper()
	b, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return flat(t, b)
}

func flat(t *testing.T, raw json.RawMessage) (out []float64) {
	t.Helper()
	var one float64
	if json.Unmarshal(raw, &one) == nil {
		return []float64{one}
	}
	if json.Unmarshal(raw, &out) == nil {
		return out
	}
	var rows [][]float64
	if err := json.Unmarshal(raw, &rows); err != nil {
		t.Fatal(err)
	}
	return slices.Concat(rows...)
}

// Pictures agree with predictions: for linear methods on whole rows each row is in the region of its predicted class,
// and in space on the corresponding side of the plane.
func TestRowsLieWhereTheyAreAnswered(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	for _, c := range []struct {
		text  string
		drawn bool
	}{
		{`{"method":"logistic","params":{"inputs":"all"},"table":{"name":"iris"}}`, true},
		{`{"method":"logistic","params":{"inputs":"all"},"table":{"name":"breast_cancer","standardize":true}}`, true},
		{`{"method":"perceptron","params":{"inputs":"all"},"table":{"name":"iris"}}`, true},
		{`{"method":"linear","params":{"inputs":"all","loss":"squared","solver":"newton"},"table":{"name":"iris"}}`, true},
		{`{"method":"svm_primal","params":{"inputs":"all"},"table":{"name":"wine","standardize":true}}`, true},
		{`{"method":"fisher","params":{"inputs":"all"},"table":{"name":"iris"}}`, true},
		{`{"method":"fisher","params":{"inputs":"all"},"table":{"name":"breast_cancer","standardize":true}}`, true},
		{`{"method":"fisher","params":{"inputs":"all","alpha":0.1},"table":{"name":"digits"}}`, true},
		{`{"method":"logistic","params":{"inputs":"all"},"table":{"name":"iris","columns":[0,3],"plane":[0,3]}}`, true},
		// Four columns, two of which are shown, and ten classes in a plane: no line separates them.
		{`{"method":"logistic","params":{"inputs":"all"},"table":{"name":"iris","plane":[0,3]}}`, false},
		{`{"method":"logistic","params":{"inputs":"all","solver":"lbfgs","max_iter":20},"table":{"name":"digits"}}`, false},
	} {
		d, err := openTable(s, strings.Replace(c.text, "{", `{"version":1,`, 1))
		if err != nil {
			t.Fatal(c.text, err)
		}
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatal(c.text, err)
		}
		v := session.Viewport(f.Placed(d), f.Task, 400, 300, 1)
		under, _, err := f.Model.Can().Layers(method.Unstopped, v, nil,
			method.Shown{method.Regions: true, method.Boundary: true})
		if err != nil {
			t.Fatal(c.text, err)
		}
		var cells []*picture.Path
		for _, l := range under {
			if p, ok := l.(*picture.Path); ok && p.Role == picture.RoleCell {
				cells = append(cells, p)
			}
		}
		if len(cells) > 0 != c.drawn {
			t.Errorf("%s: %d regions", c.text, len(cells))
		}
		answers := make([]float64, f.Problem.N)
		f.Model.Can().Predictor.Predict(f.Problem.X, answers)
		for i := 0; i < len(answers) && c.drawn; i++ {
			x, y := f.Problem.Drawn(i)
			for _, cell := range cells {
				if in, edge := inside(cell.XY, x, y); !edge && in != (cell.Class == int(answers[i])) {
					t.Fatalf("%s: row %d at (%v, %v) is answered %v, and lies in region %d: %v", c.text, i, x, y, answers[i],
						cell.Class, in)
				}
			}
		}
	}
}

// inside reports whether a position is in a convex polygon, and whether it is on its edge, up to rounding.
func inside(xy []float64, x, y float64) (in, edge bool) {
	left, right := false, false
	for i := 0; i < len(xy); i += 2 {
		j := (i + 2) % len(xy)
		dx, dy := xy[j]-xy[i], xy[j+1]-xy[i+1]
		turn := dx*(y-xy[i+1]) - dy*(x-xy[i])
		edge = edge || math.Abs(turn) < 1e-6*math.Hypot(dx, dy)
		left, right = left || turn > 0, right || turn < 0
	}
	return !(left && right), edge
}

// With three columns there is a plane in space, and rows are on the side of their predictions.
func TestPlanesInSpace(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	for _, text := range []string{
		`{"version":1,"method":"svm_primal","params":{"inputs":"all"},"table":{"name":"iris","columns":[0,1,2],"plane":[0,1,2]}}`,
		`{"version":1,"method":"logistic","params":{"inputs":"all"},"table":{"name":"breast_cancer","standardize":true,"plane":"pca3"}}`,
		`{"version":1,"method":"fisher","params":{"inputs":"all"},"table":{"name":"breast_cancer","standardize":true,"plane":"pca3"}}`,
		`{"version":1,"method":"perceptron","params":{"inputs":"all"},"table":{"name":"iris","plane":"pca3"}}`,
	} {
		d, err := openTable(s, text)
		if err != nil {
			t.Fatal(text, err)
		}
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatal(text, err)
		}
		at := f.Placed(d).Table.Rows.Places
		layers := f.Model.Can().SpaceLayers(at, method.Shown{method.Boundary: true})
		if len(layers) != 2 {
			t.Fatalf("%s: %d layers, want the planes' edges and meshes", text, len(layers))
		}
		edge := layers[0].(*picture.Path)
		if len(edge.Z) != len(edge.XY)/2 || len(edge.Z) < 4 {
			t.Fatalf("%s: %d places, %d depths", text, len(edge.XY)/2, len(edge.Z))
		}
		if len(f.Problem.ClassIDs) != 2 {
			continue
		}
		a, b, c := corner(edge, 0), corner(edge, 1), corner(edge, 2)
		answers := make([]float64, f.Problem.N)
		f.Model.Can().Predictor.Predict(f.Problem.X, answers)
		sides := [2]int{}
		for i, answer := range answers {
			u, w := less(b, a), less(c, a)
			n := [3]float64{u[1]*w[2] - u[2]*w[1], u[2]*w[0] - u[0]*w[2], u[0]*w[1] - u[1]*w[0]}
			x := less([3]float64(at[3*i:3*i+3]), a)
			if (x[0]*n[0]+x[1]*n[1]+x[2]*n[2] > 0) == (answer == 1) {
				sides[0]++
			} else {
				sides[1]++
			}
		}
		if min(sides[0], sides[1]) > 0 {
			t.Errorf("%s: %v rows on either side of the plane as they are answered", text, sides)
		}
	}
}

func corner(p *picture.Path, i int) [3]float64 { return [3]float64{p.XY[2*i], p.XY[2*i+1], p.Z[i]} }

func less(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
