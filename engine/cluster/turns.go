package cluster

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/draw"
	"pointscape/engine/flats"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// turns is a run of k-flats, in the space of the data or in the feature space of a kernel: assignments of the rows to
// the nearest of k flats alternate with refitting the flats. F is the type of a flat.
type turns[F any] struct {
	*flats.Run[F]
	halves
	p    *method.Problem
	rows *grouping.Places
	o    flats.Options
	// name of a flat, such as "line", and its plural
	one, many string
	images    draw.Maps
}

func newTurns[F any](p *method.Problem, r *flats.Run[F], o flats.Options) turn[F] {
	t := &turns[F]{Run: r, halves: halves{r.Potential, r.Energy, r.Changed}, p: p, rows: grouping.NewPlaces(p), o: o}
	t.one, t.many = flatNames(o.Q)
	return turn[F]{turns: t}
}

// turn is such a run after some steps. Flats are chosen one by one; then assignments of the rows and moves of the flats
// alternate, with an assignment first and last.
type turn[F any] struct {
	*turns[F]
	half
	flats  []F     // flats chosen so far
	labels []uint8 // clusters of the rows; nil before the first assignment
	in     grouping.Clusters
}

// flatNames returns the name of a flat of dimension dim, and its plural.
func flatNames(dim int) (one, many string) {
	switch dim {
	case 0:
		return "centre", "centres"
	case 1:
		return "line", "lines"
	case 2:
		return "plane", "planes"
	}
	return "flat", "flats"
}

// at returns the run after so many steps.
func (t *turns[F]) at(step int) turn[F] {
	s := turn[F]{turns: t, half: t.after(step), flats: t.Flats[0]}
	if s.seeding() {
		s.flats = s.flats[:step]
	} else {
		s.flats, s.labels = t.Flats[s.moved], t.Labels[(step-t.K-1)/2]
	}
	s.in = grouping.New(t.p, t.K, func(i int) int {
		if s.seeding() {
			return method.NoGroup
		}
		return int(s.labels[i])
	})
	return s
}

func (t *turns[F]) Trace() []method.Series {
	list := t.trace("energy")
	list[0].Log = !slices.ContainsFunc(list[0].Values, func(e float64) bool { return e <= 0 })
	return list
}

// nearest returns the flat to which x is assigned, given its squared distances d2 to the flats: the first whose
// distance is the smallest up to rounding. At the position of a row it returns the row's flat, after the first
// assignment, even if another is equally near.
func (s *turn[F]) nearest(x, d2 []float64) int {
	if s.labels != nil {
		if i := s.rows.Row(x); i >= 0 {
			return int(s.labels[i])
		}
	}
	least := slices.Min(d2)
	return slices.IndexFunc(d2, func(v float64) bool { return v <= least+s.Noise })
}

func (s *turn[F]) Groups(method.Shown) method.Groups {
	return s.in.Groups("cluster that a point is assigned to")
}

// own returns the squared distances of the rows to their own flats; nil before the first assignment. d2 returns the
// squared distance of row i to flat c.
func (s *turn[F]) own(d2 func(i, c int) float64) []float64 {
	if s.seeding() {
		return nil
	}
	out := make([]float64, s.N)
	for i, c := range s.labels {
		out[i] = d2(i, int(c))
	}
	return out
}

// begin adds the first facts, and finish the last ones; the caller adds others in between. own has the squared
// distances of the rows to their flats.
func (s *turn[F]) begin(facts *method.FactList, unit string, own []float64) {
	if e, ok := s.reached(); ok {
		facts.Add("inertia", e, unit, words.Text("Sum of the squared distances of the points to their %s",
			s.many)).Call("Energy")
	}
	if s.seeding() {
		return
	}
	s.in.AddSizes(facts)
	parts := make([]float64, s.K)
	for i, c := range s.labels {
		parts[c] += own[i]
	}
	facts.Add("energies", parts, unit, "Energy of each cluster").Call("Energy").By(s.in.Names())
}

func (s *turn[F]) finish(facts *method.FactList, unit string) {
	if !s.seeding() {
		s.in.AddAgreement(facts)
	}
	if len(s.Ends) > 1 {
		facts.Add("best_start", s.Best+1, "", "The start with the smallest final energy; its steps are shown").Call(
			"Best start")
		facts.Add("ends", s.Ends, unit, "Energy at the end, from each start").Hide()
	}
	facts.Add("n_iter", s.moved, "", words.Text("How often the %s have moved", s.many))
	s.in.AddLabels(facts, unassigned)
	facts.Add("seeds", s.p.Ordinals(s.Seeds[:min(s.step, len(s.Seeds))]), "", words.Text("Indices of the points that "+
		"the %s started at", s.many)).Hide()
}

func (s *turn[F]) Status() method.Status {
	if s.step < s.Steps() {
		return method.Status{State: method.Running, Sentence: s.happened()}
	}
	made, starts := words.Count(s.moved, "iteration"), ""
	if n := len(s.Ends); n > 1 {
		same := 0
		for _, e := range s.Ends {
			if math.Abs(e-s.Ends[s.Best]) <= 1e-9*math.Abs(s.Ends[s.Best]) {
				same++
			}
		}
		starts = words.Sprintf(" It is the best of %d starts.", n)
		if same > 1 {
			starts = words.Sprintf(" It is the best of %d starts, %d of which end there.", n, same)
		}
	} else {
		starts = words.Say(" Other starts may lead to another optimum.")
	}
	if s.Settled {
		return method.Status{State: method.Converged, Sentence: words.Sprintf("Converged after %s: each point is with "+
			"its nearest %s, and each %s is the best for its points.%s%s", made, s.one, s.one, starts, s.vacant())}
	}
	return method.Status{State: method.Limited, Sentence: words.Sprintf("Stopped at the limit of %s: the last "+
		"assignment still changed the cluster of %s.%s%s",
		made, words.Count(s.Changed[s.moved], "point"), starts, s.vacant())}
}

// happened describes the last step.
func (s *turn[F]) happened() string {
	switch j := s.step - 1; {
	case s.step == 0:
		return words.Sprintf("No step yet: the %s are still to be chosen.", s.many)
	case s.seeding():
		starts := func(format string, more ...any) string {
			return words.Sprintf(format, append([]any{words.Capital(s.one), j + 1, s.K, s.p.Number(s.Seeds[j])}, more...)...)
		}
		switch alike := j == 0 || s.o.Init == flats.Random || s.Chance[j] == 0; {
		case alike && s.o.Q == 0:
			return starts("%s %d of %d starts at point %d, drawn at random.")
		case s.o.Q > 0 && s.o.Init == flats.Random:
			return starts("%s %d of %d starts at point %d and goes through %s, all drawn at random.",
				words.CountOf(s.o.Q, "another", "others"))
		case alike:
			return starts("%s %d of %d starts at point %d and lies along the points near it. The point is drawn at random.")
		case s.o.Q > 0:
			return starts("%s %d of %d starts at point %d and lies along the points near it. The point is drawn with the "+
				"probability %s: its squared distance to the nearest %s, as a share of the sum over all points.",
				words.Number(s.Chance[j]), s.one)
		}
		return starts("%s %d of %d starts at point %d, drawn with the probability %s: its squared distance to the "+
			"nearest %s, as a share of the sum over all points.", words.Number(s.Chance[j]), s.one)
	case s.moving():
		how := "to the mean of its points"
		switch {
		case s.o.Q == 1:
			how = "through the mean of its points, along the direction in which they vary most"
		case s.o.Q > 1:
			how = words.Sprintf("through the mean of its points, along the %d directions in which they vary most", s.o.Q)
		}
		h := s.step - s.K - 1
		return words.Sprintf("Move %d: each %s goes %s. The energy changes from %s to %s.%s", s.moved, s.one, how,
			words.Number(s.Energy[h-1]), words.Number(s.Energy[h]), s.vacant())
	case s.moved == 0:
		return words.Sprintf("Assignment 1: each point goes to its nearest %s.", s.one)
	}
	return words.Sprintf("Assignment %d: each point goes to its nearest %s; %s.", s.moved+1, s.one, s.changes())
}

// vacant returns a sentence about clusters without points. It begins with a space; "" if there are none.
func (s *turn[F]) vacant() string {
	if s.seeding() {
		return ""
	}
	list := ""
	count := 0
	for c, n := range s.in.Sizes() {
		if n > 0 {
			continue
		}
		if count++; count > 1 {
			list += ", "
		}
		list += strconv.Itoa(c + 1)
	}
	rule := "goes through the farthest point"
	if count > 1 {
		rule = "go through the farthest points"
	}
	if s.Settled && s.step == s.Steps() {
		rule = "stays where it is, as all points are on the others"
		if count > 1 {
			rule = "stay where they are, as all points are on the others"
		}
	}
	switch count {
	case 0:
		return ""
	case 1:
		return words.Sprintf(" Cluster %s has no points: its %s %s.", list, s.one, rule)
	}
	return words.Sprintf(" Clusters %s have no points: their %s %s.", list, s.many, rule)
}

// news rings the points whose cluster changes in this step.
func (s *turn[F]) news(b *draw.Board) {
	ringChanges(b, &s.half, s.labels, func() []uint8 { return s.Labels[s.moved-1] })
}

// panels returns the panels that are switched on. own returns the squared distances of the rows to their flats.
func (s *turn[F]) panels(show method.Shown, own func() []float64) (list []method.Panel) {
	if show["residuals"] && !s.seeding() {
		list = append(list, chart.Plain(method.PanelInfo{ID: "residuals", Title: "Distances",
			XLabel: words.Text("distance to the %s", s.one),
			Help: words.Text("Distances of each cluster's points from its %s, one row per cluster; a bar shows its "+
				"points, and a point its bar", s.one)},
			func() *chart.Chart { return s.ridges(s.bins(own())) }).Rows(func() []string { return s.bins(own()).RowKeys() }))
	}
	if show["starts"] && len(s.Ends) > 1 {
		list = append(list, chart.Plain(method.PanelInfo{ID: "starts", Title: "Starts", XLabel: "start", XCounts: true,
			YLabel: "energy at the end",
			Help:   "The final energy of each start; the steps shown are those of the best"}, s.starts))
	}
	return list
}

// bins makes histograms of the rows' distances to their flats.
func (s *turn[F]) bins(own []float64) *method.Bins {
	at, kind := make([]float64, s.N), make([]int, s.N)
	far := 0.0
	for i, x := range own {
		at[i], kind[i] = math.Sqrt(max(x, 0)), int(s.labels[i])
		far = max(far, at[i])
	}
	if !(far > 0) {
		far = 1
	}
	return method.NewBins("residual", at, kind, 0, far, int(min(max(1.5*math.Sqrt(float64(s.N)), 6), 30)))
}

// starts draws the final energy of each start.
func (s *turn[F]) starts() *chart.Chart {
	lo, hi := method.Limits(s.Ends)
	dots := &picture.Marks{Role: picture.RoleTrack, Says: "energy at the end"}
	for k, e := range s.Ends {
		dots.XY = append(dots.XY, float64(k+1), e)
	}
	c := &chart.Chart{X: chart.Slots(len(s.Ends)), Y: chart.Axis{See: []float64{lo, hi}, Only: true, Below: 0.1,
		Above: 0.1}}
	c.Add(chart.Dots{Marks: dots}, chart.Dot(chart.As(picture.RoleOptimum, "smallest energy: the start shown"),
		float64(s.Best+1), s.Ends[s.Best]))
	return c
}

// ridge is the height of the tallest bar, relative to a cluster's row.
const ridge = 0.8

// ridges draws the histograms of the clusters above one another, the first at the bottom.
func (s *turn[F]) ridges(b *method.Bins) *chart.Chart {
	c := &chart.Chart{Y: chart.Exactly(0.4, float64(s.K)+0.6)}
	for k, count := range b.Count {
		if count == nil {
			continue
		}
		bins := float64(len(count))
		c.X = chart.Exactly(-0.1*bins*b.Edge-b.Edge, (bins+0.5)*b.Edge)
		c.Add(chart.Histogram{Look: chart.Of(picture.RoleEllipse, k, "number of points of a cluster"), Bins: b, Kind: k,
			Foot: float64(k+1) - ridge/2, Up: ridge / float64(b.Top)},
			chart.Layers{&picture.Label{Role: picture.RoleGuide, X: -b.Edge / 2, Y: float64(k + 1), Text: strconv.Itoa(k + 1),
				Anchor: picture.AnchorEnd, Says: "number of a cluster", Key: grouping.Key(k)}})
	}
	return c
}

// things returns the Readers for the keys of bars and of clusters. own returns each row's squared distance to its flat;
// lines returns the readout's lines about cluster c.
func (s *turn[F]) things(own func() []float64, lines func(c int) []string) []draw.Reader {
	return []draw.Reader{
		func(key string) (t method.Told, ok bool) {
			if s.seeding() {
				return t, false
			}
			b := s.bins(own())
			c, from, rows := b.Find(key)
			t.Answer = words.Text("distance from %s to %s: %s", words.Number(from), words.Number(from+b.Edge), grouping.Name(c))
			t.Lines = []string{words.Count(len(rows), "point")}
			t.Click.Rows = rows
			return t, rows != nil
		},
		draw.Each(grouping.Kind, len(s.flats), func(c int) (t method.Told, ok bool) {
			t.Answer, t.Lines = grouping.Name(c), lines(c)
			if s.seeding() {
				return t, true
			}
			t.Click.Rows = s.in.Rows(c)
			sum, d2 := 0.0, own()
			for _, i := range t.Click.Rows {
				sum += d2[i]
			}
			t.Lines = append(t.Lines, share(len(t.Click.Rows), s.N))
			if all, _ := s.reached(); all > 0 && t.Click.Rows != nil {
				t.Lines = append(t.Lines, words.Text("adds %s to the energy, %s", words.Number(sum), words.Percent(sum/all)))
			}
			return t, true
		}),
	}
}

// turnParams returns the parameters common to these methods, which follow their own. starts is the default number of
// starts.
func turnParams(starts float64) []method.Param {
	return []method.Param{
		{Name: "init", Label: "Start", Default: initPlusPlus, Help: "Where the clusters start",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: initPlusPlus, Label: "k-means++", Help: "One by one, at points drawn by squared " +
					"distance to the nearest flat so far, and along nearby points"},
				{Value: initRandom, Label: "Random points", Help: "Each goes through random points, one more than its dimension"},
			}}},
		{Name: "n_init", Label: "Starts", Kind: method.Integer{Range: method.Range{Min: 1, Max: 100, SoftMin: 1,
			SoftMax: 30}}, Default: starts,
			Help: "Number of starts; the steps shown are those of the start that ends with the smallest energy"},
		{Name: "max_iter", Label: "Iterations", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMin: 1,
			SoftMax: 300, Log: true}}, Default: 300.0, Advanced: true,
			Help: "At most this many moves; it stops earlier when nothing changes"},
	}
}

// turnOptions reads the parameters; q is the dimension of the flats.
func turnOptions(job method.Job, p *method.Problem, v method.Values, q int) flats.Options {
	o := flats.Options{K: v.Int("n_clusters"), Q: q, Restarts: v.Int("n_init"), Limit: v.Int("max_iter"), Farthest: true,
		Seed: p.Seed,
		Ask:  job.Err, Tell: func(share float64) { method.Progress(job, share) }}
	if v.String("init") == initRandom {
		o.Init = flats.Random
	}
	return o
}

// turnShows returns the switches common to these methods.
func turnShows() []method.Show {
	return []method.Show{
		{Name: "residuals", Label: "Distances", On: true, Help: "A plot: distances of each cluster's points from its flat " +
			"or centre"},
		{Name: "starts", Label: "Energies of the starts", Help: "A plot: the final energy of each start",
			When: &method.When{Name: "n_init", In: []string{"1"}, Not: true}},
	}
}
