package cluster

import (
	"math"
	"math/rand/v2"
	"slices"

	"pointscape/engine/method"
)

// mix is a run of EM for a Gaussian mixture: where it started, and what followed.
// Every stage follows from that.
type mix struct {
	p        *method.Problem
	v        method.Values
	k, d     int
	kind     string
	init     string
	reg, tol float64
	limit    int // of iterations

	// places are where round components start, k·d numbers; nil where points are shared
	// out first.
	places []float64
	seeds  []int // the rows of places, in the plane of a table; nil where there are none

	first  []float64 // the responsibilities that the first state was made of; nil where it was not
	states []*gaussians
	every  int       // states hold those after each so many iterations
	ll     []float64 // log-likelihood at the start and after each iteration
	ways   []float64 // where the means are drawn, 2·k numbers likewise; nil where nowhere

	converged bool
	broken    int // the component whose covariance is not positive definite after one iteration more; else none
	scan      *scan
}

// keep is how many numbers the states take that are kept; more are computed anew.
const keep = 4_000_000

// moves is the number of iterations.
func (m *mix) moves() int { return len(m.ll) - 1 }

// fit starts as the parameters say, and runs to the end.
func (m *mix) fit(job method.Job) error {
	start, err := m.start(method.Stretch(job, 0, 0.1))
	if err != nil {
		return err
	}
	return m.run(method.Stretch(job, 0.1, 1), start)
}

// start are the components at the start.
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
		l := &lloyd{p: m.p, k: m.k, d: m.d, init: m.init, limit: 300, farthest: true}
		switch m.init {
		case initData:
			l.init = initRandom
		case initKMeans:
			l.init = initPlusPlus
		}
		if err := l.seed(job); err != nil {
			return nil, err
		}
		m.places, m.seeds = l.starts(), l.seeds
		if m.init == initKMeans {
			if err := l.run(job, m.places); err != nil {
				return nil, err
			}
			m.first = make([]float64, n*m.k)
			for i, c := range l.labels {
				m.first[i*m.k+int(c)] = 1
			}
			m.places = nil
			return round(x, l.at(l.moves()), m.kind, m.d, m.reg).maximise(job, x, m.first, m.reg)
		}
	}
	return round(x, m.places, m.kind, m.d, m.reg), nil
}

// run goes from a start until the likelihood rests, a covariance breaks or the limit is
// reached: scikit-learn's rule.
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

// remember keeps the state after t iterations, or thins what is kept.
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

// at are the components after so many iterations.
func (m *mix) at(t int) *gaussians {
	g := m.states[t/m.every]
	for range t % m.every {
		// Without a deadline there is no error; what was factored once can be.
		g, _ = g.maximise(method.Unstopped, m.p.X, m.resp(g), m.reg)
		g.factor()
	}
	return g
}

// resp are the responsibilities of components for the rows.
func (m *mix) resp(g *gaussians) []float64 {
	resp := make([]float64, m.p.N*m.k)
	_, _ = g.expect(method.Unstopped, m.p.X, resp)
	return resp
}

// show finds where the means are drawn that responsibilities have made, nil for a start in
// places. What shows the rows of a table takes means to means.
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

// drawn is where a mean is drawn after so many iterations; ok is false where that is unknown.
func (m *mix) drawn(t, c int) (x, y float64, ok bool) {
	i := 2 * (t*m.k + c)
	if m.ways == nil {
		return 0, 0, false
	}
	return m.ways[i], m.ways[i+1], m.ways[i] == m.ways[i]
}

// criteria are the Bayesian and Akaike's information criterion of components with a
// log-likelihood on n rows: the less, the better.
func (g *gaussians) criteria(ll float64, n int) (bic, aic float64) {
	p := float64(g.parameters())
	return p*math.Log(float64(n)) - 2*ll, 2*p - 2*ll
}

// most is the largest number of components in the panel.
func (m *mix) most() int { return mostCounts(m.k, m.p.N) }

// criteria works out what is not known yet, up to so many components. What was worked out
// before the job was given up is kept.
func (m *mix) criteria(job method.Job, most int) (bic, aic []float64, err error) {
	s := m.scan
	s.mu.Lock()
	defer s.mu.Unlock()
	for k := len(s.a) + 1; k <= most; k++ {
		o := &mix{p: m.p, k: k, d: m.d, kind: m.kind, init: m.init, reg: m.reg, tol: m.tol, limit: m.limit, broken: none}
		if o.init == initGiven {
			o.init = initKMeans
		}
		bic, aic := math.NaN(), math.NaN()
		if k <= m.p.N {
			err := o.fit(method.Stretch(job, float64(k-1)/float64(most), float64(k)/float64(most)))
			if _, need := err.(*method.Need); err != nil && !need {
				return nil, nil, err
			}
			if err == nil && o.broken == none {
				bic, aic = o.at(o.moves()).criteria(o.ll[o.moves()], m.p.N)
			}
		}
		s.a, s.b = append(s.a, bic), append(s.b, aic)
	}
	return s.a[:most:most], s.b[:most:most], nil
}
