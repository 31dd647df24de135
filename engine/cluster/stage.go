package cluster

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// stage is a run of k-means after some steps. Centres are chosen one by one; then assignments of the points and moves
// of the centres alternate, with an assignment first and last.
type stage struct {
	*lloyd
	half
	of      *restarts // the runs to which it belongs; nil if there is only one
	run     int       // index of the run
	chosen  bool      // the last step of all: the end of the best run
	centers []float64 // the present centres; during the seeding, those chosen so far
	labels  []int32   // clusters of the points; nil before the first assignment
	sizes   []int     // number of points of each cluster; nil before the first assignment

	mu  sync.Mutex
	sil *silhouetted // computed on demand
}

// Can states that Predict gives no answer before the first centre.
func (s *stage) Can() *method.Capabilities {
	return draw.Parts{Problem: s.p, Shapes: s.shapes, Space: true, Keys: s.keys}.Give(&method.Capabilities{
		Answers: method.Answers{Predictor: s, Transformer: s, Losses: s.Losses, Seeding: s.Seeding,
			Complexity: s.Complexity, Partial: len(s.centers) == 0},
		Drawing: method.Drawing{Draws: s.Draws, Panels: s.Panels, Groups: s.Groups, Maps: s.Maps},
		Words:   method.Words{Explain: s.Explain, Formula: s.Formula},
		Run:     method.Run{Stepper: s, Cost: s.Cost},
		Pointer: method.Pointer{Places: s.Places},
	})
}

// Steps counts the steps of all runs.
func (s *stage) Steps() int {
	if s.of == nil {
		return s.lloyd.Steps()
	}
	return s.of.steps()
}

func (s *stage) Trace() []method.Series {
	if s.of == nil {
		return s.lloyd.Trace()
	}
	return s.of.trace()
}

func (s *stage) Stage(k int) method.Model {
	if s.of == nil {
		return s.lloyd.stage(k)
	}
	return s.of.stage(k)
}

// Cost counts passes over the points: an assignment and the following move are one pass. The seeding is not counted.
func (s *stage) Cost() method.Cost {
	passes := (max(s.step-len(s.seeds), 0) + 1) / 2
	if s.of != nil {
		before := s.of.runs[:s.run]
		if s.chosen {
			before, passes = s.of.runs, 0
		}
		for _, l := range before {
			passes += l.moves() + 1
		}
	}
	return method.Cost{Passes: float64(passes)}
}

// Places returns the handles: the initial centres, unless they are given, and the centres at the time when the user may
// move them, unless the user has.
func (l *lloyd) Places() map[string][][]float64 {
	if l.p.Wide() { // handles exist in the plane only
		return nil
	}
	places := map[string][][]float64{}
	if l.init != initGiven {
		places["starts"] = slices.Collect(slices.Chunk(l.at(0), l.d))
	}
	if at := l.at(min(l.handAfter, l.moves())); l.hand == nil && method.Finite(at...) {
		places["hand_centers"] = slices.Collect(slices.Chunk(at, l.d))
	}
	return places
}

// Trace returns the curves over the steps of the run.
func (l *lloyd) Trace() []method.Series {
	list := l.trace("inertia")
	list[0].Log = true
	return list
}

// stage returns the run after k steps.
func (l *lloyd) stage(k int) *stage {
	s := &stage{lloyd: l, half: l.after(k), centers: l.at(0)}
	if s.seeding() {
		if len(l.seeds) > 0 { // else the starts are given
			s.centers = l.at(0)[:k*l.d]
		}
		return s
	}
	s.centers, s.labels = l.at(s.moved), l.labels
	if t := (k - len(l.seeds) - 1) / 2; t < l.moves() { // not the last assignment
		s.labels = l.assigned(t)
	}
	s.sizes = make([]int, l.k)
	for _, c := range s.labels {
		s.sizes[c]++
	}
	return s
}

// label returns the cluster of row i.
func (s *stage) label(i int) int {
	if s.seeding() {
		return method.NoGroup
	}
	return int(s.labels[i])
}

// assigned returns the clusters of the nearest centres after so many moves.
func (l *lloyd) assigned(moves int) []int32 {
	labels, centers := make([]int32, l.p.N), l.at(moves)
	for i := range labels {
		c, _ := grouping.Nearest(l.p.At(i), centers)
		labels[i] = int32(c)
	}
	return labels
}

// center returns centre c.
func (s *stage) center(c int) []float64 { return s.centers[c*s.d : (c+1)*s.d : (c+1)*s.d] }

// count returns the number of centres chosen so far.
func (s *stage) count() int { return len(s.centers) / s.d }

// living returns the indices of the centres that have been chosen and not removed.
func (s *stage) living() (list []int) {
	for c := range s.count() {
		if !s.gone(s.moved, c) {
			list = append(list, c)
		}
	}
	return list
}

// Predict writes the index of the nearest centre in the list without removed centres; NaN before the first centre.
func (s *stage) Predict(x, out []float64) {
	row := s.indices()
	for i := range out {
		out[i] = math.NaN()
		if len(s.centers) > 0 {
			c, _ := grouping.Nearest(x[i*s.d:(i+1)*s.d], s.centers)
			out[i] = float64(row[c])
		}
	}
}

func (s *stage) Complexity(job method.Job) (float64, error) {
	return float64(len(s.living()) * s.d), job.Err()
}

// indices returns the index of each cluster in lists without the removed ones, which have 0.
func (s *stage) indices() []int32 {
	row := make([]int32, s.k)
	for i, c := range s.living() {
		row[c] = int32(i)
	}
	return row
}

func (s *stage) Facts() []method.Fact {
	var facts method.FactList
	if e, ok := s.reached(); ok {
		facts.Add("inertia", e, s.p.SquaredUnit(), "Sum of the squared distances of the points to the centres of "+
			"their clusters").Call("Inertia")
	}
	living, row := s.living(), s.indices()
	found := grouping.New(s.p, len(living), func(i int) int {
		c := s.label(i)
		if c >= 0 {
			c = int(row[c])
		}
		return c
	})
	found.Name = func(c int) string { return grouping.Name(living[c]) }
	var rows [][]float64
	for _, c := range living {
		rows = append(rows, s.center(c))
	}
	if !s.seeding() {
		found.AddSizes(&facts)
	}
	if len(rows) > 0 {
		centers := facts.Add("cluster_centers", rows, "", "Centre of each cluster").Call("Centre").By(found.Names(),
			s.p.InputNames()...)
		if s.d > grouping.ShownInputs {
			centers.Hide() // a panel shows it
		}
		if own := grouping.OwnRows(s.p, rows); own != nil && s.d <= grouping.ShownInputs {
			facts.Add("cluster_centers_in_units", own, "", "Centre of each cluster in the units of the table, not "+
				"standardised").Call("Centre").By(found.Names(), s.p.OwnNames()...)
		}
	}
	if !s.seeding() {
		found.AddAgreement(&facts)
	}
	if s.chosen {
		s.of.facts(&facts)
	}
	if s.p.Pixels > 0 && s.labels != nil {
		s.pixelFacts(&facts)
	}
	if s.handed > 0 && s.ended() {
		facts.Add("inertia_without_hand", s.alone, s.p.SquaredUnit(), "Inertia at the end of the run without "+
			"moved centres").Call("Inertia without moving centres")
	}
	facts.Add("n_iter", s.moved, "", "Number of moves of the centres")
	found.AddLabels(&facts, unassigned)
	facts.Add("seeds", s.p.Ordinals(s.seeds[:min(s.step, len(s.seeds))]), "",
		"Indices of the points that the centres started at").Hide()
	return facts
}

// pixelFacts adds facts for rows that are the pixels of a picture, quantised to the colours of the clusters.
func (s *stage) pixelFacts(facts *method.FactList) {
	colors, entropy, sum := 0, 0.0, 0.0
	for _, n := range s.sizes {
		if n > 0 {
			share := float64(n) / float64(s.p.N)
			colors, entropy = colors+1, entropy-share*math.Log2(share)
		}
	}
	for i, c := range s.labels {
		for j, x := range s.p.At(i) {
			a, _ := s.p.Own(j, x)
			b, _ := s.p.Own(j, s.center(int(c))[j])
			sum += (a - b) * (a - b)
		}
	}
	facts.Add("bits_per_pixel", math.Log2(float64(colors)), "bits", "Bits for the number of a pixel's colour; any "+
		"colour needs 24").Call("Bits a pixel")
	facts.Add("entropy", entropy, "bits", "Mean bits per pixel if frequent colours have shorter codes: the entropy of "+
		"the clusters' shares").Call("Entropy")
	facts.Add("distortion", sum/float64(s.p.N), "", "Mean over the pixels of the squared distance between its colour "+
		"and that of its cluster").Call("Distortion")
}

func (s *stage) Status() method.Status {
	switch {
	case s.of != nil && !s.chosen:
		return method.Status{State: method.Running, Sentence: s.of.happened(s)}
	case !s.ended():
		return method.Status{State: method.Running, Sentence: s.happened()}
	}
	before := ""
	if s.chosen {
		before = s.of.found() + " "
	}
	if s.handed > 0 {
		before += words.Sprintf("With the centres moved by hand after %s the final inertia is %s; without this it would "+
			"be %s. ",
			words.Count(s.handed-1, "iteration"), words.Number(s.lloyd.inertia()), words.Number(s.alone))
	}
	made, where := words.Count(s.moved, "iteration"), ""
	if s.p.Wide() {
		where = words.Sprintf(" Distances use all %d columns: in this plane clusters may overlap, and their cells can't "+
			"be drawn.", s.d)
	}
	if s.settled {
		return method.Status{State: method.Converged, Sentence: words.Sprintf("%sConverged after %s: each point is with "+
			"its nearest centre, and each centre is the mean of its points. Other starts may lead to another optimum.%s%s",
			before, made, s.vacant(), where)}
	}
	return method.Status{State: method.Limited, Sentence: words.Sprintf("%sStopped at the limit of %s: the last "+
		"assignment still changed the cluster of %s.%s%s",
		before, made, words.Count(s.changed[s.moved], "point"), s.vacant(), where)}
}

// happened describes the last step.
func (s *stage) happened() string {
	switch j := s.step - 1; {
	case s.step == 0 && s.init == initGiven:
		return "No step yet: the centres are where they were put."
	case s.step == 0:
		return "No step yet: the centres are still to be chosen."
	case s.seeding():
		at := s.p.Number(s.seeds[j])
		switch {
		case j == 0 || s.init == initRandom:
			return words.Sprintf("Centre %d of %d starts at point %d, drawn at random.", j+1, s.k, at)
		case s.potential[j-1] == 0:
			return words.Sprintf("Centre %d of %d starts at point %d, drawn at random: there already is a centre at every "+
				"point.", j+1, s.k, at)
		case s.init == initFarthest:
			return words.Sprintf("Centre %d of %d starts at point %d, the farthest from all centres before, at the "+
				"distance %s.", j+1, s.k, at, words.Number(math.Sqrt(s.leap(j))))
		}
		return words.Sprintf("Centre %d of %d starts at point %d, drawn with the probability %s: its squared distance to "+
			"the nearest centre, as a share of the sum over all points.", j+1, s.k, at, words.Number(s.chance[j]))
	case s.moving() && s.moved == s.handed:
		return words.Sprintf("Move %d: the centres go to the positions set by hand. The inertia changes from %s to %s.",
			s.moved,
			words.Number(s.energy[2*s.moved-2]), words.Number(s.energy[2*s.moved-1]))
	case s.moving():
		return words.Sprintf("Move %d: each centre goes to the mean of its points, the longest move is %s.%s", s.moved,
			words.Number(s.longest()), s.vacant())
	case s.moved == 0:
		return "Assignment 1: each point joins the cluster of its nearest centre."
	}
	return words.Sprintf("Assignment %d: each point joins the cluster of its nearest centre; %s.", s.moved+1, s.changes())
}

// leap returns the squared distance of the j-th seed to the nearest earlier seed.
func (s *stage) leap(j int) float64 {
	_, d2 := grouping.Nearest(s.p.At(s.seeds[j]), s.at(0)[:j*s.d])
	return d2
}

// longest returns the longest distance that a centre moved in the last move, without jumps.
func (s *stage) longest() float64 {
	far, before := 0.0, s.at(s.moved-1)
	for _, c := range s.living() {
		if s.jumped(s.moved, c) == nil {
			far = max(far, grouping.SquaredDistance(s.centers[c*s.d:(c+1)*s.d], before[c*s.d:]))
		}
	}
	return math.Sqrt(far)
}

// vacant returns sentences about clusters without points and where their centres go, and after the last step about
// removed clusters. They begin with a space; "" if there are none.
func (s *stage) vacant() string {
	var list, rows, past []string
	saves, here := 0.0, 0
	for c, n := range s.sizes {
		switch j := s.jumped(s.moved, c); {
		case n > 0:
		case s.gone(max(s.moved-1, 0), c), s.gone(s.moved, c) && !s.moving():
			past = append(past, strconv.Itoa(c+1))
		default:
			list = append(list, strconv.Itoa(c+1))
			if s.moving() && j != nil {
				rows = append(rows, strconv.Itoa(s.p.Number(j.row)))
				saves += j.saves
				here++
			}
		}
	}
	some := func(list []string, one, many string) string {
		if len(list) > 1 {
			return many
		}
		return one
	}
	text := ""
	if len(past) > 0 && s.ended() {
		text = words.Text(some(past, " Cluster %s was removed: it had no points.",
			" Clusters %s were removed: they had no points."), strings.Join(past, ", "))
	}
	if len(list) == 0 {
		return text
	}
	rule := some(list, "its centre stays", "their centres stay")
	switch {
	case s.drop && s.moving():
		rule = some(list, "its centre is removed", "their centres are removed")
	case s.drop:
		rule = some(list, "its centre would be removed", "their centres would be removed")
	case here > 0:
		where, these := some(rows, "point %s", "points %s"), some(rows, "that point", "these points")
		if s.p.Wide() {
			where, these = some(rows, "row %s", "rows %s"), some(rows, "that row", "these rows")
		}
		rule = some(list, "its centre is moved to %s, the farthest from its own centre. The next assignment reduces the "+
			"inertia by at least %s, the amount that %s adds now", "their centres are moved to %s, the farthest from its "+
			"own centre. The next assignment reduces the inertia by at least %s, the amount that %s adds now")
		if len(rows) > 1 {
			rule = "their centres are moved to %s, the farthest from their own centres. The next assignment reduces the " +
				"inertia by at least %s, the amount that %s add now"
		}
		rule = words.Text(rule, words.Text(where, strings.Join(rows, ", ")), words.Number(saves), these)
	case s.farthest && s.settled && s.ended():
		rule = "there is a centre at every point"
	case s.farthest:
		rule = words.Text("%s to the farthest points", some(list, "its centre would go", "their centres would go"))
	}
	return text + words.Text(some(list, " Cluster %s has no points: %s.", " Clusters %s have no points: %s."),
		strings.Join(list, ", "), rule)
}

// pointWord returns the name of a row: "row" or "point".
func (s *stage) pointWord() string {
	if s.p.Wide() {
		return "row"
	}
	return "point"
}

// Formula returns the objective with its value, and the step.
func (s *stage) Formula() string {
	e, ok := s.reached()
	value := ""
	if ok {
		value = words.Text(" = %s", words.Number(e))
	}
	if s.seeding() {
		text := words.Text("Σᵢ D(xᵢ)²%s,  D(x) = distance of x to the nearest centre", value)
		if s.init == initPlusPlus {
			text += words.Say("\nP(xᵢ is the next centre) = D(xᵢ)² / Σⱼ D(xⱼ)²")
		}
		return text
	}
	text := words.Text("min Σᵢ ‖xᵢ − c(xᵢ)‖²%s,  c(xᵢ) = centre of the cluster of xᵢ", value)
	assignment, means := words.Text("c(xᵢ) ← the nearest of %s", s.listed()), "cⱼ ← mean of the points with c(xᵢ) = cⱼ"
	switch {
	case s.ended():
		return words.Text("%s\n%s\n%s", text, assignment, means)
	case s.moving() && s.moved == s.handed:
		return words.Text("%s\ncⱼ ← where it was put", text)
	case s.moving():
		return words.Text("%s\n%s", text, means)
	}
	return words.Text("%s\n%s", text, assignment)
}

// listed returns the names of the centres: c_{1}, …, c_{5}.
func (s *stage) listed() string {
	switch s.k {
	case 1:
		return "c" + words.Index(1)
	case 2:
		return "c" + words.Index(1) + ", c" + words.Index(2)
	}
	return "c" + words.Index(1) + ", …, c" + words.Index(s.k)
}
