package picture

import "math"

// sortable maps a float's bits to an int32 with the same order. It is its own inverse.
func sortable(bits int32) int32 { return bits ^ int32(uint32(bits>>31)>>1) }

// ranks are the winning planes at the nodes of a raster.
type ranks struct {
	win  []uint8   // plane with the largest value, the first of equals; noWin if one is NaN
	lead []float32 // distance to the second largest value; NaN if there is none; nil unless the raster is Scores
}

// ranked computes the ranks, once for borders and painting. There must be fewer planes than noWin.
func (r *Raster) ranked() *ranks {
	if r.ranks != nil {
		return r.ranks
	}
	g := r.Grid
	n := g.W * g.H
	r.ranks = &ranks{win: make([]uint8, n)}
	if !fastRanks {
		r.plainRanks(r.ranks)
		return r.ranks
	}
	if len(r.Planes) == 2 && r.Kind == Shares {
		ofTwo(r.ranks.win, r.Planes[0], r.Planes[1])
		return r.ranks
	}
	if r.Kind == Scores {
		r.ranks.lead = make([]float32, n)
	}
	best, second := make([]int64, g.W), make([]int64, g.W)
	for at := 0; at < n; at += g.W {
		win := r.ranks.win[at:][:g.W]
		nan := topTwo(r.Planes, at, best, second)
		for i, b := range best[:len(win)] {
			win[i] = uint8(^b)
		}
		var lead []float32
		if r.ranks.lead != nil {
			lead = r.ranks.lead[at:][:g.W]
		}
		for i := range lead {
			b, c := best[i], second[i]
			lead[i] = math.Float32frombits(uint32(sortable(int32(b>>8)))) - math.Float32frombits(uint32(sortable(int32(c>>8))))
		}
		if !nan {
			continue
		}
		for _, p := range r.Planes {
			for i, v := range p[at:][:len(win)] {
				if v != v {
					win[i] = noWin
					if lead != nil {
						lead[i] = 0
					}
				}
			}
		}
	}
	return r.ranks
}

// plainRanks computes the ranks node by node.
func (r *Raster) plainRanks(to *ranks) {
	if r.Kind == Scores {
		to.lead = make([]float32, len(to.win))
	}
	for i := range to.win {
		win, best, second := 0, float32(math.NaN()), float32(math.NaN())
		for k, p := range r.Planes {
			v := p[i]
			if v != v {
				win, best, second = noWin, 0, 0
				break
			}
			switch {
			case k == 0:
				best = v
			case v > best:
				win, best, second = k, v, best
			case k == 1 || v > second:
				second = v
			}
		}
		to.win[i] = uint8(win)
		if to.lead != nil {
			to.lead[i] = best - second
		}
	}
}

// ofTwo sets win to the number (0 or 1) of the plane with the larger share at each node, 0 if both are equal, noWin if
// one is NaN.
func ofTwo(win []uint8, p, q []float32) {
	win, q = win[:len(p)], q[:len(p)]
	for i, v := range p {
		w, k := q[i], uint8(0)
		if w > v {
			k = 1
		}
		if v+w != v+w && (v != v || w != w) { // not ∞ − ∞
			k = noWin
		}
		win[i] = k
	}
}

// topTwo finds the largest and the second largest value at nodes n..n+len(best)-1, as sortable bits followed by eight
// bits of the inverted plane number. It reports whether there was a NaN.
func topTwo(planes [][]float32, n int, best, second []int64) (nan bool) {
	second = second[:len(best)]
	for i := range best {
		best[i], second[i] = math.MinInt32<<8, math.MinInt32<<8
	}
	acc := int32(0)
	for k, p := range planes {
		p, low := p[n:][:len(best)], int64(255-k)
		for i, v := range p {
			bits := int32(math.Float32bits(v + 0)) // -0 becomes 0
			acc |= 0x7f800000 - bits&0x7fffffff    // negative for a NaN
			q, b, c := int64(sortable(bits))<<8|low, best[i], second[i]
			d := b - q
			d &= d >> 63
			best[i] = b - d // the larger one; q + d is the smaller one
			e := c - q - d
			second[i] = c - e&(e>>63)
		}
	}
	return acc < 0
}

// winners fills s.win with the winning plane at each node and, if lead is given, lead with the distance to the second
// as table positions.
func (s *rasterPainter) winners(lead []int32, scale float64) {
	gw, gh := s.r.Grid.W, s.r.Grid.H
	win := grow(&s.win, s.gw*s.gh)
	ranks := s.r.ranked()
	s.specialRow = -1
	for j := range gh {
		copy(win[j*s.gw:], ranks.win[j*gw:][:gw])
		if lead != nil {
			out := lead[j*s.gw:][:gw]
			for i, v := range ranks.lead[j*gw:][:len(out)] {
				x := float64(v) * scale
				if !(x < maxPos) { // also for a single plane, whose lead is unlimited
					x = maxPos
				}
				out[i] = int32(x)
			}
		}
	}
	double(s, win)
	if lead != nil {
		double(s, lead)
	}
}

// classOf returns the class id of plane k.
func (r *Raster) classOf(k int) int {
	if k < len(r.Classes) {
		return r.Classes[k]
	}
	return k
}

// scores paints Scores. If the four corners of a cell have one winner, so has the whole cell (differences of bilinear
// functions are bilinear), and only the lead is interpolated; the few other cells are computed from all planes.
func (s *rasterPainter) scores() {
	r := s.r
	hi := r.Hi
	if !(hi > 0) {
		hi = 1e-30
	}
	scale := tableLen / 2 / hi * (1 << fracBits)
	lead := grow(&s.lead, s.gw*s.gh)
	s.winners(lead, scale)
	const half = tableLen / 2
	if of := (colours{pal: s.pal, kind: Scores}); s.of != of {
		s.of = of
		for k := range Classes {
			copy(s.tab[k*half:], s.pal.lut().class[k][:])
		}
	}
	var at [256]int64 // offset of each plane's table; noWin: any, as it is painted over
	for k := range r.Planes {
		at[k] = int64(max(r.classOf(k), 0) % Classes * half)
	}
	off := grow(&s.off, s.gw-1)
	offRow := -1 // the row of cells that off is for
	for y := range s.h {
		j, fy := s.cellRow(y)
		dst := s.px[y*s.w : (y+1)*s.w]
		if fastWinners {
			if j != offRow {
				offRow = j
				for i, k := range s.win[j*s.gw:][:len(off)] {
					off[i] = at[k]
				}
			}
			s.cells(dst, lead, j, fy, half-1)
		}
		for _, i := range s.contested(j) {
			x, e := s.span(i)
			if x == e {
				continue
			}
			if !s.mix(int(i), j, float32(fy)/65536) {
				s.hatch(dst[x:e], x, y)
				continue
			}
			s.scorePixels(dst[x:e], s.fx[x:e], float32(scale)/(1<<fracBits), &at)
		}
	}
}

// contested lists the cells of row j that are painted from all planes.
func (s *rasterPainter) contested(j int) []int32 {
	if fastWinners {
		return s.specials(j)
	}
	s.special = s.special[:0]
	for i := range s.gw - 1 {
		s.special = append(s.special, int32(i))
	}
	return s.special
}

// mix interpolates all planes on the left and right edge of cell (i, j) at height fy. It returns false if a corner is
// unknown.
func (s *rasterPainter) mix(i, j int, fy float32) bool {
	g := s.r.Grid
	if s.cornerNaN(int32(i), j) {
		return false
	}
	i1, j1 := min(i+1, g.W-1), min(j+1, g.H-1)
	a, b, c, d := j*g.W+i, j*g.W+i1, j1*g.W+i, j1*g.W+i1
	left, right := grow(&s.left, len(s.r.Planes)), grow(&s.right, len(s.r.Planes))
	for k, p := range s.r.Planes {
		left[k] = p[a] + (p[c]-p[a])*fy
		right[k] = p[b] + (p[d]-p[b])*fy
	}
	return true
}

func (s *rasterPainter) scorePixels(px []uint32, fx []int32, scale float32, at *[256]int64) {
	left, right := s.left, s.right[:len(s.left)]
	const half = tableLen / 2
	for p := range px {
		f := float32(fx[p]) / 65536
		best, second, k := float32(math.Inf(-1)), float32(math.Inf(-1)), 0
		for c, a := range left {
			v := a + (right[c]-a)*f
			if v > best {
				best, second, k = v, best, c
			} else if v > second {
				second = v
			}
		}
		n := half - 1
		if q := (best - second) * scale; q < half-1 {
			n = int(q)
		}
		px[p] = s.tab[int(at[k])+n]
	}
}

// winnerShare is the part of a share's colour that comes from the winner alone. It makes the visible step at the
// borders.
const winnerShare = 0.5
