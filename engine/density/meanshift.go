package density

import (
	"cmp"
	_ "embed"
	"encoding/binary"
	"math"
	"slices"

	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/kdtree"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Values of the parameters bandwidth_rule and assign.
const (
	ruleQuantile = "quantile"
	ruleGiven    = "given"

	assignWay     = "way"
	assignNearest = "nearest"
)

//go:embed mean_shift.jsonl
var meanShiftExamples string

// MeanShift declares mean shift, id "mean_shift".
func MeanShift() method.Method {
	return method.Method{
		Info: method.Info{
			ID:   "mean_shift",
			Name: "Mean shift",
			Aliases: []string{"Mode seeking", "Modes of a density", "Basins of attraction", "Hill climbing",
				"estimate_bandwidth", "Décalage moyen", "Modes d'une densité"},
			Family: "Clustering",
			Task:   method.Cluster,
			Takes:  method.Takes{Wide: true, MaxPoints: 2000},
			Summary: "Each point walks uphill: again and again to the mean of the points near it. Paths end at the modes, " +
				"the peaks of the density. Points whose paths end at the same mode are a cluster. The number of " +
				"clusters is not given.",
			Formula: "x ← Σᵢ K(x − xᵢ) xᵢ ∕ Σᵢ K(x − xᵢ)",
			Source: "Fukunaga and Hostetler, IEEE Trans. Information Theory 21, 1975; Cheng, IEEE Trans. Pattern Analysis " +
				"and Machine Intelligence 17, 1995; " +
				"Comaniciu and Meer, Mean shift: a robust approach toward feature space analysis, the same 24, 2002",
			Seen: "The paths of all points uphill to the modes of the density, step by step.",
			Params: []method.Param{
				{Name: "kernel", Label: "Kernel", Default: kernelFlat, Help: "The weights of the points in the mean",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: kernelFlat, Label: "Flat", Help: "All points within h count the same, as in scikit-learn: paths climb " +
							"the density of hills 1 − r²∕h²"},
						{Value: kernelGaussian, Label: "Gaussian", Help: "exp(−r²∕2h²): all points count, near ones more"},
					}}},
				{Name: "bandwidth_rule", Label: "Bandwidth", Default: ruleQuantile,
					Help: "How the width h of the kernel is chosen",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: ruleQuantile, Label: "From the data", Help: "The mean distance from a point to its nearest points"},
						{Value: ruleGiven, Label: "Given", Help: "You choose it"},
					}}},
				{Name: "quantile", Label: "Nearest points that count",
					Kind: method.Number{Range: method.Range{Min: 0, Max: 1, MinOpen: true, SoftMin: 0.05, SoftMax: 0.6}}, Default: 0.3,
					Help: "Share of all points, as in scikit-learn's estimate_bandwidth; a Gaussian has half this bandwidth",
					When: &method.When{Name: "bandwidth_rule", In: []string{ruleQuantile}}},
				{Name: "bandwidth", Label: "Bandwidth h",
					Kind:    method.Number{Range: method.Range{Min: 1e-100, Max: 1e13, SoftMin: 0.01, SoftMax: 1, Log: true}},
					Default: 0.13, Unit: "data units", Scales: &method.Scales{Power: 1},
					Help: "Width of the kernel: a small h finds many modes, a large h few",
					When: &method.When{Name: "bandwidth_rule", In: []string{ruleGiven}}},
				{Name: "assign", Label: "A point belongs to", Default: assignWay, Advanced: true,
					Help: "Which mode's cluster a point belongs to",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: assignWay, Label: "The mode that it reaches", Help: "Clusters are the basins of attraction"},
						{Value: assignNearest, Label: "The nearest mode", Help: "As in scikit-learn, independent of its path"},
					}}},
				{Name: "max_iter", Label: "Iterations", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMin: 1,
					SoftMax: 300, Log: true}}, Default: 300.0, Advanced: true,
					Help: "At most this many moves of a point; it stops earlier when a move is shorter than h/1000"},
				method.InputsParam("Tables only: which columns the points move in",
					"Points move in the space of all columns; standardise the columns if their units differ"),
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Density", Where: method.OnlyPoints,
					Help: "The density that the points climb, in colours"},
				{Name: method.Isolines, Label: "Lines of equal density", Where: method.OnlyPoints, On: true,
					Help: "The points' paths cross them uphill"},
				{Name: "ways", Label: "Paths of the points", Where: method.NotInSpace, On: true,
					Help: "The path of each point uphill, in its cluster's colour after convergence"},
				{Name: "modes", Label: "Modes", On: true, Help: "Where the paths end, the densest first"},
			},
			Examples: method.ExamplesIn(meanShiftExamples),
		},
		Python: meanShiftPython,
		Fit:    fitShift,
	}
}

// Values of the parameter kernel.
const (
	kernelFlat     = "flat"
	kernelGaussian = "gaussian"
)

// shift holds the paths of all points uphill, and the modes where they end.
type shift struct {
	p       *method.Problem
	flat    bool
	h       float64
	rule    string
	limit   int
	nearest bool // labels are by the nearest mode, not by the end of the path

	// After each number of moves: for each point the index of its position among the distinct positions, and the drawn
	// positions, two coordinates each. Paths that have met share one position.
	at    [][]int32
	drawn [][]float64
	moves []int // per point: number of moves before it stopped
	n     int   // largest number of moves of a point
	ended bool  // all points stopped before the limit

	density []float64 // after each number of moves: mean density at the points' positions
	moving  []float64 // after each number of moves: number of points that still move

	modes  [][]float64 // positions of the modes, in descending order of ledge.weight
	marked [][2]float64
	top    []float64 // density at each mode
	taken  []int     // per distinct end position: its mode
	label  []int32   // per point: its mode
	sizes  []int
}

// drift is mean shift after some moves.
type drift struct {
	*shift
	step int
}

// Can states that Predict may give no answer: with the flat kernel, no point may be near enough.
func (d *drift) Can() *method.Capabilities {
	return draw.Parts{Problem: d.p, Shapes: d.shapes, Space: true, Hits: d.hits, Keys: d.keys}.Give(&method.Capabilities{
		Answers: method.Answers{Predictor: d, Partial: true},
		Drawing: method.Drawing{FieldRaster: d.FieldRaster, PartSays: d.PartSays, Groups: d.Groups},
		Words:   method.Words{Explain: d.Explain, Formula: d.Formula},
		Run:     method.Run{Stepper: d},
	})
}

func fitShift(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to add points."}
	}
	s := &shift{p: p, flat: v.String("kernel") == kernelFlat, rule: v.String("bandwidth_rule"), h: v.Float("bandwidth"),
		limit: v.Int("max_iter"), nearest: v.String("assign") == assignNearest}
	if s.rule == ruleQuantile {
		if err := s.estimate(method.Stretch(job, 0, 0.2), v.Float("quantile")); err != nil {
			return nil, err
		}
		switch {
		case p.N == 1:
			return nil, &method.Need{Sentence: "The bandwidth follows from the distances of points: click to add a second one."}
		case !(s.h >= 1e-100): // h² must not underflow
			return nil, &method.Need{Sentence: "The nearest points of a point coincide with it, so the bandwidth would be 0. " +
				"Use a larger share of the points, or set the bandwidth."}
		}
	}
	if err := s.climb(method.Stretch(job, 0.2, 1)); err != nil {
		return nil, err
	}
	return s.Stage(s.Steps()), nil
}

// estimate sets the bandwidth as scikit-learn's estimate_bandwidth does: the mean distance of a point to its k-th
// nearest neighbour, counting itself, where k is the share quantile of all points, but at least 2 here. For the
// Gaussian kernel, this distance is two standard deviations.
func (s *shift) estimate(job method.Job, quantile float64) error {
	n := s.p.N
	k := min(max(2, int(float64(n)*quantile)), n)
	near, sum := kdtree.NewIndex(&kdtree.Points{N: n, D: s.p.D, Z: s.p.X}).Search(k, n), 0.0
	for i := range n {
		if err := job.Err(); err != nil {
			return err
		}
		method.Progress(job, float64(i)/float64(n))
		sum += near.Length(near.Reach(s.p.At(i)))
	}
	s.h = sum / float64(n)
	if !s.flat {
		s.h /= 2
	}
	return nil
}

// weigh returns the weight of a point at squared distance r2 in the mean, and its contribution to the density. The flat
// kernel climbs the density with hills 1 − r²/h² (its shadow kernel: Cheng 1995).
func (s *shift) weigh(r2 float64) (weight, hill float64) {
	if s.flat {
		if r2 > s.h*s.h {
			return 0, 0
		}
		return 1, 1 - r2/(s.h*s.h)
	}
	w := kernel.ExpNeg(-r2 / (2 * s.h * s.h))
	return w, w
}

// move makes one step of mean shift from x. It writes the new position into next, and where this is drawn into drawn.
// It returns the density at x (1 if all points coincide with x) and the sum of the weights; with weight 0, x does not
// move.
func (s *shift) move(x, next, drawn []float64) (density, weight float64) {
	p := s.p
	clear(next)
	clear(drawn)
	for i := range p.N {
		row := p.X[i*p.D : (i+1)*p.D]
		w, hill := s.weigh(grouping.SquaredDistance(x, row))
		if w == 0 {
			continue
		}
		density += hill
		weight += w
		for j, r := range row {
			next[j] += float64(w * (r - x[j])) // the conversion prevents fused multiply-add
		}
		if p.Shown != nil {
			drawn[0] += float64(w * p.Shown[2*i])
			drawn[1] += float64(w * p.Shown[2*i+1])
		}
	}
	for j := range next {
		if weight > 0 {
			next[j] /= weight
		}
		next[j] += x[j]
	}
	if p.Shown == nil {
		copy(drawn, next)
	} else {
		drawn[0], drawn[1] = drawn[0]/weight, drawn[1]/weight
	}
	return density / float64(p.N), weight
}

// A move shorter than still bandwidths is the last one of its path.
const still = 1e-3

// steady reports whether a move was the last one of its path.
func (s *shift) steady(from, to []float64) bool {
	return grouping.SquaredDistance(from, to) < still*still*s.h*s.h
}

// ledge is a position shared by all paths that have met there.
type ledge struct {
	x       []float64
	weight  float64 // sum of weights at the previous position, by which scikit-learn ranks the ends of paths
	density float64
	stopped bool
}

// climb moves all points until each has stopped. Paths that meet are merged; with the flat kernel this is frequent, as
// the positions are means of the same points.
func (s *shift) climb(job method.Job) error {
	p := s.p
	n, d := p.N, p.D
	s.moves = make([]int, n)
	now := make([]ledge, n)
	at, drawn := make([]int32, n), make([]float64, 2*n)
	for i := range n {
		now[i].x, at[i] = p.At(i), int32(i)
		drawn[2*i], drawn[2*i+1] = p.Drawn(i)
	}
	asked := 0
	for t := 0; ; t++ {
		s.at, s.drawn = append(s.at, at), append(s.drawn, drawn)
		method.Progress(job, 1-math.Exp2(-float64(t)/10))
		var then []ledge
		var thenDrawn []float64
		to := make([]int32, len(now))
		known := map[string]int32{}
		key := make([]byte, 0, 8*d+1)
		for u := range now {
			l := &now[u]
			next := ledge{x: make([]float64, d)}
			var where [2]float64
			if l.stopped {
				next = *l
				copy(where[:], drawn[2*u:])
			} else {
				if asked++; asked%16 == 0 || d > 2 {
					if err := job.Err(); err != nil {
						return err
					}
				}
				l.density, next.weight = s.move(l.x, next.x, where[:])
				next.stopped = s.steady(l.x, next.x)
			}
			key = key[:0]
			for _, x := range next.x {
				key = binary.LittleEndian.AppendUint64(key, math.Float64bits(x))
			}
			if next.stopped {
				key = append(key, 1)
			}
			v, ok := known[string(key)]
			if !ok {
				v = int32(len(then))
				known[string(key)] = v
				then, thenDrawn = append(then, next), append(thenDrawn, where[0], where[1])
			} else if next.stopped && next.weight > then[v].weight {
				then[v].weight = next.weight
			}
			to[u] = v
		}
		going, sum := 0, 0.0
		for _, u := range at {
			sum += now[u].density / float64(n)
			if !now[u].stopped {
				going++
			}
		}
		s.density = append(s.density, sum)
		if going == 0 || t == s.limit {
			s.ended = going == 0
			s.n = t
			s.moving = append(s.moving, float64(going))
			break
		}
		s.moving = append(s.moving, float64(going))
		next := make([]int32, n)
		for i, u := range at {
			if next[i] = to[u]; !now[u].stopped {
				s.moves[i]++
			}
		}
		// Compute the density at the end positions of stopped paths.
		for u := range then {
			if l := &then[u]; l.stopped && l.density == 0 {
				waste, place := make([]float64, d), [2]float64{}
				l.density, _ = s.move(l.x, waste, place[:])
			}
		}
		now, at, drawn = then, next, thenDrawn
	}
	return s.found(job, now)
}

// found determines the modes from the ends of the paths: in descending order of weight, leaving out those within reach
// of an earlier one, as scikit-learn does.
func (s *shift) found(job method.Job, ends []ledge) error {
	order := method.Indices(len(ends))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(-cmp.Compare(ends[a].weight, ends[b].weight), -slices.Compare(ends[a].x, ends[b].x))
	})
	reach := s.h
	if !s.flat {
		reach /= 2 // modes of a Gaussian kernel may be closer to one another
	}
	last := s.drawn[len(s.drawn)-1]
	for _, u := range order {
		if err := job.Err(); err != nil {
			return err
		}
		near := func(m []float64) bool { return grouping.SquaredDistance(ends[u].x, m) <= reach*reach }
		if slices.ContainsFunc(s.modes, near) {
			continue
		}
		s.modes = append(s.modes, ends[u].x)
		s.marked = append(s.marked, [2]float64{last[2*u], last[2*u+1]})
		s.top = append(s.top, ends[u].density)
	}
	s.label, s.sizes = make([]int32, s.p.N), make([]int, len(s.modes))
	s.taken = make([]int, len(ends))
	for u := range ends {
		s.taken[u] = s.closest(ends[u].x)
	}
	for i := range s.label {
		c := s.taken[s.at[s.n][i]]
		if s.nearest {
			c = s.closest(s.p.At(i))
		}
		s.label[i] = int32(c)
		s.sizes[c]++
	}
	return job.Err()
}

// closest returns the mode nearest to x.
func (s *shift) closest(x []float64) (c int) {
	best := math.Inf(1)
	for k, m := range s.modes {
		if r2 := grouping.SquaredDistance(x, m); r2 < best {
			c, best = k, r2
		}
	}
	return c
}

// way returns the path from x: the position after each move, where it is drawn, and the density at both ends (at the
// last position but one if the path has stopped). places is nil if no point is near enough to give x a direction.
func (s *shift) way(x []float64) (places [][]float64, drawn [][2]float64, from, to float64) {
	for t := 0; t <= s.limit; t++ {
		next, where := make([]float64, s.p.D), [2]float64{}
		density, weight := s.move(x, next, where[:])
		if t == 0 {
			from = density
		}
		to = density
		if !(weight > 0) || t == s.limit {
			break
		}
		places, drawn = append(places, next), append(drawn, where)
		if s.steady(x, next) {
			break
		}
		x = next
	}
	return places, drawn, from, to
}

// leads returns the mode to which x belongs, or −1.
func (s *shift) leads(x []float64) int {
	if s.nearest {
		return s.closest(x)
	}
	places, _, _, _ := s.way(x)
	if places == nil {
		return method.NoGroup
	}
	return s.closest(places[len(places)-1])
}

// Steps returns the number of moves. In each step, all points that have not stopped move once.
func (s *shift) Steps() int { return s.n }

func (s *shift) StepName() string { return "move" }

func (s *shift) Stage(k int) method.Model { return &drift{s, k} }

func (s *shift) Trace() []method.Series {
	return []method.Series{{Name: "mean density at the points", Values: s.density},
		{Name: "points still moving", Values: s.moving}}
}

// arrived reports whether point i has got its cluster: when it has made all its moves or, if the run stopped at the
// limit, after the last step.
func (d *drift) arrived(i int) bool { return d.step >= d.moves[i] && (d.ended || d.step == d.n) }

// clusters leaves points that still move without a cluster.
func (d *drift) clusters() grouping.Clusters {
	return grouping.New(d.p, len(d.modes), func(i int) int {
		if !d.arrived(i) {
			return method.NoGroup
		}
		return int(d.label[i])
	})
}

func (d *drift) Groups(method.Shown) method.Groups {
	return d.clusters().Groups("cluster of a mode, when a point has arrived")
}

// Predict writes the mode to which each position belongs (see leads), or NaN.
func (d *drift) Predict(x, out []float64) {
	for i := range out {
		out[i] = math.NaN()
		if c := d.leads(x[i*d.p.D : (i+1)*d.p.D]); c >= 0 {
			out[i] = float64(c)
		}
	}
}

// shownModes is the largest number of modes in the tables.
const shownModes = 24

func (d *drift) Facts() []method.Fact {
	var facts method.FactList
	facts.Add("bandwidth", d.h, "data units", "Width h of the kernel").Call("Bandwidth h")
	found, going := d.clusters(), len(d.clusters().Rows(method.NoGroup))
	if d.step == d.n {
		facts.Add("n_clusters", found.K, "", words.Text("Modes: end positions of the paths; modes nearer than %s to a "+
			"denser one are left out", d.within())).Call("Modes")
		list := func(f *method.Fact, hidden bool) {
			if hidden || found.K > shownModes {
				f.Hide()
			}
		}
		list(found.AddSizes(&facts), false)
		list(facts.Add("mode_densities", d.top, "", "Density at each mode; 1 if all points coincide").Call(
			"Density").By(found.Names()), false)
		list(facts.Add("cluster_centers", d.modes, "", "Position of each mode").Call("Mode").By(found.Names(),
			d.p.InputNames()...), d.p.D > grouping.ShownInputs)
		if found.K <= shownModes {
			found.AddAgreement(&facts)
		}
	}
	facts.Add("n_moving", going, "", "Points that have not arrived yet").Call("Points still moving")
	facts.Add("n_iter", d.step, "", "Moves made so far")
	found.AddLabels(&facts, "Index of each point's cluster, from 0; −1 while it is moving")
	return facts
}

// within returns the distance below which ends of paths count as one mode, as text.
func (s *shift) within() string {
	if s.flat {
		return "h"
	}
	return "h∕2"
}

func (d *drift) Status() method.Status {
	going := int(d.moving[d.step])
	switch {
	case d.step < d.n && d.step == 0:
		return method.Status{State: method.Running, Sentence: "No move yet: each point is at its own position."}
	case d.step < d.n:
		return method.Status{State: method.Running, Sentence: words.Sprintf("Move %d: each moving point goes to the "+
			"mean of the points near it; %s have not converged.", d.step, words.CountOf(going, "point has", "points have"))}
	}
	s := words.Text("%s of the density after %s.", words.Capital(words.Count(len(d.modes), "mode")), words.Count(d.n,
		"move"))
	if !d.ended {
		return method.Status{State: method.Limited, Sentence: s + words.Sprintf(" The limit of moves is reached, and %s "+
			"have not converged: their modes may change.", words.CountOf(going, "point has", "points have"))}
	}
	return method.Status{State: method.Converged, Sentence: words.Text("%s Nothing is random: the bandwidth "+
		"determines the number.", s)}
}

func (d *drift) Formula() string {
	k := "x ← mean of the points within h of x"
	f := "f(x) = 1∕n Σᵢ max(0, 1 − ‖x − xᵢ‖²∕h²)"
	if !d.flat {
		k, f = "x ← Σᵢ wᵢ xᵢ ∕ Σᵢ wᵢ,  wᵢ = exp(−‖x − xᵢ‖²∕2h²)", "f(x) = 1∕n Σᵢ exp(−‖x − xᵢ‖²∕2h²)"
	}
	return words.Sprintf("%s,  h = %s\n%s never falls: %s at the points, %s after %s", k, words.Number(d.h), f,
		words.Number(d.density[0]), words.Number(d.density[d.step]), words.Count(d.step, "move"))
}
