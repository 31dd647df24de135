package boosting

import (
	"math"
	"slices"

	"pointscape/engine/cart"
	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// ScoreRaster returns, for two classes, the lead of the second one as a share of the votes; for more classes, how far
// each is behind the leading one; or the predictions of the newest tree alone.
func (m *ada) ScoreRaster(job method.Job, g picture.Grid, show method.Shown) (*picture.Raster, error) {
	if show[alone] && m.k > 0 {
		return m.scores(job, m.terms[m.k-1:], m.p, g, m.unit.Float(1)/m.round().alpha, 1)
	}
	s, unit := &m.sums, m.unit.Float(1)/max(m.total(), math.SmallestNonzeroFloat64)
	if m.k == 0 { // a single vote for the most frequent class
		s, unit = &sums{d: m.p.D, base: make([]int64, len(m.p.ClassIDs))}, 1
		s.base[m.major] = 1
	}
	return s.scores(job, m.terms, m.p, g, unit, 1)
}

func (m *ada) Cuts(tell func(input int, at float64)) bool { return cutsIn(m.terms, tell) }

func (m *ada) PartSays(p method.Part) string {
	if p == method.Regions {
		return "region of a class, fainter where the vote is close"
	}
	return ""
}

// Layers draws circles around points of large weight, and the cuts of the newest tree.
func (m *ada) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show[heavy] {
		under = append(under, m.circles(v)...)
	}
	if m.k > 0 && show[cuts] && !m.p.Wide() {
		if path := cutsOf(m.round().tree, v, m.key(m.k)); len(path.XY) > 0 {
			path.Says = "cuts of this round’s tree"
			under = append(under, path)
		}
	}
	return under, nil, job.Err()
}

// meanRadius is the radius of the circle of a point with mean weight, in CSS pixels.
const meanRadius = 6.5

// circles returns circles around the points with more than the mean weight.
func (m *ada) circles(v picture.Viewport) []picture.Layer {
	return circles(m.p, m.now(), m.p.N, v, "point of more than the mean weight: the area is its weight")
}

// circles returns circles around the points with more than the mean weight, where the mean is over n points. Areas are
// proportional to weights, colours are those of the classes.
func circles(p *method.Problem, w []float64, n int, v picture.Viewport, says string) (layers []picture.Layer) {
	mean := 0.0
	for _, x := range w {
		mean += x / float64(n)
	}
	paths := make([]*picture.Path, len(p.ClassIDs))
	for i := range w {
		if w[i] <= mean*(1+1e-9) {
			continue
		}
		path := &paths[p.Class[i]]
		if *path == nil {
			*path = &picture.Path{Role: picture.RoleEllipse, Class: p.ClassIDs[p.Class[i]], Closed: true, Says: says}
		}
		x, y := p.Drawn(i)
		(*path).AddLine(circle(x, y, meanRadius*math.Sqrt(w[i]/mean), v)...)
	}
	for _, path := range paths {
		if path != nil {
			layers = append(layers, path)
		}
	}
	return layers
}

// circle returns a polygon around a position, with a radius in CSS pixels.
func circle(x, y, r float64, v picture.Viewport) []float64 {
	return picture.Ellipse(x, y, r*(v.X1-v.X0)/float64(v.W), r*(v.Y0-v.Y1)/float64(v.H), int(min(max(12, r), 48)))
}

// cutsOf returns the cuts of a tree of the plane, with a key. They are clipped to the viewport extended by its own size
// on each side.
func cutsOf(t *cart.Tree, v picture.Viewport, key string) *picture.Path {
	path := &picture.Path{Role: picture.RoleCut, Class: picture.NoClass}
	w, h := v.X1-v.X0, v.Y1-v.Y0
	var down func(i int32, lo, hi [2]float64)
	down = func(i int32, lo, hi [2]float64) {
		q := &t.Nodes[i]
		if q.Step == 0 || !(lo[0] < hi[0] && lo[1] < hi[1]) {
			return
		}
		f := q.Feature
		if lo[f] < q.At && q.At < hi[f] {
			if f == 0 {
				path.AddLine(q.At, lo[1], q.At, hi[1])
			} else {
				path.AddLine(lo[0], q.At, hi[0], q.At)
			}
			path.Keys = append(path.Keys, key)
		}
		up, down2 := hi, lo
		up[f], down2[f] = min(hi[f], q.At), max(lo[f], q.At)
		down(q.Left(), lo, up)
		down(q.Right(), down2, hi)
	}
	down(0, [2]float64{v.X0 - w, v.Y0 - h}, [2]float64{v.X1 + w, v.Y1 + h})
	return path
}

// key returns the key of round k, counted from 1.
func (m *ada) key(k int) string { return roundKind.Key(k) }

var roundKind = picture.KeyKind{Begins: "r"}

// Tell describes a round's split and error, and shows its cuts; a click goes to the round. It also describes inputs.
func (m *ada) Tell(key string, v picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	if t, ok = tellWorth(m.p, m.importances(), m.k, key); ok {
		return t, true
	}
	k, ok := roundKind.Number(key, m.k+1)
	if !ok || k < 1 {
		return t, false
	}
	r := &m.rounds[k-1]
	t.Answer = words.Sprintf("Round %d: vote %s", k, words.Number(r.alpha))
	t.Lines = append(t.Lines, words.Text("It misclassifies %s of the weight", words.Number(r.err)))
	if q := &r.tree.Nodes[0]; q.Step > 0 {
		t.Lines = append(t.Lines, words.Text("First question: %s", m.question(q)))
	} else {
		t.Lines = append(t.Lines, words.Text("No question, %s everywhere", m.p.ClassName(int(q.Wins))))
	}
	if !m.p.Wide() {
		cut := cutsOf(r.tree, v, key)
		cut.Says = "cuts of the round’s tree"
		t.Layers = []picture.Layer{cut}
	}
	if k < m.k {
		t.Click.Step = &k
	}
	return t, true
}

// question returns a node's question as text: "x₁ ≤ 0.42".
func (c *course) question(q *cart.Node) string {
	return words.Text("%s ≤ %s", c.p.InputNames()[q.Feature], words.Number(q.At))
}

// told is the maximum number of rounds in an explanation.
const told = 6

// Explain counts the votes, and lists the predictions of the trees with the largest votes.
func (m *ada) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	row := m.PointScores(x)[0]
	best := method.Largest(row)
	if m.k == 0 {
		return method.Explanation{Answer: words.Text("%s, the most frequent class: there is no round", m.p.ClassName(best))}
	}
	total := m.total()
	ex := method.Explanation{Answer: words.Sprintf("%s (%s of %s votes)", m.p.ClassName(best),
		words.Number(row[best]*total),
		words.Number(total))}
	for c, s := range row {
		if c != best && s > 0 {
			ex.Lines = append(ex.Lines, words.Text("%s: %s votes", m.p.ClassName(c), words.Number(s*total)))
		}
	}
	order := method.Indices(m.k)
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case m.rounds[a].alpha > m.rounds[b].alpha:
			return -1
		case m.rounds[a].alpha < m.rounds[b].alpha:
			return 1
		}
		return 0
	})
	for _, i := range order[:min(told, m.k)] {
		r := &m.rounds[i]
		leaf := &r.tree.Nodes[r.tree.Leaf(x, r.splits())]
		line := words.Sprintf("Round %d, vote %s: %s", i+1, words.Number(r.alpha), m.p.ClassName(int(leaf.Wins)))
		if leaf.Parent >= 0 {
			up := &r.tree.Nodes[leaf.Parent]
			sign := " > "
			if x[up.Feature] <= up.At {
				sign = " ≤ "
			}
			line = words.Text("%s, for %s%s%s", line, m.p.InputNames()[up.Feature], sign, words.Number(up.At))
		}
		ex.Lines = append(ex.Lines, line)
	}
	if m.k > told {
		ex.Lines = append(ex.Lines, words.Text("%s count less each", words.Count(m.k-told, "other round")))
	}
	ex.Layers = m.p.Portrait(x, v)
	return ex
}

func (m *ada) Panels(show method.Shown) (list []method.Panel) {
	if m.k == 0 {
		return nil
	}
	if show[rounds] {
		list = append(list, chart.Plain(method.PanelInfo{ID: rounds, Title: "Votes of the rounds", XLabel: "round",
			XCounts: true, YLabel: "vote α", YFrom0: true,
			Help: "Weight of each round’s tree. Later rounds learn from harder points."}, m.votesChart))
	}
	if show[margins] {
		list = append(list, chart.Plain(method.PanelInfo{ID: margins, Title: "Margins", XLabel: "margin",
			YLabel: "share of points", YFrom0: true,
			Help: "The share of the training points with at most this margin. A margin is the share of votes for the own " +
				"class minus the largest other share; left of 0, points are misclassified. The thin curve is after half as many " +
				"rounds: margins keep growing when no error is left."}, m.spreadChart))
		list = append(list, chart.Plain(method.PanelInfo{ID: spreads, Title: "Margins against rounds", XLabel: "round",
			XCounts: true, YLabel: "margin",
			Help: "The margins of the training points after each round: the median, the middle half of the points, and all " +
				"points. Below 0, points are misclassified. With one tree all margins are 1 or −1; more rounds raise the " +
				"smallest margins at the cost of the largest, even after the last error."}, m.spreadsChart))
	}
	if show[descent] && m.round().err > 0 {
		list = append(list, chart.Plain(method.PanelInfo{ID: descent, Title: "Exponential loss along the tree",
			XLabel: "step β", YLabel: "mean loss",
			Help: "The mean of exp(−y·f ∕ K) when the round’s tree is added to the sum with this weight. With η = 1, " +
				"AdaBoost’s vote times (K − 1)² ∕ K is at the minimum: AdaBoost minimises this loss, one tree after the other. " +
				"With another η, the tree's vote is η times as large."}, m.lossChart))
	}
	return append(list, worthPanel(m.p, show, m.k, m.importances)...)
}

// votesChart returns a chart with a bar for each round.
func (m *ada) votesChart() *chart.Chart {
	n := m.k - 1 // the newest has a colour of its own
	votes, keys, at := make([]float64, m.k), make([]string, m.k), make([]float64, m.k)
	for i := range votes {
		votes[i], keys[i], at[i] = m.rounds[i].alpha, m.key(i+1), float64(i+1)
	}
	c := &chart.Chart{X: chart.Axis{See: []float64{0.5, float64(m.k) + 0.5}, Only: true, Below: 0.02, Above: 0.02},
		Y: chart.From0(0.03, 0.08)}
	c.Add(chart.Bars{Look: chart.Of(picture.RoleBar, 0, "vote of a round’s tree"), X: at[:n], Y: votes[:n], Half: 0.42,
		Keys: keys[:n]},
		chart.Bars{Look: chart.As(picture.RoleTotal, "this round"), X: at[n:], Y: votes[n:], Half: 0.42, Keys: keys[n:]})
	return c
}

// before returns the state after k of the rounds.
func (m *ada) before(k int) *ada {
	return &ada{course: m.course, rounds: m.rounds[:k:k], terms: m.terms[:k:k], k: k, end: m.end, done: &lateState{}}
}

// spreadChart returns the cumulative distribution of the margins, now and after half as many rounds.
func (m *ada) spreadChart() *chart.Chart {
	list := m.margins()
	at := cumulated(list)
	wrong, _ := slices.BinarySearch(list, math.SmallestNonzeroFloat64)
	c := &chart.Chart{X: chart.Exactly(-1.05, 1.05), Y: chart.Exactly(-0.03, 1.05), Told: true,
		Alt: words.Sprintf("Margins of %s, from %s to %s, half of them at most %s; %s not above 0.",
			words.Count(m.p.N, "training point"),
			words.Number(list[0]), words.Number(list[m.p.N-1]), words.Number(list[(m.p.N-1)/2]),
			words.CountOf(wrong, "is", "are"))}
	c.Add(chart.Upright(chart.As(picture.RoleGuide, "left of this line points are misclassified"), 0, 0, 1))
	if m.k > 1 {
		c.Add(chart.Curve{Look: chart.As(picture.RoleBandLine, words.Text("after %s", words.Count(m.k/2, "round"))),
			XY: cumulated(m.before(m.k / 2).margins())})
	}
	c.Add(chart.Curve{Look: chart.As(picture.RoleMean, "share of the points with at most this margin"), XY: at})
	return c
}

// spreadsChart returns the quantiles of the training points' margins after each round.
func (m *ada) spreadsChart() *chart.Chart {
	along := func(q int) (xy []float64) { // a step for each round
		for i := range m.k {
			x, y := float64(i+1), m.rounds[i].margins[q]
			xy = append(xy, x-0.5, y, x+0.5, y)
		}
		return xy
	}
	c := &chart.Chart{X: chart.Axis{See: []float64{0.5, float64(m.k) + 0.5}, Only: true, Below: 0.02, Above: 0.02},
		Y: chart.Exactly(-1.08, 1.08)}
	c.Add(chart.Band{Look: chart.As(picture.RoleBand, "margins of all points"), Number: 2, Low: along(0), High: along(4)},
		chart.Band{Look: chart.As(picture.RoleBand, "margins of the middle half of the points"), Number: 1, Low: along(1),
			High: along(3)},
		chart.Level(chart.As(picture.RoleGuide, "below it points are misclassified"), 0),
		chart.Curve{Look: chart.As(picture.RoleBandLine, "smallest margin"), XY: along(0)},
		chart.Curve{Look: chart.As(picture.RoleMean, "median margin"), XY: along(2)})
	return c
}

// cumulated returns the empirical distribution function of numbers in [−1, 1], as a step curve. It sorts the list.
func cumulated(list []float64) []float64 {
	slices.Sort(list)
	xy := []float64{-1, 0}
	for i, v := range list {
		xy = append(xy, v, float64(i)/float64(len(list)), v, float64(i+1)/float64(len(list)))
	}
	return append(xy, 1, 1)
}

// lossChart returns the mean exponential loss along the tree of the newest round.
func (m *ada) lossChart() *chart.Chart {
	r, k := m.round(), len(m.p.ClassIDs)
	// The losses before the round, of the points that the tree gets wrong and of the others.
	right, wrong := lossFactors(k, r.alpha)
	a, b := 0.0, 0.0
	for i, l := range m.lossesAt(m.k) {
		if r.wrong[i] {
			b += l / wrong
		} else {
			a += l / right
		}
	}
	a, b = a/float64(m.p.N), b/float64(m.p.N)
	at := func(beta float64) float64 {
		right, wrong := lossFactors(k, beta/stepOf(k, 1))
		return a*right + b*wrong
	}
	beta := stepOf(k, r.alpha)
	best := beta / m.rate
	end := 1.25 * max(2*best, beta)
	least := at(best)
	c := &chart.Chart{X: chart.Axis{Below: 0.03}, Y: chart.Axis{See: []float64{at(0), at(end), least}, Only: true,
		Below: 0.12, Above: 0.08}}
	c.Add(chart.Graph{Look: chart.As(picture.RoleMean, "mean exponential loss"), F: at, To: end, Nodes: 100},
		chart.Dot(chart.As(picture.RoleOptimum, "minimum: the vote with η = 1"), best, least))
	if m.rate != 1 {
		c.Add(chart.Dot(chart.Of(picture.RoleTrack, 0, "the vote with its learning rate"), beta, at(beta)))
	}
	return c
}

// lossesAt returns the exponential losses of the points after k rounds.
func (m *ada) lossesAt(k int) []float64 {
	list := make([]float64, m.p.N)
	for i := range list {
		list[i] = 1
	}
	for j := range k {
		right, wrong := lossFactors(len(m.p.ClassIDs), m.rounds[j].alpha)
		for i, w := range m.rounds[j].wrong {
			if w {
				list[i] *= wrong
			} else {
				list[i] *= right
			}
		}
	}
	return list
}
