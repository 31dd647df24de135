package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/cart"
	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// obliqueTree returns a classification or regression tree with oblique splits.
func obliqueTree(t *testing.T, seed uint64) *stage {
	t.Helper()
	params := map[string]any{"splits": "oblique", "max_depth": 100.0}
	var m *stage
	if seed%2 == 0 {
		m = fitWith(t, cloud(80, 3, 2, seed%4 == 0, 60+seed), params)
	} else {
		m = fitValuesWith(t, slope(60, 2, 60+seed), params)
	}
	slanted := 0
	for i := range m.nodes {
		if m.nodes[i].Tilt != 0 {
			slanted++
		}
	}
	if slanted < 5 {
		t.Fatalf("seed %d: %d slanted questions", seed, slanted)
	}
	return m
}

func areaOf(xy []float64) (area, x, y float64) {
	n := len(xy) / 2
	for i := range n {
		j := (i + 1) % n
		area += (xy[2*i]*xy[2*j+1] - xy[2*j]*xy[2*i+1]) / 2
		x, y = x+xy[2*i]/float64(n), y+xy[2*i+1]/float64(n)
	}
	return area, x, y
}

// At each step, the regions of the leaves cover the viewport exactly once, the region of a node is the union of its
// children's, and points within a region are in its node.
func TestRegionsTile(t *testing.T) {
	v := picture.Viewport{X0: -2, X1: 3, Y0: -2.5, Y1: 2, W: 300, H: 300, Scale: 1}
	for seed := range uint64(8) {
		m := obliqueTree(t, seed)
		for _, k := range []int{0, 1, m.grown() / 2, m.grown(), m.steps()} {
			s := m.stage(k)
			of := spots(s.Hits(v, nil))
			area := map[int32]float64{}
			leaves := 0.0
			s.preorder(func(i int32, q *node) {
				if len(of[nodeKey(i)]) == 0 || of[nodeKey(i)][0].Kind != picture.Area {
					return // outside the viewport
				}
				a, x, y := areaOf(of[nodeKey(i)][0].XY)
				area[i] = a
				if a < 0 {
					t.Errorf("seed %d, step %d: node %d goes clockwise", seed, k, i)
				}
				if s.asks(q) {
					return
				}
				leaves += a
				if a > 1e-9 && s.leaf([]float64{x, y}) != i {
					t.Errorf("seed %d, step %d: the middle of leaf %d is in leaf %d", seed, k, i, s.leaf([]float64{x, y}))
				}
			})
			s.preorder(func(i int32, q *node) {
				if s.asks(q) && math.Abs(area[i]-area[q.Left()]-area[q.Right()]) > 1e-9 {
					t.Errorf("seed %d, step %d: node %d has %g, its parts have %g and %g", seed, k, i, area[i], area[q.Left()],
						area[q.Right()])
				}
			})
			if math.Abs(leaves-22.5) > 1e-9 {
				t.Errorf("seed %d, step %d: the leaves cover %g of 22.5", seed, k, leaves)
			}
			if s.values() {
				continue
			}
			cells := 0.0
			for _, l := range s.cells(seen(v).region()) {
				l.(*picture.Path).Lines(func(xy []float64) {
					a, x, y := areaOf(xy)
					cells += a
					if q := &s.nodes[s.leaf([]float64{x, y})]; a > 1e-9 && l.(*picture.Path).Class != int(q.Wins) {
						t.Errorf("seed %d, step %d: a cell has class %d, its middle %d", seed, k, l.(*picture.Path).Class, q.Wins)
					}
				})
			}
			if math.Abs(cells-22.5) > 1e-9 {
				t.Errorf("seed %d, step %d: the cells cover %g of 22.5", seed, k, cells)
			}
		}
	}
}

// Oblique cuts are where leaves meet: two leaves touch along each, with different predictions on the boundary and the
// same elsewhere; and no leaf ends where no cut is drawn.
func TestSlantedCutsAreExact(t *testing.T) {
	const near = 1e-7
	v := picture.Viewport{X0: -2, X1: 2, Y0: -2, Y1: 2, W: 400, H: 400, Scale: 1}
	for seed := range uint64(8) {
		m := obliqueTree(t, seed)
		for _, k := range []int{1, 2, m.grown() / 2, m.steps()} {
			s := m.stage(k)
			edges, boundary := s.cuts(around(v).region())
			var lines [][]float64
			for _, p := range []*picture.Path{edges, boundary} {
				p.Lines(func(xy []float64) {
					lines = append(lines, xy)
					dx, dy := xy[2]-xy[0], xy[3]-xy[1]
					long := math.Hypot(dx, dy)
					if long < 1e-5 {
						return
					}
					for _, share := range []float64{0.01, 0.31, 0.5, 0.77, 0.99} {
						x, y := xy[0]+share*dx, xy[1]+share*dy
						a, b := s.leaf([]float64{x - near*dy/long, y + near*dx/long}),
							s.leaf([]float64{x + near*dy/long, y - near*dx/long})
						if a == b || !s.values() && (s.nodes[a].Wins == s.nodes[b].Wins) != (p == edges) {
							t.Errorf("seed %d, %d splits: at %g, %g the %s parts the leaves %d and %d", seed, k, x, y, p.Role, a, b)
						}
					}
				})
			}
			r := rand.New(rand.NewPCG(seed, 11))
			for range 40 {
				x0, y0, x1, y1 := 4*r.Float64()-2, 4*r.Float64()-2, 4*r.Float64()-2, 4*r.Float64()-2
				at := func(u float64) int32 { return s.leaf([]float64{x0 + u*(x1-x0), y0 + u*(y1-y0)}) }
				last := at(0)
				for i := 1; i <= 200; i++ {
					now := at(float64(i) / 200)
					if now == last {
						continue
					}
					lo, hi := float64(i-1)/200, float64(i)/200
					for range 50 {
						if mid := (lo + hi) / 2; at(mid) == last {
							lo = mid
						} else {
							hi = mid
						}
					}
					x, y, nearest := x0+lo*(x1-x0), y0+lo*(y1-y0), math.Inf(1)
					for _, xy := range lines {
						dx, dy := xy[2]-xy[0], xy[3]-xy[1]
						u := min(max(((x-xy[0])*dx+(y-xy[1])*dy)/(dx*dx+dy*dy), 0), 1)
						nearest = min(nearest, math.Hypot(xy[0]+u*dx-x, xy[1]+u*dy-y))
					}
					if nearest > 1e-9 {
						t.Fatalf("seed %d, %d splits: at %g, %g a leaf ends, the nearest cut is %g away", seed, k, x, y, nearest)
					}
					last = now
				}
			}
		}
	}
}

// Each grid node is in exactly one tile, with the prediction at its position, for both orientations of the grid;
// rasters agree.
func TestSlantedTiles(t *testing.T) {
	for seed := range uint64(4) {
		m := obliqueTree(t, seed)
		for _, g := range []picture.Grid{
			{X0: -3, Y0: 3, DX: 0.061, DY: -0.073, W: 97, H: 83}, {X0: 3, Y0: -3, DX: -0.061, DY: 0.073, W: 97, H: 83},
		} {
			for _, k := range []int{0, 3, m.steps()} {
				s := m.stage(k)
				draw := s.ScoreRaster
				if m.values() {
					draw = s.FieldRaster
				}
				raster, err := draw(t.Context(), g, nil)
				if err != nil {
					t.Fatal(err)
				}
				if s.Cuts(func(int, float64) {}) != (k == 0) {
					t.Errorf("seed %d, step %d: slanted questions are said to cut boxes", seed, k)
				}
				tiled := make([]float64, g.W*g.H)
				s.Can().Tiles(g, func(x0, x1, y0, y1 int, says []float64) {
					for y := y0; y < y1; y++ {
						for x := x0; x < x1; x++ {
							if tiled[y*g.W+x]++; !slices.Equal(says, answers(s, g.X(x), g.Y(y))) {
								t.Fatalf("seed %d: at %g, %g the tile says %v, the tree %v", seed, g.X(x), g.Y(y), says,
									answers(s, g.X(x), g.Y(y)))
							}
						}
					}
				})
				for i, n := range tiled {
					says := answers(s, g.X(i%g.W), g.Y(i/g.W))
					for c, want := range says {
						if n != 1 || raster.Planes[c][i] != float32(want) {
							t.Fatalf("seed %d: node %d is in %g tiles, and has %g, want %g", seed, i, n, raster.Planes[c][i], want)
						}
					}
				}
			}
		}
	}
}

func answers(m *stage, x, y float64) []float64 {
	q := &m.nodes[m.leaf([]float64{x, y})]
	if m.values() {
		return q.v[:1]
	}
	says := make([]float64, len(q.v))
	for c := range says {
		says[c] = q.share(c)
	}
	return says
}

// Readouts of oblique splits name both inputs and are true: the value at the point, computed from the terms as written,
// and the side.
func TestSlantedWords(t *testing.T) {
	m := fitWith(t, &method.Problem{N: 4, D: 2, Task: method.Classify, X: []float64{0, 0.5, 1, 0, 0, 0.7, 1, 0.2},
		Class: []int{0, 0, 1, 1}, ClassIDs: []int{0, 1}},
		map[string]any{"splits": "oblique"})
	v := picture.Viewport{X1: 2, Y1: 2, W: 100, H: 100, Scale: 1}
	q := &m.nodes[0]
	if m.steps() != 1 || q.Tilt == 0 {
		t.Fatalf("%+v", q)
	}
	const want = "x₂ + 0.5 x₁ ≤ 0.6"
	if m.question(q) != want {
		t.Errorf("%q, want %q", m.question(q), want)
	}
	root, _ := m.Tell("n0", v, nil)
	leaf, _ := m.Tell("n2", v, nil)
	if root.Answer != "Split 1: "+want || leaf.Lines[0] != "x₂ + 0.5 x₁ > 0.6" ||
		!strings.Contains(m.Formula(), "at "+want) {
		t.Errorf("%q, %q, %q", root.Answer, leaf.Lines, m.Formula())
	}
	ex := m.Explain([]float64{0.5, 0.25}, v, nil)
	if ex.Lines[0] != "x₂ + 0.5 x₁ = 0.5 ≤ 0.6: left" {
		t.Errorf("%q", ex.Lines)
	}
	pic := m.chart().Draw(400, 300)
	lit := map[string]int{}
	for _, hit := range pic.Hits {
		lit[hit.Key]++
	}
	text := ""
	for _, l := range pic.Layers {
		if l, ok := l.(*picture.Label); ok {
			text += l.Text + "\n"
		}
	}
	if lit["i0"] != 1 || lit["i1"] != 1 || !strings.Contains(text, want) || !strings.Contains(pic.Alt, want) {
		t.Errorf("%v\n%s%s", lit, text, pic.Alt)
	}
	// If there is little room, names lose their common part and stay distinct.
	got := diagram.Questions(&q.Node, []string{"petal length (cm)", "petal width (cm)"})
	if want := []string{"petal width (cm) + 0.5 petal length (cm) ≤ 0.6", "petal width (cm)+0.5 petal length (cm)≤0.6",
		"width+0.5 length≤0.6", "wid…+0.5 len…≤0.6", "w…+0.5 l…≤0.6"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Names are shortened as long as they stay distinct.
func TestShorterQuestions(t *testing.T) {
	q := cart.Node{Feature: 1, At: 38, Below: 38, Above: 38}
	for _, c := range []struct{ names, want []string }{
		{[]string{"Höhe (m)", "Durchmesser"}, []string{"Durchmesser ≤ 38", "Durchmesser≤38", "Durchm…≤38", "Dur…≤38",
			"D…≤38"}},
		{[]string{"Dur", "Durchmesser"}, []string{"Durchmesser ≤ 38", "Durchmesser≤38", "Durchm…≤38"}},
		{[]string{"a", "petal"}, []string{"petal ≤ 38", "petal≤38", "pet…≤38", "p…≤38"}},
		{[]string{"x₁", "x₂"}, []string{"x₂ ≤ 38", "x₂≤38"}},
	} {
		if got := diagram.Questions(&q, c.names); !slices.Equal(got, c.want) {
			t.Errorf("of %q: %q", c.names, got)
		}
	}
}

// The arrays among the facts describe the tree, with the coefficient of the other input.
func TestSlantedFacts(t *testing.T) {
	for seed := range uint64(4) {
		m := obliqueTree(t, seed)
		of := m.stage(m.steps())
		feature := methodtest.Fact(t, of, "tree_feature").Value.([]int)
		at := methodtest.Fact(t, of, "tree_threshold").Value.([]float64)
		tilt := methodtest.Fact(t, of, "tree_tilt").Value.([]float64)
		left := methodtest.Fact(t, of, "tree_children_left").Value.([]int)
		right := methodtest.Fact(t, of, "tree_children_right").Value.([]int)
		value := methodtest.Fact(t, of, "tree_value").Value.([][]float64)
		for i := range m.p.N {
			x, k := m.p.At(i), 0
			for feature[k] >= 0 {
				if x[feature[k]]+float64(tilt[k]*x[1-feature[k]]) <= at[k] {
					k = left[k]
				} else {
					k = right[k]
				}
			}
			if !slices.Equal(value[k], m.nodes[m.leaf(x)].v) {
				t.Fatalf("seed %d: point %d comes to %v, want %v", seed, i, value[k], m.nodes[m.leaf(x)].v)
			}
		}
		share := m.importances()
		if math.Abs(share[0]+share[1]-1) > 1e-12 || share[0] <= 0 || share[1] <= 0 {
			t.Errorf("seed %d: the importances are %v", seed, share)
		}
	}
	// A split in direction 30° has three quarters of its gain from the first input.
	m := obliqueTree(t, 0)
	q := &node{Node: cart.Node{Feature: 0, Tilt: math.Tan(math.Pi/6) * m.set.Range(0) / m.set.Range(1)}}
	if a, b := m.part(q, 0), m.part(q, 1); math.Abs(a-0.75) > 1e-12 || math.Abs(b-0.25) > 1e-12 ||
		math.Abs(m.direction(q)-30) > 1e-9 {
		t.Errorf("at %g° the inputs have %g and %g", m.direction(q), a, b)
	}
}

// The panel of directions has its minimum at the chosen split, and the readout of a direction describes the split of
// the curve there, with its cut.
func TestTurn(t *testing.T) {
	for seed := range uint64(4) {
		whole := obliqueTree(t, seed)
		for _, k := range []int{1, 2, whole.steps()} {
			m := whole.stage(k)
			i, _ := m.inPlay()
			q := &m.nodes[i]
			pic, err := method.DrawPanel(t.Context(), m, method.Shown{"candidates": true}, "candidates", 300, 200)
			if err != nil {
				t.Fatal(err)
			}
			rest := q.Impurity() - q.Gain/q.Weight
			for _, l := range pic.Layers {
				switch l := l.(type) {
				case *picture.Marks:
					if l.XY[0] != m.direction(q) || math.Abs(l.XY[1]-rest) > 1e-12 {
						t.Errorf("seed %d: the chosen one is at %v", seed, l.XY)
					}
				case *picture.Path:
					if l.Role != picture.RoleTrack {
						continue
					}
					through := false
					for k := 0; k < len(l.XY); k += 2 {
						if l.XY[k+1] < rest-1e-12 {
							t.Errorf("seed %d: at %g° %g is left, the tree leaves %g", seed, l.XY[k], l.XY[k+1], rest)
						}
						through = through || l.XY[k] == m.direction(q)
						if k > 0 && l.XY[k] <= l.XY[k-2] {
							t.Errorf("seed %d: the curve goes back at %g°", seed, l.XY[k])
						}
					}
					if !through {
						t.Errorf("seed %d: the curve does not go through the chosen one", seed)
					}
				}
			}
			v := picture.Viewport{X0: -9, X1: 9, Y0: -9, Y1: 9, W: 300, H: 200, Scale: 1}
			for _, hit := range pic.Hits {
				key := hit.Key
				told, ok := m.Tell(key, v, nil)
				want := m.criterion.said(hit.XY[1])
				if !ok || !strings.Contains(told.Lines[2], want) || len(told.Layers) != 1 || key != "d"+
					strconv.Itoa(int(hit.XY[0])) {
					t.Fatalf("seed %d: %s tells %q, want %s", seed, key, told.Lines, want)
				}
				// The cut is perpendicular to the direction, with inputs scaled to range 1.
				xy := told.Layers[0].(*picture.Path).XY
				dx, dy := (xy[2]-xy[0])/m.set.Range(0), (xy[3]-xy[1])/m.set.Range(1)
				a := math.Pi * hit.XY[0] / 180
				if across := (dx*math.Cos(a) + dy*math.Sin(a)) / math.Hypot(dx, dy); math.Abs(across) > 1e-6 {
					t.Errorf("seed %d: %s has the cut %v", seed, key, xy)
				}
			}
		}
	}
}

// Oblique splits are refused for rows of a table, naming the parameter.
func TestSlantedOfRows(t *testing.T) {
	m := Method()
	v, err := m.Validate(map[string]any{"inputs": "all", "splits": "oblique"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = m.Fit(t.Context(), table(0, 1), v, nil); err == nil || !strings.HasPrefix(err.Error(), "params.splits") {
		t.Errorf("%v", err)
	}
}

// Given class weights act like repeated points; a class without a weight has 1, and weights belong to class ids, also
// if a class has no points.
func TestGivenWeights(t *testing.T) {
	p := cloud(60, 3, 2, false, 6)
	many := &method.Problem{D: 2, Task: method.Classify, ClassIDs: p.ClassIDs}
	for i := range p.N {
		for range []int{3, 1, 2}[p.Class[i]] {
			many.X, many.Class = append(many.X, p.At(i)...), append(many.Class, p.Class[i])
			many.N++
		}
	}
	q := *p
	q.ClassIDs = []int{0, 1, 4}
	for _, c := range []struct {
		p       *method.Problem
		weights []float64
	}{{p, []float64{3, 1, 2}}, {&q, []float64{3, 1, 9, 9, 2}}} {
		for _, splits := range []string{"axes", "oblique"} {
			m := fitWith(t, c.p, map[string]any{"max_depth": 3.0, "class_weight": "given", "class_weights": c.weights,
				"splits": splits})
			plain := fitWith(t, many, map[string]any{"max_depth": 3.0, "splits": splits})
			for i := range m.nodes {
				a, b := &m.nodes[i], &plain.nodes[i]
				if a.Feature != b.Feature || a.At != b.At || a.Tilt != b.Tilt || math.Abs(a.Impurity()-b.Impurity()) > 1e-12 {
					t.Errorf("%v: node %d is %+v, want %+v", c.weights, i, a, b)
				}
			}
		}
	}
	m := fitWith(t, p, map[string]any{"class_weight": "given", "class_weights": []float64{2, 0.5}})
	if got := methodtest.Fact(t, m, "class_weight").Value.([]float64); !slices.Equal(got, []float64{2, 0.5, 1}) {
		t.Errorf("the weights are %v", got)
	}
}
