package cluster

import (
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// classBars is a histogram of the points' classes for each cluster.
type classBars struct {
	p      *method.Problem
	in     grouping.Clusters
	groups []int       // indices of the clusters that exist
	table  [][]float64 // number of points for each cluster and class
	ids    []int       // ids of the classes
	sizes  []float64   // number of points with a class, per cluster
}

// newClassBars counts the points of each class in each cluster.
func newClassBars(p *method.Problem, c grouping.Clusters, groups []int, classes []int) *classBars {
	b := &classBars{p: p, in: c, groups: groups, sizes: make([]float64, c.K)}
	b.table, b.ids, _ = c.Contingency(classes)
	for c, row := range b.table {
		for _, n := range row {
			b.sizes[c] += n
		}
	}
	return b
}

// barKind is the kind of keys of the bar of a class in a group.
var barKind = picture.KeyKind{Begins: "b"}

// keys returns, for each row, the key of the bar that counts it; "" for a row without a class.
func (b *classBars) keys() []string {
	keys := make([]string, b.p.N)
	for i, c := range b.in.Of {
		if id := b.p.Labels[i]; id != doc.Unlabeled {
			keys[i] = barKind.Key(c, id)
		}
	}
	return keys
}

// tell describes the bar of a class in a group. A click selects its points.
func (b *classBars) tell(c, id int) (t method.Told, ok bool) {
	if !slices.Contains(b.groups, c) || !slices.Contains(b.ids, id) {
		return t, false
	}
	k := slices.Index(b.ids, id)
	n, all := b.table[c][k], 0.0
	for _, row := range b.table {
		all += row[k]
	}
	t.Answer = words.Text("%s in %s %s", b.p.Names.Class(id), b.in.What, strconv.Itoa(c+1))
	t.Lines = []string{words.Count(int(n), "point"), words.Text("%s of the %s", words.Percent(n/b.sizes[c]), b.in.What),
		words.Text("%s of the class", words.Percent(n/all))}
	for i, l := range b.in.Of {
		if l == c && b.p.Labels[i] == id {
			t.Click.Rows = append(t.Click.Rows, i)
		}
	}
	return t, true
}

// Sizes in CSS pixels: height of a line of text, space between elements, largest height of a row of bars.
const classLine, classGap, classHigh = 15.0, 6.0, 30.0

// tall returns the largest height of the panel in CSS pixels.
func (b *classBars) tall() int { return int(classLine + 2*classGap + classHigh*float64(len(b.ids))) }

// panel draws one column of bars per group, with a bar for each class that the group has points of.
func (b *classBars) panel(w, h int) *picture.Picture {
	v := picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}
	p := &picture.Picture{View: v}
	left, most, figure := 0.0, 1.0, 0.0
	for k, id := range b.ids {
		left = max(left, picture.TextWidth(words.Capital(b.p.Names.Class(id)), picture.LabelSize))
		for _, c := range b.groups {
			most = max(most, b.table[c][k])
			figure = max(figure, picture.TextWidth(words.Number(b.table[c][k]), picture.LabelSize))
		}
	}
	left = min(left+classGap, 0.35*float64(w))
	from := left + classGap
	wide := (float64(w) - from) / float64(len(b.groups))
	long := wide - classGap - figure - 3 // length of the longest bar
	written := long > 0.3*wide
	if !written {
		long = wide - classGap
	}
	high := min(classHigh, (float64(h)-classLine-2*classGap)/float64(len(b.ids)))
	top := float64(h) - classGap - classLine
	base := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: "no point"}
	p.Add(base)
	for k, id := range b.ids {
		y := top - high*(float64(k)+0.5)
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left, Y: y, Anchor: picture.AnchorEnd,
			Text: picture.CutText(words.Capital(b.p.Names.Class(id)), left)})
	}
	for g, c := range b.groups {
		x := from + wide*float64(g)
		base.AddLine(x, top, x, top-high*float64(len(b.ids)))
		head := words.Text("%s %s", words.Capital(b.in.What), strconv.Itoa(c+1))
		if picture.TextWidth(head, picture.LabelSize) > wide-classGap {
			head = strconv.Itoa(c + 1)
		}
		p.Add(&picture.Label{Role: picture.RoleGuide, X: x, Y: top + classLine/2, Anchor: picture.AnchorStart, Text: head,
			Key: grouping.Key(c)})
		for k, id := range b.ids {
			n := b.table[c][k]
			y, thick := top-high*(float64(k)+0.5), 0.36*high
			if n > 0 {
				bar := &picture.Path{Role: picture.RoleCell, Class: c, Closed: true, Says: words.Text("points of a class in a %s",
					b.in.What),
					Keys: []string{barKind.Key(c, id)}}
				x1 := x + long*n/most
				bar.AddLine(x, y-thick, x1, y-thick, x1, y+thick, x, y+thick)
				edge := &picture.Path{Role: picture.RoleEllipse, Class: c, Closed: true, Says: bar.Says, XY: bar.XY}
				p.Add(bar, edge)
				p.Hits.Box(barKind.Key(c, id), x, y-high/2, x+wide, y+high/2)
			}
			if written && n > 0 {
				p.Add(&picture.Label{Role: picture.RoleTick, X: x + long*n/most + 3, Y: y, Anchor: picture.AnchorStart,
					Text: words.Number(n)})
			}
		}
	}
	p.Alt = words.Sprintf("How many points of each of %s are in each of %s.", words.CountOf(len(b.ids), "class",
		"classes"),
		words.Count(len(b.groups), b.in.What))
	return p
}
