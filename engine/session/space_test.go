package session_test

import (
	"math"
	"slices"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

func drawnOf(t *testing.T, s *session.Session, text string) *session.Result {
	t.Helper()
	d := resolved(t, s, text)
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	var r *session.Result
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 600, 400, 1), Fine: true,
		Panels: session.AllPanels(f, 300, 240)}
	if err := s.DrawFit(method.Unstopped, f, req, func(x *session.Result) error { r = x; return nil }); err != nil {
		t.Fatal(err)
	}
	return r
}

// In space the centers of k-means are at the means of their rows' positions, at each step, in each direction of view:
// with their keys, in the legend, and among the points of a file. Three other columns move them.
func TestCentresInSpace(t *testing.T) {
	s := session.New(catalog.All())
	for _, c := range []string{
		`{"method":"kmeans","table":{"name":"iris","plane":[0,1,2]},"seed":2,"view":{"turn":[30,20]}}`,
		`{"method":"kmeans","table":{"name":"iris","plane":[1,2,3]},"seed":2}`,
		`{"method":"kmeans","table":{"name":"iris","plane":"pca3"},"seed":2,"view":{"step":6}}`,
		`{"method":"kmeans","params":{"n_clusters":4,"init":"random"},"table":{"name":"swiss_roll","n":100,"seed":1,"plane":[0,1,2]},"view":{"step":0}}`,
	} {
		r := drawnOf(t, s, c)
		f := r.Fit
		d := resolved(t, s, c)
		at := d.Table.Rows.Places
		groups := f.Model.Can().Groups(nil)
		mx, my, mz := picture.Middle(at)
		marks, labels := 0, 0
		for _, l := range r.Over {
			switch l := l.(type) {
			case *picture.Marks:
				marks++
				var sum, n [3]float64
				for i, g := range groups.Of {
					for j := range sum {
						if g == l.Class[0] {
							sum[j], n[j] = sum[j]+at[3*i+j], n[j]+1
						}
					}
				}
				if math.Abs(l.XY[0]-sum[0]/n[0]+mx)+math.Abs(l.XY[1]-sum[1]/n[1]+my)+math.Abs(l.Z[0]-sum[2]/n[2]+mz) > 1e-9 {
					// Before the end the centers are at the earlier means.
					if d.View.Step == nil {
						t.Errorf("%s: centre %d is at %v, %v", c, l.Class[0], l.XY, l.Z)
					}
				}
			case *picture.Label:
				labels++
			}
		}
		if want := f.Values.Int("n_clusters"); d.View.Step != nil && *d.View.Step == 0 {
			if marks != 0 {
				t.Errorf("%s: %d centres before the first", c, marks)
			}
			continue
		} else if marks != want || labels != want {
			t.Errorf("%s: %d centres with %d numbers", c, marks, labels)
		}
		says := false
		for _, k := range r.Info.Keys {
			says = says || k.Says == "centre of a cluster, with its number"
		}
		spots := 0
		for _, x := range r.Info.Spots[0].List {
			if x.Kind == picture.Dot && x.Z != nil && x.Key == "k1" {
				spots++
			}
		}
		p := session.Complete(r, d, picture.Frame{})
		within := 0
		for _, l := range p.Layers {
			if m, ok := l.(*picture.Marks); ok && m.Role == picture.RolePoint {
				within += len(m.Within)
			}
			if picture.InSpace(l) {
				t.Errorf("%s: a file has a layer that is not turned", c)
			}
		}
		if !says || spots != 1 || within != marks+labels {
			t.Errorf("%s: legend %v, keys %d, %d of %d in a file", c, says, spots, within, marks+labels)
		}
	}
	if r := drawnOf(t, s, `{"method":"kmeans","table":{"name":"iris","plane":[0,1,2]},"seed":2,"view":{"show":["paths"]}}`); len(r.Over) > 0 {
		t.Error("centres that are switched off are drawn")
	}
}

// The principal axes in space have the right directions: with three columns as inputs, those of the components; also
// about the origin; and in the plane of components along its axes.
func TestPrincipalAxesInSpace(t *testing.T) {
	s := session.New(catalog.All())
	for _, text := range []string{
		`{"method":"pca","table":{"name":"swiss_roll","n":200,"noise":0.2,"seed":1,"plane":[0,1,2]}}`,
		`{"method":"pca","params":{"subspace":"linear"},"table":{"name":"swiss_roll","n":200,"noise":0.2,"seed":1,"plane":[0,1,2]}}`,
		`{"method":"pca","table":{"name":"iris","columns":[0,2,3],"plane":[0,2,3]}}`,
	} {
		r := drawnOf(t, s, text)
		d := resolved(t, s, text)
		f := r.Fit
		mx, my, mz := picture.Middle(d.Table.Rows.Places)
		var components [][]float64
		var deviations []float64
		for _, x := range f.Facts(r.Picture.View) {
			switch x.Name {
			case "components":
				components = x.Value.([][]float64)
			case "explained_variance":
				for _, v := range x.Value.([]float64) {
					deviations = append(deviations, math.Sqrt(v))
				}
			}
		}
		mean := make([]float64, 3)
		linear := d.Params["subspace"] == "linear"
		for i := range f.Problem.N {
			for j, x := range f.Problem.At(i) {
				if !linear {
					mean[j] += x / float64(f.Problem.N)
				}
			}
		}
		axes := 0
		for _, l := range r.Over {
			p, ok := l.(*picture.Path)
			if !ok {
				continue
			}
			for j, m := range [3]float64{mx, my, mz} {
				// Standardised or not, these positions are the inputs.
				end, want := 0.0, mean[j]+2*deviations[axes]*components[axes][j]-m
				if j < 2 {
					end = p.XY[2+j]
				} else {
					end = p.Z[1]
				}
				if math.Abs(end-want) > 1e-9*max(1, math.Abs(want)) {
					t.Errorf("%s: axis %d ends at %g in coordinate %d, want %g", text, axes, end, j, want)
				}
			}
			axes++
		}
		if axes != 3 {
			t.Errorf("%s: %d axes", text, axes)
		}
		if !slices.ContainsFunc(r.Info.Spots[0].List, func(x picture.Spot) bool { return x.Key == "pc3" && x.Z != nil }) {
			t.Errorf("%s: the third axis has no key", text)
		}
	}
	// Along the axes of the space of components.
	r := drawnOf(t, s, `{"method":"pca","params":{"n_components":2},"table":{"name":"wine","standardize":true,"plane":"pca3"}}`)
	for k, l := range slices.DeleteFunc(slices.Clone(r.Over),
		func(l picture.Layer) bool { _, ok := l.(*picture.Path); return !ok }) {
		p := l.(*picture.Path)
		d := [3]float64{p.XY[2] - p.XY[0], p.XY[3] - p.XY[1], p.Z[1] - p.Z[0]}
		size := math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
		if !(math.Abs(d[k]) > (1-1e-9)*size) {
			t.Errorf("axis %d goes along %v", k, d)
		}
	}
}
