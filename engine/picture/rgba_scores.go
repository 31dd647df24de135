package picture

import "math"

// winner returns the plane with the largest value at a node (the first of equals; noWin if a value is NaN), and its
// distance to the second largest value (NaN if there is none).
func (r *Raster) winner(node int) (win uint8, lead float32) {
	k, best, second := 0, float32(math.NaN()), float32(math.NaN())
	for i, p := range r.Planes {
		v := p[node]
		switch {
		case v != v:
			return noWin, 0
		case i == 0:
			best = v
		case v > best:
			k, best, second = i, v, best
		case i == 1 || v > second:
			second = v
		}
	}
	return uint8(k), best - second
}

// winners fills s.win with the winning plane at each node and, if lead is given, lead with the distance to the second
// as table positions.
func (s *rasterPainter) winners(lead []int32, scale float64) {
	gw, gh := s.r.Grid.W, s.r.Grid.H
	win := grow(&s.win, s.gw*s.gh)
	s.specialRow = -1
	for j := range gh {
		for i := range gw {
			k, d := s.r.winner(j*gw + i)
			if win[j*s.gw+i] = k; lead != nil {
				x := float64(d) * scale
				if !(x < maxPos) { // also for a single plane, whose lead is unlimited
					x = maxPos
				}
				lead[j*s.gw+i] = int32(x)
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
