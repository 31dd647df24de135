package forest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/cart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// at returns a forest after k trees.
func at(t *testing.T, of func() (method.Method, *method.Problem, map[string]any), k int) *forest {
	t.Helper()
	m, p, params := of()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	g, err := m.Fit(method.Unstopped, p, v, nil)
	if err == nil && k > 0 {
		g, err = g.Can().Grower.Grow(method.Unstopped, k)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g.(*forest)
}

// The diagram is that of the step's tree: each leaf appears once, or is folded; the cell in the plane with a leaf's key
// is the region of that leaf.
func TestOneTree(t *testing.T) {
	for name, of := range kinds(150, 5) {
		if f := at(t, of, 0); len(f.Panels(method.Shown{opened: true})) > 0 || f.Hits(picture.Viewport{}, nil) != nil {
			t.Errorf("%s: a tree is shown before there is one", name)
		}
		for _, k := range []int{1, 7, 20} {
			f := at(t, of, k)
			tree := f.members[k-1].tree
			if tree.Steps() < 4 {
				t.Fatalf("%s: %d splits", name, tree.Steps())
			}
			for _, size := range [][2]int{{1600, 1200}, {300, 220}} {
				pic, err := method.DrawPanel(method.Unstopped, f, method.Shown{opened: true}, opened, size[0], size[1])
				if err != nil {
					t.Fatal(err)
				}
				title := fmt.Sprintf("Tree %d of 20", k)
				if !strings.HasPrefix(pic.Alt, title+". A tree with "+fmt.Sprint(tree.Steps()+1)+" leaves.") {
					t.Errorf("%s: %s", name, pic.Alt)
				}
				folded, titled := 0, false
				for _, l := range pic.Layers {
					if l, ok := l.(*picture.Label); ok {
						titled = titled || l.Text == title
						if strings.Contains(l.Says, "folded") {
							n := 0
							fmt.Sscan(l.Text, &n)
							folded += n
						}
					}
				}
				drawn, lit := map[string]int{}, map[string]bool{}
				for _, s := range picture.SpotsOf(pic.View, pic.Layers) {
					if s.Kind == picture.Dot {
						drawn[s.Key]++
					}
				}
				for _, s := range pic.Hits {
					lit[s.Key] = true
				}
				seen := 0
				for i := range tree.Nodes {
					key := "n" + fmt.Sprint(i)
					seen += drawn[key]
					if drawn[key] > 1 || drawn[key] == 0 && !lit[key] {
						t.Errorf("%s, %v: node %d is drawn %d times", name, size, i, drawn[key])
					}
				}
				if seen+folded != tree.Steps()+1 || size[0] == 300 && tree.Steps() > 40 && folded == 0 || !titled {
					t.Errorf("%s, %v: %d leaves and %d folded of %d, titled %v", name, size, seen, folded, tree.Steps()+1, titled)
				}
			}
			v := picture.Viewport{X0: -0.1, X1: 1.1, Y0: -0.2, Y1: 1.2, W: 120, H: 90, Scale: 1}
			if f.Hits(v, method.Shown{}) != nil {
				t.Errorf("%s: cells answer, and their tree is not shown", name)
			}
			area := 0.0
			for _, s := range f.Hits(v, method.Shown{opened: true}) {
				told, ok := f.Tell(s.Key, v, nil)
				if !ok {
					t.Fatalf("%s: %q has no words", name, s.Key)
				}
				if s.Kind != picture.Area {
					continue
				}
				var i int32
				fmt.Sscanf(s.Key, "n%d", &i)
				if tree.Nodes[i].Step > 0 {
					continue
				}
				x := []float64{(s.XY[0] + s.XY[4]) / 2, (s.XY[1] + s.XY[5]) / 2}
				area += (s.XY[4] - s.XY[0]) * (s.XY[5] - s.XY[1])
				if got := tree.Leaf(x[:f.p.D], cart.NoLimit); got != i {
					t.Errorf("%s: the cell of leaf %d is that of %d", name, i, got)
				}
				// A click selects the points in the cell that were drawn for the tree.
				var rows []int
				for row := range f.p.N {
					if (f.members[k-1].seen == nil || f.members[k-1].seen[row] > 0) && tree.Leaf(f.p.At(row), cart.NoLimit) == i {
						rows = append(rows, row)
					}
				}
				if !slices.Equal(told.Click.Rows, rows) || !strings.Contains(told.Answer, fmt.Sprintf("of tree %d", k)) {
					t.Errorf("%s: %q picks out %v, want %v", name, told.Answer, told.Click.Rows, rows)
				}
			}
			if math.Abs(area-1.2*1.4) > 1e-9 {
				t.Errorf("%s: the cells of the leaves cover %v", name, area)
			}
		}
	}
}

// The out-of-bag error appears only if points are drawn and it is requested, in facts, curves and formulas. It does not
// change the forest.
func TestOutOfBagSwitch(t *testing.T) {
	for name, of := range kinds(60, 3) {
		var sums []int64
		for _, c := range []struct{ bootstrap, wanted, there bool }{{true, true, true}, {true, false, false},
			{false, true, false}} {
			m, p, params := of()
			params["bootstrap"], params["oob_score"] = c.bootstrap, c.wanted
			f := grown(t, m, p, params, nil)
			var said []string
			for _, fact := range f.Facts() {
				said = append(said, fact.Name)
			}
			for _, x := range f.Measures() {
				said = append(said, x.Name)
			}
			formula := f.Can().Formula()
			text := strings.Join(said, " ")
			for _, word := range []string{"oob_score", "oob_error", "out-of-bag error"} {
				if strings.Contains(text, word) != c.there {
					t.Errorf("%s, %+v: %s", name, c, text)
				}
			}
			if strings.Contains(formula, "\nout-of-bag error ") != c.there ||
				strings.Contains(formula, "no out-of-bag error") == c.bootstrap {
				t.Errorf("%s, %+v: %s", name, c, formula)
			}
			if c.bootstrap {
				if sums != nil && !slices.Equal(sums, f.sums) {
					t.Errorf("%s: without the out-of-bag error it is another forest", name)
				}
				sums = f.sums
			}
		}
	}
}
