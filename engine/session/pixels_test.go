package session_test

import (
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

// repaintedOf draws the panel of a picture's pixels, and returns it with its fit.
func repaintedOf(t *testing.T, text string) (doc.Document, *session.Result) {
	t.Helper()
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	var last *session.Result
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 300, 300, 1), Fine: true,
		Panels: session.AllPanels(f, 400, 250)}
	if err := s.Draw(method.Unstopped, req, func(r *session.Result) error { last = r; return nil }); err != nil {
		t.Fatal(err)
	}
	return d, last
}

// A picture is painted again in the colors of the groups of its pixels: centers of clusters, else means; pixels without
// a group have no color. A pixel and its row have the same key.
func TestRepaintedPicture(t *testing.T) {
	for _, c := range []struct {
		params string
		known  bool
	}{
		{`"method":"kmeans","params":{"n_clusters":5}`, true},
		{`"method":"kmeans","params":{"n_clusters":5},"view":{"step":8}`, true}, // before the end, centers are not the means
		{`"method":"kmeans","params":{"n_clusters":5},"view":{"step":3}`, false},
		{`"method":"gmm","params":{"n_components":4}`, true},
	} {
		for _, scale := range []bool{false, true} {
			table := fmt.Sprintf(`{"version":1,"table":{"name":"picture","standardize":%v},%s}`, scale, c.params)
			d, r := repaintedOf(t, table)
			at := slices.Index(r.Info.PanelsDrawn, "pixels")
			if at < 0 {
				t.Fatalf("%s: the panels are %v", table, r.Info.PanelsDrawn)
			}
			p := r.Panels[at]
			var rasters []*picture.Raster
			for _, l := range p.Layers {
				if l, ok := l.(*picture.Raster); ok {
					rasters = append(rasters, l)
				}
			}
			if want := map[bool]int{true: 3, false: 2}[c.known]; len(rasters) != want {
				t.Fatalf("%s: %d rasters, want %d", table, len(rasters), want)
			}
			raw := d.Table.Rows
			f := r.Fit
			g := f.Model.Can().Groups(nil)
			sums, count := make([][3]float64, g.K), make([]float64, g.K)
			for i, of := range g.Of {
				for j := range 3 {
					if got := float64(rasters[0].Planes[j][i]); math.Abs(got-raw.X[3*i+j]) > 1e-3 {
						t.Fatalf("%s: pixel %d is painted %v, it is %v", table, i, got, raw.X[3*i+j])
					}
					if of >= 0 {
						sums[of][j] += raw.X[3*i+j]
					}
				}
				if of >= 0 {
					count[of]++
				}
			}
			for i, of := range g.Of {
				for j := range 3 {
					got := float64(rasters[1].Planes[j][i])
					if !c.known {
						if got == got {
							t.Fatalf("%s: pixel %d has a colour before there are groups", table, i)
						}
						continue
					}
					want := sums[of][j] / count[of]
					if centers := f.Model.Can().Groups(nil).Centers; centers != nil {
						want, _ = f.Problem.Own(j, centers[of][j])
					}
					if math.Abs(got-want) > 1e-3 {
						t.Fatalf("%s: pixel %d is painted again %v, want %v", table, i, got, want)
					}
				}
			}
			if c.known && !slices.ContainsFunc(p.Layers, func(l picture.Layer) bool {
				text, ok := l.(*picture.Label)
				return ok && strings.HasPrefix(text.Text, "Mean squared error of a pixel: ")
			}) {
				t.Errorf("%s: the error is not told", table)
			}
			told, points, ok := f.Told("pixel100", p.View)
			if !ok || !slices.Equal(points, []int{100}) || !strings.HasPrefix(told.Answer, "pixel 5 of line 3") {
				t.Errorf("%s: pixel 100 says %+v, %v", table, told, points)
			}
			keys := 0
			for _, spot := range p.Hits {
				if spot.Key == "pixel100" {
					keys++
				}
			}
			if keys != 2 {
				t.Errorf("%s: pixel 100 is %d times in the panel", table, keys)
			}
		}
	}
	// With some of the columns only, and for methods without groups, there is no such panel.
	for _, text := range []string{
		`{"version":1,"table":{"name":"picture","columns":[0,1]},"method":"kmeans"}`,
		`{"version":1,"table":{"name":"picture"},"method":"pca"}`,
		`{"version":1,"table":{"name":"iris"},"method":"kmeans"}`,
	} {
		if _, r := repaintedOf(t, text); slices.Contains(r.Info.PanelsDrawn, "pixels") {
			t.Errorf("%s has the panel", text)
		}
	}
}

// The points of a model whose rows are pixels keep their readout: keys of pixels are other ones.
func TestPixelsLeavePointsTheirReadout(t *testing.T) {
	_, r := repaintedOf(t, `{"version":1,"table":{"name":"picture"},"method":"spectral_clustering",
		"params":{"inputs":"all"}}`)
	at := slices.Index(r.Info.PanelsDrawn, "embedding")
	if at < 0 || !slices.Contains(r.Info.PanelsDrawn, "pixels") {
		t.Fatalf("the panels are %v", r.Info.PanelsDrawn)
	}
	points := 0
	for _, spot := range r.Panels[at].Spots() {
		if spot.Kind != picture.Dot || !strings.HasPrefix(spot.Key, "p") {
			continue // the centre of a cluster
		}
		told, rows, ok := r.Fit.Told(spot.Key, r.Picture.View)
		if points++; !ok || len(rows) != 1 || told.Answer != fmt.Sprint("point ", rows[0]+1) {
			t.Fatalf("the point %q of the embedding says %+v of %v, %v", spot.Key, told, rows, ok)
		}
	}
	if points < 100 {
		t.Errorf("%d points of the embedding have keys", points)
	}
}
