package tree

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/method/methodtest"
)

type refCase struct {
	Name, Method string
	Params       map[string]any
	X, Query     [][]float64
	Y            []float64
	Expected     json.RawMessage
	Tolerance    struct{ Default struct{ Abs, Rel float64 } }
}

// grown is what is expected of a tree.
type grown struct {
	Feature, Left, Right, N []int
	Threshold               []*float64 // null of a leaf
	Impurity                []float64
	Value                   json.RawMessage // of regression trees numbers
	Proba                   [][]float64
	Leaves                  int `json:"n_leaves"`
	Depth                   int
	QueryLeaf               []int `json:"query_leaf"`
	Labels                  []int
	TrainError              float64 `json:"train_error"`
}

func fitWith(t *testing.T, p *method.Problem, params map[string]any) *stage {
	t.Helper()
	return methodtest.Fit(t, Method(), p, params).(*stage)
}

// The reference's trees, node by node: its values are rational numbers, rounded once.
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
		if c.Method != "cart" || c.Params["criterion"] == "mse" {
			continue // regression and pruning
		}
		var e grown
		if err := json.Unmarshal(c.Expected, &e); err != nil {
			t.Fatal(err)
		}
		seen++
		t.Run(c.Name, func(t *testing.T) {
			p := &method.Problem{N: len(c.X), D: len(c.X[0]), Task: method.Classify, X: slices.Concat(c.X...)}
			for _, y := range c.Y {
				p.Class = append(p.Class, int(y))
			}
			for k := range slices.Max(p.Class) + 1 {
				p.ClassIDs = append(p.ClassIDs, k)
			}
			params := map[string]any{}
			for name, x := range c.Params {
				if params[name] = x; x == nil {
					params[name] = 100.0
				}
			}
			m := fitWith(t, p, params)
			near := func(what string, got, want float64) {
				if tol := c.Tolerance.Default; !(math.Abs(got-want) <= tol.Abs+tol.Rel*math.Abs(want)) {
					t.Errorf("%s is %v, want %v", what, got, want)
				}
			}
			var points [][]float64
			if err := json.Unmarshal(e.Value, &points); err != nil {
				t.Fatal(err)
			}
			feature, at := methodtest.Fact(t, m, "tree_feature").Value.([]int), methodtest.Fact(t, m, "tree_threshold").Value.([]float64)
			left, right := methodtest.Fact(t, m, "tree_children_left").Value.([]int), methodtest.Fact(t, m, "tree_children_right").Value.([]int)
			impurity, value := methodtest.Fact(t, m, "tree_impurity").Value.([]float64), methodtest.Fact(t, m, "tree_value").Value.([][]float64)
			if !slices.Equal(left, e.Left) || !slices.Equal(right, e.Right) || !slices.Equal(methodtest.Fact(t, m, "tree_n_node_samples").Value.([]int), e.N) {
				t.Fatalf("children %v %v, points %v; want %v %v, %v", left, right, methodtest.Fact(t, m, "tree_n_node_samples").Value, e.Left, e.Right, e.N)
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
				if !slices.Equal(value[i], points[i]) {
					t.Errorf("node %d has points %v, want %v", i, value[i], points[i])
				}
			}
			if methodtest.Fact(t, m, "n_leaves").Value != e.Leaves || methodtest.Fact(t, m, "depth").Value != e.Depth {
				t.Errorf("%v leaves, depth %v; want %d, %d", methodtest.Fact(t, m, "n_leaves").Value, methodtest.Fact(t, m, "depth").Value, e.Leaves, e.Depth)
			}
			near("the training error", methodtest.Fact(t, m, "training_error").Value.(float64), e.TrainError)
			number := map[int32]int{}
			m.preorder(func(i int32, _ *node) { number[i] = len(number) })
			x := slices.Concat(c.Query...)
			labels, proba := make([]float64, len(c.Query)), m.PointScores(x)
			m.Predict(x, labels)
			for i, q := range c.Query {
				if got := number[m.leaf(q)]; got != e.QueryLeaf[i] {
					t.Errorf("query %d is in leaf %d, want %d", i, got, e.QueryLeaf[i])
				}
				if int(labels[i]) != e.Labels[i] { // a tied vote takes the lowest class there, too
					t.Errorf("query %d: class %g, want %d", i, labels[i], e.Labels[i])
				}
				for k, s := range e.Proba[i] {
					near("a share", proba[i][k], s)
				}
			}
		})
	}
	if seen != 17 {
		t.Errorf("%d cases", seen)
	}
}
