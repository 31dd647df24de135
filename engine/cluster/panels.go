package cluster

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Panels returns the panels that are switched on: centres, runs, numbers of clusters, silhouettes and classes.
func (s *stage) Panels(show method.Shown) (list []method.Panel) {
	list = s.centerPanels(show)
	if show["restarts"] && s.of != nil {
		list = append(list, chart.Plain(s.of.info(), func() *chart.Chart { return s.of.chart(s) }))
	}
	if show["elbow"] {
		list = append(list, s.elbowPanels()...)
	}
	if show[barsPanel] && !s.seeding() {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: barsPanel, Title: "Silhouettes",
			XLabel: "silhouette",
			Help: "A bar for each row, cluster by cluster, with the cluster's number and mean. The bar is (b − a) ∕ max(a, " +
				"b): a is the mean distance to the other rows of its cluster, b the mean distance to the nearest other cluster. " +
				"A row with a bar to the left is nearer to another cluster."}, Draw: s.drawSilhouettes,
			RowKeys: func() []string { return barKeys(s.p) }})
	}
	if b := s.classBars(); show[classesPanel] && b != nil {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: classesPanel, Title: "Classes of each cluster",
			Bare: true, Tall: b.tall(),
			Help: "How many points of each class are in each cluster. The method has not seen the classes."},
			Draw: method.Drawn(b.panel), RowKeys: b.keys})
	}
	return list
}

// Names of panels, and of their switches.
const barsPanel, classesPanel = "silhouettes", "classes"

// silhouettes returns the silhouettes of the present clusters, which it caches.
func (s *stage) silhouettes(job method.Job) (*silhouetted, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sil == nil {
		sil, err := newSilhouetted(job, s.p, s.labels, s.k)
		if err != nil {
			return nil, err
		}
		s.sil = sil
	}
	return s.sil, nil
}

// classBars returns the histograms of the clusters' classes; nil if there are no classes, or no clusters yet.
func (s *stage) classBars() *classBars {
	classes := grouping.Classes(s.p)
	if classes == nil || s.seeding() {
		return nil
	}
	return newClassBars(s.p, grouping.New(s.p, s.k, s.label), s.living(), classes)
}

// centerPanels returns the panel with the centres of wide rows; nil if it is switched off or the rows are points of the
// plane.
func (s *stage) centerPanels(show method.Shown) (list []method.Panel) {
	if !s.p.Wide() || !show["centers"] || len(s.centers) == 0 {
		return nil
	}
	info := method.PanelInfo{ID: "centers", Title: "Centres", Bare: true,
		Help: "Each centre as a picture: the mean of the rows of its cluster"}
	if s.p.Across == 0 {
		info.Help = "Each centre as a line over the columns. Each column runs from its smallest to its largest value, in " +
			"the units of the table. Of many columns, those with the largest differences of the centres are shown."
		if s.p.Scales != nil {
			info.Help = words.Say(info.Help) + words.Say(" Distances are in standard deviations.")
		}
	}
	return append(list, method.Panel{PanelInfo: info, Draw: method.Drawn(s.drawCenters)})
}

// drawSilhouettes draws a bar for each row.
func (s *stage) drawSilhouettes(job method.Job, w, h int) (*picture.Picture, error) {
	sil, err := s.silhouettes(job)
	if err != nil {
		return nil, err
	}
	return sil.panel(w, h), nil
}

// drawCenters draws the centres of wide rows.
func (s *stage) drawCenters(w, h int) *picture.Picture {
	p := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
	if s.p.Across == 0 {
		s.profiles(p)
		return p
	}
	var list []method.Tile
	for _, c := range s.living() {
		t := method.Tile{Values: s.center(c), Name: "centre", Says: "centre of a cluster", Title: "c" + words.Subscript(c+1),
			Key: grouping.Key(c)}
		if s.sizes != nil {
			t.Short, t.Title = t.Title, words.Text("%s, %s", t.Title, words.Count(s.sizes[c], "row"))
		}
		list = append(list, t)
	}
	p.Alt = words.Text("The centres of %s, as pictures.", words.Count(len(list), "cluster"))
	method.Tiles(p, s.p.Across, list)
	return p
}

// profiles draws the centres as lines over the columns. Columns are below one another; coordinates are in pixels.
func (s *stage) profiles(p *picture.Picture) {
	const line, gap, least = 14.0, 6.0, 15.0 // heights of text, of gaps, and least of a column
	lo, hi := slices.Clone(s.p.At(0)), slices.Clone(s.p.At(0))
	for i := range s.p.N {
		for j, x := range s.p.At(i) {
			lo[j], hi[j] = min(lo[j], x), max(hi[j], x)
		}
	}
	apart := make([]float64, s.d)
	for j := range apart {
		a, b := math.Inf(1), math.Inf(-1)
		for _, c := range s.living() {
			a, b = min(a, s.center(c)[j]), max(b, s.center(c)[j])
		}
		if apart[j] = 0; hi[j] > lo[j] {
			apart[j] = (b - a) / (hi[j] - lo[j])
		}
	}
	columns := method.LargestOf(apart, max(1, int((p.View.Y1-line)/least)))
	// left, middle and right are the widths of the columns' names, smallest values and largest values.
	names := s.p.OwnNames()
	left, middle, right := 0.0, 0.0, 0.0
	text := make([][2]string, s.d)
	for _, j := range columns {
		for k, x := range [2]float64{lo[j], hi[j]} {
			own, standardised := s.p.Own(j, x)
			if standardised && math.Abs(own) < 1e-12*s.p.Scales[j].SD {
				own = 0 // 0 up to rounding
			}
			text[j][k] = words.Number(own)
		}
		left = max(left, picture.TextWidth(names[j], picture.LabelSize))
		middle, right = max(middle, picture.TextWidth(text[j][0], picture.LabelSize)),
			max(right, picture.TextWidth(text[j][1], picture.LabelSize))
	}
	left = min(left+gap, 0.4*p.View.X1)
	x0, x1 := left+middle+3*gap, p.View.X1-right-2*gap
	high := min(2*line, (p.View.Y1-line)/float64(len(columns)))
	at := func(c, row int) (x, y float64) {
		j := columns[row]
		x, y = (x0+x1)/2, p.View.Y1-line-high*(float64(row)+0.5)
		if hi[j] > lo[j] {
			x = x0 + (x1-x0)*(s.center(c)[j]-lo[j])/(hi[j]-lo[j])
		}
		return x, y
	}
	rails := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass,
		Says: "column, from its smallest to its largest value"}
	p.Add(rails)
	for row, j := range columns {
		_, y := at(0, row)
		rails.AddLine(x0, y, x1, y)
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left, Y: y, Text: picture.CutName(names[j], left-gap),
			Anchor: picture.AnchorEnd},
			&picture.Label{Role: picture.RoleTick, X: x0 - gap/2, Y: y, Text: text[j][0], Anchor: picture.AnchorEnd},
			&picture.Label{Role: picture.RoleTick, X: x1 + gap/2, Y: y, Text: text[j][1], Anchor: picture.AnchorStart})
	}
	order := s.living()
	for _, c := range order {
		way := &picture.Path{Role: picture.RoleEllipse, Class: c, Says: "centre of a cluster",
			Keys: []string{grouping.Key(c)}}
		dots := &picture.Marks{Role: picture.RoleProjection, Says: way.Says}
		for row := range columns {
			x, y := at(c, row)
			way.XY, dots.XY, dots.Class, dots.Keys = append(way.XY, x, y), append(dots.XY, x, y), append(dots.Class, c),
				append(dots.Keys, grouping.Key(c))
		}
		p.Add(way, dots)
	}
	// Place the centres' numbers above the first column, side by side.
	first := func(c int) float64 { x, _ := at(c, 0); return x }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(first(a), first(b)) })
	end := x0
	for k, c := range order {
		x := max(first(c), end)
		x = min(x, p.View.X1-line*(float64(len(order)-k)-0.5))
		end = x + line
		p.Add(&picture.Label{Role: picture.RoleGuide, X: x, Y: p.View.Y1 - line/2, Text: strconv.Itoa(c + 1),
			Key: grouping.Key(c)})
	}
	p.Alt = words.Text("The centres of %s as lines over %s.", words.Count(len(order), "cluster"),
		words.Count(len(columns), "column"))
}
