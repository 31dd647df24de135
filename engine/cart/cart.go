// Package cart grows binary trees of questions about an input and a threshold: what
// classification and regression trees, forests and boosting have in common. It knows no
// method: rows in, nodes out.
//
// The algorithm is that of Breiman, Friedman, Olshen, Stone, Classification and Regression
// Trees, 1984, chapters 2 (classes) and 8 (values), for weighted rows. What is random
// follows Breiman, Random Forests, Machine Learning 45, 2001 (inputs drawn for each node)
// and Geurts, Ernst, Wehenkel, Extremely randomized trees, Machine Learning 63, 2006
// (thresholds). Questions about both of two inputs are in slant.go, those about qualitative inputs in mixed.go
// and multiway.go.
package cart

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/method"
)

// Criterion is a measure of how mixed the rows of a node are: 0 where all are alike. The
// values are scikit-learn's names.
type Criterion string

// The criteria. Misclassification, 1 − max p, is one that scikit-learn does not have.
const (
	Gini              Criterion = "gini"          // 1 − Σ p²
	Entropy           Criterion = "entropy"       // −Σ p log₂ p, in bits
	Misclassification Criterion = "error"         // 1 − max p
	SquaredError      Criterion = "squared_error" // the variance of the values, with divisor n
)

// Rules are what a tree grows by.
type Rules struct {
	Criterion Criterion
	MaxDepth  int32 // of a leaf, at least 0; the root's is 0. Use NoLimit for none
	MinSplit  int32 // rows that a node must have to be split
	MinLeaf   int32 // rows that each side of a split must have
	MaxLeaves int   // 0 = no limit
	// MaxFeatures is how many inputs are drawn at each node to look for a split, those that
	// are constant in it not counted; 0 = all are looked at, in their order: no input is drawn
	// (what Random says of thresholds holds all the same).
	MaxFeatures int
	// Random draws one threshold for each input, uniformly between the least and the
	// greatest value of the node, instead of looking at all.
	Random bool
	// Seed is of what is drawn. What is drawn at a node follows from it and the way to the
	// node, not from when the node is split.
	Seed uint64
	// Oblique lets questions be about both inputs, where there are two: see slant.go. Not
	// where anything is random.
	Oblique bool
	// Ratio chooses between the inputs by the gain ratio, with Entropy as the criterion: see mixed.go. Not where anything
	// is random or oblique.
	Ratio bool
	// Multiway gives each category of a qualitative input a branch of its own, where they are parted in two groups
	// otherwise: see multiway.go.
	Multiway bool
}

// NoLimit is a depth that no tree has.
const NoLimit = math.MaxInt32

// Set is rows of inputs, sorted along each input once for all trees that are grown on them.
type Set struct {
	N, D   int
	X      []float64   // N*D numbers, row by row
	cols   [][]float64 // of each input, the values of all rows
	sorted [][]int32   // of each input, all rows by ascending values; those that lack one first

	categories []int // see Mix
	mixed      bool
}

// NewSet sorts rows, len(x)/d of them. It keeps x, which must not change. The error is
// job's.
func NewSet(job method.Job, x []float64, d int) (*Set, error) { return NewSetAfter(job, x, d, nil) }

// NewSetAfter is NewSet of rows that differ in few places from those of a set that is sorted already, to the same
// order: it sorts what has changed, and merges it with the rest. before may be of other rows, or nil.
func NewSetAfter(job method.Job, x []float64, d int, before *Set) (*Set, error) {
	s := &Set{N: len(x) / d, D: d, X: x}
	for j := range d {
		if err := job.Err(); err != nil {
			return nil, err
		}
		col := make([]float64, s.N)
		for i := range col {
			col[i] = x[i*d+j]
		}
		ascends := func(a, b int32) int { return cmp.Or(cmp.Compare(col[a], col[b]), cmp.Compare(a, b)) }
		var rows []int32
		if before != nil && before.N == s.N && before.D == d {
			rows = merged(before.sorted[j], before.cols[j], col, ascends)
		}
		if rows == nil {
			rows = make([]int32, s.N)
			for i := range rows {
				rows[i] = int32(i)
			}
			slices.SortFunc(rows, ascends)
		}
		s.sorted, s.cols = append(s.sorted, rows), append(s.cols, col)
	}
	return s, nil
}

// merged is the order of a column that was another one, of a known order: nil where it differs in more than a tenth
// of the rows.
func merged(order []int32, was, col []float64, ascends func(a, b int32) int) []int32 {
	var moved []int32
	for i, x := range col {
		if cmp.Compare(x, was[i]) != 0 {
			moved = append(moved, int32(i))
		}
	}
	if 10*len(moved) > len(col) {
		return nil
	}
	slices.SortFunc(moved, ascends)
	rows := make([]int32, 0, len(col))
	for _, i := range order {
		if cmp.Compare(col[i], was[i]) != 0 {
			continue
		}
		for len(moved) > 0 && ascends(moved[0], i) < 0 {
			rows, moved = append(rows, moved[0]), moved[1:]
		}
		rows = append(rows, i)
	}
	return append(rows, moved...)
}

// Value is an input of a row.
func (s *Set) Value(row int32, feature int) float64 { return s.cols[feature][row] }

// Target is what a tree is to answer: classes, or values.
type Target struct {
	Class []int // N class indices 0..K-1; nil where Values are given
	K     int   // how many classes there are
	// Values are N numbers, for the criterion SquaredError.
	Values []float64
	// Weight is how much each row counts, at least 0; nil = 1. A row of weight 0 is not
	// there at all.
	Weight []float64
	// Draws is how often each row is in the sample; nil = once. Each time counts as a row
	// of its own, and 0 leaves the row out.
	Draws []int32
}

func (t *Target) draws(row int32) int32 {
	if t.Draws == nil {
		return 1
	}
	return t.Draws[row]
}

// counts is what a row counts in sums: its weight as often as it was drawn.
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

// Node is a node of a tree. Nodes are numbered as they come to be: the root is 0, and
// split s, counted from 1, makes 2s−1 and 2s. So the tree after k splits is the nodes
// up to 2k, of which those split by then are questions and the others leaves.
type Node struct {
	Step    int32   // the split that parts it; 0 = none does
	Parent  int32   // −1 of the root
	Depth   int32   // of the root 0
	N       int32   // rows, each as often as it was drawn
	From    int32   // its rows are Tree.Rows[From:To]
	To      int32   // as different ones
	Wins    int32   // the class with the greatest weight, the lowest of equals; of values 0
	Feature int32   // of the split; −1 = there is none
	Tilt    float64 // how much the other of two inputs counts in it; 0 = not at all
	At      float64 // and its threshold: where Of is at most so large is left
	Below   float64 // what Of is of the rows on both sides of it
	Above   float64
	Weight  float64 // Σ weights of its rows
	Total   float64 // impurity × Weight
	Gain    float64 // Total less those of the two sides
}

// Left and Right are the nodes that the split of a node makes.
func (q *Node) Left() int32  { return 2*q.Step - 1 }
func (q *Node) Right() int32 { return 2 * q.Step }

// Impurity of the node's rows.
func (q *Node) Impurity() float64 { return q.Total / q.Weight }

// Splits tells whether a split was found.
func (q *Node) Splits() bool { return q.Feature >= 0 }

// Tree is a tree with all its splits.
type Tree struct {
	Nodes []Node
	// Order is, of each step counted from 1, the node that it splits; Order[0] is not used.
	Order []int32
	Rows  []int32 // rows of the nodes, see Node.From
	K     int     // numbers that a node holds in values
	Deep  int32   // the depth of the deepest node
	// Mixed is what each node asks; nil where all inputs are numbers that no row lacks. Rough says that of many categories
	// not all groups were tried: see mixed.go.
	Mixed []Mixed
	Rough bool
	// values are those of each node: the weight of each class, or the mean.
	values []float64
}

// Steps is how many splits there are.
func (t *Tree) Steps() int { return len(t.Order) - 1 }

// Values of node i: the weight of each class, or one number, the mean.
func (t *Tree) Values(i int32) []float64 { return t.values[int(i)*t.K : (int(i)+1)*t.K] }

// Asks tells whether node i is a question after k splits, else it is a leaf.
func (t *Tree) Asks(i, k int32) bool { q := &t.Nodes[i]; return q.Step > 0 && q.Step <= k }

// Leaf is the leaf that a place of D numbers is in after k splits.
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

// Bytes is about how much memory the tree takes.
func (t *Tree) Bytes() int {
	return 96*cap(t.Nodes) + 4*(cap(t.Order)+cap(t.Rows)) + 8*cap(t.values)
}

// Between is the threshold half-way between two neighbouring values: the lower one goes
// left of it, the upper one right, also where no number lies between them.
func Between(below, above float64) float64 {
	at := (below + above) / 2
	if !(at < above) || at < below {
		return below
	}
	return at
}

// Cuts calls tell with what the questions of the first k splits cut.
func (t *Tree) Cuts(k int32, tell func(input int, at float64)) {
	for i := range t.Nodes {
		if q := &t.Nodes[i]; q.Step > 0 && q.Step <= k {
			tell(int(q.Feature), q.At)
		}
	}
}
