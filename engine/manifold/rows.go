// Package manifold holds methods that embed points or rows in a few dimensions so that near ones stay near: kernel
// principal components, Isomap, locally linear embedding, multidimensional scaling and t-SNE.
package manifold

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/doc"
	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// family is the heading of these methods in the picker.
const family = "Dimension reduction"

// shownTerms and shownInputs are the numbers of entries after which lists in texts are cut.
const shownTerms, shownInputs = 3, 4

// plane reports whether the rows are points of the picture's plane.
func plane(p *method.Problem) bool { return p.D == 2 && !p.Wide() }

// class returns the class of row i's point, or picture.NoClass.
func class(p *method.Problem, i int) int {
	if p.Labels == nil {
		return picture.NoClass
	}
	if c := p.Labels[p.Ordinal(i)]; c != doc.Unlabeled {
		return c
	}
	return picture.NoClass
}

// called returns the name of row i with its class.
func called(p *method.Problem, i int) string {
	s := words.Say("point ")
	if p.Wide() {
		s = words.Say("row ")
	}
	s += strconv.Itoa(p.Number(i))
	if c := class(p, i); c != picture.NoClass {
		s += words.Text(", %s", p.Names.Class(c))
	}
	return s
}

// rowKind is the kind of keys of rows: of their points on the stage and their marks in panels.
var rowKind = picture.KeyKind{Begins: "row"}

// keyedRow returns the row whose key is of; ok is false if of is no key of a row.
func keyedRow(p *method.Problem, of string) (i int, ok bool) {
	return rowKind.Number(of, p.N)
}

// keyedRows returns the keys of all rows, for a panel.
func keyedRows(p *method.Problem) func() []string {
	return func() []string { return rowKind.Keys(p.N) }
}

// tellRows are the rows as the only things that keys name: each says what explain says, and a click selects it.
func tellRows(b *draw.Board, explain func([]float64, picture.Viewport, method.Shown) method.Explanation) []draw.Reader {
	return []draw.Reader{draw.Each(rowKind, b.P.N, func(i int) (t method.Told, ok bool) {
		t.Explanation = explain(b.P.At(i), b.View, nil)
		t.Click.Rows = []int{i}
		return t, true
	})}
}

// scatter draws the rows in two dimensions with equal scales. Row i is at (at[i*q], at[i*q+1]).
func scatter(p *method.Problem, at []float64, q int, says string) *chart.Chart {
	marks := &picture.Marks{Role: picture.RolePoint, Says: says, Keys: rowKind.Keys(p.N)}
	for i := range p.N {
		marks.XY = append(marks.XY, at[i*q], at[i*q+1])
		marks.Class = append(marks.Class, class(p, i))
	}
	return &chart.Chart{X: chart.Airy(0.06), Y: chart.Airy(0.06), Alike: true,
		Items: []chart.Item{chart.Dots{Marks: marks}}}
}

// places interleaves the first two columns, for scatter.
func places(p *method.Problem, columns [][]float64) []float64 {
	at := make([]float64, 2*p.N)
	for k, z := range columns[:min(2, len(columns))] {
		for i := range p.N {
			at[2*i+k] = z[i]
		}
	}
	return at
}

// projection returns the first q columns of an embedding as the projection of a table's rows: three if the document
// shows a space of three principal components and there are as many columns, else two. A missing second column is 0.
// The projection is empty if the document does not show principal components.
func projection(p *method.Problem, at [][]float64, names []string) (out method.Projection) {
	q := 2
	if p.Principal == 3 && len(at) > 2 {
		q = 3
	}
	if p.Principal == 0 || len(at) == 0 {
		return out
	}
	out.Q, out.At = q, make([]float64, p.N*q)
	for k := range q {
		if k == len(at) { // the embedding has one dimension
			out.Names = append(out.Names, "nothing")
			break
		}
		out.Names = append(out.Names, names[k])
		for i := range p.N {
			out.At[i*q+k] = at[k][i]
		}
	}
	return out
}

// numbers formats the first few numbers, each with its name.
func numbers(name string, list []float64) string {
	s := ""
	for k, z := range list[:min(len(list), shownTerms)] {
		if k > 0 {
			s += ", "
		}
		s += words.Text("%s%s = %s", name, words.Index(k+1), words.Number(z))
	}
	return s
}

// varies returns a method.Need if there are fewer than least points, or all coincide.
func varies(p *method.Problem, least int) error {
	if p.N == 0 {
		return &method.Need{Sentence: words.Text("Click to add points: at least %s.", words.Count(least, "point"))}
	}
	if p.N < least {
		return &method.Need{Sentence: words.Text("There are too few points: click to add more, at least %s.",
			words.Count(least, "point"))}
	}
	for i := 1; i < p.N; i++ {
		if !slices.Equal(p.At(i), p.At(0)) {
			return nil
		}
	}
	return &method.Need{Sentence: "All points coincide: move one, or click to add others."}
}

// bars draws shares as bars with keys. The first kept bars have the look in, the others the look out.
func bars(shares []float64, kept int, key func(k int) string, in, out chart.Look) *chart.Chart {
	at, keys := make([]float64, len(shares)), make([]string, len(shares))
	for k := range at {
		at[k], keys[k] = float64(k+1), key(k)
	}
	kept = min(kept, len(shares))
	c := &chart.Chart{X: chart.Slots(len(shares)), Y: chart.From0(0, 0.08)}
	c.Add(chart.Bars{Look: in, X: at[:kept], Y: shares[:kept], Keys: keys[:kept]},
		chart.Bars{Look: out, X: at[kept:], Y: shares[kept:], Keys: keys[kept:]})
	return c
}

// telling returns a function that checks for cancellation during an iteration of unknown length. The progress that it
// reports starts at from and approaches to: 500 calls halve the rest.
func telling(job method.Job, from, to float64) func() error {
	asked := 0
	return func() error {
		if asked++; asked%100 == 0 {
			method.Progress(job, to-(to-from)*math.Exp2(-float64(asked)/500))
		}
		return job.Err()
	}
}

// rowAt returns the row nearest to x (the first of equally near ones).
func rowAt(p *method.Problem, x []float64) int {
	best, at := math.Inf(1), 0
	for i := range p.N {
		if d := distance(p.At(i), x); d < best {
			best, at = d, i
		}
	}
	return at
}

// distance returns the distance of two rows, without overflow or underflow of the squares.
func distance(a, b []float64) float64 {
	far := 0.0
	for j := range a {
		far = max(far, math.Abs(a[j]-b[j]))
	}
	if far == 0 {
		return 0
	}
	d := 0.0
	for j := range a {
		e := (a[j] - b[j]) / far
		d += e * e
	}
	return far * math.Sqrt(d)
}

// placesOf returns the embedding of the rows nearest to those in x, since an embedding has no values between its rows.
func placesOf(p *method.Problem, x []float64, place func(i int) []float64) [][]float64 {
	rows := make([][]float64, len(x)/p.D)
	for k := range rows {
		rows[k] = place(rowAt(p, x[k*p.D:(k+1)*p.D]))
	}
	return rows
}

// largestFirst returns the indices of the n largest numbers in descending order.
func largestFirst(size []float64, n int) []int {
	list := method.LargestOf(size, n)
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(size[j], size[i]) })
	return list
}
