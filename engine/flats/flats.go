// Package flats fits k flats to rows of numbers: points, lines, planes or affine subspaces of any dimension q, with
// each row assigned to its nearest flat (k-flats; with q = 0, k-means). It works on the rows themselves (Rows), or on
// their images in the feature space of a kernel (Gram), for which it needs only the inner products. It does not depend
// on package method.
//
// Both alternate: each row is assigned to its nearest flat, then each flat is refitted to the mean of its rows and
// their leading principal directions, which is optimal for them. So the energy, the sum of the squared distances, never
// rises.
//
// Bradley and Mangasarian, k-Plane clustering, Journal of Global Optimization 16, 2000; Tseng, Nearest q-flat to m
// points, Journal of Optimization Theory and Applications 105, 2000. In feature space: Schölkopf, Smola and Müller,
// Nonlinear component analysis as a kernel eigenvalue problem, Neural Computation 10, 1998.
package flats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Init is the rule for the initial flats.
type Init int

const (
	// PlusPlus: each flat starts at a row drawn with a probability proportional to its squared distance to the nearest
	// earlier flat (Arthur and Vassilvitskii, SODA 2007), along the rows near it (Zhang, Szlam, Wang and Lerman, Hybrid
	// linear modeling via local best-fit flats, CVPR 2010).
	PlusPlus Init = iota
	// Random: each flat passes through q+1 rows drawn at random.
	Random
)

// Options control the search for flats.
type Options struct {
	K        int  // number of flats, 1 to 255
	Q        int  // dimension of the flats, from 0
	Init     Init // rule for the initial flats
	Restarts int  // number of starts, of which the best is kept; 0 means 1
	Limit    int  // largest number of moves of the flats in each run; 0 means 300
	// Farthest says that a flat without rows is moved to the row farthest from its own flat. Otherwise it stays.
	Farthest bool
	Seed     uint64
	// Given are the rows at which the flats start, instead of drawn ones; nil if none are given. Then there is only one
	// run.
	Given []int
	// Ask is called every few milliseconds; its error ends the work and is returned. It may be nil.
	Ask func() error
	// Tell is called with the share of the work done. It may be nil.
	Tell func(share float64)
}

// Run is the result of the alternation from one start: the best of all starts. F is *Flat or *Image.
type Run[F any] struct {
	K, N int
	// Seeds are the rows at which the flats start, in the order of choice; Chance has the probability with which each
	// was drawn, and Potential the sum of the squared distances to the nearest flat after each.
	Seeds             []int
	Chance, Potential []float64
	Flats             [][]F // K flats before the first move and after each move
	// Labels are the flats of all rows by each assignment: one before each move, and one after the last.
	Labels [][]uint8
	// Energy is the sum of the squared distances of the rows to their flats: after the first assignment, then after
	// each move and each assignment.
	Energy  []float64
	Changed []int   // number of rows that each assignment moved to another flat; all for the first
	Settled bool    // the run ended because nothing changes any more
	Noise   float64 // rounding error of a squared distance: flats whose distances differ by no more are equally near
	// Ends are the final energies of all runs, and Best is the index of this run.
	Ends []float64
	Best int
}

// Moves returns how often the flats have moved.
func (r *Run[F]) Moves() int { return len(r.Flats) - 1 }

// Last returns the flats at the end, and the rows' flats.
func (r *Run[F]) Last() (flats []F, labels []uint8) {
	return r.Flats[r.Moves()], r.Labels[len(r.Labels)-1]
}

// space is where the rows lie and flats are fitted.
type space[F any] interface {
	// near returns the flat through a row along the rows nearest to it.
	near(row int) (F, error)
	// through returns the flat through some rows, with the first as its base.
	through(rows []int) (F, error)
	// fit returns the best flat for some rows, at least one. Directions that they do not determine are taken from old,
	// or, for images, left out.
	fit(rows []int, old F) (F, error)
	// residuals writes the squared distances of all rows to a flat.
	residuals(f F, out []float64) error
	// noise returns the rounding error of a squared distance.
	noise() float64
}

// find returns the best of several runs.
func find[F any](s space[F], n int, o Options) (*Run[F], error) {
	if o.Restarts < 1 || o.Given != nil {
		o.Restarts = 1
	}
	if o.Limit < 1 {
		o.Limit = 300
	}
	var best *Run[F]
	ends := make([]float64, 0, o.Restarts)
	for t := range o.Restarts {
		r := &Run[F]{K: o.K, N: n, Best: t}
		// The first of several starts is the same as that of a single run.
		if err := r.seed(s, o, rand.New(rand.NewPCG(o.Seed, 0x9e3779b97f4a7c15+uint64(t)))); err != nil {
			return nil, err
		}
		tell := func(share float64) {
			if o.Tell != nil {
				o.Tell((float64(t) + share) / float64(o.Restarts))
			}
		}
		if err := r.run(s, o, tell); err != nil {
			return nil, err
		}
		end := r.Energy[len(r.Energy)-1]
		ends = append(ends, end)
		// Of runs that differ only by rounding, keep the earlier one.
		if best == nil || end < best.Energy[len(best.Energy)-1]*(1-1e-12) {
			best = r
		}
	}
	best.Ends, best.Noise = ends, s.noise()
	return best, nil
}

// seed chooses the initial flats of a run, one after the other.
func (r *Run[F]) seed(s space[F], o Options, rng *rand.Rand) error {
	taken, d2, own := make([]bool, r.N), make([]float64, r.N), make([]float64, r.N)
	for i := range d2 {
		d2[i] = math.Inf(1)
	}
	// another draws one of the rows at which no flat starts yet, all with the same probability.
	another := func() int {
		skip := rng.IntN(r.N - len(r.Seeds))
		for i, is := range taken {
			if is {
				continue
			}
			if skip == 0 {
				return i
			}
			skip--
		}
		panic("flats: there are more flats than rows")
	}
	var list []F
	sum := 0.0
	for j := range o.K {
		i, chance := 0, 1/float64(r.N-j)
		switch {
		case o.Given != nil:
			i, chance = o.Given[j], 1
		case j == 0 || o.Init == Random || !(sum > float64(r.N)*s.noise()):
			i = another()
		default:
			i = Draw(d2, rng.Float64()*sum)
			chance = d2[i] / sum
		}
		taken[i] = true
		f, err := F(*new(F)), error(nil)
		if o.Init == Random {
			rows := []int{i}
			for len(rows) <= o.Q && len(rows) < r.N {
				if k := rng.IntN(r.N); !slices.Contains(rows, k) {
					rows = append(rows, k)
				}
			}
			f, err = s.through(rows)
		} else {
			f, err = s.near(i)
		}
		if err == nil {
			err = s.residuals(f, own)
		}
		if err != nil {
			return err
		}
		sum = 0
		for i, x := range own {
			d2[i] = min(d2[i], max(x, 0))
			sum += d2[i]
		}
		list = append(list, f)
		r.Seeds, r.Chance, r.Potential = append(r.Seeds, i), append(r.Chance, chance), append(r.Potential, sum)
	}
	r.Flats = append(r.Flats, list)
	return nil
}

// Draw returns the first index at which the running sum of weights exceeds u, which must not be negative and must be
// below the sum of the weights. If there is none because of rounding, it returns the last index with a positive weight.
func Draw(weights []float64, u float64) int {
	last := 0
	for i, w := range weights {
		if w > 0 {
			last = i
			if u -= w; u < 0 {
				break
			}
		}
	}
	return last
}

// run alternates until nothing changes, or up to the limit. It ends with an assignment.
func (r *Run[F]) run(s space[F], o Options, tell func(share float64)) error {
	d2 := make([][]float64, r.K) // squared distances of all rows to each flat
	for j := range d2 {
		d2[j] = make([]float64, r.N)
	}
	labels := make([]uint8, r.N)
	filled := false
	for t := 0; ; t++ {
		tell(float64(t) / float64(o.Limit+1))
		for j, f := range r.Flats[t] {
			if err := s.residuals(f, d2[j]); err != nil {
				return err
			}
		}
		before, after, changed := 0.0, 0.0, 0
		for i, own := range labels {
			best := 0
			for j := range d2 {
				if d2[j][i] < d2[best][i] {
					best = j
				}
			}
			// Of flats that are equally near up to rounding, as where flats cross, a row takes the first one; later it
			// keeps its flat, since otherwise it could oscillate.
			least := d2[best][i]
			if t > 0 {
				before += d2[own][i]
				if !(least < d2[own][i]-s.noise()) {
					best = int(own)
				}
			} else {
				for best = 0; !(d2[best][i] <= least+s.noise()); best++ {
				}
			}
			if t == 0 || best != int(own) {
				changed++
			}
			labels[i] = uint8(best)
			after += d2[best][i]
		}
		if t > 0 {
			r.Energy = append(r.Energy, before)
		}
		r.Energy, r.Changed, r.Labels = append(r.Energy, after), append(r.Changed, changed),
			append(r.Labels, slices.Clone(labels))
		if r.Settled = t > 0 && changed == 0 && !filled; r.Settled || t == o.Limit {
			return nil
		}
		rows := make([][]int, r.K)
		for i, j := range labels {
			rows[j] = append(rows[j], i)
		}
		next := make([]F, r.K)
		for j, f := range r.Flats[t] {
			next[j] = f
			if len(rows[j]) > 0 {
				var err error
				if next[j], err = s.fit(rows[j], f); err != nil {
					return err
				}
			}
		}
		filled = false
		if o.Farthest {
			var err error
			if filled, err = r.fill(s, rows, labels, d2, next); err != nil {
				return err
			}
		}
		r.Flats = append(r.Flats, next)
	}
}

// fill moves the flats without rows to the rows farthest from their own flats, of equally far ones the first. It
// reports whether it moved one; flats stay when all rows lie on flats.
func (r *Run[F]) fill(s space[F], rows [][]int, labels []uint8, d2 [][]float64, next []F) (filled bool, err error) {
	far, own := make([]float64, r.N), make([]float64, r.N)
	for i, j := range labels {
		far[i] = d2[j][i]
	}
	for j := range next {
		if len(rows[j]) > 0 {
			continue
		}
		at := 0
		for i, x := range far {
			if x > far[at] {
				at = i
			}
		}
		if !(far[at] > s.noise()) {
			break // each row lies on its flat
		}
		if next[j], err = s.near(at); err != nil {
			return false, err
		}
		filled = true
		if err := s.residuals(next[j], own); err != nil {
			return false, err
		}
		for i, x := range own {
			far[i] = min(far[i], x)
		}
	}
	return filled, nil
}

// hood returns the number of rows that determine the direction of a flat started at one of them: a quarter of a flat's
// average share, counting that row, but at least 2q + 2.
func hood(n, k, q int) int { return min(n, max(2*q+2, n/(4*k))) }

// nearest returns the indices of the count rows with the smallest distances, beginning with row.
func nearest(d2 []float64, row, count int) []int {
	order := make([]int, 0, len(d2))
	order = append(order, row)
	for i := range d2 {
		if i != row {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order[1:], func(a, b int) int {
		switch {
		case d2[a] < d2[b]:
			return -1
		case d2[a] > d2[b]:
			return 1
		}
		return 0
	})
	return order[:min(count, len(order))]
}
