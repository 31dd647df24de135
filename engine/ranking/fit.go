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

// ruled is the ranking that a rule makes.
type ruled struct {
	rule, name string
	score      []float64 // by item, the largest is the best; nil = the rule gives none
	order      []int     // of the items, the best one first
	total      float64   // sum of its Kendall distances to the voters
	optimal    int       // of Kemeny's rule, how many rankings have the least such sum
}

// model is the ranking that one rule makes, with those of the others.
type model struct {
	*votes
	p     *method.Problem
	high  bool // larger entries are better
	names []string
	rules []ruled // in the order of the choices
	chose int     // which of them the answer is

	// The principal components of the voters' pairwise preferences.
	mean  []float64
	axes  [][]float64
	share []float64 // of each in the variance
}

var (
	_ method.PointScorer = (*model)(nil)
	_ method.Projector   = (*model)(nil)
	_ method.Overlay     = (*model)(nil)
	_ method.Explainer   = (*model)(nil)
	_ method.Formulator  = (*model)(nil)
	_ method.Panels      = (*model)(nil)
	_ method.Keyed       = (*model)(nil)
)

// mostAxes is how many components there are at most: as many as a space shows.
const mostAxes = 3

func fit(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	switch {
	case p.N == 0:
		return nil, &method.Need{Sentence: "There is no voter: choose a table whose rows are voters and whose columns are " +
			"the items that they rank (Data)."}
	case p.D < 2:
		return nil, &method.Need{Sentence: "There is nothing to rank: choose a table with at least 2 columns (Data)."}
	case p.D > mostItems:
		return nil, &method.Need{Sentence: "Each column is an item that is ranked, and there are " +
			words.Count(p.D, "column") + ": choose at most " +
			strconv.Itoa(mostItems) + " (Data)."}
	case v.String("rule") == kemeny && p.D > mostExact:
		return nil, &method.Need{Sentence: "Kemeny's ranking is computed exactly, for at most " +
			strconv.Itoa(mostExact) + " " +
			"items, and there are " + words.Count(p.D, "column") + ": choose fewer columns (Data), or another rule."}
	}
	m := &model{p: p, high: v.String("entries") == scores, names: p.OwnNames()}
	m.votes = newVotes(m.entries(p.X), p.N, p.D)
	for i := range p.D {
		if !slices.ContainsFunc(method.Indices(p.N), func(v int) bool { return m.ranked(v, i) }) {
			return nil, &method.Need{Sentence: "No voter ranks " + m.names[i] + ": leave its column out (Data)."}
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

// entries are rows such that of two items the one with the smaller entry is the better one. Columns of a table that is
// standardised are in its own units again, without the last digits, which rounding may have changed: what was equal
// stays equal.
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

// components finds the principal components of the voters' pairwise preferences.
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

// place is where a ranking lies along the first q components; q numbers, 0 beyond the last one.
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

// answer is the ranking that the chosen rule makes.
func (m *model) answer() *ruled { return &m.rules[m.chose] }

// PointScores implements method.PointScorer: the Kendall distance of each row to the ranking.
func (m *model) PointScores(x []float64) [][]float64 {
	list := make([][]float64, len(x)/m.m)
	rows := votes{n: len(list), m: m.m, entry: m.entries(x)}
	for v := range list {
		list[v] = []float64{rows.distance(v, m.answer().order)}
	}
	return list
}

// Projected implements method.Projector: voters lie along the first principal components of their pairwise preferences.
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
