package tree

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Nodes of the same depth are at least 1 apart, parents are centred above their children, left children are on the
// left, and no subtree could be closer to its neighbour.
func TestLayoutIsTidy(t *testing.T) {
	for seed := range uint64(12) {
		m := fitWith(t, cloud(40+20*int(seed), 3, 2, seed%2 == 0, seed),
			map[string]any{"criterion": criteria[seed%3], "max_depth": 100.0})
		l := m.drawn.Of(m.full, m.full.Deep)
		depths := map[int32][]float64{}
		m.preorder(func(i int32, q *node) { // from left to right at each depth
			row := depths[q.Depth]
			if n := len(row); n > 0 && l.X[i]-row[n-1] < 1-1e-9 {
				t.Errorf("seed %d: nodes of depth %d at %g and %g", seed, q.Depth, row[n-1], l.X[i])
			}
			depths[q.Depth] = append(row, l.X[i])
			if !m.asks(q) {
				return
			}
			a, b := l.X[q.Left()], l.X[q.Right()]
			if math.Abs(l.X[i]-(a+b)/2) > 1e-9 {
				t.Errorf("seed %d: a question at %g over %g and %g", seed, l.X[i], a, b)
			}
			// The two subtrees touch at some depth.
			var left, right [101]float64
			for d := range left {
				left[d], right[d] = math.Inf(-1), math.Inf(1)
			}
			m.below(q.Left(), func(i int32, q *node) { left[q.Depth] = max(left[q.Depth], l.X[i]) })
			m.below(q.Right(), func(i int32, q *node) { right[q.Depth] = min(right[q.Depth], l.X[i]) })
			gap := math.Inf(1)
			for d := range left {
				gap = min(gap, right[d]-left[d])
			}
			if math.Abs(gap-1) > 1e-9 {
				t.Errorf("seed %d: subtrees are %g apart", seed, gap)
			}
		})
		if lo, hi := slices.Min(l.X), slices.Max(l.X); lo != l.Lo || hi != l.Hi {
			t.Errorf("from %g to %g, want %g to %g", l.Lo, l.Hi, lo, hi)
		}
	}
}

func (m *stage) below(i int32, fn func(i int32, q *node)) {
	q := &m.nodes[i]
	fn(i, q)
	if m.asks(q) {
		m.below(q.Left(), fn)
		m.below(q.Right(), fn)
	}
}

// The diagram has a mark for each leaf and an edge for each node but the root, all inside the panel. Texts do not
// overlap each other or the marks; nodes keep their positions over the steps. With enough room, all questions and
// counts are shown; without, none overlaps another.
func TestDiagram(t *testing.T) {
	for _, c := range []struct {
		n, depth int
		w, h     int
		whole    bool // whether all questions and counts fit
	}{
		{60, 3, 430, 330, true}, {60, 3, 288, 245, false}, {60, 4, 900, 600, true}, {400, 100, 430, 330, false},
		{400, 100, 120, 90, false}, {2, 2, 288, 245, true},
	} {
		p := cloud(c.n, 3, 2, false, 4)
		m := fitWith(t, p, map[string]any{"max_depth": float64(c.depth)})
		if c.n == 400 && m.steps() < 100 {
			t.Fatalf("%d leaves", m.steps()+1)
		}
		where := map[string][2]float64{}
		for _, k := range []int{0, 1, m.steps() / 2, m.steps()} {
			s := m.stage(k)
			pic, err := method.DrawPanel(t.Context(), s, method.Shown{"diagram": true}, "diagram", c.w, c.h)
			if err != nil {
				t.Fatal(err)
			}
			var taken []picture.Box
			leaves, ways, asked, counted, folds, below := 0, 0, 0, 0, 0, 0
			in := func(x, y float64) {
				if !(x >= 0 && y >= 0 && x <= float64(c.w) && y <= float64(c.h)) {
					t.Errorf("%d x %d: something at %g, %g", c.w, c.h, x, y)
				}
			}
			for _, l := range pic.Layers {
				switch l := l.(type) {
				case *picture.Marks:
					leaves += len(l.Class)
					for i := 0; i < len(l.XY); i += 2 {
						x, y := pic.View.PX(l.XY[i]), pic.View.PY(l.XY[i+1])
						in(x, y)
						// The leaf at this position has this class.
						if !slices.ContainsFunc(nodesOf(s), func(n int32) bool {
							px, py, shown := s.chart().At(n, c.w, c.h)
							return shown && math.Abs(px-x)+math.Abs(py-y) < 1e-9 && !s.asks(&s.nodes[n]) &&
								p.ClassIDs[s.nodes[n].Wins] == l.Class[i/2]
						}) {
							t.Errorf("no leaf of class %d is at %g, %g", l.Class[i/2], x, y)
						}
						taken = append(taken, picture.Box{X0: x, Y0: y, X1: x, Y1: y}.Grown(4, 4))
					}
				case *picture.Path:
					for i := 0; i < len(l.XY); i += 2 {
						in(pic.View.PX(l.XY[i]), pic.View.PY(l.XY[i+1]))
					}
					if !l.Closed {
						ways += len(l.Starts)
					}
				case *picture.Label:
					b := l.Box(pic.View.PX(l.X), pic.View.PY(l.Y), picture.LabelSize)
					in(b.X0, b.Y0)
					in(b.X1, b.Y1)
					if slices.ContainsFunc(taken, b.Meets) {
						t.Errorf("%d x %d, %d splits: %q stands on something", c.w, c.h, k, l.Text)
					}
					taken = append(taken, b)
					switch {
					case strings.Contains(l.Text, "≤"):
						asked++
						if was, ok := where[l.Text]; ok && was != [2]float64{l.X, l.Y} {
							t.Errorf("%q has moved", l.Text)
						}
						where[l.Text] = [2]float64{l.X, l.Y}
					case strings.Contains(l.Says, "folded"):
						n, _ := strconv.Atoi(l.Text)
						below += n
						folds++
					case l.Says != "":
						counted++
					}
				}
			}
			// A folded subtree is a triangle with its number of leaves.
			if leaves+below != k+1 || ways != 2*(leaves+folds-1)+folds {
				t.Errorf("%d x %d, %d splits: %d leaves, %d more in %d folded, and %d ways", c.w, c.h, k, leaves, below, folds,
					ways)
			}
			if k == m.steps() && (folds > 0) != (c.n == 400) {
				t.Errorf("%d x %d, %d splits: %d folded", c.w, c.h, k, folds)
			}
			if c.whole && k == m.steps() && (asked != k || counted < k+1) {
				t.Errorf("%d x %d: %d questions of %d, %d counts", c.w, c.h, asked, k, counted)
			}
		}
	}
}

// Long names do not remove questions: all questions of a depth are shortened until they fit or can't be shortened
// further, and one that does not fit is marked.
func TestDiagramOfLongNames(t *testing.T) {
	p := cloud(270, 2, 2, false, 4)
	p.Names.X, p.Names.Y = "Durchmesser (cm)", "Höhe (m)"
	m := fitWith(t, p, map[string]any{"max_depth": 4.0})
	pic, err := method.DrawPanel(t.Context(), m.stage(m.steps()), method.Shown{"diagram": true}, "diagram", 400, 240)
	if err != nil {
		t.Fatal(err)
	}
	written, marked := 0, 0
	forms := map[float64]map[bool]int{} // by height: long and short questions
	for _, l := range pic.Layers {
		l, ok := l.(*picture.Label)
		switch {
		case !ok:
		case strings.Contains(l.Text, "≤"):
			written++
			if forms[l.Y] == nil {
				forms[l.Y] = map[bool]int{}
			}
			forms[l.Y][strings.Contains(l.Text, " ≤ ")]++
		case l.Text == "…":
			marked++
			if forms[l.Y][true] > 0 {
				t.Errorf("beside a question without room are %d in full", forms[l.Y][true])
			}
		}
	}
	if written+marked != m.steps() || written < 10 {
		t.Errorf("of %d questions %d are written and %d marked", m.steps(), written, marked)
	}
}

// The legend says what the counts are: of all classes, or of one class if there are many.
func TestDiagramCounts(t *testing.T) {
	for k, want := range map[int][2]string{3: {":", "points of each class"},
		4: {"/", "majority / all points"}} {
		m := fitWith(t, cloud(60, k, 2, false, 4), map[string]any{"max_depth": 2.0})
		pic, err := method.DrawPanel(t.Context(), m, method.Shown{"diagram": true}, "diagram", 500, 400)
		if err != nil {
			t.Fatal(err)
		}
		counts, shown := 0, ""
		for _, l := range pic.Layers {
			if l, ok := l.(*picture.Label); ok && l.Says != "" {
				if counts++; counts == 1 {
					shown = l.Text
				}
				if len(l.Text) < len(shown) {
					t.Errorf("the legend shows %q, longer than %q", shown, l.Text)
				}
				if !strings.Contains(l.Text, want[0]) || l.Says != want[1] {
					t.Errorf("%d classes: %q is called %q", k, l.Text, l.Says)
				}
			}
		}
		if counts < 4 {
			t.Errorf("%d classes: %d counts", k, counts)
		}
	}
}

func nodesOf(m *stage) (list []int32) {
	m.preorder(func(i int32, _ *node) { list = append(list, i) })
	return list
}

// The question of the step is framed, and its edges are those of the step.
func TestDiagramShowsTheStep(t *testing.T) {
	m := fitWith(t, cloud(60, 2, 2, false, 8), nil)
	for k := range m.steps() + 1 {
		pic, err := method.DrawPanel(t.Context(), m.Stage(k).(*stage), method.Shown{"diagram": true}, "diagram", 500, 400)
		if err != nil {
			t.Fatal(err)
		}
		ways, frames := 0, 0
		for _, l := range pic.Layers {
			if p, ok := l.(*picture.Path); ok && p.Role == picture.RoleCut {
				if p.Closed {
					frames++
				} else {
					ways += len(p.Starts)
				}
				x, y, _ := m.chart().At(m.order[k], 500, 400)
				if px, py := pic.View.PX((p.XY[0]+p.XY[4])/2), pic.View.PY((p.XY[1]+p.XY[5])/2); p.Closed &&
					(math.Abs(px-x) > 60 || math.Abs(py-y) > 2*diagram.Line) {
					t.Errorf("step %d: the frame is about %g, %g, the node at %g, %g", k, px, py, x, y)
				}
			}
		}
		if shown := k > 0 && k < m.steps(); shown != (ways == 2 && frames == 1) || !shown && ways+frames > 0 {
			t.Errorf("step %d of %d: %d ways and %d frames", k, m.steps(), ways, frames)
		}
	}
}

// The curves show the impurity of both sides for each threshold, by its definition; the chosen split is marked at the
// minimum.
func TestCandidates(t *testing.T) {
	for _, c := range criteria {
		p := cloud(50, 3, 2, true, 3)
		m := fitWith(t, p, map[string]any{"criterion": c, "min_samples_leaf": 3.0})
		for k := range m.steps() + 1 {
			s := m.stage(k)
			i, _ := s.inPlay()
			if want := m.order[max(k, 1)]; k < m.steps() && i != want || k == m.steps() && i != 0 {
				t.Errorf("step %d is about node %d", k, i)
			}
			q := &m.nodes[i]
			rows := m.rows(q)
			pic, err := method.DrawPanel(t.Context(), s, method.Shown{"candidates": true}, "candidates", 300, 200)
			if err != nil {
				t.Fatal(err)
			}
			least, mark := math.Inf(1), []float64(nil)
			for _, l := range pic.Layers {
				switch l := l.(type) {
				case *picture.Marks:
					mark = l.XY
				case *picture.Path:
					if l.Role != picture.RoleTrack {
						continue
					}
					feature := slices.IndexFunc(p.InputNames(), func(n string) bool { return strings.Contains(l.Says, n) })
					l.Lines(func(xy []float64) {
						for j := 0; j+3 < len(xy); j += 2 {
							if xy[j] > xy[j+2] {
								t.Fatalf("%s, node %d: the curve goes back: %v", c, i, xy)
							}
							if xy[j] == xy[j+2] {
								continue // a vertical jump
							}
							at := (xy[j] + xy[j+2]) / 2
							sides := [2][]int{make([]int, 3), make([]int, 3)}
							n := [2]int{}
							for _, row := range rows {
								side := 0
								if p.At(int(row))[feature] > at {
									side = 1
								}
								sides[side][p.Class[row]]++
								n[side]++
							}
							want := (float64(n[0])*impurityOf(c, sides[0]) + float64(n[1])*impurityOf(c, sides[1])) / float64(q.N)
							if n[0] < 3 || n[1] < 3 || math.Abs(xy[j+1]-want) > 1e-12 || xy[j+3] != xy[j+1] {
								t.Errorf("%s, node %d at %s = %g: %g, want %g of %v points", c, i, p.InputNames()[feature], at, xy[j+1], want,
									n)
							}
							least = min(least, want)
						}
					})
				}
			}
			if len(mark) != 2 || mark[0] != q.At || math.Abs(mark[1]-least) > 1e-12 {
				t.Errorf("%s, node %d: marked at %v, the least is %g at %g", c, i, mark, least, q.At)
			}
			if !strings.Contains(pic.Alt, m.question(q)) ||
				!strings.Contains(s.Formula(), words.Number(q.Gain/float64(q.N))+" at "+m.question(q)) {
				t.Errorf("%s, step %d: %q, %q", c, k, pic.Alt, s.Formula())
			}
		}
	}
}

// Of many inputs, those with the best splits are drawn, each in a colour of its own.
func TestCandidatesOfManyInputs(t *testing.T) {
	m := fitWith(t, cloud(60, 2, 12, false, 5), nil)
	pic, err := method.DrawPanel(t.Context(), m, method.Shown{"candidates": true}, "candidates", 300, 200)
	if err != nil {
		t.Fatal(err)
	}
	curves := 0
	for _, l := range pic.Layers {
		if p, ok := l.(*picture.Path); ok && p.Role == picture.RoleTrack {
			curves++
		}
	}
	if curves != picture.Things-1 {
		t.Errorf("%d curves", curves)
	}
	if under, over, err := m.Layers(t.Context(), picture.Viewport{X1: 1, Y1: 1, W: 10, H: 10}, nil,
		method.Shown{method.Regions: true}); err != nil || len(under)+len(over) > 0 {
		t.Errorf("12 inputs are drawn over the plane")
	}
}

// An explanation follows the path from the root to the leaf.
func TestExplain(t *testing.T) {
	p := &method.Problem{N: 4, D: 2, Task: method.Classify, X: []float64{0, 0, 0, 0, 1, 1, 2, 1}, Class: []int{0, 1, 0, 1},
		ClassIDs: []int{0, 4}}
	m := fitWith(t, p, nil)
	v := picture.Viewport{X0: 0, X1: 2, Y0: 0, Y1: 2, W: 100, H: 100, Scale: 1}
	e := m.Explain([]float64{0.25, -1}, v, nil)
	want := []string{"x₁ = 0.25 ≤ 1.5: left", "x₁ = 0.25 ≤ 0.5: left", "class 1: 1, 50 %", "class 5: 1, 50 %", "gini 0.5",
		"A tie: the lowest class wins."}
	if e.Answer != "class 1 (1 of 2 points in the leaf)" || !slices.Equal(e.Lines, want) {
		t.Errorf("%q, %q", e.Answer, e.Lines)
	}
	if e := m.Stage(1).(*stage).Explain([]float64{1.6, 0}, v, nil); e.Answer != "class 5 (1 of 1 point in the leaf)" ||
		e.Lines[0] != "x₁ = 1.6 > 1.5: right" || len(e.Lines) != 2 {
		t.Errorf("%q, %q", e.Answer, e.Lines)
	}
}
