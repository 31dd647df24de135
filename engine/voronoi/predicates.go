package voronoi

import (
	"math"
	"math/bits"
)

// The predicates return exact signs for all finite float64 inputs. Each has
// three stages:
//
//  1. float64 with a forward error bound (Shewchuk, "Adaptive Precision
//     Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997,
//     stage A; with u = 2^-53 the bounds are (3+16u)u and (10+96u)u times the
//     permanent). It decides nearly all cases.
//  2. Fixed point: when the highest and the lowest bit of all coordinates are
//     at most 61 places apart, they are integers of 61 bits times a power of
//     two, and the determinant fits 256 bits. It decides lattices and other
//     exact degeneracies, quickly and without allocation.
//  3. Integers of any size, for coordinates of very different sizes.
//
// Products are converted with float64() where a compiler might fuse them into
// a multiply-add: the bounds assume that every operation rounds.
const (
	unit = 1.0 / (1 << 53)
	// Slightly more than Shewchuk's factors; the added constants cover underflow:
	// a product below the normal range loses at most 2^-1075, scaled here by
	// factors up to (2e12)^2.
	orientBound   = 4 * unit
	orientTiny    = 1e-290
	inCircleBound = 11 * unit
	inCircleTiny  = 1e-260
)

// Orient2D returns +1 when a, b, c turn counterclockwise, -1 when they turn
// clockwise, 0 when they lie exactly on a line. The coordinates must be finite
// and at most doc.MaxCoord in size.
func Orient2D(ax, ay, bx, by, cx, cy float64) int {
	l := float64((ax - cx) * (by - cy))
	r := float64((ay - cy) * (bx - cx))
	det := l - r
	bound := orientBound*(math.Abs(l)+math.Abs(r)) + orientTiny
	if fastFilter && det > bound {
		return 1
	}
	if fastFilter && det < -bound {
		return -1
	}
	return orientExact(ax, ay, bx, by, cx, cy)
}

// InCircle returns +1 when d lies inside the circle through a, b, c, which must
// turn counterclockwise, -1 when outside, 0 when exactly on it. (For clockwise
// a, b, c the sign is reversed.) The coordinates must be finite and at most
// doc.MaxCoord in size.
func InCircle(ax, ay, bx, by, cx, cy, dx, dy float64) int {
	adx, ady, bdx, bdy, cdx, cdy := ax-dx, ay-dy, bx-dx, by-dy, cx-dx, cy-dy
	bc1, bc2 := float64(bdx*cdy), float64(cdx*bdy)
	ca1, ca2 := float64(cdx*ady), float64(adx*cdy)
	ab1, ab2 := float64(adx*bdy), float64(bdx*ady)
	al := float64(adx*adx) + float64(ady*ady)
	bl := float64(bdx*bdx) + float64(bdy*bdy)
	cl := float64(cdx*cdx) + float64(cdy*cdy)
	det := float64(al*(bc1-bc2)) + float64(bl*(ca1-ca2)) + float64(cl*(ab1-ab2))
	bound := inCircleBound*(float64(al*(math.Abs(bc1)+math.Abs(bc2)))+
		float64(bl*(math.Abs(ca1)+math.Abs(ca2)))+
		float64(cl*(math.Abs(ab1)+math.Abs(ab2)))) + inCircleTiny
	if fastFilter && det > bound {
		return 1
	}
	if fastFilter && det < -bound {
		return -1
	}
	return inCircleExact(ax, ay, bx, by, cx, cy, dx, dy)
}

func orientExact(ax, ay, bx, by, cx, cy float64) int {
	var c [8]float64
	c[0], c[1], c[2], c[3], c[4], c[5] = ax, ay, bx, by, cx, cy
	if fastFixed {
		if v, _, ok := fixedPoint(&c, 6); ok {
			l := mul64(v[0]-v[4], v[3]-v[5])
			r := mul64(v[1]-v[5], v[2]-v[4])
			return l.sub(r).sign()
		}
	}
	return orientWhole(&c)
}

// orientWhole is orientExact in integers of any size.
func orientWhole(c *[8]float64) int {
	v, _ := wholes(c, 6)
	l := v[0].sub(v[4]).mul(v[3].sub(v[5]))
	r := v[1].sub(v[5]).mul(v[2].sub(v[4]))
	return l.sub(r).sign()
}

func inCircleExact(ax, ay, bx, by, cx, cy, dx, dy float64) int {
	c := [8]float64{ax, ay, bx, by, cx, cy, dx, dy}
	if fastFixed {
		if v, _, ok := fixedPoint(&c, 8); ok {
			ax, ay := v[0]-v[6], v[1]-v[7]
			bx, by := v[2]-v[6], v[3]-v[7]
			cx, cy := v[4]-v[6], v[5]-v[7]
			var det int256
			det.addMul(mul64(ax, ax).add(mul64(ay, ay)), mul64(bx, cy).sub(mul64(cx, by)))
			det.addMul(mul64(bx, bx).add(mul64(by, by)), mul64(cx, ay).sub(mul64(ax, cy)))
			det.addMul(mul64(cx, cx).add(mul64(cy, cy)), mul64(ax, by).sub(mul64(bx, ay)))
			return det.sign()
		}
	}
	return inCircleWhole(&c)
}

// inCircleWhole is inCircleExact in integers of any size.
func inCircleWhole(c *[8]float64) int {
	v, _ := wholes(c, 8)
	for i := range 6 {
		v[i] = v[i].sub(v[6+i%2])
	}
	var det whole
	for i := 0; i < 6; i += 2 {
		j, k := (i+2)%6, (i+4)%6
		lift := v[i].mul(v[i]).add(v[i+1].mul(v[i+1]))
		minor := v[j].mul(v[k+1]).sub(v[k].mul(v[j+1]))
		det = det.add(lift.mul(minor))
	}
	return det.sign()
}

// fixedBits is the width of fixed-point coordinates: differences have one bit
// more, minors and lifts 2*62+1, the in-circle determinant 2*125+2 < 256.
const fixedBits = 61

// fixedPoint writes the first n numbers of c as integers times 2^exp; ok is
// false when they need more than fixedBits bits.
func fixedPoint(c *[8]float64, n int) (v [8]int64, exp int, ok bool) {
	lo, hi := math.MaxInt32, math.MinInt32
	for i := range n {
		m, e := split(c[i])
		if m == 0 {
			continue
		}
		lo = min(lo, e+bits.TrailingZeros64(m))
		hi = max(hi, e+bits.Len64(m))
	}
	if hi == math.MinInt32 { // all zero
		return v, 0, true
	}
	if hi-lo > fixedBits {
		return v, 0, false
	}
	for i := range n {
		m, e := split(c[i])
		if e >= lo {
			m <<= uint(e - lo) // m = 0 may be shifted out: still 0
		} else {
			m >>= uint(lo - e) // zero bits only
		}
		v[i] = int64(m)
		if c[i] < 0 {
			v[i] = -v[i]
		}
	}
	return v, lo, true
}

// split returns |x| = m * 2^e with integers m and e.
func split(x float64) (m uint64, e int) {
	b := math.Float64bits(x)
	m = b & (1<<52 - 1)
	e = int(b>>52) & 0x7ff
	if e == 0 {
		e = 1 // subnormal
	} else {
		m |= 1 << 52
	}
	return m, e - 1075
}

// wholes is fixedPoint without a limit.
func wholes(c *[8]float64, n int) (v [8]whole, exp int) {
	exp = math.MaxInt32
	for i := range n {
		if m, e := split(c[i]); m != 0 {
			exp = min(exp, e)
		}
	}
	for i := range n {
		if m, e := split(c[i]); m != 0 {
			v[i] = wholeOf(m, uint(e-exp), c[i] < 0)
		}
	}
	if exp == math.MaxInt32 {
		exp = 0
	}
	return v, exp
}

// int128 is a two's complement integer.
type int128 struct {
	hi int64
	lo uint64
}

func mul64(a, b int64) int128 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	// The unsigned product counts a negative factor as 2^64 more than it is.
	h := int64(hi) - a>>63&b - b>>63&a
	return int128{h, lo}
}

func (a int128) add(b int128) int128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	return int128{a.hi + b.hi + int64(carry), lo}
}

func (a int128) sub(b int128) int128 {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	return int128{a.hi - b.hi - int64(borrow), lo}
}

func (a int128) sign() int {
	if a.hi != 0 {
		return 1 | int(a.hi>>63)
	}
	if a.lo != 0 {
		return 1
	}
	return 0
}

func (a int128) abs() (hi, lo uint64, neg bool) {
	if a.hi >= 0 {
		return uint64(a.hi), a.lo, false
	}
	lo, borrow := bits.Sub64(0, a.lo, 0)
	hi, _ = bits.Sub64(0, uint64(a.hi), borrow)
	return hi, lo, true
}

func (a int128) float() float64 {
	hi, lo, neg := a.abs()
	return limbs{lo, hi}.float(neg)
}

// int256 is a two's complement integer, lowest limb first.
type int256 struct{ w limbs }

type limbs [4]uint64

// addMul adds a*b, which must fit.
func (s *int256) addMul(a, b int128) {
	ah, al, an := a.abs()
	bh, bl, bn := b.abs()
	var p limbs
	var c, hi, lo uint64
	p[1], p[0] = bits.Mul64(al, bl)
	p[3], p[2] = bits.Mul64(ah, bh)
	hi, lo = bits.Mul64(al, bh)
	p[1], c = bits.Add64(p[1], lo, 0)
	p[2], c = bits.Add64(p[2], hi, c)
	p[3] += c
	hi, lo = bits.Mul64(ah, bl)
	p[1], c = bits.Add64(p[1], lo, 0)
	p[2], c = bits.Add64(p[2], hi, c)
	p[3] += c
	c = 0
	if an != bn {
		for i := range p {
			s.w[i], c = bits.Sub64(s.w[i], p[i], c)
		}
		return
	}
	for i := range p {
		s.w[i], c = bits.Add64(s.w[i], p[i], c)
	}
}

func (s *int256) sign() int {
	if int64(s.w[3]) < 0 {
		return -1
	}
	if s.w[0]|s.w[1]|s.w[2]|s.w[3] != 0 {
		return 1
	}
	return 0
}

func (s *int256) float() float64 {
	if s.sign() >= 0 {
		return s.w.float(false)
	}
	var m limbs
	var c uint64
	for i := range m {
		m[i], c = bits.Sub64(0, s.w[i], c)
	}
	return m.float(true)
}

// float rounds a magnitude to within 2 units in the last place.
func (m limbs) float(neg bool) float64 {
	f := 0.0
	for i := 3; i >= 0; i-- {
		f = f*0x1p64 + float64(m[i])
	}
	if neg {
		return -f
	}
	return f
}
