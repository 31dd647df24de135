package rbm

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/network/networkparam"
)

// run is shared by all states of a machine in training.
type run struct {
	*network.Contrast
	p        *method.Problem
	v        method.Values
	lo, wide float64 // scaling of pixels: (value − lo)/wide, in [0, 1]
	binary   bool    // all pixels of the rows are 0 or 1
	flip     []int   // pixel used for the pseudo-likelihood of each row
	classes  []int   // ids of the rows' classes, ascending; nil = none
	class    []int   // index of each row's class, or -1
	single   bool    // a step is a minibatch, not an epoch
	end      int     // number of the last step

	begun method.Begun[*state, *learning]
}

// state is a machine after some steps.
type state struct {
	*run
	network.Machine
	once sync.Once
	seen seen
}

func (s *state) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{PointScorer: s, Transformer: s},
		Drawing: method.Drawing{Panels: s.Panels},
		Words:   method.Words{Explain: s.Explain, Formula: s.Formula},
		Run:     method.Run{Grower: s, End: s.End, Cost: s.Cost},
		Pointer: method.Pointer{Tell: s.Tell},
	}
}

// seen holds the results of a state on its rows.
type seen struct {
	free    float64     // mean free energy
	pseudo  float64     // mean pseudo-log-likelihood
	lost    float64     // mean of (v − v̂)² over rows and pixels, where v̂ is reconstructed from P(h | v)
	exact   float64     // mean log-likelihood, NaN if it can't be computed
	on      []float64   // mean of P(h = 1 | v) for each hidden unit
	byClass [][]float64 // the same over the rows of each class; nil = no classes
}

func fit(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	m := Method()
	if err := m.CheckRows(v, p); err != nil {
		return nil, err
	}
	if p.N == 0 {
		return nil, &method.Need{Sentence: "A restricted Boltzmann machine needs pictures, and there are none."}
	}
	r := &run{p: p, v: v, single: v.String("step") == networkparam.Minibatch, binary: true}
	t := &network.Contrast{Boltzmann: network.Boltzmann{Visible: p.D, Hidden: v.Int("n_components")},
		X: make([]float64, len(p.X)), Rows: p.N, Batch: v.Int("batch_size"), K: v.Int("k"),
		Persistent: v.Bool("persistent"), Rate: v.Float("learning_rate"), Seed: p.Seed}
	for i, x := range p.X {
		t.X[i], _ = p.Own(i%p.D, x)
	}
	lo, hi := slices.Min(t.X), slices.Max(t.X)
	r.lo, r.wide = lo, hi-lo
	if !(r.wide > 1e-9*max(math.Abs(lo), math.Abs(hi))) || !method.Finite(r.wide) || !method.Finite(1/r.wide) {
		return nil, &method.Need{Sentence: "All pixels have nearly the same value: such pictures contain nothing to learn."}
	}
	for i, x := range t.X {
		t.X[i] = r.pixel(x)
		r.binary = r.binary && (t.X[i] == 0 || t.X[i] == 1)
	}
	r.Contrast = t
	random := rand.New(rand.NewPCG(p.Seed, 0x5eed))
	r.flip = make([]int, p.N)
	for i := range r.flip {
		r.flip[i] = random.IntN(p.D)
	}
	for i := range p.N {
		if p.Labels != nil {
			if id := p.Labels[p.Ordinal(i)]; id != doc.Unlabeled && !slices.Contains(r.classes, id) {
				r.classes = append(r.classes, id)
			}
		}
	}
	slices.Sort(r.classes)
	r.class = make([]int, p.N)
	for i := range r.class {
		r.class[i] = -1
		if p.Labels != nil {
			r.class[i] = slices.Index(r.classes, p.Labels[p.Ordinal(i)])
		}
	}
	r.end = v.Int("n_iter")
	if r.single {
		r.end *= (p.N + t.Batch - 1) / t.Batch
	}
	return &state{run: r, Machine: t.Start()}, job.Err()
}

// pixel scales a value of the table to [0, 1]. Values outside of the training rows' range are clamped. With binarize,
// it is then rounded to 0 or 1.
func (r *run) pixel(own float64) float64 {
	x := min(max((own-r.lo)/r.wide, 0), 1)
	if r.v.Bool("binarize") {
		if x >= 0.5 {
			return 1
		}
		return 0
	}
	return x
}

// within converts rows of the problem to the machine's pixels, as columns.
func (r *run) within(x []float64) [][]float64 {
	d := r.p.D
	cols := network.Columns(d, len(x)/d)
	for k, v := range x {
		own, _ := r.p.Own(k%d, v)
		cols[k%d][k/d] = r.pixel(own)
	}
	return cols
}

// learning is a step in progress.
type learning struct {
	w    network.Machine
	pass *network.Pass // nil = between two minibatches
}

// goOn completes the step.
func (r *run) goOn(job method.Job, l *learning) error {
	for {
		if l.pass == nil {
			l.pass = r.Begin(l.w)
		}
		for done := false; !done; {
			if err := job.Err(); err != nil {
				return err
			}
			done = l.pass.Next()
		}
		l.w, l.pass = l.pass.Machine(), nil
		if r.single || l.w.From == 0 {
			return nil
		}
	}
}

func (s *state) Step() int {
	if s.single {
		return s.Steps
	}
	return s.Epochs
}

func (s *state) StepName() string {
	if s.single {
		return networkparam.Minibatch
	}
	return "epoch"
}

func (s *state) End() int { return s.end }

func (s *state) Grow(job method.Job, n int) (method.Grower, error) {
	for last := min(s.Step()+n, s.end); s.Step() < last; {
		l, err := s.begun.Step(s, func() *learning { return &learning{w: s.Machine} },
			func(l *learning) error { return s.goOn(job, l) })
		if err != nil {
			return nil, err
		}
		s = &state{run: s.run, Machine: l.w}
		method.Progress(job, float64(s.Step())/float64(s.end))
	}
	return s, nil
}

func (s *state) Bytes() int {
	return 8*(len(s.Theta)+len(s.Chains)+(1+len(s.classes))*s.Hidden) + 512
}

func (s *state) Cost() method.Cost {
	return method.Cost{Passes: float64(s.Epochs) + float64(s.From)/float64(s.Rows)}
}

// exactUnits is the largest number of hidden units for which ln Z is computed by a sum over all their states.
const exactUnits = 10

// exactly reports whether the likelihood of the rows can be computed.
func (r *run) exactly() bool { return r.binary && r.Hidden <= exactUnits }

// lookRows is the number of rows evaluated together.
const lookRows = 256

// look evaluates the rows, once.
func (s *state) look() *seen {
	s.once.Do(func() {
		m, n := &s.seen, float64(s.p.N)
		m.on, m.exact = make([]float64, s.Hidden), math.NaN()
		size, all := make([]float64, len(s.classes)), method.Indices(s.p.N)
		for range s.classes {
			m.byClass = append(m.byClass, make([]float64, s.Hidden))
		}
		for a := 0; a < s.p.N; a += lookRows {
			rows := min(lookRows, s.p.N-a)
			v, z, f := s.Columns(all[a:a+rows]), network.Columns(s.Hidden, rows), make([]float64, rows)
			s.Sums(s.Theta, v, z)
			s.FreeEnergies(s.Theta, v, z, f)
			for _, e := range f {
				m.free += e / n
			}
			s.Flipped(s.Theta, v, z, s.flip[a:a+rows], f)
			for _, e := range f {
				m.pseudo -= float64(s.Visible) * network.Softplus(-e) / n
			}
			for j, c := range z {
				network.Logistic.Of(c)
				for k, h := range c {
					m.on[j] += h / n
					if g := s.class[a+k]; g >= 0 {
						m.byClass[g][j] += h
					}
				}
			}
			for k := range rows {
				if g := s.class[a+k]; g >= 0 {
					size[g]++
				}
			}
			again := network.Columns(s.Visible, rows)
			s.Down(s.Theta, z, again)
			for j, c := range again {
				for k, x := range c {
					m.lost += (x - v[j][k]) * (x - v[j][k]) / (n * float64(s.Visible))
				}
			}
		}
		for g := range m.byClass {
			for j := range m.byClass[g] {
				m.byClass[g][j] /= max(size[g], 1)
			}
		}
		if s.exactly() {
			m.exact = -m.free - s.LogPartition(s.Theta)
		}
	})
	return &s.seen
}

// logPartition returns ln Z, or NaN if the likelihood of the rows can't be computed.
func (s *state) logPartition() float64 {
	m := s.look()
	return -m.free - m.exact
}

func (s *state) Measures() []method.Measure {
	m := s.look()
	list := []method.Measure{{Name: "pseudo-log-likelihood", Value: m.pseudo}}
	if s.exactly() {
		list = append(list, method.Measure{Name: "log-likelihood", Value: m.exact, Same: true})
	}
	return append(list, method.Measure{Name: "free energy", Value: m.free},
		method.Measure{Name: "reconstruction error", Value: m.lost, Log: true})
}

// PointScores returns P(h = 1 | v) for each hidden unit.
func (s *state) PointScores(x []float64) [][]float64 {
	list := make([][]float64, len(x)/s.p.D)
	out := make([]float64, len(list)*s.Hidden)
	s.Transform(x, out)
	for i := range list {
		list[i] = out[i*s.Hidden : (i+1)*s.Hidden : (i+1)*s.Hidden]
	}
	return list
}

func (s *state) Codes() (names []string) {
	for j := range s.Hidden {
		names = append(names, symbol(j))
	}
	return names
}

func (s *state) Transform(x, out []float64) {
	if len(x) == 0 {
		return
	}
	v := s.within(x)
	h := network.Columns(s.Hidden, len(v[0]))
	s.Up(s.Theta, v, h)
	for j, c := range h {
		for k, p := range c {
			out[k*s.Hidden+j] = p
		}
	}
}

func (s *state) Directions() [][]float64 { return nil }
