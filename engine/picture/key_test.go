package picture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
)

var triangle = []float64{0.1, 0.1, 0.9, 0.5, 0.2, 0.8}

func look(kind picture.LookKind, role picture.Role, class int) picture.Look {
	return picture.Look{Kind: kind, Role: role, Class: class}
}

// Layers with the same text share an entry; looks that differ only in position are listed once; layers without a text,
// or that show nothing, have no entry.
func TestKeysOf(t *testing.T) {
	none := picture.NoClass
	class := func(c int) *picture.Path {
		return &picture.Path{Role: picture.RoleEllipse, Class: c, Level: float64(c), Closed: true, XY: triangle,
			Says: "one standard deviation"}
	}
	pale := &picture.Path{Role: picture.RoleNeighbor, Class: 3, Weight: 0.2, XY: triangle, Says: "neighbour"}
	strong := &picture.Path{Role: picture.RoleNeighbor, Class: none, Weight: 0.7, XY: triangle, Says: "neighbour"}
	band := func(level float64, says string) *picture.Path {
		return &picture.Path{Role: picture.RoleBand, Class: none, Level: level, Closed: true, XY: triangle, Says: says}
	}
	wide := picture.Look{Kind: picture.LookArea, Role: picture.RoleBand, Class: none, Level: 2}
	ring := look(picture.LookMark, picture.RoleSupport, 4)
	ring.On = []picture.Look{look(picture.LookMark, picture.RolePoint, 4)}
	heavy := look(picture.LookLine, picture.RoleNeighbor, none)
	heavy.Weight = 0.7
	inner := wide
	inner.Level, inner.On = 1, []picture.Look{wide}
	for _, c := range []struct {
		what   string
		layers []picture.Layer
		want   []picture.Key
	}{
		{"nothing", nil, nil},
		{"no words, no places, points", []picture.Layer{&picture.Path{Role: picture.RoleMean, XY: triangle},
			&picture.Path{Role: picture.RoleMean, Says: "a"},
			&picture.Marks{Role: picture.RoleCentroid, Says: "b"}, picture.PointMarks(triangle, nil, nil)}, nil},
		{"cells of no class", []picture.Layer{&picture.Path{Role: picture.RoleCell, Class: none, Closed: true, XY: triangle,
			Says: "cells"}}, nil},
		{"classes", []picture.Layer{class(1), class(2), class(1)},
			[]picture.Key{{Says: "one standard deviation", Looks: []picture.Look{
				look(picture.LookLoop, picture.RoleEllipse, 1), look(picture.LookLoop, picture.RoleEllipse, 2)}}}},
		{"a class that is not shown, and emphasis", []picture.Layer{pale, strong},
			[]picture.Key{{Says: "neighbour", Looks: []picture.Look{heavy}}}},
		{"a band on a band", []picture.Layer{band(2, "two"), band(1, "one")},
			[]picture.Key{{Says: "two", Looks: []picture.Look{wide}}, {Says: "one", Looks: []picture.Look{inner}}}},
		{"rings round points of classes", []picture.Layer{&picture.Marks{Role: picture.RoleSupport, XY: triangle,
			Class: []int{4, 1, 4}, Ordinal: []int{0, 1, 2}, Says: "support vector"}},
			[]picture.Key{{Says: "support vector", Looks: []picture.Look{ring}}}},
		{"means of classes", []picture.Layer{&picture.Marks{Role: picture.RoleCentroid, XY: triangle,
			Class: []int{2, none, 2}, Says: "mean"}},
			[]picture.Key{{Says: "mean", Looks: []picture.Look{look(picture.LookMark, picture.RoleCentroid, 2),
				look(picture.LookMark, picture.RoleCentroid, none)}}}},
		{"line and marks of one thing", []picture.Layer{&picture.Path{Role: picture.RoleTrack, Class: 7, XY: triangle,
			Says: "way"}, &picture.Marks{Role: picture.RoleTrack, XY: triangle, Says: "way"}},
			[]picture.Key{{Says: "way", Looks: []picture.Look{look(picture.LookLine, picture.RoleTrack, 7),
				look(picture.LookMark, picture.RoleTrack, none)}}}},
		{"numbers", []picture.Layer{&picture.Label{Role: picture.RoleGuide, Text: "3:1", Says: "votes"},
			&picture.Label{Role: picture.RoleGuide, Text: "0:4", Says: "votes"}},
			[]picture.Key{{Says: "votes", Looks: []picture.Look{{Kind: picture.LookText, Role: picture.RoleGuide, Class: none,
				Text: "3:1"}}}}},
		{"values", []picture.Layer{&picture.Raster{Kind: picture.Diverging, Lo: -1, Hi: 2, Name: "f"},
			&picture.Raster{Kind: picture.Scores, Name: "regions"}},
			[]picture.Key{{Says: "f", Looks: []picture.Look{{Kind: picture.LookRamp, Class: none, Raster: picture.Diverging,
				Lo: -1, Hi: 2}}}}},
		{"regions of classes", []picture.Layer{&picture.Raster{Kind: picture.Scores, Classes: []int{2, 0}, Hi: 1,
			Name: "log-odds", Says: "region"}},
			[]picture.Key{{Says: "region", Looks: []picture.Look{{Kind: picture.LookRamp, Class: 2, Raster: picture.Scores},
				{Kind: picture.LookRamp, Class: 0, Raster: picture.Scores}}}}},
	} {
		if got := picture.KeysOf(c.layers...); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.what, got, c.want)
		}
	}
}

// A swatch shows as many looks as fit, side by side, and the values of a ramp from the lowest on the left.
func TestSwatchesShowTheirLooks(t *testing.T) {
	pal, _ := picture.PaletteByName("print")
	has := func(k *picture.Key, want picture.Color) (at int) {
		im := bitmap.Render(k.Swatch(36, 22), pal)
		for x := range 36 {
			for y := range 22 {
				if toColor(im.At(x, y)) == want {
					return x
				}
			}
		}
		return -1
	}
	means := picture.KeysOf(&picture.Marks{Role: picture.RolePoint, XY: triangle, Class: []int{2, 0, 1},
		Says: "a point"})[0]
	if a, b, c := has(&means, pal.Class[2].Mark), has(&means, pal.Class[0].Mark), has(&means, pal.Class[1].Mark); a < 0 ||
		b <= a || c <= b {
		t.Errorf("marks of classes 3, 1 and 2 stand at %d, %d and %d", a, b, c)
	}
	means.Looks = append([]picture.Look{{Kind: picture.LookMark, Role: picture.RolePoint, Class: 3}}, means.Looks...)
	if a := has(&means, pal.Class[1].Mark); a >= 0 {
		t.Errorf("the fourth class has a mark at %d; there is room for three", a)
	}
	rings := picture.Key{Says: "rings"}
	for class := range 3 {
		rings.Looks = append(rings.Looks, picture.Look{Kind: picture.LookMark, Role: picture.RoleSupport, Class: class})
	}
	if n := len(rings.Swatch(36, 22).Layers); n != 2 {
		t.Errorf("%d rings; there is room for two", n)
	}
	for _, kind := range []picture.RasterKind{picture.Sequential, picture.Diverging} {
		r := &picture.Raster{Kind: kind, Grid: picture.Viewport{X1: 36, Y1: 22}.Grid(64, 1),
			Planes: [][]float32{make([]float32, 64)}, Lo: -3, Hi: 3, Name: "f"}
		for i := range r.Planes[0] {
			r.Planes[0][i] = 3 * (float32(i)/31.5 - 1)
		}
		p := &picture.Picture{View: picture.Viewport{X1: 36, Y1: 22, W: 36, H: 22, Scale: 1}}
		p.Add(r)
		keys := picture.KeysOf(r)
		field, swatch := bitmap.Render(p, pal), bitmap.Render(keys[0].Swatch(36, 22), pal)
		for _, x := range []int{3, 32} {
			a, b := toColor(field.At(x, 11)), toColor(swatch.At(x, 11))
			if max(a.R, b.R)-min(a.R, b.R) > 12 || max(a.G, b.G)-min(a.G, b.G) > 12 || max(a.B, b.B)-min(a.B, b.B) > 12 {
				t.Errorf("%v: values that rise are %s at %d, in the swatch %s", kind, a.CSS(), x, b.CSS())
			}
		}
	}
}

// No mark is cut off by its swatch's edge, and none overlaps the next.
func TestSwatchesHoldTheirMarks(t *testing.T) {
	sizes := [][2]int{{36, 22}, {32, 18}, {30, 16}}
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		for _, r := range roles(t) {
			for n := 1; n <= 2; n++ {
				ring := look(picture.LookMark, r, 5)
				ring.On = []picture.Look{look(picture.LookMark, picture.RolePoint, 5)}
				looks := []picture.Look{look(picture.LookMark, r, 1), look(picture.LookMark, r, 5),
					look(picture.LookMark, r, picture.NoClass), ring}
				if r == picture.RolePoint {
					looks = looks[:0]
					for class := range picture.Classes {
						looks = append(looks, look(picture.LookMark, r, class))
					}
				}
				for _, l := range looks {
					k := &picture.Key{Says: "it", Looks: []picture.Look{l}}
					if n == 2 {
						l.Class = 3
						k.Looks = append(k.Looks, l)
					}
					for _, size := range sizes {
						w, h := size[0], size[1]
						im := bitmap.Render(k.Swatch(w, h), pal)
						seen := 0
						for x := range w {
							for y := range h {
								c := toColor(im.At(x, y))
								if far(c, pal.Stage) < 24 {
									continue
								}
								seen++
								if x == 0 || y == 0 || x == w-1 || y == h-1 || n == 2 && (x == w/2 || x == w/2-1) {
									t.Fatalf("%s: %d marks of %s, class %d, in %d x %d: %s is painted at %d, %d", name, n, r, l.Class, w, h,
										c.CSS(), x, y)
								}
							}
						}
						if st := pal.Style(r); seen < 10 && (st.Radius > 0 || st.Round) {
							t.Errorf("%s: %d marks of %s in %d x %d show %d pixels", name, n, r, w, h, seen)
						}
					}
				}
			}
		}
	}
}

// far returns the largest difference of a component of two colours.
func far(a, b picture.Color) int {
	d := func(a, b uint8) int { return int(max(a, b) - min(a, b)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B))
}

// The swatch of regions has a part for each class in the tints of its region, increasing from the boundary if the
// raster is shaded.
func TestSwatchOfRegions(t *testing.T) {
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		for kind := picture.Decision; kind <= picture.Labels; kind++ {
			ids := []int{4, 1}
			r := &picture.Raster{Kind: kind, Grid: picture.Viewport{X1: 36, Y1: 22}.Grid(36, 1), Classes: ids, Hi: 2,
				Says: "region"}
			for c := range ids { // the left half clearly belongs to the first class
				if plane := make([]float32, 36); c == 0 || kind == picture.Scores || kind == picture.Shares {
					for i := range plane {
						first := i < 18
						switch {
						case kind == picture.Labels:
							plane[i] = float32(ids[1])
							if first {
								plane[i] = float32(ids[0])
							}
						case kind == picture.Decision && first:
							plane[i] = -2
						case kind == picture.Decision:
							plane[i] = 2
						case first == (c == 0) && kind == picture.Shares:
							plane[i] = 1
						case first == (c == 0):
							plane[i] = 9
						}
					}
					r.Planes = append(r.Planes, plane)
				}
			}
			p := &picture.Picture{View: picture.Viewport{X1: 36, Y1: 22, W: 36, H: 22, Scale: 1}}
			p.Add(r)
			field, swatch := bitmap.Render(p, pal), bitmap.Render(picture.KeysOf(r)[0].Swatch(36, 22), pal)
			near := func(a, b picture.Color) bool {
				return max(a.R, b.R)-min(a.R, b.R) < 10 && max(a.G, b.G)-min(a.G, b.G) < 10 && max(a.B, b.B)-min(a.B, b.B) < 10
			}
			for at, in := range map[int]int{15: 4, 33: 30} {
				if a, b := toColor(field.At(in, 11)), toColor(swatch.At(at, 11)); !near(a, b) {
					t.Errorf("%s, kind %d: a sure region is %s, in the swatch at %d %s", name, kind, a.CSS(), at, b.CSS())
				}
			}
			shaded := kind == picture.Decision || kind == picture.Scores
			for _, part := range []int{2, 20} {
				if a, b := toColor(swatch.At(part, 11)), toColor(swatch.At(part+13, 11)); near(a, b) == shaded {
					t.Errorf("%s, kind %d: a part of the swatch goes from %s to %s", name, kind, a.CSS(), b.CSS())
				}
			}
		}
	}
}

// The swatch of a hatched region is hatched.
func TestSwatchOfAHatchedRegion(t *testing.T) {
	v := picture.Viewport{X1: 300, Y1: 200, W: 300, H: 200, Scale: 1}
	hatch := picture.Hatched(v.Grid(2, 2), v, []bool{true, false, false, false})
	hatch.Says = "where they differ"
	keys := picture.KeysOf(hatch)
	if len(keys) != 1 || len(keys[0].Looks) != 1 || keys[0].Looks[0].Kind != picture.LookHatch {
		t.Fatalf("its legend is %v", keys)
	}
	const w, h = 36, 16
	lines := 0
	for _, l := range keys[0].Swatch(w, h).Layers {
		l.(*picture.Path).Lines(func(xy []float64) {
			lines++
			for i, z := range xy {
				if z < 0 || z > [2]float64{w, h}[i%2] {
					t.Errorf("the line %v leaves the swatch", xy)
				}
			}
			if (xy[2]-xy[0])*(xy[3]-xy[1]) <= 0 { // as in the region: rising to the right
				t.Errorf("the line %v is not slanted as the region's are", xy)
			}
		})
	}
	if lines < 3 {
		t.Errorf("%d slanted lines", lines)
	}
	stage := 0
	hatch.Lines(func(xy []float64) {
		if (xy[2]-xy[0])*(xy[3]-xy[1]) > 0 {
			stage++
		}
	})
	if stage == 0 {
		t.Error("the region's lines are slanted otherwise")
	}
}

// A legend is kept while the texts and the looks are the same, whatever the positions.
func TestAlike(t *testing.T) {
	key := func(role picture.Role, class int, says string) []picture.Key {
		return picture.KeysOf(&picture.Path{Role: role, Class: class, XY: triangle, Says: says},
			&picture.Raster{Kind: picture.Sequential, Hi: float64(class), Name: "sd"})
	}
	a := key(picture.RoleMargin, 1, "margin")
	if !picture.Alike(a, key(picture.RoleMargin, 2, "margin")) {
		t.Error("another class of a role that shows none, and another range, make another legend")
	}
	for _, b := range [][]picture.Key{nil, a[:1], key(picture.RoleSlack, 1, "margin"),
		key(picture.RoleMargin, 1, "slack")} {
		if picture.Alike(a, b) {
			t.Errorf("%+v is like %+v", b, a)
		}
	}
	if picture.Alike(key(picture.RoleEllipse, 1, "ellipse"), key(picture.RoleEllipse, 2, "ellipse")) {
		t.Error("ellipses of two classes have one legend")
	}
}

// roles returns all roles that package picture declares.
func roles(t *testing.T) (list []picture.Role) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "picture.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && len(v.Values) == 1 {
			if id, ok := v.Type.(*ast.Ident); ok && id.Name == "Role" {
				s, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, picture.Role(s))
			}
		}
		return true
	})
	if len(list) < 20 {
		t.Fatalf("only %d roles were found", len(list))
	}
	return list
}
