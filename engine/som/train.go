package som

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/draw"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/online"
	"pointscape/engine/words"
)

// state is a map after some epochs.
type state struct {
	*run
	step   int
	w      []float64 // positions of the units, D numbers each
	best   []int32   // nearest unit of each row
	second []int32   // second nearest unit of each row; −1 if there is only one unit
	far    []float64 // distance of each row from its nearest unit
}

func (s *state) Can() *method.Capabilities {
	return draw.Parts{Problem: s.p, Shapes: s.shapes, Space: true, Hits: s.hits, Keys: s.keys}.Give(&method.Capabilities{
		Answers: method.Answers{Predictor: s},
		Drawing: method.Drawing{Panels: s.Panels},
		Words:   method.Words{Explain: s.Explain, Formula: s.Formula},
		Run:     method.Run{Grower: s, End: s.End},
	})
}

// halfStep is a state that is being computed.
type halfStep struct {
	of, next *state
	moved    bool // the units have moved; nearest units are to be found
	order    []int
	sums     []float64 // batch: sum of each unit's rows, relative to the mean
	counts   []float64
	at       int // next unit, or row
}

// askAfter is the number of floats processed between two calls of job.Err.
const askAfter = 100_000

// goOn computes a state: first its units, then the nearest units of the rows.
func (h *halfStep) goOn(job method.Job) error {
	s := h.next
	p := s.p
	if !h.moved {
		var err error
		if s.online {
			err = h.present(job)
		} else {
			err = h.pull(job)
		}
		if err != nil {
			return err
		}
		h.moved, h.at = true, 0
	}
	if s.best == nil {
		s.best, s.second, s.far = make([]int32, p.N), make([]int32, p.N), make([]float64, p.N)
	}
	every := max(1, askAfter/len(s.w))
	for ; h.at < p.N; h.at++ {
		if h.at%every == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		a, b, d2 := s.nearest(p.At(h.at))
		s.best[h.at], s.second[h.at], s.far[h.at] = int32(a), int32(b), math.Sqrt(d2)
	}
	return nil
}

// pull moves all units to weighted means of all rows (batch).
func (h *halfStep) pull(job method.Job) error {
	s, d := h.next, h.next.p.D
	if h.sums == nil {
		h.sums, h.counts = make([]float64, len(s.w)), make([]float64, len(s.at))
		for i, b := range h.of.best {
			h.counts[b]++
			sum := h.sums[int(b)*d : int(b+1)*d]
			for j, x := range s.p.At(i) {
				sum[j] += x - s.middle[j]
			}
		}
	}
	weigh := s.weigher(s.sigma(float64(h.of.step)))
	every := max(1, askAfter/len(s.w))
	place := make([]float64, d)
	for ; h.at < len(s.at); h.at++ {
		if h.at%every == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		clear(place)
		all := 0.0
		for b, n := range h.counts {
			if n == 0 {
				continue
			}
			if w := weigh(s.apart2(h.at, b)); w > 0 {
				all += float64(w * n)
				linalg.Axpy(w, h.sums[b*d:(b+1)*d], place)
			}
		}
		if !(all > 0) { // all weights are 0
			continue
		}
		for j, x := range place {
			s.w[h.at*d+j] = s.middle[j] + x/all
		}
	}
	return nil
}

// present presents the rows one after the other, in random order (online).
func (h *halfStep) present(job method.Job) error {
	s, d, n := h.next, h.next.p.D, h.next.p.N
	if h.order == nil {
		h.order = make([]int, n)
		online.Order(h.order, s.p.Seed, s.step)
	}
	every := max(1, askAfter/len(s.w))
	for ; h.at < n; h.at++ {
		if h.at%every == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		k := float64(h.of.step) + float64(h.at)/float64(n)
		x, eta := s.p.At(h.order[h.at]), s.eta(k)
		best, _, _ := s.nearest(x)
		weigh := s.weigher(s.sigma(k))
		for u := range s.at {
			w := eta * weigh(s.apart2(best, u))
			if w == 0 {
				continue
			}
			unit := s.w[u*d : (u+1)*d]
			for j, v := range unit {
				unit[j] = v + float64(w*(x[j]-v))
			}
		}
	}
	return nil
}

// weigher returns the neighbourhood function of radius sigma: the weight of a unit as a function of its squared
// distance, on the map, from the unit nearest to the row.
func (r *run) weigher(sigma float64) func(d2 float64) float64 {
	if r.bubble {
		most := sigma * sigma * (1 + 1e-12)
		return func(d2 float64) float64 {
			if d2 <= most {
				return 1
			}
			return 0
		}
	}
	half := 1 / (2 * sigma * sigma)
	return func(d2 float64) float64 {
		if d2 == 0 {
			return 1
		}
		if d2 *= half; d2 < 700 {
			return kernel.ExpNeg(-d2)
		}
		return 0
	}
}

// nearest returns the two units nearest to x (ties: the first ones), and the squared distance from the nearest; second
// is −1 if there is only one unit.
func (s *state) nearest(x []float64) (best, second int, least float64) {
	d := len(x)
	best, second = -1, -1
	least, next := math.Inf(1), math.Inf(1)
	for u := range s.at {
		sum := distance2(x, s.w[u*d:u*d+d], next)
		switch {
		case sum < least || best < 0:
			second, next = best, least
			best, least = u, sum
		case sum < next || second < 0:
			second, next = u, sum
		}
	}
	return best, second, least
}

// distance2 returns the squared distance of two points. It may stop early once the sum is at least enough.
func distance2(x, y []float64, enough float64) (sum float64) {
	for ; len(x) >= 8; x, y = x[8:], y[8:] {
		a, b := (*[8]float64)(x), (*[8]float64)(y)
		e0, e1, e2, e3 := a[0]-b[0], a[1]-b[1], a[2]-b[2], a[3]-b[3]
		e4, e5, e6, e7 := a[4]-b[4], a[5]-b[5], a[6]-b[6], a[7]-b[7]
		sum += float64(e0*e0) + float64(e1*e1) + float64(e2*e2) + float64(e3*e3) +
			(float64(e4*e4) + float64(e5*e5) + float64(e6*e6) + float64(e7*e7))
		if sum >= enough {
			return sum
		}
	}
	y = y[:len(x)]
	for j, v := range x {
		e := v - y[j]
		sum += float64(e * e)
	}
	return sum
}

// begin returns the next state, with nothing computed yet.
func (s *state) begin() *halfStep {
	return &halfStep{of: s, next: &state{run: s.run, step: s.step + 1, w: slices.Clone(s.w)}}
}

func (s *state) Step() int { return s.step }

func (s *state) StepName() string { return "epoch" }

func (s *state) End() int { return s.end }

func (s *state) Bytes() int { return 8*len(s.w) + 16*len(s.best) + 256 }

func (s *state) Grow(job method.Job, n int) (method.Grower, error) {
	for last := min(s.step+n, s.end); s.step < last; {
		h, err := s.begun.Step(s, s.begin, func(h *halfStep) error { return h.goOn(job) })
		if err != nil {
			return nil, err
		}
		s = h.next
		method.Progress(job, float64(s.step)/float64(s.end))
	}
	return s, nil
}

func (s *state) Measures() []method.Measure {
	return []method.Measure{{Name: "quantisation error", Value: s.quantisation()},
		{Name: "topographic error", Value: s.topographic()}}
}

// quantisation returns the quantisation error: the mean distance of a row from its nearest unit.
func (s *state) quantisation() float64 {
	sum := 0.0
	for _, d := range s.far {
		sum += d / float64(len(s.far))
	}
	return sum
}

// topographic returns the topographic error: the share of the rows whose two nearest units are not adjacent on the map.
func (s *state) topographic() float64 {
	n := 0
	for i, a := range s.best {
		if b := s.second[i]; b >= 0 && !s.touch(int(a), int(b)) {
			n++
		}
	}
	return float64(n) / float64(len(s.best))
}

// counts returns the number of rows of each unit.
func (s *state) counts() []int {
	n := make([]int, len(s.at))
	for _, u := range s.best {
		n[u]++
	}
	return n
}

// Predict answers with the index of the nearest unit, counted row by row of the map.
func (s *state) Predict(x, out []float64) {
	d := s.p.D
	for i := range out {
		u, _, _ := s.nearest(x[i*d : (i+1)*d])
		out[i] = float64(u)
	}
}

func (s *state) Status() method.Status {
	told := words.Text("the mean distance from the nearest unit is %s.", words.Number(s.quantisation()))
	switch s.step {
	case s.end:
		return method.Status{State: method.Limited, Sentence: words.Text("After %s the radius is %s, and %s",
			words.Count(s.step, "epoch"), radiusText(s.sigma(float64(s.step-1))), told)}
	case 0:
		return method.Status{State: method.Running, Sentence: words.Text("At the start %s", told)}
	}
	return method.Status{State: method.Running, Sentence: words.Text("Epoch %s: the radius is %s, and %s",
		strconv.Itoa(s.step), radiusText(s.sigma(float64(s.step-1))), told)}
}

func (s *state) Facts() []method.Fact {
	var f method.FactList
	empty := 0
	counts := s.counts()
	for _, n := range counts {
		if n == 0 {
			empty++
		}
	}
	unit := "data units"
	if s.p.Scales != nil {
		unit = "standard deviations"
	}
	f.Add("quantization_error", s.quantisation(), unit, "Mean distance of a point from its nearest unit").
		Call("Quantisation error")
	f.Add("topographic_error", s.topographic(), "", "Share of the points whose two nearest units are not neighbours on "+
		"the map (diagonal ones are): where the map is folded").Call("Topographic error")
	f.Add("n_empty", empty, "", "Number of units that are nearest to no point").Call("Units without points")
	f.Add("n_iter", s.step, "", "Passes over all points so far").Call("Epochs")
	if s.step > 0 {
		f.Add("sigma_now", s.sigma(float64(s.step-1)), "grid steps", "Radius of the neighbourhood in this epoch").
			Call("Radius σ")
		if s.online {
			f.Add("learning_rate_now", s.eta(float64(s.step-1)), "", "At the beginning of this epoch").Call("Learning rate η")
		}
	}
	units := make([][]float64, len(s.at))
	for u := range units {
		units[u] = s.unit(u)
	}
	f.Add("units", units, "", "Position of each unit, row by row of the map").Hide()
	f.Add("unit_counts", counts, "", "Points of each unit, row by row of the map").Hide()
	f.Add("labels", s.best, "", "Nearest unit of each point").Hide()
	return f
}

// unit returns the position of a unit.
func (s *state) unit(u int) []float64 { return s.w[u*s.p.D : (u+1)*s.p.D : (u+1)*s.p.D] }

func (s *state) Formula() string {
	if s.step == s.end {
		return words.Text("mean ‖xᵢ − w_{bᵢ}‖ = %s", words.Number(s.quantisation()))
	}
	sigma := words.Number(s.sigma(float64(s.step)))
	h := words.Text("h(j, b) = exp(−d(j, b)²∕(2 · %s²))", sigma)
	if s.bubble {
		h = words.Text("h(j, b) = 1 where d(j, b) ≤ %s, otherwise 0", sigma)
	}
	next := "w_{j} ← Σᵢ h(j, bᵢ) xᵢ ∕ Σᵢ h(j, bᵢ)"
	if s.online {
		next = "w_{j} ← w_{j} + " + words.Number(s.eta(float64(s.step))) + " h(j, bᵢ)(xᵢ − w_{j})"
	}
	return words.Text("mean ‖xᵢ − w_{bᵢ}‖ = %s\nnext: %s\n%s", words.Number(s.quantisation()), next, h)
}
