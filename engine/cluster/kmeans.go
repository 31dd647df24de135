// Package cluster holds clustering methods: k-means, Gaussian mixtures, DBSCAN, mean shift, hierarchical and spectral
// clustering, k-flats, and k-means and k-flats in the feature space of a kernel.
package cluster

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

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
						{Value: initGiven, Label: "Own positions", Plane: true, Help: "Where you put them; there are as many clusters " +
							"as " +
							"starting centres"},
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
						{Value: handOnce, Label: "After an iteration", Plane: true, Help: "The centres go where you put them, once"},
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
				{Name: method.Regions, Label: "Cells", Plane: true, On: true, Help: "The region nearer to one centre than to " +
					"all others: points there " +
					"belong to its cluster"},
				{Name: method.Boundary, Label: "Borders", Plane: true, On: true, Help: "Where two centres are equally near"},
				{Name: "centers", Label: "Centres", On: true, Help: "The centres, numbered; for tables, also a plot of them " +
					"over the columns, or as pictures"},
				{Name: "paths", Label: "Paths of the centres", Flat: true, On: true,
					Help: "Where each centre came from; the move of a step is drawn stronger"},
				{Name: "members", Label: "Lines to the centres", Flat: true, Help: "From each point to the centre of its " +
					"cluster; the sum of the squared lengths is minimised"},
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
			Example: `{"version":1,"method":"kmeans","title":"Where are the centres of five clusters?","params":{"n_clusters":5},"dataset":{"name":"clusters","n":200,"noise":0.06,"seed":3},"seed":1}`,
			Lessons: []string{
				`{"version":1,"method":"kmeans","title":"Does it matter where the centres start?","params":{"init":"given","starts":[[0.3,0.85],[0.4,0.7],[0.75,0.6],[0.6,0.45],[0.6,0.35]]},"dataset":{"name":"clusters","n":200,"noise":0.06,"seed":3},"seed":1}`,
				`{"version":1,"method":"kmeans","title":"What if two centres start in one cluster?","params":{"n_clusters":5,"init":"random"},"dataset":{"name":"clusters","n":200,"noise":0.04,"seed":5},"seed":3}`,
				`{"version":1,"method":"kmeans","title":"Which of eight starts ends best?","params":{"n_clusters":5,"init":"random","n_init":8},"dataset":{"name":"clusters","n":200,"noise":0.04,"seed":5},"seed":3}`,
				`{"version":1,"method":"kmeans","title":"Does it help to move a centre into a crowded cluster?","params":{"n_clusters":5,"init":"random","hand":"given","hand_after":7,"hand_centers":[[0.752,0.832],[0.848,0.143],[0.367,0.609],[0.169,0.183],[0.45,0.5]]},"dataset":{"name":"clusters","n":200,"noise":0.04,"seed":5},"seed":3}`,
				`{"version":1,"method":"kmeans","title":"How often does k-means++ end near the smallest loss?","params":{"n_clusters":5},"dataset":{"name":"clusters","n":200,"noise":0.04,"seed":5},"study":{"draws":200,"seeds":true}}`,
				`{"version":1,"method":"kmeans","title":"How many clusters are there: where is the elbow?","params":{"n_clusters":3,"n_init":5},"dataset":{"name":"clusters","n":200,"noise":0.04,"seed":5},"view":{"show":["regions","boundary","centers","elbow","silhouettes"]},"seed":1}`,
				`{"version":1,"method":"kmeans","title":"Where does the centre of an empty cluster go?","params":{"init":"given","starts":[[0.35,0.85],[0.35,0.4],[0.75,0.65],[0.75,0.35],[-0.05,0.1]],"empty_clusters":"farthest"},"dataset":{"name":"clusters","n":200,"noise":0.06,"seed":3},"view":{"step":2},"seed":1}`,
				`{"version":1,"method":"kmeans","title":"How does k-means divide two moons?","params":{"n_clusters":2},"dataset":{"name":"moons","n":200,"noise":0.1,"seed":7},"seed":1}`,
				`{"version":1,"method":"kmeans","title":"How does k-means divide a ring and the cluster inside it?","params":{"n_clusters":2},"dataset":{"name":"circles","n":140,"noise":0.05,"seed":2},"seed":1}`,
				`{"version":1,"method":"kmeans","title":"Does k-means recognise an elongated cluster?","params":{"n_clusters":2},"dataset":{"name":"anisotropic","n":200,"noise":0.05,"seed":1},"seed":1}`,
				`{"version":1,"method":"kmeans","title":"Does k-means recognise a small cluster?","params":{"n_clusters":2},"dataset":{"name":"imbalanced","n":300,"noise":0,"seed":1},"seed":3}`,
				`{"version":1,"method":"kmeans","title":"Are three clusters the species of iris?","params":{"n_clusters":3},"table":{"name":"iris"},"view":{"show":["centers","paths","classes"]},"seed":2}`,
				`{"version":1,"method":"kmeans","title":"What do ten centres of digits look like?","params":{"n_clusters":10},"table":{"name":"digits"},"seed":2}`,
				`{"version":1,"method":"kmeans","title":"How many colours does a picture need?","params":{"n_clusters":8},"table":{"name":"picture","plane":[0,1,2]},"view":{"turn":[20,35],"show":["centers","elbow"]},"seed":1}`,
				`{"version":1,"method":"kmeans","title":"How does the energy fall with more and more centres?","params":{"n_clusters":8},"dataset":{"name":"uniform","n":600,"seed":1},"study":{"over":"n_clusters","values":[1,2,3,4,6,8,10,12],"draws":10,"log":true}}`,
				`{"version":1,"method":"kmeans","title":"How far is k-means after its first few steps?","params":{"n_clusters":3,"init":"random"},"table":{"name":"iris"},"view":{"step":4},"wall":{"over":"view.step","values":[4,5,7,9,11,25]}}`,
			},
		},
		Random: true,
		Fit:    fit,
	}
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	l := &lloyd{p: p, k: v.Int("n_clusters"), d: p.D, init: v.String("init"), limit: v.Int("max_iter"), v: v,
		scan:     &scan{},
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
		return nil, enough(p, l.k)
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
