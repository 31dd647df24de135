// Package cluster has k-means and the methods that alternate like it or are made of it: k-flats, k-means and k-flats in
// the feature space of a kernel, and spectral clustering.
package cluster

import (
	_ "embed"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Values of parameters.
const (
	initRandom   = "random"
	initFarthest = "farthest"
	initPlusPlus = "k-means++"
	initGiven    = "given"

	emptyKeep     = "keep"
	emptyFarthest = "farthest"
	emptyDrop     = "drop"

	handNever = "never"
	handOnce  = "given"
)

//go:embed kmeans.jsonl
var kmeansExamples string

// KMeans declares k-means, id "kmeans".
func KMeans() method.Method {
	single := &method.When{Name: "n_init", In: []string{"1"}, Or: &method.When{Name: "init", In: []string{initGiven}}}
	byHand := &method.When{Name: "hand", In: []string{handOnce}, And: single}
	return method.Method{
		Info: method.Info{
			Takes: method.Takes{Wide: true},
			ID:    "kmeans",
			Name:  "k-means",
			Assessed: method.Assessed{Loss: "squared distance to the nearest centre",
				Complexity: "the number of coordinates of all centres"},
			Aliases: []string{"Clustering", "Lloyd's algorithm", "Vector quantization", "Cluster centres", "Hard c-means",
				"k-means++", "Centroids",
				"k-moyennes", "Nuées dynamiques", "Quantification vectorielle", "Centres mobiles"},
			Family: "Clustering",
			Task:   method.Cluster,
			Summary: "Assigns each point to the cluster of its nearest centre, then moves each centre to the mean of its " +
				"points, until nothing changes. The result depends on the initial centres. Among equally near centres the first " +
				"wins, as in scikit-learn.",
			Formula: "min Σᵢ minⱼ ‖xᵢ − cⱼ‖²",
			Source: "Lloyd, Least squares quantization in PCM, 1957, IEEE Trans. Information Theory 28, 1982; " +
				"k-means++: Arthur and Vassilvitskii, The advantages of careful seeding, SODA 2007; farthest first: Gonzalez, " +
				"Theoretical Computer Science 38, 1985",
			Seen: "The seeding and Lloyd's half-steps one by one: centres and their paths, exact cells, " +
				"points in the colours of their clusters.",
			Params: []method.Param{
				{Name: "n_clusters", Label: "Clusters k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 12}}, Default: 3.0,
					Help: "Number of clusters", When: &method.When{Name: "init", In: []string{initGiven}, Not: true}},
				{Name: "init", Label: "Start", Default: initPlusPlus, Help: "Where the centres start",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: initPlusPlus, Label: "k-means++", Help: "One by one, each drawn in proportion to the squared distance " +
							"to the nearest centre so far"},
						{Value: initRandom, Label: "Random points", Help: "Any k points, all equally likely"},
						{Value: initFarthest, Label: "Farthest first", Help: "The first at random, then always the point farthest " +
							"from all centres so far"},
						{Value: initGiven, Label: "Own positions", Where: method.OnlyPoints, Help: "Where you put them; there are as " +
							"many clusters as starting centres"},
					}}},
				{Name: "starts", Label: "Starting centres",
					Kind: method.Places{Max: 12, Handle: &method.Handle{Name: "starting centre", Many: "starting centres",
						Colored: true}}, Default: [][]float64{{0.2, 0.3}, {0.5, 0.8}, {0.8, 0.3}},
					When: &method.When{Name: "init", In: []string{initGiven}},
					Help: "Positions that you drag; there are as many clusters as starting centres"},
				{Name: "n_init", Label: "Runs", Kind: method.Integer{Range: method.Range{Min: 1, Max: 20}}, Default: 1.0,
					Help: "Number of runs from different starts; the run with the smallest inertia is used. The player shows all.",
					When: &method.When{Name: "init", In: []string{initGiven}, Not: true}},
				{Name: "max_iter", Label: "Iterations", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMin: 1,
					SoftMax: 300, Log: true}}, Default: 300.0, Advanced: true,
					Help: "At most this many moves of the centres; it stops earlier when nothing changes"},
				{Name: "empty_clusters", Label: "Empty clusters", Default: emptyKeep, Advanced: true,
					Help: "New position of the centre of a cluster without points",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: emptyKeep, Label: "Keep their centre", Help: "The centre stays, and may win points later"},
						{Value: emptyFarthest, Label: "To the farthest point", Help: "The centre jumps to the point farthest from " +
							"its own centre, as in scikit-learn"},
						{Value: emptyDrop, Label: "Take them away", Help: "The number of clusters decreases"},
					}}},
				{Name: "hand", Label: "Drag the centres", Default: handNever, Advanced: true, When: single,
					Help: "Whether you move centres during the run",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: handNever, Label: "Never", Help: "No move of the centres"},
						{Value: handOnce, Label: "After an iteration", Where: method.OnlyPoints,
							Help: "The centres go where you put them, once"},
					}}},
				{Name: "hand_after", Label: "Moved after iteration", Kind: method.Integer{Range: method.Range{Max: 1000,
					SoftMax: 30}}, Default: 2.0, Advanced: true, When: byHand,
					Help: "After this many iterations, or earlier at convergence"},
				{Name: "hand_centers", Label: "Moved centres", Advanced: true, When: byHand,
					Kind: method.Places{Max: 12, Handle: &method.Handle{Name: "moved centre", Many: "moved centres",
						Colored: true}}, Default: [][]float64{{0.2, 0.3}, {0.5, 0.8}, {0.8, 0.3}},
					Help: "New positions of the centres, in their order; the others move to their means"},
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Cells", Where: method.OnlyPoints, On: true, Help: "The region nearer to one " +
					"centre than to all others: points there belong to its cluster"},
				{Name: method.Boundary, Label: "Borders", Where: method.OnlyPoints, On: true,
					Help: "Where two centres are equally near"},
				{Name: "centers", Label: "Centres", On: true, Help: "The centres, numbered; for tables, also a plot of them " +
					"over the columns, or as pictures"},
				{Name: "paths", Label: "Paths of the centres", Where: method.NotInSpace, On: true,
					Help: "Where each centre came from; the move of a step is drawn stronger"},
				{Name: "members", Label: "Lines to the centres", Where: method.NotInSpace, Help: "From each point to the centre " +
					"of its cluster; the sum of the squared lengths is minimised"},
				{Name: "restarts", Label: "Inertia of the runs", On: true,
					When: &method.When{Name: "n_init", In: []string{"1"}, Not: true},
					Help: "A plot: the inertia of each run over its iterations, and the best; a click shows a run"},
				{Name: "elbow", Label: "Inertia and silhouette by k", Help: "Two plots: inertia and silhouette of 1 to 10 " +
					"clusters, each fitted " +
					"separately; a click chooses the number"},
				{Name: barsPanel, Label: "Silhouettes", Help: "A plot: each point's distance to the nearest " +
					"other cluster, compared with its own"},
				{Name: classesPanel, Label: "Classes of each cluster", Help: "A plot: how many points of each class are in each " +
					"cluster, if the points have classes"},
				method.BothMapsShow(),
			},
			Examples: method.ExamplesIn(kmeansExamples),
		},
		Random: true,
		Python: kmeansPython,
		Fit:    fit,
	}
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	l := &lloyd{p: p, k: v.Int("n_clusters"), d: p.D, init: v.String("init"), limit: v.Int("max_iter"), v: v,
		scan:     &grouping.Scan{},
		farthest: v.String("empty_clusters") == emptyFarthest, drop: v.String("empty_clusters") == emptyDrop}
	// Results for other numbers of clusters remain valid.
	if before, ok := prev.(*stage); ok && before.p.Same(p) &&
		before.v.Equal(v, "init", "n_init", "max_iter", "empty_clusters", "hand", "hand_after", "hand_centers") {
		l.scan = before.scan
	}
	l.handAfter = v.Int("hand_after")
	if v.String("hand") == handOnce && (l.init == initGiven || v.Int("n_init") == 1) {
		l.hand = v.Places("hand_centers")
	}
	given := v.Places("starts")
	if l.init == initGiven {
		l.k = len(given)
	}
	switch {
	case p.N == 0:
		return nil, &method.Need{Sentence: "Click to add points: at least as many as clusters."}
	case l.init == initGiven && l.k == 0 && p.Wide():
		return nil, &method.Need{Sentence: "Choose how the centres start: no position is given."}
	case l.init == initGiven && l.k == 0:
		return nil, &method.Need{Sentence: "Set clicks to add starting centres, then click to place them."}
	case l.init == initGiven:
		if err := l.runWithHand(job, slices.Concat(given...)); err != nil {
			return nil, err
		}
		return l.stage(l.Steps()), nil
	case p.N < l.k:
		return nil, grouping.Enough(p, l.k)
	}
	r, err := restart(job, l, v.Int("n_init"))
	if err != nil {
		return nil, err
	}
	if len(r.runs) > 1 {
		return r.stage(r.steps()), nil
	}
	l = r.runs[0]
	return l.stage(l.Steps()), nil
}

// Codes returns the names of the distances to the remaining centres.
func (s *stage) Codes() (names []string) {
	for _, c := range s.living() {
		names = append(names, "‖x − c"+words.Subscript(c+1)+"‖")
	}
	return names
}

func (s *stage) Transform(x, out []float64) {
	living := s.living()
	for i := range len(x) / s.d {
		row := x[i*s.d : (i+1)*s.d]
		for k, c := range living {
			out[i*len(living)+k] = distance(row, s.center(c))
		}
	}
}

// distance returns floats.Distance(a, b, 2), to the bit. For two numbers it computes in registers, which takes a third
// of the time in WebAssembly: a raster of codes calls it at each node.
func distance(a, b []float64) float64 {
	if len(a) != 2 || len(b) != 2 {
		return floats.Distance(a, b, 2)
	}
	least, most := math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1])
	if most < least {
		least, most = most, least
	}
	if !(least > 0) || most > math.MaxFloat64 {
		return most + least // also infinite or NaN
	}
	t := least / most
	return most * math.Sqrt(1+t*t)
}

func (s *stage) Directions() [][]float64 { return nil }
