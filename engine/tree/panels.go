package tree

import (
	"pointscape/engine/cart/diagram"
	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func (m *stage) Panels(show method.Shown) []method.Panel {
	var list []method.Panel
	if show["diagram"] {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: "diagram", Title: "Tree diagram", Bare: true,
			Help: "Each question with the points of each class that reach it; yes goes left. A leaf has the mark of its " +
				"predicted class, larger for more points. A part that does not fit is folded into a triangle with the number of " +
				"its leaves."}, Draw: method.Drawn(func(w, h int) *picture.Picture { return m.chart().Draw(w, h) })})
	}
	if i, ok := m.inPlay(); ok && show["candidates"] && m.thresholds(i) {
		info := method.PanelInfo{ID: "candidates", Title: "Candidate splits of the root", XLabel: "threshold",
			YLabel: words.Text("weighted %s", m.criterion.name()), YFrom0: true,
			Help: "Impurity of the two sides after a split at each threshold, one curve for each input. The minimum is chosen."}
		if m.rules.Oblique {
			info.XLabel, info.Help = "direction of the question (°)", "Impurity of the two sides after the best split in "+
				"each direction: at 0° and 180° questions use only the first input, at 90° the second. The minimum is chosen."
		}
		if m.criterion == gainRatio {
			info.Help = "Impurity of the two sides after a split at each threshold, one curve for each input. The minimum of " +
				"each input counts; between the inputs the gain ratio decides."
		}
		if m.p.Categories != nil {
			info.Help = words.Text("%s A level line has the best groups of a column of words.", info.Help)
			if m.rules.Multiway {
				info.Help = "How mixed the parts are after a split: one curve for each column of numbers, over its " +
					"threshold, and a level line for each column of words, with a branch for each."
			}
		}
		if _, ok := m.newest(); ok {
			info.Title = "Candidate splits of this step"
		}
		list = append(list, chart.Panel(info, m.candidates))
	}
	if show["pruning"] && len(m.path) > 1 {
		list = append(list, chart.Panel(method.PanelInfo{ID: "pruning", Title: "Pruning path", XLabel: "leaves",
			XCounts: true, XLog: true, YLabel: m.lossName(), YFrom0: true,
			Help: words.Sprintf("The errors of the trees that remain as weakest links are pruned: on the training points, "+
				"and on unseen points, by %d-fold cross-validation. Click to prune to this size.",
				min(folds, m.p.N))}, m.pruning))
	}
	if show["importance"] && m.p.D > 1 {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: "importance", Title: "Importance of the inputs",
			Bare: true, Tall: diagram.BarsTall(m.p.D, 1),
			Help: "Each input's share in the reduction of impurity by all splits. Of inputs with the same information, one " +
				"may have the whole share."}, Draw: method.Drawn(m.importance)})
	}
	return list
}

// chart returns the diagram of the tree at this step.
func (m *stage) chart() *diagram.Diagram {
	d := &diagram.Diagram{Tree: m.full, Layout: m.drawn, Criterion: m.criterion.grows(), Names: m.p.InputNames(),
		Sorts: m.p.Categories, Play: -1,
		NewCut: newCut,
		Asks:   func(i int32) bool { return m.asks(&m.nodes[i]) }}
	if i, ok := m.newest(); ok {
		d.Play = m.full.Head(i)
	}
	if m.pruned() > 0 {
		d.Gone = "pruned part: click to restore it"
	}
	if !m.values() {
		d.Classes, d.Name = m.p.ClassIDs, m.p.ClassName
		d.Count = func(i int32) []int32 { return m.nodes[i].count }
	} else if m.p.D == 2 {
		d.Lo, d.Hi = m.span()
	}
	return d
}
