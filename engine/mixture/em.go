package mixture

import (
	"math"
	"math/rand/v2"
	"slices"

	"pointscape/engine/cluster"
	"pointscape/engine/flats"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
)

// mix is a run of the EM algorithm for a Gaussian mixture. All stages are recomputed from the states it keeps.
type mix struct {
	p        *method.Problem
	v        method.Values
	k, d     int
	kind     string
	init     string
	reg, tol float64
	limit    int // largest number of iterations

	// places are the initial means of spherical components, k·d numbers; nil if EM starts from responsibilities.
	places []float64
	seeds  []int // rows drawn as initial means, or as initial centres of k-means; nil if none were drawn

	first  []float64 // n×k responsibilities from which the first state was computed; nil if EM started from places
	states []*gaussians
	every  int       // states has one entry for every so many iterations
	ll     []float64 // log-likelihood at the start and after each iteration
	ways   []float64 // 2·k coordinates of the drawn means per entry of ll; nil if they are not drawn

	converged bool
	broken    int // component that is not positive definite after one more iteration, or none
	scan      *grouping.Scan
}

// none is no component.
const none = -1

// keep is the largest count of numbers in the states kept; other states are recomputed.
const keep = 4_000_000

// moves returns the number of iterations.
func (m *mix) moves() int { return len(m.ll) - 1 }

// fit starts as the parameters say, and iterates to the end.
func (m *mix) fit(job method.Job) error {
	start, err := m.start(method.Stretch(job, 0, 0.1))
	if err != nil {
		return err
	}
	return m.run(method.Stretch(job, 0.1, 1), start)
}

// start returns the initial components.
func (m *mix) start(job method.Job) (*gaussians, error) {
	x, n := m.p.X, m.p.N
	if m.init == initRandom {
		rng := rand.New(rand.NewPCG(m.p.Seed, 0xd1342543de82ef95))
		m.first = make([]float64, n*m.k)
		for i := range n {
			row, sum := m.first[i*m.k:(i+1)*m.k], 0.0
			for c := range row {
				row[c] = rng.Float64()
				sum += row[c]
			}
			for c := range row {
				row[c] /= sum
			}
		}
		middle := slices.Repeat(x[:m.d], m.k)
		return round(x, middle, m.kind, m.d, m.reg).maximise(job, x, m.first, m.reg)
	}
	if m.places == nil {
		rule := flats.PlusPlus
		if m.init == initData {
			rule = flats.Random
		}
		var err error
		if m.seeds, err = cluster.Seeds(job, m.p, m.k, rule); err != nil {
			return nil, err
		}
		if m.init == initKMeans {
			labels, centers, err := cluster.Lloyd(job, m.p, m.seeds)
			if err != nil {
				return nil, err
			}
			m.first = make([]float64, n*m.k)
			for i, c := range labels {
				m.first[i*m.k+int(c)] = 1
			}
			return round(x, centers, m.kind, m.d, m.reg).maximise(job, x, m.first, m.reg)
		}
		for _, i := range m.seeds {
			m.places = append(m.places, m.p.At(i)...)
		}
	}
	return round(x, m.places, m.kind, m.d, m.reg), nil
}

// run iterates from g until the log-likelihood converges (scikit-learn's rule), a covariance becomes singular, or the
// limit is reached. If a covariance of g itself is singular, it returns a method.Need.
func (m *mix) run(job method.Job, g *gaussians) error {
	m.every = 1
	if m.broken = g.factor(); m.broken != none {
		return &method.Need{Sentence: "These components have no width in some direction. Make the added variance larger, " +
			"or choose another type of covariance or fewer components."}
	}
	resp := make([]float64, m.p.N*m.k)
	m.show(g, m.first)
	for t := 0; ; t++ {
		method.Progress(job, float64(t)/float64(m.limit+1))
		m.remember(t, g)
		sum, err := g.expect(job, m.p.X, resp)
		if err != nil {
			return err
		}
		m.ll = append(m.ll, sum)
		n := float64(m.p.N)
		if m.converged = t > 1 && math.Abs(m.ll[t-1]-m.ll[t-2])/n < m.tol; m.converged || t == m.limit {
			return nil
		}
		next, err := g.maximise(job, m.p.X, resp, m.reg)
		if err != nil {
			return err
		}
		if m.broken = next.factor(); m.broken != none {
			return nil
		}
		g = next
		m.show(g, resp)
	}
}

// remember keeps the state after t iterations if t is a multiple of every. If the states then take too much memory, it
// drops every second one and doubles every.
func (m *mix) remember(t int, g *gaussians) {
	if t%m.every != 0 {
		return
	}
	m.states = append(m.states, g)
	if size := 2*len(g.cov) + len(g.means); len(m.states)*size < keep {
		return
	}
	for i := range (len(m.states) + 1) / 2 {
		m.states[i] = m.states[2*i]
	}
	m.states = m.states[:(len(m.states)+1)/2]
	m.every *= 2
}

// at returns the components after t iterations.
func (m *mix) at(t int) *gaussians {
	g := m.states[t/m.every]
	for range t % m.every {
		// The job is never cancelled, so there is no error; factoring succeeded before.
		g, _ = g.maximise(method.Unstopped, m.p.X, m.resp(g), m.reg)
		g.factor()
	}
	return g
}

// resp returns the n×k responsibilities of the components for the rows.
func (m *mix) resp(g *gaussians) []float64 {
	resp := make([]float64, m.p.N*m.k)
	_, _ = g.expect(method.Unstopped, m.p.X, resp)
	return resp
}

// show records where the means of g, which were computed from resp, are drawn. The projection of a table's rows is
// affine, so a mean is drawn at the weighted mean of the rows' positions. If resp is nil, the means are drawn at the
// seeds; NaN if there are none.
func (m *mix) show(g *gaussians, resp []float64) {
	if m.p.Shown == nil {
		if m.d == 2 {
			m.ways = append(m.ways, g.means...)
		}
		return
	}
	from := len(m.ways)
	m.ways = append(m.ways, make([]float64, 2*m.k)...)
	at := m.ways[from:]
	for c := range m.k {
		switch {
		case resp == nil && c < len(m.seeds):
			at[2*c], at[2*c+1] = m.p.Drawn(m.seeds[c])
		case resp == nil:
			at[2*c], at[2*c+1] = math.NaN(), math.NaN()
		case g.weights[c] == 0 && from > 0:
			copy(at[2*c:2*c+2], m.ways[from-2*m.k+2*c:])
		default:
			x, y, sum := 0.0, 0.0, 0.0
			for i := range m.p.N {
				r := resp[i*m.k+c]
				px, py := m.p.Drawn(i)
				x, y, sum = x+r*px, y+r*py, sum+r
			}
			at[2*c], at[2*c+1] = x/sum, y/sum
		}
	}
}

// drawn returns where mean c is drawn after t iterations; nil if this is unknown.
func (m *mix) drawn(t, c int) []float64 {
	i := 2 * (t*m.k + c)
	if m.ways == nil || m.ways[i] != m.ways[i] {
		return nil
	}
	return m.ways[i : i+2 : i+2]
}

// criteria returns the Bayesian and the Akaike information criterion for a log-likelihood on n rows. Smaller is better.
func (g *gaussians) criteria(ll float64, n int) (bic, aic float64) {
	p := float64(g.parameters())
	return p*math.Log(float64(n)) - 2*ll, 2*p - 2*ll
}

// most returns the largest number of components in the panel.
func (m *mix) most() int { return grouping.MostCounts(m.k, m.p.N) }

// criteria returns the criteria for 1 to most components, and computes those that are missing. NaN means more
// components than rows, or a singular covariance. Results computed before the job was cancelled are kept.
func (m *mix) criteria(job method.Job, most int) (bic, aic []float64, err error) {
	return m.scan.Fill(most, func(known int, add func(bic, aic float64)) error {
		for k := known + 1; k <= most; k++ {
			o := &mix{p: m.p, k: k, d: m.d, kind: m.kind, init: m.init, reg: m.reg, tol: m.tol, limit: m.limit, broken: none}
			if o.init == initGiven {
				o.init = initKMeans
			}
			bic, aic := math.NaN(), math.NaN()
			if k <= m.p.N {
				err := o.fit(method.Stretch(job, float64(k-1)/float64(most), float64(k)/float64(most)))
				if _, need := err.(*method.Need); err != nil && !need {
					return err
				}
				if err == nil && o.broken == none {
					bic, aic = o.at(o.moves()).criteria(o.ll[o.moves()], m.p.N)
				}
			}
			add(bic, aic)
		}
		return nil
	})
}
