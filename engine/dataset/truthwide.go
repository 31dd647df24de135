package dataset

import (
	"cmp"
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// TruthOfTable returns the distribution of the rows of a table, in the units of its columns, or nil and the reason why
// it is unknown.
func TruthOfTable(table *doc.Table) (t *Truth, why string) {
	w, err := declared(table)
	switch {
	case table.Name == "":
		return nil, "The rows are the user's own, so their distribution is unknown."
	case err != nil:
		return nil, err.Error() + "."
	case w.Name == pixels:
		return nil, words.Text("%s: they were painted, not drawn at random.", w.Label)
	case w.Fixed:
		return nil, words.Text("%s, is a table of measurements, so its distribution is unknown.", w.Label)
	}
	noise := table.Noise
	t = &Truth{Task: w.Task, dims: 3, Classes: 2, unit: 1, exact: true, m: 1}
	switch w.Name {
	case spheres:
		t.dims = cmp.Or(table.D, w.D)
		half := halfOfChi2(t.dims)
		t.bayes, t.ideal = noise, idealOf(t.dims, 1, 1, 0)
		t.joint = func(dst, x []float64) {
			l, sum := normals(x[:t.dims], 1)
			p := noise
			if sum > half {
				p = 1 - noise
			}
			dst[0], dst[1] = l+math.Log(1-p), l+math.Log(p)
		}
	case gaussians:
		t.dims = cmp.Or(table.D, w.D)
		sd := max(noise, sharp)
		t.bayes, t.ideal = phi(-1/sd), idealOf(t.dims, 1+noise*noise, noise*noise, 1)
		t.lines = &linear{apart: sd}
		if noise == 0 {
			t.Flat = "Without noise there are only two different rows."
		}
		t.joint = func(dst, x []float64) {
			rest, _ := normals(x[1:t.dims], sd)
			for k := range dst {
				l, _ := normals([]float64{x[0] - float64(2*k-1)}, sd)
				dst[k] = rest + l - math.Ln2
			}
		}
	case spectrum:
		t.valued(cmp.Or(table.D, w.D), table)
	case swissRoll:
		t.rolled(noise)
	case planes:
		t.crossing(noise)
	}
	if t.prior == nil && t.Classes > 0 {
		for range t.Classes {
			t.prior = append(t.prior, 1/float64(t.Classes))
		}
	}
	return t, ""
}

// normals returns the logarithm of the density at x of independent normals with mean 0, and the sum of the squares of
// x.
func normals(x []float64, sd float64) (log, sum float64) {
	for _, v := range x {
		sum += v * v
	}
	return -sum/(2*sd*sd) - float64(len(x))*math.Log(sd*math.Sqrt(2*math.Pi)), sum
}

// rolled sets the distribution of a Swiss roll: seen from the side, its four classes are quarters of a spiral.
func (t *Truth) rolled(noise float64) {
	const turns = 3 * math.Pi // in radians, starting at 1.5π
	const speed = turns / 4 * 4.5 * math.Pi * 1.01
	sd := max(noise, blur)
	for k := range 4 {
		l := curve(sd, speed, 0.25, func(s float64) bar {
			x, z := roll((float64(k) + s) / 4)
			return dot(x, z, 0)
		}, evenly)
		l.widen(sd)
		t.law = append(t.law, l)
	}
	if t.Classes = 4; noise < sd {
		t.Flat = "With so little noise the rows lie on a sheet, and have no density."
	}
	t.joint = func(dst, x []float64) {
		lawOf(dst, t.law, x[0], x[2])
		m := max(math.Abs(x[1]-10.5)-10.5, 0) / sd
		y := math.Log(smeared(x[1]-10.5, 10.5, sd)) - m*m/2
		for k := range dst {
			dst[k] += y
		}
	}
	if noise == 0 {
		return
	}
	const out = 4.5 * math.Pi
	t.integral = func(job method.Job) error {
		err := t.integrate(job, [3]float64{-out - 6*sd, -out - 6*sd}, 2*out+12*sd)
		t.bayes *= noise / sd // for small noise the error, which occurs where quarters meet, is proportional to the noise
		return err
	}
}

// crossing sets the distribution of intersecting planes: blurred squares.
func (t *Truth) crossing(noise float64) {
	t.Classes = 3
	t.joint = func(dst, x []float64) { slanted(dst, x, max(noise, sharp)) }
	if noise == 0 {
		t.Flat = "Without noise the rows lie on planes, and have no density."
		return
	}
	t.integral = func(job method.Job) error {
		// For small noise the error, which occurs where planes intersect, is proportional to the noise.
		sd := max(noise, 0.01)
		edge := 2 * sd
		if sd > 0.1 {
			edge = sd // cheap enough
		}
		q := quadrature{job: job, dims: 3, classes: 3, least: sd, fine: 2 * sd, edge: edge, wrong: true,
			off:   func(k int, x []float64) float64 { return offSlant(seenFrom(k, x), sd) },
			joint: func(dst, x []float64) { slanted(dst, x, sd) }}
		reach := 2 + 6*sd
		t.bayes = noise / sd * q.over([3]float64{-reach, -reach, -reach}, [3]float64{2 * reach, 2 * reach, 2 * reach})
		t.exact = false
		return q.err
	}
}

// seenFrom returns a point in coordinates relative to plane k of slants: along its two directions, and the signed
// distance from it.
func seenFrom(k int, x []float64) (a [3]float64) {
	f := &slants[k]
	for j := range a {
		d, next, last := x[j]-f[0][j], (j+1)%3, (j+2)%3
		a[0] += d * f[1][j]
		a[1] += d * f[2][j]
		a[2] += d * (f[1][next]*f[2][last] - f[1][last]*f[2][next])
	}
	return a
}

// offSlant is law.off for a square of side 2, at a point in the coordinates of seenFrom.
func offSlant(a [3]float64, sd float64) float64 {
	u, v := max(math.Abs(a[0])-1, 0), max(math.Abs(a[1])-1, 0)
	return (u*u + v*v + a[2]*a[2]) / (sd * sd)
}

// slanted writes the logarithms of the joint densities of the three planes' classes at a point.
func slanted(dst, x []float64, sd float64) {
	for k := range dst {
		a := seenFrom(k, x)
		dst[k] = math.Log(smeared(a[0], 1, sd)*smeared(a[1], 1, sd)*bell(0)/sd/3) - offSlant(a, sd)/2
	}
}
