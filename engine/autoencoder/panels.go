package autoencoder

import (
	"math"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func (s *state) Panels(show method.Shown) (list []method.Panel) {
	if s.wild() {
		return nil
	}
	if show[decoded] && s.p.Wide() {
		info := method.PanelInfo{ID: decoded, Title: "Decoded", XLabel: name(0), YLabel: name(1),
			Help: "Reconstructions of the codes in the plane, each at its position"}
		if s.q == 1 {
			info.Help, info.Bare = "What the code decodes to, from its smallest to its largest value", true
		} else if s.p.Across == 0 {
			info.Help, info.Bare = "The decoded value of each input over the plane of codes. Each input has its own colour "+
				"scale, with the mean in the middle.", true
		}
		list = append(list, method.Panel{PanelInfo: info, Draw: s.drawDecoded()})
	}
	if show[reconstructions] && s.p.Wide() {
		info := method.PanelInfo{ID: reconstructions, Title: "Variance kept of each input", Bare: true,
			Help: "The share of each input's variance that the network keeps; in outline, the share that as many principal " +
				"components keep"}
		if s.p.Across > 0 {
			info.Title, info.Help = "Originals and reconstructions", "Rows, their reconstructions by the network, and by as "+
				"many principal components"
		}
		list = append(list, method.Panel{PanelInfo: info, Draw: s.drawKept()})
	}
	if show[codes] && !s.staged() {
		info := method.PanelInfo{ID: codes, Title: "Plane of codes", XLabel: name(0), YLabel: name(1),
			Help: "The points at their codes"}
		if s.q == 1 {
			info.Title, info.YLabel, info.YFrom0, info.Help = "Codes and errors", "distance to the decoded point", true,
				"The points by their code and their distance to the reconstruction"
		}
		list = append(list, chart.Plain(info, s.codesChart).Rows(s.keys))
	}
	if show[components] && s.q > 1 {
		list = append(list, chart.Plain(method.PanelInfo{ID: components, Title: "Plane of the principal components",
			XLabel: "PC 1", YLabel: "PC 2", Help: "The points along their first two principal components, to compare " +
				"with the codes"}, s.componentsChart).Rows(s.keys))
	}
	return list
}

// drawDecoded returns the function that draws what codes decode to.
func (s *state) drawDecoded() method.Drawer {
	switch {
	case s.q == 1:
		return chart.InPixels(s.strip)
	case s.p.Across > 0:
		return method.Drawn(s.mosaic)
	}
	return chart.InPixels(s.maps)
}

// drawKept returns the function that draws rows with their reconstructions or, if rows are no pictures, the share of
// each input that is kept.
func (s *state) drawKept() method.Drawer {
	if s.p.Across > 0 {
		return chart.InPixels(s.pairs)
	}
	return chart.InPixels(s.keptOfEach)
}

// codesChart returns a chart of the points at the first two numbers of their codes or, for codes of one number, of the
// errors over the codes.
func (s *state) codesChart() *chart.Chart {
	m := s.look()
	if s.q == 1 {
		c := s.scatter(func(i int) (x, y float64) { return m.code[i], s.scale * math.Sqrt(m.lost[i]) },
			"points by code and error")
		c.Y, c.Alike = chart.From0(0.04, 0.08), false
		return c
	}
	return s.scatter(func(i int) (x, y float64) { return m.code[i*s.q], m.code[i*s.q+1] }, "points at their codes")
}

// componentsChart returns a chart of the points along their principal components.
func (s *state) componentsChart() *chart.Chart {
	return s.scatter(func(i int) (x, y float64) { return s.scale * s.scores[0][i], s.scale * s.second(i) },
		"points along their components")
}

// second returns the coordinate of row i along the second component, 0 if there is none.
func (s *state) second(i int) float64 {
	if s.p.D < 2 {
		return 0
	}
	return s.scores[1][i]
}

// scatter returns a chart of the rows at given positions, with equal scales on both axes.
func (s *state) scatter(at func(i int) (x, y float64), says string) *chart.Chart {
	marks := &picture.Marks{Role: picture.RolePoint, Says: says, Keys: s.keys()}
	for i := range s.p.N {
		x, y := at(i)
		marks.XY, marks.Class = append(marks.XY, x, y), append(marks.Class, s.class(i))
	}
	return &chart.Chart{X: chart.Airy(0.06), Y: chart.Airy(0.06), Alike: true,
		Items: []chart.Item{chart.Dots{Marks: marks}}}
}

// frame returns the part of the plane of codes that the decoded images fill: that of the rows, except a few outliers,
// which would make all others small.
func (s *state) frame(w, h int) picture.Viewport {
	m := s.look()
	v := picture.Viewport{W: w, H: h, Scale: 1}
	for k := range 2 {
		list := make([]float64, s.p.N)
		for i := range list {
			list[i] = m.code[i*s.q+k]
		}
		lo, hi := quantiles(list, 0.005)
		room := 0.06 * (hi - lo)
		if !(room > 0) {
			room = max(math.Abs(hi)*1e-6, 1e-9)
		}
		if k == 0 {
			v.X0, v.X1 = lo-room, hi+room
		} else {
			v.Y0, v.Y1 = lo-room, hi+room
		}
	}
	return v
}

// mosaic draws the images decoded from a grid of codes, each at its code.
func (s *state) mosaic(w, h int) *picture.Picture {
	const least, most = 24, 12 // least size of an image in pixels; most images in a row
	v := s.frame(w, h)
	down := s.p.D / s.p.Across
	cols := max(1, min(most, w/least))
	rows := max(1, min(2*most, int(math.Round(float64(cols*s.p.Across*h)/float64(down*w)))))
	grid, z := v.Grid(cols, rows), network.Columns(s.q, cols*rows)
	for i := range z[0] {
		for k, c := range s.codeAt(grid.X(i%cols), grid.Y(i/cols)) {
			z[k][i] = c[0]
		}
	}
	out := s.decode(z)
	p := &picture.Picture{View: v, Alt: words.Sprintf("Reconstructions of %d by %d codes, each picture at the "+
		"position of its code in the plane.", cols, rows)}
	lo, hi := s.values()
	const share = 0.92 // share of the room; the rest is the gap
	dx, dy := (v.X1-v.X0)/float64(cols)*share, (v.Y1-v.Y0)/float64(rows)*share
	for i := range z[0] {
		x := make([]float64, s.p.D)
		for j, c := range out {
			x[j] = s.own(j, c[i])
		}
		method.PutRaster(p, &picture.Raster{Kind: picture.Sequential, Sharp: true, Name: "decoded",
			Says: ends("decoded", lo, hi), Lo: lo, Hi: hi}, x, s.p.Across,
			grid.X(i%cols)-dx/2, grid.Y(i/cols)+dy/2, dx/float64(s.p.Across), dy/float64(down))
	}
	return p
}

// ends describes the range of colours for a legend.
func ends(what string, lo, hi float64) string {
	return words.Text("%s: %s to %s", what, words.Number(words.Significant(lo, 2)), words.Number(words.Significant(hi,
		2)))
}

// Height of a line of text, and size of gaps, in pixels.
const line, gap = 13.0, 6.0

// maps draws the decoded values of the first inputs over the plane of codes, an image for each input.
func (s *state) maps(p *picture.Picture) {
	const nodes, most = 16, 12
	grid := s.frame(nodes, nodes).Grid(nodes, nodes)
	z := network.Columns(s.q, nodes*nodes)
	for i := range z[0] {
		for k, c := range s.codeAt(grid.X(i%nodes), grid.Y(i/nodes)) {
			z[k][i] = c[0]
		}
	}
	names := s.p.OwnNames()
	var list []method.Tile
	count := float64(min(s.p.D, most))
	room := p.View.X1/math.Ceil(math.Sqrt(count*p.View.X1/p.View.Y1)) - gap // approximate size of an image
	for j, c := range s.decode(z) {
		if j < most {
			list = append(list, method.Tile{Values: c, Diverging: true, Name: "decoded", Says: "decoded, from the mean",
				Title: names[j], Short: picture.CutName(names[j], room)})
		}
	}
	p.Alt = words.Text("Decoded values of %s over the plane of codes.", words.Count(len(list), "input"))
	method.Tiles(p, nodes, list)
}

// strip draws rows decoded from codes of one number: images, or a table of colours with a row for each input, as many
// as fit.
func (s *state) strip(p *picture.Picture) {
	lo, hi := s.span(0)
	if s.p.Across > 0 {
		var list []method.Tile
		const n = 12
		z := along(lo, hi, n)
		out := s.decode([][]float64{z})
		for i := range z {
			x := make([]float64, s.p.D)
			for j, c := range out {
				x[j] = s.own(j, c[i])
			}
			list = append(list, method.Tile{Values: x, Name: "decoded", Says: "decoded", Title: words.Text("%s = %s",
				name(0), words.Number(words.Significant(z[i], 2))), Short: words.Number(words.Significant(z[i], 2))})
		}
		p.Alt = words.Text("Reconstructions of %s codes, from the smallest to the largest.", strconv.Itoa(n))
		method.Tiles(p, s.p.Across, list)
		return
	}
	const n = 48
	out := s.decode([][]float64{along(lo, hi, n)})
	rows := max(1, min(s.p.D, int((p.View.Y1-line)/line)))
	names, left := s.p.OwnNames(), 0.0
	for _, text := range names[:rows] {
		left = max(left, picture.TextWidth(text, picture.LabelSize))
	}
	left = min(left+2*gap, 0.5*p.View.X1)
	high := min(2*line, (p.View.Y1-line)/float64(rows))
	var values []float64
	for j := range rows {
		values = append(values, out[j]...)
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left, Y: p.View.Y1 - high*(float64(j)+0.5),
			Text: picture.CutName(names[j], left-gap), Anchor: picture.AnchorEnd})
	}
	far := 0.0
	for k := range values {
		values[k] *= s.scale
		far = max(far, math.Abs(values[k]))
	}
	method.PutRaster(p, &picture.Raster{Kind: picture.Diverging, Sharp: true, Name: "decoded",
		Says: ends("decoded, from the mean", -far, far)}, values, n, left, p.View.Y1, (p.View.X1-left)/n, high)
	y := p.View.Y1 - high*float64(rows) - line/2
	p.Add(&picture.Label{Role: picture.RoleGuide, X: left, Y: y, Text: words.Text("%s = %s", name(0),
		words.Number(words.Significant(lo, 2))), Anchor: picture.AnchorStart},
		&picture.Label{Role: picture.RoleGuide, X: p.View.X1, Y: y, Text: words.Text("%s = %s", name(0),
			words.Number(words.Significant(hi, 2))), Anchor: picture.AnchorEnd})
	p.Alt = words.Text("Decoded values of %s along the code.", words.Count(rows, "input"))
}

// examples returns n rows, the first ones of each class, balanced over the classes.
func (s *state) examples(n int) (list []int) {
	for round := 0; len(list) < min(n, s.p.N); round++ {
		seen := map[int]int{}
		for i := range s.p.N {
			c := s.class(i)
			if seen[c]++; seen[c] == round+1 && len(list) < n {
				list = append(list, i)
			}
		}
	}
	return list
}

// pairs draws some rows above their reconstructions by the network, and by as many principal components, in as many
// bands as fit.
func (s *state) pairs(p *picture.Picture) {
	const kinds, most = 3, 10
	titles := [kinds]string{"row", "decoded", "by PCA"}
	down := float64(s.p.D / s.p.Across)
	left := picture.TextWidth(titles[1], picture.LabelSize) + 2*gap
	across := max(1, min(most, s.p.N, int((p.View.X1-left)/26)))
	wide := (p.View.X1 - left) / float64(across)
	size := min((wide-gap)/float64(s.p.Across), (p.View.Y1/kinds-gap)/down)
	high := size*down + gap
	bands := max(1, int((p.View.Y1+gap)/(kinds*high+gap)))
	list := s.examples(bands * across)
	x := make([]float64, 0, len(list)*s.p.D)
	for _, i := range list {
		x = append(x, s.p.At(i)...)
	}
	_, out := s.through(s.within(x))
	lo, hi := s.values()
	straight, again := make([]float64, s.p.D), make([]float64, s.p.D)
	for c, i := range list {
		s.projected(i, s.q, straight)
		for j := range again {
			again[j] = out[j][c]
		}
		top := p.View.Y1 - float64(c/across)*(kinds*high+gap)
		for k, values := range [kinds][]float64{s.p.At(i), s.units(again), s.units(straight)} {
			y := top - high*float64(k)
			method.PutRaster(p, &picture.Raster{Kind: picture.Sequential, Sharp: true, Name: "row",
				Says: ends("rows and their reconstructions", lo, hi), Lo: lo, Hi: hi}, values, s.p.Across,
				left+wide*float64(c%across), y, size, size)
			if c%across == 0 {
				p.Add(&picture.Label{Role: picture.RoleGuide, X: left - gap, Y: y - size*down/2, Text: titles[k],
					Anchor: picture.AnchorEnd})
			}
		}
	}
	p.Alt = words.Text("%s, their reconstructions by the network, and by %s.", words.Count(len(list), "row"),
		s.components())
}

// keptOfEach draws, for as many inputs as fit, the share of the variance that the network keeps, and the share that as
// many principal components keep.
func (s *state) keptOfEach(p *picture.Picture) {
	d := max(1, min(s.p.D, int(p.View.Y1/line)))
	names, left := s.p.OwnNames(), 0.0
	for _, text := range names[:d] {
		left = max(left, picture.TextWidth(text, picture.LabelSize))
	}
	left = min(left+2*gap, 0.5*p.View.X1)
	high := min(2*line, p.View.Y1/float64(d))
	_, out := s.through(s.x)
	straight := make([]float64, s.p.D)
	lost, by, all := make([]float64, d), make([]float64, d), make([]float64, d)
	for i := range s.p.N {
		s.projected(i, s.q, straight)
		for j := range d {
			x := s.x[j][i]
			lost[j] += (out[j][i] - x) * (out[j][i] - x)
			by[j] += (straight[j] - x) * (straight[j] - x)
			all[j] += x * x
		}
	}
	own := &picture.Path{Role: picture.RoleBar, Class: 0, Closed: true, Says: "kept by the network"}
	other := &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true,
		Says: "kept by as many principal components"}
	room := picture.TextWidth("99.9 %", picture.LabelSize) + 2*gap // width of a percentage
	var says []string
	for j := range d {
		y := p.View.Y1 - high*(float64(j)+0.5)
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left, Y: y, Text: picture.CutName(names[j], left-gap),
			Anchor: picture.AnchorEnd})
		if !(all[j] > 0) {
			continue
		}
		bar := func(path *picture.Path, share, half float64) {
			x := left + max(0, share)*(p.View.X1-left-room)
			path.AddLine(left, y-half, x, y-half, x, y+half, left, y+half)
		}
		kept := max(0, 1-lost[j]/all[j])
		p.Add(&picture.Label{Role: picture.RoleGuide, X: p.View.X1, Y: y, Text: words.Percent(kept),
			Says: "share that the network keeps", Anchor: picture.AnchorEnd})
		bar(own, kept, 0.25*high)
		bar(other, 1-by[j]/all[j], 0.4*high)
		if j < shownInputs {
			says = append(says, words.Text("%s %s", names[j], words.Percent(kept)))
		}
	}
	p.Add(own, other)
	p.Alt = words.Text("Shares of the inputs' variances that are kept: %s.", words.Join(says, ", "))
}
