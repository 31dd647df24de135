package session

import (
	"math"
	"strings"

	"pointscape/engine/chart"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// runsPanel is the id of the panel of runs.
const runsPanel = "runs"

// Ids of the panels with histograms of a table's rows.
const acrossPanel, upPanel = "rows across", "rows up"

// panels returns all panels of a fit: those of plots, and the last ones of its additions.
func (f *Fit) panels() []method.Panel { return append(f.plots(), f.panelsAt(hindmost)...) }

// plots returns the first panels of the additions, the picture whose pixels are the rows, the panels of OfModel, those
// of additions behind them, and the histograms of a table's rows, as far as the fit has them.
func (f *Fit) plots() (list []method.Panel) {
	list = f.panelsAt(foremost)
	if f.repaints() {
		one, many, _ := f.kinds()
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: pixelsPanel,
			Title: words.Text("The picture in the colours of the %s", many), Bare: true,
			Help: words.Text("The rows are the pixels of a picture. On the right each pixel has the colour of its %s: "+
				"only these colours and their number for each pixel have to be stored.", one)},
			Draw: method.Drawn(f.repainted)})
	}
	list = append(list, f.OfModel()...)
	list = append(list, f.panelsAt(behind)...)
	if f.table == nil || f.solid != nil || !f.Task.Classed(f.points) {
		return list
	}
	n := f.Task.Named(f.Problem.Names)
	one, many, _ := f.kinds()
	for _, a := range []struct{ id, name string }{{acrossPanel, n.X}, {upPanel, n.Y}} {
		bare, _, _ := strings.Cut(a.name, " (") // without the unit, which is on the axis
		list = append(list, chart.Plain(method.PanelInfo{ID: a.id, Title: words.Text("%s along %s", words.Capital(many),
			bare),
			XLabel: a.name, YLabel: "rows", YCounts: true, YFrom0: true,
			Help: words.Text("Number of rows of each %s in equally wide bins along this axis", one)},
			func() *chart.Chart { return histograms(f.bins(a.id), one, f.kindName) }))
	}
	return list
}

// OfModel returns the model's panels, and those that the session makes from capabilities of the model.
func (f *Fit) OfModel() (list []method.Panel) {
	if f.can.Panels != nil {
		list = f.can.Panels(f.Show)
	}
	return append(list, f.panelsAt(ofModel)...)
}

// kinds returns the classes or groups by which the rows are colored: the singular and the plural of their name, and the
// kind of each row, negative = none.
func (f *Fit) kinds() (one, many string, of []int) {
	if g := f.groups(); g != nil && !g.Classes {
		return g.Name, g.Name + "s", g.wire.Of
	}
	of = make([]int, len(f.points))
	for i, p := range f.points {
		of[i] = p.Class()
	}
	return "class", "classes", of
}

// histogramBins is the number of bins of an axis.
const histogramBins = 24

// barKeys holds the prefixes of the bars' keys by id of the panel; they are short because a table has many keys.
var barKeys = map[string]string{acrossPanel: "x", upPanel: "y"}

// bins counts the document's rows along an axis of the plane by kind, where kind 0 is none; nil if the panel is none of
// the two histograms, or there are no rows.
func (f *Fit) bins(panel string) *method.Bins {
	if panel != acrossPanel && panel != upPanel || len(f.points) == 0 {
		return nil
	}
	_, _, of := f.kinds()
	return binsOf(f.points, of, panel)
}

func binsOf(pts []doc.Point, of []int, panel string) *method.Bins {
	at, kind := make([]float64, len(pts)), make([]int, len(pts))
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, p := range pts {
		at[i], kind[i] = p.X, max(of[i], -1)+1
		if panel == upPanel {
			at[i] = p.Y
		}
		lo, hi = min(lo, at[i]), max(hi, at[i])
	}
	if !(lo < hi) { // all are in one bin
		lo, hi = lo-0.5, lo+0.5
	}
	return method.NewBins(barKeys[panel], at, kind, lo, hi, histogramBins)
}

// kindName returns the name of a kind of rows; kind 0 is none.
func (f *Fit) kindName(kind int) string {
	if kind == 0 {
		one, _, _ := f.kinds()
		return words.Text("no %s", one)
	}
	if g := f.groups(); g != nil {
		return g.Called(kind - 1)
	}
	return f.Problem.Names.Class(kind - 1)
}

// histograms returns the chart with the number of rows of each kind along an axis. kind is the noun ("class"), and name
// returns the name of one kind.
func histograms(b *method.Bins, kind string, name func(of int) string) *chart.Chart {
	c := &chart.Chart{X: chart.Exactly(b.Lo-b.Edge, b.Lo+(histogramBins+1)*b.Edge), Y: chart.From0(0, 0.08)}
	for k, count := range b.Count {
		if count != nil {
			c.Add(chart.Histogram{Look: chart.Of(picture.RoleEllipse, k-1, words.Text("number of rows of a %s",
				kind)).Called(name(k)), Bins: b,
				Kind: k})
		}
	}
	return c
}

// tellBar describes the bar of a histogram with a key, and returns its points; nil = there is no such bar.
func (f *Fit) tellBar(key string) (t method.Told, points []int) {
	for _, panel := range []string{acrossPanel, upPanel} {
		if !strings.HasPrefix(key, barKeys[panel]+".") {
			continue
		}
		b := f.bins(panel)
		kind, from, rows := b.Find(key)
		if rows == nil {
			break
		}
		n := f.Task.Named(f.Problem.Names)
		axis := n.X
		if panel == upPanel {
			axis = n.Y
		}
		axis, _, _ = strings.Cut(axis, " (")
		t.Answer = words.Text("%s from %s to %s: %s", axis, words.Number(from), words.Number(from+b.Edge), f.kindName(kind))
		t.Lines = []string{words.Count(len(rows), "row")}
		return t, rows
	}
	return t, nil
}
