package ranking

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// ruled is the ranking by a rule.
type ruled struct {
	rule, name string
	score      []float64 // by item, larger is better; nil for Kemeny's rule
	order      []int     // items, the best one first
	total      float64   // sum of the Kendall distances to the voters
	optimal    int       // for Kemeny's rule, the number of rankings that minimise total, else 0
}

// model holds the rankings by all rules, one of which the user has chosen.
type model struct {
	*votes
	p     *method.Problem
	high  bool // larger entries are better
	names []string
	rules []ruled // in the order of the parameter's choices; Kemeny's only for up to mostExact items
	chose int     // index of the chosen rule

	// Principal components of the voters' pairwise preferences: the mean and the axes have an entry for each pair of
	// items.
	mean  []float64
	axes  [][]float64
	share []float64 // share of each component in the variance
}

func (m *model) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{PointScorer: m},
		Drawing: method.Drawing{Layers: m.Layers, Panels: m.Panels, Projected: m.Projected},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Pointer: method.Pointer{Tell: m.Tell},
	}
}

// mostAxes is the maximum number of components: as many as a view in space shows.
const mostAxes = 3

func fit(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	switch {
	case p.N == 0:
		return nil, &method.Need{Sentence: "There is no voter: choose a table whose rows are voters and whose columns are " +
			"the items that they rank (Data)."}
	case p.D < 2:
		return nil, &method.Need{Sentence: "There is nothing to rank: choose a table with at least 2 columns (Data)."}
	case p.D > mostItems:
		return nil, &method.Need{Sentence: words.Text("Each column is an item that is ranked, and there are %s: choose "+
			"at most %s (Data).", words.Count(p.D, "column"), strconv.Itoa(mostItems))}
	case v.String("rule") == kemeny && p.D > mostExact:
		return nil, &method.Need{Sentence: words.Text("Kemeny's ranking is computed exactly, for at most %s items, and "+
			"there are %s: choose fewer columns (Data), or another rule.", strconv.Itoa(mostExact), words.Count(p.D,
			"column"))}
	}
	m := &model{p: p, high: v.String("entries") == scores, names: p.OwnNames()}
	m.votes = newVotes(m.entries(p.X), p.N, p.D)
	for i := range p.D {
		if !slices.ContainsFunc(method.Indices(p.N), func(v int) bool { return m.ranked(v, i) }) {
			return nil, &method.Need{Sentence: words.Text("No voter ranks %s: leave its column out (Data).", m.names[i])}
		}
	}
	lowest := m.meanPlaces()
	for i, x := range lowest {
		lowest[i] = -x
	}
	m.rules = []ruled{{rule: borda, name: "Borda", score: m.borda()}, {rule: meanRank, name: "Mean rank", score: lowest},
		{rule: copeland, name: "Copeland", score: m.copeland()}}
	for k := range m.rules {
		m.rules[k].order = best(m.rules[k].score)
	}
	if p.D <= mostExact {
		r := ruled{rule: kemeny, name: "Kemeny"}
		r.order, r.optimal = m.kemeny()
		m.rules = append(m.rules, r)
	}
	for k := range m.rules {
		r := &m.rules[k]
		if r.total = m.total(r.order); r.rule == v.String("rule") {
			m.chose = k
		}
	}
	if err := m.components(job); err != nil {
		return nil, err
	}
	return m, job.Err()
}

// entries returns a copy of rows in which smaller entries are better. Columns of a standardized table are converted
// back to their own units and rounded to 12 digits, so that equal numbers stay equal despite rounding errors.
func (m *model) entries(x []float64) []float64 {
	out := make([]float64, len(x))
	for k, v := range x {
		own, scaled := m.p.Own(k%m.p.D, v)
		if scaled && !math.IsNaN(own) {
			own = words.Significant(own, 12)
		}
		if m.high {
			own = -own
		}
		out[k] = own
	}
	return out
}

// components computes the first mostAxes principal components of the voters' pairwise preferences, or fewer if there
// are fewer pairs. The error is job's.
func (m *model) components(job method.Job) error {
	d := m.m * (m.m - 1) / 2
	rows := mat.NewDense(m.n, d, nil)
	for v := range m.n {
		m.preferences(m.entry[v*m.m:(v+1)*m.m], rows.RawRowView(v))
	}
	m.mean = make([]float64, d)
	for v := range m.n {
		floats.Add(m.mean, rows.RawRowView(v))
	}
	floats.Scale(1/float64(m.n), m.mean)
	for v := range m.n {
		floats.Sub(rows.RawRowView(v), m.mean)
	}
	var cov mat.Dense
	cov.Mul(rows.T(), rows)
	trace := mat.Trace(&cov)
	values, vectors, err := linalg.LargestEigen(job.Err, cov.RawMatrix().Data, d, min(mostAxes, d))
	if err != nil {
		return err
	}
	for k, u := range vectors {
		linalg.Upright(u)
		share := 0.0
		if trace > 0 {
			share = max(0, values[k]/trace)
		}
		m.axes, m.share = append(m.axes, u), append(m.share, share)
	}
	return nil
}

// place returns the coordinates of a ranking, given by its m entries, along the first q components, 0 beyond the last
// one.
func (m *model) place(entry []float64, q int) []float64 {
	w, at := make([]float64, len(m.mean)), make([]float64, q)
	m.preferences(entry, w)
	for k := range min(q, len(m.axes)) {
		for l, u := range m.axes[k] {
			at[k] += u * (w[l] - m.mean[l])
		}
	}
	return at
}

// answer returns the ranking by the chosen rule.
func (m *model) answer() *ruled { return &m.rules[m.chose] }

// PointScores returns the Kendall distance between each row and the chosen rule's ranking.
func (m *model) PointScores(x []float64) [][]float64 {
	list := make([][]float64, len(x)/m.m)
	rows := votes{n: len(list), m: m.m, entry: m.entries(x)}
	for v := range list {
		list[v] = []float64{rows.distance(v, m.answer().order)}
	}
	return list
}

// Projected returns the positions of the voters along the first two or three principal components of their pairwise
// preferences; none if the document shows columns of the table.
func (m *model) Projected() (pl method.Projection) {
	if m.p.Principal == 0 {
		return pl
	}
	pl.Q = 2
	if m.p.Principal == 3 {
		pl.Q = 3
	}
	for v := range m.n {
		pl.At = append(pl.At, m.place(m.entry[v*m.m:(v+1)*m.m], pl.Q)...)
	}
	for k := range pl.Q {
		pl.Names = append(pl.Names, m.axis(k))
	}
	return pl
}
