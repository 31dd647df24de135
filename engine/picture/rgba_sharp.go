package picture

import "math"

// sharp paints each tile in one colour.
func (s *rasterPainter) sharp() {
	gw, gh := s.r.Grid.W, s.r.Grid.H
	line, at := grow(&s.line, gw), grow(&s.at, s.w)
	tile := func(axis, x, n, of int) int {
		if b := s.r.Boxes; b != nil && n != of {
			return b.tile(axis, n, (float64(x)+0.5)*float64(n)/float64(of))
		}
		return min(x*n/of, n-1)
	}
	for x := range at {
		at[x] = int32(tile(0, x, gw, s.w))
	}
	colors := s.nodeColors()
	paint := func(i0, j0, i1, j1 int) {
		x0, x1 := 0, s.w
		for x0 < s.w && int(at[x0]) < i0 {
			x0++
		}
		for x1 > 0 && int(at[x1-1]) >= i1 {
			x1--
		}
		known := -1 // row of tiles of the previous row of pixels
		for y := j0 * s.h / gh; y < s.h; y++ {
			j := tile(1, y, gh, s.h)
			if j < j0 {
				continue
			}
			if j >= j1 {
				break
			}
			dst := s.px[y*s.w+x0 : y*s.w+x1]
			if j == known {
				copy(dst, s.px[(y-1)*s.w+x0:])
				continue
			}
			known = j
			if gw == s.w {
				colors(j, i0, dst)
				continue
			}
			colors(j, i0, line[i0:i1])
			for x, i := range at[x0:x1] {
				dst[x] = line[i]
			}
		}
	}
	if s.again {
		s.r.Touched(paint)
	} else {
		paint(0, 0, gw, gh)
	}
	s.hatchUnknown()
}

// unknownPixel marks a tile to be hatched: it is transparent, unlike any tint.
const unknownPixel = 0

// hatchUnknown replaces transparent pixels by the hatching.
func (s *rasterPainter) hatchUnknown() {
	if !s.unknown {
		return
	}
	for i, c := range s.px {
		if c == unknownPixel {
			s.hatch(s.px[i:i+1], i%s.w, i/s.w)
		}
	}
}

// nodeColors returns a function that computes the colours of nodes of row j, beginning at node from.
func (s *rasterPainter) nodeColors() func(j, from int, out []uint32) {
	r := s.r
	gw := r.Grid.W
	s.unknown = false
	switch r.Kind {
	case Labels:
		tint := s.labelTints()
		return func(j, from int, out []uint32) {
			row := r.Planes[0][j*gw+from:][:len(out)]
			sum, beyond := float32(0), int32(0)
			for i, v := range row {
				k := int32(v)
				out[i] = tint[uint8(k)]
				beyond |= k + 1
				sum += v * 0 // NaN if v is not finite
			}
			if sum == sum && uint32(beyond) < 256 {
				return
			}
			for i, v := range row {
				if v-v != 0 {
					out[i], s.unknown = unknownPixel, true
				} else {
					out[i] = s.pal.flatTint(int(v)).pack()
				}
			}
		}
	case Shares:
		tints := s.shareTints()
		at := grow(&s.left, len(r.Planes))
		if len(r.Planes) == 2 {
			return func(j, from int, out []uint32) {
				p, q := r.Planes[0][j*gw+from:][:len(out)], r.Planes[1][j*gw+from:][:len(out)]
				c, a, b := uint32(unknownPixel), float32(math.NaN()), float32(0)
				for i, v := range p {
					if w := q[i]; v != a || w != b {
						a, b = v, w
						at[0], at[1] = v, w
						if cr, cg, cb, ok := mixShares(tints, at, at, 0); ok {
							c = packRGB(cr, cg, cb)
						} else {
							c, s.unknown = unknownPixel, true
						}
					}
					out[i] = c
				}
			}
		}
		return func(j, from int, out []uint32) {
			c := uint32(unknownPixel)
			for i := range out {
				n := j*gw + from + i
				same := i > 0
				for _, p := range r.Planes {
					same = same && p[n] == p[n-1]
					if !same {
						break
					}
				}
				if !same {
					for k, p := range r.Planes {
						at[k] = p[n]
					}
					if cr, cg, cb, ok := mixShares(tints, at, at, 0); ok {
						c = packRGB(cr, cg, cb)
					} else {
						c, s.unknown = unknownPixel, true
					}
				}
				out[i] = c
			}
		}
	case Scores:
		lut := s.pal.lut()
		scale := float32(1e30)
		if r.Hi > 0 {
			scale = float32(tableLen / 2 / r.Hi)
		}
		return func(j, from int, out []uint32) {
			for i := range out {
				best, second, k := float32(math.Inf(-1)), float32(math.Inf(-1)), -1
				for c, p := range r.Planes {
					v := p[j*gw+from+i]
					if v > best || k < 0 {
						best, second, k = v, best, c
					} else if v > second {
						second = v
					}
					if v != v {
						k = -1
						break
					}
				}
				if k < 0 {
					out[i], s.unknown = unknownPixel, true
					continue
				}
				n := tableLen/2 - 1
				if q := (best - second) * scale; q < tableLen/2-1 {
					n = int(q)
				}
				out[i] = lut.class[max(r.classOf(k), 0)%Classes][n]
			}
		}
	}
	if r.Kind == Colors {
		return func(j, from int, out []uint32) {
			for i := range out {
				var c [3]uint8
				known := len(r.Planes) == 3
				for k, p := range r.Planes[:min(3, len(r.Planes))] {
					v := p[j*gw+from+i]
					known = known && v == v
					c[k] = uint8(min(max(v+0.5, 0), 255))
				}
				if out[i] = (Color{c[0], c[1], c[2], 255}).pack(); !known {
					out[i], s.unknown = unknownPixel, true
				}
			}
		}
	}
	t, lo, scale := s.scalarTable()
	return func(j, from int, out []uint32) {
		c, a := uint32(unknownPixel), float32(math.NaN())
		for i, v := range r.Planes[0][j*gw+from:][:len(out)] {
			if v != a { // another region begins
				if a = v; v != v {
					c, s.unknown = unknownPixel, true
				} else {
					x, n := (float64(v)-lo)*scale, 0 // without min and max, which are function calls in WebAssembly
					if x >= tableLen-1 {
						n = tableLen - 1
					} else if x > 0 {
						n = int(x)
					}
					c = t[n]
				}
			}
			out[i] = c
		}
	}
}

// paintVeil fades the pixels towards the stage's colour. NaN does not veil.
func (s *rasterPainter) paintVeil() {
	const full = 256
	veil, _ := s.convert(&s.veil, s.r.Veil, 0, full)
	const even = 0x00ff00ff
	ground := s.pal.Stage.pack()
	stage := uint64(ground&even) | uint64(ground>>8&even)<<32
	s.of = colours{}
	for i := range full + 1 {
		s.tab[i] = uint32(i)
	}
	clear(grow(&s.off, s.gw-1))
	line := grow(&s.line, s.w)
	for y := range s.h {
		j, fy := s.cellRow(y)
		s.cells(line, veil, j, min(max(fy, 0), 65536), full)
		dst := s.px[y*s.w : (y+1)*s.w][:len(line)]
		for x, q := range line {
			if q == 0 {
				continue
			}
			// Two bytes of a pixel in each half of a word.
			v := (uint64(dst[x]&even)|uint64(dst[x]>>8&even)<<32)*uint64(full-q) + stage*uint64(q)
			dst[x] = uint32(v>>8)&even | uint32(v>>32)&^even
		}
	}
}
