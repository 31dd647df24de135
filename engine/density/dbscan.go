// Package density has the clustering methods that look for regions where points lie densely: DBSCAN and mean shift.
package density

import (
	_ "embed"
	"math"
	"slices"
	"sort"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/kdtree"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed dbscan.jsonl
var dbscanExamples string

// DBSCAN declares density-based clustering, id "dbscan".
func DBSCAN() method.Method {
	return method.Method{
		Info: method.Info{
			ID:   "dbscan",
			Name: "DBSCAN",
			Aliases: []string{"Density-based clustering", "Core points", "Noise", "eps neighbourhood", "k-distance",
				"Regroupement par densité"},
			Family: "Clustering",
			Task:   method.Cluster,
			Takes:  method.Takes{Wide: true, MaxPoints: 10_000},
			Summary: "A point with enough neighbours within ε is a core point. Core points " +
				"connected by steps of at most ε form one cluster of any shape; other points within ε of a core point are " +
				"border points, and all others are noise.",
			Formula: "core: #{j : ‖xᵢ − xⱼ‖ ≤ ε} ≥ m",
			Source: "Ester, Kriegel, Sander and Xu, A density-based algorithm for discovering clusters in large spatial " +
				"databases with noise, KDD 1996",
			Seen: "Clusters growing point by point: core, border and noise, discs of radius ε; distances to " +
				"the m-th neighbour, where a click sets ε.",
			Params: []method.Param{
				{Name: "eps", Label: "Radius ε", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e13,
					SoftMin: 0.005, SoftMax: 1, Log: true}}, Default: 0.1, Unit: "data units",
					Scales: &method.Scales{Power: 1},
					Help:   "Points at this distance or nearer are neighbours; a border point of two clusters is the first one's"},
				{Name: "min_samples", Label: "Enough neighbours m",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 100, SoftMin: 1, SoftMax: 20}}, Default: 5.0,
					Help: "A core point has at least this many points within ε, itself included"},
				method.InputsParam("Tables only: which columns the distances use",
					"Distances use all columns; standardise the columns if their units differ"),
			},
			Shows: []method.Show{
				{Name: "balls", Label: "Reach of the clusters", Where: method.OnlyPoints, On: true,
					Help: "A disc of radius ε around each core point: points in it belong to the cluster"},
				{Name: "links", Label: "Links", Help: "Between neighbours, at least one of them a core point: these links hold " +
					"a cluster together"},
				{Name: "kinds", Label: "Core, border and noise", On: true, Help: "Rings around border points, brackets " +
					"around noise"},
				{Name: "distances", Label: "k-distances", On: true, Help: "A plot: each point's distance to its m-th " +
					"neighbour, sorted; ε is " +
					"good at the knee; a click chooses it"},
			},
			Examples: method.ExamplesIn(dbscanExamples),
		},
		Python: dbscanPython,
		Fit:    fitDBSCAN,
	}
}

// density is the result of DBSCAN, in the order in which the points were assigned.
type density struct {
	p    *method.Problem
	eps  float64
	m    int
	near *kdtree.Index
	// rank is the order in which a core point reaches its neighbours: by x₁, or of wide rows by the input with the largest
	// variance.
	rank  []int
	order []int     // points in the order in which they get their clusters
	label []int     // per point: its cluster, from 0, or method.NoGroup for noise
	from  []int     // per clustered point: the core point that reached it; itself if it is the first of its cluster
	when  []int     // per clustered point: the step in which it gets its cluster
	reach []float64 // per point: distance to the m-th neighbour, counting itself; NaN if there are fewer points
	k     int       // number of clusters
}

// grown is DBSCAN after step points have got their clusters.
type grown struct {
	*density
	step int
}

// Can states that Predict may give no answer: a position without a core point within ε would be noise.
func (g *grown) Can() *method.Capabilities {
	return draw.Parts{Problem: g.p, Shapes: g.shapes, Space: true, Hits: g.hits, Keys: g.keys}.Give(&method.Capabilities{
		Answers: method.Answers{Predictor: g, Partial: true},
		Drawing: method.Drawing{Panels: g.Panels, Groups: g.Groups},
		Words:   method.Words{Explain: g.Explain, Formula: g.Formula},
		Run:     method.Run{Stepper: g},
	})
}

func fitDBSCAN(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to add points."}
	}
	d := &density{p: p, eps: v.Float("eps"), m: v.Int("min_samples")}
	// The distances to the m-th neighbours do not depend on ε.
	if old, ok := prev.(*grown); ok && old.m == d.m && old.p.Same(p) {
		d.near, d.rank, d.reach = old.near, old.rank, old.reach
	} else if err := d.neighbours(job); err != nil {
		return nil, err
	}
	if err := d.expand(job); err != nil {
		return nil, err
	}
	return d.Stage(d.Steps()), nil
}

// apart returns the distance of point i from x.
func (d *density) apart(i int, x []float64) float64 { return d.near.Length(d.near.Key(x, i)) }

// widest returns the input with the largest variance.
func widest(p *method.Problem) (best int) {
	most := -1.0
	for j := range p.D {
		mean, sum := 0.0, 0.0
		for i := range p.N {
			mean += p.At(i)[j] / float64(p.N)
		}
		for i := range p.N {
			sum += (p.At(i)[j] - mean) * (p.At(i)[j] - mean)
		}
		if sum > most {
			most, best = sum, j
		}
	}
	return best
}

// neighbours computes for each point the distance to its m-th neighbour, counting itself.
func (d *density) neighbours(job method.Job) error {
	p := d.p
	along := 0
	if p.Wide() {
		along = widest(p)
	}
	sorted := method.Indices(p.N)
	sort.SliceStable(sorted, func(a, b int) bool { return p.At(sorted[a])[along] < p.At(sorted[b])[along] })
	d.rank, d.reach = make([]int, p.N), make([]float64, p.N)
	for at, i := range sorted {
		d.rank[i] = at
	}
	points := &kdtree.Points{N: p.N, D: p.D, Z: p.X}
	if p.D == 2 {
		points.Kind = kdtree.Hypot
	}
	d.near = kdtree.NewIndex(points)
	s := d.near.Search(d.m, p.N)
	for i := range p.N {
		if i%16 == 0 || p.Wide() {
			if err := job.Err(); err != nil {
				return err
			}
			method.Progress(job, float64(i)/float64(2*p.N))
		}
		d.reach[i] = math.NaN()
		if d.m <= p.N {
			d.reach[i] = s.Length(s.Reach(p.At(i)))
		}
	}
	return nil
}

// core reports whether point i is a core point: its m-th neighbour is within eps.
func (d *density) core(i int) bool { return d.reach[i] <= d.eps }

// expand grows the clusters one after the other, each from the first core point without a cluster. A border point of
// two clusters goes to the earlier one.
func (d *density) expand(job method.Job) error {
	n := d.p.N
	d.label, d.from, d.when = make([]int, n), make([]int, n), make([]int, n)
	for i := range d.label {
		d.label[i], d.from[i] = method.NoGroup, -1
	}
	take := func(i, from int) {
		d.label[i], d.from[i] = d.k, from
		d.order = append(d.order, i)
		d.when[i] = len(d.order)
	}
	s := d.near.Search(0, n)
	var more []int
	for first := range n {
		if d.label[first] != method.NoGroup || !d.core(first) {
			continue
		}
		head := len(d.order)
		take(first, first)
		for ; head < len(d.order); head++ {
			i := d.order[head]
			if !d.core(i) {
				continue
			}
			if head%16 == 0 || d.p.Wide() {
				if err := job.Err(); err != nil {
					return err
				}
				method.Progress(job, 0.5+float64(head)/float64(2*n))
			}
			more = more[:0]
			s.Within(d.p.At(i), d.eps, func(j int) {
				if d.label[j] == method.NoGroup {
					more = append(more, j)
				}
			})
			slices.SortFunc(more, func(a, b int) int { return d.rank[a] - d.rank[b] })
			for _, j := range more {
				take(j, i)
			}
		}
		d.k++
	}
	return nil
}

// Steps returns one step per clustered point; the last step marks all others as noise.
func (d *density) Steps() int { return len(d.order) + 1 }

func (d *density) StepName() string { return "point" }

func (d *density) Stage(k int) method.Model { return &grown{d, k} }

func (d *density) Trace() []method.Series {
	left := make([]float64, d.Steps()+1)
	for k := range left {
		left[k] = float64(d.p.N - min(k, len(d.order)))
	}
	return []method.Series{{Name: "points without a cluster", Values: left}}
}

// in returns the points that have got their clusters, in that order.
func (g *grown) in() []int { return g.order[:min(g.step, len(g.order))] }

// has reports whether point i has got its cluster by this step.
func (g *grown) has(i int) bool { return g.label[i] != method.NoGroup && g.when[i] <= g.step }

// clusters leaves noise and points not yet reached without a cluster.
func (g *grown) clusters() grouping.Clusters {
	return grouping.New(g.p, max(g.k, 1), func(i int) int {
		if !g.has(i) {
			return method.NoGroup
		}
		return g.label[i]
	})
}

func (g *grown) Groups(method.Shown) method.Groups {
	return g.clusters().Groups("cluster that a point is in; noise is in none")
}

// Predict writes the cluster of the core points within ε; if they belong to several clusters, the one found first.
// After the last step, each clustered point is so assigned to its own cluster. NaN means that no core point is near
// enough.
func (g *grown) Predict(x, out []float64) {
	s := g.near.Search(0, len(out))
	for at := range out {
		out[at] = math.NaN()
		if c, _, _ := g.within(s, x[g.p.D*at:g.p.D*(at+1)]); c != method.NoGroup {
			out[at] = float64(c)
		}
	}
}

// within finds the core points within ε of x that have a cluster. It returns the first of their clusters
// (method.NoGroup if there are none), the number of these core points, and the number of their clusters.
func (g *grown) within(s *kdtree.Search, x []float64) (first, cores, clusters int) {
	first = method.NoGroup
	var seen []int
	s.Within(x, g.eps, func(i int) {
		if !g.core(i) || !g.has(i) {
			return
		}
		cores++
		if c := g.label[i]; !slices.Contains(seen, c) {
			seen = append(seen, c)
		}
	})
	if len(seen) > 0 {
		first = slices.Min(seen)
	}
	return first, cores, len(seen)
}

// kinds returns the numbers of core points, border points and noise points.
func (g *grown) kinds() (core, border, noise int) {
	for i, l := range g.label {
		switch {
		case g.core(i):
			core++
		case l == method.NoGroup:
			noise++
		default:
			border++
		}
	}
	return core, border, noise
}

func (g *grown) Facts() []method.Fact {
	var facts method.FactList
	found := g.clusters()
	found.K = 1 + slices.Max(found.Of) // those that have begun
	facts.Add("n_clusters", found.K, "", "Number of groups of core points within ε of one another, with their "+
		"border points").Call("Clusters")
	core, border, noise := g.kinds()
	facts.Add("n_core", core, "", "Number of points with enough neighbours within ε").Call("Core points")
	facts.Add("n_border", border, "", "Number of points within ε of a core point, without enough neighbours "+
		"of their own; within ε of two clusters they are the first one's, as in scikit-learn").Call("Border points")
	facts.Add("n_noise", noise, "", "Number of points with no core point within ε").Call("Noise")
	if found.K > 0 {
		found.AddSizes(&facts)
	}
	if classes := grouping.Classes(g.p); classes != nil && g.step == g.Steps() {
		facts.Add("adjusted_rand_score", grouping.AdjustedRand(found.Of, classes), "", "Agreement of clusters and "+
			"noise with the points' classes: 1 means the same groups, about 0 no better than chance").Call("Adjusted Rand index")
	}
	found.AddLabels(&facts, "Index of each point's cluster, from 0; −1 is noise, or without a cluster yet")
	var indices []int
	for i := range g.p.N {
		if g.core(i) {
			indices = append(indices, g.p.Ordinal(i))
		}
	}
	facts.Add("core_sample_indices", indices, "", "Indices of the core points").Hide()
	return facts
}

func (g *grown) Status() method.Status {
	core, border, noise := g.kinds()
	if g.step < g.Steps() {
		s := "No step yet: core points are known by their neighbours, and none has a cluster."
		if g.step > 0 {
			i := g.order[g.step-1]
			s = words.Sprintf("Point %d begins %s: the first core point without a cluster.", g.p.Number(i),
				grouping.Name(g.label[i]))
			if g.from[i] != i {
				what := "a core point itself: its neighbours will follow"
				if !g.core(i) {
					what = "with too few neighbours: a border point, from which the cluster does not grow"
				}
				s = words.Sprintf("Point %d joins %s, within ε of core point %d; it is %s.", g.p.Number(i),
					grouping.Name(g.label[i]), g.p.Number(g.from[i]), what)
			}
		}
		return method.Status{State: method.Running, Sentence: s}
	}
	s := words.Sprintf("%s: %s, %s and %s of noise. Nothing is random; ε and m determine the clusters.",
		words.Capital(words.Count(g.k, "cluster")), words.Count(core, "core point"), words.Count(border, "border point"),
		words.Count(noise, "point"))
	if g.k == 0 {
		s = "No point has enough neighbours within ε: all are noise. Make ε larger, or m smaller."
	}
	return method.Status{State: method.Exact, Sentence: s}
}

func (g *grown) Formula() string {
	core, border, noise := g.kinds()
	return words.Sprintf("core: #{j : ‖xᵢ − xⱼ‖ ≤ %s} ≥ %d,  of %d points %d\nborder: not core, within ε of a core "+
		"point,  %d\nnoise: all others,  %d",
		words.Number(g.eps), g.m, g.p.N, core, border, noise)
}

// maxDiscs is the largest number of clustered points for which discs and links are drawn.
const maxDiscs = 2000

func (g *grown) shapes(b *draw.Board) error {
	few := len(g.order) <= maxDiscs
	if b.Show["balls"] && !g.p.Wide() && few {
		for _, i := range slices.Backward(g.in()) { // reversed: the first cluster's discs come last
			if g.core(i) {
				at := b.Of(i)
				b.Under(&picture.Path{Role: picture.RoleCell, Class: g.label[i], Closed: true,
					XY:   picture.Ellipse(at[0], at[1], g.eps, g.eps, 40),
					Says: "within ε of a core point of a cluster", Keys: []string{grouping.Key(g.label[i])}})
			}
		}
	}
	if b.Show["links"] && few {
		b.Links("from a core point to one that was reached from it", g.in(), func(i int) (class int, from, to []float64) {
			if g.from[i] != i {
				from = b.Of(g.from[i])
			}
			return g.label[i], from, b.Of(i)
		})
	}
	if !b.Solid() && g.step > 0 && g.step < g.Steps() {
		b.Under(g.reached(b))
	}
	if b.Show["kinds"] {
		g.rings(b)
	}
	return nil
}

// reached returns a circle around the point of this step: of radius ε, or of constant size around a row of a table.
func (g *grown) reached(b *draw.Board) *picture.Path {
	at, v := b.Of(g.order[g.step-1]), b.View
	p := &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true}
	if g.p.Wide() {
		const r = 11 // pixels
		p.Says = "row of this step"
		p.XY = picture.Ellipse(at[0], at[1], v.DX(v.PX(at[0])+r)-at[0], v.DY(v.PY(at[1])+r)-at[1], 40)
		return p
	}
	p.Says, p.XY = "radius ε around the point of this step", picture.Ellipse(at[0], at[1], g.eps, g.eps, 80)
	return p
}

// rings draws rings around border points and brackets around noise.
func (g *grown) rings(b *draw.Board) {
	var border, noise []int
	for i, l := range g.label {
		switch {
		case g.core(i):
		case l == method.NoGroup && g.step == g.Steps():
			noise = append(noise, i)
		case g.has(i):
			border = append(border, i)
		}
	}
	b.Under(b.Rings(picture.RoleSupport, "border point", 1, border), b.Rings(picture.RoleBounded, "noise", 1, noise))
}

// Explain tells what a point at x would be, and draws lines to its neighbours (at most 300) and, in the plane, the disc
// of radius ε. The lines from a wide row begin where it is shown, and are left out if that is unknown.
func (g *grown) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:g.p.D]
	near := 0
	first, cores, clusters := g.within(g.near.Search(0, 1), x)
	here, rows := draw.Position(g.p, x), draw.Plane(g.p)
	lines := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Weight: 0.2, Says: "neighbours within ε"}
	const shown = 300
	self := false
	for i := range g.p.N {
		r := g.apart(i, x)
		if r > g.eps {
			continue
		}
		self = self || r == 0
		near++
		if near <= shown && here != nil {
			draw.Line(lines, here, rows.Of(i))
		}
	}
	e := method.Explanation{Answer: "noise"}
	if g.step < g.Steps() {
		e.Answer = "no cluster yet"
	}
	if first != method.NoGroup {
		e.Answer = grouping.Name(first)
	}
	e.Lines = append(e.Lines, words.Text("%s within ε = %s, %s of them core points with a cluster", words.Count(near,
		"point"), words.Number(g.eps), strconv.Itoa(cores)))
	if clusters > 1 {
		e.Lines = append(e.Lines, words.Text("core points of %s are within ε: the first cluster found wins",
			words.Count(clusters, "cluster")))
	}
	if !self {
		near++
	}
	if near >= g.m {
		e.Lines = append(e.Lines, "a point here is a core point")
		if first == method.NoGroup {
			e.Answer = "core point of its own cluster, or of a later one"
		}
	} else if first != method.NoGroup {
		e.Lines = append(e.Lines, "a point here is at the border")
	}
	if !g.p.Wide() {
		e.Layers = append(e.Layers, &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true,
			XY: picture.Ellipse(x[0], x[1], g.eps, g.eps, 96), Says: "radius ε"})
	}
	e.Layers = append(append(e.Layers, draw.Some(lines)...), g.p.Portrait(x, v)...)
	return e
}

// distanceKeys is the largest number of positions on the k-distance curve that the pointer distinguishes.
const distanceKeys = 60

// distances returns the k-distances in descending order; nil if there are fewer than m points.
func (g *grown) distances() (list []float64) {
	for _, r := range g.reach {
		if r == r {
			list = append(list, r)
		}
	}
	slices.Sort(list)
	slices.Reverse(list)
	return list
}

// hits gives the clustered rows of a table the keys of their clusters, since no discs are drawn for them.
func (g *grown) hits(b *draw.Board) picture.Hits {
	if !g.p.Wide() {
		return nil
	}
	return b.Keyed(g.in(), func(i int) string { return grouping.Key(g.label[i]) })
}

// keys are the things that keys name: clusters, and positions on the curve of distances.
func (g *grown) keys(*draw.Board) []draw.Reader {
	return []draw.Reader{draw.Each(grouping.Kind, g.k, g.tell), draw.Each(placeKind, g.p.N, g.tellPlace)}
}

// tellPlace describes a position on the curve of distances. A click sets ε.
func (g *grown) tellPlace(at int) (t method.Told, ok bool) {
	list := g.distances()
	if at >= len(list) || !(list[at] > 0) {
		return t, false
	}
	eps := words.Significant(list[at]*1.0006, 4) // rounded up, never less than the distance
	cores := 0
	for _, r := range list {
		if r <= eps {
			cores++
		}
	}
	t.Answer = words.Text("ε = %s at rank %s", words.Number(eps), strconv.Itoa(at+1))
	t.Lines = append(t.Lines, words.Sprintf("with it, %d of %d points are core points", cores, g.p.N))
	t.Click.Set = map[string]any{"eps": eps}
	return t, true
}

// tell describes a cluster. A click selects its points.
func (g *grown) tell(c int) (t method.Told, ok bool) {
	t.Click.Rows = g.clusters().Rows(c)
	core := 0
	for _, i := range t.Click.Rows {
		if g.core(i) {
			core++
		}
	}
	t.Answer = grouping.Name(c)
	t.Lines = append(t.Lines, words.Text("%s, %s of them core points", words.Count(len(t.Click.Rows), "point"),
		strconv.Itoa(core)))
	return t, len(t.Click.Rows) > 0
}

// placeKind is the kind of keys of positions on the curve of distances.
var placeKind = picture.KeyKind{Begins: "r"}

func (g *grown) Panels(show method.Shown) (list []method.Panel) {
	if show["distances"] && len(g.distances()) > 1 {
		list = append(list, chart.Plain(method.PanelInfo{ID: "distances", Title: "Distance to neighbour m",
			XLabel: "points, the most distant first", XCounts: true, YLabel: "distance", YFrom0: true,
			Help: "Points right of the line are core points; those left of it are border points or noise. A good ε is at the " +
				"knee of the curve."}, g.far))
	}
	return list
}

// far draws the distances of the points to their m-th neighbours, in descending order.
func (g *grown) far() *chart.Chart {
	list := g.distances()
	n := len(list)
	cores := sort.Search(n, func(i int) bool { return list[i] <= g.eps }) // index of the first core point
	c := &chart.Chart{X: chart.Exactly(0, float64(n)), Y: chart.Axis{See: []float64{0, min(g.eps, 2*list[0])}, Below: 0.04,
		Above: 0.06},
		Alt: words.Sprintf("Distances of the points to their neighbour number %d, the largest first: %d are at most ε.",
			g.m,
			n-cores)}
	var places []float64
	var keys []string
	for s := range min(distanceKeys, n) {
		if i := s * n / min(distanceKeys, n); list[i] > 0 {
			places, keys = append(places, float64(i)+0.5, list[i]), append(keys, placeKind.Key(i))
		}
	}
	c.Hits = chart.Places(places, keys)
	c.Add(chart.Curve{Look: chart.As(picture.RoleTrack, "distance to neighbour m, the point itself counted"), From: 0.5,
		Y: list})
	if g.eps <= 1.06*max(list[0], min(g.eps, 2*list[0])) {
		c.Add(chart.Level(chart.As(picture.RoleCursor, "ε now").Called("ε now"), g.eps))
	}
	return c
}
