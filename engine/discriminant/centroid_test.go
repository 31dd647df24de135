package discriminant

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

func centroidOf(t *testing.T, x [][]float64, y []int, params map[string]any) *centroid {
	t.Helper()
	m := NearestCentroid()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	p := &method.Problem{N: len(x), D: len(x[0]), Task: method.Classify, Class: y, X: slices.Concat(x...)}
	for k := range slices.Max(y) + 1 {
		p.ClassIDs = append(p.ClassIDs, k)
	}
	model, err := m.Fit(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return model.(*centroid)
}

// Centroids, predictions and errors agree with scikit-learn (testdata/centroid.json, version 1.2.1).
func TestNearestCentroidIsScikitLearns(t *testing.T) {
	data, err := os.ReadFile("testdata/centroid.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Metric  string
		Threshold     float64 `json:"shrink_threshold"`
		X, Query      [][]float64
		Y             []int
		Centroids     [][]float64
		Labels        []int
		TrainingError float64 `json:"training_error"`
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		m := centroidOf(t, c.X, c.Y, map[string]any{"metric": c.Metric, "shrink_threshold": c.Threshold})
		for k, want := range c.Centroids {
			for j, x := range want {
				if got := m.places[k][j]; !(math.Abs(got-x) <= 1e-12*(1+math.Abs(x))) {
					t.Errorf("%s: centroid %d is %v, want %v", c.Name, k, m.places[k], want)
					break
				}
			}
		}
		out := make([]float64, len(c.Query))
		m.Predict(slices.Concat(c.Query...), out)
		for i, want := range c.Labels {
			if int(out[i]) != want {
				t.Errorf("%s: %v is of class %g, want %d", c.Name, c.Query[i], out[i], want)
			}
		}
		if got := m.Facts()[0]; got.Name != "training_error" || got.Value != c.TrainingError {
			t.Errorf("%s: %s %v, want %g", c.Name, got.Name, got.Value, c.TrainingError)
		}
	}
}

// At the largest deviation all centroids coincide with the overall mean; just below it they do not.
func TestLargestDeviationMergesAll(t *testing.T) {
	x, y := [][]float64{{0, 1}, {1, 2}, {4, 1}, {6, 2}, {5, 0}}, []int{0, 0, 1, 1, 1}
	most := centroidOf(t, x, y, nil).farthest()
	if n := centroidOf(t, x, y, map[string]any{thresholdParam: most * (1 + 1e-12)}).apart(); n != 0 {
		t.Errorf("at %g centroids differ in %d inputs", most, n)
	}
	if n := centroidOf(t, x, y, map[string]any{thresholdParam: 0.999 * most}).apart(); n != 1 {
		t.Errorf("just below %g centroids differ in %d inputs, want 1", most, n)
	}
}

// If each class has a single point, there is no within-class spread to shrink by; this is reported instead of a result.
func TestShrinkingNeedsSpread(t *testing.T) {
	m := NearestCentroid()
	p := &method.Problem{N: 2, D: 2, Task: method.Classify, Class: []int{0, 1}, ClassIDs: []int{0, 1},
		X: []float64{0, 0, 1, 1}}
	v, _ := m.Validate(map[string]any{thresholdParam: 1.0})
	if _, err := m.Fit(t.Context(), p, v, nil); err == nil || err.Error() == "" {
		t.Errorf("an answer without spread: %v", err)
	}
	v, _ = m.Validate(nil)
	if _, err := m.Fit(t.Context(), p, v, nil); err != nil {
		t.Errorf("without shrinking: %v", err)
	}
}

// The facets fill the box, each point is in a facet of its predicted class, and at each border two classes are equally
// near, with different predictions on the two sides.
func TestFacets(t *testing.T) {
	for name, sites := range map[string][][]float64{
		"any":              {{0.2, 0.3}, {0.7, 0.4}, {0.4, 0.9}, {0.8, 0.8}, {0.1, 0.75}},
		"ties over areas":  {{0.25, 0.25}, {0.75, 0.75}},
		"and the others":   {{0.75, 0.25}, {0.25, 0.75}},
		"on a line":        {{0.25, 0.5}, {0.5, 0.5}, {0.75, 0.5}},
		"on a piece's end": {{0.25, 0.5}, {0.75, 0.5}, {0.5, 0.125}},
		"in one place":     {{0.5, 0.25}, {0.5, 0.25}, {0.25, 0.5}},
		"outside":          {{-1, 0.5}, {2, 0.75}, {3, 3}},
		"one":              {{0.5, 0.5}},
	} {
		for _, metric := range []string{metricEuclidean, metricManhattan} {
			y := make([]int, len(sites))
			for i := range y {
				y[i] = i
			}
			m := centroidOf(t, sites, y, map[string]any{"metric": metric})
			f := newFacets(m.places, m.manhattan, 0, 0, 1, 1)
			filled, area := 0, 0.0
			out := make([]float64, 1)
			const n = 41
			f.each(func(p facet) {
				area += areaOf(p.xy)
				for i := range n * n { // points on no line of the examples
					x := []float64{(float64(i%n) + 0.4871) / n, (float64(i/n) + 0.5127) / n}
					if !within(p.xy, x) {
						continue
					}
					filled++
					if m.Predict(x, out); int(out[0]) != p.site {
						t.Errorf("%s, %s: %v is in the piece of %d, and of class %g", name, metric, x, p.site, out[0])
					}
				}
			})
			if math.Abs(area-1) > 1e-12 || filled != n*n {
				t.Errorf("%s, %s: pieces of area %g hold %d places of %d", name, metric, area, filled, n*n)
			}
			length := 0.0
			f.borders(func(x0, y0, x1, y1 float64) {
				l := math.Hypot(x1-x0, y1-y0)
				if length += l; l < 1e-9 {
					return
				}
				mx, my, ux, uy := (x0+x1)/2, (y0+y1)/2, (y1-y0)/l, (x0-x1)/l
				sides := make([]float64, 2)
				m.Predict([]float64{mx + 1e-7*ux, my + 1e-7*uy, mx - 1e-7*ux, my - 1e-7*uy}, sides)
				a, b := m.distance([]float64{mx, my}, int(sides[0])), m.distance([]float64{mx, my}, int(sides[1]))
				if sides[0] == sides[1] || math.Abs(a-b) > 1e-12 {
					t.Errorf("%s, %s: border at %g, %g between %v at %g and %g", name, metric, mx, my, sides, a, b)
				}
			})
			want := map[string]float64{"ties over areas": math.Sqrt2, "and the others": math.Sqrt2, "on a line": 2, "one": 0}
			if metric == metricManhattan { // across the square between them, and along a side of both areas
				want["ties over areas"], want["and the others"] = math.Sqrt2/2+0.5, math.Sqrt2/2+0.5
			}
			if w, ok := want[name]; ok && math.Abs(length-w) > 1e-12 {
				t.Errorf("%s, %s: borders of length %g, want %g", name, metric, length, w)
			}
		}
	}
}

func areaOf(xy []float64) (s float64) {
	n := len(xy) / 2
	for k := range n {
		l := (k + 1) % n
		s += xy[2*k]*xy[2*l+1] - xy[2*l]*xy[2*k+1]
	}
	return s / 2
}

// within reports whether a point is inside a convex polygon with counterclockwise corners.
func within(xy, x []float64) bool {
	n := len(xy) / 2
	for k := range n {
		l := (k + 1) % n
		if (xy[2*l]-xy[2*k])*(x[1]-xy[2*k+1])-(xy[2*l+1]-xy[2*k+1])*(x[0]-xy[2*k]) < 0 {
			return false
		}
	}
	return true
}

// The drawing agrees with the predictions: regions in the colours of the classes, and shrunken centroids with the
// original ones.
func TestCentroidLayers(t *testing.T) {
	x, y := [][]float64{{0, 0}, {0.2, 0.1}, {0.8, 0.9}, {1, 1}}, []int{0, 0, 1, 1}
	m := centroidOf(t, x, y, map[string]any{thresholdParam: 0.5})
	v := picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1}
	show := method.Shown{method.Regions: true, method.Boundary: true, "centroids": true, "unshrunken": true}
	under, over, err := m.Can().Layers(t.Context(), v, nil, show)
	if err != nil || len(under) != 3 {
		t.Fatalf("%d layers under the points, %v", len(under), err)
	}
	roles := map[picture.Role][]float64{}
	for _, l := range over {
		if l, ok := l.(*picture.Marks); ok {
			roles[l.Role] = l.XY
		}
	}
	if got := roles[picture.RoleProjection]; !slices.Equal(got, slices.Concat(m.raw...)) {
		t.Errorf("raw centroids at %v", got)
	}
	if got := roles[picture.RoleCentroid]; !slices.Equal(got, slices.Concat(m.places...)) {
		t.Errorf("centroids at %v", got)
	}
	if got := roles[picture.RoleMiddle]; !slices.Equal(got, m.middle) {
		t.Errorf("the mean of all points at %v", got)
	}
}
