package tree

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// spots returns the shapes of each key in a picture.
func spots(list []picture.Spot) map[string][]picture.Spot {
	of := map[string][]picture.Spot{}
	for _, s := range list {
		of[s.Key] = append(of[s.Key], s)
	}
	return of
}

// In the plane, the region of a node, leaf or not, contains exactly its points, and its cut separates the points of its
// children. The diagram has the same keys.
func TestKeysOfNodes(t *testing.T) {
	for seed := range uint64(6) {
		whole := fitWith(t, cloud(60, 3, 2, seed%2 == 0, seed),
			map[string]any{"criterion": criteria[seed%3], "max_depth": 6.0})
		for _, k := range []int{0, 1, whole.Steps() / 2, whole.Steps()} {
			m := whole.Stage(k).(*stage)
			v := picture.Viewport{X0: -9, X1: 9, Y0: -9, Y1: 9, W: 900, H: 700, Scale: 1}
			of := spots(m.Hits(v, nil))
			d := m.chart().Draw(900, 700)
			drawn := spots(d.Spots())
			maps.DeleteFunc(drawn, func(key string, list []picture.Spot) bool { // the keys of inputs
				return strings.HasPrefix(key, "i")
			})
			if len(of) != 2*k+1 || len(drawn) != len(of) {
				t.Fatalf("seed %d, step %d: %d nodes on the stage, %d in the diagram", seed, k, len(of), len(drawn))
			}
			m.preorder(func(i int32, q *node) {
				list := of[nodeKey(i)]
				in := map[int32]bool{}
				for _, row := range m.rows(q) {
					in[row] = true
				}
				xy := list[0].XY
				for row := range int32(m.p.N) {
					x := m.p.At(int(row))
					// A point on a cut goes left.
					inside := (x[0] > xy[0] || xy[0] == v.X0) && x[0] <= xy[2] && (x[1] > xy[1] || xy[1] == v.Y0) && x[1] <= xy[5]
					if list[0].Kind != picture.Area || inside != in[row] {
						t.Fatalf("seed %d, step %d: point %d at %v and the region %v of node %d", seed, k, row, x, xy, i)
					}
				}
				if len(drawn[nodeKey(i)]) != 1 {
					t.Errorf("node %d is at %v in the diagram", i, drawn[nodeKey(i)])
				}
				if !m.asks(q) {
					if len(list) != 1 || drawn[nodeKey(i)][0].Kind != picture.Dot {
						t.Errorf("the leaf %d is lit at %v", i, list)
					}
					return
				}
				cut := list[1]
				if cut.Kind != picture.Line || cut.XY[q.Feature] != q.At || cut.XY[2+q.Feature] != q.At {
					t.Errorf("the cut of node %d is %v", i, cut)
				}
			})
		}
	}
}

// The readout of a node has the path to it, its contents, and the effect of a click.
func TestTellNode(t *testing.T) {
	p := &method.Problem{N: 5, D: 2, Task: method.Classify, X: []float64{0, 0, 0, 1, 1, 1, 2, 1, 2, 3},
		Class: []int{0, 1, 0, 1, 1}, ClassIDs: []int{0, 4}}
	m := fitWith(t, p, nil)
	v := picture.Viewport{X1: 2, Y1: 2, W: 100, H: 100, Scale: 1}
	tell := func(m *stage, key string) method.Told {
		told, ok := m.Tell(key, v, nil)
		if !ok {
			t.Fatalf("nothing is known of %q", key)
		}
		return told
	}
	root := tell(m, "n0")
	if want := []string{"5 points", "class 1: 2, 40 %", "class 5: 3, 60 %", "gini 0.48",
		"3 go left, 2 right: Δ = 0.2133"}; root.Answer != "Split 1: x₁ ≤ 1.5" || !slices.Equal(root.Lines, want) ||
		*root.Click.Step != 1 {
		t.Errorf("%q %q", root.Answer, root.Lines)
	}
	// At the step that splits the node, a click leads to the last step.
	first := m.Stage(1).(*stage)
	if root := tell(first, "n0"); *root.Click.Step != m.Steps() {
		t.Errorf("a click goes to step %d", *root.Click.Step)
	}
	// At the last step, a click on the last split leads to the step before.
	there := false
	for k := range 9 {
		if last, ok := m.Tell("n"+strconv.Itoa(k), v, nil); ok && strings.HasPrefix(last.Answer, "Split 3") {
			there = last.Click.Step != nil && *last.Click.Step == 2
		}
	}
	if m.Steps() != 3 || !there {
		t.Errorf("a click on the last of %d splits does not go back to the one before", m.Steps())
	}
	leaf := tell(first, "n2")
	if want := []string{"x₁ > 1.5", "2 points", "gini 0"}; leaf.Answer != "Leaf 2 of 2: class 5" ||
		!slices.Equal(leaf.Lines, want) || !slices.Equal(leaf.Click.Rows, []int{3, 4}) {
		t.Errorf("%q %q, %v", leaf.Answer, leaf.Lines, leaf.Click)
	}
	// A leaf becomes a split at a later step; nodes of later steps are unknown before.
	if before, after := tell(first, "n1"), tell(m, "n1"); before.Click.Rows == nil || after.Click.Rows != nil ||
		before.Answer == after.Answer {
		t.Errorf("%q, then %q", before.Answer, after.Answer)
	}
	for _, key := range []string{"n3", "n-1", "n+1", "n01", "n", "c", "c0", "c0:", "x"} {
		if told, ok := first.Tell(key, v, nil); ok {
			t.Errorf("%q is %q", key, told.Answer)
		}
	}
}

// A candidate's readout agrees with the panel and shows its cut within the node in play; the chosen candidate is
// described as its node.
func TestKeysOfCandidates(t *testing.T) {
	for seed := range uint64(6) {
		whole := fitWith(t, cloud(50, 3, 2, seed%2 == 0, seed), map[string]any{"criterion": criteria[seed%3]})
		m := whole.Stage(2).(*stage)
		v := picture.Viewport{X0: -9, X1: 9, Y0: -9, Y1: 9, W: 900, H: 700, Scale: 1}
		pic, err := method.DrawPanel(t.Context(), m, method.Shown{"candidates": true}, "candidates", 300, 200)
		if err != nil {
			t.Fatal(err)
		}
		i, _ := m.inPlay()
		q := &m.nodes[i]
		chosen, n := 0, 0
		for key, list := range spots(pic.Spots()) {
			if key == nodeKey(i) {
				chosen++
				continue
			}
			n++
			told, ok := m.Tell(key, v, nil)
			if !ok || len(told.Lines) != 3 || len(told.Layers) != 1 {
				t.Fatalf("%s: %+v", key, told)
			}
			feature := int(key[1] - '0')
			at, rest := list[0].XY[0], list[0].XY[1]
			// Split the points directly.
			var count [2][3]float64
			var size [2]float64
			for _, row := range m.rows(q) {
				side := 0
				if m.p.At(int(row))[feature] > at {
					side = 1
				}
				count[side][m.p.Class[row]]++
				size[side]++
			}
			sum := 0.0
			for side := range count {
				sum += size[side] / float64(q.N) * impure(m.criterion, count[side][:], size[side])
			}
			if math.Abs(sum-rest) > 1e-12 || !strings.Contains(told.Lines[2], m.criterion.said(sum)) {
				t.Errorf("%s: %q at %g, want %g", key, told.Lines, rest, sum)
			}
			if left := words.Count(int(size[0]), "point") + " left"; !strings.HasPrefix(told.Lines[0], left) {
				t.Errorf("%s: %q, want %s", key, told.Lines[0], left)
			}
			cell := m.cell(i, around(v).region())
			cut := told.Layers[0].(*picture.Path).XY
			if cut[feature] != at || cut[2+feature] != at || cut[1-feature] != cell[0][1-feature] ||
				cut[3-feature] != cell[2][1-feature] {
				t.Errorf("%s: the cut is %v in the cell %v", key, cut, cell)
			}
		}
		if chosen != 1 || n < 10 || n > 2*(300/apart+1) {
			t.Errorf("seed %d: %d chosen, %d candidates", seed, chosen, n)
		}
	}
}

// impure computes the impurity by its definition.
func impure(c criterion, count []float64, n float64) float64 {
	g, h, most := 1.0, 0.0, 0.0
	for _, k := range count {
		p := k / n
		g -= p * p
		if p > 0 {
			h -= p * math.Log2(p)
		}
		most = max(most, p)
	}
	switch c {
	case gini:
		return g
	case entropy:
		return h
	}
	return 1 - most
}
