package tree

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// cheapest returns the minimum of R(T) + α|T| over all pruned trees by exhaustive search, and the least number of
// leaves that attains it.
func cheapest(t *tree, i int32, alpha float64) (cost float64, leaves int) {
	q := &t.nodes[i]
	cost, leaves = q.Total/t.nodes[0].Weight+alpha, 1
	if q.Step > 0 {
		a, na := cheapest(t, q.Left(), alpha)
		b, nb := cheapest(t, q.Right(), alpha)
		if a+b < cost-1e-12 {
			return a + b, na + nb
		}
	}
	return cost, leaves
}

// For each ccp_alpha, the tree is the smallest of the cheapest pruned trees, and the readout of a tree of the path is
// right.
func TestPrunedCostsLeast(t *testing.T) {
	for seed := range uint64(12) {
		p := cloud(70, 3, 2, seed%2 == 0, 40+seed%6)
		params := map[string]any{"criterion": criteria[seed%3], "max_depth": 100.0}
		if seed >= 6 {
			params["splits"] = "oblique"
		}
		whole := fitWith(t, p, params)
		if len(whole.path) < 4 {
			t.Fatalf("seed %d: a path of %d", seed, len(whole.path))
		}
		for k, step := range whole.path {
			alpha := whole.pick(k)
			params["ccp_alpha"] = alpha
			m := fitWith(t, p, params)
			cost, leaves := cheapest(m.tree, 0, alpha)
			if k == 0 {
				leaves = m.grown() + 1 // 0 prunes nothing, not even splits that are worth nothing
			}
			n, total, bad := 0, 0.0, 0.0
			m.leaves(func(q *node) { n++; total += q.Total / 70 })
			for i, y := range predicted(m, p.X, 2) {
				bad += m.loss(i, y)
			}
			if n != leaves || n != step.leaves || math.Abs(total+alpha*float64(n)-cost) > 1e-12 ||
				math.Abs(total-step.total) > 1e-12 || math.Abs(bad/70-step.err) > 1e-12 {
				t.Errorf("seed %d: pruned by %g it has %d leaves and costs %g, with an error of %g; the best have %d and cost "+
					"%g, the path says %+v", seed, alpha, n, total+alpha*float64(n), bad/70, leaves, cost, step)
			}
			if m.Steps() != m.grown()+k || m.errs[m.Steps()] != step.err || m.imps[m.Steps()] != step.total {
				t.Errorf("seed %d: %d steps and curves that end at %g, %g", seed, m.Steps(), m.errs[m.Steps()], m.imps[m.Steps()])
			}
			// Between two alphas, the stages are the earlier trees of the path.
			if k > 1 {
				if s := m.Stage(m.grown() + k - 1).(*stage); s.Status().State != method.Running ||
					methodtest.Fact(t, s, "n_leaves").Value != whole.path[k-1].leaves {
					t.Errorf("the stage before has %v leaves", methodtest.Fact(t, s, "n_leaves").Value)
				}
			}
		}
	}
}

// The cross-validated errors are those of trees fitted to the other folds and pruned with the geometric mean of the
// interval of alphas that selects the k-th tree.
func TestCrossValidation(t *testing.T) {
	p := cloud(64, 3, 2, false, 5)
	p.Seed = 12
	m := fitWith(t, p, map[string]any{"max_depth": 100.0})
	c, err := m.cross(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	part := m.parts()
	least, choice := math.Inf(1), 0
	for k := range m.path {
		lo, hi := m.alphas(k)
		alpha := 1e6 // the root alone
		if !math.IsInf(hi, 1) {
			alpha = math.Sqrt(lo * hi)
		}
		wrong := 0.0
		for f := range folds {
			var in, out []int
			for i, of := range part {
				if of == f {
					out = append(out, i)
				} else {
					in = append(in, i)
				}
			}
			if len(out) < 6 || len(out) > 7 {
				t.Errorf("part %d has %d points", f, len(out))
			}
			q := *p
			q.N, q.X, q.Class = len(in), nil, nil
			for _, i := range in {
				q.X, q.Class = append(q.X, p.At(i)...), append(q.Class, p.Class[i])
			}
			s := fitWith(t, &q, map[string]any{"max_depth": 100.0, "ccp_alpha": alpha})
			for _, i := range out {
				wrong += m.loss(i, predicted(s, p.At(i), 2)[0])
			}
		}
		e := wrong / 64
		if math.Abs(c.mean[k]-e) > 1e-12 || math.Abs(c.se[k]-math.Sqrt(e*(1-e)/64)) > 1e-12 {
			t.Errorf("tree %d: cross-validated %g ± %g, want %g", k, c.mean[k], c.se[k], e)
		}
		least = min(least, e)
	}
	limit := least + math.Sqrt(least*(1-least)/64)
	for k, e := range c.mean {
		if e <= limit+1e-15 {
			choice = k
		}
	}
	if c.choice != choice || c.mean[c.best] != least {
		t.Errorf("the choice is tree %d, want %d; the best has %g, want %g", c.choice, choice, c.mean[c.best], least)
	}
	other := *p
	other.Seed = 13
	method := Method()
	v, _ := method.Validate(map[string]any{"max_depth": 100.0})
	model, err := method.Fit(t.Context(), &other, v, m)
	if err != nil {
		t.Fatal(err)
	}
	again := model.(*stage)
	if d, _ := again.cross(t.Context()); fmt.Sprint(d.mean) == fmt.Sprint(c.mean) || again.set != m.set {
		t.Error("another seed makes the same parts, or the tree grew anew")
	}
}

// A click on a tree of the path prunes to it, and a click on a pruned node restores the node.
func TestPruneByClicks(t *testing.T) {
	v := picture.Viewport{X0: -4, X1: 4, Y0: -4, Y1: 4, W: 400, H: 400, Scale: 1}
	p := cloud(70, 2, 2, false, 9)
	params := map[string]any{"max_depth": 100.0}
	m := fitWith(t, p, params)
	for k := range m.path {
		told, ok := m.Tell(pathKey(k), v, nil)
		if !ok || k > 0 != (told.Click.Set != nil) {
			t.Fatalf("tree %d: %+v", k, told)
		}
		if k == 0 {
			continue
		}
		params["ccp_alpha"] = told.Click.Set["ccp_alpha"]
		s := fitWith(t, p, params)
		if n := methodtest.Fact(t, s, "n_leaves").Value.(int); n != m.path[k].leaves {
			t.Errorf("a click on tree %d leaves %d leaves, want %d", k, n, m.path[k].leaves)
		}
		pic, err := method.DrawPanel(t.Context(), s, method.Shown{"pruning": true}, "pruning", 300, 200)
		if err != nil {
			t.Fatal(err)
		}
		of := spots(pic.Hits)
		if len(of) != len(m.path) {
			t.Errorf("%d places to click at, want %d", len(of), len(m.path))
		}
		if now := of[pathKey(k)][0].XY; !(now[0] <= m.along(k) && m.along(k) <= now[2]) {
			t.Errorf("tree %d at %g is clicked at %v", k, m.along(k), now)
		}
		d := s.chart().Draw(600, 400)
		drawn := spots(d.Spots())
		gone := 0
		for i := range s.nodes {
			key := nodeKey(int32(i))
			if len(drawn[key]) != 1 {
				t.Fatalf("node %d is at %v in the diagram", i, drawn[key])
			}
			if s.live(int32(i)) {
				continue
			}
			gone++
			back, ok := s.Tell(key, v, nil)
			if !ok || !strings.HasPrefix(back.Answer, "Pruned") {
				t.Fatalf("%s: %+v", key, back)
			}
			params["ccp_alpha"] = back.Click.Set["ccp_alpha"]
			if b := fitWith(t, p, params); !b.live(int32(i)) || b.links >= s.links {
				t.Errorf("a click on node %d does not bring it back", i)
			}
		}
		if gone != 2*(m.grown()+1-m.path[k].leaves) {
			t.Errorf("%d nodes are gone, of %d", gone, len(s.nodes))
		}
	}
}
