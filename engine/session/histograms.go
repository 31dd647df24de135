package session

import (
	"math"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// rowPanels are the panels of a table's rows, behind those of the model.
type rowPanels struct {
	method.Panels // nil when the model has none
	f             *Fit
}

// panels are all panels of a fit.
func (f *Fit) panels() (method.Panels, bool) {
	m, ok := f.Model.(method.Panels)
	if f.table == nil || f.solid != nil || !f.Task.Classed(f.points) {
		return m, ok
	}
	return rowPanels{m, f}, true
}

// Names of the panels of a table's rows.
const acrossPanel, upPanel = "rows across", "rows up"

// PanelList implements method.Panels.
func (r rowPanels) PanelList(show method.Shown) (list []method.PanelInfo) {
	if r.Panels != nil {
		list = r.Panels.PanelList(show)
	}
	n := r.f.Task.Named(r.f.Problem.Names)
	one, many, _ := r.f.kinds()
	for _, a := range []struct{ id, name string }{{acrossPanel, n.X}, {upPanel, n.Y}} {
		bare, _, _ := strings.Cut(a.name, " (") // the axis has the rest
		list = append(list, method.PanelInfo{ID: a.id, Title: words.Capital(many) + " along " + bare, XLabel: a.name, YLabel: "rows", YFrom0: true,
			Help: "How many rows of each " + one + " lie in each of equally wide bins of this axis"})
	}
	return list
}

// Panel implements method.Panels.
func (r rowPanels) Panel(job method.Job, id string, w, h int) (*picture.Picture, error) {
	if id != acrossPanel && id != upPanel {
		return r.Panels.Panel(job, id, w, h)
	}
	one, _, of := r.f.kinds()
	return histograms(r.f.points, of, one, id == upPanel, w, h), nil
}

// kinds are what tells the rows apart by colour: what one is called and several are, and
// that of each row, none below 0. Where a model has found groups, they are those.
func (f *Fit) kinds() (one, many string, of []int) {
	if g := f.groups(); g != nil {
		return g.Name, g.Name + "s", g.wire.Of
	}
	of = make([]int, len(f.points))
	for i, p := range f.points {
		of[i] = p.Class()
	}
	return "class", "classes", of
}

// histogramBins of an axis.
const histogramBins = 24

// histograms draws how many points of each kind there are along an axis.
func histograms(pts []doc.Point, of []int, kind string, up bool, w, h int) *picture.Picture {
	at := func(p doc.Point) float64 {
		if up {
			return p.Y
		}
		return p.X
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range pts {
		lo, hi = min(lo, at(p)), max(hi, at(p))
	}
	if !(lo < hi) { // all are in one bin
		lo, hi = lo-0.5, lo+0.5
	}
	count := make([][histogramBins]int, 2+max(0, slices.Max(of))) // by kind + 1
	top := 1
	for i, p := range pts {
		n := &count[max(of[i], -1)+1][min(int((at(p)-lo)/(hi-lo)*histogramBins), histogramBins-1)]
		*n++
		top = max(top, *n)
	}
	edge := (hi - lo) / histogramBins
	p := &picture.Picture{View: picture.Viewport{X0: lo - edge, X1: hi + edge, Y0: 0, Y1: 1.08 * float64(top), W: w, H: h},
		Alt: "Numbers of rows of each " + kind + " along an axis."}
	for k := range count {
		if slices.Max(count[k][:]) == 0 {
			continue
		}
		path := &picture.Path{Role: picture.RoleEllipse, Class: k - 1, Says: "number of rows of a " + kind}
		x, y := lo, 0.0
		path.XY = append(path.XY, x, y)
		for b, n := range count[k] {
			x, y = lo+float64(b)*edge, float64(n)
			path.XY = append(path.XY, x, y, x+edge, y)
		}
		path.XY = append(path.XY, hi, 0)
		p.Add(path)
	}
	return p
}
