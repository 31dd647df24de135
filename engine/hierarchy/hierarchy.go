// Package hierarchy has agglomerative clustering: the groups of points are merged, the nearest first, into one tree.
package hierarchy

import (
	_ "embed"
	"math"
	"strconv"

	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Values of the parameter cut.
const (
	cutNumber = "n_clusters"
	cutHeight = "distance_threshold"
)

//go:embed agglomerative.jsonl
var examples string

// Method declares hierarchical clustering, id "agglomerative".
func Method() method.Method {
	number, height := &method.When{Name: "cut", In: []string{cutNumber}},
		&method.When{Name: "cut", In: []string{cutHeight}}
	return method.Method{
		Info: method.Info{
			Takes: method.Takes{Wide: true, MaxPoints: mostRows},
			ID:    "agglomerative",
			Name:  "Hierarchical clustering",
			Aliases: []string{"Agglomerative clustering", "Dendrogram", "Single linkage", "Complete linkage", "Average linkage",
				"Ward", "UPGMA", "Minimum spanning tree",
				"Classification ascendante hiérarchique", "CAH", "Dendrogramme"},
			Family: "Clustering",
			Task:   method.Cluster,
			Summary: "Each point starts as its own cluster, and the two nearest clusters are merged repeatedly. The " +
				"dendrogram shows the distance of each merge; a cut through it gives the clusters. Ties are resolved as in " +
				"SciPy; equal points are never separated, unlike in scikit-learn.",
			Formula: "A, B ← argmin d(A, B),  A ∪ B",
			Source: "Ward, Journal of the American Statistical Association 58, 1963; Lance and Williams, Computer " +
				"Journal 9, 1967; " +
				"Müllner, Modern hierarchical, agglomerative clustering algorithms, arXiv:1109.2378, 2011",
			Seen: "Single, complete, average and Ward's linkage, merge by merge; a dendrogram linked with " +
				"the plane, cut by dragging its line.",
			Params: []method.Param{
				{Name: "linkage", Label: "Linkage", Default: linkWard, Help: "How the distance of two groups is measured",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: linkSingle, Label: "Single", Help: "Distance of their two nearest points: groups of any shape, but a " +
							"single bridge of points joins them"},
						{Value: linkComplete, Label: "Complete", Help: "Distance of their two farthest points: groups stay compact"},
						{Value: linkAverage, Label: "Average", Help: "Mean distance of the points of one group from those of the other"},
						{Value: linkWard, Label: "Ward", Help: "Increase of the squared distances to the groups' means by the merge: " +
							"round groups of similar size"},
					}}},
				{Name: "metric", Label: "Metric", Default: metricEuclidean, Help: "How the distance of two points is measured",
					When: &method.When{Name: "linkage", In: []string{linkWard}, Not: true},
					Kind: method.Choose{Choices: []method.Choice{
						{Value: metricEuclidean, Label: "Euclidean", Help: "Along the straight line"},
						{Value: metricManhattan, Label: "Manhattan", Help: "The sum of the differences in each input"},
						{Value: metricCosine, Label: "Cosine", Help: "1 − the cosine of the angle at the origin: lengths don't count"},
					}}},
				{Name: "cut", Label: "Cut by", Default: cutNumber, Help: "When merging stops",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: cutNumber, Label: "Number of clusters", Help: "When this many groups remain"},
						{Value: cutHeight, Label: "Distance", Help: "Before groups at this distance or farther are merged"},
					}}},
				{Name: "n_clusters", Label: "Clusters k",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: mostRows, SoftMin: 1, SoftMax: 12}}, Default: 3.0,
					Help: "Number of clusters", When: number},
				{Name: "distance_threshold", Label: "Distance of the cut",
					Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e15, SoftMin: 0.01, SoftMax: 100,
						Log: true}},
					Default: 0.5, Scales: &method.Scales{Power: 1},
					Help: "Groups at this distance or farther are not merged", When: height},
			},
			Shows: []method.Show{
				{Name: "hulls", Label: "Hulls", Where: method.NotInSpace, On: true, Help: "A line around each group"},
				{Name: "links", Label: "Links", Where: method.NotInSpace, On: true, Help: "Between the nearest points of merged " +
					"groups; together they are the minimum spanning tree",
					When: &method.When{Name: "linkage", In: []string{linkSingle}}},
				{Name: "dendrogram", Label: "Dendrogram", On: true, Help: "A plot: each merge is a bar at " +
					"its distance. Point at a branch to see its points; drag the line to cut."},
			},
			Examples: method.ExamplesIn(examples),
		},
		Python: counterpart,
		Fit:    fitHierarchy,
	}
}

// mostRows is the largest number of rows for which all pairwise distances are stored (64 MB).
const mostRows = 4000

// hierarchy is a tree of merges with a cut.
type hierarchy struct {
	*tree
	cut       string
	threshold float64
	groups    int // number of groups at the cut
}

// tree is the part of a hierarchy that does not depend on the cut.
type tree struct {
	p               *method.Problem
	places          *grouping.Places
	linkage, metric string
	merges          []merge
	number          []int // per node: the number of the cluster that it forms; see numbered
	order           []int // rows from left to right in the dendrogram
	from, to        []int // per node: its rows are order[from:to]
	parent          []int // per node: the node into which it is merged; −1 for the root
	// correlation of pairwise distances with the heights at which the pairs are joined; NaN if undefined
	cophenetic float64
}

// partition is a hierarchy after step merges.
type partition struct {
	*hierarchy
	step  int
	owner []int // per row: the node of its group
}

func (g *partition) Can() *method.Capabilities {
	return draw.Parts{Problem: g.p, Shapes: g.shapes, Hits: g.hits, Keys: g.keys}.Give(&method.Capabilities{
		Answers: method.Answers{Predictor: g},
		Drawing: method.Drawing{Panels: g.Panels, Groups: g.Groups},
		Words:   method.Words{Explain: g.Explain, Formula: g.Formula},
		Run:     method.Run{Stepper: g},
	})
}

func fitHierarchy(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	h := &hierarchy{cut: v.String("cut"), threshold: v.Float("distance_threshold"), groups: v.Int("n_clusters")}
	switch {
	case p.N == 0:
		return nil, &method.Need{Sentence: "Click to add points."}
	case h.cut == cutNumber && p.N < h.groups:
		return nil, grouping.Enough(p, h.groups)
	}
	linkage, metric := v.String("linkage"), v.String("metric")
	if linkage == linkWard {
		metric = metricEuclidean
	}
	if before, ok := prev.(*partition); ok && before.linkage == linkage && before.metric == metric && before.p.Same(p) {
		t := *before.tree
		t.p, t.places = p, grouping.NewPlaces(p)
		h.tree = &t
	} else {
		t, err := grow(job, p, linkage, metric)
		if err != nil {
			return nil, err
		}
		h.tree = t
	}
	if n := h.places.Distinct(); h.cut == cutNumber && h.groups > n {
		what := "point"
		if p.Wide() {
			what = "row"
		}
		return nil, &method.Need{Sentence: words.Sprintf("The %s lie in %s, and equal ones are never separated: choose at "+
			"most %s.",
			words.Count(p.N, what), words.Count(n, "position"), words.Count(n, "cluster"))}
	}
	if h.cut == cutHeight {
		h.groups = 1
		for _, m := range h.merges {
			if m.height >= h.threshold {
				h.groups++
			}
		}
	}
	return h.Stage(h.Steps()), nil
}

// grow computes the whole tree.
func grow(job method.Job, p *method.Problem, linkage, metric string) (*tree, error) {
	t := &tree{p: p, places: grouping.NewPlaces(p), linkage: linkage, metric: metric}
	var err error
	if t.merges, err = linked(method.Stretch(job, 0, 0.7), p, linkage, metric); err != nil {
		return nil, err
	}
	t.lay()
	t.numbered()
	if t.cophenetic, err = t.correlate(method.Stretch(job, 0.7, 1)); err != nil {
		return nil, err
	}
	return t, nil
}

// nodes returns the number of nodes, rows included.
func (t *tree) nodes() int { return t.p.N + len(t.merges) }

// made returns the merge that creates node; nil for a row.
func (t *tree) made(node int) *merge {
	if node < t.p.N {
		return nil
	}
	return &t.merges[node-t.p.N]
}

// size returns the number of rows of a node.
func (t *tree) size(node int) int { return t.to[node] - t.from[node] }

// rows returns the rows of a node, from left to right.
func (t *tree) rows(node int) []int { return t.order[t.from[node]:t.to[node]] }

// lay orders the rows so that no branches of the dendrogram cross. Of two merged groups, the one whose mean is further
// left in the picture comes first. It also sets from, to and parent.
func (t *tree) lay() {
	n, all := t.p.N, t.nodes()
	mid, size := make([]float64, all), make([]int, all)
	t.parent = make([]int, all)
	for i := range all {
		t.parent[i] = -1
		if i < n {
			mid[i], _ = t.p.Drawn(i)
			size[i] = 1
			continue
		}
		m := t.made(i)
		t.parent[m.a], t.parent[m.b] = i, i
		size[i] = m.size
		share := float64(size[m.a]) / float64(m.size)
		mid[i] = share*mid[m.a] + (1-share)*mid[m.b]
	}
	t.from, t.to, t.order = make([]int, all), make([]int, all), make([]int, n)
	t.from[all-1], t.to[all-1] = 0, n
	for i := all - 1; i >= 0; i-- {
		m := t.made(i)
		if m == nil {
			t.order[t.from[i]] = i
			continue
		}
		left, right := m.a, m.b
		if mid[right] < mid[left] {
			left, right = right, left
		}
		t.from[left], t.to[left] = t.from[i], t.from[i]+size[left]
		t.from[right], t.to[right] = t.to[left], t.to[i]
	}
}

// numbered numbers the groups from the last merge to the first. Of the two groups of a merge, the larger inherits the
// number (for equal sizes, the one with the first row), and the other gets the next free number. So g groups have the
// numbers 0 to g−1, and moving the cut renames none.
func (t *tree) numbered() {
	t.number = make([]int, t.nodes())
	first := make([]int, t.nodes()) // row
	for i := range first {
		first[i] = i
		if m := t.made(i); m != nil {
			first[i] = min(first[m.a], first[m.b])
		}
	}
	next := 1
	for i := t.nodes() - 1; i >= t.p.N; i-- {
		m := t.made(i)
		large, small := m.a, m.b
		if a, b := t.size(m.a), t.size(m.b); b > a || b == a && first[m.b] < first[m.a] {
			large, small = small, large
		}
		t.number[large], t.number[small] = t.number[i], next
		next++
	}
}

// correlate returns the cophenetic correlation (Sokal and Rohlf, Taxon 11, 1962); NaN if all distances or all heights
// are equal, or there are fewer than two merges. The error is the job's.
func (t *tree) correlate(job method.Job) (float64, error) {
	n := len(t.merges)
	if n < 2 || t.merges[0].height == t.merges[n-1].height {
		return math.NaN(), nil
	}
	far := rowDistance(t.p, t.linkage, t.metric)
	b := questions{job: job, all: 8 * t.p.N * t.p.N}
	// Values are scaled to about 1 and centred before they are summed.
	var pairs, meanD, meanH float64
	unit := t.merges[n-1].height
	each := func(what func(d, h float64)) error {
		for k := range t.merges {
			m := &t.merges[k]
			h := m.height / unit
			for _, i := range t.rows(m.a) {
				for _, j := range t.rows(m.b) {
					what(far(i, j)/unit, h)
				}
				if err := b.took(8 * t.size(m.b)); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := each(func(d, h float64) { pairs, meanD, meanH = pairs+1, meanD+d, meanH+h }); err != nil {
		return 0, err
	}
	meanD, meanH = meanD/pairs, meanH/pairs
	var dd, hh, dh float64
	if err := each(func(d, h float64) {
		d, h = d-meanD, h-meanH
		dd, hh, dh = dd+d*d, hh+h*h, dh+d*h
	}); err != nil {
		return 0, err
	}
	if dd/pairs < 1e-24*meanD*meanD { // all distances are equal up to rounding
		return math.NaN(), nil
	}
	return dh / math.Sqrt(dd) / math.Sqrt(hh), nil
}

// Steps returns the number of merges up to the cut.
func (h *hierarchy) Steps() int { return h.p.N - h.groups }

func (h *hierarchy) StepName() string { return "merge" }

func (h *hierarchy) Stage(k int) method.Model {
	g := &partition{hierarchy: h, step: k, owner: make([]int, h.p.N)}
	at := make([]int, h.nodes())
	for i := len(at) - 1; i >= 0; i-- {
		if p := h.parent[i]; p < 0 || p-h.p.N >= k {
			at[i] = i
		} else {
			at[i] = at[p]
		}
	}
	copy(g.owner, at)
	return g
}

func (h *hierarchy) Trace() []method.Series {
	heights := make([]float64, h.Steps()+1)
	heights[0] = math.NaN()
	for k := range h.Steps() {
		heights[k+1] = h.merges[k].height
	}
	return []method.Series{{Name: "distance of the merge", Values: heights}}
}

// left returns the number of groups at this step.
func (g *partition) left() int { return g.p.N - g.step }

// label returns the number of row i's group.
func (g *partition) label(i int) int { return g.number[g.owner[i]] }

// alone reports whether node is a row that has not been merged yet; false after the last step, where each row has a
// cluster.
func (g *partition) alone(node int) bool { return node < g.p.N && g.step < g.Steps() }

// merged returns the merge of this step and its node; nil at the start and at the end.
func (g *partition) merged() (m *merge, node int) {
	if g.step == 0 || g.step == g.Steps() {
		return nil, -1
	}
	return &g.merges[g.step-1], g.p.N + g.step - 1
}

// Groups leaves points that have not been merged yet without a group, except at the end.
func (g *partition) Groups(method.Shown) method.Groups {
	says := "cluster that a point is in"
	if g.step < g.Steps() {
		says = "group of a point so far; none for a single point"
	}
	return grouping.New(g.p, g.left(), func(i int) int {
		if g.alone(g.owner[i]) {
			return method.NoGroup
		}
		return g.label(i)
	}).Groups(says)
}

// called returns the name of a group at this step, within a sentence.
func (g *partition) called(node int) string {
	if node < g.p.N && g.step < g.Steps() {
		return words.Text("point %s", strconv.Itoa(g.p.Number(node)))
	}
	return grouping.Name(g.number[node])
}

const (
	mostSizes = 40 // largest number of clusters whose sizes are listed
	mostTable = 12 // largest number of clusters in the table of classes
)

func (g *partition) Facts() []method.Fact {
	var facts method.FactList
	unit := "data units"
	switch {
	case g.metric == metricCosine:
		unit = ""
	case g.p.Scales != nil:
		unit = "standard deviations"
	}
	facts.Add("n_clusters", g.left(), "", "Number of groups that are left").Call("Clusters")
	if g.step > 0 {
		facts.Add("merge_height", g.merges[g.step-1].height, unit, "Distance of the two groups of the last merge").Call(
			"Last merge at")
	}
	if g.step < len(g.merges) {
		facts.Add("next_height", g.merges[g.step].height, unit, "Distance of the two nearest groups that are left").Call(
			"Next merge at")
	}
	found := grouping.New(g.p, g.left(), g.label)
	if found.K <= mostSizes {
		found.AddSizes(&facts)
	}
	if !math.IsNaN(g.cophenetic) {
		facts.Add("cophenetic_correlation", g.cophenetic, "", "Correlation of the distances of all pairs of points with "+
			"the heights at which they meet in the tree; 1: the tree keeps the distances").Call("Cophenetic correlation")
	}
	if found.K <= mostTable {
		found.AddAgreement(&facts)
	}
	found.AddLabels(&facts, "Index of each point's cluster, from 0")
	heights, children := make([]float64, len(g.merges)), make([][]float64, len(g.merges))
	for k, m := range g.merges {
		heights[k], children[k] = m.height, []float64{float64(m.a), float64(m.b)}
	}
	facts.Add("distances", heights, "", "Distance of each merge of the whole tree").Hide()
	facts.Add("children", children, "", "The two nodes of each merge: points in their order, then merges").Hide()
	return facts
}

func (g *partition) Status() method.Status {
	next := ""
	if g.step < len(g.merges) {
		next = words.Number(g.merges[g.step].height)
	}
	if g.step < g.Steps() {
		if g.step == 0 {
			return method.Status{State: method.Running, Sentence: words.Sprintf("No step yet: each point is a group of "+
				"its own, and the two nearest are %s apart.", next)}
		}
		m := g.merges[g.step-1]
		return method.Status{State: method.Running, Sentence: words.Sprintf("Merge %d: %s and %s, the two nearest "+
			"groups, %s apart, become one of %d points. %s left.",
			g.step, g.part(m.a), g.part(m.b), words.Number(m.height), m.size, words.CountOf(g.left(), "group is", "groups are"))}
	}
	s, count := "", words.Capital(words.Count(g.groups, "cluster"))
	switch {
	case g.step == 0 && next == "":
		s = words.Say("One point is one cluster.")
	case g.step == 0:
		s = words.Sprintf("%s: nothing is merged: the distance of the two nearest points is %s.", count, next)
	case next == "":
		s = words.Sprintf("%s: all points are merged, the last two groups at the distance %s.", count,
			words.Number(g.merges[g.step-1].height))
	default:
		s = words.Sprintf("%s: the last merge was at the distance %s, and the next would be at %s.", count,
			words.Number(g.merges[g.step-1].height), next)
	}
	s += words.Say(" Nothing is chosen at random.")
	if g.p.Wide() {
		s += words.Sprintf(" Distances use all %d columns: in this plane clusters may overlap.", g.p.D)
	}
	return method.Status{State: method.Exact, Sentence: s}
}

// part describes one of the two groups that a merge joins.
func (g *partition) part(node int) string {
	if node < g.p.N {
		return words.Text("point %s", strconv.Itoa(g.p.Number(node)))
	}
	return words.Sprintf("%d points", g.size(node))
}

// distance returns the formula of the linkage.
func (t *tree) distance() string {
	far := map[string]string{metricEuclidean: "‖a − b‖", metricManhattan: "‖a − b‖₁",
		metricCosine: "(1 − cos ∠(a, b))"}[t.metric]
	switch t.linkage {
	case linkSingle:
		return words.Text("min_{a ∈ A, b ∈ B} %s", far)
	case linkComplete:
		return words.Text("max_{a ∈ A, b ∈ B} %s", far)
	case linkAverage:
		return words.Text("1/(|A| |B|) Σ_{a ∈ A} Σ_{b ∈ B} %s", far)
	}
	return "√(2 |A| |B| / (|A| + |B|)) ‖mean(A) − mean(B)‖"
}

func (g *partition) Formula() string {
	s := words.Text("d(A, B) = %s", g.distance())
	if g.step > 0 {
		m := g.merges[g.step-1]
		s += words.Sprintf("\nmerge %d:  |A| = %d, |B| = %d,  d(A, B) = %s", g.step, g.size(m.a), g.size(m.b),
			words.Number(m.height))
	}
	if g.step < len(g.merges) {
		s += words.Text("\nnext:  min d(A, B) = %s", words.Number(g.merges[g.step].height))
	}
	return s
}

// nearest returns the distances of x to the groups, indexed by their numbers, and for each group the row to which the
// distance is measured (−1 if it involves all rows). own is the first row equal to x, or −1.
func (g *partition) nearest(x []float64) (d []float64, at []int, own int) {
	measure := far(g.metric)
	d, at, own = make([]float64, g.left()), make([]int, g.left()), g.places.Row(x)
	size := make([]float64, g.left())
	var mean []float64
	if g.linkage == linkWard {
		mean = make([]float64, g.left()*g.p.D)
	}
	for c := range at {
		at[c] = -1
	}
	for i := range g.p.N {
		row, c := g.p.At(i), g.label(i)
		size[c]++
		if mean != nil {
			for j, v := range row {
				mean[c*g.p.D+j] += v
			}
			continue
		}
		switch r := measure(x, row); {
		case g.linkage == linkAverage:
			d[c] += r
		case at[c] < 0 || g.linkage == linkSingle && r < d[c] || g.linkage == linkComplete && r > d[c]:
			d[c], at[c] = r, i
		}
	}
	for c, n := range size {
		switch {
		case mean != nil:
			m := mean[c*g.p.D : (c+1)*g.p.D]
			for j := range m {
				m[j] /= n
			}
			d[c] = math.Sqrt(2*n/(n+1)) * euclidean(x, m)
		case g.linkage == linkAverage:
			d[c] /= n
		}
	}
	return d, at, own
}

// Predict writes the group of the row at that position; elsewhere, the group nearest by the linkage.
func (g *partition) Predict(x, out []float64) {
	for k := range out {
		d, _, own := g.nearest(x[k*g.p.D : (k+1)*g.p.D])
		if own >= 0 {
			out[k] = float64(g.label(own))
			continue
		}
		best := 0
		for c := range d {
			if d[c] < d[best] {
				best = c
			}
		}
		out[k] = float64(best)
	}
}
