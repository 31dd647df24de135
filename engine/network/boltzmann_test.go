package network

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// machine holds exact values from testdata/boltzmann.json, which says how they were made.
type machine struct {
	Visible, Hidden int
	Theta, Rows     []float64
	LogZ            float64              `json:"log_z"`
	FreeEnergy      []float64            `json:"free_energy"`
	LogP            []float64            `json:"log_p"`
	PHidden         []float64            `json:"p_hidden"`
	Pseudo          []float64            // rows × visible units
	Gradient        []float64            // gradient of the mean log-likelihood
	CD              map[string][]float64 `json:"cd"` // expected contrast of CD-k
	U               []float64
	CD3             []float64 `json:"cd3"`
	CD3V            []float64 `json:"cd3_v"`
	Chain           []float64
	PCD             []float64 `json:"pcd"`
	PCDChain        []float64 `json:"pcd_chain"`
	PCDAfter        []float64 `json:"pcd_after"`
	Rate            float64
}

func readMachine(t *testing.T) (m machine, rbm Boltzmann, n int) {
	t.Helper()
	b, err := os.ReadFile("testdata/boltzmann.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	return m, Boltzmann{Visible: m.Visible, Hidden: m.Hidden}, len(m.Rows) / m.Visible
}

// columnsOf transposes rows to columns.
func columnsOf(rows []float64, d int) [][]float64 {
	c := Columns(d, len(rows)/d)
	for k, x := range rows {
		c[k%d][k/d] = x
	}
	return c
}

func near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for k, x := range got {
		if !(math.Abs(x-want[k]) <= tol) {
			t.Errorf("%s: number %d is %v, want %v", what, k, x, want[k])
			return
		}
	}
}

// Energies, Z, and conditional probabilities agree with the enumeration of all states.
func TestBoltzmannExact(t *testing.T) {
	m, rbm, n := readMachine(t)
	v, z := columnsOf(m.Rows, m.Visible), Columns(m.Hidden, n)
	rbm.Sums(m.Theta, v, z)
	f := make([]float64, n)
	rbm.FreeEnergies(m.Theta, v, z, f)
	near(t, "free energies", f, m.FreeEnergy, 1e-12)
	logZ := rbm.LogPartition(m.Theta)
	near(t, "ln Z", []float64{logZ}, []float64{m.LogZ}, 1e-12)
	for k := range f {
		f[k] = -f[k] - logZ
	}
	near(t, "ln P(v)", f, m.LogP, 1e-12)
	for unit := range m.Visible {
		out, want := make([]float64, n), make([]float64, n)
		rbm.Flipped(m.Theta, v, z, slices.Repeat([]int{unit}, n), out)
		for k := range out {
			out[k], want[k] = 1/(1+math.Exp(-out[k])), m.Pseudo[k*m.Visible+unit]
		}
		near(t, "P(vᵢ | others)", out, want, 1e-12)
	}
	rbm.Up(m.Theta, v, z)
	near(t, "P(h | v)", flat(z), m.PHidden, 1e-12)
}

// flat transposes columns to rows.
func flat(c [][]float64) (rows []float64) {
	for k := range c[0] {
		for j := range c {
			rows = append(rows, c[j][k])
		}
	}
	return rows
}

// told is a random source that returns given numbers.
type told struct{ u []float64 }

func (s *told) Uint64() uint64 {
	x := s.u[0]
	s.u = s.u[1:]
	return uint64(x*(1<<53)) << 11 >> 11
}

// With given random numbers, the contrast equals numpy's, for CD-3 and for scikit-learn's persistent CD.
func TestContrastOfGivenNumbers(t *testing.T) {
	m, rbm, n := readMachine(t)
	rows := []int{0, 1, 2, 3, 4, 5}
	c := &Contrast{Boltzmann: rbm, X: m.Rows, Rows: n, Batch: n, K: 3}
	grad := make([]float64, rbm.Dim())
	var last []float64
	stages := ""
	c.Add(m.Theta, rows, nil, rand.New(&told{slices.Clone(m.U)}), grad, func(k int, hidden bool, units [][]float64) {
		stages += string("vh"[map[bool]int{false: 0, true: 1}[hidden]]) + string(rune('0'+k))
		if !hidden {
			last = flat(units)
		}
	})
	near(t, "CD-3", grad, m.CD3, 1e-12)
	near(t, "the chain's visible units", last, m.CD3V, 0)
	if stages != "v0h0v1h1v2h2v3" {
		t.Errorf("the stages are %s", stages)
	}
	c.K, c.Persistent = 1, true
	clear(grad)
	chains := slices.Clone(m.Chain)
	c.Add(m.Theta, rows, chains, rand.New(&told{slices.Clone(m.U)}), grad, nil)
	near(t, "PCD", grad, m.PCD, 1e-12)
	near(t, "the chains", chains, m.PCDChain, 0)
	for k, g := range grad {
		grad[k] = m.Theta[k] + m.Rate/float64(n)*g
	}
	near(t, "scikit-learn's step", grad, m.PCDAfter, 1e-12)
}

// The mean contrast agrees with the transition matrix within five standard errors; with many alternations it is the
// gradient of the log-likelihood.
func TestContrastOnAverage(t *testing.T) {
	m, rbm, n := readMachine(t)
	near(t, "CD-200", m.CD["200"], m.Gradient, 1e-12)
	const draws = 20_000
	for _, k := range []int{1, 2, 5} {
		c := &Contrast{Boltzmann: rbm, X: m.Rows, Rows: n, Batch: n, K: k}
		r := rand.New(rand.NewPCG(3, uint64(k)))
		dim := rbm.Dim()
		sum, squares, grad := make([]float64, dim), make([]float64, dim), make([]float64, dim)
		for range draws {
			clear(grad)
			c.Add(m.Theta, []int{0, 1, 2, 3, 4, 5}, nil, r, grad, nil)
			for i, g := range grad {
				sum[i] += g / float64(n)
				squares[i] += g * g / float64(n*n)
			}
		}
		for i, s := range sum {
			mean := s / draws
			se := math.Sqrt((squares[i]/draws - mean*mean) / draws)
			if want := m.CD[string(rune('0'+k))][i]; math.Abs(mean-want) > 5*se {
				t.Errorf("CD-%d: the mean of number %d is %v ± %v, want %v", k, i, mean, se, want)
			}
		}
	}
}

// A step changes the parameters by the rate times the mean contrast of its rows, computed by a plain loop from the
// random numbers of the seed: rows in the order of the pass, 32 at a time, unit by unit. Coming shows the same
// alternations before the step.
func TestContrastSteps(t *testing.T) {
	const d, h, n, batch, seed = 5, 4, 83, 40, 9
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, n*d)
	for i := range x {
		x[i] = r.Float64()
	}
	sigma := func(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
	for _, persistent := range []bool{false, true} {
		c := &Contrast{Boltzmann: Boltzmann{Visible: d, Hidden: h}, X: x, Rows: n, Batch: batch, K: 2, Rate: 0.5, Seed: seed,
			Persistent: persistent}
		w := c.Start()
		for k := range w.Theta { // so that the effect is visible
			w.Theta[k] = 0.7 * r.NormFloat64()
		}
		theta := slices.Clone(w.Theta)
		chains := make([]float64, batch*h)
		at := func(i, j int) *float64 { return &theta[i*h+j] }
		for step := range 5 { // two passes of three minibatches, the last of three rows
			epoch, from := step/3, step%3*batch
			to := min(from+batch, n)
			order := rand.New(rand.NewPCG(seed, uint64(epoch)+1)).Perm(n)
			grad := make([]float64, len(theta))
			for a := from; a < to; a += 32 {
				rows := order[a:min(a+32, to)]
				u := rand.New(rand.NewPCG(seed^0xb0172a44ad1ff, uint64(epoch)<<32|uint64(a)))
				v, q := make([][d]float64, len(rows)), make([][h]float64, len(rows))
				on := make([][h]float64, len(rows))
				up := func() {
					for k := range rows {
						for j := range h {
							z := theta[d*h+j]
							for i := range d {
								z += v[k][i] * *at(i, j)
							}
							q[k][j] = sigma(z)
						}
					}
				}
				drawn := func() {
					for j := range h {
						for k := range rows {
							on[k][j] = 0
							if u.Float64() < q[k][j] {
								on[k][j] = 1
							}
						}
					}
				}
				add := func(sign float64) {
					for k := range rows {
						for i := range d {
							for j := range h {
								grad[i*h+j] += sign * v[k][i] * q[k][j]
							}
							grad[d*h+h+i] += sign * v[k][i]
						}
						for j := range h {
							grad[d*h+j] += sign * q[k][j]
						}
					}
				}
				for k, i := range rows {
					copy(v[k][:], x[i*d:])
				}
				up()
				add(1)
				if persistent {
					for k := range rows {
						copy(on[k][:], chains[(a-from+k)*h:])
					}
				} else {
					drawn()
				}
				for alternation := range 2 {
					for i := range d {
						for k := range rows {
							z := theta[d*h+h+i]
							for j := range h {
								z += on[k][j] * *at(i, j)
							}
							v[k][i] = 0
							if u.Float64() < sigma(z) {
								v[k][i] = 1
							}
						}
					}
					up()
					if alternation == 0 || persistent {
						drawn()
					}
				}
				add(-1)
				for k := range rows {
					copy(chains[(a-from+k)*h:], on[k][:])
				}
			}
			for k, g := range grad {
				theta[k] += 0.5 * g / float64(to-from)
			}
			shown := c.Coming(w, 3, func(int, bool, [][]float64) {})
			p := c.Begin(w)
			for !p.Next() {
			}
			w = p.Machine()
			near(t, "the parameters", w.Theta, theta, 1e-12)
			if !slices.Equal(shown, order[from:from+3]) {
				t.Errorf("step %d shows rows %v, and takes %v", step, shown, order[from:to])
			}
			if persistent {
				near(t, "the chains", w.Chains, chains, 0)
			}
			if w.Steps != step+1 || w.Epochs != (step+1)/3 || w.From != (step+1)%3*batch {
				t.Errorf("after step %d it is at step %d, pass %d, row %d", step+1, w.Steps, w.Epochs, w.From)
			}
		}
	}
}

// With normal visible or hidden units, means and samples are those of the energy: the sampled units have the sums as
// means, and variance 1.
func TestNormalUnits(t *testing.T) {
	rbm := Boltzmann{Visible: 2, Hidden: 1, NormalVisible: true, NormalHidden: true}
	theta := []float64{0.5, -2, 0.25, 3, -1}
	h, v := [][]float64{{2}}, Columns(2, 1)
	rbm.Down(theta, h, v)
	near(t, "visible means", flat(v), []float64{3 + 0.5*2, -1 - 2*2}, 1e-15)
	rbm.Up(theta, [][]float64{{1}, {3}}, h)
	near(t, "hidden means", flat(h), []float64{0.25 + 0.5 - 6}, 1e-15)
	const n = 20_000
	many := [][]float64{slices.Repeat([]float64{1.5}, n)}
	rbm.DrawHidden(many, rand.New(rand.NewPCG(1, 1)))
	mean, square := 0.0, 0.0
	for _, x := range many[0] {
		mean += x / n
		square += (x - 1.5) * (x - 1.5) / n
	}
	if math.Abs(mean-1.5) > 5/math.Sqrt(n) || math.Abs(square-1) > 5*math.Sqrt(2./n) {
		t.Errorf("what is drawn has mean %v and variance %v", mean, square)
	}
}

// Each pass over rows that repeat two patterns increases their likelihood, until the machine has learned them.
func TestContrastLearns(t *testing.T) {
	var x []float64
	for k := range 40 {
		on, off := float64(k%2), float64(1-k%2)
		x = append(x, on, on, off, off)
	}
	c := &Contrast{Boltzmann: Boltzmann{Visible: 4, Hidden: 3}, X: x, Rows: 40, Batch: 10, K: 1, Rate: 0.2, Seed: 1}
	likelihood := func(w Machine) (mean float64) {
		v, z, f := columnsOf(x, 4), Columns(3, 40), make([]float64, 40)
		c.Sums(w.Theta, v, z)
		c.FreeEnergies(w.Theta, v, z, f)
		for _, e := range f {
			mean -= e / 40
		}
		return mean - c.LogPartition(w.Theta)
	}
	w := c.Start()
	if first := likelihood(w); math.Abs(first+4*math.Ln2) > 0.01 {
		t.Errorf("it begins with ln P = %v, want nearly ln 1/16", first)
	}
	w, err := c.Grow(waiting{}, w, 400)
	if err != nil {
		t.Fatal(err)
	}
	if last := likelihood(w); !(last > -0.85) || last > -math.Ln2 {
		t.Errorf("it ends with ln P = %v, where the best is ln 1/2 = −0.693", last)
	}
}

type waiting struct{}

func (waiting) Err() error { return nil }

// An autoencoder unrolled from a stack of machines reconstructs what each machine reconstructs of its inputs, as a
// plain loop over the layers shows; and the reported errors are right.
func TestStack(t *testing.T) {
	const rows = 60
	r := rand.New(rand.NewPCG(4, 4))
	x := Columns(6, rows)
	for i := range rows {
		a, b := r.NormFloat64(), r.NormFloat64()
		for j := range x {
			x[j][i] = []float64{a, b}[j%2] + 0.1*r.NormFloat64()
		}
	}
	s := &Stack{X: x, Rows: rows, Batch: 10, Epochs: 60, Seed: 3}
	sizes := []int{6, 5, 2}
	last := 0.0
	got, err := s.Start(waiting{}, sizes, true, func(done float64) {
		if done <= last || done > 1 {
			t.Errorf("after %v the share %v is done", last, done)
		}
		last = done
	})
	if err != nil || last != 1 {
		t.Fatal(err, last)
	}
	n := Net{Sizes: []int{6, 5, 2, 5, 6}}
	theta := got.Unrolled()
	if len(theta) != n.Dim() || !slices.Equal(theta[:len(got.Theta)], got.Theta) {
		t.Fatalf("%d parameters, want %d that begin with those of the layers", len(theta), n.Dim())
	}
	layer := func(l int, in []float64, logistic bool) []float64 {
		w, b := n.Part(theta, l)
		out := slices.Clone(b)
		for j := range out {
			for i, v := range in {
				out[j] += v * w[i*len(b)+j]
			}
			if logistic {
				out[j] = 1 / (1 + math.Exp(-out[j]))
			}
		}
		return out
	}
	off := func(a, b []float64) (sum float64) {
		for j, v := range a {
			sum += (v - b[j]) * (v - b[j]) / float64(len(a)*rows)
		}
		return sum
	}
	first, second := 0.0, 0.0
	for i := range rows {
		in := row(x, i)
		h := layer(0, in, true)
		first += off(layer(3, h, false), in)
		second += off(layer(2, layer(1, h, false), true), h)
	}
	near(t, "the errors", got.Error, []float64{first, second}, 1e-12)
	if !(first < 0.5) {
		t.Errorf("the first layer has learned little: it is off by %v, and the inputs vary by 1", first)
	}
	if again, _ := s.Start(waiting{}, sizes, true, func(float64) {}); !slices.Equal(again.Theta, got.Theta) {
		t.Error("the same seed gives other weights")
	}
	if _, err := s.Start(stopped{}, sizes, true, func(float64) {}); err != errStopped {
		t.Errorf("the error is %v", err)
	}
}

// If the weights of a machine diverge, an error is returned, and the parameters stay those before.
func TestStackIsWild(t *testing.T) {
	x := Columns(2, 20)
	for i := range 20 {
		x[0][i], x[1][i] = 1e16*float64(i%3-1), 1e16*float64(i%2)
	}
	s := &Stack{X: x, Rows: 20, Batch: 5, Epochs: 50, Seed: 1}
	if _, err := s.Start(waiting{}, []int{2, 3, 1}, true, func(float64) {}); err != ErrWild {
		t.Errorf("the error is %v", err)
	}
	c := &Contrast{Boltzmann: Boltzmann{Visible: 2, Hidden: 3, NormalVisible: true}, X: []float64{1e13, -1e13}, Rows: 1,
		Batch: 1, K: 1, Rate: 1, Seed: 1}
	w := c.Start()
	if next, _ := c.Grow(waiting{}, w, 5); !next.Lost || !slices.Equal(next.Theta, w.Theta) || next.Steps != 1 {
		t.Errorf("after a step that is far too large: %+v", next)
	}
}

func row(cols [][]float64, k int) (x []float64) {
	for _, c := range cols {
		x = append(x, c[k])
	}
	return x
}

var errStopped = errors.New("nobody waits")

type stopped struct{}

func (stopped) Err() error { return errStopped }
