// Package dataset makes points, and rows with many columns: with seeded generators, from built-in tables, and from CSV.
//
// A generator is a pure function of its recipe (doc.Dataset), so that a link can contain the recipe instead of the
// rows. Each point has a random stream of its own: more noise moves every point along a line of its own, except points
// that are rejected and drawn again.
//
// Classification and clustering: points lie in the unit square, within [0.05, 0.95]². Regression on the line: x within
// [0.05, 0.95], y about 0 with a size of about 1, which suits the zero mean and unit variance of a Gaussian process.
// Regression over the plane: (x1, x2) within [0.05, 0.95]², values of size about 1. Tables keep their units.
package dataset

import (
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// entry is a declaration with its code. Exactly one of plane, line, field and table is set.
type entry struct {
	method.Dataset
	plane *shape                          // classification, clustering
	line  func(u float64) (y, sd float64) // regression on the line, u in [0, 1]; sd in units of the noise
	where func(u float64) float64         // for line: maps uniform u in [0, 1] to others; nil = the identity
	field func(u, v float64) (z float64)  // regression over the plane, u and v in [-1, 1]
	table string                          // CSV
	names doc.Names
}

// All returns the declarations of all datasets, in the order of the menu.
func All() []method.Dataset {
	list := entries()
	specs := make([]method.Dataset, len(list))
	for i := range list {
		specs[i] = list[i].Dataset
	}
	return specs
}

// find returns the entry with a name, or nil.
func find(name string) *entry {
	list := entries()
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// TaskOf returns the task that a dataset is made for; ok is false if there is no such dataset.
func TaskOf(name string) (t method.Task, ok bool) {
	if e := find(name); e != nil {
		return e.Task, true
	}
	return "", false
}

// Names returns the names of a dataset's axes and classes; empty if it has none.
func Names(name string) doc.Names {
	if e := find(name); e != nil {
		return e.names
	}
	return doc.Names{}
}

func entries() []entry {
	return append(append(planar(), regression()...), tables()...)
}

// Make makes the points of a recipe: the same recipe always gives the same points. n = 0 means the default number;
// noise 0 is no noise. Errors are *doc.Error.
func Make(ds doc.Dataset) ([]doc.Point, error) { return Draw(ds, ds.Seed) }

// Draw makes the points of a recipe with the random numbers of another seed. They have the same distribution: if a
// recipe's seed determines the distribution, as for clusters the centers, it remains that of ds.Seed. A table is the
// same for all seeds. Errors are Make's.
func Draw(ds doc.Dataset, seed uint64) ([]doc.Point, error) {
	e := find(ds.Name)
	if e == nil {
		var names []string
		for _, s := range All() {
			names = append(names, s.Name)
		}
		return nil, doc.Errorf("dataset.name", doc.OneOf(names, ds.Name), ds.Name)
	}
	if err := e.check(ds); err != nil {
		return nil, err
	}
	n := ds.N
	if n == 0 {
		n = e.N
	}
	switch {
	case e.plane != nil:
		return e.plane.points(n, ds.Noise, ds.Seed, seed), nil
	case e.line != nil:
		return e.onLine(n, ds.Noise, seed), nil
	case e.field != nil:
		return e.overPlane(n, ds.Noise, seed), nil
	}
	pts, _, _, err := ParseCSV(e.table, e.Task)
	return pts, err
}

// Fresh makes k more points from the distribution of a recipe's points, as a test set for them: with other random
// numbers and, if Make spaces its points evenly over a shape, at other positions of it. Tables, and recipes that Make
// refuses, have none.
func Fresh(ds doc.Dataset, k int) []doc.Point { return DrawFresh(ds, k, ds.Seed) }

// DrawFresh is Fresh with the random numbers of another seed, and the same distribution (see Draw).
func DrawFresh(ds doc.Dataset, k int, seed uint64) []doc.Point {
	e := find(ds.Name)
	if e == nil || e.check(ds) != nil {
		return nil
	}
	return e.fresh(ds, k, seed)
}

// fresh is DrawFresh for a recipe that check accepts.
func (e *entry) fresh(ds doc.Dataset, k int, seed uint64) []doc.Point {
	n := ds.N
	if n == 0 {
		n = e.N
	}
	switch {
	case e.plane != nil:
		return e.plane.fresh(k, n, ds.Noise, ds.Seed, seed)
	case e.line != nil:
		return e.onLine(n+k, ds.Noise, seed)[n:]
	case e.field != nil:
		return e.overPlane(n+k, ds.Noise, seed)[n:]
	}
	return nil
}

func (e *entry) check(ds doc.Dataset) error {
	if e.Fixed && ds.N != 0 && ds.N != e.N {
		return doc.Errorf("dataset.n", words.Sprintf("%d or left out: %s is a table", e.N, e.Name), ds.N)
	}
	if ds.N < 0 || ds.N > e.MaxN {
		return doc.Errorf("dataset.n", words.Sprintf("a whole number from 1 to %d, or 0 for %d", e.MaxN, e.N), ds.N)
	}
	// The negation also catches NaN.
	if !(ds.Noise >= 0 && ds.Noise <= e.MaxNoise) {
		want := words.Sprintf("a number from 0 to %g", e.MaxNoise)
		if e.MaxNoise == 0 {
			want = words.Text("0: %s has no noise", e.Name)
		}
		return doc.Errorf("dataset.noise", want, ds.Noise)
	}
	return nil
}

// Both coordinates of generated points, or x in regression on the line, stay within [low, high].
const low, high = 0.05, 0.95

// round keeps five decimals: recipes become rows as soon as the user moves one point, and rows should be short in a
// link. It also hides the last bits, in which machines differ.
func round(x float64) float64 { return math.Round(x*1e5) / 1e5 }

// Inputs of regressions fill their range evenly, whatever their number, and not in order: they are the Kronecker
// sequence i·α mod 1, shifted by the seed. On the line α is the golden ratio; in the plane 1/p and 1/p², where p is the
// real root of p³ = p + 1 (Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018).
const (
	golden   = 0.61803398874989484820
	plastic  = 0.75487766624669276005
	plastic2 = plastic * plastic
)

func wrap(x float64) float64 { return x - math.Floor(x) }

func (e *entry) onLine(n int, noise float64, seed uint64) []doc.Point {
	pts := make([]doc.Point, n)
	var r rng
	r.seed(seed, whole)
	shift := r.float()
	for i := range pts {
		r.seed(seed, i)
		u := wrap(shift + float64(i)*golden)
		if e.where != nil {
			u = e.where(u)
		}
		x := round(low + (high-low)*u)
		// The value is computed at the rounded coordinates.
		y, sd := e.line((x - low) / (high - low))
		pts[i] = doc.Point{X: x, Y: round(y + noise*sd*r.normal())}
	}
	return pts
}

func (e *entry) overPlane(n int, noise float64, seed uint64) []doc.Point {
	pts := make([]doc.Point, n)
	var r rng
	r.seed(seed, whole)
	dx, dy := r.float(), r.float()
	for i := range pts {
		r.seed(seed, i)
		x := round(low + (high-low)*wrap(dx+float64(i)*plastic))
		y := round(low + (high-low)*wrap(dy+float64(i)*plastic2))
		z := e.field(2*x-1, 2*y-1)
		pts[i] = doc.Point{X: x, Y: y, Z: round(z + noise*r.normal())}
	}
	return pts
}
