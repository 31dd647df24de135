package tree

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// Balanced class weights give the same tree as data in which each point of the rare class is repeated.
func TestBalancedIsRepeated(t *testing.T) {
	p := &method.Problem{D: 2, Task: method.Classify, ClassIDs: []int{0, 1}}
	all := cloud(90, 2, 2, false, 6)
	for i := range all.N { // 45 points of one class, 15 of the other
		if all.Class[i] == 0 || i%6 == 1 {
			p.X, p.Class = append(p.X, all.At(i)...), append(p.Class, all.Class[i])
			p.N++
		}
	}
	many := &method.Problem{D: 2, Task: method.Classify, ClassIDs: p.ClassIDs}
	for i := range p.N {
		for range 1 + 2*p.Class[i] {
			many.X, many.Class = append(many.X, p.At(i)...), append(many.Class, p.Class[i])
			many.N++
		}
	}
	if p.N != 60 || many.N != 90 {
		t.Fatalf("%d and %d points", p.N, many.N)
	}
	for _, c := range criteria {
		params := map[string]any{"criterion": c, "max_depth": 3.0, "class_weight": "balanced"}
		m, plain := fitWith(t, p, params), fitWith(t, many, map[string]any{"criterion": c, "max_depth": 3.0})
		if len(m.nodes) != len(plain.nodes) {
			t.Fatalf("%s: %d nodes, want %d", c, len(m.nodes), len(plain.nodes))
		}
		for i := range m.nodes {
			q, r := &m.nodes[i], &plain.nodes[i]
			if q.Feature != r.Feature || q.At != r.At || math.Abs(q.Impurity()-r.Impurity()) > 1e-12 ||
				math.Abs(q.share(1)-r.share(1)) > 1e-12 {
				t.Errorf("%s: node %d is %+v, want %+v", c, i, q, r)
			}
			if q.count[0] != r.count[0] || 3*q.count[1] != r.count[1] || q.N != q.count[0]+q.count[1] {
				t.Errorf("%s: node %d counts %v of %d points", c, i, q.count, q.N)
			}
		}
		wrong := 0.0
		for i, y := range predicted(m, p.X, 2) {
			wrong += m.loss(i, y)
		}
		if got := methodtest.Fact(t, m, "training_error").Value.(float64); math.Abs(got-wrong/60) > 1e-12 {
			t.Errorf("%s: the training error is %g, want %g", c, got, wrong/60)
		}
		if one := fitWith(t, p, map[string]any{"criterion": c, "max_depth": 3.0}); slices.Equal(predicted(one, p.X, 2),
			predicted(m, p.X, 2)) {
			t.Errorf("%s: the weights change no answer", c)
		}
		// The formula and the candidates use the weights.
		for _, key := range []string{candidateKey(0, 0.1), candidateKey(1, -0.2)} {
			a, _ := m.Tell(key, picture.Viewport{X1: 1, Y1: 1, W: 9, H: 9}, nil)
			b, _ := plain.Tell(key, picture.Viewport{X1: 1, Y1: 1, W: 9, H: 9}, nil)
			if a.Lines[2] != b.Lines[2] {
				t.Errorf("%s: %q, want %q", c, a.Lines, b.Lines)
			}
		}
	}
}

// Bars are as long as the importances, sorted in decreasing order, and highlight the splits by their input.
func TestImportanceBars(t *testing.T) {
	m := fitWith(t, cloud(80, 3, 5, false, 17), map[string]any{"max_depth": 4.0})
	share := m.importances()
	pic := m.importance(300, 200)
	long := map[string]float64{}
	last := math.Inf(1)
	for _, l := range pic.Layers {
		if p, ok := l.(*picture.Path); ok {
			long[p.Keys[0]] = p.XY[2] - p.XY[0]
			if long[p.Keys[0]] > last {
				t.Errorf("%s is longer than the bar before", p.Keys[0])
			}
			last = long[p.Keys[0]]
		}
	}
	best := slices.Max(share)
	for j, s := range share {
		most := long[diagram.InputKey(slices.Index(share, best))]
		if got := long[diagram.InputKey(j)] / most; math.Abs(got-s/best) > 0.01 {
			t.Errorf("input %d has %g of the longest bar, want %g", j, got, s/best)
		}
		d := m.chart().Draw(900, 600)
		lit := 0
		for _, hit := range d.Hits {
			if hit.Key == diagram.InputKey(j) {
				lit++
			}
		}
		asked := 0
		for _, q := range m.nodes {
			if q.Step > 0 && int(q.Feature) == j {
				asked++
			}
		}
		told, ok := m.Tell(diagram.InputKey(j), picture.Viewport{X1: 1, Y1: 1, W: 9, H: 9}, nil)
		if lit != asked || !ok || asked > 0 && !strings.HasPrefix(told.Lines[0],
			map[bool]string{true: "1 question,", false: ""}[asked == 1]) {
			t.Errorf("input %d lights %d of %d questions; told is %+v", j, lit, asked, told)
		}
	}
}

// A tree is reused only if it was grown with the same weights, rules and points.
func TestTakenOver(t *testing.T) {
	p := cloud(60, 2, 2, false, 3)
	p.Class[0], p.Class[2], p.Class[4] = 1, 1, 1 // more points of class 1
	of := Method()
	fit := func(p *method.Problem, prev method.Model, params map[string]any) *stage {
		v, err := of.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		m, err := of.Fit(t.Context(), p, v, prev)
		if err != nil {
			t.Fatal(err)
		}
		return m.(*stage)
	}
	before := fit(p, nil, nil)
	moved := *p
	moved.X = slices.Clone(p.X)
	moved.X[3] += 0.01
	for _, c := range []struct {
		p      *method.Problem
		params map[string]any
		taken  bool
	}{
		{p, map[string]any{"ccp_alpha": 0.02}, true}, {p, map[string]any{"class_weight": "balanced"}, false},
		{p, map[string]any{"criterion": "entropy"}, false}, {p, map[string]any{"max_depth": 3.0}, false},
		{&moved, nil, false},
	} {
		if got := fit(c.p, before, c.params); (got.full == before.full) != c.taken || got.p != c.p {
			t.Errorf("%v: taken over is %v", c.params, got.full == before.full)
		}
	}
}
