package autoencoder

import (
	"errors"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/network/networkparam"
	"pointscape/engine/words"
)

// rows holds a problem's rows as the network's inputs: relative to their mean, divided by a single scale for all
// inputs, so that angles and ratios of distances are preserved. It also holds their principal components.
type rows struct {
	p     *method.Problem
	mean  []float64
	scale float64     // root mean square of all centred coordinates
	x     [][]float64 // one list for each input

	variance float64     // mean of ‖x‖² over the rows
	basis    [][]float64 // principal directions as unit vectors, by decreasing variance
	scores   [][]float64 // coordinates of all rows along each direction
	// Variances along the directions, with divisor n.
	variances []float64
}

// run is shared by all states of a network in training.
type run struct {
	*network.Trainer
	*rows
	v       method.Values
	q       int         // numbers in a code
	middle  int         // layer of the code
	decoder network.Net // layers after the code
	from    int         // index of the decoder's first parameter
	plain   bool        // linear
	lost    float64     // mean of ‖x − x̂‖² for q principal components
	first   float64     // objective before the first epoch
	// pretrained layers; nil = none
	stacked *network.Stacked
	images  draw.Maps
}

// state is a network after some epochs.
type state struct {
	*run
	network.Weights
	once sync.Once
	seen seen
}

func (s *state) Can() *method.Capabilities {
	return draw.Parts{Problem: s.p, Shapes: s.shapes, Space: true, Keys: s.things}.Give(&method.Capabilities{
		Answers: method.Answers{PointScorer: s, Transformer: s},
		Drawing: method.Drawing{Panels: s.Panels, Projected: s.Projected, Maps: s.Maps},
		Words:   method.Words{Explain: s.Explain, ExplainPlace: s.ExplainPlace, Formula: s.Formula},
		Run:     method.Run{Grower: s, Adopt: s.Adopt, Cost: s.Cost},
	})
}

// seen holds the results of a state on its rows.
type seen struct {
	code          []float64 // q numbers for each row
	lost          []float64 // ‖x − x̂‖² of each row
	mean, penalty float64   // mean of lost; penalty of the weights
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	r := &run{v: v, q: v.Int("n_components")}
	if old, ok := prev.(*state); ok && old.p.SameRows(p) {
		own := *old.rows
		own.p = p
		r.rows = &own
	} else {
		var err error
		if r.rows, err = prepare(job, p); err != nil {
			return nil, err
		}
	}
	t := &network.Trainer{Data: network.Data{X: r.x, Y: r.x, Rows: p.N}, Batch: v.Int("batch_size"), Seed: p.Seed,
		Noise: v.Float("noise")}
	t.Solver = networkparam.SolverOf(v)
	act, _ := network.ActivationOf(v.String("activation"))
	var half []int
	for _, units := range v.Floats("hidden_layer_sizes") {
		half = append(half, int(units))
	}
	r.middle, r.plain = len(half)+1, len(half) == 0 || act == network.Identity
	t.Net.Sizes = append(append([]int{p.D}, half...), r.q)
	slices.Reverse(half)
	t.Net.Sizes = append(append(t.Net.Sizes, half...), p.D)
	t.Net.Acts = network.Same(act, t.Net.Layers())
	t.Net.Acts[r.middle-1] = network.Identity
	t.L2 = network.Penalized(v.Float("alpha")/float64(p.N), t.Net.Layers())
	r.Trainer = t
	r.decoder = network.Net{Sizes: t.Net.Sizes[r.middle:], Acts: t.Net.Acts[r.middle:]}
	r.from = t.Net.Dim() - r.decoder.Dim()
	for i := range p.N {
		r.lost += r.leftOf(i, r.q) / float64(p.N)
	}
	s := &state{run: r, Weights: t.Start()}
	if v.String("init") == fromMachines && !r.plain && act == network.Logistic {
		if err := r.pretrain(job, prev); err != nil {
			return nil, err
		}
		s.Theta = r.stacked.Unrolled()
	}
	r.first = s.objective()
	return s, job.Err()
}

// pretrain trains a Boltzmann machine for each layer from the input to the code. It reuses those of the previous model
// if they would be the same.
func (r *run) pretrain(job method.Job, prev method.Model) error {
	half := r.Net.Sizes[:r.middle+1]
	if old, ok := prev.(*state); ok && old.stacked != nil && slices.Equal(old.Net.Sizes, r.Net.Sizes) &&
		old.Batch == r.Batch && old.Seed == r.Seed && old.v.Int(pretraining) == r.v.Int(pretraining) &&
		slices.EqualFunc(old.x, r.x, slices.Equal) {
		r.stacked = old.stacked
		return nil
	}
	s := &network.Stack{X: r.x, Rows: r.p.N, Batch: r.Batch, Epochs: r.v.Int(pretraining), Seed: r.Seed}
	var err error
	r.stacked, err = s.Start(job, half, true, func(done float64) { method.Progress(job, done) })
	if errors.Is(err, network.ErrWild) {
		return &method.Need{Sentence: "On these rows the weights of the Boltzmann machines grow without " +
			"bound: choose another initialisation."}
	}
	return err
}

// prepare converts the rows to columns and computes their principal components.
func prepare(job method.Job, p *method.Problem) (*rows, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to add points: an autoencoder learns to reproduce them."}
	}
	r := &rows{p: p, mean: slices.Clone(p.At(0)), x: network.Columns(p.D, p.N)}
	for j := range r.mean {
		for i := range p.N { // relative to the first row, so that the mean of equal rows is exact
			r.mean[j] += (p.X[i*p.D+j] - p.X[j]) / float64(p.N)
		}
	}
	most, sum := 0.0, 0.0
	for j, c := range r.x {
		for i := range c {
			c[i] = p.X[i*p.D+j] - r.mean[j]
			most = max(most, math.Abs(c[i]))
		}
	}
	far := 0.0
	for _, x := range p.X {
		far = max(far, math.Abs(x))
	}
	if most <= 16*0x1p-52*far { // only rounding errors: all rows coincide
		return nil, &method.Need{Sentence: "All points coincide, so nothing distinguishes them. Move one, or " +
			"click to add others."}
	}
	for _, c := range r.x {
		for i := range c { // relative to the largest, so that no square underflows
			c[i] /= most
			sum += c[i] * c[i]
		}
	}
	factor := math.Sqrt(sum / float64(p.N*p.D))
	r.scale = most * factor
	for _, c := range r.x {
		for i := range c {
			c[i] /= factor
		}
	}
	return r, r.decompose(job)
}

// decompose computes the principal components from the covariances of the columns.
func (r *rows) decompose(job method.Job) error {
	n, d := float64(r.p.N), r.p.D
	g := mat.NewSymDense(d, nil)
	for i, a := range r.x {
		if err := job.Err(); err != nil {
			return err
		}
		for j, b := range r.x[:i+1] {
			sum := 0.0
			b = b[:len(a)]
			for k := range a {
				sum += a[k] * b[k]
			}
			g.SetSym(i, j, sum/n)
		}
		r.variance += g.At(i, i)
	}
	var e mat.EigenSym
	if !e.Factorize(g, true) {
		return errors.New("the principal components of these rows did not converge")
	}
	var v mat.Dense
	e.VectorsTo(&v)
	values := e.Values(nil)
	for k := d - 1; k >= 0; k-- {
		u := mat.Col(nil, k, &v)
		best := 0
		for j, x := range u { // the largest coordinate is positive, the first of equally large ones
			if math.Abs(x) > math.Abs(u[best])*(1+1e-9) {
				best = j
			}
		}
		if u[best] < 0 {
			for j := range u {
				u[j] = -u[j]
			}
		}
		r.basis, r.variances = append(r.basis, u), append(r.variances, max(0, values[k]))
	}
	r.scores = network.Columns(d, r.p.N)
	for k, u := range r.basis {
		if err := job.Err(); err != nil {
			return err
		}
		for j, c := range r.x {
			for i, x := range c {
				r.scores[k][i] += u[j] * x
			}
		}
	}
	return nil
}

// projected writes the reconstruction of row i from q components to out.
func (r *rows) projected(i, q int, out []float64) {
	clear(out)
	for k := range min(q, r.p.D) {
		z := r.scores[k][i]
		for j, u := range r.basis[k] {
			out[j] += z * u
		}
	}
}

// leftOf returns ‖x − x̂‖² of row i for q components.
func (r *rows) leftOf(i, q int) (left float64) {
	if q >= r.p.D {
		return 0
	}
	at := make([]float64, r.p.D)
	r.projected(i, q, at)
	for j, x := range at {
		left += (r.x[j][i] - x) * (r.x[j][i] - x)
	}
	return left
}

// farthest bounds the coordinates of a point relative to the mean of the rows, in units of their scale, so that squares
// are finite.
const farthest = 1e150

// within converts rows in the problem's units to the network's inputs.
func (r *rows) within(x []float64) [][]float64 {
	d := r.p.D
	cols := network.Columns(d, len(x)/d)
	for j, c := range cols {
		for i := range c {
			c[i] = min(max((x[i*d+j]-r.mean[j])/r.scale, -farthest), farthest)
		}
	}
	return cols
}

// own converts a value of input j to the problem's units.
func (r *rows) own(j int, x float64) float64 { return r.mean[j] + r.scale*x }

// squared converts a mean square to the problem's units.
func (r *rows) squared(x float64) float64 { return r.scale * r.scale * x }

// pass evaluates a net at columns of inputs, in tiles.
func pass(n *network.Net, theta []float64, x [][]float64, use func(from int, t *network.Tile)) {
	rows := len(x[0])
	t := network.NewTile(n, rows)
	for a := 0; a < rows; a += network.TileRows {
		t.Load(x, a, min(a+network.TileRows, rows))
		t.Forward(theta)
		use(a, t)
	}
}

// through computes the codes and the reconstructions of columns of inputs.
func (s *state) through(x [][]float64) (code, out [][]float64) {
	code, out = network.Columns(s.q, len(x[0])), network.Columns(s.p.D, len(x[0]))
	pass(&s.Net, s.Theta, x, func(from int, t *network.Tile) {
		for k, c := range t.Units(s.middle) {
			copy(code[k][from:], c)
		}
		for j, c := range t.Units(s.Net.Layers()) {
			copy(out[j][from:], c)
		}
	})
	return code, out
}

// decode decodes columns of codes.
func (s *state) decode(code [][]float64) [][]float64 {
	out := network.Columns(s.p.D, len(code[0]))
	pass(&s.decoder, s.Theta[s.from:], code, func(from int, t *network.Tile) {
		for j, c := range t.Units(s.decoder.Layers()) {
			copy(out[j][from:], c)
		}
	})
	return out
}

// look evaluates the rows, once.
func (s *state) look() *seen {
	s.once.Do(func() {
		m, n := &s.seen, s.p.N
		m.code, m.lost = make([]float64, n*s.q), make([]float64, n)
		pass(&s.Net, s.Theta, s.x, func(from int, t *network.Tile) {
			for k, c := range t.Units(s.middle) {
				for i, z := range c {
					m.code[(from+i)*s.q+k] = z
				}
			}
			for j, c := range t.Units(s.Net.Layers()) {
				x := s.x[j][from : from+len(c)]
				for i, z := range c {
					m.lost[from+i] += (z - x[i]) * (z - x[i])
				}
			}
		})
		for _, e := range m.lost {
			m.mean += e / float64(n)
		}
		for l := range s.Net.Layers() {
			w, _ := s.Net.Part(s.Theta, l)
			for _, v := range w {
				m.penalty += s.L2[l] / 2 * v * v
			}
		}
	})
	return &s.seen
}

// objective returns the objective: half the mean loss, plus the penalty.
func (s *state) objective() float64 { return s.look().mean/2 + s.look().penalty }

// kept returns the share of the variance that is kept if the mean squared error is lost.
func (s *state) kept(lost float64) float64 { return 1 - lost/s.variance }

func (s *state) Step() int { return s.Steps }

func (s *state) StepName() string { return "epoch" }

func (s *state) Grow(job method.Job, n int) (method.Grower, error) {
	w, err := s.Trainer.Grow(job, s.Weights, n)
	if err != nil {
		return nil, err
	}
	return &state{run: s.run, Weights: w}, nil
}

// Adopt continues from the current weights on new data. If the solver changed, it starts with new moving averages.
func (s *state) Adopt(_ method.Job, fresh method.Model) (method.Grower, bool) {
	f, ok := fresh.(*state)
	if !ok || f == nil || !slices.Equal(f.Net.Sizes, s.Net.Sizes) {
		return nil, false
	}
	w := s.Weights.Clone()
	w.Lost = 0
	if f.Solver.Rule != s.Solver.Rule {
		own := f.Weights.Clone()
		w.Moments = own.Moments
	}
	return &state{run: f.run, Weights: w}, true
}

func (s *state) Bytes() int {
	return 8*(len(s.Theta)+len(s.Mean)+len(s.Square)+s.p.N*(s.q+1)) + 256
}

func (s *state) Cost() method.Cost { return method.Cost{Passes: float64(s.Epochs)} }

func (s *state) Measures() []method.Measure {
	return []method.Measure{{Name: "mean squared error", Value: s.squared(s.look().mean), Log: true},
		{Name: words.Text("of %s", s.components()), Value: s.squared(s.lost), Log: true, Same: true}}
}

// PointScores returns the codes.
func (s *state) PointScores(x []float64) [][]float64 {
	code, _ := s.through(s.within(x))
	list := make([][]float64, len(code[0]))
	for i := range list {
		for _, c := range code {
			list[i] = append(list[i], c[i])
		}
	}
	return list
}

func (s *state) Codes() (names []string) {
	for k := range s.q {
		names = append(names, name(k))
	}
	return names
}

func (s *state) Transform(x, out []float64) {
	code, _ := s.through(s.within(x))
	for k, c := range code {
		for i, z := range c {
			out[i*s.q+k] = z
		}
	}
}

func (s *state) Directions() [][]float64 { return nil }

// matrix returns the product of the decoder's weight matrices, q rows of D numbers.
func (s *state) matrix() *mat.Dense {
	var out *mat.Dense
	for l := range s.decoder.Layers() {
		w, b := s.decoder.Part(s.Theta[s.from:], l)
		layer := mat.NewDense(len(w)/len(b), len(b), slices.Clone(w))
		if out == nil {
			out = layer
			continue
		}
		var next mat.Dense
		next.Mul(out, layer)
		out = &next
	}
	return out
}

// tied reports whether principal components q and q + 1, counted from 1, have the same variance, up to rounding.
func (r *run) tied() bool {
	return r.q < r.p.D && r.variances[r.q-1]-r.variances[r.q] <= 1e-12*r.variances[0]
}

// angles returns the principal angles, in radians and ascending, between the range of a linear decoder and the span of
// as many principal components. They are computed from their sines, the singular values of the part of an orthonormal
// basis of one space that is orthogonal to the other (Björck and Golub, Mathematics of Computation 27, 1973). It
// returns nil if the network is nonlinear, if codes have as many numbers as there are inputs, or if the best span of
// components is not unique.
func (s *state) angles() []float64 {
	d, q := s.p.D, s.q
	if !s.plain || q >= d || s.tied() {
		return nil
	}
	var svd mat.SVD
	if !svd.Factorize(s.matrix().T(), mat.SVDThinU) {
		return nil
	}
	var u mat.Dense
	svd.UTo(&u)
	rest := mat.DenseCopyOf(&u)
	for _, b := range s.basis[:q] {
		v := mat.NewVecDense(d, b)
		var along mat.VecDense
		along.MulVec(u.T(), v)
		rest.RankOne(rest, -1, v, &along)
	}
	if !svd.Factorize(rest, mat.SVDNone) {
		return nil
	}
	angles := svd.Values(nil)
	slices.Reverse(angles)
	for k, sine := range angles {
		angles[k] = math.Asin(min(1, sine))
	}
	return angles
}
