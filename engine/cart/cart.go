// Package cart grows binary trees whose nodes compare an input with a threshold. Classification and regression trees,
// forests and boosting use it. It depends on no method: it turns rows into nodes.
//
// The algorithm is that of Breiman, Friedman, Olshen, Stone, Classification and Regression Trees, 1984, chapters 2
// (classes) and 8 (values), for weighted rows. Randomization follows Breiman, Random Forests, Machine Learning 45, 2001
// (random inputs at each node) and Geurts, Ernst, Wehenkel, Extremely randomized trees, Machine Learning 63, 2006
// (random thresholds). Oblique splits are in slant.go, splits by categorical inputs in mixed.go and multiway.go.
package cart

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/method"
)

// Criterion is a measure of how mixed the rows of a node are: 0 if all are alike. The values are scikit-learn's names,
// except for Misclassification.
type Criterion string

// The criteria. Scikit-learn lacks Misclassification.
const (
	Gini              Criterion = "gini"          // 1 − Σ p²
	Entropy           Criterion = "entropy"       // −Σ p log₂ p, in bits
	Misclassification Criterion = "error"         // 1 − max p
	SquaredError      Criterion = "squared_error" // variance of the values, with divisor n
)

// Rules control the growth of a tree.
type Rules struct {
	Criterion Criterion
	MaxDepth  int32 // maximum depth of a leaf, at least 0; the root has depth 0. Use NoLimit for none
	MinSplit  int32 // least number of rows of a node that may be split
	MinLeaf   int32 // least number of rows on each side of a split
	MaxLeaves int   // maximum number of leaves; 0 = no limit
	// MaxFeatures is the number of inputs drawn at each node to search for a split, not counting those that are constant
	// in the node. 0 searches all inputs: in order, or in random order if Random is set.
	MaxFeatures int
	// Random draws one threshold for each input, uniformly between the node's least and greatest value, instead of
	// trying all thresholds.
	Random bool
	// Seed is the seed of the random numbers. Those of a node depend only on Seed and on the path from the root to the
	// node, not on when the node is split.
	Seed uint64
	// Oblique allows splits by a linear combination of the inputs if there are two: see slant.go. It can't be combined
	// with random splits.
	Oblique bool
	// Ratio chooses between the inputs by the gain ratio, with criterion Entropy: see mixed.go. It can't be combined
	// with random or oblique splits.
	Ratio bool
	// Multiway gives each category of a categorical input a branch of its own instead of dividing the categories into
	// two groups: see multiway.go.
	Multiway bool
}

// NoLimit is a depth that no tree reaches.
const NoLimit = math.MaxInt32

// Set is a set of rows, sorted by each input once for all trees that are grown on them.
type Set struct {
	N, D   int
	X      []float64   // N×D inputs, row by row
	cols   [][]float64 // values of all rows, for each input
	sorted [][]int32   // all rows by ascending values, for each input; missing values first

	categories []int // number of categories of each input, see Mix
	mixed      bool
}

// NewSet sorts the len(x)/d rows of x by each of d inputs. It keeps x, which must not change. The error is job's.
func NewSet(job method.Job, x []float64, d int) (*Set, error) {
	s := &Set{N: len(x) / d, D: d, X: x}
	for j := range d {
		if err := job.Err(); err != nil {
			return nil, err
		}
		col, rows := make([]float64, s.N), make([]int32, s.N)
		for i := range col {
			col[i], rows[i] = x[i*d+j], int32(i)
		}
		slices.SortFunc(rows, func(a, b int32) int { return cmp.Or(cmp.Compare(col[a], col[b]), cmp.Compare(a, b)) })
		s.sorted, s.cols = append(s.sorted, rows), append(s.cols, col)
	}
	return s, nil
}

// Value returns an input of a row.
func (s *Set) Value(row int32, feature int) float64 { return s.cols[feature][row] }

// Target holds what a tree is fitted to: classes or values.
type Target struct {
	Class []int // N class indices 0..K-1; nil for regression
	K     int   // number of classes
	// Values are N target values, for the criterion SquaredError.
	Values []float64
	// Weight holds the row weights, at least 0; nil = all 1. Rows of weight 0 are ignored.
	Weight []float64
	// Draws holds how often each row is in the sample; nil = once. Each occurrence counts as a row, and rows with 0 are
	// left out.
	Draws []int32
}

func (t *Target) draws(row int32) int32 {
	if t.Draws == nil {
		return 1
	}
	return t.Draws[row]
}

// counts returns the total weight of a row: its weight times its number of draws.
func (t *Target) counts(row int32) float64 {
	w := 1.0
	if t.Weight != nil {
		w = t.Weight[row]
	}
	if t.Draws != nil {
		w *= float64(t.Draws[row])
	}
	return w
}

// Node is a node of a tree. Nodes are numbered in the order of creation: the root is 0, and split s = 1, 2, ... makes
// 2s−1 and 2s. So the tree after k splits consists of the nodes 0..2k.
type Node struct {
	Step    int32   // number of the split that divides the node; 0 = leaf
	Parent  int32   // −1 for the root
	Depth   int32   // 0 for the root
	N       int32   // number of rows, counting repeated draws
	From    int32   // the node's rows are Tree.Rows[From:To],
	To      int32   // each listed once
	Wins    int32   // class with the greatest weight (ties: the lowest class); 0 for regression
	Feature int32   // input of the split; −1 = none
	Tilt    float64 // coefficient of the other input in an oblique split; 0 = not oblique
	At      float64 // threshold: rows with Of ≤ At go left
	Below   float64 // values of Of on both sides that are closest to the threshold
	Above   float64
	Weight  float64 // Σ weights of the rows
	Total   float64 // impurity × Weight
	Gain    float64 // Total minus those of the children, or of all branches with Multiway; 0 for links
}

// Left and Right return the children of a split node.
func (q *Node) Left() int32  { return 2*q.Step - 1 }
func (q *Node) Right() int32 { return 2 * q.Step }

// Impurity returns the impurity of the node's rows.
func (q *Node) Impurity() float64 { return q.Total / q.Weight }

// Splits reports whether a split was found.
func (q *Node) Splits() bool { return q.Feature >= 0 }

// Tree is a fully grown tree.
type Tree struct {
	Nodes []Node
	// Order is the node that each step splits, counting from 1; Order[0] is not used.
	Order []int32
	Rows  []int32 // rows by node, see Node.From
	K     int     // numbers per node in values
	Deep  int32   // greatest depth of a node
	// Mixed holds the question of each node about categories or missing values; nil if all inputs are numbers without
	// missing values. Rough reports that not all groups of a large number of categories were tried: see mixed.go.
	Mixed []Mixed
	Rough bool
	// values holds the weight of each class of each node, or the mean of the node.
	values []float64
}

// Steps returns the number of splits.
func (t *Tree) Steps() int { return len(t.Order) - 1 }

// Values returns the weight of each class in node i, or the mean as a single number.
func (t *Tree) Values(i int32) []float64 { return t.values[int(i)*t.K : (int(i)+1)*t.K] }

// Asks reports whether node i is split after k splits; otherwise it is a leaf.
func (t *Tree) Asks(i, k int32) bool { q := &t.Nodes[i]; return q.Step > 0 && q.Step <= k }

// Leaf returns the leaf of a point of D inputs after k splits.
func (t *Tree) Leaf(x []float64, k int32) (i int32) {
	if t.Mixed != nil {
		for t.Asks(i, k) {
			if q := &t.Nodes[i]; t.Lefts(i, x) {
				i = q.Left()
			} else {
				i = q.Right()
			}
		}
		return i
	}
	for q := &t.Nodes[0]; q.Step > 0 && q.Step <= k; q = &t.Nodes[i] {
		if q.Of(x) <= q.At {
			i = q.Left()
		} else {
			i = q.Right()
		}
	}
	return i
}

// Bytes returns roughly how much memory the tree uses.
func (t *Tree) Bytes() int {
	return 96*cap(t.Nodes) + 4*(cap(t.Order)+cap(t.Rows)) + 8*cap(t.values)
}

// Between returns the threshold half-way between two consecutive values. The lower one always goes left and the upper
// one right, even if no float64 lies between them.
func Between(below, above float64) float64 {
	at := (below + above) / 2
	if !(at < above) || at < below {
		return below
	}
	return at
}

// Cuts calls tell with the input and the threshold of each of the first k splits.
func (t *Tree) Cuts(k int32, tell func(input int, at float64)) {
	for i := range t.Nodes {
		if q := &t.Nodes[i]; q.Step > 0 && q.Step <= k {
			tell(int(q.Feature), q.At)
		}
	}
}
