package session_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// standardised returns a table with columns of mean 0 and standard deviation 1, unless they are constant.
func standardised(r *doc.Rows) *doc.Rows {
	z := *r
	z.X = slices.Clone(r.X)
	for j := range r.D() {
		mean, square := 0.0, 0.0
		for i := range r.N {
			mean += r.At(i)[j] / float64(r.N)
		}
		for i := range r.N {
			e := r.At(i)[j] - mean
			square += e * e / float64(r.N)
		}
		for i := range r.N {
			z.X[i*r.D()+j] = (r.At(i)[j] - mean) / math.Sqrt(square)
		}
	}
	return &z
}

func valuesOf(facts []method.Fact) map[string]any {
	m := map[string]any{}
	for _, f := range facts {
		m[f.Name] = f.Value
	}
	return m
}

// From the same initial rows k-means ends where scikit-learn 1.2's does (Lloyd, tol = 0), in all columns of a table,
// standardised or not.
func TestKMeansOfTables(t *testing.T) {
	s := session.New(catalog.All())
	for _, c := range []struct {
		table   string
		starts  []int
		inertia float64
		rand    float64
		purity  float64
		moves   int
		sizes   []int
	}{
		{`{"name":"iris"}`, []int{0, 50, 100}, 78.851441426146, 0.7302382722834697, 134. / 150, 4, []int{50, 62, 38}},
		{`{"name":"iris","standardize":true}`, []int{0, 50, 100}, 140.0327527742865, 0.5923326221845838, 122. / 150, 6,
			[]int{50, 56, 44}},
		{`{"name":"wine","standardize":true}`, []int{0, 60, 140}, 1277.9284888446423, 0.8974949815093207, 172. / 178, 6,
			[]int{62, 65, 51}},
		{`{"name":"digits"}`, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 1167859.3840065985, 0.6523742313677887, 0.7913188647746243,
			14, []int{179, 120, 89, 178, 163, 370, 181, 199, 164, 154}},
	} {
		d := resolved(t, s, `{"method":"pca","table":`+c.table+`}`)
		rows := d.Table.Rows
		if d.Table.Standardize {
			rows = standardised(rows)
		}
		var starts [][]float64
		for _, i := range c.starts {
			starts = append(starts, rows.At(i))
		}
		d.Method, d.Params = "kmeans", map[string]any{"init": "given", "starts": starts}
		d = resolvedAgain(t, s, d)
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatal(c.table, err)
		}
		got := valuesOf(f.Model.Facts())
		if x := got["inertia"].(float64); !near(x, c.inertia, 1e-9*c.inertia) {
			t.Errorf("%s: inertia %v, want %v", c.table, x, c.inertia)
		}
		if x := got["adjusted_rand_score"].(float64); !near(x, c.rand, 1e-12) {
			t.Errorf("%s: adjusted Rand index %v, want %v", c.table, x, c.rand)
		}
		if x := got["purity"].(float64); !near(x, c.purity, 1e-12) {
			t.Errorf("%s: purity %v, want %v", c.table, x, c.purity)
		}
		if x := got["n_iter"].(int); x != c.moves-1 { // the last iteration of scikit-learn moves nothing
			t.Errorf("%s: %d moves, want %d", c.table, x, c.moves-1)
		}
		if x := got["cluster_sizes"].([]int); !slices.Equal(x, c.sizes) {
			t.Errorf("%s: clusters of %v, want %v", c.table, x, c.sizes)
		}
		matrix := got["contingency_matrix"].([][]float64)
		for k, row := range matrix {
			sum := 0.0
			for _, n := range row {
				sum += n
			}
			if sum != float64(c.sizes[k]) {
				t.Errorf("%s: cluster %d has %v points of classes, and %d in all", c.table, k, sum, c.sizes[k])
			}
		}
	}
}

func resolvedAgain(t *testing.T, s *session.Session, d doc.Document) doc.Document {
	t.Helper()
	d, err := s.Resolve(method.Unstopped, fresh(d))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Centers are drawn at their projections: at two of their columns, or at their coordinates along the components; also
// while they are chosen and move, and for empty clusters.
func TestCentresOfTablesAreDrawn(t *testing.T) {
	s := session.New(catalog.All())
	const twice = `{"data":{"columns":["a","b","c","d"],"rows":[[1,2,3,4],[1,2,3,4],[1,2,3,4],[5,1,2,2],[5,1,2,2],[7,8,1,0],[6,8,1,1],[0,0,9,1]]}`
	empties := 0
	for _, table := range []string{`{"name":"iris"`, twice} {
		pcs := resolved(t, s, `{"method":"pca","table":`+table+`}}`)
		f, err := s.Fit(method.Unstopped, pcs)
		if err != nil {
			t.Fatal(err)
		}
		known := valuesOf(f.Model.Facts())
		empties += centresAreDrawn(t, s, table, known["mean"].([]float64), known["components"].([][]float64))
	}
	if empties == 0 {
		t.Error("no cluster has ever been empty")
	}
}

func centresAreDrawn(t *testing.T, s *session.Session, table string, mean []float64, along [][]float64) (empties int) {
	project := func(k int, x []float64) (z float64) {
		for j := range x {
			z += along[k][j] * (x[j] - mean[j])
		}
		return z
	}
	for plane, want := range map[string]func(x []float64) (float64, float64){
		`[3,0]`: func(x []float64) (float64, float64) { return x[3], x[0] },
		`"pca"`: func(x []float64) (float64, float64) { return project(0, x), project(1, x) },
	} {
		for _, start := range []string{"k-means++", "farthest", "random"} {
			for n := range 20 {
				empty := []string{"keep", "farthest"}[n%2]
				d := resolved(t, s, fmt.Sprintf(
					`{"method":"kmeans","params":{"n_clusters":%d,"init":%q,"empty_clusters":%q},"table":%s,"plane":%s},"seed":%d}`,
					3+n%5, start, empty, table, plane, n))
				f, err := s.Fit(method.Unstopped, d)
				if err != nil {
					t.Fatal(err)
				}
				v := session.Viewport(d, f.Task, 400, 300, 1)
				drawn := 0
				for k := range f.Whole.Can().Stepper.Steps() + 1 {
					m := f.Whole.Can().Stepper.Stage(k)
					under, over, err := m.Can().Layers(method.Unstopped, v, nil,
						method.Shown{"centers": true, "paths": true, "members": true, method.Regions: true, method.Boundary: true})
					if err != nil {
						t.Fatal(err)
					}
					known := valuesOf(m.Facts())
					centers, _ := known["cluster_centers"].([][]float64)
					if sizes, ok := known["cluster_sizes"].([]int); ok && slices.Contains(sizes, 0) {
						empties++
					}
					for _, l := range append(under, over...) {
						switch l := l.(type) {
						case *picture.Marks:
							if l.Role != picture.RoleCenter {
								continue
							}
							drawn++
							x, y := want(centers[l.Class[0]])
							if !near(l.XY[0], x, 1e-9) || !near(l.XY[1], y, 1e-9) {
								t.Errorf("%s, %s, step %d: centre %d is drawn at %v, want %v, %v", plane, start, k, l.Class[0], l.XY, x, y)
							}
						case *picture.Path:
							if l.Role == picture.RoleCell || l.Role == picture.RoleBoundary {
								t.Errorf("%s: there is a %s, which is none of the rows", plane, l.Role)
							}
							if !method.Finite(l.XY...) {
								t.Errorf("%s: a %s runs to %v", plane, l.Role, l.XY)
							}
						}
					}
				}
				if drawn < 3 {
					t.Errorf("%s: %d centres in all steps", plane, drawn)
				}
			}
		}
	}
	return empties
}

// Positions in the plane are refused as starting centers of rows; those with as many numbers as columns are accepted,
// and are drawn as soon as they have rows.
func TestOwnPlacesOfTables(t *testing.T) {
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(`{"method":"kmeans","params":{"init":"given"},"table":{"name":"iris"}}`))
	if err != nil {
		t.Fatal(err)
	}
	var e *doc.Error
	if _, err := s.Resolve(method.Unstopped, d); !errors.As(err, &e) || e.Field != "params.starts[0]" ||
		!strings.Contains(e.Want, "4 numbers") {
		t.Errorf("the default places of the plane gave %v", err)
	}
	d = resolved(t, s, `{"method":"kmeans","params":{"init":"given","starts":[[5,3.4,1.5,0.2],[6,2.8,4.5,1.5]]},"table":{"name":"iris"}}`)
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	v := session.Viewport(d, f.Task, 400, 300, 1)
	for k, want := range []int{0, 0, 2} { // at the start, assigned, moved
		_, over, err := f.Whole.Can().Stepper.Stage(k).Can().Layers(method.Unstopped, v, nil,
			method.Shown{"centers": true, "paths": true})
		n := 0
		for _, l := range over {
			if m, ok := l.(*picture.Marks); ok && m.Role == picture.RoleCenter && method.Finite(m.XY...) {
				n++
			}
		}
		if err != nil || n != want {
			t.Errorf("step %d: %d centres are drawn, want %d (%v)", k, n, want, err)
		}
	}
}

// The histograms are those of the clusters, in whose colors the rows are drawn; the centers of digits are pictures, one
// for each cluster.
func TestPanelsOfClusters(t *testing.T) {
	s := session.New(catalog.All())
	d := resolved(t, s, `{"method":"kmeans","params":{"n_clusters":10},"table":{"name":"digits"},"seed":2}`)
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	v := session.Viewport(d, f.Task, 400, 300, 1)
	err = s.DrawFit(method.Unstopped, f, session.Request{Doc: d, View: v, Panels: session.AllPanels(f, 300, 200)},
		func(r *session.Result) error {
			if len(r.Panels) != 3 {
				t.Fatalf("%d panels", len(r.Panels))
			}
			sizes := valuesOf(f.Model.Facts())["cluster_sizes"].([]int)
			for k, p := range r.Panels {
				tiles := 0
				for _, l := range p.Layers {
					switch l := l.(type) {
					case *picture.Raster:
						tiles++
						if l.Grid.W != 8 || l.Grid.H != 8 {
							t.Errorf("a centre is a picture of %d x %d", l.Grid.W, l.Grid.H)
						}
					case *picture.Path:
						if l.Role != picture.RoleEllipse {
							continue
						}
						sum := 0.0
						for i := 3; i < len(l.XY)-2; i += 4 {
							sum += l.XY[i]
						}
						if sum != float64(sizes[l.Class]) {
							t.Errorf("a histogram of cluster %d has %v rows of %d", l.Class, sum, sizes[l.Class])
						}
					}
				}
				if want := map[int]int{0: 10}[k]; tiles != want {
					t.Errorf("panel %d has %d pictures, want %d", k, tiles, want)
				}
			}
			if title := r.Info.Panels[1].Title; title != "Clusters along PC 1" {
				t.Errorf("a panel is called %q", title)
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
}
