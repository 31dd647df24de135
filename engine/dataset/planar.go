package dataset

import (
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// shape generates points of the plane in units of its own.
type shape struct {
	box    [4]float64 // x0, x1, y0, y1 of the area that is scaled to the square, about that of the points without noise
	spread float64    // standard deviation at noise 0, to which the noise is added: normal clusters always have a width
	at     place
	// with returns the place function if that depends on the recipe's noise or seed. It is nil if at is set.
	with func(noise float64, seed uint64) place
	// chosen says that the seed also determines the distribution, as for clusters their centers.
	chosen bool
	// sd converts the noise to a standard deviation in the shape's units; nil = the noise is one already.
	sd func(noise float64, n int) float64
	// law returns the distributions of fresh points of the classes, without the noise of standard deviation sd; their
	// weights add up to 1. See Truth.
	law func(sd float64, seed uint64) []law
	// flat says why the classes have no density if there is hardly any noise; "" = they have one.
	flat string
	// wrong returns the coordinate whose sign, apart from noise, determines the class: see Truth.wrong. nil = the noise
	// moves points instead.
	wrong func(x, y float64) float64
}

// place returns point i of n without noise, and its class.
type place func(i, n int, r *rng) (x, y float64, class int)

// freshPlaces is the number of evenly spaced positions of which a fresh point has one.
const freshPlaces = 1 << 20

// points generates n points and scales them to the unit square: both axes by the same factor, with a margin of two
// standard deviations on each side. A point outside is rejected and drawn again. The distribution is that of the seed
// law, the random numbers are those of seed.
func (s *shape) points(n int, noise float64, law, seed uint64) []doc.Point {
	return s.sample(n, 0, n, noise, law, seed)
}

// fresh generates k more points, each at a position of its own: if the n points are evenly spaced over the shape, these
// are drawn from all of it.
func (s *shape) fresh(k, n int, noise float64, law, seed uint64) []doc.Point {
	return s.sample(k, n, n, noise, law, seed)
}

// sample generates count points from the random streams that begin with first. n is the number of points of the recipe.
// With first = 0 they are the recipe's own points, else fresh ones, each at a random one of freshPlaces positions.
func (s *shape) sample(count, first, n int, noise float64, law, seed uint64) []doc.Point {
	sd := noise
	if s.sd != nil {
		sd = s.sd(noise, n)
	}
	sd += s.spread
	w, h := s.box[1]-s.box[0], s.box[3]-s.box[2]
	scale := (high - low) / (max(w, h) + 4*sd)
	mx, my := (s.box[0]+s.box[1])/2, (s.box[2]+s.box[3])/2
	at := s.at
	switch {
	case s.chosen:
		at = s.with(noise, law)
	case s.with != nil:
		at = s.with(noise, seed)
	}
	pts := make([]doc.Point, count)
	var r rng
	for k := range pts {
		r.seed(seed, first+k)
		for {
			i, of := k, n
			if first > 0 {
				of = freshPlaces
				i = int(r.float() * freshPlaces)
			}
			x, y, class := at(i, of, &r)
			if sd > 0 {
				x += sd * r.normal()
				y += sd * r.normal()
			}
			x, y = round(0.5+scale*(x-mx)), round(0.5+scale*(y-my))
			if x >= low && x <= high && y >= low && y <= high {
				pts[k] = doc.Point{X: x, Y: y, Z: float64(class)}
				break
			}
		}
	}
	return pts
}

var square = [4]float64{-1, 1, -1, 1}

// share returns the class of point i of n if k classes alternate, its index j within the class, and the size of the
// class.
func share(i, n, k int) (class, j, of int) {
	return i % k, i / k, (n - i%k + k - 1) / k
}

// fraction returns position j of n evenly spaced ones on [0, 1], ends included.
func fraction(j, n int) float64 {
	if n < 2 {
		return 0.5
	}
	return float64(j) / float64(n-1)
}

// blobs returns k normal clusters on a circle of radius 1, the first one at the top.
func blobs(k int, spread float64) *shape {
	at := func(i int) (x, y float64) {
		s, c := math.Sincos(math.Pi/2 + 2*math.Pi*float64(i)/float64(k))
		return c, s
	}
	return &shape{box: square, spread: spread, at: func(i, n int, r *rng) (x, y float64, class int) {
		x, y = at(i % k)
		return x, y, i % k
	}, law: func(float64, uint64) (list []law) {
		for i := range k {
			x, y := at(i)
			list = append(list, parts(dot(x, y, 1/float64(k))))
		}
		return list
	}}
}

// moon returns a point on a half circle, or on the other one that interlocks with it, for t from 0 to 1.
func moon(t float64, class int) (x, y float64) {
	s, c := math.Sincos(math.Pi * t)
	if class == 0 {
		return c, s
	}
	return 1 - c, 0.5 - s
}

// arms returns k Archimedean spirals with a number of turns, evenly filled.
func arms(k int, turns float64) *shape {
	at := func(t float64, class int) (x, y float64) {
		s, c := math.Sincos(2 * math.Pi * (turns*t + float64(class)/float64(k)))
		return t * c, t * s
	}
	return &shape{box: square, flat: onCurves, at: func(i, n int, r *rng) (x, y float64, class int) {
		class, j, of := share(i, n, k)
		t := math.Sqrt((float64(j) + 0.5) / float64(of)) // the length of the curve is about proportional to t²
		x, y = at(t, class)
		return x, y, class
	}, law: func(sd float64, _ uint64) (list []law) {
		for class := range k {
			list = append(list, curve(sd, math.Hypot(1, 2*math.Pi*turns), 1/float64(k), func(t float64) bar {
				x, y := at(t, class)
				return dot(x, y, 0)
			}, func(t float64) float64 { return 2 * t }))
		}
		return list
	}}
}

// radicalInverse mirrors the digits of i at the radix point (Halton 1960).
func radicalInverse(i, base int) float64 {
	x, f := 0.0, 1/float64(base)
	for ; i > 0; i /= base {
		x += f * float64(i%base)
		f /= float64(base)
	}
	return x
}

// farPlaces draws k points in the unit square with large distances: each is that of ten candidates which is the
// farthest from the points before it (Mitchell 1991).
func farPlaces(k int, seed uint64) []doc.Point {
	var r rng
	r.seed(seed, whole)
	var list []doc.Point
	for len(list) < k {
		var best doc.Point
		far := -1.0
		for range 10 {
			p := doc.Point{X: r.float(), Y: r.float()}
			near := math.Inf(1)
			for _, q := range list {
				near = min(near, math.Hypot(p.X-q.X, p.Y-q.Y))
			}
			if near > far {
				best, far = p, near
			}
		}
		list = append(list, best)
	}
	return list
}

// The boundary of the linear datasets is slopeX x + slopeY y = 0; the unit normal vector is on no axis.
const slopeX, slopeY = 0.6, 0.8

const (
	onCurves  = "With so little noise the points lie on curves, and have no density."
	withEdges = "With so little noise the edges of the classes are sharp: their densities are not given."
)

// crossed are three segments: their centers and angles.
var crossed = [3][3]float64{{0, -0.2, 0.3}, {-0.3, 0.1, 1.2}, {0.35, 0.15, 2.3}}

// planar returns the data sets of the plane: those with classes, then those for clustering.
func planar() []entry { return append(planarClasses(), planarClusters()...) }

// labeled returns the entry of a data set with classes: n points by default, and 20,000 at most.
func labeled(name, label, help string, n int, noise, maxNoise float64, s *shape) entry {
	return entry{Dataset: method.Dataset{Name: name, Label: label, Task: method.Classify, Help: help, N: n, MaxN: 20_000,
		Noise: noise, MaxNoise: maxNoise}, plane: s}
}

// unlabeled returns the entry of a data set without classes: n points by default.
func unlabeled(name, label, help string, n int, noise, maxNoise float64, s *shape) entry {
	return entry{Dataset: method.Dataset{Name: name, Label: label, Task: method.Cluster, Help: help, N: n,
		MaxN: doc.MaxPoints, Noise: noise, MaxNoise: maxNoise}, plane: s}
}

// planarClasses returns the data sets with classes.
func planarClasses() []entry {
	return []entry{
		labeled("moons", "Two moons", "Two interleaving half circles; noise in units of their radius.", 200,
			0.2, 1, twoMoons()),
		labeled("circles", "Two circles", "A circle within a circle of twice its radius; noise in units of the "+
			"outer radius.", 200, 0.08, 0.5, twoCircles()),
		labeled("xor", "Exclusive or", "Opposite quadrants have the same class; noise moves points across their borders.",
			200, 0.08, 0.5, quadrants()),
		labeled("spirals", "Two spirals", "Two arms of one and a half turns; noise in units of their reach.", 300, 0.03, 0.3,
			arms(2, 1.5)),
		labeled("spirals3", "Three spirals", "Three arms of one turn; noise in units of their reach.", 300, 0.03, 0.3,
			arms(3, 1)),
		labeled("blobs", "Three blobs", "Normal clusters on a triangle; their standard deviation is 0.2 + noise.", 150, 0.15,
			1.5, blobs(3, 0.2)),
		labeled("blobs2", "Two overlapping blobs", "Two normal classes with the same spread, 0.4 + noise, two units "+
			"apart: the best boundary is a line.", 200, 0.3, 2, twoBlobs()),
		labeled("blobs5", "Five blobs", "Normal clusters on a pentagon; their standard deviation is 0.15 + noise.", 250, 0.1,
			1.5, blobs(5, 0.15)),
		labeled("checkerboard", "Checkerboard", "Four by four squares of two classes; noise in units of their side.", 320,
			0.04, 0.5, checkerboard()),
		labeled("nested", "Nested rings", "A disc within a ring within a ring; noise in units of the outermost radius.", 300,
			0.03, 0.4, nestedRings()),
		labeled("linear", "Separable by a line", "Two classes on both sides of a line with a gap of 0.3 between them; "+
			"noise moves points across it.", 100, 0, 0.5, besidesLine()),
		labeled("linear_noisy", "A line with wrong labels", "A line separates the classes; noise is the distance from it "+
			"up to which labels are mixed up.", 200, 0.2, 1, wrongLabels()),
		labeled("stripes", "Stripes", "Five vertical stripes of two classes; noise in units of their width.", 250, 0.04, 0.5,
			stripes()),
		labeled("target", "A disc in a ring", "A disc of 0.3 within a circle of radius 1; noise in units of that radius.",
			150, 0.04, 0.5, discInCircle()),
		labeled("lines", "Three lines", "Points along three lines that cross; noise is across them, in units of half "+
			"their length.", 150, 0.03, 0.5, threeLines()),
		labeled("imbalanced", "A small class", "One point in ten is of class 2, a tight cluster at the edge of the "+
			"other; noise widens both.", 200, 0.05, 1, smallClass()),
		labeled("anisotropic", "Two stretched classes", "Two long normal classes side by side: distances must be "+
			"measured along their axes; noise makes them rounder.", 200, 0.05, 1, stretchedClasses()),
	}
}

// planarClusters returns the data sets for clustering, most of which have no clusters.
func planarClusters() []entry {
	return []entry{
		unlabeled("uniform", "Uniform", "Independent points, everywhere equally likely.", 60, 0, 0, uniform()),
		unlabeled("grid", "Grid", "A square lattice; noise in units of its spacing.", 64, 0.1, 1, lattice()),
		unlabeled("halton", "Halton sequence", "Fills the square more evenly than random points do: low discrepancy (bases "+
			"2 and 3; the seed shifts it).", 100, 0, 0, haltonSequence()),
		unlabeled("ring", "Ring", "Points on one circle: every three of them have the same circumcentre; noise in units "+
			"of the radius.", 24, 0, 0.5, circle()),
		unlabeled("clusters", "Clusters",
			"Five normal clusters at random positions; their standard deviation is 0.03 + noise.",
			200, 0.02, 0.3, scattered()),
		unlabeled("elongated", "Long cloud", "A slanted normal cloud, away from the origin; noise is its width, in units "+
			"of its length.", 60, 0.3, 1, longCloud()),
		unlabeled("sunflower", "Sunflower", "Vogel's spiral: each seed turns by the golden angle; noise in units of the "+
			"radius.", 150, 0, 0.2, sunflower()),
	}
}

// The shapes of the data sets.

// twoMoons are two interleaving half circles of radius 1.
func twoMoons() *shape {
	return &shape{box: [4]float64{-1, 2, -0.5, 1}, flat: onCurves, at: func(i, n int, r *rng) (x, y float64, class int) {
		class, j, of := share(i, n, 2)
		x, y = moon(fraction(j, of), class)
		return x, y, class
	}, law: func(sd float64, _ uint64) (list []law) {
		for class := range 2 {
			list = append(list, curve(sd, math.Pi, 0.5, func(t float64) bar {
				x, y := moon(t, class)
				return dot(x, y, 0)
			}, evenly))
		}
		return list
	}}
}

// twoCircles are circles about the origin with the radii 1 and ½.
func twoCircles() *shape {
	return &shape{box: square, flat: onCurves, at: func(i, n int, r *rng) (x, y float64, class int) {
		class, j, of := share(i, n, 2)
		s, c := math.Sincos(2 * math.Pi * float64(j) / float64(of))
		if class == 1 {
			return c / 2, s / 2, 1
		}
		return c, s, 0
	}, law: func(float64, uint64) []law { return []law{rings(1, 1, 0.5), rings(0.5, 0.5, 0.5)} }}
}

// quadrants are those of the square, opposite ones of the same class, with narrow gaps between them.
func quadrants() *shape {
	return &shape{box: square, at: func(i, n int, r *rng) (x, y float64, class int) {
		x, y = r.between(0.04, 1), r.between(0.04, 1)
		switch i % 4 {
		case 0:
			return x, y, 0
		case 1:
			return -x, y, 1
		case 2:
			return -x, -y, 0
		}
		return x, -y, 1
	}, law: func(float64, uint64) []law {
		field := func(x, y float64) bar { return box(x-0.48, x+0.48, y-0.48, y+0.48, 0.25) }
		return []law{parts(field(0.52, 0.52), field(-0.52, -0.52)), parts(field(-0.52, 0.52), field(0.52, -0.52))}
	}}
}

// twoBlobs are two normal clusters two units apart.
func twoBlobs() *shape {
	return &shape{box: square, spread: 0.4, at: func(i, n int, r *rng) (x, y float64, class int) {
		if i%2 == 0 {
			return -0.8, -0.6, 0
		}
		return 0.8, 0.6, 1
	}, law: func(float64, uint64) []law { return []law{parts(dot(-0.8, -0.6, 0.5)), parts(dot(0.8, 0.6, 0.5))} }}
}

// checkerboard has four by four squares of side 1, with narrow gaps between them.
func checkerboard() *shape {
	return &shape{box: [4]float64{0, 4, 0, 4}, at: func(i, n int, r *rng) (x, y float64, class int) {
		// The points of class 0 go in turn to the even squares of the board, those of class 1 to the odd ones.
		class, j, _ := share(i, n, 2)
		row := j / 2 % 4
		column := j%2*2 + (row+class)%2
		return float64(column) + r.between(0.03, 0.97), float64(row) + r.between(0.03, 0.97), class
	}, law: func(float64, uint64) []law {
		list := make([]law, 2)
		for i := range 16 {
			x, y := float64(i%4), float64(i/4)
			l := &list[(i+i/4)%2]
			l.bars = append(l.bars, box(x+0.03, x+0.97, y+0.03, y+0.97, 1.0/16))
		}
		return list
	}}
}

// nestedRings are a disc and two rings about the origin; the largest has radius 1.
func nestedRings() *shape {
	return &shape{box: square, at: func(i, n int, r *rng) (x, y float64, class int) {
		class = i % 3
		inner := 0.38 * float64(class)
		x, y = r.disc(inner, inner+0.24)
		return x, y, class
	}, law: func(float64, uint64) []law {
		return []law{rings(0, 0.24, 1.0/3), rings(0.38, 0.62, 1.0/3), rings(0.76, 1, 1.0/3)}
	}}
}

// besidesLine are the two parts of the square that are at least 0.15 from a line through the origin.
func besidesLine() *shape {
	return &shape{box: square, flat: withEdges, at: func(i, n int, r *rng) (x, y float64, class int) {
		for {
			x, y = r.between(-1, 1), r.between(-1, 1)
			d := slopeX*x + slopeY*y
			if i%2 == 0 && d <= -0.15 || i%2 == 1 && d >= 0.15 {
				return x, y, i % 2
			}
		}
	}, law: func(sd float64, _ uint64) (list []law) {
		// Vertical lines from the lower edge to the gap; the other class is the first one rotated by 180°.
		const gap, fall = 0.15 / slopeY, slopeX / slopeY
		for _, side := range []float64{1, -1} {
			list = append(list, curve(sd, 2, 0.5, func(t float64) bar {
				x := 2*t - 1
				return box(side*x, side*x, side*-1, side*(-gap-fall*x), 0)
			}, func(t float64) float64 { return 1 - fall*(2*t-1)/(1-gap) }))
		}
		return list
	}}
}

// wrongLabels is the square with two classes, separated by a line through the origin: the noise is that of the
// labels.
func wrongLabels() *shape {
	return &shape{
		box:   square,
		sd:    func(float64, int) float64 { return 0 },
		law:   func(float64, uint64) []law { return []law{parts(box(-1, 1, -1, 1, 1))} },
		wrong: func(x, y float64) float64 { return slopeX*x + slopeY*y },
		with: func(noise float64, seed uint64) place {
			return func(i, n int, r *rng) (x, y float64, class int) {
				x, y = r.between(-1, 1), r.between(-1, 1)
				if slopeX*x+slopeY*y+noise*r.normal() > 0 {
					class = 1
				}
				return x, y, class
			}
		},
	}
}

// stripes are five vertical stripes of width 1, with narrow gaps between them.
func stripes() *shape {
	return &shape{box: [4]float64{0, 5, 0, 5}, at: func(i, n int, r *rng) (x, y float64, class int) {
		// Three stripes of class 0 and two of class 1, with equal numbers of points in the classes.
		class, j, _ := share(i, n, 2)
		return float64(class+2*(j%(3-class))) + r.between(0.03, 0.97), r.between(0, 5), class
	}, law: func(float64, uint64) []law {
		list := make([]law, 2)
		for i := range 5 {
			l := &list[i%2]
			l.bars = append(l.bars, box(float64(i)+0.03, float64(i)+0.97, 0, 5, 0.5/float64(3-i%2)))
		}
		return list
	}}
}

// discInCircle is a disc of radius 0.3 within a circle of radius 1.
func discInCircle() *shape {
	return &shape{box: square, flat: onCurves, at: func(i, n int, r *rng) (x, y float64, class int) {
		if i%2 == 1 {
			x, y = r.disc(0, 0.3)
			return x, y, 1
		}
		_, j, of := share(i, n, 2)
		s, c := math.Sincos(2 * math.Pi * float64(j) / float64(of))
		return c, s, 0
	}, law: func(float64, uint64) []law { return []law{rings(1, 1, 0.5), rings(0, 0.3, 0.5)} }}
}

// threeLines are the segments of crossed, of length 1.9.
func threeLines() *shape {
	return &shape{box: square, flat: onCurves, at: func(i, n int, r *rng) (x, y float64, class int) {
		at := crossed[i%3]
		s, c := math.Sincos(at[2])
		t := 0.95 * r.between(-1, 1)
		return at[0] + t*c, at[1] + t*s, i % 3
	}, law: func(float64, uint64) (list []law) {
		for _, at := range crossed {
			b := dot(at[0], at[1], 1.0/3)
			b.s, b.c = math.Sincos(at[2])
			b.a[0] = 0.95
			list = append(list, parts(b))
		}
		return list
	}}
}

// smallClass is a wide normal cluster with nine tenths of the points, and a tight one at its edge.
func smallClass() *shape {
	return &shape{box: square, spread: 0.1, at: func(i, n int, r *rng) (x, y float64, class int) {
		if i%10 == 9 {
			return 0.6, 0.5, 1
		}
		x, y = -0.2+0.45*r.normal(), -0.15+0.45*r.normal()
		return x, y, 0
	}, law: func(float64, uint64) []law {
		most := dot(-0.2, -0.15, 0.9)
		most.sd = [2]float64{0.45, 0.45}
		return []law{parts(most), parts(dot(0.6, 0.5, 0.1))}
	}}
}

// stretchedClasses are two slanted normal clusters side by side, of length 0.7.
func stretchedClasses() *shape {
	return &shape{box: [4]float64{-1.6, 1.6, -1.6, 1.6}, spread: 0.1,
		at: func(i, n int, r *rng) (x, y float64, class int) {
			class = i % 2
			along, across := 0.7*r.normal(), 0.7*float64(class)-0.35
			return slopeY*along - slopeX*across, slopeX*along + slopeY*across, class
		}, law: func(float64, uint64) (list []law) {
			for _, across := range []float64{-0.35, 0.35} {
				b := dot(-slopeX*across, slopeY*across, 0.5)
				b.c, b.s, b.sd[0] = slopeY, slopeX, 0.7
				list = append(list, parts(b))
			}
			return list
		}}
}

// uniform is the whole square.
func uniform() *shape {
	return &shape{box: square, at: func(i, n int, r *rng) (x, y float64, class int) {
		return r.between(-1, 1), r.between(-1, 1), 0
	}, law: func(float64, uint64) []law { return []law{parts(box(-1, 1, -1, 1, 1))} }}
}

// lattice is a square lattice in the unit square; the noise is in units of its spacing.
func lattice() *shape {
	return &shape{
		box: [4]float64{0, 1, 0, 1},
		sd:  func(noise float64, n int) float64 { return noise / math.Ceil(math.Sqrt(float64(n))) },
		at: func(i, n int, r *rng) (x, y float64, class int) {
			columns := int(math.Ceil(math.Sqrt(float64(n))))
			rows := (n + columns - 1) / columns
			spacing := 1 / float64(columns)
			return (float64(i%columns) + 0.5) * spacing, 0.5 + (float64(i/columns)-float64(rows-1)/2)*spacing, 0
		},
		law: func(float64, uint64) []law { return []law{parts(box(0, 1, 0, 1, 1))} },
	}
}

// haltonSequence is the sequence for the bases 2 and 3 in the unit square, shifted according to the seed.
func haltonSequence() *shape {
	return &shape{box: [4]float64{0, 1, 0, 1}, law: func(float64, uint64) []law {
		return []law{parts(box(0, 1, 0, 1, 1))}
	}, with: func(noise float64, seed uint64) place {
		var r rng
		r.seed(seed, whole)
		dx, dy := r.float(), r.float() // a Cranley-Patterson shift
		return func(i, n int, _ *rng) (x, y float64, class int) {
			_, x = math.Modf(radicalInverse(i+1, 2) + dx)
			_, y = math.Modf(radicalInverse(i+1, 3) + dy)
			return x, y, 0
		}
	}}
}

// circle is a circle of radius 1.
func circle() *shape {
	return &shape{box: square, flat: onCurves, at: func(i, n int, r *rng) (x, y float64, class int) {
		s, c := math.Sincos(math.Pi/2 + 2*math.Pi*float64(i)/float64(n))
		return c, s, 0
	}, law: func(float64, uint64) []law { return []law{rings(1, 1, 1)} }}
}

// scattered are five normal clusters at positions in the unit square that the seed determines.
func scattered() *shape {
	return &shape{box: [4]float64{0, 1, 0, 1}, spread: 0.03, chosen: true, with: func(noise float64, seed uint64) place {
		centers := farPlaces(5, seed)
		return func(i, n int, r *rng) (x, y float64, class int) {
			c := centers[i%len(centers)]
			return c.X, c.Y, 0
		}
	}, law: func(_ float64, seed uint64) []law {
		list := make([]law, 1)
		for _, c := range farPlaces(5, seed) {
			list[0].bars = append(list[0].bars, dot(c.X, c.Y, 0.2))
		}
		return list
	}}
}

// longCloud is a slanted normal cloud of length 1; the noise is its width.
func longCloud() *shape {
	return &shape{box: [4]float64{-2.8, 1.7, -2.8, 1.7}, flat: onCurves,
		at: func(i, n int, r *rng) (x, y float64, class int) {
			along := r.normal()
			return slopeY * along, -slopeX * along, 0
		}, law: func(float64, uint64) []law {
			b := dot(0, 0, 1)
			b.c, b.s, b.sd[0] = slopeY, -slopeX, 1
			return []law{parts(b)}
		}}
}

// sunflower is Vogel's spiral in a disc of radius 1.
func sunflower() *shape {
	return &shape{box: square, at: func(i, n int, r *rng) (x, y float64, class int) {
		const turn = 2 * math.Pi * (1 - golden)
		radius := math.Sqrt((float64(i) + 0.5) / float64(n))
		s, c := math.Sincos(turn * float64(i))
		return radius * c, radius * s, 0
	}, law: func(float64, uint64) []law { return []law{rings(0, 1, 1)} }}
}
