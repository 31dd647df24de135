package rbm

import (
	"math"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// symbol returns the symbol of a hidden unit.
func symbol(j int) string { return "h" + words.Subscript(j+1) }

// names returns the names of the hidden units, as row names of facts.
func (s *state) names() (list []string) {
	for j := range s.Hidden {
		list = append(list, words.Sprintf("Hidden unit %d", j+1))
	}
	return list
}

func (s *state) Status() method.Status {
	m := s.look()
	said := words.Text("the error of its reconstructed pixels is %s of the range from black to white (root mean square)",
		words.Number(words.Significant(math.Sqrt(m.lost), 2)))
	if s.Steps == 0 {
		return method.Status{State: method.Running, Sentence: "Before the first step the weights are nearly 0, so that all " +
			"pictures are about equally likely."}
	}
	if n := s.stuck(); n > 0 {
		said += words.Text(". %s", words.CountOf(n, "hidden unit is the same for nearly all rows and has no information",
			"hidden units are the same for nearly all rows and have no information"))
	}
	sentence := words.Sprintf("After %s of %d %s.", words.Count(s.Step(), s.StepName()), s.end, said)
	if s.Step() < s.end {
		return method.Status{State: method.Running, Sentence: sentence}
	}
	return method.Status{State: method.Limited, Sentence: words.Text("%s It stops here; more epochs would change it "+
		"further.", sentence)}
}

// always is the mean of P(h = 1 | v) above which a unit counts as constant, as does one with a mean below 1 − always.
const always = 0.99

// stuck counts the hidden units that are constant for nearly all rows.
func (s *state) stuck() (n int) {
	for _, p := range s.look().on {
		if p < 1-always || p > always {
			n++
		}
	}
	return n
}

func (s *state) Facts() []method.Fact {
	m := s.look()
	var f method.FactList
	f.Add("pseudo_log_likelihood", m.pseudo, "", "Mean of d ln P(v_{i} | the other pixels) over the rows, d the number "+
		"of pixels, with one random pixel i of each row").Call("Pseudo-log-likelihood")
	if s.exactly() {
		f.Add("log_likelihood", m.exact, "", "Mean of ln P(v) of the rows: the sum Z over all states of the hidden units "+
			"is computed").Call("Log-likelihood")
	}
	f.Add("free_energy", m.free, "", "Mean of F(v) = −bᵀv − Σⱼ ln(1 + exp(cⱼ + wⱼᵀv)): ln P(v) is −F(v) − ln Z").Call(
		"Free energy")
	f.Add("reconstruction_error", m.lost, "", "Mean over rows and pixels of (v − v̂)², with v̂ = σ(b + W P(h | v)) and "+
		"pixels from 0 to 1").Call("Reconstruction error")
	on := 0.0
	for _, p := range m.on {
		on += p
	}
	f.Add("n_on", on, "", "Mean over the rows of the number of hidden units that are 1").Call("Units that are 1")
	f.Add("activity", m.on, "", "Mean over the rows of P(h = 1 | v)").By(s.names()).Hide()
	_, c, b := s.Parts(s.Theta)
	rows := make([][]float64, s.Hidden)
	for j := range rows {
		rows[j] = s.filter(j)
	}
	f.Add("components", rows, "", "Weights: a row for each hidden unit, over the pixels").Hide()
	f.Add("intercept_hidden", append([]float64(nil), c...), "", "Biases of the hidden units").Hide()
	f.Add("intercept_visible", append([]float64(nil), b...), "", "Biases of the pixels").Hide()
	f.Add("n_parameters", len(s.Theta), "", "Weights and biases that are learned").Call("Weights and biases")
	f.Add("n_iter", s.Epochs, "", "Passes over the pictures so far").Call("Epochs")
	f.Add("n_updates", s.Steps, "", "Number of moves of the weights, one for each minibatch").Call("Steps").In(
		method.Solver)
	return f
}

func (s *state) Formula() string {
	var t strings.Builder
	m := s.look()
	t.WriteString(words.Sprintf("F(v) = −bᵀv − Σ_{j} ln(1 + exp(c_{j} + w_{j}ᵀv)),  ln P(v) = −F(v) − ln Z\nmean F = "+
		"%s over the rows", words.Number(m.free)))
	if s.exactly() {
		t.WriteString(words.Sprintf(",  ln Z = %s,  mean ln P = %s", words.Number(s.logPartition()), words.Number(m.exact)))
	}
	chains := "chains of %s that begin at the rows"
	if s.Persistent {
		chains = "chains that continue for %s"
	}
	t.WriteString(words.Text("\nΔW = η (⟨v P(h | v)ᵀ⟩_{rows} − ⟨v P(h | v)ᵀ⟩_{chains}),  η = %s,  %s",
		words.Number(s.Rate),
		words.Text(chains, words.Count(s.K, "alternation"))))
	t.WriteString(words.Sprintf("\npixels: %d, hidden units: %d", s.Visible, s.Hidden))
	return t.String()
}

// shownUnits is the maximum number of hidden units listed for a row.
const shownUnits = 5

// Explain gives the hidden units' probabilities for a row, and its reconstruction.
func (s *state) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	x = x[:s.p.D]
	in := s.within(x)
	z := network.Columns(s.Hidden, 1)
	s.Sums(s.Theta, in, z)
	f := make([]float64, 1)
	s.FreeEnergies(s.Theta, in, z, f)
	e.Answer = words.Text("free energy F(v) = %s", words.Number(words.Significant(f[0], 4)))
	if s.exactly() {
		e.Lines = append(e.Lines, "ln P(v) = "+words.Number(words.Significant(-f[0]-s.logPartition(), 4)))
	}
	s.Up(s.Theta, in, z)
	on, probable := make([]float64, s.Hidden), 0
	for j, c := range z {
		if on[j] = c[0]; on[j] > 0.5 {
			probable++
		}
	}
	e.Lines = append(e.Lines, words.Sprintf("P(h = 1 | v) > ½: %d of %s", probable, words.Count(s.Hidden, "hidden unit")))
	var list []string
	for _, j := range method.LargestOf(on, min(shownUnits, s.Hidden)) {
		list = append(list, words.Text("%s %s", symbol(j), words.Percent(on[j])))
	}
	e.Lines = append(e.Lines, words.Text("largest: %s", words.Join(list, ", ")))
	const says = "row and its reconstruction"
	e.Layers = s.p.Album(x, v, []method.Tile{
		{Values: row(in, 0), Name: "pixel", Says: says, Title: "row"},
		{Values: row(s.rebuilt(in), 0), Name: "pixel", Says: says, Title: "rebuilt"},
	})
	return e
}

// rebuilt returns the reconstructions of rows: σ(b + W P(h | v)).
func (s *state) rebuilt(v [][]float64) [][]float64 {
	n := len(v[0])
	h, again := network.Columns(s.Hidden, n), network.Columns(s.Visible, n)
	s.Up(s.Theta, v, h)
	s.Down(s.Theta, h, again)
	return again
}

// row returns row k of columns.
func row(cols [][]float64, k int) []float64 {
	x := make([]float64, len(cols))
	for j, c := range cols {
		x[j] = c[k]
	}
	return x
}
