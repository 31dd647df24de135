package decomposition

import (
	"math"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// table returns a cloud as rows of a table, displayed alternately on two sides of the plane.
func table(n, d, across int) *method.Problem {
	p := cloud(n, d, 8)
	for i := range n {
		p.Shown = append(p.Shown, float64(i%2*6-3), p.X[i*d+1])
	}
	for j := range d {
		name := strings.Repeat("a", 1+j%7)
		p.Inputs = append(p.Inputs, name+", standardised")
		p.Scales = append(p.Scales, method.Scale{Name: name, Mean: 100, SD: 2})
	}
	p.Across = across
	return p
}

func rasters(layers []picture.Layer) (list []*picture.Raster) {
	for _, l := range layers {
		if r, ok := l.(*picture.Raster); ok {
			list = append(list, r)
		}
	}
	return list
}

func texts(layers []picture.Layer) (list []string) {
	for _, l := range layers {
		if t, ok := l.(*picture.Label); ok {
			list = append(list, t.Text)
		}
	}
	return list
}

// For rows of a table nothing is drawn in the plane, not even if two columns are chosen: the plane's axes are different
// ones.
func TestWideRowsAreNoPoints(t *testing.T) {
	for _, d := range []int{2, 5} {
		m := fitted(t, table(40, d, 0), nil)
		v := picture.Viewport{X0: -1, X1: 1, Y0: -1, Y1: 1, W: 100, H: 100, Scale: 1}
		under, over, err := m.Layers(method.Unstopped, v, nil,
			method.Shown{"subspace": true, "projections": true, "axes": true})
		if err != nil || len(under)+len(over) > 0 {
			t.Errorf("%d columns: %d layers, %v", d, len(under)+len(over), err)
		}
		if l := m.Panels(method.Shown{"spectrum": true}); len(l) != 2 || l[1].ID != "loadings" {
			t.Errorf("%d columns: panels %v", d, l)
		}
	}
	if l := fitted(t, cloud(40, 2, 8), nil).Panels(method.Shown{"spectrum": true}); len(l) != 1 {
		t.Errorf("points of the plane have loadings: %v", l)
	}
}

// The panel of loadings shows the coordinates of the directions, input by input, with as many names as fit; as images
// if rows are images.
func TestLoadings(t *testing.T) {
	m := fitted(t, table(200, 30, 0), nil)
	pic, err := method.DrawPanel(method.Unstopped, m, method.Shown{"spectrum": true}, "loadings", 300, 200)
	if err != nil {
		t.Fatal(err)
	}
	r := rasters(pic.Layers)[0]
	said := texts(pic.Layers)
	if len(r.Planes[0]) != r.Grid.W*r.Grid.H || r.Grid.H != 30 || r.Grid.W != len(m.basis) || len(said) < 10 ||
		len(said) > r.Grid.W+r.Grid.H || said[0] != strings.TrimSuffix(said[0], ", standardised") {
		t.Errorf("a table of %d x %d, labels %q", r.Grid.W, r.Grid.H, said)
	}
	for j := range r.Grid.H {
		for k, x := range r.Planes[0][j*r.Grid.W : (j+1)*r.Grid.W] {
			if x != float32(m.basis[k][j]) {
				t.Errorf("input %d has %v in component %d, want %v", j, x, k, m.basis[k][j])
			}
		}
	}

	m = fitted(t, table(50, 12, 4), nil)
	pic, _ = method.DrawPanel(method.Unstopped, m, method.Shown{"spectrum": true}, "loadings", 300, 200)
	all := rasters(pic.Layers)
	if len(all) != 13 {
		t.Fatalf("%d pictures, want the mean and 12 components", len(all))
	}
	for k, r := range all {
		of := m.mean
		if k > 0 {
			of = m.basis[k-1]
		}
		if r.Grid.W != 4 || r.Grid.H != 3 {
			t.Errorf("picture %d is %d x %d", k, r.Grid.W, r.Grid.H)
		}
		for j := range of {
			if r.Planes[0][j] != float32(of[j]) {
				t.Errorf("pixel %d of picture %d is %v, want %v", j, k, r.Planes[0][j], of[j])
			}
		}
		g := r.Grid
		if x, y := g.X0+g.DX*(float64(g.W)-0.5), g.Y0+
			g.DY*(float64(g.H)-0.5); !(g.DX > 0 && g.DY == -g.DX && g.X0 > g.DX/2-1e-9 && x <= 300+1e-9 && y >= -1e-9 &&
			g.Y0 < 200) {
			t.Errorf("picture %d is at %v", k, g)
		}
	}
}

// The readout of a row shows its reconstruction.
func TestRowUnderThePointer(t *testing.T) {
	p := table(60, 12, 4)
	m := fitted(t, p, map[string]any{"n_components": 3.0})
	v := picture.Viewport{X0: -8, X1: 8, Y0: -8, Y1: 8, W: 400, H: 400, Scale: 1}
	sides := map[bool]int{}
	for i := range p.N {
		x := p.At(i)
		e := m.Explain(x, v, nil)
		all := rasters(e.Layers)
		if len(all) != 3 {
			t.Fatalf("%d pictures", len(all))
		}
		at := make([]float64, p.D)
		m.reconstruct(x, at, 3)
		for j := range x {
			if all[0].Planes[0][j] != float32(x[j]) || all[1].Planes[0][j] != float32(at[j]) ||
				all[2].Planes[0][j] != float32(at[j]-x[j]) {
				t.Fatalf("row %d, pixel %d: %v %v %v, want %v, %v", i, j, all[0].Planes[0][j], all[1].Planes[0][j],
					all[2].Planes[0][j], x[j], at[j])
			}
		}
		if all[0].Lo != all[1].Lo || all[0].Hi != all[1].Hi || all[2].Lo != -all[2].Hi {
			t.Errorf("the colours are over %v..%v, %v..%v, %v..%v", all[0].Lo, all[0].Hi, all[1].Lo, all[1].Hi, all[2].Lo,
				all[2].Hi)
		}
		right := p.Shown[2*i] > 0
		sides[right]++
		if g := all[1].Grid; right == (g.X0 > 0) || g.Y0 > 0 || g.Y0+g.DY*float64(g.H) < v.Y0 {
			t.Errorf("the pictures of a row at %v are at %v, on the same side, or not below", p.Shown[2*i], g.X0)
		}
	}
	if sides[true] == 0 || sides[false] == 0 {
		t.Errorf("all rows are on one side: %v", sides)
	}
	p = table(60, 12, 0)
	m = fitted(t, p, map[string]any{"n_components": 3.0})
	e := m.Explain(p.At(7), v, nil)
	at := make([]float64, p.D)
	m.reconstruct(p.At(7), at, 3)
	if len(e.Lines) != 1+shownInputs || len(e.Layers) != 0 || strings.Contains(e.Lines[1], "standardised") ||
		!strings.Contains(e.Lines[1], ", reconstructed ") {
		t.Errorf("a row of named columns is told as %q", e.Lines)
	}
	for _, j := range method.Farthest(p.At(7), at, shownInputs) {
		worse := 0
		for k := range at {
			if math.Abs(at[k]-p.At(7)[k]) > math.Abs(at[j]-p.At(7)[j]) {
				worse++
			}
		}
		if worse >= shownInputs {
			t.Errorf("input %d is told, and %d are farther off", j, worse)
		}
	}
}

// For a standardized table, each number has its unit, and the error is also given in the table's own units, in
// agreement with the reconstructed rows.
func TestUnitsOfStandardisedTables(t *testing.T) {
	for _, params := range []map[string]any{{"n_components": 2.0}, {"n_components": 1.0, "subspace": "linear"}} {
		p := table(40, 5, 0)
		for j := range p.Scales {
			p.Scales[j].SD, p.Scales[j].Mean = float64(j+1), float64(10*j)
		}
		m := fitted(t, p, params)
		units, values := map[string]string{}, map[string][]float64{}
		for _, x := range m.Facts() {
			units[x.Name] = x.Unit
			values[x.Name], _ = x.Value.([]float64)
		}
		at := make([]float64, p.D)
		for j, s := range p.Scales {
			sum, mean := 0.0, 0.0
			for i := range p.N {
				m.reconstruct(p.At(i), at, m.q)
				sum += s.SD * s.SD * (p.At(i)[j] - at[j]) * (p.At(i)[j] - at[j]) / float64(p.N)
				mean += (s.Mean + s.SD*p.At(i)[j]) / float64(p.N)
			}
			if got := values["reconstruction_rms_in_units"][j]; math.Abs(got-math.Sqrt(sum)) > 1e-9 {
				t.Errorf("%v: %g is lost in column %d, want %g", params, got, j, math.Sqrt(sum))
			}
			if got := values["mean_in_units"][j]; math.Abs(got-mean) > 1e-9 {
				t.Errorf("%v: the mean of column %d is %g, want %g", params, j, got, mean)
			}
		}
		for name, want := range map[string]string{"reconstruction_error": "variance",
			"explained_variance": "variance", "singular_values": "standard deviations"} {
			if units[name] != want {
				t.Errorf("%s is in %q", name, units[name])
			}
		}
		if e := m.Explain(p.At(3), picture.Viewport{W: 100, H: 100}, nil); !strings.Contains(m.Formula(),
			"in standard deviations") || !strings.Contains(strings.Join(e.Lines, " "), "in standard deviations") {
			t.Errorf("%v: the formula and an explanation say nothing of units: %s, %v", params, m.Formula(), e.Lines)
		}
		p = table(40, 5, 0)
		p.Scales = nil
		m = fitted(t, p, params)
		for _, x := range m.Facts() {
			if strings.Contains(x.Unit, "deviations") || strings.HasSuffix(x.Name, "in_units") {
				t.Errorf("%v: not standardised, %s is in %s", params, x.Name, x.Unit)
			}
		}
		if strings.Contains(m.Formula(), "deviation") {
			t.Errorf("%v: not standardised: %s", params, m.Formula())
		}
	}
}
