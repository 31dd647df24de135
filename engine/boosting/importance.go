package boosting

import (
	"pointscape/engine/cart"
	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// worth is the name of the importance switch and of its panel.
const worth = "importance"

// worthShow declares the switch.
func worthShow(on bool) method.Show {
	return method.Show{Name: worth, Label: "Importance of the inputs", On: on,
		Help: "A plot: reduction of the impurity by the splits on each input, over all rounds"}
}

// worthPanel returns the panel if it is switched on and there are several inputs and at least one round, otherwise nil.
func worthPanel(p *method.Problem, show method.Shown, k int, share func() []float64) []method.Panel {
	if !show[worth] || p.D < 2 || k == 0 {
		return nil
	}
	info := method.PanelInfo{ID: worth, Title: "Importance of the inputs", Bare: true,
		Help: "Each input's share in the reduction of impurity by the splits of all rounds so far. Of many inputs, the " +
			"most important are shown."}
	if p.Across == 0 {
		info.Tall = diagram.BarsTall(p.D, 1)
	}
	return []method.Panel{{PanelInfo: info, Draw: method.Drawn(
		func(w, h int) *picture.Picture { return drawWorth(p, share(), w, h) })}}
}

// drawWorth draws importances as bars, or as an image if the rows are images.
func drawWorth(p *method.Problem, share []float64, w, h int) *picture.Picture {
	const says = "share in the reduction of impurity"
	if p.Across > 0 {
		pic := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1},
			Alt: words.Text("The importance of %s.", words.Count(p.D, "input"))}
		method.Tiles(pic, p.Across, []method.Tile{{Values: share, Name: "importance", Says: says, Title: "impurity"}})
		return pic
	}
	return diagram.Bars(w, h, p.OwnNames(), diagram.Series{Values: share, Says: says, Look: func(int) int { return 1 },
		Figure: words.Percent})
}

// tellWorth describes the importance of the input whose bar has the key.
func tellWorth(p *method.Problem, share []float64, k int, key string) (t method.Told, ok bool) {
	if p.D < 2 || k == 0 {
		return t, false
	}
	j, ok := diagram.InputKind.Number(key, p.D)
	if ok {
		t.Answer = words.Text("%s: %s of the importance", p.OwnNames()[j], words.Percent(share[j]))
	}
	return t, ok
}

// importances returns each input's share in the reduction of impurity, with trees weighted by their votes, as
// scikit-learn's feature_importances_. All are 0 if there is no split.
func (m *ada) importances() []float64 {
	list := make([]float64, m.p.D)
	for i := range m.k {
		addImportance(list, m.rounds[i].tree, m.rounds[i].alpha)
	}
	normalize(list)
	return list
}

// addImportance adds weight times each input's share in the reduction of impurity by a tree.
func addImportance(list []float64, t *cart.Tree, weight float64) {
	sum := 0.0
	for i := range t.Nodes {
		if t.Nodes[i].Step > 0 {
			sum += t.Nodes[i].Gain
		}
	}
	if !(sum > 0) {
		return
	}
	for i := range t.Nodes {
		if q := &t.Nodes[i]; q.Step > 0 {
			list[q.Feature] += weight * q.Gain / sum
		}
	}
}

// normalize scales numbers to sum 1, unless their sum is 0.
func normalize(list []float64) {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	if sum > 0 {
		for i := range list {
			list[i] /= sum
		}
	}
}

// importances returns each input's share in the reduction of the squared error of the trees' targets, as scikit-learn's
// feature_importances_. All are 0 if there is no split.
func (b *boosted) importances() []float64 {
	list := make([]float64, b.p.D)
	for i := range b.terms {
		for j := range b.terms[i].tree.Nodes {
			if q := &b.terms[i].tree.Nodes[j]; q.Step > 0 {
				list[q.Feature] += q.Gain
			}
		}
	}
	normalize(list)
	return list
}

// classPanels returns the panel of the inputs' importance.
func (b *boosted) classPanels(show method.Shown) []method.Panel {
	return worthPanel(b.p, show, b.k, b.importances)
}

// Tell describes an input.
func (b *boosted) Tell(key string, _ picture.Viewport, _ method.Shown) (method.Told, bool) {
	return tellWorth(b.p, b.importances(), b.k, key)
}
