package voronoi

import (
	"math"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

func model(t *testing.T, pts []doc.Point) *Model {
	t.Helper()
	m := Method()
	p, err := method.NewProblem(pts, m.Task, 1)
	if err != nil {
		t.Fatal(err)
	}
	v, err := m.Validate(nil)
	if err != nil {
		t.Fatal(err)
	}
	mod, err := m.Fit(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return mod.(*Model)
}

var unitView = picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 400, H: 400, Scale: 1}

func all() method.Shown {
	s := method.Shown{}
	for _, x := range Method().Shows {
		s[x.Name] = true
	}
	return s
}

func TestClassesColorCellsAndEdges(t *testing.T) {
	pts := []doc.Point{{X: 0.25, Y: 0.25}, {X: 0.75, Y: 0.25, Z: 1}, {X: 0.25, Y: 0.75}, {X: 0.75, Y: 0.75, Z: -1}}
	m := model(t, pts)
	under, _, err := m.Layers(t.Context(), unitView, nil, all())
	if err != nil {
		t.Fatal(err)
	}
	length := map[picture.Role]float64{}
	area := map[int]float64{}
	for _, l := range under {
		p := l.(*picture.Path)
		p.Lines(func(xy []float64) {
			for i := 2; i < len(xy); i += 2 {
				length[p.Role] += math.Hypot(xy[i]-xy[i-2], xy[i+1]-xy[i-1])
			}
			if p.Role == picture.RoleCell {
				area[p.Class] += polygonArea(xy)
			}
		})
	}
	if area[0] != 0.5 || area[1] != 0.25 || area[picture.NoClass] != 0.25 {
		t.Errorf("areas of the classes %v", area)
	}
	if length[picture.RoleCellEdge] != 0.5 || length[picture.RoleBoundary] != 1.5 {
		t.Errorf("edges of length %v", length)
	}
	out := make([]float64, 3)
	m.Predict([]float64{0.9, 0.1, 0.9, 0.9, 0.1, 0.9}, out)
	if out[0] != 1 || out[1] != doc.Unlabeled || out[2] != 0 {
		t.Errorf("classes of the nearest sites: %v", out)
	}
}

func TestOneClassIsNotColored(t *testing.T) {
	for _, z := range []float64{0, 3, -1, 0.5} {
		m := model(t, []doc.Point{{X: 0.2, Y: 0.2, Z: z}, {X: 0.8, Y: 0.4, Z: z}, {X: 0.4, Y: 0.9, Z: z}})
		under, _, err := m.Layers(t.Context(), unitView, nil, all())
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range under {
			if p := l.(*picture.Path); p.Class != picture.NoClass || p.Role == picture.RoleBoundary {
				t.Errorf("Z = %g: a path of role %s and class %d", z, p.Role, p.Class)
			}
		}
	}
}

func TestDuplicatesShareTheFirstClass(t *testing.T) {
	m := model(t, []doc.Point{{X: 0.2, Y: 0.2, Z: -1}, {X: 0.2, Y: 0.2, Z: 2}, {X: 0.2, Y: 0.2, Z: 1},
		{X: 0.8, Y: 0.8, Z: 0}})
	out := make([]float64, 1)
	if m.Predict([]float64{0, 0}, out); out[0] != 2 {
		t.Errorf("class %g, want that of the first point that has one", out[0])
	}
}

func TestCirclesPassThroughTheirCorners(t *testing.T) {
	pts := methodtest.Points(method.Cluster, 60, 1)
	pts = append(pts, doc.Point{X: 0.2, Y: 0.5}, doc.Point{X: 0.5, Y: 0.5 + 1e-14}, doc.Point{X: 0.8, Y: 0.5})
	m := model(t, pts)
	box := boxOf(unitView)
	for tri, x := range m.cx {
		if x != x {
			continue
		}
		p := &picture.Path{}
		m.circle(p, unitView, int32(tri))
		for _, v := range m.org[3*tri : 3*tri+3] {
			if box.code(m.x[v], m.y[v]) != 0 {
				continue
			}
			// Half a pixel is 1/800.
			best := math.Inf(1)
			for i := 2; i+1 < len(p.XY); i += 2 {
				best = min(best, toSegment(m.x[v], m.y[v], p.XY[i-2:i+2]))
			}
			if best > 1.0/800 {
				t.Errorf("circle of triangle %d passes its corner at %g", tri, best)
			}
		}
	}
}

func toSegment(x, y float64, s []float64) float64 {
	dx, dy := s[2]-s[0], s[3]-s[1]
	u := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		u = min(max(((x-s[0])*dx+(y-s[1])*dy)/l, 0), 1)
	}
	return math.Hypot(s[0]+u*dx-x, s[1]+u*dy-y)
}

func TestExplain(t *testing.T) {
	m := model(t, []doc.Point{{X: 0.2, Y: 0.2}, {X: 0.8, Y: 0.2, Z: 1}, {X: 0.5, Y: 0.8, Z: 1}})
	ex := m.Explain([]float64{0.5, 0.35}, unitView, method.Shown{"delaunay": true})
	roles := map[picture.Role]int{}
	for _, l := range ex.Layers {
		switch l := l.(type) {
		case *picture.Path:
			roles[l.Role]++
		case *picture.Marks:
			roles[l.Role]++
		}
	}
	if ex.Answer != "class 1" || len(ex.Lines) != 3 || roles[picture.RoleReach] != 2 || roles[picture.RoleNeighbor] != 2 {
		t.Errorf("%+v with layers %v", ex, roles)
	}
	if plain := m.Explain([]float64{0.5, 0.35}, unitView, nil); len(plain.Layers) != 2 {
		t.Errorf("without triangles on show: %d layers", len(plain.Layers))
	}
}

func TestFactsInView(t *testing.T) {
	m := model(t, []doc.Point{{X: 0.25, Y: 0.25}, {X: 0.75, Y: 0.25}, {X: 0.25, Y: 0.25}, {X: 0.25, Y: 0.75},
		{X: 0.75, Y: 0.75}})
	got := map[string]any{}
	for _, f := range m.FactsIn(unitView) {
		got[f.Name] = f.Value
	}
	areas := got["cell_areas"].([]float64)
	if got["n_sites"] != 4 || got["n_duplicates"] != 1 || got["n_triangles"] != 2 || len(areas) != 4 || areas[2] != 0.25 {
		t.Errorf("facts %v", got)
	}
}
