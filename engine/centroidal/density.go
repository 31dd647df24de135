package centroidal

import (
	"math"
	"math/rand/v2"
	"sort"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"

	"pointscape/engine/picture"
)

// density is a density on the unit square, of mass 1. It has one of four forms, each of which is
// integrated over polygons as accurately as possible (moments.go):
//
//   - flat: uniform,
//   - tiles: constant in the squares of a grid,
//   - bilinear: between the values at the nodes of a grid,
//   - a formula.
type density struct {
	form form
	// The square is divided by the lines x = first + step·i and y = first + step·i, i < lines.
	first, step float64
	lines       int
	// tiles: the value of each patch, row by row from below, lines+1 per row; bilinear: for each patch the values at
	// its lower left, lower right, upper left and upper right corner
	value []float64
	at    func(x, y float64) float64 // formula: its value

	scale float64 // factor of the values that makes the mass 1
	top   float64 // the largest value
	root  float64 // (∫√ρ)²
	fill  float64 // share of the square with a positive density
	bins  []float64
	bound []float64

	once   sync.Once
	shades *picture.Raster
}

type form uint8

const (
	flat form = iota
	tiles
	bilinear
	formula
)

// Values of the parameter density.
const (
	ofUniform  = "uniform"
	ofGradient = "gradient"
	ofBump     = "bump"
	ofBumps    = "bumps"
	ofRing     = "ring"
	ofChecker  = "checker"
	ofLeaf     = "leaf"
	ofFace     = "face"
	ofPainted  = "painted"
)

// fields is the number of squares per side of the checkerboard, pale the density of its pale squares and of the lower
// end of the gradient, and pixels the number of pixels per side of the small pictures.
const (
	fields = 4
	pale   = 0.1
	pixels = 48
)

// newDensity returns a density by its name. width is that of the bumps and of the ring, exponent is applied to pixels,
// and levels are those of the painted squares. If nothing is painted, the density is uniform.
func newDensity(name string, width, exponent float64, levels []byte) *density {
	d := &density{}
	switch name {
	case ofGradient:
		d.nodes(1, []float64{pale, 1, pale, 1})
	case ofChecker:
		d.form, d.lines, d.step, d.first = tiles, fields-1, 1.0/fields, 1.0/fields
		for i := range fields * fields {
			v := 1.0
			if (i/fields+i%fields)%2 == 1 {
				v = pale
			}
			d.value = append(d.value, v)
		}
	case ofBump, ofBumps, ofRing:
		d.form, d.at = formula, shape(name, width)
		// Patches over which the formula is nearly a polynomial.
		d.step = 1 / math.Ceil(1/min(width/2, 1.0/16))
		d.first, d.lines = d.step, int(math.Round(1/d.step))-1
	case ofLeaf, ofFace:
		d.picture(pixels, func(col, row int) float64 {
			x, y := (float64(col)+0.5)/pixels, 1-(float64(row)+0.5)/pixels
			if name == ofLeaf {
				return math.Pow(leaf(x, y), exponent)
			}
			return math.Pow(face(x, y), exponent)
		})
	case ofPainted:
		most := byte(0)
		for _, l := range levels {
			most = max(most, l)
		}
		if most == 0 {
			break
		}
		d.picture(paintedSide, func(col, row int) float64 {
			return math.Pow(float64(levels[row*paintedSide+col])/levelTop, exponent)
		})
	}
	d.measure()
	return d
}

// nodes makes the density bilinear between values at the corners of n × n patches of the whole square.
func (d *density) nodes(n int, v []float64) {
	d.form, d.lines, d.step, d.first = bilinear, n-1, 1/float64(n), 1/float64(n)
	for j := range n {
		for i := range n {
			k := j*(n+1) + i
			d.value = append(d.value, v[k], v[k+1], v[k+n+1], v[k+n+2])
		}
	}
}

// picture makes the density bilinear between the centres of pixels, where pixel(0, 0) is at the top left. Beyond the
// centres of the outermost pixels it is constant towards the border.
func (d *density) picture(side int, pixel func(col, row int) float64) {
	d.form, d.lines, d.step, d.first = bilinear, side, 1/float64(side), 0.5/float64(side)
	of := func(i, j int) float64 {
		i, j = min(max(i, 0), side-1), min(max(j, 0), side-1)
		return pixel(i, side-1-j)
	}
	for j := range side + 1 {
		for i := range side + 1 {
			d.value = append(d.value, of(i-1, j-1), of(i, j-1), of(i-1, j), of(i, j))
		}
	}
}

// shape returns a smooth density given by a formula, with width w.
func shape(name string, w float64) func(x, y float64) float64 {
	switch name {
	case ofBump:
		return func(x, y float64) float64 { return bump(x-0.5, y-0.5, w) }
	case ofBumps:
		return func(x, y float64) float64 {
			return bump(x-0.27, y-0.3, w) + 0.6*bump(x-0.74, y-0.36, 0.8*w) + 0.8*bump(x-0.52, y-0.75, 0.9*w)
		}
	}
	// Across its line, the ring falls like a Gaussian of half the width; as a function of r² instead of r, it is also
	// smooth at its centre.
	return func(x, y float64) float64 {
		const r = 0.33
		t := ((x-0.5)*(x-0.5) + (y-0.5)*(y-0.5) - r*r) / (2 * r * (w / 2))
		return math.Exp(-t * t / 2)
	}
}

func bump(dx, dy, w float64) float64 { return math.Exp(-(dx*dx + dy*dy) / (2 * w * w)) }

// ramp rises from 0 to 1 between a and b, smoothly.
func ramp(x, a, b float64) float64 {
	t := min(max((x-a)/(b-a), 0), 1)
	return t * t * (3 - 2*t)
}

// leaf is a small picture of a leaf on its stalk, darker towards its edges and on one side, with pale veins.
func leaf(x, y float64) float64 {
	// Coordinates along the leaf and across it.
	u, v := ((x-0.1)+(y-0.1))/1.6, (y-x)/1.6
	bend := 0.05 * math.Sin(math.Pi*u)
	v -= bend
	stalk := 0.9 * (1 - ramp(math.Abs(v), 0.008, 0.022)) * ramp(u, -0.02, 0.01) * (1 - ramp(u, 0.14, 0.2))
	t := (u - 0.14) / 0.84
	if t <= 0 || t >= 1 {
		return stalk
	}
	half := 0.34 * math.Pow(math.Sin(math.Pi*math.Pow(t, 0.75)), 0.9) * (1 - 0.3*t)
	in := 1 - ramp(math.Abs(v), half-0.02, half+0.012)
	ink := 0.5 + 0.45*math.Pow(math.Abs(v)/max(half, 0.02), 2)
	if v < 0 {
		ink += 0.2 // the shaded side
	}
	// Veins branch forwards from the midrib.
	s := math.Mod(t+0.02-0.8*math.Abs(v), 0.13)
	vein := 1 - ramp(math.Abs(s-0.065), 0.006, 0.022)
	vein *= ramp(half-math.Abs(v), 0.01, 0.06)
	middle := (1 - ramp(math.Abs(v), 0.006, 0.02)) * (1 - ramp(t, 0.85, 1))
	return max(stalk, in*max(min(ink, 1)*(1-0.9*vein), middle))
}

// face is a small picture of a round smiling face, lit from the upper left.
func face(x, y float64) float64 {
	x, y = (x-0.5)/0.42, (y-0.5)/0.42
	r := math.Hypot(x, y)
	in := 1 - ramp(r, 0.96, 1.02)
	ink := 0.1 + 0.55*ramp(math.Hypot(x+0.35, y-0.4), 0.3, 1.5) + 0.4*ramp(r, 0.88, 0.98)
	for _, e := range []float64{-0.36, 0.36} {
		ink = max(ink, 1-ramp(math.Hypot((x-e)/0.1, (y-0.28)/0.16), 0.75, 1.15))
		ink = max(ink, 0.35*bump(x-1.5*e, y+0.12, 0.12))
	}
	// The mouth is an arc of a circle.
	a := math.Atan2(-(y - 0.12), x)
	mouth := 1 - ramp(math.Abs(math.Hypot(x, y-0.12)-0.6), 0.035, 0.09)
	ink = max(ink, mouth*ramp(a, 0.45, 0.6)*(1-ramp(a, math.Pi-0.6, math.Pi-0.45)))
	return in * min(ink, 1)
}

// column returns the patch column (or row) that contains x.
func (d *density) column(x float64) int {
	if d.lines == 0 {
		return 0
	}
	return min(max(int(math.Floor((x-d.first)/d.step))+1, 0), d.lines)
}

// line returns the i-th line between patches.
func (d *density) line(i int) float64 { return d.first + float64(i)*d.step }

// raw returns the density at a point of the square before scaling.
func (d *density) raw(x, y float64) float64 {
	switch d.form {
	case flat:
		return 1
	case formula:
		return d.at(x, y)
	}
	i, j := d.column(x), d.column(y)
	k := j*(d.lines+1) + i
	if d.form == tiles {
		return d.value[k]
	}
	v := d.value[4*k : 4*k+4]
	s, t := (x-d.line(i-1))/d.step, (y-d.line(j-1))/d.step
	return (v[0]*(1-s)+v[1]*s)*(1-t) + (v[2]*(1-s)+v[3]*s)*t
}

// of returns the density at a point, 0 outside the square.
func (d *density) of(x, y float64) float64 {
	if !(x >= 0 && x <= 1 && y >= 0 && y <= 1) {
		return 0
	}
	return d.scale * d.raw(x, y)
}

// binSide is the number of bins per side for rejection sampling, see draw. The lines between patches are also lines
// between bins or, for a painted density, run through the middles of bins, so that the bounds of measure hold.
const binSide = 2 * 48

// measure computes the mass and other properties of the whole density.
func (d *density) measure() {
	d.scale = 1
	var w work
	all := d.moments(&w, []float64{0, 0, 1, 0, 1, 1, 0, 1}, 0.5, 0.5)
	d.scale = 1 / all.mass
	// Two Gauss points in each direction of each of many squares.
	var x, wt [2]float64
	quad.Legendre{}.FixedLocations(x[:], wt[:], 0, 1)
	sum, some := 0.0, 0
	const n = 128
	for i := range n {
		for j := range n {
			for _, s := range x {
				for _, t := range x {
					v := d.of((float64(i)+s)/n, (float64(j)+t)/n)
					sum += math.Sqrt(v) / (4 * n * n)
					if v > 0 {
						some++
					}
				}
			}
		}
	}
	d.root, d.fill = sum*sum, float64(some)/(4*n*n)
	d.bins, d.bound = make([]float64, 0, binSide*binSide), make([]float64, 0, binSide*binSide)
	cum := 0.0
	for j := range binSide {
		for i := range binSide {
			most := 0.0
			for _, s := range [3]float64{1e-9, 0.5, 1 - 1e-9} {
				for _, t := range [3]float64{1e-9, 0.5, 1 - 1e-9} {
					most = max(most, d.of((float64(i)+s)/binSide, (float64(j)+t)/binSide))
				}
			}
			d.top = max(d.top, most)
			if d.form == formula {
				most *= 1.1 // between the sampled points it may be slightly larger
			}
			cum += most
			d.bins, d.bound = append(d.bins, cum), append(d.bound, most)
		}
	}
}

// draw returns n points drawn from the density by rejection sampling; a larger n only appends points. A bin is drawn in
// proportion to a bound on its density, and a point in it is accepted with the ratio of its density to that bound.
func (d *density) draw(n int, seed uint64) []float64 {
	random := rand.New(rand.NewPCG(seed, 0xce11))
	xy := make([]float64, 0, 2*n)
	for len(xy) < 2*n {
		k := min(sort.SearchFloat64s(d.bins, random.Float64()*d.bins[len(d.bins)-1]), len(d.bins)-1)
		x := (float64(k%binSide) + random.Float64()) / binSide
		y := (float64(k/binSide) + random.Float64()) / binSide
		if random.Float64()*d.bound[k] < d.of(x, y) {
			xy = append(xy, x, y)
		}
	}
	return xy
}
