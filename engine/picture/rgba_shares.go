package picture

import "math"

// shareTint holds the tints of each plane's class, R, G, B 0..255.
type shareTint struct{ soft, deep [3]float32 }

func (s *rasterPainter) shareTints() []shareTint {
	out := make([]shareTint, len(s.r.Planes))
	for k := range out {
		bytes := func(c Color) [3]float32 { return [3]float32{float32(c.R), float32(c.G), float32(c.B)} }
		class := max(s.r.classOf(k), 0)
		out[k] = shareTint{bytes(s.pal.Tint(class, 0)), bytes(s.pal.flatTint(class))}
	}
	return out
}

// mixShares mixes the deep tints by the shares (the k-th is left[k] + f*(right[k] - left[k])), and mixes the result
// with the winner's own tint, which is paler for a smaller share. While one plane wins, the colour is linear in the
// shares.
func mixShares(tints []shareTint, left, right []float32, f float32) (r, g, b float32, ok bool) {
	var sum, best float32
	win := 0
	for k := range tints {
		v := left[k] + (right[k]-left[k])*f
		if v != v {
			return 0, 0, 0, false
		}
		v = max(v, 0)
		if v > best {
			best, win = v, k
		}
		sum += v
		t := &tints[k].deep
		r += v * t[0]
		g += v * t[1]
		b += v * t[2]
	}
	if !(sum > 0) || sum > math.MaxFloat32 {
		return 0, 0, 0, false
	}
	u, x := (1-winnerShare)/sum, best/sum
	t := &tints[win]
	mix := func(mixed float32, c int) float32 {
		return mixed*u + winnerShare*(t.soft[c]+(t.deep[c]-t.soft[c])*x)
	}
	return mix(r, 0), mix(g, 1), mix(b, 2), true
}

func packRGB(r, g, b float32) uint32 { return rgba(int(r+0.5), int(g+0.5), int(b+0.5)) }

// shares paints Shares. In cells with one winner the mixed colour is bilinear in the shares, so the colour is
// interpolated; other cells are computed from all planes.
func (s *rasterPainter) shares() {
	r := s.r
	tints := s.shareTints()
	s.winners(nil, 0)
	rgb := grow(&s.rgb, s.gw*s.gh)
	for j := range r.Grid.H {
		s.shareRow(j, tints, rgb[j*s.gw:])
		if r.Grid.W == 1 {
			s.win[j*s.gw+1] = s.win[j*s.gw]
		}
	}
	if r.Grid.H == 1 {
		copy(s.win[s.gw:2*s.gw], s.win[:s.gw])
	}
	double(s, rgb)
	for y := range s.h {
		j, fy := s.cellRow(y)
		fy = min(max(fy, 0), 65536)
		dst := s.px[y*s.w : (y+1)*s.w]
		if fastWinners {
			s.shareCells(dst, rgb[j*s.gw:][:s.gw], rgb[(j+1)*s.gw:][:s.gw], fy>>(16-shareFrac))
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
			for ; x < e; x++ {
				cr, cg, cb, _ := mixShares(tints, s.left, s.right, float32(s.fc[x])/65536)
				dst[x] = packRGB(cr, cg, cb)
			}
		}
	}
}

// The colour of a node is stored in one number: three bytes with four bits of fraction each, shareBits apart, which
// leaves space to interpolate all three at once in steps of 1/512.
const (
	shareBits = 21
	shareFrac = 9
	shareMask = 0xfff | 0xfff<<shareBits | 0xfff<<(2*shareBits)
)

// shareCells paints a row of pixels at height fy / 2^shareFrac between the nodes' colours a and b, in the same way as
// four.
func (s *rasterPainter) shareCells(dst []uint32, a, b []int64, fy int64) {
	node := func(i int) int64 { return (a[i]<<shareFrac + (b[i]-a[i])*fy) >> shareFrac & shareMask }
	word := func(v int64) uint32 {
		return uint32(v>>(shareFrac+4)&0xff | v>>(shareBits+shareFrac-4)&0xff00 | v>>(2*shareBits+
			shareFrac-12)&0xff0000 | 0xff000000)
	}
	pixels := func(from, to int) {
		for x := from; x < to; x++ {
			i := int(s.xi[x])
			v := node(i)
			dst[x] = word(v<<shareFrac + (node(i+1)-v)*int64(s.fc[x]>>(16-shareFrac)))
		}
	}
	if !fastCells || s.w < s.gw || s.gw < 8 {
		pixels(0, s.w)
		return
	}
	pixels(0, int(s.first[1].x))
	last := s.gw - 4
	pixels(int(s.first[last].x), s.w)
	step := s.step() >> (16 - shareFrac)
	v := node(1)
	tail := [4]uint32(dst[s.first[last].x:])
	for i := 1; i < last; i++ {
		next := (a[i+1]<<shareFrac + (b[i+1]-a[i+1])*fy) >> shareFrac & shareMask
		e := next - v
		c := &s.first[i]
		p := v<<shareFrac + e*int64(c.f>>(16-shareFrac))
		v = next
		e *= step
		for x, end := c.x, s.first[i+1].x; x < end; x += 4 {
			d := (*[4]uint32)(dst[x:])
			d[0] = word(p)
			d[1] = word(p + e)
			d[2] = word(p + 2*e)
			d[3] = word(p + 3*e)
			p += 4 * e
		}
	}
	copy(dst[s.first[last].x:], tail[:])
}

// shareRow sets the colours of one row of nodes, as mixShares does, one plane after the other. Nodes whose sum is not
// positive become noWin.
func (s *rasterPainter) shareRow(j int, tints []shareTint, rgb []int64) {
	gw := s.r.Grid.W
	buf := grow(&s.sums, 4*gw)
	clear(buf)
	sr, sg, sb, sum := buf[:gw], buf[gw:2*gw], buf[2*gw:3*gw], buf[3*gw:4*gw]
	for k, p := range s.r.Planes {
		t := tints[k].deep
		row := p[j*gw : (j+1)*gw]
		sr, sg, sb, sum := sr[:len(row)], sg[:len(row)], sb[:len(row)], sum[:len(row)]
		for i, v := range row {
			if v < 0 {
				v = 0
			}
			sr[i] += v * t[0]
			sg[i] += v * t[1]
			sb[i] += v * t[2]
			sum[i] += v
		}
	}
	win := s.win[j*s.gw:][:gw]
	rgb = rgb[:len(win)]
	for i, k := range win {
		total := sum[i]
		if !(total > 0 && total <= math.MaxFloat32) || k == noWin {
			win[i] = noWin
			rgb[i] = 0
			continue
		}
		u := (1 - winnerShare) / total
		t := &tints[k]
		x := s.r.Planes[k][j*gw+i] / total
		r := int64(16*(sr[i]*u+winnerShare*(t.soft[0]+(t.deep[0]-t.soft[0])*x)) + 8)
		g := int64(16*(sg[i]*u+winnerShare*(t.soft[1]+(t.deep[1]-t.soft[1])*x)) + 8)
		b := int64(16*(sb[i]*u+winnerShare*(t.soft[2]+(t.deep[2]-t.soft[2])*x)) + 8)
		rgb[i] = r | g<<shareBits | b<<(2*shareBits)
	}
}

// flatShade is the shading of regions that have no shading of their own: less than full, which would be too strong over
// whole stages.
const flatShade = 0.7
