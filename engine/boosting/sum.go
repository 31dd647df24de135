// Package boosting implements boosting methods, which add up small trees, each fitted to the errors of those before it.
package boosting

import (
	"math"

	"pointscape/engine/cart"
	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// term is a tree of a sum, with the integers that each of its nodes adds. Only those of leaves are used.
type term struct {
	tree    *cart.Tree
	amounts []int64
}

// splits returns the number of splits of the tree.
func (t *term) splits() int32 { return int32(t.tree.Steps()) }

// at returns what the term adds at a point; planes is the number of integers per node.
func (t *term) at(x []float64, planes int) []int64 {
	i := int(t.tree.Leaf(x, t.splits()))
	return t.amounts[i*planes : (i+1)*planes]
}

// sums adds up terms at points. Sums of integers do not depend on the order of summation, so incremental sums, and
// rasters added up by rectangles, are equal to the bit.
type sums struct {
	d      int
	base   []int64 // sum without terms
	places cart.Places[int64]
}

// keptTerms is the number of terms from which sums are kept.
const keptTerms = 4

// at returns the sums at the rows of x: len(base) numbers for each row.
func (s *sums) at(terms []term, x []float64) []int64 {
	if !fastPlaces || len(terms) < keptTerms {
		return s.add(nil, terms, x)
	}
	return s.places.At(x, len(terms), func(sums []int64, from int) []int64 { return s.add(sums, terms[from:], x) })
}

// add adds terms to the sums in from, in place; nil = begin with base.
func (s *sums) add(from []int64, terms []term, x []float64) []int64 {
	n, planes := len(x)/s.d, len(s.base)
	if from == nil {
		from = make([]int64, 0, n*planes)
		for range n {
			from = append(from, s.base...)
		}
	}
	for k := range terms {
		for i := range n {
			row := from[i*planes : (i+1)*planes]
			for c, a := range terms[k].at(x[i*s.d:(i+1)*s.d], planes) {
				row[c] += a
			}
		}
	}
	return from
}

// rows calls fn with the sums in each row of a grid of the plane; those of plane c start at index c·W.
func (s *sums) rows(job method.Job, terms []term, g picture.Grid, fn func(y int, all []int64)) error {
	sum := cart.NewSum(g, len(s.base))
	for k := range terms {
		sum.Add(terms[k].tree, terms[k].splits(), terms[k].amounts)
	}
	based := make([]int64, len(s.base)*g.W)
	return sum.Rows(job, func(y int, all []int64) {
		for c, b := range s.base {
			to := based[c*g.W : (c+1)*g.W]
			for i, n := range all[c*g.W : (c+1)*g.W] {
				to[i] = n + b
			}
		}
		fn(y, based)
	})
}

// cutsIn calls tell with each cut of the trees of a sum.
func cutsIn(terms []term, tell func(input int, at float64)) bool {
	for k := range terms {
		terms[k].tree.Cuts(terms[k].splits(), tell)
	}
	return true
}

// scores returns a raster of class scores: for two classes, the lead of the second one; for more, how far each is
// behind the leading one, which keeps the order in single precision. unit converts sums to scores, and hi is the score
// with full opacity.
func (s *sums) scores(job method.Job, terms []term, p *method.Problem, g picture.Grid, unit, hi float64) (
	*picture.Raster, error) {
	k := classify.Outputs(p)
	r := classify.Raster(p, g, k, hi, "")
	r.Sharp = true
	err := s.rows(job, terms, g, func(y int, all []int64) {
		at := y * g.W
		if k == 1 {
			last, v := int64(math.MinInt64), float32(0)
			for i := range g.W {
				if n := lead(all, g.W, i); n != last { // another cell begins
					last, v = n, float32(float64(n)*unit)
				}
				r.Planes[0][at+i] = v
			}
			return
		}
		for i := range g.W {
			top := int64(math.MinInt64)
			for c := range k {
				top = max(top, all[c*g.W+i])
			}
			for c := range k {
				r.Planes[c][at+i] = float32(float64(all[c*g.W+i]-top) * unit)
			}
		}
	})
	return r, err
}

// lead returns the lead of the second class over the first: the only sum, or the difference of both.
func lead(all []int64, w, i int) int64 {
	if len(all) < 2*w {
		return all[i]
	}
	return all[w+i] - all[i]
}

// leavesComplexity is the complexity that a study's penalty applies to.
const leavesComplexity = "the number of leaves of all trees"

// leaves returns the total number of leaves of the trees.
func leaves(terms []term) float64 {
	n := 0
	for i := range terms {
		n += terms[i].tree.Steps() + 1
	}
	return float64(n)
}

func (m *ada) Complexity(job method.Job) (float64, error) { return leaves(m.terms), job.Err() }

func (b *boosted) Complexity(job method.Job) (float64, error) { return leaves(b.terms), job.Err() }
