package draw

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

var view = picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1}

// wide returns a problem of five rows with three inputs, their positions in the plane, and in space.
func wide() (p *method.Problem, at []float64) {
	p = &method.Problem{N: 5, D: 3, Task: method.Cluster, Row: []int{0, 2, 3, 5, 8}}
	p.Inputs = []string{"a", "b", "c"}
	random := rand.New(rand.NewPCG(1, 1))
	for range p.N {
		x := []float64{random.NormFloat64(), 1000 * random.NormFloat64(), 7}
		p.X = append(p.X, x...)
		at = append(at, x[0]+0.001*x[1], 2-x[0], x[0])
		p.Shown = append(p.Shown, at[len(at)-3:len(at)-1]...)
	}
	return p, at
}

// What is declared once is drawn at the positions of the rows in the plane, and in space with depths. Shapes that show
// nothing are left out.
func TestPlaneAndSpace(t *testing.T) {
	p, at := wide()
	parts := Parts{Problem: p, Space: true, Shapes: func(b *Board) error {
		b.Under(b.Rings(picture.RoleSupport, "ring", Thin, []int{1, 3}), b.Rings(picture.RoleBounded, "none", 1, nil))
		b.Links("link", []int{0, 1, 2}, func(i int) (class int, from, to []float64) {
			if i == 1 {
				return 0, b.Of(i), nil
			}
			return 2 - i, b.Of(i), b.Of(i + 1)
		})
		b.Numbers(3, "number", func(int) string { return "k" }, func(c int) []float64 {
			if c == 1 {
				return nil
			}
			return b.Of(c)
		})
		return nil
	}}
	can := parts.Give(&method.Capabilities{})
	under, over, err := can.Layers(t.Context(), view, nil, nil)
	if err != nil || len(under) != 3 || len(over) != 4 {
		t.Fatalf("%v, %d layers below, %d above", err, len(under), len(over))
	}
	rings, first := under[0].(*picture.Marks), under[1].(*picture.Path)
	if !slices.Equal(rings.Ordinal, []int{2, 5}) || !slices.Equal(rings.Size, []float64{Thin, Thin}) || rings.Z != nil {
		t.Errorf("rings %+v", rings)
	}
	if first.Class != 0 || !slices.Equal(first.XY, p.Shown[4:8]) { // from row 2 to row 3
		t.Errorf("the first links %+v", first)
	}
	if number := over[3].(*picture.Label); number.Text != "3" {
		t.Errorf("the last number is %s", number.Text)
	}
	solid := can.SpaceLayers(at, nil)
	if len(solid) != 7 {
		t.Fatalf("%d layers in space", len(solid))
	}
	if m := solid[0].(*picture.Marks); !slices.Equal(m.XY, []float64{at[3], at[4], at[9], at[10]}) ||
		!slices.Equal(m.Z, []float64{at[5], at[11]}) {
		t.Errorf("rings in space %+v", m)
	}
	if l := solid[1].(*picture.Path); !slices.Equal(l.Z, []float64{at[8], at[11]}) {
		t.Errorf("links in space %+v", l)
	}
	if flat := (Parts{Problem: p, Shapes: parts.Shapes}).Give(&method.Capabilities{}); flat.SpaceLayers != nil {
		t.Error("a model of the plane draws in space")
	}
}

// Keys are read by their kinds, and hit areas carry those of rows.
func TestKeys(t *testing.T) {
	p, _ := wide()
	node, pair := picture.KeyKind{Begins: "n"}, picture.KeyKind{Begins: "q"}
	can := Parts{Problem: p, Hits: func(b *Board) picture.Hits {
		return b.Keyed([]int{2, 4}, func(i int) string { return node.Key(i) })
	}, Keys: func(b *Board) []Reader {
		return []Reader{
			Each(node, 3, func(i int) (told method.Told, ok bool) {
				Select(&told, p, []int{i}, "row")
				return told, true
			}),
			Pairs(pair, func(i, j int) (told method.Told, ok bool) {
				told.Answer = "pair"
				return told, i < j
			}),
			Named("cut", func() (told method.Told, ok bool) {
				told.Answer = "cut"
				return told, b.Show["cut"]
			}),
		}
	}}.Give(&method.Capabilities{})
	tell := func(key string) (method.Told, bool) { return can.Tell(key, view, method.Shown{"cut": true}) }
	if told, ok := tell("n2"); !ok || !slices.Equal(told.Click.Rows, []int{2}) || len(told.Layers) != 1 ||
		!slices.Equal(told.Layers[0].(*picture.Marks).XY, p.Shown[4:6]) {
		t.Errorf("n2: %v, %+v", ok, told)
	}
	if told, ok := tell("q1.2"); !ok || told.Answer != "pair" {
		t.Errorf("q1.2: %v, %+v", ok, told)
	}
	if told, ok := tell("cut"); !ok || told.Answer != "cut" {
		t.Errorf("cut: %v, %+v", ok, told)
	}
	for _, key := range []string{"n3", "n-1", "q2.1", "q1", "", "cu"} {
		if told, ok := tell(key); ok || told.Answer != "" {
			t.Errorf("%q is no key, and says %+v", key, told)
		}
	}
	if _, ok := can.Tell("cut", view, nil); ok {
		t.Error("the cut is not shown, and has words")
	}
	hits := can.Hits(view, nil)
	if len(hits) != 2 || hits[1].Key != "n4" || !slices.Equal(hits[1].XY, p.Shown[8:10]) {
		t.Errorf("hit areas %+v", hits)
	}
}

// The map takes rows, and what is combined of them, to their positions. It is computed once for the same positions.
func TestMap(t *testing.T) {
	p, at := wide()
	var maps Maps
	m := maps.Of(Space(p, at))
	for i := range p.N {
		for j, x := range m.Of(p.At(i)) {
			if math.Abs(x-at[3*i+j]) > 1e-9 {
				t.Errorf("row %d is at %v, not at %v", i, m.Of(p.At(i)), at[3*i:3*i+3])
			}
		}
	}
	u := []float64{1, 1000, 0}
	if v := m.Direction(u); math.Hypot(math.Hypot(v[0]-2, v[1]+1), v[2]-1) > 1e-9 {
		t.Errorf("the direction %v is %v", u, v)
	}
	if maps.Of(Space(p, slices.Clone(at))) != m {
		t.Error("the same positions have another map")
	}
	at[0]++
	if maps.Of(Space(p, at)) == m {
		t.Error("other positions have the same map")
	}
	points := &method.Problem{N: 1, D: 2, X: []float64{3, 4}}
	if x := maps.Of(Plane(points)).Of([]float64{0.1, 0.2}); !slices.Equal(x, []float64{0.1, 0.2}) {
		t.Errorf("a position of the plane is at %v", x)
	}
	if x := Position(points, []float64{5, 6, 7}); !slices.Equal(x, []float64{5, 6}) {
		t.Errorf("the pointer is at %v", x)
	}
	if Position(p, []float64{1, 2, 3}) != nil || !slices.Equal(Position(p, p.At(1)), p.Shown[2:4]) {
		t.Error("of wide rows, the positions of rows are known, and no others")
	}
}
