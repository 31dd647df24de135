package session

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// RowPool is a set of other engines, on processors of their own and each with a session of its own, that can compute
// rows of a raster while this one computes the rest. Their sessions fit the document themselves: only a request and the
// values of some rows are transferred.
type RowPool interface {
	// Ready returns how many engines are available now; during a drag, when the page needs a processor of its own, these
	// may be fewer. If none has been started, it starts some, for later.
	Ready(moving bool) int
	// Ask asks engine k, 0 <= k < Ready, for the raster on g of the document that is being drawn. An earlier request to
	// it is cancelled.
	Ask(k int, g picture.Grid)
	// Answer waits for the result of Ask(k), as Rows computes it, and copies it into the rows of r from row from on. It
	// returns how long the other engine took, in seconds. The error is job's, or says how the engine was lost.
	Answer(job method.Job, k int, r *picture.Raster, from int) (took float64, err error)
}

const (
	// poolWorth is the time in seconds of a fine raster on one engine from which on it is shared: a request and its
	// answer take about a millisecond.
	poolWorth = 0.008
	// poolStrip is the smallest number of rows that is worth a request, and all strips but the last one have a multiple
	// of it, because some methods work in blocks of nodes.
	poolStrip = 16
	// maxVain is the number of successive shared rasters without a clear gain after which a method's rasters are no
	// longer shared: memory may be the limit, or the processors are busy with something else.
	maxVain = 3
	// After everySo shared rasters one is computed on one engine, because the time that this takes changes with the data,
	// and falls while the program warms up.
	everySo = 16
)

// SetRowPool lets slow rasters be shared with other engines.
func (s *Session) SetRowPool(c RowPool) { s.rowPool = c }

// Rows computes the raster of a document on g, a part of a larger grid: the request to an engine of a RowPool. The
// raster is nil if the model has none. Errors are those of Fit.
func (s *Session) Rows(job method.Job, req Request, g picture.Grid) (*picture.Raster, error) {
	f, err := s.Fit(job, req.Doc)
	if err != nil {
		return nil, err
	}
	return rasterOf(job, f, g)
}

// helpers returns how many other engines share the raster of a fit on g: none (0 or less) if it is fast, if the others
// would fit longer than they help, if the method can't be divided, or if there was no gain before.
func (s *Session) helpers(f *Fit, g picture.Grid, moving bool) int {
	sp := s.pace(f)
	if !fastRowPool || s.rowPool == nil || !f.Method.Divisible || sp.alone < poolWorth || sp.fit > sp.alone/4 ||
		sp.vain == maxVain || sp.shared == everySo {
		return 0
	}
	return min(s.rowPool.Ready(moving), g.H/poolStrip-1)
}

// raster computes a model's raster on g, together with other engines if that pays, and returns their number. The raster
// is nil if nothing of it is painted. Errors are those of the model and of job.
func (s *Session) raster(job method.Job, f *Fit, req Request, g picture.Grid) (*picture.Raster, int, error) {
	last := s.trail
	s.trail = method.Trail{}
	if f.can.Follow != nil {
		s.trail.Kept = last.Kept
	}
	if !f.painted() {
		return nil, 0, nil
	}
	if f.reuse == method.ReusePlanes {
		if r, err := s.follow(job, f, last, g); r != nil {
			return r, 0, err
		}
	}
	_, best := s.grids(f, req.View)
	fine := g == best
	n := s.helpers(f, g, !req.Fine)
	start := s.now()
	if n <= 0 {
		var r *picture.Raster
		var err error
		if f.reuse == method.ReuseSums {
			r, err = f.named(s.follow(job, f, last, g))
		} else {
			r, err = rasterOf(job, f, g)
		}
		if r != nil && fine {
			s.remember(f, s.now().Sub(start).Seconds())
		}
		return r, 0, err
	}
	// The first strip is this engine's own. Its number of rows follows from the times of the last strips.
	all := g.H / poolStrip
	mine := min(max(int(s.share(n)*float64(all)+0.5), 1), all-n)
	cut := make([]int, n+2)
	for k := 1; k <= n; k++ {
		cut[k] = poolStrip * (mine + (all-mine)*(k-1)/n)
	}
	cut[n+1] = g.H
	for k := range n {
		s.rowPool.Ask(k, g.Rows(cut[k+1], cut[k+2]))
	}
	part, err := rasterOf(job, f, g.Rows(0, cut[1]))
	if err != nil || part == nil {
		return nil, 0, err
	}
	own := s.now().Sub(start).Seconds()
	r := part.On(g)
	Place(r, part, 0)
	slowest := 0.0
	for k := range n {
		took, err := s.rowPool.Answer(job, k, r, cut[k+1])
		if err := job.Err(); err != nil {
			return nil, 0, err
		}
		if err != nil {
			// An engine that was lost costs time, not the picture.
			if part, err = rasterOf(job, f, g.Rows(cut[k+1], cut[k+2])); err != nil {
				return nil, 0, err
			}
			Place(r, part, cut[k+1])
		}
		slowest = max(slowest, took)
	}
	s.balance(n, own, slowest, float64(cut[1])/float64(g.H))
	if fine {
		s.compare(f, s.now().Sub(start).Seconds())
	}
	return r, n, nil
}

// remember records the time of a fine raster on one engine.
func (s *Session) remember(f *Fit, took float64) {
	sp := s.pace(f)
	if took > 2*sp.alone {
		sp.vain = 0 // the size of the data has changed
	}
	sp.alone, sp.shared = took, 0
}

// compare counts how often in a row sharing a fine raster, which took took seconds, had no clear gain.
func (s *Session) compare(f *Fit, took float64) {
	sp := s.pace(f)
	sp.shared++
	if sp.vain++; took < 0.85*sp.alone {
		sp.vain = 0
	}
}

// share returns the part of the rows, 0 to 1, that this engine takes when n others help.
func (s *Session) share(n int) float64 {
	if s.mine == 0 || s.with != n {
		return 1 / float64(n+1)
	}
	return s.mine
}

// balance moves the share half-way towards the one with which all engines would have finished at the same time: this
// engine took own seconds for part of the rows, the slowest of n others took theirs for its part of the rest.
func (s *Session) balance(n int, own, theirs, part float64) {
	mine, rest := part/max(own, 1e-6), (1-part)/max(theirs, 1e-6)
	best := mine / (mine + rest)
	s.mine, s.with = min(max(s.share(n)+(best-s.share(n))/2, 0.1), 0.9), n
}

// Place copies the values of a part into the rows of r from row from on, and extends the range of r by that of part.
func Place(r, part *picture.Raster, from int) {
	at := from * r.Grid.W
	to := r.Arrays()
	for i, values := range part.Arrays() {
		copy(to[i][at:], values)
	}
	r.Lo, r.Hi = min(r.Lo, part.Lo), max(r.Hi, part.Hi)
}
