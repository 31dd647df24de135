package session

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// The encoder and the decoder of a representation are drawn as three pictures side by side: the rows x, their codes z =
// Φ(x), and the reconstructions x̂ = Ψ(z), with the range of Ψ (Bengio, Courville and Vincent, Representation learning,
// IEEE Trans. Pattern Analysis and Machine Intelligence 35, 2013, section 7).

// mapsPanel is the id of the panel of the two maps.
const mapsPanel = string(method.BothMaps)

var mapKeys = picture.KeyKind{Begins: "mapped", From: 1}

// mostMapped is the largest number of rows drawn; of more rows an evenly spaced selection is drawn.
const mostMapped = 1000

// mapsOf returns the model's maps; nil if they are switched off, or it has none.
func (f *Fit) mapsOf() *method.Maps {
	if f.can.Maps == nil || !f.Method.On(method.BothMaps, f.Show) || f.Problem.N == 0 {
		return nil
	}
	if maps := f.can.Maps(); maps != nil && len(maps.Codes) > 0 {
		return maps
	}
	return nil
}

// mapped returns the panel of the two maps, if the model has them.
func (f *Fit) mapped() []method.Panel {
	m := f.mapsOf()
	if m == nil {
		return nil
	}
	return []method.Panel{{PanelInfo: method.PanelInfo{ID: mapsPanel, Title: "x ↦ Φ(x) = z ↦ Ψ(z) = x̂", Bare: true,
		Help: words.Text("From left to right: the %s, their codes, and their reconstructions. With more than two codes "+
			"each %s is a row of colours. Point at one to see it in all three.", words.Plural(f.rowNoun()), f.rowNoun())},
		Draw: func(job method.Job, w, h int) (*picture.Picture, error) {
			p := chart.Blank(w, h)
			f.drawMaps(m, p)
			return p, job.Err()
		}}}
}

// field is a square part of a picture that shows a part of a plane.
type field struct {
	left, bottom, size float64 // in pixels, y upwards
	view               picture.Viewport
}

// over sets the view of the field to show positions, with a margin; alike gives both coordinates the same scale.
func (b *field) over(xy []float64, alike bool) {
	v := &b.view
	v.W, v.H, v.Scale = int(b.size), int(b.size), 1
	span := func(j int) (lo, hi float64) {
		lo, hi = math.Inf(1), math.Inf(-1)
		for i := j; i < len(xy); i += 2 {
			lo, hi = min(lo, xy[i]), max(hi, xy[i])
		}
		return lo, hi
	}
	x0, x1 := span(0)
	y0, y1 := span(1)
	dx, dy := x1-x0, y1-y0
	if alike {
		dx = max(dx, dy)
		dy = dx
	}
	const air = 0.56 // half the view as a share of the span
	for _, d := range []*float64{&dx, &dy} {
		if !(*d > 0) {
			*d = 1
		}
	}
	mx, my := x0/2+x1/2, y0/2+y1/2
	v.X0, v.X1, v.Y0, v.Y1 = mx-air*dx, mx+air*dx, my-air*dy, my+air*dy
}

// at converts positions in the plane to pixels.
func (b *field) at(xy []float64) []float64 {
	v, out := b.view, make([]float64, len(xy))
	for i, x := range xy {
		if i%2 == 0 {
			out[i] = b.left + (x-v.X0)/(v.X1-v.X0)*b.size
		} else {
			out[i] = b.bottom + (x-v.Y0)/(v.Y1-v.Y0)*b.size
		}
	}
	return out
}

// frame draws the outline of a field, with its heading.
func (b *field) frame(p *picture.Picture, name string) {
	l, r, y0, y1 := b.left, b.left+b.size, b.bottom, b.bottom+b.size
	p.Add(&picture.Path{Role: picture.RoleAxis, Class: picture.NoClass, Closed: true, XY: []float64{l, y0, r, y0, r, y1,
		l, y1}},
		&picture.Label{Role: picture.RoleGuide, X: b.left + b.size/2, Y: y1 + mapsLine/2 + 1,
			Text: picture.CutText(name, b.size+mapsGap/2)})
}

// Sizes in pixels: a line of text, and the gap with an arrow between two fields.
const mapsLine, mapsGap = 14.0, 40.0

// layMaps lays out the three fields and the two arrows on a panel of a given size: in a row, or with the codes below
// the others, whichever allows larger fields.
func layMaps(w, h float64) (boxes [3]field, arrows [2][4]float64) {
	row := math.Floor(min((w-2*mapsGap-4)/3, h-2*mapsLine-2))
	heap := math.Floor(min((w-mapsGap-4)/2, (h-2*mapsLine-mapsGap/2-4)/2))
	const off = 5 // distance from a field to an arrow
	if row >= heap {
		left, bottom := math.Floor((w-3*row-2*mapsGap)/2), math.Floor((h-row)/2)-mapsLine/2
		for k := range boxes {
			boxes[k] = field{left: left + float64(k)*(row+mapsGap), bottom: bottom, size: row}
		}
		for k := range arrows {
			x, y := boxes[k].left+row+off, bottom+row/2
			arrows[k] = [4]float64{x, y, x + mapsGap - 2*off, y}
		}
		return boxes, arrows
	}
	left, bottom := math.Floor((w-2*heap-mapsGap)/2), math.Floor((h-2*heap-2*mapsLine-mapsGap/2)/2)
	above := bottom + heap + mapsLine + mapsGap/2
	boxes[0] = field{left: left, bottom: above, size: heap}
	boxes[1] = field{left: math.Floor((w - heap) / 2), bottom: bottom, size: heap}
	boxes[2] = field{left: left + heap + mapsGap, bottom: above, size: heap}
	x, in := boxes[0].left+heap/3, boxes[1].left
	y0, y1 := above-off, bottom+heap*0.7
	arrows[0] = [4]float64{x, y0, in - off, y1}
	arrows[1] = [4]float64{in + heap + off, y1, w - x, y0}
	return boxes, arrows
}

// shownRows returns the indices of the rows that are drawn.
func (f *Fit) shownRows() []int {
	n := f.Problem.N
	all := method.Indices(min(n, mostMapped))
	for i := range all {
		all[i] = i * n / len(all)
	}
	return all
}

// drawMaps draws both maps on a picture in pixels.
func (f *Fit) drawMaps(m *method.Maps, p *picture.Picture) {
	list := f.shownRows()
	codes, places, rebuilt := f.codesOf(m, list)
	boxes, arrows := layMaps(p.View.X1, p.View.Y1)
	if boxes[0].size < 20 || codes == nil {
		why := "Three pictures do not fit here."
		if codes == nil {
			why = "The codes are not numbers."
		}
		chart.Note(p, why, why)
		return
	}
	from, middle, to := &boxes[0], &boxes[1], &boxes[2]
	both := append(slices.Clone(places), rebuilt...)
	from.over(both, true)
	to.over(both, true)
	from.frame(p, words.Text("%s x", words.Capital(words.Plural(f.rowNoun()))))
	to.frame(p, "Reconstruction x̂")
	drawArrows(p, arrows)
	class := make([]int, len(list))
	_, _, kinds := f.kinds()
	for k, i := range list {
		if class[k] = kinds[f.Problem.Ordinal(i)]; class[k] < 0 {
			class[k] = picture.NoClass
		}
	}
	keys := make([]string, len(list))
	for k, i := range list {
		keys[k] = mapKeys.Key(i)
	}
	dots := func(b *field, xy []float64, says string) {
		p.Add(&picture.Marks{Role: picture.RolePoint, XY: b.at(xy), Class: class, Keys: keys, Says: says,
			Among: 9 * len(list)})
	}
	var over []picture.Layer // labels that points must not cover
	if m.Image != nil && !f.Problem.Wide() && f.Problem.D == 2 {
		for _, l := range to.within(m.Image(to.view)) {
			if _, ok := l.(*picture.Marks); ok {
				over = append(over, l)
			} else {
				p.Add(l)
			}
		}
	}
	dots(from, places, words.Text("a %s, its code and its reconstruction", f.rowNoun()))
	dots(to, rebuilt, "")
	p.Add(over...)
	if k := len(m.Codes); k <= 2 && !m.Choose {
		xy := codes
		if k == 1 {
			xy = f.onLine(codes, class)
		}
		middle.over(xy, k == 2)
		if k == 1 { // with the line spacing of text
			high := max(middle.view.Y1-middle.view.Y0, 1)
			middle.view.Y0, middle.view.Y1 = middle.view.Y0-high, middle.view.Y1+high
		}
		dots(middle, xy, "")
	} else {
		f.codeLines(p, m, middle, list, codes, keys)
	}
	middle.frame(p, codesNamed(m))
	p.Alt = words.Text("%s: the positions, the codes of %s and the reconstructions; on average ‖x − x̂‖² = %s.",
		words.Count(len(list), f.rowNoun()), words.Count(len(m.Codes),
			"number"), words.Number(f.lost(m, list)))
}

// drawArrows draws the arrows of the two maps, with their names.
func drawArrows(p *picture.Picture, arrows [2][4]float64) {
	ways := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: "the maps Φ and Ψ"}
	p.Add(ways)
	for k, name := range []string{"Φ", "Ψ"} {
		w := arrows[k]
		ways.AddArrow(p.View, w[0], w[1], w[2], w[3])
		label := &picture.Label{Role: picture.RoleGuide, X: (w[0] + w[2]) / 2, Y: (w[1] + w[3]) / 2, Text: name,
			Anchor: picture.AnchorAbove}
		if w[1] != w[3] { // beside a slanted arrow, on its outer side
			label.Anchor = []picture.Anchor{picture.AnchorEnd, picture.AnchorStart}[k]
		}
		p.Add(label)
	}
}

// lost returns the mean of ‖x − x̂‖² over some rows.
func (f *Fit) lost(m *method.Maps, list []int) float64 {
	lost := 0.0
	row, back := make([]float64, f.Problem.D), make([]float64, f.Problem.D)
	for _, i := range list {
		copy(row, f.Problem.At(i))
		m.Back(i, back)
		for j := range row {
			lost += (row[j] - back[j]) * (row[j] - back[j])
		}
	}
	return lost / float64(len(list))
}

// codesNamed returns the heading of the codes.
func codesNamed(m *method.Maps) string {
	switch k := len(m.Codes); k {
	case 1:
		return words.Text("Codes: %s", m.Codes[0])
	case 2:
		return words.Text("Codes: %s, %s", m.Codes[0], m.Codes[1])
	default:
		return words.Text("Codes: %s, …, %s", m.Codes[0], m.Codes[k-1])
	}
}

// onLine returns positions for codes of one number: the code horizontally, and the kind of the point vertically.
func (f *Fit) onLine(codes []float64, class []int) []float64 {
	seen := map[int]bool{}
	for _, c := range class {
		seen[c] = true
	}
	var order []int
	for c := range seen {
		order = append(order, c)
	}
	slices.Sort(order)
	xy := make([]float64, 0, 2*len(codes))
	for k, z := range codes {
		xy = append(xy, z, -float64(slices.Index(order, class[k])))
	}
	return xy
}

// codesOf returns the codes of some rows, and the positions of the rows and of their reconstructions: in the plane or,
// for whole rows, along the first two principal components of both. It returns nil if a value is not finite.
func (f *Fit) codesOf(m *method.Maps, list []int) (codes, places, rebuilt []float64) {
	p, k := f.Problem, len(m.Codes)
	codes = make([]float64, len(list)*k)
	both := make([]float64, 2*len(list)*p.D)
	for at, i := range list {
		m.Code(i, codes[at*k:(at+1)*k])
		copy(both[at*p.D:], p.At(i))
		m.Back(i, both[(len(list)+at)*p.D:][:p.D])
	}
	if !method.Finite(codes...) || !method.Finite(both...) {
		return nil, nil, nil
	}
	xy := make([]float64, 4*len(list))
	switch {
	case p.D == 2:
		copy(xy, both)
	case p.D == 1:
		for i, x := range both {
			xy[2*i] = x
		}
	default:
		if scores, _, ok := linalg.Components(both, 2*len(list), p.D, 2); ok {
			xy = scores
		}
	}
	return codes, xy[:2*len(list)], xy[2*len(list):]
}

// within converts layers of a plane to the pixels of a field, clipped at its edges.
func (b *field) within(layers []picture.Layer) (list []picture.Layer) {
	v := b.view
	for _, l := range layers {
		switch l := l.(type) {
		case *picture.Path:
			path := &picture.Path{Role: l.Role, Class: l.Class, Says: l.Says}
			l.Lines(func(xy []float64) {
				for _, part := range picture.PartsWithin(xy, v) {
					path.AddLine(b.at(part)...)
				}
			})
			list = picture.AppendPath(list, path)
		case *picture.Marks:
			marks := *l
			marks.XY, marks.Class, marks.Keys = nil, nil, nil
			for i := 0; i < len(l.XY); i += 2 {
				x, y := l.XY[i], l.XY[i+1]
				if x < v.X0 || x > v.X1 || y < v.Y0 || y > v.Y1 {
					continue
				}
				marks.XY = append(marks.XY, b.at(l.XY[i:i+2])...)
				if l.Class != nil {
					marks.Class = append(marks.Class, l.Class[i/2])
				}
			}
			if marks.XY != nil {
				list = append(list, &marks)
			}
		}
	}
	return list
}

// codeLines draws codes of more than two numbers, or choices (m.Choose), as colored lines, one row each, sorted by
// kind. If there are more rows than pixels, some are left out.
func (f *Fit) codeLines(p *picture.Picture, m *method.Maps, b *field, list []int, codes []float64, keys []string) {
	k := len(m.Codes)
	order := method.Indices(len(list))
	if m.Kind != nil {
		slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(m.Kind(list[x]), m.Kind(list[y])) })
	}
	rows, cols := min(len(list), int(b.size)), min(k, int(b.size))
	values := make([]float64, 0, rows*cols)
	below := false
	for i := range rows {
		code := codes[order[i*len(list)/rows]*k:]
		for j := range cols {
			values = append(values, code[j*k/cols])
			below = below || code[j*k/cols] < 0
		}
	}
	r := &picture.Raster{Kind: picture.Sequential, Sharp: true, Name: "code", Says: "index of a code",
		Lo: 0, Hi: slices.Max(values)}
	if below {
		r.Kind = picture.Diverging
	} else if !(r.Hi > 0) {
		r.Hi = 1
	}
	wide, high := b.size/float64(cols), b.size/float64(rows)
	top := b.bottom + b.size
	method.PutRaster(p, r, values, cols, b.left, top, wide, high)
	for at, i := range order {
		y0, y1 := top-b.size*float64(at+1)/float64(len(list)), top-b.size*float64(at)/float64(len(list))
		p.Hits.Box(keys[i], b.left, y0, b.left+b.size, y1)
	}
}

// mapRowKeys returns the keys of the rows in the panel, "" for rows that are not drawn; nil = there is no such panel.
func (f *Fit) mapRowKeys() []string {
	if f.mapsOf() == nil {
		return nil
	}
	keys := make([]string, f.Problem.N)
	for _, i := range f.shownRows() {
		keys[i] = mapKeys.Key(i)
	}
	return keys
}

// tellMapped describes a row's code and reconstruction.
func (f *Fit) tellMapped(key string) (t method.Told, points []int, ok bool) {
	m := f.mapsOf()
	if m == nil {
		return t, nil, false
	}
	p := f.Problem
	i, ok := mapKeys.Number(key, p.N)
	if !ok {
		return t, nil, false
	}
	code, back := make([]float64, len(m.Codes)), make([]float64, p.D)
	m.Code(i, code)
	m.Back(i, back)
	lost := 0.0
	for j, x := range p.At(i) {
		lost += (x - back[j]) * (x - back[j])
	}
	t.Answer = words.Text("%s %s", words.Capital(f.rowNoun()), strconv.Itoa(p.Number(i)))
	t.Lines = []string{words.Text("z = Φ(x) = %s", shortTuple(code))}
	if p.D <= 4 {
		t.Lines = append(t.Lines, words.Text("x̂ = Ψ(z) = %s", tuple(back)))
	}
	t.Lines = append(t.Lines, "‖x − x̂‖² = "+words.Number(lost))
	return t, []int{p.Ordinal(i)}, true
}

// shortTuple writes a vector of at most six numbers in full, and of a longer one the first three nonzero entries with
// their positions, from 1.
func shortTuple(x []float64) string {
	const most = 6
	if len(x) <= most {
		return tuple(x)
	}
	text, more := "", 0
	for j, v := range x {
		if v == 0 {
			continue
		}
		if more++; more <= most/2 {
			text += words.Text("%s at %s, ", words.Number(words.Significant(v, 3)), strconv.Itoa(j+1))
		}
	}
	switch {
	case more == 0:
		return "0"
	case more > most/2:
		return words.Text("%sand %s more", text, strconv.Itoa(more-most/2))
	}
	return words.Text("%selse 0", text)
}
