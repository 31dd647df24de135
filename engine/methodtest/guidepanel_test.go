package methodtest_test

import (
	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Panels shows how far the means are from the first one. The Drawing of the model's Can has Panels: m.Panels.
func (m *model) Panels(method.Shown) []method.Panel {
	info := method.PanelInfo{ID: "distances", Title: "Distances of the means", XLabel: "class", YLabel: "distance",
		XCounts: true, YFrom0: true, Help: "How far the mean of each class is from that of the first class"}
	return []method.Panel{chart.Plain(info, func() *chart.Chart {
		var y []float64
		for c := range m.problem.ClassIDs {
			y = append(y, m.distance(m.means[:2], c))
		}
		return &chart.Chart{X: chart.Slots(len(y)), Y: chart.From0(0, 0.1),
			Items: []chart.Item{chart.Bars{Look: chart.As(picture.RoleMean, "distance of the mean"), Y: y}}}
	})}
}
