package decomposition

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

var _ method.Panels = (*pca)(nil)

// Panels implements method.Panels.
func (m *pca) Panels(show method.Shown) (list []method.Panel) {
	if show["spectrum"] {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: "spectrum", Title: "Spectrum", XLabel: "component", XCounts: true, YLabel: "share", YFrom0: true,
			Help: "The share of each component in the " + m.what() + "; the line is what the first ones have together, and dashed bars are left out"}, Draw: method.Drawn(m.spectrum)})
		if !m.plane() {
			list = append(list, method.Panel{PanelInfo: m.loadings(), Draw: method.Drawn(m.drawLoadings)})
		}
	}
	if show["scores"] {
		for k := range min(len(m.s), 2) {
			list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: axisPanel[k], Title: "Along " + name(k), XLabel: "z" + words.Subscript(k+1), YLabel: "points", YCounts: true, YFrom0: true,
				Help: "How many points of each class lie where along this component; below them the points"}, Draw: method.Drawn(func(w, h int) *picture.Picture { return m.histogram(k, w, h) })})
		}
	}
	return list
}

// axisPanel are the ids of the panels along the first components.
var axisPanel = [2]string{"pc1", "pc2"}

// rectangle appends one to a path.
func rectangle(p *picture.Path, x0, y0, x1, y1 float64) {
	p.AddLine(x0, y0, x1, y0, x1, y1, x0, y1)
}

// spectrum draws a bar for each component, and what the first ones have together.
func (m *pca) spectrum(w, h int) *picture.Picture {
	n := len(m.s)
	p := &picture.Picture{View: picture.Viewport{X0: 0.3, X1: float64(n) + 0.7, Y0: 0, Y1: 1.08, W: w, H: h}}
	kept := &picture.Path{Role: picture.RoleBar, Class: 0, Closed: true, Says: "component that is kept"}
	left := &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true, Says: "component that is left out"}
	line := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, Says: "share of the first components together"}
	var says []string
	sum := 0.0
	for k := range m.s {
		bar, share := left, m.share(k)
		if k < m.q {
			bar = kept
		}
		at := float64(k + 1)
		rectangle(bar, at-0.4, 0, at+0.4, share)
		bar.Keys = append(bar.Keys, key(k))
		sum += share
		line.XY = append(line.XY, at, sum)
		if k < shownTerms {
			says = append(says, name(k)+" "+words.Percent(share))
		}
	}
	for _, b := range []*picture.Path{kept, left} {
		if len(b.XY) > 0 {
			p.Add(b)
		}
	}
	if n > 1 {
		p.Add(line)
	}
	p.Alt = "Shares of the components in the " + m.what() + ": " + strings.Join(says, ", ") + "."
	return p
}

// bins counts the points along component k by their classes, from 0 for none.
func (m *pca) bins(k int) (b *method.Bins, z []float64) {
	n := m.p.N
	z = make([]float64, n)
	kind := make([]int, n)
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range z {
		z[i], kind[i] = m.score(m.p.At(i), k), m.class(i)+1
		lo, hi = min(lo, z[i]), max(hi, z[i])
	}
	if !(hi > lo) { // all in one place
		half := max(m.deviation(0), math.Abs(lo)*0x1p-40, math.SmallestNonzeroFloat64)
		lo, hi = lo-half, hi+half
	}
	return method.NewBins("z"+strconv.Itoa(k+1), z, kind, lo, hi, int(min(max(2*math.Sqrt(float64(n)), 6), 40))), z
}

// histogram draws how many points of each class lie where along component k.
func (m *pca) histogram(k, w, h int) *picture.Picture {
	b, z := m.bins(k)
	classes, bins := 0.0, 0.0
	for _, count := range b.Count {
		if count != nil {
			classes, bins = classes+1, float64(len(count))
		}
	}
	top := float64(b.Top)
	strip := min(0.2+0.05*classes, 0.6) // of the height, below the axis, for the points
	p := &picture.Picture{View: picture.Viewport{X0: b.Lo - b.Edge/2, X1: b.Lo + (bins+0.5)*b.Edge, Y0: -strip * top, Y1: 1.06 * top, W: w, H: h},
		Alt: "How many points of each class lie where along " + name(k) + ".", Unseen: []picture.Layer{b.Unseen()}}
	row := 0.0
	for c, count := range b.Count {
		if count == nil {
			continue
		}
		outline := &picture.Path{Role: picture.RoleEllipse, Class: c - 1, XY: b.Outline(c), Says: "points along the component"}
		row++
		dots := &picture.Marks{Role: picture.RoleProjection, Says: "projections of the points"}
		y := -strip * top * row / (classes + 1)
		for i, x := range z {
			if m.class(i) == c-1 && len(dots.Class) < drawn {
				dots.XY, dots.Class = append(dots.XY, x, y), append(dots.Class, c-1)
			}
		}
		p.Add(outline, dots)
	}
	return p
}

// RowKeys implements method.RowKeyed: a point and its bars along the axes.
func (m *pca) RowKeys(panel string) []string {
	for k, of := range axisPanel {
		if panel == of && k < len(m.s) {
			b, _ := m.bins(k)
			return b.RowKeys()
		}
	}
	return nil
}
