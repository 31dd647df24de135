package tree

import (
	"math"

	"pointscape/engine/cart/diagram"
	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// The panel of the pruning path shows the error against the number of leaves, from the root alone to the fully grown
// tree. A click selects a tree.

func pathKey(k int) string { return pathKind.Key(k) }

// along returns the x-coordinate of the k-th tree of the path in the panel.
func (t *tree) along(k int) float64 { return math.Log10(float64(t.path[k].leaves)) }

// lossName returns the name of the error measure.
func (t *tree) lossName() string {
	if t.values() {
		return "squared error"
	}
	return "error"
}

// training returns the training error of the k-th tree of the path.
func (t *tree) training(k int) float64 {
	if t.values() {
		return t.path[k].total
	}
	return t.path[k].err
}

// pruning returns the chart of the errors of the path's trees.
func (m *stage) pruning(job method.Job) (*chart.Chart, error) {
	cross, err := m.cross(job)
	if err != nil {
		return nil, err
	}
	c := &chart.Chart{X: chart.Airy(0.04), Y: chart.From0(0.04, 0.06)}
	size := len(m.path)
	at, keys := make([]float64, size), make([]string, size)
	bars := chart.Stems{Look: chart.Look{Role: picture.RoleGuide, Class: picture.NoClass, Weight: 0.6,
		Says: "one standard error above and below"}}
	for k := range m.path {
		at[k], keys[k] = m.along(k), pathKey(k)
		bars.X, bars.Low, bars.High = at, append(bars.Low, max(cross.mean[k]-cross.se[k], 0)),
			append(bars.High, cross.mean[k]+cross.se[k])
	}
	c.Add(bars)
	line := func(thing int, says string, value func(k int) float64) {
		of := chart.Curve{Look: chart.Of(picture.RoleTrack, thing, says)}
		for k := size - 1; k >= 0; k-- { // from the root to the full tree
			of.XY = append(of.XY, at[k], value(k))
		}
		c.Add(of)
	}
	line(1, "at the training points", m.training)
	thing := 3
	if m.p.Held != nil {
		for _, held := range m.p.Held() {
			if held.Points.N == 0 {
				continue
			}
			errs := make([]float64, size)
			for k := range errs {
				tree := m.stage(m.grown() + k)
				e, err := tree.Can().Errors(job, m.p, held.Points)
				if err != nil {
					return nil, err
				}
				errs[k] = e.Mean
			}
			line(thing, words.Text("at the %s", words.Plural(method.RoleName(held.Role))),
				func(k int) float64 { return errs[k] })
			thing++
		}
	}
	line(2, "cross-validated", func(k int) float64 { return cross.mean[k] })
	limit := cross.mean[cross.best] + cross.se[cross.best]
	least := chart.Level(chart.As(picture.RoleGuide, "the smallest error and one standard error"), limit)
	least.Ends = []float64{m.along(cross.choice), m.along(cross.best)}
	c.Add(least)
	if m.k >= int32(m.grown()) {
		c.Add(chart.Upright(chart.As(picture.RoleCut, "the tree that is shown"), m.along(int(m.pruned()))))
	}
	c.Add(chart.Dot(chart.As(picture.RoleOptimum, "the one-standard-error choice"), m.along(cross.choice),
		cross.mean[cross.choice]),
		chart.Columns{X: at, Keys: keys}) // the pointer selects the nearest tree anywhere in the panel
	c.Alt = words.Sprintf("In cross-validation, the tree with %s has the smallest error, %s; within one standard "+
		"error, %s, %s are enough.",
		leafCount(m.path[cross.best].leaves), m.loss100(cross.mean[cross.best]), m.loss100(limit),
		leafCount(m.path[cross.choice].leaves))
	return c, nil
}

func leafCount(n int) string { return words.CountOf(n, "leaf", "leaves") }

// loss100 formats an error; a misclassification rate is a percentage.
func (t *tree) loss100(e float64) string {
	if t.values() {
		return words.Number(e)
	}
	return words.Percent(e)
}

// tellPath describes the k-th tree of the path. A click selects it.
func (m *stage) tellPath(k int, v picture.Viewport) (t method.Told) {
	t.Answer = words.Sprintf("Pruned to %s", leafCount(m.path[k].leaves))
	if k == 0 {
		t.Answer = words.Sprintf("Not pruned: %s", leafCount(m.path[0].leaves))
	}
	least, most := m.alphas(k)
	if math.IsInf(most, 1) {
		t.Lines = append(t.Lines, words.Text("α from %s", words.Readable(words.Number(least))))
	} else {
		t.Lines = append(t.Lines, words.Text("α from %s to %s", words.Readable(words.Number(least)),
			words.Readable(words.Number(most))))
	}
	t.Lines = append(t.Lines, words.Text("%s at the training points %s", m.lossName(), m.loss100(m.training(k))))
	if c, err := m.cross(method.Unstopped); err == nil {
		t.Lines = append(t.Lines, words.Text("cross-validated %s ± %s", m.loss100(c.mean[k]), m.loss100(c.se[k])))
		if k == c.choice {
			t.Lines = append(t.Lines, "One-standard-error choice: the smallest tree within one standard error of the best")
		}
		if k == c.best {
			t.Lines = append(t.Lines, "The smallest cross-validated error")
		}
	}
	if m.flat() {
		tree := m.stage(m.grown() + k)
		t.Layers = tree.outline(around(v).region())
	}
	if !m.whole() || k != int(m.links) {
		t.Click.Set = map[string]any{"ccp_alpha": m.pick(k)}
	}
	return t
}

// outline returns the predictions of a tree as lines: steps, the boundary, or all cuts.
func (m *stage) outline(all region) []picture.Layer {
	if m.p.D == 1 {
		line := m.stairs(all)
		line.Role, line.Class = picture.RoleTrack, 2
		return []picture.Layer{line}
	}
	edges, line := m.cuts(all)
	if m.values() {
		line = edges
	}
	if line.Role, line.Class = picture.RoleTrack, 2; len(line.XY) == 0 {
		return nil
	}
	return []picture.Layer{line}
}

// tellGone describes a pruned node. A click restores it.
func (m *stage) tellGone(i int32) (t method.Told) {
	q := &m.nodes[i]
	up := &m.nodes[q.Parent]
	t.Lines = append(append(diagram.Way(m.full, i, m.p.InputNames(), m.p.Categories), words.Count(int(q.N), "point")),
		m.contents(q)...)
	t.Answer = words.Text("Pruned leaf: %s", m.chart().Says(i))
	if q.Step > 0 {
		t.Answer = words.Text("Pruned: %s", m.question(q))
	}
	t.Answer = words.Sprintf("%s (node %d)", t.Answer, i)
	back := int(up.shut) - 1
	t.Lines = append(t.Lines, words.Text("Kept for α below %s", words.Readable(words.Number(m.path[up.shut].alpha))))
	t.Click.Set = map[string]any{"ccp_alpha": m.pick(back)}
	return t
}
