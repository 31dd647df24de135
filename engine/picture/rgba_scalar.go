package picture

import "math"

// scalar paints Decision, Interior, Sequential and Diverging rasters.
func (s *rasterPainter) scalar() {
	_, lo, scale := s.scalarTable()
	plane, nan := s.convert(&s.pos, s.r.Planes[0], lo, scale)
	if nan {
		s.markNaN(s.r.Planes[0])
	}
	clear(grow(&s.off, s.gw-1))
	for y := range s.h {
		j, fy := s.cellRow(y)
		dst := s.px[y*s.w : (y+1)*s.w]
		s.cells(dst, plane, j, fy, tableLen-1)
		if nan {
			for _, i := range s.specials(j) {
				if s.cornerNaN(i, j) {
					x, e := s.span(i)
					s.hatch(dst[x:e], x, y)
				}
			}
		}
	}
}

// markNaN sets win to noWin where the plane is NaN, else to 0.
func (s *rasterPainter) markNaN(plane []float32) {
	win := grow(&s.win, s.gw*s.gh)
	gw, gh := s.r.Grid.W, s.r.Grid.H
	for j := range s.gh {
		row := plane[min(j, gh-1)*gw:][:gw]
		for i := range s.gw {
			win[j*s.gw+i] = 0
			if v := row[min(i, gw-1)]; v != v {
				win[j*s.gw+i] = noWin
			}
		}
	}
	s.specialRow = -1
}

// specials lists the cells of row j whose corners differ in win, or are noWin.
func (s *rasterPainter) specials(j int) []int32 {
	if j == s.specialRow {
		return s.special
	}
	s.special, s.specialRow = s.special[:0], j
	a, b := s.win[j*s.gw:(j+1)*s.gw], s.win[(j+1)*s.gw:(j+2)*s.gw]
	b = b[:len(a)]
	left := uint(a[0]) | uint(b[0])<<8
	for i := 1; i < len(a); i++ {
		right := uint(a[i]) | uint(b[i])<<8
		if right != left || right>>8 != right&255 || right == noWin<<8|noWin {
			s.special = append(s.special, int32(i-1))
		}
		left = right
	}
	return s.special
}

// cornerNaN reports whether a corner of cell (i, j) is noWin.
func (s *rasterPainter) cornerNaN(i int32, j int) bool {
	w := s.win[j*s.gw+int(i):]
	return w[0] == noWin || w[1] == noWin || w[s.gw] == noWin || w[s.gw+1] == noWin
}

// colours identifies the contents of a colour table: what its colours depend on.
type colours struct {
	pal  *Palette
	kind RasterKind
	a, b int
}

// scalarTable fills the table with the colours of a one-plane raster, unless it has them already. It returns the table
// and the mapping from values to positions in it. An empty range gives the colour of its middle (for a Decision: full
// shading).
func (s *rasterPainter) scalarTable() (t *table, lo, scale float64) {
	r := s.r
	lo, hi := r.Lo, r.Hi
	of := colours{s.pal, r.Kind, 0, 1}
	if r.Kind == Decision && len(r.Classes) == 2 && r.Classes[0] >= 0 && r.Classes[1] >= 0 {
		of.a, of.b = r.Classes[0], r.Classes[1]
	}
	if s.of != of {
		s.of = of
		s.fillTable()
	}
	t = (*table)(s.tab[:])
	switch r.Kind {
	case Decision:
		lo, hi = -r.Hi, r.Hi
		if !(hi > 0) {
			hi = 1e-30
			lo = -hi
		}
	case Interior:
		lo = -r.Hi
	}
	if span := hi - lo; span > 0 && !math.IsInf(span, 0) {
		return t, lo, tableLen / span
	}
	return t, -tableLen / 2, 1
}

func (s *rasterPainter) fillTable() {
	t := s.pal.lut()
	switch s.of.kind {
	case Decision:
		copy(s.tab[:], s.pal.decisionTable(s.of.a, s.of.b)[:])
	case Interior:
		copy(s.tab[:], t.inside[:])
	case Sequential:
		copy(s.tab[:], t.sequential[:])
	default:
		copy(s.tab[:], t.diverging[:])
	}
}

// hatch paints diagonal stripes for unknown values, from pixel (x, y) on.
func (s *rasterPainter) hatch(px []uint32, x, y int) {
	c := s.pal.Unknown.pack()
	d := mixColor(s.pal.Unknown, s.pal.Stage, 0.6).pack()
	for i := range px {
		px[i] = c
		if (x+y)*s.each&4 != 0 {
			px[i] = d
		}
		x++
	}
}
