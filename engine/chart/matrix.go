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

// Matrix shows a matrix as a picture: a cell for each number, colored by it, with the first row at the top. Rows and
// columns have names if there is room. If there are more cells than pixels, each pixel shows one of its cells.
type Matrix struct {
	Rows, Cols int
	// Row writes row i of the matrix to out, which has Cols numbers.
	Row func(i int, out []float64)
	// Lo and Hi are the range of the color scale, which is extended to include 0; both 0 = the range of the values. If
	// values have both signs, 0 is in the middle of the scale.
	Lo, Hi float64
	Signed bool   // values may have both signs, even if these don't
	Counts bool   // values are counts, written with all digits in cells with room for them, however many cells there are
	Name   string // name of the values
	Says   string // legend text
	// Names of the rows and columns; nil = those of Groups, or none. Short are shorter names of columns, for narrow ones.
	// ColKeys are keys of the columns' names.
	RowNames, ColNames, Short []string
	ColKeys                   []string
	// Numbers is the legend text that explains the columns' names if only their numbers are shown.
	Numbers string
	// Groups are sets of adjacent rows, in order, and with Alike also of columns, separated by lines.
	Groups []Group
	Alike  bool // columns mean the same as rows
	// Key is the prefix of the cells' keys: picture.CellKey, and picture.LineKey for a row together with the column of
	// the same number; "" = none.
	Key  string
	Alt  string
	Noun string // name of a value in the readout of a cell; "" = Name
}

// Group is a set of adjacent rows.
type Group struct {
	Name string
	N    int
}

// line is the height of a line of text, pad the gap between names and cells, in pixels.
const line, pad = 13.0, 4.0

// mostOfName is the largest width of a name beside a row, in pixels.
const mostOfName = 110.0

// Panel returns a panel with the matrix, which make describes when it is drawn. If the receiver has a Key, it is the
// matrix's, and the panel describes its cells: their value, and the names of row and column.
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

// told describes a cell.
func (m *Matrix) told(row, col int) (t method.Told) {
	values := make([]float64, m.Cols)
	m.Row(row, values)
	t.Answer = words.Text("%s %s", words.Capital(cmp.Or(m.Noun, m.Name)), words.Number(values[col]))
	if m.RowNames != nil && m.ColNames != nil {
		t.Lines = []string{words.Text("%s, %s", m.RowNames[row], m.ColNames[col])}
	}
	return t
}

// box is the position of the top left corner of the cells, in pixels from the lower left corner of the picture, and the
// size of a cell.
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

// size sets the size of the cells in a picture of width w, of which height h is available below the names of the
// columns.
func (b *box) size(m *Matrix, w, h float64) {
	b.wide, b.high = (w-b.left-pad)/float64(m.Cols), (h-pad)/float64(m.Rows)
	if m.Alike { // cells of a symmetric matrix are squares
		b.wide = min(b.wide, b.high)
		b.high = b.wide
	} else {
		const most = 40 // largest useful size
		b.wide, b.high = min(b.wide, 2*most), min(b.high, most)
	}
	// Borders of cells are between pixels, so that no pixel mixes two colors. Small cells are sampled, one per pixel.
	b.wide, b.high = whole(b.wide, m.Cols), whole(b.high, m.Rows)
}

// twice reports whether the columns' names alternate between two lines, because they are too long for one.
func (m *Matrix) twice(b box) bool {
	names := m.columns(b.wide - pad)
	return names != nil && m.every(names, b) == 2
}

// every returns k if every k-th column can have its name in one line.
func (m *Matrix) every(names []string, b box) int { return stride(b.wide, min(widest(names), 60)+pad) }

// whole rounds the size of cells down to whole pixels or, if they are smaller than 4 pixels, their total size.
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
			if v < lo { // min and max are function calls in WebAssembly; NaN is skipped
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
	if r.Kind == picture.Diverging { // PutRaster ignores m.Lo and m.Hi, and a NaN would make its range NaN
		r.Hi = math.Max(-lo, hi)
		r.Lo = -r.Hi
	}
	m.name(p, b)
	if rows == m.Rows && cols == m.Cols && (m.Counts || m.Rows <= mostWritten && m.Cols <= mostWritten) {
		m.write(p, b, values, r)
	}
	if m.Key != "" {
		x1, y1 := b.left+b.wide*float64(m.Cols), b.top-b.high*float64(m.Rows)
		p.Hits = append(p.Hits, picture.Spot{Kind: picture.Cells, Key: m.Key,
			XY: []float64{b.left, b.top, x1, b.top, x1, y1, b.left, y1},
			Z:  []float64{float64(m.Cols), float64(m.Rows), 0, 0}})
	}
	if m.Alt == "" {
		p.Alt = words.Text("A matrix of %s and %s. Its values go from %s to %s.", words.Count(m.Rows, "row"),
			words.Count(m.Cols, "column"), words.Number(lo), words.Number(hi))
	}
}

// mostWritten is the largest number of rows and columns with which numbers are written in the cells.
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

// valueColour returns the color of a value in a raster; that of the middle, or of the smallest value, if all are equal.
func valueColour(r *picture.Raster, v float64) *picture.ValueColour {
	c := &picture.ValueColour{Diverging: r.Kind == picture.Diverging}
	if c.Diverging {
		c.Share = 0.5
	}
	// Halves, because the range may exceed the largest float64.
	if wide := r.Hi/2 - r.Lo/2; wide > 0 && !math.IsInf(wide, 0) {
		c.Share = min(max((v/2-r.Lo/2)/wide, 0), 1)
	}
	return c
}

// shown returns which of n rows or columns is shown at position i, 0..of-1.
func shown(i, of, n int) int { return (2*i + 1) * n / (2 * of) }

// name writes the names of the rows and columns, and separates the groups.
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

// columns returns the names of the columns, shortened until they fit into most pixels or nothing more can be done:
// first without units, then without their common beginning, then Short. nil = there are no names.
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

// endings returns the last words of names that have all other words in common: "0" of "digit 0". nil = they have not,
// or consist of one word.
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

// widest returns the width of the widest name.
func widest(names []string) (most float64) {
	for _, s := range names {
		most = max(most, picture.TextWidth(s, picture.LabelSize))
	}
	return most
}

// stride returns k if every k-th item can have a name, given the space per item and the width of a name.
func stride(room, name float64) int { return max(1, int(math.Ceil(name/room-1e-9))) }

// GroupsOf returns the groups of rows of kinds 0, 1, ..., and the rows in this order; rows of kind -1 come last.
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
