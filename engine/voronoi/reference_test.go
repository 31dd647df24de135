package voronoi

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"
)

// geometryCase is a case of testdata/geometry.json, computed by other code in exact rational arithmetic.
type geometryCase struct {
	Name     string
	Params   struct{ Box [4]float64 }
	X, Query [][2]float64
	Expected struct {
		NSites        int       `json:"n_sites"`
		SiteOfPoint   []int     `json:"site_of_point"`
		CellAreas     []float64 `json:"cell_areas"`
		Neighbours    [][2]int  `json:"voronoi_neighbours"`
		InBox         [][2]int  `json:"voronoi_neighbours_in_box"`
		Corners       []int     `json:"cell_vertex_count"`
		Collinear     bool
		NTriangles    int  `json:"n_triangles"`
		Unique        bool `json:"triangles_unique"`
		Hull          []int
		HullArea      float64 `json:"hull_area"`
		OnHull        []int   `json:"points_on_hull"`
		Triangles     [][3]int
		Circumcentres [][2]float64
		NearestSite   []int `json:"nearest_site"`
		Undecided     []int
	}
	Tolerance struct {
		Default tolerance
		Fields  map[string]tolerance
	}
}

type tolerance struct{ Abs, Rel float64 }

func (tol tolerance) holds(got, want float64) bool {
	return math.Abs(got-want) <= tol.Abs+tol.Rel*math.Abs(want)
}

func geometryCases(t *testing.T) []geometryCase {
	b, err := os.ReadFile("testdata/geometry.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []geometryCase
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	return cases
}

func flat(x [][2]float64) []float64 {
	var out []float64
	for _, p := range x {
		out = append(out, p[0], p[1])
	}
	return out
}

func diagram(t testing.TB, x []float64) *Diagram {
	t.Helper()
	d, err := NewDiagram(t.Context(), build(t, x))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestReference(t *testing.T) {
	for _, c := range geometryCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			x := flat(c.X)
			d := diagram(t, x)
			validate(t, d.Triangulation, x)
			want := &c.Expected
			if d.Sites() != want.NSites || d.Collinear() != want.Collinear || d.TriangleCount() != want.NTriangles {
				t.Errorf("%d sites, %d triangles, collinear %v; want %d, %d, %v",
					d.Sites(), d.TriangleCount(), d.Collinear(), want.NSites, want.NTriangles, want.Collinear)
			}
			for p, s := range want.SiteOfPoint {
				if d.Site(p) != s {
					t.Errorf("point %d is site %d, want %d", p, d.Site(p), s)
				}
			}
			if got := d.Hull(); !slices.Equal(got, want.Hull) {
				t.Errorf("hull %v, want %v", got, want.Hull)
			}
			if want.OnHull != nil {
				var on []int
				d.hullEdges(func(e int32) { on = append(on, int(d.site[d.org[e]])) })
				slices.Sort(on)
				if !slices.Equal(on, want.OnHull) {
					t.Errorf("sites on the hull %v, want %v", on, want.OnHull)
				}
			}
			var xy []float64
			for _, s := range want.Hull {
				hx, hy := d.XY(s)
				xy = append(xy, hx, hy)
			}
			if got := polygonArea(xy); !c.Tolerance.Default.holds(got, want.HullArea) {
				t.Errorf("area of the hull %v, want %v", got, want.HullArea)
			}
			if want.Unique {
				got := sortedTriangles(d.Triangulation, nil)
				if !slices.Equal(got, want.Triangles) {
					t.Errorf("triangles %v\nwant %v", got, want.Triangles)
				}
			}
			centres := map[[3]int][2]float64{}
			for e := 0; e < len(d.org); e += 3 {
				k := [3]int{int(d.site[d.org[e]]), int(d.site[d.org[e+1]]), int(d.site[d.org[e+2]])}
				slices.Sort(k[:])
				centres[k] = [2]float64{d.cx[e/3], d.cy[e/3]}
			}
			for i, k := range want.Circumcentres {
				tol := c.Tolerance.Fields["circumcentres"]
				got := centres[want.Triangles[i]]
				if !tol.holds(got[0], k[0]) || !tol.holds(got[1], k[1]) {
					t.Errorf("circumcentre of %v: %v, want %v", want.Triangles[i], got, k)
				}
			}
			b := c.Params.Box
			box := Box{b[0], b[1], b[2], b[3]}
			cells, err := d.Cells(t.Context(), box)
			if err != nil {
				t.Fatal(err)
			}
			for s, a := range want.CellAreas {
				if got := cells.Area(s); !c.Tolerance.Default.holds(got, a) {
					t.Errorf("area of cell %d: %v, want %v", s, got, a)
				}
				if got := len(cells.Cell(s)) / 2; got != want.Corners[s] {
					t.Errorf("cell %d has %d corners %v, want %d", s, got, cells.Cell(s), want.Corners[s])
				}
			}
			var pairs [][2]int
			for s := range d.Sites() {
				for _, r := range d.Neighbors(s) {
					if s < r {
						pairs = append(pairs, [2]int{s, r})
					}
				}
			}
			slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
			if !slices.Equal(pairs, want.Neighbours) {
				t.Errorf("neighbours %v\nwant %v", pairs, want.Neighbours)
			}
			pairs = nil
			if err := d.Edges(t.Context(), box, func(s, r int, _, _, _, _ float64) {
				pairs = append(pairs, [2]int{min(s, r), max(s, r)})
			}); err != nil {
				t.Fatal(err)
			}
			slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
			if !slices.Equal(pairs, want.InBox) {
				t.Errorf("edges in the box %v\nwant %v", pairs, want.InBox)
			}
			hint := 0
			for i, q := range c.Query {
				hint = d.Find(q[0], q[1], hint)
				if hint != want.NearestSite[i] && !slices.Contains(want.Undecided, i) {
					t.Errorf("nearest to %v is %d, want %d", q, hint, want.NearestSite[i])
				}
			}
		})
	}
}
