package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// withoutPortraits are the methods that tell of a row without its picture; kernel_pca has it beside a pre-image only.
var withoutPortraits = []string{"tree", "gmm", "kernel_kmeans", "kernel_kflats", "kernel_pca"}

// Where rows are pictures, a method that takes rows whole tells of a row beside the row's own picture, with a title on
// each picture. All layers and panels can be drawn, in the plane and in space; what they show can be told; and there
// are numbers at the nodes of a grid, or a message.
func TestPortraits(t *testing.T) {
	t.Parallel()
	all := All()
	pictures := methodtest.Rows(&all[slices.IndexFunc(all, func(m method.Method) bool { return m.Pictures })], nil).Table
	fits, portraits := 0, 0
	for _, m := range Tested() {
		if !m.Wide || m.Objects {
			continue
		}
		list, _ := methodtest.Variants(&m)
		for k, v := range list {
			if testing.Short() && k%3 != 0 {
				continue
			}
			params := map[string]any{}
			if m.Param("inputs") != nil {
				params["inputs"] = "all"
			}
			maps.Copy(params, v.Params)
			d := doc.Document{Method: m.ID, Params: params, Seed: 1,
				Table: &doc.Table{Rows: pictures.Rows, Standardize: k%2 == 1}}
			d.Table.Space = k%6 > 2
			for _, show := range m.Shows {
				d.View.Show = append(d.View.Show, string(show.Name))
			}
			what := fmt.Sprintf("%s, %v, in space: %v", m.ID, params, d.Table.Space)
			s := still()
			if refused(t, s, d) != nil {
				continue
			}
			d, f := fitted(t, s, d)
			if !f.Problem.Wide() {
				continue
			}
			fits++
			req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 400, 300, 1), Fine: true,
				Panels: session.AllPanels(f, 400, 300)}
			last := drawnFor(t, s, f, req)
			for _, p := range append(last.Panels, last.Picture) {
				if p.Alt == "" {
					t.Errorf("%s: a picture has no alternative text", what)
				}
				for _, spot := range p.Spots() {
					key := spot.Key
					if spot.Kind == picture.Cells {
						key = picture.CellKey(key, 0, 0)
					}
					if e, _, _, ok := f.Tell(key, req.View); !ok || e.Answer == "" {
						t.Errorf("%s: nothing is told of %s", what, key)
					}
				}
			}
			planes, _, err := session.Tabulate(t.Context(), f, req.View, 12, 9)
			if err != nil && !strings.HasSuffix(err.Error(), "has no values at points of the plane") {
				t.Errorf("%s: %v", what, err)
			}
			for _, p := range planes {
				if len(p.Values) != 12*9 {
					t.Errorf("%s: %d values of %q at 12 × 9 nodes", what, len(p.Values), p.Name)
				}
			}
			if f.Problem.Across == 0 {
				continue // one column of the picture is the target
			}
			for _, i := range []int{0, f.Problem.N - 1} {
				e, _ := f.ExplainRow(f.Problem.Number(i)-1, nil, req.View)
				var own *picture.Raster
				tiles, titles := 0, 0
				for _, l := range e.Layers {
					switch l := l.(type) {
					case *picture.Raster:
						if tiles++; own == nil {
							own = l
						}
					case *picture.Label:
						titles++
					}
				}
				if own == nil {
					if !slices.Contains(withoutPortraits, m.ID) {
						t.Errorf("%s: no picture of row %d", what, i)
					}
					continue
				}
				portraits++
				if titles < tiles {
					t.Errorf("%s: %d pictures with %d titles", what, tiles, titles)
				}
				if m.ID == "rbm" { // it scales the pixels
					continue
				}
				for j, x := range f.Problem.At(i) {
					if own.Planes[0][j] != float32(x) {
						t.Errorf("%s: pixel %d of row %d is %g in its picture, want %g", what, j, i, own.Planes[0][j], x)
						break
					}
				}
			}
		}
	}
	if (fits < 20 || portraits < 20) && TestsAll() {
		t.Errorf("%d fits, %d portraits", fits, portraits)
	}
}
