package tree

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

type refCase struct {
	Name, Method string
	Params       map[string]any
	X, Query     [][]float64
	Y            []float64
	Expected     json.RawMessage
	Tolerance    struct{ Default struct{ Abs, Rel float64 } }
}

// grown is a reference tree of scikit-learn.
type grown struct {
	Feature, Left, Right, N []int
	Threshold               []*float64 // null for a leaf
	Impurity                []float64
	Value                   json.RawMessage // numbers for regression trees
	Proba                   [][]float64
	Leaves                  int `json:"n_leaves"`
	Depth                   int
	QueryLeaf               []int `json:"query_leaf"`
	Labels                  []int
	Prediction              []float64
	TrainError              float64 `json:"train_error"`
}

func fitWith(t *testing.T, p *method.Problem, params map[string]any) *stage {
	t.Helper()
	return methodtest.Fit(t, Method(), p, params).(*stage)
}

// fit fits the tree of a case.
func (c *refCase) fit(t *testing.T) (p *method.Problem, m method.Model, base *stage) {
	p = &method.Problem{N: len(c.X), D: len(c.X[0]), X: slices.Concat(c.X...)}
	params := map[string]any{}
	for name, x := range c.Params {
		if params[name] = x; x == nil {
			params[name] = 100.0
		}
	}
	if c.Params["criterion"] == "mse" {
		delete(params, "criterion")
		p.Y, p.Task = c.Y, method.Regress
		if p.D == 2 {
			p.Task, params["domain"] = method.Regress2D, "plane"
		}
		m := methodtest.Fit(t, Regression(), p, params).(*stage)
		return p, m, m
	}
	p.Task = method.Classify
	for _, y := range c.Y {
		p.Class = append(p.Class, int(y))
	}
	for k := range slices.Max(p.Class) + 1 {
		p.ClassIDs = append(p.ClassIDs, k)
	}
	s := fitWith(t, p, params)
	return p, s, s
}

// path compares the pruning path of a case.
func (c *refCase) path(t *testing.T) {
	var e struct {
		Alphas []float64
		Leaves []int     `json:"n_leaves"`
		Total  []float64 `json:"total_impurity"`
	}
	if err := json.Unmarshal(c.Expected, &e); err != nil {
		t.Fatal(err)
	}
	_, m, _ := c.fit(t)
	if sizes := methodtest.Fact(t, m, "path_n_leaves").Value.([]int); !slices.Equal(sizes, e.Leaves) {
		t.Fatalf("the sizes are %v, want %v", sizes, e.Leaves)
	}
	alphas, totals := methodtest.Fact(t, m, "path_ccp_alphas").Value.([]float64),
		methodtest.Fact(t, m, "path_impurities").Value.([]float64)
	tol := c.Tolerance.Default
	for k, want := range e.Alphas {
		if !(math.Abs(alphas[k]-want) <= tol.Abs+tol.Rel*want) ||
			!(math.Abs(totals[k]-e.Total[k]) <= tol.Abs+tol.Rel*e.Total[k]) {
			t.Errorf("tree %d: alpha %v and impurity %v, want %v and %v", k, alphas[k], totals[k], want, e.Total[k])
		}
	}
}

// Trees agree with the reference node by node; the reference's values are rational numbers, rounded once.
func TestReference(t *testing.T) {
	text, err := os.ReadFile("testdata/tree.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []refCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, c := range cases {
		if c.Method == "cart_pruning_path" {
			seen++
			t.Run(c.Name, c.path)
			continue
		}
		var e grown
		if err := json.Unmarshal(c.Expected, &e); err != nil {
			t.Fatal(err)
		}
		seen++
		t.Run(c.Name, func(t *testing.T) {
			p, m, base := c.fit(t)
			near := func(what string, got, want float64) {
				if tol := c.Tolerance.Default; !(math.Abs(got-want) <= tol.Abs+tol.Rel*math.Abs(want)) {
					t.Errorf("%s is %v, want %v", what, got, want)
				}
			}
			var points [][]float64
			if p.Class == nil {
				var means []float64
				if err := json.Unmarshal(e.Value, &means); err != nil {
					t.Fatal(err)
				}
				for _, y := range means {
					points = append(points, []float64{y})
				}
			} else if err := json.Unmarshal(e.Value, &points); err != nil {
				t.Fatal(err)
			}
			feature, at := methodtest.Fact(t, m, "tree_feature").Value.([]int),
				methodtest.Fact(t, m, "tree_threshold").Value.([]float64)
			left, right := methodtest.Fact(t, m, "tree_children_left").Value.([]int),
				methodtest.Fact(t, m, "tree_children_right").Value.([]int)
			impurity, value := methodtest.Fact(t, m, "tree_impurity").Value.([]float64),
				methodtest.Fact(t, m, "tree_value").Value.([][]float64)
			if !slices.Equal(left, e.Left) || !slices.Equal(right, e.Right) ||
				!slices.Equal(methodtest.Fact(t, m, "tree_n_node_samples").Value.([]int), e.N) {
				t.Fatalf("children %v %v, points %v; want %v %v, %v", left, right,
					methodtest.Fact(t, m, "tree_n_node_samples").Value, e.Left, e.Right, e.N)
			}
			for i := range e.N {
				if e.Threshold[i] == nil {
					if feature[i] != -2 || at[i] != -2 {
						t.Errorf("node %d is no leaf", i)
					}
				} else {
					near("a threshold", at[i], *e.Threshold[i])
					if feature[i] != e.Feature[i] {
						t.Errorf("node %d asks for input %d, want %d", i, feature[i], e.Feature[i])
					}
				}
				near("an impurity", impurity[i], e.Impurity[i])
				for k, v := range points[i] {
					near("what a node holds", value[i][k], v)
				}
			}
			if methodtest.Fact(t, m, "n_leaves").Value != e.Leaves || methodtest.Fact(t, m, "depth").Value != e.Depth {
				t.Errorf("%v leaves, depth %v; want %d, %d", methodtest.Fact(t, m, "n_leaves").Value,
					methodtest.Fact(t, m, "depth").Value, e.Leaves, e.Depth)
			}
			if p.Class == nil {
				near("the training error", methodtest.Fact(t, m, "training_mse").Value.(float64), e.TrainError)
			} else {
				near("the training error", methodtest.Fact(t, m, "training_error").Value.(float64), e.TrainError)
			}
			number := map[int32]int{}
			base.preorder(func(i int32, _ *node) { number[i] = len(number) })
			x := slices.Concat(c.Query...)
			labels := make([]float64, len(c.Query))
			base.Predict(x, labels)
			var proba [][]float64
			if p.Class != nil {
				proba = base.PointScores(x)
			}
			for i, q := range c.Query {
				if got := number[base.leaf(q)]; got != e.QueryLeaf[i] {
					t.Errorf("query %d is in leaf %d, want %d", i, got, e.QueryLeaf[i])
				}
				if p.Class == nil {
					near("an answer", labels[i], e.Prediction[i])
					continue
				}
				if int(labels[i]) != e.Labels[i] { // the reference resolves ties to the lowest class, too
					t.Errorf("query %d: class %g, want %d", i, labels[i], e.Labels[i])
				}
				for k, s := range e.Proba[i] {
					near("a share", proba[i][k], s)
				}
			}
		})
	}
	if seen != 33 {
		t.Errorf("%d cases", seen)
	}
}
