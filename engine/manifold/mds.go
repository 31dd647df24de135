package manifold

import (
	"cmp"
	_ "embed"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

const byClassical = "classical_mds"

//go:embed mds.jsonl
var mdsExamples string

// MDS declares multidimensional scaling by SMACOF, id "mds".
func MDS() method.Method {
	return method.Method{
		Random: true,
		Info: method.Info{
			Takes: method.Takes{Wide: true, MaxPoints: 2000},
			ID:    "mds",
			Name:  "Multidimensional scaling",
			Aliases: []string{"MDS", "SMACOF", "Classical scaling", "Torgerson", "Principal coordinates", "Non-metric MDS",
				"Stress", "Shepard diagram", "Positionnement multidimensionnel"},
			Family: family,
			Task:   method.Cluster,
			Summary: "Places the points in a few dimensions so that the distances of all " +
				"pairs match those in the data or, non-metric, have the same order. Each step moves every point to the " +
				"average of the positions that the others suggest; the stress never increases.",
			Formula: "min σ(Y) = ½ Σᵢⱼ (δᵢⱼ − ‖yᵢ − yⱼ‖)²",
			Source: "Borg and Groenen, Modern Multidimensional Scaling, 2nd ed., 8.6 (SMACOF), 9.2 (ordinal), 12.1 " +
				"(classical scaling); Kruskal, Psychometrika 29, 1964 (stress, Shepard diagram)",
			// Each step visits all pairs.
			Params: []method.Param{
				{Name: "n_components", Label: "Dimensions", Kind: method.Integer{Range: method.Range{Min: 1, Max: 10, SoftMax: 5}},
					Default: 2.0,
					Help:    "Number of coordinates of each point"},
				{Name: "metric", Label: "Metric", Kind: method.Bool{}, Default: true,
					Help: "On: the distances themselves count. Off: only their order does (isotonic regression in each step)."},
				{Name: "init", Label: "Start", Default: byRandom, Help: "Where the points start",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: byClassical, Label: "Classical scaling", Help: "Torgerson's: eigenvectors of the doubly centred " +
							"squared distances, the principal components of the rows"},
						{Value: byRandom, Label: "At random", Help: "At random in a square"},
					}}},
				{Name: "n_init", Label: "Starts", Kind: method.Integer{Range: method.Range{Min: 1, Max: 20, SoftMax: 10}},
					Default: 1.0,
					Help:    "Number of random starts that descend in parallel; the start with the smallest stress so far is shown",
					When:    &method.When{Name: "init", In: []string{byRandom}}},
				{Name: "max_iter", Label: "Steps", Kind: method.Integer{Range: method.Range{Min: 1, Max: 5000, SoftMin: 10,
					SoftMax: 1000}}, Default: 300.0,
					Help: "At most this many steps of majorisation"},
				{Name: "eps", Label: "Tolerance", Kind: method.Number{Range: method.Range{Min: 1e-12, Max: 0.1, SoftMin: 1e-9,
					SoftMax: 1e-2, Log: true}}, Default: 1e-6, Advanced: true,
					Help: "It stops when a step lowers the stress by less than this share of the sum of the squared distances"},
			},
			Shows: []method.Show{
				{Name: "embedding", Label: "Embedding", On: true, Help: "A plot: the points at their positions in this step, " +
					"when the plane " +
					"shows something else"},
				{Name: "shepard", Label: "Shepard diagram", On: true, Help: "A plot: the distances in the map against those in " +
					"the data, one mark for each pair"},
			},
			Examples: method.ExamplesIn(mdsExamples),
		},
		Python: mdsPython,
		Fit:    fitMDS,
	}
}

// scaling is common to all states of a run. The pair (i, j), j < i, has the index i(i−1)/2 + j.
type scaling struct {
	p      *method.Problem
	q, end int
	eps    float64
	metric bool
	starts int
	scale  float64   // the largest distance, in units of the data
	delta  []float64 // dissimilarities of the pairs divided by scale
	square float64   // Σ δ²
	order  []int32   // non-metric: the pairs in ascending order of dissimilarity
	rank   []int32   // non-metric: per pair, its index in order
	begun  method.Begun[*scaled, *halfScaling]
}

// attempt is the state of one start.
type attempt struct {
	y []float64 // q coordinates per row, in units of scale
	// Non-metric: the disparities of the pairs in scaling.order. The pairs from number ends[b-1] (0 if b = 0) up to,
	// but not including, ends[b] have the disparity levels[b].
	ends   []int32
	levels []float64
	stress float64   // Σ (δ̂ − d)² over the pairs, in units of scale²; metric: δ̂ = δ
	apart  float64   // Σ d² over the pairs
	next   []float64 // Guttman transform: the positions after the next step
	still  bool      // the last step reduced the stress by at most the tolerance: no more steps
}

// scaled is the state after some steps.
type scaled struct {
	*scaling
	step  int
	tries []*attempt
	best  int  // index of the start shown
	wild  bool // a position after the next step, or a stress, is not finite
}

func (s *scaled) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{PointScorer: s},
		Drawing: method.Drawing{Panels: s.Panels, Projected: s.Projected},
		Words:   method.Words{Explain: s.Explain, Formula: s.Formula},
		Run:     method.Run{Grower: s, End: s.End},
		Pointer: method.Pointer{Tell: s.Tell},
	}
}

func fitMDS(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if err := varies(p, 3); err != nil {
		return nil, err
	}
	m := &scaling{p: p, q: v.Int("n_components"), end: v.Int("max_iter"), eps: v.Float("eps"), metric: v.Bool("metric"),
		starts: 1}
	if v.String("init") == byRandom {
		m.starts = v.Int("n_init")
	}
	if old, ok := prev.(*scaled); ok && old.p.SameRows(p) {
		m.scale, m.delta, m.square, m.order, m.rank = old.scale, old.delta, old.square, old.order, old.rank
	} else if err := m.compare(job); err != nil {
		return nil, err
	}
	if !m.metric && m.order == nil {
		if err := m.sort(job); err != nil {
			return nil, err
		}
	}
	s := &scaled{scaling: m}
	if v.String("init") == byClassical {
		y, err := m.classical(job)
		if err != nil {
			return nil, err
		}
		s.tries = []*attempt{{y: y}}
	} else {
		random := rand.New(rand.NewPCG(p.Seed, 1))
		for range m.starts {
			y := make([]float64, p.N*m.q)
			for i := range y {
				y[i] = random.Float64() - 0.5
			}
			s.tries = append(s.tries, &attempt{y: y})
		}
	}
	h := &halfScaling{next: s}
	if err := h.goOn(job); err != nil {
		return nil, err
	}
	return s, nil
}

// compare computes the distances of all pairs.
func (m *scaling) compare(job method.Job) error {
	p := m.p
	m.delta = make([]float64, 0, p.N*(p.N-1)/2)
	for i := range p.N {
		if err := job.Err(); err != nil {
			return err
		}
		method.Progress(job, 0.3*float64(i)/float64(p.N))
		for j := range i {
			d := distance(p.At(i), p.At(j))
			m.delta = append(m.delta, d)
			m.scale = max(m.scale, d)
		}
	}
	for c := range m.delta {
		m.delta[c] = steady(m.delta[c] / m.scale)
		m.square += m.delta[c] * m.delta[c]
	}
	return nil
}

// sort sorts the pairs by their distances, equal ones by index, as a merge sort of short runs.
func (m *scaling) sort(job method.Job) error {
	const run = 4096
	n := len(m.delta)
	order, other := make([]int32, n), make([]int32, n)
	less := func(a, b int32) bool { return m.delta[a] < m.delta[b] || m.delta[a] == m.delta[b] && a < b }
	for i := range order {
		order[i] = int32(i)
	}
	for from := 0; from < n; from += run {
		if err := job.Err(); err != nil {
			return err
		}
		slices.SortFunc(order[from:min(from+run, n)], func(a, b int32) int {
			if less(a, b) {
				return -1
			}
			return 1
		})
	}
	for size := run; size < n; size *= 2 {
		for from := 0; from < n; from += 2 * size {
			a, b := order[from:min(from+size, n)], order[min(from+size, n):min(from+2*size, n)]
			for c := from; len(a)+len(b) > 0; c++ {
				if err := method.AskEvery(job, c, run); err != nil {
					return err
				}
				if len(b) == 0 || len(a) > 0 && less(a[0], b[0]) {
					other[c], a = a[0], a[1:]
				} else {
					other[c], b = b[0], b[1:]
				}
			}
		}
		order, other = other, order
	}
	m.order, m.rank = order, other
	for r, c := range order {
		m.rank[c] = int32(r)
	}
	return nil
}

// classical returns Torgerson's classical scaling: the first q eigenvectors of −½ J δ² J times the square roots of
// their eigenvalues, 0 for eigenvalues that are not positive. It has q numbers per row.
func (m *scaling) classical(job method.Job) ([]float64, error) {
	n := m.p.N
	b := make([]float64, n*n)
	mean, all := make([]float64, n), 0.0
	c := 0
	for i := range n {
		for j := range i {
			x := m.delta[c] * m.delta[c]
			b[i*n+j], b[j*n+i] = x, x
			mean[i] += x / float64(n)
			mean[j] += x / float64(n)
			c++
		}
	}
	for _, x := range mean {
		all += x / float64(n)
	}
	if err := job.Err(); err != nil {
		return nil, err
	}
	for i := range n {
		for j := range i + 1 { // the same bits for (i, j) and (j, i)
			x := -(b[i*n+j] - mean[i] - mean[j] + all) / 2
			b[i*n+j], b[j*n+i] = x, x
		}
	}
	values, vectors, err := linalg.LargestEigen(telling(job, 0.3, 0.9), b, n, min(n, m.q))
	if err != nil {
		return nil, err
	}
	y := make([]float64, n*m.q)
	for k, l := range values {
		if l <= least*values[0] {
			break
		}
		linalg.Upright(vectors[k])
		for i, u := range vectors[k] {
			y[i*m.q+k] = steady(u * math.Sqrt(l))
		}
	}
	return y, nil
}

// halfScaling is a state whose stresses and next positions are partly computed, one start after the other.
type halfScaling struct {
	next *scaled
	was  []*attempt // the starts before the step; nil at the beginning
	try  int
	row  int
	// Non-metric: the distances of the pairs, then their disparities, and the progress of the isotonic regression.
	d     []float64
	at    int
	stage int // 0: distances, 1: regression, 2: positions
}

// batch is the approximate number of pairs between two checks for cancellation.
const batch = 1 << 14

// goOn continues the computation, always in the same order, so that interruptions do not change the bits.
func (h *halfScaling) goOn(job method.Job) error {
	s := h.next
	for ; h.try < len(s.tries); h.try++ {
		a := s.tries[h.try]
		if a.next != nil && h.row == 0 && h.stage == 0 { // this start has converged
			continue
		}
		if !s.metric {
			if err := h.order(job, a); err != nil {
				return err
			}
		}
		if err := h.guttman(job, a); err != nil {
			return err
		}
		if h.was != nil {
			old := h.was[h.try]
			a.still = old.stress-a.stress <= s.eps*s.square
			if a.stress > old.stress { // only by rounding
				rests := *old
				rests.still = true
				s.tries[h.try] = &rests
			}
		}
		s.wild = s.wild || !method.Finite(a.next...) || !method.Finite(a.stress)
		h.row, h.stage, h.at = 0, 0, 0
	}
	for c, a := range s.tries {
		if a.stress < s.tries[s.best].stress {
			s.best = c
		}
	}
	return nil
}

// gap returns the distance of rows i and j in the map y with q coordinates per row.
func gap(y []float64, q, i, j int) float64 {
	a, b := y[i*q:(i+1)*q], y[j*q:(j+1)*q]
	d := 0.0
	for k, x := range a {
		d += (x - b[k]) * (x - b[k])
	}
	return math.Sqrt(d)
}

// order computes the disparities: among all numbers that are monotone in the dissimilarities (equal for equal ones),
// those nearest to the distances in the map (pool adjacent violators), scaled to the same sum of squares as the
// dissimilarities.
func (h *halfScaling) order(job method.Job, a *attempt) error {
	s := h.next
	n := len(s.delta)
	if h.stage == 0 {
		if h.d == nil {
			h.d = make([]float64, n)
		}
		asked := 0
		for ; h.row < s.p.N; h.row++ {
			if asked += h.row; asked >= batch {
				asked = 0
				if err := job.Err(); err != nil {
					return err
				}
			}
			c := h.row * (h.row - 1) / 2
			for j := range h.row {
				h.d[c+j] = gap(a.y, s.q, h.row, j)
			}
		}
		h.stage, h.row = 1, 0
	}
	if h.stage == 1 {
		begun := h.at
		for h.at < n {
			if h.at-begun >= batch {
				begun = h.at
				if err := job.Err(); err != nil {
					return err
				}
			}
			// One block of pairs with equal dissimilarities.
			from, sum := h.at, 0.0
			for h.at < n && s.delta[s.order[h.at]] == s.delta[s.order[from]] {
				sum += h.d[s.order[h.at]]
				h.at++
			}
			level := sum / float64(h.at-from)
			for len(a.ends) > 0 && a.levels[len(a.levels)-1] >= level {
				last, before := len(a.ends)-1, int32(0)
				if last > 0 {
					before = a.ends[last-1]
				}
				w := float64(a.ends[last] - before)
				level = (a.levels[last]*w + level*float64(h.at-from)) / (w + float64(h.at-from))
				from = int(before)
				a.ends, a.levels = a.ends[:last], a.levels[:last]
			}
			a.ends, a.levels = append(a.ends, int32(h.at)), append(a.levels, level)
		}
		from, square := int32(0), 0.0
		for b, end := range a.ends {
			square += a.levels[b] * a.levels[b] * float64(end-from)
			from = end
		}
		by := 1.0
		if square > 0 {
			by = math.Sqrt(s.square / square)
		}
		from = 0
		for b, end := range a.ends {
			a.levels[b] *= by
			for _, c := range s.order[from:end] {
				h.d[c] = a.levels[b]
			}
			from = end
		}
		a.ends, a.levels = slices.Clip(a.ends), slices.Clip(a.levels)
		h.stage = 2
	}
	return nil
}

// guttman computes the stress and the next position of each row: (1/n) Σⱼ δ̂ᵢⱼ/dᵢⱼ (yᵢ − yⱼ).
func (h *halfScaling) guttman(job method.Job, a *attempt) error {
	s := h.next
	q := s.q
	want := s.delta
	if !s.metric {
		want = h.d
	}
	if a.next == nil {
		a.next = make([]float64, len(a.y))
	}
	h.stage = 2
	asked := batch
	for ; h.row < s.p.N; h.row++ {
		i := h.row
		if asked += i; asked >= batch {
			asked = 0
			if err := job.Err(); err != nil {
				return err
			}
		}
		c := i * (i - 1) / 2
		to := a.next[i*q : (i+1)*q]
		for j := range i {
			d := gap(a.y, q, i, j)
			e := want[c+j] - d
			a.stress += e * e
			a.apart += d * d
			if d == 0 {
				continue
			}
			w := want[c+j] / d
			for k := range to {
				move := w * (a.y[i*q+k] - a.y[j*q+k])
				to[k] += move
				a.next[j*q+k] -= move
			}
		}
	}
	for k := range a.next {
		a.next[k] /= float64(s.p.N)
	}
	return nil
}

// begin returns the next state. Its stresses are not computed yet, except those of converged starts.
func (s *scaled) begin() *halfScaling {
	next := &scaled{scaling: s.scaling, step: s.step + 1, best: s.best}
	h := &halfScaling{next: next, was: s.tries}
	for _, a := range s.tries {
		if !a.still {
			a = &attempt{y: a.next}
		}
		next.tries = append(next.tries, a)
	}
	return h
}

// over reports whether all starts have converged.
func (s *scaled) over() bool {
	for _, a := range s.tries {
		if !a.still {
			return false
		}
	}
	return true
}

func (s *scaled) Step() int { return s.step }

func (s *scaled) StepName() string { return "step" }

func (s *scaled) End() int { return s.end }

func (s *scaled) Bytes() int {
	n := 256
	for _, a := range s.tries {
		n += 16*len(a.y) + 12*len(a.ends)
	}
	return n
}

func (s *scaled) Grow(job method.Job, n int) (method.Grower, error) {
	for last := s.step + n; s.step < last && !s.wild && !s.over(); {
		h, err := s.begun.Step(s, s.begin, func(h *halfScaling) error { return h.goOn(job) })
		if err != nil {
			return nil, err
		}
		s = h.next
		method.Progress(job, float64(s.step)/float64(s.end))
	}
	return s, nil
}

// shown returns the start shown.
func (s *scaled) shown() *attempt { return s.tries[s.best] }

// relative returns the square root of stress / Σ δ².
func (s *scaled) relative() float64 { return math.Sqrt(s.shown().stress / s.square) }

func (s *scaled) Measures() []method.Measure {
	r := s.relative()
	if s.wild {
		r = math.NaN()
	}
	return []method.Measure{{Name: "stress", Value: r}}
}

func (s *scaled) Status() method.Status {
	which := ""
	if s.starts > 1 {
		which = words.Sprintf(" Start %d of %d has the smallest.", s.best+1, s.starts)
	}
	stress := words.Text("the normalised stress is %s", words.Number(s.relative()))
	switch {
	case s.wild:
		return method.Status{State: method.Diverged, Sentence: "The coordinates became too large for floating-point " +
			"arithmetic."}
	case s.over():
		return method.Status{State: method.Converged, Sentence: words.Text("After %s %s, and further steps hardly "+
			"change it.%s", words.Count(s.step, "step"), stress, which)}
	case s.step == s.end:
		return method.Status{State: method.Limited, Sentence: words.Text("After %s %s, and still falls: allow more steps.%s",
			words.Count(s.step, "step"), stress, which)}
	}
	return method.Status{State: method.Running, Sentence: words.Text("Step %s: %s.%s", strconv.Itoa(s.step), stress,
		which)}
}

func (s *scaled) Facts() []method.Fact {
	var f method.FactList
	a := s.shown()
	one := 1.0
	if a.apart > 0 {
		one = math.Sqrt(a.stress / a.apart)
	}
	f.Add("stress", a.stress*s.scale*s.scale, s.p.SquaredUnit(), "Sum of squared differences between the "+
		"distances in the map and the target distances").Call("Stress")
	f.Add("normalized_stress", s.relative(), "", "Root of: stress / sum of squares of the target distances").Call(
		"Normalised stress")
	f.Add("stress_1", one, "", "Kruskal's: root of stress / sum of squares of the distances in the map").Call(
		"Kruskal's stress-1")
	f.Add("n_iter", s.step, "", "Steps so far").Call("Steps")
	if s.starts > 1 {
		all := make([]float64, s.starts)
		names := make([]string, s.starts)
		for c, t := range s.tries {
			all[c], names[c] = math.Sqrt(t.stress/s.square), words.Text("Start %s", strconv.Itoa(c+1))
		}
		f.Add("stress_of_starts", all, "", "Normalised stress of each random start").Call("Normalised stress").By(names)
	}
	return f
}

func (s *scaled) Formula() string {
	want := "δᵢⱼ"
	if !s.metric {
		want = "δ̂ᵢⱼ"
	}
	return words.Text("σ(Y) = ½ Σᵢⱼ (%s − ‖yᵢ − yⱼ‖)² = %s\nyᵢ ← (1/n) Σⱼ (%s/‖yᵢ − yⱼ‖)(yᵢ − yⱼ)\n√(σ/Σ %s²) = %s",
		want, words.Number(s.shown().stress*s.scale*s.scale), want, want, words.Number(s.relative()))
}

// at returns the positions of the rows, in units of the data: one list per dimension.
func (s *scaled) at() [][]float64 {
	cols := make([][]float64, s.q)
	for k := range cols {
		cols[k] = make([]float64, s.p.N)
		for i := range cols[k] {
			cols[k][i] = s.shown().y[i*s.q+k] * s.scale
		}
	}
	return cols
}

func (s *scaled) Projected() (pl method.Projection) {
	if s.wild {
		return pl
	}
	var names []string
	for k := range s.q {
		names = append(names, words.Text("MDS %s", strconv.Itoa(k+1)))
	}
	return projection(s.p, s.at(), names)
}

// wanted returns the target distance of pair c, in units of the data.
func (s *scaled) wanted(c int) float64 {
	if a := s.shown(); !s.metric {
		b, _ := slices.BinarySearch(a.ends, s.rank[c]+1)
		return a.levels[b] * s.scale
	}
	return s.delta[c] * s.scale
}

// pair returns the index of a pair of rows.
func pair(i, j int) int {
	if i < j {
		i, j = j, i
	}
	return i*(i-1)/2 + j
}

// worst is the largest number of a row's pairs that are listed.
const worst = 5

// Explain describes the row nearest to x: its embedding, and its pairs with the largest errors in the map.
func (s *scaled) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	p := s.p
	i := rowAt(p, x[:p.D])
	e.Answer = words.Capital(called(p, i))
	y := s.shown().y[i*s.q : (i+1)*s.q]
	at := make([]float64, s.q)
	for k := range at {
		at[k] = y[k] * s.scale
	}
	e.Lines = append(e.Lines, numbers("y", at))
	off, part := make([]float64, p.N), 0.0
	for j := range p.N {
		if j != i {
			off[j] = math.Abs(s.wanted(pair(i, j)) - gap(s.shown().y, s.q, i, j)*s.scale)
			part += off[j] * off[j]
		}
	}
	if all := s.shown().stress * s.scale * s.scale; all > 0 {
		e.Lines = append(e.Lines, words.Text("its pairs contribute %s of the stress", words.Percent(part/all)))
	}
	far := &picture.Path{Role: picture.RoleAgainst, Class: picture.NoClass, Weight: 0.6,
		Says: "pair that is too far apart in the map"}
	near := &picture.Path{Role: picture.RoleWeight, Class: picture.NoClass, Weight: 0.6,
		Says: "pair that is too near in the map"}
	x0, y0 := p.Drawn(i)
	for _, j := range largestFirst(off, worst) {
		if off[j] == 0 {
			continue
		}
		line := near
		if gap(s.shown().y, s.q, i, j)*s.scale > s.wanted(pair(i, j)) {
			line = far
		}
		e.Lines = append(e.Lines, s.sayPair(i, j))
		x1, y1 := p.Drawn(j)
		line.AddLine(x0, y0, x1, y1)
	}
	if p.Principal != 3 {
		for _, l := range []*picture.Path{near, far} {
			if len(l.XY) > 0 {
				e.Layers = append(e.Layers, l)
			}
		}
	}
	if p.Across > 0 {
		e.Layers = append(e.Layers, p.Album(p.At(i), v,
			[]method.Tile{{Values: p.At(i), Name: "row", Says: "the row", Title: "row"}})...)
	}
	return e
}

// sayPair describes the distance of rows i and j.
func (s *scaled) sayPair(i, j int) string {
	t := words.Text("to %s: %s in the map, %s in the data", called(s.p, j), words.Number(gap(s.shown().y, s.q, i,
		j)*s.scale), words.Number(s.delta[pair(i, j)]*s.scale))
	if !s.metric {
		t += words.Text(", %s wanted", words.Number(s.wanted(pair(i, j))))
	}
	return t
}

// PointScores returns the embedding of the nearest row.
func (s *scaled) PointScores(x []float64) [][]float64 {
	return placesOf(s.p, x, func(i int) []float64 {
		y := slices.Clone(s.shown().y[i*s.q : (i+1)*s.q])
		for k := range y {
			y[k] *= s.scale
		}
		return y
	})
}

func (s *scaled) Panels(show method.Shown) (list []method.Panel) {
	if show["embedding"] && s.p.Principal == 0 {
		list = append(list, chart.Plain(method.PanelInfo{ID: "embedding", Title: "Embedding", Bare: true,
			Help: "The points at their positions after this step. Only distances matter: the map may be rotated and mirrored."},
			s.embedding).Rows(keyedRows(s.p)))
	}
	if show["shepard"] {
		help := words.Say("The distances in the map against those in the data; on the line both are equal")
		if k := len(s.pairs()); k < len(s.delta) {
			help += words.Text(". Of %s %s are shown, drawn at random.", words.Count(len(s.delta), "pair"), strconv.Itoa(k))
		}
		list = append(list, chart.Plain(method.PanelInfo{ID: "shepard", Title: "Shepard diagram",
			XLabel: "distance in the data", YLabel: "distance in the map", YFrom0: true, Help: help}, s.shepard))
	}
	return list
}

// mostPairs is the largest number of pairs in the Shepard diagram.
const mostPairs = 600

// pairs returns the pairs in the Shepard diagram, the larger index of each pair first: all, or mostPairs random ones
// that depend on the seed.
func (s *scaled) pairs() (list [][2]int) {
	n := s.p.N
	if len(s.delta) <= mostPairs {
		for i := range n {
			for j := range i {
				list = append(list, [2]int{i, j})
			}
		}
		return list
	}
	random := rand.New(rand.NewPCG(s.p.Seed, 2))
	has := map[[2]int]bool{}
	for len(list) < mostPairs {
		i, j := random.IntN(n), random.IntN(n)
		if i < j {
			i, j = j, i
		}
		if ij := [2]int{i, j}; i != j && !has[ij] {
			has[ij] = true
			list = append(list, ij)
		}
	}
	return list
}

// pairKey returns the key of a pair's mark.
func pairKey(i, j int) string { return pairKind.Key(i, j) }

var pairKind = picture.KeyKind{Begins: "pair", Sep: "-"}

// embedding draws the embedded points.
func (s *scaled) embedding() *chart.Chart {
	c := scatter(s.p, places(s.p, s.at()[:s.q]), 2, "points at their positions")
	c.Alt = words.Text("After %s.", words.Count(s.step, "step"))
	return c
}

// shepard draws the distances in the map against those in the data.
func (s *scaled) shepard() *chart.Chart {
	list := s.pairs()
	// Marks are small.
	marks := &picture.Marks{Role: picture.RolePoint, Size: make([]float64, len(list)), Says: "pair of points"}
	c := &chart.Chart{X: chart.Axis{See: []float64{0, s.scale}, Only: true, Below: 0.03, Above: 0.05},
		Y: chart.From0(0, 0.08), Alt: words.Count(len(list), "pair") + "."}
	for _, q := range list {
		at := pair(q[0], q[1])
		marks.XY = append(marks.XY, s.delta[at]*s.scale, gap(s.shown().y, s.q, q[0], q[1])*s.scale)
		marks.Keys = append(marks.Keys, pairKey(q[0], q[1]))
		c.Y.See = append(c.Y.See, s.wanted(at))
	}
	line := chart.Curve{Look: chart.As(picture.RoleMean, "as far apart as in the data"),
		XY: []float64{0, 0, s.scale, s.scale}, Free: true, Untold: true}
	if !s.metric {
		line = chart.Curve{Look: chart.As(picture.RoleMean, "target distance")}
		sorts.Func(list, func(a, b [2]int) int {
			i, k := pair(a[0], a[1]), pair(b[0], b[1])
			return cmp.Or(cmp.Compare(s.delta[i], s.delta[k]), i-k)
		})
		for _, q := range list {
			at := pair(q[0], q[1])
			line.XY = append(line.XY, s.delta[at]*s.scale, s.wanted(at))
		}
	}
	c.Add(chart.Dots{Marks: marks}, line)
	return c
}

func (s *scaled) Tell(of string, v picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	if i, ok := keyedRow(s.p, of); ok {
		t.Explanation = s.Explain(s.p.At(i), v, nil)
		t.Click.Rows = []int{i}
		return t, true
	}
	var i, j int
	if !pairKind.Numbers(of, &i, &j) || j < 0 || i <= j || i >= s.p.N {
		return t, false
	}
	t.Answer = words.Text("%s and %s", words.Capital(called(s.p, i)), called(s.p, j))
	t.Lines = []string{s.sayPair(i, j)}
	line := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Says: "pair of points"}
	x0, y0 := s.p.Drawn(i)
	x1, y1 := s.p.Drawn(j)
	line.AddLine(x0, y0, x1, y1)
	if s.p.Principal != 3 {
		t.Layers = append(t.Layers, line)
	}
	t.Click.Rows = []int{j, i}
	return t, true
}
