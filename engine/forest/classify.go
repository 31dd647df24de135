package forest

import (
	_ "embed"
	"math"

	"pointscape/engine/cart"
	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/python"
	"pointscape/engine/words"
)

//go:embed forest.jsonl
var forestExamples string

// RandomForest returns the method of random forests for classification, id "forest".
func RandomForest() method.Method {
	return breiman.classifies(method.Info{
		ID: "forest", Traits: method.Traits{Free: true},
		Aliases: []string{"RandomForestClassifier", "Forest", "Bagged trees", "Forêt aléatoire", "Forêts aléatoires"},
		Summary: "Grows many trees, each on a random sample of the points and with random inputs at each split, and " +
			"averages them. Where their errors differ, many cancel. In a tie the lowest class wins. Ties " +
			"between gains are broken as in a single tree.",
		Formula: "p̂_c(x) = 1/B Σ_{b} p_{b,c}(x)",
		Seen:    "Votes as shading, exact to the pixel, tree by tree; out-of-bag error, importance.",
		// On the checkerboard, the test error of a single tree is 37 %, that of the forest 28 %.
		Examples: method.ExamplesIn(forestExamples),
	}, forestPython)
}

//go:embed extra_trees.jsonl
var extraTreesExamples string

// ExtraTrees returns the method of extremely randomized trees for classification, id "extra_trees".
func ExtraTrees() method.Method {
	return geurts.classifies(method.Info{
		ID: "extra_trees", Traits: method.Traits{Free: true},
		Aliases: []string{"ExtraTreesClassifier", "Extremely randomized trees", "Arbres extrêmement aléatoires"},
		Summary: "Grows many trees whose thresholds are drawn at random: each node uses the best of one or a few random " +
			"splits. The mean of many rough predictions is smooth. In a tie the lowest class wins. Ties " +
			"between gains are broken as in a single tree.",
		Formula:  "p̂_c(x) = 1/B Σ_{b} p_{b,c}(x),  each threshold s ~ U(min xⱼ, max xⱼ)",
		Seen:     "Votes as shading, exact to the pixel, tree by tree; importance.",
		Examples: method.ExamplesIn(extraTreesExamples),
	}, extraTreesPython)
}

// classifies completes the declaration of a forest for classification.
func (k kind) classifies(in method.Info, program *python.Counterpart) method.Method {
	in.Name, in.Source, in.Family, in.Task, in.Wide, in.MaxPoints = k.name, k.source, "Trees", method.Classify, true,
		mostPoints
	in.Params, in.Complexity = k.params(true), leavesComplexity
	in.Shows = []method.Show{
		{Name: method.Regions, Label: "Regions", Where: method.OnlyPoints, On: true, Help: "Classes mixed by their mean " +
			"probabilities over the trees: clear where all agree"},
		{Name: method.Boundary, Label: "Decision boundary", Where: method.OnlyPoints, On: true,
			Help: "Where the prediction changes"},
		{Name: disputed, Label: "Disagreement", Where: method.OnlyPoints, Help: "Hatched where the mean probability of the " +
			"predicted class is less than three quarters"},
		{Name: oneTree, Label: "Cuts of the newest tree", Where: method.OnlyPoints,
			Help: "Only the cells of this step's tree"},
		{Name: opened, Label: "One tree as a diagram", Help: "A plot: the questions of this step's tree, from the root " +
			"down to the leaves"},
		{Name: importance, Label: "Importance of the inputs", On: true, Help: "A plot: impurity reduction by each " +
			"input, and its permutation importance"},
	}
	return method.Method{Info: in, Python: program, Random: true, Reuses: []string{"n_estimators"}, Fit: k.fit}
}

// PointScores returns the mean probabilities of the classes.
func (m *forest) PointScores(x []float64) [][]float64 {
	rows, sums := make([][]float64, len(x)/m.p.D), make([]int64, m.planes)
	for i := range rows {
		n := m.at(x[i*m.p.D:(i+1)*m.p.D], sums)
		rows[i] = make([]float64, len(m.p.ClassIDs))
		for c := range rows[i] {
			rows[i][c] = m.share(sums, c, n)
		}
	}
	return rows
}

func (m *forest) Proba() method.Proba { return method.OnGrids }

// over adds up the trees over a grid. It returns the number of trees, at least 1.
func (m *forest) over(job method.Job, g picture.Grid, tell func(y int, sums []int64)) (trees int, err error) {
	s := cart.NewSum(g, m.planes)
	for _, t := range m.members {
		s.Add(t.tree, int32(t.tree.Steps()), t.amounts)
	}
	if trees = len(m.members); trees > 0 {
		return trees, s.Rows(job, tell)
	}
	return 1, s.Rows(job, func(y int, sums []int64) {
		for i := range sums {
			sums[i] = m.nothing[i/g.W]
		}
		tell(y, sums)
	})
}

func (m *forest) Cuts(tell func(input int, at float64)) bool {
	for _, t := range m.members {
		t.tree.Cuts(int32(t.tree.Steps()), tell)
	}
	return true
}

// ScoreRaster returns the mean probability of each class, exactly.
func (m *forest) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := classify.SharesRaster(m.p, g, "mean probability over the trees")
	r.Sharp = true
	n := max(1, len(m.members))
	all, per := m.certain(n), 1/float64(m.certain(n))
	at, share := make([]int64, m.planes), make([]float64, m.planes)
	_, err := m.over(job, g, func(y int, sums []int64) {
		from, to := y*g.W, (y+1)*g.W
		if len(r.Planes) == 2 {
			a, b := r.Planes[0][from:to], r.Planes[1][from:to]
			last, p, q := int64(-1), float32(0), float32(0)
			for x, s := range sums {
				if s != last { // another cell begins
					last, p, q = s, float32(float64(all-s)*per), float32(float64(s)*per)
					if 2*s > all != (q > p) { // float32 rounding made a tie or broke one
						if 2*s > all {
							q = math.Nextafter32(p, 2)
						} else {
							p = q
						}
					}
				}
				a[x], b[x] = p, q
			}
			return
		}
		for x := range g.W {
			for c := range at {
				at[c] = sums[c*g.W+x]
				share[c] = float64(at[c]) * per
			}
			classify.Put(r.Planes, from+x, share, m.winner(at, n))
		}
	})
	return r, err
}

// regionLayers draws where the trees disagree, and the cuts of the newest tree.
func (m *forest) regionLayers(job method.Job, v picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if m.p.D != 2 {
		return nil, nil, nil
	}
	if show[disputed] && raster != nil {
		marked := make([]bool, raster.Grid.W*raster.Grid.H)
		for at := range marked {
			top := float32(0)
			for _, plane := range raster.Planes {
				top = max(top, plane[at])
			}
			marked[at] = top < 0.75
		}
		if path := picture.Hatched(raster.Grid, v, marked); len(path.XY) > 0 {
			path.Says = "where the mean probability of the predicted class is less than ¾"
			under = append(under, path)
		}
	}
	if show[oneTree] {
		under = append(under, m.newestCuts(v)...)
	}
	return under, nil, job.Err()
}

// box returns the box around x within which every tree stays in the same leaf.
func (m *forest) box(x []float64) (lo, hi []float64) {
	for range x {
		lo, hi = append(lo, math.Inf(-1)), append(hi, math.Inf(1))
	}
	for _, t := range m.members {
		i := int32(0)
		for q := &t.tree.Nodes[0]; q.Step > 0; q = &t.tree.Nodes[i] {
			if f := q.Feature; x[f] <= q.At {
				hi[f] = min(hi[f], q.At)
				i = q.Left()
			} else {
				lo[f] = max(lo[f], q.At)
				i = q.Right()
			}
		}
	}
	return lo, hi
}

// around returns the box that box finds, within the viewport, as a layer; nil if it is empty.
func (m *forest) around(x []float64, v picture.Viewport) []picture.Layer {
	lo, hi := m.box(x)
	if len(x) == 1 {
		lo, hi = append(lo, v.Y0), append(hi, v.Y1)
	}
	x0, x1 := max(lo[0], v.X0-1e-3*(v.X1-v.X0)), min(hi[0], v.X1+1e-3*(v.X1-v.X0))
	y0, y1 := max(lo[1], v.Y0-1e-3*(v.Y1-v.Y0)), min(hi[1], v.Y1+1e-3*(v.Y1-v.Y0))
	if !(x0 < x1 && y0 < y1) {
		return nil
	}
	return []picture.Layer{&picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true,
		XY: []float64{x0, y0, x1, y0, x1, y1, x0, y1}, Says: "where all trees predict the same as here"}}
}

// explainVotes counts the votes of the trees for each class and gives their mean probabilities.
func (m *forest) explainVotes(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	sums := make([]int64, m.planes)
	n := m.at(x, sums)
	best := m.winner(sums, n)
	ex := method.Explanation{Answer: m.p.ClassName(best)}
	votes := make([]int, len(m.p.ClassIDs))
	one := make([]int64, m.planes)
	for _, t := range m.members {
		leaf := int(t.tree.Leaf(x, int32(t.tree.Steps())))
		copy(one, t.amounts[leaf*m.planes:])
		votes[m.winner(one, 1)]++
	}
	if len(m.members) == 0 {
		ex.Answer = words.Text("%s (no tree yet)", ex.Answer)
	} else {
		ex.Answer = words.Sprintf("%s (%d of %s)", ex.Answer, votes[best], words.Count(len(m.members), "tree"))
	}
	shares := m.PointScores(x)[0]
	for c, k := range votes {
		if shares[c] > 0 {
			ex.Lines = append(ex.Lines, words.Sprintf("%s: %s, mean probability %s", m.p.ClassName(c), words.Count(k, "tree"),
				words.Percent(shares[c])))
		}
	}
	ex.Lines = append(ex.Lines, classify.Tie(shares)...)
	ex.Layers = m.p.Portrait(x, v)
	if m.p.D == 2 && !m.p.Wide() && len(m.members) > 0 {
		ex.Layers = m.around(x, v)
	}
	return ex
}
