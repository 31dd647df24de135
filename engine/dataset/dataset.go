// Package dataset makes points: seeded generators, built-in tables, and what
// people paste as CSV.
//
// A generator is a pure function of its recipe (doc.Dataset), so that a link can
// carry the recipe instead of the rows. Each point has a random stream of its
// own: raising the noise moves every point along a line of its own instead of
// throwing all of them anew.
//
// Classification and clustering: points lie in the unit square, within
// [0.05, 0.95]². Regression on the line: x within [0.05, 0.95], y about 0 and
// about 1 in size, as the zero mean and unit variance of a Gaussian process
// want it. Regression over the plane: (x1, x2) within [0.05, 0.95]², values
// about 1 in size. Tables keep their units.
package dataset

import (
	"fmt"
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// entry is a declaration with the code behind it. Exactly one of the functions is set.
type entry struct {
	method.Dataset
	plane *shape                          // classification, clustering
	line  func(u float64) (y, sd float64) // regression on the line, u in [0, 1]; sd as a share of the noise
	where func(u float64) float64         // maps even abscissas in [0, 1] to others; nil = leaves them
	field func(u, v float64) (z float64)  // regression over the plane, u and v in [-1, 1]
	table string                          // CSV
	names doc.Names
}

// All returns what there is, in the order of the menu.
func All() []method.Dataset {
	list := entries()
	specs := make([]method.Dataset, len(list))
	for i := range list {
		specs[i] = list[i].Dataset
	}
	return specs
}

// find returns the entry of a name, nil when there is none.
func find(name string) *entry {
	list := entries()
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// TaskOf returns what a dataset's third column is made for; ok is false when
// there is no such dataset.
func TaskOf(name string) (t method.Task, ok bool) {
	if e := find(name); e != nil {
		return e.Task, true
	}
	return "", false
}

// Names returns what a dataset's axes and classes are called, none when it has no
// names.
func Names(name string) doc.Names {
	if e := find(name); e != nil {
		return e.names
	}
	return doc.Names{}
}

func entries() []entry {
	return append(append(planar(), regression()...), tables()...)
}

// Make makes the points of a recipe: the same recipe, the same points. n = 0
// means the default number; noise 0 is no noise. Errors are *doc.Error.
func Make(ds doc.Dataset) ([]doc.Point, error) { return Draw(ds, ds.Seed) }

// Draw makes the points of a recipe by the random numbers of another seed. They are of
// the same law: where a recipe chooses its law by its seed, as clusters choose their
// centres, it remains that of ds.Seed. A table is the same for all seeds. Errors are
// Make's.
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

// Fresh makes k points more of what a recipe's points are drawn from, a test set
// for them: by other random numbers, and, where Make spreads its points evenly over
// a shape, in other places of it. A table has none, nor has a recipe that Make
// refuses.
func Fresh(ds doc.Dataset, k int) []doc.Point { return DrawFresh(ds, k, ds.Seed) }

// DrawFresh is Fresh by the random numbers of another seed, of the same law (see Draw).
func DrawFresh(ds doc.Dataset, k int, seed uint64) []doc.Point {
	e := find(ds.Name)
	if e == nil || e.check(ds) != nil {
		return nil
	}
	return e.fresh(ds, k, seed)
}

// fresh is Fresh by the random numbers of another seed.
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
		return doc.Errorf("dataset.n", fmt.Sprintf("%d or left out: %s is a table", e.N, e.Name), ds.N)
	}
	if ds.N < 0 || ds.N > e.MaxN {
		return doc.Errorf("dataset.n", fmt.Sprintf("a whole number from 1 to %d, or 0 for %d", e.MaxN, e.N), ds.N)
	}
	// The negation also catches NaN.
	if !(ds.Noise >= 0 && ds.Noise <= e.MaxNoise) {
		want := fmt.Sprintf("a number from 0 to %g", e.MaxNoise)
		if e.MaxNoise == 0 {
			want = "0: " + e.Name + " has no noise"
		}
		return doc.Errorf("dataset.noise", want, ds.Noise)
	}
	return nil
}

// Generated points stay within [low, high] in the unit square.
const low, high = 0.05, 0.95

// round keeps five decimals: recipes become rows as soon as a hand moves one
// point, and rows should be short in a link. It also hides the last bits, in
// which machines differ.
func round(x float64) float64 { return math.Round(x*1e5) / 1e5 }

// Inputs of regressions fill their range evenly, however many there are, and
// not in order: by Kronecker's sequence i·α mod 1, shifted by the seed. On the
// line α is the golden ratio; in the plane 1/p and 1/p², p the real root of
// p³ = p + 1 (Roberts, "The unreasonable effectiveness of quasirandom
// sequences", 2018).
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
		// The value belongs to the place as it is written.
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
