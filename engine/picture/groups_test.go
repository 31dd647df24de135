package picture_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
)

// coloured paints points in a row, so that each can be inspected alone.
func coloured(m *picture.Marks, pal *picture.Palette) (at func(i int, dx, dy float64) picture.Color) {
	n := len(m.XY) / 2
	p := &picture.Picture{View: picture.Viewport{X1: float64(40 * n), Y1: 40, W: 40 * n, H: 40, Scale: 1}}
	p.Add(m)
	im := bitmap.Render(p, pal)
	return func(i int, dx, dy float64) picture.Color {
		return toColor(im.At(40*i+20+int(math.Round(dx)), 20+int(math.Round(dy))))
	}
}

func inRow(n int) (xy []float64) {
	for i := range n {
		xy = append(xy, 40*float64(i)+20.5, 19.5)
	}
	return xy
}

// Colours are those of groups; shapes are those of classes, or of groups where there are
// no classes.
func TestGroupsColourPoints(t *testing.T) {
	const disc, square = 0, 1 // the shapes of the first two classes
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		pal = pal.WithMarks(2) // large marks with many pixels
		r := pal.PointRadius(5, 200*40)
		if pal.Class[0].Shape != picture.Circle || pal.Class[1].Shape != picture.Square {
			t.Fatal("the first class is no disc, or the second no square")
		}
		// Half-way to a square's corner, beyond a disc's edge.
		corner := 0.78 * r
		for _, c := range []struct {
			what           string
			class, group   []int
			colours        []picture.Color
			shapes, hollow []int
		}{
			{"with classes", []int{1, 0, 1, 0, picture.NoClass}, []int{0, 1, 2, picture.NoClass, 1},
				[]picture.Color{pal.Class[0].Mark, pal.Class[1].Mark, pal.Class[2].Mark, pal.Mark, pal.Class[1].Mark},
				[]int{square, disc, square, disc, disc}, []int{4}},
			{"without classes", nil, []int{0, 1, picture.NoClass, 1, 0},
				[]picture.Color{pal.Class[0].Mark, pal.Class[1].Mark, pal.Mark, pal.Class[1].Mark, pal.Class[0].Mark},
				[]int{disc, square, disc, square, disc}, nil},
		} {
			at := coloured(&picture.Marks{Role: picture.RolePoint, XY: inRow(5), Class: c.class, Group: c.group}, pal)
			for i, want := range c.colours {
				if slices.Contains(c.hollow, i) {
					if at(i, 0, 0) != pal.Stage || at(i, r, 0) != want {
						t.Errorf("%s, %s: point %d has %v in its middle and %v at its edge; it has no class, and is hollow and %v", name,
							c.what, i, at(i, 0, 0), at(i, r, 0), want)
					}
					continue
				}
				if at(i, 0, 0) != want {
					t.Errorf("%s, %s: point %d is %v, want %v", name, c.what, i, at(i, 0, 0), want)
				}
				if got := at(i, corner, corner); (got == want) != (c.shapes[i] == square) {
					t.Errorf("%s, %s: point %d has %v in its corner, and is of shape %d", name, c.what, i, got, c.shapes[i])
				}
			}
		}
	}
}

// A point of less weight has a paler middle, step by step, and its full colour at the edge, in crowds, too.
func TestFaintPoints(t *testing.T) {
	lightness := func(c picture.Color) float64 { return float64(c.R) + float64(c.G) + float64(c.B) }
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		weights := []float64{0, 0.25, 0.5, 0.75, 1}
		at := coloured(&picture.Marks{Role: picture.RolePoint, XY: inRow(5), Group: make([]int, 5), Weight: weights}, pal)
		r := pal.PointRadius(5, 200*40)
		for i := range weights {
			if i > 0 && math.Abs(lightness(at(i, 0, 0))-lightness(pal.Stage)) <= math.Abs(
				lightness(at(i-1, 0, 0))-lightness(pal.Stage))+10 {
				t.Errorf("%s: weight %v has %v in the middle, weight %v %v", name, weights[i], at(i, 0, 0), weights[i-1],
					at(i-1, 0, 0))
			}
			edge := pal.Stage
			for d := r - 2; d <= r+1; d++ {
				if c := at(i, d, 0); far(c, pal.Class[0].Mark) < far(edge, pal.Class[0].Mark) {
					edge = c
				}
			}
			if far(edge, pal.Class[0].Mark) > 110 {
				t.Errorf("%s: the edge of a point of weight %v is %v, not %v", name, weights[i], edge, pal.Class[0].Mark)
			}
		}
		if at(4, 0, 0) != pal.Class[0].Mark {
			t.Errorf("%s: a point that counts fully is %v", name, at(4, 0, 0))
		}
		for _, n := range []int{1000, 4000} {
			m := &picture.Marks{Role: picture.RolePoint}
			for i := range n {
				m.XY = append(m.XY, float64(i%100)+0.5, float64(i/100)+0.5)
				m.Group, m.Weight = append(m.Group, i%2), append(m.Weight, float64(i%100/50))
			}
			p := &picture.Picture{View: picture.Viewport{X1: 100, Y1: float64(n / 100), W: 1000, H: n / 10, Scale: 1}}
			p.Add(m)
			im := bitmap.Render(p, pal)
			for x := range 4 {
				c := toColor(im.At(10*(48+x)+5, 5))
				for other := range 2 {
					if k := (48 + x) % 2; other != k && far(c, pal.Class[other].Mark) <= far(c, pal.Class[k].Mark) && x >= 2 {
						t.Errorf("%s: in a crowd of %d, a point of group %d is %v", name, n, k, c)
					}
				}
			}
			if faint, full := toColor(im.At(485, 5)), toColor(im.At(505, 5)); math.Abs(
				lightness(faint)-lightness(pal.Stage)) >= math.Abs(lightness(full)-lightness(pal.Stage))-30 {
				t.Errorf("%s: in a crowd of %d, a point without weight is %v, one with all %v", name, n, faint, full)
			}
		}
	}
}

// The legend has a mark for each group in its colour; all have one shape if shapes stand for classes.
func TestKeysOfGroups(t *testing.T) {
	none := picture.NoClass
	mark := func(class, group int, weight float64) picture.Look {
		return picture.Look{Kind: picture.LookMark, Role: picture.RolePoint, Class: class, Group: group, Weight: weight}
	}
	for _, c := range []struct {
		what         string
		class, group []int
		weight       []float64
		want         []picture.Look
	}{
		{"without classes", nil, []int{2, none, 0, 2}, nil, []picture.Look{mark(0, 1, 0), mark(2, 3, 0)}},
		{"with classes", []int{1, 1, 2, none}, []int{2, none, 0, 2}, nil, []picture.Look{mark(0, 1, 0), mark(0, 3, 0)}},
		{"none found yet", []int{1, 1, 2, none}, []int{none, none, none, none}, nil, nil},
		{"faint", nil, []int{1, 1, 0, 0}, []float64{0.5, 1, 0.5, 0}, []picture.Look{mark(0, 1, 0.5), mark(1, 2, 0)}},
	} {
		m := &picture.Marks{Role: picture.RolePoint, XY: inRow(4), Class: c.class, Group: c.group, Weight: c.weight,
			Says: "cluster"}
		keys := picture.KeysOf(m)
		if c.want == nil {
			if len(keys) > 0 {
				t.Errorf("%s: %+v", c.what, keys)
			}
			continue
		}
		if len(keys) != 1 || keys[0].Says != "cluster" || !reflect.DeepEqual(keys[0].Looks, c.want) {
			t.Errorf("%s: %+v, want %+v", c.what, keys, c.want)
			continue
		}
		// The swatch has the groups' colours, from left to right.
		pal, _ := picture.PaletteByName("light")
		im := bitmap.Render(keys[0].Swatch(36, 22), pal)
		last := -1
		for _, l := range c.want {
			at := -1
			for x := 0; x < 36 && at < 0; x++ {
				for y := range 22 {
					if far(toColor(im.At(x, y)), pal.Class[l.Group-1].Mark) < 30 {
						at = x
					}
				}
			}
			if at <= last {
				t.Errorf("%s: in the swatch the group %d is at %d", c.what, l.Group-1, at)
			}
			last = at
		}
	}
	if a, b := mark(0, 1, 0), mark(0, 2, 0); picture.Alike([]picture.Key{{Says: "g", Looks: []picture.Look{a}}},
		[]picture.Key{{Says: "g", Looks: []picture.Look{b}}}) {
		t.Error("a legend of one group can stay for another")
	}
}

// A point shared by groups has a mix of their colours in its middle, by their shares, and its own group's colour at its
// edge; in crowds and in space, too. A point that belongs to one group looks as usual.
func TestMixedColours(t *testing.T) {
	for _, c := range []struct {
		shares []float64
		eighth []int // eighths of each class's colour; nil = no mix
	}{
		{[]float64{1}, nil}, {[]float64{0, 1, 0}, nil}, {[]float64{0.03, 0.95, 0.02}, nil},
		{[]float64{0.5, 0.5}, []int{4, 4}}, {[]float64{0.9, 0.1}, []int{7, 1}},
		{[]float64{1. / 3, 1. / 3, 1. / 3}, []int{3, 3, 2}},
		{[]float64{0, 0.26, 0, 0.74}, []int{0, 2, 0, 6}},
		// colours wrap around
		{append(make([]float64, picture.Classes-1), 0.25, 0.75),
			append([]int{6}, append(make([]int, picture.Classes-2), 2)...)},
		{append(make([]float64, picture.Classes), 1), nil},
	} {
		want, unit := 0, 1
		for _, n := range c.eighth {
			want += n * unit
			unit *= 9
		}
		if got := picture.MixOf(c.shares); got != want || got >= picture.Mixes(len(c.shares)) && got > 0 {
			t.Errorf("shares %v are mix %d, want %d of %d", c.shares, got, want, picture.Mixes(len(c.shares)))
		}
	}
	mixes := []int{0, picture.MixOf([]float64{0.75, 0.25}), picture.MixOf([]float64{0.5, 0.5}),
		picture.MixOf([]float64{0.25, 0.75}), 0}
	groups := []int{0, 0, 0, 1, 1}
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		r := pal.PointRadius(5, 200*40)
		near := []float64{1, 1, 1, 1, 1}
		for _, what := range []string{"plane", "space"} {
			m := &picture.Marks{Role: picture.RolePoint, XY: inRow(5), Group: groups, Mix: mixes}
			if what == "space" {
				m.Near = near
			}
			at := coloured(m, pal)
			plain := coloured(&picture.Marks{Role: picture.RolePoint, XY: inRow(5), Group: groups, Near: m.Near}, pal)
			a, b := plain(0, 0, 0), plain(4, 0, 0)
			for i := range mixes {
				c := at(i, 0, 0)
				if mixes[i] == 0 {
					if c != plain(i, 0, 0) {
						t.Errorf("%s, %s: point %d is %v without a mix", name, what, i, c)
					}
					continue
				}
				if d := far(c, at(i-1, 0, 0)); d < 5 || far(c, a) <= far(at(i-1, 0, 0), a) || far(c, b) <= far(at(i+1, 0, 0), b) {
					t.Errorf("%s, %s: from %v to %v point %d has %v after %v", name, what, a, b, i, c, at(i-1, 0, 0))
				}
				edge := pal.Stage
				own := []picture.Color{pal.Class[0].Mark, pal.Class[1].Mark}[groups[i]]
				for d := r - 2; d <= 1.3*r+1; d++ {
					if c := at(i, d, 0); far(c, own) < far(edge, own) {
						edge = c
					}
				}
				if what == "plane" && far(edge, own) > 110 {
					t.Errorf("%s: the edge of point %d is %v, not %v", name, i, edge, own)
				}
			}
		}
		for _, n := range []int{1000, 4000} {
			m := &picture.Marks{Role: picture.RolePoint}
			for i := range n {
				m.XY = append(m.XY, float64(i%100)+0.5, float64(i/100)+0.5)
				m.Group, m.Mix = append(m.Group, 0), append(m.Mix, []int{0, mixes[2]}[i%100/50])
			}
			p := &picture.Picture{View: picture.Viewport{X1: 100, Y1: float64(n / 100), W: 1000, H: n / 10, Scale: 1}}
			p.Add(m)
			im := bitmap.Render(p, pal)
			if own, mixed := toColor(im.At(485, 5)), toColor(im.At(515, 5)); far(mixed, pal.Class[1].Mark) >= far(own,
				pal.Class[1].Mark)-10 {
				t.Errorf("%s: in a crowd of %d a mixed point is %v, one of the first group %v", name, n, mixed, own)
			}
		}
		// The legend shows the mix.
		one := picture.KeysOf(&picture.Marks{Role: picture.RolePoint, XY: []float64{0, 0}, Group: []int{0},
			Weight: []float64{0}, Mix: mixes[2:3], Says: "shared"})
		if len(one) != 1 || one[0].Looks[0].Mix != mixes[2] {
			t.Errorf("the legend has %+v", one)
		}
	}
}
