package forest

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// grown fits a method and grows the whole forest.
func grown(t testing.TB, m method.Method, p *method.Problem, params map[string]any, prev method.Model) *forest {
	t.Helper()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(method.Unstopped, p, v, prev)
	if err == nil {
		model, err = method.Whole(method.Unstopped, model, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return model.(*forest)
}

func factOf(t *testing.T, m method.Model, name string) any {
	t.Helper()
	facts, err := m.Can().Assess(method.Unstopped)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range facts {
		if f.Name == name {
			return f.Value
		}
	}
	t.Fatalf("no fact %s", name)
	return nil
}

type refCase struct {
	Name, Method string
	Params       struct {
		Trees    float64   `json:"n_estimators"`
		Features float64   `json:"max_features"`
		Depth    *float64  `json:"max_depth"`
		MinLeaf  float64   `json:"min_samples_leaf"`
		QueryY   []float64 `json:"query_y"`
	}
	X, Query [][]float64
	Y        []float64
	Expected struct {
		Accept       [2]float64 `json:"test_accuracy_accept"`
		Accuracy     float64    `json:"test_accuracy_mean"`
		AcceptMSE    [2]float64 `json:"test_mse_accept"`
		Proba        []float64  `json:"proba_class1_mean"`
		ProbaSD      []float64  `json:"proba_class1_sd"`
		Prediction   []float64  `json:"prediction_mean"`
		PredictionSD []float64  `json:"prediction_sd"`
		OOB          float64    `json:"oob_score_mean"`
		OOBSD        float64    `json:"oob_score_sd"`
		Importance   []float64  `json:"importance_mean"`
		ImportanceSD []float64  `json:"importance_sd"`
		Leaves       float64    `json:"leaves_per_tree_mean"`
		LeavesSD     float64    `json:"leaves_per_tree_sd"`
	}
}

// The forest is within the spread of scikit-learn's forests with different seeds: its errors, predictions, out-of-bag
// score, importances and numbers of leaves.
func TestReference(t *testing.T) {
	text, err := os.ReadFile("testdata/random_forest.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []refCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 4 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		for seed := range uint64(3) {
			t.Run(fmt.Sprint(c.Name, seed), func(t *testing.T) {
				p := &method.Problem{Task: method.Classify, N: len(c.X), D: len(c.X[0]), X: slices.Concat(c.X...), Seed: seed}
				params := map[string]any{"n_estimators": c.Params.Trees, "max_features": "number",
					"max_features_number": c.Params.Features}
				m := RandomForest()
				if c.Method == "random_forest_regression" {
					m, p.Task, p.Y = RandomForestRegression(), method.Regress, c.Y
				} else {
					p.ClassIDs = []int{0, 1}
					for _, y := range c.Y {
						p.Class = append(p.Class, int(y))
					}
				}
				if c.Params.Depth != nil {
					params["max_depth"] = *c.Params.Depth
				}
				if c.Params.MinLeaf > 0 {
					params["min_samples_leaf"] = c.Params.MinLeaf
				}
				f := grown(t, m, p, params, nil)
				near := func(what string, got, want, sd float64) {
					if !(math.Abs(got-want) <= 6*sd+0.02) {
						t.Errorf("%s is %.4f, of scikit-learn's %.4f ± %.4f", what, got, want, sd)
					}
				}
				e, loss := &c.Expected, 0.0
				out := make([]float64, len(c.Query))
				f.Can().Predictor.Predict(slices.Concat(c.Query...), out)
				for i, y := range c.Params.QueryY {
					if p.Task == method.Regress {
						near(fmt.Sprint("value ", i), out[i], e.Prediction[i], e.PredictionSD[i])
						loss += (out[i] - y) * (out[i] - y) / float64(len(out))
						continue
					}
					if out[i] == y {
						loss += 1 / float64(len(out))
					}
					near(fmt.Sprint("probability ", i), f.Can().PointScorer.PointScores(c.Query[i])[0][1], e.Proba[i],
						e.ProbaSD[i])
				}
				accept := e.Accept
				if p.Task == method.Regress {
					accept = e.AcceptMSE
				}
				if loss < accept[0] || loss > accept[1] {
					t.Errorf("%v at the queries, accepted is %v", loss, accept)
				}
				near("out-of-bag score", factOf(t, f, "oob_score").(float64), e.OOB, e.OOBSD)
				if d := factOf(t, f, "n_leaves_mean").(float64) - e.Leaves; math.Abs(d) > 6*e.LeavesSD {
					t.Errorf("%v leaves more than %v ± %v", d, e.Leaves, e.LeavesSD)
				}
				if p.D > 1 {
					for j, g := range factOf(t, f, "feature_importances").([]float64) {
						near(fmt.Sprint("importance ", j), g, e.Importance[j], e.ImportanceSD[j])
					}
				}
				if p.D == 4 { // the last two inputs are noise
					if lost := factOf(t, f, "importances_mean").([]float64); !(min(lost[0], lost[1]) > 0.1 &&
						max(lost[2], lost[3]) < 0.06) {
						t.Errorf("shuffled inputs cost %v", lost)
					}
				}
			})
		}
	}
}

// kinds returns all four methods with data for each.
func kinds(n int, seed uint64) map[string]func() (method.Method, *method.Problem, map[string]any) {
	list := map[string]func() (method.Method, *method.Problem, map[string]any){}
	for _, c := range []struct {
		m    method.Method
		task method.Task
	}{{RandomForest(), method.Classify}, {ExtraTrees(), method.Classify}, {RandomForestRegression(), method.Regress},
		{RandomForestRegression(), method.Regress2D},
		{ExtraTreesRegression(), method.Regress}, {ExtraTreesRegression(), method.Regress2D}} {
		list[c.m.ID+" "+string(c.task)] = func() (method.Method, *method.Problem, map[string]any) {
			p, err := method.NewProblem(methodtest.Points(c.task, n, seed), c.task, seed)
			if err != nil {
				panic(err)
			}
			params := map[string]any{"n_estimators": 20.0, "min_samples_leaf": 2.0}
			if c.task == method.Regress2D {
				params["domain"] = "plane"
			}
			return c.m, p, params
		}
	}
	return list
}

// Rasters equal predictions to the bit, at each grid node and each step.
func TestRasterIsTheAnswer(t *testing.T) {
	for name, of := range kinds(60, 3) {
		m, p, params := of()
		if p.D != 2 {
			continue
		}
		v, _ := m.Validate(params)
		model, _ := m.Fit(method.Unstopped, p, v, nil)
		for _, k := range []int{0, 1, 2, 17} {
			g, _ := model.Can().Grower.Grow(method.Unstopped, k)
			grid := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 60, H: 40}.Grid(60, 40)
			r, err := g.Can().Raster(method.Unstopped, grid, nil)
			if err != nil {
				t.Fatal(err)
			}
			for at := range grid.W * grid.H {
				x := []float64{grid.X(at % grid.W), grid.Y(at / grid.W)}
				if s := g.Can().PointScorer; s != nil {
					for c, q := range s.PointScores(x)[0] {
						if math.Abs(float64(r.Planes[c][at])-q) > 1.3e-7*q {
							t.Fatalf("%s, %d trees: %v of class %d, answered %v", name, k, r.Planes[c][at], c, q)
						}
					}
					continue
				}
				out := []float64{0}
				g.Can().Predictor.Predict(x, out)
				if r.Planes[0][at] != float32(out[0]) {
					t.Fatalf("%s, %d trees: %v drawn, %v answered", name, k, r.Planes[0][at], out[0])
				}
			}
		}
	}
}

// Queries at the same points while the forest grows, of an earlier state, or of a fresh run, have the same predictions
// to the bit, and each tree is evaluated once.
func TestAskedTreeAfterTree(t *testing.T) {
	for name, of := range kinds(60, 5) {
		m, p, params := of()
		v, _ := m.Validate(params)
		model, _ := m.Fit(method.Unstopped, p, v, nil)
		start := model.Can().Grower
		sets := [][]float64{p.X, slices.Clone(p.X[:40*p.D])}
		for i := range sets[1] {
			sets[1][i] += 0.01
		}
		for _, k := range []int{0, 1, 2, 7, 20, 5, 0, 20} {
			g, _ := start.Grow(method.Unstopped, k)
			for set, x := range sets {
				out, one := make([]float64, len(x)/p.D), []float64{0}
				g.Can().Predictor.Predict(x, out)
				for i, y := range out {
					if g.Can().Predictor.Predict(x[i*p.D:(i+1)*p.D], one); one[0] != y {
						t.Fatalf("%s, %d trees, row %d of set %d: %v, alone %v", name, k, i, set, y, one[0])
					}
				}
			}
		}
		run := start.(*forest).run
		if p.D == 1 || !fastPlaces {
			continue // on the line, the trees are evaluated as one step function
		}
		for set, x := range sets {
			run.places.At(x, 20, func(sums []int64, from int) []int64 {
				t.Errorf("%s: of set %d, the sums of %d trees are kept", name, set, from)
				return sums
			})
		}
	}
}

// After a point moves, trees that have not seen it are reused, all others are grown anew, and the forest equals one
// grown from scratch.
func TestMovedPoint(t *testing.T) {
	for name, of := range kinds(60, 4) {
		m, p, params := of()
		before := grown(t, m, p, params, nil)
		moved := *p
		moved.X, moved.Y = slices.Clone(p.X), slices.Clone(p.Y)
		moved.X[7*p.D] += 0.3
		if p.Y != nil {
			moved.Y[7] += 0.4
		} else {
			moved.Class = slices.Clone(p.Class)
			moved.Class[7] = 1 - p.Class[7]
		}
		v, _ := m.Validate(params)
		start, _ := m.Fit(method.Unstopped, p, v, nil)
		if _, err := start.Can().Grower.Grow(method.Unstopped, 20); err != nil {
			t.Fatal(err)
		}
		warm, cold := grown(t, m, &moved, params, start), grown(t, m, &moved, params, nil)
		if !slices.Equal(warm.sums, cold.sums) || !slices.Equal(warm.outSums, cold.outSums) {
			t.Errorf("%s: after a point has moved the forest is another one", name)
		}
		if slices.Equal(before.sums, cold.sums) {
			t.Errorf("%s: a point has moved, and nothing is changed", name)
		}
		same := 0
		for b, tree := range warm.members {
			old := start.(*forest).all[b]
			if (tree.tree == old.tree) != (fastKeep && old.seen != nil && old.seen[7] == 0) {
				t.Errorf("%s: tree %d is taken over: %v", name, b, tree.tree == old.tree)
			}
			if tree.tree == old.tree {
				same++
			}
		}
		if fastKeep && warm.bootstrap && (same == 0 || same == 20) {
			t.Errorf("%s: %d trees are taken over", name, same)
		}
		params["min_samples_leaf"] = 4.0
		other := grown(t, m, p, params, start)
		for b, tree := range other.members {
			if tree.tree == before.members[b].tree {
				t.Errorf("%s: tree %d is taken over by other rules", name, b)
			}
		}
	}
}

// During a drag, each picture has few trees. Trees that do not see the point are kept from before the drag to its end,
// but not trees that see a second point moved meanwhile.
func TestDraggedPoint(t *testing.T) {
	for name, of := range kinds(60, 4) {
		m, p, params := of()
		v, _ := m.Validate(params)
		at := func(prev method.Model, trees int, seven, eleven float64) (*method.Problem, method.Model) {
			moved := *p
			moved.X = slices.Clone(p.X)
			moved.X[7*p.D] += seven
			moved.X[11*p.D] += eleven
			start, err := m.Fit(method.Unstopped, &moved, v, prev)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := start.Can().Grower.Grow(method.Unstopped, trees); err != nil {
				t.Fatal(err)
			}
			return &moved, start
		}
		_, first := at(nil, 20, 0, 0)
		_, second := at(first, 3, 0.1, 0)
		_, third := at(second, 2, 0.2, 0)
		moved, _ := at(nil, 0, 0.2, 0.1)
		warm, cold := grown(t, m, moved, params, third), grown(t, m, moved, params, nil)
		if !slices.Equal(warm.sums, cold.sums) || !slices.Equal(warm.outSums, cold.outSums) {
			t.Errorf("%s: at the end of a drag the forest is another one", name)
		}
		for b, tree := range warm.members {
			old := first.(*forest).all[b]
			unseen := old.seen != nil && old.seen[7] == 0 && old.seen[11] == 0 && fastKeep
			if taken := tree.tree == old.tree; taken != unseen {
				t.Errorf("%s: tree %d is taken over: %v", name, b, taken)
			}
		}
	}
}

// The out-of-bag error is that of the trees that have not seen a point, evaluated one by one.
func TestOutOfBag(t *testing.T) {
	for _, trees := range []float64{2, 20} { // with 2 trees, many points are in both samples
		for name, of := range kinds(50, 6) {
			m, p, params := of()
			params["bootstrap"], params["n_estimators"] = true, trees
			f := grown(t, m, p, params, nil)
			loss, asked := outOfBag(f)
			if got := f.errors.out; math.Abs(got-loss/float64(asked)) > 1e-9 || asked == 0 || trees == 2 && asked == p.N {
				t.Errorf("%s of %v trees: out-of-bag error %v, want %v at %d points", name, trees, got, loss/float64(asked), asked)
			}
			if got := methodtest.Fact(t, f, "oob_points").Value; got != asked {
				t.Errorf("%s of %v trees: out-of-bag points %v, want %d", name, trees, got, asked)
			}
			drawn := int32(0)
			for _, n := range f.members[0].seen {
				drawn += n
			}
			if int(drawn) != p.N {
				t.Errorf("%s: %d points drawn of %d", name, drawn, p.N)
			}
		}
	}
}

// outOfBag returns the total out-of-bag loss and the number of points that some tree has not seen.
func outOfBag(f *forest) (loss float64, asked int) {
	p := f.p
	for i := range p.N {
		n, mean := 0.0, make([]float64, max(1, len(p.ClassIDs)))
		for _, tree := range f.members {
			if tree.seen[i] > 0 {
				continue
			}
			n++
			leaf := tree.tree.Leaf(p.At(i), int32(tree.tree.Steps()))
			for c, w := range tree.tree.Values(leaf) {
				if p.Class != nil {
					w /= tree.tree.Nodes[leaf].Weight
				}
				mean[c] += w
			}
		}
		if n == 0 {
			continue
		}
		asked++
		if p.Class == nil {
			d := mean[0]/n - p.Y[i]
			loss += d * d
		} else if method.Largest(mean) != p.Class[i] {
			loss++
		}
	}
	return loss, asked
}

// Each tree and each seed draws its own sample; without bootstrap, thresholds are random.
func TestTreesFollowTheSeed(t *testing.T) {
	for name, of := range kinds(50, 6) {
		var before *forest
		for _, seed := range []uint64{1, 2} {
			m, p, params := of()
			p.Seed = seed
			f := grown(t, m, p, params, nil)
			for b, tree := range f.members {
				for _, other := range append(f.members[:b:b], members(before)...) {
					same := slices.Equal(tree.seen, other.seen)
					if tree.seen == nil { // no bootstrap; a tree without a split draws no threshold
						same = tree.tree.Steps() > 0 && slices.Equal(tree.tree.Nodes, other.tree.Nodes)
					}
					if same {
						t.Fatalf("%s: tree %d of seed %d is another one, too", name, b, seed)
					}
				}
			}
			before = f
		}
	}
}

func members(f *forest) []*member {
	if f == nil {
		return nil
	}
	return f.members
}

// The permutation importance equals that of evaluating every tree anew on the shuffled out-of-bag points, for few trees
// and for many.
func TestPermutationImportance(t *testing.T) {
	for _, trees := range []float64{2, 20} {
		for name, of := range kinds(60, 8) {
			if m, p, params := of(); p.D == 2 {
				params["n_estimators"] = trees
				testPermuted(t, fmt.Sprint(name, ", ", trees, " trees"), m, p, params)
			}
		}
	}
}

func testPermuted(t *testing.T, name string, m method.Method, p *method.Problem, params map[string]any) {
	t.Helper()
	f := grown(t, m, p, params, nil)
	got := factOf(t, f, "importances_mean").([]float64)
	again := factOf(t, grown(t, m, p, params, nil), "importances_mean").([]float64)
	if !slices.Equal(got, again) {
		t.Errorf("%s: %v, then %v", name, got, again)
	}
	asked := make([]bool, p.N)
	loss := func(j int, from []int) (sum float64) {
		for i := range p.N {
			x, sums, n := slices.Clone(p.At(i)), make([]int64, f.planes), 0
			if j >= 0 {
				x[j] = p.At(from[i])[j]
			}
			for _, tree := range f.members {
				if tree.seen != nil && tree.seen[i] > 0 {
					continue
				}
				n++
				leaf := int(tree.tree.Leaf(x, int32(tree.tree.Steps())))
				for c := range sums {
					sums[c] += tree.amounts[leaf*f.planes+c]
				}
			}
			if asked[i] = n > 0; asked[i] {
				sum += f.miss(i, sums, n)
			}
		}
		return sum
	}
	whole := loss(-1, nil)
	var y []float64
	for i, is := range asked {
		switch {
		case is && p.Class == nil:
			y = append(y, p.Y[i])
		case is:
			y = append(y, 0)
		}
	}
	if all := len(y) == p.N; all == (f.bootstrap && params["n_estimators"] == 2.0) {
		t.Errorf("%s: %d points are asked", name, len(y))
	}
	total, mean := float64(len(y)), 0.0
	if p.Class == nil {
		total = 0
		for _, v := range y {
			mean += v / float64(len(y))
		}
		for _, v := range y {
			total += (v - mean) * (v - mean)
		}
	}
	draw := rand.New(rand.NewPCG(p.Seed, 0x7368756666))
	for j := range p.D {
		want := 0.0
		for range 5 {
			from := make([]int, p.N)
			for i := range from {
				from[i] = i
			}
			draw.Shuffle(p.N, func(a, b int) { from[a], from[b] = from[b], from[a] })
			want += (loss(j, from) - whole) / total / 5
		}
		if math.Abs(got[j]-want) > 1e-9 || want == 0 {
			t.Errorf("%s: input %d loses %v, want %v", name, j, got[j], want)
		}
	}
}

// An interrupted tree is continued and ends as it would have without interruption.
func TestTreeInPieces(t *testing.T) {
	m, p, params := kinds(3000, 5)["forest classify"]()
	for i := 0; i < p.N; i += 3 {
		p.Class[i] = 1 - p.Class[i]
	}
	v, _ := m.Validate(params)
	start, _ := m.Fit(method.Unstopped, p, v, nil)
	want, _ := start.Can().Grower.Grow(method.Unstopped, 3)
	again, _ := m.Fit(method.Unstopped, p, v, nil)
	g, stops := again.Can().Grower, 0
	for g.Step() < 3 {
		next, err := g.Grow(&tired{2}, 1)
		if err == nil {
			g = next
		} else if stops++; stops > 1000 {
			t.Fatal("it comes to no end")
		}
	}
	if stops == 0 {
		t.Error("no tree was given up")
	}
	if !slices.Equal(g.(*forest).sums, want.(*forest).sums) {
		t.Error("grown in pieces it is another forest")
	}
}

// tired is a job that is canceled after some calls of Err.
type tired struct{ left int }

func (j *tired) Err() error {
	if j.left--; j.left < 0 {
		return method.ErrStopped
	}
	return nil
}

// Too many trees for the memory are refused, naming the parameter.
func TestTooManyTrees(t *testing.T) {
	m, p, _ := kinds(4000, 1)["forest classify"]()
	v, _ := m.Validate(map[string]any{"n_estimators": 400.0})
	_, err := m.Fit(method.Unstopped, p, v, nil)
	if e, ok := err.(*doc.Error); !ok || e.Field != "params.n_estimators" {
		t.Errorf("400 trees of 4000 points: %v", err)
	}
}

func BenchmarkTrain(b *testing.B) {
	m, p, _ := kinds(500, 2)["forest classify"]()
	for b.Loop() {
		grown(b, m, p, nil, nil)
	}
}

func BenchmarkRaster(b *testing.B) {
	m, p, _ := kinds(500, 2)["forest classify"]()
	f := grown(b, m, p, nil, nil)
	g := picture.Viewport{X1: 1, Y1: 1, W: 480, H: 320}.Grid(480, 320)
	for b.Loop() {
		_, _ = f.ScoreRaster(method.Unstopped, g, nil)
	}
}
