package method

import (
	"math/rand/v2"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// The parts of a cross-validation. They are here and not in package assess because the roles of points depend on them
// (View.Part), and the page computes the roles itself.

// Folds divides n rows into k consecutive parts, as scikit-learn's KFold does without shuffling: the first n mod k of
// them have one row more. 1 <= k <= n.
func Folds(n, k int) [][]int {
	folds := make([][]int, k)
	for i := range n {
		// The first n mod k folds hold ⌈n/k⌉ rows each.
		size, more := n/k, n%k
		at := i / (size + 1)
		if i >= more*(size+1) {
			at = more + (i-more*(size+1))/size
		}
		folds[at] = append(folds[at], i)
	}
	return folds
}

// ShuffledFolds divides n rows at random into k parts with the sizes of Folds, each in increasing order.
func ShuffledFolds(n, k int, seed uint64) [][]int {
	order := Stream(seed, 0).Perm(n)
	folds := Folds(n, k)
	for _, f := range folds {
		for i := range f {
			f[i] = order[f[i]]
		}
		slices.Sort(f)
	}
	return folds
}

// StratifiedFolds divides rows at random into k parts such that the numbers of rows of a class in any two parts, and
// the sizes of the parts, differ by at most one. class holds the class of each row, from 0. Each part is in increasing
// order.
func StratifiedFolds(class []int, k int, seed uint64) [][]int {
	order := Stream(seed, 0).Perm(len(class))
	slices.SortStableFunc(order, func(i, j int) int { return class[i] - class[j] })
	folds := make([][]int, k)
	for at, i := range order { // dealt like cards, continuing from class to class
		folds[at%k] = append(folds[at%k], i)
	}
	for _, f := range folds {
		slices.Sort(f)
	}
	return folds
}

// Stream returns random stream number stream of a seed. It is a PCG: the same on every platform.
func Stream(seed uint64, stream int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(stream)*0x9e3779b97f4a7c15+0x2545f4914f6cdd1d))
}

// PartsOf returns the parts of repetition r of a document's cross-validation, for n rows; class is nil for regression.
func PartsOf(s *doc.Study, class []int, n, r int) [][]int {
	if class != nil {
		return StratifiedFolds(class, s.Folds, s.Seed+uint64(r))
	}
	return ShuffledFolds(n, s.Folds, s.Seed+uint64(r))
}

// Parts returns how many parts of its cross-validation a document's picture can hold out, one at a time. why is the
// reason if there are none; it is "" if the document asks for no cross-validation, or has no targets.
func (t Task) Parts(d doc.Document) (n int, why string) {
	s := d.Study
	if s == nil || s.Folds == 0 || !t.Supervised() {
		return 0, ""
	}
	d.View.Part = 0
	roles := t.Roles(d)
	if strings.ContainsRune(roles, rune(doc.Validation)) {
		return 0, "left out where validation points are held out: the held-out part of a fold takes their role"
	}
	if rows := t.rows(d, roles); len(rows) < s.Folds {
		return 0, words.Text("left out: %s do not allow %s", words.Count(len(rows), "training point"), words.Count(s.Folds,
			"part"))
	}
	return s.Folds * max(s.Repeats, 1), ""
}

// CheckPart returns an error if the part that a document's picture is to hold out does not exist.
func (t Task) CheckPart(d doc.Document) error {
	n, why := t.Parts(d)
	switch {
	case d.View.Part == 0 || !t.Supervised() || d.View.Part <= n:
		return nil
	case why != "":
		return doc.Errorf("view.part", why, d.View.Part)
	case n == 0:
		return doc.Errorf("view.part", "left out, unless study.folds is given", d.View.Part)
	}
	return doc.Errorf("view.part", words.Text("one of the %s that study.folds and study.repeats ask for", words.Count(n,
		"part")),
		d.View.Part)
}

// rows returns the indices of the training points, in increasing order, for the task Classify without unlabelled ones.
func (t Task) rows(d doc.Document, roles string) (rows []int) {
	for i := range d.Points {
		if (roles == "" || roles[i] == byte(doc.Train)) && (t != Classify || d.Points[i].Class() != doc.Unlabeled) {
			rows = append(rows, i)
		}
	}
	return rows
}

// withPart adds to roles the part d.View.Part (from 1) of the document's cross-validation, as validation points. If
// there is no such part, it returns roles unchanged.
func (t Task) withPart(d doc.Document, roles string) string {
	if n, _ := t.Parts(d); d.View.Part > n {
		return roles
	}
	if roles == "" {
		roles = strings.Repeat(string(doc.Train), len(d.Points))
	}
	rows := t.rows(d, roles)
	var class []int
	if t == Classify {
		for _, i := range rows {
			class = append(class, d.Points[i].Class())
		}
	}
	r, k := (d.View.Part-1)/d.Study.Folds, (d.View.Part-1)%d.Study.Folds
	list := []byte(roles)
	for _, at := range PartsOf(d.Study, class, len(rows), r)[k] {
		list[rows[at]] = byte(doc.Validation)
	}
	return string(list)
}
