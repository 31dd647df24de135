package histogram

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed histogram.jsonl
var histogramExamples string

// Histogram returns the method of histogram classification, id "histogram".
func Histogram() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "histogram", Traits: method.Traits{Free: true},
			Aliases: []string{"Binning", "Partition rule", "Cubic histogram rule", "Règle de l’histogramme"},
			Name:    "Histogram rule",
			Family:  "Histograms and densities",
			Task:    method.Classify,
			Summary: "Divides the plane into equal cells and predicts the most frequent class in the cell; in an empty cell, " +
				"the most frequent class of all points. In a tie the lowest class wins.",
			Formula: "ŷ(x) = argmax_{k} #{i : xᵢ ∈ A(x), yᵢ = k},  A(x) the cell with index ⌊(x − origin) ∕ cell_size⌋",
			Source:  "Devroye, Györfi, Lugosi, A Probabilistic Theory of Pattern Recognition, chapter 6.4",
			Params:  latticeParams(),
			Shows: []method.Show{
				{Name: method.Regions, Label: "Cells", On: true, Help: "Most frequent class in each cell, fainter if the vote " +
					"is close; in empty cells that of all points, faint"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Between cells whose predictions differ"},
				{Name: "lattice", Label: "Lattice", On: true, Help: "Edges of all cells"},
				{Name: "counts", Label: "Counts", Help: "Number of points of each class in a cell, if there is room"},
			},
			Examples: method.ExamplesIn(histogramExamples),
		},
		Check:  checkLattice,
		Python: histogramPython,
		Fit:    fitHistogram,
	}
}

type histogram struct {
	*lattice
	p        *method.Problem
	cell     map[key]int // index of each occupied cell, in the order of first points
	keys     []key       // occupied cells, by index
	sorted   []key       // occupied cells, by rows
	count    []int32     // number of points, cells × classes
	total    []int32     // number of points of each class
	majority int
	errors   int // number of training errors
	leftOut  int // number of leave-one-out errors
	tied     int // number of cells with a tied vote
}

func (m *histogram) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Proba: m.Proba},
		Drawing: method.Drawing{Layers: m.Layers, Draws: m.Draws},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
	}
}

func fitHistogram(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points of two classes."}
	}
	k := len(p.ClassIDs)
	m := &histogram{lattice: newLattice(p, v), p: p, cell: map[key]int{}, total: make([]int32, k)}
	at := make([]int, p.N)
	for i, c := range p.Class {
		if err := method.AskEvery(job, i, 1024); err != nil {
			return nil, err
		}
		where := m.at(p.At(i))
		n, ok := m.cell[where]
		if !ok {
			n = len(m.keys)
			m.cell[where] = n
			m.keys = append(m.keys, where)
			m.count = append(m.count, make([]int32, k)...)
		}
		at[i] = n
		m.count[n*k+c]++
		m.total[c]++
	}
	// Sorts indices instead of keys: instantiating the sort for another type costs kilobytes of code.
	order := method.Indices(len(m.keys))
	slices.SortFunc(order, func(i, j int) int {
		a, b := m.keys[i], m.keys[j]
		return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0]))
	})
	for _, i := range order {
		m.sorted = append(m.sorted, m.keys[i])
	}
	m.majority = method.Largest(m.total)
	for n := range m.keys {
		if classify.Tied(m.votes(n)) {
			m.tied++
		}
	}
	for i, c := range p.Class {
		votes := m.votes(at[i])
		if method.Largest(votes) != c {
			m.errors++
		}
		// Without the point itself; a cell that becomes empty predicts the overall majority.
		votes[c]--
		m.total[c]--
		best := method.Largest(votes)
		if votes[best] == 0 {
			best = method.Largest(m.total)
		}
		if best != c {
			m.leftOut++
		}
		votes[c]++
		m.total[c]++
	}
	return m, job.Err()
}

// votes returns the number of points of each class in an occupied cell.
func (m *histogram) votes(cell int) []int32 {
	k := len(m.total)
	return m.count[cell*k : (cell+1)*k]
}

// votesAt returns the votes in the cell of x, or, if it is empty, those of all points.
func (m *histogram) votesAt(x []float64) []int32 {
	if n, ok := m.cell[m.at(x)]; ok {
		return m.votes(n)
	}
	return m.total
}

// Scores calls tell with the votes.
func (m *histogram) Scores(x []float64, tell func(i int, f []float64)) {
	d, f := m.p.D, make([]float64, len(m.total))
	for i := range len(x) / d {
		for k, n := range m.votesAt(x[i*d : (i+1)*d]) {
			f[k] = float64(n)
		}
		tell(i, f)
	}
}

// Predict answers with the majority of the cell, or of all points if the cell is empty (ties: the lowest class).
func (m *histogram) Predict(x, out []float64) { classify.Predict(m, m.p, x, out) }

func (m *histogram) Proba() method.Proba { return method.AtPoints }

// PointScores returns the class shares in the cell, or among all points if the cell is empty.
func (m *histogram) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.p, x, classify.Shares)
}

func (m *histogram) Status() method.Status {
	s := words.Sprintf("Empty cells predict the most frequent class of all points, %s.", m.p.ClassName(m.majority))
	switch {
	case len(m.total) == 1:
		s = words.Say("There is only one class: add points of a second.")
	case m.tied > 0:
		s += words.Sprintf(" Cells with a tied vote: %d; there the lowest class wins.", m.tied)
	}
	return method.Status{State: method.Exact, Sentence: s}
}

func (m *histogram) Facts() []method.Fact {
	n := float64(m.p.N)
	var f method.FactList
	f.Add("n_occupied_cells", len(m.keys), "", "Number of cells with points in them").Call("Occupied cells")
	f.Add("n_tied_cells", m.tied, "", "Number of cells in which no class has the most points").Call("Tied cells")
	f.Add("training_error", float64(m.errors)/n, "", "")
	f.Add("leave_one_out_error", float64(m.leftOut)/n, "", "").Call(m.leftOutLabel())
	m.facts(&f)
	return f
}

func (m *histogram) Formula() string {
	return words.Text("%s\nthe class with the most points in the cell wins", m.formula())
}

// Sizes in pixels: the edges of cells are drawn if cells are at least minEdge wide and high, counts if cells are at
// least minCount wide and half as high.
const (
	minEdge  = 5
	minCount = 30
)

// Draws reports that Layers draws the cells and the boundary exactly.
func (m *histogram) Draws(p method.Part) bool { return p == method.Regions || p == method.Boundary }

func (m *histogram) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	wide := m.size[0] / (v.X1 - v.X0) * float64(v.W)
	high := m.size[1] / (v.Y1 - v.Y0) * float64(v.H)
	if show[method.Regions] {
		if p := m.empty(v); len(p.XY) > 0 {
			under = append(under, p)
		}
		under = append(under, m.boxes(v)...)
	}
	if err := job.Err(); err != nil {
		return nil, nil, err
	}
	if show["lattice"] {
		under = append(under, m.lines(v)...)
	}
	if show[method.Boundary] {
		if b := m.boundary(); len(b.XY) > 0 {
			under = append(under, b)
		}
	}
	if show["counts"] && wide >= minCount && high >= minCount/2 {
		places := picture.NewPlaces(v, 1)
		for n, k := range m.keys {
			x, y := m.edge(0, k[0])+m.size[0]/2, m.edge(1, k[1])+m.size[1]/2
			if x < v.X0 || x > v.X1 || y < v.Y0 || y > v.Y1 {
				continue
			}
			label := &picture.Label{Role: picture.RoleGuide, X: x, Y: y, Text: m.ratio(n),
				Says: "points of each class in the cell"}
			if places.Put(label, v.PX(x), v.PY(y)) {
				over = append(over, label)
			}
		}
	}
	return under, over, nil
}

// ratio formats the votes of a cell, as in 3:1.
func (m *histogram) ratio(cell int) string {
	s := ""
	for k, n := range m.votes(cell) {
		if k > 0 {
			s += ":"
		}
		s += strconv.Itoa(int(n))
	}
	return s
}

// shades is the highest opacity level of cells; the lowest is 0, a tied vote.
const shades = 8

// faint is the opacity of empty cells and of cells of level 0.
const faint = 0.01

// empty returns the visible empty cells, combined into few rectangles: bands of rows without points, and within other
// rows the gaps between occupied cells.
func (m *histogram) empty(v picture.Viewport) *picture.Path {
	p := &picture.Path{Role: picture.RoleCell, Class: m.p.ClassIDs[m.majority], Closed: true, Weight: faint,
		Says: words.Text("empty cell: predicts %s", m.p.ClassName(m.majority))}
	add := func(x0, y0, x1, y1 float64) {
		x0, y0, x1, y1 = max(x0, v.X0), max(y0, v.Y0), min(x1, v.X1), min(y1, v.Y1)
		if x0 < x1 && y0 < y1 {
			p.AddLine(x0, y0, x1, y0, x1, y1, x0, y1)
		}
	}
	keys, y := m.sorted, v.Y0
	for len(keys) > 0 {
		row := keys[0][1]
		low, high, x := m.edge(1, row), m.edge(1, row+1), v.X0
		add(v.X0, y, v.X1, low)
		for len(keys) > 0 && keys[0][1] == row {
			add(x, low, m.edge(0, keys[0][0]), high)
			x = m.edge(0, keys[0][0]+1)
			keys = keys[1:]
		}
		add(x, low, v.X1, high)
		y = high
	}
	add(v.X0, y, v.X1, v.Y1)
	return p
}

// boxes returns the visible occupied cells, by class and opacity.
func (m *histogram) boxes(v picture.Viewport) []picture.Layer {
	k := len(m.total)
	paths := make([]*picture.Path, k*(shades+1))
	for n, c := range m.keys {
		x, y := m.edge(0, c[0]), m.edge(1, c[1])
		w, h := x+m.size[0], y+m.size[1]
		if w < v.X0 || x > v.X1 || h < v.Y0 || y > v.Y1 {
			continue
		}
		votes := m.votes(n)
		best := method.Largest(votes)
		sum, second := int32(0), int32(0)
		for c, n := range votes {
			sum += n
			if c != best {
				second = max(second, n)
			}
		}
		shade := int(math.Round(shades * float64(votes[best]-second) / float64(sum)))
		p := &paths[best*(shades+1)+shade]
		if *p == nil {
			*p = &picture.Path{Role: picture.RoleCell, Class: m.p.ClassIDs[best], Closed: true,
				Weight: max(faint, float64(shade)/shades), Says: "majority of a cell, fainter where the vote is close"}
		}
		(*p).AddLine(x, y, w, y, w, h, x, h)
	}
	var out []picture.Layer
	for _, p := range paths {
		if p != nil {
			out = append(out, p)
		}
	}
	return out
}

// boundary returns the edges between cells with different predictions.
func (m *histogram) boundary() *picture.Path {
	p := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, Says: "decision boundary"}
	for n, c := range m.keys {
		own := method.Largest(m.votes(n))
		x0, y0, x1, y1 := m.edge(0, c[0]), m.edge(1, c[1]), m.edge(0, c[0]+1), m.edge(1, c[1]+1)
		for _, side := range [4]struct {
			next key
			xy   [4]float64
		}{
			{key{c[0] + 1, c[1]}, [4]float64{x1, y0, x1, y1}},
			{key{c[0], c[1] + 1}, [4]float64{x0, y1, x1, y1}},
			{key{c[0] - 1, c[1]}, [4]float64{x0, y0, x0, y1}},
			{key{c[0], c[1] - 1}, [4]float64{x0, y0, x1, y0}},
		} {
			answer := m.majority
			if o, ok := m.cell[side.next]; ok {
				if o < n {
					continue // this edge is drawn already
				}
				answer = method.Largest(m.votes(o))
			}
			if answer != own {
				p.AddLine(side.xy[:]...)
			}
		}
	}
	return p
}

func (m *histogram) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	k := m.at(x)
	n, ok := m.cell[k]
	ex := method.Explanation{Answer: words.Sprintf("%s, but the cell is empty", m.p.ClassName(m.majority))}
	if ok {
		votes := m.votes(n)
		best, sum := method.Largest(votes), int32(0)
		for c, n := range votes {
			sum += n
			if n > 0 {
				ex.Lines = append(ex.Lines, words.Sprintf("%s: %d", m.p.ClassName(c), n))
			}
		}
		ex.Answer = words.Sprintf("%s (%d of %d in the cell)", m.p.ClassName(best), votes[best], sum)
		ex.Lines = append(ex.Lines, classify.Tie(votes)...)
	} else {
		ex.Lines = append(ex.Lines, words.Say("This cell has no points: the prediction is the most frequent class of all "+
			"points."))
	}
	ex.Lines = append(ex.Lines, m.ranges(k)...)
	ex.Layers = m.outline(k, v)
	return ex
}
