package decomposition

import (
	"math"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func (m *pca) Panels(show method.Shown) (list []method.Panel) {
	if show["spectrum"] {
		list = append(list, chart.Plain(method.PanelInfo{ID: "spectrum", Title: "Spectrum", XLabel: "component",
			XCounts: true, YLabel: "share", YFrom0: true,
			Help: words.Text("The share of each component in the %s; the line is the sum of the first ones, and dashed "+
				"bars are left out", m.what())}, m.spectrum))
		if !m.plane() {
			list = append(list, m.loadings())
		}
	}
	if show["matrices"] {
		list = append(list, m.matrices()...)
	}
	if show["scores"] {
		for k := range min(len(m.s), 2) {
			list = append(list, chart.Plain(method.PanelInfo{ID: axisPanel[k], Title: words.Text("Along %s", name(k)),
				XLabel: "z" +
					words.Subscript(k+1), YLabel: "points", YCounts: true, YFrom0: true,
				Help: "A histogram of each class along this component, and the points below it"},
				func() *chart.Chart { return m.histogram(k) }).Rows(func() []string {
				b, _ := m.bins(k)
				return b.RowKeys()
			}))
		}
	}
	return list
}

// axisPanel has the ids of the histograms along the first components.
var axisPanel = [2]string{"pc1", "pc2"}

// spectrum returns a chart of the shares of the components, and of their cumulative sums.
func (m *pca) spectrum() *chart.Chart {
	n, q := len(m.s), min(m.q, len(m.s))
	share, sums, at, keys := make([]float64, n), make([]float64, n), make([]float64, n), make([]string, n)
	sum := 0.0
	for k := range share {
		share[k], at[k], keys[k] = m.share(k), float64(k+1), key(k)
		sum += share[k]
		sums[k] = sum
	}
	c := &chart.Chart{X: chart.Slots(n), Y: chart.Exactly(0, 1.08)}
	c.Add(chart.Bars{Look: chart.Of(picture.RoleBar, 0, "component that is kept"), X: at[:q], Y: share[:q],
		Keys: keys[:q]},
		chart.Bars{Look: chart.As(picture.RoleReach, "component that is left out"), X: at[q:], Y: share[q:], Keys: keys[q:]},
		chart.Curve{Look: chart.As(picture.RoleMean, "share of the first components together"), From: 1, Y: sums})
	return c
}

// bins returns the histogram of the points along component k, by class + 1, with 0 for points without a class, and the
// points' coordinates along it.
func (m *pca) bins(k int) (b *method.Bins, z []float64) {
	n := m.p.N
	z = make([]float64, n)
	kind := make([]int, n)
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range z {
		z[i], kind[i] = m.score(m.p.At(i), k), m.class(i)+1
		lo, hi = min(lo, z[i]), max(hi, z[i])
	}
	if !(hi > lo) { // all coincide
		half := max(m.deviation(0), math.Abs(lo)*0x1p-40, math.SmallestNonzeroFloat64)
		lo, hi = lo-half, hi+half
	}
	return method.NewBins("z"+strconv.Itoa(k+1), z, kind, lo, hi, int(min(max(2*math.Sqrt(float64(n)), 6), 40))), z
}

// histogram returns a chart of the points of each class along component k.
func (m *pca) histogram(k int) *chart.Chart {
	b, z := m.bins(k)
	classes, bins := 0, 0.0
	for _, count := range b.Count {
		if count != nil {
			classes, bins = classes+1, float64(len(count))
		}
	}
	strip := min(0.2+0.05*float64(classes), 0.6) // share of the height for the points, below the axis
	p := &chart.Chart{X: chart.Exactly(b.Lo-b.Edge/2, b.Lo+(bins+0.5)*b.Edge), Y: chart.From0(strip, 0.06)}
	row := 0
	for c, count := range b.Count {
		if count == nil {
			continue
		}
		row++
		who := m.p.Names.Class(c - 1)
		if c == 0 {
			who = "points without a class"
		}
		var at []float64
		for i, x := range z {
			if m.class(i) == c-1 && len(at) < drawn {
				at = append(at, x)
			}
		}
		p.Add(chart.Histogram{Look: chart.Of(picture.RoleEllipse, c-1, "points along the component").Called(who), Bins: b,
			Kind: c},
			chart.Rug{Look: chart.Of(picture.RoleProjection, c-1, "projections of the points"), At: at, Row: row, Rows: classes,
				Strip: strip, Top: float64(b.Top)})
	}
	return p
}
