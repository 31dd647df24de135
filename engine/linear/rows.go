package linear

import (
	"math"

	"pointscape/engine/classify"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// table returns the affine functions on the whole rows of a table.
func (a *affine) table() *classify.Rows {
	return a.kept.Rows(func() *classify.Rows { return &classify.Rows{P: a.prob, F: a.f} })
}

func (a *affine) Weights() *classify.Rows { return a.table() }

func (a *affine) Projected() method.Projection { return a.table().Projected() }

func (a *affine) SpaceLayers(at []float64, show method.Shown) []picture.Layer {
	var levels []float64
	if show["margins"] && len(a.prob.ClassIDs) == 2 {
		levels = []float64{-1, 1}
	}
	return a.table().SpaceLayers(at, show, levels...)
}

// told adds to a status a note about wide rows.
func (a *affine) told(st method.Status) method.Status {
	st.Sentence = words.Say(st.Sentence) + a.table().Said()
	return st
}

func (m *lineSnapshot) Status() method.Status { return m.affine.told(m.snapshot.Status()) }

// distance returns text with the distance of a row from the boundary between two classes, if there is one.
func (a *affine) distance(f float64) (lines []string) {
	w := a.f[:a.prob.D]
	if s := math.Sqrt(linalg.Dot(w, w)); s > 0 {
		lines = append(lines, words.Text("distance to the boundary |f|/‖w‖ = %s", words.Number(math.Abs(f)/s)))
	}
	return lines
}

// most is the largest number of columns for which a sum is written out. For more columns, texts list the largest terms.
const most, terms = 5, 3

// shares lists the terms of w·x + b over many columns that contribute most, by column name.
func (a *affine) shares(r int, x []float64) (lines []string) {
	d := a.prob.D
	w := a.f[r*(d+1) : (r+1)*(d+1)]
	size := make([]float64, d)
	for j := range size {
		size[j] = math.Abs(w[j] * x[j])
	}
	names, text := a.prob.OwnNames(), ""
	for _, j := range method.LargestOf(size, terms) {
		if size[j] == 0 {
			continue
		}
		if text != "" {
			text += "; "
		}
		text += words.Text("%s %s·%s = %s", names[j], words.Number(w[j]), bracketed(x[j]), words.Number(w[j]*x[j]))
	}
	switch {
	case text == "":
		return nil
	case d <= terms:
		return []string{words.Text("its terms: %s", text)}
	}
	return []string{words.Text("largest terms: %s", text)}
}

// portrait shows a row that is a picture next to the weights of the winning class.
func (a *affine) portrait(x []float64, best int, v picture.Viewport) []picture.Layer {
	p := a.prob
	if p.Across == 0 {
		return nil
	}
	r, title := best, words.Text("w of %s", p.ClassName(best))
	if a.rows() == 1 {
		r, title = 0, "w"
	}
	w := a.f[r*(p.D+1):][:p.D]
	pull := make([]float64, p.D) // term of each pixel
	for j := range pull {
		pull[j] = w[j] * x[j]
	}
	return p.Album(x, v, []method.Tile{{Values: x, Name: "row", Says: "row", Title: "row"},
		{Values: w, Diverging: true, Name: "weight", Says: "weights of the solution", Title: title},
		{Values: pull, Diverging: true, Name: "term", Says: "terms of its score, pixel by pixel", Title: "w·x"}})
}

// written formats an affine function; for many columns, their number and the terms with the largest weights.
func (a *affine) written(f []float64) string {
	d := len(f) - 1
	if d <= most {
		return sumOf(a.prob.Symbol(), f)
	}
	size := make([]float64, d)
	for j := range size {
		size[j] = math.Abs(f[j])
	}
	s := ""
	for i, j := range method.LargestOf(size, terms) {
		s += words.Text("%s %s%s", words.TermAt(i, f[j]), a.prob.Symbol(), words.Index(j+1))
	}
	return words.Text("%s + …%s  (%s)", s, words.Term(f[d]), words.Count(d, a.prob.InputNoun()))
}
