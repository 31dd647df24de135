package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Matrix is a matrix as a picture: a cell for each number, coloured by it, the first row on top. Rows and columns are
// named where there is room. Of one with more cells than pixels each pixel shows one of its cells.
type Matrix struct {
	Rows, Cols int
	// Row writes a row of the matrix to out, which has as many numbers as there are columns.
	Row func(i int, out []float64)
	// Lo and Hi are the values whose colours are the ends of the ramp; both 0: those that are shown. Where values have
	// both signs the ramp has its middle at 0.
	Lo, Hi float64
	Signed bool   // that values have both signs, also where none has the other one
	Counts bool   // that values are counts: they stand in their cells with all figures, of any number of cells
	Name   string // of the values
	Says   string // for the legend
	// Names of the rows and columns; nil = Groups, or none. Short are those of columns where these have no room. ColKeys
	// are keys of the columns' names.
	RowNames, ColNames, Short []string
	ColKeys                   []string
	// Numbers is, for the legend, what the columns' names are where numbers are left of them.
	Numbers string
	// Groups are neighbouring rows of one kind, in their order, and columns likewise where Alike: lines part them.
	Groups []Group
	Alike  bool // columns are what rows are
	// Key is that of the cells: picture.CellKey, and of a row and the column of the same number picture.LineKey; "" =
	// none.
	Key  string
	Alt  string
	Noun string // what a value is called where a cell is told; "" = Name
}

// Group is a number of neighbouring rows.
type Group struct {
	Name string
	N    int
}

// line is the height of a line of text, pad the gap between names and cells, in pixels.
const line, pad = 13.0, 4.0

// mostOfName is the most pixels of a name beside a row.
const mostOfName = 110.0

// Panel is a panel that shows the matrix: make describes it, when it is to be drawn. Where the receiver has a Key, that
// is the matrix's, and the panel tells of its cells by itself: their value, and the names of row and column.
func (m Matrix) Panel(info method.PanelInfo, make func(job method.Job) (*Matrix, error)) method.Panel {
	info.Bare = true
	panel := method.Panel{PanelInfo: info, Draw: func(job method.Job, w, h int) (*picture.Picture, error) {
		made, err := make(job)
		if err != nil {
			return nil, err
		}
		if m.Key != "" {
			made.Key = m.Key
		}
		p := Blank(w, h)
		made.draw(p)
		return p, job.Err()
	}}
	if m.Key != "" {
		panel.Tell = func(key string) (t method.Told, ok bool) {
			row, col, ok := picture.CellOf(m.Key, key)
			if !ok || row < 0 || col < 0 {
				return t, false
			}
			m, err := make(method.Unstopped)
			if err != nil || row >= m.Rows || col >= m.Cols {
				return t, false
			}
			return m.told(row, col), true
		}
	}
	return panel
}

// told says what a cell is.
func (m *Matrix) told(row, col int) (t method.Told) {
	values := make([]float64, m.Cols)
	m.Row(row, values)
	t.Answer = words.Capital(cmp.Or(m.Noun, m.Name)) + " " + words.Number(values[col])
	if m.RowNames != nil && m.ColNames != nil {
		t.Lines = []string{m.RowNames[row] + ", " + m.ColNames[col]}
	}
	return t
}

// box is where the cells lie, in pixels from the lower left corner, and how large one is.
type box struct{ left, top, wide, high float64 }

func (m *Matrix) lay(w, h float64) (b box) {
	names := m.RowNames
	if names == nil {
		for _, g := range m.Groups {
			names = append(names, g.Name)
		}
	}
	left := pad
	for _, s := range names {
		wide := picture.TextWidth(s, picture.LabelSize)
		if most := min(mostOfName, 0.4*w); wide > most {
			wide = min(picture.TextWidth(picture.BareName(s), picture.LabelSize), most)
		}
		left = max(left, wide+2*pad)
	}
	above := pad
	if m.ColNames != nil || m.Alike && len(m.Groups) > 0 {
		above = line
	}
	b.left = left
	if b.size(m, w, h-above); m.twice(b) {
		above += line
		b.size(m, w, h-above)
	}
	b.top = h - above
	if room := h - above - pad - b.high*float64(m.Rows); room > 0 && m.Alike {
		b.top -= room / 2
		b.left += (w - left - pad - b.wide*float64(m.Cols)) / 2
	}
	b.left, b.top = math.Round(b.left), math.Round(b.top)
	return b
}

// size gives the cells a size, in a picture so wide of which so much height is left below the names of the columns.
func (b *box) size(m *Matrix, w, h float64) {
	b.wide, b.high = (w-b.left-pad)/float64(m.Cols), (h-pad)/float64(m.Rows)
	if m.Alike { // cells of what is symmetric are squares
		b.wide = min(b.wide, b.high)
		b.high = b.wide
	} else {
		const most = 40 // a cell need not be larger
		b.wide, b.high = min(b.wide, 2*most), min(b.high, most)
	}
	// Borders of cells lie between pixels: no colour is a mix of two. Small cells are sampled, a pixel each.
	b.wide, b.high = whole(b.wide, m.Cols), whole(b.high, m.Rows)
}

// twice tells whether the columns' names stand in two lines, in turn, as they are too long for one.
func (m *Matrix) twice(b box) bool {
	names := m.columns(b.wide - pad)
	return names != nil && m.every(names, b) == 2
}

// every is of how many neighbouring columns one can be named in a line.
func (m *Matrix) every(names []string, b box) int { return stride(b.wide, min(widest(names), 60)+pad) }

// whole makes the size of cells a whole number of pixels, or that of all of them together where they are small.
func whole(size float64, cells int) float64 {
	if size >= 4 {
		return math.Floor(size)
	}
	return math.Max(math.Floor(size*float64(cells)), 1) / float64(cells)
}

// draw adds the matrix to a picture in pixels.
func (m *Matrix) draw(p *picture.Picture) {
	p.Alt = m.Alt
	if m.Rows < 1 || m.Cols < 1 {
		return
	}
	w, h := float64(p.View.W), float64(p.View.H)
	b := m.lay(w, h)
	rows, cols := m.Rows, m.Cols
	if b.high < 4 {
		rows = max(1, int(math.Round(b.high*float64(m.Rows))))
	}
	if b.wide < 4 {
		cols = max(1, int(math.Round(b.wide*float64(m.Cols))))
	}
	values, row := make([]float64, rows*cols), make([]float64, m.Cols)
	columns := make([]int, cols)
	for j := range columns {
		columns[j] = shown(j, cols, m.Cols)
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range rows {
		m.Row(shown(i, rows, m.Rows), row)
		out := values[i*cols:][:len(columns)]
		for j, from := range columns {
			v := row[from]
			out[j] = v
			if v < lo { // min and max are calls in WebAssembly; what is no number is passed over
				lo = v
			}
			if v > hi {
				hi = v
			}
		}
	}
	if m.Lo != 0 || m.Hi != 0 {
		lo, hi = m.Lo, m.Hi
	}
	r := &picture.Raster{Kind: picture.Sequential, Sharp: true, Lo: min(lo, 0), Hi: hi, Name: m.Name, Says: m.Says}
	if m.Signed || lo < 0 && hi > 0 {
		r.Kind = picture.Diverging
	} else if lo < 0 {
		r.Lo, r.Hi = lo, 0
	}
	if r.Hi <= r.Lo {
		r.Hi = r.Lo + 1
	}
	method.PutRaster(p, r, values, cols, b.left, b.top, b.wide*float64(m.Cols)/float64(cols),
		b.high*float64(m.Rows)/float64(rows))
	if r.Kind == picture.Diverging { // where there is no number, it is none of the largest
		r.Hi = math.Max(-lo, hi)
		r.Lo = -r.Hi
	}
	m.name(p, b)
	if rows == m.Rows && cols == m.Cols && (m.Counts || m.Rows <= mostWritten && m.Cols <= mostWritten) {
		m.write(p, b, values, r)
	}
	if m.Key != "" {
		x1, y1 := b.left+b.wide*float64(m.Cols), b.top-b.high*float64(m.Rows)
		p.Unseen = append(p.Unseen, &picture.Path{Closed: true, Cells: [2]int{m.Cols, m.Rows}, Keys: []string{m.Key},
			XY: []float64{b.left, b.top, x1, b.top, x1, y1, b.left, y1}})
	}
	if m.Alt == "" {
		p.Alt = "A matrix of " + words.Count(m.Rows, "row") + " and " + words.Count(m.Cols, "column") +
			". Its values go from " +
			words.Number(lo) + " to " + words.Number(hi) + "."
	}
}

// mostWritten is up to how many rows and columns the numbers stand in their cells.
const mostWritten = 6

// write writes the numbers into cells that have room for them.
func (m *Matrix) write(p *picture.Picture, b box, values []float64, r *picture.Raster) {
	for k, v := range values {
		i, j := k/m.Cols, k%m.Cols
		text := ""
		for digits := 3; digits > 0 && v == v && b.high >= line && text == ""; digits-- {
			s := words.Number(words.Significant(v, digits))
			if m.Counts {
				s, digits = strconv.Itoa(int(v)), 0
			}
			if picture.TextWidth(s, picture.LabelSize) <= b.wide-2*pad {
				text = s
			}
		}
		if text == "" {
			continue
		}
		p.Add(&picture.Label{Role: picture.RoleGuide, X: b.left + b.wide*(float64(j)+0.5), Y: b.top - b.high*(float64(i)+0.5),
			Text: text, Says: "the numbers", On: valueColour(r, v)})
	}
}

// valueColour is the colour of a value in a raster; the middle of both, or the least one, where all are alike.
func valueColour(r *picture.Raster, v float64) *picture.ValueColour {
	c := &picture.ValueColour{Diverging: r.Kind == picture.Diverging}
	if c.Diverging {
		c.Share = 0.5
	}
	// Halves, as the range may be larger than float64 goes.
	if wide := r.Hi/2 - r.Lo/2; wide > 0 && !math.IsInf(wide, 0) {
		c.Share = min(max((v/2-r.Lo/2)/wide, 0), 1)
	}
	return c
}

// shown is which of n lines stands at place i of so many.
func shown(i, of, n int) int { return (2*i + 1) * n / (2 * of) }

// name writes names beside the rows and above the columns, and parts the groups.
func (m *Matrix) name(p *picture.Picture, b box) {
	text := func(l *picture.Label, most float64) {
		if l.Text = picture.CutName(l.Text, most); l.Text != "" {
			l.Role = picture.RoleGuide
			p.Add(l)
		}
	}
	if every := stride(b.high, line); m.RowNames != nil {
		for i := 0; i < m.Rows; i += every {
			text(&picture.Label{X: b.left, Y: b.top - b.high*(float64(i)+0.5), Text: m.RowNames[i], Anchor: picture.AnchorEnd},
				b.left-pad)
		}
	}
	if names := m.columns(b.wide - pad); names != nil {
		every, twice := m.every(names, b), 0
		most := b.wide*float64(every) - 2
		if m.twice(b) {
			every, twice = 1, 1
		}
		for j := 0; j < m.Cols; j += every {
			up := float64(j % 2 * twice)
			l := &picture.Label{X: b.left + b.wide*(float64(j)+0.5), Y: b.top + line*(0.5+up), Text: names[j]}
			if names[j] != m.ColNames[j] && len(m.Numbers) > 0 {
				if _, err := strconv.Atoi(names[j]); err == nil {
					l.Says = m.Numbers
				}
			}
			if m.ColKeys != nil {
				l.Key = m.ColKeys[j]
			}
			text(l, most)
		}
	}
	parts, at := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass,
		Says: "border between two groups of rows"}, 0
	x1, y1 := b.left+b.wide*float64(m.Cols), b.top-b.high*float64(m.Rows)
	for k, g := range m.Groups {
		middle := float64(at) + float64(g.N)/2
		if m.RowNames == nil && b.high*float64(g.N) >= line-2 {
			text(&picture.Label{X: b.left, Y: b.top - b.high*middle, Text: g.Name, Anchor: picture.AnchorEnd}, b.left-pad)
		}
		if m.Alike && m.ColNames == nil {
			text(&picture.Label{X: b.left + b.wide*middle, Y: b.top + line/2, Text: g.Name}, b.wide*float64(g.N)-2)
		}
		if at += g.N; k < len(m.Groups)-1 {
			y := b.top - b.high*float64(at)
			parts.AddLine(b.left, y, x1, y)
			if x := b.left + b.wide*float64(at); m.Alike {
				parts.AddLine(x, b.top, x, y1)
			}
		}
	}
	if len(parts.XY) > 0 {
		p.Add(parts)
	}
}

// columns are the names of the columns: without units, without the words that all begin with, or short ones, where so
// many pixels are too few.
func (m *Matrix) columns(most float64) []string {
	names := m.ColNames
	if names == nil {
		return nil
	}
	for _, less := range []func() []string{
		func() []string {
			bare := make([]string, len(names))
			for j, s := range names {
				bare[j] = picture.BareName(s)
			}
			return bare
		},
		func() []string { return endings(names) },
		func() []string { return m.Short },
	} {
		if widest(names) <= most {
			break
		}
		if list := less(); list != nil {
			names = list
		}
	}
	return names
}

// endings are names without the words that all of them begin with: "0" of "digit 0". nil = the rests are more than a
// word each, or there are none.
func endings(names []string) []string {
	common := ""
	for j, s := range names {
		begin := s[:strings.LastIndex(s, " ")+1]
		if j == 0 {
			common = begin
		}
		if begin == "" || begin != common {
			return nil
		}
	}
	list := make([]string, len(names))
	for j, s := range names {
		list[j] = s[len(common):]
	}
	return list
}

// widest is the width of the widest of some names.
func widest(names []string) (most float64) {
	for _, s := range names {
		most = max(most, picture.TextWidth(s, picture.LabelSize))
	}
	return most
}

// stride is of how many neighbours one is named, where each has so much room and a name takes some.
func stride(room, name float64) int { return max(1, int(math.Ceil(name/room-1e-9))) }

// GroupsOf are the groups of rows of kinds 0, 1, ..., and the rows in the order of these; those of kind -1 come last.
func GroupsOf(kind []int, name func(k int) string) (groups []Group, order []int) {
	most := -1
	for i, k := range kind {
		order, most = append(order, i), max(most, k)
	}
	place := func(i int) int {
		if kind[i] < 0 {
			return most + 1
		}
		return kind[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return place(a) - place(b) })
	for n, i := range order {
		if n > 0 && kind[order[n-1]] == kind[i] {
			groups[len(groups)-1].N++
		} else {
			groups = append(groups, Group{name(kind[i]), 1})
		}
	}
	return groups, order
}
