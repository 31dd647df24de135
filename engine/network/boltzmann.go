package network

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Boltzmann is a restricted Boltzmann machine: visible units v and hidden units h with the probability
// P(v, h) = exp(−E(v, h))/Z, in which no two units of the same layer are linked. Units are 0 or 1, and
//
//	E(v, h) = −bᵀv − cᵀh − vᵀWh,  P(h = 1 | v) = σ(c + Wᵀv),  P(v = 1 | h) = σ(b + Wh).
//
// Normal units have the variance 1 about their mean, which is the sum without σ: for visible ones −bᵀv is replaced by
// ½‖v − b‖², for hidden ones −cᵀh by ½‖h − c‖² (Hinton and Salakhutdinov, Science 313, 2006, supporting text).
//
// Its parameters are one list: the weights, visible × hidden, row by row, the hidden biases c, and the visible biases
// b. So all but the last are the layer of a Net that leads from the visible to the hidden units.
type Boltzmann struct {
	Visible, Hidden             int
	NormalVisible, NormalHidden bool
}

// Dim returns the number of parameters.
func (m *Boltzmann) Dim() int { return m.Visible*m.Hidden + m.Hidden + m.Visible }

// Parts returns the weights, the hidden biases and the visible biases in theta, as slices of it.
func (m *Boltzmann) Parts(theta []float64) (w, c, b []float64) {
	k := m.Visible * m.Hidden
	return theta[:k:k], theta[k : k+m.Hidden : k+m.Hidden], theta[k+m.Hidden : m.Dim() : m.Dim()]
}

// Sums writes c + Wᵀv for some rows to z. Like all lists of units here, v and z hold one slice for each unit, with one
// number for each row.
func (m *Boltzmann) Sums(theta []float64, v, z [][]float64) {
	w, c, _ := m.Parts(theta)
	for j := range z {
		fill(z[j], c[j])
	}
	Combine(z, v, w, m.Hidden, 1)
}

// Up writes the conditional means of the hidden units given the visible ones to h. For binary units these are the
// probabilities of 1.
func (m *Boltzmann) Up(theta []float64, v, h [][]float64) {
	m.Sums(theta, v, h)
	if !m.NormalHidden {
		for _, z := range h {
			Logistic.Of(z)
		}
	}
}

// Down writes the conditional means of the visible units given the hidden ones to v.
func (m *Boltzmann) Down(theta []float64, h, v [][]float64) {
	w, _, b := m.Parts(theta)
	for i := range v {
		fill(v[i], b[i])
	}
	Combine(v, h, w, 1, m.Hidden)
	if !m.NormalVisible {
		for _, z := range v {
			Logistic.Of(z)
		}
	}
}

// draw replaces means by random units, unit by unit and row by row.
func draw(z [][]float64, normal bool, r *rand.Rand) {
	for _, c := range z {
		for k, mean := range c {
			switch {
			case normal:
				c[k] = mean + r.NormFloat64()
			case r.Float64() < mean:
				c[k] = 1
			default:
				c[k] = 0
			}
		}
	}
}

// DrawHidden replaces means of hidden units by random units, unit by unit and row by row.
func (m *Boltzmann) DrawHidden(h [][]float64, r *rand.Rand) { draw(h, m.NormalHidden, r) }

// DrawVisible replaces means of visible units by random units, unit by unit and row by row.
func (m *Boltzmann) DrawVisible(v [][]float64, r *rand.Rand) { draw(v, m.NormalVisible, r) }

// Softplus returns ln(1 + e^z).
func Softplus(z float64) float64 { return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) }

// FreeEnergies writes F(v) = −ln Σₕ exp(−E(v, h)) = −bᵀv − Σⱼ ln(1 + exp(zⱼ)) of some rows to f, where z = c + Wᵀv are
// their sums. Rows have values in [0, 1]. Both layers must be binary.
func (m *Boltzmann) FreeEnergies(theta []float64, v, z [][]float64, f []float64) {
	_, _, b := m.Parts(theta)
	clear(f)
	for i, c := range v {
		for k, x := range c {
			f[k] -= b[i] * x
		}
	}
	for _, c := range z {
		for k, x := range c {
			f[k] -= Softplus(x)
		}
	}
}

// LogPartition returns ln Z, by a sum of 2^Hidden terms over all states of the hidden units. Both layers must be
// binary.
func (m *Boltzmann) LogPartition(theta []float64) float64 {
	w, c, b := m.Parts(theta)
	sums := slices.Clone(b) // b + Wh of the current state
	most, total, bias := math.Inf(-1), 0.0, 0.0
	for n := range uint64(1) << m.Hidden {
		if n > 0 { // Gray code: one unit changes at a time
			j, sign := 0, 1.0
			for n>>j&1 == 0 {
				j++
			}
			if (n^n>>1)>>j&1 == 0 {
				sign = -1
			}
			bias += sign * c[j]
			for i := range sums {
				sums[i] += sign * w[i*m.Hidden+j]
			}
		}
		term := bias
		for _, z := range sums {
			term += Softplus(z)
		}
		if term > most {
			total = total*math.Exp(most-term) + 1
			most = term
		} else {
			total += math.Exp(term - most)
		}
	}
	return most + math.Log(total)
}

// Flipped writes F(v′) − F(v) of each row to out, where v′ differs from row k of v in unit[k], whose value becomes 1 −
// v. −ln(1 + exp(−out)) is the log-probability of the unit's value given all others.
func (m *Boltzmann) Flipped(theta []float64, v, z [][]float64, unit []int, out []float64) {
	w, _, b := m.Parts(theta)
	for k, i := range unit {
		by := 1 - 2*v[i][k]
		out[k] = -b[i] * by
		for j, c := range z {
			out[k] += Softplus(c[k]) - Softplus(c[k]+by*w[i*m.Hidden+j])
		}
	}
}

// Contrast trains a restricted Boltzmann machine by contrastive divergence (Hinton, Training products of experts by
// minimizing contrastive divergence, Neural Computation 14, 2002), or persistent contrastive divergence (Tieleman,
// Training restricted Boltzmann machines using approximations to the likelihood gradient, ICML 2008).
type Contrast struct {
	Boltzmann
	X     []float64 // Rows × Visible, row by row
	Rows  int
	Batch int // rows per minibatch
	K     int // alternations between the layers, at least 1
	// Persistent chains continue where the previous step ended; otherwise each chain begins at a row.
	Persistent bool
	Rate       float64 // learning rate, for the mean over a minibatch
	Seed       uint64
}

// Machine holds the parameters of a restricted Boltzmann machine in training.
type Machine struct {
	Theta  []float64
	Chains []float64 // persistent: hidden units of each chain, row by row; never modified
	Steps  int       // number of minibatches so far
	Epochs int       // number of complete passes over the rows
	From   int       // number of rows of the current pass already used
	Lost   bool      // the last step diverged; Theta is from before it
	order  []int     // order of the rows in this pass; nil = not drawn yet
}

// Columns returns the rows with the given indices as columns.
func (t *Contrast) Columns(rows []int) [][]float64 {
	v := Columns(t.Visible, len(rows))
	for k, i := range rows {
		for j := range v {
			v[j][k] = t.X[i*t.Visible+j]
		}
	}
	return v
}

// Start returns the initial machine: weights are normal with standard deviation 0.01, and biases are 0 (Hinton, A
// practical guide to training restricted Boltzmann machines, 2010, section 8). Persistent chains begin with all hidden
// units 0, as in scikit-learn.
func (t *Contrast) Start() Machine {
	w := Machine{Theta: make([]float64, t.Dim())}
	r := rand.New(rand.NewPCG(t.Seed, 0))
	weights, _, _ := t.Parts(w.Theta)
	for k := range weights {
		weights[k] = 0.01 * r.NormFloat64()
	}
	if t.Persistent {
		w.Chains = make([]float64, min(t.Batch, t.Rows)*t.Hidden)
	}
	return w
}

// ContrastRows is the number of rows that are computed together.
const ContrastRows = 32

// Pass is a step of contrastive divergence in progress: one minibatch, processed a few rows at a time.
type Pass struct {
	t      *Contrast
	w      Machine // state; the chains change row by row, everything else at the end of the step
	order  []int   // order of the rows in this pass
	grad   []float64
	to, at int // end of the minibatch, and its next row
}

// Begin begins the step after w.
func (t *Contrast) Begin(w Machine) *Pass {
	p := &Pass{t: t, w: w, order: t.order(w), grad: make([]float64, t.Dim()), at: w.From,
		to: min(w.From+t.Batch, t.Rows)}
	p.w.Chains = slices.Clone(w.Chains)
	return p
}

// order returns the order of the rows in the machine's current pass, which depends only on the seed and the number of
// the pass. The machine keeps it until the end of the pass.
func (t *Contrast) order(w Machine) []int {
	if w.order != nil {
		return w.order
	}
	return rand.New(rand.NewPCG(t.Seed, uint64(w.Epochs)+1)).Perm(t.Rows)
}

// noise returns the random source for the units of the rows from index at of a pass.
func (t *Contrast) noise(epoch, at int) *rand.Rand {
	return rand.New(rand.NewPCG(t.Seed^0xb0172a44ad1ff, uint64(epoch)<<32|uint64(at)))
}

// Next processes the next few rows, and reports whether the step is complete.
func (p *Pass) Next() (done bool) {
	t := p.t
	end := min(p.at+ContrastRows, p.to)
	rows := p.order[p.at:end]
	var chains []float64
	if p.w.Chains != nil {
		chains = p.w.Chains[(p.at-p.w.From)*t.Hidden : (end-p.w.From)*t.Hidden]
	}
	t.Add(p.w.Theta, rows, chains, t.noise(p.w.Epochs, p.at), p.grad, nil)
	if p.at = end; p.at < p.to {
		return false
	}
	p.move()
	return true
}

// Machine returns the machine after the step.
func (p *Pass) Machine() Machine { return p.w }

// move changes the parameters once, along the gradient, unless they would diverge.
func (p *Pass) move() {
	w, t := &p.w, p.t
	rate := t.Rate / float64(p.to-w.From)
	after := slices.Clone(w.Theta)
	for k, g := range p.grad {
		after[k] += rate * g
		w.Lost = w.Lost || !(math.Abs(after[k]) <= Wildest)
	}
	if !w.Lost {
		w.Theta = after
	}
	w.Steps++
	if w.From, w.order = p.to, p.order; p.to == t.Rows {
		w.From, w.order = 0, nil
		w.Epochs++
	}
}

// Stage is called with the units drawn in alternation k: the hidden or the visible ones. Each unit has a slice with one
// number for each row; the slices are valid only during the call.
type Stage func(k int, hidden bool, units [][]float64)

// Add adds to grad the contrast of the rows with the given indices: ⟨v P(h = 1 | v)⟩ of the data minus that of the
// chain after K alternations, and the corresponding terms of the biases. As in scikit-learn, probabilities are used for
// the hidden units at the end of the chain. Each chain begins at its row, or at its state in chains, which is updated.
// watch may be nil.
func (t *Contrast) Add(theta []float64, rows []int, chains []float64, r *rand.Rand, grad []float64, watch Stage) {
	if watch == nil {
		watch = func(int, bool, [][]float64) {}
	}
	v, h := t.Columns(rows), Columns(t.Hidden, len(rows))
	watch(0, false, v)
	t.Up(theta, v, h)
	t.contrast(grad, 1, v, h)
	if chains != nil {
		for k := range rows {
			for j := range h {
				h[j][k] = chains[k*t.Hidden+j]
			}
		}
	} else {
		t.DrawHidden(h, r)
	}
	watch(0, true, h)
	for k := 1; ; k++ {
		t.Down(theta, h, v)
		t.DrawVisible(v, r)
		watch(k, false, v)
		t.Up(theta, v, h)
		if k == t.K {
			break
		}
		t.DrawHidden(h, r)
		watch(k, true, h)
	}
	t.contrast(grad, -1, v, h)
	if chains == nil {
		return
	}
	t.DrawHidden(h, r)
	watch(t.K, true, h)
	for k := range rows {
		for j := range h {
			chains[k*t.Hidden+j] = h[j][k]
		}
	}
}

// contrast adds sign times the products of v and h, and their sums, to grad. It multiplies v by sign, which is 1 or −1.
func (t *Contrast) contrast(grad []float64, sign float64, v, h [][]float64) {
	w, c, b := t.Parts(grad)
	for i, z := range v {
		for k := range z {
			z[k] *= sign
			b[i] += z[k]
		}
	}
	for j, z := range h {
		c[j] += sign * Products(w[j:], t.Hidden, z, v)
	}
}

// Coming calls watch with the alternations of the first rows, at most most, of the step after w, and returns the
// indices of the rows.
func (t *Contrast) Coming(w Machine, most int, watch Stage) []int {
	end := min(w.From+t.Batch, w.From+ContrastRows, t.Rows)
	rows := t.order(w)[w.From:end]
	var chains []float64
	if w.Chains != nil {
		chains = slices.Clone(w.Chains[:len(rows)*t.Hidden])
	}
	most = min(most, len(rows))
	t.Add(w.Theta, rows, chains, t.noise(w.Epochs, w.From), make([]float64, t.Dim()), func(k int, hidden bool,
		units [][]float64) {
		few := make([][]float64, len(units))
		for j, c := range units {
			few[j] = c[:most]
		}
		watch(k, hidden, few)
	})
	return rows[:most]
}

// Grow makes the given number of further passes over the rows. It stops if the parameters diverge.
func (t *Contrast) Grow(job Job, w Machine, epochs int) (Machine, error) {
	for last := w.Epochs + epochs; w.Epochs < last && !w.Lost; {
		p := t.Begin(w)
		for {
			if err := job.Err(); err != nil {
				return Machine{}, err
			}
			if p.Next() {
				break
			}
		}
		w = p.Machine()
	}
	return w, nil
}
