package dictionary

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// countKey returns the key of a method with k vectors in the panel of errors.
func countKey(kind, k int) string { return countKind(kind).Key(k) }

func countKind(kind int) picture.KeyKind { return picture.KeyKind{Begins: kindsOf[kind].value} }

// shapes draws the vectors of one method for points of the plane.
func (m *four) shapes(r *rebuilt, v picture.Viewport) (layers []picture.Layer) {
	line := func(c int, xy []float64, says string) {
		layers = append(layers, &picture.Path{Role: picture.RoleEllipse, Class: c, XY: xy, Says: says})
	}
	switch r.kind {
	case ofPCA:
		f := m.flat(r, 0)
		for l, u := range f.basis {
			if l == 0 || r.k > 1 {
				line(l, through(f.base, u, v), "principal axis")
			}
		}
		layers = append(layers, &picture.Marks{Role: picture.RoleMiddle, XY: m.base, Says: "mean of the points"})
	case ofMeans, ofFlats:
		centres := &picture.Marks{Role: picture.RoleCentroid, Says: "centre"}
		for c := range r.flats {
			f := m.flat(r, c)
			if len(f.basis) == 0 {
				centres.XY, centres.Class = append(centres.XY, f.base...), append(centres.Class, c)
				continue
			}
			line(c, through(f.base, f.basis[0], v), "flat: a line")
		}
		if centres.XY != nil {
			layers = append(layers, centres)
		}
	case ofSparse:
		for k := range r.k {
			line(k, through(m.base, r.dict.b.atom(k), v), "line of an atom, through the mean")
		}
		layers = append(layers, &picture.Marks{Role: picture.RoleMiddle, XY: m.base, Says: "mean of the points"})
	}
	return layers
}

// shape is a flat in the units of the data.
type shape struct {
	base  []float64
	basis [][]float64
}

func (m *four) flat(r *rebuilt, c int) *shape {
	f := &shape{base: slices.Clone(r.flats[c].Base), basis: r.flats[c].Basis}
	m.own(f.base)
	return f
}

// feet draws lines from the points to their reconstructions.
func (m *four) feet(r *rebuilt) []picture.Layer {
	list := ways(m.p.N, m.k, m.p.Drawn, func(i int, at []float64) {
		r.foot(m.bench, i, at)
		m.own(at)
	}, r.group)
	if n := len(list); n > 0 {
		list[n-1].(*picture.Marks).Says = "reconstruction of a point"
	}
	return list
}

func (m *four) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if !plane(m.p) {
		return nil, nil, nil
	}
	r := m.all[m.shown]
	if show["vectors"] {
		list := m.shapes(r, v)
		for _, l := range list {
			if _, ok := l.(*picture.Marks); ok {
				over = append(over, l)
			} else {
				under = append(under, l)
			}
		}
	}
	if show["reconstructions"] {
		under = append(under, m.feet(r)...)
	}
	if show["code"] {
		x, y := m.p.Drawn(m.watched)
		over = append(over, &picture.Marks{Role: picture.RoleSupport, XY: []float64{x, y},
			Ordinal: []int{m.p.Ordinal(m.watched)}, Says: "watched point"})
	}
	return under, over, nil
}

// Explain returns the reconstructions of a position or row by all methods.
func (m *four) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	x = x[:m.p.D]
	off := make([]float64, m.p.D)
	for j := range off {
		off[j] = (x[j] - m.base[j]) / m.scale
	}
	const says = "row, and its reconstruction"
	list := []method.Tile{{Values: x, Name: "row", Says: says, Title: "row"}}
	for kind, r := range m.all {
		at := make([]float64, m.p.D)
		of := r.rebuild(m.bench, off, at)
		m.own(at)
		lost := 0.0
		for j := range at {
			lost += (x[j] - at[j]) * (x[j] - at[j])
		}
		text := words.Text("%s: lost %s", upper(kind), words.Number(lost))
		if of >= 0 {
			text += words.Text(", %s %s", kindsOf[kind].atom, name(of))
		}
		if kind == m.shown {
			e.Answer = words.Text("%s: ‖x − x̂‖² = %s", upper(kind), words.Number(lost))
		}
		e.Lines = append(e.Lines, text)
		if plane(m.p) {
			p := &picture.Path{Role: picture.RoleTrack, Class: kind, Says: "reconstructions of this position, by each of the " +
				"four",
				XY: []float64{x[0], x[1], at[0], at[1]}}
			e.Layers = append(e.Layers, p, &picture.Marks{Role: picture.RoleProjection, XY: at, Says: p.Says},
				&picture.Label{Role: picture.RoleTrack, X: at[0], Y: at[1], Text: kindsOf[kind].name,
					Anchor: []picture.Anchor{picture.AnchorStart, picture.AnchorEnd, picture.AnchorAbove, picture.AnchorBelow}[kind]})
		}
		list = append(list, method.Tile{Values: at, Name: "row", Says: says,
			Title: []string{"PCA", "k-means", "k-flats", "sparse"}[kind]})
	}
	if m.p.Across > 0 {
		e.Layers = m.p.Album(x, v, list)
	}
	return e
}

func (m *four) Panels(show method.Shown) (list []method.Panel) {
	if show["errors"] {
		list = append(list, chart.Panel(method.PanelInfo{ID: "errors", Title: "Reconstruction error", XLabel: "vectors K",
			XCounts: true, YLabel: "mean squared error", YFrom0: true,
			Help: "The error of each of the four with K vectors. A click chooses K and " +
				"the method on the plane."}, m.errorsChart))
	}
	if show["code"] {
		list = append(list, chart.Plain(method.PanelInfo{ID: "code", Title: words.Text("%s: code of point %s",
			upper(m.shown), strconv.Itoa(m.p.Number(m.watched))), XLabel: kindsOf[m.shown].atom, XCounts: true,
			YLabel: "coefficient",
			Help: "Coefficients of the vectors in the reconstruction of the selected " +
				"point. Each flat of k-flats has a coefficient for each of its directions."}, m.codeChart))
	}
	if show["side"] && plane(m.p) {
		for kind, k := range kindsOf {
			list = append(list, chart.Plain(method.PanelInfo{ID: k.value, Title: upper(kind), Bare: true,
				Help: "The same points, reconstructed by this one of the four " +
					"methods"}, func() *chart.Chart { return m.side(m.all[kind]) }))
		}
	}
	if show["vectors"] && m.p.Across > 0 {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: "vectors", Title: words.Text("Vectors of %s",
			kindsOf[m.shown].name), Bare: true, Help: "The vectors as pictures: components, centres, means of flats with " +
			"their directions, or atoms"}, Draw: chart.InPixels(m.drawVectors)})
	}
	return list
}

// code returns the coefficients of the vectors in the reconstruction of a row; for k-flats, those of each flat's
// directions, one flat after the other.
func (m *four) code(r *rebuilt, i int) (code []float64) {
	switch x := m.row(i); r.kind {
	case ofPCA:
		for l := range r.flats[0].Basis {
			code = append(code, m.scale*r.flats[0].Along(x, l))
		}
	case ofMeans:
		code = make([]float64, r.k)
		code[r.of[i]] = 1
	case ofFlats:
		for c, f := range r.flats {
			for l := range f.Basis {
				if c == r.of[i] {
					code = append(code, m.scale*f.Along(x, l))
				} else {
					code = append(code, 0)
				}
			}
		}
	case ofSparse:
		for _, a := range r.dict.codeOf(i) {
			code = append(code, m.scale*a)
		}
	}
	return code
}

// codeChart draws the code of the watched row by the method on the stage, as bars in the colours of the vectors.
func (m *four) codeChart() *chart.Chart {
	r := m.all[m.shown]
	code := m.code(r, m.watched)
	c := &chart.Chart{X: chart.Slots(max(1, len(code))), Y: chart.Axis{See: []float64{0}, Below: 0.08, Above: 0.08},
		Told: true}
	each := 1 // number of slots per vector
	if m.shown == ofFlats && r.k > 0 {
		each = max(1, len(code)/r.k)
	}
	var list []string
	for k, a := range code {
		list = append(list, words.Number(words.Significant(a, 3)))
		if a != 0 {
			c.Add(chart.Bars{Look: chart.Of(picture.RoleCell, k/each, words.Text("coefficient of a %s",
				kindsOf[m.shown].atom)),
				X: []float64{float64(k + 1)}, Y: []float64{a}, Line: picture.RoleEllipse})
		}
	}
	for k := each; each > 1 && k < len(code); k += each {
		c.Add(chart.Upright(chart.As(picture.RoleGuide, "from one flat to the next"), float64(k)+0.5))
	}
	c.Add(chart.Level(chart.As(picture.RoleAxis, "coefficient 0"), 0))
	c.Alt = words.Text("The code of point %s: (%s).", strconv.Itoa(m.p.Number(m.watched)), words.Join(list, ", "))
	return c
}

// counts returns the numbers of vectors in the panel of errors, including the present one.
func (m *four) counts() (list []int) {
	all := []int{1, 2, 3, 4, 5, 6, 7, 8}
	switch {
	case m.many():
		all = []int{1, 2, 4, 8, 14}
	case m.p.Wide():
		all = append(all, 10, 12, 16, 20)
	}
	for _, k := range append(all, m.k) {
		if k <= m.p.N && !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	slices.Sort(list)
	return list
}

// errorsChart draws the errors of the four methods.
func (m *four) errorsChart(job method.Job) (*chart.Chart, error) {
	counts := m.counts()
	last := float64(counts[len(counts)-1])
	c := &chart.Chart{X: chart.Axis{See: []float64{0.7, last}, Only: true, Above: 0.3 / (last - 0.7), After: 84},
		Y: chart.From0(0, 0.06)}
	c.Add(chart.Upright(chart.As(picture.RoleMargin, "K now"), float64(m.k)))
	curves := make([]chart.Curve, kinds)
	done, share := 0, 1/float64(kinds*len(counts))
	for _, k := range counts {
		for kind := range curves {
			r, err := m.get(method.Stretch(job, float64(done)*share, float64(done+1)*share), kind, k)
			if err != nil {
				return nil, err
			}
			of := &curves[kind]
			of.X, of.Y, of.Keys = append(of.X, float64(k)), append(of.Y, m.mse(r)), append(of.Keys, countKey(kind, k))
			done++
		}
	}
	if d := float64(m.p.D); m.p.D < 4 && last > 1 {
		// Zador, Asymptotic quantization error of continuous signals, IEEE Trans. Information Theory 28, 1982.
		at := curves[ofMeans].Y[len(counts)-1]
		law := chart.Curve{Look: chart.As(picture.RoleGuide, "law of k-means with many centres, K^(−2/d)"),
			Clip: true, Free: true, Untold: true}
		for k := 0.0; k <= 60; k++ {
			x := math.Pow(last, k/60)
			law.XY = append(law.XY, x, at*math.Pow(x/last, -2/d))
		}
		c.Add(law)
	}
	ends := chart.EndNames{X: last}
	for kind, of := range curves {
		of.Look = chart.Of(picture.RoleTrack, kind, words.Text("by %s", kindsOf[kind].name))
		ends.Y, ends.Names = append(ends.Y, of.Y[len(of.Y)-1]), append(ends.Names, kindsOf[kind].name)
		c.Add(of)
	}
	c.Add(ends)
	return c, nil
}

// side draws the reconstructions of the points of the plane by one method, with equal scales.
func (m *four) side(r *rebuilt) *chart.Chart {
	shapes := func(paths bool) chart.On {
		return func(p *picture.Picture) {
			for _, l := range m.shapes(r, p.View) {
				if _, ok := l.(*picture.Path); ok == paths {
					p.Add(l)
				}
			}
		}
	}
	points := &picture.Marks{Role: picture.RolePoint, Says: "points", Among: m.p.N}
	for i := range m.p.N {
		x, y := m.p.Drawn(i)
		points.XY, points.Class = append(points.XY, x, y), append(points.Class, r.group(i))
	}
	c := &chart.Chart{X: chart.Airy(0.06), Y: chart.Airy(0.06), Alike: true, Told: true,
		Alt: words.Text("The points as %s rebuilds them: %s of the variance is kept.", kindsOf[r.kind].name,
			words.Percent(m.kept(r)))}
	c.Add(shapes(true), chart.Layers(m.feet(r)), chart.Dots{Marks: points}, shapes(false))
	return c
}

// drawVectors draws the vectors of the method on the stage as pictures.
func (m *four) drawVectors(p *picture.Picture) {
	r := m.all[m.shown]
	var list []method.Tile
	place := func(x []float64, title string) {
		list = append(list, method.Tile{Values: x, Name: "row", Says: "mean or centre", Title: title})
	}
	direction := func(u []float64, title string) {
		list = append(list, method.Tile{Values: u, Diverging: true, Name: "coordinate", Says: "coordinate of a direction",
			Title: title})
	}
	switch m.shown {
	case ofPCA:
		place(m.base, "mean")
		for l, u := range r.flats[0].Basis {
			direction(u, "u"+words.Subscript(l+1))
		}
	case ofMeans, ofFlats:
		for c := range r.flats {
			f := m.flat(r, c)
			place(f.base, "c"+words.Subscript(c+1))
			for _, u := range f.basis[:min(2, len(f.basis))] {
				direction(u, "u")
			}
		}
	case ofSparse:
		place(m.base, "mean")
		for k := range r.k {
			direction(r.dict.b.atom(k), symbol(k))
		}
	}
	p.Alt = words.Text("The vectors of %s, as pictures.", kindsOf[m.shown].name)
	method.Tiles(p, m.p.Across, list)
}

// Tell returns the error of one of the four methods with a number of vectors. A click chooses both.
func (m *four) Tell(of string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	for kind, x := range kindsOf {
		k, is := countKind(kind).Number(of, mostVectors+1)
		if !is || k < 1 {
			continue
		}
		t.Answer = words.Text("%s, %s", upper(kind), words.Count(k, x.atom))
		m.locked(func() {
			if r := m.done[[2]int{kind, k}]; r != nil {
				t.Lines = append(t.Lines, words.Text("mean squared error %s", words.Number(m.mse(r))),
					words.Text("keeps %s of the variance", words.Percent(m.kept(r))))
			}
		})
		set := map[string]any{}
		if k != m.k {
			set["n_components"] = float64(k)
		}
		if kind != m.shown {
			set["representation"] = x.value
		}
		if len(set) > 0 {
			t.Click.Set = set
		}
		return t, true
	}
	return t, false
}

// locked calls do while the reconstructions are locked.
func (b *bench) locked(do func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	do()
}
