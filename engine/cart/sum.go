package cart

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Fixed represents numbers as multiples of a unit: the smallest power of two in which sums up to a bound fit into 62
// bits. Sums of integers do not depend on the order of summation, so a raster that adds up leaves and a prediction that
// adds up trees agree to the bit.
type Fixed struct{ unit float64 }

// NewFixed returns the unit for sums whose partial sums are at most bound in absolute value.
func NewFixed(bound float64) Fixed {
	_, e := math.Frexp(max(bound, math.SmallestNonzeroFloat64))
	return Fixed{math.Ldexp(1, max(e-62, -1074))}
}

// Of returns a number in units, rounded to the nearest.
func (f Fixed) Of(x float64) int64 { return int64(math.RoundToEven(x / f.unit)) }

// Float returns n units as a number.
func (f Fixed) Float(n int64) float64 { return float64(n) * f.unit }

// Sum adds up the predictions of trees over the nodes of a grid. It works with rectangles, not with single nodes: the
// cell of a leaf is a rectangle, which changes the sum where it begins and where it ends.
type Sum struct {
	g       picture.Grid
	planes  int
	rects   []rect
	amounts []int64   // planes numbers for each rectangle
	trees   []summand // only without fastRectangles
}

// summand is a tree after k splits with planes numbers for each node.
type summand struct {
	tree    *Tree
	k       int32
	amounts []int64
}

type rect struct{ x0, x1, y0, y1 int32 }

// NewSum returns an empty sum of planes numbers at each node of a grid of the plane. With trees of a single input, the
// grid has one row.
func NewSum(g picture.Grid, planes int) *Sum { return &Sum{g: g, planes: planes} }

// Add adds a tree of one or two inputs after k splits. amounts has planes numbers for each node; those of leaves are
// added.
func (s *Sum) Add(t *Tree, k int32, amounts []int64) {
	if !fastRectangles {
		s.trees = append(s.trees, summand{t, k, amounts})
		return
	}
	var fill func(i int32, r rect)
	fill = func(i int32, r rect) {
		q := &t.Nodes[i]
		if q.Step == 0 || q.Step > k {
			s.rects = append(s.rects, r)
			s.amounts = append(s.amounts, amounts[int(i)*s.planes:(int(i)+1)*s.planes]...)
			return
		}
		low, high, grows := r, r, s.g.DX > 0
		if q.Feature == 0 {
			c := s.upTo(0, q.At, r.x0, r.x1)
			low.x1, high.x0 = c, c
		} else {
			c := s.upTo(1, q.At, r.y0, r.y1)
			low.y1, high.y0 = c, c
			grows = s.g.DY > 0
		}
		a, b := q.Left(), q.Right()
		if !grows {
			a, b = b, a
		}
		if low.x0 < low.x1 && low.y0 < low.y1 {
			fill(a, low)
		}
		if high.x0 < high.x1 && high.y0 < high.y1 {
			fill(b, high)
		}
	}
	if s.g.W > 0 && s.g.H > 0 {
		fill(0, rect{0, int32(s.g.W), 0, int32(s.g.H)})
	}
}

// upTo returns the first of the columns (for feature 1: rows) from..to−1 of the grid on the other side of the
// threshold, or to if there is none.
func (s *Sum) upTo(feature int32, at float64, from, to int32) int32 {
	g, x0, dx := &s.g, s.g.X0, s.g.DX
	if feature != 0 {
		x0, dx = g.Y(0), g.DY
	}
	first := func(k int32) bool { // on the side where the grid begins
		x := 0.0
		if feature == 0 {
			x = g.X(int(k))
		} else {
			x = g.Y(int(k))
		}
		return (x <= at) == (dx > 0)
	}
	k := from
	if guess := (at - x0) / dx; guess >= float64(to) {
		k = to
	} else if guess > float64(from) {
		k = int32(guess)
	}
	for k > from && !first(k-1) {
		k--
	}
	for k < to && first(k) {
		k++
	}
	return k
}

// Rows calls fn with the sums in each row of the grid; those of plane c start at index c·W. The slice is valid until fn
// returns. The error is job's.
func (s *Sum) Rows(job method.Job, fn func(y int, sums []int64)) error {
	if !fastRectangles {
		return s.byNode(job, s.trees, fn)
	}
	w, h := s.g.W, s.g.H
	begin, ends := s.byRow(h, func(r *rect) int32 { return r.y0 }), s.byRow(h, func(r *rect) int32 { return r.y1 })
	// change is the difference between the sum at each node and that at the node to its left. It has one more entry,
	// for rectangles that reach the last node.
	change, sums := make([]int64, s.planes*(w+1)), make([]int64, s.planes*w)
	for y := range h {
		if err := method.AskEvery(job, y, 16); err != nil {
			return err
		}
		s.apply(begin.at(y), change, 1)
		s.apply(ends.at(y), change, -1)
		if y == 0 || len(begin.at(y)) > 0 { // where a rectangle ends, another begins
			for c := range s.planes {
				sum, row := int64(0), sums[c*w:(c+1)*w]
				for x, d := range change[c*(w+1) : c*(w+1)+w] {
					sum += d
					row[x] = sum
				}
			}
		}
		fn(y, sums)
	}
	return nil
}

// byNode is Rows without rectangles: it asks each tree at each node.
func (s *Sum) byNode(job method.Job, trees []summand, fn func(y int, sums []int64)) error {
	w, x := s.g.W, make([]float64, 2)
	for y := range s.g.H {
		if err := job.Err(); err != nil {
			return err
		}
		sums := make([]int64, s.planes*w)
		for i := range w {
			x[0], x[1] = s.g.X(i), s.g.Y(y)
			for _, t := range trees {
				at := int(t.tree.Leaf(x, t.k)) * s.planes
				for c, a := range t.amounts[at : at+s.planes] {
					sums[c*w+i] += a
				}
			}
		}
		fn(y, sums)
	}
	return nil
}

// apply adds rectangles to the changes of a row, or subtracts them.
func (s *Sum) apply(rects []int32, change []int64, sign int64) {
	w := s.g.W + 1
	for _, i := range rects {
		r := &s.rects[i]
		for c, a := range s.amounts[int(i)*s.planes : (int(i)+1)*s.planes] {
			change[c*w+int(r.x0)] += sign * a
			change[c*w+int(r.x1)] -= sign * a
		}
	}
}

// rows lists the rectangles of each row.
type rows struct{ starts, list []int32 }

func (r rows) at(y int) []int32 { return r.list[r.starts[y]:r.starts[y+1]] }

// byRow sorts the rectangles by the row that of returns.
func (s *Sum) byRow(h int, of func(r *rect) int32) rows {
	r := rows{make([]int32, h+2), make([]int32, len(s.rects))}
	for i := range s.rects {
		r.starts[of(&s.rects[i])+1]++
	}
	for y := range h + 1 {
		r.starts[y+1] += r.starts[y]
	}
	next := slices.Clone(r.starts)
	for i := range s.rects {
		y := of(&s.rects[i])
		r.list[next[y]] = int32(i)
		next[y]++
	}
	return r
}

// Line is a sum of trees of one input, as a step function.
type Line struct {
	planes int
	// At holds the thresholds in ascending order. The first sums hold for x ≤ At[0], the last ones for x greater than
	// the last threshold.
	At   []float64
	sums []int64
}

// edge is a threshold between two consecutive leaves of a tree of one input.
type edge struct {
	at   float64
	tree int32
	node int32 // leaf above the threshold
	was  int32 // leaf below the threshold
}

// NewLine adds up trees of one input. amounts has an entry for each tree, as in Sum.Add.
func NewLine(trees []*Tree, planes int, amounts [][]int64) *Line {
	l := &Line{planes: planes}
	first := make([]int64, planes)
	var edges []edge
	for t, tree := range trees {
		last := int32(-1)
		var walk func(i int32, from float64)
		walk = func(i int32, from float64) {
			q := &tree.Nodes[i]
			if q.Step > 0 {
				walk(q.Left(), from)
				walk(q.Right(), q.At)
				return
			}
			if last < 0 {
				for c := range first {
					first[c] += amounts[t][int(i)*planes+c]
				}
			} else {
				edges = append(edges, edge{from, int32(t), i, last})
			}
			last = i
		}
		walk(0, math.Inf(-1))
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.at, b.at) })
	l.sums = append(l.sums, first...)
	for _, e := range edges {
		if n := len(l.At); n == 0 || l.At[n-1] != e.at {
			l.At = append(l.At, e.at)
			l.sums = append(l.sums, first...)
		}
		a := amounts[e.tree]
		for c := range first {
			first[c] += a[int(e.node)*planes+c] - a[int(e.was)*planes+c]
		}
		copy(l.sums[len(l.At)*planes:], first)
	}
	return l
}

// Sums returns the sums at x.
func (l *Line) Sums(x float64) []int64 {
	i, _ := slices.BinarySearch(l.At, x)
	return l.sums[i*l.planes : (i+1)*l.planes]
}
